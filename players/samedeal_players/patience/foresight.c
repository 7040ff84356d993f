/* Looking ahead without knowing the cards, compiled. patience/sight.py looks around in
 * the same way, in the same order; what only happens here is to play on in worlds of
 * chance. A problem comes in as the solver's does, with the cards that nobody can know
 * laid out in any order: which one lies where makes no difference to what is chosen. */

#include "../solver/kernel.c"

enum { MOST_NODES = 2048, NODE_SLOTS = 8192, MOST_OPTIONS = 8192, MOST_CHOICES = 64 };

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

typedef struct { State state; int32_t parent, value; Move move; } Node;
typedef struct { int32_t node, value, number; Move move; } Option;
typedef struct { Option option; int64_t value; int32_t number; } Choice;

/* What can be reached without turning up a card, and the moves that turn one up. */
typedef struct {
    Node nodes[MOST_NODES];
    Option options[MOST_OPTIONS];
    int32_t heap[MOST_NODES];
    int32_t slots[NODE_SLOTS];
    int32_t count, waiting, found, best_up;
} View;

/* ---- What a position promises --------------------------------------------- */

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
    if (is_known(search, state, card) && search->rank[card]) {
        int host = search->rank[card] - 1, one = search->red[card] ? 0 : 1;
        *takes |= (uint64_t)1 << (one * 13 + host)
            | (uint64_t)1 << ((search->red[card] ? 3 : 2) * 13 + host);
    }
    for (; is_known(search, state, card); card = state->under[card], above++) {
        int under = state->under[card];
        note_card(search, state, card, above, most, &traits[BLOCKS], &traits[BURIED]);
        if (under == NO_CARD)
            traits[KINGS] += search->rank[card] == KING;
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
        traits[WASTE_LOW] += KING - search->rank[card];
    }
}

static void note_one_pack(const Search *search, const State *state, uint64_t unseen,
                          int32_t *traits)
{
    int suit, column, lowest = 13, highest = 0;
    uint64_t takes = 0;
    for (suit = 0; suit < 4; suit++) {
        int height = state->heights[suit];
        lowest = height < lowest ? height : lowest;
        highest = height > highest ? height : highest;
        if (height < 13)
            takes |= (uint64_t)1 << (suit * 13 + height);
    }
    for (column = 0; column < search->problem->columns; column++)
        note_column(search, state, state->top[column], traits, &takes);
    if (search->problem->stock == TO_WASTE)
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

/* ---- Looking around -------------------------------------------------------- */

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
    int column, place = search->problem->stock == TO_WASTE ? waste_place(state) : -1;
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
    int column, ordered = is_ordered(search, state);
    moves->count = 0;
    if (add_safe_up(search, state, moves))
        return;
    for (column = 1; column <= search->problem->columns; column++)
        add_from_column(search, state, column, ordered, moves);
    if (search->problem->stock == TO_WASTE && waste_place(state) >= 0) {
        int card = search->talon[waste_place(state)];
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

static void uncover(const Search *search, State *state, Move move)
{
    if (move.source == REDEAL)
        deal_again(search, state);
    else if (move.source > WASTE)
        move_cards(search, state, move);
    else if (search->problem->stock == TO_WASTE)
        turn_card(search, state);
    else
        deal_row(search, state);
}

/* ---- Playing on in worlds of chance ----------------------------------------- */

/* Return whether a position without secrets is won by a short search. */
static int wins_in_sight(Search *search, const State *state, int64_t kept)
{
    State start;
    Line line = {0, 0, NULL};
    memcpy(&start, state, search->state_size);
    go_up_safely(search, &start);
    survey(search, &start);
    search->positions = 0;
    return best_first(search, kept, &start, &start, &line) == WINNABLE;
}

static int32_t best_option(const View *view)
{
    int32_t best = 0, i;
    for (i = 1; i < view->found; i++)
        if (view->options[i].value > view->options[best].value)
            best = i;
    return best;
}

/* Play on by sight till so many cards were turned up; return what it comes to. */
static int play_on(Search *search, const Skill *skill, View *view, State *state,
                   int32_t turns, int32_t *value)
{
    for (;;) {
        int32_t best;
        *value = skill->won;
        if (!state->hidden && state->turned == search->talon_size && !state->redeals
            && wins_in_sight(search, state, skill->end))
            return search->problem->cards;
        look_around(search, skill, view, state, skill->narrow);
        if (is_won(search, &view->nodes[view->best_up].state))
            return search->problem->cards;
        *value = skill->lost + skill->up * count_up(&view->nodes[view->best_up].state);
        if (view->found == 0)
            return count_up(&view->nodes[view->best_up].state);
        best = best_option(view);
        *value = view->options[best].value;
        if (turns-- == 0)
            return 0;
        memcpy(state, &view->nodes[view->options[best].node].state,
               search->state_size);
        uncover(search, state, view->options[best].move);
    }
}

static int below(uint64_t *seed, int n)
{
    return (int)((next_number(seed) >> 32) * (uint64_t)n >> 32);
}

/* Lay the unseen cards anew: mixed[card] lies where `card` is laid out. */
static void mix(uint64_t unseen, uint64_t *seed, uint8_t *mixed)
{
    uint8_t cards[PACK];
    int count = 0, card, i;
    for (card = 0; card < PACK; card++) {
        mixed[card] = (uint8_t)card;
        if (unseen >> card & 1)
            cards[count++] = (uint8_t)card;
    }
    for (i = count - 1; i > 0; i--) {
        int other = below(seed, i + 1);
        uint8_t lying = mixed[cards[i]];
        mixed[cards[i]] = mixed[cards[other]];
        mixed[cards[other]] = lying;
    }
}

static void lay_anew(const Search *search, const uint8_t *mixed, const State *from,
                     State *to)
{
    int column;
    memcpy(to, from, search->state_size);
    to->hidden = 0;
    for (column = 0; column < search->problem->columns; column++) {
        int card = from->top[column];
        to->top[column] = card == NO_CARD ? NO_CARD : mixed[card];
        for (; card != NO_CARD; card = from->under[card]) {
            int under = from->under[card];
            to->under[mixed[card]] = under == NO_CARD ? NO_CARD : mixed[under];
            to->hidden |= (from->hidden >> card & 1) << mixed[card];
        }
    }
}

static int compare_options(const void *one, const void *other)
{
    const Option *a = one, *b = other;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return a->number < b->number ? -1 : 1;
}

static int compare_choices(const void *one, const void *other)
{
    const Choice *a = one, *b = other;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return a->number < b->number ? -1 : 1;
}

/* Pick the options that seem best; no source of a card gives more than a third. */
static int pick_choices(const Skill *skill, View *view, Choice *choices)
{
    int most = skill->choices < MOST_CHOICES ? skill->choices : MOST_CHOICES;
    int of_source[MOST_COLUMNS + 3] = {0}, count = 0, i;
    qsort(view->options, (size_t)view->found, sizeof(Option), compare_options);
    for (i = 0; i < view->found && count < most; i++)
        if (of_source[view->options[i].move.source - REDEAL]++ < (most + 2) / 3) {
            choices[count].option = view->options[i];
            choices[count].value = 0;
            choices[count].number = count;
            count++;
        }
    return count;
}

/* Try choices in the same worlds, and the better half of them in twice as many. */
static Option choose(Search *search, const Skill *skill, View *view, View *trial_view,
                     uint64_t seed)
{
    Choice choices[MOST_CHOICES];
    const State *start = &view->nodes[0].state;
    uint64_t unseen = unseen_cards(search, start);
    uint8_t mixed[PACK], talon[MOST_TALON];
    int left = pick_choices(skill, view, choices), worlds = skill->worlds, world, i;
    memcpy(talon, search->talon, sizeof talon);
    for (; left > 1; left = (left + 1) / 2, worlds *= 2) {
        for (world = 0; world < worlds; world++) {
            mix(unseen, &seed, mixed);
            for (i = start->turned; i < search->talon_size; i++)
                search->talon[i] = mixed[talon[i]];
            for (i = 0; i < left; i++) {
                const Option *option = &choices[i].option;
                State trial;
                int32_t value;
                lay_anew(search, mixed, &view->nodes[option->node].state, &trial);
                uncover(search, &trial, option->move);
                play_on(search, skill, trial_view, &trial, skill->turns, &value);
                choices[i].value += value;
            }
        }
        memcpy(search->talon, talon, sizeof talon);
        qsort(choices, (size_t)left, sizeof(Choice), compare_choices);
    }
    return choices[0].option;
}

/* Return the position with the most cards up, or else that which promises most. */
static int32_t last_node(const View *view)
{
    int32_t node = view->best_up, i;
    for (i = 1; view->best_up == 0 && i < view->count; i++)
        if (view->nodes[i].value > view->nodes[node].value)
            node = i;
    return node;
}

/* Play on at the table itself; return how many cards get up. */
static int play_at_table(Search *search, const Skill *skill, View *view, View *trial,
                         State *state, uint64_t seed)
{
    for (;;) {
        Option option;
        if (!state->hidden && state->turned == search->talon_size && !state->redeals
            && wins_in_sight(search, state, skill->search))
            return search->problem->cards;
        look_around(search, skill, view, state, skill->wide);
        if (view->found == 0 || is_won(search, &view->nodes[view->best_up].state)) {
            int32_t node = last_node(view);
            if (node == 0)
                return count_up(state);
            memcpy(state, &view->nodes[node].state, search->state_size);
            continue;
        }
        option = skill->worlds && skill->choices
            ? choose(search, skill, view, trial, next_number(&seed))
            : view->options[best_option(view)];
        memcpy(state, &view->nodes[option.node].state, search->state_size);
        uncover(search, state, option.move);
    }
}

/* ---- The doors --------------------------------------------------------------- */

static void write_path(Search *search, const View *view, int32_t node, Line *line)
{
    if (view->nodes[node].parent < 0)
        return;
    write_path(search, view, view->nodes[node].parent, line);
    search->line = line;
    note(search, view->nodes[node].move.source, view->nodes[node].move.target,
         view->nodes[node].move.size);
    search->line = NULL;
}

/* Write the way to the win in sight, or through the option that is chosen, or to the
 * most cards up. A redeal waits until nothing better is in sight. */
static void write_choice(Search *search, const Skill *skill, View *view, View *trial,
                         uint64_t seed, Line *line)
{
    Option option;
    if (view->found == 0 || is_won(search, &view->nodes[view->best_up].state)) {
        write_path(search, view, last_node(view), line);
        return;
    }
    option = view->options[best_option(view)];
    if (skill->worlds && skill->choices && search->problem->cards == PACK)
        option = choose(search, skill, view, trial, seed);
    write_path(search, view, option.node, line);
    if (option.move.source == REDEAL && option.node)
        return;
    search->line = line;
    note(search, option.move.source, option.move.target, option.move.size);
    search->line = NULL;
}

/* Choose what to do up to the next card that is turned up: three numbers for each
 * action in `steps`, and their number in *count; none where nothing is left to do. */
PUBLIC int samedeal_foresee(const Problem *problem, const Skill *skill, uint64_t seed,
                            int32_t most, int8_t *steps, int32_t *count)
{
    Search *search = calloc(1, sizeof(Search));
    View *view = malloc(sizeof(View)), *trial = malloc(sizeof(View));
    State start;
    Line line = {0, most, steps};
    int outcome = OUT_OF_MEMORY;
    if (search && view && trial) {
        start_search(search, problem);
        search->weights = problem->weights[0];
        lay_out(search, &start);
        look_around(search, skill, view, &start, skill->wide);
        write_choice(search, skill, view, trial, seed, &line);
        outcome = UNDECIDED;
    }
    *count = line.count;
    free(search);
    free(view);
    free(trial);
    return outcome;
}

/* Play a problem to its end, as if its hidden cards were not known, and as somebody does
 * who asks the door above for every plan; return how many cards get up, or -1. */
PUBLIC int samedeal_play(const Problem *problem, const Skill *skill, uint64_t seed)
{
    Search *search = calloc(1, sizeof(Search));
    View *view = malloc(sizeof(View)), *trial = malloc(sizeof(View));
    State state;
    int up = -1;
    if (search && view && trial) {
        start_search(search, problem);
        search->weights = problem->weights[0];
        lay_out(search, &state);
        up = play_at_table(search, skill, view, trial, &state, seed);
    }
    free(search);
    free(view);
    free(trial);
    return up;
}
