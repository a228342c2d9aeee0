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
    places: Places,
    amounts: Vec<W>,
}

/// By entry: its place among the amounts.
#[derive(Clone, Debug)]
enum Places {
    /// Row-major.
    Each(Vec<u32>),
    /// The smaller number of row and column tells the list of amounts, the larger one which of them.
    BySmaller {
        /// By number: where its list starts.
        starts: Vec<u32>,
        /// By number: its place in the lists of smaller ones, and in its own.
        groups: Vec<u32>,
    },
}

impl<W> WeightTable<W> {
    /// The same amount everywhere. O(rows · columns).
    #[must_use]
    pub fn filled(n_rows: usize, n_columns: usize, amount: W) -> Self {
        Self {
            n_columns,
            places: Places::Each(vec![0; n_rows * n_columns]),
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
            places: Places::Each((0..entries.len() as u32).collect()),
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

    /// A symmetric square table without an entry in memory for each row and column: of two numbers the
    /// smaller one has a list of amounts, by the group of the larger one. O(numbers · groups).
    ///
    /// ```
    /// use edelweiss_matching::WeightTable;
    ///
    /// // The smaller number times ten, and one more if the larger one is odd.
    /// let lists = (0..4).map(|smaller| vec![10 * smaller, 10 * smaller + 1]);
    /// let table = WeightTable::by_smaller(vec![0, 1, 0, 1], lists);
    /// assert_eq!((table.at(2, 1), table.at(1, 2), table.at(3, 1)), (&10, &10, &11));
    /// ```
    ///
    /// # Panics
    /// When there are not as many lists as numbers, or a list has no amount for a group.
    #[must_use]
    pub fn by_smaller(groups: Vec<u32>, lists: impl Iterator<Item = Vec<W>>) -> Self {
        let n_groups = groups.iter().max().map_or(0, |last| *last as usize + 1);
        let (mut starts, mut amounts) = (Vec::with_capacity(groups.len()), Vec::new());
        for list in lists {
            assert!(list.len() >= n_groups, "an amount for each group");
            starts.push(amounts.len() as u32);
            amounts.extend(list);
        }
        assert_eq!(starts.len(), groups.len(), "a list for each number");
        Self {
            n_columns: groups.len(),
            places: Places::BySmaller { starts, groups },
            amounts,
        }
    }

    /// Adds an amount, for entries to come.
    pub fn add(&mut self, amount: W) -> AmountId {
        self.amounts.push(amount);
        AmountId(self.amounts.len() as u32 - 1)
    }

    /// Makes an amount of this table an entry.
    ///
    /// # Panics
    /// When there is no such row, column or amount, or entries depend on the smaller number.
    pub fn set(&mut self, row: usize, column: usize, amount: AmountId) {
        assert!(column < self.n_columns, "the table has the column");
        assert!((amount.0 as usize) < self.amounts.len(), "an own amount");
        let Places::Each(places) = &mut self.places else {
            panic!("entries that can be set");
        };
        places[row * self.n_columns + column] = amount.0;
    }

    /// An entry. O(1).
    ///
    /// # Panics
    /// When there is no such row or column.
    #[inline]
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> &W {
        &self.amounts[self.place(row, column)]
    }

    /// How many rows there are; none if there are no columns.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        match &self.places {
            Places::Each(places) => places.len().checked_div(self.n_columns).unwrap_or(0),
            Places::BySmaller { starts, .. } => starts.len(),
        }
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

    /// The place of an entry in [`WeightTable::amounts`].
    #[inline]
    pub(crate) fn place(&self, row: usize, column: usize) -> usize {
        match &self.places {
            Places::Each(places) => places[row * self.n_columns + column] as usize,
            Places::BySmaller { starts, groups } => {
                (starts[row.min(column)] + groups[row.max(column)]) as usize
            }
        }
    }
}
