//! What the text of 1997 leaves open, and how each reading is asked for.

use crate::swiss_system::{SystemOptions, SystemReading};

pub(super) const NEWCOMERS: SystemReading = SystemReading {
    name: "newcomers",
    about: "the due colour of a player who has not played",
    values: &[
        ("neutral", "None"),
        (
            "either",
            "None, and any condition on due colours is fulfilled",
        ),
        ("balance", "That of the shorter column"),
        ("black", "Black, as in the editions since 2018"),
    ],
};

pub(super) const FLOATERS: SystemReading = SystemReading {
    name: "floaters",
    about: "who leaves a score group, as few players as possible",
    values: &[
        ("legal", "So that the others can be paired legally"),
        ("rows", "So that the rows leave nobody over"),
    ],
};

/// How many sets of floaters are tried for a score group: a second for a hundred players.
const MOST_SETS: usize = 10_000;

impl From<&SystemOptions> for Dubov1997Options {
    fn from(options: &SystemOptions) -> Self {
        Self {
            newcomers: match options.reading(&NEWCOMERS) {
                "either" => Newcomers::Either,
                "balance" => Newcomers::Balance,
                "black" => Newcomers::Black,
                _ => Newcomers::Neutral,
            },
            floaters: match options.reading(&FLOATERS) {
                "rows" => FloaterChoice::Rows {
                    most_sets: MOST_SETS,
                },
                _ => FloaterChoice::Legal,
            },
            ..Self::default()
        }
    }
}

/// The due colour of a player who has not played, of whom chapter 1 says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Newcomers {
    /// There is none. Such a player fulfils no condition on due colours (4, 7.1, 7.2, 8.2), sets
    /// none, counts for no majority, and is content with either colour (3). Where columns are
    /// formed (6.2, 8.1), newcomers join the shorter one, the highest rating first; Black if both
    /// are equal.
    #[default]
    Neutral,
    /// The same, except that a newcomer counts as due the colour that a condition asks for.
    Either,
    /// A colour before the work begins: those of a score group, highest rating first, join the
    /// colour that fewer players of the group are due; Black if both are equal.
    Balance,
    /// Black, as in the editions since 2018.
    Black,
}

/// How few players leave a score group (6.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FloaterChoice {
    /// As few as possible, so that a legal pairing of the others exists. Whoever the rows still
    /// leave over floats, too.
    #[default]
    Legal,
    /// As few as possible, so that the rows (6.2, 6.3) leave nobody over. Sets are tried one after
    /// the other, which can take for ever.
    Rows {
        /// How many sets are tried for one score group, at most; the procedure ends without a result
        /// where that is not enough. 10,000 take a second for a hundred players.
        most_sets: usize,
    },
}

/// Who gets the bye when the player named by chapter 4 leaves a round that cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByeChoice {
    /// The same player: chapter 4 does not look ahead.
    #[default]
    Plain,
    /// The next one in the order of chapter 4 who leaves a legal pairing of the others.
    Completable,
}

/// When a player counts as transferred to a higher score group (2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TransferCount {
    /// When paired with a higher score, whether or not the game took place.
    #[default]
    Paired,
    /// Only when that game was played.
    Played,
}

/// The readings that the text leaves open. The default is the one argued for in the handbook page
/// of this system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dubov1997Options {
    /// Chapter 1.
    pub newcomers: Newcomers,
    /// Chapter 4.
    pub bye: ByeChoice,
    /// 2.5.
    pub transfers: TransferCount,
    /// 6.4.
    pub floaters: FloaterChoice,
}
