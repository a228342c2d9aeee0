//! Everything the pairing of one round looks at: ratings, ARO, due colours, limitations.
//!
//! # Articles
//! Dubov 1997, chapters 1 and 2.

use std::cmp::{Ordering, Reverse};

use edelweiss_model::{ByeBar, Colour, Definitions, PlayerId, Position, Tournament, UnplayedFloat};
use edelweiss_pairing::{AbsoluteArticles, Board, assert_legal};

use super::{Dubov1997Options, Newcomers, TransferCount};
use crate::colour_limits::{due_colour, keeps_limits};
use crate::dubov_field::{DubovField, upfloat_history};

/// Average rating of the opponents of played games, as an exact fraction; zero without a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aro {
    sum: u64,
    /// At least one.
    games: u64,
}

impl Ord for Aro {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.sum * other.games).cmp(&(other.sum * self.games))
    }
}

impl PartialOrd for Aro {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Aro {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Aro {}

/// One player before the round.
#[derive(Clone, Debug)]
pub(super) struct RatedEntrant {
    /// R; zero for a player without a rating.
    pub(super) rating: u16,
    pub(super) aro: Aro,
    /// Chapter 1; `None` for a player whose due colour is open.
    pub(super) due: Option<Colour>,
    /// Fulfils any condition on due colours while the own one is open.
    fits_either: bool,
    /// Games with White minus games with Black.
    pub(super) colour_difference: i16,
    /// 2.3 and 2.4, for White and for Black.
    may_have: [bool; 2],
    /// 2.5
    may_be_transferred_up: bool,
    name: String,
}

/// A tournament before one round, in the words of the text.
pub(super) type Dubov1997Field = DubovField<RatedEntrant>;

impl DubovField<RatedEntrant> {
    /// O(n² + n · rounds) for n players.
    pub(super) fn of(tournament: &Tournament, options: Dubov1997Options) -> Self {
        let definitions = Definitions {
            unplayed_float: UnplayedFloat::Always,
            // 2.2: "received a point without playing".
            bye_bar: ByeBar::WinWithoutPlaying,
        };
        let position = Position::derive(tournament, &definitions);
        let may_be_transferred = transfers_allowed(tournament, &position, options.transfers);
        let players = (tournament.player_ids().zip(may_be_transferred))
            .map(|(id, may_be_transferred_up)| {
                let player = tournament.player(id);
                RatedEntrant {
                    rating: player.rating.unwrap_or(0),
                    aro: average_rating(tournament, &position, id),
                    due: due_colour(&position, id).or(match options.newcomers {
                        Newcomers::Black => Some(Colour::Black),
                        _ => None,
                    }),
                    fits_either: options.newcomers == Newcomers::Either,
                    colour_difference: position.player(id).colour_difference,
                    may_have: [Colour::White, Colour::Black]
                        .map(|colour| keeps_limits(&position, id, colour)),
                    may_be_transferred_up,
                    name: player.name.clone(),
                }
            })
            .collect();
        let mut field = Self::new(
            position,
            players,
            |player| player.may_have,
            // Legal if one of the two may have White while the other may have Black.
            |[white_a, black_a], [white_b, black_b]| {
                !(*white_a && *black_b || *black_a && *white_b)
            },
        );
        if options.newcomers == Newcomers::Balance {
            field.balance_newcomers();
        }
        field
    }

    /// The players due White, and those due Black, in no particular order. Who is due neither joins the
    /// shorter column, the highest rating first; Black if both are equal.
    pub(super) fn by_due_colour(&self, players: &[PlayerId]) -> (Vec<PlayerId>, Vec<PlayerId>) {
        let due = |colour: Option<Colour>| -> Vec<PlayerId> {
            (players.iter().copied())
                .filter(|id| self.player(*id).due == colour)
                .collect()
        };
        let (mut whites, mut blacks) = (due(Some(Colour::White)), due(Some(Colour::Black)));
        let mut neutral = due(None);
        neutral.sort_by_key(|id| (Reverse(self.player(*id).rating), self.alphabet(*id)));
        for id in neutral {
            if whites.len() < blacks.len() {
                whites.push(id);
            } else {
                blacks.push(id);
            }
        }
        (whites, blacks)
    }

    /// Gives those who have not played the due colour that fewer of their score group have.
    fn balance_newcomers(&mut self) {
        let present = self.position.present();
        let columns: Vec<_> = present
            .chunk_by(|a, b| self.score(*a) == self.score(*b))
            .map(|group| self.by_due_colour(group))
            .collect();
        for (whites, blacks) in columns {
            for (ids, colour) in [(whites, Colour::White), (blacks, Colour::Black)] {
                for id in ids {
                    self.entrants[id.index()].due = Some(colour);
                }
            }
        }
    }

    /// Whether the player fulfils the condition to be due this colour (7.1, 7.2, 8.2).
    pub(super) fn is_due(&self, id: PlayerId, colour: Colour) -> bool {
        match self.player(id).due {
            Some(due) => due == colour,
            None => self.player(id).fits_either,
        }
    }

    /// 2.3 and 2.4 after a game with `colour`.
    pub(super) fn may_have(&self, id: PlayerId, colour: Colour) -> bool {
        self.player(id).may_have[usize::from(colour == Colour::Black)]
    }

    /// 2.5
    pub(super) fn may_be_transferred_up(&self, id: PlayerId) -> bool {
        self.player(id).may_be_transferred_up
    }

    /// Alphabetical order; equal names in the order of the list.
    pub(super) fn alphabet(&self, id: PlayerId) -> (&str, PlayerId) {
        (&self.player(id).name, id)
    }

    /// The due colour of the majority; `None` if both have as many.
    pub(super) fn dominating(&self, group: &[PlayerId]) -> Option<Colour> {
        let due = |colour| {
            (group.iter())
                .filter(|id| self.player(**id).due == Some(colour))
                .count()
        };
        match due(Colour::White).cmp(&due(Colour::Black)) {
            Ordering::Greater => Some(Colour::White),
            Ordering::Less => Some(Colour::Black),
            Ordering::Equal => None,
        }
    }

    pub(super) fn sort_by_rank(&self, players: &mut [PlayerId]) {
        players.sort_by_key(|id| (Reverse(self.score(*id)), *id));
    }

    pub(super) fn sort_pairs(&self, pairs: &mut [(PlayerId, PlayerId)]) {
        pairs.sort_by_key(|(higher, _)| (Reverse(self.score(*higher)), *higher));
    }

    /// Panics with the limitation that a finished round breaks.
    pub(super) fn assert_legal(&self, boards: &[Board], bye: Option<PlayerId>) {
        let articles = AbsoluteArticles {
            rematch: "2.1",
            bye: "2.2",
            colour: "2.3, 2.4",
        };
        assert_legal(&self.position, boards, bye, articles, |board| {
            keeps_limits(&self.position, board.white, Colour::White)
                && keeps_limits(&self.position, board.black, Colour::Black)
        });
    }
}

fn average_rating(tournament: &Tournament, position: &Position, id: PlayerId) -> Aro {
    let games = position.games(id);
    let rating = |opponent: PlayerId| u64::from(tournament.player(opponent).rating.unwrap_or(0));
    Aro {
        sum: games.iter().map(|(opponent, _)| rating(*opponent)).sum(),
        games: games.len().max(1) as u64,
    }
}

/// 2.5: apart from the last round, not twice running, and at most three times in a tournament of
/// fewer than 10 rounds, else four times. Where the number of rounds is unknown, the round to be
/// paired stands for it.
fn transfers_allowed(
    tournament: &Tournament,
    position: &Position,
    count: TransferCount,
) -> Vec<bool> {
    let round = position.round();
    let n_rounds = tournament.rounds_total.unwrap_or(round).get();
    let most = if n_rounds < 10 { 3 } else { 4 };
    let counts_forfeits = count == TransferCount::Paired;
    (upfloat_history(tournament, round, counts_forfeits).iter())
        .map(|transfers| position.is_final() || (transfers.times < most && !transfers.last))
        .collect()
}
