//! The Dubov system, C.04.4.1 in force from 1 February 2026.
//!
//! [`pair_round`] reads like the chapter: the pairing-allocated bye first (3.1), then the
//! scoregroups from the top (3.2), each completed by upfloaters from below, divided into a White
//! and a Black half, evened out by shifters, and paired row by row so that a low average rating of
//! opponents meets a high rating; the colours last (5).
//!
//! | articles | file |
//! |---|---|
//! | 1.5-1.8, C1-C3 | `dubov_2026/entrant.rs` |
//! | 3.1 | `dubov_2026/bye.rs` |
//! | 3.2.1, 3.2.2, 4.2, C4-C10 | `dubov_2026/upfloaters.rs` |
//! | 3.2.3-3.2.6, 4.3, 4.4 | `dubov_2026/subgroups.rs` |
//! | 5 | `dubov_2026/colours.rs` |
//!
//! Where the text says "the first set that ...", the sets are never listed. Their members are
//! decided one after the other, in the order of the text, by asking a matching whether a complying
//! pairing with the decisions so far still exists. `edelweiss_judges::systems` lists them instead, for
//! small fields.
//!
//! Deliberately absent: the editions before 2026, and provisional ratings (1.1.2), which are the
//! arbiter's; a player without a rating counts as rated 0.

mod bye;
mod colours;
mod entrant;
mod subgroups;
mod upfloaters;

use std::cmp::Reverse;

use edelweiss_model::{Definitions, PlayerId, Tournament};
use edelweiss_pairing::{
    BracketRecord, Impossible, Outcome, RoundPairing, RuleCost, boards_in_order,
};

use crate::swiss_system::{PairingUnit, ProvedProcedure, SwissSystem};
use entrant::Dubov2026Field;

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "dubov",
    about: "Dubov",
    year: 2026,
    about_edition: "In force from 1 February 2026",
    until: None,
    name: "Dubov System, edition of 1 February 2026",
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::Game,
    proved: Some(ProvedProcedure::Subgroups),
    pair: |tournament, _, _| Ok(pair_round(tournament)),
    finish: None,
    readings: &[],
    code: Some("FIDE_DUBOV"),
    other_codes: &[],
    drop_in: None,
    asks_ratings: Some("C.04.4.1 1.1.1"),
    number_teams: None,
    page: "systems/dubov-2026.md",
};

/// What bars from the pairing-allocated bye, where 3.1.1 says less than C2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByeBars {
    /// C2 (2.1.2): an earlier pairing-allocated bye, or the points of a win without playing, a
    /// full-point bye among them.
    #[default]
    Criterion,
    /// 3.1.1 word by word: an earlier pairing-allocated bye or a forfeit win.
    Procedure,
}

/// What counts as a game when 3.1.4 looks for "the highest number of games".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByeGames {
    /// Games played over the board, as in 1.5 and 1.7.1.
    #[default]
    Played,
    /// Every round with an opponent, forfeited games included.
    Paired,
}

/// Whether a player whose game was forfeited had been upfloated in that round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForfeitedUpfloats {
    /// Yes: being an upfloater is a fact of the pairing (1.3.2).
    #[default]
    Count,
    /// No: only played games count.
    Ignore,
}

/// Which number is odd or even in 5.2.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Parity {
    /// The place among those who have taken part so far or take part now: nobody has a TPN before
    /// arriving (C.04.2 (2026) 2.4).
    #[default]
    Participants,
    /// The number printed for the player.
    Registered,
}

/// The readings that the text leaves open. The default is the one argued for in the handbook page
/// of this system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dubov2026Options {
    /// 3.1.1 against 2.1.2.
    pub bye_bars: ByeBars,
    /// 3.1.4.
    pub bye_games: ByeGames,
    /// 1.8.1, 2.3.4-2.3.6.
    pub forfeited_upfloats: ForfeitedUpfloats,
    /// 5.2.1.
    pub parity: Parity,
}

/// Pairs the next round of `tournament` with the default readings.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::Outcome;
/// use edelweiss_systems::dubov_2026;
///
/// let mut data = TournamentData::default();
/// for number in 1..=5 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("five fresh players contradict nothing");
/// let Outcome::Paired(round) = dubov_2026::pair_round(&tournament) else {
///     panic!("round one can be paired");
/// };
/// assert_eq!(round.boards.len(), 2);
/// assert_eq!(round.bye, tournament.player_ids().last());
/// ```
pub fn pair_round(tournament: &Tournament) -> Outcome {
    pair_round_with(tournament, &Dubov2026Options::default())
}

/// Pairs the next round of `tournament`.
///
/// # Cost
/// Per scoregroup of n players with the next one: one matching for each of C5-C10, on bit rows
/// ([`edelweiss_matching::LexicographicOptima::keep`]), one without costs of everybody below, and O(n²/64 + n) at
/// most per decision. Only where the next scoregroup does not suffice, the same over everybody not
/// yet paired, with one matching for each score that has upfloaters in a pairing at hand (C6).
///
/// # Panics
/// Only on a defect of this library: a finished round that breaks an absolute criterion is never
/// returned.
pub fn pair_round_with(tournament: &Tournament, options: &Dubov2026Options) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let field = Dubov2026Field::of(tournament, *options);
    // 1.9.3: if a round-pairing cannot be completed, the Chief Arbiter decides.
    if let Some(witness) = field.legal.witness(field.position.present()) {
        return Outcome::Impossible(Impossible::NoLegalPairing(witness));
    }
    // 1.9.2: the bye, then the scoregroups in descending order.
    let bye = bye::assign(&field);
    let mut unpaired: Vec<PlayerId> = field.position.present().to_vec();
    unpaired.retain(|player| Some(*player) != bye);
    let mut is_paired = vec![false; tournament.players.len()];
    let mut brackets = Vec::new();
    while let Some(first) = unpaired.first() {
        let score = field.score(*first);
        let residents = unpaired.partition_point(|player| field.score(*player) == score);
        let (residents, lower) = unpaired.split_at(residents);
        let chosen = upfloaters::choose(&field, residents, lower);
        let bracket = [residents, &chosen.upfloaters].concat();
        let pairs = subgroups::pair(&field, &bracket);
        let residents = residents.to_vec();
        for player in &bracket {
            is_paired[player.index()] = true;
        }
        unpaired.retain(|player| !is_paired[player.index()]);
        brackets.push(record(&field, residents, chosen, pairs));
    }
    let boards = boards_in_order(
        brackets
            .iter()
            .flat_map(|bracket| bracket.pairs.iter().copied()),
        |id| field.score(id),
        |higher, lower| colours::of_higher(&field, higher, lower),
    );
    field.assert_legal(&boards, bye);
    Outcome::Paired(RoundPairing {
        round,
        rules: "Dubov 2026",
        boards,
        bye,
        given_bye: field.position.given_bye(),
        replaced: None,
        defect: None,
        brackets,
    })
}

/// What a set of upfloaters of the next round costs under C8, C9 and C10 (2.3.4-2.3.6), for comparing
/// rounds that were paired elsewhere.
pub fn repeated_upfloats(
    tournament: &Tournament,
    options: &Dubov2026Options,
    upfloaters: &[PlayerId],
) -> [u64; 3] {
    Dubov2026Field::of(tournament, *options).repeated_upfloats(upfloaters)
}

fn record(
    field: &Dubov2026Field,
    residents: Vec<PlayerId>,
    chosen: upfloaters::ChosenUpfloaters,
    pairs: Vec<(PlayerId, PlayerId)>,
) -> BracketRecord {
    let unserved = (pairs.iter())
        .filter(|(a, b)| field.player(*a).preference == field.player(*b).preference)
        .count() as u64;
    let mut pairs: Vec<_> = (pairs.into_iter())
        .map(|(a, b)| {
            if field.is_higher(a, b) {
                (a, b)
            } else {
                (b, a)
            }
        })
        .collect();
    pairs.sort_by_key(|(higher, _)| (Reverse(field.score(*higher)), *higher));
    let cost = |label, fields| RuleCost { label, fields };
    let [maximum, times, again] = field.repeated_upfloats(&chosen.upfloaters);
    BracketRecord {
        pairs,
        costs: vec![
            cost("C5", vec![chosen.upfloaters.len() as u64]),
            cost("C7", vec![unserved]),
            cost("C8", vec![maximum]),
            cost("C9", vec![times]),
            cost("C10", vec![again]),
        ],
        mdps: chosen.upfloaters,
        ..BracketRecord::of_residents(residents)
    }
}
