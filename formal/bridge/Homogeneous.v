(** The place of a homogeneous candidate: what is before it has smaller answers. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Rules2026 Right2026 Lists Sequence.
Import ListNotations.
Open Scope Z_scope.

Lemma filter_of_map : forall {A B} (f : B -> bool) (g : A -> B) l,
  filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. intros A B f g l. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH. now destruct (f (g x)). Qed.

Lemma filter_of_rev : forall {A} (f : A -> bool) l, filter f (rev l) = rev (filter f l).
Proof.
  intros A f l. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite filter_app, IH. simpl.
  destruct (f x); simpl; [reflexivity|apply app_nil_r].
Qed.

Lemma filter_same : forall {A} (f g : A -> bool) l, (forall x, In x l -> f x = g x) -> filter f l = filter g l.
Proof.
  intros A f g l H. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite H by now left.
  rewrite IH; [reflexivity|]. intros; apply H; now right.
Qed.

Lemma filter_all : forall {A} (f : A -> bool) l, (forall x, In x l -> f x = true) -> filter f l = l.
Proof.
  intros A f l H. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite H by now left.
  f_equal. apply IH. intros; apply H; now right.
Qed.

Lemma filter_none : forall {A} (f : A -> bool) l, (forall x, In x l -> f x = false) -> filter f l = [].
Proof.
  intros A f l H. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite H by now left.
  apply IH. intros; apply H; now right.
Qed.

Lemma NoDup_apart : forall {A} (l m : list A) x, NoDup (l ++ m) -> In x m -> ~ In x l.
Proof.
  intros A l m x H Hm Hl. apply in_split in Hl as [l1 [l2 ->]]. rewrite <- app_assoc in H. simpl in H.
  apply NoDup_remove_2 in H. apply H. rewrite !in_app_iff. auto.
Qed.

Lemma bsns_app : forall l m, bsns (l ++ m) = bsns l ++ bsns m.
Proof. intros l m. apply map_app. Qed.

(** * The exchanges with their keys *)

Definition keyed (s1 s2 : list tagged) : list (list Z * (list tagged * list tagged)) :=
  flat_map (fun k =>
    flat_map
      (fun '(down, stay1) =>
         map (fun '(up, stay2) => (priority down up, (by_bsn (stay1 ++ up), by_bsn (stay2 ++ down)))) (choices k s2))
      (choices k s1)) (seq 0 (S (length s1))).

Definition key_before (x y : list Z * (list tagged * list tagged)) : bool :=
  match compare (fst x) (fst y) with Lt => true | _ => false end.

Lemma exchanges_keyed : forall s1 s2, exchanges s1 s2 = map snd (sort key_before (keyed s1 s2)).
Proof. reflexivity. Qed.

Lemma keys_sorted : forall s1 s2, StronglySorted (not_behind key_before) (sort key_before (keyed s1 s2)).
Proof.
  intros s1 s2. apply sort_sorted.
  - intros x y. unfold key_before. rewrite (compare_opp (fst x) (fst y)). now destruct (compare (fst x) (fst y)).
  - intros x y z. unfold key_before. intros H K.
    assert (Hxy : le (fst x) (fst y)).
    { unfold le. rewrite compare_opp. destruct (compare (fst y) (fst x)); simpl; congruence. }
    assert (Hyz : le (fst y) (fst z)).
    { unfold le. rewrite compare_opp. destruct (compare (fst z) (fst y)); simpl; congruence. }
    pose proof (le_trans _ _ _ Hxy Hyz) as Hxz. unfold le in Hxz. rewrite compare_opp in Hxz.
    destruct (compare (fst z) (fst x)); simpl in *; congruence.
Qed.

Section Remainder.
Variables (n : nat) (ps : list card).
Hypothesis enough : (n <= length ps)%nat.

Let all := with_bsns ps.
Let s1 := firstn n all.
Let s2 := skipn n all.
Let higher := bsns s1.
Let lower := bsns s2.

Lemma all_split : s1 ++ s2 = all.
Proof. apply firstn_skipn. Qed.

Lemma bsns_all : bsns all = map Z.of_nat (seq 1 n) ++ map Z.of_nat (seq (1 + n) (length ps - n)).
Proof.
  unfold all, bsns, with_bsns. rewrite map_fst_combine by (now rewrite map_length, seq_length).
  rewrite <- map_app, <- seq_app. f_equal. f_equal. lia.
Qed.

Lemma higher_is : higher = map Z.of_nat (seq 1 n).
Proof.
  transitivity (firstn n (bsns all)); [symmetry; apply firstn_map|]. rewrite bsns_all.
  rewrite firstn_app, map_length, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
  apply firstn_all2. now rewrite map_length, seq_length.
Qed.

Lemma lower_is : lower = map Z.of_nat (seq (1 + n) (length ps - n)).
Proof.
  pose proof bsns_all as H. rewrite <- all_split, bsns_app in H. fold higher lower in H. rewrite higher_is in H.
  now apply app_inv_head in H.
Qed.

Lemma higher_small : forall k, In k higher -> 1 <= k <= Z.of_nat n.
Proof. intros k H. rewrite higher_is in H. apply in_map_iff in H as [m [<- H]]. apply in_seq in H. lia. Qed.

Lemma lower_large : forall k, In k lower -> Z.of_nat n < k.
Proof. intros k H. rewrite lower_is in H. apply in_map_iff in H as [m [<- H]]. apply in_seq in H. lia. Qed.

Lemma ascending_all : ascending (higher ++ lower).
Proof.
  rewrite higher_is, lower_is, <- map_app, <- seq_app.
  generalize 1%nat. generalize (n + (length ps - n))%nat. induction n0 as [|m IH]; intros k; [constructor|].
  simpl. constructor; [apply IH|]. rewrite Forall_forall. intros x Hx. apply in_map_iff in Hx as [j [<- Hj]].
  apply in_seq in Hj. lia.
Qed.

(** What an exchange makes of S1 and S2. *)
Definition exchanged (down up a b : list tagged) : Prop :=
  exists k stay1 stay2,
    In (down, stay1) (choices k s1) /\ In (up, stay2) (choices k s2)
    /\ a = by_bsn (stay1 ++ up) /\ b = by_bsn (stay2 ++ down).

Lemma keyed_exchanged : forall key a b, In (key, (a, b)) (keyed s1 s2) ->
  exists down up, key = priority down up /\ exchanged down up a b.
Proof.
  intros key a b H. unfold keyed in H. apply in_flat_map in H as [k [_ H]].
  apply in_flat_map in H as [[down stay1] [Hd H]]. apply in_map_iff in H as [[up stay2] [E Hu]].
  injection E as <- <- <-. exists down, up. split; [reflexivity|]. now exists k, stay1, stay2.
Qed.

Lemma exchanged_keyed : forall down up a b, exchanged down up a b -> In (priority down up, (a, b)) (keyed s1 s2).
Proof.
  intros down up a b (k & stay1 & stay2 & Hd & Hu & -> & ->). unfold keyed. apply in_flat_map. exists k. split.
  - apply in_seq. apply choices_permute in Hd as [P L]. apply Permutation_length in P. rewrite app_length in P. lia.
  - apply in_flat_map. exists (down, stay1). split; [exact Hd|]. apply in_map_iff. now exists (up, stay2).
Qed.

Lemma distinct_s1 : NoDup (bsns s1).
Proof. destruct (ascending_app _ _ ascending_all) as [H _]. now apply ascending_distinct. Qed.

Lemma distinct_s2 : NoDup (bsns s2).
Proof. destruct (ascending_app _ _ ascending_all) as (_ & H & _). now apply ascending_distinct. Qed.

Section Exchange.
Variables down up a b : list tagged.
Hypothesis ex : exchanged down up a b.

Lemma ex_lengths : length up = length down.
Proof.
  destruct ex as (k & stay1 & stay2 & Hd & Hu & _). apply choices_permute in Hd as [_ Hd].
  apply choices_permute in Hu as [_ Hu]. congruence.
Qed.

Lemma bsns_told : forall l m k spare, NoDup (bsns l) -> In (m, spare) (choices k l) ->
  bsns m = filter (has (bsns m)) (bsns l).
Proof.
  intros l m k spare N H. destruct (choices_told _ _ _ _ N H) as [E _]. unfold bsns at 3.
  rewrite filter_of_map. unfold bsns at 1. now rewrite E at 1.
Qed.

Lemma down_told : bsns down = filter (has (bsns down)) higher.
Proof. destruct ex as (k & stay1 & stay2 & Hd & _). exact (bsns_told _ _ _ _ distinct_s1 Hd). Qed.

Lemma up_told : bsns up = filter (has (bsns up)) lower.
Proof. destruct ex as (k & stay1 & stay2 & _ & Hu & _). exact (bsns_told _ _ _ _ distinct_s2 Hu). Qed.

Lemma ex_members : exists stay, Permutation (bsns a) (stay ++ bsns up) /\ Permutation higher (bsns down ++ stay)
  /\ (forall k, In k stay -> In k higher /\ ~ In k (bsns down)) /\ NoDup (bsns a).
Proof.
  destruct ex as (k & stay1 & stay2 & Hd & Hu & -> & _). exists (bsns stay1).
  pose proof Hd as Pd. apply choices_permute in Pd as [Pd _]. apply (Permutation_map fst) in Pd. rewrite map_app in Pd.
  pose proof Hu as Pu. apply choices_permute in Pu as [Pu _]. apply (Permutation_map fst) in Pu. rewrite map_app in Pu.
  assert (Hs : forall k, In k (bsns stay1) -> In k higher /\ ~ In k (bsns down)).
  { intros x Hx. split; [apply (Permutation_in _ (Permutation_sym Pd)), in_or_app; now right|].
    exact (NoDup_apart _ _ x (Permutation_NoDup Pd distinct_s1) Hx). }
  assert (Pa : Permutation (bsns (by_bsn (stay1 ++ up))) (bsns stay1 ++ bsns up)).
  { unfold bsns. rewrite <- map_app. apply Permutation_map, by_bsn_permutes. }
  split; [exact Pa|split; [exact Pd|split; [exact Hs|]]].
  apply (Permutation_NoDup (Permutation_sym Pa)).
  apply (NoDup_front _ (bsns down ++ bsns stay2)).
  apply (Permutation_NoDup (l := higher ++ lower)); [|apply ascending_distinct, ascending_all].
  eapply Permutation_trans; [apply Permutation_app; [exact Pd|exact Pu]|].
  fold (bsns down) (bsns stay1) (bsns up) (bsns stay2).
  rewrite <- !app_assoc. eapply Permutation_trans; [apply Permutation_app_comm|].
  rewrite <- !app_assoc. apply Permutation_app_head. apply Permutation_app_head. apply Permutation_app_comm.
Qed.

Lemma ex_count : count (fun k => Z.of_nat n <? k) (bsns a) = Z.of_nat (length down).
Proof.
  destruct ex_members as (stay & Pa & _ & Hs & _). rewrite (count_permuted _ _ _ Pa), count_app.
  rewrite <- ex_lengths. replace (length up) with (length (bsns up)) by apply map_length.
  unfold count. rewrite (filter_none _ stay), (filter_all _ (bsns up)); [simpl; lia| |].
  - intros k Hk. rewrite up_told in Hk. apply filter_In in Hk as [Hk _]. apply lower_large in Hk. now apply Z.ltb_lt.
  - intros k Hk. apply Hs in Hk as [Hk _]. apply higher_small in Hk. apply Z.ltb_ge. lia.
Qed.

Lemma ex_sum : sum (bsns a) = sum higher + (sum (bsns up) - sum (bsns down)).
Proof.
  destruct ex_members as (stay & Pa & Pd & _). rewrite (sum_permuted _ _ Pa), (sum_permuted _ _ Pd), !sum_app. lia.
Qed.

Lemma ex_has_higher : forall k, In k higher -> has (bsns a) k = negb (has (bsns down) k).
Proof.
  intros k Hk. destruct ex_members as (stay & Pa & Pd & Hs & _).
  destruct (has (bsns down) k) eqn:E; simpl.
  - apply not_true_iff_false. rewrite has_In. apply has_In in E. intros H.
    apply (Permutation_in _ Pa), in_app_iff in H as [H|H]; [now apply Hs in H|].
    rewrite up_told in H. apply filter_In in H as [H _]. apply lower_large in H. apply higher_small in Hk. lia.
  - apply has_In. apply (Permutation_in _ Pd), in_app_iff in Hk. destruct Hk as [Hk|Hk].
    + apply has_In in Hk. congruence.
    + apply (Permutation_in _ (Permutation_sym Pa)), in_or_app. now left.
Qed.

Lemma ex_has_lower : forall k, In k lower -> has (bsns a) k = has (bsns up) k.
Proof.
  intros k Hk. destruct ex_members as (stay & Pa & Pd & Hs & _). apply eq_true_iff_eq. rewrite !has_In. split.
  - intros H. apply (Permutation_in _ Pa), in_app_iff in H as [H|H]; [|exact H].
    apply Hs in H as [H _]. apply higher_small in H. apply lower_large in Hk. lia.
  - intros H. apply (Permutation_in _ (Permutation_sym Pa)), in_or_app. now right.
Qed.

Lemma ex_ascending : ascending (bsns a) /\ incl (bsns a) (higher ++ lower).
Proof.
  pose proof ex_members as (stay & Pa & Pd & Hs & N). split.
  - destruct ex as (k & stay1 & stay2 & _ & _ & Ea & _). rewrite Ea. apply by_bsn_ascending.
    rewrite Ea in N. apply (Permutation_NoDup (Permutation_map fst (by_bsn_permutes _)) N).
  - intros k Hk. apply (Permutation_in _ Pa), in_app_iff in Hk as [Hk|Hk]; apply in_or_app.
    + left. now apply Hs.
    + right. rewrite up_told in Hk. now apply filter_In in Hk.
Qed.

(** ** The answers of an exchange and of partners for its S1 *)

Section Partners.
Variable partners : list Z.
Hypothesis same_length : length (bsns a) = length partners.

Lemma first_at_most : pair_sum (fun k _ => if Z.of_nat n <? k then 1 else 0) (bsns a) partners <= Z.of_nat (length down).
Proof. rewrite <- ex_count. now apply beyond_at_most. Qed.

Definition canonical : Prop := forall x p, In (x, p) (combine (bsns a) partners) -> x <= p.

Hypothesis is_canonical : canonical.

Lemma first_answer : pair_sum (fun k _ => if Z.of_nat n <? k then 1 else 0) (bsns a) partners = Z.of_nat (length down).
Proof.
  rewrite (first_sum (fun k => if Z.of_nat n <? k then 1 else 0) _ _ same_length is_canonical).
  rewrite (indicator_sum (fun k => Z.of_nat n <? k)). exact ex_count.
Qed.

Lemma second_answer : pair_sum (fun k _ => k) (bsns a) partners = sum (bsns a).
Proof. rewrite (first_sum (fun k => k) _ _ same_length is_canonical). now rewrite map_id. Qed.

Lemma leave_answers :
  answers (map (fun k x _ => if x =? k then 1 else 0) (rev higher)) (bsns a) partners
  = map (fun k => 1 + (if has (map Z.opp (rev (bsns down))) (- k) then -1 else 0)) (rev higher).
Proof.
  unfold answers. rewrite map_map. apply map_ext_in. intros k Hk. apply in_rev in Hk.
  rewrite (first_sum (fun x => if x =? k then 1 else 0) _ _ same_length is_canonical).
  destruct ex_members as (_ & _ & _ & _ & N). rewrite (sum_indicator k 1 _ N), (ex_has_higher k Hk).
  replace (has (map Z.opp (rev (bsns down))) (- k)) with (has (bsns down) k).
  - now destruct (has (bsns down) k).
  - apply eq_true_iff_eq. rewrite !has_In, in_map_iff. split.
    + intros H. exists k. split; [reflexivity|]. now apply in_rev in H.
    + intros [x [E H]]. apply in_rev in H. replace k with x by lia. exact H.
Qed.

Lemma enter_answers :
  answers (map (fun k x _ => if x =? k then -1 else 0) lower) (bsns a) partners
  = map (fun k => if has (bsns up) k then -1 else 0) lower.
Proof.
  unfold answers. rewrite map_map. apply map_ext_in. intros k Hk.
  rewrite (first_sum (fun x => if x =? k then -1 else 0) _ _ same_length is_canonical).
  destruct ex_members as (_ & _ & _ & _ & N). now rewrite (sum_indicator k (-1) _ N), (ex_has_lower k Hk).
Qed.

Lemma partner_answers :
  answers (map (fun k x p => if x =? k then p else 0) (higher ++ lower)) (bsns a) partners
  = map (fun k => sum (map (fun '(x, p) => if x =? k then p else 0) (combine (bsns a) partners))) (higher ++ lower).
Proof.
  unfold answers. rewrite map_map. apply map_ext. intros k. unfold pair_sum. f_equal.
  pose proof is_canonical as H. unfold canonical in H.
  induction (combine (bsns a) partners) as [|[x p] l IH]; [reflexivity|]. simpl.
  rewrite IH by (intros; apply H; now right). f_equal.
  assert (x <= p) by (apply H; now left). now rewrite Z.min_l, Z.max_r by lia.
Qed.
End Partners.
End Exchange.

Definition asked : list (Z -> Z -> Z) := questions (Z.of_nat n) higher lower.

Lemma compare_leaves : forall down up a b down' up' a' b',
  exchanged down up a b -> exchanged down' up' a' b' -> length down = length down' ->
  compare (map (fun k => 1 + (if has (map Z.opp (rev (bsns down))) (- k) then -1 else 0)) (rev higher))
          (map (fun k => 1 + (if has (map Z.opp (rev (bsns down'))) (- k) then -1 else 0)) (rev higher))
  = compare (map Z.opp (rev (bsns down))) (map Z.opp (rev (bsns down'))).
Proof.
  intros down up a b down' up' a' b' E E' Hl.
  assert (Htold : forall d u x y, exchanged d u x y ->
      map Z.opp (rev (bsns d)) = filter (has (map Z.opp (rev (bsns d)))) (map Z.opp (rev higher))).
  { intros d u x y Ex. rewrite filter_of_map, filter_of_rev. f_equal. f_equal.
    rewrite (down_told _ _ _ _ Ex) at 1. apply filter_same. intros k _. apply eq_true_iff_eq.
    rewrite !has_In, in_map_iff. split.
    - intros H. exists k. split; [reflexivity|]. now apply in_rev in H.
    - intros [z [Ez H]]. apply in_rev in H. replace k with z by lia. exact H. }
  rewrite (compare_map_shift _ _ (fun _ => 1)).
  transitivity (compare (filter (has (map Z.opp (rev (bsns down)))) (map Z.opp (rev higher)))
                        (filter (has (map Z.opp (rev (bsns down')))) (map Z.opp (rev higher))));
    [|now rewrite <- (Htold _ _ _ _ E), <- (Htold _ _ _ _ E')].
  rewrite compare_filters.
  - rewrite !map_map. reflexivity.
  - destruct (ascending_app _ _ ascending_all) as [H _]. unfold ascending in *.
    clear - H. induction H as [|x l Hs IH Hf]; [constructor|]. simpl. rewrite map_app. simpl.
    apply app_ascending; [exact IH|repeat constructor|].
    intros y z Hy [<-|[]]. apply in_map_iff in Hy as [w [<- Hw]]. apply in_rev in Hw.
    rewrite Forall_forall in Hf. specialize (Hf w Hw). lia.
  - rewrite <- (Htold _ _ _ _ E), <- (Htold _ _ _ _ E'). rewrite !map_length, !rev_length.
    unfold bsns. now rewrite !map_length.
Qed.

Lemma compare_enters : forall down up a b down' up' a' b',
  exchanged down up a b -> exchanged down' up' a' b' -> length down = length down' ->
  compare (map (fun k => if has (bsns up) k then -1 else 0) lower)
          (map (fun k => if has (bsns up') k then -1 else 0) lower)
  = compare (bsns up) (bsns up').
Proof.
  intros down up a b down' up' a' b' E E' Hl.
  rewrite <- compare_filters.
  - now rewrite <- (up_told _ _ _ _ E), <- (up_told _ _ _ _ E').
  - now destruct (ascending_app _ _ ascending_all) as (_ & H & _).
  - rewrite <- (up_told _ _ _ _ E), <- (up_told _ _ _ _ E'). unfold bsns. rewrite !map_length.
    pose proof (ex_lengths _ _ _ _ E). pose proof (ex_lengths _ _ _ _ E'). unfold tagged in *. congruence.
Qed.

(** Where the keys are smaller, or the partners are of the same S1, so are the answers. *)
Theorem smaller_answers : forall down up a b partners down' up' a' b' partners',
  exchanged down up a b -> length (bsns a) = length partners ->
  exchanged down' up' a' b' -> length (bsns a') = length partners' -> canonical a' partners' ->
  compare (priority down up) (priority down' up') = Lt
  \/ (a = a' /\ priority down up = priority down' up' /\ compare partners partners' = Lt) ->
  compare (answers asked (bsns a) partners) (answers asked (bsns a') partners') = Lt.
Proof.
  intros down up a b p down' up' a' b' p' E L E' L' C' H.
  unfold asked, questions. unfold answers. cbn [map].
  pose proof (first_at_most _ _ _ _ E p L) as X1. pose proof (first_answer _ _ _ _ E' p' L' C') as Y1.
  destruct (firsts_at_most (bsns a) p L) as [X2 X3]. pose proof (second_answer _ p' L' C') as Y2.
  pose proof (ex_sum _ _ _ _ E) as S. pose proof (ex_sum _ _ _ _ E') as S'.
  fold (canonical a p) in X3.
  set (x1 := pair_sum (fun k _ => if Z.of_nat n <? k then 1 else 0) (bsns a) p) in *.
  set (x2 := pair_sum (fun k _ => k) (bsns a) p) in *.
  fold (answers (map (fun k x _ => if x =? k then 1 else 0) (rev higher)
    ++ map (fun k x _ => if x =? k then -1 else 0) lower
    ++ map (fun k x p => if x =? k then p else 0) (higher ++ lower)) (bsns a) p).
  fold (answers (map (fun k x _ => if x =? k then 1 else 0) (rev higher)
    ++ map (fun k x _ => if x =? k then -1 else 0) lower
    ++ map (fun k x p => if x =? k then p else 0) (higher ++ lower)) (bsns a') p').
  cbn [compare]. rewrite Y1, Y2.
  destruct (Z.compare_spec x1 (Z.of_nat (length down'))) as [Q1|Q1|Q1]; [|reflexivity|].
  2: { exfalso. destruct H as [H|(_ & H & _)].
       - unfold priority in H. simpl in H.
         destruct (Z.compare_spec (Z.of_nat (length down)) (Z.of_nat (length down'))); try discriminate; lia.
       - unfold priority in H. injection H as H _. lia. }
  assert (Hd : length down = length down').
  { destruct H as [H|(_ & H & _)].
    - unfold priority in H. simpl in H.
      destruct (Z.compare_spec (Z.of_nat (length down)) (Z.of_nat (length down'))); try discriminate; lia.
    - unfold priority in H. injection H as H _. lia. }
  destruct (Z.compare_spec x2 (sum (bsns a'))) as [Q2|Q2|Q2]; [|reflexivity|].
  2: { exfalso. destruct H as [H|(_ & H & _)].
       - unfold priority in H. simpl in H. rewrite Hd, Z.compare_refl in H.
         destruct (Z.compare_spec (sum (bsns up) - sum (bsns down)) (sum (bsns up') - sum (bsns down'))); try discriminate; lia.
       - unfold priority in H. injection H as _ H _. lia. }
  assert (Hs : sum (bsns up) - sum (bsns down) = sum (bsns up') - sum (bsns down')).
  { destruct H as [H|(_ & H & _)].
    - unfold priority in H. simpl in H. rewrite Hd, Z.compare_refl in H.
      destruct (Z.compare_spec (sum (bsns up) - sum (bsns down)) (sum (bsns up') - sum (bsns down'))); try discriminate; lia.
    - unfold priority in H. injection H as _ H _. exact H. }
  assert (C : canonical a p) by (apply X3; lia).
  assert (Eapp : forall q1 q2 s r, answers (q1 ++ q2) s r = answers q1 s r ++ answers q2 s r)
    by (intros; apply map_app).
  rewrite !Eapp.
  rewrite (leave_answers _ _ _ _ E p L C), (leave_answers _ _ _ _ E' p' L' C').
  rewrite (enter_answers _ _ _ _ E p L C), (enter_answers _ _ _ _ E' p' L' C').
  rewrite (partner_answers a p L C), (partner_answers a' p' L' C').
  rewrite compare_app by (now rewrite !map_length).
  rewrite (compare_leaves _ _ _ _ _ _ _ _ E E' Hd).
  rewrite compare_app by (now rewrite !map_length).
  rewrite (compare_enters _ _ _ _ _ _ _ _ E E' Hd).
  destruct H as [H|(Ha & H & Hp)].
  - unfold priority in H. simpl in H. rewrite Hd, Hs, !Z.compare_refl in H.
    rewrite compare_app in H by (rewrite !map_length, !rev_length; unfold bsns; rewrite !map_length; exact Hd).
    destruct (compare (map Z.opp (rev (bsns down))) (map Z.opp (rev (bsns down')))); try discriminate; [|reflexivity].
    now rewrite H.
  - unfold priority in H. injection H as _ _ H.
    assert (Hdu : bsns up = bsns up' /\ map Z.opp (rev (bsns down)) = map Z.opp (rev (bsns down'))).
    { assert (Hlen : length (map Z.opp (rev (bsns down))) = length (map Z.opp (rev (bsns down')))).
      { rewrite !map_length, !rev_length. unfold bsns. now rewrite !map_length. }
      revert H Hlen. generalize (map Z.opp (rev (bsns down))) (map Z.opp (rev (bsns down'))).
      induction l as [|z l IH]; intros [|z' l'] H Hlen; simpl in *; try discriminate; [auto|].
      injection H as -> H. destruct (IH l' H) as [-> ->]; [congruence|auto]. }
    destruct Hdu as [-> ->]. rewrite !compare_refl. subst a'.
    destruct (ex_ascending _ _ _ _ E) as [A1 A2].
    rewrite (compare_partners (higher ++ lower) (bsns a) p p' ascending_all A1 A2 L L'). exact Hp.
Qed.

(** * The list of the candidates *)

(** Exchanges with the same key are the same. *)
Lemma key_tells : forall down up a b down' up' a' b', exchanged down up a b -> exchanged down' up' a' b' ->
  priority down up = priority down' up' -> a = a' /\ b = b'.
Proof.
  intros down up a b down' up' a' b' (k & t1 & t2 & Hd & Hu & -> & ->) (k' & t1' & t2' & Hd' & Hu' & -> & ->) H.
  unfold priority in H. injection H as Hl _ H. apply Nat2Z.inj in Hl.
  assert (Hlen : length (map Z.opp (rev (bsns down))) = length (map Z.opp (rev (bsns down')))).
  { rewrite !map_length, !rev_length. unfold bsns. now rewrite !map_length. }
  assert (Hdu : map Z.opp (rev (bsns down)) = map Z.opp (rev (bsns down')) /\ bsns up = bsns up').
  { revert H Hlen. generalize (map Z.opp (rev (bsns down))) (map Z.opp (rev (bsns down'))).
    induction l as [|z l IH]; intros [|z' l'] H Hlen; simpl in *; try discriminate; [auto|].
    injection H as -> H. destruct (IH l' H) as [-> ->]; [congruence|auto]. }
  destruct Hdu as [Hdown Hup].
  assert (Hdown' : bsns down = bsns down').
  { apply (f_equal (map Z.opp)) in Hdown. rewrite !map_map in Hdown.
    rewrite !(map_ext (fun x => - - x) (fun x => x)), !map_id in Hdown by (intros; lia).
    apply (f_equal (@rev Z)) in Hdown. now rewrite !rev_involutive in Hdown. }
  destruct (choices_told _ _ _ _ distinct_s1 Hd) as [E1 E2]. destruct (choices_told _ _ _ _ distinct_s2 Hu) as [E3 E4].
  destruct (choices_told _ _ _ _ distinct_s1 Hd') as [E1' E2']. destruct (choices_told _ _ _ _ distinct_s2 Hu') as [E3' E4'].
  rewrite <- Hdown' in E1', E2'. rewrite <- Hup in E3', E4'.
  rewrite E1, E2, E3, E4, E1', E2', E3', E4'. auto.
Qed.

(** What stands before the first place with its key has a smaller key. *)
Lemma first_with_key : forall (l : list (list Z * (list tagged * list tagged))) x,
  StronglySorted (not_behind key_before) l -> In x l ->
  exists e y s, l = e ++ y :: s /\ fst y = fst x /\ (forall z, In z e -> compare (fst z) (fst x) = Lt).
Proof.
  intros l x H. induction H as [|y l Hs IH Hf]; intros Hin; [destruct Hin|].
  destruct (compare (fst y) (fst x)) eqn:E.
  - exists [], y, l. split; [reflexivity|]. split; [now apply compare_eq|intros z []].
  - destruct Hin as [->|Hin]; [rewrite compare_refl in E; discriminate|].
    destruct (IH Hin) as (e & z & s & -> & Ez & He). exists (y :: e), z, s. split; [reflexivity|]. split; [exact Ez|].
    intros w [->|Hw]; [exact E|now apply He].
  - destruct Hin as [->|Hin]; [rewrite compare_refl in E; discriminate|]. exfalso.
    rewrite Forall_forall in Hf. specialize (Hf x Hin). unfold not_behind, key_before in Hf.
    rewrite compare_opp, E in Hf. discriminate.
Qed.

Lemma same_lengths : forall l m : list tagged, length l = length m -> length (bsns l) = length (bsns m).
Proof. intros l m H. unfold bsns. now rewrite !map_length. Qed.

(** The candidate of an exchange and of an arrangement of S2. *)
Definition candidate_of (a partners spare : list tagged) : list (card * card) * list card :=
  (combine (map snd a) (map snd partners), map snd spare).

Theorem homogeneous_in_order : forall down up a b partners spare,
  exchanged down up a b -> ascending (bsns b) -> In (partners, spare) (arrangements n b) ->
  length a = n -> canonical a (bsns partners) ->
  exists before after,
    homogeneous_candidates n ps = before ++ candidate_of a partners spare :: after
    /\ forall d, In d before -> exists a' partners' spare',
         d = candidate_of a' partners' spare' /\ Permutation all (a' ++ partners' ++ spare') /\ length a' = n
         /\ length partners' = n
         /\ compare (answers asked (bsns a') (bsns partners')) (answers asked (bsns a) (bsns partners)) = Lt.
Proof.
  intros down up a b partners spare Ex Hb Hp La Hc.
  destruct (arrangements_in_order n b partners spare Hb Hp) as (b1 & a1 & E1 & H1).
  pose proof (exchanged_keyed _ _ _ _ Ex) as Hk.
  apply (Permutation_in _ (Permutation_sym (sort_permutes key_before _))) in Hk.
  destruct (first_with_key _ _ (keys_sorted s1 s2) Hk) as (e & [key [a0 b0]] & s & Es & Ek & He). simpl in Ek, He. subst key.
  assert (Hsame : a0 = a /\ b0 = b).
  { assert (Hin : In (priority down up, (a0, b0)) (sort key_before (keyed s1 s2))) by (rewrite Es; apply in_elt).
    apply (Permutation_in _ (sort_permutes key_before _)) in Hin.
    destruct (keyed_exchanged _ _ _ Hin) as (d' & u' & Ek & Ex'). symmetry in Ek. exact (key_tells _ _ _ _ _ _ _ _ Ex' Ex Ek). }
  destruct Hsame as [-> ->].
  assert (Hlist : exchanges s1 s2 = map snd e ++ (a, b) :: map snd s).
  { rewrite exchanges_keyed, Es, map_app. reflexivity. }
  assert (Lp : length (bsns a) = length (bsns partners)).
  { apply arrangements_permute in Hp as [_ Hp]. exact (same_lengths _ _ (eq_trans La (eq_sym Hp))). }
  assert (Hperm : forall x y c z, In (x, y) (exchanges s1 s2) -> In (c, z) (arrangements n y) ->
      Permutation all (x ++ c ++ z) /\ length x = n /\ length c = n).
  { intros x y c z Hx Hcz. apply exchanges_permute in Hx as [P L]. apply arrangements_permute in Hcz as [Pc Lc].
    rewrite all_split in P. split; [|split; [|exact Lc]].
    - eapply Permutation_trans; [exact P|]. now apply Permutation_app_head.
    - etransitivity; [exact L|]. apply firstn_length_le.
      assert (Hl : length all = length ps) by (unfold all; rewrite <- (untagged ps) at 2; now rewrite map_length).
      eapply Nat.le_trans; [exact enough|]. apply Nat.eq_le_incl. symmetry. exact Hl. }
  assert (Hf : map (fun '(c, z) => candidate_of a c z) (arrangements n b)
      = map (fun '(c, z) => candidate_of a c z) b1
        ++ candidate_of a partners spare :: map (fun '(c, z) => candidate_of a c z) a1).
  { refine (eq_trans (f_equal (map _) E1) _). now rewrite map_app. }
  unfold homogeneous_candidates. cbv zeta. fold all. fold s1 s2. rewrite Hlist. eexists _, _. split.
  - apply flat_map_split. exact Hf.
  - intros d Hd. apply in_app_iff in Hd as [Hd|Hd].
    + apply in_flat_map in Hd as [[x y] [Hx Hd]]. apply in_map_iff in Hd as [[c z] [<- Hcz]].
      exists x, c, z. split; [reflexivity|].
      apply in_map_iff in Hx as [[key [x' y']] [Exy Hx]]. simpl in Exy. injection Exy as -> ->.
      assert (Hxe : In (x, y) (exchanges s1 s2)).
      { rewrite Hlist. apply in_or_app. left. apply in_map_iff. now exists (key, (x, y)). }
      destruct (Hperm _ _ _ _ Hxe Hcz) as (P & L1 & L2). split; [exact P|split; [exact L1|split; [exact L2|]]].
      pose proof (He _ Hx) as Hlt. simpl in Hlt.
      assert (Hin : In (key, (x, y)) (keyed s1 s2)).
      { apply (Permutation_in _ (sort_permutes key_before _)). rewrite Es. apply in_or_app. now left. }
      destruct (keyed_exchanged _ _ _ Hin) as (d' & u' & -> & Ex').
      apply (smaller_answers _ _ _ _ _ _ _ _ _ _ Ex' (same_lengths _ _ (eq_trans L1 (eq_sym L2))) Ex Lp Hc).
      now left.
    + apply in_map_iff in Hd as [[c z] [<- Hcz]]. exists a, c, z. split; [reflexivity|].
      assert (Hxe : In (a, b) (exchanges s1 s2)) by (rewrite Hlist; apply in_elt).
      assert (Harr : In (c, z) (arrangements n b)) by (rewrite E1; apply in_or_app; now left).
      destruct (Hperm _ _ _ _ Hxe Harr) as (P & L1 & L2). split; [exact P|split; [exact L1|split; [exact L2|]]].
      apply (smaller_answers _ _ _ _ _ _ _ _ _ _ Ex (same_lengths _ _ (eq_trans L1 (eq_sym L2))) Ex Lp Hc).
      right. split; [reflexivity|split; [reflexivity|]]. now apply (H1 c z).
Qed.
End Remainder.
