//! C.2 to C.11: the first complying arrangement of one score bracket.
//!
//! # Articles
//! C.2-C.11, D.1, D.2. The order in which attempts are made, outermost first:
//!
//! 1. C.11: x as calculated, then one more each time;
//! 2. C.10, second item: upfloats protected, then without B.6, then without B.5;
//! 3. C.9: the same for downfloats;
//! 4. in a heterogeneous bracket: C.7, opponents of the players moved down in the order of D.1,
//!    and for each the remainder with its own C.9;
//! 5. C.8: exchanges in the order of D.2;
//! 6. C.7: transpositions in the order of D.1.
//!
//! Everything inside a level is decided by matchings ([`Choices`]), never tried one by one. What
//! happens to the players left over is the [`Tail`]: they move down, one receives the bye, or (for
//! C.12 and C.13) they must let the next bracket be paired.

use edelweiss_model::{Colour, PlayerId};

use super::choice::{Budget, Choices, Costs, Instance};
use super::field::{Field, Floats, Protection};
use super::{C9, RemainderX};

/// A score bracket, in the order of A.2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bracket {
    pub(super) players: Vec<PlayerId>,
    /// How many of them, from the top, have been moved down into it.
    pub(super) n_moved: usize,
}

/// How many pairings are to be made: p of A.6 for each part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Of players moved down, in a heterogeneous bracket.
    pub(super) top: usize,
    /// In the homogeneous bracket or remainder.
    pub(super) rest: usize,
}

impl Bracket {
    pub(super) fn new(field: &Field, moved: &[PlayerId], residents: &[PlayerId]) -> Self {
        let mut players = [moved, residents].concat();
        players.sort_by_key(|id| (-field.score(*id), *id));
        Self {
            players,
            n_moved: moved.len(),
        }
    }

    pub(super) fn moved(&self) -> &[PlayerId] {
        &self.players[..self.n_moved]
    }

    pub(super) fn residents(&self) -> &[PlayerId] {
        &self.players[self.n_moved..]
    }

    /// A.3: nobody moved down, or at least half of the players.
    pub(super) fn is_homogeneous(&self) -> bool {
        counts_as_homogeneous(self.n_moved, self.players.len())
    }

    /// C.3, for the bracket and then for its remainder.
    pub(super) fn full_shape(&self) -> Shape {
        let top = if self.is_homogeneous() {
            0
        } else {
            self.n_moved
        };
        self.shape_with(top)
    }

    /// As many pairs as possible in the remainder after `top` players moved down are paired.
    pub(super) fn shape_with(&self, top: usize) -> Shape {
        Shape {
            top,
            rest: self.players.len() / 2 - top,
        }
    }

    pub(super) fn n_floaters(&self, shape: Shape) -> usize {
        self.players.len() - 2 * (shape.top + shape.rest)
    }
}

/// A.3, second paragraph.
pub(super) fn counts_as_homogeneous(n_moved: usize, n_players: usize) -> bool {
    n_moved == 0 || 2 * n_moved >= n_players
}

/// What becomes of the players left over.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tail<'a> {
    /// They are moved down.
    MoveDown,
    /// At most one, who receives the bye.
    Bye,
    /// They are moved down, and the bracket below can then be paired (C.12, C.13).
    Into(&'a Below),
}

/// The bracket below, as far as it does not depend on who is moved down.
#[derive(Clone, Debug)]
pub(super) struct Below {
    /// Moved down into it whatever happens.
    pub(super) fixed: Vec<PlayerId>,
    pub(super) residents: Vec<PlayerId>,
    /// In a heterogeneous bracket: how many of the players moved down, from the highest, are to be
    /// paired with lower ones. `None` in a homogeneous one.
    pub(super) top: Option<usize>,
    /// Who is left over there in turn.
    pub(super) n_floaters: usize,
    /// The one left over there receives the bye.
    pub(super) is_lowest: bool,
    /// Players who are not to be moved down.
    pub(super) barred: Vec<PlayerId>,
}

/// A bracket with p pairings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paired {
    /// Higher ranked player first, in the order of S1.
    pub(super) pairs: Vec<(PlayerId, PlayerId)>,
    /// In the order of A.2.
    pub(super) floaters: Vec<PlayerId>,
}

/// C.2 to C.11. `None` if B.1 and B.2 allow no pairing of this shape with this tail.
pub(super) fn pair(field: &Field, bracket: &Bracket, shape: Shape, tail: Tail) -> Option<Paired> {
    let mut paired = if bracket.is_homogeneous() {
        Homogeneous {
            field,
            group: &bracket.players,
            pairs: shape.rest,
            tail,
        }
        .pair()?
    } else {
        pair_heterogeneous(field, bracket, shape, tail)?
    };
    let key = |id: &PlayerId| (-field.score(*id), *id);
    for (a, b) in &mut paired.pairs {
        if key(b) < key(a) {
            std::mem::swap(a, b);
        }
    }
    paired.floaters.sort_by_key(key);
    Some(paired)
}

/// A homogeneous bracket or remainder, with p.
struct Homogeneous<'a> {
    field: &'a Field<'a>,
    group: &'a [PlayerId],
    pairs: usize,
    tail: Tail<'a>,
}

impl Homogeneous<'_> {
    /// C.9 to C.11 around the arrangements.
    fn pair(&self) -> Option<Paired> {
        let x = self.field.x(self.group, self.pairs);
        let strict = Protection {
            down: Floats::Kept,
            up: Floats::Kept,
        };
        if let Some(paired) = self.as_it_stands(x, strict) {
            return Some(paired);
        }
        // The smallest number of refused preferences tells how often C.11 will have to be applied.
        let least = (self
            .instances(Mixing::Exchange, None, Protection::NONE)
            .iter())
        .filter_map(|instance| instance.minimum(Budget::Colours))
        .min()?;
        let allowed = x.max(least);
        for up in Floats::DROPPING {
            for down in Floats::DROPPING {
                if let Some(paired) = self.arrange(allowed, Protection { down, up }) {
                    return Some(paired);
                }
            }
        }
        None
    }

    /// C.6 before any transposition or exchange. O(p).
    fn as_it_stands(&self, allowed: i64, protection: Protection) -> Option<Paired> {
        let (first, second) = self.group.split_at(self.pairs);
        let (second, floaters) = second.split_at(self.pairs);
        let pairs = || first.iter().copied().zip(second.iter().copied());
        let refused = pairs().filter(|(a, b)| self.field.refuses_a_wish(*a, *b));
        let leaves = |id: &PlayerId| {
            self.field.may_float_down(*id, protection.down)
                && match self.tail {
                    Tail::MoveDown => true,
                    Tail::Bye => self.field.may_have_bye(*id),
                    Tail::Into(_) => false,
                }
        };
        let complies = !matches!(self.tail, Tail::Into(_))
            && pairs().all(|(a, b)| self.field.complies(a, b, protection))
            && refused.count() as i64 <= allowed
            && floaters.iter().all(leaves);
        complies.then(|| Paired {
            pairs: pairs().collect(),
            floaters: floaters.to_vec(),
        })
    }

    /// C.6 to C.8 with at most `allowed` refused preferences: the first exchange in the order of
    /// D.2 under which any transposition complies, and the first such transposition.
    fn arrange(&self, allowed: i64, protection: Protection) -> Option<Paired> {
        if let Some(paired) = self.as_it_stands(allowed, protection) {
            return Some(paired);
        }
        let n = self.group.len();
        let mut in_s1: Vec<bool> = (0..n).map(|place| place < self.pairs).collect();
        let unchanged = self.instances(Mixing::Between(&in_s1), Some(allowed), protection);
        if let Some(choices) = Choices::new(unchanged) {
            return Some(self.transpose(choices, &in_s1));
        }
        let exchanges = self.instances(Mixing::Exchange, Some(allowed), protection);
        let choices = Choices::cheapest(exchanges, Budget::Exchange)?;
        self.exchange(choices, &mut in_s1);
        let exchanged = self.instances(Mixing::Between(&in_s1), Some(allowed), protection);
        let choices = Choices::new(exchanged).expect("the exchange found leaves an arrangement");
        Some(self.transpose(choices, &in_s1))
    }

    /// D.2 among the exchanges of as few players and as small a difference as possible: the one
    /// concerning the lowest players of S1, and then the highest of S2.
    ///
    /// In such an arrangement a player of S1 is exchanged iff he is left over or paired with a
    /// higher player of S1; a player of S2 iff he is paired with a lower player of S2. Any other
    /// distribution of roles would exchange more players or make the difference larger.
    fn exchange(&self, mut choices: Choices, in_s1: &mut [bool]) {
        let (n, p) = (self.group.len(), self.pairs);
        let leaves_s1 = |place: usize| move |mate: usize| mate < place || mate >= n;
        let enters_s1 = |place: usize| move |mate: usize| place < mate && mate < n;
        let mut exchanged = (0..p)
            .filter(|place| leaves_s1(*place)(choices.mate(*place)))
            .count();
        let mut entering = exchanged;
        for place in (0..p).rev() {
            if exchanged > 0 && choices.try_restrict(place, &leaves_s1(place)) {
                in_s1[place] = false;
                exchanged -= 1;
            }
        }
        for (place, in_s1) in in_s1.iter_mut().enumerate().skip(p) {
            if entering > 0 && choices.try_restrict(place, &enters_s1(place)) {
                *in_s1 = true;
                entering -= 1;
            }
        }
        debug_assert!(
            exchanged == 0 && entering == 0,
            "D.2: an exchange is complete"
        );
    }

    /// D.1: the first transposition that complies.
    fn transpose(&self, mut choices: Choices, in_s1: &[bool]) -> Paired {
        let n = self.group.len();
        let mut left: Vec<usize> = (0..n).filter(|place| !in_s1[*place]).collect();
        let mut pairs = Vec::with_capacity(self.pairs);
        for place in (0..n).filter(|place| in_s1[*place]) {
            let mate = choices
                .match_first(place, left.iter().copied())
                .expect("C.7: an arrangement remains");
            left.retain(|other| *other != mate);
            pairs.push((self.group[place], self.group[mate]));
        }
        Paired {
            pairs,
            floaters: left.into_iter().map(|place| self.group[place]).collect(),
        }
    }

    /// The arrangements as matchings; several instances where the tail needs it.
    fn instances(
        &self,
        mixing: Mixing,
        allowed: Option<i64>,
        protection: Protection,
    ) -> Vec<Instance> {
        let (n, p) = (self.group.len(), self.pairs);
        let one_player = (n * n) as i32 + 1;
        let exchange = |costs: Costs, out: Option<usize>, entering: Option<usize>| {
            let out = out.map_or(0, |place| one_player - place as i32);
            costs.with(
                Budget::Exchange,
                out + entering.map_or(0, |place| place as i32),
            )
        };
        let n_floaters = n - 2 * p;
        let mut instances = TailGraph::all(self.field, self.group, n_floaters, self.tail);
        for graph in &mut instances {
            for u in 0..n {
                for v in u + 1..n {
                    let (a, b) = (self.group[u], self.group[v]);
                    if !self.field.complies(a, b, protection) {
                        continue;
                    }
                    let refused = i32::from(self.field.refuses_a_wish(a, b));
                    let costs = Costs::default().with(Budget::Colours, refused);
                    let costs = match mixing {
                        Mixing::Between(in_s1) if in_s1[u] == in_s1[v] => continue,
                        Mixing::Exchange if v < p => exchange(costs, Some(v), None),
                        Mixing::Exchange if u >= p => exchange(costs, None, Some(u)),
                        Mixing::Between(_) | Mixing::Exchange => costs,
                    };
                    graph.instance.join(u, v, costs);
                }
                let costs = Costs::default();
                let costs = match mixing {
                    Mixing::Between(in_s1) if in_s1[u] => continue,
                    Mixing::Exchange if u < p => exchange(costs, Some(u), None),
                    _ => costs,
                };
                if self.field.may_float_down(self.group[u], protection.down) {
                    graph.let_float(self.field, u, costs);
                }
            }
            if let Some(allowed) = allowed {
                graph.instance.limit(Budget::Colours, allowed);
            }
        }
        instances.into_iter().map(|graph| graph.instance).collect()
    }
}

/// Which pairs a homogeneous bracket may contain.
#[derive(Clone, Copy)]
enum Mixing<'a> {
    /// S1 against S2.
    Between(&'a [bool]),
    /// Any, which some exchange makes possible.
    Exchange,
}

/// The players moved down first (C.6), then the remainder.
fn pair_heterogeneous(
    field: &Field,
    bracket: &Bracket,
    shape: Shape,
    tail: Tail,
) -> Option<Paired> {
    let instances = |more: Option<i64>, protection: Protection| {
        heterogeneous_instances(field, bracket, shape, tail, more, protection)
    };
    Choices::new(instances(None, Protection::NONE))?;
    // C.11: with as many more as there are players no preference is in the way.
    for more in 0..=bracket.players.len() as i64 {
        if Choices::new(instances(Some(more), Protection::NONE)).is_none() {
            continue;
        }
        for up in Floats::DROPPING {
            for down in Floats::DROPPING {
                if let Some(choices) = Choices::new(instances(Some(more), Protection { down, up }))
                {
                    let levels = match field.options.c9 {
                        C9::WithinRemainder => &Floats::DROPPING[..],
                        C9::AfterAllOpponents => &[down],
                    };
                    let level = (more, up, levels);
                    let arranged =
                        arrange_heterogeneous(field, bracket, shape, tail, choices, level);
                    return Some(arranged);
                }
            }
        }
    }
    None
}

/// D.1 for the players moved down, then C.9 for the remainder.
fn arrange_heterogeneous(
    field: &Field,
    bracket: &Bracket,
    shape: Shape,
    tail: Tail,
    mut choices: Choices,
    (more, up, levels): (i64, Floats, &[Floats]),
) -> Paired {
    let players = &bracket.players;
    let mut left: Vec<usize> = (shape.top..players.len()).collect();
    let mut pairs = Vec::new();
    for place in 0..shape.top {
        let mate = choices
            .match_first(place, left.iter().copied())
            .expect("C.7: an arrangement of the players moved down remains");
        left.retain(|other| *other != mate);
        pairs.push((players[place], players[mate]));
    }
    let remainder: Vec<PlayerId> = left.into_iter().map(|place| players[place]).collect();
    if shape.rest == 0 {
        return Paired {
            pairs,
            floaters: remainder,
        };
    }
    let remainder = Homogeneous {
        field,
        group: &remainder,
        pairs: shape.rest,
        tail,
    };
    let refused = pairs.iter().filter(|(a, b)| field.refuses_a_wish(*a, *b));
    let x = match field.options.x_of_remainder {
        RemainderX::Calculated => field.x(remainder.group, shape.rest),
        RemainderX::Carried => x_of_whole(field, bracket, shape) - refused.count() as i64,
    };
    let rest = (levels.iter())
        .find_map(|down| remainder.arrange(x + more, Protection { down: *down, up }))
        .expect("C.10: the remainder was asked about before the players moved down were paired");
    pairs.extend(rest.pairs);
    Paired {
        pairs,
        floaters: rest.floaters,
    }
}

/// A.8 for a heterogeneous bracket, less one for each pair that C.14 gives up, never below zero.
/// The pairs given up in the remainder count only where its x is carried on from this one.
fn x_of_whole(field: &Field, bracket: &Bracket, shape: Shape) -> i64 {
    let mut fewer = bracket.n_moved - shape.top;
    if field.options.x_of_remainder == RemainderX::Carried {
        fewer += bracket.shape_with(shape.top).rest - shape.rest;
    }
    let x = field.x(&bracket.players, bracket.players.len() / 2);
    (x - fewer as i64).max(0)
}

/// Arrangements of the players moved down that leave the remainder an arrangement once its
/// downfloats are no longer protected. `more` is what C.11 has added to both x; `None` lifts them.
///
/// The x of the remainder depends on who is in it. Let a remainder of `r` players and `p` pairs
/// contain `w` players who prefer White and `b` who prefer Black. The refused preferences exceed
/// x = max(0, w - (r - p), b - (r - p)) by at most `more` iff they exceed one of the three by at
/// most that, and each of the three differences is a sum over pairs and floaters: one instance each.
fn heterogeneous_instances(
    field: &Field,
    bracket: &Bracket,
    shape: Shape,
    tail: Tail,
    more: Option<i64>,
    protection: Protection,
) -> Vec<Instance> {
    let players = &bracket.players;
    let n = players.len();
    let in_remainder = Protection {
        down: match field.options.c9 {
            C9::WithinRemainder => Floats::Free,
            C9::AfterAllOpponents => protection.down,
        },
        up: protection.up,
    };
    let x = x_of_whole(field, bracket, shape);
    let carried = field.options.x_of_remainder == RemainderX::Carried;
    let majorities: &[Option<Colour>] = match more {
        Some(_) if !carried => &[None, Some(Colour::White), Some(Colour::Black)],
        _ => &[None],
    };
    let beyond_x = if carried {
        Budget::Colours
    } else {
        Budget::RemainderColours
    };
    // A remainder with p = 0 after C.14 is moved down as a whole, whoever floated before.
    let given_up = shape.rest == 0 && n >= 2 * shape.top + 2;
    let mut instances = Vec::new();
    for &majority in majorities {
        let of_majority =
            |id: PlayerId| i32::from(majority.is_some() && field.wish(id) == majority);
        let base = i32::from(majority.is_some());
        for mut graph in TailGraph::all(field, players, bracket.n_floaters(shape), tail) {
            for u in 0..n {
                for v in (u + 1).max(shape.top)..n {
                    let (a, b) = (players[u], players[v]);
                    let refused = i32::from(field.refuses_a_wish(a, b));
                    let costs = if u < shape.top {
                        field
                            .complies(a, b, protection)
                            .then(|| Costs::default().with(Budget::Colours, refused))
                    } else {
                        let beyond = refused + base - of_majority(a) - of_majority(b);
                        (shape.rest > 0 && field.complies(a, b, in_remainder))
                            .then(|| Costs::default().with(beyond_x, beyond))
                    };
                    if let Some(costs) = costs {
                        graph.instance.join(u, v, costs);
                    }
                }
                let leaves = given_up || field.may_float_down(players[u], in_remainder.down);
                if u >= shape.top && leaves {
                    let beyond = base - of_majority(players[u]);
                    let costs = Costs::default().with(beyond_x, beyond);
                    graph.let_float(field, u, costs);
                }
            }
            if let Some(more) = more {
                graph.instance.limit(Budget::Colours, x + more);
                graph.instance.limit(Budget::RemainderColours, more);
            }
            instances.push(graph.instance);
        }
    }
    instances
}

/// A graph whose first vertices are the players of a bracket, completed by vertices for the tail.
///
/// Where the players left over simply leave, one vertex stands for each place down. Where the
/// bracket below matters, player `i` has two more vertices: `below(i)`, the same player in the
/// bracket below, and `gate(i)`, which is matched to one of the two and so takes one of them out.
struct TailGraph<'a> {
    instance: Instance,
    players: &'a [PlayerId],
    n_floaters: usize,
    tail: Tail<'a>,
    /// With a heterogeneous bracket below of which not all players moved down are to be paired
    /// there with lower ones: whether a player would be among those who are.
    high: Option<Vec<bool>>,
}

/// A player of the bracket below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// In S1: is paired with somebody else.
    High,
    /// Paired with anybody, or left over.
    Free,
}

impl<'a> TailGraph<'a> {
    /// One graph, or one for each rank at which S1 of the bracket below may end.
    fn all(field: &Field, players: &'a [PlayerId], n_floaters: usize, tail: Tail<'a>) -> Vec<Self> {
        let bare = |n: usize, high: Option<Vec<bool>>| Self {
            instance: Instance::new(n),
            players,
            n_floaters,
            tail,
            high,
        };
        let n = players.len();
        let Tail::Into(below) = tail else {
            return vec![bare(n + n_floaters, None)];
        };
        let size = 3 * n + below.fixed.len() + below.residents.len() + below.n_floaters;
        let n_moved = n_floaters + below.fixed.len();
        let mut graphs = Vec::new();
        match below.top {
            Some(top) if top < n_moved => {
                let key = |id: &PlayerId| (-field.score(*id), *id);
                let mut ranks: Vec<_> = players.iter().chain(&below.fixed).map(key).collect();
                ranks.sort_unstable();
                for last in ranks {
                    let high = |id: &PlayerId| key(id) <= last;
                    let n_fixed = below.fixed.iter().filter(|id| high(id)).count();
                    if let Some(places) = top.checked_sub(n_fixed) {
                        let members = players.iter().chain(&below.fixed).map(high).collect();
                        let mut graph = bare(size, Some(members));
                        graph.instance.limit(Budget::HighFloats, places as i64);
                        let at_least = -(places as i64);
                        graph.instance.limit(Budget::HighFloatsAtLeast, at_least);
                        graphs.push(graph);
                    }
                }
            }
            _ => graphs.push(bare(size, None)),
        }
        for graph in &mut graphs {
            graph.instance.limit(Budget::Floats, n_floaters as i64);
            graph
                .instance
                .limit(Budget::FloatsAtLeast, -(n_floaters as i64));
            graph.join_below(field, below);
        }
        graphs
    }

    fn below(&self, place: usize) -> usize {
        self.players.len() + place
    }

    fn gate(&self, place: usize) -> usize {
        2 * self.players.len() + place
    }

    fn role(&self, place: usize, below: &Below) -> Role {
        match (&self.high, below.top) {
            (None, Some(_)) => Role::High,
            (Some(high), Some(_)) if high[place] => Role::High,
            _ => Role::Free,
        }
    }

    /// The bracket below under B.1 and B.2, and the gates.
    fn join_below(&mut self, field: &Field, below: &Below) {
        let n = self.players.len();
        let mut members = Vec::new();
        for (place, id) in self.players.iter().enumerate() {
            members.push((self.below(place), *id, self.role(place, below)));
        }
        let mut next = 3 * n;
        for (place, id) in below.fixed.iter().enumerate() {
            members.push((next, *id, self.role(n + place, below)));
            next += 1;
        }
        for id in &below.residents {
            members.push((next, *id, Role::Free));
            next += 1;
        }
        for (index, (u, a, role)) in members.iter().enumerate() {
            for (v, b, other_role) in &members[..index] {
                let both_high = *role == Role::High && *other_role == Role::High;
                if !both_high && field.may_meet(*a, *b) {
                    self.instance.join(*u, *v, Costs::default());
                }
            }
            if *role == Role::Free && (!below.is_lowest || field.may_have_bye(*a)) {
                for floater in 0..below.n_floaters {
                    self.instance.join(*u, next + floater, Costs::default());
                }
            }
        }
        for place in 0..n {
            let (below, gate) = (self.below(place), self.gate(place));
            self.instance.join(below, gate, Costs::default());
        }
    }

    /// The player at `place` may be left over, at these costs.
    fn let_float(&mut self, field: &Field, place: usize, costs: Costs) {
        let player = self.players[place];
        match self.tail {
            Tail::Into(below) => {
                if below.barred.contains(&player) {
                    return;
                }
                let mut costs = costs
                    .with(Budget::Floats, 1)
                    .with(Budget::FloatsAtLeast, -1);
                if self.high.as_ref().is_some_and(|high| high[place]) {
                    costs = costs
                        .with(Budget::HighFloats, 1)
                        .with(Budget::HighFloatsAtLeast, -1);
                }
                self.instance.join(place, self.gate(place), costs);
            }
            Tail::Bye if !field.may_have_bye(player) => {}
            Tail::Bye | Tail::MoveDown => {
                for floater in 0..self.n_floaters {
                    self.instance
                        .join(place, self.players.len() + floater, costs);
                }
            }
        }
    }
}
