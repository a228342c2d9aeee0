//! Experiments from their file to their summary.

mod criteria;
mod examples;
mod files;
mod formulations;
mod gambits;
mod intervals;
mod luck;
mod parts;
mod summaries;

use edelweiss_experiments::Experiment;

/// A small experiment of `replications`, with more lines of its file.
fn small(replications: u32, more: &str) -> Experiment {
    let text = format!(
        "format = 1\nseed = 5\nreplications = {replications}\nplayers = [9]\nrounds = [4]\n{more}\n\
         [strengths.club]\ndraw = \"uniform\"\nlowest = 1400\nhighest = 2200\nrating-error = 80\n\
         [results.elo]\nmodel = \"elo\"\ndraws = 30\nwhite-advantage = 35\n"
    );
    Experiment::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
