(* edelweiss-certcheck: reads a graph and a certificate, and asks the extracted checker. What is here is trusted to read
   the graph as it stands; of the certificate and the matching nothing is believed that the checker does not recompute. *)

module Int = Z
open Checker
open Document

let most_digits = 10_000

(* Exact decimals: digits and how many of them stand behind the point. *)
type decimal = { digits : Int.t; places : int }

let decimal text =
  if String.length text > most_digits then refused "a number has more than %d digits" most_digits;
  let body, exponent =
    match String.index_opt (String.lowercase_ascii text) 'e' with
    | None -> (text, 0)
    | Some at -> (
        let rest = String.sub text (at + 1) (String.length text - at - 1) in
        match int_of_string_opt rest with
        | Some exponent when abs exponent <= 1000 -> (String.sub text 0 at, exponent)
        | _ -> refused "the number %s has no exponent up to 1000" (short text))
  in
  let whole, part =
    match String.index_opt body '.' with
    | None -> (body, "")
    | Some at -> (String.sub body 0 at, String.sub body (at + 1) (String.length body - at - 1))
  in
  let is_digit c = c >= '0' && c <= '9' in
  let unsigned =
    if whole <> "" && whole.[0] = '-' then String.sub whole 1 (String.length whole - 1) else whole
  in
  if unsigned = "" || not (String.for_all is_digit (unsigned ^ part)) then
    refused "found %S, expected a number" (short text);
  let digits = Int.of_string (whole ^ part) in
  let places = String.length part - exponent in
  if places >= 0 then { digits; places }
  else { digits = Int.mul digits (Int.pow (Int.of_int 10) (-places)); places = 0 }

let scaled places number =
  Int.mul number.digits (Int.pow (Int.of_int 10) (places - number.places))

let exact name value =
  let place = field name value in
  match place.value with `Intlit text | `Floatlit text -> decimal text | _ -> wrong place "a number"

let index name value =
  let place = field name value in
  if is_null place then None else Some (number 0 999_999_999 place)

(* The graph, as `edelweiss match GRAPH --format edge-list` writes it. *)
type graph = { n : int; edges : (int * int * Int.t) list; scale : int }

let graph path =
  let lines = String.split_on_char '\n' (contents path) in
  let places = ref 0 and head = ref None and edges = ref [] in
  let scale = "# all weights times 10^" in
  List.iteri
    (fun index line ->
      let wrong what = refused "%s, line %d: expected %s" path (index + 1) what in
      let line = String.trim line in
      if String.length line > String.length scale && String.sub line 0 (String.length scale) = scale then
        let from = String.length scale in
        match int_of_string_opt (String.sub line from (String.length line - from)) with
        | Some found when found >= 0 && found <= 1000 -> places := found
        | _ -> wrong "a power of ten up to 1000"
      else if line <> "" && line.[0] <> '#' then
        let words = List.filter (( <> ) "") (String.split_on_char ' ' line) in
        match (!head, words) with
        | None, [ n; m ] -> (
            match (int_of_string_opt n, int_of_string_opt m) with
            | Some n, Some m when n >= 0 && m >= 0 -> head := Some (n, m)
            | _ -> wrong "the number of vertices and of edges")
        | Some (n, _), [ u; v; w ] -> (
            match (int_of_string_opt u, int_of_string_opt v) with
            | Some u, Some v when 0 <= u && u < n && 0 <= v && v < n && u <> v ->
                let w = decimal w in
                if w.places <> 0 then wrong "a whole number as weight";
                edges := (u, v, w.digits) :: !edges
            | _ -> wrong "two vertices from 0 and a weight")
        | None, _ -> wrong "the number of vertices and of edges"
        | Some _, _ -> wrong "two vertices and a weight")
    lines;
  match !head with
  | None -> refused "%s: there is no graph" path
  | Some (_, m) when m <> List.length !edges ->
      refused "%s: found %d edges, expected %d" path (List.length !edges) m
  | Some (n, _) -> { n; edges = List.rev !edges; scale = !places }

(* Numbers of the checker: vertices and sets are counted from one. *)
let vertex_number v = Int.of_int (v + 1)
let edge factor (u, v, w) = { from = vertex_number u; to0 = vertex_number v; weight = Int.mul w factor }

let check graph path =
  let document = read "certificate" path in
  if text (field "format" document) <> "edelweiss.certificate" then
    wrong (field "format" document) "\"edelweiss.certificate\"";
  let objective = text (field "objective" document) in
  let vertices = Array.of_list (elements (field "vertices" document)) in
  let blossoms = Array.of_list (elements (field "blossoms" document)) in
  if Array.length vertices <> graph.n then
    refused "the certificate has %d vertices, the graph %d" (Array.length vertices) graph.n;
  let duals = Array.map (exact "dual_2x") vertices and set_duals = Array.map (exact "dual_2x") blossoms in
  let bonus = exact "bonus" document in
  let is_counted = objective = "cardinality" in
  let deepest found number = max found number.places in
  let places = Array.fold_left deepest (Array.fold_left deepest bonus.places duals) set_duals in
  let places = if is_counted then places else max places graph.scale in
  if is_counted && places > 0 then refused "duals of a matching with the most pairs are whole numbers";
  let factor = if is_counted then Int.one else Int.pow (Int.of_int 10) (places - graph.scale) in
  (* Who is whose mate. *)
  let names = Hashtbl.create graph.n in
  Array.iteri (fun at vertex -> Hashtbl.replace names (field "vertex" vertex).value at) vertices;
  let mates =
    Array.map
      (fun vertex ->
        let mate = field "mate" vertex in
        match Hashtbl.find_opt names mate.value with
        | Some at -> Some at
        | None -> if is_null mate then None else wrong mate "the name of a vertex")
      vertices
  in
  let parents = Array.map (index "parent") blossoms in
  Array.iteri
    (fun at parent ->
      match parent with
      | Some up when up >= at -> refused "set %d: the set around it does not come before it" at
      | _ -> ())
    parents;
  let rec chain = function
    | None -> []
    | Some set ->
        if set >= Array.length parents then refused "there is no set %d" set;
        Int.of_int (set + 1) :: chain parents.(set)
  in
  let must_cover = objective = "perfect" || objective = "min-perfect" in
  let vertex at =
    ( vertex_number at,
      { must_cover; dual2 = scaled places duals.(at); sets = chain (index "blossom" vertices.(at)) } )
  in
  let set at = (Int.of_int (at + 1), scaled places set_duals.(at)) in
  let c =
    { vertices = List.init graph.n vertex; set_duals = List.init (Array.length blossoms) set }
  in
  let taken = Array.make graph.n false in
  let marked =
    List.map
      (fun (u, v, w) ->
        let is_chosen = mates.(u) = Some v && mates.(v) = Some u && not taken.(u) in
        if is_chosen then taken.(u) <- true;
        if is_chosen then taken.(v) <- true;
        (edge factor (u, v, w), is_chosen))
      graph.edges
  in
  Array.iteri
    (fun at mate -> if mate <> None && not taken.(at) then refused "a mate is not joined by an edge") mates;
  let goal, words =
    match objective with
    | "weight" -> (Heaviest, "no matching is worth more")
    | "perfect" -> (Heaviest, "no matching that leaves nobody alone is worth more")
    | "min-perfect" -> (Lightest, "no matching that leaves nobody alone is worth less")
    | "cardinality" -> (Largest, "no matching has more pairs")
    | "cardinality-weight" ->
        ( HeaviestOfLargest (scaled places bonus),
          "no matching has more pairs, and none with as many is worth more" )
    | _ -> wrong (field "objective" document) "an objective"
  in
  let pairs = List.length (List.filter snd marked) in
  if accepts goal marked c then
    Printf.printf "The certificate holds: of %d vertices and %d edges, %d pairs; %s.\n" graph.n
      (List.length graph.edges) pairs words
  else refused "the duals do not show it"

(* Without the members of a barrier more odd parts are left than it has members. *)
let check_barrier graph members =
  let is_member = Array.make graph.n false in
  List.iter
    (fun v ->
      if v < 0 || v >= graph.n then refused "there is no vertex %d" v;
      is_member.(v) <- true)
    members;
  let part = Array.init graph.n Fun.id in
  let rec root v = if part.(v) = v then v else (part.(v) <- root part.(v); part.(v)) in
  List.iter
    (fun (u, v, _) -> if not (is_member.(u) || is_member.(v)) then part.(root u) <- root v)
    graph.edges;
  let vertex at =
    ( vertex_number at,
      {
        must_cover = true;
        dual2 = (if is_member.(at) then Int.of_int 2 else Int.of_int (-2));
        sets = (if is_member.(at) then [] else [ vertex_number (root at) ]);
      } )
  in
  let roots = List.filter (fun v -> (not is_member.(v)) && root v = v) (List.init graph.n Fun.id) in
  let c =
    {
      vertices = List.init graph.n vertex;
      set_duals = List.map (fun v -> (vertex_number v, Int.of_int 4)) roots;
    }
  in
  let marked = List.map (fun e -> (edge Int.one e, false)) graph.edges in
  if accepts Impossible marked c then
    Printf.printf "The barrier holds: no matching of %d vertices and %d edges leaves nobody alone.\n" graph.n
      (List.length graph.edges)
  else refused "the barrier does not show that no matching covers every vertex"

let usage =
  "edelweiss-certcheck GRAPH CERTIFICATE         is the matching the best one?\n\
   edelweiss-certcheck GRAPH --barrier 3,4,...   is there none that covers every vertex?\n\n\
   GRAPH is what `edelweiss match FILE --format edge-list` writes, CERTIFICATE what --certificate does.\n"

let () =
  try
    match Array.to_list Sys.argv with
    | [ _; path; "--barrier"; members ] ->
        let member text =
          match int_of_string_opt (String.trim text) with
          | Some v -> v
          | None -> refused "--barrier: found %S, expected numbers of vertices from 0" text
        in
        let words = List.filter (( <> ) "") (String.split_on_char ',' members) in
        check_barrier (graph path) (List.map member words)
    | [ _; path; certificate ] -> check (graph path) certificate
    | [ _; ("--help" | "-h") ] -> print_string usage
    | _ -> prerr_string usage; exit 2
  with
  | Refused why -> Printf.eprintf "refused: %s\n" why; exit 1
  | Stack_overflow | Out_of_memory -> Printf.eprintf "refused: the input is too large\n"; exit 1
