/* The search of the solver, compiled. search.py is the same search in Python, in the
 * same order: a change here is a change there, and the tests compare the two position
 * by position. */

#include <stdlib.h>
#include <string.h>

#include "known.h"
#include "loose.h"
#include "rules.h"
#include "search.h"

#ifndef SAMEDEAL_SOURCE
#define SAMEDEAL_SOURCE "unknown"
#endif

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

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

int best_first(Search *search, int64_t kept, const State *root, const State *start,
               Line *line)
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
