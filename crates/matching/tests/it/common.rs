//! Random instances and the plain judge.

use edelweiss_matching::{Algorithm, Cover, Dense, Goal, Graph, Solver, Sparse, VertexId};
use quickcheck::{Arbitrary, Gen};

pub(crate) const GOALS: [Goal; 5] = [
    Goal::MaxWeight,
    Goal::MaxWeightMaxCardinality,
    Goal::MaxWeightPerfect,
    Goal::MinWeightPerfect,
    Goal::MaxCardinality,
];

/// Those that weights can be asked of.
pub(crate) const ALGORITHMS: [Algorithm; 3] = [
    Algorithm::MultiTree,
    Algorithm::SingleTreeDense,
    Algorithm::SingleTreeSparse,
];

/// Those that can be asked for a goal.
pub(crate) fn algorithms(goal: Goal) -> Vec<Algorithm> {
    let by_phases = (goal == Goal::MaxCardinality).then_some(Algorithm::Phases);
    ALGORITHMS.into_iter().chain(by_phases).collect()
}

/// How the graph is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    Dense,
    Sparse,
}

impl Layout {
    pub(crate) const ALL: [Self; 2] = [Self::Dense, Self::Sparse];
}

/// A small instance; `weights[a][b]` is used for `a > b`.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) n: usize,
    pub(crate) weights: Vec<Vec<Option<i64>>>,
    pub(crate) cover: Vec<Cover>,
    pub(crate) layout: Layout,
}

impl Instance {
    pub(crate) fn new(n: usize, cover: Cover) -> Self {
        Self {
            n,
            weights: vec![vec![None; n]; n],
            cover: vec![cover; n],
            layout: Layout::Dense,
        }
    }

    pub(crate) fn edge(&self, a: usize, b: usize) -> Option<i64> {
        self.weights[a.max(b)][a.min(b)]
    }

    pub(crate) fn set_edge(&mut self, a: usize, b: usize, weight: Option<i64>) {
        if a != b {
            self.weights[a.max(b)][a.min(b)] = weight;
        }
    }

    pub(crate) fn set_row(&mut self, a: usize, weight: impl Fn(usize) -> Option<i64>) {
        for b in 0..self.n {
            self.set_edge(a, b, weight(b));
        }
    }

    pub(crate) fn add_vertex(&mut self, cover: Cover, weight: impl Fn(usize) -> Option<i64>) {
        for row in &mut self.weights {
            row.push(None);
        }
        self.n += 1;
        self.weights.push(vec![None; self.n]);
        self.cover.push(cover);
        self.set_row(self.n - 1, weight);
    }

    pub(crate) fn restrict(&mut self, a: usize, keep: impl Fn(usize) -> bool, cover: Cover) {
        for b in (0..self.n).filter(|&b| !keep(b)) {
            self.set_edge(a, b, None);
        }
        self.cover[a] = cover;
    }

    pub(crate) fn force(&mut self, a: usize, b: usize) -> bool {
        let exists = self.edge(a, b).is_some();
        if exists {
            self.restrict(a, |x| x == b, Cover::Must);
            self.restrict(b, |x| x == a, Cover::Must);
        }
        exists
    }

    pub(crate) fn graph(&self) -> Graph<i64> {
        let id = VertexId::new;
        let pairs = || (0..self.n).flat_map(|a| (0..a).map(move |b| (a, b)));
        match self.layout {
            Layout::Dense => Dense::from_fn(self.n, |a, b| self.edge(a.index(), b.index())).into(),
            Layout::Sparse => {
                let mut graph = Sparse::new(self.n);
                for (a, b) in pairs() {
                    graph
                        .set(id(a), id(b), self.edge(a, b))
                        .expect("two vertices");
                }
                graph.into()
            }
        }
    }

    pub(crate) fn solver(&self) -> Solver<i64> {
        Solver::new(self.graph(), &self.cover).expect("small weights fit")
    }
}

impl Arbitrary for Instance {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = usize::arbitrary(g) % 10 + 1;
        let mut instance = Self::new(n, Cover::May);
        let density = *g.choose(&[3, 5, 8, 10]).expect("not empty");
        let spread = *g.choose(&[1, 2, 4, 20, 1000]).expect("not empty");
        let lowest = *g.choose(&[0, 0, 0, 1, 3]).expect("not empty");
        for a in 0..n {
            for b in 0..a {
                if u8::arbitrary(g) % 10 < density {
                    let weight = i64::from(u16::arbitrary(g)) % (spread + 1);
                    instance.set_edge(a, b, Some(weight - lowest * spread / 4));
                }
            }
        }
        let musts = *g.choose(&[0_u8, 0, 5, 10]).expect("not empty");
        for cover in &mut instance.cover {
            if u8::arbitrary(g) % 10 < musts {
                *cover = Cover::Must;
            }
        }
        instance.layout = *g.choose(&Layout::ALL).expect("not empty");
        instance
    }
}

/// The best value by trying every matching, or `None` if there is none.
pub(crate) fn brute_force(instance: &Instance) -> Option<i64> {
    // best[set] is the best value when the vertices of `set` are the ones left over.
    let n = instance.n;
    let mut best: Vec<Option<i64>> = vec![None; 1 << n];
    best[0] = Some(0);
    for set in 1_usize..1 << n {
        let a = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let mut value = if instance.cover[a] == Cover::May {
            best[rest]
        } else {
            None
        };
        for b in a + 1..n {
            if rest >> b & 1 == 1
                && let (Some(weight), Some(other)) = (instance.edge(a, b), best[rest & !(1 << b)])
            {
                value = value.max(Some(weight + other));
            }
        }
        best[set] = value;
    }
    best[(1 << n) - 1]
}
