//! Explains pairings in an arbiter's terms: C.04.1 (2026) 9 asks whoever pairs to be able to.
//!
//! [`story`] is what happened, as data; [`tell`] says it in a language ([`Wording`]), and a
//! [`Narrative`] becomes text or Markdown; [`to_html`] makes a page of the round. Nothing here opens a file or prints.
//!
//! ```
//! use edelweiss_explain::{Focus, ListLength, StorySetting, Wording, story, tell};
//! use edelweiss_model::{Player, Position, TournamentData, Tpn};
//! use edelweiss_pairing::{Outcome, Rules, pair_position};
//!
//! let mut data = TournamentData::default();
//! for number in 1..=5 {
//!     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
//! }
//! let tournament = data.build().expect("five fresh players contradict nothing");
//! let rules = Rules::dutch_2026();
//! let position = Position::derive(&tournament, &rules.edition.definitions);
//! let Outcome::Paired(round) = pair_position(&position, &rules) else {
//!     panic!("a first round can be paired");
//! };
//! let setting = StorySetting::dutch(&tournament, &position, &rules);
//! let english = Wording::default();
//! let told = story(&setting, &round, Focus::Everything);
//! let text = tell(&setting, &told, english, Focus::Everything, ListLength::Whole).to_text();
//! assert!(text.contains("S1 meets S2 as they stand (3.3.1)"), "{text}");
//! ```

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

mod answering;
mod course;
mod focus;
mod judgement;
mod narrative;
mod page;
mod payers;
mod preview;
mod previewing;
mod rivals;
mod setting;
mod stories;
mod telling;
mod wish;
mod wording;

pub use answering::tell_why_not;
pub use course::{BracketCourse, Halves};
pub use focus::Focus;
pub use judgement::{judged_bracket, judgement, tell_judgement};
pub use narrative::{Narrative, NarrativeBlock};
pub use page::to_html;
pub use payers::RuleStory;
pub use preview::{PlayerPreview, Preview, PreviewLimits, preview};
pub use previewing::{PreviewLength, tell_preview};
pub use rivals::{DecidingDifference, Rival, WishAnswer, why_not, why_nots};
pub use setting::StorySetting;
pub use stories::{BracketStory, RoundStory, story};
pub use telling::{ListLength, tell};
pub use wish::{Wish, WishRefusal};
pub use wording::{WordLabel, Wording};
