//! The pairings of a round, by board and by name, and the results that are missing.

use edelweiss_event::boards::RoundGame;
use edelweiss_model::letters::alphabetical;
use edelweiss_model::{ByeKind, PlayerId, RoundEntry, RoundNumber};

use crate::language::SheetWords;
use crate::records::EventRecords;
use crate::sheet::ColumnKind::{Name, Number, Result as Score, Text};
use crate::sheet::{Body, SheetPart, clean};
use crate::unlistable::Unlistable;

/// The round that was paired.
fn round_of(event: &EventRecords<'_>, list: &'static str) -> Result<RoundNumber, Unlistable> {
    event.round.ok_or(Unlistable::NoRound { list })
}

/// Number, name, rating and points of a player before the round.
fn seat(event: &EventRecords<'_>, id: PlayerId, round: RoundNumber) -> [String; 4] {
    let points = event.points(id, round.index()).to_string();
    [event.number(id), event.name(id), event.rating(id), points]
}

/// What stands between two players.
fn result(game: RoundGame) -> String {
    if game.score.is_open() {
        String::new()
    } else {
        game.score.to_string()
    }
}

/// The games by board.
pub(crate) fn boards(event: &EventRecords<'_>, words: &SheetWords) -> Result<Body, Unlistable> {
    let round = round_of(event, "boards")?;
    let col = |name: &str| words.say(&format!("col-{name}"));
    let mut part = SheetPart::new(vec![
        (col("board"), Number),
        (col("number"), Number),
        (col("white"), Name),
        (col("rating"), Number),
        (col("points"), Number),
        (col("result"), Score),
        (col("points"), Number),
        (col("black"), Name),
        (col("rating"), Number),
        (col("number"), Number),
    ]);
    part.rows = (event.games.iter())
        .map(|game| {
            let [white, black] = [game.white, game.black].map(|id| seat(event, id, round));
            let [white_number, white_name, white_rating, white_points] = white;
            let [black_number, black_name, black_rating, black_points] = black;
            vec![
                game.board.to_string(),
                white_number,
                white_name,
                white_rating,
                white_points,
                result(*game),
                black_points,
                black_name,
                black_rating,
                black_number,
            ]
        })
        .collect();
    Ok((vec![part], without_games(event, words, round)))
}

/// Who has no opponent in a round, and why.
fn without_games(event: &EventRecords<'_>, words: &SheetWords, round: RoundNumber) -> Vec<String> {
    let named = |id: PlayerId| {
        format!("{} {}", event.number(id), event.name(id))
            .trim()
            .to_owned()
    };
    let ids = || event.tournament.player_ids();
    let entry = |id: &PlayerId| event.tournament.player(*id).entry(round);
    let has_bye = |id: &PlayerId| entry(id) == RoundEntry::Bye(ByeKind::PairingAllocated);
    let byes: Vec<String> = ids().filter(has_bye).map(named).collect();
    let away: Vec<String> = ids()
        .filter_map(|id| match entry(&id) {
            RoundEntry::Bye(ByeKind::PairingAllocated) | RoundEntry::Paired { .. } => None,
            RoundEntry::Bye(ByeKind::Full) => {
                Some(format!("{} ({})", named(id), words.say("bye-full")))
            }
            RoundEntry::Bye(ByeKind::Half) => {
                Some(format!("{} ({})", named(id), words.say("bye-half")))
            }
            RoundEntry::Bye(ByeKind::Zero) | RoundEntry::Blank => Some(named(id)),
        })
        .collect();
    let lines = [("has-bye", byes), ("not-paired", away)];
    let lines = lines.into_iter().filter(|(_, names)| !names.is_empty());
    lines
        .map(|(id, names)| words.say_with(id, [("names", names.join("; ").into())]))
        .collect()
}

/// Where everybody sits, by name.
pub(crate) fn names(event: &EventRecords<'_>, words: &SheetWords) -> Result<Body, Unlistable> {
    let round = round_of(event, "names")?;
    let col = |name: &str| words.say(&format!("col-{name}"));
    let mut part = SheetPart::new(vec![
        (col("name"), Name),
        (col("number"), Number),
        (col("board"), Number),
        (col("colour"), Text),
        (col("opponent"), Name),
        (col("number"), Number),
    ]);
    let mut seats = vec![None; event.tournament.players.len()];
    for game in &event.games {
        seats[game.white.index()] = Some((game.board, "white", game.black));
        seats[game.black.index()] = Some((game.board, "black", game.white));
    }
    let mut ids: Vec<PlayerId> = event.tournament.player_ids().collect();
    ids.sort_by_cached_key(|id| (alphabetical(&event.tournament.player(*id).name), *id));
    part.rows = (ids.into_iter())
        .map(|id| {
            // A title before the name would hide the letter that a reader looks for.
            let player = event.tournament.player(id);
            let title = player.title.as_deref().map(clean).unwrap_or_default();
            let name = format!("{} {title}", clean(&player.name));
            let mut row = vec![name.trim().to_owned(), event.number(id)];
            row.extend(match seats[id.index()] {
                Some((board, colour, opponent)) => [
                    board.to_string(),
                    words.say(colour),
                    event.name(opponent),
                    event.number(opponent),
                ],
                None => [
                    String::new(),
                    words.say(bye(event.tournament.player(id).entry(round))),
                    String::new(),
                    String::new(),
                ],
            });
            row
        })
        .collect();
    Ok((vec![part], Vec::new()))
}

/// The message for a round without an opponent.
pub(crate) fn bye(entry: RoundEntry) -> &'static str {
    match entry {
        RoundEntry::Bye(ByeKind::PairingAllocated) => "bye",
        RoundEntry::Bye(ByeKind::Full) => "bye-full",
        RoundEntry::Bye(ByeKind::Half) => "bye-half",
        _ => "bye-none",
    }
}

/// The games without a result.
pub(crate) fn missing(event: &EventRecords<'_>, words: &SheetWords) -> Body {
    if event.missing.is_empty() {
        return (Vec::new(), vec![words.say("none-missing")]);
    }
    let col = |name: &str| words.say(&format!("col-{name}"));
    let mut part = SheetPart::new(vec![
        (col("round"), Number),
        (col("board"), Number),
        (col("number"), Number),
        (col("white"), Name),
        (col("result"), Score),
        (col("black"), Name),
        (col("number"), Number),
    ]);
    part.rows = (event.missing.iter())
        .map(|(round, game)| {
            vec![
                round.to_string(),
                game.board.to_string(),
                event.number(game.white),
                event.name(game.white),
                String::new(),
                event.name(game.black),
                event.number(game.black),
            ]
        })
        .collect();
    (vec![part], Vec::new())
}
