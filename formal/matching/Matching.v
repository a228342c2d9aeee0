(** Matchings of a weighted graph, and what it means that one is the best: the statement that is proved in [Optimal.v].

    Vertices are positive numbers. A graph is a list of edges; two edges may join the same vertices. Nothing in this file is
    computed by the checker: it is what a reader has to believe the theorems are about. *)

From Coq Require Import List ZArith.
Import ListNotations.
Open Scope Z_scope.

Record edge := Edge { from : positive; to : positive; weight : Z }.

(** The ends of a list of edges, each as often as it is one. *)
Definition ends (es : list edge) : list positive :=
  flat_map (fun e => [from e; to e]) es.

Definition total (es : list edge) : Z :=
  fold_right (fun e sum => weight e + sum) 0 es.

(** No two edges have an end in common, and no edge joins a vertex to itself. *)
Definition is_matching (m : list edge) : Prop := NoDup (ends m).

(** A matching of the graph [g] that covers every vertex of [vs] of which [must] holds. *)
Definition is_matching_of (g : list edge) (vs : list positive) (must : positive -> bool)
    (m : list edge) : Prop :=
  is_matching m /\ incl m g /\ (forall v, In v vs -> must v = true -> In v (ends m)).

(** The best of them: no other is worth more. *)
Definition is_heaviest (g : list edge) (vs : list positive) (must : positive -> bool)
    (m : list edge) : Prop :=
  is_matching_of g vs must m /\
  forall m', is_matching_of g vs must m' -> total m' <= total m.

(** No other is worth less. *)
Definition is_lightest (g : list edge) (vs : list positive) (must : positive -> bool)
    (m : list edge) : Prop :=
  is_matching_of g vs must m /\
  forall m', is_matching_of g vs must m' -> total m <= total m'.

(** No other has more edges. *)
Definition is_largest (g : list edge) (m : list edge) : Prop :=
  is_matching m /\ incl m g /\
  forall m', is_matching m' -> incl m' g -> (length m' <= length m)%nat.

(** No other has more edges, and none with as many is worth more. *)
Definition is_heaviest_of_largest (g : list edge) (m : list edge) : Prop :=
  is_largest g m /\
  forall m', is_matching m' -> incl m' g -> length m' = length m -> total m' <= total m.
