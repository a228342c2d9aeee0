//! A round, bracket by bracket.
//!
//! # Articles
//! C.04.3 (2026) 1.9, 3; 2017 A.9, B. Board order: C.04.2 (2026) 3.6.

use std::cmp::Reverse;
use std::rc::Rc;

use edelweiss_model::{Colour, PlayerId, Position, Score, Tournament};
use edelweiss_weights::{Bracket, Completion, Edition};

use crate::colours::colour_of_higher;
use crate::fallback;
use crate::fast::below;
use crate::fast::small::{self, GivenUp, Measure, Query};
use crate::fast::{ByeRole, Fast, LookAhead, Unsettled};
use crate::field::Field;
use crate::opponents::Opponents;
use crate::oracle;
use crate::recheck::assert_legal;
use crate::reference::{BracketPairing, Reach, Task};
use crate::{
    Board, BracketRecord, Engine, Impossible, Outcome, RoundPairing, Route, Rules, Witness,
};

/// Pairs the next round of `tournament`.
///
/// Cost: the fast engine is near-linear in the players for ordinary rounds, O(n²/64) where a bracket
/// has n players; what needs the weighted solver costs one solve over the players involved. The
/// reference engine solves two weighted matchings per bracket over the bracket and the next
/// scoregroup, of O(n³) steps for n such players on numbers of O(n log n) bits, falling back to all
/// unpaired players where that is not enough.
///
/// # Panics
/// Only on a defect of this library that the reference engine shares: a finished round that breaks an
/// absolute criterion is never returned.
pub fn pair_round(tournament: &Tournament, rules: &Rules) -> Outcome {
    let position = Position::derive(tournament, &rules.edition.definitions);
    pair_position(&position, rules)
}

/// As [`pair_round`], of a position that was derived by the definitions of the edition already.
///
/// ```
/// use edelweiss_model::{Player, Position, TournamentData, Tpn};
/// use edelweiss_pairing::{Outcome, Rules, pair_position};
///
/// let mut data = TournamentData::default();
/// for number in 1..=4 {
///     data.players.push(Player::new(Tpn::new(number).expect("1..=9999")));
/// }
/// let tournament = data.build().expect("four fresh players contradict nothing");
/// let rules = Rules::dutch_2026();
/// let position = Position::derive(&tournament, &rules.edition.definitions);
/// let Outcome::Paired(round) = pair_position(&position, &rules) else {
///     panic!("a first round can be paired");
/// };
/// assert_eq!(round.boards.len(), 2);
/// ```
///
/// # Panics
/// As [`pair_round`].
pub fn pair_position(position: &Position, rules: &Rules) -> Outcome {
    match round_left(position) {
        Ok(()) => pair_beside(position, rules, &[]),
        Err(none_left) => Outcome::Impossible(none_left),
    }
}

/// # Errors
/// When all announced rounds are played.
pub(crate) fn round_left(position: &Position) -> Result<(), Impossible> {
    match position.rounds_total() {
        Some(total) if position.round() > total => Err(Impossible::NoRoundLeft { total }),
        _ => Ok(()),
    }
}

/// Pairs everybody present; `seated` are pairs of other players who meet as well, and only need
/// colours and boards. Should the fast engine panic, the reference engine does it.
pub(crate) fn pair_beside(
    position: &Position,
    rules: &Rules,
    seated: &[(PlayerId, PlayerId)],
) -> Outcome {
    if rules.engine == Engine::Reference {
        return pair_by_engine(position, rules, seated);
    }
    let by_reference = |defect| {
        let mut outcome = pair_by_engine(position, &rules.reference(), seated);
        if let Outcome::Paired(round) = &mut outcome {
            round.defect = Some(defect);
        }
        outcome
    };
    let by_fast = || {
        #[cfg(test)]
        tests::panic_if_asked();
        pair_by_engine(position, rules, seated)
    };
    fallback::or_else(by_fast, by_reference)
}

/// As [`pair_beside`], by the engine of the rules alone.
fn pair_by_engine(position: &Position, rules: &Rules, seated: &[(PlayerId, PlayerId)]) -> Outcome {
    let mut driver = match Driver::new(position, rules) {
        Ok(driver) => driver,
        Err(witness) => return Outcome::Impossible(Impossible::NoLegalPairing(witness)),
    };
    driver.pair();
    let records = &driver.records;
    let pairs = || {
        records
            .iter()
            .flat_map(|record| record.pairs.iter().copied())
    };
    let boards = boards_in_order(position, pairs());
    let bye = driver.floaters.first().copied();
    assert_legal(position, &boards, bye);
    let boards = if seated.is_empty() {
        boards
    } else {
        let higher_first = |&(a, b): &(PlayerId, PlayerId)| {
            if position.is_higher(a, b) {
                (a, b)
            } else {
                (b, a)
            }
        };
        boards_in_order(position, pairs().chain(seated.iter().map(higher_first)))
    };
    Outcome::Paired(RoundPairing {
        round: position.round(),
        rules: rules.edition.name,
        boards,
        bye,
        given_bye: position.given_bye(),
        brackets: driver.records,
        defect: None,
    })
}

/// The state of a round being paired, from the top down.
struct Driver<'a> {
    position: &'a Position,
    edition: &'static Edition,
    /// Everybody present by score, highest first; each group sorted by 1.2.
    scoregroups: Vec<&'a [PlayerId]>,
    /// Floaters of the bracket paired last.
    floaters: Vec<PlayerId>,
    records: Vec<BracketRecord>,
    engine: Engine,
    /// For small brackets, in a small field.
    small: Option<small::Field<'a>>,
    fast: Option<Fast<'a>>,
    /// Brackets have been paired that `fast` has not heard of.
    fast_is_behind: bool,
    /// Of everybody present, in an event with bans.
    opponents: Option<Rc<Opponents>>,
    /// The graph of possible pairs, built when it is first needed.
    field: Option<Field<'a>>,
    /// 2026: the lowest score that the bye can go to (C5).
    bye_score: Option<Score>,
    /// Who takes the bye, once that is decided; floats through the brackets below.
    decided_bye: Option<PlayerId>,
    /// 2026: whether the next scoregroup alone is worth asking.
    patience: Patience,
}

/// Whether to ask a level first that mostly decides a bracket in less time than the next one, but in some
/// rounds never decides any: the more often it failed in a row, the more brackets do without it.
#[derive(Debug, Default)]
struct Patience {
    failures: u32,
    /// Brackets that do without.
    pause: u32,
}

impl Patience {
    fn asks(&mut self) -> bool {
        let asks = self.pause == 0;
        self.pause = self.pause.saturating_sub(1);
        asks
    }

    /// What came of asking.
    fn learn(&mut self, decided: bool) {
        self.failures = if decided { 0 } else { self.failures + 1 };
        self.pause = (1_u32 << (2 * self.failures).min(10)) / 2;
    }
}

impl<'a> Driver<'a> {
    /// # Errors
    /// The proof that no legal pairing exists.
    fn new(position: &'a Position, rules: &Rules) -> Result<Self, Witness> {
        let same_score =
            |a: &PlayerId, b: &PlayerId| position.player(*a).score == position.player(*b).score;
        let mut driver = Self {
            position,
            edition: rules.edition,
            scoregroups: position.present().chunk_by(same_score).collect(),
            floaters: Vec::new(),
            records: Vec::new(),
            engine: rules.engine,
            small: None,
            fast: None,
            fast_is_behind: false,
            opponents: None,
            field: None,
            bye_score: None,
            decided_bye: None,
            patience: Patience::default(),
        };
        let has_bye = position.present().len() % 2 == 1;
        let wants_score = has_bye && rules.edition.completion == Completion::EveryBracket;
        if rules.engine == Engine::Fast && driver.start_small(wants_score).is_ok() {
            return Ok(driver);
        }
        if rules.engine != Engine::Reference {
            // If the lowest score of anybody who may have the bye allows a completion, it is C5's.
            let takers = position.present().iter().map(|id| position.player(*id));
            let lowest = takers
                .filter(|player| player.bye_allowed)
                .map(|player| player.score)
                .min();
            driver.bye_score = if wants_score { lowest } else { None };
            driver.opponents = driver.opponents();
            driver.fast = Fast::start(
                position,
                rules.edition,
                driver.opponents.clone(),
                driver.bye_score,
            );
        }
        if driver.fast.is_none() {
            let everybody = || Rc::new(Opponents::new(position, position.present().to_vec()));
            let opponents = driver.opponents.clone().unwrap_or_else(everybody);
            let mut field = Field::new(position, opponents, has_bye);
            field.check_pairable()?;
            if wants_score {
                driver.bye_score = field.lowest_bye_score();
                if let Some(score) = driver.bye_score {
                    field.restrict_bye_to(score);
                }
            }
            driver.field = Some(field);
            if rules.engine != Engine::Reference {
                driver.fast = Fast::start(
                    position,
                    rules.edition,
                    driver.opponents.clone(),
                    driver.bye_score,
                );
            }
        }
        Ok(driver)
    }

    fn opponents(&self) -> Option<Rc<Opponents>> {
        let everybody = || Opponents::new(self.position, self.position.present().to_vec());
        (!self.position.bans().is_empty()).then(|| Rc::new(everybody()))
    }

    /// Starts a small field that can be paired; `wants_score` if the bye has to go to the lowest
    /// score possible.
    fn start_small(&mut self, wants_score: bool) -> Result<(), GivenUp> {
        let mut small = small::Field::new(self.position).ok_or(GivenUp)?;
        if wants_score {
            self.bye_score = Some(small.lowest_bye_score()?.ok_or(GivenUp)?);
        } else if !small.is_pairable()? {
            return Err(GivenUp);
        }
        self.small = Some(small);
        self.fast_is_behind = true;
        Ok(())
    }

    fn pair(&mut self) {
        let mut group = 0;
        while group < self.scoregroups.len() {
            if let Ok(next) = self.pair_small(group) {
                group = next;
                self.fast_is_behind = true;
                continue;
            }
            if self.fast_is_behind {
                self.resume_fast(group);
            }
            if self.pair_nobody(group) {
                group += 1;
                continue;
            }
            let Err(reason) = self.pair_locally(group) else {
                group += 1;
                continue;
            };
            group = match self.edition.completion {
                Completion::EveryBracket => self.pair_with_completion(group, reason),
                Completion::Collapse => self.pair_with_collapse(group, reason),
            };
        }
    }

    /// Pairs a small bracket of a small field; under 2017 rules the collapsed last bracket with it,
    /// where the round needs one. Returns the next scoregroup.
    fn pair_small(&mut self, group: usize) -> Result<usize, GivenUp> {
        if self.small.is_none() {
            return Err(GivenUp);
        }
        let residents = self.scoregroups[group];
        let next = self.scoregroups.get(group + 1).copied().unwrap_or_default();
        let resident_score = self.position.player(residents[0]).score;
        let collapses = self.edition.completion == Completion::Collapse;
        let odd = self.position.present().len() % 2 == 1;
        let mdps = self.mdps();
        let query = Query {
            mdps: &mdps,
            residents,
            next,
            measure: if collapses {
                Measure::Differences
            } else {
                Measure::Scores
            },
            bye_here: if collapses {
                odd && next.is_empty()
            } else {
                self.bye_is_here(resident_score)
            },
            completes: !collapses,
            looks_ahead: !next.is_empty(),
        };
        let small = self.small.as_mut().expect("checked above");
        let paired = small.pair(&query)?;
        if collapses && !next.is_empty() {
            let lower = self.groups_from(group + 1);
            let small = self.small.as_mut().expect("checked above");
            if !small.completes(&paired.floaters, &lower)? {
                let penultimate = small.pair(&Query {
                    completes: true,
                    looks_ahead: false,
                    ..query
                })?;
                let collapsed = small.pair(&Query {
                    mdps: &penultimate.floaters,
                    residents: &lower,
                    next: &[],
                    bye_here: odd,
                    looks_ahead: false,
                    ..query
                })?;
                self.accept(Route::Penultimate, group, penultimate.into());
                self.accept(Route::CollapsedLast, group + 1, collapsed.into());
                return Ok(self.scoregroups.len());
            }
        }
        let bye_here = query.bye_here;
        self.accept(Route::Normal, group, paired.into());
        if let [floater] = self.floaters[..]
            && bye_here
        {
            self.decided_bye = Some(floater);
        }
        Ok(group + 1)
    }

    /// A bracket in which nobody may meet anybody has one candidate: all float. Who is to be paired
    /// stays the same, and so does whether that can be completed. Not for the reference engine, nor
    /// where the bye is to be decided.
    fn pair_nobody(&mut self, group: usize) -> bool {
        let residents = self.scoregroups[group];
        let resident_score = self.position.player(residents[0]).score;
        let is_last = group + 1 == self.scoregroups.len();
        if self.engine == Engine::Reference || is_last || self.bye_is_here(resident_score) {
            return false;
        }
        let mut players = self.mdps();
        for resident in residents {
            if (players.iter()).any(|other| self.position.may_meet(*other, *resident)) {
                return false;
            }
            players.push(*resident);
        }
        if let Some(fast) = &mut self.fast {
            fast.leave_nobody(residents);
        }
        let found = BracketPairing {
            pairs: Vec::new(),
            floaters: players,
            exits: Vec::new(),
            rest: Vec::new(),
            costs: Vec::new(),
        };
        self.accept(Route::Normal, group, found);
        true
    }

    /// Everybody in the scoregroups from `first` on.
    fn groups_from(&self, first: usize) -> Vec<PlayerId> {
        self.scoregroups[first.min(self.scoregroups.len())..].concat()
    }

    /// The floaters of the bracket above who can be paired at all.
    fn mdps(&self) -> Vec<PlayerId> {
        let playing = |id: &PlayerId| Some(*id) != self.decided_bye;
        self.floaters.iter().copied().filter(playing).collect()
    }

    /// The bye goes to this bracket's players, residents of this score.
    fn bye_is_here(&self, resident_score: Score) -> bool {
        self.decided_bye.is_none() && self.bye_score.is_some_and(|score| score >= resident_score)
    }

    /// Pairs a bracket with the fast engine, if that settles it.
    fn pair_locally(&mut self, group: usize) -> Result<(), Unsettled> {
        if self.engine == Engine::Reference {
            return Err(Unsettled::Other);
        }
        let residents = self.scoregroups[group];
        let next = self.scoregroups.get(group + 1).copied().unwrap_or_default();
        let resident_score = self.position.player(residents[0]).score;
        let bye = match self.edition.completion {
            Completion::EveryBracket if self.bye_is_here(resident_score) => {
                if self.bye_score != Some(resident_score) {
                    return Err(Unsettled::Other);
                }
                ByeRole::Resident
            }
            Completion::Collapse if next.is_empty() && self.position.present().len() % 2 == 1 => {
                ByeRole::Resident
            }
            _ => ByeRole::Elsewhere,
        };
        let mdps = self.mdps();
        let fast = self.fast.as_mut().expect("checked above");
        let mut settled = fast.pair(&mdps, residents, next, bye, None);
        if let Err(Unsettled::Floater) = settled {
            let field = self.take_field(group);
            let below = self.groups_from(group + 2);
            let completes = self.edition.completion == Completion::EveryBracket;
            let partners = field.opponents_for_floater(next, &below, completes);
            self.field = Some(field);
            let look_ahead = LookAhead {
                partners: &partners,
            };
            if !partners.is_empty() {
                let fast = self.fast.as_mut().expect("checked above");
                settled = fast.pair(&mdps, residents, next, bye, Some(look_ahead));
            }
        }
        let settled = settled?;
        let found = BracketPairing {
            pairs: settled.pairs,
            floaters: settled.floater.into_iter().collect(),
            exits: Vec::new(),
            rest: Vec::new(),
            costs: Vec::new(),
        };
        let taker = (bye != ByeRole::Elsewhere)
            .then_some(settled.floater)
            .flatten();
        self.accept(Route::Normal, group, found);
        self.decided_bye = self.decided_bye.or(taker);
        Ok(())
    }

    /// Tells the fast engine who is left before this scoregroup is paired.
    fn resume_fast(&mut self, group: usize) {
        self.fast_is_behind = false;
        let unpaired = self.mdps().into_iter().chain(self.groups_from(group));
        let bye_score = self.bye_score;
        if self.fast.is_none() {
            self.opponents = self.opponents();
        }
        let opponents = &self.opponents;
        let fast = self
            .fast
            .get_or_insert_with(|| Fast::new(self.position, self.edition, opponents.clone()));
        fast.resume(bye_score, unpaired);
    }

    /// The graph of possible pairs among everybody still to be paired in the scoregroups from
    /// `group` on.
    fn take_field(&mut self, group: usize) -> Field<'a> {
        let mut field = self.field.take().unwrap_or_else(|| {
            let unpaired = || {
                let players = [self.mdps(), self.groups_from(group)].concat();
                Rc::new(Opponents::new(self.position, players))
            };
            let has_bye = self.position.present().len() % 2 == 1;
            let opponents = self.opponents.clone().unwrap_or_else(unpaired);
            let mut field = Field::new(self.position, opponents, has_bye);
            if let Some(score) = self.bye_score {
                field.restrict_bye_to(score);
            }
            field
        });
        if self.decided_bye.is_some() {
            field.close_bye();
        }
        field
    }

    /// The first optimal pairing of a bracket together with what lies below it.
    fn solve(&self, task: &Task<'_>) -> Option<BracketPairing> {
        match self.engine {
            Engine::Reference => oracle::first_candidate(task),
            Engine::Fast | Engine::Classes => below::solve(task),
        }
    }

    /// 2026: completion (C4) and the lowest possible bye (C5) hold in every bracket. Returns the
    /// next scoregroup.
    ///
    /// The bracket is first paired together with the next scoregroup alone, everybody being free to
    /// leave downwards. That is a relaxation of the full problem with the same costs, so if its
    /// first optimal element leaves a completion, it is the first optimal element of the full
    /// problem, too. Otherwise, and where the bye comes from this bracket, everybody unpaired takes
    /// part; those below as exits ([`Solved::first_above`]), if that settles it.
    fn pair_with_completion(&mut self, group: usize, reason: Unsettled) -> usize {
        let field = self.take_field(group);
        let residents = self.scoregroups[group].to_vec();
        let resident_score = self.position.player(residents[0]).score;
        let next = self.scoregroups.get(group + 1).copied().unwrap_or_default();
        let below = self.groups_from(group + 2);
        let is_last = below.is_empty();
        let mut bracket = Bracket::new(self.position, self.mdps(), residents);
        if !next.is_empty() {
            bracket = bracket.followed_by(self.position, next, false);
        }
        let bye_here = self.bye_is_here(resident_score);
        let task = |bracket: Bracket, reach: Reach| Task {
            field: &field,
            edition: self.edition,
            bracket,
            next: next.to_vec(),
            below: below.clone(),
            reach,
        };
        let mut fast = self.fast.take();
        let may_settle = !bye_here && !is_last && reason != Unsettled::NoCompletion;
        let asks_next = may_settle && (self.engine == Engine::Reference || self.patience.asks());
        let completes = |fast: &mut Option<Fast<'_>>, found: &BracketPairing| match fast {
            Some(fast) => fast.leave_with_next(found, next),
            None => field.can_complete(&[&found.exits[..], &below].concat()),
        };
        let local = asks_next
            .then(|| self.solve(&task(bracket.clone(), Reach::Exits)))
            .flatten()
            .filter(|found| completes(&mut fast, found));
        if asks_next {
            self.patience.learn(local.is_some());
        }
        let found = local.or_else(|| {
            let task_of_all = task(bracket.clone(), Reach::Everything);
            let everything = self.solve(&task_of_all)?;
            let found = if bye_here && everything.floaters.len() == 1 {
                // C9 applies: the only floater is the one who takes the bye.
                let bracket = bracket.with_bye_as_sole_floater();
                self.solve(&task(bracket, Reach::Everything))?
            } else {
                everything
            };
            if let Some(fast) = &mut fast {
                fast.follow(&found);
            }
            Some(found)
        });
        let found = found.expect("C4 holds before every bracket, so a pairing exists");
        let taker = match found.floaters[..] {
            [floater] if bye_here && fast.is_some() => Some(floater),
            _ => None,
        };
        if let (Some(fast), Some(taker)) = (&mut fast, taker) {
            fast.leave_with_bye(taker);
        }
        self.fast = fast;
        self.field = Some(field);
        self.accept(Route::Normal, group, found);
        self.decided_bye = self.decided_bye.or(taker);
        group + 1
    }

    /// 2017: a bracket without completion; where that loses it, the bracket is paired again with it
    /// and everybody below forms the last bracket. Returns the next scoregroup.
    fn pair_with_collapse(&mut self, group: usize, reason: Unsettled) -> usize {
        let field = self.take_field(group);
        let last = self.scoregroups.len();
        let residents = self.scoregroups[group].to_vec();
        let bracket = Bracket::new(self.position, self.floaters.clone(), residents);
        let task = |bracket, next: &[PlayerId], below, reach| Task {
            field: &field,
            edition: self.edition,
            bracket,
            next: next.to_vec(),
            below,
            reach,
        };
        if group + 1 == last {
            let found = self.solve(&task(bracket, &[], Vec::new(), Reach::Everything));
            let found = found.expect("completion holds before the last bracket");
            self.accept(Route::Normal, group, found);
            return last;
        }
        let next = self.scoregroups[group + 1];
        let lower = self.groups_from(group + 1);
        if reason != Unsettled::NoCompletion {
            let ahead = bracket
                .clone()
                .followed_by(self.position, next, group + 2 == last);
            let found = self.solve(&task(ahead, next, Vec::new(), Reach::Exits));
            let found = found.expect("a bracket whose players may all leave has a pairing");
            let completes = match &mut self.fast {
                Some(fast) if fast.has_completion() => fast.leave_paired(&found),
                _ => field.can_complete(&[&found.floaters[..], &lower].concat()),
            };
            if completes {
                self.accept(Route::Normal, group, found);
                self.field = Some(field);
                return group + 1;
            }
        }
        let found = self.solve(&task(bracket, &[], lower.clone(), Reach::Everything));
        let found = found.expect("completion held before the penultimate bracket");
        let collapsed = Bracket::new(self.position, found.floaters.clone(), lower);
        let rest = self.solve(&task(collapsed, &[], Vec::new(), Reach::Everything));
        let rest = rest.expect("C.4 holds in the penultimate bracket");
        self.accept(Route::Penultimate, group, found);
        self.accept(Route::CollapsedLast, group + 1, rest);
        last
    }

    fn accept(&mut self, route: Route, group: usize, found: BracketPairing) {
        let residents = match route {
            Route::CollapsedLast => self.groups_from(group),
            Route::Normal | Route::Penultimate => self.scoregroups[group].to_vec(),
        };
        let mut floaters = found.floaters;
        // Ranked above everybody who floats from here.
        floaters.extend(self.decided_bye);
        floaters.rotate_right(usize::from(self.decided_bye.is_some()));
        // The fast engine may have solved a smaller problem with the same answer.
        let costs = match self.engine {
            Engine::Reference => found.costs,
            Engine::Fast | Engine::Classes => Vec::new(),
        };
        let mdps = std::mem::replace(&mut self.floaters, floaters.clone());
        self.records.push(BracketRecord {
            route,
            mdps,
            residents,
            pairs: found.pairs,
            floaters,
            costs,
        });
    }
}

impl From<small::Paired> for BracketPairing {
    fn from(small::Paired { pairs, floaters }: small::Paired) -> Self {
        Self {
            pairs,
            floaters,
            exits: Vec::new(),
            rest: Vec::new(),
            costs: Vec::new(),
        }
    }
}

/// Allocates colours and sorts boards for publication. The higher ranked player of a pair comes
/// first.
fn boards_in_order(
    position: &Position,
    pairs: impl Iterator<Item = (PlayerId, PlayerId)>,
) -> Vec<Board> {
    let score = |id| position.player(id).score;
    let mut pairs: Vec<(PlayerId, PlayerId)> = pairs.collect();
    pairs.sort_by_key(|&(higher, lower)| {
        (
            Reverse(score(higher)),
            Reverse(score(higher) + score(lower)),
            higher,
        )
    });
    let allocate = |(higher, lower)| {
        let (colour, colour_reason) = colour_of_higher(position, higher, lower);
        let (white, black) = match colour {
            Colour::White => (higher, lower),
            Colour::Black => (lower, higher),
        };
        Board {
            white,
            black,
            colour_reason,
        }
    };
    pairs.into_iter().map(allocate).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use edelweiss_model::{Player, Score, TournamentData, Tpn};

    use super::*;

    thread_local! {
        static PANICS: Cell<bool> = const { Cell::new(false) };
    }

    /// Where a defect of the fast engine would be.
    pub(super) fn panic_if_asked() {
        assert!(!PANICS.get(), "a dual is feasible");
    }

    fn field(n: u32) -> TournamentData {
        let mut data = TournamentData::default();
        for number in 1..=n {
            let number = Tpn::new(number).expect("1..=9999");
            data.players.push(Player::new(number));
        }
        data
    }

    #[test]
    fn a_panic_of_the_fast_engine_leaves_the_round_and_a_note() {
        let tournament = field(9).build().expect("fresh players contradict nothing");
        for rules in [Rules::dutch_2017(), Rules::dutch_2026()] {
            let paired = |rules: &Rules| match pair_round(&tournament, rules) {
                Outcome::Paired(round) => round,
                Outcome::Impossible(why) => panic!("{why:?}"),
            };
            let expected = paired(&rules);
            assert_eq!(expected.defect, None);
            PANICS.set(true);
            let found = paired(&rules);
            PANICS.set(false);
            assert_eq!(found.boards, expected.boards);
            let defect = found.defect.expect("the fast engine panicked");
            assert_eq!(defect.message, "a dual is feasible");
        }
    }

    /// Players of different scores who may not meet come together from bracket to bracket.
    #[test]
    fn brackets_without_a_pair_are_those_of_the_reference() {
        for n_apart in [1, 2, 5, 18] {
            let mut data = field(4 * n_apart + 3);
            let apart: Vec<PlayerId> = (0..n_apart as usize).map(PlayerId::from_index).collect();
            for id in &apart {
                let points = 10 * (n_apart as i32 + 1 - id.index() as i32);
                data.players[id.index()].virtual_points = vec![Score::from_tenths(points)];
            }
            data.forbidden.push(edelweiss_model::ForbiddenGroup {
                first: edelweiss_model::RoundNumber::FIRST,
                last: None,
                players: apart,
            });
            let tournament = data.build().expect("bans contradict nothing");
            for rules in [Rules::dutch_2017(), Rules::dutch_2026()] {
                let brackets = |rules: &Rules| match pair_round(&tournament, rules) {
                    Outcome::Paired(round) => {
                        let records = round.brackets.into_iter();
                        records
                            .map(|b| (b.mdps, b.residents, b.pairs, b.floaters))
                            .collect()
                    }
                    Outcome::Impossible(_) => Vec::new(),
                };
                let expected = brackets(&rules.reference());
                assert!(!expected.is_empty());
                assert_eq!(brackets(&rules), expected);
                assert_eq!(brackets(&rules.by_classes()), expected);
            }
        }
    }
}
