//! Laws of formulations on random positions.

use edelweiss_formulations::{
    CostName, CostOrder, FieldCost, FormulatedRound, Formulation, FormulationCriterion,
    FormulationScope, HardRules, PairingStage, UnsolvedFormulation,
};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_weights::DUTCH_2026;
use quickcheck::{Arbitrary, Gen, quickcheck};

/// A small tournament, and some formulation.
#[derive(Clone, Debug)]
struct Case {
    tournament: Tournament,
    formulation: Formulation,
}

impl Case {
    fn position(&self) -> Position {
        Position::derive(&self.tournament, &self.formulation.definitions())
    }

    fn round(&self) -> Result<FormulatedRound, UnsolvedFormulation> {
        self.formulation.pair(&self.tournament, &self.position())
    }
}

fn flag(g: &mut Gen) -> bool {
    bool::arbitrary(g)
}

impl Arbitrary for Case {
    fn arbitrary(g: &mut Gen) -> Self {
        let n = 2 + usize::arbitrary(g) % 7;
        let order = *g
            .choose(&[CostOrder::Lexicographic, CostOrder::Sum])
            .expect("two");
        let scope = *g
            .choose(&[FormulationScope::Field, FormulationScope::Brackets])
            .expect("two");
        let mut costs: Vec<CostName> = FieldCost::TABLE.iter().map(CostName::Field).collect();
        if order == CostOrder::Lexicographic {
            let rules = DUTCH_2026.criteria.iter();
            costs.extend(rules.map(|rule| CostName::Rule(&DUTCH_2026, rule)));
        }
        let mut criteria = Vec::new();
        for _ in 0..=usize::arbitrary(g) % 5 {
            let weight = match order {
                CostOrder::Lexicographic => 1,
                CostOrder::Sum => u32::arbitrary(g) % 1000,
            };
            let cost = *g.choose(&costs).expect("costs");
            criteria.push(FormulationCriterion { cost, weight });
        }
        let mut data = random_tournament(g, n).into_data();
        for player in &mut data.players {
            player.rating = flag(g).then(|| u16::arbitrary(g) % 3000);
            player.federation = flag(g).then(|| "SUI".to_owned());
        }
        Self {
            tournament: data.build().expect("ratings contradict nothing"),
            formulation: Formulation {
                name: String::new(),
                order,
                scope,
                hard: HardRules {
                    c1: flag(g),
                    c2: flag(g),
                    c3: flag(g),
                },
                seed: u64::arbitrary(g),
                criteria,
            },
        }
    }
}

/// Every perfect matching of these edges.
fn matchings(n: usize, is_edge: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<(usize, usize)>> {
    fn extend(
        free: &[usize],
        is_edge: &dyn Fn(usize, usize) -> bool,
        pairs: &mut Vec<(usize, usize)>,
        all: &mut Vec<Vec<(usize, usize)>>,
    ) {
        let Some((first, rest)) = free.split_first() else {
            all.push(pairs.clone());
            return;
        };
        for other in rest.iter().filter(|other| is_edge(*first, **other)) {
            let left: Vec<usize> = rest.iter().copied().filter(|v| v != other).collect();
            pairs.push((*first, *other));
            extend(&left, is_edge, pairs, all);
            pairs.pop();
        }
    }
    let mut all = Vec::new();
    let everybody: Vec<usize> = (0..n).collect();
    extend(&everybody, is_edge, &mut Vec::new(), &mut all);
    all
}

fn all_of(stage: &PairingStage) -> Vec<Vec<(usize, usize)>> {
    matchings(stage.vertices.len(), &|u, v| {
        stage.edges.iter().any(|edge| edge.ends == (u, v))
    })
}

fn may_meet(case: &Case, position: &Position, a: PlayerId, b: PlayerId) -> bool {
    let hard = case.formulation.hard;
    !(position.is_banned(a, b)
        || hard.c1 && position.have_met(a, b)
        || hard.c3 && position.colours_clash(a, b))
}

quickcheck! {
    /// Vectors are compared as the lists they are, without the packing that the solver sees.
    fn every_stage_is_the_best_of_all_matchings(case: Case) -> bool {
        let Ok(round) = case.round() else {
            return true;
        };
        round.stages.iter().all(|solved| {
            let all = all_of(&solved.stage);
            let best = all.iter().map(|pairs| solved.stage.costs_of(pairs).expect("edges")).min();
            best.as_ref() == Some(&solved.costs)
                && solved.stage.costs_of(&solved.pairs).as_ref() == Some(&solved.costs)
        })
    }

    fn a_round_pairs_everybody_once_by_the_hard_rules(case: Case) -> bool {
        let position = case.position();
        let Ok(round) = case.round() else {
            return true;
        };
        let mut seen: Vec<PlayerId> = round.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        seen.extend(round.bye);
        seen.sort_unstable();
        let mut present = position.present().to_vec();
        present.sort_unstable();
        let bye_is_allowed = round.bye.is_none_or(|id| {
            !case.formulation.hard.c2 || position.player(id).bye_allowed
        });
        seen == present && bye_is_allowed
            && round.pairs.iter().all(|(a, b)| may_meet(&case, &position, *a, *b))
    }

    fn no_round_means_that_there_is_none(case: Case) -> bool {
        let position = case.position();
        let present = position.present();
        let n = present.len().next_multiple_of(2);
        let is_edge = |u: usize, v: usize| match present.get(v) {
            Some(b) => may_meet(&case, &position, present[u], *b),
            None => !case.formulation.hard.c2 || position.player(present[u]).bye_allowed,
        };
        case.round().is_ok() != matchings(n, &is_edge).is_empty()
    }

    fn a_sum_is_weights_times_the_costs_in_order(case: Case) -> bool {
        let weights: Vec<u64> = (case.formulation.criteria.iter())
            .map(|criterion| criterion.weight.into())
            .collect();
        if case.formulation.order == CostOrder::Lexicographic {
            return true;
        }
        let mut listed = case.clone();
        listed.formulation.order = CostOrder::Lexicographic;
        let (Ok(round), Ok(listed)) = (case.round(), listed.round()) else {
            return true;
        };
        let (Some(sum), Some(list)) = (round.stages.first(), listed.stages.first()) else {
            return true;
        };
        sum.stage.edges.iter().zip(&list.stage.edges).all(|(sum, list)| {
            let total: u64 = list.costs.iter().zip(&weights).map(|(cost, weight)| cost * weight).sum();
            sum.ends == list.ends && sum.costs == [total]
        })
    }
}
