//! Who gets which prize of a tournament.
//!
//! A [`PrizeScheme`] is a file of prizes (`prizes.toml`): categories with their conditions and sums,
//! and how players of equal points share. [`award`] gives the prizes to the players of final
//! standings, with a reason for every sum.
//!
//! # The rule
//!
//! In every category the best players who have no prize yet are its *leaders*: those of equal points,
//! or where a category goes by rank, those of equal rank. The leaders share as many prizes of the
//! category as they are, or what is left of them. Each category offers its leaders their shares; **the
//! highest sum on offer is given first**, with the whole group that shares in it (of equal offers, that
//! of the category named first), and all categories look for their leaders anew. A member of the group
//! to whom another category offers more is left out of it beforehand. So nobody has two prizes, and
//! nobody has a lower one than was to be had.
//!
//! Categories that are `in-addition` are given by themselves, whatever else a player gets.
//!
//! - [`Sharing::Equal`]: the leaders share the sum of their prizes equally.
//! - [`Sharing::Hort`]: half of a prize goes by rank, the other half is shared equally.
//! - [`Sharing::Rank`]: nobody shares but players whom no tie-break tells apart.
//!
//! What a division leaves over goes to the better ranked, a smallest unit each. All sums are whole
//! numbers of hundredths.
//!
//! ```
//! use edelweiss_model::{Score, Tpn};
//! use edelweiss_prizes::{Competitor, PrizeScheme, award};
//!
//! let scheme = PrizeScheme::read("
//!     [[category]]
//!     name = 'Open'
//!     prizes = [500, 300]
//! ")?;
//! let mut players: Vec<_> = (1..=3).map(|number| Competitor::new(Tpn::new(number).expect("small"))).collect();
//! for (player, (rank, points)) in players.iter_mut().zip([(1, 70), (2, 65), (3, 65)]) {
//!     player.rank = rank;
//!     player.points = Score::from_tenths(points);
//! }
//! let awards = award(&scheme, &players)?;
//! let sums: Vec<_> = awards.payouts.iter().map(|payout| payout.sum.to_string()).collect();
//! assert_eq!(sums, ["500.00", "150.00", "150.00"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod awards;
mod competitor;
mod conditions;
mod money;
mod scheme;
mod shares;

pub use awards::{Awards, NotGiven, Payout, Unawardable, award};
pub use competitor::{Birth, Competitor};
pub use conditions::Conditions;
pub use money::Money;
pub use scheme::{PrizeCategory, PrizeScheme, SchemeError};
pub use shares::Sharing;
