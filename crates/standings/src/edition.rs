//! Editions of the tie-break regulations as data.
//!
//! What differs between the editions of C.07 is a switch of [`TieBreakRules`]; everything else is the
//! same in all of them.

use std::fmt;

use edelweiss_model::Date;

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
