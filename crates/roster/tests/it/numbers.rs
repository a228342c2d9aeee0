//! The initial order of C.04.2, and late entries.

use edelweiss_model::{FideTitle, Player, Tpn};
use edelweiss_roster::numbering::{DecidedBy, InitialStrength, initial_order, place_of_late_entry};

/// Each place as the name and what put it behind the one before.
fn ordered(players: &[(u16, &str, &str)]) -> Vec<(String, Option<DecidedBy>)> {
    let strengths = players.iter().map(|(rating, title, name)| {
        let rating = (*rating > 0).then_some(*rating);
        InitialStrength::new(rating, FideTitle::of(title), name)
    });
    let order = initial_order(strengths).into_iter();
    order
        .map(|place| (players[place.index].2.to_owned(), place.behind))
        .collect()
}

#[test]
fn rating_title_alphabet_and_list_decide_in_this_order() {
    use DecidedBy::{List, Name, Rating, Title};
    let found = ordered(&[
        (0, "", "Zora, Ann"),
        (2000, "WCM", "Eight, A"),
        (2000, "", "Twin, A"),
        (2000, "GM", "One, Z"),
        (2000, "FM", "Four, A"),
        (2000, "wgm", "Three, A"),
        (2000, "", "Twin, A"),
        (2000, "IM", "Two, A"),
        (2000, "WFM", "Seven, A"),
        (2000, "WIM", "Five, A"),
        (2000, "CM", "Six, A"),
        (2000, "NM", "Őne, A"),
        (2001, "", "Zero, Z"),
        (0, "GM", "Yak, Ann"),
    ]);
    let expected = [
        ("Zero, Z", None),
        ("One, Z", Some(Rating)),
        ("Two, A", Some(Title)),
        ("Three, A", Some(Title)),
        ("Four, A", Some(Title)),
        ("Five, A", Some(Title)),
        ("Six, A", Some(Title)),
        ("Seven, A", Some(Title)),
        ("Eight, A", Some(Title)),
        // No title of FIDE.
        ("Őne, A", Some(Title)),
        ("Twin, A", Some(Name)),
        ("Twin, A", Some(List)),
        ("Yak, Ann", Some(Rating)),
        ("Zora, Ann", Some(Title)),
    ];
    let expected = expected.map(|(name, by)| (name.to_owned(), by));
    assert_eq!(found, expected);
}

#[test]
fn a_late_entry_takes_the_place_that_the_order_gives() {
    let of = |rating, title: &str, name: &str| {
        let mut player = Player::new(Tpn::new(1).expect("a number"));
        player.rating = Some(rating);
        player.title = Some(title.to_owned());
        name.clone_into(&mut player.name);
        InitialStrength::from(&player)
    };
    let ranked = [
        of(2200, "", "A"),
        of(2000, "IM", "B"),
        of(2000, "", "C"),
        of(1800, "", "D"),
    ];
    for (entry, number) in [
        (of(2300, "", "E"), 1),
        (of(2000, "GM", "E"), 2),
        (of(2000, "IM", "E"), 3),
        (of(2000, "", "E"), 4),
        // Of equals the one who was there stands first.
        (of(2000, "", "C"), 4),
        (of(1000, "", "E"), 5),
    ] {
        assert_eq!(place_of_late_entry(&ranked, &entry), number);
        // As if everybody had been there from the start.
        let order = initial_order(ranked.iter().cloned().chain([entry]));
        let place = order.iter().position(|place| place.index == ranked.len());
        assert_eq!(place, Some(number - 1));
    }
}
