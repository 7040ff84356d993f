/* A problem, and the states of its game. problem.py fills it from the rules engine, and
 * says what the fields mean. */

#ifndef SAMEDEAL_STATE_H
#define SAMEDEAL_STATE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define PUBLIC __declspec(dllexport)
#elif defined(__GNUC__)
#define PUBLIC __attribute__((visibility("default")))
#else
#define PUBLIC
#endif

enum {
    PACK = 52,
    MOST_CARDS = 2 * PACK,
    MOST_COLUMNS = 16,
    MOST_TALON = 64,
    MOST_MOVES = 2048,
    FOUNDATIONS = 8,
    MOST_PASSES = 16,
    WHOLE = 13,
    NO_CARD = 255
};

/* Sources and targets, as in samedeal_games.patience.notation. */
enum { REDEAL = -2, STOCK = -1, WASTE = 0, FOUNDATION = 0, KINGS_FOUNDATION = -1 };

/* Of what is in `fits`: that a card may be packed. The other bits are of ways of a run. */
enum { FITS = 1 };

enum { UNWINNABLE, WINNABLE, UNDECIDED, OUT_OF_MEMORY };

typedef struct {
    int32_t columns, foundations, cards;
    int32_t rows, fills_first, shuffles, outside_cards;
    int32_t safe_ups, whole_runs, glances, plain;
    uint8_t fits[PACK][PACK];
    uint8_t places[PACK][2][2];
    uint8_t fills_space[PACK];
    uint8_t by_itself[PACK];
    uint8_t sizes[MOST_COLUMNS];
    uint8_t hidden[MOST_COLUMNS];
    uint8_t tableau[MOST_COLUMNS][MOST_CARDS];
    uint8_t talon[MOST_TALON];
    int32_t talon_size, turned;
    uint8_t heights[FOUNDATIONS];
    int32_t redeals;
    uint8_t orders[2][MOST_CARDS];
    int32_t passes;
    int32_t weights[MOST_PASSES][6];
    int64_t kept[MOST_PASSES];
    int64_t most_positions, memory;
} Problem;

typedef struct { uint64_t a, b; } Key;

/* `under` comes last: of a game with one pack, only half of it is ever copied. */
typedef struct {
    Key key;
    uint64_t hidden; /* cards face down, a bit for each of one pack */
    uint64_t left;   /* cards of the talon not played, a bit for each place */
    int32_t score;
    uint8_t turned;
    uint8_t redeals;
    uint8_t heights[FOUNDATIONS];
    uint8_t top[MOST_COLUMNS];
    uint8_t under[MOST_CARDS];
} State;

typedef struct { int8_t draws, source, target, size; } Move;

typedef struct { int32_t count, most; int8_t *steps; } Line;

typedef struct {
    const Problem *problem;
    size_t state_size;
    int32_t talon_size;
    uint8_t talon[MOST_TALON];
    uint8_t kind[MOST_CARDS], rank[MOST_CARDS], suit[MOST_CARDS], red[MOST_CARDS];
    uint64_t hosts[PACK]; /* the cards of one pack that a card may be packed on, */
    uint64_t takes[PACK]; /* those that may be packed on it, */
    uint64_t wanted[FOUNDATIONS][WHOLE + 1]; /* and those that a foundation takes */
    Key pairs[PACK][PACK + 1 + MOST_COLUMNS];
    Key face_down[PACK];
    Key at_height[FOUNDATIONS][WHOLE + 1];
    Key at_turn[MOST_TALON + 1];
    Key with_redeals[4];
    const int32_t *weights; /* of the pass that is on */
    Line *line; /* where actions are written down, while a line is replayed */
    int (*stop)(void);
    int64_t positions;
} Search;

/* ---- Numbers for hashing ------------------------------------------------- */

static uint64_t next_number(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void fill_keys(Key *keys, size_t count, uint64_t *seed)
{
    size_t i;
    for (i = 0; i < count; i++) {
        keys[i].a = next_number(seed);
        keys[i].b = next_number(seed);
    }
}

/* Write the tables of one pack as sets of cards. */
static void fill_sets(Search *search)
{
    const Problem *problem = search->problem;
    int card, under, choice;
    for (card = 0; card < PACK; card++) {
        for (under = 0; under < PACK; under++)
            if (problem->fits[card][under]) {
                search->hosts[card] |= (uint64_t)1 << under;
                search->takes[under] |= (uint64_t)1 << card;
            }
        for (choice = 0; choice < 2; choice++) {
            const uint8_t *place = problem->places[card][choice];
            if (place[0] != NO_CARD)
                search->wanted[place[0]][place[1]] |= (uint64_t)1 << card;
        }
    }
}

static void start_search(Search *search, const Problem *problem)
{
    uint64_t seed = 1;
    int card;
    search->problem = problem;
    search->state_size = offsetof(State, under) + (size_t)problem->cards;
    search->state_size = (search->state_size + 7) & ~(size_t)7;
    search->talon_size = problem->talon_size;
    memcpy(search->talon, problem->talon, sizeof search->talon);
    for (card = 0; card < MOST_CARDS; card++) {
        search->kind[card] = (uint8_t)(card % PACK);
        search->rank[card] = (uint8_t)(card % 13);
        search->suit[card] = (uint8_t)(card % PACK / 13);
        search->red[card] = search->suit[card] == 1 || search->suit[card] == 2;
    }
    fill_sets(search);
    fill_keys(&search->pairs[0][0], sizeof search->pairs / sizeof(Key), &seed);
    fill_keys(search->face_down, PACK, &seed);
    fill_keys(&search->at_height[0][0], FOUNDATIONS * (WHOLE + 1), &seed);
    fill_keys(search->at_turn, MOST_TALON + 1, &seed);
    fill_keys(search->with_redeals, 4, &seed);
}

/* ---- The first state ------------------------------------------------------ */

static void lay(State *state, int column, int card)
{
    state->under[card] = state->top[column];
    state->top[column] = (uint8_t)card;
}

/* Of two like cards the second one found is the second copy. */
static void lay_out(const Search *search, State *state)
{
    const Problem *problem = search->problem;
    uint8_t seen[PACK] = {0};
    int column, i;
    memset(state, 0, sizeof *state);
    memset(state->top, NO_CARD, sizeof state->top);
    memset(state->under, NO_CARD, sizeof state->under);
    for (column = 0; column < problem->columns; column++)
        for (i = 0; i < problem->sizes[column]; i++) {
            int card = problem->tableau[column][i];
            lay(state, column, card + PACK * (seen[card]++ % 2));
            if (i < problem->hidden[column])
                state->hidden |= (uint64_t)1 << card;
        }
    memcpy(state->heights, problem->heights, sizeof state->heights);
    state->redeals = (uint8_t)problem->redeals;
    state->turned = (uint8_t)problem->turned;
    for (i = 0; i < problem->talon_size; i++)
        state->left |= (uint64_t)1 << i;
}

#endif
