(** The checker of a round, and the theorem: what it accepts is the round by the rules. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Rules2026 Right2026 Lists Levels Moves Criteria Front Sequence Homogeneous Place Joint Facts.
Import ListNotations.
Open Scope Z_scope.

(** * What is handed in for a bracket *)

(** How far down is looked: not, to the following scoregroup, or to everybody. *)
Inductive depth := Itself | Following | Everybody.

(** The players moved down who are paired and their opponents, by TPN; of the remainder, by BSNs, the firsts of the pairs,
    ascending, and their partners; how far down is looked; the most that an edge costs in one respect; and the duals. *)
Record step := Step {
  paired_mdps : list Z;
  opponents_of_mdps : list Z;
  firsts : list Z;
  seconds : list Z;
  looked_down : depth;
  largest_cost : Z;
  duals : certificate
}.

(** * The candidate that it names *)

(** Those with these keys, in this order, and the others. *)
Fixpoint take_one {A} (key : A -> Z) (k : Z) (l : list A) : option (A * list A) :=
  match l with
  | [] => None
  | x :: rest =>
      if key x =? k then Some (x, rest)
      else match take_one key k rest with Some (y, others) => Some (y, x :: others) | None => None end
  end.

Fixpoint take {A} (key : A -> Z) (ks : list Z) (l : list A) : option (list A * list A) :=
  match ks with
  | [] => Some ([], l)
  | k :: ks =>
      match take_one key k l with
      | Some (x, others) =>
          match take key ks others with Some (chosen, spare) => Some (x :: chosen, spare) | None => None end
      | None => None
      end
  end.

Lemma take_one_picks : forall {A} (key : A -> Z) k l x others, take_one key k l = Some (x, others) ->
  In (x, others) (picks l).
Proof.
  intros A key k l. induction l as [|y l IH]; intros x others H; simpl in H; [discriminate|].
  destruct (key y =? k).
  - injection H as <- <-. now left.
  - destruct (take_one key k l) as [[z rest]|]; [|discriminate]. injection H as <- <-. right.
    apply in_map_iff. exists (z, rest). split; [reflexivity|now apply IH].
Qed.

Lemma take_arranges : forall {A} (key : A -> Z) ks l chosen spare, take key ks l = Some (chosen, spare) ->
  In (chosen, spare) (arrangements (length ks) l).
Proof.
  intros A key ks. induction ks as [|k ks IH]; intros l chosen spare H; simpl in H.
  - injection H as <- <-. now left.
  - destruct (take_one key k l) as [[x others]|] eqn:E; [|discriminate].
    destruct (take key ks others) as [[c z]|] eqn:E'; [|discriminate]. injection H as <- <-.
    cbn [length arrangements]. apply in_flat_map. exists (x, others). split; [now apply (take_one_picks key k)|].
    apply in_map_iff. exists (c, z). split; [reflexivity|now apply IH].
Qed.

Definition is_in_s1 (st : step) (x : tagged) : bool := has (firsts st) (fst x).
Definition is_paired_mdp (st : step) (p : card) : bool := has (paired_mdps st) (tpn p).

Record named := Named {
  n_mdps : list card;
  n_limbo : list card;
  n_opponents : list card;
  n_remainder : list card;
  n_down : list tagged;
  n_up : list tagged;
  n_s1 : list tagged;
  n_s2 : list tagged;
  n_partners : list tagged;
  n_spare : list tagged
}.

Definition name (b : bracket) (st : step) : option named :=
  match take tpn (opponents_of_mdps st) (residents b) with
  | None => None
  | Some (opponents, remainder) =>
      let all := with_bsns remainder in
      let n := length (firsts st) in
      let before := firstn n all in
      let behind := skipn n all in
      let down := filter (fun x => negb (is_in_s1 st x)) before in
      let up := filter (is_in_s1 st) behind in
      let s2 := by_bsn (filter (fun x => negb (is_in_s1 st x)) behind ++ down) in
      match take fst (seconds st) s2 with
      | None => None
      | Some (partners, spare) =>
          Some (Named (filter (is_paired_mdp st) (mdps b)) (filter (fun p => negb (is_paired_mdp st p)) (mdps b))
            opponents remainder down up (filter (is_in_s1 st) before ++ up) s2 partners spare)
      end
  end.

Definition candidate_named (x : named) : candidate :=
  this (n_mdps x) (n_limbo x) (n_opponents x) (n_s1 x) (n_partners x) (n_spare x).

(** * The checker *)

Definition score_of_group (group : list card) : Z := match group with [] => 0 | p :: _ => score p end.

(** BSNs by vertex; of who is not in the remainder, zero. *)
Definition bsn_map (remainder : list card) : PM.t Z :=
  map_of (map (fun '(i, p) => (vertex_number p, i)) (with_bsns remainder)).
Definition bsn_in (m : PM.t Z) (p : card) : Z := dual_in m (vertex_number p).

(** The following scoregroup, and who is below it, as far as they are looked at; and the score of the first. *)
Definition next_of (b : bracket) (far : depth) : list card :=
  match far, below b with Itself, _ | _, [] => [] | _, next :: _ => next end.
Definition more_of (b : bracket) (far : depth) : list card :=
  match far, below b with Everybody, _ :: rest => concat rest | _, _ => [] end.
Definition is_deep (far : depth) : bool := match far with Everybody => true | _ => false end.
Definition next_score_of (b : bracket) : Z := match below b with [] => 0 | next :: _ => score_of_group next end.

Section Checker.
Variable t : tournament.
Variable s5 : Z. (* the score of who receives the bye *)

(** What lies below is lower; from the last bracket at most one player goes away. *)
Definition follows (b : bracket) (s : Z) (c : candidate) : bool :=
  match below b with
  | [] => Nat.leb (length (downfloaters c)) 1
  | next :: _ =>
      (next_score_of b <? s) && forallb (fun p => score p =? next_score_of b) next
        && negb (match next with [] => true | _ => false end)
  end.

(** Whether [C8] need not be looked at: nobody goes away, or the following bracket is as good as can be. *)
Definition c8_settled (b : bracket) (far : depth) (c : candidate) (lower : list candidate) : bool :=
  match far, below b, lower with
  | Itself, next :: _, e :: _ =>
      match downfloaters c with [] => true | _ => false end
      || match compare (c6 e ++ c7 e) (least6 b next ++ least7 b next (next_score_of b)) with Eq => true | _ => false end
  | Itself, _ :: _, [] => false
  | _, _, _ => true
  end.

Definition components (b : bracket) (s : Z) (x : named) : list component :=
  criteria_components t b s (Nat.eqb (length (downfloaters (candidate_named x))) 1) (least5 b s5)
    ++ place_components (mdps b) (bsn_in (bsn_map (n_remainder x))) (length (n_s1 x)) (n_remainder x).

(** What all its edges cost; the questions of the sequence are asked together, of a pair of BSNs. *)
Definition costs_of (b : bracket) (s : Z) (x : named) (next : list card) (deep : bool) : tagged_pair -> list Z :=
  let m := bsn_map (n_remainder x) in
  let others := entries b s5 next deep
    (criteria_components t b s (Nat.eqb (length (downfloaters (candidate_named x))) 1) (least5 b s5)
      ++ map in_limbo_of (mdps b) ++ map partner_of (mdps b)) in
  let questions := asked (length (n_s1 x)) (n_remainder x) in
  fun pair =>
    map (fun x => cost x pair) others
      ++ match pair with
         | (Here, found) =>
             let i := bsn_in m (fst (ordered found)) in
             let j := bsn_in m (snd (ordered found)) in
             map (fun f => f i j) questions
         | _ => map (fun _ => 0) questions
         end.

Lemma costs_of_are : forall b s x next deep m,
  costs_of b s x next deep m = map (fun y => cost y m) (entries b s5 next deep (components b s x)).
Proof.
  intros b s x next deep m. unfold costs_of, components, place_components, entries. cbv zeta.
  rewrite !map_app, <- !app_assoc. do 6 f_equal. rewrite !map_map. destruct m as [c [p q]]. destruct c; try reflexivity.
  apply map_ext. intros f. cbn [cost]. unfold reduced, orient. simpl. lia.
Qed.

(** The pairs of the following bracket, and those further down. *)
Definition pairs_below (b : bracket) (far : depth) (lower : list candidate) : list (card * card) :=
  match far, lower with Itself, _ | _, [] => [] | _, e :: _ => pairs_of e end.
Definition pairs_further (far : depth) (lower : list candidate) : list (card * card) :=
  match far with Everybody => flat_map pairs_of (tl lower) | _ => [] end.

Definition is_a_candidate (b : bracket) (st : step) (x : named) : bool :=
  let n := length (firsts st) in
  let remainder := n_remainder x in
  Nat.eqb (length (n_opponents x)) (length (n_mdps x))
  && Nat.leb n (Nat.div2 (length remainder))
  && forallb (fun '(p, q) => tpn p <? tpn q) (ordered_pairs (residents b))
  && Nat.eqb (length (n_down x)) (length (n_up x))
  && Nat.eqb (length (n_s1 x)) n
  && Nat.eqb (length (seconds st)) n
  && forallb (fun '(i, j) => i <=? j) (combine (bsns (n_s1 x)) (bsns (n_partners x)))
  && forallb (fun '(i, p) => bsn_in (bsn_map remainder) p =? i) (with_bsns remainder)
  && forallb (fun '((i, p), (j, q)) => (i <? j) && ranks_higher p q && negb (ranks_higher q p))
       (ordered_pairs (with_bsns remainder))
  && forallb meets_both_ways (pairs_of (candidate_named x)).

Definition check_bracket (b : bracket) (st : step) (x : named) (lower : list candidate) : bool :=
  let s := score_of_group (residents b) in
  let c := candidate_named x in
  let far := looked_down st in
  is_sound b s (next_of b far ++ more_of b far)
  && follows b s c
  && c8_settled b far c lower
  && (0 <=? largest_cost st)
  && is_shown b s (next_of b far ++ more_of b far) (next_of b far) (next_score_of b) (is_deep far)
       (entries b s5 (next_of b far) (is_deep far) (components b s x)) (largest_cost st) (duals st)
       (joint_of c (pairs_below b far lower) (pairs_further far lower)) (costs_of b s x (next_of b far) (is_deep far)).

(** The candidates of the brackets from one on, given who is moved down into it, and who receives the bye. *)
Fixpoint check_from (moved_down : list card) (groups : list (list card)) (steps : list step) :
    option (list candidate * option card) :=
  match groups, steps with
  | [], [] =>
      match moved_down with
      | [] => Some ([], None)
      | [p] => if may_have_pab p && (score p =? s5) then Some ([], Some p) else None
      | _ => None
      end
  | scoregroup :: lower, st :: rest =>
      let b := Bracket moved_down scoregroup lower in
      match name b st with
      | None => None
      | Some x =>
          if is_a_candidate b st x then
            match check_from (downfloaters (candidate_named x)) lower rest with
            | None => None
            | Some (cs, bye) => if check_bracket b st x cs then Some (candidate_named x :: cs, bye) else None
            end
          else None
      end
  | _, _ => None
  end.

(** * What it shows of a bracket *)

Definition bye_list (bye : option card) : list card := match bye with Some p => [p] | None => [] end.

(** What is known of the brackets that follow. *)
Definition rest_shown (moved_down : list card) (groups : list (list card)) (cs : list candidate) (bye : option card) : Prop :=
  Permutation (moved_down ++ concat groups) (members (flat_map pairs_of cs) ++ bye_list bye)
  /\ forallb meets_both_ways (flat_map pairs_of cs) = true
  /\ (forall p, In p (bye_list bye) -> may_have_pab p = true /\ score p = s5)
  /\ match groups with
     | [] => cs = []
     | next :: rest => exists e cs', cs = e :: cs'
         /\ In e (candidates (Bracket moved_down next rest)) /\ complies (Bracket moved_down next rest) e = true
         /\ Permutation (downfloaters e ++ concat rest) (members (flat_map pairs_of cs') ++ bye_list bye)
     end.

Lemma meets_one_way : forall pairs, forallb meets_both_ways pairs = true ->
  forallb (fun '(p, q) => may_meet p q) pairs = true.
Proof.
  intros pairs H. rewrite forallb_forall in *. intros [p q] Hin. specialize (H _ Hin). simpl in H.
  now apply andb_true_iff in H.
Qed.

(** Equal by [C6] and [C7], so of one shape. *)
Lemma level_shapes : forall b s behind c d, is_sound b s behind = true -> In c (candidates b) -> In d (candidates b) ->
  c6 c ++ c7 c = c6 d ++ c7 d ->
  length (downfloaters d) = length (downfloaters c)
  /\ length (mdp_pairs d) = length (mdp_pairs c) /\ length (resident_pairs d) = length (resident_pairs c).
Proof.
  intros b s behind c d Sound Hc Hd E. injection E as E6 E7. apply Nat2Z.inj in E6.
  assert (P : Permutation (map score (downfloaters c)) (map score (downfloaters d))).
  { eapply Permutation_trans; [apply Permutation_sym, (sort_permutes Z.gtb)|]. unfold c7, descending in E7. rewrite E7.
    apply sort_permutes. }
  assert (Limbo : forall x, In x (candidates b) -> count (fun v => s <? v) (map score (downfloaters x)) = Z.of_nat (length (limbo x))).
  { intros x Hx. rewrite (count_permuted _ _ _ (Permutation_map score (downfloaters_permute x))), map_app, count_app, !count_map.
    unfold count. rewrite (filter_all _ (limbo x)), (filter_none _ (left_over x)); [simpl; lia| |].
    - intros p Hp. apply (left_over_in b x Hx), (residents_score b s behind Sound) in Hp. apply Z.ltb_ge. lia.
    - intros p Hp. apply (limbo_in b x Hx), (mdps_score b s behind Sound) in Hp. now apply Z.ltb_lt. }
  pose proof (Limbo c Hc) as Lc. pose proof (Limbo d Hd) as Ld. rewrite (count_permuted _ _ _ P) in Lc.
  pose proof (Permutation_length (downfloaters_permute c)) as Dc. pose proof (Permutation_length (downfloaters_permute d)) as Dd.
  rewrite app_length in Dc, Dd.
  destruct (candidates_shape b c Hc) as [C1 C2]. destruct (candidates_shape b d Hd) as [D1 D2].
  apply Permutation_length in C1, C2, D1, D2. rewrite !app_length, ?members_length, !map_length in *. lia.
Qed.

(** Whoever are the firsts of the pairs make an exchange, where as many of them are beyond S1 as have left it. *)
Lemma firsts_exchanged : forall st remainder n, (n <= length remainder)%nat ->
  let f := is_in_s1 st in
  let before := firstn n (with_bsns remainder) in let behind := skipn n (with_bsns remainder) in
  length (filter (fun x => negb (f x)) before) = length (filter f behind) ->
  exchanged n remainder (filter (fun x => negb (f x)) before) (filter f behind)
    (filter f before ++ filter f behind) (by_bsn (filter (fun x => negb (f x)) behind ++ filter (fun x => negb (f x)) before))
  /\ ascending (bsns (by_bsn (filter (fun x => negb (f x)) behind ++ filter (fun x => negb (f x)) before))).
Proof.
  intros st remainder n Enough f before behind Eex.
  pose proof (ascending_all n remainder Enough) as Asc. rewrite <- bsns_app in Asc.
  fold before behind in Asc.
  split.
  - exists (length (filter (fun x => negb (f x)) before)), (filter f before), (filter (fun x => negb (f x)) behind).
    split; [|split; [|split; [|reflexivity]]].
    + pose proof (choices_filtered (fun x => negb (f x)) before) as H.
      rewrite (filter_same (fun x => negb (negb (f x))) f) in H by (intros; apply negb_involutive). exact H.
    + rewrite Eex. exact (choices_filtered f behind).
    + symmetry. apply by_bsn_of_ascending. unfold bsns. rewrite map_app.
      assert (Hf : forall l, map fst (filter f l) = filter (has (firsts st)) (bsns l)).
      { intros l. unfold bsns. rewrite filter_of_map. reflexivity. }
      rewrite !Hf. rewrite <- filter_app. apply ascending_filter.
      rewrite bsns_app in Asc. exact Asc.
  - apply by_bsn_ascending. unfold bsns. rewrite map_app.
    assert (Hf : forall l, map fst (filter (fun x => negb (f x)) l) = filter (fun k => negb (has (firsts st) k)) (bsns l)).
    { intros l. unfold bsns. rewrite filter_of_map. reflexivity. }
    rewrite !Hf. rewrite <- filter_app. apply NoDup_filter.
    rewrite bsns_app in Asc. apply ascending_distinct in Asc.
    apply (Permutation_NoDup (Permutation_app_comm _ _) Asc).
Qed.

(** A named candidate is one, and stands where its sums say. *)
Lemma named_in_order : forall b st x s behind, name b st = Some x -> is_a_candidate b st x = true -> is_sound b s behind = true ->
  forall least, exists before after, candidates b = before ++ candidate_named x :: after
    /\ forall d, In d before ->
         length (mdp_pairs d) = length (mdp_pairs (candidate_named x)) /\
         length (resident_pairs d) = length (resident_pairs (candidate_named x)) ->
         compare (values (least ++ place_components (mdps b) (bsn_in (bsn_map (n_remainder x))) (length (n_s1 x)) (n_remainder x)) d)
                 (values (least ++ place_components (mdps b) (bsn_in (bsn_map (n_remainder x))) (length (n_s1 x)) (n_remainder x))
                    (candidate_named x))
         = match compare (values least d) (values least (candidate_named x)) with Eq => Lt | other => other end.
Proof.
  intros b st x s behind0 Ename Econd Sound least. unfold is_a_candidate in Econd. cbv zeta in Econd. rewrite !andb_true_iff in Econd.
  destruct Econd as [[[[[[[[[Eopp Few] ByTpn] Eex] Ea] Esec] Canon] Bsn] Ranks] Meets].
  apply Nat.eqb_eq in Eopp, Eex, Ea, Esec. apply Nat.leb_le in Few.
  unfold name in Ename. destruct (take tpn (opponents_of_mdps st) (residents b)) as [[opponents remainder]|] eqn:Et1; [|discriminate].
  cbv zeta in Ename.
  match type of Ename with match ?m with _ => _ end = _ => destruct m as [[partners spare]|] eqn:Et2; [|discriminate] end.
  set (n := length (firsts st)) in *.
  set (before := firstn n (with_bsns remainder)) in *. set (behind := skipn n (with_bsns remainder)) in *.
  injection Ename as <-. cbn [n_mdps n_limbo n_opponents n_remainder n_down n_up n_s1 n_s2 n_partners n_spare] in *.
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
  rewrite Ea.
  exact (place_in_order b s behind0 Sound ByTpn _ _ _ _ n (choices_filtered (is_paired_mdp st) (mdps b)) Taken Few
    _ _ _ _ _ _ Ex S2 Arranged Ea Canonical (bsn_in (bsn_map remainder)) BsnIs Ranks least).
Qed.

Section Bracket.
Variables (b : bracket) (st : step) (x : named) (cs : list candidate) (bye : option card).
Let s := score_of_group (residents b).
Let c := candidate_named x.
Hypothesis bye_least : least_bye (all_left b) s5.
Hypothesis is_named : name b st = Some x.
Hypothesis candidate_holds : is_a_candidate b st x = true.
Hypothesis checked : check_bracket b st x cs = true.
Hypothesis rest_is_shown : rest_shown (downfloaters c) (below b) cs bye.

Theorem bracket_shown : is_chosen t b c /\ In c (candidates b) /\ complies b c = true.
Proof.
  pose proof checked as H. unfold check_bracket in H. cbv zeta in H. fold s c in H. rewrite !andb_true_iff in H.
  destruct H as [[[[Sound Follows] C8] Most] Shown]. apply Z.leb_le in Most.
  pose proof candidate_holds as H. unfold is_a_candidate in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as [_ Meets].
  fold c in Meets.
  destruct (named_in_order b st x s _ is_named candidate_holds Sound
    (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5))) as (earlier & later & Elist & Hearlier).
  fold c in Elist, Hearlier.
  assert (There : In c (candidates b)) by (rewrite Elist; apply in_elt).
  pose proof (all_meet_both_ways _ Meets) as Cmeets.
  destruct rest_is_shown as (RestPerm & RestMeets & RestBye & RestNext).
  assert (ByeFew : (length (bye_list bye) <= 1)%nat) by (destruct bye; simpl; lia).
  destruct (c5_shown b s5 bye_least c There Cmeets _ _ RestPerm RestMeets ByeFew RestBye) as (C5 & C4 & ByeLength).
  assert (Comp : complies b c = true).
  { unfold complies, c4. rewrite (meets_one_way _ Meets), C4. simpl. unfold follows in Follows. now destruct (below b). }
  split; [|auto].
  assert (Facts : forall d, In d (candidates b) -> complies b d = true -> c5 b d = least5 b s5 ->
      not_behind_of b (components b s x) c d).
  { intros d Hd Hcd E5. pose proof Hcd as H. unfold complies in H. apply andb_true_iff in H as [Dmeets _]. apply all_meet_one_way in Dmeets.
    assert (Simple : next_of b (looked_down st) = [] -> more_of b (looked_down st) = [] ->
        pairs_below b (looked_down st) cs = [] -> pairs_further (looked_down st) cs = [] ->
        (is_deep (looked_down st) = true -> below b = []) ->
        (c6 c = c6 d -> c7 c = c7 d -> compare (c8 b c) (c8 b d) <> Gt) -> not_behind_of b (components b s x) c d).
    { intros En Em Eb Ef Last E8. rewrite En, Em, Eb, Ef in Shown. simpl app in Shown. rewrite En, Em in Sound.
      refine (simple_facts b s s5 (is_deep (looked_down st)) _ (largest_cost st) (duals st)
        (costs_of b s x [] (is_deep (looked_down st))) bye_least Most c There Cmeets d Hd Hcd E5
        (next_score_of b) Sound Last _ (costs_of_are b s x [] _) Shown E8).
      intros Deep. specialize (Last Deep). rewrite Last in RestNext, RestPerm. rewrite RestNext in RestPerm.
      simpl in RestPerm. rewrite app_nil_r in RestPerm. split.
      - now rewrite (Permutation_length RestPerm).
      - intros p Hp. apply RestBye. now apply (Permutation_in _ RestPerm). }
    destruct (below b) as [|next rest] eqn:Eb.
    - (* the last bracket *)
      assert (En : next_of b (looked_down st) = []) by (unfold next_of; rewrite Eb; now destruct (looked_down st)).
      assert (Em : more_of b (looked_down st) = []) by (unfold more_of; rewrite Eb; now destruct (looked_down st)).
      apply Simple; auto.
      + rewrite RestNext. unfold pairs_below. now destruct (looked_down st).
      + rewrite RestNext. unfold pairs_further. now destruct (looked_down st).
      + intros _ _. unfold c8. rewrite Eb. discriminate.
    - unfold follows in Follows. rewrite Eb in Follows. rewrite !andb_true_iff in Follows.
      destruct Follows as [[Low Next] Some_next]. apply Z.ltb_lt in Low.
      assert (NextScore : forall p, In p next -> score p = next_score_of b).
      { intros p Hp. rewrite forallb_forall in Next. now apply Z.eqb_eq, Next. }
      assert (Ne : next <> []) by (now destruct next).
      destruct RestNext as (e & cs' & Ecs & He & Hce & RestPerm').
      assert (Fm : forallb meets_both_ways (flat_map pairs_of cs') = true).
      { rewrite Ecs in RestMeets. simpl in RestMeets. rewrite forallb_app in RestMeets. now apply andb_true_iff in RestMeets. }
      pose proof (all_meet_both_ways _ Fm) as Fmeets.
      assert (E5c : c5 (following next rest c) e = least5 b s5).
      { rewrite <- (following_least5 b s5 next rest Eb c There).
        assert (Em : all_meet (pairs_of e) = true).
        { unfold complies in Hce. apply andb_true_iff in Hce as [H _]. now apply all_meet_one_way. }
        exact (proj1 (c5_shown (following next rest c) s5
          (following_bye b s5 next rest Eb bye_least c There Cmeets) e He Em _ _ RestPerm' Fm ByeFew RestBye)). }
      destruct (looked_down st) eqn:Efar.
      + (* the bracket alone *)
        apply Simple; auto; try discriminate.
        * intros E6 E7. unfold c8_settled in C8. rewrite Eb, Ecs in C8. apply orb_true_iff in C8 as [C8|C8].
          -- assert (Edown : downfloaters d = downfloaters c).
             { unfold c6 in E6. injection E6 as E6. destruct (downfloaters c); [|discriminate].
               destruct (downfloaters d); [reflexivity|discriminate]. }
             unfold c8. rewrite Edown, compare_refl. discriminate.
          -- assert (E67 : c6 e ++ c7 e = least6 b next ++ least7 b next (next_score_of b)).
             { apply compare_eq. now destruct (compare (c6 e ++ c7 e) (least6 b next ++ least7 b next (next_score_of b))). }
             apply (c8_attained b s5 next rest Eb bye_least (next_score_of b)) with (e := e); auto.
             ++ intros p Hp. unfold everyone in Hp. apply in_app_iff in Hp as [Hp|Hp];
                  [apply (mdps_score b s _ Sound) in Hp|apply (residents_score b s _ Sound) in Hp]; lia.
             ++ intros p Hp. rewrite (NextScore p Hp). lia.
      + (* with the following *)
        unfold next_of, more_of, pairs_below, pairs_further, is_deep in Shown, Sound. rewrite Eb, Ecs in Shown. rewrite Eb in Sound.
        rewrite <- Eb in RestPerm.
        exact (next_facts b s s5 false _ (largest_cost st) (duals st) (costs_of b s x next false) bye_least Most c There Cmeets d Hd Hcd
          E5 next rest (next_score_of b) Eb Ne Sound NextScore Low e (flat_map pairs_of cs') (bye_list bye) He Hce RestPerm'
          Fmeets (conj ByeLength RestBye) E5c (costs_of_are b s x next false) Shown).
      + unfold next_of, more_of, pairs_below, pairs_further, is_deep in Shown, Sound. rewrite Eb, Ecs in Shown. rewrite Eb in Sound.
        rewrite <- Eb in RestPerm.
        exact (next_facts b s s5 true _ (largest_cost st) (duals st) (costs_of b s x next true) bye_least Most c There Cmeets d Hd Hcd
          E5 next rest (next_score_of b) Eb Ne Sound NextScore Low e (flat_map pairs_of cs') (bye_list bye) He Hce RestPerm'
          Fmeets (conj ByeLength RestBye) E5c (costs_of_are b s x next true) Shown). }
  exists (filter (complies b) earlier), (filter (complies b) later). split; [now apply in_order|].
  assert (Ecrit : criteria t b = c5 b :: c6 :: c7 :: c8 b :: later_criteria t b) by reflexivity.
  (* of a candidate: the criteria in front decide, or the sums *)
  assert (Split : forall d, In d (candidates b) -> complies b d = true ->
      better (criteria t b) c d = true
      \/ (c5 b d = least5 b s5 /\ c6 c ++ c7 c = c6 d ++ c7 d /\ compare (values (components b s x) c) (values (components b s x) d) <> Gt
          /\ better (criteria t b) c d = better (later_criteria t b) c d /\ better (criteria t b) d c = better (later_criteria t b) d c)).
  { intros d Hd Hcd. pose proof Hcd as H. unfold complies, c4 in H. rewrite !andb_true_iff in H. destruct H as [Dm [Dc _]].
    apply all_meet_one_way in Dm. rewrite Ecrit.
    destruct (c5_at_least b s5 bye_least d Hd Dm Dc) as [_ [A5|A5]]; [|left; cbn [better]; now rewrite C5, A5].
    specialize (Facts d Hd Hcd A5). unfold not_behind_of in Facts.
    destruct (compare (c6 c ++ c7 c) (c6 d ++ c7 d)) eqn:E67; [| |contradiction].
    - apply compare_eq in E67. injection E67 as E6 E7.
      assert (E6' : c6 d = c6 c) by (unfold c6; congruence).
      destruct Facts as [F8 Fl]. destruct (compare (c8 b c) (c8 b d)) eqn:E8; [| |now destruct F8].
      + apply compare_eq in E8. right. split; [exact A5|]. split; [unfold c6; simpl; congruence|]. split; [now apply Fl|].
        cbn [better]. rewrite C5, A5, E6', E7, E8, !compare_refl. auto.
      + left. cbn [better]. now rewrite C5, A5, E6', E7, E8, !compare_refl.
    - left. cbn [better]. rewrite C5, A5, compare_refl. rewrite compare_app in E67 by reflexivity.
      destruct (compare (c6 c) (c6 d)); [|reflexivity|discriminate]. now rewrite E67. }
  assert (Sums : forall d, In d (candidates b) -> c5 b d = least5 b s5 -> c6 c ++ c7 c = c6 d ++ c7 d ->
      better (later_criteria t b) c d
      = is_lower (values (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)) c)
                 (values (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)) d)
      /\ better (later_criteria t b) d c
      = is_lower (values (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)) d)
                 (values (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)) c)).
  { intros d Hd E5 E67. destruct (level_shapes b s _ c d Sound There Hd E67) as [Len _].
    split; apply (later_criteria_are_sums t b s _ Sound eq_refl); auto; congruence. }
  split; intros d Hin; apply filter_In in Hin as [Hin Hcd].
  - assert (Hd : In d (candidates b)) by (rewrite Elist; apply in_or_app; now left).
    destruct (Split d Hd Hcd) as [H|(E5 & E67 & Values & -> & _)]; [exact H|].
    destruct (Sums d Hd E5 E67) as [-> _]. destruct (level_shapes b s _ c d Sound There Hd E67) as (_ & L1 & L2).
    specialize (Hearlier d Hin (conj L1 L2)). fold s c in Values. unfold components in Values.
    unfold is_lower. rewrite compare_opp in Values. fold c in Values. rewrite Hearlier in Values. rewrite compare_opp.
    destruct (compare (values (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)) d)
                      (values (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)) c));
      simpl in *; try reflexivity; exfalso; now apply Values.
  - assert (Hd : In d (candidates b)) by (rewrite Elist; apply in_or_app; right; now right).
    destruct (Split d Hd Hcd) as [H|(E5 & E67 & Values & _ & ->)]; [now apply better_opp|].
    destruct (Sums d Hd E5 E67) as [_ ->]. unfold components, values in Values. fold c in Values.
    rewrite !map_app, compare_app in Values by (now rewrite !map_length).
    unfold is_lower. rewrite compare_opp. unfold values.
    destruct (compare (map (value (moves c)) (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5)))
                      (map (value (moves d)) (criteria_components t b s (Nat.eqb (length (downfloaters c)) 1) (least5 b s5))));
      simpl; try reflexivity. exfalso. now apply Values.
Qed.
End Bracket.

(** * And of the round *)

Lemma check_from_shows : forall groups moved_down steps cs bye,
  least_bye (moved_down ++ concat groups) s5 ->
  check_from moved_down groups steps = Some (cs, bye) ->
  is_paired t moved_down groups (flat_map pairs_of cs) bye /\ rest_shown moved_down groups cs bye.
Proof.
  assert (Down : forall moved_down g lower c, least_bye (moved_down ++ concat (g :: lower)) s5 ->
      In c (candidates (Bracket moved_down g lower)) -> forallb meets_both_ways (pairs_of c) = true ->
      least_bye (all_left (Bracket moved_down g lower)) s5 /\ least_bye (downfloaters c ++ concat lower) s5).
  { intros moved_down g lower c Least Hin M.
    assert (A : least_bye (all_left (Bracket moved_down g lower)) s5).
    { unfold all_left, everyone. simpl. rewrite <- app_assoc. exact Least. }
    split; [exact A|]. exact (below_bye _ s5 A c Hin (all_meet_both_ways _ M)). }
  assert (Up : forall moved_down g lower c cs bye, In c (candidates (Bracket moved_down g lower)) ->
      complies (Bracket moved_down g lower) c = true -> forallb meets_both_ways (pairs_of c) = true ->
      rest_shown (downfloaters c) lower cs bye -> rest_shown moved_down (g :: lower) (c :: cs) bye).
  { intros moved_down g lower c cs bye Hin Hc M (P & Ms & B & _). split; [|split; [|split; [exact B|]]].
    - simpl. pose proof (everyone_permute _ _ Hin) as Pe. unfold everyone in Pe. simpl in Pe.
      rewrite app_assoc. eapply Permutation_trans; [apply Permutation_app_tail, Pe|].
      rewrite members_app, <- !app_assoc. apply Permutation_app_head. exact P.
    - simpl. now rewrite forallb_app, M, Ms.
    - exists c, cs. auto. }
  induction groups as [|g lower IH]; intros moved_down steps cs bye Least H;
    destruct steps as [|st steps]; cbn [check_from] in H; try (destruct moved_down as [|? [|? ?]]; discriminate).
  - destruct moved_down as [|p [|q l]]; [| |discriminate].
    + injection H as <- <-. split; [constructor|]. repeat split; try apply perm_nil; contradiction.
    + destruct (may_have_pab p && (score p =? s5)) eqn:E; [|discriminate]. injection H as <- <-.
      apply andb_true_iff in E as [E1 E2]. apply Z.eqb_eq in E2. split; [constructor|].
      split; [apply Permutation_refl|]. split; [reflexivity|]. split; [|reflexivity].
      intros x [<-|[]]. auto.
  - cbv zeta in H. destruct (name (Bracket moved_down g lower) st) as [x|] eqn:En; [|discriminate].
    destruct (is_a_candidate (Bracket moved_down g lower) st x) eqn:Ea; [|discriminate].
    destruct (check_from (downfloaters (candidate_named x)) lower steps) as [[cs' bye']|] eqn:Ef; [|discriminate].
    destruct (check_bracket (Bracket moved_down g lower) st x cs') eqn:Ec; [|discriminate]. injection H as <- <-.
    assert (Sound : is_sound (Bracket moved_down g lower) (score_of_group g)
        (next_of (Bracket moved_down g lower) (looked_down st) ++ more_of (Bracket moved_down g lower) (looked_down st)) = true).
    { unfold check_bracket in Ec. cbv zeta in Ec. rewrite !andb_true_iff in Ec. tauto. }
    destruct (named_in_order _ st x _ _ En Ea Sound []) as (e & l & El & _).
    assert (Hin : In (candidate_named x) (candidates (Bracket moved_down g lower))) by (rewrite El; apply in_elt).
    assert (M : forallb meets_both_ways (pairs_of (candidate_named x)) = true).
    { pose proof Ea as H. unfold is_a_candidate in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto. }
    destruct (Down _ _ _ _ Least Hin M) as [Here' Below].
    destruct (IH _ _ _ _ Below Ef) as [Hp Hr].
    destruct (bracket_shown (Bracket moved_down g lower) st x cs' bye' Here' En Ea Ec Hr) as (Hch & _ & Hco).
    split; [simpl; now constructor|now apply Up].
Qed.
End Checker.

(** * The round *)

(** Which of two games is listed first does not matter. *)
Definition game_before (x y : Z * Z) : bool := (fst x <? fst y) || ((fst x =? fst y) && (snd x <? snd y)).

Fixpoint same_games (l m : list (Z * Z)) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => (fst x =? fst y) && (snd x =? snd y) && same_games l m
  | _, _ => false
  end.

Lemma same_games_eq : forall l m, same_games l m = true -> l = m.
Proof.
  induction l as [|[x y] l IH]; intros [|[x' y'] m] H; simpl in H; try discriminate; [reflexivity|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply Z.eqb_eq in H1, H2. subst. f_equal. now apply IH.
Qed.

(** [s5]: the score of who receives the bye; [barrier] shows that nobody with a lower one can, where somebody might. *)
Definition check (t : tournament) (r : round) (s5 : Z) (barrier : certificate) (steps : list step) : bool :=
  is_legal t r && bye_holds (cards t) s5 barrier
  && match check_from t s5 [] (scoregroups (cards t)) steps with
     | None => false
     | Some (cs, bye) =>
         same_games (sort game_before (games r)) (sort game_before (in_numbers t (flat_map pairs_of cs)))
         && match pab r, bye with
            | None, None => true
            | Some n, Some p => n =? tpn p
            | _, _ => false
            end
     end.

Lemma scoregroups_concat : forall l, concat (scoregroups l) = l.
Proof.
  assert (H : forall l, concat (scoregroups l) = l /\ ~ In [] (scoregroups l)); [|intros l; now apply H].
  induction l as [|p l [IH N]]; [split; [reflexivity|intros []]|]. simpl. destruct (scoregroups l) as [|[|q g] gs]; simpl in *.
  - subst l. split; [reflexivity|]. intros [H|[]]. discriminate.
  - destruct N. now left.
  - destruct (score p =? score q); simpl; (split; [now f_equal|]); intuition discriminate.
Qed.

(** What is accepted is right. *)
Theorem check_is_right : forall t r s5 barrier steps, check t r s5 barrier steps = true -> is_right t r.
Proof.
  intros t r s5 barrier steps H. unfold check in H. apply andb_true_iff in H as [L H]. apply andb_true_iff in L as [L Bye].
  split; [exact L|].
  destruct (check_from t s5 [] (scoregroups (cards t)) steps) as [[cs bye]|] eqn:E; [|discriminate].
  apply andb_true_iff in H as [G B].
  assert (Least : least_bye ([] ++ concat (scoregroups (cards t))) s5).
  { rewrite scoregroups_concat. exact (bye_is_least _ _ _ Bye). }
  destruct (check_from_shows t s5 _ _ _ _ _ Least E) as [P _]. exists (flat_map pairs_of cs), bye. split; [exact P|]. split.
  - apply same_games_eq in G. eapply Permutation_trans; [apply Permutation_sym, (sort_permutes game_before)|].
    rewrite G. apply sort_permutes.
  - destruct (pab r), bye; try discriminate; [|reflexivity]. apply Z.eqb_eq in B. simpl. now subst.
Qed.

(** And no other round is accepted, whatever is handed in. *)
Theorem check_is_unique : forall t r r' s5 s5' barrier barrier' steps steps',
  check t r s5 barrier steps = true -> check t r' s5' barrier' steps' = true ->
  Permutation (games r) (games r') /\ pab r = pab r'.
Proof.
  intros t r r' s5 s5' barrier barrier' steps steps' H H'.
  exact (right_is_unique t r r' (check_is_right t r s5 barrier steps H) (check_is_right t r' s5' barrier' steps' H')).
Qed.

Print Assumptions check_is_right.
Print Assumptions check_is_unique.
