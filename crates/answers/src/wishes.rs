//! Wishes for one round, which is paired as if they stood in its file, and the file stays as it is.
//!
//! Absences, byes and bans are the steps of `crates/event`, done in memory. A pair that is to be seated is none:
//! no file can say so before the round has been paired. It is paired around, and judged.

use edelweiss::check::verdict::JudgedRound;
use edelweiss::event::{ByeStep, EventFile, ForbidStep, GivenBye, Step, apply, naming};
use edelweiss::explain::{Wording, judgement, tell_judgement};
use edelweiss::model::{PlayerId, Tournament};
use edelweiss::pairing::{Outcome, Rules, Variant, pair_many};
use edelweiss::trf::{ReadOptions, Reading};
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::AnswerError;
use crate::input::{TournamentInput, pairs_teams};
use crate::pair::{AnsweredRound, PairOptions};
use crate::system::Asked;
use crate::which_round;

/// What is to be different in one round.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct WishOptions {
    /// Who is absent from this round, though the file does not say so: numbers as in 5,9, or a part of a name
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYERS"))]
    #[serde(deserialize_with = "words")]
    absent: Vec<String>,
    /// Who does not meet in this round: pairs or groups such as 3-8,4-9
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYERS"))]
    #[serde(deserialize_with = "words")]
    forbid: Vec<String>,
    /// Who should not meet in this round where FIDE's criteria leave a choice, as --forbid has it; in the Dutch
    /// System of 2026 and 2017
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYERS"))]
    #[serde(deserialize_with = "words")]
    forbid_soft: Vec<String>,
    /// Who has a bye of the arbiter in this round: 12=H for half a point (F a whole one, Z none)
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLAYER=KIND"))]
    #[serde(deserialize_with = "words")]
    bye: Vec<String>,
    /// Who meets in this round, whatever else: pairs such as 4-7, with the colours of the rules; in the Dutch
    /// System of 2026 and 2017
    #[cfg_attr(feature = "clap", arg(long, value_name = "PAIR"))]
    #[serde(deserialize_with = "words")]
    seat: Vec<String>,
}

/// A number or a text, alone or several of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum WishWords {
    Number(u32),
    Text(String),
    Several(Vec<WishWords>),
}

impl WishWords {
    fn texts(self) -> Vec<String> {
        match self {
            Self::Number(number) => vec![number.to_string()],
            Self::Text(text) => vec![text],
            Self::Several(words) => words.into_iter().flat_map(Self::texts).collect(),
        }
    }
}

/// Words of an option: one or several, numbers or texts.
pub(crate) fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    WishWords::deserialize(from).map(WishWords::texts)
}

/// The file with wishes granted, and what is assumed by that.
pub type GrantedFile = (TournamentInput, Vec<String>);

impl WishOptions {
    /// Whether nothing is to be different.
    pub fn is_empty(&self) -> bool {
        let bans = [&self.forbid, &self.forbid_soft];
        let others = [&self.absent, &self.bye, &self.seat];
        bans.into_iter().chain(others).all(Vec::is_empty)
    }

    /// The file as if absences, byes and bans stood in it, and a line for each of them; nothing where there are
    /// none. The round is that of `options`.
    ///
    /// # Errors
    /// Everything that is wrong with a wish; a round that cannot be chosen.
    pub fn granted(
        &self,
        input: &TournamentInput,
        options: &PairOptions,
        reading: &ReadOptions,
    ) -> Result<Option<GrantedFile>, AnswerError> {
        if self.is_empty() {
            return Ok(None);
        }
        input.must_fit_a_file()?;
        let tournament = &input.reading.tournament;
        if pairs_teams(tournament, options.rules) {
            return Err(AnswerError::invalid(format!(
                "{}: wishes (--absent, --forbid, --bye, --seat) are about players, and the file asks for a round of teams\n  hint: records 240 and 260 say it of teams",
                input.name
            )));
        }
        let choice = options.rules.choose(Asked::by(tournament))?;
        let games = choice.pairing.unit.games();
        let chosen = which_round::choose(&input.name, tournament, games, &options.which)?;
        let round = chosen.tournament.next_round().get();
        let steps = self.steps(tournament, round)?;
        if steps.is_empty() {
            return Ok(None);
        }
        let bytes = input.reading.document.as_it_stands();
        let mut event = EventFile::read(&bytes, &input.name, reading)?;
        let mut said = Vec::new();
        for step in &steps {
            let applied = apply(&event, step)?;
            said.extend(applied.said.iter().map(|line| format!("assumed: {line}")));
            event = applied.event;
        }
        let reading = Reading {
            document: event.document().clone(),
            tournament: event.tournament().clone(),
            warnings: input.reading.warnings.clone(),
        };
        let granted = TournamentInput::new(&input.name, event.bytes().len(), reading);
        Ok(Some((granted, said)))
    }

    fn steps(&self, tournament: &Tournament, round: u16) -> Result<Vec<Step>, AnswerError> {
        let mut byes: Vec<(u32, GivenBye)> = (naming::players(tournament, &self.absent)?
            .into_iter())
        .map(|player| (player, GivenBye::Absent))
        .collect();
        byes.extend(naming::byes(tournament, &self.bye)?);
        let mut steps: Vec<Step> = (byes.into_iter())
            .map(|(player, kind)| {
                Step::Bye(ByeStep {
                    players: vec![player],
                    round: Some(round),
                    kind,
                })
            })
            .collect();
        for (words, soft) in [(&self.forbid, false), (&self.forbid_soft, true)] {
            let groups = naming::groups(tournament, words)?;
            if !groups.is_empty() {
                steps.push(Step::Forbid(ForbidStep {
                    groups,
                    round: Some(round),
                    last: Some(round),
                    soft,
                    ..ForbidStep::default()
                }));
            }
        }
        Ok(steps)
    }

    /// The round with the pairs that are to be seated, and what the rules say of that.
    ///
    /// # Errors
    /// Players who are not there or cannot meet; a system other than the Dutch one of 2026 or 2017.
    pub fn seated<'a>(
        &self,
        mut paired: AnsweredRound<'a>,
        mut note: impl FnMut(&str),
    ) -> Result<AnsweredRound<'a>, AnswerError> {
        let tournament = &*paired.chosen.tournament;
        let groups = naming::groups(tournament, &self.seat)?;
        if groups.is_empty() {
            return Ok(paired);
        }
        let pairing = paired.choice.pairing;
        let Some(edition) = pairing.edition else {
            return Err(AnswerError::invalid(format!(
                "pairs are seated by hand in the Dutch System of 2026 or 2017, not in the {}\n  hint: `edelweiss pair FILE --write`, and the result of a pair that plays otherwise is entered by hand",
                pairing.name
            )));
        };
        let together = groups.iter().map(|group| pair(tournament, group));
        let variant = Variant {
            together: together.collect::<Result<_, _>>()?,
            ..Variant::default()
        };
        let rules = Rules::new(edition, paired.engine);
        let seated = variant.together.clone();
        let mut outcomes = pair_many(tournament, &rules, &[variant]);
        let number = |id: PlayerId| tournament.player(id).number.get();
        // One for the one variant.
        let outcome = outcomes.remove(0).map_err(|error| {
            AnswerError::invalid(format!(
                "--seat: {}, and no rule lets them be paired\n  hint: `edelweiss judge FILE --pairs 1-2,3-4` says what is wrong with a whole round made by hand",
                error.words(number)
            ))
        })?;
        let pairs: Vec<String> = seated
            .iter()
            .map(|(one, other)| format!("{} and {}", number(*one), number(*other)))
            .collect();
        let mut notes = vec![format!("assumed: seated by hand: {}", pairs.join(", "))];
        notes.extend(judged(&paired, &outcome));
        for words in &notes {
            note(words);
        }
        paired.outcome = outcome;
        paired.add_assumptions(notes);
        Ok(paired)
    }
}

fn pair(tournament: &Tournament, group: &[u32]) -> Result<(PlayerId, PlayerId), AnswerError> {
    let find = |number: &u32| {
        let mut ids = tournament.player_ids();
        ids.find(|id| tournament.player(*id).number.get() == *number)
    };
    match group {
        [one, other] if one != other => {
            if let (Some(one), Some(other)) = (find(one), find(other)) {
                return Ok((one, other));
            }
        }
        _ => {}
    }
    let numbers: Vec<String> = group.iter().map(u32::to_string).collect();
    Err(AnswerError::invalid(format!(
        "--seat: found {:?}, expected two different players such as 4-7",
        numbers.join("-")
    )))
}

/// What the rules say of a round beside the one that they give.
fn judged(paired: &AnsweredRound<'_>, seated: &Outcome) -> Vec<String> {
    let (Outcome::Paired(right), Outcome::Paired(round)) = (&paired.outcome, seated) else {
        return Vec::new();
    };
    let Some(edition) = paired.choice.pairing.edition else {
        return Vec::new();
    };
    let given = JudgedRound {
        pairs: (round.boards.iter())
            .map(|board| (board.white, board.black))
            .collect(),
        bye: round.bye,
    };
    let story = paired.story_setting();
    let verdict = judgement(&story, edition, right, &given);
    if verdict.is_right() {
        return vec!["the rules give the same round".to_owned()];
    }
    let told = tell_judgement(&story, right, &given, &verdict, Wording::default());
    let text = told.to_text();
    let lines = text
        .lines()
        .skip(1)
        .map(str::trim)
        .filter(|line| !line.is_empty());
    lines
        .map(|line| format!("the round with this: {line}"))
        .collect()
}
