//! The Lim System, by readings: an unofficial implementation.
//!
//! The text of articles 2.4 to 6 was not at hand word by word; the page of this system lists every reading.
//!
//! | articles | file |
//! |---|---|
//! | 2.1, 5, 6, 7.2 | `lim_swiss/field.rs` |
//! | 2.3, 3 | `lim_swiss/floaters.rs` |
//! | 1, 2.2, 2.4 to 2.6, 4, 7.1, 8 | `lim_swiss.rs` |
//!
//! A group is paired with as few floaters as possible. Where the median group cannot be paired, pairs of the
//! groups beside it are split one after the other (2.6), at the end all of them: as the bye leaves the others
//! pairable, a round is found wherever there is one.

mod field;
mod floaters;

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use edelweiss_matching::VertexId;
use edelweiss_matching::cardinality::PerfectMatching;
use edelweiss_model::{ByeBar, Definitions, PlayerId, RoundNumber, Tournament, UnplayedFloat};
use edelweiss_pairing::{
    BracketRecord, Impossible, Outcome, ProcedureStep, RoundPairing, StepAction, sort_boards,
};

use crate::best_pairings::set_of;
use crate::swiss_system::{CUSTOM, PairingUnit, ProvedProcedure, SwissSystem};
use field::LimField;
use floaters::{Way, leaving, partners, sort_incoming};

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "lim-swiss",
    about: "Lim, unofficial: its text was not at hand word by word",
    year: 2026,
    about_edition: "Lim, unofficial: by readings of C.04.4.3",
    until: None,
    name: RULES,
    definitions: DEFINITIONS,
    edition: None,
    unit: PairingUnit::Game,
    proved: Some(ProvedProcedure::MedianGroup),
    pair: |tournament, _, _| Ok(pair_round(tournament)),
    finish: None,
    readings: &[],
    code: Some(CUSTOM),
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/lim.md",
};

/// What [`RoundPairing::rules`] says.
pub const RULES: &str = "Lim System (unofficial)";

const DEFINITIONS: Definitions = Definitions {
    unplayed_float: UnplayedFloat::ByeOnly,
    bye_bar: ByeBar::WinWithoutPlaying,
};

/// Pairs the next round of `tournament`.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::Outcome;
/// use edelweiss_systems::lim_swiss;
///
/// let mut data = TournamentData::default();
/// for number in 1..=6 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("six fresh players contradict nothing");
/// let Outcome::Paired(round) = lim_swiss::pair_round(&tournament) else {
///     panic!("round one can be paired");
/// };
/// let ids: Vec<_> = tournament.player_ids().collect();
/// assert_eq!(round.brackets[0].pairs, [(ids[0], ids[3]), (ids[1], ids[4]), (ids[2], ids[5])]);
/// ```
///
/// # Cost
/// O(n²) for n players, and a matching of its group for each floater and of the median for each pair split.
///
/// # Panics
/// Only on a defect of this library: a finished round that breaks 2.1 is never returned.
pub fn pair_round(tournament: &Tournament) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let field = LimField::of(tournament, DEFINITIONS);
    let present = field.position.present();
    if let Some(witness) = field.legal.witness(present) {
        return Outcome::Impossible(Impossible::NoLegalPairing(witness));
    }
    let bye = (present.len() % 2 == 1).then(|| bye(&field, tournament));
    let waiting: Vec<PlayerId> = (present.iter().copied())
        .filter(|id| Some(*id) != bye)
        .collect();
    let groups = LimRound::new(&field).run(&waiting);
    Outcome::Paired(publish(&field, groups, bye))
}

/// 1.1, in round one 7.1: the lowest ranked (rated) player without whom all others can be paired.
fn bye(field: &LimField, tournament: &Tournament) -> PlayerId {
    let present = field.position.present();
    let mut candidates = field.legal.dispensable(present);
    candidates.retain(|id| field.legal.allows_bye(*id));
    let is_first = field.position.round() == RoundNumber::FIRST;
    let rank = |id: &PlayerId| {
        let rating = tournament.player(*id).rating.unwrap_or(0);
        let score = field.position.player(*id).score;
        (is_first.then_some(rating), score, Reverse(*id))
    };
    let lowest = candidates.into_iter().min_by_key(rank);
    lowest.expect("a legal pairing was found to exist")
}

/// A group that has been paired.
struct LimGroup {
    /// Its pairs in the order in which they were made.
    record: BracketRecord,
    /// Below the median, where 5.4 favours the lower ranked.
    below: bool,
}

/// The groups of a round as they are paired.
struct LimRound<'a> {
    field: &'a LimField,
    groups: Vec<LimGroup>,
}

impl<'a> LimRound<'a> {
    fn new(field: &'a LimField) -> Self {
        Self {
            field,
            groups: Vec::new(),
        }
    }

    /// 2.2: from the top to just above the median, from the bottom to just below it, the median.
    fn run(mut self, waiting: &[PlayerId]) -> Vec<LimGroup> {
        let score = |id: PlayerId| self.field.position.player(id).score;
        let on = |side: Ordering| -> Vec<PlayerId> {
            let own = waiting.iter().copied();
            own.filter(|id| self.field.side(*id) == side).collect()
        };
        let groups = |players: &[PlayerId]| -> Vec<Vec<PlayerId>> {
            let groups = players.chunk_by(|a, b| score(*a) == score(*b));
            groups.map(<[PlayerId]>::to_vec).collect()
        };
        let (upper, median) = (groups(&on(Ordering::Greater)), on(Ordering::Equal));
        let mut lower = groups(&on(Ordering::Less));
        lower.reverse();
        let from_above = self.side(&upper, &median, Way::Down);
        let beside = [median.clone(), from_above.clone()].concat();
        let from_below = self.side(&lower, &beside, Way::Up);
        let incoming = (from_above.into_iter().map(|id| (id, Way::Down)))
            .chain(from_below.into_iter().map(|id| (id, Way::Up)));
        self.median(median, incoming.collect());
        self.groups
    }

    /// The groups of one side, outermost first; who floats into the median in the end.
    fn side(&mut self, groups: &[Vec<PlayerId>], median: &[PlayerId], way: Way) -> Vec<PlayerId> {
        let mut incoming = Vec::new();
        for (place, residents) in groups.iter().enumerate() {
            let next_door = groups.get(place + 1).map_or(median, Vec::as_slice);
            let members = [incoming.clone(), residents.clone()].concat();
            let mut record = BracketRecord {
                mdps: incoming.clone(),
                ..BracketRecord::of_residents(residents.clone())
            };
            let leavers = leaving(self.field, &members, &incoming, next_door, way);
            for (player, article) in &leavers {
                step(&mut record, article, StepAction::LeaveGroup, vec![*player]);
            }
            let gone: Vec<PlayerId> = leavers.into_iter().map(|(player, _)| player).collect();
            let stay = |players: &[PlayerId]| -> Vec<PlayerId> {
                let staying = players.iter().copied();
                staying.filter(|id| !gone.contains(id)).collect()
            };
            let floaters = stay(&incoming).into_iter().map(|id| (id, way)).collect();
            pair_members(self.field, &mut record, floaters, stay(residents), way);
            record.floaters.clone_from(&gone);
            incoming = gone;
            self.groups.push(LimGroup {
                record,
                below: way == Way::Up,
            });
        }
        incoming
    }

    /// 2.6: while the median cannot be paired, the pair made last beside it is split, whose players float in; on the
    /// lower side if more floaters came from above, else on the higher; on the other one where no pair is left.
    fn median(&mut self, residents: Vec<PlayerId>, mut incoming: Vec<(PlayerId, Way)>) {
        let mut record = BracketRecord::of_residents(residents.clone());
        loop {
            let floaters = incoming.iter().map(|(id, _)| *id);
            let members: Vec<PlayerId> = floaters.chain(residents.iter().copied()).collect();
            if members.is_empty() {
                return;
            }
            if self.field.legal.can_pair(&members) {
                break;
            }
            let from_above = incoming.iter().filter(|(_, way)| *way == Way::Down).count();
            let (side, article) = if from_above > incoming.len() - from_above {
                (Way::Up, "2.6.1")
            } else {
                (Way::Down, "2.6.2")
            };
            let (pair, side) = self.split(side);
            step(&mut record, article, StepAction::SplitPair, pair.to_vec());
            incoming.extend(pair.map(|id| (id, side)));
        }
        record.mdps = incoming.iter().map(|(id, _)| *id).collect();
        pair_members(self.field, &mut record, incoming, residents, Way::Down);
        self.groups.push(LimGroup {
            record,
            below: false,
        });
    }

    /// Takes the pair made last on this side, else on the other one.
    fn split(&mut self, side: Way) -> ([PlayerId; 2], Way) {
        for side in [side, if side == Way::Up { Way::Down } else { Way::Up }] {
            let own = self.groups.iter_mut().rev();
            for group in own.filter(|group| group.below == (side == Way::Up)) {
                if let Some((a, b)) = group.record.pairs.pop() {
                    group.record.floaters.extend([a, b]);
                    return ([a, b], side);
                }
            }
        }
        unreachable!("with every pair split all players are together, who can be paired")
    }
}

fn step(
    record: &mut BracketRecord,
    article: &'static str,
    action: StepAction,
    players: Vec<PlayerId>,
) {
    if !players.is_empty() {
        record.steps.push(ProcedureStep {
            article,
            action,
            players,
        });
    }
}

/// Pairs players who can be paired: floaters first (3.6 to 3.8), then the others by 2.4 and article 4.
fn pair_members(
    field: &LimField,
    record: &mut BracketRecord,
    mut incoming: Vec<(PlayerId, Way)>,
    mut residents: Vec<PlayerId>,
    way: Way,
) {
    sort_incoming(field, way, &mut incoming);
    let floaters = incoming.iter().map(|(id, _)| *id);
    let members: Vec<PlayerId> = floaters.chain(residents.iter().copied()).collect();
    let mut meeting = Meeting::of(field, members);
    let mut open: Vec<PlayerId> = incoming.iter().map(|(id, _)| *id).collect();
    let mut met = Vec::new();
    for &(floater, from) in &incoming {
        if !open.contains(&floater) {
            continue;
        }
        open.retain(|id| *id != floater);
        let wanted = partners(field, (floater, from), &residents, &open);
        let partner = meeting.first(floater, &wanted);
        open.retain(|id| *id != partner);
        residents.retain(|id| *id != partner);
        record.pairs.push((floater, partner));
        met.extend([floater, partner]);
    }
    step(record, "3.8", StepAction::PairFloaters, met);
    way.sort(&mut residents);
    let mut exchanged = Vec::new();
    let is_in_order = !residents.is_empty();
    while !residents.is_empty() {
        let half = residents.len() / 2;
        let first = residents.remove(0);
        let (top, bottom) = residents.split_at(half - 1);
        let wanted: Vec<PlayerId> = bottom.iter().chain(top.iter().rev()).copied().collect();
        let partner = meeting.first(first, &wanted);
        if partner != wanted[0] {
            exchanged.extend([first, partner]);
        }
        residents.retain(|id| *id != partner);
        record.pairs.push((first, partner));
    }
    if is_in_order && exchanged.is_empty() {
        record.steps.push(ProcedureStep {
            article: "2.4",
            action: StepAction::MeetInOrder,
            players: Vec::new(),
        });
    }
    step(record, "4", StepAction::MeetByExchange, exchanged);
}

/// Players of whom each in turn meets the first one who leaves the others pairable.
struct Meeting {
    players: Vec<PlayerId>,
    place_of: BTreeMap<PlayerId, usize>,
    perfect: PerfectMatching,
}

impl Meeting {
    fn of(field: &LimField, players: Vec<PlayerId>) -> Self {
        let graph = field.legal.among(&players, 0);
        let perfect = PerfectMatching::new(graph, &[]).expect("floaters left a group to pair");
        Self {
            place_of: players.iter().copied().zip(0..).collect(),
            players,
            perfect,
        }
    }

    fn first(&mut self, player: PlayerId, wanted: &[PlayerId]) -> PlayerId {
        let n = self.players.len();
        let own = VertexId::new(self.place_of[&player]);
        let found = wanted.iter().find_map(|other| {
            let only = set_of(n, [self.place_of[other]]);
            self.perfect.match_first(own, &only)
        });
        let found = found.expect("everybody can be paired");
        self.players[found.index()]
    }
}

/// Sorts pairs and boards, allocates colours and looks at the round once more.
fn publish(field: &LimField, groups: Vec<LimGroup>, bye: Option<PlayerId>) -> RoundPairing {
    let position = &field.position;
    let mut boards = Vec::new();
    let mut brackets = Vec::new();
    for LimGroup { mut record, below } in groups {
        for pair in &mut record.pairs {
            if position.is_higher(pair.1, pair.0) {
                *pair = (pair.1, pair.0);
            }
            boards.push(field.board(pair.0, pair.1, below));
        }
        let rank = |id: &PlayerId| (Reverse(position.player(*id).score), *id);
        record.pairs.sort_by_key(|(higher, _)| rank(higher));
        record.mdps.sort_by_key(rank);
        record.floaters.sort_by_key(rank);
        brackets.push(record);
    }
    sort_boards(&mut boards, |id| position.player(id).score);
    field.assert_legal(&boards, bye);
    RoundPairing {
        round: position.round(),
        rules: RULES,
        boards,
        bye,
        given_bye: position.given_bye(),
        replaced: None,
        defect: None,
        brackets,
    }
}
