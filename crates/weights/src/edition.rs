//! Editions of the FIDE (Dutch) System: which criteria, in which order, under which article.

use std::sync::{Mutex, PoisonError};

use edelweiss_model::Definitions;

use crate::criteria::{
    ByeUnplayedGames, ColourRefused, ColourRule, Counted, Criterion, Downfloaters, FloatDirection,
    FloaterScores, LookAhead, PairingScoreDifference, RepeatedFloat, RepeatedFloatDifference,
    RepeatedFloatMdpScore, TopscorerColour, TopscorerRule, UnpairedMdps,
};

/// One row of an edition table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The label the text prints, such as `C12`.
    pub label: &'static str,
    /// The article.
    pub article: &'static str,
    /// What it asks, in a few plain words, of a smaller cost.
    pub summary: &'static str,
    /// The criterion.
    pub criterion: &'static dyn Criterion,
}

/// How an edition makes sure that the round can be completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Every bracket must leave a completion, and the bye goes to the lowest score that allows one
    /// (2026 C4, C5).
    EveryBracket,
    /// Brackets are paired without it; where completion becomes impossible, the bracket just paired
    /// is paired again with it, and everybody below forms one last bracket (2017 A.9, C.4).
    Collapse,
}

/// An edition of the FIDE (Dutch) System.
#[derive(Clone, Copy, Debug)]
pub struct Edition {
    /// How people name it.
    pub name: &'static str,
    /// The year on the command line.
    pub year: u16,
    /// Definitions that come before any pair.
    pub definitions: Definitions,
    /// How completion is assured.
    pub completion: Completion,
    /// Quality criteria, most important first.
    pub criteria: &'static [Rule],
}

impl Edition {
    /// The label of the criterion that keeps players from floating down as they did so many rounds ago;
    /// `None` where the edition has none. O(c) for c criteria.
    pub fn repeated_downfloat(&self, rounds_back: usize) -> Option<&'static str> {
        let is_it = |rule: &&Rule| rule.criterion.repeats() == Some((DOWN, rounds_back));
        self.criteria.iter().find(is_it).map(|rule| rule.label)
    }

    /// The edition without the criteria of these labels, everything else as it is, to ask what they decide;
    /// `None` where it lacks such a row, or is none of [`DUTCH_2026`] and [`DUTCH_2017`]. O(c²) for c criteria.
    ///
    /// Each is kept for as long as the program runs, once.
    pub fn without(&self, labels: &[&str]) -> Option<&'static Self> {
        static KEPT: Mutex<Vec<&'static Edition>> = Mutex::new(Vec::new());
        let is_known = |known: &&Self| std::ptr::eq(known.criteria, self.criteria);
        let edition = [&DUTCH_2026, &DUTCH_2017].into_iter().find(is_known)?;
        let has = |label: &&str| edition.criteria.iter().any(|rule| rule.label == *label);
        if !labels.iter().all(has) {
            return None;
        }
        let rows = (edition.criteria.iter()).filter(|rule| !labels.contains(&rule.label));
        let rows: Vec<Rule> = rows.copied().collect();
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let names = |rows: &[Rule]| -> Vec<&str> { rows.iter().map(|rule| rule.label).collect() };
        let is_it =
            |other: &&&Self| other.year == edition.year && names(other.criteria) == names(&rows);
        if let Some(found) = kept.iter().find(is_it) {
            return Some(found);
        }
        let made: &'static Self = Box::leak(Box::new(Self {
            criteria: Box::leak(rows.into_boxed_slice()),
            ..*edition
        }));
        kept.push(made);
        Some(made)
    }
}

const fn rule(
    label: &'static str,
    article: &'static str,
    summary: &'static str,
    criterion: &'static dyn Criterion,
) -> Rule {
    Rule {
        label,
        article,
        summary,
        criterion,
    }
}

const DOWN: FloatDirection = FloatDirection::Down;
const UP: FloatDirection = FloatDirection::Up;

/// C.04.3 applied from 1 February 2026. C1-C4 and C5 decide what is possible; these rows compare.
pub static DUTCH_2026: Edition = Edition {
    name: "FIDE (Dutch) System, edition of 1 February 2026",
    year: 2026,
    definitions: Definitions::DUTCH_2026,
    completion: Completion::EveryBracket,
    criteria: &[
        rule("C6", "2.4.1", "downfloaters", &Downfloaters),
        rule("C7", "2.4.2", "scores of the downfloaters", &FloaterScores),
        rule(
            "C8",
            "2.4.3",
            "C6 and C7 in the following bracket",
            &LookAhead {
                inner: &[&Downfloaters, &FloaterScores],
            },
        ),
        rule(
            "C9",
            "2.4.4",
            "unplayed games of the player with the bye",
            &ByeUnplayedGames,
        ),
        rule(
            "C10",
            "2.4.5",
            "topscorers or opponents beyond a colour difference of 2",
            &TopscorerColour {
                rule: TopscorerRule::Difference,
            },
        ),
        rule(
            "C11",
            "2.4.6",
            "topscorers or opponents with one colour three times running",
            &TopscorerColour {
                rule: TopscorerRule::ThreeInARow,
            },
        ),
        rule(
            "C12",
            "2.4.7",
            "refused colour preferences",
            &ColourRefused {
                rule: ColourRule::Any,
            },
        ),
        rule(
            "C13",
            "2.4.8",
            "refused strong colour preferences",
            &ColourRefused {
                rule: ColourRule::Strong,
            },
        ),
        rule(
            "C14",
            "2.4.9",
            "resident downfloaters who floated down last round",
            &RepeatedFloat {
                direction: DOWN,
                rounds_back: 1,
                counted: Counted::Residents,
            },
        ),
        rule(
            "C15",
            "2.4.10",
            "opponents of MDPs who floated up last round",
            &RepeatedFloat {
                direction: UP,
                rounds_back: 1,
                counted: Counted::Residents,
            },
        ),
        rule(
            "C16",
            "2.4.11",
            "resident downfloaters who floated down two rounds ago",
            &RepeatedFloat {
                direction: DOWN,
                rounds_back: 2,
                counted: Counted::Residents,
            },
        ),
        rule(
            "C17",
            "2.4.12",
            "opponents of MDPs who floated up two rounds ago",
            &RepeatedFloat {
                direction: UP,
                rounds_back: 2,
                counted: Counted::Residents,
            },
        ),
        rule(
            "C18",
            "2.4.13",
            "score differences of MDPs who floated down last round",
            &RepeatedFloatMdpScore {
                direction: DOWN,
                rounds_back: 1,
            },
        ),
        rule(
            "C19",
            "2.4.14",
            "score differences of MDP opponents who floated up last round",
            &RepeatedFloatMdpScore {
                direction: UP,
                rounds_back: 1,
            },
        ),
        rule(
            "C20",
            "2.4.15",
            "score differences of MDPs who floated down two rounds ago",
            &RepeatedFloatMdpScore {
                direction: DOWN,
                rounds_back: 2,
            },
        ),
        rule(
            "C21",
            "2.4.16",
            "score differences of MDP opponents who floated up two rounds ago",
            &RepeatedFloatMdpScore {
                direction: UP,
                rounds_back: 2,
            },
        ),
    ],
};

/// The edition in force until 31 January 2026. C.1-C.4 decide what is possible; these rows compare.
pub static DUTCH_2017: Edition = Edition {
    name: "FIDE (Dutch) System, edition of 2017",
    year: 2017,
    definitions: Definitions::DUTCH_2017,
    completion: Completion::Collapse,
    criteria: &[
        rule("C.5", "C.5", "downfloaters", &Downfloaters),
        rule(
            "C.6",
            "C.6",
            "pairing score difference",
            &PairingScoreDifference,
        ),
        rule(
            "M1",
            "B.1.c",
            "moved-down players who are not paired",
            &UnpairedMdps,
        ),
        rule(
            "C.7",
            "C.7",
            "C.5 and C.6 in the following bracket",
            &LookAhead {
                inner: &[&Downfloaters, &PairingScoreDifference],
            },
        ),
        rule(
            "C.8",
            "C.8",
            "topscorers or opponents beyond a colour difference of 2",
            &TopscorerColour {
                rule: TopscorerRule::Difference,
            },
        ),
        rule(
            "C.9",
            "C.9",
            "topscorers or opponents with one colour three times running",
            &TopscorerColour {
                rule: TopscorerRule::ThreeInARow,
            },
        ),
        rule(
            "C.10",
            "C.10",
            "refused colour preferences",
            &ColourRefused {
                rule: ColourRule::Any,
            },
        ),
        rule(
            "C.11",
            "C.11",
            "refused strong colour preferences",
            &ColourRefused {
                rule: ColourRule::Strong,
            },
        ),
        rule(
            "C.12",
            "C.12",
            "players who float down as last round",
            &RepeatedFloat {
                direction: DOWN,
                rounds_back: 1,
                counted: Counted::Everybody,
            },
        ),
        rule(
            "C.13",
            "C.13",
            "players who float up as last round",
            &RepeatedFloat {
                direction: UP,
                rounds_back: 1,
                counted: Counted::Everybody,
            },
        ),
        rule(
            "C.14",
            "C.14",
            "players who float down as two rounds ago",
            &RepeatedFloat {
                direction: DOWN,
                rounds_back: 2,
                counted: Counted::Everybody,
            },
        ),
        rule(
            "C.15",
            "C.15",
            "players who float up as two rounds ago",
            &RepeatedFloat {
                direction: UP,
                rounds_back: 2,
                counted: Counted::Everybody,
            },
        ),
        rule(
            "C.16",
            "C.16",
            "score differences of players who float down as last round",
            &RepeatedFloatDifference {
                direction: DOWN,
                rounds_back: 1,
            },
        ),
        rule(
            "C.17",
            "C.17",
            "score differences of players who float up as last round",
            &RepeatedFloatDifference {
                direction: UP,
                rounds_back: 1,
            },
        ),
        rule(
            "C.18",
            "C.18",
            "score differences of players who float down as two rounds ago",
            &RepeatedFloatDifference {
                direction: DOWN,
                rounds_back: 2,
            },
        ),
        rule(
            "C.19",
            "C.19",
            "score differences of players who float up as two rounds ago",
            &RepeatedFloatDifference {
                direction: UP,
                rounds_back: 2,
            },
        ),
    ],
};
