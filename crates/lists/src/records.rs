//! What lists are made of.

use std::collections::BTreeMap;

use edelweiss_event::boards::RoundGame;
use edelweiss_model::{Date, PlayerId, RoundNumber, Score, Tournament, Tpn};
use edelweiss_prizes::{Birth, Competitor, PrizeScheme};
use edelweiss_standings::{Standings, StandingsColumn};
use edelweiss_trf::PlayerDetails;

use crate::sheet::clean;

/// A tournament with all that lists say of it.
#[derive(Debug)]
pub struct EventRecords<'a> {
    /// The rounds.
    pub tournament: &'a Tournament,
    /// What files know of players beside that.
    pub details: BTreeMap<Tpn, PlayerDetails>,
    /// Where it takes place.
    pub city: String,
    /// First and last day, as written.
    pub days: [String; 2],
    /// The chief arbiter.
    pub arbiter: String,
    /// Ranks of the players after some round.
    pub standings: &'a Standings,
    /// The tie-breaks beside the points, each as it is called.
    pub tie_breaks: Vec<(String, &'a StandingsColumn)>,
    /// The round whose pairings are listed; none was paired where there is none.
    pub round: Option<RoundNumber>,
    /// Its games by board.
    pub games: Vec<RoundGame>,
    /// Games without a result, of any round, each with its round.
    pub missing: Vec<(RoundNumber, RoundGame)>,
    /// The file of prizes, if there is one.
    pub scheme: Option<PrizeScheme>,
}

impl EventRecords<'_> {
    /// `GM Adams, Ann`
    pub(crate) fn name(&self, id: PlayerId) -> String {
        let player = self.tournament.player(id);
        let title = player.title.as_deref().map(clean).unwrap_or_default();
        format!("{title} {}", clean(&player.name)).trim().to_owned()
    }

    pub(crate) fn number(&self, id: PlayerId) -> String {
        self.tournament.player(id).number.to_string()
    }

    pub(crate) fn rating(&self, id: PlayerId) -> String {
        let rating = self.tournament.player(id).rating;
        rating.map(|rating| rating.to_string()).unwrap_or_default()
    }

    pub(crate) fn federation(&self, id: PlayerId) -> String {
        let federation = self.tournament.player(id).federation.as_deref();
        federation.map(clean).unwrap_or_default()
    }

    /// What the file knows of a player beside the rounds.
    pub(crate) fn details(&self, id: PlayerId) -> Option<&PlayerDetails> {
        self.details.get(&self.tournament.player(id).number)
    }

    pub(crate) fn club(&self, id: PlayerId) -> String {
        let club = self.details(id).and_then(|details| details.club.as_deref());
        club.map(clean).unwrap_or_default()
    }

    pub(crate) fn group(&self, id: PlayerId) -> String {
        let group = self
            .details(id)
            .and_then(|details| details.group.as_deref());
        group.map(clean).unwrap_or_default()
    }

    pub(crate) fn birth(&self, id: PlayerId) -> Option<Birth> {
        birth(self.details(id)?.birth.as_deref()?)
    }

    /// Points in the standings after so many rounds.
    pub(crate) fn points(&self, id: PlayerId, rounds: usize) -> Score {
        self.tournament.standings_score(id, rounds)
    }

    /// Rounds that the standings count.
    pub(crate) fn rounds(&self) -> usize {
        self.standings.rounds()
    }

    /// Everybody as prizes know them.
    pub(crate) fn competitors(&self) -> Vec<Competitor> {
        let ids = self.tournament.player_ids();
        ids.map(|id| {
            let player = self.tournament.player(id);
            let some = |text: String| (!text.is_empty()).then_some(text);
            let rounds = player.entries.iter().take(self.rounds());
            Competitor {
                number: player.number,
                rank: self.standings.rank(id),
                points: self.points(id, self.rounds()),
                games: rounds.filter(|entry| entry.played().is_some()).count() as u16,
                sex: player.sex,
                birth: self.birth(id),
                rating: player.rating,
                federation: some(self.federation(id)),
                club: some(self.club(id)),
                group: some(self.group(id)),
            }
        })
        .collect()
    }
}

/// A birth as files write it: `2008/12/31`, or `2008/00/00` where the day is not known.
fn birth(text: &str) -> Option<Birth> {
    let mut numbers = text
        .split(['/', '-', '.'])
        .map(|part| part.trim().parse::<u16>().ok());
    let year = numbers.next()?.filter(|year| *year > 0)?;
    let mut rest = || {
        numbers
            .next()
            .flatten()
            .and_then(|number| u8::try_from(number).ok())
    };
    Some(match (rest(), rest()) {
        (Some(month @ 1..=12), Some(day @ 1..=31)) => Birth::Day(Date { year, month, day }),
        _ => Birth::Year(year),
    })
}
