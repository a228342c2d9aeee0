//! The sequence of Articles 3 and 4, decision by decision, on a weighted matching problem.
//!
//! Each decision ("is this MDP paired?", "who is its opponent?") takes the earliest choice under
//! which the optimum keeps its value. Whether it does is answered by restricting the graph and
//! re-solving from the duals at hand. Whoever builds the problem says what the weights are.
//!
//! *The place of a set of pairs* depends on the set alone. In a remainder of `k` pairs write every
//! pair as (smaller BSN, larger BSN): the earliest way to generate it has the smaller ones in S1,
//! because swapping the roles of a pair never lowers the number of exchanged players and raises the
//! sum of 4.3.2(2). So the set is preceded by others with fewer members of the new S1 outside the
//! original S1; then with a smaller BSN sum of the new S1; then by 4.3.2(3) and (4); then by the
//! partners of S1 in order (4.2).

use edelweiss_matching::{Cover, Solver, VertexId, Weight};

/// Where a vertex stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Zone {
    Mdp,
    Resident,
    Next,
    Below,
    Bye,
    /// Not a player: room for one who leaves downwards.
    Exit,
}

impl Zone {
    /// In the order of their numbers.
    pub(crate) const ALL: [Self; 6] = [
        Self::Mdp,
        Self::Resident,
        Self::Next,
        Self::Below,
        Self::Bye,
        Self::Exit,
    ];
}

/// What was decided before an exchange is looked for, and the ranking of exchanges, which is to be
/// added below the criteria.
#[derive(Debug)]
pub(crate) struct Decided<'a> {
    /// By vertex: the partner fixed so far. No other MDP meets a resident.
    pub(crate) fixed: &'a [Option<usize>],
    /// By vertex: in-bracket sequence number within the remainder, from 1; zero outside it.
    pub(crate) bsn: &'a [u64],
    /// Number of pairs in the remainder, which is the size of S1.
    pub(crate) n_pairs: usize,
}

impl Decided<'_> {
    /// Capacities of the two tie-breakers: members of the new S1 outside the original one
    /// (4.3.2(1)), and their BSN sum (4.3.2(2)).
    pub(crate) fn capacities(&self) -> [u64; 2] {
        let n_pairs = self.n_pairs as u64;
        let last = self.bsn.iter().max().copied().unwrap_or(0);
        [n_pairs, n_pairs * last]
    }

    /// The two amounts for a pair within the remainder, given the smaller of its BSNs.
    pub(crate) fn amounts(&self, smaller_bsn: u64) -> [u64; 2] {
        [u64::from(smaller_bsn > self.n_pairs as u64), smaller_bsn]
    }
}

/// Builds the solver of a bracket, from scratch or after some decisions.
pub(crate) type Build<'a, W> = dyn Fn(Option<&Decided<'_>>) -> Solver<W> + 'a;

/// The first optimal element, as vertices.
#[derive(Debug)]
pub(crate) struct Decisions {
    /// Pairs within the bracket; the lower vertex first, sorted.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Vertices of the bracket that are not in a pair, sorted.
    pub(crate) floaters: Vec<usize>,
    /// Vertices that leave downwards, sorted.
    pub(crate) exits: Vec<usize>,
    /// How all others are paired in this element, or in one that only differs there.
    pub(crate) rest: Vec<(usize, usize)>,
}

/// The first optimal element of the problem that `build` builds over vertices in these zones.
/// `solver` is that problem, solved; `usual` is how vertices are covered.
pub(crate) fn first_optimal<W: Weight>(
    zones: &[Zone],
    usual: Cover,
    solver: Solver<W>,
    build: &Build<'_, W>,
) -> Decisions {
    let mut search = Search::new(zones, usual, solver, build);
    search.choose_mdps();
    search.choose_opponents();
    let remainder = search.remainder();
    let n_pairs = search.pairs_within(&remainder);
    if !search.keep_original_subgroups(&remainder, n_pairs) {
        search = search.with_exchange(&remainder, n_pairs);
    }
    search.transpose();
    search.decisions()
}

/// The solver of one bracket and what has been decided so far.
struct Search<'a, W> {
    zones: &'a [Zone],
    usual: Cover,
    build: &'a Build<'a, W>,
    solver: Solver<W>,
    chosen_mdps: Vec<usize>,
    /// By vertex: the partner fixed so far.
    fixed: Vec<Option<usize>>,
    /// S1 of the remainder, in order.
    s1: Vec<usize>,
    /// S2 of the remainder, in order.
    s2: Vec<usize>,
}

impl<'a, W: Weight> Search<'a, W> {
    fn new(zones: &'a [Zone], usual: Cover, solver: Solver<W>, build: &'a Build<'a, W>) -> Self {
        Self {
            zones,
            usual,
            build,
            solver,
            chosen_mdps: Vec::new(),
            fixed: vec![None; zones.len()],
            s1: Vec::new(),
            s2: Vec::new(),
        }
    }

    fn mate(&self, v: usize) -> Option<usize> {
        self.solver.mate(VertexId::new(v)).map(VertexId::index)
    }

    fn indices(&self, zone: Zone) -> Vec<usize> {
        (0..self.zones.len())
            .filter(|v| self.zones[*v] == zone)
            .collect()
    }

    /// Keeps only the edges of `v` to vertices that `keep` selects, if the optimum allows it.
    fn restrict(&mut self, v: usize, cover: Cover, keep: impl Fn(usize) -> bool) -> bool {
        self.solver
            .try_restrict(VertexId::new(v), |u| keep(u.index()), cover)
    }

    /// Fixes the pair `u`, `v` if the optimum allows it.
    fn fix(&mut self, u: usize, v: usize) -> bool {
        let (a, b) = (VertexId::new(u), VertexId::new(v));
        let fixed = self.solver.slack_is_zero(a, b) && self.solver.try_force(a, b);
        if fixed {
            self.fixed[u] = Some(v);
            self.fixed[v] = Some(u);
        }
        fixed
    }

    /// 4.4.2: the earliest valid set of MDPs that are paired. Smallest BSNs first, one by one.
    fn choose_mdps(&mut self) {
        let mdps = self.indices(Zone::Mdp);
        let zones = self.zones;
        let is_paired = |search: &Self, mdp: usize| {
            search
                .mate(mdp)
                .is_some_and(|mate| zones[mate] == Zone::Resident)
        };
        if mdps.iter().all(|mdp| is_paired(self, *mdp)) {
            self.chosen_mdps = mdps;
            return;
        }
        for mdp in mdps {
            if self.restrict(mdp, Cover::Must, |u| zones[u] == Zone::Resident) {
                self.chosen_mdps.push(mdp);
            } else {
                let left_out = self.restrict(mdp, self.usual, |u| zones[u] != Zone::Resident);
                assert!(left_out, "an MDP that cannot be paired goes to the Limbo");
            }
        }
    }

    /// 4.2 for the MDP-Pairing: each MDP in order has the earliest opponent.
    fn choose_opponents(&mut self) {
        let residents = self.indices(Zone::Resident);
        for mdp in self.chosen_mdps.clone() {
            let opponent = residents
                .iter()
                .find(|r| self.fixed[**r].is_none() && self.fix(mdp, **r));
            assert!(opponent.is_some(), "a chosen MDP has an opponent");
        }
    }

    /// Residents not paired with an MDP, in order.
    fn remainder(&self) -> Vec<usize> {
        let mut remainder = self.indices(Zone::Resident);
        remainder.retain(|v| self.fixed[*v].is_none());
        remainder
    }

    fn pairs_within(&self, remainder: &[usize]) -> usize {
        let inside = |v: &&usize| self.mate(**v).is_some_and(|mate| remainder.contains(&mate));
        remainder.iter().filter(inside).count() / 2
    }

    /// The original S1 and S2 (3.2), if some optimal pairing keeps them: no exchange comes before
    /// any exchange.
    fn keep_original_subgroups(&mut self, remainder: &[usize], n_pairs: usize) -> bool {
        let (s1, s2) = remainder.split_at(n_pairs);
        let mut in_s2 = vec![false; self.zones.len()];
        for &v in s2 {
            in_s2[v] = true;
        }
        self.s1 = s1.to_vec();
        self.s2 = s2.to_vec();
        s1.iter()
            .all(|v| self.restrict(*v, Cover::Must, |u| in_s2[u]))
    }

    /// 4.3: the first exchange that some optimal pairing allows. Starts over from the decided MDP
    /// pairs with the size of the exchange and the BSN sum as further costs, then settles who moves
    /// out, from the largest BSN down, and who moves in, from the smallest up.
    fn with_exchange(self, remainder: &[usize], n_pairs: usize) -> Self {
        let mut bsn = vec![0; self.zones.len()];
        for (place, &v) in remainder.iter().enumerate() {
            bsn[v] = place as u64 + 1;
        }
        let decided = Decided {
            fixed: &self.fixed,
            bsn: &bsn,
            n_pairs,
        };
        let mut solver = (self.build)(Some(&decided));
        (solver.resolve()).expect("the pairing before the exchange is still there");
        let mut search = Search::new(self.zones, self.usual, solver, self.build);
        let size = (remainder[n_pairs..].iter())
            .filter(|v| search.mate(**v).is_some_and(|mate| bsn[mate] > bsn[**v]))
            .count();
        search.fixed = self.fixed;
        search.chosen_mdps = self.chosen_mdps;
        let usual = search.usual;
        let mut settle = |players: &mut dyn Iterator<Item = usize>, moves_in: bool| {
            let mut moved = 0;
            for v in players {
                let own = bsn[v];
                let first = |search: &mut Self| search.restrict(v, Cover::Must, |u| bsn[u] > own);
                let second = |search: &mut Self| search.restrict(v, usual, |u| bsn[u] < own);
                let may_move = moved < size;
                let in_s1 = if moves_in {
                    let enters = may_move && first(&mut search);
                    moved += usize::from(enters);
                    assert!(
                        enters || second(&mut search),
                        "whoever cannot enter S1 stays in S2"
                    );
                    enters
                } else {
                    let leaves = may_move && second(&mut search);
                    moved += usize::from(leaves);
                    assert!(
                        leaves || first(&mut search),
                        "whoever cannot leave S1 stays there"
                    );
                    !leaves
                };
                let side = if in_s1 {
                    &mut search.s1
                } else {
                    &mut search.s2
                };
                side.push(v);
            }
            assert!(moved == size, "an exchange swaps groups of one size");
        };
        settle(&mut remainder[..n_pairs].iter().rev().copied(), false);
        settle(&mut remainder[n_pairs..].iter().copied(), true);
        search.s1.sort_unstable();
        search.s2.sort_unstable();
        search
    }

    /// 4.2: each player of S1 in order has the earliest partner in S2.
    fn transpose(&mut self) {
        let s2 = std::mem::take(&mut self.s2);
        for v in std::mem::take(&mut self.s1) {
            let partner = s2
                .iter()
                .find(|u| **u > v && self.fixed[**u].is_none() && self.fix(v, **u));
            assert!(partner.is_some(), "every player of S1 has a partner in S2");
        }
    }

    fn decisions(&self) -> Decisions {
        let all = 0..self.zones.len();
        let in_bracket = |v: &usize| matches!(self.zones[*v], Zone::Mdp | Zone::Resident);
        Decisions {
            pairs: (all.clone())
                .filter_map(|v| Some((v, self.fixed[v].filter(|mate| v < *mate)?)))
                .collect(),
            floaters: (all.clone().filter(in_bracket))
                .filter(|v| self.fixed[*v].is_none())
                .collect(),
            rest: (all.clone().filter(|v| self.fixed[*v].is_none()))
                .filter_map(|v| Some((v, self.mate(v).filter(|mate| v < *mate)?)))
                .filter(|pair| self.zones[pair.0] != Zone::Exit && self.zones[pair.1] != Zone::Exit)
                .collect(),
            exits: all
                .filter(|v| self.fixed[*v].is_none() && self.zones[*v] != Zone::Exit)
                .filter(|v| {
                    self.mate(*v)
                        .is_none_or(|mate| self.zones[mate] == Zone::Exit)
                })
                .collect(),
        }
    }
}
