(** The criteria of 2017 as sums over the moves of a candidate, whatever the scores of the residents are. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Right2026 Lists Sequence Levels Moves Criteria Priced Rules2017.
Import ListNotations.
Open Scope Z_scope.

(** * The candidates are those of 2026, in another order *)

Lemma candidates_agree : forall b d, In d (candidates b) <-> In d (Rules2026.candidates b).
Proof.
  intros b d. unfold candidates, Rules2026.candidates. rewrite !in_flat_map.
  assert (E : forall m x, In x (mdp_sets m (mdps b)) <-> In x (choices m (mdps b))).
  { intros m x. unfold mdp_sets. split; apply Permutation_in; [|apply Permutation_sym]; apply sort_permutes. }
  split; intros [m [Hm H]]; exists m; (split; [exact Hm|]); rewrite in_flat_map in *;
    destruct H as [x [Hx H]]; exists x; (split; [now apply E|exact H]).
Qed.

(** * Lists of any lengths by levels *)

Lemma by_levels_lower : forall v lv k x r, Forall (Z.gt v) lv -> by_levels lv k = x :: r -> x < v.
Proof.
  intros v lv k x r Hf E. rewrite Forall_forall in Hf. assert (Hx : In x (by_levels lv k)) by (rewrite E; now left).
  unfold by_levels in Hx. apply in_flat_map in Hx as [w [Hw Hx]]. apply repeat_spec in Hx. subst.
  specialize (Hf w Hw). lia.
Qed.

Theorem compare_by_levels : forall lv l m, StronglySorted Z.gt lv -> incl l lv -> incl m lv ->
  compare (descending l) (descending m) = compare (counts lv l) (counts lv m).
Proof.
  intros lv l m H Il Im. rewrite (descending_by_levels lv l H Il), (descending_by_levels lv m H Im). clear Il Im.
  induction H as [|v lv Hs IH Hf]; [reflexivity|].
  change (by_levels (v :: lv) l) with (repeat v (times v l) ++ by_levels lv l).
  change (by_levels (v :: lv) m) with (repeat v (times v m) ++ by_levels lv m).
  cbn [counts map compare]. unfold count at 1 2. fold (times v l) (times v m).
  generalize (times v l) (times v m). induction n as [|n IHn]; intros [|k].
  - exact IH.
  - cbn [repeat app]. destruct (by_levels lv l) as [|x r] eqn:El; [reflexivity|]. cbn [compare].
    pose proof (by_levels_lower v lv l x r Hf El) as Hx. apply Z.compare_lt_iff in Hx. now rewrite Hx.
  - cbn [repeat app]. destruct (by_levels lv m) as [|x r] eqn:El; [reflexivity|]. cbn [compare].
    pose proof (by_levels_lower v lv m x r Hf El) as Hx. apply Z.compare_gt_iff in Hx. now rewrite Hx.
  - cbn [repeat app compare]. rewrite Z.compare_refl, (IHn k).
    now rewrite !Nat2Z.inj_succ, <- !Z.add_1_l, Z.add_compare_mono_l.
Qed.

(** * Criteria and sums *)

Fixpoint compared (ks : list (candidate -> list Z)) (c d : candidate) : comparison :=
  match ks with
  | [] => Eq
  | k :: ks => match compare (k c) (k d) with Eq => compared ks c d | other => other end
  end.

Lemma better_compared : forall ks c d, better ks c d = match compared ks c d with Lt => true | _ => false end.
Proof. intros ks c d. induction ks as [|k ks IH]; [reflexivity|]. simpl. now destruct (compare (k c) (k d)). Qed.

Lemma compared_opp : forall ks c d, compared ks d c = CompOpp (compared ks c d).
Proof.
  intros ks c d. induction ks as [|k ks IH]; [reflexivity|]. simpl. rewrite (compare_opp (k c) (k d)).
  now destruct (compare (k c) (k d)).
Qed.

Lemma compared_app : forall ks ls c d,
  compared (ks ++ ls) c d = match compared ks c d with Eq => compared ls c d | other => other end.
Proof. intros ks ls c d. induction ks as [|k ks IH]; [reflexivity|]. simpl. now destruct (compare (k c) (k d)). Qed.

(** The sums order candidates like the criterion. *)
Definition told_by (ok : candidate -> Prop) (k : candidate -> list Z) (sums : list component) : Prop :=
  forall c d, ok c -> ok d -> compare (k c) (k d) = compare (values sums c) (values sums d).

Lemma values_app : forall k l d, values (k ++ l) d = values k d ++ values l d.
Proof. intros k l d. apply map_app. Qed.

Lemma values_length : forall k c d, length (values k c) = length (values k d).
Proof. intros k c d. unfold values. now rewrite !map_length. Qed.

Lemma compared_sums : forall (ok : candidate -> Prop) ks sums, Forall2 (told_by ok) ks sums -> forall c d, ok c -> ok d ->
  compared ks c d = compare (values (concat sums) c) (values (concat sums) d).
Proof.
  intros ok ks sums H c d Hc Hd. induction H as [|k ls ks sums Hk H IH]; [reflexivity|].
  simpl. rewrite !values_app, compare_app by apply values_length. rewrite (Hk c d Hc Hd), IH. reflexivity.
Qed.

Lemma told_by_one : forall (ok : candidate -> Prop) k x, (forall d, ok d -> k d = [value (moves d) x]) -> told_by ok k [x].
Proof. intros ok k x H c d Hc Hd. now rewrite (H c Hc), (H d Hd). Qed.

(** * What is received, and the PSD *)

Definition psd_at (art v : Z) : component :=
  fun '(p, o) => match o with
                 | Some q => if v =? score p - score q then 1 else 0
                 | None => if v =? score p - art then 1 else 0
                 end.

Definition received_by (f : float) (g : card -> Z -> Z) (art : Z) : component :=
  fun '(p, o) =>
    match o with
    | Some q => if score p =? score q then 0 else g (match f with Down => p | Up => q end) (score p - score q)
    | None => match f with Down => g p (score p - art) | Up => 0 end
    end.

(** A pair of MDP and resident; [s]: no resident has a higher score, and each MDP has. *)
Definition paired_mdp (s : Z) : component :=
  fun '(p, o) => match o with Some _ => if s <? score p then -1 else 0 | None => 0 end.

Definition float_again (received : card -> option float) (f : float) (p : card) (_ : Z) : Z :=
  if is_float f (received p) then 1 else 0.
Definition difference_again (received : card -> option float) (f : float) (v : Z) (p : card) (x : Z) : Z :=
  if is_float f (received p) && (v =? x) then 1 else 0.

(** What score differences there can be among these players. *)
Definition gaps (art : Z) (l : list card) : list Z :=
  let s := levels (map score l) in
  levels (filter (fun v => 0 <=? v) (flat_map (fun x => map (fun y => x - y) s) s) ++ map (fun x => x - art) s).

Lemma gap_of_pair : forall art l p q, In p l -> In q l -> score q <= score p -> In (score p - score q) (gaps art l).
Proof.
  intros art l p q Hp Hq H. unfold gaps. cbv zeta. apply levels_cover, in_or_app. left. apply filter_In. split.
  - apply in_flat_map. exists (score p). split; [now apply levels_cover, in_map|].
    apply in_map_iff. exists (score q). split; [reflexivity|now apply levels_cover, in_map].
  - apply Z.leb_le. lia.
Qed.

Lemma gap_alone : forall art l p, In p l -> In (score p - art) (gaps art l).
Proof.
  intros art l p Hp. unfold gaps. cbv zeta. apply levels_cover, in_or_app. right.
  apply (in_map (fun x => x - art)). now apply levels_cover, in_map.
Qed.

Lemma gaps_fall : forall art l, StronglySorted Z.gt (gaps art l).
Proof. intros. apply levels_fall. Qed.

Definition told_apart (d : candidate) : Prop :=
  forall p q, In (p, q) (pairs_of d) -> ranks_higher p q = negb (ranks_higher q p).

Lemma oriented : forall p q, ranks_higher p q = negb (ranks_higher q p) ->
  exists x y, orient (p, q) = (x, Some y) /\ score y <= score x /\ ((x = p /\ y = q) \/ (x = q /\ y = p)).
Proof.
  intros p q H. pose proof (lower_second p q H) as [_ L]. unfold orient. exists (fst (ordered (p, q))), (snd (ordered (p, q))).
  split; [reflexivity|]. split; [exact L|]. unfold ordered. destruct (ranks_higher p q); simpl; auto.
Qed.

Section Candidate.
Variable d : candidate.
Hypothesis apart : told_apart d.

Lemma value_parts : forall k,
  value (moves d) k = sum (map (fun pair => k (orient pair)) (pairs_of d)) + sum (map (fun p => k (alone p)) (downfloaters d)).
Proof.
  intros k. unfold moves, value. rewrite map_app, sum_app, !map_map. f_equal.
  apply sum_permuted, Permutation_map, Permutation_sym, downfloaters_permute.
Qed.

Definition psd_list (art : Z) : list Z :=
  map (fun '(p, q) => Z.abs (score p - score q)) (pairs_of d) ++ map (fun p => score p - art) (downfloaters d).

Lemma psd_counts : forall art v, value (moves d) (psd_at art v) = count (Z.eqb v) (psd_list art).
Proof.
  intros art v. rewrite value_parts. unfold psd_list. rewrite count_app, !count_map, <- !indicator_sum. f_equal.
  f_equal. apply map_ext_in. intros [p q] H. destruct (oriented p q (apart p q H)) as (x & y & -> & L & [[-> ->]|[-> ->]]).
  - cbn [psd_at]. now rewrite Z.abs_eq by lia.
  - cbn [psd_at]. rewrite Z.abs_neq by lia. now replace (- (score p - score q)) with (score q - score p) by lia.
Qed.

Lemma psd_levels : forall art l, incl (members (pairs_of d)) l -> incl (downfloaters d) l -> incl (psd_list art) (gaps art l).
Proof.
  intros art l Im Id v H. unfold psd_list in H. apply in_app_iff in H as [H|H].
  - apply in_map_iff in H as [[p q] [<- H]]. destruct (members_in _ _ _ H) as [Hp Hq]. apply Im in Hp, Hq.
    destruct (Z.le_gt_cases (score q) (score p)) as [L|L].
    + rewrite Z.abs_eq by lia. now apply gap_of_pair.
    + rewrite Z.abs_neq by lia. replace (- (score p - score q)) with (score q - score p) by lia. apply gap_of_pair; auto. lia.
  - apply in_map_iff in H as [p [<- H]]. now apply gap_alone, Id.
Qed.

Lemma received_value : forall b f g, value (moves d) (received_by f g (artificial_value b))
  = sum (map (fun '(p, x) => g p x) (receivers b d f)).
Proof.
  intros b f g. rewrite value_parts. unfold receivers. cbv zeta. rewrite map_app, sum_app. f_equal.
  - pose proof apart as H. unfold told_apart in H. induction (pairs_of d) as [|[p q] l IH]; [reflexivity|].
    cbn [map flat_map]. rewrite map_app, sum_app, <- IH by (intros; apply H; now right). unfold sum at 1. cbn [fold_right].
    f_equal. destruct (oriented p q (H p q (or_introl eq_refl))) as (x & y & -> & L & [[-> ->]|[-> ->]]); cbn [received_by].
    + destruct (Z.ltb_spec (score q) (score p)) as [S|S].
      * destruct (Z.eqb_spec (score p) (score q)); [lia|]. simpl. now rewrite Z.add_0_r.
      * replace (score p) with (score q) by lia. now rewrite !Z.eqb_refl.
    + destruct (Z.ltb_spec (score q) (score p)) as [S|S]; [lia|].
      destruct (Z.eqb_spec (score q) (score p)) as [E|E]; [reflexivity|]. simpl. now rewrite Z.add_0_r.
  - destruct f; cbn [map].
    + induction (downfloaters d) as [|p l IH]; [reflexivity|]. exact IH.
    + rewrite map_map. reflexivity.
Qed.

Lemma floats_value : forall received f b,
  same_floats received f b d = [value (moves d) (received_by f (float_again received f) (artificial_value b))].
Proof.
  intros received f b. rewrite received_value. unfold same_floats. f_equal. rewrite <- indicator_sum. f_equal.
  apply map_ext. now intros [p x].
Qed.

Lemma difference_counts : forall received f b v,
  value (moves d) (received_by f (difference_again received f v) (artificial_value b))
  = count (Z.eqb v) (map snd (filter (fun '(p, _) => is_float f (received p)) (receivers b d f))).
Proof.
  intros received f b v. rewrite received_value. induction (receivers b d f) as [|[p x] l IH]; [reflexivity|].
  cbn [map filter]. unfold sum in *. cbn [fold_right]. rewrite IH. unfold difference_again at 1.
  destruct (is_float f (received p)); cbn [map andb]; [rewrite count_cons|]; reflexivity.
Qed.

Lemma difference_levels : forall b f l, incl (members (pairs_of d)) l -> incl (downfloaters d) l ->
  incl (map snd (receivers b d f)) (gaps (artificial_value b) l).
Proof.
  intros b f l Im Id v H. unfold receivers in H. cbv zeta in H. rewrite map_app in H. apply in_app_iff in H as [H|H].
  - apply in_map_iff in H as [[x v'] [E H]]. cbn [snd] in E. subst v'.
    apply in_flat_map in H as [[p q] [Hpq H]]. destruct (members_in _ _ _ Hpq) as [Hp Hq]. apply Im in Hp, Hq.
    destruct (Z.ltb_spec (score q) (score p)) as [S|S].
    + destruct (score p =? score q); [destruct H|]. destruct H as [H|[]]. injection H as _ <-. apply gap_of_pair; auto. lia.
    + destruct (score q =? score p); [destruct H|]. destruct H as [H|[]]. injection H as _ <-. now apply gap_of_pair.
  - destruct f; [destruct H|]. rewrite map_map in H. cbn [snd] in H.
    apply in_map_iff in H as [p [<- H]]. now apply gap_alone, Id.
Qed.

Lemma pairs_value : forall f, additive f -> symmetric f -> value (moves d) (of_pairs f) = f (pairs_of d).
Proof.
  intros f [H0 Hc] Hs. rewrite value_parts.
  assert (E : forall l : list card, sum (map (fun p => of_pairs f (alone p)) l) = 0) by (induction l; simpl; auto).
  rewrite E, Z.add_0_r. pose proof apart as H. unfold told_apart in H.
  induction (pairs_of d) as [|[p q] l IH]; [now rewrite H0|].
  rewrite Hc, <- IH by (intros; apply H; now right). cbn [map]. unfold sum. cbn [fold_right]. f_equal.
  assert (Hr : ranks_higher p q = negb (ranks_higher q p)) by (apply H; now left).
  unfold orient, ordered. destruct (ranks_higher p q); simpl; [reflexivity|]. symmetry. apply Hs. exact (H p q (or_introl eq_refl)).
Qed.
End Candidate.

(** * Of the candidates of a bracket *)

Definition is_split (b : bracket) (s : Z) : bool :=
  forallb (fun p => score p <=? s) (residents b) && forallb (fun p => s <? score p) (mdps b).

Section Bracket.
Variables (t : tournament) (b : bracket) (s : Z).
Hypothesis field : is_field (everyone b) = true.
Hypothesis split_at : is_split b s = true.

Lemma residents_low : forall p, In p (residents b) -> score p <= s.
Proof. unfold is_split in split_at. rewrite andb_true_iff, !forallb_forall in split_at. intros p H. now apply Z.leb_le, split_at. Qed.

Lemma mdps_high : forall p, In p (mdps b) -> s < score p.
Proof. unfold is_split in split_at. rewrite andb_true_iff, !forallb_forall in split_at. intros p H. now apply Z.ltb_lt, split_at. Qed.

Lemma everyone_of : forall d, In d (candidates b) -> Permutation (everyone b) (members (pairs_of d) ++ downfloaters d).
Proof. intros d H. now apply everyone_permute, candidates_agree. Qed.

Lemma pairs_here : forall d, In d (candidates b) -> incl (members (pairs_of d)) (everyone b) /\ incl (downfloaters d) (everyone b).
Proof.
  intros d H. pose proof (everyone_of d H) as P. split; intros p Hp; apply (Permutation_in _ (Permutation_sym P)), in_or_app; auto.
Qed.

Lemma pair_here : forall d p q, In d (candidates b) -> In (p, q) (pairs_of d) -> In p (everyone b) /\ In q (everyone b) /\ p <> q.
Proof.
  intros d p q Hd H. destruct (pairs_here d Hd) as [I _]. destruct (members_in _ _ _ H) as [Hp Hq]. repeat split; auto.
  apply (members_apart (pairs_of d)); [|exact H].
  apply (NoDup_front _ (downfloaters d)), (Permutation_NoDup (everyone_of d Hd)), (field_apart _ field).
Qed.

Lemma candidate_apart : forall d, In d (candidates b) -> told_apart d.
Proof. intros d Hd p q H. destruct (pair_here d p q Hd H) as (Hp & Hq & Ne). exact (one_is_higher _ field p q Hp Hq Ne). Qed.

Lemma mdp_value : forall d, In d (candidates b) -> m1 d = [value (moves d) (paired_mdp s)].
Proof.
  intros d Hd. rewrite value_parts. unfold m1. f_equal.
  assert (E : forall l : list card, sum (map (fun p => paired_mdp s (alone p)) l) = 0) by (induction l; simpl; auto).
  rewrite E, Z.add_0_r. unfold pairs_of. rewrite map_app, sum_app.
  pose proof (candidate_apart d Hd) as Ha. unfold told_apart, pairs_of in Ha. apply candidates_agree in Hd.
  assert (E1 : sum (map (fun pair => paired_mdp s (orient pair)) (mdp_pairs d)) = - Z.of_nat (length (mdp_pairs d))).
  { pose proof (mdp_pair_in b d Hd) as H. induction (mdp_pairs d) as [|[p q] l IH]; [reflexivity|].
    cbn [map length]. unfold sum in *. cbn [fold_right].
    rewrite IH; [|intros; apply Ha; rewrite in_app_iff in *; simpl; tauto|intros; apply H; now right].
    destruct (H p q (or_introl eq_refl)) as [Hp Hq]. apply mdps_high in Hp. apply residents_low in Hq.
    unfold orient, ordered, ranks_higher. replace (score q <? score p) with true by (symmetry; apply Z.ltb_lt; lia).
    cbn [orb fst snd paired_mdp]. replace (s <? score p) with true by (symmetry; now apply Z.ltb_lt). lia. }
  assert (E2 : sum (map (fun pair => paired_mdp s (orient pair)) (resident_pairs d)) = 0).
  { pose proof (resident_pair_in b d Hd) as H. induction (resident_pairs d) as [|[p q] l IH]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right].
    rewrite IH; [|intros x y Hin; apply Ha; rewrite in_app_iff in *; simpl; tauto|intros; apply H; now right].
    destruct (H p q (or_introl eq_refl)) as [Hp Hq]. apply residents_low in Hp, Hq.
    unfold orient. cbn [paired_mdp].
    replace (s <? score (fst (ordered (p, q)))) with false; [reflexivity|]. symmetry. apply Z.ltb_ge.
    unfold ordered. destruct (ranks_higher p q); simpl; assumption. }
  rewrite E1, E2. lia.
Qed.

(** C.5, C.6 and M1; and C.8 to C.19. *)
Definition front_sums (lv : list Z) : list (list component) :=
  [[of_alone (fun _ => 1)]; map (psd_at (artificial_value b)) lv; [paired_mdp s]].

Definition later_sums (lv : list Z) : list (list component) :=
  let art := artificial_value b in
  let again received f := [received_by f (float_again received f) art] in
  let gaps_again received f := map (fun v => received_by f (difference_again received f v) art) lv in
  [[of_pairs (beyond_two_of t)]; [of_pairs (third_in_a_row_of t)]; [of_pairs (preference_of_none t)];
   [of_pairs (strong_of_none t)];
   again last_float Down; again last_float Up; again float_before Down; again float_before Up;
   gaps_again last_float Down; gaps_again last_float Up; gaps_again float_before Down; gaps_again float_before Up].

Definition front_criteria : list (candidate -> list Z) := [c5; c6 b; m1].
Definition later_criteria : list (candidate -> list Z) := [
  c10 t; c11 t; c12 t; c13 t;
  same_floats last_float Down b; same_floats last_float Up b; same_floats float_before Down b; same_floats float_before Up b;
  differences last_float Down b; differences last_float Up b; differences float_before Down b; differences float_before Up b
].

Let here (d : candidate) : Prop := In d (candidates b).
Let lv : list Z := gaps (artificial_value b) (everyone b).

Lemma ones_alone : forall d, c5 d = [value (moves d) (of_alone (fun _ => 1))].
Proof. intros d. rewrite value_of_alone. unfold c5. now rewrite ones. Qed.

Lemma front_told : Forall2 (told_by here) front_criteria (front_sums lv).
Proof.
  repeat constructor.
  - apply told_by_one. intros d _. apply ones_alone.
  - intros c d Hc Hd. unfold c6.
    fold (psd_list c (artificial_value b)) (psd_list d (artificial_value b)). rewrite (compare_by_levels lv).
    + unfold values, counts. rewrite !map_map.
      rewrite (map_ext _ _ (psd_counts c (candidate_apart c Hc) (artificial_value b))).
      now rewrite (map_ext _ _ (psd_counts d (candidate_apart d Hd) (artificial_value b))).
    + apply gaps_fall.
    + destruct (pairs_here c Hc). now apply psd_levels.
    + destruct (pairs_here d Hd). now apply psd_levels.
  - apply told_by_one. exact mdp_value.
Qed.

Lemma difference_told : forall received f, told_by here (differences received f b)
  (map (fun v => received_by f (difference_again received f v) (artificial_value b)) lv).
Proof.
  intros received f c d Hc Hd. unfold differences. rewrite (compare_by_levels lv).
  - unfold values, counts. rewrite !map_map.
    rewrite (map_ext _ _ (difference_counts c (candidate_apart c Hc) received f b)).
    now rewrite (map_ext _ _ (difference_counts d (candidate_apart d Hd) received f b)).
  - apply gaps_fall.
  - destruct (pairs_here c Hc) as [I J]. intros v H. apply (difference_levels c b f _ I J).
    apply in_map_iff in H as [x [<- H]]. apply filter_In in H as [H _]. now apply in_map.
  - destruct (pairs_here d Hd) as [I J]. intros v H. apply (difference_levels d b f _ I J).
    apply in_map_iff in H as [x [<- H]]. apply filter_In in H as [H _]. now apply in_map.
Qed.

Lemma later_told : Forall2 (told_by here) later_criteria (later_sums lv).
Proof.
  assert (Pairs : forall f (k : candidate -> list Z), additive f -> symmetric f -> (forall d, k d = [f (pairs_of d)]) ->
      told_by here k [of_pairs f]).
  { intros f k A S E. apply told_by_one. intros d Hd. rewrite E. f_equal. symmetry. apply pairs_value; auto. now apply candidate_apart. }
  assert (Floats : forall received f, told_by here (same_floats received f b)
      [received_by f (float_again received f) (artificial_value b)]).
  { intros received f. apply told_by_one. intros d Hd. apply floats_value. now apply candidate_apart. }
  unfold later_criteria, later_sums. cbv zeta.
  repeat (apply Forall2_cons; [first [apply Floats|apply difference_told|apply Pairs; [| |reflexivity]]|]);
    auto using beyond_two_additive, beyond_two_symmetric, third_additive, third_symmetric, preference_additive,
      preference_symmetric, strong_additive, strong_symmetric.
Qed.
End Bracket.

Lemma criteria_are : forall t k b, criteria t k b = front_criteria b ++ c7 k b :: later_criteria t b.
Proof. reflexivity. Qed.
