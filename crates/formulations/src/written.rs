//! The file of a formulation: its own types, which only say how things are written, and what they become.

use edelweiss_model::{Player, PlayerId, Position, Score, TournamentData, Tpn};
use edelweiss_weights::Bracket;
use serde::Deserialize;
use toml::Spanned;

use crate::cost::CostName;
use crate::formulation::{
    CostOrder, Formulation, FormulationCriterion, FormulationScope, HardRules,
};
use crate::placed::{self, MisplacedMessage, unknown};

/// The version of the format that is read.
const FORMAT: i64 = 1;
/// Sums of 9,999 players and of every cost there is stay below 2^64.
const MOST_WEIGHT: u32 = 1_000_000;

/// Why a text is no formulation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct InvalidFormulation {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was found and expected, with a hint.
    pub message: String,
}

/// The table of a formulation as it is written: a file of its own, or a part of another one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenFormulation {
    format: Option<Spanned<i64>>,
    #[serde(default)]
    name: String,
    order: Option<Spanned<String>>,
    scope: Option<Spanned<String>>,
    hard: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    seed: u64,
    criteria: Spanned<Vec<Spanned<WrittenCriterion>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCriterion {
    name: Spanned<String>,
    weight: Option<Spanned<u32>>,
}

impl Formulation {
    /// Reads the file of a formulation. O(length of the text).
    ///
    /// # Errors
    /// [`InvalidFormulation`] for a text that is no TOML, a newer format, unknown keys and names (with the nearest),
    /// criteria that are named twice or cannot be summed, and weights without a sum.
    pub fn from_toml(text: &str) -> Result<Self, InvalidFormulation> {
        placed::read(text, FORMAT, |written: WrittenFormulation| {
            if written.format.is_none() {
                return Err((0, "missing field `format`".to_owned()));
            }
            written.checked()
        })
        .map_err(|(line, column, message)| InvalidFormulation {
            line,
            column,
            message,
        })
    }
}

impl WrittenFormulation {
    /// What it says. O(number of criteria).
    ///
    /// # Errors
    /// As [`Formulation::from_toml`], with the byte of the text around it.
    pub fn checked(self) -> Result<Formulation, MisplacedMessage> {
        if let Some(format) = &self.format {
            placed::known_format(format, FORMAT)?;
        }
        let order = choice(
            "order",
            self.order.as_ref(),
            &[
                ("lexicographic", CostOrder::Lexicographic),
                ("sum", CostOrder::Sum),
            ],
        )?;
        let scope = choice(
            "scope",
            self.scope.as_ref(),
            &[
                ("field", FormulationScope::Field),
                ("brackets", FormulationScope::Brackets),
            ],
        )?;
        if self.criteria.get_ref().is_empty() {
            let message = "criteria: found an empty list, expected one criterion or more";
            return Err((self.criteria.span().start, message.to_owned()));
        }
        let mut criteria: Vec<FormulationCriterion> = Vec::new();
        for written in self.criteria.get_ref() {
            let criterion = written.get_ref().checked(order, &criteria)?;
            criteria.push(criterion);
        }
        Ok(Formulation {
            name: self.name,
            order,
            scope,
            hard: HardRules::written(self.hard.as_deref())?,
            seed: self.seed,
            criteria,
        })
    }
}

impl WrittenCriterion {
    fn checked(
        &self,
        order: CostOrder,
        before: &[FormulationCriterion],
    ) -> Result<FormulationCriterion, MisplacedMessage> {
        let (name, start) = (self.name.get_ref(), self.name.span().start);
        let Some(cost) = CostName::named(name) else {
            let known: Vec<String> = CostName::all().iter().map(CostName::name).collect();
            return Err((start, format!("criteria.name: {}", unknown(name, &known))));
        };
        if before.iter().any(|other| other.cost.name() == *name) {
            let message = format!("criteria.name: found {name:?} twice, expected each once");
            return Err((start, message));
        }
        let years = before.iter().filter_map(|other| other.cost.edition());
        if let (Some(edition), Some(first)) = (cost.edition(), years.map(|it| it.year).next())
            && edition.year != first
        {
            let message = format!(
                "criteria.name: found {name:?} after criteria of {first}, expected criteria of one edition\n  hint: editions define floats and byes differently"
            );
            return Err((start, message));
        }
        if order == CostOrder::Sum && n_fields(&cost) != 1 {
            let message = format!(
                "criteria.name: {name:?} counts several numbers in order, which have no sum\n  hint: order = \"lexicographic\""
            );
            return Err((start, message));
        }
        if let Some(weight) = self.weight.as_ref().filter(|_| order != CostOrder::Sum) {
            let message = "criteria.weight: found a weight without a sum\n  hint: order = \"sum\"";
            return Err((weight.span().start, message.to_owned()));
        }
        let weight = self.weight.as_ref().map_or(1, |weight| *weight.get_ref());
        if weight > MOST_WEIGHT {
            let message = format!("criteria.weight: found {weight}, expected 0 to {MOST_WEIGHT}");
            return Err((start, message));
        }
        Ok(FormulationCriterion { cost, weight })
    }
}

/// How many numbers a criterion counts in a bracket of four scores, all fields present.
fn n_fields(cost: &CostName) -> usize {
    let CostName::Rule(edition, rule) = cost else {
        return 1;
    };
    let mut data = TournamentData::default();
    for number in 1..=4 {
        let mut player = Player::new(Tpn::new(number).expect("one to four"));
        player.virtual_points = vec![Score::from_tenths(50 - 10 * number as i32)];
        data.players.push(player);
    }
    let tournament = data.build().expect("players alone contradict nothing");
    let position = Position::derive(&tournament, &edition.definitions);
    let [a, b, c, d] = [0, 1, 2, 3].map(PlayerId::from_index);
    let bracket = Bracket::new(&position, vec![a, b], vec![c])
        .followed_by(&position, &[d], false)
        .with_bye_as_sole_floater();
    rule.criterion.field_count(&bracket)
}

impl HardRules {
    /// Those of a list in a file; all where there is none. O(length of the list).
    ///
    /// # Errors
    /// An unknown name, with its place.
    pub fn written(names: Option<&[Spanned<String>]>) -> Result<Self, MisplacedMessage> {
        let Some(names) = names else {
            return Ok(Self::ALL);
        };
        let mut hard = Self {
            c1: false,
            c2: false,
            c3: false,
        };
        for name in names {
            match name.get_ref().as_str() {
                "C1" => hard.c1 = true,
                "C2" => hard.c2 = true,
                "C3" => hard.c3 = true,
                other => {
                    let known = ["C1", "C2", "C3"].map(ToOwned::to_owned);
                    let message = format!("hard: {}", unknown(other, &known));
                    return Err((name.span().start, message));
                }
            }
        }
        Ok(hard)
    }
}

fn choice<T: Copy + Default>(
    key: &str,
    written: Option<&Spanned<String>>,
    choices: &[(&str, T)],
) -> Result<T, MisplacedMessage> {
    let Some(written) = written else {
        return Ok(T::default());
    };
    let found = written.get_ref();
    let chosen = choices.iter().find(|(name, _)| name == found);
    chosen.map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<String> = choices.iter().map(|(name, _)| (*name).to_owned()).collect();
        (
            written.span().start,
            format!("{key}: {}", unknown(found, &known)),
        )
    })
}
