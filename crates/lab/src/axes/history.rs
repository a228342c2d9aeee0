//! Random histories that no engine has paired.
//!
//! Rules that an engine's own rounds seldom meet show in them: players who are far apart meet early,
//! colours are lopsided, byes of every kind pile up, and few players play for as long as they find
//! anybody. Each tournament follows from a seed and its number alone.
//!
//! What is drawn is legal in one of two senses. [`ColourHabit::Legal`]: nobody meets twice, meets a
//! banned opponent, has a second bye, or a colour that his preference forbids absolutely.
//! [`ColourHabit::Any`]: the same, but a coin gives the colours.

use edelweiss_generate::tournament_seed;
use edelweiss_model::{
    ByeKind, Colour, ForbiddenGroup, GameResult, Player, PlayerId, PointSystem, RoundEntry,
    RoundNumber, Score, Tournament, TournamentData, Tpn,
};

/// How colours are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourHabit {
    /// As a due colour asks, and at random among equals; nobody against an absolute preference.
    Legal,
    /// By a coin.
    Any,
}

/// Numbers that follow from a seed.
struct ResultDraw(u64);

impl ResultDraw {
    fn next(&mut self) -> u64 {
        self.0 = tournament_seed(self.0, 0);
        self.0
    }

    /// A number from `from` to `to`; a bias of 2^-32 does not matter here.
    fn between(&mut self, from: usize, to: usize) -> usize {
        let span = to.saturating_sub(from) as u64 + 1;
        from + (((self.next() >> 32) * span) >> 32) as usize
    }

    fn coin(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// Whether something that happens `share` times in a thousand happens.
    fn happens(&mut self, share: usize) -> bool {
        self.between(0, 999) < share
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.between(0, last));
        }
    }

    /// One of `choices`.
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.between(0, choices.len() - 1)]
    }
}

/// How often irregular things happen in one tournament, in thousandths.
struct HistoryHabits {
    draws: usize,
    forfeits: usize,
    unrated: usize,
    absences: usize,
    kinds: [ByeKind; 3],
    withdrawals: usize,
    /// Whether opponents are of similar score.
    by_score: bool,
}

/// Tournament `index` of `seed`: every round of it is recorded.
///
/// # Panics
/// Never: what is drawn does not contradict itself.
pub fn random_history(seed: u64, index: u32, colours: ColourHabit) -> Tournament {
    let mut draw = ResultDraw(tournament_seed(seed, index));
    let n = field(&mut draw);
    let rounds = rounds(&mut draw, n);
    let mut data = TournamentData {
        points: points(&mut draw),
        initial_colour: Some(draw.one_of(&[Colour::White, Colour::Black])),
        rounds_total: RoundNumber::new((rounds + draw.one_of(&[0, 0, 0, 1, 3])) as u32).ok(),
        ..TournamentData::default()
    };
    for number in 1..=n as u32 {
        let number = Tpn::new(number).expect("a small field");
        data.players.push(Player::new(number));
    }
    if draw.happens(250) {
        ban(&mut draw, &mut data);
    }
    let habits = habits(&mut draw);
    let rest = RestHabit::new(&mut draw, n, rounds, &habits);
    for round in 0..rounds {
        if play(&mut draw, &mut data, round, colours, &habits, &rest) == 0 {
            // Nobody has an opponent left: the event is over before this round.
            for player in &mut data.players {
                player.entries.truncate(round);
            }
            break;
        }
    }
    if draw.happens(200) {
        accelerate(&mut draw, &mut data, rounds);
    }
    data.build().expect("every game has two sides")
}

/// Small fields more often: they are cheap, and rules that seldom matter come into play there.
fn field(draw: &mut ResultDraw) -> usize {
    match draw.between(0, 999) {
        0..100 => draw.between(2, 6),
        100..600 => draw.between(6, 16),
        600..940 => draw.between(12, 40),
        940..996 => draw.between(30, 100),
        _ => draw.between(100, 300),
    }
}

fn rounds(draw: &mut ResultDraw, n: usize) -> usize {
    let most = (n - 1) | 1;
    let usual = if n > 100 {
        draw.between(2, 5)
    } else {
        draw.between(3, 11)
    };
    if n <= 24 && draw.happens(300) {
        // As many as there are opponents, or one less.
        return (most - draw.between(0, 1)).clamp(1, 19);
    }
    usual.min(most)
}

fn points(draw: &mut ResultDraw) -> PointSystem {
    let system = |win, draw, loss| {
        let tenths = Score::from_tenths;
        PointSystem::new(tenths(win), tenths(draw), tenths(loss))
    };
    let usual = system(10, 5, 0);
    match draw.between(0, 19) {
        0 => system(30, 10, 0),
        1 => system(30, 20, 10),
        2 => system(20, 10, 0),
        3 => system(10, 0, 0),
        4 => system(73, 29, 0),
        5 => PointSystem {
            pairing_allocated_bye: Score::HALF,
            ..usual
        },
        6 => PointSystem {
            pairing_allocated_bye: Score::ZERO,
            ..usual
        },
        7 => PointSystem {
            pairing_allocated_bye: Score::from_tenths(10),
            ..system(30, 10, 0)
        },
        _ => usual,
    }
}

fn habits(draw: &mut ResultDraw) -> HistoryHabits {
    let (full, half, zero) = (ByeKind::Full, ByeKind::Half, ByeKind::Zero);
    HistoryHabits {
        draws: draw.one_of(&[0, 200, 330, 500, 900]),
        forfeits: draw.one_of(&[0, 0, 20, 100, 250]),
        unrated: draw.one_of(&[0, 0, 0, 50]),
        absences: draw.one_of(&[0, 0, 30, 100, 250]),
        kinds: draw.one_of(&[
            [zero, zero, zero],
            [half, half, half],
            [half, half, zero],
            [full, half, zero],
            [full, full, full],
        ]),
        withdrawals: draw.one_of(&[0, 0, 50, 150]),
        by_score: draw.coin(),
    }
}

/// Pairs who may not meet, a few or many.
fn ban(draw: &mut ResultDraw, data: &mut TournamentData) {
    let n = data.players.len();
    for _ in 0..draw.between(1, n.max(2)) {
        let (a, b) = (draw.between(0, n - 1), draw.between(0, n - 1));
        if a != b {
            data.forbidden.push(ForbiddenGroup {
                first: RoundNumber::FIRST,
                last: None,
                players: vec![
                    PlayerId::from_index(a.min(b)),
                    PlayerId::from_index(a.max(b)),
                ],
            });
        }
    }
}

/// Virtual points for the players at the top, in the first rounds.
fn accelerate(draw: &mut ResultDraw, data: &mut TournamentData, rounds: usize) {
    let upper = draw.between(1, data.players.len());
    let lasts = draw.between(1, rounds);
    let points = Score::from_tenths(5 * draw.between(1, 4) as i32);
    for player in &mut data.players[..upper] {
        player.virtual_points = vec![points; lasts];
    }
}

/// The rounds in which a player is there at all.
struct RestHabit(Vec<(usize, usize)>);

impl RestHabit {
    fn new(draw: &mut ResultDraw, n: usize, rounds: usize, habits: &HistoryHabits) -> Self {
        let mut stays = |_| {
            let mut stay = (0, rounds);
            if draw.happens(habits.withdrawals) {
                stay.1 = draw.between(1, rounds);
            }
            if draw.happens(habits.withdrawals) {
                stay.0 = draw.between(0, rounds - 1);
            }
            stay
        };
        Self((0..n).map(&mut stays).collect())
    }

    fn is_here(&self, index: usize, round: usize) -> bool {
        let (from, to) = self.0[index];
        from <= round && round < to
    }
}

/// What a player's colours so far ask for: the difference, and the colour of the last two games if
/// they are equal.
struct Due {
    difference: i32,
    twice: Option<Colour>,
}

impl Due {
    fn of(player: &Player) -> Self {
        let colours: Vec<Colour> = (player.entries.iter())
            .filter_map(|entry| entry.played().map(|(_, colour)| colour))
            .collect();
        let one = |colour: &Colour| if *colour == Colour::White { 1 } else { -1 };
        let twice = match colours[..] {
            [.., a, b] if a == b => Some(a),
            _ => None,
        };
        Self {
            difference: colours.iter().map(one).sum(),
            twice,
        }
    }

    /// The colour the player must have.
    fn absolute(&self) -> Option<Colour> {
        match self.difference {
            2.. => Some(Colour::Black),
            ..=-2 => Some(Colour::White),
            _ => self.twice.map(|colour| !colour),
        }
    }
}

/// One round: absences first, then pairs at random, then whoever is left over. How many pairs.
fn play(
    draw: &mut ResultDraw,
    data: &mut TournamentData,
    round: usize,
    colours: ColourHabit,
    habits: &HistoryHabits,
    rest: &RestHabit,
) -> usize {
    let mut free = Vec::new();
    for index in 0..data.players.len() {
        let entry = if !rest.is_here(index, round) {
            RoundEntry::Blank
        } else if draw.happens(habits.absences) {
            RoundEntry::Bye(draw.one_of(&habits.kinds))
        } else {
            free.push(index);
            continue;
        };
        data.players[index].entries.push(entry);
    }
    draw.shuffle(&mut free);
    if habits.by_score {
        let score = |index: &usize| -> Score {
            let entries = &data.players[*index].entries;
            entries.iter().map(|entry| data.points.points(*entry)).sum()
        };
        free.sort_by_key(|index| std::cmp::Reverse(score(index)));
    }
    let (mut pairs, mut is_bye_given) = (0, false);
    while !free.is_empty() {
        let a = free.remove(0);
        let partner = (0..free.len()).find(|place| may_meet(data, a, free[*place], colours));
        if let Some(place) = partner {
            let b = free.remove(place);
            game(draw, data, (a, b), colours, habits);
            pairs += 1;
            continue;
        }
        let may_have_bye = !is_bye_given && has_no_bye(&data.players[a]);
        is_bye_given |= may_have_bye;
        let kind = if may_have_bye {
            ByeKind::PairingAllocated
        } else {
            habits.kinds[2]
        };
        data.players[a].entries.push(RoundEntry::Bye(kind));
    }
    pairs
}

fn may_meet(data: &TournamentData, a: usize, b: usize, colours: ColourHabit) -> bool {
    let (x, y) = (PlayerId::from_index(a), PlayerId::from_index(b));
    let has_met = (data.players[a].entries.iter())
        .any(|entry| entry.played().is_some_and(|(opponent, _)| opponent == y));
    let is_banned = (data.forbidden.iter())
        .any(|group| group.players.contains(&x) && group.players.contains(&y));
    let clash = || {
        let [x, y] = [a, b].map(|index| Due::of(&data.players[index]).absolute());
        x.is_some() && x == y
    };
    !has_met && !is_banned && (colours == ColourHabit::Any || !clash())
}

/// Whether neither edition bars a player from the bye.
fn has_no_bye(player: &Player) -> bool {
    !(player.entries.iter()).any(|entry| {
        matches!(
            entry,
            RoundEntry::Bye(ByeKind::PairingAllocated | ByeKind::Full)
                | RoundEntry::Paired {
                    result: GameResult::ForfeitWin,
                    ..
                }
        )
    })
}

fn game(
    draw: &mut ResultDraw,
    data: &mut TournamentData,
    (a, b): (usize, usize),
    colours: ColourHabit,
    habits: &HistoryHabits,
) {
    let colour = match colours {
        ColourHabit::Any => draw.one_of(&[Colour::White, Colour::Black]),
        ColourHabit::Legal => {
            let [x, y] = [a, b].map(|index| Due::of(&data.players[index]));
            let coin = draw.one_of(&[Colour::White, Colour::Black]);
            match (x.absolute(), y.absolute()) {
                (Some(colour), _) => colour,
                (None, Some(colour)) => !colour,
                _ => match x.difference.cmp(&y.difference) {
                    std::cmp::Ordering::Less => Colour::White,
                    std::cmp::Ordering::Greater => Colour::Black,
                    std::cmp::Ordering::Equal => coin,
                },
            }
        }
    };
    let [mut mine, mut theirs] = result(draw, habits);
    if draw.coin() {
        std::mem::swap(&mut mine, &mut theirs);
    }
    for (player, opponent, colour, result) in [(a, b, colour, mine), (b, a, !colour, theirs)] {
        data.players[player].entries.push(RoundEntry::Paired {
            opponent: PlayerId::from_index(opponent),
            colour: Some(colour),
            result,
        });
    }
}

fn result(draw: &mut ResultDraw, habits: &HistoryHabits) -> [GameResult; 2] {
    if draw.happens(habits.forfeits) {
        if draw.happens(150) {
            return [GameResult::ForfeitLoss; 2];
        }
        return [GameResult::ForfeitWin, GameResult::ForfeitLoss];
    }
    match (draw.happens(habits.unrated), draw.happens(habits.draws)) {
        (false, false) => [GameResult::Win, GameResult::Loss],
        (false, true) => [GameResult::Draw; 2],
        (true, false) => [GameResult::UnratedWin, GameResult::UnratedLoss],
        (true, true) => [GameResult::UnratedDraw; 2],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Meetings, bans, byes and, if asked, colours of every round.
    fn check(tournament: &Tournament, colours: ColourHabit) {
        let mut met = BTreeSet::new();
        for id in tournament.player_ids() {
            let player = tournament.player(id);
            let byes = (player.entries.iter())
                .filter(|entry| **entry == RoundEntry::Bye(ByeKind::PairingAllocated));
            assert!(byes.count() <= 1, "a second bye");
            for (opponent, _) in player.entries.iter().filter_map(|entry| entry.played()) {
                assert!(met.insert((id, opponent)), "a second meeting");
            }
            for rounds in 1..=player.entries.len() {
                let mut until = player.clone();
                until.entries.truncate(rounds);
                let due = Due::of(&until);
                if colours == ColourHabit::Legal {
                    assert!((-2..=2).contains(&due.difference), "{}", due.difference);
                }
            }
        }
        for group in &tournament.forbidden {
            let pair = (group.players[0], group.players[1]);
            assert!(!met.contains(&pair), "banned");
        }
    }

    #[test]
    fn histories_are_legal_and_follow_from_their_seed() {
        let mut games = 0;
        for colours in [ColourHabit::Legal, ColourHabit::Any] {
            for index in 0..400 {
                let tournament = random_history(5, index, colours);
                assert_eq!(tournament, random_history(5, index, colours));
                check(&tournament, colours);
                games += (tournament.players.iter())
                    .flat_map(|player| &player.entries)
                    .filter(|entry| entry.played().is_some())
                    .count();
            }
        }
        assert!(games > 20_000, "{games}");
    }
}
