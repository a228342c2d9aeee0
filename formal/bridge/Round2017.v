(** The checker of a round of 2017, the collapsed last bracket included, and the theorem: what it accepts is the round by the
    rules. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Optimal Right2026 Right2017 Lists Moves Front Priced Round2026 Rules2017 Criteria2017 Complete2017 Bracket2017.
Import ListNotations.
Open Scope Z_scope.

(** What is handed in for a bracket; and for one that collapses, which is the last one: the candidate that would be chosen,
    with one of the following bracket that C.7 looks at, that it can not be completed, and the candidates of the PPB and of
    the CLB. *)
Inductive evidence :=
  | Paired (st : step)
  | Collapsing (tried its_next : step) (barrier : certificate) (penultimate last : step).

(** A candidate is named. *)
Definition named_by (b : bracket) (st : step) : option named :=
  match name b st with Some x => if is_candidate b st x then Some x else None | None => None end.

(** The pairs of a candidate of the following bracket, where there is one. *)
Definition pairs_of_next (next : option candidate) : list (card * card) := match next with Some e => pairs_of e | None => [] end.

Section Checker.
Variable t : tournament.

(** C.7 looks at this candidate of the following bracket, where it looks at one. *)
Definition next_named (c : candidate) (lower : list (list card)) (st : step) : option candidate :=
  match lower with
  | [] => None
  | next :: rest =>
      let b := Bracket (downfloaters c) next rest in
      if is_field (everyone b) && is_split b (score_of_group next) then option_map candidate_named (named_by b st) else None
  end.

Definition spared (c : candidate) : option card := match downfloaters c with p :: _ => Some p | [] => None end.

(** The pairs from a bracket on, who receives the bye, and the candidate that C.7 of the bracket before looks at. *)
Fixpoint check_from (moved_down : list card) (groups : list (list card)) (hs : list evidence) :
    option (list (card * card) * option card * option candidate) :=
  match groups, hs with
  | [], [] =>
      match moved_down with
      | [] => Some ([], None, None)
      | [p] => if may_have_pab p then Some ([], Some p, None) else None
      | _ => None
      end
  | scoregroup :: lower, Paired st :: rest =>
      let b := Bracket moved_down scoregroup lower in
      match named_by b st with
      | None => None
      | Some x =>
          let c := candidate_named x in
          match check_from (downfloaters c) lower rest with
          | None => None
          | Some (pairs, bye, next) =>
              if match looked_at Usual b c, next with _ :: _, None => false | _, _ => true end
                 && check_kind t Usual b st x (pairs_of_next next) []
              then Some (pairs_of c ++ pairs, bye, Some c)
              else None
          end
      end
  | scoregroup :: lower, [Collapsing tried its_next barrier penultimate last] =>
      let b := Bracket moved_down scoregroup lower in
      match named_by b tried, named_by b penultimate with
      | Some xd, Some xc =>
          let d := candidate_named xd in
          let c := candidate_named xc in
          let next := next_named d lower its_next in
          match named_by (collapsed c lower) last with
          | None => None
          | Some xe =>
              let e := candidate_named xe in
              if match looked_at Usual b d, next with _ :: _, None => false | _, _ => true end
                 && check_kind t Usual b tried xd (pairs_of_next next) []
                 && cannot_be_completed (downfloaters d ++ concat lower) barrier
                 && check_kind t Penultimate b penultimate xc [] (pairs_of e)
                 && check_kind t CollapsedLast (collapsed c lower) last xe [] []
              then Some (pairs_of c ++ pairs_of e ++ [], spared e, Some d)
              else None
          end
      | _, _ => None
      end
  | _, _ => None
  end.

(** What is known of the brackets that follow. *)
Definition rest_shown (moved_down : list card) (groups : list (list card)) (pairs : list (card * card)) (bye : option card)
    (next : option candidate) : Prop :=
  Permutation (moved_down ++ concat groups) (members pairs ++ bye_list bye)
  /\ forallb meets_both_ways pairs = true
  /\ (forall p, In p (bye_list bye) -> may_have_pab p = true)
  /\ forall e, next = Some e -> match groups with
     | [] => False
     | g :: rest => In e (candidates (Bracket moved_down g rest)) /\ forallb meets_both_ways (pairs_of e) = true
     end.

Lemma bye_spared : forall bye, (forall p, In p (bye_list bye) -> may_have_pab p = true) -> may_be_spared (bye_list bye).
Proof. intros bye H. split; [destruct bye; simpl; lia|exact H]. Qed.

Lemma named_by_gives : forall b st x, named_by b st = Some x -> name b st = Some x /\ is_candidate b st x = true.
Proof.
  intros b st x H. unfold named_by in H. destruct (name b st) as [y|]; [|discriminate].
  destruct (is_candidate b st y) eqn:E; [|discriminate]. now injection H as <-.
Qed.

Lemma candidate_meets : forall b st x, is_candidate b st x = true -> forallb meets_both_ways (pairs_of (candidate_named x)) = true.
Proof. intros b st x H. unfold is_candidate in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto. Qed.

(** The candidate of the usual kind, with what C.7 looks at. *)
Lemma usual_shown : forall moved_down g lower st x next,
  named_by (Bracket moved_down g lower) st = Some x ->
  match looked_at Usual (Bracket moved_down g lower) (candidate_named x), next with _ :: _, None => false | _, _ => true end
    && check_kind t Usual (Bracket moved_down g lower) st x (pairs_of_next next) [] = true ->
  (forall e, next = Some e -> match lower with
     | [] => False
     | g :: rest => In e (candidates (Bracket (downfloaters (candidate_named x)) g rest)) /\ forallb meets_both_ways (pairs_of e) = true
     end) ->
  is_chosen t Usual (Bracket moved_down g lower) (candidate_named x)
  /\ In (candidate_named x) (candidates (Bracket moved_down g lower))
  /\ forallb meets_both_ways (pairs_of (candidate_named x)) = true.
Proof.
  intros moved_down g lower st x next Hn H Hnext. apply named_by_gives in Hn as [Hn Hc]. apply andb_true_iff in H as [Some_next H].
  assert (Witness : exists e, pairs_of_next next = pairs_of e /\ (looked_at Usual (Bracket moved_down g lower) (candidate_named x) <> [] ->
      next = Some e)).
  { destruct next as [e|]; [exists e; auto|]. exists (Candidate [] [] [] []). split; [reflexivity|].
    intros Ne. exfalso. apply Ne. now destruct (looked_at Usual (Bracket moved_down g lower) (candidate_named x)). }
  destruct Witness as (e & Ee & We). rewrite Ee in H.
  apply (kind_shown t Usual _ st x e [] [] Hn Hc H); [|discriminate].
  intros Ne next' rest Eb. cbn [below] in Eb. specialize (Hnext e (We Ne)). now rewrite Eb in Hnext.
Qed.

(** The candidate that is looked at is one. *)
Lemma next_named_gives : forall c lower st e, next_named c lower st = Some e ->
  match lower with
  | [] => False
  | g :: rest => In e (candidates (Bracket (downfloaters c) g rest)) /\ forallb meets_both_ways (pairs_of e) = true
  end.
Proof.
  intros c [|g rest] st e H; [discriminate|]. unfold next_named in H. cbv zeta in H.
  destruct (is_field (everyone (Bracket (downfloaters c) g rest)) && is_split (Bracket (downfloaters c) g rest) (score_of_group g)) eqn:E;
    [|discriminate]. apply andb_true_iff in E as [F S].
  destruct (named_by (Bracket (downfloaters c) g rest) st) as [x|] eqn:En; [|discriminate]. injection H as <-.
  apply named_by_gives in En as [Hn Hc]. split; [|exact (candidate_meets _ _ _ Hc)].
  destruct (named_stands _ st x _ Hn Hc F S []) as (before & after & E & _). rewrite E. apply in_elt.
Qed.

Lemma everyone_left : forall moved_down g lower c, In c (candidates (Bracket moved_down g lower)) ->
  Permutation (moved_down ++ concat (g :: lower)) (members (pairs_of c) ++ downfloaters c ++ concat lower).
Proof.
  intros moved_down g lower c H. apply candidates_agree in H. pose proof (everyone_permute _ c H) as P.
  unfold everyone in P. cbn [mdps residents] in P. simpl. rewrite app_assoc.
  eapply Permutation_trans; [apply Permutation_app_tail, P|]. rewrite <- app_assoc. apply Permutation_refl.
Qed.

Theorem check_from_shows : forall groups moved_down hs pairs bye next,
  check_from moved_down groups hs = Some (pairs, bye, next) ->
  is_paired t moved_down groups pairs bye /\ rest_shown moved_down groups pairs bye next.
Proof.
  induction groups as [|g lower IH]; intros moved_down hs pairs bye next H;
    destruct hs as [|[st|tried its_next barrier penultimate last] hs]; cbn [check_from] in H;
    try (destruct moved_down as [|? [|? ?]]; discriminate).
  - destruct moved_down as [|p [|q l]]; [| |discriminate].
    + injection H as <- <- <-. split; [constructor|]. repeat split; try apply perm_nil; try contradiction; discriminate.
    + destruct (may_have_pab p) eqn:E; [|discriminate]. injection H as <- <- <-. split; [constructor|].
      split; [apply Permutation_refl|]. split; [reflexivity|]. split; [|discriminate]. intros x [<-|[]]. exact E.
  - cbv zeta in H. destruct (named_by (Bracket moved_down g lower) st) as [x|] eqn:En; [|discriminate].
    destruct (check_from (downfloaters (candidate_named x)) lower hs) as [[[pairs' bye'] next']|] eqn:Ef; [|discriminate].
    match type of H with (if ?m then _ else _) = _ => destruct m eqn:Ec; [|discriminate] end. injection H as <- <- <-.
    destruct (IH _ _ _ _ _ Ef) as [Hp (P & M & B & N)].
    destruct (usual_shown _ _ _ _ _ _ En Ec N) as (Hch & Hin & Meets).
    assert (Done : can_be_completed (downfloaters (candidate_named x) ++ concat lower) = true)
      by exact (completable_shown _ _ _ P M (bye_spared _ B)).
    split; [now constructor|]. split; [|split; [|split; [exact B|]]].
    + eapply Permutation_trans; [apply everyone_left, Hin|]. rewrite members_app, <- app_assoc. now apply Permutation_app_head.
    + now rewrite forallb_app, Meets, M.
    + intros e E. injection E as <-. auto.
  - destruct hs as [|? ?]; [|discriminate]. cbv zeta in H.
    destruct (named_by (Bracket moved_down g lower) tried) as [xd|] eqn:Ed; [|discriminate].
    destruct (named_by (Bracket moved_down g lower) penultimate) as [xc|] eqn:Ec; [|discriminate].
    destruct (named_by (collapsed (candidate_named xc) lower) last) as [xe|] eqn:Ee; [|discriminate].
    match type of H with (if ?m then _ else _) = _ => destruct m eqn:K; [|discriminate] end. injection H as <- <- <-.
    rewrite !andb_true_iff in K. destruct K as [[[[K1 K2] Not] Kc] Ke].
    destruct (usual_shown _ _ _ _ _ (next_named (candidate_named xd) lower its_next) Ed) as (Hd & Hdin & Hdm).
    { now rewrite K1, K2. }
    { intros e He. exact (next_named_gives _ _ _ _ He). }
    apply cannot_be_completed_sound in Not.
    apply named_by_gives in Ec as [Nc Cc], Ee as [Ne Ce].
    destruct (kind_shown t CollapsedLast _ last xe (Candidate [] [] [] []) [] [] Ne Ce Ke) as (He & Hein & Hem).
    { intros X. exfalso. now apply X. }
    { discriminate. }
    set (c := candidate_named xc) in *. set (e := candidate_named xe) in *.
    (* from the CLB at most one goes away, who may have the bye *)
    assert (Last : exists l, downfloaters e = l /\ may_be_spared l).
    { exists (downfloaters e). split; [reflexivity|]. unfold check_kind in Ke. cbv zeta in Ke. rewrite !andb_true_iff in Ke.
      destruct Ke as [[[_ L] _] _]. cbn [is_last collapsed below] in L. apply andb_true_iff in L as [L1 L2].
      split; [now apply Nat.leb_le in L1|]. rewrite forallb_forall in L2. exact L2. }
    destruct Last as (l & El & Spared).
    assert (Pe : Permutation (downfloaters c ++ concat lower) (members (pairs_of e) ++ l)).
    { apply candidates_agree in Hein. pose proof (everyone_permute _ e Hein) as P. now rewrite El in P. }
    destruct (kind_shown t Penultimate _ penultimate xc (Candidate [] [] [] []) (pairs_of e) l Nc Cc Kc) as (Hc & Hcin & Hcm).
    { intros X. exfalso. now apply X. }
    { intros _. split; [exact Pe|]. split; [exact Hem|exact Spared]. }
    fold c in Hc, Hcin, Hcm.
    assert (Bye : exists pairs, pairs = [] /\ is_paired t (downfloaters e) [] pairs (spared e) /\ l = bye_list (spared e)).
    { exists []. split; [reflexivity|]. unfold spared. rewrite El. destruct Spared as [L _].
      destruct l as [|p [|q l]]; [split; [constructor|reflexivity]|split; [constructor|reflexivity]|simpl in L; lia]. }
    destruct Bye as (none & -> & Hnone & Ebye).
    split; [exact (the_last_two t _ _ _ _ c e [] _ Hd Not Hc He Hnone)|].
    split; [|split; [|split]].
    + eapply Permutation_trans; [apply everyone_left, Hcin|]. rewrite app_nil_r, members_app, <- app_assoc, <- Ebye.
      now apply Permutation_app_head.
    + now rewrite app_nil_r, forallb_app, Hcm, Hem.
    + rewrite <- Ebye. exact (proj2 Spared).
    + intros d' E. injection E as <-. auto.
Qed.
End Checker.

(** * The round *)

Definition check (t : tournament) (r : round) (hs : list evidence) : bool :=
  is_legal t r
  && match check_from t [] (scoregroups (cards t)) hs with
     | None => false
     | Some (pairs, bye, _) =>
         same_games (sort game_before (games r)) (sort game_before (in_numbers t pairs))
         && match pab r, bye with
            | None, None => true
            | Some n, Some p => n =? tpn p
            | _, _ => false
            end
     end.

(** What is accepted is right. *)
Theorem check_is_right_2017 : forall t r hs, check t r hs = true -> is_right t r.
Proof.
  intros t r hs H. unfold check in H. apply andb_true_iff in H as [L H]. split; [exact L|].
  destruct (check_from t [] (scoregroups (cards t)) hs) as [[[pairs bye] next]|] eqn:E; [|discriminate].
  apply andb_true_iff in H as [G B]. destruct (check_from_shows t _ _ _ _ _ _ E) as [P _].
  exists pairs, bye. split; [exact P|]. split.
  - apply same_games_eq in G. eapply Permutation_trans; [apply Permutation_sym, (sort_permutes game_before)|].
    rewrite G. apply sort_permutes.
  - destruct (pab r), bye; try discriminate; [|reflexivity]. apply Z.eqb_eq in B. simpl. now subst.
Qed.

(** And no other round is accepted, whatever is handed in. *)
Theorem check_is_unique_2017 : forall t r r' hs hs', check t r hs = true -> check t r' hs' = true ->
  Permutation (games r) (games r') /\ pab r = pab r'.
Proof.
  intros t r r' hs hs' H H'. exact (right_is_unique t r r' (check_is_right_2017 t r hs H) (check_is_right_2017 t r' hs' H')).
Qed.

Print Assumptions check_is_right_2017.
Print Assumptions check_is_unique_2017.
