(** The place of a candidate among all candidates of its bracket: what is before it, and as good by C6 and C7, has smaller
    sums. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Rules2026 Right2026 Lists Moves Criteria Sequence Homogeneous.
Import ListNotations.
Open Scope Z_scope.

(** 3.7.3, 4.4: of each player moved down, whether he is in the Limbo. *)
Definition in_limbo_of (m : card) : component := of_alone (fun p => if tpn p =? tpn m then 1 else 0).

(** 3.7.2, 4.2: and with whom he is paired. *)
Definition partner_of (m : card) : component :=
  fun '(p, o) => match o with Some q => if tpn p =? tpn m then tpn q else 0 | None => 0 end.

(** What is asked of the pairs of the remainder, by their BSNs. *)
Definition of_bsns (bsn : card -> Z) (f : Z -> Z -> Z) : component :=
  fun '(p, o) => match o with Some q => f (bsn p) (bsn q) | None => 0 end.

Definition place_components (mdps : list card) (bsn : card -> Z) (n : nat) (remainder : list card) : list component :=
  map in_limbo_of mdps ++ map partner_of mdps ++ map (of_bsns bsn) (asked n remainder).

Lemma down_from_split : forall m n, (n <= m)%nat -> exists before after,
  down_from m = before ++ n :: after /\ forall k, In k before -> (n < k)%nat.
Proof.
  unfold down_from. intros m n H. exists (rev (seq (S n) (m - n))), (rev (seq 0 n)). split.
  - replace (S m) with (n + S (m - n))%nat by lia. rewrite seq_app, rev_app_distr. simpl. rewrite <- app_assoc. reflexivity.
  - intros k Hk. apply in_rev, in_seq in Hk. lia.
Qed.

Section Place.
Variables (b : bracket) (s : Z) (behind : list card).
Hypothesis sound : is_sound b s behind = true.
Hypothesis by_tpn : forallb (fun '(p, q) => tpn p <? tpn q) (ordered_pairs (residents b)) = true.

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

Definition placed (l : list (card * card) * list card) : candidate :=
  Candidate (combine chosen opponents) (fst l) limbo_here (snd l).
Definition this : candidate := placed (candidate_of a partners spare).

Lemma enough : (n <= length remainder)%nat.
Proof. clear - few. rewrite Nat.div2_div in few. pose proof (Nat.div_le_upper_bound (length remainder) 2 (length remainder)). lia. Qed.

(** ** The sums of a candidate with these opponents *)

Lemma oriented_by_bsn : forall i x j y, In (i, x) (with_bsns remainder) -> In (j, y) (with_bsns remainder) -> i <> j ->
  orient (x, y) = if i <? j then (x, Some y) else (y, Some x).
Proof.
  intros i x j y Hx Hy E. rewrite forallb_forall in bsn_ranks.
  assert (N : (i, x) <> (j, y)) by congruence. unfold orient, ordered.
  destruct (ordered_either _ _ _ Hx Hy N) as [H|H]; apply bsn_ranks in H; cbn beta iota in H;
    apply andb_true_iff in H as [H Hn]; apply andb_true_iff in H as [Hl Hr]; apply negb_true_iff in Hn.
  - now rewrite Hl, Hr.
  - rewrite Hn. apply Z.ltb_lt in Hl. replace (i <? j) with false; [reflexivity|]. symmetry. apply Z.ltb_ge. lia.
Qed.

Lemma bsns_distinct : NoDup (bsns (with_bsns remainder)).
Proof.
  pose proof (ascending_distinct _ (ascending_all n remainder enough)) as H.
  rewrite <- bsns_app, all_split in H. exact H.
Qed.

Definition shift (f : Z -> Z -> Z) : Z := value (map orient (combine chosen opponents)) (of_bsns bsn f).

Lemma value_by_bsns : forall f a' partners' spare',
  Permutation (with_bsns remainder) (a' ++ partners' ++ spare') -> length a' = length partners' ->
  value (moves (placed (candidate_of a' partners' spare'))) (of_bsns bsn f)
  = shift f + pair_sum f (bsns a') (bsns partners').
Proof.
  intros f a' p' sp P L. unfold moves, placed, candidate_of, pairs_of. cbn [mdp_pairs resident_pairs limbo left_over fst snd].
  rewrite !map_app, !value_app, !value_alone.
  assert (E : forall l : list card, sum (map (fun p => of_bsns bsn f (p, None)) l) = 0) by (induction l; simpl; auto).
  rewrite !E, !Z.add_0_r. unfold shift. f_equal.
  assert (Ha : incl a' (with_bsns remainder)).
  { intros x Hx. apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left. }
  assert (Hp : incl p' (with_bsns remainder)).
  { intros x Hx. apply (Permutation_in _ (Permutation_sym P)), in_or_app. right. apply in_or_app. now left. }
  assert (Hne : forall x y, In x (bsns a') -> In y (bsns p') -> x <> y).
  { intros x y Hx Hy ->. pose proof (Permutation_NoDup (Permutation_map fst P) bsns_distinct) as N.
    rewrite !map_app in N. apply (NoDup_apart _ _ y N); [apply in_or_app; now left|exact Hx]. }
  clear P E. unfold pair_sum, value. revert p' L Hp Hne.
  induction a' as [|[i x] a' IH]; intros [|[j y] p'] L Hp Hne; simpl in L; try discriminate; [reflexivity|].
  cbn [map combine bsns fst snd]. unfold sum. cbn [fold_right]. f_equal.
  - assert (Hi : In (i, x) (with_bsns remainder)) by (apply Ha; now left).
    assert (Hj : In (j, y) (with_bsns remainder)) by (apply Hp; now left).
    assert (E : i <> j) by (apply Hne; now left).
    pose proof (oriented_by_bsn i x j y Hi Hj E) as Ho. rewrite Ho.
    destruct (Z.ltb_spec i j) as [H|H]; simpl; rewrite (bsn_is i x Hi), (bsn_is j y Hj).
    + now rewrite Z.min_l, Z.max_r by lia.
    + now rewrite Z.min_r, Z.max_l by lia.
  - apply IH.
    + intros z Hz. apply Ha. now right.
    + congruence.
    + intros z Hz. apply Hp. now right.
    + intros z w Hz Hw. apply Hne; now right.
Qed.

(** ** The sums that tell of the players moved down *)

Lemma mdp_tpns : NoDup (map tpn (mdps b)).
Proof.
  pose proof (numbers_distinct b s behind sound) as N. unfold everyone in N. rewrite !map_app in N. apply NoDup_front, NoDup_front in N.
  apply (NoDup_map_inv (fun x => Z.to_pos (x + 1))). rewrite map_map. exact N.
Qed.

Lemma everyone_in_field : incl (everyone b) (everyone b ++ behind).
Proof. intros p Hp. apply in_or_app. now left. Qed.

Section Values.
Variable d : candidate.
Hypothesis there : In d (candidates b).

Lemma limbo_value : forall m, In m (mdps b) ->
  value (moves d) (in_limbo_of m) = if has (map tpn (limbo d)) (tpn m) then 1 else 0.
Proof.
  intros m Hm. unfold in_limbo_of. rewrite (value_of_alone d).
  rewrite (sum_permuted _ _ (Permutation_map _ (downfloaters_permute d))), map_app, sum_app.
  assert (Hmd : s < score m) by exact (mdps_score b s behind sound m Hm).
  assert (E : sum (map (fun p => if tpn p =? tpn m then 1 else 0) (left_over d)) = 0).
  { pose proof (left_over_in b d there) as H. induction (left_over d) as [|p l IH]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH by (intros; apply H; now right).
    destruct (Z.eqb_spec (tpn p) (tpn m)) as [E|]; [|reflexivity]. exfalso.
    specialize (H p (or_introl eq_refl)). assert (p = m).
    { apply (tpn_tells b s behind sound); auto; apply everyone_in_field, in_or_app; auto. }
    subst p. apply (residents_score b s behind sound) in H. lia. }
  rewrite E, Z.add_0_r.
  transitivity (sum (map (fun k => if k =? tpn m then 1 else 0) (map tpn (limbo d)))); [now rewrite map_map|].
  apply sum_indicator. destruct (candidates_shape b d there) as [P _].
  apply (NoDup_back (map tpn (map fst (mdp_pairs d)))). rewrite <- map_app.
  exact (Permutation_NoDup (Permutation_map tpn P) mdp_tpns).
Qed.

Lemma partner_value : forall m, In m (mdps b) ->
  value (moves d) (partner_of m) = sum (map (fun '(p, q) => if tpn p =? tpn m then tpn q else 0) (mdp_pairs d)).
Proof.
  intros m Hm. unfold moves, pairs_of. rewrite map_app, !value_app, value_alone.
  assert (E : forall l : list card, sum (map (fun p => partner_of m (p, None)) l) = 0) by (induction l; simpl; auto).
  rewrite E, Z.add_0_r, (value_nothing _ (map orient (resident_pairs d))), Z.add_0_r.
  - pose proof (mdp_move b s behind sound d there) as H. unfold value. induction (mdp_pairs d) as [|[p q] l IH]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH by (intros; apply H; now right).
    destruct (H p q (or_introl eq_refl)) as [Ho _]. now rewrite Ho.
  - intros x Hx. apply in_map_iff in Hx as [[p q] [<- Hx]].
    pose proof (resident_pair_in b d there p q Hx) as [Hp Hq]. pose proof (resident_move b s behind sound d there p q Hx) as Hs.
    unfold orient in *. cbn [fst snd partner_of] in *.
    destruct (Z.eqb_spec (tpn (fst (ordered (p, q)))) (tpn m)) as [E'|]; [|reflexivity]. exfalso.
    assert (Hr : In (fst (ordered (p, q))) (residents b)) by (unfold ordered; now destruct (ranks_higher p q)).
    assert (fst (ordered (p, q)) = m).
    { apply (tpn_tells b s behind sound); auto; apply everyone_in_field, in_or_app; auto. }
    pose proof (mdps_score b s behind sound m Hm). rewrite H in Hs. lia.
Qed.
End Values.

(** ** Where it stands *)

(** As many pairs of players moved down, and of others. *)
Definition same_shape (d : candidate) : Prop :=
  length (mdp_pairs d) = length (mdp_pairs this) /\ length (resident_pairs d) = length (resident_pairs this).

Lemma residents_by_tpn : ascending (map tpn (residents b)).
Proof.
  clear - by_tpn. unfold ascending. induction (residents b) as [|p l IH]; [constructor|]. simpl in *.
  rewrite forallb_app in by_tpn. apply andb_true_iff in by_tpn as [H1 H2]. constructor; [now apply IH|].
  rewrite Forall_forall. intros x Hx. apply in_map_iff in Hx as [q [<- Hq]].
  rewrite forallb_forall in H1. apply Z.ltb_lt. exact (H1 (p, q) (in_map _ _ _ Hq)).
Qed.

Lemma remainder_split : Permutation (with_bsns remainder) (a ++ partners ++ spare).
Proof.
  pose proof (exchanged_keyed _ _ enough _ _ _ _ ex) as Hk.
  assert (He : In (a, s2) (exchanges (firstn n (with_bsns remainder)) (skipn n (with_bsns remainder)))).
  { rewrite exchanges_keyed. apply in_map_iff. eexists. split; [|apply (Permutation_in _ (Permutation_sym (sort_permutes _ _))), Hk].
    reflexivity. }
  apply exchanges_permute in He as [He _]. rewrite firstn_skipn in He.
  eapply Permutation_trans; [exact He|]. apply Permutation_app_head.
  now destruct (arrangements_permute _ _ _ _ arranged).
Qed.

Theorem place_in_order : forall least,
  exists before after,
    candidates b = before ++ this :: after
    /\ forall d, In d before -> same_shape d ->
         compare (values (least ++ place_components (mdps b) bsn n remainder) d)
                 (values (least ++ place_components (mdps b) bsn n remainder) this)
         = match compare (values least d) (values least this) with Eq => Lt | other => other end.
Proof.
  intros least.
  destruct (homogeneous_in_order n remainder enough _ _ _ _ _ _ ex s2_ascends arranged a_length is_canonical)
    as (b1 & a1 & E1 & H1).
  destruct (down_from_split _ _ few) as (b2 & a2 & E2 & H2).
  destruct (arrangements_by tpn _ _ _ _ residents_by_tpn taken) as (b3 & a3 & E3 & H3).
  destruct (choices_in_order tpn _ _ _ _ mdp_tpns taken_up) as (b4 & a4 & E4 & H4).
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
  set (F1 := fun m1 => flat_map (F2 m1) (choices m1 (mdps b))).
  assert (X4 : F4 chosen limbo_here opponents remainder n = map placed b1 ++ this :: map placed a1).
  { unfold F4. rewrite E1, map_app. unfold this. simpl map. f_equal; [|f_equal]; apply map_ext; intros [x y]; reflexivity. }
  pose proof (flat_map_split _ b2 n a2 _ _ _ X4) as X3. rewrite <- E2 in X3.
  change (flat_map (F4 chosen limbo_here opponents remainder) (down_from (Nat.div2 (length remainder))))
    with (F3 chosen limbo_here (opponents, remainder)) in X3.
  pose proof (flat_map_split _ b3 _ a3 _ _ _ X3) as X2. rewrite <- E3 in X2.
  change (flat_map (F3 chosen limbo_here) (arrangements (length chosen) (residents b)))
    with (F2 (length chosen) (chosen, limbo_here)) in X2.
  pose proof (flat_map_split _ b4 _ a4 _ _ _ X2) as X1. rewrite <- E4 in X1.
  change (flat_map (F2 (length chosen)) (choices (length chosen) (mdps b))) with (F1 (length chosen)) in X1.
  pose proof (flat_map_split _ b5 _ a5 _ _ _ X1) as X0. rewrite <- E5 in X0.
  change (flat_map F1 (down_from (Nat.min (length (mdps b)) (length (residents b))))) with (candidates b) in X0.
  eexists _, _. split; [exact X0|].
  intros d Hd [Shape1 Shape2].
  assert (There : In d (candidates b)) by (rewrite X0; apply in_or_app; now left).
  assert (This : In this (candidates b)) by (rewrite X0; apply in_elt).
  assert (ThisMdp : length (mdp_pairs this) = length chosen).
  { unfold this, placed. cbn [mdp_pairs]. rewrite combine_length. lia. }
  assert (ThisRes : length (resident_pairs this) = n).
  { unfold this, placed, candidate_of. cbn [resident_pairs fst]. rewrite combine_length, !map_length. unfold tagged in *. lia. }
  rewrite ThisMdp in Shape1. rewrite ThisRes in Shape2.
  (* what a candidate of these parts is *)
  assert (In4 : forall s1 l s2' r k, In d (F4 s1 l s2' r k) ->
      mdp_pairs d = combine s1 s2' /\ limbo d = l
      /\ ((k <= Nat.div2 (length r))%nat -> length (resident_pairs d) = k)).
  { intros s1 l s2' r k H. unfold F4 in H. apply in_map_iff in H as [[pr sp] [<- H]]. cbn. repeat split.
    intros Hk. now apply homogeneous_permute in H as [_ H]. }
  assert (In3 : forall s1 l x, In d (F3 s1 l x) -> mdp_pairs d = combine s1 (fst x) /\ limbo d = l).
  { intros s1 l [s2' r] H. unfold F3 in H. apply in_flat_map in H as [k [_ H]]. apply In4 in H. tauto. }
  assert (In2 : forall m1 x, In x (choices m1 (mdps b)) -> In d (F2 m1 x) ->
      length (mdp_pairs d) = m1 /\ limbo d = snd x /\ exists o, mdp_pairs d = combine (fst x) o).
  { intros m1 [s1 l] Hx H. unfold F2 in H. apply in_flat_map in H as [[o r] [Ho H]]. apply In3 in H as [-> ->].
    apply choices_permute in Hx as [_ L]. apply arrangements_permute in Ho as [_ L'].
    repeat split; [rewrite combine_length; simpl in *; lia|]. now exists o. }
  unfold values. rewrite !map_app, compare_app by (now rewrite !map_length).
  destruct (compare (map (value (moves d)) least) (map (value (moves this)) least)); try reflexivity.
  unfold place_components. rewrite !map_app, !map_map.
  rewrite compare_app by (now rewrite !map_length).
  rewrite (map_ext_in _ _ _ (limbo_value d There)), (map_ext_in _ _ _ (limbo_value this This)).
  change (limbo this) with limbo_here.
  (* an earlier number of players moved down *)
  apply in_app_iff in Hd as [Hd|Hd].
  { exfalso. apply in_flat_map in Hd as [m1 [Hm Hd]]. apply H5 in Hm. unfold F1 in Hd.
    apply in_flat_map in Hd as [x [Hx Hd]]. destruct (In2 m1 x Hx Hd) as [L _]. lia. }
  (* an earlier choice of them *)
  apply in_app_iff in Hd as [Hd|Hd].
  { apply in_flat_map in Hd as [[c l] [Hx Hd]].
    assert (Hx' : In (c, l) (choices (length chosen) (mdps b))) by (rewrite E4; apply in_or_app; now left).
    destruct (In2 _ _ Hx' Hd) as (_ & -> & _). cbn [snd]. now rewrite (H4 c l Hx). }
  assert (El : limbo d = limbo_here).
  { rewrite !in_app_iff in Hd. destruct Hd as [Hd|[Hd|Hd]].
    - apply in_flat_map in Hd as [x [_ Hd]]. now apply In3 in Hd.
    - apply in_flat_map in Hd as [k [_ Hd]]. now apply In4 in Hd.
    - apply in_map_iff in Hd as [x [<- _]]. reflexivity. }
  rewrite El, compare_refl. rewrite compare_app by (now rewrite !map_length).
  rewrite (map_ext_in _ _ _ (partner_value d There)), (map_ext_in _ _ _ (partner_value this This)).
  assert (Partner : forall o, map (fun x => sum (map (fun '(p, q) => if tpn p =? tpn x then tpn q else 0) (combine chosen o))) (mdps b)
      = map (partner_in tpn chosen (map tpn o)) (mdps b)).
  { intros o. apply map_ext. intros x. unfold partner_in. f_equal. clear. revert o.
    induction chosen as [|c l IH]; intros [|y o]; [reflexivity..|]. cbn [combine map]. f_equal. apply IH. }
  change (mdp_pairs this) with (combine chosen opponents).
  (* an earlier arrangement of their opponents *)
  apply in_app_iff in Hd as [Hd|Hd].
  { apply in_flat_map in Hd as [[o r] [Ho Hd]].
    assert (Ho' : In (o, r) (arrangements (length chosen) (residents b))) by (rewrite E3; apply in_or_app; now left).
    destruct (In3 _ _ _ Hd) as [-> _]. cbn [fst]. rewrite !Partner.
    destruct (arrangements_permute _ _ _ _ Ho') as [_ Loo].
    rewrite (compare_partners_of tpn _ _ _ _ (map tpn o) (map tpn opponents) mdp_tpns taken_up)
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
  rewrite (map_ext (fun f => value (moves (placed (candidate_of a' p' sp))) (of_bsns bsn f))
    (fun f => shift f + pair_sum f (bsns a') (bsns p'))) by (intros; apply value_by_bsns; [exact P|congruence]).
  rewrite (map_ext (fun f => value (moves this) (of_bsns bsn f))
    (fun f => shift f + pair_sum f (bsns a) (bsns partners))) by (intros; apply value_by_bsns; [exact remainder_split|congruence]).
  rewrite compare_map_shift. exact Hlt.
Qed.
End Place.
