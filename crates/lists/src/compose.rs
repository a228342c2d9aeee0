//! The sheet of a list.

use crate::kind::ListKind;
use crate::language::SheetWords;
use crate::records::EventRecords;
use crate::sheet::{Sheet, clean};
use crate::unlistable::Unlistable;
use crate::{money, pairings, people, ranks};

/// Makes a list. O(players · rounds), beside sorting.
///
/// # Errors
/// What the records lack for it.
pub fn compose(
    list: ListKind,
    event: &EventRecords<'_>,
    words: &SheetWords,
) -> Result<Sheet, Unlistable> {
    let (parts, notes) = match list {
        ListKind::Boards => pairings::boards(event, words)?,
        ListKind::Names => pairings::names(event, words)?,
        ListKind::Missing => pairings::missing(event, words),
        ListKind::Standings => ranks::standings(event, words),
        ListKind::CrossTable => ranks::cross_table(event, words),
        ListKind::WallChart => ranks::wall_chart(event, words),
        ListKind::Cards => ranks::cards(event, words),
        ListKind::StartingRank => people::starting_rank(event, words),
        ListKind::Categories => people::categories(event, words),
        ListKind::Clubs => people::clubs(event, words),
        ListKind::Federations => people::federations(event, words),
        ListKind::Prizes => money::prizes(event, words)?,
    };
    let of_round = matches!(list, ListKind::Boards | ListKind::Names);
    let round = match event.round.filter(|_| of_round) {
        Some(round) => usize::from(round.get()),
        None => event.rounds(),
    };
    Ok(Sheet {
        list,
        title: words.say_with(&format!("list-{}", list.code()), [("round", round.into())]),
        event: clean(&event.tournament.name),
        about: about(event, words, round),
        parts,
        notes,
    })
}

/// What stands below the title.
fn about(event: &EventRecords<'_>, words: &SheetWords, round: usize) -> Vec<String> {
    let [from, to] = &event.days.each_ref().map(|day| clean(day));
    let days = match (from.as_str(), to.as_str()) {
        (day, "") | ("", day) => day.to_owned(),
        (from, to) if from == to => from.to_owned(),
        (from, to) => format!("{from} – {to}"),
    };
    let place = [clean(&event.city), days];
    let place: Vec<String> = place.into_iter().filter(|text| !text.is_empty()).collect();
    let mut about = vec![place.join(", ")];
    if let Some(total) = event.tournament.rounds_total {
        let total = usize::from(total.get());
        about.push(words.say_with(
            "rounds-of",
            [("round", round.into()), ("total", total.into())],
        ));
    }
    let arbiter = clean(&event.arbiter);
    if !arbiter.is_empty() {
        about.push(words.say_with("arbiter", [("name", arbiter.into())]));
    }
    about.retain(|line| !line.is_empty());
    about
}
