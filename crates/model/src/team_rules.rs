//! Swiss tournaments whose participants are teams: what their rules choose, and what matches were worth.

use crate::{Absence, ForbiddenGroup, Score};

/// One of the two scores of a team (C.04.6 1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TeamScore {
    /// Points for won and drawn matches.
    MatchPoints,
    /// Points of the games.
    GamePoints,
}

impl TeamScore {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::MatchPoints => Self::GamePoints,
            Self::GamePoints => Self::MatchPoints,
        }
    }
}

/// The colour preferences that teams have (C.04.6 1.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TeamPreferences {
    /// 1.7.1.
    TypeA,
    /// 1.7.2: strong and mild ones.
    TypeB,
    /// No preferences at all.
    None,
}

/// What the rules of a competition choose within C.04.6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TeamPairingRules {
    /// 1.7.
    pub preferences: TeamPreferences,
    /// 1.2: the score that groups the teams.
    pub primary: TeamScore,
    /// 1.2.1: whether the other score is used for colours.
    pub uses_secondary: bool,
}

impl Default for TeamPairingRules {
    /// Type A, match points, and game points for colours.
    fn default() -> Self {
        Self {
            preferences: TeamPreferences::TypeA,
            primary: TeamScore::MatchPoints,
            uses_secondary: true,
        }
    }
}

/// What is said of the pairing of teams before it. Teams are named by their places, as players are by theirs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TeamInstructions {
    /// Announced absences, and the byes of rounds that are over.
    pub absences: Vec<Absence>,
    /// Bans.
    pub forbidden: Vec<ForbiddenGroup>,
    /// By team and round, in points of the primary score.
    pub virtual_points: Vec<Vec<Score>>,
    /// Whether the Baku method (C.04.7) is asked for.
    pub is_accelerated: bool,
}

/// What the matches of a tournament of teams were worth, whose participants are the teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchScores {
    /// What the rules choose.
    pub rules: TeamPairingRules,
    /// Match points and game points by participant and round.
    pub points: Vec<Vec<[Score; 2]>>,
    /// Game points of a win on every board, where nothing says what a pairing-allocated bye is worth.
    pub win_for_untold_bye: Option<Score>,
}

impl MatchScores {
    /// One of both points of a participant in a round, counted from zero; none where nothing is recorded.
    pub fn points_of(&self, participant: usize, of: TeamScore, round: usize) -> Score {
        let points = self
            .points
            .get(participant)
            .and_then(|rounds| rounds.get(round));
        let [of_match, of_games] = points.copied().unwrap_or_default();
        match of {
            TeamScore::MatchPoints => of_match,
            TeamScore::GamePoints => of_games,
        }
    }

    /// One of the scores of a participant after the first `rounds` rounds; nothing for rounds without points.
    pub fn score(&self, participant: usize, of: TeamScore, rounds: usize) -> Score {
        (0..rounds)
            .map(|round| self.points_of(participant, of, round))
            .sum()
    }
}
