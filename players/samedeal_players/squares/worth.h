/* What a layout is worth: the points to expect from it in the end.
 *
 * A sum of numbers looked up in tables, place for place as values.py does it, and, on
 * the plain grid, what a small net adds that sums cannot say: how lines get on with the
 * lines that cross them. Both were learned (bench/learning/squares.c). */

#ifndef SAMEDEAL_SQUARES_WORTH_H
#define SAMEDEAL_SQUARES_WORTH_H

#include <stdlib.h>

#include "layout.h"

/* The tables of one axis at one stage, one after the other. */
enum {
    KINDS = 132,
    WAYS = 16,
    PLAIN = 0,                      /* a line with a pair, or empty */
    MIXED = PLAIN + KINDS,          /* no pair, several suits */
    SUITED = MIXED + KINDS * WAYS,  /* one suit, by what is left of it */
    RUNNING = SUITED + 4 * 14 * 12, /* one suit, by what its ranks may become */
    SUITS = RUNNING + KINDS * WAYS, /* lines that wait for the same suit */
    RANKS = SUITS + 14 * 36,        /* lines that hold the same rank */
    STAGE = RANKS + 5 * 11,
    TABLES = 2 * LAID * STAGE,
    MOST_FEATURES = LINE * 2 + 4 + LAID
};

/* The net: a row of numbers for each place in the tables of an axis, at any stage, and
 * for each kind of crossing; they add up to its signals. */
enum {
    SIGNALS = 32,
    HIDDEN = 16,
    TYPES = 18, /* of lines, as one that crosses them sees them */
    SHARED = 8, /* how many cards both lines want, so many or more */
    CROSSINGS = 2 * STAGE,
    ROWS = CROSSINGS + TYPES * TYPES * SHARED,
    MOST_ROWS = 2 * MOST_FEATURES + LAID
};

/* As many numbers at once as the machine likes, wherever they lie in memory. */
#if defined __AVX512F__
enum { WIDE = 16 };
#elif defined __AVX__
enum { WIDE = 8 };
#else
enum { WIDE = 4 };
#endif
typedef float Part __attribute__((vector_size(4 * WIDE), aligned(4), may_alias));

typedef struct {
    Part part[SIGNALS / WIDE];
} Signals;

typedef struct {
    Part part[HIDDEN / WIDE];
} Hidden;

typedef struct {
    Signals base, direct;
    Hidden hidden[SIGNALS], hidden_base, out;
    float out_base;
} Head; /* what is made of the signals at one stage */

typedef struct {
    Signals rows[ROWS];
    Head heads[LAID];
} Net;

typedef struct {
    int points[HANDS];
    int has_net;
    int kinds_by_key[11 * 11 * 11 * 11], kinds_numbered;
    uint8_t ways_bucket[5][1025];
    float tables[TABLES]; /* in points */
    Net net;
} Eye;

/* The net counts in so many points. */
#define UNIT 16.0f

/* What was learned is written down in such parts: of a point, and of a net's number. */
enum { TABLE_PARTS = 64, NET_PARTS = 1024, NET_NUMBERS = sizeof(Net) / sizeof(float) };

/* Read numbers of 16 bits, the low byte first. */
static void read_numbers(const uint8_t *bytes, int count, int parts, float *numbers) {
    for (int i = 0; i < count; i++) {
        int number = bytes[2 * i] | bytes[2 * i + 1] << 8;
        numbers[i] = (float)(number < 1 << 15 ? number : number - (1 << 16)) / (float)parts;
    }
}

/* Number the kinds: what ranks a line has, and how many more of each there are.
 * A rank is 1 to 4 for one card with 0 to 3 unseen, 5 to 7 for two, 8 and 9 for
 * three, 10 for four. Shorter lists come first, then smaller numbers. */

static void number_kinds(Eye *eye, int key, int from, int length, int cards) {
    static const int cards_of[] = {0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4};
    if (length == 0) {
        eye->kinds_by_key[key] = eye->kinds_numbered++;
        return;
    }
    for (int code = from; code <= 10; code++)
        if (cards + cards_of[code] + length - 1 <= 4)
            number_kinds(eye, key * 11 + code, code, length - 1, cards + cards_of[code]);
}

/* Coarse logarithms, finer the fewer cards are missing. */
static int bucket_of(int size, int ways) {
    static const int less[] = {0, 6, 3, 0};
    if (ways == 0) return 0;
    if (size == 4) return ways > 8 ? 9 : ways;
    int halves = 0; /* twice the binary logarithm, rounded down */
    while ((int64_t)1 << (halves + 1) <= (int64_t)ways * ways) halves++;
    int bucket = 1 + halves - less[size];
    return bucket < 1 ? 1 : bucket > 13 ? 13 : bucket;
}

static void prepare(Eye *eye) {
    eye->kinds_numbered = 0;
    for (int length = 0; length <= 4; length++) number_kinds(eye, 0, 1, length, 0);
    for (int size = 1; size <= 4; size++)
        for (int ways = 0; ways <= 1024; ways++)
            eye->ways_bucket[size][ways] = (uint8_t)bucket_of(size, ways);
}

static int kinds_of(const Eye *eye, const Line *line, const Layout *layout) {
    static const int first[] = {0, 1, 5, 8, 10};
    int codes[4], length = 0, key = 0;
    for (int left = line->ranks; left; left &= left - 1) {
        int rank = lowest(left), count = count_of(line, rank);
        int code = count == 4 ? 10 : first[count] + layout->of_rank[rank];
        int at = length++;
        for (; at && codes[at - 1] > code; at--) codes[at] = codes[at - 1];
        codes[at] = code;
    }
    for (int i = 0; i < length; i++) key = key * 11 + codes[i];
    return eye->kinds_by_key[key];
}

/* Count the straights a line can become, by the cards that are unseen. */
static int ways_of(const Eye *eye, const Line *line, const Layout *layout) {
    int ways = 0;
    for (int i = 0; i < WINDOWS; i++) {
        if ((windows[i] & line->ranks) != line->ranks) continue;
        int product = 1;
        for (int left = windows[i] & ~line->ranks; left; left &= left - 1)
            product *= layout->of_rank[lowest(left)];
        ways += product;
    }
    return eye->ways_bucket[line->size][ways > 1024 ? 1024 : ways];
}

/* Count the straight flushes a line can become; a royal one counts seven. */
static int flushes_of(const Line *line, const Layout *layout, int suit) {
    int there = (int)(layout->unseen >> (13 * suit) & 8191) | line->ranks, found = 0;
    for (int i = 0; i < WINDOWS; i++)
        if ((windows[i] & line->ranks) == line->ranks && (windows[i] & there) == windows[i])
            found += i == 9 ? 7 : 1;
    return found;
}

static int line_features(const Eye *eye, const Line *line, const Layout *layout, int *out) {
    int kinds = kinds_of(eye, line, layout);
    if (bits(line->ranks) < line->size) {
        out[0] = PLAIN + kinds;
        return 1;
    }
    int ways = ways_of(eye, line, layout);
    if (!is_suited(line)) {
        out[0] = MIXED + kinds * WAYS + ways;
        return 1;
    }
    int suit = lowest(line->suits);
    int left = layout->of_suit[suit];
    out[0] = SUITED + ((line->size - 1) * 14 + left) * 12 + flushes_of(line, layout, suit);
    out[1] = RUNNING + kinds * WAYS + ways;
    return 2;
}

static int suit_features(const Line *lines, const Layout *layout, int *out) {
    int waiting[4][5] = {{0}};
    for (int i = 0; i < SLOTS; i++) {
        const Line *line = &lines[i];
        if (line->size >= 2 && line->size < LINE && is_suited(line))
            waiting[lowest(line->suits)][line->size]++;
    }
    for (int suit = 0; suit < 4; suit++) {
        int two = waiting[suit][2], three = waiting[suit][3], four = waiting[suit][4];
        if (two > 3) two = 3;
        if (three > 2) three = 2;
        if (four > 2) four = 2;
        out[suit] = SUITS + layout->of_suit[suit] * 36 + two * 9 + three * 3 + four;
    }
    return 4;
}

static int rank_features(const Line *lines, const Layout *layout, int *out) {
    int holding[13][5] = {{0}}, held = 0, found = 0;
    for (int i = 0; i < SLOTS; i++) {
        const Line *line = &lines[i];
        if (line->size == LINE || (line->size >= 2 && is_suited(line))) continue;
        held |= line->ranks;
        for (int left = line->ranks; left; left &= left - 1)
            holding[lowest(left)][count_of(line, lowest(left))]++;
    }
    for (; held; held &= held - 1) {
        int rank = lowest(held), one = holding[rank][1], two = holding[rank][2];
        int pattern = holding[rank][3] ? 9 + one : two == 2 ? 8 : two ? 5 + one : one;
        if (pattern) out[found++] = RANKS + layout->of_rank[rank] * 11 + pattern;
    }
    return found;
}

/* List what an axis is worth by: places in its tables at any stage; complete lines
 * count at once. */
static int axis_features(const Eye *eye, const Layout *layout, int axis, int *out, int *counted) {
    const Line *lines = layout->lines[axis];
    int found = 0, empty = LINE;
    for (int i = layout->low[axis]; i <= layout->high[axis]; i++) {
        if (!lines[i].size) continue;
        empty--;
        if (lines[i].size == LINE)
            *counted += hand_points(&lines[i], eye->points);
        else
            found += line_features(eye, &lines[i], layout, out + found);
    }
    if (layout->laid == LAID) return 0;
    while (empty--) out[found++] = PLAIN;
    found += suit_features(lines, layout, out + found);
    found += rank_features(lines, layout, out + found);
    return found;
}

static inline void plus(Signals *signals, const Signals *more) {
    for (int i = 0; i < SIGNALS / WIDE; i++) signals->part[i] += more->part[i];
}

static inline void minus(Signals *signals, const Signals *less) {
    for (int i = 0; i < SIGNALS / WIDE; i++) signals->part[i] -= less->part[i];
}

/* Turn places of an axis into what its tables say, in points; and add up its signals. */
static float look_up(const Eye *eye, const Layout *layout, int axis, const int *places, int found,
                     Signals *signals) {
    const Signals *rows = eye->net.rows + axis * STAGE;
    const float *table = eye->tables + (axis * LAID + layout->laid) * STAGE;
    float worth = 0;
    for (int i = 0; i < found; i++) worth += table[places[i]];
    if (!signals) return worth;
    Signals sum = rows[places[0]];
    for (int i = 1; i < found; i++) plus(&sum, &rows[places[i]]);
    *signals = sum;
    return worth;
}

static float axis_worth(const Eye *eye, const Layout *layout, int axis, Signals *signals) {
    int places[MOST_FEATURES], counted = 0;
    int found = axis_features(eye, layout, axis, places, &counted);
    return (float)counted + look_up(eye, layout, axis, places, found, signals);
}

/* What a line would like to have, and how it stands, for lines that cross it. */
typedef struct {
    uint64_t cards;
    int type;
} Wish;

static uint64_t of_ranks(int ranks) {
    uint64_t cards = (uint64_t)ranks;
    return cards | cards << 13 | cards << 26 | cards << 39;
}

static Wish wish_of(const Line *line, uint64_t unseen) {
    Wish wish = {of_ranks(line->ranks), line->size};
    int suit = line->size ? lowest(line->suits) : 0, may_run = 0, most = 0;
    if (line->size && is_suited(line)) {
        uint64_t of_suit = (uint64_t)8191 << (13 * suit);
        /* A single card may still go either way. */
        wish.cards = line->size == 1 ? wish.cards | of_suit : of_suit;
    } else if (line->size && bits(line->ranks) == line->size) {
        for (int i = 0; i < WINDOWS; i++)
            if ((windows[i] & line->ranks) == line->ranks) may_run |= windows[i];
        if (line->size > 2) wish.cards |= of_ranks(may_run);
        wish.type = (may_run ? 5 : 8) + line->size - 2;
    } else if (line->size) {
        for (int left = line->ranks; left; left &= left - 1)
            if (count_of(line, lowest(left)) > most) most = count_of(line, lowest(left));
        int pairs = bits(line->ranks) == line->size - 1;
        wish.type = pairs ? 11 + line->size - 2 : line->size == 3 ? 14 : 13 + most;
    }
    wish.cards &= unseen;
    return wish;
}

static int crossing(const Wish *column, const Wish *row) {
    int shared = __builtin_popcountll(column->cards & row->cards);
    if (shared > SHARED - 1) shared = SHARED - 1;
    return CROSSINGS + (column->type * TYPES + row->type) * SHARED + shared;
}

/* In points. The order of adding up is fixed, so that every machine agrees. */
static float net_worth(const Head *head, const Signals *signals) {
    float signal[SIGNALS], sums[HIDDEN];
    Hidden hidden = head->hidden_base, more = {{{0}}};
    memcpy(signal, signals, sizeof signal);
    for (int k = 0; k < SIGNALS; k += 2)
        for (int i = 0; i < HIDDEN / WIDE; i++) {
            hidden.part[i] += (signal[k] > 0 ? signal[k] : 0) * head->hidden[k].part[i];
            more.part[i] += (signal[k + 1] > 0 ? signal[k + 1] : 0) * head->hidden[k + 1].part[i];
        }
    for (int i = 0; i < HIDDEN / WIDE; i++) hidden.part[i] += more.part[i];
    const float *waking = (const float *)&hidden, *out = (const float *)&head->out;
    const float *direct = (const float *)&head->direct;
    for (int j = 0; j < HIDDEN; j++)
        sums[j] = (waking[j] > 0 ? waking[j] : 0) * out[j] + signal[j] * direct[j] +
                  signal[j + HIDDEN] * direct[j + HIDDEN];
    for (int half = HIDDEN / 2; half; half /= 2)
        for (int j = 0; j < half; j++) sums[j] += sums[j + half];
    return UNIT * (head->out_base + sums[0]);
}

/* The five lines of an axis that there will be: those in use, then empty ones. Where
 * cards have to touch nobody knows on which side they will lie, and it is all the same. */
typedef struct {
    int slots[LINE];
    int numbers[SLOTS]; /* of the line that a card in a slot would belong to */
} Frame;

static Frame frame_of(const Layout *layout, int axis) {
    Frame frame;
    int low = layout->low[axis], high = layout->high[axis], found = 0;
    for (int slot = low; slot <= high; slot++) {
        frame.numbers[slot] = found;
        frame.slots[found++] = slot;
    }
    for (int slot = 0, used = found; slot < SLOTS; slot++) {
        if (slot >= low && slot <= high) continue;
        /* Any empty slot may stand for the next one in use. */
        frame.numbers[slot] = used;
        if (found < LINE) frame.slots[found++] = slot;
    }
    return frame;
}

/* A line, and what changes when a card is added to it. */
typedef struct {
    int is_added;
    float worth;
    Signals signals;
    Wish before, after;
} Added;

/* Value an axis once for every line that the card could be added to. */
static void value_lines(const Eye *eye, Layout *layout, int axis, int card, const Frame *frame,
                        int with_net, Added *added) {
    for (int number = 0; number < LINE; number++) {
        int slot = frame->slots[number], low = layout->low[axis], high = layout->high[axis];
        Line *line = &layout->lines[axis][slot], before = *line;
        Added *each = &added[number];
        if (with_net && before.size < LINE) each->before = wish_of(&before, layout->unseen);
        if (!each->is_added) continue;
        add(line, card);
        widen(layout, axis, slot);
        if (with_net) /* nothing crosses a complete line any more */
            each->after = line->size < LINE ? wish_of(line, layout->unseen) : each->before;
        each->worth = axis_worth(eye, layout, axis, with_net ? &each->signals : 0);
        *line = before;
        layout->low[axis] = low;
        layout->high[axis] = high;
    }
}

/* The signals of all crossings; and what they change by with a card in some column and
 * row: by the first, the second, and what is counted twice, for the cell is taken. */
static Signals cross_all(const Eye *eye, const Layout *layout, const Frame frames[2],
                         Added added[2][LINE], Signals itself[LINE][LINE]) {
    const Signals *rows = eye->net.rows;
    Signals all = eye->net.heads[layout->laid].base;
    for (int i = 0; i < LINE * LINE; i++) {
        int c = i % LINE, r = i / LINE;
        Added *column = &added[0][c], *row = &added[1][r];
        if (layout->taken[frames[0].slots[c]][frames[1].slots[r]]) continue;
        const Signals *now = &rows[crossing(&column->before, &row->before)];
        plus(&all, now);
        itself[c][r] = *now;
        if (column->is_added) {
            const Signals *then = &rows[crossing(&column->after, &row->before)];
            plus(&column->signals, then);
            minus(&column->signals, now);
            minus(&itself[c][r], then);
        }
        if (row->is_added) {
            const Signals *then = &rows[crossing(&column->before, &row->after)];
            plus(&row->signals, then);
            minus(&row->signals, now);
            minus(&itself[c][r], then);
        }
    }
    return all;
}

/* Value each open cell for a card that was turned up; in points. */
static int value_cells(const Eye *eye, Layout *layout, int card, Cell *cells, float *worth) {
    Added added[2][LINE];
    Frame frames[2] = {frame_of(layout, 0), frame_of(layout, 1)};
    Signals all, itself[LINE][LINE];
    int found = open_cells(layout, cells);
    int with_net = eye->has_net && layout->laid < LAID;
    for (int i = 0; i < 2 * LINE; i++) added[i % 2][i / 2].is_added = 0;
    for (int i = 0; i < found; i++) {
        added[0][frames[0].numbers[cells[i].column]].is_added = 1;
        added[1][frames[1].numbers[cells[i].row]].is_added = 1;
    }
    for (int axis = 0; axis < 2; axis++)
        value_lines(eye, layout, axis, card, &frames[axis], with_net, added[axis]);
    if (with_net) all = cross_all(eye, layout, frames, added, itself);
    for (int i = 0; i < found; i++) {
        int c = frames[0].numbers[cells[i].column], r = frames[1].numbers[cells[i].row];
        worth[i] = added[0][c].worth + added[1][r].worth;
        if (!with_net) continue;
        Signals signals = all;
        plus(&signals, &added[0][c].signals);
        plus(&signals, &added[1][r].signals);
        plus(&signals, &itself[c][r]);
        worth[i] += net_worth(&eye->net.heads[layout->laid], &signals);
    }
    return found;
}

#endif
