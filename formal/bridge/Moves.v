(** A candidate of a bracket as a matching of a graph whose edges cost what the statement says, and what the certificate
    checker then shows of it.

    The candidates meant here are the tidy ones: everybody moved down is paired, and nobody is left over, or one resident
    where the number of players is odd. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Matching Optimal Goals Rules2026 Right2026 Lists.
Import ListNotations.
Open Scope Z_scope.

(** What becomes of a player: meets somebody ranked lower, or nobody. *)
Definition move := (card * option card)%type.

(** What a move costs, in one respect. *)
Definition component := move -> Z.

Definition orient '((p, q) : card * card) : move := if ranks_higher p q then (p, Some q) else (q, Some p).
Definition alone (p : card) : move := (p, None).
Definition moves (d : candidate) : list move := map orient (pairs_of d) ++ map alone (left_over d).

Definition value (ms : list move) (k : component) : Z := sum (map k ms).
Definition values (ks : list component) (d : candidate) : list Z := map (value (moves d)) ks.

(** * The graph *)

Definition vertex_number (p : card) : positive := Z.to_pos (tpn p + 1).
Definition nobody : positive := 1%positive.

Definition end_of (m : move) : positive := match snd m with Some q => vertex_number q | None => nobody end.
Definition edge_with (m : move) (w : Z) : edge := Edge (vertex_number (fst m)) (end_of m) w.
Definition edge_of (b : Z) (ks : list component) (m : move) : edge := edge_with m (pack b 0 (map (fun k => k m) ks)).

(** Of two members of a list, each with each that follows. *)
Fixpoint ordered_pairs {A} (l : list A) : list (A * A) :=
  match l with [] => [] | x :: rest => map (fun y => (x, y)) rest ++ ordered_pairs rest end.

Definition everyone (b : bracket) : list card := mdps b ++ residents b.
Definition is_odd_bracket (b : bracket) : bool := Nat.odd (length (everyone b)).
Definition vertex_numbers (b : bracket) : list positive :=
  map vertex_number (everyone b) ++ (if is_odd_bracket b then [nobody] else []).

(** [s] is the score of the residents. *)
Definition may_move (s : Z) '((p, q) : card * card) : bool := (score q =? s) && (may_meet p q || may_meet q p).
(** [floats] tells who may be left over. *)
Definition graph (b : bracket) (s : Z) (floats : card -> bool) : list move :=
  map (fun '(p, q) => (p, Some q)) (filter (may_move s) (ordered_pairs (everyone b)))
    ++ (if is_odd_bracket b then map alone (filter floats (residents b)) else []).

(** That the bracket is what it is in every round: ranked, residents of one score, the others above them. *)
Definition is_ranked (l : list card) : bool :=
  forallb (fun '(p, q) => ranks_higher p q && negb (ranks_higher q p)) (ordered_pairs l).
Definition is_sound (b : bracket) (s : Z) : bool :=
  forallb (fun p => score p =? s) (residents b) && forallb (fun p => s <? score p) (mdps b)
    && is_ranked (everyone b) && distinct (vertex_numbers b).

Definition is_tidy (b : bracket) (d : candidate) : Prop :=
  limbo d = [] /\ length (left_over d) = (if is_odd_bracket b then 1 else 0)%nat.

(** * What all candidates have in common *)

Record shape (b : bracket) (d : candidate) : Prop := {
  shape_mdps : Permutation (mdps b) (map fst (mdp_pairs d) ++ limbo d);
  shape_residents : Permutation (residents b) (map snd (mdp_pairs d) ++ members (resident_pairs d) ++ left_over d);
  shape_first : limbo d = [] -> map fst (mdp_pairs d) = mdps b
}.

Lemma down_from_le : forall n k, In k (down_from n) -> (k <= n)%nat.
Proof. intros n k H. unfold down_from in H. apply in_rev, in_seq in H. lia. Qed.

Lemma candidates_shape : forall b d, In d (candidates b) -> shape b d.
Proof.
  intros b d H. unfold candidates in H.
  apply in_flat_map in H as [m1 [Hm H]]. apply in_flat_map in H as [[s1 in_limbo] [Hs H]].
  apply in_flat_map in H as [[s2 remainder] [Hr H]]. apply in_flat_map in H as [n [Hn H]].
  apply in_map_iff in H as [[pairs spare] [<- H]]. apply down_from_le in Hn.
  apply homogeneous_permute in H as [Pp _]; [|exact Hn].
  pose proof Hs as Hc. apply choices_permute in Hs as [Ps Ls]. apply arrangements_permute in Hr as [Pr Lr].
  constructor; simpl.
  - rewrite map_fst_combine by congruence. exact Ps.
  - rewrite map_snd_combine by congruence. eapply Permutation_trans; [exact Pr|].
    now apply Permutation_app_head.
  - intros ->. rewrite map_fst_combine by congruence. now apply choices_of_all in Hc.
Qed.

Lemma members_permute : forall {A} (l : list (A * A)), Permutation (members l) (map fst l ++ map snd l).
Proof.
  intros A l. induction l as [|[p q] l IH]; [apply Permutation_refl|].
  change (members ((p, q) :: l)) with (p :: q :: members l). simpl. apply perm_skip.
  eapply Permutation_trans; [apply perm_skip, IH|]. apply Permutation_middle.
Qed.

Lemma shape_everyone : forall b d, shape b d ->
  Permutation (everyone b) (members (pairs_of d) ++ limbo d ++ left_over d).
Proof.
  intros b d [Pm Pr _]. unfold everyone, pairs_of. rewrite members_app.
  eapply Permutation_trans; [apply Permutation_app; [exact Pm|exact Pr]|].
  eapply Permutation_trans; [|apply Permutation_app_tail, Permutation_app_tail, Permutation_sym, members_permute].
  rewrite <- !app_assoc. apply Permutation_app_head.
  eapply Permutation_trans; [apply Permutation_app_swap_app|]. apply Permutation_app_head.
  apply Permutation_app_swap_app.
Qed.

Lemma ordered_either : forall {A} (l : list A) x y, In x l -> In y l -> x <> y ->
  In (x, y) (ordered_pairs l) \/ In (y, x) (ordered_pairs l).
Proof.
  intros A l. induction l as [|z l IH]; intros x y Hx Hy E; [destruct Hx|]. simpl.
  destruct Hx as [->|Hx], Hy as [->|Hy].
  - contradiction.
  - left. apply in_app_iff. left. now apply in_map.
  - right. apply in_app_iff. left. now apply in_map.
  - destruct (IH x y Hx Hy E); [left|right]; apply in_app_iff; now right.
Qed.

(** * A bracket, and its tidy candidates *)

Section Bracket.
Variables (b : bracket) (s : Z) (floats : card -> bool).
Hypothesis sound : is_sound b s = true.

Lemma residents_score : forall p, In p (residents b) -> score p = s.
Proof.
  unfold is_sound in sound. rewrite !andb_true_iff, !forallb_forall in sound.
  intros p Hp. apply Z.eqb_eq. now apply sound.
Qed.

Lemma mdps_score : forall p, In p (mdps b) -> s < score p.
Proof.
  unfold is_sound in sound. rewrite !andb_true_iff, !forallb_forall in sound.
  intros p Hp. apply Z.ltb_lt. now apply sound.
Qed.

Lemma numbers_distinct : NoDup (vertex_numbers b).
Proof. unfold is_sound in sound. rewrite !andb_true_iff in sound. now apply distinct_sound. Qed.

Lemma everyone_distinct : NoDup (everyone b).
Proof.
  pose proof numbers_distinct as H. unfold vertex_numbers in H.
  apply NoDup_front in H. now apply NoDup_map_inv in H.
Qed.

(** Which of two players is ranked higher; and the edge between them is that of the graph. *)
Lemma oriented : forall p q, In p (everyone b) -> In q (everyone b) -> p <> q ->
  (ranks_higher p q = true /\ ranks_higher q p = false /\ In (p, q) (ordered_pairs (everyone b)))
  \/ (ranks_higher q p = true /\ ranks_higher p q = false /\ In (q, p) (ordered_pairs (everyone b))).
Proof.
  intros p q Hp Hq E. pose proof sound as H. unfold is_sound, is_ranked in H.
  rewrite !andb_true_iff in H. destruct H as [[_ H] _]. rewrite forallb_forall in H.
  destruct (ordered_either _ _ _ Hp Hq E) as [Hi|Hi]; [left|right];
    pose proof (H _ Hi) as Ho; simpl in Ho; apply andb_true_iff in Ho as [Ho Hn]; apply negb_true_iff in Hn; auto.
Qed.

Section Candidate.
Variable d : candidate.
Hypothesis there : In d (candidates b).
Hypothesis tidy : is_tidy b d.
Hypothesis complied : complies b d = true.

Lemma meet : forallb (fun '(p, q) => may_meet p q) (pairs_of d) = true.
Proof. unfold complies in complied. now apply andb_true_iff in complied. Qed.

Hypothesis floaters : forall p, In p (left_over d) -> floats p = true.

Lemma pairs_in : forall p q, In (p, q) (pairs_of d) ->
  In p (everyone b) /\ In q (everyone b) /\ p <> q.
Proof.
  intros p q H. pose proof (shape_everyone b d (candidates_shape b d there)) as P.
  assert (Hm : In p (members (pairs_of d)) /\ In q (members (pairs_of d))).
  { split; apply in_flat_map; exists (p, q); simpl; auto. }
  repeat split.
  - apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
  - apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
  - pose proof (Permutation_NoDup P everyone_distinct) as N. apply NoDup_front in N.
    apply in_split in H as [l1 [l2 E]]. rewrite E, members_app in N.
    change (members ((p, q) :: l2)) with (p :: q :: members l2) in N.
    apply NoDup_remove_2 in N. intros ->. apply N. apply in_or_app. right. now left.
Qed.

Lemma mdp_pair_in : forall p q, In (p, q) (mdp_pairs d) -> In p (mdps b) /\ In q (residents b).
Proof.
  intros p q H. destruct (candidates_shape b d there) as [Pm Pr _]. split.
  - apply (Permutation_in _ (Permutation_sym Pm)), in_or_app. left. apply in_map_iff. now exists (p, q).
  - apply (Permutation_in _ (Permutation_sym Pr)), in_or_app. left. apply in_map_iff. now exists (p, q).
Qed.

Lemma resident_pair_in : forall p q, In (p, q) (resident_pairs d) -> In p (residents b) /\ In q (residents b).
Proof.
  intros p q H. destruct (candidates_shape b d there) as [_ Pr _].
  assert (Hm : In p (members (resident_pairs d)) /\ In q (members (resident_pairs d))).
  { split; apply in_flat_map; exists (p, q); simpl; auto. }
  destruct Hm as [Hp Hq].
  split; apply (Permutation_in _ (Permutation_sym Pr)); rewrite !in_app_iff; auto.
Qed.

Lemma left_over_in : forall p, In p (left_over d) -> In p (residents b).
Proof.
  intros p H. destruct (candidates_shape b d there) as [_ Pr _].
  apply (Permutation_in _ (Permutation_sym Pr)). rewrite !in_app_iff. auto.
Qed.

Lemma moves_in_graph : incl (moves d) (graph b s floats).
Proof.
  intros m H. unfold moves in H. unfold graph. apply in_app_iff in H. apply in_app_iff. destruct H as [H|H].
  - left. apply in_map_iff in H as [[p q] [<- H]].
    pose proof (pairs_in p q H) as (Hp & Hq & E).
    assert (Hs : score p = s \/ score q = s).
    { unfold pairs_of in H. apply in_app_iff in H as [H|H].
      - apply mdp_pair_in in H as [_ H]. right. now apply residents_score.
      - apply resident_pair_in in H as [_ H]. right. now apply residents_score. }
    pose proof meet as Hm. rewrite forallb_forall in Hm. pose proof (Hm _ H) as Hmeet. simpl in Hmeet.
    unfold orient. destruct (oriented p q Hp Hq E) as [(-> & _ & Hi)|(Hr & -> & Hi)].
    + apply in_map_iff. exists (p, q). split; [reflexivity|]. apply filter_In. split; [exact Hi|].
      unfold may_move. rewrite Hmeet. simpl. rewrite andb_true_r. apply Z.eqb_eq.
      unfold pairs_of in H. apply in_app_iff in H as [H|H].
      * apply mdp_pair_in in H as [_ H]. now apply residents_score.
      * apply resident_pair_in in H as [_ H]. now apply residents_score.
    + apply in_map_iff. exists (q, p). split; [reflexivity|]. apply filter_In. split; [exact Hi|].
      unfold may_move. rewrite Hmeet, orb_true_r, andb_true_r. apply Z.eqb_eq.
      unfold pairs_of in H. apply in_app_iff in H as [H|H].
      * exfalso. apply mdp_pair_in in H as [H1 H2]. apply mdps_score in H1. apply residents_score in H2.
        unfold ranks_higher in Hr. apply orb_true_iff in Hr as [Hr|Hr].
        -- apply Z.ltb_lt in Hr. lia.
        -- apply andb_true_iff in Hr as [Hr _]. apply Z.eqb_eq in Hr. lia.
      * apply resident_pair_in in H as [H _]. now apply residents_score.
  - right. apply in_map_iff in H as [p [<- H]].
    destruct tidy as [_ Hl]. destruct (is_odd_bracket b).
    + apply in_map, filter_In. split; [now apply left_over_in|now apply floaters].
    + destruct (left_over d); [destruct H|discriminate].
Qed.

Lemma ends_of_moves : forall w, Permutation (ends (map (fun m => edge_with m (w m)) (moves d))) (vertex_numbers b).
Proof.
  clear floaters complied.
  intros w. unfold moves. rewrite map_app.
  assert (Eapp : forall l m, ends (l ++ m) = ends l ++ ends m) by (intros; apply flat_map_app).
  rewrite Eapp.
  assert (H1 : forall l, Permutation (ends (map (fun m => edge_with m (w m)) (map orient l)))
      (map vertex_number (members l))).
  { induction l as [|[p q] l IH]; [apply Permutation_refl|].
    change (members ((p, q) :: l)) with (p :: q :: members l).
    change (ends (map (fun m => edge_with m (w m)) (map orient ((p, q) :: l))))
      with (vertex_number (fst (orient (p, q))) :: end_of (orient (p, q))
            :: ends (map (fun m => edge_with m (w m)) (map orient l))).
    unfold orient at 1 2, end_of. destruct (ranks_higher p q); simpl.
    - now do 2 apply perm_skip.
    - eapply Permutation_trans; [apply perm_swap|]. now do 2 apply perm_skip. }
  pose proof (shape_everyone b d (candidates_shape b d there)) as P. destruct tidy as [El Hl]. rewrite El in P.
  simpl in P. unfold vertex_numbers.
  eapply Permutation_trans; [apply Permutation_app_tail, H1|].
  eapply Permutation_trans; [|apply Permutation_app_tail, Permutation_map, Permutation_sym, P].
  rewrite map_app, <- app_assoc. apply Permutation_app_head.
  destruct (is_odd_bracket b); destruct (left_over d) as [|p [|q rest]]; try discriminate; apply Permutation_refl.
Qed.

Lemma total_of_moves : forall base ks ms,
  Matching.total (map (edge_of base ks) ms) = pack base 0 (map (value ms) ks).
Proof.
  intros base ks ms. induction ms as [|m ms IH].
  - simpl. symmetry. apply pack_zero.
  - simpl map. rewrite total_cons, IH. simpl weight. rewrite <- pack_plus. reflexivity.
Qed.

End Candidate.

(** * What the certificate shows *)

Section Certificate.
Variables (ks : list component) (most : Z) (c : candidate) (shown : certificate).

(** A base that no two sums differ by. *)
Definition base : Z := 2 * Z.of_nat (length (everyone b)) * most + 1.

(** Of each edge of the graph whether no cost is larger than [most], and its costs as one number. *)
Definition priced : list (move * (bool * Z)) :=
  map (fun m => let costs := map (fun k => k m) ks in (m, (forallb (fun x => Z.abs x <=? most) costs, pack base 0 costs)))
    (graph b s floats).

Definition is_shown : bool :=
  let edges := priced in
  forallb (fun e => fst (snd e)) edges
  && forallb (fun v => mem v (vertex_numbers b)) (vertices_of shown)
  && check_lightest (map (fun e => edge_with (fst e) (snd (snd e))) edges) (map (edge_of base ks) (moves c)) shown.

Hypothesis holds : is_shown = true.

Lemma graph_edges : map (fun e => edge_with (fst e) (snd (snd e))) priced = map (edge_of base ks) (graph b s floats).
Proof. unfold priced. rewrite map_map. reflexivity. Qed.

Lemma small : forall m k, In m (graph b s floats) -> In k ks -> Z.abs (k m) <= most.
Proof.
  intros m k Hm Hk. unfold is_shown in holds. cbv zeta in holds. rewrite !andb_true_iff in holds.
  destruct holds as [[H _] _]. rewrite forallb_forall in H.
  assert (Hp : In (m, (forallb (fun x => Z.abs x <=? most) (map (fun k => k m) ks), pack base 0 (map (fun k => k m) ks))) priced).
  { unfold priced. apply in_map_iff. exists m. auto. }
  apply H in Hp. simpl in Hp. rewrite forallb_forall in Hp. apply Z.leb_le, Hp. apply in_map_iff. now exists k.
Qed.

Lemma moves_few : forall d, In d (candidates b) -> is_tidy b d -> (length (moves d) <= length (everyone b))%nat.
Proof.
  intros d Hd [El _]. pose proof (shape_everyone b d (candidates_shape b d Hd)) as P. rewrite El in P.
  apply Permutation_length in P. rewrite P. unfold moves. rewrite !app_length, !map_length, members_length. simpl. lia.
Qed.

Lemma value_small : forall ms k, 0 <= most -> (forall m, In m ms -> Z.abs (k m) <= most) ->
  Z.abs (value ms k) <= Z.of_nat (length ms) * most.
Proof.
  intros ms k Hz H. induction ms as [|m ms IH]; [simpl; lia|].
  assert (Z.abs (k m) <= most) by (apply H; now left).
  assert (Z.abs (value ms k) <= Z.of_nat (length ms) * most) by (apply IH; intros; apply H; now right).
  unfold value in *. simpl map. simpl sum. simpl length. nia.
Qed.

Theorem no_lower_values : forall d, 
  In c (candidates b) -> is_tidy b c -> complies b c = true ->
  (forall p, In p (left_over c) -> floats p = true) ->
  In d (candidates b) -> is_tidy b d -> complies b d = true -> (forall p, In p (left_over d) -> floats p = true) ->
  0 <= most ->
  compare (values ks c) (values ks d) <> Gt.
Proof.
  intros d Hc Tc Mc Fc Hd Td Md Fd Hz.
  pose proof holds as H. unfold is_shown in H. cbv zeta in H. rewrite graph_edges, !andb_true_iff in H.
  destruct H as [[_ Hv] H].
  assert (Hincl : forall e, In e (candidates b) -> is_tidy b e ->
      complies b e = true -> (forall p, In p (left_over e) -> floats p = true) ->
      incl (map (edge_of base ks) (moves e)) (map (edge_of base ks) (graph b s floats))).
  { intros e He Te Me Fe x Hx. apply in_map_iff in Hx as [m [<- Hm]]. apply in_map.
    now apply (moves_in_graph e). }
  apply check_lightest_sound in H; [|now apply Hincl]. destruct H as [_ H].
  assert (Hle : Matching.total (map (edge_of base ks) (moves c)) <= Matching.total (map (edge_of base ks) (moves d))).
  { apply H. pose proof (ends_of_moves d Hd Td (fun m => pack base 0 (map (fun k => k m) ks))) as P.
    change (map (fun m => edge_with m (pack base 0 (map (fun k => k m) ks))) (moves d))
      with (map (edge_of base ks) (moves d)) in P.
    split; [|split].
    - unfold is_matching. apply (Permutation_NoDup (Permutation_sym P)), numbers_distinct.
    - now apply Hincl.
    - intros v Hin _. apply (Permutation_in _ (Permutation_sym P)). rewrite forallb_forall in Hv.
      apply mem_In. now apply Hv. }
  rewrite !total_of_moves in Hle. apply pack_orders in Hle; [exact Hle|].
  unfold values.
  assert (Hsmall : forall k, In k ks -> close base (value (moves c) k) (value (moves d) k)).
  { intros k Hk. unfold close, base.
    pose proof (value_small (moves c) k Hz (fun m Hm => small m k (moves_in_graph c Hc Tc Mc Fc m Hm) Hk)).
    pose proof (value_small (moves d) k Hz (fun m Hm => small m k (moves_in_graph d Hd Td Md Fd m Hm) Hk)).
    pose proof (moves_few c Hc Tc). pose proof (moves_few d Hd Td). nia. }
  clear - Hsmall. induction ks as [|k l IH]; simpl; constructor.
  - apply Hsmall. now left.
  - apply IH. intros x Hx. apply Hsmall. now right.
Qed.

End Certificate.
End Bracket.
