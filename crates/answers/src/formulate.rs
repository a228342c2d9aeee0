//! A round by a file of criteria, or its matching problems for other programs; docs/schema/formulation.schema.json
//! describes the document.

use std::fmt::Write as _;

use edelweiss::matching::ProblemFormat;
use edelweiss::model::{PlayerId, Position, Tournament};
use edelweiss_formulations::{
    CostOrder, FormulatedRound, Formulation, FormulationScope, SolvedStage,
};
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::input::TournamentInput;
use crate::json::{Program, written};
use crate::which_round::{RoundOptions, choose};

/// Which round is formulated, and what of it is told.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct FormulateOptions {
    /// Which round.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    which: RoundOptions,
    /// The bracket whose problem is written, from 1; the whole field is bracket 1 [default: 1, in text and json all]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    bracket: Option<u32>,
}

/// How a formulated round is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum FormulateFormat {
    /// The pairs, and the costs of each bracket
    Text,
    /// The same as one document; docs/schema/formulation.schema.json
    Json,
    /// The problem of one bracket as CPLEX LP
    Lp,
    /// The same as free MPS
    Mps,
    /// The same as a pseudo-Boolean problem
    Opb,
    /// Its graph as DIMACS, costs as one weight to be maximised
    Dimacs,
    /// Its graph as GraphML, each cost an attribute
    Graphml,
}

/// Pairs a round by the formulation in `toml` (`name` is how messages call it) and tells it. `note` hears how the
/// round was chosen. O(n³) for each bracket with the n players below it.
///
/// # Errors
/// A file that is no formulation, with line, column and key; a round that cannot be chosen, a bracket that there is
/// not; a formulation that forbids every round.
pub fn formulated(
    input: &TournamentInput,
    (name, toml): (&str, &[u8]),
    options: &FormulateOptions,
    format: FormulateFormat,
    mut note: impl FnMut(&str),
) -> Result<String, AnswerError> {
    let invalid = |error: &str| AnswerError::invalid(format!("{name}: {error}"));
    let text = str::from_utf8(toml).map_err(|error| invalid(&error.to_string()))?;
    let formulation = Formulation::from_toml(text).map_err(|error| invalid(&error.to_string()))?;
    let chosen = choose(&input.name, &input.reading.tournament, 1, &options.which)?;
    chosen.notes().iter().for_each(|words| note(words));
    let tournament: &Tournament = &chosen.tournament;
    let position = Position::derive(tournament, &formulation.definitions());
    let round = formulation.pair(tournament, &position).map_err(|error| {
        AnswerError::new(AnswerErrorKind::NoPairing, format!("{name}: {error}"))
    })?;
    let answer = FormulateAnswer {
        formulation: &formulation,
        file: &input.name,
        tournament,
        round_number: position.round().index() + 1,
        round: &round,
        bracket: options.bracket,
    };
    answer.written(format).map_err(|error| invalid(&error))
}

/// A round, and how it is told.
struct FormulateAnswer<'a> {
    formulation: &'a Formulation,
    file: &'a str,
    tournament: &'a Tournament,
    round_number: usize,
    round: &'a FormulatedRound,
    bracket: Option<u32>,
}

impl FormulateAnswer<'_> {
    fn written(&self, format: FormulateFormat) -> Result<String, String> {
        let problem = match format {
            FormulateFormat::Text => {
                self.stages()?;
                return Ok(self.page());
            }
            FormulateFormat::Json => return Ok(written(&self.document()?)),
            FormulateFormat::Graphml => {
                return Ok(self.stage()?.stage.graphml(|id| self.number(id)));
            }
            FormulateFormat::Lp => ProblemFormat::Lp,
            FormulateFormat::Mps => ProblemFormat::Mps,
            FormulateFormat::Opb => ProblemFormat::Opb,
            FormulateFormat::Dimacs => ProblemFormat::Dimacs,
        };
        let text = self.stage()?.stage.written(problem);
        text.map_err(|error| error.to_string())
    }

    fn number(&self, id: PlayerId) -> u32 {
        self.tournament.player(id).number.get()
    }

    /// The stages that were asked for.
    fn stages(&self) -> Result<Vec<&SolvedStage>, String> {
        let all = &self.round.stages;
        let Some(bracket) = self.bracket else {
            return Ok(all.iter().collect());
        };
        let found = all
            .iter()
            .find(|solved| solved.stage.number == bracket as usize);
        let found = found.ok_or_else(|| {
            let numbers: Vec<String> = (all.iter())
                .map(|solved| solved.stage.number.to_string())
                .collect();
            format!(
                "--bracket: found {bracket}, expected one of {}",
                numbers.join(", ")
            )
        })?;
        Ok(vec![found])
    }

    /// The one whose problem is written.
    fn stage(&self) -> Result<&SolvedStage, String> {
        let stages = self.stages()?;
        let first = stages.first().copied();
        first.ok_or_else(|| "nobody is to be paired, so that there is no problem".to_owned())
    }

    fn page(&self) -> String {
        let name = match self.formulation.name.as_str() {
            "" => "the formulation",
            name => name,
        };
        let mut out = format!("round {} by {name}\n", self.round_number);
        for (a, b) in &self.round.pairs {
            writeln!(out, "{:>5} {:>5}", self.number(*a), self.number(*b)).expect("a string grows");
        }
        if let Some(id) = self.round.bye {
            writeln!(out, "{:>5}   bye", self.number(id)).expect("a string grows");
        }
        for solved in self.stages().unwrap_or_default() {
            let stage = &solved.stage;
            let own = stage
                .vertices
                .iter()
                .filter(|vertex| vertex.is_in_bracket());
            writeln!(
                out,
                "\nbracket {}: {} players, {} edges, proved optimal",
                stage.number,
                own.count(),
                stage.edges.len()
            )
            .expect("a string grows");
            for cost in costs(solved) {
                let numbers: Vec<String> = cost.fields.iter().map(ToString::to_string).collect();
                writeln!(out, "  {:<20} {}", cost.criterion, numbers.join(" "))
                    .expect("a string grows");
            }
        }
        out
    }

    fn document(&self) -> Result<FormulationDocument<'_>, String> {
        let formulation = self.formulation;
        let pair = |(a, b): &(PlayerId, PlayerId)| [self.number(*a), self.number(*b)];
        let hard = [
            ("C1", formulation.hard.c1),
            ("C2", formulation.hard.c2),
            ("C3", formulation.hard.c3),
        ];
        let stages = self.stages()?.into_iter().map(|solved| StageDocument {
            bracket: solved.stage.number,
            edges: solved.stage.edges.len(),
            matching: (solved.pairs.iter())
                .map(|(u, v)| {
                    [*u, *v].map(|v| {
                        let player = solved.stage.vertices[v].player();
                        player.map(|id| self.number(id))
                    })
                })
                .collect(),
            costs: costs(solved),
        });
        Ok(FormulationDocument {
            format: "edelweiss.formulation",
            format_version: 1,
            program: Program::default(),
            file: self.file,
            round: self.round_number,
            name: &formulation.name,
            order: match formulation.order {
                CostOrder::Lexicographic => "lexicographic",
                CostOrder::Sum => "sum",
            },
            scope: match formulation.scope {
                FormulationScope::Field => "field",
                FormulationScope::Brackets => "brackets",
            },
            hard: (hard.iter().filter(|(_, is_on)| *is_on))
                .map(|(name, _)| *name)
                .collect(),
            criteria: (formulation.criteria.iter())
                .map(|criterion| CriterionDocument {
                    name: criterion.cost.name(),
                    weight: criterion.weight,
                    counts: criterion.cost.summary(),
                })
                .collect(),
            pairs: self.round.pairs.iter().map(pair).collect(),
            bye: self.round.bye.map(|id| self.number(id)),
            brackets: stages.collect(),
        })
    }
}

/// The costs of a matching, the fields of a criterion together.
fn costs(solved: &SolvedStage) -> Vec<CostDocument> {
    let mut costs: Vec<CostDocument> = Vec::new();
    for (name, cost) in solved.stage.fields.iter().zip(&solved.costs) {
        match costs.last_mut() {
            Some(last) if last.criterion == *name => last.fields.push(*cost),
            _ => costs.push(CostDocument {
                criterion: name.clone(),
                fields: vec![*cost],
            }),
        }
    }
    costs
}

#[derive(Serialize)]
struct FormulationDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    file: &'a str,
    round: usize,
    name: &'a str,
    order: &'static str,
    scope: &'static str,
    hard: Vec<&'static str>,
    criteria: Vec<CriterionDocument>,
    pairs: Vec<[u32; 2]>,
    bye: Option<u32>,
    brackets: Vec<StageDocument>,
}

#[derive(Serialize)]
struct CriterionDocument {
    name: String,
    weight: u32,
    counts: &'static str,
}

#[derive(Serialize)]
struct StageDocument {
    bracket: usize,
    edges: usize,
    matching: Vec<[Option<u32>; 2]>,
    costs: Vec<CostDocument>,
}

#[derive(Serialize)]
struct CostDocument {
    criterion: String,
    fields: Vec<u64>,
}
