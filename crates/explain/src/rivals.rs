//! Why not otherwise: the best round with a wish, and what it does worse.
//!
//! # Which round is the best with a wish
//! A wish is a restriction of who may meet whom and who may have the bye ([`Wish`]); the legal rounds
//! with it are the legal rounds of a restricted position.
//!
//! 1. *Down to which bracket can everything stay?* Say that a round agrees with the right one through
//!    bracket k if the pairs within each of the first k brackets are the same; then the floaters are, and
//!    bracket k+1 has the same players in both. The right round has in each bracket the best of all
//!    candidates, so of two rounds with the wish, one that agrees further is better. Let k be the
//!    first bracket through which no legal round with the wish agrees. It is at the latest the first one
//!    in which the right round has a pair that the wish forbids, or which holds both players of a
//!    wished pair: they would be a pair of it. It is higher up where the others could not be paired then.
//!    Whether they can is a matching, in which no two floaters from above meet: they would have been a
//!    pair of the bracket they left. All brackets above k are the same in the best round with the wish.
//! 2. *Bracket k* holds the same players in both rounds, so there, and only there, the two compare: below
//!    it the brackets have other players. The engine pairs it in the restricted position with the completion
//!    as a condition ([`pair_from`]), and so takes the first of the best candidates that any legal round
//!    with the wish has there.
//!
//! # The look-ahead, and the bye
//! C8 (2017: C.7) and C5 value a candidate by what it leaves possible below. Here that is what it leaves
//! possible *with the wish*: what the following bracket costs in a round that has it, and the score of
//! the one who has the bye there. For the right round both notions give the same number, and with
//! the wish the number can only be larger; so the right round stays the better one, and "C5 gets worse"
//! means that every round with the wish that is as good so far gives the bye to a higher score.
//! A pairing that floats a player so that he may meet a wished opponent, two brackets below, is told
//! that the following bracket gets worse, although another opponent would do there: without him the
//! wish is not fulfilled.
//!
//! # Completion, and the collapse of 2017
//! In 2026 every bracket must leave a completion (C4), in the restricted position one with the wish: a
//! legal round of the wish never fails C4, so C4 does not decide; it moves k up.
//! In 2017 a bracket is first paired without it. If the right round does not collapse at bracket k, its
//! candidates are compared by all criteria, and those with the wish among them are those that leave a
//! completion with it: so the engine pairs bracket k with that condition, and the look-ahead. If it
//! does collapse there (A.9), candidates are compared as for the penultimate bracket, without the
//! look-ahead, with the wish as without. Bracket k is of one kind in both rounds, and compares. Below
//! it the round with the wish may collapse where the right one does not. If the bracket that follows k
//! would be paired twice with the wish (A.9), the look-ahead chooses by what it can come to in a
//! completed round, and not by its first pairing, as the rules would if the wish were a ban.
//!
//! # What decides
//! C5 (2026), the criteria in their order, soft bans, then the sequence of Articles 3 and 4.

use std::cmp::Ordering;

use edelweiss_check::literal::SOFT_BAN;
use edelweiss_check::verdict::{Candidate, RuleComparison, sequence_rows};
use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_pairing::{
    BracketRecord, Impossible, Outcome, RoundPairing, Rules, costs_of_bracket, pair_from,
};
use edelweiss_weights::{Completion, Rule, Unit};
use rayon::prelude::*;

use crate::judgement::judged_bracket;
use crate::payers::{RuleStory, soft_breakers};
use crate::setting::StorySetting;
use crate::wish::{Wish, WishRefusal};

/// What is said to a wish.
#[derive(Clone, Debug)]
pub enum WishAnswer {
    /// Something that needs no comparison.
    Refused(WishRefusal),
    /// No legal round has it.
    Impossible(Impossible),
    /// The best round that has it is worse.
    Worse(Box<Rival>),
    /// The system has no criteria by which two rounds compare.
    NotCompared,
}

/// The best round with a wish.
#[derive(Clone, Debug)]
pub struct Rival {
    /// The round.
    pub round: RoundPairing,
    /// The first bracket that differs, from 0.
    pub bracket: usize,
    /// Whether a player of the wish is in that bracket; else what lies below has to make room.
    pub is_about: bool,
    /// What decides there; `None` would say that the two are alike.
    pub deciding: Option<DecidingDifference>,
}

/// The first difference of two candidates of a bracket.
#[derive(Clone, Debug)]
pub enum DecidingDifference {
    /// C5: the score of the player with the bye.
    LowestBye {
        /// In the right round.
        here: Score,
        /// With the wish.
        there: Score,
    },
    /// A criterion.
    Criterion {
        /// Which.
        rule: &'static Rule,
        /// In the right round.
        here: RuleStory,
        /// With the wish.
        there: RuleStory,
    },
    /// All criteria are equal, and more pairs break a soft ban.
    SoftBans {
        /// Those of the right round.
        here: Vec<Unit>,
        /// Those with the wish.
        there: Vec<Unit>,
    },
    /// All criteria are equal, and the candidate with the wish comes later in the sequence.
    Sequence(RuleComparison),
}

/// Answers a wish about `round`, the round of this setting.
///
/// Cost: as pairing the players of the deciding bracket and below it, mostly once.
///
/// # Panics
/// When the round is not one of this setting, or a player belongs to a larger tournament.
pub fn why_not(setting: &StorySetting<'_>, round: &RoundPairing, wish: Wish) -> WishAnswer {
    let Some(rules) = setting.rules() else {
        return WishAnswer::NotCompared;
    };
    let restricted = match wish.restrict(setting, round) {
        Ok(restricted) => restricted,
        Err(refusal) => return WishAnswer::Refused(refusal),
    };
    let mut from = last_to_agree(&restricted, round, wish);
    loop {
        match pair_from(&restricted, &rules, round, from) {
            Outcome::Paired(rival) => {
                let rival = compare(setting, &rules, &restricted, round, rival, from, wish);
                return WishAnswer::Worse(Box::new(rival));
            }
            Outcome::Impossible(why) if from == 0 => return WishAnswer::Impossible(why),
            Outcome::Impossible(_) => from -= 1,
        }
    }
}

/// The same of many wishes, in parallel; answers are in their order.
///
/// # Panics
/// As [`why_not`].
pub fn why_nots(
    setting: &StorySetting<'_>,
    round: &RoundPairing,
    wishes: &[Wish],
) -> Vec<WishAnswer> {
    (wishes.par_iter())
        .map(|wish| why_not(setting, round, *wish))
        .collect()
}

/// The last bracket that can be the first to differ.
fn last_to_agree(restricted: &Position, round: &RoundPairing, wish: Wish) -> usize {
    let is_in =
        |record: &BracketRecord, id| record.mdps.contains(&id) || record.residents.contains(&id);
    let differs = |record: &BracketRecord| {
        let holds_both = matches!(wish, Wish::Pair(a, b) if is_in(record, a) && is_in(record, b));
        holds_both || (record.pairs.iter()).any(|(a, b)| !restricted.may_meet(*a, *b))
    };
    let first = round.brackets.iter().position(differs);
    first.unwrap_or(round.brackets.len() - 1)
}

fn compare(
    setting: &StorySetting<'_>,
    rules: &Rules,
    restricted: &Position,
    round: &RoundPairing,
    rival: RoundPairing,
    bracket: usize,
    wish: Wish,
) -> Rival {
    let record = &round.brackets[bracket];
    let is_in = |id: &PlayerId| record.mdps.contains(id) || record.residents.contains(id);
    let score = |bye: Option<PlayerId>| bye.map(|id| setting.position.player(id).score);
    let byes = score(round.bye).zip(score(rival.bye));
    let deciding = match byes {
        Some((here, there))
            if here != there && rules.edition.completion == Completion::EveryBracket =>
        {
            Some(DecidingDifference::LowestBye { here, there })
        }
        _ => criterion(setting, rules, restricted, [round, &rival], bracket)
            .or_else(|| behind_criteria(setting.position, rules, record, &rival.brackets[bracket])),
    };
    Rival {
        is_about: wish.players().iter().any(is_in),
        round: rival,
        bracket,
        deciding,
    }
}

/// The first criterion by which the two differ in this bracket.
fn criterion(
    setting: &StorySetting<'_>,
    rules: &Rules,
    restricted: &Position,
    [round, rival]: [&RoundPairing; 2],
    bracket: usize,
) -> Option<DecidingDifference> {
    let stories = |position: &Position, round: &RoundPairing| {
        let costs = costs_of_bracket(position, rules, round, bracket);
        let record = &round.brackets[bracket];
        RuleStory::all(rules.edition, position, record, round.bye, &costs)
    };
    let pairs = stories(setting.position, round)
        .into_iter()
        .zip(stories(restricted, rival));
    let mut unequal = pairs.filter(|(here, there)| here.fields != there.fields);
    let (here, there) = unequal.next()?;
    debug_assert!(
        here.fields < there.fields,
        "{}: the right round is the better one",
        here.rule.label
    );
    Some(DecidingDifference::Criterion {
        rule: here.rule,
        here,
        there,
    })
}

/// Soft bans, then the sequence. Nothing where the other one breaks fewer, which the right round may not take if
/// the fewest leave no completion (2017).
fn behind_criteria(
    position: &Position,
    rules: &Rules,
    here: &BracketRecord,
    there: &BracketRecord,
) -> Option<DecidingDifference> {
    let broken = [here, there].map(|record| soft_breakers(position, record));
    match broken[0].len().cmp(&broken[1].len()) {
        Ordering::Equal => sequence(rules, here, there),
        Ordering::Greater => None,
        Ordering::Less => {
            let [here, there] = broken;
            Some(DecidingDifference::SoftBans { here, there })
        }
    }
}

/// The first part of the sequence in which the two differ.
fn sequence(
    rules: &Rules,
    here: &BracketRecord,
    there: &BracketRecord,
) -> Option<DecidingDifference> {
    let step = judged_bracket(here);
    let candidate = |record: &BracketRecord| Candidate {
        pairs: record.pairs.clone(),
        floaters: record.floaters.clone(),
    };
    let completion = rules.edition.completion;
    let rows = sequence_rows(completion, &step, &candidate(there), &candidate(here));
    let row = rows.into_iter().find(|row| row.recorded != row.here)?;
    debug_assert_eq!(
        row.compare(),
        Ordering::Greater,
        "the right round is earlier"
    );
    Some(DecidingDifference::Sequence(row))
}

impl DecidingDifference {
    /// `C12`, or the article of the sequence.
    pub fn label(&self) -> &'static str {
        match self {
            Self::LowestBye { .. } => "C5",
            Self::Criterion { rule, .. } => rule.label,
            Self::SoftBans { .. } => SOFT_BAN,
            Self::Sequence(row) => row.label,
        }
    }

    /// The values that differ, in the right round and with the wish: tenths of a point of C5, the fields
    /// of a criterion, the numbers of a part of the sequence.
    pub fn values(&self) -> (Vec<u64>, Vec<u64>) {
        let tenths = |score: &Score| vec![score.tenths().max(0) as u64];
        match self {
            Self::LowestBye { here, there } => (tenths(here), tenths(there)),
            Self::Criterion { here, there, .. } => (here.fields.clone(), there.fields.clone()),
            Self::SoftBans { here, there } => (vec![here.len() as u64], vec![there.len() as u64]),
            Self::Sequence(row) => (row.here.clone(), row.recorded.clone()),
        }
    }

    /// The pairs and floaters that cost something with the wish, and nothing in the right round.
    pub fn added(&self) -> Vec<Unit> {
        let (here, there) = match self {
            Self::Criterion { here, there, .. } => (&here.payers, &there.payers),
            Self::SoftBans { here, there } => (here, there),
            Self::LowestBye { .. } | Self::Sequence(_) => return Vec::new(),
        };
        let added = there.iter().filter(|unit| !here.contains(unit));
        added.copied().collect()
    }
}
