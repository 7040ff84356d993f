/* Positions that are lost at a glance, where only kings fill spaces; as in loose.py. */

#ifndef SAMEDEAL_LOOSE_H
#define SAMEDEAL_LOOSE_H

#include "moves.h"

/* Return how many cards leave a column together when all of `open` lies open. */
static int leaving(const Search *search, const State *state, int card, uint64_t open,
                   const uint8_t *reach)
{
    int count = 1;
    if (search->rank[card] < reach[search->suit[card]])
        return 1;
    for (;;) {
        int under = state->under[card];
        if (search->problem->fills_space[card])
            return under != NO_CARD ? count : 0;
        if (open & search->hosts[card])
            return count;
        if (under == NO_CARD || is_hidden(search, state, under)
            || !fits(search, card, under))
            return 0;
        card = under;
        count++;
    }
}

/* Tell whether a position with spaces for kings only is lost even if a card that
 * once lay open stayed open for good, and a space were always there for a king. */
static int is_lost(const Search *search, const State *state)
{
    const Problem *problem = search->problem;
    uint8_t top[MOST_COLUMNS], reach[4];
    uint64_t open = 0;
    int place, column, suit, changed = 1;
    if (!problem->glances)
        return 0;
    memcpy(top, state->top, sizeof top);
    memcpy(reach, state->heights, sizeof reach);
    for (place = 0; place < search->talon_size; place++)
        if (state->left >> place & 1)
            open |= (uint64_t)1 << search->talon[place];
    for (column = 0; column < problem->columns; column++)
        if (top[column] != NO_CARD)
            open |= (uint64_t)1 << top[column];
    while (changed) {
        changed = 0;
        for (suit = 0; suit < 4; suit++)
            while (reach[suit] < WHOLE && (open >> (suit * 13 + reach[suit]) & 1)) {
                reach[suit]++;
                changed = 1;
            }
        for (column = 0; column < problem->columns; column++)
            while (top[column] != NO_CARD) {
                int count = leaving(search, state, top[column], open, reach);
                if (count == 0)
                    break;
                while (count--) {
                    open |= (uint64_t)1 << top[column];
                    top[column] = state->under[top[column]];
                }
                if (top[column] != NO_CARD)
                    open |= (uint64_t)1 << top[column];
                changed = 1;
            }
    }
    for (suit = 0; suit < 4; suit++)
        if (reach[suit] < WHOLE)
            return 1;
    return 0;
}

#endif
