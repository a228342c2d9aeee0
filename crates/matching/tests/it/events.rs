//! One small instance for each thing that can happen to a blossom.
//!
//! Each case says what must have happened, so that it cannot silently cease to test it, and is
//! judged by brute force and by its certificate. The edges are as few as the event allows.

use crate::common::{Instance, Layout, brute_force};
use edelweiss_matching::{
    Cover, Events,
    Objective::{self, MaxWeight, MaxWeightPerfect},
    Solver,
    certificate::verify,
};

fn instance(n: usize, objective: Objective, edges: &[(usize, usize, i64)]) -> Instance {
    let cover = if objective == MaxWeightPerfect {
        Cover::Must
    } else {
        Cover::May
    };
    let mut instance = Instance::new(n, cover);
    for &(a, b, weight) in edges {
        instance.set_edge(a, b, Some(weight));
    }
    instance
}

fn judge(instance: &Instance, solver: &Solver<i64>) {
    let (graph, certificate) = (instance.graph(), solver.certificate());
    let value = verify(
        &graph,
        &instance.cover,
        MaxWeight,
        solver.mates(),
        &certificate,
    );
    assert_eq!(value, Ok(solver.value()));
    assert_eq!(brute_force(instance), Some(solver.value()));
}

fn check(n: usize, objective: Objective, edges: &[(usize, usize, i64)]) -> Events {
    let mut instance = instance(n, objective, edges);
    let events = Layout::ALL.map(|layout| {
        instance.layout = layout;
        let mut solver = instance.solver();
        solver.solve().expect("there is a matching");
        judge(&instance, &solver);
        solver.events()
    });
    assert_eq!(events[0], events[1], "both layouts go the same way");
    events[0]
}

/// The heavy middle edge is matched first, then both ends pull it apart.
#[test]
fn a_tree_grows_and_the_path_is_augmented() {
    let events = check(4, MaxWeight, &[(0, 1, 8), (0, 2, 11), (2, 3, 8)]);
    assert!(
        events.grown > 0 && events.augmented > 0 && events.shrunk == 0,
        "{events:?}"
    );
}

/// The greedy start takes the light edge; the heavy one replaces it and leaves its end exposed.
#[test]
fn a_path_is_flipped_to_expose_another_vertex() {
    let events = check(3, MaxWeight, &[(0, 2, 3), (1, 2, 5)]);
    assert!(
        events.exposed > 0 && events.grown > 0 && events.augmented == 0,
        "{events:?}"
    );
}

/// Two S vertices meet; the way out leads through their circuit.
#[test]
fn an_odd_circuit_shrinks_and_is_augmented_through() {
    let events = check(
        4,
        MaxWeightPerfect,
        &[(0, 1, 2), (0, 3, 6), (1, 3, 3), (2, 3, 4)],
    );
    assert!(events.shrunk > 0 && events.augmented > 0, "{events:?}");
}

/// T vertices become S and are searched from.
#[test]
fn a_circuit_of_five_absorbs_two_t_vertices() {
    let events = check(
        6,
        MaxWeight,
        &[
            (0, 2, 7),
            (0, 3, 6),
            (1, 2, 9),
            (1, 4, 3),
            (2, 5, 11),
            (3, 4, 6),
        ],
    );
    assert!(events.shrunk > 0 && events.t_absorbed > 1, "{events:?}");
}

/// A second circuit closes through the blossom of the first.
#[test]
fn a_blossom_is_nested_in_a_blossom() {
    let events = check(
        6,
        MaxWeightPerfect,
        &[
            (0, 1, 1),
            (0, 2, 1),
            (0, 5, 2),
            (1, 4, 3),
            (2, 5, 3),
            (3, 4, 2),
            (4, 5, 3),
        ],
    );
    assert!(events.nested > 0, "{events:?}");
}

/// A blossom of an earlier stage is reached over its base's matched edge.
#[test]
fn a_blossom_is_relabelled_s() {
    let events = check(
        6,
        MaxWeight,
        &[
            (0, 1, 7),
            (0, 2, 7),
            (1, 2, 3),
            (2, 3, 11),
            (3, 4, 11),
            (3, 5, 12),
        ],
    );
    assert!(events.blossom_became_s > 0, "{events:?}");
}

/// A kept blossom becomes S and then part of a larger one.
#[test]
fn a_blossom_used_as_s_is_nested() {
    let events = check(
        7,
        MaxWeight,
        &[
            (0, 2, 7),
            (0, 4, 10),
            (0, 6, 15),
            (1, 2, 11),
            (1, 3, 9),
            (2, 3, 11),
            (2, 4, 8),
            (5, 6, 13),
        ],
    );
    assert!(
        events.blossom_became_s > 0 && events.nested > 0,
        "{events:?}"
    );
}

/// A blossom of an earlier stage is entered by an unmatched edge.
#[test]
fn a_blossom_is_relabelled_t() {
    let events = check(
        8,
        MaxWeightPerfect,
        &[
            (0, 1, 5),
            (0, 7, 2),
            (1, 5, 5),
            (1, 6, 8),
            (2, 3, 1),
            (2, 6, 6),
            (3, 6, 6),
            (4, 6, 5),
        ],
    );
    assert!(events.blossom_became_t > 0, "{events:?}");
}

/// A T blossom with a dual left becomes a child of an S blossom.
#[test]
fn a_t_blossom_is_absorbed_whole() {
    let events = check(
        10,
        MaxWeightPerfect,
        &[
            (0, 7, 3),
            (1, 3, 1),
            (1, 6, 1),
            (1, 7, 2),
            (2, 6, 4),
            (2, 9, 1),
            (3, 9, 3),
            (4, 5, 2),
            (4, 6, 5),
            (5, 6, 3),
            (6, 8, 3),
        ],
    );
    assert!(
        events.blossom_became_t > 0 && events.nested > 0 && events.expanded_in_stage == 0,
        "{events:?}"
    );
}

/// The dual of a T blossom reaches zero before the stage ends.
#[test]
fn a_t_blossom_is_expanded_in_mid_stage() {
    let events = check(
        5,
        MaxWeight,
        &[(0, 1, 4), (0, 3, 6), (1, 3, 5), (2, 3, 6), (3, 4, 5)],
    );
    assert!(events.expanded_in_stage > 0, "{events:?}");
}

/// The even way from the entry to the base stays in the tree.
#[test]
fn an_augmenting_path_leads_through_an_expanded_blossom() {
    let events = check(
        8,
        MaxWeightPerfect,
        &[
            (0, 1, 3),
            (0, 6, 6),
            (1, 6, 5),
            (2, 5, 2),
            (3, 6, 6),
            (3, 7, 1),
            (4, 6, 5),
            (5, 7, 4),
        ],
    );
    assert!(
        events.expanded_in_stage > 0 && events.augmented > 1,
        "{events:?}"
    );
}

/// A nested blossom loses its outer one.
#[test]
fn an_expanded_blossom_sets_an_inner_blossom_free() {
    let events = check(
        7,
        MaxWeight,
        &[
            (0, 1, 2),
            (0, 2, 4),
            (0, 4, 3),
            (1, 2, 4),
            (2, 3, 3),
            (3, 4, 3),
            (4, 5, 3),
            (4, 6, 4),
        ],
    );
    assert!(events.expanded_to_blossom > 0, "{events:?}");
}

/// Each expansion sets the stage going again.
#[test]
fn two_blossoms_are_expanded() {
    let events = check(
        12,
        MaxWeightPerfect,
        &[
            (0, 3, 4),
            (0, 4, 1),
            (0, 10, 3),
            (1, 7, 2),
            (2, 4, 3),
            (2, 5, 4),
            (2, 6, 3),
            (2, 8, 5),
            (2, 9, 5),
            (3, 8, 3),
            (4, 11, 3),
            (6, 9, 1),
            (6, 11, 3),
            (10, 11, 6),
        ],
    );
    assert!(events.expanded_in_stage > 1, "{events:?}");
}

/// It served its path and has nothing else to say.
#[test]
fn a_blossom_without_dual_is_expanded_at_the_end_of_its_stage() {
    let events = check(
        4,
        MaxWeightPerfect,
        &[(0, 1, 2), (0, 3, 4), (1, 3, 2), (2, 3, 3)],
    );
    assert!(events.expanded_at_end > 0, "{events:?}");
}
