//! A system that nothing of ours knows, in this one file and one row of the registry: everything
//! enumerates it. A program of its own, because a row that is added stays.

use edelweiss::model::{Definitions, PlayerId, Position};
use edelweiss::pairing::{
    BracketRecord, Impossible, Outcome, RoundPairing, Route, Witness, boards_in_order,
    colour_of_higher,
};
use edelweiss::systems::{PairingUnit, SwissSystem, registry};
use edelweiss_answers::calls;
use serde_json::Value;

/// Random legal pairs: everybody in an order that the round draws, each with the first of the others
/// that leaves a complete round.
static TOY: SwissSystem = SwissSystem {
    system: "toy",
    about: "Toy: any legal pairs",
    year: 2031,
    about_edition: "Toy: the only edition",
    until: None,
    name: "Toy System",
    definitions: Definitions::DUTCH_2026,
    edition: None,
    unit: PairingUnit::Game,
    proved: None,
    pair: |_, position, _| Ok(pair(position)),
    finish: None,
    readings: &[],
    code: None,
    other_codes: &[],
    drop_in: None,
    asks_ratings: None,
    number_teams: None,
    page: "systems/README.md",
};

fn pair(position: &Position) -> Outcome {
    let round = position.round();
    let draw = |id: &PlayerId| {
        (u64::from(id.index() as u32) + 1).wrapping_mul(0x9e37_79b9 + u64::from(round.get())) % 97
    };
    let mut open = position.present().to_vec();
    open.sort_by_key(|id| (draw(id), *id));
    let mut pairs = Vec::new();
    let mut bye = None;
    if !complete(position, &open, &mut pairs, &mut bye) {
        return Outcome::Impossible(Impossible::NoLegalPairing(Witness::default()));
    }
    let boards = boards_in_order(
        pairs.iter().copied(),
        |id| position.player(id).score,
        |higher, lower| colour_of_higher(position, higher, lower),
    );
    Outcome::Paired(RoundPairing {
        round,
        rules: TOY.name,
        boards,
        bye,
        given_bye: None,
        brackets: vec![BracketRecord {
            route: Route::Normal,
            mdps: Vec::new(),
            residents: position.present().to_vec(),
            pairs,
            floaters: bye.into_iter().collect(),
            level: None,
            costs: Vec::new(),
            steps: Vec::new(),
        }],
        replaced: None,
        defect: None,
    })
}

/// Pairs who is open, the last one with the bye where the number is odd; tries every way.
fn complete(
    position: &Position,
    open: &[PlayerId],
    pairs: &mut Vec<(PlayerId, PlayerId)>,
    bye: &mut Option<PlayerId>,
) -> bool {
    let [first, ref rest @ ..] = *open else {
        return true;
    };
    for (index, other) in rest.iter().enumerate() {
        if position.may_meet(first, *other) {
            let mut left = rest.to_vec();
            left.remove(index);
            let is_higher = position.is_higher(first, *other);
            pairs.push(if is_higher {
                (first, *other)
            } else {
                (*other, first)
            });
            if complete(position, &left, pairs, bye) {
                return true;
            }
            pairs.pop();
        }
    }
    let may_rest = open.len() % 2 == 1 && position.player(first).bye_allowed;
    if may_rest && complete(position, rest, pairs, bye) {
        *bye = Some(first);
        return true;
    }
    false
}

fn json(text: impl AsRef<[u8]>) -> Value {
    serde_json::from_slice(text.as_ref()).expect("a document")
}

#[test]
fn a_system_that_is_added_as_one_value_is_asked_like_the_others() {
    registry::add(&TOY).expect("it is new");
    let options = r#"{"system": "toy", "seed": 5, "players": 9, "rounds": 4}"#;
    let made = calls::generate(b"", options).expect("a tournament");
    let file = made.as_bytes();

    let round = json(calls::pair(file, r#"{"system": "toy", "round": 4}"#).expect("a round"));
    assert_eq!(round["rules"]["name"], "Toy System");
    let checked = json(calls::check(file, r#"{"system": "toy"}"#).expect("a report"));
    assert_eq!(checked["summary"]["equal"], 4, "{checked:#}");
    let options = r#"{"system": "toy", "round": 4, "format": "text"}"#;
    let story = calls::explain(file, options).expect("a story");
    assert!(story.contains("Toy System"), "{story}");

    let listed = json(calls::versions());
    let systems = listed["systems"].as_array().expect("a list");
    assert!(systems.iter().any(|row| row["system"] == "toy"));
    let help = edelweiss_cli::command()
        .find_subcommand_mut("pair")
        .expect("a command")
        .render_long_help()
        .to_string();
    assert!(help.contains("Toy: any legal pairs"), "{help}");
    assert!(help.contains("2031: Toy: the only edition"), "{help}");
    // Completions are written from the values that an option lists.
    let mut command = edelweiss_cli::command();
    for name in ["pair", "check", "explain", "generate", "compare"] {
        let asking = command.find_subcommand_mut(name).expect("a command");
        let mut options = asking.get_arguments();
        let option = options
            .find(|option| option.get_id() == "system")
            .expect("it has one");
        let values = option.get_possible_values();
        assert!(
            values.iter().any(|value| value.get_name() == "toy"),
            "{name}"
        );
    }
    let words = ["pair", "event.trf", "--system", "toy", "--rules", "2031"].map(Into::into);
    edelweiss_cli::understand(&words).expect("options that are listed");

    // What Python's functions (`_ask.py`), npm and C call, with the options that Python writes: all that a system has
    // to pass on its way from there is this door. That Python keeps no list of systems of its own is shown by its test
    // of an unknown one (`test_more.py`); a build of Python with this row is not made.
    let options =
        r#"{"file": "toy.trf", "encoding": null, "rules": 2031, "round": 2, "system": "toy"}"#;
    let round = json(calls::answer("pair", file, options).expect("a round"));
    assert_eq!(round["rules"]["name"], "Toy System");
    assert_eq!(round["rules"]["chosen_by"], "option");

    let failure = calls::pair(file, r#"{"system": "tic"}"#).expect_err("nobody added it");
    assert!(
        failure
            .message
            .contains("round-robin, double-round-robin, team-round-robin, team-double-round-robin, scheveningen, double-scheveningen, lim-swiss, keizer, olympiad-swiss or toy"),
        "{}",
        failure.message
    );
}
