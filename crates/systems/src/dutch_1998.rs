//! The Swiss system based on rating of 1998 (FIDE Handbook C.04.1, approved 1992, 1997 and 1998).
//!
//! A procedure, not a hierarchy of criteria: brackets are paired from the top by trying
//! transpositions, exchanges, dropped criteria and reduced numbers of pairs in a printed order, and
//! the first arrangement that complies is taken. The engine arrives at the arrangement the text
//! arrives at, but by asking matchings whether one exists instead of trying them one by one.
//!
//! # Articles
//! - A.2 to A.8, B.1 to B.6: `field`; A.3 and A.6 also in `bracket`;
//! - C.1, C.12 to C.14: `procedure`; C.2 to C.11, D.1, D.2: `bracket`;
//! - E, F.2, F.3: `colours`; F.1, F.4, F.5: this file.
//!
//! The text has gaps. Where arbiters will differ a reading is one of the [`Dutch1998Options`]
//! (`docs/src/systems/dutch-1998.md`); all others are listed in `docs/worked/dutch-1998.md`.
//! `edelweiss_judges::systems` has the same text read as literally as possible, by enumeration.
//!
//! The procedure may end without a result although a legal pairing exists: [`pair_round`] then says
//! by which step, and [`finish`] offers a legal pairing that the text does not reach.

mod bracket;
mod choice;
mod colours;
mod field;
mod graph;
mod instance;
mod nearest;
mod procedure;
mod tail;

use edelweiss_model::{
    Colour, Definitions, PlayerId, Position, Strength, Tournament, UnplayedFloat,
};
use edelweiss_pairing::{
    AbsoluteArticles, BracketRecord, Impossible, Outcome, ProcedureStep, RoundPairing, RuleCost,
    StepAction, assert_legal, boards_in_order,
};

use crate::swiss_system::{PairingUnit, SwissSystem};
use bracket::step;
use colours::{FirstColours, colour_of_higher};
use field::{Dutch1998Field, Floats, Protection};
use instance::Work;
use nearest::nearest;
use procedure::{CompletedBracket, Procedure, Stopped};

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "dutch",
    about: "FIDE (Dutch)",
    year: 1998,
    about_edition: "Dutch: the system based on rating, before it was called Dutch",
    until: None,
    name: NAME,
    definitions: Definitions::DUTCH_1998,
    edition: None,
    unit: PairingUnit::Game,
    proved: None,
    pair: |tournament, _, _| Ok(pair_round(tournament, &Dutch1998Options::default())),
    finish: Some(|tournament, _, _| Ok(finish(tournament, &Dutch1998Options::default()))),
    readings: &[],
    code: None,
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/dutch-1998.md",
};

/// The name of the system in results.
pub const NAME: &str = "Swiss system based on rating (1998)";

/// The name in results of [`finish`] that go beyond the text.
pub const NAME_BEYOND: &str = "Swiss system based on rating (1998), finished beyond the text";

/// Whom the note under B.6 frees from B.2, B.5 and B.6 in the last round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Over50 {
    /// The player with more than half of the points. The opponent stays protected.
    #[default]
    Player,
    /// Both players of a pair in which one has more than half of the points.
    WholePair,
}

/// What the players of two joined brackets are in the new one (C.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Joined {
    /// Those of the former penultimate bracket have been moved down, as by C.14 with p = 0.
    #[default]
    MovedDown,
    /// All are residents, except who had been moved down into the former penultimate bracket.
    Residents,
}

/// What "even numbered" refers to in E.5.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum E5 {
    /// The pairing number, given by the order before the first round (A.2).
    #[default]
    PairingNumber,
    /// The place in S1. It differs when somebody misses the first round.
    PlaceInS1,
}

/// When C.9 is reached from the remainder of a heterogeneous bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum C9 {
    /// In the order of the articles: before another opponent is tried for a player moved down
    /// (C.10).
    #[default]
    WithinRemainder,
    /// In the order of importance of the criteria: after all opponents of the players moved down.
    AfterAllOpponents,
}

/// The x of the remainder of a heterogeneous bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RemainderX {
    /// Calculated anew (C.6: "Start at C2").
    #[default]
    Calculated,
    /// What the players moved down have left of the x of the whole bracket (B.4: "x is deducted by
    /// one each time").
    Carried,
}

/// What happens when not one of the players moved down can be paired (C.14 with p = 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unpairable {
    /// "The entire score bracket is moved down."
    #[default]
    BracketMovesDown,
    /// Only they are moved down; the residents are paired.
    FloatOn,
}

/// Readings in which arbiters differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dutch1998Options {
    /// C.9 and C.10.
    pub c9: C9,
    /// C.2 and C.6.
    pub x_of_remainder: RemainderX,
    /// C.14.
    pub unpairable: Unpairable,
    /// The note under B.6.
    pub over_50: Over50,
    /// When a round without a game is a float (A.4, A.5, F.2). The default is
    /// [`UnplayedFloat::ByeAndForfeits`]; [`UnplayedFloat::ByeOnly`] and [`UnplayedFloat::Always`]
    /// are defended, too.
    pub unplayed_float: UnplayedFloat,
    /// C.13.
    pub joined: Joined,
    /// E.5.
    pub e5: E5,
}

impl Default for Dutch1998Options {
    fn default() -> Self {
        Self {
            c9: C9::default(),
            x_of_remainder: RemainderX::default(),
            unpairable: Unpairable::default(),
            over_50: Over50::default(),
            unplayed_float: UnplayedFloat::ByeAndForfeits,
            joined: Joined::default(),
            e5: E5::default(),
        }
    }
}

impl Dutch1998Options {
    fn definitions(self) -> Definitions {
        Definitions {
            unplayed_float: self.unplayed_float,
            ..Definitions::DUTCH_1998
        }
    }
}

/// Pairs the next round of `tournament`.
///
/// [`Impossible::NoLegalPairing`] if B.1 and B.2 allow no pairing of everybody;
/// [`Impossible::ProcedureEnded`] if they do, but the procedure does not find one; and
/// [`Impossible::GivenUp`] where the search for the first arrangement exceeds a fixed amount of work.
///
/// Cost: a few questions per bracket, each of a few searches of O(n²/64) for n players in it, and at most
/// one search per decision of the sequence. Memory: n²/8 bytes, several times.
///
/// # Panics
/// Only on a defect of this library: a finished round that breaks B.1 or B.2 is never returned.
pub fn pair_round(tournament: &Tournament, options: &Dutch1998Options) -> Outcome {
    pair_within(tournament, *options, &Work::default())
}

/// As [`pair_round`], with so much work.
fn pair_within(tournament: &Tournament, options: Dutch1998Options, work: &Work) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let position = Position::derive(tournament, &options.definitions());
    let field = Dutch1998Field::new(&position, options, work);
    match Procedure::new(&field).run() {
        Ok(records) => {
            let pairs = records.iter().flat_map(|record| &record.paired.pairs);
            let bye = records.last().and_then(|r| r.paired.floaters.first());
            let brackets = records.iter().map(|record| describe(&field, record));
            let first = FirstColours::new(tournament, options.e5);
            Outcome::Paired(RoundPairing {
                rules: NAME,
                brackets: brackets.collect(),
                ..publish(&field, &first, pairs.copied().collect(), bye.copied())
            })
        }
        Err(stopped) => Outcome::Impossible(match (field.witness(), stopped) {
            (Some(witness), _) => Impossible::NoLegalPairing(witness),
            (None, Stopped::Ended(ended)) => Impossible::ProcedureEnded {
                article: ended.article,
                detail: ended.detail,
            },
            (None, Stopped::Exhausted) => Impossible::GivenUp,
        }),
    }
}

/// As [`pair_round`], but where the procedure ends without a result although a legal pairing exists,
/// or its search is given up, the legal pairing nearest to the text, marked by the name [`NAME_BEYOND`].
///
/// Nearest means, in the order of the criteria: the smallest sum of squared score differences
/// (B.3; the player with the bye counts as meeting the lowest score), then the fewest refused colour
/// preferences (B.4), then the fewest breaches of B.5, then of B.6; of those, the one in which the highest
/// ranked player meets the highest ranked opponent, and so on downwards.
pub fn finish(tournament: &Tournament, options: &Dutch1998Options) -> Outcome {
    let outcome = pair_round(tournament, options);
    if !matches!(
        outcome,
        Outcome::Impossible(Impossible::ProcedureEnded { .. } | Impossible::GivenUp)
    ) {
        return outcome;
    }
    let position = Position::derive(tournament, &options.definitions());
    let work = Work::default();
    let field = Dutch1998Field::new(&position, *options, &work);
    let Some((pairs, bye)) = nearest(&field) else {
        return outcome;
    };
    let first = FirstColours::new(tournament, options.e5);
    Outcome::Paired(RoundPairing {
        rules: NAME_BEYOND,
        ..publish(&field, &first, pairs, bye)
    })
}

type PairList = Vec<(PlayerId, PlayerId)>;

/// Whether the pair breaks B.5, and whether it breaks B.6 only.
fn breaches(field: &Dutch1998Field, a: PlayerId, b: PlayerId) -> [u64; 2] {
    let keeps = |floats| {
        let protection = Protection {
            down: floats,
            up: floats,
        };
        field.keeps_floats(a, b, protection)
    };
    let b5 = u64::from(!keeps(Floats::WithoutB6));
    [b5, u64::from(!keeps(Floats::Kept)) - b5]
}

/// Colours (E) and order (F.1) of the boards, and the last look before they leave.
fn publish(
    field: &Dutch1998Field,
    first: &FirstColours,
    pairs: PairList,
    bye: Option<PlayerId>,
) -> RoundPairing {
    let position = field.position;
    let mut ranked = pairs;
    for (a, b) in &mut ranked {
        if position.is_higher(*b, *a) {
            std::mem::swap(a, b);
        }
    }
    let boards = boards_in_order(
        ranked,
        |id| field.score(id),
        |higher, lower| colour_of_higher(field, first, higher, lower),
    );
    let articles = AbsoluteArticles {
        rematch: "B.1.a",
        bye: "B.1.b",
        colour: "B.2",
    };
    let may_have = |id, colour| {
        let state = position.player(id);
        let refused = state.strength == Strength::Absolute && state.preference != Some(colour);
        !refused || state.topscorer
    };
    assert_legal(position, &boards, bye, articles, |board| {
        may_have(board.white, Colour::White) && may_have(board.black, Colour::Black)
    });
    RoundPairing {
        round: position.round(),
        rules: NAME,
        boards,
        bye,
        given_bye: position.given_bye(),
        replaced: None,
        defect: None,
        brackets: Vec::new(),
    }
}

/// A bracket as people follow it: refused preferences, and breaches of B.5 and of B.6.
fn describe(field: &Dutch1998Field, record: &CompletedBracket) -> BracketRecord {
    let pairs = record.paired.pairs.clone();
    let refused = (pairs.iter()).filter(|(a, b)| field.refuses_a_wish(*a, *b));
    let refused = refused.count() as u64;
    let mut repeats = [0; 2];
    for (a, b) in &pairs {
        let [b5, b6] = breaches(field, *a, *b);
        repeats[0] += b5;
        repeats[1] += b6;
    }
    // C.1 and C.14, before everything else.
    let (full, shape) = (record.bracket.full_shape(), record.shape);
    let (most, made) = (full.top + full.rest, shape.top + shape.rest);
    let mut steps = Vec::new();
    if !record.without_opponent.is_empty() {
        steps.push(ProcedureStep {
            players: record.without_opponent.clone(),
            ..step("C.1", StepAction::MoveDown)
        });
    }
    if made < most {
        let again = step("C.13", StepAction::PairAgain);
        let is_penultimate = record.paired.steps.contains(&again);
        let article = if is_penultimate { "C.13" } else { "C.14" };
        steps.push(step(article, StepAction::MakeFewerPairs(made)));
    }
    steps.extend(record.paired.steps.iter().cloned());
    let cost = |label, count| RuleCost {
        label,
        fields: vec![count],
    };
    let residents = [record.bracket.residents(), &record.without_opponent].concat();
    BracketRecord {
        mdps: record.bracket.moved().to_vec(),
        pairs,
        floaters: [&record.paired.floaters[..], &record.without_opponent].concat(),
        costs: vec![
            cost("B.4", refused),
            cost("B.5", repeats[0]),
            cost("B.6", repeats[1]),
        ],
        steps,
        ..BracketRecord::of_residents(residents)
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_model::{
        Colour, ForbiddenGroup, GameResult, Player, RoundEntry, TournamentData, Tpn,
    };

    use super::*;

    /// Two clubs of which nobody meets a member, the stronger players in the first, after some rounds.
    /// Of ten games three are drawn, and so many are won by the first club.
    fn clubs(n: u32, rounds: u32, first_wins: u32, work: &Work) -> Tournament {
        let mut data = TournamentData::default();
        for number in 1..=n {
            let number = Tpn::new(number).expect("1..=9999");
            data.players.push(Player::new(number));
        }
        let ids = |range: std::ops::Range<u32>| range.map(|v| PlayerId::from_index(v as usize));
        for players in [ids(0..n / 2).collect(), ids(n / 2..n).collect()] {
            data.forbidden.push(ForbiddenGroup {
                first: edelweiss_model::RoundNumber::FIRST,
                last: None,
                players,
            });
        }
        for round in 0..rounds {
            let tournament = data.build().expect("rounds are mirrored");
            let outcome = pair_within(&tournament, Dutch1998Options::default(), work);
            data = tournament.into_data();
            let Outcome::Paired(paired) = outcome else {
                panic!("round {round}: {outcome:?}");
            };
            for (place, board) in paired.boards.iter().enumerate() {
                let first_is_white = board.white.index() < n as usize / 2;
                let results = match (7 * place as u32 + round) % 10 {
                    0..3 => [GameResult::Draw, GameResult::Draw],
                    lot if (lot < 3 + first_wins) == first_is_white => {
                        [GameResult::Win, GameResult::Loss]
                    }
                    _ => [GameResult::Loss, GameResult::Win],
                };
                let sides = [
                    (board.white, board.black, Colour::White, results[0]),
                    (board.black, board.white, Colour::Black, results[1]),
                ];
                for (player, opponent, colour, result) in sides {
                    let entry = RoundEntry::Paired {
                        opponent,
                        colour: Some(colour),
                        result,
                    };
                    data.players[player.index()].entries.push(entry);
                }
            }
        }
        data.build().expect("rounds are mirrored")
    }

    #[test]
    fn a_search_beyond_its_budget_is_given_up_and_a_legal_pairing_offered() {
        let tournament = clubs(20, 2, 4, &Work::default());
        let paired = pair_round(&tournament, &Dutch1998Options::default());
        assert!(matches!(paired, Outcome::Paired(_)));
        let outcome = pair_within(&tournament, Dutch1998Options::default(), &Work::new(10));
        let Outcome::Impossible(why) = outcome else {
            panic!("ten words are too few for twenty players");
        };
        assert_eq!(why, Impossible::GivenUp);
    }

    /// A count and no time: what six rounds of two clubs take, with room for a change of the matchings
    /// that are found first, and not for another power of the number of players. Where the first club
    /// wins, more of it are moved down into a bracket than the second has players there.
    #[test]
    fn two_clubs_take_little_of_the_budget() {
        for first_wins in [4, 5] {
            for (n, most) in [(40, 150_000), (80, 500_000), (160, 2_000_000)] {
                let work = Work::default();
                let before = work.left();
                clubs(n, 6, first_wins, &work);
                let taken = before - work.left();
                assert!(taken <= most, "{n} players, {first_wins} of 10: {taken}");
            }
        }
    }
}
