//! Numbers by lot, the same on every machine, and the graphs drawn with them.

use edelweiss_matching::{Cover, Goal};

use crate::common::GOALS;

/// splitmix64 (Steele, Lea and Flood 2014).
pub(crate) struct Draws(u64);

impl Draws {
    /// Those of a number; `stream` keeps laws apart that ask the same numbers.
    pub(crate) fn of(number: u64, stream: u64) -> Self {
        let mut draws = Self(number.wrapping_mul(0xD134_2543_DE82_EF95) ^ stream << 56);
        draws.bits();
        draws
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 32) as usize % limit
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// What is asked: one of the goals, or covers of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    Goal(Goal),
    Covers(Vec<Cover>),
}

impl Question {
    fn draw(draws: &mut Draws, n: usize) -> Self {
        match draws.below(GOALS.len() + 1) {
            5 => {
                let cover = |_| draws.one_of(&[Cover::May, Cover::May, Cover::Must]);
                Self::Covers((0..n).map(cover).collect())
            }
            i => Self::Goal(GOALS[i]),
        }
    }

    pub(crate) fn goal(&self) -> Goal {
        match self {
            Self::Goal(goal) => *goal,
            Self::Covers(_) => Goal::MaxWeight,
        }
    }

    pub(crate) fn covers(&self, n: usize) -> Vec<Cover> {
        match self {
            Self::Goal(Goal::MaxWeightPerfect | Goal::MinWeightPerfect) => vec![Cover::Must; n],
            Self::Goal(_) => vec![Cover::May; n],
            Self::Covers(covers) => covers.clone(),
        }
    }
}

/// Ends of edges, parallel ones among them; vertices of several parts, some without edges.
#[derive(Clone, Debug)]
pub(crate) struct Multigraph {
    pub(crate) n: usize,
    pub(crate) edges: Vec<(usize, usize)>,
    pub(crate) question: Question,
}

impl Multigraph {
    pub(crate) fn draw(draws: &mut Draws) -> Self {
        let n = match draws.below(100) {
            0..=89 => draws.below(9),
            90..=96 => 9 + draws.below(2),
            _ => 11 + draws.below(14),
        };
        let question = Question::draw(draws, n);
        let n_parts = draws.one_of(&[1, 1, 1, 2, 3]);
        // Short edges make triangles, and so blossoms.
        let reach = draws.one_of(&[2, 3, 24]);
        let m = match question.covers(n).contains(&Cover::Must) {
            _ if n < 2 => 0,
            true => n / 2 + draws.below(3 * n),
            false => draws.below(3 * n),
        };
        let mut edges = Vec::with_capacity(m);
        for _ in 0..m {
            let u = draws.below(n);
            let v = (u + n_parts * (1 + draws.below(reach))) % n;
            // Around the end of the circle the parts may meet.
            if u != v && u % n_parts == v % n_parts {
                edges.push((u, v));
            }
        }
        Self { n, edges, question }
    }
}
