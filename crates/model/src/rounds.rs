//! Which rounds are over, which is to be paired, and which games still lack a result.
//!
//! # Articles
//! C.04.2 (2026) 3.1: an adjourned game counts as a draw for pairing. That is said by
//! [`GameResult::Adjourned`]; a game without any result is [`GameResult::Unknown`], and a round in
//! which no game has one was paired, not played.

use std::ops::Range;

use crate::{
    ByeKind, Colour, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Tournament,
    TournamentData,
};

/// A game that has been paired and has no result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OpenGame {
    /// When.
    pub round: RoundNumber,
    /// Who has White.
    pub white: PlayerId,
    /// Who has Black.
    pub black: PlayerId,
}

impl TournamentData {
    /// Whoever has nothing in this round is free in it, without a point: where all pairings are fixed before the event, and
    /// the others have their games. O(players).
    pub fn give_free_round(&mut self, round: RoundNumber) {
        for player in &mut self.players {
            if player.entry(round) == RoundEntry::Blank {
                let entries = &mut player.entries;
                entries.resize(entries.len().max(round.index() + 1), RoundEntry::Blank);
                entries[round.index()] = RoundEntry::Bye(ByeKind::Zero);
            }
        }
    }

    /// The last round that was paired, if any. A last round in which nobody has an opponent, but
    /// two or more players still wait for one, is a round to be paired in which the arbiter has
    /// already given the bye, unless [`held`](Self::held) tells that it is over.
    pub fn rounds_paired(&self) -> Option<RoundNumber> {
        self.rounds_shown().max(self.held)
    }

    /// The same as the entries alone tell it.
    fn rounds_shown(&self) -> Option<RoundNumber> {
        let mut rounds = 0;
        for player in &self.players {
            let later = player.entries.get(rounds..).unwrap_or_default();
            if let Some(last) = later.iter().rposition(|entry| entry.shows_pairing()) {
                rounds += last + 1;
            }
        }
        let last = rounds.checked_sub(1)?;
        let round = RoundNumber::from_index(last);
        let has_game = (self.players.iter()).any(|player| player.entry(round).opponent().is_some());
        if has_game {
            return Some(round);
        }
        let is_waiting = |(index, player): &(usize, &Player)| {
            let id = PlayerId::from_index(*index);
            let is_announced = || {
                (self.absences.iter()).any(|absence| absence.player == id && absence.round == round)
            };
            player.entry(round) == RoundEntry::Blank && !is_announced()
        };
        let waiting = self.players.iter().enumerate().filter(is_waiting).count();
        if waiting < 2 {
            Some(round)
        } else {
            last.checked_sub(1).map(RoundNumber::from_index)
        }
    }

    /// The round after the last one that was paired.
    pub(crate) fn round_after_the_last(&self) -> RoundNumber {
        self.rounds_paired().map_or(RoundNumber::FIRST, |last| {
            RoundNumber::from_index(last.index() + 1)
        })
    }
}

impl Tournament {
    /// The round to be paired next.
    pub fn next_round(&self) -> RoundNumber {
        (self.round_to_pair).unwrap_or_else(|| self.round_after_the_last())
    }

    /// This tournament with so many rounds over, where the entries do not tell it: a last round in which
    /// nobody had an opponent. Rounds that the entries show are over in any case.
    #[must_use]
    pub fn with_rounds_held(&self, held: RoundNumber) -> Self {
        let mut data = self.0.clone();
        data.held = Some(held).filter(|held| Some(*held) > data.rounds_shown());
        Self(data)
    }

    /// The games without a result, on one side at least, in these rounds, counted from zero: by round, then in the order of
    /// the players with White. O(players · rounds).
    pub fn open_games(&self, rounds: Range<usize>) -> Vec<OpenGame> {
        let mut open = Vec::new();
        let is_open = |entry: &RoundEntry| entry.result() == Some(GameResult::Unknown);
        if !(self.players.iter()).any(|player| player.entries.iter().any(is_open)) {
            return open; // As in most tournaments: then nobody's opponent is asked.
        }
        for round in rounds.map(RoundNumber::from_index) {
            for white in self.player_ids() {
                let RoundEntry::Paired {
                    opponent: black,
                    colour: Some(Colour::White),
                    result,
                } = self.player(white).entry(round)
                else {
                    continue;
                };
                let results = [Some(result), self.player(black).entry(round).result()];
                if results.contains(&Some(GameResult::Unknown)) {
                    open.push(OpenGame {
                        round,
                        white,
                        black,
                    });
                }
            }
        }
        open
    }

    /// The tournament if these games had been won by the player with this colour.
    #[must_use]
    pub fn with_winners(&self, games: &[(OpenGame, Colour)]) -> Self {
        let mut data = self.0.clone();
        for (game, winner) in games {
            for (player, own) in [(game.white, Colour::White), (game.black, Colour::Black)] {
                let entry = &mut data.players[player.index()].entries[game.round.index()];
                if let RoundEntry::Paired { result, .. } = entry {
                    *result = if own == *winner {
                        GameResult::Win
                    } else {
                        GameResult::Loss
                    };
                }
            }
        }
        Self(data)
    }

    /// Whether games stand in these rounds, counted from zero, and none of them has a result.
    /// O(players · rounds).
    pub fn is_without_results(&self, rounds: Range<usize>) -> bool {
        let mut games = (self.players.iter())
            .flat_map(|player| player.entries.iter().take(rounds.end).skip(rounds.start))
            .filter_map(|entry| entry.result())
            .peekable();
        games.peek().is_some() && games.all(|result| result == GameResult::Unknown)
    }

    /// The tournament as it stood when `round` was about to be paired. This is the position a checker
    /// pairs again.
    ///
    /// Of a round that has been paired, earlier rounds are kept and later ones dropped; a player
    /// whose entry of `round` is blank or a requested bye is announced as absent. A bye that the
    /// arbiter had given beforehand looks like one of the pairing then, and is dropped with it. Of
    /// the round to be paired next everything stays: byes entered in advance, and those who wait.
    ///
    /// The number of rounds of the event becomes that of the recorded ones where it is missing,
    /// unless the last one has no results yet.
    #[must_use]
    pub fn before_round(&self, round: RoundNumber) -> Tournament {
        let mut data = self.0.clone();
        let paired = self.rounds_paired().map_or(0, |last| last.index() + 1);
        if round.index() < paired {
            let recorded =
                (data.players.iter().map(|player| player.entries.len()).max()).unwrap_or(paired);
            if data.rounds_total.is_none() && !self.is_without_results(paired - 1..paired) {
                data.rounds_total = Some(RoundNumber::from_index(recorded - 1));
            }
            data.initial_colour = (data.initial_colour).or_else(|| self.inferred_initial_colour());
            return Tournament(data).before_earlier_round(round);
        }
        data.pair_next(round);
        Tournament(data)
    }

    /// The same of an earlier round, without a copy: what [`Self::before_round`] gave for a round that had been paired
    /// is taken back to this one. O(players).
    #[must_use]
    pub fn before_earlier_round(self, round: RoundNumber) -> Tournament {
        let Tournament(mut data) = self;
        for player in &mut data.players {
            take_back(player, round);
        }
        data.held = data.held.filter(|held| *held < round);
        data.pair_next(round);
        Tournament(data)
    }

    /// This tournament with the bye of the round to be paired given to `player` by the arbiter.
    #[must_use]
    pub fn with_given_bye(&self, player: PlayerId) -> Tournament {
        let mut data = self.0.clone();
        let round = self.next_round();
        let entries = &mut data.players[player.index()].entries;
        entries.resize(entries.len().max(round.index() + 1), RoundEntry::Blank);
        entries[round.index()] = RoundEntry::Bye(ByeKind::PairingAllocated);
        data.pair_next(round);
        Tournament(data)
    }
}

impl TournamentData {
    /// Says which round is to be paired only where the rounds before do not tell it, so that a file can hold the
    /// position.
    fn pair_next(&mut self, round: RoundNumber) {
        self.round_to_pair = Some(round).filter(|round| *round != self.round_after_the_last());
    }
}

/// Drops the entry of `round` and later ones; whoever was not paired in it is absent.
fn take_back(player: &mut Player, round: RoundNumber) {
    let entry = player.entry(round);
    player.entries.truncate(round.index());
    if entry.shows_pairing() {
        while player.entries.last() == Some(&RoundEntry::Blank) {
            player.entries.pop();
        }
    } else {
        player.entries.resize(round.index(), RoundEntry::Blank);
        player.entries.push(match entry {
            RoundEntry::Blank => RoundEntry::Bye(ByeKind::Zero),
            bye => bye,
        });
    }
}
