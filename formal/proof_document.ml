(* The document that `edelweiss pair --proof` writes: of it are taken the round and what it assumes. Its prices are about other
   sums than the checker's, so they are not looked at. *)

open Document

type t = { edition : int; round : int; position : string; pairs : (int * int) list; bye : int option }

let player = number 1 99_999

let pair place =
  match elements place with [ p; q ] -> (player p, player q) | _ -> wrong place "the numbers of two players"

(* With a barrier, a bracket of 2017 collapses: another one with the same players takes its place. *)
let pairs_of bracket =
  let pairs = List.map pair (elements (field "pairs" bracket)) in
  if is_null (field "barrier" bracket) then pairs else []

let expect place expected = if text place <> expected then wrong place (Printf.sprintf "%S" expected)

let read file =
  let document = Document.read "proof" file in
  expect (field "format" document) "edelweiss.proof";
  let premises = field "premises" document in
  expect (field "system" premises) "dutch";
  let edition = number 2017 2026 (field "edition" premises) in
  if edition <> 2026 && edition <> 2017 then wrong (field "edition" premises) "2026 or 2017";
  let none name =
    if is_there name premises && elements (field name premises) <> [] then
      wrong (field name premises) "an empty list, for which the checker is made"
  in
  List.iter none [ "open_games"; "readings" ];
  if not (is_null (field "impossible" document)) then
    wrong (field "impossible" document) "null: that a round has no pairing is not asked";
  let bye = field "bye" document in
  {
    edition;
    round = number 1 Tournament.most_rounds (field "round" premises);
    position = text (field "position" premises);
    pairs = List.concat_map pairs_of (elements (field "brackets" document));
    bye = (if is_null bye then None else Some (player bye));
  }
