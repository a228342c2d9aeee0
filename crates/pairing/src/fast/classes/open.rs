//! Whom a class problem leaves anything to decide on.

use std::rc::Rc;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::BitGraph;
use edelweiss_model::PlayerId;

use super::Solved;
use crate::fast::decide;
use crate::fast::tight::{Members, class_patterns, clear, has, meet, meets, set};
use crate::sequence::{Decisions, Zone};

/// The vertices that may do anything but leave, and all residents, whose places in the remainder count,
/// with their own numbers.
pub(super) struct Open<'s, 't, 'f> {
    pub(super) solved: &'s Solved<'t, 'f>,
    /// By class, a bit for each class that it may be paired with.
    rows: &'s [u64],
    /// A bit for each class that is left to; its vertices are none of these.
    exits: &'s [u64],
    /// Their numbers among all.
    pub(super) places: Vec<usize>,
    /// The numbers among all of those who can only leave.
    pub(super) leaving: Vec<usize>,
    /// By vertex.
    pub(super) zones: Vec<Zone>,
    /// By vertex.
    pub(super) class_of: Vec<u32>,
}

/// Room for those who leave.
pub(super) struct Exits<'e> {
    pub(super) n: usize,
    /// A bit for each class that they stand for: whoever may meet one of those may leave to these.
    pub(super) classes: &'e [u64],
    /// The number of the exits that they may meet.
    pub(super) opposite: Option<usize>,
}

impl<'s, 't, 'f> Open<'s, 't, 'f> {
    /// `rows` tell which classes may be paired, and `exits` which of them are left to.
    pub(super) fn new(solved: &'s Solved<'t, 'f>, exits: &'s [u64], rows: &'s [u64]) -> Self {
        let classed = &solved.classed;
        let stays = |row: &[u64]| row.iter().zip(exits).any(|(row, exits)| row & !exits != 0);
        let stays: Vec<bool> = (rows.chunks_exact(solved.by_parts.words()))
            .map(stays)
            .collect();
        let (mut places, mut leaving) = (Vec::new(), Vec::new());
        for (v, class) in classed.class_of.iter().enumerate() {
            if has(exits, *class as usize) {
                continue;
            }
            if stays[*class as usize] || classed.vertices[v].zone == Zone::Resident {
                places.push(v);
            } else {
                leaving.push(v);
            }
        }
        Self {
            zones: places.iter().map(|v| classed.vertices[*v].zone).collect(),
            class_of: places.iter().map(|v| classed.class_of[*v]).collect(),
            solved,
            rows,
            exits,
            places,
            leaving,
        }
    }

    /// As these, where only classes of these rows may be paired.
    pub(super) fn within(&self, rows: &'s [u64]) -> Self {
        Self {
            rows,
            places: self.places.clone(),
            leaving: self.leaving.clone(),
            zones: self.zones.clone(),
            class_of: self.class_of.clone(),
            ..*self
        }
    }

    /// The classes that a class may be paired with.
    pub(super) fn row(&self, class: usize) -> &'s [u64] {
        let words = self.solved.by_parts.words();
        &self.rows[class * words..][..words]
    }

    /// So many exits that stand for all classes that are left to.
    pub(super) fn exits(&self, n: usize) -> Exits<'s> {
        Exits {
            n,
            classes: self.exits,
            opposite: None,
        }
    }

    /// The first pairing of these where the others leave.
    ///
    /// # Errors
    /// The mates in a matching with the most pairs, if there is no perfect one.
    pub(super) fn first_perfect(
        &self,
        exits: &[Exits<'_>],
    ) -> Result<Decisions, Vec<Option<VertexId>>> {
        let tight = self.graph(exits);
        let class_of = self.class_of.iter().map(|class| *class as usize);
        let mut start = self.solved.by_parts.flows.pairs(class_of, &tight);
        let mut end = self.places.len();
        for exits in exits {
            let leaves = |v: &usize| start[*v].is_none() && self.may_leave(*v, exits);
            let leavers: Vec<usize> = (0..self.places.len()).filter(leaves).collect();
            for (v, exit) in leavers.into_iter().zip(end..end + exits.n) {
                start[v] = Some(VertexId::new(exit));
                start[exit] = Some(VertexId::new(v));
            }
            end += exits.n;
        }
        let mut zones = self.zones.clone();
        zones.resize(end, Zone::Exit);
        decide::first_perfect(tight, &zones, &start)
    }

    /// Whether a vertex may leave to these.
    pub(super) fn may_leave(&self, v: usize, exits: &Exits<'_>) -> bool {
        meets(self.row(self.class_of[v] as usize), exits.classes)
    }

    /// By vertex among all: whom it is paired with here, if that is no exit.
    pub(super) fn mates_among_all(&self, mates: &[Option<VertexId>]) -> Vec<Option<usize>> {
        let mut among_all = vec![None; self.solved.classed.vertices.len()];
        for (v, mate) in self.places.iter().zip(mates) {
            among_all[*v] = mate.and_then(|mate| self.places.get(mate.index()).copied());
        }
        among_all
    }

    /// By vertex: whom it is paired with among all, if that is one of these.
    pub(super) fn mates_of(&self, among_all: &[Option<usize>]) -> Vec<Option<VertexId>> {
        let here = |v: usize| self.places.binary_search(&v).ok().map(VertexId::new);
        let mates = self.places.iter().map(|v| among_all[*v].and_then(here));
        mates.collect()
    }

    /// What was decided, by the numbers of all vertices; the others leave.
    pub(super) fn among_all(&self, mut decisions: Decisions) -> Decisions {
        let place = |v: &mut usize| *v = self.places[*v];
        let pairs = (decisions.pairs.iter_mut()).chain(&mut decisions.rest);
        pairs.for_each(|(a, b)| {
            place(a);
            place(b);
        });
        decisions.floaters.iter_mut().for_each(place);
        decisions.exits.iter_mut().for_each(place);
        let zone = |v: &usize| self.solved.classed.vertices[*v].zone;
        let mdps = self.leaving.iter().filter(|v| zone(v) == Zone::Mdp);
        decisions.floaters.extend(mdps);
        decisions.exits.extend(&self.leaving);
        decisions.floaters.sort_unstable();
        decisions.exits.sort_unstable();
        decisions
    }

    /// Who may meet whom.
    fn allowed(&self) -> Rc<BitGraph> {
        let vertices = self.places.iter().map(|v| self.solved.classed.vertices[*v]);
        let players: Vec<PlayerId> = vertices.filter_map(|vertex| vertex.player).collect();
        let with_bye = players.len() < self.places.len();
        self.solved
            .classed
            .task
            .field
            .known_graph(&players, with_bye)
    }

    /// The vertices, then all exits, as bit rows, with an edge between two who may meet, and for each way
    /// out, if their classes may be paired.
    pub(super) fn graph(&self, exits: &[Exits<'_>]) -> BitGraph {
        let n = self.places.len();
        let n_all = n + exits.iter().map(|exits| exits.n).sum::<usize>();
        let words = n_all.div_ceil(64);
        // Exits are the last classes.
        let n_classes = self.solved.classed.counts.len();
        let mut classes: Vec<usize> = self.class_of.iter().map(|class| *class as usize).collect();
        for (number, exits) in exits.iter().enumerate() {
            classes.resize(classes.len() + exits.n, n_classes + number);
        }
        let (mut members, mut patterns) = (Members::default(), Vec::new());
        let mut order: Vec<usize> = (0..n_classes + exits.len()).collect();
        order.sort_by_key(|class| self.solved.classed.families.get(*class));
        class_patterns(
            classes.iter().copied(),
            (order.len(), words),
            order.into_iter(),
            |a, row| {
                if let Some(exits) = a.checked_sub(n_classes).map(|number| &exits[number]) {
                    let leaves = |class: &usize| meets(self.row(*class), exits.classes);
                    let opposite = exits.opposite.map(|number| n_classes + number);
                    let others = (0..n_classes).filter(leaves).chain(opposite);
                    others.for_each(|class| set(row, class));
                    return;
                }
                let others = self.row(a).iter().zip(self.exits);
                for (word, (others, exits)) in row.iter_mut().zip(others) {
                    *word = others & !exits;
                }
                for (number, exits) in exits.iter().enumerate() {
                    if meets(self.row(a), exits.classes) {
                        set(row, n_classes + number);
                    }
                }
            },
            &mut members,
            &mut patterns,
        );
        let allowed = self.allowed();
        // Exits stand behind the others.
        let exits_beside = if n.is_multiple_of(64) {
            0
        } else {
            u64::MAX << (n % 64)
        };
        let mut rows = Vec::with_capacity(n_all * words);
        for (v, class) in classes.into_iter().enumerate() {
            let start = rows.len();
            rows.extend_from_slice(&patterns[class * words..][..words]);
            if v >= n {
                clear(&mut rows[start..], v);
                continue;
            }
            let edges = allowed.row(VertexId::new(v));
            if let Some((last, edges)) = edges.split_last() {
                meet(&mut rows[start..], edges);
                rows[start + edges.len()] &= last | exits_beside;
            }
        }
        BitGraph::from_rows(n_all, rows)
    }
}
