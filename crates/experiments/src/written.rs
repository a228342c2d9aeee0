//! The file of an experiment: its own types, which only say how things are written, and what they become.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use edelweiss_formulations::WrittenFormulation;
use edelweiss_formulations::placed::{self, MisplacedMessage, unknown};
use edelweiss_generate::ResultModel;
use edelweiss_model::{Acceleration, TournamentData, Tpn};
use edelweiss_standings::{TieBreak, TieBreakRules, standings};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use toml::Spanned;

use crate::experiment::Experiment;
use crate::gambit::Gambit;
use crate::metric::Metric;
use crate::outcomes::OutcomeModel;
use crate::strengths::StrengthModel;
use crate::written_gambits::{self, WrittenGambit};
use crate::written_lists::{filled, named, once};
use crate::written_methods::{self, WrittenArrays};

/// The version of the format that is read.
const FORMAT: i64 = 1;
/// Rounds of a tournament file.
const MOST_ROUNDS: u16 = 499;
const MOST_ARMS: usize = 10_000;
/// The tie-breaks of a file that names none.
const TIE_BREAKS: &str = "BH/C1 BH SB";

/// Why a text is no experiment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct InvalidExperiment {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was found and expected, with a hint.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenExperiment {
    #[expect(dead_code, reason = "looked at before everything else")]
    format: i64,
    #[serde(default)]
    name: String,
    seed: Spanned<u64>,
    replications: Spanned<u32>,
    systems: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    formulations: BTreeMap<String, Spanned<WrittenFormulation>>,
    #[serde(default)]
    arrays: BTreeMap<String, Spanned<WrittenArrays>>,
    players: Spanned<Vec<Spanned<u16>>>,
    rounds: Spanned<Vec<Spanned<u16>>>,
    acceleration: Option<Spanned<Vec<Spanned<String>>>>,
    tie_breaks: Option<Spanned<Vec<Spanned<String>>>>,
    metrics: Option<Spanned<Vec<Spanned<String>>>>,
    top: Option<Spanned<u16>>,
    player: Option<Spanned<u16>>,
    strengths: Spanned<BTreeMap<String, Spanned<WrittenStrengths>>>,
    results: Spanned<BTreeMap<String, Spanned<WrittenOutcomes>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenStrengths {
    draw: Spanned<String>,
    lowest: Option<Spanned<u16>>,
    highest: Option<Spanned<u16>>,
    mean: Option<Spanned<u16>>,
    deviation: Option<Spanned<u16>>,
    values: Option<Spanned<Vec<Spanned<u16>>>>,
    #[serde(default)]
    rating_error: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenOutcomes {
    model: Spanned<ResultModel>,
    draws: Option<Spanned<u8>>,
    white_advantage: Option<Spanned<u16>>,
    deviation: Option<Spanned<u16>>,
    gambit: Option<Spanned<WrittenGambit>>,
}

impl Experiment {
    /// Reads the file of an experiment. O(length of the text, and number of arms).
    ///
    /// # Errors
    /// [`InvalidExperiment`] for a text that is no TOML, a newer format, unknown keys and names (with the
    /// nearest), numbers out of range, and tie-breaks that cannot rank a Swiss tournament.
    pub fn from_toml(text: &str) -> Result<Self, InvalidExperiment> {
        placed::read(text, FORMAT, |written: WrittenExperiment| {
            written.checked(text)
        })
        .map_err(|(line, column, message)| InvalidExperiment {
            line,
            column,
            message,
        })
    }
}

impl WrittenExperiment {
    fn checked(self, text: &str) -> Result<Experiment, MisplacedMessage> {
        let start = self.results.span().start;
        let experiment = Experiment {
            hash: hash_of(text),
            name: self.name,
            seed: *self.seed.get_ref(),
            replications: above("replications", &self.replications, 1)?,
            systems: written_methods::checked(&self.systems, self.formulations, self.arrays)?,
            players: numbers("players", &self.players, 2, Tpn::MAX_IN_FILE as u16)?,
            rounds: numbers("rounds", &self.rounds, 1, MOST_ROUNDS)?,
            accelerations: match &self.acceleration {
                None => vec![Acceleration::None],
                Some(list) => named("acceleration", list, acceleration_of, &|| {
                    vec!["none".to_owned(), "baku".to_owned()]
                })?,
            },
            tie_breaks: tie_breaks(self.tie_breaks.as_ref())?,
            metrics: match &self.metrics {
                None => Metric::usual().to_vec(),
                Some(list) => named("metrics", list, Metric::named, &|| {
                    Metric::ALL.map(|metric| metric.name().to_owned()).to_vec()
                })?,
            },
            top: match &self.top {
                None => 3,
                Some(top) => above("top", top, 1)?,
            },
            player: match &self.player {
                None => 1,
                Some(player) => above("player", player, 1)?,
            },
            strengths: models("strengths", self.strengths, WrittenStrengths::checked)?,
            results: models("results", self.results, |written, start| {
                written.checked(start, &self.rounds)
            })?,
        };
        if let Some(player) = &self.player {
            written_gambits::there_is(player, &experiment.players)?;
        }
        written_gambits::each_has_another(&experiment, start)?;
        let most = experiment.players.iter().max().copied().unwrap_or_default();
        for (name, (model, _)) in &experiment.strengths {
            if let Some(values) = model.most_players()
                && values < usize::from(most)
            {
                let message = format!(
                    "players: found {most}, but strengths.{name} lists {values}\n  hint: add strengths, or draw = \"sample\" to draw from the list"
                );
                return Err((self.players.span().start, message));
            }
        }
        let arms = experiment.arms().len();
        if arms > MOST_ARMS {
            let message = format!(
                "found {arms} arms, expected at most {MOST_ARMS}\n  hint: make several experiments of it"
            );
            return Err((0, message));
        }
        Ok(experiment)
    }
}

fn hash_of(text: &str) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        write!(hash, "{byte:02x}").expect("a string grows");
    }
    hash
}

fn above<T: PartialOrd + Copy + std::fmt::Display>(
    key: &str,
    found: &Spanned<T>,
    least: T,
) -> Result<T, MisplacedMessage> {
    let number = *found.get_ref();
    if number < least {
        let message = format!("{key}: found {number}, expected at least {least}");
        return Err((found.span().start, message));
    }
    Ok(number)
}

fn numbers(
    key: &str,
    list: &Spanned<Vec<Spanned<u16>>>,
    least: u16,
    most: u16,
) -> Result<Vec<u16>, MisplacedMessage> {
    let mut numbers = Vec::new();
    for item in filled(key, list)? {
        let number = *item.get_ref();
        if !(least..=most).contains(&number) {
            let message = format!("{key}: found {number}, expected {least} to {most}");
            return Err((item.span().start, message));
        }
        once(key, &mut numbers, number, item)?;
    }
    Ok(numbers)
}

fn acceleration_of(name: &str) -> Option<Acceleration> {
    match name {
        "none" => Some(Acceleration::None),
        "baku" => Some(Acceleration::Baku),
        _ => None,
    }
}

fn tie_breaks(
    lists: Option<&Spanned<Vec<Spanned<String>>>>,
) -> Result<Vec<(String, Vec<TieBreak>)>, MisplacedMessage> {
    let Some(lists) = lists else {
        return Ok(vec![list_of(TIE_BREAKS).expect("a list that ranks")]);
    };
    let (mut names, mut read) = (Vec::new(), Vec::new());
    for item in filled("tie-breaks", lists)? {
        let list = list_of(item.get_ref())
            .map_err(|message| (item.span().start, format!("tie-breaks: {message}")))?;
        once("tie-breaks", &mut names, list.0.clone(), item)?;
        read.push(list);
    }
    Ok(read)
}

/// A list in its order, tried on a tournament of two rated players: what needs teams, records or an option is
/// refused there.
fn list_of(text: &str) -> Result<(String, Vec<TieBreak>), String> {
    let codes: Vec<&str> = text
        .split([',', ' '])
        .filter(|code| !code.is_empty())
        .collect();
    let list: Vec<TieBreak> = (codes.iter())
        .map(|code| code.parse::<TieBreak>().map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    let mut data = TournamentData::default();
    for number in 1..=2 {
        let mut player = edelweiss_model::Player::new(Tpn::new(number).expect("one or two"));
        player.rating = Some(2000);
        data.players.push(player);
    }
    let tournament = data.build().expect("two players contradict nothing");
    match standings(&tournament, TieBreakRules::of(None), &list, None) {
        Ok(_) => Ok((codes.join(" "), list)),
        Err(refused) => Err(refused.to_string()),
    }
}

fn models<W, T>(
    key: &str,
    table: Spanned<BTreeMap<String, Spanned<W>>>,
    checked: impl Fn(W, usize) -> Result<T, MisplacedMessage>,
) -> Result<BTreeMap<String, T>, MisplacedMessage> {
    let start = table.span().start;
    let models: BTreeMap<String, T> = (table.into_inner().into_iter())
        .map(|(name, written)| {
            let start = written.span().start;
            let model = checked(written.into_inner(), start)
                .map_err(|(start, message)| (start, format!("{key}.{name}.{message}")))?;
            Ok((name, model))
        })
        .collect::<Result<_, MisplacedMessage>>()?;
    if models.is_empty() {
        let message = format!("{key}: found no table, expected one or more, such as [{key}.first]");
        return Err((start, message));
    }
    Ok(models)
}

/// What an option must have where it is needed.
fn needed<T: Clone>(
    key: &str,
    value: Option<&Spanned<T>>,
    start: usize,
) -> Result<T, MisplacedMessage> {
    value
        .map(|value| value.get_ref().clone())
        .ok_or_else(|| (start, format!("{key}: missing")))
}

impl WrittenStrengths {
    fn checked(self, start: usize) -> Result<(StrengthModel, u16), MisplacedMessage> {
        let number = |key: &str, value: &Option<Spanned<u16>>| -> Result<u16, MisplacedMessage> {
            let number = needed(key, value.as_ref(), start)?;
            let place = value.as_ref().map_or(start, |value| value.span().start);
            if !(1..=9999).contains(&number) {
                return Err((place, format!("{key}: found {number}, expected 1 to 9999")));
            }
            Ok(number)
        };
        let model = match self.draw.get_ref().as_str() {
            "uniform" => {
                let [lowest, highest] = [
                    number("lowest", &self.lowest)?,
                    number("highest", &self.highest)?,
                ];
                if lowest > highest {
                    let message =
                        format!("lowest: found {lowest}, expected at most the highest, {highest}");
                    return Err((start, message));
                }
                StrengthModel::Uniform { lowest, highest }
            }
            "normal" => StrengthModel::Normal {
                mean: number("mean", &self.mean)?,
                deviation: number("deviation", &self.deviation)?,
            },
            kind @ ("list" | "sample") => {
                let values = (self.values.as_ref())
                    .ok_or_else(|| (start, "values: missing, expected a list".to_owned()))?;
                let mut list = Vec::new();
                for item in filled("values", values)? {
                    let strength = *item.get_ref();
                    if !(1..=9999).contains(&strength) {
                        let message = format!("values: found {strength}, expected 1 to 9999");
                        return Err((item.span().start, message));
                    }
                    list.push(strength);
                }
                if kind == "list" {
                    StrengthModel::List(list)
                } else {
                    StrengthModel::Sample(list)
                }
            }
            other => {
                let known = ["uniform", "normal", "list", "sample"].map(ToOwned::to_owned);
                let message = format!("draw: {}", unknown(other, &known));
                return Err((self.draw.span().start, message));
            }
        };
        Ok((model, self.rating_error))
    }
}

impl WrittenOutcomes {
    fn checked(
        self,
        _start: usize,
        rounds: &Spanned<Vec<Spanned<u16>>>,
    ) -> Result<(OutcomeModel, Option<Gambit>), MisplacedMessage> {
        let model = *self.model.get_ref();
        let draws = match &self.draws {
            None => 0,
            Some(draws) if *draws.get_ref() > 100 => {
                let message = format!(
                    "draws: found {}, expected 0 to 100 percent",
                    draws.get_ref()
                );
                return Err((draws.span().start, message));
            }
            Some(draws) if !model.uses_draw_share() => {
                let message = format!("draws: the model {} has no such parameter", model.name());
                return Err((draws.span().start, message));
            }
            Some(draws) => *draws.get_ref(),
        };
        for (key, given) in [
            ("white-advantage", &self.white_advantage),
            ("deviation", &self.deviation),
        ] {
            if let Some(given) = given
                && !OutcomeModel::is_of_differences(model)
            {
                let message = format!(
                    "{key}: the model {} has no such parameter, expected elo, davidson or bradley-terry",
                    model.name()
                );
                return Err((given.span().start, message));
            }
        }
        let number = |given: Option<Spanned<u16>>| given.map_or(0, Spanned::into_inner);
        let outcomes = OutcomeModel {
            model,
            draws,
            white_advantage: number(self.white_advantage),
            deviation: number(self.deviation),
        };
        let gambit = self
            .gambit
            .map(|written| written.into_inner().checked(rounds));
        Ok((outcomes, gambit.transpose()?))
    }
}
