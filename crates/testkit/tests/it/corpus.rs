//! The part of the corpus that lives in the repository: no round may come out differently.

use std::path::{Path, PathBuf};

use edelweiss_lab::judges::{self, FileVerdict};
use edelweiss_lab::tournament_files;
use edelweiss_model::{PlayerId, Position};
use edelweiss_pairing::{Impossible, Outcome, Rules, Witness, pair_round};
use rayon::prelude::*;

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata/corpus")
        .join(folder)
}

/// Judges every file of `folder`; `cases` guards against judging nothing.
fn check(folder: &str, rules: Rules, judge: fn(&Path, Rules) -> FileVerdict, cases: usize) {
    let files = tournament_files(&corpus(folder)).expect("the folder is part of the repository");
    let verdicts: Vec<(PathBuf, FileVerdict)> = (files.into_par_iter())
        .map(|file| (file.clone(), judge(&file, rules)))
        .collect();
    let differences: Vec<String> = (verdicts.iter())
        .flat_map(|(file, verdict)| {
            (verdict.differences.iter()).map(move |line| format!("{}: {line}", file.display()))
        })
        .collect();
    assert_eq!(differences, [""; 0]);
    let tried: usize = verdicts.iter().map(|(_, verdict)| verdict.cases).sum();
    assert_eq!(tried, cases, "{folder} changed its size");
}

#[test]
fn tournaments_of_2017_come_out_as_recorded() {
    check("dutch-2017", Rules::dutch_2017(), judges::complete, 331);
}

#[test]
fn tournaments_of_2026_come_out_as_recorded() {
    check("dutch-2026", Rules::dutch_2026(), judges::complete, 309);
}

#[test]
fn next_rounds_of_2017_have_the_expected_boards() {
    check(
        "nextround-2017",
        Rules::dutch_2017(),
        judges::next_round,
        10,
    );
}

#[test]
fn next_rounds_of_2026_have_the_expected_boards() {
    check(
        "nextround-2026",
        Rules::dutch_2026(),
        judges::next_round,
        10,
    );
}

#[test]
fn impossible_rounds_of_2017_are_proved_impossible() {
    check(
        "unpairable-2017",
        Rules::dutch_2017(),
        judges::unpairable,
        5,
    );
}

#[test]
fn impossible_rounds_of_2026_are_proved_impossible() {
    check(
        "unpairable-2026",
        Rules::dutch_2026(),
        judges::unpairable,
        5,
    );
}

#[test]
fn disputed_rounds_follow_the_text() {
    check("disputes", Rules::dutch_2026(), judges::dispute, 5);
}

/// The judges are judged: a wrong edition, and proofs with a flaw, are found.
#[test]
fn the_judges_find_what_is_wrong() {
    let files = tournament_files(&corpus("dutch-2017")).expect("part of the repository");
    let found: usize = (files.par_iter())
        .map(|file| {
            judges::complete(file, Rules::dutch_2026())
                .differences
                .len()
        })
        .sum();
    assert!(found > 0, "the editions differ on these tournaments");

    let file = corpus("unpairable-2026/stress_sim_440012_r16.trf");
    let bytes = std::fs::read(&file).expect("part of the repository");
    let reading = edelweiss_trf::read(&bytes, "440012", &edelweiss_trf::ReadOptions::default())
        .expect("a readable file");
    let rules = Rules::dutch_2026();
    let Outcome::Impossible(Impossible::NoLegalPairing(sound)) =
        pair_round(&reading.tournament, &rules)
    else {
        panic!("the round is impossible");
    };
    let position = Position::derive(&reading.tournament, &rules.edition.definitions);
    let verdict = |witness: &Witness| judges::verify_witness(&position, witness);
    assert_eq!(verdict(&sound), Ok(()));

    let mut merged = sound.clone();
    merged.components.retain(|group| !group.is_empty());
    let first = merged.components.pop().expect("a group");
    merged.components.last_mut().expect("another").extend(first);
    assert!(verdict(&merged).is_err(), "two groups are not one");

    let mut too_few = sound.clone();
    too_few.components.truncate(sound.barrier.len());
    assert!(verdict(&too_few).is_err(), "as many partners as groups");

    let absent = (0..position.players().len())
        .map(PlayerId::from_index)
        .find(|id| !position.player(*id).present);
    if let Some(absent) = absent {
        let mut flawed = sound;
        flawed.barrier.push(absent);
        assert!(verdict(&flawed).is_err(), "an absent player is no partner");
    }
}
