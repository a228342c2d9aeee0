//! What costs need to know of a round: places, Buchholz, the group.

use edelweiss_model::{PlayerId, Position, Score, Tournament};

use crate::cost::FieldCost;

/// What is the same for every edge of a stage.
pub(crate) struct KnownOfRound<'a> {
    tournament: &'a Tournament,
    position: &'a Position,
    seed: u64,
    /// By player index: place in the ranking.
    place: Vec<usize>,
    buchholz_place: Vec<usize>,
    /// By player index: group, place in it and its size.
    group: Vec<(usize, usize, usize)>,
    lowest: Score,
}

impl<'a> KnownOfRound<'a> {
    /// Of a round whose groups are these, each sorted by rank. O(players · rounds), plus sorting.
    pub(crate) fn new(
        tournament: &'a Tournament,
        position: &'a Position,
        seed: u64,
        groups: &[Vec<PlayerId>],
    ) -> Self {
        let n = position.players().len();
        let places = |order: &[PlayerId]| {
            let mut places = vec![0; n];
            for (place, id) in order.iter().enumerate() {
                places[id.index()] = place;
            }
            places
        };
        let present = position.present();
        let mut by_buchholz = present.to_vec();
        by_buchholz.sort_by_cached_key(|id| {
            let met = position.games(*id).iter();
            let buchholz: i64 = met
                .map(|(other, _)| i64::from(position.player(*other).standings.tenths()))
                .sum();
            (-position.player(*id).score.tenths(), -buchholz, *id)
        });
        let mut group = vec![(usize::MAX, 0, 0); n];
        for (number, members) in groups.iter().enumerate() {
            for (place, id) in members.iter().enumerate() {
                group[id.index()] = (number, place, members.len());
            }
        }
        let scores = present.iter().map(|id| position.player(*id).score);
        Self {
            tournament,
            position,
            seed,
            place: places(present),
            buchholz_place: places(&by_buchholz),
            group,
            lowest: scores.min().unwrap_or_default(),
        }
    }

    /// Of a pair.
    pub(crate) fn of_pair(&self, cost: FieldCost, a: PlayerId, b: PlayerId) -> u64 {
        let (one, other) = (self.position.player(a), self.position.player(b));
        let ((group, i, size), (group_b, j, _)) = (self.group[a.index()], self.group[b.index()]);
        let grouped = |cost: usize| if group == group_b { cost as u64 } else { 0 };
        match cost {
            FieldCost::ByeScore | FieldCost::ByeRank | FieldCost::Downfloaters => 0,
            FieldCost::ScoreDifference => {
                u64::from(one.score.tenths().abs_diff(other.score.tenths()))
            }
            FieldCost::RatingDifference => {
                let rating = |id| self.tournament.player(id).rating.unwrap_or_default();
                u64::from(rating(a).abs_diff(rating(b)))
            }
            FieldCost::RankDistance => distance(&self.place, a, b),
            FieldCost::BuchholzDistance => distance(&self.buchholz_place, a, b),
            FieldCost::DutchType => grouped(i.abs_diff(j).abs_diff(size / 2)),
            FieldCost::FoldType => grouped((i + j + 1).abs_diff(size)),
            FieldCost::MonradType => grouped(i.abs_diff(j).saturating_sub(1)),
            FieldCost::RandomType => self.random(a, b),
            FieldCost::ColourBalance => {
                let after = |white: i16, black: i16| {
                    u64::from((i32::from(white) + 1).unsigned_abs())
                        + u64::from((i32::from(black) - 1).unsigned_abs())
                };
                let (a, b) = (one.colour_difference, other.colour_difference);
                after(a, b).min(after(b, a))
            }
            FieldCost::ColourClash => u64::from(self.position.colours_clash(a, b)),
            FieldCost::Rematch => u64::from(self.position.have_met(a, b)),
            FieldCost::SameFederation => {
                let federation = |id| self.tournament.player(id).federation.as_deref();
                u64::from(federation(a).is_some() && federation(a) == federation(b))
            }
        }
    }

    /// Of the player with the bye.
    pub(crate) fn of_bye(&self, cost: FieldCost, id: PlayerId) -> u64 {
        match cost {
            FieldCost::ByeScore => {
                let score = self.position.player(id).score.tenths();
                u64::from(score.abs_diff(self.lowest.tenths()))
            }
            FieldCost::ByeRank => {
                (self.position.present().len() - 1 - self.place[id.index()]) as u64
            }
            _ => 0,
        }
    }

    fn random(&self, a: PlayerId, b: PlayerId) -> u64 {
        let (low, high) = (a.min(b).index() as u64, a.max(b).index() as u64);
        let round = self.position.round().index() as u64;
        let mixed = mix(mix(mix(mix(self.seed) ^ round) ^ low) ^ high);
        mixed >> 40
    }
}

fn distance(places: &[usize], a: PlayerId, b: PlayerId) -> u64 {
    places[a.index()].abs_diff(places[b.index()]) as u64
}

/// `SplitMix64`, one step.
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
