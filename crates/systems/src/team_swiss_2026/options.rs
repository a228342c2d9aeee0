//! What the text of C.04.6 leaves open, and how each reading is asked for.

use crate::swiss_system::{SystemOptions, SystemReading};

const FOLLOWING: SystemReading = SystemReading {
    name: "following-bracket",
    about: "what C6 asks of the following scoregroup",
    values: &[
        ("fewest", "As few upfloaters as possible"),
        ("parity", "None or one, as its number asks, or nothing"),
    ],
};

const GROUP: SystemReading = SystemReading {
    name: "following-group",
    about: "which scoregroup C6 is about",
    values: &[
        (
            "standings",
            "The next one of the standings, if it is not empty",
        ),
        ("unpaired", "The next one of those still unpaired"),
    ],
};

const FORFEITS: SystemReading = SystemReading {
    name: "forfeit-floats",
    about: "whether a team of a forfeited match floats",
    values: &[
        ("ignored", "No: it played against nobody"),
        ("counted", "Yes: floating is a fact of the pairing"),
    ],
};

const LAST_ROUND: SystemReading = SystemReading {
    name: "last-round-preference",
    about: "type B, last round, equal colours, the last two alike",
    values: &[("strong", "A strong preference"), ("none", "No preference")],
};

const ACCELERATED: SystemReading = SystemReading {
    name: "accelerated-floats",
    about: "which score makes a floater under acceleration",
    values: &[
        ("pairing", "That with virtual points"),
        ("standings", "That without"),
    ],
};

const SECONDARY: SystemReading = SystemReading {
    name: "accelerated-secondary",
    about: "the secondary score under acceleration, for colours",
    values: &[
        ("standings", "As it stands"),
        ("pairing", "With the virtual points of the primary one"),
    ],
};

const UNTOLD_BYE: SystemReading = SystemReading {
    name: "untold-bye",
    about: "game points of a bye of which neither 320 nor 162 says them",
    values: &[
        ("draws", "A draw on every board"),
        ("wins", "A win on every board"),
    ],
};

pub(super) const READINGS: [SystemReading; 7] = [
    FOLLOWING,
    GROUP,
    FORFEITS,
    LAST_ROUND,
    ACCELERATED,
    SECONDARY,
    UNTOLD_BYE,
];

/// C6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TeamFollowing {
    /// As few upfloaters into the following bracket as possible.
    #[default]
    Fewest,
    /// None or one, as its number of teams asks; where no choice achieves that, C6 says nothing.
    ParityOrNothing,
}

/// C6: which scoregroup is the following one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FollowingGroup {
    /// The next one of the standings: once all its teams are paired or taken up, C6 is about nobody.
    #[default]
    Standings,
    /// The next one of the teams that are not paired yet.
    Unpaired,
}

/// 1.5: whether a team of a forfeited match is a floater.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForfeitFloats {
    /// No: a floater plays against an opponent.
    #[default]
    Ignored,
    /// Yes.
    Counted,
}

/// 1.7.2: type B, last round, as often White as Black, and the last two colours alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LastRoundPreference {
    /// The preference is strong: the sentence on the last round is about mild ones.
    #[default]
    Strong,
    /// There is none.
    None,
}

/// 1.5 under acceleration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AcceleratedFloats {
    /// Scores with the virtual points of the round.
    #[default]
    PairingScore,
    /// Scores without them.
    Standings,
}

/// 1.2 under acceleration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AcceleratedSecondary {
    /// As it stands: virtual points are of the primary score.
    #[default]
    Standings,
    /// With the virtual points of the round.
    PairingScore,
}

/// 1.4: the bye where no record says what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UntoldBye {
    /// A draw on every board.
    #[default]
    Draws,
    /// A win on every board.
    Wins,
}

/// The choices that the text leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TeamSwissOptions {
    /// C6: what is asked.
    pub following: TeamFollowing,
    /// C6: of whom.
    pub following_group: FollowingGroup,
    /// 1.5, for C7 and C10.
    pub forfeit_floats: ForfeitFloats,
    /// 1.7.2.
    pub last_round: LastRoundPreference,
    /// 1.5 under acceleration.
    pub accelerated_floats: AcceleratedFloats,
    /// 1.2 under acceleration.
    pub accelerated_secondary: AcceleratedSecondary,
    /// 1.4.
    pub untold_bye: UntoldBye,
}

impl From<&SystemOptions> for TeamSwissOptions {
    fn from(options: &SystemOptions) -> Self {
        Self {
            following: match options.reading(&FOLLOWING) {
                "parity" => TeamFollowing::ParityOrNothing,
                _ => TeamFollowing::Fewest,
            },
            following_group: match options.reading(&GROUP) {
                "unpaired" => FollowingGroup::Unpaired,
                _ => FollowingGroup::Standings,
            },
            forfeit_floats: match options.reading(&FORFEITS) {
                "counted" => ForfeitFloats::Counted,
                _ => ForfeitFloats::Ignored,
            },
            last_round: match options.reading(&LAST_ROUND) {
                "none" => LastRoundPreference::None,
                _ => LastRoundPreference::Strong,
            },
            accelerated_floats: match options.reading(&ACCELERATED) {
                "standings" => AcceleratedFloats::Standings,
                _ => AcceleratedFloats::PairingScore,
            },
            accelerated_secondary: match options.reading(&SECONDARY) {
                "pairing" => AcceleratedSecondary::PairingScore,
                _ => AcceleratedSecondary::Standings,
            },
            untold_bye: match options.reading(&UNTOLD_BYE) {
                "wins" => UntoldBye::Wins,
                _ => UntoldBye::Draws,
            },
        }
    }
}
