//! What is known of a player, as an arbiter enters it: each field checked.

use std::collections::BTreeMap;

use edelweiss_model::{FideTitle, Player, PlayerId, Sex, Tournament, Tpn};
use edelweiss_trf::{PlayerDetails, days};

use crate::error::{StepError, StepProblem};
use crate::step::PlayerFields;
use crate::words;

/// Takes over every field that is given; an empty text, or 0, takes one out.
///
/// # Errors
/// Every field that cannot be.
pub(crate) fn filled(
    fields: &PlayerFields,
    player: &mut Player,
    details: &mut PlayerDetails,
) -> Result<(), StepError> {
    let mut refused = Vec::new();
    if let Some(name) = &fields.name {
        name.trim().clone_into(&mut player.name);
    }
    take(&mut player.rating, rating(fields), &mut refused);
    take(&mut player.title, title(fields), &mut refused);
    take(&mut player.federation, federation(fields), &mut refused);
    take(&mut player.sex, sex(fields), &mut refused);
    take(&mut details.birth, birth(fields), &mut refused);
    take(&mut details.fide_number, fide_number(fields), &mut refused);
    if let Some(club) = &fields.club {
        details.club = some(club);
    }
    let problems = refused.into_iter().map(|message| StepProblem {
        place: String::new(),
        message,
        hint: String::new(),
    });
    StepError::none_of(problems.collect())
}

/// A field: nothing where it is not given, else what is to stand there, or what is wrong with it.
type GivenField<T> = Option<Result<Option<T>, String>>;

fn take<T>(own: &mut Option<T>, given: GivenField<T>, refused: &mut Vec<String>) {
    match given {
        Some(Ok(value)) => *own = value,
        Some(Err(message)) => refused.push(message),
        None => {}
    }
}

fn some(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn rating(fields: &PlayerFields) -> GivenField<u16> {
    fields.rating.map(|rating| match rating {
        0 => Ok(None),
        1..=9999 => Ok(Some(rating)),
        _ => Err(format!(
            "found the rating {rating}, expected 1 to 9999, or 0 for none"
        )),
    })
}

fn title(fields: &PlayerFields) -> GivenField<String> {
    let title = some(fields.title.as_deref()?);
    let of_fide = |title: &String| match FideTitle::of(title) {
        Some(title) => Ok(title.code().to_owned()),
        None => Err(format!(
            "found the title {title:?}, expected GM, IM, WGM, FM, WIM, CM, WFM, WCM, or nothing"
        )),
    };
    Some(title.as_ref().map(of_fide).transpose())
}

fn federation(fields: &PlayerFields) -> GivenField<String> {
    let code = some(fields.federation.as_deref()?).map(|code| code.to_uppercase());
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|c| c.is_ascii_uppercase());
    Some(match code {
        Some(code) if !is_code(&code) => Err(format!(
            "found the federation {code:?}, expected three letters such as NOR"
        )),
        code => Ok(code),
    })
}

fn sex(fields: &PlayerFields) -> GivenField<Sex> {
    let sex = fields.sex.as_deref()?.trim().to_lowercase();
    Some(match &sex[..] {
        "" => Ok(None),
        "m" => Ok(Some(Sex::Male)),
        "w" | "f" => Ok(Some(Sex::Female)),
        sex => Err(format!(
            "found the sex {sex:?}, expected m, w (or f), or nothing"
        )),
    })
}

/// A year or a day as files have it.
fn birth(fields: &PlayerFields) -> GivenField<String> {
    let text = fields.birth.as_deref()?.trim();
    let is_year = text.len() == 4 && text.bytes().all(|digit| digit.is_ascii_digit());
    Some(match &days(text)[..] {
        _ if text.is_empty() => Ok(None),
        _ if is_year => Ok(Some(format!("{text}/00/00"))),
        [day] if text.contains(&format!("{:04}", day.year)) => Ok(Some(day.to_string())),
        _ => Err(format!(
            "found the date of birth {text:?}, expected a year, or a day such as 2001/05/27"
        )),
    })
}

fn fide_number(fields: &PlayerFields) -> GivenField<u64> {
    fields.fide_number.map(|number| match number {
        0 => Ok(None),
        1..=99_999_999_999 => Ok(Some(number)),
        _ => Err(format!(
            "found the FIDE number {number}, expected at most eleven digits"
        )),
    })
}

/// Whether the player may be somebody who is there already: a FIDE number is one player's, a name may be that of
/// two, which is said.
///
/// # Errors
/// Somebody else has the FIDE number.
pub(crate) fn check_identity(
    tournament: &Tournament,
    known: &BTreeMap<Tpn, PlayerDetails>,
    player: &Player,
    details: &PlayerDetails,
    own: Option<PlayerId>,
) -> Result<Vec<String>, StepError> {
    let others = || tournament.player_ids().filter(|id| Some(*id) != own);
    if let Some(number) = details.fide_number {
        let has_it = |id: &PlayerId| {
            let known = known.get(&tournament.player(*id).number);
            known.is_some_and(|known| known.fide_number == Some(number))
        };
        if let Some(other) = others().find(has_it) {
            let number_of = tournament.player(other).number;
            return Err(StepError::new(
                format!(
                    "found the FIDE number {number}, which is that of {}",
                    words::player(tournament, other)
                ),
                format!(
                    "a FIDE number is one player's: correct it here, or there with `edelweiss player FILE {number_of} --fide-number N`"
                ),
            ));
        }
    }
    let same = others().find(|id| tournament.player(*id).name == player.name);
    let is_new = own.is_none_or(|own| tournament.player(own).name != player.name);
    let same = same.filter(|_| is_new && !player.name.is_empty());
    Ok(same
        .map(|other| format!("{} has the same name", words::player(tournament, other)))
        .into_iter()
        .collect())
}

/// What differs, in words.
pub(crate) fn changes(
    old: (&Player, &PlayerDetails),
    new: (&Player, &PlayerDetails),
) -> Vec<String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let fields = |(player, details): (&Player, &PlayerDetails)| {
        let sex = match player.sex {
            Some(Sex::Male) => "m",
            Some(Sex::Female) => "w",
            None => "",
        };
        [
            ("name", player.name.clone()),
            ("rating", number(player.rating.map(u64::from))),
            ("title", text(&player.title)),
            ("federation", text(&player.federation)),
            ("sex", sex.to_owned()),
            ("date of birth", text(&details.birth)),
            ("FIDE number", number(details.fide_number)),
            ("club", text(&details.club)),
        ]
    };
    let shown = |text: &str| {
        if text.is_empty() {
            "none".to_owned()
        } else {
            text.to_owned()
        }
    };
    let both = fields(old).into_iter().zip(fields(new));
    both.filter(|((_, old), (_, new))| old != new)
        .map(|((name, old), (_, new))| format!("{name} {} (before: {})", shown(&new), shown(&old)))
        .collect()
}
