//! A ladder: who beats somebody earns what the opponent's place in the ranking is worth.
//!
//! # Source
//! There is no text of FIDE; clubs print regulations of their own. What they agree on is the rule, what they differ
//! in a [`LadderParameter`]; the page of its system names regulations for each.
//!
//! The ranking makes the values and the values make the ranking: all rounds are counted anew by the values of the
//! ranking before the last round, then by those of the ranking that follows, until it stays.
//!
//! Integers only: shares are sixths.

use edelweiss_model::{PlayerId, RoundNumber, Score, Tournament};

use crate::category::Category;
use crate::crosstable::{Cell, cell};
use crate::value::Value;

/// What a club decides about its ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LadderParameter {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What can be chosen: the name and a few words. The first is the default.
    pub values: &'static [(&'static str, &'static str)],
}

/// Sixths of a value for each name of a share.
const SHARES: [(&str, i64); 5] = [
    ("none", 0),
    ("sixth", 1),
    ("third", 2),
    ("half", 3),
    ("two-thirds", 4),
];

/// A pass that does not end in the ranking it began with is followed by so many others, at most.
const MOST_PASSES: usize = 20;

const TOP_VALUE: usize = 0;
const OWN_VALUE: usize = 1;
const LOSS_SHARE: usize = 2;
const ABSENCE_SHARE: usize = 3;
const ABSENCES_PAID: usize = 4;
const BYE_SHARE: usize = 5;
const RECOUNT: usize = 6;

/// The parameters that a club chooses, each with its default first.
pub const LADDER_PARAMETERS: [LadderParameter; 7] = [
    LadderParameter {
        name: "top-value",
        about: "the value of the first of the ranking, the next one's is one less",
        values: &[
            (
                "three-halves",
                "One and a half times the number of players, rounded up",
            ),
            ("40", "40"),
            ("50", "50"),
            ("60", "60"),
            ("70", "70"),
            ("80", "80"),
            ("100", "100"),
            ("125", "125"),
        ],
    },
    LadderParameter {
        name: "own-value",
        about: "whether one's own value counts beside what is earned",
        values: &[("once", "Once"), ("none", "Not at all")],
    },
    LadderParameter {
        name: "loss-share",
        about: "what a lost game earns of the opponent's value",
        values: &[("none", "Nothing"), ("sixth", "A sixth")],
    },
    LadderParameter {
        name: "absence-share",
        about: "what an absence earns of one's own value",
        values: &[
            ("third", "A third"),
            ("none", "Nothing"),
            ("sixth", "A sixth"),
            ("half", "Half"),
        ],
    },
    LadderParameter {
        name: "absences-paid",
        about: "how many absences of a player earn something",
        values: &[
            ("all", "All of them"),
            ("2", "The first two"),
            ("5", "The first five"),
            ("8", "The first eight"),
            ("10", "The first ten"),
        ],
    },
    LadderParameter {
        name: "bye-share",
        about: "what the pairing-allocated bye earns of one's own value",
        values: &[
            ("two-thirds", "Two thirds"),
            ("none", "Nothing"),
            ("third", "A third"),
            ("half", "Half"),
        ],
    },
    LadderParameter {
        name: "recount",
        about: "how often all rounds are counted anew after a round",
        values: &[
            ("stable", "Until the ranking stays, 20 times at most"),
            ("one", "Once, by the values of the ranking before"),
        ],
    },
];

/// The parameters of a ladder: one of the values of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct LadderRules {
    /// By parameter: the place of its value.
    chosen: [u8; LADDER_PARAMETERS.len()],
}

impl LadderRules {
    /// The same with this value of this parameter; `None` where there is no such value or parameter.
    ///
    /// ```
    /// use edelweiss_standings::LadderRules;
    ///
    /// let rules = LadderRules::default();
    /// assert_eq!(rules.with("own-value", "once"), Some(rules));
    /// assert!(rules.with("own-value", "none").is_some_and(|other| other != rules));
    /// assert_eq!(rules.with("own-value", "twice"), None);
    /// ```
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Option<Self> {
        let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
        let mut all = LADDER_PARAMETERS.iter();
        let at = all.position(|parameter| same(parameter.name, name))?;
        let mut values = LADDER_PARAMETERS[at].values.iter();
        let place = values.position(|(known, _)| same(known, value))?;
        self.chosen[at] = place as u8;
        Some(self)
    }

    /// The parameters that are not what they are by default, each with its value.
    pub fn departures(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let places = LADDER_PARAMETERS.iter().zip(self.chosen);
        places
            .filter(|(_, place)| *place > 0)
            .map(|(parameter, place)| (parameter.name, parameter.values[usize::from(place)].0))
    }

    fn value(self, at: usize) -> &'static str {
        LADDER_PARAMETERS[at].values[usize::from(self.chosen[at])].0
    }

    /// In sixths.
    fn share(self, at: usize) -> i64 {
        let name = self.value(at);
        let found = SHARES.iter().find(|(known, _)| *known == name);
        found.map_or(0, |(_, sixths)| *sixths)
    }

    /// What places are worth in a field of `n`, none less than one.
    fn worth(self, n: usize, place: usize) -> i64 {
        let top = self.value(TOP_VALUE).parse();
        let top = top.unwrap_or((3 * n as i64 + 1) / 2);
        (top - place as i64).max(1)
    }
}

/// What a round earns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LadderRound {
    /// So many sixths of this one's value, by a game or a forfeit.
    Of(usize, i64),
    /// The same of one's own.
    Own(i64),
}

/// The ranking of a ladder after some rounds.
#[derive(Clone, Debug)]
pub struct LadderTable {
    rows: Vec<Vec<LadderRound>>,
    /// Whether one's own value counts.
    counts_own: bool,
    /// What everybody was worth when the points were counted.
    values: Vec<i64>,
    /// In sixths.
    points: Vec<i64>,
    ranking: Vec<usize>,
    is_stable: bool,
}

impl LadderTable {
    /// After the first `rounds` rounds. A game without a result counts as a draw, as everywhere in standings.
    /// O(players · rounds²), twenty times at most.
    pub fn new(tournament: &Tournament, rounds: usize, rules: LadderRules) -> Self {
        let rows = tournament.players.iter().map(|player| {
            let entries = (0..rounds).map(|index| player.entry(RoundNumber::from_index(index)));
            row(rules, entries.map(|entry| cell(entry, Score::ZERO)))
        });
        Self::of_rows(rows.collect(), rounds, rules)
    }

    /// The ranking before round one is the initial order.
    pub(crate) fn of_rows(rows: Vec<Vec<LadderRound>>, rounds: usize, rules: LadderRules) -> Self {
        let n = rows.len();
        let mut table = Self {
            counts_own: rules.value(OWN_VALUE) == "once",
            values: (0..n).map(|place| rules.worth(n, place)).collect(),
            points: vec![0; n],
            ranking: (0..n).collect(),
            is_stable: true,
            rows,
        };
        table.count(0);
        for round in 1..=rounds {
            table.is_stable = false;
            let most = match rules.value(RECOUNT) {
                "one" => 1,
                _ => MOST_PASSES,
            };
            for _ in 0..most {
                let before = table.ranking.clone();
                for (place, &who) in before.iter().enumerate() {
                    table.values[who] = rules.worth(n, place);
                }
                table.count(round);
                if table.ranking == before {
                    table.is_stable = true;
                    break;
                }
            }
        }
        table
    }

    /// Counts the points of these rounds by the values at hand, and ranks by them; of equal ones by the initial order.
    fn count(&mut self, rounds: usize) {
        for who in 0..self.rows.len() {
            let own = self.own(who).unwrap_or(0);
            let earned = (0..rounds).map(|round| self.earned(who, round));
            self.points[who] = own + earned.sum::<i64>();
        }
        let points = &self.points;
        self.ranking
            .sort_by_key(|&who| (std::cmp::Reverse(points[who]), who));
    }

    /// One's own value in sixths, where it counts.
    pub(crate) fn own(&self, who: usize) -> Option<i64> {
        self.counts_own.then(|| 6 * self.values[who])
    }

    /// Whose value a round earns a share of; none for one's own.
    pub(crate) fn earned_of(&self, who: usize, round: usize) -> Option<usize> {
        match self.rows[who][round] {
            LadderRound::Of(opponent, _) => Some(opponent),
            LadderRound::Own(_) => None,
        }
    }

    /// In sixths.
    pub(crate) fn earned(&self, who: usize, round: usize) -> i64 {
        match self.rows[who][round] {
            LadderRound::Of(opponent, share) => share * self.values[opponent],
            LadderRound::Own(share) => share * self.values[who],
        }
    }

    /// Everybody, the first of the ranking first.
    pub fn ranking(&self) -> Vec<PlayerId> {
        let ranking = self.ranking.iter();
        ranking.map(|who| PlayerId::from_index(*who)).collect()
    }

    /// What everybody was worth when the points were counted: the values of [`Self::ranking`], where that
    /// [stays](Self::is_stable).
    ///
    /// # Panics
    /// When there is no such player.
    pub fn value(&self, player: PlayerId) -> i64 {
        self.values[player.index()]
    }

    /// The points of a player.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn points(&self, player: PlayerId) -> Value {
        Value::new(self.points[player.index()], 6)
    }

    /// Whether counting anew by the ranking leads to the same one; some results have no such ranking.
    pub fn is_stable(&self) -> bool {
        self.is_stable
    }
}

/// The rounds of somebody, of whom no more absences than allowed earn something.
pub(crate) fn row(rules: LadderRules, rounds: impl Iterator<Item = Cell>) -> Vec<LadderRound> {
    let mut paid = rules.value(ABSENCES_PAID).parse().unwrap_or(usize::MAX);
    let rounds = rounds.map(|cell| match cell.category {
        Category::Played | Category::ForfeitWin | Category::ForfeitLoss => {
            let share = match (cell.category, cell.half_points) {
                (Category::ForfeitLoss, _) => 0,
                (_, 2) => 6,
                (_, 1) => 3,
                _ => rules.share(LOSS_SHARE),
            };
            (cell.opponent()).map_or(LadderRound::Own(share), |other| {
                LadderRound::Of(other, share)
            })
        }
        Category::PairingAllocatedBye => LadderRound::Own(rules.share(BYE_SHARE)),
        Category::FullPointBye => LadderRound::Own(4),
        Category::HalfPointBye | Category::ZeroPointBye => {
            let is_paid = paid > 0;
            paid = paid.saturating_sub(1);
            LadderRound::Own(if is_paid {
                rules.share(ABSENCE_SHARE)
            } else {
                0
            })
        }
    });
    rounds.collect()
}
