//! A list of tie-breaks applied to a tournament.
//!
//! # Articles
//! C.07 (2026) 4.2: the first tie-break, then the next one for each subset still tied. 6.3: Direct
//! Encounter is about the subset that is tied at its place in the list. 8: not in round robins. 10:
//! ratings only where everybody has one. Ties that stay are shown as ties.

use std::fmt;

use edelweiss_model::{PlayerId, RoundNumber, Score, Tournament};

use crate::column::StandingsColumn;
use crate::contributions::Decomposition;
use crate::crosstable::{Crosstable, RoundNotPaired};
use crate::edition::TieBreakRules;
use crate::notation::TieBreak;
use crate::order::Order;
use crate::tie_breaks::{Calculation, Measured, counted_opponent};

/// Why there are no standings.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refused {
    /// The standings after a round that has not been paired.
    RoundNotPaired(RoundNotPaired),
    /// Article 8 must not be used in round robins.
    BuchholzInRoundRobin(TieBreak),
    /// A tie-break of teams for players.
    OfTeams(TieBreak),
    /// A tie-break for players only, asked for teams.
    OfPlayers(TieBreak),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundNotPaired(error) => error.fmt(f),
            Self::OfTeams(tie_break) => {
                write!(
                    f,
                    "{tie_break} is about teams, and players are ranked (C.07 article 11)"
                )
            }
            Self::OfPlayers(tie_break) => write!(
                f,
                "{tie_break} is about players, and teams are ranked (C.07 article 13)"
            ),
            Self::BuchholzInRoundRobin(tie_break) => write!(
                f,
                "{tie_break} must not be used where all pairings were fixed before the event (C.07 article 8)"
            ),
        }
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// The tie-break at fault, if it is one.
    pub fn tie_break(&self) -> Option<TieBreak> {
        match *self {
            Self::RoundNotPaired(_) => None,
            Self::BuchholzInRoundRobin(tie_break)
            | Self::OfTeams(tie_break)
            | Self::OfPlayers(tie_break) => Some(tie_break),
        }
    }
}

impl From<RoundNotPaired> for Refused {
    fn from(error: RoundNotPaired) -> Self {
        Self::RoundNotPaired(error)
    }
}

/// What there is to say about the list.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Remark {
    /// Somebody is unrated, so the tie-break is not applied (article 10).
    DroppedForUnrated(TieBreak),
    /// The edition does not name the tie-break; it is applied as later editions define it.
    NotInEdition(TieBreak),
}

impl Remark {
    /// Which tie-break it is about.
    pub fn tie_break(&self) -> TieBreak {
        match *self {
            Self::DroppedForUnrated(tie_break) | Self::NotInEdition(tie_break) => tie_break,
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DroppedForUnrated(tie_break) => write!(
                f,
                "{tie_break} is left out, as there are unrated players (C.07 article 10)"
            ),
            Self::NotInEdition(tie_break) => write!(
                f,
                "{tie_break} came with a later edition and is applied as that one defines it"
            ),
        }
    }
}

/// The rank of a player. Where teams are ranked, `player` is the place of the team in the list of
/// teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingsRow {
    /// Who.
    pub player: PlayerId,
    /// One more than the number of those ranked higher; the tied share it.
    pub rank: u32,
    /// Points without virtual points.
    pub points: Score,
}

/// Everybody ranked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    rows: Vec<StandingsRow>,
    columns: Vec<StandingsColumn>,
    ranks: Vec<u32>,
    remarks: Vec<Remark>,
    rounds: usize,
}

impl Standings {
    /// The result of an order among the participants of `table`.
    pub(crate) fn new(
        table: &Crosstable,
        order: &Order,
        columns: Vec<StandingsColumn>,
        remarks: Vec<Remark>,
    ) -> Self {
        let ranks = order.ranks();
        let mut rows: Vec<StandingsRow> = (ranks.iter().enumerate())
            .map(|(who, rank)| StandingsRow {
                player: PlayerId::from_index(who),
                rank: *rank,
                points: Score::from_tenths(table.tenths(who)),
            })
            .collect();
        rows.sort_by_key(|row| (row.rank, table.number(row.player.index())));
        Self {
            rows,
            columns,
            ranks,
            remarks,
            rounds: table.rounds(),
        }
    }

    /// The best first; the tied in the order of their numbers.
    pub fn rows(&self) -> &[StandingsRow] {
        &self.rows
    }

    /// The tie-breaks in the order of the list, without those that were left out.
    pub fn columns(&self) -> &[StandingsColumn] {
        &self.columns
    }

    /// The rank of a player.
    pub fn rank(&self, player: PlayerId) -> u32 {
        self.ranks[player.index()]
    }

    /// What there is to say about the list.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// How many rounds count.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Who was tied with `player` when the column with this index was applied.
    pub fn tied_before(&self, column: usize, player: PlayerId) -> Vec<PlayerId> {
        let tied = &self.columns[column].tied;
        let set = tied[player.index()];
        let members = tied.iter().enumerate().filter(|(_, other)| **other == set);
        members.map(|(who, _)| PlayerId::from_index(who)).collect()
    }

    /// The column that ranks one of two above the other; `None` where they share a rank, or where the
    /// points come before the list and decide.
    pub fn deciding_column(&self, a: PlayerId, b: PlayerId) -> Option<usize> {
        if self.rank(a) == self.rank(b) {
            return None;
        }
        let is_tied = |column: &StandingsColumn| column.tied[a.index()] == column.tied[b.index()];
        self.columns.iter().rposition(is_tied)
    }
}

/// A game among the tied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// When.
    pub round: RoundNumber,
    /// Against whom.
    pub opponent: PlayerId,
    /// The points it brought.
    pub points: Score,
}

/// Ranks the players by points and then by `list`, after the round `after`, or after the last round
/// that has results. A list that names the points (`PTS`, as record 212 does) is the whole order.
///
/// O(players · rounds) for each tie-break, plus sorting.
///
/// # Errors
/// [`Refused`], where the list does not fit the tournament.
pub fn standings(
    tournament: &Tournament,
    rules: &'static TieBreakRules,
    list: &[TieBreak],
    after: Option<RoundNumber>,
) -> Result<Standings, Refused> {
    Crosstable::new(tournament, rules, after)?.standings(list)
}

impl Crosstable {
    /// Ranks the players: see [`standings`].
    ///
    /// # Errors
    /// [`Refused`], where the list does not fit the tournament.
    pub fn standings(&self, list: &[TieBreak]) -> Result<Standings, Refused> {
        let (list, remarks) = self.applicable(list)?;
        let mut order = Order::new(self.n());
        if !list.iter().any(|each| each.definition().code == "PTS") {
            order.split(|a, b| self.tenths(b).cmp(&self.tenths(a)));
        }
        let mut columns = Vec::new();
        for tie_break in list {
            columns.push(match tie_break.definition().calculation {
                Calculation::Participant(measure) => order.by_values(
                    tie_break,
                    measure.column(self, self.n(), tie_break.modifiers()),
                ),
                Calculation::Group(measure) => order.among_the_tied(tie_break, |set| {
                    measure.classes(self, set, tie_break.modifiers())
                }),
                Calculation::Team(_) | Calculation::Boards(_) | Calculation::TeamGroup(_) => {
                    return Err(Refused::OfTeams(tie_break));
                }
            });
        }
        Ok(Standings::new(self, &order, columns, remarks))
    }

    /// The value of one tie-break for one player, taken apart; `None` for one of type A, whose values
    /// are about sets of players.
    pub fn decompose(&self, player: PlayerId, tie_break: &TieBreak) -> Option<Decomposition> {
        match tie_break.definition().calculation {
            Calculation::Participant(measure) => {
                Some(measure.decompose(Measured::new(self, player.index(), tie_break.modifiers())))
            }
            _ => None,
        }
    }

    /// The games of `player` against the `tied` that a tie-break of type A counts.
    pub fn encounters(
        &self,
        player: PlayerId,
        tied: &[PlayerId],
        tie_break: &TieBreak,
    ) -> Vec<Encounter> {
        let with_forfeits = tie_break.modifiers().with_forfeits || self.is_pre_determined();
        let games = self.row(player.index()).iter().enumerate();
        let counted = games.filter_map(|(round, cell)| {
            let opponent = counted_opponent(cell, with_forfeits).map(PlayerId::from_index)?;
            tied.contains(&opponent).then(|| Encounter {
                round: RoundNumber::from_index(round),
                opponent,
                points: Score::from_tenths(cell.points),
            })
        });
        counted.collect()
    }

    /// The list without what article 10 drops.
    fn applicable(&self, list: &[TieBreak]) -> Result<(Vec<TieBreak>, Vec<Remark>), Refused> {
        let mut applied = Vec::new();
        let mut remarks = Vec::new();
        for tie_break in list.iter().copied() {
            let definition = tie_break.definition();
            let is_refused = definition.is_of_buchholz
                && self.is_pre_determined()
                && !self.rules().allows_buchholz_in_round_robins;
            if is_refused {
                return Err(Refused::BuchholzInRoundRobin(tie_break));
            }
            if tie_break.is_of_teams() {
                return Err(Refused::OfTeams(tie_break));
            }
            if definition.is_on_ratings && self.has_unrated() {
                remarks.push(Remark::DroppedForUnrated(tie_break));
                continue;
            }
            if !definition.is_in(self.rules()) {
                remarks.push(Remark::NotInEdition(tie_break));
            }
            applied.push(tie_break);
        }
        Ok((applied, remarks))
    }
}
