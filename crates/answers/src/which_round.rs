//! Which round `pair` and `variants` pair, and what becomes of games without a result.
//!
//! A round that has been paired is not a round that has been played: while none of its games has a
//! result it is the round to be paired. Where some have one, nothing is guessed: C.04.2 (2026) 3.1
//! speaks of adjourned games only, and those have the result `?` in the file.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use edelweiss::model::{ByeKind, Colour, OpenGame, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss::pairing::RoundPairing;
use edelweiss::trf::Failure;
use edelweiss::verify::CountedGame;
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::check::{Recorded, Seat, seats_of};
use crate::held::{held_as_asked, refused};
use crate::report::listed;

/// What the command line says about the round.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct RoundOptions {
    /// Round to pair: the next one, or a recorded one again, from the rounds before it [default: the
    /// last recorded one while none of its games has a result, else the next one]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    round: Option<u16>,
    /// So many rounds count as held, and the next one is paired [default: those in which somebody has an
    /// opponent or the pairing-allocated bye, and a last one of byes only where the points count it]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=9999)))]
    after_round: Option<u16>,
    /// What games without a result count in the rounds before: draw, white or black (who wins), or
    /// 3-7=white for one game, White first; several times for several games [default: none may lack a
    /// result]
    #[cfg_attr(feature = "clap", arg(long, value_name = "[W-B=]RESULT"))]
    #[serde(deserialize_with = "one_or_more")]
    open: Vec<OpenWish>,
    /// Who was given the bye of this round by the arbiter before it was paired, where the file does not
    /// announce it (240, XXZ): the number of a player
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000)))]
    given_bye: Option<u32>,
}

impl RoundOptions {
    /// The round that was asked for.
    pub fn round(&self) -> Option<u16> {
        self.round
    }

    /// What this game counts: what is said of it before what is said of all.
    fn counts(&self, numbers: [u32; 2]) -> Option<CountedResult> {
        let of = |game: Option<[u32; 2]>| {
            let mut wishes = self.open.iter().rev().filter(|wish| wish.game == game);
            wishes.next().map(|wish| wish.result)
        };
        of(Some(numbers)).or_else(|| of(None))
    }
}

/// One wish or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<OpenWish>, D::Error> {
    let texts = match OneOrMore::deserialize(from)? {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    };
    let wishes = texts.into_iter().map(|text| text.parse());
    wishes.collect::<Result<_, String>>().map_err(Error::custom)
}

/// `--open`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenWish {
    /// The numbers of White and Black; without them every game is meant.
    game: Option<[u32; 2]>,
    result: CountedResult,
}

/// What a game without a result counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedResult {
    /// As an adjourned one: a draw, or what the file gives an unknown result (162 X).
    Draw,
    /// White wins.
    White,
    /// Black wins.
    Black,
}

impl CountedResult {
    const ALL: [Self; 3] = [Self::Draw, Self::White, Self::Black];

    /// Who wins.
    fn winner(self) -> Option<Colour> {
        match self {
            Self::Draw => None,
            Self::White => Some(Colour::White),
            Self::Black => Some(Colour::Black),
        }
    }

    /// For JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::White => "white",
            Self::Black => "black",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Draw => "counted as adjourned",
            Self::White => "counted as won by White",
            Self::Black => "counted as won by Black",
        }
    }
}

impl fmt::Display for OpenWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some([white, black]) = self.game {
            write!(f, "{white}-{black}=")?;
        }
        f.write_str(self.result.code())
    }
}

impl Serialize for OpenWish {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl FromStr for OpenWish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (game, result) = match text.split_once('=') {
            None => (None, text),
            Some((game, result)) => {
                let numbers = game.split_once('-').and_then(|(white, black)| {
                    Some([white.trim().parse().ok()?, black.trim().parse().ok()?])
                });
                let numbers = numbers.ok_or_else(|| {
                    format!(
                        "the game is '{game}', expected the numbers of White and Black as in 3-7"
                    )
                })?;
                (Some(numbers), result)
            }
        };
        let result = (CountedResult::ALL.into_iter())
            .find(|counted| counted.code() == result)
            .ok_or_else(|| format!("the result is '{result}', expected draw, white or black"))?;
        Ok(Self { game, result })
    }
}

/// How the round to be paired stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundStanding {
    /// Not at all: it is the next one.
    Next,
    /// As the last one, without results.
    WithoutResults,
    /// With results, or rounds after it.
    WithResults,
}

/// The round to be paired.
#[derive(Clone, Debug)]
pub struct ChosenRound<'a> {
    /// The tournament before it, with what games count by request.
    pub tournament: Cow<'a, Tournament>,
    /// The same as it is in the file, where nothing is added to these games.
    pub filed: Cow<'a, Tournament>,
    /// How the round stands in the file.
    pub standing: RoundStanding,
    /// Games of earlier rounds without a result, and what they count by request.
    pub open: Vec<(OpenGame, CountedResult)>,
    /// Who has a bye given by the arbiter, by request.
    pub given_bye: Option<u32>,
    /// What stands in the file.
    recorded: Option<Recorded>,
    /// The round after the last one of the file.
    next: RoundNumber,
}

/// Chooses the round. Where a pairing is a match of `games` games, it takes so many rounds of the file.
///
/// # Errors
/// A round that does not follow from the recorded ones, or games without a result before it.
pub fn choose<'a>(
    file: &str,
    tournament: &'a Tournament,
    games: u16,
    args: &RoundOptions,
) -> Result<ChosenRound<'a>, Failure> {
    let tournament = held_as_asked(file, tournament, args.after_round)?;
    let paired = tournament
        .rounds_paired()
        .map_or(0, |last| last.index() + 1);
    let games = usize::from(games);
    let start_of = |round: usize| round / games * games;
    let last = start_of(paired.saturating_sub(1));
    let asked = (args.round).or(args.after_round.map(|round| round.saturating_add(1)));
    let wanted = match asked {
        // Where game 1 of a match stands in the file, its game 2 is no round of its own.
        Some(round) => start_of(usize::from(round_to_pair(file, round, paired)?) - 1),
        None if tournament.is_without_results(last..paired) => last,
        None => paired,
    };
    let round = RoundNumber::from_index(wanted);
    let hint = |first: &OpenGame| hint(first.round, last, paired);
    let open = counted(
        file,
        &tournament,
        tournament.open_games(0..wanted.min(paired)),
        args,
        hint,
    )?;
    let is_recorded = wanted < paired;
    let standing = match is_recorded {
        false => RoundStanding::Next,
        true if tournament.is_without_results(wanted..paired) && wanted == last => {
            RoundStanding::WithoutResults
        }
        true => RoundStanding::WithResults,
    };
    let recorded = is_recorded.then(|| Recorded::of(&tournament, round));
    let mut filed = if is_recorded {
        Cow::Owned(tournament.before_round(round))
    } else {
        tournament
    };
    if let Some(number) = args.given_bye {
        let player = receiver(&filed, round, number)
            .map_err(|message| refused(file, Some(round), message, String::new()))?;
        filed = Cow::Owned(filed.with_given_bye(player));
    }
    Ok(ChosenRound {
        tournament: with_counted(filed.clone(), &open),
        filed,
        standing,
        open,
        given_bye: args.given_bye,
        recorded,
        next: RoundNumber::from_index(paired),
    })
}

/// A round that was asked for, of a file with so many; an error if it is 0 or beyond the next one.
fn round_to_pair(file: &str, round: u16, paired: usize) -> Result<u16, Failure> {
    if round == 0 {
        let message = "round 0 is asked for, expected 1 or more".to_owned();
        Err(refused(file, None, message, String::new()))
    } else if usize::from(round) > paired + 1 {
        let (message, number) = (too_early(round, paired), RoundNumber::new(round.into()));
        Err(refused(file, number.ok(), message, String::new()))
    } else {
        Ok(round)
    }
}

/// Who can have been given the bye of a round.
///
/// # Errors
/// A number that nobody has, or somebody who is absent; a bye that was given to somebody else.
fn receiver(tournament: &Tournament, round: RoundNumber, number: u32) -> Result<PlayerId, String> {
    let with_number = |id: &PlayerId| tournament.player(*id).number.get() == number;
    let player = tournament.player_ids().find(with_number).ok_or_else(|| {
        format!("--given-bye names player {number}, expected a number of the list")
    })?;
    let given = RoundEntry::Bye(ByeKind::PairingAllocated);
    let has_entry = |id: &PlayerId| tournament.player(*id).entry(round) == given;
    if let Some(other) = tournament.player_ids().find(has_entry)
        && other != player
    {
        let other = tournament.player(other).number;
        return Err(format!(
            "--given-bye names player {number}, but the file gives the bye of round {round} to player {other}"
        ));
    }
    let mut absences = tournament.absences.iter();
    let is_announced = absences.any(|absence| absence.player == player && absence.round == round);
    let entry = tournament.player(player).entry(round);
    if is_announced || !(entry == RoundEntry::Blank || entry == given) {
        return Err(format!(
            "--given-bye names player {number}, who is absent from round {round} already"
        ));
    }
    Ok(player)
}

/// What each of these games counts.
///
/// # Errors
/// Games of which nothing is said, and wishes for games that are not open.
fn counted(
    file: &str,
    tournament: &Tournament,
    open: Vec<OpenGame>,
    args: &RoundOptions,
    hint: impl Fn(&OpenGame) -> String,
) -> Result<Vec<(OpenGame, CountedResult)>, Failure> {
    let numbers =
        |game: &OpenGame| [game.white, game.black].map(|id| tournament.player(id).number.get());
    let mut wished = args.open.iter().filter_map(|wish| wish.game);
    let not_open = wished.find(|game| !open.iter().any(|open| numbers(open) == *game));
    if let Some([white, black]) = not_open {
        let message = format!(
            "--open speaks of the game {white}-{black}, expected a game without a result in an earlier round"
        );
        return Err(refused(file, None, message, String::new()));
    }
    let (mut counted, mut unsaid) = (Vec::new(), Vec::new());
    for game in open {
        match args.counts(numbers(&game)) {
            Some(result) => counted.push((game, result)),
            None => unsaid.push(game),
        }
    }
    if let Some(first) = unsaid.first() {
        let message = open_games_in_words(tournament, &unsaid);
        return Err(refused(file, Some(first.round), message, hint(first)));
    }
    Ok(counted)
}

/// A tournament with what these games count.
fn with_counted<'a>(
    tournament: Cow<'a, Tournament>,
    open: &[(OpenGame, CountedResult)],
) -> Cow<'a, Tournament> {
    let won: Vec<(OpenGame, Colour)> = (open.iter())
        .filter_map(|(game, result)| Some((*game, result.winner()?)))
        .collect();
    if won.is_empty() {
        return tournament;
    }
    Cow::Owned(tournament.with_winners(&won))
}

/// What the grammars of other programs should hear, as there is no option in them and games without a
/// result count as draws: which ones do.
pub fn warning(tournament: &Tournament) -> Option<String> {
    let paired = usize::from(tournament.rounds_paired()?.get());
    let open = tournament.open_games(0..paired);
    let first = open.first()?;
    let is_last = first.round.index() + 1 == paired;
    if is_last && tournament.is_without_results(paired - 1..paired) {
        return Some(format!(
            "round {paired} has no results; its games count as draws for round {}",
            paired + 1
        ));
    }
    let games = open_games_in_words(tournament, &open);
    Some(format!("{games}; counted as drawn"))
}

/// What standings should say: which of the games of the first `rounds` rounds have no result.
pub fn open_games_before(tournament: &Tournament, rounds: usize) -> Option<String> {
    let open = tournament.open_games(0..rounds);
    (!open.is_empty()).then(|| {
        let games = open_games_in_words(tournament, &open);
        format!("{games}; counted as drawn")
    })
}

/// What to say about a round that was paired again.
pub fn comparison(is_same: bool) -> &'static str {
    if is_same {
        "it comes out as it stands in the file"
    } else {
        "it comes out otherwise than it stands in the file; `edelweiss check` shows the difference"
    }
}

fn too_early(round: u16, paired: usize) -> String {
    format!(
        "round {round} is asked for, expected a recorded round or round {}, the next one",
        paired + 1
    )
}

/// What an arbiter can do about an open game of `round`.
fn hint(round: RoundNumber, last: usize, paired: usize) -> String {
    let again = if (last..paired).contains(&round.index()) {
        format!("; --round {} pairs that round again", last + 1)
    } else {
        String::new()
    };
    format!(
        "enter the results, `?` for an adjourned game; --open draw counts them as draws, --open white or black as won{again}"
    )
}

/// `rounds 1 and 5: games without a result: 1-3 (round 1), ...`
fn open_games_in_words(tournament: &Tournament, open: &[OpenGame]) -> String {
    let mut rounds: Vec<String> = open.iter().map(|game| game.round.to_string()).collect();
    rounds.dedup();
    let names = open.iter().map(|game| {
        let [white, black] = [game.white, game.black].map(|id| tournament.player(id).number);
        match rounds.len() {
            1 => format!("{white}-{black}"),
            _ => format!("{white}-{black} (round {})", game.round),
        }
    });
    let names: Vec<String> = names.collect();
    let (heading, verb) = match (&rounds[..], open.len()) {
        ([round], 1) => (format!("round {round}: a game"), "has"),
        ([round], n) => (format!("round {round}: {n} games"), "have"),
        (rounds, n) => (format!("rounds {}: {n} games", rounds.join(", ")), "have"),
    };
    format!("{heading} {verb} no result: {}", listed(&names))
}

impl<'a> ChosenRound<'a> {
    /// What to say about the choice, before anything is paired.
    pub fn notes(&self) -> Vec<String> {
        let round = self.tournament.next_round();
        let mut notes = Vec::new();
        for result in &CountedResult::ALL {
            let open = self.open.iter().filter(|(_, counted)| counted == result);
            let open: Vec<OpenGame> = open.map(|(game, _)| *game).collect();
            if !open.is_empty() {
                let games = open_games_in_words(&self.tournament, &open);
                notes.push(format!("{games}; {}, by --open", result.words()));
            }
        }
        if let Some(number) = self.given_bye {
            notes.push(format!(
                "the bye of player {number} was given by the arbiter, by --given-bye"
            ));
        }
        match self.standing {
            RoundStanding::Next => {}
            RoundStanding::WithoutResults => notes.push(format!(
                "round {round} stands in the file without results, so it is paired again from the rounds before it; `--round {} --open draw` pairs the next one",
                self.next
            )),
            RoundStanding::WithResults => notes.push(format!(
                "round {round} stands in the file; it is paired again from the rounds before it"
            )),
        }
        notes
    }

    /// Whether the round came out as it stands in the file; `None` where it does not stand there.
    pub fn is_as_recorded(&self, round: &RoundPairing) -> Option<bool> {
        let recorded = &self.recorded.as_ref()?.seats;
        let mut ours = seats_of(&self.tournament, round);
        ours.extend(round.given_bye.map(|id| Seat::Bye {
            bye: self.tournament.player(id).number.get(),
        }));
        let is_same =
            recorded.len() == ours.len() && ours.iter().all(|seat| recorded.contains(seat));
        Some(is_same)
    }

    /// The same round with one of its byes given by the arbiter before it was paired, as `--given-bye` says.
    /// Such a bye looks like any other in the file, so nobody takes it for one unless that is said.
    pub fn with_given_byes(&self) -> impl Iterator<Item = Self> + use<'a> {
        let byes = self.recorded.iter().flat_map(|recorded| &recorded.byes);
        let chosen: Vec<Self> = byes
            .map(|id| Self {
                tournament: Cow::Owned(self.tournament.with_given_bye(*id)),
                filed: Cow::Owned(self.filed.with_given_bye(*id)),
                given_bye: Some(self.tournament.player(*id).number.get()),
                ..self.clone()
            })
            .collect();
        chosen.into_iter()
    }

    /// What a proof of the round says about games without a result.
    pub fn counted_games(&self) -> Vec<CountedGame> {
        let number = |id| self.tournament.player(id).number.get();
        let open = self.open.iter().map(|(game, result)| CountedGame {
            round: game.round.get(),
            white: number(game.white),
            black: number(game.black),
            counts: result.code().to_owned(),
        });
        open.collect()
    }
}
