//! The worked examples of the book: every position under `testdata/articles/` is paired by both
//! engines and by writing everything down, with the rule it is about and without; boards, costs and
//! the pages that show them are compared with what is recorded.
//!
//! `BLESS=1` rewrites the generated parts of the descriptions and of the pages.

use std::path::{Path, PathBuf};

use edelweiss_judges::exhaustive::ExhaustiveJudge;
use edelweiss_lab::article::{Article, Explanation, articles, listed_route};
use edelweiss_model::Position;
use edelweiss_model::arbitrary::random_tournament;
use edelweiss_pairing::{Outcome, Rules, pair_round};
use quickcheck::Gen;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}

fn explained() -> Vec<(Article, Explanation)> {
    let articles = articles(&root().join("testdata/articles")).expect("the examples can be read");
    assert!(
        articles.len() > 40,
        "only {} examples found",
        articles.len()
    );
    let explain = |article: Article| {
        let explanation = article
            .explain()
            .unwrap_or_else(|error| panic!("{}: {error}", article.name));
        (article, explanation)
    };
    articles.into_iter().map(explain).collect()
}

#[test]
fn every_example_shows_what_it_says() {
    for (article, explanation) in explained() {
        let name = &article.name;
        let folder = name.split('/').nth(1).expect("edition/label/name");
        assert_eq!(
            folder, article.omit,
            "{name}: the folder is named after the rule"
        );
        let reference = pair_round(&article.tournament, &article.rules.reference());
        let Outcome::Paired(reference) = reference else {
            panic!("{name}: the reference engine finds no round");
        };
        assert_eq!(
            explanation.round.boards, reference.boards,
            "{name}: the engines differ"
        );
        assert_eq!(
            explanation.round.bye, reference.bye,
            "{name}: the engines differ"
        );
        let description = article.description(&explanation);
        let path = article.path.with_extension("toml");
        if blessing() {
            std::fs::write(&path, &description).expect("the description can be written");
        } else {
            let recorded = format!(
                "{}\n\n# generated\n{}\n",
                article.written, article.generated
            );
            assert_eq!(
                recorded, description,
                "{name}: run with BLESS=1 and read the difference"
            );
        }
    }
}

/// All pages of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("docs/src can be listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

const END: &str = "<!-- end of example -->";

#[test]
fn the_book_shows_every_example_as_it_is() {
    let pages: Vec<(PathBuf, String)> = (pages().into_iter())
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a page can be read");
            (path, text)
        })
        .collect();
    let mut changed = pages.clone();
    for (article, explanation) in explained() {
        let begin = format!("<!-- example: {} -->\n", article.name);
        let block = article.block(&explanation);
        let mut shown = 0;
        for (path, text) in &mut changed {
            let Some(start) = text.find(&begin).map(|place| place + begin.len()) else {
                continue;
            };
            shown += 1;
            let end = start
                + text[start..]
                    .find(END)
                    .unwrap_or_else(|| panic!("{}: {begin} does not end", path.display()));
            text.replace_range(start..end, &format!("\n{block}\n"));
        }
        assert_eq!(
            shown, 1,
            "{}: shown on {shown} pages, expected one",
            article.name
        );
    }
    for ((path, before), (_, after)) in pages.iter().zip(&changed) {
        if blessing() && before != after {
            std::fs::write(path, after).expect("a page can be written");
        } else {
            assert!(
                before == after,
                "{}: an example has changed; run with BLESS=1 and read the difference",
                path.display()
            );
        }
        let begun = before.matches("<!-- example: ").count();
        let named = (after.split("<!-- example: ").skip(1))
            .filter_map(|rest| rest.split_once(" -->"))
            .filter(|(name, _)| {
                root()
                    .join("testdata/articles")
                    .join(format!("{name}.trf"))
                    .exists()
            })
            .count();
        assert_eq!(
            begun,
            named,
            "{}: names an example that is not there",
            path.display()
        );
    }
}

#[test]
fn every_criterion_has_an_example() {
    let folder = root().join("testdata/articles");
    for (edition, rules) in edelweiss_lab::article::EDITIONS {
        let frame: &[&str] = match edition {
            "dutch-2026" => &["C1", "C2", "C3", "C4", "C5"],
            _ => &["C.1", "C.2", "C.3", "C.4"],
        };
        let rows = rules().edition.criteria.iter().map(|rule| rule.label);
        for label in frame
            .iter()
            .copied()
            .chain(rows)
            .filter(|label| label.starts_with('C'))
        {
            let files = edelweiss_lab::tournament_files(&folder.join(edition).join(label));
            let count = files.map_or(0, |files| files.len());
            assert!(count > 0, "{edition} {label} has no example");
        }
    }
}

#[test]
fn writing_everything_down_gives_the_round_of_the_engine() {
    let mut paired = 0;
    for seed in 0..300 {
        let mut random = Gen::from_size_and_seed(20, seed);
        let players = 3 + seed as usize % 6;
        let tournament = random_tournament(&mut random, players);
        for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
            let position = Position::derive(&tournament, &rules.edition.definitions);
            let written = ExhaustiveJudge::new(&position, rules.edition, None).pair();
            match pair_round(&tournament, &rules) {
                Outcome::Paired(round) => {
                    paired += 1;
                    assert!(written.complete, "seed {seed}: {written:?}");
                    for (step, record) in written.steps.iter().zip(&round.brackets) {
                        assert_eq!(
                            (step.route, &step.pairs, &step.floaters),
                            (listed_route(record.route), &record.pairs, &record.floaters),
                            "seed {seed}, {}",
                            rules.edition.name
                        );
                    }
                    assert_eq!(written.steps.len(), round.brackets.len(), "seed {seed}");
                }
                Outcome::Impossible(_) => {
                    let empty = position.present().is_empty();
                    let over = tournament
                        .rounds_total
                        .is_some_and(|n| tournament.next_round() > n);
                    assert!(
                        !written.complete || empty || over,
                        "seed {seed}: {written:?}"
                    );
                }
            }
        }
    }
    assert!(paired > 300, "only {paired} rounds were paired");
}
