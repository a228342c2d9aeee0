//! Cut and Median modifiers.
//!
//! # Articles
//! C.07 (2026) 14.1-14.4; 16.5 where a participant has voluntary unplayed rounds.
//! # Readings
//! The exception is for the low end only; a voluntary unplayed round that contributes as little as
//! the least significant value is cut before it; of equal contributions the one of the lower score.

use crate::contributions::{Cut, Element};

/// Marks `lows` and then `highs` elements as cut. O(elements · cuts).
pub(crate) fn cut(elements: &mut [Element], lows: u8, highs: u8, has_exception: bool) {
    for _ in 0..lows {
        let Some(least) = extreme(elements, |element| {
            (element.significance, element.contribution.amount)
        }) else {
            return;
        };
        let voluntary = elements.iter().enumerate().filter(|(_, element)| {
            has_exception && element.is_voluntary && element.contribution.cut.is_none()
        });
        let voluntary = voluntary
            .map(|(index, element)| (element.contribution.amount, element.significance, index));
        match voluntary.min() {
            Some((amount, _, index)) if amount >= elements[least].contribution.amount => {
                elements[index].contribution.cut = Some(Cut::Voluntary);
            }
            _ => elements[least].contribution.cut = Some(Cut::Least),
        }
    }
    for _ in 0..highs {
        let Some(most) = extreme(elements, |element| {
            (-element.significance, -element.contribution.amount)
        }) else {
            return;
        };
        elements[most].contribution.cut = Some(Cut::Most);
    }
}

/// The first element that is not cut and has the smallest key.
fn extreme(elements: &[Element], key: impl Fn(&Element) -> (i64, i64)) -> Option<usize> {
    let open = elements.iter().enumerate();
    open.filter(|(_, element)| element.contribution.cut.is_none())
        .min_by_key(|(_, element)| key(element))
        .map(|(index, _)| index)
}
