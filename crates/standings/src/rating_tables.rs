//! The conversion tables of the FIDE Rating Regulations.
//!
//! # Source
//! B.02 8.1.1 (percentage into rating difference) and 8.1.2 (rating difference into scoring
//! probability), the whole scale.

/// The largest rating difference at which the stronger player is expected to score 50, 51, ... 99
/// per cent.
const BANDS: [u16; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// The smallest difference that is worth a whole point.
pub(crate) const CERTAIN: i32 = BANDS[49] as i32 + 1;

/// The rating difference of 50, 51, ... 100 per cent.
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The scoring probability in per cent, by differences from 0.
static PROBABILITIES: [u8; CERTAIN as usize + 1] = {
    let mut table = [0; CERTAIN as usize + 1];
    let mut difference = 0;
    let mut band = 0;
    while difference < table.len() {
        while band < BANDS.len() && difference > BANDS[band] as usize {
            band += 1;
        }
        table[difference] = 50 + band as u8;
        difference += 1;
    }
    table
};

/// B.02 8.1.2: expected points per hundred games of a player rated `difference` above the opponent. O(1).
pub fn scoring_probability(difference: i32) -> i32 {
    let distance = difference.abs().min(CERTAIN);
    let probability = i32::from(PROBABILITIES[distance as usize]);
    if difference < 0 {
        100 - probability
    } else {
        probability
    }
}

/// B.02 8.1.1: the rating difference that belongs to a percentage; above 100 per cent that of 100. O(1).
pub fn rating_difference(percentage: u8) -> i32 {
    if percentage < 50 {
        -DIFFERENCES[50 - usize::from(percentage)]
    } else {
        DIFFERENCES[usize::from(percentage.min(100)) - 50]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_the_rating_regulations() {
        for (rating_difference, percentage) in [
            (0, 50),
            (3, 50),
            (4, 51),
            (-4, 49),
            (92, 63),
            (357, 89),
            (358, 90),
            (735, 99),
            (736, 100),
            (5000, 100),
            (-735, 1),
            (-736, 0),
        ] {
            assert_eq!(
                scoring_probability(rating_difference),
                percentage,
                "{rating_difference}"
            );
        }
        for (percentage, expected) in [(50, 0), (88, 336), (17, -273), (100, 800), (0, -800)] {
            assert_eq!(rating_difference(percentage), expected, "{percentage}");
        }
        assert!((-800..800).all(|d| scoring_probability(d) <= scoring_probability(d + 1)));
    }
}
