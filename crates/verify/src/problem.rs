//! The matching problem that a bracket is, and the matching that the round makes of it.
//!
//! # Articles
//! C.04.3 (2026) 1.3, 3.1-3.3; 2017 A.3, A.4, A.9, B.

use edelweiss_model::{PlayerId, Position};
use edelweiss_weights::{Bracket, Completion, CostVector, Edition, Layout, Rule, Unit};

use serde::{Deserialize, Serialize};

use crate::duals::ProofNumber;
use crate::rejection::Rejection;

/// Who takes part in the proof of a bracket besides its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofReach {
    /// The following scoregroup, from which everybody may leave downwards.
    Next,
    /// Everybody lower, and the bye.
    Everybody,
}

/// Where a vertex stands, in the order of the vertices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProofPlace {
    /// A moved-down player of the bracket.
    Mdp,
    /// A resident of it.
    Resident,
    /// A resident of the following scoregroup, where criteria look ahead to it.
    Next,
    /// Lower.
    Below,
    /// The bye.
    Bye,
    /// Not a player: a seat for one who leaves downwards, where parity says that somebody does.
    Seat,
}

/// A vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofVertex {
    /// Where it stands.
    pub place: ProofPlace,
    /// `None` for the bye and the seat.
    pub player: Option<PlayerId>,
}

/// With whom a vertex is in the matching of the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VertexPartner {
    /// With this vertex.
    Vertex(usize),
    /// It leaves downwards.
    Leaves,
}

/// What is asked of a bracket. Players are sorted, highest ranked first.
pub(crate) struct ProofQuestion<'p> {
    pub(crate) mdps: &'p [PlayerId],
    pub(crate) residents: &'p [PlayerId],
    /// The following scoregroup, where criteria look ahead to it.
    pub(crate) ahead: &'p [PlayerId],
    /// Everybody lower.
    pub(crate) below: &'p [PlayerId],
    pub(crate) reach: ProofReach,
    /// The bye is a vertex: who takes it in the round, and who may.
    pub(crate) bye: Option<(PlayerId, &'p dyn Fn(PlayerId) -> bool)>,
    /// 2026 C9: nobody floats but the player with the bye.
    pub(crate) is_sole_bye: bool,
    /// Whom a player meets here, if anybody.
    pub(crate) opponent: &'p dyn Fn(PlayerId) -> Option<PlayerId>,
}

/// A bracket with what lies below it, as far as the proof reaches.
///
/// The vertices are the players, highest ranked first, then the bye and the seat. Every vertex is matched or,
/// where the proof does not reach everybody, may leave downwards. That is the question of the rules with
/// less to obey: nobody asks whether those who leave find partners. The round shows that they do.
#[derive(Debug)]
pub struct ProofProblem<'a> {
    position: &'a Position,
    edition: &'static Edition,
    bracket: Bracket<'a>,
    layout: Layout,
    reach: ProofReach,
    vertices: Vec<ProofVertex>,
    partners: Vec<VertexPartner>,
    /// By vertex: may have the bye, where that is a vertex.
    takes_bye: Vec<bool>,
    n_mdps: usize,
    n_residents: usize,
}

impl<'a> ProofProblem<'a> {
    /// # Errors
    /// When the round does not say with whom everybody is.
    pub(crate) fn new(
        position: &'a Position,
        edition: &'static Edition,
        question: &ProofQuestion<'_>,
    ) -> Result<Self, Rejection> {
        let ProofQuestion {
            mdps,
            residents,
            ahead,
            below,
            reach,
            ..
        } = *question;
        let mut bracket = Bracket::new(position, mdps.to_vec(), residents.to_vec());
        if !ahead.is_empty() {
            // 2026: C4 sees to it that the last bracket is completed.
            let collapses = edition.completion == Completion::Collapse;
            bracket = bracket.followed_by(position, ahead, collapses && below.is_empty());
        }
        if question.is_sole_bye {
            bracket = bracket.with_bye_as_sole_floater();
        }
        let below = if reach == ProofReach::Everybody {
            below
        } else {
            &[]
        };
        let zones = [
            (ProofPlace::Mdp, mdps),
            (ProofPlace::Resident, residents),
            (ProofPlace::Next, ahead),
            (ProofPlace::Below, below),
        ];
        let players = zones.iter().flat_map(|(place, players)| {
            players.iter().map(|id| ProofVertex {
                place: *place,
                player: Some(*id),
            })
        });
        let mut vertices: Vec<ProofVertex> = players.collect();
        let no_player = |place| ProofVertex {
            place,
            player: None,
        };
        if question.bye.is_some() {
            vertices.push(no_player(ProofPlace::Bye));
        }
        if reach == ProofReach::Next && vertices.len() % 2 == 1 {
            vertices.push(no_player(ProofPlace::Seat));
        }
        let may = |vertex: &ProofVertex| {
            (question.bye.zip(vertex.player)).is_some_and(|((_, may), player)| may(player))
        };
        let mut problem = Self {
            position,
            edition,
            layout: Layout::new(edition, position, &bracket),
            bracket,
            reach,
            takes_bye: vertices.iter().map(may).collect(),
            partners: vec![VertexPartner::Leaves; vertices.len()],
            vertices,
            n_mdps: mdps.len(),
            n_residents: residents.len(),
        };
        problem.match_vertices(question)?;
        Ok(problem)
    }

    fn match_vertices(&mut self, question: &ProofQuestion<'_>) -> Result<(), Rejection> {
        let mut vertex_of = vec![None; self.position.players().len()];
        for (v, vertex) in self.vertices.iter().enumerate() {
            if let Some(player) = vertex.player {
                vertex_of[player.index()] = Some(v);
            }
        }
        let taker = question.bye.and_then(|(taker, _)| vertex_of[taker.index()]);
        for v in 0..self.vertices.len() {
            let partner = match self.vertices[v] {
                ProofVertex {
                    player: Some(id), ..
                } if taker != Some(v) => {
                    (question.opponent)(id).and_then(|other| vertex_of[other.index()])
                }
                ProofVertex {
                    place: ProofPlace::Seat,
                    ..
                } => (0..v).find(|u| self.partners[*u] == VertexPartner::Leaves),
                ProofVertex {
                    place: ProofPlace::Bye,
                    ..
                } => taker,
                _ => None,
            };
            if let Some(u) = partner {
                self.partners[v] = VertexPartner::Vertex(u);
                self.partners[u] = VertexPartner::Vertex(v);
            }
        }
        let may_leave = |v: usize| self.may_leave(v);
        for v in 0..self.vertices.len() {
            let is_possible = match self.partners[v] {
                VertexPartner::Leaves => may_leave(v),
                VertexPartner::Vertex(u) => {
                    self.partners[u] == VertexPartner::Vertex(v)
                        && self.has_edge(u.min(v), u.max(v))
                }
            };
            if !is_possible {
                return Err(Rejection::new(
                    "the round has no possible pairing of this bracket",
                ));
            }
        }
        Ok(())
    }

    /// How many vertices there are.
    pub fn n_vertices(&self) -> usize {
        self.vertices.len()
    }

    /// The vertices in order.
    pub fn vertices(&self) -> &[ProofVertex] {
        &self.vertices
    }

    /// The matching of the round.
    pub fn partners(&self) -> &[VertexPartner] {
        &self.partners
    }

    /// The bracket with the following one, where criteria look ahead.
    pub fn bracket(&self) -> &Bracket<'a> {
        &self.bracket
    }

    /// Moved-down players, which are the first vertices, and residents, which follow.
    pub fn n_in_bracket(&self) -> [usize; 2] {
        [self.n_mdps, self.n_residents]
    }

    /// Bits of the cost of any matching.
    pub fn bits(&self) -> u32 {
        self.layout.bits()
    }

    /// Whether a vertex may leave downwards.
    pub fn may_leave(&self, v: usize) -> bool {
        self.reach == ProofReach::Next && self.vertices[v].player.is_some()
    }

    /// Whether two vertices, `u < v`, may be matched.
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        let (higher, lower) = (self.vertices[u], self.vertices[v]);
        match (higher.player, lower.player, lower.place) {
            (Some(_), None, ProofPlace::Seat) => true,
            (Some(_), None, _) => self.takes_bye[u],
            // Two moved-down players would have given one pair more in an earlier bracket.
            (Some(a), Some(b), place) => place != ProofPlace::Mdp && self.position.may_meet(a, b),
            (None, ..) => false,
        }
    }

    /// The cost of an edge, `u < v`, by all criteria.
    pub fn cost<N: ProofNumber>(&self, u: usize, v: usize) -> N {
        if self.vertices[v].place == ProofPlace::Seat {
            return self.cost_of_leaving(u);
        }
        self.packed(self.units(u, v))
    }

    /// The cost of leaving downwards, by all criteria.
    pub fn cost_of_leaving<N: ProofNumber>(&self, v: usize) -> N {
        self.packed(self.units_of_leaving(v))
    }

    /// The costs of the matching, criterion by criterion.
    pub fn costs(&self) -> CostVector {
        let units = self
            .partners
            .iter()
            .enumerate()
            .flat_map(|(v, partner)| match *partner {
                VertexPartner::Leaves => self.units_of_leaving(v),
                VertexPartner::Vertex(u) if self.vertices[u].place == ProofPlace::Seat => {
                    self.units_of_leaving(v)
                }
                VertexPartner::Vertex(u) if v < u => self.units(v, u),
                VertexPartner::Vertex(_) => [None, None],
            });
        let units: Vec<Unit> = units.flatten().collect();
        Layout::evaluate(self.edition, self.position, &self.bracket, &units)
    }

    /// Whether the matching costs nothing by any criterion.
    pub fn costs_nothing(&self) -> bool {
        self.costs().0.iter().flatten().all(|cost| *cost == 0)
    }

    /// The rules of the edition, in the order of [`Self::costs`].
    pub fn rules(&self) -> &'static [Rule] {
        self.edition.criteria
    }

    /// Who of the bracket is not paired in it, highest ranked first.
    pub fn floaters(&self) -> Vec<PlayerId> {
        let floats = |v: &usize| match self.partners[*v] {
            VertexPartner::Leaves => true,
            VertexPartner::Vertex(u) => !self.in_bracket(u),
        };
        let in_bracket = 0..self.n_mdps + self.n_residents;
        in_bracket
            .filter(floats)
            .filter_map(|v| self.vertices[v].player)
            .collect()
    }

    fn packed<N: ProofNumber>(&self, units: [Option<Unit>; 2]) -> N {
        let mut cost = N::from(0);
        for unit in units.into_iter().flatten() {
            let unit = unit.of(self.position);
            self.layout
                .for_each_cost(&self.bracket, unit, |field, amount| {
                    cost += &(N::from(amount as i64) << self.layout.fields()[field].offset);
                });
        }
        cost
    }

    fn in_bracket(&self, v: usize) -> bool {
        v < self.n_mdps + self.n_residents
    }

    /// The pieces of a pairing that an edge stands for.
    fn units(&self, u: usize, v: usize) -> [Option<Unit>; 2] {
        let (higher, lower) = (self.vertices[u], self.vertices[v]);
        let Some(player) = higher.player else {
            return [None, None];
        };
        match (higher.place, lower.player) {
            (_, Some(lower)) if self.in_bracket(v) => [
                Some(Unit::Pair {
                    higher: player,
                    lower,
                }),
                None,
            ],
            (_, Some(other)) if lower.place == ProofPlace::Next => {
                let own = Unit::Float {
                    player,
                    takes_bye: false,
                };
                let following = Unit::FollowingPair {
                    higher: player,
                    lower: other,
                };
                [self.in_bracket(u).then_some(own), Some(following)]
            }
            (ProofPlace::Below, _) => [None, None],
            _ => self.units_downwards(u, player, lower.place == ProofPlace::Bye),
        }
    }

    fn units_of_leaving(&self, v: usize) -> [Option<Unit>; 2] {
        match self.vertices[v].player {
            Some(player) => self.units_downwards(v, player, false),
            None => [None, None],
        }
    }

    /// Of a player of the bracket or the following one who is paired in neither.
    fn units_downwards(&self, v: usize, player: PlayerId, takes_bye: bool) -> [Option<Unit>; 2] {
        let own = Unit::Float { player, takes_bye };
        let following = Unit::FollowingFloat { player, takes_bye };
        [self.in_bracket(v).then_some(own), Some(following)]
    }
}
