//! A round of a file, paired.

mod document;
mod line_ups;

use edelweiss::event::{EventFile, RoundStep, Step, apply};
use edelweiss::explain::StorySetting;
use edelweiss::model::{PlayerId, Position};
use edelweiss::pairing::{Engine, Outcome, RoundPairing};
use edelweiss::systems::matches::before_next_match;
use edelweiss::systems::{PairingUnit, SystemOptions};
use edelweiss::trf::ReadOptions;
use serde::{Deserialize, Serialize};

pub use document::refused;

use crate::error::{AnswerError, AnswerErrorKind};
use crate::impossible;
use crate::input::TournamentInput;
use crate::line_ups::LineUpOptions;
use crate::readings::ReadingOptions;
use crate::report::{Setting, listed};
use crate::soft_bans;
use crate::system::{Asked, ChosenSystem, EngineName, RulesOptions};
use crate::which_round::{self, ChosenRound, RoundOptions, RoundStanding};

/// What can be asked of a round to be paired.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct PairOptions {
    /// By which rules.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub rules: RulesOptions,
    /// Which round.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub which: RoundOptions,
    /// How the optimum is found in the Dutch systems of 2026 and 2017; all engines give the same
    /// round [default: fast]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub engine: Option<EngineName>,
    /// Readings of one system.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub readings: ReadingOptions,
    /// Where the procedure of the rules ends without a pairing, offer the legal one nearest to the
    /// text, in the systems whose row has one
    #[cfg_attr(feature = "clap", arg(long, help = finish_help()))]
    pub finish: bool,
}

/// Names the systems that can finish a round.
#[cfg(feature = "clap")]
fn finish_help() -> String {
    let rows = edelweiss::systems::registry::systems().into_iter();
    let names: Vec<&str> = (rows.filter(|row| row.finish.is_some()))
        .map(|row| row.name)
        .collect();
    format!(
        "Where the procedure of the rules ends without a pairing, offer the legal one nearest to the text ({})",
        names.join(", ")
    )
}

/// A round of a file, paired, or why there is none.
#[derive(Debug)]
pub struct AnsweredRound<'a> {
    /// The file.
    pub input: &'a TournamentInput,
    /// The rules.
    pub choice: ChosenSystem,
    /// Which round, and the tournament before it.
    pub chosen: ChosenRound<'a>,
    /// How the optimum was found.
    pub engine: Engine,
    /// What followed from the rounds before.
    pub position: Position,
    /// The round.
    pub outcome: Outcome,
    /// What there is to say about the choices made.
    notes: Vec<String>,
    /// What was assumed.
    assumed: Vec<String>,
    /// Readings that were chosen.
    of_system: SystemOptions,
}

impl<'a> AnsweredRound<'a> {
    /// Chooses rules and round, and pairs it. `note` is told what was chosen before the pairing begins.
    ///
    /// # Errors
    /// Choices that cannot be met; rounds so far that the system cannot read as its own.
    pub fn new(
        input: &'a TournamentInput,
        options: &PairOptions,
        mut note: impl FnMut(&str),
    ) -> Result<Self, AnswerError> {
        let tournament = input.participants(options.rules)?;
        let choice = options.rules.choose(Asked::by(tournament))?;
        let games = choice.pairing.unit.games();
        let chosen = which_round::choose(&input.name, tournament, games, &options.which).map_err(
            |mut failure| {
                failure.warnings.clone_from(&input.reading.warnings);
                AnswerError::from(failure)
            },
        )?;
        let notes = chosen.notes();
        for words in &notes {
            note(words);
        }
        let engine = options.engine.map_or_else(Engine::default, Engine::from);
        let pair = match choice.pairing.finish {
            Some(finish) if options.finish => finish,
            _ => choice.pairing.pair,
        };
        let of_system = options.readings.options(choice, engine)?;
        let attempt = |chosen: &ChosenRound<'_>| {
            let position = Position::derive(&chosen.tournament, &choice.pairing.definitions);
            choice.pairing.admit(&position)?;
            let outcome = pair(&chosen.tournament, &position, &of_system)?;
            Ok::<_, AnswerError>((position, outcome))
        };
        let (position, outcome) = attempt(&chosen)?;
        let mut paired = Self {
            input,
            choice,
            chosen,
            engine,
            position,
            outcome,
            notes,
            assumed: Vec::new(),
            of_system: of_system.clone(),
        };
        let given_bye = paired.bye_that_explains(|chosen| Ok(attempt(chosen)?.1))?;
        let of_bye = given_bye.map(|number| {
            format!(
                "it comes out as it stands in the file if the arbiter gave the bye of player {number}: --given-bye {number}"
            )
        });
        for words in (paired.notes_of_outcome(options.finish).into_iter()).chain(of_bye) {
            note(&words);
            paired.notes.push(words);
        }
        Ok(paired)
    }

    /// What was assumed, before everything else that there is to say.
    pub fn add_assumptions(&mut self, notes: Vec<String>) {
        self.assumed.splice(0..0, notes.iter().cloned());
        self.notes.splice(0..0, notes);
    }

    /// What was assumed by wishes, a line each.
    pub fn assumed(&self) -> &[String] {
        &self.assumed
    }

    /// Whose bye the arbiter must have given for the round to come out as it stands in the file, where
    /// it comes out otherwise without.
    fn bye_that_explains(
        &self,
        pair: impl Fn(&ChosenRound<'_>) -> Result<Outcome, AnswerError>,
    ) -> Result<Option<u32>, AnswerError> {
        let is_as_recorded = |chosen: &ChosenRound<'_>, outcome: &Outcome| match outcome {
            Outcome::Paired(round) => chosen.is_as_recorded(round),
            Outcome::Impossible(_) => Some(false),
        };
        if is_as_recorded(&self.chosen, &self.outcome) == Some(false)
            && self.chosen.given_bye.is_none()
        {
            for other in self.chosen.with_given_byes() {
                if is_as_recorded(&other, &pair(&other)?) == Some(true) {
                    return Ok(other.given_bye);
                }
            }
        }
        Ok(None)
    }

    /// What came out, beside the boards.
    fn notes_of_outcome(&self, is_finished: bool) -> Vec<String> {
        let Outcome::Paired(round) = &self.outcome else {
            return Vec::new();
        };
        let mut notes = Vec::new();
        if is_finished && round.rules != self.choice.pairing.name {
            notes.push(round.rules.to_owned());
        }
        if let Some(is_same) = self.chosen.is_as_recorded(round) {
            notes.push(which_round::comparison(is_same).to_owned());
        }
        if round.boards.is_empty() && round.bye.is_none() && self.position.present().is_empty() {
            let number = round.round;
            notes.push(format!(
                "round {number} is to be paired, and nobody takes part in it: everybody has a bye or is absent; `--after-round {number}` counts it as held"
            ));
        }
        notes.extend(self.note_of_ratings());
        if self.setting().has_guessed_colours(round) {
            notes.push(
                "the initial colour is not given (152 or XXC), so the highest player has White"
                    .to_owned(),
            );
        }
        notes
    }

    /// Who has no rating, where the rules ask for one.
    fn note_of_ratings(&self) -> Option<String> {
        let article = self.choice.pairing.asks_ratings?;
        let tournament = &self.chosen.tournament;
        let present = self.position.present().iter();
        let without: Vec<String> = present
            .map(|id| tournament.player(*id))
            .filter(|player| player.rating.is_none_or(|rating| rating == 0))
            .map(|player| player.number.to_string())
            .collect();
        (!without.is_empty()).then(|| {
            format!(
                "{article} asks for a rating of each player, if need be one that the arbiter estimates: without one, which counts as 0, {}",
                listed(&without)
            )
        })
    }

    /// Names and values of the readings that are not the default.
    pub(crate) fn readings(&self) -> Vec<(String, String)> {
        let readings = self.choice.pairing.readings.iter();
        let chosen = readings.map(|reading| (reading, self.of_system.reading(reading)));
        chosen
            .filter(|(reading, value)| *value != reading.values[0].0)
            .map(|(reading, value)| (reading.name.to_owned(), value.to_owned()))
            .collect()
    }

    /// Which soft bans were kept, and which were broken, a line each at most.
    pub fn soft_ban_notes(&self) -> Vec<String> {
        match &self.outcome {
            Outcome::Paired(round) => soft_bans::notes(&self.setting(), round),
            Outcome::Impossible(_) => Vec::new(),
        }
    }

    /// What outputs ask about the round.
    pub fn setting(&self) -> Setting<'_> {
        Setting {
            file: &self.input.name,
            bytes: self.input.n_bytes,
            tournament: &self.chosen.tournament,
            position: &self.position,
            choice: self.choice,
            engine: self.engine,
        }
    }

    /// The same for those who tell how it came about.
    pub fn story_setting(&self) -> StorySetting<'_> {
        StorySetting {
            tournament: &self.chosen.tournament,
            position: &self.position,
            edition: self.choice.pairing.edition,
            year: self.choice.pairing.year,
            engine: self.engine,
        }
    }

    /// The round.
    ///
    /// # Errors
    /// Why there is none.
    pub fn round(&self) -> Result<&RoundPairing, AnswerError> {
        match &self.outcome {
            Outcome::Paired(round) => Ok(round),
            Outcome::Impossible(why) => Err(AnswerError::new(
                impossible::kind(why),
                impossible::words(&self.setting(), why),
            )),
        }
    }

    /// The document `edelweiss.round`, also about a round that cannot be paired.
    pub fn to_json(&self) -> String {
        let warnings = &self.input.reading.warnings;
        let (chosen, outcome) = (&self.chosen, &self.outcome);
        let notes = [&self.notes[..], &self.soft_ban_notes()].concat();
        let players = &self.input.reading.tournament;
        document::round(players, &self.setting(), chosen, outcome, &notes, warnings)
    }

    /// The round as the step that adds it to its file, which is `event`.
    ///
    /// # Errors
    /// Why there is no round; a round that stands in the file with results; line-ups that are missing where teams meet.
    pub fn step(&self, event: &EventFile, line_ups: &LineUpOptions) -> Result<Step, AnswerError> {
        self.input.must_fit_a_file()?;
        let round = self.round()?;
        if self.chosen.standing == RoundStanding::WithResults {
            return Err(AnswerError::invalid(format!(
                "round {} stands in the file with results or later rounds, which would be lost\n  hint: `edelweiss undo FILE` takes back what was done last",
                round.round
            )));
        }
        let tournament = &*self.chosen.filed;
        if tournament.matches.is_some() {
            return line_ups.step(event, tournament, round);
        }
        if !line_ups.is_empty() {
            return Err(AnswerError::invalid(
                "found line-ups, and players are paired, expected them for a round of teams",
            ));
        }
        let number = |id: PlayerId| tournament.player(id).number.get();
        Ok(Step::Round(RoundStep {
            round: round.round.get(),
            boards: (round.boards.iter())
                .map(|board| [number(board.white), number(board.black)])
                .collect(),
            bye: round.bye.or(round.given_bye).map(number),
            is_match: self.choice.pairing.unit == PairingUnit::Match,
            rules: Some(round.rules.to_owned()),
        }))
    }

    /// The tournament file with the round added, in its encoding and with its line ends.
    ///
    /// # Errors
    /// Why there is no round; a round that stands in the file with results; line-ups that are missing where teams meet;
    /// a number of rounds, or of players, that the format has no place for.
    pub fn to_trf(&self, line_ups: &LineUpOptions) -> Result<Vec<u8>, AnswerError> {
        self.input.must_fit_a_file()?;
        let round = self.round()?;
        if self.chosen.standing == RoundStanding::WithResults {
            return Err(AnswerError::invalid(format!(
                "round {} stands in the file with results or later rounds, which would be lost\n  hint: take them out of the file first, or choose another --format",
                round.round
            )));
        }
        let tournament = &*self.chosen.filed;
        let document = &self.input.reading.document;
        if tournament.matches.is_some() || !line_ups.is_empty() {
            let reading = ReadOptions::default().encoding(Some(document.encoding()));
            let event = EventFile::read(&document.as_it_stands(), &self.input.name, &reading)?;
            let applied = apply(&event, &self.step(&event, line_ups)?)?;
            return Ok(applied.event.bytes().to_vec());
        }
        let pairs: Vec<(PlayerId, PlayerId)> = (round.boards.iter())
            .map(|board| (board.white, board.black))
            .collect();
        let document = if self.choice.pairing.unit == PairingUnit::Match {
            // What the engine paired: a match in which nobody had an opponent is over.
            let tournament = before_next_match(tournament);
            document.with_match(&tournament, &pairs, round.bye)
        } else {
            document.with_round(tournament, &pairs, round.bye)
        };
        let document = document.map_err(|error| {
            let message = format!("the round cannot be added: {error}");
            AnswerError::new(AnswerErrorKind::Limit, message)
        })?;
        Ok(document.to_bytes(document.line_end()))
    }
}
