(** Articles 3 and 4: the place of a homogeneous candidate in the sequence, as sums over its pairs.

    Players are BSNs here. A candidate is its S1, ascending, and the list of their partners; the first of a pair is the one
    with the smaller BSN. Of the candidates with the same pairs the first in the sequence is the one whose S1 are the
    firsts; all that are before it have sums that are smaller at the first place where they differ. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Rules2026 Right2026 Lists.
Import ListNotations.
Open Scope Z_scope.

(** * Sorted lists *)

Section Sort.
Context {A : Type}.
Variable before : A -> A -> bool.
Hypothesis asymmetric : forall x y, before x y = true -> before y x = false.
Hypothesis transitive : forall x y z, before y x = false -> before z y = false -> before z x = false.

Definition not_behind (x y : A) : Prop := before y x = false.

Lemma insert_sorted : forall x l, StronglySorted not_behind l -> StronglySorted not_behind (insert before x l).
Proof.
  intros x l H. induction H as [|y l Hs IH Hf]; simpl; [repeat constructor|].
  destruct (before y x) eqn:E.
  - constructor; [exact IH|]. rewrite Forall_forall in *. intros z Hz.
    apply (Permutation_in _ (insert_permutes before x l)) in Hz. destruct Hz as [->|Hz]; [|now apply Hf].
    unfold not_behind. now apply asymmetric.
  - constructor; [now constructor|]. constructor; [exact E|].
    rewrite Forall_forall in *. intros z Hz. unfold not_behind in *. apply (transitive x y z); auto.
Qed.

Lemma sort_sorted : forall l, StronglySorted not_behind (sort before l).
Proof. induction l as [|x l IH]; simpl; [constructor|]. now apply insert_sorted. Qed.
End Sort.

(** The BSNs ascend. *)
Definition ascending (l : list Z) : Prop := StronglySorted Z.lt l.

Lemma ascending_distinct : forall l, ascending l -> NoDup l.
Proof.
  intros l H. induction H as [|x l Hs IH Hf]; constructor; auto.
  intros Hin. rewrite Forall_forall in Hf. specialize (Hf x Hin). lia.
Qed.

Lemma by_bsn_ascending : forall l, NoDup (bsns l) -> ascending (bsns (by_bsn l)).
Proof.
  intros l N. assert (S : StronglySorted (not_behind (fun x y : tagged => fst x <? fst y)) (by_bsn l)).
  { apply sort_sorted.
    - intros x y H. apply Z.ltb_lt in H. apply Z.ltb_ge. lia.
    - intros x y z H K. apply Z.ltb_ge in H, K. apply Z.ltb_ge. lia. }
  assert (N' : NoDup (bsns (by_bsn l))).
  { unfold bsns. apply (Permutation_NoDup (Permutation_map fst (Permutation_sym (by_bsn_permutes l)))). exact N. }
  clear N. unfold ascending, bsns in *. induction S as [|x m Hs IH Hf]; simpl in *; [constructor|].
  inversion N' as [|? ? Hx N]; subst. constructor; [now apply IH|].
  rewrite Forall_forall in *. intros z Hz. apply in_map_iff in Hz as [y [<- Hy]].
  assert (fst x <> fst y) by (intros E; apply Hx; rewrite E; now apply in_map).
  specialize (Hf y Hy). unfold not_behind in Hf. apply Z.ltb_ge in Hf. lia.
Qed.

Lemma ascending_filter : forall f l, ascending l -> ascending (filter f l).
Proof.
  intros f l H. induction H as [|x l Hs IH Hf]; simpl; [constructor|]. destruct (f x); [|exact IH].
  constructor; [exact IH|]. rewrite Forall_forall in *. intros y Hy. apply filter_In in Hy as [Hy _]. now apply Hf.
Qed.

Lemma ascending_app : forall l m, ascending (l ++ m) ->
  ascending l /\ ascending m /\ (forall x y, In x l -> In y m -> x < y).
Proof.
  induction l as [|z l IH]; intros m H; simpl in *; [repeat split; [constructor|exact H|intros x y []]|].
  inversion H as [|? ? Hs Hf]; subst. destruct (IH m Hs) as (H1 & H2 & H3). rewrite Forall_forall in Hf.
  repeat split; auto.
  - constructor; auto. rewrite Forall_forall. intros x Hx. apply Hf, in_or_app. now left.
  - intros x y [->|Hx] Hy; [apply Hf, in_or_app; now right|now apply H3].
Qed.

Lemma app_ascending : forall l m, ascending l -> ascending m -> (forall x y, In x l -> In y m -> x < y) ->
  ascending (l ++ m).
Proof.
  intros l m Hl Hm H. induction Hl as [|x l Hs IH Hf]; simpl; [exact Hm|].
  constructor; [apply IH; intros; apply H; [now right|assumption]|].
  rewrite Forall_forall in *. intros y Hy. apply in_app_iff in Hy as [Hy|Hy]; [now apply Hf|].
  apply H; [now left|exact Hy].
Qed.

(** What ascends is left as it is. *)
Lemma by_bsn_of_ascending : forall l, ascending (bsns l) -> by_bsn l = l.
Proof.
  intros l. induction l as [|x l IH]; intros H; [reflexivity|]. inversion H as [|? ? Hs Hf]; subst.
  change (by_bsn (x :: l)) with (insert (fun x y => fst x <? fst y) x (by_bsn l)). rewrite IH by exact Hs.
  destruct l as [|y l]; [reflexivity|]. simpl. inversion Hf as [|? ? Hxy _]; subst.
  replace (fst y <? fst x) with false; [reflexivity|]. symmetry. apply Z.ltb_ge. simpl in Hxy. lia.
Qed.

(** * Choices and arrangements in their order *)

Definition has (l : list Z) (k : Z) : bool := existsb (Z.eqb k) l.

Lemma has_In : forall l k, has l k = true <-> In k l.
Proof.
  intros l k. unfold has. rewrite existsb_exists. split.
  - intros [x [Hx E]]. apply Z.eqb_eq in E. now subst.
  - intros H. exists k. split; [exact H|apply Z.eqb_refl].
Qed.

Lemma choices_incl : forall (l : list tagged) k chosen spare, In (chosen, spare) (choices k l) -> incl chosen l.
Proof.
  intros l k chosen spare H x Hx. apply choices_permute in H as [P _].
  apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
Qed.

(** What is chosen is told by its BSNs. *)
Lemma choices_told : forall (l : list tagged) k chosen spare, NoDup (bsns l) -> In (chosen, spare) (choices k l) ->
  chosen = filter (fun x => has (bsns chosen) (fst x)) l
  /\ spare = filter (fun x => negb (has (bsns chosen) (fst x))) l.
Proof.
  assert (Hsame : forall (f g : tagged -> bool) l, (forall x, In x l -> f x = g x) -> filter f l = filter g l).
  { intros f g l H. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite H by now left.
    rewrite IH; [reflexivity|]. intros; apply H; now right. }
  assert (Hall : forall l : list tagged, filter (fun _ => true) l = l) by (induction l as [|x l IH]; simpl; congruence).
  assert (Hnone : forall l : list tagged, filter (fun _ => false) l = []) by (induction l as [|x l IH]; simpl; congruence).
  intros l. induction l as [|x l IH]; intros [|k] chosen spare N H; simpl in H.
  - destruct H as [H|[]]. injection H as <- <-. auto.
  - contradiction.
  - destruct H as [H|[]]. injection H as <- <-. simpl. rewrite Hall, Hnone. auto.
  - inversion N as [|? ? Hx N']; subst.
    assert (Hout : forall c s k, In (c, s) (choices k l) -> has (bsns c) (fst x) = false).
    { intros c s k' Hc. apply not_true_iff_false. rewrite has_In. intros Hin. apply Hx.
      unfold bsns in *. apply in_map_iff in Hin as [y [E Hy]]. rewrite <- E. apply in_map.
      now apply (choices_incl l k' c s). }
    apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c s] [E H]]; injection E as <- <-.
    + destruct (IH _ _ _ N' H) as [Ec Es].
      assert (Hsee : forall y, In y l -> has (bsns (x :: c)) (fst y) = has (bsns c) (fst y)).
      { intros y Hy. simpl. destruct (Z.eqb_spec (fst y) (fst x)) as [E|]; [|reflexivity].
        exfalso. apply Hx. rewrite <- E. now apply in_map. }
      simpl filter. simpl has at 1 3. rewrite Z.eqb_refl. cbn [orb negb]. split.
      * f_equal. rewrite Ec at 1. apply Hsame. intros y Hy. symmetry. now apply Hsee.
      * rewrite Es at 1. apply Hsame. intros y Hy. f_equal. symmetry. now apply Hsee.
    + destruct (IH _ _ _ N' H) as [Ec Es]. simpl filter. rewrite (Hout _ _ _ H). cbn [negb].
      split; [exact Ec|now f_equal].
Qed.

Lemma choices_filtered : forall {A} (f : A -> bool) l,
  In (filter f l, filter (fun x => negb (f x)) l) (choices (length (filter f l)) l).
Proof.
  intros A f l. induction l as [|x l IH]; [now left|]. simpl filter. destruct (f x); simpl negb; cbv iota.
  - simpl. apply in_app_iff. left. apply in_map_iff. eexists (_, _). split; [|exact IH]. reflexivity.
  - destruct (filter f l) as [|y m] eqn:E.
    + assert (El : filter (fun x => negb (f x)) l = l).
      { clear - E. induction l as [|z l IHl]; [reflexivity|]. simpl in *. destruct (f z); [discriminate|].
        simpl. f_equal. now apply IHl. }
      rewrite El. left. reflexivity.
    + simpl length. simpl. apply in_app_iff. right. apply in_map_iff. eexists (_, _). split; [|exact IH]. reflexivity.
Qed.

Lemma picks_split : forall {A} (l1 l2 : list A) x, exists before after,
  picks (l1 ++ x :: l2) = before ++ (x, l1 ++ l2) :: after /\ (forall y others, In (y, others) before -> In y l1).
Proof.
  intros A l1 l2 x. induction l1 as [|z l1 (before & after & E & H)]; simpl.
  - exists [], (map (fun '(y, others) => (y, x :: others)) (picks l2)). split; [reflexivity|intros y others []].
  - rewrite E, map_app. simpl. eexists ((z, l1 ++ x :: l2) :: _), _. split; [reflexivity|].
    intros y others [Hy|Hy]; [injection Hy as <- _; now left|]. right.
    apply in_map_iff in Hy as [[w rest] [Ew Hw]]. injection Ew as <- <-. now apply (H w rest).
Qed.

Lemma picks_are_splits : forall {A} (l : list A) x others, In (x, others) (picks l) ->
  exists l1 l2, l = l1 ++ x :: l2 /\ others = l1 ++ l2.
Proof.
  intros A l. induction l as [|y l IH]; intros x others H; simpl in H; [destruct H|]. destruct H as [H|H].
  - injection H as <- <-. now exists [], l.
  - apply in_map_iff in H as [[z rest] [E H]]. injection E as <- <-.
    destruct (IH _ _ H) as (l1 & l2 & -> & ->). now exists (y :: l1), l2.
Qed.

(** Arrangements before another one have smaller BSNs where they first differ. *)
Lemma arrangements_by : forall {A} (key : A -> Z) k l chosen spare, ascending (map key l) -> In (chosen, spare) (arrangements k l) ->
  exists before after, arrangements k l = before ++ (chosen, spare) :: after
    /\ forall c s, In (c, s) before -> compare (map key c) (map key chosen) = Lt.
Proof.
  intros A key. induction k as [|k IH]; intros l chosen spare Ha H.
  - destruct H as [H|[]]. injection H as <- <-. exists [], []. split; [reflexivity|intros c s []].
  - cbn [arrangements] in *. apply in_flat_map in H as [[x others] [Hx H]].
    apply in_map_iff in H as [[c s] [E H]]. injection E as <- <-.
    destruct (picks_are_splits _ _ _ Hx) as (l1 & l2 & -> & ->).
    rewrite map_app in Ha. simpl in Ha. destruct (ascending_app _ _ Ha) as (A1 & A2 & A3).
    inversion A2 as [|? ? A4 A5]; subst.
    assert (Ao : ascending (map key (l1 ++ l2))).
    { rewrite map_app. apply app_ascending; auto. intros y z Hy Hz. apply A3; [exact Hy|now right]. }
    destruct (IH _ _ _ Ao H) as (b1 & a1 & E1 & H1).
    destruct (picks_split l1 l2 x) as (b2 & a2 & E2 & H2). rewrite E2.
    eexists _, _. split.
    + apply flat_map_split. rewrite E1, map_app. reflexivity.
    + intros c' s' Hin. apply in_app_iff in Hin as [Hin|Hin].
      * apply in_flat_map in Hin as [[y rest] [Hy Hin]]. apply in_map_iff in Hin as [[c2 s2] [Ey _]].
        injection Ey as <- <-. apply H2 in Hy. simpl.
        assert (Hlt : key y < key x) by (apply A3; [now apply in_map|now left]).
        now apply Z.compare_lt_iff in Hlt as ->.
      * apply in_map_iff in Hin as [[c2 s2] [Ey Hin]]. injection Ey as <- <-. simpl. rewrite Z.compare_refl.
        now apply (H1 c2 s2).
Qed.

Lemma arrangements_in_order : forall k l chosen spare, ascending (bsns l) -> In (chosen, spare) (arrangements k l) ->
  exists before after, arrangements k l = before ++ (chosen, spare) :: after
    /\ forall c s, In (c, s) before -> compare (bsns c) (bsns chosen) = Lt.
Proof. exact (arrangements_by fst). Qed.

(** Of choices that come before another one, who is left over stands further behind where they first differ. *)
Lemma choices_in_order : forall {A} (key : A -> Z) l k chosen spare, NoDup (map key l) -> In (chosen, spare) (choices k l) ->
  exists before after, choices k l = before ++ (chosen, spare) :: after
    /\ forall c s, In (c, s) before ->
         compare (map (fun x => if has (map key s) (key x) then 1 else 0) l)
                 (map (fun x => if has (map key spare) (key x) then 1 else 0) l) = Lt.
Proof.
  assert (Hsub : forall A (l : list A) k c s, In (c, s) (choices k l) -> incl c l /\ incl s l).
  { intros A l. induction l as [|x l IH]; intros [|k] c s H; simpl in H.
    - destruct H as [H|[]]. injection H as <- <-. split; apply incl_refl.
    - destruct H.
    - destruct H as [H|[]]. injection H as <- <-. split; [intros y []|apply incl_refl].
    - apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c' s'] [E H]]; injection E as <- <-;
        apply IH in H as [H1 H2]; split; intros y Hy; simpl in *; intuition. }
  assert (Hnot : forall A (key : A -> Z) l k c s x, NoDup (map key (x :: l)) -> In (c, s) (choices k l) ->
      has (map key s) (key x) = false).
  { intros A key l k c s x N H. apply not_true_iff_false. rewrite has_In. intros Hin. inversion N as [|? ? Hx _]; subst.
    apply Hx. apply in_map_iff in Hin as [y [E Hy]]. rewrite <- E. apply in_map. now apply (Hsub _ l k c s). }
  assert (Hskip : forall A (key : A -> Z) l s x, ~ In (key x) (map key l) ->
      map (fun y => if has (key x :: map key s) (key y) then 1 else 0) l
      = map (fun y => if has (map key s) (key y) then 1 else 0) l).
  { intros A key l s x H. apply map_ext_in. intros y Hy. unfold has. simpl existsb.
    destruct (Z.eqb_spec (key y) (key x)) as [E|]; [|reflexivity]. exfalso. apply H. rewrite <- E. now apply in_map. }
  intros A key l. induction l as [|x l IH]; intros [|k] chosen spare N H; cbn [choices] in *.
  - destruct H as [H|[]]. injection H as <- <-. exists [], []. split; [reflexivity|intros c s []].
  - destruct H.
  - destruct H as [H|[]]. injection H as <- <-. exists [], []. split; [reflexivity|intros c s []].
  - inversion N as [|? ? Hx N']; subst. apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c' s'] [E H]]; injection E as <- <-.
    + destruct (IH _ _ _ N' H) as (b1 & a1 & E1 & H1). rewrite E1, map_app. cbn [map].
      rewrite <- app_assoc. eexists _, _. split; [reflexivity|].
      intros c s Hin. apply in_map_iff in Hin as [[c2 s2] [E2 Hin]]. injection E2 as <- <-.
      assert (Hc2 : In (c2, s2) (choices k l)) by (rewrite E1; apply in_or_app; now left).
      cbn [map compare]. rewrite (Hnot _ key l _ _ _ x N Hc2), (Hnot _ key l _ _ _ x N H), Z.compare_refl. now apply (H1 c2 s2).
    + destruct (IH _ _ _ N' H) as (b1 & a1 & E1 & H1). rewrite E1, map_app. cbn [map]. rewrite app_assoc.
      eexists _, _. split; [reflexivity|].
      assert (Hhead : has (map key (x :: s')) (key x) = true) by (apply has_In; now left).
      intros c s Hin. cbn [map compare]. cbn [map] in Hhead. rewrite Hhead.
      apply in_app_iff in Hin as [Hin|Hin]; apply in_map_iff in Hin as [[c2 s2] [E2 Hin]]; injection E2 as <- <-.
      * rewrite (Hnot _ key l _ _ _ x N Hin). reflexivity.
      * assert (Hh : has (key x :: map key s2) (key x) = true) by (apply has_In; now left).
        cbn [map]. rewrite Hh, Z.compare_refl. rewrite (Hskip _ key l s2 x Hx), (Hskip _ key l s' x Hx). now apply (H1 c2 s2).
Qed.

(** With whom each of the chosen is paired; nobody, zero. *)
Definition partner_in {A} (key : A -> Z) (chosen : list A) (partners : list Z) (x : A) : Z :=
  sum (map (fun '(a, p) => if key a =? key x then p else 0) (combine chosen partners)).

Lemma compare_partners_of : forall {A} (key : A -> Z) l k chosen spare p q, NoDup (map key l) ->
  In (chosen, spare) (choices k l) -> length chosen = length p -> length chosen = length q ->
  compare (map (partner_in key chosen p) l) (map (partner_in key chosen q) l) = compare p q.
Proof.
  intros A key.
  assert (Hz : forall c (x : A), ~ In (key x) (map key c) -> forall p, partner_in key c p x = 0).
  { intros c x. induction c as [|a c IH]; intros H [|y p]; unfold partner_in in *; simpl; try reflexivity.
    rewrite IH by (intros K; apply H; now right). destruct (Z.eqb_spec (key a) (key x)) as [E|]; [|reflexivity].
    exfalso. apply H. rewrite <- E. now left. }
  intros l. induction l as [|x l IH]; intros [|k] chosen spare p q N H Ep Eq; cbn [choices] in H.
  - destruct H as [H|[]]. injection H as <- <-. destruct p, q; try discriminate. reflexivity.
  - destruct H.
  - destruct H as [H|[]]. injection H as <- <-. destruct p, q; try discriminate. apply compare_refl.
  - inversion N as [|? ? Hx N']; subst.
    assert (Hout : forall c s k, In (c, s) (choices k l) -> ~ In (key x) (map key c)).
    { intros c s k' Hc K. apply Hx. apply in_map_iff in K as [y [E Hy]]. rewrite <- E. apply in_map.
      apply choices_permute in Hc as [P _]. apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left. }
    apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c s] [E H]]; injection E as <- <-.
    + destruct p as [|y p], q as [|z q]; try discriminate. cbn [map compare].
      assert (Hhead : forall w r, partner_in key (x :: c) (w :: r) x = w).
      { intros w r. unfold partner_in. simpl. rewrite Z.eqb_refl. fold (partner_in key c r x).
        rewrite (Hz c x (Hout _ _ _ H)). lia. }
      assert (Htail : forall w r, map (partner_in key (x :: c) (w :: r)) l = map (partner_in key c r) l).
      { intros w r. apply map_ext_in. intros y0 Hy. unfold partner_in. simpl.
        destruct (Z.eqb_spec (key x) (key y0)) as [E|]; [|reflexivity]. exfalso. apply Hx. rewrite E. now apply in_map. }
      rewrite !Hhead, !Htail. destruct (y ?= z); auto. apply (IH k c s); auto; simpl in *; congruence.
    + cbn [map compare]. rewrite !(Hz c x (Hout _ _ _ H)), Z.compare_refl. now apply (IH (S k) c s).
Qed.

(** * Sums over the pairs *)

Definition pair_sum (f : Z -> Z -> Z) (s1 partners : list Z) : Z :=
  sum (map (fun '(a, p) => f (Z.min a p) (Z.max a p)) (combine s1 partners)).

(** What is asked of the pairs of [n] players in S1, of those with BSNs [higher] and [lower]. *)
Definition questions (n : Z) (higher lower : list Z) : list (Z -> Z -> Z) :=
  (fun a _ => if n <? a then 1 else 0)                                   (* 4.3.2(1) *)
    :: (fun a _ => a)                                                    (* 4.3.2(2) *)
    :: map (fun k a _ => if a =? k then 1 else 0) (rev higher)           (* 4.3.2(3) *)
    ++ map (fun k a _ => if a =? k then -1 else 0) lower                 (* 4.3.2(4) *)
    ++ map (fun k a p => if a =? k then p else 0) (higher ++ lower).     (* 4.2 *)

Definition answers (qs : list (Z -> Z -> Z)) (s1 partners : list Z) : list Z := map (fun f => pair_sum f s1 partners) qs.

Lemma compare_map_shift : forall {B} (f g h : B -> Z) l,
  compare (map (fun x => h x + f x) l) (map (fun x => h x + g x) l) = compare (map f l) (map g l).
Proof.
  intros B f g h l. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH.
  now rewrite Z.add_compare_mono_l.
Qed.

Lemma firsts_at_most : forall s1 partners, length s1 = length partners ->
  pair_sum (fun a _ => a) s1 partners <= sum s1
  /\ (pair_sum (fun a _ => a) s1 partners = sum s1 -> forall a p, In (a, p) (combine s1 partners) -> a <= p).
Proof.
  unfold pair_sum. induction s1 as [|a s1 IH]; intros [|p partners] E; simpl in *; try discriminate.
  - split; [lia|intros _ a p []].
  - destruct (IH partners) as [H1 H2]; [congruence|]. split; [lia|].
    intros Hs x y [Hxy|Hxy]; [injection Hxy as <- <-; lia|]. apply H2; [lia|exact Hxy].
Qed.

Lemma beyond_at_most : forall n s1 partners, length s1 = length partners ->
  pair_sum (fun a _ => if n <? a then 1 else 0) s1 partners <= count (fun a => n <? a) s1.
Proof.
  unfold pair_sum. intros n. induction s1 as [|a s1 IH]; intros [|p partners] E; simpl in E; try discriminate.
  rewrite count_cons. simpl combine. simpl map. simpl sum. specialize (IH partners ltac:(congruence)).
  destruct (n <? Z.min a p) eqn:E1, (n <? a) eqn:E2; try lia.
Qed.

(** Where the firsts are S1, sums over the firsts are sums over S1. *)
Lemma first_sum : forall (f : Z -> Z) s1 partners, length s1 = length partners ->
  (forall a p, In (a, p) (combine s1 partners) -> a <= p) ->
  pair_sum (fun a _ => f a) s1 partners = sum (map f s1).
Proof.
  unfold pair_sum. intros f. induction s1 as [|a s1 IH]; intros [|p partners] E H; simpl in *; try discriminate; [reflexivity|].
  rewrite (IH partners) by (try congruence; intros; apply H; now right).
  rewrite Z.min_l; [reflexivity|]. apply H. now left.
Qed.

Lemma sum_indicator : forall k x l, NoDup l -> sum (map (fun a => if a =? k then x else 0) l) = if has l k then x else 0.
Proof.
  intros k x l H. induction H as [|a l Ha N IH]; [reflexivity|]. simpl. rewrite IH.
  rewrite (Z.eqb_sym k a). destruct (Z.eqb_spec a k) as [->|Hn]; simpl; [|lia].
  destruct (has l k) eqn:E; [apply has_In in E; contradiction|lia].
Qed.

(** The sums over sets as in 4.3.2(3) and (4). *)
Lemma compare_filters : forall f g l, ascending l -> length (filter f l) = length (filter g l) ->
  compare (filter f l) (filter g l)
  = compare (map (fun k => if f k then -1 else 0) l) (map (fun k => if g k then -1 else 0) l).
Proof.
  intros f g l H. induction H as [|x l Hs IH Hf]; intros E; [reflexivity|]. simpl in *.
  rewrite Forall_forall in Hf.
  destruct (f x) eqn:Ef, (g x) eqn:Eg; simpl in *.
  - rewrite Z.compare_refl. apply IH. congruence.
  - destruct (filter g l) as [|y m] eqn:Em; [discriminate|]. simpl.
    assert (Hy : In y l) by (apply (filter_In g); rewrite Em; now left).
    apply Hf, Z.compare_lt_iff in Hy. now rewrite Hy.
  - destruct (filter f l) as [|y m] eqn:Em; [discriminate|]. simpl.
    assert (Hy : In y l) by (apply (filter_In f); rewrite Em; now left).
    apply Hf, Z.compare_gt_iff in Hy. now rewrite Hy.
  - apply IH. exact E.
Qed.

(** With whom each of S1 is paired, as in 4.2. *)
Lemma compare_partners : forall l s1 p q, ascending l -> ascending s1 -> incl s1 l ->
  length s1 = length p -> length s1 = length q ->
  compare (map (fun k => sum (map (fun '(a, x) => if a =? k then x else 0) (combine s1 p))) l)
          (map (fun k => sum (map (fun '(a, x) => if a =? k then x else 0) (combine s1 q))) l)
  = compare p q.
Proof.
  assert (Hz : forall k s1 p, ~ In k s1 -> sum (map (fun '(a, x) => if a =? k then x else 0) (combine s1 p)) = 0).
  { intros k s1. induction s1 as [|a s1 IH]; intros [|x p] H; simpl; try reflexivity.
    rewrite IH by (intros K; apply H; now right). destruct (Z.eqb_spec a k) as [->|]; [|reflexivity].
    exfalso. apply H. now left. }
  intros l s1 p q Hl. revert s1 p q. induction Hl as [|k l Hs IH Hf]; intros s1 p q H1 Hi Ep Eq.
  - destruct s1 as [|a s1]; [|exfalso; apply (Hi a); now left].
    destruct p, q; try discriminate. reflexivity.
  - rewrite Forall_forall in Hf. destruct s1 as [|a s1].
    + destruct p, q; try discriminate. simpl. rewrite compare_refl. reflexivity.
    + inversion H1 as [|? ? Hs1 Hf1]; subst. rewrite Forall_forall in Hf1.
      destruct (Z.eq_dec a k) as [->|Hn].
      * destruct p as [|x p], q as [|y q]; try discriminate. simpl in Ep, Eq.
        assert (Hk : ~ In k s1) by (intros K; specialize (Hf1 k K); lia).
        assert (Hhead : forall z r, sum (map (fun '(a, x) => if a =? k then x else 0) (combine (k :: s1) (z :: r))) = z).
        { intros z r. simpl. rewrite Z.eqb_refl, Hz by exact Hk. lia. }
        cbn [map compare]. rewrite !Hhead. destruct (x ?= y); auto.
        assert (Hskip : forall r, map (fun j => sum (map (fun '(a, x) => if a =? j then x else 0) (combine (k :: s1) r))) l
            = map (fun j => sum (map (fun '(a, x) => if a =? j then x else 0) (combine s1 (tl r)))) l).
        { intros r. apply map_ext_in. intros j Hj. specialize (Hf j Hj). destruct r as [|z r]; simpl.
          - destruct s1; reflexivity.
          - replace (k =? j) with false; [reflexivity|]. symmetry. apply Z.eqb_neq. lia. }
        rewrite (Hskip (x :: p)), (Hskip (y :: q)). simpl tl. apply IH; auto; try congruence.
        intros z Hz'. destruct (Hi z (or_intror Hz')) as [<-|Hl']; [contradiction|exact Hl'].
      * cbn [map compare]. rewrite !Hz, Z.compare_refl.
        -- apply IH; auto. intros z Hz'. destruct (Hi z Hz') as [<-|Hl']; [|exact Hl'].
           exfalso. destruct Hz' as [->|Hz']; [now apply Hn|]. specialize (Hf1 k Hz').
           destruct (Hi a (or_introl eq_refl)) as [->|Ha]; [now apply Hn|]. specialize (Hf a Ha). lia.
        -- intros [->|K]; [now apply Hn|]. specialize (Hf1 k K).
           destruct (Hi a (or_introl eq_refl)) as [->|Ha]; [now apply Hn|]. specialize (Hf a Ha). lia.
        -- intros [->|K]; [now apply Hn|]. specialize (Hf1 k K).
           destruct (Hi a (or_introl eq_refl)) as [->|Ha]; [now apply Hn|]. specialize (Hf a Ha). lia.
Qed.
