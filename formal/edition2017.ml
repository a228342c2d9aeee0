(* Rounds of 2017 before the extracted checker: what is handed in for each bracket, and the graphs that it is solved from.
   Of the round, the candidates that are tried and the duals nothing is believed. *)

module Int = Z
open Rules
open Tournament
open Rounds

type pairs = (Int.t * Int.t) list

(* A part of what is handed in. [Tried]: of a bracket that collapses, the candidate that would be chosen, [pairs], and one
   of the following bracket, [next]. [known]: whoever asks for graphs has this one. *)
type what = Usual_one | Tried | Barrier | Penultimate_one | Last_one
type part = { what : what; known : bool; most : Int.t; duals : certificate; pairs : pairs option; next : pairs }

let what_of line column = function
  | "usual" -> Usual_one
  | "tried" -> Tried
  | "penultimate" -> Penultimate_one
  | "last" -> Last_one
  | other -> wrong line column "usual, tried, penultimate or last" other

let name_of = function
  | Usual_one -> "usual"
  | Tried -> "tried"
  | Barrier -> "barrier"
  | Penultimate_one -> "penultimate"
  | Last_one -> "last"

let part what known most = { what; known; most; duals = empty; pairs = None; next = [] }

(* "3+8": two players, by their numbers. *)
let pair_of line (column, text) =
  match String.split_on_char '+' text with
  | [ p; q ] ->
      let tpn text = Int.of_int (number line column 99_999 "a player's number" text) in
      (tpn p, tpn q)
  | _ -> wrong line column "ONE+OTHER" text

(* What is handed in until the line "end", and the number of the line behind it. *)
let rec handed line parts =
  match read_line limits.line stdin line with
  | None -> refused "line %d: the round has no line \"end\"" line
  | Some text -> (
      let one known at what most parts =
        handed (line + 1) (part (what_of line at what) known most :: parts)
      in
      match (words text, parts) with
      | [], _ -> handed (line + 1) parts
      | [ (_, "end") ], _ -> (line + 1, List.rev parts)
      | [ (_, "known"); (at, what) ], _ -> one true at what Int.zero parts
      | [ (_, "bracket"); (at, what); (column, most) ], _ -> one false at what (big line column most) parts
      | [ (_, "barrier") ], _ -> handed (line + 1) (part Barrier false Int.zero :: parts)
      | (_, "pairs") :: pairs, ({ what = Tried; _ } as last) :: rest ->
          handed (line + 1) ({ last with pairs = Some (List.map (pair_of line) pairs) } :: rest)
      | (_, "next") :: pairs, ({ what = Tried; _ } as last) :: rest ->
          handed (line + 1) ({ last with next = List.map (pair_of line) pairs } :: rest)
      | (column, word) :: _, last :: rest -> (
          match add_duals line (last.what = Barrier) last.duals (words text) with
          | Some duals -> handed (line + 1) ({ last with duals } :: rest)
          | None -> wrong line column "bracket WHAT LARGEST, known WHAT, barrier, pairs or next behind a bracket that is \
                                       tried, vertex TPN DUAL SET ..., set NUMBER DUAL, or end" word)
      | (column, word) :: _, [] -> wrong line column "bracket WHAT LARGEST, known WHAT, or end" word)

(* A bracket that is paired as usual, or the one that collapses, with the CLB, what is tried, and the bracket behind it. *)
type place =
  | At of bracket * step
  | Collapse of { here : bracket; tried : step; next : (bracket * step) option; c : step; clb : bracket; last : step }

let candidate_of (b, st) = Option.map candidate_named (name b st)

(* [collapses]: how many brackets there are before the one that does. *)
let places_of t r parts =
  let partner = partners_of r.games in
  let rec walk parts moved groups =
    match groups with
    | [] -> []
    | residents :: below -> (
        let here = { mdps = moved; residents; below } in
        let st, down = step_of partner here in
        match parts with
        | { what = Tried; pairs; next; _ } :: _ ->
            let tried, gone = step_of (partners_of (Option.value pairs ~default:[])) here in
            let following = function
              | [] -> None
              | residents :: below ->
                  let b = { mdps = gone; residents; below } in
                  Some (b, fst (step_of (partners_of next) b))
            in
            let clb = { mdps = down; residents = List.concat below; below = [] } in
            [ Collapse { here; tried; next = following below; c = st; clb; last = fst (step_of partner clb) } ]
        | _ -> At (here, st) :: walk (match parts with [] -> [] | _ :: rest -> rest) down below)
  in
  walk parts [] (scoregroups (cards_2017 t))

let check_sizes places =
  List.iteri
    (fun at -> function
      | At (b, _) -> check_size at b
      | Collapse { here; clb; _ } ->
          check_size at here;
          check_size (at + 1) clb)
    places

(* The graph of a bracket, and what the candidate that is named costs in it. *)
let graph_of t kind head b x next below_pairs further =
  let s = score_of_group b.residents and ns = score_of_group next and deep = is_penultimate kind in
  let more = completed kind b in
  let field = everyone b @ next @ more in
  let moves = joint_graph b s next more ns deep in
  let costs = prices_of t kind b s x next in
  let larger found m = List.fold_left (fun found cost -> Int.max found (Int.abs cost)) found (costs m) in
  let most = List.fold_left larger Int.zero moves in
  let powers = powers (wide_base field most) (List.fold_left (fun n _ -> S n) O (respects_of t kind b s x next)) in
  let edge m = edge_with (Int.neg (dot (costs m) powers)) m in
  let claimed =
    List.fold_left
      (fun sum m -> Int.add sum (edge m).weight)
      Int.zero
      (joint_of (candidate_named x) (if next = [] then [] else below_pairs) (if deep then further else []))
  in
  print_graph head (List.map vertex_number field) (List.map edge moves)
    (Printf.sprintf "%s %s" (Int.to_string most) (Int.to_string claimed))

let nothing_named =
  { n_mdps = []; n_limbo = []; n_opponents = []; n_remainder = []; n_down = []; n_up = []; n_s1 = []; n_s2 = [];
    n_partners = []; n_spare = [] }

let pairs_of_some = function Some c -> pairs_of c | None -> []

(* The graphs of a round, but of parts that are known. *)
let graphs t r parts round =
  let places = places_of t r parts in
  check_sizes places;
  Printf.printf "round %d %d\n" round (List.length places);
  let wanted at what =
    match List.nth_opt parts at with Some part -> part.what = what && not part.known | None -> what = Usual_one && parts = []
  in
  let head at what = Printf.sprintf "graph %d %d %s" round at (name_of what) in
  (* A candidate of the kind [k]; one that no candidate is costs what shows nothing. *)
  let named at what k (b, st) below further =
    if wanted at what then
      match name b st with
      | Some x -> graph_of t k (head at what) b x (looked_at k b (candidate_named x)) below further
      | None -> Printf.printf "unnamed %d %d\n" round at
  in
  let rec walk at = function
    | [] -> ()
    | At (b, st) :: rest ->
        let next =
          match rest with
          | At (b, st) :: _ -> candidate_of (b, st)
          | Collapse { here; tried; _ } :: _ -> candidate_of (here, tried)
          | [] -> None
        in
        named at Usual_one Usual (b, st) (pairs_of_some next) [];
        walk (at + 1) rest
    | Collapse { here; tried; next; c; clb; last } :: _ ->
        let of_next = pairs_of_some (Option.bind next candidate_of) in
        let part = List.nth parts at in
        if wanted at Tried then
          if part.pairs = None then
            graph_of t Usual (head at Tried) here nothing_named (match here.below with next :: _ -> next | [] -> []) [] []
          else named at Tried Usual (here, tried) of_next [];
        let left =
          match name here tried with Some x -> downfloaters (candidate_named x) @ List.concat here.below | None -> []
        in
        if wanted (at + 1) Barrier then
          print_graph (head (at + 1) Barrier) (whole_vertices left) (whole_graph left) "0 0";
        named (at + 2) Penultimate_one Penultimate (here, c) [] (pairs_of_some (candidate_of (clb, last)));
        named (at + 3) Last_one CollapsedLast (clb, last) [] []
  in
  walk 0 places

let check t r parts =
  let places = places_of t r parts in
  check_sizes places;
  let with_duals st part = { st with largest_cost = part.most; duals = part.duals } in
  let rec evidence places parts =
    match (places, parts) with
    | [], [] -> Some []
    | At (_, st) :: places, ({ what = Usual_one; _ } as part) :: parts ->
        Option.map (fun rest -> Paired (with_duals st part) :: rest) (evidence places parts)
    | ( [ Collapse { tried; next; c; last; _ } ],
        [ ({ what = Tried; _ } as t); ({ what = Barrier; _ } as b); ({ what = Penultimate_one; _ } as p);
          ({ what = Last_one; _ } as l) ] ) ->
        let next = match next with Some (_, st) -> st | None -> tried in
        Some [ Collapsing (with_duals tried t, next, b.duals, with_duals c p, with_duals last l) ]
    | _ -> None
  in
  match evidence places parts with
  | None -> Printf.sprintf "refused: what is handed in is not of %d brackets" (List.length places)
  | Some evidence ->
      if accepts_round_2017 t r evidence then
        Printf.sprintf "holds brackets:%d%s" (List.length places)
          (match List.rev places with Collapse _ :: _ -> " collapsed" | _ -> "")
      else "refused: it is not shown that nothing is better"
