/* The door to an expert's choice, compiled. Whoever asks tells the cards that are open and
 * where they lie; nothing else is known here. */

#include "choice.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

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

/* Lay so many cards in cells told by column and row, from the first card where cards have
 * to touch, else from the first column and row. */
static void lay_all(Layout *layout, int first, int32_t laid, const uint8_t *cards,
                    const int32_t *cells) {
    for (int i = 0; i < laid; i++) {
        turn_up(layout, cards[i]);
        lay(layout, cards[i], (Cell){cells[2 * i] + first, cells[2 * i + 1] + first});
    }
}

/* Choose a cell for the last of so many cards and one more; the others lie in `cells`.
 * Writes down the column and the row. */
EXPORT void samedeal_squares_choose(const void *eye, int32_t touching, const int32_t *replies,
                                    int32_t laid, const uint8_t *cards, const int32_t *cells,
                                    int32_t *chosen) {
    int first = touching ? MIDDLE : 0;
    Layout layout;
    double most;
    clear(&layout, touching);
    lay_all(&layout, first, laid, cards, cells);
    turn_up(&layout, cards[laid]);
    Cell cell = choose(eye, &layout, cards[laid], replies, &most);
    chosen[0] = cell.column - first;
    chosen[1] = cell.row - first;
}

/* Tell how many points can be expected from so many cards that lie in `cells`, fewer than
 * all: a choice compares the same. */
EXPORT double samedeal_squares_worth(const void *eye, int32_t touching, int32_t laid,
                                     const uint8_t *cards, const int32_t *cells) {
    static const int at_sight[] = {0};
    Layout layout;
    clear(&layout, touching);
    lay_all(&layout, touching ? MIDDLE : 0, laid, cards, cells);
    return look_on(eye, &layout, at_sight);
}
