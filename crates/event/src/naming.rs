//! Players and teams as an arbiter names them: by number, or by a part of the name that is nobody else's.

use edelweiss_model::Tournament;

use crate::error::{StepError, StepProblem};
use crate::given_bye::GivenBye;
use crate::words;

/// Those who can be named: players, or teams.
struct NamedRoll<'a> {
    noun: &'static str,
    names: Vec<(u32, &'a str)>,
}

impl<'a> NamedRoll<'a> {
    fn of_players(tournament: &'a Tournament) -> Self {
        let players = tournament.players.iter();
        Self {
            noun: "player",
            names: players
                .map(|player| (player.number.get(), &player.name[..]))
                .collect(),
        }
    }

    fn of_teams(tournament: &'a Tournament) -> Self {
        let teams = tournament.teams.teams.iter();
        Self {
            noun: "team",
            names: teams
                .map(|team| (team.number.get(), &team.name[..]))
                .collect(),
        }
    }

    fn find(&self, text: &str) -> Result<u32, StepError> {
        let (text, noun) = (text.trim(), self.noun);
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = text.parse().ok();
            let found = number.filter(|number| self.names.iter().any(|(own, _)| own == number));
            return found.ok_or_else(|| {
                let pronoun = if noun == "team" { "which" } else { "who" };
                StepError::new(
                    format!("found {noun} {text}, {pronoun} is not in the file"),
                    format!("the file has {} {noun}s", self.names.len()),
                )
            });
        }
        let wanted = text.to_lowercase();
        let named = |is_named: &dyn Fn(&str) -> bool| -> Vec<(u32, &str)> {
            let is_it = |(_, name): &&(u32, &str)| is_named(&name.to_lowercase());
            self.names.iter().filter(is_it).copied().collect()
        };
        // A whole name counts before a part of others.
        let whole = named(&|name| name == wanted);
        let found = if whole.len() == 1 || wanted.is_empty() {
            whole
        } else {
            named(&|name| name.contains(&wanted))
        };
        match &found[..] {
            [(number, _)] => Ok(*number),
            [] => Err(StepError::new(
                format!(
                    "found the {noun} {text:?}, expected a number or a part of a name of the file"
                ),
                "names are compared letter by letter, large and small alike",
            )),
            several => {
                let names = several
                    .iter()
                    .map(|(number, name)| format!("{number} {name}"));
                let names: Vec<String> = names.collect();
                Err(StepError::new(
                    format!(
                        "found the {noun} {text:?}, which may be {}",
                        words::listed(&names)
                    ),
                    "say the number, or more of the name",
                ))
            }
        }
    }
}

/// The number of the player whom `text` names. O(players).
///
/// # Errors
/// A text that names nobody, or several players: who they are, and what to do.
pub fn player(tournament: &Tournament, text: &str) -> Result<u32, StepError> {
    NamedRoll::of_players(tournament).find(text)
}

/// The numbers of all teams whom `texts` name; numbers may stand in one text with commas between.
///
/// # Errors
/// Every text that names no team, or several of them.
pub fn teams<T: AsRef<str>>(tournament: &Tournament, texts: &[T]) -> Result<Vec<u32>, StepError> {
    let roll = NamedRoll::of_teams(tournament);
    collected(texts.iter().flat_map(|text| parts(text.as_ref())), |text| {
        roll.find(text)
    })
}

/// Byes of teams such as `12=H`, as [`byes`] reads those of players.
///
/// # Errors
/// As for [`teams`]; kinds that there are not.
pub fn team_byes<T: AsRef<str>>(
    tournament: &Tournament,
    texts: &[T],
) -> Result<Vec<(u32, GivenBye)>, StepError> {
    byes_of(&NamedRoll::of_teams(tournament), texts)
}

/// The numbers of all players whom `texts` name; numbers may stand in one text with commas between.
///
/// # Errors
/// Every text that names nobody, or several players.
pub fn players<T: AsRef<str>>(tournament: &Tournament, texts: &[T]) -> Result<Vec<u32>, StepError> {
    collected(texts.iter().flat_map(|text| parts(text.as_ref())), |text| {
        player(tournament, text)
    })
}

/// Groups such as `3-8` and `3-8-12`; else all `texts` are names of one group.
///
/// # Errors
/// As for [`players`].
pub fn groups<T: AsRef<str>>(
    tournament: &Tournament,
    texts: &[T],
) -> Result<Vec<Vec<u32>>, StepError> {
    groups_of(&NamedRoll::of_players(tournament), texts)
}

/// Groups of teams, as [`groups`] reads those of players.
///
/// # Errors
/// As for [`teams`].
pub fn team_groups<T: AsRef<str>>(
    tournament: &Tournament,
    texts: &[T],
) -> Result<Vec<Vec<u32>>, StepError> {
    groups_of(&NamedRoll::of_teams(tournament), texts)
}

fn groups_of<T: AsRef<str>>(roll: &NamedRoll<'_>, texts: &[T]) -> Result<Vec<Vec<u32>>, StepError> {
    let parts: Vec<&str> = texts.iter().flat_map(|text| parts(text.as_ref())).collect();
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let is_group = |part: &&str| {
        let mut numbers = part.split('-');
        part.contains('-') && numbers.all(|number| !number.trim().is_empty() && is_number(number))
    };
    if parts.iter().all(is_group) {
        return collected(parts.into_iter(), |part| {
            collected(part.split('-'), |text| roll.find(text))
        });
    }
    Ok(vec![collected(parts.into_iter(), |part| roll.find(part))?])
}

/// Byes such as `12=H`: the number and the kind, a half-point bye where none is said.
///
/// # Errors
/// As for [`players`]; kinds that there are not.
pub fn byes<T: AsRef<str>>(
    tournament: &Tournament,
    texts: &[T],
) -> Result<Vec<(u32, GivenBye)>, StepError> {
    byes_of(&NamedRoll::of_players(tournament), texts)
}

fn byes_of<T: AsRef<str>>(
    roll: &NamedRoll<'_>,
    texts: &[T],
) -> Result<Vec<(u32, GivenBye)>, StepError> {
    collected(texts.iter().flat_map(|text| parts(text.as_ref())), |text| {
        let (who, kind) = text.rsplit_once('=').unwrap_or((text, "H"));
        let kind = match kind.trim() {
            "F" | "f" => GivenBye::Full,
            "H" | "h" => GivenBye::Half,
            "Z" | "z" => GivenBye::Absent,
            "U" | "u" => {
                return Err(StepError::new(
                    format!("found {text:?}, a pairing-allocated bye, which the pairing gives"),
                    "`edelweiss pair FILE --given-bye N` pairs the others where the arbiter has given it",
                ));
            }
            other => {
                return Err(StepError::new(
                    format!(
                        "found the bye {other:?}, expected F (full point), H (half point) or Z (none)"
                    ),
                    "as in 12=H",
                ));
            }
        };
        Ok((roll.find(who)?, kind))
    })
}

fn is_number(text: &str) -> bool {
    text.trim().bytes().all(|byte| byte.is_ascii_digit())
}

/// The parts between commas where each begins with a digit; a name may hold commas.
fn parts(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text
        .split(',')
        .filter(|part| !part.trim().is_empty())
        .collect();
    let begins = |part: &&str| part.trim().starts_with(|c: char| c.is_ascii_digit());
    if parts.len() > 1 && parts.iter().all(begins) {
        parts
    } else {
        vec![text]
    }
}

/// All of them, or every problem.
fn collected<'a, T>(
    texts: impl Iterator<Item = &'a str>,
    mut one: impl FnMut(&'a str) -> Result<T, StepError>,
) -> Result<Vec<T>, StepError> {
    let (mut found, mut problems): (Vec<T>, Vec<StepProblem>) = (Vec::new(), Vec::new());
    for text in texts {
        match one(text) {
            Ok(item) => found.push(item),
            Err(error) => problems.extend(error.problems),
        }
    }
    StepError::none_of(problems)?;
    Ok(found)
}
