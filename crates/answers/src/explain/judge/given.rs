//! A round that somebody made by hand: on the command line, or as it stands in the file.

use edelweiss::check::verdict::JudgedRound;
use edelweiss::model::{ByeKind, PlayerId, RoundEntry, RoundNumber, Tournament};

/// Reads `1-2,3-4,5`: pairs, and who has the bye, by starting numbers.
///
/// # Errors
/// What was found, and what was expected.
pub(super) fn parse(text: &str, tournament: &Tournament) -> Result<JudgedRound, String> {
    let mut round = JudgedRound::default();
    let wrong =
        |part: &str, expected: &str| Err(format!("--pairs: found {part:?}, expected {expected}"));
    let player = |part: &str| {
        let number: Option<u32> = part.trim().parse().ok();
        (tournament.player_ids())
            .find(|id| Some(tournament.player(*id).number.get()) == number)
            .ok_or_else(|| {
                format!(
                    "--pairs: found {part:?}, expected the starting number of a player of the file"
                )
            })
    };
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        match part.split_once('-') {
            Some((a, b)) if b.trim() != "0" => {
                let (a, b) = (player(a)?, player(b)?);
                if a == b {
                    return wrong(part, "two players");
                }
                round.pairs.push((a, b));
            }
            bye => {
                let id = player(bye.map_or(part, |(a, _)| a))?;
                if round.bye.replace(id).is_some() {
                    return wrong(part, "one player without an opponent, who has the bye");
                }
            }
        }
    }
    if round.pairs.is_empty() && round.bye.is_none() {
        return wrong(text, "pairs as 1-2,3-4,5 with the bye last");
    }
    Ok(round)
}

/// The round as it stands in the file, but for a bye that the arbiter had given before; `None` where it
/// does not.
pub(super) fn recorded(
    tournament: &Tournament,
    round: RoundNumber,
    given_bye: Option<PlayerId>,
) -> Option<JudgedRound> {
    let mut found = JudgedRound::default();
    for id in tournament.player_ids() {
        match tournament.player(id).entry(round) {
            RoundEntry::Paired { opponent, .. } if id < opponent => {
                found.pairs.push((id, opponent));
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) if given_bye != Some(id) => {
                found.bye = Some(id);
            }
            _ => {}
        }
    }
    (!found.pairs.is_empty()).then_some(found)
}
