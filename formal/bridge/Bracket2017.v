(** The checker of a bracket of 2017, of each of its three kinds, and that what it accepts is the candidate that is chosen. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Right2026 Lists Levels Moves Criteria Front Sequence Homogeneous Place Joint Round2026
  Priced Rules2017 Criteria2017 Place2017 Joint2017 Complete2017.
Import ListNotations.
Open Scope Z_scope.

(** * The candidate that is named, and where it stands *)

(** Residents by their order, which is not that of their TPNs where they have several scores. *)
Definition rank_of (b : bracket) : card -> Z := bsn_in (bsn_map (residents b)).

Definition is_candidate (b : bracket) (st : step) (x : named) : bool :=
  let n := length (firsts st) in
  let remainder := n_remainder x in
  let m := bsn_map (residents b) in
  let r := bsn_map remainder in
  Nat.eqb (length (n_opponents x)) (length (n_mdps x))
  && Nat.leb n (Nat.div2 (length remainder))
  && forallb (fun '(i, p) => bsn_in m p =? i) (with_bsns (residents b))
  && Nat.eqb (length (n_down x)) (length (n_up x))
  && Nat.eqb (length (n_s1 x)) n
  && Nat.eqb (length (seconds st)) n
  && forallb (fun '(i, j) => i <=? j) (combine (bsns (n_s1 x)) (bsns (n_partners x)))
  && forallb (fun '(i, p) => bsn_in r p =? i) (with_bsns remainder)
  && forallb (fun '((i, p), (j, q)) => (i <? j) && ranks_higher p q && negb (ranks_higher q p))
       (ordered_pairs (with_bsns remainder))
  && forallb meets_both_ways (pairs_of (candidate_named x)).

Definition place_of (b : bracket) (x : named) : list component :=
  place_sums (mdps b) (rank_of b) (bsn_in (bsn_map (n_remainder x))) (length (n_s1 x)) (n_remainder x).

Lemma bsns_ascend : forall ps, ascending (bsns (with_bsns ps)).
Proof. intros ps. exact (ascending_all 0 ps (Nat.le_0_l _)). Qed.

Theorem named_stands : forall b st x s, name b st = Some x -> is_candidate b st x = true ->
  is_field (everyone b) = true -> is_split b s = true ->
  forall least, exists before after, candidates b = before ++ candidate_named x :: after
    /\ forall d, In d before ->
         length (mdp_pairs d) = length (mdp_pairs (candidate_named x)) ->
         length (resident_pairs d) = length (resident_pairs (candidate_named x)) ->
         compare (values (least ++ place_of b x) d) (values (least ++ place_of b x) (candidate_named x))
         = match compare (values least d) (values least (candidate_named x)) with Eq => Lt | other => other end.
Proof.
  intros b st x s Ename Econd Field Split least. unfold is_candidate in Econd. cbv zeta in Econd. rewrite !andb_true_iff in Econd.
  destruct Econd as [[[[[[[[[Eopp Few] Rank] Eex] Ea] Esec] Canon] Bsn] Ranks] Meets].
  apply Nat.eqb_eq in Eopp, Eex, Ea, Esec. apply Nat.leb_le in Few.
  unfold name in Ename. destruct (take tpn (opponents_of_mdps st) (residents b)) as [[opponents remainder]|] eqn:Et1; [|discriminate].
  cbv zeta in Ename.
  match type of Ename with match ?m with _ => _ end = _ => destruct m as [[partners spare]|] eqn:Et2; [|discriminate] end.
  set (n := length (firsts st)) in *.
  set (before := firstn n (with_bsns remainder)) in *. set (behind := skipn n (with_bsns remainder)) in *.
  injection Ename as <-. unfold place_of. cbn [n_mdps n_limbo n_opponents n_remainder n_down n_up n_s1 n_s2 n_partners n_spare] in *.
  set (f := is_in_s1 st) in *.
  assert (Enough : (n <= length remainder)%nat) by exact (enough remainder n Few).
  apply take_arranges in Et1 as Taken.
  assert (Lopp : length (opponents_of_mdps st) = length (filter (is_paired_mdp st) (mdps b))).
  { rewrite <- Eopp. symmetry. now apply (arrangements_permute _ _ _ _ Taken). }
  rewrite Lopp in Taken.
  apply take_arranges in Et2 as Arranged. rewrite Esec in Arranged.
  destruct (firsts_exchanged st remainder n Enough Eex) as [Ex S2].
  assert (Canonical : canonical (filter f before ++ filter f behind) (bsns partners)).
  { intros i j Hin. rewrite forallb_forall in Canon. specialize (Canon _ Hin). now apply Z.leb_le. }
  assert (BsnIs : forall i p, In (i, p) (with_bsns remainder) -> bsn_in (bsn_map remainder) p = i).
  { intros i p Hin. rewrite forallb_forall in Bsn. specialize (Bsn _ Hin). now apply Z.eqb_eq. }
  assert (ByRank : ascending (map (rank_of b) (residents b))).
  { assert (E : map (rank_of b) (residents b) = bsns (with_bsns (residents b))); [|rewrite E; apply bsns_ascend].
    rewrite <- (untagged (residents b)) at 1. rewrite map_map. unfold bsns. apply map_ext_in. intros [i p] Hin.
    rewrite forallb_forall in Rank. specialize (Rank _ Hin). now apply Z.eqb_eq in Rank. }
  rewrite Ea.
  exact (place_of_it b s Field Split (rank_of b) ByRank _ _ _ _ n (choices_filtered (is_paired_mdp st) (mdps b)) Taken Few
    _ _ _ _ _ _ Ex S2 Arranged Ea Canonical (bsn_in (bsn_map remainder)) BsnIs Ranks least).
Qed.

(** * The checker of a bracket *)

Section Checker.
Variables (t : tournament) (k : kind).

(** The following scoregroup, where C.7 looks at it: somebody goes away into it. *)
Definition looked_at (b : bracket) (c : candidate) : list card :=
  match k, below b, downfloaters c with Usual, next :: _, _ :: _ => next | _, _, _ => [] end.

(** Everybody below, where the round has to be completed. *)
Definition completed (b : bracket) : list card := match k with Penultimate => concat (below b) | _ => [] end.

Definition is_last (b : bracket) : bool := match k, below b with Penultimate, _ | _, _ :: _ => false | _, [] => true end.
Definition is_penultimate : bool := match k with Penultimate => true | _ => false end.
Definition looks_at_all (b : bracket) : bool := is_last b || is_penultimate.

Definition gaps_of (b : bracket) : list Z := gaps (artificial_value b) (everyone b).

Definition front_of (b : bracket) (s : Z) : list component := concat (front_sums b s (gaps_of b)).
Definition following_of (b : bracket) (next : list card) : list component :=
  match next with [] => [] | _ => following_sums b next (tl (below b)) (score_of_group next) end.
Definition later_of (b : bracket) : list component := concat (later_sums t b (gaps_of b)).

Definition respects_of (b : bracket) (s : Z) (x : named) (next : list card) : list respect :=
  respects (looks_at_all b) (front_of b s) (following_of b next) (later_of b ++ place_of b x).

(** What all its edges cost; the questions of the sequence are asked together, of a pair of BSNs. *)
Definition prices_of (b : bracket) (s : Z) (x : named) (next : list card) : tagged_pair -> list Z :=
  let m := bsn_map (n_remainder x) in
  let r := bsn_map (residents b) in
  let others := respects (looks_at_all b) (front_of b s) (following_of b next)
    (later_of b ++ map in_limbo_at (levels (map score (mdps b))) ++ map in_limbo_of (mdps b)
      ++ map (partner_by (bsn_in r)) (mdps b)) in
  let questions := asked (length (n_s1 x)) (n_remainder x) in
  fun pair =>
    map (fun y => price y pair) others
      ++ match pair with
         | (Here, found) =>
             let i := bsn_in m (fst (ordered found)) in
             let j := bsn_in m (snd (ordered found)) in
             map (fun f => f i j) questions
         | _ => map (fun _ => 0) questions
         end.

Lemma prices_are : forall b s x next m, prices_of b s x next m = map (fun y => price y m) (respects_of b s x next).
Proof.
  intros b s x next m. unfold prices_of, respects_of, respects, place_of, place_sums. cbv zeta.
  rewrite !map_app, <- !app_assoc. do 7 f_equal. rewrite !map_map. destruct m as [c [p q]]. destruct c; try reflexivity.
  apply map_ext. intros f. cbn [price]. unfold reduced, orient. simpl. lia.
Qed.

(** [below_pairs]: of a candidate of the following bracket; [further]: the pairs that complete the round. *)
Definition check_kind (b : bracket) (st : step) (x : named) (below_pairs further : list (card * card)) : bool :=
  let s := score_of_group (residents b) in
  let c := candidate_named x in
  let next := looked_at b c in
  let more := completed b in
  is_field (everyone b) && is_field (everyone b ++ next ++ more) && is_split b s
  && match next with
     | [] => match below b with [] :: _ => false | _ => true end
     | _ => forallb (fun p => score p =? score_of_group next) next && forallb (fun p => score_of_group next <=? score p) (everyone b)
     end
  && (if is_last b then Nat.leb (length (downfloaters c)) 1 && forallb may_have_pab (downfloaters c) else true)
  && (0 <=? largest_cost st)
  && is_cheapest (everyone b ++ next ++ more) respect price
       (joint_graph b s next more (score_of_group next) is_penultimate) (respects_of b s x next) (largest_cost st) (duals st)
       (joint_of c (match next with [] => [] | _ => below_pairs end) (if is_penultimate then further else []))
       (prices_of b s x next).

(** ** What it shows *)

Section Shown.
Variables (b : bracket) (st : step) (x : named) (e : candidate) (further : list (card * card)) (bye : list card).
Let s := score_of_group (residents b).
Let c := candidate_named x.
Let next := looked_at b c.
Let more := completed b.
Hypothesis is_named : name b st = Some x.
Hypothesis candidate_holds : is_candidate b st x = true.
Hypothesis checked : check_kind b st x (pairs_of e) further = true.
Hypothesis e_follows : next <> [] -> forall next' rest, below b = next' :: rest ->
  In e (candidates (Bracket (downfloaters c) next' rest)) /\ forallb meets_both_ways (pairs_of e) = true.
Hypothesis further_completes : k = Penultimate -> Permutation (not_yet_paired b c) (members further ++ bye)
  /\ forallb meets_both_ways further = true /\ may_be_spared bye.

Lemma meets_one : forall pairs, forallb meets_both_ways pairs = true -> forallb (fun '(p, q) => may_meet p q) pairs = true.
Proof. exact meets_one_way. Qed.

Lemma complies_meet : forall d, complies k b d = true -> all_meet (pairs_of d) = true.
Proof. intros d H. unfold complies in H. apply andb_true_iff in H as [H _]. now apply all_meet_one_way. Qed.

Theorem kind_shown : is_chosen t k b c /\ In c (candidates b) /\ forallb meets_both_ways (pairs_of c) = true.
Proof.
  pose proof checked as H. unfold check_kind in H. cbv zeta in H. fold s c in H. fold next more in H. rewrite !andb_true_iff in H.
  destruct H as [[[[[[FieldHere Field] Split] NextScores] Last] Most] Shown]. apply Z.leb_le in Most.
  pose proof candidate_holds as H. unfold is_candidate in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as [_ Meets].
  fold c in Meets.
  set (lv := gaps_of b).
  destruct (named_stands b st x s is_named candidate_holds FieldHere Split (later_of b)) as (earlier & later & Elist & Hearlier).
  fold c in Elist, Hearlier.
  assert (There : In c (candidates b)) by (rewrite Elist; apply in_elt).
  split; [|auto]. pose proof (all_meet_both_ways _ Meets) as Cmeets.
  assert (Comp : complies k b c = true).
  { unfold complies. rewrite (meets_one _ Meets). cbn [andb]. unfold is_last in Last. destruct k, (below b) eqn:Eb; try reflexivity; try exact Last;
      destruct (further_completes eq_refl) as (P & M & B); exact (completable_shown _ _ _ P M B). }
  (* the certificate, against one that stands *)
  assert (NextLow : forall p, In p next -> score p <= score_of_group next).
  { intros p Hp. assert (Ne : next <> []) by (intros E; rewrite E in Hp; destruct Hp).
    rewrite (match_some next _ _ Ne) in NextScores. apply andb_true_iff in NextScores as [N _].
    rewrite forallb_forall in N. specialize (N p Hp). apply Z.eqb_eq in N. lia. }
  set (ls := tl (below b)).
  set (Stands := stands b next more is_penultimate ls (looks_at_all b) (following_of b next)).
  assert (Everyone : forall d, In d (candidates b) -> Permutation (everyone b) (members (pairs_of d) ++ downfloaters d))
    by (intros d Hd; now apply everyone_of).
  (* where C.7 does not look *)
  assert (Away : forall d f, next = [] -> In d (candidates b) -> complies k b d = true -> is_penultimate = false ->
      Stands d f [] [] (downfloaters d)).
  { intros d f En Hd Cd Ep. assert (Em : more = []) by (unfold more, completed; unfold is_penultimate in Ep; now destruct k).
    constructor; auto using complies_meet.
    - rewrite En, Em, !app_nil_r. simpl. now apply Everyone.
    - left. split; [|reflexivity]. unfold following_of. now rewrite En.
    - intros All. unfold looks_at_all in All. rewrite Ep, orb_false_r in All.
      unfold complies in Cd. apply andb_true_iff in Cd as [_ Cd]. unfold is_last in All.
      destruct k, (below b); try discriminate; apply andb_true_iff in Cd as [L M]; apply Nat.leb_le in L;
        (split; [exact L|]); rewrite forallb_forall in M; exact M. }
  assert (Complete : forall d f, k = Penultimate -> In d (candidates b) -> all_meet (pairs_of d) = true ->
      forall pairs left, Permutation (not_yet_paired b d) (members pairs ++ left) -> all_meet pairs = true -> may_be_spared left ->
      Stands d f [] pairs left).
  { intros d f Ek Hd Md pairs left P M B.
    assert (En : next = []) by (unfold next, looked_at; now rewrite Ek).
    assert (Em : more = concat (below b)) by (unfold more, completed; now rewrite Ek).
    constructor; auto.
    - rewrite En, Em. simpl. unfold not_yet_paired in P.
      eapply Permutation_trans; [apply Permutation_app_tail, Everyone, Hd|]. rewrite <- app_assoc. now apply Permutation_app_head.
    - left. split; [|reflexivity]. unfold following_of. now rewrite En.
    - right. unfold is_penultimate. now rewrite Ek. }
  assert (Look : forall d f rest, next <> [] -> below b = next :: rest -> k = Usual -> In d (candidates b) -> all_meet (pairs_of d) = true ->
      In f (candidates (Bracket (downfloaters d) next rest)) -> all_meet (pairs_of f) = true ->
      Stands d f (pairs_of f) [] (downfloaters f)).
  { intros d f rest Ne Eb Ek Hd Md Hf Mf. assert (Em : more = []) by (unfold more, completed; now rewrite Ek).
    constructor; auto.
    - rewrite Em, app_nil_r. simpl. eapply Permutation_trans; [apply Permutation_app_tail, Everyone, Hd|].
      rewrite <- app_assoc. apply Permutation_app_head. apply candidates_agree in Hf. exact (everyone_permute _ f Hf).
    - intros All. unfold looks_at_all, is_last, is_penultimate in All. rewrite Ek, Eb in All. discriminate. }
  (* how [c] itself stands *)
  assert (CStands : exists spare, Stands c e (match next with [] => [] | _ => pairs_of e end) (if is_penultimate then further else []) spare).
  { assert (Kinds : k = Penultimate \/ is_penultimate = false) by (unfold is_penultimate; destruct k; auto).
    destruct Kinds as [Ek|Ep].
    - assert (En : next = []) by (unfold next, looked_at; now rewrite Ek).
      destruct (further_completes Ek) as (P & M & B). exists bye. rewrite En. unfold is_penultimate. rewrite Ek.
      apply Complete; auto using all_meet_both_ways.
    - destruct (list_cases next) as [En|Ne].
      + exists (downfloaters c). rewrite Ep, (match_none next _ _ En). now apply Away.
      + exists (downfloaters e). rewrite Ep, (match_some next _ _ Ne).
        assert (Ek : k = Usual) by (unfold next, looked_at in Ne; destruct k; congruence).
        destruct (below b) as [|next' rest] eqn:Eb; [unfold next, looked_at in Ne; rewrite Ek, Eb in Ne; congruence|].
        assert (E' : next = next').
        { unfold next, looked_at in *. rewrite Ek, Eb in *. destruct (downfloaters c); congruence. }
        destruct (e_follows Ne next' rest eq_refl) as [He Me]. rewrite <- E' in *.
        apply (Look c e rest); auto using all_meet_both_ways. }
  destruct CStands as [c_spare CStands].
  assert (None_before : forall d f below' further' spare, Stands d f below' further' spare ->
      compare (values (front_of b s) c ++ values (following_of b next) e ++ values (later_of b ++ place_of b x) c)
              (values (front_of b s) d ++ values (following_of b next) f ++ values (later_of b ++ place_of b x) d) <> Gt).
  { intros d f below' further' spare Hd.
    exact (none_before b s next more (score_of_group next) is_penultimate ls Field Split NextLow (looks_at_all b) (front_of b s)
      (following_of b next) (later_of b ++ place_of b x) (largest_cost st) (duals st) (prices_of b s x next) (prices_are b s x next)
      c e _ _ c_spare CStands Most Shown d f below' further' spare Hd). }
  (* against every other candidate *)
  assert (Facts : forall d, In d (candidates b) -> complies k b d = true ->
      match compare (values (front_of b s) c) (values (front_of b s) d) with
      | Lt => True
      | Gt => False
      | Eq => compare (c7 k b c) (c7 k b d) <> Gt
              /\ (compare (c7 k b c) (c7 k b d) = Eq -> compare (values (later_of b ++ place_of b x) c) (values (later_of b ++ place_of b x) d) <> Gt)
      end).
  { intros d Hd Cd. pose proof (complies_meet d Cd) as Md.
    (* with no sums of the following bracket *)
    assert (Alone : next = [] -> (exists f further' spare, Stands d f [] further' spare) ->
        (compare (values (front_of b s) c) (values (front_of b s) d) = Eq -> c7 k b c = c7 k b d) ->
        match compare (values (front_of b s) c) (values (front_of b s) d) with
        | Lt => True
        | Gt => False
        | Eq => compare (c7 k b c) (c7 k b d) <> Gt
                /\ (compare (c7 k b c) (c7 k b d) = Eq -> compare (values (later_of b ++ place_of b x) c) (values (later_of b ++ place_of b x) d) <> Gt)
        end).
    { intros En (f & further' & spare & Sd) E7. pose proof (None_before d f _ _ _ Sd) as H. unfold following_of in H.
      rewrite (match_none next _ _ En) in H. rewrite !compare_app in H by apply values_length.
      destruct (compare (values (front_of b s) c) (values (front_of b s) d)); [|exact I|congruence].
      rewrite (E7 eq_refl), compare_refl. split; [discriminate|intros _; exact H]. }
    assert (Kinds : k = Penultimate \/ is_penultimate = false) by (unfold is_penultimate; destruct k; auto).
    destruct Kinds as [Ek|Ep].
    - apply Alone.
      + unfold next, looked_at. now rewrite Ek.
      + pose proof Cd as C. unfold complies in C. rewrite Ek in C. apply andb_true_iff in C as [_ C].
        destruct (completable_gives _ C) as (pairs & left & P & M & B & _). exists c, pairs, left. now apply Complete.
      + intros _. unfold c7. now rewrite Ek.
    - destruct (list_cases next) as [En|Ne].
      + apply Alone; [exact En|exists c, [], (downfloaters d); now apply Away|].
        intros E. rewrite (match_none next _ _ En) in NextScores. unfold next, looked_at in En. unfold c7. unfold is_penultimate in Ep. destruct k; try reflexivity; try discriminate.
        destruct (below b) as [|next' rest]; [reflexivity|].
        (* nobody goes away *)
        assert (Ec : downfloaters c = [] \/ next' = []) by (destruct (downfloaters c); auto).
        destruct Ec as [Ec|Ec].
        * assert (Ed : downfloaters d = []); [|now rewrite Ec, Ed].
          unfold front_of, front_sums in E. cbn [concat app] in E. unfold values in E. cbn [map compare] in E.
          pose proof (ones_alone c) as Oc. pose proof (ones_alone d) as Od. unfold c5 in Oc, Od. injection Oc as Oc. injection Od as Od.
          rewrite <- Oc, <- Od, Ec in E. destruct (downfloaters d); [reflexivity|]. discriminate.
        * subst next'. discriminate.
      + (* with the following bracket *)
        assert (Ek : k = Usual) by (unfold next, looked_at in Ne; destruct k; congruence).
        destruct (below b) as [|next' rest] eqn:Eb; [unfold next, looked_at in Ne; rewrite Ek, Eb in Ne; congruence|].
        assert (E' : next = next').
        { unfold next, looked_at in *. rewrite Ek, Eb in *. destruct (downfloaters c); congruence. }
        destruct (e_follows Ne next' rest eq_refl) as [He Me]. rewrite <- E' in *.
        rewrite (match_some next _ _ Ne) in NextScores. apply andb_true_iff in NextScores as [Same Above].
        assert (NextScore : forall p, In p next -> score p = score_of_group next).
        { intros p Hp. rewrite forallb_forall in Same. now apply Z.eqb_eq, Same. }
        assert (AllAbove : forall p, In p (everyone b) -> score_of_group next <= score p).
        { intros p Hp. rewrite forallb_forall in Above. now apply Z.leb_le, Above. }
        destruct (c7_is b next rest Eb c) as (g & Hg & Mg & E7c & Bc).
        destruct (c7_is b next rest Eb d) as (f & Hf & Mf & E7d & _).
        pose proof (all_meet_one_way _ Mf) as Mf'. pose proof (all_meet_both_ways _ Me) as Me'.
        pose proof (Look d f rest Ne eq_refl Ek Hd Md Hf Mf') as Sd.
        pose proof (None_before d f _ _ _ Sd) as H.
        rewrite !compare_app in H by apply values_length.
        destruct (compare (values (front_of b s) c) (values (front_of b s) d)); [|exact I|congruence].
        assert (Apart : forall d' f', In d' (candidates b) -> In f' (candidates (next_bracket next rest d')) -> told_apart f').
        { intros d' f' Hd' Hf' p q Hpq. destruct (following_here b next rest d' f' Hd' Hf') as [I _].
          destruct (members_in _ _ _ Hpq) as [Hp Hq]. pose proof Field as F. rewrite app_assoc in F.
          destruct (field_front _ _ F) as [N Hi]. apply Hi; [now apply I|now apply I|].
          apply (members_apart (pairs_of f')); [|exact Hpq].
          apply candidates_agree in Hf'. apply (NoDup_front _ (downfloaters f')), (Permutation_NoDup (everyone_permute _ f' Hf')).
          unfold everyone, next_bracket. cbn [mdps residents].
          apply (NoDup_back (members (pairs_of d'))). rewrite app_assoc.
          apply (Permutation_NoDup (Permutation_app_tail next (Everyone d' Hd'))). exact N. }
        assert (V : compare (value7 next rest c e) (value7 next rest d f)
            = compare (values (following_of b next) e) (values (following_of b next) f)).
        { unfold following_of. rewrite (match_some next _ _ Ne), Eb. cbn [tl].
          apply (compare_values7 b next rest Eb (score_of_group next) Ne NextScore AllAbove); auto;
            [exact (Apart c e There He)|exact (Apart d f Hd Hf)]. }
        assert (Hle : compare (c7 k b c) (value7 next rest c e) <> Gt).
        { rewrite Ek, E7c. apply Bc; [exact He|]. now apply meets_one. }
        rewrite <- V in H. assert (Hle' : compare (value7 next rest c e) (c7 k b d) <> Gt).
        { rewrite Ek, E7d. destruct (compare (value7 next rest c e) (value7 next rest d f)); congruence. }
        split; [exact (le_trans _ _ _ Hle Hle')|]. intros Equal. apply compare_eq in Equal. rewrite Equal in Hle.
        rewrite compare_opp in Hle. rewrite Ek, E7d in *.
        destruct (compare (value7 next rest c e) (value7 next rest d f)); cbn [CompOpp] in *; congruence. }
  (* the criteria by their sums *)
  assert (Front : forall d, In d (candidates b) -> compared (front_criteria b) c d = compare (values (front_of b s) c) (values (front_of b s) d)).
  { intros d Hd. exact (compared_sums _ _ _ (front_told b s FieldHere Split) c d There Hd). }
  assert (Later : forall d, In d (candidates b) -> compared (later_criteria t b) c d = compare (values (later_of b) c) (values (later_of b) d)).
  { intros d Hd. exact (compared_sums _ _ _ (later_told t b FieldHere) c d There Hd). }
  assert (Shape : forall d, In d (candidates b) -> compare (values (front_of b s) c) (values (front_of b s) d) = Eq ->
      length (mdp_pairs d) = length (mdp_pairs c) /\ length (resident_pairs d) = length (resident_pairs c)).
  { intros d Hd E. rewrite <- (Front d Hd) in E. unfold front_criteria in E. cbn [compared] in E.
    destruct (compare (c5 c) (c5 d)) eqn:E5; try discriminate. destruct (compare (c6 b c) (c6 b d)); try discriminate.
    destruct (compare (m1 c) (m1 d)) eqn:E1; try discriminate. apply compare_eq in E5, E1. unfold c5 in E5. unfold m1 in E1.
    injection E5 as E5. injection E1 as E1. apply Nat2Z.inj in E5.
    pose proof (Permutation_length (Everyone c There)) as Pc. pose proof (Permutation_length (Everyone d Hd)) as Pd.
    rewrite app_length, members_length in Pc, Pd. unfold pairs_of in Pc, Pd. rewrite app_length in Pc, Pd. change (combine (n_mdps x) (n_opponents x)) with (mdp_pairs c) in E1. lia. }
  assert (Compared : forall d, compared (criteria t k b) c d
      = match compared (front_criteria b) c d with
        | Eq => match compare (c7 k b c) (c7 k b d) with Eq => compared (later_criteria t b) c d | other => other end
        | other => other
        end).
  { intros d. rewrite criteria_are, compared_app. reflexivity. }
  exists (filter (complies k b) earlier), (filter (complies k b) later). split; [now apply in_order|].
  split; intros d Hin; apply filter_In in Hin as [Hin Cd]; rewrite better_compared.
  - assert (Hd : In d (candidates b)) by (rewrite Elist; apply in_or_app; now left).
    specialize (Facts d Hd Cd). rewrite Compared, (Front d Hd).
    destruct (compare (values (front_of b s) c) (values (front_of b s) d)) eqn:Ef; [|reflexivity|contradiction].
    destruct Facts as [F7 Fl]. destruct (compare (c7 k b c) (c7 k b d)); [|reflexivity|congruence].
    specialize (Fl eq_refl). rewrite (Later d Hd). destruct (Shape d Hd Ef) as [S1 S2].
    specialize (Hearlier d Hin S1 S2). rewrite compare_opp, Hearlier in Fl.
    rewrite (compare_opp (values (later_of b) d)). destruct (compare (values (later_of b) d) (values (later_of b) c)); cbn [CompOpp] in *; congruence.
  - assert (Hd : In d (candidates b)) by (rewrite Elist; apply in_or_app; right; now right).
    specialize (Facts d Hd Cd). rewrite compared_opp, Compared, (Front d Hd).
    destruct (compare (values (front_of b s) c) (values (front_of b s) d)); [|reflexivity|contradiction].
    destruct Facts as [F7 Fl]. destruct (compare (c7 k b c) (c7 k b d)); [|reflexivity|congruence].
    specialize (Fl eq_refl). rewrite (Later d Hd). rewrite !values_app, compare_app in Fl by apply values_length.
    destruct (compare (values (later_of b) c) (values (later_of b) d)); cbn [CompOpp] in *; congruence.
Qed.
End Shown.
End Checker.
