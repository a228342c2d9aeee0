//! The reference engine: one bracket, plain and exact.
//!
//! # Articles
//! C.04.3 (2026) 3 and 4; 2017 B and D.
//!
//! The candidates of a bracket are totally ordered: first by the costs of the criteria, then by
//! their place in the sequence of Articles 3 and 4. The engine finds the first candidate in two
//! steps.
//!
//! 1. *The optimum.* A maximum-weight matching whose weights are packed costs; see
//!    [`edelweiss_weights::Layout`] for why comparing sums compares vectors.
//! 2. *The sequence, decision by decision*; see [`crate::sequence`].
//!
//! Pairs of two MDPs never occur: they would have given one pair more in an earlier bracket, where
//! the number of pairs was maximal under the same conditions.

use edelweiss_matching::{Cover, Dense, Limbs, Solver};
use edelweiss_model::PlayerId;
use edelweiss_weights::{Bracket, Edition, Layout, Packed, Unit};
use num_bigint::BigInt;

use crate::RuleCost;
use crate::field::Field;
use crate::sequence::{Decided, Decisions, Zone, first_optimal};

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
    /// Everybody of the bracket and the next scoregroup who leaves to players that took no part.
    pub(crate) exits: Vec<PlayerId>,
    /// How all others who took part can be paired, `None` being the bye.
    pub(crate) rest: Vec<(PlayerId, Option<PlayerId>)>,
    pub(crate) costs: Vec<RuleCost>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) zone: Zone,
    /// `None` for the bye.
    pub(crate) player: Option<PlayerId>,
}

impl Task<'_> {
    /// The first optimal pairing, or `None` where no complete one exists.
    pub(crate) fn solve(&self) -> Option<BracketPairing> {
        let layout = self.layout(&[]);
        // Room for the tie-breakers of exchanges as well.
        let residents = self.bracket.residents().len() as u64;
        let tie_breakers = bits(residents) + bits(residents * residents);
        match self.bits_needed(layout.bits()) + tie_breakers {
            0..=62 => self.solve_with::<i64>(&layout),
            63..=126 => self.solve_with::<i128>(&layout),
            127..=254 => self.solve_with::<Limbs<4>>(&layout),
            255..=510 => self.solve_with::<Limbs<8>>(&layout),
            511..=1022 => self.solve_with::<Limbs<16>>(&layout),
            1023..=2046 => self.solve_with::<Limbs<32>>(&layout),
            _ => self.solve_with::<BigInt>(&layout),
        }
    }

    /// Bits of packed costs of so many bits with room for the solver's duals.
    pub(crate) fn bits_needed(&self, cost_bits: u32) -> u32 {
        let n = self.bracket.len() as u64 + self.next.len() as u64 + self.below.len() as u64;
        cost_bits + 2 * bits(n) + 8
    }

    fn solve_with<W: Packed>(&self, layout: &Layout) -> Option<BracketPairing> {
        let vertices = self.vertices();
        let zones: Vec<Zone> = vertices.iter().map(|vertex| vertex.zone).collect();
        let exit_costs = self.exit_costs::<W>(&vertices, layout);
        let build = |decided: Option<&Decided<'_>>| {
            let capacities = decided.map(Decided::capacities);
            let extended = capacities.map(|capacities| self.layout(&capacities));
            self.build::<W>(&vertices, extended.as_ref().unwrap_or(layout), decided)
        };
        let mut solver = build(None);
        solver.resolve().ok()?;
        let optimum = solver.value();
        let decisions = first_optimal(&zones, self.cover(), solver, &build);
        let exit_total = (exit_costs.iter()).fold(W::zero(), |sum, cost| sum.plus(cost));
        let vector = layout.unpack(&exit_total.minus(&optimum));
        let costs = (self.edition.criteria.iter().zip(vector.0))
            .map(|(rule, fields)| RuleCost {
                label: rule.label,
                fields,
            })
            .collect();
        Some(Self::translate(&vertices, decisions, costs))
    }

    pub(crate) fn layout(&self, tie_breakers: &[u64]) -> Layout {
        Layout::new(
            self.edition,
            self.field.position,
            &self.bracket,
            tie_breakers,
        )
    }

    /// How a vertex without restriction is covered.
    pub(crate) fn cover(&self) -> Cover {
        match self.reach {
            Reach::Exits => Cover::May,
            Reach::Everything => Cover::Must,
        }
    }

    /// By vertex: the packed cost of leaving downwards, where that is possible.
    fn exit_costs<W: Packed>(&self, vertices: &[Vertex], layout: &Layout) -> Vec<W> {
        (vertices.iter())
            .map(|vertex| {
                let mut cost = W::zero();
                if self.reach == Reach::Exits {
                    self.add_units(layout, Task::exit_units(*vertex), &mut cost);
                }
                cost
            })
            .collect()
    }

    /// The solver of the bracket; pairs are worth what they save against leaving downwards. Pairs
    /// fixed before keep only their own edge, and MDPs left out then meet no resident.
    fn build<W: Packed>(
        &self,
        vertices: &[Vertex],
        layout: &Layout,
        decided: Option<&Decided<'_>>,
    ) -> Solver<W> {
        let exit_costs = self.exit_costs::<W>(vertices, layout);
        let graph = Dense::from_fn(vertices.len(), |u, v| {
            let (u, v) = (u.index().min(v.index()), u.index().max(v.index()));
            let mut cost = W::zero();
            if let Some(decided) = decided {
                if decided.fixed[u].is_some() || decided.fixed[v].is_some() {
                    return (decided.fixed[u] == Some(v)).then(W::zero);
                }
                if vertices[u].zone == Zone::Mdp && vertices[v].zone == Zone::Resident {
                    return None;
                }
                if decided.bsn[u] > 0 && decided.bsn[v] > 0 {
                    for (number, amount) in decided.amounts(decided.bsn[u]).into_iter().enumerate()
                    {
                        layout.add_tie_breaker(number, amount, &mut cost);
                    }
                }
            }
            let units = self.edge_units(vertices[u], vertices[v])?;
            self.add_units(layout, units, &mut cost);
            Some(exit_costs[u].plus(&exit_costs[v]).minus(&cost))
        });
        let mut covers = vec![self.cover(); vertices.len()];
        if let Some(decided) = decided {
            for (cover, fixed) in covers.iter_mut().zip(decided.fixed) {
                if fixed.is_some() {
                    *cover = Cover::Must;
                }
            }
        }
        Solver::new(graph, &covers).expect("the weight type was chosen wide enough for this layout")
    }

    /// From vertices to players.
    pub(crate) fn translate(
        vertices: &[Vertex],
        decisions: Decisions,
        costs: Vec<RuleCost>,
    ) -> BracketPairing {
        let player = |v: usize| vertices[v].player.expect("the bye is never fixed");
        BracketPairing {
            rest: Self::translate_rest(vertices, decisions.rest.into_iter()),
            pairs: (decisions.pairs.into_iter())
                .map(|(a, b)| (player(a), player(b)))
                .collect(),
            floaters: decisions.floaters.into_iter().map(player).collect(),
            exits: decisions.exits.into_iter().map(player).collect(),
            costs,
        }
    }

    /// Pairs, of which one may have the bye.
    pub(crate) fn translate_rest(
        vertices: &[Vertex],
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> Vec<(PlayerId, Option<PlayerId>)> {
        let rest = pairs.map(|(a, b)| {
            let (a, b) = (vertices[a].player, vertices[b].player);
            (a.or(b).expect("one bye"), a.and(b))
        });
        rest.collect()
    }

    /// MDPs, residents, the next scoregroup, everybody lower, the bye.
    pub(crate) fn vertices(&self) -> Vec<Vertex> {
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
        let allowed = match b.player {
            None => self.field.may_take_bye(higher),
            Some(lower) => self.field.opponents.may_meet(higher, lower),
        };
        if allowed { Self::units(a, b) } else { None }
    }

    /// The units of an edge that no absolute criterion forbids; `None` where the zones have none.
    pub(crate) fn units(a: Vertex, b: Vertex) -> Option<[Option<Unit>; 2]> {
        let higher = a.player?;
        let in_bracket = |zone| matches!(zone, Zone::Mdp | Zone::Resident);
        if a.zone == Zone::Mdp && b.zone == Zone::Mdp {
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
    pub(crate) fn exit_units(vertex: Vertex) -> [Option<Unit>; 2] {
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
