(** A candidate as a list of moves, and what it costs as sums over them; then the candidate, the next one and the pairing of
    everybody below as one matching of a graph whose edges cost what the statement says, and what a certificate shows of it.

    Who is not paired is not in the matching: that everybody goes away is what costs are counted from, and an edge costs
    what its pair does, less what it would for either to go away. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Matching Optimal Goals Rules2026 Right2026 Lists.
Import ListNotations.
Open Scope Z_scope.

(** What becomes of a player: meets somebody ranked lower, or nobody. *)
Definition move := (card * option card)%type.

(** What a move costs, in one respect. *)
Definition component := move -> Z.

Definition ordered '((p, q) : card * card) : card * card := if ranks_higher p q then (p, q) else (q, p).
Definition orient (pair : card * card) : move := (fst (ordered pair), Some (snd (ordered pair))).
Definition alone (p : card) : move := (p, None).
Definition moves (d : candidate) : list move := map orient (pairs_of d) ++ map alone (limbo d ++ left_over d).

Definition value (ms : list move) (k : component) : Z := sum (map k ms).
Definition values (ks : list component) (d : candidate) : list Z := map (value (moves d)) ks.

(** Of two members of a list, each with each that follows. *)
Fixpoint ordered_pairs {A} (l : list A) : list (A * A) :=
  match l with [] => [] | x :: rest => map (fun y => (x, y)) rest ++ ordered_pairs rest end.

Definition everyone (b : bracket) : list card := mdps b ++ residents b.
Definition is_odd_bracket (b : bracket) : bool := Nat.odd (length (everyone b)).

Definition vertex_number (p : card) : positive := Z.to_pos (tpn p + 1).
Definition meets (p q : card) : bool := may_meet p q || may_meet q p.

(** That lists are what they are in every round: ranked, residents of one score, [s], and the others above them; [below]
    are those behind the bracket who are looked at. *)
Definition is_ranked (l : list card) : bool :=
  forallb (fun '(p, q) => ranks_higher p q && negb (ranks_higher q p)) (ordered_pairs l).
Definition is_sound (b : bracket) (s : Z) (below : list card) : bool :=
  forallb (fun p => score p =? s) (residents b) && forallb (fun p => s <? score p) (mdps b)
    && is_ranked (everyone b ++ below) && distinct (map vertex_number (everyone b ++ below)).

(** * What all candidates have in common *)

Record shape (b : bracket) (d : candidate) : Prop := {
  shape_mdps : Permutation (mdps b) (map fst (mdp_pairs d) ++ limbo d);
  shape_residents : Permutation (residents b) (map snd (mdp_pairs d) ++ members (resident_pairs d) ++ left_over d)
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
  apply choices_permute in Hs as [Ps Ls]. apply arrangements_permute in Hr as [Pr Lr].
  constructor; simpl.
  - rewrite map_fst_combine by congruence. exact Ps.
  - rewrite map_snd_combine by congruence. eapply Permutation_trans; [exact Pr|].
    now apply Permutation_app_head.
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
  intros b d [Pm Pr]. unfold everyone, pairs_of. rewrite members_app.
  eapply Permutation_trans; [apply Permutation_app; [exact Pm|exact Pr]|].
  eapply Permutation_trans; [|apply Permutation_app_tail, Permutation_app_tail, Permutation_sym, members_permute].
  rewrite <- !app_assoc. apply Permutation_app_head.
  eapply Permutation_trans; [apply Permutation_app_swap_app|]. apply Permutation_app_head.
  apply Permutation_app_swap_app.
Qed.

Lemma downfloaters_permute : forall d, Permutation (downfloaters d) (limbo d ++ left_over d).
Proof. intros d. apply sort_permutes. Qed.

Lemma everyone_permute : forall b d, In d (candidates b) ->
  Permutation (everyone b) (members (pairs_of d) ++ downfloaters d).
Proof.
  intros b d H. eapply Permutation_trans; [apply shape_everyone, candidates_shape, H|].
  apply Permutation_app_head, Permutation_sym, downfloaters_permute.
Qed.

Lemma members_in : forall {A} (l : list (A * A)) p q, In (p, q) l -> In p (members l) /\ In q (members l).
Proof. intros A l p q H. split; apply in_flat_map; exists (p, q); simpl; auto. Qed.

Lemma members_of : forall {A} (l : list (A * A)) x, In x (members l) -> exists p q, In (p, q) l /\ (x = p \/ x = q).
Proof.
  intros A l x H. apply in_flat_map in H as [[p q] [H Hx]]. exists p, q. split; [exact H|].
  destruct Hx as [->|[->|[]]]; auto.
Qed.

Lemma members_apart : forall {A} (l : list (A * A)) p q, NoDup (members l) -> In (p, q) l -> p <> q.
Proof.
  intros A l p q N H. apply in_split in H as [l1 [l2 E]]. rewrite E, members_app in N.
  change (members ((p, q) :: l2)) with (p :: q :: members l2) in N.
  apply NoDup_remove_2 in N. intros ->. apply N. apply in_or_app. right. now left.
Qed.

Lemma NoDup_back : forall {A} (l m : list A), NoDup (l ++ m) -> NoDup m.
Proof. intros A l m H. induction l as [|x l IH]; [exact H|]. inversion H; subst. auto. Qed.

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

Lemma ordered_pairs_app : forall {A} (l m : list A) x, In x (ordered_pairs l) -> In x (ordered_pairs (l ++ m)).
Proof.
  intros A l m. induction l as [|y l IH]; intros x H; simpl in *; [destruct H|]. apply in_app_iff in H. apply in_app_iff.
  destruct H as [H|H]; [left|right; now apply IH]. rewrite map_app. apply in_app_iff. now left.
Qed.

(** * A bracket and those below it *)

Section Bracket.
Variables (b : bracket) (s : Z) (behind : list card).
Hypothesis sound : is_sound b s behind = true.

Let field : list card := everyone b ++ behind.

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

Lemma numbers_distinct : NoDup (map vertex_number field).
Proof. unfold is_sound in sound. rewrite !andb_true_iff in sound. now apply distinct_sound. Qed.

Lemma field_distinct : NoDup field.
Proof. exact (NoDup_map_inv _ _ numbers_distinct). Qed.

Lemma everyone_distinct : NoDup (everyone b).
Proof. exact (NoDup_front _ _ field_distinct). Qed.

(** Vertices and TPNs tell players apart. *)
Lemma numbers_tell : forall p q, In p field -> In q field -> vertex_number p = vertex_number q -> p = q.
Proof.
  intros p q Hp Hq E. pose proof numbers_distinct as N. unfold field in *. clear - N Hp Hq E.
  induction (everyone b ++ behind) as [|x l IH]; [destruct Hp|]. simpl in N. inversion N as [|? ? Hx N']; subst.
  destruct Hp as [->|Hp], Hq as [->|Hq]; auto.
  - exfalso. apply Hx. rewrite E. now apply in_map.
  - exfalso. apply Hx. rewrite <- E. now apply in_map.
Qed.

Lemma tpn_tells : forall p q, In p field -> In q field -> tpn p = tpn q -> p = q.
Proof. intros p q Hp Hq E. apply numbers_tell; auto. unfold vertex_number. now rewrite E. Qed.

(** Which of two players is ranked higher; and they are a pair of the list. *)
Lemma ranked : forall l m p q, field = l ++ m -> In p l -> In q l -> p <> q ->
  (ranks_higher p q = true /\ ranks_higher q p = false /\ In (p, q) (ordered_pairs l))
  \/ (ranks_higher q p = true /\ ranks_higher p q = false /\ In (q, p) (ordered_pairs l)).
Proof.
  intros l m p q Ef Hp Hq E. pose proof sound as H. unfold is_sound, is_ranked in H. fold field in H. rewrite Ef in H.
  rewrite !andb_true_iff in H. destruct H as [[_ H] _]. rewrite forallb_forall in H.
  destruct (ordered_either _ _ _ Hp Hq E) as [Hi|Hi]; [left|right];
    pose proof (H _ (ordered_pairs_app _ _ _ Hi)) as Ho; simpl in Ho; apply andb_true_iff in Ho as [Ho Hn];
    apply negb_true_iff in Hn; auto.
Qed.

Lemma ordered_in : forall l m p q, field = l ++ m -> In p l -> In q l -> p <> q ->
  In (ordered (p, q)) (ordered_pairs l) /\ ordered (q, p) = ordered (p, q).
Proof.
  intros l m p q Ef Hp Hq E. unfold ordered.
  destruct (ranked l m p q Ef Hp Hq E) as [(-> & -> & H)|(-> & -> & H)]; auto.
Qed.

(** ** A candidate *)

Section Candidate.
Variable d : candidate.
Hypothesis there : In d (candidates b).

Lemma pairs_members : NoDup (members (pairs_of d)).
Proof.
  pose proof (Permutation_NoDup (shape_everyone b d (candidates_shape b d there)) everyone_distinct) as N.
  now apply NoDup_front in N.
Qed.

Lemma pairs_in : forall p q, In (p, q) (pairs_of d) -> In p (everyone b) /\ In q (everyone b) /\ p <> q.
Proof.
  intros p q H. pose proof (shape_everyone b d (candidates_shape b d there)) as P.
  destruct (members_in _ _ _ H) as [Hp Hq]. repeat split.
  - apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
  - apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
  - exact (members_apart _ _ _ pairs_members H).
Qed.

Lemma mdp_pair_in : forall p q, In (p, q) (mdp_pairs d) -> In p (mdps b) /\ In q (residents b).
Proof.
  intros p q H. destruct (candidates_shape b d there) as [Pm Pr]. split.
  - apply (Permutation_in _ (Permutation_sym Pm)), in_or_app. left. apply in_map_iff. now exists (p, q).
  - apply (Permutation_in _ (Permutation_sym Pr)), in_or_app. left. apply in_map_iff. now exists (p, q).
Qed.

Lemma resident_pair_in : forall p q, In (p, q) (resident_pairs d) -> In p (residents b) /\ In q (residents b).
Proof.
  intros p q H. destruct (candidates_shape b d there) as [_ Pr]. destruct (members_in _ _ _ H) as [Hp Hq].
  split; apply (Permutation_in _ (Permutation_sym Pr)); rewrite !in_app_iff; auto.
Qed.

Lemma left_over_in : forall p, In p (left_over d) -> In p (residents b).
Proof.
  intros p H. destruct (candidates_shape b d there) as [_ Pr].
  apply (Permutation_in _ (Permutation_sym Pr)). rewrite !in_app_iff. auto.
Qed.

Lemma limbo_in : forall p, In p (limbo d) -> In p (mdps b).
Proof.
  intros p H. destruct (candidates_shape b d there) as [Pm _].
  apply (Permutation_in _ (Permutation_sym Pm)). rewrite !in_app_iff. auto.
Qed.

(** The second of a pair is a resident, and so is the one who is ranked lower. *)
Lemma lower_is_resident : forall p q, In (p, q) (pairs_of d) -> score (snd (ordered (p, q))) = s.
Proof.
  intros p q H. unfold pairs_of in H. apply in_app_iff in H as [H|H].
  - apply mdp_pair_in in H as [Hp Hq]. apply mdps_score in Hp. apply residents_score in Hq. unfold ordered, ranks_higher.
    replace (score q <? score p) with true by (symmetry; apply Z.ltb_lt; lia). exact Hq.
  - apply resident_pair_in in H as [Hp Hq]. apply residents_score in Hp, Hq. unfold ordered. now destruct (ranks_higher p q).
Qed.

(** What a pair costs more than that both go away. *)
Definition reduced (k : component) (pair : card * card) : Z :=
  k (orient pair) - k (alone (fst pair)) - k (alone (snd pair)).

Lemma value_reduced : forall k,
  value (moves d) k = sum (map (fun p => k (alone p)) (everyone b)) + sum (map (reduced k) (pairs_of d)).
Proof.
  intros k. pose proof (shape_everyone b d (candidates_shape b d there)) as P.
  rewrite (sum_permuted _ _ (Permutation_map (fun p => k (alone p)) P)). unfold value, moves.
  rewrite !map_app, !sum_app, !map_map.
  assert (E : forall l, sum (map (fun x => k (orient x)) l)
      = sum (map (fun p => k (alone p)) (members l)) + sum (map (reduced k) l)).
  { induction l as [|[p q] l IH]; [reflexivity|]. change (members ((p, q) :: l)) with (p :: q :: members l).
    cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH. unfold reduced at 2. cbn [fst snd]. lia. }
  rewrite E. lia.
Qed.
End Candidate.

(** * The graph *)

(** Pairs of the bracket, of the next one, and of everybody below. *)
Inductive class := Here | Next | Further.

(** One respect: of the moves of the candidate; of who goes away from the next bracket; of who is not paired at all. *)
Inductive entry :=
  | OfCandidate (k : component)
  | OfNext (f : card -> Z)
  | OfRest (g : card -> Z).

Definition tagged_pair := (class * (card * card))%type.

Definition cost (x : entry) '((c, (p, q)) : tagged_pair) : Z :=
  match x, c with
  | OfCandidate k, Here => reduced k (p, q)
  | OfCandidate _, _ => 0
  | OfNext _, Further => 0
  | OfNext f, _ => - f p - f q
  | OfRest g, _ => - g p - g q
  end.

Definition sums (xs : list entry) (j : list tagged_pair) : list Z := map (fun x => sum (map (cost x) j)) xs.

Definition in_order_of_rank : list tagged_pair -> list tagged_pair := map (fun '(c, pair) => (c, ordered pair)).

(** The pairs of the bracket, of the next, and of those below, in one list. *)
Definition joint (here next further : list (card * card)) : list tagged_pair :=
  map (fun pair => (Here, pair)) here ++ map (fun pair => (Next, pair)) next
    ++ map (fun pair => (Further, pair)) further.

(** [next] with their score [ns] are those of the following bracket who are looked at; [deep]: everybody. *)
Variables (next : list card) (ns : Z) (deep : bool).

Definition lower_scores (at_score : Z) '((p, q) : card * card) : bool := (score q =? at_score) && meets p q.

Definition graph : list tagged_pair :=
  map (fun pair => (Here, pair)) (filter (lower_scores s) (ordered_pairs (everyone b)))
    ++ match next with
       | [] => []
       | _ => map (fun pair => (Next, pair)) (filter (lower_scores ns) (ordered_pairs (everyone b ++ next)))
       end
    ++ if deep then map (fun pair => (Further, pair)) (filter (fun '(p, q) => meets p q) (ordered_pairs field)) else [].

Definition edge_with (w : Z) '((_, (p, q)) : tagged_pair) : edge := Edge (vertex_number p) (vertex_number q) w.
Definition edge_of (base : Z) (xs : list entry) (m : tagged_pair) : edge := edge_with (pack base 0 (map (fun x => cost x m) xs)) m.

Lemma total_of : forall base xs j, Matching.total (map (edge_of base xs) j) = pack base 0 (sums xs j).
Proof.
  intros base xs j. induction j as [|m j IH].
  - simpl. symmetry. apply pack_zero.
  - simpl map. rewrite total_cons, IH. unfold edge_of at 1, edge_with. destruct m as [c [p q]]. cbn [weight].
    unfold sums. rewrite <- pack_plus. reflexivity.
Qed.

(** What is a matching of it. *)
Record fits (j : list tagged_pair) : Prop := {
  fits_distinct : NoDup (members (map snd j));
  fits_field : incl (members (map snd j)) field;
  fits_graph : incl j graph
}.

Section Certificate.
Variables (xs : list entry) (most : Z) (shown : certificate) (j : list tagged_pair).

(** The costs of a pair in all respects, however they are found. *)
Variable costs : tagged_pair -> list Z.
Hypothesis costs_are : forall m, costs m = map (fun x => cost x m) xs.

(** A base that no two sums differ by. *)
Definition base : Z := 2 * Z.of_nat (length field) * most + 1.

(** Of each edge whether no cost is larger than [most], and its costs as one number. *)
Definition priced : list (bool * edge) :=
  let ps := powers base (length xs) in
  map (fun m => let found := costs m in (forallb (fun x => Z.abs x <=? most) found, edge_with (dot found ps) m)) graph.

Definition is_shown : bool :=
  let edges := priced in
  forallb fst edges && nobody_must shown
    && check_lightest (map snd edges) (map (edge_of base xs) j) shown.

Hypothesis holds : is_shown = true.
Hypothesis most_positive : 0 <= most.
Hypothesis j_fits : fits j.

Lemma ends_of : forall w l, ends (map (fun m => edge_with (w m) m) l) = map vertex_number (members (map snd l)).
Proof.
  intros w l. induction l as [|[c [p q]] l IH]; [reflexivity|].
  change (members (map snd ((c, (p, q)) :: l))) with (p :: q :: members (map snd l)).
  change (ends (map (fun m => edge_with (w m) m) ((c, (p, q)) :: l)))
    with (vertex_number p :: vertex_number q :: ends (map (fun m => edge_with (w m) m) l)).
  now rewrite IH.
Qed.

Lemma numbers_of : forall l, NoDup l -> incl l field -> NoDup (map vertex_number l).
Proof.
  intros l N I. induction N as [|x l Hx N IH]; [constructor|]. simpl. constructor.
  - intros H. apply in_map_iff in H as [y [E Hy]]. apply Hx.
    rewrite <- (numbers_tell y x); [exact Hy|apply I; now right|apply I; now left|exact E].
  - apply IH. intros y Hy. apply I. now right.
Qed.

Lemma priced_are : priced =
  map (fun m => (forallb (fun x => Z.abs x <=? most) (map (fun x => cost x m) xs), edge_of base xs m)) graph.
Proof.
  unfold priced. cbv zeta. apply map_ext. intros m. rewrite costs_are. f_equal. unfold edge_of. f_equal.
  rewrite pack_powers, map_length. lia.
Qed.

Lemma priced_edges : map snd priced = map (edge_of base xs) graph.
Proof. rewrite priced_are, map_map. reflexivity. Qed.

Lemma small : forall m x, In m graph -> In x xs -> Z.abs (cost x m) <= most.
Proof.
  intros m x Hm Hx. pose proof holds as H. unfold is_shown in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as [[H _] _]. rewrite forallb_forall in H.
  assert (Hp : In (forallb (fun x => Z.abs x <=? most) (map (fun x => cost x m) xs),
                   edge_of base xs m) priced).
  { rewrite priced_are. apply in_map_iff. exists m. auto. }
  apply H in Hp. simpl in Hp. rewrite forallb_forall in Hp. apply Z.leb_le, Hp. apply in_map_iff. now exists x.
Qed.

Lemma fits_few : forall l, fits l -> (length l <= length field)%nat.
Proof.
  intros l [N I _]. pose proof (NoDup_incl_length N I) as H.
  eapply Nat.le_trans; [|exact H]. rewrite members_length, map_length. unfold tagged_pair. lia.
Qed.

Lemma sum_small : forall x l, In x xs -> incl l graph -> Z.abs (sum (map (cost x) l)) <= Z.of_nat (length l) * most.
Proof.
  intros x l Hx I. induction l as [|m l IH]; [simpl; lia|].
  assert (Z.abs (cost x m) <= most) by (apply small; [apply I; now left|exact Hx]).
  assert (Z.abs (sum (map (cost x) l)) <= Z.of_nat (length l) * most) by (apply IH; intros y Hy; apply I; now right).
  simpl map. simpl sum. simpl length. nia.
Qed.

Theorem no_lower_sums : forall l, fits l -> compare (sums xs j) (sums xs l) <> Gt.
Proof.
  intros l Fl. pose proof holds as H. unfold is_shown in H. cbv zeta in H. rewrite priced_edges, !andb_true_iff in H.
  destruct H as [[_ Hn] H].
  apply check_lightest_sound in H; [|apply incl_map; exact (fits_graph j j_fits)]. destruct H as [_ H].
  assert (Hle : Matching.total (map (edge_of base xs) j) <= Matching.total (map (edge_of base xs) l)).
  { apply H. split; [|split].
    - unfold is_matching. change (map (edge_of base xs) l) with
        (map (fun m => edge_with ((fun m => pack base 0 (map (fun x => cost x m) xs)) m) m) l).
      rewrite ends_of. apply numbers_of; [exact (fits_distinct l Fl)|exact (fits_field l Fl)].
    - apply incl_map. exact (fits_graph l Fl).
    - intros v Hv E. unfold nobody_must in Hn. rewrite forallb_forall in Hn. apply Hn in Hv. rewrite E in Hv. discriminate. }
  rewrite !total_of in Hle. apply pack_orders in Hle; [exact Hle|].
  assert (Hsmall : forall x, In x xs -> close base (sum (map (cost x) j)) (sum (map (cost x) l))).
  { intros x Hx. unfold close, base. pose proof (sum_small x j Hx (fits_graph j j_fits)).
    pose proof (sum_small x l Hx (fits_graph l Fl)). 
    assert (Z.of_nat (length j) * most <= Z.of_nat (length field) * most)
      by (apply Z.mul_le_mono_nonneg_r; [exact most_positive|]; pose proof (fits_few j j_fits); lia).
    assert (Z.of_nat (length l) * most <= Z.of_nat (length field) * most)
      by (apply Z.mul_le_mono_nonneg_r; [exact most_positive|]; pose proof (fits_few l Fl); lia).
    fold field. lia. }
  unfold sums. clear - Hsmall. induction xs as [|x l' IH]; simpl; constructor.
  - apply Hsmall. now left.
  - apply IH. intros y Hy. apply Hsmall. now right.
Qed.
End Certificate.
End Bracket.
