//! Who has which number in a new event, and who plays for which team.

use std::collections::BTreeMap;

use edelweiss::model::{PlayerId, Team, Teams, Tpn};
use edelweiss::roster::numbering::{DecidedBy, InitialPlace, initial_order};
use edelweiss::roster::{ListedPlayer, PlayerList};
use edelweiss_generate::word_of;

use crate::error::AnswerError;
use crate::seed::Seed;
use crate::system::ChosenSystem;

/// Numbers of players and of teams.
#[derive(Debug)]
pub(super) struct NumberedList {
    /// The players of number 1, 2 and so on: their places in the list, and what put each behind the one before.
    pub(super) order: Vec<InitialPlace>,
    /// The teams of number 1, 2 and so on, none in an event of players; those of a team follow each other in `order`, in
    /// the order of the boards.
    pub(super) teams: Vec<ListedTeam>,
}

/// A team of a list.
#[derive(Debug)]
pub struct ListedTeam {
    /// What the list calls it.
    pub name: String,
    /// How many players it has.
    pub size: usize,
}

impl NumberedList {
    /// Players by C.04.2 (2026) 2.2, or by lot. Where teams are paired, the clubs of the list are the teams, numbered by lot
    /// or in the order of the list, and 2.2 gives the boards of each. O(players · log players).
    ///
    /// # Errors
    /// A system of teams and a player without a club.
    pub(super) fn of(
        list: &PlayerList,
        choice: ChosenSystem,
        lots: Option<Seed>,
    ) -> Result<Self, AnswerError> {
        let by_strength = || initial_order(list.players.iter().map(ListedPlayer::strength));
        if choice.pairing.unit.is_of_teams() {
            return Self::of_clubs(list, by_strength(), lots);
        }
        let order = match lots {
            Some(seed) => (drawn(list.players.len(), seed).into_iter().enumerate())
                .map(|(place, index)| InitialPlace {
                    index,
                    behind: (place > 0).then_some(DecidedBy::Lot),
                })
                .collect(),
            None => by_strength(),
        };
        Ok(Self {
            order,
            teams: Vec::new(),
        })
    }

    fn of_clubs(
        list: &PlayerList,
        by_strength: Vec<InitialPlace>,
        lots: Option<Seed>,
    ) -> Result<Self, AnswerError> {
        let mut names: Vec<&str> = Vec::new();
        for player in &list.players {
            let Some(club) = player.club.as_deref() else {
                return Err(AnswerError::invalid(format!(
                    "row {} of the list: {} has no club, expected the team of every player there\n  hint: --column club=D takes another column, by its heading, number or letter",
                    player.row, player.name
                )));
            };
            if !names.contains(&club) {
                names.push(club);
            }
        }
        let numbers = match lots {
            Some(seed) => drawn(names.len(), seed),
            None => (0..names.len()).collect(),
        };
        let number: BTreeMap<&str, usize> = (numbers.iter().enumerate())
            .map(|(number, at)| (names[*at], number))
            .collect();
        let team_of = |place: &InitialPlace| {
            let club = list.players[place.index].club.as_deref();
            number[club.unwrap_or_default()]
        };
        let mut order = by_strength;
        order.sort_by_key(team_of);
        let mut teams: Vec<ListedTeam> = Vec::new();
        for place in &mut order {
            let team = team_of(place);
            if team == teams.len() {
                let name = names[numbers[team]].to_owned();
                teams.push(ListedTeam { name, size: 0 });
                place.behind = None;
            }
            teams[team].size += 1;
        }
        Ok(Self { order, teams })
    }

    /// Who is paired.
    pub(super) fn participants(&self) -> usize {
        match self.teams.len() {
            0 => self.order.len(),
            teams => teams,
        }
    }

    /// What the file says of the teams.
    ///
    /// # Errors
    /// More teams than a file numbers.
    pub(super) fn teams(&self) -> Result<Teams, AnswerError> {
        let mut next = 0;
        let mut teams = Teams::default();
        for (number, team) in (1..).zip(&self.teams) {
            let number = Tpn::new(number)
                .map_err(|_| AnswerError::invalid("found more teams than a file numbers"))?;
            let members = next..next + team.size;
            next = members.end;
            teams.teams.push(Team {
                number,
                name: team.name.clone(),
                nickname: None,
                strength: None,
                match_points: None,
                game_points: None,
                rank: None,
                members: members.map(PlayerId::from_index).collect(),
            });
        }
        Ok(teams)
    }
}

/// Places drawn by lot, the same of one seed. O(n · log n).
fn drawn(n: usize, seed: Seed) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|index| (word_of(&[seed.get(), *index as u64]), *index));
    order
}
