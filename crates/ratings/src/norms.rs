//! Title norms by the FIDE Title Regulations (B.01, from 1 January 2024): of each player and each title the games
//! that serve best, and every condition with what was found.
//!
//! The text is that of the Handbook's chapter B.01 applied from 1 January 2024, articles 1.4.1 to 1.4.9 and 1.7. `FID`
//! is accepted and counts as no federation, and every exemption of 1.4.3 waives 1.4.4, too, as the Qualification
//! Commission reads it. Percentages are rounded before they are compared (1.4.9).
//!
//! # Double round robins
//! Six players at least, and half of the opponents with the titles of the norm that so many games ask for, rounded up
//! (1.4.5). The text does not say what an opponent is who is met twice. Here federations and titles count each opponent
//! once, the average counts the opponent of each game, whoever is raised to the floor is raised in both games, and an
//! opponent is ignored (1.4.1f) who has lost every game, with all of them. Only where a game of a pair was not
//! played another reading would make a difference to the first three.
//!
//! # Team events
//! Each player is judged by the games on the own board. 1.4.1b and 1.4.3b are for whom the caller names them; 1.4.3d
//! is of Swiss tournaments of teams, too, and counts whoever misses one round at most, so no reserve who rests twice.
//!
//! Left out on purpose: events in which players meet twice and which are no double round robins (matches of a knockout),
//! and what no tournament file tells: registration, time control, arbiters (1.1), and whether results of several
//! divisions were combined (1.4.3b).

mod conditions;
mod field;
mod format;
mod rules;

pub use conditions::{NormCondition, NormConditionKind};
pub use field::{ForeignExemption, ForeignField};
pub use rules::{NORMS, NORMS_FROM, NormRules, ROUNDS_OF_TEAM_CHAMPIONSHIP};

use std::cmp::Reverse;

use edelweiss_model::{
    ByeKind, FideTitle, GameResult, Player, PlayerId, RoundEntry, RoundNumber, Sex, Tournament,
};

use crate::hundredths::Hundredths;
use conditions::{Applicant, FewestGames, NormGame, NormSum};
use format::EventFormat;
use rules::{FEWEST_GAMES, MOST_COUNTED, counted_federation};

/// The most won games that are left out: more are never allowed in an event of up to 13 rounds.
const MOST_LEFT_OUT: usize = 4;
/// The longest event of which won games are left out: the Annex has no longer one.
const LONGEST: usize = 19;

/// What a tournament does not say of itself.
#[derive(Clone, Copy, Default, Debug)]
pub struct NormEvent<'a> {
    /// The host federation.
    pub host: Option<&'a str>,
    /// An exemption from the rules on federations.
    pub exemption: Option<ForeignExemption>,
    /// Whether it is a World or Continental Team or Club Championship, in which 7 games are enough if it has as many
    /// rounds as [`ROUNDS_OF_TEAM_CHAMPIONSHIP`] says (1.4.1b).
    pub is_team_championship: bool,
}

/// A player, and how far a title's norm is.
#[derive(Clone, Debug)]
pub struct NormResult {
    /// The player.
    pub player: PlayerId,
    /// The title.
    pub title: FideTitle,
    /// The rounds whose games serve best: all conditions hold, or the fewest are missed; then the most games.
    pub rounds: Vec<RoundNumber>,
    /// The rounds of other games over the board, which are ignored by 1.4.1e or 1.4.1f.
    pub left_out: Vec<RoundNumber>,
    /// The score in the games that serve, a win being 1.
    pub score: Hundredths,
    /// The average rating of the opponents (1.4.7).
    pub average: i32,
    /// The performance (1.4.8).
    pub performance: i32,
    /// The opponent whose rating was raised to the floor (1.4.6c).
    pub raised: Option<PlayerId>,
    /// For how many games the norm counts, if it is one (1.4.1c, 1.4.1d, 1.7).
    pub counted_games: usize,
    /// Every condition.
    pub conditions: Vec<NormCondition>,
}

impl NormResult {
    /// Whether it is a norm, as far as the tournament tells.
    pub fn is_achieved(&self) -> bool {
        self.conditions.iter().all(NormCondition::holds)
    }

    /// The conditions that are missed.
    pub fn missed(&self) -> impl Iterator<Item = &NormCondition> {
        self.conditions
            .iter()
            .filter(|condition| !condition.holds())
    }
}

/// The norms of a tournament.
#[derive(Clone, Debug)]
pub struct NormReport {
    /// What 1.4.3d counts.
    pub field: ForeignField,
    /// Of the whole event, or as many as were paired.
    pub rounds: usize,
    /// Whether teams play.
    pub is_of_teams: bool,
    /// Whether everybody meets everybody twice.
    pub is_double_round_robin: bool,
    /// Whether all rounds must count (1.4.1e): pairings that were settled before the first round.
    pub is_predetermined: bool,
    /// Each player with a game over the board and each title that the player may seek, by number, the highest title first.
    pub results: Vec<NormResult>,
}

/// Two players who met more often than the format has it: twice, where the event is no double round robin of players,
/// or three times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MetTooOften {
    /// The one with the smaller number.
    pub one: PlayerId,
    /// The other one.
    pub other: PlayerId,
    /// How often two players may meet.
    pub most: usize,
}

/// Judges the norms of all players. Games over the board count, rated or not; titles are not sought by whoever has
/// them or a higher one of the same list, and women's titles by women only: whoever is recorded as one, or has such a title.
///
/// For each player and title the best choice among the first games of the event (1.4.1e) without some of the won ones
/// (1.4.1f), at most four and in events of up to 19 rounds. O(players · choices · rounds²); there is one choice at 9
/// rounds, fewer than 80 at 11, and fewer than 1,600 at 13.
///
/// # Errors
/// Two players met more often than once, in a double round robin twice.
pub fn title_norms(
    tournament: &Tournament,
    event: &NormEvent<'_>,
) -> Result<NormReport, MetTooOften> {
    let format = EventFormat::of(tournament);
    let field = ForeignField::of(tournament, event.host, !format.is_predetermined);
    let mut results = Vec::new();
    for id in tournament.player_ids() {
        let player = tournament.player(id);
        let games = games(tournament, id, &format)?;
        if games.is_empty() {
            continue;
        }
        let federation = counted_federation(player.federation.as_deref());
        let is_home = federation.is_some_and(|own| {
            event
                .host
                .is_some_and(|host| own.eq_ignore_ascii_case(host))
        });
        let is_exempt = field.exempts()
            || match event.exemption {
                Some(ForeignExemption::Zonal) => true,
                Some(_) => is_home,
                None => false,
            };
        let applicant = Applicant {
            federation,
            fewest_games: fewest_games(player, games.len(), &format, event),
            is_exempt,
            players_of_double: format.players_of_double,
        };
        for rules in NORMS.iter().filter(|rules| may_seek(player, rules)) {
            let choices = Choices {
                games: &games,
                rules,
                applicant: &applicant,
                format: &format,
            };
            results.push(choices.best(id));
        }
    }
    Ok(NormReport {
        field,
        rounds: format.rounds,
        is_of_teams: format.is_of_teams,
        is_double_round_robin: format.players_of_double.is_some(),
        is_predetermined: format.is_predetermined,
        results,
    })
}

/// 1.4.1a to 1.4.1c.
fn fewest_games(
    player: &Player,
    n_games: usize,
    format: &EventFormat,
    event: &NormEvent<'_>,
) -> FewestGames {
    let rounds = format.rounds;
    if event.is_team_championship && ROUNDS_OF_TEAM_CHAMPIONSHIP.contains(&rounds) {
        FewestGames::OfTeamChampionship
    } else if rounds == FEWEST_GAMES
        && n_games == FEWEST_GAMES - 1
        && has_point_without_game(player)
    {
        FewestGames::WithPoint
    } else {
        FewestGames::Plain
    }
}

fn title(player: &Player) -> Option<FideTitle> {
    player.title.as_deref().and_then(FideTitle::of)
}

fn may_seek(player: &Player, rules: &NormRules) -> bool {
    let title = title(player);
    let is_woman = || {
        player.sex == Some(Sex::Female) || title.is_some_and(|title| title.code().starts_with('W'))
    };
    !title.is_some_and(|title| rules.high.contains(&title)) && (!rules.for_women || is_woman())
}

/// 1.4.1c: a forfeit win or the pairing-allocated bye.
fn has_point_without_game(player: &Player) -> bool {
    player.entries.iter().any(|entry| match entry {
        RoundEntry::Bye(kind) => *kind == ByeKind::PairingAllocated,
        RoundEntry::Paired { result, .. } => *result == GameResult::ForfeitWin,
        RoundEntry::Blank => false,
    })
}

/// 2, 1 or 0 half points of a game over the board that counts.
fn half_points(entry: RoundEntry) -> Option<(PlayerId, usize)> {
    let RoundEntry::Paired {
        opponent, result, ..
    } = entry
    else {
        return None;
    };
    match result {
        GameResult::Win => Some((opponent, 2)),
        GameResult::Draw => Some((opponent, 1)),
        GameResult::Loss => Some((opponent, 0)),
        _ => None,
    }
}

fn games<'a>(
    tournament: &'a Tournament,
    id: PlayerId,
    format: &EventFormat,
) -> Result<Vec<NormGame<'a>>, MetTooOften> {
    let mut games: Vec<NormGame<'a>> = Vec::new();
    for (index, entry) in tournament.player(id).entries.iter().enumerate() {
        let Some((opponent, half_points)) = half_points(*entry) else {
            continue;
        };
        let met = games.iter().filter(|game| game.opponent == opponent);
        if met.count() == format.most_meetings() {
            return Err(MetTooOften {
                one: id,
                other: opponent,
                most: format.most_meetings(),
            });
        }
        let other = tournament.player(opponent);
        let rating = other.rating.unwrap_or(0);
        if format.is_round_robin && rating == 0 && scores_nothing(tournament, opponent) {
            continue;
        }
        games.push(NormGame {
            round: RoundNumber::from_index(index),
            opponent,
            rating,
            title: title(other),
            federation: counted_federation(other.federation.as_deref()),
            half_points,
        });
    }
    Ok(games)
}

fn score(half_points: usize) -> Hundredths {
    Hundredths::new(50 * i64::try_from(half_points).expect("games of one event"))
}

/// 1.4.2b: no half point against rated opponents.
fn scores_nothing(tournament: &Tournament, id: PlayerId) -> bool {
    let is_rated = |id| {
        tournament
            .player(id)
            .rating
            .is_some_and(|rating| rating > 0)
    };
    let entries = &tournament.player(id).entries;
    let mut games = entries.iter().filter_map(|entry| half_points(*entry));
    !games.any(|(opponent, half_points)| half_points > 0 && is_rated(opponent))
}

/// The games that a player may rely on.
struct Choices<'a> {
    games: &'a [NormGame<'a>],
    rules: &'a NormRules,
    applicant: &'a Applicant<'a>,
    format: &'a EventFormat,
}

impl Choices<'_> {
    fn best(&self, player: PlayerId) -> NormResult {
        let all = self.games.len();
        let needed = self.applicant.fewest_games.count();
        let fewest = if self.format.is_predetermined {
            all
        } else {
            needed.min(all)
        };
        let mut best: Option<(Vec<usize>, NormSum)> = None;
        for n_first in (fewest..=all).rev() {
            let most = if self.may_leave_out() {
                n_first.saturating_sub(needed).min(MOST_LEFT_OUT)
            } else {
                0
            };
            let first: Vec<usize> = (0..n_first).collect();
            self.without_wins(&first, 0, most, &mut best);
        }
        let (chosen, sum) = best.expect("the whole event is a choice");
        let round_of = |index: &usize| self.games[*index].round;
        NormResult {
            player,
            title: self.rules.title,
            rounds: chosen.iter().map(round_of).collect(),
            left_out: (0..all)
                .filter(|index| !chosen.contains(index))
                .map(|index| round_of(&index))
                .collect(),
            score: score(sum.half_points),
            average: sum.average,
            performance: sum.performance,
            raised: sum.raised,
            counted_games: self.counted_games(chosen.len(), &sum),
            conditions: sum.conditions,
        }
    }

    /// 1.4.1f: where the pairings were settled before, the opponents must allow a norm in the whole event.
    fn may_leave_out(&self) -> bool {
        let whole = || NormSum::of(self.games, self.rules, self.applicant).opponents_serve();
        self.format.rounds <= LONGEST && (!self.format.is_predetermined || whole())
    }

    /// Judges a choice, and each one that leaves out up to `most` of the won games from place `from` on.
    fn without_wins(
        &self,
        chosen: &[usize],
        from: usize,
        most: usize,
        best: &mut Option<(Vec<usize>, NormSum)>,
    ) {
        let games: Vec<NormGame<'_>> = chosen.iter().map(|index| self.games[*index]).collect();
        let sum = NormSum::of(&games, self.rules, self.applicant);
        let key = |n: usize, sum: &NormSum| {
            (
                Reverse(sum.n_missed()),
                self.counted_games(n, sum),
                n,
                sum.performance,
            )
        };
        // The first of equal ones stays: the one that leaves out least.
        if best
            .as_ref()
            .is_none_or(|(held, held_sum)| key(games.len(), &sum) > key(held.len(), held_sum))
        {
            *best = Some((chosen.to_vec(), sum));
        }
        if most == 0 {
            return;
        }
        for place in from..chosen.len() {
            let opponent = self.games[chosen[place]].opponent;
            let is_same = |index: &usize| self.games[*index].opponent == opponent;
            let (gone, left): (Vec<usize>, Vec<usize>) = chosen.iter().partition(|i| is_same(i));
            // Whoever was met twice is left out as a whole.
            let is_first = gone[0] == chosen[place];
            let is_beaten = gone.iter().all(|index| self.games[*index].is_won());
            if is_first && is_beaten && gone.len() <= most {
                self.without_wins(&left, place, most - gone.len(), best);
            }
        }
    }

    /// 8 count as 9 by 1.4.1c; each full point above what is asked counts as a game (1.4.1d); longer events than 13
    /// rounds count as 13 games (1.7).
    fn counted_games(&self, n_games: usize, sum: &NormSum) -> usize {
        let is_with_point = self.applicant.fewest_games == FewestGames::WithPoint;
        let played = n_games + usize::from(is_with_point);
        let games = played + sum.full_points_above;
        if self.format.rounds > MOST_COUNTED {
            games.min(MOST_COUNTED)
        } else {
            games
        }
    }
}
