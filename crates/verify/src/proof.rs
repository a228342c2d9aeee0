//! The document: a proof as JSON, and its numbers as players.
//!
//! `docs/schema/proof.schema.json` describes it. Players are named by their starting numbers, the bye by 0 and the
//! seat for one who leaves by 10000.

use std::collections::HashMap;
use std::fmt::Write as _;

use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_weights::{DUTCH_2017, DUTCH_2026, Edition};
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::duals::StepDuals;
use crate::legality::Barrier;
use crate::problem::{ProofPlace, ProofProblem, ProofReach, ProofVertex};
use crate::rejection::Rejection;
use crate::walk::{BracketClaim, ProofRoute, RoundClaim};

/// The name of the format.
const FORMAT: &str = "edelweiss-proof";
/// Raised when a field changes its meaning.
const VERSION: u32 = 1;
const BYE: u16 = 0;
const SEAT: u16 = 10_000;
/// More digits than the dual of any round has.
const MOST_DIGITS: usize = 4_000;

/// The proof of a round, or of its impossibility.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundProof {
    /// "edelweiss-proof".
    pub format: String,
    /// 1.
    pub format_version: u32,
    /// The year of the edition.
    pub edition: u16,
    /// The round that is paired.
    pub round: u16,
    /// Who has the bye.
    pub bye: Option<u16>,
    /// 2026 C5: why nobody with a lower score can have it, where somebody would be allowed to.
    pub lower_bye: Option<ProofBarrier>,
    /// Why there is no legal round; then there are no brackets.
    pub impossible: Option<ProofBarrier>,
    /// From the top.
    pub brackets: Vec<BracketProof>,
    /// SHA-256 of the document with this field empty, against accidents.
    pub checksum: String,
}

/// Players who are taken away to show that the others cannot all be paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofBarrier {
    /// Their numbers.
    pub players: Vec<u16>,
    /// Whether the bye is taken away with them.
    pub bye: bool,
}

/// The proof of a bracket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BracketProof {
    /// How it came about.
    pub route: ProofRoute,
    /// How far the proof reaches.
    pub reach: ProofReach,
    /// Players moved down into it, highest ranked first.
    pub mdps: Vec<u16>,
    /// Its residents, highest ranked first.
    pub residents: Vec<u16>,
    /// Its pairs, the higher ranked player first.
    pub pairs: Vec<[u16; 2]>,
    /// Who is not paired in it.
    pub floaters: Vec<u16>,
    /// Label and costs of each criterion, in priority order.
    pub costs: Vec<(String, Vec<u64>)>,
    /// The duals that are not obvious.
    pub duals: Vec<DualStep>,
    /// 2017 A.9: of a pairing that was replaced, the pairs of the following bracket that it looked ahead to.
    pub following: Vec<[u16; 2]>,
    /// 2017 A.9: why this pairing leaves no completion.
    pub barrier: Option<ProofBarrier>,
}

/// Duals, four times each, as decimal numbers. Vertices that are not named have zero.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DualStep {
    /// Vertices and their duals.
    pub vertices: Vec<(u16, String)>,
    /// Odd sets.
    pub sets: Vec<ProofSet>,
}

/// An odd set of vertices with its dual.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofSet {
    /// Its vertices, in the order of the problem.
    pub members: Vec<u16>,
    /// Its dual, four times.
    pub dual: String,
}

impl RoundProof {
    /// A proof of so many brackets, without its checksum.
    pub fn new(edition: &Edition, round: u16) -> Self {
        Self {
            format: FORMAT.to_owned(),
            format_version: VERSION,
            edition: edition.year,
            round,
            bye: None,
            lower_bye: None,
            impossible: None,
            brackets: Vec::new(),
            checksum: String::new(),
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// With line and column, where it is not one.
    pub fn read(bytes: &[u8]) -> Result<Self, Rejection> {
        serde_json::from_slice(bytes).map_err(|error| Rejection::new(error.to_string()))
    }

    /// The document, with its checksum.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.checksum = self.digest();
        self
    }

    /// As text, with a line end.
    ///
    /// # Panics
    /// Never: a proof has only text and integers.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("text and integers");
        text.push('\n');
        text
    }

    fn digest(&self) -> String {
        let bare = Self {
            checksum: String::new(),
            ..self.clone()
        };
        let mut text = String::new();
        for byte in Sha256::digest(bare.to_json()) {
            write!(text, "{byte:02x}").expect("a string grows");
        }
        text
    }

    pub(crate) fn check_checksum(&self) -> Result<(), Rejection> {
        if self.checksum == self.digest() {
            Ok(())
        } else {
            Err(Rejection::new("the document is not the one that was written").at("checksum"))
        }
    }

    pub(crate) fn edition(&self) -> Result<&'static Edition, Rejection> {
        if self.format != FORMAT || self.format_version != VERSION {
            return Err(
                Rejection::new(format!("expected {FORMAT}, version {VERSION}")).at("format"),
            );
        }
        let editions = [&DUTCH_2026, &DUTCH_2017];
        let found = editions
            .into_iter()
            .find(|edition| edition.year == self.edition);
        found.ok_or_else(|| Rejection::new("expected 2026 or 2017").at("edition"))
    }

    pub(crate) fn check_head(&self, position: &Position) -> Result<(), Rejection> {
        let round = position.round();
        if self.round != round.get() {
            let reason = format!("the proof is of round {}, the next is {round}", self.round);
            return Err(Rejection::new(reason).at("round"));
        }
        if position.rounds_total().is_some_and(|total| round > total) {
            return Err(Rejection::new("no round is left").at("round"));
        }
        let has_round = !self.brackets.is_empty() || self.bye.is_some() || self.lower_bye.is_some();
        if self.impossible.is_some() && has_round {
            return Err(Rejection::new("a round that is impossible has no brackets"));
        }
        Ok(())
    }

    pub(crate) fn claim(&self, tournament: &Tournament) -> Result<RoundClaim, Rejection> {
        let id_of = ids(tournament);
        let bracket = |(number, bracket): (usize, &BracketProof)| {
            let pairs = |pairs: &[[u16; 2]]| {
                let pairs = pairs.iter();
                let ids = pairs.map(|[a, b]| Ok((find(&id_of, *a)?, find(&id_of, *b)?)));
                ids.collect::<Result<_, Rejection>>()
            };

            let claim = || {
                Ok(BracketClaim {
                    route: bracket.route,
                    reach: bracket.reach,
                    pairs: pairs(&bracket.pairs)?,
                    following: pairs(&bracket.following)?,
                    barrier: bracket
                        .barrier
                        .as_ref()
                        .map(|b| b.of(tournament))
                        .transpose()?,
                })
            };
            claim().map_err(|rejection: Rejection| rejection.at(&format!("bracket {}", number + 1)))
        };
        Ok(RoundClaim {
            bye: self.bye.map(|bye| find(&id_of, bye)).transpose()?,
            lower_bye: self
                .lower_bye
                .as_ref()
                .map(|b| b.of(tournament))
                .transpose()?,
            brackets: self
                .brackets
                .iter()
                .enumerate()
                .map(bracket)
                .collect::<Result<_, _>>()?,
        })
    }
}

impl ProofBarrier {
    pub(crate) fn of(&self, tournament: &Tournament) -> Result<Barrier, Rejection> {
        let id_of = ids(tournament);
        let players = self.players.iter().map(|number| find(&id_of, *number));
        Ok(Barrier {
            players: players
                .collect::<Result<_, _>>()
                .map_err(|r: Rejection| r.at("barrier"))?,
            has_bye: self.bye,
        })
    }
}

impl BracketProof {
    /// Checks what the walk has found out by itself.
    pub(crate) fn check_facts(
        &self,
        tournament: &Tournament,
        problem: &ProofProblem<'_>,
    ) -> Result<(), Rejection> {
        let numbers = |ids: &[PlayerId]| -> Vec<u16> {
            ids.iter()
                .map(|id| tournament.player(*id).number.get())
                .collect()
        };
        let bracket = problem.bracket();
        let lists = [
            ("mdps", &self.mdps, numbers(bracket.mdps())),
            ("residents", &self.residents, numbers(bracket.residents())),
            ("floaters", &self.floaters, numbers(&problem.floaters())),
        ];
        for (name, claimed, found) in lists {
            if *claimed != found {
                return Err(Rejection::new(format!("expected {found:?}")).at(name));
            }
        }
        let costs = problem
            .rules()
            .iter()
            .map(|rule| rule.label.to_owned())
            .zip(problem.costs().0);
        if self.costs == costs.collect::<Vec<_>>() {
            Ok(())
        } else {
            Err(Rejection::new("the criteria cost something else").at("costs"))
        }
    }
}

impl DualStep {
    /// Writes duals down.
    pub fn new(tournament: &Tournament, problem: &ProofProblem<'_>, duals: &StepDuals) -> Self {
        let codes = codes(tournament, problem);
        let named = codes
            .iter()
            .zip(&duals.vertices)
            .filter(|(_, dual)| **dual != BigInt::ZERO);
        let set = |(members, dual): &(Vec<usize>, BigInt)| ProofSet {
            members: members.iter().map(|v| codes[*v]).collect(),
            dual: dual.to_string(),
        };
        Self {
            vertices: named
                .map(|(code, dual)| (*code, dual.to_string()))
                .collect(),
            sets: duals.sets.iter().map(set).collect(),
        }
    }

    /// The duals that are written down.
    ///
    /// # Errors
    /// Where they are not numbers, or of vertices that the bracket does not have.
    pub(crate) fn of(
        &self,
        tournament: &Tournament,
        problem: &ProofProblem<'_>,
    ) -> Result<StepDuals, Rejection> {
        let codes = codes(tournament, problem);
        let places: HashMap<u16, usize> = codes.iter().enumerate().map(|(v, c)| (*c, v)).collect();
        let place = |code: u16| {
            let found = places.get(&code).copied();
            found.ok_or_else(|| Rejection::new(format!("{code} takes no part in this bracket")))
        };
        let mut vertices = vec![BigInt::ZERO; codes.len()];
        for (code, dual) in &self.vertices {
            let (v, dual) = (place(*code)?, number(dual)?);
            if vertices[v] != BigInt::ZERO || dual == BigInt::ZERO {
                return Err(Rejection::new(format!("{code} has two duals, or zero")));
            }
            vertices[v] = dual;
        }
        let set = |set: &ProofSet| {
            let members = set.members.iter().map(|code| place(*code));
            Ok((
                members.collect::<Result<_, Rejection>>()?,
                number(&set.dual)?,
            ))
        };
        Ok(StepDuals {
            vertices,
            sets: self
                .sets
                .iter()
                .map(set)
                .collect::<Result<_, Rejection>>()?,
        })
    }
}

/// A decimal number as it would be written.
fn number(text: &str) -> Result<BigInt, Rejection> {
    let number = (text.len() <= MOST_DIGITS)
        .then(|| text.parse::<BigInt>().ok())
        .flatten();
    let number = number.filter(|number| number.to_string() == text);
    number.ok_or_else(|| Rejection::new("expected an integer of at most 4000 digits"))
}

/// By vertex, what stands for it in the document.
fn codes(tournament: &Tournament, problem: &ProofProblem<'_>) -> Vec<u16> {
    let code = |vertex: &ProofVertex| match (vertex.player, vertex.place) {
        (Some(id), _) => tournament.player(id).number.get(),
        (None, ProofPlace::Bye) => BYE,
        (None, _) => SEAT,
    };
    problem.vertices().iter().map(code).collect()
}

fn ids(tournament: &Tournament) -> HashMap<u16, PlayerId> {
    tournament
        .player_ids()
        .map(|id| (tournament.player(id).number.get(), id))
        .collect()
}

fn find(id_of: &HashMap<u16, PlayerId>, number: u16) -> Result<PlayerId, Rejection> {
    let found = id_of.get(&number).copied();
    found.ok_or_else(|| Rejection::new(format!("the tournament has no player {number}")))
}
