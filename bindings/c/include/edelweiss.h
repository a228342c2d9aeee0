/*
 * Edelweiss for C and C++: Swiss pairings by the FIDE rules.
 * Made by cbindgen from bindings/c/src: BLESS=1 cargo test there writes it anew.
 *
 * Ownership. What goes in is the caller's, is read during the call and kept nowhere. An
 * edelweiss_text comes out filled and is given back by edelweiss_text_free, whatever the status was.
 * The string of edelweiss_version is for ever.
 *
 * Threads. Every function may be called from any thread, and from many at once; nothing is shared
 * between calls. One edelweiss_text, or one array of boards, belongs to one call at a time.
 * Some functions work on as many threads as there are cores; these stay until the
 * process ends, so the library must not be unloaded.
 *
 * Mistakes. No call ends the process and no exception or panic comes out: null pointers, wrong lengths
 * and text that is not UTF-8 are EDELWEISS_STATUS_MISUSED, input that contradicts itself is
 * EDELWEISS_STATUS_REFUSED, and the text says why. What cannot be seen is memory that is not there: a length
 * must be that of the array. A defect of the library is EDELWEISS_STATUS_DEFECT, and its words also go to
 * standard error.
 */

#ifndef EDELWEISS_H
#define EDELWEISS_H

#include <stddef.h>
#include <stdint.h>

// What became of a call.
typedef enum edelweiss_status {
  // Done: the answer is there.
  EDELWEISS_STATUS_OK = 0,
  // Done, and the answer is that no legal round exists; the text has the proof in words.
  EDELWEISS_STATUS_NO_ROUND = 1,
  // The input contradicts itself or asks for what is not there; the text says what.
  EDELWEISS_STATUS_REFUSED = 2,
  // The call is wrong: a null pointer, a length, text that is not UTF-8; the text says which.
  EDELWEISS_STATUS_MISUSED = 3,
  // A defect of the library, which its developers want to know of.
  EDELWEISS_STATUS_DEFECT = 4,
} edelweiss_status;

// A colour, in a field `colour` of `uint8_t`.
typedef enum edelweiss_colour {
  // None, or not known.
  EDELWEISS_COLOUR_NONE = 0,
  // White.
  EDELWEISS_COLOUR_WHITE = 1,
  // Black.
  EDELWEISS_COLOUR_BLACK = 2,
} edelweiss_colour;

// What a round was for a player, in a field of `uint8_t`.
typedef enum edelweiss_result {
  // Not there, without points; in `next`: there, and waits for an opponent.
  EDELWEISS_RESULT_NONE = 0,
  // Won over the board.
  EDELWEISS_RESULT_WIN = 1,
  // Drawn over the board.
  EDELWEISS_RESULT_DRAW = 2,
  // Lost over the board.
  EDELWEISS_RESULT_LOSS = 3,
  // Won, as the opponent did not appear.
  EDELWEISS_RESULT_FORFEIT_WIN = 4,
  // Lost, as the player did not appear.
  EDELWEISS_RESULT_FORFEIT_LOSS = 5,
  // Adjourned: counts as a draw for the pairing.
  EDELWEISS_RESULT_ADJOURNED = 6,
  // The bye of a player who was left over.
  EDELWEISS_RESULT_PAIRING_ALLOCATED_BYE = 7,
  // A bye of a full point.
  EDELWEISS_RESULT_FULL_POINT_BYE = 8,
  // A bye of half a point.
  EDELWEISS_RESULT_HALF_POINT_BYE = 9,
  // Announced absence without points.
  EDELWEISS_RESULT_ZERO_POINT_BYE = 10,
} edelweiss_result;

// A text that the library made, to be given back by `edelweiss_text_free` as it came.
typedef struct edelweiss_text {
  // UTF-8 (a tournament file: in the encoding of the file that was read; a workbook: its bytes) with a
  // NUL behind it; NULL for no text.
  char *data;
  // Bytes before that NUL.
  size_t length;
} edelweiss_text;

// A round of a player.
typedef struct edelweiss_entry {
  // The place of the opponent in the array of players, counted from 0; any number where the result
  // is none of a game.
  uint32_t opponent;
  // An `edelweiss_colour`.
  uint8_t colour;
  // An `edelweiss_result`.
  uint8_t result;
} edelweiss_entry;

// Two players who may not meet, by their places.
typedef struct edelweiss_forbidden {
  // One of them.
  uint32_t one;
  // The other one.
  uint32_t other;
} edelweiss_forbidden;

// A tournament before a round. All zeros, with a number of players, is the first round of them all.
typedef struct edelweiss_event {
  // How many players, 1 to 1,000,000, in their initial order; by the rules of 1998 at most 9,999.
  size_t n_players;
  // How many rounds have been played.
  size_t n_rounds;
  // `n_players` times `n_rounds` entries, the rounds of a player side by side; NULL for none.
  const struct edelweiss_entry *entries;
  // `n_players` of `edelweiss_result`: what the round to be paired is for a player who is not there
  // for it; NULL when everybody is there.
  const uint8_t *next;
  // How many pairs are forbidden.
  size_t n_forbidden;
  // Pairs who may not meet; NULL for none.
  const struct edelweiss_forbidden *forbidden;
  // Rounds of the whole event, 0 when not known: then no round counts as the last one.
  uint32_t rounds_total;
  // 2026, 2017 or 1998, the editions of the FIDE (Dutch) System; 0 is 2026.
  uint16_t rules;
  // An `edelweiss_colour`: the colour drawn by lot before round one; none: told by the games, or
  // White for the first player.
  uint8_t initial_colour;
} edelweiss_event;

// A board, by the places of its players.
typedef struct edelweiss_board {
  // Plays White.
  uint32_t white;
  // Plays Black.
  uint32_t black;
} edelweiss_board;

// What was written.
typedef struct edelweiss_round {
  // Boards that were written; where the memory is too small, those that there are.
  size_t n_boards;
  // The place of the player with the pairing-allocated bye; `UINT32_MAX` when there is none.
  uint32_t bye;
} edelweiss_round;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The release of this library: "0.1.0". Not to be freed.
const char *edelweiss_version(void);

// Gives a text back and empties it, so that a second call does nothing; NULL is nothing to give back.
//
// # Safety
// `text` is NULL, or points to a text that a function of this library wrote, as it wrote it, or one whose `data` is NULL.
void edelweiss_text_free(struct edelweiss_text *text);

#if defined(EDELWEISS_PANIC_FOR_TESTS)
// Panics inside, for the test that EDELWEISS_STATUS_DEFECT comes out. In no release.
//
// # Safety
// As for every `text`: NULL, or memory for one.
enum edelweiss_status edelweiss_panic_for_tests(struct edelweiss_text *text);
#endif

// Pairs the next round of a tournament file (TRF06, TRF16, TRF26), or of players and results as JSON
// (docs/schema/results.schema.json), `length` bytes at `file`.
//
// `options` is NULL, or a JSON object that ends with a NUL; its names are those of the long options of
// `edelweiss pair`: {"rules": 2017, "round": 3}. The text is the document that
// `edelweiss pair --format json` writes, also where there is no legal round; with "format": "trf" it is
// the file with the round added, and `EDELWEISS_STATUS_NO_ROUND` where there is none.
//
// # Safety
// `length` bytes are at `file` and a NUL ends `options`, nobody writes either during the call, and
// there is memory for a text at `text`, which may be NULL.
enum edelweiss_status edelweiss_pair(const uint8_t *file,
                                     size_t length,
                                     const char *options,
                                     struct edelweiss_text *text);

// Pairs every recorded round of a tournament file again and says where the file differs: the report of
// `edelweiss check`, as JSON, or as words with "format": "text".
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_check(const uint8_t *file,
                                      size_t length,
                                      const char *options,
                                      struct edelweiss_text *text);

// Ranks the players, or the teams, of a tournament file by points and tie-breaks: the document of
// `edelweiss standings`, or the file with its ranks with "format": "trf".
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_standings(const uint8_t *file,
                                          size_t length,
                                          const char *options,
                                          struct edelweiss_text *text);

// Writes lists to hang up and to hand in, such as `{"lists": ["standings", "cross-table"], "language": "de"}`: the
// document of `edelweiss lists`, or what "format" names: "text", "csv", "markdown", "html", or "xlsx", whose
// bytes are no text. "prizes" is the text of a file of prizes.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_lists(const uint8_t *file,
                                      size_t length,
                                      const char *options,
                                      struct edelweiss_text *text);

// Tells how a round came about, and why not otherwise: the document of `edelweiss explain`, or with
// "format" the "text", "markdown" or "html" for people.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_explain(const uint8_t *file,
                                        size_t length,
                                        const char *options,
                                        struct edelweiss_text *text);

// Judges a pairing made by hand, {"pairs": "1-2,3-4,5"}, or the round as it stands in the file: the
// document of `edelweiss judge`, or with "format" the "text" or "markdown" for people.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_judge(const uint8_t *file,
                                      size_t length,
                                      const char *options,
                                      struct edelweiss_text *text);

// Says what is certain of the next round while games are open: the document of `edelweiss preview`, or
// with "format" the "text" or "markdown" for people.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_preview(const uint8_t *file,
                                        size_t length,
                                        const char *options,
                                        struct edelweiss_text *text);

// Pairs one round by several editions of a system, {"editions": [2026, 2017]}, and compares them.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_editions(const uint8_t *file,
                                         size_t length,
                                         const char *options,
                                         struct edelweiss_text *text);

// Pairs one round once for each what-if, `{"variants": ["", "absent 5", "together 3 8"]}`: the document
// of `edelweiss variants`, or its words with "format": "text".
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_variants(const uint8_t *file,
                                         size_t length,
                                         const char *options,
                                         struct edelweiss_text *text);

// Writes the proof that a round is the right one, or that there is none, as `edelweiss pair --proof` does.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_prove(const uint8_t *file,
                                      size_t length,
                                      const char *options,
                                      struct edelweiss_text *text);

// Says whether a proof, `proof_length` bytes at `proof`, holds for the round of a tournament file, as
// `edelweiss verify` does; the engine is not asked. "holds" in the document tells.
//
// # Safety
// As for `edelweiss_pair`, and `proof_length` bytes are at `proof`.
enum edelweiss_status edelweiss_verify(const uint8_t *file,
                                       size_t length,
                                       const uint8_t *proof,
                                       size_t proof_length,
                                       const char *options,
                                       struct edelweiss_text *text);

// Finds the best matching of any graph: `length` bytes of an edge list, a DIMACS file, GraphML, or JSON
// as {"vertices": 3, "edges": [[0, 1, 5], [1, 2]]} or as networkx has it (nodes and links). The text is
// the document of `edelweiss match`, or what "format" names, and `EDELWEISS_STATUS_NO_ROUND` where vertices
// would stay alone that must not.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_match(const uint8_t *graph,
                                      size_t length,
                                      const char *options,
                                      struct edelweiss_text *text);

// Writes what proves the best matching of a graph, as `edelweiss match --certificate` does.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_certificate(const uint8_t *graph,
                                            size_t length,
                                            const char *options,
                                            struct edelweiss_text *text);

// Makes a random tournament file, the same from the same options: {"seed": 7, "players": "40..80"};
// "index" tells which of the tournaments of this seed, from 0. Where `length` is not 0, the field of the
// tournament file at `model` plays again.
//
// # Safety
// As for `edelweiss_pair`.
enum edelweiss_status edelweiss_generate(const uint8_t *model,
                                         size_t length,
                                         const char *options,
                                         struct edelweiss_text *text);

// Lists the systems, editions and tie-break regulations there are, as a document.
//
// # Safety
// As for every `text`: NULL, or memory for one.
enum edelweiss_status edelweiss_versions(struct edelweiss_text *text);

// Pairs the round after `n_rounds`, and writes its boards in their order to `boards`, which has room for
// `capacity` of them; `n_players / 2` is enough.
//
// With `EDELWEISS_STATUS_OK` there is no text; else `why`, where it is not NULL, says what is wrong, with
// players by their numbers: 1 is the first.
//
// # Safety
// `event` and its arrays are there and are written by nobody during the call; there is memory for
// `capacity` boards at `boards`, for a round at `round`, and for a text at `why`, each of which but
// `boards` of capacity 0 and `why` may not be NULL.
enum edelweiss_status edelweiss_pair_players(const struct edelweiss_event *event,
                                             struct edelweiss_board *boards,
                                             size_t capacity,
                                             struct edelweiss_round *round,
                                             struct edelweiss_text *why);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* EDELWEISS_H */
