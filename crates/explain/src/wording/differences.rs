//! What is said of rounds that are not: why not otherwise, and a pairing made by hand.

use edelweiss_check::legality::Breach;
use edelweiss_model::Score;

use super::Wording;
use super::catalogue::{Message, Phrase};
use crate::wish::{Wish, WishRefusal};

/// Why not otherwise.
impl Wording {
    /// What is asked about a wish of these players.
    pub fn question(self, wish: Wish, players: &[String]) -> String {
        self.say(match (wish, players) {
            (Wish::Pair(..), [one, other, ..]) => Message::QuestionPair { one, other },
            (Wish::Bye(_), [player, ..]) => Message::QuestionBye { player },
            (Wish::Float(_), [player, ..]) => Message::QuestionFloat { player },
            (Wish::OtherColour(_), [player, ..]) => Message::QuestionOtherColour { player },
            (_, _) => return self.phrase(Phrase::QuestionWhatever).to_owned(),
        })
    }

    /// Two players in a sentence; one where there is one.
    fn both(self, players: &[String]) -> String {
        match players {
            [one, other] => self.say(Message::Both { one, other }),
            _ => players.concat(),
        }
    }

    /// What is said to it at once.
    pub fn refusal(self, refusal: WishRefusal, players: &[String]) -> String {
        let player = &players.first().map_or("", String::as_str);
        let both = &self.both(players);
        self.say(match refusal {
            WishRefusal::Granted => return self.phrase(Phrase::RefusalGranted).to_owned(),
            WishRefusal::NoBye => return self.phrase(Phrase::RefusalNoBye).to_owned(),
            WishRefusal::HaveMet(_, _, round) => {
                let round = &round;
                return self.say(Message::RefusalHaveMet { both, round });
            }
            WishRefusal::SamePlayer(_) => Message::RefusalSamePlayer { player },
            WishRefusal::Absent(_) => Message::RefusalAbsent { player },
            WishRefusal::KeptApart(..) => Message::RefusalKeptApart { both },
            WishRefusal::ColoursClash(..) => Message::RefusalColoursClash { both },
            WishRefusal::Barred(_) => Message::RefusalBarred { player },
            WishRefusal::HasBye(_) => Message::RefusalHasBye { player },
            WishRefusal::NoSuchOpponent(_) => Message::RefusalNoSuchOpponent { player },
        })
    }

    /// No legal round has it: so many groups of players each need a partner from outside.
    pub fn no_round_has_it(self, groups: usize, partners: usize) -> String {
        let (groups, partners) = (&groups, &partners);
        self.say(Message::NoRoundHasIt { groups, partners })
    }

    /// One of these groups, or the partners.
    pub fn group(self, number: usize, members: &str) -> String {
        let (number, members) = (&number, &members);
        self.say(Message::Group { number, members })
    }

    /// All other partners there are.
    pub fn partners(self, members: &str) -> String {
        self.say(Message::Partners { members: &members })
    }

    /// Another reason why there is no round.
    pub fn no_round(self) -> &'static str {
        self.phrase(Phrase::NoRound)
    }

    /// The system has no criteria.
    pub fn not_compared(self) -> &'static str {
        self.phrase(Phrase::NotCompared)
    }

    /// The best round with the wish differs first in this bracket, which holds a player of the wish or
    /// not.
    pub fn first_difference(self, bracket: usize, is_about: bool) -> String {
        let holds = if is_about {
            "a-player-of-it"
        } else {
            "nobody-of-it"
        };
        let (bracket, holds) = (&bracket, &holds);
        self.say(Message::FirstDifference { bracket, holds })
    }

    /// A criterion gets worse.
    pub fn gets_worse(self, name: &str, counts: &str, here: &str, there: &str) -> String {
        self.say(Message::GetsWorse {
            name: &name,
            counts: &counts,
            here: &here,
            there: &there,
        })
    }

    /// The same in the bracket below.
    pub fn gets_worse_below(self, name: &str, counts: &str, here: &str, there: &str) -> String {
        self.say(Message::GetsWorseBelow {
            name: &name,
            counts: &counts,
            here: &here,
            there: &there,
        })
    }

    /// The bye goes to a higher score.
    pub fn bye_gets_worse(self, here: Score, there: Score) -> String {
        let (here, there) = (&here, &there);
        self.say(Message::ByeGetsWorse { here, there })
    }

    /// Which pairs and floaters are to blame.
    pub fn because_of(self, units: &str) -> String {
        self.say(Message::BecauseOf { units: &units })
    }

    /// All criteria are equal, and the candidate comes later in the sequence by this article.
    pub fn later_in_sequence(self, article: &str) -> String {
        let what = match article {
            "4.4.2" | "D.3" => "limbo",
            "4.2" | "D.1" => "transposition",
            "4.3.2.1" | "D.2.a" => "more-exchanges",
            _ => "wider-exchange",
        };
        let (what, article) = (&what, &article);
        self.say(Message::LaterInSequence { what, article })
    }

    /// All criteria are equal, and more pairs break a soft ban.
    pub fn more_soft_bans(self, here: &str, there: &str) -> String {
        let (here, there) = (&here, &there);
        self.say(Message::MoreSoftBans { here, there })
    }

    /// Nothing tells the two apart.
    pub fn alike(self) -> &'static str {
        self.phrase(Phrase::Alike)
    }

    /// Why some players do not float, in short: a criterion of this name would get worse.
    pub fn others_would_cost(self, name: &str, players: &str) -> String {
        let (name, players) = (&name, &players);
        self.say(Message::OthersWouldCost { name, players })
    }

    /// In short: no criterion, but soft bans.
    pub fn others_would_break(self, players: &str) -> String {
        self.say(Message::OthersWouldBreak { players: &players })
    }

    /// In short: nothing but the sequence.
    pub fn others_come_later(self, players: &str) -> String {
        self.say(Message::OthersComeLater { players: &players })
    }

    /// In short: not allowed the bye.
    pub fn others_are_barred(self, players: &str) -> String {
        self.say(Message::OthersAreBarred { players: &players })
    }

    /// In short: no legal round.
    pub fn others_cannot(self, players: &str) -> String {
        self.say(Message::OthersCannot { players: &players })
    }
}

/// A pairing made by hand.
impl Wording {
    /// The title of a round that is judged.
    pub fn judged_round(self, round: u16, rules: &str) -> String {
        let (round, rules) = (&round, &rules);
        self.say(Message::JudgedRound { round, rules })
    }

    /// It breaks nothing absolute.
    pub fn is_legal(self) -> &'static str {
        self.phrase(Phrase::IsLegal)
    }

    /// It breaks so many things.
    pub fn is_not_legal(self, n: usize) -> String {
        self.say(Message::IsNotLegal { reasons: &n })
    }

    /// One of them, with the players it names.
    pub fn breach(self, breach: Breach, players: &[String], year: u16) -> String {
        let player = &players.first().map_or("", String::as_str);
        let both = &self.both(players);
        let dot = if year < 2026 { "." } else { "" };
        let absolute = |number: u8| format!("C{dot}{number}");
        let [c1, c2, c3] = [1, 2, 3].map(absolute);
        self.say(match breach {
            Breach::Unpaired(_) => Message::BreachUnpaired { player },
            Breach::PairedTwice(_) => Message::BreachPairedTwice { player },
            Breach::NotPresent(_) => Message::BreachNotPresent { player },
            Breach::NeedlessBye(_) => Message::BreachNeedlessBye { player },
            Breach::BarredFromBye(_) => Message::BreachBarredFromBye {
                player,
                criterion: &c2,
            },
            Breach::Rematch(..) => Message::BreachRematch {
                both,
                criterion: &c1,
            },
            Breach::Banned(..) => Message::BreachBanned { both },
            Breach::ColourClash(..) => Message::BreachColourClash {
                both,
                criterion: &c3,
            },
        })
    }

    /// It is the round that the rules make.
    pub fn is_the_right_round(self) -> &'static str {
        self.phrase(Phrase::IsTheRightRound)
    }

    /// The first bracket that differs.
    pub fn judged_difference(self, bracket: usize, score: Score) -> String {
        let (bracket, score) = (&bracket, &score);
        self.say(Message::JudgedDifference { bracket, score })
    }
}
