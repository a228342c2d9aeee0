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
//! ([`super::decide::first_weighted`]), with the other fields as weights.
//!
//! *Leaving downwards* ([`Reach::Exits`]) is an edge to one of as many exits as the class problem
//! uses, each of which costs nothing unless somebody takes it. How many leave is the same in all
//! optima: it follows from the numbers of pairs in the bracket and in the following one, which the
//! first criterion and its look-ahead fix. Whoever has no other pair without slack leaves in all optima
//! and is not looked at any more ([`Open`]); that may be nearly everybody, where hundreds of MDPs
//! come to a few residents.

mod open;
mod rest;

use std::collections::{BTreeMap, BTreeSet};

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::{has_perfect_matching, maximum_matching_among};
use edelweiss_model::{Colour, Float, PlayerId, Score, Strength};
use edelweiss_weights::{Layout, Unit};
use foldhash::fast::FixedState;
use indexmap::IndexMap;

use self::open::{Exits, Open};
use self::rest::{FEW_EXPOSED, Rest};
use super::families::{Families, MOST, families};
use super::tight::{bits, meets, set};
use super::transport::{ByParts, ClassCosts, Parts, by_parts};
use crate::reference::{BracketPairing, Reach, Task, Vertex};
use crate::sequence::Zone;

/// More classes than this are not worth what families would give.
const MAX_CLASSES: usize = 2000;
/// The same for the last bracket, if all families count: where some do not, many players are left over.
const MAX_CLASSES_OF_LAST: usize = 4500;
/// So many classes of the last bracket are not worth it either if they have fewer than two vertices each,
/// or leave more than a few over: fields one after the other cost less than the duals of so many, and no
/// more from those of kinds.
const MANY_CLASSES: usize = 1000;
/// More classes than this, families aside, go to the reference engine, for want of memory.
const MAX_KINDS: usize = 4000;

/// If at least so many times as many vertices have a pair with slack, it is worth trying without the
/// others.
const MANY_MORE: usize = 2;

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

/// A task with the duals of its classes.
pub(crate) struct Solved<'t, 'f> {
    classed: Classed<'t, 'f>,
    parts: Parts,
    costs: ClassCosts,
    by_parts: ByParts,
}

/// As [`Task::solve`], by classes. `Err` where there are too many of them.
pub(crate) fn solve(task: &Task<'_>) -> Result<Option<BracketPairing>, TooMany> {
    Ok(Solved::new(task)?.and_then(|solved| solved.first()))
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

    fn is_last(&self) -> bool {
        let goes_on = |vertex: &Vertex| matches!(vertex.zone, Zone::Next | Zone::Below);
        !self.vertices.iter().any(goes_on)
    }

    /// How many classes are worth it.
    fn most_classes(&self) -> usize {
        match self.most {
            0 => MAX_KINDS,
            most if self.is_last() && most >= self.n_families => MAX_CLASSES_OF_LAST,
            _ => MAX_CLASSES,
        }
    }

    /// Whether it may be better to count no families.
    fn is_large_last(&self) -> bool {
        let may_do_without = self.counts.len() >= MANY_CLASSES && self.kinds.len() <= MAX_KINDS;
        may_do_without && self.is_last()
    }

    /// Whether families part the last bracket nearly into single vertices. Where some do not count, the
    /// others have to give more.
    fn is_too_fine(&self) -> bool {
        let tenths = if self.most < self.n_families { 3 } else { 5 };
        self.is_large_last() && self.counts.len() * 10 > self.vertices.len() * tenths
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

impl<'t, 'f> Solved<'t, 'f> {
    /// `None` if there is no solution, not even in fractions. `Err` where there are too many classes.
    pub(crate) fn new(task: &'t Task<'f>) -> Result<Option<Self>, TooMany> {
        let fits = |most: &usize| {
            let classed = Classed::new(task, *most);
            (classed.counts.len() <= classed.most_classes()).then_some(classed)
        };
        let classed = MOST.iter().find_map(fits).ok_or(TooMany)?;
        if classed.is_too_fine() {
            return Ok(Self::of_kinds(task));
        }
        Ok(Self::of_classes(classed))
    }

    /// Without families.
    fn of_kinds(task: &'t Task<'f>) -> Option<Self> {
        Self::of_classes(Classed::new(task, 0))
    }

    fn of_classes(classed: Classed<'t, 'f>) -> Option<Self> {
        let layout = classed.task.layout(&[]);
        let parts = Parts::new(&layout);
        let costs = classed.costs(&layout, &parts);
        let by_parts = classed.duals(&parts, &costs)?;
        Some(Self {
            classed,
            parts,
            costs,
            by_parts,
        })
    }

    /// The first optimal pairing, or `None` where no complete one exists.
    pub(crate) fn first(&self) -> Option<BracketPairing> {
        let classed = &self.classed;
        let n = classed.counts.len();
        let mut exit = vec![0; self.by_parts.words()];
        let mut n_exits = 0;
        if classed.task.reach == Reach::Exits {
            set(&mut exit, n);
            n_exits = classed.vertices.len() + 2 - self.by_parts.flows.flow(n, n) as usize;
        }
        let rows = |n_parts: usize| self.by_parts.tight_rows(n_parts);
        let open = Open::new(self, &exit, rows(self.parts.len()));
        let exits = [open.exits(n_exits - open.leaving.len())];
        let decisions = match open.first_perfect(&exits) {
            Ok(decisions) => open.among_all(decisions),
            Err(mates) => {
                let n_exposed = mates.iter().filter(|mate| mate.is_none()).count();
                if n_exposed > FEW_EXPOSED && classed.most > 0 && classed.is_large_last() {
                    return Self::of_kinds(classed.task)?.first();
                }
                let mates = open.mates_among_all(&mates);
                // The optimum has no slack in as many parts as some perfect matching has none in.
                let fails = |n_parts: &usize| {
                    let open = Open::new(self, &exit, rows(*n_parts));
                    let graph = open.graph(&[open.exits(n_exits - open.leaving.len())]);
                    !has_perfect_matching(&graph, &open.mates_of(&mates))
                };
                let depths = self.by_parts.depths();
                let n_failing = depths.partition_point(fails);
                let n_parts = depths.get(n_failing).copied().unwrap_or(0);
                let all = Open::new(self, &exit, rows(n_parts));
                let is_worth_it =
                    n_exposed <= FEW_EXPOSED && all.places.len() > MANY_MORE * open.places.len();
                let few = is_worth_it.then(|| open.within(rows(n_parts)));
                let of_few = few.and_then(|few| {
                    let rest = Rest::of_few(&few, n_parts, &mates);
                    Some(few.among_all(rest.first(n_exposed)?))
                });
                if let Some(decisions) = of_few {
                    decisions
                } else {
                    let rest = Rest::new(&all, n_parts, &mates);
                    all.among_all(rest.first(n_exposed)?)
                }
            }
        };
        Some(Task::translate(&classed.vertices, decisions, Vec::new()))
    }

    /// The first pairing of the bracket and the next scoregroup that costs as little as any can with
    /// everybody below, if those who leave find partners there. Those are not looked for: whoever has
    /// that completion has the first optimal pairing. `None` where that cannot be told: nobody is
    /// below, the bye may be above, or such costs take more than a pairing of these.
    ///
    /// What leaving costs depends on who leaves alone, and pairs below cost nothing. Without slack, those
    /// below with a dual meet each other only if the dual of the one is what that of the other lacks, and
    /// all whom one who leaves can meet have the same dual. So the number of those who leave to a dual
    /// less those who leave to its opposite is known; and where it is kept, all pairings cost the sum of
    /// the duals with any completion, which nothing undercuts. The optimum is such a pairing, too.
    pub(crate) fn first_above(&self) -> Option<BracketPairing> {
        let classed = &self.classed;
        let is_below = |vertex: &Vertex| matches!(vertex.zone, Zone::Below | Zone::Bye);
        let mut above = (classed.vertices.iter()).filter(|vertex| !is_below(vertex));
        let takes_bye =
            |vertex: &Vertex| vertex.player.is_some_and(|id| classed.task.takes_bye(id));
        if classed.task.below.is_empty() || above.any(takes_bye) {
            return None;
        }
        let mut below = vec![0; self.by_parts.words()];
        for (vertex, class) in classed.vertices.iter().zip(&classed.class_of) {
            if is_below(vertex) {
                set(&mut below, *class as usize);
            }
        }
        let open = Open::new(self, &below, self.by_parts.tight_rows(self.parts.len()));
        let ways = self.ways(&below);
        let exits = ways_out(&open, &ways)?;
        let decisions = open.among_all(open.first_perfect(&exits).ok()?);
        Some(Task::translate(&classed.vertices, decisions, Vec::new()))
    }

    /// What [`Self::first_above`] found, with everybody else paired as well; `None` if it has no such
    /// completion.
    pub(crate) fn completed(&self, found: BracketPairing) -> Option<BracketPairing> {
        let classed = &self.classed;
        let nobody = vec![0; self.by_parts.words()];
        let all = Open::new(self, &nobody, self.by_parts.tight_rows(self.parts.len()));
        let graph = all.graph(&[]);
        let class_of = classed.class_of.iter().map(|class| *class as usize);
        let start = self.by_parts.flows.pairs(class_of, &graph);
        let paired: BTreeSet<PlayerId> = found.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let mut others = vec![0; classed.vertices.len().div_ceil(64)];
        for (v, vertex) in classed.vertices.iter().enumerate() {
            if vertex.player.is_none_or(|id| !paired.contains(&id)) {
                set(&mut others, v);
            }
        }
        let mates = maximum_matching_among(&graph, &others, &start).mate;
        if bits(&others).any(|v| mates[v].is_none()) {
            return None;
        }
        let pairs = mates.iter().enumerate();
        let pairs = pairs.filter_map(|(v, mate)| Some((v, mate.map(VertexId::index)?)));
        let rest = Task::translate_rest(&classed.vertices, pairs.filter(|(v, mate)| v < mate));
        Some(BracketPairing {
            exits: Vec::new(),
            rest,
            ..found
        })
    }

    /// The classes of those `below`, by their duals.
    fn ways(&self, below: &[u64]) -> Vec<Way> {
        let parts: Vec<&Vec<i64>> = self.by_parts.duals_2x.iter().flatten().collect();
        let mut ways = IndexMap::<Vec<i64>, Way, FixedState>::default();
        for class in bits(below) {
            let duals = parts.iter().map(|duals| duals[class]).collect();
            let way = ways.entry(duals).or_insert_with(|| Way {
                classes: vec![0; below.len()],
                n: 0,
                opposite: None,
            });
            set(&mut way.classes, class);
            way.n += self.classed.counts[class] as usize;
        }
        let opposite = |duals: &Vec<i64>| {
            let opposite: Vec<i64> = duals.iter().map(|dual| -dual).collect();
            ways.get_index_of(&opposite)
        };
        let opposites: Vec<Option<usize>> = ways.keys().map(opposite).collect();
        let ways = ways.into_values().zip(opposites);
        ways.map(|(way, opposite)| Way { opposite, ..way })
            .collect()
    }
}

/// Those below with the same duals.
struct Way {
    /// A bit for each of their classes.
    classes: Vec<u64>,
    /// How many they are.
    n: usize,
    /// The number of those with the opposite duals; they themselves if they have none.
    opposite: Option<usize>,
}

/// As many exits as may be used, where those to opposite duals that are not meet each other. `None` if
/// there is no perfect matching with any.
fn ways_out<'w>(open: &Open<'_, '_, '_>, ways: &'w [Way]) -> Option<Vec<Exits<'w>>> {
    let solved = open.solved;
    let leave = |class_of: &[u32], way: &Way| {
        let leaves = |class: &&u32| meets(open.row(**class as usize), &way.classes);
        class_of.iter().filter(leaves).count() as i64
    };
    let class_of_all = &solved.classed.class_of;
    let leaving: Vec<u32> = open.leaving.iter().map(|v| class_of_all[*v]).collect();
    // By way: who may leave to it, and how many more below there are than those who must.
    let may_leave: Vec<i64> = ways.iter().map(|way| leave(&open.class_of, way)).collect();
    let left_over = ways.iter().map(|way| way.n as i64 - leave(&leaving, way));
    let left_over: Vec<i64> = left_over.collect();
    let mut exits = Vec::with_capacity(ways.len());
    for (number, way) in ways.iter().enumerate() {
        let n = match way.opposite {
            Some(opposite) if opposite == number => may_leave[number],
            Some(opposite) => {
                let more = left_over[number] - left_over[opposite];
                may_leave[number].min(may_leave[opposite] + more)
            }
            None => left_over[number],
        };
        exits.push(Exits {
            n: usize::try_from(n).ok()?,
            classes: &way.classes,
            opposite: way.opposite,
        });
    }
    let n_all = open.places.len() + exits.iter().map(|exits| exits.n).sum::<usize>();
    if !n_all.is_multiple_of(2) {
        let mut own = exits.iter_mut().enumerate();
        let (_, exits) = own.find(|(number, exits)| exits.opposite == Some(*number))?;
        exits.n += 1;
    }
    Some(exits)
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
        key.topscorer = (absolute || in_bracket) && player.topscorer;
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
