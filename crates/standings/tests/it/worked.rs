//! Tournaments worked out by hand: `testdata/standings/worked`, a table of values beside each file.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use edelweiss_model::{PlayerId, Tournament};
use edelweiss_standings::{TieBreak, TieBreakRules, standings};
use edelweiss_trf::ReadOptions;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/standings/worked")
}

pub(crate) fn tournament(path: &Path) -> Tournament {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.display().to_string();
    let reading = edelweiss_trf::read(&bytes, &name, &ReadOptions::default());
    reading
        .unwrap_or_else(|failure| panic!("{failure}"))
        .tournament
}

/// The standings as the table of the case has them.
fn table(tournament: &Tournament, rules: &'static TieBreakRules, header: &str) -> String {
    let codes: Vec<&str> = header.split(',').skip(2).collect();
    let list: Vec<TieBreak> = codes
        .iter()
        .map(|code| {
            code.parse()
                .unwrap_or_else(|error| panic!("{code}: {error}"))
        })
        .collect();
    let standings = standings(tournament, rules, &list, None).expect("a list that fits");
    let mut out = format!("{header}\n");
    for player in (0..tournament.players.len()).map(PlayerId::from_index) {
        let number = tournament.player(player).number;
        write!(out, "{number},{}", standings.rank(player)).expect("a string grows");
        for column in standings.columns() {
            out.push(',');
            out.push_str(&column.text(player));
        }
        out.push('\n');
    }
    out
}

#[test]
fn every_value_is_the_one_worked_out() {
    let mut cases = 0;
    for entry in fs::read_dir(folder()).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        let stem = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.extension().is_none_or(|extension| extension != "csv") {
            continue;
        }
        let (case, rules) = match stem.strip_suffix("_v2024") {
            Some(case) => (case, TieBreakRules::AUGUST_2024),
            None => (&stem[..], TieBreakRules::MARCH_2026),
        };
        let case = case.strip_suffix("_de").unwrap_or(case);
        let tournament = tournament(&folder().join(format!("{case}.trf")));
        let expected = fs::read_to_string(&path).expect("a table");
        let header = expected.lines().next().expect("a header");
        assert_eq!(table(&tournament, rules, header), expected, "{stem}");
        cases += 1;
    }
    assert_eq!(cases, 19);
}

/// Article 9.2 in a Scheveningen match, where nobody sits out: the maximum is a win in every round,
/// though the number of rounds is a multiple of the size of the field.
#[test]
fn nobody_sits_out_where_two_teams_meet_crosswise() {
    let mut file = String::from("012 Crosswise\n142 4\n192 FIDE_DOUBLESCHEVENINGEN\n");
    for line in [
        "001    1      A                                 2000                             4.0    1     3 w 1     4 w 1     3 b 1     4 b 1",
        "001    2      B                                 2000                             2.0    2     4 w =     3 w =     4 b =     3 b =",
        "001    3      C                                 2000                             1.0    3     1 b 0     2 b =     1 w 0     2 w =",
        "001    4      D                                 2000                             1.0    3     2 b =     1 b 0     2 w =     1 w 0",
    ] {
        file.push_str(line);
        file.push('\n');
    }
    let reading = edelweiss_trf::read(file.as_bytes(), "crosswise.trf", &ReadOptions::default());
    let tournament = reading
        .unwrap_or_else(|failure| panic!("{failure}"))
        .tournament;
    // The limit is 2, which B reaches and D does not; one point lower everybody reaches it.
    let expected = "TPN,RANK,PTS,KS,KS/L-2\n1,1,4.0,0.0,4.0\n2,2,2.0,0.0,2.0\n3,3,1.0,1.0,1.0\n4,3,1.0,1.0,1.0\n";
    let header = "TPN,RANK,PTS,KS,KS/L-2";
    assert_eq!(
        table(&tournament, TieBreakRules::MARCH_2026, header),
        expected
    );
}
