//! Which paths the engine took: counted in tests, which prove that each is entered.

/// A path that not every round takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Path {
    /// The table has too many steps to take, or too much to compare.
    BeyondTable,
    /// The table works out the look-ahead of several sets of floaters.
    TableLookAhead,
    /// Nobody may meet anybody.
    Nobody,
    /// A bracket alone, at the first attempt.
    Alone,
    /// A bracket alone, with the floaters that have the best look-ahead.
    AloneAhead,
    /// A bracket alone, whose tight edges are searched for all perfect matchings.
    AloneFace,
    /// A large bracket alone, by cells.
    Cells,
    /// Too many classes.
    ManyClasses,
    /// Costs of classes are too wide.
    WideCosts,
    /// With the next scoregroup.
    Next,
    /// With everybody.
    Everybody,
    /// With everybody, once more because the only floater takes the bye.
    SoleBye,
    /// The criteria are asked one after the other.
    SeveralSteps,
    /// Weights do not fit a word.
    WideWeights,
    /// An exchange of one player, found by trying.
    NearExchange,
    /// An exchange found by weights.
    FarExchange,
    /// A completion is searched for among everybody.
    CompletionSearch,
    /// The reference engine asks in several portions.
    SeveralPortions,
    /// A bracket is paired with soft bans taken for hard ones.
    SoftBanObeyed,
    /// The reference engine pairs a bracket because of a soft ban.
    SoftBan,
}

impl Path {
    /// In the order of their numbers.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 20] = [
        Self::BeyondTable,
        Self::TableLookAhead,
        Self::Nobody,
        Self::Alone,
        Self::AloneAhead,
        Self::AloneFace,
        Self::Cells,
        Self::ManyClasses,
        Self::WideCosts,
        Self::Next,
        Self::Everybody,
        Self::SoleBye,
        Self::SeveralSteps,
        Self::WideWeights,
        Self::NearExchange,
        Self::FarExchange,
        Self::CompletionSearch,
        Self::SeveralPortions,
        Self::SoftBanObeyed,
        Self::SoftBan,
    ];
}

/// A path is taken.
#[cfg_attr(not(test), expect(unused_variables, reason = "counted in tests only"))]
#[inline]
pub(crate) fn enter(path: Path) {
    #[cfg(test)]
    tests::ENTERED.with_borrow_mut(|counts| counts[path as usize] += 1);
}

#[cfg(test)]
mod tests;
