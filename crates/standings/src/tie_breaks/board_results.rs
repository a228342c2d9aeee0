//! Top Board Result (TBR): game points on the first board, then on the second, and so on; Bottom Board
//! Elimination (BBE): game points without the bottom board, then without the bottom two, and so on.
//!
//! # Articles
//! C.07 (2026) 12.2, 12.3.

use crate::matches::TeamTable;

use super::BoardMeasure;

/// Board by board.
#[derive(Debug)]
pub(crate) struct BoardResults {
    /// BBE.
    pub(crate) is_elimination: bool,
}

impl BoardMeasure for BoardResults {
    fn points(&self, teams: &TeamTable, who: usize) -> Vec<i32> {
        let boards = teams.boards(who);
        if self.is_elimination {
            let kept = (1..boards.len()).rev();
            kept.map(|kept| boards[..kept].iter().sum()).collect()
        } else {
            boards.to_vec()
        }
    }
}
