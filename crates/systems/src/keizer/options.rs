//! The parameters of a club, and how each is asked for.

use edelweiss_standings::{LADDER_PARAMETERS, LadderRules};

use crate::swiss_system::{SystemOptions, SystemReading};

const REPEAT_AFTER: SystemReading = SystemReading {
    name: "repeat-after",
    about: "how many rounds lie between two games of the same players",
    values: &[
        ("3", "Three"),
        ("0", "None"),
        ("1", "One"),
        ("2", "Two"),
        ("5", "Five"),
        ("8", "Eight"),
    ],
};

const MOST_MEETINGS: SystemReading = SystemReading {
    name: "most-meetings",
    about: "how often the same players meet, at most",
    values: &[
        ("any", "As often as it comes"),
        ("1", "Once"),
        ("2", "Twice"),
        ("4", "Four times"),
    ],
};

/// A parameter of the ladder, as systems name it.
const fn of_ladder(at: usize) -> SystemReading {
    SystemReading {
        name: LADDER_PARAMETERS[at].name,
        about: LADDER_PARAMETERS[at].about,
        values: LADDER_PARAMETERS[at].values,
    }
}

pub(super) const READINGS: [SystemReading; 9] = [
    of_ladder(0),
    of_ladder(1),
    of_ladder(2),
    of_ladder(3),
    of_ladder(4),
    of_ladder(5),
    of_ladder(6),
    REPEAT_AFTER,
    MOST_MEETINGS,
];

/// The parameters of a club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeizerOptions {
    /// 1: values and points.
    pub ladder: LadderRules,
    /// 2.2: rounds between two games of the same players.
    pub repeat_after: u16,
    /// 2.3: games of the same players, at most.
    pub most_meetings: Option<u16>,
}

impl Default for KeizerOptions {
    fn default() -> Self {
        Self::from(&SystemOptions::default())
    }
}

impl From<&SystemOptions> for KeizerOptions {
    fn from(options: &SystemOptions) -> Self {
        let of_ladder = READINGS.iter().take(LADDER_PARAMETERS.len());
        let ladder = of_ladder.fold(LadderRules::default(), |rules, reading| {
            let value = options.reading(reading);
            rules.with(reading.name, value).unwrap_or(rules)
        });
        Self {
            ladder,
            repeat_after: options.reading(&REPEAT_AFTER).parse().unwrap_or(0),
            most_meetings: options.reading(&MOST_MEETINGS).parse().ok(),
        }
    }
}
