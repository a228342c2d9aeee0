//! What a journal holds against: a program that was ended, a hand that edits the file, a journal that is none.

use edelweiss_event::journal::{JournalEvent, JournalStanding, StepJournal};
use edelweiss_event::{RoundStep, Step, apply, list};

use crate::{EVENT, event};

/// Two states, and the journal of both.
fn one_step() -> (Vec<u8>, Vec<u8>, StepJournal) {
    let before = event(EVENT);
    let step = Step::Results(list::results("1 1-0").expect("a list").of_round(None));
    let applied = apply(&before, &step).expect("a result");
    let mut journal = StepJournal::default();
    journal.settle(before.bytes(), "08:00").expect("new");
    let after = applied.event.bytes().to_vec();
    journal.add(
        before.bytes(),
        &after,
        JournalEvent::Done(applied.step),
        applied.said,
        "09:00",
    );
    (before.bytes().to_vec(), after, journal)
}

#[test]
fn whoever_is_ended_leaves_the_old_state_or_the_new_one() {
    let (before, after, journal) = one_step();
    let whole = journal.bytes();
    // Before the line was whole, after it and before the file, after both.
    for end in 0..=whole.len() {
        let mut left = StepJournal::parse(&whole[..end]).expect("a journal, or the start of one");
        let standing = left.settle(&before, "10:00").expect("it fits");
        let expected = if end == whole.len() {
            JournalStanding::Struck
        } else {
            JournalStanding::Agrees
        };
        assert_eq!((standing, left.len()), (expected, 0), "{end}");
        assert_eq!(left.state(0).expect("whole"), before);
    }
    let mut left = StepJournal::parse(whole).expect("a journal");
    assert_eq!(left.settle(&after, "10:00"), Ok(JournalStanding::Agrees));
    assert_eq!(left.bytes(), whole);
}

#[test]
fn what_was_edited_outside_is_a_line_of_its_own_and_can_be_taken_back() {
    let (before, after, mut journal) = one_step();
    let edited = [&after[..20], b"x", &after[20..]].concat();
    assert_eq!(
        journal.settle(&edited, "10:00"),
        Ok(JournalStanding::EditedOutside)
    );
    let line = journal.line(2).expect("a line");
    assert_eq!(line.event(), JournalEvent::EditedOutside);
    assert_eq!(line.said, ["edited outside: 1 place"]);
    assert_eq!(journal.state(2).expect("whole"), edited);
    let (n, bytes, taken) = journal.before_last(&edited, 1).expect("whole");
    assert_eq!((n, &bytes, taken.len()), (1, &after, 1));
    // Going back is a line, too; what is taken back next is the step before.
    journal.add(
        &edited,
        &bytes,
        JournalEvent::BackTo(1),
        Vec::new(),
        "11:00",
    );
    assert_eq!(journal.current(), Ok(1));
    let (n, bytes, _) = journal.before_last(&after, 1).expect("whole");
    assert_eq!((n, &bytes), (0, &before));
    journal.add(
        &after,
        &before,
        JournalEvent::BackTo(0),
        Vec::new(),
        "12:00",
    );
    assert_eq!(journal.in_force(), Ok(Vec::new()));
    assert_eq!(journal.before_last(&before, 5).expect("whole").2, []);
    // And forward again.
    assert_eq!(journal.state(2).expect("whole"), edited);
    journal.add(
        &before,
        &edited,
        JournalEvent::BackTo(2),
        Vec::new(),
        "13:00",
    );
    assert_eq!(journal.in_force(), Ok(vec![2, 1]));
}

#[test]
fn a_journal_knows_the_boards_of_a_round_that_is_in_force() {
    let (_, after, mut journal) = one_step();
    let boards = vec![[4, 1], [2, 3]];
    let round = |round, is_match| {
        JournalEvent::Done(Step::Round(RoundStep {
            round,
            boards: boards.clone(),
            bye: None,
            is_match,
            rules: None,
        }))
    };
    journal.add(&after, &after, round(3, true), Vec::new(), "10:00");
    for (asked, expected) in [(2, None), (3, Some(&boards)), (4, Some(&boards)), (5, None)] {
        assert_eq!(journal.published(asked).expect("whole").as_ref(), expected);
    }
    journal.add(&after, &after, JournalEvent::BackTo(1), Vec::new(), "11:00");
    assert_eq!(journal.published(3), Ok(None));
}

#[test]
fn what_is_no_journal_is_told_so() {
    let (before, _, journal) = one_step();
    let text = String::from_utf8(journal.bytes().to_vec()).expect("JSON");
    for (text, expected) in [
        ("{}\n".to_owned(), "line 1: found no line of a journal"),
        (
            text.replace("\"format_version\":1", "\"format_version\":2"),
            "line 1: found edelweiss.journal version 2",
        ),
        ("\u{feff}\n".to_owned(), "line 1: found no line"),
    ] {
        let error = StepJournal::parse(text.as_bytes()).expect_err(expected);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    let broken = text.replace("\"before\"", "\"befor\"");
    let mut journal = StepJournal::parse(broken.as_bytes()).expect("its first line is one");
    let error = journal
        .settle(&before, "10:00")
        .expect_err("its second is none");
    assert!(
        error.to_string().starts_with("line 2: found no line"),
        "{error}"
    );
}
