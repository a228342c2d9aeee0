//! The explanation as one JSON document. `docs/schema/explanation.schema.json` describes it, and a
//! test holds real output against it.

use edelweiss::explain::{
    BracketStory, DecidingDifference, Narrative, NarrativeBlock, RoundStory, Wish, WishAnswer,
    Wording,
};
use edelweiss::model::{PlayerId, RoundNumber};
use edelweiss::pairing::Route;
use edelweiss::weights::Unit;
use serde::Serialize;

use crate::json::{JsonPoints, JsonRemark, Program, Reason, reason, written};
use crate::pair::AnsweredRound;
use crate::report::Setting;

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// What the documents about a round in words begin with.
#[derive(Serialize)]
pub(super) struct TellingHead<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    rules: &'a str,
    round: u16,
    language: &'static str,
}

impl<'a> TellingHead<'a> {
    pub(super) fn new(
        format: &'static str,
        rules: &'a str,
        round: RoundNumber,
        wording: Wording,
    ) -> Self {
        Self {
            format,
            format_version: FORMAT_VERSION,
            program: Program::default(),
            rules,
            round: round.get(),
            language: wording.code(),
        }
    }
}

#[derive(Serialize)]
struct ExplanationDocument<'a> {
    #[serde(flatten)]
    head: TellingHead<'a>,
    brackets: Vec<BracketOut>,
    boards: Vec<ExplainedBoard>,
    bye: Option<u32>,
    answers: Vec<AnswerOut>,
    words: Vec<WordsOut<'a>>,
    warnings: Vec<JsonRemark<'a>>,
}

#[derive(Serialize)]
struct BracketOut {
    kind: &'static str,
    score: JsonPoints,
    moved_down: Vec<u32>,
    residents: Vec<u32>,
    moved_down_paired: Vec<u32>,
    limbo: Vec<u32>,
    s1: Vec<u32>,
    s2: Vec<u32>,
    leave_s1: Vec<u32>,
    enter_s1: Vec<u32>,
    s2_in_order: Vec<u32>,
    is_transposed: bool,
    pairs: Vec<[u32; 2]>,
    floaters: Vec<u32>,
    costs: Vec<CostOut>,
    steps: Vec<StepOut>,
}

#[derive(Serialize)]
struct StepOut {
    article: &'static str,
    players: Vec<u32>,
    text: String,
}

#[derive(Serialize)]
struct CostOut {
    rule: &'static str,
    article: &'static str,
    meaning: &'static str,
    fields: Vec<u64>,
    from: Vec<Vec<u32>>,
}

#[derive(Serialize)]
struct ExplainedBoard {
    board: usize,
    white: u32,
    black: u32,
    colour_reason: Reason,
}

#[derive(Serialize)]
struct AnswerOut {
    wish: &'static str,
    players: Vec<u32>,
    answer: &'static str,
    /// The first one that differs, from 1.
    bracket: Option<usize>,
    decides: Option<&'static str>,
    right: Option<Vec<u64>>,
    with_wish: Option<Vec<u64>>,
    /// The best round with the wish, White first.
    pairs: Option<Vec<[u32; 2]>>,
    bye: Option<u32>,
}

/// A piece of the text.
#[derive(Serialize)]
pub(super) struct WordsOut<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    text: &'a str,
}

/// What was asked, and the answers.
pub(super) struct AskedWishes<'a> {
    pub(super) wishes: &'a [Wish],
    pub(super) answers: &'a [WishAnswer],
}

/// The document.
pub(super) fn explanation(
    paired: &AnsweredRound<'_>,
    story: &RoundStory,
    asked: &AskedWishes<'_>,
    wording: Wording,
    narrative: &Narrative,
) -> String {
    let setting = &paired.setting();
    let warnings = &paired.input.reading.warnings;
    let round = &story.round;
    let boards = round.boards.iter().enumerate();
    let brackets = story.brackets.iter();
    written(&ExplanationDocument {
        head: TellingHead::new("edelweiss.explanation", round.rules, round.round, wording),
        brackets: brackets.map(|b| bracket(setting, b, wording)).collect(),
        boards: boards
            .map(|(index, board)| ExplainedBoard {
                board: index + 1,
                white: setting.number(board.white),
                black: setting.number(board.black),
                colour_reason: reason(board.colour_reason),
            })
            .collect(),
        bye: round.bye.map(|id| setting.number(id)),
        answers: (asked.wishes.iter().zip(asked.answers))
            .map(|(wish, found)| answer(setting, *wish, found))
            .collect(),
        words: narrative.blocks.iter().map(words).collect(),
        warnings: warnings.iter().map(JsonRemark::new).collect(),
    })
}

fn answer(setting: &Setting<'_>, wish: Wish, answer: &WishAnswer) -> AnswerOut {
    let (kind, players) = match wish {
        Wish::Pair(a, b) => ("pair", vec![a, b]),
        Wish::Bye(id) => ("bye", vec![id]),
        Wish::Float(id) => ("float", vec![id]),
        Wish::OtherColour(id) => ("other-colour", vec![id]),
    };
    let mut out = AnswerOut {
        wish: kind,
        players: players.iter().map(|id| setting.number(*id)).collect(),
        answer: "refused",
        bracket: None,
        decides: None,
        right: None,
        with_wish: None,
        pairs: None,
        bye: None,
    };
    match answer {
        WishAnswer::Refused(_) => {}
        WishAnswer::NotCompared => out.answer = "not-compared",
        WishAnswer::Impossible(_) => out.answer = "impossible",
        WishAnswer::Worse(rival) => {
            out.answer = "worse";
            out.bracket = Some(rival.bracket + 1);
            out.decides = rival.deciding.as_ref().map(DecidingDifference::label);
            let values = rival.deciding.as_ref().map(DecidingDifference::values);
            (out.right, out.with_wish) = values.unzip();
            let boards = rival.round.boards.iter();
            let seats = |white, black| [setting.number(white), setting.number(black)];
            out.pairs = Some(boards.map(|b| seats(b.white, b.black)).collect());
            out.bye = rival.round.bye.map(|id| setting.number(id));
        }
    }
    out
}

pub(super) fn words(block: &NarrativeBlock) -> WordsOut<'_> {
    let (kind, label, text) = match block {
        NarrativeBlock::Title(text) => ("title", None, text),
        NarrativeBlock::Heading(text) => ("heading", None, text),
        NarrativeBlock::Item { label, text } => ("item", Some(label.as_str()), text),
        NarrativeBlock::Sentence(text) => ("sentence", None, text),
    };
    WordsOut { kind, label, text }
}

fn bracket(setting: &Setting<'_>, bracket: &BracketStory, wording: Wording) -> BracketOut {
    let (record, course) = (&bracket.record, &bracket.course);
    let rest = &course.remainder;
    let numbers = |players: &[PlayerId]| -> Vec<u32> {
        players.iter().map(|id| setting.number(*id)).collect()
    };
    let costs = bracket.costs.iter().map(|cost| CostOut {
        rule: cost.rule.label,
        article: cost.rule.article,
        meaning: wording.counts(cost.rule),
        fields: cost.fields.clone(),
        from: (cost.payers.iter())
            .map(|unit| match *unit {
                Unit::Pair { higher, lower } | Unit::FollowingPair { higher, lower } => {
                    numbers(&[higher, lower])
                }
                Unit::Float { player, .. } | Unit::FollowingFloat { player, .. } => {
                    numbers(&[player])
                }
            })
            .collect(),
    });
    let steps = record.steps.iter().map(|step| {
        let called: Vec<String> = step.players.iter().map(|id| setting.called(*id)).collect();
        StepOut {
            article: step.article,
            players: numbers(&step.players),
            text: wording.procedure_step(step.action, &called.join("; ")),
        }
    });
    BracketOut {
        kind: match record.route {
            Route::Normal => "normal",
            Route::Penultimate => "penultimate",
            Route::CollapsedLast => "collapsed-last",
        },
        score: bracket.score.into(),
        moved_down: numbers(&record.mdps),
        residents: numbers(&record.residents),
        moved_down_paired: numbers(&course.mdps_paired),
        limbo: numbers(&course.limbo),
        s1: numbers(&rest.s1),
        s2: numbers(&rest.s2),
        leave_s1: numbers(&rest.leaving),
        enter_s1: numbers(&rest.entering),
        s2_in_order: numbers(&rest.s2_in_order),
        is_transposed: rest.is_transposed,
        pairs: (record.pairs.iter())
            .map(|(a, b)| [setting.number(*a), setting.number(*b)])
            .collect(),
        floaters: numbers(&record.floaters),
        costs: costs.collect(),
        steps: steps.collect(),
    }
}
