//! Rounds whose groups are paired from both ends, and the median group last.
//!
//! # Articles
//! C.04.4.3 2.2, 2.6; D.02 (2022) 6.4, 8.2-8.4.
//!
//! Where each group is paired alone, the median group may be one that cannot be: then pairs beside it are taken apart, the
//! one made last first, and a barrier shows for each that it had to be. The duals of a group are about all its pairs, also
//! those that are taken apart later; its [`pairs`](BracketProof::pairs) are those that stay.

use std::cmp::Ordering;

use edelweiss_model::PlayerId;

use super::claimed::Unpaired;
use super::median_group::MedianGroup;
use super::median_members::{GroupFloater, GroupWay, PlannedGroup};
use super::round::{BracketProcedure, MedianProcedure, ProcedureToProve};
use crate::legality::check_barrier;
use crate::proof::{BracketProof, ProofBarrier};
use crate::rejection::Rejection;
use crate::settle::SettledMatching;

/// Goes through the groups of a claimed round, and hands their problems to `visit`.
///
/// # Errors
/// As [`walk_procedure`](super::walk_procedure).
pub(super) fn walk_groups(
    asked: &ProcedureToProve<'_>,
    brackets: &[BracketProof],
    waiting: &Unpaired,
    visit: &mut dyn FnMut(usize, &dyn SettledMatching) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    let mut round = MedianRound::new(asked, waiting);
    let plan = round.plan();
    if brackets.len() != plan.len() {
        let reason = format!("there are {}, expected {}", brackets.len(), plan.len());
        return Err(Rejection::new(reason).at("brackets"));
    }
    for (number, planned) in plan.iter().enumerate() {
        let mut step = || {
            round.begin(planned, brackets)?;
            let claimed = &brackets[number];
            let mut stated = claimed.clone();
            let group = round.state(planned, &mut stated, &brackets[number + 1..])?;
            if stated != *claimed {
                return Err(Rejection::new("the round makes it something else"));
            }
            group.visit(&mut |problem| visit(number, problem))?;
            round.end(&group);
            Ok(())
        };
        step().map_err(|rejection: Rejection| rejection.at(&format!("bracket {}", number + 1)))?;
    }
    Ok(())
}

/// Writes down what follows from the pairs of each group.
///
/// # Errors
/// As [`walk_groups`].
pub(super) fn state_groups(
    asked: &ProcedureToProve<'_>,
    brackets: &mut Vec<BracketProof>,
    waiting: &Unpaired,
) -> Result<(), Rejection> {
    let mut round = MedianRound::new(asked, waiting);
    let plan = round.plan();
    if brackets.len() + 1 == plan.len() {
        // Of the median group, which may have nobody.
        brackets.push(BracketProof::default());
    }
    for (number, planned) in plan.iter().enumerate() {
        let missing = || Rejection::new("the brackets leave somebody");
        let mut stated = brackets.get(number).cloned().ok_or_else(missing)?;
        round.begin(planned, brackets)?;
        let group = round.state(planned, &mut stated, &brackets[number + 1..])?;
        round.end(&group);
        brackets[number] = stated;
    }
    Ok(())
}

/// A round as its groups are gone through.
struct MedianRound<'r> {
    asked: &'r ProcedureToProve<'r>,
    procedure: MedianProcedure,
    /// Who is not paired yet, by place.
    left: Vec<PlayerId>,
    /// Who floats into the next group.
    incoming: Vec<GroupFloater>,
    /// Who floats into the median group from above, while the groups below it are paired.
    from_above: Vec<GroupFloater>,
    /// The pairs of the groups above the median and of those below it, as they are made.
    made: [Vec<[PlayerId; 2]>; 2],
}

impl<'r> MedianRound<'r> {
    fn new(asked: &'r ProcedureToProve<'r>, waiting: &Unpaired) -> Self {
        let BracketProcedure::Median(procedure) = asked.procedure() else {
            unreachable!("another procedure has no median group");
        };
        Self {
            asked,
            procedure,
            left: waiting.others.clone(),
            incoming: Vec::new(),
            from_above: Vec::new(),
            made: [Vec::new(), Vec::new()],
        }
    }

    /// From the top to just above the median, from the bottom to just below it, the median group.
    fn plan(&self) -> Vec<PlannedGroup> {
        let score = |id: PlayerId| self.asked.score(id);
        let middle = self.left.get(self.left.len() / 2);
        let side = |group: &[PlayerId]| match self.procedure {
            MedianProcedure::Alone { twice_median } => {
                (2 * i64::from(score(group[0]).tenths())).cmp(&twice_median)
            }
            // Of an even number the lower one of the two in the middle.
            MedianProcedure::Together => score(group[0]).cmp(&score(*middle.unwrap_or(&group[0]))),
        };
        let on = |wanted: Ordering| -> Vec<Vec<PlayerId>> {
            let groups = self.left.chunk_by(|a, b| score(*a) == score(*b));
            let groups = groups.filter(|group| side(group) == wanted);
            groups.map(<[PlayerId]>::to_vec).collect()
        };
        let (above, mut below) = (on(Ordering::Greater), on(Ordering::Less));
        below.reverse();
        let median = on(Ordering::Equal).pop().unwrap_or_default();
        let planned = |groups: Vec<Vec<PlayerId>>, way| {
            let next_door: Vec<Vec<PlayerId>> =
                (groups.iter().skip(1)).chain([&median]).cloned().collect();
            let n = groups.len();
            let groups = groups.into_iter().zip(next_door).enumerate();
            groups.map(move |(place, (residents, next_door))| PlannedGroup {
                residents,
                next_door,
                way,
                is_median: false,
                is_beside_median: way == GroupWay::Up && place + 1 == n,
            })
        };
        let mut plan: Vec<PlannedGroup> = planned(above, GroupWay::Down).collect();
        plan.extend(planned(below, GroupWay::Up));
        plan.push(PlannedGroup {
            residents: median,
            next_door: Vec::new(),
            way: GroupWay::Down,
            is_median: true,
            is_beside_median: false,
        });
        plan
    }

    /// Turns to a group; before the median group takes apart what is claimed to be.
    fn begin(
        &mut self,
        planned: &PlannedGroup,
        brackets: &[BracketProof],
    ) -> Result<(), Rejection> {
        let comes_from_above = |floater: &GroupFloater| floater.way == GroupWay::Down;
        if planned.way == GroupWay::Up && self.incoming.iter().all(comes_from_above) {
            self.from_above.append(&mut self.incoming);
        }
        if !planned.is_median {
            return Ok(());
        }
        let from_below = std::mem::take(&mut self.incoming);
        self.incoming.append(&mut self.from_above);
        self.incoming.extend(from_below);
        let splits = brackets.last().map_or(&[][..], |median| &median.splits);
        let taken = self.take_apart(&planned.residents, splits)?;
        let mut claimed = brackets.iter().flat_map(|bracket| &bracket.apart);
        let is_taken = |[a, b]: &[u32; 2]| {
            let mut taken = taken.iter();
            taken.any(|pair| {
                let [one, other] = pair.map(|id| self.asked.number(id));
                (one, other) == (*a, *b) || (one, other) == (*b, *a)
            })
        };
        // No two of a group have somebody in common, so that none is there twice.
        let n_claimed: usize = brackets.iter().map(|bracket| bracket.apart.len()).sum();
        if taken.len() == n_claimed && claimed.all(is_taken) {
            return Ok(());
        }
        Err(Rejection::new("other pairs are taken apart").at("apart"))
    }

    /// 2.6: a pair for each barrier that shows that the median group cannot be paired before.
    fn take_apart(
        &mut self,
        residents: &[PlayerId],
        splits: &[ProofBarrier],
    ) -> Result<Vec<[PlayerId; 2]>, Rejection> {
        let mut taken = Vec::new();
        for barrier in splits {
            let members: Vec<PlayerId> = (self.incoming.iter().map(|floater| floater.id))
                .chain(residents.iter().copied())
                .collect();
            check_barrier(
                &self.asked.possible(|_| false),
                Some(barrier),
                true,
                &members,
            )
            .map_err(|rejection| rejection.at("splits"))?;
            let from_above = self.incoming.iter().filter(|it| it.way == GroupWay::Down);
            let from_above = from_above.count();
            let is_lower = from_above > self.incoming.len() - from_above;
            let side = usize::from(is_lower);
            let side = if self.made[side].is_empty() {
                1 - side
            } else {
                side
            };
            let none = || Rejection::new("no pair is left to be taken apart").at("splits");
            let pair = self.made[side].pop().ok_or_else(none)?;
            let way = [GroupWay::Down, GroupWay::Up][side];
            self.incoming
                .extend(pair.map(|id| GroupFloater { id, way }));
            taken.push(pair);
        }
        Ok(taken)
    }

    /// What a claim makes of the next group; writes down what follows from its pairs.
    fn state(
        &self,
        planned: &PlannedGroup,
        stated: &mut BracketProof,
        later: &[BracketProof],
    ) -> Result<MedianGroup<'r>, Rejection> {
        let together = self.procedure == MedianProcedure::Together;
        let mut planned = planned.clone();
        if planned.is_beside_median && !together {
            let floaters = self.from_above.iter().map(|floater| floater.id);
            planned.next_door.extend(floaters);
        }
        let others = if together { &self.left[..] } else { &[] };
        let group = MedianGroup::new(self.asked, planned, &self.incoming, others, (stated, later))?;
        stated.residents = self.asked.numbers(&group.planned.residents);
        stated.mdps = self.asked.numbers(&group.mdps());
        stated.costs = group.costs();
        stated.everybody = together;
        let is_plain = stated.following.is_empty() && stated.barrier.is_none();
        let is_median = group.planned.is_median;
        let takes_apart = is_median || stated.splits.is_empty();
        let is_taken_apart = !is_median || stated.apart.is_empty();
        if is_plain && takes_apart && is_taken_apart {
            return Ok(group);
        }
        Err(Rejection::new("the round makes it something else"))
    }

    fn end(&mut self, group: &MedianGroup<'_>) {
        let way = group.planned.way;
        let leavers = group.leavers();
        self.incoming = leavers.map(|id| GroupFloater { id, way }).collect();
        let pairs = group.made_pairs();
        self.left
            .retain(|id| pairs.iter().all(|pair| !pair.contains(id)));
        self.made[usize::from(way == GroupWay::Up)].extend(pairs);
    }
}
