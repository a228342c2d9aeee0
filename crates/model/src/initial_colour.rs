//! The initial colour, where no file tells it.

use std::cmp::Reverse;

use crate::{Colour, Player, PlayerId, RoundEntry, RoundNumber, Tournament, pairing_scores};

impl Tournament {
    /// The initial colour that the first games show. In the first round with a colour, nobody has one
    /// before, so the higher ranked player of each pair tells it: those who have taken part so far are
    /// counted 1, 2, 3, ... in the initial order, and odd numbers have the initial colour
    /// (C.04.3 (2026) 5.2.5). The first such player of the initial order is asked.
    pub fn inferred_initial_colour(&self) -> Option<Colour> {
        let colour_at = |round: RoundNumber, player: &Player| match player.entry(round) {
            RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                ..
            } => Some((opponent, colour)),
            _ => None,
        };
        let recorded = self.0.players.iter().map(|player| player.entries.len());
        let mut rounds = (0..recorded.max().unwrap_or(0)).map(RoundNumber::from_index);
        let round = rounds.find(|round| {
            let mut players = self.0.players.iter();
            players.any(|player| colour_at(*round, player).is_some())
        })?;
        let scores = pairing_scores(self, round);
        let rank = |id: PlayerId| (Reverse(scores[id.index()]), id);
        let mut arrived = 0;
        (self.0.players.iter().enumerate()).find_map(|(index, player)| {
            let so_far = player.entries.iter().take(round.index() + 1);
            arrived += u32::from(so_far.into_iter().any(|entry| entry.shows_pairing()));
            let (opponent, colour) = colour_at(round, player)?;
            let is_higher = rank(PlayerId::from_index(index)) < rank(opponent);
            is_higher.then(|| if arrived % 2 == 1 { colour } else { !colour })
        })
    }
}
