(** What a certificate of the joint graph shows: that no candidate is better by C6, C7, C8 and then by the sums. *)

From Coq Require Import List ZArith Bool Permutation Lia Sorting.Sorted.
From Edelweiss Require Import Matching Optimal Goals Rules2026 Right2026 Lists Levels Moves Criteria Front Sequence.
Import ListNotations.
Open Scope Z_scope.

(** Who may be the one who is not paired at all. *)
Definition rest_cost (s5 : Z) (p : card) : Z := if may_have_pab p && (score p =? s5) then 1 else 2.

(** [next]: the following scoregroup, where it is looked at; [deep]: everybody is. *)
Definition entries (b : bracket) (s5 : Z) (next : list card) (deep : bool) (later : list component) : list entry :=
  (if deep then [OfRest (rest_cost s5)] else [])
    ++ map OfCandidate (map of_alone (downfloat_counts (levels (map score (everyone b)))))
    ++ match next with [] => [] | _ => map OfNext (downfloat_counts (levels (map score (everyone b ++ next)))) end
    ++ map OfCandidate later.

Lemma compare_shift : forall {A} (h f g : A -> Z) l,
  compare (map (fun x => f x - h x) l) (map (fun x => g x - h x) l) = compare (map f l) (map g l).
Proof.
  intros A h f g l. rewrite <- (compare_map_shift f g (fun x => - h x)). f_equal; apply map_ext; intros x; lia.
Qed.

Lemma list_cases : forall {A} (l : list A), l = [] \/ l <> [].
Proof. intros A [|x l]; [left; reflexivity|right; discriminate]. Qed.

Lemma match_some : forall {A B} (l : list A) (x y : B), l <> [] -> match l with [] => x | _ => y end = y.
Proof. intros A B [|z l] x y H; [contradiction|reflexivity]. Qed.

Lemma match_none : forall {A B} (l : list A) (x y : B), l = [] -> match l with [] => x | _ => y end = x.
Proof. intros A B l x y ->. reflexivity. Qed.

Section Joint.
Variables (b : bracket) (s s5 : Z) (next more : list card) (ns : Z) (deep : bool) (later : list component).
Let behind := next ++ more.
Hypothesis sound : is_sound b s behind = true.
Hypothesis next_score : forall p, In p next -> score p = ns.
Hypothesis next_lower : next <> [] -> ns < s.

Definition joint_of (d : candidate) (below further : list (card * card)) : list tagged_pair :=
  in_order_of_rank (joint (pairs_of d) below further).

(** A candidate, pairs of the following bracket and of those further down, and who is not paired. *)
Record placed_in (d : candidate) (below further : list (card * card)) (spare : list card) : Prop := {
  placed_there : In d (candidates b);
  placed_meets : all_meet (pairs_of d) = true;
  placed_all : Permutation (everyone b ++ behind) (members (pairs_of d) ++ members below ++ members further ++ spare);
  placed_below : forall p q, In (p, q) below -> In p (everyone b ++ next) /\ In q next;
  placed_below_meets : all_meet below = true;
  placed_further : further = [] \/ deep = true;
  placed_further_meets : all_meet further = true
}.

Lemma members_ordered : forall l, Permutation (members (map snd (in_order_of_rank l))) (members (map snd l)).
Proof.
  induction l as [|[c [p q]] l IH]; [apply perm_nil|].
  change (members (map snd ((c, (p, q)) :: l))) with (p :: q :: members (map snd l)).
  cbn [in_order_of_rank map snd]. unfold ordered. destruct (ranks_higher p q).
  - change (members ((p, q) :: map snd (in_order_of_rank l))) with (p :: q :: members (map snd (in_order_of_rank l))).
    now do 2 apply perm_skip.
  - change (members ((q, p) :: map snd (in_order_of_rank l))) with (q :: p :: members (map snd (in_order_of_rank l))).
    eapply Permutation_trans; [apply perm_swap|]. now do 2 apply perm_skip.
Qed.

Lemma joint_pairs : forall here below further,
  map snd (joint here below further) = here ++ below ++ further.
Proof.
  intros here below further. unfold joint. rewrite !map_app, !map_map. cbn [snd]. now rewrite !map_id.
Qed.

Lemma meets_ordered : forall p q, meets (fst (ordered (p, q))) (snd (ordered (p, q))) = meets p q.
Proof. intros p q. unfold ordered, meets. destruct (ranks_higher p q); simpl; [reflexivity|apply orb_comm]. Qed.

Lemma placed_fits : forall d below further spare, placed_in d below further spare ->
  fits b s behind next ns deep (joint_of d below further).
Proof.
  intros d below further spare [There Meets All Below Bmeets Further Fmeets].
  pose proof (Permutation_NoDup All (field_distinct b s behind sound)) as N.
  assert (P : Permutation (members (map snd (joint_of d below further)))
      (members (pairs_of d) ++ members below ++ members further)).
  { unfold joint_of. eapply Permutation_trans; [apply members_ordered|]. rewrite joint_pairs, !members_app.
    apply Permutation_refl. }
  constructor.
  - apply (Permutation_NoDup (Permutation_sym P)). rewrite !app_assoc in N. apply NoDup_front in N. now rewrite <- !app_assoc in N.
  - intros p Hp. apply (Permutation_in _ P) in Hp. apply (Permutation_in _ (Permutation_sym All)).
    rewrite !in_app_iff in *. tauto.
  - intros m Hm. unfold joint_of, in_order_of_rank in Hm. apply in_map_iff in Hm as [[c [p q]] [<- Hm]].
    unfold joint in Hm. unfold graph. rewrite !in_app_iff in *. unfold all_meet in *. rewrite forallb_forall in *.
    destruct Hm as [Hm|[Hm|Hm]]; apply in_map_iff in Hm as [[x y] [E Hm]]; injection E as <- <- <-.
    + left. apply in_map. pose proof (pairs_in b s behind sound d There x y Hm) as (Hx & Hy & Ne).
      apply filter_In. split; [now apply (ordered_in b s behind sound (everyone b) behind x y eq_refl)|].
      pose proof (lower_is_resident b s behind sound d There x y Hm) as Hs.
      specialize (Meets _ Hm). simpl in Meets. rewrite <- meets_ordered in Meets.
      destruct (ordered (x, y)) as [x' y']. simpl in *. now rewrite Hs, Z.eqb_refl.
    + right. left. destruct (Below x y Hm) as [Hx Hy]. assert (Some_next : next <> []) by (intros E; rewrite E in Hy; destruct Hy).
      rewrite (match_some next _ _ Some_next).
      apply in_map. apply filter_In.
      assert (Ne : x <> y).
      { apply (members_apart below); [|exact Hm]. apply NoDup_back, NoDup_front in N. exact N. }
      assert (Hy' : In y (everyone b ++ next)) by (apply in_or_app; now right).
      assert (Ef : everyone b ++ behind = (everyone b ++ next) ++ more) by exact (app_assoc _ _ _).
      split; [exact (proj1 (ordered_in b s behind sound (everyone b ++ next) more x y Ef Hx Hy' Ne))|].
      specialize (Bmeets _ Hm). simpl in Bmeets. rewrite <- meets_ordered in Bmeets.
      assert (Hs : score (snd (ordered (x, y))) = ns).
      { apply in_app_iff in Hx as [Hx|Hx].
        - assert (Hlow : ns < score x).
          { specialize (next_lower Some_next). unfold everyone in Hx.
            apply in_app_iff in Hx as [Hx|Hx]; [apply (mdps_score b s behind sound) in Hx|apply (residents_score b s behind sound) in Hx]; lia. }
          unfold ordered, ranks_higher. rewrite (next_score y Hy).
          replace (ns <? score x) with true by (symmetry; now apply Z.ltb_lt). simpl. now apply next_score.
        - unfold ordered. destruct (ranks_higher x y); simpl; now apply next_score. }
      destruct (ordered (x, y)) as [x' y']. simpl in *. now rewrite Hs, Z.eqb_refl.
    + right. right. destruct Further as [-> | ->]; [destruct Hm|]. apply in_map.
      assert (Ne : x <> y).
      { apply (members_apart further); [|exact Hm]. apply NoDup_back, NoDup_back, NoDup_front in N. exact N. }
      destruct (members_in _ _ _ Hm) as [Hx Hy].
      assert (Hx' : In x (everyone b ++ behind)) by (apply (Permutation_in _ (Permutation_sym All)); rewrite !in_app_iff; auto).
      assert (Hy' : In y (everyone b ++ behind)) by (apply (Permutation_in _ (Permutation_sym All)); rewrite !in_app_iff; auto).
      apply filter_In. split; [now apply (ordered_in b s behind sound _ [] x y (eq_sym (app_nil_r _)))|].
      specialize (Fmeets _ Hm). simpl in Fmeets. rewrite <- meets_ordered in Fmeets. now destruct (ordered (x, y)).
Qed.

(** ** The sums of it *)

Lemma joint_of_is : forall d below further, joint_of d below further =
  map (fun pair => (Here, ordered pair)) (pairs_of d) ++ map (fun pair => (Next, ordered pair)) below
    ++ map (fun pair => (Further, ordered pair)) further.
Proof. intros. unfold joint_of, in_order_of_rank, joint. now rewrite !map_app, !map_map. Qed.

Lemma sum_away : forall (x : entry) c (f : card -> Z) l, (forall p q, cost x (c, (p, q)) = - f p - f q) ->
  sum (map (cost x) (map (fun pair => (c, ordered pair)) l)) = - sum (map f (members l)).
Proof.
  intros x c f l H. induction l as [|[p q] l IH]; [reflexivity|].
  change (members ((p, q) :: l)) with (p :: q :: members l). cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH.
  unfold ordered. destruct (ranks_higher p q); rewrite H; lia.
Qed.

Lemma sum_nothing : forall (x : entry) c l, (forall p q, cost x (c, (p, q)) = 0) ->
  sum (map (cost x) (map (fun pair => (c, ordered pair)) l)) = 0.
Proof.
  intros x c l H. induction l as [|[p q] l IH]; [reflexivity|]. cbn [map]. unfold sum in *. cbn [fold_right]. rewrite IH.
  unfold ordered. destruct (ranks_higher p q); rewrite H; lia.
Qed.

Lemma candidate_sum : forall d below further k, In d (candidates b) ->
  sum (map (cost (OfCandidate k)) (joint_of d below further))
  = value (moves d) k - sum (map (fun p => k (alone p)) (everyone b)).
Proof.
  intros d below further k There. rewrite joint_of_is, !map_app, !sum_app.
  rewrite (sum_nothing (OfCandidate k) Next), (sum_nothing (OfCandidate k) Further) by reflexivity.
  rewrite (value_reduced b d There k).
  assert (E : sum (map (cost (OfCandidate k)) (map (fun pair => (Here, ordered pair)) (pairs_of d)))
      = sum (map (reduced k) (pairs_of d))).
  { f_equal. rewrite map_map. apply map_ext_in. intros [p q] H.
    destruct (pairs_in b s behind sound d There p q H) as (Hp & Hq & Ne).
    destruct (ordered_in b s behind sound (everyone b) behind p q eq_refl Hp Hq Ne) as [_ Same].
    assert (O : ordered (ordered (p, q)) = ordered (p, q)).
    { unfold ordered in Same |- *. destruct (ranks_higher p q) eqn:E1; [now rewrite E1|exact Same]. }
    destruct (ordered (p, q)) as [x y] eqn:Eo. cbn [cost]. unfold reduced, orient. rewrite O, Eo. cbn [fst snd].
    unfold ordered in Eo. destruct (ranks_higher p q); injection Eo as <- <-; lia. }
  unfold tagged_pair in *. rewrite E. lia.
Qed.

Lemma next_sum : forall d below further spare leave f, placed_in d below further spare ->
  Permutation (everyone b ++ next) (members (pairs_of d) ++ members below ++ leave) ->
  sum (map (cost (OfNext f)) (joint_of d below further))
  = sum (map f leave) - sum (map f (everyone b ++ next)).
Proof.
  intros d below further spare leave f _ P. rewrite joint_of_is, !map_app, !sum_app.
  rewrite (sum_nothing (OfNext f) Further), (sum_away (OfNext f) Here f), (sum_away (OfNext f) Next f) by reflexivity.
  pose proof (sum_permuted _ _ (Permutation_map f P)) as E. rewrite !map_app, !sum_app in E. lia.
Qed.

Lemma rest_sum : forall d below further spare g, placed_in d below further spare ->
  sum (map (cost (OfRest g)) (joint_of d below further))
  = sum (map g spare) - sum (map g (everyone b ++ behind)).
Proof.
  intros d below further spare g [_ _ P _ _ _ _]. rewrite joint_of_is, !map_app, !sum_app.
  rewrite (sum_away (OfRest g) Here g), (sum_away (OfRest g) Next g), (sum_away (OfRest g) Further g) by reflexivity.
  pose proof (sum_permuted _ _ (Permutation_map g P)) as E. rewrite !map_app, !sum_app in E. lia.
Qed.

(** ** What is shown *)

Variables (most : Z) (shown : certificate) (costs : tagged_pair -> list Z).
Hypothesis costs_are : forall m, costs m = map (fun x => cost x m) (entries b s5 next deep later).
Variables (c : candidate) (c_below c_further : list (card * card)) (c_spare c_leave : list card).
Hypothesis c_placed : placed_in c c_below c_further c_spare.
Hypothesis c_leaves : next <> [] -> Permutation (everyone b ++ next) (members (pairs_of c) ++ members c_below ++ c_leave).
Hypothesis most_positive : 0 <= most.
Hypothesis holds :
  is_shown b s behind next ns deep (entries b s5 next deep later) most shown (joint_of c c_below c_further) costs = true.

(** That one player is spared where the number is odd, and who may be. *)
Definition spares (spare : list card) (odd : bool) : Prop :=
  length spare = (if odd then 1 else 0)%nat /\ forall p, In p spare -> may_have_pab p = true /\ score p = s5.

Lemma spared_sum : forall spare odd, spares spare odd -> sum (map (rest_cost s5) spare) = if odd then 1 else 0.
Proof.
  intros spare odd [L H]. destruct odd; destruct spare as [|p [|q l]]; try discriminate; [|reflexivity].
  destruct (H p (or_introl eq_refl)) as [May Sc]. simpl. unfold rest_cost. rewrite May, Sc, Z.eqb_refl. reflexivity.
Qed.

Variable odd : bool.
Hypothesis c_spares : deep = true -> spares c_spare odd.

Lemma front_values : forall scores d, values (map of_alone (downfloat_counts scores)) d
  = sums_of (downfloat_counts scores) (downfloaters d).
Proof. intros scores d. unfold values, sums_of. rewrite map_map. apply map_ext. intros f. apply value_of_alone. Qed.

Lemma compare_front : forall d, In c (candidates b) -> In d (candidates b) ->
  compare (values (map of_alone (downfloat_counts (levels (map score (everyone b))))) c)
          (values (map of_alone (downfloat_counts (levels (map score (everyone b))))) d)
  = compare (c6 c ++ c7 c) (c6 d ++ c7 d).
Proof.
  intros d Hc Hd. rewrite !front_values. symmetry. apply compare_downfloats.
  - apply levels_fall.
  - intros x Hx. apply levels_cover. apply in_map_iff in Hx as [p [<- Hx]]. apply in_map.
    apply (Permutation_in _ (Permutation_sym (everyone_permute b c Hc))), in_app_iff. now right.
  - intros x Hx. apply levels_cover. apply in_map_iff in Hx as [p [<- Hx]]. apply in_map.
    apply (Permutation_in _ (Permutation_sym (everyone_permute b d Hd))), in_app_iff. now right.
Qed.

Lemma compare_candidates : forall d below further ks, In c (candidates b) -> In d (candidates b) ->
  compare (sums (map OfCandidate ks) (joint_of c c_below c_further)) (sums (map OfCandidate ks) (joint_of d below further))
  = compare (values ks c) (values ks d).
Proof.
  intros d below further ks Hc Hd. unfold sums. rewrite !map_map.
  rewrite (map_ext _ _ (fun k => candidate_sum c c_below c_further k Hc)), (map_ext _ _ (fun k => candidate_sum d below further k Hd)).
  apply (compare_shift (fun k => sum (map (fun p => k (alone p)) (everyone b)))).
Qed.

Theorem nothing_better : forall d below further spare leave, placed_in d below further spare ->
  (next <> [] -> Permutation (everyone b ++ next) (members (pairs_of d) ++ members below ++ leave)) ->
  (deep = true -> spares spare odd) ->
  match compare (c6 c ++ c7 c) (c6 d ++ c7 d) with
  | Lt => True
  | Gt => False
  | Eq =>
      match next with
      | [] => compare (values later c) (values later d) <> Gt
      | _ =>
          match compare ([Z.of_nat (length c_leave)] ++ descending (map score c_leave))
                        ([Z.of_nat (length leave)] ++ descending (map score leave)) with
          | Lt => True
          | Gt => False
          | Eq => compare (values later c) (values later d) <> Gt
          end
      end
  end.
Proof.
  intros d below further spare leave Pd Leave Spare.
  pose proof (placed_there _ _ _ _ c_placed) as Hc. pose proof (placed_there _ _ _ _ Pd) as Hd.
  pose proof (no_lower_sums b s behind sound next ns deep _ most shown _ costs costs_are holds most_positive
    (placed_fits _ _ _ _ c_placed) _ (placed_fits _ _ _ _ Pd)) as H.
  unfold entries, sums in H. set (sc := levels (map score (everyone b ++ next))) in H.
  rewrite !map_app in H.
  repeat rewrite compare_app in H by (now rewrite ?map_length).
  match type of H with match compare ?x ?y with _ => _ end <> _ => assert (E0 : compare x y = Eq) end.
  { destruct deep eqn:Ed; [|reflexivity]. cbn [map]. rewrite (rest_sum _ _ _ _ _ c_placed), (rest_sum _ _ _ _ _ Pd).
    rewrite (spared_sum _ _ (c_spares eq_refl)), (spared_sum _ _ (Spare eq_refl)). apply compare_refl. }
  rewrite E0 in H.
  pose proof (compare_candidates d below further (map of_alone (downfloat_counts (levels (map score (everyone b))))) Hc Hd) as E1.
  unfold sums in E1. rewrite E1, (compare_front d Hc Hd) in H. clear E0 E1.
  destruct (compare (c6 c ++ c7 c) (c6 d ++ c7 d)); [|exact I|now apply H].
  assert (E3 := compare_candidates d below further later Hc Hd). unfold sums in E3.
  destruct (list_cases next) as [En|Ne].
  - rewrite (match_none next _ _ En) in H. rewrite (match_none next _ _ En). cbn [map compare] in H. rewrite E3 in H. exact H.
  - rewrite (match_some next _ _ Ne) in H. rewrite (match_some next _ _ Ne).
    assert (E2 : compare (map (fun x => sum (map (cost x) (joint_of c c_below c_further)))
                              (map OfNext (downfloat_counts sc)))
                         (map (fun x => sum (map (cost x) (joint_of d below further)))
                              (map OfNext (downfloat_counts sc)))
        = compare ([Z.of_nat (length c_leave)] ++ descending (map score c_leave))
                  ([Z.of_nat (length leave)] ++ descending (map score leave))).
    { rewrite !map_map.
      rewrite (map_ext _ _ (fun f => next_sum _ _ _ _ c_leave f c_placed (c_leaves Ne))).
      rewrite (map_ext _ _ (fun f => next_sum _ _ _ _ leave f Pd (Leave Ne))).
      rewrite (compare_shift (fun f => sum (map f (everyone b ++ next)))). symmetry. apply compare_downfloats.
      - apply levels_fall.
      - intros x Hx. apply levels_cover. apply in_map_iff in Hx as [p [<- Hx]]. apply in_map.
        apply (Permutation_in _ (Permutation_sym (c_leaves Ne))). rewrite !in_app_iff. auto.
      - intros x Hx. apply levels_cover. apply in_map_iff in Hx as [p [<- Hx]]. apply in_map.
        apply (Permutation_in _ (Permutation_sym (Leave Ne))). rewrite !in_app_iff. auto. }
    rewrite E2, E3 in H.
    destruct (compare ([Z.of_nat (length c_leave)] ++ descending (map score c_leave))
                      ([Z.of_nat (length leave)] ++ descending (map score leave))); [exact H|exact I|now apply H].
Qed.
End Joint.
