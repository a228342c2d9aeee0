//! Who plays on which board of the matches of a round: what captains hand in, and the round with it as a step.

use edelweiss::event::line_ups::{self, EnteredLineUp};
use edelweiss::event::{EventFile, SeatedMatch, Step, StepError, StepProblem, TeamRoundStep};
use edelweiss::model::{PlayerId, Tournament};
use edelweiss::pairing::RoundPairing;
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;

/// Line-ups of a round of teams that is added to its file.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct LineUpOptions {
    /// Line-ups of teams, where the round is added to the file: a line for each team with its number, a colon and the
    /// numbers of its players from board 1 on, 0 for an empty board, as in "5: 17 0 19 18"; on the command line also
    /// a file that holds them
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST"))]
    pub line_ups: Option<String>,
    /// Teams without a line-up play in the order of their records 310
    #[cfg_attr(feature = "clap", arg(long))]
    pub default_line_ups: bool,
    /// A team may sit in another order than that of its record 310
    #[cfg_attr(feature = "clap", arg(long))]
    pub any_order: bool,
}

impl LineUpOptions {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.line_ups.is_none() && !self.default_line_ups && !self.any_order
    }

    /// A round of teams as the step that adds it to its file; `teams` is the tournament whose participants they are.
    /// Line-ups are those that are given, else those of records 300, else, where that is asked for, the first members.
    ///
    /// # Errors
    /// Teams without a line-up, line-ups of teams that do not play, and what is wrong with a list.
    pub(crate) fn step(
        &self,
        event: &EventFile,
        teams: &Tournament,
        round: &RoundPairing,
    ) -> Result<Step, AnswerError> {
        let text = self.line_ups.as_deref().unwrap_or_default();
        let mut line_ups = HandedIn {
            options: self,
            event,
            round,
            given: line_ups::line_ups(text)?,
            boards: line_ups::boards_of_match(event)?,
            without: Vec::new(),
            problems: Vec::new(),
        };
        let number = |id: PlayerId| teams.player(id).number.get();
        let pairs = round.boards.iter();
        let matches: Vec<SeatedMatch> = pairs
            .map(|board| line_ups.of_match([board.white, board.black].map(number)))
            .collect();
        let bye = round.bye.or(round.given_bye).map(number);
        let bye_line_up = bye.map_or_else(Vec::new, |team| line_ups.of_bye(team));
        line_ups.settled()?;
        Ok(Step::TeamRound(TeamRoundStep {
            round: round.round.get(),
            matches,
            bye,
            bye_line_up,
            colours: None,
            any_order: self.any_order,
            rules: Some(round.rules.to_owned()),
        }))
    }
}

/// Line-ups that were handed in, and what is missing.
struct HandedIn<'a> {
    options: &'a LineUpOptions,
    event: &'a EventFile,
    round: &'a RoundPairing,
    given: Vec<EnteredLineUp>,
    boards: Option<usize>,
    /// Teams that have none.
    without: Vec<u32>,
    problems: Vec<StepProblem>,
}

impl HandedIn<'_> {
    fn of_match(&mut self, teams: [u32; 2]) -> SeatedMatch {
        let [white, black] = teams;
        let (own, place) = self.of(white, Some(black));
        let (theirs, their_place) = self.of(black, Some(white));
        SeatedMatch {
            teams,
            line_ups: [own, theirs],
            places: [place, their_place],
        }
    }

    /// A bye needs no line-up.
    fn of_bye(&mut self, team: u32) -> Vec<u32> {
        let is_given = self.given.iter().any(|own| own.team == team);
        if is_given || self.options.default_line_ups {
            self.of(team, None).0
        } else {
            Vec::new()
        }
    }

    fn of(&mut self, team: u32, opponent: Option<u32>) -> (Vec<u32>, Vec<String>) {
        if let Some(at) = self.given.iter().position(|own| own.team == team) {
            let own = self.given.swap_remove(at);
            return (own.boards, own.places);
        }
        let of_file = opponent.and_then(|opponent| {
            let tournament = self.event.tournament();
            line_ups::recorded(tournament, self.round.round, [team, opponent])
        });
        if let Some(boards) = of_file {
            return (boards, Vec::new());
        }
        let problem = match (self.options.default_line_ups, self.boards) {
            (true, Some(boards)) => match line_ups::in_order(self.event, team, boards) {
                Ok(boards) => return (boards, Vec::new()),
                Err(error) => error.problems,
            },
            (true, None) => vec![problem(
                "the file does not say how many boards a match has".to_owned(),
                "a record such as `352 WBWB` says it, with the colours of White's boards",
            )],
            (false, _) => {
                self.without.push(team);
                Vec::new()
            }
        };
        for one in problem {
            if !self.problems.contains(&one) {
                self.problems.push(one);
            }
        }
        (Vec::new(), Vec::new())
    }

    /// Nothing, if every line-up was asked for and nobody lacks one.
    fn settled(mut self) -> Result<(), StepError> {
        let round = self.round.round;
        let unasked = std::mem::take(&mut self.given).into_iter();
        self.problems.extend(unasked.map(|own| StepProblem {
            place: own.places[0].clone(),
            message: format!(
                "found a line-up of team {}, which does not play in round {round}",
                own.team
            ),
            hint: String::new(),
        }));
        if !self.without.is_empty() {
            let numbers: Vec<String> = self.without.iter().map(u32::to_string).collect();
            self.problems.push(problem(
                format!(
                    "a round of teams is not written into the file without line-ups: who plays on which board is for the captains to say, and there is no line-up of {}",
                    numbers.join(", ")
                ),
                "--line-ups \"5: 17 0 19 18; 3: 9 10 11 12\" (a list or a file) has them, --default-line-ups takes the order of records 310; without --write, and by another --format, it says which teams meet",
            ));
        }
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(StepError {
                problems: self.problems,
            })
        }
    }
}

fn problem(message: String, hint: &str) -> StepProblem {
    StepProblem {
        place: String::new(),
        message,
        hint: hint.to_owned(),
    }
}
