//! The Burstein System, applied from 1 February 2026.
//!
//! # Articles
//! C.04.4.2 (2026). The functions of this module stand in the order of the text:
//! [`seeding_rounds`] (1.6), [`indices`] (1.7), the ranking (1.8), [`pair_round`] (1.9), the
//! criteria table (2), the bye (3.1), the brackets (3.2, 4), the colours (5).
//!
//! Deliberately absent: earlier editions, whose Index was another one, and topscorers, whom this
//! system does not know: C3 has no exception.
//!
//! Every choice that the text leaves open is a field of [`BursteinOptions`]; its default is the reading
//! recommended in the documentation of the system.

mod bounds;
mod bracket;
mod index;

use std::cmp::Reverse;

use edelweiss_model::{
    ByeBar, Colour, Definitions, PlayerId, Position, RoundNumber, Strength, Tournament,
};
use edelweiss_pairing::{
    BracketRecord, ColourReason, Impossible, Outcome, RoundPairing, Rules, boards_in_order,
    colour_of_higher,
};
use edelweiss_weights::{
    Bracket, ColourRefused, ColourRule, Completion, DUTCH_2026, Downfloaters, Edition,
    FloaterScores, LookAhead, Rule,
};

use crate::legal_pairs::LegalPairs;
use crate::round_graph::RoundGraph;
use crate::swiss_system::{PairingUnit, ProvedProcedure, SwissSystem};
use bracket::BursteinTask;
pub use index::{Index, indices};

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "burstein",
    about: "Burstein",
    year: 2026,
    about_edition: "In force from 1 February 2026",
    until: None,
    name: "Burstein System, edition of 1 February 2026",
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::Game,
    proved: Some(ProvedProcedure::Indices(&DUTCH_2026)),
    pair: |tournament, _, _| Ok(pair_round(tournament, &BursteinOptions::default())),
    finish: None,
    readings: &[],
    code: Some("FIDE_BURSTEIN"),
    other_codes: &[],
    drop_in: Some("--burstein"),
    asks_ratings: None,
    number_teams: None,
    page: "systems/burstein-2026.md",
};

/// What counts as a game when 3.1.4 asks who "has played the highest number of games".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GamesCounted {
    /// Games played over the board, as everywhere else in the text.
    #[default]
    OverTheBoard,
    /// Pairings, forfeited ones included.
    Paired,
}

/// Which zero-point byes 1.7.2.2 turns into draws: "a series of consecutive zero-point-byes up to
/// the current round, each of the ones gathered in previous rounds".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ZeroPointByes {
    /// The current round is the one being paired: only of players who miss it, too, without points,
    /// all byes of the unbroken run before it.
    #[default]
    AbsentNow,
    /// The current round is the last finished one, and its own bye counts: every run that reaches
    /// it, also of a player who is back.
    LastRound,
    /// The current round is the last finished one, and its own bye does not count: the run before
    /// it.
    BeforeLast,
}

/// What continues a run of zero-point byes (1.7.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunKind {
    /// Zero-point byes and absences only.
    #[default]
    Byes,
    /// Forfeit losses as well.
    ByesAndForfeitLosses,
}

/// The choices that the text leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BursteinOptions {
    /// Number of seeding rounds where it does not follow from the number of rounds (1.6.2).
    pub seeding_rounds: Option<u16>,
    /// 3.1.1 names fewer bars from the bye than C2, to which it refers; C2 decides by default.
    pub bye_bar: ByeBar,
    /// 3.1.4.
    pub games_counted: GamesCounted,
    /// 1.7.2.2.
    pub zero_point_byes: ZeroPointByes,
    /// 1.7.2.2.
    pub run_kind: RunKind,
    /// 1.7.2.2 speaks of a benefit of the opponents. With `true` it counts in the player's own
    /// Index, too.
    pub draws_count_for_oneself: bool,
}

impl Default for BursteinOptions {
    fn default() -> Self {
        Self {
            seeding_rounds: None,
            bye_bar: ByeBar::WinWithoutPlaying,
            games_counted: GamesCounted::default(),
            zero_point_byes: ZeroPointByes::default(),
            run_kind: RunKind::default(),
            draws_count_for_oneself: false,
        }
    }
}

/// Article 2.3. C1-C4 decide what is possible; these rows compare.
pub static BURSTEIN_2026: Edition = Edition {
    name: "Burstein System, edition of 1 February 2026",
    year: 2026,
    definitions: Definitions::DUTCH_2026,
    completion: Completion::EveryBracket,
    criteria: &[
        Rule {
            label: "C5",
            article: "2.3.1",
            summary: "outgoing floaters",
            criterion: &Downfloaters,
        },
        Rule {
            label: "C6",
            article: "2.3.2",
            summary: "scores of the outgoing floaters",
            criterion: &FloaterScores,
        },
        Rule {
            label: "C7",
            article: "2.3.3",
            summary: "C5 and C6 in the following bracket",
            criterion: &LookAhead {
                inner: &[&Downfloaters, &FloaterScores],
            },
        },
        Rule {
            label: "C8",
            article: "2.3.4",
            summary: "refused colour preferences",
            criterion: &ColourRefused {
                rule: ColourRule::Any,
            },
        },
    ],
};

/// 1.6.2: half the number of rounds, rounded down, or 4, whichever is lower.
pub fn seeding_rounds(rounds_total: RoundNumber) -> u16 {
    (rounds_total.get() / 2).min(MOST_SEEDING_ROUNDS)
}

/// 1.6.2.
const MOST_SEEDING_ROUNDS: u16 = 4;

/// Pairs the next round of `tournament`.
///
/// In a seeding round this is the FIDE (Dutch) System in its edition of the same date, with its own
/// bye, floats and colours (1.6.1). Where the number of rounds is missing and decides whether the
/// round is a seeding round, the answer is [`Impossible::ProcedureEnded`] at 1.6.2.
///
/// Cost: per bracket of n players with the next scoregroup, one matching for each of the few costs of
/// C5-C8, on bit rows ([`edelweiss_matching::LexicographicOptima::keep`]), and O(n²/64 + n) at most per decision of
/// Article 4; over everybody unpaired where that leaves no completion.
///
/// # Panics
/// Only on a defect of this library: a round that breaks an absolute criterion is never returned.
pub fn pair_round(tournament: &Tournament, options: &BursteinOptions) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    match is_seeding_round(tournament, options) {
        Some(true) => edelweiss_pairing::pair_round(tournament, &Rules::dutch_2026()),
        Some(false) => pair_after_seeding(tournament, options),
        None => Outcome::Impossible(Impossible::ProcedureEnded {
            article: "C.04.4.2 1.6.2",
            detail: format!(
                "the number of rounds of the event is missing, so round {round} may or may not be a seeding round"
            ),
        }),
    }
}

/// 1.6. `None` where the number of rounds is missing and would decide.
fn is_seeding_round(tournament: &Tournament, options: &BursteinOptions) -> Option<bool> {
    let round = tournament.next_round().get();
    let seeding = options
        .seeding_rounds
        .or_else(|| tournament.rounds_total.map(seeding_rounds));
    match seeding {
        Some(seeding) => Some(round <= seeding),
        None if round > MOST_SEEDING_ROUNDS => Some(false),
        None => None,
    }
}

/// 1.9: the bye, then bracket by bracket from the top.
fn pair_after_seeding(tournament: &Tournament, options: &BursteinOptions) -> Outcome {
    let definitions = Definitions {
        bye_bar: options.bye_bar,
        ..BURSTEIN_2026.definitions
    };
    let position = Position::derive(tournament, &definitions);
    let ranking = Ranking(indices(tournament, options));
    let bye_allowed = position.players().iter().map(|player| player.bye_allowed);
    // 2.1.1 [C1], 2.1.3 [C3] and the arbiter's bans.
    let absolute = |id: PlayerId| {
        let player = position.player(id);
        (player.preference).filter(|_| player.strength == Strength::Absolute)
    };
    let graph = RoundGraph(LegalPairs::new(
        &position,
        bye_allowed.collect(),
        |id| position.games(id).iter().map(|(opponent, _)| *opponent),
        absolute,
        |a, b| a.is_some() && a == b,
    ));
    let candidates = bye_candidates(tournament, &position, &ranking, options.games_counted);
    let bye = match graph.choose_bye(&candidates) {
        Ok(bye) => bye,
        Err(witness) => return Outcome::Impossible(Impossible::NoLegalPairing(witness)),
    };
    let brackets = pair_brackets(&position, &graph, &ranking, bye);
    let boards = boards_in_order(
        (brackets.iter()).flat_map(|bracket| bracket.pairs.iter().copied()),
        |id| position.player(id).score,
        |higher, lower| allocate_colours(&position, higher, lower),
    );
    graph.assert_legal(position.present(), &boards, bye);
    Outcome::Paired(RoundPairing {
        round: position.round(),
        rules: BURSTEIN_2026.name,
        boards,
        bye,
        given_bye: position.given_bye(),
        replaced: None,
        defect: None,
        brackets,
    })
}

/// 1.8: by Index, then by number. Scores are not used.
struct Ranking(Vec<Index>);

impl Ranking {
    /// Smaller keys rank higher.
    fn key(&self, id: PlayerId) -> (Reverse<Index>, PlayerId) {
        (Reverse(self.0[id.index()]), id)
    }

    fn sorted(&self, players: impl IntoIterator<Item = PlayerId>) -> Vec<PlayerId> {
        let mut sorted: Vec<PlayerId> = players.into_iter().collect();
        sorted.sort_by_key(|id| self.key(*id));
        sorted
    }
}

/// 3.1.3-3.1.5: everybody to be paired, in the order in which they should have the bye. Whether they
/// may (3.1.1) and what they leave (3.1.2) is the business of the matching.
fn bye_candidates(
    tournament: &Tournament,
    position: &Position,
    ranking: &Ranking,
    counted: GamesCounted,
) -> Vec<PlayerId> {
    let games = |id: PlayerId| match counted {
        GamesCounted::OverTheBoard => position.games(id).len(),
        GamesCounted::Paired => (tournament.player(id).entries.iter())
            .take(position.round().index())
            .filter(|entry| entry.opponent().is_some())
            .count(),
    };
    let mut candidates = position.present().to_vec();
    candidates.sort_by_key(|&id| {
        let lowest_ranked_first = Reverse(ranking.key(id));
        (
            position.player(id).score,
            Reverse(games(id)),
            lowest_ranked_first,
        )
    });
    candidates
}

/// 1.9.2 and 3.2: the scoregroups in descending order, each with the floaters of the one above.
fn pair_brackets(
    position: &Position,
    graph: &RoundGraph,
    ranking: &Ranking,
    bye: Option<PlayerId>,
) -> Vec<BracketRecord> {
    let to_pair: Vec<PlayerId> = (position.present().iter().copied())
        .filter(|id| Some(*id) != bye)
        .collect();
    let scoregroups: Vec<Vec<PlayerId>> = to_pair
        .chunk_by(|a, b| position.player(*a).score == position.player(*b).score)
        .map(|group| ranking.sorted(group.iter().copied()))
        .collect();
    let mut floaters: Vec<PlayerId> = Vec::new();
    let mut records = Vec::new();
    for (group, residents) in scoregroups.iter().enumerate() {
        let next = scoregroups.get(group + 1).cloned().unwrap_or_default();
        let below = scoregroups.get(group + 2..).unwrap_or_default().concat();
        let mut bracket = Bracket::new(position, floaters.clone(), residents.clone());
        if !next.is_empty() {
            bracket = bracket.followed_by(position, &next, false);
        }
        let task = BursteinTask {
            position,
            graph,
            edition: &BURSTEIN_2026,
            players: ranking.sorted(bracket.players()),
            bracket,
            next,
            below,
        };
        let found = task.solve();
        records.push(BracketRecord {
            mdps: std::mem::replace(&mut floaters, found.floaters.clone()),
            pairs: found.pairs,
            floaters: found.floaters,
            costs: found.costs,
            ..BracketRecord::of_residents(residents.clone())
        });
    }
    records
}

/// Article 5. The ladder is that of the Dutch system under other numbers, with "higher ranked" read
/// by 1.8; the wider colour difference of two absolute preferences cannot come up under C3.
fn allocate_colours(
    position: &Position,
    higher: PlayerId,
    lower: PlayerId,
) -> (Colour, ColourReason) {
    let (colour, reason) = colour_of_higher(position, higher, lower);
    let article = match reason {
        ColourReason::InitialColour => "5.2.1",
        ColourReason::BothGranted => "5.2.2",
        ColourReason::Stronger | ColourReason::WiderDifference => "5.2.3",
        ColourReason::Alternated => "5.2.4",
        ColourReason::HigherRanked => "5.2.5",
        ColourReason::Article(article) => article,
    };
    (colour, ColourReason::Article(article))
}
