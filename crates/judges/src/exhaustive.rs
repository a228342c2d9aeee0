//! Every way of pairing a bracket, weighed: what the worked examples of the book are computed with.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 2, 3.8, 4; 2017 A.9, B.8, C, D.
//!
//! A bracket is paired by writing down every way of pairing it and comparing, row by row
//! ([`ListedRow`]), from C1 down to the last rule of the sequence. Any row can be left out: the answer that results
//! is the tempting wrong one, and the row says what it costs. Costs come from the edition table;
//! finding pairings, completion and the place in the sequence share nothing with the engine.
//!
//! Meant for brackets of up to ten players.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use edelweiss_model::{PlayerId, Position, Score};
use edelweiss_weights::{Bracket, Completion, Edition, Unit};

/// A set of players, by place in the ranking of everybody present.
type ListedSet = u32;

/// One comparison between two ways of pairing a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedRow {
    /// The label of the criterion, or the article of the sequence.
    pub label: &'static str,
    /// What the value counts, in a few words.
    pub summary: &'static str,
    /// The value; compared from its first number on.
    pub value: Vec<u64>,
    /// Whether the larger value is the better one.
    pub larger_is_better: bool,
}

impl ListedRow {
    fn new(label: &'static str, summary: &'static str, value: Vec<u64>) -> Self {
        Self {
            label,
            summary,
            value,
            larger_is_better: false,
        }
    }

    /// Less is better.
    pub fn compare(&self, other: &Self) -> Ordering {
        let ordering = self.value.cmp(&other.value);
        if self.larger_is_better {
            ordering.reverse()
        } else {
            ordering
        }
    }
}

/// The labels of the absolute criteria, completion and bye in an edition: C1 to C5, or C.1 to C.4.
#[derive(Clone, Copy, Debug)]
struct Labels {
    rematch: &'static str,
    bye: &'static str,
    colours: &'static str,
    completion: &'static str,
    lowest_bye: Option<&'static str>,
    /// The rules of the sequence: the set of MDPs, their opponents, the exchange by size, sum,
    /// leaving and entering players, the transposition.
    sequence: [&'static str; 7],
}

const LABELS_2026: Labels = Labels {
    rematch: "C1",
    bye: "C2",
    colours: "C3",
    completion: "C4",
    lowest_bye: Some("C5"),
    sequence: [
        "4.4.2", "4.2-MDP", "4.3.2.1", "4.3.2.2", "4.3.2.3", "4.3.2.4", "4.2",
    ],
};
const LABELS_2017: Labels = Labels {
    rematch: "C.1",
    bye: "C.2",
    colours: "C.3",
    completion: "C.4",
    lowest_bye: None,
    sequence: ["D.3", "D.1-MDP", "D.2.a", "D.2.b", "D.2.c", "D.2.d", "D.1"],
};

/// The kinds of bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedRoute {
    /// One scoregroup and the players who floated into it.
    Normal,
    /// 2017 A.9: paired again because its first pairing left no completion (PPB).
    Penultimate,
    /// 2017 A.9: the floaters of the penultimate bracket and everybody below (CLB).
    CollapsedLast,
}

/// A bracket as it was paired. Players are sorted, highest ranked first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedStep {
    /// The kind.
    pub route: ListedRoute,
    /// Players moved down into it.
    pub mdps: Vec<PlayerId>,
    /// Its residents.
    pub residents: Vec<PlayerId>,
    /// Pairs, the higher ranked player first, sorted by that player.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who leaves it unpaired.
    pub floaters: Vec<PlayerId>,
}

/// A round paired with every rule, or with one left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedRound {
    /// The brackets from the top.
    pub steps: Vec<ListedStep>,
    /// Whether everybody is paired; false where leaving a rule out leads nowhere, or where no legal
    /// pairing exists.
    pub complete: bool,
}

/// A way of pairing a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ListedPairing {
    pairs: Vec<(usize, usize)>,
    floaters: ListedSet,
}

impl ListedPairing {
    fn opponent(&self, place: usize) -> Option<usize> {
        (self.pairs.iter()).find_map(|(a, b)| match place {
            _ if place == *a => Some(*b),
            _ if place == *b => Some(*a),
            _ => None,
        })
    }

    /// Pairs among these players by their BSNs, sorted, the smaller one first in each.
    fn pairs_of(&self, players: &[usize]) -> Vec<(u64, u64)> {
        let mut pairs: Vec<(u64, u64)> = (self.pairs.iter())
            .filter(|(a, b)| players.contains(a) && players.contains(b))
            .map(|(a, b)| (bsn(players, *a), bsn(players, *b)))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        pairs.sort_unstable();
        pairs
    }
}

/// The sequence number of a player in a bracket, from 1.
fn bsn(players: &[usize], place: usize) -> u64 {
    let index = players.iter().position(|other| *other == place);
    index.expect("a member") as u64 + 1
}

/// What has to remain possible after a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ListedDemand {
    Nothing,
    Completion,
}

/// A bracket to be paired.
struct ListedTask {
    route: ListedRoute,
    bracket: Bracket<'static>,
    /// MDPs, then residents, as places in the ranking.
    members: Vec<usize>,
    n_mdps: usize,
    next: Vec<usize>,
    below_next: ListedSet,
    demand: ListedDemand,
    /// Costs of the following bracket by floaters.
    following: BTreeMap<ListedSet, Vec<Unit>>,
}

/// Pairs rounds by writing everything down.
#[derive(Debug)]
pub struct ExhaustiveJudge<'a> {
    position: &'a Position,
    edition: &'static Edition,
    labels: Labels,
    omitted: Option<&'a str>,
    bye_score: Option<Score>,
    memo: BTreeMap<ListedSet, bool>,
}

fn members(set: ListedSet) -> impl Iterator<Item = usize> {
    (0..ListedSet::BITS as usize).filter(move |v| set >> v & 1 == 1)
}

fn set_of(places: &[usize]) -> ListedSet {
    places.iter().fold(0, |set, v| set | 1 << v)
}

impl<'a> ExhaustiveJudge<'a> {
    /// A judge of the round to be paired in `position`; `omitted` is the label of a rule to leave
    /// out.
    ///
    /// # Panics
    /// With more than 30 players.
    pub fn new(
        position: &'a Position,
        edition: &'static Edition,
        omitted: Option<&'a str>,
    ) -> Self {
        assert!(position.present().len() <= 30, "small fields only");
        let labels = match edition.completion {
            Completion::EveryBracket => LABELS_2026,
            Completion::Collapse => LABELS_2017,
        };
        let mut judge = Self {
            position,
            edition,
            labels,
            omitted,
            bye_score: None,
            memo: BTreeMap::new(),
        };
        if let Some(label) = labels.lowest_bye
            && !judge.omits(label)
        {
            judge.bye_score = judge.lowest_bye(judge.everybody());
        }
        judge
    }

    fn omits(&self, label: &str) -> bool {
        self.omitted == Some(label)
    }

    fn everybody(&self) -> ListedSet {
        (1 << self.position.present().len()) - 1
    }

    fn id(&self, place: usize) -> PlayerId {
        self.position.present()[place]
    }

    fn score(&self, place: usize) -> Score {
        self.position.player(self.id(place)).score
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.id(a), self.id(b));
        self.position.have_met(a, b) || self.position.is_banned(a, b)
    }

    fn colours_clash(&self, a: usize, b: usize) -> bool {
        self.position.colours_clash(self.id(a), self.id(b))
    }

    fn bye_barred(&self, place: usize) -> bool {
        !self.position.player(self.id(place)).bye_allowed
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        (self.omits(self.labels.rematch) || !self.have_met(a, b))
            && (self.omits(self.labels.colours) || !self.colours_clash(a, b))
    }

    fn may_take_bye(&self, place: usize) -> bool {
        (self.omits(self.labels.bye) || !self.bye_barred(place))
            && self
                .bye_score
                .is_none_or(|score| score == self.score(place))
    }

    /// Whether these players can be paired completely.
    fn completes(&mut self, set: ListedSet) -> bool {
        if set == 0 {
            return true;
        }
        if let Some(known) = self.memo.get(&set) {
            return *known;
        }
        let first = set.trailing_zeros() as usize;
        let rest = set & !(1 << first);
        let odd = set.count_ones() % 2 == 1;
        let found = (odd && self.may_take_bye(first) && self.completes(rest))
            || members(rest)
                .any(|other| self.may_meet(first, other) && self.completes(rest & !(1 << other)));
        self.memo.insert(set, found);
        found
    }

    /// Whether these players can be paired completely, whoever takes the bye (C4 without C5).
    fn completes_with_any_bye(&mut self, set: ListedSet) -> bool {
        let kept = self.bye_score.take();
        self.memo.clear();
        let found = self.completes(set);
        self.bye_score = kept;
        self.memo.clear();
        found
    }

    /// The lowest score of a player who takes the bye while these players are paired completely.
    fn lowest_bye(&mut self, set: ListedSet) -> Option<Score> {
        if set.count_ones().is_multiple_of(2) {
            return None;
        }
        let kept = self.bye_score;
        let mut scores: Vec<Score> = members(set).map(|place| self.score(place)).collect();
        scores.sort_unstable();
        scores.dedup();
        let found = scores.into_iter().find(|score| {
            self.bye_score = Some(*score);
            self.memo.clear();
            self.completes(set)
        });
        self.bye_score = kept;
        self.memo.clear();
        found
    }

    /// Pairs the round.
    pub fn pair(&mut self) -> ListedRound {
        let mut round = ListedRound {
            steps: Vec::new(),
            complete: false,
        };
        let groups = self.scoregroups();
        let mut mdps = Vec::new();
        for group in 0..groups.len() {
            let is_last = group + 1 == groups.len();
            let demand = match self.edition.completion {
                Completion::EveryBracket if !self.omits(self.labels.completion) => {
                    ListedDemand::Completion
                }
                _ if is_last => ListedDemand::Completion,
                _ => ListedDemand::Nothing,
            };
            let mut task = self.task(ListedRoute::Normal, &mdps, &groups, group, demand);
            let Some(chosen) = self.best(&mut task) else {
                return round;
            };
            let lower = groups[group + 1..].concat();
            if self.edition.completion == Completion::Collapse
                && !self.completes(chosen.floaters | set_of(&lower))
            {
                if self.omits(self.labels.completion) {
                    round.steps.push(self.step(&task, &chosen));
                    return round;
                }
                round.complete = self.collapse(&mut round.steps, &mdps, &groups, group);
                return round;
            }
            round.steps.push(self.step(&task, &chosen));
            mdps = members(chosen.floaters).collect();
        }
        round.complete = true;
        round
    }

    /// 2017 A.9: this group once more, so that everybody below can be paired, who then are one bracket with
    /// its floaters. Whether that leads to a round.
    fn collapse(
        &mut self,
        steps: &mut Vec<ListedStep>,
        mdps: &[usize],
        groups: &[Vec<usize>],
        group: usize,
    ) -> bool {
        let demand = ListedDemand::Completion;
        let mut task = self.task(ListedRoute::Penultimate, mdps, groups, group, demand);
        let Some(chosen) = self.best(&mut task) else {
            return false;
        };
        steps.push(self.step(&task, &chosen));
        let mdps: Vec<usize> = members(chosen.floaters).collect();
        let all = [groups[group + 1..].concat()];
        let mut task = self.task(ListedRoute::CollapsedLast, &mdps, &all, 0, demand);
        let Some(last) = self.best(&mut task) else {
            return false;
        };
        steps.push(self.step(&task, &last));
        true
    }

    fn scoregroups(&self) -> Vec<Vec<usize>> {
        let places: Vec<usize> = (0..self.position.present().len()).collect();
        (places.chunk_by(|a, b| self.score(*a) == self.score(*b)))
            .map(<[usize]>::to_vec)
            .collect()
    }

    fn task(
        &self,
        route: ListedRoute,
        mdps: &[usize],
        groups: &[Vec<usize>],
        group: usize,
        demand: ListedDemand,
    ) -> ListedTask {
        let ids = |places: &[usize]| {
            places
                .iter()
                .map(|place| self.id(*place))
                .collect::<Vec<_>>()
        };
        let residents = &groups[group];
        let next = groups.get(group + 1).cloned().unwrap_or_default();
        let below_next = groups.get(group + 2..).unwrap_or_default().concat();
        let mut bracket = Bracket::new(self.position, ids(mdps), ids(residents));
        let looks_ahead = route == ListedRoute::Normal && !next.is_empty();
        if looks_ahead {
            let is_last = below_next.is_empty() && self.edition.completion == Completion::Collapse;
            bracket = bracket.followed_by(self.position, &ids(&next), is_last);
        }
        if self.edition.completion == Completion::EveryBracket {
            bracket = bracket.with_bye_as_sole_floater();
        }
        ListedTask {
            route,
            bracket,
            members: [mdps, residents].concat(),
            n_mdps: mdps.len(),
            next,
            below_next: set_of(&below_next),
            demand,
            following: BTreeMap::new(),
        }
    }

    /// The task of a step that has been paired, to weigh other ways of pairing it.
    fn task_of(&self, step: &ListedStep) -> ListedTask {
        let places = |ids: &[PlayerId]| -> Vec<usize> {
            let place = |id: &PlayerId| {
                let order = self.position.present();
                order
                    .iter()
                    .position(|other| other == id)
                    .expect("everybody paired is present")
            };
            ids.iter().map(place).collect()
        };
        let (mdps, residents) = (places(&step.mdps), places(&step.residents));
        let mut groups = self.scoregroups();
        if step.route == ListedRoute::CollapsedLast {
            groups = vec![residents.clone()];
        }
        let group = (groups.iter())
            .position(|group| group[0] == residents[0])
            .expect("residents are a scoregroup");
        self.task(step.route, &mdps, &groups, group, ListedDemand::Nothing)
    }

    fn step(&self, task: &ListedTask, candidate: &ListedPairing) -> ListedStep {
        let mut pairs = candidate.pairs.clone();
        pairs.sort_unstable();
        ListedStep {
            route: task.route,
            mdps: task.bracket.mdps().to_vec(),
            residents: task.bracket.residents().to_vec(),
            pairs: pairs
                .iter()
                .map(|(a, b)| (self.id(*a), self.id(*b)))
                .collect(),
            floaters: members(candidate.floaters)
                .map(|place| self.id(place))
                .collect(),
        }
    }

    /// Every way of pairing `members`, of whom the first `n_mdps` do not meet each other.
    fn candidates(&self, members: &[usize], n_mdps: usize) -> Vec<ListedPairing> {
        let mut found = Vec::new();
        let mut candidate = ListedPairing {
            pairs: Vec::new(),
            floaters: 0,
        };
        self.extend(members, n_mdps, 0, 0, &mut candidate, &mut found);
        found
    }

    fn extend(
        &self,
        members: &[usize],
        n_mdps: usize,
        from: usize,
        used: ListedSet,
        candidate: &mut ListedPairing,
        found: &mut Vec<ListedPairing>,
    ) {
        let Some(a) = (from..members.len()).find(|a| used >> members[*a] & 1 == 0) else {
            found.push(candidate.clone());
            return;
        };
        let own = members[a];
        candidate.floaters |= 1 << own;
        self.extend(members, n_mdps, a + 1, used | 1 << own, candidate, found);
        candidate.floaters &= !(1 << own);
        for b in (a + 1).max(if a < n_mdps { n_mdps } else { 0 })..members.len() {
            let other = members[b];
            if used >> other & 1 == 0 && self.may_meet(own, other) {
                candidate.pairs.push((own.min(other), own.max(other)));
                let used = used | 1 << own | 1 << other;
                self.extend(members, n_mdps, a + 1, used, candidate, found);
                candidate.pairs.pop();
            }
        }
    }

    /// The best way of pairing the bracket, by all rows but the one left out.
    fn best(&mut self, task: &mut ListedTask) -> Option<ListedPairing> {
        let mut left = self.candidates(&task.members, task.n_mdps);
        if task.demand == ListedDemand::Completion {
            let lower = set_of(&task.next) | task.below_next;
            left.retain(|candidate| self.completes(candidate.floaters | lower));
        }
        // The first rows are the legal frame, which has just been applied.
        let n_rows = self.n_rows();
        for number in self.n_frame_rows()..n_rows {
            if left.len() < 2 {
                break;
            }
            let rows: Vec<ListedRow> = (left.iter())
                .map(|candidate| self.row(task, candidate, number))
                .collect();
            if self.omits(rows[0].label) {
                continue;
            }
            let best = rows.iter().min_by(|a, b| a.compare(b))?.clone();
            let mut keep = rows.iter().map(|row| *row == best);
            left.retain(|_| keep.next().expect("one row per candidate"));
        }
        // Ways are left that differ in nothing but the order of S2: the last one written down is
        // the one that pairs the first with the last.
        if self.omits(self.labels.sequence[6]) {
            left.pop()
        } else {
            left.into_iter().next()
        }
    }

    fn n_frame_rows(&self) -> usize {
        4 + usize::from(self.labels.lowest_bye.is_some())
    }

    fn n_rows(&self) -> usize {
        self.n_frame_rows() + self.edition.criteria.len() + 7
    }

    /// All rows of one way of pairing the bracket of `step`; `pairs` and `floaters` are its own.
    ///
    /// # Panics
    /// When `step` names a player who is not to be paired.
    pub fn weigh(&mut self, step: &ListedStep) -> Vec<ListedRow> {
        let mut task = self.task_of(step);
        let place = |judge: &Self, id: PlayerId| {
            let order = judge.position.present();
            order
                .iter()
                .position(|other| *other == id)
                .expect("everybody paired is present")
        };
        let candidate = ListedPairing {
            pairs: (step.pairs.iter())
                .map(|(a, b)| (place(self, *a), place(self, *b)))
                .collect(),
            floaters: (step.floaters.iter()).fold(0, |set, id| set | 1 << place(self, *id)),
        };
        (0..self.n_rows())
            .map(|number| self.row(&mut task, &candidate, number))
            .collect()
    }

    fn row(
        &mut self,
        task: &mut ListedTask,
        candidate: &ListedPairing,
        number: usize,
    ) -> ListedRow {
        let frame = self.n_frame_rows();
        if number < frame {
            self.frame_row(task, candidate, number)
        } else if number < frame + self.edition.criteria.len() {
            self.criterion_row(task, candidate, number - frame)
        } else {
            let part = number - frame - self.edition.criteria.len();
            self.sequence_row(task, candidate, part)
        }
    }

    /// C1 to C5, or C.1 to C.4.
    fn frame_row(
        &mut self,
        task: &ListedTask,
        candidate: &ListedPairing,
        number: usize,
    ) -> ListedRow {
        let labels = self.labels;
        let lower = set_of(&task.next) | task.below_next;
        let count = |broken: &dyn Fn(usize, usize) -> bool| {
            vec![
                candidate
                    .pairs
                    .iter()
                    .filter(|(a, b)| broken(*a, *b))
                    .count() as u64,
            ]
        };
        match number {
            0 => ListedRow::new(
                labels.rematch,
                "pairs who have met or are kept apart",
                count(&|a, b| self.have_met(a, b)),
            ),
            1 => {
                let takers = members(candidate.floaters).filter(|_| lower == 0);
                let barred = takers.filter(|place| self.bye_barred(*place)).count() as u64;
                ListedRow::new(
                    labels.bye,
                    "bye for a player who may not have it",
                    vec![barred],
                )
            }
            2 => ListedRow::new(
                labels.colours,
                "pairs with one absolute preference, no topscorer",
                count(&|a, b| self.colours_clash(a, b)),
            ),
            3 => {
                let lost = u64::from(!self.completes_with_any_bye(candidate.floaters | lower));
                ListedRow::new(labels.completion, "no completion left", vec![lost])
            }
            _ => {
                let taker = self.lowest_bye(candidate.floaters | lower);
                let tenths = taker.map(|score| score.tenths().max(0) as u64);
                ListedRow::new(
                    labels.lowest_bye.unwrap_or_default(),
                    "score with which the bye is taken, in tenths",
                    tenths.into_iter().collect(),
                )
            }
        }
    }

    fn criterion_row(
        &mut self,
        task: &mut ListedTask,
        candidate: &ListedPairing,
        number: usize,
    ) -> ListedRow {
        let rule = &self.edition.criteria[number];
        let mut value = vec![0; rule.criterion.field_count(&task.bracket)];
        let takes_bye = self.sole_floater_takes_bye(task, candidate);
        let mut units: Vec<Unit> = (candidate.pairs.iter())
            .map(|(a, b)| Unit::Pair {
                higher: self.id(*a),
                lower: self.id(*b),
            })
            .collect();
        units.extend(members(candidate.floaters).map(|place| Unit::Float {
            player: self.id(place),
            takes_bye,
        }));
        if task.bracket.following().is_some() && matches!(rule.label, "C8" | "C.7") {
            units.extend(self.following_units(task, candidate.floaters, number));
        }
        for unit in units {
            let add = &mut |field: usize, amount| value[field] += amount;
            (rule.criterion).cost(&task.bracket, unit.of(self.position), add);
        }
        ListedRow::new(rule.label, rule.summary, value)
    }

    fn sole_floater_takes_bye(&self, task: &ListedTask, candidate: &ListedPairing) -> bool {
        let resident = task.members[task.n_mdps];
        let mut floaters = members(candidate.floaters);
        match (floaters.next(), floaters.next()) {
            (Some(floater), None) => self
                .bye_score
                .is_some_and(|score| score >= self.score(resident) && score == self.score(floater)),
            _ => false,
        }
    }

    /// The units of the best pairing of the following bracket, for these floaters.
    fn following_units(
        &mut self,
        task: &mut ListedTask,
        floaters: ListedSet,
        number: usize,
    ) -> Vec<Unit> {
        if let Some(known) = task.following.get(&floaters) {
            return known.clone();
        }
        let movers: Vec<usize> = members(floaters).collect();
        let all = [&movers[..], &task.next].concat();
        let mut ways = self.candidates(&all, movers.len());
        if self.edition.completion == Completion::EveryBracket {
            let completing: Vec<bool> = (ways.iter())
                .map(|way| self.completes(way.floaters | task.below_next))
                .collect();
            // Without C4 there may be none.
            if completing.contains(&true) {
                let mut completing = completing.into_iter();
                ways.retain(|_| completing.next().expect("one per way"));
            }
        }
        let rule = &self.edition.criteria[number];
        let weighed = ways.into_iter().map(|way| {
            let pairs = way.pairs.iter().map(|(a, b)| Unit::FollowingPair {
                higher: self.id(*a),
                lower: self.id(*b),
            });
            let floats = members(way.floaters).map(|place| Unit::FollowingFloat {
                player: self.id(place),
                takes_bye: false,
            });
            let units: Vec<Unit> = pairs.chain(floats).collect();
            let mut value = vec![0; rule.criterion.field_count(&task.bracket)];
            for unit in &units {
                let add = &mut |field: usize, amount| value[field] += amount;
                (rule.criterion).cost(&task.bracket, unit.of(self.position), add);
            }
            (value, units)
        });
        let (_, units) = weighed
            .min_by(|a, b| a.0.cmp(&b.0))
            .expect("nobody need be paired");
        task.following.insert(floaters, units.clone());
        units
    }

    /// The place in the sequence of Articles 3 and 4; 2017 B and D.
    fn sequence_row(&self, task: &ListedTask, candidate: &ListedPairing, part: usize) -> ListedRow {
        let (mdps, residents) = task.members.split_at(task.n_mdps);
        let meetings: Vec<(usize, usize)> = (mdps.iter())
            .filter_map(|mdp| Some((*mdp, candidate.opponent(*mdp)?)))
            .collect();
        let mut remainder = residents.to_vec();
        remainder.retain(|place| meetings.iter().all(|(_, opponent)| opponent != place));
        let pairs = candidate.pairs_of(&remainder);
        let k = pairs.len() as u64;
        let entering: Vec<u64> = pairs.iter().map(|(a, _)| *a).filter(|a| *a > k).collect();
        let mut leaving: Vec<u64> = (1..=k)
            .filter(|a| pairs.iter().all(|(b, _)| a != b))
            .collect();
        leaving.reverse();
        let (summary, value) = match part {
            0 => (
                "moved-down players in S1, by BSN",
                (meetings.iter().map(|(mdp, _)| bsn(&task.members, *mdp))).collect(),
            ),
            1 => (
                "opponents of the moved-down players, by BSN",
                (meetings
                    .iter()
                    .map(|(_, opponent)| bsn(&task.members, *opponent)))
                .collect(),
            ),
            2 => (
                "players exchanged between S1 and S2",
                vec![entering.len() as u64],
            ),
            3 => (
                "difference of the exchanged BSN sums",
                vec![entering.iter().sum::<u64>() - leaving.iter().sum::<u64>()],
            ),
            4 => ("BSNs that leave S1", leaving),
            5 => ("BSNs that enter S1", entering),
            _ => (
                "S2 in the order of its opponents, by BSN",
                pairs.iter().map(|(_, b)| *b).collect(),
            ),
        };
        ListedRow {
            larger_is_better: part == 4,
            ..ListedRow::new(self.labels.sequence[part], summary, value)
        }
    }
}
