//! `edelweiss player`: a player more, or one corrected.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use edelweiss::event::{
    AddPlayerStep, CorrectPlayerStep, NumberRule, PlayerFields, Step, StepError, naming,
};

use crate::decisions::carry_out;
use crate::exit::ExitFailure;
use crate::reading::ReadArgs;

const EXAMPLES: &str = "\
Examples:
  edelweiss player open.trf --add \"Brown, Bea\" --rating 1950  a late entry, too
  edelweiss player open.trf 17 --rating 1980     corrects what is given
  edelweiss player open.trf Brown --title WFM    by a part of the name
  edelweiss player open.trf 17 --rating 2100 --numbers place

A player more gets the number of the initial order (C.04.2) while fewer than four rounds have been paired, and
those below move down by one; later the number behind all others. What the number means is said.";

/// Add a player to a tournament file, or correct what is known of one
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayerArgs {
    /// Tournament file, which is changed
    file: PathBuf,
    /// The number of a player, or a part of the name
    #[arg(required_unless_present = "add")]
    player: Option<String>,
    /// Add a player of this name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["player", "name"])]
    add: Option<String>,
    /// Family name, given name
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Rating; 0 for none
    #[arg(long, value_name = "N")]
    rating: Option<u16>,
    /// FIDE title: GM, IM, WGM, FM, WIM, CM, WFM or WCM; "" for none
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Federation, three letters; "" for none
    #[arg(long, value_name = "CODE")]
    federation: Option<String>,
    /// m, w, or "" for neither
    #[arg(long, value_name = "SEX")]
    sex: Option<String>,
    /// Year or day of birth, as 2001 or 2001/05/27; "" for none
    #[arg(long, value_name = "DATE")]
    birth: Option<String>,
    /// FIDE number; 0 for none
    #[arg(long, value_name = "N")]
    fide_number: Option<u64>,
    /// Club; "" for none
    #[arg(long, value_name = "NAME")]
    club: Option<String>,
    /// What becomes of the numbers [default: place for a player more until round 4 has been paired, else keep]
    #[arg(long, value_enum)]
    numbers: Option<NumbersChoice>,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--numbers`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum NumbersChoice {
    /// The player gets the number of the initial order, and others move by one
    Place,
    /// Everybody keeps the number, and a player more gets the one behind all others
    Keep,
}

/// Runs the command.
///
/// # Errors
/// Everything that is wrong with the file or the player; nothing is changed then.
pub(crate) fn run(args: &PlayerArgs) -> Result<(), ExitFailure> {
    let fields = PlayerFields {
        name: args.add.clone().or_else(|| args.name.clone()),
        rating: args.rating,
        title: args.title.clone(),
        federation: args.federation.clone(),
        sex: args.sex.clone(),
        birth: args.birth.clone(),
        fide_number: args.fide_number,
        club: args.club.clone(),
    };
    let numbers = args.numbers.map(|numbers| match numbers {
        NumbersChoice::Place => NumberRule::Place,
        NumbersChoice::Keep => NumberRule::Keep,
    });
    carry_out(&args.file, args.read, |event| {
        let Some(player) = &args.player else {
            return Ok(Step::AddPlayer(AddPlayerStep {
                player: fields,
                numbers,
            }));
        };
        let number = naming::player(event.tournament(), player)?;
        if fields == PlayerFields::default() && numbers.is_none() {
            return Err(StepError::new(
                format!("found nothing to correct of player {number}"),
                "--rating, --name, --title, --federation, --sex, --birth, --fide-number and --club say what is right",
            ));
        }
        Ok(Step::CorrectPlayer(CorrectPlayerStep {
            number,
            player: fields,
            numbers,
        }))
    })
}
