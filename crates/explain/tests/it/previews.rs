//! What a preview calls certain is so in every outcome of the open games, and nothing else is; a game has an
//! influence on an opponent exactly if two outcomes show it that differ in that game only.

use std::collections::BTreeMap;

use edelweiss_explain::{PreviewLimits, preview};
use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{GameResult, OpenGame, PlayerId, RoundEntry, Tournament};
use edelweiss_pairing::{Outcome, Rules, pair_round};
use quickcheck::{Arbitrary, Gen};

/// The results of White and Black in the ways in which a game can end.
const ENDINGS: [[GameResult; 2]; 3] = [
    [GameResult::Win, GameResult::Loss],
    [GameResult::Draw, GameResult::Draw],
    [GameResult::Loss, GameResult::Win],
];

fn with_result(tournament: &Tournament, game: OpenGame, results: [GameResult; 2]) -> Tournament {
    let mut data = tournament.clone().into_data();
    for (id, ending) in [game.white, game.black].into_iter().zip(results) {
        if let RoundEntry::Paired { result, .. } =
            &mut data.players[id.index()].entries[game.round.index()]
        {
            *result = ending;
        }
    }
    data.build().expect("any result may be recorded")
}

/// The tournament with some games of the last round taken back.
fn with_open_games(tournament: &Tournament, most: usize) -> Tournament {
    let mut open = tournament.clone();
    let Some(last) = tournament.rounds_paired() else {
        return open;
    };
    for white in tournament.player_ids() {
        if open.open_games(0..last.index() + 1).len() < most
            && let RoundEntry::Paired {
                opponent: black,
                colour: Some(edelweiss_model::Colour::White),
                result: GameResult::Win | GameResult::Draw | GameResult::Loss,
            } = tournament.player(white).entry(last)
        {
            let round = last;
            let game = OpenGame {
                round,
                white,
                black,
            };
            open = with_result(&open, game, [GameResult::Unknown; 2]);
        }
    }
    open
}

/// Each player's opponent, the bye being `None`; nothing where no round could be paired.
type Opponents = Option<BTreeMap<PlayerId, Option<PlayerId>>>;

/// Every outcome, by how each game ends.
type Outcomes = BTreeMap<Vec<usize>, Opponents>;

fn all_outcomes(open: &Tournament, games: &[OpenGame], rules: &Rules) -> Outcomes {
    let mut all = vec![(Vec::new(), open.clone())];
    for game in games {
        let next = all.into_iter().flat_map(|(endings, tournament)| {
            ENDINGS.iter().enumerate().map(move |(ending, results)| {
                let endings = [&endings[..], &[ending]].concat();
                (endings, with_result(&tournament, *game, *results))
            })
        });
        all = next.collect();
    }
    let opponents = |tournament: &Tournament| {
        let Outcome::Paired(round) = pair_round(tournament, rules) else {
            return None;
        };
        let mut opponents: BTreeMap<_, _> = round.bye.map(|bye| (bye, None)).into_iter().collect();
        for board in &round.boards {
            opponents.insert(board.white, Some(board.black));
            opponents.insert(board.black, Some(board.white));
        }
        Some(opponents)
    };
    all.into_iter()
        .map(|(endings, tournament)| (endings, opponents(&tournament)))
        .collect()
}

#[test]
fn what_is_certain_holds_in_every_outcome_and_nothing_else_does() {
    let mut g = Gen::from_size_and_seed(30, 20_261_124);
    let (mut certain, mut uncertain, mut influences) = (0, 0, 0);
    for number in 0..400 {
        let RandomTournament(tournament) = RandomTournament::arbitrary(&mut g);
        let open = with_open_games(&tournament, 1 + number % 3);
        let rounds = open.rounds_paired().map_or(0, |last| last.index() + 1);
        let games = open.open_games(0..rounds);
        // Games that the random history left open, too.
        if !(1..=4).contains(&games.len()) {
            continue;
        }
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            let outcomes = all_outcomes(&open, &games, &rules);
            let found = preview(&open, PreviewLimits::default(), |t| pair_round(t, &rules));
            assert_eq!(
                (found.n_outcomes, found.is_complete),
                (outcomes.len(), true)
            );
            let n_paired = outcomes.values().flatten().count();
            assert_eq!(found.n_impossible, outcomes.len() - n_paired);
            for player in &found.players {
                let met =
                    |endings: &Vec<usize>| outcomes[endings].as_ref()?.get(&player.player).copied();
                let is_met = |opponent| {
                    outcomes
                        .keys()
                        .all(|endings| met(endings) == Some(opponent))
                };
                if let Some(opponent) = player.certain(found.n_outcomes) {
                    assert!(is_met(opponent), "{player:?} in {open:?}");
                    certain += 1;
                } else {
                    let mut opponents = player.opponents.iter();
                    let is_certain = opponents.any(|(opponent, _)| is_met(*opponent));
                    assert!(!is_certain, "{player:?} in {open:?}");
                    uncertain += 1;
                }
                let has_influence = |game: &usize| {
                    outcomes.keys().any(|endings| {
                        let mut other = endings.clone();
                        other[*game] = (other[*game] + 1) % ENDINGS.len();
                        let is_paired = |endings| outcomes[endings].is_some();
                        is_paired(endings) && is_paired(&other) && met(endings) != met(&other)
                    })
                };
                let expected: Vec<usize> = (0..games.len()).filter(has_influence).collect();
                assert_eq!(player.depends_on, expected, "{player:?} in {open:?}");
                influences += expected.len();
            }
        }
    }
    assert!(
        certain > 500 && uncertain > 500 && influences > 500,
        "{certain} {uncertain} {influences}"
    );
}
