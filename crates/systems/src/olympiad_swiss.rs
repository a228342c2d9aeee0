//! The Olympiad Pairing Rules of 2022 (D.02), by readings: an unofficial implementation.
//!
//! Articles 1 to 4.2 were read word by word, the others in two digests of the chapter; the page of this system lists
//! every reading.
//!
//! | articles | where |
//! |---|---|
//! | 3.2, 4, 6.1, 7.1, 7.3, 7.5 to 7.7 | `olympiad_swiss/field.rs` |
//! | 6.2 to 6.4, 7.4, 8, 9, 11.1 | here |
//!
//! Participants are teams. What a group does is a decision among the complete pairings of everybody still unpaired
//! that make the most pairs inside the group (9.5): so no group is paired in a way that leaves the others unpairable
//! (8.4).

mod field;

use std::cmp::Reverse;

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{LexicographicOptima, MatchingFace, VertexId};
use edelweiss_model::{ByeBar, Definitions, PlayerId, Score, Tournament, UnplayedFloat};
use edelweiss_pairing::{
    BracketRecord, Impossible, Outcome, ProcedureStep, RoundPairing, StepAction, sort_boards,
};

use crate::best_pairings::{CostClasses, set_of};
use crate::swiss_system::{PairingUnit, ProvedProcedure, SwissSystem, TeamStrength};
use field::OlympiadField;

/// This system as a row of the registry.
pub static SYSTEM: SwissSystem = SwissSystem {
    system: "olympiad-swiss",
    about: "Olympiad, unofficial: matches of teams by a digest of D.02",
    year: 2022,
    about_edition: "Olympiad, unofficial: by readings of D.02",
    until: None,
    name: RULES,
    definitions: DEFINITIONS,
    edition: None,
    unit: PairingUnit::TeamMatch,
    proved: Some(ProvedProcedure::MedianGroupOfTeams),
    pair: |tournament, _, _| Ok(pair_round(tournament)),
    finish: None,
    readings: &[],
    code: None,
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: Some(numbered_by_ratings),
    page: "systems/olympiad.md",
};

/// What [`RoundPairing::rules`] says.
pub const RULES: &str = "Olympiad Pairing Rules of 2022 (unofficial)";

const DEFINITIONS: Definitions = Definitions {
    unplayed_float: UnplayedFloat::ByeOnly,
    bye_bar: ByeBar::ByeOrForfeitWin,
};

/// Teams by the average of their four highest ratings, that of the fifth player, and the alphabet (3.1). Who is missing or
/// has no rating counts as 0. Of equal names the one that stands first.
fn numbered_by_ratings(teams: &[TeamStrength<'_>]) -> Vec<usize> {
    let strength = |team: &TeamStrength<'_>| {
        let of_four: u32 = team.ratings.iter().take(4).map(|r| u32::from(*r)).sum();
        let fifth = team.ratings.get(4).copied();
        (Reverse(of_four), Reverse(fifth), team.name.to_lowercase())
    };
    let mut places = Vec::with_capacity(teams.len());
    for (place, team) in teams.iter().enumerate() {
        let own = strength(team);
        let at = places.partition_point(|other: &usize| strength(&teams[*other]) <= own);
        places.insert(at, place);
    }
    places
}

/// Pairs the next round of a tournament of teams.
///
/// ```
/// use edelweiss_model::{Player, TournamentData, Tpn};
/// use edelweiss_pairing::Outcome;
/// use edelweiss_systems::olympiad_swiss;
///
/// let mut data = TournamentData::default();
/// for number in 1..=6 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("six fresh teams contradict nothing");
/// let Outcome::Paired(round) = olympiad_swiss::pair_round(&tournament) else {
///     panic!("round one can be paired");
/// };
/// let ids: Vec<_> = tournament.player_ids().collect();
/// assert_eq!(round.brackets[0].pairs, [(ids[0], ids[3]), (ids[1], ids[4]), (ids[2], ids[5])]);
/// ```
///
/// # Cost
/// For each group a matching or two of everybody still unpaired, and O(n²/64 + n) at most per decision.
///
/// # Panics
/// Only on a defect of this library: a round that breaks 6.1 is never returned.
pub fn pair_round(tournament: &Tournament) -> Outcome {
    let round = tournament.next_round();
    if let Some(total) = tournament.rounds_total
        && round > total
    {
        return Outcome::Impossible(Impossible::NoRoundLeft { total });
    }
    let field = OlympiadField::of(tournament, DEFINITIONS);
    let bye = match field.graph.choose_bye(&field.bye_candidates()) {
        Ok(bye) => bye,
        Err(witness) => return Outcome::Impossible(Impossible::NoLegalPairing(witness)),
    };
    let mut waiting = field.ranked.clone();
    waiting.retain(|id| Some(*id) != bye);
    Outcome::Paired(OlympiadRound::new(&field, waiting).run(bye))
}

/// Which way a group is paired, and its floaters go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Course {
    /// From the highest ranked team; the lowest ranked floats to fewer points (8.3).
    Downward,
    /// From the lowest ranked team; the highest ranked floats to more points (8.2).
    Upward,
}

impl Course {
    /// So that the first is the one with whom this course begins.
    fn sorted(self, field: &OlympiadField, mut teams: Vec<PlayerId>) -> Vec<PlayerId> {
        teams.sort_unstable_by_key(|id| field.place(*id));
        if self == Self::Upward {
            teams.reverse();
        }
        teams
    }
}

/// A team that came from another group, and the way it came.
type Floater = (PlayerId, Course);

/// A round as its groups are paired.
struct OlympiadRound<'a> {
    field: &'a OlympiadField,
    /// Everybody still unpaired.
    left: Vec<PlayerId>,
    brackets: Vec<BracketRecord>,
}

impl<'a> OlympiadRound<'a> {
    fn new(field: &'a OlympiadField, left: Vec<PlayerId>) -> Self {
        Self {
            field,
            left,
            brackets: Vec::new(),
        }
    }

    /// 6.4: from the top to just above the median group, from the bottom to just below it, the median group.
    fn run(mut self, bye: Option<PlayerId>) -> RoundPairing {
        let score = |id: PlayerId| self.field.score(id);
        // Of an even number of teams the lower one of the two in the middle.
        let median: Option<Score> = (self.left.get(self.left.len() / 2)).map(|id| score(*id));
        let groups = self.left.chunk_by(|a, b| score(*a) == score(*b));
        let groups: Vec<Vec<PlayerId>> = groups.map(<[PlayerId]>::to_vec).collect();
        let place = groups
            .iter()
            .position(|group| Some(score(group[0])) == median);
        let Some(place) = place else {
            return self.publish(bye);
        };
        let (above, rest) = groups.split_at(place);
        let (middle, below) = (&rest[0], &rest[1..]);
        let mut floaters = self.side(above.iter(), middle, Course::Downward);
        floaters.extend(self.side(below.iter().rev(), middle, Course::Upward));
        self.group(middle, floaters, &[], Course::Downward);
        self.publish(bye)
    }

    /// The groups of one side, outermost first; who floats into the median group in the end.
    fn side<'g>(
        &mut self,
        groups: impl Iterator<Item = &'g Vec<PlayerId>>,
        median: &[PlayerId],
        course: Course,
    ) -> Vec<Floater> {
        let mut groups = groups.peekable();
        let mut floaters = Vec::new();
        while let Some(residents) = groups.next() {
            let next_door = groups.peek().map_or(median, |group| group.as_slice());
            let leaving = self.group(residents, floaters, next_door, course);
            floaters = leaving.into_iter().map(|id| (id, course)).collect();
        }
        floaters
    }

    /// Pairs a group with those who floated into it; who floats on.
    fn group(
        &mut self,
        residents: &[PlayerId],
        incoming: Vec<Floater>,
        next_door: &[PlayerId],
        course: Course,
    ) -> Vec<PlayerId> {
        let mut record = BracketRecord {
            mdps: incoming.iter().map(|(id, _)| *id).collect(),
            ..BracketRecord::of_residents(residents.to_vec())
        };
        let members = [record.mdps.clone(), residents.to_vec()].concat();
        let mut decisions = GroupDecisions::new(self.field, &self.left, &members);
        if !decisions.is_strict {
            step(&mut record, "7.4", StepAction::DropColourLimits, Vec::new());
        }
        let (named, leaving) = self.floaters(&mut decisions, &members, next_door, course);
        for (article, id) in named {
            step(&mut record, article, StepAction::LeaveGroup, vec![id]);
        }
        let stays = |id: &PlayerId| !leaving.contains(id);
        let mut residents: Vec<PlayerId> = residents.iter().copied().filter(stays).collect();
        let mut incoming: Vec<Floater> =
            (incoming.into_iter().filter(|(id, _)| stays(id))).collect();
        // Those from above first, the highest ranked first; then those from below, the lowest ranked first.
        incoming.sort_unstable_by_key(|(id, from)| match from {
            Course::Downward => (false, self.field.place(*id) as i64),
            Course::Upward => (true, -(self.field.place(*id) as i64)),
        });
        let mut met = Vec::new();
        while !incoming.is_empty() {
            let (floater, from) = incoming.remove(0);
            let others = incoming.iter().map(|(id, _)| *id).collect();
            let wanted = [
                from.sorted(self.field, residents.clone()),
                from.sorted(self.field, others),
            ]
            .concat();
            let partner = decisions.pair(floater, &wanted);
            residents.retain(|id| *id != partner);
            incoming.retain(|(id, _)| *id != partner);
            record.pairs.push((floater, partner));
            met.extend([floater, partner]);
        }
        step_of(&mut record, "8.2, 8.3", StepAction::PairFloaters, met);
        inside(
            &mut record,
            &mut decisions,
            course.sorted(self.field, residents),
        );
        self.left
            .retain(|id| !members.contains(id) || leaving.contains(id));
        record.floaters.clone_from(&leaving);
        self.brackets.push(record);
        leaving
    }

    /// 8.2, 8.3: who leaves, as few as the pairs inside ask for: of those whose leaving keeps these, the ones with an
    /// opponent next door first, then the highest ranked upward and the lowest ranked downward.
    fn floaters(
        &self,
        decisions: &mut GroupDecisions<'_>,
        members: &[PlayerId],
        next_door: &[PlayerId],
        course: Course,
    ) -> (Vec<(&'static str, PlayerId)>, Vec<PlayerId>) {
        let mut order = course.sorted(self.field, members.to_vec());
        order.reverse();
        let has_opponent =
            |id: &PlayerId| next_door.iter().any(|other| self.field.suits(*id, *other));
        let (near, far): (Vec<_>, Vec<_>) = order.into_iter().partition(has_opponent);
        let mut named = Vec::new();
        let mut leaving = Vec::new();
        let articles = match course {
            Course::Upward => ["8.2.1", "8.2.4"],
            Course::Downward => ["8.3", "8.3, the next group"],
        };
        for (candidates, article) in [near, far].into_iter().zip(articles) {
            for id in candidates {
                if leaving.len() == decisions.n_leaving {
                    return (named, leaving);
                }
                if decisions.leave(id) {
                    named.push((article, id));
                    leaving.push(id);
                }
            }
        }
        (named, leaving)
    }

    /// Sorts pairs, allocates colours, and looks at the round once more.
    fn publish(mut self, bye: Option<PlayerId>) -> RoundPairing {
        let field = self.field;
        let mut boards = Vec::new();
        for record in &mut self.brackets {
            for pair in &mut record.pairs {
                if field.place(pair.1) < field.place(pair.0) {
                    *pair = (pair.1, pair.0);
                }
                boards.push(field.board(pair.0, pair.1));
            }
            record.pairs.sort_by_key(|(higher, _)| field.place(*higher));
            record.mdps.sort_by_key(|id| field.place(*id));
            record.floaters.sort_by_key(|id| field.place(*id));
        }
        sort_boards(&mut boards, |id| field.score(id));
        field
            .graph
            .assert_legal(field.position.present(), &boards, bye);
        RoundPairing {
            round: field.position.round(),
            rules: RULES,
            boards,
            bye,
            given_bye: field.position.given_bye(),
            replaced: None,
            defect: None,
            brackets: self.brackets,
        }
    }
}

/// 9.1 to 9.3: of 2N teams the first tries the numbers N + 1 to 2N, then N to 2; the others are proposed afresh.
fn inside(
    record: &mut BracketRecord,
    decisions: &mut GroupDecisions<'_>,
    mut teams: Vec<PlayerId>,
) {
    let is_any = !teams.is_empty();
    let mut exchanged = Vec::new();
    while !teams.is_empty() {
        let half = teams.len() / 2;
        let first = teams.remove(0);
        let (top, bottom) = teams.split_at(half - 1);
        let wanted: Vec<PlayerId> = bottom.iter().chain(top.iter().rev()).copied().collect();
        let partner = decisions.pair(first, &wanted);
        if partner != wanted[0] {
            exchanged.extend([first, partner]);
        }
        teams.retain(|id| *id != partner);
        record.pairs.push((first, partner));
    }
    if is_any && exchanged.is_empty() {
        step(record, "9.1", StepAction::MeetInOrder, Vec::new());
    }
    step_of(record, "9.3", StepAction::Exchange, exchanged);
}

fn step(
    record: &mut BracketRecord,
    article: &'static str,
    action: StepAction,
    players: Vec<PlayerId>,
) {
    record.steps.push(ProcedureStep {
        article,
        action,
        players,
    });
}

/// The same where somebody did it.
fn step_of(
    record: &mut BracketRecord,
    article: &'static str,
    action: StepAction,
    players: Vec<PlayerId>,
) {
    if !players.is_empty() {
        step(record, article, action, players);
    }
}

/// The complete pairings of everybody still unpaired that make the most pairs inside a group (9.5), while the group
/// decides among them.
struct GroupDecisions<'a> {
    left: &'a [PlayerId],
    face: MatchingFace,
    /// The members as a set of places in `left`.
    outside: Vec<u64>,
    /// How many of the group meet somebody outside.
    n_leaving: usize,
    /// Whether 7.3 holds inside; without it the group would make more pairs (7.4).
    is_strict: bool,
}

impl<'a> GroupDecisions<'a> {
    fn new(field: &OlympiadField, left: &'a [PlayerId], members: &[PlayerId]) -> Self {
        let is_inside: Vec<bool> = left.iter().map(|id| members.contains(id)).collect();
        let of = |is_strict| {
            let mut graph = field.graph.among(left, 0);
            if is_strict {
                drop_clashes(field, &mut graph, left, &is_inside);
            }
            let mut best = LexicographicOptima::new(graph, Vec::new());
            let classes = CostClasses::new(is_inside.iter().copied());
            let has_any = classes.keep_cheapest(&mut best, |a, b| u64::from(a != b));
            let mates = best.mates().iter().zip(&is_inside);
            let leaving = mates.filter(|(mate, is_inside)| {
                **is_inside && mate.is_some_and(|mate| !members.contains(&left[mate.index()]))
            });
            let n_leaving = leaving.count();
            has_any.then_some((best, n_leaving))
        };
        let (free, fewest) = of(false).expect("the bye left the others pairable");
        let strict = of(true).filter(|(_, n_leaving)| *n_leaving == fewest);
        let is_strict = strict.is_some();
        let (best, n_leaving) = strict.unwrap_or((free, fewest));
        let outside = is_inside.iter().enumerate().filter(|(_, inside)| !**inside);
        Self {
            left,
            outside: set_of(left.len(), outside.map(|(place, _)| place)),
            face: best.face().expect("there is one"),
            n_leaving,
            is_strict,
        }
    }

    fn vertex(&self, id: PlayerId) -> VertexId {
        let place = self.left.iter().position(|other| *other == id);
        VertexId::new(place.expect("still unpaired"))
    }

    /// Lets a team meet somebody outside, if that is possible.
    fn leave(&mut self, id: PlayerId) -> bool {
        let vertex = self.vertex(id);
        self.face.try_restrict(vertex, &self.outside)
    }

    /// Pairs a team for good with the first whom the decisions so far allow.
    fn pair(&mut self, id: PlayerId, wanted: &[PlayerId]) -> PlayerId {
        let own = self.vertex(id);
        let found = wanted.iter().find(|other| {
            let only = set_of(self.left.len(), [self.vertex(**other).index()]);
            self.face.match_first(own, &only).is_some()
        });
        *found.expect("the decisions so far left an opponent")
    }
}

/// Takes the pairs inside out of a graph that 7.3 forbids.
fn drop_clashes(
    field: &OlympiadField,
    graph: &mut BitGraph,
    left: &[PlayerId],
    is_inside: &[bool],
) {
    for (a, one) in left.iter().enumerate() {
        for (b, other) in left.iter().enumerate().skip(a + 1) {
            if is_inside[a] && is_inside[b] && field.clash(*one, *other) {
                graph.set_edge(VertexId::new(a), VertexId::new(b), false);
            }
        }
    }
}

/// By points, of equal ones by number (3.2).
fn ranked(mut teams: Vec<PlayerId>, score: impl Fn(PlayerId) -> Score) -> Vec<PlayerId> {
    teams.sort_by_key(|id| (Reverse(score(*id)), *id));
    teams
}
