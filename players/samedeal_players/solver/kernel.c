/* The search of the solver, compiled. search.py and states.py are the same search in
 * Python, in the same order: a change here is a change there, and the tests
 * compare the two position by position. The rules come in as tables, filled from
 * the rules engine by problem.py, which also says what the fields mean. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef SAMEDEAL_SOURCE
#define SAMEDEAL_SOURCE "unknown"
#endif

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

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
    MOST_PASSES = 4,
    KING = 12,
    NO_CARD = 255
};

/* Sources and targets, as in samedeal_games.patience.notation. */
enum { REDEAL = -2, STOCK = -1, WASTE = 0, FOUNDATION = 0, KINGS_FOUNDATION = -1 };

enum { NO_STOCK, TO_WASTE, IN_ROWS };
enum { NO_REDEAL, IN_REVERSE, SHUFFLED };
enum { UNWINNABLE, WINNABLE, UNDECIDED, OUT_OF_MEMORY };

typedef struct {
    int32_t columns, cards, one_card, stock, kings_only, safe_ups, whole_runs;
    int32_t redeal, outside_cards, plain;
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
    Key pairs[PACK][PACK + 1 + MOST_COLUMNS];
    Key face_down[PACK];
    Key at_height[FOUNDATIONS][14];
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
    fill_keys(&search->pairs[0][0], sizeof search->pairs / sizeof(Key), &seed);
    fill_keys(search->face_down, PACK, &seed);
    fill_keys(&search->at_height[0][0], FOUNDATIONS * 14, &seed);
    fill_keys(search->at_turn, MOST_TALON + 1, &seed);
    fill_keys(search->with_redeals, 4, &seed);
}

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
    if (search->problem->stock == IN_ROWS)
        return state->turned < search->talon_size;
    return search->problem->redeal == IN_REVERSE && state->redeals > 0;
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
    int count = 1, falls = -1;
    if (search->problem->one_card)
        return 1;
    for (;;) {
        int under = state->under[card], falls_here;
        if (under == NO_CARD || is_hidden(search, state, under)
            || !fits(search, card, under))
            return count;
        falls_here = search->rank[card] < search->rank[under];
        if (falls >= 0 && falls != falls_here)
            return count;
        falls = falls_here;
        count++;
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
    if (!search->problem->kings_only)
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

typedef struct { int count; Move moves[MOST_MOVES]; } Moves;

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
    if (taker(search, state, card, 0) >= 0)
        add_move(moves, draws, source, FOUNDATION, 1);
    if (taker(search, state, card, 1) >= 0)
        add_move(moves, draws, source, KINGS_FOUNDATION, 1);
}

static void add_onto(const Search *search, const State *state, int card, int draws,
                     int source, int size, Moves *moves)
{
    int column;
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
    if (!search->problem->fills_space[search->kind[card]])
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
    int singly = search->problem->plain || search->problem->kings_only;
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
    moves->count = 0;
    for (column = 1; column <= search->problem->columns; column++)
        add_from_column(search, state, column, ordered, moves);
    if (search->problem->stock == TO_WASTE)
        add_from_talon(search, state, moves);
    else if (search->problem->stock == IN_ROWS && may_deal(search, state))
        add_move(moves, 0, STOCK, STOCK, 0);
    if (state->redeals)
        add_move(moves, 0, REDEAL, REDEAL, 0);
}

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

static void raise_foundation(State *state, int foundation)
{
    state->heights[foundation]++;
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
        raise_foundation(state, search->suit[card]);
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
        raise_foundation(state, search->suit[card]);
        state->left &= ~((uint64_t)1 << place);
    }
}

static int goes_up_while_dealing(const Search *search, State *state, int card)
{
    int foundation = taker(search, state, card, 0);
    if (foundation < 0)
        return 0;
    raise_foundation(state, foundation);
    return 1;
}

static void lay(State *state, int column, int card)
{
    state->under[card] = state->top[column];
    state->top[column] = (uint8_t)card;
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

static void deal_again(const Search *search, State *state)
{
    const Problem *problem = search->problem;
    uint8_t cards[MOST_CARDS];
    int column, count = problem->redeal == IN_REVERSE
        ? gather_in_reverse(search, state, cards)
        : gather_shuffled(search, state, cards);
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
    if (!problem->kings_only || state->turned >= search->talon_size)
        return 1;
    for (suit = 0; suit < 4; suit++)
        kings += state->heights[suit] == 13;
    for (column = 0; column < problem->columns; column++) {
        int card = state->top[column];
        if (card == NO_CARD)
            continue;
        while (state->under[card] != NO_CARD)
            card = state->under[card];
        kings += search->rank[card] == KING;
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
        while (search->problem->stock == TO_WASTE && (place = waste_place(state)) >= 0
               && is_safe(search, state, search->talon[place])) {
            move.source = WASTE;
            move_cards(search, state, move);
            again = 1;
        }
    }
}

/* The hash of one pack is that of its pairs of a card and what it lies on. With two
 * packs pairs do not tell columns apart, so whole columns are hashed and summed. */
static void survey(const Search *search, State *state)
{
    const Problem *problem = search->problem;
    const int32_t *weights = search->weights;
    Key key = {0, 0};
    int column, i, up = 0, down = 0, breaks = 0, spaces = 0;
    int ordered = is_ordered(search, state);
    for (column = 0; column < problem->columns; column++) {
        int card = state->top[column];
        Key chain = {0, 0};
        if (card == NO_CARD) {
            spaces++;
            continue;
        }
        if (ordered && problem->cards != PACK)
            chain = search->pairs[0][PACK + 1 + column];
        for (;;) {
            int under = state->under[card], kind = search->kind[card];
            if (problem->cards == PACK) {
                int lies = under != NO_CARD ? under
                    : ordered               ? PACK + 1 + column
                                            : PACK;
                key.a ^= search->pairs[card][lies].a;
                key.b ^= search->pairs[card][lies].b;
                if (state->hidden >> card & 1) {
                    down++;
                    key.a ^= search->face_down[card].a;
                    key.b ^= search->face_down[card].b;
                }
            } else {
                chain.a = (chain.a ^ search->face_down[kind].a) * 0x9E3779B97F4A7C15u;
                chain.a ^= chain.a >> 29;
                chain.b = (chain.b ^ search->face_down[kind].b) * 0xBF58476D1CE4E5B9u;
                chain.b ^= chain.b >> 31;
            }
            if (under == NO_CARD)
                break;
            breaks += !fits(search, card, under);
            card = under;
        }
        if (problem->cards != PACK) {
            key.a += (chain.a ^ (chain.a >> 32)) * 0x94D049BB133111EBu;
            key.b += (chain.b ^ (chain.b >> 32)) * 0x94D049BB133111EBu;
        }
    }
    for (i = 0; i < FOUNDATIONS; i++) {
        up += state->heights[i];
        key.a ^= search->at_height[i][state->heights[i]].a;
        key.b ^= search->at_height[i][state->heights[i]].b;
    }
    key.a ^= search->at_turn[state->turned].a ^ search->with_redeals[state->redeals].a;
    key.b ^= search->at_turn[state->turned].b ^ search->with_redeals[state->redeals].b;
    if (key.a == 0)
        key.a = 1; /* a key of zeros marks a free slot of the table */
    state->key = key;
    state->score = weights[1] * down + weights[2] * breaks - weights[0] * up
        - weights[3] * spaces + weights[4] * count_bits(state->left);
    if (problem->stock == TO_WASTE)
        state->score += weights[5] * count_bits(waste_bits(state));
}

static void make(const Search *search, State *state, Move move)
{
    int i;
    for (i = 0; i < move.draws; i++)
        turn_card(search, state);
    if (move.source == REDEAL) {
        note(search, REDEAL, REDEAL, 0);
        deal_again(search, state);
    } else if (move.source == STOCK) {
        if (search->problem->stock == TO_WASTE)
            turn_card(search, state);
        else
            deal_row(search, state);
    } else {
        move_cards(search, state, move);
    }
    go_up_safely(search, state);
    survey(search, state);
}

static int is_won(const Search *search, const State *state)
{
    int i, up = 0;
    for (i = 0; i < FOUNDATIONS; i++)
        up += state->heights[i];
    return up == search->problem->cards;
}

/* ---- Positions that are lost at a glance ---------------------------------- */

static uint64_t hosts_of(const Search *search, int card)
{
    int rank = search->rank[card] + 1, suit = search->red[card] ? 0 : 1;
    int other = search->red[card] ? 3 : 2;
    return (uint64_t)1 << (suit * 13 + rank) | (uint64_t)1 << (other * 13 + rank);
}

/* Return how many cards leave a column together when all of `open` lies open. */
static int leaving(const Search *search, const State *state, int card, uint64_t open,
                   const uint8_t *reach)
{
    int count = 1;
    if (search->rank[card] < reach[search->suit[card]])
        return 1;
    for (;;) {
        int under = state->under[card];
        if (search->rank[card] == KING)
            return under != NO_CARD ? count : 0;
        if (open & hosts_of(search, card))
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
    if (!problem->kings_only || !problem->safe_ups)
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
            while (reach[suit] < 13 && (open >> (suit * 13 + reach[suit]) & 1)) {
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
        if (reach[suit] < 13)
            return 1;
    return 0;
}

/* ---- The table of positions ----------------------------------------------- */

typedef struct { Key *slots; uint64_t size, used, most; } Table;

static int open_table(Table *table, uint64_t size, uint64_t most)
{
    table->size = size < most ? size : most;
    table->most = most;
    table->used = 0;
    table->slots = calloc(table->size, sizeof(Key));
    return table->slots != NULL;
}

/* The upper half of the product of a key's first half and the size. */
static uint64_t slot_of(const Table *table, Key key)
{
    uint64_t high = key.a >> 32, low = key.a & 0xFFFFFFFFu;
    return (high * table->size + (low * table->size >> 32)) >> 32;
}

static int find_slot(const Table *table, Key key, uint64_t *slot)
{
    uint64_t at = slot_of(table, key);
    while (table->slots[at].a) {
        if (table->slots[at].a == key.a && table->slots[at].b == key.b) {
            *slot = at;
            return 1;
        }
        if (++at == table->size)
            at = 0;
    }
    *slot = at;
    return 0;
}

/* Grow fourfold; the last time, to what the memory holds beside the old slots. */
static int grow(Table *table)
{
    Table larger;
    uint64_t i, slot, size = table->size * 4;
    if (size * 5 > table->most * 4)
        size = table->most - table->size;
    if (size < table->size * 2 || !open_table(&larger, size, table->most))
        return 0;
    for (i = 0; i < table->size; i++)
        if (table->slots[i].a) {
            find_slot(&larger, table->slots[i], &slot);
            larger.slots[slot] = table->slots[i];
        }
    larger.used = table->used;
    free(table->slots);
    *table = larger;
    return 1;
}

/* Return 1 for a new position, 0 for a known one, -1 when the table is full. */
static int add_key(Table *table, Key key)
{
    uint64_t slot;
    if (find_slot(table, key, &slot))
        return 0;
    if (table->used >= table->size / 5 * 4) {
        if (!grow(table))
            return -1;
        find_slot(table, key, &slot);
    }
    table->slots[slot] = key;
    table->used++;
    return 1;
}

/* ---- Best first ----------------------------------------------------------- */

typedef struct { int32_t score, number; } Entry;
typedef struct { int32_t parent; Move move; } Origin;

typedef struct {
    Table table;
    uint8_t *states;
    Origin *origins;
    Entry *heap;
    int32_t count, waiting, most;
} Pool;

static int comes_before(Entry one, Entry other)
{
    return one.score < other.score
        || (one.score == other.score && one.number > other.number);
}

static void push(Pool *pool, Entry entry)
{
    int32_t at = pool->waiting++;
    while (at) {
        int32_t parent = (at - 1) / 2;
        if (!comes_before(entry, pool->heap[parent]))
            break;
        pool->heap[at] = pool->heap[parent];
        at = parent;
    }
    pool->heap[at] = entry;
}

static Entry pop(Pool *pool)
{
    Entry first = pool->heap[0], last = pool->heap[--pool->waiting];
    int32_t at = 0, child;
    while ((child = 2 * at + 1) < pool->waiting) {
        if (child + 1 < pool->waiting
            && comes_before(pool->heap[child + 1], pool->heap[child]))
            child++;
        if (!comes_before(pool->heap[child], last))
            break;
        pool->heap[at] = pool->heap[child];
        at = child;
    }
    pool->heap[at] = last;
    return first;
}

static uint8_t *state_at(const Search *search, uint8_t *states, int64_t number)
{
    return states + (size_t)number * search->state_size;
}

static void keep(const Search *search, Pool *pool, const State *state, int32_t parent,
                 Move move)
{
    Entry entry = {state->score, pool->count};
    memcpy(state_at(search, pool->states, pool->count), state, search->state_size);
    pool->origins[pool->count].parent = parent;
    pool->origins[pool->count].move = move;
    pool->count++;
    push(pool, entry);
}

static void replay(Search *search, const State *root, const Move *path, int64_t count,
                   int backward, Line *line)
{
    State state = *root;
    int64_t i;
    search->line = line;
    go_up_safely(search, &state);
    for (i = 0; i < count; i++)
        make(search, &state, path[backward ? count - 1 - i : i]);
    search->line = NULL;
}

static int write_ancestry(Search *search, const Pool *pool, const State *root,
                          int32_t number, Line *line)
{
    Move *path = malloc(sizeof(Move) * (size_t)(pool->count + 1));
    int64_t count = 0;
    if (path == NULL)
        return OUT_OF_MEMORY;
    for (; pool->origins[number].parent >= 0; number = pool->origins[number].parent)
        path[count++] = pool->origins[number].move;
    replay(search, root, path, count, 1, line);
    free(path);
    return WINNABLE;
}

static int out_of_limits(const Search *search, uint64_t used)
{
    if (search->positions + (int64_t)used >= search->problem->most_positions)
        return 1;
    return used % 256 == 0 && search->stop != NULL && search->stop();
}

static int search_pool(Search *search, Pool *pool, const State *root,
                       const State *start, Line *line)
{
    Moves moves;
    Move none = {0, 0, 0, 0};
    State state, child;
    add_key(&pool->table, start->key);
    keep(search, pool, start, -1, none);
    while (pool->waiting) {
        Entry best = pop(pool);
        int i;
        memcpy(&state, state_at(search, pool->states, best.number), search->state_size);
        if (is_won(search, &state))
            return write_ancestry(search, pool, root, best.number, line);
        if (is_lost(search, &state))
            continue;
        list_moves(search, &state, &moves);
        for (i = 0; i < moves.count; i++) {
            int added;
            memcpy(&child, &state, search->state_size);
            make(search, &child, moves.moves[i]);
            added = add_key(&pool->table, child.key);
            if (added == 0)
                continue;
            if (added < 0 || pool->count >= pool->most
                || out_of_limits(search, pool->table.used))
                return UNDECIDED;
            keep(search, pool, &child, best.number, moves.moves[i]);
            if (is_won(search, &child))
                return write_ancestry(search, pool, root, pool->count - 1, line);
        }
    }
    return UNWINNABLE;
}

static int best_first(Search *search, int64_t kept, const State *root,
                      const State *start, Line *line)
{
    Pool pool = {0};
    size_t most = (size_t)kept + 1;
    uint64_t slots = most / 4 * 5 + 64;
    int outcome = OUT_OF_MEMORY;
    pool.most = (int32_t)most;
    pool.states = malloc(most * search->state_size);
    pool.origins = malloc(most * sizeof(Origin));
    pool.heap = malloc(most * sizeof(Entry));
    if (open_table(&pool.table, 4096, slots * 2) && pool.states && pool.origins
        && pool.heap)
        outcome = search_pool(search, &pool, root, start, line);
    search->positions += (int64_t)pool.table.used;
    free(pool.table.slots);
    free(pool.states);
    free(pool.origins);
    free(pool.heap);
    return outcome;
}

/* ---- Depth first ---------------------------------------------------------- */

typedef struct { int32_t score, depth; Move move; } Pending;

typedef struct {
    Table table;
    uint8_t *states; /* along the path */
    Move *path;
    Pending *pending;
    int64_t levels, waiting, most;
} Descent;

static void put_off(Descent *descent, int64_t first, Pending child)
{
    int64_t at = descent->waiting++;
    while (at > first && descent->pending[at - 1].score < child.score) {
        descent->pending[at] = descent->pending[at - 1];
        at--;
    }
    descent->pending[at] = child;
}

static int search_descent(Search *search, Descent *descent, const State *root,
                          const State *start, Line *line)
{
    Moves moves;
    Key keys[MOST_MOVES];
    int32_t scores[MOST_MOVES];
    State state, child;
    Pending next = {0, 0, {0, 0, 0, 0}};
    int cut = 0; /* whether something was too deep to be gone through */
    descent->pending[descent->waiting++] = next;
    while (descent->waiting) {
        int64_t first;
        int i, added;
        next = descent->pending[--descent->waiting];
        if (next.depth == 0) {
            memcpy(&state, start, search->state_size);
        } else {
            memcpy(&state, state_at(search, descent->states, next.depth - 1),
                   search->state_size);
            make(search, &state, next.move);
            descent->path[next.depth - 1] = next.move;
        }
        added = add_key(&descent->table, state.key);
        if (added == 0)
            continue;
        if (is_won(search, &state)) {
            replay(search, root, descent->path, next.depth, 0, line);
            return WINNABLE;
        }
        if (added < 0 || out_of_limits(search, descent->table.used))
            return UNDECIDED;
        if (is_lost(search, &state))
            continue;
        if (next.depth >= descent->levels) {
            cut = 1;
            continue;
        }
        memcpy(state_at(search, descent->states, next.depth), &state,
               search->state_size);
        list_moves(search, &state, &moves);
        if (descent->waiting + moves.count > descent->most) {
            cut = 1;
            continue;
        }
        for (i = 0; i < moves.count; i++) {
            memcpy(&child, &state, search->state_size);
            make(search, &child, moves.moves[i]);
            keys[i] = child.key;
            scores[i] = child.score;
            PREFETCH(&descent->table.slots[slot_of(&descent->table, child.key)]);
        }
        first = descent->waiting;
        for (i = 0; i < moves.count; i++) {
            uint64_t slot;
            Pending kept;
            if (find_slot(&descent->table, keys[i], &slot))
                continue;
            kept.score = scores[i];
            kept.depth = next.depth + 1;
            kept.move = moves.moves[i];
            put_off(descent, first, kept);
        }
    }
    return cut ? UNDECIDED : UNWINNABLE;
}

/* An eighth of the memory is for the path and what waits along it. */
static int depth_first(Search *search, const State *root, const State *start, Line *line)
{
    Descent descent = {0};
    size_t memory = (size_t)search->problem->memory, share = memory / 16;
    int outcome = OUT_OF_MEMORY;
    descent.levels = (int64_t)(share / (search->state_size + sizeof(Move)));
    descent.most = (int64_t)(share / sizeof(Pending));
    descent.states = malloc((size_t)(descent.levels + 1) * search->state_size);
    descent.path = malloc((size_t)(descent.levels + 1) * sizeof(Move));
    descent.pending = malloc((size_t)(descent.most + 1) * sizeof(Pending));
    if (open_table(&descent.table, 4096, (memory - 2 * share) / sizeof(Key))
        && descent.states && descent.path && descent.pending)
        outcome = search_descent(search, &descent, root, start, line);
    search->positions += (int64_t)descent.table.used;
    free(descent.table.slots);
    free(descent.states);
    free(descent.path);
    free(descent.pending);
    return outcome;
}

/* ---- The door ------------------------------------------------------------- */

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
    for (i = problem->stock == IN_ROWS ? problem->turned : 0; i < problem->talon_size;
         i++)
        state->left |= (uint64_t)1 << i;
}

static int goes_on(const Search *search, int outcome)
{
    return outcome == UNDECIDED && search->positions < search->problem->most_positions
        && !(search->stop != NULL && search->stop());
}

/* Search a problem. `stop` is asked now and then, and may be NULL. `steps` takes
 * three numbers for each action of a winning line, and *count their number, also
 * where it is more than `most`. Returns an outcome. */
PUBLIC int samedeal_solve(const Problem *problem, int (*stop)(void), int32_t most,
                          int8_t *steps, int32_t *count, int64_t *positions)
{
    Search *search = calloc(1, sizeof(Search));
    State root, start;
    Line line;
    int outcome = UNDECIDED, pass;
    if (search == NULL)
        return OUT_OF_MEMORY;
    line.count = 0;
    line.most = most;
    line.steps = steps;
    start_search(search, problem);
    search->stop = stop;
    lay_out(search, &root);
    start = root;
    search->weights = problem->weights[0];
    go_up_safely(search, &start);
    for (pass = 0; pass < problem->passes && goes_on(search, outcome); pass++) {
        search->weights = problem->weights[pass];
        survey(search, &start);
        outcome = best_first(search, problem->kept[pass], &root, &start, &line);
    }
    if (goes_on(search, outcome)) {
        search->weights = problem->weights[0];
        survey(search, &start);
        outcome = depth_first(search, &root, &start, &line);
    }
    *count = line.count;
    *positions = search->positions;
    free(search);
    return outcome;
}

/* Return what the library was compiled from, so that an old one is not used. */
PUBLIC const char *samedeal_source(void)
{
    return SAMEDEAL_SOURCE;
}

/* Return the size of a problem, which its other description must agree with. */
PUBLIC int64_t samedeal_problem_size(void)
{
    return (int64_t)sizeof(Problem);
}
