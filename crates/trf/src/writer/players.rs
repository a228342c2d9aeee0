//! The players' lines.

use std::fmt::Write as _;

use edelweiss_model::{ByeKind, Colour, GameResult, RoundEntry, Score, Sex, Tournament, Tpn};

use super::bye_letter;
use crate::cells::MOST_ROUNDS;
use crate::columns;
use crate::held::somebody_waits;
use crate::unwritable::{Unwritable, unwritable};

pub(super) fn write_players(out: &mut String, tournament: &Tournament) -> Result<(), Unwritable> {
    let numbers = tournament.players.iter().map(|player| player.number);
    if let Some(number) = numbers.max().filter(|n| n.get() > Tpn::MAX_IN_FILE) {
        return unwritable(format!(
            "number {number} has more than four digits, and a file has four columns for it: it holds at most {} players",
            Tpn::MAX_IN_FILE
        ));
    }
    let next = tournament.next_round();
    // Where nobody is left to be paired, points that count the byes would say that the round is over.
    let counts_byes = somebody_waits(tournament, next);
    let points: Vec<Score> = (tournament.player_ids())
        .map(|id| {
            let standings = tournament.standings_score(id, next.index());
            match tournament.player(id).entry(next) {
                // Given already, in a round that is still to be paired: counted, it would be over.
                RoundEntry::Bye(ByeKind::PairingAllocated) => standings,
                bye @ RoundEntry::Bye(_) if counts_byes => {
                    standings + tournament.points.points(bye)
                }
                _ => standings,
            }
        })
        .collect();
    let mut sorted = points.clone();
    sorted.sort_by_key(|score| -*score);
    for (player, score) in tournament.players.iter().zip(points) {
        let rank = 1 + sorted.partition_point(|other| *other > score);
        if player.entries.len() > MOST_ROUNDS {
            return unwritable(format!("player {} has too many rounds", player.number));
        }
        let rating = match player.rating {
            Some(rating) if rating > 9999 => {
                return unwritable(format!("player {} has the rating {rating}", player.number));
            }
            Some(rating) => rating.to_string(),
            None => String::new(),
        };
        let sex = match player.sex {
            Some(Sex::Male) => 'm',
            Some(Sex::Female) => 'w',
            None => ' ',
        };
        // Five columns: the blank column 80 takes the first digit of three.
        let score = score.to_string();
        let score = if score.len() <= 5 { &score } else { "" };
        let mut line = format!(
            "001 {:>4} {sex}{:>3} {:<33} {rating:>4} {:<3} {:11} {:10}{score:>5} {rank:>4}",
            player.number.get(),
            columns::cut(player.title.as_deref().unwrap_or(""), 3),
            columns::cut(&player.name, 33),
            columns::cut(player.federation.as_deref().unwrap_or(""), 3),
            "",
            "",
        );
        for entry in &player.entries {
            line.push_str("  ");
            line.push_str(&cell(tournament, *entry));
        }
        line!(out, "{}", line.trim_end());
    }
    Ok(())
}

/// Eight columns: opponent, colour, result.
pub(super) fn cell(tournament: &Tournament, entry: RoundEntry) -> String {
    let (opponent, colour, result) = match entry {
        RoundEntry::Blank => return " ".repeat(8),
        RoundEntry::Bye(kind) => {
            return format!("0000 - {}", bye_letter(kind));
        }
        RoundEntry::Paired {
            opponent,
            colour,
            result,
        } => (opponent, colour, result),
    };
    let number = tournament.player(opponent).number.get();
    let colour = match colour {
        Some(Colour::White) => 'w',
        Some(Colour::Black) => 'b',
        None => '-',
    };
    let result = result_letter(result);
    format!("{number:>4} {colour} {result}")
}

/// What stands in the column of a result.
pub(super) fn result_letter(result: GameResult) -> char {
    match result {
        GameResult::Win => '1',
        GameResult::Draw => '=',
        GameResult::Loss => '0',
        GameResult::UnratedWin => 'W',
        GameResult::UnratedDraw => 'D',
        GameResult::UnratedLoss => 'L',
        GameResult::ForfeitWin => '+',
        GameResult::ForfeitLoss => '-',
        GameResult::Adjourned => '?',
        GameResult::Unknown => ' ',
    }
}
