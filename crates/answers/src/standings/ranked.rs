//! Who is ranked, players or teams, and what every output asks of them.
//!
//! A team stands where a player does: the place in the list of teams is its [`PlayerId`] here, as in
//! [`Standings`].

use edelweiss::model::{
    ByeKind, GameResult, PlayerId, RoundEntry, RoundNumber, Score, TeamId, Tournament,
};
use edelweiss::standings::{
    Category, Crosstable, Decomposition, MatchOutcome, Reference, Refused, Standings,
    StandingsColumn, TeamTable, TieBreak,
};

use super::choice::{self, ChosenList};
use crate::error::AnswerError;
use crate::report::clean;

/// The rounds that count.
#[derive(Debug)]
pub enum RankedTable {
    /// Of players.
    Players(Box<Crosstable>),
    /// Of teams.
    Teams(Box<TeamTable>),
}

/// Everything that an output is about.
#[derive(Debug)]
pub struct Ranked<'a> {
    /// As messages call it.
    pub file: &'a str,
    /// With the kind of pairings that was chosen.
    pub tournament: &'a Tournament,
    /// The tie-breaks.
    pub choice: &'a ChosenList,
    /// The rounds that count.
    pub table: RankedTable,
    /// The ranks.
    pub standings: Standings,
}

/// A tie-break of the list.
#[derive(Debug)]
pub struct AskedTieBreak<'a> {
    /// As it was asked for.
    pub asked: &'a str,
    /// Whether it is a score, which has a column of its own.
    pub is_of_points: bool,
    /// Its values; none where it was left out.
    pub column: Option<&'a StandingsColumn>,
}

impl<'a> Ranked<'a> {
    /// Ranks the teams of the tournament, or its players, as chosen.
    ///
    /// # Errors
    /// A list that cannot be applied.
    pub fn new(
        file: &'a str,
        tournament: &'a Tournament,
        choice: &'a ChosenList,
        after: Option<RoundNumber>,
    ) -> Result<Self, Refused> {
        let (table, standings) = if choice.is_of_teams {
            let primary = match choice.list.first().map(|first| first.definition().code) {
                Some("GPTS") => Reference::GamePoints,
                _ => Reference::MatchPoints,
            };
            let table = TeamTable::new(tournament, choice.rules, primary, after)?;
            let standings = table.standings(&choice.list)?;
            (RankedTable::Teams(Box::new(table)), standings)
        } else {
            let table = Crosstable::new(tournament, choice.rules, after)?;
            let standings = table.standings(&choice.list)?;
            (RankedTable::Players(Box::new(table)), standings)
        };
        Ok(Self {
            file,
            tournament,
            choice,
            table,
            standings,
        })
    }

    /// The teams, where they are ranked.
    pub fn teams(&self) -> Option<&TeamTable> {
        match &self.table {
            RankedTable::Teams(table) => Some(table),
            RankedTable::Players(_) => None,
        }
    }

    /// `player` or `team`.
    pub fn noun(&self) -> &'static str {
        match self.table {
            RankedTable::Players(_) => "player",
            RankedTable::Teams(_) => "team",
        }
    }

    /// How many rounds count.
    pub fn rounds(&self) -> usize {
        self.standings.rounds()
    }

    /// Everybody, by number.
    pub fn by_number(&self) -> Vec<PlayerId> {
        let rows = self.standings.rows().iter();
        let mut ids: Vec<PlayerId> = rows.map(|row| row.player).collect();
        ids.sort_by_key(|id| self.number(*id));
        ids
    }

    /// The number in the file.
    pub fn number(&self, id: PlayerId) -> u32 {
        match self.table {
            RankedTable::Players(_) => self.tournament.player(id).number.get(),
            RankedTable::Teams(_) => self.tournament.teams.teams[id.index()].number.get(),
        }
    }

    /// As the file has it.
    pub fn name(&self, id: PlayerId) -> &str {
        match self.table {
            RankedTable::Players(_) => &self.tournament.player(id).name,
            RankedTable::Teams(_) => &self.tournament.teams.teams[id.index()].name,
        }
    }

    /// `17 Adams, Ann`
    pub fn called(&self, id: PlayerId) -> String {
        format!("{} {}", self.number(id), clean(self.name(id)))
            .trim_end()
            .to_owned()
    }

    /// Points, or match points and game points, each with its code.
    pub fn scores(&self, id: PlayerId) -> Vec<(&'static str, Score)> {
        match &self.table {
            RankedTable::Players(table) => vec![("PTS", table.score(id))],
            RankedTable::Teams(table) => {
                let score = |reference| table.score(TeamId::from_index(id.index()), reference);
                vec![
                    ("MPTS", score(Reference::MatchPoints)),
                    ("GPTS", score(Reference::GamePoints)),
                ]
            }
        }
    }

    /// The tie-breaks of the list, each as it was asked for; without a column where it was left out.
    pub fn asked(&self) -> Vec<AskedTieBreak<'_>> {
        let mut columns = self.standings.columns().iter().peekable();
        let asked = self.choice.asked();
        asked
            .map(|(asked, tie_break)| AskedTieBreak {
                asked,
                is_of_points: choice::is_of_points(tie_break),
                column: columns.next_if(|column| column.tie_break == *tie_break),
            })
            .collect()
    }

    /// A value taken apart; `None` for tie-breaks of type A and for those that go board by board.
    pub fn decompose(&self, id: PlayerId, tie_break: &TieBreak) -> Option<Decomposition> {
        match &self.table {
            RankedTable::Players(table) => table.decompose(id, tie_break),
            RankedTable::Teams(table) => table.decompose(TeamId::from_index(id.index()), tie_break),
        }
    }

    /// The participant with this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, number: u32) -> Result<PlayerId, AnswerError> {
        let mut ids = self.standings.rows().iter().map(|row| row.player);
        ids.find(|id| self.number(*id) == number).ok_or_else(|| {
            let message = format!("{}: no {} has the number {number}", self.file, self.noun());
            AnswerError::invalid(message)
        })
    }

    /// What a round was: `won against 12 Brown, Bea`.
    pub fn round_words(&self, id: PlayerId, round: RoundNumber) -> String {
        match &self.table {
            RankedTable::Players(_) => self.words_of_entry(self.tournament.player(id).entry(round)),
            RankedTable::Teams(table) => self.words_of_match(
                table,
                table.round(TeamId::from_index(id.index()), round),
                round,
            ),
        }
    }

    /// The opponent of a round, if there was one.
    pub fn opponent(&self, id: PlayerId, round: RoundNumber) -> Option<PlayerId> {
        match &self.table {
            RankedTable::Players(_) => self.tournament.player(id).entry(round).opponent(),
            RankedTable::Teams(table) => {
                let seen = table.round(TeamId::from_index(id.index()), round);
                seen.opponent.map(|team| PlayerId::from_index(team.index()))
            }
        }
    }

    fn words_of_entry(&self, entry: RoundEntry) -> String {
        let (opponent, result) = match entry {
            RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => {
                return words_of_bye(Category::ZeroPointBye);
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) => {
                return words_of_bye(Category::PairingAllocatedBye);
            }
            RoundEntry::Bye(ByeKind::Full) => return words_of_bye(Category::FullPointBye),
            RoundEntry::Bye(ByeKind::Half) => return words_of_bye(Category::HalfPointBye),
            RoundEntry::Paired {
                opponent, result, ..
            } => (opponent, result),
        };
        let verb = match result {
            GameResult::Win | GameResult::UnratedWin => "won against",
            GameResult::Draw | GameResult::UnratedDraw => "drew with",
            GameResult::Loss | GameResult::UnratedLoss => "lost to",
            GameResult::ForfeitWin => "won by forfeit against",
            GameResult::ForfeitLoss => "lost by forfeit to",
            GameResult::Adjourned | GameResult::Unknown => "no result yet against",
        };
        format!("{verb} {}", self.called(opponent))
    }

    /// `won 2.5-1.5 against 12 Bern`
    fn words_of_match(&self, table: &TeamTable, seen: MatchOutcome, round: RoundNumber) -> String {
        let Some(opponent) = seen.opponent else {
            return words_of_bye(seen.category);
        };
        let (own, theirs) = (seen.game_points, table.round(opponent, round).game_points);
        let opponent = self.called(PlayerId::from_index(opponent.index()));
        match seen.category {
            Category::ForfeitWin => return format!("won by forfeit against {opponent}"),
            Category::ForfeitLoss => return format!("lost by forfeit to {opponent}"),
            _ => {}
        }
        match own.cmp(&theirs) {
            std::cmp::Ordering::Greater => format!("won {own}-{theirs} against {opponent}"),
            std::cmp::Ordering::Equal => format!("drew {own}-{theirs} with {opponent}"),
            std::cmp::Ordering::Less => format!("lost {own}-{theirs} to {opponent}"),
        }
    }
}

fn words_of_bye(category: Category) -> String {
    match category {
        Category::PairingAllocatedBye => "pairing-allocated bye",
        Category::FullPointBye => "full-point bye",
        Category::HalfPointBye => "half-point bye",
        Category::ForfeitWin => "won by forfeit",
        Category::ForfeitLoss => "lost by forfeit",
        Category::ZeroPointBye | Category::Played => "zero-point bye",
    }
    .to_owned()
}
