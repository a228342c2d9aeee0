(** What the bridge needs of lists: which members the candidates of the statement have, and numbers packed into one. *)

From Coq Require Import List ZArith Bool Permutation Lia.
From Edelweiss Require Import Rules2026 Right2026.
Import ListNotations.
Open Scope Z_scope.

(** * Several numbers packed into one *)

(** The digits [l] to the base [b], behind [high]; digits may be negative. *)
Fixpoint pack (b high : Z) (l : list Z) : Z :=
  match l with [] => high | x :: rest => pack b (high * b + x) rest end.

Definition close (b : Z) (x y : Z) : Prop := Z.abs (x - y) < b.

Lemma pack_higher : forall b l m, Forall2 (close b) l m -> forall g h, g < h -> pack b g l < pack b h m.
Proof.
  intros b l m H. induction H as [|x y l m Hxy H IH]; intros g h Hgh; simpl; [exact Hgh|].
  apply IH. unfold close in Hxy. nia.
Qed.

(** The order of the packed numbers is the order of the lists. *)
Theorem pack_orders : forall b l m, Forall2 (close b) l m -> forall h,
  pack b h l <= pack b h m -> compare l m <> Gt.
Proof.
  intros b l m H. induction H as [|x y l m Hxy H IH]; intros h Hle; simpl in *; [discriminate|].
  destruct (Z.compare_spec x y) as [->|Hlt|Hgt]; [now apply (IH (h * b + y))|discriminate|].
  exfalso. assert (Hp : pack b (h * b + y) m < pack b (h * b + x) l); [|lia].
  assert (H' : Forall2 (close b) m l).
  { clear - H. induction H; constructor; auto. unfold close in *. lia. }
  apply pack_higher; [exact H'|lia].
Qed.

Lemma pack_plus : forall {A} b (f g : A -> Z) l x y,
  pack b (x + y) (map (fun k => f k + g k) l) = pack b x (map f l) + pack b y (map g l).
Proof.
  intros A b f g l. induction l as [|k l IH]; intros x y; simpl; [reflexivity|].
  rewrite <- IH. f_equal. ring.
Qed.

Lemma pack_zero : forall {A} b (l : list A), pack b 0 (map (fun _ => 0) l) = 0.
Proof. intros A b l. induction l as [|k l IH]; simpl; auto. Qed.

(** The same by powers of the base, the highest first; what is zero is passed over. *)
Definition lead (b : Z) (ps : list Z) : Z := match ps with [] => 1 | p :: _ => p * b end.
Fixpoint powers (b : Z) (n : nat) : list Z :=
  match n with O => [] | S n => let ps := powers b n in lead b ps :: ps end.
Fixpoint dot (l ps : list Z) : Z :=
  match l, ps with
  | x :: l, p :: ps => if x =? 0 then dot l ps else x * p + dot l ps
  | _, _ => 0
  end.

Lemma pack_powers : forall b l h, pack b h l = h * lead b (powers b (length l)) + dot l (powers b (length l)).
Proof.
  intros b l. induction l as [|x l IH]; intros h; cbn [pack length powers dot lead]; cbv zeta; [lia|]. rewrite IH.
  cbn [lead dot]. destruct (Z.eqb_spec x 0) as [->|_]; ring.
Qed.

(** * Sums and counts *)

Lemma sum_permuted : forall l m, Permutation l m -> sum l = sum m.
Proof. intros l m H. induction H; simpl; lia. Qed.

Lemma sum_app : forall l m, sum (l ++ m) = sum l + sum m.
Proof. induction l as [|x l IH]; intros m; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma count_cons : forall {A} (f : A -> bool) x l, count f (x :: l) = (if f x then 1 else 0) + count f l.
Proof. intros A f x l. unfold count. simpl. destruct (f x); simpl length; lia. Qed.

Lemma count_app : forall {A} (f : A -> bool) l m, count f (l ++ m) = count f l + count f m.
Proof. intros A f l m. unfold count. rewrite filter_app, app_length. lia. Qed.

Lemma indicator_sum : forall {A} (f : A -> bool) l, sum (map (fun x => if f x then 1 else 0) l) = count f l.
Proof. intros A f l. induction l as [|x l IH]; [reflexivity|]. rewrite count_cons. simpl. now rewrite IH. Qed.

Lemma compare_app : forall l m l' m', length l = length m ->
  compare (l ++ l') (m ++ m') = match compare l m with Eq => compare l' m' | other => other end.
Proof.
  induction l as [|x l IH]; intros [|y m] l' m' E; simpl in *; try discriminate; [reflexivity|].
  destruct (x ?= y); auto.
Qed.

(** * Sorting *)

Lemma insert_permutes : forall {A} before (x : A) l, Permutation (insert before x l) (x :: l).
Proof.
  intros A before x l. induction l as [|y l IH]; simpl; [apply Permutation_refl|].
  destruct (before y x); [|apply Permutation_refl].
  eapply Permutation_trans; [apply perm_skip, IH|apply perm_swap].
Qed.

Lemma sort_permutes : forall {A} before (l : list A), Permutation (sort before l) l.
Proof.
  intros A before l. induction l as [|x l IH]; simpl; [apply Permutation_refl|].
  eapply Permutation_trans; [apply insert_permutes|now apply perm_skip].
Qed.

(** * Picks, arrangements, choices *)

Lemma picks_permute : forall {A} (l : list A) x others, In (x, others) (picks l) -> Permutation l (x :: others).
Proof.
  intros A l. induction l as [|y l IH]; intros x others H; simpl in H; [contradiction|].
  destruct H as [H|H].
  - injection H as <- <-. apply Permutation_refl.
  - apply in_map_iff in H as [[z rest] [E H]]. injection E as <- <-.
    eapply Permutation_trans; [apply perm_skip, (IH _ _ H)|apply perm_swap].
Qed.

Lemma picks_there : forall {A} (l : list A) x, In x l -> exists others, In (x, others) (picks l).
Proof.
  intros A l. induction l as [|y l IH]; intros x H; [destruct H|]. destruct H as [->|H].
  - exists l. now left.
  - destruct (IH x H) as [others H']. exists (y :: others). right.
    apply in_map_iff. now exists (x, others).
Qed.

Lemma arrangements_permute : forall {A} k (l : list A) chosen spare,
  In (chosen, spare) (arrangements k l) -> Permutation l (chosen ++ spare) /\ length chosen = k.
Proof.
  intros A k. induction k as [|k IH]; intros l chosen spare H.
  - destruct H as [H|[]]. injection H as <- <-. split; [apply Permutation_refl|reflexivity].
  - cbn [arrangements] in H. apply in_flat_map in H as [[x others] [Hx H]].
    apply in_map_iff in H as [[c s] [E H]]. injection E as <- <-.
    apply IH in H as [Hp Hl]. split; [|simpl; congruence].
    eapply Permutation_trans; [exact (picks_permute _ _ _ Hx)|]. simpl. now apply perm_skip.
Qed.

Lemma choices_permute : forall {A} (l : list A) k chosen spare,
  In (chosen, spare) (choices k l) -> Permutation l (chosen ++ spare) /\ length chosen = k.
Proof.
  intros A l. induction l as [|x l IH]; intros [|k] chosen spare H; simpl in H.
  - destruct H as [H|[]]. injection H as <- <-. split; [apply Permutation_refl|reflexivity].
  - contradiction.
  - destruct H as [H|[]]. injection H as <- <-. split; [apply Permutation_refl|reflexivity].
  - apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c s] [E H]]; injection E as <- <-;
      apply IH in H as [Hp Hl]; split; try (simpl; congruence).
    + simpl. now apply perm_skip.
    + eapply Permutation_trans; [apply perm_skip, Hp|]. apply Permutation_middle.
Qed.

Lemma choices_of_all : forall {A} (l : list A) k chosen, In (chosen, []) (choices k l) -> chosen = l.
Proof.
  intros A l. induction l as [|x l IH]; intros [|k] chosen H; simpl in H.
  - destruct H as [H|[]]. now injection H as <-.
  - contradiction.
  - destruct H as [H|[]]. discriminate.
  - apply in_app_iff in H as [H|H]; apply in_map_iff in H as [[c s] [E H]]; [|discriminate].
    injection E as <- ->. f_equal. now apply (IH k).
Qed.

Lemma map_snd_combine : forall {A B} (l : list A) (m : list B), length l = length m -> map snd (combine l m) = m.
Proof.
  intros A B l. induction l as [|x l IH]; intros [|y m] E; simpl in *; try discriminate; [reflexivity|].
  f_equal. apply IH. congruence.
Qed.

Lemma map_fst_combine : forall {A B} (l : list A) (m : list B), length l = length m -> map fst (combine l m) = l.
Proof.
  intros A B l. induction l as [|x l IH]; intros [|y m] E; simpl in *; try discriminate; [reflexivity|].
  f_equal. apply IH. congruence.
Qed.

Lemma untagged : forall ps, map snd (with_bsns ps) = ps.
Proof. intros ps. apply map_snd_combine. now rewrite map_length, seq_length. Qed.

Lemma by_bsn_permutes : forall l, Permutation (by_bsn l) l.
Proof. intros l. apply sort_permutes. Qed.

Lemma exchanges_permute : forall s1 s2 a b, In (a, b) (exchanges s1 s2) ->
  Permutation (s1 ++ s2) (a ++ b) /\ length a = length s1.
Proof.
  intros s1 s2 a b H. unfold exchanges in H. cbv zeta in H. apply in_map_iff in H as [[key [a' b']] [E H]].
  simpl in E. injection E as -> ->.
  apply (Permutation_in _ (sort_permutes _ _)) in H.
  apply in_flat_map in H as [k [_ H]]. apply in_flat_map in H as [[down stay1] [Hd H]].
  apply in_map_iff in H as [[up stay2] [E Hu]]. injection E as _ <- <-.
  apply choices_permute in Hd as [Pd Ld]. apply choices_permute in Hu as [Pu Lu].
  split.
  - eapply Permutation_trans; [apply Permutation_app; [exact Pd|exact Pu]|].
    eapply Permutation_trans; [|apply Permutation_sym, Permutation_app; apply by_bsn_permutes].
    rewrite <- !app_assoc. eapply Permutation_trans; [apply Permutation_app_comm|].
    rewrite <- !app_assoc. apply Permutation_refl.
  - rewrite (Permutation_length (by_bsn_permutes _)), app_length.
    rewrite (Permutation_length Pd), app_length. lia.
Qed.

Lemma NoDup_front : forall {A} (l m : list A), NoDup (l ++ m) -> NoDup l.
Proof.
  intros A l m H. induction l as [|x l IH]; [constructor|]. inversion H as [|? ? Hx Hl]; subst. constructor; [|auto].
  intros Hin. apply Hx, in_or_app. now left.
Qed.

(** The members of some pairs. *)
Definition members {A} (pairs : list (A * A)) : list A := flat_map (fun '(p, q) => [p; q]) pairs.

Lemma members_app : forall {A} (l m : list (A * A)), members (l ++ m) = members l ++ members m.
Proof. intros A l m. apply flat_map_app. Qed.

Lemma members_combine : forall {A} (l m : list A), length l = length m -> Permutation (members (combine l m)) (l ++ m).
Proof.
  intros A l. induction l as [|x l IH]; intros [|y m] E; simpl in *; try discriminate; [apply Permutation_refl|].
  apply perm_skip. eapply Permutation_trans; [apply perm_skip, IH; congruence|]. apply Permutation_middle.
Qed.

Lemma members_length : forall {A} (l : list (A * A)), length (members l) = (2 * length l)%nat.
Proof.
  intros A l. unfold members. induction l as [|[p q] l IH]; [reflexivity|].
  change (flat_map (fun '(p, q) => [p; q]) ((p, q) :: l)) with (p :: q :: flat_map (fun '(p, q) => [p; q]) l).
  simpl length. lia.
Qed.

Lemma homogeneous_permute : forall n ps pairs spare, (n <= Nat.div2 (length ps))%nat ->
  In (pairs, spare) (homogeneous_candidates n ps) ->
  Permutation ps (members pairs ++ spare) /\ length pairs = n.
Proof.
  intros n ps pairs spare Hn H. unfold homogeneous_candidates in H. cbv zeta in H.
  apply in_flat_map in H as [[s1 s2] [He H]]. apply in_map_iff in H as [[partners left] [E Ha]].
  injection E as <- <-. apply exchanges_permute in He as [Pe Le]. apply arrangements_permute in Ha as [Pa La].
  assert (Hs : length s1 = n).
  { etransitivity; [exact Le|]. apply firstn_length_le.
    assert (Hl : length (with_bsns ps) = length ps) by (rewrite <- (untagged ps) at 2; now rewrite map_length).
    eapply Nat.le_trans; [|apply Nat.eq_le_incl; symmetry; exact Hl].
    rewrite Nat.div2_div in Hn. pose proof (Nat.div_le_upper_bound (length ps) 2 (length ps)). lia. }
  rewrite firstn_skipn in Pe. apply (Permutation_map snd) in Pe. rewrite untagged, map_app in Pe.
  unfold tagged in *. split; [|rewrite combine_length, !map_length; lia].
  eapply Permutation_trans; [exact Pe|].
  apply (Permutation_map snd) in Pa. rewrite map_app in Pa.
  eapply Permutation_trans; [apply Permutation_app_head, Pa|]. rewrite app_assoc. apply Permutation_app_tail.
  apply Permutation_sym, members_combine. rewrite !map_length. lia.
Qed.

(** * Where things stand in lists of lists *)

Lemma flat_map_split : forall {A B} (f : A -> list B) before x after f1 y f2, f x = f1 ++ y :: f2 ->
  flat_map f (before ++ x :: after) = (flat_map f before ++ f1) ++ y :: (f2 ++ flat_map f after).
Proof.
  intros A B f before x after f1 y f2 E. rewrite flat_map_app. simpl. rewrite E, <- !app_assoc. reflexivity.
Qed.

Lemma in_order : forall {A} (f : A -> bool) l e c s, l = e ++ c :: s -> f c = true ->
  filter f l = filter f e ++ c :: filter f s.
Proof. intros A f l e c s -> H. rewrite filter_app. simpl. now rewrite H. Qed.
