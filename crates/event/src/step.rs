//! What is to be done, as plain values.

use serde::{Deserialize, Serialize};

use crate::given_bye::GivenBye;
use crate::score::GameScore;
use crate::team_step::{TeamAllowStep, TeamAttendStep, TeamByeStep, TeamForbidStep, TeamRoundStep};

/// A step. In JSON its kind stands in the field `step`:
/// `{"step": "results", "results": [{"board": 1, "result": "1-0"}]}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Step {
    /// Enter or correct results of one round.
    Results(ResultsStep),
    /// Add a round that was paired.
    Round(RoundStep),
    /// Add a player.
    AddPlayer(AddPlayerStep),
    /// Correct what is known of a player.
    CorrectPlayer(CorrectPlayerStep),
    /// Give byes, or note absences, of one round.
    Bye(ByeStep),
    /// Take players out of all rounds from one on.
    Withdraw(WithdrawStep),
    /// Take byes and absences back.
    Attend(AttendStep),
    /// Ban pairs and groups of players from meeting.
    Forbid(ForbidStep),
    /// Lift bans.
    Allow(AllowStep),
    /// Exchange the colours of a pair.
    SwapColours(SwapColoursStep),
    /// Seat players together in a round that was paired and has no result.
    Seat(SeatStep),
    /// Add a round of teams that was paired, with their line-ups.
    TeamRound(TeamRoundStep),
    /// Give byes to teams, or note their absences.
    TeamBye(TeamByeStep),
    /// Take byes and absences of teams back.
    TeamAttend(TeamAttendStep),
    /// Ban teams from meeting.
    TeamForbid(TeamForbidStep),
    /// Lift bans of teams.
    TeamAllow(TeamAllowStep),
    /// Say what results are worth.
    Points(Box<PointsStep>),
    /// Say by which method points are accelerated.
    Acceleration(AccelerationStep),
}

/// Results of one round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ResultsStep {
    /// Which round; the last one that was paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// At least one.
    pub results: Vec<EnteredResult>,
}

/// The result of one game, which is told by its board or by its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EnteredResult {
    /// The number of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// The numbers of White and Black, which count more than the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<[u32; 2]>,
    /// White first.
    pub result: GameScore,
    /// Where it was read, for messages.
    #[serde(skip)]
    pub place: String,
}

/// A round that was paired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoundStep {
    /// The round to be paired next, or the last one that stands in the file, without results, which is
    /// replaced then.
    pub round: u16,
    /// White and Black of each board, in the order in which they are published.
    pub boards: Vec<[u32; 2]>,
    /// Who has the pairing-allocated bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<u32>,
    /// Whether each pair plays a match of two games, the second one in the round after.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_match: bool,
    /// By which rules it was paired, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// Byes of one kind in one round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ByeStep {
    /// Their numbers.
    pub players: Vec<u32>,
    /// Which round; the one to be paired, if it is not said. One that was paired is one that a player missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// What kind.
    pub kind: GivenBye,
}

/// Players who leave the event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WithdrawStep {
    /// Their numbers.
    pub players: Vec<u32>,
    /// The first round that they miss; the one to be paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
}

/// Players who take part after all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AttendStep {
    /// Their numbers.
    pub players: Vec<u32>,
    /// Which round; the one to be paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Whether every later round is meant, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub later: bool,
}

/// Players who do not meet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ForbidStep {
    /// The numbers of two or more players each, of whom no two meet.
    #[serde(default)]
    pub groups: Vec<Vec<u32>>,
    /// Clubs as the file names them, whose players do not meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clubs: Vec<String>,
    /// Federations whose players do not meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub federations: Vec<String>,
    /// The first round of the ban; if it is not said, the first one of all, and of a soft ban the one to be paired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The last round of the ban; for good, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u16>,
    /// Whether the players may meet where FIDE's criteria leave no choice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub soft: bool,
}

/// Bans that are lifted, soft ones as well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AllowStep {
    /// The numbers of all players of each ban.
    pub groups: Vec<Vec<u32>>,
}

/// What is known of a player. What is not given stays as it is; an empty text, or 0, takes it out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct PlayerFields {
    /// Family name, given name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The rating, up to 9999.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// The FIDE title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The federation, three letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// `m` or `w`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sex: Option<String>,
    /// The year or the day of birth, `2001` or `2001/05/27`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth: Option<String>,
    /// The FIDE number, at most eleven digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fide_number: Option<u64>,
    /// The club.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
}

/// What becomes of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NumberRule {
    /// The player gets the number of the initial order (C.04.2 (2026) 2.2), and others move by one.
    Place,
    /// Everybody keeps the number, and a new player gets the one behind all others.
    Keep,
}

/// A player more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AddPlayerStep {
    /// Who; a name is a must.
    pub player: PlayerFields,
    /// Which number; if it is not said, that of the initial order until round 4 has been paired, else the one
    /// behind all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<NumberRule>,
}

/// A player corrected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CorrectPlayerStep {
    /// The number of the player.
    pub number: u32,
    /// What is right.
    pub player: PlayerFields,
    /// Which number; if it is not said, it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<NumberRule>,
}

/// The colours of a pair, exchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SwapColoursStep {
    /// Which round; the last one that was paired, if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The numbers of the two.
    pub players: [u32; 2],
}

/// Pairs seated by hand; those whom they leave play each other, the one with a colour that is free keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeatStep {
    /// The last round that was paired, which has no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// White and Black of each pair, one after another.
    pub boards: Vec<[u32; 2]>,
}

/// What results are worth, in texts such as `1.5`; what is not given stays as it is. Where a win, a draw or a loss is
/// given, byes and forfeits are worth what their names say unless they are given, too.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct PointsStep {
    /// A win over the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<String>,
    /// A draw over the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
    /// A loss over the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<String>,
    /// The bye that the pairing allocates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing_allocated_bye: Option<String>,
    /// A full-point bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_point_bye: Option<String>,
    /// A half-point bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_point_bye: Option<String>,
    /// A zero-point bye, or a round missed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zero_point_bye: Option<String>,
    /// A win by forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_win: Option<String>,
    /// A loss by forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_loss: Option<String>,
}

/// A method of acceleration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccelerationMethod {
    /// None.
    None,
    /// The Baku method (C.04.7).
    Baku,
    /// Virtual points of ranges of players.
    Points,
}

/// An acceleration, in the place of what the file has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AccelerationStep {
    /// Which method.
    pub method: AccelerationMethod,
    /// With the method `points`: who has how many in which rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<VirtualPointsRange>,
}

/// Virtual points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VirtualPointsRange {
    /// The first and the last number.
    pub players: [u32; 2],
    /// The first and the last round.
    pub rounds: [u16; 2],
    /// How many, such as `0.5`.
    pub points: String,
}
