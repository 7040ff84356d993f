/* What a position promises to one who sees it; worth.py does the same in Python. */

#ifndef SAMEDEAL_WORTH_H
#define SAMEDEAL_WORTH_H

#include "../solver/rules.h"

/* As in patience/worth.py, which says what they mean. */
enum {
    UP, DOWN, DEEP, BREAKS, BLOCKS, BURIED, SPACES, WASTED, WASTE_BLOCKS, WASTE_LOW,
    STOCKED, KINGS, OUTS, UNEVEN, DEALS, ABOVE, TRAITS
};

enum { OUTS_SCALE = 32, MOST_ABOVE = 8 };

typedef struct {
    int32_t weights[TRAITS];
    int32_t wide;    /* positions gone on from when a choice is made */
    int32_t narrow;  /* and where a play goes on in a world of chance */
    int32_t end;     /* positions kept of a search, once a world holds no secret */
    int32_t choices; /* how many options are tried */
    int32_t worlds;  /* in how many worlds at first; none to take the best at sight */
    int32_t turns;   /* cards turned up in a trial before its worth is taken */
    int32_t won, lost, up; /* what a win is worth, and a loss and each card up there */
    int32_t search; /* positions kept of a search at the table, when all is known */
} Skill;

static int is_known(const Search *search, const State *state, int card)
{
    return card != NO_CARD && !is_hidden(search, state, card);
}

static uint64_t unseen_cards(const Search *search, const State *state)
{
    uint64_t cards = state->hidden;
    int place;
    for (place = state->turned; place < search->talon_size; place++)
        cards |= (uint64_t)1 << search->talon[place];
    return cards;
}

/* Note a card with so many above it, of a pile looked at from the top. */
static void note_card(const Search *search, const State *state, int card, int above,
                      int8_t *most, int32_t *blocks, int32_t *buried)
{
    int suit = search->suit[card], rank = search->rank[card];
    if (most[suit] > rank)
        ++*blocks;
    else
        most[suit] = (int8_t)rank;
    if (rank == state->heights[suit])
        *buried += above;
}

static void note_column(const Search *search, const State *state, int card,
                        int32_t *traits, uint64_t *takes)
{
    int8_t most[4] = {-1, -1, -1, -1};
    int above = 0, down = 0;
    if (is_known(search, state, card))
        *takes |= search->takes[card];
    for (; is_known(search, state, card); card = state->under[card], above++) {
        int under = state->under[card];
        note_card(search, state, card, above, most, &traits[BLOCKS], &traits[BURIED]);
        if (under == NO_CARD)
            traits[KINGS] += search->rank[card] == WHOLE - 1;
        else if (is_known(search, state, under))
            traits[BREAKS] += !fits(search, card, under);
    }
    if (card == NO_CARD)
        return;
    for (; card != NO_CARD; card = state->under[card])
        down++;
    down -= above == 0; /* the one that is being turned up */
    traits[DOWN] += down;
    traits[DEEP] += down * (down - 1) / 2;
    traits[ABOVE] += above < MOST_ABOVE ? above : MOST_ABOVE;
}

static void note_waste(const Search *search, const State *state, int32_t *traits)
{
    int8_t most[4] = {-1, -1, -1, -1};
    uint64_t bits = waste_bits(state);
    int above;
    for (above = 0; bits; above++) {
        int place = highest_bit(bits), card = search->talon[place];
        bits &= ~((uint64_t)1 << place);
        note_card(search, state, card, above, most, &traits[WASTE_BLOCKS],
                  &traits[BURIED]);
        traits[WASTED]++;
        traits[WASTE_LOW] += WHOLE - 1 - search->rank[card];
    }
}

static void note_one_pack(const Search *search, const State *state, uint64_t unseen,
                          int32_t *traits)
{
    int i, column, lowest = WHOLE, highest = 0;
    uint64_t takes = 0;
    for (i = 0; i < search->problem->foundations; i++) {
        int height = state->heights[i];
        lowest = height < lowest ? height : lowest;
        highest = height > highest ? height : highest;
        takes |= search->wanted[i][height];
    }
    for (column = 0; column < search->problem->columns; column++)
        note_column(search, state, state->top[column], traits, &takes);
    note_waste(search, state, traits);
    traits[UNEVEN] = highest - lowest;
    if (unseen)
        traits[OUTS] = OUTS_SCALE * count_bits(takes & unseen) / count_bits(unseen);
}

static void note_two_packs(const Search *search, const State *state, int32_t *traits)
{
    int column, card;
    for (column = 0; column < search->problem->columns; column++)
        for (card = state->top[column]; card != NO_CARD; card = state->under[card])
            traits[BREAKS] += state->under[card] != NO_CARD
                && !fits(search, card, state->under[card]);
}

static int count_up(const State *state)
{
    int up = 0, i;
    for (i = 0; i < FOUNDATIONS; i++)
        up += state->heights[i];
    return up;
}

/* Nothing of this depends on a card of `unseen` but on which they are. */
static int32_t worth(const Search *search, const Skill *skill, const State *state,
                     uint64_t unseen, int deals)
{
    int32_t traits[TRAITS] = {0}, sum = 0;
    int i;
    traits[UP] = count_up(state);
    traits[STOCKED] = search->talon_size - state->turned;
    traits[DEALS] = deals;
    for (i = 0; i < search->problem->columns; i++)
        traits[SPACES] += state->top[i] == NO_CARD;
    if (search->problem->cards == PACK)
        note_one_pack(search, state, unseen, traits);
    else
        note_two_packs(search, state, traits);
    for (i = 0; i < TRAITS; i++)
        sum += skill->weights[i] * traits[i];
    return sum;
}

#endif
