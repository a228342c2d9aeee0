//! What a criterion can see of a player: the part of a state on which its costs depend.

use edelweiss_model::{Colour, Float, PlayerState, Strength};

/// Parts of a player's state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sight(u128);

/// The part of a player that a [`Sight`] shows. Players with equal projections cost the same in every unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Projection(u128);

impl Projection {
    /// Bits that are zero in every projection.
    pub const FREE_BITS: u32 = 96;

    /// The projection as a number, in which the bits from [`Self::FREE_BITS`] on are zero.
    pub fn number(self) -> u128 {
        self.0
    }
}

impl Sight {
    /// Nothing.
    pub const NOTHING: Self = Self(0);
    /// That the player is there.
    pub const PRESENCE: Self = Self::bits(0, 1);
    /// Colour preference, its strength, and whether the player is a topscorer.
    pub const COLOUR: Self = Self::bits(1, 5);
    /// Colour difference, and the colour of the last two games.
    pub const COLOUR_HISTORY: Self = Self::bits(6, 18);
    /// Whether the bye is allowed.
    pub const BYE: Self = Self::bits(24, 1);
    /// The number of unplayed games.
    pub const UNPLAYED: Self = Self::bits(25, 16);
    /// The score.
    pub const SCORE: Self = Self::bits(64, 32);

    /// Whether the player floated down, or up, so many rounds back: 1 or 2.
    pub const fn float(direction: Float, rounds_back: usize) -> Self {
        Self::bits(float_bit(direction, rounds_back - 1), 1)
    }

    const fn bits(first: u32, n: u32) -> Self {
        Self(((1 << n) - 1) << first)
    }

    /// Both parts.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The bits of a [`Projection`] that can differ.
    pub fn number(self) -> u128 {
        self.0
    }

    /// Whether it shows more than another.
    pub fn exceeds(self, other: Self) -> bool {
        self.0 & !other.0 != 0
    }

    /// Whether there is nothing to see.
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// The part of a player's state that can be seen.
    pub fn project(self, player: &PlayerState) -> Projection {
        Projection(whole(player) & self.0)
    }
}

const fn float_bit(direction: Float, back: usize) -> u32 {
    41 + 2 * back as u32 + matches!(direction, Float::Up) as u32
}

fn colour(colour: Option<Colour>) -> u128 {
    colour.map_or(0, |colour| colour as u128 + 1)
}

/// Everything that any criterion sees.
fn whole(player: &PlayerState) -> u128 {
    let strength = match player.strength {
        Strength::None => 0,
        Strength::Mild => 1,
        Strength::Strong => 2,
        Strength::Absolute => 3,
    };
    let mut whole = 1
        | colour(player.preference) << 1
        | strength << 3
        | u128::from(player.topscorer) << 5
        | u128::from(player.colour_difference as u16) << 6
        | colour(player.repeated_colour) << 22
        | u128::from(player.bye_allowed) << 24
        | u128::from(player.unplayed) << 25
        | u128::from(player.score.tenths() as u32) << 64;
    for (back, float) in player.floats.iter().enumerate() {
        if *float != Float::None {
            whole |= 1 << float_bit(*float, back);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use edelweiss_model::Score;

    use super::*;

    fn plain() -> PlayerState {
        PlayerState {
            score: Score::from_tenths(0),
            standings: Score::from_tenths(0),
            colour_difference: 0,
            preference: None,
            strength: Strength::None,
            repeated_colour: None,
            floats: [Float::None; 2],
            bye_allowed: false,
            unplayed: 0,
            topscorer: false,
            present: true,
            arrival_number: 1,
        }
    }

    /// Every part, with states that differ from each other and from the plain one in this part only.
    fn parts() -> Vec<(Sight, Vec<PlayerState>)> {
        let state = |change: &dyn Fn(&mut PlayerState)| {
            let mut state = plain();
            change(&mut state);
            state
        };
        let colours = [Colour::White, Colour::Black];
        let strengths = [Strength::Mild, Strength::Strong, Strength::Absolute];
        let mut wishes: Vec<PlayerState> = (colours.iter())
            .flat_map(|colour| strengths.iter().map(move |strength| (*colour, *strength)))
            .map(|(colour, strength)| {
                state(&|it| (it.preference, it.strength) = (Some(colour), strength))
            })
            .collect();
        wishes.push(state(&|it| it.topscorer = true));
        let mut histories: Vec<PlayerState> = [1, 2, i16::MAX, -1, -2, i16::MIN]
            .map(|difference| state(&|it| it.colour_difference = difference))
            .into();
        histories.extend(colours.map(|colour| state(&|it| it.repeated_colour = Some(colour))));
        let unplayed = [1, 2, 0x8000, u16::MAX].map(|n| state(&|it| it.unplayed = n));
        let scores = [1, 2, i32::MAX, -1, i32::MIN]
            .map(|tenths| state(&|it| it.score = Score::from_tenths(tenths)));
        let mut parts = vec![
            (Sight::COLOUR, wishes),
            (Sight::COLOUR_HISTORY, histories),
            (Sight::BYE, vec![state(&|it| it.bye_allowed = true)]),
            (Sight::UNPLAYED, unplayed.into()),
            (Sight::SCORE, scores.into()),
        ];
        for direction in [Float::Down, Float::Up] {
            for back in [1, 2] {
                let floated = state(&|it| it.floats[back - 1] = direction);
                parts.push((Sight::float(direction, back), vec![floated]));
            }
        }
        parts
    }

    #[test]
    fn a_sight_shows_its_own_part_and_no_other() {
        let parts = parts();
        for (sight, _) in &parts {
            assert_ne!(Sight::PRESENCE.project(&plain()), sight.project(&plain()));
            for (own, states) in &parts {
                let mut shown: Vec<Projection> =
                    states.iter().map(|it| sight.project(it)).collect();
                shown.push(sight.project(&plain()));
                shown.sort_unstable();
                shown.dedup();
                let expected = if own == sight { states.len() + 1 } else { 1 };
                assert_eq!(shown.len(), expected, "{sight:?} at {own:?}");
            }
        }
    }

    #[test]
    fn two_sights_show_what_either_shows() {
        let parts = parts();
        for (one, _) in &parts {
            assert_eq!(one.with(*one), *one);
            for (other, _) in &parts {
                let both = one.with(*other);
                let states = parts.iter().flat_map(|(_, states)| states);
                for state in states {
                    let is_seen = |sight: Sight| sight.project(state) != sight.project(&plain());
                    assert_eq!(is_seen(both), is_seen(*one) || is_seen(*other));
                }
                assert_eq!(both.exceeds(*one), one != other);
                assert!(!one.exceeds(both));
            }
            assert!(!one.is_nothing() && one.exceeds(Sight::NOTHING));
        }
        assert!(Sight::NOTHING.is_nothing());
    }

    /// The number of a sight has the bits in which the numbers of its projections differ.
    #[test]
    fn numbers_tell_projections_apart() {
        for (sight, states) in parts() {
            for state in states {
                let (own, other) = (sight.project(&state), sight.project(&plain()));
                assert_ne!(own.number(), other.number());
                assert_eq!(own.number() & !sight.number(), 0);
                assert_eq!(own.number() >> Projection::FREE_BITS, 0);
            }
        }
    }
}
