//! The steps that a procedure tells are those that made the pairs.

use std::collections::BTreeSet;

use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{Definitions, PlayerId, Position, Tournament};
use edelweiss_pairing::{BracketRecord, Outcome, StepAction};
use edelweiss_systems::{dubov_1997, dutch_1998};
use quickcheck::{Arbitrary, Gen};

fn random_tournaments(seed: u64) -> impl Iterator<Item = Tournament> {
    let mut g = Gen::from_size_and_seed(30, seed);
    (0..600).map(move |_| {
        let n = 2 + usize::arbitrary(&mut g) % 20;
        let mut data = random_tournament(&mut g, n).into_data();
        for player in &mut data.players {
            player.rating = Some(1500 + u16::arbitrary(&mut g) % 400);
        }
        data.build().expect("ratings contradict nothing")
    })
}

/// A bracket in which nobody was moved down, from the halves that the steps make.
fn pairs_by_steps(position: &Position, record: &BracketRecord) -> BTreeSet<(PlayerId, PlayerId)> {
    let mut players = record.residents.clone();
    let gone = |action| {
        record
            .steps
            .iter()
            .filter(move |step| step.action == action)
    };
    players.retain(|id| !gone(StepAction::MoveDown).any(|step| step.players.contains(id)));
    let (mut s1, mut s2): (Vec<_>, Vec<_>) = {
        let (s1, s2) = players.split_at(record.pairs.len());
        (s1.to_vec(), s2.to_vec())
    };
    for step in gone(StepAction::Exchange) {
        let moves = |id: &PlayerId| step.players.contains(id);
        let (leaving, stay1): (Vec<_>, Vec<_>) = s1.into_iter().partition(moves);
        let (entering, stay2): (Vec<_>, Vec<_>) = s2.into_iter().partition(moves);
        assert_eq!(leaving.len(), entering.len(), "{record:?}");
        (s1, s2) = ([stay1, entering].concat(), [stay2, leaving].concat());
        s1.sort_unstable();
        s2.sort_unstable();
    }
    if let Some(step) = gone(StepAction::Transpose).next() {
        assert!(step.players.iter().all(|id| s2.contains(id)), "{record:?}");
        s2.clone_from(&step.players);
    }
    let ordered = |(a, b): (PlayerId, PlayerId)| {
        if position.is_higher(a, b) {
            (a, b)
        } else {
            (b, a)
        }
    };
    s1.into_iter().zip(s2).map(ordered).collect()
}

#[test]
fn halves_changed_as_told_make_the_pairs_of_dutch_1998() {
    let mut seen = BTreeSet::new();
    for tournament in random_tournaments(1998) {
        let definitions = Definitions {
            ..Definitions::DUTCH_1998
        };
        let position = Position::derive(&tournament, &definitions);
        let outcome = dutch_1998::pair_round(&tournament, &dutch_1998::Dutch1998Options::default());
        let Outcome::Paired(round) = outcome else {
            continue;
        };
        for record in &round.brackets {
            let actions = record.steps.iter().map(|step| step.action);
            seen.extend(record.steps.iter().map(|step| step.article));
            assert!(
                record.pairs.is_empty() || !record.steps.is_empty(),
                "{record:?}"
            );
            if record.mdps.is_empty() {
                let pairs: BTreeSet<_> = record.pairs.iter().copied().collect();
                assert_eq!(pairs_by_steps(&position, record), pairs, "{record:?}");
            }
            let allows = |up: bool, last: bool| {
                actions.clone().any(|action| match action {
                    StepAction::AllowFloats {
                        up: is_up,
                        last: is_last,
                    } => is_up == up && (is_last || !last),
                    _ => false,
                })
            };
            let broken = |label| {
                let cost = record.costs.iter().find(|cost| cost.label == label);
                cost.expect("B.5 and B.6 are counted").fields[0]
            };
            if broken("B.5") > 0 {
                assert!(allows(true, true) || allows(false, true), "{record:?}");
            }
            if broken("B.6") > 0 {
                assert!(allows(true, false) || allows(false, false), "{record:?}");
            }
        }
    }
    for article in [
        "C.1", "C.6", "C.7", "C.8", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14",
    ] {
        assert!(
            seen.contains(article),
            "no bracket is paired by {article}: {seen:?}"
        );
    }
}

#[test]
fn players_do_as_is_told_of_them_in_dubov_1997() {
    let mut seen = BTreeSet::new();
    for tournament in random_tournaments(1997) {
        let position = Position::derive(&tournament, &Definitions::DUTCH_2017);
        let Outcome::Paired(round) = dubov_1997::pair_round(&tournament) else {
            continue;
        };
        let is_first_round = tournament.rounds_paired().is_none();
        for record in &round.brackets {
            let has_opponent = |id: &PlayerId| record.pairs.iter().any(|(a, b)| a == id || b == id);
            let meet = |a, b| record.pairs.contains(&(a, b)) || record.pairs.contains(&(b, a));
            assert!(is_first_round || record.pairs.is_empty() || !record.steps.is_empty());
            for step in &record.steps {
                seen.insert(step.article);
                let score = |id: &PlayerId| position.player(*id).score;
                let own = score(&record.residents[0]);
                let holds = match (step.action, &step.players[..]) {
                    (StepAction::PairFloaters, players) => players
                        .iter()
                        .all(|id| record.mdps.contains(id) && has_opponent(id)),
                    (StepAction::TransferUp, players) => players.iter().all(|id| score(id) < own),
                    (StepAction::LeaveGroup, players) => !players.iter().any(has_opponent),
                    (StepAction::MeetInColumn, &[a, b]) => meet(a, b),
                    (StepAction::MeetInOrder, []) | (StepAction::ChangeRow, [_, _]) => true,
                    (StepAction::ChangeColumn | StepAction::ArrangeColumn, players) => {
                        !players.is_empty()
                    }
                    _ => false,
                };
                assert!(holds, "{step:?} of {record:?}");
            }
        }
    }
    for article in ["6.3", "6.4", "7.1", "7.2", "7.3", "7.4", "8"] {
        assert!(
            seen.contains(article),
            "no group is paired by {article}: {seen:?}"
        );
    }
}
