//! What a club decides of its ladder, as options name it.

use edelweiss_model::GameResult;

use crate::rejection::Rejection;

/// The parameters; shares are twelfths.
#[derive(Clone, Debug)]
pub(super) struct ClubParameters {
    /// 1.1: the value of the first; one and a half times the number of players, rounded up, without one.
    pub(super) top: Option<i64>,
    /// 1.2.
    pub(super) has_own_value: bool,
    /// 1.3: of the opponent's value, for a loss over the board.
    pub(super) loss_share: i64,
    /// 1.4: of one's own value, for an absence.
    pub(super) absence_share: i64,
    /// 1.4: how many absences earn that.
    pub(super) absences_paid: usize,
    /// 1.4: of one's own value, for the bye.
    pub(super) bye_share: i64,
    /// 1.5: how often all rounds are counted anew after each, at most.
    pub(super) passes: usize,
    /// 2.2: rounds between two games of the same players.
    pub(super) repeat_after: usize,
    /// 2.3: games of the same players, at most.
    pub(super) most_meetings: usize,
}

impl Default for ClubParameters {
    fn default() -> Self {
        Self {
            top: None,
            has_own_value: true,
            loss_share: 0,
            absence_share: 4,
            absences_paid: usize::MAX,
            bye_share: 8,
            passes: 20,
            repeat_after: 3,
            most_meetings: usize::MAX,
        }
    }
}

impl ClubParameters {
    /// Those of these choices, each of a name; whatever is not named has its default.
    ///
    /// # Errors
    /// A choice that there is not.
    pub(super) fn new(chosen: &[(String, String)]) -> Result<Self, Rejection> {
        let mut club = Self::default();
        for (name, value) in chosen {
            club.choose(name, value).ok_or_else(|| {
                let reason = format!("there are no proofs by the reading {name} = {value}");
                Rejection::new(reason).at("premises, readings")
            })?;
        }
        Ok(club)
    }

    /// 1.3, in twelfths of the opponent's value.
    pub(super) fn of_result(&self, result: GameResult) -> i64 {
        match result {
            GameResult::Win | GameResult::UnratedWin | GameResult::ForfeitWin => 12,
            GameResult::Loss | GameResult::UnratedLoss => self.loss_share,
            GameResult::ForfeitLoss => 0,
            _ => 6,
        }
    }

    /// `None` for what the rules do not offer: a proof by other parameters would be one of other rules.
    fn choose(&mut self, name: &str, value: &str) -> Option<()> {
        let [none, sixth, third] = [("none", 0), ("sixth", 2), ("third", 4)];
        let [half, two_thirds] = [("half", 6), ("two-thirds", 8)];
        match name {
            "top-value" => {
                self.top = Some(number(value, &[40, 50, 60, 70, 80, 100, 125])?);
            }
            "own-value" => self.has_own_value = one_of(value, &[("once", true), ("none", false)])?,
            "loss-share" => self.loss_share = one_of(value, &[none, sixth])?,
            "absence-share" => self.absence_share = one_of(value, &[third, none, sixth, half])?,
            "absences-paid" => self.absences_paid = number(value, &[2, 5, 8, 10])?,
            "bye-share" => self.bye_share = one_of(value, &[two_thirds, none, third, half])?,
            "recount" => self.passes = one_of(value, &[("stable", 20), ("one", 1)])?,
            "repeat-after" => self.repeat_after = number(value, &[0, 1, 2, 3, 5, 8])?,
            "most-meetings" => self.most_meetings = number(value, &[1, 2, 4])?,
            _ => return None,
        }
        Some(())
    }
}

/// The number that a choice says, of those that there are.
fn number<T: Copy + ToString>(value: &str, known: &[T]) -> Option<T> {
    let mut known = known.iter().copied();
    known.find(|number| number.to_string() == value)
}

fn one_of<T: Copy>(value: &str, known: &[(&str, T)]) -> Option<T> {
    let mut known = known.iter();
    known
        .find(|(name, _)| *name == value)
        .map(|(_, meant)| *meant)
}
