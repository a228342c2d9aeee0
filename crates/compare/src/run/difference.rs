//! A difference: shrunk, judged, and written down.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use edelweiss::model::{PlayerId, Tournament};
use edelweiss::pairing::{Outcome, RoundPairing};

use super::bench::{Bench, text_of};
use super::journal::write_whole;
use super::{DIFFERENCES, Difference, lock};
use crate::engine::{Answer, Reply, Trouble};
use crate::shrink::{Shrunk, shrink};
use crate::verdict::{Comparison, DifferenceClass, RulesVerdict, compare, judge};

impl Bench<'_> {
    /// Shrinks a difference, has it judged, and writes it down.
    pub(super) fn difference(
        &mut self,
        case: &str,
        round: u16,
        position: &Tournament,
        comparison: &Comparison,
    ) -> Result<Difference, Trouble> {
        let mut difference = Difference {
            round,
            class: comparison.class,
            mark: comparison.mark.clone(),
            fault: None,
            size: (position.players.len(), position.next_round().index()),
            smallest: None,
            file: None,
            text: summary(position, comparison),
        };
        let Some(folder) = &self.plan.folder else {
            self.judge_whole(position, comparison, &mut difference);
            return Ok(difference);
        };
        let budget = self.shrink_budget(comparison);
        let shrunk = shrink(position, budget, &mut |candidate: &Tournament| {
            self.still(candidate, comparison)
        })?;
        let (smallest, again) = match self.ask(&shrunk.tournament)? {
            Ok(reply) => {
                let again = compare(&self.plan.ours, &shrunk.tournament, reply);
                (&shrunk.tournament, again)
            }
            Err(_) => (position, comparison.clone()),
        };
        let verdict = judge(&self.plan.ours, smallest, &again);
        difference.fault = Some(verdict.fault);
        difference.smallest =
            (budget > 0).then(|| (smallest.players.len(), smallest.next_round().index()));
        let stem = format!("{}-r{round}", file_name(case));
        let folder = folder.join(DIFFERENCES);
        let path = folder.join(format!("{stem}.trf"));
        let page = self.page(
            case,
            &path,
            (smallest, &shrunk),
            (comparison, &again),
            &verdict,
        );
        let dialect = self.plan.engine.dialect;
        for (path, text) in [
            (
                folder.join(format!("{stem}.whole.trf")),
                text_of(position, dialect),
            ),
            (path, text_of(smallest, dialect)),
            (folder.join(format!("{stem}.txt")), Ok(page)),
        ] {
            let text = text.unwrap_or_else(|why| format!("{why}\n"));
            write_whole(&path, &text)?;
        }
        difference.file = Some(format!("{DIFFERENCES}/{stem}.trf"));
        difference.text = format!(
            "{}\n{}",
            summary(smallest, &again),
            verdict.lines.join("\n")
        );
        Ok(difference)
    }

    /// The verdict on a difference as it was found.
    fn judge_whole(
        &self,
        position: &Tournament,
        comparison: &Comparison,
        difference: &mut Difference,
    ) {
        let verdict = judge(&self.plan.ours, position, comparison);
        difference.fault = Some(verdict.fault);
        for line in &verdict.lines {
            let _ = write!(difference.text, "\n{line}");
        }
    }

    /// How often the program may be asked to shrink a difference; never once enough of its kind were.
    fn shrink_budget(&self, comparison: &Comparison) -> usize {
        let mut shared = lock(self.shared);
        let kind = (comparison.class, comparison.mark.clone());
        let count = shared.shrunk.entry(kind).or_default();
        *count += 1;
        match comparison.class {
            _ if *count > self.plan.shrink_each => 0,
            // Each question costs the whole time limit.
            DifferenceClass::Timeout => self.plan.shrink_budget.min(40),
            DifferenceClass::Unconfirmed => 0,
            _ => self.plan.shrink_budget,
        }
    }

    /// Whether a smaller tournament shows the same kind of difference.
    fn still(&self, candidate: &Tournament, whole: &Comparison) -> Result<bool, Trouble> {
        // Ours is asked first: it starts no program.
        let ours = (self.plan.ours.pair)(candidate);
        let pairs = matches!(ours, Ok(Outcome::Paired(_)));
        let refuses = whole.ours.is_err();
        if pairs == refuses && whole.class != DifferenceClass::IllegalTheirs {
            return Ok(false);
        }
        let Ok(reply) = self.ask(candidate)? else {
            return Ok(false);
        };
        let found = compare(&self.plan.ours, candidate, reply);
        Ok(found.class == whole.class && found.mark == whole.mark)
    }

    /// The page beside the files of a difference.
    fn page(
        &self,
        case: &str,
        path: &Path,
        (smallest, shrunk): (&Tournament, &Shrunk),
        (whole, again): (&Comparison, &Comparison),
        verdict: &RulesVerdict,
    ) -> String {
        let mut out = String::new();
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("difference: {}", whole.class.words()));
        line(format!("verdict:    {}", verdict.fault.words()));
        for reason in &verdict.lines {
            line(format!("            {reason}"));
        }
        line(format!("rules:      {}", self.plan.ours.name));
        line(format!("from:       {case}, {}", self.plan.identity));
        line(format!(
            "position:   round {} of {}, {} players ({} questions{})",
            smallest.next_round(),
            smallest
                .rounds_total
                .map_or_else(|| "?".to_owned(), |total| total.to_string()),
            smallest.players.len(),
            shrunk.asked,
            if shrunk.is_smallest {
                ""
            } else {
                ", not all that could be asked"
            },
        ));
        line(format!("ours:       {}", ours_words(smallest, again)));
        line(format!("theirs:     {}", theirs_words(smallest, again)));
        let path = fs::canonicalize(path.parent().unwrap_or(path)).map_or_else(
            |_| path.to_path_buf(),
            |folder| folder.join(path.file_name().unwrap_or_default()),
        );
        line(format!(
            "repeat:     {} '{}'",
            self.plan.repeat,
            path.display()
        ));
        out
    }
}

/// A case as part of a file name.
pub(super) fn file_name(case: &str) -> String {
    let name: String = case
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let name = name.trim_matches('-');
    // Long paths keep their end, which tells files apart.
    name[name.len().saturating_sub(100)..].to_owned()
}

fn summary(tournament: &Tournament, comparison: &Comparison) -> String {
    format!(
        "ours: {}\ntheirs: {}",
        ours_words(tournament, comparison),
        theirs_words(tournament, comparison)
    )
}

fn ours_words(tournament: &Tournament, comparison: &Comparison) -> String {
    match &comparison.ours {
        Ok(round) => round_words(tournament, &answer_of(round)),
        Err(why) => why.clone(),
    }
}

fn theirs_words(tournament: &Tournament, comparison: &Comparison) -> String {
    match &comparison.theirs {
        Reply::Answered(answer) => round_words(tournament, answer),
        Reply::Refused(why) => format!("no pairing: {why}"),
        Reply::Failed(failure) => failure.to_string(),
    }
}

fn answer_of(round: &RoundPairing) -> Answer {
    Answer {
        boards: round.boards.iter().map(|b| (b.white, b.black)).collect(),
        byes: round.bye.into_iter().collect(),
    }
}

/// `1-6 2-7, bye 5`, White first, in the order of the higher number on each board.
fn round_words(tournament: &Tournament, answer: &Answer) -> String {
    let number = |id: PlayerId| tournament.player(id).number;
    let mut boards = answer.boards.clone();
    boards.sort_by_key(|(white, black)| white.min(black).index());
    let mut words: Vec<String> = (boards.iter())
        .map(|(white, black)| format!("{}-{}", number(*white), number(*black)))
        .collect();
    words.extend(answer.byes.iter().map(|id| format!("bye {}", number(*id))));
    words.join(" ")
}
