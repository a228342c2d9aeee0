//! Pairs a round from arrays: no file, no text, no allocation by the caller beyond the boards.
//!
//! Scores, colour preferences, floats and byes follow from the games, as everywhere in this library; the
//! place of a player in the array is the initial order. Points are 1, 1/2 and 0; other point systems,
//! accelerations and the other systems are for tournament files.

use answers::impossible;
use answers::report::Setting;
use answers::system::{ChosenBy, ChosenSystem};
use engine::model::{
    Absence, ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, Position, RoundEntry,
    RoundNumber, Tournament, TournamentData, Tpn,
};
use engine::pairing::{Engine, Outcome, RoundPairing};
use engine::systems::{SwissSystem, registry};

use crate::border::{Status, Text, Trouble, answer, array, check_address, item};

/// A colour, in a field `colour` of `uint8_t`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryColour {
    /// None, or not known.
    None = 0,
    /// White.
    White = 1,
    /// Black.
    Black = 2,
}

/// What a round was for a player, in a field of `uint8_t`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundResult {
    /// Not there, without points; in `next`: there, and waits for an opponent.
    None = 0,
    /// Won over the board.
    Win = 1,
    /// Drawn over the board.
    Draw = 2,
    /// Lost over the board.
    Loss = 3,
    /// Won, as the opponent did not appear.
    ForfeitWin = 4,
    /// Lost, as the player did not appear.
    ForfeitLoss = 5,
    /// Adjourned: counts as a draw for the pairing.
    Adjourned = 6,
    /// The bye of a player who was left over.
    PairingAllocatedBye = 7,
    /// A bye of a full point.
    FullPointBye = 8,
    /// A bye of half a point.
    HalfPointBye = 9,
    /// Announced absence without points.
    ZeroPointBye = 10,
}

/// A round of a player.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The place of the opponent in the array of players, counted from 0; any number where the result
    /// is none of a game.
    pub opponent: u32,
    /// An `edelweiss_colour`.
    pub colour: u8,
    /// An `edelweiss_result`.
    pub result: u8,
}

/// Two players who may not meet, by their places.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Forbidden {
    /// One of them.
    pub one: u32,
    /// The other one.
    pub other: u32,
}

/// A tournament before a round. All zeros, with a number of players, is the first round of them all.
#[repr(C)]
#[derive(Debug)]
pub struct Event {
    /// How many players, 1 to 1,000,000, in their initial order; by the rules of 1998 at most 9,999.
    pub n_players: usize,
    /// How many rounds have been played.
    pub n_rounds: usize,
    /// `n_players` times `n_rounds` entries, the rounds of a player side by side; NULL for none.
    pub entries: *const Entry,
    /// `n_players` of `edelweiss_result`: what the round to be paired is for a player who is not there
    /// for it; NULL when everybody is there.
    pub next: *const u8,
    /// How many pairs are forbidden.
    pub n_forbidden: usize,
    /// Pairs who may not meet; NULL for none.
    pub forbidden: *const Forbidden,
    /// Rounds of the whole event, 0 when not known: then no round counts as the last one.
    pub rounds_total: u32,
    /// 2026, 2017 or 1998, the editions of the FIDE (Dutch) System; 0 is 2026.
    pub rules: u16,
    /// An `edelweiss_colour`: the colour drawn by lot before round one; none: told by the games, or
    /// White for the first player.
    pub initial_colour: u8,
}

/// A board, by the places of its players.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Plays White.
    pub white: u32,
    /// Plays Black.
    pub black: u32,
}

/// What was written.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Boards that were written; where the memory is too small, those that there are.
    pub n_boards: usize,
    /// The place of the player with the pairing-allocated bye; `UINT32_MAX` when there is none.
    pub bye: u32,
}

/// Pairs the round after `n_rounds`, and writes its boards in their order to `boards`, which has room for
/// `capacity` of them; `n_players / 2` is enough.
///
/// With `EDELWEISS_STATUS_OK` there is no text; else `why`, where it is not NULL, says what is wrong, with
/// players by their numbers: 1 is the first.
///
/// # Safety
/// `event` and its arrays are there and are written by nobody during the call; there is memory for
/// `capacity` boards at `boards`, for a round at `round`, and for a text at `why`, each of which but
/// `boards` of capacity 0 and `why` may not be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn edelweiss_pair_players(
    event: *const Event,
    boards: *mut Board,
    capacity: usize,
    round: *mut Round,
    why: *mut Text,
) -> Status {
    let compute = || {
        check_address(round, "round")?;
        if capacity > 0 {
            check_address(boards, "boards")?;
        }
        // SAFETY: the contract of this function.
        let event = unsafe { item(event, "event") }?;
        // SAFETY: the contract of this function.
        let tournament = unsafe { tournament(event) }?;
        let paired = paired(&tournament, event.rules)?;
        let written = Round {
            n_boards: paired.boards.len(),
            bye: (paired.bye.or(paired.given_bye)).map_or(u32::MAX, |id| id.index() as u32),
        };
        // SAFETY: an address that can be, and memory by the contract of this function.
        unsafe { round.write(written) };
        if written.n_boards > capacity {
            let boards = written.n_boards;
            let message = format!("capacity is {capacity}, and the round has {boards} boards");
            return Err(Trouble::misused(message));
        }
        for (index, board) in paired.boards.iter().enumerate() {
            let [white, black] = [board.white, board.black].map(|id| id.index() as u32);
            // SAFETY: `index` is below `capacity`, for which there is memory.
            unsafe { boards.add(index).write(Board { white, black }) };
        }
        Ok(Vec::new())
    };
    // SAFETY: the contract of this function.
    unsafe { answer(why, compute) }
}

/// The tournament that the arrays tell of.
///
/// # Safety
/// As for [`edelweiss_pair_players`].
unsafe fn tournament(event: &Event) -> Result<Tournament, Trouble> {
    let (players, rounds) = (event.n_players, event.n_rounds);
    let of_players = ("n_players", players, 1, Tpn::MAX);
    let of_rounds = ("n_rounds", rounds, 0, RoundNumber::MAX);
    for (name, value, least, most) in [of_players, of_rounds] {
        if !(least..=most as usize).contains(&value) {
            let message = format!("{name} is {value}, expected {least} to {most}");
            return Err(Trouble::misused(message));
        }
    }
    let n_entries = (players.checked_mul(rounds))
        .ok_or_else(|| Trouble::misused("n_players times n_rounds is more than memory has"))?;
    // SAFETY: the contract of this function.
    let entries = unsafe { array(event.entries, n_entries, "entries") }?;
    let next = if event.next.is_null() {
        &[]
    } else {
        // SAFETY: the contract of this function.
        unsafe { array(event.next, players, "next") }?
    };
    // SAFETY: the contract of this function.
    let forbidden = unsafe { array(event.forbidden, event.n_forbidden, "forbidden") }?;

    let to_pair = RoundNumber::from_index(rounds);
    let mut data = TournamentData {
        rounds_total: rounds_of(event.rounds_total)?,
        initial_colour: colour(event.initial_colour, || "initial_colour".to_owned())?,
        round_to_pair: Some(to_pair),
        forbidden: forbidden.iter().copied().map(group).collect(),
        ..TournamentData::default()
    };
    for index in 0..players {
        let number =
            Tpn::new(index as u32 + 1).map_err(|error| Trouble::misused(error.to_string()))?;
        let mut player = Player::new(number);
        let own = &entries[index * rounds..(index + 1) * rounds];
        for (round, given) in own.iter().enumerate() {
            player.entries.push(entry(*given, index, round)?);
        }
        data.players.push(player);
    }
    for (index, result) in next.iter().enumerate() {
        if let Some(kind) = absence(*result, index)? {
            let player = PlayerId::from_index(index);
            let round = to_pair;
            data.absences.push(Absence {
                round,
                player,
                kind,
            });
        }
    }
    (data.build()).map_err(|problems| Trouble::refused(problems.to_string()))
}

fn rounds_of(total: u32) -> Result<Option<RoundNumber>, Trouble> {
    let total = (total > 0).then(|| RoundNumber::new(total));
    total
        .transpose()
        .map_err(|error| Trouble::refused(format!("rounds_total: {error}")))
}

fn group(pair: Forbidden) -> ForbiddenGroup {
    ForbiddenGroup {
        first: RoundNumber::from_index(0),
        last: None,
        players: [pair.one, pair.other]
            .map(|place| PlayerId::from_index(place as usize))
            .to_vec(),
    }
}

fn colour(value: u8, name: impl FnOnce() -> String) -> Result<Option<Colour>, Trouble> {
    match value {
        value if value == EntryColour::None as u8 => Ok(None),
        value if value == EntryColour::White as u8 => Ok(Some(Colour::White)),
        value if value == EntryColour::Black as u8 => Ok(Some(Colour::Black)),
        other => Err(Trouble::refused(format!(
            "{}: {other} is no edelweiss_colour",
            name()
        ))),
    }
}

/// What an `edelweiss_result` stands for.
enum Kind {
    Blank,
    Game(GameResult),
    Bye(ByeKind),
}

fn kind(value: u8) -> Option<Kind> {
    const KINDS: [(RoundResult, Kind); 11] = [
        (RoundResult::None, Kind::Blank),
        (RoundResult::Win, Kind::Game(GameResult::Win)),
        (RoundResult::Draw, Kind::Game(GameResult::Draw)),
        (RoundResult::Loss, Kind::Game(GameResult::Loss)),
        (RoundResult::ForfeitWin, Kind::Game(GameResult::ForfeitWin)),
        (
            RoundResult::ForfeitLoss,
            Kind::Game(GameResult::ForfeitLoss),
        ),
        (RoundResult::Adjourned, Kind::Game(GameResult::Adjourned)),
        (
            RoundResult::PairingAllocatedBye,
            Kind::Bye(ByeKind::PairingAllocated),
        ),
        (RoundResult::FullPointBye, Kind::Bye(ByeKind::Full)),
        (RoundResult::HalfPointBye, Kind::Bye(ByeKind::Half)),
        (RoundResult::ZeroPointBye, Kind::Bye(ByeKind::Zero)),
    ];
    KINDS
        .into_iter()
        .find(|(result, _)| *result as u8 == value)
        .map(|(_, kind)| kind)
}

fn entry(given: Entry, player: usize, round: usize) -> Result<RoundEntry, Trouble> {
    let place = || format!("player {}, round {}", player + 1, round + 1);
    match kind(given.result) {
        Some(Kind::Blank) => Ok(RoundEntry::Blank),
        Some(Kind::Bye(kind)) => Ok(RoundEntry::Bye(kind)),
        Some(Kind::Game(result)) => Ok(RoundEntry::Paired {
            opponent: PlayerId::from_index(given.opponent as usize),
            colour: colour(given.colour, place)?,
            result,
        }),
        None => {
            let message = format!("{}: {} is no edelweiss_result", place(), given.result);
            Err(Trouble::refused(message))
        }
    }
}

fn absence(value: u8, player: usize) -> Result<Option<ByeKind>, Trouble> {
    match kind(value) {
        Some(Kind::Blank) => Ok(None),
        Some(Kind::Bye(kind)) => Ok(Some(kind)),
        Some(Kind::Game(_)) | None => Err(Trouble::refused(format!(
            "next: {value} for player {}, expected 0 or a bye",
            player + 1
        ))),
    }
}

/// The edition of a year of the system that is paired where nothing else is asked for; 0 is the one in
/// force.
fn choice(rules: u16) -> Result<ChosenSystem, Trouble> {
    let editions = registry::editions_of(registry::systems()[0].system);
    let is_asked = |row: &&&SwissSystem| rules == 0 || row.year == rules;
    if let Some(pairing) = editions.iter().find(is_asked) {
        let by = ChosenBy::Option;
        return Ok(ChosenSystem { pairing, by });
    }
    let years: Vec<String> = editions.iter().map(|row| row.year.to_string()).collect();
    let years = years.join(" or ");
    let message = format!("rules: {rules} is no edition, expected {years}");
    Err(Trouble::refused(message))
}

fn paired(tournament: &Tournament, rules: u16) -> Result<RoundPairing, Trouble> {
    let choice = choice(rules)?;
    let engine = Engine::default();
    let position = Position::derive(tournament, &choice.pairing.definitions);
    let paired = (choice.pairing).paired(tournament, &position, &engine.into());
    match paired {
        Ok(Outcome::Paired(round)) => Ok(round),
        Ok(Outcome::Impossible(why)) => {
            // Nobody here has a name, so players are called by their numbers.
            let setting = Setting {
                file: "",
                bytes: 0,
                tournament,
                position: &position,
                choice,
                engine,
            };
            Err(Trouble::no_round(impossible::words(&setting, &why)))
        }
        Err(unreadable) => Err(Trouble::refused(unreadable.to_string())),
    }
}
