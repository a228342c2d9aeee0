//! How many points each result is worth.

use crate::{ByeKind, Colour, GameResult, RoundEntry, Score};

/// Points per result. Values may differ by colour; any value is allowed, also a loss worth points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSystem {
    /// A win over the board with White, with Black.
    pub win: [Score; 2],
    /// A draw over the board with White, with Black.
    pub draw: [Score; 2],
    /// A loss over the board with White, with Black.
    pub loss: [Score; 2],
    /// The pairing-allocated bye: one value for the whole event.
    pub pairing_allocated_bye: Score,
    /// A full-point bye.
    pub full_point_bye: Score,
    /// A half-point bye.
    pub half_point_bye: Score,
    /// A zero-point bye, an absence, a blank round.
    pub zero_point_bye: Score,
    /// A win because the opponent did not appear.
    pub forfeit_win: Score,
    /// A loss by not appearing.
    pub forfeit_loss: Score,
    /// A game that is adjourned, or has no result yet.
    pub unknown: Score,
}

/// The values of a [`PointSystem`], each declared once: its place, the code of JaVaFo, the key of a settings file
/// where that sets it alone, and what people call it. Whoever reads, writes or checks points goes through them.
macro_rules! point_fields {
    ($($field:ident: $value:ident $([$side:literal])?, $code:expr, $key:expr, $words:literal;)+) => {
        /// One value of a [`PointSystem`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum PointField {
            $(#[doc = concat!("What ", $words, " is worth.")] $field,)+
        }

        impl PointField {
            /// Each of them; the place of one is its number.
            pub const ALL: [Self; [$(Self::$field),+].len()] = [$(Self::$field),+];

            /// In JaVaFo's lines and settings, if it is there.
            pub const fn code(self) -> Option<&'static str> {
                match self {
                    $(Self::$field => $code,)+
                }
            }

            /// In a settings file, where one key sets this value alone.
            pub const fn key(self) -> Option<&'static str> {
                match self {
                    $(Self::$field => $key,)+
                }
            }

            /// As people call what is worth so much.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$field => $words,)+
                }
            }
        }

        impl PointSystem {
            /// What `field` is worth.
            pub const fn value(&self, field: PointField) -> Score {
                match field {
                    $(PointField::$field => self.$value $([$side])?,)+
                }
            }

            /// Says what `field` is worth.
            pub fn set(&mut self, field: PointField, score: Score) {
                match field {
                    $(PointField::$field => self.$value $([$side])? = score,)+
                }
            }
        }
    };
}

// In the order of JaVaFo's manual.
point_fields! {
    WhiteWin: win[0], Some("WW"), None, "a win with White";
    BlackWin: win[1], Some("BW"), None, "a win with Black";
    WhiteDraw: draw[0], Some("WD"), None, "a draw with White";
    BlackDraw: draw[1], Some("BD"), None, "a draw with Black";
    WhiteLoss: loss[0], Some("WL"), None, "a loss with White";
    BlackLoss: loss[1], Some("BL"), None, "a loss with Black";
    ZeroPointBye: zero_point_bye, Some("ZPB"), Some("zero-point-bye"), "a zero-point bye";
    HalfPointBye: half_point_bye, Some("HPB"), Some("half-point-bye"), "a half-point bye";
    FullPointBye: full_point_bye, Some("FPB"), Some("full-point-bye"), "a full-point bye";
    PairingAllocatedBye: pairing_allocated_bye, Some("PAB"), Some("pairing-allocated-bye"), "the pairing-allocated bye";
    ForfeitWin: forfeit_win, Some("FW"), Some("forfeit-win"), "a win by forfeit";
    ForfeitLoss: forfeit_loss, Some("FL"), Some("forfeit-loss"), "a loss by forfeit";
    Unknown: unknown, None, None, "an unknown result";
}

impl Default for PointSystem {
    fn default() -> Self {
        Self::new(Score::ONE, Score::HALF, Score::ZERO)
    }
}

impl PointSystem {
    /// The usual consequences of three values: byes and forfeits are worth what their names say, a
    /// missed round is worth nothing.
    pub const fn new(win: Score, draw: Score, loss: Score) -> Self {
        Self {
            win: [win; 2],
            draw: [draw; 2],
            loss: [loss; 2],
            pairing_allocated_bye: win,
            full_point_bye: win,
            half_point_bye: draw,
            zero_point_bye: Score::ZERO,
            forfeit_win: win,
            forfeit_loss: Score::ZERO,
            unknown: draw,
        }
    }

    /// Where teams are paired, what each board of a team with the bye is worth: what is said of the bye, if that is not a
    /// win, which it also is where nothing is said; else a draw (C.04.6 (2026) 1.4).
    pub fn board_of_a_team_bye(&self) -> Score {
        if self.pairing_allocated_bye == self.win[0] {
            self.draw[0]
        } else {
            self.pairing_allocated_bye
        }
    }

    /// The points of one entry.
    pub fn points(&self, entry: RoundEntry) -> Score {
        match entry {
            RoundEntry::Blank | RoundEntry::Bye(ByeKind::Zero) => self.zero_point_bye,
            RoundEntry::Bye(ByeKind::PairingAllocated) => self.pairing_allocated_bye,
            RoundEntry::Bye(ByeKind::Full) => self.full_point_bye,
            RoundEntry::Bye(ByeKind::Half) => self.half_point_bye,
            RoundEntry::Paired { colour, result, .. } => {
                self.of_result(result, usize::from(colour == Some(Colour::Black)))
            }
        }
    }

    fn of_result(&self, result: GameResult, side: usize) -> Score {
        match result {
            GameResult::Win | GameResult::UnratedWin => self.win[side],
            GameResult::Draw | GameResult::UnratedDraw => self.draw[side],
            GameResult::Loss | GameResult::UnratedLoss => self.loss[side],
            GameResult::ForfeitWin => self.forfeit_win,
            GameResult::ForfeitLoss => self.forfeit_loss,
            GameResult::Adjourned | GameResult::Unknown => self.unknown,
        }
    }

    /// What a win is worth when a rule speaks of "the points of a win". Where White and Black
    /// differ this is the smaller value, so that nobody escapes the bar of C.04.1 (2026) art. 4.
    pub fn win_reward(&self) -> Score {
        self.win[0].min(self.win[1])
    }

    /// What a loss is worth when a rule speaks of "the points of a loss": the larger value where
    /// the colours differ.
    pub fn loss_reward(&self) -> Score {
        self.loss[0].max(self.loss[1])
    }

    /// The most a player can score in one round over the board: the measure of topscorers.
    pub fn best_reward(&self) -> Score {
        let [white, black] =
            [0, 1].map(|side: usize| self.win[side].max(self.draw[side]).max(self.loss[side]));
        white.max(black)
    }
}

/// The points of entries, looked up instead of decided: results are in no order, and to guess them wrong
/// took half the time in which a position is derived (500 players before round 5: 31 and 16 µs,
/// 24 November 2026).
#[derive(Debug)]
pub(crate) struct PointTable<'a> {
    points: &'a PointSystem,
    /// By number of the result and colour.
    of_results: [[Score; 2]; GameResult::ALL.len()],
}

impl<'a> PointTable<'a> {
    pub(crate) fn new(points: &'a PointSystem) -> Self {
        let of_result = |result| [0, 1].map(|side| points.of_result(result, side));
        Self {
            points,
            of_results: GameResult::ALL.map(of_result),
        }
    }

    /// As [`PointSystem::points`].
    pub(crate) fn points(&self, entry: RoundEntry) -> Score {
        match entry {
            RoundEntry::Paired { colour, result, .. } => {
                self.of_results[result as usize][usize::from(colour == Some(Colour::Black))]
            }
            entry => self.points.points(entry),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_a_place_and_names_of_its_own() {
        let usual = PointSystem::default();
        for (place, field) in PointField::ALL.into_iter().enumerate() {
            assert_eq!(field as usize, place);
            let mut points = usual;
            points.set(field, Score::from_tenths(77));
            for other in PointField::ALL {
                let expected = if other == field {
                    Score::from_tenths(77)
                } else {
                    usual.value(other)
                };
                assert_eq!(points.value(other), expected, "{field:?}, {other:?}");
            }
            for other in &PointField::ALL[..place] {
                assert_ne!(other.words(), field.words());
                assert!(
                    field.code().is_none() || other.code() != field.code(),
                    "{field:?}"
                );
                assert!(
                    field.key().is_none() || other.key() != field.key(),
                    "{field:?}"
                );
            }
        }
    }
}
