//! Readings of what the text of C.04.6 leaves open.

/// A reading of a gap that is not the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UpfloatReading {
    /// C6 asks for one upfloater into the following bracket or none; where that cannot be, it says nothing.
    FollowingByParity,
    /// C6 is about the next scoregroup of those who are not paired yet.
    FollowingUnpaired,
    /// 1.5: a match that was not played makes floaters.
    ForfeitsFloat,
    /// 1.7.2: no preference in the last round where there were as many Whites as Blacks.
    LastRoundWithout,
    /// 1.5: floaters by scores without virtual points.
    FloatsByStandings,
    /// 1.2: virtual points count in the secondary score, too, which decides colours only.
    SecondaryAccelerated,
    /// 1.4: a bye of which nothing is said is worth a win on every board.
    UntoldByesWin,
}

/// Names of options and values, as proofs have them.
pub(super) const READINGS: [(&str, &str, UpfloatReading); 7] = [
    (
        "following-bracket",
        "parity",
        UpfloatReading::FollowingByParity,
    ),
    (
        "following-group",
        "unpaired",
        UpfloatReading::FollowingUnpaired,
    ),
    ("forfeit-floats", "counted", UpfloatReading::ForfeitsFloat),
    (
        "last-round-preference",
        "none",
        UpfloatReading::LastRoundWithout,
    ),
    (
        "accelerated-floats",
        "standings",
        UpfloatReading::FloatsByStandings,
    ),
    (
        "accelerated-secondary",
        "pairing",
        UpfloatReading::SecondaryAccelerated,
    ),
    ("untold-bye", "wins", UpfloatReading::UntoldByesWin),
];
