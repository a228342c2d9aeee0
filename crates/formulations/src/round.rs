//! A round by a formulation, stage by stage.

use edelweiss_matching::Error;
use edelweiss_model::{PlayerId, Position, Tournament};

use crate::formulation::{Formulation, FormulationScope};
use crate::known::KnownOfRound;
use crate::solve::SolvedStage;
use crate::stage::{PairingStage, StagePlayers, StageVertex};

/// A round, and the problems it was made of.
#[derive(Clone, Debug)]
pub struct FormulatedRound {
    /// Who meets whom, the higher ranked player first, in the order of the stages.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Who is left over.
    pub bye: Option<PlayerId>,
    /// In the order in which they were solved; each was proved.
    pub stages: Vec<SolvedStage>,
}

/// Why a formulation gives no round.
#[derive(Clone, Debug, thiserror::Error)]
pub enum UnsolvedFormulation {
    /// No matching leaves nobody alone.
    #[error(
        "no round of {players} players keeps to the hard rules and bans: {edges} pairs and byes are allowed\n  hint: take rules out of hard, such as hard = [\"C1\"]"
    )]
    NoRound {
        /// Players to be paired.
        players: usize,
        /// Pairs and byes that are allowed.
        edges: usize,
    },
    /// Costs that are too large.
    #[error(
        "bracket {stage}: the costs of {fields} fields are too large for one number\n  hint: fewer criteria, or smaller weights"
    )]
    TooWide {
        /// Which bracket, from 1.
        stage: usize,
        /// How many numbers each edge costs.
        fields: usize,
    },
}

impl Formulation {
    /// The round to be paired, of a position that was derived by [`Formulation::definitions`].
    /// O(brackets · players³).
    ///
    /// # Errors
    /// [`UnsolvedFormulation`]: no round is allowed, or costs are too large.
    ///
    /// # Panics
    /// Where duals do not prove a matching; where the position is not one of the tournament.
    pub fn pair(
        &self,
        tournament: &Tournament,
        position: &Position,
    ) -> Result<FormulatedRound, UnsolvedFormulation> {
        let groups = scoregroups(position);
        let has_bye = position.present().len() % 2 == 1;
        let mut round = FormulatedRound {
            pairs: Vec::new(),
            bye: None,
            stages: Vec::new(),
        };
        if self.scope == FormulationScope::Field {
            let known = KnownOfRound::new(tournament, position, self.seed, &groups);
            let players = StagePlayers {
                number: 1,
                moved_down: Vec::new(),
                residents: position.present().to_vec(),
                next: Vec::new(),
                below: Vec::new(),
                has_bye,
                bye_is_sole_floater: false,
            };
            self.solve_stage(position, &known, players, &mut round)?;
            return Ok(round);
        }
        let mut moved_down = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let bracket = [&moved_down[..], group].concat();
            let known = KnownOfRound::new(tournament, position, self.seed, &[bracket]);
            let players = StagePlayers {
                number: number + 1,
                moved_down,
                residents: group.clone(),
                next: groups.get(number + 1).cloned().unwrap_or_default(),
                below: groups.iter().skip(number + 2).flatten().copied().collect(),
                has_bye: has_bye && round.bye.is_none(),
                bye_is_sole_floater: false,
            };
            moved_down = self.solve_stage(position, &known, players, &mut round)?;
        }
        Ok(round)
    }

    /// Solves a stage, keeps its pairs, and returns who moves down.
    fn solve_stage(
        &self,
        position: &Position,
        known: &KnownOfRound<'_>,
        mut players: StagePlayers,
        round: &mut FormulatedRound,
    ) -> Result<Vec<PlayerId>, UnsolvedFormulation> {
        if players.moved_down.is_empty() && players.residents.is_empty() {
            return Ok(Vec::new());
        }
        let mut solved = self.solved(position, known, &players)?;
        if let [(_, StageVertex::Bye)] = leaving(&solved)[..] {
            players.bye_is_sole_floater = true;
            solved = self.solved(position, known, &players)?;
        }
        let vertex = |v: usize| solved.stage.vertices[v];
        for (u, v) in &solved.pairs {
            if let (Some(a), Some(b)) = (vertex(*u).player(), vertex(*v).player())
                && vertex(*u).is_in_bracket()
                && vertex(*v).is_in_bracket()
            {
                round.pairs.push((a, b));
            }
        }
        let mut moved_down = Vec::new();
        for (player, mate) in leaving(&solved) {
            match mate {
                StageVertex::Bye => round.bye = Some(player),
                _ => moved_down.push(player),
            }
        }
        round.stages.push(solved);
        Ok(moved_down)
    }

    fn solved(
        &self,
        position: &Position,
        known: &KnownOfRound<'_>,
        players: &StagePlayers,
    ) -> Result<SolvedStage, UnsolvedFormulation> {
        PairingStage::new(self, position, known, players).solved(position.present().len())
    }
}

impl PairingStage {
    /// The stage of a round of so many players, solved.
    pub(crate) fn solved(self, players: usize) -> Result<SolvedStage, UnsolvedFormulation> {
        let (stage, fields, edges) = (self.number, self.fields.len(), self.edges.len());
        self.solve().map_err(|error| match error {
            Error::NoMatching(_) => UnsolvedFormulation::NoRound { players, edges },
            _ => UnsolvedFormulation::TooWide { stage, fields },
        })
    }
}

/// Players of the bracket whose mates are not in it, highest ranked first, with those mates.
fn leaving(solved: &SolvedStage) -> Vec<(PlayerId, StageVertex)> {
    let mut leaving: Vec<(usize, PlayerId, StageVertex)> = (solved.pairs.iter())
        .flat_map(|(u, v)| [(*u, *v), (*v, *u)])
        .filter_map(|(u, v)| {
            let (own, mate) = (solved.stage.vertices[u], solved.stage.vertices[v]);
            let leaves = own.is_in_bracket() && !mate.is_in_bracket();
            let player = own.player().filter(|_| leaves)?;
            Some((u, player, mate))
        })
        .collect();
    leaving.sort_unstable_by_key(|(u, _, _)| *u);
    (leaving.into_iter())
        .map(|(_, player, mate)| (player, mate))
        .collect()
}

/// Players with equal scores, the highest scores first.
fn scoregroups(position: &Position) -> Vec<Vec<PlayerId>> {
    let score = |id: &PlayerId| position.player(*id).score;
    let groups = position
        .present()
        .chunk_by(|a, b| score(a) == score(b))
        .map(<[PlayerId]>::to_vec);
    groups.collect()
}
