//! The development coefficient K (8.3.3), as far as a tournament file tells it.

/// Every K that there is, the largest first.
pub const COEFFICIENTS: [u16; 3] = [40, 20, 10];
/// K is 10 from this rating on, for good.
const TOP: u16 = 2400;
/// Young players below this rating have 40.
const YOUNG_BELOW: u16 = 2300;
/// Until the end of the year of this birthday.
const YOUNG_UNTIL: u16 = 18;

/// Why K is what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoefficientReason {
    /// The caller says so.
    Given,
    /// The rating has reached 2400.
    Top,
    /// Not 19 yet in the year of the event, and rated below 2300.
    Young,
    /// Games and ratings of before tell, which nobody has said.
    Unknown,
}

/// What K may be: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficients {
    /// The only one that is possible, where it is known.
    one: Option<u16>,
    /// Why.
    pub reason: CoefficientReason,
}

impl Coefficients {
    /// The caller's word.
    pub(crate) fn given(k: u16) -> Self {
        Self {
            one: Some(k),
            reason: CoefficientReason::Given,
        }
    }

    /// What rating, year of birth and year of the event tell.
    pub(crate) fn of(rating: u16, born: Option<u16>, year: Option<u16>) -> Self {
        let is_young = match (born, year) {
            (Some(born), Some(year)) => year.saturating_sub(born) <= YOUNG_UNTIL,
            _ => false,
        };
        let (one, reason) = if rating >= TOP {
            (Some(10), CoefficientReason::Top)
        } else if is_young && rating < YOUNG_BELOW {
            (Some(40), CoefficientReason::Young)
        } else {
            (None, CoefficientReason::Unknown)
        };
        Self { one, reason }
    }

    /// Each K that is possible, the largest first.
    pub fn possible(&self) -> &[u16] {
        if self.one.is_some() {
            self.one.as_slice()
        } else {
            &COEFFICIENTS
        }
    }
}
