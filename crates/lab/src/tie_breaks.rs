//! Recorded values of tie-breaks beside those of the judge: every value equal, or the difference
//! listed with its reason.
//!
//! A manifest has the columns `file`, `expected`, `rules`, `mode` and `after_round`; the tournaments
//! and their tables lie beside it. A table has the columns TPN, RANK, then one per tie-break.
//! The list of departures has the columns `file`, `tpn`, `tie_break`, `recorded`, `ours`, `reason`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use edelweiss_judges::standings::{
    Code, ComputedValue, Fraction, StandingsLine, TieBreakEdition, TieBreakName, standings,
};
use edelweiss_model::{ByeKind, GameResult, RoundEntry, Tournament};

/// The departure of a file that counts rounds which were not held, up to the number announced.
const MISSING_ROUNDS: &str = "rounds";

/// A value that is recorded otherwise than the articles have it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Departure {
    /// The tournament.
    pub file: String,
    /// The player, or nothing where the departure is about the whole file.
    pub tpn: String,
    /// The tie-break.
    pub tie_break: String,
    /// The recorded value.
    pub recorded: String,
    /// The value by the articles.
    pub ours: String,
    /// Why, by the headings of `docs/src/disputes/tie-breaks.md`.
    pub reason: String,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            tpn,
            tie_break,
            recorded,
            ours,
            reason,
        } = self;
        write!(f, "{file},{tpn},{tie_break},{recorded},{ours},{reason}")
    }
}

/// Reads the list of departures.
///
/// # Errors
/// The first line that has not six fields.
pub fn parse_departures(text: &str) -> Result<Vec<Departure>, String> {
    let rows = text.lines().skip(1).filter(|line| !line.is_empty());
    rows.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [file, tpn, tie_break, recorded, ours, reason] = fields
            .try_into()
            .map_err(|_| format!("not six fields: {line}"))?;
        Ok(Departure {
            file: file.to_owned(),
            tpn: tpn.to_owned(),
            tie_break: tie_break.to_owned(),
            recorded: recorded.to_owned(),
            ours: ours.to_owned(),
            reason: reason.to_owned(),
        })
    })
    .collect()
}

/// What the tables of a manifest came to.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Tournaments.
    pub files: usize,
    /// Values and ranks compared.
    pub values: usize,
    /// Values that are not as recorded, and are not listed; the reason is empty.
    pub unexplained: Vec<Departure>,
    /// Listed departures of these files that do not occur.
    pub missing: Vec<Departure>,
    /// Departures met, by reason.
    pub explained: BTreeMap<String, usize>,
}

/// A recorded tournament with its table.
struct RecordedValues {
    file: String,
    tournament: Tournament,
    edition: TieBreakEdition,
    rounds: usize,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Compares the tables of a manifest with the judge.
///
/// # Errors
/// A file that cannot be read, or a manifest without the columns.
pub fn compare_tables(manifest: &Path, departures: &[Departure]) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let folder = manifest.parent().unwrap_or(Path::new(""));
    for row in rows(manifest)? {
        let mut listed: BTreeSet<&Departure> = (departures.iter())
            .filter(|departure| departure.file == row["file"])
            .collect();
        let counts_missing = listed
            .iter()
            .any(|departure| departure.tie_break == MISSING_ROUNDS);
        let recorded = RecordedValues::read(folder, &row, counts_missing)?;
        if counts_missing {
            listed.retain(|departure| departure.tie_break != MISSING_ROUNDS);
            *tally
                .explained
                .entry("missing rounds".to_owned())
                .or_default() += 1;
        }
        tally.files += 1;
        recorded.compare_ranks(&mut tally)?;
        for (column, tie_break) in recorded.header.iter().enumerate().skip(2) {
            recorded.compare_column(column, tie_break, &mut listed, &mut tally)?;
        }
        tally.missing.extend(listed.into_iter().cloned());
    }
    Ok(tally)
}

/// The rows of a manifest, by column.
fn rows(path: &Path) -> Result<Vec<BTreeMap<String, String>>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut rows = text.lines().map(|line| line.split(',').map(str::to_owned));
    let header: Vec<String> = rows.next().ok_or("an empty manifest")?.collect();
    for column in ["file", "expected", "rules", "mode", "after_round"] {
        if !header.iter().any(|name| name == column) {
            return Err(format!("{}: no column '{column}'", path.display()));
        }
    }
    Ok(rows
        .map(|row| header.iter().cloned().zip(row).collect())
        .collect())
}

impl RecordedValues {
    fn read(
        folder: &Path,
        row: &BTreeMap<String, String>,
        counts_missing: bool,
    ) -> Result<Self, String> {
        let path = folder.join(&row["file"]);
        let tournament = super::read_tournament(&path)?;
        let mut data = tournament.into_data();
        data.pre_determined = row["mode"] == "pre-determined";
        let tournament = data.build().map_err(|error| error.to_string())?;
        let held = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let announced = tournament
            .rounds_total
            .map_or(held, |total| total.index() + 1);
        let rounds = match &row["after_round"][..] {
            "last" if counts_missing => announced,
            "last" => held,
            number => number
                .parse()
                .map_err(|_| format!("after round '{number}'"))?,
        };
        let edition = match &row["rules"][..] {
            "2026-03-01" => TieBreakEdition::March2026,
            "2024-08-01" => TieBreakEdition::August2024,
            other => return Err(format!("rules '{other}'")),
        };
        let path = folder.join(&row["expected"]);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut rows = text
            .lines()
            .map(|line| line.split(',').map(str::to_owned).collect());
        Ok(Self {
            file: row["file"].clone(),
            tournament,
            edition,
            rounds,
            header: rows.next().ok_or("an empty table")?,
            rows: rows.collect(),
        })
    }

    /// Buchholz in a round robin is refused by the text of 2026; the edition before defines it alike.
    fn edition_for(&self, list: &[Code]) -> TieBreakEdition {
        let is_article_8 = |code: &Code| {
            matches!(
                code.name,
                TieBreakName::Bh | TieBreakName::Fb | TieBreakName::Aob
            )
        };
        if self.tournament.pre_determined && list.iter().any(is_article_8) {
            TieBreakEdition::August2024
        } else {
            self.edition
        }
    }

    fn standings(&self, list: &[Code]) -> Result<Vec<StandingsLine>, String> {
        standings(&self.tournament, self.edition_for(list), list, self.rounds)
            .map_err(|refused| format!("{}: {refused}", self.file))
    }

    fn line<'a>(
        &self,
        lines: &'a [StandingsLine],
        row: &[String],
    ) -> Result<&'a StandingsLine, String> {
        let number = |line: &&StandingsLine| self.tournament.player(line.player).number.to_string();
        (lines.iter().find(|line| number(line) == row[0]))
            .ok_or_else(|| format!("{}: no player {}", self.file, row[0]))
    }

    /// The ranks by the whole list. A second Direct Encounter in the last column is no part of it.
    fn compare_ranks(&self, tally: &mut Tally) -> Result<(), String> {
        let names = self.header.iter().skip(2);
        let has_plain = names.clone().any(|name| name == "DE");
        let list: Vec<Code> = names
            .filter(|name| !(has_plain && *name == "DE/P"))
            .filter_map(|name| koya_per_cent(name, self).or_else(|| name.parse().ok()))
            .collect();
        let lines = self.standings(&list)?;
        for row in &self.rows {
            let rank = self.line(&lines, row)?.rank.to_string();
            self.compare(row, 1, "RANK", &rank, &mut BTreeSet::new(), tally);
        }
        Ok(())
    }

    fn compare_column(
        &self,
        column: usize,
        tie_break: &str,
        listed: &mut BTreeSet<&Departure>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        if let "VUR" | "NUM" = tie_break {
            // No tie-breaks of C.07: voluntary unplayed rounds, and games over the board.
            for row in &self.rows {
                let player = self.tournament.players.iter();
                let mut player = player.filter(|player| player.number.to_string() == row[0]);
                let player = player.next().ok_or("an unknown player")?;
                let rounds = (0..self.rounds)
                    .map(|round| player.entries.get(round).copied().unwrap_or_default());
                let wanted = if tie_break == "VUR" {
                    is_voluntary
                } else {
                    is_game
                };
                let count = rounds.filter(|entry| wanted(*entry)).count().to_string();
                self.compare(row, column, tie_break, &count, listed, tally);
            }
            return Ok(());
        }
        let code = match koya_per_cent(tie_break, self) {
            Some(code) => code,
            None => tie_break
                .parse()
                .map_err(|error| format!("{}: {error}", self.file))?,
        };
        let lines = self.standings(&[Code::plain(TieBreakName::Pts), code])?;
        for row in &self.rows {
            let value = self.line(&lines, row)?.values[1];
            let text = written_like(value, &row[column]);
            self.compare(row, column, tie_break, &text, listed, tally);
        }
        Ok(())
    }

    fn compare(
        &self,
        row: &[String],
        column: usize,
        tie_break: &str,
        ours: &str,
        listed: &mut BTreeSet<&Departure>,
        tally: &mut Tally,
    ) {
        tally.values += 1;
        if row[column] == ours {
            return;
        }
        let found = Departure {
            file: self.file.clone(),
            tpn: row[0].clone(),
            tie_break: tie_break.to_owned(),
            recorded: row[column].clone(),
            ours: ours.to_owned(),
            reason: String::new(),
        };
        let reason = listed.iter().find(|departure| {
            let reason = String::new();
            Departure {
                reason,
                ..(**departure).clone()
            } == found
        });
        match reason.copied() {
            Some(departure) => {
                listed.remove(departure);
                *tally.explained.entry(departure.reason.clone()).or_default() += 1;
            }
            None => tally.unexplained.push(found),
        }
    }
}

/// `KS/L40` of the recorded tables is a limit of 40 per cent; by 14.5 the limit moves by half points.
/// The same limit in half points, where scores are whole numbers of those.
fn koya_per_cent(tie_break: &str, recorded: &RecordedValues) -> Option<Code> {
    let per_cent: i128 = tie_break.strip_prefix("KS/L")?.parse().ok()?;
    if !matches!(per_cent, 10..=90) {
        return None;
    }
    let tournament = &recorded.tournament;
    let scheduled = |entries: &Vec<RoundEntry>| {
        let counted = entries.iter().take(recorded.rounds);
        counted.filter(|entry| entry.opponent().is_some()).count()
    };
    let rounds = if tournament.pre_determined {
        (tournament.players.iter())
            .map(|player| scheduled(&player.entries))
            .max()?
    } else {
        recorded.rounds
    };
    let maximum = Fraction::new(i128::from(tournament.points.win_reward().tenths()), 10)
        * Fraction::from(rounds as i128);
    let shift = maximum * Fraction::new(2 * (per_cent - 50), 100);
    let limit = shift.ceil().to_integer();
    Some(Code {
        limit,
        ..Code::plain(TieBreakName::Ks)
    })
}

fn is_game(entry: RoundEntry) -> bool {
    entry.result().is_some_and(GameResult::is_played)
}

fn is_voluntary(entry: RoundEntry) -> bool {
    matches!(
        entry,
        RoundEntry::Blank
            | RoundEntry::Bye(ByeKind::Half | ByeKind::Zero)
            | RoundEntry::Paired {
                result: GameResult::ForfeitLoss,
                ..
            }
    )
}

/// With the decimals of the recorded text, halves rounded up; `-0` where there is no value.
fn written_like(value: ComputedValue, recorded: &str) -> String {
    let number = match value {
        ComputedValue::Number(number) => number,
        ComputedValue::Place(place) => return place.to_string(),
        ComputedValue::Undefined => return "-0".to_owned(),
        ComputedValue::Dropped => return value.to_string(),
    };
    let decimals = recorded
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let scale = 10_i128.pow(decimals as u32);
    let scaled = number * Fraction::from(scale) + Fraction::new(1, 2);
    let scaled = scaled.floor().to_integer();
    if decimals == 0 {
        // Nothing is lost: a value that is not whole does not look like one.
        return if number.is_integer() {
            scaled.to_string()
        } else {
            number.to_string()
        };
    }
    let sign = if scaled < 0 { "-" } else { "" };
    let scaled = scaled.abs();
    format!("{sign}{}.{:0decimals$}", scaled / scale, scaled % scale)
}
