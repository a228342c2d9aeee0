(** The statements and the checker of a round as OCaml, with the integers of zarith. *)

From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlZBigInt.
From Edelweiss Require Import Rules2026 Rules2017 Round2026 Round2017.

(** As in ExtrOcamlZBigInt, by a shift instead of a division. *)
Extract Inductive BinNums.positive => "Big_int_Z.big_int"
  [ "(fun x -> Big_int_Z.succ_big_int (Big_int_Z.shift_left_big_int x 1))"
    "(fun x -> Big_int_Z.shift_left_big_int x 1)" "Big_int_Z.unit_big_int" ]
  "(fun odd even one p ->
      if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then one ()
      else
        let half = Big_int_Z.shift_right_big_int p 1 in
        if Big_int_Z.sign_big_int (Big_int_Z.and_big_int p Big_int_Z.unit_big_int) = 0 then even half else odd half)".

Definition pair_2026 := Rules2026.pair.
Definition pair_2017 := Rules2017.pair.
Definition cards := Rules2026.cards.
Definition cards_2017 := Rules2017.cards.

(** What is known of a player, for the digest of a position. *)
Definition card_of := Rules2026.card_of.
Definition card_of_2017 := Rules2017.card_of.

(** Whether a round is shown to be right; with it comes what says of a bracket what its edges cost. *)
Definition accepts_round := Round2026.check.
Definition accepts_round_2017 := Round2017.check.

Extraction "rules.ml" pair_2026 pair_2017 scoregroups cards cards_2017 card_of card_of_2017 accepts_round accepts_round_2017.
