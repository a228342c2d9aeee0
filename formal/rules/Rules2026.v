(** The FIDE (Dutch) System, in force from 1 February 2026 (C.04.3), as definitions that run.

    Written from the text, in its words and its order; it shares nothing with the engine. Numbers in comments are
    articles, words in quotes are the text's. Where the text leaves a choice, the comment says "reading".

    The order of boards (C.04.2, 3.6) is no part of C.04.3. All candidates of a bracket are written out, so fields are
    small. Points and scores are counted in tenths. *)

From Coq Require Import List ZArith Bool Permutation.
Import ListNotations.
Open Scope Z_scope.

(** * Lists *)

Definition count {A} (holds : A -> bool) (l : list A) : Z := Z.of_nat (length (filter holds l)).
Definition sum (l : list Z) : Z := fold_right Z.add 0 l.

(** At the first place where they differ, as is meant by "taken in descending order". *)
Fixpoint compare (l m : list Z) : comparison :=
  match l, m with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: l, y :: m => match x ?= y with Eq => compare l m | other => other end
  end.

(** Sorted; what is equal stays in the order in which it came. *)
Fixpoint insert {A} (before : A -> A -> bool) (x : A) (l : list A) : list A :=
  match l with
  | [] => [x]
  | y :: rest => if before y x then y :: insert before x rest else x :: l
  end.

Definition sort {A} (before : A -> A -> bool) (l : list A) : list A := fold_right (insert before) [] l.
Definition descending : list Z -> list Z := sort Z.gtb.

(** Each member of the list with all the others. *)
Fixpoint picks {A} (l : list A) : list (A * list A) :=
  match l with
  | [] => []
  | x :: rest => (x, rest) :: map (fun '(y, others) => (y, x :: others)) (picks rest)
  end.

(** [k] of the list in every order, with those left over; lexicographic by place. *)
Fixpoint arrangements {A} (k : nat) (l : list A) : list (list A * list A) :=
  match k with
  | O => [([], l)]
  | S k =>
      flat_map
        (fun '(x, others) => map (fun '(chosen, spare) => (x :: chosen, spare)) (arrangements k others))
        (picks l)
  end.

(** [k] of the list in its own order, with those left over; the smallest differing place first. *)
Fixpoint choices {A} (k : nat) (l : list A) : list (list A * list A) :=
  match k, l with
  | O, _ => [([], l)]
  | S _, [] => []
  | S k', x :: rest =>
      map (fun '(chosen, spare) => (x :: chosen, spare)) (choices k' rest)
        ++ map (fun '(chosen, spare) => (chosen, x :: spare)) (choices k rest)
  end.

(** From [n] down to zero. *)
Definition down_from (n : nat) : list nat := rev (seq 0 (S n)).

(** * The tournament before the round *)

Inductive colour := White | Black.

Definition other (c : colour) : colour := match c with White => Black | Black => White end.
Definition same (c d : colour) : bool :=
  match c, d with White, White | Black, Black => true | _, _ => false end.

(** What a round was for a player. *)
Inductive outcome :=
  | Game (opponent : Z) (with_colour : colour) (points : Z) (* played over the board *)
  | Pab (points : Z)                                        (* the pairing-allocated bye *)
  | Forfeit (points : Z)                                    (* paired, and the game was not played *)
  | Absent (points : Z).                                    (* not paired: a requested bye, away, not yet arrived *)

Definition points (o : outcome) : Z := match o with Game _ _ x | Pab x | Forfeit x | Absent x => x end.
Definition is_game (o : outcome) : bool := match o with Game _ _ _ => true | _ => false end.
(** 1.1: [number] is the TPN. [outcomes] begin with the first round. [is_here]: is to be paired in this round.
    [virtual_points]: of each round, this one included (C.04.7, 1.4); what is not there is zero. *)
Record player := Player { number : Z; is_here : bool; outcomes : list outcome; virtual_points : list Z }.

Record tournament := Tournament {
  rounds_in_all : Z;
  win : Z;  (* the points rewarded for a win; reading: where White's and Black's differ, the smaller *)
  loss : Z; (* and for a loss; reading: the larger *)
  most : Z; (* the most that a game can bring *)
  initial_colour : colour; (* 5.1 *)
  forbidden : list (list Z); (* groups of TPNs: of none may two meet in this round, by the tournament's regulations *)
  players : list player
}.

(** * What the pairing has to know of a player: the card *)

Inductive float := Up | Down.
Inductive strength := Mild | Strong | Absolute.
Record card := Card {
  tpn : Z;
  score : Z;
  opponents : list Z;                     (* of games played *)
  barred : list Z;                        (* by the regulations; whoever it is himself may be among them *)
  colours : list colour;                  (* of games played, the latest first *)
  difference : Z;                         (* 1.6 *)
  preference : option (strength * colour);(* 1.7 *)
  is_topscorer : bool;                    (* 1.8 *)
  may_have_pab : bool;                    (* C2 *)
  unplayed : Z;                           (* rounds without a game, C9 *)
  last_float : option float;              (* in the previous round, 1.4 *)
  float_before : option float;            (* two rounds before *)
  is_odd : bool                           (* 5.2.5 *)
}.

(** 1.2: "the players are ranked in order of, respectively, score, TPN (in ascending order)". *)
Definition ranks_higher (p q : card) : bool :=
  (score q <? score p) || ((score p =? score q) && (tpn p <? tpn q)).

Section Round.
Variable t : tournament.

Definition rounds_before (p : player) : nat := length (outcomes p).
(** C.04.7, 1.5: a score is the "pairing score", with the virtual points of the round that is paired. *)
Definition score_before_round (k : nat) (p : player) : Z :=
  sum (map points (firstn k (outcomes p))) + nth k (virtual_points p) 0.
Definition score_of (p : player) : Z := score_before_round (rounds_before p) p.

(** 1.4: the float of a player in the round after [k] rounds. *)
Definition float_after (k : nat) (p : player) : option float :=
  match nth_error (outcomes p) k with
  | Some (Game opponent _ _) => (* 1.4.2 *)
      match find (fun q => number q =? opponent) (players t) with
      | Some q =>
          match score_before_round k p ?= score_before_round k q with
          | Gt => Some Down | Lt => Some Up | Eq => None
          end
      | None => None
      end
  | Some (Pab _) => Some Down (* 1.4.3; reading: whatever it is worth *)
  | Some (Forfeit x) | Some (Absent x) => if loss t <? x then Some Down else None (* 1.4.3 *)
  | None => None (* 1.4.4 *)
  end.

(** The float of so many rounds ago; every round of the tournament counts. *)
Definition float_ago (rounds : nat) (p : player) : option float :=
  if Nat.leb rounds (rounds_before p) then float_after (rounds_before p - rounds) p else None.

(** The colours of the games played, the latest first. Only played games count (C.04.2, 3.4). *)
Definition colours_of (p : player) : list colour :=
  flat_map (fun o => match o with Game _ c _ => [c] | _ => [] end) (rev (outcomes p)).

(** 1.6: "the number of games played with White minus the number of games played with Black". *)
Definition difference_of (cs : list colour) : Z := count (same White) cs - count (same Black) cs.

(** 1.7. Reading: where both conditions of 1.7.1 hold and disagree, the difference decides. *)
Definition preference_of (cs : list colour) : option (strength * colour) :=
  let d := difference_of cs in
  if 1 <? d then Some (Absolute, Black)                             (* 1.7.1 *)
  else if d <? -1 then Some (Absolute, White)                       (* 1.7.1 *)
  else
    match cs with
    | [] => None                                                    (* 1.7.4 *)
    | White :: White :: _ => Some (Absolute, Black)                 (* 1.7.1 *)
    | Black :: Black :: _ => Some (Absolute, White)                 (* 1.7.1 *)
    | last :: _ =>
        if d =? 1 then Some (Strong, Black)                         (* 1.7.2 *)
        else if d =? -1 then Some (Strong, White)                   (* 1.7.2 *)
        else Some (Mild, other last)                                (* 1.7.3 *)
    end.

(** 1.8: "a score of over 50% of the maximum possible score when pairing the final round". Reading: possible so far. *)
Definition is_topscorer_of (p : player) : bool :=
  let before := Z.of_nat (rounds_before p) in
  (before + 1 =? rounds_in_all t) && (before * most t <? 2 * score_of p).

(** 2.1.2 [C2]: nobody "who has already received a pairing-allocated bye, or has already scored in one single round,
    without playing, as many points as rewarded for a win". *)
Definition may_have_pab_of (p : player) : bool :=
  forallb
    (fun o => match o with Game _ _ _ => true | Pab _ => false | Forfeit x | Absent x => x <? win t end)
    (outcomes p).

(** 5.2.5 asks whether a TPN is odd. Reading of C.04.2, 2.4: who has not arrived has no TPN, so those are skipped who
    were never paired and are not to be paired now. *)
Definition has_tpn (p : player) : bool :=
  is_here p || existsb (fun o => match o with Absent _ => false | _ => true end) (outcomes p).
Definition is_odd_of (p : player) : bool :=
  Z.even (count (fun q => has_tpn q && (number q <? number p)) (players t)).

Definition card_of (p : player) : card := {|
  tpn := number p;
  score := score_of p;
  opponents := flat_map (fun o => match o with Game q _ _ => [q] | _ => [] end) (outcomes p);
  barred := flat_map (fun g => if existsb (Z.eqb (number p)) g then g else []) (forbidden t);
  colours := colours_of p;
  difference := difference_of (colours_of p);
  preference := preference_of (colours_of p);
  is_topscorer := is_topscorer_of p;
  may_have_pab := may_have_pab_of p;
  unplayed := count (fun o => negb (is_game o)) (outcomes p);
  last_float := float_ago 1 p;
  float_before := float_ago 2 p;
  is_odd := is_odd_of p
|}.

(** The players to be paired, ranked (1.2). *)
Definition cards : list card := sort ranks_higher (map card_of (filter is_here (players t))).

(** 1.3.1: "A scoregroup is composed of all the players with the same score." *)
Fixpoint scoregroups (ranked : list card) : list (list card) :=
  match ranked with
  | [] => []
  | p :: rest =>
      match scoregroups rest with
      | (q :: group) :: groups =>
          if score p =? score q then (p :: q :: group) :: groups else [p] :: (q :: group) :: groups
      | _ => [[p]]
      end
  end.

(** * Article 5: colours *)

Definition prefers (p : card) (c : colour) : bool :=
  match preference p with Some (_, d) => same c d | None => false end.
Definition rank_of_strength (p : card) : Z :=
  match preference p with
  | None => 0 | Some (Mild, _) => 1 | Some (Strong, _) => 2 | Some (Absolute, _) => 3
  end.

(** 5.2.3: the colours at "the most recent time in which one player had White and the other Black". *)
Fixpoint latest_difference (cs ds : list colour) : option (colour * colour) :=
  match cs, ds with
  | c :: cs, d :: ds => if same c d then latest_difference cs ds else Some (c, d)
  | _, _ => None
  end.

(** 5.2: the colour of the higher ranked player of a pair. *)
Definition colour_of_higher (high low : card) : colour :=
  match preference high, preference low with
  | None, None => if is_odd high then initial_colour t else other (initial_colour t) (* 5.2.5 *)
  | Some (_, c), None => c                                                           (* 5.2.1 *)
  | None, Some (_, d) => other d                                                     (* 5.2.1 *)
  | Some (s, c), Some (_, d) =>
      if negb (same c d) then c                                                      (* 5.2.1 *)
      else
        match rank_of_strength high ?= rank_of_strength low with                     (* 5.2.2 *)
        | Gt => c
        | Lt => other d
        | Eq =>
            let wider := Z.abs (difference high) ?= Z.abs (difference low) in
            match s, wider with
            | Absolute, Gt => c
            | Absolute, Lt => other d
            | _, _ =>
                match latest_difference (colours high) (colours low) with
                | Some (before, _) => other before                                   (* 5.2.3 *)
                | None => c                                                          (* 5.2.4 *)
                end
            end
        end
  end.

(** A pair as White and Black. *)
Definition with_colours (pair : card * card) : card * card :=
  let '(p, q) := pair in
  let '(high, low) := if ranks_higher p q then (p, q) else (q, p) in
  match colour_of_higher high low with White => (high, low) | Black => (low, high) end.

(** * Article 2.1: absolute criteria *)

(** 2.1.1 [C1]: "Two participants shall not play against each other more than once". *)
Definition c1 (p q : card) : bool := negb (existsb (Z.eqb (tpn q)) (opponents p)).

(** Reading: pairs that the regulations forbid (C.04 is silent; record 260 of TRF26) have the standing of [C1]. *)
Definition is_allowed (p q : card) : bool := negb (existsb (Z.eqb (tpn q)) (barred p)).

(** 2.1.3 [C3]: "Non-topscorers with the same absolute colour preference shall not meet". *)
Definition c3 (p q : card) : bool :=
  match preference p, preference q with
  | Some (Absolute, c), Some (Absolute, d) => negb (same c d) || is_topscorer p || is_topscorer q
  | _, _ => true
  end.
Definition may_meet (p q : card) : bool := c1 p q && is_allowed p q && c3 p q.

(** * Completion *)

(** Whether all can be paired with one another. [fuel] is as many as they are. *)
Fixpoint can_be_paired (fuel : nat) (ps : list card) : bool :=
  match fuel, ps with
  | _, [] => true
  | S fuel, p :: rest => existsb (fun '(q, others) => may_meet p q && can_be_paired fuel others) (picks rest)
  | O, _ => false
  end.

Definition is_odd_number (ps : list card) : bool := Nat.odd (length ps).

(** Who may receive the bye [C2] while all the others can be paired [C1], [C3]. *)
Definition possible_assignees (ps : list card) : list card :=
  map fst (filter (fun '(p, others) => may_have_pab p && can_be_paired (length others) others) (picks ps)).

(** "A pairing complying with all the absolute criteria" exists for them. *)
Definition can_be_completed (ps : list card) : bool :=
  if is_odd_number ps then negb (count (fun _ => true) (possible_assignees ps) =? 0)
  else can_be_paired (length ps) ps.

(** * Brackets and candidates: Articles 1.3, 3 and 4 *)

(** 1.3.2. Both lists are ranked. [below]: the scoregroups that follow. *)
Record bracket := Bracket { mdps : list card; residents : list card; below : list (list card) }.

(** 3.3.4. In a homogeneous bracket [mdp_pairs] and [limbo] are empty (3.3.2). *)
Record candidate := Candidate {
  mdp_pairs : list (card * card); (* the MDP-Pairing: MDP and resident *)
  resident_pairs : list (card * card);
  limbo : list card;
  left_over : list card (* residents who remain unpaired *)
}.
Definition pairs_of (c : candidate) : list (card * card) := mdp_pairs c ++ resident_pairs c.

(** 1.4.1 *)
Definition downfloaters (c : candidate) : list card := sort ranks_higher (limbo c ++ left_over c).

(** A player with the BSN (4.1.1). *)
Definition tagged := (Z * card)%type.
Definition with_bsns (ps : list card) : list tagged := combine (map Z.of_nat (seq 1 (length ps))) ps.
Definition bsns (ps : list tagged) : list Z := map fst ps.
Definition by_bsn : list tagged -> list tagged := sort (fun x y => fst x <? fst y).

(** 4.3.2: the smaller list has priority. [down]: from S1 to S2; [up]: from S2 to S1; both ascending. *)
Definition priority (down up : list tagged) : list Z :=
  [Z.of_nat (length down)]                 (* 1: the smallest number of exchanged BSNs *)
    ++ [sum (bsns up) - sum (bsns down)]   (* 2: the smallest difference of the sums *)
    ++ map Z.opp (rev (bsns down))         (* 3: the largest differing BSN from S1 to S2 *)
    ++ bsns up.                            (* 4: the smallest differing BSN from S2 to S1 *)

(** 3.6.1, 4.3: S1 and S2 as they are (nothing exchanged), then after each exchange, in order. *)
Definition exchanges (s1 s2 : list tagged) : list (list tagged * list tagged) :=
  let exchange k :=
    flat_map
      (fun '(down, stay1) =>
         map (fun '(up, stay2) => (priority down up, (by_bsn (stay1 ++ up), by_bsn (stay2 ++ down)))) (choices k s2))
      (choices k s1)
  in
  map snd
    (sort (fun x y => match compare (fst x) (fst y) with Lt => true | _ => false end)
       (flat_map exchange (seq 0 (S (length s1))))).

(** 3.2, 3.3.1, 3.3.2, 3.6: how a homogeneous bracket, or a remainder, makes [n] pairs: the pairs, and who is left. *)
Definition homogeneous_candidates (n : nat) (ps : list card) : list (list (card * card) * list card) :=
  let all := with_bsns ps in
  flat_map
    (fun '(s1, s2) =>
       map (fun '(partners, spare) => (combine (map snd s1) (map snd partners), map snd spare)) (arrangements n s2))
    (exchanges (firstn n all) (skipn n all)).

(** Articles 3.3 and 3.7: the sequence of the candidates. The outermost loop changes last.

    MaxPairs (3.1.2) and M1 (3.1.3) are what the best candidates have: [C6] fixes the number of pairs, and [C7] the
    number of MDPs among the downfloaters. So all numbers are tried here, and in which order they are does not matter. *)
Definition candidates (b : bracket) : list candidate :=
  flat_map (fun m1 =>                                                        (* 3.1.3 *)
    flat_map (fun '(s1, in_limbo) =>                                         (* 3.7.3, 4.4 *)
      flat_map (fun '(s2, remainder) =>                                      (* 3.7.2, 4.2 *)
        flat_map (fun n =>                                                   (* 3.1.2 *)
          map (fun '(pairs, spare) => Candidate (combine s1 s2) pairs in_limbo spare)
            (homogeneous_candidates n remainder))                            (* 3.7.1 *)
          (down_from (Nat.div2 (length remainder))))
        (arrangements m1 (residents b)))
      (choices m1 (mdps b)))
    (down_from (Nat.min (length (mdps b)) (length (residents b)))).

(** * The criteria of a candidate *)

(** All who are not yet paired once the candidate is taken. *)
Definition not_yet_paired (b : bracket) (c : candidate) : list card := downfloaters c ++ concat (below b).

(** 2.2.1 [C4]; from the last bracket "at most one" downfloats (1.9.1). *)
Definition c4 (b : bracket) (c : candidate) : bool :=
  can_be_completed (not_yet_paired b c)
    && match below b with [] => Nat.leb (length (downfloaters c)) 1 | _ => true end.

(** The absolute criteria and completion. [C2] is in [c4]: the assignee is one of those not yet paired. *)
Definition complies (b : bracket) (c : candidate) : bool :=
  forallb (fun '(p, q) => may_meet p q) (pairs_of c) && c4 b c.

Definition lowest (l : list Z) : list Z :=
  match l with [] => [] | x :: rest => [fold_right Z.min x rest] end.

(** 2.3.1 [C5]: "Minimise the score of the assignee of the pairing-allocated-bye": the lowest with which the round can
    still be completed. *)
Definition c5 (b : bracket) (c : candidate) : list Z :=
  let spare := not_yet_paired b c in
  if is_odd_number spare then lowest (map score (possible_assignees spare)) else [].

(** 2.4.1 [C6]: "Minimise the number of downfloaters". *)
Definition c6 (c : candidate) : list Z := [Z.of_nat (length (downfloaters c))].

(** 2.4.2 [C7]: "Minimise the scores (taken in descending order) of the downfloaters." *)
Definition c7 (c : candidate) : list Z := descending (map score (downfloaters c)).

(** 3.8.1: those of the list that satisfy a criterion best; and every criterion, in its order. *)
Definition least (l : list (list Z)) (x : list Z) : list Z :=
  fold_right (fun y least => match compare y least with Lt => y | _ => least end) x l.

Definition best_by (criterion : candidate -> list Z) (l : list candidate) : list candidate :=
  match map (fun c => (criterion c, c)) l with
  | [] => []
  | (x, c) :: rest =>
      let best := least (map fst rest) x in
      map snd (filter (fun '(y, _) => match compare y best with Eq => true | _ => false end) ((x, c) :: rest))
  end.
Definition best (criteria : list (candidate -> list Z)) (l : list candidate) : list candidate :=
  fold_left (fun l criterion => best_by criterion l) criteria l.

(** 2.4.3 [C8]: "Choose the set of downfloaters so that in the following bracket every criterion from [C1] to [C7] is
    complied with." Reading: as well as possible, so what counts is the best that the following bracket can do. *)
Definition c8 (b : bracket) (c : candidate) : list Z :=
  match below b with
  | [] => []
  | next :: rest =>
      let following := Bracket (downfloaters c) next rest in
      match best [c5 following; c6; c7] (filter (complies following) (candidates following)) with
      | d :: _ => 0 :: c5 following d ++ c6 d ++ c7 d
      | [] => [1]
      end
  end.

(** 2.4.4 [C9]: "Minimise the number of unplayed games of the assignee", for "brackets that downfloat exactly one
    player, who will end up receiving the pairing-allocated bye": whose score is the one that [C5] gives the bye; all others who
    are not yet paired have lower scores. *)
Definition c9 (b : bracket) (c : candidate) : list Z :=
  match downfloaters c with
  | [p] => match compare (c5 b c) [score p] with Eq => [unplayed p] | _ => [0] end
  | _ => [0]
  end.

(** The players of some pairs with the colours that Article 5 gives them. *)
Definition allocated (pairs : list (card * card)) : list (card * colour) :=
  flat_map (fun pair => let '(w, b) := with_colours pair in [(w, White); (b, Black)]) pairs.

(** Topscorers and topscorers' opponents. *)
Definition with_topscorer : list (card * card) -> list (card * card) :=
  filter (fun '(p, q) => is_topscorer p || is_topscorer q).

Definition beyond_two '((p, c) : card * colour) : bool :=
  2 <? Z.abs (difference p + match c with White => 1 | Black => -1 end).
Definition third_in_a_row '((p, c) : card * colour) : bool :=
  match colours p with x :: y :: _ => same x c && same y c | _ => false end.

(** 2.4.5 [C10]: who "get a colour difference higher than +2 or lower than -2". *)
Definition c10 (c : candidate) : list Z := [count beyond_two (allocated (with_topscorer (pairs_of c)))].

(** 2.4.6 [C11]: who "get the same colour three times in a row". *)
Definition c11 (c : candidate) : list Z := [count third_in_a_row (allocated (with_topscorer (pairs_of c)))].

(** 2.4.7 [C12]: "players who do not get their colour preference". *)
Definition c12 (c : candidate) : list Z :=
  [count (fun '(p, got) => prefers p (other got)) (allocated (pairs_of c))].

(** 2.4.8 [C13]: "players who do not get their strong colour preference". *)
Definition c13 (c : candidate) : list Z :=
  [count (fun '(p, got) => (rank_of_strength p =? 2) && prefers p (other got)) (allocated (pairs_of c))].

Definition is_float (f : float) (received : option float) : bool :=
  match f, received with Up, Some Up | Down, Some Down => true | _, _ => false end.

(** Which round a criterion looks at: [last_float] or [float_before]. *)
Section Floats.
Variable received : card -> option float.

(** 2.4.9, 2.4.11 [C14, C16]: "the number of resident downfloaters who received a downfloat". *)
Definition resident_downfloats (c : candidate) : list Z :=
  [count (fun p => is_float Down (received p)) (left_over c)].

(** 2.4.10, 2.4.12 [C15, C17]: "the number of MDP opponents who received an upfloat". *)
Definition opponent_upfloats (c : candidate) : list Z :=
  [count (fun '(_, p) => is_float Up (received p)) (mdp_pairs c)].

(** 2.4.13, 2.4.15 [C18, C20]: "the score differences (taken in descending order) of MDPs who received a downfloat".
    Reading: the text gives no difference to an MDP in the Limbo; it is larger than that to any resident, as if the
    opponent had a point less. *)
Definition mdp_differences (b : bracket) (c : candidate) : list Z :=
  let in_bracket := match residents b with r :: _ => score r | [] => 0 end in
  descending
    (map (fun '(p, q) => score p - score q) (filter (fun '(p, _) => is_float Down (received p)) (mdp_pairs c))
       ++ map (fun p => score p - in_bracket + 10) (filter (fun p => is_float Down (received p)) (limbo c))).

(** 2.4.14, 2.4.16 [C19, C21]: "the score differences of MDP opponents who received an upfloat". *)
Definition opponent_differences (c : candidate) : list Z :=
  descending
    (map (fun '(p, q) => score p - score q) (filter (fun '(_, q) => is_float Up (received q)) (mdp_pairs c))).
End Floats.

(** "in descending priority" *)
Definition criteria (b : bracket) : list (candidate -> list Z) := [
  c5 b; c6; c7; c8 b; c9 b; c10; c11; c12; c13;
  resident_downfloats last_float;    (* C14 *)
  opponent_upfloats last_float;      (* C15 *)
  resident_downfloats float_before;  (* C16 *)
  opponent_upfloats float_before;    (* C17 *)
  mdp_differences last_float b;      (* C18 *)
  opponent_differences last_float;   (* C19 *)
  mdp_differences float_before b;    (* C20 *)
  opponent_differences float_before  (* C21 *)
].

(** * What the right round is *)

(** 3.8.1: "a candidate is better than another if it better satisfies [...] a criterion of higher priority". *)
Fixpoint better (by_criteria : list (candidate -> list Z)) (c d : candidate) : bool :=
  match by_criteria with
  | [] => false
  | criterion :: rest =>
      match compare (criterion c) (criterion d) with Lt => true | Gt => false | Eq => better rest c d end
  end.

(** 3.4, 3.8.1: the candidate that is chosen: each that is generated earlier is worse, and none that is generated later
    is better. *)
Definition is_chosen (b : bracket) (c : candidate) : Prop :=
  exists earlier later,
    filter (complies b) (candidates b) = earlier ++ c :: later
    /\ (forall d, In d earlier -> better (criteria b) c d = true)
    /\ (forall d, In d later -> better (criteria b) d c = false).

(** 1.9.2: "starts with the top scoregroup, and continues bracket by bracket until all the scoregroups, in descending
    order, have been used". The moved-down players, the scoregroups to come, the pairs, and who receives the bye. *)
Inductive is_paired : list card -> list (list card) -> list (card * card) -> option card -> Prop :=
  | everybody_is_paired : is_paired [] [] [] None
  | one_is_left : forall p, is_paired [p] [] [] (Some p)
  | one_bracket_more : forall moved_down scoregroup lower c pairs bye,
      is_chosen (Bracket moved_down scoregroup lower) c ->
      is_paired (downfloaters c) lower pairs bye ->
      is_paired moved_down (scoregroup :: lower) (pairs_of c ++ pairs) bye.

(** A round by TPNs: White and Black of each pair, and who receives the pairing-allocated bye. *)
Record round := Round { games : list (Z * Z); pab : option Z }.

Definition numbers (r : round) : list Z :=
  flat_map (fun '(w, b) => [w; b]) (games r) ++ match pab r with Some n => [n] | None => [] end.

(** 1.9.1: everybody who is here is paired once, or receives the bye, and [C1] to [C3] hold. *)
Definition is_legal_for (cards : list card) (r : round) : bool :=
  let card_with n := find (fun p => tpn p =? n) cards in
  Nat.eqb (length (numbers r)) (length cards)
    && forallb (fun p => count (Z.eqb (tpn p)) (numbers r) =? 1) cards
    && forallb
         (fun '(w, b) => match card_with w, card_with b with Some p, Some q => may_meet p q | _, _ => false end)
         (games r)
    && match pab r with
       | None => true
       | Some n => match card_with n with Some p => may_have_pab p | None => false end
       end.
Definition is_legal : round -> bool := is_legal_for cards.

Definition in_numbers (pairs : list (card * card)) : list (Z * Z) :=
  map (fun pair => let '(w, b) := with_colours pair in (tpn w, tpn b)) pairs.

(** The round is the one by the rules; in which order its games are listed does not matter. *)
Definition is_right (r : round) : Prop :=
  is_legal r = true
  /\ exists pairs bye,
       is_paired [] (scoregroups cards) pairs bye
       /\ Permutation (games r) (in_numbers pairs)
       /\ pab r = option_map tpn bye.

(** * And how it is found *)

Definition chosen (b : bracket) : option candidate :=
  hd_error (best (criteria b) (filter (complies b) (candidates b))).

Fixpoint pair_brackets (moved_down : list card) (groups : list (list card)) :
    option (list (card * card) * option card) :=
  match groups, moved_down with
  | [], [] => Some ([], None)
  | [], [p] => Some ([], Some p)
  | [], _ => None
  | scoregroup :: lower, _ =>
      match chosen (Bracket moved_down scoregroup lower) with
      | None => None
      | Some c =>
          match pair_brackets (downfloaters c) lower with
          | None => None
          | Some (pairs, bye) => Some (pairs_of c ++ pairs, bye)
          end
      end
  end.

(** [None]: "it is impossible to complete a round-pairing" (1.9.3). *)
Definition pair : option round :=
  match pair_brackets [] (scoregroups cards) with
  | None => None
  | Some (pairs, bye) =>
      let r := Round (in_numbers pairs) (option_map tpn bye) in
      if is_legal r then Some r else None
  end.

End Round.
