/* Layouts of Poker Squares: lines, the cells that are open, the cards that are unseen.
 * What samedeal_games.squares says of them in Python, compiled. */

#ifndef SAMEDEAL_SQUARES_LAYOUT_H
#define SAMEDEAL_SQUARES_LAYOUT_H

#include <stdint.h>
#include <string.h>

enum { ROYAL, STRAIGHT_FLUSH, FOURS, HOUSE, FLUSH, STRAIGHT, THREES, TWO_PAIRS, PAIR, HANDS };

enum { LINE = 5, LAID = 25, PACK = 52, SLOTS = 9, MIDDLE = 4, WINDOWS = 10 };

typedef struct {
    int size, ranks, suits;
    uint64_t counts; /* four bits a rank */
} Line;

typedef struct {
    Line lines[2][SLOTS]; /* columns, then rows */
    uint64_t unseen;
    int of_rank[13], of_suit[4]; /* how many are unseen */
    int laid;
    int touching; /* whether each card has to touch another */
    uint8_t taken[SLOTS][SLOTS]; /* by column, then row */
    int low[2], high[2];         /* the slots in use; low > high while none is */
} Layout;

typedef struct {
    int column, row;
} Cell;

/* The ranks of every straight, from the ace at its low end to the ace at its high. */
static const int windows[WINDOWS] = {31,       31 << 1, 31 << 2, 31 << 3, 31 << 4,
                                     31 << 5, 31 << 6, 31 << 7, 31 << 8, 15 << 9 | 1};

static int bits(int mask) { return __builtin_popcount((unsigned)mask); }

static int lowest(int mask) { return __builtin_ctz((unsigned)mask); }

static int count_of(const Line *line, int rank) {
    return (int)(line->counts >> (4 * rank)) & 15;
}

static int is_suited(const Line *line) { return bits(line->suits) == 1; }

static int hand_points(const Line *line, const int *points) {
    int of[5] = {0};
    for (int left = line->ranks; left; left &= left - 1)
        of[count_of(line, lowest(left))]++;
    if (of[4]) return points[FOURS];
    if (of[3]) return points[of[2] ? HOUSE : THREES];
    if (of[2]) return points[of[2] == 2 ? TWO_PAIRS : PAIR];
    int straight = 0;
    for (int i = 0; i < WINDOWS; i++) straight |= windows[i] == line->ranks;
    if (!is_suited(line)) return straight ? points[STRAIGHT] : 0;
    if (!straight) return points[FLUSH];
    return points[line->ranks == windows[9] ? ROYAL : STRAIGHT_FLUSH];
}

static void clear(Layout *layout, int touching) {
    memset(layout, 0, sizeof *layout);
    layout->touching = touching;
    layout->unseen = ((uint64_t)1 << PACK) - 1;
    for (int rank = 0; rank < 13; rank++) layout->of_rank[rank] = 4;
    for (int suit = 0; suit < 4; suit++) layout->of_suit[suit] = 13;
    for (int axis = 0; axis < 2; axis++) {
        layout->low[axis] = touching ? SLOTS : 0;
        layout->high[axis] = touching ? -1 : LINE - 1;
    }
}

/* Turn a card up: from now on it is to be laid. */
static void turn_up(Layout *layout, int card) {
    layout->unseen &= ~((uint64_t)1 << card);
    layout->of_rank[card % 13]--;
    layout->of_suit[card / 13]--;
    layout->laid++;
}

static void add(Line *line, int card) {
    line->size++;
    line->ranks |= 1 << card % 13;
    line->suits |= 1 << card / 13;
    line->counts += (uint64_t)1 << (4 * (card % 13));
}

static void widen(Layout *layout, int axis, int slot) {
    if (slot < layout->low[axis]) layout->low[axis] = slot;
    if (slot > layout->high[axis]) layout->high[axis] = slot;
}

static void lay(Layout *layout, int card, Cell cell) {
    layout->taken[cell.column][cell.row] = 1;
    add(&layout->lines[0][cell.column], card);
    add(&layout->lines[1][cell.row], card);
    widen(layout, 0, cell.column);
    widen(layout, 1, cell.row);
}

static int touches(const Layout *layout, Cell cell) {
    for (int column = cell.column - 1; column <= cell.column + 1; column++)
        for (int row = cell.row - 1; row <= cell.row + 1; row++)
            if (column >= 0 && column < SLOTS && row >= 0 && row < SLOTS &&
                layout->taken[column][row])
                return 1;
    return 0;
}

/* List the cells open to the next card, row by row. */
static int open_cells(const Layout *layout, Cell *cells) {
    int found = 0;
    if (layout->touching && layout->low[0] > layout->high[0]) {
        cells[0] = (Cell){MIDDLE, MIDDLE};
        return 1;
    }
    int size = layout->touching ? SLOTS : LINE;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            if (layout->taken[column][row]) continue;
            if (layout->touching && (column <= layout->high[0] - LINE || column >= layout->low[0] + LINE ||
                             row <= layout->high[1] - LINE || row >= layout->low[1] + LINE ||
                             !touches(layout, (Cell){column, row})))
                continue;
            cells[found++] = (Cell){column, row};
        }
    return found;
}

#endif
