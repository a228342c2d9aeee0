//! A Swiss system as one value: all that anything outside its own folder asks of it.

use edelweiss_model::{Date, Definitions, Position, System, Tournament, Tpn};
use edelweiss_pairing::{Engine, Outcome};
use edelweiss_weights::Edition;

use crate::berger_table::rounds_of_table;

/// A Swiss system in one edition.
///
/// Programs, checkers, generators and bindings enumerate such values (see [`crate::registry`]) and
/// name none of them.
#[derive(Debug)]
pub struct SwissSystem {
    /// `dutch`, as `--system` has it.
    pub system: &'static str,
    /// What the system is called, in a few words of help; the same for every edition.
    pub about: &'static str,
    /// `2026`, as `--rules` has it.
    pub year: u16,
    /// What is to be known of an edition of that year, in a few words of help.
    pub about_edition: &'static str,
    /// The day on which another edition took its place; events that began before are paired by this
    /// one where nothing else is asked for.
    pub until: Option<Date>,
    /// As people name it.
    pub name: &'static str,
    /// Definitions that come before any pair.
    pub definitions: Definitions,
    /// The criteria behind the labels of a bracket's costs, where there are any. The Dutch editions
    /// have them; rounds of these are judged criterion by criterion.
    pub edition: Option<&'static Edition>,
    /// What a pairing is.
    pub unit: PairingUnit,
    /// What proofs of its rounds are about, where there are any.
    pub proved: Option<ProvedProcedure>,
    /// Pairs.
    pub pair: PairRound,
    /// Pairs, and where the procedure ends without a result offers the legal pairing nearest to the
    /// text; `None` where the procedure always ends with a result if there is one.
    pub finish: Option<PairRound>,
    /// Readings of the text that can be chosen.
    pub readings: &'static [SystemReading],
    /// Its code of record 192, without an acceleration, if it has one; `CUSTOM_SWISS` where no edition has.
    pub code: Option<&'static str>,
    /// Codes of files that ask for it as well.
    pub other_codes: &'static [&'static str],
    /// The option by which callers of bbpPairings ask for it.
    pub drop_in: Option<&'static str>,
    /// The article by which each player has a rating.
    pub asks_ratings: Option<&'static str>,
    /// How the teams of a list are numbered; as they stand in it where the text leaves that to others.
    pub number_teams: Option<NumberTeams>,
    /// Its page of the handbook, below `docs/src`.
    pub page: &'static str,
}

/// The code of systems that have none of their own: a file that says so asks for nobody's rules.
pub(crate) const CUSTOM: &str = "CUSTOM_SWISS";

impl SwissSystem {
    /// What a file of its events says, if there is a word for it.
    pub fn record(&self) -> Option<System> {
        match self.unit {
            PairingUnit::TeamMatch => Some(System::OfTeams),
            _ if self.code == Some(CUSTOM) => Some(System::Other),
            _ => self.code.map(System::Coded),
        }
    }

    /// Whether a file that says so asks for it.
    pub fn is_of_record(&self, record: System) -> bool {
        let is_other = matches!(record, System::Coded(code) if self.other_codes.contains(&code));
        (record != System::Other && self.record() == Some(record)) || is_other
    }

    /// Pairs the next round, as `pair` does, where nothing of the position is beyond the system.
    ///
    /// # Errors
    /// As for `pair`, and [`Self::admit`].
    pub fn paired(
        &self,
        tournament: &Tournament,
        position: &Position,
        options: &SystemOptions,
    ) -> Result<Outcome, UnreadableRounds> {
        self.admit(position)?;
        (self.pair)(tournament, position, options)
    }

    /// Whether the system counts the soft bans in force, if there are any, and pairs as many players as there
    /// are: the systems that have an edition do, the others at most [`Tpn::MAX_IN_FILE`].
    ///
    /// # Errors
    /// Which system does not.
    pub fn admit(&self, position: &Position) -> Result<(), UnreadableRounds> {
        let n = position.players().len();
        if n > Tpn::MAX_IN_FILE as usize && self.edition.is_none() {
            return Err(UnreadableRounds(format!(
                "found {n} players, and the {} is computed for at most {}: only the Dutch System of 2026 and 2017 is for more",
                self.name,
                Tpn::MAX_IN_FILE
            )));
        }
        if position.soft_bans().is_empty() || self.edition.is_some() {
            return Ok(());
        }
        Err(UnreadableRounds(format!(
            "soft bans are in force in round {}, and the {} knows none: only the Dutch System of 2026 and 2017 does\n  hint: `edelweiss forbid FILE PLAYERS --lift` takes one back, and `edelweiss forbid FILE PLAYERS` makes a hard one",
            position.round(),
            self.name
        )))
    }

    /// Labels of the downfloat one and two rounds ago, as checklists head their columns: those of the
    /// criteria that look at it, where the system has such.
    pub fn float_labels(&self) -> [&'static str; 2] {
        let label = |rounds_back| self.edition?.repeated_downfloat(rounds_back);
        [label(1).unwrap_or("-1R"), label(2).unwrap_or("-2R")]
    }
}

/// What a proof of a round is about: how brackets are made, and whom they leave.
#[derive(Clone, Copy, Debug)]
pub enum ProvedProcedure {
    /// Players move down into the next bracket, by the criteria of an edition.
    Downfloats(&'static Edition),
    /// Brackets take up whom they need: matches of teams.
    Teams,
    /// The same of matches of two games.
    Matches,
    /// Brackets take up whom they need, and are paired in two subgroups.
    Subgroups,
    /// Players move down, in an order that their games make; the seeding rounds are those of an edition.
    Indices(&'static Edition),
    /// Neighbours of a ranking meet.
    Ladder,
    /// Groups are paired from both ends, each alone, the median group last.
    MedianGroup,
    /// The same of matches of teams, each group with everybody who is not paired yet.
    MedianGroupOfTeams,
}

/// What two players that are paired play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairingUnit {
    /// One game, which is a round of the file.
    Game,
    /// One game, which the same players may play again, as anybody may have the bye again.
    LadderGame,
    /// A match of teams, which is a round of the file; the participants of a tournament are teams then.
    TeamMatch,
    /// One game, or a match of teams, which a table fixes before the event, as all that anybody plays.
    Scheduled {
        /// Whom everybody meets.
        opponents: FixedOpponents,
        /// How often, where a file does not say another number.
        cycles: u16,
        /// Whether the participants of a tournament are teams.
        of_teams: bool,
    },
    /// A match of two games with the same opponents and opposite colours, two rounds of the file, as
    /// [`crate::matches`] reads them.
    Match,
}

/// Whom a table lets everybody meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedOpponents {
    /// Everybody else.
    All,
    /// Everybody of the other one of two teams of equally many players, two or more.
    OtherTeam {
        /// Players of a team, at most.
        most: u16,
    },
}

impl PairingUnit {
    /// Rounds of a file that one takes.
    pub fn games(self) -> u16 {
        match self {
            Self::Game | Self::LadderGame | Self::TeamMatch | Self::Scheduled { .. } => 1,
            Self::Match => 2,
        }
    }

    /// Whether all pairings are fixed before the event.
    pub fn is_scheduled(self) -> bool {
        matches!(self, Self::Scheduled { .. })
    }

    /// Whether the participants of a tournament are teams.
    pub fn is_of_teams(self) -> bool {
        matches!(
            self,
            Self::TeamMatch | Self::Scheduled { of_teams: true, .. }
        )
    }

    /// How often a table lets everybody meet the same opponent, where a file does not say another number.
    pub fn cycles(self) -> u16 {
        match self {
            Self::Scheduled { cycles, .. } => cycles,
            _ => 1,
        }
    }

    /// Where two teams of equally many players meet, game by game: how many each has at most.
    pub fn most_of_two_teams(self) -> Option<u16> {
        match self {
            Self::Scheduled {
                opponents: FixedOpponents::OtherTeam { most },
                ..
            } => Some(most),
            _ => None,
        }
    }

    /// How many participants a table needs, where it has no room for so many.
    pub fn expected_by_table(self, participants: usize) -> Option<String> {
        match (self.most_of_two_teams(), self) {
            (Some(most), _) => {
                let most = 2 * usize::from(most);
                let fits = participants.is_multiple_of(2) && (4..=most).contains(&participants);
                (!fits).then(|| format!("two teams of equally many, 4 to {most} together,"))
            }
            (None, Self::Scheduled { .. }) if participants < 2 => Some("two or more".to_owned()),
            _ => None,
        }
    }

    /// Rounds that a table fixes for so many players; none where the number of rounds is free.
    pub fn fixed_rounds(self, players: usize) -> Option<usize> {
        match self {
            Self::Scheduled {
                opponents, cycles, ..
            } => {
                let once = match opponents {
                    FixedOpponents::All => rounds_of_table(players),
                    FixedOpponents::OtherTeam { .. } => players / 2,
                };
                Some(once * usize::from(cycles))
            }
            _ => None,
        }
    }
}

/// Pairs the next round of a tournament, whose position was derived by the definitions of the system.
/// Fails where the system cannot read the rounds so far as its own.
pub type PairRound =
    fn(&Tournament, &Position, &SystemOptions) -> Result<Outcome, UnreadableRounds>;

/// The places of teams in a list, in the order of their numbers.
pub type NumberTeams = fn(&[TeamStrength<'_>]) -> Vec<usize>;

/// What of a team of a list decides its number.
#[derive(Clone, Debug)]
pub struct TeamStrength<'a> {
    /// What the list calls it.
    pub name: &'a str,
    /// The ratings of its players, the highest first, without those who have none.
    pub ratings: Vec<u16>,
}

/// Why a system cannot read the rounds so far as its own, or not pair under the arbiter's bans, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableRounds(pub String);

/// Readings of an article that a text leaves open, one of which is chosen.
#[derive(PartialEq, Eq, Debug)]
pub struct SystemReading {
    /// As its option is called, without dashes.
    pub name: &'static str,
    /// What it is about, in a line of help.
    pub about: &'static str,
    /// What can be chosen: the name, and a line of help. The first is the default.
    pub values: &'static [(&'static str, &'static str)],
}

/// What can be chosen within a system; each reads what concerns it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SystemOptions {
    /// How the optimum is found in the systems that have an [`Edition`].
    pub engine: Engine,
    /// Names of readings, and of the values chosen.
    pub readings: Vec<(&'static str, &'static str)>,
}

impl SystemOptions {
    /// What is chosen of `reading`: its default where nothing is said.
    pub fn reading(&self, reading: &SystemReading) -> &'static str {
        let chosen = self.readings.iter().find(|(name, _)| *name == reading.name);
        chosen.map_or(reading.values[0].0, |(_, value)| *value)
    }
}

impl From<Engine> for SystemOptions {
    fn from(engine: Engine) -> Self {
        Self {
            engine,
            readings: Vec::new(),
        }
    }
}
