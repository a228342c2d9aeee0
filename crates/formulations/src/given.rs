//! A round by costs that somebody else has computed.

use edelweiss_model::{PlayerId, Position};

use crate::formulation::HardRules;
use crate::round::{FormulatedRound, UnsolvedFormulation};
use crate::stage::{PairingStage, StageEdge, StageVertex};

impl HardRules {
    /// The round of the whole field with the smallest costs, the first array deciding, of equals the second, and
    /// so on. Each array has a row and a column for every player of the tournament; what a pair costs stands in
    /// the row of the one with the smaller number, and on the diagonal what the bye costs. O(players³).
    ///
    /// # Errors
    /// [`UnsolvedFormulation`]: no round is allowed, or costs are too large.
    ///
    /// # Panics
    /// Where an array has another size; where duals do not prove the matching.
    pub fn pair_by(
        self,
        position: &Position,
        arrays: &[Vec<u64>],
    ) -> Result<FormulatedRound, UnsolvedFormulation> {
        let n = position.players().len();
        for array in arrays {
            assert_eq!(array.len(), n * n, "a row and a column for every player");
        }
        let cost = |a: PlayerId, b: PlayerId| {
            let (low, high) = (a.min(b), a.max(b));
            let place = low.index() * n + high.index();
            arrays.iter().map(|array| array[place]).collect()
        };
        let present = position.present();
        let mut edges = Vec::new();
        for (i, a) in present.iter().enumerate() {
            for (j, b) in present.iter().enumerate().skip(i + 1) {
                if self.may_meet(position, *a, *b) {
                    let costs = cost(*a, *b);
                    edges.push(StageEdge {
                        ends: (i, j),
                        costs,
                    });
                }
            }
            if present.len() % 2 == 1 && self.may_take_bye(position, *a) {
                edges.push(StageEdge {
                    ends: (i, present.len()),
                    costs: cost(*a, *a),
                });
            }
        }
        let mut vertices: Vec<StageVertex> =
            present.iter().copied().map(StageVertex::Resident).collect();
        if present.len() % 2 == 1 {
            vertices.push(StageVertex::Bye);
        }
        let stage = PairingStage {
            number: 1,
            vertices,
            edges,
            fields: (1..=arrays.len())
                .map(|place| format!("array {place}"))
                .collect(),
        };
        let solved = stage.solved(present.len())?;
        let mut round = FormulatedRound {
            pairs: Vec::new(),
            bye: None,
            stages: Vec::new(),
        };
        for (u, v) in &solved.pairs {
            match present.get(*u.max(v)) {
                Some(lower) => round.pairs.push((present[*u.min(v)], *lower)),
                None => round.bye = Some(present[*u.min(v)]),
            }
        }
        round.stages.push(solved);
        Ok(round)
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_model::{Definitions, Player, TournamentData, Tpn};

    use super::*;

    fn field(n: u32) -> Position {
        let mut data = TournamentData::default();
        for number in 1..=n {
            data.players
                .push(Player::new(Tpn::new(number).expect("a few")));
        }
        let tournament = data.build().expect("players alone contradict nothing");
        Position::derive(&tournament, &Definitions::DUTCH_2026)
    }

    #[test]
    fn the_first_array_decides_and_the_diagonal_is_the_bye() {
        let position = field(3);
        // The bye costs least for the second player, then for the third.
        let bye = vec![9, 0, 0, 0, 1, 0, 0, 0, 2];
        let far = vec![0, 1, 5, 0, 0, 1, 0, 0, 0];
        let places = |round: FormulatedRound| {
            let bye = round.bye.map(PlayerId::index);
            (round.pairs[0].0.index(), round.pairs[0].1.index(), bye)
        };
        let by = |arrays: &[Vec<u64>]| {
            places(HardRules::ALL.pair_by(&position, arrays).expect("a round"))
        };
        assert_eq!(by(&[bye.clone(), far.clone()]), (0, 2, Some(1)));
        // Where pairs decide, both neighbours cost one, and the bye decides between those.
        assert_eq!(by(&[far, bye]), (0, 1, Some(2)));
    }

    #[test]
    fn without_a_round_it_says_how_many_pairs_there_were() {
        let refused = HardRules::ALL
            .pair_by(&field(1), &[vec![0]])
            .expect("the bye");
        assert_eq!(refused.bye.map(PlayerId::index), Some(0));
    }
}
