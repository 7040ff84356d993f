/* Looking ahead without knowing the cards, compiled: what is in sight is judged, and the
 * best of it may be tried in worlds of chance. A problem comes in as the solver's does,
 * with the cards that nobody can know laid out in any order: which one lies where makes
 * no difference to what is chosen. */

#include <stdlib.h>
#include <string.h>

#include "../solver/search.h"
#include "sight.h"

enum { MOST_CHOICES = 64 };

typedef struct { Option option; int64_t value; int32_t number; } Choice;

static void uncover(const Search *search, State *state, Move move)
{
    if (move.source == REDEAL)
        deal_again(search, state);
    else if (move.source > WASTE)
        move_cards(search, state, move);
    else
        deal_stock(search, state);
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

/* Return the size of a skill, which its other description must agree with. */
PUBLIC int64_t samedeal_skill_size(void)
{
    return (int64_t)sizeof(Skill);
}
