//! One matching problem: who takes part, and what each edge costs.

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::{Bracket, Unit};

use crate::cost::{CostName, FieldCost};
use crate::formulation::{CostOrder, Formulation};
use crate::known::KnownOfRound;

/// What a vertex is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageVertex {
    /// Moved down into the bracket.
    MovedDown(PlayerId),
    /// Of the scoregroup; in the scope of the field everybody.
    Resident(PlayerId),
    /// Of the next scoregroup.
    Next(PlayerId),
    /// Below that.
    Below(PlayerId),
    /// The bye of an odd field.
    Bye,
}

impl StageVertex {
    /// The player, if it is one.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Self::MovedDown(id) | Self::Resident(id) | Self::Next(id) | Self::Below(id) => Some(id),
            Self::Bye => None,
        }
    }

    /// Whether it is paired in this stage for good.
    pub fn is_in_bracket(self) -> bool {
        matches!(self, Self::MovedDown(_) | Self::Resident(_))
    }
}

/// An edge between two vertices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageEdge {
    /// The vertices, by number, the higher ranked first.
    pub ends: (usize, usize),
    /// A number for each field, most important first; one number if costs are summed.
    pub costs: Vec<u64>,
}

/// A matching problem: of the perfect matchings the one with the smallest costs is asked for.
#[derive(Clone, Debug)]
pub struct PairingStage {
    /// Number of the bracket, from 1.
    pub number: usize,
    /// Moved down, residents, next, below, the bye.
    pub vertices: Vec<StageVertex>,
    /// In the order of their ends.
    pub edges: Vec<StageEdge>,
    /// By field, the name of its criterion: one that counts several numbers (the scores of floaters) has several
    /// fields. `sum` if costs are summed.
    pub fields: Vec<String>,
}

/// Who is where, each list highest ranked first.
#[derive(Clone, Debug)]
pub(crate) struct StagePlayers {
    pub(crate) number: usize,
    pub(crate) moved_down: Vec<PlayerId>,
    pub(crate) residents: Vec<PlayerId>,
    pub(crate) next: Vec<PlayerId>,
    pub(crate) below: Vec<PlayerId>,
    pub(crate) has_bye: bool,
    /// C9 counts only where the one floater takes the bye.
    pub(crate) bye_is_sole_floater: bool,
}

impl StagePlayers {
    fn vertices(&self) -> Vec<StageVertex> {
        let mut vertices: Vec<StageVertex> = Vec::new();
        vertices.extend(self.moved_down.iter().copied().map(StageVertex::MovedDown));
        vertices.extend(self.residents.iter().copied().map(StageVertex::Resident));
        vertices.extend(self.next.iter().copied().map(StageVertex::Next));
        vertices.extend(self.below.iter().copied().map(StageVertex::Below));
        vertices.extend(self.has_bye.then_some(StageVertex::Bye));
        vertices
    }

    fn bracket(&self, position: &Position) -> Bracket<'_> {
        let mut bracket = Bracket::new(position, &*self.moved_down, &*self.residents);
        if !self.next.is_empty() {
            bracket = bracket.followed_by(position, &self.next, false);
        }
        if self.bye_is_sole_floater {
            bracket = bracket.with_bye_as_sole_floater();
        }
        bracket
    }
}

impl PairingStage {
    /// O(edges · criteria).
    pub(crate) fn new(
        formulation: &Formulation,
        position: &Position,
        known: &KnownOfRound<'_>,
        players: &StagePlayers,
    ) -> Self {
        let vertices = players.vertices();
        let bracket = players.bracket(position);
        let n_fields = |cost: &CostName| match cost {
            CostName::Rule(_, rule) => rule.criterion.field_count(&bracket),
            CostName::Field(_) | CostName::ByeScore2026 => 1,
        };
        let counts: Vec<usize> = (formulation.criteria.iter())
            .map(|criterion| n_fields(&criterion.cost))
            .collect();
        let fields = match formulation.order {
            CostOrder::Sum => vec!["sum".to_owned()],
            CostOrder::Lexicographic => (formulation.criteria.iter().zip(&counts))
                .flat_map(|(criterion, count)| vec![criterion.cost.name(); *count])
                .collect(),
        };
        let pricing = Pricing {
            formulation,
            position,
            known,
            bracket,
            counts,
        };
        let mut edges = Vec::new();
        for (i, a) in vertices.iter().enumerate() {
            for (j, b) in vertices.iter().enumerate().skip(i + 1) {
                if let Some(costs) = pricing.of_edge(*a, *b) {
                    edges.push(StageEdge {
                        ends: (i, j),
                        costs,
                    });
                }
            }
        }
        Self {
            number: players.number,
            vertices,
            edges,
            fields,
        }
    }

    /// The costs of a matching, by field, given as pairs of vertices in any order; `None` if one of them is no edge.
    /// O(pairs · log edges).
    pub fn costs_of(&self, pairs: &[(usize, usize)]) -> Option<Vec<u64>> {
        let mut sums = vec![0; self.fields.len()];
        for (u, v) in pairs {
            let ends = (*u.min(v), *u.max(v));
            let place = self.edges.binary_search_by_key(&ends, |edge| edge.ends);
            let edge = &self.edges[place.ok()?];
            for (sum, cost) in sums.iter_mut().zip(&edge.costs) {
                *sum += cost;
            }
        }
        Some(sums)
    }
}

/// What an edge costs.
struct Pricing<'a> {
    formulation: &'a Formulation,
    position: &'a Position,
    known: &'a KnownOfRound<'a>,
    bracket: Bracket<'a>,
    /// How many fields each criterion has.
    counts: Vec<usize>,
}

impl Pricing<'_> {
    /// `None` where the two may not meet.
    fn of_edge(&self, a: StageVertex, b: StageVertex) -> Option<Vec<u64>> {
        let higher = a.player()?;
        let hard = self.formulation.hard;
        let is_allowed = match b.player() {
            None => hard.may_take_bye(self.position, higher),
            Some(lower) => hard.may_meet(self.position, higher, lower),
        };
        let are_moved_down = matches!(
            (a, b),
            (StageVertex::MovedDown(_), StageVertex::MovedDown(_))
        );
        if !is_allowed || are_moved_down {
            return None;
        }
        let units = units(higher, a, b);
        let mut costs = Vec::new();
        for (criterion, count) in self.formulation.criteria.iter().zip(&self.counts) {
            let first = costs.len();
            costs.resize(first + count, 0);
            match criterion.cost {
                CostName::Rule(_, rule) => {
                    for unit in units.iter().flatten() {
                        let add = &mut |field: usize, amount| costs[first + field] += amount;
                        (rule.criterion).cost(&self.bracket, unit.of(self.position), add);
                    }
                }
                CostName::ByeScore2026 => costs[first] = self.of_field(FieldCost::ByeScore, a, b),
                CostName::Field(row) => costs[first] = self.of_field(row.cost, a, b),
            }
        }
        Some(match self.formulation.order {
            CostOrder::Lexicographic => costs,
            // Criteria of one field each, and weights whose sums fit: the reader refuses others.
            CostOrder::Sum => {
                let weights = self.formulation.criteria.iter();
                let products =
                    (costs.iter().zip(weights)).map(|(cost, it)| cost * u64::from(it.weight));
                vec![products.sum()]
            }
        })
    }

    fn of_field(&self, cost: FieldCost, a: StageVertex, b: StageVertex) -> u64 {
        match (a.player(), b.player()) {
            _ if cost == FieldCost::Downfloaters => {
                u64::from(a.is_in_bracket() && !b.is_in_bracket())
            }
            (Some(id), None) => self.known.of_bye(cost, id),
            (Some(a_id), Some(b_id)) if a.is_in_bracket() && b.is_in_bracket() => {
                self.known.of_pair(cost, a_id, b_id)
            }
            _ => 0,
        }
    }
}

/// What an edge stands for, as the criteria of the rules see it.
fn units(higher: PlayerId, a: StageVertex, b: StageVertex) -> [Option<Unit>; 2] {
    let takes_bye = b == StageVertex::Bye;
    let float = Unit::Float {
        player: higher,
        takes_bye,
    };
    let following = Unit::FollowingFloat {
        player: higher,
        takes_bye,
    };
    let own = a.is_in_bracket().then_some(float);
    match (a, b) {
        (_, StageVertex::MovedDown(lower) | StageVertex::Resident(lower)) => {
            [Some(Unit::Pair { higher, lower }), None]
        }
        (_, StageVertex::Next(lower)) => [own, Some(Unit::FollowingPair { higher, lower })],
        (StageVertex::Below(_), _) => [None, None],
        _ => [own, Some(following)],
    }
}
