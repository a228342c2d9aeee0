//! Boards changed by hand: the colours of a pair exchanged, other players seated together.
//!
//! C.04.2 (2026) 4.4 says when a published pairing may be changed at all, which is the arbiter's to know.

use edelweiss_model::{Colour, PlayerId, RoundEntry, RoundNumber, Tournament};

use crate::applied::{Applied, StepOutcome, meant};
use crate::boards::{RoundGame, of_round};
use crate::error::StepError;
use crate::file::EventFile;
use crate::rounds;
use crate::step::{RoundStep, SeatStep, Step, SwapColoursStep};
use crate::words;

pub(crate) fn swap_colours(
    event: &EventFile,
    step: &SwapColoursStep,
) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let round = event.round_with_games(step.round)?;
    let players = words::find_all(tournament, &step.players)?;
    let [one, other] = players[..] else {
        return Err(StepError::new(
            "found one player, expected the two of a game",
            "",
        ));
    };
    let games = of_round(tournament, round);
    let pair = [one, other];
    let Some(game) = games
        .iter()
        .find(|game| pair.contains(&game.white) && pair.contains(&game.black))
    else {
        return Err(no_game(tournament, round, &games, one, other));
    };
    let (white, black) = (game.black, game.white);
    let mut data = tournament.clone().into_data();
    let mut written = Vec::new();
    for (id, new) in [(white, Colour::White), (black, Colour::Black)] {
        if let RoundEntry::Paired { colour, .. } =
            &mut data.players[id.index()].entries[round.index()]
        {
            if colour.is_none() {
                return Err(StepError::new(
                    format!(
                        "the game of {} and {} in round {round} has no colours",
                        words::player(tournament, one),
                        words::player(tournament, other)
                    ),
                    "",
                ));
            }
            *colour = Some(new);
        }
        written.push((tournament.player(id).number, round, new));
    }
    let meant = meant(data)?;
    let last = tournament.next_round().index();
    let outcome = StepOutcome {
        step: Step::SwapColours(SwapColoursStep {
            round: Some(round.get()),
            ..step.clone()
        }),
        said: vec![format!(
            "round {round}: {} has White, and {} Black (before: the other way round)",
            words::player(tournament, white),
            words::player(tournament, black)
        )],
        paired_from_old: (round.index() + 1..last)
            .map(RoundNumber::from_index)
            .collect(),
        document: event
            .document()
            .with_colours(&written)
            .with_points_so_far(&meant),
        meant,
    };
    outcome.finished(event)
}

fn no_game(
    tournament: &Tournament,
    round: RoundNumber,
    games: &[RoundGame],
    one: PlayerId,
    other: PlayerId,
) -> StepError {
    let name = |id| words::player(tournament, id);
    let hint = match opponent(games, one) {
        Some(opponent) => format!("{} plays {}", name(one), name(opponent)),
        None => format!("{} has no game in round {round}", name(one)),
    };
    StepError::new(
        format!(
            "found no game of {} and {} in round {round}",
            name(one),
            name(other)
        ),
        hint,
    )
}

fn opponent(games: &[RoundGame], id: PlayerId) -> Option<PlayerId> {
    games.iter().find_map(|game| match id {
        id if id == game.white => Some(game.black),
        id if id == game.black => Some(game.white),
        _ => None,
    })
}

/// White and Black of each board, and who has the bye.
struct Boards {
    pairs: Vec<[PlayerId; 2]>,
    bye: Option<PlayerId>,
}

impl Boards {
    fn of(tournament: &Tournament, round: RoundNumber) -> Self {
        let given = RoundEntry::Bye(edelweiss_model::ByeKind::PairingAllocated);
        let games = of_round(tournament, round);
        Self {
            pairs: games.iter().map(|game| [game.white, game.black]).collect(),
            bye: tournament
                .player_ids()
                .find(|id| tournament.player(*id).entry(round) == given),
        }
    }

    fn board_of(&self, id: PlayerId) -> Option<usize> {
        self.pairs.iter().position(|pair| pair.contains(&id))
    }

    /// Seats two players together, and whom they leave with each other, or with the bye.
    fn seat(&mut self, white: PlayerId, black: PlayerId) -> Option<()> {
        let boards = [white, black].map(|id| self.board_of(id));
        match boards {
            [Some(board), Some(other)] if board == other => self.pairs[board] = [white, black],
            [Some(board), Some(other)] => {
                let left = |board: usize, id: PlayerId| {
                    let at = usize::from(self.pairs[board][0] == id);
                    (self.pairs[board][at], at)
                };
                let ((one, place), (another, _)) = (left(board, white), left(other, black));
                self.pairs[other] = if place == 0 {
                    [one, another]
                } else {
                    [another, one]
                };
                self.pairs[board] = [white, black];
            }
            [Some(board), None] if self.bye == Some(black) => {
                self.bye = self.pairs[board].into_iter().find(|id| *id != white);
                self.pairs[board] = [white, black];
            }
            [None, Some(board)] if self.bye == Some(white) => {
                self.bye = self.pairs[board].into_iter().find(|id| *id != black);
                self.pairs[board] = [white, black];
            }
            _ => return None,
        }
        Some(())
    }
}

pub(crate) fn seat(event: &EventFile, step: &SeatStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let round = event.round_with_games(step.round)?;
    if crate::boards::paired_in(tournament, round) != round {
        return Err(StepError::new(
            format!(
                "round {round} is the second game of its matches, which are seated in the first"
            ),
            "",
        ));
    }
    let before = Boards::of(tournament, round);
    let boards = seated(tournament, round, step)?;
    let number = |id: PlayerId| tournament.player(id).number.get();
    let whole = RoundStep {
        round: round.get(),
        boards: boards.pairs.iter().map(|pair| pair.map(number)).collect(),
        bye: boards.bye.map(number),
        is_match: false,
        rules: None,
    };
    Ok(Applied {
        step: Step::Seat(SeatStep {
            round: Some(round.get()),
            ..step.clone()
        }),
        said: seats_in_words(tournament, round, &before, &boards),
        ..rounds::apply(event, &whole)?
    })
}

/// The boards with the pairs of a step.
fn seated(
    tournament: &Tournament,
    round: RoundNumber,
    step: &SeatStep,
) -> Result<Boards, StepError> {
    let name = |id| words::player(tournament, id);
    let mut boards = Boards::of(tournament, round);
    for pair in &step.boards {
        let players = words::find_all(tournament, pair)?;
        let [white, black] = players[..] else {
            return Err(StepError::new(
                "found one player, expected two to be seated together",
                "",
            ));
        };
        if boards.seat(white, black).is_none() {
            return Err(StepError::new(
                format!(
                    "{} or {} is not paired in round {round}",
                    name(white),
                    name(black)
                ),
                "",
            ));
        }
    }
    Ok(boards)
}

fn seats_in_words(
    tournament: &Tournament,
    round: RoundNumber,
    before: &Boards,
    boards: &Boards,
) -> Vec<String> {
    let name = |id: PlayerId| words::player(tournament, id);
    let new = boards
        .pairs
        .iter()
        .filter(|pair| !before.pairs.contains(pair));
    let pairs = new.map(|[white, black]| {
        format!(
            "round {round}: {} – {}, by hand",
            name(*white),
            name(*black)
        )
    });
    let bye = boards.bye.filter(|_| boards.bye != before.bye);
    let bye = bye.map(|id| format!("round {round}: {} has the bye, by hand", name(id)));
    let said: Vec<String> = pairs.chain(bye).collect();
    if said.is_empty() {
        return vec![format!("round {round}: as it stands")];
    }
    said
}
