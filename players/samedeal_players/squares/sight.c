/* An expert's choice at Poker Squares, compiled: the cell that leaves most to the cards
 * that may come next, as levels.py chooses without a compiler. Whoever asks tells the
 * cards that are open and where they lie; nothing else is known here. */

#include "worth.c"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

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

/* Make what a choice is made by: of tables, of a net or none, and of the points of the
 * hands from the royal flush down. Returns 0 where there is no memory. */
EXPORT void *samedeal_squares_eye(const uint8_t *tables, const uint8_t *net,
                                  const int32_t *points) {
    Eye *eye = calloc(1, sizeof *eye);
    if (!eye) return 0;
    for (int hand = 0; hand < HANDS; hand++) eye->points[hand] = points[hand];
    prepare(eye);
    read_numbers(tables, TABLES, TABLE_PARTS, eye->tables);
    if (net) read_numbers(net, NET_NUMBERS, NET_PARTS, (float *)&eye->net);
    eye->has_net = net != 0;
    return eye;
}

EXPORT int32_t samedeal_squares_net_size(void) { return 2 * NET_NUMBERS; }

/* Choose a cell for the last of so many cards and one more; the others lie in cells told
 * by column and row, from the first card where cards have to touch, else from the first
 * column and row. Writes down the column and the row. */
EXPORT void samedeal_squares_choose(const void *eye, int32_t touching, const int32_t *replies,
                                    int32_t laid, const uint8_t *cards, const int32_t *cells,
                                    int32_t *chosen) {
    int first = touching ? MIDDLE : 0;
    Layout layout;
    double most;
    clear(&layout, touching);
    for (int i = 0; i < laid; i++) {
        turn_up(&layout, cards[i]);
        lay(&layout, cards[i], (Cell){cells[2 * i] + first, cells[2 * i + 1] + first});
    }
    turn_up(&layout, cards[laid]);
    Cell cell = choose(eye, &layout, cards[laid], replies, &most);
    chosen[0] = cell.column - first;
    chosen[1] = cell.row - first;
}
