//! One tournament of a comparison: made or read, asked about, compared.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;

use edelweiss::model::{ByeKind, RoundEntry, RoundNumber, Tournament};
use edelweiss::pairing::Outcome;
use edelweiss::standings::are_teams_paired;
use edelweiss::trf::{Dialect, Document, ReadOptions};
use edelweiss_generate::{Generator, NextRound, Settings};

use super::{Case, CaseRecord, ComparisonPlan, Difference, Direction, RoundSource, Shared};
use crate::engine::{Answer, Desk, MadeToOrder, PairingProgram, Reply, Trouble, printable};
use crate::faults;
use crate::shrink::is_told;
use crate::sweep::Bounds;
use crate::verdict::{DifferenceClass, compare};

/// The longest file that is read, and one byte more, which the reader refuses.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// What a generator that must be told the size is told where nothing is asked.
const USUAL_PLAYERS: u32 = 30;
const USUAL_ROUNDS: u32 = 7;

/// One thread's tools.
pub(super) struct Bench<'a> {
    pub(super) plan: &'a ComparisonPlan<'a>,
    pub(super) desk: &'a Desk<'a>,
    pub(super) shared: &'a Mutex<Shared>,
}

impl Bench<'_> {
    pub(super) fn case(&mut self, index: usize) -> Result<CaseRecord, Trouble> {
        let mut record = CaseRecord {
            case: self.plan.name(index),
            rounds: 0,
            pairs: 0,
            classes: BTreeMap::new(),
            differences: Vec::new(),
            ranks: None,
            error: None,
        };
        let tournament = match self.plan.case(index) {
            Case::File(path) => read(path),
            Case::Axis(axis, place) => {
                let bounds = match &self.plan.source {
                    RoundSource::Sweep { bounds, .. } => *bounds,
                    _ => Bounds::default(),
                };
                let settings = axis.settings(self.plan.seed, place, bounds);
                self.make(settings, 0, &mut record)?
            }
            Case::Generated(place) => {
                let mut settings = Settings::default();
                if let RoundSource::Generated(given) = &self.plan.source {
                    settings.clone_from(given);
                }
                settings.seed = Some(self.plan.seed);
                self.make(settings, place, &mut record)?
            }
        };
        match tournament {
            Ok(Some(tournament)) => {
                self.compare_all(&tournament, &mut record)?;
                record.ranks = self.ranks(&record.case, &tournament)?;
            }
            Ok(None) => {}
            Err(why) => record.error = Some(why),
        }
        Ok(record)
    }

    /// A tournament from settings, made by us or by them; `None` if what came of it is in the
    /// record already.
    fn make(
        &self,
        settings: Settings,
        place: u32,
        record: &mut CaseRecord,
    ) -> Result<Result<Option<Tournament>, String>, Trouble> {
        if self.plan.direction == Direction::TheyGenerate {
            return self.they_make(&settings, place, record);
        }
        let mut generator = match Generator::new(settings) {
            Ok(generator) => generator,
            Err(impossible) => return Ok(Err(impossible.to_string())),
        };
        if let Some(system) = self.plan.ours.filed {
            generator = generator.with_system(system);
        }
        let pair = |tournament: &Tournament| match (self.plan.ours.pair)(tournament) {
            Ok(Outcome::Paired(round)) => NextRound::Paired {
                boards: (round.boards.iter())
                    .map(|board| (board.white, board.black))
                    .collect(),
                bye: round.bye,
            },
            Ok(Outcome::Impossible(_)) => NextRound::Impossible("no pairing".to_owned()),
            Err(why) => NextRound::Impossible(why),
        };
        Ok(match generator.generate_one(place, pair) {
            Ok(made) => Ok(Some(made.tournament)),
            Err(fault) => Err(fault.to_string()),
        })
    }

    fn they_make(
        &self,
        settings: &Settings,
        place: u32,
        record: &mut CaseRecord,
    ) -> Result<Result<Option<Tournament>, String>, Trouble> {
        let seed = edelweiss_generate::tournament_seed(settings.seed.unwrap_or(0), place);
        let seed = seed % (1 << 31);
        let asked = asked_of(settings, seed);
        let Some(reply) = self.desk.generate(&asked)? else {
            return Ok(Err("the engine makes no tournaments".to_owned()));
        };
        let made = match reply {
            Reply::Answered(made) => made,
            Reply::Refused(why) => return Ok(Err(format!("they made no tournament: {why}"))),
            Reply::Failed(failure) => return Ok(Err(format!("making a tournament, it {failure}"))),
        };
        let options = ReadOptions::default();
        Ok(match edelweiss::trf::read(&made, "made.trf", &options) {
            Ok(reading) => Ok(Some(reading.tournament)),
            Err(failure) => {
                *record.classes.entry(DifferenceClass::Rubbish).or_default() += 1;
                let why = printable(&failure.to_string(), 300);
                Err(format!(
                    "they made a tournament that contradicts itself: {why}"
                ))
            }
        })
    }

    fn compare_all(
        &mut self,
        tournament: &Tournament,
        record: &mut CaseRecord,
    ) -> Result<(), Trouble> {
        let recorded = tournament.rounds_paired().map_or(0, RoundNumber::get);
        let step = usize::from(self.plan.ours.games.max(1));
        let mut rounds: Vec<u16> = (1..=recorded).step_by(step).collect();
        let is_unfinished = (tournament.rounds_total)
            .is_some_and(|total| tournament.next_round() <= total)
            || recorded == 0;
        // A round without results is yet to be played, and compared as a recorded one.
        let is_to_be_played = recorded > 0
            && tournament.is_without_results(usize::from(recorded) - 1..recorded.into());
        let next = (is_unfinished && !is_to_be_played).then(|| tournament.next_round().get());
        // What their checker says of the rounds it names.
        let mut agrees = BTreeMap::new();
        if self.plan.direction == Direction::WeGenerate {
            match self.checked(tournament)? {
                Ok(Some(words)) => {
                    agrees = words;
                    let is_equal = |round: &u16| agrees.get(round) == Some(&true);
                    for round in rounds.iter().filter(|round| is_equal(round)) {
                        *record.classes.entry(DifferenceClass::Equal).or_default() += 1;
                        record.rounds += 1;
                        record.pairs += pairs_of(tournament, *round);
                    }
                    rounds.retain(|round| !is_equal(round));
                }
                // Round by round, where the failure shows again and can be shrunk.
                Ok(None) => {}
                Err(why) => {
                    record.error = Some(why);
                    return Ok(());
                }
            }
        }
        if self.plan.direction == Direction::WeGenerate && are_teams_paired(tournament) {
            only_listed(tournament, &rounds, !agrees.is_empty(), record);
            return Ok(());
        }
        for round in rounds {
            let number = RoundNumber::from_index(usize::from(round) - 1);
            let position = tournament.before_round(number);
            let made = (self.plan.direction == Direction::TheyGenerate)
                .then(|| recorded_answer(tournament, number));
            let is_listed = agrees.contains_key(&round);
            if !self.compare_round((round, &position), made, is_listed, record)? {
                return Ok(());
            }
        }
        if let Some(round) = next {
            let number = RoundNumber::from_index(usize::from(round) - 1);
            if !nobody_waits(tournament, number) {
                self.compare_round((round, tournament), None, false, record)?;
            }
        }
        Ok(())
    }

    /// Compares a round, to be paired in this position: with the answer that is recorded if they have made the
    /// tournament, else with what they say now. `is_listed` is whether their checker calls it another one.
    /// Returns whether to go on.
    fn compare_round(
        &mut self,
        (round, position): (u16, &Tournament),
        made: Option<Answer>,
        is_listed: bool,
        record: &mut CaseRecord,
    ) -> Result<bool, Trouble> {
        let is_made = made.is_some();
        let theirs = match made {
            Some(made) => Reply::Answered(made),
            None => match self.ask(position)? {
                Ok(reply) => reply,
                Err(why) => {
                    record.error = Some(why);
                    return Ok(false);
                }
            },
        };
        let mut comparison = compare(&self.plan.ours, position, theirs);
        if is_listed && comparison.class == DifferenceClass::Equal {
            comparison.class = DifferenceClass::Unconfirmed;
        } else if is_made && comparison.class != DifferenceClass::Equal {
            let again = match self.ask(position)? {
                Ok(reply) => compare(&self.plan.ours, position, reply),
                Err(_) => return Ok(true),
            };
            if again.class == DifferenceClass::Equal {
                comparison.class = DifferenceClass::Unconfirmed;
            } else {
                comparison = again;
            }
        }
        record.rounds += 1;
        record.pairs += comparison.pairs as u64;
        *record.classes.entry(comparison.class).or_default() += 1;
        if comparison.class != DifferenceClass::Equal {
            let difference = self.difference(&record.case, round, position, &comparison)?;
            record.differences.push(difference);
        }
        Ok(true)
    }

    /// What they say of the rounds of the whole tournament; `None` if they give no list.
    fn checked(
        &self,
        tournament: &Tournament,
    ) -> Result<Result<Option<BTreeMap<u16, bool>>, String>, Trouble> {
        if tournament.rounds_paired().is_none() {
            return Ok(Ok(None));
        }
        let text = match text_of(tournament, self.plan.engine.dialect) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        Ok(Ok(match self.desk.check(&text)? {
            Some(Reply::Answered(agrees)) => Some(agrees),
            _ => None,
        }))
    }

    pub(super) fn ask(
        &self,
        position: &Tournament,
    ) -> Result<Result<Reply<Answer>, String>, Trouble> {
        let asked = as_asked(position, self.plan.engine);
        if !is_told(&asked) {
            return Ok(Err(format!(
                "no file can ask for round {}: nobody was paired in the round before",
                asked.next_round()
            )));
        }
        let text = match text_of(&asked, self.plan.engine.dialect) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        self.desk.pair(position, &text).map(Ok)
    }
}

/// Rounds of teams that their checker pairs otherwise: an answer to one round, its judges and its shrinking are
/// about players, so nobody is asked again.
fn only_listed(tournament: &Tournament, rounds: &[u16], has_list: bool, record: &mut CaseRecord) {
    if !has_list {
        record.error = Some("their checker gave no list of the rounds".to_owned());
        return;
    }
    for &round in rounds {
        let class = DifferenceClass::Pairing;
        record.rounds += 1;
        record.pairs += pairs_of(tournament, round);
        *record.classes.entry(class).or_default() += 1;
        record.differences.push(Difference {
            round,
            class,
            mark: "teams".to_owned(),
            fault: None,
            size: (tournament.players.len(), usize::from(round) - 1),
            smallest: None,
            file: None,
            text: "their checker has other pairs of teams or other colours\n    verdict: none, as rounds of teams are not judged here".to_owned(),
        });
    }
}

/// A position as the program is told it.
fn as_asked(position: &Tournament, engine: &PairingProgram) -> Tournament {
    if !engine.plain_absences {
        return position.clone();
    }
    let round = position.next_round();
    let mut data = position.clone().into_data();
    for player in &mut data.players {
        if let Some(entry @ RoundEntry::Bye(ByeKind::Full | ByeKind::Half)) =
            player.entries.get_mut(round.index())
        {
            *entry = RoundEntry::Bye(ByeKind::Zero);
        }
    }
    data.build().unwrap_or_else(|_| position.clone())
}

pub(super) fn text_of(tournament: &Tournament, dialect: Dialect) -> Result<String, String> {
    let document = Document::from_tournament(tournament, dialect)
        .map_err(|error| format!("no file can hold it: {error}"))?;
    Ok(document.write(document.line_end()))
}

fn read(path: &Path) -> Result<Option<Tournament>, String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    faults::point("case: read")
        .and_then(|()| File::open(path))
        .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    let name = path.display().to_string();
    match edelweiss::trf::read(&bytes, &name, &ReadOptions::default()) {
        Ok(reading) => Ok(Some(reading.tournament)),
        Err(failure) => Err(failure.to_string().trim_end().to_owned()),
    }
}

/// What a recorded round says.
fn recorded_answer(tournament: &Tournament, round: RoundNumber) -> Answer {
    let mut answer = Answer::default();
    for id in tournament.player_ids() {
        match tournament.player(id).entry(round) {
            RoundEntry::Paired {
                opponent, colour, ..
            } if id < opponent => {
                let white_first = colour != Some(edelweiss::model::Colour::Black);
                answer.boards.push(if white_first {
                    (id, opponent)
                } else {
                    (opponent, id)
                });
            }
            RoundEntry::Bye(ByeKind::PairingAllocated) => answer.byes.push(id),
            _ => {}
        }
    }
    answer
}

fn pairs_of(tournament: &Tournament, round: u16) -> u64 {
    let round = RoundNumber::from_index(usize::from(round) - 1);
    recorded_answer(tournament, round).boards.len() as u64
}

/// Whether nobody is there to be paired.
fn nobody_waits(tournament: &Tournament, round: RoundNumber) -> bool {
    tournament.player_ids().all(|id| {
        tournament.player(id).entry(round) != RoundEntry::Blank
            || (tournament.absences.iter()).any(|a| a.player == id && a.round == round)
    })
}

/// What is asked of their generator, from the plainest of our settings.
fn asked_of(settings: &Settings, seed: u64) -> MadeToOrder {
    let mut config = String::new();
    let mut size = [USUAL_PLAYERS, USUAL_ROUNDS];
    let mut word = seed;
    let mut draw = |from: u32, to: u32| {
        word = edelweiss_generate::tournament_seed(word, 1);
        from + (word % u64::from(to.max(from) - from + 1)) as u32
    };
    let spans = [
        ("PlayersNumber", settings.players),
        ("RoundsNumber", settings.rounds),
        ("DrawPercentage", settings.draws),
        ("HighestRating", settings.ratings.highest),
        ("LowestRating", settings.ratings.lowest),
    ];
    for (index, (key, span)) in spans.into_iter().enumerate() {
        if let Some(span) = span {
            let drawn = draw(span.from, span.to);
            let _ = writeln!(config, "{key}={drawn}");
            if let Some(number) = size.get_mut(index) {
                *number = drawn;
            }
        }
    }
    MadeToOrder {
        config,
        players: size[0],
        rounds: size[1],
        seed,
    }
}
