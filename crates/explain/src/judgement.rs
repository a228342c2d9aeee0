//! A round that somebody made by hand, beside the right one.
//!
//! The comparison is that of [`edelweiss_check::verdict`]: in the first bracket that differs, rule by
//! rule, what lies below being valued by what the bracket leaves possible. Colours are not judged.

use edelweiss_check::legality::Breach;
use edelweiss_check::verdict::{
    JudgedBracket, JudgedRound, LiteralLimit, LiteralRoute, RuleComparison, RuleKind, Verdict,
    judge,
};
use edelweiss_model::PlayerId;
use edelweiss_pairing::{BracketRecord, RoundPairing, Route};
use edelweiss_weights::Edition;

use crate::narrative::Narrative;
use crate::setting::StorySetting;
use crate::wording::{WordLabel, Wording};

/// A bracket as judges take it.
pub fn judged_bracket(record: &BracketRecord) -> JudgedBracket {
    JudgedBracket {
        route: match record.route {
            Route::Normal => LiteralRoute::Normal,
            Route::Penultimate => LiteralRoute::Penultimate,
            Route::CollapsedLast => LiteralRoute::CollapsedLast,
        },
        mdps: record.mdps.clone(),
        residents: record.residents.clone(),
        pairs: record.pairs.clone(),
    }
}

/// Judges `given` beside `right`, the round of this setting and of `edition`.
///
/// # Panics
/// When a player belongs to a larger tournament.
pub fn judgement(
    setting: &StorySetting<'_>,
    edition: &'static Edition,
    right: &RoundPairing,
    given: &JudgedRound,
) -> Verdict {
    let brackets: Vec<JudgedBracket> = right.brackets.iter().map(judged_bracket).collect();
    let (tournament, position) = (setting.tournament, setting.position);
    judge(
        tournament,
        position,
        edition,
        given,
        &brackets,
        LiteralLimit::NEVER,
    )
}

/// Says the judgement of a round.
pub fn tell_judgement(
    setting: &StorySetting<'_>,
    right: &RoundPairing,
    given: &JudgedRound,
    verdict: &Verdict,
    wording: Wording,
) -> Narrative {
    let mut text = Narrative::default();
    text.title(wording.judged_round(right.round.get(), right.rules));
    let names = |players: &[PlayerId]| -> Vec<String> {
        players.iter().map(|id| setting.called(*id)).collect()
    };
    if verdict.violations.is_empty() {
        text.sentence(wording.is_legal().to_owned());
    } else {
        text.sentence(wording.is_not_legal(verdict.violations.len()));
    }
    for breach in &verdict.violations {
        text.sentence(wording.breach(*breach, &names(&players_of(*breach)), setting.year));
    }
    let score = |id: PlayerId| setting.position.player(id).score;
    if verdict.violations.is_empty()
        && let (Some(here), Some(there)) = (right.bye.map(score), given.bye.map(score))
        && setting.year >= 2026
        && here != there
    {
        text.sentence(wording.bye_gets_worse(here, there));
    }
    let Some(decision) = &verdict.decision else {
        if verdict.violations.is_empty() {
            text.sentence(wording.is_the_right_round().to_owned());
        }
        return text;
    };
    text.sentence(wording.judged_difference(decision.bracket + 1, decision.score));
    let decides = match decision.deciding_row() {
        Some(row) => row_in_words(setting, row, wording),
        None => wording.alike().to_owned(),
    };
    text.item(wording.label(WordLabel::Decides), decides);
    let pairs = |pairs: &[(PlayerId, PlayerId)], others: &[(PlayerId, PlayerId)]| {
        let new = pairs.iter().filter(|pair| !others.contains(pair));
        let called: Vec<String> = new
            .map(|(a, b)| format!("{} \u{2013} {}", setting.called(*a), setting.called(*b)))
            .collect();
        called.join("; ")
    };
    let (given, right) = (&decision.recorded, &decision.here);
    for (label, pairs) in [
        (WordLabel::Given, pairs(&given.pairs, &right.pairs)),
        (WordLabel::Right, pairs(&right.pairs, &given.pairs)),
    ] {
        if !pairs.is_empty() {
            text.item(wording.label(label), pairs);
        }
    }
    text
}

fn row_in_words(setting: &StorySetting<'_>, row: &RuleComparison, wording: Wording) -> String {
    let name = if row.label == row.article {
        row.label.to_owned()
    } else {
        format!("{} ({})", row.label, row.article)
    };
    let rule = (setting.edition)
        .and_then(|edition| edition.criteria.iter().find(|rule| rule.label == row.label));
    let values = |values: &[u64]| -> String {
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        values.join(",")
    };
    let (here, there) = (values(&row.here), values(&row.recorded));
    match (row.kind, rule) {
        (RuleKind::Sequence, _) => wording.later_in_sequence(row.article),
        (RuleKind::SoftBan, _) => wording.more_soft_bans(&here, &there),
        (RuleKind::LookAhead, Some(rule)) => {
            wording.gets_worse_below(&name, wording.counts(rule), &here, &there)
        }
        (_, Some(rule)) => wording.gets_worse(&name, wording.counts(rule), &here, &there),
        (_, None) => wording.gets_worse(&name, row.summary, &here, &there),
    }
}

fn players_of(breach: Breach) -> Vec<PlayerId> {
    match breach {
        Breach::Unpaired(id)
        | Breach::PairedTwice(id)
        | Breach::NotPresent(id)
        | Breach::NeedlessBye(id)
        | Breach::BarredFromBye(id) => vec![id],
        Breach::Rematch(a, b) | Breach::Banned(a, b) | Breach::ColourClash(a, b) => vec![a, b],
    }
}
