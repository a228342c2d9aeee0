//! Teams ranked by a list of tie-breaks.
//!
//! # Articles
//! C.07 (2026) 11.1: match points or game points. 12.1: Board Count only where all of the tied have
//! equal game points. 13: articles 6 to 9 by either score, the primary one unless `:MP` or `:GP` says
//! otherwise.
//! # Readings
//! Article 10 is for individuals: a tie-break on ratings is refused. A list led by `MPTS` or `GPTS` names
//! the primary score.

use edelweiss_model::{PlayerId, RoundNumber, TeamId, Tournament};

use crate::column::StandingsColumn;
use crate::contributions::Decomposition;
use crate::edition::TieBreakRules;
use crate::matches::TeamTable;
use crate::modifiers::Reference;
use crate::notation::TieBreak;
use crate::order::Order;
use crate::ranking::{Encounter, Refused, Remark, Standings};
use crate::tie_breaks::{Calculation, Measure, Measured};
use crate::value::Value;

/// Ranks the teams by their points and then by `list`: match points first, unless the list is led by
/// `GPTS`. In the standings the place of a team stands where the place of a player does.
///
/// # Errors
/// [`Refused`], where the list does not fit the tournament.
pub fn team_standings(
    tournament: &Tournament,
    rules: &'static TieBreakRules,
    list: &[TieBreak],
    after: Option<RoundNumber>,
) -> Result<Standings, Refused> {
    let primary = match list.first().map(|first| first.definition().code) {
        Some("GPTS") => Reference::GamePoints,
        _ => Reference::MatchPoints,
    };
    TeamTable::new(tournament, rules, primary, after)?.standings(list)
}

impl TeamTable {
    /// Ranks the teams: by the primary score, unless the list names match points or game points, and
    /// then by `list`.
    ///
    /// # Errors
    /// [`Refused`], where the list does not fit the tournament.
    pub fn standings(&self, list: &[TieBreak]) -> Result<Standings, Refused> {
        let table = self.by(self.primary());
        let mut order = Order::new(table.n());
        let names_points = |each: &TieBreak| matches!(each.definition().code, "MPTS" | "GPTS");
        if !list.iter().any(names_points) {
            order.split(|a, b| table.tenths(b).cmp(&table.tenths(a)));
        }
        let mut columns = Vec::new();
        let mut remarks = Vec::new();
        for tie_break in list.iter().copied() {
            self.check(tie_break)?;
            if !tie_break.definition().is_in(table.rules()) {
                remarks.push(Remark::NotInEdition(tie_break));
            }
            columns.push(self.column(tie_break, &mut order));
        }
        Ok(Standings::new(table, &order, columns, remarks))
    }

    /// The value of one tie-break for one team, taken apart; `None` for one of type A, and for those of
    /// article 12 that go board by board, which have [`StandingsColumn::board_values`].
    pub fn decompose(&self, team: TeamId, tie_break: &TieBreak) -> Option<Decomposition> {
        let (who, modifiers) = (team.index(), tie_break.modifiers());
        match tie_break.definition().calculation {
            Calculation::Participant(measure) => {
                let table = self.by(modifiers.reference.unwrap_or(self.primary()));
                Some(measure.decompose(Measured::new(table, who, modifiers)))
            }
            Calculation::Team(measure) => {
                Some(measure.decompose(Measured::new(self, who, modifiers)))
            }
            _ => None,
        }
    }

    /// The matches of `team` against the `tied` that a tie-break of type A counts, with their points of
    /// one kind. Teams are named as in [`Standings`].
    pub fn encounters(
        &self,
        team: PlayerId,
        tied: &[PlayerId],
        tie_break: &TieBreak,
        points: Reference,
    ) -> Vec<Encounter> {
        self.by(points).encounters(team, tied, tie_break)
    }

    fn check(&self, tie_break: TieBreak) -> Result<(), Refused> {
        let definition = tie_break.definition();
        let table = self.by(self.primary());
        let is_refused = definition.is_of_buchholz
            && table.is_pre_determined()
            && !table.rules().allows_buchholz_in_round_robins;
        if is_refused {
            return Err(Refused::BuchholzInRoundRobin(tie_break));
        }
        if definition.is_on_ratings || definition.code == "PTS" {
            return Err(Refused::OfPlayers(tie_break));
        }
        Ok(())
    }

    fn column(&self, tie_break: TieBreak, order: &mut Order) -> StandingsColumn {
        let modifiers = tie_break.modifiers();
        let table = self.by(modifiers.reference.unwrap_or(self.primary()));
        match tie_break.definition().calculation {
            Calculation::Participant(measure) => {
                order.by_values(tie_break, measure.column(table, table.n(), modifiers))
            }
            Calculation::Group(measure) => {
                order.among_the_tied(tie_break, |set| measure.classes(table, set, modifiers))
            }
            Calculation::Team(measure) => {
                let is_board_count = tie_break.definition().code == "BC";
                order.by_values_where(tie_break, self.values(measure, tie_break), |set| {
                    !is_board_count || self.has_equal_game_points(set)
                })
            }
            Calculation::Boards(measure) => {
                let teams = 0..table.n();
                let points = teams.map(|who| measure.points(self, who));
                let values = points.map(|points| {
                    let values = points.iter().map(|points| Value::new((*points).into(), 10));
                    values.collect()
                });
                order.by_boards(tie_break, values.collect())
            }
            Calculation::TeamGroup(measure) => {
                order.among_the_tied(tie_break, |set| measure.classes(self, set, modifiers))
            }
        }
    }

    fn values(&self, measure: &dyn Measure<TeamTable>, tie_break: TieBreak) -> Vec<Option<Value>> {
        let n = self.by(self.primary()).n();
        measure.column(self, n, tie_break.modifiers())
    }

    /// 12.1, last sentence.
    fn has_equal_game_points(&self, set: &[u32]) -> bool {
        let table = self.by(Reference::GamePoints);
        let mut scores = set.iter().map(|team| table.tenths(*team as usize));
        let first = scores.next();
        scores.all(|score| Some(score) == first)
    }
}
