//! Players who float the way they did one or two rounds ago.

use edelweiss_model::{Float, PlayerId, PlayerState, Position};

use super::score_differences::{add_capacities, unit_difference};
use super::{Criterion, Part, number_of};
use crate::bracket::descending_place;
use crate::{Bracket, Role, Sight, Unit};

/// Up or down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatDirection {
    /// Floats down: meets a lower-scored opponent, or leaves the bracket unpaired.
    Down,
    /// Floats up: meets a higher-scored opponent.
    Up,
}

impl FloatDirection {
    const fn mark(self) -> Float {
        match self {
            Self::Down => Float::Down,
            Self::Up => Float::Up,
        }
    }
}

/// Which downfloats count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Every player who receives the float.
    Everybody,
    /// Only residents who leave the bracket; moved-down players are never protected.
    Residents,
}

/// A float in one direction, so many rounds back.
#[derive(Clone, Copy, Debug)]
struct Past {
    direction: FloatDirection,
    rounds_back: usize,
}

impl Past {
    fn is_of(self, player: &PlayerState) -> bool {
        player.floats[self.rounds_back - 1] == self.direction.mark()
    }

    /// The player who repeats it in a unit, if anybody does.
    fn repeater<'p>(
        self,
        bracket: &Bracket,
        unit: Unit<&'p PlayerState>,
        counted: Counted,
    ) -> Option<&'p PlayerState> {
        let everybody = counted == Counted::Everybody;
        let player = match (unit, self.direction) {
            (Unit::Pair { higher, lower }, FloatDirection::Up) if higher.score > lower.score => {
                lower
            }
            (Unit::Pair { higher, lower }, FloatDirection::Down)
                if everybody && higher.score > lower.score =>
            {
                higher
            }
            (Unit::Float { player, .. }, FloatDirection::Down)
                if everybody || bracket.role(player) == Role::Resident =>
            {
                player
            }
            _ => return None,
        };
        self.is_of(player).then_some(player)
    }

    /// Who of these had the float; upwards, of those who can meet a higher score again.
    fn number_of_repeaters(
        self,
        position: &Position,
        bracket: &Bracket,
        players: &[PlayerId],
    ) -> u64 {
        let highest = bracket.scores()[0];
        number_of(position, players, |player| {
            self.is_of(player) && (self.direction == FloatDirection::Down || player.score < highest)
        })
    }

    /// What the repetition of this float depends on.
    fn sight(self, part: Part, counted: Counted) -> Sight {
        let own = Sight::float(self.direction.mark(), self.rounds_back).with(Sight::SCORE);
        match (part, self.direction, counted) {
            (Part::Lower, FloatDirection::Up, _)
            | (Part::Higher, FloatDirection::Down, Counted::Everybody)
            | (Part::Floater, FloatDirection::Down, _) => own,
            (Part::Higher, FloatDirection::Up, _)
            | (Part::Lower, FloatDirection::Down, Counted::Everybody) => Sight::SCORE,
            _ => Sight::NOTHING,
        }
    }
}

/// How many players float again the way they did `rounds_back` rounds ago.
///
/// # Articles
/// 2026: C14-C17 (2.4.9-2.4.12), which count resident downfloaters and opponents of moved-down
/// players. 2017: C.12-C.15, which count every player.
/// # Cost
/// One per counted player.
/// # Capacity
/// The players who had that float and can repeat it; each once.
#[derive(Debug)]
pub struct RepeatedFloat {
    /// Up or down.
    pub direction: FloatDirection,
    /// 1 for the previous round, 2 for the one before.
    pub rounds_back: usize,
    /// Whose downfloats count.
    pub counted: Counted,
}

impl RepeatedFloat {
    fn past(&self) -> Past {
        Past {
            direction: self.direction,
            rounds_back: self.rounds_back,
        }
    }
}

impl Criterion for RepeatedFloat {
    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        let number = |players| self.past().number_of_repeaters(position, bracket, players);
        let mdps = match self.counted {
            Counted::Everybody => number(bracket.mdps()),
            Counted::Residents => 0,
        };
        capacities.push(mdps + number(bracket.residents()));
    }

    fn sight(&self, part: Part) -> Sight {
        self.past().sight(part, self.counted)
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if (self.past().repeater(bracket, unit, self.counted)).is_some() {
            add(0, 1);
        }
    }

    fn repeats(&self) -> Option<(FloatDirection, usize)> {
        Some((self.direction, self.rounds_back))
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
/// players who had it and can repeat it.
#[derive(Debug)]
pub struct RepeatedFloatDifference {
    /// Up or down.
    pub direction: FloatDirection,
    /// 1 for the previous round, 2 for the one before.
    pub rounds_back: usize,
}

impl RepeatedFloatDifference {
    fn past(&self) -> Past {
        Past {
            direction: self.direction,
            rounds_back: self.rounds_back,
        }
    }
}

impl Criterion for RepeatedFloatDifference {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.differences().len()
    }

    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        let past = self.past();
        match self.direction {
            FloatDirection::Down => {
                add_capacities(position, bracket, |player| past.is_of(player), capacities);
            }
            FloatDirection::Up => {
                let number = |players| past.number_of_repeaters(position, bracket, players);
                let all = number(bracket.mdps()) + number(bracket.residents());
                capacities.resize(capacities.len() + bracket.differences().len(), all);
            }
        }
    }

    fn sight(&self, part: Part) -> Sight {
        self.past().sight(part, Counted::Everybody)
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        if (self.past().repeater(bracket, unit, Counted::Everybody)).is_some()
            && let Some(difference) = unit_difference(bracket, unit)
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
    fn past(&self) -> Past {
        Past {
            direction: self.direction,
            rounds_back: self.rounds_back,
        }
    }
}

impl Criterion for RepeatedFloatMdpScore {
    fn field_count(&self, bracket: &Bracket) -> usize {
        bracket.mdp_scores().len()
    }

    fn capacities(&self, position: &Position, bracket: &Bracket, capacities: &mut Vec<u64>) {
        if bracket.mdps().is_empty() {
            return;
        }
        let past = self.past();
        let residents = past.number_of_repeaters(position, bracket, bracket.residents());
        let first = capacities.len();
        capacities.resize(first + bracket.mdp_scores().len(), 0);
        for id in bracket.mdps() {
            let mdp = position.player(*id);
            if self.direction == FloatDirection::Up || past.is_of(mdp) {
                capacities[first + descending_place(bracket.mdp_scores(), mdp.score)] += 1;
            }
        }
        if self.direction == FloatDirection::Up {
            for capacity in &mut capacities[first..] {
                *capacity = residents.min(*capacity);
            }
        }
    }

    fn sight(&self, part: Part) -> Sight {
        match (part, self.direction) {
            (Part::Higher | Part::Lower, FloatDirection::Up)
            | (Part::Floater, FloatDirection::Down) => self.past().sight(part, Counted::Everybody),
            _ => Sight::NOTHING,
        }
    }

    fn cost(&self, bracket: &Bracket, unit: Unit<&PlayerState>, add: &mut dyn FnMut(usize, u64)) {
        let past = self.past();
        let mdp = match (unit, self.direction) {
            (Unit::Float { player, .. }, FloatDirection::Down) if past.is_of(player) => player,
            (Unit::Pair { higher, lower }, FloatDirection::Up) if past.is_of(lower) => higher,
            _ => return,
        };
        if bracket.role(mdp) == Role::Mdp {
            add(descending_place(bracket.mdp_scores(), mdp.score), 1);
        }
    }
}
