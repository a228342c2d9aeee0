//! A whole round, bracket by bracket.
//!
//! # Articles
//! C.04.3 (2026) 1.9; 2017 A.9.

use edelweiss_model::{PlayerId, Position, Tournament};
use edelweiss_weights::{Completion, Edition};

use super::candidates::choose;
use super::completion::{CompletionTest, Outlook, bits};
use super::counts::Counter;
use super::parameters::Parameters;
use super::task::{Demand, LiteralTask};
use super::{Limit, LiteralBracket, LiteralOutcome, LiteralRound, LiteralRoute, Until};
use crate::colours::ColourAllocation;

/// Pairs the next round of `tournament` as the text of `edition` says.
///
/// Cost: exponential in the size of the brackets, and in the number of players where completion is
/// in doubt; meant for brackets within the default [`Limit`] and two dozen players.
///
/// # Panics
/// With more than 64 players, or when the procedure ends without a result where the text promises
/// one; both are defects of the caller or of this crate.
pub fn pair_round(
    tournament: &Tournament,
    edition: &'static Edition,
    limit: Limit,
    until: Until,
) -> LiteralOutcome {
    let round = tournament.next_round();
    if tournament.rounds_total.is_some_and(|total| round > total) {
        return LiteralOutcome::Impossible;
    }
    let position = Position::derive(tournament, &edition.definitions);
    let mut completion = CompletionTest::new(&position);
    let everybody = completion.set(position.present());
    let outlook = completion.outlook(everybody);
    if outlook == Outlook::Impossible {
        return LiteralOutcome::Impossible;
    }
    let score = |id: &PlayerId| position.player(*id).score;
    let mut literal = LiteralProcedure {
        counter: Counter::new(tournament, edition),
        position: &position,
        completion,
        limit,
        until,
        scoregroups: (position.present())
            .chunk_by(|a, b| score(a) == score(b))
            .collect(),
        records: Vec::new(),
    };
    let finished = match edition.completion {
        Completion::EveryBracket => literal.with_completion(outlook),
        Completion::Collapse => literal.with_collapse(),
    };
    let brackets = literal.records;
    if let Err(TooLarge(players)) = finished {
        return LiteralOutcome::TooLarge { brackets, players };
    }
    let colours = ColourAllocation::new(tournament);
    let pairs = brackets.iter().flat_map(|record| &record.pairs);
    LiteralOutcome::Paired(LiteralRound {
        boards: pairs.map(|(a, b)| colours.seat(*a, *b)).collect(),
        bye: (brackets.last()).and_then(|last| last.floaters.first().copied()),
        brackets,
    })
}

/// The number of players of a bracket beyond the limit.
struct TooLarge(usize);

struct LiteralProcedure<'a> {
    counter: Counter,
    position: &'a Position,
    completion: CompletionTest<'a>,
    limit: Limit,
    until: Until,
    scoregroups: Vec<&'a [PlayerId]>,
    records: Vec<LiteralBracket>,
}

impl LiteralProcedure<'_> {
    /// 2026: C4 and C5 hold in every bracket.
    fn with_completion(&mut self, outlook: Outlook) -> Result<(), TooLarge> {
        for group in 0..self.scoregroups.len() {
            let next = self.scoregroups.get(group + 1).copied();
            let demand = Demand::Outlook(outlook);
            let record = self.pair_group(group, LiteralRoute::Normal, next, demand)?;
            self.records.push(record);
        }
        Ok(())
    }

    /// 2017 A.9: pair, look whether the round can still be completed, and take the other route if
    /// it cannot. Which route it is, is none of the soft bans' business: the bracket is paired without them
    /// first, and with them only where that leaves a completion, too.
    fn with_collapse(&mut self) -> Result<(), TooLarge> {
        for group in 0..self.scoregroups.len() {
            let soft_bans = std::mem::take(&mut self.counter.soft_bans);
            let plain = self.first_pairing(group);
            self.counter.soft_bans = soft_bans;
            let (plain, completes) = plain?;
            let below = self.scoregroups[group + 1..].concat();
            if completes {
                let record = if self.counter.soft_bans.is_empty() {
                    plain
                } else {
                    match self.first_pairing(group)? {
                        (soft, true) => soft,
                        (_, false) => plain,
                    }
                };
                self.records.push(record);
                continue;
            }
            let demand = Demand::Completion;
            let penultimate = self.pair_group(group, LiteralRoute::Penultimate, None, demand)?;
            let mdps = penultimate.floaters.clone();
            self.records.push(penultimate);
            let last = self.pair(
                LiteralRoute::CollapsedLast,
                (&mdps, &below),
                None,
                &[],
                demand,
            )?;
            self.records.push(last);
            return Ok(());
        }
        Ok(())
    }

    /// 2017: a bracket without a look at what can be completed below, and whether it can.
    fn first_pairing(&mut self, group: usize) -> Result<(LiteralBracket, bool), TooLarge> {
        let next = self.scoregroups.get(group + 1).copied();
        let record = self.pair_group(group, LiteralRoute::Normal, next, Demand::Nothing)?;
        let below = self.scoregroups[group + 1..].concat();
        let unpaired = self.completion.set(record.floaters.iter().chain(&below));
        let completes = self.completion.outlook(unpaired) != Outlook::Impossible;
        Ok((record, completes))
    }

    fn pair_group(
        &mut self,
        group: usize,
        route: LiteralRoute,
        next: Option<&[PlayerId]>,
        demand: Demand,
    ) -> Result<LiteralBracket, TooLarge> {
        let mdps = (self.records.last()).map_or_else(Vec::new, |last| last.floaters.clone());
        let residents = self.scoregroups[group];
        let below = self.scoregroups[group + 1..].concat();
        self.pair(route, (&mdps, residents), next, &below, demand)
    }

    fn pair(
        &mut self,
        route: LiteralRoute,
        groups: (&[PlayerId], &[PlayerId]),
        next: Option<&[PlayerId]>,
        below: &[PlayerId],
        demand: Demand,
    ) -> Result<LiteralBracket, TooLarge> {
        let (mdps, residents) = groups;
        let size = mdps.len() + residents.len();
        if size > self.limit.bracket {
            return Err(TooLarge(size));
        }
        let mut task = LiteralTask::new(
            &self.counter,
            &mut self.completion,
            self.position,
            groups,
            next,
            below,
            demand,
        );
        let parameters = Parameters::determine(&mut task)
            .expect("the bracket above has left a completion of this one");
        let following = task.following_size(size - 2 * parameters.max_pairs);
        if following > self.limit.following {
            return Err(TooLarge(following));
        }
        let chosen = choose(&mut task, &parameters, self.until)
            .expect("the parameters were taken from a legal way of pairing the bracket");
        let costs = task.recorded_rows(&chosen);
        let id = |place: usize| task.members[place];
        let pairs = chosen.pairs.iter();
        Ok(LiteralBracket {
            route,
            mdps: mdps.to_vec(),
            residents: residents.to_vec(),
            pairs: pairs.map(|(a, b)| (id(*a), id(*b))).collect(),
            floaters: bits(chosen.floaters).map(id).collect(),
            costs,
            parameters,
        })
    }
}
