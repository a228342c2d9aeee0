(** The statement as OCaml, with the integers of zarith. *)

From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlZBigInt.
From Edelweiss Require Import Rules2026.

Extraction "rules.ml" pair is_legal scoregroups cards.
