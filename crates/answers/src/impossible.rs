//! Why a round cannot be paired, in words an arbiter can check.

use std::fmt::Write as _;

use edelweiss::model::{PlayerId, Tpn};
use edelweiss::pairing::{Impossible, Witness};

use crate::error::AnswerErrorKind;
use crate::report::Setting;
use crate::report::listed;

/// How many players get their own sentence.
const MOST_EXPLAINED: usize = 12;

/// Why there is no round: one line, and for a round without a legal pairing the proof below it.
pub fn words(setting: &Setting<'_>, why: &Impossible) -> String {
    match why {
        Impossible::NoLegalPairing(witness) => proof(setting, witness),
        Impossible::GivenUp if setting.tournament.players.len() > Tpn::MAX_IN_FILE as usize => {
            format!(
                "round {}: {why}\n  hint: in so large a field no search among more than 32,768 players is made; fewer bans, \
             or a field in parts, need none",
                setting.round()
            )
        }
        Impossible::GivenUp => format!(
            "round {}: {why}\n  hint: --finish offers a legal pairing, if there is one; please send the file to the \
             developers",
            setting.round()
        ),
        Impossible::NoRoundLeft { .. } | Impossible::ProcedureEnded { .. } => why.to_string(),
    }
}

/// What kind of end that is: a search given up is a limit of this program, everything else an answer.
pub fn kind(why: &Impossible) -> AnswerErrorKind {
    match why {
        Impossible::GivenUp => AnswerErrorKind::Limit,
        _ => AnswerErrorKind::NoPairing,
    }
}

/// The barrier and the groups of Tutte and Berge as a count of partners.
fn proof(setting: &Setting<'_>, witness: &Witness) -> String {
    let mut out = shortage(setting, witness);
    let mut line = |text: String| write!(out, "\n  {text}").expect("a string grows");
    for (index, group) in witness.components.iter().enumerate().take(MOST_EXPLAINED) {
        let members = match group.as_slice() {
            [] => "the bye: nobody outside the partners may receive it".to_owned(),
            members => names(setting, members),
        };
        line(format!("group {}: {members}", index + 1));
    }
    let groups = witness.components.len();
    if groups > MOST_EXPLAINED {
        line(format!("and {} more groups", groups - MOST_EXPLAINED));
    }
    match (&*witness.barrier, witness.bye_in_barrier) {
        ([], false) => {}
        ([], true) => line("partners: the bye".to_owned()),
        (barrier, false) => line(format!("partners: {}", names(setting, barrier))),
        (barrier, true) => line(format!(
            "partners: {}, and the bye",
            names(setting, barrier)
        )),
    }
    line(
        "each group has an odd number of members, and no two groups have a pair that is allowed"
            .to_owned(),
    );
    let unmatched = &witness.unmatched;
    if !unmatched.is_empty() {
        line(format!(
            "in a pairing of as many players as possible these stay over: {}",
            names(setting, unmatched)
        ));
    }
    for id in unmatched.iter().take(MOST_EXPLAINED) {
        line(obstacles(setting, *id));
    }
    line(format!(
        "hint: the rules leave this round to the arbiter; {}",
        advice(setting)
    ));
    out
}

fn names(setting: &Setting<'_>, players: &[PlayerId]) -> String {
    let called: Vec<String> = players.iter().map(|id| setting.called(*id)).collect();
    listed(&called)
}

/// How many groups need a partner from outside, and how many partners there are.
fn shortage(setting: &Setting<'_>, witness: &Witness) -> String {
    let groups = match witness.components.len() {
        1 => "1 group of players needs".to_owned(),
        n => format!("{n} groups of players need"),
    };
    let partners = match witness.barrier.len() + usize::from(witness.bye_in_barrier) {
        0 => "nobody can be one".to_owned(),
        1 => "only one can be had".to_owned(),
        n => format!("only {n} can be had"),
    };
    format!(
        "round {} has no legal pairing: {groups} a partner from outside, and {partners}",
        setting.round(),
    )
}

/// What an arbiter can change, where there is such a thing.
fn advice(setting: &Setting<'_>) -> &'static str {
    let position = setting.position;
    let present = position.present();
    let is_kept_apart = |(index, id): (usize, &PlayerId)| {
        (present[index + 1..].iter())
            .any(|other| position.is_banned(*id, *other) && !position.have_met(*id, *other))
    };
    let has_ban =
        !setting.tournament.forbidden.is_empty() && present.iter().enumerate().any(is_kept_apart);
    match (has_ban, !setting.absent().is_empty()) {
        (true, true) => "lifting a ban or an absence may help",
        (true, false) => "lifting a ban may help",
        (false, true) => "lifting an absence may help",
        (false, false) => "there is neither a ban nor an absence to lift",
    }
}

/// What keeps one player from everybody else.
fn obstacles(setting: &Setting<'_>, id: PlayerId) -> String {
    let position = setting.position;
    let (mut met, mut banned, mut clashing) = (0, 0, 0);
    let mut left = Vec::new();
    for &other in position.present().iter().filter(|other| **other != id) {
        if position.have_met(id, other) {
            met += 1;
        } else if position.is_banned(id, other) {
            banned += 1;
        } else if position.colours_clash(id, other) {
            clashing += 1;
        } else {
            left.push(setting.called(other));
        }
    }
    // A bare number would be read as that of a player.
    let others = |n: u32| match n {
        0 => "no other player".to_owned(),
        1 => "1 other player".to_owned(),
        n => format!("{n} other players"),
    };
    let mut parts = vec![format!("has met {}", others(met))];
    if banned > 0 {
        parts.push(format!("may not meet {} because of a ban", others(banned)));
    }
    if clashing > 0 {
        parts.push(format!("must have the same colour as {}", others(clashing)));
    }
    parts.push(if left.is_empty() {
        "may meet nobody".to_owned()
    } else {
        format!("may only meet {}", listed(&left))
    });
    if position.present().len() % 2 == 1 && !position.player(id).bye_allowed {
        parts.push("may not have the bye".to_owned());
    }
    format!("{}: {}", setting.called(id), parts.join(", "))
}
