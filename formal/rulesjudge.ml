(* edelweiss-rulesjudge: reads tournaments, and asks the extracted statement of the rules for the next round of each.
   What is here is trusted to read what stands there, and decides nothing of the pairing.

   The input, which formal/README.md describes, ends each tournament with a line "pair"; the answer is one line. *)

module Int = Z
open Rules
open Tournament

let limits =
  {
    line = 4096;
    players = 64;
    here = 11;
    why = "and all candidates are written out";
    last_word = "pair";
  }

let answer pair t =
  let brackets = List.length (scoregroups (cards t)) in
  match pair t with
  | None -> Printf.printf "none brackets:%d\n" brackets
  | Some r ->
      let games = List.map (fun (w, b) -> Int.to_string w ^ "-" ^ Int.to_string b) r.games in
      let bye = match r.pab with Some n -> [ "bye:" ^ Int.to_string n ] | None -> [] in
      print_endline (String.concat " " (("round" :: games) @ bye @ [ "brackets:" ^ string_of_int brackets ]))

let judge pair =
  let finish line rest t =
    (match rest with [] -> () | (column, word) :: _ -> wrong line column "the end of the line" word);
    answer pair t;
    line + 1
  in
  outside limits finish stdin 1

let usage =
  "edelweiss-rulesjudge [--rules 2026|2017] < TOURNAMENTS    the next round of each by C.04.3, from its statement in Coq\n\n\
   Up to 11 players to be paired. Not covered: the order of boards.\n\
   The input is described in formal/README.md.\n"

let () =
  try
    match Array.to_list Sys.argv with
    | [ _ ] | [ _; "--rules"; "2026" ] -> judge pair_2026
    | [ _; "--rules"; "2017" ] -> judge pair_2017
    | [ _; ("--help" | "-h") ] -> print_string usage
    | _ -> prerr_string usage; exit 2
  with
  | Refused why -> flush stdout; Printf.eprintf "refused: %s\n" why; exit 1
  | Stack_overflow | Out_of_memory ->
      flush stdout;
      Printf.eprintf "refused: a bracket has more candidates than fit into memory\n";
      exit 1
