//! Classes of the local problem: players whom no criterion can tell apart, and what pairs of them cost.
//!
//! Costs that all perfect matchings of the local problem share do not count: all moved-down players (MDPs)
//! are paired, each with one resident, and all residents have one score. So a pair's cost matters only
//! as far as it depends on the resident, or joins two residents; and what a floater costs matters only as
//! far as residents differ. Each criterion says what it sees ([`Criterion::sight`]); that is all the
//! classes know of it.
//!
//! [`Criterion::sight`]: edelweiss_weights::Criterion::sight

use edelweiss_model::{PlayerId, PlayerState, Position};
use edelweiss_weights::{Bracket, Part, Projection, Rule, Sight, Unit};

use super::transport::NO_EDGE;
use crate::paths::{self, Path};
use crate::problem::BracketProblem;

/// A bracket on its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local<'p, 'a> {
    pub(crate) problem: &'p BracketProblem<'a>,
    /// Only residents who may meet one of these may float, if they are given.
    pub(crate) partners: Option<&'p [PlayerId]>,
}

impl Local<'_, '_> {
    pub(super) fn may_float(&self, id: PlayerId) -> bool {
        let position = self.problem.position;
        let may_take_bye = !self.problem.bye.is_here || self.problem.opponents.may_take_bye(id);
        let may_meet_one = |partners: &[PlayerId]| {
            partners
                .iter()
                .any(|partner| position.may_meet(id, *partner))
        };
        may_take_bye && self.partners.is_none_or(may_meet_one)
    }
}

/// Bits of the costs of a pair of classes: four times a cost fits a word.
const MOST_BITS: u32 = 56;

/// What residents share: nothing that is seen of them through this tells them apart.
const SHARED: Sight = Sight::SCORE.with(Sight::PRESENCE);
const MAY_FLOAT: u128 = 1 << Projection::FREE_BITS;
const MDP: u128 = MAY_FLOAT << 1;
/// The virtual floater.
const FLOATER: u128 = MDP << 1;

/// A rule that can tell two perfect matchings of the local problem apart.
#[derive(Clone, Copy, Debug)]
struct Active {
    rule: &'static Rule,
    /// The number of its first field among those of all rules.
    first_field: usize,
    /// It counts where a resident meets an MDP.
    of_mdps: bool,
    /// It counts where two residents meet.
    of_peers: bool,
    /// It counts who floats.
    of_floaters: bool,
}

/// The classes of one bracket, with room for the next one.
#[derive(Debug, Default)]
pub(super) struct LocalClasses {
    keys: Vec<u128>,
    /// By class: a member, unless it is the virtual floater.
    members: Vec<Option<PlayerId>>,
    /// By class: how many vertices it has.
    pub(super) counts: Vec<u32>,
    /// By vertex: MDPs, residents, the virtual floater.
    pub(super) class_of: Vec<u16>,
    /// Open addressing: class number plus one, by hash of the key.
    table: Vec<u16>,
    active: Vec<Active>,
    capacities: Vec<u64>,
    /// By two classes, row-major; [`NO_EDGE`] where they have no pairs.
    pub(super) costs: Vec<i64>,
    /// Of all pairs, of MDPs and their opponents, of floaters.
    tables: [CostTable; 3],
    /// By field, where it stands in a packed cost.
    offsets: Vec<u32>,
}

impl LocalClasses {
    /// Classes and costs of a bracket; `None` where there are too many classes, or costs are too wide.
    pub(super) fn filled(&mut self, local: &Local<'_, '_>, odd: bool) -> Option<&Self> {
        let problem = local.problem;
        let mut bracket = problem.bracket();
        if problem.bye.is_here && !problem.collapses() && odd {
            bracket = bracket.with_bye_as_sole_floater();
        }
        self.choose_rules(local, &bracket, odd);
        if !self.classify(local, odd) {
            paths::enter(Path::ManyClasses);
            return None;
        }
        let fits = self.fill_costs(problem, &bracket);
        if !fits {
            paths::enter(Path::WideCosts);
        }
        fits.then_some(self)
    }

    fn choose_rules(&mut self, local: &Local<'_, '_>, bracket: &Bracket, odd: bool) {
        self.active.clear();
        self.capacities.clear();
        for rule in local.problem.edition.criteria {
            let sight = |part| rule.criterion.sight(part);
            let active = Active {
                rule,
                first_field: self.capacities.len(),
                of_mdps: !bracket.mdps().is_empty() && sight(Part::Lower).exceeds(SHARED),
                of_peers: !sight(Part::Peer).is_nothing(),
                of_floaters: odd && sight(Part::Floater).exceeds(SHARED),
            };
            if active.of_mdps || active.of_peers || active.of_floaters {
                (rule.criterion).capacities(local.problem.position, bracket, &mut self.capacities);
                let own = &self.capacities[active.first_field..];
                if own.iter().any(|capacity| *capacity > 0) {
                    self.active.push(active);
                }
            }
        }
    }

    /// Numbers the classes by first occurrence; false if there are too many.
    fn classify(&mut self, local: &Local<'_, '_>, odd: bool) -> bool {
        self.keys.clear();
        self.members.clear();
        self.counts.clear();
        self.class_of.clear();
        self.table.clear();
        self.table.resize(1024, 0);
        // C3 sees colours, whatever the rules do.
        let (mut of_mdps, mut of_residents) = (Sight::COLOUR, Sight::COLOUR);
        for active in &self.active {
            let sight = |part| active.rule.criterion.sight(part);
            if active.of_mdps {
                of_mdps = of_mdps.with(sight(Part::Higher));
                of_residents = of_residents.with(sight(Part::Lower));
            }
            if active.of_peers {
                of_residents = of_residents.with(sight(Part::Peer));
            }
            if active.of_floaters {
                of_residents = of_residents.with(sight(Part::Floater));
            }
        }
        let most_classes = local.problem.tuning.classes;
        let key = |id: PlayerId, sight: Sight| {
            let player = local.problem.position.player(id);
            sight.project(player).number()
        };
        for &id in &local.problem.mdps {
            self.add(key(id, of_mdps) | MDP, Some(id));
            if self.keys.len() > most_classes {
                return false;
            }
        }
        for &id in local.problem.residents {
            let may_float = odd && local.may_float(id);
            let key = key(id, of_residents) | if may_float { MAY_FLOAT } else { 0 };
            self.add(key, Some(id));
            if self.keys.len() > most_classes {
                return false;
            }
        }
        if odd {
            self.add(FLOATER, None);
        }
        true
    }

    /// Adds one vertex of the class with this key.
    fn add(&mut self, key: u128, member: Option<PlayerId>) {
        let folded = key as u64 ^ (key >> 64) as u64;
        let mut slot = (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize;
        loop {
            match self.table[slot] {
                0 => {
                    self.keys.push(key);
                    self.members.push(member);
                    self.counts.push(1);
                    self.table[slot] = self.keys.len() as u16;
                    self.class_of.push(self.keys.len() as u16 - 1);
                    return;
                }
                class if self.keys[usize::from(class) - 1] == key => {
                    self.counts[usize::from(class) - 1] += 1;
                    self.class_of.push(class - 1);
                    return;
                }
                _ => slot = (slot + 1) % self.table.len(),
            }
        }
    }

    /// Fills in what pairs of classes cost; false where that is too wide.
    fn fill_costs(&mut self, problem: &BracketProblem<'_>, bracket: &Bracket) -> bool {
        let position = problem.position;
        let [mut all_pairs, mut mdps, mut floaters] = std::mem::take(&mut self.tables);
        self.cost_of_all_pairs(position, bracket, &mut all_pairs);
        self.cost_of_mdps(position, bracket, &mut mdps);
        self.cost_of_floaters(position, bracket, &mut floaters);
        let tables = [all_pairs, mdps, floaters];
        let fits = self.find_offsets(&tables, problem.tuning.cost_bits.min(MOST_BITS));
        self.tables = tables;
        if !fits {
            return false;
        }
        for table in &mut self.tables {
            table.pack(&self.offsets);
        }
        let [all_pairs, mdps, floaters] = &self.tables;
        let n = self.keys.len();
        self.costs.clear();
        self.costs.resize(n * n, NO_EDGE);
        for a in 0..n {
            for b in a..n {
                let (one, other) = (self.keys[a], self.keys[b]);
                let is_pair = (a != b || self.counts[a] > 1) && one & other & MDP == 0;
                if !is_pair {
                    continue;
                }
                let cost = if (one | other) & FLOATER != 0 {
                    let resident = if one & FLOATER != 0 { b } else { a };
                    if self.keys[resident] & MAY_FLOAT == 0 {
                        continue;
                    }
                    floaters.of_floater(resident)
                } else if (one | other) & MDP != 0 {
                    all_pairs.of_pair(a, b) + mdps.of_pair(a, b)
                } else {
                    all_pairs.of_pair(a, b)
                };
                let cost = cost.min(NO_EDGE);
                self.costs[a * n + b] = cost;
                self.costs[b * n + a] = cost;
            }
        }
        true
    }

    /// What the rules cost that count for residents who meet, and whom C3 keeps apart.
    fn cost_of_all_pairs(&self, position: &Position, bracket: &Bracket, table: &mut CostTable) {
        let rules = self.active.iter().filter(|active| active.of_peers);
        let sight = |part| {
            let of = |active: &Active| active.rule.criterion.sight(part);
            (rules.clone().map(of)).fold(Sight::COLOUR, Sight::with)
        };
        let mask = sight(Part::Peer)
            .with(sight(Part::Higher))
            .with(sight(Part::Lower));
        table.part(self.keys.iter().map(|key| key & (mask.number() | FLOATER)));
        table.fill(self, position, |table, one, other| {
            if position.colours_clash(one, other) {
                return false;
            }
            for active in rules.clone() {
                table.add_pair(position, bracket, active, (one, other));
            }
            true
        });
    }

    /// What the other rules cost that count MDPs and their opponents.
    fn cost_of_mdps(&self, position: &Position, bracket: &Bracket, table: &mut CostTable) {
        let rules = (self.active.iter()).filter(|active| active.of_mdps && !active.of_peers);
        if rules.clone().next().is_none() {
            table.clear();
            return;
        }
        let sight = |part| {
            let of = |active: &Active| active.rule.criterion.sight(part);
            (rules.clone().map(of))
                .fold(Sight::NOTHING, Sight::with)
                .number()
        };
        let (of_mdps, of_residents) = (sight(Part::Higher), sight(Part::Lower));
        table.part(self.keys.iter().map(|key| {
            let sight = if key & MDP != 0 {
                of_mdps
            } else {
                of_residents
            };
            key & (sight | MDP | FLOATER)
        }));
        let is_mdp = |id: PlayerId| position.player(id).score > bracket.resident_scores()[0];
        table.fill(self, position, |table, one, other| {
            if is_mdp(one) != is_mdp(other) {
                for active in rules.clone() {
                    table.add_pair(position, bracket, active, (one, other));
                }
            }
            true
        });
    }

    /// What floating costs each class.
    fn cost_of_floaters(&self, position: &Position, bracket: &Bracket, table: &mut CostTable) {
        table.clear();
        let any = self.active.iter().any(|active| active.of_floaters);
        if !any {
            return;
        }
        table.n_places = self.keys.len();
        for (class, member) in self.members.iter().enumerate() {
            let Some(id) = member.filter(|_| self.keys[class] & MAY_FLOAT != 0) else {
                continue;
            };
            table.at = class;
            let unit = Unit::Float {
                player: position.player(id),
                takes_bye: bracket.bye_is_sole_floater(),
            };
            for active in self.active.iter().filter(|active| active.of_floaters) {
                table.add(bracket, active, unit);
            }
        }
    }

    /// Finds where fields stand in a packed cost; false where they do not fit.
    fn find_offsets(&mut self, tables: &[CostTable; 3], most_bits: u32) -> bool {
        let n_pairs = self.class_of.len() as u64 / 2;
        let mut most = vec![0; self.capacities.len()];
        for (_, field, amount) in tables.iter().flat_map(|table| &table.amounts) {
            most[*field] = *amount.max(&most[*field]);
        }
        let mut next = 0;
        self.offsets.clear();
        self.offsets.resize(most.len(), 0);
        for field in (0..most.len()).rev() {
            self.offsets[field] = next;
            let largest = self.capacities[field].min(most[field] * n_pairs);
            next += u64::BITS - largest.leading_zeros();
        }
        next <= most_bits
    }
}

/// Costs of pairs of classes, of which the ones with equal projections for some rules are one; with room for
/// the next bracket.
#[derive(Debug, Default)]
struct CostTable {
    /// By class; empty where nothing costs anything.
    of: Vec<u16>,
    /// By one of these: the first class, and what the rules see of it.
    firsts: Vec<(u16, u128)>,
    /// By two of these: place, field and amount.
    amounts: Vec<(usize, usize, u64)>,
    /// Places without pairs.
    barred: Vec<usize>,
    n_places: usize,
    /// The place that is being filled.
    at: usize,
    /// By place, packed.
    costs: Vec<i64>,
}

impl CostTable {
    /// Nothing costs anything.
    fn clear(&mut self) {
        self.of.clear();
        self.firsts.clear();
        self.amounts.clear();
        self.barred.clear();
        self.n_places = 0;
    }

    /// Starts over with classes of which the rules see so much.
    fn part(&mut self, keys: impl Iterator<Item = u128>) {
        self.clear();
        for (class, key) in keys.enumerate() {
            let known = self.firsts.iter().position(|(_, other)| *other == key);
            let own = known.unwrap_or_else(|| {
                self.firsts.push((class as u16, key));
                self.firsts.len() - 1
            });
            self.of.push(own as u16);
        }
        self.n_places = self.firsts.len() * self.firsts.len();
    }

    /// Asks `fill` for the costs of all pairs of members; it says whether they may meet.
    fn fill(
        &mut self,
        classes: &LocalClasses,
        position: &Position,
        fill: impl Fn(&mut Self, PlayerId, PlayerId) -> bool,
    ) {
        let n = self.firsts.len();
        let member =
            |table: &Self, number: usize| classes.members[usize::from(table.firsts[number].0)];
        for a in 0..n {
            for b in a..n {
                self.at = a * n + b;
                let (Some(one), Some(other)) = (member(self, a), member(self, b)) else {
                    continue;
                };
                let is_lower = position.player(one).score < position.player(other).score;
                let (one, other) = if is_lower { (other, one) } else { (one, other) };
                if !fill(self, one, other) {
                    self.barred.push(a * n + b);
                }
            }
        }
    }

    fn add_pair(
        &mut self,
        position: &Position,
        bracket: &Bracket,
        active: &Active,
        (higher, lower): (PlayerId, PlayerId),
    ) {
        self.add(bracket, active, Unit::Pair { higher, lower }.of(position));
    }

    fn add(&mut self, bracket: &Bracket, active: &Active, unit: Unit<&PlayerState>) {
        (active.rule.criterion).cost(bracket, unit, &mut |field, amount| {
            self.amounts
                .push((self.at, active.first_field + field, amount));
        });
    }

    fn pack(&mut self, offsets: &[u32]) {
        self.costs.clear();
        self.costs.resize(self.n_places, 0);
        for (at, field, amount) in &self.amounts {
            self.costs[*at] += (*amount as i64) << offsets[*field];
        }
        for at in &self.barred {
            self.costs[*at] = NO_EDGE;
        }
    }

    fn of_pair(&self, a: usize, b: usize) -> i64 {
        if self.of.is_empty() {
            return 0;
        }
        let (a, b) = (self.of[a].min(self.of[b]), self.of[a].max(self.of[b]));
        self.costs[usize::from(a) * self.firsts.len() + usize::from(b)]
    }

    fn of_floater(&self, class: usize) -> i64 {
        self.costs.get(class).copied().unwrap_or(0)
    }
}
