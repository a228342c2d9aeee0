//! How many lines a report has.

/// Lines of a round below its verdict, and of each other part of a report, unless all are wanted.
const MOST_LINES: usize = 9;
/// Boards and byes on one line, unless all are wanted.
const MOST_SEATS: usize = 10;

/// The first ones with a count of the others.
pub(super) fn cut(mut lines: Vec<String>, all: bool) -> Vec<String> {
    if !all && lines.len() > MOST_LINES {
        let more = lines.len() + 1 - MOST_LINES;
        lines.truncate(MOST_LINES - 1);
        lines.push(format!("and {more} more lines (--all shows them)"));
    }
    lines
}

/// A list on one line, the first ones with a count of the others.
pub(super) fn listed<T: ToString>(items: &[T], all: bool) -> String {
    let shown = if all { items.len() } else { MOST_SEATS };
    let (first, more) = items.split_at(shown.min(items.len()));
    let first: Vec<String> = first.iter().map(ToString::to_string).collect();
    match more.len() {
        0 => first.join(", "),
        n => format!("{} and {n} more", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_counted() {
        let lines = |n: usize| (1..=n).map(|n| n.to_string()).collect::<Vec<_>>();
        for (n, last) in [(0, None), (1, Some("1")), (9, Some("9"))] {
            assert_eq!(cut(lines(n), false).last().map(String::as_str), last);
        }
        let shown = cut(lines(10), false);
        assert_eq!(
            (shown.len(), &shown[8][..]),
            (9, "and 2 more lines (--all shows them)")
        );
        assert_eq!(cut(lines(10), true), lines(10));
        assert_eq!(listed(&lines(10), false), lines(10).join(", "));
        assert_eq!(
            listed(&lines(12), false),
            format!("{} and 2 more", lines(10).join(", "))
        );
        assert_eq!(listed(&lines(12), true), lines(12).join(", "));
    }
}
