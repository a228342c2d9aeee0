//! The players of a file, or its teams, ranked.

pub mod choice;
mod document;
mod ranked;

use std::borrow::Cow;
use std::fmt::Display;

use edelweiss::model::{PlayerId, RoundNumber, TeamId, Tpn};
use edelweiss::standings::Reference;
use edelweiss::trf::Failure;
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::held::held_as_asked;
use crate::input::TournamentInput;
use crate::which_round;
use choice::ListOptions;
pub use document::refused;
pub use ranked::{AskedTieBreak, Ranked, RankedTable};

/// What can be asked of standings.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct StandingsOptions {
    /// Standings after this round [default: the last one that has results]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    pub after_round: Option<u16>,
    /// By which tie-breaks.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub list: ListOptions,
}

/// Ranks, tells `warn` what was ranked with doubts, and answers what `then` makes of it.
///
/// # Errors
/// A list that cannot be applied, with every reason; what `then` fails with.
pub fn with_ranked<T>(
    input: &TournamentInput,
    options: &StandingsOptions,
    mut warn: impl FnMut(&dyn Display),
    then: impl FnOnce(&Ranked<'_>) -> Result<T, AnswerError>,
) -> Result<T, AnswerError> {
    let name = &input.name;
    let choice = choice::choose(name, &input.reading, &options.list)?;
    choice.warnings.iter().for_each(|warning| warn(warning));
    let tournament = &input.reading.tournament;
    let paired = tournament.rounds_paired().map_or(0, RoundNumber::get);
    // A last round of byes only counts where it is asked for.
    let beyond = options.after_round.filter(|after| *after > paired);
    // More rounds than there are, the table refuses in its own words.
    let tournament = held_as_asked(name, tournament, beyond).unwrap_or(Cow::Borrowed(tournament));
    let tournament = choice.applied_to(&tournament);
    let after = options.after_round.map(u32::from).map(RoundNumber::new);
    let after = after.transpose();
    let after = after.map_err(|error| AnswerError::invalid(format!("--after-round: {error}")))?;
    let ranked = Ranked::new(name, &tournament, &choice, after)
        .map_err(|error| Failure::from(choice.refused(name, &error)))?;
    for remark in ranked.standings.remarks() {
        warn(&choice.remark(name, remark));
    }
    if let Some(open) = which_round::open_games_before(&tournament, ranked.rounds()) {
        warn(&open);
    }
    then(&ranked)
}

/// The document `edelweiss.standings`, with the values of one participant taken apart if asked for.
pub fn to_json(input: &TournamentInput, ranked: &Ranked<'_>, why: Option<PlayerId>) -> String {
    document::standings(ranked, why, &input.reading.warnings)
}

/// The tournament file with the points, the ranks and the list of tie-breaks.
///
/// # Errors
/// Ranks of an earlier round, and ranks that the format has no place for.
#[expect(clippy::missing_panics_doc, reason = "numbers are those of the file")]
pub fn to_trf(input: &TournamentInput, ranked: &Ranked<'_>) -> Result<Vec<u8>, AnswerError> {
    let document = &input.reading.document;
    let tournament = ranked.tournament;
    let paired = tournament
        .rounds_paired()
        .map_or(0, |last| last.index() + 1);
    let rounds = ranked.rounds();
    let has_later = (rounds..paired).any(|round| !tournament.is_without_results(round..round + 1));
    if has_later {
        return Err(AnswerError::invalid(format!(
            "ranks after round {rounds} do not fit a file with later rounds\n  hint: choose another --format, or leave out --after-round"
        )));
    }
    let rows = ranked.standings.rows().iter();
    let number = |id| Tpn::new(ranked.number(id)).expect("a number of the file");
    let ranks: Vec<_> = (rows.clone())
        .map(|row| (number(row.player), row.rank))
        .collect();
    let list = ranked.choice.whole_order();
    let document = document.with_points(tournament, rounds);
    let document = match ranked.teams() {
        Some(table) => {
            let points = rows.map(|row| {
                let team = TeamId::from_index(row.player.index());
                let both = [Reference::MatchPoints, Reference::GamePoints];
                (
                    number(row.player),
                    both.map(|which| table.score(team, which)),
                )
            });
            let points: Vec<_> = points.collect();
            (document.with_team_points(&points)).with_team_standings(&ranks, &list)
        }
        None => document.with_standings(&ranks, &list),
    };
    let document = document.map_err(|error| {
        let message = format!("the ranks cannot be added: {error}");
        AnswerError::new(AnswerErrorKind::Limit, message)
    })?;
    Ok(document.to_bytes(document.line_end()))
}
