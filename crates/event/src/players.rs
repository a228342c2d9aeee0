//! Players: one more, also while rounds are under way, and what is known of one corrected.
//!
//! # Articles
//! C.04.2 (2026) 2.2: the initial order. 2.3: numbers may be given anew after a correction until round 4 has been
//! paired. 2.4, 2.5: a late entry gets the number of its place, and no points for the rounds missed unless the rules
//! of the event say so.

use std::collections::BTreeMap;

use edelweiss_model::{Player, PlayerId, RoundEntry, RoundNumber, Tournament, TournamentData, Tpn};
use edelweiss_roster::numbering::{InitialStrength, place_of_late_entry};
use edelweiss_trf::{Document, PlayerDetails};

use crate::applied::{Applied, StepOutcome, meant};
use crate::error::StepError;
use crate::file::EventFile;
use crate::player_fields::{changes, check_identity, filled};
use crate::step::{AddPlayerStep, CorrectPlayerStep, NumberRule, Step};
use crate::words;

/// Numbers stay once this round has been paired (C.04.2 (2026) 2.3).
const LAST_RENUMBERING: usize = 4;

/// Where a player belongs, and how it is said.
struct InitialRank {
    /// Among the others, counted from 0.
    place: usize,
    /// The article that decides it.
    article: &'static str,
}

fn rank(tournament: &Tournament, player: &Player, but: Option<PlayerId>) -> InitialRank {
    let others = tournament.player_ids().filter(|id| Some(*id) != but);
    let others: Vec<InitialStrength> = others
        .map(|id| InitialStrength::from(tournament.player(id)))
        .collect();
    let own = InitialStrength::from(player);
    let place = place_of_late_entry(&others, &own) - 1;
    let after = others
        .get(place)
        .map(|other| own.compare(other).1.article());
    let before = place
        .checked_sub(1)
        .map(|at| others[at].compare(&own).1.article());
    let article = after.or(before).filter(|article| !article.is_empty());
    let article = article.unwrap_or("C.04.2 2.2");
    InitialRank { place, article }
}

/// Whether the order of the players is that of their numbers.
fn is_by_number(tournament: &Tournament) -> bool {
    tournament.players.is_sorted_by_key(|player| player.number)
}

/// How many rounds have been paired.
fn n_paired(tournament: &Tournament) -> usize {
    tournament.next_round().index()
}

pub(crate) fn add(event: &EventFile, step: &AddPlayerStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let paired = n_paired(tournament);
    if tournament.pre_determined && paired > 0 {
        return Err(StepError::new(
            "all games of this event were fixed before it (record 192), and one player more makes another table (C.05 Annex 1)",
            "`edelweiss undo FILE` takes rounds back; before the first one players can be added",
        ));
    }
    let (mut player, details, remarks) = newcomer(event, step)?;
    let rank = rank(tournament, &player, None);
    let (placed, why_not) = placed(event, step.numbers, &player, rank.place)?;
    let is_placed = placed.is_some();
    let (document, data, place) = placed.unwrap_or_else(|| {
        let mut data = tournament.clone().into_data();
        data.players.push(player.clone());
        (event.document().clone(), data, tournament.players.len())
    });
    player.number = data.players[place].number;
    let before = data.players.get(place + 1).map(|next| next.number);
    let mut said = vec![format!("{} {} is added", player.number, player.name)];
    said.extend(remarks.into_iter().chain(why_not));
    said.push(number_in_words(tournament, &player, &rank, is_placed));
    said.extend(late_in_words(&player, paired, is_placed));
    let meant = meant(data)?;
    let document = document.with_new_player(&player, &details, before)?;
    let mut expected = renumbered(event.document().details(), |number| match number {
        number if is_placed && number >= player.number => next(number),
        number => number,
    });
    if details != PlayerDetails::default() {
        expected.insert(player.number, details);
    }
    let rule = if is_placed {
        NumberRule::Place
    } else {
        NumberRule::Keep
    };
    let outcome = StepOutcome {
        step: Step::AddPlayer(AddPlayerStep {
            player: step.player.clone(),
            numbers: Some(rule),
        }),
        said,
        paired_from_old: rounds_before(if is_placed { paired } else { 0 }),
        document: document.with_points_so_far(&meant),
        meant,
    };
    with_details(outcome.finished(event)?, &expected)
}

/// The new player with the number behind all others, what is known, and what there is to remark.
fn newcomer(
    event: &EventFile,
    step: &AddPlayerStep,
) -> Result<(Player, PlayerDetails, Vec<String>), StepError> {
    let tournament = event.tournament();
    let behind = Tpn::in_file(last_number(tournament) + 1).map_err(|_| {
        StepError::new(
            "found a player of number 9999, behind whom a file numbers nobody",
            "",
        )
    })?;
    let mut player = Player::new(behind);
    let mut details = PlayerDetails::default();
    filled(&step.player, &mut player, &mut details)?;
    if player.name.is_empty() {
        return Err(StepError::new(
            "found a player without a name, expected one",
            "",
        ));
    }
    let known = event.document().details();
    let remarks = check_identity(tournament, &known, &player, &details, None)?;
    Ok((player, details, remarks))
}

fn last_number(tournament: &Tournament) -> u32 {
    let numbers = tournament.players.iter().map(|player| player.number.get());
    numbers.max().map_or(0, u32::from)
}

/// A document, what it means, and the place of the new player.
type PlacedPlayer = (Document, TournamentData, usize);

/// The player at the place of the initial order, where that is asked for or usual; and why not, where it is usual
/// and cannot be.
fn placed(
    event: &EventFile,
    asked: Option<NumberRule>,
    player: &Player,
    place: usize,
) -> Result<(Option<PlacedPlayer>, Option<String>), StepError> {
    let tournament = event.tournament();
    let usual = if n_paired(tournament) < LAST_RENUMBERING {
        NumberRule::Place
    } else {
        NumberRule::Keep
    };
    let is_last = place == tournament.players.len();
    if is_last || asked.unwrap_or(usual) == NumberRule::Keep {
        return Ok((None, None));
    }
    match (with_place(event, player, place), asked) {
        (Ok(placed), _) => Ok((Some(placed), None)),
        (Err(error), Some(_)) => Err(error),
        (Err(error), None) => {
            let why = error.problems.into_iter().next();
            let why = why.map_or_else(String::new, |problem| problem.message);
            Ok((None, Some(format!("the others keep their numbers: {why}"))))
        }
    }
}

fn next(number: Tpn) -> Tpn {
    Tpn::in_file(number.get() + 1).unwrap_or(number)
}

/// The document and what it means where everybody from a place on moves down by one.
fn with_place(
    event: &EventFile,
    player: &Player,
    place: usize,
) -> Result<(Document, TournamentData, usize), StepError> {
    let tournament = event.tournament();
    if !is_by_number(tournament) {
        return Err(StepError::new(
            "the players stand in the order of the file (XXC rank), not in that of their numbers",
            "put the player's line where it belongs",
        ));
    }
    let number = tournament.players[place].number;
    let new_of = |old: Tpn| if old >= number { next(old) } else { old };
    let mut data = tournament.clone().into_data();
    let order: Vec<usize> = (0..data.players.len()).collect();
    let moved = |index: usize| if index >= place { index + 1 } else { index };
    remap(&mut data, &order, &moved);
    for other in &mut data.players {
        other.number = new_of(other.number);
    }
    let mut new = player.clone();
    new.number = number;
    data.players.insert(place, new);
    let after = data.clone();
    let after = after
        .build()
        .map_err(|invalid| StepError::new(invalid.to_string(), ""))?;
    let document = event.document().with_numbers(&after, &new_of)?;
    Ok((document, data, place))
}

/// Puts the players into another order, whose places others name by `moved`.
fn remap(data: &mut TournamentData, order: &[usize], moved: &dyn Fn(usize) -> usize) {
    let id = |id: PlayerId| PlayerId::from_index(moved(id.index()));
    data.players = order.iter().map(|old| data.players[*old].clone()).collect();
    for entry in data
        .players
        .iter_mut()
        .flat_map(|player| &mut player.entries)
    {
        if let RoundEntry::Paired { opponent, .. } = entry {
            *opponent = id(*opponent);
        }
    }
    for group in data.forbidden.iter_mut().chain(&mut data.soft_bans) {
        for player in &mut group.players {
            *player = id(*player);
        }
    }
    for absence in &mut data.absences {
        absence.player = id(absence.player);
    }
    data.absences
        .sort_by_key(|absence| (absence.round, absence.player));
}

fn renumbered(
    details: BTreeMap<Tpn, PlayerDetails>,
    new_of: impl Fn(Tpn) -> Tpn,
) -> BTreeMap<Tpn, PlayerDetails> {
    let details = details.into_iter();
    details
        .map(|(number, details)| (new_of(number), details))
        .collect()
}

fn rounds_before(paired: usize) -> Vec<RoundNumber> {
    (0..paired).map(RoundNumber::from_index).collect()
}

/// What numbers and clubs the file must say, too, which the tournament does not hold.
fn with_details(
    applied: Applied,
    expected: &BTreeMap<Tpn, PlayerDetails>,
) -> Result<Applied, StepError> {
    if applied.event.document().details() == *expected {
        return Ok(applied);
    }
    Err(StepError::new(
        "the file would say something else of FIDE numbers, births or clubs than the step means",
        crate::applied::REPORT,
    ))
}

fn number_in_words(
    tournament: &Tournament,
    player: &Player,
    rank: &InitialRank,
    is_placed: bool,
) -> String {
    let (number, article, last) = (player.number, rank.article, last_number(tournament));
    let is_last = rank.place == tournament.players.len();
    match () {
        () if is_last => format!("number {number}: the last one of the initial order ({article})"),
        () if is_placed => format!(
            "number {number} by the initial order ({article}): the numbers {number} to {last} become {} to {}",
            next(number),
            last + 1
        ),
        () => format!(
            "number {number}, behind everybody: among equal points, smaller numbers stand above; by the initial order ({article}) the place would be {}, which --numbers place gives",
            rank.place + 1
        ),
    }
}

/// What follows from rounds that have been paired.
fn late_in_words(player: &Player, paired: usize, is_placed: bool) -> Vec<String> {
    let number = player.number;
    let rounds = match paired {
        0 => return Vec::new(),
        1 => "round 1".to_owned(),
        n => format!("the rounds 1 to {n}"),
    };
    let mut lines = vec![format!(
        "a late entry has no points for {rounds} (C.04.2 2.4); where the rules of the event give some, `edelweiss bye FILE {number} --round 1` notes them"
    )];
    if is_placed {
        lines.push("what has been published has the old numbers".to_owned());
    }
    lines
}

pub(crate) fn correct(event: &EventFile, step: &CorrectPlayerStep) -> Result<Applied, StepError> {
    let tournament = event.tournament();
    let id = words::find_all(tournament, &[step.number])?[0];
    let correction = Correction::of(event, id, step)?;
    let is_corrected = !correction.changes.is_empty();
    let paired = n_paired(tournament);
    let rank = rank(tournament, &correction.player, Some(id));
    let is_in_place = !is_by_number(tournament) || rank.place == id.index();
    let rule = step.numbers.unwrap_or(NumberRule::Keep);
    let is_moved = !is_in_place && rule == NumberRule::Place;
    let mut said = correction.said(tournament, id);
    if is_moved || (!is_in_place && is_corrected) {
        said.push(moved_in_words(tournament, id, &rank, is_moved));
    }
    let document = event
        .document()
        .with_player(&correction.player, &correction.details)?;
    let mut data = tournament.clone().into_data();
    let mut expected = event.document().details();
    expected.remove(&correction.player.number);
    if correction.details != PlayerDetails::default() {
        expected.insert(correction.player.number, correction.details);
    }
    data.players[id.index()] = correction.player;
    let (document, data, expected) = if is_moved {
        moved_to(tournament, (id, rank.place), &document, data, expected)?
    } else {
        (document, data, expected)
    };
    let outcome = StepOutcome {
        step: Step::CorrectPlayer(CorrectPlayerStep {
            numbers: Some(rule),
            ..step.clone()
        }),
        said,
        paired_from_old: rounds_before(if is_moved { paired } else { 0 }),
        meant: meant(data)?,
        document,
    };
    with_details(outcome.finished(event)?, &expected)
}

/// What becomes of a player who is corrected.
struct Correction {
    player: Player,
    details: PlayerDetails,
    changes: Vec<String>,
    remarks: Vec<String>,
}

impl Correction {
    fn of(event: &EventFile, id: PlayerId, step: &CorrectPlayerStep) -> Result<Self, StepError> {
        let tournament = event.tournament();
        let old = tournament.player(id);
        let known = event.document().details();
        let old_details = known.get(&old.number).cloned().unwrap_or_default();
        let (mut player, mut details) = (old.clone(), old_details.clone());
        filled(&step.player, &mut player, &mut details)?;
        if player.name.is_empty() && !old.name.is_empty() {
            return Err(StepError::new("found an empty name, expected one", ""));
        }
        Ok(Self {
            changes: changes((old, &old_details), (&player, &details)),
            remarks: check_identity(tournament, &known, &player, &details, Some(id))?,
            player,
            details,
        })
    }

    fn said(&self, tournament: &Tournament, id: PlayerId) -> Vec<String> {
        let who = words::player(tournament, id);
        let changes = self.changes.iter().map(|change| format!("{who}: {change}"));
        let none = self
            .changes
            .is_empty()
            .then(|| format!("{who}: as it stands"));
        changes
            .chain(none)
            .chain(self.remarks.iter().cloned())
            .collect()
    }
}

/// The number that the initial order gives, and whether it is given.
fn moved_in_words(
    tournament: &Tournament,
    id: PlayerId,
    rank: &InitialRank,
    is_moved: bool,
) -> String {
    let (old, article) = (tournament.player(id).number, rank.article);
    let new = tournament.players[rank.place].number;
    match () {
        () if is_moved => format!(
            "number {new} by the initial order ({article}) in the place of {old}; those between move by one"
        ),
        () if n_paired(tournament) < LAST_RENUMBERING => format!(
            "the number stays {old}; by the initial order ({article}) it would be {new}, which --numbers place gives until round {LAST_RENUMBERING} has been paired (C.04.2 2.3)"
        ),
        () => format!(
            "the number stays {old}, as numbers do from round {LAST_RENUMBERING} on (C.04.2 2.3); by the initial order ({article}) it would be {new}"
        ),
    }
}

/// The file with one player at another place, and those between moved by one.
fn moved_to(
    tournament: &Tournament,
    (id, place): (PlayerId, usize),
    document: &Document,
    mut data: TournamentData,
    details: BTreeMap<Tpn, PlayerDetails>,
) -> Result<(Document, TournamentData, BTreeMap<Tpn, PlayerDetails>), StepError> {
    let paired = n_paired(tournament);
    if paired >= LAST_RENUMBERING {
        return Err(StepError::new(
            format!(
                "round {paired} has been paired, and numbers stay from round {LAST_RENUMBERING} on (C.04.2 2.3)"
            ),
            "without --numbers place the correction is made, and the number stays",
        ));
    }
    let (number_of, moved) = moved_player(tournament, id, place);
    let mut order: Vec<usize> = (0..data.players.len()).collect();
    order.sort_by_key(|index| moved(*index));
    remap(&mut data, &order, &moved);
    for other in &mut data.players {
        other.number = number_of(other.number);
    }
    let after = data.clone().build();
    let after = after.map_err(|invalid| StepError::new(invalid.to_string(), ""))?;
    let document = document.with_numbers(&after, &number_of)?;
    Ok((document, data, renumbered(details, &number_of)))
}

/// New numbers and new places where one player goes to another place, and those between move by one.
fn moved_player(
    tournament: &Tournament,
    id: PlayerId,
    place: usize,
) -> (impl Fn(Tpn) -> Tpn, impl Fn(usize) -> usize) {
    let from = id.index();
    let moved = move |index: usize| match index {
        index if index == from => place,
        index if from < index && index <= place => index - 1,
        index if place <= index && index < from => index + 1,
        index => index,
    };
    let numbers: Vec<Tpn> = tournament
        .players
        .iter()
        .map(|player| player.number)
        .collect();
    let number_of = move |old: Tpn| {
        let index = numbers.binary_search(&old);
        index.map_or(old, |index| numbers[moved(index)])
    };
    (number_of, moved)
}
