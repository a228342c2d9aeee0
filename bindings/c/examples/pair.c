/*
 * Pairs a tournament file, and a round from arrays.
 *
 *   cc -o pair -I../include pair.c ../target/release/libedelweiss.a -lpthread -ldl -lm
 */
#include <edelweiss.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file; the process ends where it cannot be read. */
static uint8_t *contents(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    long size = ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(size > 0 ? (size_t)size : 1);
    if (size < 0 || bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    *length = (size_t)size;
    return bytes;
}

/* A file in, the file with the round added out. */
static int from_file(const char *name) {
    size_t length;
    uint8_t *file = contents(name, &length);
    edelweiss_text text;
    edelweiss_status status = edelweiss_pair(file, length, "{\"format\": \"trf\"}", &text);
    free(file);
    fprintf(status == EDELWEISS_STATUS_OK ? stdout : stderr, "%s\n", text.data);
    edelweiss_text_free(&text);
    return status == EDELWEISS_STATUS_OK;
}

/* Five players after one round, without any file: 1 beat 3, 4 beat 2, 5 had the bye. */
static int from_arrays(void) {
    const edelweiss_entry entries[5] = {
        {.opponent = 2, .colour = EDELWEISS_COLOUR_WHITE, .result = EDELWEISS_RESULT_WIN},
        {.opponent = 3, .colour = EDELWEISS_COLOUR_BLACK, .result = EDELWEISS_RESULT_LOSS},
        {.opponent = 0, .colour = EDELWEISS_COLOUR_BLACK, .result = EDELWEISS_RESULT_LOSS},
        {.opponent = 1, .colour = EDELWEISS_COLOUR_WHITE, .result = EDELWEISS_RESULT_WIN},
        {.result = EDELWEISS_RESULT_PAIRING_ALLOCATED_BYE},
    };
    const edelweiss_event event = {.n_players = 5, .n_rounds = 1, .entries = entries};
    edelweiss_board boards[2];
    edelweiss_round round;
    edelweiss_text why;
    if (edelweiss_pair_players(&event, boards, 2, &round, &why) != EDELWEISS_STATUS_OK) {
        fprintf(stderr, "%s\n", why.data);
        edelweiss_text_free(&why);
        return 0;
    }
    for (size_t i = 0; i < round.n_boards; i++) {
        printf("%" PRIu32 " - %" PRIu32 "\n", boards[i].white + 1, boards[i].black + 1);
    }
    if (round.bye != UINT32_MAX) {
        printf("bye: %" PRIu32 "\n", round.bye + 1);
    }
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE (edelweiss %s)\n", argv[0], edelweiss_version());
        return EXIT_FAILURE;
    }
    return from_file(argv[1]) && from_arrays() ? EXIT_SUCCESS : EXIT_FAILURE;
}
