//! Rounds of procedures that give the bye first, claimed with a proof.

use std::cmp::{Ordering, Reverse};
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use edelweiss_model::{PlayerId, Score};
use edelweiss_pairing::{BracketRecord, Impossible, Outcome, RoundPairing};
use edelweiss_prove::prove_procedure;
use edelweiss_verify::{ProcedureToProve, RoundProof, state_procedure, verify_procedure};
use quickcheck::{Arbitrary, QuickCheck};

use crate::common;

type ClaimedPairs = Vec<(PlayerId, PlayerId)>;

/// The brackets that lead to pairs.
type BracketsOf = fn(&ProcedureToProve<'_>, &[(PlayerId, PlayerId)]) -> Vec<BracketRecord>;

/// How many rounds were proved, and how many other ones refused.
#[derive(Debug)]
pub(crate) struct ClaimCounts {
    proved: AtomicUsize,
    refused: AtomicUsize,
}

impl ClaimCounts {
    pub(crate) const fn new() -> Self {
        Self {
            proved: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
        }
    }

    /// Checks the round of a position, as [`only_this_is_proved`].
    pub(crate) fn try_round(
        &self,
        asked: &ProcedureToProve<'_>,
        outcome: &Outcome,
        brackets: BracketsOf,
    ) {
        if let Some(refused) = only_this_is_proved(asked, outcome, brackets) {
            self.proved.fetch_add(1, Relaxed);
            self.refused.fetch_add(refused, Relaxed);
        }
    }

    /// Tries a law that counts here on a fifth of the positions that judges are asked about, which is told, and checks that
    /// they were enough to say something.
    pub(crate) fn try_all<A: Arbitrary + Debug>(&self, law: fn(A) -> bool) -> u64 {
        let n = common::n_positions() / 5;
        QuickCheck::new().tests(n).max_tests(n).quickcheck(law);
        let counts = [&self.proved, &self.refused].map(|count| count.load(Relaxed));
        let [proved, refused] = counts;
        let thread = std::thread::current();
        let test = thread.name().unwrap_or_default();
        eprintln!("{test}: {proved} rounds proved, {refused} other ones refused");
        assert!(
            proved as u64 > n / 4 && refused as u64 > n,
            "{proved} {refused} of {n}"
        );
        n
    }
}

/// Every way to pair these, one of them with the bye if they are odd in number.
fn all_rounds(teams: &[PlayerId]) -> Vec<(ClaimedPairs, Option<PlayerId>)> {
    fn pairings(teams: &[PlayerId]) -> Vec<ClaimedPairs> {
        let Some((first, rest)) = teams.split_first() else {
            return vec![Vec::new()];
        };
        let with = |place: usize| {
            let others = [&rest[..place], &rest[place + 1..]].concat();
            let (first, other) = (*first, rest[place]);
            pairings(&others).into_iter().map(move |mut pairs| {
                pairs.push((first, other));
                pairs
            })
        };
        (0..rest.len()).flat_map(with).collect()
    }
    if teams.len().is_multiple_of(2) {
        return (pairings(teams).into_iter())
            .map(|pairs| (pairs, None))
            .collect();
    }
    let with_bye = |place: usize| {
        let others = [&teams[..place], &teams[place + 1..]].concat();
        let bye = Some(teams[place]);
        pairings(&others).into_iter().map(move |pairs| (pairs, bye))
    };
    (0..teams.len()).flat_map(with_bye).collect()
}

/// The brackets that lead to these pairs: whoever meets somebody of the top scoregroup is of its bracket.
pub(crate) fn brackets_taking_up(
    asked: &ProcedureToProve<'_>,
    pairs: &[(PlayerId, PlayerId)],
) -> Vec<BracketRecord> {
    let scores = |id: PlayerId| asked.score(id);
    let mut left = pairs.to_vec();
    let mut brackets = Vec::new();
    while let Some(top) = (left.iter())
        .flat_map(|(a, b)| [scores(*a), scores(*b)])
        .max()
    {
        let is_in = |(a, b): &(PlayerId, PlayerId)| scores(*a) == top || scores(*b) == top;
        let (pairs, later): (Vec<_>, Vec<_>) = left.into_iter().partition(is_in);
        let mut players: Vec<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        players.sort_by_key(|id| (Reverse(scores(*id)), *id));
        let (residents, upfloaters): (Vec<_>, Vec<_>) =
            players.into_iter().partition(|id| scores(*id) == top);
        brackets.push(BracketRecord {
            mdps: upfloaters,
            pairs,
            ..BracketRecord::of_residents(residents)
        });
        left = later;
    }
    brackets
}

/// Everybody in one bracket.
pub(crate) fn one_bracket(
    asked: &ProcedureToProve<'_>,
    pairs: &[(PlayerId, PlayerId)],
) -> Vec<BracketRecord> {
    vec![BracketRecord {
        pairs: pairs.to_vec(),
        ..BracketRecord::of_residents(asked.present().to_vec())
    }]
}

/// The brackets that lead to these pairs: whoever meets nobody of his bracket goes on to the next one.
pub(crate) fn brackets_leaving(
    asked: &ProcedureToProve<'_>,
    pairs: &[(PlayerId, PlayerId)],
) -> Vec<BracketRecord> {
    let mut left: Vec<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    left.sort_by_key(|id| Reverse(asked.score(*id)));
    let scoregroups = left.chunk_by(|a, b| asked.score(*a) == asked.score(*b));
    let mut bracket: Vec<PlayerId> = Vec::new();
    let mut brackets = Vec::new();
    for residents in scoregroups {
        bracket.extend(residents);
        brackets.push(group_of(pairs, &mut bracket, residents));
    }
    brackets
}

/// The groups that lead to these pairs, the median group last: it stands where the rounds before have half of the points.
pub(crate) fn groups_of_players(
    asked: &ProcedureToProve<'_>,
    pairs: &[(PlayerId, PlayerId)],
) -> Vec<BracketRecord> {
    let tournament = asked.tournament();
    let past = tournament.next_round().index() as i32;
    let twice_median = tournament.points.win[0].tenths() * past;
    groups_from_ends(asked, pairs, |score| {
        (2 * score.tenths()).cmp(&twice_median)
    })
}

/// The same, where it is the group of the team in the middle.
pub(crate) fn groups_of_teams(
    asked: &ProcedureToProve<'_>,
    pairs: &[(PlayerId, PlayerId)],
) -> Vec<BracketRecord> {
    let paired = pairs.iter().flat_map(|(a, b)| [*a, *b]);
    let mut scores: Vec<Score> = paired.map(|id| asked.score(id)).collect();
    scores.sort_unstable_by_key(|score| Reverse(*score));
    let middle = scores.get(scores.len() / 2).copied();
    groups_from_ends(asked, pairs, |score| Some(score).cmp(&middle))
}

/// Whoever meets nobody of his group goes on towards the median group, which is where `side` is even.
fn groups_from_ends(
    asked: &ProcedureToProve<'_>,
    pairs: &[(PlayerId, PlayerId)],
    side: impl Fn(Score) -> Ordering,
) -> Vec<BracketRecord> {
    let mut players: Vec<PlayerId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    players.sort_by_key(|id| (Reverse(asked.score(*id)), *id));
    let groups = || players.chunk_by(|a, b| asked.score(*a) == asked.score(*b));
    let is_on = |group: &&[PlayerId], wanted| side(asked.score(group[0])) == wanted;
    let above = groups().filter(|group| is_on(group, Ordering::Greater));
    let below = groups().filter(|group| is_on(group, Ordering::Less));
    let median: Vec<PlayerId> = (players.iter().copied())
        .filter(|id| side(asked.score(*id)) == Ordering::Equal)
        .collect();
    let mut brackets = Vec::new();
    let mut of_median = median.clone();
    for one_side in [above.collect::<Vec<_>>(), below.rev().collect()] {
        let mut members: Vec<PlayerId> = Vec::new();
        for residents in one_side {
            members.extend(residents);
            brackets.push(group_of(pairs, &mut members, residents));
        }
        of_median.extend(members);
    }
    brackets.push(group_of(pairs, &mut of_median, &median));
    brackets
}

/// The pairs of these members, whom it takes out of them.
fn group_of(
    pairs: &[(PlayerId, PlayerId)],
    members: &mut Vec<PlayerId>,
    residents: &[PlayerId],
) -> BracketRecord {
    let is_within = |(a, b): &&(_, _)| members.contains(a) && members.contains(b);
    let within: ClaimedPairs = pairs.iter().filter(is_within).copied().collect();
    members.retain(|id| within.iter().all(|(a, b)| a != id && b != id));
    BracketRecord {
        pairs: within,
        ..BracketRecord::of_residents(residents.to_vec())
    }
}

/// A claim, as far as it can be stated, with the duals of another round.
fn forged(asked: &ProcedureToProve<'_>, proof: &RoundProof, claim: &RoundPairing) -> RoundProof {
    let number = |id: &PlayerId| asked.tournament().player(*id).number.get();
    let mut forged = proof.clone();
    forged.bye = claim.bye.as_ref().map(number);
    let old = std::mem::take(&mut forged.brackets);
    for (at, record) in claim.brackets.iter().enumerate() {
        let mut bracket = old.get(at).cloned().unwrap_or_default();
        bracket.mdps = record.mdps.iter().map(number).collect();
        bracket.pairs = (record.pairs.iter())
            .map(|(a, b)| [number(a), number(b)])
            .collect();
        bracket.costs = Vec::new();
        forged.brackets.push(bracket);
    }
    // Where it cannot be stated, it stays as it is.
    let _ = state_procedure(asked, &mut forged);
    forged.sealed()
}

/// Pairs, the smaller place first, in order; and the bye.
fn stated(round: &RoundPairing) -> (ClaimedPairs, Option<PlayerId>) {
    let pairs = round.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let mut pairs: ClaimedPairs = pairs.map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    pairs.sort_unstable();
    (pairs, round.bye)
}

/// Checks that the outcome has a proof that holds, and that every other legal round of up to seven has none, and does not
/// hold with the duals of the right one. How many others there were; nothing where no round was left to pair.
fn only_this_is_proved(
    asked: &ProcedureToProve<'_>,
    outcome: &Outcome,
    brackets: BracketsOf,
) -> Option<usize> {
    if matches!(outcome, Outcome::Impossible(Impossible::NoRoundLeft { .. })) {
        return None;
    }
    let proof = prove_procedure(asked, outcome).expect("the right round has a proof");
    let text = proof.to_json();
    let back = RoundProof::read(text.as_bytes()).expect("a proof that was written");
    assert_eq!(verify_procedure(asked, &back), Ok(()), "{text}");
    let Outcome::Paired(right) = outcome else {
        return Some(0);
    };
    if asked.present().len() > 7 {
        return Some(0);
    }
    let mut refused = 0;
    let shortest = asked.at_shortest_distance();
    for (pairs, bye) in all_rounds(asked.present()) {
        if pairs.iter().any(|(a, b)| !shortest.may_meet(*a, *b)) {
            continue;
        }
        let claim = RoundPairing {
            bye,
            brackets: brackets(asked, &pairs),
            ..right.clone()
        };
        if stated(&claim) == stated(right) {
            continue;
        }
        let proved = prove_procedure(asked, &Outcome::Paired(claim.clone()));
        assert!(proved.is_err(), "{:?} {proved:?}", stated(&claim));
        let forged = forged(asked, &proof, &claim);
        assert!(verify_procedure(asked, &forged).is_err(), "{forged:?}");
        refused += 1;
    }
    Some(refused)
}
