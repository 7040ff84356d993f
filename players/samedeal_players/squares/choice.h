/* An expert's choice at Poker Squares: the cell that leaves most to the cards that may
 * come next, as levels.py chooses without a compiler. */

#ifndef SAMEDEAL_SQUARES_CHOICE_H
#define SAMEDEAL_SQUARES_CHOICE_H

#include "worth.h"

/* Of worths closer than this, only the order of adding up makes a difference. */
#define SAME 1e-3f

static int best_of(const float *worth, int found) {
    int best = 0;
    for (int i = 1; i < found; i++)
        if (worth[i] > worth[best] + SAME) best = i;
    return best;
}

/* The best cell of those worth less than so much; -1 where there is none. */
static int next_best(const float *worth, int found, float bar) {
    int next = -1;
    for (int i = 0; i < found; i++)
        if (worth[i] < bar - SAME && (next < 0 || worth[i] > worth[next] + SAME)) next = i;
    return next;
}

static double look_on(const Eye *eye, const Layout *layout, const int *replies);

/* Choose a cell: of so many that seem best, each of another worth, the one that leaves
 * most to the next card, and so on down the list of replies; a 0 ends it. */
static Cell choose(const Eye *eye, Layout *layout, int card, const int *replies, double *most) {
    Cell cells[SLOTS * SLOTS];
    float worth[SLOTS * SLOTS], bar = 1e9f;
    int found = value_cells(eye, layout, card, cells, worth), best = best_of(worth, found);
    *most = worth[best];
    if (!replies[0] || layout->laid == LAID) return cells[best];
    for (int reply = 0; reply < replies[0]; reply++) {
        int next = next_best(worth, found, bar);
        if (next < 0) break;
        bar = worth[next];
        Layout after = *layout;
        lay(&after, card, cells[next]);
        double left = look_on(eye, &after, replies + 1);
        if (reply && left <= *most) continue;
        *most = left;
        best = next;
    }
    return cells[best];
}

/* What can be expected once the next card is laid, whichever it is. */
static double look_on(const Eye *eye, const Layout *layout, const int *replies) {
    double total = 0, most;
    for (uint64_t left = layout->unseen; left; left &= left - 1) {
        Layout next = *layout;
        int card = __builtin_ctzll(left);
        turn_up(&next, card);
        choose(eye, &next, card, replies, &most);
        total += most;
    }
    return total / (PACK - layout->laid);
}

#endif
