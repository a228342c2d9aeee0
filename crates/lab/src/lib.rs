//! The laboratory: the long comparisons and measurements, and what they share with tests across crates.
//!
//! Here: re-pairing recorded tournaments and comparing with what they record.
//! Three kinds of recorded answers, as the corpora have them: complete tournaments, next-round
//! inputs with the expected boards, and positions without a legal pairing.

pub mod article;
pub mod axes;
pub mod disagreement;
pub mod dossier;
pub mod judges;
pub mod round_proofs;
pub mod standings_law;
pub mod team_standings_law;
pub mod tie_breaks;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use edelweiss_model::{ByeKind, Colour, PlayerId, RoundEntry, RoundNumber, Tournament};
use edelweiss_pairing::{Outcome, RoundPairing, Rules, pair_round};

/// White and black; the bye is a pair with nobody.
pub type BoardSeat = (u32, Option<u32>);

/// A round that does not come out as recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundDifference {
    /// Which round.
    pub round: u16,
    /// Seats of ours that the record does not have; none if ours is impossible.
    pub ours: Vec<BoardSeat>,
    /// Seats of the record that ours does not have.
    pub recorded: Vec<BoardSeat>,
}

/// All `.trf` files below `folder`, sorted by path.
///
/// # Errors
/// When a folder cannot be listed.
pub fn tournament_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "trf") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The name of a folder of a corpus, and the rules that the year at its end names.
///
/// # Errors
/// When it ends with no edition.
pub fn rules_of_corpus(folder: &Path) -> Result<(String, Rules), String> {
    let name = folder.file_name().map(|name| name.to_string_lossy());
    let name = name.unwrap_or_default().into_owned();
    let rules = match name.rsplit('-').next() {
        Some("2017") => Rules::dutch_2017(),
        Some("2026") => Rules::dutch_2026(),
        _ => {
            let folder = folder.display();
            return Err(format!("{folder}: the name does not end with 2017 or 2026"));
        }
    };
    Ok((name, rules))
}

/// Reads a tournament file.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read_tournament(path: &Path) -> Result<Tournament, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let name = path.display().to_string();
    edelweiss_trf::read(&bytes, &name, &edelweiss_trf::ReadOptions::default())
        .map(|reading| reading.tournament)
        .map_err(|failure| failure.to_string())
}

/// The pairing of `round` as the file records it: who met whom with which colours, and the bye.
pub fn recorded_seats(tournament: &Tournament, round: RoundNumber) -> BTreeSet<BoardSeat> {
    let number = |id: PlayerId| tournament.player(id).number.get();
    (tournament.players.iter())
        .filter_map(|player| match player.entry(round) {
            RoundEntry::Paired {
                opponent,
                colour: Some(Colour::White),
                ..
            } => Some((player.number.get(), Some(number(opponent)))),
            RoundEntry::Bye(ByeKind::PairingAllocated) => Some((player.number.get(), None)),
            _ => None,
        })
        .collect()
}

/// The seats of an outcome in publication order; empty if there is none.
pub fn paired_seats(tournament: &Tournament, outcome: &Outcome) -> Vec<BoardSeat> {
    let Outcome::Paired(round) = outcome else {
        return Vec::new();
    };
    let number = |id: PlayerId| tournament.player(id).number.get();
    let boards = round
        .boards
        .iter()
        .map(|board| (number(board.white), Some(number(board.black))));
    boards
        .chain(round.bye.map(|id| (number(id), None)))
        .collect()
}

/// Pairs every recorded round of a complete tournament again.
pub fn replay(tournament: &Tournament, rules: &Rules) -> Vec<RoundDifference> {
    let Some(last) = tournament.rounds_paired() else {
        return Vec::new();
    };
    let rounds = (0..=last.index()).map(RoundNumber::from_index);
    rounds
        .filter_map(|round| replay_round(tournament, round, rules))
        .collect()
}

/// Pairs one recorded round again; `None` if it comes out as recorded.
pub fn replay_round(
    tournament: &Tournament,
    round: RoundNumber,
    rules: &Rules,
) -> Option<RoundDifference> {
    let before = tournament.before_round(round);
    let ours: BTreeSet<BoardSeat> = paired_seats(&before, &pair_round(&before, rules))
        .into_iter()
        .collect();
    let recorded = recorded_seats(tournament, round);
    (ours != recorded).then(|| RoundDifference {
        round: round.get(),
        ours: ours.difference(&recorded).copied().collect(),
        recorded: recorded.difference(&ours).copied().collect(),
    })
}

/// Whether two engines give one answer of their own, boards and brackets alike.
pub fn agree(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Paired(one), Outcome::Paired(other)) => {
            let brackets = |round: &RoundPairing| -> Vec<_> {
                (round.brackets.iter())
                    .map(|b| (b.route, b.mdps.clone(), b.pairs.clone(), b.floaters.clone()))
                    .collect()
            };
            [one, other].iter().all(|round| round.defect.is_none())
                && one.boards == other.boards
                && one.bye == other.bye
                && brackets(one) == brackets(other)
        }
        (Outcome::Impossible(one), Outcome::Impossible(other)) => one == other,
        _ => false,
    }
}

/// Reads a `.pairs` file: the number of boards, then `white black` per line, the bye as `id 0`.
pub fn parse_pairs(text: &str) -> Option<Vec<BoardSeat>> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let count: usize = lines.next()?.parse().ok()?;
    let seats: Option<Vec<BoardSeat>> = lines
        .map(|line| {
            let (white, black) = line.split_once(' ')?;
            let black: u32 = black.trim().parse().ok()?;
            Some((white.parse().ok()?, (black != 0).then_some(black)))
        })
        .collect();
    seats.filter(|seats| seats.len() == count)
}
