(** Any pairs of ranked players, each at a cost in several respects: what a certificate shows of their sums. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Matching Optimal Goals Rules2026 Right2026 Lists Moves.
Import ListNotations.
Open Scope Z_scope.

Definition is_field (l : list card) : bool := is_ranked l && distinct (map vertex_number l).

Section Field.
Variable field : list card.
Hypothesis ranked_field : is_field field = true.

Lemma field_sound : is_sound (Bracket [] [] []) 0 field = true.
Proof. exact ranked_field. Qed.

Lemma field_apart : NoDup field.
Proof. exact (field_distinct _ _ _ field_sound). Qed.

Lemma same_number : forall p q, In p field -> In q field -> tpn p = tpn q -> p = q.
Proof. exact (tpn_tells _ _ _ field_sound). Qed.

Lemma in_order_of : forall l m p q, field = l ++ m -> In p l -> In q l -> p <> q ->
  In (ordered (p, q)) (ordered_pairs l) /\ ordered (q, p) = ordered (p, q).
Proof. exact (ordered_in _ _ _ field_sound). Qed.

Lemma one_is_higher : forall p q, In p field -> In q field -> p <> q -> ranks_higher p q = negb (ranks_higher q p).
Proof.
  intros p q Hp Hq Ne.
  destruct (ranked _ _ _ field_sound field [] p q (eq_sym (app_nil_r _)) Hp Hq Ne) as [(-> & -> & _)|(-> & -> & _)]; reflexivity.
Qed.

(** Whoever is second does not have the higher score. *)
Lemma lower_second : forall p q, ranks_higher p q = negb (ranks_higher q p) ->
  score (snd (ordered (p, q))) <= score q /\ score (snd (ordered (p, q))) <= score (fst (ordered (p, q))).
Proof.
  intros p q H. unfold ordered. destruct (ranks_higher p q) eqn:E; simpl.
  - unfold ranks_higher in E. apply orb_true_iff in E as [E|E]; [apply Z.ltb_lt in E; lia|].
    apply andb_true_iff in E as [E _]. apply Z.eqb_eq in E. lia.
  - assert (F : ranks_higher q p = true) by (destruct (ranks_higher q p); [reflexivity|discriminate]).
    unfold ranks_higher in F. apply orb_true_iff in F as [F|F]; [apply Z.ltb_lt in F; lia|].
    apply andb_true_iff in F as [F _]. apply Z.eqb_eq in F. lia.
Qed.

Section Certificate.
Variables (respect : Type) (cost_in : respect -> tagged_pair -> Z) (graph : list tagged_pair).
Variables (xs : list respect) (most : Z) (shown : certificate) (j : list tagged_pair).

(** The costs of a pair in all respects, however they are found. *)
Variable costs : tagged_pair -> list Z.
Hypothesis costs_are : forall m, costs m = map (fun x => cost_in x m) xs.

Definition all_sums (l : list tagged_pair) : list Z := map (fun x => sum (map (cost_in x) l)) xs.

(** A base that no two sums differ by. *)
Definition wide_base : Z := 2 * Z.of_nat (length field) * most + 1.
Definition packed (m : tagged_pair) : edge := edge_with (pack wide_base 0 (map (fun x => cost_in x m) xs)) m.

Definition at_price : list (bool * edge) :=
  let ps := powers wide_base (length xs) in
  map (fun m => let found := costs m in (forallb (fun x => Z.abs x <=? most) found, edge_with (dot found ps) m)) graph.

Definition is_cheapest : bool :=
  let edges := at_price in
  forallb fst edges && nobody_must shown && check_lightest (map snd edges) (map packed j) shown.

Record belongs (l : list tagged_pair) : Prop := {
  belongs_distinct : NoDup (members (map snd l));
  belongs_field : incl (members (map snd l)) field;
  belongs_graph : incl l graph
}.

Hypothesis holds : is_cheapest = true.
Hypothesis most_positive : 0 <= most.
Hypothesis j_belongs : belongs j.

Lemma total_packed : forall l, Matching.total (map packed l) = pack wide_base 0 (all_sums l).
Proof.
  induction l as [|m l IH].
  - simpl. symmetry. apply pack_zero.
  - simpl map. rewrite total_cons, IH. unfold packed at 1, edge_with. destruct m as [c [p q]]. cbn [weight].
    unfold all_sums. rewrite <- pack_plus. reflexivity.
Qed.

Lemma at_price_is : at_price = map (fun m => (forallb (fun x => Z.abs x <=? most) (map (fun x => cost_in x m) xs), packed m)) graph.
Proof.
  unfold at_price. cbv zeta. apply map_ext. intros m. rewrite costs_are. f_equal. unfold packed. f_equal.
  rewrite pack_powers, map_length. lia.
Qed.

Lemma at_price_edges : map snd at_price = map packed graph.
Proof. rewrite at_price_is, map_map. reflexivity. Qed.

Lemma cost_small : forall m x, In m graph -> In x xs -> Z.abs (cost_in x m) <= most.
Proof.
  intros m x Hm Hx. pose proof holds as H. unfold is_cheapest in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as [[H _] _]. rewrite forallb_forall in H.
  assert (Hp : In (forallb (fun x => Z.abs x <=? most) (map (fun x => cost_in x m) xs), packed m) at_price).
  { rewrite at_price_is. apply in_map_iff. exists m. auto. }
  apply H in Hp. simpl in Hp. rewrite forallb_forall in Hp. apply Z.leb_le, Hp. apply in_map_iff. now exists x.
Qed.

Lemma few_pairs : forall l, belongs l -> (length l <= length field)%nat.
Proof.
  intros l [N I _]. pose proof (NoDup_incl_length N I) as H.
  eapply Nat.le_trans; [|exact H]. rewrite members_length, map_length. unfold tagged_pair. lia.
Qed.

Lemma small_sum : forall x l, In x xs -> incl l graph -> Z.abs (sum (map (cost_in x) l)) <= Z.of_nat (length l) * most.
Proof.
  intros x l Hx I. induction l as [|m l IH]; [simpl; lia|].
  assert (Z.abs (cost_in x m) <= most) by (apply cost_small; [apply I; now left|exact Hx]).
  assert (Z.abs (sum (map (cost_in x) l)) <= Z.of_nat (length l) * most) by (apply IH; intros y Hy; apply I; now right).
  simpl map. simpl sum. simpl length. nia.
Qed.

Theorem none_is_cheaper : forall l, belongs l -> compare (all_sums j) (all_sums l) <> Gt.
Proof.
  intros l Fl. pose proof holds as H. unfold is_cheapest in H. cbv zeta in H. rewrite at_price_edges, !andb_true_iff in H.
  destruct H as [[_ Hn] H].
  apply check_lightest_sound in H; [|apply incl_map; exact (belongs_graph j j_belongs)]. destruct H as [_ H].
  assert (Hle : Matching.total (map packed j) <= Matching.total (map packed l)).
  { apply H. split; [|split].
    - unfold is_matching. change (map packed l) with
        (map (fun m => edge_with ((fun m => pack wide_base 0 (map (fun x => cost_in x m) xs)) m) m) l).
      rewrite ends_of. apply (numbers_of _ _ _ field_sound); [exact (belongs_distinct l Fl)|exact (belongs_field l Fl)].
    - apply incl_map. exact (belongs_graph l Fl).
    - intros v Hv E. unfold nobody_must in Hn. rewrite forallb_forall in Hn. apply Hn in Hv. rewrite E in Hv. discriminate. }
  rewrite !total_packed in Hle. apply pack_orders in Hle; [exact Hle|].
  assert (Hsmall : forall x, In x xs -> close wide_base (sum (map (cost_in x) j)) (sum (map (cost_in x) l))).
  { intros x Hx. unfold close, wide_base. pose proof (small_sum x j Hx (belongs_graph j j_belongs)).
    pose proof (small_sum x l Hx (belongs_graph l Fl)).
    assert (Z.of_nat (length j) * most <= Z.of_nat (length field) * most)
      by (apply Z.mul_le_mono_nonneg_r; [exact most_positive|]; pose proof (few_pairs j j_belongs); lia).
    assert (Z.of_nat (length l) * most <= Z.of_nat (length field) * most)
      by (apply Z.mul_le_mono_nonneg_r; [exact most_positive|]; pose proof (few_pairs l Fl); lia).
    lia. }
  unfold all_sums. clear - Hsmall. induction xs as [|x l' IH]; simpl; constructor.
  - apply Hsmall. now left.
  - apply IH. intros y Hy. apply Hsmall. now right.
Qed.
End Certificate.
End Field.
