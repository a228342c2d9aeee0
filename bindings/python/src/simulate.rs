//! Many made-up tournaments at once, as tables.

use std::num::NonZeroU32;

use answers::standings::choice::{default_list, parsed_option};
use edelweiss::model::{ByeKind, Colour, RoundEntry, RoundNumber, Score};
use edelweiss::standings::{TieBreak, TieBreakRules, standings};
use edelweiss_generate::Generated;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::border::{Refusal, guarded};
use crate::columns::{Column, Columns};
use crate::made::maker;

/// Tournaments between two looks at whether somebody pressed Ctrl-C.
const AT_ONCE: u32 = 64;
/// Games in one answer: four gigabytes or so.
const MOST_GAMES: usize = 100_000_000;

/// Makes `count` tournaments from number `start` on: tables of tournaments, players, games and byes.
/// Their order does not depend on the number of threads.
#[pyfunction]
pub(crate) fn simulate(
    py: Python<'_>,
    options: &str,
    start: u32,
    count: NonZeroU32,
    tie_breaks: Option<&str>,
) -> PyResult<(Columns, Columns, Columns, Columns)> {
    let end = start.checked_add(count.get());
    let (maker, list, end) = guarded(py, || {
        let end = end.ok_or_else(|| {
            Refusal::question("start and count: found a sum beyond 4294967295, the last tournament")
        })?;
        let list = tie_breaks.map_or_else(|| Ok(default_list(false, false)), parsed_option);
        Ok((maker(options)?, list.map_err(Refusal::from)?, end))
    })?;
    let mut tables = Tables::default();
    let mut next = start;
    while next < end {
        let to = end.min(next.saturating_add(AT_ONCE));
        let made: Vec<Tables> = guarded(py, || {
            (next..to)
                .into_par_iter()
                .map(|index| Tables::of(index, &maker.play(index), &list))
                .collect()
        })?;
        for made in made {
            tables.append(made);
        }
        if tables.games.tournament.len() > MOST_GAMES && to < end {
            return Err(Refusal::question(format!(
                "more than {MOST_GAMES} games after {} tournaments, which is too much for one answer\n  hint: ask for fewer, and for the others with start={to}",
                to - start
            ))
            .into());
        }
        py.check_signals()?;
        next = to;
    }
    Ok(tables.into_columns())
}

#[derive(Default)]
struct Tables {
    tournaments: Tournaments,
    players: Players,
    games: Games,
    byes: Byes,
}

/// Declares a table: its columns, how one is appended to another, and what they become.
macro_rules! table {
    ($name:ident { $($column:ident: $kind:ident($type:ty)),* $(,)? }) => {
        #[derive(Default)]
        struct $name {
            $($column: Vec<$type>,)*
        }

        impl $name {
            fn append(&mut self, mut other: Self) {
                $(self.$column.append(&mut other.$column);)*
            }

            fn into_columns(self) -> Columns {
                Columns::new(vec![$((stringify!($column), Column::$kind(self.$column))),*])
            }
        }
    };
}

table!(Tournaments {
    tournament: U32(u32),
    players: U32(u32),
    rounds: U16(u16),
    games: U32(u32),
    white_wins: U32(u32),
    draws: U32(u32),
    black_wins: U32(u32),
    forfeits: U32(u32),
    byes: U32(u32),
    stopped_before: MaybeU16(Option<u16>),
    stop_reason: MaybeText(Option<String>),
});
table!(Players {
    tournament: U32(u32),
    number: U32(u32),
    rating: MaybeU16(Option<u16>),
    strength: U16(u16),
    points: F64(f64),
    rank: U32(u32),
});
table!(Games {
    tournament: U32(u32),
    round: U16(u16),
    white: U32(u32),
    black: U32(u32),
    white_points: F64(f64),
    black_points: F64(f64),
    played: Bool(bool),
});
table!(Byes {
    tournament: U32(u32),
    round: U16(u16),
    number: U32(u32),
    kind: Text(&'static str),
    points: F64(f64),
});

impl Tables {
    /// # Errors
    /// A list of tie-breaks that does not fit the tournament.
    fn of(index: u32, made: &Generated, list: &[TieBreak]) -> Result<Self, Refusal> {
        let mut tables = Self::default();
        tables.add_tournament(index, made);
        tables.add_players(index, made, list)?;
        for round in 0..usize::from(made.summary.rounds) {
            tables.add_round(index, made, RoundNumber::from_index(round));
        }
        Ok(tables)
    }

    fn append(&mut self, other: Self) {
        self.tournaments.append(other.tournaments);
        self.players.append(other.players);
        self.games.append(other.games);
        self.byes.append(other.byes);
    }

    fn into_columns(self) -> (Columns, Columns, Columns, Columns) {
        (
            self.tournaments.into_columns(),
            self.players.into_columns(),
            self.games.into_columns(),
            self.byes.into_columns(),
        )
    }

    fn add_tournament(&mut self, index: u32, made: &Generated) {
        let (table, summary) = (&mut self.tournaments, &made.summary);
        table.tournament.push(index);
        table.players.push(summary.players);
        table.rounds.push(summary.rounds);
        table.games.push(summary.games);
        table.white_wins.push(summary.white_wins);
        table.draws.push(summary.draws);
        table.black_wins.push(summary.black_wins);
        table
            .forfeits
            .push(summary.forfeits + summary.double_forfeits);
        table.byes.push(summary.allocated_byes);
        let stopped = made.stopped.as_ref();
        table
            .stopped_before
            .push(stopped.map(|stop| stop.before.get()));
        table
            .stop_reason
            .push(stopped.map(|stop| stop.reason.clone()));
    }

    fn add_players(
        &mut self,
        index: u32,
        made: &Generated,
        list: &[TieBreak],
    ) -> Result<(), Refusal> {
        let tournament = &made.tournament;
        let ranked = standings(tournament, TieBreakRules::of(tournament.starts), list, None)
            .map_err(Refusal::question)?;
        let mut ranks = vec![0; tournament.players.len()];
        let mut points = vec![Score::ZERO; tournament.players.len()];
        for row in ranked.rows() {
            ranks[row.player.index()] = row.rank;
            points[row.player.index()] = row.points;
        }
        let table = &mut self.players;
        for (place, player) in tournament.players.iter().enumerate() {
            table.tournament.push(index);
            table.number.push(player.number.get());
            table.rating.push(player.rating);
            table.strength.push(made.strengths[place]);
            table.points.push(number(points[place]));
            table.rank.push(ranks[place]);
        }
        Ok(())
    }

    fn add_round(&mut self, index: u32, made: &Generated, round: RoundNumber) {
        let tournament = &made.tournament;
        let points = |entry| number(tournament.points.points(entry));
        for id in tournament.player_ids() {
            let player = tournament.player(id);
            let entry = player.entry(round);
            match entry {
                RoundEntry::Paired {
                    opponent,
                    colour,
                    result,
                } if colour == Some(Colour::White) || (colour.is_none() && id < opponent) => {
                    let other = tournament.player(opponent);
                    let table = &mut self.games;
                    table.tournament.push(index);
                    table.round.push(round.get());
                    table.white.push(player.number.get());
                    table.black.push(other.number.get());
                    table.white_points.push(points(entry));
                    table.black_points.push(points(other.entry(round)));
                    table.played.push(result.is_played());
                }
                RoundEntry::Bye(kind) => {
                    let table = &mut self.byes;
                    table.tournament.push(index);
                    table.round.push(round.get());
                    table.number.push(player.number.get());
                    table.kind.push(match kind {
                        ByeKind::PairingAllocated => "pairing-allocated",
                        ByeKind::Full => "full-point",
                        ByeKind::Half => "half-point",
                        ByeKind::Zero => "zero-point",
                    });
                    table.points.push(points(entry));
                }
                RoundEntry::Paired { .. } | RoundEntry::Blank => {}
            }
        }
    }
}

#[expect(
    clippy::float_arithmetic,
    reason = "for tables; nothing is decided by it"
)]
fn number(score: Score) -> f64 {
    f64::from(score.tenths()) / 10.0
}
