//! `edelweiss-lab TASK …`: the long comparisons and measurements of this repository, as one
//! program, so that the crates below are linked once. Each task says what it takes in its own file.

mod tasks;

use std::process::ExitCode;

/// What a task is called on the command line, and the task.
type Task = (&'static str, fn() -> ExitCode);

const TASKS: [Task; 14] = [
    ("axes", tasks::axes::main),
    ("corpus", tasks::corpus::main),
    ("crosscheck", tasks::crosscheck::main),
    ("dossier", tasks::dossier::main),
    ("dubov-corpus", tasks::dubov_corpus::main),
    ("find-example", tasks::find_example::main),
    ("limits", tasks::limits::main),
    ("proofs", tasks::proofs::main),
    ("readings", tasks::readings::main),
    ("show-example", tasks::show_example::main),
    ("standings-law", tasks::standings_law::main),
    ("stopwatch", tasks::stopwatch::main),
    ("supervise", tasks::axes::supervise),
    ("tie-breaks", tasks::tie_breaks::main),
];

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).unwrap_or_default();
    if let Some((_, task)) = TASKS.iter().find(|(name, _)| *name == asked) {
        return task();
    }
    let names: Vec<&str> = TASKS.iter().map(|(name, _)| *name).collect();
    eprintln!(
        "usage: edelweiss-lab TASK …, where TASK is one of: {}",
        names.join(", ")
    );
    ExitCode::from(2)
}
