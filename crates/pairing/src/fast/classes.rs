//! A bracket with what lies below it, solved by classes of players.
//!
//! What the reference engine does with a wide weight for each pair, with a wide weight for each pair
//! of *classes*: players whom no criterion can tell apart. The class problem gives duals
//! ([`super::transport`]), the pairs of zero slack are the candidates, and if they contain a perfect
//! matching the sequence is decided among them ([`super::decide`]). Lemma: a perfect matching of
//! pairs of zero slack costs the sum of the duals, which no matching can undercut; so it is optimal,
//! and so is every other such matching, and nothing else.
//!
//! Where they contain none, the bound of the class problem is not reached, because of forbidden
//! pairs or parity; but mostly a perfect matching has no slack in the fields that matter most, and
//! then neither has the optimum. Among the pairs that remain a weighted solver starts from these duals
//! ([`decide::first_weighted`]), with the other fields as weights.
//!
//! *Leaving downwards* ([`Reach::Exits`]) is an edge to one of as many exits as the class problem
//! uses, each of which costs nothing unless somebody takes it. How many leave is the same in all
//! optima: it follows from the numbers of pairs in the bracket and in the following one, which the
//! first criterion and its look-ahead fix. Whoever has no other pair without slack leaves in all optima
//! and is not looked at any more ([`Open`]); that may be nearly everybody, where hundreds of MDPs
//! come to a few residents.

mod rest;

use std::collections::BTreeMap;
use std::rc::Rc;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{BitGraph, has_perfect_matching};
use edelweiss_model::{Colour, Float, PlayerId, Score, Strength};
use edelweiss_weights::{Layout, Unit};

use self::rest::Rest;
use super::decide;
use super::families::{Families, MOST, families};
use super::tight::{Members, bits, class_patterns, clear, meet};
use super::transport::{ByParts, ClassCosts, Parts, by_parts};
use crate::reference::{BracketPairing, Reach, Task, Vertex};
use crate::sequence::{Decisions, Zone};

/// More classes than this are not worth what families would give.
const MAX_CLASSES: usize = 2000;
/// The same for the last bracket, if all families count: where some do not, many players are left over.
const MAX_CLASSES_OF_LAST: usize = 4500;
/// More classes than this, families aside, go to the reference engine, for want of memory.
const MAX_KINDS: usize = 4000;

/// Everything a criterion, C3 or the bye can see of a vertex. Vertices with the same key are of one
/// kind; those of one kind and the same families are of one class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    zone: Zone,
    score: Score,
    preference: Option<Colour>,
    strength: Strength,
    topscorer: bool,
    /// Last round's topscorers only.
    difference: i32,
    repeated_colour: Option<Colour>,
    /// Downfloat last round and the round before, upfloat likewise.
    floats: [bool; 4],
    takes_bye: bool,
    may_have_bye: bool,
    unplayed: u32,
}

/// Classes and allowed pairs of a task.
struct Classed<'t, 'f> {
    task: &'t Task<'f>,
    /// How many families count at most, of how many.
    most: usize,
    n_families: usize,
    vertices: Vec<Vertex>,
    /// By vertex.
    class_of: Vec<u32>,
    /// By class: how many vertices it has.
    counts: Vec<u32>,
    /// By class.
    families: Vec<Families>,
    /// By class.
    kind_of: Vec<u32>,
    /// By kind: its first vertex.
    kinds: Vec<Vertex>,
}

/// The vertices that need not leave downwards, with their own numbers.
struct Open<'c, 't, 'f> {
    classed: &'c Classed<'t, 'f>,
    /// Their numbers among all.
    places: Vec<usize>,
    /// By vertex.
    zones: Vec<Zone>,
    /// By vertex.
    class_of: Vec<u32>,
}

/// As [`Task::solve`], by classes. `Err` where there are too many of them.
pub(crate) fn solve(task: &Task<'_>) -> Result<Option<BracketPairing>, TooMany> {
    let fits = |most: &usize| {
        let classed = Classed::new(task, *most);
        (classed.counts.len() <= classed.most_classes()).then_some(classed)
    };
    let classed = MOST.iter().find_map(fits).ok_or(TooMany)?;
    Ok(classed.solve(&task.layout(&[])))
}

/// Not a problem for classes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany;

impl<'t, 'f> Classed<'t, 'f> {
    /// `most` families count.
    fn new(task: &'t Task<'f>, most: usize) -> Self {
        let vertices = task.vertices();
        let players = vertices.iter().filter_map(|vertex| vertex.player);
        let (families_of, n_families) = families(task.field.position, players, most);
        let (mut families, mut kind_of, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let (mut kind_numbers, mut numbers) = (BTreeMap::new(), BTreeMap::new());
        let mut counts: Vec<u32> = Vec::new();
        let class_of = (vertices.iter())
            .map(|vertex| {
                let kind = *(kind_numbers.entry(key(task, *vertex))).or_insert_with(|| {
                    kinds.push(*vertex);
                    kinds.len() as u32 - 1
                });
                let own = of_player(&families_of, vertex.player);
                let class = *numbers.entry((kind, own)).or_insert_with(|| {
                    counts.push(0);
                    families.push(own);
                    kind_of.push(kind);
                    counts.len() - 1
                });
                counts[class] += 1;
                class as u32
            })
            .collect();
        Self {
            task,
            most,
            n_families,
            vertices,
            class_of,
            counts,
            families,
            kind_of,
            kinds,
        }
    }

    /// How many classes are worth it.
    fn most_classes(&self) -> usize {
        let goes_on = |vertex: &Vertex| matches!(vertex.zone, Zone::Next | Zone::Below);
        let is_last = !self.vertices.iter().any(goes_on);
        match self.most {
            0 => MAX_KINDS,
            most if is_last && most >= self.n_families => MAX_CLASSES_OF_LAST,
            _ => MAX_CLASSES,
        }
    }

    /// What a pair of two vertices, in their order, means to either bracket, families aside; `None` where
    /// no such pair is allowed.
    fn units(&self, u: Vertex, v: Vertex) -> Option<[Option<Unit>; 2]> {
        let allowed = match (u.player, v.player) {
            (Some(u), Some(v)) => !self.task.field.position.colours_clash(u, v),
            (Some(u), None) => self.task.field.may_take_bye(u),
            (None, _) => false,
        };
        allowed.then(|| Task::units(u, v)).flatten()
    }

    /// The kinds and the families of all classes, with a class of exits behind them if anybody may leave.
    fn classes_with_exits(&self) -> (Vec<u32>, Vec<Families>) {
        let (mut kind_of, mut families) = (self.kind_of.clone(), self.families.clone());
        if self.task.reach == Reach::Exits {
            kind_of.push(self.kinds.len() as u32);
            families.push(0);
        }
        (kind_of, families)
    }

    /// What all pairs of classes cost, with a class of exits of their own kind behind the others if anybody
    /// may leave.
    fn costs(&self, layout: &Layout, parts: &Parts) -> ClassCosts {
        let n_kinds = self.kinds.len();
        let exits = self.task.reach == Reach::Exits;
        let (kind_of, families) = self.classes_with_exits();
        let mut costs = ClassCosts::new(kind_of, families, n_kinds + usize::from(exits));
        let mut amounts = Vec::new();
        let mut number_of = |costs: &mut ClassCosts, units: [Option<Unit>; 2]| {
            amounts.clear();
            self.task.for_each_cost(layout, units, |field, amount| {
                parts.add(&mut amounts, field, amount);
            });
            costs.add(&mut amounts)
        };
        for k in 0..n_kinds {
            for l in k..n_kinds {
                if let Some(units) = self.units(self.kinds[k], self.kinds[l]) {
                    let number = number_of(&mut costs, units);
                    costs.set(k, l, number);
                }
            }
            if exits {
                let units = Task::exit_units(self.kinds[k]);
                let number = number_of(&mut costs, units);
                costs.set(k, n_kinds, number);
            }
        }
        if exits {
            let nothing = costs.add(&mut Vec::new());
            costs.set(n_kinds, n_kinds, nothing);
        }
        costs
    }

    fn solve(&self, layout: &Layout) -> Option<BracketPairing> {
        let parts = Parts::new(layout);
        let costs = self.costs(layout, &parts);
        let solved = self.duals(&parts, &costs)?;
        let n = self.counts.len();
        let n_exits = match self.task.reach {
            Reach::Exits => self.vertices.len() + 2 - solved.flows.flow(n, n) as usize,
            Reach::Everything => 0,
        };
        let open = Open::new(self, &solved, parts.len());
        let n_exits_for = |open: &Open<'_, '_, '_>| n_exits - open.n_leaving();
        let n_exits = n_exits_for(&open);
        let tight = open.tight(&solved, n_exits, parts.len(), false);
        let class_of = open.class_of.iter().map(|class| *class as usize);
        let class_of = class_of.chain((0..n_exits).map(|_| n));
        let start = solved.flows.pairs(class_of, &tight);
        let mut zones = open.zones.clone();
        zones.resize(zones.len() + n_exits, Zone::Exit);
        let decisions = match decide::first_perfect(tight, &zones, &start) {
            Ok(decisions) => open.among_all(decisions),
            Err(mates) => {
                let n_exposed = mates.iter().filter(|mate| mate.is_none()).count();
                let mates = open.mates_among_all(&mates);
                // The optimum has no slack in as many parts as some perfect matching has none in.
                let fails = |n_parts: &usize| {
                    let open = Open::new(self, &solved, *n_parts);
                    let tight = open.tight(&solved, n_exits_for(&open), *n_parts, false);
                    !has_perfect_matching(&tight, &open.mates_of(&mates))
                };
                let depths = solved.depths();
                let n_failing = depths.partition_point(fails);
                let n_parts = depths.get(n_failing).copied().unwrap_or(0);
                let open = Open::new(self, &solved, n_parts);
                let rest = Rest::new(&open, (&costs, &parts, &solved), n_parts, &mates);
                open.among_all(rest.first(n_exposed)?)
            }
        };
        Some(self.task.translate(&self.vertices, decisions, Vec::new()))
    }

    /// The solved class problem, with a class of exits behind the others if anybody may leave; `None`
    /// if it has no solution.
    fn duals(&self, parts: &Parts, costs: &ClassCosts) -> Option<ByParts> {
        let mut counts = self.counts.clone();
        if self.task.reach == Reach::Exits {
            // More than anybody needs, so that two exits meet in every solution, for nothing, and
            // the dual of an exit is zero.
            counts.push(self.vertices.len() as u32 + 2);
        }
        by_parts(costs, &counts, parts.len())
    }
}

impl<'c, 't, 'f> Open<'c, 't, 'f> {
    /// Those who have a pair without slack in the first `n_parts` parts other than with an exit, as far as
    /// classes tell; everybody if nobody may leave.
    fn new(classed: &'c Classed<'t, 'f>, solved: &ByParts, n_parts: usize) -> Self {
        let places: Vec<usize> = match classed.task.reach {
            Reach::Everything => (0..classed.vertices.len()).collect(),
            Reach::Exits => {
                let exit = classed.counts.len();
                let rows = solved.tight_rows(n_parts).chunks_exact(solved.words());
                let is_open: Vec<bool> = rows.map(|row| bits(row).any(|b| b != exit)).collect();
                let class_of = classed.class_of.iter().enumerate();
                let open = class_of.filter(|(_, class)| is_open[**class as usize]);
                open.map(|(v, _)| v).collect()
            }
        };
        Self {
            zones: places.iter().map(|v| classed.vertices[*v].zone).collect(),
            class_of: places.iter().map(|v| classed.class_of[*v]).collect(),
            classed,
            places,
        }
    }

    /// How many others there are.
    fn n_leaving(&self) -> usize {
        self.classed.vertices.len() - self.places.len()
    }

    /// By vertex among all: whom it is paired with here, if that is no exit.
    fn mates_among_all(&self, mates: &[Option<VertexId>]) -> Vec<Option<usize>> {
        let mut among_all = vec![None; self.classed.vertices.len()];
        for (v, mate) in self.places.iter().zip(mates) {
            among_all[*v] = mate.and_then(|mate| self.places.get(mate.index()).copied());
        }
        among_all
    }

    /// By vertex: whom it is paired with among all, if that is one of these.
    fn mates_of(&self, among_all: &[Option<usize>]) -> Vec<Option<VertexId>> {
        let here = |v: usize| self.places.binary_search(&v).ok().map(VertexId::new);
        let mates = self.places.iter().map(|v| among_all[*v].and_then(here));
        mates.collect()
    }

    /// What was decided, by the numbers of all vertices; the others leave.
    fn among_all(&self, mut decisions: Decisions) -> Decisions {
        if self.n_leaving() == 0 {
            return decisions;
        }
        let place = |v: &mut usize| *v = self.places[*v];
        let pairs = (decisions.pairs.iter_mut()).chain(&mut decisions.rest);
        pairs.for_each(|(a, b)| {
            place(a);
            place(b);
        });
        decisions.floaters.iter_mut().for_each(place);
        decisions.exits.iter_mut().for_each(place);
        let mut open = self.places.iter().copied().peekable();
        for (v, vertex) in self.classed.vertices.iter().enumerate() {
            if open.next_if_eq(&v).is_some() {
                continue;
            }
            if matches!(vertex.zone, Zone::Mdp | Zone::Resident) {
                decisions.floaters.push(v);
            }
            decisions.exits.push(v);
        }
        decisions.floaters.sort_unstable();
        decisions.exits.sort_unstable();
        decisions
    }

    /// Who may meet whom.
    fn allowed(&self) -> Rc<BitGraph> {
        let vertices = self.places.iter().map(|v| self.classed.vertices[*v]);
        let players: Vec<PlayerId> = vertices.filter_map(|vertex| vertex.player).collect();
        let with_bye = players.len() < self.places.len();
        self.classed.task.field.known_graph(&players, with_bye)
    }

    /// The vertices and `n_exits` exits as bit rows, with an edge between two who may meet, and for
    /// each way out, if it has no slack in the first `n_parts` parts; perhaps exits meet.
    fn tight(
        &self,
        solved: &ByParts,
        n_exits: usize,
        n_parts: usize,
        exits_meet: bool,
    ) -> BitGraph {
        let n = self.places.len();
        let words = (n + n_exits).div_ceil(64);
        // The exits are the last class.
        let exit = self.classed.counts.len();
        let classes = self.class_of.iter().map(|class| *class as usize);
        let classes = || classes.clone().chain((0..n_exits).map(|_| exit));
        let n_classes = exit + usize::from(n_exits > 0);
        let (rows, class_words) = (solved.tight_rows(n_parts), solved.words());
        let (mut members, mut patterns) = (Members::default(), Vec::new());
        let mut order: Vec<usize> = (0..n_classes).collect();
        order.sort_by_key(|class| self.classed.families.get(*class));
        class_patterns(
            classes(),
            (n_classes, words),
            order.into_iter(),
            |a, row| {
                row.copy_from_slice(&rows[a * class_words..][..row.len()]);
                if n_classes == exit {
                    // There may be a class of exits that nobody is of.
                    row.iter_mut()
                        .skip(exit / 64)
                        .for_each(|word| *word &= !(u64::MAX << (exit % 64)));
                } else if a == exit && !exits_meet {
                    clear(row, exit);
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
        let mut rows = Vec::with_capacity((n + n_exits) * words);
        for (v, class) in classes().enumerate() {
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
        BitGraph::from_rows(n + n_exits, rows)
    }
}

/// What criteria can see of a vertex, depending on where it stands.
fn key(task: &Task<'_>, vertex: Vertex) -> Key {
    let mut key = Key {
        zone: vertex.zone,
        score: Score::ZERO,
        preference: None,
        strength: Strength::None,
        topscorer: false,
        difference: 0,
        repeated_colour: None,
        floats: [false; 4],
        takes_bye: false,
        may_have_bye: false,
        unplayed: 0,
    };
    let Some(id) = vertex.player else { return key };
    let position = task.field.position;
    let player = position.player(id);
    let in_bracket = matches!(vertex.zone, Zone::Mdp | Zone::Resident);
    let absolute = player.strength == Strength::Absolute;
    // Outside the bracket colours matter as far as C3 goes.
    if in_bracket || absolute {
        key.preference = player.preference;
        key.strength = player.strength;
        key.topscorer = absolute && player.topscorer;
    }
    if in_bracket && absolute && position.is_final() {
        key.difference = i32::from(player.colour_difference);
        key.repeated_colour = player.repeated_colour;
    }
    if vertex.zone != Zone::Below {
        key.score = player.score;
        key.may_have_bye =
            task.bracket.following().is_some_and(|next| next.is_last) && player.bye_allowed;
    }
    if in_bracket {
        let bracket = &task.bracket;
        let floats_up = vertex.zone == Zone::Resident
            && (!bracket.mdps().is_empty() || bracket.resident_scores().len() > 1);
        key.floats = [0, 1, 2, 3].map(|place| {
            let (float, counts) = [(Float::Down, true), (Float::Up, floats_up)][place / 2];
            counts && player.floats[place % 2] == float
        });
        if bracket.bye_is_sole_floater() {
            key.unplayed = u32::from(player.unplayed);
        }
    }
    key.takes_bye = task.takes_bye(id);
    key
}

fn of_player(families_of: &[Families], player: Option<PlayerId>) -> Families {
    let own = player.and_then(|id| families_of.get(id.index()));
    own.copied().unwrap_or(0)
}
