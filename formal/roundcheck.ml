(* edelweiss-roundcheck: is a round the one by the rules? Reads tournaments, each with a round and what is to show it, and
   asks the extracted checker. Of the round and the duals nothing is believed. *)

module Int = Z
open Rules
open Tournament

(* What is said of a round for which the checker is not made. *)
exception Outside of string

let outside_of format = Printf.ksprintf (fun text -> raise (Outside text)) format
let most_digits = 100_000

(* Brackets up to this many players are tried out, for so many seconds in a round. *)
let most_tried = 9
let most_in_bracket = 400
let most_seconds = 20

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

(* What is handed in for a bracket: that it is tried out, or the largest cost, the duals, and who is barred. *)
type handed = Try | Duals of Int.t * certificate * Int.t list

(* That of each bracket, until the line "end"; and the number of the line behind it. *)
let rec handed line brackets =
  match read_line limits.line stdin line with
  | None -> refused "line %d: the round has no line \"end\"" line
  | Some text -> (
      let tpn (column, word) = Int.of_int (number line column 1_000_000 "a number" word) in
      let positive at = Int.succ (tpn at) in
      match (words text, brackets) with
      | [], _ -> handed (line + 1) brackets
      | [ (_, "end") ], _ -> (line + 1, List.rev brackets)
      | [ (_, "tried") ], _ -> handed (line + 1) (Try :: brackets)
      | (_, "bracket") :: (column, most) :: barred, _ ->
          let empty = { vertices = []; set_duals = [] } in
          handed (line + 1) (Duals (big line column most, empty, List.map tpn barred) :: brackets)
      | (_, "vertex") :: v :: (column, dual) :: sets, Duals (most, duals, barred) :: rest ->
          let vertex = { must_cover = true; dual2 = big line column dual; sets = List.map positive sets } in
          let vertices = (positive v, vertex) :: duals.vertices in
          handed (line + 1) (Duals (most, { duals with vertices }, barred) :: rest)
      | [ (_, "set"); s; (column, dual) ], Duals (most, duals, barred) :: rest ->
          let set_duals = (positive s, big line column dual) :: duals.set_duals in
          handed (line + 1) (Duals (most, { duals with set_duals }, barred) :: rest)
      | (column, word) :: _, Duals _ :: _ ->
          wrong line column "bracket LARGEST TPN ..., tried, vertex TPN DUAL SET ..., set NUMBER DUAL, or end" word
      | (column, word) :: _, _ -> wrong line column "bracket LARGEST TPN ..., tried, or end" word)

let partners_of r =
  let partner = Hashtbl.create 64 in
  List.iter (fun (w, b) -> Hashtbl.replace partner w b; Hashtbl.replace partner b w) r.games;
  Hashtbl.find_opt partner

(* The brackets of a round, and of each that is tidy the candidate that the round names: into it one player is moved down
   at most, who is paired there, and one resident at most is left over. *)
let brackets_of t r =
  let partner = partners_of r in
  let rec walk moved groups =
    match groups with
    | [] -> []
    | residents :: below ->
        let b = { mdps = moved; residents; below } in
        let all = everyone b in
        let is_in players n = List.exists (fun q -> Int.equal q.tpn n) players in
        let meets players p = match partner p.tpn with Some q -> is_in players q | None -> false in
        let down = List.filter (fun p -> not (meets all p)) all in
        let opponents_of_mdps = List.filter_map (fun p -> partner p.tpn) moved in
        let remainder = List.filter (fun q -> not (List.mem q.tpn opponents_of_mdps)) residents in
        let bsns = List.mapi (fun i q -> (q.tpn, Int.of_int (i + 1))) remainder in
        let pair (n, i) =
          match Option.bind (partner n) (fun q -> List.assoc_opt q bsns) with
          | Some j when Int.lt i j -> Some (i, j)
          | _ -> None
        in
        let pairs = List.filter_map pair bsns in
        let st =
          {
            opponents_of_mdps;
            firsts = List.map fst pairs;
            seconds = List.map snd pairs;
            largest_cost = Int.zero;
            duals = { vertices = []; set_duals = [] };
            barred = [];
          }
        in
        let is_tidy =
          List.length moved <= 1 && List.for_all (meets residents) moved
          && List.length down = List.length all mod 2
          && name b st <> None
        in
        (b, if is_tidy then Some st else None) :: walk (sort ranks_higher down) below
  in
  walk [] (scoregroups (cards t))

(* What the assignee's score has to be the least of. *)
let score_of_bye t r =
  match r.pab with
  | None -> Int.zero
  | Some n -> (
      match List.find_opt (fun p -> Int.equal p.tpn n) (cards t) with
      | Some p -> p.score
      | None -> outside_of "player %s, who has the bye, is not to be paired" (Int.to_string n))

let size b = List.length (everyone b)

let check_size at (b, st) =
  if st = None && size b > most_tried then
    outside_of "bracket %d is not tidy, and has %d players" (at + 1) (size b);
  if size b > most_in_bracket then outside_of "bracket %d has %d players" (at + 1) (size b)

(* Who is barred from being left over, as far as the following bracket is small enough to try. *)
let barred s5 b x next_is_tidy =
  match b.below with
  | next :: _ when is_odd_bracket b && List.length next < most_tried ->
      let down = (candidate_named b x).left_over in
      let least = if next_is_tidy then least8 b s5 (score_of_group next) else c8_of b down in
      let candidates = List.filter (fun p -> not (List.memq p down)) b.residents in
      List.filter_map (fun p -> if is_barred b least p then Some p.tpn else None) candidates
  | _ -> []

let named b st = match name b st with Some x -> x | None -> outside_of "no candidate of a bracket is this"

(* The graph of each bracket, for a solver. *)
let graphs t r round =
  let s5 = score_of_bye t r in
  let brackets = brackets_of t r in
  List.iteri check_size brackets;
  let described at (b, st) =
    let next_is_tidy = match List.nth_opt brackets (at + 1) with Some (_, st) -> st <> None | None -> false in
    match st with
    | None -> Printf.sprintf "tried %d %d\n" round (at + 1)
    | Some _ when not (bye_is_least b s5) ->
        outside_of "bracket %d: somebody with a lower score than who has the bye might have it" (at + 1)
    | Some st ->
        let s = score_of_group b.residents and x = named b st in
        let st = { st with barred = barred s5 b x next_is_tidy } in
        let ks = components t s5 b s (bsn_map x.n_remainder) x.n_remainder in
        let moves = graph b s (may_be_left_over b st) in
        let costs m = List.map (fun k -> k m) ks in
        let larger found cost = Int.max found (Int.abs cost) in
        let most = List.fold_left (fun found m -> List.fold_left larger found (costs m)) Int.zero moves in
        let base = base b most in
        let vertices = vertex_numbers b in
        let index = Hashtbl.create 64 in
        List.iteri (fun i v -> Hashtbl.replace index v i) vertices;
        let numbers l = String.concat " " (List.map Int.to_string l) in
        let edge m =
          Printf.sprintf "%d %d %s\n"
            (Hashtbl.find index (vertex_number (fst m)))
            (Hashtbl.find index (end_of m))
            (Int.to_string (pack base Int.zero (costs m)))
        in
        Printf.sprintf "graph %d %d %d %d %s\n%s\n%s" round (at + 1) (List.length vertices) (List.length moves)
          (numbers (most :: st.barred))
          (numbers (List.map Int.pred vertices))
          (String.concat "" (List.map edge moves))
  in
  List.iter print_string (List.mapi described brackets)

let check t r handed =
  let s5 = score_of_bye t r in
  let brackets = brackets_of t r in
  List.iteri check_size brackets;
  if List.length handed <> List.length brackets then
    Printf.printf "refused: something is handed in for %d brackets, the round has %d\n" (List.length handed)
      (List.length brackets)
  else
    let evidence at (b, st) handed =
      match (st, handed) with
      | _, Try when size b > most_tried -> outside_of "bracket %d has %d players" (at + 1) (size b)
      | _, Try -> TriedOut
      | Some st, Duals (largest_cost, duals, barred) -> Shown { st with largest_cost; duals; barred }
      | None, Duals _ -> outside_of "bracket %d is not tidy" (at + 1)
    in
    let steps = List.mapi (fun at (bracket, handed) -> evidence at bracket handed) (List.combine brackets handed) in
    if accepts_round t r s5 steps then
      let tried = List.length (List.filter (fun step -> step = TriedOut) steps) in
      Printf.printf "holds brackets:%d tried:%d\n" (List.length steps) tried
    else Printf.printf "refused: it is not shown that nothing is better\n"

let usage =
  "edelweiss-roundcheck < ROUNDS            is each round the one by C.04.3 of 2026?\n\
   edelweiss-roundcheck --graphs < ROUNDS   the graphs whose lightest perfect matchings are to be shown\n\n\
   An answer is a line: \"holds\", which is proved and assumes nothing; \"refused\"; or \"outside\", of a round for which\n\
   the checker is not made. formal/README.md describes the input.\n"

let () =
  let too_long _ = raise (Outside "it takes too long to try the brackets") in
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle too_long);
  let round = ref 0 in
  let each work =
    let finish line rest t =
      let r = round_of line rest in
      let next, handed = handed (line + 1) [] in
      incr round;
      ignore (Unix.alarm most_seconds);
      (try work t r handed with
      | Outside why -> Printf.printf "outside: %s\n" why
      | Stack_overflow | Out_of_memory -> Printf.printf "outside: a bracket has more candidates than fit into memory\n");
      ignore (Unix.alarm 0);
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
