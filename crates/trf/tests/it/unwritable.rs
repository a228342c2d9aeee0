//! What no tournament file can say is refused in words, and what it can just say is written and read
//! back.

use edelweiss_model::{
    Absence, Acceleration, ByeKind, Colour, ForbiddenGroup, ForfeitedMatch, GameResult, Player,
    PlayerId, PointSystem, RoundEntry, RoundNumber, Score, System, Team, TeamId, Tournament,
    TournamentData, Tpn,
};
use edelweiss_trf::{Dialect, Document, LineEnd, ReadOptions};

const DIALECTS: [Dialect; 2] = [Dialect::Trf16, Dialect::Trf26];

fn id(index: usize) -> PlayerId {
    PlayerId::from_index(index)
}

fn round(number: usize) -> RoundNumber {
    RoundNumber::from_index(number - 1)
}

/// Four players who have not met.
fn four() -> TournamentData {
    let numbers = (1..=4).map(|number| Tpn::new(number).expect("small"));
    TournamentData {
        players: numbers.map(Player::new).collect(),
        ..TournamentData::default()
    }
}

fn built(change: impl Fn(&mut TournamentData)) -> Tournament {
    let mut data = four();
    change(&mut data);
    data.build().expect("consistent")
}

fn document(tournament: &Tournament, dialect: Dialect) -> Document {
    Document::from_tournament(tournament, dialect).unwrap_or_else(|why| panic!("{why}"))
}

fn read_back(document: &Document) -> Tournament {
    let read = document.tournament(&ReadOptions::default());
    read.unwrap_or_else(|failure| panic!("{failure}")).0
}

fn absence(number: usize, kind: ByeKind) -> Absence {
    Absence {
        round: round(number),
        player: id(0),
        kind,
    }
}

fn ban(first: usize, last: Option<usize>) -> ForbiddenGroup {
    ForbiddenGroup {
        first: round(first),
        last: last.map(round),
        players: vec![id(0), id(1)],
    }
}

fn team(number: u32, members: &[usize]) -> Team {
    Team {
        number: Tpn::new(number).expect("small"),
        name: String::new(),
        nickname: None,
        strength: None,
        match_points: None,
        game_points: None,
        rank: None,
        members: members.iter().map(|member| id(*member)).collect(),
    }
}

fn teams(data: &mut TournamentData) {
    data.teams.teams = vec![team(1, &[0, 1]), team(2, &[2, 3])];
}

type Change = fn(&mut TournamentData);

#[test]
fn what_fits_reads_back_and_one_more_is_refused() {
    let cases: [(Change, Change, &str); 10] = [
        (
            |data| data.rounds_total = Some(round(999)),
            |data| data.rounds_total = Some(round(1_000)),
            "expected at most 999",
        ),
        (
            |data| data.absences.push(absence(999, ByeKind::Half)),
            |data| data.absences.push(absence(1_000, ByeKind::Half)),
            "beyond round 999",
        ),
        (
            |data| data.players[0].virtual_points = vec![Score::from_tenths(10); 999],
            |data| data.players[0].virtual_points = vec![Score::from_tenths(10); 1_000],
            "beyond round 999",
        ),
        (
            |data| data.players[0].virtual_points.push(Score::from_tenths(999)),
            |data| {
                data.players[0]
                    .virtual_points
                    .push(Score::from_tenths(1_000));
            },
            "do not fit four columns",
        ),
        (
            |data| data.forbidden.push(ban(1, Some(998))),
            |data| data.forbidden.push(ban(1, Some(999))),
            "beyond round 998",
        ),
        (
            |data| data.forbidden.push(ban(999, None)),
            |data| data.forbidden.push(ban(1_000, None)),
            "beyond round 998",
        ),
        (
            |data| data.players[3].number = Tpn::new(9_999).expect("in range"),
            |data| data.players[3].number = Tpn::new(10_000).expect("in range"),
            "number 10000 has more than four digits, and a file has four columns for it: it holds at most 9999 players",
        ),
        (
            |data| data.players[0].rating = Some(9_999),
            |data| data.players[0].rating = Some(10_000),
            "has the rating 10000",
        ),
        (
            |data| {
                teams(data);
                data.teams.teams[0].strength = Some(999_999);
                data.teams.teams[0].rank = Some(999);
                data.teams.teams[0].match_points = Some(Score::from_tenths(99_999));
            },
            |data| {
                teams(data);
                data.teams.teams[0].strength = Some(1_000_000);
            },
            "is beyond 999999",
        ),
        (
            |data| {
                teams(data);
                data.teams.forfeited.push(forfeit(999));
            },
            |data| {
                teams(data);
                data.teams.forfeited.push(forfeit(1_000));
            },
            "beyond round 999",
        ),
    ];
    for (fits, is_too_much, why) in cases {
        for dialect in DIALECTS {
            let tournament = built(fits);
            let again = read_back(&document(&tournament, dialect));
            assert_eq!(again, tournament, "{why}");
            refuses(is_too_much, dialect, why);
        }
    }
}

fn forfeit(number: usize) -> ForfeitedMatch {
    ForfeitedMatch {
        round: round(number),
        white: TeamId::from_index(0),
        black: TeamId::from_index(1),
        winner: Some(Colour::White),
    }
}

fn refuses(change: Change, dialect: Dialect, why: &str) {
    let refused = Document::from_tournament(&built(change), dialect).err();
    let said = refused
        .map(|refused| refused.to_string())
        .unwrap_or_default();
    assert!(said.contains(why), "{why}: {said:?}");
}

#[test]
fn what_no_record_says_is_refused() {
    let cases: [(Change, &str); 9] = [
        (|data| data.players.clear(), "there is no player"),
        (
            |data| {
                data.system = Some(System::Other);
                data.acceleration = Acceleration::Baku;
                data.rounds_total = Some(round(9));
            },
            "no encoded type stands for this system, or joins the Baku method with it",
        ),
        (
            |data| {
                data.acceleration = Acceleration::Baku;
                data.rounds_total = Some(round(9));
            },
            "the Baku method is written with a system only",
        ),
        (
            |data| {
                data.system = Some(System::Coded("FIDE_DUTCH_2026"));
                data.pre_determined = true;
            },
            "has fixed pairings",
        ),
        (
            |data| {
                teams(data);
                data.absences.push(absence(1, ByeKind::Half));
            },
            "single players have no record",
        ),
        (
            |data| {
                teams(data);
                data.teams.teams[0].rank = Some(1_000);
            },
            "is beyond 999",
        ),
        (
            |data| {
                teams(data);
                data.teams.teams[0].game_points = Some(Score::from_tenths(100_000));
            },
            "do not fit 6 columns",
        ),
        (
            |data| {
                data.points.unknown = Score::from_tenths(1_000);
            },
            "more than four columns hold",
        ),
        (
            |data| data.round_to_pair = Some(round(2)),
            "nobody was paired in the round before",
        ),
    ];
    for (change, why) in cases {
        for dialect in DIALECTS {
            refuses(change, dialect, why);
        }
    }
    // Teams in an event of players, and a round that is the next one anyway.
    let fine: [Change; 2] = [
        |data| {
            teams(data);
            data.system = Some(System::Coded("FIDE_DUTCH_2026"));
            data.absences.push(absence(1, ByeKind::Half));
        },
        |data| data.round_to_pair = Some(round(1)),
    ];
    for change in fine {
        document(&built(change), Dialect::Trf26);
    }
}

#[test]
fn points_of_every_kind_read_back() {
    let tenths = Score::from_tenths;
    let changes: [fn(&mut PointSystem, Score); 9] = [
        |points, score| points.win[1] = score,
        |points, score| points.draw[1] = score,
        |points, score| points.loss[1] = score,
        |points, score| points.full_point_bye = score,
        |points, score| points.half_point_bye = score,
        |points, score| points.zero_point_bye = score,
        |points, score| points.forfeit_win = score,
        |points, score| points.forfeit_loss = score,
        |points, score| points.pairing_allocated_bye = score,
    ];
    for change in changes {
        for dialect in DIALECTS {
            let tournament = built(|data| change(&mut data.points, tenths(3)));
            let again = read_back(&document(&tournament, dialect));
            assert_eq!(again.points, tournament.points);
        }
    }
}

#[test]
fn whoever_is_absent_next_is_named_for_javafo() {
    let text = |kind| {
        let tournament = built(|data| data.absences.push(absence(1, kind)));
        document(&tournament, Dialect::Trf16).write(LineEnd::Lf)
    };
    assert!(text(ByeKind::Zero).contains("\nXXZ 1\n"));
    assert!(!text(ByeKind::Half).contains("XXZ"));
}

fn game(opponent: usize, colour: Colour) -> RoundEntry {
    RoundEntry::Paired {
        opponent: id(opponent),
        colour: Some(colour),
        result: GameResult::Draw,
    }
}

/// Players 1 and 2 have drawn so many games.
fn played(rounds: usize) -> Tournament {
    built(|data| {
        data.players.truncate(2);
        data.players[0].entries = vec![game(1, Colour::White); rounds];
        data.players[1].entries = vec![game(0, Colour::Black); rounds];
    })
}

#[test]
fn a_file_has_at_most_999_rounds() {
    let document = document(&played(998), Dialect::Trf26);
    let tournament = read_back(&document);
    let last = document.with_round(&tournament, &[(id(0), id(1))], None);
    let tournament = read_back(&last.unwrap_or_else(|why| panic!("{why}")));
    assert_eq!(tournament.next_round(), round(1_000));
    let refused = document.with_round(&tournament, &[(id(0), id(1))], None);
    let said = refused.err().map(|why| why.to_string());
    assert!(said.is_some_and(|said| said.contains("beyond round 999")));
    assert_eq!(
        Document::from_tournament(&played(999), Dialect::Trf26).err(),
        None
    );
    let refused = Document::from_tournament(&played(1_000), Dialect::Trf26);
    let said = refused.err().map(|why| why.to_string());
    assert!(said.is_some_and(|said| said.contains("too many rounds")));
}

#[test]
fn a_round_of_strangers_or_of_one_player_twice_is_refused() {
    let tournament = built(|data| {
        data.players[3].entries.push(RoundEntry::Bye(ByeKind::Half));
    });
    let document = document(&tournament, Dialect::Trf26);
    let refused = |pairs: &[(usize, usize)], bye: Option<usize>| {
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| (id(*a), id(*b))).collect();
        let round = document.with_round(&tournament, &pairs, bye.map(id));
        round.err().map(|why| why.to_string())
    };
    for (pairs, bye, why) in [
        (&[(9, 0)][..], None, "pair 1 is not one of two players"),
        (&[(0, 9)], None, "pair 1 is not one of two players"),
        (&[(1, 2), (0, 0)], None, "pair 2 is not one of two players"),
        (&[(0, 1), (2, 1)], None, "player 2 has an entry in round 1"),
        (&[(0, 3)], None, "player 4 has an entry in round 1"),
        (&[(0, 1)], Some(9), "the bye is not one of a player"),
        (&[(0, 1)], Some(1), "player 2 has an entry in round 1"),
        (&[(0, 1)], Some(3), "player 4 has an entry in round 1"),
    ] {
        assert_eq!(refused(pairs, bye).as_deref(), Some(why));
    }
    assert_eq!(refused(&[(0, 1)], Some(2)), None);
    let larger = built(|data| {
        let number = Tpn::new(5).expect("small");
        data.players.push(Player::new(number));
    });
    let missing = document.with_round(&larger, &[(id(4), id(0))], None);
    let said = missing.err().map(|why| why.to_string());
    assert_eq!(
        said.as_deref(),
        Some("1 players of the round have no line 001")
    );
}

#[test]
fn a_round_is_written_into_its_own_columns() {
    let tournament = built(|data| {
        // In the round after, and announced for this one.
        data.players[0].entries = vec![RoundEntry::Blank, RoundEntry::Bye(ByeKind::Half)];
        data.absences.push(Absence {
            player: id(3),
            ..absence(1, ByeKind::Half)
        });
    });
    let document = document(&tournament, Dialect::Trf26);
    let written = document.with_round(&tournament, &[(id(0), id(1))], Some(id(2)));
    let written = written.unwrap_or_else(|why| panic!("{why}"));
    let cells: Vec<String> = (written.records())
        .filter(|record| record.code() == "001")
        .map(|record| record.text[91..].trim_end().to_owned())
        .collect();
    let expected = ["   2 w    0000 - H", "   1 b", "0000 - U", "0000 - H"];
    assert_eq!(cells, expected);
}

/// Round 1 of two cannot be paired again, round 2 can, and lines `XXZ` speak of a later one then.
#[test]
fn only_the_last_round_is_replaced() {
    let document = document(&played(2), Dialect::Trf26);
    let file = document.write(LineEnd::Lf);
    let document = Document::parse(format!("XXZ 1\n{file}").as_bytes(), "t.trf").expect("a text");
    let tournament = read_back(&document);
    let pairs = [(id(1), id(0))];
    let first = document.with_round(&tournament.before_round(round(1)), &pairs, None);
    let said = first.err().map(|why| why.to_string());
    assert_eq!(said.as_deref(), Some("round 2 stands in the file already"));
    let again = document.with_round(&tournament.before_round(round(2)), &pairs, None);
    let again = again
        .unwrap_or_else(|why| panic!("{why}"))
        .write(LineEnd::Lf);
    assert!(again.starts_with("XXZ 1\n"), "{again}");
    let third = document.with_round(&tournament, &[], None);
    let third = third
        .unwrap_or_else(|why| panic!("{why}"))
        .write(LineEnd::Lf);
    assert!(!third.contains("XXZ"), "{third}");
}

/// Two games with the colours turned; whoever misses the first one misses the second in the same way,
/// unless that is announced otherwise.
#[test]
fn a_match_is_two_rounds() {
    let tournament = built(|data| {
        for number in 5..=7 {
            let number = Tpn::new(number).expect("small");
            data.players.push(Player::new(number));
        }
        let of = |player: usize, number: usize, kind: ByeKind| Absence {
            player: id(player),
            ..absence(number, kind)
        };
        data.absences.push(of(3, 1, ByeKind::Zero));
        data.absences.push(of(4, 1, ByeKind::Zero));
        data.absences.push(of(4, 2, ByeKind::Half));
        data.players[5].entries.push(RoundEntry::Bye(ByeKind::Full));
        let given = RoundEntry::Bye(ByeKind::PairingAllocated);
        data.players[6].entries.push(given);
    });
    let document = document(&tournament, Dialect::Trf26);
    let cells = |bye: Option<PlayerId>| -> Vec<String> {
        let written = document.with_match(&tournament, &[(id(0), id(1))], bye);
        let written = written.unwrap_or_else(|why| panic!("{why}"));
        let players = written.records().filter(|record| record.code() == "001");
        players
            .map(|record| {
                record
                    .text
                    .get(91..)
                    .unwrap_or_default()
                    .trim_end()
                    .to_owned()
            })
            .collect()
    };
    let expected = [
        "   2 w       2 b",
        "   1 b       1 w",
        "0000 - U  0000 - H",
        "0000 - Z  0000 - Z",
        "0000 - Z  0000 - H",
        "0000 - F  0000 - F",
        "0000 - U  0000 - H",
    ];
    assert_eq!(cells(Some(id(2))), expected);
    assert_eq!(cells(None)[2], "");
}
