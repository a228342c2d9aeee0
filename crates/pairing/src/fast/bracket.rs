//! One bracket on its own: classes, duals, the tight graph, the first optimal pairing.

use super::decide;
use super::local_classes::{Classes, Local, NONE};
use super::tight::{Members, Tight, class_patterns, clear, set};
use super::transport::Transport;
use crate::opponents::{ELSEWHERE, part_opponents};
use crate::sequence::Zone;

/// Buffers for pairing brackets one after the other.
#[derive(Debug, Default)]
pub(super) struct Engine {
    tight: Tight,
    transport: Transport<i64>,
    classes: Classes,
    /// By class, doubled.
    duals_2x: Vec<i64>,
    /// By player index: the vertex, or [`ELSEWHERE`].
    place: Vec<u32>,
    pattern: Vec<u64>,
    members: Members,
    left: Vec<u16>,
    right: Vec<u16>,
    free: Vec<u64>,
    /// The pairs of the last success, the higher ranked player first, as vertices.
    pub(super) pairs: Vec<(u16, u16)>,
    /// The resident who floats, as a vertex.
    pub(super) floater: Option<u16>,
}

impl Engine {
    /// The first optimal pairing of the bracket if all MDPs are paired, at most one resident
    /// floats, and no exchange is needed; written to `pairs` and `floater`. False where that is not
    /// so or not settled by this path.
    pub(super) fn pair(&mut self, local: &Local<'_>) -> bool {
        let n = local.mdps.len() + local.residents.len();
        let odd = n % 2 == 1;
        if local.mdps.len() > local.residents.len() || (local.takes_bye && !odd) || n > 16_000 {
            return false;
        }
        self.pairs.clear();
        self.floater = None;
        if n == 1 {
            self.floater = Some(0);
            return local.may_float(local.residents[0]);
        }
        if n == 2 {
            let (a, b) = match local.mdps {
                [mdp] => (*mdp, local.residents[0]),
                _ => (local.residents[0], local.residents[1]),
            };
            self.pairs.push((0, 1));
            return local.position.may_meet(a, b);
        }
        let solved = self.classes.fill(local, odd) && {
            let Classes { costs, counts, .. } = &self.classes;
            (self.transport).solve(costs, counts, &mut self.duals_2x)
        };
        if !solved {
            return false;
        }
        let vertices = n + usize::from(odd);
        self.build_graph(local, vertices);
        self.search(local, n, odd) || self.search_generally(local, vertices)
    }

    /// As [`Self::search`], for all that a greedy choice does not settle: opponents of MDPs that
    /// take a partner away from others, exchanges, and pairs of positive slack.
    fn search_generally(&mut self, local: &Local<'_>, vertices: usize) -> bool {
        let n_mdps = local.mdps.len();
        let n = n_mdps + local.residents.len();
        let zones: Vec<Zone> = (0..vertices)
            .map(|v| match v {
                v if v < n_mdps => Zone::Mdp,
                v if v < n => Zone::Resident,
                _ => Zone::Exit,
            })
            .collect();
        // Failed tests of the search before have taken edges away.
        self.build_graph(local, vertices);
        let graph = self.tight.to_graph();
        let classes = self.classes.class_of.iter();
        let classes = classes.map(|class| usize::from(*class));
        let start = self.transport.flows.pairs(classes, &graph);
        let decisions = decide::first_perfect(graph, &zones, &start).ok();
        let Some(decisions) = decisions else {
            return false;
        };
        let vertex = |v: usize| v as u16;
        self.pairs.clear();
        (self.pairs).extend(
            decisions
                .pairs
                .iter()
                .map(|(a, b)| (vertex(*a), vertex(*b))),
        );
        self.floater = decisions.floaters.first().copied().map(vertex);
        true
    }

    /// Rows of pairs that are not forbidden: those with zero slack, or all.
    fn build_graph(&mut self, local: &Local<'_>, vertices: usize) {
        let tight = &mut self.tight;
        tight.reset(vertices);
        let words = tight.words();
        let Classes {
            class_of, costs, ..
        } = &self.classes;
        let duals_2x = &self.duals_2x;
        let n_classes = duals_2x.len();
        let is_joined = move |a: usize, b: usize| {
            let cost = costs[a * n_classes + b];
            cost != NONE && duals_2x[a] + duals_2x[b] == 2 * cost
        };
        class_patterns(
            class_of.iter().map(|class| usize::from(*class)),
            (n_classes, words),
            0..n_classes,
            |a, row| {
                let others = (0..n_classes).filter(|b| is_joined(a, *b));
                others.for_each(|b| set(row, b));
            },
            &mut self.members,
            &mut self.pattern,
        );
        let pattern = |class: &u16| &self.pattern[usize::from(*class) * words..][..words];
        for (v, class) in class_of.iter().enumerate() {
            let row = tight.row_mut(v);
            row.copy_from_slice(pattern(class));
            clear(row, v);
        }
        let players = || local.mdps.iter().chain(local.residents).copied();
        (self.place).resize(local.position.players().len(), ELSEWHERE);
        for (v, id) in players().enumerate() {
            self.place[id.index()] = v as u32;
        }
        part_opponents(
            local.position,
            players(),
            &self.place,
            words,
            tight.rows_mut(),
        );
        for id in players() {
            self.place[id.index()] = ELSEWHERE;
        }
    }

    /// MDPs take the lowest opponents; then the remainder is paired without exchange. If a perfect
    /// matching results, every choice was the lowest one possible.
    fn search(&mut self, local: &Local<'_>, n: usize, odd: bool) -> bool {
        let n_mdps = local.mdps.len();
        let words = self.tight.words();
        self.free.clear();
        self.free.resize(words, 0);
        for v in n_mdps..n {
            set(&mut self.free, v);
        }
        for mdp in 0..n_mdps {
            let Some(opponent) = self.tight.lowest(mdp, &self.free) else {
                return false;
            };
            clear(&mut self.free, opponent);
            self.pairs.push((mdp as u16, opponent as u16));
        }
        let n_pairs = (n - 2 * n_mdps) / 2;
        self.left.clear();
        self.right.clear();
        for v in n_mdps..n {
            if self.free[v / 64] >> (v % 64) & 1 == 1 {
                let side = if self.left.len() < n_pairs {
                    &mut self.left
                } else {
                    &mut self.right
                };
                side.push(v as u16);
            }
        }
        if odd {
            self.left.push(n as u16);
        }
        if !self.tight.first_perfect(&self.left, &self.right) {
            return false;
        }
        if odd {
            self.left.pop();
            self.floater = Some(self.tight.mate(n) as u16);
        }
        for &v in &self.left {
            self.pairs.push((v, self.tight.mate(usize::from(v)) as u16));
        }
        true
    }
}
