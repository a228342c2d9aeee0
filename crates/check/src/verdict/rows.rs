//! The rows of a comparison, most important first.
//!
//! # Articles
//! C.04.3 (2026) 2, 3.8, 4; 2017 A.9, B.8, C, D.

use std::collections::BTreeSet;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Completion, Edition, Layout, Unit};

use super::below::{OutlookBelow, outlook};
use super::following::{Completes, FollowingScoregroup, look_ahead};
use super::sequence::sequence_rows;
use crate::literal::SOFT_BAN;

use super::{Candidate, JudgedBracket, LiteralRoute, RuleComparison, RuleKind};

/// A rule that is no row of the edition table.
type Name = (RuleKind, &'static str, &'static str, &'static str);

/// The rules that decide what is possible.
struct Names {
    rematch: Name,
    banned: Name,
    colours: Name,
    form: Name,
    bye: Name,
    completion: Name,
    lowest_bye: Name,
}

const MET: &str = "pairs that have met";
const BANNED: &str = "pairs that the arbiter keeps apart";
const CLASH: &str = "pairs with one absolute colour preference";
const MDP_PAIRS: &str = "pairs of two moved-down players";
const BARRED: &str = "players with the bye who may not receive it";
const INCOMPLETE: &str = "whether no completion is left";
const BYE_SCORE: &str = "lowest score left for the bye, in tenths";

const NAMES_2026: Names = Names {
    rematch: (RuleKind::Absolute, "C1", "2.1.1", MET),
    banned: (RuleKind::Absolute, "C1", "2.1.1", BANNED),
    colours: (RuleKind::Absolute, "C3", "2.1.3", CLASH),
    form: (RuleKind::Form, "3.2", "3.2", MDP_PAIRS),
    bye: (RuleKind::Absolute, "C2", "2.1.2", BARRED),
    completion: (RuleKind::Completion, "C4", "2.2.1", INCOMPLETE),
    lowest_bye: (RuleKind::LowestBye, "C5", "2.3.1", BYE_SCORE),
};

const NAMES_2017: Names = Names {
    rematch: (RuleKind::Absolute, "C.1", "C.1", MET),
    banned: (RuleKind::Absolute, "C.1", "C.1", BANNED),
    colours: (RuleKind::Absolute, "C.3", "C.3", CLASH),
    form: (RuleKind::Form, "B.2", "B.2", MDP_PAIRS),
    bye: (RuleKind::Absolute, "C.2", "C.2", BARRED),
    completion: (RuleKind::Completion, "C.4", "C.4", INCOMPLETE),
    lowest_bye: NAMES_2026.lowest_bye,
};

/// Behind all criteria; its label is its article, as no text has it.
const SOFT: Name = (
    RuleKind::SoftBan,
    SOFT_BAN,
    SOFT_BAN,
    "pairs that break a soft ban, not a FIDE criterion",
);

/// Compares candidates of one bracket.
pub(super) struct Judge<'a> {
    position: &'a Position,
    edition: &'static Edition,
    names: Names,
    step: &'a JudgedBracket,
    bracket: Bracket<'static>,
    /// Everybody below the bracket, highest ranked first.
    below: Vec<PlayerId>,
    /// How many of them are the next scoregroup.
    n_next: usize,
    /// The place of the criterion that looks ahead.
    look_ahead: Option<usize>,
}

/// A row of both sides, of which the smaller value is the better one.
fn compared(name: Name, [recorded, here]: [Vec<u64>; 2]) -> RuleComparison {
    let (kind, label, article, summary) = name;
    RuleComparison {
        kind,
        label,
        article,
        summary,
        recorded,
        here,
        larger_is_better: false,
    }
}

/// How many pairs of each side are so.
fn of_pairs(both: [&Candidate; 2], is_so: impl Fn(PlayerId, PlayerId) -> bool) -> [Vec<u64>; 2] {
    both.map(|side| {
        let pairs = side.pairs.iter().filter(|(a, b)| is_so(*a, *b));
        vec![pairs.count() as u64]
    })
}

/// What a candidate leaves below it, as far as later rows ask.
struct Left {
    outlook: OutlookBelow,
    is_whole: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        position: &'a Position,
        edition: &'static Edition,
        step: &'a JudgedBracket,
        below: Vec<PlayerId>,
    ) -> Self {
        let score = |id: &PlayerId| position.player(*id).score;
        let n_next = below
            .iter()
            .take_while(|id| score(id) == score(&below[0]))
            .count();
        let mut bracket = Bracket::new(position, step.mdps.clone(), step.residents.clone());
        let mut place = None;
        if step.route == LiteralRoute::Normal && n_next > 0 {
            // 2017: nobody may stay unpaired in the last bracket but the player with the bye.
            let is_last = edition.completion == Completion::Collapse && n_next == below.len();
            bracket = bracket.followed_by(position, &below[..n_next], is_last);
            place = look_ahead(edition, &bracket);
        }
        let names = match edition.completion {
            Completion::EveryBracket => {
                bracket = bracket.with_bye_as_sole_floater();
                NAMES_2026
            }
            Completion::Collapse => NAMES_2017,
        };
        Self {
            position,
            edition,
            names,
            step,
            bracket,
            below,
            n_next,
            look_ahead: place,
        }
    }

    /// All rows; they end with the first one that makes further ones meaningless.
    pub(super) fn rows(&mut self, recorded: &Candidate, here: &Candidate) -> Vec<RuleComparison> {
        let both = [recorded, here];
        let mut rows = self.forbidden_pairs(both);
        let form = self.pairs_of_mdps(both);
        let is_candidate = form[0] == [0];
        rows.push(compared(self.names.form, form));
        let is_last = self.below.is_empty();
        if is_last {
            rows.push(compared(self.names.bye, self.barred_byes(both)));
        }
        let left = both.map(|side| self.left(side));
        let asks_completion = match self.edition.completion {
            Completion::EveryBracket => true,
            Completion::Collapse => is_last || self.step.route != LiteralRoute::Normal,
        };
        let completes = left
            .iter()
            .all(|left| left.outlook != OutlookBelow::Impossible);
        if asks_completion {
            let lost = |left: &Left| vec![u64::from(left.outlook == OutlookBelow::Impossible)];
            let lost = [lost(&left[0]), lost(&left[1])];
            rows.push(compared(self.names.completion, lost));
        }
        if !is_candidate || (asks_completion && !completes) {
            return rows;
        }
        let mut bye_score = None;
        if self.edition.completion == Completion::EveryBracket {
            let scores = left.each_ref().map(Left::bye_score);
            let tenths = scores.map(|score| score.map(|score| score.tenths().max(0) as u64));
            let tenths = tenths.map(|tenths| tenths.into_iter().collect());
            rows.push(compared(self.names.lowest_bye, tenths));
            if scores[0] != scores[1] {
                return rows;
            }
            bye_score = scores[1];
        }
        self.add_criteria(&mut rows, both, &left, bye_score);
        if !self.position.soft_bans().is_empty() {
            let broken = of_pairs(both, |a, b| self.position.breaks_soft_ban(a, b));
            rows.push(compared(SOFT, broken));
        }
        rows.extend(sequence_rows(
            self.edition.completion,
            self.step,
            recorded,
            here,
        ));
        rows
    }

    /// Pairs that may not be.
    fn forbidden_pairs(&self, both: [&Candidate; 2]) -> Vec<RuleComparison> {
        let position = self.position;
        vec![
            compared(
                self.names.rematch,
                of_pairs(both, |a, b| position.have_met(a, b)),
            ),
            compared(
                self.names.banned,
                of_pairs(both, |a, b| position.is_banned(a, b)),
            ),
            compared(
                self.names.colours,
                of_pairs(both, |a, b| position.colours_clash(a, b)),
            ),
        ]
    }

    /// Pairs of two players moved down.
    fn pairs_of_mdps(&self, both: [&Candidate; 2]) -> [Vec<u64>; 2] {
        let mdps: BTreeSet<PlayerId> = self.step.mdps.iter().copied().collect();
        of_pairs(both, |a, b| mdps.contains(&a) && mdps.contains(&b))
    }

    /// Byes for players who may not have them.
    fn barred_byes(&self, both: [&Candidate; 2]) -> [Vec<u64>; 2] {
        both.map(|side| {
            let barred = (side.floaters.iter())
                .filter(|id| side.floaters.len() == 1 && !self.position.player(**id).bye_allowed);
            vec![barred.count() as u64]
        })
    }

    /// What these floaters leave below.
    fn left(&self, side: &Candidate) -> Left {
        let unpaired: Vec<PlayerId> = side.floaters.iter().chain(&self.below).copied().collect();
        let is_whole = !self.below.is_empty() || side.floaters.len() <= 1;
        let outlook = if is_whole {
            outlook(self.position, &unpaired)
        } else {
            OutlookBelow::Impossible
        };
        Left { outlook, is_whole }
    }

    fn add_criteria(
        &self,
        rows: &mut Vec<RuleComparison>,
        both: [&Candidate; 2],
        left: &[Left; 2],
        bye_score: Option<Score>,
    ) {
        let costs = [0, 1].map(|side| {
            let units = units(both[side], &left[side]);
            Layout::evaluate(self.edition, self.position, &self.bracket, &units).0
        });
        let completes = match self.edition.completion {
            Completion::EveryBracket => Completes::WithByeScore(bye_score),
            Completion::Collapse => Completes::NotAsked,
        };
        for (place, rule) in self.edition.criteria.iter().enumerate() {
            let looks_ahead = self.look_ahead == Some(place);
            let mut values = [costs[0][place].clone(), costs[1][place].clone()];
            if looks_ahead {
                let following = FollowingScoregroup {
                    position: self.position,
                    ahead: Edition {
                        criteria: &self.edition.criteria[place..=place],
                        ..*self.edition
                    },
                    bracket: &self.bracket,
                    next: &self.below[..self.n_next],
                    lower: &self.below[self.n_next..],
                };
                let least = both.map(|side| following.least(&side.floaters, completes));
                values = least.map(|least| least.expect("completion was found above"));
            }
            let [recorded, here] = values;
            rows.push(RuleComparison {
                kind: if looks_ahead {
                    RuleKind::LookAhead
                } else {
                    RuleKind::Criterion
                },
                label: rule.label,
                article: rule.article,
                summary: rule.summary,
                recorded,
                here,
                larger_is_better: false,
            });
        }
    }
}

impl Left {
    fn bye_score(&self) -> Option<Score> {
        match &self.outlook {
            OutlookBelow::WithBye { score, .. } => Some(*score),
            OutlookBelow::Complete | OutlookBelow::Impossible => None,
        }
    }

    /// C9's condition: every completion gives this floater the bye.
    fn must_take_bye(&self, floater: PlayerId) -> bool {
        self.is_whole
            && matches!(&self.outlook, OutlookBelow::WithBye { takers, .. } if *takers == [floater])
    }
}

/// The pieces of a candidate.
fn units(side: &Candidate, left: &Left) -> Vec<Unit> {
    let takes_bye = match side.floaters[..] {
        [floater] => left.must_take_bye(floater),
        _ => false,
    };
    let floats = (side.floaters.iter()).map(|&player| Unit::Float { player, takes_bye });
    (side.pairs.iter())
        .map(|&(higher, lower)| Unit::Pair { higher, lower })
        .chain(floats)
        .collect()
}
