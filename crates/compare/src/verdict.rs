//! Two answers to one position: whether they differ, in what, and what the rules say.
//!
//! The judges are those of `edelweiss-check`, which share nothing with the engine: legality first,
//! then the criteria, then, where brackets are small enough, the procedure executed as written.

mod breaches;
mod deciding;
mod judging;
mod meetings;

use std::fmt;

use edelweiss::model::{Definitions, PlayerId, Position, System, Tournament};
use edelweiss::pairing::{Impossible, Outcome, RoundPairing};
use edelweiss::weights::Edition;
use serde::{Deserialize, Serialize};

use breaches::breaches;
use deciding::decide;
use meetings::{boards, boards_of, meetings, meetings_of};

use crate::engine::{Answer, AnswerFailure, Reply};

pub use judging::judge;

/// Pairs a round, or says why not.
pub type PairTournament<'a> = dyn Fn(&Tournament) -> Result<Outcome, String> + Sync + 'a;

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
    pub pair: &'a PairTournament<'a>,
    /// Pairs by another way, if there is one; must agree with `pair`.
    pub second: Option<&'a PairTournament<'a>>,
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
pub enum DifferenceClass {
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

impl DifferenceClass {
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
pub enum ProcedureFinding {
    /// Our pairs and bye.
    Ours,
    /// Their pairs and bye.
    Theirs,
    /// Another round than either.
    Neither,
    /// It was not asked, and why.
    NotAsked(String),
}

impl fmt::Display for ProcedureFinding {
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
    pub class: DifferenceClass,
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
pub struct RulesVerdict {
    /// Whom the rules contradict.
    pub fault: Fault,
    /// The reasons, one line each.
    pub lines: Vec<String>,
}

/// Pairs the next round of `tournament` and compares with `theirs`.
pub fn compare(ours: &Ours<'_>, tournament: &Tournament, theirs: Reply<Answer>) -> Comparison {
    let (found, proved) = match (ours.pair)(tournament) {
        Ok(Outcome::Paired(round)) => (Ok(round), true),
        Ok(Outcome::Impossible(why)) => (Err(why.to_string()), why != Impossible::GivenUp),
        Err(why) => (Err(why), false),
    };
    compare_with(ours, tournament, found, proved, theirs)
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
        Reply::Failed(failure) => failure_mark(failure),
        _ => String::new(),
    };
    if let Reply::Answered(answer) = &theirs {
        let (lines, first) = breaches(ours, tournament, &answer.boards, &answer.byes);
        broken.theirs = lines;
        mark = first;
    }
    let mut deciding = None;
    let class = match (&found, &theirs) {
        _ if !broken.ours.is_empty() => DifferenceClass::IllegalOurs,
        (_, Reply::Failed(failure)) => failure_class(failure),
        (Ok(_), Reply::Refused(_)) => DifferenceClass::TheyRefuse,
        (Err(_), Reply::Refused(_)) if proved => DifferenceClass::Equal,
        (_, Reply::Answered(_)) if !broken.theirs.is_empty() => DifferenceClass::IllegalTheirs,
        (Err(_), _) => DifferenceClass::WeRefuse,
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
                DifferenceClass::Pairing
            } else if boards_of(round) == boards(answer) {
                DifferenceClass::Equal
            } else {
                DifferenceClass::Colours
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

fn failure_class(failure: &AnswerFailure) -> DifferenceClass {
    match failure {
        AnswerFailure::Crashed { .. } | AnswerFailure::NotStarted(_) => DifferenceClass::Crash,
        AnswerFailure::TimedOut(_) => DifferenceClass::Timeout,
        AnswerFailure::Rubbish(_) => DifferenceClass::Rubbish,
        AnswerFailure::NoOutput => DifferenceClass::NoOutput,
    }
}

/// What failures of one kind have in common.
fn failure_mark(failure: &AnswerFailure) -> String {
    match failure {
        AnswerFailure::Crashed { how, said } => {
            // Numbers of players and lines differ from case to case.
            let words = said.chars().filter(|letter| !letter.is_ascii_digit());
            format!("{how}: {}", words.collect::<String>())
        }
        AnswerFailure::Rubbish(what) => what.clone(),
        _ => String::new(),
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
