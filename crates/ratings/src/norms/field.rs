//! Which events are exempt from the rules on federations (1.4.3a-d).

use std::collections::BTreeSet;

use edelweiss_model::{
    ByeKind, FideTitle, GameResult, Player, RoundEntry, RoundNumber, Tournament,
};

use super::rules::counted_federation;

/// 1.4.3d: what each round must have at least of players who are rated and not of the host federation.
const PLAYERS: usize = 20;
/// Their federations.
const FEDERATIONS: usize = 3;
/// The GM, IM, WGM and WIM among them.
const TITLED: usize = 10;

/// An exemption that the organiser knows of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForeignExemption {
    /// 1.4.3a: the final stage of a national championship; for players of the host federation.
    National,
    /// 1.4.3b: a national team championship; for players of the host federation.
    NationalTeam,
    /// 1.4.3c: a zonal or sub-zonal tournament.
    Zonal,
}

impl ForeignExemption {
    /// Its article.
    pub fn article(self) -> &'static str {
        match self {
            Self::National => "1.4.3a",
            Self::NationalTeam => "1.4.3b",
            Self::Zonal => "1.4.3c",
        }
    }
}

/// What 1.4.3d counts: the fewest in a round, over the rounds that were played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ForeignField {
    /// Rated players who are not of the host federation, and miss one round at most.
    pub players: usize,
    /// Their federations.
    pub federations: usize,
    /// The GM, IM, WGM and WIM among them.
    pub titled: usize,
    /// Whether the pairings follow from results: 1.4.3d is about Swiss tournaments, of players or of teams.
    pub is_swiss: bool,
}

impl ForeignField {
    /// Whether it exempts the event.
    pub fn exempts(&self) -> bool {
        self.is_swiss
            && self.players >= PLAYERS
            && self.federations >= FEDERATIONS
            && self.titled >= TITLED
    }

    /// Counts. Where the host is not known nobody can be told to be foreign, and all is 0. O(players · rounds).
    pub(crate) fn of(tournament: &Tournament, host: Option<&str>, is_swiss: bool) -> Self {
        let rounds = tournament
            .rounds_paired()
            .map_or(0, |last| last.index() + 1);
        let nobody = Self {
            is_swiss,
            ..Self::default()
        };
        let Some(host) = host else {
            return nobody;
        };
        let counted: Vec<(&Player, &str)> = (tournament.player_ids())
            .filter_map(|id| {
                let player = tournament.player(id);
                let federation = counted_federation(player.federation.as_deref())?;
                let missed = (0..rounds)
                    .filter(|round| !is_there(player, *round))
                    .count();
                let is_counted = player.rating.is_some_and(|rating| rating > 0)
                    && !federation.eq_ignore_ascii_case(host)
                    && missed <= 1;
                is_counted.then_some((player, federation))
            })
            .collect();
        let each_round = (0..rounds).map(|round| {
            let there = counted.iter().filter(|(player, _)| is_there(player, round));
            let federations: BTreeSet<String> = (there.clone())
                .map(|(_, federation)| federation.to_ascii_uppercase())
                .collect();
            let titled = there.clone().filter(|(player, _)| is_high(player)).count();
            Self {
                players: there.count(),
                federations: federations.len(),
                titled,
                is_swiss,
            }
        });
        let fewest = each_round.reduce(|fewest, round| Self {
            players: fewest.players.min(round.players),
            federations: fewest.federations.min(round.federations),
            titled: fewest.titled.min(round.titled),
            is_swiss,
        });
        fewest.unwrap_or(nobody)
    }
}

/// Whether a player has a board or the pairing-allocated bye, which is no missed round.
fn is_there(player: &Player, round: usize) -> bool {
    match player.entry(RoundNumber::from_index(round)) {
        RoundEntry::Bye(kind) => kind == ByeKind::PairingAllocated,
        RoundEntry::Paired { result, .. } => result != GameResult::ForfeitLoss,
        RoundEntry::Blank => false,
    }
}

fn is_high(player: &Player) -> bool {
    let title = player.title.as_deref().and_then(FideTitle::of);
    matches!(
        title,
        Some(FideTitle::GM | FideTitle::IM | FideTitle::WGM | FideTitle::WIM)
    )
}
