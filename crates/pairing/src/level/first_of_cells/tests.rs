use quickcheck::quickcheck;

use super::*;

/// The first perfect matching by trying all, each row in turn.
fn first(n: usize, may_meet: &dyn Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    fn of(
        row: usize,
        taken: u32,
        n: usize,
        may: &dyn Fn(usize, usize) -> bool,
    ) -> Option<Vec<usize>> {
        if row == n {
            return Some(Vec::new());
        }
        let open = (n..2 * n).filter(|c| taken >> c & 1 == 0 && may(row, *c));
        for column in open {
            if let Some(rest) = of(row + 1, taken | 1 << column, n, may) {
                return Some([vec![column], rest].concat());
            }
        }
        None
    }
    of(0, 0, n, may_meet)
}

quickcheck! {
    /// Whatever the cells, and whoever is apart; once more with other sides after that.
    fn the_first_of_all_is_found(cells: Vec<u8>, joined: u16, apart: Vec<(u8, u8)>) -> bool {
        let n = cells.len().min(14) / 2;
        let cell_of: Vec<u32> = (cells.iter().take(2 * n)).map(|c| u32::from(c % 4)).collect();
        let are_joined = |a: u32, b: u32| joined >> (a.min(b) * 4 + a.max(b)) & 1 == 1;
        let rows = (0..4).map(|a| (0..4).filter(|b| are_joined(a, *b)).collect());
        let is_apart = |a: usize, b: usize| {
            let pairs = apart.iter().take(2 * n);
            n > 0 && pairs.map(|(x, y)| [usize::from(*x) % (2 * n), usize::from(*y) % (2 * n)])
                .any(|pair| pair == [a, b] || pair == [b, a])
        };
        let mut graph = FirstOfCells::new(cell_of.clone(), rows.collect(), is_apart);
        let all: Vec<u32> = (0..2 * n as u32).collect();
        let mut is_right = true;
        for turn in [false, true] {
            // Then the columns are rows.
            let flip = |v: usize| if turn { (v + n) % (2 * n) } else { v };
            let [left, right] = if turn { [&all[n..], &all[..n]] } else { [&all[..n], &all[n..]] };
            let may_meet = |a: usize, b: usize| {
                let (a, b) = (flip(a), flip(b));
                are_joined(cell_of[a], cell_of[b]) && !is_apart(a, b)
            };
            let expected = first(n, &may_meet);
            let is_found = graph.match_first(left, right);
            is_right &= is_found == expected.is_some() && expected.is_none_or(|mates| {
                (0..n).all(|v| graph.mate(flip(v)) == flip(mates[v]))
            });
        }
        is_right
    }
}
