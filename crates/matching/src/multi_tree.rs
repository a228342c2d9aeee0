//! Maximum-weight matching on sparse graphs: all alternating trees grow at once.
//!
//! Source: Edmonds' primal-dual algorithm (1965) in the form of Z. Galil, S. Micali and H. Gabow, "An
//! O(EV log V) algorithm for finding a maximal weighted matching in general graphs" (1986): one
//! adjustment of the duals for all trees, and a queue of what happens next. Departures:
//! - Duals are stored relative to [`MultiTree::now`], the sum of all adjustments, so that an adjustment
//!   costs nothing. An event is queued once with the time at which it is due; what has become untrue
//!   by then is passed over.
//! - An augmentation takes only its two trees apart. The others go on, so that no work is done for
//!   vertices that no tree reaches. All trees being of one age, those left are larger the fewer they
//!   are: n / k vertices each when there are k, O(n log n) in all where trees are of one size.
//! - The vertices of a top-level node share one label and one shift of their duals. Where a node
//!   is formed or expanded its largest child keeps that entry, so that a vertex is renamed O(log n)
//!   times between two augmentations.
//! - The matching inside a blossom is not written down until the blossom is expanded: the vertex
//!   through which it is matched, or at which it is exposed, decides it.
//!
//! # Times are whole
//! Duals are doubled. All exposed vertices start from duals of one parity, and all S vertices fall by
//! the same amount, so that at any time the duals of all S vertices are of one parity: tight edges hand it on,
//! their doubled weights being even. The slack between two of them is even, and half of it exact.
//!
//! # Range
//! Let `w` be the largest weight in magnitude, the bonus included. Each unit of time lowers the dual
//! objective, which starts from at most `n (w + 1)` and is never below twice the value of a matching,
//! so `now` stays within `2 (n + 1) (w + 1)`, or else there is no matching. Duals are within twice
//! that, blossom duals and stored ones within six times. A type must fit `256 (n + 1) w` as for
//! [`Solver`](crate::Solver).

mod bids;
mod blossoms;
mod grow;
mod kept;
mod nodes;
mod outcome;
mod queue;
mod start;
mod trace;
mod trees;
mod warm;

pub(crate) use self::kept::KeptBlossoms;
use self::nodes::{AlternatingTree, BlossomCircuit, TopEntry, TreeNodeEntry};
use self::queue::EventQueue;
pub use self::trace::{TreeChange, TreeStep};
use crate::certificate::Certificate;
use crate::error::{Error, NoMatching};
use crate::graph::{Csr, VertexId};
use crate::objective::Cover;
use crate::weight::Weight;

/// No vertex, node or tree.
const NONE: u32 = u32::MAX;

/// A graph, and a matching of it that becomes optimal.
///
/// Nodes are vertices, `0..n`, and blossoms, from `n` on.
#[derive(Debug)]
pub(crate) struct MultiTree<'g, W> {
    graph: &'g Csr<W>,
    covers: &'g [Cover],
    /// Added to every weight.
    bonus: W,
    /// The sum of all adjustments of the duals.
    now: W,
    /// After this time there is no matching that covers the `Must` vertices.
    deadline: W,
    /// By vertex, and by the name of a top-level node.
    entries: Vec<TopEntry<W>>,
    /// By node.
    nodes: Vec<TreeNodeEntry>,
    /// By blossom.
    blossoms: Vec<BlossomCircuit<W>>,
    /// The blossoms that are no longer used.
    unused: Vec<u32>,
    /// The vertex after a vertex in the list of the members of a node.
    next_member: Vec<u32>,
    /// Those that were planted.
    trees: Vec<AlternatingTree<W>>,
    /// How many of them still grow.
    n_trees: usize,
    queue: EventQueue<W>,
    /// What has happened, if anybody wants to know.
    steps: Option<Vec<TreeStep<W>>>,
    /// Counts searches for the node where two paths to the root meet.
    search: u32,
}

/// An optimal matching with the duals that prove it, and the blossoms from which another search can start.
pub(crate) struct ForestOptimum<W> {
    pub(crate) mates: Vec<Option<VertexId>>,
    pub(crate) certificate: Certificate<W>,
    pub(crate) kept: KeptBlossoms,
}

/// Where a search starts: an optimum of another problem.
pub(crate) struct ForestStart<'a, W> {
    pub(crate) mates: &'a [Option<VertexId>],
    pub(crate) certificate: &'a Certificate<W>,
    pub(crate) kept: &'a KeptBlossoms,
}

/// Finds a matching of largest weight among those that cover the `Must` vertices, every weight being
/// raised by `bonus`. O(n m log n) at worst.
pub(crate) fn solve<W: Weight>(
    graph: &Csr<W>,
    covers: &[Cover],
    bonus: &W,
) -> Result<ForestOptimum<W>, Error> {
    let mut forest = MultiTree::new(graph, covers, bonus.clone());
    forest.start();
    finish(forest)
}

/// As [`solve`], from the solution of another problem: the more alike they are, the less is to do.
pub(crate) fn solve_from<W: Weight>(
    graph: &Csr<W>,
    covers: &[Cover],
    bonus: &W,
    before: &ForestStart<'_, W>,
) -> Result<ForestOptimum<W>, Error> {
    let mut forest = MultiTree::new(graph, covers, bonus.clone());
    forest.start_from(before);
    finish(forest)
}

/// The optimum, or the proof that there is no matching.
fn finish<W: Weight>(mut forest: MultiTree<'_, W>) -> Result<ForestOptimum<W>, Error> {
    if forest.run() {
        return Ok(forest.outcome());
    }
    let (graph, covers) = (forest.graph, forest.covers);
    // Without weights no time passes, and the trees that cannot grow are the proof.
    let bare = Csr {
        starts: graph.starts.clone(),
        heads: graph.heads.clone(),
        weights: vec![0_i32; graph.heads.len()],
    };
    let mut forest = MultiTree::new(&bare, covers, 0);
    forest.start();
    let is_covered = forest.run();
    debug_assert!(!is_covered, "weights do not matter");
    Err(forest.no_matching().into())
}

/// What [`solve`] does, step by step.
pub(crate) fn trace<W: Weight>(graph: &Csr<W>, covers: &[Cover], bonus: &W) -> Vec<TreeStep<W>> {
    let mut forest = MultiTree::new(graph, covers, bonus.clone());
    forest.steps = Some(Vec::new());
    forest.start();
    forest.run();
    forest.steps.unwrap_or_default()
}

impl<W: Weight> MultiTree<'_, W> {
    /// Lets the trees grow until there are none. Whether every `Must` vertex is covered then.
    fn run(&mut self) -> bool {
        while self.n_trees > 0 {
            let Some(event) = self.queue.pop(&mut self.now) else {
                return false;
            };
            if self.now > self.deadline {
                return false;
            }
            self.happen(event);
            if self.queue.is_crowded() {
                self.drop_untrue_events();
            }
        }
        true
    }

    /// Most of the memory is events, and most of these have become untrue when they are many.
    fn drop_untrue_events(&mut self) {
        let mut queue = std::mem::replace(&mut self.queue, EventQueue::new(0));
        queue.keep_true(|time, event| self.may_happen(time, event));
        self.queue = queue;
    }

    /// The trees that cannot grow: their S nodes have no neighbours but their T vertices, of which
    /// there are fewer.
    fn no_matching(&self) -> NoMatching {
        let mut proof = NoMatching {
            exposed: VertexId::new(0),
            inner: Vec::new(),
        };
        for v in (0..self.covers.len() as u32).rev() {
            match self.label(v) {
                nodes::ForestLabel::T => proof.inner.push(VertexId::new(v as usize)),
                nodes::ForestLabel::S if self.mate_edge(self.top(v)) == (v, NONE) => {
                    proof.exposed = VertexId::new(v as usize);
                }
                _ => {}
            }
        }
        proof.inner.reverse();
        proof
    }
}
