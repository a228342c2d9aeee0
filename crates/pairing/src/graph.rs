//! A problem as a graph: who takes part, who may meet whom, and what that stands for.

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::{Bracket, Edition, Layout, Unit};

use crate::problem::BracketProblem;

/// Which players take part besides the bracket's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The next scoregroup; any player may leave downwards.
    Next,
    /// Everybody unpaired, and the bye in odd fields; nobody may be left over.
    Everything,
}

/// The graph of a bracket with what lies below it.
#[derive(Debug)]
pub(crate) struct ProblemGraph<'p, 'a> {
    pub(crate) problem: &'p BracketProblem<'a>,
    /// With the following one, where criteria look ahead.
    pub(crate) bracket: Bracket<'p>,
    pub(crate) reach: Reach,
}

/// Where a vertex stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Zone {
    Mdp,
    Resident,
    Next,
    Below,
    Bye,
    /// A dummy vertex: the mate of a player who leaves downwards.
    Dummy,
}

impl Zone {
    /// In the order of their numbers.
    pub(crate) const ALL: [Self; 6] = [
        Self::Mdp,
        Self::Resident,
        Self::Next,
        Self::Below,
        Self::Bye,
        Self::Dummy,
    ];
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) zone: Zone,
    /// `None` for the bye and for dummy vertices.
    pub(crate) player: Option<PlayerId>,
}

impl<'p, 'a> ProblemGraph<'p, 'a> {
    pub(crate) fn new(problem: &'p BracketProblem<'a>, reach: Reach) -> Self {
        Self {
            problem,
            bracket: problem.bracket_ahead(),
            reach,
        }
    }

    /// The same where the only floater takes the bye.
    #[must_use]
    pub(crate) fn with_bye_as_sole_floater(self) -> Self {
        Self {
            bracket: self.bracket.with_bye_as_sole_floater(),
            ..self
        }
    }

    pub(crate) fn position(&self) -> &'a Position {
        self.problem.position
    }

    pub(crate) fn edition(&self) -> &'static Edition {
        self.problem.edition
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout::new(self.edition(), self.position(), &self.bracket)
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
        vertices.extend(zone(Zone::Next, self.problem.ahead()));
        if self.reach == Reach::Everything {
            vertices.extend(zone(Zone::Below, self.problem.below()));
            if self.problem.bye.is_open {
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
            None => self.problem.opponents.may_take_bye(higher),
            Some(lower) => self.problem.opponents.may_meet(higher, lower),
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

    /// The units of a vertex that leaves downwards ([`Reach::Next`]).
    pub(crate) fn leaving_units(vertex: Vertex) -> [Option<Unit>; 2] {
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
