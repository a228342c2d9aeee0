//! The players by what they are: starting rank, categories, clubs, federations.

use std::collections::{BTreeMap, BTreeSet};

use edelweiss_model::letters::alphabetical;
use edelweiss_model::{PlayerId, Sex};
use edelweiss_prizes::Birth;

use crate::language::SheetWords;
use crate::ranks::{part_of, shared};
use crate::records::EventRecords;
use crate::sheet::ColumnKind::{Name, Number, Text};
use crate::sheet::{Body, SheetPart, clean};

/// The players by number, with everything that the file says of them.
pub(crate) fn starting_rank(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    let col = |name: &str| words.say(&format!("col-{name}"));
    let mut part = SheetPart::new(vec![
        (col("number"), Number),
        (col("name"), Name),
        (col("rating"), Number),
        (col("federation"), Text),
        (col("sex"), Text),
        (col("birth"), Text),
        (col("club"), Name),
        (col("group"), Text),
        (col("fide"), Number),
    ]);
    let sex = |id: PlayerId| match event.tournament.player(id).sex {
        Some(Sex::Female) => words.say("sex-w"),
        Some(Sex::Male) => words.say("sex-m"),
        None => String::new(),
    };
    let birth = |id| match event.birth(id) {
        // The day is nobody's business on a wall.
        Some(Birth::Year(year)) => year.to_string(),
        Some(Birth::Day(day)) => day.year.to_string(),
        None => String::new(),
    };
    let fide = |id: PlayerId| {
        let number = event.details(id).and_then(|details| details.fide_number);
        number.map(|number| number.to_string()).unwrap_or_default()
    };
    part.rows = (event.tournament.player_ids())
        .map(|id| {
            vec![
                event.number(id),
                event.name(id),
                event.rating(id),
                event.federation(id),
                sex(id),
                birth(id),
                event.club(id),
                event.group(id),
                fide(id),
            ]
        })
        .collect();
    let count = words.say_with("player-count", [("count", part.rows.len().into())]);
    (vec![part.without_empty_columns()], vec![count])
}

/// Everybody of a kind, by rank.
fn those(event: &EventRecords<'_>, is_of_kind: impl Fn(PlayerId) -> bool) -> Vec<PlayerId> {
    let rows = event.standings.rows().iter().map(|row| row.player);
    rows.filter(|id| is_of_kind(*id)).collect()
}

/// One part for each text that `of` gives, in alphabetical order; who has none comes last.
fn by_text(
    event: &EventRecords<'_>,
    words: &SheetWords,
    of: impl Fn(PlayerId) -> String,
) -> Vec<SheetPart> {
    let mut found: BTreeMap<(bool, String, String), Vec<PlayerId>> = BTreeMap::new();
    for id in those(event, |_| true) {
        let text = of(id);
        let key = (text.is_empty(), alphabetical(&text), text);
        found.entry(key).or_default().push(id);
    }
    let parts = found.iter().map(|((is_without, _, text), ids)| {
        let heading = if *is_without {
            words.say("without")
        } else {
            text.clone()
        };
        part_of(event, words, &heading, ids)
    });
    parts.collect()
}

/// The clubs.
pub(crate) fn clubs(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    (
        by_text(event, words, |id| event.club(id)),
        shared(event, words),
    )
}

/// The federations.
pub(crate) fn federations(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    (
        by_text(event, words, |id| event.federation(id)),
        shared(event, words),
    )
}

/// Ages below which players are juniors, and from which they are seniors (FIDE's age groups, by the
/// year of birth).
const JUNIORS: [u16; 7] = [8, 10, 12, 14, 16, 18, 20];
const SENIORS: [u16; 2] = [50, 65];
/// How wide a rating band is, and below which all players are of one.
const BAND: u16 = 200;
const LOWEST_BAND: u16 = 1200;

/// Women, age groups, rating bands, the event's own groups, and the categories of its prizes. A
/// category in which nobody is, or everybody, is left out.
pub(crate) fn categories(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    let all = event.tournament.players.len();
    let mut categories = vec![(words.say("women"), women(event))];
    categories.extend(by_age(event, words));
    categories.extend(by_rating(event, words));
    categories.extend(by_group(event));
    categories.extend(of_prizes(event));
    categories.retain(|(_, ids)| !ids.is_empty() && ids.len() < all);
    let parts = categories
        .iter()
        .map(|(heading, ids)| part_of(event, words, heading, ids));
    let has_births = event
        .tournament
        .player_ids()
        .any(|id| event.birth(id).is_some());
    let mut notes = shared(event, words);
    let is_without_day = has_births && event.tournament.starts.is_none();
    notes.extend(is_without_day.then(|| words.say("no-start")));
    (parts.collect(), notes)
}

/// A category: its heading, and who is of it, by rank.
type ListedCategory = (String, Vec<PlayerId>);

fn women(event: &EventRecords<'_>) -> Vec<PlayerId> {
    those(event, |id| {
        event.tournament.player(id).sex == Some(Sex::Female)
    })
}

/// Juniors and seniors, by the years between birth and event.
fn by_age(event: &EventRecords<'_>, words: &SheetWords) -> Vec<ListedCategory> {
    let age = |id| {
        let born = match event.birth(id)? {
            Birth::Day(day) => day.year,
            Birth::Year(year) => year,
        };
        event.tournament.starts?.year.checked_sub(born)
    };
    let heading = |id: &str, limit: u16| words.say_with(id, [("age", limit.into())]);
    // Who was not yet so old when the year began.
    let junior = |limit| those(event, |id| age(id).is_some_and(|age| age <= limit));
    let senior = |limit| those(event, |id| age(id).is_some_and(|age| age >= limit));
    let juniors = JUNIORS.map(|limit| (heading("juniors", limit), junior(limit)));
    let seniors = SENIORS.map(|limit| (heading("seniors", limit), senior(limit)));
    juniors.into_iter().chain(seniors).collect()
}

/// Bands of ratings, from the highest down, and the unrated.
fn by_rating(event: &EventRecords<'_>, words: &SheetWords) -> Vec<ListedCategory> {
    let rating = |id| event.tournament.player(id).rating;
    let band = |from: u16, to: u16| {
        let heading = words.say_with("rating-band", [("from", from.into()), ("to", to.into())]);
        let is_within = |id| rating(id).is_some_and(|rating| (from..=to).contains(&rating));
        (heading, those(event, is_within))
    };
    let highest = event
        .tournament
        .player_ids()
        .filter_map(rating)
        .max()
        .unwrap_or(0);
    let lowest = LOWEST_BAND / BAND;
    let bands = (lowest..=(highest / BAND).max(lowest)).rev();
    let mut found: Vec<ListedCategory> = bands
        .map(|at| band(at * BAND, at * BAND + BAND - 1))
        .collect();
    found.push(band(0, LOWEST_BAND - 1));
    found.push((
        words.say("unrated"),
        those(event, |id| rating(id).is_none()),
    ));
    found
}

/// The event's own groups.
fn by_group(event: &EventRecords<'_>) -> Vec<ListedCategory> {
    let groups: BTreeSet<String> = event
        .tournament
        .player_ids()
        .map(|id| event.group(id))
        .collect();
    let groups = groups.into_iter().filter(|group| !group.is_empty());
    groups
        .map(|group| {
            let ids = those(event, |id| event.group(id) == group);
            (group, ids)
        })
        .collect()
}

/// The categories of the file of prizes, whose conditions are the organiser's own.
fn of_prizes(event: &EventRecords<'_>) -> Vec<ListedCategory> {
    let categories = event.scheme.iter().flat_map(|scheme| &scheme.categories);
    let competitors = event.competitors();
    categories
        .map(|category| {
            let admitted =
                |id: PlayerId| category.conditions.admit(&competitors[id.index()]) == Some(true);
            (clean(&category.name), those(event, admitted))
        })
        .collect()
}
