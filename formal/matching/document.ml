(* JSON documents, each value with its place, so that what is wrong is refused where it stands. *)

module Json = Yojson.Raw

exception Refused of string

let refused format = Printf.ksprintf (fun text -> raise (Refused text)) format
let most_bytes = 256 * 1024 * 1024
let short text = if String.length text > 60 then String.sub text 0 60 ^ "..." else text

(* What stands in a file, or on the standard input. *)
let contents path =
  let channel = if path = "-" then stdin else try open_in_bin path with Sys_error why -> refused "%s" why in
  let text = Buffer.create 65536 and part = Bytes.create 65536 in
  let rec go () =
    let got = try input channel part 0 (Bytes.length part) with Sys_error why -> refused "%s: %s" path why in
    if got > 0 then (
      Buffer.add_subbytes text part 0 got;
      if Buffer.length text > most_bytes then refused "%s is larger than %d bytes" path most_bytes;
      go ())
  in
  go ();
  if path <> "-" then close_in channel;
  Buffer.contents text

type place = { file : string; path : string list; value : Json.t }

let words_of place = String.concat ", " (place.file :: List.rev place.path)

let wrong place expected =
  let found =
    match place.value with
    | `Null -> "null"
    | `Bool b -> string_of_bool b
    | `Intlit text | `Floatlit text | `Stringlit text -> short text
    | `Assoc _ -> "an object"
    | `List [] -> "an empty list"
    | `List _ | `Tuple _ -> "a list"
    | `Variant _ -> "no JSON"
  in
  refused "%s: expected %s, found %s" (words_of place) expected found

(* [what]: of which kind the document is. *)
let read what path =
  match Json.from_string (contents path) with
  | value -> { file = path; path = []; value }
  | exception Yojson.Json_error why ->
      refused "%s: it is no %s: %s" path what (short (String.concat " " (String.split_on_char '\n' why)))
  | exception (Stack_overflow | Failure _) -> refused "%s: it is no %s: it is nested too deep" path what

let is_there name place =
  match place.value with `Assoc fields -> List.mem_assoc name fields | _ -> wrong place "an object"

(* A field, which has to be there once: of two, another reader might take the other one. *)
let field name place =
  let below value = { place with path = name :: place.path; value } in
  match place.value with
  | `Assoc fields -> (
      match List.filter (fun (key, _) -> key = name) fields with
      | [ (_, value) ] -> below value
      | [] -> refused "%s: it is missing" (words_of (below `Null))
      | _ -> refused "%s: it is there twice" (words_of (below `Null)))
  | _ -> wrong place "an object"

let elements place =
  match place.value with
  | `List values -> List.mapi (fun i value -> { place with path = string_of_int (i + 1) :: place.path; value }) values
  | _ -> wrong place "a list"

(* A text as it is written: names are only compared, and every file writes them alike. *)
let text place =
  match place.value with
  | `Stringlit quoted -> String.sub quoted 1 (String.length quoted - 2)
  | _ -> wrong place "a text"

let is_null place = place.value = `Null

(* A whole number of few digits. *)
let number least most place =
  match place.value with
  | `Intlit digits when String.length digits <= 9 && least <= int_of_string digits && int_of_string digits <= most ->
      int_of_string digits
  | _ -> wrong place (Printf.sprintf "a number from %d to %d" least most)
