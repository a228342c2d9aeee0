//! Under equal premises at most one round is ever accepted: of small fields every legal round is claimed, in
//! every way that the rules might have led to it, with the prover's proof of the right one, as it is and
//! changed so that it might serve.
//!
//! Field number N is the same on every machine. `cargo test` takes a sample (`testkit`); `just
//! proof-law COUNT FIRST` takes as many as it is given. A failure names its number. The fuzz target `proofs` forges
//! by the same forgers what bytes say.

use std::collections::BTreeSet;

use edelweiss_model::arbitrary::random_tournament;
use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_pairing::{Outcome, Rules, pair_round};
use edelweiss_prove::prove;
use edelweiss_verify::{
    BracketProof, DualStep, LiveEdges, ProofBarrier, RoundProof, RoundToProve, settle, verify, walk,
};
use num_bigint::BigInt;
use quickcheck::Gen;

const MOST_PLAYERS: usize = 8;

/// Places in the ranking of those present, the higher first; the place that has the bye.
pub type RoundByPlaces = (BTreeSet<(usize, usize)>, Option<usize>);

/// All rounds that obey the absolute rules.
pub fn legal_rounds(position: &Position) -> Vec<RoundByPlaces> {
    fn go(
        position: &Position,
        left: &[usize],
        round: &RoundByPlaces,
        found: &mut Vec<RoundByPlaces>,
    ) {
        let present = position.present();
        let Some((&first, others)) = left.split_first() else {
            found.push(round.clone());
            return;
        };
        for (at, &other) in others.iter().enumerate() {
            if position.may_meet(present[first], present[other]) {
                let mut further = round.clone();
                further.0.insert((first, other));
                let left = [&others[..at], &others[at + 1..]].concat();
                go(position, &left, &further, found);
            }
        }
        if left.len() % 2 == 1 && position.player(present[first]).bye_allowed {
            go(position, others, &(round.0.clone(), Some(first)), found);
        }
    }
    let everybody: Vec<usize> = (0..position.present().len()).collect();
    let mut found = Vec::new();
    go(position, &everybody, &(BTreeSet::new(), None), &mut found);
    found
}

/// A field, and the proof of its round.
#[derive(Debug)]
pub struct FieldToProve<'t> {
    /// The round that is proved.
    pub asked: RoundToProve<'t>,
    /// Its proof by the prover.
    pub honest: RoundProof,
    /// Ends of the scoregroups in the ranking.
    ends: Vec<usize>,
}

impl<'t> FieldToProve<'t> {
    /// The next round of a tournament, if it has a proof.
    pub fn new(tournament: &'t Tournament, rules: &Rules) -> Option<Self> {
        let asked = RoundToProve::new(tournament, rules.edition, Vec::new());
        let honest = prove(&asked, &pair_round(tournament, rules)).ok()?;
        let position = asked.position();
        let score = |place: usize| position.player(position.present()[place]).score;
        let n = position.present().len();
        let ends = (1..=n).filter(|end| *end == n || score(*end) != score(end - 1));
        let ends = ends.collect();
        Some(Self {
            asked,
            honest,
            ends,
        })
    }

    fn number(&self, place: usize) -> u32 {
        let id = self.asked.position().present()[place];
        self.asked.tournament().player(id).number.get()
    }

    /// The round as brackets; `collapse`: the last of those that are paired apart, and the rest is one bracket.
    fn brackets(&self, round: &RoundByPlaces, collapse: Option<usize>) -> Vec<BracketProof> {
        let n = self.ends.last().copied().unwrap_or_default();
        let apart = collapse.map_or(self.ends.len(), |last| last + 1);
        let mut ends = self.ends[..apart].to_vec();
        if ends.last().is_some_and(|end| *end < n) {
            ends.push(n);
        }
        let mut start = 0;
        let brackets = ends.into_iter().map(|end| {
            let pairs = round
                .0
                .iter()
                .filter(|(_, lower)| (start..end).contains(lower));
            let pairs = pairs
                .map(|(a, b)| [self.number(*a), self.number(*b)])
                .collect();
            start = end;
            BracketProof {
                pairs,
                ..BracketProof::default()
            }
        });
        brackets.collect()
    }

    /// Every claim that might lead to the round: as many brackets as there are scoregroups, or a bracket of the
    /// right proof that left no completion, and then the collapse.
    pub fn claims(&self, round: &RoundByPlaces) -> Vec<RoundProof> {
        let mut claim = RoundProof::new(self.asked.premises().clone());
        claim.bye = round.1.map(|place| self.number(place));
        claim.lower_bye = self.lower_bye(&claim);
        claim.brackets = self.brackets(round, None);
        let mut claims = vec![claim.clone()];
        for collapse in 0..self.ends.len().saturating_sub(1) {
            claim.brackets = self.brackets(round, Some(collapse));
            let mut left = claim.brackets[collapse].clone();
            let honest = self
                .honest
                .brackets
                .iter()
                .find(|one| one.barrier.is_some());
            if let Some(honest) = honest {
                left = honest.clone();
                left.duals.clear();
            } else {
                left.barrier = Some(ProofBarrier {
                    players: Vec::new(),
                    bye: true,
                });
            }
            claim.brackets.insert(collapse, left);
            claims.push(claim.clone());
        }
        claims
    }

    /// What shows that nobody lower can have the bye, of everything that might.
    fn lower_bye(&self, claim: &RoundProof) -> Option<ProofBarrier> {
        let mut tried = claim.clone();
        let barriers = std::iter::once(None).chain(self.barriers().map(Some));
        let mut shown = barriers.filter(|barrier| {
            tried.lower_bye.clone_from(barrier);
            match walk(&self.asked, &tried, |_, _| Ok(())) {
                Ok(()) => true,
                Err(rejection) => !rejection.place.starts_with("lower bye"),
            }
        });
        shown.next().flatten()
    }

    /// All sets of players, with the bye and without.
    fn barriers(&self) -> impl Iterator<Item = ProofBarrier> {
        let present = self.asked.position().present();
        let numbers: Vec<u32> = (0..present.len()).map(|place| self.number(place)).collect();
        (0..2_usize << numbers.len()).map(move |bits| {
            let is_in = |place: &usize| bits >> (place + 1) & 1 == 1;
            ProofBarrier {
                players: (0..numbers.len())
                    .filter(is_in)
                    .map(|v| numbers[v])
                    .collect(),
                bye: bits & 1 == 1,
            }
        })
    }

    /// The claim with whatever the `forger` says shows it.
    pub fn forged(&self, mut claim: RoundProof, forger: ProofForger) -> RoundProof {
        let n = claim.brackets.len();
        for (number, bracket) in claim.brackets.iter_mut().enumerate() {
            let honest = self.honest.brackets.get(number);
            bracket.everybody = match forger.reach {
                0 => honest.is_some_and(|honest| honest.everybody) || number + 1 == n,
                1 => bracket.barrier.is_none(),
                _ => number + 1 == n,
            };
        }
        let mut forged = claim.clone();
        // Where the claim itself is refused, what comes after that place stays bare.
        let _refused = walk(&self.asked, &claim, |number, problem| {
            let bracket = &mut forged.brackets[number];
            let honest = (self.honest.brackets.get(number)).map_or(&[][..], |one| &one.duals);
            let mut duals = Vec::new();
            let _refused = settle(problem, |live, _| {
                let step = honest.get(duals.len()).cloned().unwrap_or_default();
                duals.push(forger.changed(step, live));
                duals.last().cloned()
            });
            problem.state(bracket);
            bracket.duals = duals;
            Ok(())
        });
        forged.sealed()
    }

    /// Whether any forger proves the round.
    pub fn is_accepted(&self, round: &RoundByPlaces) -> bool {
        self.claims(round).into_iter().any(|claim| {
            let mut forgers = ProofForger::all();
            forgers.any(|forger| verify(&self.asked, &self.forged(claim.clone(), forger)).is_ok())
        })
    }
}

/// One way to change a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofForger {
    /// What is done to the duals.
    duals: u8,
    /// How far the brackets reach: as the right proof does, to everybody, or the last one only.
    reach: u8,
}

impl ProofForger {
    /// Every way.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..3).flat_map(|reach| (0..9).map(move |duals| Self { duals, reach }))
    }

    fn changed(self, mut step: DualStep, live: &LiveEdges<'_>) -> DualStep {
        let n = live.problem.partners().len();
        let mut vertices: Vec<BigInt> = (step.vertices.iter())
            .map(|dual| dual.parse().expect("of the right proof"))
            .collect();
        vertices.resize(n, BigInt::ZERO);
        let shift = |vertices: &mut Vec<BigInt>, by: i32| {
            for dual in vertices.iter_mut() {
                *dual += by;
            }
        };
        match self.duals {
            0 => {}
            // The sum is put right.
            1 => adjust(&mut vertices, &step, live, 0),
            2 => adjust(&mut vertices, &step, live, n - 1),
            3 => shift(&mut vertices, 4),
            4 => shift(&mut vertices, -4),
            5 => step.sets.clear(),
            // Large enough for every edge, and the sum is put right.
            6 => {
                shift(&mut vertices, 1 << 20);
                adjust(&mut vertices, &step, live, n / 2);
            }
            // Swapped along the matching that is claimed.
            7 => {
                let partners = live.problem.partners();
                vertices = partners.iter().map(|v| vertices[*v].clone()).collect();
                adjust(&mut vertices, &step, live, 0);
            }
            // A set pays for what the vertices do not.
            _ => {
                step.sets = vec![((0..n - (n + 1) % 2).collect(), "4".to_owned())];
                adjust(&mut vertices, &step, live, 0);
            }
        }
        step.vertices = vertices.iter().map(BigInt::to_string).collect();
        step
    }
}

/// Has one vertex pay the difference between the duals and what the matching is worth.
fn adjust(vertices: &mut [BigInt], step: &DualStep, live: &LiveEdges<'_>, at: usize) {
    let partners = live.problem.partners().iter().enumerate();
    let worth = partners
        .filter(|(u, v)| u <= v)
        .map(|(u, v)| live.worth(u, *v) << 2);
    let of_sets = step.sets.iter().map(|(members, dual)| {
        dual.parse::<BigInt>().expect("of the right proof") * (members.len() / 2)
    });
    let missing = worth.sum::<BigInt>() - of_sets.sum::<BigInt>() - vertices.iter().sum::<BigInt>();
    if let Some(dual) = vertices.get_mut(at) {
        *dual += missing;
    }
}

/// The round that the engine pairs.
///
/// # Panics
/// Never: who is paired is present.
pub fn paired(asked: &RoundToProve<'_>, rules: &Rules) -> Option<RoundByPlaces> {
    let Outcome::Paired(round) = pair_round(asked.tournament(), rules) else {
        return None;
    };
    let present = asked.position().present();
    let place = |id: PlayerId| present.iter().position(|other| *other == id);
    let place = |id| place(id).expect("somebody who is present");
    let pairs = round.boards.iter().map(|board| {
        let (a, b) = (place(board.white), place(board.black));
        (a.min(b), a.max(b))
    });
    Some((pairs.collect(), round.bye.map(place)))
}

/// A field of up to eight players.
fn drawn(number: u64) -> Tournament {
    let mut g = Gen::from_size_and_seed(100, number);
    let n = 2 + number as usize % (MOST_PLAYERS - 1);
    let tournament = random_tournament(&mut g, n);
    // In a few of them the arbiter gave the bye.
    if number.is_multiple_of(5) {
        let player = PlayerId::from_index(number as usize / 5 % n);
        return tournament.with_given_bye(player);
    }
    tournament
}

/// Of all legal rounds of a field exactly the right one has a proof that is accepted, and nothing proves that there
/// is none; how many were tried.
///
/// # Panics
/// Where it is otherwise, with the number of the field.
pub fn law(number: u64, rules: &Rules) -> usize {
    let tournament = drawn(number);
    let Some(field) = FieldToProve::new(&tournament, rules) else {
        return 0; // No round is left.
    };
    assert_eq!(
        verify(&field.asked, &field.honest),
        Ok(()),
        "field {number}"
    );
    let rounds = legal_rounds(field.asked.position());
    let right = paired(&field.asked, rules);
    assert_eq!(right.is_none(), rounds.is_empty(), "field {number}");
    for round in &rounds {
        let is_right = Some(round) == right.as_ref();
        // The right one has its proof already.
        assert!(
            is_right || !field.is_accepted(round),
            "field {number}: {round:?} was accepted beside {right:?}"
        );
    }
    let mut none = RoundProof::new(field.asked.premises().clone());
    for barrier in field.barriers().filter(|_| !rounds.is_empty()) {
        none.impossible = Some(barrier);
        let proof = none.clone().sealed();
        assert!(
            verify(&field.asked, &proof).is_err(),
            "field {number}: {:?}",
            proof.impossible
        );
    }
    rounds.len()
}
