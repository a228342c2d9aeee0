//! Files in other encodings than UTF-8, or with other columns: what is read, and that it stays so
//! when a round is added.

use std::fs;
use std::path::Path;

use edelweiss_model::{PlayerId, Tournament};
use edelweiss_trf::{Encoding, FindingKind, ReadOptions, Reading, read};

fn sample(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/good");
    fs::read(folder.join(name)).expect("part of the crate")
}

fn read_as(bytes: &[u8], encoding: Option<Encoding>) -> Reading {
    let options = ReadOptions::default().encoding(encoding);
    read(bytes, "t.trf", &options).unwrap_or_else(|failure| panic!("{failure}"))
}

fn names(tournament: &Tournament) -> Vec<&str> {
    let players = tournament.players.iter();
    players.map(|player| player.name.as_str()).collect()
}

#[test]
fn the_encoding_is_told_from_the_bytes() {
    for (name, encoding, is_guessed) in [
        ("trf26.trf", Encoding::Utf8, false),
        ("two-byte-order-marks.trf", Encoding::Utf8, false),
        ("utf16-le.trf", Encoding::Utf16Le, false),
        ("utf16-be.trf", Encoding::Utf16Be, false),
        ("utf16-le-without-mark.trf", Encoding::Utf16Le, true),
        ("utf16-be-without-mark.trf", Encoding::Utf16Be, true),
        ("windows-1252.trf", Encoding::Windows1252, true),
        ("windows-1250-letters.trf", Encoding::Windows1250, true),
        (
            "windows-1250-by-federation.trf",
            Encoding::Windows1250,
            true,
        ),
    ] {
        let bytes = sample(name);
        let reading = read_as(&bytes, None);
        assert_eq!(reading.document.encoding(), encoding, "{name}");
        let warned = |reading: &Reading| {
            let mut kinds = reading.warnings.iter().map(|warning| warning.kind);
            kinds.any(|kind| kind == FindingKind::Encoding)
        };
        assert_eq!(warned(&reading), is_guessed, "{name}");
        // Whoever names the encoding hears nothing about it.
        let told = read_as(&bytes, Some(encoding));
        assert_eq!(told.tournament, reading.tournament, "{name}");
        assert!(!warned(&told), "{name}");
    }
}

#[test]
fn an_encoding_that_is_asked_for_is_taken() {
    let bytes = sample("windows-1250-letters.trf");
    let central = read_as(&bytes, Some(Encoding::Windows1250));
    assert_eq!(names(&central.tournament)[0], "Wałęsa, Lech");
    let western = read_as(&bytes, Some(Encoding::Windows1252));
    assert_eq!(names(&western.tournament)[0], "Wa³êsa, Lech");
    let options = ReadOptions::default().encoding(Some(Encoding::Utf8));
    let failure = read(&bytes, "t.trf", &options).expect_err("it is no UTF-8");
    assert_eq!(failure.errors[0].kind, FindingKind::Encoding);
    assert_eq!(failure.errors[0].place.line, Some(3));
}

/// Letters that both encodings have say nothing; a tie is Western.
#[test]
fn code_pages_are_told_by_letters_then_by_federations() {
    let file = |players: &[(&[u8], &str)]| {
        let mut bytes = Vec::new();
        for (index, (name, federation)) in players.iter().enumerate() {
            bytes.extend(format!("001 {:>4}      ", index + 1).bytes());
            bytes.extend(name.iter().chain(&[b' '; 39][name.len()..]));
            bytes.extend(format!("{federation:3}                         0.0    1\n").bytes());
        }
        read_as(&bytes, None).document.encoding()
    };
    let (same, differs): (&[u8], &[u8]) = (b"M\xfcller", b"Dvo\xf8\xe1k");
    let (only_1250, only_1252): (&[u8], &[u8]) = (b"Gr\xb9d", b"Lou\xff");
    for (players, expected) in [
        (&[(same, "CZE"), (same, "POL")][..], Encoding::Windows1252),
        (&[(differs, "CZE"), (same, "GER")], Encoding::Windows1250),
        (&[(differs, "DEN"), (same, "CZE")], Encoding::Windows1252),
        (&[(differs, "CZE"), (differs, "DEN")], Encoding::Windows1252),
        (&[(differs, "DEN"), (only_1250, "")], Encoding::Windows1250),
        (&[(differs, "CZE"), (only_1252, "")], Encoding::Windows1252),
        (
            &[(only_1250, "CZE"), (only_1252, "CZE")],
            Encoding::Windows1250,
        ),
        (
            &[(only_1250, "FRA"), (only_1252, "")],
            Encoding::Windows1252,
        ),
    ] {
        assert_eq!(file(players), expected, "{players:?}");
    }
}

/// The columns of a file that counts bytes, and of one that counts characters, stay as they are.
#[test]
fn a_round_is_added_in_the_form_of_the_file() {
    for name in [
        "vega-names-padded-by-bytes.trf",
        "swiss-manager-accents.trf",
        "utf16-le.trf",
        "utf16-be-without-mark.trf",
        "windows-1250-letters.trf",
        "windows-1252.trf",
        "two-byte-order-marks.trf",
        "dos-end-of-file.trf",
    ] {
        let before = read_as(&sample(name), None);
        let pairs = [(PlayerId::from_index(3), PlayerId::from_index(0))];
        let longer = (before.document)
            .with_round(&before.tournament, &pairs, None)
            .expect("both wait");
        let after = read_as(&longer.to_bytes(longer.line_end()), None);
        assert_eq!(after.document.encoding(), before.document.encoding());
        assert_eq!(names(&after.tournament), names(&before.tournament));
        let round = before.tournament.next_round();
        for (own, player) in after.tournament.players.iter().enumerate() {
            let old = &before.tournament.players[own];
            assert_eq!(player.entries[..round.index()], old.entries[..], "{name}");
            let is_paired = player.entries.len() > round.index();
            assert_eq!(is_paired, own == 0 || own == 3, "{name}");
        }
    }
}

/// Characters explain the first file, bytes the second, and no counting both.
#[test]
fn bytes_are_counted_only_where_that_explains_every_line() {
    let line = |number: u32, name: &str, width: usize| {
        let pad = " ".repeat(width - name.len());
        format!("001 {number:>4}      {name}{pad} 2000 SUI                         0.0    1\n")
    };
    // `é` has two bytes.
    let by_characters = line(1, "Andr\u{e9}", 34);
    let by_bytes = line(2, "Ren\u{e9}", 33);
    let counts_bytes = |text: &str| {
        let reading = read_as(text.as_bytes(), None);
        assert!(reading.warnings.len() <= 1, "{:?}", reading.warnings);
        !reading.warnings.is_empty()
    };
    assert!(!counts_bytes(&by_characters));
    assert!(counts_bytes(&by_bytes));
    assert!(!counts_bytes(&(by_characters + &by_bytes)));
}
