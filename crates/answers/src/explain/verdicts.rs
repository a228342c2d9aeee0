//! What `judge` and `preview` say, as one JSON document each. `docs/schema/judgement.schema.json` and
//! `preview.schema.json` describe them, and a test holds real output against them.

use edelweiss::check::legality::Breach;
use edelweiss::check::verdict::{Candidate, Decision, RuleComparison, Verdict};
use edelweiss::explain::{Narrative, Preview, PreviewLimits, Wording};
use edelweiss::model::{Colour, PlayerId};
use serde::Serialize;

use super::document::{TellingHead, WordsOut, words};
use crate::TournamentInput;
use crate::json::{JsonPoints, JsonRemark, written};
use crate::pair::AnsweredRound;
use crate::report::Setting;

#[derive(Serialize)]
struct JudgementDocument<'a> {
    #[serde(flatten)]
    head: TellingHead<'a>,
    is_right: bool,
    violations: Vec<ViolationOut>,
    decision: Option<DecisionOut>,
    words: Vec<WordsOut<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct ViolationOut {
    kind: &'static str,
    players: Vec<u16>,
}

#[derive(Serialize)]
struct DecisionOut {
    /// From 1.
    bracket: usize,
    score: JsonPoints,
    decides: Option<&'static str>,
    article: Option<&'static str>,
    given: JudgedOut,
    right: JudgedOut,
}

#[derive(Serialize)]
struct JudgedOut {
    fields: Vec<u64>,
    pairs: Vec<[u16; 2]>,
    floaters: Vec<u16>,
}

/// The document of `judge`.
pub fn judgement_document(
    paired: &AnsweredRound<'_>,
    verdict: &Verdict,
    wording: &dyn Wording,
    narrative: &Narrative,
) -> String {
    let setting = &paired.setting();
    let warnings = &paired.input.reading.warnings;
    let violations = verdict.violations.iter().map(|breach| {
        let (kind, players) = violation(*breach);
        let players = players.iter().map(|id| setting.number(*id)).collect();
        ViolationOut { kind, players }
    });
    written(&JudgementDocument {
        head: TellingHead::new(
            "edelweiss.judgement",
            setting.choice.pairing.name,
            setting.round(),
            wording,
        ),
        is_right: verdict.is_right(),
        violations: violations.collect(),
        decision: verdict.decision.as_ref().map(|d| decision(setting, d)),
        words: narrative.blocks.iter().map(words).collect(),
        warnings: warnings.iter().map(JsonRemark::new).collect(),
    })
}

fn violation(breach: Breach) -> (&'static str, Vec<PlayerId>) {
    match breach {
        Breach::Unpaired(id) => ("unpaired", vec![id]),
        Breach::PairedTwice(id) => ("paired-twice", vec![id]),
        Breach::NotPresent(id) => ("not-present", vec![id]),
        Breach::NeedlessBye(id) => ("needless-bye", vec![id]),
        Breach::BarredFromBye(id) => ("barred-from-bye", vec![id]),
        Breach::Rematch(a, b) => ("rematch", vec![a, b]),
        Breach::Banned(a, b) => ("banned", vec![a, b]),
        Breach::ColourClash(a, b) => ("colour-clash", vec![a, b]),
    }
}

fn decision(setting: &Setting<'_>, decision: &Decision) -> DecisionOut {
    let row = decision.deciding_row();
    let judged = |candidate: &Candidate, fields: fn(&RuleComparison) -> &Vec<u64>| JudgedOut {
        fields: row.map_or(Vec::new(), |row| fields(row).clone()),
        pairs: (candidate.pairs.iter())
            .map(|(a, b)| [setting.number(*a), setting.number(*b)])
            .collect(),
        floaters: (candidate.floaters.iter())
            .map(|id| setting.number(*id))
            .collect(),
    };
    DecisionOut {
        bracket: decision.bracket + 1,
        score: decision.score.into(),
        decides: row.map(|row| row.label),
        article: row.map(|row| row.article),
        given: judged(&decision.recorded, |row| &row.recorded),
        right: judged(&decision.here, |row| &row.here),
    }
}

#[derive(Serialize)]
struct PreviewDocument<'a> {
    #[serde(flatten)]
    head: TellingHead<'a>,
    outcomes: OutcomesOut,
    open_games: Vec<OpenGameOut>,
    players: Vec<PreviewedPlayer>,
    words: Vec<WordsOut<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct OutcomesOut {
    paired: usize,
    is_complete: bool,
    /// Drew them, where they are not all.
    seed: Option<u64>,
    without_round: usize,
}

#[derive(Serialize)]
struct OpenGameOut {
    round: u16,
    white: u16,
    black: u16,
}

#[derive(Serialize)]
struct PreviewedPlayer {
    player: u16,
    is_certain: bool,
    opponents: Vec<PreviewedOpponent>,
    colour: Option<&'static str>,
    /// Places in `open_games`, from 0.
    depends_on: Vec<usize>,
}

#[derive(Serialize)]
struct PreviewedOpponent {
    /// `null` is the bye.
    player: Option<u16>,
    outcomes: usize,
}

/// A preview, and how it came about.
#[derive(Clone, Copy, Debug)]
pub struct PreviewMade<'a> {
    /// The file.
    pub input: &'a TournamentInput,
    /// The rules, as people name them.
    pub rules: &'a str,
    /// Which outcomes were paired.
    pub limits: PreviewLimits,
    /// What they have in common.
    pub preview: &'a Preview,
}

/// The document of `preview`.
pub fn preview_document(
    made: &PreviewMade<'_>,
    wording: &dyn Wording,
    narrative: &Narrative,
) -> String {
    let (preview, reading) = (made.preview, &made.input.reading);
    let number = |id: PlayerId| reading.tournament.player(id).number.get();
    let open_games = preview.open.iter().map(|game| OpenGameOut {
        round: game.round.get(),
        white: number(game.white),
        black: number(game.black),
    });
    let players = preview.players.iter().map(|player| PreviewedPlayer {
        player: number(player.player),
        is_certain: player.certain(preview.n_outcomes).is_some(),
        opponents: (player.opponents.iter())
            .map(|(opponent, outcomes)| PreviewedOpponent {
                player: opponent.map(number),
                outcomes: *outcomes,
            })
            .collect(),
        colour: player.colour.map(|colour| match colour {
            Colour::White => "white",
            Colour::Black => "black",
        }),
        depends_on: player.depends_on.clone(),
    });
    written(&PreviewDocument {
        head: TellingHead::new("edelweiss.preview", made.rules, preview.round, wording),
        outcomes: OutcomesOut {
            paired: preview.n_outcomes,
            is_complete: preview.is_complete,
            seed: (!preview.is_complete).then_some(made.limits.seed),
            without_round: preview.n_impossible,
        },
        open_games: open_games.collect(),
        players: players.collect(),
        words: narrative.blocks.iter().map(words).collect(),
        warnings: reading.warnings.iter().map(JsonRemark::new).collect(),
    })
}
