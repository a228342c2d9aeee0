//! The conditions of a norm, for games that are given.

use std::borrow::Cow;

use edelweiss_model::{FideTitle, PlayerId, RoundNumber};
use edelweiss_standings::rating_difference;

use super::rules::{
    FEWEST_GAMES, FEWEST_OF_DOUBLE, FEWEST_OF_TEAM_CHAMPIONSHIP, NormRules, UNRATED, is_titled,
};

/// What a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NormConditionKind {
    /// Players of a double round robin.
    Players,
    /// Games over the board.
    Games,
    /// Federations of opponents other than one's own.
    ForeignFederations,
    /// Opponents of one's own federation; at most.
    OwnFederation,
    /// Opponents of the federation that most of them have; at most.
    OneFederation,
    /// Opponents with a title other than CM and WCM.
    Titled,
    /// Opponents with one of the titles that the norm names.
    HighTitles,
    /// The average rating of the opponents.
    Average,
    /// The score, in per cent.
    Score,
    /// The performance.
    Performance,
}

/// A condition: what was found, and what is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NormCondition {
    /// What it is about.
    pub kind: NormConditionKind,
    /// Its article of B.01.
    pub article: &'static str,
    /// What there is.
    pub found: i32,
    /// The least that there must be; the most, for opponents of a federation.
    pub bound: i32,
    /// Whether an exemption (1.4.3a-d) waives it.
    pub is_waived: bool,
}

impl NormCondition {
    /// Whether the bound is the most, not the least.
    pub fn is_at_most(&self) -> bool {
        matches!(
            self.kind,
            NormConditionKind::OwnFederation | NormConditionKind::OneFederation
        )
    }

    /// Whether what was found is within the bound.
    pub fn is_met(&self) -> bool {
        if self.is_at_most() {
            self.found <= self.bound
        } else {
            self.found >= self.bound
        }
    }

    /// Whether nothing is missed: it is met, or waived.
    pub fn holds(&self) -> bool {
        self.is_waived || self.is_met()
    }
}

/// A game over the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormGame<'a> {
    pub(crate) round: RoundNumber,
    pub(crate) opponent: PlayerId,
    pub(crate) rating: u16,
    pub(crate) title: Option<FideTitle>,
    /// That of the opponent, where it counts as one.
    pub(crate) federation: Option<&'a str>,
    /// 2, 1 or 0, whatever points the tournament gives.
    pub(crate) half_points: usize,
}

impl NormGame<'_> {
    pub(crate) fn is_won(&self) -> bool {
        self.half_points == 2
    }

    fn is_of(&self, federation: &str) -> bool {
        (self.federation).is_some_and(|own| own.eq_ignore_ascii_case(federation))
    }
}

/// Who asks for a norm, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Applicant<'a> {
    pub(crate) federation: Option<&'a str>,
    pub(crate) fewest_games: FewestGames,
    /// Whether the rules on federations are waived.
    pub(crate) is_exempt: bool,
    /// The players of a double round robin, whose opponents are met twice.
    pub(crate) players_of_double: Option<usize>,
}

/// How many games must be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FewestGames {
    /// 1.4.1a.
    Plain,
    /// 1.4.1b: a World or Continental Team or Club Championship.
    OfTeamChampionship,
    /// 1.4.1c: a point without a game in the place of the ninth, as which it counts.
    WithPoint,
}

impl FewestGames {
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Plain => FEWEST_GAMES,
            Self::OfTeamChampionship => FEWEST_OF_TEAM_CHAMPIONSHIP,
            Self::WithPoint => FEWEST_GAMES - 1,
        }
    }

    fn article(self) -> &'static str {
        match self {
            Self::Plain => "1.4.1a",
            Self::OfTeamChampionship => "1.4.1b",
            Self::WithPoint => "1.4.1c",
        }
    }
}

/// What some games are worth to a player.
#[derive(Clone, Debug)]
pub(crate) struct NormSum {
    pub(crate) conditions: Vec<NormCondition>,
    pub(crate) half_points: usize,
    pub(crate) average: i32,
    pub(crate) performance: i32,
    /// The opponent whose rating was raised to the floor.
    pub(crate) raised: Option<PlayerId>,
    /// 1.4.1d: full points above what the norm asks.
    pub(crate) full_points_above: usize,
}

impl NormSum {
    /// Judges games, of which there is at least one. O(games²).
    pub(crate) fn of(games: &[NormGame<'_>], rules: &NormRules, applicant: &Applicant<'_>) -> Self {
        let n_games = games.len();
        let lowest = games.iter().min_by_key(|game| counted(game.rating));
        let floor = usize::from(rules.floor);
        let raised = lowest.filter(|game| counted(game.rating) < floor);
        let ratings = games.iter().map(|game| counted(game.rating));
        // An opponent who was met twice is raised in both games.
        let raise = |lowest: &NormGame<'_>| {
            let met = games.iter().filter(|game| game.opponent == lowest.opponent);
            met.count() * (floor - counted(lowest.rating))
        };
        let sum = ratings.sum::<usize>() + raised.map_or(0, raise);
        let half_points = games.iter().map(|game| game.half_points).sum();
        let average = rounded(sum, n_games);
        let reached =
            |half_points: usize| average + rating_difference(per_cent(half_points, n_games));
        let performance = reached(half_points);
        let needed = (0..=2 * n_games).find(|half_points| {
            reached(*half_points) >= rules.performance && per_cent(*half_points, n_games) >= 35
        });
        let full_points_above = needed.map_or(0, |needed| half_points.saturating_sub(needed) / 2);
        Self {
            conditions: conditions(
                games,
                rules,
                applicant,
                [
                    average,
                    i32::from(per_cent(half_points, n_games)),
                    performance,
                ],
            ),
            half_points,
            average,
            performance,
            raised: raised.map(|game| game.opponent),
            full_points_above,
        }
    }

    /// Whether titles and federations of the opponents are as 1.4.3 to 1.4.5 ask.
    pub(crate) fn opponents_serve(&self) -> bool {
        use NormConditionKind::{
            ForeignFederations, HighTitles, OneFederation, OwnFederation, Titled,
        };
        let of_opponents = [
            ForeignFederations,
            OwnFederation,
            OneFederation,
            Titled,
            HighTitles,
        ];
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.holds() || !of_opponents.contains(&condition.kind))
    }

    pub(crate) fn n_missed(&self) -> usize {
        self.conditions
            .iter()
            .filter(|condition| !condition.holds())
            .count()
    }
}

/// 1.4.6d.
fn counted(rating: u16) -> usize {
    usize::from(if rating == 0 { UNRATED } else { rating })
}

/// 1.4.7b: to the nearest whole number, a half upwards.
fn rounded(sum: usize, n: usize) -> i32 {
    i32::try_from((2 * sum + n) / (2 * n)).expect("an average of ratings")
}

/// 1.4.9: rounded the same way.
fn per_cent(half_points: usize, n_games: usize) -> u8 {
    u8::try_from(rounded(50 * half_points, n_games)).expect("at most 100")
}

/// The first game against each opponent, which stands for him.
fn opponents<'a, 'b>(
    games: &'a [NormGame<'b>],
    applicant: &Applicant<'_>,
) -> Cow<'a, [NormGame<'b>]> {
    if applicant.players_of_double.is_none() {
        return Cow::Borrowed(games);
    }
    let is_first = |index: usize| {
        let before = &games[..index];
        !before
            .iter()
            .any(|game| game.opponent == games[index].opponent)
    };
    let firsts = (0..games.len()).filter(|index| is_first(*index));
    Cow::Owned(firsts.map(|index| games[index]).collect())
}

fn conditions(
    games: &[NormGame<'_>],
    rules: &NormRules,
    applicant: &Applicant<'_>,
    [average, score, performance]: [i32; 3],
) -> Vec<NormCondition> {
    use NormConditionKind as Kind;
    let of_ratings = |kind, article, found, bound| NormCondition {
        kind,
        article,
        found,
        bound,
        is_waived: false,
    };
    let mut found = Vec::with_capacity(10);
    if let Some(players) = applicant.players_of_double {
        found.push(of_numbers(
            Kind::Players,
            "1.4.5",
            players,
            FEWEST_OF_DOUBLE,
        ));
    }
    found.push(of_numbers(
        Kind::Games,
        applicant.fewest_games.article(),
        games.len(),
        applicant.fewest_games.count(),
    ));
    let opponents = opponents(games, applicant);
    found.extend(of_federations(&opponents, applicant));
    found.extend(of_titles(games.len(), &opponents, rules, applicant));
    found.extend([
        of_ratings(Kind::Average, "1.4.8a", average, rules.average),
        of_ratings(Kind::Score, "1.4.8b", score, 35),
        of_ratings(Kind::Performance, "1.4.8", performance, rules.performance),
    ]);
    found
}

fn of_numbers(
    kind: NormConditionKind,
    article: &'static str,
    found: usize,
    bound: usize,
) -> NormCondition {
    NormCondition {
        kind,
        article,
        found: i32::try_from(found).expect("a number of games"),
        bound: i32::try_from(bound).expect("a number of games"),
        is_waived: false,
    }
}

/// 1.4.3 and 1.4.4.
fn of_federations(opponents: &[NormGame<'_>], applicant: &Applicant<'_>) -> [NormCondition; 3] {
    use NormConditionKind as Kind;
    let n = opponents.len();
    let count =
        |is: &dyn Fn(&NormGame<'_>) -> bool| opponents.iter().filter(|game| is(game)).count();
    let of_one = |game: &NormGame<'_>| {
        game.federation
            .map_or(0, |code| count(&|other| other.is_of(code)))
    };
    // The first opponent of each federation stands for it.
    let is_foreign = |index: usize| {
        let (Some(own), Some(code)) = (applicant.federation, opponents[index].federation) else {
            return false;
        };
        !own.eq_ignore_ascii_case(code) && !opponents[..index].iter().any(|game| game.is_of(code))
    };
    let own = applicant
        .federation
        .map_or(0, |own| count(&|game| game.is_of(own)));
    let most = opponents.iter().map(of_one).max().unwrap_or(0);
    let foreign = (0..n).filter(|index| is_foreign(*index)).count();
    [
        of_numbers(Kind::ForeignFederations, "1.4.3", foreign, 2),
        of_numbers(Kind::OwnFederation, "1.4.4", own, 3 * n / 5),
        of_numbers(Kind::OneFederation, "1.4.4", most, 2 * n / 3),
    ]
    .map(|condition| NormCondition {
        is_waived: applicant.is_exempt,
        ..condition
    })
}

/// 1.4.5. In a double round robin half of the opponents that so many games ask for must have the titles that the norm
/// names.
fn of_titles(
    n_games: usize,
    opponents: &[NormGame<'_>],
    rules: &NormRules,
    applicant: &Applicant<'_>,
) -> [NormCondition; 2] {
    use NormConditionKind as Kind;
    let has_title = |of: &dyn Fn(FideTitle) -> bool| {
        let titles = opponents.iter().filter_map(|game| game.title);
        titles.filter(|title| of(*title)).count()
    };
    let third = n_games.div_ceil(3).max(3);
    let high = if applicant.players_of_double.is_some() {
        third.div_ceil(2)
    } else {
        third
    };
    [
        of_numbers(
            Kind::Titled,
            "1.4.5a",
            has_title(&is_titled),
            opponents.len().div_ceil(2),
        ),
        of_numbers(
            Kind::HighTitles,
            rules.high_article,
            has_title(&|title| rules.high.contains(&title)),
            high,
        ),
    ]
}
