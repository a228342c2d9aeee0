//! What every bracket that is claimed answers, whatever the procedure.

use edelweiss_model::PlayerId;

use crate::rejection::Rejection;
use crate::settle::SettledMatching;

/// Who is not paired yet.
#[derive(Clone, Debug)]
pub(super) struct Unpaired {
    /// Whom the bracket before left, where brackets leave somebody; by rank.
    pub(super) floaters: Vec<PlayerId>,
    /// Everybody else, by score and rank.
    pub(super) others: Vec<PlayerId>,
}

impl Unpaired {
    pub(super) fn is_empty(&self) -> bool {
        self.floaters.is_empty() && self.others.is_empty()
    }
}

/// A bracket that is claimed, found to be possible.
pub(super) trait ClaimedBracket {
    /// Hands the problems of the bracket to `visit`, one after the other.
    ///
    /// # Errors
    /// Where the claim is none of the pairings that a problem is about; and what `visit` says.
    fn visit(
        &self,
        visit: &mut dyn FnMut(&dyn SettledMatching) -> Result<(), Rejection>,
    ) -> Result<(), Rejection>;

    /// By the labels of the criteria.
    ///
    /// # Errors
    /// Where the claim is none of the pairings that a problem is about.
    fn costs(&self) -> Result<Vec<(String, Vec<u64>)>, Rejection>;

    /// Whether no proof does in which the following scoregroup alone takes part.
    fn reaches_further(&self) -> bool;

    /// Who is left after it.
    fn left(&self) -> Unpaired;
}
