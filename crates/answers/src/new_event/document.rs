//! A new event as a document; docs/schema/new.schema.json describes it.

use edelweiss::roster::numbering::DecidedBy;
use edelweiss::roster::{PlayerList, RecognisedColumn};
use serde::Serialize;

use super::NewEvent;
use crate::json::{FORMAT_VERSION, Program, written};

#[derive(Serialize)]
struct NewDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    name: &'a str,
    /// Of the system and edition that pairs it.
    rules: &'static str,
    columns: Vec<NewColumn<'a>>,
    players: Vec<NewPlayer<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    teams: Vec<NewTeam<'a>>,
    warnings: Vec<String>,
    notes: &'a [String],
    file: &'a str,
}

/// What a column of the list was taken for.
#[derive(Serialize)]
struct NewColumn<'a> {
    /// Its number from 1, or its letters in a sheet.
    column: String,
    heading: &'a str,
    field: Option<&'static str>,
    by: &'static str,
    is_read: bool,
}

#[derive(Serialize)]
struct NewPlayer<'a> {
    number: usize,
    name: &'a str,
    title: Option<&'static str>,
    rating: Option<u16>,
    /// What put it behind the player before; null for the first, also of a team.
    behind_by: Option<&'static str>,
}

#[derive(Serialize)]
struct NewTeam<'a> {
    number: usize,
    name: &'a str,
    /// How many it has.
    players: usize,
}

/// The document `edelweiss.new`: the file, and how it came about.
pub fn to_json(list: &PlayerList, event: &NewEvent) -> String {
    let column = |column: &'_ RecognisedColumn| -> (String, bool) {
        (list.source.column_name(column.number), column.is_read())
    };
    let players = (1..).zip(&event.order).map(|(number, place)| {
        let player = &list.players[place.index];
        NewPlayer {
            number,
            name: &player.name,
            title: player.title.map(edelweiss::model::FideTitle::code),
            rating: player.rating,
            behind_by: place.behind.map(decided_by),
        }
    });
    written(&NewDocument {
        format: "edelweiss.new",
        format_version: FORMAT_VERSION,
        program: Program::default(),
        name: &event.tournament.name,
        rules: event.choice.pairing.name,
        columns: (list.columns.iter())
            .map(|found| {
                let (name, is_read) = column(found);
                NewColumn {
                    column: name,
                    heading: &found.heading,
                    field: found.field.map(edelweiss::roster::ListField::code),
                    by: found.by.code(),
                    is_read,
                }
            })
            .collect(),
        players: players.collect(),
        teams: (1..)
            .zip(&event.teams)
            .map(|(number, team)| NewTeam {
                number,
                name: &team.name,
                players: team.size,
            })
            .collect(),
        warnings: list.remarks.iter().map(ToString::to_string).collect(),
        notes: &event.notes,
        file: &event.text,
    })
}

fn decided_by(reason: DecidedBy) -> &'static str {
    match reason {
        DecidedBy::Rating => "rating",
        DecidedBy::Title => "title",
        DecidedBy::Name => "name",
        DecidedBy::List => "list",
        DecidedBy::Lot => "lot",
    }
}
