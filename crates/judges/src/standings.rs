//! Standings and tie-breaks a second time: each article executed as written, on exact fractions.
//!
//! The judge of whoever else computes standings. It is slow and plain, and shares no code with
//! another implementation: it reads the entries of a tournament and the articles, nothing else.
//!
//! # Articles
//! C.07 (2026) 4.2, 5-16, and what the earlier editions have in their place ([`TieBreakEdition`]).
//!
//! # Left out on purpose
//! Play-offs (article 3), drawing of lots (4.2): a tie that the list leaves stays a tie. Virtual
//! points: no article of C.07 names them.

mod code;
mod encounters;
mod field;
mod own;
mod ratings;
mod sums;
mod team_list;
mod teams;
mod unplayed;

use std::cmp::Ordering;
use std::fmt;

use edelweiss_model::{PlayerId, Tournament};

pub use code::{Code, NotACode, TieBreakName};
use field::StandingsField;
pub use team_list::{OnBoards, TeamCode, TeamLine, TeamValue, team_standings};
pub use teams::TeamReference;

/// An exact number: a score, or a quotient of scores.
pub type Fraction = num_rational::Ratio<i128>;

/// The text in force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TieBreakEdition {
    /// Until 31 August 2023 (many events until 31 March 2024): the virtual opponent.
    Before2023,
    /// Approved 1 August 2023, for all rated events from 1 April 2024: the dummy.
    April2024,
    /// From 1 August 2024.
    August2024,
    /// From 1 March 2026: the dummy's score is capped.
    March2026,
}

/// The value of one tie-break for one participant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ComputedValue {
    /// A number; more is better unless the tie-break says otherwise (TPN, RTNG/R).
    Number(Fraction),
    /// Direct Encounter: the place among those tied so far, from 1; 0 where it separates nobody.
    Place(usize),
    /// No game over the board to form an average of. Ranked last.
    Undefined,
    /// The tie-break is taken out of the list for everybody (preamble of article 10).
    Dropped,
}

impl fmt::Display for ComputedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Place(place) => place.fmt(f),
            Self::Undefined => f.write_str("undefined"),
            Self::Dropped => f.write_str("dropped"),
        }
    }
}

/// One participant of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsLine {
    /// Who.
    pub player: PlayerId,
    /// From 1; those whom the list does not separate share a rank.
    pub rank: usize,
    /// Points of the rounds counted, without virtual points.
    pub points: Fraction,
    /// By tie-break of the list.
    pub values: Vec<ComputedValue>,
}

/// A tie-break that these terms do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsRefused {
    /// Which.
    pub code: Code,
    /// The article.
    pub article: &'static str,
}

impl fmt::Display for StandingsRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not allowed here by {}", self.code, self.article)
    }
}

impl std::error::Error for StandingsRefused {}

/// The standings after `after_round` rounds: one line per player in the initial order.
///
/// The list is applied as 4.2 has it, each tie-break to the groups still tied. Points come first,
/// unless the list says where (`PTS`).
///
/// # Errors
/// [`StandingsRefused`] for a tie-break of article 8 where the pairings were fixed beforehand (2026).
pub fn standings(
    tournament: &Tournament,
    edition: TieBreakEdition,
    list: &[Code],
    after_round: usize,
) -> Result<Vec<StandingsLine>, StandingsRefused> {
    for code in list {
        if tournament.pre_determined
            && edition >= TieBreakEdition::March2026
            && code.name.is_article_8()
        {
            let code = code.clone();
            return Err(StandingsRefused {
                code,
                article: "the note to article 8: not in round robins",
            });
        }
    }
    let field = StandingsField::new(tournament, edition, after_round);
    let mut groups: Vec<Vec<usize>> = vec![(0..field.players.len()).collect()];
    if list.iter().all(|code| code.name != TieBreakName::Pts) {
        let points = column(&field, &Code::plain(TieBreakName::Pts), &groups);
        groups = split(&groups, &Code::plain(TieBreakName::Pts), &points);
    }
    let mut columns = Vec::new();
    for code in list {
        let values = column(&field, code, &groups);
        groups = split(&groups, code, &values);
        columns.push(values);
    }
    let mut ranks = vec![0; field.players.len()];
    let mut next = 1;
    for group in &groups {
        for member in group {
            ranks[*member] = next;
        }
        next += group.len();
    }
    let line = |player: PlayerId| StandingsLine {
        player,
        rank: ranks[player.index()],
        points: field.score(player.index()),
        values: columns
            .iter()
            .map(|column| column[player.index()])
            .collect(),
    };
    Ok(tournament.player_ids().map(line).collect())
}

/// The values of one tie-break, by player, where `groups` are those still tied.
fn column(field: &StandingsField, code: &Code, groups: &[Vec<usize>]) -> Vec<ComputedValue> {
    if code.name == TieBreakName::De {
        return encounters::places(field, code, groups);
    }
    if code.name.is_article_10() && field.players.iter().any(|player| player.rating.is_none()) {
        return vec![ComputedValue::Dropped; field.players.len()];
    }
    let value = |player| match code.name {
        TieBreakName::Pts => Some(field.score(player)),
        TieBreakName::Bh
        | TieBreakName::Fb
        | TieBreakName::Aob
        | TieBreakName::Sb
        | TieBreakName::Ks => sums::value(field, code, player),
        _ if code.name.is_article_10() => ratings::value(field, code, player),
        _ => Some(own::value(field, code, player)),
    };
    (0..field.players.len())
        .map(|player| value(player).map_or(ComputedValue::Undefined, ComputedValue::Number))
        .collect()
}

/// 4.2: every group still tied falls into those with equal values, the best first.
fn split(groups: &[Vec<usize>], code: &Code, values: &[ComputedValue]) -> Vec<Vec<usize>> {
    let ascending = is_ascending(code);
    let mut finer: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let mut sorted = group.clone();
        sorted.sort_by(|a, b| better_first(values[*a], values[*b], ascending).then(a.cmp(b)));
        for member in sorted {
            match finer.last_mut() {
                Some(last) if group.contains(&last[0]) && values[last[0]] == values[member] => {
                    last.push(member);
                }
                _ => finer.push(vec![member]),
            }
        }
    }
    finer
}

/// Whether the lower value is the better one.
fn is_ascending(code: &Code) -> bool {
    match code.name {
        TieBreakName::Tpn => !code.reverse,
        TieBreakName::Rtng => code.reverse,
        _ => false,
    }
}

fn better_first(a: ComputedValue, b: ComputedValue, ascending: bool) -> Ordering {
    let key = |value| match value {
        ComputedValue::Number(number) if ascending => (false, number),
        ComputedValue::Number(number) => (false, -number),
        ComputedValue::Place(place) => (false, Fraction::from(place as i128)),
        ComputedValue::Undefined | ComputedValue::Dropped => (true, Fraction::from(0)),
    };
    key(a).cmp(&key(b))
}
