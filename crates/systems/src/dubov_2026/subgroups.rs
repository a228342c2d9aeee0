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

use std::collections::BTreeMap;
use std::ops::Range;

use edelweiss_matching::cardinality::{BitGraph, PerfectMatching, WordGraph};
use edelweiss_matching::{LexicographicOptima, MatchingFace, VertexId};
use edelweiss_model::{Colour, PlayerId};

use super::entrant::Dubov2026Field;
use crate::best_pairings::{CostClasses, keep_edges, set_of};
use crate::decisions::{Decisions, FewPairings};
use crate::few_players;

/// Pairs a bracket completely; each pair is (player of S1, player of T2), in the order of S1.
/// `bracket` is in ranking order and can be paired.
pub(super) fn pair(field: &Dubov2026Field, bracket: &[PlayerId]) -> Vec<(PlayerId, PlayerId)> {
    let (g1, g2) = divide(field, bracket);
    let (mut g1, mut g2) = recompose(field, g1, g2);
    // 3.2.5, 4.4.2
    g1.sort_by_key(|id| (field.player(*id).aro, *id));
    g2.sort_unstable();
    transpose(field, &g1, &g2)
}

/// 3.2.3: those who prefer White, and the rest; where nobody has played, the first and the second
/// half by TPN.
fn divide(field: &Dubov2026Field, bracket: &[PlayerId]) -> (Vec<PlayerId>, Vec<PlayerId>) {
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
    field: &Dubov2026Field,
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
fn first_shift(field: &Dubov2026Field, smaller: &[PlayerId], larger: &[PlayerId]) -> Vec<PlayerId> {
    // No such pair is needed where no two of the smaller subgroup need meet.
    let all_cross = |few: &WordGraph| {
        let [own, others] = [smaller, larger].map(few_players::set_of);
        few_players::can_pair(few, own | others, own)
    };
    if field.legal.few().is_some_and(all_cross) {
        return Vec::new();
    }
    let everybody = [smaller, larger].concat();
    let n_smaller = smaller.len();
    let mut best = LexicographicOptima::new(field.legal.among(&everybody, 0), Vec::new());
    let is_inner = CostClasses::new((0..everybody.len()).map(|v| v < n_smaller));
    let is_pairable = is_inner.keep_cheapest(&mut best, |a, b| u64::from(*a && *b));
    assert!(is_pairable, "the upfloaters make the bracket pairable");
    let mut face = best.face().expect("the best pairings are some");
    let mates = face.matching();
    let is_inner = |mate: &&Option<VertexId>| mate.is_some_and(|v| v.index() < n_smaller);
    let n_pairs = mates[..n_smaller].iter().filter(is_inner).count() / 2;
    let of_inner = (shifters(field, smaller), 0..n_smaller);
    decide(&mut face, &everybody, of_inner, n_pairs)
}

/// 3.2.4.2: the first set (4.3) that leaves the larger subgroup, so that everybody of one subgroup
/// can meet somebody of the other. `staying` and `left` are the players of the smaller subgroup who
/// were not and who were shifted by 3.2.4.1; the latter do not go back.
///
/// Those who left meet those who stay, so every pairing of this graph has equally many pairs within
/// the larger subgroup, and each must consist of one shifted player and one not shifted.
fn second_shift(
    field: &Dubov2026Field,
    staying: &[PlayerId],
    left: &[PlayerId],
    larger: &[PlayerId],
) -> Vec<PlayerId> {
    let everybody = [staying, left, larger].concat();
    let (n_staying, first_larger) = (staying.len(), staying.len() + left.len());
    // Within the larger subgroup.
    let n_pairs = (larger.len() + left.len() - n_staying) / 2;
    if n_pairs == 0 {
        return Vec::new();
    }
    let mut graph = field.legal.among(&everybody, 0);
    let n = everybody.len();
    let [stays, crosses, is_larger] =
        [0..n_staying, n_staying..n, first_larger..n].map(|set| set_of(n, set));
    let not_left: Vec<u64> = (stays.iter().zip(&is_larger)).map(|(a, b)| a | b).collect();
    keep_edges(&mut graph, |v| {
        if v < n_staying {
            &crosses
        } else if v < first_larger {
            &stays
        } else {
            &not_left
        }
    });
    let of_inner = (shifters(field, larger), first_larger..n);
    match FewPairings::new(&graph) {
        Some(mut few) => decide(&mut few, &everybody, of_inner, n_pairs),
        None => decide(&mut all_pairings(graph), &everybody, of_inner, n_pairs),
    }
}

/// All complete pairings of a graph that has some.
fn all_pairings(graph: BitGraph) -> MatchingFace {
    let perfect = PerfectMatching::new(graph, &[]).expect("the shifts leave a legal pairing");
    MatchingFace::without_sets(perfect)
}

/// The first set of members of a subgroup (`inner`, as vertices, with its shifters in the order of 4.3) such that each
/// of the `n_pairs` pairs within the subgroup has exactly one member in the set, in some pairing of the face. All
/// pairings of the face have that many such pairs.
fn decide(
    face: &mut impl Decisions,
    everybody: &[PlayerId],
    (shifters, inner): (Vec<PlayerId>, Range<usize>),
    n_pairs: usize,
) -> Vec<PlayerId> {
    let n = everybody.len();
    // Whom a shifted player can meet: those of the subgroup who are not shifted. And one who is not:
    // everybody but those of the subgroup who are not shifted either.
    let (mut of_shifted, mut of_staying) = (set_of(n, inner), set_of(n, 0..n));
    let vertex_of: BTreeMap<PlayerId, usize> = everybody.iter().copied().zip(0..).collect();
    let mut shifted = Vec::with_capacity(n_pairs);
    for player in middle_first(shifters) {
        if shifted.len() == n_pairs {
            break;
        }
        let v = vertex_of[&player];
        let taken = if face.try_restrict(VertexId::new(v), &of_shifted) {
            shifted.push(v);
            &mut of_shifted
        } else {
            let possible = face.try_restrict(VertexId::new(v), &of_staying);
            debug_assert!(possible, "a player is shifted or not");
            &mut of_staying
        };
        taken[v / 64] &= !(1 << (v % 64));
    }
    shifted.sort_unstable();
    shifted.into_iter().map(|v| everybody[v]).collect()
}

/// 4.3.2: White seekers by ascending ARO, then TPN; Black seekers by TPN. All of `players` seek one
/// colour; where nobody has played, every ARO is zero.
fn shifters(field: &Dubov2026Field, players: &[PlayerId]) -> Vec<PlayerId> {
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
fn transpose(
    field: &Dubov2026Field,
    s1: &[PlayerId],
    g2: &[PlayerId],
) -> Vec<(PlayerId, PlayerId)> {
    let n = s1.len();
    let [rows, others] = [0..n, n..2 * n].map(|side| set_of(2 * n, side));
    let mut graph = field.legal.among(&[s1, g2].concat(), 0);
    keep_edges(&mut graph, |v| if v < n { &others } else { &rows });
    let pairs = match FewPairings::new(&graph) {
        Some(mut few) => row_by_row(&mut few, &others, n),
        None => row_by_row(&mut all_pairings(graph), &others, n),
    };
    (s1.iter().zip(pairs))
        .map(|(player, place)| (*player, g2[place]))
        .collect()
}

/// The first opponent of each row with whom the later ones can be completed, by place.
fn row_by_row(pairings: &mut impl Decisions, others: &[u64], n: usize) -> Vec<usize> {
    let opponent = |row| pairings.match_first(VertexId::new(row), others);
    (0..n)
        .map(opponent)
        .map(|opponent| opponent.expect("some opponent leaves a completion").index() - n)
        .collect()
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
