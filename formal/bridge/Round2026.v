(** The checker of a round, and the theorem: what it accepts is the round by the rules. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Rules2026 Right2026 Lists Moves Criteria Front Sequence Homogeneous Place Tried.
Import ListNotations.
Open Scope Z_scope.

(** * What is handed in for a bracket *)

(** The opponent of the player moved down, by TPN; of the remainder, by BSNs, the firsts of the pairs, ascending, and their
    partners; the most that an edge costs in one respect; the duals; and the residents, by TPN, whom completion or [C8]
    keeps from being left over. *)
Record step := Step {
  opponents_of_mdps : list Z;
  firsts : list Z;
  seconds : list Z;
  largest_cost : Z;
  duals : certificate;
  barred : list Z
}.

Inductive evidence := Shown (st : step) | TriedOut.

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

Record named := Named {
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
      let n := Nat.div2 (length remainder) in
      let before := firstn n all in
      let behind := skipn n all in
      let down := filter (fun x => negb (is_in_s1 st x)) before in
      let up := filter (is_in_s1 st) behind in
      let s2 := by_bsn (filter (fun x => negb (is_in_s1 st x)) behind ++ down) in
      match take fst (seconds st) s2 with
      | None => None
      | Some (partners, spare) =>
          Some (Named opponents remainder down up (filter (is_in_s1 st) before ++ up) s2 partners spare)
      end
  end.

Definition candidate_named (b : bracket) (x : named) : candidate :=
  this b (n_opponents x) (n_s1 x) (n_partners x) (n_spare x).

(** * The checker *)

Definition score_of_group (group : list card) : Z := match group with [] => 0 | p :: _ => score p end.

(** BSNs by vertex; of who is not in the remainder, zero. *)
Definition bsn_map (remainder : list card) : PM.t Z :=
  map_of (map (fun '(i, p) => (vertex_number p, i)) (with_bsns remainder)).
Definition bsn_in (m : PM.t Z) (p : card) : Z := dual_in m (vertex_number p).

Section Checker.
Variable t : tournament.
Variable s5 : Z. (* the score of who receives the bye *)

Definition follows (b : bracket) : bool :=
  match below b with
  | [] => true
  | next :: _ =>
      forallb (fun p => score_of_group next <=? score p) (everyone b)
        && forallb (fun p => score_of_group next <=? score p) next
  end.

(** Who may be left over: of the last bracket, who may receive the bye; of the others, who is not said to be barred. *)
Definition may_be_left_over (b : bracket) (st : step) (p : card) : bool :=
  match below b with [] => may_have_pab p | _ => negb (has (barred st) (tpn p)) end.

(** That [p], left over, leaves no completion, or is worse by [C8] than [least]. *)
Definition is_barred (b : bracket) (least : list Z) (p : card) : bool :=
  negb (can_be_completed ([p] ++ concat (below b))) || is_lower least (c8_of b [p]).

(** That nobody else could better be left over, by [C8]. [attained]: the following bracket is as good as can be. *)
Definition c8_holds (b : bracket) (st : step) (c : candidate) (attained : bool) : bool :=
  match below b with
  | [] => true
  | next :: _ =>
      if negb (is_odd_bracket b) then true
      else if attained then
        forallb (fun p => may_be_left_over b st p || is_barred b (least8 b s5 (score_of_group next)) p) (residents b)
      else
        let least := c8_of b (left_over c) in
        forallb
          (fun p =>
             if may_be_left_over b st p then negb (is_lower (c8_of b [p]) least) else is_barred b least p)
          (residents b)
  end.

Definition components (b : bracket) (s : Z) (m : PM.t Z) (remainder : list card) : list component :=
  criteria_components t s (least5 b s5)
    ++ place_components s (bsn_in m) (Nat.div2 (length remainder)) remainder.

Definition check_bracket (b : bracket) (st : step) (attained : bool) : option candidate :=
  let s := score_of_group (residents b) in
  match name b st with
  | None => None
  | Some x =>
      let c := candidate_named b x in
      let remainder := n_remainder x in
      let m := bsn_map remainder in
      if is_sound b s
        && Nat.leb (length (mdps b)) 1
        && Nat.eqb (length (opponents_of_mdps st)) (length (mdps b))
        && forallb (fun '(p, q) => tpn p <? tpn q) (ordered_pairs (residents b))
        && Nat.eqb (length (n_down x)) (length (n_up x))
        && Nat.eqb (length (n_s1 x)) (Nat.div2 (length remainder))
        && Nat.eqb (length (seconds st)) (Nat.div2 (length remainder))
        && forallb (fun '(i, j) => i <=? j) (combine (bsns (n_s1 x)) (bsns (n_partners x)))
        && forallb (fun '(i, p) => bsn_in m p =? i) (with_bsns remainder)
        && forallb (fun '((i, p), (j, q)) => (i <? j) && ranks_higher p q && negb (ranks_higher q p))
             (ordered_pairs (with_bsns remainder))
        && forallb meets_both_ways (pairs_of c)
        && Nat.eqb (length (left_over c)) (if is_odd_bracket b then 1 else 0)
        && bye_is_least b s5
        && follows b
        && (0 <=? largest_cost st)
        && forallb (may_be_left_over b st) (left_over c)
        && c8_holds b st c attained
        && is_shown b s (may_be_left_over b st) (components b s m remainder) (largest_cost st) c (duals st)
      then Some c else None
  end.

(** The brackets from one on, given who is moved down into it: the pairs, who receives the bye, and whether the first of
    the brackets is as good as can be by [C5] to [C7]. *)
Fixpoint check_from (moved_down : list card) (groups : list (list card)) (steps : list evidence) :
    option (list (card * card) * option card * bool) :=
  match groups, steps with
  | [], [] =>
      match moved_down with
      | [] => Some ([], None, false)
      | [p] => if may_have_pab p && (score p =? s5) then Some ([], Some p, false) else None
      | _ => None
      end
  | scoregroup :: lower, Shown st :: rest =>
      let b := Bracket moved_down scoregroup lower in
      match name b st with
      | None => None
      | Some x =>
          match check_from (downfloaters (candidate_named b x)) lower rest with
          | None => None
          | Some (pairs, bye, attained) =>
              match check_bracket b st attained with
              | None => None
              | Some c => Some (pairs_of c ++ pairs, bye, true)
              end
          end
      end
  | scoregroup :: lower, TriedOut :: rest =>
      match tried_out t (Bracket moved_down scoregroup lower) with
      | None => None
      | Some c =>
          if forallb meets_both_ways (pairs_of c) then
            match check_from (downfloaters c) lower rest with
            | None => None
            | Some (pairs, bye, _) => Some (pairs_of c ++ pairs, bye, false)
            end
          else None
      end
  | _, _ => None
  end.

(** * What it shows of a bracket *)

Definition bye_list (bye : option card) : list card := match bye with Some p => [p] | None => [] end.

(** What is known of the brackets that follow. *)
Definition rest_shown (moved_down : list card) (groups : list (list card)) (pairs : list (card * card))
    (bye : option card) (attained : bool) : Prop :=
  Permutation (moved_down ++ concat groups) (members pairs ++ bye_list bye)
  /\ forallb meets_both_ways pairs = true
  /\ (forall p, bye = Some p -> may_have_pab p = true /\ score p = s5)
  /\ (attained = true -> forall next lower, groups = next :: lower -> exists e,
        In e (candidates (Bracket moved_down next lower)) /\ complies (Bracket moved_down next lower) e = true
        /\ attains7 (Bracket moved_down next lower) s5 (score_of_group next) e).

Lemma meets_one_way : forall pairs, forallb meets_both_ways pairs = true ->
  forallb (fun '(p, q) => may_meet p q) pairs = true.
Proof.
  intros pairs H. rewrite forallb_forall in *. intros [p q] Hin. specialize (H _ Hin). simpl in H.
  now apply andb_true_iff in H.
Qed.

Section Bracket.
Variables (b : bracket) (st : step) (c : candidate) (pairs : list (card * card)) (bye : option card) (attained : bool).
Let s := score_of_group (residents b).
Hypothesis checked : check_bracket b st attained = Some c.
Hypothesis rest_is_shown : rest_shown (downfloaters c) (below b) pairs bye attained.

Theorem bracket_shown :
  is_chosen t b c /\ In c (candidates b) /\ complies b c = true /\ attains7 b s5 s c
  /\ forallb meets_both_ways (pairs_of c) = true.
Proof.
  unfold check_bracket in checked. fold s in checked. destruct (name b st) as [x|] eqn:Ename; [|discriminate].
  cbv zeta in checked.
  match type of checked with (if ?cond then _ else _) = _ => destruct cond eqn:Econd; [|discriminate] end.
  injection checked as <-. rewrite !andb_true_iff in Econd.
  destruct Econd as [[[[[[[[[[[[[[[[[Sound One] Eopp] ByTpn] Eex] Ea] Esec] Canon] Bsn] Ranks] Meets] Tidy] Bye] Follows] Most] Floats] C8] Shown].
  apply Nat.leb_le in One. apply Nat.eqb_eq in Eopp, Eex, Ea, Esec, Tidy. apply Z.leb_le in Most.
  unfold name in Ename. destruct (take tpn (opponents_of_mdps st) (residents b)) as [[opponents remainder]|] eqn:Et1; [|discriminate].
  cbv zeta in Ename.
  match type of Ename with match ?m with _ => _ end = _ => destruct m as [[partners spare]|] eqn:Et2; [|discriminate] end.
  set (n := Nat.div2 (length remainder)) in *.
  set (before := firstn n (with_bsns remainder)) in *. set (behind := skipn n (with_bsns remainder)) in *.
  injection Ename as <-. cbn [n_opponents n_remainder n_down n_up n_s1 n_s2 n_partners n_spare] in *.
  set (f := is_in_s1 st) in *.
  assert (Enough : (n <= length remainder)%nat).
  { unfold n. rewrite Nat.div2_div. apply Nat.div_le_upper_bound; lia. }
  apply take_arranges in Et1 as Taken. rewrite Eopp in Taken.
  apply take_arranges in Et2 as Arranged. rewrite Esec in Arranged.
  pose proof (ascending_all n remainder Enough) as Asc. rewrite <- bsns_app in Asc.
  fold before behind in Asc.
  assert (Dis : NoDup (bsns before) /\ NoDup (bsns behind)).
  { split; [exact (distinct_s1 n remainder Enough)|exact (distinct_s2 n remainder Enough)]. }
  (* the exchange *)
  assert (Ex : exchanged n remainder (filter (fun x => negb (f x)) before) (filter f behind)
      (filter f before ++ filter f behind) (by_bsn (filter (fun x => negb (f x)) behind ++ filter (fun x => negb (f x)) before))).
  { exists (length (filter (fun x => negb (f x)) before)), (filter f before), (filter (fun x => negb (f x)) behind).
    split; [|split; [|split; [|reflexivity]]].
    - pose proof (choices_filtered (fun x => negb (f x)) before) as H.
      rewrite (filter_same (fun x => negb (negb (f x))) f) in H by (intros; apply negb_involutive). exact H.
    - rewrite Eex. exact (choices_filtered f behind).
    - symmetry. apply by_bsn_of_ascending. unfold bsns. rewrite map_app.
      assert (Hf : forall l, map fst (filter f l) = filter (has (firsts st)) (bsns l)).
      { intros l. unfold bsns. rewrite filter_of_map. reflexivity. }
      rewrite !Hf. rewrite <- filter_app. apply ascending_filter.
      rewrite bsns_app in Asc. exact Asc. }
  assert (S2 : ascending (bsns (by_bsn (filter (fun x => negb (f x)) behind ++ filter (fun x => negb (f x)) before)))).
  { apply by_bsn_ascending. unfold bsns. rewrite map_app.
    assert (Hf : forall l, map fst (filter (fun x => negb (f x)) l) = filter (fun k => negb (has (firsts st) k)) (bsns l)).
    { intros l. unfold bsns. rewrite filter_of_map. reflexivity. }
    rewrite !Hf. rewrite <- filter_app. apply NoDup_filter.
    rewrite bsns_app in Asc. apply ascending_distinct in Asc.
    apply (Permutation_NoDup (Permutation_app_comm _ _) Asc). }
  assert (Canonical : canonical (filter f before ++ filter f behind) (bsns partners)).
  { intros i j Hin. rewrite forallb_forall in Canon. specialize (Canon _ Hin). now apply Z.leb_le. }
  assert (BsnIs : forall i p, In (i, p) (with_bsns remainder) -> bsn_in (bsn_map remainder) p = i).
  { intros i p Hin. rewrite forallb_forall in Bsn. specialize (Bsn _ Hin). now apply Z.eqb_eq. }
  pose proof (place_in_order b s Sound One ByTpn opponents remainder Taken _ _ _ _ _ _ Ex S2 Arranged Ea Canonical
    (bsn_in (bsn_map remainder)) BsnIs Ranks (criteria_components t s (least5 b s5))) as (earlier & later & Elist & Hearlier).
  unfold candidate_named in *. cbn [n_opponents n_s1 n_partners n_spare] in *.
  set (c := this b opponents (filter f before ++ filter f behind) partners spare) in *.
  assert (There : In c (candidates b)) by (rewrite Elist; apply in_elt).
  assert (TidyC : is_tidy b c) by (split; [reflexivity|exact Tidy]).
  pose proof (tidy_downfloaters b c TidyC) as Down.
  destruct rest_is_shown as (RestPerm & RestMeets & RestBye & RestNext).
  (* completion and C5 *)
  assert (RestPerm' : Permutation (not_yet_paired b c) (members pairs ++ bye_list bye)) by exact RestPerm.
  assert (C45 : c5 b c = least5 b s5 /\ can_be_completed (not_yet_paired b c) = true).
  { pose proof (parity_of_rest b c There) as Par. destruct bye as [p|]; simpl in RestPerm'.
    - destruct (RestBye p eq_refl) as [Hmay Hscore].
      assert (Hodd : is_odd_number (all_left b) = true).
      { rewrite <- Par. unfold is_odd_number. rewrite (Permutation_length RestPerm'), app_length, members_length. cbn [length].
        rewrite Nat.add_comm. now rewrite Nat.odd_add_mul_2. }
      apply (c5_shown b s5 Bye c p pairs There); auto.
      eapply Permutation_trans; [exact RestPerm'|]. apply Permutation_sym, Permutation_cons_append.
    - rewrite app_nil_r in RestPerm'.
      assert (Heven : is_odd_number (not_yet_paired b c) = false).
      { unfold is_odd_number. rewrite (Permutation_length RestPerm'), members_length.
        rewrite <- (Nat.add_0_l (2 * length pairs)). now rewrite Nat.odd_add_mul_2. }
      split.
      + unfold c5, least5. cbv zeta. now rewrite <- Par, Heven.
      + unfold can_be_completed. rewrite Heven. now apply (can_be_paired_shown _ _ pairs). }
  destruct C45 as [C5 C4].
  assert (Comp : complies b c = true).
  { unfold complies, c4. rewrite (meets_one_way _ Meets), C4. simpl. destruct (below b); [|reflexivity].
    apply Nat.leb_le. rewrite Down, Tidy. destruct (is_odd_bracket b); lia. }
  assert (Att : attains7 b s5 s c).
  { constructor; [exact C5| |].
    - unfold c6, least6. rewrite Down, Tidy. now destruct (is_odd_bracket b).
    - unfold c7, least7. rewrite Down. pose proof (left_over_in b c There) as Lo. revert Tidy Lo.
      destruct (is_odd_bracket b); destruct (left_over c) as [|p [|q l]]; intros Tidy Lo; try discriminate; [|reflexivity].
      simpl. f_equal. apply (residents_score b s Sound). apply Lo. now left. }
  split; [|split; [exact There|split; [exact Comp|split; [exact Att|exact Meets]]]].
  (* C8, and the others *)
  set (next_score := match below b with [] => 0 | next :: _ => score_of_group next end).
  assert (Lower : forall next rest, below b = next :: rest ->
      (forall p, In p (everyone b) -> next_score <= score p) /\ (forall p, In p next -> next_score <= score p)).
  { intros next rest Eb. unfold next_score. unfold follows in Follows. rewrite Eb in *.
    apply andb_true_iff in Follows as [H1 H2]. rewrite forallb_forall in H1, H2.
    split; intros p Hp; apply Z.leb_le; auto. }
  assert (Facts : forall d, In d (candidates b) -> complies b d = true -> is_tidy b d ->
      at_least (c8 b c) (c8 b d)
      /\ (c8 b d = c8 b c -> forall p, In p (left_over d) -> may_be_left_over b st p = true)).
  { intros d Hd Hcd Td. pose proof (tidy_downfloaters b d Td) as Dd.
    assert (Hleft : forall p, In p (left_over d) -> left_over d = [p] /\ In p (residents b)).
    { intros p Hp. split; [|now apply (left_over_in b d Hd)]. destruct Td as [_ Hl].
      destruct (left_over d) as [|q [|y l]]; [destruct Hp| |destruct (is_odd_bracket b); discriminate].
      destruct Hp as [->|[]]. reflexivity. }
    unfold c8_holds in C8. destruct (below b) as [|next lower] eqn:Eb.
    - split; [left; unfold c8; now rewrite Eb|]. intros _ p Hp. destruct (Hleft p Hp) as [E _].
      unfold may_be_left_over. rewrite Eb.
      unfold complies, c4, not_yet_paired in Hcd. rewrite Eb, Dd, E in Hcd. simpl in Hcd.
      rewrite !andb_true_iff in Hcd. destruct Hcd as [_ [Hcd _]].
      unfold can_be_completed, possible_assignees in Hcd. simpl in Hcd.
      rewrite andb_true_r in Hcd. destruct (may_have_pab p); [reflexivity|discriminate].
    - destruct (is_odd_bracket b) eqn:Eodd; simpl in C8.
      + destruct Td as [El Hl]. rewrite Eodd in Hl. destruct (left_over d) as [|p [|y l]] eqn:Elo; try discriminate.
        destruct (Hleft p (or_introl eq_refl)) as [_ Hres].
        assert (E8 : c8 b d = c8_of b [p]) by (rewrite <- c8_of_is, Dd; reflexivity).
        assert (Completes : can_be_completed ([p] ++ concat (below b)) = true).
        { unfold complies, c4, not_yet_paired in Hcd. rewrite Dd in Hcd. rewrite !andb_true_iff in Hcd. tauto. }
        destruct attained.
        * destruct (RestNext eq_refl next lower eq_refl) as (e & He & Hce & Hae).
          destruct (Lower next lower eq_refl) as [L1 L2].
          pose proof (c8_attained b s5 next_score next lower Eb Bye L1 L2 c e There He Hce Hae) as Ec.
          split; [rewrite Ec; exact (c8_at_least b s5 next_score next lower Eb Bye L1 L2 d Hd)|].
          intros Same q [<-|[]]. rewrite forallb_forall in C8. specialize (C8 p Hres).
          apply orb_true_iff in C8 as [C8|C8]; [exact C8|exfalso].
          unfold is_barred in C8. rewrite Completes in C8. simpl in C8.
          rewrite <- E8, Same, Ec in C8. unfold is_lower, next_score in C8. rewrite compare_refl in C8. discriminate.
        * cbv zeta in C8. rewrite forallb_forall in C8. specialize (C8 p Hres).
          assert (Ec : c8_of b (left_over c) = c8 b c) by (rewrite <- Down; apply c8_of_is).
          change (map snd spare) with (left_over c) in C8. rewrite Ec, <- E8 in C8. unfold at_least. destruct (may_be_left_over b st p) eqn:Em.
          -- split; [|intros _ q [<-|[]]; exact Em].
             unfold is_lower in C8. rewrite compare_opp in C8.
             destruct (compare (c8 b c) (c8 b d)) eqn:Ecmp; simpl in C8; try discriminate; [left; symmetry; now apply compare_eq|now right].
          -- unfold is_barred in C8. rewrite Completes in C8. simpl in C8. rewrite <- E8 in C8. unfold is_lower in C8.
             destruct (compare (c8 b c) (c8 b d)) eqn:Ecmp; try discriminate. split; [now right|].
             intros Same. rewrite Same, compare_refl in Ecmp. discriminate.
      + destruct Td as [El Hl]. rewrite Eodd in Hl. destruct (left_over d) as [|p l] eqn:Elo; [|discriminate].
        split; [|intros _ p []]. left. rewrite <- !c8_of_is, Dd, Down.
        destruct (left_over c) as [|q l']; [reflexivity|discriminate]. }
  exists (filter (complies b) earlier), (filter (complies b) later). split; [now apply in_order|].
  assert (FloatsC : forall p, In p (left_over c) -> may_be_left_over b st p = true)
    by (rewrite forallb_forall in Floats; exact Floats).
  assert (C8least : forall d, In d (candidates b) -> complies b d = true -> is_tidy b d -> at_least (c8 b c) (c8 b d))
    by (intros d Hd Hcd Td; now apply (Facts d Hd Hcd Td)).
  assert (Values : forall d, In d (candidates b) -> complies b d = true -> is_tidy b d -> c8 b d = c8 b c ->
      compare (values (components b s (bsn_map remainder) remainder) c)
              (values (components b s (bsn_map remainder) remainder) d) <> Gt).
  { intros d Hd Hcd Td Same.
    exact (no_lower_values b s (may_be_left_over b st) Sound _ _ _ _ Shown d There TidyC Comp FloatsC Hd Td Hcd
      (proj2 (Facts d Hd Hcd Td) Same) Most). }
  split; intros d Hin; apply filter_In in Hin as [Hin Hcd].
  - assert (Hd : In d (candidates b)) by (rewrite Elist; apply in_or_app; now left).
    destruct (others_behind_or_tidy t b s5 s Sound Bye c Att C8least d Hd Hcd)
      as [[H _]|(Td & E5 & E8 & Hrest)]; [exact H|].
    destruct (Hrest (later_criteria t b) eq_refl) as [-> _].
    rewrite (later_criteria_are_sums t b s Sound One (least5 b s5) c d There TidyC C5 Hd Td E5).
    specialize (Hearlier d Hin Td). specialize (Values d Hd Hcd Td E8). unfold components in Values.
    unfold is_lower. rewrite compare_opp in Values. rewrite Hearlier in Values. rewrite compare_opp.
    destruct (compare (values (criteria_components t s (least5 b s5)) d) (values (criteria_components t s (least5 b s5)) c));
      simpl in *; try reflexivity; exfalso; now apply Values.
  - assert (Hd : In d (candidates b)) by (rewrite Elist; apply in_or_app; right; now right).
    destruct (others_behind_or_tidy t b s5 s Sound Bye c Att C8least d Hd Hcd)
      as [[_ H]|(Td & E5 & E8 & Hrest)]; [exact H|].
    destruct (Hrest (later_criteria t b) eq_refl) as [_ ->].
    rewrite (later_criteria_are_sums t b s Sound One (least5 b s5) d c Hd Td E5 There TidyC C5).
    specialize (Values d Hd Hcd Td E8). unfold components, values in Values.
    rewrite !map_app, compare_app in Values by (now rewrite !map_length).
    unfold is_lower. rewrite compare_opp. unfold values.
    destruct (compare (map (value (moves c)) (criteria_components t s (least5 b s5)))
                      (map (value (moves d)) (criteria_components t s (least5 b s5)))); simpl; try reflexivity.
    exfalso. now apply Values.
Qed.
End Bracket.

(** * And of the round *)

Lemma check_bracket_names : forall b st attained c, check_bracket b st attained = Some c ->
  exists x, name b st = Some x /\ c = candidate_named b x.
Proof.
  intros b st attained c H. unfold check_bracket in H. destruct (name b st) as [x|]; [|discriminate].
  exists x. split; [reflexivity|]. cbv zeta in H.
  match type of H with (if ?cond then _ else _) = _ => destruct cond; [|discriminate] end. now injection H as <-.
Qed.

Lemma check_from_shows : forall groups moved_down steps pairs bye attained,
  check_from moved_down groups steps = Some (pairs, bye, attained) ->
  is_paired t moved_down groups pairs bye /\ rest_shown moved_down groups pairs bye attained.
Proof.
  assert (Perm : forall moved_down g lower c pairs bye, In c (candidates (Bracket moved_down g lower)) ->
      Permutation (downfloaters c ++ concat lower) (members pairs ++ bye_list bye) ->
      Permutation (moved_down ++ concat (g :: lower)) (members (pairs_of c ++ pairs) ++ bye_list bye)).
  { intros moved_down g lower c pairs bye Hin P. simpl. pose proof (everyone_permute _ _ Hin) as Pe.
    unfold everyone in Pe. simpl in Pe.
    rewrite app_assoc. eapply Permutation_trans; [apply Permutation_app_tail, Pe|].
    rewrite members_app, <- !app_assoc. apply Permutation_app_head. exact P. }
  induction groups as [|g lower IH]; intros moved_down steps pairs bye attained H;
    destruct steps as [|[st|] steps]; cbn [check_from] in H; try (destruct moved_down as [|? [|? ?]]; discriminate).
  - destruct moved_down as [|p [|q l]]; [| |discriminate].
    + injection H as <- <- <-. split; [constructor|]. split; [apply perm_nil|]. split; [reflexivity|].
      split; intros; discriminate.
    + destruct (may_have_pab p && (score p =? s5)) eqn:E; [|discriminate]. injection H as <- <- <-.
      apply andb_true_iff in E as [E1 E2]. apply Z.eqb_eq in E2. split; [constructor|].
      split; [apply Permutation_refl|]. split; [reflexivity|]. split; [|intros; discriminate].
      intros x Ex. injection Ex as <-. auto.
  - cbv zeta in H. destruct (name (Bracket moved_down g lower) st) as [x|] eqn:En; [|discriminate].
    destruct (check_from (downfloaters (candidate_named (Bracket moved_down g lower) x)) lower steps)
      as [[[pairs' bye'] below_attained]|] eqn:Ef; [|discriminate].
    destruct (check_bracket (Bracket moved_down g lower) st below_attained) as [c|] eqn:Ec; [|discriminate].
    injection H as <- <- <-. destruct (check_bracket_names _ _ _ _ Ec) as (x' & En' & Ex).
    assert (x' = x) by congruence. subst x'. rewrite <- Ex in Ef. apply IH in Ef as [Hp Hr].
    destruct (bracket_shown (Bracket moved_down g lower) st c pairs' bye' below_attained Ec Hr)
      as (Hch & Hin & Hco & Hat & Hme).
    split; [now constructor|]. destruct Hr as (P & M & B & _).
    split; [now apply Perm|split; [|split; [exact B|]]].
    + rewrite forallb_app, Hme, M. reflexivity.
    + intros _ next low E. injection E as <- <-. now exists c.
  - destruct (tried_out t (Bracket moved_down g lower)) as [c|] eqn:Ec; [|discriminate].
    destruct (forallb meets_both_ways (pairs_of c)) eqn:Hme; [|discriminate].
    destruct (check_from (downfloaters c) lower steps) as [[[pairs' bye'] ignored]|] eqn:Ef; [|discriminate].
    injection H as <- <- <-. apply IH in Ef as [Hp Hr].
    apply tried_out_is_chosen in Ec. split; [now constructor|]. destruct Hr as (P & M & B & _).
    destruct Ec as (e & l & El & _).
    assert (Hin : In c (filter (complies (Bracket moved_down g lower)) (candidates (Bracket moved_down g lower))))
      by (rewrite El; apply in_elt).
    apply filter_In in Hin as [Hin _].
    split; [now apply Perm|split; [|split; [exact B|intros; discriminate]]].
    rewrite forallb_app, Hme, M. reflexivity.
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

Definition check (t : tournament) (r : round) (s5 : Z) (steps : list evidence) : bool :=
  is_legal t r
  && match check_from t s5 [] (scoregroups (cards t)) steps with
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
Theorem check_is_right : forall t r s5 steps, check t r s5 steps = true -> is_right t r.
Proof.
  intros t r s5 steps H. unfold check in H. apply andb_true_iff in H as [L H]. split; [exact L|].
  destruct (check_from t s5 [] (scoregroups (cards t)) steps) as [[[pairs bye] first_attained]|] eqn:E; [|discriminate].
  apply andb_true_iff in H as [G B]. apply check_from_shows in E as [P _]. exists pairs, bye. split; [exact P|]. split.
  - apply same_games_eq in G. eapply Permutation_trans; [apply Permutation_sym, (sort_permutes game_before)|].
    rewrite G. apply sort_permutes.
  - destruct (pab r), bye; try discriminate; [|reflexivity]. apply Z.eqb_eq in B. simpl. now subst.
Qed.

(** And no other round is accepted, whatever is handed in. *)
Theorem check_is_unique : forall t r r' s5 s5' steps steps', check t r s5 steps = true -> check t r' s5' steps' = true ->
  Permutation (games r) (games r') /\ pab r = pab r'.
Proof.
  intros t r r' s5 s5' steps steps' H H'.
  exact (right_is_unique t r r' (check_is_right t r s5 steps H) (check_is_right t r' s5' steps' H')).
Qed.

Print Assumptions check_is_right.
Print Assumptions check_is_unique.
