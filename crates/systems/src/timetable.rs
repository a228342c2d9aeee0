//! A round of an event whose games, or matches of teams, are all fixed before it.
//!
//! # Articles
//! C.05 6.6: nothing that happens changes the table. A game that is not played is a forfeit, and an absence that the file
//! announces is refused.

use edelweiss_model::{PlayerId, Position, RoundEntry, RoundNumber, Tournament};
use edelweiss_pairing::{Board, ColourReason, Impossible, Outcome, RoundPairing};

use crate::swiss_system::UnreadableRounds;

/// All rounds of an event.
pub(crate) struct Timetable<'a> {
    /// How many there are; at least one.
    pub(crate) rounds: usize,
    /// Rounds of a cycle, in which nobody meets anybody twice.
    pub(crate) cycle: usize,
    /// White and Black of a round, counted from zero, in the order of the boards.
    pub(crate) games: &'a dyn Fn(usize) -> Vec<(PlayerId, PlayerId)>,
    /// The rules as people name them.
    pub(crate) rules: &'static str,
    /// What gives the colours.
    pub(crate) article: &'static str,
    /// Where the table stands.
    pub(crate) source: &'static str,
}

pub(crate) fn refused<T>(why: String) -> Result<T, UnreadableRounds> {
    Err(UnreadableRounds(why))
}

/// Who is paired, in the singular.
pub(crate) fn participant(tournament: &Tournament) -> &'static str {
    if tournament.matches.is_some() {
        "team"
    } else {
        "player"
    }
}

impl Timetable<'_> {
    /// The next round of the table. O(players · rounds).
    ///
    /// # Errors
    /// A number of rounds that is more than those of the table; an absence; two that have met in the same cycle already,
    /// as the rounds so far are not those of the table.
    pub(crate) fn next_round(
        &self,
        tournament: &Tournament,
        position: &Position,
    ) -> Result<Outcome, UnreadableRounds> {
        let (players, who) = (tournament.players.len(), participant(tournament));
        let source = self.source;
        let length = RoundNumber::from_index(self.rounds - 1);
        let total = tournament.rounds_total.unwrap_or(length);
        if total > length {
            return refused(format!(
                "found {total} rounds (record 142), expected at most {length}, which is what the table of {players} {who}s has ({source})"
            ));
        }
        let round = tournament.next_round();
        if round > total {
            return Ok(Outcome::Impossible(Impossible::NoRoundLeft { total }));
        }
        let mut present = vec![false; players];
        for id in position.present() {
            present[id.index()] = true;
        }
        let number = |id: PlayerId| tournament.player(id).number;
        let board = |(white, black): (PlayerId, PlayerId)| {
            if let Some(id) = [white, black].into_iter().find(|id| !present[id.index()]) {
                return refused(format!(
                    "{who} {} has a bye or is absent in round {round}, in which the table has a game: a game that is not played is a forfeit, and not taken out (C.05 6.6)",
                    number(id)
                ));
            }
            if let Some(earlier) = self.earlier_in_cycle(tournament, white, black) {
                return refused(format!(
                    "round {round} of the table has the game of {} and {}, who have met in round {earlier} of the file: its rounds are not those of the table ({source})",
                    number(white),
                    number(black)
                ));
            }
            Ok(Board {
                white,
                black,
                colour_reason: ColourReason::Article(self.article),
            })
        };
        let games = (self.games)(round.index()).into_iter();
        Ok(Outcome::Paired(RoundPairing {
            round,
            rules: self.rules,
            boards: games.map(board).collect::<Result<_, _>>()?,
            bye: None,
            given_bye: None,
            replaced: None,
            defect: None,
            brackets: Vec::new(),
        }))
    }

    /// The round of the same cycle in which these two stand as opponents already.
    fn earlier_in_cycle(
        &self,
        tournament: &Tournament,
        one: PlayerId,
        other: PlayerId,
    ) -> Option<RoundNumber> {
        let next = tournament.next_round().index();
        let start = next - next % self.cycle;
        (start..next).map(RoundNumber::from_index).find(|round| {
            let entry = tournament.player(one).entry(*round);
            matches!(entry, RoundEntry::Paired { opponent, .. } if opponent == other)
        })
    }
}
