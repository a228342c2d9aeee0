(** The criteria of a candidate, C9 to C21, as sums over its moves; and how good C5 to C8 can be at best. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Optimal Rules2026 Right2026 Lists Moves.
Import ListNotations.
Open Scope Z_scope.

(** * C9 to C21 *)

Definition of_pairs (f : list (card * card) -> Z) : component :=
  fun '(p, o) => match o with Some q => f [(p, q)] | None => 0 end.

(** Of the pairs of players moved down; [s] is the score of the residents. *)
Definition of_mdp_pairs (s : Z) (f : list (card * card) -> Z) : component :=
  fun '(p, o) => match o with Some q => if score p =? s then 0 else f [(p, q)] | None => 0 end.

Definition of_left_over (f : card -> Z) : component :=
  fun '(p, o) => match o with Some _ => 0 | None => f p end.

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

Definition criteria_components (s : Z) (least5 : list Z) : list component := [
  of_left_over (unplayed_of least5);                      (* C9 *)
  of_pairs beyond_two_of;                                 (* C10 *)
  of_pairs third_in_a_row_of;                             (* C11 *)
  of_pairs preference_of_none;                            (* C12 *)
  of_pairs strong_of_none;                                (* C13 *)
  of_left_over (downfloat_again last_float);              (* C14 *)
  of_mdp_pairs s (upfloats_again last_float);             (* C15 *)
  of_left_over (downfloat_again float_before);            (* C16 *)
  of_mdp_pairs s (upfloats_again float_before)            (* C17 *)
].

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

(** ** Of the tidy candidates of a bracket *)

Section Bracket.
Variables (b : bracket) (s : Z).
Hypothesis sound : is_sound b s = true.
(** Tidy brackets take over one player at most. *)
Hypothesis one_mdp : (length (mdps b) <= 1)%nat.

Section Candidate.
Variable d : candidate.
Hypothesis there : In d (candidates b).
Hypothesis tidy : is_tidy b d.

Lemma value_app : forall k l m, value (l ++ m) k = value l k + value m k.
Proof. intros k l m. unfold value. now rewrite map_app, sum_app. Qed.

Lemma value_alone : forall k l, value (map alone l) k = sum (map (fun p => k (p, None)) l).
Proof. intros k l. unfold value. now rewrite map_map. Qed.

Lemma value_nothing : forall k ms, (forall m, In m ms -> k m = 0) -> value ms k = 0.
Proof.
  intros k ms H. unfold value. induction ms as [|m ms IH]; [reflexivity|]. simpl.
  rewrite H by now left. rewrite IH; [reflexivity|]. intros; apply H; now right.
Qed.

Lemma value_of_left_over : forall f, value (moves d) (of_left_over f) = sum (map f (left_over d)).
Proof.
  intros f. unfold moves. rewrite value_app, value_alone. simpl. rewrite value_nothing; [reflexivity|].
  intros m H. apply in_map_iff in H as [[p q] [<- _]]. unfold orient. now destruct (ranks_higher p q).
Qed.

Lemma pair_ranked : forall p q, In (p, q) (pairs_of d) -> ranks_higher p q = negb (ranks_higher q p).
Proof.
  intros p q H. apply (pairs_in b s sound d there) in H as (Hp & Hq & E).
  destruct (oriented b s sound p q Hp Hq E) as [(-> & -> & _)|(-> & -> & _)]; reflexivity.
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
  destruct (ranks_higher p q); simpl; [reflexivity|]. symmetry. apply Hs. exact (H p q (or_introl eq_refl)).
Qed.

Lemma mdp_move : forall p q, In (p, q) (mdp_pairs d) -> orient (p, q) = (p, Some q) /\ (score p =? s) = false.
Proof.
  intros p q H. apply (mdp_pair_in b d there) in H as [Hp Hq].
  apply (mdps_score b s sound) in Hp. apply (residents_score b s sound) in Hq.
  unfold orient, ranks_higher. replace (score q <? score p) with true by (symmetry; apply Z.ltb_lt; lia).
  split; [reflexivity|]. apply Z.eqb_neq. lia.
Qed.

Lemma value_of_mdp_pairs : forall f, additive f -> value (moves d) (of_mdp_pairs s f) = f (mdp_pairs d).
Proof.
  intros f [H0 Hc]. unfold moves, pairs_of. rewrite map_app, !value_app, value_alone.
  assert (E : forall l : list card, sum (map (fun p => of_mdp_pairs s f (p, None)) l) = 0)
    by (induction l; simpl; auto).
  rewrite E, Z.add_0_r. rewrite (value_nothing _ (map orient (resident_pairs d))), Z.add_0_r.
  - pose proof mdp_move as H. induction (mdp_pairs d) as [|[p q] l IH]; [now rewrite H0|].
    rewrite Hc, <- IH by (intros; apply H; now right). unfold value. simpl map. simpl sum. f_equal.
    destruct (H p q (or_introl eq_refl)) as [Ho Hp]. simpl in Ho. rewrite Ho. simpl. now rewrite Hp.
  - intros m Hm. apply in_map_iff in Hm as [[p q] [<- Hm]].
    apply (resident_pair_in b d there) in Hm as [Hp Hq].
    apply (residents_score b s sound), Z.eqb_eq in Hp. apply (residents_score b s sound), Z.eqb_eq in Hq.
    unfold orient. destruct (ranks_higher p q); simpl; [now rewrite Hp|now rewrite Hq].
Qed.

Lemma tidy_downfloaters : downfloaters d = left_over d.
Proof.
  destruct tidy as [El Hl]. unfold downfloaters. rewrite El. simpl.
  destruct (is_odd_bracket b); destruct (left_over d) as [|p [|q rest]]; try discriminate; reflexivity.
Qed.

Lemma c9_value : forall least5, c5 b d = least5 -> c9 b d = [value (moves d) (of_left_over (unplayed_of least5))].
Proof.
  intros least5 E. rewrite value_of_left_over. unfold c9. rewrite tidy_downfloaters, E.
  destruct tidy as [_ Hl].
  destruct (is_odd_bracket b); destruct (left_over d) as [|p [|q rest]]; try discriminate; [|reflexivity].
  unfold unplayed_of. simpl. destruct (compare least5 [score p]); simpl; rewrite ?Z.add_0_r; reflexivity.
Qed.

Lemma downfloats_value : forall received,
  resident_downfloats received d = [value (moves d) (of_left_over (downfloat_again received))].
Proof.
  intros received. rewrite value_of_left_over. unfold resident_downfloats. f_equal.
  induction (left_over d) as [|p l IH]; [reflexivity|]. rewrite count_cons, IH. reflexivity.
Qed.

Lemma upfloats_value : forall received,
  opponent_upfloats received d = [value (moves d) (of_mdp_pairs s (upfloats_again received))].
Proof. intros received. rewrite value_of_mdp_pairs by apply upfloats_additive. reflexivity. Qed.

(** The pair of the player who is moved down, if there is one. *)
Lemma mdp_pairs_tidy : mdp_pairs d = [] /\ mdps b = []
  \/ exists p q, mdp_pairs d = [(p, q)] /\ mdps b = [p] /\ score q = s.
Proof.
  pose proof (shape_first b d (candidates_shape b d there)) as H. destruct tidy as [El _].
  specialize (H El). pose proof one_mdp as Hone. pose proof mdp_pair_in b d there as Hin.
  destruct (mdp_pairs d) as [|[p q] [|x l]]; simpl in H.
  - left. auto.
  - right. exists p, q. split; [reflexivity|]. split; [congruence|].
    apply (residents_score b s sound). apply (Hin p q). now left.
  - rewrite <- H in Hone. simpl in Hone. lia.
Qed.

Lemma mdp_differences_constant : forall received, mdp_differences received b d =
  descending (map (fun p => score p - s) (filter (fun p => is_float Down (received p)) (mdps b))).
Proof.
  intros received. unfold mdp_differences. cbv zeta. destruct tidy as [-> _].
  destruct mdp_pairs_tidy as [[-> ->]|(p & q & -> & -> & Hq)]; [reflexivity|].
  cbn [filter]. destruct (is_float Down (received p)); cbn [map app]; [now rewrite Hq|reflexivity].
Qed.
End Candidate.

Lemma opponent_differences_follow : forall received c d, In c (candidates b) -> is_tidy b c ->
  In d (candidates b) -> is_tidy b d ->
  opponent_upfloats received c = opponent_upfloats received d ->
  opponent_differences received c = opponent_differences received d.
Proof.
  intros received c d Hc Tc Hd Td. unfold opponent_upfloats, opponent_differences.
  destruct (mdp_pairs_tidy c Hc Tc) as [[-> E]|(p & q & -> & E & Hq)];
    destruct (mdp_pairs_tidy d Hd Td) as [[-> E']|(p' & q' & -> & E' & Hq')]; try congruence.
  rewrite E in E'. injection E' as <-. unfold count. cbn [filter].
  destruct (is_float Up (received q)), (is_float Up (received q')); cbn [map]; try discriminate; [|reflexivity].
  now rewrite Hq, Hq'.
Qed.

Definition is_lower (l m : list Z) : bool := match compare l m with Lt => true | _ => false end.

(** Of two tidy candidates the sums tell which is better by C9 to C21. *)
Theorem later_criteria_are_sums : forall least5 c d,
  In c (candidates b) -> is_tidy b c -> c5 b c = least5 ->
  In d (candidates b) -> is_tidy b d -> c5 b d = least5 ->
  better (later_criteria b) c d
  = is_lower (values (criteria_components s least5) c) (values (criteria_components s least5) d).
Proof.
  intros least5 c d Hc Tc Ec Hd Td Ed.
  pose proof (opponent_differences_follow last_float c d Hc Tc Hd Td) as D19.
  pose proof (opponent_differences_follow float_before c d Hc Tc Hd Td) as D21.
  revert D19 D21. unfold later_criteria, better.
  rewrite !(mdp_differences_constant c Hc Tc), !(mdp_differences_constant d Hd Td), !compare_refl.
  rewrite (c9_value c Tc least5 Ec), (c9_value d Td least5 Ed), !downfloats_value.
  rewrite !(upfloats_value c Hc), !(upfloats_value d Hd).
  unfold c10, c11, c12, c13. fold (beyond_two_of (pairs_of c)) (beyond_two_of (pairs_of d)).
  fold (third_in_a_row_of (pairs_of c)) (third_in_a_row_of (pairs_of d)).
  fold (preference_of_none (pairs_of c)) (preference_of_none (pairs_of d)).
  fold (strong_of_none (pairs_of c)) (strong_of_none (pairs_of d)).
  rewrite <- !(value_of_pairs c Hc _ beyond_two_additive beyond_two_symmetric),
    <- !(value_of_pairs d Hd _ beyond_two_additive beyond_two_symmetric),
    <- !(value_of_pairs c Hc _ third_additive third_symmetric),
    <- !(value_of_pairs d Hd _ third_additive third_symmetric),
    <- !(value_of_pairs c Hc _ preference_additive preference_symmetric),
    <- !(value_of_pairs d Hd _ preference_additive preference_symmetric),
    <- !(value_of_pairs c Hc _ strong_additive strong_symmetric),
    <- !(value_of_pairs d Hd _ strong_additive strong_symmetric).
  unfold is_lower, values, criteria_components. simpl map. simpl compare.
  repeat match goal with
  | |- context [value (moves c) ?k ?= value (moves d) ?k] =>
      destruct (Z.compare_spec (value (moves c) k) (value (moves d) k)) as [?|?|?];
      [|intros; reflexivity|intros; reflexivity]
  end.
  intros D19 D21. rewrite D19, D21 by congruence. now rewrite !compare_refl.
Qed.
End Bracket.
End Components.
