(** What a certificate shows of a candidate of a bracket against all others, by C6 to C8 and the sums behind: of the bracket
    alone, with the following scoregroup, or with everybody below. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Matching Optimal Rules2026 Right2026 Lists Moves Criteria Front Joint.
Import ListNotations.
Open Scope Z_scope.

(** Against [d]: by C6 and C7, then by C8, then by the sums. *)
Definition not_behind_of (b : bracket) (later : list component) (c d : candidate) : Prop :=
  match compare (c6 c ++ c7 c) (c6 d ++ c7 d) with
  | Lt => True
  | Gt => False
  | Eq => compare (c8 b c) (c8 b d) <> Gt
          /\ (c8 b c = c8 b d -> compare (values later c) (values later d) <> Gt)
  end.

Section Facts.
Variables (b : bracket) (s s5 : Z) (deep : bool) (later : list component) (most : Z) (shown : certificate).
Variable costs : tagged_pair -> list Z.
Hypothesis bye_least : least_bye (all_left b) s5.
Hypothesis most_positive : 0 <= most.

Variable c : candidate.
Hypothesis c_there : In c (candidates b).
Hypothesis c_meets : all_meet (pairs_of c) = true.
Hypothesis c_c5 : c5 b c = least5 b s5.

Variable d : candidate.
Hypothesis d_there : In d (candidates b).
Hypothesis d_complies : complies b d = true.
Hypothesis d_c5 : c5 b d = least5 b s5.

Lemma d_meets : all_meet (pairs_of d) = true.
Proof. unfold complies in d_complies. apply andb_true_iff in d_complies as [H _]. now apply all_meet_one_way. Qed.

Lemma d_completes : can_be_completed (not_yet_paired b d) = true.
Proof. unfold complies, c4 in d_complies. rewrite !andb_true_iff in d_complies. tauto. Qed.

Let odd := is_odd_number (all_left b).

(** ** The bracket alone, or the last one *)

Section Simple.
Variable ns : Z.
Hypothesis sound : is_sound b s [] = true.
Hypothesis last : deep = true -> below b = [].
Hypothesis c_spares : deep = true -> spares s5 (downfloaters c) odd.
Hypothesis costs_are : forall m, costs m = map (fun x => cost x m) (entries b s5 [] deep later).
Hypothesis holds : is_shown b s [] [] ns deep (entries b s5 [] deep later) most shown (joint_of c [] []) costs = true.
Hypothesis c8_holds : c6 c = c6 d -> c7 c = c7 d -> compare (c8 b c) (c8 b d) <> Gt.

Lemma simple_placed : forall x further spare, In x (candidates b) -> all_meet (pairs_of x) = true ->
  Permutation (downfloaters x) (members further ++ spare) -> further = [] \/ deep = true -> all_meet further = true ->
  placed_in b [] [] deep x [] further spare.
Proof.
  intros x further spare Hx Mx P F M. constructor; auto.
  - rewrite app_nil_r. eapply Permutation_trans; [apply everyone_permute, Hx|]. now apply Permutation_app_head.
  - intros p q [].
Qed.

Theorem simple_facts : not_behind_of b later c d.
Proof.
  assert (C : placed_in b [] [] deep c [] [] (downfloaters c)).
  { apply simple_placed; auto. }
  assert (D : exists further spare, placed_in b [] [] deep d [] further spare /\ (deep = true -> spares s5 spare odd)).
  { assert (Two : deep = true \/ deep = false) by (destruct deep; auto). destruct Two as [Ed|Ed].
    - destruct (completion b s5 bye_least d d_there d_completes d_c5) as (pairs & bye & P & M & L & B).
      exists pairs, bye. split; [|intros _; split; [exact L|exact B]].
      apply simple_placed; auto using d_meets. unfold not_yet_paired in P. rewrite (last Ed) in P. simpl in P.
      now rewrite app_nil_r in P.
    - exists [], (downfloaters d). split; [|congruence]. apply simple_placed; auto using d_meets. }
  destruct D as (further & spare & D & Sp).
  pose proof (nothing_better b s s5 [] [] ns deep later sound ltac:(intros p []) ltac:(intros H; now destruct H)
    most shown costs costs_are c [] [] (downfloaters c) [] C ltac:(intros H; now destruct H) most_positive holds odd c_spares
    d [] further spare [] D ltac:(intros H; now destruct H) Sp) as H.
  unfold not_behind_of. destruct (compare (c6 c ++ c7 c) (c6 d ++ c7 d)) eqn:E; auto.
  apply compare_eq in E. injection E as E6 E7.
  split; [apply c8_holds; [unfold c6; congruence|exact E7]|auto].
Qed.
End Simple.

(** ** With the following bracket *)

Section Next.
Variables (next : list card) (rest : list (list card)) (ns : Z).
Let more := if deep then concat rest else [].
Hypothesis has_next : below b = next :: rest.
Hypothesis some_next : next <> [].
Hypothesis sound : is_sound b s (next ++ more) = true.
Hypothesis next_score : forall p, In p next -> score p = ns.
Hypothesis next_lower : ns < s.

Variables (e : candidate) (further : list (card * card)) (bye : list card).
Hypothesis e_there : In e (candidates (following next rest c)).
Hypothesis e_complies : complies (following next rest c) e = true.
Hypothesis c_rest : Permutation (downfloaters e ++ concat rest) (members further ++ bye).
Hypothesis c_rest_meets : all_meet further = true.
Hypothesis c_bye : spares s5 bye odd.
Hypothesis e_c5 : c5 (following next rest c) e = least5 b s5.

Let handed := if deep then further else [].
Hypothesis costs_are : forall m, costs m = map (fun x => cost x m) (entries b s5 next deep later).
Hypothesis holds :
  is_shown b s (next ++ more) next ns deep (entries b s5 next deep later) most shown (joint_of c (pairs_of e) handed) costs = true.

(** A candidate of the bracket and one of the following. *)
Lemma next_leaves : forall x f, In x (candidates b) -> In f (candidates (following next rest x)) ->
  Permutation (everyone b ++ next) (members (pairs_of x) ++ members (pairs_of f) ++ downfloaters f).
Proof.
  intros x f Hx Hf. eapply Permutation_trans; [apply Permutation_app_tail, everyone_permute, Hx|].
  rewrite <- app_assoc. apply Permutation_app_head. exact (everyone_permute _ f Hf).
Qed.

Lemma next_pairs : forall x f, In x (candidates b) -> In f (candidates (following next rest x)) ->
  forall p q, In (p, q) (pairs_of f) -> In p (everyone b ++ next) /\ In q next.
Proof.
  intros x f Hx Hf p q H. unfold pairs_of in H. apply in_app_iff in H as [H|H].
  - apply (mdp_pair_in _ f Hf) in H as [Hp Hq]. simpl in Hp, Hq. split; [|exact Hq]. apply in_or_app. left.
    apply (Permutation_in _ (Permutation_sym (everyone_permute b x Hx))), in_or_app. now right.
  - apply (resident_pair_in _ f Hf) in H as [Hp Hq]. simpl in Hp, Hq. split; [|exact Hq]. apply in_or_app. now right.
Qed.

Lemma complies_meets : forall x f, complies x f = true -> all_meet (pairs_of f) = true.
Proof. intros x f H. unfold complies in H. apply andb_true_iff in H as [H _]. now apply all_meet_one_way. Qed.

Lemma next_placed : forall x f, In x (candidates b) -> all_meet (pairs_of x) = true ->
  In f (candidates (following next rest x)) -> all_meet (pairs_of f) = true ->
  forall pairs left, Permutation (downfloaters f ++ concat rest) (members pairs ++ left) -> all_meet pairs = true ->
  placed_in b next more deep x (pairs_of f) (if deep then pairs else []) (if deep then left else downfloaters f).
Proof.
  intros x f Hx Mx Hf Mf pairs left P M. constructor; auto.
  - unfold more. rewrite app_assoc. eapply Permutation_trans; [apply Permutation_app_tail, (next_leaves x f Hx Hf)|].
    rewrite <- !app_assoc. apply Permutation_app_head, Permutation_app_head. destruct deep; [exact P|].
    simpl. rewrite app_nil_r. apply Permutation_refl.
  - exact (next_pairs x f Hx Hf).
  - destruct deep; auto.
  - destruct deep; [exact M|reflexivity].
Qed.

Theorem next_facts : not_behind_of b later c d.
Proof.
  assert (C : placed_in b next more deep c (pairs_of e) handed (if deep then bye else downfloaters e)).
  { unfold handed. apply next_placed; auto. now apply complies_meets in e_complies. }
  assert (Csp : deep = true -> spares s5 (if deep then bye else downfloaters e) odd) by (intros E; now rewrite E).
  pose proof (next_leaves c e c_there e_there) as Lc.
  pose proof (nothing_better b s s5 next more ns deep later sound next_score (fun _ => next_lower)
    most shown costs costs_are c (pairs_of e) handed _ (downfloaters e) C (fun _ => Lc) most_positive holds odd Csp) as Best.
  (* with no pairs of the following bracket *)
  assert (Bare : match compare (c6 c ++ c7 c) (c6 d ++ c7 d) with Gt => False | _ => True end).
  { destruct (completion b s5 bye_least d d_there d_completes d_c5) as (pairs & left & P & M & L & B).
    assert (D : placed_in b next more deep d [] (if deep then pairs else []) (if deep then left else downfloaters d ++ next)).
    { constructor; auto using d_meets.
      - unfold not_yet_paired in P. rewrite has_next in P. simpl in P.
        eapply Permutation_trans; [apply Permutation_app_tail, everyone_permute, d_there|].
        rewrite <- !app_assoc. apply Permutation_app_head. unfold more. destruct deep; [exact P|].
        simpl. rewrite app_nil_r. apply Permutation_refl.
      - intros p q [].
      - destruct deep; auto.
      - destruct deep; [exact M|reflexivity]. }
    specialize (Best d [] _ _ (downfloaters d ++ next) D).
    assert (L' : next <> [] -> Permutation (everyone b ++ next) (members (pairs_of d) ++ members [] ++ downfloaters d ++ next)).
    { intros _. simpl. eapply Permutation_trans; [apply Permutation_app_tail, everyone_permute, d_there|].
      rewrite <- app_assoc. apply Permutation_refl. }
    specialize (Best L' ltac:(intros E; rewrite E; split; assumption)).
    destruct (compare (c6 c ++ c7 c) (c6 d ++ c7 d)); auto. }
  assert (Hle : compare (c8 b c) (value8 next rest c e) <> Gt).
  { destruct (c8_is b s5 next rest has_next bye_least c c_there c_meets) as [[_ N]|(g & Hg & Cg & -> & Bst)];
      [destruct (N e e_there e_complies)|now apply Bst]. }
  unfold not_behind_of. destruct (compare (c6 c ++ c7 c) (c6 d ++ c7 d)) eqn:E67; [|exact I|contradiction].
  destruct (c8_is b s5 next rest has_next bye_least d d_there d_meets) as [[E8 _]|(f & Hf & Cf & E8 & _)].
  - rewrite E8. assert (Lt8 : compare (c8 b c) [1] = Lt).
    { destruct (c8_is b s5 next rest has_next bye_least c c_there c_meets) as [[_ N]|(g & Hg & Cg & -> & Bst)];
        [destruct (N e e_there e_complies)|reflexivity]. }
    rewrite Lt8. split; [discriminate|]. intros Same. rewrite Same, compare_refl in Lt8. discriminate.
  - destruct (following_c5 b s5 next rest has_next bye_least d d_there d_meets f Hf Cf) as [Len [F5|F5]].
    + assert (Fc : can_be_completed (not_yet_paired (following next rest d) f) = true).
      { unfold complies, c4 in Cf. rewrite !andb_true_iff in Cf. tauto. }
      assert (F5' : c5 (following next rest d) f = least5 (following next rest d) s5).
      { rewrite F5. symmetry. now apply following_least5. }
      pose proof (complies_meets _ _ Cf) as Mf.
      destruct (completion _ s5 (following_bye b s5 next rest has_next bye_least d d_there d_meets) f Hf Fc F5') as (pairs & left & P & M & L & B).
      assert (Eodd : is_odd_number (all_left (following next rest d)) = odd).
      { rewrite (following_left b next rest has_next d). now apply parity_of_rest. }
      rewrite Eodd in L.
      pose proof (next_placed d f d_there d_meets Hf Mf pairs left P M) as D.
      specialize (Best d (pairs_of f) _ _ (downfloaters f) D (fun _ => next_leaves d f d_there Hf)
        ltac:(intros E; rewrite E; split; assumption)).
      rewrite E67 in Best. rewrite (match_some next _ _ some_next) in Best.
      change ([Z.of_nat (length (downfloaters e))] ++ descending (map score (downfloaters e))) with (c6 e ++ c7 e) in Best.
      change ([Z.of_nat (length (downfloaters f))] ++ descending (map score (downfloaters f))) with (c6 f ++ c7 f) in Best.
      assert (V : compare (value8 next rest c e) (value8 next rest d f) = compare (c6 e ++ c7 e) (c6 f ++ c7 f)).
      { unfold value8. cbn [compare]. rewrite Z.compare_refl. rewrite compare_app by (rewrite e_c5, F5; reflexivity).
        now rewrite e_c5, F5, compare_refl. }
      rewrite E8. split.
      * apply (le_trans _ _ _ Hle). unfold le. rewrite V. destruct (compare (c6 e ++ c7 e) (c6 f ++ c7 f)); try discriminate. contradiction.
      * intros Same. rewrite Same in Hle. rewrite compare_opp, V in Hle.
        destruct (compare (c6 e ++ c7 e) (c6 f ++ c7 f)); [exact Best|now destruct Hle|contradiction].
    + assert (V : compare (value8 next rest c e) (value8 next rest d f) = Lt).
      { unfold value8. cbn [compare]. rewrite Z.compare_refl, compare_app by congruence. now rewrite e_c5, F5. }
      rewrite E8. split.
      * apply (le_trans _ _ _ Hle). unfold le. rewrite V. discriminate.
      * intros Same. rewrite Same, compare_opp, V in Hle. now destruct Hle.
Qed.
End Next.
End Facts.
