//! A result as arbiters write it: of both players, White first.

use std::fmt;
use std::str::FromStr;

use edelweiss_model::GameResult;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The result of a game, seen from both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameScore {
    /// Seen from White.
    pub white: GameResult,
    /// Seen from Black.
    pub black: GameResult,
}

/// A text that is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoScore {
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for NoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NoScore {}

/// How a game came to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    Played,
    Unrated,
    Forfeited,
}

/// What one player has of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScoreShare {
    Whole,
    Half,
    Nothing,
}

impl GameScore {
    /// No result yet.
    pub const OPEN: Self = Self {
        white: GameResult::Unknown,
        black: GameResult::Unknown,
    };
    /// To be played on.
    const ADJOURNED: Self = Self {
        white: GameResult::Adjourned,
        black: GameResult::Adjourned,
    };

    /// Whether a side has no result yet.
    pub fn is_open(self) -> bool {
        [self.white, self.black].contains(&GameResult::Unknown)
    }

    fn of(shares: [ScoreShare; 2], manner: Manner) -> Option<Self> {
        let [white, black] = shares.map(|share| result(share, manner));
        Some(Self {
            white: white?,
            black: black?,
        })
    }
}

fn result(share: ScoreShare, manner: Manner) -> Option<GameResult> {
    Some(match (share, manner) {
        (ScoreShare::Whole, Manner::Played) => GameResult::Win,
        (ScoreShare::Half, Manner::Played) => GameResult::Draw,
        (ScoreShare::Nothing, Manner::Played) => GameResult::Loss,
        (ScoreShare::Whole, Manner::Unrated) => GameResult::UnratedWin,
        (ScoreShare::Half, Manner::Unrated) => GameResult::UnratedDraw,
        (ScoreShare::Nothing, Manner::Unrated) => GameResult::UnratedLoss,
        (ScoreShare::Whole, Manner::Forfeited) => GameResult::ForfeitWin,
        (ScoreShare::Nothing, Manner::Forfeited) => GameResult::ForfeitLoss,
        (ScoreShare::Half, Manner::Forfeited) => return None,
    })
}

/// What one side shows: the share, and the letter behind it.
fn shown(result: GameResult) -> (&'static str, &'static str) {
    match result {
        GameResult::Win => ("1", ""),
        GameResult::Draw => ("½", ""),
        GameResult::Loss => ("0", ""),
        GameResult::UnratedWin => ("1", "U"),
        GameResult::UnratedDraw => ("½", "U"),
        GameResult::UnratedLoss => ("0", "U"),
        GameResult::ForfeitWin => ("1", "F"),
        GameResult::ForfeitLoss => ("0", "F"),
        GameResult::Adjourned => ("?", ""),
        GameResult::Unknown => ("*", ""),
    }
}

impl fmt::Display for GameScore {
    /// `1-0`, `½-½`, `0-1F` (by forfeit), `1-0U` (not rated), `?` (adjourned), `*` (no result).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((white, of_white), (black, of_black)) = (shown(self.white), shown(self.black));
        match () {
            () if *self == Self::OPEN || *self == Self::ADJOURNED => f.write_str(white),
            () if of_white == of_black => write!(f, "{white}-{black}{of_black}"),
            () => write!(f, "{white}{of_white}-{black}{of_black}"),
        }
    }
}

impl FromStr for GameScore {
    type Err = NoScore;

    /// In any usual spelling; blanks and capital letters do not matter.
    ///
    /// # Errors
    /// What was found and what was expected.
    fn from_str(text: &str) -> Result<Self, NoScore> {
        let wrong = |expected: &str| NoScore {
            message: format!("found the result {:?}, expected {expected}", text.trim()),
        };
        let plain = plain(text);
        match &plain[..] {
            "*" => return Ok(Self::OPEN),
            "?" => return Ok(Self::ADJOURNED),
            _ => {}
        }
        let Some((shares, manner)) = understood(&plain) else {
            return Err(wrong(SPELLINGS));
        };
        let n_halves: u8 = shares.iter().map(|share| halves(*share)).sum();
        if n_halves > 2 {
            return Err(wrong("at most one point for both players together"));
        }
        Self::of(shares, manner).ok_or_else(|| wrong("1-0F, 0-1F or 0-0F of a forfeited game"))
    }
}

const SPELLINGS: &str = "1-0, 0-1, ½-½ (or 1, 0, =), by forfeit 1-0F, 0-1F, 0-0F (or +-, -+, --), not rated 1-0U, adjourned ?, or * for none yet";

fn halves(share: ScoreShare) -> u8 {
    match share {
        ScoreShare::Whole => 2,
        ScoreShare::Half => 1,
        ScoreShare::Nothing => 0,
    }
}

/// One spelling of each sign.
fn plain(text: &str) -> String {
    let lower: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '–' | '—' | '−' | '‒' | '‐' | ':' => '-',
            other => other.to_ascii_lowercase(),
        })
        .collect();
    ["1/2", "0.5", "0,5", ".5", "="]
        .into_iter()
        .fold(lower, |text, half| text.replace(half, "½"))
}

/// The shares of both players, and how it came to them: `1-0`, `1-0f`, `1f-0f`, `+-`.
fn understood(plain: &str) -> Option<([ScoreShare; 2], Manner)> {
    let (rest, manner) = match (plain.strip_suffix('f'), plain.strip_suffix('u')) {
        (Some(rest), _) => (rest, Manner::Forfeited),
        (_, Some(rest)) => (rest, Manner::Unrated),
        _ => (plain, Manner::Played),
    };
    // What is written with + and - is a forfeit, with or without the letter.
    let by_signs = match rest {
        "+" | "+-" | "+--" => Some([ScoreShare::Whole, ScoreShare::Nothing]),
        "-" | "-+" | "--+" => Some([ScoreShare::Nothing, ScoreShare::Whole]),
        "--" | "---" => Some([ScoreShare::Nothing, ScoreShare::Nothing]),
        _ => None,
    };
    if let Some(shares) = by_signs {
        return (manner != Manner::Unrated).then_some((shares, Manner::Forfeited));
    }
    let shares = match rest {
        "1" => [ScoreShare::Whole, ScoreShare::Nothing],
        "0" => [ScoreShare::Nothing, ScoreShare::Whole],
        "½" | "½½" => [ScoreShare::Half, ScoreShare::Half],
        _ => {
            let (white, black) = rest.split_once('-')?;
            let white = match manner {
                Manner::Played => white,
                Manner::Forfeited => white.strip_suffix('f').unwrap_or(white),
                Manner::Unrated => white.strip_suffix('u').unwrap_or(white),
            };
            [share(white)?, share(black)?]
        }
    };
    Some((shares, manner))
}

fn share(text: &str) -> Option<ScoreShare> {
    match text {
        "1" => Some(ScoreShare::Whole),
        "½" => Some(ScoreShare::Half),
        "0" => Some(ScoreShare::Nothing),
        _ => None,
    }
}

impl Serialize for GameScore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameScore {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_spelling_is_understood() {
        for (canonical, spellings) in [
            ("1-0", &["1", "1:0", "1 - 0", "1–0", "1−0"][..]),
            ("0-1", &["0", "0:1", " 0-1 "]),
            (
                "½-½",
                &[
                    "½", "=", "==", "=-=", "1/2", "1/2-1/2", "0.5-0.5", "½½", "0,5:0,5",
                ],
            ),
            (
                "1-0F",
                &["+", "+-", "+:-", "1F", "1-0f", "1F-0F", "+-F", "1-0 F"],
            ),
            ("0-1F", &["-", "-+", "-:+", "0F", "0F-1F", "0-1f"]),
            ("0-0F", &["--", "-:-", "0-0f", "0f-0f"]),
            ("1-0U", &["1U", "1-0u", "1u-0u"]),
            ("½-½U", &["=U", "1/2U"]),
            ("0-0", &[]),
            ("½-0", &["1/2-0"]),
            ("?", &[" ?"]),
            ("*", &[]),
        ] {
            for text in spellings.iter().chain([&canonical]) {
                let score: GameScore = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(score.to_string(), canonical, "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_result_is_told_so() {
        for (text, expected) in [
            ("", "expected 1-0, 0-1"),
            ("2-0", "expected 1-0, 0-1"),
            ("1-0-0", "expected 1-0, 0-1"),
            ("1-1", "at most one point"),
            ("1-½", "at most one point"),
            ("½-½F", "of a forfeited game"),
            ("+-U", "expected 1-0, 0-1"),
            ("f", "expected 1-0, 0-1"),
            ("1ff", "expected 1-0, 0-1"),
            ("10", "expected 1-0, 0-1"),
        ] {
            let error = text.parse::<GameScore>().expect_err(text);
            assert!(error.message.contains(expected), "{text}: {error}");
        }
    }
}
