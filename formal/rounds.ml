(* What is read of a round, how its candidates are named, and graphs for a solver: of both editions. *)

module Int = Z
open Rules
open Tournament

(* What is said of a round for which the checker is not made. *)
exception Outside of string

let outside_of format = Printf.ksprintf (fun text -> raise (Outside text)) format
let most_digits = 100_000

(* More than this is not looked at, in players of a bracket, and in seconds of the processor for a round. *)
let most_in_bracket = 400
let most_seconds = 20.0

let limits =
  { line = 1_000_000; players = 1_000; here = 1_000; why = "and numbers of steps grow"; last_word = "round" }

(* Two players in the colours that the statement gives them; [stranger] says that one is not to be paired. *)
let seating t =
  let present = lazy (cards t) in
  fun stranger (p, q) ->
    let card n =
      match List.find_opt (fun p -> Int.equal p.tpn (Int.of_int n)) (Lazy.force present) with
      | Some p -> p
      | None -> stranger n
    in
    let w, b = with_colours t (card p, card q) in
    (w.tpn, b.tpn)

(* "4-1", "1+4" (with the colours that the statement gives them), or "bye:3". *)
let round_of t line rest =
  let tpn column text = number line column 99_999 "a player's number" text and seated = seating t in
  let add r (column, text) =
    match (String.split_on_char '-' text, String.split_on_char ':' text, String.split_on_char '+' text) with
    | [ w; b ], _, _ -> { r with games = (Int.of_int (tpn column w), Int.of_int (tpn column b)) :: r.games }
    | _, [ "bye"; n ], _ when r.pab = None -> { r with pab = Some (Int.of_int (tpn column n)) }
    | _, _, [ p; q ] ->
        let stranger n = wrong line column "a player who is to be paired" (string_of_int n) in
        { r with games = seated stranger (tpn column p, tpn column q) :: r.games }
    | _ -> wrong line column "WHITE-BLACK, ONE+OTHER, or bye:NUMBER once" text
  in
  List.fold_left add { games = []; pab = None } rest

let big line column text =
  let digits = if text <> "" && text.[0] = '-' then String.sub text 1 (String.length text - 1) else text in
  if String.length digits > most_digits then refused "line %d, column %d: more than %d digits" line column most_digits;
  if digits = "" || not (String.for_all (fun c -> c >= '0' && c <= '9') digits) then
    wrong line column "a whole number" text;
  Int.of_string text

let empty = { vertices = []; set_duals = [] }

(* A line of duals: of a vertex, or of a set; [None]: it is another line. *)
let add_duals line must_cover duals words =
  let positive (column, word) = Int.of_int (number line column 1_000_000 "a number" word + 1) in
  match words with
  | (_, "vertex") :: v :: (column, dual) :: sets ->
      let vertex = { must_cover; dual2 = big line column dual; sets = List.map positive sets } in
      Some { duals with vertices = (positive v, vertex) :: duals.vertices }
  | [ (_, "set"); s; (column, dual) ] ->
      Some { duals with set_duals = (positive s, big line column dual) :: duals.set_duals }
  | _ -> None

(* With whom each player of some pairs is. *)
let partners_of pairs =
  let partner = Hashtbl.create 64 in
  List.iter (fun (w, b) -> Hashtbl.replace partner w b; Hashtbl.replace partner b w) pairs;
  Hashtbl.find_opt partner

(* The candidate of a bracket that these partners make, as it is named, and who goes away. *)
let step_of partner b =
  let table players =
    let there = Hashtbl.create 64 in
    List.iter (fun q -> Hashtbl.replace there q.tpn ()) players;
    Hashtbl.mem there
  in
  let is_resident = table b.residents and is_here = table (everyone b) in
  let meets is_one p = match partner p.tpn with Some q -> is_one q | None -> false in
  let paired, limbo = List.partition (meets is_resident) b.mdps in
  let down = limbo @ List.filter (fun p -> not (meets is_here p)) b.residents in
  let opponents_of_mdps = List.filter_map (fun p -> partner p.tpn) paired in
  let is_opponent = table (List.filter (fun q -> List.mem q.tpn opponents_of_mdps) b.residents) in
  let remainder = List.filter (fun q -> not (is_opponent q.tpn)) b.residents in
  let bsns = Hashtbl.create 64 in
  List.iteri (fun i q -> Hashtbl.replace bsns q.tpn (i + 1)) remainder;
  let pair i q =
    match Option.bind (partner q.tpn) (Hashtbl.find_opt bsns) with
    | Some j when i + 1 < j -> Some (Int.of_int (i + 1), Int.of_int j)
    | _ -> None
  in
  let pairs = List.filter_map Fun.id (List.mapi pair remainder) in
  let st =
    {
      paired_mdps = List.map (fun p -> p.tpn) paired;
      opponents_of_mdps;
      firsts = List.map fst pairs;
      seconds = List.map snd pairs;
      looked_down = Itself;
      largest_cost = Int.zero;
      duals = empty;
    }
  in
  (st, sort ranks_higher down)

let size b = List.length (everyone b)

let check_size at b =
  if size b > most_in_bracket then outside_of "bracket %d has %d players" (at + 1) (size b)

(* A graph for a solver: vertices, and of parallel edges the heaviest. *)
let print_graph head vertices edges tail =
  let index = Hashtbl.create 64 in
  List.iteri (fun i v -> Hashtbl.replace index v i) vertices;
  let heaviest = Hashtbl.create 1024 in
  let add e =
    let key = (Hashtbl.find index e.from, Hashtbl.find index e.to0) in
    match Hashtbl.find_opt heaviest key with
    | Some w when Int.leq e.weight w -> ()
    | _ -> Hashtbl.replace heaviest key e.weight
  in
  List.iter add edges;
  Printf.printf "%s %d %d %s\n%s\n" head (List.length vertices) (Hashtbl.length heaviest) tail
    (String.concat " " (List.map (fun v -> Int.to_string (Int.pred v)) vertices));
  Hashtbl.iter (fun (u, v) w -> Printf.printf "%d %d %s\n" u v (Int.to_string w)) heaviest
