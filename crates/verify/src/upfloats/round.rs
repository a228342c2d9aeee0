//! A round before it is paired: its premises, and what follows from the rounds before.

use std::cmp::Reverse;
use std::fmt::Write as _;

use edelweiss_model::{
    Colour, Definitions, PlayerId, Position, Score, TeamPairingRules, TeamPreferences, Tournament,
};

use super::entrant::{self, UpfloatEntrant};
use super::matches;
use super::reading::{READINGS, UpfloatReading};
use crate::legality::PossiblePairs;
use crate::premises::{CountedGame, Premises, sha256};
use crate::rejection::Rejection;

/// The criteria of a bracket besides C1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketCriteria {
    /// C8, C9, C10: preferences, strong ones, and opponents of upfloaters.
    Preferences(TeamPreferences),
    /// C8: opponents of upfloaters.
    Floats,
}

/// A tournament of teams, or of matches of two games, before a round of which there may be a proof.
#[derive(Clone, Debug)]
pub struct UpfloatsToProve<'t> {
    tournament: &'t Tournament,
    position: Position,
    premises: Premises,
    criteria: BracketCriteria,
    readings: Vec<UpfloatReading>,
    entrants: Vec<UpfloatEntrant>,
}

impl<'t> UpfloatsToProve<'t> {
    /// The next round of `tournament`, whose participants are teams, by the rules that `system` and `edition` name.
    /// `readings` are those that are not the default. O(teams · rounds).
    ///
    /// # Errors
    /// A reading of which there are no proofs.
    pub fn of_teams(
        tournament: &'t Tournament,
        (system, edition): (&str, u16),
        readings: &[(String, String)],
        open_games: Vec<CountedGame>,
    ) -> Result<Self, Rejection> {
        let position = Position::derive(tournament, &Definitions::DUTCH_2026);
        let rules =
            (tournament.matches.as_ref()).map_or_else(TeamPairingRules::default, |of| of.rules);
        let mut named: Vec<(String, String)> = readings.to_vec();
        named.sort();
        let known = |(name, value): &(String, String)| {
            let mut all = READINGS.iter();
            let found = all.find(|(known, chosen, _)| (known, chosen) == (&&**name, &&**value));
            found.map(|(.., reading)| *reading).ok_or_else(|| {
                let reason = format!("there are no proofs by the reading {name} = {value}");
                Rejection::new(reason).at("premises, readings")
            })
        };
        let readings: Vec<UpfloatReading> = named.iter().map(known).collect::<Result<_, _>>()?;
        let entrants = entrant::teams(tournament, &position, rules.preferences, &readings);
        let premises = Premises::of(tournament, &position, open_games).by(system, edition);
        let round = Self {
            tournament,
            position,
            premises: Premises {
                readings: named,
                ..premises
            },
            criteria: BracketCriteria::Preferences(rules.preferences),
            readings,
            entrants,
        };
        Ok(round.sealed())
    }

    /// The next match of `tournament`, whose pairings are matches of two games, two rounds each, by the rules that
    /// `system` and `edition` name; the next round is the first game of it. O(players · rounds).
    pub fn of_matches(
        tournament: &'t Tournament,
        (system, edition): (&str, u16),
        open_games: Vec<CountedGame>,
    ) -> Self {
        let position = Position::derive(tournament, &Definitions::DUTCH_2026);
        let entrants = matches::players(tournament, &position);
        let round = Self {
            tournament,
            premises: Premises::of(tournament, &position, open_games).by(system, edition),
            position,
            criteria: BracketCriteria::Floats,
            readings: vec![UpfloatReading::FollowingUnpaired],
            entrants,
        };
        round.sealed()
    }

    fn sealed(mut self) -> Self {
        self.premises.position = sha256(&self.position_text());
        self
    }

    /// The tournament.
    pub fn tournament(&self) -> &'t Tournament {
        self.tournament
    }

    /// What a proof of the round assumes.
    pub fn premises(&self) -> &Premises {
        &self.premises
    }

    /// Everybody to be paired.
    pub fn present(&self) -> &[PlayerId] {
        self.position.present()
    }

    /// Whether two may be paired: C1, and bans.
    pub fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        let has_met = self.entrant(a).met.contains(&b);
        a != b && !has_met && !self.position.is_banned(a, b)
    }

    /// Who should have the bye rather than this player, if they can: C2 and 3.4.
    pub fn should_rather_have_bye(&self, id: PlayerId, than: PlayerId) -> bool {
        self.entrant(id).bye_allowed && self.bye_rank(id) < self.bye_rank(than)
    }

    /// The position as a text, of which the premises have the digest: all that the procedure asks of the rounds before.
    ///
    /// The first line names the format, the second the round, the rounds of the event, and the kind of preferences (`-`,
    /// `A` or `B`). Each participant has a line in the initial order: the number; `+` where present, else `-`; tenths of
    /// the pairing score; matches played; `b` where the bye is allowed; `f` for a float in the previous round; the
    /// preference, doubled where it is strong; and the numbers of opponents. The bans follow.
    ///
    /// # Panics
    /// Never: a string takes whatever is written to it.
    pub fn position_text(&self) -> String {
        let total = (self.premises.rounds_total).map_or("-".to_owned(), |total| total.to_string());
        let (of, kind) = match self.criteria {
            BracketCriteria::Floats => ("matches", '-'),
            BracketCriteria::Preferences(TeamPreferences::None) => ("teams", '-'),
            BracketCriteria::Preferences(TeamPreferences::TypeA) => ("teams", 'A'),
            BracketCriteria::Preferences(TeamPreferences::TypeB) => ("teams", 'B'),
        };
        let mut text = format!(
            "edelweiss.position.{of} 1\n{}/{total} {kind}\n",
            self.premises.round
        );
        let flag = |holds: bool, letter: char| if holds { letter } else { '-' };
        for (id, entrant) in self.tournament.player_ids().zip(&self.entrants) {
            let preference = entrant
                .preference
                .map_or("-", |preference| match preference {
                    (Colour::White, false) => "w",
                    (Colour::White, true) => "ww",
                    (Colour::Black, false) => "b",
                    (Colour::Black, true) => "bb",
                });
            write!(
                text,
                "{} {} {} {} {}{} {preference}",
                self.number(id),
                if self.position.player(id).present {
                    '+'
                } else {
                    '-'
                },
                entrant.score.tenths(),
                entrant.n_played,
                flag(entrant.bye_allowed, 'b'),
                flag(entrant.floated, 'f'),
            )
            .expect("a string grows");
            for opponent in &entrant.met {
                write!(text, " {}", self.number(*opponent)).expect("a string grows");
            }
            text.push('\n');
        }
        for group in &self.premises.bans {
            let numbers: Vec<String> = group.iter().map(u16::to_string).collect();
            writeln!(text, "ban {}", numbers.join(" ")).expect("a string grows");
        }
        text
    }

    pub(super) fn is_over(&self) -> bool {
        let round = self.position.round();
        (self.position.rounds_total()).is_some_and(|total| round > total)
    }

    pub(super) fn entrant(&self, id: PlayerId) -> &UpfloatEntrant {
        &self.entrants[id.index()]
    }

    /// The pairing score.
    pub fn score(&self, id: PlayerId) -> Score {
        self.entrant(id).score
    }

    pub(super) fn number(&self, id: PlayerId) -> u16 {
        self.tournament.player(id).number.get()
    }

    pub(super) fn numbers(&self, ids: &[PlayerId]) -> Vec<u16> {
        ids.iter().map(|id| self.number(*id)).collect()
    }

    pub(super) fn find(&self, number: u16) -> Result<PlayerId, Rejection> {
        let mut ids = self.tournament.player_ids();
        ids.find(|id| self.number(*id) == number)
            .ok_or_else(|| Rejection::new(format!("the tournament has no {number}")))
    }

    /// What a barrier is about.
    pub(super) fn possible(
        &self,
        takes_bye: impl Fn(PlayerId) -> bool,
    ) -> PossiblePairs<
        impl Fn(PlayerId) -> u16,
        impl Fn(PlayerId, PlayerId) -> bool,
        impl Fn(PlayerId) -> bool,
    > {
        PossiblePairs {
            number: |id| self.number(id),
            may_meet: |a, b| self.may_meet(a, b),
            takes_bye,
        }
    }

    /// 3.4.2-3.4.4: the smaller, the rather.
    pub(super) fn bye_rank(&self, id: PlayerId) -> (Score, Reverse<usize>, Reverse<PlayerId>) {
        let entrant = self.entrant(id);
        (entrant.score, Reverse(entrant.n_played), Reverse(id))
    }

    /// By score, then number.
    pub(super) fn by_score(&self, mut ids: Vec<PlayerId>) -> Vec<PlayerId> {
        ids.sort_by_key(|id| (Reverse(self.score(*id)), *id));
        ids
    }

    /// Those of the highest score of a list by score.
    pub(super) fn top<'i>(&self, ids: &'i [PlayerId]) -> &'i [PlayerId] {
        let n = ids.partition_point(|id| self.score(*id) == self.score(ids[0]));
        &ids[..n]
    }

    /// The scores of a list, the highest first, each once.
    pub(super) fn levels(&self, ids: &[PlayerId]) -> Vec<Score> {
        let mut levels: Vec<Score> = ids.iter().map(|id| self.score(*id)).collect();
        levels.sort_unstable_by_key(|level| Reverse(*level));
        levels.dedup();
        levels
    }

    /// C6: whether the following scoregroup is that of the standings, also where nobody of it is left.
    pub(super) fn follows_standings(&self) -> bool {
        !self.readings.contains(&UpfloatReading::FollowingUnpaired)
    }

    pub(super) fn criteria(&self) -> BracketCriteria {
        self.criteria
    }
}
