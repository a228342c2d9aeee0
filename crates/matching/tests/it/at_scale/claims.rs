//! What a proof claims, and by the definition whether it proves that.

use edelweiss_matching::certificate::{Violation, verify};
use edelweiss_matching::{Certificate, Cover, Csr, Objective, VertexId};

/// A graph, a matching of it, and what is to prove that it is optimal.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) n: usize,
    /// Of parallel edges the best one counts.
    pub(crate) edges: Vec<(usize, usize, i128)>,
    pub(crate) covers: Vec<Cover>,
    pub(crate) objective: Objective,
    pub(crate) mates: Vec<Option<VertexId>>,
    pub(crate) certificate: Certificate<i128>,
}

impl Claim {
    /// What the checker says.
    pub(crate) fn verdict(&self) -> Result<i128, Violation> {
        let id = VertexId::new;
        let edges = self
            .edges
            .iter()
            .map(|(u, v, weight)| (id(*u), id(*v), *weight));
        let graph = Csr::from_edges(self.n, &edges.collect::<Vec<_>>()).expect("edges");
        verify(
            &graph,
            &self.covers,
            self.objective,
            &self.mates,
            &self.certificate,
        )
    }

    /// Whether the claim is proved, by the words of the definition and in no hurry; what cannot be added
    /// up is no proof.
    pub(crate) fn is_proved(&self) -> bool {
        let certificate = &self.certificate;
        let lengths = [
            self.covers.len(),
            self.mates.len(),
            certificate.dual_2x.len(),
            certificate.innermost.len(),
        ];
        lengths == [self.n; 4]
            && self.is_matching()
            && self.bonus_is_enough()
            && (0..self.n).all(|v| self.vertex_holds(v))
            && self.odd_sets().is_some_and(|sets| {
                sets.iter()
                    .all(|(members, dual_2x)| self.set_holds(members, *dual_2x))
                    && self
                        .edges
                        .iter()
                        .all(|edge| self.edge_holds(*edge, &sets).unwrap_or(false))
            })
    }

    fn mate(&self, v: usize) -> Option<usize> {
        self.mates[v].map(VertexId::index)
    }

    fn must(&self, v: usize) -> bool {
        self.objective == Objective::MaxWeightPerfect || self.covers[v] == Cover::Must
    }

    fn is_matching(&self) -> bool {
        (0..self.n).all(|v| match self.mate(v) {
            None => !self.must(v),
            Some(u) => {
                let joins = |(a, b): (usize, usize)| (a, b) == (u, v) || (a, b) == (v, u);
                self.mates
                    .get(u)
                    .is_some_and(|mate| mate.map(VertexId::index) == Some(v))
                    && self.edges.iter().any(|(a, b, _)| joins((*a, *b)))
            }
        })
    }

    /// Two matchings have at most n edges together.
    fn bonus_is_enough(&self) -> bool {
        let bonus = self.certificate.bonus;
        if self.objective != Objective::MaxWeightMaxCardinality {
            return bonus == 0;
        }
        let largest = self.best_edges().map(|(.., weight)| weight.abs()).max();
        bonus > 0
            && largest
                .unwrap_or(0)
                .checked_mul(self.n as i128)
                .is_some_and(|sum| sum < bonus)
    }

    /// Without those that have a better parallel one.
    fn best_edges(&self) -> impl Iterator<Item = (usize, usize, i128)> {
        let pair = |(u, v, _): (usize, usize, i128)| (u.min(v), u.max(v));
        let is_best = move |edge: &(usize, usize, i128)| {
            self.edges
                .iter()
                .all(|other| pair(*other) != pair(*edge) || other.2 <= edge.2)
        };
        self.edges.iter().copied().filter(is_best)
    }

    fn vertex_holds(&self, v: usize) -> bool {
        let dual_2x = self.certificate.dual_2x[v];
        (self.must(v) || dual_2x >= 0) && (self.mate(v).is_some() || dual_2x == 0)
    }

    /// The blossoms as sets of vertices; nothing if they are no forest that begins with its roots.
    fn odd_sets(&self) -> Option<Vec<(Vec<usize>, i128)>> {
        let blossoms = &self.certificate.blossoms;
        let mut sets: Vec<_> = blossoms
            .iter()
            .map(|blossom| (Vec::new(), blossom.dual_2x))
            .collect();
        if (0..blossoms.len()).any(|i| blossoms[i].parent.is_some_and(|parent| parent >= i)) {
            return None;
        }
        for (v, innermost) in self.certificate.innermost.iter().enumerate() {
            let mut around = *innermost;
            while let Some(i) = around {
                sets.get_mut(i)?.0.push(v);
                around = blossoms[i].parent;
            }
        }
        Some(sets)
    }

    fn set_holds(&self, members: &[usize], dual_2x: i128) -> bool {
        let inside = |v: &usize| self.mate(*v).is_some_and(|mate| members.contains(&mate));
        let matched = members.iter().filter(|v| inside(v)).count();
        members.len() >= 3
            && members.len() % 2 == 1
            && dual_2x >= 0
            && (dual_2x == 0 || matched + 1 == members.len())
    }

    fn edge_holds(
        &self,
        (u, v, weight): (usize, usize, i128),
        sets: &[(Vec<usize>, i128)],
    ) -> Option<bool> {
        let raised = weight.checked_add(self.certificate.bonus)?.checked_mul(2)?;
        let mut slack = self.certificate.dual_2x[u].checked_add(self.certificate.dual_2x[v])?;
        for (members, dual_2x) in sets {
            if members.contains(&u) && members.contains(&v) {
                slack = slack.checked_add(*dual_2x)?;
            }
        }
        slack = slack.checked_sub(raised)?;
        let is_matched =
            self.mate(u) == Some(v) && self.best_edges().any(|edge| edge == (u, v, weight));
        Some(slack >= 0 && (slack == 0 || !is_matched))
    }
}
