//! Editions of the tie-break regulations as data, and the table of tie-breaks.
//!
//! # Articles
//! C.07 (2026), article 5: the table. What differs between the editions is a switch of
//! [`TieBreakRules`]; everything else is the same in all of them.

use std::fmt;
use std::hash::{Hash, Hasher};

use edelweiss_model::Date;

use crate::tie_breaks::{
    AverageBuchholz, AverageOfOpponents, AverageRating, Buchholz, Calculation, DirectEncounter,
    GamesWithBlack, GamesWon, Koya, PairingNumber, PerfectPerformance, Performance, Points,
    Progressive, Rating, RoundsElected, SonnebornBerger, StandardPoints, Wins, WinsWithBlack,
};

/// The type of a tie-break (4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreakType {
    /// Games among the tied participants.
    A,
    /// The participant's own results or data.
    B,
    /// The opponents' results.
    C,
    /// The opponents' data known before.
    D,
}

/// One row of article 5: a tie-break without modifiers.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The code in tournament files.
    pub code: &'static str,
    /// What it was called before.
    pub former_code: Option<&'static str>,
    /// The name in the text.
    pub name: &'static str,
    /// The article of the edition of March 2026.
    pub article: &'static str,
    /// The type, or both.
    pub types: &'static [TieBreakType],
    /// The edition that brought it.
    pub since: &'static str,
    /// Whether a lower value ranks higher.
    pub is_lower_better: bool,
    /// Decimals in files and tables.
    pub decimals: u8,
    /// Whether it stands on ratings, so that article 10 drops it where somebody is unrated.
    pub is_on_ratings: bool,
    /// Whether it is one of article 8, which must not be used in round robins.
    pub is_of_buchholz: bool,
    /// The modifiers it takes, with n for a number.
    pub takes: &'static [&'static str],
    pub(crate) calculation: Calculation,
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Definition {}

impl Hash for Definition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

/// The score of the dummy of an unplayed round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DummyRule {
    /// The score before the round, plus what the participant did not score in it, plus a draw for
    /// every round after it.
    VirtualOpponent,
    /// The participant's own score.
    OwnScore,
    /// The same, but not more than the adjusted score of a scheduled opponent (16.4.1) or a draw in
    /// every round (16.4.2).
    CappedOwnScore,
}

/// What the unplayed rounds of opponents count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentsRule {
    /// A draw each.
    Draws,
    /// The points awarded, but a draw for requested byes at the end (16.3).
    ByCategory,
}

/// An edition of C.07.
#[derive(Debug)]
pub struct TieBreakRules {
    /// The name on the command line, such as `2026-03`.
    pub code: &'static str,
    /// How people name it.
    pub name: &'static str,
    /// Its first day for all rated events.
    pub in_force_from: Option<Date>,
    /// One's own unplayed rounds.
    pub dummy: DummyRule,
    /// Unplayed rounds of opponents.
    pub opponents: OpponentsRule,
    /// Whether a voluntary unplayed round is cut first (16.5).
    pub has_cut_exception: bool,
    /// Whether forfeits of pre-determined pairings stay unplayed for ratings, and forfeit losses for
    /// type B (15.2).
    pub has_forfeit_exceptions: bool,
    /// Whether article 8 may be used in round robins.
    pub allows_buchholz_in_round_robins: bool,
}

const fn day(year: u16, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

impl TieBreakRules {
    /// Applied from 1 March 2026.
    pub const MARCH_2026: &'static Self = &Self {
        code: "2026-03",
        name: "C.07, edition of 1 March 2026",
        in_force_from: Some(day(2026, 3, 1)),
        dummy: DummyRule::CappedOwnScore,
        opponents: OpponentsRule::ByCategory,
        has_cut_exception: true,
        has_forfeit_exceptions: true,
        allows_buchholz_in_round_robins: false,
    };

    /// Applied from 1 August 2024.
    pub const AUGUST_2024: &'static Self = &Self {
        code: "2024-08",
        name: "C.07, edition of 1 August 2024",
        in_force_from: Some(day(2024, 8, 1)),
        dummy: DummyRule::OwnScore,
        opponents: OpponentsRule::ByCategory,
        has_cut_exception: true,
        has_forfeit_exceptions: false,
        allows_buchholz_in_round_robins: true,
    };

    /// Approved in August 2023, applied to all rated events from 1 April 2024.
    pub const APRIL_2024: &'static Self = &Self {
        code: "2024-04",
        name: "C.07, edition of 1 April 2024",
        in_force_from: Some(day(2024, 4, 1)),
        dummy: DummyRule::OwnScore,
        opponents: OpponentsRule::ByCategory,
        has_cut_exception: true,
        has_forfeit_exceptions: false,
        allows_buchholz_in_round_robins: true,
    };

    /// The text before September 2023, with its virtual opponent.
    pub const BEFORE_2023_09: &'static Self = &Self {
        code: "2023",
        name: "C.07 as it was before September 2023",
        in_force_from: None,
        dummy: DummyRule::VirtualOpponent,
        opponents: OpponentsRule::Draws,
        has_cut_exception: false,
        has_forfeit_exceptions: false,
        allows_buchholz_in_round_robins: true,
    };

    /// Every edition, the newest first.
    pub const ALL: [&'static Self; 4] = [
        Self::MARCH_2026,
        Self::AUGUST_2024,
        Self::APRIL_2024,
        Self::BEFORE_2023_09,
    ];

    /// The edition in force on the day an event starts; without a day, the newest.
    pub fn of(starts: Option<Date>) -> &'static Self {
        let Some(starts) = starts else {
            return Self::MARCH_2026;
        };
        let in_force = |rules: &&&Self| rules.in_force_from.is_none_or(|from| from <= starts);
        (Self::ALL.iter().find(in_force)).map_or(Self::BEFORE_2023_09, |rules| rules)
    }

    /// Whether this edition names the tie-break.
    pub fn has(&self, definition: &Definition) -> bool {
        let place = |code| Self::ALL.iter().position(|rules| rules.code == code);
        place(self.code) <= place(definition.since)
    }
}

impl PartialEq for TieBreakRules {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for TieBreakRules {}

impl fmt::Display for TieBreakRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const NONE: &[&str] = &[];
const CUTS: &[&str] = &["/C1", "/C2"];
const CUTS_AND_MEDIANS: &[&str] = &["/C1", "/C2", "/M1", "/M2"];
const CUTS_MEDIANS_AND_FORFEITS: &[&str] = &["/C1", "/C2", "/M1", "/M2", "/P"];
const FORFEITS: &[&str] = &["/P"];
const FORE: &[&str] = &["/F"];
const REVERSE: &[&str] = &["/R"];
const LIMIT: &[&str] = &["/L+n"];

/// A row whose value is higher for the better, has one decimal and came with the first edition.
const fn row(
    code: &'static str,
    name: &'static str,
    article: &'static str,
    types: &'static [TieBreakType],
    takes: &'static [&'static str],
    calculation: Calculation,
) -> Definition {
    Definition {
        code,
        former_code: None,
        name,
        article,
        types,
        since: "2023",
        is_lower_better: false,
        decimals: 1,
        is_on_ratings: false,
        is_of_buchholz: false,
        takes,
        calculation,
    }
}

/// A row with whole numbers.
const fn count(
    code: &'static str,
    name: &'static str,
    article: &'static str,
    calculation: Calculation,
) -> Definition {
    Definition {
        decimals: 0,
        ..row(code, name, article, &[B], NONE, calculation)
    }
}

/// A row of article 10.
const fn on_ratings(
    code: &'static str,
    name: &'static str,
    article: &'static str,
    types: &'static [TieBreakType],
    takes: &'static [&'static str],
    calculation: Calculation,
) -> Definition {
    Definition {
        decimals: 0,
        is_on_ratings: true,
        ..row(code, name, article, types, takes, calculation)
    }
}

use Calculation::{Group, Participant};
use TieBreakType::{A, B, C, D};

/// Article 5, in the order of the articles, after the points themselves.
pub(crate) static ALL: &[&Definition] = &[
    &row("PTS", "points", "4.2", &[B], NONE, Participant(&Points)),
    &Definition {
        is_lower_better: true,
        decimals: 0,
        ..row(
            "DE",
            "Direct Encounter",
            "6",
            &[A],
            FORFEITS,
            Group(&DirectEncounter),
        )
    },
    &count("WIN", "Number of Wins", "7.1", Participant(&Wins)),
    &count("WON", "Number of Games Won", "7.2", Participant(&GamesWon)),
    &count(
        "BPG",
        "Number of Games Played with Black",
        "7.3",
        Participant(&GamesWithBlack),
    ),
    &count(
        "BWG",
        "Number of Games Won with Black",
        "7.4",
        Participant(&WinsWithBlack),
    ),
    &row(
        "PS",
        "Progressive Scores",
        "7.5",
        &[B],
        CUTS,
        Participant(&Progressive),
    ),
    &Definition {
        former_code: Some("GE"),
        ..count(
            "REP",
            "Rounds one Elected to Play",
            "7.6",
            Participant(&RoundsElected),
        )
    },
    &Definition {
        since: "2026-03",
        ..row(
            "STD",
            "Standard Points",
            "7.7",
            &[B],
            NONE,
            Participant(&StandardPoints),
        )
    },
    &Definition {
        since: "2026-03",
        is_lower_better: true,
        takes: REVERSE,
        ..count(
            "TPN",
            "Tournament Pairing Number",
            "7.8",
            Participant(&PairingNumber),
        )
    },
    &Definition {
        is_of_buchholz: true,
        takes: CUTS_MEDIANS_AND_FORFEITS,
        ..row(
            "BH",
            "Buchholz",
            "8.1",
            &[C],
            NONE,
            Participant(&Buchholz { is_fore: false }),
        )
    },
    &Definition {
        is_of_buchholz: true,
        decimals: 2,
        takes: FORE,
        ..row(
            "AOB",
            "Average of Opponents' Buchholz",
            "8.2",
            &[C, C],
            NONE,
            Participant(&AverageBuchholz),
        )
    },
    &Definition {
        is_of_buchholz: true,
        takes: CUTS_MEDIANS_AND_FORFEITS,
        ..row(
            "FB",
            "Fore Buchholz",
            "8.3",
            &[D],
            NONE,
            Participant(&Buchholz { is_fore: true }),
        )
    },
    &Definition {
        decimals: 2,
        takes: CUTS_MEDIANS_AND_FORFEITS,
        ..row(
            "SB",
            "Sonneborn-Berger",
            "9.1",
            &[B, C],
            NONE,
            Participant(&SonnebornBerger),
        )
    },
    &Definition {
        takes: LIMIT,
        ..row(
            "KS",
            "Koya System",
            "9.2",
            &[B, C],
            NONE,
            Participant(&Koya),
        )
    },
    &on_ratings(
        "ARO",
        "Average Rating of Opponents",
        "10.1",
        &[D],
        CUTS_AND_MEDIANS,
        Participant(&AverageRating),
    ),
    &on_ratings(
        "TPR",
        "Tournament Performance Rating",
        "10.2",
        &[D, B],
        NONE,
        Participant(&Performance),
    ),
    &on_ratings(
        "PTP",
        "Perfect Tournament Performance",
        "10.3",
        &[D, B],
        NONE,
        Participant(&PerfectPerformance),
    ),
    &on_ratings(
        "APRO",
        "Average Performance Rating of Opponents",
        "10.4",
        &[D, C],
        NONE,
        Participant(&AverageOfOpponents { is_perfect: false }),
    ),
    &on_ratings(
        "APPO",
        "Average Perfect Performance of Opponents",
        "10.5",
        &[D, C],
        NONE,
        Participant(&AverageOfOpponents { is_perfect: true }),
    ),
    &Definition {
        since: "2026-03",
        ..on_ratings(
            "RTNG",
            "Rating",
            "10.6",
            &[B],
            REVERSE,
            Participant(&Rating),
        )
    },
];
