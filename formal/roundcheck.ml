(* edelweiss-roundcheck: is a round the one by the rules? Reads tournaments, each with a round and what is to show it, and
   asks the extracted checker. Of the round and the duals nothing is believed. *)

module Int = Z
open Rules
open Tournament
open Rounds

(* What is handed in for a bracket: how far down is looked, the largest cost, and the duals; or, of who asks for graphs, that
   it has this already. *)
type handed = Known | Duals of depth * Int.t * certificate

let depth_of line column = function
  | "itself" -> Itself
  | "following" -> Following
  | "everybody" -> Everybody
  | other -> wrong line column "itself, following or everybody" other

let name_of = function Itself -> "itself" | Following -> "following" | Everybody -> "everybody"

(* The barrier of the bye, and what is handed in for each bracket, until the line "end"; and the number of the line behind
   it. The duals of a bracket leave anybody uncovered, a barrier nobody. *)
let rec handed line barrier brackets =
  match read_line limits.line stdin line with
  | None -> refused "line %d: the round has no line \"end\"" line
  | Some text -> (
      let add duals words =
        match (add_duals line (brackets = []) duals words, words) with
        | Some duals, _ -> duals
        | None, (column, word) :: _ ->
            wrong line column "bracket FAR LARGEST, known, vertex TPN DUAL SET ..., set NUMBER DUAL, or end" word
        | None, [] -> duals
      in
      match (words text, brackets, barrier) with
      | [], _, _ -> handed (line + 1) barrier brackets
      | [ (_, "end") ], _, _ -> (line + 1, (Option.value barrier ~default:empty, List.rev brackets))
      | [ (_, "known") ], _, _ -> handed (line + 1) barrier (Known :: brackets)
      | [ (_, "barrier") ], [], None -> handed (line + 1) (Some empty) []
      | [ (_, "bracket"); (at, far); (column, most) ], _, _ ->
          handed (line + 1) barrier (Duals (depth_of line at far, big line column most, empty) :: brackets)
      | words, Duals (far, most, duals) :: rest, _ -> handed (line + 1) barrier (Duals (far, most, add duals words) :: rest)
      | words, [], Some duals -> handed (line + 1) (Some (add duals words)) []
      | (column, word) :: _, _, _ -> wrong line column "barrier, bracket FAR LARGEST, known, or end" word)

(* The brackets of a round, each with the candidate that the round names. *)
let brackets_of t r =
  let partner = partners_of r.games in
  let rec walk moved groups =
    match groups with
    | [] -> []
    | residents :: below ->
        let b = { mdps = moved; residents; below } in
        let st, down = step_of partner b in
        (b, st) :: walk down below
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

(* How far down a certificate has to look, as a first guess: no further than C8 and the bye ask for. *)
let guess b x lower =
  match b.below with
  | [] -> if (candidate_named x).left_over = [] then Itself else Everybody
  | _ -> if c8_settled b Itself (candidate_named x) lower then Itself else Following

(* The graphs of a round, but of brackets that are known. *)
let graphs t r (_, handed) round =
  let s5 = score_of_bye t r in
  let brackets = brackets_of t r in
  List.iteri (fun at (b, _) -> check_size at b) brackets;
  let name_it at (b, st) =
    match name b st with Some x -> x | None -> outside_of "bracket %d: no candidate is this" (at + 1)
  in
  let named = List.mapi name_it brackets in
  Printf.printf "round %d %d\n" round (List.length brackets);
  let players = cards t in
  if handed = [] && not (bye_holds players s5 empty) then
    print_graph
      (Printf.sprintf "graph %d 0" round)
      (nobody :: List.map vertex_number players)
      (bye_graph players s5) "barrier 0 0";
  let rec walk at brackets named handed =
    match (brackets, named) with
    | (b, _) :: brackets, x :: named ->
        let lower = List.map candidate_named named in
        let far, rest =
          match handed with
          | [] -> (Some (guess b x lower), [])
          | Known :: rest -> (None, rest)
          | Duals (far, _, _) :: rest -> (Some far, rest)
        in
        Option.iter (fun far -> graph_of at b x lower far) far;
        walk (at + 1) brackets named rest
    | _ -> ()
  and graph_of at b x lower far =
    let s = score_of_group b.residents and next = next_of b far and deep = is_deep far in
    let behind = next @ more_of b far and ns = next_score_of b in
    let xs = entries b s5 next deep (components t s5 b s x) in
    let moves = graph b s behind next ns deep in
    let costs = costs_of t s5 b s x next deep in
    let larger found m = List.fold_left (fun found cost -> Int.max found (Int.abs cost)) found (costs m) in
    let most = List.fold_left larger Int.zero moves in
    let powers = powers (base b behind most) (List.fold_left (fun n _ -> S n) O xs) in
    let edge m = edge_with (Int.neg (dot (costs m) powers)) m in
    let claimed =
      List.fold_left
        (fun sum m -> Int.add sum (edge m).weight)
        Int.zero
        (joint_of (candidate_named x) (pairs_below b far lower) (pairs_further far lower))
    in
    print_graph
      (Printf.sprintf "graph %d %d" round at)
      (List.map vertex_number (everyone b @ behind))
      (List.map edge moves)
      (Printf.sprintf "%s %s %s" (name_of far) (Int.to_string most) (Int.to_string claimed))
  in
  walk 1 brackets named handed

let check t r (barrier, handed) =
  let s5 = score_of_bye t r in
  let brackets = brackets_of t r in
  List.iteri (fun at (b, _) -> check_size at b) brackets;
  if List.length handed <> List.length brackets then
    Printf.sprintf "refused: something is handed in for %d brackets, the round has %d" (List.length handed)
      (List.length brackets)
  else
    let step (_, st) = function
      | Known -> None
      | Duals (looked_down, largest_cost, duals) -> Some { st with looked_down; largest_cost; duals }
    in
    let steps = List.filter_map Fun.id (List.map2 step brackets handed) in
    if accepts_round t r s5 barrier steps then Printf.sprintf "holds brackets:%d" (List.length steps)
    else "refused: it is not shown that nothing is better"

let limit_to it_value = ignore (Unix.setitimer Unix.ITIMER_VIRTUAL { it_interval = 0.0; it_value })

let usage =
  "edelweiss-roundcheck < ROUNDS                 is each round the one by C.04.3 of 2026?\n\
   edelweiss-roundcheck --rules 2017 ...         or the one by the text before it?\n\
   edelweiss-roundcheck --proof PROOF < ROUND    is the round of the document PROOF the one, and is PROOF about it?\n\
   edelweiss-roundcheck --graphs < ROUNDS        the graphs whose heaviest matchings are to be shown\n\
   edelweiss-roundcheck --position < ROUND       what the statement knows before the round, as a proof's premises digest it\n\n\
   An answer is a line: \"holds\", which is proved and assumes nothing; \"refused\"; or \"outside\", of a round for which\n\
   the checker is not made. With PROOF, whose edition counts, the exit code is 0 only if it holds.\n\
   formal/README.md describes the input.\n"

type mode = Check | Graphs | Position | Proof of string

let rec options rules mode = function
  | [] -> (rules, mode)
  | "--rules" :: (("2026" | "2017") as rules) :: rest -> options (int_of_string rules) mode rest
  | "--graphs" :: rest when mode = Check -> options rules Graphs rest
  | "--position" :: rest when mode = Check -> options rules Position rest
  | "--proof" :: file :: rest when mode = Check -> options rules (Proof file) rest
  | [ ("--help" | "-h") ] -> print_string usage; exit 0
  | _ -> prerr_string usage; exit 2

(* Reads the rounds, and works on each with a limit of time; how many there were. *)
let each rules round_of work_2026 work_2017 =
  let too_long _ = raise (Outside "it takes more than 20 seconds") in
  Sys.set_signal Sys.sigvtalrm (Sys.Signal_handle too_long);
  let round = ref 0 in
  let limited work =
    limit_to most_seconds;
    (try work !round with
    | Outside why -> Printf.printf "outside: %s\n" why
    | Stack_overflow | Out_of_memory -> Printf.printf "outside: it does not fit into memory\n");
    limit_to 0.0
  in
  let finish line rest t =
    let r = round_of t line rest in
    incr round;
    if rules = 2017 then (
      let next, parts = Edition2017.handed (line + 1) [] in
      limited (work_2017 t r parts);
      next)
    else
      let next, brackets = handed (line + 1) None [] in
      limited (work_2026 t r brackets);
      next
  in
  outside limits finish stdin 1;
  !round

let card_of rules = if rules = 2017 then card_of_2017 else card_of

(* The round of a proof about this tournament; another tournament has another digest. *)
let round_of_proof file (proof : Proof_document.t) t line rest =
  (match rest with [] -> () | (column, word) :: _ -> Tournament.wrong line column "nothing: the round is the proof's" word);
  let next = Position.round t in
  if proof.round <> next then refused "%s: premises, round: the proof assumes %d, the tournament has %d" file proof.round next;
  let found = Sha256.to_hex (Sha256.string (Position.text (card_of proof.edition) t)) in
  if found <> proof.position then
    refused "%s: premises, position: the proof assumes %s, the tournament has %s" file (shown proof.position) found;
  let stranger n = refused "%s: brackets: player %d is not to be paired" file n in
  { games = List.map (seating t stranger) proof.pairs; pab = Option.map Int.of_int proof.bye }

let check_proof file =
  let proof = Proof_document.read file in
  let held = ref false in
  let told answer =
    held := answer.[0] = 'h';
    Printf.printf "%s: round %d by C.04.3 of %d, position SHA-256 %s\n" answer proof.round proof.edition proof.position
  in
  let rounds =
    each proof.edition (round_of_proof file proof)
      (fun t r handed _ -> told (check t r handed))
      (fun t r parts _ -> told (Edition2017.check t r parts))
  in
  if rounds <> 1 then refused "the input has %d rounds, the proof is about one" rounds;
  exit (if !held then 0 else 1)

let () =
  try
    match options 2026 Check (List.tl (Array.to_list Sys.argv)) with
    | rules, Check ->
        let of_2026 t r handed _ = print_endline (check t r handed) in
        let of_2017 t r parts _ = print_endline (Edition2017.check t r parts) in
        ignore (each rules round_of of_2026 of_2017)
    | rules, Graphs -> ignore (each rules round_of graphs Edition2017.graphs)
    | rules, Position ->
        let tell t _ _ _ = print_string (Position.text (card_of rules) t) in
        ignore (each rules round_of tell tell)
    | _, Proof file -> check_proof file
  with
  | Refused why -> flush stdout; Printf.eprintf "refused: %s\n" why; exit 1
  | Stack_overflow | Out_of_memory -> flush stdout; Printf.eprintf "refused: the input is too large\n"; exit 1
