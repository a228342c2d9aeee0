//! Standings, cross tables, wall charts and cards.

use edelweiss_model::{ByeKind, Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss_standings::StandingsColumn;

use crate::language::SheetWords;
use crate::pairings::bye;
use crate::records::EventRecords;
use crate::sheet::ColumnKind::{Name, Number, Result as Score, Text};
use crate::sheet::{Body, ColumnKind, SheetPart};

/// The players by rank.
fn by_rank(event: &EventRecords<'_>) -> Vec<PlayerId> {
    event
        .standings
        .rows()
        .iter()
        .map(|row| row.player)
        .collect()
}

/// A value, or `-` where the tie-break says nothing of a player.
fn value(column: &StandingsColumn, id: PlayerId) -> String {
    match column.value(id) {
        Some(_) => column.text(id),
        None => "-".to_owned(),
    }
}

/// What stands below where ranks are shared.
pub(crate) fn shared(event: &EventRecords<'_>, words: &SheetWords) -> Vec<String> {
    let mut pairs = event.standings.rows().windows(2);
    let is_shared = pairs.any(|pair| pair[0].rank == pair[1].rank);
    is_shared
        .then(|| words.say("shared-rank"))
        .into_iter()
        .collect()
}

/// Rank, number, name, rating and federation; then what `others` are; then points and tie-breaks.
fn ranked(
    event: &EventRecords<'_>,
    words: &SheetWords,
    ids: &[PlayerId],
    others: &[(String, ColumnKind)],
    other: impl Fn(PlayerId) -> Vec<String>,
) -> SheetPart {
    let col = |name: &str| words.say(&format!("col-{name}"));
    let mut columns = vec![
        (col("rank"), Number),
        (col("number"), Number),
        (col("name"), Name),
        (col("rating"), Number),
        (col("federation"), Text),
    ];
    columns.extend(others.iter().cloned());
    columns.push((col("points"), Number));
    columns.extend(
        event
            .tie_breaks
            .iter()
            .map(|(heading, _)| (heading.clone(), Number)),
    );
    let mut part = SheetPart::new(columns);
    part.rows = (ids.iter())
        .map(|id| {
            let mut row = vec![
                event.standings.rank(*id).to_string(),
                event.number(*id),
                event.name(*id),
                event.rating(*id),
                event.federation(*id),
            ];
            row.extend(other(*id));
            row.push(event.points(*id, event.rounds()).to_string());
            row.extend(
                event
                    .tie_breaks
                    .iter()
                    .map(|(_, column)| value(column, *id)),
            );
            row
        })
        .collect();
    part
}

/// A part with these players, who are in the order of their ranks.
pub(crate) fn part_of(
    event: &EventRecords<'_>,
    words: &SheetWords,
    heading: &str,
    ids: &[PlayerId],
) -> SheetPart {
    let count = words.say_with("player-count", [("count", ids.len().into())]);
    SheetPart {
        heading: Some(format!("{heading} ({count})")),
        ..ranked(event, words, ids, &[], |_| Vec::new())
    }
}

/// Ranks, points and tie-breaks.
pub(crate) fn standings(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    let part = ranked(event, words, &by_rank(event), &[], |_| Vec::new());
    (vec![part.without_empty_columns()], shared(event, words))
}

fn rounds(event: &EventRecords<'_>) -> impl Iterator<Item = RoundNumber> + use<> {
    (0..event.rounds()).map(RoundNumber::from_index)
}

/// Everybody's rounds by rank.
pub(crate) fn cross_table(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    let columns: Vec<_> = rounds(event)
        .map(|round| (round.to_string(), Score))
        .collect();
    let part = ranked(event, words, &by_rank(event), &columns, |id| {
        rounds(event).map(|round| cell(event, id, round)).collect()
    });
    let mut notes = vec![words.say("legend-cross-table")];
    notes.extend(shared(event, words));
    (vec![part.without_empty_columns()], notes)
}

/// Everybody's rounds by number, with the points after each.
pub(crate) fn wall_chart(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    let columns: Vec<_> = rounds(event)
        .map(|round| (round.to_string(), Score))
        .collect();
    let ids: Vec<PlayerId> = event.tournament.player_ids().collect();
    let part = ranked(event, words, &ids, &columns, |id| {
        let cells = rounds(event).map(|round| {
            let points = event.points(id, round.index() + 1);
            format!("{} {points}", cell(event, id, round))
        });
        cells.collect()
    });
    (
        vec![part.without_empty_columns()],
        vec![words.say("legend-wall-chart")],
    )
}

fn cell(event: &EventRecords<'_>, id: PlayerId, round: RoundNumber) -> String {
    round_cell(event.tournament, event.tournament.player(id).entry(round))
}

/// `12w1`, `bye`, `-`: the same signs in every language, as tournament files have them.
///
/// # Panics
/// When the opponent is none of `tournament`.
pub fn round_cell(tournament: &Tournament, entry: RoundEntry) -> String {
    match entry {
        RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => "-".to_owned(),
        RoundEntry::Bye(ByeKind::PairingAllocated) => "bye".to_owned(),
        RoundEntry::Bye(ByeKind::Full) => "bye1".to_owned(),
        RoundEntry::Bye(ByeKind::Half) => "bye=".to_owned(),
        RoundEntry::Paired {
            opponent,
            colour,
            result,
        } => {
            let colour = match colour {
                Some(Colour::White) => "w",
                Some(Colour::Black) => "b",
                None => "",
            };
            format!(
                "{}{colour}{}",
                tournament.player(opponent).number,
                sign(result)
            )
        }
    }
}

/// A result seen from one player, in a letter.
fn sign(result: GameResult) -> &'static str {
    match result {
        GameResult::Win | GameResult::UnratedWin => "1",
        GameResult::Draw | GameResult::UnratedDraw => "=",
        GameResult::Loss | GameResult::UnratedLoss => "0",
        GameResult::ForfeitWin => "+",
        GameResult::ForfeitLoss => "-",
        GameResult::Adjourned | GameResult::Unknown => "?",
    }
}

/// A card for each player: the rounds, with whom, and the points after each.
pub(crate) fn cards(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    let ids = event.tournament.player_ids();
    (ids.map(|id| card(event, words, id)).collect(), Vec::new())
}

fn card(event: &EventRecords<'_>, words: &SheetWords, id: PlayerId) -> SheetPart {
    let col = |name: &str| words.say(&format!("col-{name}"));
    let facts = [event.rating(id), event.federation(id), event.club(id)];
    let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    let rank = event.standings.rank(id);
    let mut part = SheetPart::new(vec![
        (col("round"), Number),
        (col("colour"), Text),
        (col("number"), Number),
        (col("opponent"), Name),
        (col("rating"), Number),
        (col("result"), Score),
        (col("points"), Number),
    ]);
    let heading = format!("{} {}", event.number(id), event.name(id));
    let facts = if facts.is_empty() {
        String::new()
    } else {
        format!(" ({})", facts.join(", "))
    };
    part.heading = Some(format!("{}{facts}, {} {rank}", heading.trim(), col("rank")));
    part.rows = rounds(event)
        .map(|round| {
            let points = event.points(id, round.index() + 1).to_string();
            let mut row = vec![round.to_string()];
            match event.tournament.player(id).entry(round) {
                RoundEntry::Paired {
                    opponent,
                    colour,
                    result,
                } => {
                    let colour = colour.map(|colour| match colour {
                        Colour::White => "white",
                        Colour::Black => "black",
                    });
                    row.extend([
                        colour.map(|colour| words.say(colour)).unwrap_or_default(),
                        event.number(opponent),
                        event.name(opponent),
                        event.rating(opponent),
                        sign(result).to_owned(),
                    ]);
                }
                entry => row.extend([
                    String::new(),
                    String::new(),
                    words.say(bye(entry)),
                    String::new(),
                    String::new(),
                ]),
            }
            row.push(points);
            row
        })
        .collect();
    part
}
