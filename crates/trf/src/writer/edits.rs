//! Columns of lines that stand already: points, ranks and cells, written over what is there.

use edelweiss_model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Score, Tournament, Tpn};

use crate::columns::{self, Line};
use crate::document::{Document, LineEdit};
use crate::players::points_field;
use crate::record::RecordKind;
use crate::standings::RANK;
use crate::unwritable::{Unwritable, unwritable};

/// Points as wide as their columns; blank where they do not fit.
fn points_text(points: Score, width: usize) -> String {
    let text = points.to_string();
    let text = if text.len() <= width { &text } else { "" };
    format!("{text:>width$}")
}

impl Document {
    /// This document with the points of the first `rounds` rounds of `tournament`, which is what it
    /// says, in columns 81-84 of every player, where they are not there already. The points of a bye
    /// entered in advance for the round after may stand with them, as JaVaFo wants it.
    ///
    /// Nothing is written where records `299` change points, since they are not applied.
    /// O(players · rounds).
    #[must_use]
    pub fn with_points(&self, tournament: &Tournament, rounds: usize) -> Self {
        self.with_points_of(tournament, rounds, |id| {
            tournament.standings_score(id, rounds)
        })
    }

    /// The same with points that somebody else counts.
    pub(super) fn with_points_of(
        &self,
        tournament: &Tournament,
        rounds: usize,
        points: impl Fn(PlayerId) -> Score,
    ) -> Self {
        if self.has_penalties() {
            return self.clone();
        }
        let mut of_number = vec![None; Tpn::MAX_IN_FILE as usize + 1];
        for id in tournament.player_ids() {
            let player = tournament.player(id);
            let points = points(id);
            let with_bye = match player.entry(RoundNumber::from_index(rounds)) {
                RoundEntry::Bye(ByeKind::PairingAllocated) => points,
                bye @ RoundEntry::Bye(_) => points + tournament.points.points(bye),
                _ => points,
            };
            if let Some(of_number) = of_number.get_mut(player.number.get() as usize) {
                *of_number = Some([points, with_bye]);
            }
        }
        self.edited(RecordKind::Player, |line| {
            let number = columns::number(line.field(5, 8))? as usize;
            let fitting = of_number.get(number).copied().flatten()?;
            let recorded = columns::score(points_field(line).1);
            let stands = recorded.is_some_and(|recorded| fitting.contains(&recorded));
            // Column 80 takes the first digit of three.
            (!stands).then(|| line.with((80, 84), &points_text(fitting[0], 5)))
        })
    }

    /// This document with match points and game points of the teams in columns 55-60 and 62-67 of
    /// records `310`.
    #[must_use]
    pub fn with_team_points(&self, points: &[(Tpn, [Score; 2])]) -> Self {
        if self.has_penalties() {
            return self.clone();
        }
        let mut of_number = vec![None; Tpn::MAX_IN_FILE as usize + 1];
        for (number, points) in points {
            of_number[number.get() as usize] = Some(*points);
        }
        self.edited(RecordKind::Team, |line| {
            let number = columns::number(line.field(5, 7))? as usize;
            let [matches, games] = of_number.get(number).copied().flatten()?;
            let recorded = [(55, 60), (62, 67)].map(|(a, b)| columns::score(line.field(a, b)));
            let text = format!("{} {}", points_text(matches, 6), points_text(games, 6));
            (recorded != [Some(matches), Some(games)]).then(|| line.with((55, 67), &text))
        })
    }

    /// This document with these ranks in columns 86-89, and one record `212` with `list` in the place
    /// of the first record `202` or `212`, or before the first player. Every other line stays.
    ///
    /// # Errors
    /// [`Unwritable`] when a rank has more than four digits or a player has no line.
    pub fn with_standings(&self, ranks: &[(Tpn, u32)], list: &str) -> Result<Self, Unwritable> {
        self.with_ranks(ranks, list, &RankColumns::OF_PLAYERS)
    }

    /// The same for teams, whose ranks stand in columns 69-71 of records `310`.
    ///
    /// # Errors
    /// [`Unwritable`] when a rank has more than three digits or a team has no line.
    pub fn with_team_standings(
        &self,
        ranks: &[(Tpn, u32)],
        list: &str,
    ) -> Result<Self, Unwritable> {
        self.with_ranks(ranks, list, &RankColumns::OF_TEAMS)
    }

    fn with_ranks(
        &self,
        ranks: &[(Tpn, u32)],
        list: &str,
        columns: &RankColumns,
    ) -> Result<Self, Unwritable> {
        let (first, last) = columns.rank;
        let width = last - first + 1;
        let mut rank_of = vec![None; Tpn::MAX_IN_FILE as usize + 1];
        for (number, rank) in ranks {
            if rank.to_string().len() > width {
                return unwritable(format!("rank {rank} does not fit {width} columns"));
            }
            if let Some(rank_of) = rank_of.get_mut(number.get() as usize) {
                *rank_of = Some(*rank);
            }
        }
        let mut missing = ranks.len();
        let with_ranks = self.edited(columns.record, |line| {
            let number = line.field(columns.number.0, columns.number.1);
            let number = columns::number(number)? as usize;
            let rank = rank_of.get(number).copied().flatten()?;
            missing -= 1;
            Some(line.with(columns.rank, &format!("{rank:>width$}")))
        });
        if missing > 0 {
            let (who, code) = (columns.who, columns.code);
            return unwritable(format!(
                "{missing} {who} of the standings have no line {code}"
            ));
        }
        Ok(with_ranks.with_list(list))
    }

    fn with_list(&self, list: &str) -> Self {
        let says_list = |code: &str| matches!(code, "202" | "212");
        let has_list = self.records().any(|record| says_list(record.code()));
        let mut is_list_due = true;
        self.with_lines(|record| {
            let is_list = says_list(record.code());
            let is_place = is_list || (!has_list && record.kind == RecordKind::Player);
            if !is_place {
                return LineEdit::Kept;
            }
            let mut lines = Vec::new();
            if std::mem::take(&mut is_list_due) {
                lines.push(format!("212 {list}"));
            }
            if !is_list {
                lines.push(record.text.to_owned());
            }
            LineEdit::Becomes(lines)
        })
    }

    /// This document with other lines of one kind, where `edit` has one.
    pub(crate) fn edited(
        &self,
        kind: RecordKind,
        mut edit: impl FnMut(&Line<'_>) -> Option<String>,
    ) -> Self {
        let mut scratch_flat = Vec::new();
        self.with_lines(|record| {
            if record.kind != kind {
                return LineEdit::Kept;
            }
            let line = Line::new(record.text, self.counting, &mut scratch_flat);
            // Blanks at the end are where the results of the last round are typed.
            let end = &record.text[line.raw(1, usize::MAX).len()..];
            match edit(&line) {
                Some(text) => LineEdit::becomes(text + end),
                None => LineEdit::Kept,
            }
        })
    }
}

/// Where the rank of a participant stands.
struct RankColumns {
    who: &'static str,
    record: RecordKind,
    code: &'static str,
    /// First and last column of the number.
    number: (usize, usize),
    /// First and last column of the rank.
    rank: (usize, usize),
}

impl RankColumns {
    const OF_PLAYERS: Self = Self {
        who: "players",
        record: RecordKind::Player,
        code: "001",
        number: (5, 8),
        rank: RANK,
    };
    const OF_TEAMS: Self = Self {
        who: "teams",
        record: RecordKind::Team,
        code: "310",
        number: (5, 7),
        rank: (69, 71),
    };
}
