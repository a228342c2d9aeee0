//! The laws of standings on a modest number of tournaments; `just standings-law` asks a million.

use edelweiss_lab::standings_law::{StandingsQuestion, disagreement};
use edelweiss_lab::team_standings_law::{self, TeamQuestion};
use quickcheck::{QuickCheck, TestResult};

#[test]
fn standings_and_the_judge_have_every_value_and_rank_alike() {
    #[expect(
        clippy::needless_pass_by_value,
        reason = "quickcheck hands its arguments over"
    )]
    fn law(question: StandingsQuestion) -> TestResult {
        match disagreement(&question) {
            None => TestResult::passed(),
            Some(words) => TestResult::error(words),
        }
    }
    QuickCheck::new()
        .tests(1_000)
        .quickcheck(law as fn(StandingsQuestion) -> TestResult);
}

#[test]
fn standings_of_teams_and_the_judge_have_every_value_and_rank_alike() {
    #[expect(
        clippy::needless_pass_by_value,
        reason = "quickcheck hands its arguments over"
    )]
    fn law(question: TeamQuestion) -> TestResult {
        match team_standings_law::disagreement(&question) {
            None => TestResult::passed(),
            Some(words) => TestResult::error(words),
        }
    }
    QuickCheck::new()
        .tests(1_000)
        .quickcheck(law as fn(TeamQuestion) -> TestResult);
}
