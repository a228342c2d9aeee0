//! A bracket together with what lies below it, one criterion after another.
//!
//! The optima of a bracket are those perfect matchings of the graph of possible pairs that are best by the
//! first criterion, of these the ones that are best by the second, and so on. [`LexicographicOptima`] keeps them: the
//! costs of a criterion depend on few classes of players, of equal projections to what it sees
//! ([`Criterion::sight`](edelweiss_weights::Criterion::sight)), and so each step asks for a few changes of
//! narrow duals. What is left in the end is a face of perfect matchings, which the sequence of Articles 3
//! and 4 is asked about ([`crate::sequence`]).
//!
//! *Leaving downwards* ([`Reach::Next`]) is an edge to a dummy vertex. Dummy vertices meet each other for
//! nothing, so there may be more of them than are needed. Who floats is decided by the first criterion,
//! their number; the bracket that follows them then pairs at least as many as its residents alone can.

use std::collections::HashMap;
use std::ops::Range;

use edelweiss_matching::bitset::{insert, remove};
use edelweiss_matching::cardinality::{BitGraph, maximum_matching_among};
use edelweiss_matching::{Error, LexicographicOptima, VertexId, WeightTable};
use edelweiss_model::PlayerId;
use edelweiss_weights::{Layout, Part, Projection, Rule, Sight};
use foldhash::fast::FixedState;

use crate::Tuning;
use crate::graph::{ProblemGraph, Reach, Vertex, Zone};
use crate::optima::FaceOptima;
use crate::paths::{self, Path};
use crate::problem::BracketSolution;
use crate::sequence;

/// The first optimal pairing of a bracket, or `None` where no complete one exists.
pub(crate) fn solve(problem_graph: &ProblemGraph<'_, '_>) -> Option<BracketSolution> {
    let mut vertices = problem_graph.vertices();
    let n = vertices.len();
    let players: Vec<PlayerId> = vertices.iter().filter_map(|v| v.player).collect();
    let mut graph = (problem_graph.problem.opponents).graph(&players, players.len() < n);
    part_mdps(&mut graph, &vertices);
    let (first_dummy, mut mates) = (n, Vec::new());
    if problem_graph.reach == Reach::Next {
        let dummies = DummyVertices::new(problem_graph, &vertices, &graph);
        graph = dummies.graph(&graph);
        mates = dummies.mates;
        vertices.resize(
            graph.n_vertices(),
            Vertex {
                zone: Zone::Dummy,
                player: None,
            },
        );
    }
    let n = vertices.len();
    let mut best = LexicographicOptima::new(graph, mates);
    let steps = steps(&problem_graph.layout(), problem_graph.problem.tuning, n);
    if steps.len() > 1 {
        paths::enter(Path::SeveralSteps);
    }
    for step in steps {
        let classes = StepClasses::new(problem_graph, &step, &vertices);
        if classes.weights.amounts().iter().all(|weight| *weight == 0) {
            continue;
        }
        let kept = match best.keep(&classes.of, &classes.weights) {
            Err(Error::WeightTooWide) => {
                paths::enter(Path::WideWeights);
                let wide = classes.weights.map(|weight| i128::from(*weight));
                best.keep(&classes.of, &wide)
            }
            kept => kept,
        };
        match kept {
            Ok(()) => {}
            Err(Error::NoMatching(_)) => return None,
            Err(error) => panic!("a few fields fit: {error}"),
        }
        if problem_graph.reach == Reach::Next
            && let Some(n) = most_leaving(problem_graph, &step, &vertices, best.mates())
        {
            best.take_out_pairs(first_dummy..vertices.len(), n);
            vertices.truncate(best.mates().len());
        }
    }
    let (n_mdps, n_players) = (
        problem_graph.bracket.mdps().len(),
        problem_graph.bracket.len(),
    );
    let tuning = problem_graph.problem.tuning;
    let mut optima = FaceOptima::new(best.face()?, 0..n_players, tuning);
    let pairs = sequence::first_pairing(&mut optima, n_mdps, n_players);
    let pairs = pairs.expect("a face knows all answers");
    Some(pairing(&vertices, n_players, &pairs, &optima.mates()))
}

/// The pairing of these pairs, the first players being those of the bracket; `mates` say how all others are
/// paired.
fn pairing(
    vertices: &[Vertex],
    n_players: usize,
    pairs: &[(usize, usize)],
    mates: &[usize],
) -> BracketSolution {
    let player = |v: usize| vertices[v].player.expect("a player, or one who plays");
    let mut is_paired = vec![false; vertices.len()];
    for (a, b) in pairs {
        is_paired[*a] = true;
        is_paired[*b] = true;
    }
    let is_dummy = |v: usize| vertices[v].zone == Zone::Dummy;
    let others = (0..vertices.len()).filter(|v| !is_paired[*v] && !is_dummy(*v));
    let rest = (others.clone()).filter(|v| *v < mates[*v] && !is_dummy(mates[*v]));
    BracketSolution {
        pairs: pairs
            .iter()
            .map(|(a, b)| (player(*a), player(*b)))
            .collect(),
        floaters: (0..n_players)
            .filter(|v| !is_paired[*v])
            .map(player)
            .collect(),
        rest: rest
            .map(|v| (player(v), vertices[mates[v]].player))
            .collect(),
        leaving: others.filter(|v| is_dummy(mates[*v])).map(player).collect(),
        ..BracketSolution::default()
    }
}

/// No two MDPs meet: they would have given one pair more in an earlier bracket.
fn part_mdps(graph: &mut BitGraph, vertices: &[Vertex]) {
    let n_mdps = vertices.iter().take_while(|v| v.zone == Zone::Mdp).count();
    for v in (0..n_mdps).map(VertexId::new) {
        let mut row = graph.row(v).to_vec();
        for u in 0..n_mdps {
            remove(&mut row, u);
        }
        graph.set_half_row(v, &row);
    }
}

/// Dummy vertices for players who leave downwards.
struct DummyVertices {
    n: usize,
    /// A pairing to begin with: as many pairs as there can be in the bracket, and then in the next
    /// scoregroup; the others leave.
    mates: Vec<Option<VertexId>>,
}

impl DummyVertices {
    fn new(problem_graph: &ProblemGraph<'_, '_>, vertices: &[Vertex], graph: &BitGraph) -> Self {
        let n_own = problem_graph.bracket.len();
        let n = graph.n_vertices();
        let mut mates = maximum_within(graph, 0..n_own);
        for (mate, next) in mates.iter_mut().zip(maximum_within(graph, n_own..n)) {
            *mate = mate.or(next);
        }
        let leaving: Vec<usize> = (0..n).filter(|v| mates[*v].is_none()).collect();
        // One who is barred from the bye of the last bracket counts as three who are not, and who floats
        // from here is not known.
        let mut n_dummies = leaving.len();
        if (problem_graph.bracket.following()).is_some_and(|next| next.is_last) {
            let is_barred = |v: &usize| {
                let player = vertices[*v].player;
                player.is_some_and(|id| !problem_graph.position().player(id).bye_allowed)
            };
            let (n_floaters, n_barred) = (
                leaving.partition_point(|v| *v < n_own),
                (0..n_own).filter(is_barred).count(),
            );
            let next = &leaving[n_floaters..];
            n_dummies +=
                2 * (n_floaters.min(n_barred) + next.iter().filter(|v| is_barred(v)).count());
        }
        n_dummies = n_dummies.min(n);
        n_dummies += (n + n_dummies) % 2;
        mates.resize(n + n_dummies, None);
        let mut join = |a: usize, b: usize| {
            mates[a] = Some(VertexId::new(b));
            mates[b] = Some(VertexId::new(a));
        };
        for (dummy, v) in leaving.iter().enumerate() {
            join(*v, n + dummy);
        }
        for dummy in (leaving.len()..n_dummies).step_by(2) {
            join(n + dummy, n + dummy + 1);
        }
        Self {
            n: n_dummies,
            mates,
        }
    }

    /// The graph with these behind its vertices, joined to everybody.
    fn graph(&self, graph: &BitGraph) -> BitGraph {
        let n = graph.n_vertices();
        let n_all = n + self.n;
        let words = n_all.div_ceil(64);
        let mut dummies = vec![0; words];
        for dummy in n..n_all {
            insert(&mut dummies, dummy);
        }
        let mut rows = Vec::with_capacity(n_all * words);
        for v in 0..n {
            let start = rows.len();
            rows.extend_from_slice(&dummies);
            for (to, from) in rows[start..].iter_mut().zip(graph.row(VertexId::new(v))) {
                *to |= from;
            }
        }
        let complete = BitGraph::complete(n_all);
        for dummy in n..n_all {
            rows.extend_from_slice(complete.row(VertexId::new(dummy)));
        }
        BitGraph::from_rows(n_all, rows)
    }
}

/// A matching with the most pairs among some vertices.
fn maximum_within(graph: &BitGraph, vertices: Range<usize>) -> Vec<Option<VertexId>> {
    let mut inside = vec![0; graph.n_vertices().div_ceil(64)];
    for v in vertices {
        insert(&mut inside, v);
    }
    maximum_matching_among(graph, &inside, &[]).mate
}

/// Some fields of a rule, and where they stand in the weight of a step.
struct Share {
    rule: &'static Rule,
    /// Numbers among the fields of the rule.
    fields: Range<usize>,
    /// The bit at which the last of them begins; those before follow, one after the other.
    offsets: Vec<u32>,
}

/// Fields one after the other, as many as go together, most important first.
fn steps(layout: &Layout, tuning: &Tuning, n: usize) -> Vec<Vec<Share>> {
    // `LexicographicOptima::keep` needs the others, as a rule.
    let of_duals = 9 + usize::BITS - n.leading_zeros();
    let most_bits = tuning.cost_bits.saturating_sub(of_duals);
    let mut steps: Vec<Vec<Share>> = Vec::new();
    let mut bits = u32::MAX;
    for (rule, fields) in layout.rules() {
        for (number, field) in fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.width > 0)
        {
            if bits.saturating_add(field.width) > most_bits {
                steps.push(Vec::new());
                bits = 0;
            }
            bits += field.width;
            let step = steps.last_mut().expect("pushed before the first field");
            for share in step.iter_mut() {
                for offset in &mut share.offsets {
                    *offset += field.width;
                }
            }
            match step.last_mut() {
                Some(share) if share.rule.label == rule.label && share.fields.end == number => {
                    share.fields.end += 1;
                    share.offsets.push(0);
                }
                _ => step.push(Share {
                    rule,
                    fields: number..number + 1,
                    offsets: vec![0],
                }),
            }
        }
    }
    steps
}

/// Where a step has the look-ahead's first field, which counts who leaves the following bracket: no more
/// leave downwards in any pairing that costs there what this one does.
fn most_leaving(
    problem_graph: &ProblemGraph<'_, '_>,
    step: &[Share],
    vertices: &[Vertex],
    mates: &[Option<VertexId>],
) -> Option<usize> {
    let looks_ahead = |rule: &Rule| !rule.criterion.sight(Part::Following).is_nothing();
    let share = (step.iter()).find(|share| looks_ahead(share.rule) && share.fields.start == 0)?;
    let first = [Share {
        rule: share.rule,
        fields: 0..1,
        offsets: vec![0],
    }];
    let own = |(vertex, mate): (&Vertex, &Option<VertexId>)| {
        let mate = vertices[(*mate)?.index()];
        let leaves = vertex.zone != Zone::Dummy && mate.zone == Zone::Dummy;
        leaves.then(|| cost(problem_graph, &first, *vertex, mate) as usize)
    };
    Some(vertices.iter().zip(mates).filter_map(own).sum())
}

/// Classes of vertices with equal projections to what the rules of a step see, and the weights of their pairs, which are
/// the smaller the more a pair costs.
struct StepClasses {
    /// By vertex.
    of: Vec<u32>,
    weights: WeightTable<i64>,
}

impl StepClasses {
    fn new(problem_graph: &ProblemGraph<'_, '_>, step: &[Share], vertices: &[Vertex]) -> Self {
        let position = problem_graph.position();
        let sight_of = |zone| {
            let rules = step.iter().map(|share| sight(share.rule, zone));
            rules.fold(Sight::NOTHING, Sight::with)
        };
        let sights = Zone::ALL.map(sight_of);
        let mut numbers: HashMap<(Zone, Projection), u32, FixedState> = HashMap::default();
        let mut firsts: Vec<Vertex> = Vec::new();
        let of = (vertices.iter())
            .map(|vertex| {
                let projection = vertex.player.map_or_else(Projection::default, |id| {
                    sights[vertex.zone as usize].project(position.player(id))
                });
                *numbers.entry((vertex.zone, projection)).or_insert_with(|| {
                    firsts.push(*vertex);
                    firsts.len() as u32 - 1
                })
            })
            .collect();
        let n = firsts.len();
        let mut weights = vec![0; n * n];
        for a in 0..n {
            for b in a..n {
                let weight = -cost(problem_graph, step, firsts[a], firsts[b]);
                weights[a * n + b] = weight;
                weights[b * n + a] = weight;
            }
        }
        Self {
            of,
            weights: WeightTable::from_rows(n, weights),
        }
    }
}

/// What an edge between two vertices costs in a step.
fn cost(problem_graph: &ProblemGraph<'_, '_>, step: &[Share], a: Vertex, b: Vertex) -> i64 {
    let units = match (a.zone, b.zone) {
        (Zone::Dummy, Zone::Dummy) => None,
        (Zone::Dummy, _) => Some(ProblemGraph::leaving_units(b)),
        (_, Zone::Dummy) => Some(ProblemGraph::leaving_units(a)),
        (one, other) if one <= other => ProblemGraph::units(a, b),
        _ => ProblemGraph::units(b, a),
    };
    let mut cost = 0;
    for unit in units.into_iter().flatten().flatten() {
        let unit = unit.of(problem_graph.position());
        for Share {
            rule,
            fields,
            offsets,
        } in step
        {
            (rule.criterion).cost(&problem_graph.bracket, unit, &mut |field, amount| {
                if fields.contains(&field) {
                    cost += (amount as i64) << offsets[field - fields.start];
                }
            });
        }
    }
    cost
}

/// What a criterion can see of the players of a zone.
fn sight(rule: &Rule, zone: Zone) -> Sight {
    let of = |part| rule.criterion.sight(part);
    let own = || {
        of(Part::Higher)
            .with(of(Part::Floater))
            .with(of(Part::Following))
    };
    match zone {
        Zone::Mdp => own(),
        Zone::Resident => own().with(of(Part::Lower)).with(of(Part::Peer)),
        Zone::Next => of(Part::Following),
        Zone::Below | Zone::Bye | Zone::Dummy => Sight::NOTHING,
    }
}
