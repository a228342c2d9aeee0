//! What lists of players and results say, and the tournament of it.

use edelweiss::model::{
    ByeKind, Colour, Date, ForbiddenGroup, GameResult, Player, PlayerId, RoundEntry, RoundNumber,
    System, Tournament, TournamentData, Tpn,
};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::system::{Asked, RulesOptions};

/// Players times rounds: 50 rounds of 1,000,000 players, whose entries take 600 MB.
pub(super) const MOST_CELLS: usize = 50_000_000;

/// A player.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ToldPlayer {
    /// Empty where nobody says it.
    pub name: String,
    /// At most 9999.
    pub rating: Option<u16>,
    /// As files have it, such as `GM`.
    pub title: Option<String>,
    /// A code of three letters.
    pub federation: Option<String>,
}

/// What somebody did in a round; players by their places in the list, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToldEntry {
    /// A game.
    Game {
        /// Who has White.
        white: u32,
        /// Who has Black.
        black: u32,
        /// Of White and of Black.
        results: [GameResult; 2],
    },
    /// A bye.
    Bye {
        /// Whose.
        player: u32,
        /// Which one.
        kind: ByeKind,
    },
}

/// An event as lists tell it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ToldEvent {
    /// Its name.
    pub name: String,
    /// In their initial order: the number of a player is the place in this list, from 1.
    pub players: Vec<ToldPlayer>,
    /// The entries of each round. Who has none was absent without points.
    pub rounds: Vec<Vec<ToldEntry>>,
    /// How many rounds there will be.
    pub rounds_total: Option<u32>,
    /// `white` or `black`
    pub initial_colour: Option<String>,
    /// The edition that is asked for, as the option `rules` names it.
    pub rules: Option<String>,
    /// The system that is asked for, as the option `system` names it.
    pub system: Option<String>,
    /// `YYYY-MM-DD`
    pub starts: Option<String>,
    /// Groups of players who must not meet.
    pub forbidden: Vec<Vec<u32>>,
}

/// The results of White and of Black by what people write.
pub fn result_called(text: &str) -> Option<[GameResult; 2]> {
    use GameResult::{Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, Win};
    Some(match text {
        "1-0" => [Win, Loss],
        "0-1" => [Loss, Win],
        "1/2-1/2" | "½-½" | "0.5-0.5" | "=" => [Draw, Draw],
        "0-0" => [Loss, Loss],
        "1/2-0" | "½-0" | "0.5-0" => [Draw, Loss],
        "0-1/2" | "0-½" | "0-0.5" => [Loss, Draw],
        "+--" | "+/-" | "1F-0F" => [ForfeitWin, ForfeitLoss],
        "--+" | "-/+" | "0F-1F" => [ForfeitLoss, ForfeitWin],
        "---" | "-/-" | "0F-0F" => [ForfeitLoss, ForfeitLoss],
        "?" => [Adjourned, Adjourned],
        "*" => [Unknown, Unknown],
        _ => return None,
    })
}

/// What [`result_called`] knows, for messages.
pub const RESULTS: &str = "1-0, 0-1, 1/2-1/2, 0-0, +-- (White wins, Black did not appear), --+, ---, ? (adjourned) or none (not known yet)";

/// A bye by its name.
pub fn bye_called(name: &str) -> Option<ByeKind> {
    Some(match name {
        "bye" | "pairing-allocated" => ByeKind::PairingAllocated,
        "full-point" => ByeKind::Full,
        "half-point" => ByeKind::Half,
        "zero-point" => ByeKind::Zero,
        _ => return None,
    })
}

/// What [`bye_called`] knows, for messages.
pub const BYES: &str = "bye, half-point, full-point or zero-point";

impl ToldEvent {
    /// The tournament, without a file. O(players · rounds).
    ///
    /// # Errors
    /// More than [`Tpn::MAX`] players, or 50,000,000 players times rounds; what contradicts itself, with its place.
    pub fn into_tournament(mut self) -> Result<Tournament, AnswerError> {
        let (n, rounds) = (self.players.len(), self.rounds.len());
        if n > Tpn::MAX as usize {
            return Err(limit(format!("players: found more than {}", Tpn::MAX)));
        }
        if n.saturating_mul(rounds) > MOST_CELLS {
            return Err(limit(format!(
                "found {n} players and {rounds} rounds, expected at most {MOST_CELLS} players times rounds"
            )));
        }
        let mut data = TournamentData {
            name: std::mem::take(&mut self.name),
            rounds_total: self.rounds_total.map(round_number).transpose()?,
            initial_colour: self.initial_colour.as_deref().map(colour).transpose()?,
            system: self.filed_system()?,
            starts: self.starts.as_deref().map(date).transpose()?,
            players: players(std::mem::take(&mut self.players), rounds)?,
            ..TournamentData::default()
        };
        // Of each player the entry of the round that is entered, from 1; 0 for none.
        let mut seen = vec![0; n];
        for (index, round) in self.rounds.iter().enumerate() {
            seen.fill(0);
            enter(round, index, &mut seen, &mut data.players)?;
        }
        for (index, group) in self.forbidden.iter().enumerate() {
            let place = || format!("forbidden, group {}", index + 1);
            let players = group.iter().map(|number| player(n, *number, &place));
            data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::FIRST,
                last: None,
                players: players.collect::<Result<_, _>>()?,
            });
        }
        data.build()
            .map_err(|problems| AnswerError::invalid(problems.to_string()))
    }

    /// What record 192 calls the system that is asked for.
    fn filed_system(&self) -> Result<Option<System>, AnswerError> {
        let options = serde_json::json!({ "rules": self.rules, "system": self.system });
        let options: RulesOptions = serde_json::from_value(options)
            .map_err(|error| AnswerError::invalid(format!("rules and system: {error}")))?;
        if !options.is_said() {
            return Ok(None);
        }
        let pairing = options.choose(Asked::default())?.pairing;
        let refused = || AnswerError::invalid(format!("no file can ask for the {}", pairing.name));
        pairing.record().ok_or_else(refused).map(Some)
    }
}

fn limit(message: String) -> AnswerError {
    AnswerError::new(AnswerErrorKind::Limit, message)
}

fn round_number(round: u32) -> Result<RoundNumber, AnswerError> {
    RoundNumber::new(round).map_err(|error| AnswerError::invalid(format!("rounds_total: {error}")))
}

fn players(told: Vec<ToldPlayer>, rounds: usize) -> Result<Vec<Player>, AnswerError> {
    let mut players = Vec::with_capacity(told.len());
    for (index, told) in told.into_iter().enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let number = Tpn::new(number).map_err(|error| limit(format!("players: {error}")))?;
        if let Some(rating @ 10_000..) = told.rating {
            return Err(AnswerError::invalid(format!(
                "player {number}: found the rating {rating}, expected at most 9999"
            )));
        }
        players.push(Player {
            name: told.name,
            rating: told.rating,
            title: told.title,
            federation: told.federation,
            entries: vec![RoundEntry::Blank; rounds],
            ..Player::new(number)
        });
    }
    Ok(players)
}

/// Enters a round, the one at `index`.
fn enter(
    round: &[ToldEntry],
    index: usize,
    seen: &mut [u32],
    players: &mut [Player],
) -> Result<(), AnswerError> {
    let n = players.len();
    for (line, told) in round.iter().enumerate() {
        let place = || format!("round {}, entry {}", index + 1, line + 1);
        let mut note = |id: PlayerId, entry: RoundEntry| {
            let before = std::mem::replace(&mut seen[id.index()], line as u32 + 1);
            if before > 0 {
                return Err(AnswerError::invalid(format!(
                    "{}: found player {} again, who has entry {before}",
                    place(),
                    id.index() + 1
                )));
            }
            players[id.index()].entries[index] = entry;
            Ok(())
        };
        match *told {
            ToldEntry::Bye { player: of, kind } => {
                note(player(n, of, &place)?, RoundEntry::Bye(kind))?;
            }
            ToldEntry::Game {
                white,
                black,
                results,
            } => {
                let ids = [player(n, white, &place)?, player(n, black, &place)?];
                let entry = |opponent, colour, result| RoundEntry::Paired {
                    opponent,
                    colour: Some(colour),
                    result,
                };
                note(ids[0], entry(ids[1], Colour::White, results[0]))?;
                note(ids[1], entry(ids[0], Colour::Black, results[1]))?;
            }
        }
    }
    Ok(())
}

fn player(n: usize, number: u32, place: &impl Fn() -> String) -> Result<PlayerId, AnswerError> {
    match usize::try_from(number) {
        Ok(number) if (1..=n).contains(&number) => Ok(PlayerId::from_index(number - 1)),
        _ => Err(AnswerError::invalid(format!(
            "{}: found player {number}, expected 1 to {n}, the places in the list of players",
            place()
        ))),
    }
}

fn date(text: &str) -> Result<Date, AnswerError> {
    let parts: Vec<&str> = text.split('-').collect();
    let numbers = match parts[..] {
        [year, month, day] => (year.parse(), month.parse(), day.parse()),
        _ => (text.parse(), text.parse(), text.parse()),
    };
    match numbers {
        (Ok(year), Ok(month @ 1..=12), Ok(day @ 1..=31)) => Ok(Date { year, month, day }),
        _ => Err(AnswerError::invalid(format!(
            "starts: found {text:?}, expected a date as 2026-03-28"
        ))),
    }
}

fn colour(name: &str) -> Result<Colour, AnswerError> {
    match name {
        "white" => Ok(Colour::White),
        "black" => Ok(Colour::Black),
        _ => Err(AnswerError::invalid(format!(
            "initial_colour: found {name:?}, expected white or black"
        ))),
    }
}
