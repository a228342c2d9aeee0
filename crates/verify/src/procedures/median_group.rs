//! A group of a round that is paired from both ends.
//!
//! # Articles
//! C.04.4.3 2.3, 2.4, 3.6-3.8, 4; D.02 (2022) 7.4, 8.2-8.4, 9.
//!
//! The vertices are the members of the group, of whom as few stay single as can be, and are left for the next group. Where
//! groups are not paired alone, everybody else who is not paired yet comes behind them, and members who leave meet one of
//! these: then no group is paired in a way that leaves the others unpairable (8.4), as few pairs as can be have one member
//! only, and limits of colours hold inside where they cost no pair there (7.4). The first problem shows that, the second
//! asks who leaves, in order, then of each in order whom he meets.

use edelweiss_model::PlayerId;
use num_bigint::BigInt;

use super::median_members::{GroupFloater, GroupWay, LeaverOrder, PlannedGroup};
use super::round::ProcedureToProve;
use crate::matched::{self, numbered};
use crate::proof::BracketProof;
use crate::rejection::Rejection;
use crate::sequence::ProofQuestion;
use crate::settle::SettledMatching;

/// A group that is claimed, found to be possible.
#[derive(Debug)]
pub(super) struct MedianGroup<'c> {
    asked: &'c ProcedureToProve<'c>,
    pub(super) planned: PlannedGroup,
    /// Members by place, then everybody else who takes part.
    players: Vec<PlayerId>,
    n_members: usize,
    partners: Vec<usize>,
    /// By member, whether it is of the group itself.
    is_resident: Vec<bool>,
    /// The pairs in the order in which they are made, who chooses first.
    made: Vec<[usize; 2]>,
    /// By member, how it chooses.
    choice_of: Vec<Option<OpponentOrder>>,
    /// Of whom it is asked whether they leave, in order.
    asked_to_leave: Vec<usize>,
}

/// In which order somebody tries opponents.
#[derive(Clone, Copy, Debug)]
enum OpponentOrder {
    /// Of a floater that came this way: residents first.
    Floater(GroupWay),
    /// The others of the list, from this place of it on, then those before it, the nearest first.
    From(usize),
}

impl<'c> MedianGroup<'c> {
    /// `others` are those who are not paired yet, where they take part.
    pub(super) fn new(
        asked: &'c ProcedureToProve<'c>,
        planned: PlannedGroup,
        incoming: &[GroupFloater],
        others: &[PlayerId],
        (claimed, later): (&BracketProof, &[BracketProof]),
    ) -> Result<Self, Rejection> {
        let floaters = incoming.iter().map(|floater| floater.id);
        let members = asked.by_score(planned.residents.iter().copied().chain(floaters).collect());
        let n_members = members.len();
        let is_other = |id: &&PlayerId| !members.contains(id);
        let others: Vec<PlayerId> = others.iter().filter(is_other).copied().collect();
        let mut group = Self {
            asked,
            is_resident: members
                .iter()
                .map(|id| planned.residents.contains(id))
                .collect(),
            players: [members, others].concat(),
            planned,
            n_members,
            partners: Vec::new(),
            made: Vec::new(),
            choice_of: vec![None; n_members],
            asked_to_leave: Vec::new(),
        };
        let numbers = asked.numbers(&group.players);
        let later = later.iter().flat_map(|bracket| &bracket.pairs);
        let later = later.filter(|_| !group.asked.pairs_groups_alone());
        let pairs = claimed.pairs.iter().chain(&claimed.apart).chain(later);
        let problem = GroupProblem::of(&group, GroupAim::Order);
        let has_edge = |u: usize, v: usize| problem.may_match(u.min(v), u.max(v));
        group.partners = matched::partners(&numbers, pairs.copied(), has_edge)?;
        let n_inside = (0..n_members).filter(|v| group.is_inside(*v)).count();
        if n_inside != 2 * (claimed.pairs.len() + claimed.apart.len()) {
            return Err(Rejection::new("the round makes it something else").at("pairs"));
        }
        group.order(incoming);
        Ok(group)
    }

    /// Whether a member is paired in the group.
    fn is_inside(&self, v: usize) -> bool {
        self.partners[v] != v && self.partners[v] < self.n_members
    }

    /// Who is asked in which order whether they leave, and whom they meet.
    fn order(&mut self, incoming: &[GroupFloater]) {
        let members = &self.players[..self.n_members];
        let order = LeaverOrder {
            asked: self.asked,
            planned: &self.planned,
            incoming,
        };
        let place = |id: PlayerId| members.iter().position(|other| *other == id);
        let leavers: Vec<PlayerId> = self.leavers().collect();
        let asked_to_leave = if self.asked.pairs_groups_alone() {
            order.one_by_one(members, &leavers)
        } else {
            let mut all = order.in_turn(members);
            let last = all.iter().rposition(|id| leavers.contains(id));
            all.truncate(last.map_or(0, |last| last + 1));
            all
        };
        let staying = (0..self.n_members).filter(|v| self.is_inside(*v));
        let staying: Vec<PlayerId> = staying.map(|v| self.players[v]).collect();
        let mut unpaired: Vec<(usize, GroupWay)> = order
            .sorted_incoming(&staying, self.asked.pairs_groups_alone())
            .into_iter()
            .filter_map(|floater| Some((place(floater.id)?, floater.way)))
            .collect();
        let mut made = Vec::new();
        let mut residents: Vec<usize> = (0..self.n_members)
            .filter(|v| self.is_resident[*v] && self.is_inside(*v))
            .collect();
        while !unpaired.is_empty() {
            let (v, way) = unpaired.remove(0);
            let partner = self.partners[v];
            unpaired.retain(|(other, _)| *other != partner);
            residents.retain(|other| *other != partner);
            made.push(([v, partner], OpponentOrder::Floater(way)));
        }
        // Of one score, so that places and numbers go alike.
        if self.planned.way == GroupWay::Up {
            residents.reverse();
        }
        while !residents.is_empty() {
            let from = OpponentOrder::From(self.in_list(residents[residents.len() / 2]));
            let first = residents.remove(0);
            let partner = self.partners[first];
            residents.retain(|other| *other != partner);
            made.push(([first, partner], from));
        }
        self.asked_to_leave = asked_to_leave.into_iter().filter_map(place).collect();
        for ([v, partner], choice) in made {
            self.made.push([v, partner]);
            self.choice_of[v] = Some(choice);
        }
    }

    /// The place of a resident in the list that the group is paired by.
    fn in_list(&self, v: usize) -> usize {
        match self.planned.way {
            GroupWay::Down => v,
            GroupWay::Up => self.n_members - 1 - v,
        }
    }

    /// How much an opponent is wanted: more is better.
    fn wanted(&self, v: usize, u: usize, order: OpponentOrder) -> usize {
        let n = self.n_members;
        match order {
            OpponentOrder::From(from) => match self.in_list(u) {
                place if place >= from => 2 * n - place,
                place => 1 + place,
            },
            OpponentOrder::Floater(way) => {
                let (place, n) = if self.asked.pairs_groups_alone() {
                    (
                        self.players[u].index(),
                        self.asked.tournament().players.len(),
                    )
                } else {
                    (u, n)
                };
                let near = match way {
                    GroupWay::Down => n - place,
                    GroupWay::Up => 1 + place,
                };
                let suits = self.asked.pairs_groups_alone() && self.suit(v, u);
                near + (n + 1) * (2 * usize::from(self.is_resident[u]) + usize::from(suits))
            }
        }
    }

    /// 3.8: whether the colours due to the two differ; to who has none, any is due.
    fn suit(&self, v: usize, u: usize) -> bool {
        let due = |v: usize| self.asked.entrant(self.players[v]).preference;
        let [one, other] = [v, u].map(|v| due(v).map(|(colour, _)| colour));
        one.is_none() || other.is_none() || one != other
    }

    /// Whether limits of colours bar a pair of members.
    fn clashes(&self, u: usize, v: usize) -> bool {
        let is_inside = u < self.n_members && v < self.n_members;
        is_inside && self.asked.limits_clash(self.players[u], self.players[v])
    }

    fn n_leavers(&self) -> usize {
        (0..self.n_members).filter(|v| !self.is_inside(*v)).count()
    }

    /// Who leaves it, by place.
    pub(super) fn leavers(&self) -> impl Iterator<Item = PlayerId> {
        let leavers = (0..self.n_members).filter(|v| !self.is_inside(*v));
        leavers.map(|v| self.players[v])
    }

    /// Who is in it from another group, by place.
    pub(super) fn mdps(&self) -> Vec<PlayerId> {
        let mdps = (0..self.n_members).filter(|v| !self.is_resident[*v]);
        mdps.map(|v| self.players[v]).collect()
    }

    /// In the order in which they are made.
    pub(super) fn made_pairs(&self) -> Vec<[PlayerId; 2]> {
        let pairs = self.made.iter();
        pairs.map(|pair| pair.map(|v| self.players[v])).collect()
    }

    /// By article.
    pub(super) fn costs(&self) -> Vec<(String, Vec<u64>)> {
        let label = if self.asked.pairs_groups_alone() {
            "2.3"
        } else {
            "9.5"
        };
        vec![(label.to_owned(), vec![self.n_leavers() as u64])]
    }

    /// Hands its problems to `visit`, one after the other.
    ///
    /// # Errors
    /// What `visit` says.
    pub(super) fn visit(
        &self,
        visit: &mut dyn FnMut(&dyn SettledMatching) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let n = self.n_members;
        let can_clash = || (0..n).any(|u| (u + 1..n).any(|v| self.clashes(u, v)));
        if !self.asked.pairs_groups_alone() && can_clash() {
            let breaks_limits = (0..n).any(|v| self.clashes(v, self.partners[v]));
            let aim = if breaks_limits {
                GroupAim::WithinLimits
            } else {
                GroupAim::Fewest
            };
            visit(&GroupProblem::of(self, aim))?;
        }
        visit(&GroupProblem::of(self, GroupAim::Order))
    }
}

/// What a problem of a group is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GroupAim {
    /// That also without limits of colours no fewer leave.
    Fewest,
    /// That more leave where limits hold inside: a pair that breaks them costs as much as one more.
    WithinLimits,
    /// Who leaves and who meets whom; limits hold inside if the round's do.
    Order,
}

/// A problem of a group.
#[derive(Debug)]
struct GroupProblem<'g> {
    group: &'g MedianGroup<'g>,
    aim: GroupAim,
    holds_limits: bool,
}

impl<'g> GroupProblem<'g> {
    fn of(group: &'g MedianGroup<'g>, aim: GroupAim) -> Self {
        let pairs = group.partners.iter().enumerate();
        let mut pairs = pairs.filter(|(v, _)| *v < group.n_members);
        let holds_limits = aim == GroupAim::Order
            && !group.asked.pairs_groups_alone()
            && !group.partners.is_empty()
            && !pairs.any(|(v, partner)| group.clashes(v, *partner));
        Self {
            group,
            aim,
            holds_limits,
        }
    }

    fn may_match(&self, u: usize, v: usize) -> bool {
        let group = self.group;
        if u == v {
            return group.asked.pairs_groups_alone() && !group.planned.is_median;
        }
        group.asked.may_meet(group.players[u], group.players[v])
            && !(self.holds_limits && group.clashes(u, v))
    }

    /// One more than leave by the round.
    fn one_more(&self) -> usize {
        self.group.n_leavers() + 1
    }
}

impl SettledMatching for GroupProblem<'_> {
    fn partners(&self) -> &[usize] {
        &self.group.partners
    }

    fn number(&self, v: usize) -> u32 {
        self.group.asked.number(self.group.players[v])
    }

    fn classes(&self) -> Vec<u32> {
        let group = self.group;
        let entrants = group.asked.entrants(&group.players).enumerate();
        numbered(entrants.map(|(v, it)| (v < group.n_members, it.barred)))
    }

    fn parts(&self) -> Vec<usize> {
        vec![self.group.n_members]
    }

    fn has_edge(&self, u: usize, v: usize) -> bool {
        self.may_match(u, v)
    }

    fn cost(&self, u: usize, v: usize) -> BigInt {
        let group = self.group;
        let leaves = u == v || u < group.n_members && v >= group.n_members;
        let breaks = self.aim == GroupAim::WithinLimits && group.clashes(u, v);
        let of_limits = if breaks { self.one_more() } else { 0 };
        BigInt::from(usize::from(leaves) + of_limits)
    }

    fn bits(&self) -> u32 {
        usize::BITS - (self.group.players.len() * self.one_more()).leading_zeros()
    }

    fn least(&self) -> Option<BigInt> {
        (self.aim == GroupAim::WithinLimits).then(|| self.one_more().into())
    }

    fn questions(&self) -> Vec<ProofQuestion> {
        let mut questions = vec![ProofQuestion::Criteria];
        if self.aim == GroupAim::Order {
            let group = self.group;
            let leave = group.asked_to_leave.iter();
            questions.extend(leave.map(|v| ProofQuestion::IsFirst(*v, true)));
            let pairs = group.made.iter();
            questions.extend(pairs.map(|[v, _]| ProofQuestion::Second(*v)));
        }
        questions
    }

    fn answer(&self, question: ProofQuestion, u: usize) -> usize {
        let group = self.group;
        match question {
            ProofQuestion::IsFirst(v, _) => usize::from(u == v || u >= group.n_members),
            ProofQuestion::Second(v) if u != v && u < group.n_members => {
                group.choice_of[v].map_or(0, |choice| group.wanted(v, u, choice))
            }
            _ => 0,
        }
    }
}
