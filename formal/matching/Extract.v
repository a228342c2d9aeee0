(** The checker as OCaml, with the integers of zarith. *)

From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlZBigInt.
From Edelweiss Require Import Matching Optimal Checker.

Extraction "checker.ml" accepts Edge Vertex Certificate.
