//! Documents of tournaments that never were files, and documents with one round more.
//!
//! A document that was read is written by [`Document::write`], line by line as it came. Lines of
//! one dialect are not translated into another there: read the file and make a new document of the
//! tournament instead.

/// Adds a line.
macro_rules! line {
    ($out:expr, $($argument:tt)*) => {
        writeln!($out, $($argument)*).expect("a string grows")
    };
}

mod decisions;
mod edits;
mod instructions;
mod players;
mod results;
mod roll;
mod settings;
mod team_rounds;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use edelweiss_model::{
    Acceleration, ByeKind, Colour, PlayerId, PointSystem, RoundEntry, RoundNumber, Score, System,
    Tournament, Tpn,
};

use instructions::{write_250, write_absences, write_ban, write_soft_ban, write_xxa};
use players::{cell, write_players};

use crate::cells::MOST_ROUNDS;
use crate::cells::cell_column;
use crate::columns::{self, Line};
use crate::document::{Document, LineEdit};
use crate::points::xxs_codes;
use crate::record::RecordKind;
use crate::system;
use crate::team_instructions::write_instructions;
use crate::teams;
use crate::unwritable::{Unwritable, unwritable};

/// The dialect of a new document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// `001` records with the lines of JaVaFo (`XXR XXC XXS XXA XXP XXZ`) and bbpPairings (`BB?`).
    Trf16,
    /// `001` records with `142 152 162 192 240 250 260`, and `300 310 320 330 362` of teams.
    Trf26,
}

impl Document {
    /// A new document that reads back as `tournament`. O(players · rounds).
    ///
    /// - Names are cut to the format's 33 columns, titles and federations to three; control
    ///   characters become blanks.
    /// - The points columns hold the points of the rounds paired and of a bye entered in advance
    ///   for the round after; ranks follow from the points, ties share one.
    /// - What a dialect has no record for is said with the other dialect's: a points system beyond
    ///   `162` with `XXS`, bans of single rounds with `260`, byes announced for later with `240`.
    /// - An announced absence that the player's entries tell already is not written.
    /// - `Dialect::Trf16` writes the Dutch system of 2026 as `FIDE_DUTCH_2025`, the only edition
    ///   name bbpPairings 6.0.0 accepts.
    ///
    /// # Errors
    /// [`Unwritable`] when there is no player, or more than [`Tpn::MAX_IN_FILE`], or a round, rating or number of
    /// points does not fit its columns, or the Baku method lacks a system, or rounds before the one to be paired were not
    /// held, or a competition of teams has absences, bans or virtual points of single players.
    pub fn from_tournament(tournament: &Tournament, dialect: Dialect) -> Result<Self, Unwritable> {
        if tournament.players.is_empty() {
            return unwritable("there is no player, and the format needs one");
        }
        if let Some(round) = tournament.round_to_pair
            && tournament.rounds_paired().map_or(0, RoundNumber::get) + 1 != round.get()
        {
            return unwritable(format!(
                "round {round} is to be paired, but nobody was paired in the round before, and no file can say so"
            ));
        }
        let mut out = String::new();
        write_header(&mut out, tournament, dialect)?;
        write_points_lines(&mut out, &tournament.points, dialect)?;
        teams::write_match_points(&mut out, &tournament.teams)?;
        match dialect {
            Dialect::Trf16 => write_xxa(&mut out, tournament)?,
            Dialect::Trf26 => write_250(&mut out, tournament)?,
        }
        for group in &tournament.forbidden {
            write_ban(&mut out, tournament, group, dialect)?;
        }
        for group in &tournament.soft_bans {
            write_soft_ban(&mut out, tournament, group)?;
        }
        write_absences(&mut out, tournament, dialect)?;
        teams::must_not_name_players(&out, tournament)?;
        write_players(&mut out, tournament)?;
        teams::write_teams(&mut out, tournament)?;
        write_instructions(&mut out, &tournament.teams)?;
        Ok(Self::from_text(Arc::from(""), out))
    }

    /// This document with one round more: `pairs` (White first) without results, `bye` as the
    /// pairing-allocated bye, and whoever is announced as absent with that bye. `tournament` is
    /// what this document says.
    ///
    /// The round may stand in this document already, and `tournament` be what came before it
    /// ([`Tournament::before_round`]): then it is replaced. Only the last round can be.
    ///
    /// `XXZ` lines speak of the round after the last one paired; where that is the round added here
    /// they are taken out. Columns 81-84 get the points of the rounds before
    /// ([`with_points`](Self::with_points)), and every other line stays.
    ///
    /// # Errors
    /// [`Unwritable`] when a player to be paired has an entry in that round already, or no line.
    pub fn with_round(
        &self,
        tournament: &Tournament,
        pairs: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
    ) -> Result<Self, Unwritable> {
        let round = tournament.next_round();
        self.must_end_with(round)?;
        let bye = bye.map(|player| (player, ByeKind::PairingAllocated));
        let absent = if tournament.pre_determined {
            free(tournament, pairs, bye)
        } else {
            announced(tournament, round)
        };
        let with_round = self.with_round_of(tournament, round, pairs, bye, &absent)?;
        Ok(with_round.with_points(tournament, round.index()))
    }

    /// This document with one match of two games more, each in a round of its own: game 1 as
    /// [`with_round`](Self::with_round) adds it, then game 2 with the same opponents and the other
    /// colours, a half-point bye for whoever has the pairing-allocated bye of the match, and
    /// everybody absent from game 1 absent in the same way.
    ///
    /// # Errors
    /// As for [`with_round`](Self::with_round).
    pub fn with_match(
        &self,
        tournament: &Tournament,
        pairs: &[(PlayerId, PlayerId)],
        bye: Option<PlayerId>,
    ) -> Result<Self, Unwritable> {
        let first = tournament.next_round();
        let second = RoundNumber::from_index(first.index() + 1);
        let turned: Vec<_> = pairs
            .iter()
            .map(|(white, black)| (*black, *white))
            .collect();
        self.must_end_with(second)?;
        let bye_of_second = bye.map(|player| (player, ByeKind::Half));
        let mut absent = Vec::new();
        for id in tournament.player_ids() {
            let announced = |round| {
                let mut own = tournament
                    .absences
                    .iter()
                    .filter(|absence| absence.player == id);
                own.find(|absence| absence.round == round)
                    .map(|absence| absence.kind)
            };
            let of_first = match tournament.player(id).entry(first) {
                // Given beforehand.
                RoundEntry::Bye(ByeKind::PairingAllocated) => Some(ByeKind::Half),
                RoundEntry::Bye(kind) => Some(kind),
                _ => None,
            };
            let kind = announced(second).or(of_first).or_else(|| announced(first));
            absent.extend(kind.map(|kind| (id, kind)));
        }
        let bye = bye.map(|player| (player, ByeKind::PairingAllocated));
        let absent_from_first = announced(tournament, first);
        let with_first = self.with_round_of(tournament, first, pairs, bye, &absent_from_first)?;
        let with_second =
            with_first.with_round_of(tournament, second, &turned, bye_of_second, &absent)?;
        Ok(with_second.with_points(tournament, first.index()))
    }

    fn with_round_of(
        &self,
        tournament: &Tournament,
        round: RoundNumber,
        pairs: &[(PlayerId, PlayerId)],
        bye: Option<(PlayerId, ByeKind)>,
        absent: &[(PlayerId, ByeKind)],
    ) -> Result<Self, Unwritable> {
        if usize::from(round.get()) > MOST_ROUNDS {
            return unwritable(format!("round {round} is beyond round {MOST_ROUNDS}"));
        }
        let mut cells = vec![String::new(); tournament.players.len()];
        for &(player, kind) in absent {
            if tournament.player(player).entry(round) == RoundEntry::Blank {
                cells[player.index()] = cell(tournament, RoundEntry::Bye(kind));
            }
        }
        for (index, &(white, black)) in pairs.iter().enumerate() {
            if white.index() >= cells.len() || black.index() >= cells.len() || white == black {
                return unwritable(format!("pair {} is not one of two players", index + 1));
            }
            for (own, other, colour) in [(white, black, 'w'), (black, white, 'b')] {
                let number = tournament.player(other).number.get();
                let slot = &mut cells[own.index()];
                if !slot.is_empty() || tournament.player(own).entry(round) != RoundEntry::Blank {
                    let number = tournament.player(own).number;
                    return unwritable(format!("player {number} has an entry in round {round}"));
                }
                *slot = format!("{number:>4} {colour}  ");
            }
        }
        if let Some((player, kind)) = bye {
            if player.index() >= cells.len() {
                return unwritable("the bye is not one of a player");
            }
            let given = RoundEntry::Bye(kind);
            let entry = tournament.player(player).entry(round);
            let slot = &mut cells[player.index()];
            if !slot.is_empty() || ![RoundEntry::Blank, given].contains(&entry) {
                let number = tournament.player(player).number;
                return unwritable(format!("player {number} has an entry in round {round}"));
            }
            *slot = cell(tournament, given);
        }
        if self.shows_pairing(round) {
            // Whoever was paired in what is replaced, and is not any more.
            for (player, cell) in tournament.players.iter().zip(&mut cells) {
                if cell.is_empty() && player.entry(round) == RoundEntry::Blank {
                    *cell = " ".repeat(8);
                }
            }
        }
        self.with_cells(tournament, round, &cells)
    }

    fn with_cells(
        &self,
        tournament: &Tournament,
        round: RoundNumber,
        cells: &[String],
    ) -> Result<Self, Unwritable> {
        let mut place_of = vec![None; Tpn::MAX_IN_FILE as usize + 1];
        for (player, cell) in tournament.players.iter().zip(cells) {
            // Whoever no file can number has no line.
            if let Some(place) = place_of.get_mut(player.number.get() as usize) {
                *place = Some(cell.as_str());
            }
        }
        let was_paired = self.shows_pairing(round);
        let mut missing = cells.iter().filter(|cell| !cell.is_empty()).count();
        let mut scratch_flat = Vec::new();
        let with_cells = self.with_lines(|record| {
            if record.kind == RecordKind::Absent && !was_paired {
                return LineEdit::Becomes(Vec::new());
            }
            if record.kind != RecordKind::Player {
                return LineEdit::Kept;
            }
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            let number = columns::number(line.field(5, 8)).unwrap_or(0) as usize;
            match place_of.get(number).copied().flatten().unwrap_or("") {
                "" => LineEdit::Kept,
                cell => {
                    let column = cell_column(round.index());
                    missing -= 1;
                    LineEdit::becomes(line.with((column, column + 7), cell))
                }
            }
        });
        if missing > 0 {
            return unwritable(format!("{missing} players of the round have no line 001"));
        }
        Ok(with_cells)
    }

    /// A round that is paired again must be the last one, or its successors would rest on another
    /// round than they were paired from.
    fn must_end_with(&self, round: RoundNumber) -> Result<(), Unwritable> {
        let next = RoundNumber::from_index(round.index() + 1);
        if self.shows_pairing(next) {
            return unwritable(format!("round {next} stands in the file already"));
        }
        Ok(())
    }

    /// Whether some player has an opponent in that round. O(players).
    fn shows_pairing(&self, round: RoundNumber) -> bool {
        let column = cell_column(round.index());
        let mut scratch_flat = Vec::new();
        let mut players = self
            .records()
            .filter(|record| record.kind == RecordKind::Player);
        players.any(|record| {
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            columns::number(line.field(column, column + 3)).is_some_and(|number| number > 0)
        })
    }
}

/// The letter of a bye in records and cells.
fn bye_letter(kind: ByeKind) -> char {
    match kind {
        ByeKind::PairingAllocated => 'U',
        ByeKind::Full => 'F',
        ByeKind::Half => 'H',
        ByeKind::Zero => 'Z',
    }
}

/// The absences announced for a round.
/// Where all pairings are fixed before the event: whoever has no game in the round, and no point.
fn free(
    tournament: &Tournament,
    pairs: &[(PlayerId, PlayerId)],
    bye: Option<(PlayerId, ByeKind)>,
) -> Vec<(PlayerId, ByeKind)> {
    let seated: BTreeSet<PlayerId> = (pairs.iter())
        .flat_map(|(white, black)| [*white, *black])
        .chain(bye.map(|(player, _)| player))
        .collect();
    (tournament.player_ids())
        .filter(|id| !seated.contains(id))
        .map(|id| (id, ByeKind::Zero))
        .collect()
}

fn announced(tournament: &Tournament, round: RoundNumber) -> Vec<(PlayerId, ByeKind)> {
    (tournament.absences.iter())
        .filter(|absence| absence.round == round)
        .map(|absence| (absence.player, absence.kind))
        .collect()
}

fn write_header(
    out: &mut String,
    tournament: &Tournament,
    dialect: Dialect,
) -> Result<(), Unwritable> {
    let name = columns::cut(&tournament.name, usize::MAX);
    if !name.is_empty() {
        line!(out, "012 {name}");
    }
    if let Some(date) = tournament.starts {
        line!(out, "042 {date}");
    }
    line!(out, "062 {}", tournament.players.len());
    if let Some(rounds) = tournament.rounds_total {
        if usize::from(rounds.get()) > MOST_ROUNDS {
            return unwritable(format!("{rounds} rounds, expected at most {MOST_ROUNDS}"));
        }
        let code = match dialect {
            Dialect::Trf16 => "XXR",
            Dialect::Trf26 => "142",
        };
        line!(out, "{code} {rounds}");
    }
    match (dialect, tournament.initial_colour) {
        (Dialect::Trf16, Some(Colour::White)) => line!(out, "XXC white1"),
        (Dialect::Trf16, Some(Colour::Black)) => line!(out, "XXC black1"),
        (Dialect::Trf26, Some(Colour::White)) => line!(out, "152 W"),
        (Dialect::Trf26, Some(Colour::Black)) => line!(out, "152 B"),
        (_, None) => {}
    }
    if !tournament.players.is_sorted_by_key(|player| player.number) {
        line!(out, "XXC rank");
    }
    write_system(out, tournament, dialect)
}

/// The record of the system.
fn write_system(
    out: &mut String,
    tournament: &Tournament,
    dialect: Dialect,
) -> Result<(), Unwritable> {
    // Explicit virtual points replace the method.
    let baku = tournament.acceleration == Acceleration::Baku && !tournament.has_virtual_points();
    let dutch_2026 = match dialect {
        Dialect::Trf16 => system::DUTCH_2025,
        Dialect::Trf26 => system::DUTCH_2026,
    };
    let is_of_teams = !tournament.teams.is_empty();
    match tournament.system {
        None | Some(System::Other) if tournament.pre_determined && !baku => {
            let kind = if is_of_teams { "TEAM_" } else { "" };
            line!(out, "192 CUSTOM_{kind}ROUNDROBIN");
        }
        Some(System::Coded(code)) if system::is_pre_determined(code) => {
            if !tournament.pre_determined {
                return unwritable("no encoded type says that a round robin has no fixed pairings");
            }
            let rules = tournament.teams.pairing;
            if rules.is_some_and(|rules| rules != system::RULES_OF_TABLE) {
                return unwritable(
                    "no encoded type says by which preferences or scores a table pairs teams",
                );
            }
            line!(out, "192 {code}");
        }
        Some(_) if tournament.pre_determined => {
            return unwritable("no encoded type says that a Swiss system has fixed pairings");
        }
        Some(System::OfTeams) if tournament.teams.pairing.is_some() => {
            let instructions = &tournament.teams.instructions;
            let rules = tournament.teams.pairing.unwrap_or_default();
            let code = system::team_rules_code(rules, instructions.is_accelerated);
            line!(out, "192 {code}");
        }
        Some(system) => match system::encode(system, baku, dutch_2026) {
            Some(code) => line!(out, "192 {code}"),
            None => {
                return unwritable(
                    "no encoded type stands for this system, or joins the Baku method with it",
                );
            }
        },
        None if baku => return unwritable("the Baku method is written with a system only"),
        None => {}
    }
    Ok(())
}

/// Points lines, unless the points are the usual ones.
fn write_points_lines(
    out: &mut String,
    points: &PointSystem,
    dialect: Dialect,
) -> Result<(), Unwritable> {
    if *points == PointSystem::default() {
        return Ok(());
    }
    let has_colours = points.win[0] != points.win[1]
        || points.draw[0] != points.draw[1]
        || points.loss[0] != points.loss[1];
    let has_usual_byes = points.full_point_bye == points.win[0]
        && points.forfeit_win == points.win[0]
        && points.half_point_bye == points.draw[0];
    let is_simple = !has_colours && has_usual_byes;
    let symbols = [
        ('W', points.win[0]),
        ('D', points.draw[0]),
        ('L', points.loss[0]),
        ('A', points.zero_point_bye),
        ('P', points.pairing_allocated_bye),
        ('X', points.unknown),
    ];
    let fits_162 = is_simple
        && points.zero_point_bye == points.forfeit_loss
        && symbols.iter().all(|(_, score)| fits(*score));
    if dialect == Dialect::Trf26 && fits_162 {
        // bbpPairings 6.0.0 refuses A and X, so these two are written only where they matter.
        let implied = [('A', Score::ZERO), ('X', points.draw[0])];
        let fields: Vec<String> = (symbols.iter())
            .filter(|symbol| !implied.contains(symbol))
            .map(|(symbol, score)| format!("{symbol}{score:>4}"))
            .collect();
        line!(out, "162  {}", fields.join("    "));
        return Ok(());
    }
    let fields: Vec<String> = xxs_codes()
        .map(|(code, field)| format!("{code}={}", points.value(field)))
        .collect();
    line!(out, "XXS {}", fields.join(" "));
    // bbpPairings reads no XXS.
    if is_simple {
        line!(out, "BBW {:>4}", points.win[0]);
        line!(out, "BBD {:>4}", points.draw[0]);
        line!(out, "BBL {:>4}", points.loss[0]);
        line!(out, "BBZ {:>4}", points.zero_point_bye);
        line!(out, "BBF {:>4}", points.forfeit_loss);
        line!(out, "BBU {:>4}", points.pairing_allocated_bye);
    }
    if points.unknown != points.draw[0] {
        if !fits(points.unknown) {
            return unwritable(format!(
                "an unknown result is worth {}, more than four columns hold",
                points.unknown
            ));
        }
        line!(out, "162  X{:>4}", points.unknown);
    }
    Ok(())
}

/// Whether a number of points has at most four characters.
fn fits(score: Score) -> bool {
    (-99..=999).contains(&score.tenths())
}
