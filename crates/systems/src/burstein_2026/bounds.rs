//! One bracket of a small field whose criteria cost what counting says is the least.
//!
//! # Articles
//! C.04.4.2 (2026) 2.3 and 4.
//!
//! No floaters, or one, or two where the bracket cannot be paired although its number is even (C5); all of them with
//! the lowest score of the bracket (C6); as few players as possible who leave the following bracket, but two at
//! most, and as few as possible of these who floated into it (C7); and of those who are paired only as many refused a
//! colour as prefer it in excess (C8). The floaters of which that is true are asked one after the other, and of
//! the pairings with any of these the first by Article 4 is the first best one: every other costs more.

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::BitGraph;
use edelweiss_model::{Colour, PlayerId};
use edelweiss_weights::Unit;

use super::bracket::{BursteinPairing, BursteinTask, first_in_article_4};
use crate::decisions::FewPairings;
use crate::few_players::{self, FewPlayers, FollowingPlayers, bit, sets_by_score};

/// How many of those who are paired are refused their colours at least, and the colour they prefer if there
/// are some.
type RefusedColours = (u32, Option<Colour>);

impl BursteinTask<'_> {
    /// `None` where no pairing costs so little or it cannot be told soon, and in larger fields.
    pub(super) fn at_bounds(&self) -> Option<BursteinPairing> {
        let few = FewPlayers::new(self.graph.0.few()?);
        let [own, next, below] =
            [&self.players, &self.next, &self.below].map(|players| few_players::set_of(players));
        let mut sets = self.floaters_by_score(few.can_pair(own, 0));
        sets.retain(|set| few.can_pair(own & !set, 0));
        let found = self.with_fewest_leaving(&few, &sets, [next, below]);
        let (n_leaving, mut sets) = few.told(found)?;
        // C8
        let least = sets.iter().map(|set| self.refused(own & !set)).min()?;
        sets.retain(|set| self.refused(own & !set).0 == least.0);
        if !sets.iter().all(|set| self.refused(own & !set) == least) {
            return None;
        }
        // The last BSN first.
        let vertices: Vec<PlayerId> = self.players.iter().rev().copied().collect();
        let place = |set: u64| {
            let members = vertices
                .iter()
                .enumerate()
                .filter(|(_, id)| set & bit(**id) != 0);
            members.fold(0, |places, (v, _)| places | 1 << v)
        };
        let possible = self.without_needless_refusals(&vertices, least);
        let floaters = sets.into_iter().map(place).collect();
        let mut pairings = FewPairings::with_leaving(&possible, floaters)?;
        let n = vertices.len();
        let opponents = first_in_article_4(&mut pairings, n, n);
        Some(self.of_opponents(&vertices, &opponents, n_leaving))
    }

    /// C3, C4 and C7: how many floaters and how many residents of the following bracket leave that, and which of some
    /// sets of floaters allow it.
    fn with_fewest_leaving(
        &self,
        few: &FewPlayers<'_>,
        sets: &[u64],
        [next, below]: [u64; 2],
    ) -> Option<((usize, usize), Vec<u64>)> {
        let n_floaters = sets.first()?.count_ones() as usize;
        let mut n_leaving = (0..=2_usize)
            .filter(|all| (all + n_floaters + self.next.len()).is_multiple_of(2))
            .flat_map(|all| (0..=all.min(n_floaters)).map(move |n| (n, all - n)));
        n_leaving.find_map(|n_leaving| {
            let allow = |floaters: &u64| {
                let floaters = *floaters;
                let following = FollowingPlayers {
                    floaters,
                    next,
                    below,
                };
                following.can_leave(few, n_leaving.0, n_leaving.1)
            };
            let sets: Vec<u64> = sets.iter().copied().filter(allow).collect();
            (!sets.is_empty()).then_some((n_leaving, sets))
        })
    }

    /// C5 and C6: those of the lowest score who may float, a bit for each.
    fn floaters_by_score(&self, needs_nobody: bool) -> Vec<u64> {
        if needs_nobody {
            return vec![0];
        }
        let score = |id: &PlayerId| self.position.player(*id).score;
        let lowest = self.players.iter().map(score).min();
        let residents = self.players.iter().copied();
        let residents: Vec<PlayerId> = residents.filter(|id| Some(score(id)) == lowest).collect();
        let sets = sets_by_score(&[&residents], 2 - self.players.len() % 2).next();
        sets.unwrap_or_default()
    }

    /// `n_leaving` floaters and residents of the following bracket leave it.
    fn of_opponents(
        &self,
        vertices: &[PlayerId],
        opponents: &[Option<usize>],
        n_leaving: (usize, usize),
    ) -> BursteinPairing {
        let (mut pairs, mut floaters, mut units) = (Vec::new(), Vec::new(), Vec::new());
        let takes_bye = false; // The bye has been assigned before (3.1).
        for (v, player) in vertices.iter().copied().enumerate().rev() {
            match opponents[v] {
                None => {
                    floaters.push(player);
                    units.push(Unit::Float { player, takes_bye });
                }
                Some(opponent) if opponent < v => {
                    let (higher, lower) = (player, vertices[opponent]);
                    pairs.push((higher, lower));
                    units.push(Unit::Pair { higher, lower });
                }
                Some(_) => {}
            }
        }
        // In the following bracket, pairs cost nothing, and its residents all the same.
        let leaving = (floaters[..n_leaving.0].iter()).chain(&self.next[..n_leaving.1]);
        units.extend(leaving.map(|player| Unit::FollowingFloat {
            player: *player,
            takes_bye,
        }));
        self.evaluated(pairs, floaters, &units)
    }

    /// C8, of a bracket without floaters.
    fn refused(&self, players: u64) -> RefusedColours {
        let prefer = |colour: Colour| {
            let players = self.players.iter().filter(|id| players & bit(**id) != 0);
            let prefer = |id: &&PlayerId| self.position.player(**id).preference == Some(colour);
            players.filter(prefer).count() as u32
        };
        let most = players.count_ones() / 2;
        let excess = |colour: &Colour| prefer(*colour) > most;
        let colour = [Colour::White, Colour::Black].into_iter().find(excess);
        colour.map_or((0, None), |colour| (prefer(colour) - most, Some(colour)))
    }

    /// The pairs of the bracket without those that would make refusals more: where one colour is preferred in excess,
    /// two who do not prefer it, for two others would prefer it then; else two who prefer the same.
    fn without_needless_refusals(
        &self,
        vertices: &[PlayerId],
        (_, excess): RefusedColours,
    ) -> BitGraph {
        let mut graph = self.graph.among(vertices, 0);
        let preference = |v: usize| self.position.player(vertices[v]).preference;
        for v in 0..vertices.len() {
            for u in 0..v {
                let [one, other] = [u, v].map(preference);
                let is_needless = match excess {
                    Some(_) => one != excess && other != excess,
                    None => one.is_some() && one == other,
                };
                if is_needless {
                    graph.set_edge(VertexId::new(u), VertexId::new(v), false);
                }
            }
        }
        graph
    }
}
