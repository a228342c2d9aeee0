//! Records of what the arbiter has decided: virtual points, bans, absences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use edelweiss_model::{
    ByeKind, ForbiddenGroup, Player, PlayerId, RoundEntry, RoundNumber, Score, Tournament,
};

use super::{Dialect, fits};
use crate::cells::{MOST_ROUNDS, last_round};
use crate::unwritable::{Unwritable, unwritable};

pub(super) fn check_virtual_points(player: &Player) -> Result<(), Unwritable> {
    if player.virtual_points.len() > MOST_ROUNDS {
        return unwritable(format!(
            "player {} has virtual points beyond round {MOST_ROUNDS}",
            player.number
        ));
    }
    match player.virtual_points.iter().find(|score| !fits(**score)) {
        Some(score) => unwritable(format!(
            "{score} virtual points of player {} do not fit four columns",
            player.number
        )),
        None => Ok(()),
    }
}

pub(super) fn write_xxa(out: &mut String, tournament: &Tournament) -> Result<(), Unwritable> {
    for player in &tournament.players {
        check_virtual_points(player)?;
        if player.virtual_points.is_empty() {
            continue;
        }
        write!(out, "XXA {:>4}", player.number.get()).expect("a string grows");
        for score in &player.virtual_points {
            write!(out, " {score:>4}").expect("a string grows");
        }
        out.push('\n');
    }
    Ok(())
}

/// Ranges of players with equal virtual points, over as many rounds as they stay the same.
pub(super) fn write_250(out: &mut String, tournament: &Tournament) -> Result<(), Unwritable> {
    struct Range {
        points: Score,
        rounds: [usize; 2],
        numbers: [u32; 2],
    }
    let mut players: Vec<&Player> = tournament.players.iter().collect();
    players.sort_by_key(|player| player.number);
    let mut rounds = 0;
    for player in &players {
        check_virtual_points(player)?;
        rounds = rounds.max(player.virtual_points.len());
    }
    let mut ranges: Vec<Range> = Vec::new();
    // Where the ranges that reach the round before stand in `ranges`.
    let mut reaching: BTreeMap<(Score, [u32; 2]), usize> = BTreeMap::new();
    for round in 0..rounds {
        let points_of = |player: &Player| player.virtual_points.get(round).copied();
        let mut added: Vec<Range> = Vec::new();
        let mut open = None;
        for player in &players {
            let points = points_of(player).filter(|points| *points != Score::ZERO);
            let number = player.number.get();
            match points {
                Some(points) if open == Some(points) => {
                    added.last_mut().expect("a range is open").numbers[1] = number;
                }
                Some(points) => added.push(Range {
                    points,
                    rounds: [round; 2],
                    numbers: [number; 2],
                }),
                None => {}
            }
            open = points;
        }
        // A range that the round before has too becomes one range of both rounds.
        let before = std::mem::take(&mut reaching);
        for range in added {
            let key = (range.points, range.numbers);
            let place = before.get(&key).copied().unwrap_or_else(|| {
                ranges.push(range);
                ranges.len() - 1
            });
            ranges[place].rounds[1] = round;
            reaching.insert(key, place);
        }
    }
    for range in ranges {
        line!(
            out,
            "250      {:>4} {:>3} {:>3} {:>4} {:>4}",
            range.points,
            range.rounds[0] + 1,
            range.rounds[1] + 1,
            range.numbers[0],
            range.numbers[1]
        );
    }
    Ok(())
}

pub(super) fn write_ban(
    out: &mut String,
    tournament: &Tournament,
    group: &ForbiddenGroup,
    dialect: Dialect,
) -> Result<(), Unwritable> {
    let (first, is_open) = (group.first, group.last.is_none());
    let last = last_round(group)?;
    if dialect == Dialect::Trf16 && first == RoundNumber::FIRST && is_open {
        out.push_str("XXP");
        for player in &group.players {
            write!(out, " {}", tournament.player(*player).number).expect("a string grows");
        }
    } else {
        write!(out, "260 {:>3} {last:>3}", first.get()).expect("a string grows");
        write_banned(out, tournament, group);
    }
    out.push('\n');
    Ok(())
}

/// A comment, which other programs skip.
pub(super) fn write_soft_ban(
    out: &mut String,
    tournament: &Tournament,
    group: &ForbiddenGroup,
) -> Result<(), Unwritable> {
    let last = last_round(group)?;
    let players: BTreeSet<PlayerId> = group.players.iter().copied().collect();
    if players.len() < 2 || players.len() < group.players.len() {
        return unwritable("a soft ban names fewer than two players, or one of them twice");
    }
    write!(out, "### soft-ban {:>3} {last:>3}", group.first.get()).expect("a string grows");
    write_banned(out, tournament, group);
    out.push('\n');
    Ok(())
}

fn write_banned(out: &mut String, tournament: &Tournament, group: &ForbiddenGroup) {
    for player in &group.players {
        write!(out, " {:>4}", tournament.player(*player).number.get()).expect("a string grows");
    }
}

/// `240` lines, in TRF16 also `XXZ` for the round to be paired (JaVaFo reads the latter only).
pub(super) fn write_absences(
    out: &mut String,
    tournament: &Tournament,
    dialect: Dialect,
) -> Result<(), Unwritable> {
    let next = tournament.next_round();
    let mut absences: Vec<_> = (tournament.absences.iter())
        .filter(|absence| absence.round >= next)
        .filter(|absence| {
            tournament.player(absence.player).entry(absence.round) == RoundEntry::Blank
        })
        .collect();
    absences.sort_by_key(|absence| (absence.round, absence.kind, absence.player));
    let mut open = None;
    for absence in &absences {
        let letter = match absence.kind {
            ByeKind::Full => 'F',
            ByeKind::Half => 'H',
            ByeKind::Zero => 'Z',
            ByeKind::PairingAllocated => {
                return unwritable("a pairing-allocated bye cannot be announced as an absence");
            }
        };
        if usize::from(absence.round.get()) > MOST_ROUNDS {
            return unwritable(format!("an absence lies beyond round {MOST_ROUNDS}"));
        }
        if open != Some((absence.round, absence.kind)) {
            if open.is_some() {
                out.push('\n');
            }
            write!(out, "240 {letter} {:>3}", absence.round.get()).expect("a string grows");
            open = Some((absence.round, absence.kind));
        }
        let number = tournament.player(absence.player).number.get();
        write!(out, " {number:>4}").expect("a string grows");
    }
    if open.is_some() {
        out.push('\n');
    }
    let absent_next: Vec<String> = (absences.iter())
        .filter(|absence| absence.round == next && absence.kind == ByeKind::Zero)
        .map(|absence| tournament.player(absence.player).number.to_string())
        .collect();
    if dialect == Dialect::Trf16 && !absent_next.is_empty() {
        line!(out, "XXZ {}", absent_next.join(" "));
    }
    Ok(())
}
