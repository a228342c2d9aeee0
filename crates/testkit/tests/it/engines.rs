//! Positions on which a change of the fast engine once went wrong.

use std::path::Path;

use edelweiss_lab::{paired_seats, read_tournament, tournament_files};
use edelweiss_pairing::{Outcome, Rules, pair_round};

#[test]
fn the_engines_agree_where_they_once_did_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines");
    let files = tournament_files(&folder).expect("the folder is part of the repository");
    assert!(!files.is_empty(), "there are such positions");
    for path in files {
        let name = path.display().to_string();
        let tournament = read_tournament(&path).expect("a tournament");
        for rules in [Rules::dutch_2017, Rules::dutch_2026] {
            let seats = |rules: Rules| {
                let outcome = pair_round(&tournament, &rules);
                if let Outcome::Paired(round) = &outcome {
                    assert_eq!(round.defect, None, "{name}");
                }
                paired_seats(&tournament, &outcome)
            };
            let reference = seats(rules().reference());
            assert!(!reference.is_empty(), "{name}");
            assert_eq!(seats(rules()), reference, "{name}");
            assert_eq!(seats(rules().by_classes()), reference, "{name}");
        }
    }
}
