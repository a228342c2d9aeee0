//! The file that is handed in when an event is over: points, ranks and their tie-breaks, in one of FIDE's formats, with what
//! a federation will ask for and the file does not say.

use std::collections::BTreeMap;

use edelweiss::model::{Colour, GameResult, PlayerId, RoundEntry, RoundNumber, Tournament, Tpn};
use edelweiss::trf::{PlayerDetails, ReadOptions, read};
use serde::{Deserialize, Serialize};

use crate::convert::{TargetFormat, written};
use crate::error::AnswerError;
use crate::input::TournamentInput;
use crate::report::listed_up_to;
use crate::standings::choice::ListOptions;
use crate::standings::{StandingsOptions, to_trf, with_ranked};

/// More of a list is counted, not told.
const MOST_NAMED: usize = 5;
/// Records that a report should have, and what they say.
const RECORDS: [(&str, &str); 8] = [
    ("012", "the name of the event"),
    ("022", "the city"),
    ("032", "the federation of the event, three letters"),
    ("042", "the first day"),
    ("052", "the last day"),
    (
        "092",
        "the type of the tournament, such as 'Individual: Swiss-System'",
    ),
    ("102", "the chief arbiter"),
    ("122", "the rate of play"),
];

/// What can be asked of a report.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct FinalReportOptions {
    /// Also before the last round
    #[cfg_attr(feature = "clap", arg(long))]
    pub incomplete: bool,
    /// Write nothing while something is missing
    #[cfg_attr(feature = "clap", arg(long))]
    pub strict: bool,
    /// By which tie-breaks.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub list: ListOptions,
}

/// A report, and what there is to say about it.
#[derive(Debug)]
pub struct FinalReport {
    /// The file.
    pub bytes: Vec<u8>,
    /// What a federation will ask for, and the file does not say.
    pub missing: Vec<String>,
    /// What is said otherwise than in the file that was given, or not at all.
    pub adjustments: Vec<String>,
}

/// Makes the report; `warn` is told what was ranked with doubts.
///
/// # Errors
/// Games without a result; rounds that are to come; two players of one FIDE number; a list of tie-breaks that cannot be
/// applied; what the format has no place for; with `strict`, everything that is missing.
pub fn final_report(
    input: &TournamentInput,
    options: &FinalReportOptions,
    format: TargetFormat,
    warn: impl FnMut(&dyn std::fmt::Display),
) -> Result<FinalReport, AnswerError> {
    let tournament = &input.reading.tournament;
    let refused = |what: String| Err(AnswerError::invalid(format!("{}: {what}", input.name)));
    let open = unfinished_games(tournament);
    if !open.is_empty() {
        return refused(format!(
            "games without a result: {}\n  hint: `edelweiss result FILE` shows and enters them",
            listed_up_to(MOST_NAMED, &open)
        ));
    }
    let paired = tournament.rounds_paired().map_or(0, RoundNumber::get);
    if let Some(total) = tournament.rounds_total
        && paired < total.get()
        && !options.incomplete
    {
        return refused(format!(
            "{paired} of {total} rounds have been played\n  hint: --incomplete reports them nevertheless"
        ));
    }
    let details = input.reading.document.details();
    if let Some((number, players)) = repeated(tournament, &details) {
        return refused(format!(
            "players {players} have one FIDE number, {number}\n  hint: `edelweiss player FILE PLAYER --fide-number N` corrects one"
        ));
    }
    let missing = missing(input, &details);
    if options.strict && !missing.is_empty() {
        return refused(format!("missing: {}", missing.join("\nmissing: ")));
    }
    let standings = StandingsOptions {
        list: options.list.clone(),
        ..StandingsOptions::default()
    };
    let ranked = with_ranked(input, &standings, warn, |ranked| to_trf(input, ranked))?;
    let reading = read(&ranked, &input.name, &ReadOptions::default())?;
    let (bytes, adjustments) = written(&input.name, &reading, format)?;
    Ok(FinalReport {
        bytes,
        missing,
        adjustments,
    })
}

/// The games that have no result yet, adjourned ones among them, by round and White.
fn unfinished_games(tournament: &Tournament) -> Vec<String> {
    let mut games = Vec::new();
    for id in tournament.player_ids() {
        for (index, entry) in tournament.player(id).entries.iter().enumerate() {
            let RoundEntry::Paired {
                opponent,
                colour: Some(Colour::White),
                result: GameResult::Unknown | GameResult::Adjourned,
            } = *entry
            else {
                continue;
            };
            let number = |id: PlayerId| tournament.player(id).number;
            games.push((index + 1, number(id), number(opponent)));
        }
    }
    games.sort_unstable();
    let words = |(round, white, black)| format!("{white}-{black} of round {round}");
    games.into_iter().map(words).collect()
}

/// A FIDE number that two players have.
fn repeated(
    tournament: &Tournament,
    details: &BTreeMap<Tpn, PlayerDetails>,
) -> Option<(u64, String)> {
    let mut seen = BTreeMap::new();
    for player in &tournament.players {
        let known = details.get(&player.number);
        let Some(number) = known.and_then(|known| known.fide_number) else {
            continue;
        };
        if let Some(other) = seen.insert(number, player.number) {
            return Some((number, format!("{other} and {}", player.number)));
        }
    }
    None
}

/// What a federation will ask for.
fn missing(input: &TournamentInput, details: &BTreeMap<Tpn, PlayerDetails>) -> Vec<String> {
    let tournament = &input.reading.tournament;
    let records = RECORDS
        .iter()
        .filter(|(code, _)| input.record(code).is_empty());
    let records = records.map(|(code, what)| format!("{what} (record {code})"));
    let has_dates = !input.record("132").is_empty();
    let dates = (!has_dates).then(|| "the days of the rounds (record 132)".to_owned());
    let players = |what: &str, has: &dyn Fn(usize) -> bool| {
        let without = (0..tournament.players.len()).filter(|at| !has(*at));
        let numbers: Vec<String> = without
            .map(|at| tournament.players[at].number.to_string())
            .collect();
        (!numbers.is_empty())
            .then(|| format!("{what} of players {}", listed_up_to(MOST_NAMED, &numbers)))
    };
    let known = |at: usize| details.get(&tournament.players[at].number);
    let of_players = [
        players("the FIDE number", &|at| {
            known(at).is_some_and(|known| known.fide_number.is_some())
        }),
        players("the federation", &|at| {
            tournament.players[at].federation.is_some()
        }),
        players("the date of birth", &|at| {
            known(at).is_some_and(|known| known.birth.is_some())
        }),
        players("the sex", &|at| tournament.players[at].sex.is_some()),
    ];
    (records.chain(dates))
        .chain(of_players.into_iter().flatten())
        .collect()
}
