//! Choosing floaters with an eye on the following bracket.

use edelweiss_model::{PlayerState, Position};

use super::{Criterion, Part};
use crate::{Bracket, Sight, Unit};

/// The criteria `inner`, applied to the following bracket only.
///
/// # Articles
/// 2026: C8 (2.4.3), with C6 and C7 as the inner criteria; C1-C5 limit what is possible there.
/// 2017: C.7, with C.5 and C.6, in brackets that are neither PPB nor CLB.
/// # Cost
/// Those of `inner` for the units of the following bracket. A player left unpaired in the *last*
/// bracket although barred from the bye counts three times there: nobody may stay unpaired in the
/// last bracket but one player who receives the bye. (Where some choice of floaters completes the
/// last bracket, the choices that do are exactly the ones with the least sum; where none does,
/// nothing depends on the choice: 2026 forbids it by C4, 2017 re-pairs the bracket as PPB.)
/// # Capacity
/// Those of `inner` on the following bracket with everybody floating into it, times three.
#[derive(Debug)]
pub struct LookAhead {
    /// Criteria of the following bracket, most important first. The first counts downfloaters.
    pub inner: &'static [&'static dyn Criterion],
}

impl Criterion for LookAhead {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.following().map_or(0, |following| {
            self.inner
                .iter()
                .map(|inner| inner.field_count(&following.bracket))
                .sum()
        })
    }

    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        let Some(following) = bracket.following() else {
            return;
        };
        let first = capacities.len();
        for inner in self.inner {
            inner.capacities(position, &following.bracket, capacities);
        }
        let factor = if following.is_last { 3 } else { 1 };
        for capacity in &mut capacities[first..] {
            *capacity *= factor;
        }
    }

    fn sight(&self, part: Part) -> Sight {
        let inner = |sight: Sight, inner: &&dyn Criterion| {
            [Part::Higher, Part::Lower, Part::Peer, Part::Floater]
                .into_iter()
                .fold(sight, |sight, part| sight.with(inner.sight(part)))
        };
        match part {
            Part::Following => self.inner.iter().fold(Sight::BYE, inner),
            Part::Higher | Part::Lower | Part::Peer | Part::Floater => Sight::NOTHING,
        }
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        let Some(following) = bracket.following() else {
            return;
        };
        let (unit, factor) = match unit {
            Unit::FollowingPair { higher, lower } => (Unit::Pair { higher, lower }, 1),
            Unit::FollowingFloat { player, takes_bye } => {
                let barred = following.is_last && !player.bye_allowed;
                (
                    Unit::Float { player, takes_bye },
                    if barred { 3 } else { 1 },
                )
            }
            Unit::Pair { .. } | Unit::Float { .. } => return,
        };
        let mut first = 0;
        for (rank, inner) in self.inner.iter().enumerate() {
            let factor = if rank == 0 { factor } else { 1 };
            inner.cost(&following.bracket, unit, &mut |field, amount| {
                add(first + field, amount * factor);
            });
            first += inner.field_count(&following.bracket);
        }
    }
}
