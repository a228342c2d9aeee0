(** The criteria of a candidate, C6, C7 and C9 to C21, as sums over its moves. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Optimal Rules2026 Right2026 Lists Levels Moves.
Import ListNotations.
Open Scope Z_scope.

Definition of_pairs (f : list (card * card) -> Z) : component :=
  fun '(p, o) => match o with Some q => f [(p, q)] | None => 0 end.

(** Of the pairs of players moved down; [s] is the score of the residents. *)
Definition of_mdp_pairs (s : Z) (f : list (card * card) -> Z) : component :=
  fun '(p, o) => match o with Some q => if score p =? s then 0 else f [(p, q)] | None => 0 end.

(** Of who goes away, and of residents among them. *)
Definition of_alone (f : card -> Z) : component :=
  fun '(p, o) => match o with Some _ => 0 | None => f p end.
Definition of_left_over (s : Z) (f : card -> Z) : component := of_alone (fun p => if score p =? s then f p else 0).

(** * C6 and C7, of any set of downfloaters: how many, and how many of each score, from the highest *)

Definition downfloat_counts (scores : list Z) : list (card -> Z) :=
  (fun _ => 1) :: map (fun v p => if v =? score p then 1 else 0) scores.

Definition sums_of (fs : list (card -> Z)) (down : list card) : list Z := map (fun f => sum (map f down)) fs.

Lemma count_map : forall {A B} (f : B -> bool) (g : A -> B) l, count f (map g l) = count (fun x => f (g x)) l.
Proof. intros A B f g l. induction l as [|x l IH]; [reflexivity|]. simpl map. now rewrite !count_cons, IH. Qed.

Lemma ones : forall {A} (l : list A), sum (map (fun _ => 1) l) = Z.of_nat (length l).
Proof. intros A l. induction l as [|x l IH]; [reflexivity|]. cbn [map length]. unfold sum in *. cbn [fold_right]. rewrite IH, Nat2Z.inj_succ. lia. Qed.

Theorem compare_downfloats : forall scores l m, StronglySorted Z.gt scores ->
  incl (map score l) scores -> incl (map score m) scores ->
  compare ([Z.of_nat (length l)] ++ descending (map score l)) ([Z.of_nat (length m)] ++ descending (map score m))
  = compare (sums_of (downfloat_counts scores) l) (sums_of (downfloat_counts scores) m).
Proof.
  intros scores l m S Il Im. unfold sums_of, downfloat_counts. cbn [map app compare]. rewrite !ones.
  destruct (Z.compare_spec (Z.of_nat (length l)) (Z.of_nat (length m))) as [E| |]; try reflexivity.
  rewrite (compare_descending scores) by (auto; rewrite !map_length; lia).
  assert (C : forall k, counts scores (map score k)
      = map (fun f => sum (map f k)) (map (fun v p => if v =? score p then 1 else 0) scores)).
  { intros k. unfold counts. rewrite map_map. apply map_ext. intros v. now rewrite count_map, indicator_sum. }
  now rewrite !C.
Qed.

(** * C9 to C21 *)

Section Components.
Variable t : tournament.

Definition beyond_two_of pairs := count beyond_two (allocated t (with_topscorer pairs)).
Definition third_in_a_row_of pairs := count third_in_a_row (allocated t (with_topscorer pairs)).
Definition preference_of_none pairs := count (fun '(p, got) => prefers p (other got)) (allocated t pairs).
Definition strong_of_none pairs :=
  count (fun '(p, got) => (rank_of_strength p =? 2) && prefers p (other got)) (allocated t pairs).
Definition downfloat_again (received : card -> option float) (p : card) : Z :=
  if is_float Down (received p) then 1 else 0.
Definition upfloats_again (received : card -> option float) (pairs : list (card * card)) : Z :=
  count (fun '(_, p) => is_float Up (received p)) pairs.

(** C9 asks for unplayed games of whom [C5], which is [least5], gives the bye. *)
Definition unplayed_of (least5 : list Z) (p : card) : Z :=
  match compare least5 [score p] with Eq => unplayed p | _ => 0 end.

Definition mdp_difference (s : Z) (received : card -> option float) (v : Z) : component :=
  fun '(p, o) =>
    if negb (score p =? s) && is_float Down (received p)
    then if v =? match o with Some q => score p - score q | None => score p - s + 10 end then 1 else 0
    else 0.

Definition opponent_difference (received : card -> option float) (v : Z) (pairs : list (card * card)) : Z :=
  count (fun '(p, q) => is_float Up (received q) && (v =? score p - score q)) pairs.

(** What differences there can be. *)
Definition differences (b : bracket) (s : Z) : list Z :=
  levels (map (fun p => score p - s) (mdps b) ++ map (fun p => score p - s + 10) (mdps b)).

(** [one]: who goes away is one player. *)
Definition criteria_components (b : bracket) (s : Z) (one : bool) (least5 : list Z) : list component :=
  let lv := differences b s in [
    of_alone (if one then unplayed_of least5 else fun _ => 0); (* C9 *)
    of_pairs beyond_two_of;                                    (* C10 *)
    of_pairs third_in_a_row_of;                                (* C11 *)
    of_pairs preference_of_none;                               (* C12 *)
    of_pairs strong_of_none;                                   (* C13 *)
    of_left_over s (downfloat_again last_float);               (* C14 *)
    of_mdp_pairs s (upfloats_again last_float);                (* C15 *)
    of_left_over s (downfloat_again float_before);             (* C16 *)
    of_mdp_pairs s (upfloats_again float_before)               (* C17 *)
  ] ++ map (mdp_difference s last_float) lv                           (* C18 *)
    ++ map (fun v => of_mdp_pairs s (opponent_difference last_float v)) lv   (* C19 *)
    ++ map (mdp_difference s float_before) lv                         (* C20 *)
    ++ map (fun v => of_mdp_pairs s (opponent_difference float_before v)) lv. (* C21 *)

(** The criteria behind C8. *)
Definition later_criteria (b : bracket) : list (candidate -> list Z) := [
  c9 b; c10 t; c11 t; c12 t; c13 t;
  resident_downfloats last_float; opponent_upfloats last_float;
  resident_downfloats float_before; opponent_upfloats float_before;
  mdp_differences last_float b; opponent_differences last_float;
  mdp_differences float_before b; opponent_differences float_before
].

Record additive (f : list (card * card) -> Z) : Prop := {
  additive_none : f [] = 0;
  additive_cons : forall x l, f (x :: l) = f [x] + f l
}.

Lemma allocated_app : forall l m, allocated t (l ++ m) = allocated t l ++ allocated t m.
Proof. intros l m. apply flat_map_app. Qed.

Lemma allocated_cons : forall x l, allocated t (x :: l) = allocated t [x] ++ allocated t l.
Proof. intros x l. exact (allocated_app [x] l). Qed.

Lemma topscorer_cons : forall x l, with_topscorer (x :: l) = with_topscorer [x] ++ with_topscorer l.
Proof. intros x l. unfold with_topscorer. simpl. destruct x as [p q]. now destruct (_ || _). Qed.

Lemma beyond_two_additive : additive beyond_two_of.
Proof.
  constructor; [reflexivity|]. intros x l. unfold beyond_two_of.
  now rewrite topscorer_cons, allocated_app, count_app.
Qed.

Lemma third_additive : additive third_in_a_row_of.
Proof.
  constructor; [reflexivity|]. intros x l. unfold third_in_a_row_of.
  now rewrite topscorer_cons, allocated_app, count_app.
Qed.

Lemma preference_additive : additive preference_of_none.
Proof.
  constructor; [reflexivity|]. intros x l. unfold preference_of_none. now rewrite allocated_cons, count_app.
Qed.

Lemma strong_additive : additive strong_of_none.
Proof.
  constructor; [reflexivity|]. intros x l. unfold strong_of_none. now rewrite allocated_cons, count_app.
Qed.

Lemma upfloats_additive : forall received, additive (upfloats_again received).
Proof.
  intros received. constructor; [reflexivity|]. intros x l. exact (count_app _ [x] l).
Qed.

Lemma opponent_additive : forall received v, additive (opponent_difference received v).
Proof. intros received v. constructor; [reflexivity|]. intros x l. exact (count_app _ [x] l). Qed.

(** Which of two players is named first does not matter. *)
Definition symmetric (f : list (card * card) -> Z) : Prop :=
  forall p q, ranks_higher p q = negb (ranks_higher q p) -> f [(p, q)] = f [(q, p)].

Lemma allocated_either : forall p q, ranks_higher p q = negb (ranks_higher q p) ->
  allocated t [(p, q)] = allocated t [(q, p)].
Proof.
  intros p q H. unfold allocated, with_colours. simpl. rewrite H. now destruct (ranks_higher q p).
Qed.

Lemma topscorer_either : forall p q, ranks_higher p q = negb (ranks_higher q p) ->
  allocated t (with_topscorer [(p, q)]) = allocated t (with_topscorer [(q, p)]).
Proof.
  intros p q H. unfold with_topscorer. simpl. rewrite (orb_comm (is_topscorer q)).
  destruct (is_topscorer p || is_topscorer q); [now apply allocated_either|reflexivity].
Qed.

Lemma beyond_two_symmetric : symmetric beyond_two_of.
Proof. intros p q H. unfold beyond_two_of. now rewrite (topscorer_either p q H). Qed.
Lemma third_symmetric : symmetric third_in_a_row_of.
Proof. intros p q H. unfold third_in_a_row_of. now rewrite (topscorer_either p q H). Qed.
Lemma preference_symmetric : symmetric preference_of_none.
Proof. intros p q H. unfold preference_of_none. now rewrite (allocated_either p q H). Qed.
Lemma strong_symmetric : symmetric strong_of_none.
Proof. intros p q H. unfold strong_of_none. now rewrite (allocated_either p q H). Qed.

(** ** Of the candidates of a bracket *)

Section Bracket.
Variables (b : bracket) (s : Z) (behind : list card).
Hypothesis sound : is_sound b s behind = true.
Hypothesis s_is : s = match residents b with r :: _ => score r | [] => 0 end.

Section Candidate.
Variable d : candidate.
Hypothesis there : In d (candidates b).

Lemma value_app : forall k l m, value (l ++ m) k = value l k + value m k.
Proof. intros k l m. unfold value. now rewrite map_app, sum_app. Qed.

Lemma value_alone : forall k l, value (map alone l) k = sum (map (fun p => k (p, None)) l).
Proof. intros k l. unfold value. now rewrite map_map. Qed.

Lemma value_nothing : forall k ms, (forall m, In m ms -> k m = 0) -> value ms k = 0.
Proof.
  intros k ms H. unfold value. induction ms as [|m ms IH]; [reflexivity|]. simpl.
  rewrite H by now left. rewrite IH; [reflexivity|]. intros; apply H; now right.
Qed.

Lemma value_of_alone : forall f, value (moves d) (of_alone f) = sum (map f (downfloaters d)).
Proof.
  intros f. unfold moves. rewrite value_app, value_alone. rewrite value_nothing.
  - symmetry. apply sum_permuted, Permutation_map, downfloaters_permute.
  - intros m H. apply in_map_iff in H as [[p q] [<- _]]. reflexivity.
Qed.

Lemma value_of_left_over : forall f, value (moves d) (of_left_over s f) = sum (map f (left_over d)).
Proof.
  intros f. unfold of_left_over. rewrite value_of_alone.
  rewrite (sum_permuted _ _ (Permutation_map _ (downfloaters_permute d))), map_app, sum_app.
  assert (E1 : sum (map (fun p => if score p =? s then f p else 0) (limbo d)) = 0).
  { pose proof (limbo_in b d there) as H. induction (limbo d) as [|p l IH]; [reflexivity|]. simpl.
    rewrite IH by (intros; apply H; now right). specialize (H p (or_introl eq_refl)). apply (mdps_score b s behind sound) in H.
    destruct (Z.eqb_spec (score p) s); lia. }
  assert (E2 : map (fun p => if score p =? s then f p else 0) (left_over d) = map f (left_over d)).
  { apply map_ext_in. intros p H. apply (left_over_in b d there), (residents_score b s behind sound) in H.
    now rewrite H, Z.eqb_refl. }
  rewrite E1, E2. lia.
Qed.

Lemma pair_ranked : forall p q, In (p, q) (pairs_of d) -> ranks_higher p q = negb (ranks_higher q p).
Proof.
  intros p q H. apply (pairs_in b s behind sound d there) in H as (Hp & Hq & E).
  destruct (ranked b s behind sound (everyone b) behind p q eq_refl Hp Hq E) as [(-> & -> & _)|(-> & -> & _)]; reflexivity.
Qed.

Lemma value_of_pairs : forall f, additive f -> symmetric f -> value (moves d) (of_pairs f) = f (pairs_of d).
Proof.
  intros f [H0 Hc] Hs. unfold moves. rewrite value_app, value_alone.
  assert (E : forall l : list card, sum (map (fun p => of_pairs f (p, None)) l) = 0)
    by (induction l; simpl; auto).
  rewrite E, Z.add_0_r. pose proof pair_ranked as H.
  induction (pairs_of d) as [|[p q] l IH]; [now rewrite H0|].
  rewrite Hc, <- IH by (intros; apply H; now right).
  unfold value. simpl. f_equal.
  assert (Hr : ranks_higher p q = negb (ranks_higher q p)) by (apply H; now left).
  unfold orient, ordered.
  destruct (ranks_higher p q); simpl; [reflexivity|]. symmetry. apply Hs. exact (H p q (or_introl eq_refl)).
Qed.

Lemma mdp_move : forall p q, In (p, q) (mdp_pairs d) -> orient (p, q) = (p, Some q) /\ (score p =? s) = false.
Proof.
  intros p q H. apply (mdp_pair_in b d there) in H as [Hp Hq].
  apply (mdps_score b s behind sound) in Hp. apply (residents_score b s behind sound) in Hq.
  unfold orient, ordered, ranks_higher. replace (score q <? score p) with true by (symmetry; apply Z.ltb_lt; lia).
  split; [reflexivity|]. apply Z.eqb_neq. lia.
Qed.

Lemma resident_move : forall p q, In (p, q) (resident_pairs d) -> score (fst (orient (p, q))) = s.
Proof.
  intros p q H. apply (resident_pair_in b d there) in H as [Hp Hq].
  apply (residents_score b s behind sound) in Hp, Hq. unfold orient, ordered. now destruct (ranks_higher p q).
Qed.

Lemma value_of_mdp_pairs : forall f, additive f -> value (moves d) (of_mdp_pairs s f) = f (mdp_pairs d).
Proof.
  intros f [H0 Hc]. unfold moves, pairs_of. rewrite map_app, !value_app, value_alone.
  assert (E : forall l : list card, sum (map (fun p => of_mdp_pairs s f (p, None)) l) = 0)
    by (induction l; simpl; auto).
  rewrite E, Z.add_0_r. rewrite (value_nothing _ (map orient (resident_pairs d))), Z.add_0_r.
  - pose proof mdp_move as H. induction (mdp_pairs d) as [|[p q] l IH]; [now rewrite H0|].
    rewrite Hc, <- IH by (intros; apply H; now right). unfold value. cbn [map]. unfold sum. cbn [fold_right]. f_equal.
    destruct (H p q (or_introl eq_refl)) as [Ho Hp]. rewrite Ho. simpl. now rewrite Hp.
  - intros m Hm. apply in_map_iff in Hm as [[p q] [<- Hm]]. apply resident_move, Z.eqb_eq in Hm.
    unfold orient in *. simpl in *. now rewrite Hm.
Qed.

Lemma downfloats_value : forall received,
  resident_downfloats received d = [value (moves d) (of_left_over s (downfloat_again received))].
Proof.
  intros received. rewrite value_of_left_over. unfold resident_downfloats. f_equal.
  induction (left_over d) as [|p l IH]; [reflexivity|]. rewrite count_cons, IH. reflexivity.
Qed.

Lemma upfloats_value : forall received,
  opponent_upfloats received d = [value (moves d) (of_mdp_pairs s (upfloats_again received))].
Proof. intros received. rewrite value_of_mdp_pairs by apply upfloats_additive. reflexivity. Qed.

Lemma c9_value : forall one least5, one = Nat.eqb (length (downfloaters d)) 1 -> c5 b d = least5 ->
  c9 b d = [value (moves d) (of_alone (if one then unplayed_of least5 else fun _ => 0))].
Proof.
  intros one least5 -> E. rewrite value_of_alone. unfold c9. rewrite E.
  destruct (downfloaters d) as [|p [|q l]]; cbn [length Nat.eqb]; [reflexivity| |].
  - unfold unplayed_of. simpl. destruct (compare least5 [score p]); simpl; rewrite ?Z.add_0_r; reflexivity.
  - f_equal. generalize (p :: q :: l). induction l0 as [|x m IH]; [reflexivity|]. simpl. exact IH.
Qed.

(** The differences of the criteria, in no order. *)
Definition mdp_list (received : card -> option float) : list Z :=
  map (fun '(p, q) => score p - score q) (filter (fun '(p, _) => is_float Down (received p)) (mdp_pairs d))
  ++ map (fun p => score p - s + 10) (filter (fun p => is_float Down (received p)) (limbo d)).
Definition opponent_list (received : card -> option float) : list Z :=
  map (fun '(p, q) => score p - score q) (filter (fun '(_, q) => is_float Up (received q)) (mdp_pairs d)).

Lemma mdp_list_is : forall received, mdp_differences received b d = descending (mdp_list received).
Proof. intros received. unfold mdp_differences, mdp_list. cbv zeta. now rewrite <- s_is. Qed.

Lemma in_differences : forall p, In p (mdps b) ->
  (forall q, In q (residents b) -> In (score p - score q) (differences b s)) /\ In (score p - s + 10) (differences b s).
Proof.
  intros p Hp. unfold differences. split.
  - intros q Hq. apply (residents_score b s behind sound) in Hq. rewrite Hq.
    apply levels_cover, in_or_app. left. now apply (in_map (fun p => score p - s)).
  - apply levels_cover, in_or_app. right. now apply (in_map (fun p => score p - s + 10)).
Qed.

Lemma mdp_list_in : forall received, incl (mdp_list received) (differences b s).
Proof.
  intros received x H. unfold mdp_list in H. apply in_app_iff in H as [H|H].
  - apply in_map_iff in H as [[p q] [<- H]]. apply filter_In in H as [H _].
    apply (mdp_pair_in b d there) in H as [Hp Hq]. now apply in_differences.
  - apply in_map_iff in H as [p [<- H]]. apply filter_In in H as [H _].
    now apply in_differences, (limbo_in b d there).
Qed.

Lemma opponent_list_in : forall received, incl (opponent_list received) (differences b s).
Proof.
  intros received x H. unfold opponent_list in H. apply in_map_iff in H as [[p q] [<- H]]. apply filter_In in H as [H _].
  apply (mdp_pair_in b d there) in H as [Hp Hq]. now apply in_differences.
Qed.

Lemma mdp_list_length : forall received,
  Z.of_nat (length (mdp_list received)) = count (fun p => is_float Down (received p)) (mdps b).
Proof.
  intros received. destruct (candidates_shape b d there) as [P _].
  assert (C : forall l m, Permutation l m -> count (fun p => is_float Down (received p)) l
      = count (fun p => is_float Down (received p)) m).
  { intros l m H. rewrite <- !indicator_sum. now apply sum_permuted, Permutation_map. }
  rewrite (C _ _ P), count_app, count_map. unfold mdp_list. rewrite app_length, !map_length, Nat2Z.inj_add.
  unfold count. f_equal. f_equal. f_equal. apply filter_ext. now intros [p q].
Qed.

Lemma opponent_list_length : forall received,
  Z.of_nat (length (opponent_list received)) = value (moves d) (of_mdp_pairs s (upfloats_again received)).
Proof.
  intros received. rewrite value_of_mdp_pairs by apply upfloats_additive. unfold opponent_list. now rewrite map_length.
Qed.

Lemma mdp_counts : forall received v,
  value (moves d) (mdp_difference s received v) = count (Z.eqb v) (mdp_list received).
Proof.
  intros received v. unfold moves, pairs_of, mdp_list. rewrite !map_app, !value_app, !value_alone, count_app.
  rewrite (value_nothing _ (map orient (resident_pairs d))).
  2: { intros m Hm. apply in_map_iff in Hm as [[p q] [<- Hm]]. apply resident_move, Z.eqb_eq in Hm.
       unfold orient in *. simpl in *. now rewrite Hm. }
  assert (E1 : value (map orient (mdp_pairs d)) (mdp_difference s received v)
      = count (Z.eqb v) (map (fun '(p, q) => score p - score q) (filter (fun '(p, _) => is_float Down (received p)) (mdp_pairs d)))).
  { pose proof mdp_move as H. induction (mdp_pairs d) as [|[p q] l IH]; [reflexivity|].
    destruct (H p q (or_introl eq_refl)) as [Ho Hp]. cbn [map filter]. unfold value in *. cbn [map]. unfold sum in *. cbn [fold_right].
    rewrite IH by (intros; apply H; now right). rewrite Ho. cbn [mdp_difference]. rewrite Hp. cbn [negb andb].
    destruct (is_float Down (received p)); cbn [map]; [rewrite count_cons|]; reflexivity. }
  assert (E2 : forall l, (forall p, In p l -> In p (mdps b)) ->
      sum (map (fun p => mdp_difference s received v (p, None)) l)
      = count (Z.eqb v) (map (fun p => score p - s + 10) (filter (fun p => is_float Down (received p)) l))).
  { induction l as [|p l IH]; intros H; [reflexivity|]. cbn [map filter]. unfold sum in *. cbn [fold_right].
    rewrite IH by (intros; apply H; now right).
    specialize (H p (or_introl eq_refl)). apply (mdps_score b s behind sound) in H. cbn [mdp_difference].
    replace (score p =? s) with false by (symmetry; apply Z.eqb_neq; lia). cbn [negb andb].
    destruct (is_float Down (received p)); cbn [map]; [rewrite count_cons|]; reflexivity. }
  assert (E3 : sum (map (fun p => mdp_difference s received v (p, None)) (left_over d)) = 0).
  { pose proof (left_over_in b d there) as H. induction (left_over d) as [|p l IH]; [reflexivity|].
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH by (intros; apply H; now right).
    specialize (H p (or_introl eq_refl)). apply (residents_score b s behind sound), Z.eqb_eq in H.
    cbn [mdp_difference]. now rewrite H. }
  rewrite E1, E3, (E2 (limbo d) (limbo_in b d there)). lia.
Qed.

Lemma opponent_counts : forall received v,
  value (moves d) (of_mdp_pairs s (opponent_difference received v)) = count (Z.eqb v) (opponent_list received).
Proof.
  intros received v. rewrite value_of_mdp_pairs by apply opponent_additive. unfold opponent_difference, opponent_list.
  induction (mdp_pairs d) as [|[p q] l IH]; [reflexivity|]. rewrite count_cons, IH. cbn [filter].
  destruct (is_float Up (received q)); cbn [map andb]; [rewrite count_cons|]; reflexivity.
Qed.
End Candidate.

Definition is_lower (l m : list Z) : bool := match compare l m with Lt => true | _ => false end.

Lemma better_block : forall k ks c d x y l m, length x = length y -> compare (k c) (k d) = compare x y ->
  (x = y -> better ks c d = is_lower l m) -> better (k :: ks) c d = is_lower (x ++ l) (y ++ m).
Proof.
  intros k ks c d x y l m E H K. unfold is_lower in *. rewrite compare_app by exact E. cbn [better]. rewrite H.
  destruct (compare x y) eqn:Exy; try reflexivity. now apply K, compare_eq.
Qed.

Lemma better_one : forall k ks c d x y l m, k c = [x] -> k d = [y] ->
  (x = y -> better ks c d = is_lower l m) -> better (k :: ks) c d = is_lower (x :: l) (y :: m).
Proof.
  intros k ks c d x y l m Ec Ed K. apply (better_block k ks c d [x] [y] l m); [reflexivity|now rewrite Ec, Ed|].
  intros E. apply K. congruence.
Qed.

(** Of two candidates with as many downfloaters the sums tell which is better by C9 to C21. *)
Theorem later_criteria_are_sums : forall one least5 c d,
  In c (candidates b) -> one = Nat.eqb (length (downfloaters c)) 1 -> c5 b c = least5 ->
  In d (candidates b) -> length (downfloaters d) = length (downfloaters c) -> c5 b d = least5 ->
  better (later_criteria b) c d
  = is_lower (values (criteria_components b s one least5) c) (values (criteria_components b s one least5) d).
Proof.
  intros one least5 c d Hc One Ec Hd Len Ed. assert (One' : one = Nat.eqb (length (downfloaters d)) 1) by congruence.
  assert (Mdp : forall received, compare (mdp_differences received b c) (mdp_differences received b d)
      = compare (values (map (mdp_difference s received) (differences b s)) c)
                (values (map (mdp_difference s received) (differences b s)) d)).
  { intros received. rewrite !mdp_list_is. rewrite (compare_descending (differences b s)).
    - unfold values, counts. rewrite !map_map. f_equal; apply map_ext; intros v; symmetry; now apply mdp_counts.
    - apply levels_fall.
    - now apply mdp_list_in.
    - now apply mdp_list_in.
    - apply Nat2Z.inj. now rewrite (mdp_list_length c Hc), (mdp_list_length d Hd). }
  assert (Opp : forall received, value (moves c) (of_mdp_pairs s (upfloats_again received))
      = value (moves d) (of_mdp_pairs s (upfloats_again received)) ->
      compare (opponent_differences received c) (opponent_differences received d)
      = compare (values (map (fun v => of_mdp_pairs s (opponent_difference received v)) (differences b s)) c)
                (values (map (fun v => of_mdp_pairs s (opponent_difference received v)) (differences b s)) d)).
  { intros received E. unfold opponent_differences. fold (opponent_list c received) (opponent_list d received).
    rewrite (compare_descending (differences b s)).
    - unfold values, counts. rewrite !map_map. f_equal; apply map_ext; intros v; symmetry; now apply opponent_counts.
    - apply levels_fall.
    - now apply opponent_list_in.
    - now apply opponent_list_in.
    - apply Nat2Z.inj. rewrite (opponent_list_length c Hc), (opponent_list_length d Hd). exact E. }
  unfold later_criteria, criteria_components. cbv zeta. unfold values in *. rewrite !map_app. cbn [map app].
  assert (L : forall f : Z -> component, length (map (value (moves c)) (map f (differences b s)))
      = length (map (value (moves d)) (map f (differences b s)))) by (intros; now rewrite !map_length).
  apply better_one; [now apply c9_value|now apply c9_value|intros _].
  apply better_one; [unfold c10; fold (beyond_two_of (pairs_of c)); f_equal; symmetry; apply value_of_pairs;
    auto using beyond_two_additive, beyond_two_symmetric
    |unfold c10; fold (beyond_two_of (pairs_of d)); f_equal; symmetry; apply value_of_pairs;
    auto using beyond_two_additive, beyond_two_symmetric|intros _].
  apply better_one; [unfold c11; fold (third_in_a_row_of (pairs_of c)); f_equal; symmetry; apply value_of_pairs;
    auto using third_additive, third_symmetric
    |unfold c11; fold (third_in_a_row_of (pairs_of d)); f_equal; symmetry; apply value_of_pairs;
    auto using third_additive, third_symmetric|intros _].
  apply better_one; [unfold c12; fold (preference_of_none (pairs_of c)); f_equal; symmetry; apply value_of_pairs;
    auto using preference_additive, preference_symmetric
    |unfold c12; fold (preference_of_none (pairs_of d)); f_equal; symmetry; apply value_of_pairs;
    auto using preference_additive, preference_symmetric|intros _].
  apply better_one; [unfold c13; fold (strong_of_none (pairs_of c)); f_equal; symmetry; apply value_of_pairs;
    auto using strong_additive, strong_symmetric
    |unfold c13; fold (strong_of_none (pairs_of d)); f_equal; symmetry; apply value_of_pairs;
    auto using strong_additive, strong_symmetric|intros _].
  apply better_one; [now apply downfloats_value|now apply downfloats_value|intros _].
  apply better_one; [now apply upfloats_value|now apply upfloats_value|intros E15].
  apply better_one; [now apply downfloats_value|now apply downfloats_value|intros _].
  apply better_one; [now apply upfloats_value|now apply upfloats_value|intros E17].
  apply better_block; [apply L|apply Mdp|intros _].
  apply better_block; [apply L|now apply Opp|intros _].
  apply better_block; [apply L|apply Mdp|intros _].
  rewrite <- (app_nil_r (map (value (moves c)) _)), <- (app_nil_r (map (value (moves d)) _)).
  apply better_block; [apply L|now apply Opp|intros _]. reflexivity.
Qed.
End Bracket.
End Components.
