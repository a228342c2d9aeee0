//! How the players of a bracket are paired: White seekers against Black seekers, low ARO against
//! high rating.
//!
//! # Articles
//! C.04.4.1 (2026) 3.2.3-3.2.6, 4.1, 4.3, 4.4.
//!
//! # Why counting pairs is enough for C7
//! Let the smaller subgroup have a players and the larger b, and let a pairing have p pairs within
//! the smaller one. Then a - 2p of its players meet the larger one, which keeps (b - a)/2 + p pairs
//! of its own: C7 is (b - a)/2 + 2p. So "complies at best with C7" means "p is the least possible",
//! and this p is the number of pairs that "must unavoidably be paired together" (3.2.4.1). Where
//! nobody has played (3.2.3), every pair costs the same, and p is the least number all the same.

use edelweiss_matching::{Cover, Solver, VertexId};
use edelweiss_model::{Colour, PlayerId};

use super::field::Field;
use crate::legal_pairs::{decisions, weighted};

/// Pairs a bracket completely; each pair is (player of S1, player of T2), in the order of S1.
/// `bracket` is in ranking order and can be paired.
pub(super) fn pair(field: &Field, bracket: &[PlayerId]) -> Vec<(PlayerId, PlayerId)> {
    let (g1, g2) = divide(field, bracket);
    let (mut g1, mut g2) = recompose(field, g1, g2);
    // 3.2.5, 4.4.2
    g1.sort_by_key(|id| (field.player(*id).aro, *id));
    g2.sort_unstable();
    transpose(field, &g1, &g2)
}

/// 3.2.3: those who prefer White, and the rest; where nobody has played, the first and the second
/// half by TPN.
fn divide(field: &Field, bracket: &[PlayerId]) -> (Vec<PlayerId>, Vec<PlayerId>) {
    if bracket.iter().any(|id| field.player(*id).has_played) {
        (bracket.iter()).partition(|id| field.player(**id).preference == Colour::White)
    } else {
        let mut by_tpn = bracket.to_vec();
        by_tpn.sort_unstable();
        let second = by_tpn.split_off(by_tpn.len() / 2);
        (by_tpn, second)
    }
}

/// 3.2.4: shifts players until everybody of G1 can meet somebody of G2.
fn recompose(
    field: &Field,
    g1: Vec<PlayerId>,
    g2: Vec<PlayerId>,
) -> (Vec<PlayerId>, Vec<PlayerId>) {
    let g1_is_smaller = g1.len() <= g2.len();
    let (smaller, larger) = if g1_is_smaller { (g1, g2) } else { (g2, g1) };
    let leaving = first_shift(field, &smaller, &larger);
    let staying = without(&smaller, &leaving);
    let entering = second_shift(field, &staying, &leaving, &larger);
    let smaller = [staying, entering.clone()].concat();
    let larger = [without(&larger, &entering), leaving].concat();
    if g1_is_smaller {
        (smaller, larger)
    } else {
        (larger, smaller)
    }
}

fn without(players: &[PlayerId], gone: &[PlayerId]) -> Vec<PlayerId> {
    (players.iter().copied())
        .filter(|player| !gone.contains(player))
        .collect()
}

/// 3.2.4.1: one player of each pair that must be formed within the smaller subgroup; the first set
/// (4.3) with which the least number of such pairs still leads to a legal pairing.
///
/// A shifted player must meet one who stays: against another shifted one, or against the larger
/// subgroup, fewer than the least number of pairs would be formed within the smaller one. So the
/// decisions "shifted" and "not shifted" forbid pairs, and the least number must remain possible.
fn first_shift(field: &Field, smaller: &[PlayerId], larger: &[PlayerId]) -> Vec<PlayerId> {
    let everybody = [smaller, larger].concat();
    let n_smaller = smaller.len();
    let mut solver = weighted(everybody.len(), |u, v| {
        let is_inner = u < n_smaller && v < n_smaller;
        let legal = field.legal.allows(everybody[u], everybody[v]);
        legal.then_some(-i64::from(is_inner))
    });
    solver
        .solve()
        .expect("the upfloaters make the bracket pairable");
    let n_pairs = -solver.value() as usize;
    let inner = |vertex: VertexId| vertex.index() < n_smaller;
    decide(
        &mut solver,
        &everybody,
        shifters(field, smaller),
        n_pairs,
        inner,
    )
}

/// 3.2.4.2: the first set (4.3) that leaves the larger subgroup, so that everybody of one subgroup
/// can meet somebody of the other. `staying` and `left` are the players of the smaller subgroup who
/// were not and who were shifted by 3.2.4.1; the latter do not go back.
///
/// Those who left meet those who stay, so every pairing of this graph has equally many pairs within
/// the larger subgroup, and each must consist of one shifted player and one not shifted.
fn second_shift(
    field: &Field,
    staying: &[PlayerId],
    left: &[PlayerId],
    larger: &[PlayerId],
) -> Vec<PlayerId> {
    let everybody = [staying, left, larger].concat();
    let (n_staying, first_larger) = (staying.len(), staying.len() + left.len());
    let mut solver = decisions(everybody.len(), |u, v| {
        let (u, v) = (u.min(v), u.max(v));
        let crosses = if u < n_staying {
            v >= n_staying
        } else {
            u >= first_larger
        };
        crosses && field.legal.allows(everybody[u], everybody[v])
    });
    solver.solve().expect("the first shift leaves a pairing");
    let is_larger = |vertex: VertexId| vertex.index() >= first_larger;
    let n_pairs = (solver.matching())
        .filter(|(u, v)| is_larger(*u) && is_larger(*v))
        .count();
    decide(
        &mut solver,
        &everybody,
        shifters(field, larger),
        n_pairs,
        is_larger,
    )
}

/// The first set of `n_pairs` members of a subgroup (`inner`), in the order of 4.3, such that every
/// pair within the subgroup has exactly one member in the set, in some optimal pairing.
fn decide(
    solver: &mut Solver<i64>,
    everybody: &[PlayerId],
    shifters: Vec<PlayerId>,
    n_pairs: usize,
    inner: impl Fn(VertexId) -> bool,
) -> Vec<PlayerId> {
    let mut decided = Decisions::new(everybody.len());
    for player in middle_first(shifters) {
        if decided.n_shifted == n_pairs {
            break;
        }
        let vertex = place_of(player, everybody);
        let shifted = |mate: VertexId| inner(mate) && !decided.is_shifted(mate);
        if solver.try_restrict(vertex, shifted, Cover::Must) {
            decided.shift(vertex);
        } else {
            let stays = |mate: VertexId| !inner(mate) || !decided.is_staying(mate);
            let possible = solver.try_restrict(vertex, stays, Cover::Must);
            debug_assert!(possible, "a player is shifted or not");
            decided.stay(vertex);
        }
    }
    decided.shifted(everybody)
}

fn place_of(player: PlayerId, players: &[PlayerId]) -> VertexId {
    let place = players.iter().position(|other| *other == player);
    VertexId::new(place.expect("shifters belong to the bracket"))
}

/// Who is shifted, who is not, and for whom it is open. By vertex.
struct Decisions {
    is_shifted: Vec<Option<bool>>,
    n_shifted: usize,
}

impl Decisions {
    fn new(n: usize) -> Self {
        Self {
            is_shifted: vec![None; n],
            n_shifted: 0,
        }
    }

    fn shift(&mut self, vertex: VertexId) {
        self.is_shifted[vertex.index()] = Some(true);
        self.n_shifted += 1;
    }

    fn stay(&mut self, vertex: VertexId) {
        self.is_shifted[vertex.index()] = Some(false);
    }

    fn is_shifted(&self, vertex: VertexId) -> bool {
        self.is_shifted[vertex.index()] == Some(true)
    }

    fn is_staying(&self, vertex: VertexId) -> bool {
        self.is_shifted[vertex.index()] == Some(false)
    }

    fn shifted(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        (players.iter().zip(&self.is_shifted))
            .filter(|(_, decision)| **decision == Some(true))
            .map(|(player, _)| *player)
            .collect()
    }
}

/// 4.3.2: White seekers by ascending ARO, then TPN; Black seekers by TPN. All of `players` seek one
/// colour; where nobody has played, every ARO is zero.
fn shifters(field: &Field, players: &[PlayerId]) -> Vec<PlayerId> {
    let mut sorted = players.to_vec();
    sorted.sort_by_key(|id| {
        let player = field.player(*id);
        let aro = match player.preference {
            Colour::White => player.aro,
            Colour::Black => 0,
        };
        (aro, *id)
    });
    sorted
}

/// 4.3.3: the middle of the list first, then the middle of what remains; of two players in the
/// middle, the one higher in the list.
fn middle_first(mut list: Vec<PlayerId>) -> Vec<PlayerId> {
    let mut numbered = Vec::with_capacity(list.len());
    while !list.is_empty() {
        numbered.push(list.remove((list.len() - 1) / 2));
    }
    numbered
}

/// 3.2.6: the first transposition of G2 (4.4) that gives a legal pairing with S1, decided row by
/// row: the first player of G2 with whom the later rows can still be completed.
fn transpose(field: &Field, s1: &[PlayerId], g2: &[PlayerId]) -> Vec<(PlayerId, PlayerId)> {
    let n = s1.len();
    let mut solver = decisions(2 * n, |u, v| {
        let (u, v) = (u.min(v), u.max(v));
        u < n && v >= n && field.legal.allows(s1[u], g2[v - n])
    });
    solver.solve().expect("the shifts leave a legal pairing");
    let mut taken = vec![false; n];
    let mut pairs = Vec::with_capacity(n);
    for (row, player) in s1.iter().enumerate() {
        let opponent = (0..n)
            .find(|&place| {
                !taken[place] && solver.try_force(VertexId::new(row), VertexId::new(n + place))
            })
            .expect("some opponent leaves a completion");
        taken[opponent] = true;
        pairs.push((*player, g2[opponent]));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middle_first_numbers_the_seven_players_of_article_4_3_3() {
        let list: Vec<PlayerId> = (0..7).map(PlayerId::from_index).collect();
        let numbered: Vec<usize> = middle_first(list).iter().map(|id| id.index()).collect();
        // D, C, E, B, F, A, G
        assert_eq!(numbered, [3, 2, 4, 1, 5, 0, 6]);
    }

    #[test]
    fn middle_first_takes_the_higher_of_two_middles() {
        let list: Vec<PlayerId> = (0..4).map(PlayerId::from_index).collect();
        let numbered: Vec<usize> = middle_first(list).iter().map(|id| id.index()).collect();
        assert_eq!(numbered, [1, 2, 0, 3]);
    }
}
