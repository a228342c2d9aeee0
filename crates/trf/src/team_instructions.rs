//! What is said of the pairing of teams before it, written: `240`, `250`, `260`.

use std::fmt::Write as _;

use edelweiss_model::{ByeKind, ForbiddenGroup, PlayerId, Score, TeamScore, Teams};

use crate::cells::{MOST_ROUNDS, last_round};
use crate::unwritable::{Unwritable, unwritable};

/// Absences, bans and virtual points of the teams. O(what is said).
pub(crate) fn write_instructions(out: &mut String, teams: &Teams) -> Result<(), Unwritable> {
    let said = &teams.instructions;
    let Some(rules) = teams.pairing else {
        return if said.absences.is_empty()
            && said.forbidden.is_empty()
            && said.virtual_points.is_empty()
        {
            Ok(())
        } else {
            unwritable(
                "absences, bans and virtual points of teams are written with the Swiss team system only",
            )
        };
    };
    let number = |team: &PlayerId| teams.teams[team.index()].number.get();
    for absence in &said.absences {
        let kind = match absence.kind {
            ByeKind::Full => 'F',
            ByeKind::Half => 'H',
            ByeKind::Zero => 'Z',
            ByeKind::PairingAllocated => {
                return unwritable("a pairing-allocated bye of a team is no announced absence");
            }
        };
        let round = usize::from(absence.round.get());
        if round > MOST_ROUNDS {
            return unwritable(format!("round {round} is beyond round {MOST_ROUNDS}"));
        }
        let team = number(&absence.player);
        writeln!(out, "240 {kind} {round:>3} {team:>4}").expect("a string grows");
    }
    for group in &said.forbidden {
        write_ban(out, teams, group)?;
    }
    write_virtual_points(out, teams, rules.primary)
}

/// A ban, `260`.
pub(crate) fn write_ban(
    out: &mut String,
    teams: &Teams,
    group: &ForbiddenGroup,
) -> Result<(), Unwritable> {
    let last = last_round(group)?;
    write!(out, "260 {:>3} {last:>3}", group.first.get()).expect("a string grows");
    for team in &group.players {
        let number = teams.teams[team.index()].number.get();
        write!(out, " {number:>4}").expect("a string grows");
    }
    out.push('\n');
    Ok(())
}

/// `250`, a line for each run of equal points.
fn write_virtual_points(
    out: &mut String,
    teams: &Teams,
    primary: TeamScore,
) -> Result<(), Unwritable> {
    for (team, points) in teams.instructions.virtual_points.iter().enumerate() {
        let team = teams.teams[team].number.get();
        let mut start = 0;
        for run in points.chunk_by(|a, b| a == b) {
            let (first, last) = (start + 1, start + run.len());
            start = last;
            if run[0] == Score::ZERO {
                continue;
            }
            let points = format!("{:>4}", run[0].to_string());
            if points.len() > 4 || last > MOST_ROUNDS {
                return unwritable(format!(
                    "virtual points of team {team} do not fit a line 250"
                ));
            }
            let [of_match, of_games] = match primary {
                TeamScore::MatchPoints => [points.as_str(), "    "],
                TeamScore::GamePoints => ["    ", points.as_str()],
            };
            writeln!(
                out,
                "250 {of_match} {of_games} {first:>3} {last:>3} {team:>4} {team:>4}"
            )
            .expect("a string grows");
        }
    }
    Ok(())
}
