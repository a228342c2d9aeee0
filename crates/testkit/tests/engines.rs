//! Positions on which a change of the fast engine once went wrong.

use std::path::Path;

use edelweiss_pairing::{Rules, pair_round};
use edelweiss_testkit::paired_seats;

#[test]
fn the_engines_agree_where_they_once_did_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines");
    let entries = std::fs::read_dir(folder).expect("the folder is part of the repository");
    let mut n = 0;
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).expect("a readable file");
        let options = edelweiss_trf::ReadOptions::default();
        let reading = edelweiss_trf::read(&bytes, &name, &options).expect("a tournament");
        for rules in [Rules::dutch_2017, Rules::dutch_2026] {
            let seats = |rules: Rules| {
                let tournament = &reading.tournament;
                paired_seats(tournament, &pair_round(tournament, &rules))
            };
            let reference = seats(rules().reference());
            assert!(!reference.is_empty(), "{name}");
            assert_eq!(seats(rules()), reference, "{name}");
            assert_eq!(seats(rules().by_classes()), reference, "{name}");
        }
        n += 1;
    }
    assert!(n > 0, "there are such positions");
}
