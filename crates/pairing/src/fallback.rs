//! A panic of the fast engine does not cost an arbiter the round: the reference engine pairs it.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Defect;

thread_local! {
    static CATCHES: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of this thread now would lead to the reference engine, so that a program's panic hook
/// need not alarm anybody: the round then says what happened ([`RoundPairing::defect`]).
///
/// ```
/// let default = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |panic| {
///     if !edelweiss_pairing::panics_are_caught() {
///         default(panic);
///     }
/// }));
/// ```
///
/// [`RoundPairing::defect`]: crate::RoundPairing::defect
#[must_use]
pub fn panics_are_caught() -> bool {
    CATCHES.get()
}

/// What `fast` answers, or `reference` if it panics.
pub(crate) fn or_else<T>(fast: impl FnOnce() -> T, reference: impl FnOnce(Defect) -> T) -> T {
    let before = CATCHES.replace(true);
    // Nothing that `fast` changed is used afterwards.
    let answer = catch_unwind(AssertUnwindSafe(fast));
    CATCHES.set(before);
    answer.unwrap_or_else(|panic| {
        reference(Defect {
            message: words(&*panic).to_owned(),
        })
    })
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_answered_by_the_other_engine() {
        let quiet = || panics_are_caught();
        assert!(or_else(quiet, |_| false));
        assert!(!panics_are_caught());
        let answer = or_else(|| panic!("invariant {}", 7), |defect| defect.message);
        assert_eq!(answer, "invariant 7");
        assert!(!panics_are_caught());
    }
}
