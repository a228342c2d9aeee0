//! One round by several editions of a system, side by side.

use edelweiss::check::verdict::{JudgedRound, LiteralLimit, RuleComparison};
use edelweiss::model::{PlayerId, Tournament};
use edelweiss::pairing::{Outcome, RoundPairing};
use edelweiss::systems::registry;
use edelweiss::verdict::judge_round;
use serde::{Deserialize, Serialize};

use crate::check::{RoundOutcome, Seat, compare, seats_of};
use crate::error::AnswerError;
use crate::impossible;
use crate::input::TournamentInput;
use crate::json::{JsonPoints, JsonRemark, Program, written};
use crate::pair::{AnsweredRound, PairOptions};
use crate::report::Setting;
use crate::system::{Asked, RulesOptions, SystemName, Year};
use crate::which_round::RoundOptions;

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// What can be asked of a comparison of editions.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct EditionsOptions {
    /// Pairing system [default: as in `pair`]
    #[cfg_attr(feature = "clap", arg(long))]
    pub system: Option<SystemName>,
    /// The editions, the one that the others are compared with first [default: the two latest of the system]
    #[cfg_attr(feature = "clap", arg(long))]
    pub editions: Vec<Year>,
    /// Which round.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub which: RoundOptions,
}

#[derive(Serialize)]
struct EditionsDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    round: u16,
    players: Vec<PlayerOfEditions<'a>>,
    editions: Vec<EditionOut>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct PlayerOfEditions<'a> {
    number: u32,
    name: &'a str,
    title: Option<&'a str>,
    rating: Option<u16>,
    score: JsonPoints,
}

#[derive(Serialize)]
struct EditionOut {
    system: &'static str,
    edition: u16,
    name: &'static str,
    /// White and Black of each board; none where there is no round.
    boards: Option<Vec<[u32; 2]>>,
    bye: Option<u32>,
    /// Why there is no round.
    impossible: Option<String>,
    /// None of the first edition, and where one of the two has no round.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<ComparedEditions>,
}

/// A round beside that of the first edition.
#[derive(Serialize)]
struct ComparedEditions {
    verdict: RoundOutcome,
    /// Seats of this edition that the first one does not have.
    only_here: Vec<Seat>,
    only_in_first: Vec<Seat>,
    /// The first criterion of the first edition in which the two rounds differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<EditionDecision>,
}

#[derive(Serialize)]
struct EditionDecision {
    /// Counted from 1 at the top.
    bracket: usize,
    score: String,
    rule: &'static str,
    article: &'static str,
    meaning: &'static str,
    here: Vec<u64>,
    in_first: Vec<u64>,
}

/// The document `edelweiss.editions`.
///
/// # Errors
/// As in `pair`, for any of the editions. A round that cannot be paired is part of the answer.
pub fn editions(input: &TournamentInput, options: &EditionsOptions) -> Result<String, AnswerError> {
    let mut rules = RulesOptions {
        system: options.system,
        rules: None,
    };
    let asked = Asked::by(input.participants(rules)?);
    let system = rules.choose(asked)?.pairing;
    rules.system = Some(SystemName::of(system));
    let years = match &options.editions[..] {
        [] => {
            let rows = registry::editions_of(system.system);
            rows.iter().take(2).map(|row| Year::of(row)).collect()
        }
        years => years.to_vec(),
    };
    let rounds: Vec<AnsweredRound<'_>> = years
        .into_iter()
        .map(|year| {
            let options = PairOptions {
                rules: RulesOptions {
                    rules: Some(year),
                    ..rules
                },
                which: options.which.clone(),
                ..PairOptions::default()
            };
            AnsweredRound::new(input, &options, |_| ())
        })
        .collect::<Result<_, _>>()?;
    let Some(first) = rounds.first() else {
        return Err(AnswerError::invalid(
            "found no edition, expected at least one",
        ));
    };
    let setting = first.setting();
    let tournament = setting.tournament;
    let player = |id: PlayerId| {
        let player = tournament.player(id);
        PlayerOfEditions {
            number: player.number.get(),
            name: &player.name,
            title: player.title.as_deref(),
            rating: player.rating,
            score: setting.position.player(id).standings.into(),
        }
    };
    Ok(written(&EditionsDocument {
        format: "edelweiss.editions",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        round: setting.round().get(),
        players: tournament.player_ids().map(player).collect(),
        editions: rounds.iter().map(|round| edition(first, round)).collect(),
        warnings: input.reading.warnings.iter().map(JsonRemark::new).collect(),
    }))
}

fn edition(first: &AnsweredRound<'_>, paired: &AnsweredRound<'_>) -> EditionOut {
    let setting = paired.setting();
    let pairing = paired.choice.pairing;
    let mut out = EditionOut {
        system: pairing.system,
        edition: pairing.year,
        name: pairing.name,
        boards: None,
        bye: None,
        impossible: None,
        compared: None,
    };
    match &paired.outcome {
        Outcome::Impossible(why) => out.impossible = Some(impossible::words(&setting, why)),
        Outcome::Paired(round) => {
            let boards = round.boards.iter();
            let numbers = boards.map(|b| [setting.number(b.white), setting.number(b.black)]);
            out.boards = Some(numbers.collect());
            out.bye = round.bye.map(|id| setting.number(id));
            if let Outcome::Paired(of_first) = &first.outcome
                && !std::ptr::eq(first, paired)
            {
                out.compared = Some(compared(&first.setting(), of_first, round));
            }
        }
    }
    out
}

fn compared(
    first: &Setting<'_>,
    of_first: &RoundPairing,
    round: &RoundPairing,
) -> ComparedEditions {
    let seats = |round| seats_of(first.tournament, round);
    let (verdict, only_here, only_in_first) = compare(&seats(round), &seats(of_first));
    let decision = match verdict {
        RoundOutcome::PairingDiffers => decision(first, of_first, round),
        _ => None,
    };
    ComparedEditions {
        verdict,
        only_here,
        only_in_first,
        decision,
    }
}

fn decision(
    first: &Setting<'_>,
    of_first: &RoundPairing,
    round: &RoundPairing,
) -> Option<EditionDecision> {
    let tournament: &Tournament = first.tournament;
    let other = JudgedRound {
        pairs: round.boards.iter().map(|b| (b.white, b.black)).collect(),
        bye: round.bye,
    };
    let edition = first.choice.pairing.edition?;
    let limit = LiteralLimit::default();
    let verdict = judge_round(tournament, first.position, edition, &other, of_first, limit);
    let decision = verdict.decision?;
    let row: &RuleComparison = decision.deciding_row()?;
    Some(EditionDecision {
        bracket: decision.bracket + 1,
        score: decision.score.to_string(),
        rule: row.label,
        article: row.article,
        meaning: row.summary,
        here: row.recorded.clone(),
        in_first: row.here.clone(),
    })
}
