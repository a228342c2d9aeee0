//! Rating changes of the players of a file: by which edition, with what is known of K, as a document.

use edelweiss::model::{PlayerId, Tpn};
use edelweiss::ratings::{
    COEFFICIENTS, CoefficientReason, EDITIONS, KnownOfPlayer, RatingChange, RatingEdition,
    edition_of, rating_changes,
};
use serde::{Deserialize, Serialize};

use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::json::{FORMAT_VERSION, Program, written};
use crate::wishes::words;

/// What can be asked of rating changes.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct RatingsOptions {
    /// Edition of B.02, 2024 or 2025 [default: the one in force on the date of the file]
    #[cfg_attr(feature = "clap", arg(long, value_name = "YEAR"))]
    pub rules: Option<u16>,
    /// K of everybody (20), or of one player (7=40); may be given again [default: each K that is possible]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K|NUMBER=K"))]
    #[serde(deserialize_with = "words")]
    pub k: Vec<String>,
}

/// `--k`: of one player, or of everybody.
#[derive(Clone, Copy)]
struct CoefficientChoice {
    player: Option<Tpn>,
    k: u16,
}

impl CoefficientChoice {
    /// # Errors
    /// A K that there is not, a number that is none.
    fn read(text: &str) -> Result<Self, AnswerError> {
        let wrong = || {
            AnswerError::invalid(format!(
                "--k: found '{text}', expected 40, 20 or 10, or a number and one of them: 7=40"
            ))
        };
        let (player, k) = match text.split_once('=') {
            Some((player, k)) => (Some(player), k),
            None => (None, text),
        };
        let number = |text: &str| Tpn::in_file(text.trim().parse().ok()?).ok();
        let player = player
            .map(|player| number(player).ok_or_else(wrong))
            .transpose()?;
        let k = k.trim().parse().ok();
        let k = k.filter(|k| COEFFICIENTS.contains(k)).ok_or_else(wrong)?;
        Ok(Self { player, k })
    }
}

/// The rating changes of a file.
#[derive(Debug)]
pub struct RatedEvent {
    /// By which edition.
    pub edition: &'static RatingEdition,
    /// What chose it: `option`, `date` or `default`.
    pub by: &'static str,
    /// Of every rated player, by number.
    pub changes: Vec<RatingChange>,
    /// The numbers of the players without a rating.
    pub unrated: Vec<Tpn>,
}

/// Computes them.
///
/// # Errors
/// An edition that is not there; a player who is not.
pub fn rated(input: &TournamentInput, options: &RatingsOptions) -> Result<RatedEvent, AnswerError> {
    let tournament = &input.reading.tournament;
    let (edition, by) = edition(options.rules, input)?;
    let number = |id: PlayerId| tournament.player(id).number;
    let choices = options.k.iter().map(|text| CoefficientChoice::read(text));
    let choices = choices.collect::<Result<Vec<_>, _>>()?;
    for choice in &choices {
        if let Some(player) = choice.player
            && !tournament.player_ids().any(|id| number(id) == player)
        {
            return Err(AnswerError::invalid(format!(
                "--k: there is no player {player}"
            )));
        }
    }
    let details = input.reading.document.details();
    let changes = rating_changes(tournament, edition, |id| {
        // Of a player before that of everybody.
        let chosen = |of: Option<Tpn>| choices.iter().rev().find(|choice| choice.player == of);
        let chosen = chosen(Some(number(id))).or_else(|| chosen(None));
        let born = || {
            details
                .get(&number(id))?
                .birth
                .as_ref()?
                .get(..4)?
                .parse()
                .ok()
        };
        match chosen {
            Some(choice) => Some(KnownOfPlayer::Coefficient(choice.k)),
            None => born().filter(|year| *year > 0).map(KnownOfPlayer::Born),
        }
    });
    let is_rated = |id: &PlayerId| {
        changes
            .binary_search_by_key(id, |change| change.player)
            .is_ok()
    };
    let unrated = tournament
        .player_ids()
        .filter(|id| !is_rated(id))
        .map(number)
        .collect();
    Ok(RatedEvent {
        edition,
        by,
        changes,
        unrated,
    })
}

fn edition(
    asked: Option<u16>,
    input: &TournamentInput,
) -> Result<(&'static RatingEdition, &'static str), AnswerError> {
    if let Some(year) = asked {
        let edition = EDITIONS.iter().find(|edition| edition.year == year);
        return edition.map(|edition| (edition, "option")).ok_or_else(|| {
            let years = EDITIONS
                .map(|edition| edition.year.to_string())
                .join(" or ");
            AnswerError::invalid(format!("--rules: found {year}, expected {years}"))
        });
    }
    let oldest = &EDITIONS[EDITIONS.len() - 1];
    match input.reading.tournament.starts {
        None => Ok((&EDITIONS[0], "default")),
        Some(day) => edition_of(day).map(|edition| (edition, "date")).ok_or_else(|| {
            AnswerError::invalid(format!(
                "{}: the event begins on {day}, and no edition of B.02 before {} is here\n  hint: --rules {} computes by the oldest one that is",
                input.name, oldest.from, oldest.year
            ))
        }),
    }
}

/// Why K is what it is, in a word.
pub fn reason_code(reason: CoefficientReason) -> &'static str {
    match reason {
        CoefficientReason::Given => "given",
        CoefficientReason::Top => "top",
        CoefficientReason::Young => "young",
        CoefficientReason::Unknown => "unknown",
    }
}

#[derive(Serialize)]
struct RatingsDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    file: &'a str,
    edition: u16,
    edition_by: &'static str,
    players: Vec<RatedPlayerDocument<'a>>,
    unrated: Vec<u32>,
}

#[derive(Serialize)]
struct RatedPlayerDocument<'a> {
    number: u32,
    name: &'a str,
    rating: u16,
    score: String,
    expected: String,
    difference: String,
    k_by: &'static str,
    changes: Vec<PossibleChange>,
    games: Vec<RatedGameDocument>,
}

#[derive(Serialize)]
struct PossibleChange {
    k: u16,
    change: String,
}

#[derive(Serialize)]
struct RatedGameDocument {
    round: u16,
    opponent: u32,
    rating: u16,
    difference: i32,
    score: String,
    expected: String,
}

/// As a document: docs/schema/ratings.schema.json.
pub fn to_json(input: &TournamentInput, rated: &RatedEvent) -> String {
    let tournament = &input.reading.tournament;
    let players = rated.changes.iter().map(|change| {
        let player = tournament.player(change.player);
        let possible = change.coefficients.possible().iter();
        RatedPlayerDocument {
            number: player.number.get(),
            name: &player.name,
            rating: change.rating,
            score: change.score().to_string(),
            expected: change.expected().to_string(),
            difference: change.difference().to_string(),
            k_by: reason_code(change.coefficients.reason),
            changes: possible
                .map(|k| PossibleChange {
                    k: *k,
                    change: change.change(*k).to_string(),
                })
                .collect(),
            games: (change.games.iter())
                .map(|game| RatedGameDocument {
                    round: game.round.get(),
                    opponent: tournament.player(game.opponent).number.get(),
                    rating: game.rating,
                    difference: game.difference,
                    score: game.score.to_string(),
                    expected: game.expected.to_string(),
                })
                .collect(),
        }
    });
    written(&RatingsDocument {
        format: "edelweiss.ratings",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        file: &input.name,
        edition: rated.edition.year,
        edition_by: rated.by,
        players: players.collect(),
        unrated: rated.unrated.iter().map(|number| number.get()).collect(),
    })
}
