//! What each criterion costs on brackets made by hand, counted from the articles.

use edelweiss_matching::Limbs;
use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, Position, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData, Tpn,
};
use edelweiss_weights::{
    Bracket, ColourStanding, Criterion, DUTCH_2017, DUTCH_2026, Edition, Packed, Role,
    TopscorerRule, Unit,
};
use num_bigint::BigInt;

/// Players with these entries: `w1` is White and won (`= 0` drawn, lost), `U` the pairing-allocated
/// bye, `.` blank. Each plays all games against one opponent of his own, who is in no bracket.
fn tournament(lines: &[&str]) -> Tournament {
    let mut data = TournamentData::default();
    for number in 1..=2 * lines.len() as u32 {
        let number = Tpn::new(number).expect("1..=9999");
        data.players.push(Player::new(number));
    }
    for (index, line) in lines.iter().enumerate() {
        let partner = lines.len() + index;
        for word in line.split_whitespace() {
            let (own, other) = entries(word, index, partner);
            data.players[index].entries.push(own);
            data.players[partner].entries.push(other);
        }
    }
    data.round_to_pair = RoundNumber::new(4).ok();
    data.build().expect("games are mirrored")
}

fn entries(word: &str, own: usize, other: usize) -> (RoundEntry, RoundEntry) {
    let (colour, result) = match word.as_bytes() {
        b"U" => {
            return (
                RoundEntry::Bye(ByeKind::PairingAllocated),
                RoundEntry::Blank,
            );
        }
        b"." => return (RoundEntry::Blank, RoundEntry::Blank),
        [colour, result] => (*colour, *result),
        _ => panic!("no entry {word}"),
    };
    let colour = if colour == b'w' {
        Colour::White
    } else {
        Colour::Black
    };
    let results = match result {
        b'1' => [GameResult::Win, GameResult::Loss],
        b'0' => [GameResult::Loss, GameResult::Win],
        _ => [GameResult::Draw; 2],
    };
    let entry = |opponent, colour, result| RoundEntry::Paired {
        opponent: PlayerId::from_index(opponent),
        colour: Some(colour),
        result,
    };
    (
        entry(other, colour, results[0]),
        entry(own, !colour, results[1]),
    )
}

fn id(index: usize) -> PlayerId {
    PlayerId::from_index(index)
}

fn ids(indices: impl IntoIterator<Item = usize>) -> Vec<PlayerId> {
    indices.into_iter().map(id).collect()
}

fn pair(higher: usize, lower: usize) -> Unit {
    Unit::Pair {
        higher: id(higher),
        lower: id(lower),
    }
}

fn float(player: usize) -> Unit {
    Unit::Float {
        player: id(player),
        takes_bye: false,
    }
}

fn criterion(edition: &Edition, label: &str) -> &'static dyn Criterion {
    let mut rows = edition.criteria.iter();
    let row = rows.find(|row| row.label == label);
    row.expect("a label of the edition").criterion
}

/// An edition and the position of its definitions.
struct Case {
    edition: &'static Edition,
    position: Position,
}

impl Case {
    fn new(edition: &'static Edition, lines: &[&str]) -> Self {
        let position = Position::derive(&tournament(lines), &edition.definitions);
        Self { edition, position }
    }

    /// The fields of one rule for one unit.
    fn cost(&self, label: &str, bracket: &Bracket, unit: Unit) -> Vec<u64> {
        let rule = criterion(self.edition, label);
        let mut fields = vec![0; rule.field_count(bracket)];
        rule.cost(bracket, unit.of(&self.position), &mut |field, amount| {
            fields[field] += amount;
        });
        fields
    }

    fn capacities(&self, label: &str, bracket: &Bracket) -> Vec<u64> {
        let mut capacities = Vec::new();
        criterion(self.edition, label).capacities(&self.position, bracket, &mut capacities);
        capacities
    }

    /// Of these rules, those that cost anything.
    fn costs<'a>(
        &self,
        labels: &[&'a str],
        bracket: &Bracket,
        unit: Unit,
    ) -> Vec<(&'a str, Vec<u64>)> {
        let rows = labels
            .iter()
            .map(|label| (*label, self.cost(label, bracket, unit)));
        rows.filter(|(_, fields)| fields.iter().any(|amount| *amount > 0))
            .collect()
    }
}

#[test]
fn refused_colours_count_by_strength() {
    let lines = [
        "w= b= w=", // 0: strong, Black
        "b= w= w=", // 1: absolute, Black
        "w= b= .",  // 2: mild, White
        "w= b= .",  // 3: mild, White
        "b= w= b=", // 4: strong, White
        "w= w= w=", // 5: absolute, Black
        ". . .",    // 6: none
        ". . .",    // 7: none
    ];
    for (edition, labels) in [
        (&DUTCH_2026, ["C12", "C13"]),
        (&DUTCH_2017, ["C.10", "C.11"]),
    ] {
        let case = Case::new(edition, &lines);
        let bracket = Bracket::new(&case.position, Vec::new(), ids([0, 1, 4, 5, 2, 3, 6, 7]));
        for (unit, expected) in [
            (pair(0, 1), [1, 1]),
            (pair(2, 3), [1, 0]),
            (pair(0, 4), [0, 0]),
            (pair(1, 5), [1, 0]),
            (pair(2, 4), [1, 0]),
            (pair(0, 6), [0, 0]),
            (pair(6, 7), [0, 0]),
            (float(0), [0, 0]),
        ] {
            let found = labels.map(|label| case.cost(label, &bracket, unit)[0]);
            assert_eq!(found, expected, "{unit:?}");
        }
        for label in labels {
            assert_eq!(case.capacities(label, &bracket), [4]);
        }
    }
}

/// Scores and float marks of last round and of the round before: D down, U up, - none.
const FLOATERS: [&str; 9] = [
    "w1 b1 w1", // 0: 3.0 D D
    "w1 b1 w=", // 1: 2.5 D D
    "w= b1 w1", // 2: 2.5 D -
    "w1 b0 w1", // 3: 2.0 - D
    "w= b1 w0", // 4: 1.5 D -
    "w1 b0 w=", // 5: 1.5 - D
    "w= b0 w1", // 6: 1.5 U -
    "w0 b1 w=", // 7: 1.5 - U
    "w= b= w=", // 8: 1.5 - -
];

/// The first four were moved down to the others.
fn floaters(case: &Case) -> Bracket<'static> {
    Bracket::new(&case.position, ids(0..4), ids(4..9))
}

#[test]
fn floats_of_2026_count_residents_and_opponents_of_mdps() {
    const LABELS: [&str; 10] = [
        "C6", "C7", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21",
    ];
    let case = Case::new(&DUTCH_2026, &FLOATERS);
    let bracket = floaters(&case);
    let check = |unit, expected: &[(&str, &[u64])]| {
        let found = case.costs(&LABELS, &bracket, unit);
        let found: Vec<_> = found.iter().map(|(label, f)| (*label, &f[..])).collect();
        assert_eq!(found, expected, "{unit:?}");
    };
    let resident: (&str, &[u64]) = ("C7", &[0, 0, 0, 1]);
    check(float(4), &[("C6", &[1]), resident, ("C14", &[1])]);
    check(float(5), &[("C6", &[1]), resident, ("C16", &[1])]);
    check(float(6), &[("C6", &[1]), resident]);
    check(float(8), &[("C6", &[1]), resident]);
    let (c18, c20): (&[u64], &[u64]) = (&[1, 0, 0], &[1, 0, 0]);
    let highest: (&str, &[u64]) = ("C7", &[1, 0, 0, 0]);
    check(
        float(0),
        &[("C6", &[1]), highest, ("C18", c18), ("C20", c20)],
    );
    let third: (&str, &[u64]) = ("C7", &[0, 0, 1, 0]);
    check(float(3), &[("C6", &[1]), third, ("C20", &[0, 0, 1])]);
    check(pair(0, 6), &[("C15", &[1]), ("C19", &[1, 0, 0])]);
    check(pair(1, 7), &[("C17", &[1]), ("C21", &[0, 1, 0])]);
    check(pair(0, 4), &[]);
    check(pair(6, 8), &[]);
    check(pair(8, 7), &[]);
    for (label, expected) in [
        ("C6", &[9][..]),
        ("C7", &[1, 2, 1, 5]),
        ("C8", &[]),
        ("C9", &[]),
        ("C14", &[1]),
        ("C15", &[1]),
        ("C16", &[1]),
        ("C17", &[1]),
        ("C18", &[1, 2, 0]),
        ("C19", &[1, 1, 1]),
        ("C20", &[1, 1, 1]),
        ("C21", &[1, 1, 1]),
    ] {
        assert_eq!(case.capacities(label, &bracket), expected, "{label}");
    }
    // Nobody of one score can float up again.
    let alone = Bracket::new(&case.position, Vec::new(), ids(4..9));
    for (label, expected) in [("C14", 1), ("C15", 0), ("C16", 1), ("C17", 0)] {
        assert_eq!(case.capacities(label, &alone), [expected], "{label}");
    }
}

#[test]
fn floats_of_2017_count_everybody_with_the_difference() {
    const LABELS: [&str; 11] = [
        "C.5", "C.6", "M1", "C.12", "C.13", "C.14", "C.15", "C.16", "C.17", "C.18", "C.19",
    ];
    let case = Case::new(&DUTCH_2017, &FLOATERS);
    let bracket = floaters(&case);
    let tenths = [25, 20, 15, 10, 5].map(Score::from_tenths);
    assert_eq!(bracket.differences(), tenths);
    let check = |unit, expected: &[(&str, usize)]| {
        // The place of the one that is counted.
        let found: Vec<(&str, usize)> = (case.costs(&LABELS, &bracket, unit).iter())
            .map(|(label, fields)| {
                assert_eq!(fields.iter().sum::<u64>(), 1, "{label}");
                let place = fields.iter().position(|amount| *amount == 1);
                (*label, place.expect("the sum is one"))
            })
            .collect();
        assert_eq!(found, expected, "{unit:?}");
    };
    check(
        float(4),
        &[("C.5", 0), ("C.6", 3), ("C.12", 0), ("C.16", 3)],
    );
    check(
        float(3),
        &[("C.5", 0), ("C.6", 2), ("C.14", 0), ("C.18", 2)],
    );
    check(float(6), &[("C.5", 0), ("C.6", 3)]);
    let both_ways = [
        ("C.6", 2),
        ("C.12", 0),
        ("C.13", 0),
        ("C.14", 0),
        ("C.16", 2),
        ("C.17", 2),
        ("C.18", 2),
    ];
    check(pair(0, 6), &both_ways);
    check(
        pair(2, 7),
        &[
            ("C.6", 3),
            ("C.12", 0),
            ("C.15", 0),
            ("C.16", 3),
            ("C.19", 3),
        ],
    );
    check(pair(4, 6), &[]);
    for (label, expected) in [
        ("C.5", &[9][..]),
        ("C.6", &[1, 2, 2, 7, 1]),
        ("M1", &[]),
        ("C.12", &[4]),
        ("C.13", &[1]),
        ("C.14", &[4]),
        ("C.15", &[1]),
        ("C.16", &[1, 2, 1, 3, 0]),
        ("C.17", &[1, 1, 1, 1, 1]),
        ("C.18", &[1, 1, 2, 2, 1]),
        ("C.19", &[1, 1, 1, 1, 1]),
    ] {
        assert_eq!(case.capacities(label, &bracket), expected, "{label}");
    }
}

/// B.1.c speaks where residents have several scores.
#[test]
fn unpaired_mdps_count_in_a_collapsed_bracket_only() {
    let case = Case::new(&DUTCH_2017, &FLOATERS);
    let collapsed = Bracket::new(&case.position, ids(0..1), ids(1..9));
    assert_eq!(case.capacities("M1", &collapsed), [1]);
    assert_eq!(case.cost("M1", &collapsed, float(0)), [1]);
    assert_eq!(case.cost("M1", &collapsed, float(2)), [0]);
    assert_eq!(case.cost("M1", &collapsed, pair(0, 2)), [0]);
    assert_eq!(case.cost("M1", &floaters(&case), float(0)), [0; 0]);
}

#[test]
fn a_bracket_tells_what_it_is_made_of() {
    let case = Case::new(&DUTCH_2026, &FLOATERS);
    let bracket = floaters(&case);
    let tenths = Score::from_tenths;
    assert!(!bracket.is_empty());
    assert_eq!(bracket.len(), 9);
    assert_eq!(bracket.lowest(), tenths(15));
    assert_eq!(bracket.scores(), [30, 25, 20, 15].map(tenths));
    assert_eq!(bracket.mdp_scores(), [30, 25, 20].map(tenths));
    assert_eq!(bracket.resident_scores(), [tenths(15)]);
    assert_eq!(bracket.float_difference(tenths(20)), tenths(15));
    let roles = [0, 4, 9].map(|index| bracket.role(case.position.player(id(index))));
    assert_eq!(roles, [Role::Mdp, Role::Resident, Role::Outside]);
    assert!(!bracket.bye_is_sole_floater() && bracket.following().is_none());
    assert!(bracket.with_bye_as_sole_floater().bye_is_sole_floater());
}

/// Two of three points, and below them one who has had the bye and one who has not.
const LOOKERS: [&str; 4] = ["w1 b1 w1", "w1 b1 w1", "w= U .", "w= b= w="];

#[test]
fn the_following_bracket_counts_its_own_floaters() {
    let left = |player| Unit::FollowingFloat {
        player: id(player),
        takes_bye: false,
    };
    let met = Unit::FollowingPair {
        higher: id(0),
        lower: id(3),
    };
    for (is_last, barred, capacities) in [(true, 3, [12, 6, 6]), (false, 1, [4, 2, 2])] {
        let case = Case::new(&DUTCH_2026, &LOOKERS);
        let bracket = Bracket::new(&case.position, Vec::new(), ids(0..2)).followed_by(
            &case.position,
            &ids(2..4),
            is_last,
        );
        assert_eq!(case.capacities("C8", &bracket), capacities);
        assert_eq!(case.cost("C8", &bracket, left(2)), [barred, 0, 1]);
        assert_eq!(case.cost("C8", &bracket, left(3)), [1, 0, 1]);
        assert_eq!(case.cost("C8", &bracket, left(0)), [1, 1, 0]);
        assert_eq!(case.cost("C8", &bracket, met), [0, 0, 0]);
        assert_eq!(case.cost("C8", &bracket, float(0)), [0, 0, 0]);
        let case = Case::new(&DUTCH_2017, &LOOKERS);
        // Differences 2.5, 1.5 and 1.0.
        assert_eq!(case.cost("C.7", &bracket, left(2)), [barred, 0, 0, 1]);
        assert_eq!(case.cost("C.7", &bracket, left(0)), [1, 1, 0, 0]);
        assert_eq!(case.cost("C.7", &bracket, met), [0, 0, 1, 0]);
        assert_eq!(case.cost("C.7", &bracket, pair(0, 1)), [0; 4]);
    }
}

#[test]
fn the_sole_floater_who_takes_the_bye_counts_unplayed_games() {
    let case = Case::new(&DUTCH_2026, &LOOKERS);
    let bracket = Bracket::new(&case.position, Vec::new(), ids(2..4));
    let takes_bye = Unit::Float {
        player: id(2),
        takes_bye: true,
    };
    assert_eq!(case.cost("C9", &bracket, takes_bye), [0; 0]);
    assert_eq!(case.capacities("C9", &bracket), [0; 0]);
    let bracket = bracket.with_bye_as_sole_floater();
    assert_eq!(case.cost("C9", &bracket, takes_bye), [2]);
    assert_eq!(case.cost("C9", &bracket, float(2)), [0]);
    assert_eq!(case.capacities("C9", &bracket), [2]);
}

/// Due Black, with this difference and this colour in the last two games.
fn due_black(difference: i32, repeated: Option<Colour>) -> ColourStanding {
    ColourStanding {
        topscorer: true,
        due: Some(Colour::Black),
        difference,
        repeated,
    }
}

#[test]
fn topscorers_count_what_they_get() {
    use Colour::{Black, White};
    use TopscorerRule::{Difference, ThreeInARow};
    let count = |rule: TopscorerRule, a: ColourStanding, b: ColourStanding| {
        assert_eq!(
            rule.count(a, b),
            rule.count(b, a),
            "the order means nothing"
        );
        rule.count(a, b)
    };
    let due_white = |difference| ColourStanding {
        due: Some(White),
        ..due_black(difference, None)
    };
    let plain = |standing| ColourStanding {
        topscorer: false,
        ..standing
    };
    let at_ease = ColourStanding {
        due: None,
        ..due_black(0, None)
    };
    // One topscorer is enough, none counts nothing.
    assert_eq!(
        count(Difference, plain(due_black(4, None)), due_white(-2)),
        1
    );
    assert_eq!(
        count(Difference, plain(due_black(4, None)), plain(due_white(-4))),
        0
    );
    // Each gets what is due.
    assert_eq!(count(Difference, due_black(3, None), due_white(-3)), 0);
    assert_eq!(count(Difference, due_black(4, None), due_white(-4)), 2);
    assert_eq!(count(Difference, due_black(-2, None), at_ease), 1);
    assert_eq!(count(ThreeInARow, due_black(2, Some(Black)), at_ease), 1);
    assert_eq!(count(ThreeInARow, due_black(2, Some(White)), at_ease), 0);
    // One colour is due to both: the wider difference has it.
    assert_eq!(count(Difference, due_black(3, None), due_black(2, None)), 1);
    assert_eq!(count(Difference, due_black(3, None), due_black(1, None)), 0);
    assert_eq!(count(Difference, due_black(4, None), due_black(2, None)), 2);
    let (black, white) = (Some(Black), Some(White));
    assert_eq!(
        count(ThreeInARow, due_black(3, black), due_black(2, white)),
        2
    );
    assert_eq!(
        count(ThreeInARow, due_black(3, white), due_black(2, black)),
        0
    );
    // Equal differences.
    for (difference, expected) in [(1, 0), (2, 1), (3, 1), (4, 2)] {
        let standing = due_black(difference, None);
        assert_eq!(count(Difference, standing, standing), expected);
    }
    for (a, b, expected) in [
        (white, white, 1),
        (black, black, 1),
        (white, black, 0),
        (white, None, 0),
        (None, None, 0),
    ] {
        assert_eq!(
            count(ThreeInARow, due_black(2, a), due_black(2, b)),
            expected
        );
    }
}

/// Before the last round number 1 is a topscorer, numbers 2 and 3 are not; 1 and 2 should absolutely
/// have Black, 3 should rather.
#[test]
fn topscorer_rules_ask_for_absolute_preferences_of_topscorers() {
    let lines = ["w1 w1 w1", "w= w= w=", "w= b= w="];
    let mut data = tournament(&lines).into_data();
    data.rounds_total = RoundNumber::new(4).ok();
    let last = data.build().expect("the fourth round is the last");
    let case = Case {
        edition: &DUTCH_2026,
        position: Position::derive(&last, &DUTCH_2026.definitions),
    };
    let bracket = Bracket::new(&case.position, Vec::new(), ids(0..3));
    let others = Bracket::new(&case.position, Vec::new(), ids(1..3));
    for rule in ["C10", "C11"] {
        assert_eq!(case.capacities(rule, &bracket), [3]);
        assert_eq!(case.capacities(rule, &others), [0]);
        assert_eq!(case.cost(rule, &bracket, pair(0, 1)), [1]);
        assert_eq!(case.cost(rule, &bracket, pair(0, 2)), [0]);
        assert_eq!(case.cost(rule, &bracket, pair(1, 2)), [0]);
        assert_eq!(case.cost(rule, &bracket, float(0)), [0]);
    }
}

#[test]
fn an_edition_without_criteria_has_all_others() {
    let labels = |edition: &Edition| -> Vec<&str> {
        edition.criteria.iter().map(|rule| rule.label).collect()
    };
    for edition in [&DUTCH_2026, &DUTCH_2017] {
        for (row, rule) in edition.criteria.iter().enumerate() {
            let less = edition.without(&[rule.label]).expect("one of its rows");
            let mut expected = labels(edition);
            expected.remove(row);
            assert_eq!(labels(less), expected);
            assert_eq!((less.name, less.year), (edition.name, edition.year));
            assert!(
                less.without(&[expected[0]]).is_none(),
                "no edition of its own"
            );
        }
        let [first, second] = [0, 1].map(|row| edition.criteria[row].label);
        let less = edition.without(&[second, first]).expect("two of its rows");
        assert_eq!(labels(less), labels(edition)[2..]);
        let again = edition.without(&[first, second]).expect("two of its rows");
        assert!(std::ptr::eq(less, again), "kept once");
        assert!(edition.without(&[first, "C4"]).is_none());
    }
}

#[test]
fn every_weight_keeps_bits_apart() {
    fn check<W: Packed>() {
        let mut total = W::zero();
        total.deposit(0, 5);
        total.deposit(3, 1000);
        total.deposit(40, 3);
        total.deposit(40, 1);
        assert_eq!(total.extract(0, 3), 5);
        assert_eq!(total.extract(3, 10), 1000);
        assert_eq!(total.extract(40, 3), 4);
        assert_eq!(total.extract(42, 1), 1);
        assert_eq!(total.extract(0, 0), 0);
        assert_eq!(total.extract(40, 0), 0);
    }
    check::<i64>();
    check::<i128>();
    check::<Limbs<2>>();
    check::<BigInt>();
    // The solver needs two bits above.
    assert_eq!(<i64 as Packed>::CAPACITY_BITS, Some(62));
    assert_eq!(<i128 as Packed>::CAPACITY_BITS, Some(126));
    assert_eq!(<Limbs<2> as Packed>::CAPACITY_BITS, Some(126));
}
