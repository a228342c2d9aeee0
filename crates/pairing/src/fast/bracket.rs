//! One bracket on its own: classes, duals, the tight graph, the first optimal pairing.

use edelweiss_model::{Colour, Float, PlayerId, PlayerState, Position, Score, Strength};
use edelweiss_weights::{ColourStanding, Packed, TopscorerRule};

use super::decide;
use super::families::{MOST, families};
use super::tight::{Members, Tight, class_patterns, clear, set};
use super::transport::{Cost, Transport};
use crate::opponents::{ELSEWHERE, part_opponents};
use crate::sequence::Zone;

/// More classes than this go to the reference engine.
const MAX_CLASSES: usize = 400;

/// What the local problem of one bracket is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local<'a> {
    pub(super) position: &'a Position,
    pub(super) mdps: &'a [PlayerId],
    pub(super) residents: &'a [PlayerId],
    /// The floater takes the bye: only these residents may float, and C9 counts.
    pub(super) bye: Option<ByeHere>,
    /// Only residents who may meet one of these may float.
    pub(super) partners: Option<&'a [PlayerId]>,
}

impl Local<'_> {
    fn may_float(&self, id: PlayerId) -> bool {
        let may_take_bye = self.bye.is_none() || self.position.player(id).bye_allowed;
        may_take_bye
            && self.partners.is_none_or(|partners| {
                partners
                    .iter()
                    .any(|partner| self.position.may_meet(id, *partner))
            })
    }
}

/// The bye comes from the bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByeHere {
    /// Whether the number of unplayed games counts (2026 C9).
    pub(super) counts_unplayed: bool,
}

/// What a player looks like to the criteria; the class of a player in one bracket.
///
/// ```text
/// bits  0- 1  colour preference: none, White, Black
/// bits  2- 3  strength
/// bits  4- 5  upfloat last round, two rounds ago      (residents, if there are MDPs)
/// bits  6- 7  downfloat last round, two rounds ago    (residents, if one of them floats)
/// bit   8     may float
/// bits  9-18  place of the MDP's score, from 1; 0 for residents
/// bits 19-33  unplayed games                          (residents, if they count for the bye)
/// bits 34-49  colour difference, offset               (last round)
/// bits 50-51  colour of the last two games            (last round)
/// bit  52     topscorer                               (last round)
/// bit  53     the virtual floater
/// bits 54-63  families
/// ```
type Key = u64;

const STRENGTH: u32 = 2;
const UP: u32 = 4;
const DOWN: u32 = 6;
const MAY_FLOAT: Key = 1 << 8;
const MDP_SCORE: u32 = 9;
const UNPLAYED: u32 = 19;
const DIFFERENCE: u32 = 34;
const REPEATED: u32 = 50;
const TOPSCORER: Key = 1 << 52;
const FLOATER: Key = 1 << 53;
const FAMILY: u32 = 54;

fn colour_bits(colour: Option<Colour>) -> Key {
    match colour {
        None => 0,
        Some(Colour::White) => 1,
        Some(Colour::Black) => 2,
    }
}

/// The other way round, from the lowest two bits.
fn colour_of_bits(bits: Key) -> Option<Colour> {
    match bits & 3 {
        1 => Some(Colour::White),
        2 => Some(Colour::Black),
        _ => None,
    }
}

fn strength_bits(strength: Strength) -> Key {
    match strength {
        Strength::None => 0,
        Strength::Mild => 1,
        Strength::Strong => 2,
        Strength::Absolute => 3,
    }
}

/// Where the criteria stand in a class cost; see `fields` of [`Engine::lay_out`].
#[derive(Clone, Debug, Default)]
struct Offsets {
    unplayed: u32,
    difference: u32,
    three_in_a_row: u32,
    refused: u32,
    refused_strong: u32,
    down: [u32; 2],
    up: [u32; 2],
    /// By place of the MDP's score.
    up_by_score: [Vec<u32>; 2],
    bits: u32,
}

/// Buffers for pairing brackets one after the other.
#[derive(Debug, Default)]
pub(super) struct Engine {
    tight: Tight,
    narrow: Transport<i64>,
    wide: Transport<i128>,
    narrow_costs: Vec<i64>,
    wide_costs: Vec<i128>,
    narrow_duals: Vec<i64>,
    wide_duals: Vec<i128>,
    keys: Vec<Key>,
    counts: Vec<u32>,
    /// By vertex.
    class_of: Vec<u16>,
    /// Open addressing: class number plus one, by hash of the key.
    table: Vec<u16>,
    offsets: Offsets,
    mdp_scores: Vec<(Score, u32)>,
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
        if local.mdps.len() > local.residents.len() || (local.bye.is_some() && !odd) || n > 16_000 {
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
        let classified = MOST.iter().any(|most| self.classify(local, odd, *most));
        if !classified || !self.lay_out(local, odd) {
            return false;
        }
        let solved = if self.offsets.bits <= i64::WIDTH {
            fill_costs(
                &mut self.narrow_costs,
                &self.keys,
                &self.counts,
                &self.offsets,
            );
            self.narrow
                .solve(&self.narrow_costs, &self.counts, &mut self.narrow_duals)
        } else if self.offsets.bits <= i128::WIDTH {
            fill_costs(
                &mut self.wide_costs,
                &self.keys,
                &self.counts,
                &self.offsets,
            );
            self.wide
                .solve(&self.wide_costs, &self.counts, &mut self.wide_duals)
        } else {
            return false;
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
        let classes = self.class_of.iter().map(|class| usize::from(*class));
        let start = if self.offsets.bits <= i64::WIDTH {
            self.narrow.flows.pairs(classes, &graph)
        } else {
            self.wide.flows.pairs(classes, &graph)
        };
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

    /// Numbers the classes by first occurrence; `most` families count.
    fn classify(&mut self, local: &Local<'_>, odd: bool, most: usize) -> bool {
        self.keys.clear();
        self.counts.clear();
        self.class_of.clear();
        self.table.clear();
        self.table.resize(1024, 0);
        self.mdp_scores.clear();
        let (family_of, _) = families(
            local.position,
            local.mdps.iter().chain(local.residents).copied(),
            most,
        );
        let family = |id: PlayerId| {
            let own = family_of.get(id.index()).copied().unwrap_or(0);
            Key::from(own) << FAMILY
        };
        for &id in local.mdps {
            let player = local.position.player(id);
            match self.mdp_scores.last_mut() {
                Some((score, count)) if *score == player.score => *count += 1,
                _ => self.mdp_scores.push((player.score, 1)),
            }
            let place = self.mdp_scores.len() as Key;
            if place >= 1 << 10
                || !self.add(colour_key(local, player) | place << MDP_SCORE | family(id))
            {
                return false;
            }
        }
        let meets_mdps = !local.mdps.is_empty();
        for &id in local.residents {
            let player = local.position.player(id);
            let mut key = colour_key(local, player) | family(id);
            for (back, float) in player.floats.iter().enumerate() {
                if meets_mdps {
                    key |= Key::from(*float == Float::Up) << (UP + back as u32);
                }
                if odd {
                    key |= Key::from(*float == Float::Down) << (DOWN + back as u32);
                }
            }
            if odd && local.may_float(id) {
                key |= MAY_FLOAT;
                if local.bye.is_some_and(|bye| bye.counts_unplayed) {
                    key |= Key::from(player.unplayed & 0x7fff) << UNPLAYED;
                }
            }
            if !self.add(key) {
                return false;
            }
        }
        !odd || self.add(FLOATER)
    }

    /// Adds one vertex of the class with this key.
    fn add(&mut self, key: Key) -> bool {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize;
        loop {
            match self.table[slot] {
                0 => {
                    if self.keys.len() == MAX_CLASSES {
                        return false;
                    }
                    self.keys.push(key);
                    self.counts.push(1);
                    self.table[slot] = self.keys.len() as u16;
                    self.class_of.push(self.keys.len() as u16 - 1);
                    return true;
                }
                class if self.keys[usize::from(class) - 1] == key => {
                    self.counts[usize::from(class) - 1] += 1;
                    self.class_of.push(class - 1);
                    return true;
                }
                _ => slot = (slot + 1) % self.table.len(),
            }
        }
    }

    /// Chooses the fields, least important first. With all MDPs paired and at most one resident
    /// floating, the criteria on floaters, their scores and the following bracket cannot tell
    /// pairings apart, nor can those on MDPs that float again; every other criterion of either
    /// edition has its field, in the order both share:
    /// unplayed games of the bye; colour difference and three in a row (topscorers); refused
    /// colours, refused strong colours; downfloats and upfloats repeated from the last round, from
    /// the round before; upfloats by MDP score, last round and the round before.
    fn lay_out(&mut self, local: &Local<'_>, odd: bool) -> bool {
        let offsets = &mut self.offsets;
        let n_mdps = local.mdps.len() as u32;
        let pairs = n_mdps.midpoint(local.residents.len() as u32);
        let width = |most: u32| u32::BITS - most.leading_zeros();
        let mut next = 0_u32;
        let mut field = |bits: u32| {
            let offset = next;
            next += bits;
            offset
        };
        for back in [1, 0] {
            let places = &mut offsets.up_by_score[back];
            places.clear();
            places.resize(self.mdp_scores.len(), 0);
            for (place, (_, count)) in places.iter_mut().zip(&self.mdp_scores).rev() {
                *place = field(width(*count));
            }
        }
        for back in [1, 0] {
            offsets.up[back] = field(width(n_mdps));
            offsets.down[back] = field(u32::from(odd));
        }
        offsets.refused_strong = field(width(pairs));
        offsets.refused = field(width(pairs));
        let last_round = if local.position.is_final() {
            width(2 * pairs)
        } else {
            0
        };
        offsets.three_in_a_row = field(last_round);
        offsets.difference = field(last_round);
        let counts_unplayed = local.bye.is_some_and(|bye| bye.counts_unplayed);
        offsets.unplayed = field(if counts_unplayed { 15 } else { 0 });
        offsets.bits = next;
        next <= i128::WIDTH
    }

    /// Rows of pairs that are not forbidden: those with zero slack, or all.
    fn build_graph(&mut self, local: &Local<'_>, vertices: usize) {
        let tight = &mut self.tight;
        tight.reset(vertices);
        let words = tight.words();
        let n_classes = self.keys.len();
        let narrow = self.offsets.bits <= i64::WIDTH;
        let (narrow_costs, wide_costs) = (&self.narrow_costs, &self.wide_costs);
        let (narrow_duals, wide_duals) = (&self.narrow_duals, &self.wide_duals);
        let is_joined = move |a: usize, b: usize| {
            if narrow {
                is_tight(narrow_costs, narrow_duals, a, b)
            } else {
                is_tight(wide_costs, wide_duals, a, b)
            }
        };
        class_patterns(
            self.class_of.iter().map(|class| usize::from(*class)),
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
        for (v, class) in self.class_of.iter().enumerate() {
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

/// The part of a key that the colour criteria see.
fn colour_key(local: &Local<'_>, player: &PlayerState) -> Key {
    let mut key = colour_bits(player.preference) | strength_bits(player.strength) << STRENGTH;
    if local.position.is_final() {
        key |= ((i32::from(player.colour_difference) + 0x4000) as Key & 0xffff) << DIFFERENCE;
        key |= colour_bits(player.repeated_colour) << REPEATED;
        key |= if player.topscorer { TOPSCORER } else { 0 };
    }
    key
}

fn is_tight<C: Cost>(costs: &[C], duals_2x: &[C], a: usize, b: usize) -> bool {
    let cost = costs[a * duals_2x.len() + b];
    cost != C::NONE && C::adds_up(&duals_2x[a], &duals_2x[b], &cost.doubled())
}

fn fill_costs<C: Cost + Packed>(
    costs: &mut Vec<C>,
    keys: &[Key],
    counts: &[u32],
    offsets: &Offsets,
) {
    let n = keys.len();
    costs.clear();
    costs.resize(n * n, C::NONE);
    for a in 0..n {
        for b in a..n {
            if a == b && counts[a] < 2 {
                continue;
            }
            if let Some(cost) = pair_cost(keys[a], keys[b], offsets) {
                costs[a * n + b] = cost;
                costs[b * n + a] = cost;
            }
        }
    }
}

/// The cost of a pair of these classes; `None` where there is no such pair.
///
/// This restates the criteria for speed; the law that this engine agrees with the reference, which
/// asks the criteria themselves, watches over it.
fn pair_cost<C: Cost + Packed>(a: Key, b: Key, offsets: &Offsets) -> Option<C> {
    let (a, b) = if b & FLOATER != 0 { (b, a) } else { (a, b) };
    if a & FLOATER != 0 {
        if b & MAY_FLOAT == 0 {
            return None;
        }
        let mut cost = shifted::<C>((b >> UNPLAYED & 0x7fff) as u32, offsets.unplayed);
        for back in 0..2 {
            let repeats = (b >> (DOWN + back as u32) & 1) as u32;
            cost.increase(&shifted::<C>(repeats, offsets.down[back]));
        }
        return Some(cost);
    }
    if a >> FAMILY & b >> FAMILY != 0 {
        return None;
    }
    let mdp_place = |key: Key| (key >> MDP_SCORE & 0x3ff) as usize;
    let mut cost = colour_cost::<C>(a, b, offsets)?;
    let (mdp, resident) = if mdp_place(a) > 0 { (a, b) } else { (b, a) };
    let place = mdp_place(mdp);
    if place > 0 {
        if mdp_place(resident) > 0 {
            return None;
        }
        for back in 0..2 {
            let repeats = (resident >> (UP + back as u32) & 1) as u32;
            if repeats > 0 {
                cost.increase(&shifted::<C>(1, offsets.up[back]));
                cost.increase(&shifted::<C>(1, offsets.up_by_score[back][place - 1]));
            }
        }
    }
    Some(cost)
}

fn shifted<C: Cost + Packed>(amount: u32, offset: u32) -> C {
    let mut cost = C::zero();
    cost.deposit(offset, u64::from(amount));
    cost
}

fn colour_cost<C: Cost + Packed>(a: Key, b: Key, offsets: &Offsets) -> Option<C> {
    let preference = |key: Key| key & 3;
    let strength = |key: Key| key >> STRENGTH & 3;
    let mut cost = of_topscorers::<C>(a, b, offsets);
    if preference(a) == 0 || preference(a) != preference(b) {
        return Some(cost);
    }
    cost.increase(&shifted::<C>(1, offsets.refused));
    let weaker = strength(a).min(strength(b));
    if weaker == 2 {
        cost.increase(&shifted::<C>(1, offsets.refused_strong));
    }
    if weaker == 3 && (a | b) & TOPSCORER == 0 {
        return None;
    }
    Some(cost)
}

/// The two limits of pairs with a topscorer.
fn of_topscorers<C: Cost + Packed>(a: Key, b: Key, offsets: &Offsets) -> C {
    let mut cost = C::zero();
    if (a | b) & TOPSCORER != 0 {
        let (a, b) = (colour_standing(a), colour_standing(b));
        for (rule, offset) in [
            (TopscorerRule::Difference, offsets.difference),
            (TopscorerRule::ThreeInARow, offsets.three_in_a_row),
        ] {
            cost.increase(&shifted::<C>(rule.count(a, b) as u32, offset));
        }
    }
    cost
}

/// What a key of the last round says of colours.
fn colour_standing(key: Key) -> ColourStanding {
    let is_absolute = key >> STRENGTH & 3 == strength_bits(Strength::Absolute);
    ColourStanding {
        topscorer: key & TOPSCORER != 0,
        due: colour_of_bits(key).filter(|_| is_absolute),
        difference: (key >> DIFFERENCE & 0xffff) as i32 - 0x4000,
        repeated: colour_of_bits(key >> REPEATED),
    }
}
