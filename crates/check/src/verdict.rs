//! What decides between a recorded round and another one: legality first, then the first rule that
//! tells the two apart, with both values, in the first bracket in which they differ.
//!
//! # Articles
//! C.04.3 (2026) 2, 3.8, 4; 2017 A.9, B.8, C, D.
//!
//! The brackets are those of the other round, mostly the engine's. Above the first bracket that
//! differs both rounds are alike, so that bracket has the same players in both, and each round is a
//! candidate of it: pairs, and floaters. The candidates are compared rule by rule ([`RuleComparison`])
//! in the order of the edition, from C1 down to the last rule of the sequence of candidates, and every row is
//! computed for both, so that a round paired by hand is told what it does worse, and what better.
//!
//! Rows that depend on what is *below* the bracket (completion, the bye, the look-ahead) are
//! answered by matchings of this module's own ([`edelweiss_matching`]); nothing is shared with the
//! engine, which is given as data. If ours is not the better one, the verdict says so.
//!
//! # What is left out
//! Colours are judged by [`crate::colours`], and other systems than the Dutch one have no rows.

mod below;
mod following;
mod meetings;
mod rows;
mod sequence;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use edelweiss_model::{PlayerId, Position, Score, Tournament};
use edelweiss_weights::Edition;

use crate::legality::{Breach, violations};
use crate::literal;
pub use crate::literal::LiteralRoute;
use rows::Judge;
pub use sequence::sequence_rows;

/// A round, whoever made it: pairs in any order, and the pairing-allocated bye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JudgedRound {
    /// Pairs, the two players in any order.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who has the pairing-allocated bye.
    pub bye: Option<PlayerId>,
}

/// A bracket of the other round. Players are sorted, highest ranked first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedBracket {
    /// The kind.
    pub route: LiteralRoute,
    /// Players moved down into it.
    pub mdps: Vec<PlayerId>,
    /// Its residents.
    pub residents: Vec<PlayerId>,
    /// Its pairs.
    pub pairs: Vec<(PlayerId, PlayerId)>,
}

/// The verdict on a recorded round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// What the recorded round breaks of C1 to C3, completeness and the arbiter's bans; none means
    /// that it is legal. Read from the entries alone.
    pub violations: Vec<Breach>,
    /// What decides; `None` where the pairs are the same, or where the recorded round is no
    /// pairing at all (somebody sits twice or does not take part).
    pub decision: Option<Decision>,
}

impl Verdict {
    /// Whether the recorded round has the pairs of the other one, and is legal.
    pub fn is_right(&self) -> bool {
        self.violations.is_empty() && self.decision.is_none()
    }
}

/// What decides between two rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The first bracket that differs, counted from 0 at the top.
    pub bracket: usize,
    /// Its kind.
    pub route: LiteralRoute,
    /// Players moved down into it.
    pub mdps: Vec<PlayerId>,
    /// Its residents.
    pub residents: Vec<PlayerId>,
    /// The lowest score of its residents.
    pub score: Score,
    /// The recorded round as a candidate of it.
    pub recorded: Candidate,
    /// The other round as a candidate of it.
    pub here: Candidate,
    /// All rows, most important first. They end early where the recorded round is no candidate.
    pub rows: Vec<RuleComparison>,
    /// The place in `rows` of the first one that differs; `None` only if none does.
    pub decisive: Option<usize>,
    /// What the rules executed as written say about this bracket.
    pub literal: Literal,
}

/// A way of pairing a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Pairs, the higher ranked player first, sorted by that player.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who leaves the bracket unpaired, highest ranked first.
    pub floaters: Vec<PlayerId>,
}

/// What kind of rule a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// C1, C2, C3: absolute.
    Absolute,
    /// Two moved-down players as a pair, which no candidate has.
    Form,
    /// Completion: "requirement zero" (2026 C4; 2017 A.9 and C.4).
    Completion,
    /// 2026 C5: the score of the player with the bye.
    LowestBye,
    /// A quality criterion of the bracket itself.
    Criterion,
    /// A quality criterion of the following bracket (2026 C8; 2017 C.7).
    LookAhead,
    /// Pairs that break a soft ban of the arbiter: no criterion of FIDE's, and behind all of them.
    SoftBan,
    /// The sequence in which candidates are formed: the one earlier in the sequence is taken.
    Sequence,
}

impl RuleKind {
    /// For documents that machines read.
    pub fn code(self) -> &'static str {
        match self {
            Self::Absolute => "absolute",
            Self::Form => "form",
            Self::Completion => "completion",
            Self::LowestBye => "lowest-bye",
            Self::Criterion => "criterion",
            Self::LookAhead => "look-ahead",
            Self::SoftBan => "soft-ban",
            Self::Sequence => "sequence",
        }
    }
}

/// One rule, and how both candidates comply with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleComparison {
    /// The kind.
    pub kind: RuleKind,
    /// The label of the criterion, such as `C12`, or the article of the sequence, such as `4.2`.
    pub label: &'static str,
    /// The article.
    pub article: &'static str,
    /// What the value counts, in a few words.
    pub summary: &'static str,
    /// The recorded round's value, compared from its first number on.
    pub recorded: Vec<u64>,
    /// The other round's.
    pub here: Vec<u64>,
    /// Whether the larger value is the better one.
    pub larger_is_better: bool,
}

impl RuleComparison {
    /// [`Ordering::Less`]: the recorded round is better here.
    pub fn compare(&self) -> Ordering {
        let ordering = self.recorded.cmp(&self.here);
        if self.larger_is_better {
            ordering.reverse()
        } else {
            ordering
        }
    }
}

/// The verdict of the rules executed as written ([`literal`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    /// It pairs the bracket as the recorded round does.
    Recorded,
    /// It pairs the bracket as the other round does.
    Here,
    /// It does neither, or comes to another bracket.
    Neither,
    /// A bracket on the way is too large for it.
    TooLarge,
}

impl Literal {
    /// For documents that machines read.
    pub fn code(self) -> &'static str {
        match self {
            Self::Recorded => "file",
            Self::Here => "here",
            Self::Neither => "neither",
            Self::TooLarge => "too-large",
        }
    }
}

/// How far the literal procedure is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiteralLimit {
    /// Players present; it looks for completions by trying.
    pub players: usize,
    /// Brackets.
    pub brackets: literal::Limit,
}

impl LiteralLimit {
    /// Nowhere.
    pub const NEVER: Self = Self {
        players: 0,
        brackets: literal::Limit {
            bracket: 0,
            following: 0,
        },
    };
}

impl Default for LiteralLimit {
    /// 20 players present, 8 in a bracket, 12 in the following one: within a moment.
    fn default() -> Self {
        Self {
            players: 20,
            brackets: literal::Limit {
                bracket: 8,
                following: 12,
            },
        }
    }
}

/// Judges `recorded`, a round that follows on `tournament`, against `brackets`, those of another
/// pairing of it by `edition`. `position` is what follows from `tournament` under that edition.
///
/// A few matchings of graphs of bits, O(n²/64) for n unpaired players and each change of a matching, and the
/// literal procedure within `limit`.
///
/// # Panics
/// When an id belongs to a larger tournament.
pub fn judge(
    tournament: &Tournament,
    position: &Position,
    edition: &'static Edition,
    recorded: &JudgedRound,
    brackets: &[JudgedBracket],
    limit: LiteralLimit,
) -> Verdict {
    let violations = violations(
        tournament,
        &edition.definitions,
        &recorded.pairs,
        recorded.bye,
    );
    let is_pairing = violations
        .iter()
        .all(|violation| !matches!(violation, Breach::PairedTwice(_) | Breach::NotPresent(_)));
    let decision = (is_pairing.then_some(()))
        .and_then(|()| decide(tournament, position, edition, recorded, brackets, limit));
    Verdict {
        violations,
        decision,
    }
}

fn decide(
    tournament: &Tournament,
    position: &Position,
    edition: &'static Edition,
    recorded: &JudgedRound,
    brackets: &[JudgedBracket],
    limit: LiteralLimit,
) -> Option<Decision> {
    let mut opponent = vec![None; position.players().len()];
    for &(a, b) in &recorded.pairs {
        opponent[a.index()] = Some(b);
        opponent[b.index()] = Some(a);
    }
    let (bracket, step, theirs, here) = brackets.iter().enumerate().find_map(|(index, step)| {
        let members: BTreeSet<PlayerId> =
            step.mdps.iter().chain(&step.residents).copied().collect();
        let met = members
            .iter()
            .filter_map(|a| Some((*a, opponent[a.index()]?)));
        let within = met.filter(|(a, b)| a < b && members.contains(b)).collect();
        let theirs = candidate(position, step, within);
        let here = candidate(position, step, step.pairs.clone());
        (theirs.pairs != here.pairs).then_some((index, step, theirs, here))
    })?;
    let below = brackets[bracket + 1..]
        .iter()
        .flat_map(|lower| lower.residents.iter().copied())
        .collect();
    let mut judge = Judge::new(position, edition, step, below);
    let rows = judge.rows(&theirs, &here);
    let decisive = rows.iter().position(|row| row.recorded != row.here);
    let literal = ask_literal(
        tournament, position, edition, bracket, &theirs, &here, limit,
    );
    let scores = (step.residents.iter()).map(|id| position.player(*id).score);
    Some(Decision {
        bracket,
        route: step.route,
        mdps: step.mdps.clone(),
        residents: step.residents.clone(),
        score: scores.min().unwrap_or(Score::ZERO),
        recorded: theirs,
        here,
        rows,
        decisive,
        literal,
    })
}

/// O(n log n) for n players.
fn candidate(
    position: &Position,
    step: &JudgedBracket,
    mut pairs: Vec<(PlayerId, PlayerId)>,
) -> Candidate {
    let players = step.mdps.iter().chain(&step.residents).copied();
    let place: BTreeMap<PlayerId, usize> = players.clone().zip(0..).collect();
    for (a, b) in &mut pairs {
        if !position.is_higher(*a, *b) {
            std::mem::swap(a, b);
        }
    }
    pairs.sort_by_key(|(higher, _)| place.get(higher));
    let paired: BTreeSet<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    Candidate {
        pairs,
        floaters: players.filter(|id| !paired.contains(id)).collect(),
    }
}

fn ask_literal(
    tournament: &Tournament,
    position: &Position,
    edition: &'static Edition,
    bracket: usize,
    recorded: &Candidate,
    here: &Candidate,
    limit: LiteralLimit,
) -> Literal {
    if position.present().len() > limit.players.min(64) {
        return Literal::TooLarge;
    }
    let until = literal::Until::Perfect;
    let found = match literal::pair_round(tournament, edition, limit.brackets, until) {
        literal::LiteralOutcome::Paired(round) => round.brackets,
        literal::LiteralOutcome::TooLarge { brackets, .. } if brackets.len() > bracket => brackets,
        literal::LiteralOutcome::TooLarge { .. } => return Literal::TooLarge,
        literal::LiteralOutcome::Impossible => return Literal::Neither,
    };
    let is = |candidate: &Candidate| {
        found.get(bracket).is_some_and(|record| {
            record.pairs == candidate.pairs && record.floaters == candidate.floaters
        })
    };
    if is(here) {
        Literal::Here
    } else if is(recorded) {
        Literal::Recorded
    } else {
        Literal::Neither
    }
}

impl Decision {
    /// The row that decides.
    pub fn deciding_row(&self) -> Option<&RuleComparison> {
        self.decisive.map(|place| &self.rows[place])
    }

    /// [`Ordering::Less`]: by the rules the recorded round is better than the other one, which then
    /// has been paired wrongly or by other rules.
    pub fn compare(&self) -> Ordering {
        self.deciding_row()
            .map_or(Ordering::Equal, RuleComparison::compare)
    }

    /// Rows other than those of the sequence in which the recorded round is worse.
    pub fn worse(&self) -> impl Iterator<Item = &RuleComparison> {
        self.unequal(Ordering::Greater)
    }

    /// Rows other than those of the sequence in which the recorded round is better.
    pub fn better(&self) -> impl Iterator<Item = &RuleComparison> {
        self.unequal(Ordering::Less)
    }

    fn unequal(&self, ordering: Ordering) -> impl Iterator<Item = &RuleComparison> {
        (self.rows.iter())
            .filter(move |row| row.kind != RuleKind::Sequence && row.compare() == ordering)
    }
}

/// Longer lists are told by their first difference.
const MOST_NUMBERS: usize = 8;

/// Numbers of a row, with commas between them.
fn values(numbers: &[u64]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(",")
}

impl RuleComparison {
    /// The values in words: `2 in the file, 1 here`, of long lists the first numbers that differ.
    fn values_in_words(&self) -> String {
        let length = self.recorded.len().max(self.here.len());
        let both = [&self.recorded, &self.here];
        let differs = |place: &usize| self.recorded.get(*place) != self.here.get(*place);
        match (0..length).find(differs) {
            Some(place) if length > MOST_NUMBERS => {
                let [recorded, here] =
                    both.map(|list| values(list.get(place..=place).unwrap_or(&[])));
                let place = place + 1;
                format!("{recorded} in the file, {here} here, at place {place} of {length}")
            }
            None if length > MOST_NUMBERS => format!("the same {length} numbers"),
            _ => {
                let [recorded, here] = both.map(|list| values(list));
                format!("{recorded} in the file, {here} here")
            }
        }
    }
}

impl fmt::Display for RuleComparison {
    /// `C12 (2.4.7, refused colour preferences): 2 in the file, 1 here`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label)?;
        let mut inside = String::new();
        if self.article != self.label {
            write!(inside, "{}, ", self.article)?;
        }
        write!(f, " ({inside}{}): {}", self.summary, self.values_in_words())
    }
}

impl fmt::Display for Decision {
    /// One line, without names: `bracket 2 (3 points, 1 moved down, 6 residents): C12 (2.4.7,
    /// refused colour preferences): 2 in the file, 1 here`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bracket {} ({} points", self.bracket + 1, self.score)?;
        match self.route {
            LiteralRoute::Normal => {}
            LiteralRoute::Penultimate => f.write_str(", PPB: paired again for completion, A.9")?,
            LiteralRoute::CollapsedLast => f.write_str(", CLB: the collapsed last one, A.9")?,
        }
        if !self.mdps.is_empty() {
            write!(f, ", {} moved down", self.mdps.len())?;
        }
        write!(f, ", {} residents): ", self.residents.len())?;
        let Some(row) = self.deciding_row() else {
            return f.write_str("no rule tells the two apart");
        };
        if row.kind == RuleKind::Sequence {
            f.write_str("all criteria are equal, and the earlier in the sequence is taken: ")?;
        }
        write!(f, "{row}")?;
        if self.compare() == Ordering::Less {
            f.write_str("; the file's is the better one")?;
        }
        Ok(())
    }
}
