(** C4 to C8: whether a pairing can be completed is shown by one that is, and how good C5 to C8 can be at best. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Rules2026 Right2026 Lists Moves.
Import ListNotations.
Open Scope Z_scope.

(** * Completion is shown by a pairing *)

Definition meets_both_ways '((p, q) : card * card) : bool := may_meet p q && may_meet q p.

Lemma can_be_paired_shown : forall fuel ps pairs, (length ps <= fuel)%nat ->
  Permutation ps (members pairs) -> forallb meets_both_ways pairs = true -> can_be_paired fuel ps = true.
Proof.
  induction fuel as [|fuel IH]; intros ps pairs Hl HP Hm.
  - destruct ps; [reflexivity|simpl in Hl; lia].
  - destruct ps as [|p rest]; [reflexivity|]. simpl. apply existsb_exists.
    assert (Hp : In p (members pairs)) by (apply (Permutation_in _ HP); now left).
    unfold members in Hp. apply in_flat_map in Hp as [[x y] [Hxy Hp]].
    apply in_split in Hxy as [l1 [l2 E]]. subst pairs. rewrite members_app in HP.
    change (members ((x, y) :: l2)) with (x :: y :: members l2) in HP.
    assert (Hq : exists q, Permutation rest (q :: members (l1 ++ l2)) /\ may_meet p q = true).
    { rewrite forallb_forall in Hm. assert (Hb : meets_both_ways (x, y) = true) by (apply Hm, in_elt).
      simpl in Hb. apply andb_true_iff in Hb as [Hxy Hyx]. rewrite members_app.
      destruct Hp as [->|[->|[]]].
      - exists y. split; [|exact Hxy]. apply (Permutation_cons_inv (a := p)).
        eapply Permutation_trans; [exact HP|]. apply Permutation_sym.
        eapply Permutation_trans; [apply perm_skip, Permutation_middle|].
        apply Permutation_cons_app. apply Permutation_refl.
      - exists x. split; [|exact Hyx]. apply (Permutation_cons_inv (a := p)).
        eapply Permutation_trans; [exact HP|]. apply Permutation_sym.
        eapply Permutation_trans; [apply perm_swap|]. apply Permutation_cons_app. apply Permutation_cons_app.
        apply Permutation_refl. }
    destruct Hq as (q & Hr & Hmeet).
    destruct (picks_there rest q) as [others Ho]; [apply (Permutation_in _ (Permutation_sym Hr)); now left|].
    exists (q, others). split; [exact Ho|]. rewrite Hmeet. simpl.
    apply picks_permute in Ho. apply (IH others (l1 ++ l2)).
    + apply Permutation_length in Ho. simpl in *. lia.
    + apply (Permutation_cons_inv (a := q)). eapply Permutation_trans; [apply Permutation_sym, Ho|exact Hr].
    + rewrite forallb_app in *. simpl in Hm. rewrite !andb_true_iff in *. tauto.
Qed.

(** * The least of C5 to C8 *)

Definition all_left (b : bracket) : list card := everyone b ++ concat (below b).

(** Nobody who may receive the bye has a lower score than [s5]. *)
Definition bye_is_least (b : bracket) (s5 : Z) : bool :=
  forallb (fun p => negb (may_have_pab p) || (s5 <=? score p)) (all_left b).

Definition least5 (b : bracket) (s5 : Z) : list Z := if is_odd_number (all_left b) then [s5] else [].
Definition least6 (b : bracket) : list Z := [if is_odd_bracket b then 1 else 0].
Definition least7 (b : bracket) (s : Z) : list Z := if is_odd_bracket b then [s] else [].

(** What the following bracket can do at best; [next_score] is the score of its residents. *)
Definition least8 (b : bracket) (s5 next_score : Z) : list Z :=
  match below b with
  | [] => []
  | next :: _ =>
      let is_odd := xorb (is_odd_bracket b) (Nat.odd (length next)) in
      0 :: least5 b s5 ++ [if is_odd then 1 else 0] ++ (if is_odd then [next_score] else [])
  end.

(** As good as can be, or worse. *)
Definition at_least (least l : list Z) : Prop := l = least \/ compare least l = Lt.

Lemma at_least_app : forall l m l' m', length l = length m -> at_least l m -> (m = l -> at_least l' m') ->
  at_least (l ++ l') (m ++ m').
Proof.
  intros l m l' m' E [->|H] H'.
  - destruct (H' eq_refl) as [->|H]; [now left|]. right. rewrite compare_app by reflexivity. now rewrite compare_refl.
  - right. rewrite compare_app by exact E. now rewrite H.
Qed.

Lemma downfloaters_permute : forall d, Permutation (downfloaters d) (limbo d ++ left_over d).
Proof. intros d. apply sort_permutes. Qed.

Lemma everyone_permute : forall b d, In d (candidates b) ->
  Permutation (everyone b) (members (pairs_of d) ++ downfloaters d).
Proof.
  intros b d H. eapply Permutation_trans; [apply shape_everyone, candidates_shape, H|].
  apply Permutation_app_head, Permutation_sym, downfloaters_permute.
Qed.

Lemma parity : forall b d, In d (candidates b) -> Nat.odd (length (downfloaters d)) = is_odd_bracket b.
Proof.
  intros b d H. unfold is_odd_bracket. rewrite (Permutation_length (everyone_permute b d H)), app_length, members_length.
  now rewrite Nat.add_comm, Nat.odd_add_mul_2.
Qed.

Lemma parity_of_rest : forall b d, In d (candidates b) ->
  is_odd_number (not_yet_paired b d) = is_odd_number (all_left b).
Proof.
  intros b d H. unfold is_odd_number, not_yet_paired, all_left.
  rewrite !app_length, !Nat.odd_add. f_equal. now apply parity.
Qed.

Lemma rest_in : forall b d, In d (candidates b) -> incl (not_yet_paired b d) (all_left b).
Proof.
  intros b d H p Hp. unfold not_yet_paired in Hp. apply in_app_iff in Hp. unfold all_left. apply in_app_iff.
  destruct Hp as [Hp|Hp]; [left|now right].
  apply (Permutation_in _ (Permutation_sym (everyone_permute b d H))), in_app_iff. now right.
Qed.

Lemma lowest_at_least : forall l s, l <> [] -> (forall x, In x l -> s <= x) -> exists x, lowest l = [x] /\ s <= x.
Proof.
  intros [|x l] s N H; [contradiction|]. simpl. eexists. split; [reflexivity|].
  induction l as [|y l IH]; simpl; [apply H; now left|].
  apply Z.min_glb; [apply H; right; now left|]. apply IH; [discriminate|].
  intros z [->|Hz]; apply H; [now left|right; now right].
Qed.

Lemma lowest_at_most : forall l s, In s l -> exists x, lowest l = [x] /\ x <= s.
Proof.
  intros [|x l] s H; [destruct H|]. simpl. eexists. split; [reflexivity|].
  induction l as [|y l IH]; simpl.
  - destruct H as [->|[]]. lia.
  - destruct H as [->|[->|H]].
    + specialize (IH (or_introl eq_refl)). lia.
    + lia.
    + specialize (IH (or_intror H)). lia.
Qed.

Section Least.
Variables (b : bracket) (s5 : Z).
Hypothesis bye_least : bye_is_least b s5 = true.

Lemma assignee_score : forall d p, In d (candidates b) ->
  In p (possible_assignees (not_yet_paired b d)) -> s5 <= score p.
Proof.
  intros d p Hd Hp. unfold possible_assignees in Hp. apply in_map_iff in Hp as [[q others] [E Hp]].
  simpl in E. subst q. apply filter_In in Hp as [Hp Hm]. apply andb_true_iff in Hm as [Hm _].
  unfold bye_is_least in bye_least. rewrite forallb_forall in bye_least.
  assert (Hin : In p (all_left b)).
  { apply (rest_in b d Hd). apply picks_permute in Hp. apply (Permutation_in _ (Permutation_sym Hp)). now left. }
  apply bye_least in Hin. rewrite Hm in Hin. simpl in Hin. now apply Z.leb_le.
Qed.

Lemma c5_at_least : forall d, In d (candidates b) -> complies b d = true ->
  length (c5 b d) = length (least5 b s5) /\ at_least (least5 b s5) (c5 b d).
Proof.
  intros d Hd Hc. unfold c5, least5. cbv zeta. rewrite (parity_of_rest b d Hd).
  destruct (is_odd_number (all_left b)) eqn:Eo; [|split; [reflexivity|now left]].
  unfold complies, c4 in Hc. rewrite !andb_true_iff in Hc. destruct Hc as [_ [Hc _]].
  unfold can_be_completed in Hc. rewrite (parity_of_rest b d Hd), Eo in Hc.
  destruct (lowest_at_least (map score (possible_assignees (not_yet_paired b d))) s5) as [x [-> Hx]].
  - intros E. apply map_eq_nil in E. rewrite E in Hc. discriminate.
  - intros x Hx. apply in_map_iff in Hx as [p [<- Hp]]. now apply (assignee_score d).
  - split; [reflexivity|]. unfold at_least. simpl. destruct (Z.compare_spec s5 x) as [->|H|H]; auto. lia.
Qed.

(** C5 where somebody is shown who can have the bye. *)
Lemma c5_shown : forall d p pairs, In d (candidates b) ->
  Permutation (not_yet_paired b d) (p :: members pairs) -> forallb meets_both_ways pairs = true ->
  may_have_pab p = true -> score p = s5 ->
  is_odd_number (all_left b) = true -> c5 b d = least5 b s5 /\ can_be_completed (not_yet_paired b d) = true.
Proof.
  intros d p pairs Hd HP Hm Hb Hs Ho.
  assert (Hin : In p (possible_assignees (not_yet_paired b d))).
  { destruct (picks_there (not_yet_paired b d) p) as [others Hk].
    { apply (Permutation_in _ (Permutation_sym HP)). now left. }
    unfold possible_assignees. apply in_map_iff. exists (p, others). split; [reflexivity|].
    apply filter_In. split; [exact Hk|]. rewrite Hb. simpl.
    apply (can_be_paired_shown _ _ pairs); [lia| |exact Hm].
    apply picks_permute in Hk. apply (Permutation_cons_inv (a := p)).
    eapply Permutation_trans; [apply Permutation_sym, Hk|exact HP]. }
  split.
  - unfold c5, least5. cbv zeta. rewrite (parity_of_rest b d Hd), Ho.
    assert (Hs' : In s5 (map score (possible_assignees (not_yet_paired b d)))) by (apply in_map_iff; now exists p).
    destruct (lowest_at_most _ _ Hs') as [x [Ex Hx]].
    destruct (lowest_at_least (map score (possible_assignees (not_yet_paired b d))) s5) as [y [Ey Hy]].
    + intros E. rewrite E in Hs'. destruct Hs'.
    + intros z Hz. apply in_map_iff in Hz as [q [<- Hq]]. now apply (assignee_score d).
    + rewrite Ex in *. injection Ey as <-. f_equal. lia.
  - unfold can_be_completed. rewrite (parity_of_rest b d Hd), Ho.
    destruct (possible_assignees (not_yet_paired b d)); [destruct Hin|reflexivity].
Qed.

Lemma c6_at_least : forall d, In d (candidates b) -> at_least (least6 b) (c6 d).
Proof.
  intros d Hd. unfold least6, c6, at_least. pose proof (parity b d Hd) as Hp. simpl.
  destruct (is_odd_bracket b).
  - destruct (length (downfloaters d)) as [|[|n]]; [discriminate|left; reflexivity|right].
    replace (1 ?= Z.of_nat (S (S n))) with Lt; [reflexivity|]. symmetry. apply Z.compare_lt_iff. lia.
  - destruct (length (downfloaters d)) as [|n]; [left; reflexivity|right].
    replace (0 ?= Z.of_nat (S n)) with Lt; [reflexivity|]. symmetry. apply Z.compare_lt_iff. lia.
Qed.

Lemma c6_least : forall d, c6 d = least6 b -> length (downfloaters d) = (if is_odd_bracket b then 1 else 0)%nat.
Proof. intros d H. unfold c6, least6 in H. injection H as H. destruct (is_odd_bracket b); lia. Qed.

Lemma c7_at_least : forall d s, In d (candidates b) -> c6 d = least6 b ->
  (forall p, In p (everyone b) -> s <= score p) ->
  length (c7 d) = length (least7 b s) /\ at_least (least7 b s) (c7 d).
Proof.
  intros d s Hd E6 Hs. apply c6_least in E6. unfold c7, least7.
  pose proof (everyone_permute b d Hd) as P.
  destruct (is_odd_bracket b); destruct (downfloaters d) as [|p [|q l]]; try discriminate.
  - split; [reflexivity|]. assert (Hp : s <= score p).
    { apply Hs, (Permutation_in _ (Permutation_sym P)), in_app_iff. right. now left. }
    unfold at_least. simpl. destruct (Z.compare_spec s (score p)) as [->|H|H]; auto. lia.
  - split; [reflexivity|now left].
Qed.
End Least.

(** What C5 to C7 can be at best, of a candidate that attains it. *)
Record attains7 (b : bracket) (s5 s : Z) (c : candidate) : Prop := {
  attains_5 : c5 b c = least5 b s5;
  attains_6 : c6 c = least6 b;
  attains_7 : c7 c = least7 b s
}.

Lemma better_opp : forall ks c d, better ks c d = true -> better ks d c = false.
Proof.
  induction ks as [|k ks IH]; intros c d H; simpl in *; [discriminate|].
  rewrite compare_opp. destruct (compare (k c) (k d)); simpl; auto; discriminate.
Qed.

Lemma better_self : forall ks c, better ks c c = false.
Proof. induction ks as [|k ks IH]; intros c; simpl; [reflexivity|]. now rewrite compare_refl. Qed.

Lemma first_best_not_worse : forall ks l e c, is_first_best ks l e -> In c l -> better ks c e = false.
Proof.
  intros ks l e c (before & after & -> & Hb & Ha) Hc. apply in_app_iff in Hc. destruct Hc as [Hc|[->|Hc]].
  - apply better_opp. now apply Hb.
  - apply better_self.
  - now apply Ha.
Qed.

Section Following.
Variables (b : bracket) (s5 s next_score : Z) (next : list card) (rest : list (list card)).
Hypothesis has_next : below b = next :: rest.
Hypothesis bye_least : bye_is_least b s5 = true.
Hypothesis scores_here : forall p, In p (everyone b) -> next_score <= score p.
Hypothesis scores_next : forall p, In p next -> next_score <= score p.

Definition following (d : candidate) : bracket := Bracket (downfloaters d) next rest.

Lemma following_bye : forall d, In d (candidates b) -> bye_is_least (following d) s5 = true.
Proof.
  intros d Hd. unfold bye_is_least in *. rewrite forallb_forall in *. intros p Hp. apply bye_least.
  apply (rest_in b d Hd). unfold not_yet_paired. rewrite has_next. unfold all_left, everyone, following in Hp.
  simpl in *. now rewrite app_assoc.
Qed.

Lemma following_scores : forall d, In d (candidates b) -> forall p, In p (everyone (following d)) -> next_score <= score p.
Proof.
  intros d Hd p Hp. unfold everyone, following in Hp. simpl in Hp. apply in_app_iff in Hp as [Hp|Hp]; [|now apply scores_next].
  apply scores_here. apply (Permutation_in _ (Permutation_sym (everyone_permute b d Hd))), in_app_iff. now right.
Qed.

Lemma following_least5 : forall d, In d (candidates b) -> least5 (following d) s5 = least5 b s5.
Proof.
  intros d Hd. unfold least5. rewrite <- (parity_of_rest b d Hd). unfold not_yet_paired, all_left, everyone, following.
  simpl. rewrite has_next. simpl. now rewrite app_assoc.
Qed.

Lemma following_odd : forall d, In d (candidates b) ->
  is_odd_bracket (following d) = xorb (is_odd_bracket b) (Nat.odd (length next)).
Proof.
  intros d Hd. rewrite <- (parity b d Hd). unfold is_odd_bracket, everyone, following. simpl.
  now rewrite app_length, Nat.odd_add.
Qed.

Lemma least8_following : forall d, In d (candidates b) ->
  least8 b s5 next_score
  = 0 :: least5 (following d) s5 ++ least6 (following d) ++ least7 (following d) next_score.
Proof.
  intros d Hd. unfold least8. rewrite has_next. cbv zeta.
  rewrite (following_least5 d Hd). unfold least6, least7. now rewrite (following_odd d Hd).
Qed.

Lemma c8_unfold : forall d, c8 b d =
  match best [c5 (following d); c6; c7] (filter (complies (following d)) (candidates (following d))) with
  | e :: _ => 0 :: c5 (following d) e ++ c6 e ++ c7 e
  | [] => [1]
  end.
Proof. intros d. unfold c8. rewrite has_next. reflexivity. Qed.

(** Of a candidate of the following bracket that complies. *)
Lemma following_at_least : forall d e, In d (candidates b) -> In e (candidates (following d)) ->
  complies (following d) e = true ->
  at_least (least8 b s5 next_score) (0 :: c5 (following d) e ++ c6 e ++ c7 e).
Proof.
  intros d e Hd He Hc. rewrite (least8_following d Hd).
  destruct (c5_at_least _ _ (following_bye d Hd) e He Hc) as [L5 A5].
  pose proof (c6_at_least (following d) e He) as A6.
  apply (at_least_app [0] [0]); [reflexivity|now left|intros _].
  apply at_least_app; [now rewrite L5|exact A5|intros _].
  apply at_least_app; [reflexivity|exact A6|intros E6].
  now apply (c7_at_least (following d) e next_score He E6 (following_scores d Hd)).
Qed.

Lemma c8_at_least : forall d, In d (candidates b) -> at_least (least8 b s5 next_score) (c8 b d).
Proof.
  intros d Hd. rewrite c8_unfold.
  destruct (best [c5 (following d); c6; c7] (filter (complies (following d)) (candidates (following d)))) as [|e l] eqn:E.
  - right. rewrite (least8_following d Hd). reflexivity.
  - assert (Hb : is_first_best [c5 (following d); c6; c7]
        (filter (complies (following d)) (candidates (following d))) e) by (apply best_is_first_best; now rewrite E).
    destruct Hb as (before & after & El & _).
    assert (Hin : In e (filter (complies (following d)) (candidates (following d)))) by (rewrite El; apply in_elt).
    apply filter_In in Hin as [He Hc]. now apply following_at_least.
Qed.

Lemma c8_attained : forall c e, In c (candidates b) -> In e (candidates (following c)) ->
  complies (following c) e = true -> attains7 (following c) s5 next_score e -> c8 b c = least8 b s5 next_score.
Proof.
  intros c e Hd He Hc [E5 E6 E7]. rewrite c8_unfold.
  assert (Hin : In e (filter (complies (following c)) (candidates (following c)))) by (apply filter_In; auto).
  destruct (best [c5 (following c); c6; c7] (filter (complies (following c)) (candidates (following c)))) as [|x l] eqn:E.
  - exfalso. apply (best_is_there [c5 (following c); c6; c7] (filter (complies (following c)) (candidates (following c))));
      [|exact E]. intros N. rewrite N in Hin. destruct Hin.
  - assert (Hb : is_first_best [c5 (following c); c6; c7]
        (filter (complies (following c)) (candidates (following c))) x) by (apply best_is_first_best; now rewrite E).
    pose proof (first_best_not_worse _ _ _ _ Hb Hin) as Hn.
    destruct Hb as (before & after & El & _).
    assert (Hx : In x (filter (complies (following c)) (candidates (following c)))) by (rewrite El; apply in_elt).
    apply filter_In in Hx as [Hx Hcx].
    destruct (c5_at_least _ _ (following_bye c Hd) x Hx Hcx) as [_ A5].
    pose proof (c6_at_least (following c) x Hx) as A6.
    rewrite (least8_following c Hd). cbn [better] in Hn. rewrite E5, E6, E7 in Hn.
    destruct A5 as [A5|A5]; [|rewrite A5 in Hn; discriminate]. rewrite A5, compare_refl in Hn.
    destruct A6 as [A6|A6]; [|rewrite A6 in Hn; discriminate]. rewrite A6, compare_refl in Hn.
    destruct (c7_at_least (following c) x next_score Hx A6 (following_scores c Hd)) as [_ [A7|A7]];
      [|rewrite A7 in Hn; discriminate].
    now rewrite A5, A6, A7.
Qed.
End Following.

(** * The first four criteria together *)

Section Front.
Variables (t : tournament) (b : bracket) (s5 s : Z).
Hypothesis sound : is_sound b s = true.
Hypothesis bye_least : bye_is_least b s5 = true.

Variable c : candidate.
Hypothesis c_attains : attains7 b s5 s c.
Hypothesis c8_least : forall d, In d (candidates b) -> complies b d = true -> is_tidy b d -> at_least (c8 b c) (c8 b d).

Lemma everyone_score : forall p, In p (everyone b) -> s <= score p.
Proof.
  intros p Hp. unfold everyone in Hp. apply in_app_iff in Hp as [Hp|Hp].
  - apply (mdps_score b s sound) in Hp. lia.
  - apply (residents_score b s sound) in Hp. lia.
Qed.

(** Who attains the least of C6 and C7 is tidy. *)
Lemma attains_tidy : forall d, In d (candidates b) -> c6 d = least6 b -> c7 d = least7 b s -> is_tidy b d.
Proof.
  intros d Hd E6 E7. apply c6_least in E6. pose proof (downfloaters_permute d) as P.
  unfold is_tidy. unfold c7, least7 in E7. destruct (is_odd_bracket b).
  - destruct (downfloaters d) as [|p [|q l]] eqn:Ed; try discriminate. simpl in E7. injection E7 as E7.
    assert (El : limbo d = []).
    { destruct (limbo d) as [|x l] eqn:El; [reflexivity|]. exfalso.
      assert (x = p).
      { apply Permutation_sym in P. assert (Hx : In x [p]) by (apply (Permutation_in _ P); now left).
        destruct Hx as [->|[]]. reflexivity. }
      subst x. destruct (candidates_shape b d Hd) as [Pm _ _].
      assert (Hp : In p (mdps b)).
      { apply (Permutation_in _ (Permutation_sym Pm)), in_app_iff. right. rewrite El. now left. }
      apply (mdps_score b s sound) in Hp. lia. }
    rewrite El in P. split; [exact El|]. now apply Permutation_length in P.
  - destruct (downfloaters d) as [|p l]; [|discriminate]. apply Permutation_nil in P.
    apply app_eq_nil in P as [-> ->]. auto.
Qed.

Theorem others_behind_or_tidy : forall d, In d (candidates b) -> complies b d = true ->
  (better (criteria t b) c d = true /\ better (criteria t b) d c = false)
  \/ (is_tidy b d /\ c5 b d = least5 b s5 /\ c8 b d = c8 b c
      /\ forall rest, criteria t b = c5 b :: c6 :: c7 :: c8 b :: rest ->
         better (criteria t b) c d = better rest c d /\ better (criteria t b) d c = better rest d c).
Proof.
  intros d Hd Hc. destruct c_attains as [C5 C6 C7].
  assert (Ecrit : exists rest, criteria t b = c5 b :: c6 :: c7 :: c8 b :: rest) by (eexists; reflexivity).
  destruct Ecrit as [rest Ecrit].
  assert (Hworse : better (criteria t b) c d = true ->
      better (criteria t b) c d = true /\ better (criteria t b) d c = false).
  { intros H. split; [exact H|now apply better_opp]. }
  rewrite Ecrit in *. 
  destruct (c5_at_least b s5 bye_least d Hd Hc) as [_ [A5|A5]];
    [|left; apply Hworse; cbn [better]; now rewrite C5, A5].
  destruct (c6_at_least b d Hd) as [A6|A6];
    [|left; apply Hworse; cbn [better]; now rewrite C5, A5, C6, A6, compare_refl].
  destruct (c7_at_least b d s Hd A6 everyone_score) as [_ [A7|A7]];
    [|left; apply Hworse; cbn [better]; now rewrite C5, A5, C6, A6, C7, A7, !compare_refl].
  pose proof (attains_tidy d Hd A6 A7) as Td.
  destruct (c8_least d Hd Hc Td) as [A8|A8];
    [|left; apply Hworse; cbn [better]; now rewrite C5, A5, C6, A6, C7, A7, A8, !compare_refl].
  right. split; [exact Td|]. split; [exact A5|]. split; [exact A8|]. intros r Er. injection Er as <-.
  cbn [better]. now rewrite C5, A5, C6, A6, C7, A7, A8, !compare_refl.
Qed.
End Front.
