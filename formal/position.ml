(* The facts of a tournament as the text of which a proof's premises have the digest (`position` in docs/src/curious/proofs.md):
   what the statement's cards say of each player, so that a proof of another position is seen to be one. *)

module Int = Z
open Rules

let letter = function White -> "w" | Black -> "b"
let float_letter = function None -> "-" | Some Down -> "d" | Some Up -> "u"

let preference_of p =
  match p.preference with
  | None -> "-0"
  | Some (Mild, c) -> letter c ^ "1"
  | Some (Strong, c) -> letter c ^ "2"
  | Some (Absolute, c) -> letter c ^ "3"

let line_of card_of t arrival p =
  let c = card_of t p in
  let repeated = match c.colours with x :: y :: _ when same x y -> letter x | _ -> "-" in
  let game = function Game (q, colour, _) -> [ Int.to_string q ^ letter colour ] | _ -> [] in
  String.concat " "
    ([
       Int.to_string c.tpn;
       (if p.is_here then "+" else "-");
       Int.to_string c.score;
       Int.to_string (sum (List.map points p.outcomes));
       Int.to_string c.difference;
       preference_of c;
       repeated;
       float_letter c.last_float ^ float_letter c.float_before;
       (if c.may_have_pab then "b" else "-");
       Int.to_string c.unplayed;
       (if c.is_topscorer then "t" else "-");
       string_of_int arrival;
     ]
    @ List.concat_map game p.outcomes)

(* The number of the round that is asked about. *)
let round t = match t.players with p :: _ -> List.length p.outcomes + 1 | [] -> 1

(* The players in the order of their numbers, each with the number of his arrival, and who is kept apart; [card_of] is the
   edition's. *)
let text card_of t =
  let players = List.sort (fun p q -> Int.compare p.number q.number) t.players in
  let add (lines, arrived) p =
    let arrived = if has_tpn p then arrived + 1 else arrived in
    (line_of card_of t (if has_tpn p then arrived else 0) p :: lines, arrived)
  in
  let lines, _ = List.fold_left add ([], 0) players in
  let compare_groups = List.compare Int.compare in
  let groups = List.sort_uniq compare_groups (List.map (List.sort Int.compare) t.forbidden) in
  let ban group = String.concat " " ("ban" :: List.map Int.to_string group) in
  let head = Printf.sprintf "%d/%s %s" (round t) (Int.to_string t.rounds_in_all) (letter t.initial_colour) in
  String.concat "\n" (("edelweiss.position 1" :: head :: List.rev lines) @ List.map ban groups) ^ "\n"
