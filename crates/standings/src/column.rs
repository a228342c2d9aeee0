//! One tie-break applied to everybody.

use edelweiss_model::PlayerId;

use crate::notation::TieBreak;
use crate::value::Value;

/// One tie-break of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsColumn {
    /// Which.
    pub tie_break: TieBreak,
    /// By player; `None` where there is no value, which ranks last.
    pub(crate) values: Vec<Option<Value>>,
    /// By player: the set of those who were tied when the tie-break was applied.
    pub(crate) tied: Vec<u32>,
    /// By player, of a tie-break that goes board by board: its values, the first ones first.
    pub(crate) boards: Vec<Vec<Value>>,
}

impl StandingsColumn {
    /// The value of a player. Of a type A tie-break it is the place among those who were tied, 0
    /// where none of them were separated; of one that goes board by board (12.2, 12.3) the first of
    /// [`Self::board_values`].
    pub fn value(&self, player: PlayerId) -> Option<Value> {
        self.values[player.index()]
    }

    /// The values that a tie-break of 12.2 or 12.3 compares one after the other; none for others.
    pub fn board_values(&self, player: PlayerId) -> &[Value] {
        self.boards.get(player.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether two have the same value, board by board where that is asked for.
    pub fn is_equal(&self, a: PlayerId, b: PlayerId) -> bool {
        self.value(a) == self.value(b) && self.board_values(a) == self.board_values(b)
    }

    /// The value as files have it: the decimals of the tie-break, `-0` where there is none. Those of
    /// 12.2 and 12.3 have their values one after the other, between strokes.
    pub fn text(&self, player: PlayerId) -> String {
        let decimals = self.tie_break.definition().decimals;
        let boards = self.board_values(player).iter();
        let boards: Vec<String> = boards.map(|value| value.decimal(decimals)).collect();
        if !boards.is_empty() {
            return boards.join("/");
        }
        self.value(player)
            .map_or_else(|| "-0".to_owned(), |value| value.decimal(decimals))
    }
}
