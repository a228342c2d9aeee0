(** The round that [pair] finds is the right one; where there is one, it is found; and there is no other. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Rules2026.
Import ListNotations.
Open Scope Z_scope.

(** * Lists of numbers are ordered *)

Definition le (l m : list Z) : Prop := compare l m <> Gt.

Lemma compare_refl : forall l, compare l l = Eq.
Proof. induction l as [|x l IH]; simpl; [|rewrite Z.compare_refl]; auto. Qed.

Lemma compare_eq : forall l m, compare l m = Eq -> l = m.
Proof.
  induction l as [|x l IH]; destruct m as [|y m]; simpl; try discriminate; auto.
  destruct (Z.compare_spec x y); try discriminate. intros H'. subst. f_equal. auto.
Qed.

Lemma compare_opp : forall l m, compare m l = CompOpp (compare l m).
Proof.
  induction l as [|x l IH]; destruct m as [|y m]; simpl; auto.
  rewrite (Z.compare_antisym x y). destruct (x ?= y); simpl; auto.
Qed.

Lemma le_trans : forall l m n, le l m -> le m n -> le l n.
Proof.
  unfold le. induction l as [|x l IH]; intros [|y m] [|z n] H K; simpl in *; try discriminate; try contradiction.
  destruct (Z.compare_spec x y), (Z.compare_spec y z), (Z.compare_spec x z); subst;
    try contradiction; try discriminate; try lia.
  exact (IH m n H K).
Qed.

Lemma least_is_least : forall l x y, In y (x :: l) -> le (least l x) y.
Proof.
  unfold le. induction l as [|a l IH]; intros x y Hin.
  - destruct Hin as [->|[]]. simpl. now rewrite compare_refl.
  - simpl. assert (Hx : le (least l x) x) by (apply IH; now left).
    destruct (compare a (least l x)) eqn:E.
    + apply compare_eq in E. destruct Hin as [->|[->|Hin]]; auto.
      * rewrite <- E. now rewrite compare_refl.
      * apply IH. now right.
    + assert (Ha : le a (least l x)) by (unfold le; congruence).
      destruct Hin as [->|[->|Hin]].
      * eapply le_trans; eauto.
      * now rewrite compare_refl.
      * eapply le_trans; [exact Ha|]. apply IH. now right.
    + destruct Hin as [->|[->|Hin]]; auto.
      * rewrite compare_opp, E. discriminate.
      * apply IH. now right.
Qed.

Lemma least_is_there : forall l x, In (least l x) (x :: l).
Proof.
  induction l as [|a l IH]; intros x; simpl; [now left|].
  destruct (compare a (least l x)); simpl; auto; destruct (IH x) as [<-|H]; auto.
Qed.

(** * The best of a list *)

Definition is_equal (l m : list Z) : bool := match compare l m with Eq => true | _ => false end.

Lemma filter_map : forall (k : candidate -> list Z) m l,
  map snd (filter (fun '(y, _) => is_equal y m) (map (fun c => (k c, c)) l))
  = filter (fun c => is_equal (k c) m) l.
Proof.
  induction l as [|c l IH]; simpl; auto.
  destruct (is_equal (k c) m); simpl; now rewrite IH.
Qed.

Lemma best_by_filters : forall k l, exists m,
  best_by k l = filter (fun c => is_equal (k c) m) l /\ forall c, In c l -> le m (k c).
Proof.
  intros k [|c l].
  - exists []. split; [reflexivity|intros _ []].
  - exists (least (map k l) (k c)). split.
    + rewrite <- filter_map. unfold best_by, is_equal. simpl. rewrite map_map. reflexivity.
    + intros d Hd. apply least_is_least. destruct Hd as [->|Hd]; [now left|right; now apply in_map].
Qed.

Lemma filter_split : forall (f : candidate -> bool) l e c s, filter f l = e ++ c :: s ->
  exists e' s', l = e' ++ c :: s' /\ filter f e' = e /\ filter f s' = s.
Proof.
  induction l as [|x l IH]; simpl; intros e c s H.
  - destruct e; discriminate.
  - destruct (f x) eqn:E.
    + destruct e as [|y e]; simpl in H.
      * injection H as -> H. exists [], l. auto.
      * injection H as -> H. destruct (IH _ _ _ H) as (e' & s' & -> & He & Hs).
        exists (y :: e'), s'. simpl. rewrite E, He. auto.
    + destruct (IH _ _ _ H) as (e' & s' & -> & He & Hs).
      exists (x :: e'), s'. simpl. rewrite E. auto.
Qed.

(** The first of the best: what comes earlier is worse, and nothing later is better. *)
Definition is_first_best (ks : list (candidate -> list Z)) (l : list candidate) (c : candidate) : Prop :=
  exists earlier later,
    l = earlier ++ c :: later
    /\ (forall d, In d earlier -> better ks c d = true)
    /\ (forall d, In d later -> better ks d c = false).

Lemma best_is_first_best : forall ks l c, hd_error (best ks l) = Some c -> is_first_best ks l c.
Proof.
  induction ks as [|k ks IH]; intros l c H.
  - destruct l as [|x l]; simpl in H; [discriminate|]. injection H as ->.
    exists [], l. simpl. repeat split; auto; now intros d [].
  - apply IH in H. destruct H as (e & s & Hl & He & Hs).
    destruct (best_by_filters k l) as (m & Hm & Hle). rewrite Hm in Hl.
    assert (Hin : In c (filter (fun c => is_equal (k c) m) l)) by (rewrite Hl; apply in_elt).
    apply filter_In in Hin. destruct Hin as [_ Hc].
    assert (Ec : k c = m).
    { apply compare_eq. unfold is_equal in Hc. destruct (compare (k c) m); congruence. }
    destruct (filter_split _ _ _ _ _ Hl) as (e' & s' & El & Ee & Es).
    exists e', s'. split; [exact El|]. split; intros d Hd.
    + simpl. assert (Hd' : In d l) by (rewrite El; apply in_or_app; now left).
      specialize (Hle d Hd'). unfold le in Hle. rewrite Ec.
      destruct (compare m (k d)) eqn:E; [|reflexivity|contradiction].
      apply He. rewrite <- Ee. apply filter_In. split; auto.
      unfold is_equal. apply compare_eq in E. now rewrite E, compare_refl.
    + simpl. assert (Hd' : In d l) by (rewrite El; apply in_or_app; right; now right).
      specialize (Hle d Hd'). unfold le in Hle. rewrite Ec, compare_opp.
      destruct (compare m (k d)) eqn:E; simpl; [|reflexivity|contradiction].
      apply Hs. rewrite <- Es. apply filter_In. split; auto.
      unfold is_equal. apply compare_eq in E. now rewrite E, compare_refl.
Qed.

Lemma first_best_is_one : forall ks l c d, is_first_best ks l c -> is_first_best ks l d -> c = d.
Proof.
  intros ks l c d (e & s & El & He & Hs) (e' & s' & El' & He' & Hs').
  rewrite El in El'. revert e' El' He' Hs'. clear El l. induction e as [|x e IH]; intros [|y e'] El' He' Hs'.
  - now injection El'.
  - injection El' as <- El'. exfalso.
    assert (better ks d c = true) by (apply He'; now left).
    rewrite Hs in H; [discriminate|]. rewrite El'. apply in_elt.
  - injection El' as -> El'. exfalso.
    assert (better ks c d = true) by (apply He; now left).
    rewrite Hs' in H; [discriminate|]. rewrite <- El'. apply in_elt.
  - injection El' as -> El'. apply (IH (fun z Hz => He z (or_intror Hz)) e' El' (fun z Hz => He' z (or_intror Hz)) Hs').
Qed.

Lemma best_by_is_there : forall k l, l <> [] -> best_by k l <> [].
Proof.
  intros k [|c l] H; [contradiction|]. clear H. unfold best_by.
  change (map (fun c => (k c, c)) (c :: l)) with ((k c, c) :: map (fun c => (k c, c)) l).
  cbv beta iota zeta. rewrite map_map. cbn [fst].
  change ((k c, c) :: map (fun c => (k c, c)) l) with (map (fun c => (k c, c)) (c :: l)).
  change (map (fun x => k x) l) with (map k l).
  pose proof (filter_map k (least (map k l) (k c)) (c :: l)) as E. unfold is_equal in E. rewrite E. clear E.
  assert (Hin : In (least (map k l) (k c)) (map k (c :: l))) by apply least_is_there.
  apply in_map_iff in Hin. destruct Hin as (d & Ed & Hd). intros E.
  assert (Hf : In d []); [|destruct Hf].
  rewrite <- E. apply filter_In. split; auto. now rewrite Ed, compare_refl.
Qed.

Lemma best_is_there : forall ks l, l <> [] -> best ks l <> [].
Proof.
  induction ks as [|k ks IH]; intros l H; [exact H|].
  apply (IH (best_by k l)). now apply best_by_is_there.
Qed.

Lemma first_best_is_found : forall ks l c, is_first_best ks l c -> hd_error (best ks l) = Some c.
Proof.
  intros ks l c H. destruct (best ks l) as [|d rest] eqn:E.
  - exfalso. apply (best_is_there ks l); [|exact E]. destruct H as (e & s & -> & _). now destruct e.
  - assert (Hd : is_first_best ks l d) by (apply best_is_first_best; now rewrite E).
    simpl. f_equal. now apply (first_best_is_one ks l).
Qed.

(** * The round *)

Lemma count_permuted : forall (f : Z -> bool) l m, Permutation l m -> count f l = count f m.
Proof.
  intros f l m H. unfold count. f_equal.
  induction H; simpl; auto; try congruence; repeat (destruct (f _)); simpl; congruence.
Qed.

Lemma forallb_permuted : forall {A} (f : A -> bool) l m, Permutation l m -> forallb f l = forallb f m.
Proof.
  intros A f l m H. induction H; simpl; auto; try congruence. now rewrite !andb_assoc, (andb_comm (f y)).
Qed.

Lemma forallb_same : forall {A} (f g : A -> bool) l, (forall x, f x = g x) -> forallb f l = forallb g l.
Proof. intros A f g l H. induction l as [|x l IH]; simpl; auto. now rewrite H, IH. Qed.

Section Round.
Variable t : tournament.

Lemma chosen_is_chosen : forall b c, chosen t b = Some c -> is_chosen t b c.
Proof. intros b c H. exact (best_is_first_best _ _ _ H). Qed.

Lemma pair_brackets_pairs : forall groups moved_down pairs bye,
  pair_brackets t moved_down groups = Some (pairs, bye) -> is_paired t moved_down groups pairs bye.
Proof.
  induction groups as [|g lower IH]; intros moved_down pairs bye H; cbn [pair_brackets] in H.
  - destruct moved_down as [|p [|q rest]]; try discriminate; injection H as <- <-; constructor.
  - destruct (chosen t (Bracket moved_down g lower)) as [c|] eqn:Ec; [|destruct moved_down; discriminate].
    destruct (pair_brackets t (downfloaters c) lower) as [[pairs' bye']|] eqn:Ep;
      [|destruct moved_down; discriminate].
    assert (H' : Some (pairs_of c ++ pairs', bye') = Some (pairs, bye)) by (destruct moved_down; exact H).
    injection H' as <- <-. constructor; [now apply chosen_is_chosen|now apply IH].
Qed.

Lemma is_paired_one_way : forall moved_down groups pairs bye pairs' bye',
  is_paired t moved_down groups pairs bye -> is_paired t moved_down groups pairs' bye' ->
  pairs = pairs' /\ bye = bye'.
Proof.
  intros moved_down groups pairs bye pairs' bye' H. revert pairs' bye'.
  induction H as [|p|moved_down g lower c pairs bye Hc H IH]; intros pairs' bye' H'; inversion H'; subst; auto.
  assert (c = c0) as <- by (eapply first_best_is_one; eauto).
  match goal with Hp : is_paired t (downfloaters c) lower _ _ |- _ => destruct (IH _ _ Hp) as [-> ->]; auto end.
Qed.

Lemma paired_is_found : forall moved_down groups pairs bye,
  is_paired t moved_down groups pairs bye -> pair_brackets t moved_down groups = Some (pairs, bye).
Proof.
  intros moved_down groups pairs bye H.
  induction H as [|p|moved_down g lower c pairs bye Hc H IH]; [reflexivity..|].
  cbn [pair_brackets]. assert (E : chosen t (Bracket moved_down g lower) = Some c) by now apply first_best_is_found.
  rewrite E, IH. now destruct moved_down.
Qed.

End Round.

(** * The theorems, of either edition: from what its brackets are, [paired], and what is tried, [found] *)

Section Edition.
Variable t : tournament.
Variable cs : list card.
Variable paired : list card -> list (list card) -> list (card * card) -> option card -> Prop.
Variable found : list card -> list (list card) -> option (list (card * card) * option card).

Hypothesis found_is_paired : forall groups moved_down pairs bye,
  found moved_down groups = Some (pairs, bye) -> paired moved_down groups pairs bye.
Hypothesis paired_is_found : forall moved_down groups pairs bye,
  paired moved_down groups pairs bye -> found moved_down groups = Some (pairs, bye).
Hypothesis paired_one_way : forall moved_down groups pairs bye pairs' bye',
  paired moved_down groups pairs bye -> paired moved_down groups pairs' bye' -> pairs = pairs' /\ bye = bye'.

Definition right (r : round) : Prop :=
  is_legal_for cs r = true
  /\ exists pairs bye,
       paired [] (scoregroups cs) pairs bye
       /\ Permutation (games r) (in_numbers t pairs)
       /\ pab r = option_map tpn bye.

Definition tried : option round :=
  match found [] (scoregroups cs) with
  | None => None
  | Some (pairs, bye) =>
      let r := Round (in_numbers t pairs) (option_map tpn bye) in
      if is_legal_for cs r then Some r else None
  end.

Lemma legal_permuted : forall r s, Permutation (games r) (games s) -> pab r = pab s ->
  is_legal_for cs r = is_legal_for cs s.
Proof.
  intros r s Hg Hb. assert (Hn : Permutation (numbers r) (numbers s)).
  { unfold numbers. rewrite Hb. apply Permutation_app_tail. now apply Permutation_flat_map. }
  unfold is_legal_for. cbv zeta. rewrite Hb, (Permutation_length Hn). f_equal. f_equal; [f_equal|].
  - apply forallb_same. intros p. now rewrite (count_permuted _ _ _ Hn).
  - now apply forallb_permuted.
Qed.

Lemma tried_is_right : forall r, tried = Some r -> right r.
Proof.
  unfold tried. intros r H.
  destruct (found [] (scoregroups cs)) as [[pairs bye]|] eqn:E; [|discriminate].
  destruct (is_legal_for cs (Round (in_numbers t pairs) (option_map tpn bye))) eqn:L; [|discriminate].
  injection H as <-. split; [exact L|]. exists pairs, bye. split; [now apply found_is_paired|].
  split; [apply Permutation_refl|reflexivity].
Qed.

Lemma right_is_tried : forall r, right r ->
  exists s, tried = Some s /\ Permutation (games r) (games s) /\ pab r = pab s.
Proof.
  intros r (Hl & pairs & bye & Hp & Hg & Hb).
  exists (Round (in_numbers t pairs) (option_map tpn bye)). split; [|split; [exact Hg|exact Hb]].
  unfold tried. rewrite (paired_is_found _ _ _ _ Hp). cbv zeta.
  rewrite <- (legal_permuted r (Round (in_numbers t pairs) (option_map tpn bye)) Hg Hb). now rewrite Hl.
Qed.

Lemma right_is_one : forall r s, right r -> right s -> Permutation (games r) (games s) /\ pab r = pab s.
Proof.
  intros r s (_ & pairs & bye & Hp & Hg & Hb) (_ & pairs' & bye' & Hp' & Hg' & Hb').
  destruct (paired_one_way _ _ _ _ _ _ Hp Hp') as [<- <-]. split; [|congruence].
  eapply Permutation_trans; [exact Hg|]. now apply Permutation_sym.
Qed.

End Edition.

(** What [pair] gives is right. *)
Theorem pair_is_right : forall t r, pair t = Some r -> is_right t r.
Proof. intros t. exact (tried_is_right t _ _ _ (pair_brackets_pairs t)). Qed.

(** Where a round is right, [pair] finds it. *)
Theorem right_is_found : forall t r, is_right t r ->
  exists s, pair t = Some s /\ Permutation (games r) (games s) /\ pab r = pab s.
Proof. intros t. exact (right_is_tried t _ _ _ (paired_is_found t)). Qed.

(** No two rounds are right, but for the order in which the games are listed. *)
Theorem right_is_unique : forall t r s, is_right t r -> is_right t s ->
  Permutation (games r) (games s) /\ pab r = pab s.
Proof. intros t. exact (right_is_one t _ _ (is_paired_one_way t)). Qed.

Print Assumptions pair_is_right.
Print Assumptions right_is_found.
Print Assumptions right_is_unique.
