//! What a bracket costs, and which of its pairs and floaters the cost comes from.

use edelweiss_model::{PlayerId, Position};
use edelweiss_pairing::{BracketRecord, RuleCost};
use edelweiss_weights::{Bracket, Edition, Rule, Unit};

/// The cost of a bracket under one rule.
#[derive(Clone, Debug)]
pub struct RuleStory {
    /// The rule.
    pub rule: &'static Rule,
    /// Its fields, most important first.
    pub fields: Vec<u64>,
    /// The pairs and floaters of the bracket that cost anything; none where the cost is that of the
    /// following bracket.
    pub payers: Vec<Unit>,
}

impl RuleStory {
    /// The stories of these costs of a bracket, in the order of the rules.
    pub(crate) fn all(
        edition: &'static Edition,
        position: &Position,
        record: &BracketRecord,
        bye: Option<PlayerId>,
        costs: &[RuleCost],
    ) -> Vec<Self> {
        let mut bracket = Bracket::new(position, &record.mdps, &record.residents);
        if matches!(record.floaters[..], [floater] if Some(floater) == bye) {
            bracket = bracket.with_bye_as_sole_floater();
        }
        let units = units(record, bye);
        let payers = |rule: &Rule| {
            let pays = |unit: &Unit| {
                let mut pays = false;
                (rule.criterion).cost(&bracket, unit.of(position), &mut |_, amount| {
                    pays |= amount > 0;
                });
                pays
            };
            units.iter().copied().filter(pays).collect()
        };
        (edition.criteria.iter().zip(costs))
            .map(|(rule, cost)| Self {
                rule,
                fields: cost.fields.clone(),
                payers: payers(rule),
            })
            .collect()
    }

    /// Whether the bracket costs nothing under the rule.
    pub fn is_free(&self) -> bool {
        self.fields.iter().all(|field| *field == 0)
    }

    /// How often the rule is not kept, for people: of a list of numbers their sum; of the look-ahead,
    /// how many float from the following bracket.
    pub fn amount(&self) -> u64 {
        if self.payers.is_empty() {
            self.fields.first().copied().unwrap_or(0)
        } else {
            self.fields.iter().sum()
        }
    }
}

/// The pairs of a bracket that break a soft ban in force.
pub(crate) fn soft_breakers(position: &Position, record: &BracketRecord) -> Vec<Unit> {
    let pairs = record.pairs.iter();
    pairs
        .filter(|(a, b)| position.breaks_soft_ban(*a, *b))
        .map(|&(higher, lower)| Unit::Pair { higher, lower })
        .collect()
}

/// The pairs and floaters of a bracket.
pub(crate) fn units(record: &BracketRecord, bye: Option<PlayerId>) -> Vec<Unit> {
    let pairs = record.pairs.iter();
    let pairs = pairs.map(|&(higher, lower)| Unit::Pair { higher, lower });
    let floats = record.floaters.iter().map(|&player| Unit::Float {
        player,
        takes_bye: Some(player) == bye,
    });
    pairs.chain(floats).collect()
}
