//! Two answers to one position: whether they differ, in what, and what the rules say.
//!
//! The judges are those of `edelweiss-check`, which share nothing with the engine: legality first,
//! then the criteria, then, where brackets are small enough, the procedure executed as written.

use std::collections::BTreeSet;
use std::fmt;

use edelweiss::check::colours::ColourAllocation;
use edelweiss::check::legality::{Violation, violations};
use edelweiss::check::literal;
use edelweiss::model::{Definitions, PlayerId, Position, Score, System, Tournament};
use edelweiss::pairing::{BracketRecord, Impossible, Outcome, RoundPairing, Route};
use edelweiss::weights::{Bracket, Completion, Edition, Layout, Unit};
use serde::{Deserialize, Serialize};

use crate::engine::{Answer, Failure, Reply};

/// The most players for whom the procedure is executed as written.
const LITERAL_PLAYERS: usize = 64;

/// The largest brackets that are paired candidate by candidate; twelve players take seconds.
const LITERAL: literal::Limit = literal::Limit {
    bracket: 12,
    following: 14,
};

/// Pairs a round, or says why not.
pub type Pair<'a> = dyn Fn(&Tournament) -> Result<Outcome, String> + Sync + 'a;

/// Our side.
pub struct Ours<'a> {
    /// The rules, as people name them.
    pub name: &'a str,
    /// What comes before any pair.
    pub definitions: Definitions,
    /// The criteria, where the system has an edition of them.
    pub edition: Option<&'static Edition>,
    /// How files name the system.
    pub filed: Option<System>,
    /// How many rounds of a file one pairing fills: two where matches have two games.
    pub games: u16,
    /// Pairs.
    pub pair: &'a Pair<'a>,
    /// Pairs by another way, if there is one; must agree with `pair`.
    pub second: Option<&'a Pair<'a>>,
}

impl fmt::Debug for Ours<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ours")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What comes of comparing two answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The same pairs, colours and bye, or no pairing on either side.
    Equal,
    /// Both legal, other opponents or another bye.
    Pairing,
    /// The same opponents, other colours.
    Colours,
    /// We pair, they find no pairing.
    TheyRefuse,
    /// They pair, we find no pairing.
    WeRefuse,
    /// Their round breaks the absolute rules.
    IllegalTheirs,
    /// Our round breaks the absolute rules.
    IllegalOurs,
    /// They ended without an answer.
    Crash,
    /// They were stopped when their time was over.
    Timeout,
    /// They wrote what is no pairing.
    Rubbish,
    /// They ended well and wrote nothing.
    NoOutput,
    /// Their checker, or a tournament they made, differs from us; asked for the round alone they
    /// agree with us.
    Unconfirmed,
}

impl Class {
    /// Every class, in the order of reports.
    pub const ALL: [Self; 12] = [
        Self::Equal,
        Self::Pairing,
        Self::Colours,
        Self::TheyRefuse,
        Self::WeRefuse,
        Self::IllegalTheirs,
        Self::IllegalOurs,
        Self::Crash,
        Self::Timeout,
        Self::Rubbish,
        Self::NoOutput,
        Self::Unconfirmed,
    ];

    /// For files and JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Pairing => "pairing",
            Self::Colours => "colours",
            Self::TheyRefuse => "they-refuse",
            Self::WeRefuse => "we-refuse",
            Self::IllegalTheirs => "illegal-theirs",
            Self::IllegalOurs => "illegal-ours",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Rubbish => "rubbish",
            Self::NoOutput => "no-output",
            Self::Unconfirmed => "unconfirmed",
        }
    }

    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Pairing => "paired differently",
            Self::Colours => "other colours only",
            Self::TheyRefuse => "they find no pairing, we do",
            Self::WeRefuse => "we find no pairing, they do",
            Self::IllegalTheirs => "their pairing is illegal",
            Self::IllegalOurs => "our pairing is illegal",
            Self::Crash => "they crashed",
            Self::Timeout => "they were too slow",
            Self::Rubbish => "they wrote rubbish",
            Self::NoOutput => "they wrote nothing",
            Self::Unconfirmed => "they differ from themselves",
        }
    }
}

/// Whom the rules contradict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The other program.
    Theirs,
    /// Us.
    Ours,
    /// Both.
    Both,
    /// No judge decides; a person must.
    Open,
}

impl Fault {
    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Theirs => "the rules are on our side",
            Self::Ours => "the rules are on their side: a defect of ours",
            Self::Both => "the rules contradict both",
            Self::Open => "no judge decides",
        }
    }
}

/// What the procedure executed as written says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// Our pairs and bye.
    Ours,
    /// Their pairs and bye.
    Theirs,
    /// Another round than either.
    Neither,
    /// It was not asked, and why.
    NotAsked(String),
}

impl fmt::Display for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours => f.write_str("the procedure executed as written gives our pairing"),
            Self::Theirs => f.write_str("the procedure executed as written gives their pairing"),
            Self::Neither => f.write_str("the procedure executed as written gives another pairing"),
            Self::NotAsked(why) => write!(f, "the procedure was not executed: {why}"),
        }
    }
}

/// The first bracket in which two legal rounds differ, and the first criterion there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deciding {
    /// Place of the bracket from the top, from 1; none if the whole round decides.
    pub bracket: Option<usize>,
    /// Label of the criterion; none if the bracket's own criteria are equal.
    pub criterion: Option<&'static str>,
    /// Whose is better there; none if they are equal.
    pub better: Option<Side>,
    /// Whether the same players leave the bracket, so that what follows it is the same for both.
    pub same_floaters: bool,
    /// For people.
    pub text: String,
}

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// We.
    Ours,
    /// They.
    Theirs,
}

/// Both answers to one position, compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What came of it.
    pub class: Class,
    /// A finer mark of the same difference: the broken rule, or the deciding criterion.
    pub mark: String,
    /// Pairs in our answer, or in theirs where we have none.
    pub pairs: usize,
    /// Our answer.
    pub ours: Result<RoundPairing, String>,
    /// Theirs.
    pub theirs: Reply<Answer>,
    /// What each side breaks.
    pub broken: Broken,
    /// Where two legal rounds differ first.
    pub deciding: Option<Deciding>,
}

/// Rules that were broken, for people; players by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Broken {
    /// By us.
    pub ours: Vec<String>,
    /// By them.
    pub theirs: Vec<String>,
}

/// The verdict on a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whom the rules contradict.
    pub fault: Fault,
    /// The reasons, one line each.
    pub lines: Vec<String>,
}

/// Pairs the next round of `tournament` and compares with `theirs`.
pub fn compare(ours: &Ours<'_>, tournament: &Tournament, theirs: Reply<Answer>) -> Comparison {
    let (found, proved) = match (ours.pair)(tournament) {
        Ok(Outcome::Paired(round)) => (Ok(round), true),
        Ok(Outcome::Impossible(why)) => (Err(words(&why)), why != Impossible::GivenUp),
        Err(why) => (Err(why), false),
    };
    compare_with(ours, tournament, found, proved, theirs)
}

fn words(why: &Impossible) -> String {
    match why {
        Impossible::NoRoundLeft { total } => format!("all {total} rounds have been paired"),
        Impossible::NoLegalPairing(_) => "no legal pairing exists".to_owned(),
        Impossible::ProcedureEnded { article, detail } => {
            format!("the procedure ends at {article}: {detail}")
        }
        Impossible::GivenUp => "the search was given up".to_owned(),
    }
}

fn compare_with(
    ours: &Ours<'_>,
    tournament: &Tournament,
    found: Result<RoundPairing, String>,
    proved: bool,
    theirs: Reply<Answer>,
) -> Comparison {
    let position = Position::derive(tournament, &ours.definitions);
    let theirs = normal(&position, theirs);
    let mut broken = Broken::default();
    if let Ok(round) = &found {
        let byes: Vec<PlayerId> = round.bye.into_iter().collect();
        let boards: Vec<_> = round.boards.iter().map(|b| (b.white, b.black)).collect();
        broken.ours = breaches(ours, tournament, &boards, &byes).0;
    }
    let mut mark = match &theirs {
        Reply::Failed(Failure::Crashed { how, said }) => {
            // Numbers of players and lines differ from case to case.
            let words = said.chars().filter(|letter| !letter.is_ascii_digit());
            format!("{how}: {}", words.collect::<String>())
        }
        Reply::Failed(Failure::Rubbish(what)) => what.clone(),
        _ => String::new(),
    };
    if let Reply::Answered(answer) = &theirs {
        let (lines, first) = breaches(ours, tournament, &answer.boards, &answer.byes);
        broken.theirs = lines;
        mark = first;
    }
    let mut deciding = None;
    let class = match (&found, &theirs) {
        _ if !broken.ours.is_empty() => Class::IllegalOurs,
        (_, Reply::Failed(failure)) => match failure {
            Failure::Crashed { .. } | Failure::NotStarted(_) => Class::Crash,
            Failure::TimedOut(_) => Class::Timeout,
            Failure::Rubbish(_) => Class::Rubbish,
            Failure::NoOutput => Class::NoOutput,
        },
        (Ok(_), Reply::Refused(_)) => Class::TheyRefuse,
        (Err(_), Reply::Refused(_)) if proved => Class::Equal,
        (_, Reply::Answered(_)) if !broken.theirs.is_empty() => Class::IllegalTheirs,
        (Err(_), _) => Class::WeRefuse,
        (Ok(round), Reply::Answered(answer)) => {
            if meetings_of(round) != meetings(answer) {
                deciding = (ours.edition).map(|edition| decide(edition, &position, answer, round));
                mark = match deciding.as_ref() {
                    Some(Deciding {
                        criterion: Some(label),
                        ..
                    }) => (*label).to_owned(),
                    _ => "sequence".to_owned(),
                };
                Class::Pairing
            } else if boards_of(round) == boards(answer) {
                Class::Equal
            } else {
                Class::Colours
            }
        }
    };
    let pairs = match (&found, &theirs) {
        (Ok(round), _) => round.boards.len(),
        (_, Reply::Answered(answer)) => answer.boards.len(),
        _ => 0,
    };
    Comparison {
        class,
        mark,
        pairs,
        ours: found,
        theirs,
        broken,
        deciding,
    }
}

/// An empty round where players wait is a refusal, and a bye the arbiter has given is no answer.
fn normal(position: &Position, mut theirs: Reply<Answer>) -> Reply<Answer> {
    if let Reply::Answered(answer) = &mut theirs {
        if let Some(given) = position.given_bye() {
            answer.byes.retain(|id| *id != given);
        }
        if answer.boards.is_empty() && answer.byes.is_empty() && !position.present().is_empty() {
            return Reply::Refused("a round without pairs".to_owned());
        }
    }
    theirs
}

type Meetings = BTreeSet<(PlayerId, Option<PlayerId>)>;

fn unordered(pairs: impl Iterator<Item = (PlayerId, PlayerId)>, byes: &[PlayerId]) -> Meetings {
    pairs
        .map(|(a, b)| (a.min(b), Some(a.max(b))))
        .chain(byes.iter().map(|id| (*id, None)))
        .collect()
}

fn meetings(answer: &Answer) -> Meetings {
    unordered(answer.boards.iter().copied(), &answer.byes)
}

fn meetings_of(round: &RoundPairing) -> Meetings {
    let byes: Vec<PlayerId> = round.bye.into_iter().collect();
    unordered(round.boards.iter().map(|b| (b.white, b.black)), &byes)
}

fn boards(answer: &Answer) -> BTreeSet<(PlayerId, PlayerId)> {
    answer.boards.iter().copied().collect()
}

fn boards_of(round: &RoundPairing) -> BTreeSet<(PlayerId, PlayerId)> {
    round.boards.iter().map(|b| (b.white, b.black)).collect()
}

/// What a round breaks, and the mark of the first breach.
fn breaches(
    ours: &Ours<'_>,
    tournament: &Tournament,
    boards: &[(PlayerId, PlayerId)],
    byes: &[PlayerId],
) -> (Vec<String>, String) {
    let number = |id: PlayerId| tournament.player(id).number;
    let (bye, more) = match byes.split_first() {
        Some((bye, more)) => (Some(*bye), more),
        None => (None, &[][..]),
    };
    let mut mark = String::new();
    let mut lines = Vec::new();
    let mut add = |label: &str, line: String| {
        if mark.is_empty() {
            label.clone_into(&mut mark);
        }
        lines.push(line);
    };
    for id in more {
        add(
            "seats",
            format!("{} has a second pairing-allocated bye", number(*id)),
        );
    }
    for violation in violations(tournament, &ours.definitions, boards, bye) {
        match violation {
            Violation::Unpaired(id) if more.contains(&id) => {}
            Violation::Unpaired(id) => add("seats", format!("{} is not paired", number(id))),
            Violation::PairedTwice(id) => {
                add("seats", format!("{} is paired more than once", number(id)));
            }
            Violation::NotPresent(id) => add("seats", format!("{} does not take part", number(id))),
            Violation::NeedlessBye(id) => add(
                "seats",
                format!("{} has the bye in a round of even number", number(id)),
            ),
            Violation::BarredFromBye(id) => {
                add("C2", format!("C2: {} may not receive the bye", number(id)));
            }
            Violation::Rematch(a, b) => {
                add(
                    "C1",
                    format!("C1: {} and {} have met", number(a), number(b)),
                );
            }
            Violation::Banned(a, b) => add(
                "banned",
                format!("{} and {} are kept apart by the file", number(a), number(b)),
            ),
            Violation::ColourClash(a, b) => add(
                "C3",
                format!(
                    "C3: {} and {} have the same absolute colour preference",
                    number(a),
                    number(b)
                ),
            ),
        }
    }
    (lines, mark)
}

/// The first bracket and criterion in which a legal round of theirs differs from ours. Brackets are
/// ours; the first one in which the pairs differ has the same players in both.
fn decide(
    edition: &'static Edition,
    position: &Position,
    theirs: &Answer,
    ours: &RoundPairing,
) -> Deciding {
    let bye = theirs.byes.first().copied();
    let score = |id: PlayerId| -> Score { position.player(id).score };
    if edition.completion == Completion::EveryBracket
        && let (Some(their_bye), Some(our_bye)) = (bye.map(score), ours.bye.map(score))
        && their_bye != our_bye
    {
        let better = if their_bye > our_bye {
            Side::Ours
        } else {
            Side::Theirs
        };
        return Deciding {
            bracket: None,
            criterion: Some("C5"),
            better: Some(better),
            same_floaters: false,
            text: format!("C5: the bye has {their_bye} points with them and {our_bye} with us"),
        };
    }
    for (index, bracket) in ours.brackets.iter().enumerate() {
        let all: Vec<PlayerId> = (bracket.mdps.iter().chain(&bracket.residents))
            .copied()
            .collect();
        let mut inside = vec![false; position.players().len()];
        for id in &all {
            inside[id.index()] = true;
        }
        let pairs: Vec<(PlayerId, PlayerId)> = (theirs.boards.iter())
            .filter(|(a, b)| inside[a.index()] && inside[b.index()])
            .map(|&(a, b)| {
                if position.is_higher(a, b) {
                    (a, b)
                } else {
                    (b, a)
                }
            })
            .collect();
        let is_same = pairs.len() == bracket.pairs.len()
            && pairs.iter().all(|pair| bracket.pairs.contains(pair));
        if !is_same {
            return decide_bracket(
                edition,
                position,
                index,
                bracket,
                &all,
                (&pairs, bye),
                ours.bye,
            );
        }
    }
    Deciding {
        bracket: None,
        criterion: None,
        better: None,
        same_floaters: true,
        text: "every bracket has the same pairs".to_owned(),
    }
}

fn decide_bracket(
    edition: &'static Edition,
    position: &Position,
    index: usize,
    bracket: &BracketRecord,
    all: &[PlayerId],
    theirs: (&[(PlayerId, PlayerId)], Option<PlayerId>),
    our_bye: Option<PlayerId>,
) -> Deciding {
    let costs = |pairs: &[(PlayerId, PlayerId)], bye| {
        let judged = Bracket::new(position, bracket.mdps.clone(), bracket.residents.clone());
        Layout::evaluate(edition, position, &judged, &units(all, pairs, bye)).0
    };
    let (their_costs, our_costs) = (costs(theirs.0, theirs.1), costs(&bracket.pairs, our_bye));
    let points = (bracket.residents.first()).map_or_else(String::new, |id| {
        format!(" ({} points)", position.player(*id).score)
    });
    let collapse = match bracket.route {
        Route::Normal => "",
        Route::Penultimate => ", the penultimate one",
        Route::CollapsedLast => ", the collapsed last one",
    };
    let place = format!("bracket {}{points}{collapse}", index + 1);
    let leaves = |pairs: &[(PlayerId, PlayerId)]| -> Vec<PlayerId> {
        let is_paired = |id: &PlayerId| pairs.iter().any(|(a, b)| a == id || b == id);
        all.iter().copied().filter(|id| !is_paired(id)).collect()
    };
    let same_floaters = leaves(theirs.0) == leaves(&bracket.pairs);
    let rows = edition
        .criteria
        .iter()
        .zip(their_costs.iter().zip(&our_costs));
    let Some((rule, (their_cost, our_cost))) = rows.into_iter().find(|(_, (t, o))| t != o) else {
        return Deciding {
            bracket: Some(index + 1),
            criterion: None,
            better: None,
            same_floaters,
            text: format!(
                "{place}: equal under the bracket's own criteria, so the sequence or the \
                 look-ahead decides"
            ),
        };
    };
    let fields = |costs: &[u64]| {
        let costs: Vec<String> = costs.iter().map(ToString::to_string).collect();
        costs.join(",")
    };
    let better = if our_cost < their_cost {
        Side::Ours
    } else {
        Side::Theirs
    };
    Deciding {
        bracket: Some(index + 1),
        criterion: Some(rule.label),
        better: Some(better),
        same_floaters,
        text: format!(
            "{place}: {} ({}, {}) is the first of the bracket's own criteria to differ: {} with \
             them, {} with us",
            rule.label,
            rule.article,
            rule.summary,
            fields(their_cost),
            fields(our_cost)
        ),
    }
}

/// The pieces of a bracket's pairing: its pairs, and whoever is in none.
fn units(all: &[PlayerId], pairs: &[(PlayerId, PlayerId)], bye: Option<PlayerId>) -> Vec<Unit> {
    let is_paired = |id: PlayerId| pairs.iter().any(|(a, b)| *a == id || *b == id);
    let floats = (all.iter().copied())
        .filter(|id| !is_paired(*id))
        .map(|player| Unit::Float {
            player,
            takes_bye: bye == Some(player),
        });
    (pairs.iter())
        .map(|&(higher, lower)| Unit::Pair { higher, lower })
        .chain(floats)
        .collect()
}

/// Asks every judge about a difference. May take seconds.
pub fn judge(ours: &Ours<'_>, tournament: &Tournament, comparison: &Comparison) -> Verdict {
    let mut lines: Vec<String> = Vec::new();
    lines
        .extend((comparison.broken.theirs.iter()).map(|l| format!("theirs breaks the rules: {l}")));
    lines.extend((comparison.broken.ours.iter()).map(|l| format!("ours breaks the rules: {l}")));
    lines.extend(
        comparison
            .deciding
            .iter()
            .map(|deciding| deciding.text.clone()),
    );
    let mut fault = match comparison.class {
        Class::IllegalOurs if comparison.broken.theirs.is_empty() => Fault::Ours,
        Class::IllegalOurs => Fault::Both,
        // In the last of these ours is legal, or the class would be another one.
        Class::IllegalTheirs
        | Class::Crash
        | Class::Timeout
        | Class::Rubbish
        | Class::NoOutput
        | Class::Unconfirmed
        | Class::TheyRefuse => Fault::Theirs,
        Class::WeRefuse => match (ours.pair)(tournament) {
            Ok(Outcome::Impossible(Impossible::ProcedureEnded { .. } | Impossible::GivenUp)) => {
                Fault::Open
            }
            _ => Fault::Ours,
        },
        Class::Colours => judge_colours(ours, tournament, comparison, &mut lines),
        Class::Pairing => judge_pairing(ours, tournament, comparison, &mut lines),
        Class::Equal => Fault::Open,
    };
    if let (Some(second), Ok(round)) = (ours.second, &comparison.ours) {
        match second(tournament) {
            Ok(Outcome::Paired(other))
                if boards_of(&other) == boards_of(round) && other.bye == round.bye =>
            {
                lines.push("our reference engine gives our pairing".to_owned());
            }
            _ => {
                lines.push("our reference engine gives another pairing than ours".to_owned());
                fault = Fault::Ours;
            }
        }
    }
    Verdict { fault, lines }
}

fn judge_colours(
    ours: &Ours<'_>,
    tournament: &Tournament,
    comparison: &Comparison,
    lines: &mut Vec<String>,
) -> Fault {
    if ours.edition.is_none() {
        lines.push("no second reading of this system's colour rules exists".to_owned());
        return Fault::Open;
    }
    let (Ok(round), Reply::Answered(answer)) = (&comparison.ours, &comparison.theirs) else {
        return Fault::Open;
    };
    let allocation = ColourAllocation::new(tournament);
    let theirs = boards(answer);
    let (mut for_us, mut for_them) = (0, 0);
    let number = |id: PlayerId| tournament.player(id).number;
    for &(white, black) in boards_of(round).difference(&theirs) {
        let seat = allocation.seat(white, black);
        let with_us = seat == (white, black);
        if with_us {
            for_us += 1;
        } else {
            for_them += 1;
        }
        lines.push(format!(
            "colours of {} and {}: the rules give White to {}, as {} do",
            number(white),
            number(black),
            number(seat.0),
            if with_us { "we" } else { "they" }
        ));
    }
    match (for_us, for_them) {
        (_, 0) => Fault::Theirs,
        (0, _) => Fault::Ours,
        _ => Fault::Both,
    }
}

fn judge_pairing(
    ours: &Ours<'_>,
    tournament: &Tournament,
    comparison: &Comparison,
    lines: &mut Vec<String>,
) -> Fault {
    let Some(edition) = ours.edition else {
        lines.push("no second reading of this system exists; both rounds are legal".to_owned());
        return Fault::Open;
    };
    let procedure = procedure(edition, tournament, comparison);
    lines.push(procedure.to_string());
    match procedure {
        Procedure::Ours => return Fault::Theirs,
        Procedure::Theirs => return Fault::Ours,
        Procedure::Neither => return Fault::Both,
        Procedure::NotAsked(_) => {}
    }
    // A legal round is a completion of each of its brackets, so nothing stands before the criteria
    // but what a following bracket demands of this one: nothing if the same players go there.
    let looks_ahead = |label: &str| {
        (edition.criteria.iter().position(|rule| rule.label == label))
            > (edition.criteria.iter()).position(|rule| ["C7", "C.6"].contains(&rule.label))
    };
    match &comparison.deciding {
        Some(Deciding {
            criterion: Some(label),
            better: Some(side),
            same_floaters,
            ..
        }) if *label == "C5" || *same_floaters || !looks_ahead(label) => match side {
            Side::Ours => Fault::Theirs,
            Side::Theirs => Fault::Ours,
        },
        _ => Fault::Open,
    }
}

/// Executes the procedure as written, where that ends in this life.
fn procedure(
    edition: &'static Edition,
    tournament: &Tournament,
    comparison: &Comparison,
) -> Procedure {
    let count = tournament.players.len();
    if count > LITERAL_PLAYERS {
        return Procedure::NotAsked(format!("{count} players, at most {LITERAL_PLAYERS} fit"));
    }
    let (Ok(round), Reply::Answered(answer)) = (&comparison.ours, &comparison.theirs) else {
        return Procedure::NotAsked("one side has no pairing".to_owned());
    };
    let limit = LITERAL;
    let compare_with = |found: &Meetings| {
        if *found == meetings_of(round) {
            Procedure::Ours
        } else if *found == meetings(answer) {
            Procedure::Theirs
        } else {
            Procedure::Neither
        }
    };
    match literal::pair_round(tournament, edition, limit, literal::Until::Perfect) {
        literal::Outcome::Paired(found) => {
            let byes: Vec<PlayerId> = found.bye.into_iter().collect();
            compare_with(&unordered(found.boards.iter().copied(), &byes))
        }
        literal::Outcome::Impossible => Procedure::Neither,
        literal::Outcome::TooLarge { brackets, players } => {
            // What it has paired may decide already.
            let (ours, theirs) = (meetings_of(round), meetings(answer));
            for bracket in &brackets {
                let pairs = unordered(bracket.pairs.iter().copied(), &[]);
                let with = |side: &Meetings| pairs.is_subset(side);
                match (with(&ours), with(&theirs)) {
                    (true, true) => {}
                    (true, false) => return Procedure::Ours,
                    (false, true) => return Procedure::Theirs,
                    (false, false) => return Procedure::Neither,
                }
            }
            Procedure::NotAsked(format!("a bracket of {players} players is too large"))
        }
    }
}
