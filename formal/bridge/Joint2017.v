(** A candidate of a bracket of 2017, a candidate of the following one and a pairing of everybody else as one matching: what
    a certificate shows of their sums. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Matching Optimal Goals Right2026 Lists Levels Moves Criteria Front Joint Priced Rules2017 Criteria2017.
Import ListNotations.
Open Scope Z_scope.

(** One respect: of the moves of the candidate; of those of a candidate of the following bracket; of who is not paired. *)
Inductive respect :=
  | OfHere (k : component)
  | OfFollowing (k : component)
  | OfUnpaired (g : card -> Z).

Definition price (x : respect) '((c, (p, q)) : tagged_pair) : Z :=
  match x, c with
  | OfHere k, Here => reduced k (p, q)
  | OfHere _, _ => 0
  | OfFollowing k, Next => reduced k (p, q)
  | OfFollowing k, Here => - k (alone p) - k (alone q)
  | OfFollowing _, Further => 0
  | OfUnpaired g, _ => - g p - g q
  end.

(** Who may be the one who is not paired at all. *)
Definition unpaired_cost (p : card) : Z := if may_have_pab p then 1 else 2.

(** [all]: who is not paired at all is looked at. *)
Definition respects (all : bool) (front following later : list component) : list respect :=
  (if all then [OfUnpaired unpaired_cost] else [])
    ++ map OfHere front ++ map OfFollowing following ++ map OfHere later.

Definition low (at_most : Z) '((p, q) : card * card) : bool := (score q <=? at_most) && meets p q.

(** [next], with scores up to [ns]: the following scoregroup where it is looked at; [more] are behind it; [deep]: all may be
    paired with all. *)
Definition joint_graph (b : bracket) (s : Z) (next more : list card) (ns : Z) (deep : bool) : list tagged_pair :=
  map (fun pair => (Here, pair)) (filter (low s) (ordered_pairs (everyone b)))
    ++ match next with
       | [] => []
       | _ => map (fun pair => (Next, pair)) (filter (low ns) (ordered_pairs (everyone b ++ next)))
       end
    ++ if deep then map (fun pair => (Further, pair)) (filter (fun '(p, q) => meets p q) (ordered_pairs (everyone b ++ next ++ more)))
       else [].

Lemma ordered_reduced : forall k p q, ranks_higher p q = negb (ranks_higher q p) ->
  reduced k (ordered (p, q)) = reduced k (p, q).
Proof.
  intros k p q H. unfold reduced, orient.
  assert (O : ordered (ordered (p, q)) = ordered (p, q)).
  { unfold ordered at 2 3. destruct (ranks_higher p q) eqn:E; unfold ordered; [now rewrite E|].
    destruct (ranks_higher q p); [reflexivity|discriminate]. }
  rewrite O. unfold ordered. destruct (ranks_higher p q); cbn [fst snd]; lia.
Qed.

Lemma class_sum : forall (f : tagged_pair -> Z) c (g : card * card -> Z) l,
  (forall p q, In (p, q) l -> f (c, ordered (p, q)) = g (p, q)) ->
  sum (map f (map (fun pair => (c, ordered pair)) l)) = sum (map g l).
Proof.
  intros f c g l H. rewrite map_map. f_equal. apply map_ext_in. intros [p q] Hin. now apply H.
Qed.

Lemma away_sum : forall (g : card -> Z) l, sum (map (fun '(p, q) => - g p - g q) l) = - sum (map g (members l)).
Proof.
  intros g l. induction l as [|[p q] l IH]; [reflexivity|]. change (members ((p, q) :: l)) with (p :: q :: members l).
  cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH. lia.
Qed.

Lemma zero_sum : forall {A} (l : list A), sum (map (fun _ => 0) l) = 0.
Proof. intros A l. induction l as [|x l IH]; [reflexivity|]. exact IH. Qed.

Lemma away_ordered : forall (g : card -> Z) p q, (let '(x, y) := ordered (p, q) in - g x - g y) = - g p - g q.
Proof. intros g p q. unfold ordered. destruct (ranks_higher p q); lia. Qed.

Lemma field_front : forall l m, is_field (l ++ m) = true -> NoDup l /\
  forall p q, In p l -> In q l -> p <> q -> ranks_higher p q = negb (ranks_higher q p).
Proof.
  intros l m H. split; [exact (NoDup_front _ _ (field_apart _ H))|].
  intros p q Hp Hq. apply (one_is_higher _ H); apply in_or_app; now left.
Qed.

Section Joint.
Variables (b : bracket) (s : Z) (next more : list card) (ns : Z) (deep : bool) (lower : list (list card)).
Hypothesis field : is_field (everyone b ++ next ++ more) = true.
Hypothesis split_at : is_split b s = true.
Hypothesis next_low : forall p, In p next -> score p <= ns.
Variables (all : bool) (front following later : list component).

(** A candidate, one of the following bracket, pairs of others, and who is not paired. *)
Record stands (d e : candidate) (below further : list (card * card)) (spare : list card) : Prop := {
  stands_there : In d (candidates b);
  stands_meets : all_meet (pairs_of d) = true;
  stands_all : Permutation (everyone b ++ next ++ more) (members (pairs_of d) ++ members below ++ members further ++ spare);
  stands_below : following = [] /\ below = []
    \/ below = pairs_of e /\ all_meet below = true /\ In e (candidates (Bracket (downfloaters d) next lower));
  stands_further : further = [] \/ deep = true;
  stands_further_meets : all_meet further = true;
  stands_spare : all = true -> (length spare <= 1)%nat /\ forall p, In p spare -> may_have_pab p = true
}.

Section One.
Variables (d e : candidate) (below further : list (card * card)) (spare : list card).
Hypothesis Hd : stands d e below further spare.

Let there : In d (Rules2026.candidates b).
Proof. apply candidates_agree. exact (stands_there _ _ _ _ _ Hd). Qed.

Let apart : NoDup (members (pairs_of d) ++ members below ++ members further ++ spare).
Proof. exact (Permutation_NoDup (stands_all _ _ _ _ _ Hd) (field_apart _ field)). Qed.

Lemma in_field : forall p, In p (members (pairs_of d) ++ members below ++ members further ++ spare) ->
  In p (everyone b ++ next ++ more).
Proof. intros p. apply Permutation_in, Permutation_sym. exact (stands_all _ _ _ _ _ Hd). Qed.

Lemma below_in : forall p q, In (p, q) below -> In p (everyone b ++ next) /\ In q next /\ p <> q.
Proof.
  intros p q H. assert (Ne : p <> q).
  { apply (members_apart below); [|exact H]. apply NoDup_back, NoDup_front in apart. exact apart. }
  destruct (stands_below _ _ _ _ _ Hd) as [[_ E]|(E & _ & He)]; rewrite E in H; [destruct H|].
  apply candidates_agree in He. unfold pairs_of in H. apply in_app_iff in H as [H|H].
  - apply (mdp_pair_in _ e He) in H as [Hp Hq]. simpl in Hp, Hq. split; [|auto]. apply in_or_app. left.
    apply (Permutation_in _ (Permutation_sym (everyone_permute b d there))), in_or_app. now right.
  - apply (resident_pair_in _ e He) in H as [Hp Hq]. simpl in Hp, Hq. split; [|auto]. apply in_or_app. now right.
Qed.

Lemma pair_in : forall p q, In (p, q) (pairs_of d) -> In p (everyone b) /\ In q (everyone b) /\ p <> q /\ In q (residents b).
Proof.
  intros p q H. pose proof (everyone_permute b d there) as P. destruct (members_in _ _ _ H) as [Hp Hq]. repeat split.
  - apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
  - apply (Permutation_in _ (Permutation_sym P)), in_or_app. now left.
  - apply (members_apart (pairs_of d)); [|exact H]. now apply NoDup_front in apart.
  - unfold pairs_of in H. apply in_app_iff in H as [H|H]; [now apply (mdp_pair_in b d there) in H|now apply (resident_pair_in b d there) in H].
Qed.

Lemma higher_of : forall p q, In p (everyone b ++ next) -> In q (everyone b ++ next) -> p <> q ->
  ranks_higher p q = negb (ranks_higher q p).
Proof.
  intros p q Hp Hq Ne. rewrite app_assoc in field. destruct (field_front _ _ field) as [_ H]. now apply H.
Qed.

Lemma stands_belongs : belongs (everyone b ++ next ++ more) (joint_graph b s next more ns deep) (joint_of d below further).
Proof.
  assert (P : Permutation (members (map snd (joint_of d below further)))
      (members (pairs_of d) ++ members below ++ members further)).
  { unfold joint_of. eapply Permutation_trans; [apply members_ordered|]. rewrite joint_pairs, !members_app.
    apply Permutation_refl. }
  constructor.
  - apply (Permutation_NoDup (Permutation_sym P)). pose proof apart as N. rewrite !app_assoc in N. apply NoDup_front in N.
    now rewrite <- !app_assoc in N.
  - intros p Hp. apply (Permutation_in _ P) in Hp. apply in_field. rewrite !in_app_iff in *. tauto.
  - intros m Hm. rewrite joint_of_is in Hm. unfold joint_graph. rewrite !in_app_iff in *.
    destruct Hm as [Hm|[Hm|Hm]]; apply in_map_iff in Hm as [[x y] [<- Hm]].
    + left. apply in_map. destruct (pair_in x y Hm) as (Hx & Hy & Ne & Hr). apply filter_In. split.
      * apply (in_order_of _ field (everyone b) (next ++ more) x y eq_refl Hx Hy Ne).
      * assert (Hs : score (snd (ordered (x, y))) <= s).
        { destruct (lower_second x y) as [L _]; [apply higher_of; try (apply in_or_app; now left); exact Ne|].
          pose proof (residents_low b s split_at y Hr). lia. }
        pose proof (stands_meets _ _ _ _ _ Hd) as M. unfold all_meet in M. rewrite forallb_forall in M.
        specialize (M _ Hm). simpl in M. rewrite <- meets_ordered in M.
        destruct (ordered (x, y)) as [x' y']. simpl in *. rewrite M, andb_true_r. now apply Z.leb_le.
    + right. left. destruct (below_in x y Hm) as (Hx & Hy & Ne). assert (Some_next : next <> []) by (intros E; rewrite E in Hy; destruct Hy).
      rewrite (match_some next _ _ Some_next). apply in_map.
      assert (Hy' : In y (everyone b ++ next)) by (apply in_or_app; now right). apply filter_In. split.
      * apply (in_order_of _ field (everyone b ++ next) more x y (app_assoc _ _ _) Hx Hy' Ne).
      * assert (Hs : score (snd (ordered (x, y))) <= ns).
        { destruct (lower_second x y (higher_of x y Hx Hy' Ne)) as [L _]. pose proof (next_low y Hy). lia. }
        destruct (stands_below _ _ _ _ _ Hd) as [[_ E]|(_ & M & _)]; [rewrite E in Hm; destruct Hm|].
        unfold all_meet in M. rewrite forallb_forall in M. specialize (M _ Hm). simpl in M. rewrite <- meets_ordered in M.
        destruct (ordered (x, y)) as [x' y']. simpl in *. rewrite M, andb_true_r. now apply Z.leb_le.
    + right. right. destruct (stands_further _ _ _ _ _ Hd) as [E| ->]; [rewrite E in Hm; destruct Hm|]. apply in_map.
      assert (Ne : x <> y).
      { apply (members_apart further); [|exact Hm]. pose proof apart as N. apply NoDup_back, NoDup_back, NoDup_front in N. exact N. }
      destruct (members_in _ _ _ Hm) as [Hx Hy].
      assert (Hx' : In x (everyone b ++ next ++ more)) by (apply in_field; rewrite !in_app_iff; auto).
      assert (Hy' : In y (everyone b ++ next ++ more)) by (apply in_field; rewrite !in_app_iff; auto).
      apply filter_In. split; [apply (in_order_of _ field _ [] x y (eq_sym (app_nil_r _)) Hx' Hy' Ne)|].
      pose proof (stands_further_meets _ _ _ _ _ Hd) as M. unfold all_meet in M. rewrite forallb_forall in M.
      specialize (M _ Hm). simpl in M. rewrite <- meets_ordered in M. now destruct (ordered (x, y)).
Qed.

Lemma sum_here : forall k, sum (map (price (OfHere k)) (joint_of d below further))
  = value (moves d) k - sum (map (fun p => k (alone p)) (everyone b)).
Proof.
  intros k. rewrite joint_of_is, !map_app, !sum_app.
  rewrite (class_sum _ Here (reduced k)), (class_sum _ Next (fun _ => 0)), (class_sum _ Further (fun _ => 0)), !zero_sum,
    (value_reduced b d there k); [lia| | |].
  - intros p q _. now destruct (ordered (p, q)).
  - intros p q _. now destruct (ordered (p, q)).
  - intros p q H. destruct (pair_in p q H) as (Hp & Hq & Ne & _).
    rewrite <- (ordered_reduced k p q); [now destruct (ordered (p, q))|]. apply higher_of; auto; apply in_or_app; now left.
Qed.

Lemma sum_following : forall k, In k following -> sum (map (price (OfFollowing k)) (joint_of d below further))
  = value (moves e) k - sum (map (fun p => k (alone p)) (everyone b ++ next)).
Proof.
  intros k Hk. destruct (stands_below _ _ _ _ _ Hd) as [[E _]|(E & _ & He)]; [rewrite E in Hk; destruct Hk|].
  rewrite joint_of_is, !map_app, !sum_app. apply candidates_agree in He.
  rewrite (class_sum _ Here (fun '(p, q) => - k (alone p) - k (alone q))), (class_sum _ Next (reduced k)),
    (class_sum _ Further (fun _ => 0)), zero_sum.
  - pose proof (value_reduced _ e He k) as V. rewrite E, (away_sum (fun p => k (alone p))).
    rewrite V. unfold everyone at 1. cbn [mdps residents]. rewrite !map_app, !sum_app.
    pose proof (sum_permuted _ _ (Permutation_map (fun p => k (alone p)) (everyone_permute b d there))) as S.
    rewrite map_app, sum_app in S. lia.
  - intros p q _. now destruct (ordered (p, q)).
  - intros p q H. destruct (below_in p q H) as (Hp & Hq & Ne). rewrite <- (ordered_reduced k p q); [now destruct (ordered (p, q))|].
    apply higher_of; auto. apply in_or_app. now right.
  - intros p q _. rewrite <- (away_ordered (fun p => k (alone p)) p q). now destruct (ordered (p, q)).
Qed.

Lemma sum_unpaired : forall g, sum (map (price (OfUnpaired g)) (joint_of d below further))
  = sum (map g spare) - sum (map g (everyone b ++ next ++ more)).
Proof.
  intros g. rewrite joint_of_is, !map_app, !sum_app.
  rewrite !(class_sum _ _ (fun '(p, q) => - g p - g q)), !away_sum.
  - pose proof (sum_permuted _ _ (Permutation_map g (stands_all _ _ _ _ _ Hd))) as S. rewrite !map_app, !sum_app in *. lia.
  - intros p q _. rewrite <- (away_ordered g p q). now destruct (ordered (p, q)).
  - intros p q _. rewrite <- (away_ordered g p q). now destruct (ordered (p, q)).
  - intros p q _. rewrite <- (away_ordered g p q). now destruct (ordered (p, q)).
Qed.

Lemma spare_sum : all = true ->
  sum (map unpaired_cost spare) = if Nat.odd (length (everyone b ++ next ++ more)) then 1 else 0.
Proof.
  intros E. destruct (stands_spare _ _ _ _ _ Hd E) as [L M].
  rewrite (Permutation_length (stands_all _ _ _ _ _ Hd)), !app_length, !members_length.
  replace (2 * length (pairs_of d) + (2 * length below + (2 * length further + length spare)))%nat
    with (length spare + 2 * (length (pairs_of d) + length below + length further))%nat by lia.
  rewrite Nat.odd_add_mul_2. destruct spare as [|p [|q l]]; [reflexivity| |simpl in L; lia].
  simpl. unfold unpaired_cost. now rewrite (M p (or_introl eq_refl)).
Qed.
End One.

Variables (most : Z) (shown : certificate) (costs : tagged_pair -> list Z).
Hypothesis costs_are : forall m, costs m = map (fun x => price x m) (respects all front following later).
Variables (c e : candidate) (c_below c_further : list (card * card)) (c_spare : list card).
Hypothesis Hc : stands c e c_below c_further c_spare.
Hypothesis most_positive : 0 <= most.
Hypothesis holds : is_cheapest (everyone b ++ next ++ more) respect price (joint_graph b s next more ns deep)
  (respects all front following later) most shown (joint_of c c_below c_further) costs = true.

Theorem none_before : forall d f below further spare, stands d f below further spare ->
  compare (values front c ++ values following e ++ values later c)
          (values front d ++ values following f ++ values later d) <> Gt.
Proof.
  intros d f below further spare Hd.
  pose proof (none_is_cheaper _ field _ price _ _ most shown _ costs costs_are holds most_positive
    (stands_belongs _ _ _ _ _ Hc) _ (stands_belongs _ _ _ _ _ Hd)) as H.
  unfold all_sums, respects in H. rewrite !map_app, compare_app in H by (now rewrite !map_length).
  match type of H with match compare ?x ?y with _ => _ end <> _ => assert (E0 : compare x y = Eq) end.
  { assert (Two : all = true \/ all = false) by (destruct all; auto). destruct Two as [E|E]; rewrite E; [|reflexivity].
    cbn [map]. rewrite (sum_unpaired _ _ _ _ _ Hc), (sum_unpaired _ _ _ _ _ Hd), (spare_sum _ _ _ _ _ Hc E), (spare_sum _ _ _ _ _ Hd E).
    apply compare_refl. }
  rewrite E0 in H. clear E0. rewrite !map_map in H.
  rewrite !(map_ext _ _ (sum_here _ _ _ _ _ Hc)), !(map_ext _ _ (sum_here _ _ _ _ _ Hd)) in H.
  rewrite (map_ext_in _ _ _ (sum_following _ _ _ _ _ Hc)), (map_ext_in _ _ _ (sum_following _ _ _ _ _ Hd)) in H.
  rewrite !compare_app in H by (now rewrite !map_length). rewrite !compare_app by apply values_length.
  rewrite !(compare_shift (fun k => sum (map (fun p => k (alone p)) (everyone b)))) in H.
  rewrite (compare_shift (fun k => sum (map (fun p => k (alone p)) (everyone b ++ next)))) in H. exact H.
Qed.
End Joint.
