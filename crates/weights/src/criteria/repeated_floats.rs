//! Players who float the way they did one or two rounds ago.

use edelweiss_model::{Float, PlayerId, Position, Score};

use super::score_differences::{capacities, unit_difference};
use super::{Criterion, number_of};
use crate::bracket::descending_place;
use crate::{Bracket, Role, Unit};

/// Up or down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatDirection {
    /// Floats down: meets a lower-scored opponent, or leaves the bracket unpaired.
    Down,
    /// Floats up: meets a higher-scored opponent.
    Up,
}

/// Which downfloats count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Every player who receives the float.
    Everybody,
    /// Only residents who leave the bracket; moved-down players are never protected.
    Residents,
}

/// The player whose float a unit repeats, if it does.
fn repeater(
    position: &Position,
    bracket: &Bracket,
    unit: Unit,
    direction: FloatDirection,
    rounds_back: usize,
    counted: Counted,
) -> Option<PlayerId> {
    let score = |id| position.player(id).score;
    let (player, float) = match (unit, direction) {
        (Unit::Pair { higher, lower }, FloatDirection::Up) if score(higher) > score(lower) => {
            (lower, Float::Up)
        }
        (Unit::Pair { higher, lower }, FloatDirection::Down)
            if counted == Counted::Everybody && score(higher) > score(lower) =>
        {
            (higher, Float::Down)
        }
        (Unit::Float { player, .. }, FloatDirection::Down)
            if counted == Counted::Everybody || bracket.role(player) == Role::Resident =>
        {
            (player, Float::Down)
        }
        _ => return None,
    };
    (position.player(player).floats[rounds_back - 1] == float).then_some(player)
}

fn had(position: &Position, id: PlayerId, direction: FloatDirection, rounds_back: usize) -> bool {
    let mark = match direction {
        FloatDirection::Down => Float::Down,
        FloatDirection::Up => Float::Up,
    };
    position.player(id).floats[rounds_back - 1] == mark
}

/// How many players float again the way they did `rounds_back` rounds ago.
///
/// # Articles
/// 2026: C14-C17 (2.4.9-2.4.12), which count resident downfloaters and opponents of moved-down
/// players. 2017: C.12-C.15, which count every player.
/// # Cost
/// One per counted player.
/// # Capacity
/// The players who had that float; each can repeat it once.
#[derive(Debug)]
pub struct RepeatedFloat {
    /// Up or down.
    pub direction: FloatDirection,
    /// 1 for the previous round, 2 for the one before.
    pub rounds_back: usize,
    /// Whose downfloats count.
    pub counted: Counted,
}

impl Criterion for RepeatedFloat {
    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64> {
        let everybody: Vec<_> = bracket.players().collect();
        let players = match self.counted {
            Counted::Everybody => &everybody[..],
            Counted::Residents => bracket.residents(),
        };
        vec![number_of(players, |id| {
            had(position, id, self.direction, self.rounds_back)
        })]
    }

    fn cost(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        add: &mut dyn FnMut(usize, u64),
    ) {
        let Self {
            direction,
            rounds_back,
            counted,
        } = *self;
        if repeater(position, bracket, unit, direction, rounds_back, counted).is_some() {
            add(0, 1);
        }
    }
}

/// The score differences of players who float again the way they did, as a list from high to low.
///
/// # Articles
/// 2017: C.16-C.19; a floater's difference is that of A.8.
/// # Cost
/// One field per difference, largest first; one per such player. C.12-C.15 fix the length of the
/// list.
/// # Capacity
/// Per difference, the players who had the float and could show the difference; for upfloats, the
/// players who had it.
#[derive(Debug)]
pub struct RepeatedFloatDifference {
    /// Up or down.
    pub direction: FloatDirection,
    /// 1 for the previous round, 2 for the one before.
    pub rounds_back: usize,
}

impl Criterion for RepeatedFloatDifference {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.differences().len()
    }

    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64> {
        let counts = |id| had(position, id, self.direction, self.rounds_back);
        match self.direction {
            FloatDirection::Down => capacities(position, bracket, counts),
            FloatDirection::Up => {
                let everybody: Vec<_> = bracket.players().collect();
                vec![number_of(&everybody, counts); bracket.differences().len()]
            }
        }
    }

    fn cost(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        add: &mut dyn FnMut(usize, u64),
    ) {
        let Self {
            direction,
            rounds_back,
        } = *self;
        let counted = Counted::Everybody;
        if repeater(position, bracket, unit, direction, rounds_back, counted).is_some()
            && let Some(difference) = unit_difference(position, bracket, unit)
        {
            add(descending_place(bracket.differences(), difference), 1);
        }
    }
}

/// The score differences around moved-down players whose pair, or whose new float, repeats a
/// float; as a list from high to low.
///
/// # Articles
/// 2026: C18-C21 (2.4.13-2.4.16). All residents have one score, so a difference says the MDP's
/// score. Down (C18, C20): the list names every MDP who had a downfloat, and one who floats again
/// has a larger difference than if paired here (own score against a value below the bracket, as
/// 2017 A.8 puts it; the 2026 text is silent). Comparing such lists is comparing, from the highest
/// score down, how many of them float again. Up (C19, C21): how many opponents with an upfloat
/// meet MDPs of each score, from the highest score down.
/// # Cost
/// One field per MDP score, one per such player.
/// # Capacity
/// Down: the MDPs of that score who had the float. Up: the smaller of the MDPs of that score and the
/// residents who had it.
#[derive(Debug)]
pub struct RepeatedFloatMdpScore {
    /// Up or down.
    pub direction: FloatDirection,
    /// 1 for the previous round, 2 for the one before.
    pub rounds_back: usize,
}

impl RepeatedFloatMdpScore {
    fn field(bracket: &Bracket, score: Score) -> usize {
        descending_place(bracket.mdp_scores(), score)
    }
}

impl Criterion for RepeatedFloatMdpScore {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.mdp_scores().len()
    }

    fn capacities(&self, position: &Position, bracket: &Bracket) -> Vec<u64> {
        let counts = |id| had(position, id, self.direction, self.rounds_back);
        let residents = number_of(bracket.residents(), counts);
        (bracket.mdp_scores().iter())
            .map(|score| {
                let of_score = |id| position.player(id).score == *score;
                match self.direction {
                    FloatDirection::Down => {
                        number_of(bracket.mdps(), |id| of_score(id) && counts(id))
                    }
                    FloatDirection::Up => number_of(bracket.mdps(), of_score).min(residents),
                }
            })
            .collect()
    }

    fn cost(
        &self,
        position: &Position,
        bracket: &Bracket,
        unit: Unit,
        add: &mut dyn FnMut(usize, u64),
    ) {
        let counts = |id| had(position, id, self.direction, self.rounds_back);
        let mdp = match (unit, self.direction) {
            (Unit::Float { player, .. }, FloatDirection::Down) if counts(player) => player,
            (Unit::Pair { higher, lower }, FloatDirection::Up) if counts(lower) => higher,
            _ => return,
        };
        if bracket.role(mdp) == Role::Mdp {
            add(Self::field(bracket, position.player(mdp).score), 1);
        }
    }
}
