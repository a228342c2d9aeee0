(** The other goals, each as a question to the checker of [Optimal.v]: lightest, largest, heaviest of the largest, and that
    no matching covers what must be covered (Tutte 1947, Berge 1958). *)

From Coq Require Import List ZArith Lia Bool.
From Edelweiss Require Import Matching Optimal.
Import ListNotations.
Open Scope Z_scope.

(** The same edges with other weights. *)
Definition reweigh (f : Z -> Z) (e : edge) : edge := Edge (from e) (to e) (f (weight e)).

Lemma ends_reweigh : forall f es, ends (map (reweigh f) es) = ends es.
Proof.
  intros f es. induction es as [|e es IH]; [reflexivity|].
  change (ends (e :: es)) with (from e :: to e :: ends es). rewrite <- IH. reflexivity.
Qed.

Lemma matching_reweigh : forall f g vs must m,
  is_matching_of g vs must m -> is_matching_of (map (reweigh f) g) vs must (map (reweigh f) m).
Proof.
  intros f g vs must m [Hm [Hi Hc]]. unfold is_matching_of, is_matching.
  rewrite ends_reweigh. split; [exact Hm | split].
  - intros e He. apply in_map_iff in He as [x [E Hx]]. subst. apply in_map. now apply Hi.
  - exact Hc.
Qed.

Lemma matching_back : forall f g vs must m, incl m g ->
  is_matching_of (map (reweigh f) g) vs must (map (reweigh f) m) -> is_matching_of g vs must m.
Proof.
  intros f g vs must m Hi [Hm [_ Hc]]. unfold is_matching in Hm. rewrite ends_reweigh in Hm, Hc.
  split; [exact Hm | split; [exact Hi | exact Hc]].
Qed.

(** * Lightest *)

Definition check_lightest (g m : list edge) (c : certificate) : bool :=
  check (map (reweigh Z.opp) g) (map (reweigh Z.opp) m) c.

Lemma total_opp : forall es, total (map (reweigh Z.opp) es) = - total es.
Proof.
  induction es as [|e es IH]; [reflexivity|]. simpl map. rewrite !total_cons, IH. simpl. lia.
Qed.

Theorem check_lightest_sound : forall g m c, incl m g -> check_lightest g m c = true ->
  is_lightest g (vertices_of c) (must_of c) m.
Proof.
  intros g m c Hi H. apply check_sound in H.
  - destruct H as [Hm Hbest]. split.
    + now apply matching_back with (f := Z.opp).
    + intros m' Hm'. apply (matching_reweigh Z.opp) in Hm'. apply Hbest in Hm'.
      rewrite !total_opp in Hm'. lia.
  - intros e He. apply in_map_iff in He as [x [E Hx]]. subst. apply in_map. now apply Hi.
Qed.

(** * Largest *)

Definition nobody_must (c : certificate) : bool :=
  forallb (fun v => negb (must_of c v)) (vertices_of c).

Lemma nobody_must_sound : forall g c m, nobody_must c = true ->
  is_matching m -> incl m g -> is_matching_of g (vertices_of c) (must_of c) m.
Proof.
  intros g c m H Hm Hi. split; [exact Hm | split; [exact Hi|]].
  intros v Hv E. unfold nobody_must in H. rewrite forallb_forall in H. apply H in Hv.
  rewrite E in Hv. discriminate.
Qed.

Definition one (_ : Z) : Z := 1.

Definition check_largest (g m : list edge) (c : certificate) : bool :=
  nobody_must c && check (map (reweigh one) g) (map (reweigh one) m) c.

Lemma total_one : forall es, total (map (reweigh one) es) = Z.of_nat (length es).
Proof.
  induction es as [|e es IH]; [reflexivity|]. simpl map. rewrite total_cons, IH. simpl length.
  unfold reweigh, one. simpl weight. lia.
Qed.

Lemma incl_reweigh : forall f m g, incl m g -> incl (map (reweigh f) m) (map (reweigh f) g).
Proof.
  intros f m g Hi e He. apply in_map_iff in He as [x [E Hx]]. subst. apply in_map. now apply Hi.
Qed.

Theorem check_largest_sound : forall g m c, incl m g -> check_largest g m c = true ->
  is_largest g m.
Proof.
  intros g m c Hi H. apply andb_true_iff in H as [Hn H].
  apply check_sound in H; [|now apply incl_reweigh]. destruct H as [Hm Hbest].
  apply matching_back in Hm; [|exact Hi]. destruct Hm as [Hm _].
  split; [exact Hm | split; [exact Hi|]].
  intros m' Hm' Hi'.
  assert (Hof := nobody_must_sound g c m' Hn Hm' Hi').
  apply (matching_reweigh one) in Hof. apply Hbest in Hof. rewrite !total_one in Hof. lia.
Qed.

(** * Heaviest of the largest *)

(** Every weight with a bonus that outweighs whatever two matchings differ by. *)
Definition outweighs (g : list edge) (c : certificate) (bonus : Z) : bool :=
  forallb (fun e => Z.abs (weight e) * Z.of_nat (length (vertices_of c)) <? bonus) g.

Definition check_heaviest_of_largest (g m : list edge) (bonus : Z) (c : certificate) : bool :=
  nobody_must c && outweighs g c bonus
  && check (map (reweigh (Z.add bonus)) g) (map (reweigh (Z.add bonus)) m) c.

Lemma total_bonus : forall b es,
  total (map (reweigh (Z.add b)) es) = b * Z.of_nat (length es) + total es.
Proof.
  intros b es. induction es as [|e es IH]; [simpl; lia|].
  simpl map. rewrite !total_cons, IH. simpl length. unfold reweigh. simpl weight. lia.
Qed.

Lemma length_ends : forall m, length (ends m) = (2 * length m)%nat.
Proof.
  induction m as [|e m IH]; [reflexivity|].
  change (ends (e :: m)) with (from e :: to e :: ends m). simpl. lia.
Qed.

Lemma total_small : forall g n b m, 0 <= n ->
  (forall e, In e g -> Z.abs (weight e) * n < b) -> incl m g ->
  n * Z.abs (total m) <= Z.of_nat (length m) * (b - 1).
Proof.
  intros g n b m Hn Hw Hi. induction m as [|e m IH]; [simpl; lia|].
  assert (He := Hw e (Hi e (or_introl eq_refl))).
  assert (IHm := IH (fun x Hx => Hi x (or_intror Hx))).
  rewrite total_cons. simpl length. rewrite Nat2Z.inj_succ.
  assert (Z.abs (weight e + total m) <= Z.abs (weight e) + Z.abs (total m)) by lia.
  nia.
Qed.

Lemma ends_in : forall g m vs, incl (ends g) vs -> incl m g -> incl (ends m) vs.
Proof.
  intros g m vs Hk Hi v Hv. unfold ends in Hv. apply in_flat_map in Hv as [e [He Hv]].
  apply Hk. apply in_flat_map. exists e. split; [now apply Hi | exact Hv].
Qed.

Lemma feasible_known : forall g c, feasible g c = true ->
  NoDup (vertices_of c) /\ incl (ends g) (vertices_of c).
Proof.
  intros g c H. unfold feasible in H. cbv zeta in H.
  repeat (apply andb_true_iff in H as [H ?]). split; [now apply distinct_sound|].
  match goal with K : forallb (is_in _) _ = true |- _ => rewrite forallb_forall in K; rename K into Hk end.
  intros v Hv. apply Hk in Hv. now apply is_in_In in Hv.
Qed.

Theorem check_heaviest_of_largest_sound : forall g m bonus c, incl m g ->
  check_heaviest_of_largest g m bonus c = true -> is_heaviest_of_largest g m.
Proof.
  intros g m b c Hi H. apply andb_true_iff in H as [H Hc]. apply andb_true_iff in H as [Hn Hw].
  assert (Hf : feasible (map (reweigh (Z.add b)) g) c = true).
  { unfold check in Hc. cbv zeta in Hc. apply andb_true_iff in Hc as [Hc _].
    now apply andb_true_iff in Hc as [_ Hc]. }
  apply feasible_known in Hf as [Hd Hk]. rewrite ends_reweigh in Hk.
  apply check_sound in Hc; [|now apply incl_reweigh]. destruct Hc as [Hm Hbest].
  apply matching_back in Hm; [|exact Hi]. destruct Hm as [Hm _].
  assert (Hall : forall m', is_matching m' -> incl m' g ->
    b * Z.of_nat (length m') + total m' <= b * Z.of_nat (length m) + total m).
  { intros m' Hm' Hi'. assert (Hof := nobody_must_sound g c m' Hn Hm' Hi').
    apply (matching_reweigh (Z.add b)) in Hof. apply Hbest in Hof. now rewrite !total_bonus in Hof. }
  set (n := Z.of_nat (length (vertices_of c))).
  assert (Hsmall : forall m', is_matching m' -> incl m' g ->
    2 * Z.of_nat (length m') <= n /\ n * Z.abs (total m') <= Z.of_nat (length m') * (b - 1)).
  { intros m' Hm' Hi'. split.
    - assert (length (ends m') <= length (vertices_of c))%nat
        by (apply NoDup_incl_length; [exact Hm' | now apply ends_in with (g := g)]).
      rewrite length_ends in H. unfold n. lia.
    - apply total_small with (g := g); [unfold n; lia | | exact Hi'].
      intros e He. unfold outweighs in Hw. rewrite forallb_forall in Hw. apply Hw in He.
      now apply Z.ltb_lt. }
  assert (Hlargest : forall m', is_matching m' -> incl m' g -> (length m' <= length m)%nat).
  { intros m' Hm' Hi'. destruct (le_lt_dec (length m') (length m)) as [|Hlt]; [assumption|].
    exfalso. destruct (Hsmall m' Hm' Hi') as [La Ta]. destruct (Hsmall m Hm Hi) as [Lb Tb].
    assert (Hl := Hall m' Hm' Hi').
    assert (1 <= n) by lia.
    assert (Hb : 0 < b).
    { destruct m' as [|e m']; [simpl in Hlt; lia|].
      unfold outweighs in Hw. rewrite forallb_forall in Hw.
      assert (He := Hw e (Hi' e (or_introl eq_refl))). apply Z.ltb_lt in He. fold n in He. nia. }
    assert (n * (total m - total m') <= n * (b - 1)) by nia.
    assert (total m - total m' <= b - 1) by nia.
    nia. }
  split; [split; [exact Hm | split; [exact Hi | exact Hlargest]]|].
  intros m' Hm' Hi' El. apply Hall in Hm'; [|exact Hi']. rewrite El in Hm'. lia.
Qed.

(** * No matching at all *)

(** Duals of the graph without weights whose bound is negative. A barrier gives them: twice one for its members, twice
    minus one for everybody else, and twice two for each part that is left without it. *)
Definition refute (g : list edge) (c : certificate) : bool :=
  feasible (map (reweigh (fun _ => 0)) g) c && (bound_of c <? 0).

Theorem refute_sound : forall g c, refute g c = true ->
  forall m, ~ is_matching_of g (vertices_of c) (must_of c) m.
Proof.
  intros g c H m Hm. apply andb_true_iff in H as [Hf Hb]. apply Z.ltb_lt in Hb.
  apply (matching_reweigh (fun _ => 0)) in Hm.
  assert (Ht := feasible_bounds _ c Hf _ Hm).
  assert (Hz : total (map (reweigh (fun _ => 0)) m) = 0).
  { clear. induction m as [|e m IH]; [reflexivity|]. simpl map. rewrite total_cons, IH. reflexivity. }
  lia.
Qed.

