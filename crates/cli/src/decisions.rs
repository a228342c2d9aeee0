//! `edelweiss absent`, `bye`, `withdraw`, `forbid` and `step`: what an arbiter decides between rounds.

use std::path::{Path, PathBuf};

use clap::Args;
use edelweiss::event::{
    AllowStep, AttendStep, ByeStep, EventFile, ForbidStep, GivenBye, Step, StepError,
    TeamAllowStep, TeamAttendStep, TeamByeStep, TeamForbidStep, WithdrawStep, naming,
};
use edelweiss_answers::AnswerError;

use crate::exit::{Exit, ExitFailure};
use crate::files;
use crate::reading::ReadArgs;
use crate::steps::{self, StepSession};

const ABSENT_EXAMPLES: &str = "\
Examples:
  edelweiss absent open.trf 5,9                not paired in the next round
  edelweiss absent open.trf Okonkwo --round 6  by a part of the name
  edelweiss absent open.trf 5 --cancel           is paired again

`edelweiss pair open.trf --absent 5,9` asks what the round would be, and leaves the file as it is.";

const BYE_EXAMPLES: &str = "\
Examples:
  edelweiss bye open.trf 12              a half-point bye in the next round
  edelweiss bye open.trf 12=F --round 6  a full-point bye (F) in round 6
  edelweiss bye open.trf 12 --round 1    a round that a late entry has missed
  edelweiss bye open.trf 12 --cancel     is paired again

The pairing-allocated bye is given by the pairing.";

const WITHDRAW_EXAMPLES: &str = "\
Examples:
  edelweiss withdraw open.trf 17             from the next round on
  edelweiss withdraw open.trf 17 --round 6   from round 6 on
  edelweiss withdraw open.trf 17 --cancel    comes back";

const FORBID_EXAMPLES: &str = "\
Examples:
  edelweiss forbid open.trf 3-8 4-9              these pairs do not meet
  edelweiss forbid open.trf 3-8 --until 3        in the first three rounds
  edelweiss forbid open.trf Okonkwo Ferreira     by parts of the names
  edelweiss forbid open.trf --federation NOR     no two players of it meet
  edelweiss forbid open.trf 3-8 --soft           unless a criterion would suffer
  edelweiss forbid open.trf 3-8 --lift           they may meet again

A ban is absolute: a round that cannot be paired under it is told to be so. A soft
one is no FIDE criterion and comes after all of them, in the Dutch System only.";

/// Note that players miss a round
#[derive(Debug, Args)]
#[command(after_help = ABSENT_EXAMPLES)]
pub(crate) struct AbsentArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// Numbers, or parts of names; of teams where teams are paired
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    when: StepRound,
    /// Take the absence back
    #[arg(long)]
    cancel: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Give players a bye with a full or half point
#[derive(Debug, Args)]
#[command(after_help = BYE_EXAMPLES)]
pub(crate) struct ByeArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// Numbers, or parts of names, of teams where teams are paired, with the kind behind =: F, H or Z [default: H]
    #[arg(required = true, value_name = "PLAYER[=KIND]")]
    players: Vec<String>,
    #[command(flatten)]
    when: StepRound,
    /// Take the bye back
    #[arg(long)]
    cancel: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Take players out of the event from a round on
#[derive(Debug, Args)]
#[command(after_help = WITHDRAW_EXAMPLES)]
pub(crate) struct WithdrawArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// Numbers, or parts of names; of teams where teams are paired
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    when: StepRound,
    /// The players come back: every absence and bye from that round on is taken back
    #[arg(long)]
    cancel: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--round`.
#[derive(Clone, Copy, Debug, Args)]
struct StepRound {
    /// Which round, or the first one [default: the one to be paired]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999))]
    round: Option<u16>,
}

/// Ban players from meeting, or teams
#[derive(Debug, Args)]
#[command(after_help = FORBID_EXAMPLES)]
pub(crate) struct ForbidArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// Pairs or groups of numbers such as 3-8, or parts of the names of one group; of teams where teams are paired
    #[arg(value_name = "PLAYERS", required_unless_present_any = ["club", "federation"])]
    players: Vec<String>,
    /// Ban the players of this club, as comments `### club` of the file name it
    #[arg(long, value_name = "NAME")]
    club: Vec<String>,
    /// Ban the players of this federation
    #[arg(long, value_name = "CODE")]
    federation: Vec<String>,
    /// First round of the ban [default: 1; of a soft one the next to be paired]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999))]
    round: Option<u16>,
    /// Last round of the ban [default: the last one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999))]
    until: Option<u16>,
    /// They may meet where the criteria leave no choice
    #[arg(long)]
    soft: bool,
    /// Lift the bans of exactly these players
    #[arg(long, conflicts_with_all = ["club", "federation", "round", "until", "soft"])]
    lift: bool,
    #[command(flatten)]
    read: ReadArgs,
}

const STEP_EXAMPLES: &str = "\
Examples, and what each file holds:
  edelweiss step open.trf a.json  {\"step\": \"swap-colours\", \"players\": [4, 7]}
  edelweiss step open.trf b.json  {\"step\": \"seat\", \"boards\": [[4, 7]]}
  edelweiss step open.trf c.json  {\"step\": \"points\", \"win\": \"3\", \"draw\": \"1\"}
  edelweiss step open.trf -       {\"step\": \"acceleration\", \"method\": \"baku\"}

Every command that changes a file is such a step; the journal beside the file has them.";

/// Do a step of the day that is given as JSON
#[derive(Debug, Args)]
#[command(after_help = STEP_EXAMPLES)]
pub(crate) struct StepArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// The step, an object whose field `step` says which, or a file that holds it; - is standard input
    #[arg(value_name = "JSON")]
    step: String,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs `step`.
///
/// # Errors
/// As for [`absent`].
pub(crate) fn step(args: &StepArgs) -> Result<(), ExitFailure> {
    let text = if args.step.trim_start().starts_with('{') {
        args.step.clone().into_bytes()
    } else {
        let path = Path::new(&args.step);
        files::read(path).map_err(|error| {
            ExitFailure::new(
                Exit::FileAccess,
                format!("{}: {error}", files::name_of(path)),
            )
        })?
    };
    carry_out(&args.file, args.read, |_| {
        serde_json::from_slice(&text).map_err(|error| {
            StepError::new(
                format!("the step is none: {error}"),
                "`edelweiss step --help` shows some",
            )
        })
    })
}

/// Runs `absent`.
///
/// # Errors
/// Everything that is wrong with the file or the players; nothing is changed then.
pub(crate) fn absent(args: &AbsentArgs) -> Result<(), ExitFailure> {
    let round = args.when.round;
    carry_out(&args.file, args.read, |event| {
        if are_teams(event) {
            let teams = naming::teams(event.tournament(), &args.players)?;
            let kind = (!args.cancel).then_some(GivenBye::Absent);
            return Ok(of_teams(teams, round, kind, false));
        }
        let players = naming::players(event.tournament(), &args.players)?;
        Ok(if args.cancel {
            attend(players, round, false)
        } else {
            Step::Bye(ByeStep {
                players,
                round,
                kind: GivenBye::Absent,
            })
        })
    })
}

/// Runs `bye`.
///
/// # Errors
/// As for [`absent`].
pub(crate) fn bye(args: &ByeArgs) -> Result<(), ExitFailure> {
    let round = args.when.round;
    carry_out(&args.file, args.read, |event| {
        let is_of_teams = are_teams(event);
        let byes = if is_of_teams {
            naming::team_byes(event.tournament(), &args.players)?
        } else {
            naming::byes(event.tournament(), &args.players)?
        };
        let players = byes.iter().map(|(player, _)| *player).collect();
        if args.cancel && is_of_teams {
            return Ok(of_teams(players, round, None, false));
        }
        if args.cancel {
            return Ok(attend(players, round, false));
        }
        let kind = byes.first().map_or(GivenBye::Half, |(_, kind)| *kind);
        if byes.iter().any(|(_, other)| *other != kind) {
            return Err(StepError::new(
                "found byes of several kinds, expected one kind in one command",
                "a command for each kind",
            ));
        }
        if is_of_teams {
            return Ok(of_teams(players, round, Some(kind), false));
        }
        Ok(Step::Bye(ByeStep {
            players,
            round,
            kind,
        }))
    })
}

/// Runs `withdraw`.
///
/// # Errors
/// As for [`absent`].
pub(crate) fn withdraw(args: &WithdrawArgs) -> Result<(), ExitFailure> {
    let round = args.when.round;
    carry_out(&args.file, args.read, |event| {
        if are_teams(event) {
            let teams = naming::teams(event.tournament(), &args.players)?;
            let kind = (!args.cancel).then_some(GivenBye::Absent);
            return Ok(of_teams(teams, round, kind, true));
        }
        let players = naming::players(event.tournament(), &args.players)?;
        Ok(if args.cancel {
            attend(players, round, true)
        } else {
            Step::Withdraw(WithdrawStep { players, round })
        })
    })
}

/// Where teams are paired, it is teams that are absent.
fn are_teams(event: &EventFile) -> bool {
    event.tournament().teams.pairing.is_some()
}

/// A bye of teams, or none.
fn of_teams(teams: Vec<u32>, round: Option<u16>, kind: Option<GivenBye>, later: bool) -> Step {
    match kind {
        Some(kind) => Step::TeamBye(TeamByeStep {
            teams,
            round,
            kind,
            later,
        }),
        None => Step::TeamAttend(TeamAttendStep {
            teams,
            round,
            later,
        }),
    }
}

fn attend(players: Vec<u32>, round: Option<u16>, later: bool) -> Step {
    Step::Attend(AttendStep {
        players,
        round,
        later,
    })
}

/// Runs `forbid`.
///
/// # Errors
/// As for [`absent`].
pub(crate) fn forbid(args: &ForbidArgs) -> Result<(), ExitFailure> {
    carry_out(&args.file, args.read, |event| {
        if are_teams(event) {
            return forbid_teams(args, event);
        }
        let groups = naming::groups(event.tournament(), &args.players)?;
        Ok(if args.lift {
            Step::Allow(AllowStep { groups })
        } else {
            Step::Forbid(ForbidStep {
                groups,
                clubs: args.club.clone(),
                federations: args.federation.clone(),
                round: args.round,
                last: args.until,
                soft: args.soft,
            })
        })
    })
}

/// The same of teams, which have neither a club nor soft bans.
fn forbid_teams(args: &ForbidArgs, event: &EventFile) -> Result<Step, StepError> {
    let of_players = [
        ("--club", !args.club.is_empty()),
        ("--federation", !args.federation.is_empty()),
        ("--soft", args.soft),
    ];
    if let Some((option, _)) = of_players.iter().find(|(_, is_given)| *is_given) {
        return Err(StepError::new(
            format!("{option} is about players, and this file asks for rounds of teams"),
            "a ban of teams has their numbers, as in 3-8, or parts of their names",
        ));
    }
    let groups = naming::team_groups(event.tournament(), &args.players)?;
    Ok(if args.lift {
        Step::TeamAllow(TeamAllowStep { groups })
    } else {
        Step::TeamForbid(TeamForbidStep {
            groups,
            round: args.round,
            last: args.until,
        })
    })
}

/// Does the step that `step` makes of the words of a command, and says what changed.
pub(crate) fn carry_out(
    file: &Path,
    read: ReadArgs,
    step: impl FnOnce(&EventFile) -> Result<Step, StepError>,
) -> Result<(), ExitFailure> {
    let mut session = StepSession::open(file, read)?;
    let event = session.event()?;
    let step = step(&event).map_err(|error| session.refused(&AnswerError::from(error)))?;
    let applied = session.carry_out(&event, &step)?;
    drop(session);
    steps::print(&steps::words(&applied))
}
