//! The costs that a formulation can name, one table.

use edelweiss_weights::{DUTCH_2017, DUTCH_2026, Edition, Rule};

/// A cost besides those of the rules' criteria.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldCost {
    /// Of the bye: the score of who takes it, above the lowest score, in tenths of a point.
    ByeScore,
    /// Of the bye: how many present players rank below who takes it.
    ByeRank,
    /// Of a player who leaves the bracket unpaired: one.
    Downfloaters,
    /// Of a pair: the difference of their pairing scores, in tenths of a point.
    ScoreDifference,
    /// Of a pair: the difference of their ratings; no rating counts as zero.
    RatingDifference,
    /// Of a pair: the distance of their places in the ranking by score and number.
    RankDistance,
    /// Of a pair: the distance of their places in the ranking by score, Buchholz and number.
    BuchholzDistance,
    /// Of a pair: how far the distance of their places in the group is from half its size.
    DutchType,
    /// Of a pair: how far it is from first against last, second against last but one.
    FoldType,
    /// Of a pair: how many places of the group lie between them.
    MonradType,
    /// Of a pair: a number below 2^24 from the seed, the round and the two numbers of the players.
    RandomType,
    /// Of a pair: the sum of both absolute colour differences after the game, by the better colours.
    ColourBalance,
    /// Of a pair: one if absolute preferences for one colour keep the two apart (C3).
    ColourClash,
    /// Of a pair: one if the two have played (C1).
    Rematch,
    /// Of a pair: one if both have the same federation.
    SameFederation,
}

/// A row of the table of costs.
#[derive(Clone, Copy, Debug)]
pub struct CostRow {
    /// As files name it.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub summary: &'static str,
    /// The cost.
    pub cost: FieldCost,
}

const fn row(name: &'static str, cost: FieldCost, summary: &'static str) -> CostRow {
    CostRow {
        name,
        summary,
        cost,
    }
}

impl FieldCost {
    /// Every cost that is no criterion of the rules. Groups are brackets, or in the scope of the field scoregroups;
    /// the types are those of Sauer, Cseh and Lenzner (arXiv 2112.10522): of two groups a pair costs nothing there.
    pub const TABLE: &'static [CostRow] = &[
        row(
            "bye-score",
            Self::ByeScore,
            "score of who takes the bye, in tenths above the lowest",
        ),
        row(
            "bye-rank",
            Self::ByeRank,
            "players ranked below who takes the bye",
        ),
        row(
            "downfloaters",
            Self::Downfloaters,
            "players who leave the bracket unpaired",
        ),
        row(
            "score-difference",
            Self::ScoreDifference,
            "difference of the scores, in tenths",
        ),
        row(
            "rating-difference",
            Self::RatingDifference,
            "difference of the ratings",
        ),
        row(
            "rank-distance",
            Self::RankDistance,
            "distance in the ranking by score and number",
        ),
        row(
            "buchholz-distance",
            Self::BuchholzDistance,
            "distance in the ranking by score and Buchholz",
        ),
        row(
            "dutch-type",
            Self::DutchType,
            "distance in the group, from half its size (a slide)",
        ),
        row(
            "burstein-type",
            Self::FoldType,
            "how far from first against last (a fold)",
        ),
        row(
            "monrad-type",
            Self::MonradType,
            "places of the group between the two",
        ),
        row("random-type", Self::RandomType, "a number from the seed"),
        row(
            "colour-balance",
            Self::ColourBalance,
            "colour differences after the game",
        ),
        row(
            "colour-clash",
            Self::ColourClash,
            "absolute preferences for one colour",
        ),
        row("rematch", Self::Rematch, "the two have played"),
        row("same-federation", Self::SameFederation, "one federation"),
    ];
}

/// A cost by its name.
#[derive(Clone, Copy, Debug)]
pub enum CostName {
    /// A row of [`FieldCost::TABLE`].
    Field(&'static CostRow),
    /// A criterion of an edition.
    Rule(&'static Edition, &'static Rule),
    /// C5 of 2026, which the edition keeps among what is possible: [`FieldCost::ByeScore`].
    ByeScore2026,
}

const EDITIONS: [&Edition; 2] = [&DUTCH_2026, &DUTCH_2017];
const BYE_SCORE_2026: &str = "dutch-2026.C5";

impl CostName {
    /// Every cost there is, with those of the rules: `dutch-2026.C5` and so on. O(number of costs).
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::ByeScore2026];
        for edition in EDITIONS {
            let rules = edition.criteria.iter();
            all.extend(rules.map(|rule| Self::Rule(edition, rule)));
        }
        all.extend(FieldCost::TABLE.iter().map(Self::Field));
        all
    }

    /// The cost of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|cost| cost.name() == name)
    }

    /// As files name it.
    pub fn name(&self) -> String {
        match self {
            Self::Field(row) => row.name.to_owned(),
            Self::Rule(edition, rule) => format!("dutch-{}.{}", edition.year, rule.label),
            Self::ByeScore2026 => BYE_SCORE_2026.to_owned(),
        }
    }

    /// What it counts, in a few words.
    pub fn summary(&self) -> &'static str {
        match self {
            Self::Field(row) => row.summary,
            Self::Rule(_, rule) => rule.summary,
            Self::ByeScore2026 => "score of who takes the bye",
        }
    }

    /// The edition whose criterion it is.
    pub fn edition(&self) -> Option<&'static Edition> {
        match self {
            Self::Field(_) => None,
            Self::Rule(edition, _) => Some(edition),
            Self::ByeScore2026 => Some(&DUTCH_2026),
        }
    }
}
