//! Standings of a tournament by C.07, the FIDE tie-break regulations: exact, by edition, and with
//! every contribution beside its article.
//!
//! - [`TieBreak`] is one tie-break with its modifiers, parsed from the short notation of tournament
//!   files, such as `BH/C1`;
//! - [`TieBreakRules`] is an edition of the regulations as data, [`Definition`] a row of article 5;
//! - [`standings`] ranks the players; [`Crosstable`] does the same and answers questions about single
//!   values ([`Crosstable::decompose`]).
//!
//! Teams are ranked by [`team_standings`], by match points and game points.
//!
//! Values are fractions and are rounded only where an article says so. The order in which tie-breaks
//! are listed changes no value, except those of type A (Direct Encounter), which are about the
//! participants still tied.
//!
//! ```
//! use edelweiss_model::{Colour, GameResult, Player, PlayerId, RoundEntry, TournamentData, Tpn};
//! use edelweiss_standings::{TieBreak, TieBreakRules, standings};
//!
//! let game = |opponent, colour, result| RoundEntry::Paired {
//!     opponent: PlayerId::from_index(opponent),
//!     colour: Some(colour),
//!     result,
//! };
//! let mut data = TournamentData::default();
//! for number in 1..=2 {
//!     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
//! }
//! data.players[0].entries = vec![game(1, Colour::White, GameResult::Loss)];
//! data.players[1].entries = vec![game(0, Colour::Black, GameResult::Win)];
//! let tournament = data.build().expect("nothing contradicts itself");
//!
//! let list: Vec<TieBreak> = ["BH", "DE"].iter().map(|code| code.parse().expect("known")).collect();
//! let standings = standings(&tournament, TieBreakRules::MARCH_2026, &list, None)?;
//! assert_eq!(standings.rows()[0].player, PlayerId::from_index(1));
//! # Ok::<(), edelweiss_standings::Refused>(())
//! ```
//!
//! Deliberately absent: play-offs (article 3) and lots (4.2): ties that stay are shown as ties.

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod article_5;
mod category;
mod column;
mod contributions;
mod crosstable;
mod cuts;
mod edition;
mod ladder;
mod matches;
mod modifiers;
mod notation;
mod of_teams;
mod order;
mod ranking;
mod rating_tables;
mod team_ranking;
mod tie_break_type;
mod tie_breaks;
mod unplayed;
mod value;

pub use article_5::Definition;
pub use category::Category;
pub use column::StandingsColumn;
pub use contributions::{Contribution, Cut, Decomposition, DummyBound, Source};
pub use crosstable::{Crosstable, RoundNotPaired};
pub use edition::{DummyRule, OpponentsRule, TieBreakRules};
pub use ladder::{LADDER_PARAMETERS, LadderParameter, LadderRules, LadderTable};
pub use matches::{MatchOutcome, TeamTable};
pub use modifiers::{Modifiers, Reference};
pub use notation::{TieBreak, UnknownTieBreak};
pub use of_teams::{NotOfTeams, are_teams_paired, tournament_of_teams};
pub use ranking::{Encounter, Refused, Remark, Standings, StandingsRow, standings};
pub use rating_tables::{rating_difference, scoring_probability};
pub use team_ranking::team_standings;
pub use tie_break_type::TieBreakType;
pub use value::Value;
