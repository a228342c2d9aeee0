//! The law of standings for teams: `edelweiss-standings` and the judge have every value and every rank
//! alike.
//!
//! The competitions are made for it: matches not played with and without a record, with and without
//! games, by one side and by both; byes of each kind; line-ups with empty boards, reserves and boards
//! that meet crosswise; several match points and point systems; either score first; late entries, round
//! robins and other fixed pairings.

use edelweiss_judges::standings::{
    self as judge, ComputedValue, Fraction, TeamCode, TeamReference, TeamValue, TieBreakEdition,
};
use edelweiss_model::{
    ByeKind, Colour, ForfeitedMatch, GameResult, LineUp, MatchPoints, Player, PlayerId, RoundEntry,
    RoundNumber, Score, Team, TeamByes, TeamId, Tournament, TournamentData, Tpn,
};
use edelweiss_standings::{Reference, Refused, Standings, TeamTable, TieBreak, Value};
use quickcheck::{Arbitrary, Gen};

use crate::standings_law::{any_pairs, below, berger, one_in, random_points, rules};

/// Every tie-break for teams, with every modifier that it takes; those of article 8 are apart.
const CODES: &str = "MPTS GPTS BC TBR BBE MPvGP EMMSB EMMSB/C1 EMMSB/C2 EMMSB/P EMMSB/C1/P EMGSB \
    EMGSB/C1 EMGSB/C2 EMGSB/P EMGSB/C1/P EGMSB EGMSB/C1 EGMSB/C2 EGMSB/P EGMSB/C2/P EGGSB EGGSB/C1 \
    EGGSB/C2 EGGSB/P EGGSB/C1/P EDE EDE/P EDEBT EDEBB EDET EDEB EDEBT/P EDEB/P SSSC SSSC/F SSSC/K3 \
    SSSC/P SSSC/F/P SSSC/K2/P DE:MP DE:GP DE:MP/P DE:GP/P WIN WIN:MP WIN:GP WON:MP WON:GP REP STD:MP \
    STD:GP PS:MP PS:GP/C1 PS/C2 TPN TPN/R SB:MP SB:GP SB:MP/C1 SB:GP/C2 SB/P KS:MP KS:GP KS:MP/L+1 \
    KS:GP/L-3";
const OF_ARTICLE_8: &str = "BH:MP BH:GP BH:MP/C1 BH:GP/C1 BH/C2 BH:GP/M1 BH/M2/P BH:GP/P FB:MP FB:GP \
    FB:MP/C1 FB:GP/M1/P AOB:MP AOB:GP AOB/F";

/// A competition, the text in force, a list of tie-breaks, and the rounds that count.
#[derive(Clone, Debug)]
pub struct TeamQuestion {
    /// The competition.
    pub tournament: Tournament,
    /// The text in force.
    pub edition: TieBreakEdition,
    /// Whether game points rank first.
    pub by_game_points: bool,
    /// In the short notation.
    pub list: Vec<&'static str>,
    /// The standings after so many rounds.
    pub rounds: usize,
}

impl Arbitrary for TeamQuestion {
    fn arbitrary(g: &mut Gen) -> Self {
        let tournament = random_event(g);
        let held = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let codes = CODES
            .split_whitespace()
            .chain(OF_ARTICLE_8.split_whitespace());
        let codes: Vec<&str> = codes.collect();
        Self {
            edition: [
                TieBreakEdition::March2026,
                TieBreakEdition::August2024,
                TieBreakEdition::April2024,
                TieBreakEdition::Before2023,
            ][below(g, 4)],
            by_game_points: one_in(g, 3),
            list: (0..=below(g, 6))
                .map(|_| codes[below(g, codes.len())])
                .collect(),
            rounds: if held > 0 && one_in(g, 3) {
                1 + below(g, held)
            } else {
                held
            },
            tournament,
        }
    }
}

/// What the two calculations have otherwise, in words; `None` where they agree. Every tie-break is
/// asked for: those of article 8 by themselves, as they may be refused, those of type A each among
/// those tied so far, the others together; and then the list of the question.
pub fn disagreement(question: &TeamQuestion) -> Option<String> {
    let is_of_groups = |code: &&str| code.starts_with("DE") || code.starts_with("EDE");
    let (of_groups, others): (Vec<&str>, Vec<&str>) =
        CODES.split_whitespace().partition(is_of_groups);
    let mut lists: Vec<Vec<&str>> = of_groups.into_iter().map(|code| vec![code]).collect();
    lists.extend([
        OF_ARTICLE_8.split_whitespace().collect(),
        others,
        question.list.clone(),
    ]);
    // Tied in both scores: the ground of 13.3.2.
    lists.push(vec!["MPTS", "GPTS", "EDEBT", "EDEBB", "EDET", "EDEB"]);
    let with_list = |list| TeamQuestion {
        list,
        ..question.clone()
    };
    let mut questions = lists.into_iter().map(with_list);
    questions.find_map(|question| disagreement_on_list(&question))
}

fn disagreement_on_list(question: &TeamQuestion) -> Option<String> {
    let TeamQuestion {
        tournament,
        edition,
        list,
        rounds,
        ..
    } = question;
    let codes: Vec<TeamCode> = list
        .iter()
        .map(|code| code.parse().expect("a code"))
        .collect();
    let tie_breaks: Vec<TieBreak> = list
        .iter()
        .map(|code| code.parse().expect("a code"))
        .collect();
    let (reference, primary) = if question.by_game_points {
        (TeamReference::GamePoints, Reference::GamePoints)
    } else {
        (TeamReference::MatchPoints, Reference::MatchPoints)
    };
    let after = rounds.checked_sub(1).map(RoundNumber::from_index);
    let table = TeamTable::new(tournament, rules(*edition), primary, after);
    let standings = table.expect("paired rounds").standings(&tie_breaks);
    let names_article_8 = OF_ARTICLE_8
        .split_whitespace()
        .any(|code| list.contains(&code));
    let is_forbidden =
        names_article_8 && tournament.pre_determined && *edition == TieBreakEdition::March2026;
    let standings = match standings {
        Ok(standings) if !is_forbidden => standings,
        Err(Refused::BuchholzInRoundRobin(_)) if is_forbidden => return None,
        other => return Some(format!("{list:?}: refused is {:?}", other.err())),
    };
    let lines = judge::team_standings(tournament, *edition, reference, &codes, *rounds);
    let is_whole = lines.len() == tournament.teams.teams.len()
        && lines.iter().all(|line| line.values.len() == list.len());
    if !is_whole {
        return Some(format!("{list:?}: the judge leaves out a team or a value"));
    }
    let mut lines = lines.iter();
    lines.find_map(|line| differing(list, line, &standings))
}

fn differing(list: &[&str], line: &judge::TeamLine, standings: &Standings) -> Option<String> {
    let id = PlayerId::from_index(line.team.index());
    let number = line.team.index() + 1;
    let columns = standings.columns().iter();
    for ((code, judged), column) in list.iter().zip(&line.values).zip(columns) {
        let is_equal = match judged {
            TeamValue::One(value) => *value == computed(column.value(id), code),
            TeamValue::Several(values) => {
                let ours = column.board_values(id).iter();
                let ours: Vec<Fraction> = ours.map(|value| fraction(*value)).collect();
                // The judge goes on until no board is left.
                let judged = match values.split_last() {
                    Some((_, without_none)) if *code == "BBE" => without_none,
                    _ => values,
                };
                ours == judged
            }
        };
        if !is_equal {
            let text = column.text(id);
            return Some(format!(
                "{code} of team {number} in {list:?}: the judge {judged:?}, standings {text}"
            ));
        }
    }
    let rank = standings.rank(id);
    (line.rank as u32 != rank).then(|| {
        format!(
            "{list:?}: rank of team {number}: the judge {}, standings {rank}",
            line.rank
        )
    })
}

fn computed(value: Option<Value>, code: &str) -> ComputedValue {
    let is_place = code.starts_with("DE") || code.starts_with("EDE");
    match value {
        None => ComputedValue::Undefined,
        Some(place) if is_place => ComputedValue::Place(place.lowest_terms().0 as usize),
        Some(value) => ComputedValue::Number(fraction(value)),
    }
}

fn fraction(value: Value) -> Fraction {
    let (above, below) = value.lowest_terms();
    Fraction::new(i128::from(above), i128::from(below))
}

/// How the rounds of a competition go.
struct TeamHabits {
    boards: usize,
    /// One match in so many is not played; zero is never.
    forfeit: usize,
    /// One board in so many is not played.
    board_forfeit: usize,
    /// One team in so many is absent.
    absence: usize,
    /// One match in so many has a line-up.
    line_up: usize,
}

fn random_event(g: &mut Gen) -> Tournament {
    let n = 2 + below(g, 7);
    let boards = 1 + below(g, 4);
    let members = boards + below(g, 2);
    let fixed = one_in(g, 4);
    let mut data = TournamentData {
        points: random_points(g),
        pre_determined: fixed,
        ..TournamentData::default()
    };
    for team in 0..n {
        let first = team * members;
        for number in first + 1..=first + members {
            data.players.push(Player::new(tpn(number)));
        }
        data.teams.teams.push(Team {
            number: tpn(team + 1),
            name: String::new(),
            nickname: None,
            strength: None,
            match_points: None,
            game_points: None,
            rank: None,
            members: (first..first + members).map(PlayerId::from_index).collect(),
        });
    }
    data.teams.match_points = random_match_points(g);
    data.teams.byes = random_byes(g, &data.teams.match_points);
    let habits = TeamHabits {
        boards,
        forfeit: [0, 10, 3][below(g, 3)],
        board_forfeit: [0, 10, 3][below(g, 3)],
        absence: if fixed { 0 } else { [0, 10, 4][below(g, 3)] },
        line_up: [0, 5, 2][below(g, 3)],
    };
    let rounds = below(g, 8);
    let rematches = one_in(g, 4);
    let mut met: Vec<(usize, usize)> = Vec::new();
    for round in 0..rounds {
        let pairs = if fixed && !one_in(g, 6) {
            berger(n, round)
        } else {
            any_pairs(g, n)
        };
        let mut free = vec![true; n];
        for (a, b) in pairs {
            let is_again = met.contains(&(a, b)) || met.contains(&(b, a));
            let is_absent = habits.absence > 0 && one_in(g, habits.absence);
            if is_absent || (is_again && !rematches && !fixed) {
                continue;
            }
            met.push((a, b));
            (free[a], free[b]) = (false, false);
            record_match(g, &mut data, round, (a, b), &habits);
        }
        record_byes(g, &mut data, round, &free);
    }
    let more = if one_in(g, 3) { below(g, 3) } else { 0 };
    data.rounds_total = RoundNumber::new((rounds + more) as u32).ok();
    data.build().expect("matches are mirrored")
}

fn tpn(number: usize) -> Tpn {
    Tpn::new(number as u32).expect("at most 9,999")
}

fn random_match_points(g: &mut Gen) -> MatchPoints {
    let tenths = [(20, 10, 0), (30, 10, 0), (30, 20, 10), (10, 5, 0)];
    let (win, draw, loss) = tenths[below(g, 6).saturating_sub(2)];
    let [win, draw, loss] = [win, draw, loss].map(Score::from_tenths);
    MatchPoints { win, draw, loss }
}

fn random_byes(g: &mut Gen, points: &MatchPoints) -> Option<TeamByes> {
    (!one_in(g, 3)).then(|| TeamByes {
        match_points: [points.win, points.draw, Score::ZERO][below(g, 3)],
        game_points: Score::from_tenths(5 * below(g, 9) as i32),
        receivers: Vec::new(),
    })
}

fn record_match(
    g: &mut Gen,
    data: &mut TournamentData,
    round: usize,
    (white, black): (usize, usize),
    habits: &TeamHabits,
) {
    let is_forfeit = habits.forfeit > 0 && one_in(g, habits.forfeit);
    let winner = [Some(Colour::White), Some(Colour::Black), None][below(g, 3)];
    let has_games = !is_forfeit || bool::arbitrary(g);
    if is_forfeit && (!has_games || bool::arbitrary(g)) {
        data.teams.forfeited.push(ForfeitedMatch {
            round: RoundNumber::from_index(round),
            white: TeamId::from_index(white),
            black: TeamId::from_index(black),
            winner,
        });
    }
    // The line-ups of a match that was then forfeited, too.
    let has_line_up = habits.line_up > 0 && one_in(g, habits.line_up);
    let [own, theirs] = [white, black].map(|team| seated(g, data, team, habits, has_line_up));
    if has_line_up {
        for (team, opponent, boards) in [(white, black, &own), (black, white, &theirs)] {
            data.teams.line_ups.push(LineUp {
                round: RoundNumber::from_index(round),
                team: TeamId::from_index(team),
                opponent: TeamId::from_index(opponent),
                boards: boards.clone(),
            });
        }
    }
    if !has_games {
        return;
    }
    let turn = usize::from(has_line_up && one_in(g, 4));
    for board in 0..habits.boards {
        let facing = (board + turn) % habits.boards;
        let (Some(a), Some(b)) = (own[board], theirs[facing]) else {
            continue;
        };
        let results = if is_forfeit {
            of_forfeit(winner)
        } else {
            random_results(g, habits)
        };
        let colour = [Colour::White, Colour::Black][board % 2];
        for (own, opponent, colour, result) in
            [(a, b, colour, results.0), (b, a, !colour, results.1)]
        {
            let entry = RoundEntry::Paired {
                opponent,
                colour: Some(colour),
                result,
            };
            set(data, own.index(), round, entry);
        }
    }
}

/// Who sits on the boards: the first members, or any of them, and perhaps nobody on one.
fn seated(
    g: &mut Gen,
    data: &TournamentData,
    team: usize,
    habits: &TeamHabits,
    is_any: bool,
) -> Vec<Option<PlayerId>> {
    let members = &data.teams.teams[team].members;
    let mut order: Vec<(u64, PlayerId)> = (members.iter())
        .map(|id| (if is_any { u64::arbitrary(g) } else { 0 }, *id))
        .collect();
    order.sort_unstable();
    let order = order.into_iter().take(habits.boards);
    // The first two boards have somebody, so that a line-up is that of a match with a game.
    order
        .enumerate()
        .map(|(board, (_, id))| (!is_any || board < 2 || !one_in(g, 5)).then_some(id))
        .collect()
}

fn of_forfeit(winner: Option<Colour>) -> (GameResult, GameResult) {
    match winner {
        Some(Colour::White) => (GameResult::ForfeitWin, GameResult::ForfeitLoss),
        Some(Colour::Black) => (GameResult::ForfeitLoss, GameResult::ForfeitWin),
        None => (GameResult::ForfeitLoss, GameResult::ForfeitLoss),
    }
}

fn random_results(g: &mut Gen, habits: &TeamHabits) -> (GameResult, GameResult) {
    use GameResult::{Adjourned, Draw, Loss, UnratedLoss, UnratedWin, Win};
    if habits.board_forfeit > 0 && one_in(g, habits.board_forfeit) {
        return of_forfeit([Some(Colour::White), Some(Colour::Black), None][below(g, 3)]);
    }
    [
        (Win, Loss),
        (Loss, Win),
        (Draw, Draw),
        (Win, Loss),
        (Draw, Draw),
        [
            (UnratedWin, UnratedLoss),
            (Loss, Loss),
            (Draw, Loss),
            (Adjourned, Adjourned),
        ][below(g, 4)],
    ][below(g, 6)]
}

/// Whoever has no match: one pairing-allocated bye, told by the record or by the members' entries, and
/// byes of the other kinds.
fn record_byes(g: &mut Gen, data: &mut TournamentData, round: usize, free: &[bool]) {
    let mut receiver = None;
    let is_there_bye = bool::arbitrary(g);
    for team in (0..free.len()).filter(|team| free[*team]) {
        let members = data.teams.teams[team].members.clone();
        let entry = if receiver.is_none() && is_there_bye {
            receiver = Some(TeamId::from_index(team));
            let is_told = data.teams.byes.is_some() && bool::arbitrary(g);
            if is_told {
                RoundEntry::Blank
            } else {
                RoundEntry::Bye(ByeKind::PairingAllocated)
            }
        } else {
            [
                RoundEntry::Blank,
                RoundEntry::Bye(ByeKind::Zero),
                RoundEntry::Bye(ByeKind::Half),
                RoundEntry::Bye(ByeKind::Full),
            ][below(g, 4)]
        };
        for member in members {
            set(data, member.index(), round, entry);
        }
    }
    if let Some(byes) = &mut data.teams.byes {
        byes.receivers.resize(round, None);
        byes.receivers.push(receiver);
    }
    for player in &mut data.players {
        player.entries.resize(round + 1, RoundEntry::Blank);
    }
}

fn set(data: &mut TournamentData, player: usize, round: usize, entry: RoundEntry) {
    let entries = &mut data.players[player].entries;
    entries.resize(round, RoundEntry::Blank);
    entries.push(entry);
}
