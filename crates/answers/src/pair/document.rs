//! The round as one JSON document. `docs/schema/round.schema.json` describes it, and a test holds
//! real output against it.

use edelweiss::model::{
    Acceleration, Colour, Date, Float, PlayerId, RoundNumber, TeamScore, Tournament,
};
use edelweiss::pairing::{
    BracketRecord, Impossible, Outcome, RoundPairing, Route, RuleCost, Rules, Witness, costs_of,
};
use edelweiss::trf::{Failure, Finding};
use serde::Serialize;

use super::line_ups::{BoardMember, of_match};
use crate::impossible;
use crate::json::{JsonPoints, JsonRemark, Program, Reason, bye_name, reason, written};
use crate::report::Setting;
use crate::soft_bans::judged;
use crate::which_round::{ChosenRound, RoundStanding};

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// The document about a file that was read, of these players.
pub(super) fn round(
    players: &Tournament,
    setting: &Setting<'_>,
    chosen: &ChosenRound<'_>,
    outcome: &Outcome,
    notes: &[String],
    warnings: &[Finding],
) -> String {
    let (name, answer) = match outcome {
        Outcome::Paired(round) => (
            "paired",
            JsonAnswer::Paired(Box::new(paired(players, setting, chosen, round))),
        ),
        Outcome::Impossible(why) => (
            "impossible",
            JsonAnswer::Impossible(not_paired(setting, why)),
        ),
    };
    written(&JsonDocument {
        outcome: name,
        input: Some(input(setting, chosen)),
        rules: Some(JsonRules {
            system: setting.choice.pairing.system,
            edition: setting.choice.pairing.year,
            name: setting.choice.pairing.name,
            chosen_by: setting.choice.by.code(),
        }),
        engine: setting.engine_name(),
        round: Some(setting.round().get()),
        answer,
        notes,
        warnings: warnings.iter().map(JsonRemark::new).collect(),
        ..JsonDocument::default()
    })
}

/// The document about a file that is refused.
pub fn refused(failure: &Failure) -> String {
    written(&JsonDocument {
        outcome: "refused",
        errors: failure.errors.iter().map(JsonRemark::new).collect(),
        warnings: failure.warnings.iter().map(JsonRemark::new).collect(),
        ..JsonDocument::default()
    })
}

#[derive(Serialize)]
struct JsonDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<JsonInput<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<JsonRules>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
    #[serde(flatten)]
    answer: JsonAnswer<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<JsonRemark<'a>>,
    /// What there is to say about the choices made.
    notes: &'a [String],
    warnings: Vec<JsonRemark<'a>>,
}

impl Default for JsonDocument<'_> {
    fn default() -> Self {
        Self {
            format: "edelweiss.round",
            format_version: FORMAT_VERSION,
            program: Program::default(),
            outcome: "",
            input: None,
            rules: None,
            engine: None,
            round: None,
            answer: JsonAnswer::None {},
            errors: Vec::new(),
            notes: &[],
            warnings: Vec::new(),
        }
    }
}

#[derive(Serialize)]
struct JsonInput<'a> {
    file: &'a str,
    bytes: usize,
    tournament: &'a str,
    /// Participants; where teams are paired, they are the teams.
    players: usize,
    /// How many teams; left out where players are paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<usize>,
    to_be_paired: usize,
    rounds_total: Option<u16>,
    initial_colour: Option<&'static str>,
    acceleration: &'static str,
    /// The day of the first round, `YYYY-MM-DD`.
    starts: Option<String>,
    /// Games of earlier rounds without a result, and what they count.
    open_games: Vec<JsonOpenGames>,
}

#[derive(Serialize)]
struct JsonOpenGames {
    round: u16,
    white: u32,
    black: u32,
    counts_as: &'static str,
}

#[derive(Serialize)]
struct JsonRules {
    system: &'static str,
    edition: u16,
    name: &'static str,
    chosen_by: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonAnswer<'a> {
    Paired(Box<JsonRound<'a>>),
    Impossible(NotPaired),
    None {},
}

#[derive(Serialize)]
struct JsonRound<'a> {
    boards: Vec<BoardOut<'a>>,
    bye: Option<JsonSeat<'a>>,
    given_bye: Option<JsonSeat<'a>>,
    absent: Vec<Absent<'a>>,
    brackets: Vec<JsonBracket>,
    /// Those in force; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    soft_bans: Vec<JsonSoftBan>,
    /// Where the round stands in the file already.
    recorded: Option<RecordedRound>,
}

#[derive(Serialize)]
struct JsonSoftBan {
    players: Vec<u32>,
    /// The pairs of the round that break it.
    broken_by: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct RecordedRound {
    /// Whether results, or later rounds, are known.
    has_results: bool,
    /// Whether it came out the same.
    is_same: bool,
}

#[derive(Serialize)]
struct BoardOut<'a> {
    board: usize,
    white: JsonSeat<'a>,
    black: JsonSeat<'a>,
    colour_reason: Reason,
    /// Of White and Black, where teams are paired; null for one that the file does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_ups: Option<[Option<Vec<Option<BoardMember<'a>>>>; 2]>,
}

#[derive(Serialize)]
struct JsonSeat<'a> {
    number: u32,
    name: &'a str,
    title: Option<&'a str>,
    rating: Option<u16>,
    federation: Option<&'a str>,
    /// Points so far, without virtual points.
    score: JsonPoints,
    virtual_points: JsonPoints,
    /// Match points and game points so far; left out where players are paired.
    #[serde(skip_serializing_if = "Option::is_none")]
    match_points: Option<JsonPoints>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_points: Option<JsonPoints>,
    /// The float of this round.
    float: Option<&'static str>,
    /// Floats of the round before and of the one before that.
    earlier_floats: [Option<&'static str>; 2],
}

#[derive(Serialize)]
struct Absent<'a> {
    number: u32,
    name: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
struct JsonBracket {
    kind: &'static str,
    /// The score of its residents, virtual points included.
    score: Option<JsonPoints>,
    moved_down: Vec<u32>,
    residents: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    floaters: Vec<u32>,
    /// Absent where the system has none.
    costs: Option<Vec<JsonCost>>,
}

#[derive(Serialize)]
struct JsonCost {
    rule: &'static str,
    article: Option<&'static str>,
    meaning: Option<&'static str>,
    fields: Vec<u64>,
}

#[derive(Serialize)]
struct NotPaired {
    impossible: Why,
}

#[derive(Serialize)]
struct Why {
    reason: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proof>,
}

#[derive(Serialize)]
struct Proof {
    partners: Vec<u32>,
    bye_is_a_partner: bool,
    groups: Vec<Vec<u32>>,
    stay_over: Vec<u32>,
}

fn input<'a>(setting: &Setting<'a>, chosen: &ChosenRound<'_>) -> JsonInput<'a> {
    let tournament = setting.tournament;
    let acceleration = match tournament.acceleration {
        _ if tournament.has_virtual_points() => "explicit",
        Acceleration::Baku => "baku",
        Acceleration::None => "none",
    };
    let open = chosen.open.iter().map(|(game, result)| JsonOpenGames {
        round: game.round.get(),
        white: setting.number(game.white),
        black: setting.number(game.black),
        counts_as: result.code(),
    });
    JsonInput {
        file: setting.file,
        bytes: setting.bytes,
        tournament: &tournament.name,
        players: tournament.players.len(),
        teams: (tournament.matches.as_ref()).map(|_| tournament.players.len()),
        to_be_paired: setting.position.present().len(),
        rounds_total: tournament.rounds_total.map(RoundNumber::get),
        initial_colour: setting
            .position
            .initial_colour()
            .map(|colour| match colour {
                Colour::White => "white",
                Colour::Black => "black",
            }),
        acceleration,
        starts: (tournament.starts)
            .map(|Date { year, month, day }| format!("{year:04}-{month:02}-{day:02}")),
        open_games: open.collect(),
    }
}

fn seat<'a>(setting: &Setting<'a>, id: PlayerId, float: Float) -> JsonSeat<'a> {
    let player = setting.tournament.player(id);
    let state = setting.position.player(id);
    let of_team = |score| {
        let matches = setting.tournament.matches.as_ref()?;
        let rounds = setting.position.round().index();
        Some(matches.score(id.index(), score, rounds).into())
    };
    JsonSeat {
        number: player.number.get(),
        name: &player.name,
        title: player.title.as_deref(),
        rating: player.rating,
        federation: player.federation.as_deref(),
        score: state.standings.into(),
        virtual_points: setting.virtual_points(id).into(),
        match_points: of_team(TeamScore::MatchPoints),
        game_points: of_team(TeamScore::GamePoints),
        float: float_name(float),
        earlier_floats: state.floats.map(float_name),
    }
}

fn paired<'a>(
    players: &'a Tournament,
    setting: &Setting<'a>,
    chosen: &ChosenRound<'_>,
    round: &RoundPairing,
) -> JsonRound<'a> {
    let boards = round.boards.iter().enumerate().map(|(index, board)| {
        let float = |a, b| setting.float(a, b);
        BoardOut {
            board: index + 1,
            white: seat(setting, board.white, float(board.white, board.black)),
            black: seat(setting, board.black, float(board.black, board.white)),
            colour_reason: reason(board.colour_reason),
            line_ups: (setting.tournament.matches.as_ref())
                .map(|_| of_match(players, setting.round(), [board.white, board.black])),
        }
    });
    let absent = setting.absent().into_iter().map(|(id, kind)| Absent {
        number: setting.number(id),
        name: &setting.tournament.player(id).name,
        kind: bye_name(kind),
    });
    let bye = |id: Option<PlayerId>| id.map(|id| seat(setting, id, Float::Down));
    JsonRound {
        boards: boards.collect(),
        bye: bye(round.bye),
        given_bye: bye(round.given_bye),
        absent: absent.collect(),
        brackets: brackets(setting, round),
        soft_bans: soft_bans(setting, round),
        recorded: (chosen.is_as_recorded(round)).map(|is_same| RecordedRound {
            has_results: chosen.standing == RoundStanding::WithResults,
            is_same,
        }),
    }
}

fn soft_bans(setting: &Setting<'_>, round: &RoundPairing) -> Vec<JsonSoftBan> {
    let bans = judged(setting.position, round).into_iter();
    bans.map(|ban| JsonSoftBan {
        players: ban.players.iter().map(|id| setting.number(*id)).collect(),
        broken_by: (ban.broken_by.iter())
            .map(|pair| pair.map(|id| setting.number(id)))
            .collect(),
    })
    .collect()
}

fn brackets(setting: &Setting<'_>, round: &RoundPairing) -> Vec<JsonBracket> {
    let records = round.brackets.iter();
    let Some(edition) = setting.choice.pairing.edition else {
        return records.map(|b| bracket(setting, b, &b.costs)).collect();
    };
    let rules = Rules::new(edition, setting.engine);
    let costs = costs_of(setting.position, &rules, round);
    let records = records.zip(&costs);
    records
        .map(|(b, costs)| bracket(setting, b, costs))
        .collect()
}

fn bracket(setting: &Setting<'_>, record: &BracketRecord, costs: &[RuleCost]) -> JsonBracket {
    let numbers = |players: &[PlayerId]| players.iter().map(|id| setting.number(*id)).collect();
    let rule_of = |label: &str| {
        let edition = setting.choice.pairing.edition?;
        edition.criteria.iter().find(|rule| rule.label == label)
    };
    let named = costs.iter().map(|cost| JsonCost {
        rule: cost.label,
        article: rule_of(cost.label).map(|rule| rule.article),
        meaning: rule_of(cost.label).map(|rule| rule.summary),
        fields: cost.fields.clone(),
    });
    JsonBracket {
        kind: match record.route {
            Route::Normal => "normal",
            Route::Penultimate => "penultimate",
            Route::CollapsedLast => "collapsed-last",
        },
        score: (record.residents.first()).map(|id| setting.position.player(*id).score.into()),
        moved_down: numbers(&record.mdps),
        residents: numbers(&record.residents),
        pairs: (record.pairs.iter())
            .map(|(a, b)| [setting.number(*a), setting.number(*b)])
            .collect(),
        floaters: numbers(&record.floaters),
        costs: (!costs.is_empty()).then(|| named.collect()),
    }
}

fn not_paired(setting: &Setting<'_>, why: &Impossible) -> NotPaired {
    let proof = |witness: &Witness| {
        let numbers = |players: &[PlayerId]| players.iter().map(|id| setting.number(*id)).collect();
        Proof {
            partners: numbers(&witness.barrier),
            bye_is_a_partner: witness.bye_in_barrier,
            groups: witness
                .components
                .iter()
                .map(|group| numbers(group))
                .collect(),
            stay_over: numbers(&witness.unmatched),
        }
    };
    let (reason, proof) = match why {
        Impossible::NoRoundLeft { .. } => ("no-round-left", None),
        Impossible::NoLegalPairing(witness) => ("no-legal-pairing", Some(proof(witness))),
        Impossible::ProcedureEnded { .. } => ("procedure-ended", None),
        Impossible::GivenUp => ("given-up", None),
    };
    NotPaired {
        impossible: Why {
            reason,
            message: impossible::words(setting, why),
            proof,
        },
    }
}

fn float_name(float: Float) -> Option<&'static str> {
    match float {
        Float::None => None,
        Float::Down => Some("down"),
        Float::Up => Some("up"),
    }
}
