//! How the judge of standings says its codes and values.

use edelweiss_judges::standings::{Code, ComputedValue, NotACode, StandingsRefused, TeamCode};

#[test]
fn codes_are_said_as_they_are_written() {
    for text in [
        "PTS", "DE/P", "BPG", "PS/C2", "TPN/R", "BH/C1/P", "BH/M2", "AOB/F", "SB/C1", "KS/L+1",
        "KS/L-3", "ARO/M1", "RTNG/R",
    ] {
        let code: Code = text.parse().expect("a code");
        let said = code.to_string();
        assert_eq!(said.parse(), Ok(code), "{said}");
        assert_eq!(said, text);
    }
    for text in [
        "WON/C1", "PS/M1", "SB/M1", "PS/P", "TPN/P", "BH/C", "BH/C0", "BH/M0", "BH/C100", "BH/R",
        "BH/L1", "KS/L", "KS/L1234", "KS/L+-1", "KS/L1x",
    ] {
        assert_eq!(text.parse::<Code>(), Err(NotACode(text.to_owned())));
    }
    for text in ["TPR", "ARO:MP", "PTS", "PTS:GP", "BH:XP", "NONE"] {
        assert_eq!(text.parse::<TeamCode>(), Err(NotACode(text.to_owned())));
    }
    let refused: Result<Code, NotACode> = "BH/C0".parse();
    let said = refused.map_err(|refused| refused.to_string());
    assert_eq!(
        said,
        Err("'BH/C0' is no tie-break for individuals".to_owned())
    );
    let refused = StandingsRefused {
        code: "BH".parse().expect("a code"),
        article: "8",
    };
    assert_eq!(refused.to_string(), "BH is not allowed here by 8");
    for (value, words) in [
        (ComputedValue::Place(2), "2"),
        (ComputedValue::Undefined, "undefined"),
        (ComputedValue::Dropped, "dropped"),
    ] {
        assert_eq!(value.to_string(), words);
    }
}
