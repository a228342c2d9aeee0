//! The table of tie-breaks.
//!
//! # Article
//! C.07 (2026) 5: code, name, article and type of every tie-break. A row leads to the file that
//! computes it.

use std::hash::{Hash, Hasher};

use crate::edition::TieBreakRules;
use crate::modifiers::Reference;
use crate::tie_break_type::TieBreakType;
use crate::tie_breaks::{
    ArticleTwelve, AverageBuchholz, AverageOfOpponents, AverageRating, BoardCount, BoardResults,
    Buchholz, Calculation, DirectEncounter, ExtendedEncounter, ExtendedSonnebornBerger,
    GamesWithBlack, GamesWon, Koya, LadderPoints, OtherPoints, PairingNumber, PerfectPerformance,
    Performance, Points, Progressive, Rating, RoundsElected, ScheduleStrength, SonnebornBerger,
    StandardPoints, TeamPoints, Wins, WinsWithBlack,
};

use Calculation::{Boards, Group, Participant, Team, TeamGroup};
use Reference::{GamePoints, MatchPoints};
use TieBreakType::{A, B, C, D};

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

impl Definition {
    /// Whether it is one of teams (articles 11 to 13).
    pub fn is_of_teams(&self) -> bool {
        matches!(self.calculation, Team(_) | Boards(_) | TeamGroup(_))
    }

    /// Whether an edition names the tie-break.
    pub fn is_in(&self, rules: &TieBreakRules) -> bool {
        let place = |code| {
            TieBreakRules::ALL
                .iter()
                .position(|rules| rules.code == code)
        };
        place(rules.code) <= place(self.since)
    }
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

const NONE: &[&str] = &[];
const CUTS: &[&str] = &["/C1", "/C2"];
const CUTS_AND_MEDIANS: &[&str] = &["/C1", "/C2", "/M1", "/M2"];
const CUTS_MEDIANS_AND_FORFEITS: &[&str] = &["/C1", "/C2", "/M1", "/M2", "/P"];
const FORFEITS: &[&str] = &["/P"];
const FORE: &[&str] = &["/F"];
const REVERSE: &[&str] = &["/R"];
const LIMIT: &[&str] = &["/L+n"];
pub(crate) const LADDER: &[&str] = &["/PARAMETER=VALUE"];

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

/// A row of 13.2.
const fn extended(
    code: &'static str,
    name: &'static str,
    measure: &'static ExtendedSonnebornBerger,
) -> Definition {
    Definition {
        decimals: 2,
        ..row(
            code,
            name,
            "13.2",
            &[B, C],
            CUTS_MEDIANS_AND_FORFEITS,
            Team(measure),
        )
    }
}

/// A row of 13.3.
const fn encounter(
    code: &'static str,
    name: &'static str,
    measure: &'static ExtendedEncounter,
) -> Definition {
    Definition {
        is_lower_better: true,
        decimals: 0,
        ..row(code, name, "13.3", &[A], FORFEITS, TeamGroup(measure))
    }
}

/// Article 5, in the order of the articles, after the points themselves; then what is not of C.07.
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
    &row(
        "MPTS",
        "match points",
        "11.1",
        &[B],
        NONE,
        Team(&TeamPoints {
            reference: MatchPoints,
        }),
    ),
    &row(
        "GPTS",
        "game points",
        "11.1",
        &[B],
        NONE,
        Team(&TeamPoints {
            reference: GamePoints,
        }),
    ),
    &Definition {
        is_lower_better: true,
        ..row("BC", "Board Count", "12.1", &[B], NONE, Team(&BoardCount))
    },
    &row(
        "TBR",
        "Top Board Result",
        "12.2",
        &[B],
        NONE,
        Boards(&BoardResults {
            is_elimination: false,
        }),
    ),
    &row(
        "BBE",
        "Bottom Board Elimination",
        "12.3",
        &[B],
        NONE,
        Boards(&BoardResults {
            is_elimination: true,
        }),
    ),
    &row(
        "MPvGP",
        "Match Points versus Game Points",
        "13.1",
        &[B],
        NONE,
        Team(&OtherPoints),
    ),
    &extended(
        "EMMSB",
        "Extended Sonneborn-Berger, match by match points",
        &ExtendedSonnebornBerger {
            opponents: MatchPoints,
            scored: MatchPoints,
        },
    ),
    &extended(
        "EMGSB",
        "Extended Sonneborn-Berger, match by game points",
        &ExtendedSonnebornBerger {
            opponents: MatchPoints,
            scored: GamePoints,
        },
    ),
    &extended(
        "EGMSB",
        "Extended Sonneborn-Berger, game by match points",
        &ExtendedSonnebornBerger {
            opponents: GamePoints,
            scored: MatchPoints,
        },
    ),
    &extended(
        "EGGSB",
        "Extended Sonneborn-Berger, game by game points",
        &ExtendedSonnebornBerger {
            opponents: GamePoints,
            scored: GamePoints,
        },
    ),
    &encounter(
        "EDE",
        "Extended Direct Encounter",
        &ExtendedEncounter { then: &[] },
    ),
    &encounter(
        "EDEBT",
        "Extended Direct Encounter, Board Count, Top Board Result",
        &ExtendedEncounter {
            then: &[ArticleTwelve::BoardCount, ArticleTwelve::TopBoards],
        },
    ),
    &encounter(
        "EDEBB",
        "Extended Direct Encounter, Board Count, Bottom Board Elimination",
        &ExtendedEncounter {
            then: &[ArticleTwelve::BoardCount, ArticleTwelve::BottomElimination],
        },
    ),
    &encounter(
        "EDET",
        "Extended Direct Encounter, Top Board Result",
        &ExtendedEncounter {
            then: &[ArticleTwelve::TopBoards],
        },
    ),
    &encounter(
        "EDEB",
        "Extended Direct Encounter, Bottom Board Elimination",
        &ExtendedEncounter {
            then: &[ArticleTwelve::BottomElimination],
        },
    ),
    &Definition {
        decimals: 2,
        ..row(
            "SSSC",
            "Score and Schedule Strength Combination",
            "13.4",
            &[B, C],
            &["/F", "/Kn", "/P"],
            Team(&ScheduleStrength),
        )
    },
    &Definition {
        decimals: 2,
        takes: LADDER,
        ..row(
            "KZ",
            "Keizer Points",
            "none",
            &[B, C],
            NONE,
            Participant(&LadderPoints),
        )
    },
];
