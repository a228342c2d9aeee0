//! Tables of weights, for graphs whose edges share a few of them.

/// The place of an amount in a [`WeightTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AmountId(u32);

/// A table of weights by row and column, in which an amount can stand in many entries: with wide
/// weights that is the difference between megabytes and kilobytes.
///
/// ```
/// use edelweiss_matching::WeightTable;
///
/// let mut table = WeightTable::filled(2, 3, 0_i64);
/// let seven = table.add(7);
/// table.set(0, 1, seven);
/// table.set(1, 2, seven);
/// assert_eq!((table.at(0, 0), table.at(0, 1), table.at(1, 2)), (&0, &7, &7));
/// assert_eq!(table.amounts(), [0, 7]);
/// ```
#[derive(Clone, Debug)]
pub struct WeightTable<W> {
    n_columns: usize,
    /// Row-major; an entry's place in `amounts`.
    places: Vec<u32>,
    amounts: Vec<W>,
}

impl<W> WeightTable<W> {
    /// The same amount everywhere. O(rows · columns).
    #[must_use]
    pub fn filled(n_rows: usize, n_columns: usize, amount: W) -> Self {
        Self {
            n_columns,
            places: vec![0; n_rows * n_columns],
            amounts: vec![amount],
        }
    }

    /// A table of these entries, row by row, each an amount of its own. O(entries).
    ///
    /// # Panics
    /// When the last row is not full.
    #[must_use]
    pub fn from_rows(n_columns: usize, entries: Vec<W>) -> Self {
        let is_full = entries.len().checked_rem(n_columns).unwrap_or(0) == 0;
        assert!(is_full, "every row has an entry for each column");
        Self {
            n_columns,
            places: (0..entries.len() as u32).collect(),
            amounts: entries,
        }
    }

    /// A square table of these entries, row by row.
    ///
    /// # Panics
    /// When their number is not a square.
    #[must_use]
    pub fn square(entries: Vec<W>) -> Self {
        let n = entries.len().isqrt();
        assert_eq!(entries.len(), n * n, "as many rows as columns");
        Self::from_rows(n, entries)
    }

    /// Adds an amount, for entries to come.
    pub fn add(&mut self, amount: W) -> AmountId {
        self.amounts.push(amount);
        AmountId(self.amounts.len() as u32 - 1)
    }

    /// Makes an amount of this table an entry.
    ///
    /// # Panics
    /// When there is no such row, column or amount.
    pub fn set(&mut self, row: usize, column: usize, amount: AmountId) {
        assert!(column < self.n_columns, "the table has the column");
        assert!((amount.0 as usize) < self.amounts.len(), "an own amount");
        self.places[row * self.n_columns + column] = amount.0;
    }

    /// Makes amounts of this table the entries of a row, in the order of the columns. O(columns).
    ///
    /// # Panics
    /// When there is no such row, column or amount, or not an amount for each column.
    pub fn set_row(&mut self, row: usize, amounts: impl Iterator<Item = AmountId>) {
        let n_amounts = self.amounts.len();
        let mut entries = self.places[row * self.n_columns..][..self.n_columns].iter_mut();
        for amount in amounts {
            assert!((amount.0 as usize) < n_amounts, "an own amount");
            *entries.next().expect("the table has the column") = amount.0;
        }
        assert!(entries.next().is_none(), "an amount for each column");
    }

    /// An entry. O(1).
    ///
    /// # Panics
    /// When there is no such row or column.
    #[inline]
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> &W {
        &self.amounts[self.places[row * self.n_columns + column] as usize]
    }

    /// How many rows there are; none if there are no columns.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.places.len().checked_div(self.n_columns).unwrap_or(0)
    }

    /// How many columns there are.
    #[must_use]
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// All amounts, in the order they were added, those included that stand nowhere.
    #[must_use]
    pub fn amounts(&self) -> &[W] {
        &self.amounts
    }

    /// The table with other amounts. O(rows · columns).
    #[must_use]
    pub fn map<V>(&self, map: impl Fn(&W) -> V) -> WeightTable<V> {
        WeightTable {
            n_columns: self.n_columns,
            places: self.places.clone(),
            amounts: self.amounts.iter().map(map).collect(),
        }
    }

    /// A row, as places in [`WeightTable::amounts`].
    pub(crate) fn row(&self, row: usize) -> &[u32] {
        &self.places[row * self.n_columns..][..self.n_columns]
    }

    /// Replaces every amount.
    pub(crate) fn map_in_place(&mut self, map: impl Fn(&W) -> W) {
        for amount in &mut self.amounts {
            *amount = map(amount);
        }
    }
}
