//! Rating changes by the FIDE Rating Regulations (B.02), and title norms: of each rated player the games that count, the
//! expected score, and the change for each development coefficient K that the player may have.
//!
//! - Only games over the board between two rated players count: no byes, no forfeits, no unrated games.
//! - The expected score of a game is that of table 8.1.2, after the rule of 400 points (8.3.1), which differs
//!   between editions ([`RatingEdition`]).
//! - K follows from what a tournament file does not say: games played before, the highest rating so far. What
//!   can be told is told; otherwise every K that is possible is there, and nothing is guessed.
//! - Everything is exact, in hundredths of a point; nothing is rounded, since B.02 rounds the sum of a rating
//!   period (8.3.4), of which a tournament is a part.
//!
//! Left out on purpose: first ratings of unrated players, and K where more than 700 / K games are played in one
//! rating period (8.3.3), which a file of one event does not tell.
//!
//! [`norms`] judges title norms by the FIDE Title Regulations (B.01).
//!
//! The text is that of the Handbook's chapter B.02 in force since 1 March 2024, article 8.3, with the amendment of
//! 8.3.1 of 1 October 2025. Events before that are not offered, since the rule of 400 points was another one.
//!
//! ```
//! use edelweiss_model::{Colour, GameResult, Player, PlayerId, RoundEntry, TournamentData, Tpn};
//! use edelweiss_ratings::{EDITIONS, rating_changes};
//!
//! let game = |opponent, result| RoundEntry::Paired {
//!     opponent: PlayerId::from_index(opponent),
//!     colour: Some(if opponent == 1 { Colour::White } else { Colour::Black }),
//!     result,
//! };
//! let player = |number, rating, entry| Player {
//!     rating: Some(rating),
//!     entries: vec![entry],
//!     ..Player::new(Tpn::new(number).expect("1..=9999"))
//! };
//! let data = TournamentData {
//!     players: vec![
//!         player(1, 2500, game(1, GameResult::Win)),
//!         player(2, 2400, game(0, GameResult::Loss)),
//!     ],
//!     ..TournamentData::default()
//! };
//! let tournament = data.build().expect("one game");
//! let changes = rating_changes(&tournament, &EDITIONS[0], |_| None);
//! // 100 points more: 64 per cent are expected. K is 10 from 2400 on: a change of 3.6.
//! assert_eq!(changes[0].difference().hundredths(), 36);
//! assert_eq!(changes[0].change(10).to_string(), "3.6");
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod coefficient;
mod edition;
mod games;
mod hundredths;
pub mod norms;

pub use coefficient::{COEFFICIENTS, CoefficientReason, Coefficients};
pub use edition::{EDITIONS, RatingEdition, edition_of};
pub use games::{KnownOfPlayer, RatedGame, RatingChange, rating_changes};
pub use hundredths::Hundredths;
