/**
 * Swiss pairings by the FIDE rules.
 *
 * ```js
 * import { load } from "edelweiss-pairings";
 *
 * const edelweiss = await load();
 * const round = edelweiss.pair(file); // the text, or the bytes, of a tournament file
 * ```
 *
 * Options have the names and values of the long options of the command line. What is refused throws
 * `EdelweissError`, with the words of the program and the place in the file.
 */

/** A number printed for a player or a team, 1 to 9999. */
export type StartingNumber = number;

export type ChosenBy = "option" | "file" | "date" | "default";
export type Float = "down" | "up" | null;

/** What a game without a result counts: `"draw"`, `"white"`, `"black"`, or of one game `"3-7=white"`. */
export type OpenGames = "draw" | "white" | "black" | `${number}-${number}=${"draw" | "white" | "black"}`;

export type Objective = "weight" | "cardinality-weight" | "perfect" | "min-perfect" | "cardinality";

// What is declared in Rust; written by `just bless`.
// <declared>
export type System = "dutch" | "dubov" | "burstein" | "double-swiss" | "team-swiss" | "round-robin" | "double-round-robin" | "team-round-robin" | "team-double-round-robin" | "scheveningen" | "double-scheveningen" | "lim-swiss" | "keizer" | "olympiad-swiss";
export type Edition = 2026 | 2017 | 1998 | 1997 | 2022;

export interface FileOptions {
  /** How messages call the file */
  file?: string;
  /** Encoding of the file [default: UTF-8 where it is that, else the likeliest one, with a warning] */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1252";
  /** The points of the file (columns 81-84) are not compared with its results, which count */
  "ignore-points"?: boolean;
}

export interface NewOptions extends FileOptions {
  /** What a column of the list holds, by its heading, number or letter: rating=D; may be repeated */
  column?: string[];
  /** Rounds */
  rounds?: number;
  /** Name of the event [default: that of the new file] */
  name?: string;
  /** City */
  city?: string;
  /** Federation of the event, such as ESP */
  federation?: string;
  /** First and last day, or the day of each round: 2026-11-27,2026-11-29 */
  dates?: string;
  /** Chief arbiter */
  arbiter?: string;
  /** Deputy arbiter; may be repeated */
  deputy?: string[];
  /** Rate of play, such as "90 min + 30 s" */
  "rate-of-play"?: string;
  /** Points of a win, a draw and a loss [default: 1-0.5-0] */
  points?: string;
  /** Colour of player 1 in round 1, white or black, as it was drawn by lot */
  "first-colour"?: "white" | "black";
  /** Accelerated pairing by the Baku method (C.04.7) */
  baku?: boolean;
  /** Pairing system [default: dutch] */
  system?: System;
  /** Edition of its rules [default: the one in force on the first day] */
  rules?: Edition | `${Edition}`;
  /** In a round robin: draw the numbers by lot; the same number draws the same lots */
  lots?: string;
  /** With --lots, for 9 to 24 players: players of one federation do not meet in the last three rounds, where that can be (C.05 Annex 2) */
  "by-federation"?: boolean;
  /** Of a Swiss of teams: the colours of White's boards, a letter for each, as in WBWB (352) */
  "board-colours"?: string;
  /** Of a Swiss of teams: its encoded type (192), such as `FIDE_TEAM_TYPEB_MP_GP` [default: `FIDE_TEAM_TYPEA_MP_GP`] */
  "team-type"?: string;
}

export interface StateOptions extends FileOptions {
  /** The round whose boards are shown [default: the last one that was paired] */
  round?: number;
}

export interface PairOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
  /** How the optimum is found in the Dutch systems of 2026 and 2017; all engines give the same round [default: fast] */
  engine?: "fast" | "classes" | "reference";
  /** Dubov 1997: the due colour of a player who has not played [default: neutral] */
  newcomers?: "neutral" | "either" | "balance" | "black";
  /** Dubov 1997: who leaves a score group, as few players as possible [default: legal] */
  floaters?: "legal" | "rows";
  /** Swiss team system, edition of 1 February 2026: what C6 asks of the following scoregroup [default: fewest] */
  "following-bracket"?: "fewest" | "parity";
  /** Swiss team system, edition of 1 February 2026: which scoregroup C6 is about [default: standings] */
  "following-group"?: "standings" | "unpaired";
  /** Swiss team system, edition of 1 February 2026: whether a team of a forfeited match floats [default: ignored] */
  "forfeit-floats"?: "ignored" | "counted";
  /** Swiss team system, edition of 1 February 2026: type B, last round, equal colours, the last two alike [default: strong] */
  "last-round-preference"?: "strong" | "none";
  /** Swiss team system, edition of 1 February 2026: which score makes a floater under acceleration [default: pairing] */
  "accelerated-floats"?: "pairing" | "standings";
  /** Swiss team system, edition of 1 February 2026: the secondary score under acceleration, for colours [default: standings] */
  "accelerated-secondary"?: "standings" | "pairing";
  /** Swiss team system, edition of 1 February 2026: game points of a bye of which neither 320 nor 162 says them [default: draws] */
  "untold-bye"?: "draws" | "wins";
  /** Keizer System: the value of the first of the ranking, the next one's is one less [default: three-halves] */
  "top-value"?: "three-halves" | "40" | "50" | "60" | "70" | "80" | "100" | "125";
  /** Keizer System: whether one's own value counts beside what is earned [default: once] */
  "own-value"?: "once" | "none";
  /** Keizer System: what a lost game earns of the opponent's value [default: none] */
  "loss-share"?: "none" | "sixth";
  /** Keizer System: what an absence earns of one's own value [default: third] */
  "absence-share"?: "third" | "none" | "sixth" | "half";
  /** Keizer System: how many absences of a player earn something [default: all] */
  "absences-paid"?: "all" | "2" | "5" | "8" | "10";
  /** Keizer System: what the pairing-allocated bye earns of one's own value [default: two-thirds] */
  "bye-share"?: "two-thirds" | "none" | "third" | "half";
  /** Keizer System: how often all rounds are counted anew after a round [default: stable] */
  recount?: "stable" | "one";
  /** Keizer System: how many rounds lie between two games of the same players [default: 3] */
  "repeat-after"?: "3" | "0" | "1" | "2" | "5" | "8";
  /** Keizer System: how often the same players meet, at most [default: any] */
  "most-meetings"?: "any" | "1" | "2" | "4";
  /** Where the procedure of the rules ends without a pairing, offer the legal one nearest to the text (Swiss system based on rating (1998), Dubov 1997) */
  finish?: boolean;
  /** Who is absent from this round, though the file does not say so: numbers as in 5,9, or a part of a name */
  absent?: string[];
  /** Who does not meet in this round: pairs or groups such as 3-8,4-9 */
  forbid?: string[];
  /** Who should not meet in this round where FIDE's criteria leave a choice, as --forbid has it; in the Dutch System of 2026 and 2017 */
  "forbid-soft"?: string[];
  /** Who has a bye of the arbiter in this round: 12=H for half a point (F a whole one, Z none) */
  bye?: string[];
  /** Who meets in this round, whatever else: pairs such as 4-7, with the colours of the rules; in the Dutch System of 2026 and 2017 */
  seat?: string[];
  /** Line-ups of teams, where the round is added to the file: a line for each team with its number, a colon and the numbers of its players from board 1 on, 0 for an empty board, as in "5: 17 0 19 18"; on the command line also a file that holds them */
  "line-ups"?: string;
  /** Teams without a line-up play in the order of their records 310 */
  "default-line-ups"?: boolean;
  /** A team may sit in another order than that of its record 310 */
  "any-order"?: boolean;
}

export interface CheckOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Dubov 1997: the due colour of a player who has not played [default: neutral] */
  newcomers?: "neutral" | "either" | "balance" | "black";
  /** Dubov 1997: who leaves a score group, as few players as possible [default: legal] */
  floaters?: "legal" | "rows";
  /** Swiss team system, edition of 1 February 2026: what C6 asks of the following scoregroup [default: fewest] */
  "following-bracket"?: "fewest" | "parity";
  /** Swiss team system, edition of 1 February 2026: which scoregroup C6 is about [default: standings] */
  "following-group"?: "standings" | "unpaired";
  /** Swiss team system, edition of 1 February 2026: whether a team of a forfeited match floats [default: ignored] */
  "forfeit-floats"?: "ignored" | "counted";
  /** Swiss team system, edition of 1 February 2026: type B, last round, equal colours, the last two alike [default: strong] */
  "last-round-preference"?: "strong" | "none";
  /** Swiss team system, edition of 1 February 2026: which score makes a floater under acceleration [default: pairing] */
  "accelerated-floats"?: "pairing" | "standings";
  /** Swiss team system, edition of 1 February 2026: the secondary score under acceleration, for colours [default: standings] */
  "accelerated-secondary"?: "standings" | "pairing";
  /** Swiss team system, edition of 1 February 2026: game points of a bye of which neither 320 nor 162 says them [default: draws] */
  "untold-bye"?: "draws" | "wins";
  /** Keizer System: the value of the first of the ranking, the next one's is one less [default: three-halves] */
  "top-value"?: "three-halves" | "40" | "50" | "60" | "70" | "80" | "100" | "125";
  /** Keizer System: whether one's own value counts beside what is earned [default: once] */
  "own-value"?: "once" | "none";
  /** Keizer System: what a lost game earns of the opponent's value [default: none] */
  "loss-share"?: "none" | "sixth";
  /** Keizer System: what an absence earns of one's own value [default: third] */
  "absence-share"?: "third" | "none" | "sixth" | "half";
  /** Keizer System: how many absences of a player earn something [default: all] */
  "absences-paid"?: "all" | "2" | "5" | "8" | "10";
  /** Keizer System: what the pairing-allocated bye earns of one's own value [default: two-thirds] */
  "bye-share"?: "two-thirds" | "none" | "third" | "half";
  /** Keizer System: how often all rounds are counted anew after a round [default: stable] */
  recount?: "stable" | "one";
  /** Keizer System: how many rounds lie between two games of the same players [default: 3] */
  "repeat-after"?: "3" | "0" | "1" | "2" | "5" | "8";
  /** Keizer System: how often the same players meet, at most [default: any] */
  "most-meetings"?: "any" | "1" | "2" | "4";
  /** Only this round [default: every recorded round] */
  round?: number;
  /** So many rounds count as held [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** Tie-breaks after the points, such as "BH/C1,BH,WON,DE" [default: those of record 212 or 202, else a list that the output names] */
  "tie-breaks"?: string;
  /** Edition of the tie-break regulations [default: the one in force on the file's date, else 2026-03] */
  "tie-break-rules"?: "2026-03" | "2024-08" | "2024-04" | "2023";
  /** Whether all pairings were fixed before the event [default: what record 192 of the file says, else swiss] */
  pairings?: "swiss" | "pre-determined";
  /** The players, also where the file has teams */
  players?: boolean;
  /** Rating of the players without one, for tie-breaks on ratings, or 12=1400 for player 12 [default: none, and such tie-breaks are left out] */
  unrated?: number | string | (number | string)[];
  /** Who left a round robin before its end: numbers as in 5,9, or a part of a name; their results count if they completed half of their games (C.05 6.6) */
  withdrawn?: string[];
  /** Everything that differs, instead of at most ten lines for a round; other formats than text are always whole */
  all?: boolean;
}

export interface StandingsOptions extends FileOptions {
  /** The participant whose values are taken apart */
  why?: number;
  /** Standings after this round [default: the last one that has results] */
  "after-round"?: number;
  /** Tie-breaks after the points, such as "BH/C1,BH,WON,DE" [default: those of record 212 or 202, else a list that the output names] */
  "tie-breaks"?: string;
  /** Edition of the tie-break regulations [default: the one in force on the file's date, else 2026-03] */
  "tie-break-rules"?: "2026-03" | "2024-08" | "2024-04" | "2023";
  /** Whether all pairings were fixed before the event [default: what record 192 of the file says, else swiss] */
  pairings?: "swiss" | "pre-determined";
  /** The players, also where the file has teams */
  players?: boolean;
  /** Rating of the players without one, for tie-breaks on ratings, or 12=1400 for player 12 [default: none, and such tie-breaks are left out] */
  unrated?: number | string | (number | string)[];
  /** Who left a round robin before its end: numbers as in 5,9, or a part of a name; their results count if they completed half of their games (C.05 6.6) */
  withdrawn?: string[];
}

export interface ListsOptions extends FileOptions {
  /** Which lists [default: boards] */
  lists?: ("boards" | "names" | "missing" | "standings" | "cross-table" | "wall-chart" | "cards" | "starting-rank" | "categories" | "clubs" | "federations" | "prizes")[];
  /** Round whose pairings are listed [default: the last one that was paired] */
  round?: number;
  /** Standings after this round [default: the last one that has results] */
  "after-round"?: number;
  /** Tie-breaks after the points, such as "BH/C1,BH,WON,DE" [default: those of record 212 or 202, else a list that the output names] */
  "tie-breaks"?: string;
  /** Edition of the tie-break regulations [default: the one in force on the file's date, else 2026-03] */
  "tie-break-rules"?: "2026-03" | "2024-08" | "2024-04" | "2023";
  /** Whether all pairings were fixed before the event [default: what record 192 of the file says, else swiss] */
  pairings?: "swiss" | "pre-determined";
  /** The players, also where the file has teams */
  players?: boolean;
  /** Rating of the players without one, for tie-breaks on ratings, or 12=1400 for player 12 [default: none, and such tie-breaks are left out] */
  unrated?: number | string | (number | string)[];
  /** Who left a round robin before its end: numbers as in 5,9, or a part of a name; their results count if they completed half of their games (C.05 6.6) */
  withdrawn?: string[];
  /** In which language */
  language?: "en" | "de" | "fr" | "es" | "it" | "pt";
  /** The paper of --format html */
  paper?: "a4" | "letter";
  /** Large letters in --format html, to be read from a few steps away */
  large?: boolean;
  /** The text of a file of prizes, for the list of them and for its categories */
  prizes?: string;
}

export interface ExplainOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
  /** The language of the words */
  language?: "en" | "de";
  /** Dubov 1997: the due colour of a player who has not played [default: neutral] */
  newcomers?: "neutral" | "either" | "balance" | "black";
  /** Dubov 1997: who leaves a score group, as few players as possible [default: legal] */
  floaters?: "legal" | "rows";
  /** Swiss team system, edition of 1 February 2026: what C6 asks of the following scoregroup [default: fewest] */
  "following-bracket"?: "fewest" | "parity";
  /** Swiss team system, edition of 1 February 2026: which scoregroup C6 is about [default: standings] */
  "following-group"?: "standings" | "unpaired";
  /** Swiss team system, edition of 1 February 2026: whether a team of a forfeited match floats [default: ignored] */
  "forfeit-floats"?: "ignored" | "counted";
  /** Swiss team system, edition of 1 February 2026: type B, last round, equal colours, the last two alike [default: strong] */
  "last-round-preference"?: "strong" | "none";
  /** Swiss team system, edition of 1 February 2026: which score makes a floater under acceleration [default: pairing] */
  "accelerated-floats"?: "pairing" | "standings";
  /** Swiss team system, edition of 1 February 2026: the secondary score under acceleration, for colours [default: standings] */
  "accelerated-secondary"?: "standings" | "pairing";
  /** Swiss team system, edition of 1 February 2026: game points of a bye of which neither 320 nor 162 says them [default: draws] */
  "untold-bye"?: "draws" | "wins";
  /** Keizer System: the value of the first of the ranking, the next one's is one less [default: three-halves] */
  "top-value"?: "three-halves" | "40" | "50" | "60" | "70" | "80" | "100" | "125";
  /** Keizer System: whether one's own value counts beside what is earned [default: once] */
  "own-value"?: "once" | "none";
  /** Keizer System: what a lost game earns of the opponent's value [default: none] */
  "loss-share"?: "none" | "sixth";
  /** Keizer System: what an absence earns of one's own value [default: third] */
  "absence-share"?: "third" | "none" | "sixth" | "half";
  /** Keizer System: how many absences of a player earn something [default: all] */
  "absences-paid"?: "all" | "2" | "5" | "8" | "10";
  /** Keizer System: what the pairing-allocated bye earns of one's own value [default: two-thirds] */
  "bye-share"?: "two-thirds" | "none" | "third" | "half";
  /** Keizer System: how often all rounds are counted anew after a round [default: stable] */
  recount?: "stable" | "one";
  /** Keizer System: how many rounds lie between two games of the same players [default: 3] */
  "repeat-after"?: "3" | "0" | "1" | "2" | "5" | "8";
  /** Keizer System: how often the same players meet, at most [default: any] */
  "most-meetings"?: "any" | "1" | "2" | "4";
  /** Only the brackets and the board of this player, by starting number */
  player?: number;
  /** Only this board and its bracket */
  board?: number;
  /** Every name of every list and every board; long lists are cut otherwise */
  full?: boolean;
  /** Why these two do not meet, by starting numbers: 4-9 */
  "why-not"?: `${number}-${number}`[];
  /** Why this player does not have the bye */
  "why-not-bye"?: number[];
  /** Why this player does not float down */
  "why-not-float"?: number[];
  /** Why this player has this colour and not the other */
  "why-colour"?: number[];
}

export interface JudgeOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
  /** The language of the words */
  language?: "en" | "de";
  /** The pairing by starting numbers, as 1-2,3-4,5 with the bye alone [default: the round as it stands in the file] */
  pairs?: string;
}

export interface PreviewOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Pair at most so many outcomes, drawn where there are more */
  outcomes?: number;
  /** Draws them */
  seed?: number;
  /** The language of the words */
  language?: "en" | "de";
  /** Name everybody and every game that is not certain yet, instead of the first ones with a count of the others; JSON is always whole */
  all?: boolean;
}

export interface RatingsOptions extends FileOptions {
  /** Edition of B.02, 2024 or 2025 [default: the one in force on the date of the file] */
  rules?: number;
  /** K of everybody (20), or of one player (7=40) [default: each K that is possible] */
  k?: string[];
}

export interface NormsOptions extends FileOptions {
  /** One player, every condition */
  player?: number;
  /** Every player, however far from a norm */
  all?: boolean;
  /** Host federation [default: record 032 of the file] */
  host?: string;
  /** The event is exempt from rules on federations: a national, b national team, c zonal (B.01 1.4.3) */
  exempt?: string;
  /** The event is a World or Continental Team or Club Championship: 7 games are enough (B.01 1.4.1b) */
  "team-championship"?: boolean;
  /** Edition of B.01, 2024 [default: the one in force on the date of the file] */
  rules?: number;
}

export interface ReportOptions extends FileOptions {
  /** Also before the last round */
  incomplete?: boolean;
  /** Write nothing while something is missing */
  strict?: boolean;
  /** Tie-breaks after the points, such as "BH/C1,BH,WON,DE" [default: those of record 212 or 202, else a list that the output names] */
  "tie-breaks"?: string;
  /** Edition of the tie-break regulations [default: the one in force on the file's date, else 2026-03] */
  "tie-break-rules"?: "2026-03" | "2024-08" | "2024-04" | "2023";
  /** Whether all pairings were fixed before the event [default: what record 192 of the file says, else swiss] */
  pairings?: "swiss" | "pre-determined";
  /** The players, also where the file has teams */
  players?: boolean;
  /** Rating of the players without one, for tie-breaks on ratings, or 12=1400 for player 12 [default: none, and such tie-breaks are left out] */
  unrated?: number | string | (number | string)[];
  /** Who left a round robin before its end: numbers as in 5,9, or a part of a name; their results count if they completed half of their games (C.05 6.6) */
  withdrawn?: string[];
}

export interface EditionsOptions extends FileOptions {
  /** Pairing system [default: as in `pair`] */
  system?: System;
  /** The editions, the one that the others are compared with first [default: the two latest of the system] */
  editions?: (Edition | `${Edition}`)[];
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
}

export interface VariantsOptions extends FileOptions {
  /** Edition of the Dutch System [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
  /** How the optimum is found */
  engine?: "fast" | "classes" | "reference";
}

export interface ProveOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
  /** How the optimum is found in the Dutch systems of 2026 and 2017; all engines give the same round [default: fast] */
  engine?: "fast" | "classes" | "reference";
  /** Dubov 1997: the due colour of a player who has not played [default: neutral] */
  newcomers?: "neutral" | "either" | "balance" | "black";
  /** Dubov 1997: who leaves a score group, as few players as possible [default: legal] */
  floaters?: "legal" | "rows";
  /** Swiss team system, edition of 1 February 2026: what C6 asks of the following scoregroup [default: fewest] */
  "following-bracket"?: "fewest" | "parity";
  /** Swiss team system, edition of 1 February 2026: which scoregroup C6 is about [default: standings] */
  "following-group"?: "standings" | "unpaired";
  /** Swiss team system, edition of 1 February 2026: whether a team of a forfeited match floats [default: ignored] */
  "forfeit-floats"?: "ignored" | "counted";
  /** Swiss team system, edition of 1 February 2026: type B, last round, equal colours, the last two alike [default: strong] */
  "last-round-preference"?: "strong" | "none";
  /** Swiss team system, edition of 1 February 2026: which score makes a floater under acceleration [default: pairing] */
  "accelerated-floats"?: "pairing" | "standings";
  /** Swiss team system, edition of 1 February 2026: the secondary score under acceleration, for colours [default: standings] */
  "accelerated-secondary"?: "standings" | "pairing";
  /** Swiss team system, edition of 1 February 2026: game points of a bye of which neither 320 nor 162 says them [default: draws] */
  "untold-bye"?: "draws" | "wins";
  /** Keizer System: the value of the first of the ranking, the next one's is one less [default: three-halves] */
  "top-value"?: "three-halves" | "40" | "50" | "60" | "70" | "80" | "100" | "125";
  /** Keizer System: whether one's own value counts beside what is earned [default: once] */
  "own-value"?: "once" | "none";
  /** Keizer System: what a lost game earns of the opponent's value [default: none] */
  "loss-share"?: "none" | "sixth";
  /** Keizer System: what an absence earns of one's own value [default: third] */
  "absence-share"?: "third" | "none" | "sixth" | "half";
  /** Keizer System: how many absences of a player earn something [default: all] */
  "absences-paid"?: "all" | "2" | "5" | "8" | "10";
  /** Keizer System: what the pairing-allocated bye earns of one's own value [default: two-thirds] */
  "bye-share"?: "two-thirds" | "none" | "third" | "half";
  /** Keizer System: how often all rounds are counted anew after a round [default: stable] */
  recount?: "stable" | "one";
  /** Keizer System: how many rounds lie between two games of the same players [default: 3] */
  "repeat-after"?: "3" | "0" | "1" | "2" | "5" | "8";
  /** Keizer System: how often the same players meet, at most [default: any] */
  "most-meetings"?: "any" | "1" | "2" | "4";
  /** Where the procedure of the rules ends without a pairing, offer the legal one nearest to the text (Swiss system based on rating (1998), Dubov 1997) */
  finish?: boolean;
}

export interface MatchOptions extends FileOptions {
  /** What is asked of the matching */
  objective?: "weight" | "cardinality-weight" | "perfect" | "min-perfect" | "cardinality";
  /** The best matchings, this many, instead of one */
  best?: number;
  /** For every edge, how far its weight could change before the matching is no longer optimal, and whether it is in some optimal matching, or in every one */
  slacks?: boolean;
  /** For --best and --slacks, this many searches at most: the same answer on every machine. Where it is cut, the answer says so, and the exit code is 4 */
  limit?: number;
  /** Before the answer, what the algorithm that grows all trees at once does, step by step */
  trace?: boolean;
}

export interface CertificateOptions extends FileOptions {
  /** What is asked of the matching */
  objective?: "weight" | "cardinality-weight" | "perfect" | "min-perfect" | "cardinality";
  /** The best matchings, this many, instead of one */
  best?: number;
  /** For every edge, how far its weight could change before the matching is no longer optimal, and whether it is in some optimal matching, or in every one */
  slacks?: boolean;
  /** For --best and --slacks, this many searches at most: the same answer on every machine. Where it is cut, the answer says so, and the exit code is 4 */
  limit?: number;
  /** Before the answer, what the algorithm that grows all trees at once does, step by step */
  trace?: boolean;
}

export interface GenerateOptions extends FileOptions {
  /** The text of a settings file, TOML or Key=value; the other options win */
  config?: string;
  /** Which of the tournaments of this seed, from 0 */
  index?: number;
  /** Makes the same tournaments again [default: a fresh one, which is printed] */
  seed?: number;
  /** Players: a number, or a range such as 40..80 [default: 16..200] */
  players?: number | `${number}..${number}`;
  /** Rounds: a number, or a range such as 5..9 [default: 5..11]; where a pairing is a match: matches */
  rounds?: number | `${number}..${number}`;
  /** Edition of the rules [default: what the settings ask for, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what the settings ask for, else dutch] */
  system?: System;
  /** Players of each team, where teams are paired; then --players says how many teams [default: 4] */
  boards?: number;
  /** Tie-breaks after the points, by which the ranks in the file are made; not in trf16 [default: those of `standings`] */
  "tie-breaks"?: string;
  format?: "trf26" | "trf16";
}

export interface StepOptions extends FileOptions {
  /** What is done, as docs/schema/step.schema.json has it */
  step?: object;
}

export interface VerifyOptions extends FileOptions {
  /** Edition of the rules [default: what record 192 of the file asks for, else the one in force on its date, else 2026] */
  rules?: Edition | `${Edition}`;
  /** Pairing system [default: what record 192 of the file asks for, else dutch] */
  system?: System;
  /** Round to pair: the next one, or a recorded one again, from the rounds before it [default: the last recorded one while none of its games has a result, else the next one] */
  round?: number;
  /** So many rounds count as held, and the next one is paired [default: those in which somebody has an opponent or the pairing-allocated bye, and a last one of byes only where the points count it] */
  "after-round"?: number;
  /** What games without a result count in the rounds before: draw, white or black (who wins), or 3-7=white for one game, White first [default: none may lack a result] */
  open?: OpenGames | OpenGames[];
  /** Who was given the bye of this round by the arbiter before it was paired, where the file does not announce it (240, XXZ): the number of a player */
  "given-bye"?: number;
}
// </declared>

/** An error or a warning. Without a place where it is about no line of the file. */
export interface Remark {
  file: string;
  /** From 1. */
  line: number | null;
  /** From 1. */
  first_column: number | null;
  last_column: number | null;
  field: string | null;
  player: StartingNumber | null;
  round: number | null;
  /** What was found, and what was expected. */
  message: string;
  /** What can be done about it. */
  hint: string | null;
}

export interface Program {
  name: "edelweiss";
  version: string;
}

export interface Rules {
  system: System;
  edition: Edition;
  name: string;
  chosen_by: ChosenBy;
}

export interface Seat {
  number: StartingNumber;
  name: string;
  title: string | null;
  rating: number | null;
  federation: string | null;
  /** Points so far, without virtual points. */
  score: number;
  virtual_points: number;
  /** Of a team. */
  match_points?: number;
  game_points?: number;
  float: Float;
  /** One round ago, two rounds ago. */
  earlier_floats: [Float, Float];
}

export interface ColourReason {
  code:
    | "both-granted"
    | "stronger"
    | "wider-difference"
    | "alternated"
    | "higher-ranked"
    | "initial-colour"
    | "article";
  article: string;
}

export interface Board {
  board: number;
  white: Seat;
  black: Seat;
  colour_reason: ColourReason;
  /** Of White and Black, board by board, as far as the file says it; where teams are paired. */
  line_ups?: [LineUp | null, LineUp | null];
}

/** null: nobody. */
export type LineUp = ({ number: StartingNumber; name: string; title: string | null; rating: number | null } | null)[];

export interface Cost {
  rule: string;
  article: string | null;
  meaning: string | null;
  /** The most important first. */
  fields: number[];
}

export interface Bracket {
  kind: "normal" | "penultimate" | "collapsed-last";
  score: number | null;
  moved_down: StartingNumber[];
  residents: StartingNumber[];
  /** The higher ranked player first. */
  pairs: [StartingNumber, StartingNumber][];
  floaters: StartingNumber[];
  costs: Cost[] | null;
}

export interface RoundInput {
  file: string;
  bytes: number;
  tournament: string;
  /** Participants, also where they are teams. */
  players: number;
  /** Where teams are paired. */
  teams?: number;
  to_be_paired: number;
  rounds_total: number | null;
  initial_colour: "white" | "black" | null;
  acceleration: "none" | "baku" | "explicit";
  /** YYYY-MM-DD */
  starts: string | null;
  open_games: {
    round: number;
    white: StartingNumber;
    black: StartingNumber;
    counts_as: "draw" | "white" | "black";
  }[];
}

interface RoundDocumentBase {
  format: "edelweiss.round";
  format_version: 1;
  program: Program;
  input: RoundInput;
  rules: Rules;
  /** Missing for systems that leave no choice. */
  engine?: "fast" | "classes" | "reference";
  round: number;
  /** What there is to say about the choice of the round and of its colours. */
  notes: string[];
  warnings: Remark[];
}

/** A round: docs/schema/round.schema.json. */
export interface PairedRound extends RoundDocumentBase {
  outcome: "paired";
  /** In the order of publication. */
  boards: Board[];
  bye: Seat | null;
  given_bye: Seat | null;
  absent: { number: StartingNumber; name: string; kind: "full-point" | "half-point" | "zero-point" }[];
  brackets: Bracket[];
  /** Where the round stands in the file already. */
  recorded: { has_results: boolean; is_same: boolean } | null;
}

/** Why there is no round. */
export interface ImpossibleRound extends RoundDocumentBase {
  outcome: "impossible";
  impossible: {
    reason: "no-legal-pairing" | "no-round-left" | "procedure-ended" | "given-up";
    message: string;
    proof?: {
      partners: StartingNumber[];
      bye_is_a_partner: boolean;
      groups: StartingNumber[][];
      stay_over: StartingNumber[];
    };
  };
}

export type RoundDocument = PairedRound | ImpossibleRound;

export type RoundSeat =
  | { white: StartingNumber; black: StartingNumber }
  | { players: [StartingNumber, StartingNumber] }
  | { bye: StartingNumber };

export type RoundVerdict = "equal" | "colours-differ" | "pairing-differs" | "impossible-here";

export interface CheckedRound {
  round: number;
  verdict: RoundVerdict;
  /** Seats of the file that ours does not have. */
  recorded: RoundSeat[];
  /** Seats of ours that the file does not have. */
  here: RoundSeat[];
  /** Whether the recorded round obeys the absolute rules. */
  legal: boolean;
  breaches: string[];
  /** Which rule decides between the two. */
  decision?: {
    bracket: number;
    route: string;
    score: string;
    moved_down: StartingNumber[];
    residents: StartingNumber[];
    kind: string | null;
    rule: string | null;
    article: string | null;
    recorded: number[] | null;
    here: number[] | null;
    better: "file" | "neither" | "here";
    literal: string;
    rows: {
      kind: string;
      rule: string;
      article: string;
      summary: string;
      recorded: number[];
      here: number[];
    }[];
    text: string;
  };
  /** The reading of the rules by which the file's round would be ours. */
  reading?: "C10-C11-who-gets";
  colours?: { white: StartingNumber; black: StartingNumber; article: string; judge_agrees?: boolean }[];
  why_impossible?: string;
  /** An order of the players in which the round has the recorded pairs. */
  other_numbers?: {
    by: "ratings" | "one-player";
    player?: StartingNumber;
    /** None is the first place. */
    behind?: StartingNumber;
    colours: boolean;
  };
}

export interface CheckedFile {
  file: string;
  rules?: Rules;
  /** Why no round was paired again, where something else was judged all the same. */
  rounds_not_paired?: string;
  wrong_points?: {
    of: "player" | "team";
    number: StartingNumber;
    what: string;
    line?: number;
    recorded: string;
    here: string;
    why: string;
  }[];
  rounds: CheckedRound[];
  /** Another edition that agrees with more rounds. */
  better_edition?: {
    system: System;
    edition: number;
    name: string;
    equal: number;
    equal_here: number;
    rounds: number;
  };
  /** Of a file that has a list of tie-breaks and ranks. */
  standings?: {
    of: "player" | "team";
    after_round: number;
    tie_breaks: string;
    edition: string;
    equal: boolean;
    differences: { number: StartingNumber; recorded: string; here: number; why?: string }[];
    error?: string;
  };
  warnings: string[];
}

export interface CheckDocument {
  format: "edelweiss.check";
  version: 1;
  /** One. */
  files: [CheckedFile];
  summary: Record<
    | "files"
    | "bad_files"
    | "rounds"
    | "equal"
    | "colours_differ"
    | "pairing_differs"
    | "impossible_here"
    | "illegal"
    | "points_differ"
    | "standings"
    | "standings_differ",
    number
  >;
}

/** Numerator and denominator in lowest terms. */
export type Fraction = [number, number];

export interface StandingsRow {
  rank: number;
  number: StartingNumber;
  name: string;
  title: string | null;
  rating: number | null;
  /** Of a player without a rating. */
  rating_by_option?: number;
  federation: string | null;
  points: number;
  /** Of teams. */
  match_points?: number;
  game_points?: number;
  /** In the order of `tie_breaks`; null where there is no value. */
  values: ({ text: string; exact: Fraction; boards?: Fraction[] } | null)[];
}

/** Standings: docs/schema/standings.schema.json. */
export interface StandingsDocument {
  format: "edelweiss.standings";
  format_version: 1;
  program: Program;
  outcome: "ranked";
  input: {
    file: string;
    tournament: string;
    players: number;
    teams?: number;
    rounds_total: number | null;
    pairings: "swiss" | "pre-determined";
  };
  rules: { edition: string; name: string; chosen_by: ChosenBy };
  after_round: number;
  tie_breaks: { code: string; asked: string; name: string; article: string; lower_is_better: boolean }[];
  tie_breaks_chosen_by: ChosenBy;
  remarks: string[];
  standings: StandingsRow[];
  why?: {
    number: StartingNumber;
    values: {
      code: string;
      tied: StartingNumber[] | null;
      divisor: number | null;
      rounded: boolean | null;
      contributions: {
        round: number | null;
        source: string;
        opponent: StartingNumber | null;
        article: string;
        factor: number | null;
        amount: Fraction;
        cut: string | null;
      }[];
    }[];
  };
  warnings: Remark[];
}

/** A piece of an explanation, in order. */
export interface Words {
  kind: "title" | "heading" | "item" | "sentence";
  /** Of an item. */
  label?: string;
  text: string;
}

/** An explanation: docs/schema/explanation.schema.json. */
export interface ExplanationDocument {
  format: "edelweiss.explanation";
  format_version: 1;
  program: Program;
  rules: string;
  round: number;
  language: "en" | "de";
  brackets: {
    kind: Bracket["kind"];
    score: number;
    moved_down: StartingNumber[];
    residents: StartingNumber[];
    moved_down_paired: StartingNumber[];
    limbo: StartingNumber[];
    s1: StartingNumber[];
    s2: StartingNumber[];
    leave_s1: StartingNumber[];
    enter_s1: StartingNumber[];
    s2_in_order: StartingNumber[];
    is_transposed: boolean;
    pairs: [StartingNumber, StartingNumber][];
    floaters: StartingNumber[];
    costs: {
      rule: string;
      article: string;
      meaning: string;
      fields: number[];
      /** Who pays. */
      from: StartingNumber[][];
    }[];
  }[];
  boards: { board: number; white: StartingNumber; black: StartingNumber; colour_reason: ColourReason }[];
  bye: StartingNumber | null;
  answers: {
    wish: "pair" | "bye" | "float" | "other-colour";
    players: StartingNumber[];
    answer: "refused" | "not-compared" | "impossible" | "worse";
    bracket: number | null;
    decides: string | null;
    right: number[] | null;
    with_wish: number[] | null;
    pairs: [StartingNumber, StartingNumber][] | null;
    bye: StartingNumber | null;
  }[];
  words: Words[];
  warnings: Remark[];
}

export interface JudgementDocument {
  format: "edelweiss.judgement";
  format_version: 1;
  program: Program;
  rules: string;
  round: number;
  language: "en" | "de";
  is_right: boolean;
  /** What is against the absolute rules. */
  violations: {
    kind:
      | "unpaired"
      | "paired-twice"
      | "not-present"
      | "needless-bye"
      | "barred-from-bye"
      | "rematch"
      | "banned"
      | "colour-clash";
    players: StartingNumber[];
  }[];
  /** The first bracket that differs, and the rule that decides there. */
  decision: {
    bracket: number;
    score: number;
    decides: string | null;
    article: string | null;
    given: JudgedBracket;
    right: JudgedBracket;
  } | null;
  words: Words[];
  warnings: Remark[];
}

export interface JudgedBracket {
  fields: number[];
  pairs: [StartingNumber, StartingNumber][];
  floaters: StartingNumber[];
}

export interface PreviewDocument {
  format: "edelweiss.preview";
  format_version: 1;
  program: Program;
  rules: string;
  round: number;
  language: "en" | "de";
  outcomes: { paired: number; is_complete: boolean; seed: number | null; without_round: number };
  open_games: { round: number; white: StartingNumber; black: StartingNumber }[];
  players: {
    player: StartingNumber;
    is_certain: boolean;
    /** null is the bye. */
    opponents: { player: StartingNumber | null; outcomes: number }[];
    colour: "white" | "black" | null;
    /** Places in `open_games`, from 0. */
    depends_on: number[];
  }[];
  words: Words[];
  warnings: Remark[];
}

/** One round, once for each what-if: docs/schema/variants.schema.json. */
export interface VariantsDocument {
  format: "edelweiss.variants";
  format_version: 1;
  program: Program;
  rules: string;
  round: number;
  variants: {
    variant: string;
    /** White and Black of each board; null where there is no round. */
    boards: [StartingNumber, StartingNumber][] | null;
    bye: StartingNumber | null;
    impossible: string | null;
  }[];
  warnings: Remark[];
}

/** Lists as tables of words: docs/schema/lists.schema.json. */
export interface ListsDocument {
  format: "edelweiss.lists";
  format_version: 1;
  program: Program;
  language: "en" | "de" | "fr" | "es" | "it" | "pt";
  lists: {
    list: string;
    title: string;
    event: string;
    /** Place, days, round, arbiter. */
    about: string[];
    parts: {
      heading: string | null;
      columns: { heading: string; kind: "number" | "name" | "text" | "result" }[];
      /** A cell for each column. */
      rows: string[][];
    }[];
    /** What stands below. */
    notes: string[];
  }[];
}

/** A new event: docs/schema/new.schema.json. */
export interface NewDocument {
  format: "edelweiss.new";
  format_version: 1;
  program: Program;
  name: string;
  rules: string;
  columns: {
    column: string;
    heading: string;
    field: string | null;
    by: "option" | "heading" | "cells" | "unknown" | "unused";
    is_read: boolean;
  }[];
  players: {
    number: StartingNumber;
    name: string;
    title: string | null;
    rating: number | null;
    behind_by: "rating" | "title" | "name" | "list" | null;
  }[];
  warnings: string[];
  notes: string[];
  file: string;
}

export type ByeKind = "pairing-allocated" | "full-point" | "half-point" | "zero-point";

/** Where an event stands: docs/schema/state.schema.json. */
export interface StateDocument {
  format: "edelweiss.state";
  format_version: 1;
  program: Program;
  event: { name: string; rounds_total: number | null; rounds_paired: number; starts: string | null };
  players: {
    number: StartingNumber;
    name: string;
    title: string | null;
    rating: number | null;
    federation: string | null;
    points: number;
    next: "plays" | "absent" | ByeKind;
    gone_from: number | null;
  }[];
  /** Where teams are paired. */
  teams?: {
    number: number;
    name: string;
    nickname: string | null;
    strength: number | null;
    members: StartingNumber[];
    match_points: number;
    game_points: number;
    next: "plays" | "absent" | ByeKind;
    gone_from: number | null;
  }[];
  /** Why the rounds are no matches of the teams that the file asks to pair. */
  not_of_teams?: string;
  rounds: { round: number; boards: number; missing: number }[];
  shown: {
    round: number;
    boards: { board: number; white: StartingNumber; black: StartingNumber; result: string | null }[];
    byes: { player: StartingNumber; kind: ByeKind; points: number }[];
    /** Where teams are paired. */
    matches?: {
      match: number;
      white: number;
      black: number;
      match_points: [number, number] | null;
      game_points: [number, number];
      is_forfeited: boolean;
      boards: number[];
    }[];
    team_byes?: { team: number; kind: ByeKind; match_points: number; game_points: number }[];
  } | null;
  bans: { players: StartingNumber[]; first: number; last: number | null }[];
  team_bans?: { teams: number[]; first: number; last: number | null }[];
  warnings: Remark[];
}

/** A file after a step: docs/schema/step.schema.json. */
export interface StepDocument {
  format: "edelweiss.step";
  format_version: 1;
  program: Program;
  step: object;
  is_change: boolean;
  said: string[];
  consequences: string[];
  /** A text, or where it is no UTF-8 its bytes. */
  file: string | { hex: string };
  warnings: Remark[];
}

/** What a proof assumes. */
export interface Premises {
  system: "dutch";
  edition: 2026 | 2017;
  round: number;
  rounds_total: number | null;
  /** Byes given by the arbiter, and absences. */
  byes: [StartingNumber, "U" | "F" | "H" | "Z"][];
  /** Games of earlier rounds without a result. */
  open_games: { round: number; white: StartingNumber; black: StartingNumber; counts: "draw" | "white" | "black" }[];
  /** Players of whom no two may meet. */
  bans: StartingNumber[][];
  /** Such as `[1, "1.0"]`. */
  virtual_points: [StartingNumber, string][];
  /** SHA-256 of the position. */
  position: string;
}

/** The proof of a round, to be kept and given back as it is: docs/schema/proof.schema.json. */
export interface ProofDocument {
  format: "edelweiss.proof";
  format_version: 2;
  premises: Premises;
  bye: StartingNumber | null;
  checksum: string;
  [field: string]: unknown;
}

export interface VerificationDocument {
  format: "edelweiss.verification";
  format_version: 1;
  program: Program;
  holds: boolean;
  /** Why it does not. */
  rejection: string | null;
  /** What the proof assumes, also where that does not hold. */
  premises: Premises;
  edition: number;
  round: number;
  /** Whether it proves that there is no round. */
  is_impossible: boolean;
  pairs: number;
  bye: StartingNumber | null;
}

/** Its number, from 0 (DIMACS: from 1), or its name. */
export type Vertex = number | string | boolean;

/** A graph with whole numbers of up to 64 bits as weights; one that is left out is 1. */
export interface Graph {
  /** How many, called 0 to n - 1; or the name of each. */
  vertices: number | string[];
  edges: (readonly [Vertex, Vertex, (number | bigint)?])[];
}

/** As `networkx.node_link_data` writes it, with `links` or `edges`; what else nodes and edges have is not looked at. */
export interface NodeLinkGraph {
  directed?: false;
  multigraph?: boolean;
  nodes: { id?: Vertex }[];
  links?: { source: Vertex; target: Vertex; weight?: number }[];
  edges?: { source: Vertex; target: Vertex; weight?: number }[];
}

/** Where a limit ended an answer. */
export interface Cut {
  limit: number;
  found: number;
  asked: number;
}

/** The best matching of a graph: docs/schema/matching.schema.json. */
export interface MatchingDocument {
  format: "edelweiss.matching";
  format_version: 1;
  program: Program;
  objective: Objective;
  vertices: number;
  edges: number;
  /** What was left out of the graph. */
  notes?: string[];
  /** A double of JavaScript: `matchText` has every digit. */
  value: number;
  pairs: [Vertex, Vertex][];
  algorithm: string;
  /** There is no clock here. */
  seconds: null;
  /** Where they are asked for. */
  slacks?: {
    edge: [Vertex, Vertex];
    /** null if the weight could change by any amount. */
    slack: number | null;
    in_some_optimum: boolean;
    in_every_optimum: boolean;
  }[];
  cut?: Cut;
}

/** The best matchings of a graph, the best one first. */
export interface MatchingsDocument {
  format: "edelweiss.matchings";
  format_version: 1;
  program: Program;
  objective: Objective;
  vertices: number;
  edges: number;
  notes?: string[];
  cut?: Cut;
  best: { value: number; pairs: [Vertex, Vertex][] }[];
}

/** What proves a matching optimal; all duals are doubled. */
export interface CertificateDocument {
  format: "edelweiss.certificate";
  format_version: 1;
  program: Program;
  objective: Objective;
  value: number;
  bonus: number;
  vertices: { vertex: Vertex; mate: Vertex | null; dual_2x: number; blossom: number | null }[];
  blossoms: { dual_2x: number; parent: number | null }[];
}

export interface EditionRound {
  system: System;
  edition: Edition;
  name: string;
  /** White and Black of each board; null where there is no round. */
  boards: [StartingNumber, StartingNumber][] | null;
  bye: StartingNumber | null;
  impossible: string | null;
  /** Missing in the first edition, and where one of the two has no round. */
  compared?: {
    verdict: RoundVerdict;
    only_here: RoundSeat[];
    only_in_first: RoundSeat[];
    /** The first criterion of the first edition in which the two rounds differ. */
    decision?: {
      bracket: number;
      score: string;
      rule: string;
      article: string;
      meaning: string;
      here: number[];
      in_first: number[];
    };
  };
}

export interface EditionsDocument {
  format: "edelweiss.editions";
  format_version: 1;
  program: Program;
  round: number;
  players: Pick<Seat, "number" | "name" | "title" | "rating" | "score">[];
  editions: EditionRound[];
  warnings: Remark[];
}

export interface VersionsDocument {
  format: "edelweiss.versions";
  format_version: 1;
  program: Program;
  systems: { system: System; edition: Edition; name: string }[];
  tie_break_rules: { edition: string; name: string }[];
}

/** What is refused: the file, the options, or what they ask for. `message` has the words of the program. */
export class EdelweissError extends Error {
  readonly kind: "no-pairing" | "invalid" | "limit";
  /** At least one, at most a hundred. */
  readonly errors: [Remark, ...Remark[]];
  /** How many more there were. */
  readonly moreErrors: number;
  readonly warnings: Remark[];
  /** The first of `errors`. */
  readonly first: Remark;
}

/** A defect of the library; the next question works all the same. */
export class EdelweissDefect extends Error {}

/** The text of a tournament file, or its bytes in any encoding. At most 64 MB. */
export type TournamentFile = string | Uint8Array;

export interface Edelweiss {
  /** A list of players (CSV, or FIDE's rating list) as a tournament file before round 1. */
  newEvent(list: TournamentFile, options: NewOptions & { rounds: number }): NewDocument;
  /** Where an event stands: players, rounds, the boards of one, and who plays next. */
  state(file: TournamentFile, options?: StateOptions): StateDocument;
  /** The file after a step of the day: docs/schema/step.schema.json. */
  step(file: TournamentFile, step: object, options?: FileOptions): StepDocument;
  /** How the rating of each player changes (FIDE B.02): docs/schema/ratings.schema.json. */
  ratings(file: TournamentFile, options?: RatingsOptions): object;
  /** Who has a title norm (FIDE B.01), with every condition: docs/schema/norms.schema.json. */
  norms(file: TournamentFile, options?: NormsOptions): object;
  /** The file that is handed in when an event is over: points, ranks and their list; `trf26` where nothing is said. */
  report(file: TournamentFile, options?: ReportOptions, format?: "trf26" | "trf16" | "trf06"): Uint8Array;
  /** Pairs a round. One that cannot be paired is an answer, too: `outcome` tells. */
  pair(file: TournamentFile, options?: PairOptions): RoundDocument;
  /** The file with the round added, in its encoding and with its line ends. */
  pairTrf(file: TournamentFile, options?: PairOptions): Uint8Array;
  /** Pairs every recorded round again and ranks again, and says where the file differs, and by which rule. */
  check(file: TournamentFile, options?: CheckOptions): CheckDocument;
  /** The same as the program prints it. */
  checkText(file: TournamentFile, options?: CheckOptions): string;
  /** Ranks the players, or the teams. */
  standings(file: TournamentFile, options?: StandingsOptions): StandingsDocument;
  /** The file with the ranks and the list of tie-breaks. */
  standingsTrf(file: TournamentFile, options?: StandingsOptions): Uint8Array;
  /** Lists to hang up and to hand in: pairings, standings, cross tables, prizes. */
  lists(file: TournamentFile, options?: ListsOptions): ListsDocument;
  /** The same as a text; `html` is a page to print, `csv` holds one list. */
  listsText(
    file: TournamentFile,
    options?: ListsOptions,
    format?: "text" | "csv" | "markdown" | "html",
  ): string;
  /** Tells how a round came about, or why not otherwise. */
  explain(file: TournamentFile, options?: ExplainOptions): ExplanationDocument;
  /** The same as a text; `html` is one page about the whole round. */
  explainText(
    file: TournamentFile,
    options?: ExplainOptions,
    format?: "text" | "markdown" | "html",
  ): string;
  /** One round by several editions of a system, side by side. */
  editions(file: TournamentFile, options?: EditionsOptions): EditionsDocument;
  /** Judges a pairing made by hand: legal or not, and the first criterion in which it is worse. */
  judge(file: TournamentFile, options?: JudgeOptions): JudgementDocument;
  judgeText(file: TournamentFile, options?: JudgeOptions, format?: "text" | "markdown"): string;
  /** Says what is certain of the next round while games are open. */
  preview(file: TournamentFile, options?: PreviewOptions): PreviewDocument;
  previewText(file: TournamentFile, options?: PreviewOptions, format?: "text" | "markdown"): string;
  /** One round, once for each variant: `["", "absent 5", "together 3 8, apart 1 2"]`. */
  variants(file: TournamentFile, variants: string[], options?: VariantsOptions): VariantsDocument;
  /** The proof that a round is the right one, or that there is none. */
  prove(file: TournamentFile, options?: ProveOptions): ProofDocument;
  /** Whether a proof, or its text, holds for the round of a file; the engine is not asked. */
  verify(file: TournamentFile, proof: ProofDocument | string | Uint8Array, options?: VerifyOptions): VerificationDocument;
  /** The best matching of any graph, which may also be the text of an edge list, DIMACS or GraphML. */
  match(graph: Graph | NodeLinkGraph | string | Uint8Array, options: MatchOptions & { best: number }): MatchingsDocument;
  match(graph: Graph | NodeLinkGraph | string | Uint8Array, options?: MatchOptions & { best?: undefined }): MatchingDocument;
  /** The same as lines, or the problem for another program. */
  matchText(
    graph: Graph | NodeLinkGraph | string | Uint8Array,
    options?: MatchOptions,
    format?: "text" | "dot" | "edge-list" | "dimacs" | "lp" | "mps" | "opb",
  ): string;
  /** What proves the best matching. */
  certificate(graph: Graph | NodeLinkGraph | string | Uint8Array, options?: CertificateOptions): CertificateDocument;
  /** A random tournament as a file; where there is a model, its field plays again. */
  generate(options: GenerateOptions, model?: TournamentFile): string;
  /** This library, and the editions of the rules that it knows. */
  versions(): VersionsDocument;
}

/**
 * Loads the WebAssembly; later calls return the same.
 *
 * Without a source the file beside this module is read (Node) or fetched (browser).
 */
export function load(
  source?: BufferSource | WebAssembly.Module | Promise<BufferSource>,
): Promise<Edelweiss>;
