(** A checker of dual solutions, and the theorem that what it accepts is optimal (Edmonds 1965). *)

From Coq Require Import List ZArith Lia Bool.
From Coq Require Import FSets.FMapPositive.
From Edelweiss Require Import Matching.
Import ListNotations.
Open Scope Z_scope.

(** * What the checker is given *)

(** Of a vertex: whether it must be covered, twice its dual, and the odd sets it is in. *)
Record vertex := Vertex { must_cover : bool; dual2 : Z; sets : list positive }.

(** The duals of a matching. Sets are named by numbers; [set_duals] has each of them with twice its dual. *)
Record certificate := Certificate {
  vertices : list (positive * vertex);
  set_duals : list (positive * Z)
}.

Module PM := PositiveMap.

Definition map_of {A} (l : list (positive * A)) : PM.t A :=
  fold_right (fun p m => PM.add (fst p) (snd p) m) (PM.empty A) l.

Definition no_vertex := Vertex true 0 [].

Definition vertex_in (m : PM.t vertex) (v : positive) : vertex :=
  match PM.find v m with Some x => x | None => no_vertex end.

Definition dual_in (m : PM.t Z) (s : positive) : Z :=
  match PM.find s m with Some z => z | None => 0 end.

(** * The checker *)

Definition mem (x : positive) (l : list positive) : bool := existsb (Pos.eqb x) l.

(** Whether no member occurs twice, by a map of those seen. *)
Fixpoint distinct_from (seen : PM.t unit) (l : list positive) : bool :=
  match l with
  | [] => true
  | x :: rest =>
      match PM.find x seen with
      | Some _ => false
      | None => distinct_from (PM.add x tt seen) rest
      end
  end.

Definition distinct (l : list positive) : bool := distinct_from (PM.empty unit) l.

Definition sumz {A} (f : A -> Z) (l : list A) : Z := fold_right (fun x s => f x + s) 0 l.

(** Twice what the duals of the sets that hold both ends add up to. *)
Definition common (z : positive -> Z) (a b : list positive) : Z :=
  sumz (fun s => if mem s b then z s else 0) a.

Definition edge_holds (d : positive -> vertex) (z : positive -> Z) (e : edge) : bool :=
  2 * weight e <=? dual2 (d (from e)) + dual2 (d (to e))
                   + common z (sets (d (from e))) (sets (d (to e))).

Definition size (d : positive -> vertex) (vs : list positive) (s : positive) : nat :=
  length (filter (fun v => mem s (sets (d v))) vs).

(** Twice the most that any matching can be worth. *)
Definition bound2 (d : positive -> vertex) (z : positive -> Z) (vs ids : list positive) : Z :=
  sumz (fun v => dual2 (d v)) vs + sumz (fun s => z s * Z.of_nat (Nat.div2 (size d vs s))) ids.

Definition vertex_map (c : certificate) := map_of (vertices c).
Definition set_map (c : certificate) := map_of (set_duals c).
Definition vertex_of (c : certificate) : positive -> vertex := vertex_in (vertex_map c).
Definition vertices_of (c : certificate) : list positive := map fst (vertices c).
Definition sets_of (c : certificate) : list positive := map fst (set_duals c).
Definition must_of (c : certificate) (v : positive) : bool := must_cover (vertex_of c v).

Definition is_in {A} (m : PM.t A) (x : positive) : bool :=
  match PM.find x m with Some _ => true | None => false end.

(** Whether the duals bound every matching of the graph. *)
Definition feasible (g : list edge) (c : certificate) : bool :=
  let vmap := vertex_map c in
  let zmap := set_map c in
  let d := vertex_in vmap in
  let z := dual_in zmap in
  distinct (vertices_of c) && distinct (sets_of c)
  && forallb (is_in vmap) (ends g)
  && forallb (fun s => 0 <=? z s) (sets_of c)
  && forallb (fun v => distinct (sets (d v)) && forallb (is_in zmap) (sets (d v))
                       && (must_cover (d v) || (0 <=? dual2 (d v)))) (vertices_of c)
  && forallb (edge_holds d z) g.

Definition bound_of (c : certificate) : Z :=
  bound2 (vertex_in (vertex_map c)) (dual_in (set_map c)) (vertices_of c) (sets_of c).

(** Whether [m] is shown to be the heaviest matching of [g]. *)
Definition check (g : list edge) (m : list edge) (c : certificate) : bool :=
  let covered := map_of (map (fun v => (v, tt)) (ends m)) in
  let vmap := vertex_map c in
  distinct (ends m)
  && forallb (fun v => negb (must_cover (vertex_in vmap v)) || is_in covered v) (vertices_of c)
  && feasible g c
  && (2 * total m =? bound_of c).

(** * Sums and lists *)

Lemma mem_In : forall x l, mem x l = true <-> In x l.
Proof.
  intros x l. unfold mem. rewrite existsb_exists. split.
  - intros [y [H E]]. apply Pos.eqb_eq in E. now subst.
  - intros H. exists x. split; [assumption | apply Pos.eqb_refl].
Qed.

Lemma sumz_cons : forall A (f : A -> Z) x l, sumz f (x :: l) = f x + sumz f l.
Proof. reflexivity. Qed.

Lemma total_cons : forall e m, total (e :: m) = weight e + total m.
Proof. reflexivity. Qed.

Lemma sumz_app : forall A (f : A -> Z) a b, sumz f (a ++ b) = sumz f a + sumz f b.
Proof. intros A f a b. induction a; simpl; lia. Qed.

Lemma sumz_le : forall A (f g : A -> Z) l, (forall x, In x l -> f x <= g x) -> sumz f l <= sumz g l.
Proof.
  intros A f g l H. induction l as [|x l IH]; simpl; [lia|].
  assert (f x <= g x) by (apply H; now left).
  assert (sumz f l <= sumz g l) by (apply IH; intros; apply H; now right). lia.
Qed.

Lemma sumz_ext : forall A (f g : A -> Z) l, (forall x, In x l -> f x = g x) -> sumz f l = sumz g l.
Proof.
  intros A f g l H. induction l as [|x l IH]; simpl; [reflexivity|].
  rewrite H by now left. rewrite IH; [reflexivity|]. intros; apply H; now right.
Qed.

Lemma sumz_plus : forall A (f g : A -> Z) l, sumz (fun x => f x + g x) l = sumz f l + sumz g l.
Proof. intros A f g l. induction l; simpl; lia. Qed.

Lemma sumz_zero : forall A (l : list A), sumz (fun _ => 0) l = 0.
Proof. intros A l. induction l; simpl; lia. Qed.

Lemma sumz_swap : forall A B (f : A -> B -> Z) la lb,
  sumz (fun a => sumz (f a) lb) la = sumz (fun b => sumz (fun a => f a b) la) lb.
Proof.
  intros A B f la lb. induction la as [|a la IH]; simpl.
  - now rewrite sumz_zero.
  - rewrite IH. now rewrite <- sumz_plus.
Qed.

(** A sum over part of a list, where the rest adds nothing negative. *)
Lemma sumz_part : forall (f : positive -> Z) part whole,
  NoDup part -> NoDup whole -> incl part whole ->
  (forall x, In x whole -> ~ In x part -> 0 <= f x) ->
  sumz f part <= sumz f whole.
Proof.
  intros f part whole. revert part. induction whole as [|w whole IH]; intros part Np Nw I H.
  - destruct part as [|x part]; [simpl; lia|]. exfalso. apply (I x). now left.
  - inversion Nw as [|? ? Hw Nw']; subst.
    destruct (in_dec Pos.eq_dec w part) as [Hin|Hout].
    + apply in_split in Hin as [a [b E]]. subst part.
      assert (Nab : NoDup (a ++ b)) by now apply NoDup_remove_1 in Np.
      assert (Hnab : ~ In w (a ++ b)) by now apply NoDup_remove_2 in Np.
      assert (IHab : sumz f (a ++ b) <= sumz f whole).
      { apply IH; auto.
        - intros x Hx. assert (In x (w :: whole)) as [E|Hx'].
          { apply I. apply in_app_iff in Hx. apply in_app_iff. simpl. tauto. }
          + subst. contradiction.
          + assumption.
        - intros x Hx Hn. apply H; [now right|]. intros Hc. apply in_app_iff in Hc. simpl in Hc.
          destruct Hc as [Hc|[Hc|Hc]]; try (apply Hn; apply in_app_iff; tauto).
          subst. contradiction. }
      rewrite sumz_app in *. simpl. lia.
    + assert (0 <= f w) by (apply H; [now left | assumption]).
      assert (sumz f part <= sumz f whole).
      { apply IH; auto.
        - intros x Hx. destruct (I x Hx) as [E|Hx']; [subst; contradiction | assumption].
        - intros x Hx Hn. apply H; [now right | assumption]. }
      simpl. lia.
Qed.

(** A sum over a list is one over all names, with those that are not on it left out. *)
Lemma sumz_indicator : forall (f : positive -> Z) l ids,
  NoDup l -> NoDup ids -> incl l ids ->
  sumz f l = sumz (fun s => if mem s l then f s else 0) ids.
Proof.
  intros f l ids. revert l. induction ids as [|i ids IH]; intros l Nl Ni I.
  - destruct l as [|x l]; [reflexivity|]. exfalso. apply (I x). now left.
  - inversion Ni as [|? ? Hi Ni']; subst. simpl.
    destruct (mem i l) eqn:E.
    + apply mem_In in E. apply in_split in E as [a [b E]]. subst l.
      assert (Nab : NoDup (a ++ b)) by now apply NoDup_remove_1 in Nl.
      assert (Hnab : ~ In i (a ++ b)) by now apply NoDup_remove_2 in Nl.
      rewrite sumz_app. simpl.
      assert (Hab : sumz f (a ++ b) = sumz (fun s => if mem s (a ++ b) then f s else 0) ids).
      { apply IH; auto. intros x Hx. assert (In x (i :: ids)) as [E|Hx'].
        { apply I. apply in_app_iff in Hx. apply in_app_iff. simpl. tauto. }
        - subst. contradiction.
        - assumption. }
      rewrite sumz_app in Hab.
      rewrite (sumz_ext _ (fun s => if mem s (a ++ i :: b) then f s else 0)
                 (fun s => if mem s (a ++ b) then f s else 0) ids); [lia|].
      intros x Hx. assert (x <> i) by (intros ->; contradiction).
      replace (mem x (a ++ i :: b)) with (mem x (a ++ b)); [reflexivity|].
      destruct (mem x (a ++ b)) eqn:M1; destruct (mem x (a ++ i :: b)) eqn:M2; auto.
      * apply mem_In in M1. apply in_app_iff in M1.
        assert (~ In x (a ++ i :: b)) as Hn by (intros Hc; apply mem_In in Hc; congruence).
        exfalso. apply Hn. apply in_app_iff. simpl. tauto.
      * apply mem_In in M2. apply in_app_iff in M2. simpl in M2.
        assert (~ In x (a ++ b)) as Hn by (intros Hc; apply mem_In in Hc; congruence).
        exfalso. apply Hn. apply in_app_iff. destruct M2 as [|[E|]]; auto. congruence.
    + rewrite <- IH; [lia | auto | auto |].
      intros x Hx. destruct (I x Hx) as [Ex|Hx']; [|assumption].
      subst. apply mem_In in Hx. congruence.
Qed.

(** * Maps *)

Lemma distinct_from_sound : forall l seen,
  distinct_from seen l = true ->
  NoDup l /\ (forall x, In x l -> PM.find x seen = None).
Proof.
  induction l as [|x l IH]; intros seen H; simpl in *.
  - split; [constructor | tauto].
  - destruct (PM.find x seen) eqn:E; [discriminate|].
    apply IH in H as [Nl Hl]. split.
    + constructor; [|assumption]. intros Hx. apply Hl in Hx. rewrite PM.gss in Hx. discriminate.
    + intros y [Ey|Hy]; [now subst|].
      apply Hl in Hy. destruct (Pos.eq_dec y x) as [->|Hn]; [assumption|].
      now rewrite PM.gso in Hy.
Qed.

Lemma distinct_sound : forall l, distinct l = true -> NoDup l.
Proof. intros l H. now apply distinct_from_sound in H. Qed.

Lemma map_of_In : forall A (l : list (positive * A)) x y,
  PM.find x (map_of l) = Some y -> In x (map fst l).
Proof.
  intros A l x y. induction l as [|[k a] l IH]; simpl.
  - now rewrite PM.gempty.
  - destruct (Pos.eq_dec x k) as [->|Hn]; [now left|].
    rewrite PM.gso by assumption. intros H. right. now apply IH.
Qed.

(** * Weak duality *)

Section Duality.
  Variables (g : list edge) (vs ids : list positive) (d : positive -> vertex) (z : positive -> Z).
  Hypothesis vs_distinct : NoDup vs.
  Hypothesis ids_distinct : NoDup ids.
  Hypothesis known : incl (ends g) vs.
  Hypothesis z_positive : forall s, In s ids -> 0 <= z s.
  Hypothesis sets_distinct : forall v, In v vs -> NoDup (sets (d v)).
  Hypothesis sets_known : forall v, In v vs -> incl (sets (d v)) ids.
  Hypothesis free_positive : forall v, In v vs -> must_cover (d v) = false -> 0 <= dual2 (d v).
  Hypothesis edges_hold : forall e, In e g -> edge_holds d z e = true.

  Definition inside (s : positive) (e : edge) : bool :=
    mem s (sets (d (from e))) && mem s (sets (d (to e))).

  Lemma ends_known : forall e, In e g -> In (from e) vs /\ In (to e) vs.
  Proof.
    intros e H. split; apply known; unfold ends; apply in_flat_map; exists e; split; simpl; tauto.
  Qed.

  Lemma common_indicator : forall e, In e g ->
    common z (sets (d (from e))) (sets (d (to e)))
    = sumz (fun s => if inside s e then z s else 0) ids.
  Proof.
    intros e H. destruct (ends_known e H) as [Hf _].
    unfold common.
    rewrite (sumz_indicator _ _ ids) by auto.
    apply sumz_ext. intros s _. unfold inside.
    destruct (mem s (sets (d (from e)))); reflexivity.
  Qed.

  Lemma sumz_ends : forall m,
    sumz (fun e => dual2 (d (from e)) + dual2 (d (to e))) m = sumz (fun v => dual2 (d v)) (ends m).
  Proof.
    induction m as [|e m IH]; [reflexivity|].
    change (ends (e :: m)) with (from e :: to e :: ends m). simpl. rewrite <- IH. lia.
  Qed.

  (** Edges of a matching within a set are at most half as many as its members. *)
  Lemma inside_at_most_half : forall m s, is_matching m -> incl m g ->
    (length (filter (inside s) m) <= Nat.div2 (size d vs s))%nat.
  Proof.
    intros m s Hm Hi.
    assert (Hsub : forall l, NoDup (ends l) -> incl l g ->
      NoDup (ends (filter (inside s) l)) /\
      incl (ends (filter (inside s) l)) (ends l) /\
      incl (ends (filter (inside s) l)) (filter (fun v => mem s (sets (d v))) vs) /\
      length (ends (filter (inside s) l)) = (2 * length (filter (inside s) l))%nat).
    { induction l as [|e l IH]; intros Nl Il.
      - simpl. repeat split; try constructor; intros x [].
      - assert (El : ends (e :: l) = from e :: to e :: ends l) by reflexivity.
        rewrite El in Nl. inversion Nl as [|? ? Hf Nl1]; subst.
        inversion Nl1 as [|? ? Ht Nl2]; subst.
        assert (Il' : incl l g) by (intros x Hx; apply Il; now right).
        destruct (IH Nl2 Il') as [N1 [I1 [I2 L1]]].
        assert (He : In e g) by (apply Il; now left).
        destruct (ends_known e He) as [Vf Vt].
        simpl. destruct (inside s e) eqn:E.
        + unfold inside in E. apply andb_true_iff in E as [Ef Et].
          change (ends (e :: filter (inside s) l)) with (from e :: to e :: ends (filter (inside s) l)).
          repeat split.
          * constructor.
            -- intros [Hc|Hc]; [apply Hf; now left | apply Hf; right; now apply I1].
            -- constructor; [|assumption]. intros Hc. apply Ht. now apply I1.
          * intros x [Hx|[Hx|Hx]]; [now left | now (right; left) |].
            right; right. now apply I1.
          * intros x [Hx|[Hx|Hx]]; subst.
            -- apply filter_In. auto.
            -- apply filter_In. auto.
            -- now apply I2.
          * simpl. lia.
        + repeat split; auto.
          intros x Hx. right; right. now apply I1. }
    destruct (Hsub m Hm Hi) as [N1 [_ [I2 L1]]].
    assert (Hl : (length (ends (filter (inside s) m)) <= size d vs s)%nat).
    { unfold size. now apply NoDup_incl_length. }
    rewrite L1 in Hl.
    rewrite Nat.div2_div. apply Nat.div_le_lower_bound; lia.
  Qed.

  Lemma sumz_count : forall (s : positive) (m : list edge),
    sumz (fun e => if inside s e then z s else 0) m
    = z s * Z.of_nat (length (filter (inside s) m)).
  Proof.
    intros s m. induction m as [|e m IH]; simpl; [lia|].
    destruct (inside s e); rewrite IH; [simpl length; lia | lia].
  Qed.

  Theorem weak_duality : forall m, is_matching_of g vs (fun v => must_cover (d v)) m ->
    2 * total m <= bound2 d z vs ids.
  Proof.
    intros m [Hm [Hi Hc]].
    assert (H1 : 2 * total m <=
      sumz (fun e => dual2 (d (from e)) + dual2 (d (to e))) m
      + sumz (fun e => sumz (fun s => if inside s e then z s else 0) ids) m).
    { clear Hm Hc. induction m as [|e m IH]; [reflexivity|].
      rewrite total_cons, !sumz_cons.
      assert (He : In e g) by (apply Hi; now left).
      assert (IHm := IH (fun x Hx => Hi x (or_intror Hx))).
      pose proof (edges_hold e He) as Hh. unfold edge_holds in Hh. apply Z.leb_le in Hh.
      rewrite (common_indicator e He) in Hh. lia. }
    rewrite sumz_ends, sumz_swap in H1.
    assert (H2 : sumz (fun v => dual2 (d v)) (ends m) <= sumz (fun v => dual2 (d v)) vs).
    { apply sumz_part; auto.
      - intros x Hx. unfold ends in Hx. apply in_flat_map in Hx as [e [He Hx]].
        destruct (ends_known e (Hi e He)) as [Vf Vt]. simpl in Hx.
        destruct Hx as [Hx|[Hx|[]]]; now subst.
      - intros v Hv Hn. apply free_positive; [assumption|].
        destruct (must_cover (d v)) eqn:E; [|reflexivity]. exfalso. apply Hn. now apply Hc. }
    assert (H3 : sumz (fun s => sumz (fun e => if inside s e then z s else 0) m) ids
      <= sumz (fun s => z s * Z.of_nat (Nat.div2 (size d vs s))) ids).
    { apply sumz_le. intros s Hs. rewrite sumz_count.
      apply Z.mul_le_mono_nonneg_l; [now apply z_positive|].
      apply inj_le. now apply inside_at_most_half. }
    unfold bound2. lia.
  Qed.
End Duality.

(** * What is accepted is right *)

Lemma is_in_In : forall A (l : list (positive * A)) x,
  is_in (map_of l) x = true -> In x (map fst l).
Proof.
  intros A l x. unfold is_in. destruct (PM.find x (map_of l)) eqn:E; [|discriminate].
  intros _. now apply map_of_In in E.
Qed.

Theorem feasible_bounds : forall g c, feasible g c = true ->
  forall m, is_matching_of g (vertices_of c) (must_of c) m -> 2 * total m <= bound_of c.
Proof.
  intros g c H m Hm. unfold feasible in H. cbv zeta in H.
  apply andb_true_iff in H as [H Hedges].
  apply andb_true_iff in H as [H Hvs].
  apply andb_true_iff in H as [H Hz].
  apply andb_true_iff in H as [H Hknown].
  apply andb_true_iff in H as [Hdv Hdi].
  apply distinct_sound in Hdv. apply distinct_sound in Hdi.
  rewrite forallb_forall in Hknown, Hz, Hvs, Hedges.
  unfold bound_of. apply weak_duality with (g := g); auto.
  - intros v Hv. apply Hknown in Hv. now apply is_in_In in Hv.
  - intros s Hs. apply Hz in Hs. now apply Z.leb_le.
  - intros v Hv. apply Hvs in Hv.
    apply andb_true_iff in Hv as [Hv _]. apply andb_true_iff in Hv as [Hd _].
    now apply distinct_sound.
  - intros v Hv s Hin. apply Hvs in Hv.
    apply andb_true_iff in Hv as [Hv _]. apply andb_true_iff in Hv as [_ Hs].
    rewrite forallb_forall in Hs. apply Hs in Hin. now apply is_in_In in Hin.
  - intros v Hv E. apply Hvs in Hv. apply andb_true_iff in Hv as [_ Hf].
    rewrite E in Hf. now apply Z.leb_le.
Qed.

Theorem check_sound : forall g m c, incl m g -> check g m c = true ->
  is_heaviest g (vertices_of c) (must_of c) m.
Proof.
  intros g m c Hi H. unfold check in H. cbv zeta in H.
  apply andb_true_iff in H as [H Hbound].
  apply andb_true_iff in H as [H Hf].
  apply andb_true_iff in H as [Hm Hcov].
  apply distinct_sound in Hm. apply Z.eqb_eq in Hbound. rewrite forallb_forall in Hcov.
  split.
  - split; [exact Hm | split; [exact Hi|]].
    intros v Hv Hmust. apply Hcov in Hv. unfold must_of, vertex_of in Hmust.
    rewrite Hmust in Hv. simpl in Hv. apply is_in_In in Hv.
    rewrite map_map in Hv. simpl in Hv. now rewrite map_id in Hv.
  - intros m' Hm'. pose proof (feasible_bounds g c Hf m' Hm'). lia.
Qed.
