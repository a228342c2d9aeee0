(** Small brackets are tried out, as the statement says, but what only the downfloaters decide is computed once for all
    candidates that have them. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Rules2026 Right2026 Lists.
Import ListNotations.
Open Scope Z_scope.

Definition colour_eq_dec : forall a b : colour, {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition float_eq_dec : forall a b : float, {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition strength_eq_dec : forall a b : strength, {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition card_eq_dec : forall a b : card, {a = b} + {a <> b}.
Proof.
  assert (O : forall A, (forall x y : A, {x = y} + {x <> y}) -> forall x y : option A, {x = y} + {x <> y})
    by (intros A H; decide equality).
  decide equality; auto using Z.eq_dec, bool_dec, (list_eq_dec Z.eq_dec), (list_eq_dec colour_eq_dec),
    (O _ float_eq_dec).
  all: try (apply O; intros [s x] [s' y]; destruct (strength_eq_dec s s') as [->|N]; [|right; congruence];
    destruct (colour_eq_dec x y) as [->|N]; [left; reflexivity|right; congruence]).
Defined.

(** * What the downfloaters decide, once for each set of them *)

Section Memo.
Context {B : Type}.
Variable f : list card -> B.

Fixpoint found (table : list (list card * B)) (k : list card) : option B :=
  match table with
  | [] => None
  | (x, y) :: rest => if list_eq_dec card_eq_dec x k then Some y else found rest k
  end.

Fixpoint table_of (ks : list (list card)) : list (list card * B) :=
  match ks with
  | [] => []
  | k :: rest =>
      let table := table_of rest in
      match found table k with Some _ => table | None => (k, f k) :: table end
  end.

Definition looked_up (table : list (list card * B)) (k : list card) : B :=
  match found table k with Some y => y | None => f k end.

Lemma looked_up_is : forall ks k, looked_up (table_of ks) k = f k.
Proof.
  intros ks k. unfold looked_up. destruct (found (table_of ks) k) as [y|] eqn:E; [|reflexivity].
  induction ks as [|x ks IH]; [discriminate|]. simpl in E. destruct (found (table_of ks) x).
  - now apply IH.
  - simpl in E. destruct (list_eq_dec card_eq_dec x k) as [->|_]; [now injection E as <-|now apply IH].
Qed.
End Memo.

(** The statement's definitions, of downfloaters instead of candidates. *)
Definition c4_of (b : bracket) (down : list card) : bool :=
  can_be_completed (down ++ concat (below b)) && match below b with [] => Nat.leb (length down) 1 | _ => true end.

Definition c5_of (b : bracket) (down : list card) : list Z :=
  let spare := down ++ concat (below b) in
  if is_odd_number spare then lowest (map score (possible_assignees spare)) else [].

Definition complying (b : bracket) : list candidate :=
  let l := filter (fun c => forallb (fun '(p, q) => may_meet p q) (pairs_of c)) (candidates b) in
  let table := table_of (c4_of b) (map downfloaters l) in
  filter (fun c => looked_up (c4_of b) table (downfloaters c)) l.

Lemma filter_twice : forall {A} (f g : A -> bool) l, filter f (filter g l) = filter (fun x => g x && f x) l.
Proof.
  intros A f g l. induction l as [|x l IH]; [reflexivity|]. simpl. destruct (g x); simpl; [|exact IH].
  destruct (f x); now rewrite IH.
Qed.

Lemma filter_ext' : forall {A} (f g : A -> bool) l, (forall x, f x = g x) -> filter f l = filter g l.
Proof. intros A f g l H. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite H, IH. Qed.

Lemma complying_is : forall b, complying b = filter (complies b) (candidates b).
Proof.
  intros b. unfold complying. cbv zeta. rewrite filter_twice. apply filter_ext'. intros c.
  rewrite looked_up_is. reflexivity.
Qed.

Lemma best_by_same : forall k k' l, (forall c, k c = k' c) -> best_by k l = best_by k' l.
Proof.
  intros k k' l H. unfold best_by.
  rewrite (map_ext (fun c => (k c, c)) (fun c => (k' c, c))) by (intros; now rewrite H). reflexivity.
Qed.

(** The best by [C5], computed once for each set of downfloaters, then [C6] and [C7]. *)
Definition best_5_to_7 (b : bracket) (l : list candidate) : list candidate :=
  let table := table_of (c5_of b) (map downfloaters l) in
  best_by c7 (best_by c6 (best_by (fun c => looked_up (c5_of b) table (downfloaters c)) l)).

Lemma best_5_to_7_is : forall b l, best_5_to_7 b l = best [c5 b; c6; c7] l.
Proof.
  intros b l. unfold best_5_to_7, best. cbv zeta. simpl. f_equal. f_equal. apply best_by_same.
  intros c. now rewrite looked_up_is.
Qed.

Definition c8_of (b : bracket) (down : list card) : list Z :=
  match below b with
  | [] => []
  | next :: rest =>
      let following := Bracket down next rest in
      match best_5_to_7 following (complying following) with
      | d :: _ => 0 :: c5 following d ++ c6 d ++ c7 d
      | [] => [1]
      end
  end.

Lemma c8_of_is : forall b c, c8_of b (downfloaters c) = c8 b c.
Proof.
  intros b c. unfold c8_of, c8. destruct (below b) as [|next rest]; [reflexivity|]. cbv zeta.
  now rewrite best_5_to_7_is, complying_is.
Qed.

Section Tried.
Variable t : tournament.

Definition tried_out (b : bracket) : option candidate :=
  let l := best_5_to_7 b (complying b) in
  let table := table_of (c8_of b) (map downfloaters l) in
  hd_error (best (skipn 4 (criteria t b)) (best_by (fun c => looked_up (c8_of b) table (downfloaters c)) l)).

Theorem tried_out_is_chosen : forall b c, tried_out b = Some c -> is_chosen t b c.
Proof.
  intros b c H. apply chosen_is_chosen. unfold chosen. rewrite <- H. unfold tried_out. cbv zeta.
  rewrite (best_by_same _ (c8 b)) by (intros d; rewrite looked_up_is; apply c8_of_is).
  rewrite best_5_to_7_is, complying_is. reflexivity.
Qed.
End Tried.
