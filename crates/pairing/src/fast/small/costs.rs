//! The criteria of a small bracket, packed into 128 bits.
//!
//! This restates the criteria for speed, as [`super::super::bracket`] does for its own case; the law
//! that this engine agrees with the reference, which asks the criteria themselves, watches over it.
//!
//! From the most important: what floaters cost above the look-ahead, one field per grade; unplayed
//! games of the bye; the two colour limits of topscorers; refused colours, refused strong colours;
//! repeated floats (down, up, from the last round, then from the round before), counted; the same
//! again by grade.

use edelweiss_model::PlayerState;
use edelweiss_weights::{ColourStanding, TopscorerRule};

use super::table::Set;
use super::{Float, GivenUp, MOST_PLAYERS, Score, Strength, members};
use crate::problem::BracketProblem;

/// How floats are graded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// By scores (2026): floaters by their own, repeated floats by those of MDPs. Downfloats are
    /// counted for floaters, residents apart from MDPs.
    Scores,
    /// By score differences, of pairs and of floaters (2017). Downfloats are counted for whoever
    /// meets a lower score, too, and MDPs that are not paired count if residents differ in score.
    Differences,
}

impl Measure {
    pub(super) fn of(problem: &BracketProblem<'_>) -> Self {
        if problem.collapses() {
            Self::Differences
        } else {
            Self::Scores
        }
    }
}

const MOST_GRADES: usize = 24;
const DOWN: usize = 0;
const UP: usize = 1;

/// Field positions, and what each floater costs.
#[derive(Debug)]
pub(super) struct Costs {
    measure: Measure,
    n_mdps: usize,
    /// By vertex: place of the score among those of the bracket, highest first.
    score_place: [u8; MOST_PLAYERS],
    /// By places of two scores: grade of a pair that has them.
    pair_grade: [[u8; MOST_PLAYERS]; MOST_PLAYERS],
    refused_strong: u32,
    refused: u32,
    three_in_a_row: u32,
    difference: u32,
    unplayed: u32,
    /// By direction and rounds back.
    repeated: [[u32; 2]; 2],
    /// By direction, rounds back and grade.
    repeated_graded: [[[u32; MOST_GRADES]; 2]; 2],
    /// By grade, above the look-ahead.
    graded: [u32; MOST_GRADES],
    above: u32,
    /// All fields together.
    pub(super) bits: u32,
    /// By vertex.
    of_floater: [u128; MOST_PLAYERS],
    /// By vertex: what the bye costs on top of that.
    of_bye: [u128; MOST_PLAYERS],
}

impl Default for Costs {
    fn default() -> Self {
        Self {
            measure: Measure::Scores,
            n_mdps: 0,
            score_place: [0; MOST_PLAYERS],
            pair_grade: [[0; MOST_PLAYERS]; MOST_PLAYERS],
            refused_strong: 0,
            refused: 0,
            three_in_a_row: 0,
            difference: 0,
            unplayed: 0,
            repeated: [[0; 2]; 2],
            repeated_graded: [[[0; MOST_GRADES]; 2]; 2],
            graded: [0; MOST_GRADES],
            above: 0,
            bits: 0,
            of_floater: [0; MOST_PLAYERS],
            of_bye: [0; MOST_PLAYERS],
        }
    }
}

/// Distinct values, highest first.
pub(super) struct Descending {
    values: [Score; MOST_GRADES],
    len: usize,
}

impl Default for Descending {
    fn default() -> Self {
        Self {
            values: [Score::ZERO; MOST_GRADES],
            len: 0,
        }
    }
}

impl Descending {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn as_slice(&self) -> &[Score] {
        &self.values[..self.len]
    }

    pub(super) fn insert(&mut self, value: Score) -> Result<(), GivenUp> {
        let at = self.as_slice().partition_point(|other| *other > value);
        if self.as_slice().get(at) == Some(&value) {
            return Ok(());
        }
        if self.len == MOST_GRADES {
            return Err(GivenUp);
        }
        self.values.copy_within(at..self.len, at + 1);
        self.values[at] = value;
        self.len += 1;
        Ok(())
    }

    pub(super) fn place(&self, value: Score) -> usize {
        self.as_slice().partition_point(|other| *other > value)
    }
}

fn floated(player: &PlayerState, direction: usize, back: usize) -> bool {
    player.floats[back] == [Float::Down, Float::Up][direction]
}

fn width(most: u32) -> u32 {
    u32::BITS - most.leading_zeros()
}

impl Costs {
    /// Chooses the fields for `n` vertices, MDPs first. Gives up where they do not fit.
    pub(super) fn lay_out<'p>(
        &mut self,
        n: usize,
        n_mdps: usize,
        state: impl Fn(usize) -> &'p PlayerState,
        measure: Measure,
        counts_unplayed: bool,
    ) -> Result<(), GivenUp> {
        self.measure = measure;
        self.n_mdps = n_mdps;
        let mut scores = Descending::default();
        for v in 0..n {
            scores.insert(state(v).score)?;
        }
        for v in 0..n {
            self.score_place[v] = scores.place(state(v).score) as u8;
        }
        // Scores from this place on are the residents'.
        let resident_place = usize::from(self.score_place[n_mdps.min(n - 1)]);
        let lowest = scores.as_slice()[scores.len - 1];
        let float_grade = |score: Score| match measure {
            Measure::Scores => score,
            Measure::Differences => score - lowest + Score::ONE,
        };
        let mut grades = Descending::default();
        for (place, &high) in scores.as_slice().iter().enumerate() {
            grades.insert(float_grade(high))?;
            if measure == Measure::Differences {
                for &low in &scores.as_slice()[resident_place.max(place + 1).min(scores.len)..] {
                    grades.insert(high - low)?;
                }
            }
        }
        for (a, &high) in scores.as_slice().iter().enumerate() {
            for (b, &low) in scores.as_slice().iter().enumerate().skip(a + 1) {
                let grade = match measure {
                    Measure::Scores => grades.place(high),
                    Measure::Differences => grades.place(high - low),
                };
                self.pair_grade[a][b] = grade as u8;
            }
        }
        let float_grade = |place: usize| grades.place(float_grade(scores.as_slice()[place]));
        // By place of a score, as sets: grades shown when meeting a lower one or floating, and when
        // meeting a higher one.
        let (mut down, mut up) = ([0_u32; MOST_PLAYERS], [0_u32; MOST_PLAYERS]);
        for high in 0..scores.len {
            down[high] |= 1 << float_grade(high);
            for low in resident_place.max(high + 1)..scores.len {
                let grade = self.pair_grade[high][low];
                down[high] |= 1 << grade;
                up[low] |= 1 << grade;
            }
        }
        self.place_fields(n, &state, (&down, &up), grades.len, counts_unplayed)?;
        let residents_differ = resident_place + 1 < scores.len;
        for v in 0..n {
            let player = state(v);
            let grade = float_grade(usize::from(self.score_place[v]));
            self.of_floater[v] = self.floater(v, player, grade);
            let unplayed = if counts_unplayed { player.unplayed } else { 0 };
            self.of_bye[v] = u128::from(unplayed) << self.unplayed;
            if measure == Measure::Differences && v < n_mdps && residents_differ {
                self.of_floater[v] += 1 << self.above;
            }
        }
        Ok(())
    }

    /// `down` and `up` are the grades that players can show, by place of their score.
    fn place_fields<'p>(
        &mut self,
        n: usize,
        state: &impl Fn(usize) -> &'p PlayerState,
        (down, up): (&[u32; MOST_PLAYERS], &[u32; MOST_PLAYERS]),
        n_grades: usize,
        counts_unplayed: bool,
    ) -> Result<(), GivenUp> {
        // How many can show each grade, as the higher one or otherwise, and again a float of theirs.
        let mut showing = [0_u32; MOST_GRADES];
        let mut repeating = [[[0_u32; MOST_GRADES]; 2]; 2];
        let mut repeaters = [[0_u32; 2]; 2];
        let (mut has_topscorer, mut unplayed) = (false, 0);
        for v in 0..n {
            let player = state(v);
            has_topscorer |= player.topscorer;
            unplayed = unplayed.max(u32::from(player.unplayed));
            let place = usize::from(self.score_place[v]);
            for grade in members(u64::from(down[place])) {
                showing[grade] += 1;
            }
            for back in [0, 1] {
                let (direction, grades) = match player.floats[back] {
                    Float::None => continue,
                    Float::Down => (DOWN, down[place]),
                    Float::Up => (UP, up[place]),
                };
                repeaters[direction][back] += 1;
                for grade in members(u64::from(grades)) {
                    repeating[direction][back][grade] += 1;
                }
            }
        }
        let mut next = 0_u32;
        let mut field = |bits: u32| {
            let offset = next;
            next += bits;
            offset
        };
        for back in [1, 0] {
            for direction in [UP, DOWN] {
                for grade in (0..n_grades).rev() {
                    let most = repeating[direction][back][grade].min(showing[grade]);
                    self.repeated_graded[direction][back][grade] = field(width(most));
                }
            }
        }
        for back in [1, 0] {
            for direction in [UP, DOWN] {
                self.repeated[direction][back] = field(width(repeaters[direction][back]));
            }
        }
        let pairs = width(n as u32 / 2);
        self.refused_strong = field(pairs);
        self.refused = field(pairs);
        let of_topscorers = if has_topscorer { width(n as u32) } else { 0 };
        self.three_in_a_row = field(of_topscorers);
        self.difference = field(of_topscorers);
        self.unplayed = field(if counts_unplayed { width(unplayed) } else { 0 });
        // MDPs that are not paired come first above the look-ahead.
        self.above = field(match self.measure {
            Measure::Scores => 0,
            Measure::Differences => width(self.n_mdps as u32),
        });
        for grade in (0..n_grades).rev() {
            self.graded[grade] = field(width(showing[grade]));
        }
        self.bits = next;
        if next < u128::BITS {
            Ok(())
        } else {
            Err(GivenUp)
        }
    }

    /// What a player costs who leaves the bracket unpaired.
    fn floater(&self, v: usize, player: &PlayerState, grade: usize) -> u128 {
        let mut cost = 1 << self.graded[grade];
        let is_mdp = v < self.n_mdps;
        let (counted, by_grade) = match self.measure {
            Measure::Scores => (!is_mdp, is_mdp),
            Measure::Differences => (true, true),
        };
        for back in [0, 1] {
            if floated(player, DOWN, back) {
                cost += u128::from(counted) << self.repeated[DOWN][back];
                cost += u128::from(by_grade) << self.repeated_graded[DOWN][back][grade];
            }
        }
        cost
    }

    /// What a set of floaters costs. The unplayed games of the bye count if nobody else floats.
    pub(super) fn of_floaters(&self, floaters: Set) -> u128 {
        let alone = floaters.is_power_of_two();
        members(u64::from(floaters))
            .map(|v| self.of_floater[v] + if alone { self.of_bye[v] } else { 0 })
            .sum()
    }

    /// The part of a cost that comes before the look-ahead.
    pub(super) fn above_look_ahead(&self, cost: u128) -> u128 {
        cost >> self.above
    }

    /// What a pair costs; `u`, ranked higher, and `v` may meet.
    pub(super) fn of_pair(
        &self,
        u: usize,
        v: usize,
        higher: &PlayerState,
        lower: &PlayerState,
    ) -> u128 {
        let mut cost = 0;
        if higher.topscorer || lower.topscorer {
            cost += self.of_topscorers(higher, lower);
        }
        if higher.preference.is_some() && higher.preference == lower.preference {
            cost += 1 << self.refused;
            if higher.strength.min(lower.strength) == Strength::Strong {
                cost += 1 << self.refused_strong;
            }
        }
        if higher.score > lower.score {
            let places = (self.score_place[u], self.score_place[v]);
            let grade = usize::from(self.pair_grade[usize::from(places.0)][usize::from(places.1)]);
            let differences = self.measure == Measure::Differences;
            if differences {
                cost += 1 << self.graded[grade];
            }
            for back in [0, 1] {
                for (direction, player, counts) in [(DOWN, higher, differences), (UP, lower, true)]
                {
                    if counts && floated(player, direction, back) {
                        cost += 1 << self.repeated[direction][back];
                        cost += 1 << self.repeated_graded[direction][back][grade];
                    }
                }
            }
        }
        cost
    }

    /// The two limits of pairs with a topscorer.
    fn of_topscorers(&self, a: &PlayerState, b: &PlayerState) -> u128 {
        let (a, b) = (ColourStanding::from(a), ColourStanding::from(b));
        let count = |rule: TopscorerRule| u128::from(rule.count(a, b));
        (count(TopscorerRule::Difference) << self.difference)
            + (count(TopscorerRule::ThreeInARow) << self.three_in_a_row)
    }
}
