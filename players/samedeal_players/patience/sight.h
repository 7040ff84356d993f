/* Looking around: all that can be done before another card is turned up. sight.py does
 * the same by the rules engine, in the same order. */

#ifndef SAMEDEAL_SIGHT_H
#define SAMEDEAL_SIGHT_H

#include "worth.h"

enum { MOST_NODES = 2048, NODE_SLOTS = 8192, MOST_OPTIONS = 8192 };

typedef struct { State state; int32_t parent, value; Move move; } Node;
typedef struct { int32_t node, value, number; Move move; } Option;

/* What can be reached without turning up a card, and the moves that turn one up. */
typedef struct {
    Node nodes[MOST_NODES];
    Option options[MOST_OPTIONS];
    int32_t heap[MOST_NODES];
    int32_t slots[NODE_SLOTS];
    int32_t count, waiting, found, best_up;
} View;

static int is_before(const View *view, int32_t one, int32_t other)
{
    int32_t a = view->nodes[one].value, b = view->nodes[other].value;
    return a > b || (a == b && one < other);
}

static void wait_in_line(View *view, int32_t node)
{
    int32_t at = view->waiting++;
    for (; at && is_before(view, node, view->heap[(at - 1) / 2]); at = (at - 1) / 2)
        view->heap[at] = view->heap[(at - 1) / 2];
    view->heap[at] = node;
}

static int32_t take_first(View *view)
{
    int32_t first = view->heap[0], last = view->heap[--view->waiting], at = 0, child;
    while ((child = 2 * at + 1) < view->waiting) {
        if (child + 1 < view->waiting
            && is_before(view, view->heap[child + 1], view->heap[child]))
            child++;
        if (!is_before(view, view->heap[child], last))
            break;
        view->heap[at] = view->heap[child];
        at = child;
    }
    view->heap[at] = last;
    return first;
}

static void meet(const Search *search, const Skill *skill, View *view, State *state,
                 uint64_t unseen, int32_t parent, Move move)
{
    uint32_t slot;
    Node *node = &view->nodes[view->count];
    survey(search, state);
    for (slot = (uint32_t)state->key.a % NODE_SLOTS; view->slots[slot];
         slot = (slot + 1) % NODE_SLOTS) {
        const Key *key = &view->nodes[view->slots[slot] - 1].state.key;
        if (key->a == state->key.a && key->b == state->key.b)
            return;
    }
    if (view->count == MOST_NODES)
        return;
    memcpy(&node->state, state, search->state_size);
    node->parent = parent;
    node->move = move;
    node->value = worth(search, skill, state, unseen, 0);
    view->slots[slot] = ++view->count;
    if (count_up(state) > count_up(&view->nodes[view->best_up].state))
        view->best_up = view->count - 1;
    wait_in_line(view, view->count - 1);
}

/* Tell whether a move shows a card that was not seen before. */
static int uncovers(const Search *search, const State *state, Move move)
{
    int under;
    if (move.source <= WASTE)
        return move.source < WASTE;
    under = state->under[card_down(state, state->top[move.source - 1], move.size)];
    return under != NO_CARD && is_hidden(search, state, under);
}

/* Return whether a card may go up at once; then there is no other move. */
static int add_safe_up(const Search *search, const State *state, Moves *moves)
{
    int column, place = waste_place(state);
    if (!safe_now(search, state))
        return 0;
    for (column = 1; column <= search->problem->columns; column++)
        if (state->top[column - 1] != NO_CARD
            && is_safe(search, state, state->top[column - 1])) {
            add_move(moves, 0, column, FOUNDATION, 1);
            return 1;
        }
    if (place < 0 || !is_safe(search, state, search->talon[place]))
        return 0;
    add_move(moves, 0, WASTE, FOUNDATION, 1);
    return 1;
}

/* List the moves of one who does not know what the stock holds. */
static void list_in_sight(const Search *search, const State *state, Moves *moves)
{
    int column, place = waste_place(state), ordered = is_ordered(search, state);
    start_moves(search, state, moves);
    if (add_safe_up(search, state, moves))
        return;
    for (column = 1; column <= search->problem->columns; column++)
        add_from_column(search, state, column, ordered, moves);
    if (place >= 0) {
        int card = search->talon[place];
        add_ups(search, state, card, 0, WASTE, moves);
        add_onto(search, state, card, 0, WASTE, 1, moves);
        add_to_space(search, state, card, 0, WASTE, 1, 0, moves);
    }
    if (may_deal(search, state))
        add_move(moves, 0, STOCK, STOCK, 0);
    if (state->redeals)
        add_move(moves, 0, REDEAL, REDEAL, 0);
}

static void add_option(const Search *search, const Skill *skill, View *view,
                       const State *state, uint64_t unseen, int32_t node, Move move)
{
    Option *option = &view->options[view->found];
    State after;
    if (view->found == MOST_OPTIONS)
        return;
    memcpy(&after, state, search->state_size);
    if (move.source > WASTE)
        shift_cards(search, &after, move);
    option->value = worth(search, skill, &after, unseen, move.source < WASTE);
    option->node = node;
    option->move = move;
    option->number = view->found++;
}

static void look_around(const Search *search, const Skill *skill, View *view,
                        const State *start, int expansions)
{
    Moves moves;
    Move none = {0, 0, 0, 0};
    State state, child;
    uint64_t unseen = search->problem->cards == PACK ? unseen_cards(search, start) : 0;
    int i;
    view->count = view->waiting = view->found = view->best_up = 0;
    memset(view->slots, 0, sizeof view->slots);
    memset(&view->nodes[0].state, 0, sizeof view->nodes[0].state);
    memcpy(&state, start, search->state_size);
    meet(search, skill, view, &state, unseen, -1, none);
    while (view->waiting && expansions--) {
        int32_t node = take_first(view);
        memcpy(&state, &view->nodes[node].state, search->state_size);
        list_in_sight(search, &state, &moves);
        for (i = 0; i < moves.count; i++)
            if (uncovers(search, &state, moves.moves[i])) {
                add_option(search, skill, view, &state, unseen, node, moves.moves[i]);
            } else {
                memcpy(&child, &state, search->state_size);
                move_cards(search, &child, moves.moves[i]);
                meet(search, skill, view, &child, unseen, node, moves.moves[i]);
            }
    }
}

static int32_t best_option(const View *view)
{
    int32_t best = 0, i;
    for (i = 1; i < view->found; i++)
        if (view->options[i].value > view->options[best].value)
            best = i;
    return best;
}

#endif
