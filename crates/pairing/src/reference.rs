//! The reference engine: one bracket, plain and exact.
//!
//! # Articles
//! C.04.3 (2026) 3 and 4; 2017 B and D.
//!
//! The candidates of a bracket are totally ordered: first by the costs of the criteria, then by
//! their place in the sequence of Articles 3 and 4. The engine finds the first candidate in three
//! steps.
//!
//! 1. *The optimum.* A maximum-weight matching whose weights are packed costs; see
//!    [`edelweiss_weights::Layout`] for why comparing sums compares vectors.
//! 2. *The sequence, decision by decision.* Each decision ("is this MDP paired?", "who is its
//!    opponent?") takes the earliest choice under which the optimum keeps its value. Whether it
//!    does is answered by restricting the graph and re-solving from the duals at hand.
//! 3. *The place of a set of pairs* depends on the set alone. In a remainder of `k` pairs write
//!    every pair as (smaller BSN, larger BSN): the earliest way to generate it has the smaller ones
//!    in S1, because swapping the roles of a pair never lowers the number of exchanged players and
//!    raises the sum of 4.3.2(2). So the set is preceded by others with fewer members of the new S1
//!    outside the original S1; then with a smaller BSN sum of the new S1; then by 4.3.2(3) and
//!    (4); then by the partners of S1 in order (4.2).
//!
//! Pairs of two MDPs never occur: they would have given one pair more in an earlier bracket, where
//! the number of pairs was maximal under the same conditions.

use edelweiss_matching::{Cover, Dense, Limbs, Solver, VertexId};
use edelweiss_model::PlayerId;
use edelweiss_weights::{Bracket, Edition, Layout, Packed, Unit};
use num_bigint::BigInt;

use crate::RuleCost;
use crate::field::Field;

/// Which players take part besides the bracket's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The next scoregroup; anybody may leave downwards.
    Exits,
    /// Everybody unpaired, and the bye in odd fields; nobody may be left over.
    Everything,
}

/// A bracket to be paired.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) field: &'a Field<'a>,
    pub(crate) edition: &'static Edition,
    pub(crate) bracket: Bracket,
    /// Residents of the following scoregroup, as far as criteria look ahead to it.
    pub(crate) next: Vec<PlayerId>,
    /// Everybody lower.
    pub(crate) below: Vec<PlayerId>,
    pub(crate) reach: Reach,
}

/// A bracket's pairing.
#[derive(Debug)]
pub(crate) struct BracketPairing {
    /// Higher ranked player first, sorted by that player.
    pub(crate) pairs: Vec<(PlayerId, PlayerId)>,
    /// Sorted, highest ranked first.
    pub(crate) floaters: Vec<PlayerId>,
    /// With [`Reach::Exits`]: everybody of the bracket and the next scoregroup who is left over.
    pub(crate) exits: Vec<PlayerId>,
    pub(crate) costs: Vec<RuleCost>,
}

/// Where a vertex stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Zone {
    Mdp,
    Resident,
    Next,
    Below,
    Bye,
}

#[derive(Clone, Copy, Debug)]
struct Vertex {
    zone: Zone,
    /// `None` for the bye.
    player: Option<PlayerId>,
}

impl Task<'_> {
    /// The first optimal pairing, or `None` where no complete one exists.
    pub(crate) fn solve(&self) -> Option<BracketPairing> {
        let layout = Layout::new(self.edition, self.field.position, &self.bracket, &[]);
        // Room for the tie-breakers of exchanges and for the solver's duals.
        let residents = self.bracket.residents().len() as u64;
        let tie_breakers = bits(residents) + bits(residents * residents);
        let headroom =
            2 * bits(self.bracket.len() as u64 + self.next.len() as u64 + self.below.len() as u64)
                + 8;
        let needed = layout.bits() + tie_breakers + headroom;
        match needed {
            0..=62 => self.solve_with::<i64>(&layout),
            63..=126 => self.solve_with::<i128>(&layout),
            127..=254 => self.solve_with::<Limbs<4>>(&layout),
            255..=510 => self.solve_with::<Limbs<8>>(&layout),
            511..=1022 => self.solve_with::<Limbs<16>>(&layout),
            1023..=2046 => self.solve_with::<Limbs<32>>(&layout),
            _ => self.solve_with::<BigInt>(&layout),
        }
    }

    fn solve_with<W: Packed>(&self, layout: &Layout) -> Option<BracketPairing> {
        let vertices = self.vertices();
        let mut search = Search::<W>::new(self, vertices, layout, None)?;
        search.choose_mdps();
        search.choose_opponents();
        let remainder = search.remainder();
        let n_pairs = search.pairs_within(&remainder);
        if !search.keep_original_subgroups(&remainder, n_pairs) {
            search = search.with_exchange(&remainder, n_pairs);
        }
        search.transpose();
        Some(search.finish(layout))
    }

    /// MDPs, residents, the next scoregroup, everybody lower, the bye.
    fn vertices(&self) -> Vec<Vertex> {
        let zone = |zone: Zone, players: &[PlayerId]| {
            let vertex = move |id: &PlayerId| Vertex {
                zone,
                player: Some(*id),
            };
            players.iter().map(vertex).collect::<Vec<_>>()
        };
        let mut vertices = zone(Zone::Mdp, self.bracket.mdps());
        vertices.extend(zone(Zone::Resident, self.bracket.residents()));
        vertices.extend(zone(Zone::Next, &self.next));
        if self.reach == Reach::Everything {
            vertices.extend(zone(Zone::Below, &self.below));
            if self.field.has_bye() {
                vertices.push(Vertex {
                    zone: Zone::Bye,
                    player: None,
                });
            }
        }
        vertices
    }

    /// The units that an edge between two vertices, `a` before `b` in the order of
    /// [`Self::vertices`], stands for; `None` where there is no edge.
    fn edge_units(&self, a: Vertex, b: Vertex) -> Option<[Option<Unit>; 2]> {
        let higher = a.player?;
        let in_bracket = |zone| matches!(zone, Zone::Mdp | Zone::Resident);
        let allowed = match b.player {
            None => self.field.may_take_bye(higher),
            Some(lower) => self.field.may_meet(higher, lower),
        };
        if !allowed || (a.zone == Zone::Mdp && b.zone == Zone::Mdp) {
            return None;
        }
        let takes_bye = b.zone == Zone::Bye;
        let float = Some(Unit::Float {
            player: higher,
            takes_bye,
        });
        let following = Some(Unit::FollowingFloat {
            player: higher,
            takes_bye,
        });
        Some(match (a.zone, b.zone, b.player) {
            (_, zone, Some(lower)) if in_bracket(zone) => {
                [Some(Unit::Pair { higher, lower }), None]
            }
            (zone, Zone::Next, Some(lower)) => {
                let own = if in_bracket(zone) { float } else { None };
                [own, Some(Unit::FollowingPair { higher, lower })]
            }
            (zone, _, _) if in_bracket(zone) => [float, following],
            (Zone::Next, _, _) => [following, None],
            _ => [None, None],
        })
    }

    /// The units of a vertex that leaves downwards ([`Reach::Exits`]).
    fn exit_units(vertex: Vertex) -> [Option<Unit>; 2] {
        let player = vertex.player.expect("the bye does not leave");
        let following = Some(Unit::FollowingFloat {
            player,
            takes_bye: false,
        });
        match vertex.zone {
            Zone::Mdp | Zone::Resident => [
                Some(Unit::Float {
                    player,
                    takes_bye: false,
                }),
                following,
            ],
            _ => [following, None],
        }
    }

    fn add_units<W: Packed>(&self, layout: &Layout, units: [Option<Unit>; 2], total: &mut W) {
        for unit in units.into_iter().flatten() {
            layout.add_unit(self.field.position, &self.bracket, unit, total);
        }
    }
}

fn bits(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

/// The ranking of a remainder's exchanges, added below the criteria.
#[derive(Clone, Debug)]
struct Exchanges {
    /// By vertex: in-bracket sequence number within the remainder, from 1; zero outside it.
    bsn: Vec<u64>,
    /// Number of pairs, which is the size of S1.
    n_pairs: usize,
}

/// The solver of one bracket and what has been decided so far.
struct Search<'a, W: Packed> {
    task: &'a Task<'a>,
    vertices: Vec<Vertex>,
    solver: Solver<W>,
    /// Packed cost if everybody left downwards; pairs are worth what they save.
    exit_total: W,
    /// Value of the optimum found first, before anything was fixed.
    optimum: W,
    chosen_mdps: Vec<usize>,
    /// By vertex: the partner fixed so far.
    fixed: Vec<Option<usize>>,
    /// S1 of the remainder, in order.
    s1: Vec<usize>,
    /// S2 of the remainder, in order.
    s2: Vec<usize>,
}

impl<'a, W: Packed> Search<'a, W> {
    /// Solves the bracket. `fixed` pairs keep only their own edge and `limbo` MDPs meet no
    /// resident; `exchanges` adds the ranking of 4.3.2(1) and (2) below the criteria.
    fn new(
        task: &'a Task<'a>,
        vertices: Vec<Vertex>,
        layout: &Layout,
        decided: Option<(&Self, &Exchanges)>,
    ) -> Option<Self> {
        let n = vertices.len();
        let exits = task.reach == Reach::Exits;
        let exit_costs: Vec<W> = (vertices.iter())
            .map(|vertex| {
                let mut cost = W::zero();
                if exits {
                    task.add_units(layout, Task::exit_units(*vertex), &mut cost);
                }
                cost
            })
            .collect();
        let graph = Dense::from_fn(n, |u, v| {
            let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
            let mut cost = W::zero();
            if let Some((before, exchanges)) = decided {
                if before.fixed[u].is_some() || before.fixed[v].is_some() {
                    return (before.fixed[u] == Some(v)).then(W::zero);
                }
                if vertices[u].zone == Zone::Mdp && vertices[v].zone == Zone::Resident {
                    return None;
                }
                let (bsn_u, bsn_v) = (exchanges.bsn[u], exchanges.bsn[v]);
                if bsn_u > 0 && bsn_v > 0 {
                    let moved_in = u64::from(bsn_u > exchanges.n_pairs as u64);
                    layout.add_tie_breaker(0, moved_in, &mut cost);
                    layout.add_tie_breaker(1, bsn_u, &mut cost);
                }
            }
            let units = task.edge_units(vertices[u], vertices[v])?;
            task.add_units(layout, units, &mut cost);
            Some(exit_costs[u].plus(&exit_costs[v]).minus(&cost))
        });
        let exit_total = exit_costs
            .iter()
            .fold(W::zero(), |sum, cost| sum.plus(cost));
        let cover = if exits { Cover::May } else { Cover::Must };
        let mut covers = vec![cover; n];
        if let Some((before, _)) = decided {
            for (cover, fixed) in covers.iter_mut().zip(&before.fixed) {
                if fixed.is_some() {
                    *cover = Cover::Must;
                }
            }
        }
        let mut solver = Solver::new(graph, &covers)
            .expect("the weight type was chosen wide enough for this layout");
        solver.solve().ok()?;
        let optimum = solver.value();
        Some(Self {
            task,
            solver,
            exit_total,
            optimum,
            chosen_mdps: Vec::new(),
            fixed: vec![None; n],
            s1: Vec::new(),
            s2: Vec::new(),
            vertices,
        })
    }

    fn mate(&self, v: usize) -> Option<usize> {
        self.solver.mate(VertexId::new(v)).map(VertexId::index)
    }

    fn indices(&self, zone: Zone) -> Vec<usize> {
        (0..self.vertices.len())
            .filter(|v| self.vertices[*v].zone == zone)
            .collect()
    }

    /// How a vertex without restriction is covered.
    fn usual_cover(&self) -> Cover {
        if self.task.reach == Reach::Exits {
            Cover::May
        } else {
            Cover::Must
        }
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
        let zones: Vec<Zone> = self.vertices.iter().map(|vertex| vertex.zone).collect();
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
                let cover = self.usual_cover();
                let left_out = self.restrict(mdp, cover, |u| zones[u] != Zone::Resident);
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
        let mut in_s2 = vec![false; self.vertices.len()];
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
        let task = self.task;
        let mut bsn = vec![0; self.vertices.len()];
        for (place, &v) in remainder.iter().enumerate() {
            bsn[v] = place as u64 + 1;
        }
        let exchanges = Exchanges {
            bsn: bsn.clone(),
            n_pairs,
        };
        let capacities = [n_pairs as u64, (n_pairs * remainder.len()) as u64];
        let layout = Layout::new(
            task.edition,
            task.field.position,
            &task.bracket,
            &capacities,
        );
        let vertices = self.vertices.clone();
        let mut search = Search::new(task, vertices, &layout, Some((&self, &exchanges)))
            .expect("the pairing before the exchange is still there");
        let size = (remainder[n_pairs..].iter())
            .filter(|v| search.mate(**v).is_some_and(|mate| bsn[mate] > bsn[**v]))
            .count();
        search.exit_total = self.exit_total;
        search.optimum = self.optimum;
        search.fixed = self.fixed;
        search.chosen_mdps = self.chosen_mdps;
        let usual = search.usual_cover();
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

    fn finish(self, layout: &Layout) -> BracketPairing {
        let player = |v: usize| self.vertices[v].player.expect("the bye is never fixed");
        let in_bracket = |v: &usize| matches!(self.vertices[*v].zone, Zone::Mdp | Zone::Resident);
        let all = 0..self.vertices.len();
        let pairs = (all.clone())
            .filter_map(|v| {
                self.fixed[v]
                    .filter(|mate| v < *mate)
                    .map(|mate| (player(v), player(mate)))
            })
            .collect();
        let floaters = all
            .clone()
            .filter(in_bracket)
            .filter(|v| self.fixed[*v].is_none())
            .map(player)
            .collect();
        let exits = match self.task.reach {
            Reach::Exits => all
                .filter(|v| self.mate(*v).is_none())
                .map(player)
                .collect(),
            Reach::Everything => Vec::new(),
        };
        let cost = self.exit_total.minus(&self.optimum);
        let vector = layout.unpack(&cost);
        let costs = (self.task.edition.criteria.iter().zip(vector.0))
            .map(|(rule, fields)| RuleCost {
                label: rule.label,
                fields,
            })
            .collect();
        BracketPairing {
            pairs,
            floaters,
            exits,
            costs,
        }
    }
}
