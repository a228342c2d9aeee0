//! What comes out of pairing a round.

use std::fmt;

use crate::ColourReason;
use edelweiss_model::{Colour, PlayerId, RoundNumber};
use edelweiss_weights::{CostVector, Edition};

/// A round, or the reason why there is none.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The round.
    Paired(RoundPairing),
    /// The rules leave the decision to the arbiter (C.04.3 (2026) 1.9.3).
    Impossible(Impossible),
}

/// Two players and their colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Plays White.
    pub white: PlayerId,
    /// Plays Black.
    pub black: PlayerId,
    /// The rule that decided the colours.
    pub colour_reason: ColourReason,
}

impl Board {
    /// The board of two players, of whom the first has this colour for this reason.
    pub fn seated(
        player: PlayerId,
        opponent: PlayerId,
        (colour, colour_reason): (Colour, ColourReason),
    ) -> Self {
        let (white, black) = match colour {
            Colour::White => (player, opponent),
            Colour::Black => (opponent, player),
        };
        Self {
            white,
            black,
            colour_reason,
        }
    }
}

/// A complete round.
#[derive(Clone, Debug)]
pub struct RoundPairing {
    /// Which round.
    pub round: RoundNumber,
    /// The rules applied, as people name them.
    pub rules: &'static str,
    /// Boards in publication order (C.04.2 (2026) 3.6): pairing score of the higher ranked player,
    /// sum of both, initial order of the higher ranked player.
    pub boards: Vec<Board>,
    /// Who receives the pairing-allocated bye.
    pub bye: Option<PlayerId>,
    /// To whom the arbiter had given the bye of this round beforehand.
    pub given_bye: Option<PlayerId>,
    /// How the round came about, bracket by bracket from the top.
    pub brackets: Vec<BracketRecord>,
    /// 2017 A.9: the penultimate bracket as it was paired first, which left no completion.
    pub replaced: Option<BracketRecord>,
    /// Why the round comes from the reference engine although the fast one was asked.
    pub defect: Option<Defect>,
}

/// The fast engine failed in a round, by a defect of this library, and the reference engine paired it.
///
/// The round is right; whoever sees this should send the tournament to the developers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// What the fast engine said.
    pub message: String,
}

/// The kind of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// One scoregroup and the players who floated into it.
    Normal,
    /// 2017 A.9: paired again because its first pairing left no completion.
    Penultimate,
    /// 2017 A.9: the floaters of the penultimate bracket and everybody below.
    CollapsedLast,
}

/// What of the engine found a bracket's pairing, from what it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// A table over the subsets of a small bracket in a small field.
    Table,
    /// Nobody of the bracket may meet anybody of it.
    Nobody,
    /// The bracket's own players.
    Alone,
    /// The bracket with the next scoregroup.
    Next,
    /// Everybody who is left.
    Everybody,
}

/// One bracket as it was paired. Players are sorted, highest ranked first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketRecord {
    /// The kind.
    pub route: Route,
    /// Players moved down into it.
    pub mdps: Vec<PlayerId>,
    /// Its residents.
    pub residents: Vec<PlayerId>,
    /// Pairs, the higher ranked player first, sorted by that player.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who leaves it unpaired.
    pub floaters: Vec<PlayerId>,
    /// Which level of the Dutch engines found the pairing; whichever does, it is the same.
    pub level: Option<Level>,
    /// What the pairing costs, rule by rule in priority order, where the engine comes across it; of the
    /// Dutch systems' engines only the reference does. [`costs_of`](crate::costs_of) tells it of any
    /// round of theirs.
    pub costs: Vec<RuleCost>,
    /// In systems that are procedures the steps by which it was paired, in order; the last ones decided.
    pub steps: Vec<ProcedureStep>,
}

impl BracketRecord {
    /// A bracket of these residents in which nobody is paired yet.
    #[must_use]
    pub fn of_residents(residents: Vec<PlayerId>) -> Self {
        Self {
            route: Route::Normal,
            mdps: Vec::new(),
            residents,
            pairs: Vec::new(),
            floaters: Vec::new(),
            level: None,
            costs: Vec::new(),
            steps: Vec::new(),
        }
    }
}

/// A step of a procedure in one bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcedureStep {
    /// The article that has it.
    pub article: &'static str,
    /// What was done.
    pub action: StepAction,
    /// With these players, in this order.
    pub players: Vec<PlayerId>,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepAction {
    /// The players find no opponent in the bracket and move down.
    MoveDown,
    /// The bracket is paired again so that the one below it can be paired.
    PairAgain,
    /// It is joined with the bracket above it.
    Join,
    /// It makes this many pairs, fewer than its players would make.
    MakeFewerPairs(usize),
    /// How many more colour preferences may be refused than the numbers alone ask for.
    RefuseMore(usize),
    /// Floats are no longer protected.
    AllowFloats {
        /// Upfloats, else downfloats.
        up: bool,
        /// Those of the last round, too, not only those of the round before it.
        last: bool,
    },
    /// The first half meets the second in order.
    MeetInOrder,
    /// The players moved down meet these, in their order.
    MovedDownMeet,
    /// The second half stands in this order.
    Transpose,
    /// The players change places: the first half of them leave S1 for the others.
    Exchange,
    /// The players come from above and are paired first.
    PairFloaters,
    /// The players are transferred from a lower group.
    TransferUp,
    /// The players leave the group so that the others can be paired.
    LeaveGroup,
    /// The players stand in the column of the colour that is not due to them.
    ChangeColumn,
    /// The two meet by an exchange within a column.
    ChangeRow,
    /// A column is arranged anew, in this order.
    ArrangeColumn,
    /// The two meet although they stand in one column.
    MeetInColumn,
    /// The pair of a neighbouring group is split, and both move in.
    SplitPair,
    /// These meet two by two, by exchanges of the proposed opponents.
    MeetByExchange,
    /// The limits of colours do not hold in the group.
    DropColourLimits,
    /// Everybody was ranked anew, in this order.
    RankAnew,
    /// Two may meet again after so many rounds between.
    ShortenDistance(usize),
    /// The next of the ranking meet.
    MeetNeighbour,
    /// These meet two by two although others stand between them.
    PassOver,
}

/// The cost of a bracket's pairing under one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleCost {
    /// Label of the rule, such as `C12`.
    pub label: &'static str,
    /// Its fields, most important first; empty where the rule does not apply.
    pub fields: Vec<u64>,
}

impl RuleCost {
    /// The costs under their labels.
    pub(crate) fn by_rule(edition: &Edition, costs: CostVector) -> Vec<Self> {
        (edition.criteria.iter().zip(costs.0))
            .map(|(rule, fields)| Self {
                label: rule.label,
                fields,
            })
            .collect()
    }
}

/// Why no round is paired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// All rounds of the event have been paired.
    NoRoundLeft {
        /// The rounds of the event.
        total: RoundNumber,
    },
    /// No pairing obeys the absolute criteria.
    NoLegalPairing(Witness),
    /// A procedure of the rules ends without a result although a legal pairing may exist; the
    /// arbiter decides. No edition of the Dutch system paired here does that.
    ProcedureEnded {
        /// The article at which it ends.
        article: &'static str,
        /// What happened there, for people.
        detail: String,
    },
    /// The search for the pairing that the rules ask for was given up after a fixed amount of work, the
    /// same on every machine. A legal pairing may exist; no round is better than a wrong one.
    GivenUp,
}

/// In a line; who proves that there is no legal pairing says more.
impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoundLeft { total } => {
                write!(f, "no round is left: {total} of {total} rounds have been paired")
            }
            Self::NoLegalPairing(_) => f.write_str("no legal pairing exists"),
            Self::ProcedureEnded { article, detail } => write!(
                f,
                "the procedure of the rules ends without a pairing at article {article}: {detail}"
            ),
            Self::GivenUp => f.write_str(
                "the search for the pairing that the rules ask for was given up, as it would take too long",
            ),
        }
    }
}

/// Proof that no complete pairing exists, after Tutte (1947) and Berge (1958).
///
/// Take the players of `barrier` away. The others fall into groups; a pair under the absolute
/// criteria stays within one group. Each of `components` is such a group with an odd number of
/// members, so each needs a partner outside it, and only the barrier (or the bye) can provide one.
/// There are more groups than that.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// The players taken away.
    pub barrier: Vec<PlayerId>,
    /// Whether the bye, too, is taken away with them and serves one group.
    pub bye_in_barrier: bool,
    /// The odd groups. A group may consist of the bye alone, which then is an empty list: nobody
    /// outside the barrier may receive it.
    pub components: Vec<Vec<PlayerId>>,
    /// Players who stay without a partner in a pairing of as many players as possible.
    pub unmatched: Vec<PlayerId>,
}
