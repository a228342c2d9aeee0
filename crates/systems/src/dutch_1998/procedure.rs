//! C.1 and C.12 to C.14: from bracket to bracket, down and sometimes up again.

use edelweiss_model::PlayerId;
use edelweiss_pairing::StepAction;

use super::bracket::{
    PairedScoreBracket, ScoreBracket, Shape, counts_as_homogeneous, first_possible, is_possible,
    largest, pair, step,
};
use super::field::Dutch1998Field;
use super::instance::Exhausted;
use super::tail::{Below, Tail};
use super::{Joined, Unpairable};

/// A bracket that is complete.
#[derive(Clone, Debug)]
pub(super) struct CompletedBracket {
    pub(super) bracket: ScoreBracket,
    pub(super) shape: Shape,
    pub(super) paired: PairedScoreBracket,
    /// Moved down whatever the pairing: residents without an opponent (C.1) and, where the option
    /// says so, players moved down into it who cannot be paired in it.
    pub(super) without_opponent: Vec<PlayerId>,
}

/// Why the procedure ends without a result, by the text or because a search was given up.
#[derive(Clone, Debug)]
pub(super) enum Stopped {
    Ended(Ended),
    Exhausted,
}

impl From<Exhausted> for Stopped {
    fn from(_: Exhausted) -> Self {
        Self::Exhausted
    }
}

/// Where the text ends without a result.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) article: &'static str,
    pub(super) detail: String,
}

/// The round so far.
#[derive(Debug)]
pub(super) struct Procedure<'a> {
    field: &'a Dutch1998Field<'a>,
    /// Complete brackets, from the top.
    records: Vec<CompletedBracket>,
    /// Moved down and not yet paired.
    moved: Vec<PlayerId>,
    /// Whether `moved` comes from the last of `records`, and not from a bracket that was moved down
    /// as a whole. Only then can C.12 undo anything.
    follows_record: bool,
    /// Whether the lowest bracket has been joined with others (C.13).
    has_joined: bool,
}

impl<'a> Procedure<'a> {
    pub(super) fn new(field: &'a Dutch1998Field<'a>) -> Self {
        Self {
            field,
            records: Vec::new(),
            moved: Vec::new(),
            follows_record: false,
            has_joined: false,
        }
    }

    /// "Starting with the highest score bracket apply the following procedures to all score
    /// brackets until an acceptable pairing is obtained."
    pub(super) fn run(mut self) -> Result<Vec<CompletedBracket>, Stopped> {
        let field = self.field;
        let same_score = |a: &PlayerId, b: &PlayerId| field.score(*a) == field.score(*b);
        let groups: Vec<&[PlayerId]> = field.position.present().chunk_by(same_score).collect();
        if let Some((lowest, others)) = groups.split_last() {
            for group in others {
                self.pair_bracket(group)?;
            }
            self.pair_lowest(lowest)?;
        }
        Ok(self.records)
    }

    /// Any bracket but the lowest.
    fn pair_bracket(&mut self, group: &[PlayerId]) -> Result<(), Exhausted> {
        let (mut bracket, mut without_opponent) = self.with_opponents(group)?;
        loop {
            if let Some(shape) = self.first_possible(&bracket)? {
                // C.2 to C.11.
                let mut paired = pair(self.field, &bracket, shape, Tail::MoveDown)?;
                // C.12.
                if paired.is_none()
                    && let Some(another) = self.undo_previous(&bracket, shape, &[])?
                {
                    bracket = another;
                    paired = pair(self.field, &bracket, shape, Tail::MoveDown)?;
                }
                let paired = paired.expect("C.14: this shape was asked about before");
                self.moved = [&paired.floaters[..], &without_opponent].concat();
                self.follows_record = true;
                self.records.push(CompletedBracket {
                    bracket,
                    shape,
                    paired,
                    without_opponent,
                });
                return Ok(());
            }
            // C.14, p = 0.
            if bracket.is_homogeneous()
                || self.field.options.unpairable == Unpairable::BracketMovesDown
            {
                self.moved = [&bracket.players[..], &without_opponent].concat();
                self.follows_record = false;
                return Ok(());
            }
            without_opponent.extend(bracket.moved());
            bracket = ScoreBracket::new(self.field, &[], bracket.residents());
        }
    }

    /// C.1: the bracket in which everybody has an opponent, as far as that can be, and the residents who
    /// have none and are moved down.
    ///
    /// Players moved down come first, while all residents are there to meet whom C.12 sends instead of
    /// them. Where p pairings can be made although one of them has no opponent, C.12 can bring nothing.
    fn with_opponents(
        &mut self,
        group: &[PlayerId],
    ) -> Result<(ScoreBracket, Vec<PlayerId>), Exhausted> {
        let mut bracket = ScoreBracket::new(self.field, &self.moved, group);
        let mut without_opponent = Vec::new();
        loop {
            let (stranded, _) = self.by_opponents(bracket.moved(), &bracket);
            let shape = bracket.full_shape();
            let undone = !stranded.is_empty()
                && !is_possible(self.field, &bracket, shape, Tail::MoveDown)?
                && match self.undo_previous(&bracket, shape, &stranded)? {
                    Some(another) => {
                        bracket = another;
                        true
                    }
                    None => false,
                };
            let (alone, residents) = self.by_opponents(bracket.residents(), &bracket);
            if !alone.is_empty() {
                bracket = ScoreBracket::new(self.field, bracket.moved(), &residents);
            }
            let again = !alone.is_empty() && !undone;
            without_opponent.extend(alone);
            if !again {
                return Ok((bracket, without_opponent));
            }
        }
    }

    /// Of these players of a bracket, those without an opponent in it, and the others.
    fn by_opponents(
        &self,
        players: &[PlayerId],
        bracket: &ScoreBracket,
    ) -> (Vec<PlayerId>, Vec<PlayerId>) {
        (players.iter()).partition(|id| self.field.has_no_opponent(**id, &bracket.players))
    }

    /// How often C.14 is applied: the first shape that B.1 and B.2 allow, if need be after C.12; `None`
    /// if there is none.
    ///
    /// p is decreased by one each time, that of the part which fails: the players moved down while they
    /// cannot all be paired by themselves, then the remainder. Each part is found by halving.
    fn first_possible(&self, bracket: &ScoreBracket) -> Result<Option<Shape>, Exhausted> {
        let by_itself = first_possible(self.field, bracket);
        let Some(previous) = self.undoable(bracket) else {
            return Ok(by_itself);
        };
        let after_undoing = |shape: Shape| {
            let below = what_follows(previous, bracket, shape, &[]);
            let tail = Tail::Into(&below);
            is_possible(self.field, &previous.bracket, previous.shape, tail)
        };
        let full = bracket.full_shape();
        let alone = by_itself.unwrap_or(Shape { top: 0, rest: 0 });
        // With one player moved down fewer to be paired first, he keeps his opponent in the remainder.
        let top = largest(alone.top, full.top, |top| {
            after_undoing(bracket.shape_with(top))
        })?;
        let with_top = bracket.shape_with(top);
        if top > alone.top {
            return Ok(Some(with_top));
        }
        if top == 0 && full.top > 0 {
            return Ok(None);
        }
        // A pair of the remainder that is given up leaves two more players over.
        let rest = largest(alone.rest, with_top.rest, |rest| {
            after_undoing(Shape { top, rest })
        })?;
        Ok((rest > 0 || by_itself.is_some()).then_some(Shape { top, rest }))
    }

    /// The previous bracket, if C.12 can undo its pairing for this one.
    fn undoable(&self, bracket: &ScoreBracket) -> Option<&CompletedBracket> {
        let follows = bracket.n_moved > 0 && self.follows_record;
        self.records.last().filter(|_| follows)
    }

    /// C.12: another pairing of the previous bracket, with as many pairs, after which this one can
    /// be paired in its present shape; `barred` are not to be moved down again. Gives this bracket
    /// with the players it then has.
    fn undo_previous(
        &mut self,
        bracket: &ScoreBracket,
        shape: Shape,
        barred: &[PlayerId],
    ) -> Result<Option<ScoreBracket>, Exhausted> {
        let Some(previous) = self.undoable(bracket) else {
            return Ok(None);
        };
        let below = what_follows(previous, bracket, shape, barred);
        let tail = Tail::Into(&below);
        let Some(mut paired) = pair(self.field, &previous.bracket, previous.shape, tail)? else {
            return Ok(None);
        };
        paired.steps.insert(0, step("C.12", StepAction::PairAgain));
        let moved = [&paired.floaters[..], &below.fixed].concat();
        if let Some(previous) = self.records.last_mut() {
            previous.paired = paired;
        }
        Ok(Some(ScoreBracket::new(
            self.field,
            &moved,
            &below.residents,
        )))
    }

    /// C.2 to C.11 and C.13 for the lowest bracket, which grows until it can be paired.
    fn pair_lowest(&mut self, group: &[PlayerId]) -> Result<(), Stopped> {
        let mut residents = group.to_vec();
        loop {
            let bracket = ScoreBracket::new(self.field, &self.moved, &residents);
            let shape = bracket.full_shape();
            if self.complete(bracket, shape)? {
                return Ok(());
            }
            // C.13.
            let Some(penultimate) = self.records.last() else {
                break;
            };
            let fixed: Vec<PlayerId> = (self.moved.iter().copied())
                .filter(|id| !penultimate.paired.floaters.contains(id))
                .collect();
            if let Some((shape, paired)) = self.undo_penultimate(penultimate, &fixed, &residents)? {
                self.moved = [&paired.floaters[..], &fixed].concat();
                if let Some(penultimate) = self.records.last_mut() {
                    penultimate.shape = shape;
                    penultimate.paired = paired;
                }
                let bracket = ScoreBracket::new(self.field, &self.moved, &residents);
                let shape = bracket.full_shape();
                let complete = self.complete(bracket, shape)?;
                assert!(complete, "C.13: the lowest bracket was asked about before");
                return Ok(());
            }
            self.join(&mut residents, &fixed);
        }
        // One bracket is left. C.14 for the players moved down.
        let bracket = ScoreBracket::new(self.field, &self.moved, &residents);
        let n_top = bracket.full_shape().top;
        let top = largest(0, n_top.saturating_sub(1), |top| {
            is_possible(self.field, &bracket, bracket.shape_with(top), Tail::Bye)
        })?;
        if top > 0 {
            let shape = bracket.shape_with(top);
            let complete = self.complete(bracket, shape)?;
            assert!(complete, "C.14: this shape was asked about before");
            return Ok(());
        }
        Err(Stopped::Ended(if n_top == 0 {
            Ended {
                article: "C.13",
                detail: format!(
                    "all {} players are joined in one homogeneous bracket, which B.1 and B.2 do \
                     not let be paired",
                    bracket.players.len()
                ),
            }
        } else {
            Ended {
                article: "C.14",
                detail: format!(
                    "all brackets are joined, and of the {} players moved down not even the \
                     highest can be paired so that the others can be paired, too",
                    bracket.n_moved
                ),
            }
        }))
    }

    /// Pairs the lowest bracket and records it.
    fn complete(&mut self, bracket: ScoreBracket, shape: Shape) -> Result<bool, Exhausted> {
        let Some(mut paired) = pair(self.field, &bracket, shape, Tail::Bye)? else {
            return Ok(false);
        };
        if self.has_joined {
            paired.steps.insert(0, step("C.13", StepAction::Join));
        }
        self.records.push(CompletedBracket {
            bracket,
            shape,
            paired,
            without_opponent: Vec::new(),
        });
        Ok(true)
    }

    /// C.13: the penultimate bracket with p, p - 1, ..., 1, so that the lowest can be paired.
    /// In a heterogeneous bracket that is the p of the remainder first; with one fewer of the players
    /// moved down the remainder is another one, with its own p (C.6, C.3).
    fn undo_penultimate(
        &self,
        penultimate: &CompletedBracket,
        fixed: &[PlayerId],
        residents: &[PlayerId],
    ) -> Result<Option<(Shape, PairedScoreBracket)>, Exhausted> {
        let bracket = &penultimate.bracket;
        let Shape { top, rest } = penultimate.shape;
        let down_from = |Shape { top, rest }| (0..=rest).rev().map(move |rest| Shape { top, rest });
        let fewer_moved = (1..top).rev().map(|top| bracket.shape_with(top));
        let shapes = down_from(Shape { top, rest }).chain(fewer_moved.flat_map(down_from));
        for shape in shapes.filter(|shape| shape.top + shape.rest > 0) {
            let n_moved = bracket.n_floaters(shape) + fixed.len();
            let n = n_moved + residents.len();
            let below = Below {
                fixed: fixed.to_vec(),
                residents: residents.to_vec(),
                top: (!counts_as_homogeneous(n_moved, n)).then_some(n_moved),
                n_floaters: n % 2,
                is_lowest: true,
                barred: Vec::new(),
            };
            if let Some(mut paired) = pair(self.field, bracket, shape, Tail::Into(&below))? {
                paired.steps.insert(0, step("C.13", StepAction::PairAgain));
                return Ok(Some((shape, paired)));
            }
        }
        Ok(None)
    }

    /// C.13, p = 0: the two lowest brackets become one.
    fn join(&mut self, residents: &mut Vec<PlayerId>, fixed: &[PlayerId]) {
        let Some(penultimate) = self.records.pop() else {
            return;
        };
        self.has_joined = true;
        let CompletedBracket {
            bracket,
            without_opponent,
            ..
        } = penultimate;
        match self.field.options.joined {
            Joined::MovedDown => {
                let from_below = fixed.iter().filter(|id| !without_opponent.contains(id));
                self.moved = [&bracket.players[..], &without_opponent].concat();
                self.moved.extend(from_below);
            }
            Joined::Residents => {
                // Who had been moved down into the former penultimate bracket and could not be paired
                // there has a higher score than its residents.
                let own = bracket.residents().first().map(|id| self.field.score(*id));
                let (moved_into, others): (Vec<PlayerId>, Vec<PlayerId>) = (fixed.iter())
                    .partition(|id| own.is_some_and(|own| self.field.score(**id) > own));
                residents.extend(bracket.residents());
                residents.extend(others);
                self.moved = [bracket.moved(), &moved_into].concat();
            }
        }
        self.moved.sort_by_key(|id| (-self.field.score(*id), *id));
    }
}

/// What C.12 asks of the players left over by the previous bracket.
fn what_follows(
    previous: &CompletedBracket,
    bracket: &ScoreBracket,
    shape: Shape,
    barred: &[PlayerId],
) -> Below {
    Below {
        fixed: previous.without_opponent.clone(),
        residents: bracket.residents().to_vec(),
        top: (!bracket.is_homogeneous()).then_some(shape.top),
        n_floaters: bracket.n_floaters(shape),
        is_lowest: false,
        barred: barred.to_vec(),
    }
}
