/* Learns what a layout of Poker Squares is worth, and plays by what it learned.
 *
 *   squares start GAMES SEED LEANING P0 .. P8 > VALUES
 *   squares learn GAMES SEED RATE P0 .. P8 < VALUES > VALUES
 *   squares play VALUES REPLIES TOUCHING P0 .. P8 < DECKS > SCORES
 *
 * The first begins with a leaning, in percent; the second learns on, and its
 * first steps take so many percent of an error.
 * P0 to P8 are the points of the hands, from the royal flush down. DECKS are
 * lines of 25 card numbers. VALUES are 16-bit numbers, low byte first: 64ths of
 * a point, in the order of samedeal_players/squares/values.py, whose twin this
 * is: the same cells for the same cards, only faster.
 */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROYAL, STRAIGHT_FLUSH, FOURS, HOUSE, FLUSH, STRAIGHT, THREES, TWO_PAIRS, PAIR };

enum { LINE = 5, LAID = 25, PACK = 52, SLOTS = 9, MIDDLE = 4, WINDOWS = 10 };

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
    MOST_FEATURES = 2 * (LINE * 2 + 4 + LAID)
};

typedef struct {
    int size, ranks, suits;
    uint64_t counts; /* four bits a rank */
} Line;

typedef struct {
    Line lines[2][SLOTS]; /* columns, then rows */
    uint64_t unseen;
    int of_rank[13], of_suit[4]; /* how many are unseen */
    int laid;
    uint8_t taken[SLOTS][SLOTS]; /* by column, then row */
    int low[2], high[2];         /* the slots in use; low > high while none is */
} Layout;

typedef struct {
    int column, row;
} Cell;

static int touching;
static int points[9];
static int windows[WINDOWS];
static int kinds_by_key[11 * 11 * 11 * 11];
static uint8_t ways_bucket[5][1025];

/* The share of an error that the last steps take. */
#define LAST_RATE 0.003

static float weights[TABLES];
static int16_t values[TABLES];

static uint64_t dice[2];

static uint64_t turned(uint64_t x, int by) { return x << by | x >> (64 - by); }

static uint64_t throw_dice(void) {
    uint64_t a = dice[0], b = dice[1], sum = a + b;
    b ^= a;
    dice[0] = turned(a, 55) ^ b ^ (b << 14);
    dice[1] = turned(b, 36);
    return sum;
}

static int below(int n) { return (int)(((throw_dice() >> 32) * (uint64_t)n) >> 32); }

static int bits(int mask) { return __builtin_popcount((unsigned)mask); }

static int lowest(int mask) { return __builtin_ctz((unsigned)mask); }

static int count_of(const Line *line, int rank) {
    return (int)(line->counts >> (4 * rank)) & 15;
}

static int is_suited(const Line *line) { return bits(line->suits) == 1; }

/* Number the kinds: what ranks a line has, and how many more of each there are.
 * A rank is 1 to 4 for one card with 0 to 3 unseen, 5 to 7 for two, 8 and 9 for
 * three, 10 for four. Shorter lists come first, then smaller numbers. */
static int kinds_numbered;
static int singles[KINDS]; /* how many cards, where no two are of a rank */

static void number_kinds(int key, int from, int length, int cards) {
    static const int cards_of[] = {0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4};
    if (length == 0) {
        for (int left = key; left && left % 11 <= 4; left /= 11) singles[kinds_numbered]++;
        kinds_by_key[key] = kinds_numbered++;
        return;
    }
    for (int code = from; code <= 10; code++)
        if (cards + cards_of[code] + length - 1 <= 4)
            number_kinds(key * 11 + code, code, length - 1, cards + cards_of[code]);
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

static void prepare(void) {
    for (int low = 0; low < 9; low++) windows[low] = 31 << low;
    windows[9] = 15 << 9 | 1;
    for (int length = 0; length <= 4; length++) number_kinds(0, 1, length, 0);
    for (int size = 1; size <= 4; size++)
        for (int ways = 0; ways <= 1024; ways++)
            ways_bucket[size][ways] = (uint8_t)bucket_of(size, ways);
}

static int hand_points(const Line *line) {
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

static int kinds_of(const Line *line, const Layout *layout) {
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
    return kinds_by_key[key];
}

/* Count the straights a line can become, by the cards that are unseen. */
static int ways_of(const Line *line, const Layout *layout) {
    int ways = 0;
    for (int i = 0; i < WINDOWS; i++) {
        if ((windows[i] & line->ranks) != line->ranks) continue;
        int product = 1;
        for (int left = windows[i] & ~line->ranks; left; left &= left - 1)
            product *= layout->of_rank[lowest(left)];
        ways += product;
    }
    return ways_bucket[line->size][ways > 1024 ? 1024 : ways];
}

/* Count the straight flushes a line can become; a royal one counts seven. */
static int flushes_of(const Line *line, const Layout *layout, int suit) {
    int there = (int)(layout->unseen >> (13 * suit) & 8191) | line->ranks, found = 0;
    for (int i = 0; i < WINDOWS; i++)
        if ((windows[i] & line->ranks) == line->ranks && (windows[i] & there) == windows[i])
            found += i == 9 ? 7 : 1;
    return found;
}

static int line_features(const Line *line, const Layout *layout, int *out) {
    int kinds = kinds_of(line, layout);
    if (bits(line->ranks) < line->size) {
        out[0] = PLAIN + kinds;
        return 1;
    }
    int ways = ways_of(line, layout);
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

/* List what an axis is worth by: places in the tables; complete lines count at
 * once. */
static int axis_features(const Layout *layout, int axis, int *out, int *counted) {
    const Line *lines = layout->lines[axis];
    int found = 0, empty = LINE;
    for (int i = layout->low[axis]; i <= layout->high[axis]; i++) {
        if (!lines[i].size) continue;
        empty--;
        if (lines[i].size == LINE)
            *counted += hand_points(&lines[i]);
        else
            found += line_features(&lines[i], layout, out + found);
    }
    if (layout->laid == LAID) return 0;
    while (empty--) out[found++] = PLAIN;
    found += suit_features(lines, layout, out + found);
    found += rank_features(lines, layout, out + found);
    int start = (axis * LAID + layout->laid) * STAGE;
    for (int i = 0; i < found; i++) out[i] += start;
    return found;
}

/* In 64ths of a point; while learning, from the weights. */
static int learning;

static double axis_value(const Layout *layout, int axis) {
    int places[MOST_FEATURES], counted = 0;
    int found = axis_features(layout, axis, places, &counted);
    if (learning) {
        float value = 0;
        for (int i = 0; i < found; i++) value += weights[places[i]];
        return counted + value;
    }
    int value = counted * 64;
    for (int i = 0; i < found; i++) value += values[places[i]];
    return value;
}

static void clear(Layout *layout) {
    memset(layout, 0, sizeof *layout);
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
    if (touching && layout->low[0] > layout->high[0]) {
        cells[0] = (Cell){MIDDLE, MIDDLE};
        return 1;
    }
    int size = touching ? SLOTS : LINE;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            if (layout->taken[column][row]) continue;
            if (touching && (column <= layout->high[0] - LINE || column >= layout->low[0] + LINE ||
                             row <= layout->high[1] - LINE || row >= layout->low[1] + LINE ||
                             !touches(layout, (Cell){column, row})))
                continue;
            cells[found++] = (Cell){column, row};
        }
    return found;
}

/* Value each axis once for every line that the card could be added to. */
static void value_lines(Layout *layout, int card, const Cell *cells, int found,
                        double by_line[2][SLOTS]) {
    int wanted[2] = {0, 0};
    for (int i = 0; i < found; i++) {
        wanted[0] |= 1 << cells[i].column;
        wanted[1] |= 1 << cells[i].row;
    }
    for (int axis = 0; axis < 2; axis++)
        for (int left = wanted[axis]; left; left &= left - 1) {
            int slot = lowest(left), low = layout->low[axis], high = layout->high[axis];
            Line before = layout->lines[axis][slot];
            add(&layout->lines[axis][slot], card);
            widen(layout, axis, slot);
            by_line[axis][slot] = axis_value(layout, axis);
            layout->lines[axis][slot] = before;
            layout->low[axis] = low;
            layout->high[axis] = high;
        }
}

/* Value each open cell for a card that was turned up. */
static int value_cells(Layout *layout, int card, Cell *cells, double *worth) {
    double by_line[2][SLOTS];
    int found = open_cells(layout, cells);
    value_lines(layout, card, cells, found, by_line);
    for (int i = 0; i < found; i++)
        worth[i] = by_line[0][cells[i].column] + by_line[1][cells[i].row];
    return found;
}

static int best_of(const double *worth, int found) {
    int best = 0;
    for (int i = 1; i < found; i++)
        if (worth[i] > worth[best]) best = i;
    return best;
}

/* Add up the best cells' values over every card that may come next. */
static double look_on(const Layout *layout) {
    double total = 0;
    for (uint64_t left = layout->unseen; left; left &= left - 1) {
        Layout next = *layout;
        Cell cells[SLOTS * SLOTS];
        double worth[SLOTS * SLOTS];
        int card = __builtin_ctzll(left);
        turn_up(&next, card);
        int found = value_cells(&next, card, cells, worth);
        total += worth[best_of(worth, found)];
    }
    return total;
}

/* Choose a cell: of so many that seem best, each with another value, the one
 * that leaves most to the next card. */
static Cell choose(Layout *layout, int card, int replies) {
    Cell cells[SLOTS * SLOTS];
    double worth[SLOTS * SLOTS], bar = INFINITY, most = -INFINITY;
    int found = value_cells(layout, card, cells, worth);
    int best = best_of(worth, found);
    if (replies < 2 || layout->laid == LAID) return cells[best];
    for (int reply = 0; reply < replies; reply++) {
        int next = -1;
        for (int i = 0; i < found; i++)
            if (worth[i] < bar && (next < 0 || worth[i] > worth[next])) next = i;
        if (next < 0) break;
        bar = worth[next];
        Layout after = *layout;
        lay(&after, card, cells[next]);
        double total = look_on(&after);
        if (total > most) {
            most = total;
            best = next;
        }
    }
    return cells[best];
}

static int total_points(const Layout *layout) {
    int total = 0;
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < SLOTS; i++)
            if (layout->lines[axis][i].size == LINE)
                total += hand_points(&layout->lines[axis][i]);
    return total;
}

/* Move the value of the layout before towards that of the layout after.
 * A weight that counts k times moves k times, so the step is divided by the sum
 * of the squares: the rate is then the share of the error that one step takes. */
static void correct(const int *places, int found, float error, float rate) {
    static uint8_t times[TABLES];
    int squares = 0;
    for (int i = 0; i < found; i++) times[places[i]]++;
    for (int i = 0; i < found; i++) squares += times[places[i]];
    for (int i = 0; i < found; i++) {
        times[places[i]] = 0;
        weights[places[i]] += rate * error / (float)squares;
    }
}

/* Play a game, then bring each layout's value nearer to the next one's. */
static int play_and_learn(float rate) {
    static int places[LAID][MOST_FEATURES];
    int deck[PACK], found[LAID] = {0};
    float value[LAID];
    Layout layout;
    clear(&layout);
    for (int i = 0; i < PACK; i++) deck[i] = i;
    for (int i = 0; i < LAID; i++) {
        int other = i + below(PACK - i), card = deck[other], counted = 0;
        deck[other] = deck[i];
        turn_up(&layout, card);
        lay(&layout, card, choose(&layout, card, 1));
        for (int axis = 0; axis < 2; axis++)
            found[i] += axis_features(&layout, axis, places[i] + found[i], &counted);
        value[i] = (float)counted;
        for (int at = 0; at < found[i]; at++) value[i] += weights[places[i][at]];
    }
    for (int i = 0; i < LAID - 1; i++)
        correct(places[i], found[i], value[i + 1] - value[i], rate);
    return total_points(&layout);
}

/* Lean columns towards flushes or straights, whichever counts more, so that the
 * axes take different roles: left to themselves, both do a little of everything
 * and learn to be content with it. A card leans by a share of what the hand counts. */
static void lean(float share) {
    int flush = points[FLUSH] > points[STRAIGHT];
    for (int stage = 0; stage < LAID; stage++) {
        float *table = weights + stage * STAGE;
        for (int size = 1; size <= 4 && flush; size++)
            for (int rest = 0; rest < 14 * 12; rest++)
                table[SUITED + (size - 1) * 14 * 12 + rest] =
                    share * (float)(size * points[FLUSH]);
        for (int kinds = 1; kinds < KINDS && !flush; kinds++)
            for (int ways = 1; ways < WAYS; ways++) {
                float leaning = share * (ways < 8 ? (float)ways / 8 : 1) * (float)(singles[kinds] * points[STRAIGHT]);
                table[MIXED + kinds * WAYS + ways] = leaning;
                table[RUNNING + kinds * WAYS + ways] = leaning;
            }
    }
}

static void learn(long games, uint64_t seed, double rate) {
    dice[0] = seed * 0x9E3779B97F4A7C15u + 1;
    dice[1] = seed ^ 0xD1B54A32D192ED03u;
    learning = 1;
    double total = 0, fall = LAST_RATE / rate;
    long step = games / 20 ? games / 20 : 1;
    for (long game = 1; game <= games; game++) {
        total += play_and_learn((float)(rate * pow(fall, (double)game / (double)games)));
        if (game % step == 0) {
            fprintf(stderr, "%ld %.2f\n", game, total / (double)step);
            total = 0;
        }
    }
}

static void write_values(void) {
    for (int i = 0; i < TABLES; i++) {
        int value = (int)lroundf(weights[i] * 64);
        value = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
        putchar(value & 255);
        putchar(value >> 8 & 255);
    }
}

static int read_values(FILE *file) {
    if (!file) return 0;
    for (int i = 0; i < TABLES; i++) {
        int low = fgetc(file), high = fgetc(file);
        if (high == EOF) return 0;
        values[i] = (int16_t)(high << 8 | low);
        weights[i] = (float)values[i] / 64;
    }
    return 1;
}

static void play_decks(int replies) {
    int card;
    Layout layout;
    clear(&layout);
    while (scanf("%d", &card) == 1) {
        turn_up(&layout, card);
        lay(&layout, card, choose(&layout, card, replies));
        if (layout.laid < LAID) continue;
        printf("%d\n", total_points(&layout));
        clear(&layout);
    }
}

int main(int count, char **words) {
    if (count != 14) return 2;
    int last = atoi(words[4]);
    for (int hand = 0; hand < 9; hand++) points[hand] = atoi(words[5 + hand]);
    prepare();
    if (strcmp(words[1], "play") == 0) {
        touching = last;
        if (!read_values(fopen(words[2], "rb"))) return 1;
        play_decks(atoi(words[3]));
        return 0;
    }
    double rate = 1;
    if (strcmp(words[1], "start") == 0)
        lean((float)last / 100);
    else if (read_values(stdin))
        rate = last / 100.0;
    else
        return 1;
    learn(atol(words[2]), (uint64_t)atoll(words[3]), rate);
    write_values();
    return 0;
}
