//! Which tie-breaks, by which edition, of which kind of event: the command line first, then the file.

mod codes;
mod unrated;
mod withdrawn;

use std::borrow::Cow;

use edelweiss::model::{PlayerId, Teams, Tournament};
use edelweiss::standings::{Refused, Remark, TieBreak, TieBreakRules};
use edelweiss::trf::{Failure, Finding, FindingKind, Place, ReadPurpose, Reading};
use serde::{Deserialize, Serialize};

pub use codes::parsed_option;
use codes::{in_option, of_records, of_table, parsed, whole};
pub use unrated::UnratedRating;
use unrated::one_or_more;

use crate::wishes::words;

/// The list of a Swiss tournament that names none.
const DEFAULT_SWISS: &[&str] = &["BH/C1", "BH", "SB", "DE", "WIN"];
/// The same where all pairings are fixed before the event, so that article 8 is out.
const DEFAULT_PRE_DETERMINED: &[&str] = &["DE", "WIN", "SB", "KS"];
/// The list of a competition of teams that names none.
const DEFAULT_TEAMS: &[&str] = &["MPvGP", "EDE"];
/// A longer list is unusual enough for a warning.
const MOST_TIE_BREAKS: usize = 20;

/// What the command line says.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct ListOptions {
    /// Tie-breaks after the points, such as "BH/C1,BH,WON,DE" [default: those of record 212 or 202,
    /// else a list that the output names]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST"))]
    tie_breaks: Option<String>,
    /// Edition of the tie-break regulations [default: the one in force on the file's date, else
    /// 2026-03]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    tie_break_rules: Option<EditionName>,
    /// Whether all pairings were fixed before the event [default: what record 192 of the file says,
    /// else swiss]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pairings: Option<PairingsName>,
    /// The players, also where the file has teams
    #[cfg_attr(feature = "clap", arg(long))]
    players: bool,
    /// Rating of the players without one, for tie-breaks on ratings, or 12=1400 for player 12; several
    /// times for several players [default: none, and such tie-breaks are left out]
    #[cfg_attr(feature = "clap", arg(long, value_name = "[ID=]N"))]
    #[serde(deserialize_with = "one_or_more")]
    unrated: Vec<UnratedRating>,
    /// Who left a round robin before its end: numbers as in 5,9, or a part of a name; their results count if they
    /// completed half of their games (C.05 6.6)
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYERS"))]
    #[serde(deserialize_with = "words")]
    withdrawn: Vec<String>,
}

impl ListOptions {
    /// These tie-breaks, with commas between them.
    pub fn of_list(tie_breaks: String) -> Self {
        Self {
            tie_breaks: Some(tie_breaks),
            ..Self::default()
        }
    }

    /// The same for the players, also where the file has teams.
    #[must_use]
    pub fn of_players(self) -> Self {
        Self {
            players: true,
            ..self
        }
    }

    /// Whether a list is named.
    pub fn names_list(&self) -> bool {
        self.tie_breaks.is_some()
    }

    /// Whether the teams of a tournament are ranked.
    pub fn ranks_teams(&self, tournament: &Tournament) -> bool {
        !self.players && !tournament.teams.teams.is_empty()
    }

    /// What a file is read for, whose players or teams are to be ranked.
    pub fn purpose(&self) -> ReadPurpose {
        if self.players {
            ReadPurpose::RankingPlayers
        } else {
            ReadPurpose::Ranking
        }
    }

    /// Whether `--pairings pre-determined` is given.
    pub fn says_pre_determined(&self) -> bool {
        self.pairings == Some(PairingsName::PreDetermined)
    }
}

/// `--tie-break-rules`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub(crate) enum EditionName {
    /// Applied from 1 March 2026
    #[cfg_attr(feature = "clap", value(name = "2026-03"))]
    #[serde(rename = "2026-03")]
    March2026,
    /// Applied from 1 August 2024
    #[cfg_attr(feature = "clap", value(name = "2024-08"))]
    #[serde(rename = "2024-08")]
    August2024,
    /// Applied from 1 April 2024
    #[cfg_attr(feature = "clap", value(name = "2024-04"))]
    #[serde(rename = "2024-04")]
    April2024,
    /// Before September 2023, with a virtual opponent
    #[cfg_attr(feature = "clap", value(name = "2023"))]
    #[serde(rename = "2023")]
    Before2023,
}

/// `--pairings`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub(crate) enum PairingsName {
    /// Round by round
    Swiss,
    /// Before the event, as in a round robin
    PreDetermined,
}

impl EditionName {
    fn rules(self) -> &'static TieBreakRules {
        match self {
            Self::March2026 => TieBreakRules::MARCH_2026,
            Self::August2024 => TieBreakRules::AUGUST_2024,
            Self::April2024 => TieBreakRules::APRIL_2024,
            Self::Before2023 => TieBreakRules::BEFORE_2023_09,
        }
    }
}

/// Who decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListBy {
    /// An option.
    Option,
    /// This record of the file.
    Record(&'static str),
    /// The date of the file.
    Date,
    /// Nothing else.
    Default,
}

impl ListBy {
    /// For documents.
    pub fn code(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Record(_) => "file",
            Self::Date => "date",
            Self::Default => "default",
        }
    }

    /// For people.
    pub fn words(self) -> String {
        match self {
            Self::Option => "by option".to_owned(),
            Self::Record(code) => format!("record {code} of the file"),
            Self::Date => "by the date of the file".to_owned(),
            Self::Default => "the file names none".to_owned(),
        }
    }
}

/// What was chosen.
#[derive(Clone, Debug)]
pub struct ChosenList {
    /// The tie-breaks in order.
    pub list: Vec<TieBreak>,
    /// Who chose them.
    pub list_by: ListBy,
    /// The edition of the regulations.
    pub rules: &'static TieBreakRules,
    /// Who chose it.
    pub rules_by: ListBy,
    pairings: Option<PairingsName>,
    /// Whether teams are ranked.
    pub is_of_teams: bool,
    /// Every tie-break of the list as it was asked for.
    asked: Vec<String>,
    /// By place in the list of players, ascending: the rating of somebody without one.
    unrated: Vec<(usize, u16)>,
    /// Whose games do not count, as they left before half of them.
    uncounted: Vec<PlayerId>,
    /// Where the tie-breaks of the list stand; none of a list that nobody wrote.
    places: Vec<Place>,
    /// What there is to say about the choice.
    pub warnings: Vec<Finding>,
}

impl ChosenList {
    /// The tournament with the kind of pairings and the ratings that were asked for, without teams that were not,
    /// and without games that do not count.
    #[expect(
        clippy::missing_panics_doc,
        reason = "what is changed contradicts nothing"
    )]
    pub fn applied_to<'a>(&self, tournament: &'a Tournament) -> Cow<'a, Tournament> {
        let asked = self
            .pairings
            .map(|pairings| pairings == PairingsName::PreDetermined);
        let pre_determined = asked.unwrap_or(tournament.pre_determined);
        let has_teams = !tournament.teams.teams.is_empty();
        if pre_determined == tournament.pre_determined
            && self.unrated.is_empty()
            && self.is_of_teams == has_teams
            && self.uncounted.is_empty()
        {
            return Cow::Borrowed(tournament);
        }
        let mut data = tournament.clone().into_data();
        data.pre_determined = pre_determined;
        if !self.is_of_teams {
            data.teams = Teams::default();
        }
        for (player, rating) in &self.unrated {
            data.players[*player].rating = Some(*rating);
        }
        withdrawn::take_out(&mut data, &self.uncounted);
        Cow::Owned(data.build().expect("none of it contradicts anything"))
    }

    /// The tie-breaks of the list as they were asked for, those of a list that nobody wrote by their codes.
    pub fn asked(&self) -> impl Iterator<Item = (&str, &TieBreak)> {
        self.asked.iter().map(String::as_str).zip(&self.list)
    }

    /// The rating of a player who has none in the file, by option.
    pub fn rating_by_option(&self, player: PlayerId) -> Option<u16> {
        let place = |(place, _): &(usize, u16)| *place;
        let found = self.unrated.binary_search_by_key(&player.index(), place);
        found.ok().map(|at| self.unrated[at].1)
    }

    /// How many players have a rating by option only.
    pub fn n_rated_by_option(&self) -> usize {
        self.unrated.len()
    }

    /// Why the list cannot be applied, with the place of the tie-break at fault.
    pub fn refused(&self, file: &str, refused: &Refused) -> Finding {
        self.finding(file, refused.tie_break(), refused.to_string())
    }

    /// What there is to say about a tie-break of the list, with its place.
    pub fn remark(&self, file: &str, remark: &Remark) -> Finding {
        let hint = match remark {
            Remark::DroppedForUnrated(_) => Some(
                "--unrated N counts them as rated N, where the regulations of the event say so"
                    .to_owned(),
            ),
            _ => None,
        };
        Finding {
            hint,
            ..self.finding(file, Some(remark.tie_break()), remark.to_string())
        }
    }

    fn finding(&self, file: &str, about: Option<TieBreak>, message: String) -> Finding {
        let mut placed = self.list.iter().zip(&self.places);
        let place = placed.find(|(each, _)| Some(**each) == about);
        Finding {
            kind: FindingKind::Field,
            place: place.map_or_else(|| whole(file), |(_, place)| place.clone()),
            message,
            hint: None,
        }
    }

    /// The list as record 212 has it.
    pub fn whole_order(&self) -> String {
        whole_order(&self.list, self.points())
    }

    /// The points that rank first as the list does not say where, as record 212 calls them.
    pub fn unnamed_points(&self) -> Option<&'static str> {
        (!names_points(&self.list)).then_some(self.points())
    }

    fn points(&self) -> &'static str {
        if self.is_of_teams { "MPTS" } else { "PTS" }
    }
}

/// A list as record 212 has it, led by `points` where it names none.
pub fn whole_order(list: &[TieBreak], points: &str) -> String {
    let mut codes: Vec<String> = list.iter().map(ToString::to_string).collect();
    if !names_points(list) {
        codes.insert(0, points.to_owned());
    }
    codes.join(",")
}

fn names_points(list: &[TieBreak]) -> bool {
    list.iter().any(is_of_points)
}

/// Points of players, match points or game points.
pub fn is_of_points(tie_break: &TieBreak) -> bool {
    matches!(tie_break.definition().code, "PTS" | "MPTS" | "GPTS")
}

/// Whether all pairings were fixed before the event.
fn is_fixed(tournament: &Tournament, args: &ListOptions) -> bool {
    match args.pairings {
        Some(pairings) => pairings == PairingsName::PreDetermined,
        None => tournament.pre_determined,
    }
}

/// The list of an event that names none.
pub fn default_list(is_of_teams: bool, is_fixed: bool) -> Vec<TieBreak> {
    of_table(if is_of_teams {
        DEFAULT_TEAMS
    } else if is_fixed {
        DEFAULT_PRE_DETERMINED
    } else {
        DEFAULT_SWISS
    })
}

/// A warning of a list that is too long to mean anything.
fn hardly_decides(file: &str, places: &[Place], n_listed: usize) -> Option<Finding> {
    let first_beyond = places.get(MOST_TIE_BREAKS).cloned();
    (n_listed > MOST_TIE_BREAKS).then(|| Finding {
        kind: FindingKind::Reading,
        place: first_beyond.unwrap_or_else(|| whole(file)),
        message: format!(
            "a list of {n_listed} tie-breaks, of which the ones after the first {MOST_TIE_BREAKS} hardly ever decide"
        ),
        hint: None,
    })
}

/// Chooses.
///
/// # Errors
/// Every code that is no tie-break, with its place.
pub fn choose(file: &str, reading: &Reading, args: &ListOptions) -> Result<ChosenList, Failure> {
    let tournament = &reading.tournament;
    let is_of_teams = args.ranks_teams(tournament);
    let is_fixed = is_fixed(tournament, args);
    let (rules, rules_by) = match (args.tie_break_rules, tournament.starts) {
        (Some(name), _) => (name.rules(), ListBy::Option),
        (None, Some(day)) => (TieBreakRules::of(Some(day)), ListBy::Date),
        (None, None) => (TieBreakRules::of(None), ListBy::Default),
    };
    let mut warnings = Vec::new();
    if rules_by == ListBy::Date {
        warnings.extend(doubtful_edition(reading));
    }
    let records = reading.document.tie_break_records();
    let record = of_records(&records, &mut warnings);
    let written = match (&args.tie_breaks, record) {
        (Some(text), _) => in_option(text),
        (None, Some(record)) => record.entries.clone(),
        (None, None) => Vec::new(),
    };
    let (list, list_by) = match (&args.tie_breaks, record) {
        (Some(_), _) => (parsed(&written)?, ListBy::Option),
        (None, Some(record)) => (parsed(&written)?, ListBy::Record(record.code)),
        (None, None) => (default_list(is_of_teams, is_fixed), ListBy::Default),
    };
    let asked = match list_by {
        ListBy::Default => list.iter().map(ToString::to_string).collect(),
        _ => written.iter().map(|(code, _)| code.clone()).collect(),
    };
    let unrated = ratings(file, tournament, &args.unrated)?;
    let (uncounted, left) =
        withdrawn::uncounted(file, tournament, is_fixed, is_of_teams, &args.withdrawn)?;
    warnings.extend(left);
    let places: Vec<Place> = written.into_iter().map(|(_, place)| place).collect();
    warnings.extend(hardly_decides(file, &places, list.len()));
    Ok(ChosenList {
        list,
        list_by,
        rules,
        rules_by,
        pairings: args.pairings,
        is_of_teams,
        asked,
        unrated,
        uncounted,
        places,
        warnings,
    })
}

/// By place in the list of players: the ratings of those without one, what is said of one before what is said
/// of all.
///
/// # Errors
/// A player who is not there, who has a rating, or of whom two are said.
fn ratings(
    file: &str,
    tournament: &Tournament,
    said: &[UnratedRating],
) -> Result<Vec<(usize, u16)>, Failure> {
    let refused = |message: String| Failure {
        errors: vec![Finding {
            kind: FindingKind::Field,
            place: Place {
                field: "unrated",
                ..whole("--unrated")
            },
            message,
            hint: None,
        }],
        more_errors: Vec::new(),
        warnings: Vec::new(),
    };
    let of = |player: Option<u32>| {
        let mut ratings = said.iter().rev().filter(move |each| each.player == player);
        ratings.next().map(|each| each.rating)
    };
    for each in said {
        let Some(number) = each.player else { continue };
        let mut players = tournament.players.iter();
        match players.find(|player| player.number.get() == number) {
            None => {
                return Err(refused(format!(
                    "{file}: no player has the number {number}"
                )));
            }
            Some(player) if player.rating.is_some() => {
                let rating = player.rating.unwrap_or_default();
                return Err(refused(format!(
                    "{file}: player {number} has the rating {rating}, expected somebody without one"
                )));
            }
            Some(_) => {}
        }
    }
    let unrated = tournament.players.iter().enumerate();
    let unrated = unrated.filter(|(_, player)| player.rating.is_none());
    let rated = unrated.filter_map(|(place, player)| {
        let rating = of(Some(player.number.get())).or_else(|| of(None));
        Some((place, rating?))
    });
    Ok(rated.collect())
}

/// The date of the file, where its day and month may be meant the other way round and that would be
/// another edition.
fn doubtful_edition(reading: &Reading) -> Option<Finding> {
    let (place, date) = reading.document.recorded_start()?;
    let doubt = date.doubt(|day| TieBreakRules::of(Some(day)))?;
    let taken = date.days.first()?;
    Some(Finding {
        kind: FindingKind::Reading,
        place,
        message: format!("{doubt}; the tie-breaks are those of {taken}"),
        hint: Some("write it as YYYY/MM/DD, or name the edition with --tie-break-rules".to_owned()),
    })
}
