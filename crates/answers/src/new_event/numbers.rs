//! Who has which number in a new event, and who plays for which team.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use edelweiss::model::{PlayerId, Team, Teams, Tpn};
use edelweiss::roster::numbering::{DecidedBy, InitialPlace, initial_order};
use edelweiss::roster::{ListedPlayer, PlayerList};
use edelweiss::systems::TeamStrength;
use edelweiss::systems::varma_table::{last_rounds, restricted_places};
use edelweiss_generate::{scaled, word_of};

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
    is_by_federation: bool,
}

/// A team of a list.
#[derive(Debug)]
pub struct ListedTeam {
    /// What the list calls it.
    pub name: String,
    /// How many players it has.
    pub size: usize,
}

/// What numbers the clubs of a list by their players, who are in this order.
fn strengths<'a>(
    list: &PlayerList,
    order: &[InitialPlace],
    names: &[&'a str],
) -> Vec<TeamStrength<'a>> {
    let mut teams: BTreeMap<&str, TeamStrength<'a>> = (names.iter().copied())
        .map(|name| {
            let ratings = Vec::new();
            (name, TeamStrength { name, ratings })
        })
        .collect();
    for place in order {
        let player = &list.players[place.index];
        let team = player.club.as_deref().and_then(|club| teams.get_mut(club));
        if let Some(team) = team {
            team.ratings.extend(player.rating);
        }
    }
    (names.iter())
        .filter_map(|name| teams.remove(name))
        .collect()
}

impl NumberedList {
    /// Players by C.04.2 (2026) 2.2, or by lot. Where teams are paired, the clubs of the list are the teams, numbered by lot,
    /// as the system says or in the order of the list, and 2.2 gives the boards of each. Where two teams meet game by game,
    /// two clubs of equally many players are these, in the order of the list. O(players · log players).
    ///
    /// # Errors
    /// A system of teams and a player without a club.
    pub(super) fn of(
        list: &PlayerList,
        choice: ChosenSystem,
        lots: Option<Seed>,
    ) -> Result<Self, AnswerError> {
        let by_strength = || initial_order(list.players.iter().map(ListedPlayer::strength));
        let unit = choice.pairing.unit;
        if unit.is_of_teams() {
            let numbered = |names: &[&str], order: &[InitialPlace]| match (
                lots,
                choice.pairing.number_teams,
            ) {
                (Some(seed), _) => drawn(names.len(), seed),
                (None, Some(number)) => number(&strengths(list, order, names)),
                (None, None) => (0..names.len()).collect(),
            };
            return Self::of_clubs(list, by_strength(), numbered);
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
        if unit.most_of_two_teams().is_some()
            && let Ok(numbered) =
                Self::of_clubs(list, order.clone(), |names, _| (0..names.len()).collect())
            && let [one, other] = &numbered.teams[..]
            && one.size == other.size
        {
            return Ok(numbered);
        }
        Ok(Self {
            order,
            teams: Vec::new(),
            is_by_federation: false,
        })
    }

    fn of_clubs(
        list: &PlayerList,
        mut order: Vec<InitialPlace>,
        numbered: impl Fn(&[&str], &[InitialPlace]) -> Vec<usize>,
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
        let numbers = numbered(&names, &order);
        let number: BTreeMap<&str, usize> = (numbers.iter().enumerate())
            .map(|(number, at)| (names[*at], number))
            .collect();
        let team_of = |place: &InitialPlace| {
            let club = list.players[place.index].club.as_deref();
            number[club.unwrap_or_default()]
        };
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
        Ok(Self {
            order,
            teams,
            is_by_federation: false,
        })
    }

    /// What the organiser should know of an event of so many rounds, whose numbers were drawn or not.
    pub(super) fn notes(
        &self,
        list: &PlayerList,
        choice: ChosenSystem,
        rounds: u16,
        are_drawn: bool,
    ) -> Vec<String> {
        let mut notes = if self.is_by_federation {
            self.late_meetings(list)
        } else {
            Vec::new()
        };
        let unit = choice.pairing.unit;
        let players = list.players.len();
        // With a bye an odd number has one round more.
        let most = unit.games() as usize * (players - 1 + players % 2);
        let meets_other_team = unit.most_of_two_teams().is_some();
        if unit.is_scheduled() && !meets_other_team && !are_drawn {
            let stand = if unit.is_of_teams() {
                "the numbers of the teams stand by the list"
            } else {
                "the numbers stand by rating"
            };
            notes.push(format!(
                "{stand}; in a round robin they are drawn: --lots SEED draws them (C.05 Annex 1)"
            ));
        }
        if unit.is_of_teams() && !are_drawn && choice.pairing.number_teams.is_some() {
            notes.push(format!(
                "the numbers of the teams stand by ratings, as the {} have it",
                choice.pairing.name
            ));
        }
        if meets_other_team && self.teams.is_empty() {
            notes.push(format!(
                "numbers 1 to {} meet the others: the list has no two clubs of equally many players, which would be the teams",
                players / 2
            ));
        }
        if !unit.is_scheduled() && usize::from(rounds) > most {
            notes.push(format!(
                "{players} players have at most {most} rounds without meeting twice, the event has {rounds}"
            ));
        }
        let unrated = list.players.iter().filter(|player| player.rating.is_none());
        match unrated.count() {
            0 => {}
            n if n == players => notes.push("no player has a rating".to_owned()),
            n => notes.push(format!(
                "without a rating, and behind all who have one (C.04.2 2.1): {n} of {players} players"
            )),
        }
        notes
    }

    /// By lot, so that players of one federation do not meet in the last three rounds (C.05 Annex 2): the largest federation
    /// draws first, of two equally large ones that of the smaller code, and its players by their names. Whoever has no
    /// federation draws alone. O(players²).
    ///
    /// # Errors
    /// Anything but a round robin of 9 to 24 players.
    pub(super) fn by_federation(
        list: &PlayerList,
        choice: ChosenSystem,
        seed: Seed,
    ) -> Result<Self, AnswerError> {
        let unit = choice.pairing.unit;
        let meets_all = unit.is_scheduled() && unit.most_of_two_teams().is_none();
        if !meets_all || unit.is_of_teams() {
            return Err(AnswerError::invalid(format!(
                "found numbers by federation for the {}, expected a round robin of players (--by-federation)",
                choice.pairing.name
            )));
        }
        let mut by_code: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
        for (index, player) in list.players.iter().enumerate() {
            let key = match player.federation.as_deref() {
                Some(code) => (code, 0),
                None => ("", index),
            };
            by_code.entry(key).or_default().push(index);
        }
        let mut federations: Vec<Vec<usize>> = by_code.into_values().collect();
        federations.sort_by_key(|own| Reverse(own.len()));
        for own in &mut federations {
            own.sort_by_key(|index| &list.players[*index].name);
        }
        let mut words = (0_u64..).map(|draw| word_of(&[seed.get(), draw]));
        let lot = |n: usize| scaled(words.next().unwrap_or_default(), n as u64) as usize;
        let sizes: Vec<usize> = federations.iter().map(Vec::len).collect();
        let places = restricted_places(&sizes, lot).ok_or_else(|| {
            AnswerError::invalid(format!(
                "found {} players, expected 9 to 24, for whom there is a table of numbers by federation (--by-federation, C.05 Annex 2)",
                list.players.len()
            ))
        })?;
        let mut drawn: Vec<(usize, usize)> = (places.into_iter().flatten())
            .zip(federations.concat())
            .collect();
        drawn.sort_unstable();
        let order = drawn.into_iter().map(|(place, index)| InitialPlace {
            index,
            behind: (place > 0).then_some(DecidedBy::Lot),
        });
        Ok(Self {
            order: order.collect(),
            teams: Vec::new(),
            is_by_federation: true,
        })
    }

    /// Who of one federation meets in the last three rounds all the same.
    fn late_meetings(&self, list: &PlayerList) -> Vec<String> {
        let federation = |place: usize| list.players[self.order[place].index].federation.as_deref();
        let mut notes = Vec::new();
        for (round, games) in last_rounds(self.order.len()) {
            for (white, black) in games {
                if let Some(code) = federation(white)
                    && federation(black) == Some(code)
                {
                    notes.push(format!(
                        "numbers {} and {} of {code} meet in round {round} of the table all the same (C.05 Annex 2)",
                        white + 1,
                        black + 1
                    ));
                }
            }
        }
        notes
    }

    /// What the file says of the teams.
    ///
    /// # Errors
    /// More teams than a file numbers.
    pub(super) fn teams(&self) -> Result<Teams, AnswerError> {
        let mut next = 0;
        let mut teams = Teams::default();
        for (number, team) in (1..).zip(&self.teams) {
            let number = Tpn::in_file(number)
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
