//! Large groups of players of whom no two may meet: team-mates, families.
//!
//! The class problem ignores who may not meet whom. That is harmless for a few opponents each, but
//! where a good part of a bracket belongs to one such group its bound is far from what can be
//! reached. So the largest groups become part of the class, and a group does not pair with itself.

use edelweiss_model::{PlayerId, Position};

/// Groups counted at most, so that classes stay few.
const MOST: usize = 6;
/// A group that is a smaller part of the players than one in so many does not count.
const SMALLEST_PART: usize = 24;

/// By player index the number of the player's family among `players`, from 1; zero for all others.
/// Empty if there are none. Players in several large groups belong to the largest.
pub(super) fn families(position: &Position, players: impl Iterator<Item = PlayerId>) -> Vec<u8> {
    if position.bans().is_empty() {
        return Vec::new();
    }
    let mut is_here = vec![false; position.players().len()];
    let mut n = 0;
    for id in players {
        is_here[id.index()] = true;
        n += 1;
    }
    let size = |group: &Vec<PlayerId>| group.iter().filter(|id| is_here[id.index()]).count();
    let mut large: Vec<(usize, usize)> = (position.bans().iter().enumerate())
        .filter(|(_, group)| group.len() > 2 && group.len() * SMALLEST_PART >= n)
        .map(|(number, group)| (size(group), number))
        .filter(|(size, _)| *size > 2 && size * SMALLEST_PART >= n)
        .collect();
    large.sort_unstable_by_key(|(size, number)| (std::cmp::Reverse(*size), *number));
    large.truncate(MOST);
    let mut family_of = Vec::new();
    if !large.is_empty() {
        family_of.resize(is_here.len(), 0);
    }
    // The largest is written last.
    for (place, (_, number)) in large.iter().enumerate().rev() {
        for id in &position.bans()[*number] {
            family_of[id.index()] = place as u8 + 1;
        }
    }
    family_of
}
