//! One bracket on its own: classes, duals, the tight graph, the first optimal pairing.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use edelweiss_matching::MatchingFace;
use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_model::PlayerId;

use super::alone_classes::{Local, LocalClasses};
use super::first_of_cells::FirstOfCells;
use super::first_perfect::FirstPerfect;
use super::greedy::Greedy;
use super::transport::{NO_EDGE, Transport};
use crate::opponents::{ELSEWHERE, part_opponents};
use crate::optima::FaceOptima;
use crate::paths::{self, Path};
use crate::problem::BracketSolution;
use crate::sequence;
use edelweiss_matching::bitset::{insert, remove, unite};
use foldhash::fast::FixedState;

/// The largest bracket whose tight edges are bit rows: 32 MB, and numbers of vertices have 16 bits there.
const MOST_BIT_ROWS: usize = 16_000;

thread_local! {
    /// Kept from round to round: making it would take a fourth of the time of a small round.
    static ENGINE: RefCell<LocalEngine> = RefCell::default();
}

/// The first optimal pairing of the bracket if all MDPs are paired, at most one resident floats, and
/// tight edges make it; else `None`.
pub(crate) fn pair_alone(local: &Local<'_, '_>) -> Option<BracketSolution> {
    // A panic leaves a new one.
    let mut engine = ENGINE.take();
    let solution = engine.pair(local);
    ENGINE.set(engine);
    solution
}

/// Buffers for pairing brackets one after the other.
#[derive(Debug, Default)]
struct LocalEngine {
    tight: FirstPerfect,
    transport: Transport,
    classes: LocalClasses,
    /// By class, doubled.
    duals_2x: Vec<i64>,
    /// By player index: the vertex, or [`ELSEWHERE`].
    place: Vec<u32>,
    /// By class, as bit rows: its vertices.
    members: Vec<u64>,
    /// By class, as bit rows: the vertices of the classes that it has edges to.
    patterns: Vec<u64>,
}

impl LocalEngine {
    /// As [`pair_alone`].
    fn pair(&mut self, local: &Local<'_, '_>) -> Option<BracketSolution> {
        let problem = local.problem;
        let (n_mdps, n) = (problem.mdps.len(), problem.n_players());
        let odd = n % 2 == 1;
        if n_mdps > problem.residents.len() || (problem.bye.is_here && !odd) {
            return None;
        }
        let players: Vec<PlayerId> = problem.players().collect();
        let pairs = match players[..] {
            [alone] => {
                if !local.may_float(alone) {
                    return None;
                }
                Vec::new()
            }
            [a, b] => {
                if !problem.position.may_meet(a, b) {
                    return None;
                }
                vec![(0, 1)]
            }
            _ => {
                let LocalClasses { costs, counts, .. } = self.classes.filled(local, odd)?;
                if !(self.transport).solve(costs, counts, &mut self.duals_2x) {
                    return None;
                }
                let vertices = n + usize::from(odd);
                if vertices > problem.tuning.bit_rows.min(MOST_BIT_ROWS) {
                    self.search_cells(local, &players, vertices)?
                } else {
                    self.build_graph(local, vertices);
                    self.search(local, vertices)?
                }
            }
        };
        let mut is_paired = vec![false; n];
        for (a, b) in &pairs {
            is_paired[*a] = true;
            is_paired[*b] = true;
        }
        let floaters = (0..n).filter(|v| !is_paired[*v]).map(|v| players[v]);
        Some(BracketSolution {
            floaters: floaters.collect(),
            pairs: pairs
                .iter()
                .map(|(a, b)| (players[*a], players[*b]))
                .collect(),
            ..BracketSolution::default()
        })
    }

    /// The first pairing; `None` where the tight edges have no perfect matching.
    fn search(&mut self, local: &Local<'_, '_>, vertices: usize) -> Option<Vec<(usize, usize)>> {
        let (n_mdps, n) = (local.problem.mdps.len(), local.problem.n_players());
        self.tight.open(n_mdps..n);
        let mut greedy = Greedy::new(&mut self.tight, n_mdps..n, vertices);
        if let Ok(pairs) = sequence::first_pairing(&mut greedy, n_mdps, n) {
            return Some(pairs);
        }
        // Failed tests have taken edges away.
        self.build_graph(local, vertices);
        self.search_face(local)
    }

    /// As [`Self::search`], where bit rows would be too long.
    fn search_cells(
        &mut self,
        local: &Local<'_, '_>,
        players: &[PlayerId],
        vertices: usize,
    ) -> Option<Vec<(usize, usize)>> {
        paths::enter(Path::Cells);
        let (n_mdps, n) = (local.problem.mdps.len(), players.len());
        let position = local.problem.position;
        let (cell_of_class, joined) = self.cells();
        let class_of = self.classes.class_of.iter();
        let cell_of = class_of.map(|class| cell_of_class[usize::from(*class)]);
        let is_apart = |a: usize, b: usize| {
            let both = players.get(a).zip(players.get(b));
            both.is_some_and(|(a, b)| position.have_met(*a, *b) || position.is_banned(*a, *b))
        };
        let mut tight = FirstOfCells::new(cell_of.collect(), joined, is_apart);
        tight.open(n_mdps..n);
        let mut greedy = Greedy::new(&mut tight, n_mdps..n, vertices);
        if let Ok(pairs) = sequence::first_pairing(&mut greedy, n_mdps, n) {
            return Some(pairs);
        }
        if vertices > MOST_BIT_ROWS {
            return None;
        }
        self.build_graph(local, vertices);
        self.search_face(local)
    }

    /// As [`Self::search`], among all perfect matchings of the tight edges.
    fn search_face(&self, local: &Local<'_, '_>) -> Option<Vec<(usize, usize)>> {
        let (n_mdps, n) = (local.problem.mdps.len(), local.problem.n_players());
        let perfect = PerfectMatching::new(self.tight.to_graph(), &[]).ok()?;
        paths::enter(Path::AloneFace);
        let face = MatchingFace::without_sets(perfect);
        let mut optima = FaceOptima::new(face, 0..n, local.problem.tuning);
        sequence::first_pairing(&mut optima, n_mdps, n).ok()
    }

    /// Classes with tight edges to the same classes are one cell: the cell of each class, and whom its
    /// members have edges to.
    fn cells(&self) -> (Vec<u32>, Vec<Vec<u32>>) {
        let n_classes = self.duals_2x.len();
        let classes_joined = |a: usize| (0..n_classes).filter(move |b| self.are_tight(a, *b));
        let mut numbers: HashMap<Vec<usize>, u32, FixedState> = HashMap::default();
        let mut firsts = Vec::new();
        let cell_of: Vec<u32> = (0..n_classes)
            .map(|a| {
                *numbers
                    .entry(classes_joined(a).collect())
                    .or_insert_with(|| {
                        firsts.push(a);
                        firsts.len() as u32 - 1
                    })
            })
            .collect();
        let joined = firsts.iter().map(|first| {
            let cells: BTreeSet<u32> = classes_joined(*first).map(|b| cell_of[b]).collect();
            cells.into_iter().collect()
        });
        let joined = joined.collect();
        (cell_of, joined)
    }

    /// Whether pairs of these classes cost no more than they must.
    fn are_tight(&self, a: usize, b: usize) -> bool {
        let cost = self.classes.costs[a * self.duals_2x.len() + b];
        cost != NO_EDGE && self.duals_2x[a] + self.duals_2x[b] == 2 * cost
    }

    /// Rows of tight edges between players who may meet.
    fn build_graph(&mut self, local: &Local<'_, '_>, vertices: usize) {
        let tight = &mut self.tight;
        tight.reset(vertices);
        let words = tight.words();
        let LocalClasses {
            class_of, costs, ..
        } = &self.classes;
        let duals_2x = &self.duals_2x;
        let n_classes = duals_2x.len();
        let is_joined = move |a: usize, b: usize| {
            let cost = costs[a * n_classes + b];
            cost != NO_EDGE && duals_2x[a] + duals_2x[b] == 2 * cost
        };
        for rows in [&mut self.members, &mut self.patterns] {
            rows.clear();
            rows.resize(n_classes * words, 0);
        }
        for (v, class) in class_of.iter().enumerate() {
            insert(&mut self.members[usize::from(*class) * words..], v);
        }
        for (a, pattern) in self.patterns.chunks_exact_mut(words).enumerate() {
            for b in (0..n_classes).filter(|b| is_joined(a, *b)) {
                unite(pattern, &self.members[b * words..][..words]);
            }
        }
        let pattern = |class: &u16| &self.patterns[usize::from(*class) * words..][..words];
        for (v, class) in class_of.iter().enumerate() {
            let row = tight.row_mut(v);
            row.copy_from_slice(pattern(class));
            remove(row, v);
        }
        let players = || local.problem.players();
        (self.place).resize(local.problem.position.players().len(), ELSEWHERE);
        for (v, id) in players().enumerate() {
            self.place[id.index()] = v as u32;
        }
        part_opponents(
            local.problem.position,
            players(),
            &self.place,
            words,
            tight.rows_mut(),
        );
        for id in players() {
            self.place[id.index()] = ELSEWHERE;
        }
    }
}
