(** Completion of a round, shown by a pairing or excluded by a barrier; and C.7 by the best candidate of the following
    bracket. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Matching Optimal Goals Right2026 Lists Levels Moves Criteria Front Priced Rules2017 Criteria2017.
Import ListNotations.
Open Scope Z_scope.

(** * A round that can be completed *)

Definition may_be_spared (bye : list card) : Prop := (length bye <= 1)%nat /\ forall p, In p bye -> may_have_pab p = true.

Lemma completable_gives : forall ps, can_be_completed ps = true ->
  exists pairs bye, Permutation ps (members pairs ++ bye) /\ all_meet pairs = true /\ may_be_spared bye
    /\ length bye = (if is_odd_number ps then 1 else 0)%nat.
Proof.
  intros ps H. unfold can_be_completed in H. destruct (is_odd_number ps).
  - destruct (possible_assignees ps) as [|p l] eqn:E; [discriminate|].
    assert (Hp : In p (possible_assignees ps)) by (rewrite E; now left). unfold possible_assignees in Hp.
    apply in_map_iff in Hp as [[q others] [Eq Hp]]. simpl in Eq. subst q.
    apply filter_In in Hp as [Hp M]. apply andb_true_iff in M as [May C].
    destruct (can_be_paired_gives _ _ C) as (pairs & P & M). exists pairs, [p]. split; [|split; [exact M|split; [split|reflexivity]]].
    + eapply Permutation_trans; [apply picks_permute, Hp|]. eapply Permutation_trans; [apply perm_skip, P|].
      apply Permutation_cons_append.
    + simpl. lia.
    + intros q [<-|[]]. exact May.
  - destruct (can_be_paired_gives _ _ H) as (pairs & P & M). exists pairs, []. rewrite app_nil_r.
    split; [exact P|]. split; [exact M|]. split; [|reflexivity]. split; [simpl; lia|intros p []].
Qed.

Lemma completable_shown : forall ps pairs bye, Permutation ps (members pairs ++ bye) ->
  forallb meets_both_ways pairs = true -> may_be_spared bye -> can_be_completed ps = true.
Proof.
  intros ps pairs bye P M [L B]. unfold can_be_completed.
  assert (Odd : is_odd_number ps = Nat.odd (length bye)).
  { unfold is_odd_number. now rewrite (Permutation_length P), app_length, members_length, Nat.add_comm, Nat.odd_add_mul_2. }
  rewrite Odd. destruct bye as [|p [|q l]]; [| |simpl in L; lia].
  - change (Nat.odd (length (@nil card))) with false. cbv iota. rewrite app_nil_r in P. now apply (can_be_paired_shown _ _ pairs).
  - assert (P' : Permutation ps (p :: members pairs))
      by (eapply Permutation_trans; [exact P|apply Permutation_sym, Permutation_cons_append]).
    change (Nat.odd (length [p])) with true. cbv iota.
    assert (Hin : In p (possible_assignees ps)).
    { destruct (picks_there ps p) as [others Hk]; [apply (Permutation_in _ (Permutation_sym P')); now left|].
      unfold possible_assignees. apply in_map_iff. exists (p, others). split; [reflexivity|].
      apply filter_In. split; [exact Hk|]. rewrite (B p (or_introl eq_refl)). simpl.
      apply (can_be_paired_shown _ _ pairs); [lia| |exact M].
      apply picks_permute in Hk. apply (Permutation_cons_inv (a := p)).
      eapply Permutation_trans; [apply Permutation_sym, Hk|exact P']. }
    destruct (possible_assignees ps); [destruct Hin|reflexivity].
Qed.

(** ** And one that can not *)

Definition whole_graph (ps : list card) : list edge :=
  map (fun '(p, q) => Edge (vertex_number p) (vertex_number q) 0) (filter (fun '(p, q) => meets p q) (ordered_pairs ps))
    ++ if is_odd_number ps then map (fun p => Edge (vertex_number p) nobody 0) (filter may_have_pab ps) else [].

(** With [nobody] where the number is odd, whom one of them has to meet. *)
Definition whole_vertices (ps : list card) : list positive :=
  (if is_odd_number ps then [nobody] else []) ++ map vertex_number ps.

Definition cannot_be_completed (ps : list card) (barrier : certificate) : bool :=
  distinct (whole_vertices ps) && is_field ps
  && forallb (fun v => mem v (whole_vertices ps)) (vertices_of barrier) && refute (whole_graph ps) barrier.

Lemma ends_of_pairs : forall pairs,
  Permutation (ends (map (fun '(p, q) => Edge (vertex_number p) (vertex_number q) 0) (map ordered pairs)))
    (map vertex_number (members pairs)).
Proof.
  induction pairs as [|[x y] l IH]; [apply perm_nil|].
  change (members ((x, y) :: l)) with (x :: y :: members l). cbn [map].
  unfold ordered at 1. destruct (ranks_higher x y); simpl.
  - now do 2 apply perm_skip.
  - eapply Permutation_trans; [apply perm_swap|]. now do 2 apply perm_skip.
Qed.

Theorem cannot_be_completed_sound : forall ps barrier, cannot_be_completed ps barrier = true -> can_be_completed ps = false.
Proof.
  intros ps barrier H. destruct (can_be_completed ps) eqn:C; [exfalso|reflexivity].
  unfold cannot_be_completed in H. rewrite !andb_true_iff in H. destruct H as [[[D F] V] H]. apply distinct_sound in D.
  destruct (completable_gives ps C) as (pairs & bye & P & M & [L B] & Len).
  set (m := map (fun '(p, q) => Edge (vertex_number p) (vertex_number q) 0) (map ordered pairs)
    ++ map (fun p => Edge (vertex_number p) nobody 0) bye).
  assert (Eapp : forall l k, ends (l ++ k) = ends l ++ ends k) by (intros; apply flat_map_app).
  assert (Ends : Permutation (ends m) (whole_vertices ps)).
  { unfold m, whole_vertices. rewrite Eapp.
    eapply Permutation_trans; [apply Permutation_app_tail, ends_of_pairs|].
    eapply Permutation_trans; [|apply Permutation_app_head, Permutation_map, Permutation_sym, P]. rewrite map_app.
    destruct bye as [|p [|q l]]; [| |simpl in L; lia]; destruct (is_odd_number ps); try discriminate; simpl.
    - apply Permutation_refl.
    - eapply Permutation_trans; [|apply Permutation_sym, Permutation_cons_append].
      rewrite <- app_assoc. apply Permutation_refl. }
  pose proof (Permutation_NoDup P (field_apart _ F)) as N.
  apply (refute_sound _ _ H m). split; [|split].
  - exact (Permutation_NoDup (Permutation_sym Ends) D).
  - intros e He. unfold m in He. unfold whole_graph. apply in_app_iff in He. apply in_app_iff. destruct He as [He|He].
    + left. apply in_map_iff in He as [[x' y'] [<- He]]. apply in_map_iff in He as [[x y] [Exy He]].
      apply in_map_iff. exists (x', y'). split; [reflexivity|]. apply filter_In.
      pose proof (members_apart _ _ _ (NoDup_front _ _ N) He) as Ne. destruct (members_in _ _ _ He) as [Hx Hy].
      assert (Hx' : In x ps) by (apply (Permutation_in _ (Permutation_sym P)), in_or_app; now left).
      assert (Hy' : In y ps) by (apply (Permutation_in _ (Permutation_sym P)), in_or_app; now left).
      split.
      * rewrite <- Exy. apply (in_order_of _ F ps [] x y (eq_sym (app_nil_r _)) Hx' Hy' Ne).
      * unfold all_meet in M. rewrite forallb_forall in M. specialize (M _ He). simpl in M.
        unfold ordered in Exy. destruct (ranks_higher x y); injection Exy as <- <-; [exact M|]. unfold meets in *. now rewrite orb_comm.
    + right. destruct (is_odd_number ps); [|destruct bye; [destruct He|discriminate]].
      apply in_map_iff in He as [p [<- He]]. apply in_map_iff. exists p. split; [reflexivity|]. apply filter_In. split.
      * apply (Permutation_in _ (Permutation_sym P)), in_or_app. now right.
      * now apply B.
  - intros v Hv _. rewrite forallb_forall in V. apply V, mem_In in Hv. exact (Permutation_in _ (Permutation_sym Ends) Hv).
Qed.

(** * C.7 *)

Lemma some_candidate : forall b, exists d, In d (candidates b) /\ pairs_of d = [].
Proof.
  intros b. assert (Zero : forall n, In 0%nat (down_from n)).
  { intros n. unfold down_from. apply in_rev. rewrite rev_involutive. apply in_seq. lia. }
  assert (None_chosen : forall {A} (l : list A), choices 0 l = [([], l)]) by (intros A [|x l]; reflexivity).
  destruct (homogeneous_candidates 0 (residents b)) as [|[pairs spare] more] eqn:E.
  - exfalso. revert E. unfold homogeneous_candidates, exchanges. cbv zeta. cbn [firstn length seq]. cbn [flat_map]. rewrite None_chosen.
    cbn [flat_map]. change (skipn 0 (with_bsns (residents b))) with (with_bsns (residents b)). rewrite None_chosen. cbn. discriminate.
  - exists (Candidate [] pairs (mdps b) spare). assert (Hin : In (pairs, spare) (homogeneous_candidates 0 (residents b))) by (rewrite E; now left).
    split.
    + unfold candidates. apply in_flat_map. exists 0%nat. split; [apply Zero|]. apply in_flat_map. exists ([], mdps b).
      split; [unfold mdp_sets; rewrite None_chosen; now left|]. apply in_flat_map. exists ([], residents b). split; [now left|].
      apply in_flat_map. exists 0%nat. split; [apply Zero|]. apply in_map_iff. exists (pairs, spare). auto.
    + apply homogeneous_permute in Hin as [_ L]; [|lia]. unfold pairs_of. cbn. now destruct pairs.
Qed.

Definition weight7 (rest : list (list card)) (p : card) : Z :=
  match rest with [] => if may_have_pab p then 1 else 3 | _ => 1 end.
Definition left7 (rest : list (list card)) (d : candidate) : list Z := [sum (map (weight7 rest) (downfloaters d))].

Section Following.
Variables (b : bracket) (next : list card) (rest : list (list card)).
Hypothesis has_next : below b = next :: rest.

Definition next_bracket (d : candidate) : bracket := Bracket (downfloaters d) next rest.
Definition value7 (d f : candidate) : list Z := left7 rest f ++ c6 (next_bracket d) f.
Definition meets_all (f : candidate) : bool := forallb (fun '(p, q) => may_meet p q) (pairs_of f).

Lemma c7_is : forall d, exists f, In f (candidates (next_bracket d)) /\ meets_all f = true /\ c7 Usual b d = value7 d f
  /\ forall g, In g (candidates (next_bracket d)) -> meets_all g = true -> compare (value7 d f) (value7 d g) <> Gt.
Proof.
  intros d. unfold c7. rewrite has_next. cbv zeta. fold (next_bracket d).
  change (fun d0 : candidate => [sum (map (fun p : card => match rest with [] => if may_have_pab p then 1 else 3 | _ :: _ => 1 end)
    (downfloaters d0))]) with (left7 rest).
  change (fun d0 : candidate => forallb (fun '(p, q) => may_meet p q) (pairs_of d0)) with meets_all.
  destruct (best [left7 rest; c6 (next_bracket d)] (filter meets_all (candidates (next_bracket d)))) as [|f l] eqn:E.
  - exfalso. apply (best_is_there [left7 rest; c6 (next_bracket d)] (filter meets_all (candidates (next_bracket d)))); [|exact E].
    destruct (some_candidate (next_bracket d)) as (g & Hg & Eg). intros N.
    assert (Hin : In g (filter meets_all (candidates (next_bracket d)))).
    { apply filter_In. split; [exact Hg|]. unfold meets_all. now rewrite Eg. }
    rewrite N in Hin. destruct Hin.
  - exists f. assert (Hb : is_first_best [left7 rest; c6 (next_bracket d)] (filter meets_all (candidates (next_bracket d))) f)
      by (apply best_is_first_best; now rewrite E).
    assert (Hin : In f (filter meets_all (candidates (next_bracket d)))).
    { destruct Hb as (before & after & -> & _). apply in_elt. }
    apply filter_In in Hin as [Hf Hm]. repeat split; auto. intros g Hg Hmg.
    assert (Hin : In g (filter meets_all (candidates (next_bracket d)))) by (apply filter_In; auto).
    pose proof (first_best_not_worse _ _ _ _ Hb Hin) as Hn. rewrite better_compared in Hn.
    assert (V : compare (value7 d g) (value7 d f) = compared [left7 rest; c6 (next_bracket d)] g f).
    { unfold value7. rewrite compare_app by reflexivity. cbn [compared].
      destruct (compare (left7 rest g) (left7 rest f)); try reflexivity.
      now destruct (compare (c6 (next_bracket d) g) (c6 (next_bracket d) f)). }
    rewrite compare_opp, V. destruct (compared [left7 rest; c6 (next_bracket d)] g f); simpl; congruence.
Qed.

Lemma lowest_is : forall l m, In m l -> (forall x, In x l -> m <= x) ->
  match l with [] => 0 | x :: r => fold_right Z.min x r end = m.
Proof.
  intros [|x l] m Hm H; [destruct Hm|].
  assert (Low : m <= fold_right Z.min x l).
  { assert (Hx : m <= x) by (apply H; now left). assert (Hl : forall y, In y l -> m <= y) by (intros; apply H; now right).
    clear - Hx Hl. induction l as [|y l IH]; simpl; [exact Hx|]. apply Z.min_glb; [apply Hl; now left|]. apply IH. intros z Hz. apply Hl. now right. }
  assert (High : fold_right Z.min x l <= m).
  { clear - Hm. induction l as [|y l IH]; simpl.
    - destruct Hm as [->|[]]. lia.
    - destruct Hm as [->|[->|Hm]]; [specialize (IH (or_introl eq_refl)); lia|lia|specialize (IH (or_intror Hm)); lia]. }
  lia.
Qed.

Variable ns : Z.
Hypothesis some_next : next <> [].
Hypothesis next_score : forall p, In p next -> score p = ns.
Hypothesis all_above : forall p, In p (everyone b) -> ns <= score p.

Lemma next_artificial : forall d, In d (candidates b) -> artificial_value (next_bracket d) = ns - 10.
Proof.
  intros d Hd. unfold artificial_value. cbn [mdps residents next_bracket]. f_equal. apply lowest_is.
  - destruct next as [|p l] eqn:E; [contradiction|]. rewrite <- (next_score p (or_introl eq_refl)). apply in_map, in_or_app. right. now left.
  - intros x Hx. apply in_map_iff in Hx as [p [<- Hp]]. apply in_app_iff in Hp as [Hp|Hp].
    + apply all_above. apply candidates_agree in Hd. apply (Permutation_in _ (Permutation_sym (everyone_permute b d Hd))), in_or_app. now right.
    + rewrite (next_score p Hp). lia.
Qed.

Definition following_sums : list component :=
  of_alone (weight7 rest) :: map (psd_at (ns - 10)) (gaps (ns - 10) (everyone b ++ next)).

Lemma following_here : forall d f, In d (candidates b) -> In f (candidates (next_bracket d)) ->
  incl (members (pairs_of f)) (everyone b ++ next) /\ incl (downfloaters f) (everyone b ++ next).
Proof.
  intros d f Hd Hf. apply candidates_agree in Hd, Hf. pose proof (everyone_permute _ f Hf) as P.
  assert (I : forall p, In p (everyone (next_bracket d)) -> In p (everyone b ++ next)).
  { intros p Hp. unfold everyone, next_bracket in Hp. cbn [mdps residents] in Hp. apply in_app_iff in Hp as [Hp|Hp]; apply in_or_app; [left|now right].
    apply (Permutation_in _ (Permutation_sym (everyone_permute b d Hd))), in_or_app. now right. }
  split; intros p Hp; apply I, (Permutation_in _ (Permutation_sym P)), in_or_app; auto.
Qed.

Lemma compare_values7 : forall c e d f, In c (candidates b) -> In e (candidates (next_bracket c)) -> told_apart e ->
  In d (candidates b) -> In f (candidates (next_bracket d)) -> told_apart f ->
  compare (value7 c e) (value7 d f) = compare (values following_sums e) (values following_sums f).
Proof.
  intros c e d f Hc He Ae Hd Hf Af. unfold value7, left7, following_sums.
  rewrite compare_app by reflexivity.
  assert (Cons : forall x l y, values (x :: l) y = value (moves y) x :: values l y) by reflexivity. rewrite !Cons.
  rewrite !value_of_alone. cbn [compare].
  destruct (sum (map (weight7 rest) (downfloaters e)) ?= sum (map (weight7 rest) (downfloaters f))); try reflexivity.
  unfold c6. rewrite (next_artificial c Hc), (next_artificial d Hd).
  fold (psd_list e (ns - 10)) (psd_list f (ns - 10)).
  rewrite (compare_by_levels (gaps (ns - 10) (everyone b ++ next))).
  - unfold values, counts. rewrite !map_map. rewrite (map_ext _ _ (psd_counts e Ae (ns - 10))).
    now rewrite (map_ext _ _ (psd_counts f Af (ns - 10))).
  - apply gaps_fall.
  - destruct (following_here c e Hc He). now apply psd_levels.
  - destruct (following_here d f Hd Hf). now apply psd_levels.
Qed.
End Following.
