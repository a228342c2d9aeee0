//! The law of standings: `edelweiss-standings` and the judge have every value and every rank alike.
//!
//! The tournaments are made for it: byes of each kind, forfeits of one side and of both, games of
//! less than a move, late entries, withdrawals, unrated players, virtual points, point systems of
//! any sort, repeated meetings, round robins and other fixed pairings.

use edelweiss_judges::standings::{self as judge, Code, Fraction, TieBreakEdition, TieBreakName};
use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, PlayerId, PointSystem, RoundEntry, RoundNumber, Score,
    Tournament, TournamentData, Tpn,
};
use edelweiss_standings::{TieBreak, TieBreakRules, Value, standings};
use quickcheck::{Arbitrary, Gen};

/// Every tie-break for individuals, with every modifier that it takes.
const CODES: &str = "PTS DE DE/P WIN WON BPG BWG PS PS/C1 PS/C2 REP STD TPN TPN/R BH BH/C1 BH/C2 \
    BH/M1 BH/M2 BH/P BH/C1/P BH/C2/P BH/M1/P BH/M2/P FB FB/C1 FB/C2 FB/M1 FB/M2 FB/P FB/C1/P FB/M2/P \
    AOB AOB/F SB SB/C1 SB/C2 SB/P SB/C1/P SB/C2/P KS KS/L+1 KS/L-1 KS/L+3 KS/L-4 ARO ARO/C1 ARO/C2 \
    ARO/M1 ARO/M2 TPR PTP APRO APPO RTNG RTNG/R";

/// A tournament, the text in force, a list of tie-breaks, and the rounds that count.
#[derive(Clone, Debug)]
pub struct StandingsQuestion {
    /// The tournament.
    pub tournament: Tournament,
    /// The text in force.
    pub edition: TieBreakEdition,
    /// In the short notation.
    pub list: Vec<&'static str>,
    /// The standings after so many rounds.
    pub rounds: usize,
}

pub(crate) fn below(g: &mut Gen, limit: usize) -> usize {
    (u64::arbitrary(g) % limit as u64) as usize
}

pub(crate) fn one_in(g: &mut Gen, chance: usize) -> bool {
    below(g, chance) == 0
}

impl Arbitrary for StandingsQuestion {
    fn arbitrary(g: &mut Gen) -> Self {
        let tournament = random_event(g);
        let held = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let codes: Vec<&str> = CODES.split_whitespace().collect();
        let length = 1 + below(g, 8);
        Self {
            edition: [
                TieBreakEdition::March2026,
                TieBreakEdition::August2024,
                TieBreakEdition::April2024,
                TieBreakEdition::Before2023,
            ][below(g, 4)],
            list: (0..length).map(|_| codes[below(g, codes.len())]).collect(),
            rounds: if held > 0 && one_in(g, 3) {
                1 + below(g, held)
            } else {
                held
            },
            tournament,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let shorter = (0..self.list.len()).map(|index| {
            let mut question = self.clone();
            question.list.remove(index);
            question
        });
        let earlier = (1..self.rounds).map(|rounds| Self {
            rounds,
            ..self.clone()
        });
        Box::new(shorter.chain(earlier).collect::<Vec<_>>().into_iter())
    }
}

/// What the two calculations have otherwise, in words; `None` where they agree. Every tie-break is
/// asked for: those of article 8 by themselves, as they may be refused, Direct Encounter among those
/// with equal points, the others together; and then the list of the question.
pub fn disagreement(question: &StandingsQuestion) -> Option<String> {
    let is_article_8 = |code: &&str| ["BH", "FB", "AO"].contains(&&code[..2]);
    let is_encounter = |code: &&str| code.starts_with("DE");
    let codes: Vec<&str> = CODES.split_whitespace().collect();
    let (of_groups, alone): (Vec<&str>, Vec<&str>) = codes.into_iter().partition(is_encounter);
    let (refusable, others): (Vec<&str>, Vec<&str>) = alone.into_iter().partition(is_article_8);
    let mut lists: Vec<Vec<&str>> = of_groups.into_iter().map(|code| vec![code]).collect();
    lists.extend([refusable, others, question.list.clone()]);
    let with_list = |list| StandingsQuestion {
        list,
        ..question.clone()
    };
    let mut questions = lists.into_iter().map(with_list);
    questions.find_map(|question| disagreement_on_list(&question))
}

fn disagreement_on_list(question: &StandingsQuestion) -> Option<String> {
    let StandingsQuestion {
        tournament,
        edition,
        list,
        rounds,
    } = question;
    let codes: Vec<Code> = list
        .iter()
        .map(|code| code.parse().expect("a code"))
        .collect();
    let theirs: Vec<TieBreak> = list
        .iter()
        .map(|code| code.parse().expect("a code"))
        .collect();
    let ours = judge::standings(tournament, *edition, &codes, *rounds);
    let after = rounds.checked_sub(1).map(RoundNumber::from_index);
    let theirs = standings(tournament, rules(*edition), &theirs, after);
    let (ours, theirs) = match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(_), Err(_)) => return None,
        (ours, theirs) => {
            return Some(format!(
                "{list:?}: the judge {}, standings {}",
                ours.map_or_else(|refused| refused.to_string(), |_| "ranks".to_owned()),
                theirs.map_or_else(|refused| refused.to_string(), |_| "rank".to_owned()),
            ));
        }
    };
    for line in &ours {
        let mut columns = theirs.columns().iter();
        for (code, value) in codes.iter().zip(&line.values) {
            if *value == judge::ComputedValue::Dropped {
                continue;
            }
            let other = columns.next().map(|column| column.value(line.player));
            if other.map(judged_value(code)) != Some(*value) {
                let number = tournament.player(line.player).number;
                return Some(format!(
                    "{code} of player {number} in {list:?}: the judge {value}, standings {other:?}"
                ));
            }
        }
        if columns.next().is_some() {
            return Some(format!("{list:?}: a column that the judge drops"));
        }
        if line.rank as u32 != theirs.rank(line.player) {
            let number = tournament.player(line.player).number;
            return Some(format!(
                "{list:?}: rank of player {number}: the judge {}, standings {}",
                line.rank,
                theirs.rank(line.player)
            ));
        }
    }
    None
}

pub(crate) fn rules(edition: TieBreakEdition) -> &'static TieBreakRules {
    match edition {
        TieBreakEdition::Before2023 => TieBreakRules::BEFORE_2023_09,
        TieBreakEdition::April2024 => TieBreakRules::APRIL_2024,
        TieBreakEdition::August2024 => TieBreakRules::AUGUST_2024,
        TieBreakEdition::March2026 => TieBreakRules::MARCH_2026,
    }
}

fn judged_value(code: &Code) -> impl Fn(Option<Value>) -> judge::ComputedValue {
    let is_place = code.name == TieBreakName::De;
    move |value| match value.map(Value::lowest_terms) {
        None => judge::ComputedValue::Undefined,
        Some((place, _)) if is_place => judge::ComputedValue::Place(place as usize),
        Some((above, below)) => {
            judge::ComputedValue::Number(Fraction::new(i128::from(above), i128::from(below)))
        }
    }
}

/// A random event with results, and with or without pairings fixed beforehand.
fn random_event(g: &mut Gen) -> Tournament {
    let n = 2 + below(g, 11);
    let fixed = one_in(g, 4);
    let mut data = TournamentData {
        points: random_points(g),
        pre_determined: fixed,
        ..TournamentData::default()
    };
    let unrated = one_in(g, 8);
    let spread = [30, 400, 1500][below(g, 3)];
    for index in 0..n {
        let mut player = Player::new(Tpn::new(index as u32 + 1).expect("at most 9,999 players"));
        player.rating = Some(1400 + below(g, spread) as u16).filter(|_| !unrated || !one_in(g, 4));
        data.players.push(player);
    }
    if one_in(g, 10) {
        data.players.reverse();
    }
    let rounds = below(g, 10);
    let habits = StandingsHabits {
        forfeit: [0, 10, 4, 2][below(g, 4)],
        odd_result: [0, 0, 10, 3][below(g, 4)],
        absence: [0, 12, 5, 3][below(g, 4)],
        rematches: one_in(g, 4),
        active: (0..n).map(|_| active_rounds(g, rounds)).collect(),
    };
    for round in 0..rounds {
        if fixed {
            let pairs = if one_in(g, 6) {
                any_pairs(g, n)
            } else {
                berger(n, round)
            };
            record(
                g,
                &mut data,
                round,
                &pairs,
                &StandingsHabits {
                    absence: 0,
                    ..habits.clone()
                },
            );
        } else {
            let pairs = swiss_pairs(g, &data, round, &habits);
            record(g, &mut data, round, &pairs, &habits);
        }
    }
    if one_in(g, 5) {
        data.players[0].virtual_points = vec![Score::ONE; rounds];
    }
    let more = if one_in(g, 3) { below(g, 3) } else { 0 };
    data.rounds_total = RoundNumber::new((rounds + more) as u32).ok();
    data.build().expect("games are mirrored")
}

/// How often each irregularity happens: one in so many, zero is never.
#[derive(Clone)]
struct StandingsHabits {
    forfeit: usize,
    odd_result: usize,
    absence: usize,
    rematches: bool,
    /// From the late entry to the withdrawal.
    active: Vec<std::ops::Range<usize>>,
}

fn active_rounds(g: &mut Gen, rounds: usize) -> std::ops::Range<usize> {
    let first = if one_in(g, 8) { below(g, 4) } else { 0 };
    let last = if one_in(g, 6) {
        below(g, rounds + 1)
    } else {
        rounds
    };
    first..last
}

pub(crate) fn random_points(g: &mut Gen) -> PointSystem {
    let tenths = Score::from_tenths;
    let usual = PointSystem::default();
    match below(g, 14) {
        0 => PointSystem::new(tenths(30), tenths(10), tenths(0)),
        1 => PointSystem::new(tenths(73), tenths(29), tenths(0)),
        2 => PointSystem::new(tenths(30), tenths(20), tenths(10)),
        3 => PointSystem::new(tenths(20), tenths(10), tenths(0)),
        4 => PointSystem {
            pairing_allocated_bye: Score::HALF,
            ..usual
        },
        5 => PointSystem {
            pairing_allocated_bye: Score::ZERO,
            unknown: Score::ZERO,
            ..usual
        },
        6 => PointSystem {
            win: [tenths(10), tenths(12)],
            draw: [tenths(4), tenths(6)],
            ..usual
        },
        7 => PointSystem {
            forfeit_loss: tenths(-5),
            half_point_bye: tenths(3),
            ..usual
        },
        _ => usual,
    }
}

/// A round of a round robin by the circle method: the last player stays, the others turn.
pub(crate) fn berger(n: usize, round: usize) -> Vec<(usize, usize)> {
    let even = n + n % 2;
    let at = |place: usize| {
        if place == 0 {
            even - 1
        } else {
            (round + place) % (even - 1)
        }
    };
    (0..even / 2)
        .map(|place| {
            (
                at(place),
                at(if place == 0 {
                    even - 1
                } else {
                    even - 1 - place
                }),
            )
        })
        .filter(|(a, b)| *a < n && *b < n && a != b)
        .collect()
}

/// Any pairs, whoever has met before.
pub(crate) fn any_pairs(g: &mut Gen, n: usize) -> Vec<(usize, usize)> {
    let mut order: Vec<(u64, usize)> = (0..n).map(|index| (u64::arbitrary(g), index)).collect();
    order.sort_unstable();
    order
        .chunks_exact(2)
        .map(|pair| (pair[0].1, pair[1].1))
        .collect()
}

/// Those present, by score and a little luck, each with the first whom he has not met.
fn swiss_pairs(
    g: &mut Gen,
    data: &TournamentData,
    round: usize,
    habits: &StandingsHabits,
) -> Vec<(usize, usize)> {
    let mut present: Vec<(i32, usize)> = Vec::new();
    for (index, player) in data.players.iter().enumerate() {
        let is_absent = habits.absence > 0 && one_in(g, habits.absence);
        if habits.active[index].contains(&round) && !is_absent {
            let entries = player.entries.iter();
            let score: Score = entries.map(|entry| data.points.points(*entry)).sum();
            present.push((-score.tenths() + below(g, 8) as i32, index));
        }
    }
    present.sort_unstable();
    let mut free: Vec<usize> = present.into_iter().map(|(_, index)| index).collect();
    let mut pairs = Vec::new();
    while !free.is_empty() {
        let a = free.remove(0);
        let entries = &data.players[a].entries;
        let met = |b: usize| {
            let mut games = entries.iter().filter_map(|entry| entry.played());
            games.any(|(opponent, _)| opponent.index() == b)
        };
        let place = free.iter().position(|b| habits.rematches || !met(*b));
        if let Some(place) = place {
            pairs.push((a, free.remove(place)));
        }
    }
    pairs
}

fn record(
    g: &mut Gen,
    data: &mut TournamentData,
    round: usize,
    pairs: &[(usize, usize)],
    habits: &StandingsHabits,
) {
    for (a, b) in pairs {
        let (result, other) = random_result(g, habits);
        let white = if bool::arbitrary(g) {
            Colour::White
        } else {
            Colour::Black
        };
        let is_forfeit = !result.is_played();
        let colour = (!is_forfeit || !one_in(g, 4)).then_some(white);
        for (own, opponent, colour, result) in [
            (a, b, colour, result),
            (b, a, colour.map(|colour| !colour), other),
        ] {
            data.players[*own].entries.push(RoundEntry::Paired {
                opponent: PlayerId::from_index(*opponent),
                colour,
                result,
            });
        }
    }
    let fixed = data.pre_determined;
    for (index, player) in data.players.iter_mut().enumerate() {
        if player.entries.len() > round {
            continue;
        }
        let entry = if fixed || !habits.active[index].contains(&round) {
            [RoundEntry::Blank, RoundEntry::Bye(ByeKind::Zero)][below(g, 2)]
        } else {
            match below(g, 6) {
                0 => RoundEntry::Blank,
                1 => RoundEntry::Bye(ByeKind::Zero),
                2 => RoundEntry::Bye(ByeKind::Full),
                3 | 4 => RoundEntry::Bye(ByeKind::Half),
                _ => RoundEntry::Bye(ByeKind::PairingAllocated),
            }
        };
        player.entries.push(entry);
    }
}

fn random_result(g: &mut Gen, habits: &StandingsHabits) -> (GameResult, GameResult) {
    use GameResult::{
        Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win,
    };
    if habits.forfeit > 0 && one_in(g, habits.forfeit) {
        return [
            (ForfeitWin, ForfeitLoss),
            (ForfeitLoss, ForfeitWin),
            (ForfeitLoss, ForfeitLoss),
        ][below(g, 3)];
    }
    if habits.odd_result > 0 && one_in(g, habits.odd_result) {
        return [
            (Loss, Loss),
            (Draw, Loss),
            (Loss, Draw),
            (UnratedWin, UnratedLoss),
            (UnratedDraw, UnratedDraw),
            (Adjourned, Adjourned),
        ][below(g, 6)];
    }
    [(Win, Loss), (Loss, Win), (Draw, Draw)][below(g, 3)]
}
