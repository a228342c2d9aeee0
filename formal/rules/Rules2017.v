(** The FIDE (Dutch) System as it was until 31 January 2026 (C.04.3 of Baku 2016 and Goynuk 2017), as definitions that run.

    Written from the text, in its words and its order; it shares nothing with the engine. What the text of 2026 says in
    the same words is taken from [Rules2026], and the article of 2017 stands beside it. Numbers in comments are articles,
    words in quotes are the text's. Where the text leaves a choice, the comment says "reading".

    The order of boards is left out as there; scores have virtual points, and forbidden pairs the standing of C.1. *)

From Coq Require Import List ZArith Bool Permutation.
From Edelweiss Require Export Rules2026.
Import ListNotations.
Open Scope Z_scope.

Section Round.
Variable t : tournament.

(** * Section A: what is known before the round *)

(** A.4.b: a player "who, for whatever reason, does not play in a round, also receives a downfloat". *)
Definition float_after (k : nat) (p : player) : option float :=
  match nth_error (outcomes p) k with
  | Some (Game _ _ _) => Rules2026.float_after t k p (* the same as 1.4.2 *)
  | Some (Pab _) | Some (Forfeit _) | Some (Absent _) => Some Down
  | None => None
  end.

Definition float_ago (rounds : nat) (p : player) : option float :=
  if Nat.leb rounds (rounds_before p) then float_after (rounds_before p - rounds) p else None.

(** C.2: nobody "who has already received a pairing-allocated bye, or has already scored a (forfeit) win due to an
    opponent not appearing in time". Reading: a full-point bye is neither. *)
Definition may_have_pab_of (p : player) : bool :=
  forallb
    (fun o => match o with Game _ _ _ | Absent _ => true | Pab _ => false | Forfeit x => x <? win t end)
    (outcomes p).

(** A.2, A.6, A.7: order, colour preferences and topscorers are those of 2026 (1.2, 1.6 to 1.8). *)
Definition card_of (p : player) : card :=
  let c := Rules2026.card_of t p in {|
    tpn := tpn c;
    score := score c;
    opponents := opponents c;
    barred := barred c;
    colours := colours c;
    difference := difference c;
    preference := preference c;
    is_topscorer := is_topscorer c;
    may_have_pab := may_have_pab_of p;
    unplayed := unplayed c;
    last_float := float_ago 1 p;
    float_before := float_ago 2 p;
    is_odd := is_odd c
  |}.

Definition cards : list card := sort ranks_higher (map card_of (filter is_here (players t))).

(** * Section B: the candidates of a bracket *)

(** A.9: the last two are there only where a round can not be completed otherwise. The residents of the collapsed last
    bracket are "all the players with a score lower than the collapsing score". *)
Inductive kind := Usual | Penultimate | CollapsedLast.

(** B.2, D.3: [m] MDPs for S1, and the Limbo: "the highest different score", then "the lowest lexicographic value of the
    BSN(s)". Reading: this orders all the sets of [m] MDPs; the [m] highest come first. *)
Definition mdp_sets (m : nat) (ms : list card) : list (list card * list card) :=
  sort
    (fun x y => match compare (map score (fst x)) (map score (fst y)) with Gt => true | _ => false end)
    (choices m ms).

(** B.3, B.6, B.7: as in 2026, with other sets of MDPs. MaxPairs and M1 (B.1) are what the best candidates have, by C.5
    and [m1] below. *)
Definition candidates (b : bracket) : list candidate :=
  flat_map (fun m1 =>
    flat_map (fun '(s1, in_limbo) =>                                         (* B.7, D.3 *)
      flat_map (fun '(s2, remainder) =>                                      (* B.7, D.1 *)
        flat_map (fun n =>
          map (fun '(pairs, spare) => Candidate (combine s1 s2) pairs in_limbo spare)
            (homogeneous_candidates n remainder))                            (* B.6, D.1, D.2 *)
          (down_from (Nat.div2 (length remainder))))
        (arrangements m1 (residents b)))
      (mdp_sets m1 (mdps b)))
    (down_from (Nat.min (length (mdps b)) (length (residents b)))).

(** * Section C: the criteria *)

(** "No pairing shall violate" C.1 to C.3; and C.4, in the PPB: "choose the set of downfloaters in order to complete the
    round-pairing". "The assignment of the pairing-allocated bye is part of the pairing of the last bracket" (A.9), after
    which "at most one" is left. *)
Definition complies (k : kind) (b : bracket) (c : candidate) : bool :=
  forallb (fun '(p, q) => may_meet p q) (pairs_of c)
    && match k, below b with
       | Penultimate, _ => can_be_completed (not_yet_paired b c)
       | _, [] => Nat.leb (length (downfloaters c)) 1 && forallb may_have_pab (downfloaters c)
       | _, _ => true
       end.

(** A.8: of a downfloater, against "an artificial value that is one point less than the score of the lowest ranked player
    of the current bracket". *)
Definition artificial_value (b : bracket) : Z :=
  match map score (mdps b ++ residents b) with [] => 0 | x :: rest => fold_right Z.min x rest end - 10.

(** Who receives a downfloat or an upfloat in this round (A.4), with the score difference (A.8). Reading: the players of
    a pair with different scores, and all the downfloaters. *)
Definition receivers (b : bracket) (c : candidate) (f : float) : list (card * Z) :=
  let of_pair '(p, q) :=
    let '(high, low) := if score q <? score p then (p, q) else (q, p) in
    if score high =? score low then [] else [(match f with Down => high | Up => low end, score high - score low)]
  in
  flat_map of_pair (pairs_of c)
    ++ match f with Down => map (fun p => (p, score p - artificial_value b)) (downfloaters c) | Up => [] end.

(** C.5: "maximize the number of pairs (equivalent to: minimize the number of downfloaters)". *)
Definition c5 (c : candidate) : list Z := [Z.of_nat (length (downfloaters c))].

(** C.6: "minimize the PSD", A.8: the differences of all pairs and downfloaters, "sorted from the highest to the lowest". *)
Definition c6 (b : bracket) (c : candidate) : list Z :=
  descending
    (map (fun '(p, q) => Z.abs (score p - score q)) (pairs_of c)
       ++ map (fun p => score p - artificial_value b) (downfloaters c)).

(** B.1.c: "M1 is the maximum number of MDP(s) that can be paired in the bracket (see C.6)". Reading: of those candidates
    that C.5 and C.6 leave. *)
Definition m1 (c : candidate) : list Z := [- Z.of_nat (length (mdp_pairs c))].

(** C.7: "choose the set of downfloaters in order first to maximize the number of pairs and then to minimize the PSD in
    the following bracket (just in the following bracket)". Reading: by C.1 to C.3 there. Whoever is left over in the last
    bracket and may not have the bye is no pairing at all: worse than one downfloater, or a pair less, and so three. *)
Definition c7 (k : kind) (b : bracket) (c : candidate) : list Z :=
  match k, below b with
  | Usual, next :: rest =>
      let following := Bracket (downfloaters c) next rest in
      let weight p := match rest with [] => if may_have_pab p then 1 else 3 | _ => 1 end in
      let left d := [sum (map weight (downfloaters d))] in
      match
        best [left; c6 following]
          (filter (fun d => forallb (fun '(p, q) => may_meet p q) (pairs_of d)) (candidates following))
      with
      | d :: _ => left d ++ c6 following d
      | [] => []
      end
  | _, _ => []
  end.

(** C.12 to C.15: "the number of players who receive the same downfloat [upfloat] as the previous round [two rounds
    before]". *)
Definition same_floats (received : card -> option float) (f : float) (b : bracket) (c : candidate) : list Z :=
  [count (fun '(p, _) => is_float f (received p)) (receivers b c f)].

(** C.16 to C.19: "the score differences of players who receive the same downfloat [upfloat]". *)
Definition differences (received : card -> option float) (f : float) (b : bracket) (c : candidate) : list Z :=
  descending (map snd (filter (fun '(p, _) => is_float f (received p)) (receivers b c f))).

(** "in descending priority"; C.8 to C.11 are C10 to C13 of 2026, word for word. *)
Definition criteria (k : kind) (b : bracket) : list (candidate -> list Z) := [
  c5; c6 b; m1; c7 k b;
  c10 t;                          (* C.8 *)
  c11 t;                          (* C.9 *)
  c12 t;                          (* C.10 *)
  c13 t;                          (* C.11 *)
  same_floats last_float Down b;  (* C.12 *)
  same_floats last_float Up b;    (* C.13 *)
  same_floats float_before Down b;(* C.14 *)
  same_floats float_before Up b;  (* C.15 *)
  differences last_float Down b;  (* C.16 *)
  differences last_float Up b;    (* C.17 *)
  differences float_before Down b;(* C.18 *)
  differences float_before Up b   (* C.19 *)
].

(** * What the right round is *)

(** B.4, B.8: "better satisfies a quality criterion of higher priority; or, all quality criteria being equally satisfied,
    it is generated earlier". *)
Definition is_chosen (k : kind) (b : bracket) (c : candidate) : Prop :=
  exists earlier later,
    filter (complies k b) (candidates b) = earlier ++ c :: later
    /\ (forall d, In d earlier -> better (criteria k b) c d = true)
    /\ (forall d, In d later -> better (criteria k b) d c = false).

(** Where the downfloaters "together with all the remaining players, do not allow the completion of the round-pairing"
    (A.9), the bracket is the PPB. Its downfloaters and everybody below are the CLB. *)
Definition collapsed (c : candidate) (lower : list (list card)) : bracket :=
  Bracket (downfloaters c) (concat lower) [].

(** A.9: the moved-down players, the scoregroups to come, the pairs, and who receives the bye. *)
Inductive is_paired : list card -> list (list card) -> list (card * card) -> option card -> Prop :=
  | everybody_is_paired : is_paired [] [] [] None
  | one_is_left : forall p, is_paired [p] [] [] (Some p)
  | one_bracket_more : forall moved_down scoregroup lower c pairs bye,
      is_chosen Usual (Bracket moved_down scoregroup lower) c ->
      can_be_completed (downfloaters c ++ concat lower) = true ->
      is_paired (downfloaters c) lower pairs bye ->
      is_paired moved_down (scoregroup :: lower) (pairs_of c ++ pairs) bye
  | the_last_two : forall moved_down scoregroup lower d c e pairs bye,
      is_chosen Usual (Bracket moved_down scoregroup lower) d ->
      can_be_completed (downfloaters d ++ concat lower) = false ->
      is_chosen Penultimate (Bracket moved_down scoregroup lower) c ->
      is_chosen CollapsedLast (collapsed c lower) e ->
      is_paired (downfloaters e) [] pairs bye ->
      is_paired moved_down (scoregroup :: lower) (pairs_of c ++ pairs_of e ++ pairs) bye.

(** A.9: everybody who is here is paired once, or receives the bye, and C.1 to C.3 hold. *)
Definition is_legal : round -> bool := is_legal_for cards.

(** Section E is Article 5 of 2026. In which order the games are listed does not matter. *)
Definition is_right (r : round) : Prop :=
  is_legal r = true
  /\ exists pairs bye,
       is_paired [] (scoregroups cards) pairs bye
       /\ Permutation (games r) (in_numbers t pairs)
       /\ pab r = option_map tpn bye.

(** * And how it is found *)

Definition chosen (k : kind) (b : bracket) : option candidate :=
  hd_error (best (criteria k b) (filter (complies k b) (candidates b))).

Fixpoint pair_brackets (moved_down : list card) (groups : list (list card)) :
    option (list (card * card) * option card) :=
  match groups with
  | [] => match moved_down with [] => Some ([], None) | [p] => Some ([], Some p) | _ => None end
  | scoregroup :: lower =>
      let b := Bracket moved_down scoregroup lower in
      match chosen Usual b with
      | None => None
      | Some c =>
          if can_be_completed (downfloaters c ++ concat lower) then
            match pair_brackets (downfloaters c) lower with
            | None => None
            | Some (pairs, bye) => Some (pairs_of c ++ pairs, bye)
            end
          else
            match chosen Penultimate b with
            | None => None
            | Some c =>
                match chosen CollapsedLast (collapsed c lower) with
                | None => None
                | Some e =>
                    match downfloaters e with
                    | [] => Some (pairs_of c ++ pairs_of e ++ [], None)
                    | [p] => Some (pairs_of c ++ pairs_of e ++ [], Some p)
                    | _ => None
                    end
                end
            end
      end
  end.

(** [None]: "If it is impossible to complete a round-pairing, the arbiter shall decide what to do." *)
Definition pair : option round :=
  match pair_brackets [] (scoregroups cards) with
  | None => None
  | Some (pairs, bye) =>
      let r := Round (in_numbers t pairs) (option_map tpn bye) in
      if is_legal r then Some r else None
  end.

End Round.
