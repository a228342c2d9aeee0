//! Ranks and tie-breaks of whole tournaments beside those of another program.
//!
//! A value that differs is explained where a known departure of the reference program, put in the place of
//! the article, gives its value. Those departures are those of `docs/src/disputes/tie-breaks.md`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use edelweiss::model::{PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss::standings::{Crosstable, Standings, TieBreak, TieBreakRules, Value};
use serde::{Deserialize, Serialize};

use crate::engine::RankTable;

/// Every tie-break of single players that a tournament whose rounds were paired one by one can have. Fore
/// Buchholz stands behind what the reference program computes otherwise once it has computed it.
pub const EVERY_TIE_BREAK: &str = "BH/C1 BH SB DE WIN WON BPG BWG PS PS/C1 PS/C2 REP DE/P BH/C2 BH/M1 BH/M2 BH/P \
    BH/C1/P BH/C2/P SB/C1 SB/C2 SB/P SB/C1/P KS KS/L+1 KS/L-1 ARO ARO/C1 ARO/C2 ARO/M1 AOB TPR PTP APRO APPO RTNG \
    STD FB FB/C1 FB/C2 FB/M1 TPN";

/// Why a value or a rank differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankReason {
    /// Standard Points are compared with those of a draw in every round (7.7).
    Draws,
    /// A cut takes the voluntary unplayed round with the lowest score, not the lowest contribution (16.5.1).
    Cut,
    /// Two of those who are tied have been paired twice (6.1.2).
    SecondMeeting,
    /// The rank follows from values that differ.
    Follows,
    /// None is known.
    Unknown,
}

impl RankReason {
    /// Whether nothing explains the difference.
    pub const fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// For people, with the letter of the page of disputes.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Draws => "STD: compared with a draw in every round",
            Self::Cut => "B: the cut of Sonneborn-Berger",
            Self::SecondMeeting => "C: Direct Encounter after a second meeting",
            Self::Follows => "the rank follows from values that differ",
            Self::Unknown => "unexplained",
        }
    }
}

/// A value or a rank that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankDifference {
    /// The number of the player.
    pub player: u32,
    /// The tie-break, or `RANK`.
    pub column: String,
    /// Our value.
    pub ours: String,
    /// Theirs.
    pub theirs: String,
    /// Why.
    pub reason: RankReason,
}

/// The standings of one tournament, compared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RankRecord {
    /// Values and ranks.
    pub values: u64,
    /// Those that differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<RankDifference>,
    /// Why nothing was compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl RankRecord {
    /// Nothing compared.
    pub(crate) fn failed(why: String) -> Self {
        Self {
            error: Some(why),
            ..Self::default()
        }
    }
}

/// A tournament, our standings of it, and theirs.
struct Beside<'a> {
    tournament: &'a Tournament,
    list: &'a [TieBreak],
    ours: Standings,
    table: Crosstable,
    theirs: BTreeMap<PlayerId, &'a [String]>,
}

/// Compares their table with our standings by `list`, after the last round with results.
/// O(values · players) where something differs.
///
/// # Errors
/// When we refuse the list, or their table is not one of these players and columns.
pub fn compare_ranks(
    tournament: &Tournament,
    list: &[TieBreak],
    theirs: &RankTable,
) -> Result<RankRecord, String> {
    let rules = TieBreakRules::of(tournament.starts);
    let table = Crosstable::new(tournament, rules, None).map_err(|refused| refused.to_string())?;
    let beside = Beside {
        tournament,
        list,
        ours: table
            .standings(list)
            .map_err(|refused| refused.to_string())?,
        table,
        theirs: rows_by_player(tournament, list.len(), theirs)?,
    };
    let mut record = RankRecord::default();
    for (place, tie_break) in list.iter().enumerate() {
        let columns = beside.ours.columns();
        // One that is left out because somebody is unrated has no column, and no values there.
        let column = columns
            .iter()
            .position(|column| column.tie_break == *tie_break);
        for (&player, row) in &beside.theirs {
            record.values += 1;
            let value = column.and_then(|column| columns[column].value(player));
            let theirs = &row[place + 1];
            if !is_written(value, theirs) {
                let ours = column.map_or_else(String::new, |column| columns[column].text(player));
                let reason = beside.reason(*tie_break, column, player, theirs);
                record.add(
                    &beside,
                    player,
                    (tie_break.to_string(), ours, theirs),
                    reason,
                );
            }
        }
    }
    for (&player, row) in &beside.theirs {
        record.values += 1;
        let rank = beside.ours.rank(player).to_string();
        if rank != row[0] {
            let follows = beside.rank_by_their_values(player).to_string() == row[0];
            let reason = if follows {
                RankReason::Follows
            } else {
                RankReason::Unknown
            };
            record.add(&beside, player, ("RANK".to_owned(), rank, &row[0]), reason);
        }
    }
    Ok(record)
}

/// Their rows by player: the rank, then a value for each tie-break of the list.
fn rows_by_player<'a>(
    tournament: &Tournament,
    columns: usize,
    table: &'a RankTable,
) -> Result<BTreeMap<PlayerId, &'a [String]>, String> {
    let mut rows = BTreeMap::new();
    for (number, row) in &table.rows {
        if row.len() != columns + 1 {
            let found = row.len();
            return Err(format!(
                "player {number}: found {found} columns, expected a rank and {columns} values"
            ));
        }
        let player = (tournament.player_ids())
            .find(|id| tournament.player(*id).number.get() == *number)
            .ok_or_else(|| format!("found player {number}, who is not in the tournament"))?;
        rows.insert(player, row.as_slice());
    }
    let missing = tournament.player_ids().find(|id| !rows.contains_key(id));
    match missing {
        Some(id) => Err(format!(
            "player {} is missing",
            tournament.player(id).number
        )),
        None => Ok(rows),
    }
}

/// Whether a text is this value with the decimals of the text, halves rounded up. `-0` is no value.
fn is_written(value: Option<Value>, text: &str) -> bool {
    let Some(value) = value else {
        return matches!(text, "-0" | "");
    };
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let is_whole = value.lowest_terms().1 == 1;
    u8::try_from(decimals).is_ok_and(|decimals| {
        // A value that is not whole does not look like one.
        (decimals > 0 || is_whole) && decimals <= 9 && value.decimal(decimals) == text
    })
}

/// A decimal number; none where there is no value.
fn value_of(text: &str) -> Option<Value> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = u32::try_from(decimals.len())
        .ok()
        .filter(|digits| *digits <= 4)?;
    let number: i64 = format!("{whole}{decimals}").parse().ok()?;
    (text != "-0").then(|| Value::new(number, 10_u32.pow(digits)))
}

impl Beside<'_> {
    /// Why a value differs.
    fn reason(
        &self,
        tie_break: TieBreak,
        column: Option<usize>,
        player: PlayerId,
        theirs: &str,
    ) -> RankReason {
        let theirs = value_of(theirs);
        let explained = match (tie_break.definition().code, column, theirs) {
            ("STD", _, Some(theirs)) => {
                (theirs == self.against_draws(player)).then_some(RankReason::Draws)
            }
            ("SB", _, Some(theirs)) => {
                (self.is_cut_otherwise(tie_break, player, theirs)).then_some(RankReason::Cut)
            }
            ("DE", Some(column), _) => {
                (self.met_twice(column, player)).then_some(RankReason::SecondMeeting)
            }
            _ => None,
        };
        explained.unwrap_or(RankReason::Unknown)
    }

    /// Standard Points where every round is compared with a draw.
    fn against_draws(&self, player: PlayerId) -> Value {
        let points = &self.tournament.points;
        let rounds = (0..self.table.rounds()).map(RoundNumber::from_index);
        let halves = rounds.map(|round| {
            let earned = points.points(self.tournament.player(player).entry(round));
            match earned.cmp(&points.draw[0]) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            }
        });
        Value::new(halves.sum(), 2)
    }

    /// Whether their value is Sonneborn-Berger without as many contributions as the modifier says, one of
    /// them of a voluntary unplayed round.
    fn is_cut_otherwise(&self, tie_break: TieBreak, player: PlayerId, theirs: Value) -> bool {
        let name = tie_break.to_string();
        let plain: Option<TieBreak> = name.replace("/C1", "").replace("/C2", "").parse().ok();
        let Some(parts) = plain.and_then(|plain| self.table.decompose(player, &plain)) else {
            return false;
        };
        let rounds = 0..self.table.rounds();
        let amount = |round: usize| {
            let of_round = parts.contributions.iter();
            let of_round =
                of_round.filter(|part| part.round.is_some_and(|number| number.index() == round));
            of_round.map(|part| (part.amount, part.unit)).next()
        };
        let Some(total) = parts.value else {
            return false;
        };
        // What the units share: Sonneborn-Berger multiplies tenths by tenths.
        let hundredths = |value: Value| {
            let (number, unit) = value.lowest_terms();
            (100 % unit == 0).then(|| number * i64::from(100 / unit))
        };
        let cut = |round: usize| {
            amount(round).map_or(Some(0), |(n, unit)| hundredths(Value::new(n, unit)))
        };
        let (Some(total), Some(theirs)) = (hundredths(total), hundredths(theirs)) else {
            return false;
        };
        let voluntary: Vec<usize> = (rounds.clone())
            .filter(|round| self.table.category(player, *round).is_voluntary())
            .collect();
        if voluntary.len() < 2 {
            return false;
        }
        let two = name.contains("/C2");
        voluntary.iter().any(|one| {
            let others = rounds.clone().filter(|other| other != one).map(&cut);
            let mut others: Vec<Option<i64>> = others.collect();
            if !two {
                others = vec![Some(0)];
            }
            (others.into_iter()).any(|other| {
                cut(*one)
                    .zip(other)
                    .is_some_and(|(one, other)| total - one - other == theirs)
            })
        })
    }

    /// Whether two of those who were tied when the column was applied have been paired twice.
    fn met_twice(&self, column: usize, player: PlayerId) -> bool {
        let tied = self.ours.tied_before(column, player);
        tied.iter().any(|&who| {
            let rounds = (0..self.table.rounds()).map(RoundNumber::from_index);
            let mut met: Vec<PlayerId> = rounds
                .filter_map(|round| match self.tournament.player(who).entry(round) {
                    RoundEntry::Paired { opponent, .. } => Some(opponent),
                    _ => None,
                })
                .filter(|opponent| tied.contains(opponent))
                .collect();
            met.sort();
            met.windows(2).any(|pair| pair[0] == pair[1])
        })
    }

    /// The rank of a player if their values are right.
    fn rank_by_their_values(&self, player: PlayerId) -> usize {
        let better = self
            .theirs
            .keys()
            .filter(|other| self.is_above(**other, player));
        1 + better.count()
    }

    fn is_above(&self, one: PlayerId, other: PlayerId) -> bool {
        let (one, other) = (self.theirs[&one], self.theirs[&other]);
        for (place, tie_break) in self.list.iter().enumerate() {
            let (a, b) = (value_of(&one[place + 1]), value_of(&other[place + 1]));
            let order = match (a, b) {
                (Some(a), Some(b)) if tie_break.is_lower_better() => b.cmp(&a),
                _ => a.cmp(&b),
            };
            if order != Ordering::Equal {
                return order == Ordering::Greater;
            }
        }
        false
    }
}

impl RankRecord {
    fn add(
        &mut self,
        beside: &Beside<'_>,
        player: PlayerId,
        (column, ours, theirs): (String, String, &str),
        reason: RankReason,
    ) {
        self.differences.push(RankDifference {
            player: beside.tournament.player(player).number.get(),
            column,
            ours,
            theirs: theirs.to_owned(),
            reason,
        });
    }
}
