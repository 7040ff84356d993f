/* Gathering columns and dealing them again: the dealings of the rules' dealing.py. */

#ifndef SAMEDEAL_REDEALS_H
#define SAMEDEAL_REDEALS_H

#include "moves.h"

static void raise_foundation(State *state, int foundation)
{
    state->heights[foundation]++;
}

static int goes_up_while_dealing(const Search *search, State *state, int card)
{
    int foundation = taker(search, state, card, 0);
    if (foundation < 0)
        return 0;
    raise_foundation(state, foundation);
    return 1;
}

static void deal_in_turns(const Search *search, State *state, const uint8_t *cards,
                          int count)
{
    int i, turn = 0;
    for (i = 0; i < count; i++)
        if (!goes_up_while_dealing(search, state, cards[i])) {
            lay(state, turn, cards[i]);
            turn = (turn + 1) % search->problem->columns;
        }
}

static int take_from_row(const Search *search, State *state, int open_only,
                         const uint8_t *open)
{
    int column;
    for (column = 0; column < search->problem->columns; column++)
        if ((!open_only || open[column]) && state->top[column] != NO_CARD
            && goes_up_while_dealing(search, state, state->top[column]))
            return column;
    return -1;
}

/* See dealing.py of the rules, which quotes Heather 1876 on outside cards. */
static void deal_outside_cards(const Search *search, State *state,
                               const uint8_t *cards, int count)
{
    int next = 0, column, last = search->problem->columns - 1, holes = 1;
    uint8_t open[MOST_COLUMNS] = {0};
    while (holes) {
        for (column = 0; column <= last && next < count; column++)
            if (state->top[column] == NO_CARD)
                lay(state, column, cards[next++]);
        holes = 0;
        while ((column = take_from_row(search, state, 0, open)) >= 0) {
            state->top[column] = NO_CARD;
            holes = 1;
        }
    }
    for (column = 0; next < count; column = column == last ? 0 : column + 1) {
        int taken;
        lay(state, column, cards[next++]);
        if (column != 0 && column != last)
            continue;
        open[column] = 1;
        while ((taken = take_from_row(search, state, 1, open)) >= 0) {
            state->top[taken] = state->under[state->top[taken]];
            if (next < count)
                lay(state, taken, cards[next++]);
            else
                open[taken] = 0;
        }
    }
}

static int gather_in_reverse(const Search *search, const State *state, uint8_t *cards)
{
    int count = 0, column;
    for (column = search->problem->columns - 1; column >= 0; column--) {
        int card, size = 0, i;
        for (card = state->top[column]; card != NO_CARD; card = state->under[card])
            size++;
        card = state->top[column];
        for (i = size - 1; i >= 0; i--) {
            cards[count + i] = (uint8_t)card;
            card = state->under[card];
        }
        count += size;
    }
    return count;
}

static int gather_shuffled(const Search *search, const State *state, uint8_t *cards)
{
    const Problem *problem = search->problem;
    const uint8_t *order = problem->orders[problem->redeals - state->redeals];
    uint8_t left[PACK] = {0}, copies[PACK][2];
    int count = 0, column, i;
    for (column = 0; column < problem->columns; column++) {
        int card;
        for (card = state->top[column]; card != NO_CARD; card = state->under[card]) {
            int kind = search->kind[card];
            copies[kind][left[kind]++] = (uint8_t)card;
        }
    }
    for (i = 0; i < problem->cards; i++)
        if (left[order[i]])
            cards[count++] = copies[order[i]][--left[order[i]]];
    return count;
}

#endif
