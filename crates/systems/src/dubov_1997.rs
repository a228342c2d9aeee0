//! The Dubov system approved by the General Assembly of 1997.
//!
//! A procedure for people with cards rather than a set of criteria. [`pair_round`] follows it group
//! by group in the order of its chapters: the bye (4), round one (5), and for every score group
//! from the top the floaters from above (8), the transfers (7), the two columns (6.2) with their
//! improvements (6.3), and whoever is left over (6.4).
//!
//! | articles | file |
//! |---|---|
//! | 1, 2 | `dubov_1997/entrant.rs` |
//! | 3 | `dubov_1997/colours.rs` |
//! | 4, 5 | `dubov_1997.rs` |
//! | 6.2, 6.3, 7.3, 7.4 | `dubov_1997/columns.rs` |
//! | 6.4, 8 | `dubov_1997/floaters.rs` |
//! | 7.1, 7.2 | `dubov_1997/transfers.rs` |
//!
//! The text has no way back to a higher group, so it can end without a result although the round
//! could be paired; chapter 9 then sends the arbiter to "the spirit of the basic principles".
//! [`pair_round`] says so ([`Impossible::ProcedureEnded`]), and [`finish`] offers a completion.
//!
//! Deliberately absent: a record of transfers. Tournament files hold none, so 2.5 counts the rounds
//! in which a player met a higher score.

mod colours;
mod columns;
mod entrant;
mod floaters;
mod options;
mod transfers;

use std::collections::BTreeMap;

use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_matching::{LexicographicOptima, VertexId};
use edelweiss_model::{Colour, Definitions, PlayerId, RoundNumber, Tournament};
use edelweiss_pairing::{
    Board, BracketRecord, ColourReason, Impossible, Outcome, ProcedureStep, RoundPairing, Route,
    StepAction, sort_boards,
};

use crate::best_pairings::{CostClasses, set_of};
use crate::swiss_system::{PairingUnit, SwissSystem};
use entrant::Dubov1997Field;
use options::{FLOATERS, NEWCOMERS};

pub use options::{ByeChoice, Dubov1997Options, FloaterChoice, Newcomers, TransferCount};

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "dubov",
    about: "Dubov",
    year: 1997,
    about_edition: "Dubov: its first edition",
    until: None,
    name: RULES,
    definitions: Definitions::DUTCH_1998,
    edition: None,
    unit: PairingUnit::Game,
    proved: None,
    pair: |tournament, _, options| Ok(pair_round_with(tournament, &options.into())),
    finish: Some(|tournament, _, options| Ok(finish(tournament, &options.into()))),
    readings: &[NEWCOMERS, FLOATERS],
    code: None,
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/dubov-1997.md",
};

/// What [`RoundPairing::rules`] says of a round that follows the text throughout.
pub const RULES: &str = "Dubov 1997";

/// What [`RoundPairing::rules`] says of a round that [`finish`] had to complete.
pub const RULES_FINISHED: &str = "Dubov 1997, completed under chapter 9";

/// Pairs the next round of `tournament` with the default readings.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::Outcome;
/// use edelweiss_systems::dubov_1997;
///
/// let mut data = TournamentData::default();
/// for number in 1..=5 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("five fresh players contradict nothing");
/// let Outcome::Paired(round) = dubov_1997::pair_round(&tournament) else {
///     panic!("round one can be paired");
/// };
/// assert_eq!(round.boards.len(), 2);
/// assert_eq!(round.bye, tournament.player_ids().last());
/// ```
pub fn pair_round(tournament: &Tournament) -> Outcome {
    pair_round_with(tournament, &Dubov1997Options::default())
}

/// Pairs the next round of `tournament`.
///
/// # Cost
/// O(n²) for n players, and O(n²/64 + n) per player of a group that cannot be paired, or whose rows
/// need changes of several rows together.
///
/// # Panics
/// Only on a defect of this library: a finished round that breaks a limitation of chapter 2 is
/// never returned.
pub fn pair_round_with(tournament: &Tournament, options: &Dubov1997Options) -> Outcome {
    let (field, procedure) = match run(tournament, *options) {
        Ok(run) => run,
        Err(impossible) => return Outcome::Impossible(impossible),
    };
    if procedure.unpaired.is_empty() {
        return Outcome::Paired(publish(&field, procedure, RULES));
    }
    let number = |id: &PlayerId| tournament.player(*id).number.to_string();
    let numbers: Vec<String> = procedure.unpaired.iter().map(number).collect();
    let detail = match procedure.sets_tried {
        Some(sets) => format!("the rows leave somebody over without any of {sets} sets of players"),
        None => format!("no opponent is left for {}", numbers.join(", ")),
    };
    Outcome::Impossible(Impossible::ProcedureEnded {
        article: procedure.ended_at,
        detail,
    })
}

/// Pairs the next round of `tournament`; where the procedure ends without a result, completes it
/// (chapter 9): the bye stays if a legal pairing of the others exists, else the next player in the
/// order of chapter 4 has it; the pairs of the procedure stay, the highest groups first, as long as
/// a legal pairing of the others exists; the others are paired with the smallest sum of squared
/// score differences, each in turn with the first possible opponent. [`RoundPairing::rules`] is [`RULES_FINISHED`] then.
///
/// The outcome is [`Impossible::NoLegalPairing`] only if there is none.
///
/// # Panics
/// As [`pair_round_with`].
pub fn finish(tournament: &Tournament, options: &Dubov1997Options) -> Outcome {
    let (field, mut procedure) = match run(tournament, *options) {
        Ok(run) => run,
        Err(impossible) => return Outcome::Impossible(impossible),
    };
    if procedure.unpaired.is_empty() {
        return Outcome::Paired(publish(&field, procedure, RULES));
    }
    let present = field.position.present();
    let mut open = present.to_vec();
    if procedure
        .bye
        .is_none_or(|bye| !field.legal.dispensable(present).contains(&bye))
    {
        let completable = field.legal.dispensable(present);
        let mut candidates = bye_candidates(&field);
        candidates.retain(|player| completable.contains(player));
        procedure.bye = candidates.first().copied();
    }
    open.retain(|player| Some(*player) != procedure.bye);
    let mut completions = PerfectMatching::new(field.legal.among(&open, 0), &[])
        .expect("without the bye the others can be paired");
    let vertex_of: BTreeMap<PlayerId, usize> = open.iter().copied().zip(0..).collect();
    let mut is_paired = vec![false; open.len()];
    for bracket in &mut procedure.brackets {
        bracket.pairs.retain(|(a, b)| {
            // The next bye is not among the vertices.
            let (Some(&a), Some(&b)) = (vertex_of.get(a), vertex_of.get(b)) else {
                return false;
            };
            let opponent = set_of(is_paired.len(), [b]);
            let stays = completions
                .match_first(VertexId::new(a), &opponent)
                .is_some();
            for v in [a, b] {
                is_paired[v] |= stays;
            }
            stays
        });
        let paired: Vec<PlayerId> = bracket.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        bracket.residents.retain(|player| paired.contains(player));
        bracket.mdps.retain(|player| paired.contains(player));
        bracket.floaters.clear();
    }
    open = (open.into_iter().zip(is_paired))
        .filter(|(_, is_paired)| !is_paired)
        .map(|(player, _)| player)
        .collect();
    procedure.brackets.push(BracketRecord {
        route: Route::CollapsedLast,
        pairs: nearest_scores(&field, &open),
        ..BracketRecord::of_residents(open)
    });
    Outcome::Paired(publish(&field, procedure, RULES_FINISHED))
}

/// How far the procedure got.
#[derive(Debug, Default)]
struct ProcedureProgress {
    bye: Option<PlayerId>,
    brackets: Vec<BracketRecord>,
    /// Who found no opponent; empty if the round is complete.
    unpaired: Vec<PlayerId>,
    /// The article at which it ended.
    ended_at: &'static str,
    /// How many sets of floaters were tried (6.4), if more would have to be.
    sets_tried: Option<usize>,
    /// Colours that do not follow from chapter 3: those of round one.
    drawn: Vec<Board>,
}

fn run(
    tournament: &Tournament,
    options: Dubov1997Options,
) -> Result<(Dubov1997Field, ProcedureProgress), Impossible> {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Err(Impossible::NoRoundLeft { total });
    }
    let field = Dubov1997Field::of(tournament, options);
    if let Some(witness) = field.legal.witness(field.position.present()) {
        return Err(Impossible::NoLegalPairing(witness));
    }
    let procedure = if round == RoundNumber::FIRST {
        first_round(&field)
    } else {
        later_round(&field, options)
    };
    Ok((field, procedure))
}

/// Chapter 5: the upper half of the list against the lower half. With virtual points every score
/// group is such a list; an odd one takes the first player of the next.
fn first_round(field: &Dubov1997Field) -> ProcedureProgress {
    let mut procedure = ProcedureProgress {
        ended_at: "5",
        ..ProcedureProgress::default()
    };
    let mut list = field.position.present().to_vec();
    if list.len() % 2 == 1 {
        procedure.bye = list.pop();
    }
    // The lot gives the first pair's upper player the initial colour.
    let mut colour = field.position.initial_colour().unwrap_or(Colour::White);
    while let Some(first) = list.first() {
        let score = field.score(*first);
        let size = list.partition_point(|id| field.score(*id) == score);
        let lower_groups = list.split_off(size + size % 2);
        let group = std::mem::replace(&mut list, lower_groups);
        let (upper, lower) = group.split_at(group.len() / 2);
        let mut pairs = Vec::new();
        for (&a, &b) in upper.iter().zip(lower) {
            if field.legal.allows(a, b) {
                pairs.push((a, b));
                let (white, black) = if colour == Colour::White {
                    (a, b)
                } else {
                    (b, a)
                };
                procedure.drawn.push(Board {
                    white,
                    black,
                    colour_reason: ColourReason::Article("5"),
                });
            } else {
                procedure.unpaired.extend([a, b]);
            }
            colour = !colour;
        }
        procedure.brackets.push(BracketRecord {
            pairs,
            ..BracketRecord::of_residents(group)
        });
    }
    procedure
}

/// Chapters 4 and 6 to 8.
fn later_round(field: &Dubov1997Field, options: Dubov1997Options) -> ProcedureProgress {
    let mut procedure = ProcedureProgress {
        ended_at: "6.4",
        ..ProcedureProgress::default()
    };
    let mut waiting = field.position.present().to_vec();
    if waiting.len() % 2 == 1 {
        let mut candidates = bye_candidates(field);
        if options.bye == ByeChoice::Completable {
            let completable = field.legal.dispensable(&waiting);
            candidates.retain(|player| completable.contains(player));
        }
        procedure.bye = candidates.first().copied();
        waiting.retain(|player| Some(*player) != procedure.bye);
    }
    let mut floaters: Vec<PlayerId> = Vec::new();
    while let Some(first) = waiting.first() {
        let score = field.score(*first);
        let size = waiting.partition_point(|id| field.score(*id) == score);
        let mut lower = waiting.split_off(size);
        let group = std::mem::take(&mut waiting);
        match pair_group(field, options, group, &mut floaters, &mut lower) {
            Ok(record) => procedure.brackets.push(record),
            Err(stuck) => {
                procedure.sets_tried = Some(stuck.sets_tried);
                procedure.unpaired = [floaters, stuck.group, lower].concat();
                return procedure;
            }
        }
        waiting = lower;
    }
    procedure.unpaired = floaters;
    procedure
}

/// A score group that cannot be paired, whoever leaves it.
struct StuckGroup {
    group: Vec<PlayerId>,
    /// How many sets of players to leave were tried.
    sets_tried: usize,
}

/// Chapters 6 to 8 for one score group: the floaters find opponents in it, it takes players from the
/// groups below and loses others, and the rows of the rest are paired. `floaters` are then those who go on.
fn pair_group(
    field: &Dubov1997Field,
    options: Dubov1997Options,
    mut group: Vec<PlayerId>,
    floaters: &mut Vec<PlayerId>,
    lower: &mut Vec<PlayerId>,
) -> Result<BracketRecord, StuckGroup> {
    let score = field.score(group[0]);
    let mut record = BracketRecord {
        mdps: floaters.clone(),
        ..BracketRecord::of_residents(group.clone())
    };
    let mut step = |article, action, players: &[PlayerId]| {
        if !players.is_empty() {
            record.steps.push(ProcedureStep {
                article,
                action,
                players: players.to_vec(),
            });
        }
    };
    floaters::pair_first(field, floaters, &mut group, &mut record.pairs);
    let first: Vec<PlayerId> = record.pairs.iter().map(|(floater, _)| *floater).collect();
    step("8", StepAction::PairFloaters, &first);
    let n = group.len();
    transfers::to_lonely_players(field, &mut group, lower);
    step("7.1", StepAction::TransferUp, &group[n..]);
    let n = group.len();
    transfers::to_odd_group(field, &mut group, lower);
    step("7.2", StepAction::TransferUp, &group[n..]);
    let leaving = match leaving(field, &group, lower, options) {
        Ok(leaving) => leaving,
        Err(sets_tried) => return Err(StuckGroup { group, sets_tried }),
    };
    step("6.4", StepAction::LeaveGroup, &leaving);
    // The rows decide the rest.
    let rows = columns::pair(field, floaters::without(&group, &leaving));
    record.steps.extend(rows.steps);
    let left = [leaving, rows.left].concat();
    record
        .residents
        .extend(group.iter().filter(|id| field.score(**id) < score));
    record.pairs.extend(rows.pairs);
    // A player transferred from below who is left over returns to the own group.
    let (back, left): (Vec<_>, Vec<_>) =
        (left.into_iter()).partition(|id| field.score(*id) < score);
    record.residents.retain(|id| !back.contains(id));
    lower.extend(back);
    field.sort_by_rank(lower);
    floaters.extend(left);
    record.floaters.clone_from(floaters);
    Ok(record)
}

/// 6.4: who leaves a group so that the others can be paired, before any rows are formed.
///
/// # Errors
/// How many sets were tried in vain.
fn leaving(
    field: &Dubov1997Field,
    group: &[PlayerId],
    lower: &[PlayerId],
    options: Dubov1997Options,
) -> Result<Vec<PlayerId>, usize> {
    match options.floaters {
        FloaterChoice::Legal => Ok(floaters::choose(field, group, lower)),
        FloaterChoice::Rows { most_sets } => {
            floaters::choose_by_rows(field, group, lower, most_sets)
        }
    }
}

/// Chapter 4: who may have the bye (2.2), first choice first. The lowest score group; in it the
/// lowest rating; of equal ratings the dominating due colour, then the higher ARO; then, which the
/// text does not say, the last of the alphabet.
fn bye_candidates(field: &Dubov1997Field) -> Vec<PlayerId> {
    let present = field.position.present();
    let mut candidates: Vec<PlayerId> = (present.iter().copied())
        .filter(|player| field.legal.allows_bye(*player))
        .collect();
    let mut dominating = BTreeMap::new();
    for group in present.chunk_by(|a, b| field.score(*a) == field.score(*b)) {
        dominating.insert(field.score(group[0]), field.dominating(group));
    }
    candidates.sort_by(|&a, &b| {
        let (pa, pb) = (field.player(a), field.player(b));
        let dominating = dominating[&field.score(a)];
        let against = |due: Option<Colour>| dominating.is_some_and(|colour| due != Some(colour));
        (field.score(a).cmp(&field.score(b)))
            .then(pa.rating.cmp(&pb.rating))
            .then(against(pa.due).cmp(&against(pb.due)))
            .then(pb.aro.cmp(&pa.aro))
            .then(field.alphabet(b).cmp(&field.alphabet(a)))
    });
    candidates
}

/// The complete pairing with the smallest sum of squared score differences; of several, the one in
/// which the first player has the first opponent in the order of `players`, then the next player.
fn nearest_scores(field: &Dubov1997Field, players: &[PlayerId]) -> Vec<(PlayerId, PlayerId)> {
    let n = players.len();
    let mut pairings = LexicographicOptima::new(field.legal.among(players, 0), Vec::new());
    let scores = CostClasses::new(players.iter().map(|id| field.score(*id)));
    let is_possible = scores.keep_cheapest(&mut pairings, |a, b| {
        u64::from((*a - *b).tenths().unsigned_abs()).pow(2)
    });
    assert!(is_possible, "each step left a legal pairing");
    let mut nearest = pairings.face().expect("the nearest pairings are some");
    let everybody = set_of(n, 0..n);
    let mut is_paired = vec![false; n];
    let mut pairs = Vec::with_capacity(n / 2);
    for v in 0..n {
        if !is_paired[v] {
            let mate = nearest.match_first(VertexId::new(v), &everybody);
            let mate = mate.expect("everybody is paired").index();
            is_paired[mate] = true;
            pairs.push((players[v], players[mate]));
        }
    }
    pairs
}

/// Sorts pairs and boards, allocates colours and checks the round once more.
fn publish(
    field: &Dubov1997Field,
    procedure: ProcedureProgress,
    rules: &'static str,
) -> RoundPairing {
    let ProcedureProgress {
        bye,
        mut brackets,
        drawn,
        ..
    } = procedure;
    let mut boards = Vec::new();
    for bracket in &mut brackets {
        for pair in &mut bracket.pairs {
            if field.is_higher(pair.1, pair.0) {
                *pair = (pair.1, pair.0);
            }
            let (a, b) = *pair;
            let is_drawn = |board: &&Board| [(a, b), (b, a)].contains(&(board.white, board.black));
            let board = drawn.iter().find(is_drawn).copied();
            boards.push(board.unwrap_or_else(|| colours::allocate(field, a, b)));
        }
        field.sort_pairs(&mut bracket.pairs);
        bracket.floaters.sort_unstable();
    }
    sort_boards(&mut boards, |id| field.score(id));
    field.assert_legal(&boards, bye);
    RoundPairing {
        round: field.position.round(),
        rules,
        boards,
        bye,
        given_bye: field.position.given_bye(),
        replaced: None,
        defect: None,
        brackets,
    }
}
