//! What the algorithm does, a line for each step: the time, what happened, and the vertices.

use std::fmt::Write as _;

use edelweiss::matching::{TreeChange, TreeStep};

use super::decimals::WrittenNumber;
use super::graph_file::GraphFile;

/// The steps as `--trace` writes them.
pub(super) fn lines(graph: &GraphFile, steps: &[TreeStep<WrittenNumber>]) -> String {
    let names = |vertices: &[usize]| {
        let names = vertices.iter().map(|v| graph.name(*v));
        names.collect::<Vec<_>>().join(" ")
    };
    let mut text = String::new();
    for TreeStep { time, change } in steps {
        let words = match change {
            TreeChange::Match(u, v) => format!("match {}", names(&[*u, *v])),
            TreeChange::Plant(root) => format!("plant {}", names(&[*root])),
            TreeChange::Grow { edge, mate } => {
                let (edge, mate) = (names(&[edge.0, edge.1]), names(&[mate.0, mate.1]));
                format!("grow {edge} mates {mate}")
            }
            TreeChange::Shrink { edge, blossom } => {
                format!(
                    "shrink {} blossom {}",
                    names(&[edge.0, edge.1]),
                    names(blossom)
                )
            }
            TreeChange::Expand { blossom } => format!("expand blossom {}", names(blossom)),
            TreeChange::Augment(u, v) => format!("augment {}", names(&[*u, *v])),
            TreeChange::Expose(v) => format!("expose {}", names(&[*v])),
            // A step that this program does not know yet.
            other => format!("{other:?}"),
        };
        writeln!(text, "time {time} {words}").expect("a string grows");
    }
    text
}
