//! `show-example dutch-2026|dutch-2017 LABEL FILE`: what one rule does in one position, as the book
//! shows it.

use std::path::Path;
use std::process::ExitCode;

use edelweiss_lab::article::{Article, EDITIONS};

fn show(edition: &str, label: &str, file: &Path) -> Result<String, String> {
    let known = EDITIONS.iter().find(|(name, _)| *name == edition);
    let (_, rules) = known.ok_or_else(|| format!("no edition '{edition}'"))?;
    let article = Article::of_file(file, rules(), label)?;
    let explanation = article.explain()?;
    Ok(article.block(&explanation))
}

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let [edition, label, file] = &arguments[..] else {
        eprintln!("usage: show-example EDITION LABEL FILE");
        return ExitCode::FAILURE;
    };
    match show(edition, label, Path::new(file)) {
        Ok(block) => {
            eprintln!("{block}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
