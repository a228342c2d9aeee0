//! Where two engines disagree about a round, in words: the bracket, the rule that tells the two
//! pairings of it apart, and what each costs.

use std::fmt::Write as _;

use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_pairing::{
    BracketRecord, Impossible, Outcome, RoundPairing, Route, RuleCost, Rules, costs_of,
};

/// An answer and the name of the engine that gave it.
#[derive(Clone, Copy, Debug)]
pub struct EngineAnswer<'a> {
    /// The engine, for people.
    pub engine: &'a str,
    /// What it says; `None` if it panicked.
    pub outcome: Option<&'a Outcome>,
}

/// What tells two answers of `rules` apart, the first difference in the order of the procedure.
#[must_use]
pub fn explain(tournament: &Tournament, rules: &Rules, answers: [EngineAnswer<'_>; 2]) -> String {
    let rounds = answers.map(|answer| match answer.outcome {
        Some(Outcome::Paired(round)) if round.defect.is_none() => Some(round),
        _ => None,
    });
    if let [Some(one), Some(other)] = rounds {
        let report = Report {
            tournament,
            position: Position::derive(tournament, &rules.edition.definitions),
            rules,
            engines: answers.map(|answer| answer.engine),
        };
        return report.of_rounds([one, other]);
    }
    let mut text = String::new();
    for EngineAnswer { engine, outcome } in answers {
        line(&mut text, &format!("{engine}: {}", in_short(outcome)));
    }
    text
}

fn line(text: &mut String, words: &str) {
    writeln!(text, "  {words}").expect("writing to a string does not fail");
}

fn in_short(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => "panics".into(),
        Some(Outcome::Paired(round)) => match &round.defect {
            Some(defect) => format!("panics ({})", defect.message),
            None => format!("{} boards", round.boards.len()),
        },
        Some(Outcome::Impossible(Impossible::NoLegalPairing(proof))) => format!(
            "no legal pairing: {} players are partners of {} groups",
            proof.barrier.len(),
            proof.components.len()
        ),
        Some(Outcome::Impossible(why)) => format!("impossible: {why:?}"),
    }
}

struct Report<'a> {
    tournament: &'a Tournament,
    position: Position,
    rules: &'a Rules,
    engines: [&'a str; 2],
}

impl Report<'_> {
    fn of_rounds(&self, rounds: [&RoundPairing; 2]) -> String {
        let brackets = rounds.map(|round| &round.brackets[..]);
        let is_same = |number: &usize| {
            let [one, other] = brackets.map(|brackets| brackets.get(*number).map(what_is_paired));
            one == other
        };
        let n = brackets[0].len().max(brackets[1].len());
        let Some(number) = (0..n).find(|number| !is_same(number)) else {
            return "  the brackets are the same, boards, colours or the bye are not\n".into();
        };
        let mut text = String::new();
        let costs = rounds.map(|round| costs_of(&self.position, self.rules, round));
        for (place, engine) in self.engines.into_iter().enumerate() {
            let found = match brackets[place].get(number) {
                Some(record) => self.bracket(record),
                None => "not there".into(),
            };
            line(
                &mut text,
                &format!("bracket {}, {engine}: {found}", number + 1),
            );
        }
        let records = brackets.map(|brackets| brackets.get(number));
        if let [Some(one), Some(other)] = records
            && (one.route, &one.mdps, &one.residents)
                == (other.route, &other.mdps, &other.residents)
        {
            self.compare(&mut text, [&costs[0][number], &costs[1][number]]);
        }
        text
    }

    /// `score 2.5 (normal), found by Alone: 3-7 4-9, floats 11`
    fn bracket(&self, record: &BracketRecord) -> String {
        let number = |id: &PlayerId| self.tournament.player(*id).number.get();
        let mut text = String::new();
        if let Some(first) = record.residents.first() {
            text = format!("score {} ", self.position.player(*first).score);
        }
        text += match record.route {
            Route::Normal => "(normal)",
            Route::Penultimate => "(penultimate)",
            Route::CollapsedLast => "(collapsed last)",
        };
        if let Some(level) = record.level {
            write!(text, ", found by {level:?}").expect("writing to a string does not fail");
        }
        text.push(':');
        for (a, b) in &record.pairs {
            write!(text, " {}-{}", number(a), number(b))
                .expect("writing to a string does not fail");
        }
        let floaters: Vec<String> = (record.floaters.iter())
            .map(|id| number(id).to_string())
            .collect();
        if !floaters.is_empty() {
            write!(text, ", floats {}", floaters.join(" "))
                .expect("writing to a string does not fail");
        }
        text
    }

    /// The rule that decides, and the costs under all rules, those that differ marked.
    fn compare(&self, text: &mut String, costs: [&[RuleCost]; 2]) {
        let rules = self.rules.edition.criteria.iter();
        let rows: Vec<_> = rules.zip(costs[0].iter().zip(costs[1])).collect();
        let decides = rows.iter().find(|(_, (one, other))| one != other);
        let [one, other] = self.engines;
        let decides = match decides {
            Some((rule, _)) => format!("{} ({}) decides", rule.label, rule.summary),
            None => {
                "no criterion tells them apart: the sequence of Articles 3 and 4 decides".into()
            }
        };
        line(text, &format!("{decides}; costs, {one} and {other}:"));
        for (rule, (one, other)) in rows {
            if one.fields.is_empty() && other.fields.is_empty() {
                continue;
            }
            let mark = if one == other { " " } else { "*" };
            let fields = [one, other].map(|cost| {
                let fields: Vec<String> = cost.fields.iter().map(u64::to_string).collect();
                fields.join(" ")
            });
            let [one, other] = fields;
            line(
                text,
                &format!("{mark} {:<5} [{one}]  [{other}]", rule.label),
            );
        }
    }
}

type DisputedBracket<'a> = (
    Route,
    &'a [PlayerId],
    &'a [(PlayerId, PlayerId)],
    &'a [PlayerId],
);

fn what_is_paired(record: &BracketRecord) -> DisputedBracket<'_> {
    (record.route, &record.mdps, &record.pairs, &record.floaters)
}

#[cfg(test)]
mod tests {
    use edelweiss_model::{Player, TournamentData, Tpn};
    use edelweiss_pairing::pair_round;

    use super::*;

    /// Five players in round one: 1-3, 2-4, and 5 has the bye.
    fn round() -> (Tournament, Rules, Outcome) {
        let mut data = TournamentData::default();
        for number in 1..=5 {
            let number = Tpn::new(number).expect("1..=9999");
            data.players.push(Player::new(number));
        }
        let tournament = data.build().expect("fresh players contradict nothing");
        let rules = Rules::dutch_2026();
        let outcome = pair_round(&tournament, &rules);
        (tournament, rules, outcome)
    }

    fn explained(change: impl Fn(&mut RoundPairing)) -> String {
        let (tournament, rules, outcome) = round();
        let mut other = outcome.clone();
        if let Outcome::Paired(round) = &mut other {
            change(round);
        }
        let answers = [("fast", &other), ("reference", &outcome)];
        let answers = answers.map(|(engine, outcome)| EngineAnswer {
            engine,
            outcome: Some(outcome),
        });
        explain(&tournament, &rules, answers)
    }

    #[test]
    fn the_rule_that_decides_and_both_costs_are_named() {
        let text = explained(|round| {
            let bracket = &mut round.brackets[0];
            let (_, other) = bracket.pairs.pop().expect("two pairs");
            let first = bracket.pairs[0].0;
            bracket.floaters.insert(0, other);
            bracket.floaters.insert(0, PlayerId::from_index(1));
            assert_eq!(first, PlayerId::from_index(0));
        });
        assert!(
            text.contains(
                "bracket 1, fast: score 0.0 (normal), found by Table: 1-3, floats 2 4 5\n"
            ),
            "{text}"
        );
        assert!(
            text.contains("C6 (downfloaters) decides; costs, fast and reference:\n"),
            "{text}"
        );
        assert!(text.contains("* C6    [3]  [1]\n"), "{text}");
        assert!(text.contains("  C12   [0]  [0]\n"), "{text}");
    }

    #[test]
    fn pairings_of_one_cost_are_told_apart_by_the_sequence() {
        let text = explained(|round| {
            let pairs = &mut round.brackets[0].pairs;
            (pairs[0].1, pairs[1].1) = (pairs[1].1, pairs[0].1);
        });
        assert!(
            text.contains("fast: score 0.0 (normal), found by Table: 1-4 2-3, floats 5\n"),
            "{text}"
        );
        assert!(
            text.contains("the sequence of Articles 3 and 4 decides"),
            "{text}"
        );
    }

    #[test]
    fn an_engine_that_panics_is_named() {
        let (tournament, rules, outcome) = round();
        let fast = EngineAnswer {
            engine: "fast",
            outcome: None,
        };
        let reference = EngineAnswer {
            engine: "reference",
            outcome: Some(&outcome),
        };
        let text = explain(&tournament, &rules, [fast, reference]);
        assert_eq!(text, "  fast: panics\n  reference: 2 boards\n");
    }
}
