//! Large groups of players of whom no two may meet: team-mates, families.
//!
//! The class problem ignores who may not meet whom. That is harmless for a few opponents each, but
//! where a good part of a bracket belongs to one such group its bound is far from what can be
//! reached. So the largest groups become part of the class, and two classes that share a group do
//! not pair.

use edelweiss_model::{PlayerId, Position};

/// Groups counted at most: the first number that keeps the classes few enough is taken.
pub(super) const MOST: [usize; 6] = [10, 6, 3, 2, 1, 0];

/// A bit for each large group that somebody belongs to.
pub(super) type BanGroups = u16;

/// By player index the player's groups among `players`, of which at most `most` count; empty if there
/// are none. A group counts if it is at least one in `part` of them.
pub(super) fn ban_groups(
    position: &Position,
    players: impl Iterator<Item = PlayerId>,
    most: usize,
    part: usize,
) -> Vec<BanGroups> {
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
        .filter(|(_, group)| group.len() > 2 && group.len() * part >= n)
        .map(|(number, group)| (size(group), number))
        .filter(|(size, _)| *size > 2 && size * part >= n)
        .collect();
    large.sort_unstable_by_key(|(size, number)| (std::cmp::Reverse(*size), *number));
    large.truncate(most);
    let mut groups_of = Vec::new();
    if !large.is_empty() {
        groups_of.resize(is_here.len(), 0);
    }
    for (place, (_, number)) in large.iter().enumerate() {
        for id in &position.bans()[*number] {
            groups_of[id.index()] |= 1 << place;
        }
    }
    groups_of
}
