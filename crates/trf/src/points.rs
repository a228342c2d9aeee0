//! What results are worth: `162`, `XXS` and `BB?` lines, and the check of the points columns.
//!
//! Three families of lines set the same values. Each may say a value outright, and some
//! letters imply another value unless that is said too (`W` implies the pairing-allocated bye in
//! `162` and `BB?`, but not in `XXS`; `Z` implies the loss by forfeit in `162`, but not in `BB?`). Where two families say a value outright they must agree;
//! what is said outright wins over what is implied, and that over the default.

use edelweiss_model::{PointField, PointSystem, Score};

use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};

use PointField::{
    BlackDraw, BlackLoss, BlackWin, ForfeitLoss, ForfeitWin, FullPointBye, HalfPointBye,
    PairingAllocatedBye, Unknown, WhiteDraw, WhiteLoss, WhiteWin, ZeroPointBye,
};

const WIN: &[PointField] = &[WhiteWin, BlackWin, FullPointBye, ForfeitWin];
const DRAW: &[PointField] = &[WhiteDraw, BlackDraw, HalfPointBye];

/// JaVaFo's codes of single values.
pub(crate) fn xxs_codes() -> impl Iterator<Item = (&'static str, PointField)> {
    let fields = PointField::ALL.into_iter();
    fields.filter_map(|field| Some((field.code()?, field)))
}

/// A family of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// `162`
    Trf26,
    /// `BB?`
    BbpPairings,
    /// `XXS`
    Javafo,
}

/// What one family says.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    /// The value with the line that said it.
    outright: [Option<(Score, u32)>; PointField::ALL.len()],
    implied: [Option<Score>; PointField::ALL.len()],
}

/// All points lines of a file.
#[derive(Debug, Default)]
pub(crate) struct PointLines {
    families: [Said; 3],
}

impl PointLines {
    /// `162`: letters with values. Letters and values are read as words, because the positions in
    /// the specification's text and table differ.
    pub(crate) fn read_162(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let mut words = line.words(4, b"").peekable();
        while let Some((column, word)) = words.next() {
            let (letter, attached) = (word[0].to_ascii_uppercase(), &word[1..]);
            let at = At::line(number);
            let (value_column, value) = if attached.is_empty() {
                words.next().unwrap_or((column, &[]))
            } else {
                (column + 1, attached)
            };
            let (outright, implied): (&[PointField], Option<PointField>) = match letter {
                b'W' => (WIN, Some(PairingAllocatedBye)),
                b'D' => (DRAW, Some(Unknown)),
                b'L' => (&[WhiteLoss, BlackLoss], None),
                b'A' => (&[ZeroPointBye, ForfeitLoss], None),
                // Not of the format: bbpPairings 6.0.0 has it in the place of A, with a `BBF` beside
                // it where a loss by forfeit is worth something else.
                b'Z' => (&[ZeroPointBye], Some(ForfeitLoss)),
                b'P' => (&[PairingAllocatedBye], None),
                b'X' => (&[Unknown], None),
                _ => {
                    let message = format!(
                        "result of the points record is {}, expected W, D, L, A, P or X",
                        shown(&word[..1])
                    );
                    let at = at.columns(column, column).field("symbol");
                    return log.error(FindingKind::Field, at, message, "");
                }
            };
            let at = at.columns(value_column, value_column + value.len().saturating_sub(1));
            let Some(score) = read_value(value, letter as char, at, log) else {
                return;
            };
            self.say(Family::Trf26, outright, implied, score, at, log);
        }
    }

    /// `BBW  3.0` and its sisters.
    pub(crate) fn read_bb(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        let letter = line.at(3);
        let (outright, implied): (&[PointField], Option<PointField>) = match letter {
            b'W' => (WIN, Some(PairingAllocatedBye)),
            b'D' => (DRAW, Some(Unknown)),
            b'L' => (&[WhiteLoss, BlackLoss], None),
            b'Z' => (&[ZeroPointBye], None),
            b'F' => (&[ForfeitLoss], None),
            _ => (&[PairingAllocatedBye], None),
        };
        let at = At::line(number).columns(4, line.len().max(4));
        let field = line.field(4, line.len().max(4));
        if let Some(score) = read_value(field, letter as char, at, log) {
            self.say(Family::BbpPairings, outright, implied, score, at, log);
        }
    }

    /// `XXS CODE=value ...`; later entries override earlier ones.
    pub(crate) fn read_xxs(&mut self, number: u32, line: &Line<'_>, log: &mut Log) {
        for (column, word) in line.words(4, b",") {
            let at = At::line(number).columns(column, column + word.len() - 1);
            let Some(equals) = word.iter().position(|byte| *byte == b'=') else {
                let message = format!("entry of XXS is {}, expected CODE=value", shown(word));
                return log.error(FindingKind::Field, at, message, "for example `XXS W=3 D=1`");
            };
            let code = String::from_utf8_lossy(&word[..equals]).to_ascii_uppercase();
            let single = xxs_codes().find(|(name, _)| *name == code);
            let (outright, implied): (&[PointField], Option<PointField>) =
                match (code.as_str(), &single) {
                    ("W", _) => (WIN, None),
                    ("D", _) => (DRAW, Some(Unknown)),
                    ("WD", _) => (&[WhiteDraw], Some(Unknown)),
                    (_, Some((_, value))) => (std::slice::from_ref(value), None),
                    _ => {
                        let message = format!(
                            "code of XXS is {}, expected one of W D {}",
                            shown(&word[..equals]),
                            xxs_codes()
                                .map(|(code, _)| code)
                                .collect::<Vec<_>>()
                                .join(" ")
                        );
                        return log.error(FindingKind::Field, at, message, "a loss is `WL=0 BL=0`");
                    }
                };
            let Some(score) = read_value(&word[equals + 1..], &code, at, log) else {
                return;
            };
            self.say(Family::Javafo, outright, implied, score, at, log);
        }
    }

    fn say(
        &mut self,
        family: Family,
        outright: &[PointField],
        implied: Option<PointField>,
        score: Score,
        at: At,
        log: &mut Log,
    ) {
        for &value in outright {
            let index = value as usize;
            let rival = (self.families.iter().enumerate())
                // Within XXS later entries override earlier ones.
                .filter(|(other, _)| *other != family as usize || family != Family::Javafo)
                .find_map(|(_, said)| said.outright[index].filter(|(other, _)| *other != score));
            if let Some((other, line)) = rival {
                let message = format!(
                    "{} is worth {score} here and {other} in line {line}",
                    value.words()
                );
                log.error(
                    FindingKind::Contradiction,
                    at,
                    message,
                    "162, XXS and BB? lines must agree where several of them speak",
                );
                return;
            }
            self.families[family as usize].outright[index] = Some((score, at.line));
        }
        if let Some(value) = implied {
            self.families[family as usize].implied[value as usize] = Some(score);
        }
    }

    /// The values in force.
    pub(crate) fn point_system(&self) -> PointSystem {
        let mut points = PointSystem::default();
        for value in PointField::ALL {
            let index = value as usize;
            let outright = self.families.iter().find_map(|said| said.outright[index]);
            let implied = self.families.iter().find_map(|said| said.implied[index]);
            if let Some(score) = outright.map(|(score, _)| score).or(implied) {
                points.set(value, score);
            }
        }
        points
    }
}

fn read_value(field: &[u8], code: impl std::fmt::Display, at: At, log: &mut Log) -> Option<Score> {
    let score = columns::score(field);
    if score.is_none() {
        let message = format!(
            "points for {code} are {}, expected a number such as '1.5'",
            shown(columns::trimmed(field))
        );
        log.error(
            FindingKind::Field,
            at.field("points"),
            message,
            "points are counted in tenths",
        );
    }
    score
}
