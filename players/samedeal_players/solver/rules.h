/* The rules as a search needs them: states, their moves, what a move does, and what may
 * be left out. rules.py is the same in Python, in the same order: a change here is a
 * change there, and the tests compare the two position by position. */

#ifndef SAMEDEAL_RULES_H
#define SAMEDEAL_RULES_H

#include "redeals.h"

/* ---- Making a move ------------------------------------------------------- */

static void note(const Search *search, int source, int target, int size)
{
    Line *line = search->line;
    if (line == NULL)
        return;
    if (line->count < line->most) {
        line->steps[3 * line->count] = (int8_t)source;
        line->steps[3 * line->count + 1] = (int8_t)target;
        line->steps[3 * line->count + 2] = (int8_t)size;
    }
    line->count++;
}

static void settle_column(const Search *search, State *state, int column)
{
    for (;;) {
        int card = state->top[column];
        if (card == NO_CARD)
            return;
        if (search->problem->cards == PACK)
            state->hidden &= ~((uint64_t)1 << card);
        if (!search->problem->by_itself[search->kind[card]])
            return;
        raise_foundation(state, search->problem->places[search->kind[card]][0][0]);
        state->top[column] = state->under[card];
    }
}

static void settle_waste(const Search *search, State *state)
{
    int place;
    while ((place = waste_place(state)) >= 0) {
        int card = search->talon[place];
        if (!search->problem->by_itself[search->kind[card]])
            return;
        raise_foundation(state, search->problem->places[search->kind[card]][0][0]);
        state->left &= ~((uint64_t)1 << place);
    }
}

static void deal_again(const Search *search, State *state)
{
    const Problem *problem = search->problem;
    uint8_t cards[MOST_CARDS];
    int column, count = problem->shuffles
        ? gather_shuffled(search, state, cards)
        : gather_in_reverse(search, state, cards);
    state->redeals--;
    memset(state->top, NO_CARD, sizeof state->top);
    if (problem->outside_cards)
        deal_outside_cards(search, state, cards, count);
    else
        deal_in_turns(search, state, cards, count);
    for (column = 0; column < problem->columns; column++)
        settle_column(search, state, column);
}

static void turn_card(const Search *search, State *state)
{
    note(search, STOCK, STOCK, 0);
    state->turned++;
    settle_waste(search, state);
}

static void deal_row(const Search *search, State *state)
{
    int column, count = search->talon_size - state->turned;
    note(search, STOCK, STOCK, 0);
    if (count > search->problem->columns)
        count = search->problem->columns;
    for (column = 0; column < count; column++) {
        state->left &= ~((uint64_t)1 << state->turned);
        lay(state, column, search->talon[state->turned++]);
    }
    for (column = 0; column < count; column++)
        settle_column(search, state, column);
}

static void deal_stock(const Search *search, State *state)
{
    if (search->problem->rows)
        deal_row(search, state);
    else
        turn_card(search, state);
}

/* Move cards, and leave all else as it lies. */
static void shift_cards(const Search *search, State *state, Move move)
{
    int top, head;
    if (move.source == WASTE) {
        int place = waste_place(state);
        state->left &= ~((uint64_t)1 << place);
        top = head = search->talon[place];
    } else {
        top = state->top[move.source - 1];
        head = card_down(state, top, move.size);
        state->top[move.source - 1] = state->under[head];
    }
    if (move.target <= FOUNDATION) {
        raise_foundation(state, taker(search, state, head, -move.target));
    } else {
        state->under[head] = state->top[move.target - 1];
        state->top[move.target - 1] = (uint8_t)top;
    }
}

static void move_cards(const Search *search, State *state, Move move)
{
    note(search, move.source, move.target, move.size);
    shift_cards(search, state, move);
    if (move.source == WASTE)
        settle_waste(search, state);
    else
        settle_column(search, state, move.source - 1);
}

/* ---- Safe moves up, and what a position is worth -------------------------- */

/* A rule that a deal waits until kings have filled the spaces can turn a move up
 * into a loss, so there nothing is safe until every king has its column. */
static int safe_now(const Search *search, const State *state)
{
    int column, suit, kings = 0;
    const Problem *problem = search->problem;
    if (!problem->safe_ups)
        return 0;
    if (!problem->fills_first || state->turned >= search->talon_size)
        return 1;
    for (suit = 0; suit < 4; suit++)
        kings += state->heights[suit] == WHOLE;
    for (column = 0; column < problem->columns; column++) {
        int card = state->top[column];
        if (card == NO_CARD)
            continue;
        while (state->under[card] != NO_CARD)
            card = state->under[card];
        kings += problem->fills_space[search->kind[card]];
    }
    return kings == 4;
}

/* Blake & Gent 2026: no card left that could ever have to lie on this one. */
static int is_safe(const Search *search, const State *state, int card)
{
    int suit = search->suit[card], rank = search->rank[card] + 1;
    int one = search->red[card] ? 0 : 1, other = search->red[card] ? 3 : 2, low;
    if (state->heights[suit] != rank - 1)
        return 0;
    low = state->heights[one] < state->heights[other] ? state->heights[one]
                                                      : state->heights[other];
    return rank <= low + 1
        || (rank <= low + 2 && rank <= state->heights[3 - suit] + 3);
}

static void go_up_safely(const Search *search, State *state)
{
    int again = safe_now(search, state), column, place;
    Move move = {0, 0, FOUNDATION, 1};
    while (again) {
        again = 0;
        for (column = 1; column <= search->problem->columns; column++)
            while (state->top[column - 1] != NO_CARD
                   && is_safe(search, state, state->top[column - 1])) {
                move.source = (int8_t)column;
                move_cards(search, state, move);
                again = 1;
            }
        while ((place = waste_place(state)) >= 0
               && is_safe(search, state, search->talon[place])) {
            move.source = WASTE;
            move_cards(search, state, move);
            again = 1;
        }
    }
}

/* The hash of one pack is that of its pairs of a card and what it lies on. With two
 * packs pairs do not tell columns apart, so whole columns are hashed and summed. */
static Key key_of_chain(const Search *search, const State *state, int column,
                        int ordered)
{
    Key chain = {0, 0};
    int card;
    if (ordered)
        chain = search->pairs[0][PACK + 1 + column];
    for (card = state->top[column]; card != NO_CARD; card = state->under[card]) {
        const Key *down = &search->face_down[search->kind[card]];
        chain.a = (chain.a ^ down->a) * 0x9E3779B97F4A7C15u;
        chain.a ^= chain.a >> 29;
        chain.b = (chain.b ^ down->b) * 0xBF58476D1CE4E5B9u;
        chain.b ^= chain.b >> 31;
    }
    chain.a = (chain.a ^ (chain.a >> 32)) * 0x94D049BB133111EBu;
    chain.b = (chain.b ^ (chain.b >> 32)) * 0x94D049BB133111EBu;
    return chain;
}

static void toggle(Key *key, const Key *other)
{
    key->a ^= other->a;
    key->b ^= other->b;
}

/* Add what one column of a state makes of hash and score, or with a sign of -1 take it
 * away again. */
static void count_column(const Search *search, const State *state, int column,
                         int ordered, int sign, State *sum)
{
    int card = state->top[column], breaks = 0, down = 0;
    int whole = search->problem->cards != PACK;
    if (card == NO_CARD) {
        sum->score -= sign * search->weights[3];
        return;
    }
    if (whole) {
        Key chain = key_of_chain(search, state, column, ordered);
        sum->key.a += (uint64_t)sign * chain.a;
        sum->key.b += (uint64_t)sign * chain.b;
    }
    for (;;) {
        int under = state->under[card];
        if (!whole) {
            int lies = under != NO_CARD ? under : ordered ? PACK + 1 + column : PACK;
            toggle(&sum->key, &search->pairs[card][lies]);
            if (state->hidden >> card & 1) {
                down++;
                toggle(&sum->key, &search->face_down[card]);
            }
        }
        if (under == NO_CARD)
            break;
        breaks += !fits(search, card, under);
        card = under;
    }
    sum->score += sign * (search->weights[1] * down + search->weights[2] * breaks);
}

/* The same for what lies elsewhere. */
static void count_rest(const Search *search, const State *state, int sign, State *sum)
{
    const int32_t *weights = search->weights;
    Key key = search->at_turn[state->turned];
    int i, up = 0;
    toggle(&key, &search->with_redeals[state->redeals]);
    for (i = 0; i < search->problem->foundations; i++) {
        up += state->heights[i];
        toggle(&key, &search->at_height[i][state->heights[i]]);
    }
    toggle(&sum->key, &key);
    sum->score += sign * (weights[4] * count_bits(state->left)
                          + weights[5] * count_bits(waste_bits(state))
                          - weights[0] * up);
}

static void survey(const Search *search, State *state)
{
    int column, ordered = is_ordered(search, state);
    state->key.a = state->key.b = 0;
    state->score = 0;
    for (column = 0; column < search->problem->columns; column++)
        count_column(search, state, column, ordered, 1, state);
    count_rest(search, state, 1, state);
}

/* Survey what came of a state by one move: a column whose top is the same has not
 * changed, unless all were dealt again. */
static void survey_again(const Search *search, const State *before, State *state)
{
    int column, ordered = is_ordered(search, state);
    if (state->redeals != before->redeals || ordered != is_ordered(search, before)) {
        survey(search, state);
        return;
    }
    count_rest(search, before, -1, state);
    for (column = 0; column < search->problem->columns; column++)
        if (state->top[column] != before->top[column]) {
            count_column(search, before, column, ordered, -1, state);
            count_column(search, state, column, ordered, 1, state);
        }
    count_rest(search, state, 1, state);
}

static void make(const Search *search, State *state, Move move)
{
    State before;
    int i;
    memcpy(&before, state, search->state_size);
    for (i = 0; i < move.draws; i++)
        turn_card(search, state);
    if (move.source == REDEAL) {
        note(search, REDEAL, REDEAL, 0);
        deal_again(search, state);
    } else if (move.source == STOCK) {
        deal_stock(search, state);
    } else {
        move_cards(search, state, move);
    }
    go_up_safely(search, state);
    survey_again(search, &before, state);
}

static int is_won(const Search *search, const State *state)
{
    int i, up = 0;
    for (i = 0; i < search->problem->foundations; i++)
        up += state->heights[i];
    return up == search->problem->cards;
}

#endif
