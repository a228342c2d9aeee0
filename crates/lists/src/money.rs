//! The prizes, each sum with its reason.

use edelweiss_prizes::{Awards, Money, NotGiven, Payout, PrizeScheme, Sharing, award};

use crate::language::SheetWords;
use crate::records::EventRecords;
use crate::sheet::ColumnKind::{Name, Number, Text};
use crate::sheet::{Body, SheetPart, clean};
use crate::unlistable::Unlistable;

/// Who gets what.
pub(crate) fn prizes(event: &EventRecords<'_>, words: &SheetWords) -> Result<Body, Unlistable> {
    let scheme = event.scheme.as_ref().ok_or(Unlistable::NoScheme)?;
    let awards = award(scheme, &event.competitors())?;
    let parts = (0..scheme.categories.len())
        .map(|category| category_part(event, words, scheme, &awards, category))
        .filter(|part| !part.rows.is_empty());
    let parts = parts.collect();
    let given: Money = awards.payouts.iter().map(|payout| payout.sum).sum();
    let with_currency = |sum: Money| {
        format!("{sum} {}", clean(&scheme.currency))
            .trim()
            .to_owned()
    };
    let total = words.say_with(
        "prizes-total",
        [
            ("given", with_currency(given).into()),
            ("total", with_currency(scheme.total()).into()),
        ],
    );
    let mut notes = vec![total];
    notes.extend(
        awards
            .not_given
            .iter()
            .map(|prize| not_given(words, scheme, prize)),
    );
    Ok((parts, notes))
}

/// The prizes of a category.
fn category_part(
    event: &EventRecords<'_>,
    words: &SheetWords,
    scheme: &PrizeScheme,
    awards: &Awards,
    category: usize,
) -> SheetPart {
    let col = |name: &str| words.say(&format!("col-{name}"));
    let sum = format!("{} {}", col("sum"), clean(&scheme.currency));
    let mut part = SheetPart::new(vec![
        (col("rank"), Number),
        (col("number"), Number),
        (col("name"), Name),
        (col("points"), Number),
        (sum.trim().to_owned(), Number),
        (col("why"), Text),
    ]);
    part.heading = Some(clean(&scheme.categories[category].name));
    let id_of = |payout: &Payout| {
        let mut ids = event.tournament.player_ids();
        ids.find(|id| event.tournament.player(*id).number == payout.player)
    };
    let payouts = awards
        .payouts
        .iter()
        .filter(|payout| payout.category == category);
    part.rows = payouts
        .filter_map(|payout| {
            let id = id_of(payout)?;
            Some(vec![
                event.standings.rank(id).to_string(),
                event.number(id),
                event.name(id),
                event.points(id, event.rounds()).to_string(),
                payout.sum.to_string(),
                reason(words, scheme, payout),
            ])
        })
        .collect();
    part
}

/// Why a payout is what it is: the places, who shares what and how, and what other categories offered.
fn reason(words: &SheetWords, scheme: &PrizeScheme, payout: &Payout) -> String {
    let category = &scheme.categories[payout.category];
    let prizes = &category.prizes[payout.places.clone()];
    let [first, last] = [payout.places.start + 1, payout.places.end];
    let mut said = vec![if first == last {
        words.say_with("prize-place", [("first", first.into())])
    } else {
        words.say_with(
            "prize-places",
            [("first", first.into()), ("last", last.into())],
        )
    }];
    if payout.group.len() > 1 {
        let mut sums = prizes
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" + ");
        if prizes.len() > 1 {
            let sum: Money = prizes.iter().copied().sum();
            sums = format!("{sums} = {sum}");
        }
        let id = match category.sharing {
            Sharing::Rank => "prize-shared-rank",
            Sharing::Equal | Sharing::Hort => "prize-shared-points",
        };
        let count = payout.group.len();
        said.push(words.say_with(id, [("count", count.into()), ("sums", sums.into())]));
        if category.sharing == Sharing::Hort {
            said.push(words.say("prize-hort"));
        }
    }
    if !payout.instead_of.is_empty() {
        let offers = payout.instead_of.iter();
        let offers = offers
            .map(|(other, sum)| format!("{sum} ({})", clean(&scheme.categories[*other].name)));
        let offers = offers.collect::<Vec<_>>().join(", ");
        said.push(words.say_with("prize-instead", [("offers", offers.into())]));
    }
    said.join("; ")
}

/// Why nobody gets a prize.
fn not_given(words: &SheetWords, scheme: &PrizeScheme, prize: &NotGiven) -> String {
    let category = &scheme.categories[prize.category];
    let variables = [
        ("category", clean(&category.name).into()),
        ("place", (prize.place + 1).into()),
        ("count", prize.took_part.into()),
    ];
    if prize.took_part < category.at_least {
        let [name, place, count] = variables;
        words.say_with(
            "prize-not-given-least",
            [name, place, count, ("least", category.at_least.into())],
        )
    } else {
        words.say_with("prize-not-given", variables)
    }
}
