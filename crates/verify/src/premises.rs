//! What a proof takes for granted: by which rules, before which round, of which position, and what of it is
//! the arbiter's decision and no consequence of the results.
//!
//! A proof is of a round *under* its premises. Whoever checks it derives them from the tournament again, so
//! that no two proofs of one tournament can hold under the same premises and state different rounds.

use std::fmt::{Debug, Write as _};

use edelweiss_model::{
    ByeKind, Colour, Float, PlayerId, PlayerState, Position, RoundEntry, RoundNumber, Strength,
    Tournament,
};
use edelweiss_weights::Edition;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::rejection::Rejection;

/// The system that proofs of downfloats are of, as `--system` has it.
pub const PROVED_SYSTEM: &str = "dutch";
/// More of a value than a message should show.
const MOST_SHOWN: usize = 100;

/// What a proof assumes. Players are named by their starting numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Premises {
    /// As `--system` has it.
    pub system: String,
    /// The year of the edition.
    pub edition: u16,
    /// The round that is paired.
    pub round: u16,
    /// How many the event has, where that is known; in the last one topscorers differ.
    pub rounds_total: Option<u16>,
    /// Who has been given a bye for this round, or is absent from it: the letter of tournament files, `U` for
    /// a pairing-allocated bye that the arbiter gave. Ascending.
    pub byes: Vec<(u32, char)>,
    /// Games of earlier rounds without a result, in the order of rounds and White's numbers.
    pub open_games: Vec<CountedGame>,
    /// Players of whom no two may meet in this round. Ascending.
    pub bans: Vec<Vec<u32>>,
    /// Points that count for this pairing only, such as "1.0". Ascending, without those who have none.
    pub virtual_points: Vec<(u32, String)>,
    /// How gaps of the text are read, by the names of options: only what is not the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<(String, String)>,
    /// SHA-256 of the position as a text ([`RoundToProve::position_text`]).
    pub position: String,
}

/// A game without a result, and what it is taken for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedGame {
    /// When it was paired.
    pub round: u16,
    /// Who has White.
    pub white: u32,
    /// Who has Black.
    pub black: u32,
    /// `draw`, `white` or `black`: who is taken to win. A draw is worth what an adjourned game is.
    pub counts: String,
}

impl Premises {
    /// Those that every system has, before rules and the digest of the position. O(players).
    pub(crate) fn of(
        tournament: &Tournament,
        position: &Position,
        mut open_games: Vec<CountedGame>,
    ) -> Self {
        let ids = || tournament.player_ids().zip(position.players());
        let number = |id: PlayerId| tournament.player(id).number.get();
        let mut byes: Vec<_> = ids()
            .filter(|(_, state)| !state.present)
            .map(|(id, _)| (number(id), bye_of(tournament, position, id)))
            .collect();
        let mut virtual_points: Vec<_> = ids()
            .filter(|(_, state)| state.score != state.standings)
            .map(|(id, state)| (number(id), (state.score - state.standings).to_string()))
            .collect();
        let sorted = |group: &Vec<PlayerId>| {
            let mut numbers: Vec<u32> = group.iter().map(|id| number(*id)).collect();
            numbers.sort_unstable();
            numbers
        };
        let mut bans: Vec<Vec<u32>> = position.bans().iter().map(sorted).collect();
        bans.sort_unstable();
        bans.dedup();
        byes.sort_unstable();
        virtual_points.sort_unstable();
        open_games.sort_unstable();
        Self {
            round: position.round().get(),
            rounds_total: position.rounds_total().map(RoundNumber::get),
            byes,
            open_games,
            bans,
            virtual_points,
            ..Self::default()
        }
    }

    /// The same by these rules.
    pub(crate) fn by(self, system: &str, edition: u16) -> Self {
        Self {
            system: system.to_owned(),
            edition,
            ..self
        }
    }

    /// Compares them with those that hold.
    ///
    /// # Errors
    /// The first field that differs, with both values.
    pub fn compare(&self, holding: &Self) -> Result<(), Rejection> {
        // Named one by one, so that a premise which comes in later does not compile without its comparison.
        let Self {
            system,
            edition,
            round,
            rounds_total,
            byes,
            open_games,
            bans,
            virtual_points,
            readings,
            position,
        } = self;
        same("system", system, &holding.system)?;
        same("edition", edition, &holding.edition)?;
        same("round", round, &holding.round)?;
        same("rounds_total", rounds_total, &holding.rounds_total)?;
        same("byes", byes, &holding.byes)?;
        same("open_games", open_games, &holding.open_games)?;
        same("bans", bans, &holding.bans)?;
        same("virtual_points", virtual_points, &holding.virtual_points)?;
        same("readings", readings, &holding.readings)?;
        same("position", position, &holding.position)
    }
}

/// Compares what a proof assumes in one field with what holds.
///
/// # Errors
/// Where they differ, with both values.
///
/// # Panics
/// Never for numbers, texts and lists of them.
pub fn same<T: PartialEq + Serialize>(
    field: &str,
    assumed: &T,
    holding: &T,
) -> Result<(), Rejection> {
    if assumed == holding {
        return Ok(());
    }
    let shown = |value: &T| {
        let mut text = serde_json::to_string(value).expect("text and integers");
        if let Some((end, _)) = text.char_indices().nth(MOST_SHOWN) {
            text.truncate(end);
            text += "…";
        }
        text
    };
    let (assumed, holding) = (shown(assumed), shown(holding));
    let reason = format!("the proof assumes {assumed}, the tournament has {holding}");
    Err(Rejection::new(reason).at(&format!("premises, {field}")))
}

/// A tournament before a round of which there may be a proof.
#[derive(Clone, Debug)]
pub struct RoundToProve<'t> {
    tournament: &'t Tournament,
    edition: &'static Edition,
    position: Position,
    premises: Premises,
}

impl<'t> RoundToProve<'t> {
    /// The next round of `tournament` by an edition. Of games without a result those that are taken for won
    /// have been made so in it; `open_games` names them, and those taken for drawn.
    ///
    /// O(players · rounds).
    pub fn new(
        tournament: &'t Tournament,
        edition: &'static Edition,
        open_games: Vec<CountedGame>,
    ) -> Self {
        let position = Position::derive(tournament, &edition.definitions);
        let mut round = Self {
            tournament,
            edition,
            premises: Premises::of(tournament, &position, open_games)
                .by(PROVED_SYSTEM, edition.year),
            position,
        };
        round.premises.position = sha256(&round.position_text());
        round
    }

    /// The same where the rules of another system ask for a round of the edition, as `--system` and `--rules` name them.
    #[must_use]
    pub fn by(mut self, system: &str, edition: u16) -> Self {
        self.premises = self.premises.by(system, edition);
        self
    }

    /// The tournament.
    pub fn tournament(&self) -> &'t Tournament {
        self.tournament
    }

    /// By which rules.
    pub fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// What follows from the rounds before.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What a proof of the round assumes.
    pub fn premises(&self) -> &Premises {
        &self.premises
    }

    /// The position as a text, of which the premises have the digest: all that the rules ask of the rounds
    /// before, and nothing else. Names and ratings are no part of it.
    ///
    /// The first line names the format, the second the round, the rounds of the event and the initial colour,
    /// `-` where that is unknown. Each player has a line in the initial order, of fields with one space
    /// between: the number; `+` where he is present, else `-`; tenths of the pairing score and of the
    /// points; the colour difference; preference and its strength, 0 to 3; the colour of the last two games if
    /// they had one; the floats of the previous round and of the one before it, `d`, `u` or `-`; `b` where he
    /// may have the bye; the rounds that he did not play; `t` where he is a topscorer; the number of his
    /// arrival; and his games, oldest first, each opponent's number with the own colour. The bans follow, a
    /// line each.
    ///
    /// # Panics
    /// Never: a string takes whatever is written to it.
    pub fn position_text(&self) -> String {
        let (position, tournament) = (&self.position, self.tournament);
        let number = |id: PlayerId| tournament.player(id).number.get();
        let total = self.premises.rounds_total;
        let mut text = String::from("edelweiss.position 1\n");
        let mut write = |arguments: std::fmt::Arguments<'_>| {
            text.write_fmt(arguments).expect("a string grows");
        };
        let initial = colour(position.initial_colour());
        match total {
            Some(total) => write(format_args!("{}/{total} {initial}\n", position.round())),
            None => write(format_args!("{}/- {initial}\n", position.round())),
        }
        for (id, state) in tournament.player_ids().zip(position.players()) {
            let PlayerState {
                score,
                standings,
                colour_difference,
                preference,
                strength,
                repeated_colour,
                floats: [last, before],
                bye_allowed,
                unplayed,
                topscorer,
                present,
                arrival_number,
            } = *state;
            write(format_args!(
                "{} {} {} {} {colour_difference} {}{} {} {}{} {} {unplayed} {} {arrival_number}",
                number(id),
                if present { '+' } else { '-' },
                score.tenths(),
                standings.tenths(),
                colour(preference),
                strength_digit(strength),
                colour(repeated_colour),
                float(last),
                float(before),
                if bye_allowed { 'b' } else { '-' },
                if topscorer { 't' } else { '-' },
            ));
            for (opponent, own) in position.games(id) {
                write(format_args!(" {}{}", number(*opponent), colour(Some(*own))));
            }
            write(format_args!("\n"));
        }
        for group in &self.premises.bans {
            write(format_args!("ban"));
            for player in group {
                write(format_args!(" {player}"));
            }
            write(format_args!("\n"));
        }
        text
    }
}

/// SHA-256, in 64 hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    let digest = BigUint::from_bytes_be(&Sha256::digest(text));
    format!("{digest:064x}")
}

/// Why somebody is not paired: the letter of the bye. Whoever is absent without a word has no points for it.
pub(crate) fn bye_of(tournament: &Tournament, position: &Position, id: PlayerId) -> char {
    let round = position.round();
    let announced = || {
        let mut absences = tournament.absences.iter();
        absences.find(|absence| absence.player == id && absence.round == round)
    };
    let kind = match tournament.player(id).entry(round) {
        RoundEntry::Bye(kind) => kind,
        _ => announced().map_or(ByeKind::Zero, |absence| absence.kind),
    };
    match kind {
        ByeKind::PairingAllocated => 'U',
        ByeKind::Full => 'F',
        ByeKind::Half => 'H',
        ByeKind::Zero => 'Z',
    }
}

fn colour(colour: Option<Colour>) -> char {
    match colour {
        None => '-',
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
    }
}

fn strength_digit(strength: Strength) -> u8 {
    match strength {
        Strength::None => 0,
        Strength::Mild => 1,
        Strength::Strong => 2,
        Strength::Absolute => 3,
    }
}

fn float(float: Float) -> char {
    match float {
        Float::None => '-',
        Float::Down => 'd',
        Float::Up => 'u',
    }
}
