(* edelweiss-roundcheck: is a round the one by the rules? Reads tournaments, each with a round and what is to show it, and
   asks the extracted checker. Of the round and the duals nothing is believed. *)

module Int = Z
open Rules
open Tournament

(* What is said of a round that is not tidy: the checker is not for it. *)
exception Outside of string

let outside_of format = Printf.ksprintf (fun text -> raise (Outside text)) format
let most_digits = 100_000

let limits =
  { line = 1_000_000; players = 1_000; here = 1_000; why = "and numbers of steps grow"; last_word = "round" }

(* "4-1" or "bye:3". *)
let round_of line rest =
  let tpn column text = Int.of_int (number line column 99_999 "a player's number" text) in
  let add r (column, text) =
    match (String.split_on_char '-' text, String.split_on_char ':' text) with
    | [ w; b ], _ -> { r with games = (tpn column w, tpn column b) :: r.games }
    | _, [ "bye"; n ] when r.pab = None -> { r with pab = Some (tpn column n) }
    | _ -> wrong line column "WHITE-BLACK, or bye:NUMBER once" text
  in
  List.fold_left add { games = []; pab = None } rest

let big line column text =
  let digits = if text <> "" && text.[0] = '-' then String.sub text 1 (String.length text - 1) else text in
  if String.length digits > most_digits then refused "line %d, column %d: more than %d digits" line column most_digits;
  if digits = "" || not (String.for_all (fun c -> c >= '0' && c <= '9') digits) then
    wrong line column "a whole number" text;
  Int.of_string text

(* Of each bracket the largest cost and the duals, until the line "end"; and the number of the line behind it. *)
let rec shown line brackets =
  match read_line limits.line stdin line with
  | None -> refused "line %d: the round has no line \"end\"" line
  | Some text -> (
      let positive (column, word) = Int.of_int (1 + number line column 1_000_000 "a number" word) in
      match (words text, brackets) with
      | [], _ -> shown (line + 1) brackets
      | [ (_, "end") ], _ -> (line + 1, List.rev brackets)
      | [ (_, "bracket"); (column, most) ], _ ->
          shown (line + 1) ((big line column most, { vertices = []; set_duals = [] }) :: brackets)
      | (_, "vertex") :: v :: (column, dual) :: sets, (most, duals) :: rest ->
          let vertex = { must_cover = true; dual2 = big line column dual; sets = List.map positive sets } in
          shown (line + 1) ((most, { duals with vertices = (positive v, vertex) :: duals.vertices }) :: rest)
      | [ (_, "set"); s; (column, dual) ], (most, duals) :: rest ->
          let set = (positive s, big line column dual) in
          shown (line + 1) ((most, { duals with set_duals = set :: duals.set_duals }) :: rest)
      | (column, word) :: _, [] -> wrong line column "bracket LARGEST or end" word
      | (column, word) :: _, _ ->
          wrong line column "bracket LARGEST, vertex TPN DUAL SET ..., set NUMBER DUAL, or end" word)

let partners_of r =
  let partner = Hashtbl.create 64 in
  List.iter (fun (w, b) -> Hashtbl.replace partner w b; Hashtbl.replace partner b w) r.games;
  Hashtbl.find_opt partner

(* The candidate of each bracket that the round names, with the bracket. *)
let brackets_of t r =
  let partner = partners_of r in
  let rec walk at moved groups =
    match groups with
    | [] -> []
    | residents :: below ->
        let b = { mdps = moved; residents; below } in
        let place = Printf.sprintf "bracket %d" at in
        let is_resident n = List.exists (fun q -> Int.equal q.tpn n) residents in
        let opponent p =
          match partner p.tpn with
          | Some q when is_resident q -> q
          | _ -> outside_of "%s: player %s, who was moved down, is moved down again" place (Int.to_string p.tpn)
        in
        if List.length moved > 1 then outside_of "%s: more than one player is moved down into it" place;
        let opponents_of_mdps = List.map opponent moved in
        let remainder = List.filter (fun q -> not (List.mem q.tpn opponents_of_mdps)) residents in
        let bsns = List.mapi (fun i q -> (q.tpn, Int.of_int (i + 1))) remainder in
        let pairs =
          List.filter_map
            (fun (n, i) ->
              match Option.bind (partner n) (fun q -> List.assoc_opt q bsns) with
              | Some j when Int.lt i j -> Some (i, j)
              | _ -> None)
            bsns
        in
        let left = List.length remainder - (2 * List.length pairs) in
        if left > 1 then outside_of "%s: %d players are moved down from it" place left;
        let st =
          {
            opponents_of_mdps;
            firsts = List.map fst pairs;
            seconds = List.map snd pairs;
            largest_cost = Int.zero;
            duals = { vertices = []; set_duals = [] };
          }
        in
        let x = match name b st with Some x -> x | None -> outside_of "%s: no candidate is this" place in
        let down = downfloaters (candidate_named b x) in
        (b, st, x) :: walk (at + 1) down below
  in
  walk 1 [] (scoregroups (cards t))

(* What the assignee's score has to be the least of. *)
let score_of_bye t r =
  match r.pab with
  | None -> Int.zero
  | Some n -> (
      match List.find_opt (fun p -> Int.equal p.tpn n) (cards t) with
      | Some p -> p.score
      | None -> outside_of "player %s, who has the bye, is not to be paired" (Int.to_string n))

let check_bye b s5 at =
  if not (bye_is_least b s5) then
    outside_of "bracket %d: somebody with a lower score than who has the bye might have it" at

(* The graph of each bracket, for a solver. *)
let graphs t r round =
  let s5 = score_of_bye t r in
  let brackets = brackets_of t r in
  List.iteri (fun at (b, _, _) -> check_bye b s5 (at + 1)) brackets;
  List.iteri
    (fun at (b, _, x) ->
      let s = score_of_group b.residents in
      let costs = priced b s (components t s5 b s (bsn_map x.n_remainder) x.n_remainder) in
      let larger found cost = Int.max found (Int.abs cost) in
      let most = List.fold_left (fun found (_, l) -> List.fold_left larger found l) Int.zero costs in
      let base = base b most in
      let vertices = vertex_numbers b in
      let index = Hashtbl.create 64 in
      List.iteri (fun i v -> Hashtbl.replace index v i) vertices;
      Printf.printf "graph %d %d %d %d %s\n" round (at + 1) (List.length vertices) (List.length costs)
        (Int.to_string most);
      print_endline (String.concat " " (List.map (fun v -> Int.to_string (Int.pred v)) vertices));
      List.iter
        (fun (m, l) ->
          Printf.printf "%d %d %s\n"
            (Hashtbl.find index (vertex_number (fst m)))
            (Hashtbl.find index (end_of m))
            (Int.to_string (pack base Int.zero l)))
        costs)
    brackets

let check t r shown =
  let s5 = score_of_bye t r in
  let brackets = brackets_of t r in
  List.iteri (fun at (b, _, _) -> check_bye b s5 (at + 1)) brackets;
  if List.length shown <> List.length brackets then
    Printf.printf "refused: duals of %d brackets, the round has %d\n" (List.length shown) (List.length brackets)
  else
    let step (_, st, _) (largest_cost, duals) = { st with largest_cost; duals } in
    let steps = List.map2 step brackets shown in
    if accepts_round t r s5 steps then Printf.printf "holds brackets:%d\n" (List.length steps)
    else
      let failing at (b, _, _) st = if check_bracket t s5 b st = None then Some (at + 1) else None in
      let found = List.mapi (fun at (b, st) -> failing at b st) (List.combine brackets steps) in
      match List.find_opt Option.is_some found with
      | Some (Some at) -> Printf.printf "refused: bracket %d is not shown to be the best\n" at
      | _ -> Printf.printf "refused: the games, the colours or the bye are not those of the brackets\n"

let usage =
  "edelweiss-roundcheck < ROUNDS            is each round the one by C.04.3 of 2026?\n\
   edelweiss-roundcheck --graphs < ROUNDS   the graphs whose lightest perfect matchings are to be shown\n\n\
   An answer is a line: \"holds\", which is proved of tidy rounds and assumes nothing; \"refused\"; or \"outside\",\n\
   of a round that is not tidy, about which nothing is said. formal/README.md describes the input.\n"

let () =
  let round = ref 0 in
  let each work =
    let finish line rest t =
      let r = round_of line rest in
      let next, duals = shown (line + 1) [] in
      incr round;
      (try work t r duals with Outside why -> Printf.printf "outside: %s\n" why);
      next
    in
    outside limits finish stdin 1
  in
  try
    match Array.to_list Sys.argv with
    | [ _ ] -> each check
    | [ _; "--graphs" ] -> each (fun t r _ -> graphs t r !round)
    | [ _; ("--help" | "-h") ] -> print_string usage
    | _ -> prerr_string usage; exit 2
  with
  | Refused why -> flush stdout; Printf.eprintf "refused: %s\n" why; exit 1
  | Stack_overflow | Out_of_memory -> flush stdout; Printf.eprintf "refused: the input is too large\n"; exit 1
