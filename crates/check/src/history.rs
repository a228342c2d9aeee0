//! Scores, games, topscorers and bye bars, read from the entries of a tournament.
//!
//! Everything here is derived a second time, independently of `edelweiss_model::Position`: a slip
//! in one of the two derivations shows as a difference.
//!
//! # Articles
//! C.04.3 (2026) 1.2, 1.4, 1.6-1.8, C2; C.04.2 (2026) 2.4, 3.1, 3.4; C.04.7 (2026) 1; 2017 A.2, A.4, A.6, C.2.

use std::cmp::Ordering;

use edelweiss_model::{
    Acceleration, ByeBar, ByeKind, Colour, GameResult, PlayerId, RoundEntry, Score, Strength,
    Tournament, UnplayedFloat,
};

/// What the entries of one player say before the round to be paired.
#[derive(Clone, Debug)]
pub(crate) struct PlayerHistory {
    /// Points so far and virtual points of the round.
    pub(crate) score: Score,
    /// Games over the board, oldest first.
    pub(crate) games: Vec<(PlayerId, Colour)>,
    /// Has been paired before or is being paired now.
    pub(crate) arrived: bool,
    /// A topscorer of the last round.
    pub(crate) topscorer: bool,
    /// Rounds so far without a game over the board.
    pub(crate) unplayed: u32,
}

/// What a round leaves behind with a player who did not meet an equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordedFloat {
    /// A lower-scored opponent, or a round without a game that counts as one.
    Down,
    /// A higher-scored opponent.
    Up,
}

/// What the preference is derived from: the colours of a player's games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedColours {
    /// Games with White minus games with Black.
    difference: i32,
    last: Option<Colour>,
    /// The last two are one.
    is_last_twice: bool,
}

impl FromIterator<Colour> for PlayedColours {
    /// Of colours, oldest first.
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        let none = Self {
            difference: 0,
            last: None,
            is_last_twice: false,
        };
        (colours.into_iter()).fold(none, |before, colour| Self {
            difference: before.difference
                + match colour {
                    Colour::White => 1,
                    Colour::Black => -1,
                },
            is_last_twice: before.last == Some(colour),
            last: Some(colour),
        })
    }
}

impl PlayedColours {
    /// The preference of 1.7 (2017 A.6) and how strong it is. With a difference beyond one *and*
    /// two equal colours to the other side, the difference decides.
    pub(crate) fn preference(self) -> Option<(Colour, Strength)> {
        let last = self.last?;
        Some(match self.difference {
            ..-1 => (Colour::White, Strength::Absolute),
            2.. => (Colour::Black, Strength::Absolute),
            _ if self.is_last_twice => (!last, Strength::Absolute),
            -1 => (Colour::White, Strength::Strong),
            1 => (Colour::Black, Strength::Strong),
            _ => (!last, Strength::Mild),
        })
    }
}

impl PlayerHistory {
    fn colours(&self) -> PlayedColours {
        self.games.iter().map(|(_, colour)| *colour).collect()
    }

    /// Games with White minus games with Black.
    pub(crate) fn colour_difference(&self) -> i32 {
        self.colours().difference
    }

    /// As [`PlayedColours::preference`].
    pub(crate) fn preference(&self) -> Option<(Colour, Strength)> {
        self.colours().preference()
    }
}

/// The history of every player, in the initial order.
pub(crate) fn histories(tournament: &Tournament) -> Vec<PlayerHistory> {
    let played = tournament.next_round().index();
    let is_last = (tournament.rounds_total).is_some_and(|total| played >= total.index());
    let points = &tournament.points;
    let best = [points.win, points.draw, points.loss].concat();
    let best = best.into_iter().max().unwrap_or_default();
    let maximum: Score = (0..played).map(|_| best).sum();
    let virtual_points = virtual_points(tournament, played);
    (tournament.player_ids().zip(virtual_points))
        .map(|(id, extra)| {
            let entries = || entries_before(tournament, id, played);
            let own: Score = entries().map(|entry| points.points(entry)).sum();
            let score = own + extra;
            let present = is_present(tournament, id, played);
            let now = entry_at(tournament, id, played);
            let took_part = |entry: &RoundEntry| match entry {
                RoundEntry::Paired { .. } => true,
                RoundEntry::Bye(kind) => *kind == ByeKind::PairingAllocated,
                RoundEntry::Blank => false,
            };
            let mut games = Vec::with_capacity(played);
            games.extend(entries().filter_map(game));
            PlayerHistory {
                score,
                unplayed: (played - games.len()) as u32,
                games,
                arrived: present || took_part(&now) || entries().any(|entry| took_part(&entry)),
                topscorer: is_last && score + score > maximum,
            }
        })
        .collect()
}

/// By player: the floats of the previous round and of the round before it. Two players who have met
/// are compared by the pairing scores with which that round was paired.
///
/// # Panics
/// With a definition that no edition of the Dutch system has.
pub(crate) fn floats(
    tournament: &Tournament,
    unplayed: UnplayedFloat,
) -> Vec<[Option<RecordedFloat>; 2]> {
    let round = tournament.next_round().index();
    let mut floats = vec![[None; 2]; tournament.players.len()];
    for (back, before) in [1, 2].into_iter().zip((0..round).rev()) {
        let extra = virtual_points(tournament, before);
        let score = |id: PlayerId| {
            let own = entries_before(tournament, id, before);
            let own: Score = own.map(|entry| tournament.points.points(entry)).sum();
            own + extra[id.index()]
        };
        for id in tournament.player_ids() {
            let entry = entry_at(tournament, id, before);
            floats[id.index()][back - 1] = match game(entry) {
                Some((opponent, _)) => match score(id).cmp(&score(opponent)) {
                    Ordering::Greater => Some(RecordedFloat::Down),
                    Ordering::Less => Some(RecordedFloat::Up),
                    Ordering::Equal => None,
                },
                None => floats_unpaired(tournament, entry, unplayed).then_some(RecordedFloat::Down),
            };
        }
    }
    floats
}

/// Whether a round without a game is a downfloat.
fn floats_unpaired(tournament: &Tournament, entry: RoundEntry, unplayed: UnplayedFloat) -> bool {
    let points = &tournament.points;
    match unplayed {
        // 2017 A.4.b: whoever does not play, for whatever reason.
        UnplayedFloat::Always => true,
        // C.04.3 (2026) 1.4.3.
        UnplayedFloat::AboveLoss => {
            let loss = points.loss[0].max(points.loss[1]);
            entry == RoundEntry::Bye(ByeKind::PairingAllocated) || points.points(entry) > loss
        }
        UnplayedFloat::PointsAboveLoss | UnplayedFloat::ByeAndForfeits | UnplayedFloat::ByeOnly => {
            unreachable!("no edition of the Dutch system that is judged here")
        }
    }
}

/// Whether `id` may not receive the pairing-allocated bye (C2).
pub(crate) fn barred_from_bye(tournament: &Tournament, id: PlayerId, bar: ByeBar) -> bool {
    let played = tournament.next_round().index();
    let points = &tournament.points;
    let win = points.win[0].min(points.win[1]);
    entries_before(tournament, id, played).any(|entry| match (entry, bar) {
        (RoundEntry::Bye(ByeKind::PairingAllocated), _) => true,
        (entry, ByeBar::ByeOrForfeitWin) => matches!(
            entry,
            RoundEntry::Paired {
                result: GameResult::ForfeitWin,
                ..
            }
        ),
        (entry, ByeBar::WinWithoutPlaying) => game(entry).is_none() && points.points(entry) >= win,
    })
}

fn entry_at(tournament: &Tournament, id: PlayerId, round: usize) -> RoundEntry {
    let entries = &tournament.players[id.index()].entries;
    entries.get(round).copied().unwrap_or(RoundEntry::Blank)
}

fn entries_before(
    tournament: &Tournament,
    id: PlayerId,
    played: usize,
) -> impl Iterator<Item = RoundEntry> {
    (0..played).map(move |round| entry_at(tournament, id, round))
}

/// The opponent and own colour of an entry that is a game over the board.
fn game(entry: RoundEntry) -> Option<(PlayerId, Colour)> {
    match entry {
        RoundEntry::Paired {
            result: GameResult::ForfeitWin | GameResult::ForfeitLoss,
            ..
        }
        | RoundEntry::Blank
        | RoundEntry::Bye(_) => None,
        RoundEntry::Paired {
            opponent, colour, ..
        } => colour.map(|colour| (opponent, colour)),
    }
}

/// The games of a player over the board, oldest first, of the first `played` rounds.
pub(crate) fn games(
    tournament: &Tournament,
    id: PlayerId,
    played: usize,
) -> impl Iterator<Item = (PlayerId, Colour)> {
    entries_before(tournament, id, played).filter_map(game)
}

/// Whether a player waits for an opponent after `played` rounds.
pub(crate) fn is_present(tournament: &Tournament, id: PlayerId, played: usize) -> bool {
    let announced =
        (tournament.absences.iter()).any(|a| a.player == id && a.round.index() == played);
    entry_at(tournament, id, played) == RoundEntry::Blank && !announced
}

/// Virtual points of everybody in the round after `played` rounds: explicit ones where any player
/// has some, otherwise those of the Baku method where it applies.
fn virtual_points(tournament: &Tournament, played: usize) -> Vec<Score> {
    let explicit = (tournament.players.iter()).any(|player| {
        player
            .virtual_points
            .iter()
            .any(|points| *points != Score::ZERO)
    });
    if explicit {
        return (tournament.players.iter())
            .map(|player| player.virtual_points.get(played).copied())
            .map(Option::unwrap_or_default)
            .collect();
    }
    let mut virtual_points = vec![Score::ZERO; tournament.players.len()];
    let Some(total) = tournament.rounds_total else {
        return virtual_points;
    };
    if tournament.acceleration != Acceleration::Baku {
        return virtual_points;
    }
    // C.04.7 (2026) 1.2: GA is the first half of those paired in round one, rounded up to an even
    // number. 1.4: a point in the first half of the accelerated rounds, half a point in the others;
    // the accelerated rounds are the first half of the event, odd numbers being rounded up.
    let accelerated = (usize::from(total.get())).div_ceil(2);
    let extra = if played < accelerated.div_ceil(2) {
        tournament.points.win[0]
    } else if played < accelerated {
        tournament.points.draw[0]
    } else {
        Score::ZERO
    };
    let first_round: Vec<PlayerId> = (tournament.player_ids())
        .filter(|id| {
            if tournament.next_round().index() == 0 {
                is_present(tournament, *id, 0)
            } else {
                entry_at(tournament, *id, 0).shows_pairing()
            }
        })
        .collect();
    let half = first_round.len().div_ceil(2);
    let size = (half + half % 2).min(first_round.len());
    if let Some(lowest) = first_round[..size].last() {
        virtual_points[..=lowest.index()].fill(extra);
    }
    virtual_points
}
