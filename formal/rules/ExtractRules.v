(** The statements and the checker of a round as OCaml, with the integers of zarith. *)

From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlZBigInt.
From Edelweiss Require Import Rules2026 Rules2017 Round2026.

Definition pair_2026 := Rules2026.pair.
Definition pair_2017 := Rules2017.pair.
(** Of both editions. *)
Definition cards := Rules2026.cards.

(** Whether a round is shown to be right; with it comes what says of a bracket what its edges cost. *)
Definition accepts_round := Round2026.check.

Extraction "rules.ml" pair_2026 pair_2017 scoregroups cards accepts_round.
