//! Random tournaments that reach the rare parts of the rules, and the comparison of the engine
//! with the literal procedure on them.

use std::fmt::{self, Write};
use std::ops::AddAssign;

use edelweiss_check::legality::violations;
use edelweiss_check::literal::{self, Limit, Until};
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, Position, RoundEntry,
    RoundNumber, Score, Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{self as pairing, Engine, Rules, Witness};
use edelweiss_weights::{Bracket, Edition};
use quickcheck::{Arbitrary, Gen};

pub(crate) fn below(g: &mut Gen, limit: u64) -> u64 {
    u64::arbitrary(g) % limit
}

/// How a random tournament is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Random games, as the generator of the model makes them.
    Plain,
    /// The same, with scores of the round drawn anew from a few levels by virtual points, and with
    /// many bans, denser among high scores.
    Stacked,
    /// The same with one or two levels of score: large brackets, in which the first candidates fail.
    /// In some of them the upper and the lower half are kept apart, so that exchanges are needed.
    Tied,
    /// Every round paired by the engine, up to the last possible ones.
    PlayedOut,
}

pub(crate) const KINDS: [Kind; 4] = [Kind::Plain, Kind::Stacked, Kind::Tied, Kind::PlayedOut];

pub(crate) fn tournament(g: &mut Gen, kind: Kind, n: usize, rules: Rules) -> Tournament {
    match kind {
        Kind::Plain => random_tournament(g, n),
        Kind::Stacked => {
            let levels = 2 + below(g, 4);
            let banned_percent = [0, 10, 20, 30, 40][below(g, 5) as usize];
            stacked(g, n, levels, [banned_percent; 2])
        }
        Kind::Tied => {
            let levels = 1 + below(g, 2);
            let banned_percent = [20, 30, 40, 50][below(g, 4) as usize];
            let banned_percent = match below(g, 2) {
                0 => [banned_percent; 2],
                _ => [5, 80],
            };
            stacked(g, n.min(11), levels, banned_percent)
        }
        Kind::PlayedOut => played_out(g, n, rules),
    }
}

/// `banned_percent`: within one half of the initial order, and between the halves.
fn stacked(g: &mut Gen, n: usize, levels: u64, banned_percent: [u64; 2]) -> Tournament {
    let base = random_tournament(g, n);
    let round = base.next_round();
    let step = [5, 10, 10, 3][below(g, 4) as usize];
    let target: Vec<u64> = (0..n).map(|_| below(g, levels)).collect();
    let mut data = base.clone().into_data();
    for (index, level) in target.iter().enumerate() {
        let standings = base.standings_score(PlayerId::from_index(index), round.index());
        let wanted = Score::from_tenths(*level as i32 * step + 100);
        let player = &mut data.players[index];
        player.virtual_points.resize(round.index(), Score::ZERO);
        player.virtual_points.push(wanted - standings);
    }
    for a in 0..n {
        for b in a + 1..n {
            let high = levels > 1 && target[a] + 1 == levels && target[b] + 1 == levels;
            let across = usize::from((a < n / 2) != (b < n / 2));
            let percent = banned_percent[across] + if high { 20 } else { 0 };
            if below(g, 100) < percent {
                data.forbidden.push(ForbiddenGroup {
                    first: RoundNumber::FIRST,
                    last: None,
                    players: [a, b].map(PlayerId::from_index).to_vec(),
                });
            }
        }
    }
    data.build().expect("only bans and virtual points are new")
}

fn played_out(g: &mut Gen, n: usize, rules: Rules) -> Tournament {
    let mut data = TournamentData {
        initial_colour: Some(Colour::White),
        ..TournamentData::default()
    };
    for number in 1..=n as u32 {
        let number = Tpn::new(number).expect("small");
        data.players.push(Player::new(number));
    }
    let rounds = (n as u64 / 2 + below(g, n as u64 / 2 + 1)) as usize;
    let total = rounds + 1 + below(g, 2) as usize;
    data.rounds_total = RoundNumber::new(total as u32).ok();
    let draws = [2, 4, 100][below(g, 3) as usize];
    let absences = [0, 12, 30][below(g, 3) as usize];
    for round in 0..rounds {
        let before = data.clone();
        for player in &mut data.players {
            if absences > 0 && below(g, absences) == 0 {
                let kind = [ByeKind::Half, ByeKind::Zero, ByeKind::Full][below(g, 3) as usize];
                player.entries.push(RoundEntry::Bye(kind));
            }
        }
        let now = data.clone().build().expect("paired by the engine");
        if now.next_round().index() != round {
            return before.build().expect("paired by the engine");
        }
        let pairing::Outcome::Paired(pairing) = pairing::pair_round(&now, &rules) else {
            return before.build().expect("paired by the engine");
        };
        if pairing.boards.is_empty() {
            return before.build().expect("paired by the engine");
        }
        for board in &pairing.boards {
            let (white, black) = match below(g, 40) {
                0 => (GameResult::ForfeitWin, GameResult::ForfeitLoss),
                _ if below(g, draws) == 0 => (GameResult::Draw, GameResult::Draw),
                // The higher ranked player wins more often, so that scores spread.
                _ if (board.white < board.black) == (below(g, 4) > 0) => {
                    (GameResult::Win, GameResult::Loss)
                }
                _ => (GameResult::Loss, GameResult::Win),
            };
            for (player, opponent, colour, result) in [
                (board.white, board.black, Colour::White, white),
                (board.black, board.white, Colour::Black, black),
            ] {
                data.players[player.index()]
                    .entries
                    .push(RoundEntry::Paired {
                        opponent,
                        colour: Some(colour),
                        result,
                    });
            }
        }
        if let Some(id) = pairing.bye {
            data.players[id.index()]
                .entries
                .push(RoundEntry::Bye(ByeKind::PairingAllocated));
        }
    }
    data.build().expect("paired by the engine")
}

/// How often the comparison met what it is for.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) rounds: u64,
    pub(crate) brackets: u64,
    /// Brackets with MDPs.
    pub(crate) heterogeneous: u64,
    /// Brackets with MDPs and floaters.
    pub(crate) inherit_and_pass_on: u64,
    /// Brackets with MDPs and floaters that have a following one.
    pub(crate) in_the_middle: u64,
    pub(crate) limbo: u64,
    pub(crate) mdp_set_changed: u64,
    pub(crate) exchanges: u64,
    pub(crate) exchanges_of_two: u64,
    pub(crate) penultimate: u64,
    pub(crate) collapsed_last: u64,
    pub(crate) collapsed_with_mdps: u64,
    pub(crate) bye_rows: u64,
    /// Brackets with a topscorer.
    pub(crate) with_topscorers: u64,
    /// Last rounds with a topscorer.
    pub(crate) topscorer_rounds: u64,
    pub(crate) byes: u64,
    pub(crate) impossible: u64,
    pub(crate) too_large: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let pairs = [
            (&mut self.rounds, other.rounds),
            (&mut self.brackets, other.brackets),
            (&mut self.heterogeneous, other.heterogeneous),
            (&mut self.inherit_and_pass_on, other.inherit_and_pass_on),
            (&mut self.in_the_middle, other.in_the_middle),
            (&mut self.limbo, other.limbo),
            (&mut self.mdp_set_changed, other.mdp_set_changed),
            (&mut self.exchanges, other.exchanges),
            (&mut self.exchanges_of_two, other.exchanges_of_two),
            (&mut self.penultimate, other.penultimate),
            (&mut self.collapsed_last, other.collapsed_last),
            (&mut self.collapsed_with_mdps, other.collapsed_with_mdps),
            (&mut self.bye_rows, other.bye_rows),
            (&mut self.with_topscorers, other.with_topscorers),
            (&mut self.topscorer_rounds, other.topscorer_rounds),
            (&mut self.byes, other.byes),
            (&mut self.impossible, other.impossible),
            (&mut self.too_large, other.too_large),
        ];
        for (sum, more) in pairs {
            *sum += more;
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{self:#?}");
        let lines = text.lines().filter(|line| line.contains(':'));
        lines
            .map(str::trim)
            .try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// A position in a few lines: per player, highest ranked first, score, preference, floats, unplayed
/// rounds, marks for barred from the bye (x) and topscorer (t), and whom the player may not meet.
pub(crate) fn describe(tournament: &Tournament, edition: &Edition) -> String {
    let position = Position::derive(tournament, &edition.definitions);
    let mut text = format!(
        "edition {}, round {}, last: {}\n",
        edition.year,
        position.round(),
        position.is_final()
    );
    for id in position.present() {
        let state = position.player(*id);
        let apart: Vec<usize> = (position.present().iter())
            .filter(|other| *other != id && !position.may_meet(*id, **other))
            .map(|other| other.index())
            .collect();
        let _ = writeln!(
            text,
            "{:>3}: {} {:?} {:?} {:+} {:?} {}{}{} not {apart:?}",
            id.index(),
            state.score,
            state.preference,
            state.strength,
            state.colour_difference,
            state.floats,
            state.unplayed,
            if state.bye_allowed { "" } else { "x" },
            if state.topscorer { "t" } else { "" },
        );
    }
    text
}

/// Whether the engine's fields say what the text counts. The edition tables keep lists of scores as
/// counts of each; the look-ahead and the differences of MDPs they keep otherwise, and
/// `the_text_and_the_edition_table_count_alike` compares those.
fn same_costs(
    position: &Position,
    costs: &[pairing::RuleCost],
    text: &literal::LiteralBracket,
) -> bool {
    let bracket = Bracket::new(position, text.mdps.clone(), text.residents.clone());
    let listed = |values: &[Score], fields: &[u64]| -> Vec<i64> {
        let counted = values.iter().zip(fields);
        counted
            .flat_map(|(value, n)| std::iter::repeat_n(i64::from(value.tenths()), *n as usize))
            .collect()
    };
    if text.costs.is_empty() {
        return false;
    }
    let mut criteria = (text.costs.iter()).filter(|row| row.0 != literal::SOFT_BAN);
    criteria.all(|(label, values)| {
        let row = costs.iter().find(|row| row.label == *label);
        let Some(fields) = row.map(|row| &row.fields) else {
            return false;
        };
        match *label {
            label if NUMBERS.contains(&label) => {
                (fields.iter().map(|n| *n as i64)).eq(values.iter().copied())
            }
            // No field where the residents have one score.
            "M1" => fields.iter().all(|n| values[..] == [*n as i64]),
            "C7" => listed(bracket.scores(), fields) == *values,
            "C.6" | "C.16" | "C.17" | "C.18" | "C.19" => {
                // There is no field for a difference of zero.
                let differing = values.iter().copied().filter(|value| *value != 0);
                listed(bracket.differences(), fields)
                    .into_iter()
                    .eq(differing)
            }
            _ => true,
        }
    })
}

/// Criteria that count players.
const NUMBERS: [&str; 19] = [
    "C6", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C.5", "C.8", "C.9",
    "C.10", "C.11", "C.12", "C.13", "C.14", "C.15",
];

/// Compares both engines with the literal procedure on one round.
///
/// # Errors
/// What differs, for people.
pub(crate) fn compare(
    tournament: &Tournament,
    edition: &'static Edition,
    limit: Limit,
    until: Until,
) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let literal = literal::pair_round(tournament, edition, limit, until);
    for engine in [Engine::Fast, Engine::Classes, Engine::Reference] {
        let outcome = pairing::pair_round(tournament, &Rules::new(edition, engine));
        counts = compare_outcome(tournament, edition, engine, outcome, &literal)
            .map_err(|difference| format!("{engine:?}: {difference}"))?;
    }
    Ok(counts)
}

fn compare_outcome(
    tournament: &Tournament,
    edition: &'static Edition,
    engine: Engine,
    outcome: pairing::Outcome,
    literal: &literal::LiteralOutcome,
) -> Result<Counts, String> {
    let mut counts = Counts {
        rounds: 1,
        ..Counts::default()
    };
    let round = match outcome {
        pairing::Outcome::Paired(round) => round,
        pairing::Outcome::Impossible(reason) => {
            counts.impossible = 1;
            return match literal {
                literal::LiteralOutcome::Impossible => {
                    check_witness(tournament, edition, &reason)?;
                    Ok(counts)
                }
                other => Err(format!("the engine finds no round, the text {other:?}")),
            };
        }
    };
    let brackets = match literal {
        literal::LiteralOutcome::Paired(literal) => &literal.brackets,
        literal::LiteralOutcome::TooLarge { brackets, .. } => {
            counts.too_large = 1;
            brackets
        }
        literal::LiteralOutcome::Impossible => {
            return Err("the text finds no round, the engine does".to_owned());
        }
    };
    let position = Position::derive(tournament, &edition.definitions);
    let mut present = position.present().iter();
    counts.topscorer_rounds = u64::from(present.any(|id| position.player(*id).topscorer));
    let costs = pairing::costs_of(&position, &Rules::new(edition, engine), &round);
    for (index, text) in brackets.iter().enumerate() {
        let Some(ours) = round.brackets.get(index) else {
            return Err(format!("the engine has no bracket {index}: {text:?}"));
        };
        let same_costs = same_costs(&position, &costs[index], text);
        let same = format!("{:?}", ours.route) == format!("{:?}", text.route)
            && ours.mdps == text.mdps
            && ours.residents == text.residents
            && ours.pairs == text.pairs
            && ours.floaters == text.floaters
            && same_costs;
        if !same {
            return Err(format!(
                "bracket {index} of edition {}\nengine: {ours:?}\n  text: {text:?}",
                edition.year
            ));
        }
        count_bracket(
            &mut counts,
            &position,
            text,
            index + 1 == round.brackets.len(),
        );
    }
    let literal::LiteralOutcome::Paired(text) = literal else {
        return Ok(counts);
    };
    if text.brackets.len() != round.brackets.len() || text.bye != round.bye {
        return Err(format!("rounds end differently\n{round:?}\n{text:?}"));
    }
    counts.byes = u64::from(text.bye.is_some());
    let mut ours: Vec<_> = (round.boards.iter())
        .map(|board| (board.white, board.black))
        .collect();
    let mut theirs = text.boards.clone();
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours != theirs {
        return Err(format!(
            "colours differ\nengine: {ours:?}\n  text: {theirs:?}"
        ));
    }
    let broken = violations(tournament, &edition.definitions, &ours, round.bye);
    if !broken.is_empty() {
        return Err(format!("the round is not legal: {broken:?}"));
    }
    Ok(counts)
}

fn count_bracket(
    counts: &mut Counts,
    position: &Position,
    bracket: &literal::LiteralBracket,
    is_last: bool,
) {
    let flag = |condition: bool| u64::from(condition);
    let parameters = &bracket.parameters;
    let both = !bracket.mdps.is_empty() && !bracket.floaters.is_empty();
    counts.brackets += 1;
    counts.heterogeneous += flag(!bracket.mdps.is_empty());
    counts.inherit_and_pass_on += flag(both);
    counts.in_the_middle += flag(both && !is_last);
    counts.limbo += flag(parameters.m1 < parameters.m0);
    let paired_mdps: Vec<_> = (bracket.mdps.iter())
        .filter(|id| !bracket.floaters.contains(id))
        .collect();
    let first_mdps = bracket.mdps.iter().take(parameters.m1);
    counts.mdp_set_changed += flag(!first_mdps.eq(paired_mdps));
    // Players of the original S1R who are no longer the higher ones of a pair.
    let partner_of_mdp = |id: &PlayerId| {
        let mut pairs = bracket.pairs.iter();
        pairs.any(|(a, b)| b == id && bracket.mdps.contains(a))
    };
    let remainder: Vec<_> = (bracket.residents.iter())
        .filter(|id| !partner_of_mdp(id))
        .collect();
    let s1 = &remainder[..parameters.max_pairs - parameters.m1];
    let moved = (s1.iter())
        .filter(|id| !bracket.pairs.iter().any(|(a, _)| a == **id))
        .count();
    counts.exchanges += flag(moved > 0);
    counts.exchanges_of_two += flag(moved > 1);
    counts.penultimate += flag(bracket.route == literal::LiteralRoute::Penultimate);
    let collapsed = bracket.route == literal::LiteralRoute::CollapsedLast;
    counts.collapsed_last += flag(collapsed);
    counts.collapsed_with_mdps += flag(collapsed && bracket.mdps.len() > 1);
    counts.bye_rows +=
        flag((bracket.costs.iter()).any(|(label, fields)| *label == "C9" && !fields.is_empty()));
    let mut members = bracket.mdps.iter().chain(&bracket.residents);
    counts.with_topscorers += flag(members.any(|id| position.player(*id).topscorer));
}

/// The engine's proof that no round exists, checked by counting.
fn check_witness(
    tournament: &Tournament,
    edition: &Edition,
    reason: &pairing::Impossible,
) -> Result<(), String> {
    let pairing::Impossible::NoLegalPairing(Witness {
        barrier,
        bye_in_barrier,
        components,
        ..
    }) = reason
    else {
        return Ok(());
    };
    let position = Position::derive(tournament, &edition.definitions);
    let odd_field = position.present().len() % 2 == 1;
    let helpers = barrier.len() + usize::from(*bye_in_barrier);
    let groups_of_players = components.iter().flatten();
    let mut seen = barrier.clone();
    seen.extend(groups_of_players);
    seen.sort_unstable();
    let distinct = seen.windows(2).all(|pair| pair[0] != pair[1]);
    let outside: Vec<PlayerId> = (position.present().iter().copied())
        .filter(|id| !barrier.contains(id))
        .collect();
    let closed = components.iter().all(|group| {
        group.iter().all(|a| {
            let mut others = outside.iter();
            others.all(|b| group.contains(b) || !position.may_meet(*a, *b))
        })
    });
    if components.len() > helpers && distinct && closed && (odd_field || !bye_in_barrier) {
        Ok(())
    } else {
        Err(format!("the proof does not hold: {reason:?}"))
    }
}
