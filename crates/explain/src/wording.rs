//! Everything that is said: what in which place is here, in which words in the files of `locales`.
//!
//! Sentences receive names and numbers ready to be printed, and articles as the edition numbers them.
//! A new language is one file; the build refuses one that lacks a message or a variable, and the compiler
//! a sentence that does not give each variable.

mod brackets;
mod catalogue;
mod certain;
mod differences;

use catalogue::{CODES, Message, Phrase};

/// Short names of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordLabel {
    /// Players who belong to the scoregroup.
    Residents,
    /// Players who floated into it.
    MovedDown,
    /// Players of other scores, in systems that move them in their own ways.
    MovedIn,
    /// The first half.
    S1,
    /// The second half.
    S2,
    /// Moved-down players who are not paired.
    Limbo,
    /// S1 of the remainder.
    RemainderS1,
    /// S2 of the remainder.
    RemainderS2,
    /// The sequence.
    Course,
    /// The pairs.
    Pairs,
    /// Who leaves the bracket.
    Floaters,
    /// The pairing-allocated bye.
    Bye,
    /// The price.
    Costs,
    /// Soft bans, which are no criteria.
    SoftBans,
    /// A board.
    Board,
    /// The heading of all boards.
    Boards,
    /// A player's history.
    History,
    /// Why those float, or have the bye, and nobody else.
    WhyThey,
    /// The bracket as it would be with a wish.
    Instead,
    /// What decides.
    Decides,
    /// What somebody would have liked to see.
    Question,
    /// What was given to be judged.
    Given,
    /// What is right.
    Right,
    /// Games without a result.
    OpenGames,
    /// Boards that are certain.
    Certain,
    /// Players whose board is not.
    Uncertain,
}

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wording(usize);

/// English.
impl Default for Wording {
    fn default() -> Self {
        Self(0)
    }
}

impl Wording {
    /// Every language, English first, the others by their codes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CODES.len()).map(Self)
    }

    /// The language with a code; `None` where there is none.
    pub fn of(code: &str) -> Option<Self> {
        Self::all().find(|language| language.code() == code)
    }

    /// `en`, `de`, ...
    pub fn code(self) -> &'static str {
        CODES[self.0]
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        self.phrase(Phrase::LanguageName)
    }

    fn phrase(self, phrase: Phrase) -> &'static str {
        phrase.text(self.0)
    }

    fn say(self, message: Message<'_>) -> String {
        let mut said = String::new();
        message.write(self.0, &mut said).expect("a string grows");
        said
    }

    /// The name of a thing.
    pub fn label(self, label: WordLabel) -> &'static str {
        self.phrase(match label {
            WordLabel::Residents => Phrase::LabelResidents,
            WordLabel::MovedDown => Phrase::LabelMovedDown,
            WordLabel::MovedIn => Phrase::LabelMovedIn,
            WordLabel::S1 => Phrase::LabelS1,
            WordLabel::S2 => Phrase::LabelS2,
            WordLabel::Limbo => Phrase::LabelLimbo,
            WordLabel::RemainderS1 => Phrase::LabelRemainderS1,
            WordLabel::RemainderS2 => Phrase::LabelRemainderS2,
            WordLabel::Course => Phrase::LabelCourse,
            WordLabel::Pairs => Phrase::LabelPairs,
            WordLabel::Floaters => Phrase::LabelFloaters,
            WordLabel::Bye => Phrase::LabelBye,
            WordLabel::Costs => Phrase::LabelCosts,
            WordLabel::SoftBans => Phrase::LabelSoftBans,
            WordLabel::Board => Phrase::LabelBoard,
            WordLabel::Boards => Phrase::LabelBoards,
            WordLabel::History => Phrase::LabelHistory,
            WordLabel::WhyThey => Phrase::LabelWhyThey,
            WordLabel::Instead => Phrase::LabelInstead,
            WordLabel::Decides => Phrase::LabelDecides,
            WordLabel::Question => Phrase::LabelQuestion,
            WordLabel::Given => Phrase::LabelGiven,
            WordLabel::Right => Phrase::LabelRight,
            WordLabel::OpenGames => Phrase::LabelOpenGames,
            WordLabel::Certain => Phrase::LabelCertain,
            WordLabel::Uncertain => Phrase::LabelUncertain,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_its_code() {
        let codes: Vec<&str> = Wording::all().map(Wording::code).collect();
        assert_eq!(codes[0], "en");
        assert!(codes[1..].is_sorted_by(|one, next| one < next), "{codes:?}");
        for language in Wording::all() {
            assert_eq!(Wording::of(language.code()), Some(language));
        }
        assert_eq!(Wording::of("xx"), None);
    }
}
