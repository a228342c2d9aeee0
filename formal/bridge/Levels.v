(** Lists "taken in descending order" are compared like the numbers of times that each level occurs, from the highest. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Rules2026 Right2026 Lists Sequence.
Import ListNotations.
Open Scope Z_scope.

Definition falling (l : list Z) : Prop := StronglySorted (fun x y => y <= x) l.

Lemma descending_falls : forall l, falling (descending l).
Proof.
  intros l. assert (S : StronglySorted (not_behind Z.gtb) (descending l)).
  { apply sort_sorted.
    - intros x y H. apply Z.gtb_lt in H. rewrite Z.gtb_ltb. apply Z.ltb_ge. lia.
    - intros x y z H K. rewrite Z.gtb_ltb in *. apply Z.ltb_ge in H, K. apply Z.ltb_ge. lia. }
  unfold falling. induction S as [|x m Hs IH Hf]; constructor; auto.
  rewrite Forall_forall in *. intros y Hy. specialize (Hf y Hy). unfold not_behind in Hf. rewrite Z.gtb_ltb in Hf.
  now apply Z.ltb_ge in Hf.
Qed.

Lemma falling_unique : forall l m, falling l -> falling m -> Permutation l m -> l = m.
Proof.
  intros l m H. revert m. induction H as [|x l Hs IH Hf]; intros m Hm P.
  - now apply Permutation_nil in P.
  - destruct m as [|y m]; [now apply Permutation_sym, Permutation_nil in P|].
    inversion Hm as [|? ? Hs' Hf']; subst. rewrite Forall_forall in Hf, Hf'.
    assert (x = y) as <-.
    { assert (Hy : In y (x :: l)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
      assert (Hx : In x (y :: m)) by (apply (Permutation_in _ P); now left).
      destruct Hy as [->|Hy]; [reflexivity|]. destruct Hx as [->|Hx]; [reflexivity|].
      specialize (Hf y Hy). specialize (Hf' x Hx). lia. }
    f_equal. apply IH; [exact Hs'|]. now apply Permutation_cons_inv in P.
Qed.

Definition times (v : Z) (l : list Z) : nat := length (filter (Z.eqb v) l).
Definition by_levels (lv l : list Z) : list Z := flat_map (fun v => repeat v (times v l)) lv.

Lemma by_levels_falls : forall lv l, StronglySorted Z.gt lv -> falling (by_levels lv l).
Proof.
  intros lv l H. induction H as [|v lv Hs IH Hf]; [constructor|]. simpl. rewrite Forall_forall in Hf.
  assert (Hin : forall x, In x (by_levels lv l) -> x <= v).
  { intros x Hx. unfold by_levels in Hx. apply in_flat_map in Hx as [w [Hw Hx]]. apply repeat_spec in Hx. subst.
    specialize (Hf w Hw). lia. }
  induction (times v l) as [|n IHn]; simpl; [exact IH|]. constructor; [exact IHn|].
  rewrite Forall_forall. intros x Hx. apply in_app_iff in Hx as [Hx|Hx]; [apply repeat_spec in Hx; lia|now apply Hin].
Qed.

Lemma filter_parts : forall {A} (f : A -> bool) l, Permutation l (filter f l ++ filter (fun x => negb (f x)) l).
Proof.
  intros A f l. induction l as [|x l IH]; [apply perm_nil|]. simpl. destruct (f x); simpl; [now apply perm_skip|].
  eapply Permutation_trans; [apply perm_skip, IH|]. apply Permutation_middle.
Qed.

Lemma by_levels_permutes : forall lv l, StronglySorted Z.gt lv -> incl l lv -> Permutation l (by_levels lv l).
Proof.
  intros lv l H. revert l. induction H as [|v lv Hs IH Hf]; intros l I.
  - destruct l as [|x l]; [apply perm_nil|]. destruct (I x). now left.
  - rewrite Forall_forall in Hf. eapply Permutation_trans; [apply (filter_parts (Z.eqb v))|].
    change (by_levels (v :: lv) l) with (repeat v (times v l) ++ by_levels lv l).
    assert (E : filter (Z.eqb v) l = repeat v (times v l)).
    { unfold times. clear. induction l as [|x l IH]; [reflexivity|]. simpl. destruct (Z.eqb_spec v x) as [->|]; [|exact IH].
      simpl. now f_equal. }
    rewrite E. apply Permutation_app_head.
    assert (E' : by_levels lv l = by_levels lv (filter (fun x => negb (v =? x)) l)).
    { unfold by_levels. rewrite !flat_map_concat_map. f_equal. apply map_ext_in. intros w Hw. f_equal. unfold times.
      specialize (Hf w Hw). clear - Hf. induction l as [|x l IH]; [reflexivity|]. simpl.
      destruct (Z.eqb_spec v x) as [->|]; simpl.
      - destruct (Z.eqb_spec w x); [lia|exact IH].
      - destruct (w =? x); simpl; congruence. }
    rewrite E'. apply IH. intros x Hx. apply filter_In in Hx as [Hx N]. destruct (I x Hx) as [->|]; [|assumption].
    rewrite Z.eqb_refl in N. discriminate.
Qed.

Lemma descending_by_levels : forall lv l, StronglySorted Z.gt lv -> incl l lv -> descending l = by_levels lv l.
Proof.
  intros lv l H I. apply falling_unique; [apply descending_falls|now apply by_levels_falls|].
  eapply Permutation_trans; [apply sort_permutes|now apply by_levels_permutes].
Qed.

Definition counts (lv l : list Z) : list Z := map (fun v => count (Z.eqb v) l) lv.

Theorem compare_descending : forall lv l m, StronglySorted Z.gt lv -> incl l lv -> incl m lv -> length l = length m ->
  compare (descending l) (descending m) = compare (counts lv l) (counts lv m).
Proof.
  intros lv l m H Il Im E. rewrite (descending_by_levels lv l H Il), (descending_by_levels lv m H Im).
  apply (by_levels_permutes lv l H), Permutation_length in Il. apply (by_levels_permutes lv m H), Permutation_length in Im.
  assert (E' : length (by_levels lv l) = length (by_levels lv m)) by congruence. clear Il Im E.
  induction H as [|v lv Hs IH Hf]; [reflexivity|]. rewrite Forall_forall in Hf.
  change (by_levels (v :: lv) l) with (repeat v (times v l) ++ by_levels lv l) in *.
  change (by_levels (v :: lv) m) with (repeat v (times v m) ++ by_levels lv m) in *.
  cbn [counts map compare]. unfold count at 1 2. fold (times v l) (times v m).
  rewrite !app_length, !repeat_length in E'.
  assert (Low : forall k, forall x r, by_levels lv k = x :: r -> x < v).
  { intros k x r Ek. assert (Hx : In x (by_levels lv k)) by (rewrite Ek; now left).
    unfold by_levels in Hx. apply in_flat_map in Hx as [w [Hw Hx]]. apply repeat_spec in Hx. subst.
    specialize (Hf w Hw). lia. }
  revert E'. generalize (times v l) (times v m). induction n as [|n IHn]; intros [|k] E'; simpl in *.
  - apply IH. exact E'.
  - destruct (by_levels lv l) as [|x r] eqn:El; [simpl in E'; lia|]. simpl.
    pose proof (Low l x r El) as Hx. apply Z.compare_lt_iff in Hx. now rewrite Hx.
  - destruct (by_levels lv m) as [|x r] eqn:El; [simpl in E'; lia|]. simpl.
    pose proof (Low m x r El) as Hx. apply Z.compare_gt_iff in Hx. now rewrite Hx.
  - rewrite Z.compare_refl. rewrite (IHn k) by lia. 
    replace ((Pos.of_succ_nat n ?= Pos.of_succ_nat k)%positive) with (Z.of_nat n ?= Z.of_nat k); [reflexivity|].
    change ((Pos.of_succ_nat n ?= Pos.of_succ_nat k)%positive) with (Z.pos (Pos.of_succ_nat n) ?= Z.pos (Pos.of_succ_nat k)).
    destruct (Z.compare_spec (Z.of_nat n) (Z.of_nat k)), (Z.compare_spec (Z.pos (Pos.of_succ_nat n)) (Z.pos (Pos.of_succ_nat k))); try reflexivity; lia.
Qed.

(** The levels of a list. *)
Fixpoint levels_of_sorted (l : list Z) : list Z :=
  match l with
  | [] => []
  | x :: rest => match rest with y :: _ => if x =? y then levels_of_sorted rest else x :: levels_of_sorted rest | [] => [x] end
  end.

Definition levels (l : list Z) : list Z := levels_of_sorted (descending l).

Lemma levels_in : forall l x, In x (levels_of_sorted l) <-> In x l.
Proof.
  intros l x. induction l as [|y l IH]; [reflexivity|]. destruct l as [|z l]; [reflexivity|].
  change (levels_of_sorted (y :: z :: l)) with (if y =? z then levels_of_sorted (z :: l) else y :: levels_of_sorted (z :: l)).
  destruct (Z.eqb_spec y z) as [->|].
  - rewrite IH. simpl. tauto.
  - simpl In at 1. rewrite IH. simpl. tauto.
Qed.

Lemma levels_fall : forall l, StronglySorted Z.gt (levels l).
Proof.
  intros l. unfold levels. pose proof (descending_falls l) as H. unfold falling in H. revert H.
  generalize (descending l). clear l. intros l H. induction H as [|x m Hs IH Hf]; [constructor|]. rewrite Forall_forall in Hf. destruct m as [|y m]; [repeat constructor|].
  change (levels_of_sorted (x :: y :: m)) with (if x =? y then levels_of_sorted (y :: m) else x :: levels_of_sorted (y :: m)).
  destruct (Z.eqb_spec x y) as [->|N]; [exact IH|]. constructor; [exact IH|].
  rewrite Forall_forall. intros z Hz. apply (proj1 (levels_in _ _)) in Hz.
  assert (Hxy : y <= x) by (apply Hf; now left). inversion Hs as [|? ? _ Hf']; subst. rewrite Forall_forall in Hf'.
  destruct Hz as [->|Hz]; [lia|]. specialize (Hf' z Hz). lia.
Qed.

Lemma levels_cover : forall l, incl l (levels l).
Proof.
  intros l x H. apply (proj2 (levels_in _ _)), (Permutation_in _ (Permutation_sym (sort_permutes Z.gtb l))). exact H.
Qed.
