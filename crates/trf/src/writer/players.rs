//! The players' lines.

use edelweiss_model::{
    ByeKind, Colour, GameResult, Player, RoundEntry, Score, Sex, Tournament, Tpn,
};

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
        if let Some(rating) = player.rating.filter(|rating| *rating > 9999) {
            return unwritable(format!("player {} has the rating {rating}", player.number));
        }
        write_player(out, tournament, player, (score, rank));
    }
    Ok(())
}

/// Column by column and not by a format: in a file of many rounds most of the writing is here.
fn write_player(
    out: &mut String,
    tournament: &Tournament,
    player: &Player,
    (score, rank): (Score, usize),
) {
    let line = out.len();
    out.push_str("001 ");
    push_number(out, player.number.get(), 4);
    out.push(' ');
    out.push(match player.sex {
        Some(Sex::Male) => 'm',
        Some(Sex::Female) => 'w',
        None => ' ',
    });
    let title = columns::cut(player.title.as_deref().unwrap_or(""), 3);
    push_blanks(out, 3 - title.chars().count());
    out.push_str(&title);
    out.push(' ');
    push_text(out, &columns::cut(&player.name, 33), 34);
    match player.rating {
        Some(rating) => push_number(out, rating.into(), 4),
        None => push_blanks(out, 4),
    }
    out.push(' ');
    let federation = columns::cut(player.federation.as_deref().unwrap_or(""), 3);
    push_text(out, &federation, 3 + 1 + 11 + 1 + 10);
    // Five columns: the blank column 80 takes the first digit of three.
    let score = score.to_string();
    let score = if score.len() <= 5 { &score } else { "" };
    push_blanks(out, 5 - score.len());
    out.push_str(score);
    out.push(' ');
    push_number(out, rank as u32, 4);
    for entry in &player.entries {
        out.push_str("  ");
        push_cell(out, tournament, *entry);
    }
    let end = out[line..].trim_end().len();
    out.truncate(line + end);
    out.push('\n');
}

/// A number at the right end of so many columns.
fn push_number(out: &mut String, number: u32, width: u32) {
    let digits = number.checked_ilog10().unwrap_or(0) + 1;
    push_blanks(out, width.saturating_sub(digits) as usize);
    for place in (0..digits).rev() {
        let digit = number / 10_u32.pow(place) % 10;
        out.push(char::from(b'0' + digit as u8));
    }
}

/// A text at the left end of so many columns, which it fits.
fn push_text(out: &mut String, text: &str, width: usize) {
    out.push_str(text);
    push_blanks(out, width - text.chars().count());
}

fn push_blanks(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

/// Eight columns: opponent, colour, result.
pub(super) fn cell(tournament: &Tournament, entry: RoundEntry) -> String {
    let mut cell = String::with_capacity(8);
    push_cell(&mut cell, tournament, entry);
    cell
}

fn push_cell(out: &mut String, tournament: &Tournament, entry: RoundEntry) {
    match entry {
        RoundEntry::Blank => push_blanks(out, 8),
        RoundEntry::Bye(kind) => {
            out.push_str("0000 - ");
            out.push(bye_letter(kind));
        }
        RoundEntry::Paired {
            opponent,
            colour,
            result,
        } => {
            push_number(out, tournament.player(opponent).number.get(), 4);
            out.push_str(match colour {
                Some(Colour::White) => " w ",
                Some(Colour::Black) => " b ",
                None => " - ",
            });
            out.push(result_letter(result));
        }
    }
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
