(** The place of a tidy candidate among all candidates of its bracket: what is before it has smaller sums. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Rules2026 Right2026 Lists Moves Criteria Sequence Homogeneous.
Import ListNotations.
Open Scope Z_scope.

(** With whom the player moved down is paired (4.2). *)
Definition partners_of_mdps (pairs : list (card * card)) : Z := sum (map (fun '(_, q) => tpn q) pairs).

(** What is asked of the pairs of the remainder, by their BSNs. *)
Definition of_bsns (bsn : card -> Z) (f : Z -> Z -> Z) : component :=
  fun '(p, o) => match o with Some q => f (bsn p) (bsn q) | None => 0 end.

Definition place_components (s : Z) (bsn : card -> Z) (n : nat) (remainder : list card) : list component :=
  of_mdp_pairs s partners_of_mdps :: map (of_bsns bsn) (asked n remainder).

Lemma down_from_first : forall n, down_from n = n :: rev (seq 0 n).
Proof. intros n. unfold down_from. rewrite seq_S, rev_app_distr. reflexivity. Qed.

Lemma partners_additive : additive partners_of_mdps.
Proof. constructor; [reflexivity|]. intros [p q] l. unfold partners_of_mdps. simpl. lia. Qed.

Section Place.
Variables (b : bracket) (s : Z).
Hypothesis sound : is_sound b s = true.
Hypothesis one_mdp : (length (mdps b) <= 1)%nat.
Hypothesis by_tpn : forallb (fun '(p, q) => tpn p <? tpn q) (ordered_pairs (residents b)) = true.

Variables (opponents remainder : list card).
Hypothesis taken : In (opponents, remainder) (arrangements (length (mdps b)) (residents b)).

Let n := Nat.div2 (length remainder).
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
  Candidate (combine (mdps b) opponents) (fst l) [] (snd l).
Definition this : candidate := placed (candidate_of a partners spare).

Lemma enough : (n <= length remainder)%nat.
Proof. unfold n. rewrite Nat.div2_div. apply Nat.div_le_upper_bound; lia. Qed.

(** ** The sums of a candidate with these opponents *)

Lemma oriented_by_bsn : forall i x j y, In (i, x) (with_bsns remainder) -> In (j, y) (with_bsns remainder) -> i <> j ->
  orient (x, y) = if i <? j then (x, Some y) else (y, Some x).
Proof.
  intros i x j y Hx Hy E. rewrite forallb_forall in bsn_ranks.
  assert (N : (i, x) <> (j, y)) by congruence. unfold orient.
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

Definition shift (f : Z -> Z -> Z) : Z := value (map orient (combine (mdps b) opponents)) (of_bsns bsn f).

Lemma value_by_bsns : forall f a' partners' spare',
  Permutation (with_bsns remainder) (a' ++ partners' ++ spare') -> length a' = length partners' ->
  value (moves (placed (candidate_of a' partners' spare'))) (of_bsns bsn f)
  = shift f + pair_sum f (bsns a') (bsns partners').
Proof.
  intros f a' p' sp P L. unfold moves, placed, candidate_of, pairs_of. cbn [mdp_pairs resident_pairs left_over fst snd].
  rewrite map_app, !value_app, value_alone.
  assert (E : forall l : list card, sum (map (fun p => of_bsns bsn f (p, None)) l) = 0) by (induction l; simpl; auto).
  rewrite E, Z.add_0_r. unfold shift. f_equal.
  assert (Ha : incl a' (with_bsns remainder)).
  { intros x Hx. apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left. }
  assert (Hp : incl p' (with_bsns remainder)).
  { intros x Hx. apply (Permutation_in _ (Permutation_sym P)), in_or_app. right. apply in_or_app. now left. }
  assert (Hne : forall x y, In x (bsns a') -> In y (bsns p') -> x <> y).
  { intros x y Hx Hy ->. pose proof (Permutation_NoDup (Permutation_map fst P) bsns_distinct) as N.
    rewrite !map_app in N. apply (NoDup_apart _ _ y N); [apply in_or_app; now left|exact Hx]. }
  clear P E. unfold pair_sum, value. revert p' L Hp Hne.
  induction a' as [|[i x] a' IH]; intros [|[j y] p'] L Hp Hne; simpl in L; try discriminate; [reflexivity|].
  simpl. f_equal.
  - assert (Hi : In (i, x) (with_bsns remainder)) by (apply Ha; now left).
    assert (Hj : In (j, y) (with_bsns remainder)) by (apply Hp; now left).
    assert (E : i <> j) by (apply Hne; now left).
    pose proof (oriented_by_bsn i x j y Hi Hj E) as Ho. unfold orient in Ho. rewrite Ho.
    destruct (Z.ltb_spec i j) as [H|H]; simpl; rewrite (bsn_is i x Hi), (bsn_is j y Hj).
    + now rewrite Z.min_l, Z.max_r by lia.
    + now rewrite Z.min_r, Z.max_l by lia.
  - apply IH.
    + intros z Hz. apply Ha. now right.
    + congruence.
    + intros z Hz. apply Hp. now right.
    + intros z w Hz Hw. apply Hne; now right.
Qed.

(** ** Where it stands *)

Lemma choices_of_mdps : choices (length (mdps b)) (mdps b) = [(mdps b, [])].
Proof. clear - one_mdp. destruct (mdps b) as [|p [|q l]]; simpl in *; try reflexivity. lia. Qed.

Lemma mdps_few : (length (mdps b) <= length (residents b))%nat.
Proof.
  apply arrangements_permute in taken as [P L]. apply Permutation_length in P. rewrite app_length in P. lia.
Qed.

Lemma opponents_in_order : exists before after,
  arrangements (length (mdps b)) (residents b) = before ++ (opponents, remainder) :: after
  /\ forall x y, In (x, y) before ->
       partners_of_mdps (combine (mdps b) x) < partners_of_mdps (combine (mdps b) opponents).
Proof.
  pose proof taken as H. clear - H one_mdp by_tpn. destruct (mdps b) as [|m [|m' l]]; [| |simpl in one_mdp; lia].
  - destruct H as [H|[]]. injection H as <- <-. exists [], []. split; [reflexivity|intros x y []].
  - cbn [length arrangements] in *. apply in_flat_map in H as [[q others] [Hq H]].
    apply in_map_iff in H as [[c z] [E H]]. destruct H as [H|[]]. injection H as <- <-. injection E as <- <-.
    destruct (picks_are_splits _ _ _ Hq) as (l1 & l2 & E & ->). rewrite E in *.
    destruct (picks_split l1 l2 q) as (b1 & a1 & E1 & H1). rewrite E1. eexists _, _. split.
    + apply flat_map_split with (f1 := []) (f2 := []). reflexivity.
    + intros x y Hin. rewrite app_nil_r in Hin. apply in_flat_map in Hin as [[q' o'] [Hq' Hin]].
      simpl in Hin. destruct Hin as [Hin|[]]. injection Hin as <- <-. apply H1 in Hq'.
      unfold partners_of_mdps. simpl. rewrite !Z.add_0_r.
      rewrite forallb_forall in by_tpn. apply Z.ltb_lt.
      apply in_split in Hq' as [k1 [k2 ->]].
      assert (Hop : In (q', q) (ordered_pairs ((k1 ++ q' :: k2) ++ q :: l2))).
      { clear. induction k1 as [|x k1 IH]; simpl; apply in_or_app.
        - left. apply in_map. apply in_elt.
        - right. exact IH. }
      exact (by_tpn _ Hop).
Qed.

Theorem place_in_order : forall least,
  exists before after,
    candidates b = before ++ this :: after
    /\ forall d, In d before -> is_tidy b d ->
         compare (values (least ++ place_components s bsn n remainder) d)
                 (values (least ++ place_components s bsn n remainder) this)
         = match compare (values least d) (values least this) with Eq => Lt | other => other end.
Proof.
  intros least.
  destruct (homogeneous_in_order n remainder enough _ _ _ _ _ _ ex s2_ascends arranged a_length is_canonical)
    as (b1 & a1 & E1 & H1).
  destruct opponents_in_order as (b2 & a2 & E2 & H2).
  assert (Lp : length a = length partners).
  { destruct (arrangements_permute _ _ _ _ arranged) as [_ Hp]. exact (eq_trans a_length (eq_sym Hp)). }
  set (inner := fun '((s2, remainder) : list card * list card) =>
    flat_map (fun n => map (fun '(pairs, spare) => Candidate (combine (mdps b) s2) pairs [] spare)
      (homogeneous_candidates n remainder)) (down_from (Nat.div2 (length remainder)))).
  assert (Fh : map (fun '(pairs, spare) => Candidate (combine (mdps b) opponents) pairs [] spare)
      (homogeneous_candidates n remainder) = map placed b1 ++ this :: map placed a1).
  { rewrite E1, map_app. unfold this. simpl map. f_equal; [|f_equal]; apply map_ext; intros [x y]; reflexivity. }
  assert (Fi : exists f2, inner (opponents, remainder) = map placed b1 ++ this :: f2).
  { unfold inner. fold n. rewrite down_from_first. cbn [flat_map]. rewrite Fh, <- app_assoc. eexists. reflexivity. }
  destruct Fi as [f2 Fi].
  assert (Fa : exists f3, flat_map inner (arrangements (length (mdps b)) (residents b))
      = (flat_map inner b2 ++ map placed b1) ++ this :: f3).
  { rewrite E2. eexists. apply flat_map_split. exact Fi. }
  destruct Fa as [f3 Fa].
  assert (Fc : exists f4, candidates b = (flat_map inner b2 ++ map placed b1) ++ this :: f4).
  { unfold candidates. rewrite (Nat.min_l _ _ mdps_few), down_from_first. cbn [flat_map].
    rewrite choices_of_mdps. cbn [flat_map]. fold inner. rewrite Fa, app_nil_r, <- app_assoc. eexists. reflexivity. }
  destruct Fc as [f4 Fc].
  exists (flat_map inner b2 ++ map placed b1), f4. split; [exact Fc|].
  intros d Hd Td.
  assert (There : In d (candidates b)) by (rewrite Fc; apply in_or_app; now left).
  assert (This : In this (candidates b)) by (rewrite Fc; apply in_elt).
  unfold values. rewrite !map_app, compare_app by (now rewrite !map_length).
  destruct (compare (map (value (moves d)) least) (map (value (moves this)) least)); try reflexivity.
  unfold place_components. cbn [map compare].
  rewrite (value_of_mdp_pairs b s sound one_mdp d There _ partners_additive).
  rewrite (value_of_mdp_pairs b s sound one_mdp this This _ partners_additive).
  apply in_app_iff in Hd as [Hd|Hd].
  - apply in_flat_map in Hd as [[x y] [Hx Hd]].
    assert (Em : mdp_pairs d = combine (mdps b) x).
    { unfold inner in Hd. apply in_flat_map in Hd as [k [_ Hd]]. apply in_map_iff in Hd as [[pr sp] [<- _]]. reflexivity. }
    rewrite Em. apply H2 in Hx. change (mdp_pairs this) with (combine (mdps b) opponents).
    apply Z.compare_lt_iff in Hx. now rewrite Hx.
  - apply in_map_iff in Hd as [x [<- Hx]]. change (mdp_pairs (placed x)) with (mdp_pairs this). rewrite Z.compare_refl.
    destruct (H1 x Hx) as (a' & p' & sp & -> & P & L1 & L2 & Hlt).
    rewrite !map_map.
    assert (Pc : Permutation (with_bsns remainder) (a ++ partners ++ spare)).
    { destruct ex as (k & st1 & st2 & _). pose proof (exchanged_keyed _ _ enough _ _ _ _ ex) as Hk.
      assert (He : In (a, s2) (exchanges (firstn n (with_bsns remainder)) (skipn n (with_bsns remainder)))).
      { rewrite exchanges_keyed. apply in_map_iff. eexists. split; [|apply (Permutation_in _ (Permutation_sym (sort_permutes _ _))), Hk].
        reflexivity. }
      apply exchanges_permute in He as [He _]. rewrite firstn_skipn in He.
      eapply Permutation_trans; [exact He|]. apply Permutation_app_head.
      now destruct (arrangements_permute _ _ _ _ arranged). }
    rewrite (map_ext (fun f => value (moves (placed (candidate_of a' p' sp))) (of_bsns bsn f))
      (fun f => shift f + pair_sum f (bsns a') (bsns p'))) by (intros; apply value_by_bsns; [exact P|congruence]).
    rewrite (map_ext (fun f => value (moves this) (of_bsns bsn f))
      (fun f => shift f + pair_sum f (bsns a) (bsns partners))) by (intros; apply value_by_bsns; [exact Pc|exact Lp]).
    rewrite compare_map_shift. exact Hlt.
Qed.
End Place.
