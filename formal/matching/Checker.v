(** The checker as one function, and the one theorem about it. *)

From Coq Require Import List ZArith Bool.
From Edelweiss Require Import Matching Optimal Goals.
Import ListNotations.

(** A graph, and of each edge whether it is in the matching. *)
Definition marked := list (edge * bool).

Definition graph_of (l : marked) : list edge := map fst l.
Definition chosen (l : marked) : list edge := map fst (filter snd l).

Inductive goal :=
  | Heaviest
  | Lightest
  | Largest
  | HeaviestOfLargest (bonus : Z)
  | Impossible.

Definition accepts (wanted : goal) (l : marked) (c : certificate) : bool :=
  let g := graph_of l in
  let m := chosen l in
  match wanted with
  | Heaviest => check g m c
  | Lightest => check_lightest g m c
  | Largest => check_largest g m c
  | HeaviestOfLargest bonus => check_heaviest_of_largest g m bonus c
  | Impossible => refute g c
  end.

(** What is true when it accepts. *)
Definition meaning (wanted : goal) (l : marked) (c : certificate) : Prop :=
  let g := graph_of l in
  let m := chosen l in
  match wanted with
  | Heaviest => is_heaviest g (vertices_of c) (must_of c) m
  | Lightest => is_lightest g (vertices_of c) (must_of c) m
  | Largest => is_largest g m
  | HeaviestOfLargest _ => is_heaviest_of_largest g m
  | Impossible => forall m', ~ is_matching_of g (vertices_of c) (must_of c) m'
  end.

Lemma chosen_incl : forall l, incl (chosen l) (graph_of l).
Proof.
  intros l e H. unfold chosen in H. apply in_map_iff in H as [x [E H]]. apply filter_In in H as [H _].
  subst. unfold graph_of. now apply in_map.
Qed.

Theorem accepts_sound : forall wanted l c, accepts wanted l c = true -> meaning wanted l c.
Proof.
  intros wanted l c H. destruct wanted; simpl in *.
  - now apply check_sound; [apply chosen_incl|].
  - now apply check_lightest_sound; [apply chosen_incl|].
  - now apply check_largest_sound with (c := c); [apply chosen_incl|].
  - now apply check_heaviest_of_largest_sound with (bonus := bonus) (c := c); [apply chosen_incl|].
  - now apply refute_sound.
Qed.

Print Assumptions accepts_sound.
