(** As [Right2026], for the edition of 2017: what [pair] finds is right, what is right is found, and it is the only one. *)

From Coq Require Import List ZArith Bool Permutation.
From Edelweiss Require Import Rules2017 Right2026.
Import ListNotations.
Open Scope Z_scope.

Section Round.
Variable t : tournament.

Lemma chosen_is_chosen : forall k b c, chosen t k b = Some c -> is_chosen t k b c.
Proof. intros k b c H. exact (best_is_first_best _ _ _ H). Qed.

Lemma is_chosen_one_way : forall k b c d, is_chosen t k b c -> is_chosen t k b d -> c = d.
Proof. intros k b c d H H'. eapply first_best_is_one; [exact H|exact H']. Qed.

Lemma is_chosen_chosen : forall k b c, is_chosen t k b c -> chosen t k b = Some c.
Proof. intros k b c H. now apply first_best_is_found. Qed.

Lemma pair_brackets_pairs : forall groups moved_down pairs bye,
  pair_brackets t moved_down groups = Some (pairs, bye) -> is_paired t moved_down groups pairs bye.
Proof.
  induction groups as [|g lower IH]; intros moved_down pairs bye H; cbn [pair_brackets] in H.
  - destruct moved_down as [|p [|q rest]]; try discriminate; injection H as <- <-; constructor.
  - destruct (chosen t Usual (Bracket moved_down g lower)) as [d|] eqn:Ed; [|discriminate].
    destruct (can_be_completed (downfloaters d ++ concat lower)) eqn:Ew.
    + destruct (pair_brackets t (downfloaters d) lower) as [[pairs' bye']|] eqn:Ep; [|discriminate].
      injection H as <- <-. constructor; auto. now apply chosen_is_chosen.
    + destruct (chosen t Penultimate (Bracket moved_down g lower)) as [c|] eqn:Ec; [|discriminate].
      destruct (chosen t CollapsedLast (collapsed c lower)) as [e|] eqn:Ee; [|discriminate].
      apply chosen_is_chosen in Ed, Ec, Ee.
      destruct (downfloaters e) as [|p [|q rest]] eqn:El; try discriminate; injection H as <- <-;
        apply the_last_two with d; auto; rewrite El; constructor.
Qed.

Lemma nothing_more : forall left pairs bye pairs' bye',
  is_paired t left [] pairs bye -> is_paired t left [] pairs' bye' -> pairs = pairs' /\ bye = bye'.
Proof. intros left pairs bye pairs' bye' H H'. inversion H; subst; inversion H'; subst; auto. Qed.

Lemma is_paired_one_way : forall moved_down groups pairs bye pairs' bye',
  is_paired t moved_down groups pairs bye -> is_paired t moved_down groups pairs' bye' ->
  pairs = pairs' /\ bye = bye'.
Proof.
  intros moved_down groups pairs bye pairs' bye' H. revert pairs' bye'.
  induction H as [|p|moved_down g lower c pairs bye Hc Hw H IH|moved_down g lower d c e pairs bye Hd Hw Hc He H IH];
    intros pairs' bye' H'.
  - inversion H'; auto.
  - inversion H'; auto.
  - inversion H' as [| |m g' l c' q y Hc' Hw' Hq|m g' l d' c' e' q y Hd' Hw' Hc' He' Hq]; subst.
    + assert (c = c') as <- by (eapply is_chosen_one_way; eauto). destruct (IH _ _ Hq) as [-> ->]. auto.
    + assert (c = d') as <- by (eapply is_chosen_one_way; eauto). congruence.
  - inversion H' as [| |m g' l c' q y Hc' Hw' Hq|m g' l d' c' e' q y Hd' Hw' Hc' He' Hq]; subst.
    + assert (d = c') as <- by (eapply is_chosen_one_way; eauto). congruence.
    + assert (c = c') as <- by (eapply is_chosen_one_way; eauto).
      assert (e = e') as <- by (eapply is_chosen_one_way; eauto).
      destruct (IH _ _ Hq) as [-> ->]. auto.
Qed.

Lemma paired_is_found : forall moved_down groups pairs bye,
  is_paired t moved_down groups pairs bye -> pair_brackets t moved_down groups = Some (pairs, bye).
Proof.
  intros moved_down groups pairs bye H.
  induction H as [|p|moved_down g lower c pairs bye Hc Hw H IH|moved_down g lower d c e pairs bye Hd Hw Hc He H IH];
    [reflexivity..| |].
  - cbn [pair_brackets]. now rewrite (is_chosen_chosen _ _ _ Hc), Hw, IH.
  - cbn [pair_brackets].
    rewrite (is_chosen_chosen _ _ _ Hd), Hw, (is_chosen_chosen _ _ _ Hc), (is_chosen_chosen _ _ _ He).
    inversion H; subst; reflexivity.
Qed.

End Round.

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
