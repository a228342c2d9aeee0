//! Laws: what is written reads back the same, lines are kept, and no bytes make the reader panic.

#![expect(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands values to laws"
)]

use edelweiss_model::{
    Absence, Acceleration, ByeKind, Colour, Date, ForbiddenGroup, ForfeitedMatch, GameResult,
    LineUp, MatchPoints, Player, PlayerId, PointSystem, RoundEntry, RoundNumber, Score, Sex,
    System, Team, TeamByes, TeamId, TeamPairingRules, TeamPreferences, TeamScore, Teams,
    Tournament, TournamentData, Tpn,
};
use edelweiss_trf::{Dialect, Document, Encoding, LineEnd, ReadOptions, read};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A small generator: the laws need many cases of one shape, each from one number.
struct Dice(u64);

impl Dice {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

fn tenths(tenths: usize) -> Score {
    Score::from_tenths(tenths as i32)
}

/// A tournament in the reader's normal form: nothing at the end that means nothing, names that
/// fit, absences in order and only of rounds to come.
#[derive(Clone, Debug)]
struct AnyTournament(Tournament);

impl Arbitrary for AnyTournament {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(any_tournament(&mut Dice(u64::arbitrary(g) | 1)))
    }
}

fn any_tournament(dice: &mut Dice) -> Tournament {
    let mut data = TournamentData {
        name: dice.pick(&["", "Open", "Žürich – Öpen 2026"]).to_owned(),
        players: any_players(dice),
        points: any_points(dice),
        initial_colour: dice.pick(&[None, Some(Colour::White), Some(Colour::Black)]),
        ..TournamentData::default()
    };
    let played = dice.below(6);
    for _ in 0..played {
        play_round(dice, &mut data.players);
    }
    for player in &mut data.players {
        if dice.one_in(6) {
            let kind = dice.pick(&[ByeKind::Full, ByeKind::Half, ByeKind::Zero]);
            player.entries.push(RoundEntry::Bye(kind));
        }
        while player.entries.last() == Some(&RoundEntry::Blank) {
            player.entries.pop();
        }
        if dice.one_in(4) {
            let points = (0..dice.below(6)).map(|_| tenths(dice.pick(&[0, 5, 10, 13, 999])));
            player.virtual_points = points.collect();
            while player.virtual_points.last() == Some(&Score::ZERO) {
                player.virtual_points.pop();
            }
        }
    }
    let n = data.players.len();
    for _ in 0..dice.below(3) {
        let first = RoundNumber::from_index(dice.below(3));
        let last = [
            None,
            Some(RoundNumber::from_index(first.index() + dice.below(4))),
        ];
        let players = (0..2 + dice.below(3)).map(|_| PlayerId::from_index(dice.below(n)));
        let players = players.collect();
        let last = dice.pick(&last);
        data.forbidden.push(ForbiddenGroup {
            first,
            last,
            players,
        });
    }
    for _ in 0..dice.below(3) {
        let first = RoundNumber::from_index(dice.below(3));
        let last = RoundNumber::from_index(first.index() + dice.below(4));
        let mut players: Vec<PlayerId> = (0..n).map(PlayerId::from_index).collect();
        players.rotate_left(dice.below(n));
        players.truncate(2 + dice.below(3));
        let last = dice.pick(&[None, Some(last)]);
        if players.len() > 1 {
            data.soft_bans.push(ForbiddenGroup {
                first,
                last,
                players,
            });
        }
    }
    if dice.one_in(3) {
        data.teams = any_teams(dice, n);
    }
    data.rounds_total = dice.pick(&[None, Some(RoundNumber::from_index(8))]);
    let systems = [
        System::Coded("FIDE_DUTCH_2017"),
        System::Coded("FIDE_DUTCH_2026"),
        System::Coded("FIDE_DUBOV"),
        System::Coded("FIDE_BURSTEIN"),
        System::Coded("FIDE_DOUBLESWISS"),
        System::Coded("FIDE_TEAM_ROUNDROBIN"),
        System::OfTeams,
        System::Other,
    ];
    let system = dice.pick(&systems);
    data.system = dice.pick(&[None, Some(system)]);
    data.pre_determined = data.system == Some(System::Coded("FIDE_TEAM_ROUNDROBIN"));
    if data.pre_determined && !data.teams.teams.is_empty() {
        data.teams.pairing = Some(TeamPairingRules {
            uses_secondary: false,
            ..TeamPairingRules::default()
        });
    }
    if data.system == Some(System::OfTeams) && !data.teams.teams.is_empty() && dice.one_in(2) {
        instruct(dice, &mut data.teams);
    }
    data.starts = dice.pick(&[
        None,
        Some(Date {
            year: 2026,
            month: 1,
            day: 31,
        }),
    ]);
    // In a competition of teams these records name teams.
    let is_of_teams = match data.system {
        Some(System::OfTeams) => true,
        None => !data.teams.is_empty(),
        Some(_) => data.pre_determined,
    };
    if is_of_teams {
        data.forbidden.clear();
        for player in &mut data.players {
            player.virtual_points.clear();
        }
    }
    // Explicit virtual points replace the method.
    let has_virtual_points = (data.players.iter()).any(|player| !player.virtual_points.is_empty());
    let may_accelerate =
        data.points == PointSystem::default() && data.rounds_total.is_some() && !has_virtual_points;
    let has_name = !matches!(data.system, None | Some(System::OfTeams | System::Other));
    if may_accelerate && has_name && !data.pre_determined && dice.one_in(2) {
        data.acceleration = Acceleration::Baku;
    }
    for _ in 0..if is_of_teams { 0 } else { dice.below(4) } {
        data.absences.push(Absence {
            round: RoundNumber::from_index(dice.below(8)),
            player: PlayerId::from_index(dice.below(n)),
            kind: dice.pick(&[ByeKind::Full, ByeKind::Half, ByeKind::Zero]),
        });
    }
    data.absences
        .sort_by_key(|absence| (absence.round, absence.player));
    data.absences
        .dedup_by_key(|absence| (absence.round, absence.player));
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
            return data.build().expect("games are made in pairs");
        }
    }
}

/// Up to four teams of `n` players, and what may happen to a match.
fn any_teams(dice: &mut Dice, n: usize) -> Teams {
    let mut numbers: Vec<u32> = (1..=4)
        .map(|number| number * dice.pick(&[1, 249]))
        .collect();
    numbers.dedup();
    dice.shuffle(&mut numbers);
    let mut players: Vec<PlayerId> = (0..n).map(PlayerId::from_index).collect();
    dice.shuffle(&mut players);
    let size = 1 + dice.below(4);
    let mut teams: Vec<Team> = Vec::new();
    for (members, number) in players.chunks(size).zip(&numbers) {
        if teams.iter().any(|team| team.number.get() == *number) {
            continue;
        }
        let names = ["", "Blue", "Žürich – Öpen, 2nd team of the town"];
        let name: String = dice.pick(&names).chars().take(32).collect();
        teams.push(Team {
            number: Tpn::new(*number).expect("at most 4 * 249"),
            name: name.trim().to_owned(),
            nickname: dice
                .pick(&[None, Some("BLU"), Some("ABCDE")])
                .map(str::to_owned),
            strength: dice.pick(&[None, Some(0), Some(999_999)]),
            match_points: dice.pick(&[None, Some(tenths(50)), Some(tenths(12_345))]),
            game_points: dice.pick(&[None, Some(tenths(0)), Some(tenths(1_255))]),
            rank: dice.pick(&[None, Some(1), Some(999)]),
            members: members.to_vec(),
        });
    }
    let ids: Vec<TeamId> = (0..teams.len()).map(TeamId::from_index).collect();
    // One thing for each team and round: the pairs in the even rounds, the byes in the odd ones.
    let round = |index: usize| RoundNumber::from_index(index);
    let pairs: Vec<&[TeamId]> = ids.chunks_exact(2).collect();
    let forfeited = pairs.iter().map(|pair| ForfeitedMatch {
        round: round(2 * dice.below(3)),
        white: pair[0],
        black: pair[1],
        winner: dice.pick(&[None, Some(Colour::White), Some(Colour::Black)]),
    });
    let forfeited = forfeited.collect();
    let line_ups = pairs.iter().map(|pair| {
        let members = &teams[pair[1].index()].members;
        let mut boards: Vec<Option<PlayerId>> = members.iter().copied().map(Some).collect();
        boards.push(None);
        dice.shuffle(&mut boards);
        LineUp {
            round: round(7),
            team: pair[1],
            opponent: pair[0],
            boards,
        }
    });
    let line_ups = line_ups.collect();
    let byes = TeamByes {
        match_points: tenths(dice.pick(&[0, 10])),
        game_points: tenths(dice.pick(&[5, 999])),
        receivers: vec![None, Some(ids[0]), None, Some(dice.pick(&ids))],
    };
    let usual = MatchPoints::default();
    let other = MatchPoints {
        win: tenths(30),
        ..usual
    };
    Teams {
        match_points: dice.pick(&[usual, other]),
        byes: dice.one_in(2).then_some(byes),
        forfeited,
        line_ups,
        teams,
        ..Teams::default()
    }
}

/// What the rules of teams choose, and what is said of them before a round.
fn instruct(dice: &mut Dice, teams: &mut Teams) {
    let primary = dice.pick(&[TeamScore::MatchPoints, TeamScore::GamePoints]);
    teams.pairing = Some(TeamPairingRules {
        preferences: dice.pick(&[
            TeamPreferences::TypeA,
            TeamPreferences::TypeB,
            TeamPreferences::None,
        ]),
        primary,
        uses_secondary: dice.one_in(2),
    });
    let said = &mut teams.instructions;
    let n = teams.teams.len();
    for _ in 0..dice.below(3) {
        said.absences.push(Absence {
            round: RoundNumber::from_index(dice.below(8)),
            player: PlayerId::from_index(dice.below(n)),
            kind: dice.pick(&[ByeKind::Full, ByeKind::Half, ByeKind::Zero]),
        });
    }
    if n > 1 && dice.one_in(2) {
        said.forbidden.push(ForbiddenGroup {
            first: RoundNumber::from_index(dice.below(3)),
            last: dice.pick(&[None, Some(RoundNumber::from_index(5))]),
            players: vec![PlayerId::from_index(0), PlayerId::from_index(n - 1)],
        });
    }
    if dice.one_in(2) {
        said.virtual_points = vec![Vec::new(); dice.below(n)];
        said.virtual_points
            .push(vec![tenths(0), tenths(20), tenths(20), tenths(10)]);
    } else if primary == TeamScore::MatchPoints {
        said.is_accelerated = dice.one_in(2);
    }
}

fn any_players(dice: &mut Dice) -> Vec<Player> {
    let n = 1 + dice.below(14);
    let mut numbers: Vec<u32> = (1..=n as u32).collect();
    if dice.one_in(3) {
        let step = dice.pick(&[3, 700]);
        for number in &mut numbers {
            *number *= step;
        }
    }
    if dice.one_in(3) {
        dice.shuffle(&mut numbers);
    }
    let names = [
        "",
        "Adams, Ann",
        "Ðorđević, Žarko",
        "A name of exactly thirty-three ch.",
    ];
    numbers
        .into_iter()
        .map(|number| Player {
            name: dice.pick(&names).chars().take(33).collect(),
            title: dice
                .pick(&[None, Some("GM"), Some("WFM")])
                .map(str::to_owned),
            sex: dice.pick(&[None, Some(Sex::Male), Some(Sex::Female)]),
            rating: dice.pick(&[None, Some(1), Some(2850)]),
            federation: dice.pick(&[None, Some("SUI")]).map(str::to_owned),
            ..Player::new(Tpn::new(number).expect("at most 14 * 700"))
        })
        .collect()
}

fn any_points(dice: &mut Dice) -> PointSystem {
    let mut any = || tenths(dice.pick(&[0, 5, 10, 20, 30, 73]));
    let simple = PointSystem::new(any(), any(), any());
    let odd = PointSystem {
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
    };
    let absent = PointSystem {
        zero_point_bye: any(),
        forfeit_loss: any(),
        pairing_allocated_bye: -any(),
        ..simple
    };
    dice.pick(&[PointSystem::default(), simple, odd, absent])
}

fn play_round(dice: &mut Dice, players: &mut [Player]) {
    use GameResult::{
        Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, Unknown, UnratedDraw, UnratedLoss,
        UnratedWin, Win,
    };
    let results = [
        (Win, Loss),
        (Draw, Draw),
        (Loss, Loss),
        (Draw, Loss),
        (UnratedWin, UnratedLoss),
        (UnratedDraw, UnratedDraw),
        (ForfeitWin, ForfeitLoss),
        (ForfeitLoss, ForfeitLoss),
        (Unknown, Unknown),
        (Adjourned, Adjourned),
    ];
    let mut order: Vec<usize> = (0..players.len()).collect();
    dice.shuffle(&mut order);
    let resting = dice.below(order.len() + 1) / 2;
    let mut bye_is_free = true;
    let (rest, paired) = order.split_at(resting);
    let pairs = paired.chunks_exact(2);
    for &index in rest.iter().chain(pairs.remainder()) {
        let entry = match dice.below(5) {
            0 if bye_is_free => {
                bye_is_free = false;
                RoundEntry::Bye(ByeKind::PairingAllocated)
            }
            1 => RoundEntry::Bye(ByeKind::Full),
            2 => RoundEntry::Bye(ByeKind::Half),
            3 => RoundEntry::Bye(ByeKind::Zero),
            _ => RoundEntry::Blank,
        };
        players[index].entries.push(entry);
    }
    for pair in pairs {
        let (first, second) = dice.pick(&results);
        let has_colour = first.is_played() || dice.one_in(2);
        let sides = [
            (pair[0], pair[1], Colour::White, first),
            (pair[1], pair[0], Colour::Black, second),
        ];
        for (own, other, colour, result) in sides {
            players[own].entries.push(RoundEntry::Paired {
                opponent: PlayerId::from_index(other),
                colour: has_colour.then_some(colour),
                result,
            });
        }
    }
}

fn read_back(document: &Document, line_end: LineEnd) -> Tournament {
    let text = document.write(line_end);
    match read(text.as_bytes(), "written.trf", &ReadOptions::default()) {
        Ok(reading) => reading.tournament,
        Err(failure) => panic!("{failure}\n{text}"),
    }
}

#[test]
fn what_is_written_reads_back_the_same() {
    fn law(any: AnyTournament, crlf: bool) {
        let line_end = if crlf { LineEnd::CrLf } else { LineEnd::Cr };
        for dialect in [Dialect::Trf16, Dialect::Trf26] {
            let document = Document::from_tournament(&any.0, dialect).expect("all fits");
            let back = read_back(&document, line_end);
            assert_eq!(back, any.0, "{}", document.write(LineEnd::Lf));
        }
    }
    QuickCheck::new()
        .tests(1000)
        .quickcheck(law as fn(AnyTournament, bool));
}

#[test]
fn the_position_before_a_round_reads_back_the_same() {
    fn law(any: AnyTournament) {
        for round in 0..=any.0.rounds_paired().map_or(0, |last| last.index() + 1) {
            let before = any.0.before_round(RoundNumber::from_index(round));
            for dialect in [Dialect::Trf16, Dialect::Trf26] {
                match Document::from_tournament(&before, dialect) {
                    Ok(document) => assert_eq!(read_back(&document, LineEnd::Lf), before),
                    Err(_) => assert!(before.round_to_pair.is_some(), "only that is not told"),
                }
            }
        }
    }
    QuickCheck::new()
        .tests(500)
        .quickcheck(law as fn(AnyTournament));
}

/// The first players who wait for an opponent are paired, and the last one has the bye.
fn any_round(tournament: &Tournament) -> (Vec<(PlayerId, PlayerId)>, Option<PlayerId>) {
    let next = tournament.next_round();
    let waiting: Vec<PlayerId> = (tournament.player_ids())
        .filter(|id| {
            let is_absent = |a: &Absence| a.player == *id && a.round == next;
            tournament.player(*id).entry(next) == RoundEntry::Blank
                && !tournament.absences.iter().any(is_absent)
        })
        .collect();
    let chunks = waiting.chunks_exact(2);
    let bye = chunks.remainder().first().copied();
    (chunks.map(|pair| (pair[0], pair[1])).collect(), bye)
}

/// A round added reads back as that round, however many stand in the file without results; and
/// paired again from the position before it, it is written in its own place.
#[test]
fn a_round_added_reads_back_as_that_round() {
    fn law(any: AnyTournament, n_rounds: u8) {
        let mut data = any.0.into_data();
        data.rounds_total = None;
        data.acceleration = Acceleration::None;
        let mut tournament = data.build().expect("fewer settings");
        for dialect in [Dialect::Trf16, Dialect::Trf26] {
            let mut document = Document::from_tournament(&tournament, dialect).expect("all fits");
            for _ in 0..=n_rounds % 3 {
                let (pairs, bye) = any_round(&tournament);
                if pairs.is_empty() {
                    break;
                }
                let longer = (document.with_round(&tournament, &pairs, bye)).expect("they wait");
                let back = read_back(&longer, LineEnd::Lf);
                check_round_added(&tournament, &back, &pairs, bye);
                let before = back.before_round(tournament.next_round());
                let again = longer
                    .with_round(&before, &pairs, bye)
                    .expect("it is the last round");
                assert_eq!(again.write(LineEnd::Lf), longer.write(LineEnd::Lf));
                (document, tournament) = (longer, back);
            }
        }
    }
    QuickCheck::new()
        .tests(500)
        .quickcheck(law as fn(AnyTournament, u8));
}

fn check_round_added(
    tournament: &Tournament,
    back: &Tournament,
    pairs: &[(PlayerId, PlayerId)],
    bye: Option<PlayerId>,
) {
    let round = tournament.next_round();
    assert_eq!(back.rounds_paired(), Some(round));
    for (white, black) in pairs {
        let expected = RoundEntry::Paired {
            opponent: *black,
            colour: Some(Colour::White),
            result: GameResult::Unknown,
        };
        assert_eq!(back.player(*white).entry(round), expected);
    }
    for absence in tournament.absences.iter().filter(|a| a.round == round) {
        let entry = back.player(absence.player).entry(round);
        assert_eq!(entry, RoundEntry::Bye(absence.kind));
    }
    if let Some(bye) = bye {
        let expected = RoundEntry::Bye(ByeKind::PairingAllocated);
        assert_eq!(back.player(bye).entry(round), expected);
    }
    assert!(back.is_without_results(round.index()..round.index() + 1));
    // Nobody's rounds before have changed, and nobody waits who did not.
    let before = back.before_round(round);
    for id in tournament.player_ids() {
        let index = round.index();
        let [was, is] = [tournament, &before].map(|t| {
            let player = t.player(id);
            (0..index)
                .map(RoundNumber::from_index)
                .map(|r| player.entry(r))
                .collect::<Vec<_>>()
        });
        assert_eq!(was, is);
    }
}

#[test]
fn lines_are_kept() {
    fn law(lines: Vec<String>) {
        let clean = |line: &String| line.replace(['\n', '\r', '\0'], " ");
        let text: String = lines.iter().map(|line| clean(line) + "\n").collect();
        if let Ok(document) = Document::parse(text.as_bytes(), "t.trf") {
            let expected = text.strip_prefix('\u{feff}').unwrap_or(&text);
            assert_eq!(document.write(LineEnd::Lf), expected);
            let cr = document.write(LineEnd::Cr);
            let again = Document::parse(cr.as_bytes(), "t.trf").expect("it was read before");
            assert_eq!(again.write(LineEnd::Lf), expected);
        }
    }
    QuickCheck::new()
        .tests(500)
        .quickcheck(law as fn(Vec<String>));
}

/// Every byte of a code page, and every character of UTF-16, comes back as it was.
#[test]
fn bytes_are_kept_in_every_encoding() {
    fn again(bytes: &[u8], encoding: Encoding) -> Vec<u8> {
        let document = Document::parse_as(bytes, "t.trf", Some(encoding));
        document.expect("a text").to_bytes(LineEnd::Lf)
    }
    fn code_pages(noise: Vec<u8>) {
        let is_kept = |byte: &u8| !matches!(byte, 0 | b'\r');
        let mut bytes = b"001\n".to_vec();
        bytes.extend(noise.into_iter().filter(is_kept).chain([b'\n']));
        assert_eq!(again(&bytes, Encoding::Windows1250), bytes);
        assert_eq!(again(&bytes, Encoding::Windows1252), bytes);
    }
    fn wide(noise: String, has_mark: bool) {
        let mark = if has_mark { "\u{feff}" } else { "" };
        let text = format!("{mark}001\n{}\n", noise.replace(['\0', '\r'], " "));
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(again(&little, Encoding::Utf16Le), little);
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(again(&big, Encoding::Utf16Be), big);
        assert_eq!(again(text.as_bytes(), Encoding::Utf8), text.as_bytes());
    }
    QuickCheck::new()
        .tests(500)
        .quickcheck(code_pages as fn(Vec<u8>));
    QuickCheck::new()
        .tests(500)
        .quickcheck(wide as fn(String, bool));
}

#[test]
fn no_bytes_make_the_reader_panic() {
    fn law(bytes: Vec<u8>) {
        let _ = read(&bytes, "noise.trf", &ReadOptions::default());
    }
    QuickCheck::new().tests(2000).quickcheck(law as fn(Vec<u8>));
}

/// Valid files with a few bytes changed. Whatever still reads must also survive being written.
#[test]
fn no_mutation_makes_the_reader_panic() {
    fn law(any: AnyTournament, seed: u64) {
        let mut dice = Dice(seed | 1);
        let dialect = dice.pick(&[Dialect::Trf16, Dialect::Trf26]);
        let document = Document::from_tournament(&any.0, dialect).expect("all fits");
        let mut bytes = document.write(LineEnd::Lf).into_bytes();
        for _ in 0..=dice.below(4) {
            mutate(&mut dice, &mut bytes);
        }
        match read(&bytes, "mutated.trf", &ReadOptions::default()) {
            Ok(reading) => {
                assert!(reading.warnings.len() <= 101);
                for dialect in [Dialect::Trf16, Dialect::Trf26] {
                    let written = Document::from_tournament(&reading.tournament, dialect);
                    if let Ok(document) = written {
                        let back = read_back(&document, LineEnd::Lf);
                        let text = String::from_utf8_lossy(&bytes);
                        assert_eq!(back, reading.tournament, "{text}");
                    }
                }
            }
            Err(failure) => {
                assert!((1..=100).contains(&failure.errors.len()));
                assert!(failure.to_string().starts_with("mutated.trf"));
            }
        }
    }
    QuickCheck::new()
        .tests(2000)
        .quickcheck(law as fn(AnyTournament, u64));
}

fn mutate(dice: &mut Dice, bytes: &mut Vec<u8>) {
    let place = dice
        .below(bytes.len().max(1))
        .min(bytes.len().saturating_sub(1));
    let byte = dice.pick(b"0123456789 wb-=+UFHZX?.\n\r\xff\xc3\x00");
    match dice.below(6) {
        0 | 1 if !bytes.is_empty() => bytes[place] = byte,
        2 => bytes.insert(place, byte),
        3 if !bytes.is_empty() => {
            bytes.remove(place);
        }
        4 => bytes.truncate(place),
        _ => {
            let end = (place + dice.below(120)).min(bytes.len());
            let copy = bytes[place..end].to_vec();
            let target = dice.below(bytes.len() + 1);
            bytes.splice(target..target, copy);
        }
    }
}
