//! What is said of a round and its brackets: how they came about, and what they cost.

use edelweiss_model::Score;
use edelweiss_pairing::{Route, StepAction};
use edelweiss_weights::Rule;

use super::Wording;
use super::catalogue::{CRITERIA, Message, Phrase};

/// Rounds and their brackets.
impl Wording {
    /// The title of a round.
    pub fn round(self, round: u16, rules: &str) -> String {
        let (round, rules) = (&round, &rules);
        self.say(Message::Round { round, rules })
    }

    /// How many take part.
    pub fn field(self, players: usize, boards: usize) -> String {
        let (players, boards) = (&players, &boards);
        self.say(Message::Field { players, boards })
    }

    /// How many teams take part.
    pub fn field_of_teams(self, teams: usize, matches: usize) -> String {
        let (teams, matches) = (&teams, &matches);
        self.say(Message::FieldOfTeams { teams, matches })
    }

    /// How many names of a list are left out.
    pub fn more(self, count: usize) -> String {
        self.say(Message::More { count: &count })
    }

    /// Who has the bye, and that it is the last one who floats.
    pub fn bye(self, player: &str) -> String {
        self.say(Message::Bye { player: &player })
    }

    /// The heading of a bracket.
    pub fn bracket(self, number: usize, score: Score, route: Route) -> String {
        let route = match route {
            Route::Normal => "normal",
            Route::Penultimate => "penultimate",
            Route::CollapsedLast => "collapsed-last",
        };
        let (number, score, route) = (&number, &score, &route);
        self.say(Message::Bracket {
            number,
            score,
            route,
        })
    }

    /// Nobody of the bracket is paired in it.
    pub fn nobody_is_paired(self) -> &'static str {
        self.phrase(Phrase::NobodyIsPaired)
    }

    /// S1 meets S2 in order.
    pub fn as_they_stand(self, article: &str) -> String {
        self.say(Message::AsTheyStand { article: &article })
    }

    /// The moved-down players meet others than the first residents.
    pub fn mdps_transposed(self, opponents: &str, article: &str) -> String {
        let (opponents, article) = (&opponents, &article);
        self.say(Message::MdpsTransposed { opponents, article })
    }

    /// Others of the moved-down players are paired than the first ones.
    pub fn limbo_altered(self, paired: &str, article: &str) -> String {
        let (paired, article) = (&paired, &article);
        self.say(Message::LimboAltered { paired, article })
    }

    /// S2 in another order.
    pub fn transposed(self, order: &str, article: &str) -> String {
        let (order, article) = (&order, &article);
        self.say(Message::Transposed { order, article })
    }

    /// Players changed places between S1 and S2.
    pub fn exchanged(self, leaving: &str, entering: &str, article: &str) -> String {
        self.say(Message::Exchanged {
            leaving: &leaving,
            entering: &entering,
            article: &article,
        })
    }

    /// What a procedure did in a bracket, with these players.
    pub fn procedure_step(self, action: StepAction, players: &str) -> String {
        let players = &players;
        self.say(match action {
            StepAction::PairAgain => return self.phrase(Phrase::StepPairAgain).to_owned(),
            StepAction::Join => return self.phrase(Phrase::StepJoin).to_owned(),
            StepAction::DropColourLimits => {
                return self.phrase(Phrase::StepDropColourLimits).to_owned();
            }
            StepAction::MeetNeighbour => return self.phrase(Phrase::StepMeetNeighbour).to_owned(),
            StepAction::ShortenDistance(rounds) => {
                return self.say(Message::StepShortenDistance { rounds: &rounds });
            }
            StepAction::MeetInOrder => return self.phrase(Phrase::StepMeetInOrder).to_owned(),
            StepAction::MakeFewerPairs(pairs) => {
                return self.say(Message::StepMakeFewerPairs { pairs: &pairs });
            }
            StepAction::RefuseMore(more) => {
                return self.say(Message::StepRefuseMore { more: &more });
            }
            StepAction::AllowFloats { up, last } => {
                let way = &if up { "up" } else { "down" };
                let round = &if last { "last" } else { "before-the-last" };
                return self.say(Message::StepAllowFloats { way, round });
            }
            StepAction::MoveDown => Message::StepMoveDown { players },
            StepAction::MovedDownMeet => Message::StepMovedDownMeet { players },
            StepAction::Transpose => Message::StepTranspose { players },
            StepAction::Exchange => Message::StepExchange { players },
            StepAction::PairFloaters => Message::StepPairFloaters { players },
            StepAction::TransferUp => Message::StepTransferUp { players },
            StepAction::LeaveGroup => Message::StepLeaveGroup { players },
            StepAction::ChangeColumn => Message::StepChangeColumn { players },
            StepAction::ChangeRow => Message::StepChangeRow { players },
            StepAction::ArrangeColumn => Message::StepArrangeColumn { players },
            StepAction::MeetInColumn => Message::StepMeetInColumn { players },
            StepAction::SplitPair => Message::StepSplitPair { players },
            StepAction::MeetByExchange => Message::StepMeetByExchange { players },
            StepAction::RankAnew => Message::StepRankAnew { players },
            StepAction::PassOver => Message::StepPassOver { players },
        })
    }
}

/// Whether words of a table are those that a message is named after: small letters and digits, and a
/// hyphen for everything else.
fn names(words: &str, message: &str) -> bool {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    words.chars().map(plain).eq(message.chars())
}

/// What the criteria cost.
impl Wording {
    /// What a criterion counts: in the words of its table where the language has no others.
    pub fn counts(self, rule: &Rule) -> &'static str {
        let known = CRITERIA[self.0].iter();
        let mut known = known.filter(|(message, _)| names(rule.summary, message));
        known.next().map_or(rule.summary, |(_, counts)| counts)
    }

    /// A criterion that costs something.
    pub fn cost(self, name: &str, counts: &str, amount: u64, payers: &str) -> String {
        self.say(Message::Cost {
            name: &name,
            counts: &counts,
            amount: &amount,
            payers: &payers,
        })
    }

    /// A criterion that costs something in the following bracket.
    pub fn cost_below(self, name: &str, counts: &str, amount: u64) -> String {
        self.say(Message::CostBelow {
            name: &name,
            counts: &counts,
            amount: &amount,
        })
    }

    /// All criteria are met.
    pub fn costs_nothing(self, first: &str, last: &str) -> String {
        let (first, last) = (&first, &last);
        self.say(Message::CostsNothing { first, last })
    }

    /// No pair of the bracket breaks a soft ban, though one could.
    pub fn soft_bans_kept(self) -> &'static str {
        self.phrase(Phrase::SoftBansKept)
    }

    /// These pairs break soft bans.
    pub fn soft_bans_broken(self, pairs: &str) -> String {
        self.say(Message::SoftBansBroken { pairs: &pairs })
    }

    /// All other criteria are met.
    pub fn others_cost_nothing(self) -> &'static str {
        self.phrase(Phrase::OthersCostNothing)
    }
}

#[cfg(test)]
mod tests {
    use edelweiss_weights::{DUTCH_2017, DUTCH_2026};

    use super::*;

    #[test]
    fn every_language_but_that_of_the_tables_says_what_each_criterion_counts() {
        let rules = || DUTCH_2017.criteria.iter().chain(DUTCH_2026.criteria);
        for language in Wording::all() {
            let known = CRITERIA[language.0];
            for rule in rules() {
                let ours = known
                    .iter()
                    .filter(|(message, _)| names(rule.summary, message));
                let expected = usize::from(language != Wording::default());
                assert_eq!(
                    ours.count(),
                    expected,
                    "{} {}",
                    language.code(),
                    rule.summary
                );
            }
            for (message, _) in known {
                let is_asked = rules().any(|rule| names(rule.summary, message));
                assert!(is_asked, "{} {message}", language.code());
            }
        }
    }
}
