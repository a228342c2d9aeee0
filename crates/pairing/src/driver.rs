//! A round, bracket by bracket.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 3; 2017 A.9, B. Board order: C.04.2 (2026) 3.6.

use std::cmp::Reverse;

use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_weights::{Bracket, Completion, Edition};

use crate::colours::colour_of_higher;
use crate::field::Field;
use crate::recheck::assert_legal;
use crate::reference::{BracketPairing, Reach, Task};
use crate::{Board, BracketRecord, Impossible, Outcome, RoundPairing, Route, Rules};

/// Pairs the next round of `tournament`.
///
/// Cost: the reference engine solves one weighted matching per bracket over the bracket and the
/// next scoregroup (O(n³) for n such players), falling back to all unpaired players where that is
/// not enough, and one alternating search per decision of the sequence (O(n²) each).
///
/// # Panics
/// Only on a defect of this library: a finished round that breaks an absolute criterion is never
/// returned.
pub fn pair_round(tournament: &Tournament, rules: &Rules) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let position = Position::derive(tournament, &rules.edition.definitions);
    let mut field = Field::new(&position);
    if let Err(witness) = field.check_pairable() {
        return Outcome::Impossible(Impossible::NoLegalPairing(witness));
    }
    let mut driver = Driver::new(&position, rules.edition);
    match rules.edition.completion {
        Completion::EveryBracket => driver.pair_with_completion(&mut field),
        Completion::Collapse => driver.pair_with_collapse(&field),
    }
    let pairs = driver
        .records
        .iter()
        .flat_map(|record| record.pairs.iter().copied());
    let boards = boards_in_order(&position, pairs.collect());
    let bye = driver.floaters.first().copied();
    assert_legal(&position, &boards, bye);
    Outcome::Paired(RoundPairing {
        round,
        rules: rules.edition.name,
        boards,
        bye,
        given_bye: position.given_bye(),
        brackets: driver.records,
    })
}

/// The state of a round being paired, from the top down.
struct Driver<'a> {
    position: &'a Position,
    edition: &'static Edition,
    /// Everybody present by score, highest first; each group sorted by 1.2.
    scoregroups: Vec<&'a [PlayerId]>,
    /// Floaters of the bracket paired last.
    floaters: Vec<PlayerId>,
    records: Vec<BracketRecord>,
}

impl<'a> Driver<'a> {
    fn new(position: &'a Position, edition: &'static Edition) -> Self {
        let same_score =
            |a: &PlayerId, b: &PlayerId| position.player(*a).score == position.player(*b).score;
        Self {
            position,
            edition,
            scoregroups: position.present().chunk_by(same_score).collect(),
            floaters: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Everybody in the scoregroups from `first` on.
    fn groups_from(&self, first: usize) -> Vec<PlayerId> {
        self.scoregroups[first.min(self.scoregroups.len())..].concat()
    }

    /// 2026: completion (C4) and the lowest possible bye (C5) hold in every bracket.
    ///
    /// A bracket is first paired together with the next scoregroup alone, everybody being free to
    /// leave downwards. That is a relaxation of the full problem with the same costs, so if its
    /// first optimal element leaves a completion, it is the first optimal element of the full
    /// problem, too. Otherwise, and where the bye comes from this bracket, everybody unpaired takes
    /// part.
    fn pair_with_completion(&mut self, field: &mut Field) {
        let bye_score = field.lowest_bye_score();
        if let Some(score) = bye_score {
            field.restrict_bye_to(score);
        }
        for group in 0..self.scoregroups.len() {
            let residents = self.scoregroups[group].to_vec();
            let resident_score = self.position.player(residents[0]).score;
            let next = self.scoregroups.get(group + 1).copied().unwrap_or_default();
            let below = self.groups_from(group + 2);
            let is_last = below.is_empty();
            let mut bracket = Bracket::new(self.position, self.floaters.clone(), residents);
            if !next.is_empty() {
                bracket = bracket.followed_by(self.position, next, false);
            }
            let bye_here = bye_score.is_some_and(|score| score >= resident_score);
            let task = |bracket: Bracket, reach: Reach| Task {
                field,
                edition: self.edition,
                bracket,
                next: next.to_vec(),
                below: below.clone(),
                reach,
            };
            let local = (!bye_here && !is_last)
                .then(|| task(bracket.clone(), Reach::Exits).solve())
                .flatten()
                .filter(|found| {
                    let unpaired: Vec<_> = found.exits.iter().chain(&below).copied().collect();
                    field.can_complete(&unpaired)
                });
            let found = local.or_else(|| {
                let everything = task(bracket.clone(), Reach::Everything).solve()?;
                if bye_here && everything.floaters.len() == 1 {
                    // C9 applies: the only floater is the one who takes the bye.
                    let bracket = bracket.with_bye_as_sole_floater();
                    task(bracket, Reach::Everything).solve()
                } else {
                    Some(everything)
                }
            });
            let found = found.expect("C4 holds before every bracket, so a pairing exists");
            self.accept(Route::Normal, group, found);
        }
    }

    /// 2017: brackets without completion; where it is lost, the bracket is paired again with it and
    /// everybody below forms the last bracket.
    fn pair_with_collapse(&mut self, field: &Field) {
        let last = self.scoregroups.len();
        for group in 0..last {
            let residents = self.scoregroups[group].to_vec();
            let bracket = Bracket::new(self.position, self.floaters.clone(), residents);
            let task = |bracket, next: &[PlayerId], below, reach| Task {
                field,
                edition: self.edition,
                bracket,
                next: next.to_vec(),
                below,
                reach,
            };
            if group + 1 == last {
                let found = task(bracket, &[], Vec::new(), Reach::Everything).solve();
                let found = found.expect("completion holds before the last bracket");
                self.accept(Route::Normal, group, found);
                return;
            }
            let next = self.scoregroups[group + 1];
            let ahead = bracket
                .clone()
                .followed_by(self.position, next, group + 2 == last);
            let found = task(ahead, next, Vec::new(), Reach::Exits).solve();
            let found = found.expect("a bracket whose players may all leave has a pairing");
            let lower = self.groups_from(group + 1);
            if field.can_complete(&[&found.floaters[..], &lower].concat()) {
                self.accept(Route::Normal, group, found);
                continue;
            }
            let found = task(bracket, &[], lower.clone(), Reach::Everything).solve();
            let found = found.expect("completion held before the penultimate bracket");
            self.accept(Route::Penultimate, group, found);
            let bracket = Bracket::new(self.position, self.floaters.clone(), lower);
            let collapsed = Task {
                field,
                edition: self.edition,
                bracket,
                next: Vec::new(),
                below: Vec::new(),
                reach: Reach::Everything,
            };
            let found = collapsed
                .solve()
                .expect("C.4 holds in the penultimate bracket");
            self.accept(Route::CollapsedLast, group + 1, found);
            return;
        }
    }

    fn accept(&mut self, route: Route, group: usize, found: BracketPairing) {
        let residents = match route {
            Route::CollapsedLast => self.groups_from(group),
            Route::Normal | Route::Penultimate => self.scoregroups[group].to_vec(),
        };
        let mdps = std::mem::replace(&mut self.floaters, found.floaters.clone());
        self.records.push(BracketRecord {
            route,
            mdps,
            residents,
            pairs: found.pairs,
            floaters: found.floaters,
            costs: found.costs,
        });
    }
}

/// Allocates colours and sorts boards for publication. `pairs` name the higher ranked player first.
fn boards_in_order(position: &Position, mut pairs: Vec<(PlayerId, PlayerId)>) -> Vec<Board> {
    let score = |id| position.player(id).score;
    pairs.sort_by_key(|&(higher, lower)| {
        (
            Reverse(score(higher)),
            Reverse(score(higher) + score(lower)),
            higher,
        )
    });
    let allocate = |(higher, lower)| {
        let (colour, colour_reason) = colour_of_higher(position, higher, lower);
        let (white, black) = match colour {
            edelweiss_model::Colour::White => (higher, lower),
            edelweiss_model::Colour::Black => (lower, higher),
        };
        Board {
            white,
            black,
            colour_reason,
        }
    };
    pairs.into_iter().map(allocate).collect()
}
