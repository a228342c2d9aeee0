//! `-g`: one random tournament, in the grammars of bbpPairings and JaVaFo.
//!
//! The tournaments are ours: the same seed gives another one than those programs make of it.

use std::fmt::Write;
use std::path::Path;

use edelweiss::model::{Position, RoundNumber};
use edelweiss::pairing::{Engine, Outcome};
use edelweiss::systems::PairingUnit;
use edelweiss::trf::{Dialect, Document, ReadOptions};
use edelweiss_answers::generate::{self, GenerateSource};
use edelweiss_answers::report::Setting;
use edelweiss_answers::system::{self, Asked, ChosenBy, ChosenSystem};
use edelweiss_generate::{
    AccelerationSetting, Generated, Generator, SettingNames as Keys, Settings,
};

use super::request::{Request, SettingsSource, Wanted};
use super::{CommandGrammar, DropInFailure, release, write_list};
use crate::exit::{Exit, ExitFailure};
use crate::{checklist, files};

/// Makes the tournament.
///
/// # Errors
/// Settings or a model that cannot be read or met; a tournament without a legal round, of which the
/// rounds so far have been written; an output that cannot be written.
pub(super) fn run(
    shape: CommandGrammar,
    request: &Request,
    wanted: &Wanted,
) -> Result<(), DropInFailure> {
    let output = &wanted.output;
    let (mut settings, asked) = match &wanted.source {
        SettingsSource::Nothing => (Settings::default(), Asked::default()),
        SettingsSource::Config(path) => (read_config(shape, path)?, Asked::default()),
        SettingsSource::Model(path) => read_model(path)?,
    };
    settings.seed = wanted.seed.or(settings.seed);
    settings.tournaments = Some(1);
    if request.baku {
        settings.acceleration = AccelerationSetting::Baku;
    }
    let choice = match request.system() {
        Some(pairing) => ChosenSystem {
            pairing,
            by: ChosenBy::Option,
        },
        None => system::choose(asked, None, None).map_err(ExitFailure::from)?,
    };
    let generator = generator(settings, &wanted.source, choice)?;
    let made = generate::one(&generator, choice, 0);
    let dialect = match shape {
        CommandGrammar::BbpPairings if choice.pairing.until.is_none() => Dialect::Trf26,
        _ => Dialect::Trf16,
    };
    let document = Document::from_tournament(&made.tournament, dialect)
        .map_err(|error| (Exit::Limit, format!("{}: {error}", output.display())))?;
    files::write(output, &document.write(document.line_end())).map_err(|_| {
        let message = format!(
            "The output file ({}) could not be opened.",
            output.display()
        );
        (Exit::FileAccess, message)
    })?;
    write_list(request, || lists(&made, choice));
    match made.stopped {
        Some(stop) => Err((
            Exit::NoPairing,
            format!(
                "Error generating {}: No valid pairing exists for round {} of the generated \
                 tournament: {}",
                output.display(),
                stop.before,
                stop.reason
            ),
        )),
        None => Ok(()),
    }
}

/// What plays by these settings.
fn generator(
    settings: Settings,
    source: &SettingsSource,
    choice: ChosenSystem,
) -> Result<Generator, DropInFailure> {
    let generator = Generator::new(settings).map_err(|impossible| {
        let reasons: Vec<String> = impossible
            .refusals
            .iter()
            .map(ToString::to_string)
            .collect();
        let message = match source.path() {
            Some(path) => format!(
                "Error processing configuration file {}: {}",
                path.display(),
                reasons.join("\n")
            ),
            None => format!("Error processing the configuration: {}", reasons.join("\n")),
        };
        (Exit::Limit, message)
    })?;
    // Without record 192 where possible: bbpPairings 6.0.0 knows no edition of 2026, and JaVaFo none
    // at all. The Baku method is told by that record only.
    let generator = match choice.pairing.record() {
        Some(system) if generator.settings().acceleration == AccelerationSetting::Baku => {
            generator.with_system(system)
        }
        _ => generator,
    };
    Ok(if choice.pairing.unit == PairingUnit::Match {
        generator.in_matches()
    } else {
        generator
    })
}

fn read_config(shape: CommandGrammar, path: &Path) -> Result<Settings, DropInFailure> {
    let name = files::name_of(path);
    let bytes = files::read(path).map_err(|_| {
        let message = format!(
            "Error while reading configuration file {name}: Error loading configuration file."
        );
        (Exit::FileAccess, message)
    })?;
    let keys = match shape {
        CommandGrammar::BbpPairings => Keys::BbpPairings,
        CommandGrammar::Javafo => Keys::JaVaFo,
    };
    let wrong = |what: &str| {
        let message = format!("Error parsing configuration file {name}: {what}");
        (Exit::Invalid, message)
    };
    let text = String::from_utf8(bytes).map_err(|_| wrong("found bytes that are no UTF-8"))?;
    Settings::from_properties(&text, Some(keys)).map_err(|error| wrong(&error.to_string()))
}

type Model = (Settings, Asked);

fn read_model(path: &Path) -> Result<Model, DropInFailure> {
    let name = files::name_of(path);
    let bytes = files::read(path).map_err(|_| {
        let message = format!("Error reading file {name}: The file could not be loaded.");
        (Exit::FileAccess, message)
    })?;
    let reading =
        edelweiss::trf::read(&bytes, &name, &ReadOptions::default()).map_err(|failure| {
            let message = format!("Error parsing file {name}: {failure}");
            (ExitFailure::from(failure).exit, message)
        })?;
    let source = GenerateSource::model(&reading.tournament);
    Ok((source.settings, source.asked))
}

/// The checklists of all rounds.
fn lists(made: &Generated, choice: ChosenSystem) -> String {
    let rounds = made.tournament.rounds_paired().map_or(0, RoundNumber::get);
    let mut list = String::new();
    for round in 1..=rounds {
        let number = RoundNumber::from_index(usize::from(round) - 1);
        let before = made.tournament.before_round(number);
        let position = Position::derive(&before, &choice.pairing.definitions);
        let setting = Setting {
            file: "",
            bytes: 0,
            tournament: &before,
            position: &position,
            choice,
            engine: Engine::default(),
        };
        let paired = match choice
            .pairing
            .paired(&before, &position, &setting.engine.into())
        {
            Ok(Outcome::Paired(paired)) => Some(paired),
            Ok(Outcome::Impossible(_)) | Err(_) => None,
        };
        write!(
            list,
            "Round #{round}.\n{}",
            checklist::table(&setting, paired.as_ref())
        )
        .expect("a string grows");
    }
    list.push_str(&release());
    list
}
