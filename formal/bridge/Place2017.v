(** The place of a candidate among all candidates of a bracket of 2017, where sets of players moved down with higher scores
    come first, and residents may have several scores. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Right2026 Lists Levels Moves Criteria Sequence Homogeneous Place Priced Rules2017 Criteria2017.
Import ListNotations.
Open Scope Z_scope.

(** * Sorting keeps the order of what is equal *)

Lemma filter_insert : forall {A} (before : A -> A -> bool) (f : A -> bool) x l,
  (f x = true -> forall y, f y = true -> before y x = false) ->
  filter f (insert before x l) = if f x then x :: filter f l else filter f l.
Proof.
  intros A before f x l H. induction l as [|y l IH]; [reflexivity|]. cbn [insert]. destruct (before y x) eqn:E.
  - cbn [filter]. rewrite IH. destruct (f x) eqn:Ex; [|reflexivity]. destruct (f y) eqn:Ey; [|reflexivity].
    rewrite (H eq_refl y Ey) in E. discriminate.
  - cbn [filter]. now destruct (f x).
Qed.

Lemma filter_sort : forall {A} (before : A -> A -> bool) (f : A -> bool) l,
  (forall x y, f x = true -> f y = true -> before y x = false) -> filter f (sort before l) = filter f l.
Proof.
  intros A before f l H. induction l as [|x l IH]; [reflexivity|].
  change (sort before (x :: l)) with (insert before x (sort before l)).
  rewrite filter_insert by (intros Hx y Hy; now apply H). cbn [filter]. now rewrite IH.
Qed.

Lemma split_filter : forall {A} (f : A -> bool) l e c s, filter f l = e ++ c :: s ->
  exists e' s', l = e' ++ c :: s' /\ filter f e' = e.
Proof.
  intros A f l. induction l as [|x l IH]; intros e c s H; cbn [filter] in H; [destruct e; discriminate|].
  destruct (f x) eqn:E.
  - destruct e as [|y e]; cbn [app] in H; injection H as -> H; [exists [], l; auto|].
    destruct (IH _ _ _ H) as (e' & s' & -> & He). exists (y :: e'), s'. cbn [filter]. rewrite E, He. auto.
  - destruct (IH _ _ _ H) as (e' & s' & -> & He). exists (x :: e'), s'. cbn [filter]. rewrite E. auto.
Qed.

(** * The sets of players moved down *)

Definition set_before (x y : list card * list card) : bool :=
  match compare (map score (fst x)) (map score (fst y)) with Gt => true | _ => false end.

Lemma sets_sorted : forall l, StronglySorted (not_behind set_before) (sort set_before l).
Proof.
  intros l. apply sort_sorted.
  - intros x y. unfold set_before. rewrite (compare_opp (map score (fst x)) (map score (fst y))).
    now destruct (compare (map score (fst x)) (map score (fst y))).
  - intros x y z. unfold set_before. intros H K.
    assert (Hxy : le (map score (fst y)) (map score (fst x))).
    { unfold le. destruct (compare (map score (fst y)) (map score (fst x))); congruence. }
    assert (Hyz : le (map score (fst z)) (map score (fst y))).
    { unfold le. destruct (compare (map score (fst z)) (map score (fst y))); congruence. }
    pose proof (le_trans _ _ _ Hyz Hxy) as Hxz. unfold le in Hxz.
    destruct (compare (map score (fst z)) (map score (fst x))); congruence.
Qed.

Lemma choices_fall : forall l k chosen spare, falling (map score l) -> In (chosen, spare) (choices k l) ->
  falling (map score chosen).
Proof.
  induction l as [|x l IH]; intros [|k] chosen spare F H; simpl in H.
  - destruct H as [H|[]]. injection H as <- <-. constructor.
  - destruct H.
  - destruct H as [H|[]]. injection H as <- <-. constructor.
  - inversion F as [|? ? F' Hx]; subst. apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c z] [E H]]; injection E as <- <-.
    + simpl. constructor; [exact (IH k c z F' H)|]. rewrite Forall_forall in *. intros v Hv. apply Hx.
      apply in_map_iff in Hv as [y [<- Hv]]. apply in_map. apply choices_permute in H as [P _].
      apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
    + exact (IH _ _ _ F' H).
Qed.

Lemma compare_negative : forall {A} (f g : A -> Z) (h : A -> Z) l,
  compare (map (fun x => h x - f x) l) (map (fun x => h x - g x) l) = compare (map g l) (map f l).
Proof.
  intros A f g h l. induction l as [|x l IH]; [reflexivity|]. cbn [map compare]. rewrite IH.
  destruct (Z.compare_spec (h x - f x) (h x - g x)), (Z.compare_spec (g x) (f x)); try reflexivity; lia.
Qed.

Definition in_limbo_at (v : Z) : component := of_alone (fun p => if v =? score p then 1 else 0).

Definition partner_by (rank_of : card -> Z) (m : card) : component :=
  fun '(p, o) => match o with Some q => if tpn p =? tpn m then rank_of q else 0 | None => 0 end.

Definition place_sums (ms : list card) (rank_of bsn : card -> Z) (n : nat) (remainder : list card) : list component :=
  map in_limbo_at (levels (map score ms)) ++ map in_limbo_of ms ++ map (partner_by rank_of) ms
    ++ map (of_bsns bsn) (asked n remainder).

Section Place.
Variables (b : bracket) (s : Z).
Hypothesis field : is_field (everyone b) = true.
Hypothesis split_at : is_split b s = true.
Variable rank_of : card -> Z.
Hypothesis residents_by_rank : ascending (map rank_of (residents b)).

Lemma mdps_fall : falling (map score (mdps b)).
Proof.
  pose proof field as F. unfold is_field, is_ranked, everyone in F. apply andb_true_iff in F as [F _].
  rewrite forallb_forall in F.
  assert (H : forall p q, In (p, q) (ordered_pairs (mdps b)) -> score q <= score p).
  { intros p q H. apply (ordered_pairs_app _ (residents b)), F in H. cbn beta iota in H. apply andb_true_iff in H as [H _].
    unfold ranks_higher in H. apply orb_true_iff in H as [H|H]; [apply Z.ltb_lt in H; lia|].
    apply andb_true_iff in H as [H _]. apply Z.eqb_eq in H. lia. }
  clear F. induction (mdps b) as [|p l IH]; [constructor|]. simpl in *. constructor.
  - apply IH. intros x y Hin. apply H, in_or_app. now right.
  - rewrite Forall_forall. intros v Hv. apply in_map_iff in Hv as [q [<- Hq]]. apply H, in_or_app. left. now apply (in_map (fun y => (p, y))).
Qed.

Lemma mdps_apart : NoDup (map tpn (mdps b)).
Proof.
  pose proof (numbers_distinct _ _ _ (field_sound _ field)) as N. unfold everyone in N. cbn [app mdps residents] in N.
  rewrite map_app in N. apply NoDup_front in N.
  apply (NoDup_map_inv (fun x => Z.to_pos (x + 1))). rewrite map_map. exact N.
Qed.

Let lv : list Z := levels (map score (mdps b)).

Lemma sets_in_order : forall m chosen limbo_here, In (chosen, limbo_here) (choices m (mdps b)) ->
  exists before after, mdp_sets m (mdps b) = before ++ (chosen, limbo_here) :: after
    /\ forall c l, In (c, l) before ->
         compare (counts lv (map score l) ++ map (fun x => if has (map tpn l) (tpn x) then 1 else 0) (mdps b))
                 (counts lv (map score limbo_here) ++ map (fun x => if has (map tpn limbo_here) (tpn x) then 1 else 0) (mdps b)) = Lt.
Proof.
  intros m chosen limbo_here Hin.
  destruct (choices_in_order tpn _ _ _ _ mdps_apart Hin) as (b1 & a1 & E1 & H1).
  set (f := fun x : list card * list card => is_equal (map score (fst x)) (map score chosen)).
  assert (Fe : forall x, f x = true -> map score (fst x) = map score chosen).
  { intros x H. unfold f, is_equal in H. apply compare_eq. now destruct (compare (map score (fst x)) (map score chosen)). }
  assert (Fs : filter f (mdp_sets m (mdps b)) = filter f (choices m (mdps b))).
  { unfold mdp_sets. apply filter_sort. intros x y Hx Hy. now rewrite (Fe x Hx), (Fe y Hy), compare_refl. }
  assert (Fc : f (chosen, limbo_here) = true) by (unfold f, is_equal; cbn [fst]; now rewrite compare_refl).
  rewrite E1, filter_app in Fs. cbn [filter] in Fs. rewrite Fc in Fs.
  destruct (split_filter f _ _ _ _ Fs) as (before & after & Es & Eb).
  exists before, after. split; [exact Es|]. intros c l Hc.
  assert (Hcl : In (c, l) (choices m (mdps b))).
  { apply (Permutation_in _ (sort_permutes set_before _)). fold (mdp_sets m (mdps b)).
    change (sort set_before (choices m (mdps b))) with (mdp_sets m (mdps b)). rewrite Es. apply in_or_app. now left. }
  rewrite compare_app by (unfold counts; now rewrite !map_length).
  (* the levels of the Limbo are what those of S1 leave *)
  assert (Counts : forall x z, In (x, z) (choices m (mdps b)) ->
      counts lv (map score z) = map (fun v => count (Z.eqb v) (map score (mdps b)) - count (Z.eqb v) (map score x)) lv).
  { intros x z H. apply choices_permute in H as [P _]. unfold counts. apply map_ext. intros v.
    rewrite (count_permuted _ _ _ (Permutation_map score P)), map_app, count_app. lia. }
  rewrite (Counts _ _ Hcl), (Counts _ _ Hin), compare_negative.
  assert (Falls : forall x z, In (x, z) (choices m (mdps b)) -> descending (map score x) = map score x /\ incl (map score x) lv).
  { intros x z H. split.
    - apply falling_unique; [apply descending_falls|exact (choices_fall _ _ _ _ mdps_fall H)|apply sort_permutes].
    - intros v Hv. apply levels_cover. apply in_map_iff in Hv as [y [<- Hv]]. apply in_map.
      apply choices_permute in H as [P _]. apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left. }
  fold (counts lv (map score chosen)) (counts lv (map score c)).
  destruct (Falls _ _ Hin) as [Dc Ic]. destruct (Falls _ _ Hcl) as [Dx Ix].
  rewrite <- (compare_by_levels lv _ _ (levels_fall _) Ic Ix), Dc, Dx.
  destruct (f (c, l)) eqn:Ef.
  - apply Fe in Ef as E. cbn [fst] in E. rewrite E, compare_refl. apply (H1 c l).
    assert (H : In (c, l) (filter f before)) by (apply filter_In; auto). rewrite Eb in H. now apply filter_In in H.
  - assert (S : not_behind set_before (c, l) (chosen, limbo_here)).
    { pose proof (sets_sorted (choices m (mdps b))) as S.
      change (sort set_before (choices m (mdps b))) with (mdp_sets m (mdps b)) in S. rewrite Es in S.
      clear - S Hc. induction before as [|x l' IH]; [destruct Hc|]. simpl in S. inversion S as [|? ? S' F]; subst.
      rewrite Forall_forall in F. destruct Hc as [->|Hc]; [apply F, in_elt|now apply IH]. }
    unfold not_behind, set_before in S. cbn [fst] in S. unfold f, is_equal in Ef. cbn [fst] in Ef.
    rewrite (compare_opp (map score chosen) (map score c)) in Ef.
    destruct (compare (map score chosen) (map score c)); cbn [CompOpp] in *; congruence.
Qed.

(** ** The sums that tell of the players moved down *)

Section Values.
Variable d : candidate.
Hypothesis there : In d (candidates b).

Lemma limbo_levels : map (value (moves d)) (map in_limbo_at lv) = counts lv (map score (limbo d)).
Proof.
  rewrite map_map. unfold counts. apply map_ext_in. intros v Hv. unfold in_limbo_at. rewrite value_of_alone.
  rewrite (sum_permuted _ _ (Permutation_map _ (downfloaters_permute d))), map_app, sum_app, !indicator_sum.
  rewrite <- count_map. assert (E : count (fun p => v =? score p) (left_over d) = 0); [|lia].
  unfold count. rewrite filter_none; [reflexivity|]. intros p Hp. apply candidates_agree in there.
  apply (left_over_in b d there), (residents_low b s split_at) in Hp. apply Z.eqb_neq.
  unfold lv in Hv. apply (proj1 (levels_in _ _)) in Hv. apply (Permutation_in _ (sort_permutes Z.gtb _)) in Hv.
  apply in_map_iff in Hv as [m [<- Hm]]. apply (mdps_high b s split_at) in Hm. lia.
Qed.

Lemma limbo_told : forall m, In m (mdps b) ->
  value (moves d) (in_limbo_of m) = if has (map tpn (limbo d)) (tpn m) then 1 else 0.
Proof.
  intros m Hm. unfold in_limbo_of. rewrite (value_of_alone d). apply candidates_agree in there as there'.
  rewrite (sum_permuted _ _ (Permutation_map _ (downfloaters_permute d))), map_app, sum_app.
  pose proof (mdps_high b s split_at m Hm) as Hmd.
  assert (E : sum (map (fun p => if tpn p =? tpn m then 1 else 0) (left_over d)) = 0).
  { pose proof (left_over_in b d there') as H. induction (left_over d) as [|p l IH]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH by (intros; apply H; now right).
    destruct (Z.eqb_spec (tpn p) (tpn m)) as [E|]; [|reflexivity]. exfalso.
    specialize (H p (or_introl eq_refl)). assert (p = m).
    { apply (same_number _ field); auto; apply in_or_app; auto. }
    subst p. apply (residents_low b s split_at) in H. lia. }
  rewrite E, Z.add_0_r.
  transitivity (sum (map (fun k => if k =? tpn m then 1 else 0) (map tpn (limbo d)))); [now rewrite map_map|].
  apply sum_indicator. destruct (candidates_shape b d there') as [P _].
  apply (NoDup_back (map tpn (map fst (mdp_pairs d)))). rewrite <- map_app.
  exact (Permutation_NoDup (Permutation_map tpn P) mdps_apart).
Qed.

Lemma partner_told : forall m, In m (mdps b) ->
  value (moves d) (partner_by rank_of m) = sum (map (fun '(p, q) => if tpn p =? tpn m then rank_of q else 0) (mdp_pairs d)).
Proof.
  intros m Hm. apply candidates_agree in there as there'. unfold moves, pairs_of. rewrite map_app, !value_app, value_alone.
  assert (E : forall l : list card, sum (map (fun p => partner_by rank_of m (p, None)) l) = 0) by (induction l; simpl; auto).
  rewrite E, Z.add_0_r, (value_nothing _ (map orient (resident_pairs d))), Z.add_0_r.
  - pose proof (mdp_pair_in b d there') as H. unfold value. induction (mdp_pairs d) as [|[p q] l IH]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH by (intros; apply H; now right).
    destruct (H p q (or_introl eq_refl)) as [Hp Hq]. apply (mdps_high b s split_at) in Hp. apply (residents_low b s split_at) in Hq.
    unfold orient, ordered, ranks_higher. now replace (score q <? score p) with true by (symmetry; apply Z.ltb_lt; lia).
  - intros x Hx. apply in_map_iff in Hx as [[p q] [<- Hx]].
    pose proof (resident_pair_in b d there' p q Hx) as [Hp Hq].
    unfold orient in *. cbn [partner_by].
    destruct (Z.eqb_spec (tpn (fst (ordered (p, q)))) (tpn m)) as [E'|]; [|reflexivity]. exfalso.
    assert (Hr : In (fst (ordered (p, q))) (residents b)) by (unfold ordered; now destruct (ranks_higher p q)).
    assert (fst (ordered (p, q)) = m) as Em.
    { apply (same_number _ field); auto; apply in_or_app; auto. }
    rewrite Em in Hr. apply (residents_low b s split_at) in Hr. apply (mdps_high b s split_at) in Hm. lia.
Qed.
End Values.

(** ** Where it stands *)

Variables (chosen limbo_here opponents remainder : list card) (n : nat).
Hypothesis taken_up : In (chosen, limbo_here) (choices (length chosen) (mdps b)).
Hypothesis taken : In (opponents, remainder) (arrangements (length chosen) (residents b)).
Hypothesis few : (n <= Nat.div2 (length remainder))%nat.

Variables down up a s2 partners spare : list tagged.
Hypothesis ex : exchanged n remainder down up a s2.
Hypothesis s2_ascends : ascending (bsns s2).
Hypothesis arranged : In (partners, spare) (arrangements n s2).
Hypothesis a_length : length a = n.
Hypothesis is_canonical : canonical a (bsns partners).

Variable bsn : card -> Z.
Hypothesis bsn_is : forall i x, In (i, x) (with_bsns remainder) -> bsn x = i.
Hypothesis bsn_ranks : forallb (fun '((i, x), (j, y)) => (i <? j) && ranks_higher x y && negb (ranks_higher y x))
  (ordered_pairs (with_bsns remainder)) = true.

Let it : candidate := this chosen limbo_here opponents a partners spare.

Theorem place_of_it : forall least,
  exists before after,
    candidates b = before ++ it :: after
    /\ forall d, In d before ->
         length (mdp_pairs d) = length (mdp_pairs it) -> length (resident_pairs d) = length (resident_pairs it) ->
         compare (values (least ++ place_sums (mdps b) rank_of bsn n remainder) d)
                 (values (least ++ place_sums (mdps b) rank_of bsn n remainder) it)
         = match compare (values least d) (values least it) with Eq => Lt | other => other end.
Proof.
  intros least. pose proof (enough remainder n few) as Enough.
  destruct (homogeneous_in_order n remainder Enough _ _ _ _ _ _ ex s2_ascends arranged a_length is_canonical)
    as (b1 & a1 & E1 & H1).
  destruct (down_from_split _ _ few) as (b2 & a2 & E2 & H2).
  destruct (arrangements_by rank_of _ _ _ _ residents_by_rank taken) as (b3 & a3 & E3 & H3).
  destruct (sets_in_order _ _ _ taken_up) as (b4 & a4 & E4 & H4).
  assert (Most : (length chosen <= Nat.min (length (mdps b)) (length (residents b)))%nat).
  { destruct (choices_permute _ _ _ _ taken_up) as [P1 _]. destruct (arrangements_permute _ _ _ _ taken) as [P2 L2].
    apply Permutation_length in P1, P2. rewrite app_length in P1, P2. apply Nat.min_glb; lia. }
  destruct (down_from_split _ _ Most) as (b5 & a5 & E5 & H5).
  assert (Lo : length opponents = length chosen) by now apply (arrangements_permute _ _ _ _ taken).
  assert (Lp : length partners = n) by now apply (arrangements_permute _ _ _ _ arranged).
  set (F4 := fun (s1 in_limbo s2' r : list card) (n : nat) =>
    map (fun '(pairs, spare) => Candidate (combine s1 s2') pairs in_limbo spare) (homogeneous_candidates n r)).
  set (F3 := fun (s1 in_limbo : list card) '((s2', r) : list card * list card) =>
    flat_map (F4 s1 in_limbo s2' r) (down_from (Nat.div2 (length r)))).
  set (F2 := fun m1 '((s1, in_limbo) : list card * list card) =>
    flat_map (F3 s1 in_limbo) (arrangements m1 (residents b))).
  set (F1 := fun m1 => flat_map (F2 m1) (mdp_sets m1 (mdps b))).
  set (placed := Place.placed chosen limbo_here opponents).
  assert (X4 : F4 chosen limbo_here opponents remainder n = map placed b1 ++ it :: map placed a1).
  { unfold F4. rewrite E1, map_app. unfold it, this. fold placed. simpl map. f_equal; [|f_equal]; apply map_ext; intros [x y]; reflexivity. }
  pose proof (flat_map_split _ b2 n a2 _ _ _ X4) as X3. rewrite <- E2 in X3.
  change (flat_map (F4 chosen limbo_here opponents remainder) (down_from (Nat.div2 (length remainder))))
    with (F3 chosen limbo_here (opponents, remainder)) in X3.
  pose proof (flat_map_split _ b3 _ a3 _ _ _ X3) as X2. rewrite <- E3 in X2.
  change (flat_map (F3 chosen limbo_here) (arrangements (length chosen) (residents b)))
    with (F2 (length chosen) (chosen, limbo_here)) in X2.
  pose proof (flat_map_split _ b4 _ a4 _ _ _ X2) as X1. rewrite <- E4 in X1.
  change (flat_map (F2 (length chosen)) (mdp_sets (length chosen) (mdps b))) with (F1 (length chosen)) in X1.
  pose proof (flat_map_split _ b5 _ a5 _ _ _ X1) as X0. rewrite <- E5 in X0.
  change (flat_map F1 (down_from (Nat.min (length (mdps b)) (length (residents b))))) with (candidates b) in X0.
  eexists _, _. split; [exact X0|].
  intros d Hd Shape1 Shape2.
  assert (There : In d (candidates b)) by (rewrite X0; apply in_or_app; now left).
  assert (This : In it (candidates b)) by (rewrite X0; apply in_elt).
  assert (ThisMdp : length (mdp_pairs it) = length chosen).
  { unfold it, this, Place.placed. cbn [mdp_pairs]. rewrite combine_length. lia. }
  assert (ThisRes : length (resident_pairs it) = n).
  { unfold it, this, Place.placed, candidate_of. cbn [resident_pairs fst]. rewrite combine_length, !map_length. unfold tagged in *. lia. }
  rewrite ThisMdp in Shape1. rewrite ThisRes in Shape2.
  (* what a candidate of these parts is *)
  assert (In4 : forall s1 l s2' r k, In d (F4 s1 l s2' r k) ->
      mdp_pairs d = combine s1 s2' /\ limbo d = l
      /\ ((k <= Nat.div2 (length r))%nat -> length (resident_pairs d) = k)).
  { intros s1 l s2' r k H. unfold F4 in H. apply in_map_iff in H as [[pr sp] [<- H]]. cbn. repeat split.
    intros Hk. now apply homogeneous_permute in H as [_ H]. }
  assert (In3 : forall s1 l x, In d (F3 s1 l x) -> mdp_pairs d = combine s1 (fst x) /\ limbo d = l).
  { intros s1 l [s2' r] H. unfold F3 in H. apply in_flat_map in H as [k [_ H]]. apply In4 in H. tauto. }
  assert (In2 : forall m1 x, In x (mdp_sets m1 (mdps b)) -> In d (F2 m1 x) -> length (mdp_pairs d) = m1 /\ limbo d = snd x).
  { intros m1 [s1 l] Hx H. unfold F2 in H. apply in_flat_map in H as [[o r] [Ho H]]. apply In3 in H as [-> ->].
    unfold mdp_sets in Hx. apply (Permutation_in _ (sort_permutes _ _)) in Hx.
    apply choices_permute in Hx as [_ L]. apply arrangements_permute in Ho as [_ L'].
    split; [|reflexivity]. rewrite combine_length. simpl in *. lia. }
  rewrite !values_app, compare_app by apply values_length.
  destruct (compare (values least d) (values least it)); try reflexivity.
  assert (Parts : forall x, values (place_sums (mdps b) rank_of bsn n remainder) x
      = (values (map in_limbo_at lv) x ++ values (map in_limbo_of (mdps b)) x)
        ++ values (map (partner_by rank_of) (mdps b)) x ++ values (map (of_bsns bsn) (asked n remainder)) x).
  { intros x. unfold place_sums. rewrite !values_app. now rewrite <- app_assoc. }
  rewrite !Parts.
  assert (Limbo : forall x, In x (candidates b) ->
      values (map in_limbo_at lv) x ++ values (map in_limbo_of (mdps b)) x
      = counts lv (map score (limbo x)) ++ map (fun y => if has (map tpn (limbo x)) (tpn y) then 1 else 0) (mdps b)).
  { intros x Hx. unfold values. rewrite (limbo_levels x Hx). f_equal. rewrite map_map.
    apply map_ext_in. intros y Hy. now apply limbo_told. }
  rewrite (Limbo d There), (Limbo it This). change (limbo it) with limbo_here.
  (* an earlier number of players moved down *)
  apply in_app_iff in Hd as [Hd|Hd].
  { exfalso. apply in_flat_map in Hd as [k [Hm Hd]]. apply H5 in Hm. unfold F1 in Hd.
    apply in_flat_map in Hd as [x [Hx Hd]]. destruct (In2 k x Hx Hd) as [L _]. lia. }
  (* an earlier set of them *)
  apply in_app_iff in Hd as [Hd|Hd].
  { apply in_flat_map in Hd as [[c l] [Hx Hd]].
    assert (Hx' : In (c, l) (mdp_sets (length chosen) (mdps b))) by (rewrite E4; apply in_or_app; now left).
    destruct (In2 _ _ Hx' Hd) as (_ & ->). cbn [snd].
    rewrite compare_app by (unfold counts; now rewrite !app_length, !map_length). now rewrite (H4 c l Hx). }
  assert (El : limbo d = limbo_here).
  { rewrite !in_app_iff in Hd. destruct Hd as [Hd|[Hd|Hd]].
    - apply in_flat_map in Hd as [x [_ Hd]]. now apply In3 in Hd.
    - apply in_flat_map in Hd as [k [_ Hd]]. now apply In4 in Hd.
    - apply in_map_iff in Hd as [x [<- _]]. reflexivity. }
  rewrite El, compare_app by reflexivity. rewrite compare_refl. rewrite compare_app by apply values_length.
  unfold values at 1 2. rewrite !map_map.
  rewrite (map_ext_in _ _ _ (partner_told d There)), (map_ext_in _ _ _ (partner_told it This)).
  assert (Partner : forall o, map (fun x => sum (map (fun '(p, q) => if tpn p =? tpn x then rank_of q else 0) (combine chosen o))) (mdps b)
      = map (partner_in tpn chosen (map rank_of o)) (mdps b)).
  { intros o. apply map_ext. intros x. unfold partner_in. f_equal. clear. revert o.
    induction chosen as [|c l IH]; intros [|y o]; [reflexivity..|]. cbn [combine map]. f_equal. apply IH. }
  change (mdp_pairs it) with (combine chosen opponents).
  (* an earlier arrangement of their opponents *)
  apply in_app_iff in Hd as [Hd|Hd].
  { apply in_flat_map in Hd as [[o r] [Ho Hd]].
    assert (Ho' : In (o, r) (arrangements (length chosen) (residents b))) by (rewrite E3; apply in_or_app; now left).
    destruct (In3 _ _ _ Hd) as [-> _]. cbn [fst]. rewrite !Partner.
    destruct (arrangements_permute _ _ _ _ Ho') as [_ Loo].
    rewrite (compare_partners_of tpn _ _ _ _ (map rank_of o) (map rank_of opponents) mdps_apart taken_up)
      by (rewrite map_length; congruence).
    now rewrite (H3 o r Ho). }
  assert (Em : mdp_pairs d = combine chosen opponents).
  { apply in_app_iff in Hd as [Hd|Hd].
    - apply in_flat_map in Hd as [k [_ Hd]]. now apply In4 in Hd.
    - apply in_map_iff in Hd as [x [<- _]]. reflexivity. }
  rewrite Em, compare_refl.
  (* more pairs of the others *)
  apply in_app_iff in Hd as [Hd|Hd].
  { exfalso. apply in_flat_map in Hd as [k [Hk Hd]]. pose proof (H2 k Hk).
    assert (Hk' : In k (down_from (Nat.div2 (length remainder)))) by (rewrite E2; apply in_or_app; now left).
    apply down_from_le in Hk'. destruct (In4 _ _ _ _ _ Hd) as (_ & _ & L). rewrite (L Hk') in Shape2. lia. }
  apply in_map_iff in Hd as [x [<- Hx]].
  destruct (H1 x Hx) as (a' & p' & sp & -> & P & L1 & L2 & Hlt).
  unfold values. rewrite !map_map.
  pose proof (value_by_bsns chosen limbo_here opponents remainder n few a a_length bsn bsn_is bsn_ranks) as V.
  rewrite (map_ext (fun f => value (moves (placed (candidate_of a' p' sp))) (of_bsns bsn f))
    (fun f => shift chosen opponents bsn f + pair_sum f (bsns a') (bsns p'))) by (intros; apply V; [exact P|congruence]).
  rewrite (map_ext (fun f => value (moves it) (of_bsns bsn f))
    (fun f => shift chosen opponents bsn f + pair_sum f (bsns a) (bsns partners)))
    by (intros; apply V; [exact (remainder_split remainder n few _ _ _ _ _ _ ex arranged)|congruence]).
  rewrite compare_map_shift. exact Hlt.
Qed.
End Place.
