//! Random tournaments from a seed, each a file of its own.

mod teams;

use edelweiss::model::{PointSystem, Position, System, Tournament, Tpn};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::standings::{TieBreak, TieBreakRules, standings};
use edelweiss::systems::{PairingUnit, registry};
use edelweiss::trf::{Dialect, Document, ReadOptions, read, system_of_code};
use edelweiss_generate::{
    Generated, Generator, NextRound, Quantity, Settings, Span, tournament_seed,
};
use serde::de::{Deserializer, Error as _};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::impossible;
use crate::input::TournamentInput;
use crate::report::Setting;
use crate::seed::Seed;
use crate::standings::choice::{ListOptions, default_list, parsed_option, whole_order};
use crate::standings::{StandingsOptions, to_trf, with_ranked};
use crate::system::{self, Asked, ChosenSystem, SystemName, Year};
use teams::TeamLuck;

/// Players of a team where nothing is said.
const BOARDS: u16 = 4;
const MOST_TEAMS: u32 = 999;

/// What can be asked of a tournament.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct GenerateOptions {
    /// Makes the same tournaments again [default: a fresh one, which is printed]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub seed: Option<Seed>,
    /// Players: a number, or a range such as 40..80 [default: 16..200]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(deserialize_with = "read_span", serialize_with = "write_span")]
    pub players: Option<Span>,
    /// Rounds: a number, or a range such as 5..9 [default: 5..11]; where a pairing is a match: matches
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(deserialize_with = "read_span", serialize_with = "write_span")]
    pub rounds: Option<Span>,
    /// Edition of the rules [default: what the settings ask for, else 2026]
    #[cfg_attr(feature = "clap", arg(long))]
    pub rules: Option<Year>,
    /// Pairing system [default: what the settings ask for, else dutch]
    #[cfg_attr(feature = "clap", arg(long))]
    pub system: Option<SystemName>,
    /// Players of each team, where teams are paired; then --players says how many teams [default: 4]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=20)))]
    pub boards: Option<u16>,
    /// Tie-breaks after the points, by which the ranks in the file are made; not in trf16 [default:
    /// those of `standings`]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST"))]
    pub tie_breaks: Option<String>,
}

/// A number, or a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSpan {
    Number(u32),
    Text(String),
}

fn read_span<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Span>, D::Error> {
    Ok(match Option::<WrittenSpan>::deserialize(from)? {
        None => None,
        Some(WrittenSpan::Number(number)) => Some(Span::exactly(number)),
        Some(WrittenSpan::Text(text)) => Some(text.parse().map_err(D::Error::custom)?),
    })
}

#[expect(clippy::ref_option, reason = "what serde calls")]
fn write_span<S: Serializer>(span: &Option<Span>, to: S) -> Result<S::Ok, S::Error> {
    match span {
        None => to.serialize_none(),
        Some(span) => to.collect_str(span),
    }
}

/// `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum GenerateFormat {
    /// FIDE's format of 2026
    Trf26,
    /// The format of 2016 with the XX? and BB? lines of the engines
    Trf16,
}

/// What there is before options: nothing, a settings file, or a tournament whose field plays again.
#[derive(Debug, Default)]
pub struct GenerateSource {
    /// The settings.
    pub settings: Settings,
    /// The rules that it names.
    pub asked: Asked,
}

impl GenerateSource {
    /// A settings file of either kind, which messages call `name`; its first line tells which.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn settings(name: &str, bytes: &[u8]) -> Result<Self, AnswerError> {
        let wrong = |what: &str| AnswerError::invalid(format!("{name}: {what}"));
        let text = std::str::from_utf8(bytes)
            .map_err(|_| wrong("found bytes that are no UTF-8, expected a text file"))?;
        let settings = if Settings::looks_like_properties(text) {
            Settings::from_properties(text, None).map_err(|error| wrong(&error.to_string()))?
        } else {
            Settings::from_toml(text).map_err(|error| wrong(&error.to_string()))?
        };
        let asked = settings.system.as_deref().map(system_of).transpose()?;
        let asked = Asked {
            system: asked,
            ..Asked::default()
        };
        Ok(Self { settings, asked })
    }

    /// A tournament whose field plays again.
    pub fn model(model: &Tournament) -> Self {
        Self {
            settings: replaying(model),
            asked: Asked::by(model),
        }
    }

    /// A call has to name a seed: a fresh one could not be told to the caller.
    ///
    /// # Errors
    /// Neither the settings nor the options have one.
    pub fn needs_seed(&self, options: &GenerateOptions) -> Result<(), AnswerError> {
        match (options.seed, self.settings.seed) {
            (None, None) => Err(AnswerError::invalid(
                "options: seed: found none, expected a number, which makes the same tournament again",
            )),
            _ => Ok(()),
        }
    }
}

/// The settings that play the field of a tournament again. Where the rounds of a file are games of
/// matches, what the generator calls a round is a match.
fn replaying(model: &Tournament) -> Settings {
    let mut settings = Settings::replaying(model);
    if let Some(row) = model.system.and_then(registry::of_record) {
        let rounds = |games: Span| Span::exactly(games.to.div_ceil(row.unit.games().into()));
        settings.rounds = settings.rounds.map(rounds);
    }
    settings
}

/// The system a settings file names, as record 192 of a tournament file would.
fn system_of(name: &str) -> Result<System, AnswerError> {
    system_of_code(&name.to_ascii_uppercase()).ok_or_else(|| {
        let mut rows = registry::systems();
        rows.retain(|row| row.record() != Some(System::Other));
        let codes: Vec<&str> = rows.iter().filter_map(|row| row.code).collect();
        AnswerError::invalid(format!(
            "system: found '{name}', expected one of {}\n  hint: --system and --rules override it",
            codes.join(", ")
        ))
    })
}

/// Makes tournaments.
#[derive(Debug)]
pub struct TournamentMaker {
    /// What draws them.
    pub generator: Generator,
    choice: ChosenSystem,
    /// The list that goes into the files; none in a format that has no place for one.
    list: Option<Vec<TieBreak>>,
    /// Where teams are paired: players of each.
    boards: Option<usize>,
}

/// A tournament as a file.
#[derive(Debug)]
pub struct MadeFile {
    /// The file.
    pub text: String,
    /// What was asked and could not be given, and why it ends early.
    pub notes: Vec<String>,
}

impl TournamentMaker {
    /// Settings and options, checked.
    ///
    /// # Errors
    /// Settings that cannot be met, with every reason.
    pub fn new(
        source: GenerateSource,
        options: &GenerateOptions,
        format: GenerateFormat,
    ) -> Result<Self, AnswerError> {
        let mut settings = source.settings;
        settings.seed = options.seed.map(Seed::get).or(settings.seed);
        settings.players = options.players.or(settings.players);
        settings.rounds = options.rounds.or(settings.rounds);
        let choice = system::choose(source.asked, options.system, options.rules)?;
        let boards = boards(options, choice, &mut settings)?;
        let unit = choice.pairing.unit;
        settings.meets_again = unit == PairingUnit::LadderGame;
        if unit.is_scheduled() {
            settings.cycles = Some(unit.cycles());
            settings.two_teams = (unit.most_of_two_teams()).map(|most| Span::new(2, most.into()));
            settings.defaults.players = Span::new(4, 16);
        }
        let mut generator = Generator::new(settings).map_err(|impossible| {
            let reasons: Vec<String> = (impossible.refusals.iter())
                .map(|refusal| format!("\n  {refusal}"))
                .collect();
            AnswerError::invalid(format!("no tournament can be made:{}", reasons.concat()))
        })?;
        if let Some(system) = choice.pairing.record() {
            generator = generator.with_system(system);
        }
        if choice.pairing.unit == PairingUnit::Match {
            generator = generator.in_matches();
        }
        Ok(Self {
            generator,
            choice,
            list: tie_breaks(options, format, choice)?,
            boards,
        })
    }

    /// One of the tournaments, counted from 0, as it was played.
    ///
    /// # Panics
    /// Where the engine made a round that the tournament cannot take, a defect.
    pub fn play(&self, index: u32) -> Generated {
        let mut made = one(&self.generator, self.choice, index);
        if let Some(boards) = self.boards {
            let luck = TeamLuck {
                settings: self.generator.settings(),
                seed: tournament_seed(self.generator.seed(), index),
                strengths: &made.strengths,
                draw_percent: made.settled.draw_percent,
            };
            made.tournament = luck.teams(made.tournament, boards);
        }
        made
    }

    /// One of the tournaments, counted from 0, which messages call `name`.
    ///
    /// # Errors
    /// A tournament that the format has no place for.
    pub fn make(&self, index: u32, name: &str) -> Result<MadeFile, AnswerError> {
        let limit =
            |error: String| AnswerError::new(AnswerErrorKind::Limit, format!("{name}: {error}"));
        let made = self.play(index);
        let dialect = match self.list {
            Some(_) => Dialect::Trf26,
            None => Dialect::Trf16,
        };
        let mut document = Document::from_tournament(&made.tournament, dialect)
            .map_err(|error| limit(error.to_string()))?;
        if let Some(list) = self.list.as_ref().filter(|_| self.boards.is_none()) {
            document = with_ranks(&document, &made.tournament, list).map_err(limit)?;
        }
        let stop = (made.stopped.iter())
            .map(|stop| format!("{name}: ends before round {}: {}", stop.before, stop.reason));
        let shortfalls = made.shortfalls.iter().map(|lack| {
            let round = (lack.round).map_or_else(String::new, |round| format!(" of round {round}"));
            format!(
                "{name}: {}{round}: {} asked, {} given",
                lack.setting, lack.asked, lack.given
            )
        });
        let mut text = document.write(document.line_end());
        if let Some(list) = self.list.as_ref().filter(|_| self.boards.is_some()) {
            text = with_team_ranks(&text, name, list)?;
        }
        Ok(MadeFile {
            text,
            notes: stop.chain(shortfalls).collect(),
        })
    }
}

/// Players of each team; what a match of teams has no place for is not drawn.
///
/// # Errors
/// Boards where no teams are paired; more players than a file numbers.
fn boards(
    options: &GenerateOptions,
    choice: ChosenSystem,
    settings: &mut Settings,
) -> Result<Option<usize>, AnswerError> {
    if !choice.pairing.unit.is_of_teams() {
        return match options.boards {
            Some(_) => Err(AnswerError::invalid(format!(
                "found boards for the {}, expected a system of teams (--boards)",
                choice.pairing.name
            ))),
            None => Ok(None),
        };
    }
    let boards = options.boards.unwrap_or(BOARDS);
    let most = (Tpn::MAX_IN_FILE / u32::from(boards)).min(MOST_TEAMS);
    let asked = match settings.field.players.len() {
        0 => settings.players.map(|players| players.to),
        listed => u32::try_from(listed).ok(),
    };
    if let Some(asked) = asked.filter(|asked| *asked > most) {
        return Err(AnswerError::new(
            AnswerErrorKind::Limit,
            format!(
                "found {asked} teams of {boards}, expected at most {most}: a file numbers {MOST_TEAMS} teams and {} players (--players)",
                Tpn::MAX_IN_FILE
            ),
        ));
    }
    if let Some(why) = no_match(settings) {
        return Err(AnswerError::invalid(format!(
            "no tournament can be made of teams:\n  {why}"
        )));
    }
    settings.defaults.players = Span::new(8, 60.min(most));
    settings.defaults.unusual = Quantity::NONE;
    // C.04.6 (2026) 1.4.
    settings.points.pairing_allocated_bye = settings.points.draw[0];
    Ok(Some(usize::from(boards)))
}

/// What is asked of games that no match of teams can be.
fn no_match(settings: &Settings) -> Option<&'static str> {
    let some = |quantity: &Option<Quantity>| {
        (quantity.as_ref()).is_some_and(|quantity| *quantity != Quantity::NONE)
    };
    let games = &settings.games;
    let [win, draw, loss] = [
        settings.points.win,
        settings.points.draw,
        settings.points.loss,
    ];
    if [&games.half_zero, &games.zero_half, &games.zero_zero]
        .into_iter()
        .any(some)
    {
        return Some(
            "games.half-zero, games.zero-half, games.zero-zero: a match is won, drawn or lost by its games",
        );
    }
    (settings.points != PointSystem::new(win[0], draw[0], loss[0]))
        .then_some("points: expected those of a win, a draw and a loss alone (record 362)")
}

/// The list that goes into the files; `None` for the format that has no place for one.
fn tie_breaks(
    options: &GenerateOptions,
    format: GenerateFormat,
    choice: ChosenSystem,
) -> Result<Option<Vec<TieBreak>>, AnswerError> {
    let unit = choice.pairing.unit;
    let list = match &options.tie_breaks {
        None => default_list(unit.is_of_teams(), unit.is_scheduled()),
        Some(text) => {
            parsed_option(text).map_err(|failure| AnswerError::invalid(failure.to_string()))?
        }
    };
    match format {
        GenerateFormat::Trf26 => Ok(Some(list)),
        GenerateFormat::Trf16 if options.tie_breaks.is_some() => Err(AnswerError::invalid(
            "the format trf16 has no record for a list of tie-breaks\n  hint: leave out --tie-breaks, or --format",
        )),
        GenerateFormat::Trf16 => Ok(None),
    }
}

/// The file with points and ranks of the teams by `list`, and the list.
fn with_team_ranks(text: &str, name: &str, list: &[TieBreak]) -> Result<String, AnswerError> {
    let reading = read(text.as_bytes(), name, &ReadOptions::default())?;
    let input = TournamentInput::new(name, text.len(), reading);
    let codes: Vec<String> = list.iter().map(ToString::to_string).collect();
    let options = StandingsOptions {
        list: ListOptions::of_list(codes.join(",")),
        ..StandingsOptions::default()
    };
    let ranked = with_ranked(&input, &options, |_| (), |ranked| to_trf(&input, ranked))?;
    Ok(String::from_utf8_lossy(&ranked).into_owned())
}

/// The document with the ranks by `list`, and the list.
fn with_ranks(
    document: &Document,
    tournament: &Tournament,
    list: &[TieBreak],
) -> Result<Document, String> {
    let rules = TieBreakRules::of(tournament.starts);
    let standings = standings(tournament, rules, list, None).map_err(|error| error.to_string())?;
    let ranks: Vec<_> = (standings.rows().iter())
        .map(|row| (tournament.player(row.player).number, row.rank))
        .collect();
    (document.with_standings(&ranks, &whole_order(list, "PTS"))).map_err(|error| error.to_string())
}

/// Makes one tournament.
///
/// # Panics
/// Where the engine made a round that the tournament cannot take, a defect.
pub fn one(generator: &Generator, choice: ChosenSystem, index: u32) -> Generated {
    (generator.generate_one(index, |tournament| next_round(tournament, choice)))
        .unwrap_or_else(|fault| panic!("{fault}"))
}

fn next_round(tournament: &Tournament, choice: ChosenSystem) -> NextRound {
    let engine = Engine::default();
    let position = Position::derive(tournament, &choice.pairing.definitions);
    match choice.pairing.paired(tournament, &position, &engine.into()) {
        Ok(Outcome::Paired(round)) => NextRound::Paired {
            boards: (round.boards.iter())
                .map(|board| (board.white, board.black))
                .collect(),
            bye: round.bye,
        },
        Ok(Outcome::Impossible(why)) => {
            let setting = Setting {
                file: "",
                bytes: 0,
                tournament,
                position: &position,
                choice,
                engine,
            };
            let words = impossible::words(&setting, &why);
            NextRound::Impossible(words.lines().next().unwrap_or_default().to_owned())
        }
        Err(failure) => NextRound::Impossible(failure.to_string()),
    }
}
