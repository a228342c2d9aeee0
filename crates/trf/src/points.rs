//! What results are worth: `162`, `XXS` and `BB?` lines, and the check of the points columns.
//!
//! Three families of lines set the same thirteen values. Each may say a value outright, and some
//! letters imply another value unless that is said too (`W` implies the pairing-allocated bye in
//! `162` and `BB?`, but not in `XXS`; `Z` implies the loss by forfeit in `162`, but not in `BB?`). Where two families say a value outright they must agree;
//! what is said outright wins over what is implied, and that over the default.

use edelweiss_model::{PointSystem, Score};

use crate::columns::{self, Line, shown};
use crate::error::{At, FindingKind, Log};

/// The thirteen values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum PointsValue {
    WhiteWin,
    BlackWin,
    WhiteDraw,
    BlackDraw,
    WhiteLoss,
    BlackLoss,
    PairingAllocated,
    FullBye,
    HalfBye,
    ZeroBye,
    ForfeitWin,
    ForfeitLoss,
    Unknown,
}

const VALUES: usize = 13;

use PointsValue::{
    BlackDraw, BlackLoss, BlackWin, ForfeitLoss, ForfeitWin, FullBye, HalfBye, PairingAllocated,
    Unknown, WhiteDraw, WhiteLoss, WhiteWin, ZeroBye,
};

const WIN: &[PointsValue] = &[WhiteWin, BlackWin, FullBye, ForfeitWin];
const DRAW: &[PointsValue] = &[WhiteDraw, BlackDraw, HalfBye];

/// JaVaFo's codes, in the order of its manual.
pub(crate) const XXS_CODES: [(&str, PointsValue); 12] = [
    ("WW", WhiteWin),
    ("BW", BlackWin),
    ("WD", WhiteDraw),
    ("BD", BlackDraw),
    ("WL", WhiteLoss),
    ("BL", BlackLoss),
    ("ZPB", ZeroBye),
    ("HPB", HalfBye),
    ("FPB", FullBye),
    ("PAB", PairingAllocated),
    ("FW", ForfeitWin),
    ("FL", ForfeitLoss),
];

/// One of the thirteen values of a system.
pub(crate) fn value(points: &PointSystem, value: PointsValue) -> Score {
    match value {
        WhiteWin => points.win[0],
        BlackWin => points.win[1],
        WhiteDraw => points.draw[0],
        BlackDraw => points.draw[1],
        WhiteLoss => points.loss[0],
        BlackLoss => points.loss[1],
        PairingAllocated => points.pairing_allocated_bye,
        FullBye => points.full_point_bye,
        HalfBye => points.half_point_bye,
        ZeroBye => points.zero_point_bye,
        ForfeitWin => points.forfeit_win,
        ForfeitLoss => points.forfeit_loss,
        Unknown => points.unknown,
    }
}

fn set(points: &mut PointSystem, value: PointsValue, score: Score) {
    *match value {
        WhiteWin => &mut points.win[0],
        BlackWin => &mut points.win[1],
        WhiteDraw => &mut points.draw[0],
        BlackDraw => &mut points.draw[1],
        WhiteLoss => &mut points.loss[0],
        BlackLoss => &mut points.loss[1],
        PairingAllocated => &mut points.pairing_allocated_bye,
        FullBye => &mut points.full_point_bye,
        HalfBye => &mut points.half_point_bye,
        ZeroBye => &mut points.zero_point_bye,
        ForfeitWin => &mut points.forfeit_win,
        ForfeitLoss => &mut points.forfeit_loss,
        Unknown => &mut points.unknown,
    } = score;
}

const ALL: [PointsValue; VALUES] = [
    WhiteWin,
    BlackWin,
    WhiteDraw,
    BlackDraw,
    WhiteLoss,
    BlackLoss,
    PairingAllocated,
    FullBye,
    HalfBye,
    ZeroBye,
    ForfeitWin,
    ForfeitLoss,
    Unknown,
];

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
    outright: [Option<(Score, u32)>; VALUES],
    implied: [Option<Score>; VALUES],
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
            let (outright, implied): (&[PointsValue], Option<PointsValue>) = match letter {
                b'W' => (WIN, Some(PairingAllocated)),
                b'D' => (DRAW, Some(Unknown)),
                b'L' => (&[WhiteLoss, BlackLoss], None),
                b'A' => (&[ZeroBye, ForfeitLoss], None),
                // Not of the format: bbpPairings 6.0.0 has it in the place of A, with a `BBF` beside
                // it where a loss by forfeit is worth something else.
                b'Z' => (&[ZeroBye], Some(ForfeitLoss)),
                b'P' => (&[PairingAllocated], None),
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
        let (outright, implied): (&[PointsValue], Option<PointsValue>) = match letter {
            b'W' => (WIN, Some(PairingAllocated)),
            b'D' => (DRAW, Some(Unknown)),
            b'L' => (&[WhiteLoss, BlackLoss], None),
            b'Z' => (&[ZeroBye], None),
            b'F' => (&[ForfeitLoss], None),
            _ => (&[PairingAllocated], None),
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
            let single = XXS_CODES.iter().find(|(name, _)| *name == code);
            let (outright, implied): (&[PointsValue], Option<PointsValue>) = match (
                code.as_str(),
                &single,
            ) {
                ("W", _) => (WIN, None),
                ("D", _) => (DRAW, Some(Unknown)),
                ("WD", _) => (&[WhiteDraw], Some(Unknown)),
                (_, Some((_, value))) => (std::slice::from_ref(value), None),
                _ => {
                    let message = format!(
                        "code of XXS is {}, expected one of W D WW BW WD BD WL BL ZPB HPB FPB PAB FW FL",
                        shown(&word[..equals])
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
        outright: &[PointsValue],
        implied: Option<PointsValue>,
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
                    name(value)
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
        for value in ALL {
            let index = value as usize;
            let outright = self.families.iter().find_map(|said| said.outright[index]);
            let implied = self.families.iter().find_map(|said| said.implied[index]);
            if let Some(score) = outright.map(|(score, _)| score).or(implied) {
                set(&mut points, value, score);
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

fn name(value: PointsValue) -> &'static str {
    match value {
        WhiteWin => "a win with White",
        BlackWin => "a win with Black",
        WhiteDraw => "a draw with White",
        BlackDraw => "a draw with Black",
        WhiteLoss => "a loss with White",
        BlackLoss => "a loss with Black",
        PairingAllocated => "the pairing-allocated bye",
        FullBye => "a full-point bye",
        HalfBye => "a half-point bye",
        ZeroBye => "a zero-point bye",
        ForfeitWin => "a win by forfeit",
        ForfeitLoss => "a loss by forfeit",
        Unknown => "an unknown result",
    }
}
