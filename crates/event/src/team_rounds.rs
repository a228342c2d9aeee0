//! A round of teams that was paired, added to the file: the games of each match by the line-ups of its captains.
//!
//! # Articles
//! C.04.6 (2026) 1.4, 1.6.1, 3.4; TRF26, `300`, `310`, `320`, `352`.
//!
//! Nobody is seated whom a captain has not named. A player without an opponent on the board has a full-point bye, since
//! the format knows no forfeit without an opponent; an empty board has nothing.

use std::collections::BTreeSet;

use edelweiss_model::{
    ByeKind, Colour, LineUp, PlayerId, RoundEntry, RoundNumber, TeamByes, TeamId, Teams, Tournament,
};

use crate::applied::{Applied, StepOutcome, meant};
use crate::error::{StepError, StepProblem};
use crate::file::EventFile;
use crate::line_ups::{
    self, boards_of_match, find_team, is_entered, must_pair_teams, recorded_colours, unknown_team,
};
use crate::rounds::{add_games, set};
use crate::step::Step;
use crate::team_step::TeamRoundStep;
use crate::words;

pub(crate) fn apply(event: &EventFile, step: &TeamRoundStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    must_pair_teams(tournament)?;
    let round = next_round(tournament, step.round)?;
    let mut plan = RoundPlan::new(event, step, round)?;
    for index in 0..step.matches.len() {
        plan.seat(index);
    }
    plan.give_bye()?;
    plan.must_be_everybody();
    StepError::none_of(std::mem::take(&mut plan.problems))?;
    let document =
        event
            .document()
            .with_team_round(tournament, &plan.games, &plan.byes, &plan.teams)?;
    let outcome = StepOutcome {
        step: Step::TeamRound(step.clone()),
        said: plan.said(),
        paired_from_old: Vec::new(),
        meant: plan.meant()?,
        document,
    };
    outcome.finished(event)
}

fn next_round(tournament: &Tournament, asked: u16) -> Result<RoundNumber, StepError> {
    let next = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && next > total
    {
        return Err(StepError::new(
            format!("round {total} was the last one (record 142)"),
            "",
        ));
    }
    if asked == next.get() {
        return Ok(next);
    }
    Err(StepError::new(
        format!("found round {asked}, expected round {next}, the next one"),
        "a round of teams that stands in the file is not replaced; `edelweiss undo FILE` takes it back",
    ))
}

/// What a round comes to.
struct RoundPlan<'a> {
    event: &'a EventFile,
    step: &'a TeamRoundStep,
    round: RoundNumber,
    n_boards: usize,
    /// Of White's boards; by turns where they are not told.
    colours: Option<Vec<Colour>>,
    /// As they are after the round.
    teams: Teams,
    /// White first.
    games: Vec<(PlayerId, PlayerId)>,
    byes: Vec<(PlayerId, ByeKind)>,
    /// Teams that have a match or the bye.
    placed: BTreeSet<TeamId>,
    problems: Vec<StepProblem>,
}

impl<'a> RoundPlan<'a> {
    fn new(
        event: &'a EventFile,
        step: &'a TeamRoundStep,
        round: RoundNumber,
    ) -> Result<Self, StepError> {
        let said = match &step.colours {
            Some(text) => Some(line_ups::colours(text).ok_or_else(|| {
                StepError::new(
                    format!("found the colours {text:?}, expected a letter W or B for each board"),
                    "as in WBWB",
                )
            })?),
            None => None,
        };
        let recorded = recorded_colours(event)?;
        let n_boards = match &said {
            Some(colours) => Some(colours.len()),
            None => boards_of_match(event)?,
        };
        if step.matches.is_empty() {
            return Err(StepError::new("found a round without a match", ""));
        }
        Ok(Self {
            event,
            step,
            round,
            n_boards: n_boards.unwrap_or_else(|| step.matches[0].line_ups[0].len()),
            colours: said.or(recorded),
            teams: event.tournament().teams.clone(),
            games: Vec::new(),
            byes: Vec::new(),
            placed: BTreeSet::new(),
            problems: Vec::new(),
        })
    }

    fn tournament(&self) -> &'a Tournament {
        self.event.tournament()
    }

    fn refuse(&mut self, place: &str, message: String, hint: &str) {
        self.problems.push(StepProblem {
            place: place.to_owned(),
            message,
            hint: hint.to_owned(),
        });
    }

    /// Whether record 240 gives a team a bye or an absence.
    fn is_told(&self, team: TeamId) -> bool {
        let mut told = self.tournament().teams.instructions.absences.iter();
        told.any(|told| told.round == self.round && told.player.index() == team.index())
    }

    /// A team that is to have a match or the bye: it is there, and free.
    fn place(&mut self, number: u32, place: &str) -> Option<TeamId> {
        let tournament = self.tournament();
        let Some(team) = find_team(tournament, number) else {
            self.problems.push(unknown_team(number, place.to_owned()));
            return None;
        };
        let (who, round) = (words::team(tournament, team), self.round);
        let is_told = self.is_told(team);
        let mut forfeited = tournament.teams.forfeited.iter();
        if !self.placed.insert(team) {
            self.refuse(
                place,
                format!("team {who} stands twice in round {round}"),
                "",
            );
        } else if is_told {
            let hint = "`edelweiss absent FILE TEAM --cancel` takes that back first";
            let message =
                format!("record 240 gives team {who} a bye or an absence in round {round}");
            self.refuse(place, message, hint);
        } else if forfeited.any(|own| own.round == round && [own.white, own.black].contains(&team))
        {
            let message = format!(
                "record 330 says that the match of team {who} in round {round} is forfeited, and such a match has no line-up"
            );
            self.refuse(place, message, "take one of both out");
        } else if is_entered(tournament, team, round) {
            let message = format!("a member of team {who} has an entry in round {round} already");
            self.refuse(place, message, "");
        } else {
            return Some(team);
        }
        None
    }

    /// Adds the games of a match.
    fn seat(&mut self, index: usize) {
        let seated = &self.step.matches[index];
        let names = [0, 1].map(|side| LineUpPlaces {
            index,
            places: &seated.places[side],
        });
        let sides = [0, 1].map(|side| self.place(seated.teams[side], &names[side].whole()));
        let [Some(white), Some(black)] = sides else {
            return;
        };
        let seats = [(white, 0), (black, 1)].map(|(team, side): (TeamId, usize)| {
            self.seats(team, &seated.line_ups[side], names[side])
        });
        let [Some(home), Some(away)] = seats else {
            return;
        };
        for (board, pair) in home.iter().zip(&away).enumerate() {
            match (*pair.0, *pair.1) {
                (Some(one), Some(other)) if self.is_white(board) => self.games.push((one, other)),
                (Some(one), Some(other)) => self.games.push((other, one)),
                (Some(alone), None) | (None, Some(alone)) => {
                    self.byes.push((alone, ByeKind::Full));
                }
                (None, None) => {}
            }
        }
        for (team, opponent, own, theirs) in
            [(white, black, &home, &away), (black, white, &away, &home)]
        {
            self.note(team, opponent, own, theirs);
        }
    }

    /// Whether White's player has White on a board.
    fn is_white(&self, board: usize) -> bool {
        match &self.colours {
            Some(colours) => colours[board] == colours[0],
            None => board.is_multiple_of(2),
        }
    }

    /// The players of a line-up, nobody on an empty board.
    fn seats(
        &mut self,
        team: TeamId,
        numbers: &[u32],
        place: LineUpPlaces<'_>,
    ) -> Option<Vec<Option<PlayerId>>> {
        let tournament = self.tournament();
        let who = words::team(tournament, team);
        let before = self.problems.len();
        if numbers.len() != self.n_boards {
            let message = format!(
                "team {who} has a line-up of {} boards, expected {}",
                numbers.len(),
                self.n_boards
            );
            self.refuse(&place.whole(), message, "0 is an empty board");
            return None;
        }
        let members = &tournament.teams.teams[team.index()].members;
        let mut seats = Vec::new();
        let mut last: Option<usize> = None;
        for (board, number) in (1..).zip(numbers) {
            if *number == 0 {
                seats.push(None);
                continue;
            }
            let of_number = |id: &PlayerId| tournament.player(*id).number.get() == *number;
            let Some(rank) = members.iter().position(of_number) else {
                let message = format!(
                    "board {board}: player {number} is no member of team {who} (record 310)"
                );
                self.refuse(&place.board(board), message, "");
                continue;
            };
            if seats.contains(&Some(members[rank])) {
                let message =
                    format!("board {board}: player {number} sits at two boards of team {who}");
                self.refuse(&place.board(board), message, "");
            } else if last.is_some_and(|last| last > rank) && !self.step.any_order {
                let message = format!(
                    "board {board}: player {number} sits below a player who comes later in the order of team {who} (record 310)"
                );
                self.refuse(
                    &place.board(board),
                    message,
                    "`--any-order` where the regulations allow another order (record 300)",
                );
            }
            last = last.max(Some(rank));
            seats.push(Some(members[rank]));
        }
        if seats.iter().all(Option::is_none) && self.problems.len() == before {
            let message = format!("team {who} has nobody on a board");
            self.refuse(&place.whole(), message, "a match that is not played is entered as one: the line-up, and 0-1F or 1-0F on each board");
        }
        (self.problems.len() == before).then_some(seats)
    }

    /// Records the line-up of a team where its games alone would not tell it.
    fn note(
        &mut self,
        team: TeamId,
        opponent: TeamId,
        own: &[Option<PlayerId>],
        theirs: &[Option<PlayerId>],
    ) {
        let members = &self.tournament().teams.teams[team.index()].members;
        let rank = |seat: &Option<PlayerId>| members.iter().position(|id| Some(*id) == *seat);
        let all_play = own.iter().chain(theirs).all(Option::is_some);
        let is_told_by_games = all_play && own.iter().map(rank).is_sorted();
        let line_up = LineUp {
            round: self.round,
            team,
            opponent,
            boards: own.to_vec(),
        };
        let mut line_ups = self.teams.line_ups.iter();
        match line_ups.find(|own| own.round == line_up.round && own.team == team) {
            Some(other) if *other == line_up => {}
            Some(_) => {
                let who = words::team(self.tournament(), team);
                let message = format!(
                    "record 300 has another line-up of team {who} in round {}",
                    self.round
                );
                let hint = "take the record out, or hand in the same line-up";
                self.refuse("", message, hint);
            }
            None if is_told_by_games => {}
            None => self.teams.line_ups.push(line_up),
        }
    }

    /// The pairing-allocated bye: record 320, and the players for whom it is entered.
    fn give_bye(&mut self) -> Result<(), StepError> {
        let Some(number) = self.step.bye else {
            return Ok(());
        };
        let place = "the bye";
        let Some(team) = self.place(number, place) else {
            return Ok(());
        };
        if !self.step.bye_line_up.is_empty() {
            let places = LineUpPlaces {
                index: self.step.matches.len(),
                places: &[],
            };
            let seats = self.seats(team, &self.step.bye_line_up, places);
            let players = seats.into_iter().flatten().flatten();
            let byes = players.map(|id| (id, ByeKind::PairingAllocated));
            self.byes.extend(byes);
        }
        // 1.4: as much as a drawn match.
        let of_board = self.tournament().points.board_of_a_team_bye();
        let of_games = std::iter::repeat_n(of_board, self.n_boards).sum();
        let match_points = self.teams.match_points.draw;
        let byes = self.teams.byes.get_or_insert_with(|| TeamByes {
            match_points,
            game_points: of_games,
            receivers: Vec::new(),
        });
        let index = self.round.index();
        byes.receivers.resize(index + 1, None);
        if let Some(other) = byes.receivers[index].replace(team)
            && other != team
        {
            return Err(StepError::new(
                format!(
                    "record 320 gives the bye of round {} to another team",
                    self.round
                ),
                "",
            ));
        }
        Ok(())
    }

    /// Every team plays, has the bye, or is absent; where all matches are fixed, one may be free.
    fn must_be_everybody(&mut self) {
        let tournament = self.tournament();
        if tournament.pre_determined || !self.problems.is_empty() {
            return;
        }
        for team in (0..tournament.teams.teams.len()).map(TeamId::from_index) {
            let round = self.round;
            if self.is_told(team)
                || self.placed.contains(&team)
                || is_entered(tournament, team, round)
            {
                continue;
            }
            let who = words::team(tournament, team);
            let message = format!(
                "team {who} has neither a match nor the bye in round {round}, and is not absent from it"
            );
            self.refuse(
                "",
                message,
                "an odd number of teams needs a bye (C.04.6 3.4); `edelweiss absent FILE TEAM` notes an absence (record 240)",
            );
        }
    }

    fn meant(&self) -> Result<Tournament, StepError> {
        let round = self.round;
        let mut data = self.tournament().clone().into_data();
        data.held = data.held.filter(|held| *held < round);
        data.round_to_pair = None;
        data.teams = self.teams.clone();
        add_games(&mut data, round, &self.games, None);
        for (id, kind) in &self.byes {
            set(&mut data, *id, round, RoundEntry::Bye(*kind));
        }
        meant(data)
    }

    fn said(&self) -> Vec<String> {
        let (tournament, round) = (self.tournament(), self.round);
        let count = |n: usize, one: &str, many: &str| match n {
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        };
        let named = |number: u32| {
            find_team(tournament, number)
                .map_or(String::new(), |team| words::team(tournament, team))
        };
        let bye = (self.step.bye).map_or_else(String::new, |number| {
            format!(", and {} has the bye", named(number))
        });
        let matches = count(self.step.matches.len(), "match", "matches");
        let boards = count(self.games.len(), "board", "boards");
        let alone = (self.byes.iter()).filter(|(_, kind)| *kind == ByeKind::Full);
        let alone: Vec<String> = alone
            .map(|(id, _)| words::player(tournament, *id))
            .collect();
        let alone =
            (!alone.is_empty()).then(|| format!("without an opponent: {}", words::listed(&alone)));
        std::iter::once(format!("round {round}: {matches} on {boards}{bye}"))
            .chain(alone)
            .collect()
    }
}

/// Where a line-up and its boards stand, for messages.
#[derive(Clone, Copy)]
struct LineUpPlaces<'a> {
    index: usize,
    places: &'a [String],
}

impl LineUpPlaces<'_> {
    fn whole(self) -> String {
        let of_match = || format!("match {}", self.index + 1);
        self.places.first().cloned().unwrap_or_else(of_match)
    }

    /// Of a board, counted from 1.
    fn board(self, board: usize) -> String {
        self.places
            .get(board)
            .cloned()
            .unwrap_or_else(|| self.whole())
    }
}
