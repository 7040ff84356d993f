/* What lies where, and which moves a search has to try. rules.py is the same
 * in Python. */

#ifndef SAMEDEAL_MOVES_H
#define SAMEDEAL_MOVES_H

#include "state.h"

/* ---- Rules --------------------------------------------------------------- */

static int fits(const Search *search, int card, int under)
{
    return search->problem->fits[search->kind[card]][search->kind[under]];
}

static int is_hidden(const Search *search, const State *state, int card)
{
    return search->problem->cards == PACK && (state->hidden >> card & 1);
}

/* Tell whether it matters which column is which: while rows of the stock are
 * still to come, or columns to be gathered in order. */
static int is_ordered(const Search *search, const State *state)
{
    if (search->problem->rows)
        return state->turned < search->talon_size;
    return !search->problem->shuffles && state->redeals > 0;
}

/* Return the foundation that takes a card, the second choice if asked, or -1. */
static int taker(const Search *search, const State *state, int card, int second)
{
    const uint8_t(*places)[2] = search->problem->places[search->kind[card]];
    int choice;
    for (choice = 0; choice < 2; choice++)
        if (places[choice][0] != NO_CARD
            && state->heights[places[choice][0]] == places[choice][1]
            && second-- == 0)
            return places[choice][0];
    return -1;
}

static int highest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(bits);
#else
    int place = 0;
    while (bits >>= 1)
        place++;
    return place;
#endif
}

static int count_bits(uint64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static uint64_t waste_bits(const State *state)
{
    return state->left & ((state->turned < 64 ? (uint64_t)1 << state->turned : 0) - 1);
}

/* Return the place in the talon of the top of the waste, or -1. */
static int waste_place(const State *state)
{
    uint64_t bits = waste_bits(state);
    return bits ? highest_bit(bits) : -1;
}

static int run_length(const Search *search, const State *state, int card)
{
    int count, ways = ~FITS;
    for (count = 1;; count++) {
        int under = state->under[card];
        if (under == NO_CARD || is_hidden(search, state, under))
            return count;
        ways &= fits(search, card, under);
        if (!ways)
            return count;
        card = under;
    }
}

/* Return the card so many places down from a column's top; 1 is the top. */
static int card_down(const State *state, int card, int count)
{
    while (--count)
        card = state->under[card];
    return card;
}

static int may_deal(const Search *search, const State *state)
{
    int column, space = 0;
    if (state->turned >= search->talon_size)
        return 0;
    if (!search->problem->fills_first)
        return 1;
    for (column = 0; column < search->problem->columns; column++)
        space |= state->top[column] == NO_CARD;
    if (!space)
        return 1;
    for (column = 0; column < search->problem->columns; column++) {
        int card = state->top[column];
        if (card == NO_CARD)
            continue;
        card = card_down(state, card, run_length(search, state, card));
        if (search->problem->fills_space[search->kind[card]]
            && state->under[card] != NO_CARD)
            return 0;
    }
    return 1;
}

/* ---- Moves --------------------------------------------------------------- */

/* What a position takes, as sets of the cards of one pack, and its moves. */
typedef struct {
    uint64_t tops, ups; /* on top of columns; and what foundations take */
    int space;          /* whether there is one */
    int count;
    Move moves[MOST_MOVES];
} Moves;

static void start_moves(const Search *search, const State *state, Moves *moves)
{
    int column, i;
    moves->count = moves->space = 0;
    moves->tops = moves->ups = 0;
    for (column = 0; column < search->problem->columns; column++)
        if (state->top[column] == NO_CARD)
            moves->space = 1;
        else
            moves->tops |= (uint64_t)1 << search->kind[state->top[column]];
    for (i = 0; i < search->problem->foundations; i++)
        moves->ups |= search->wanted[i][state->heights[i]];
}

static void add_move(Moves *moves, int draws, int source, int target, int size)
{
    Move *move = &moves->moves[moves->count++];
    move->draws = (int8_t)draws;
    move->source = (int8_t)source;
    move->target = (int8_t)target;
    move->size = (int8_t)size;
}

static void add_ups(const Search *search, const State *state, int card, int draws,
                    int source, Moves *moves)
{
    if (!(moves->ups >> search->kind[card] & 1))
        return;
    if (taker(search, state, card, 0) >= 0)
        add_move(moves, draws, source, FOUNDATION, 1);
    if (taker(search, state, card, 1) >= 0)
        add_move(moves, draws, source, KINGS_FOUNDATION, 1);
}

static void add_onto(const Search *search, const State *state, int card, int draws,
                     int source, int size, Moves *moves)
{
    int column;
    if (!(search->hosts[search->kind[card]] & moves->tops))
        return;
    for (column = 0; column < search->problem->columns; column++) {
        int host = state->top[column];
        if (column + 1 != source && host != NO_CARD && fits(search, card, host))
            add_move(moves, draws, source, column + 1, size);
    }
}

/* Where columns are alike, so are spaces: only the first one is filled. */
static void add_to_space(const Search *search, const State *state, int card, int draws,
                         int source, int size, int each, Moves *moves)
{
    int column;
    if (!moves->space || !search->problem->fills_space[search->kind[card]])
        return;
    for (column = 0; column < search->problem->columns; column++)
        if (state->top[column] == NO_CARD) {
            add_move(moves, draws, source, column + 1, size);
            if (!each)
                return;
        }
}

static void add_from_column(const Search *search, const State *state, int source,
                            int ordered, Moves *moves)
{
    const Problem *problem = search->problem;
    int card = state->top[source - 1], length, size;
    if (card == NO_CARD)
        return;
    add_ups(search, state, card, 0, source, moves);
    length = run_length(search, state, card);
    for (size = 1; size <= length; size++) {
        int under = state->under[card];
        if (size == length || ordered || !problem->whole_runs
            || taker(search, state, under, 0) >= 0)
            add_onto(search, state, card, 0, source, size, moves);
        if (under != NO_CARD || ordered || problem->plain)
            add_to_space(search, state, card, 0, source, size,
                         ordered || problem->plain, moves);
        card = under;
    }
}

/* Turning a card commutes with all that is done on the tableau, so it is put off
 * until the card turned last is played: a move turns so many cards, and plays. But
 * not where a card may only be turned once kings have filled the spaces. */
static void add_from_talon(const Search *search, const State *state, Moves *moves)
{
    int place = waste_place(state), draws = 0, turned = state->turned;
    int singly = search->problem->plain || search->problem->fills_first;
    int most = singly ? 0 : search->talon_size;
    for (;;) {
        if (place >= 0) {
            int card = search->talon[place];
            if (draws && search->problem->by_itself[search->kind[card]]) {
                add_move(moves, draws - 1, STOCK, STOCK, 0);
                return;
            }
            add_ups(search, state, card, draws, WASTE, moves);
            add_onto(search, state, card, draws, WASTE, 1, moves);
            add_to_space(search, state, card, draws, WASTE, 1, search->problem->plain,
                         moves);
        }
        if (turned >= search->talon_size || draws >= most)
            break;
        draws++;
        place = turned++;
    }
    if (singly && may_deal(search, state))
        add_move(moves, 0, STOCK, STOCK, 0);
}

static void list_moves(const Search *search, const State *state, Moves *moves)
{
    int column, ordered = is_ordered(search, state);
    start_moves(search, state, moves);
    for (column = 1; column <= search->problem->columns; column++)
        add_from_column(search, state, column, ordered, moves);
    if (!search->problem->rows)
        add_from_talon(search, state, moves);
    else if (may_deal(search, state))
        add_move(moves, 0, STOCK, STOCK, 0);
    if (state->redeals)
        add_move(moves, 0, REDEAL, REDEAL, 0);
}

#endif
