//! How a bracket came to its pairing: S1 and S2, Limbo, the remainder, and what was changed in them.
//!
//! # Articles
//! C.04.3 (2026) 3.2, 3.3, 4.1-4.4; 2017 B.2, B.3, D.1-D.3.
//!
//! A set of pairs is formed first with the smaller number of each pair of the remainder in S1, so that
//! the exchange can be read from the finished pairs.

use std::collections::{BTreeMap, BTreeSet};

use edelweiss_model::PlayerId;
use edelweiss_pairing::BracketRecord;

/// The way from the players of a bracket to its pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketCourse {
    /// Moved-down players who are paired here, highest ranked first: S1 of a heterogeneous bracket.
    pub mdps_paired: Vec<PlayerId>,
    /// Moved-down players who are not: the Limbo.
    pub limbo: Vec<PlayerId>,
    /// Whether those of S1 are others than the highest ranked ones.
    pub limbo_is_altered: bool,
    /// The opponents of `mdps_paired`, in their order.
    pub mdp_opponents: Vec<PlayerId>,
    /// Whether these are others than the highest ranked residents in order.
    pub mdps_are_transposed: bool,
    /// The residents who meet no moved-down player.
    pub remainder: Halves,
}

/// A homogeneous bracket or a remainder, in two halves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halves {
    /// S1 before any exchange.
    pub s1: Vec<PlayerId>,
    /// S2 before any exchange.
    pub s2: Vec<PlayerId>,
    /// Who leaves S1.
    pub leaving: Vec<PlayerId>,
    /// Who enters S1 instead.
    pub entering: Vec<PlayerId>,
    /// S2 in the order of its opponents, followed by those without one.
    pub s2_in_order: Vec<PlayerId>,
    /// Whether that is another order than that of the ranking.
    pub is_transposed: bool,
}

impl BracketCourse {
    /// Reads the course from the record of a bracket. O(n · log n) for n players.
    pub fn of(record: &BracketRecord) -> Self {
        let opponents: BTreeMap<PlayerId, PlayerId> = (record.pairs.iter())
            .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
            .collect();
        let opponent = |id: &PlayerId| opponents.get(id).copied();
        let (mdps_paired, limbo): (Vec<PlayerId>, Vec<PlayerId>) =
            (record.mdps.iter().copied()).partition(|id| opponent(id).is_some());
        let mdp_opponents: Vec<PlayerId> = mdps_paired.iter().filter_map(opponent).collect();
        let taken: BTreeSet<&PlayerId> = mdp_opponents.iter().collect();
        let remainder: Vec<PlayerId> = (record.residents.iter().copied())
            .filter(|id| !taken.contains(id))
            .collect();
        let mdps: BTreeSet<&PlayerId> = record.mdps.iter().collect();
        let pairs: Vec<(PlayerId, PlayerId)> = (record.pairs.iter().copied())
            .filter(|(a, _)| !mdps.contains(a))
            .collect();
        Self {
            limbo_is_altered: !record.mdps.starts_with(&mdps_paired),
            mdps_are_transposed: !record.residents.starts_with(&mdp_opponents),
            remainder: Halves::of(&remainder, &pairs),
            mdps_paired,
            limbo,
            mdp_opponents,
        }
    }
}

impl Halves {
    /// `players` are highest ranked first; `pairs` name the higher one first, sorted by that.
    fn of(players: &[PlayerId], pairs: &[(PlayerId, PlayerId)]) -> Self {
        let (s1, s2) = players.split_at(pairs.len().min(players.len()));
        let firsts: BTreeSet<PlayerId> = pairs.iter().map(|(first, _)| *first).collect();
        let paired: BTreeSet<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let is_first = |id: &PlayerId| firsts.contains(id);
        let is_paired = |id: &PlayerId| paired.contains(id);
        let leaving: Vec<PlayerId> = s1.iter().copied().filter(|id| !is_first(id)).collect();
        let entering: Vec<PlayerId> = s2.iter().copied().filter(is_first).collect();
        let places: BTreeMap<PlayerId, usize> = players.iter().copied().zip(0..).collect();
        let place = |id: &PlayerId| places.get(id);
        let opponents = pairs.iter().map(|(_, second)| *second);
        let alone = players.iter().copied().filter(|id| !is_paired(id));
        let s2_in_order: Vec<PlayerId> = opponents.chain(alone).collect();
        Self {
            is_transposed: !s2_in_order.is_sorted_by_key(place),
            s1: s1.to_vec(),
            s2: s2.to_vec(),
            leaving,
            entering,
            s2_in_order,
        }
    }
}
