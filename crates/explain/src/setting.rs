//! A tournament before a round, and the rules of the round.

use edelweiss_model::{Colour, PlayerId, Position, Tournament};
use edelweiss_pairing::{Engine, Rules};
use edelweiss_weights::Edition;

/// What a round is explained from: the rules as far as words need them, and no file.
#[derive(Clone, Copy, Debug)]
pub struct StorySetting<'a> {
    /// The tournament before the round.
    pub tournament: &'a Tournament,
    /// What follows from it by the definitions of the rules.
    pub position: &'a Position,
    /// The criteria; `None` for systems that are procedures.
    pub edition: Option<&'static Edition>,
    /// The year of the rules, which number their articles.
    pub year: u16,
    /// The engine that pairs.
    pub engine: Engine,
}

impl<'a> StorySetting<'a> {
    /// A round of the Dutch System.
    pub fn dutch(tournament: &'a Tournament, position: &'a Position, rules: &Rules) -> Self {
        Self {
            tournament,
            position,
            edition: Some(rules.edition),
            year: rules.edition.year,
            engine: rules.engine,
        }
    }

    /// The rules, where the system has criteria.
    pub fn rules(&self) -> Option<Rules> {
        let engine = self.engine;
        self.edition.map(|edition| Rules::new(edition, engine))
    }

    /// `17 Adams, Ann`, without characters that could steer a terminal.
    pub fn called(&self, id: PlayerId) -> String {
        called(self.tournament, id)
    }

    /// The colours of the player's games, oldest first.
    pub fn colours(&self, id: PlayerId) -> impl Iterator<Item = Colour> + '_ {
        self.position.games(id).iter().map(|(_, colour)| *colour)
    }
}

/// `17 Adams, Ann`, without characters that could steer a terminal.
pub(crate) fn called(tournament: &Tournament, id: PlayerId) -> String {
    let player = tournament.player(id);
    let name: String = (player.name.chars())
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("{} {}", player.number, name.trim())
        .trim_end()
        .to_owned()
}
