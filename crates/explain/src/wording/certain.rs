//! What is said of boards: who is certain to sit there while games are open, with which colours and why.

use edelweiss_model::{Colour, Float, Strength};
use edelweiss_pairing::ColourReason;

use super::Wording;
use super::catalogue::{Message, Phrase};

/// What is certain while games are open.
impl Wording {
    /// The title of a preview.
    pub fn previewed_round(self, round: u16) -> String {
        self.say(Message::PreviewedRound { round: &round })
    }

    /// How many outcomes of so many open games were paired; with the seed where they were drawn.
    pub fn outcomes_paired(self, open: usize, outcomes: usize, seed: Option<u64>) -> String {
        let (open, outcomes) = (&open, &outcomes);
        match &seed {
            None => self.say(Message::OutcomesAllPaired { open, outcomes }),
            Some(seed) => self.say(Message::OutcomesDrawn {
                open,
                outcomes,
                seed,
            }),
        }
    }

    /// So many of them have no round.
    pub fn outcomes_without_round(self, n: usize) -> String {
        self.say(Message::OutcomesWithoutRound { n: &n })
    }

    /// The two meet, with colours that are not certain.
    pub fn colours_open(self, one: &str, other: &str) -> String {
        let (one, other) = (&one, &other);
        self.say(Message::ColoursOpen { one, other })
    }

    /// An opponent, in so many of all outcomes.
    pub fn times(self, opponent: &str, times: usize, all: usize) -> String {
        self.say(Message::Times {
            opponent: &opponent,
            times: &times,
            all: &all,
        })
    }

    /// So many more opponents.
    pub fn more_opponents(self, n: usize) -> String {
        self.say(Message::MoreOpponents { n: &n })
    }

    /// Behind a list: so many more.
    pub fn and_more(self, n: usize) -> String {
        self.say(Message::AndMore { n: &n })
    }

    /// Below a list: so many more, which an option shows.
    pub fn cut(self, n: usize) -> String {
        self.say(Message::Cut { n: &n })
    }

    /// The games that decide it.
    pub fn depends_on(self, games: &str) -> String {
        self.say(Message::DependsOn { games: &games })
    }
}

/// Colours, and what was before.
impl Wording {
    /// White, then Black.
    pub fn seats(self, white: &str, black: &str) -> String {
        let (white, black) = (&white, &black);
        self.say(Message::Seats { white, black })
    }

    /// The rule that decided the colours.
    pub fn colour_reason(self, reason: ColourReason) -> &'static str {
        self.phrase(match reason {
            ColourReason::BothGranted => Phrase::ColourBothGranted,
            ColourReason::Stronger => Phrase::ColourStronger,
            ColourReason::WiderDifference => Phrase::ColourWiderDifference,
            ColourReason::Alternated => Phrase::ColourAlternated,
            ColourReason::HigherRanked => Phrase::ColourHigherRanked,
            ColourReason::InitialColour => Phrase::ColourInitial,
            ColourReason::Article(_) => Phrase::ColourArticle,
        })
    }

    /// The letter of a colour.
    pub fn colour_letter(self, colour: Colour) -> &'static str {
        self.phrase(match colour {
            Colour::White => Phrase::LetterWhite,
            Colour::Black => Phrase::LetterBlack,
        })
    }

    /// The colour that is due, and how strongly.
    pub fn due(self, preference: Option<Colour>, strength: Strength) -> String {
        let strength = match strength {
            Strength::None => "none",
            Strength::Mild => "mild",
            Strength::Strong => "strong",
            Strength::Absolute => "absolute",
        };
        let colour = match preference {
            None => return self.phrase(Phrase::NoColourDue).to_owned(),
            Some(Colour::White) => "white",
            Some(Colour::Black) => "black",
        };
        let (colour, strength) = (&colour, &strength);
        self.say(Message::Due { colour, strength })
    }

    /// A player's colours so far, what is due, and the floats of the last two rounds.
    pub fn history(self, player: &str, colours: &str, due: &str, floats: [Float; 2]) -> String {
        let (player, due) = (&player, &due);
        let mut said = if colours.is_empty() {
            self.say(Message::HistoryWithoutGame { player, due })
        } else {
            let colours = &colours;
            self.say(Message::History {
                player,
                colours,
                due,
            })
        };
        for (float, rounds) in floats.into_iter().zip([1, 2]) {
            let way = match float {
                Float::None => continue,
                Float::Down => "down",
                Float::Up => "up",
            };
            let (way, rounds) = (&way, &rounds);
            said += &self.say(Message::Floated { way, rounds });
        }
        said
    }
}
