//! One bracket on its own: classes, duals, the tight graph, the first optimal pairing.

use std::cell::RefCell;
use std::ops::Range;

use edelweiss_matching::MatchingFace;
use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_model::{PlayerId, Tpn};

use super::alone_classes::{Local, LocalClasses};
use super::first_perfect::FirstPerfect;
use super::transport::{NO_EDGE, Transport};
use crate::opponents::{ELSEWHERE, part_opponents};
use crate::optima::FaceOptima;
use crate::paths::{self, Path};
use crate::problem::BracketSolution;
use crate::sequence::{self, Optima, Unanswered};
use edelweiss_matching::bitset::{insert, remove, unite};

// The players of a bracket and a virtual floater have 16 bits each in what is kept here.
const _: () = assert!(Tpn::MAX < u16::MAX as u32 - 1);

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
        if n_mdps > problem.residents.len() || (problem.bye.is_here && !odd) || n > 16_000 {
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
                self.build_graph(local, n + usize::from(odd));
                self.search(local, n + usize::from(odd))?
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
        let mut greedy = Greedy::new(&mut self.tight, n_mdps..n, vertices);
        if let Ok(pairs) = sequence::first_pairing(&mut greedy, n_mdps, n) {
            return Some(pairs);
        }
        // Failed tests have taken edges away.
        self.build_graph(local, vertices);
        let perfect = PerfectMatching::new(self.tight.to_graph(), &[]).ok()?;
        paths::enter(Path::AloneFace);
        let face = MatchingFace::without_sets(perfect);
        let mut optima = FaceOptima::new(face, 0..n, local.problem.tuning);
        sequence::first_pairing(&mut optima, n_mdps, n).ok()
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

/// The perfect matchings of the tight edges, if nothing but the first choices need be asked: MDPs
/// take the first opponents that are left, and then the remainder is paired without an exchange. If a
/// perfect matching results, every choice was the first one possible.
struct Greedy<'t> {
    tight: &'t mut FirstPerfect,
    /// Residents without an opponent.
    free: Vec<u64>,
    residents: Range<usize>,
    /// With the virtual floater.
    n_vertices: usize,
}

impl<'t> Greedy<'t> {
    fn new(tight: &'t mut FirstPerfect, residents: Range<usize>, n_vertices: usize) -> Self {
        let mut free = vec![0; tight.words()];
        residents.clone().for_each(|v| insert(&mut free, v));
        Self {
            tight,
            free,
            residents,
            n_vertices,
        }
    }
}

impl Optima for Greedy<'_> {
    type Set = Vec<u16>;

    fn set(&self, players: &mut dyn Iterator<Item = usize>, _: bool) -> Vec<u16> {
        players.map(|v| v as u16).collect()
    }

    fn restrict(&mut self, _: usize, _: &Vec<u16>) -> bool {
        false
    }

    fn restrict_all(&mut self, s1: &[usize], s2: &Vec<u16>) -> bool {
        // The virtual floater meets one of S2.
        let floater = self.residents.end..self.n_vertices;
        let left = s1.iter().copied().chain(floater).map(|v| v as u16);
        let left: Vec<u16> = left.collect();
        left.len() == s2.len() && self.tight.match_first(&left, s2)
    }

    fn choose(&mut self, mdps: Range<usize>, _: &Vec<u16>) -> Vec<usize> {
        mdps.collect()
    }

    fn pair_first(&mut self, v: usize, _: &Vec<u16>) -> Option<usize> {
        if self.residents.contains(&v) {
            return Some(self.tight.mate(v));
        }
        let opponent = self.tight.lowest(v, &self.free)?;
        remove(&mut self.free, opponent);
        Some(opponent)
    }

    fn n_pairs_within(&mut self, players: &[usize]) -> usize {
        players.len() / 2
    }

    fn least_exchange(&mut self, _: &[usize], _: usize) -> Result<usize, Unanswered> {
        Err(Unanswered)
    }
}
