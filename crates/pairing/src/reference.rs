//! A bracket to be paired, with whatever of the round takes part, and its pairing.

use edelweiss_model::PlayerId;
use edelweiss_weights::{Bracket, Edition, Layout, Unit};

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
    /// Everybody of the bracket and the next scoregroup who leaves to players that took no part.
    pub(crate) exits: Vec<PlayerId>,
    /// How all others who took part can be paired, `None` being the bye.
    pub(crate) rest: Vec<(PlayerId, Option<PlayerId>)>,
    pub(crate) costs: Vec<RuleCost>,
}

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

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) zone: Zone,
    /// `None` for the bye.
    pub(crate) player: Option<PlayerId>,
}

impl Task<'_> {
    pub(crate) fn layout(&self) -> Layout {
        Layout::new(self.edition, self.field.position, &self.bracket, &[])
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
    pub(crate) fn edge_units(&self, a: Vertex, b: Vertex) -> Option<[Option<Unit>; 2]> {
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
}
