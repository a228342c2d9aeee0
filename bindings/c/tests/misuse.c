/*
 * Wrong calls: each has the status that the header says, and words, and nothing leaks. Compiled with
 * EDELWEISS_PANIC_FOR_TESTS against a library that has the function which panics.
 */
#include <edelweiss.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

static int failed = 0;

/* That a call ended with this status, and with a text that has these words; NULL for no text. */
static void check_at(int line, edelweiss_status status, edelweiss_status expected, edelweiss_text *text,
                     const char *words) {
    int is_right = status == expected;
    if (words == NULL) {
        is_right = is_right && text->data == NULL && text->length == 0;
    } else {
        is_right = is_right && text->data != NULL && strstr(text->data, words) != NULL &&
                   strlen(text->data) == text->length;
    }
    if (!is_right) {
        fprintf(stderr, "line %d: status %d, expected %d; text %s, expected %s\n", line, status, expected,
                text->data ? text->data : "(none)", words ? words : "(none)");
        failed = 1;
    }
    edelweiss_text_free(text);
    edelweiss_text_free(text);
}
#define CHECK(call, expected, words) check_at(__LINE__, call, EDELWEISS_STATUS_##expected, &text, words)

static const char CLUB[] =
    "012 Club evening\n142 3\n152 W\n"
    "001    1      Adams, Ann                        2100                             1.0    1     3 w 1\n"
    "001    2      Brown, Bea                        2000                             1.0    2     4 b 1\n"
    "001    3      Clark, Cid                        1900                             0.0    3     1 b 0\n"
    "001    4      Davis, Dan                        1800                             0.0    4     2 w 0\n";
static const uint8_t *const FILE_BYTES = (const uint8_t *)CLUB;
#define LENGTH (sizeof CLUB - 1)

static void documents(void) {
    edelweiss_text text;
    CHECK(edelweiss_pair(FILE_BYTES, LENGTH, NULL, &text), OK, "\"paired\"");
    CHECK(edelweiss_check(FILE_BYTES, LENGTH, "{\"rules\": 2026}", &text), OK, "edelweiss");
    CHECK(edelweiss_standings(FILE_BYTES, LENGTH, "", &text), OK, "edelweiss.standings");
    CHECK(edelweiss_explain(FILE_BYTES, LENGTH, "{\"format\": \"text\"}", &text), OK, "Adams");
    CHECK(edelweiss_explain(FILE_BYTES, LENGTH, "{\"format\": \"text\", \"language\": \"de\"}", &text), OK, "Runde");

    CHECK(edelweiss_lists(FILE_BYTES, LENGTH, NULL, &text), OK, "edelweiss.lists");
    CHECK(edelweiss_lists(FILE_BYTES, LENGTH, "{\"lists\": \"cross-table\", \"format\": \"csv\"}", &text), OK, "3w1");
    CHECK(edelweiss_lists(FILE_BYTES, LENGTH,
                          "{\"lists\": \"prizes\", \"format\": \"text\", "
                          "\"prizes\": \"[[category]]\\nname = 'Open'\\nprizes = [30, 10]\"}",
                          &text),
          OK, "2 players with equal points share 30.00 + 10.00 = 40.00");
    CHECK(edelweiss_lists(FILE_BYTES, LENGTH, "{\"lists\": \"crosstable\"}", &text), REFUSED,
          "did you mean \"cross-table\"?");
    CHECK(edelweiss_lists(FILE_BYTES, LENGTH, "{\"round\": 2}", &text), REFUSED, "--round: found 2, but 1 are paired");
    CHECK(edelweiss_lists(FILE_BYTES, LENGTH,
                          "{\"lists\": \"prizes\", "
                          "\"prizes\": \"total = 50\\n[[category]]\\nname = 'A'\\nprizes = [30, 10]\"}",
                          &text),
          REFUSED, "prizes:1:9: the prizes add up to 40.00, not to the total of 50.00");
    edelweiss_text workbook;
    if (edelweiss_lists(FILE_BYTES, LENGTH, "{\"format\": \"xlsx\"}", &workbook) != EDELWEISS_STATUS_OK ||
        workbook.length < 1000 || memcmp(workbook.data, "PK\x03\x04", 4) != 0) {
        fprintf(stderr, "no workbook\n");
        failed = 1;
    }
    edelweiss_text_free(&workbook);
    CHECK(edelweiss_judge(FILE_BYTES, LENGTH, "{\"pairs\": \"1-2\"}", &text), OK, "\"is_right\": false");
    CHECK(edelweiss_judge(FILE_BYTES, LENGTH, NULL, &text), REFUSED, "does not stand in the file");
    CHECK(edelweiss_preview(FILE_BYTES, LENGTH, NULL, &text), REFUSED, "no game is open");
    CHECK(edelweiss_editions(FILE_BYTES, LENGTH, NULL, &text), OK, "edelweiss.editions");
    CHECK(edelweiss_variants(FILE_BYTES, LENGTH, "{\"variants\": [\"absent 4\"]}", &text), OK, "absent 4");
    CHECK(edelweiss_versions(&text), OK, "edelweiss.versions");
    CHECK(edelweiss_generate(NULL, 0, "{\"seed\": 7, \"players\": 6, \"rounds\": 2}", &text), OK, "seed 7");
    CHECK(edelweiss_generate(FILE_BYTES, LENGTH, "{\"seed\": 7}", &text), OK, "001    4");
    CHECK(edelweiss_generate(NULL, 0, NULL, &text), REFUSED, "seed: found none");
    CHECK(edelweiss_generate(NULL, 0, "{\"seed\": 9223372036854775808}", &text), REFUSED,
          "seed: found 9223372036854775808, expected a whole number from 0 to 9223372036854775807");

    edelweiss_text proof;
    if (edelweiss_prove(FILE_BYTES, LENGTH, NULL, &proof) != EDELWEISS_STATUS_OK) {
        fprintf(stderr, "no proof: %s\n", proof.data ? proof.data : "(none)");
        failed = 1;
    }
    const uint8_t *const proof_bytes = (const uint8_t *)proof.data;
    CHECK(edelweiss_verify(FILE_BYTES, LENGTH, proof_bytes, proof.length, NULL, &text), OK, "\"holds\": true");
    CHECK(edelweiss_verify(FILE_BYTES, LENGTH, proof_bytes, proof.length / 2, NULL, &text), REFUSED, "not a proof");
    CHECK(edelweiss_verify(FILE_BYTES, LENGTH, NULL, 9, NULL, &text), MISUSED, "proof is NULL");
    edelweiss_text_free(&proof);

    static const char PATH[] = "4 3\n0 1 5\n1 2 11\n2 3 5\n";
    const uint8_t *const graph = (const uint8_t *)PATH;
    CHECK(edelweiss_match(graph, sizeof PATH - 1, NULL, &text), OK, "\"value\":11");
    CHECK(edelweiss_match(graph, sizeof PATH - 1, "{\"format\": \"text\"}", &text), OK, "value 11\npairs 1\n1 2\n");
    CHECK(edelweiss_match(graph, 4, "{\"objective\": \"perfect\"}", &text), REFUSED, "after 0 edges");
    CHECK(edelweiss_match((const uint8_t *)"1 0", 3, "{\"objective\": \"perfect\"}", &text), NO_ROUND, "no matching covers");
    CHECK(edelweiss_certificate(graph, sizeof PATH - 1, NULL, &text), OK, "dual_2x");

    CHECK(edelweiss_pair(NULL, LENGTH, NULL, &text), MISUSED, "file is NULL");
    CHECK(edelweiss_pair(FILE_BYTES, SIZE_MAX, NULL, &text), MISUSED, "is no length");
    CHECK(edelweiss_pair(FILE_BYTES, LENGTH, "{\"rules\": \"\xff\"}", &text), MISUSED, "not UTF-8");
    CHECK(edelweiss_pair(NULL, 0, NULL, &text), REFUSED, "");
    CHECK(edelweiss_pair(FILE_BYTES, LENGTH, "{", &text), REFUSED, "options");
    CHECK(edelweiss_pair(FILE_BYTES, LENGTH, "{\"rulse\": 2026}", &text), REFUSED, "rulse");
    CHECK(edelweiss_pair(FILE_BYTES, LENGTH - 1 - 9, NULL, &text), REFUSED, "hint");
    CHECK(edelweiss_explain((const uint8_t *)"\xff\xfe\x00", 3, NULL, &text), REFUSED, "");

    /* Nobody has to listen. */
    if (edelweiss_pair(NULL, 1, NULL, NULL) != EDELWEISS_STATUS_MISUSED) {
        failed = 1;
    }
    edelweiss_text_free(NULL);
}

static void arrays(void) {
    edelweiss_text text;
    edelweiss_board boards[8];
    edelweiss_round round;
    edelweiss_event event = {.n_players = 5};
#define PAIR() edelweiss_pair_players(&event, boards, 8, &round, &text)
    CHECK(PAIR(), OK, NULL);
    if (round.n_boards != 2 || round.bye != 4 || boards[0].white != 0 || boards[0].black != 2) {
        fprintf(stderr, "round one is wrong\n");
        failed = 1;
    }
    CHECK(edelweiss_pair_players(NULL, boards, 8, &round, &text), MISUSED, "event is NULL");
    CHECK(edelweiss_pair_players(&event, NULL, 8, &round, &text), MISUSED, "boards is NULL");
    CHECK(edelweiss_pair_players(&event, boards, 8, NULL, &text), MISUSED, "round is NULL");
    CHECK(edelweiss_pair_players(&event, boards, 1, &round, &text), MISUSED, "capacity is 1");
    if (round.n_boards != 2) {
        fprintf(stderr, "the boards that are needed are not told\n");
        failed = 1;
    }
    CHECK(edelweiss_pair_players((const edelweiss_event *)((const char *)&event + 1), boards, 8, &round, &text),
          MISUSED, "not aligned");

    event.n_players = 0;
    CHECK(PAIR(), MISUSED, "n_players is 0");
    event.n_players = 1000001;
    CHECK(PAIR(), MISUSED, "n_players is 1000001");
    event.n_players = 4;
    event.n_rounds = SIZE_MAX;
    CHECK(PAIR(), MISUSED, "n_rounds");
    event.n_rounds = 1;
    CHECK(PAIR(), MISUSED, "entries is NULL");
    event.n_rounds = 0;
    event.n_forbidden = 1;
    CHECK(PAIR(), MISUSED, "forbidden is NULL");

    const edelweiss_forbidden bans[] = {{0, 1}, {0, 2}, {0, 3}, {1, 9}};
    event.forbidden = bans;
    event.n_forbidden = 3;
    /* In the words of every other way to ask. */
    CHECK(PAIR(), NO_ROUND, "the rules leave this round to the arbiter; lifting a ban may help");
    event.n_forbidden = 4;
    CHECK(PAIR(), REFUSED, "place 9");
    event.n_forbidden = 0;

    event.rules = 1999;
    CHECK(PAIR(), REFUSED, "1999 is no edition, expected 2026 or 2017 or 1998");
    event.rules = 2017;
    CHECK(PAIR(), OK, NULL);
    event.initial_colour = 7;
    CHECK(PAIR(), REFUSED, "initial_colour: 7");
    event.initial_colour = EDELWEISS_COLOUR_BLACK;
    CHECK(PAIR(), OK, NULL);
    if (boards[0].black != 0) {
        fprintf(stderr, "the first player should have Black\n");
        failed = 1;
    }

    uint8_t next[4] = {EDELWEISS_RESULT_NONE, EDELWEISS_RESULT_HALF_POINT_BYE, EDELWEISS_RESULT_ZERO_POINT_BYE, 0};
    event.next = next;
    CHECK(PAIR(), OK, NULL);
    if (round.n_boards != 1 || boards[0].black + boards[0].white != 3) {
        fprintf(stderr, "the absent were paired\n");
        failed = 1;
    }
    next[2] = EDELWEISS_RESULT_WIN;
    CHECK(PAIR(), REFUSED, "next: 1 for player 3");
    event.next = NULL;

    edelweiss_entry entries[4] = {{1, 1, 1}, {0, 2, 3}, {3, 1, 2}, {2, 2, 2}};
    event.n_rounds = 1;
    event.entries = entries;
    CHECK(PAIR(), OK, NULL);
    event.rounds_total = 1;
    CHECK(PAIR(), NO_ROUND, "no round is left: 1 of 1 rounds have been paired");
    event.rounds_total = 0;
    entries[3].result = 200;
    CHECK(PAIR(), REFUSED, "player 4, round 1: 200 is no edelweiss_result");
    entries[3] = (edelweiss_entry){77, 2, 2};
    CHECK(PAIR(), REFUSED, "place 77");
    entries[3] = (edelweiss_entry){2, 1, 2};
    CHECK(PAIR(), REFUSED, "colours of players 3 and 4");
    event.n_players = 9999;
    event.n_rounds = 0;
    event.entries = NULL;
    CHECK(PAIR(), MISUSED, "capacity is 8, and the round has 4999 boards");
}

/* The bytes of a file, NULL for none that can be read; the caller gives them back. */
static char *contents(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(*length + 1, 1);
    if (fread(bytes, 1, *length, file) != *length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

/*
 * A bad sample FOLDER/NAME.trf is refused in the words of FOLDER/NAME.txt, which are those of the program: all of
 * them, or those behind its warnings.
 */
static void sample(const char *path) {
    char beside[4096], options[4096];
    size_t length, said_length;
    snprintf(beside, sizeof beside, "%.*s.txt", (int)(strlen(path) - 4), path);
    snprintf(options, sizeof options, "{\"file\": \"%s\"}", strrchr(path, '/') + 1);
    char *bytes = contents(path, &length), *said = contents(beside, &said_length);
    if (bytes == NULL || said == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        failed = 1;
    } else {
        edelweiss_text text;
        said[said_length - 1] = 0;
        edelweiss_status status = edelweiss_pair((const uint8_t *)bytes, length, options, &text);
        const char *errors = text.data ? strstr(said, text.data) : NULL;
        int is_whole = errors == said || (errors != NULL && errors[-1] == '\n' && strncmp(said, "warning: ", 9) == 0);
        if (status != EDELWEISS_STATUS_REFUSED || !is_whole || strlen(errors) != text.length) {
            fprintf(stderr, "%s: status %d, text %s\n", path, status, text.data ? text.data : "(none)");
            failed = 1;
        }
        edelweiss_text_free(&text);
    }
    free(bytes);
    free(said);
}

/* What is too long is refused before it is read. */
static void long_file(void) {
    enum { LONG = 100 << 20 };
    uint8_t *bytes = calloc(LONG, 1);
    edelweiss_text text;
    CHECK(edelweiss_pair(bytes, LONG, NULL, &text), REFUSED, "the file has 104857600 bytes, expected at most 67108864");
    free(bytes);
}

/* A thread of its own for the same calls. */
static int everything(void *unused) {
    (void)unused;
    documents();
    arrays();
    return 0;
}

int main(int count, char **samples) {
    edelweiss_text text;
    for (int i = 1; i < count; i++) {
        sample(samples[i]);
    }
    long_file();
    CHECK(edelweiss_panic_for_tests(&text), DEFECT, "asked for by a test");
    everything(NULL);
    thrd_t threads[2];
    for (int i = 0; i < 2; i++) {
        thrd_create(&threads[i], everything, NULL);
    }
    for (int i = 0; i < 2; i++) {
        thrd_join(threads[i], NULL);
    }
    puts(failed ? "wrong calls: FAILED" : "wrong calls: as the header says");
    return failed;
}
