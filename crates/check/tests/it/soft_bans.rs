//! Soft bans: behind all criteria of the edition, before the sequence.

use std::fmt::Write as _;

use edelweiss_check::literal::{self, Limit, LiteralBracket, LiteralOutcome, Until, pair_round};
use edelweiss_model::{
    ForbiddenGroup, Player, PlayerId, Position, RoundNumber, Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Engine, Outcome, Rules};
use quickcheck::{Arbitrary, Gen};

use crate::common::{KINDS, below, compare, describe, tournament};

const EDITIONS: [fn() -> Rules; 2] = [Rules::dutch_2017, Rules::dutch_2026];

/// A tournament with soft bans, and the same without them.
struct Softened {
    with: Tournament,
    without: Tournament,
}

/// Pairs and groups; some bans are over, or come later, and some players are banned for good as well.
fn softened(g: &mut Gen, without: Tournament) -> Softened {
    let n = without.players.len() as u64;
    let next = without.next_round().get();
    let mut data = without.clone().into_data();
    let percent = [10, 30, 60][below(g, 3) as usize];
    let mut ban = |g: &mut Gen, players: Vec<PlayerId>| {
        let round = |round: u16| RoundNumber::new(round.into()).expect("1..=9999");
        let (first, last) = match below(g, 12) {
            0 => (1, Some(next.saturating_sub(1).max(1))),
            1 => (next + 1, None),
            2 => (next, Some(next)),
            _ => (1, None),
        };
        data.soft_bans.push(ForbiddenGroup {
            first: round(first),
            last: last.map(round),
            players,
        });
    };
    for a in 0..n {
        for b in a + 1..n {
            if below(g, 100) < percent {
                ban(g, [a, b].map(|id| PlayerId::from_index(id as usize)).into());
            }
        }
    }
    if below(g, 3) == 0 {
        let mut family: Vec<PlayerId> = without.player_ids().collect();
        family.retain(|_| below(g, 3) == 0);
        if family.len() > 2 {
            ban(g, family);
        }
    }
    Softened {
        with: data.build().expect("only bans are new"),
        without,
    }
}

fn brackets(tournament: &Tournament, rules: Rules, until: Until) -> Vec<LiteralBracket> {
    match pair_round(tournament, rules.edition, Limit::default(), until) {
        LiteralOutcome::Paired(round) => round.brackets,
        LiteralOutcome::TooLarge { brackets, .. } => brackets,
        LiteralOutcome::Impossible => Vec::new(),
    }
}

/// A criterion, and what it comes to.
type LiteralRow = (&'static str, Vec<i64>);

/// What the criteria come to, and the pairs that break a soft ban.
fn parted(bracket: &LiteralBracket) -> (Vec<LiteralRow>, Option<i64>) {
    let is_soft = |row: &&LiteralRow| row.0 == literal::SOFT_BAN;
    let soft = bracket.costs.iter().find(is_soft).map(|row| row.1[0]);
    let of_fide = bracket.costs.iter().filter(|row| !is_soft(row));
    (of_fide.cloned().collect(), soft)
}

/// How many rounds a soft ban changed, and how many soft bans were broken nevertheless.
fn run(n: usize, players: u64, until: Until) -> (u64, i64) {
    let seed = u64::arbitrary(&mut Gen::new(20)) ^ u64::arbitrary(&mut Gen::new(20)) << 32;
    let mut g = Gen::from_size_and_seed(20, seed);
    let (mut n_changed, mut n_broken) = (0, 0);
    for rules in EDITIONS.map(|rules| rules()) {
        for kind in KINDS {
            for _ in 0..n {
                let size = 3 + below(&mut g, players - 2) as usize;
                let plain = tournament(&mut g, kind, size, rules);
                let Softened { with, without } = softened(&mut g, plain);
                let shown = || {
                    let mut text = describe(&with, rules.edition);
                    for ban in &with.soft_bans {
                        let players = ban.players.iter().map(|id| id.index());
                        let players: Vec<usize> = players.collect();
                        let rounds = (ban.first, ban.last);
                        writeln!(text, "soft {players:?} in {rounds:?}").expect("a string grows");
                    }
                    format!("seed {seed}, {kind:?}:\n{text}")
                };
                if let Err(difference) = compare(&with, rules.edition, Limit::default(), until) {
                    panic!("{difference}\n{}", shown());
                }
                let [soft, free] = [&with, &without].map(|it| brackets(it, rules, until));
                n_broken += (soft.iter()).filter_map(|it| parted(it).1).sum::<i64>();
                // Above the first bracket that differs both have the same players; it is no worse by any
                // criterion, and fewer of its pairs break a soft ban.
                let mut both = soft.iter().zip(&free);
                let Some((soft, free)) = both.find(|(soft, free)| soft.pairs != free.pairs) else {
                    continue;
                };
                n_changed += 1;
                let (of_fide, broken) = parted(soft);
                assert_eq!(of_fide, parted(free).0, "{}", shown());
                let position = Position::derive(&with, &rules.edition.definitions);
                let pairs = free.pairs.iter();
                let before = pairs.filter(|(a, b)| position.breaks_soft_ban(*a, *b));
                assert!(broken < Some(before.count() as i64), "{}", shown());
            }
        }
    }
    (n_changed, n_broken)
}

#[test]
fn engine_and_text_agree_where_soft_bans_are_in_force() {
    let (n_changed, n_broken) = run(400, 12, Until::Perfect);
    assert!(n_changed > 140, "{n_changed} rounds changed");
    assert!(n_broken > 200, "{n_broken} soft bans broken");
}

#[test]
fn trying_every_candidate_gives_the_same_where_soft_bans_are_in_force() {
    let (n_changed, _) = run(60, 9, Until::Exhausted);
    assert!(n_changed > 10, "{n_changed} rounds changed");
}

fn fresh(n: u32, soft_bans: &[(&[usize], u16, Option<u16>)]) -> Tournament {
    let mut data = TournamentData::default();
    for number in 1..=n {
        let number = Tpn::new(number).expect("small");
        data.players.push(Player::new(number));
    }
    let round = |round: u16| RoundNumber::new(round.into()).expect("1..=9999");
    for (players, first, last) in soft_bans {
        data.soft_bans.push(ForbiddenGroup {
            first: round(*first),
            last: last.map(round),
            players: (players.iter())
                .map(|number| PlayerId::from_index(number - 1))
                .collect(),
        });
    }
    data.build().expect("fresh players")
}

fn pairs(tournament: &Tournament, rules: &Rules) -> Vec<(usize, usize)> {
    let Outcome::Paired(round) = edelweiss_pairing::pair_round(tournament, rules) else {
        panic!("a first round");
    };
    let pairs = round.brackets.iter().flat_map(|bracket| &bracket.pairs);
    pairs.map(|(a, b)| (a.index() + 1, b.index() + 1)).collect()
}

/// Of six players 1-4, 2-5, 3-6 are the first candidate, 1-4, 2-6, 3-5 the second.
#[test]
fn a_soft_ban_moves_a_pair_and_is_broken_where_nothing_else_is_left() {
    for rules in EDITIONS.map(|rules| rules()) {
        for engine in [Engine::Fast, Engine::Classes, Engine::Reference] {
            let rules = Rules { engine, ..rules };
            let of = |n, bans: &[_]| pairs(&fresh(n, bans), &rules);
            assert_eq!(of(6, &[]), [(1, 4), (2, 5), (3, 6)]);
            assert_eq!(of(6, &[(&[2, 5], 1, None)]), [(1, 4), (2, 6), (3, 5)]);
            assert_eq!(of(6, &[(&[2, 5], 1, Some(1))]), [(1, 4), (2, 6), (3, 5)]);
            assert_eq!(of(6, &[(&[2, 5], 2, None)]), [(1, 4), (2, 5), (3, 6)]);
            assert_eq!(of(2, &[(&[1, 2], 1, None)]), [(1, 2)]);
            // Four of a family and two others: one pair of the family cannot be avoided, two can.
            let family: &[(&[usize], u16, Option<u16>)] = &[(&[1, 2, 4, 5], 1, None)];
            let of_family = |pairs: &[(usize, usize)]| {
                let is_of_it = |number| [1, 2, 4, 5].contains(&number);
                pairs
                    .iter()
                    .filter(|(a, b)| is_of_it(*a) && is_of_it(*b))
                    .count()
            };
            assert_eq!(of_family(&of(6, family)), 1);
        }
    }
}
