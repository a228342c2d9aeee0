//! Small tournaments made of bytes: pairs in any order with any colours, byes of every kind,
//! forfeits, results not yet known, bans, absences, virtual points, point systems.
//!
//! No engine paired these histories, so they reach positions that paired events never reach. They are
//! in the reader's normal form: what a written file cannot say is not in them, such as a blank entry
//! at the end or an absence that the entries tell already.

mod changed;

pub(super) use changed::changed;
use edelweiss_model::{
    Absence, Acceleration, ByeKind, Colour, Date, ForbiddenGroup, GameResult, Player, PlayerId,
    PointSystem, RoundEntry, RoundNumber, Score, Sex, System, Tournament, TournamentData, Tpn,
};

use super::Bytes;

/// The largest file that counts as a small tournament.
const MOST_BYTES: usize = 20_000;
/// The most players of a tournament that a target pairs.
const MOST_PLAYERS: usize = 40;

/// The last day on which the Dutch edition of 2017 is in force.
const LAST_DAY_OF_2017: Date = Date {
    year: 2026,
    month: 1,
    day: 31,
};

/// What a tournament should be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentShape {
    /// Whatever there is.
    Any,
    /// Late rounds of small fields with many bans, so that often no round is left.
    Tight,
}

/// The tournament file that `bytes` are, if it is small, or else what the generator makes of them; and whether they
/// are a file.
pub fn read_or_make(bytes: &[u8], shape: TournamentShape) -> (Tournament, bool) {
    read_small(bytes).map_or_else(
        || (make(&mut Bytes::new(bytes), shape), false),
        |tournament| (tournament, true),
    )
}

/// The tournament file that `bytes` are, if it is small.
pub(super) fn read_small(bytes: &[u8]) -> Option<Tournament> {
    let options = edelweiss_trf::ReadOptions::default();
    let is_short = bytes.len() <= MOST_BYTES;
    let reading = is_short.then(|| edelweiss_trf::read(bytes, "input.trf", &options))?;
    let tournament = reading.ok()?.tournament;
    (tournament.players.len() <= MOST_PLAYERS).then_some(tournament)
}

/// What the generator makes of `bytes`.
///
/// # Panics
/// Never: what is made contradicts nothing.
pub fn make(bytes: &mut Bytes<'_>, shape: TournamentShape) -> Tournament {
    let n = players_of(bytes, shape);
    let played = match shape {
        TournamentShape::Any => bytes.below(8),
        TournamentShape::Tight => (n + bytes.below(3)).saturating_sub(3).min(11),
    };
    let mut data = TournamentData {
        points: points(bytes),
        initial_colour: bytes.pick(&[Some(Colour::White), Some(Colour::Black), None]),
        players: entrants(bytes, n),
        starts: bytes.pick(&[None, Some(LAST_DAY_OF_2017)]),
        ..TournamentData::default()
    };
    let habits = ByteHabits::of(bytes);
    for _ in 0..played {
        play_round(bytes, &mut data.players, &habits);
    }
    if bytes.one_in(3) {
        enter_byes_in_advance(bytes, &mut data.players);
    }
    let left = bytes.pick(&[1, 2, 3, 5, 0]);
    let total = RoundNumber::new((rounds_recorded(&data) + left) as u32).ok();
    data.rounds_total = total.filter(|_| !bytes.one_in(6));
    add_bans(bytes, &mut data, shape);
    add_acceleration(bytes, &mut data);
    add_absences(bytes, &mut data);
    in_normal_form(&mut data);
    data.build().expect("pairs are mirrored")
}

fn players_of(bytes: &mut Bytes<'_>, shape: TournamentShape) -> usize {
    let small = 1 + bytes.below(11);
    match shape {
        TournamentShape::Any if bytes.one_in(8) => small + bytes.below(14),
        TournamentShape::Any => small,
        TournamentShape::Tight => 2 + bytes.below(8),
    }
}

fn points(bytes: &mut Bytes<'_>) -> PointSystem {
    let tenths = Score::from_tenths;
    match bytes.below(8) {
        0..=3 => PointSystem::default(),
        4 => PointSystem::new(tenths(30), tenths(10), tenths(0)),
        5 => PointSystem::new(tenths(30), tenths(20), tenths(10)),
        6 => PointSystem {
            pairing_allocated_bye: bytes.pick(&[Score::HALF, Score::ZERO]),
            ..PointSystem::default()
        },
        _ => {
            let mut any = || tenths(bytes.pick(&[0, 5, 10, 20, 30, 73]));
            PointSystem {
                win: [any(), any()],
                draw: [any(), any()],
                loss: [any(), any()],
                pairing_allocated_bye: any(),
                full_point_bye: any(),
                half_point_bye: any(),
                zero_point_bye: any(),
                forfeit_win: any(),
                forfeit_loss: any(),
                unknown: any(),
            }
        }
    }
}

fn entrants(bytes: &mut Bytes<'_>, n: usize) -> Vec<Player> {
    let mut numbers: Vec<u32> = (1..=n as u32).collect();
    if bytes.one_in(8) {
        let step = bytes.pick(&[3, 300]);
        for number in &mut numbers {
            *number *= step;
        }
    }
    if bytes.one_in(8) {
        bytes.shuffle(&mut numbers);
    }
    let has_details = bytes.one_in(8);
    let player = |number| {
        let mut player = Player::new(Tpn::new(number).expect("at most 25 * 300"));
        if has_details {
            player.name = bytes.pick(&["", "Adams, Ann", "Ðorđević, Žarko"]).into();
            player.title = bytes.pick(&[None, Some("GM"), Some("WFM")]).map(Into::into);
            player.sex = bytes.pick(&[None, Some(Sex::Male), Some(Sex::Female)]);
            player.rating = bytes.pick(&[None, Some(1), Some(1400), Some(2100), Some(2850)]);
            player.federation = bytes.pick(&[None, Some("SUI")]).map(Into::into);
        }
        player
    };
    numbers.into_iter().map(player).collect()
}

/// How one tournament is played.
struct ByteHabits {
    /// No two meet twice, and nobody has a second pairing-allocated bye.
    legal: bool,
    /// Pairs by score, as far as they may meet.
    by_score: bool,
    /// Share of the results that are no plain win, in quarters.
    odd_results: usize,
    /// One player in so many rests, besides the odd one; zero is never.
    rest: usize,
}

impl ByteHabits {
    fn of(bytes: &mut Bytes<'_>) -> Self {
        Self {
            legal: !bytes.one_in(4),
            by_score: bytes.one_in(2),
            odd_results: bytes.below(5),
            rest: bytes.pick(&[0, 0, 8, 4, 2]),
        }
    }
}

fn has_met(player: &Player, other: usize) -> bool {
    let other = PlayerId::from_index(other);
    (player.entries.iter()).any(|entry| entry.opponent() == Some(other))
}

fn play_round(bytes: &mut Bytes<'_>, players: &mut [Player], habits: &ByteHabits) {
    let mut waiting: Vec<usize> = (0..players.len()).collect();
    bytes.shuffle(&mut waiting);
    if habits.by_score {
        let wins = |index: &usize| {
            let entries = players[*index].entries.iter();
            let won = |entry: &&RoundEntry| match entry {
                RoundEntry::Paired { result, .. } => *result == GameResult::Win,
                RoundEntry::Bye(kind) => *kind == ByeKind::PairingAllocated,
                RoundEntry::Blank => false,
            };
            std::cmp::Reverse(entries.filter(won).count())
        };
        waiting.sort_by_key(wins);
    }
    let mut bye_is_free = true;
    while !waiting.is_empty() {
        let own = waiting.remove(0);
        let rests = habits.rest > 0 && bytes.one_in(habits.rest);
        let partner = (waiting.iter())
            .position(|other| !habits.legal || !has_met(&players[own], *other))
            .filter(|_| !rests);
        if let Some(place) = partner {
            let other = waiting.remove(place);
            play_game(bytes, players, [own, other], habits);
        } else {
            let entry = rest(bytes, &players[own], bye_is_free, habits);
            bye_is_free &= entry != RoundEntry::Bye(ByeKind::PairingAllocated);
            players[own].entries.push(entry);
        }
    }
}

fn rest(
    bytes: &mut Bytes<'_>,
    player: &Player,
    bye_is_free: bool,
    habits: &ByteHabits,
) -> RoundEntry {
    let allocated = RoundEntry::Bye(ByeKind::PairingAllocated);
    let has_one = habits.legal && player.entries.contains(&allocated);
    rest_entry(bytes, bye_is_free && !has_one)
}

/// A bye of any kind, or nothing.
fn rest_entry(bytes: &mut Bytes<'_>, bye_is_free: bool) -> RoundEntry {
    let kind = match bytes.below(6) {
        0 | 1 if bye_is_free => ByeKind::PairingAllocated,
        2 => ByeKind::Full,
        3 => ByeKind::Half,
        4 => return RoundEntry::Blank,
        _ => ByeKind::Zero,
    };
    RoundEntry::Bye(kind)
}

const PLAIN_RESULTS: [[GameResult; 2]; 2] = [
    [GameResult::Win, GameResult::Loss],
    [GameResult::Loss, GameResult::Win],
];
const ODD_RESULTS: [[GameResult; 2]; 11] = {
    use GameResult::{
        Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, UnratedDraw, UnratedLoss,
        UnratedWin,
    };
    [
        [Draw, Draw],
        [Draw, Draw],
        [ForfeitWin, ForfeitLoss],
        [ForfeitLoss, ForfeitWin],
        [ForfeitLoss, ForfeitLoss],
        [Loss, Loss],
        [Draw, Loss],
        [UnratedWin, UnratedLoss],
        [UnratedDraw, UnratedDraw],
        [Unknown, Unknown],
        [Adjourned, Adjourned],
    ]
};

fn play_game(bytes: &mut Bytes<'_>, players: &mut [Player], pair: [usize; 2], habits: &ByteHabits) {
    // One byte for most games.
    let drawn = bytes.below(16);
    let results = if drawn / 4 < habits.odd_results {
        bytes.pick(&ODD_RESULTS)
    } else {
        PLAIN_RESULTS[drawn % 2]
    };
    let has_colour = results[0].is_played() || bytes.one_in(2);
    let colour = [Colour::White, Colour::Black][drawn / 2 % 2];
    for (side, colour) in [(0, colour), (1, !colour)] {
        players[pair[side]].entries.push(RoundEntry::Paired {
            opponent: PlayerId::from_index(pair[1 - side]),
            colour: has_colour.then_some(colour),
            result: results[side],
        });
    }
}

fn enter_byes_in_advance(bytes: &mut Bytes<'_>, players: &mut [Player]) {
    let mut bye_is_free = true;
    for player in players {
        let entry = match bytes.below(12) {
            9 => ByeKind::Half,
            10 => ByeKind::Zero,
            11 if bye_is_free => {
                bye_is_free = false;
                ByeKind::PairingAllocated
            }
            8 => ByeKind::Full,
            _ => continue,
        };
        player.entries.push(RoundEntry::Bye(entry));
    }
}

fn add_bans(bytes: &mut Bytes<'_>, data: &mut TournamentData, shape: TournamentShape) {
    let n = data.players.len();
    let groups = match shape {
        TournamentShape::Any => bytes.pick(&[0, 0, 1, 2, 5]),
        TournamentShape::Tight => bytes.below(2 * n + 1),
    };
    for _ in 0..groups {
        let size = bytes.pick(&[2, 2, 2, 3, 4]);
        let members = (0..size).map(|_| PlayerId::from_index(bytes.below(n)));
        let players = members.collect();
        let (first, last) = match bytes.below(8) {
            0..=5 => (0, None),
            6 => (bytes.below(9), None),
            _ => {
                let first = bytes.below(9);
                (first, Some(first + bytes.below(5)))
            }
        };
        data.forbidden.push(ForbiddenGroup {
            first: RoundNumber::from_index(first),
            last: last.map(RoundNumber::from_index),
            players,
        });
    }
}

fn add_acceleration(bytes: &mut Bytes<'_>, data: &mut TournamentData) {
    data.system = bytes.pick(&[
        None,
        Some(System::Coded("FIDE_DUTCH_2026")),
        Some(System::Coded("FIDE_DUTCH_2017")),
        Some(System::Coded("FIDE_DUBOV")),
        Some(System::Coded("FIDE_BURSTEIN")),
        Some(System::Coded("FIDE_DOUBLESWISS")),
        Some(System::Other),
    ]);
    match bytes.below(8) {
        6 => {
            let has_name = !matches!(data.system, None | Some(System::Other));
            let usual = data.points == PointSystem::default();
            if has_name && usual && data.rounds_total.is_some() {
                data.acceleration = Acceleration::Baku;
            }
        }
        7 => {
            let upper = bytes.below(data.players.len() + 1);
            for player in &mut data.players[..upper] {
                let rounds = bytes.below(9);
                let points = (0..rounds).map(|_| bytes.pick(&[10, 5, 0, 20, 13]));
                player.virtual_points = points.map(Score::from_tenths).collect();
            }
        }
        _ => {}
    }
}

fn add_absences(bytes: &mut Bytes<'_>, data: &mut TournamentData) {
    let recorded = rounds_recorded(data);
    for _ in 0..bytes.pick(&[0, 0, 0, 1, 2, 4]) {
        data.absences.push(Absence {
            round: RoundNumber::from_index(recorded + bytes.below(3)),
            player: PlayerId::from_index(bytes.below(data.players.len())),
            kind: bytes.pick(&[ByeKind::Zero, ByeKind::Half, ByeKind::Full]),
        });
    }
}

/// What the reader makes of a file that says the same.
fn in_normal_form(data: &mut TournamentData) {
    for player in &mut data.players {
        while player.entries.last() == Some(&RoundEntry::Blank) {
            player.entries.pop();
        }
        while player.virtual_points.last() == Some(&Score::ZERO) {
            player.virtual_points.pop();
        }
    }
    let place = |absence: &Absence| (absence.round, absence.player);
    data.absences.sort_by_key(place);
    data.absences.dedup_by_key(|absence| place(absence));
    // What counts as a round to come depends on the absences themselves.
    loop {
        let next = data.rounds_paired().map_or(0, |round| round.index() + 1);
        let before = data.absences.len();
        let players = &data.players;
        data.absences.retain(|absence| {
            let entry = players[absence.player.index()].entry(absence.round);
            absence.round.index() >= next && entry == RoundEntry::Blank
        });
        if data.absences.len() == before {
            return;
        }
    }
}

/// Rounds with an entry of anybody.
fn rounds_recorded(data: &TournamentData) -> usize {
    let rounds = data.players.iter().map(|player| player.entries.len());
    rounds.max().unwrap_or(0)
}

/// The tournament as a file, to be shown where a law fails.
pub fn shown(tournament: &Tournament) -> String {
    let document =
        edelweiss_trf::Document::from_tournament(tournament, edelweiss_trf::Dialect::Trf26);
    match document {
        Ok(document) => document.write(edelweiss_trf::LineEnd::Lf),
        Err(why) => format!("{why}: {tournament:?}"),
    }
}
