//! The short notation of tie-breaks.

use edelweiss_standings::{TieBreak, UnknownTieBreak};

fn read(text: &str) -> TieBreak {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_notation_reads_back() {
    for text in [
        "PTS", "DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP", "STD",
        "TPN", "TPN/R", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "AOB",
        "AOB/F", "FB", "FB/C1", "FB/M2/P", "SB", "SB/C1", "SB/C2/P", "KS", "KS/L+1", "KS/L-3",
        "ARO", "ARO/C1", "ARO/M2", "TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG/R",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn other_spellings_mean_the_same() {
    for (text, expected) in [
        (" bh/c1 ", "BH/C1"),
        ("BH/P/C1", "BH/C1/P"),
        ("GE", "REP"),
        ("KS/L2", "KS/L+2"),
    ] {
        assert_eq!(read(text).to_string(), expected);
    }
}

#[test]
fn a_wrong_text_is_refused_with_a_reason() {
    for (text, expected) in [
        ("", "a tie-break is missing, expected a name such as BH/C1"),
        (
            "/C1",
            "a tie-break is missing, expected a name such as BH/C1",
        ),
        (
            "BHX",
            "tie-break \"BHX\" is not one of C.07, which has BPG, BWG, BH",
        ),
        ("ÄÖ", "tie-break \"ÄÖ\" is not one of C.07"),
        (
            "WIN/C1",
            "WIN does not take the modifier \"/C1\", and takes none",
        ),
        (
            "PS/M1",
            "PS does not take the modifier \"/M1\", only /C1 /C2",
        ),
        (
            "BH/L+1",
            "BH does not take the modifier \"/L+1\", only /C1 /C2 /M1 /M2 /P",
        ),
        (
            "BH/C1/C2",
            "modifier \"/C2\" stands beside another of its kind",
        ),
        (
            "BH/C1/C1",
            "modifier \"/C1\" stands beside another of its kind",
        ),
        (
            "BH/C1/M1",
            "modifier \"/M1\" stands beside another of its kind",
        ),
        (
            "BH/C3",
            "modifier \"/C3\" is not known, expected /C1 /C2 /M1 /M2 /L+n /L-n /Kn /P /F /R or :MP :GP",
        ),
        (
            "KS/L",
            "modifier \"/L\" is not known, expected /C1 /C2 /M1 /M2 /L+n /L-n /Kn /P /F /R or :MP :GP",
        ),
    ] {
        let error: UnknownTieBreak = text.parse::<TieBreak>().expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
    for text in [
        "KS/L0",
        "KS/L+-1",
        "KS/L99999",
        "BH/",
        "BH//C1",
        "BH/ä",
        "BH:",
        "BH/C1x",
    ] {
        assert!(text.parse::<TieBreak>().is_err(), "{text}");
    }
}
