//! The colour allocation, written from the text and the recorded games.
//!
//! # Articles
//! C.04.3 (2026) 5.1, 5.2.1-5.2.5; 2017 E.1-E.5, which say the same. C.04.2 (2026) 3.4: rounds
//! without a game are left out when histories are compared.

use edelweiss_model::{Colour, PlayerId, Strength, Tournament};

use crate::history::{PlayerHistory, histories};

/// Who of two players gets which colour in the next round.
#[derive(Clone, Debug)]
pub struct ColourAllocation {
    players: Vec<PlayerHistory>,
    initial: Colour,
}

impl ColourAllocation {
    /// Before the next round of `tournament`. Where no initial colour was drawn and no game shows
    /// it, it is White. O(players · rounds).
    pub fn new(tournament: &Tournament) -> Self {
        let initial = (tournament.initial_colour)
            .or_else(|| tournament.inferred_initial_colour())
            .unwrap_or(Colour::White);
        Self {
            players: histories(tournament),
            initial,
        }
    }

    /// The two players of a pair as White and Black. O(rounds).
    ///
    /// # Panics
    /// When an id belongs to a larger tournament.
    pub fn seat(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        let score = |id: PlayerId| self.players[id.index()].score;
        // 1.2: higher score, then smaller number.
        let mut both = [a, b];
        both.sort_by_key(|id| (-score(*id), *id));
        let [higher, lower] = both;
        match self.colour_of_higher(higher, lower) {
            Colour::White => (higher, lower),
            Colour::Black => (lower, higher),
        }
    }

    fn colour_of_higher(&self, higher: PlayerId, lower: PlayerId) -> Colour {
        let (h, l) = (&self.players[higher.index()], &self.players[lower.index()]);
        let (wish_h, wish_l) = (h.preference(), l.preference());
        let (Some((colour_h, strength_h)), Some((colour_l, strength_l))) = (wish_h, wish_l) else {
            // 1.7.4: a player without games has no preference, the opponent's is granted; 5.2.5.
            return match (wish_h, wish_l) {
                (Some((colour, _)), _) => colour,
                (_, Some((colour, _))) => !colour,
                (None, None) => self.first_colour(higher),
            };
        };
        // 5.2.1: grant both.
        if colour_h != colour_l {
            return colour_h;
        }
        // 5.2.2: grant the stronger; of two absolute ones, the wider colour difference.
        if strength_h > strength_l {
            return colour_h;
        }
        if strength_l > strength_h {
            return !colour_l;
        }
        if strength_h == Strength::Absolute {
            let wide = |player: &PlayerHistory| player.colour_difference().abs();
            if wide(h) > wide(l) {
                return colour_h;
            }
            if wide(l) > wide(h) {
                return !colour_l;
            }
        }
        // 5.2.3: alternate to the most recent time in which one had White and the other Black.
        for back in 1..=h.games.len().min(l.games.len()) {
            let (_, had_h) = h.games[h.games.len() - back];
            let (_, had_l) = l.games[l.games.len() - back];
            if had_h != had_l {
                return !had_h;
            }
        }
        // 5.2.4: the preference of the higher ranked player.
        colour_h
    }

    /// 5.2.5. Players who have not arrived have no number (C.04.2 (2026) 2.4), so the parity is
    /// taken on the numbering without them.
    fn first_colour(&self, player: PlayerId) -> Colour {
        let number = (self.players[..=player.index()].iter())
            .filter(|history| history.arrived)
            .count();
        if number % 2 == 1 {
            self.initial
        } else {
            !self.initial
        }
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_model::{Player, RoundNumber, TournamentData, Tpn};

    use super::*;
    use crate::history::PlayerHistory;

    /// Two players with these colours in their games, oldest first; the first one is ranked higher.
    fn seats(higher: &str, lower: &str, initial: Colour) -> (usize, usize) {
        let history = |colours: &str| {
            let colour = |letter| match letter {
                'w' => Colour::White,
                _ => Colour::Black,
            };
            let games = colours
                .chars()
                .map(|letter| (PlayerId::from_index(9), colour(letter)));
            PlayerHistory {
                score: edelweiss_model::Score::ZERO,
                games: games.collect(),
                arrived: true,
                topscorer: true,
                unplayed: 0,
            }
        };
        let colours = ColourAllocation {
            players: vec![history(higher), history(lower)],
            initial,
        };
        let (white, black) = colours.seat(PlayerId::from_index(1), PlayerId::from_index(0));
        (white.index(), black.index())
    }

    #[test]
    fn each_rule_decides_in_its_turn() {
        let (first, second) = ((0, 1), (1, 0));
        for (higher, lower, expected, rule) in [
            ("wb", "bw", first, "5.2.1: one wants White, the other Black"),
            ("w", "", second, "1.7.4: only the higher player has a wish"),
            ("", "w", first, "1.7.4: only the lower player has a wish"),
            ("bw", "wbw", first, "5.2.2: Black, mildly and strongly"),
            ("bww", "w", second, "5.2.2: Black, absolutely and strongly"),
            (
                "ww",
                "www",
                first,
                "5.2.2: both absolute, the wider difference",
            ),
            (
                "www",
                "ww",
                second,
                "5.2.2: both absolute, the wider difference",
            ),
            (
                "wwbw",
                "wbww",
                first,
                "5.2.3: both absolute, one width; Black against White before",
            ),
            (
                "bwwb",
                "wbwb",
                second,
                "5.2.3: White against Black three games ago",
            ),
            (
                "wb",
                "bwwb",
                first,
                "5.2.4: nothing differs within the shorter history",
            ),
            ("bww", "bww", second, "5.2.4: the higher player wants Black"),
            ("", "", first, "5.2.5: number one has the initial colour"),
        ] {
            assert_eq!(seats(higher, lower, Colour::White), expected, "{rule}");
        }
        assert_eq!(seats("", "", Colour::Black), second);
    }

    #[test]
    fn players_who_have_not_arrived_have_no_number() {
        // Places 1 and 3 are absent in round one: 2 is the first number.
        let mut data = TournamentData {
            initial_colour: Some(Colour::White),
            ..TournamentData::default()
        };
        for number in 1..=10 {
            data.players
                .push(Player::new(Tpn::new(number).expect("small")));
        }
        for gone in [0, 2] {
            data.absences.push(edelweiss_model::Absence {
                round: RoundNumber::FIRST,
                player: PlayerId::from_index(gone),
                kind: edelweiss_model::ByeKind::Zero,
            });
        }
        let colours = ColourAllocation::new(&data.build().expect("consistent"));
        let [two, seven] = [1, 6].map(PlayerId::from_index);
        assert_eq!(colours.seat(two, seven), (two, seven));
    }
}
