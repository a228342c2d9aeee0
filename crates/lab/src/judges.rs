//! One judge per kind of corpus: what a file records, against what we make of it.

use std::collections::BTreeSet;
use std::path::Path;

use edelweiss_model::{PlayerId, Position, RoundNumber};
use edelweiss_pairing::{Impossible, Outcome, Rules, Witness, pair_round};

use crate::{BoardSeat, paired_seats, parse_pairs, read_tournament, replay_round};

/// What one file gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileVerdict {
    /// Rounds tried.
    pub cases: usize,
    /// One line per difference; a file that cannot be read is one.
    pub differences: Vec<String>,
}

impl FileVerdict {
    fn of_one(difference: Result<Option<String>, String>) -> Self {
        let differences = match difference {
            Ok(None) => Vec::new(),
            Ok(Some(line)) | Err(line) => vec![line],
        };
        Self {
            cases: 1,
            differences,
        }
    }
}

/// A complete tournament: every recorded round comes out as recorded.
pub fn complete(path: &Path, rules: Rules) -> FileVerdict {
    let tournament = match read_tournament(path) {
        Ok(tournament) => tournament,
        Err(error) => return FileVerdict::of_one(Err(error)),
    };
    let rounds = tournament.rounds_paired().map_or(0, RoundNumber::get);
    let differences = (1..=u32::from(rounds))
        .filter_map(|round| {
            let round = RoundNumber::new(round).ok()?;
            let d = replay_round(&tournament, round, &rules)?;
            Some(format!(
                "round {}: ours {:?}, recorded {:?}",
                d.round, d.ours, d.recorded
            ))
        })
        .collect();
    FileVerdict {
        cases: usize::from(rounds),
        differences,
    }
}

/// A position with the expected boards in `X.pairs`. Their order counts, too, unless there are
/// virtual points: bbpPairings then sorts by the real score.
pub fn next_round(path: &Path, rules: Rules) -> FileVerdict {
    let check = || -> Result<Option<String>, String> {
        let tournament = read_tournament(path)?;
        let expected = read_pairs(&path.with_extension("pairs"))?;
        let ours = paired_seats(&tournament, &pair_round(&tournament, &rules));
        if as_set(&ours) != as_set(&expected) {
            return Ok(Some(format!("ours {ours:?}, expected {expected:?}")));
        }
        if ours != expected && !tournament.has_virtual_points() {
            return Ok(Some("the order of the boards differs".to_owned()));
        }
        Ok(None)
    };
    FileVerdict::of_one(check())
}

/// A position of which the whole round is known (`X.pairs`), or who meets whom in one bracket, without
/// colours (`X.bracket`). The order of the boards is not known.
pub fn dispute(path: &Path, rules: Rules) -> FileVerdict {
    let check = || -> Result<Option<String>, String> {
        let tournament = read_tournament(path)?;
        let ours = paired_seats(&tournament, &pair_round(&tournament, &rules));
        let bracket = path.with_extension("bracket");
        let (fits, expected) = if bracket.exists() {
            let unordered = |(a, b): &BoardSeat| b.map_or([*a, 0], |b| [*a.min(&b), b.max(*a)]);
            let expected = read_pairs(&bracket)?;
            let ours: BTreeSet<_> = ours.iter().map(unordered).collect();
            let fits = expected.iter().all(|seat| ours.contains(&unordered(seat)));
            (fits, expected)
        } else {
            let expected = read_pairs(&path.with_extension("pairs"))?;
            (as_set(&expected) == as_set(&ours), expected)
        };
        Ok((!fits).then(|| format!("ours {ours:?}, expected {expected:?}")))
    };
    FileVerdict::of_one(check())
}

/// A position without a legal pairing: we say so, and the proof holds.
pub fn unpairable(path: &Path, rules: Rules) -> FileVerdict {
    let check = || -> Result<Option<String>, String> {
        let tournament = read_tournament(path)?;
        match pair_round(&tournament, &rules) {
            Outcome::Impossible(Impossible::NoLegalPairing(witness)) => {
                let position = Position::derive(&tournament, &rules.edition.definitions);
                Ok(verify_witness(&position, &witness).err())
            }
            other => Ok(Some(format!("expected no legal pairing, got {other:?}"))),
        }
    };
    FileVerdict::of_one(check())
}

fn as_set(seats: &[BoardSeat]) -> BTreeSet<BoardSeat> {
    seats.iter().copied().collect()
}

fn read_pairs(path: &Path) -> Result<Vec<BoardSeat>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    parse_pairs(&text).ok_or_else(|| format!("{}: no list of pairs", path.display()))
}

/// The absolute criteria of one round, as the judge of a proof asks for them.
pub struct Absolute<'a> {
    /// Who is to be paired.
    pub present: &'a [PlayerId],
    /// Whether two of them may meet.
    pub may_meet: &'a dyn Fn(PlayerId, PlayerId) -> bool,
    /// Whether the pairing-allocated bye may go to this player.
    pub may_have_bye: &'a dyn Fn(PlayerId) -> bool,
}

impl std::fmt::Debug for Absolute<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Absolute")
            .field("present", &self.present)
            .finish_non_exhaustive()
    }
}

/// Checks a proof of impossibility under the criteria of the Dutch system, from the position alone.
///
/// # Errors
/// As [`verify_barrier`].
pub fn verify_witness(position: &Position, witness: &Witness) -> Result<(), String> {
    let criteria = Absolute {
        present: position.present(),
        may_meet: &|a, b| position.may_meet(a, b),
        may_have_bye: &|id| position.player(id).bye_allowed,
    };
    verify_barrier(&criteria, witness)
}

/// Checks a proof of impossibility: takes the barrier away, collects who can still meet whom, and
/// counts the groups of odd size. O(n²) questions.
///
/// # Errors
/// What does not hold.
pub fn verify_barrier(criteria: &Absolute<'_>, witness: &Witness) -> Result<(), String> {
    let present = criteria.present;
    let has_bye = present.len() % 2 == 1;
    if witness.bye_in_barrier && !has_bye {
        return Err("the bye is taken away, but there is none in an even field".to_owned());
    }
    if !witness.barrier.iter().all(|id| present.contains(id)) {
        return Err("the barrier names a player who is not present".to_owned());
    }
    // The bye is the vertex without a player.
    let mut unseen: Vec<Option<PlayerId>> = (present.iter())
        .filter(|id| !witness.barrier.contains(id))
        .map(|id| Some(*id))
        .collect();
    unseen.extend((has_bye && !witness.bye_in_barrier).then_some(None));
    let joined = |a: &Option<PlayerId>, b: &Option<PlayerId>| match (*a, *b) {
        (Some(a), Some(b)) => (criteria.may_meet)(a, b),
        (Some(id), None) | (None, Some(id)) => (criteria.may_have_bye)(id),
        (None, None) => false,
    };
    let mut odd: BTreeSet<Vec<PlayerId>> = BTreeSet::new();
    while let Some(first) = unseen.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let from = group[next];
            next += 1;
            let (reached, rest) = unseen.into_iter().partition(|v| joined(&from, v));
            unseen = rest;
            group.extend::<Vec<_>>(reached);
        }
        if group.len() % 2 == 1 {
            let mut players: Vec<PlayerId> = group.into_iter().flatten().collect();
            players.sort_unstable();
            odd.insert(players);
        }
    }
    let named: BTreeSet<Vec<PlayerId>> = (witness.components.iter())
        .map(|group| {
            let mut group = group.clone();
            group.sort_unstable();
            group
        })
        .collect();
    if !named.is_subset(&odd) {
        return Err(format!(
            "groups {named:?} are named, but the odd ones are {odd:?}"
        ));
    }
    let partners = witness.barrier.len() + usize::from(witness.bye_in_barrier);
    if named.len() <= partners {
        return Err(format!(
            "{} groups need a partner outside and {partners} can serve them",
            named.len()
        ));
    }
    Ok(())
}
