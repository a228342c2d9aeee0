//! Who gets White.
//!
//! # Articles
//! Dubov 1997, chapter 3; 2.3 and 2.4 come first.

use std::cmp::Ordering;

use edelweiss_model::{Colour, PlayerId};
use edelweiss_pairing::{Board, ColourReason};

use super::entrant::Dubov1997Field;

/// The board of two players who may meet.
pub(super) fn allocate(field: &Dubov1997Field, a: PlayerId, b: PlayerId) -> Board {
    let (a_is_white, article) = a_is_white(field, a, b);
    let (white, black) = if a_is_white { (a, b) } else { (b, a) };
    Board {
        white,
        black,
        colour_reason: ColourReason::Article(article),
    }
}

fn a_is_white(field: &Dubov1997Field, a: PlayerId, b: PlayerId) -> (bool, &'static str) {
    let possible =
        |white, black| field.may_have(white, Colour::White) && field.may_have(black, Colour::Black);
    if possible(a, b) != possible(b, a) {
        return (possible(a, b), "2.3, 2.4");
    }
    let (pa, pb) = (field.player(a), field.player(b));
    if pa.due != pb.due {
        // A player without a due colour leaves the choice to the other.
        let white = Some(Colour::White);
        let a_is_white = pa.due == white || (pa.due.is_none() && pb.due != white);
        return (a_is_white, "3, due colours");
    }
    match pa.colour_difference.cmp(&pb.colour_difference) {
        Ordering::Less => return (true, "3, equalisation"),
        Ordering::Greater => return (false, "3, equalisation"),
        Ordering::Equal => {}
    }
    if let Some(mine) = field.position.latest_difference(a, b) {
        return (mine == Colour::Black, "3, alternation");
    }
    match pa.aro.cmp(&pb.aro) {
        Ordering::Greater => return (true, "3, ARO"),
        Ordering::Less => return (false, "3, ARO"),
        Ordering::Equal => {}
    }
    match pa.rating.cmp(&pb.rating) {
        Ordering::Less => (true, "3, rating"),
        Ordering::Greater => (false, "3, rating"),
        Ordering::Equal => (field.alphabet(a) < field.alphabet(b), "3"),
    }
}
