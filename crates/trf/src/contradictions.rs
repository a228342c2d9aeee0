//! Contradictions that the model finds, told with their places in the file.

use edelweiss_model::{Contradiction, RoundNumber, Tpn};

use crate::cells::cell_column;
use crate::error::{At, FindingKind, Log};
use crate::players::PlayerRows;
use crate::rows::PlayerRow;
use crate::settings::TournamentSettings;

/// Tells of a contradiction.
pub(crate) fn report(
    problem: &Contradiction,
    rows: &PlayerRows,
    settings: &TournamentSettings,
    log: &mut Log,
) {
    let row = |number: Tpn| Some(&rows.lines[rows.find(number.get())?.index()]);
    let at_round = |player: Tpn, round: RoundNumber, field| {
        let at = row(player).map_or_else(At::default, |row| row.at_round(round));
        at.field(field)
    };
    let (at, hint) = match *problem {
        Contradiction::SelfPairing { player, round } => {
            (at_round(player, round, "opponent"), String::new())
        }
        Contradiction::NotMirrored {
            player,
            opponent,
            round,
        } => {
            let hint = row(opponent).map(|row| missing(row, opponent, round));
            let at = at_round(player, round, "opponent");
            (at, hint.unwrap_or_default())
        }
        Contradiction::ColourClash {
            player,
            opponent,
            round,
        } => {
            let hint = row(opponent).map(|row| see(row, round));
            (at_round(player, round, "colour"), hint.unwrap_or_default())
        }
        Contradiction::ResultClash {
            player,
            opponent,
            round,
        } => {
            let hint = row(opponent).map(|row| see(row, round));
            (at_round(player, round, "result"), hint.unwrap_or_default())
        }
        Contradiction::TooManyRounds { .. } => {
            let line = settings.rounds.map_or(0, |(_, line)| line);
            let hint = "142 and XXR give the rounds of the whole event".to_owned();
            (At::line(line).field("rounds"), hint)
        }
        Contradiction::BakuNeedsRounds | Contradiction::BakuNeedsStandardPoints => (
            At::line(settings.system_line()).field("type"),
            String::new(),
        ),
        _ => (At::default(), String::new()),
    };
    let kind = match problem {
        Contradiction::TooManyPlayers(_) | Contradiction::ScoreOutOfRange(_) => FindingKind::Limit,
        _ => FindingKind::Contradiction,
    };
    log.error(kind, at, problem.to_string(), &hint);
}

/// Where the other entry of a game stands.
fn see(row: &PlayerRow, round: RoundNumber) -> String {
    let column = cell_column(round.index());
    format!("see line {}, column {column}", row.line)
}

/// Where the other entry of a game is missing.
fn missing(row: &PlayerRow, opponent: Tpn, round: RoundNumber) -> String {
    if row.length >= cell_column(round.index()) {
        return see(row, round);
    }
    format!(
        "line {} of player {opponent} ends at column {}, before round {round}",
        row.line, row.length
    )
}
