//! What is measured of a tournament, by name.

use serde::{Deserialize, Serialize};

/// A number for each tournament.
///
/// *Places* are the ranks of an order, *true places* those of the strengths; who is equal shares the mean of
/// the places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Kendall's τ-b of places and strengths (M. G. Kendall, "The treatment of ties in ranking problems", 1945).
    KendallTau,
    /// Spearman's ρ: the correlation of places and true places.
    Spearman,
    /// Which share of the true best stands among as many best, equal ones at the border in equal parts.
    TopShare,
    /// Normalised discounted cumulative gain (K. Järvelin, J. Kekäläinen, 2002): a player's gain is the number
    /// of those who are truly weaker, divided by log2(1 + place).
    Ndcg,
    /// How likely the strongest player is the winner, equal ones in equal parts.
    BestWins,
    /// The true place of the winner, of equal ones their mean.
    WinnerPlace,
    /// Which share of the prizes the true best get, where place p of k has k + 1 - p parts and equal ones share.
    PrizesOfBest,
    /// How likely the winner is one of the true best, equal ones in equal parts.
    TopWins,
    /// The place of the player whom the file names, the strongest where it names none.
    PlayerPlace,
    /// Mean difference of opponents' strengths, divided by that of all pairs.
    StrengthDifference,
    /// Share of games between different pairing scores.
    Floats,
    /// Share of scoregroups out of which somebody met a lower score.
    SplitGroups,
    /// Mean difference of games with White and with Black.
    ColourDifference,
    /// The longest row of games with one colour that any player had.
    ColourStreak,
    /// Share of players with a preference for a colour who got the other one.
    RefusedPreferences,
    /// Mean entropy of a result in bits, by the model of results.
    Information,
    /// Share of rounds of the first system's tournament that this one pairs otherwise, each after the same
    /// rounds before it: another pair, or another bye. Only where both pair single games round by round.
    RoundsOtherwise,
    /// Share of pairs (and byes) in these rounds that this system does not make.
    PairsOtherwise,
    /// One where the player whom the file names has a better place than without the gambit, else zero; none
    /// where there is no gambit.
    GambitPays,
}

impl Metric {
    /// Every metric; the last five are measured only where a file asks.
    pub const ALL: [Self; 19] = [
        Self::KendallTau,
        Self::Spearman,
        Self::TopShare,
        Self::Ndcg,
        Self::BestWins,
        Self::WinnerPlace,
        Self::PrizesOfBest,
        Self::StrengthDifference,
        Self::Floats,
        Self::SplitGroups,
        Self::ColourDifference,
        Self::ColourStreak,
        Self::RefusedPreferences,
        Self::Information,
        Self::TopWins,
        Self::PlayerPlace,
        Self::RoundsOtherwise,
        Self::PairsOtherwise,
        Self::GambitPays,
    ];

    /// As files and columns have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::KendallTau => "kendall-tau",
            Self::Spearman => "spearman",
            Self::TopShare => "top-share",
            Self::Ndcg => "ndcg",
            Self::BestWins => "best-wins",
            Self::WinnerPlace => "winner-place",
            Self::PrizesOfBest => "prizes-of-best",
            Self::StrengthDifference => "strength-difference",
            Self::Floats => "floats",
            Self::SplitGroups => "split-groups",
            Self::ColourDifference => "colour-difference",
            Self::ColourStreak => "colour-streak",
            Self::RefusedPreferences => "refused-preferences",
            Self::Information => "information",
            Self::RoundsOtherwise => "rounds-otherwise",
            Self::PairsOtherwise => "pairs-otherwise",
            Self::TopWins => "top-wins",
            Self::PlayerPlace => "player-place",
            Self::GambitPays => "gambit-pays",
        }
    }

    /// The metric of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// Those of a file that names none.
    pub fn usual() -> &'static [Self] {
        &Self::ALL[..14]
    }

    /// Whether every round of the first system is paired again for it, as much work as a tournament.
    pub fn asks_for_rounds_again(self) -> bool {
        matches!(self, Self::RoundsOtherwise | Self::PairsOtherwise)
    }

    /// Of an order alone, so that orders without a tournament have it, too.
    pub fn is_of_order(self) -> bool {
        matches!(
            self,
            Self::KendallTau
                | Self::Spearman
                | Self::TopShare
                | Self::Ndcg
                | Self::BestWins
                | Self::WinnerPlace
                | Self::PrizesOfBest
                | Self::TopWins
                | Self::PlayerPlace
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_file() {
        for metric in Metric::ALL {
            let written = serde_json::to_string(&metric).expect("a name");
            assert_eq!(written, format!("\"{}\"", metric.name()));
            assert_eq!(Metric::named(metric.name()), Some(metric));
        }
    }
}
