//! Changes of inputs by what they are made of, so that most of what comes out is still read: bytes that are changed
//! anywhere are nearly always refused at the door.

mod command_line;
mod graph_file;
mod tournament_file;

use super::Bytes;
use super::bytes::random_bytes;
use super::proofs;

/// The bytes of decisions that one change takes at most; behind them all are zero.
const DECISIONS: usize = 400;

/// An input of a target with one thing changed, in at most `most` bytes; it depends on nothing else.
///
/// # Panics
/// Where there is no such target.
pub fn changed(target: &str, input: &[u8], most: usize, seed: u32) -> Vec<u8> {
    let decisions = random_bytes(u64::from(seed), DECISIONS);
    let mut bytes = Bytes::new(&decisions);
    let changed = match target {
        "command_lines" => command_line::changed(input, &mut bytes),
        "match" => graph_file::changed(input, &mut bytes),
        "proofs" => {
            let (file, edits) = proofs::split(input);
            let mut edits = edits.to_vec();
            if bytes.one_in(2) {
                edits = bytes.rest().iter().rev().take(40).copied().collect();
                return shortened(proofs::joined(file, &edits), most);
            }
            proofs::joined(&tournament_file::changed(file, &mut bytes), &edits)
        }
        "pairing" | "reader" | "round_trip" => tournament_file::changed(input, &mut bytes),
        _ => panic!("{target:?} is no target"),
    };
    shortened(changed, most)
}

fn shortened(mut input: Vec<u8>, most: usize) -> Vec<u8> {
    input.truncate(most);
    input
}

/// Changes bytes without a look at what they mean: what is refused has to be tried as well.
fn change_bytes(input: &mut Vec<u8>, bytes: &mut Bytes<'_>) {
    let (at, length) = (bytes.place(input.len() + 1), bytes.below(8));
    let end = (at + length).min(input.len());
    match bytes.below(4) {
        0 if at < input.len() => input[at] = bytes.below(256) as u8,
        1 => drop(input.drain(at..end)),
        2 => {
            let copied = input[at..end].to_vec();
            let to = bytes.place(input.len() + 1);
            input.splice(to..to, copied);
        }
        _ => input.insert(at, bytes.pick(b" 019-+.,:\n\r\t\"\x00\xff")),
    }
}
