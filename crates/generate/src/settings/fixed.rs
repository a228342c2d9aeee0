//! What a table of all pairings leaves no room for.

use super::{AccelerationSetting, Refusal, Settings};
use crate::amount::{Amount, Quantity};

/// Where all pairings are fixed before the event, nobody is absent, accelerated or banned; and two teams of equally many
/// make an even number.
pub(super) fn refusals(settings: &Settings) -> Vec<Refusal> {
    if settings.cycles.is_none() {
        return Vec::new();
    }
    let some = |quantity: &Option<Quantity>| {
        (quantity.as_ref()).is_some_and(|quantity| *quantity != Quantity::NONE)
    };
    let has_bans = !settings.forbidden.is_empty()
        || (settings.forbidden_pairs).is_some_and(|amount| amount != Amount::NONE);
    let asked = [
        ("byes.full", some(&settings.byes.full)),
        ("byes.half", some(&settings.byes.half)),
        ("byes.zero", some(&settings.byes.zero)),
        ("withdrawals", some(&settings.withdrawals)),
        ("late-entries", some(&settings.late_entries)),
        (
            "acceleration",
            settings.acceleration != AccelerationSetting::None,
        ),
        ("forbidden-pairs", has_bans),
    ];
    let odd = (settings.two_teams.and(settings.players_asked()))
        .filter(|players| players.from == players.to && players.from % 2 == 1);
    let odd = odd.map(|players| Refusal {
        setting: "players".to_owned(),
        reason: format!("found {players}, expected an even number: two teams of equally many"),
    });
    (asked.into_iter())
        .filter(|(_, is_asked)| *is_asked)
        .map(|(setting, _)| Refusal {
            setting: setting.to_owned(),
            reason:
                "the pairings of this system are fixed before the event, by a table that knows none"
                    .to_owned(),
        })
        .chain(odd)
        .collect()
}
