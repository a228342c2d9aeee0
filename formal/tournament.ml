(* Reads tournaments, as formal/README.md describes them. What is here is trusted to read what stands there, and decides
   nothing of the pairing. *)

module Int = Z
open Rules

exception Refused = Document.Refused

let refused = Document.refused
let most_rounds = 100
let most_points = 1_000_000

(* A line without its end, never more of it than is allowed. *)
let read_line most_line channel number =
  let line = Buffer.create 256 in
  let rec go () =
    match input_char channel with
    | '\n' -> Some (Buffer.contents line)
    | c ->
        if Buffer.length line = most_line then
          refused "line %d, column %d: the line has more than %d bytes" number (most_line + 1) most_line;
        Buffer.add_char line c;
        go ()
    | exception End_of_file -> if Buffer.length line = 0 then None else Some (Buffer.contents line)
  in
  go ()

(* The words of a line, each with its column. *)
let words line =
  let rec go at found =
    if at >= String.length line then List.rev found
    else if line.[at] = ' ' then go (at + 1) found
    else
      let stop = Option.value (String.index_from_opt line at ' ') ~default:(String.length line) in
      go stop ((at + 1, String.sub line at (stop - at)) :: found)
  in
  go 0 []

let shown text = if String.length text > 40 then String.sub text 0 40 ^ "..." else text

let wrong line column expected found =
  refused "line %d, column %d: expected %s, found %S" line column expected (shown found)

let number line column most what text =
  let is_digit c = c >= '0' && c <= '9' in
  let fits = text <> "" && String.length text <= 9 && String.for_all is_digit text in
  match if fits then int_of_string_opt text else None with
  | Some n when n <= most -> n
  | _ -> wrong line column (Printf.sprintf "%s, a number up to %d" what most) text

(* Where an opponent was named, so that a wrong one is refused there. *)
type meeting = { line : int; column : int; who : int; round : int; whom : int; white : bool }

let colour line column = function
  | "white" -> White
  | "black" -> Black
  | other -> wrong line column "white or black" other

let outcome line who round (column, text) =
  let points = number line column most_points "points in tenths" in
  match String.split_on_char ':' text with
  | [ "bye"; x ] -> (Pab (Int.of_int (points x)), [])
  | [ "forfeit"; x ] -> (Forfeit (Int.of_int (points x)), [])
  | [ "absent"; x ] -> (Absent (Int.of_int (points x)), [])
  | [ opponent; c; x ] ->
      let whom = number line column max_int "an opponent" opponent and c = colour line column c in
      (Game (Int.of_int whom, c, Int.of_int (points x)), [ { line; column; who; round; whom; white = c = White } ])
  | _ -> wrong line column "bye:POINTS, forfeit:POINTS, absent:POINTS or OPPONENT:COLOUR:POINTS" text

let player line rest =
  match rest with
  | (at, n) :: (at_here, here) :: outcomes ->
      let number = number line at 99_999 "a player's number" n in
      if number = 0 then wrong line at "a player's number from 1" n;
      let is_here =
        match here with "here" -> true | "away" -> false | other -> wrong line at_here "here or away" other
      in
      let read = List.mapi (fun round word -> outcome line number (round + 1) word) outcomes in
      let outcomes = List.map fst read and virtual_points = [] in
      (number, { number = Int.of_int number; is_here; outcomes; virtual_points }, List.concat_map snd read)
  | _ -> refused "line %d: expected player NUMBER here|away OUTCOME ..." line

(* Of each game both players tell the same, and everybody tells of as many rounds. *)
let check_meetings meetings =
  let told = Hashtbl.create 64 in
  List.iter (fun m -> Hashtbl.replace told (m.who, m.round) m) meetings;
  List.iter
    (fun m ->
      match Hashtbl.find_opt told (m.whom, m.round) with
      | Some back when back.whom = m.who && back.white <> m.white && m.who <> m.whom -> ()
      | _ ->
          refused "line %d, column %d: player %d does not tell of this game of round %d with player %d" m.line m.column
            m.whom m.round m.who)
    (List.sort compare meetings)

(* How much is read; a tournament ends with a line that begins with [last_word], and what follows is another's. *)
type limits = { line : int; players : int; here : int; why : string; last_word : string }

(* [finish] is told the line, what stands there behind the last word, and the tournament; it answers with the number of
   the next line. *)
let rec outside limits finish channel line =
  match read_line limits.line channel line with
  | None -> ()
  | Some text -> (
      match words text with
      | [] -> outside limits finish channel (line + 1)
      | (_, "tournament") :: [ (a, rounds); (b, win); (c, loss); (d, most); (e, initial) ] ->
          let rounds_in_all = number line a most_rounds "the number of rounds" rounds in
          let points column what text = Int.of_int (number line column most_points what text) in
          let t =
            {
              rounds_in_all = Int.of_int rounds_in_all;
              win = points b "the points of a win" win;
              loss = points c "the points of a loss" loss;
              most = points d "the most that a game can bring" most;
              initial_colour = colour line e initial;
              forbidden = [];
              players = [];
            }
          in
          inside limits finish channel (line + 1) rounds_in_all t [] []
      | (column, word) :: _ -> wrong line column "tournament ROUNDS WIN LOSS MOST INITIAL" word)

and inside limits finish channel line rounds t players meetings =
  match read_line limits.line channel line with
  | None -> refused "line %d: the tournament has no line %S" line limits.last_word
  | Some text -> (
      match words text with
      | [] -> inside limits finish channel (line + 1) rounds t players meetings
      | (column, "player") :: rest ->
          let n, p, met = player line rest in
          if List.mem_assoc n players then refused "line %d, column %d: player %d is there twice" line column n;
          if List.length players = limits.players then refused "line %d: more than %d players" line limits.players;
          let so_far = List.length p.outcomes in
          (match players with
          | (_, q) :: _ when List.length q.outcomes <> so_far ->
              refused "line %d: the player has %d rounds, the one before %d" line so_far (List.length q.outcomes)
          | _ -> ());
          if so_far >= rounds then refused "line %d: %d rounds of %d are over, none is left" line so_far rounds;
          inside limits finish channel (line + 1) rounds t ((n, p) :: players) (met @ meetings)
      | (_, "virtual") :: points -> (
          let of_round (column, text) = Int.of_int (number line column most_points "points in tenths" text) in
          match players with
          | (n, p) :: others when p.virtual_points = [] && List.length points <= rounds ->
              let p = { p with virtual_points = List.map of_round points } in
              inside limits finish channel (line + 1) rounds t ((n, p) :: others) meetings
          | _ -> refused "line %d: virtual points stand once behind their player, of at most %d rounds" line rounds)
      | (_, "forbidden") :: group ->
          let told (column, text) =
            let n = number line column 99_999 "a player's number" text in
            if List.mem_assoc n players then Int.of_int n else wrong line column "a player told of above" text
          in
          let t = { t with forbidden = List.map told group :: t.forbidden } in
          inside limits finish channel (line + 1) rounds t players meetings
      | (_, word) :: rest when word = limits.last_word ->
          check_meetings meetings;
          let here = List.length (List.filter (fun (_, p) -> p.is_here) players) in
          if here > limits.here then
            refused "line %d: %d players are to be paired, %s: at most %d" line here limits.why limits.here;
          let next = finish line rest { t with players = List.rev_map snd players } in
          outside limits finish channel next
      | (column, word) :: _ -> wrong line column ("player, virtual, forbidden or " ^ limits.last_word) word)
