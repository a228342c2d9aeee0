//! What differs between two states of a file: short, and good in both directions.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes in a journal: a text where they are one, else hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JournalBytes(pub Vec<u8>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum BytesForm {
    Text(String),
    Digits { hex: String },
}

impl Serialize for JournalBytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => to.serialize_str(text),
            Err(_) => BytesForm::Digits { hex: hex(&self.0) }.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for JournalBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match BytesForm::deserialize(from)? {
            BytesForm::Text(text) => Ok(Self(text.into_bytes())),
            BytesForm::Digits { hex } => unhex(&hex)
                .map(Self)
                .ok_or_else(|| de::Error::custom("found no hexadecimal digits")),
        }
    }
}

/// Two digits a byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from_digit(u32::from(digit), 16).expect("below 16"))
        .collect()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = (digits.chars())
        .map(|digit| Some(digit.to_digit(16)? as u8))
        .collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(
        digits
            .chunks_exact(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect(),
    )
}

/// A place where two states differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileChange {
    /// Bytes of the older state before it.
    pub at: usize,
    /// What stood there.
    pub old: JournalBytes,
    /// What stands there.
    pub new: JournalBytes,
}

/// Every place where `new` differs from `old`, in order. O(bytes).
pub(crate) fn changes(old: &[u8], new: &[u8]) -> Vec<FileChange> {
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut found = Vec::new();
    let (mut i, mut j, mut at) = (0, 0, 0);
    while i < old_lines.len() || j < new_lines.len() {
        let (left, right) = (old_lines.get(i).copied(), new_lines.get(j).copied());
        let is_same_record =
            matches!((left, right), (Some(left), Some(right)) if key(left) == key(right));
        let more_are_old = old_lines.len() - i > new_lines.len() - j;
        let (gone, come) = if is_same_record || old_lines.len() - i == new_lines.len() - j {
            (left, right)
        } else if more_are_old {
            (left, None)
        } else {
            (None, right)
        };
        push(
            &mut found,
            at,
            gone.unwrap_or_default(),
            come.unwrap_or_default(),
        );
        at += gone.map_or(0, <[u8]>::len);
        i += usize::from(gone.is_some());
        j += usize::from(come.is_some());
    }
    found
}

/// Lines with their ends.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes
        .split_inclusive(|byte| matches!(byte, b'\n' | b'\r'))
        .collect()
}

/// The code of a record and the number of a player tell which line became which; anything else would be right,
/// too, and longer.
fn key(line: &[u8]) -> &[u8] {
    &line[..line.len().min(8)]
}

/// Adds what differs between two lines.
fn push(found: &mut Vec<FileChange>, at: usize, old: &[u8], new: &[u8]) {
    if old == new {
        return;
    }
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let start = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    found.push(FileChange {
        at: at + start,
        old: JournalBytes(old[..old.len() - end].to_vec()),
        new: JournalBytes(new[..new.len() - end].to_vec()),
    });
}

/// The newer state of `older`; nothing where the changes are not those of it.
pub(crate) fn forward(older: &[u8], changes: &[FileChange]) -> Option<Vec<u8>> {
    patched(
        older,
        changes
            .iter()
            .map(|change| (change.at, &change.old.0[..], &change.new.0[..])),
    )
}

/// The older state of `newer`; nothing where the changes are not those of it.
pub(crate) fn backward(newer: &[u8], changes: &[FileChange]) -> Option<Vec<u8>> {
    let (mut come, mut gone) = (0, 0);
    patched(
        newer,
        changes.iter().map(|change| {
            let at = (change.at + come).wrapping_sub(gone);
            come += change.new.0.len();
            gone += change.old.0.len();
            (at, &change.new.0[..], &change.old.0[..])
        }),
    )
}

fn patched<'a>(
    bytes: &[u8],
    changes: impl Iterator<Item = (usize, &'a [u8], &'a [u8])>,
) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    let mut done = 0;
    for (at, from, to) in changes {
        out.extend_from_slice(bytes.get(done..at)?);
        let rest = bytes.get(at..)?;
        if !rest.starts_with(from) {
            return None;
        }
        out.extend_from_slice(to);
        done = at + from.len();
    }
    out.extend_from_slice(bytes.get(done..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    #[test]
    fn changes_lead_from_one_state_to_the_other_and_back() {
        fn holds(old: Vec<u8>, new: Vec<u8>) -> bool {
            // Few different bytes, so that lines repeat and end often.
            let few = |bytes: Vec<u8>| -> Vec<u8> {
                bytes
                    .into_iter()
                    .map(|byte| b"01 ab\r\n\xff"[usize::from(byte) % 8])
                    .collect()
            };
            let (old, new) = (few(old), few(new));
            let changes = changes(&old, &new);
            let text = serde_json::to_string(&changes).expect("a list");
            let changes: Vec<FileChange> = serde_json::from_str(&text).expect("what was written");
            forward(&old, &changes).as_ref() == Some(&new)
                && backward(&new, &changes).as_ref() == Some(&old)
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(60, 2_026))
            .tests(2_000)
            .quickcheck(holds as fn(Vec<u8>, Vec<u8>) -> bool);
    }

    #[test]
    fn a_line_that_goes_changes_no_other_one() {
        let old = b"012 x\nXXZ 3\n001    1 a\n001    2 b\n";
        let new = b"012 x\n001    1 a1\n001    2 b2\n";
        let found = changes(old, new);
        let of = |at, old: &str, new: &str| FileChange {
            at,
            old: JournalBytes(old.into()),
            new: JournalBytes(new.into()),
        };
        assert_eq!(
            found,
            [of(6, "XXZ 3\n", ""), of(22, "", "1"), of(33, "", "2")]
        );
    }
}
