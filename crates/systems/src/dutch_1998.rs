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
//! The text has gaps. Every reading chosen is listed in `docs/src/systems/dutch-1998.md`; where
//! arbiters will differ it is one of the [`Options`]. [`judge`] is the same text read as literally
//! as possible, by enumeration.
//!
//! The procedure may end without a result although a legal pairing exists: [`pair_round`] then says
//! by which step, and [`finish`] offers a legal pairing that the text does not reach.

mod bracket;
mod choice;
mod colours;
mod field;
mod graph;
mod instance;
pub mod judge;
mod procedure;

use std::cmp::Reverse;

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId, Weight};
use edelweiss_model::{
    Colour, Definitions, PlayerId, Position, Strength, Tournament, UnplayedFloat,
};
use edelweiss_pairing::{
    Board, BracketRecord, ColourReason, Impossible, Outcome, RoundPairing, Route, RuleCost,
};

use colours::{FirstColours, colour_of_higher};
use field::{Field, Floats, Protection};
use procedure::{Procedure, Record, Stopped};

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
pub struct Options {
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

impl Default for Options {
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

impl Options {
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
/// [`Impossible::ProcedureEnded`] if they do, but the procedure does not find one.
///
/// Cost: a few weighted matchings per bracket (O(n³) each for n players in it), and one trial per
/// decision of the sequence.
///
/// # Panics
/// Only on a defect of this library: a finished round that breaks B.1 or B.2 is never returned.
pub fn pair_round(tournament: &Tournament, options: &Options) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let position = Position::derive(tournament, &options.definitions());
    let field = Field::new(&position, *options);
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
/// the legal pairing nearest to the text, marked by the name [`NAME_BEYOND`].
///
/// Nearest means, in the order of the criteria: the smallest sum of squared score differences
/// (B.3; the player with the bye counts as meeting the lowest score), then the fewest refused colour
/// preferences (B.4), then the fewest breaches of B.5, then of B.6.
pub fn finish(tournament: &Tournament, options: &Options) -> Outcome {
    let outcome = pair_round(tournament, options);
    if !matches!(
        outcome,
        Outcome::Impossible(Impossible::ProcedureEnded { .. })
    ) {
        return outcome;
    }
    let position = Position::derive(tournament, &options.definitions());
    let field = Field::new(&position, *options);
    let Some((pairs, bye)) = nearest(&field) else {
        return outcome;
    };
    let first = FirstColours::new(tournament, options.e5);
    Outcome::Paired(RoundPairing {
        rules: NAME_BEYOND,
        ..publish(&field, &first, pairs, bye)
    })
}

type Pairs = Vec<(PlayerId, PlayerId)>;

/// See [`finish`].
fn nearest(field: &Field) -> Option<(Pairs, Option<PlayerId>)> {
    let players = field.position.present();
    let n = players.len() + players.len() % 2;
    let lowest = field.score(*players.last()?);
    let weight = |difference: i32, refused: bool, b5: i128, b6: i128| {
        // Counts stay below 2^14: there are at most 9,999 players.
        let squared = Limbs::<4>::from_i128(i128::from(difference).pow(2)).shl(42);
        let counts = (i128::from(refused) << 28) + (b5 << 14) + b6;
        squared.plus(&Limbs::from_i128(counts)).negated()
    };
    let graph = Dense::from_fn(n, |u, v| {
        let a = players[u.index()];
        let Some(&b) = players.get(v.index()) else {
            let difference = field.score(a).tenths() - lowest.tenths();
            let b5 = i128::from(!field.may_float_down(a, Floats::WithoutB6));
            let b6 = i128::from(!field.may_float_down(a, Floats::Kept)) - b5;
            return (field.may_have_bye(a)).then(|| weight(difference, false, b5, b6));
        };
        if !field.may_meet(a, b) {
            return None;
        }
        let difference = field.score(a).tenths() - field.score(b).tenths();
        let [b5, b6] = breaches(field, a, b).map(i128::from);
        Some(weight(difference, field.refuses_a_wish(a, b), b5, b6))
    });
    let mut solver = Solver::new(graph, &vec![Cover::Must; n]).ok()?;
    solver.solve().ok()?;
    let mut pairs = Vec::new();
    let mut bye = None;
    for (u, a) in players.iter().enumerate() {
        match solver.mate(VertexId::new(u)).map(VertexId::index) {
            Some(v) if v >= players.len() => bye = Some(*a),
            Some(v) if u < v => pairs.push((*a, players[v])),
            _ => {}
        }
    }
    Some((pairs, bye))
}

/// Whether the pair breaks B.5, and whether it breaks B.6 only.
fn breaches(field: &Field, a: PlayerId, b: PlayerId) -> [u64; 2] {
    let keeps = |floats| {
        let protection = Protection {
            down: floats,
            up: floats,
        };
        field.complies(a, b, protection)
    };
    let b5 = u64::from(!keeps(Floats::WithoutB6));
    [b5, u64::from(!keeps(Floats::Kept)) - b5]
}

/// Colours (E) and order (F.1) of the boards, and the last look before they leave.
fn publish(
    field: &Field,
    first: &FirstColours,
    pairs: Pairs,
    bye: Option<PlayerId>,
) -> RoundPairing {
    let position = field.position;
    let mut ranked = pairs;
    for (a, b) in &mut ranked {
        if position.is_higher(*b, *a) {
            std::mem::swap(a, b);
        }
    }
    ranked.sort_by_key(|(higher, lower)| {
        let (score, other) = (field.score(*higher), field.score(*lower));
        (Reverse(score), Reverse(score + other), *higher)
    });
    let boards: Vec<Board> = (ranked.into_iter())
        .map(|(higher, lower)| {
            let (colour, article) = colour_of_higher(field, first, higher, lower);
            let (white, black) = match colour {
                Colour::White => (higher, lower),
                Colour::Black => (lower, higher),
            };
            Board {
                white,
                black,
                colour_reason: ColourReason::Article(article),
            }
        })
        .collect();
    assert_legal(position, &boards, bye);
    RoundPairing {
        round: position.round(),
        rules: NAME,
        boards,
        bye,
        given_bye: position.given_bye(),
        brackets: Vec::new(),
    }
}

/// B.1, B.2 and completeness, from the position alone.
fn assert_legal(position: &Position, boards: &[Board], bye: Option<PlayerId>) {
    let mut seats = vec![0_u32; position.players().len()];
    for board in boards {
        let (white, black) = (board.white, board.black);
        assert!(!position.have_met(white, black), "B.1.a: a rematch");
        assert!(!position.is_banned(white, black), "a forbidden pair");
        for (player, colour) in [(white, Colour::White), (black, Colour::Black)] {
            seats[player.index()] += 1;
            let state = position.player(player);
            let refused = state.strength == Strength::Absolute && state.preference != Some(colour);
            assert!(!refused || state.topscorer, "B.2: an obligatory colour");
        }
    }
    if let Some(player) = bye {
        seats[player.index()] += 1;
        assert!(position.player(player).bye_allowed, "B.1.b: a second bye");
    }
    let odd = position.present().len() % 2 == 1;
    assert!(bye.is_some() == odd, "A.5: a bye in odd fields only");
    let everybody = (position.players().iter().zip(seats))
        .all(|(state, seats)| seats == u32::from(state.present));
    assert!(everybody, "everybody present is paired exactly once");
}

/// A bracket as people follow it: refused preferences, and breaches of B.5 and of B.6.
fn describe(field: &Field, record: &Record) -> BracketRecord {
    let pairs = record.paired.pairs.clone();
    let refused = (pairs.iter()).filter(|(a, b)| field.refuses_a_wish(*a, *b));
    let refused = refused.count() as u64;
    let mut repeats = [0; 2];
    for (a, b) in &pairs {
        let [b5, b6] = breaches(field, *a, *b);
        repeats[0] += b5;
        repeats[1] += b6;
    }
    let cost = |label, count| RuleCost {
        label,
        fields: vec![count],
    };
    BracketRecord {
        route: Route::Normal,
        mdps: record.bracket.moved().to_vec(),
        residents: [record.bracket.residents(), &record.without_opponent].concat(),
        pairs,
        floaters: [&record.paired.floaters[..], &record.without_opponent].concat(),
        costs: vec![
            cost("B.4", refused),
            cost("B.5", repeats[0]),
            cost("B.6", repeats[1]),
        ],
    }
}
