//! The rows of each replication.

use edelweiss_standings::{TieBreak, TieBreakRules, standings};
use rayon::prelude::*;

use crate::again::PairedAgain;
use crate::event::{EventSettings, PlayedEvent, play};
use crate::experiment::Experiment;
use crate::measures::{RankedField, of_event, of_rounds_again, ranks_of};
use crate::method::FailedMethod;
use crate::metric::Metric;
use crate::rows::{ArmRow, RowsError, part_of};
use crate::strengths::DrawnField;

impl Experiment {
    /// The rows of a part as a Parquet file, the same bytes whenever and wherever they are made; on all
    /// processors. `done` is told of each replication that is finished, on any thread.
    ///
    /// # Errors
    /// [`RowsError::Formulation`]; any other would be a defect.
    ///
    /// # Panics
    /// Where `part` is not below [`Experiment::parts`].
    pub fn part(&self, part: u32, done: &(dyn Fn(u32) + Sync)) -> Result<Vec<u8>, RowsError> {
        assert!(part < self.parts(), "there are {} parts", self.parts());
        let (from, to) = self.span(part);
        let without_gambits = self.without_gambits();
        let rows: Vec<Vec<ArmRow>> = (from..to)
            .into_par_iter()
            .map(|replication| {
                let rows = self.replicate(replication, &without_gambits);
                done(replication);
                rows
            })
            .collect::<Result<_, RowsError>>()?;
        part_of(self, part, from, &rows)
    }

    /// Of each arm whose results have a gambit, the arm without it.
    fn without_gambits(&self) -> Vec<Option<usize>> {
        let arms = self.arms().into_iter();
        let without = arms.map(|arm| {
            let without = self.without_gambit(&arm.cell.results);
            without.map(|_| arm.compared_with)
        });
        without.collect()
    }

    /// The rows of one replication, one an arm.
    fn replicate(
        &self,
        replication: u32,
        without_gambits: &[Option<usize>],
    ) -> Result<Vec<ArmRow>, RowsError> {
        let luck = [self.seed, u64::from(replication)];
        let mut rows = Vec::new();
        for players in &self.players {
            for rounds in &self.rounds {
                for acceleration in &self.accelerations {
                    for (model, rating_error) in self.strengths.values() {
                        let field = DrawnField::draw(model, *rating_error, *players, luck);
                        for (outcomes, gambit) in self.results.values() {
                            self.play_cell(
                                &mut rows,
                                &EventSettings {
                                    field: &field,
                                    rounds: *rounds,
                                    acceleration: *acceleration,
                                    outcomes,
                                    player: field.by_strength(self.player),
                                    gambit: *gambit,
                                    luck,
                                },
                            )?;
                        }
                    }
                }
            }
        }
        for (index, without) in without_gambits.iter().enumerate() {
            let Some(without) = without.filter(|_| rows[index].played > 0) else {
                continue;
            };
            let pays = rows[index].player_place_2x < rows[without].player_place_2x;
            for (metric, value) in self.metrics.iter().zip(&mut rows[index].values) {
                if *metric == Metric::GambitPays {
                    *value = Some(f64::from(u8::from(pays)));
                }
            }
        }
        Ok(rows)
    }

    fn play_cell(
        &self,
        rows: &mut Vec<ArmRow>,
        settings: &EventSettings<'_>,
    ) -> Result<(), RowsError> {
        let strengths = &settings.field.strengths;
        let asks_again = self.metrics.iter().any(|it| it.asks_for_rounds_again());
        let mut first = None;
        for method in &self.systems {
            let failed =
                |error: FailedMethod| RowsError::Formulation(method.name(), error.to_string());
            let played = play(method, settings).map_err(failed)?;
            if asks_again && first.is_none() {
                first = Some((method, played.clone()));
            }
            let again = match &first {
                Some((by, of)) => PairedAgain::of(of, by, method, settings.luck).map_err(failed)?,
                None => None,
            };
            for (_, list) in &self.tie_breaks {
                let ranks = ranks(&played, list);
                rows.push(self.row(&ranks, settings, Some((&played, again.as_ref()))));
            }
        }
        let seed_order: Vec<u32> = (1..=strengths.len() as u32).collect();
        for ranks in [ranks_of(strengths), seed_order] {
            rows.push(self.row(&ranks, settings, None));
        }
        Ok(())
    }

    fn row(
        &self,
        ranks: &[u32],
        settings: &EventSettings<'_>,
        played: Option<(&PlayedEvent, Option<&PairedAgain>)>,
    ) -> ArmRow {
        let strengths = &settings.field.strengths;
        let ranked = RankedField::new(ranks, strengths, usize::from(self.top), settings.player);
        let values = self.metrics.iter().map(|metric| {
            if metric.is_of_order() {
                ranked.value(*metric)
            } else {
                let (played, again) = played?;
                let of_again = || of_rounds_again(*metric, again?);
                of_event(*metric, played, strengths).or_else(of_again)
            }
        });
        ArmRow {
            played: played.map_or(0, |(played, _)| played.rounds),
            player_place_2x: ranked.player_place_2x(),
            values: values.collect(),
        }
    }
}

/// The ranks of everybody, in the initial order.
fn ranks(played: &PlayedEvent, list: &[TieBreak]) -> Vec<u32> {
    let standings = standings(&played.tournament, TieBreakRules::of(None), list, None)
        .expect("checked with the file: tie-breaks that every Swiss tournament has");
    let mut ranks = vec![0; played.tournament.players.len()];
    for row in standings.rows() {
        ranks[row.player.index()] = row.rank;
    }
    ranks
}
