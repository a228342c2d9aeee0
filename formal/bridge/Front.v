(** C4, C5 and C8: whether a pairing can be completed is shown by one that is, that nobody with a lower score can have the
    bye by a barrier, and how good the following bracket can be. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Matching Optimal Goals Rules2026 Right2026 Lists Moves Criteria.
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

Definition all_meet (pairs : list (card * card)) : bool := forallb (fun '(p, q) => meets p q) pairs.

Lemma all_meet_one_way : forall pairs, forallb (fun '(p, q) => may_meet p q) pairs = true -> all_meet pairs = true.
Proof.
  intros pairs H. unfold all_meet. rewrite forallb_forall in *. intros [p q] Hin. specialize (H _ Hin). simpl in H.
  unfold meets. now rewrite H.
Qed.

Lemma all_meet_both_ways : forall pairs, forallb meets_both_ways pairs = true -> all_meet pairs = true.
Proof.
  intros pairs H. unfold all_meet. rewrite forallb_forall in *. intros [p q] Hin. specialize (H _ Hin). simpl in H.
  apply andb_true_iff in H as [H _]. unfold meets. now rewrite H.
Qed.

(** And where it can be completed, there is a pairing. *)
Lemma can_be_paired_gives : forall fuel ps, can_be_paired fuel ps = true ->
  exists pairs, Permutation ps (members pairs) /\ all_meet pairs = true.
Proof.
  induction fuel as [|fuel IH]; intros [|p rest] H; try discriminate; try (exists []; split; [apply perm_nil|reflexivity]).
  simpl in H. apply existsb_exists in H as [[q others] [Ho H]]. apply andb_true_iff in H as [Hm H].
  destruct (IH others H) as (pairs & P & M). exists ((p, q) :: pairs). split.
  - change (members ((p, q) :: pairs)) with (p :: q :: members pairs). apply perm_skip.
    eapply Permutation_trans; [apply picks_permute, Ho|now apply perm_skip].
  - unfold all_meet in *. simpl. rewrite M. unfold meets. now rewrite Hm.
Qed.

(** * The bye *)

Definition all_left (b : bracket) : list card := everyone b ++ concat (below b).

(** Nobody who may receive the bye while the others are paired has a lower score than [s5]. *)
Definition least_bye (ps : list card) (s5 : Z) : Prop := forall p pairs,
  Permutation ps (p :: members pairs) -> all_meet pairs = true -> may_have_pab p = true -> s5 <= score p.

Definition least5 (b : bracket) (s5 : Z) : list Z := if is_odd_number (all_left b) then [s5] else [].

(** ** That it is so *)

Definition nobody : positive := 1%positive.

(** The graph of a pairing in which somebody with a lower score has the bye. *)
Definition bye_graph (ps : list card) (s5 : Z) : list edge :=
  map (fun '(p, q) => Edge (vertex_number p) (vertex_number q) 0) (filter (fun '(p, q) => meets p q) (ordered_pairs ps))
    ++ map (fun p => Edge (vertex_number p) nobody 0) (filter (fun p => may_have_pab p && (score p <? s5)) ps).

Definition bye_holds (ps : list card) (s5 : Z) (barrier : certificate) : bool :=
  forallb (fun p => negb (may_have_pab p) || (s5 <=? score p)) ps
  || (distinct (nobody :: map vertex_number ps) && is_ranked ps
      && forallb (fun v => mem v (nobody :: map vertex_number ps)) (vertices_of barrier)
      && refute (bye_graph ps s5) barrier).

Theorem bye_is_least : forall ps s5 barrier, bye_holds ps s5 barrier = true -> least_bye ps s5.
Proof.
  intros ps s5 barrier H p pairs P M May. unfold bye_holds in H. apply orb_true_iff in H as [H|H].
  - rewrite forallb_forall in H. assert (Hp : In p ps) by (apply (Permutation_in _ (Permutation_sym P)); now left).
    specialize (H p Hp). rewrite May in H. simpl in H. now apply Z.leb_le.
  - rewrite !andb_true_iff in H. destruct H as [[[D R] V] H]. apply distinct_sound in D.
    destruct (Z.le_gt_cases s5 (score p)) as [|Low]; [assumption|exfalso].
    set (m := map (fun '(p, q) => Edge (vertex_number p) (vertex_number q) 0) (map ordered pairs) ++ [Edge (vertex_number p) nobody 0]).
    assert (Nps : NoDup ps) by (inversion D; subst; now apply (NoDup_map_inv vertex_number)).
    assert (Nall : NoDup (p :: members pairs)) by exact (Permutation_NoDup P Nps).
    assert (Npairs : NoDup (members pairs)) by (now inversion Nall).
    assert (Ends : Permutation (ends m) (nobody :: map vertex_number ps)).
    { unfold m. assert (Eapp : forall l k, ends (l ++ k) = ends l ++ ends k) by (intros; apply flat_map_app). rewrite Eapp.
      eapply Permutation_trans; [|apply perm_skip, Permutation_map, Permutation_sym, P].
      assert (E : Permutation (ends (map (fun '(p, q) => Edge (vertex_number p) (vertex_number q) 0) (map ordered pairs)))
          (map vertex_number (members pairs))).
      { clear. induction pairs as [|[x y] l IH]; [apply perm_nil|].
        change (members ((x, y) :: l)) with (x :: y :: members l). cbn [map].
        unfold ordered at 1. destruct (ranks_higher x y); simpl.
        - now do 2 apply perm_skip.
        - eapply Permutation_trans; [apply perm_swap|]. now do 2 apply perm_skip. }
      eapply Permutation_trans; [apply Permutation_app_tail, E|]. simpl.
      eapply Permutation_trans; [apply Permutation_app_comm|]. simpl. apply perm_swap. }
    apply (refute_sound _ _ H m). split; [|split].
    + exact (Permutation_NoDup (Permutation_sym Ends) D).
    + intros e He. unfold m in He. unfold bye_graph. apply in_app_iff in He. apply in_app_iff. destruct He as [He|[<-|[]]].
      * left. apply in_map_iff in He as [[x' y'] [<- He]]. apply in_map_iff in He as [[x y] [Exy He]].
        apply in_map_iff. exists (x', y'). split; [reflexivity|]. apply filter_In.
        pose proof (members_apart _ _ _ Npairs He) as Ne. destruct (members_in _ _ _ He) as [Hx Hy].
        assert (Hx' : In x ps) by (apply (Permutation_in _ (Permutation_sym P)); now right).
        assert (Hy' : In y ps) by (apply (Permutation_in _ (Permutation_sym P)); now right).
        unfold all_meet in M. rewrite forallb_forall in M. specialize (M _ He). simpl in M.
        unfold is_ranked in R. rewrite forallb_forall in R. unfold ordered in Exy.
        destruct (ordered_either ps x y Hx' Hy' Ne) as [Hi|Hi]; pose proof (R _ Hi) as Ho; simpl in Ho;
          apply andb_true_iff in Ho as [Ho Hn]; apply negb_true_iff in Hn.
        -- rewrite Ho in Exy. injection Exy as <- <-. auto.
        -- rewrite Hn in Exy. injection Exy as <- <-. split; [exact Hi|]. unfold meets in *. now rewrite orb_comm.
      * right. apply in_map_iff. exists p. split; [reflexivity|]. apply filter_In. split.
        -- apply (Permutation_in _ (Permutation_sym P)). now left.
        -- rewrite May. simpl. now apply Z.ltb_lt.
    + intros v Hv _. rewrite forallb_forall in V. apply V, mem_In in Hv. exact (Permutation_in _ (Permutation_sym Ends) Hv).
Qed.

(** ** In a bracket, and below it *)

(** As good as can be, or worse. *)
Definition at_least (least l : list Z) : Prop := l = least \/ compare least l = Lt.

Lemma at_least_app : forall l m l' m', length l = length m -> at_least l m -> (m = l -> at_least l' m') ->
  at_least (l ++ l') (m ++ m').
Proof.
  intros l m l' m' E [->|H] H'.
  - destruct (H' eq_refl) as [->|H]; [now left|]. right. rewrite compare_app by reflexivity. now rewrite compare_refl.
  - right. rewrite compare_app by exact E. now rewrite H.
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
Hypothesis bye_least : least_bye (all_left b) s5.

Section Candidate.
Variable d : candidate.
Hypothesis there : In d (candidates b).

Lemma left_permute : Permutation (all_left b) (members (pairs_of d) ++ not_yet_paired b d).
Proof.
  unfold all_left, not_yet_paired. rewrite app_assoc. apply Permutation_app_tail. now apply everyone_permute.
Qed.

Hypothesis meeting : all_meet (pairs_of d) = true.

Lemma below_bye : least_bye (not_yet_paired b d) s5.
Proof.
  intros p pairs P M May. apply (bye_least p (pairs_of d ++ pairs)); [| |exact May].
  - eapply Permutation_trans; [apply left_permute|]. rewrite members_app.
    eapply Permutation_trans; [apply Permutation_app_head, P|]. apply Permutation_sym, Permutation_middle.
  - unfold all_meet in *. now rewrite forallb_app, meeting, M.
Qed.

Lemma possible_gives : forall p, In p (possible_assignees (not_yet_paired b d)) -> may_have_pab p = true
  /\ exists pairs, Permutation (not_yet_paired b d) (p :: members pairs) /\ all_meet pairs = true.
Proof.
  intros p H. unfold possible_assignees in H. apply in_map_iff in H as [[q others] [E H]]. simpl in E. subst q.
  apply filter_In in H as [H M]. apply andb_true_iff in M as [M C]. split; [exact M|].
  destruct (can_be_paired_gives _ _ C) as (pairs & P & Me). exists pairs. split; [|exact Me].
  eapply Permutation_trans; [apply picks_permute, H|now apply perm_skip].
Qed.

Lemma assignee_score : forall p, In p (possible_assignees (not_yet_paired b d)) -> s5 <= score p.
Proof. intros p H. destruct (possible_gives p H) as (May & pairs & P & M). exact (below_bye p pairs P M May). Qed.

Lemma c5_at_least : can_be_completed (not_yet_paired b d) = true ->
  length (c5 b d) = length (least5 b s5) /\ at_least (least5 b s5) (c5 b d).
Proof.
  intros Hc. unfold c5, least5. cbv zeta. rewrite (parity_of_rest b d there).
  destruct (is_odd_number (all_left b)) eqn:Eo; [|split; [reflexivity|now left]].
  unfold can_be_completed in Hc. rewrite (parity_of_rest b d there), Eo in Hc.
  destruct (lowest_at_least (map score (possible_assignees (not_yet_paired b d))) s5) as [x [-> Hx]].
  - intros E. apply map_eq_nil in E. rewrite E in Hc. discriminate.
  - intros x Hx. apply in_map_iff in Hx as [p [<- Hp]]. now apply assignee_score.
  - split; [reflexivity|]. unfold at_least. simpl. destruct (Z.compare_spec s5 x) as [->|H|H]; auto. lia.
Qed.

(** What completes the round, with an assignee of this score. *)
Lemma completion : can_be_completed (not_yet_paired b d) = true -> c5 b d = least5 b s5 ->
  exists pairs bye, Permutation (not_yet_paired b d) (members pairs ++ bye) /\ all_meet pairs = true
    /\ length bye = (if is_odd_number (all_left b) then 1 else 0)%nat
    /\ (forall p, In p bye -> may_have_pab p = true /\ score p = s5).
Proof.
  intros Hc E5. unfold can_be_completed in Hc. unfold c5, least5 in E5. cbv zeta in E5.
  rewrite (parity_of_rest b d there) in *. destruct (is_odd_number (all_left b)).
  - assert (H : In s5 (map score (possible_assignees (not_yet_paired b d)))).
    { destruct (map score (possible_assignees (not_yet_paired b d))) as [|x l]; [discriminate|]. simpl in E5. injection E5 as <-.
      clear. induction l as [|y l IH]; [now left|]. simpl fold_right.
      destruct (Z.min_spec y (fold_right Z.min x l)) as [[_ ->]|[_ ->]]; [right; now left|]. destruct IH as [H|H]; [now left|].
      right. now right. }
    apply in_map_iff in H as [p [Hs Hp]]. destruct (possible_gives p Hp) as (May & pairs & P & M). exists pairs, [p].
    split; [eapply Permutation_trans; [exact P|apply Permutation_cons_append]|]. split; [exact M|]. split; [reflexivity|].
    intros q [<-|[]]. auto.
  - destruct (can_be_paired_gives _ _ Hc) as (pairs & P & M). exists pairs, []. rewrite app_nil_r. repeat split; auto; contradiction.
Qed.

(** C4 and C5 where a completion is shown. *)
Lemma c5_shown : forall pairs bye, Permutation (not_yet_paired b d) (members pairs ++ bye) ->
  forallb meets_both_ways pairs = true -> (length bye <= 1)%nat ->
  (forall p, In p bye -> may_have_pab p = true /\ score p = s5) ->
  c5 b d = least5 b s5 /\ can_be_completed (not_yet_paired b d) = true
  /\ length bye = (if is_odd_number (all_left b) then 1 else 0)%nat.
Proof.
  intros pairs bye P M L B. pose proof (parity_of_rest b d there) as Par.
  destruct bye as [|p [|q bye]]; [| |simpl in L; lia].
  - rewrite app_nil_r in P. assert (Even : is_odd_number (not_yet_paired b d) = false).
    { unfold is_odd_number. rewrite (Permutation_length P), members_length.
      rewrite <- (Nat.add_0_l (2 * length pairs)). now rewrite Nat.odd_add_mul_2. }
    unfold c5, least5, can_be_completed. cbv zeta. rewrite <- Par, Even. repeat split.
    now apply (can_be_paired_shown _ _ pairs).
  - destruct (B p (or_introl eq_refl)) as [May Score].
    assert (Odd : is_odd_number (not_yet_paired b d) = true).
    { unfold is_odd_number. rewrite (Permutation_length P), app_length, members_length. cbn [length].
      rewrite Nat.add_comm. now rewrite Nat.odd_add_mul_2. }
    assert (P' : Permutation (not_yet_paired b d) (p :: members pairs))
      by (eapply Permutation_trans; [exact P|apply Permutation_sym, Permutation_cons_append]).
    assert (Hin : In p (possible_assignees (not_yet_paired b d))).
    { destruct (picks_there (not_yet_paired b d) p) as [others Hk].
      { apply (Permutation_in _ (Permutation_sym P')). now left. }
      unfold possible_assignees. apply in_map_iff. exists (p, others). split; [reflexivity|].
      apply filter_In. split; [exact Hk|]. rewrite May. simpl.
      apply (can_be_paired_shown _ _ pairs); [lia| |exact M].
      apply picks_permute in Hk. apply (Permutation_cons_inv (a := p)).
      eapply Permutation_trans; [apply Permutation_sym, Hk|exact P']. }
    assert (C : can_be_completed (not_yet_paired b d) = true).
    { unfold can_be_completed. rewrite Odd. destruct (possible_assignees (not_yet_paired b d)); [destruct Hin|reflexivity]. }
    split; [|split; [exact C|now rewrite <- Par, Odd]].
    destruct (c5_at_least C) as [_ [H|H]]; [exact H|]. exfalso. revert H. unfold c5, least5. cbv zeta. rewrite <- Par, Odd.
    assert (Hs' : In s5 (map score (possible_assignees (not_yet_paired b d)))) by (apply in_map_iff; now exists p).
    destruct (lowest_at_most _ _ Hs') as [x [-> Hx]]. simpl. destruct (Z.compare_spec s5 x); try discriminate; lia.
Qed.
End Candidate.
End Least.

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

(** * C8 *)

Lemma c7_length : forall d e, c6 d = c6 e -> length (c7 d) = length (c7 e).
Proof.
  intros d e H. unfold c6 in H. injection H as H. apply Nat2Z.inj in H. unfold c7, descending.
  now rewrite !(Permutation_length (sort_permutes Z.gtb _)), !map_length.
Qed.

(** C5 to C7 in one list. *)
Lemma better_5_to_7 : forall b d e, length (c5 b d) = length (c5 b e) ->
  better [c5 b; c6; c7] d e = is_lower (c5 b d ++ c6 d ++ c7 d) (c5 b e ++ c6 e ++ c7 e).
Proof.
  intros b d e L. apply better_block; [exact L|reflexivity|intros _].
  apply better_block; [reflexivity|reflexivity|intros E6].
  rewrite <- (app_nil_r (c7 d)), <- (app_nil_r (c7 e)). apply better_block; [now apply c7_length|reflexivity|reflexivity].
Qed.

Section Following.
Variables (b : bracket) (s5 : Z) (next : list card) (rest : list (list card)).
Hypothesis has_next : below b = next :: rest.
Hypothesis bye_least : least_bye (all_left b) s5.

Definition following (d : candidate) : bracket := Bracket (downfloaters d) next rest.

Section Candidate.
Variable d : candidate.
Hypothesis there : In d (candidates b).
Hypothesis meeting : all_meet (pairs_of d) = true.

Lemma following_left : all_left (following d) = not_yet_paired b d.
Proof. unfold all_left, everyone, following, not_yet_paired. simpl. rewrite has_next. simpl. now rewrite app_assoc. Qed.

Lemma following_bye : least_bye (all_left (following d)) s5.
Proof. rewrite following_left. now apply below_bye. Qed.

Lemma following_least5 : least5 (following d) s5 = least5 b s5.
Proof. unfold least5. now rewrite following_left, (parity_of_rest b d there). Qed.

Definition value8 (e : candidate) : list Z := 0 :: c5 (following d) e ++ c6 e ++ c7 e.

Lemma following_c5 : forall e, In e (candidates (following d)) -> complies (following d) e = true ->
  length (c5 (following d) e) = length (least5 b s5) /\ at_least (least5 b s5) (c5 (following d) e).
Proof.
  intros e He Hc. rewrite <- following_least5. unfold complies, c4 in Hc. rewrite !andb_true_iff in Hc.
  destruct Hc as [M [C _]]. apply c5_at_least; auto using following_bye, all_meet_one_way.
Qed.

(** What C8 is: of a best candidate of the following bracket, or that there is none. *)
Lemma c8_is : (c8 b d = [1] /\ forall e, In e (candidates (following d)) -> complies (following d) e = true -> False)
  \/ exists e, In e (candidates (following d)) /\ complies (following d) e = true /\ c8 b d = value8 e
       /\ forall f, In f (candidates (following d)) -> complies (following d) f = true -> compare (value8 e) (value8 f) <> Gt.
Proof.
  unfold c8. rewrite has_next. cbv zeta. fold (following d).
  destruct (best [c5 (following d); c6; c7] (filter (complies (following d)) (candidates (following d)))) as [|e l] eqn:E.
  - left. split; [reflexivity|]. intros e He Hc.
    apply (best_is_there [c5 (following d); c6; c7] (filter (complies (following d)) (candidates (following d)))); [|exact E].
    intros N. assert (Hin : In e (filter (complies (following d)) (candidates (following d)))) by (apply filter_In; auto).
    rewrite N in Hin. destruct Hin.
  - right. exists e. assert (Hb : is_first_best [c5 (following d); c6; c7]
        (filter (complies (following d)) (candidates (following d))) e) by (apply best_is_first_best; now rewrite E).
    assert (Hin : In e (filter (complies (following d)) (candidates (following d)))).
    { destruct Hb as (before & after & -> & _). apply in_elt. }
    apply filter_In in Hin as [He Hc]. repeat split; auto. intros f Hf Hcf.
    assert (Hin : In f (filter (complies (following d)) (candidates (following d)))) by (apply filter_In; auto).
    pose proof (first_best_not_worse _ _ _ _ Hb Hin) as Hn. rewrite better_5_to_7 in Hn.
    + unfold value8. cbn [compare]. rewrite Z.compare_refl. unfold is_lower in Hn. rewrite compare_opp in Hn.
      destruct (compare (c5 (following d) e ++ c6 e ++ c7 e) (c5 (following d) f ++ c6 f ++ c7 f)); simpl in *; congruence.
    + destruct (following_c5 e He Hc) as [-> _]. now destruct (following_c5 f Hf Hcf) as [-> _].
Qed.
End Candidate.

(** ** What the following bracket can do at best; [ns] is the score of its residents. *)

Variable ns : Z.
Hypothesis scores_here : forall p, In p (everyone b) -> ns <= score p.
Hypothesis scores_next : forall p, In p next -> ns <= score p.

Definition next_is_odd : bool := xorb (is_odd_bracket b) (Nat.odd (length next)).
Definition least6 : list Z := [if next_is_odd then 1 else 0].
Definition least7 : list Z := if next_is_odd then [ns] else [].

Lemma following_odd : forall d, In d (candidates b) -> is_odd_bracket (following d) = next_is_odd.
Proof.
  intros d Hd. unfold next_is_odd. rewrite <- (parity b d Hd). unfold is_odd_bracket, everyone, following. simpl.
  now rewrite app_length, Nat.odd_add.
Qed.

Lemma following_scores : forall d, In d (candidates b) -> forall p, In p (everyone (following d)) -> ns <= score p.
Proof.
  intros d Hd p Hp. unfold everyone, following in Hp. simpl in Hp. apply in_app_iff in Hp as [Hp|Hp]; [|now apply scores_next].
  apply scores_here. apply (Permutation_in _ (Permutation_sym (everyone_permute b d Hd))), in_app_iff. now right.
Qed.

Lemma next_at_least : forall d e, In d (candidates b) -> In e (candidates (following d)) ->
  at_least (least6 ++ least7) (c6 e ++ c7 e).
Proof.
  intros d e Hd He. pose proof (parity _ e He) as Hp. rewrite (following_odd d Hd) in Hp.
  assert (Len : length (c7 e) = length (downfloaters e))
    by (unfold c7, descending; now rewrite (Permutation_length (sort_permutes Z.gtb _)), map_length).
  assert (Sc : forall x, In x (c7 e) -> ns <= x).
  { intros x Hx. unfold c7 in Hx. apply (Permutation_in _ (sort_permutes Z.gtb _)) in Hx.
    apply in_map_iff in Hx as [p [<- Hx]]. apply (following_scores d Hd).
    apply (Permutation_in _ (Permutation_sym (everyone_permute _ e He))), in_app_iff. now right. }
  unfold c6, at_least, least6, least7. destruct next_is_odd.
  - destruct (length (downfloaters e)) as [|[|n]] eqn:El; [discriminate| |].
    + destruct (c7 e) as [|x [|y l]]; try discriminate. specialize (Sc x (or_introl eq_refl)).
      simpl. destruct (Z.compare_spec ns x) as [->|H|H]; auto. lia.
    + right. cbn [app compare]. replace (1 ?= Z.of_nat (S (S n))) with Lt; [reflexivity|].
      symmetry. apply Z.compare_lt_iff. lia.
  - destruct (length (downfloaters e)) as [|n] eqn:El.
    + destruct (c7 e); [|discriminate]. left. reflexivity.
    + right. cbn [app compare]. replace (0 ?= Z.of_nat (S n)) with Lt; [reflexivity|].
      symmetry. apply Z.compare_lt_iff. lia.
Qed.

(** Where a candidate attains it, C8 of no other is lower. *)
Lemma c8_attained : forall c e d, In c (candidates b) -> all_meet (pairs_of c) = true ->
  In e (candidates (following c)) -> complies (following c) e = true -> c5 (following c) e = least5 b s5 ->
  c6 e ++ c7 e = least6 ++ least7 ->
  In d (candidates b) -> all_meet (pairs_of d) = true -> compare (c8 b c) (c8 b d) <> Gt.
Proof.
  intros c e d Hc Mc He Ce E5 E67 Hd Md.
  assert (Top : forall f, In f (candidates (following d)) -> complies (following d) f = true ->
      compare (value8 c e) (value8 d f) <> Gt).
  { intros f Hf Cf. unfold value8. cbn [compare]. rewrite Z.compare_refl.
    destruct (following_c5 d Hd Md f Hf Cf) as [L [A|A]]; rewrite compare_app by congruence; rewrite E5.
    - rewrite A, compare_refl, E67. destruct (next_at_least d f Hd Hf) as [->|K]; [now rewrite compare_refl|now rewrite K].
    - now rewrite A. }
  assert (Hle : compare (c8 b c) (value8 c e) <> Gt).
  { destruct (c8_is c Hc Mc) as [[_ N]|(g & Hg & Cg & -> & Best)]; [destruct (N e He Ce)|now apply Best]. }
  destruct (c8_is d Hd Md) as [[-> _]|(f & Hf & Cf & -> & _)].
  - apply (le_trans _ _ _ Hle). unfold le, value8. discriminate.
  - exact (le_trans _ _ _ Hle (Top f Hf Cf)).
Qed.
End Following.
