/* Learns what a layout of Poker Squares is worth, and plays by what it learned.
 *
 *   squares tables GAMES SEED LEANING P0 .. P8 > TABLES
 *   squares net GAMES SEED TABLES P0 .. P8 > NET
 *   squares play TABLES NET TOUCHING REPLIES P0 .. P8 < DECKS > SCORES
 *   squares weigh .. as play .. > SCORES, less what was luck in them
 *
 * The first begins with a leaning, in percent; the second learns what is to be added to
 * the tables of a file. P0 to P8 are the points of the hands, from the royal flush down.
 * DECKS are lines of 25 card numbers; NET may be - for none; REPLIES are such as 3,2.
 * All numbers learned are of 16 bits, low byte first.
 *
 * Lines, worths and choices are the players' own: this includes what they compile.
 */

#include <math.h>
#include <stdio.h>

#include "../../players/samedeal_players/squares/choice.h"

/* In some games the first cards, up to so many, are laid wildly, so that layouts that
 * nobody would make get a fair worth, too: otherwise what was disliked once is never
 * tried again. */
typedef struct {
    double first_rate, last_rate; /* how much of an error one step takes */
    double wild_games;            /* the share of them */
    int most_wild;                /* cards */
    double most_noise;            /* natural logarithm of points */
} Recipe;

static const Recipe for_tables = {0.5, 0.001, 0.5, 16, 3.5};
static const Recipe for_net = {0.02, 0.001, 0.8, 25, 1.5};

/* Steps are no longer for errors of more than so many units. */
#define MOST_ERROR 3.0f

/* How far a row of the net goes at its first step. */
#define ROW_RATE 0.015f

static Eye *eye;
static uint8_t met_rows[ROWS]; /* those of the net that ever counted */
static uint64_t dice[2];

static uint64_t turned(uint64_t x, int by) { return x << by | x >> (64 - by); }

static uint64_t throw_dice(void) {
    uint64_t a = dice[0], b = dice[1], sum = a + b;
    b ^= a;
    dice[0] = turned(a, 55) ^ b ^ (b << 14);
    dice[1] = turned(b, 36);
    return sum;
}

static void seed_dice(uint64_t seed) {
    dice[0] = seed * 0x9E3779B97F4A7C15u + 1;
    dice[1] = seed ^ 0xD1B54A32D192ED03u;
}

static int below(int n) { return (int)(((throw_dice() >> 32) * (uint64_t)n) >> 32); }

static double chance(void) { return (double)(throw_dice() >> 11) / 9007199254740992.0; }

static float around(float most) { return most * (float)(2 * chance() - 1); }

/* Nearly a normal distribution of deviation 1. */
static double noise(void) {
    double sum = 0;
    for (int i = 0; i < 6; i++) sum += 2 * chance() - 1;
    return sum / sqrt(2);
}

static int total_points(const Layout *layout, const int *points) {
    int total = 0;
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < SLOTS; i++)
            if (layout->lines[axis][i].size == LINE)
                total += hand_points(&layout->lines[axis][i], points);
    return total;
}

/* A layout that was met, and what it was made of. */
typedef struct {
    int found[2], places[2][MOST_FEATURES];
    int crossed, crossings[LAID];
    float counted, worth;
} Met;

static void meet(const Layout *layout, Met *met) {
    Cell cells[SLOTS * SLOTS];
    int counted = 0;
    for (int axis = 0; axis < 2; axis++)
        met->found[axis] = axis_features(eye, layout, axis, met->places[axis], &counted);
    met->counted = (float)counted;
    met->crossed = eye->has_net ? open_cells(layout, cells) : 0;
    for (int i = 0; i < met->crossed; i++) {
        Wish column = wish_of(&layout->lines[0][cells[i].column], layout->unseen);
        Wish row = wish_of(&layout->lines[1][cells[i].row], layout->unseen);
        met->crossings[i] = crossing(&column, &row);
    }
}

/* Move a layout's worth in the tables by a share of an error. A number that counts k
 * times moves k times, so the step is divided by the sum of the squares. */
static void correct_tables(const Met *met, int laid, float step) {
    static uint8_t times[2 * STAGE];
    int squares = 0;
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < met->found[axis]; i++) {
            int counted = ++times[axis * STAGE + met->places[axis][i]];
            squares += 2 * counted - 1;
        }
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < met->found[axis]; i++) {
            times[axis * STAGE + met->places[axis][i]] = 0;
            eye->tables[(axis * LAID + laid) * STAGE + met->places[axis][i]] +=
                step / (float)squares;
        }
}

/* Add up the squares of a row's slopes: the steeper it was so far, the smaller its steps.
 * What is seldom met still has much to learn when the rest has settled (Adagrad). */
static void step_down(Signals *row, const Signals *slopes, float square) {
    static float squares[ROWS];
    float *sum = &squares[row - eye->net.rows];
    Signals step = *slopes;
    *sum += square;
    for (int i = 0; i < SIGNALS / WIDE; i++) step.part[i] *= ROW_RATE / sqrtf(*sum + 1e-5f);
    plus(row, &step);
}

/* Move a layout's worth in the net by steps down the slopes of its squared error. */
static void correct_net(const Met *met, int laid, float error, float rate) {
    Head *head = &eye->net.heads[laid];
    Signals *rows[MOST_ROWS], all = head->base, slopes;
    Hidden waking = head->hidden_base;
    int found = 0;
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < met->found[axis]; i++)
            rows[found++] = &eye->net.rows[axis * STAGE + met->places[axis][i]];
    for (int i = 0; i < met->crossed; i++) rows[found++] = &eye->net.rows[met->crossings[i]];
    for (int i = 0; i < found; i++) plus(&all, rows[i]);

    const float *signal = (const float *)&all;
    float *hidden = (float *)&waking, *hidden_base = (float *)&head->hidden_base;
    float *out = (float *)&head->out, *direct = (float *)&head->direct;
    float *base = (float *)&head->base, *slope = (float *)&slopes;
    float up[HIDDEN], square = 0;
    for (int k = 0; k < SIGNALS; k++)
        for (int j = 0; j < HIDDEN && signal[k] > 0; j++)
            hidden[j] += signal[k] * ((float *)&head->hidden[k])[j];

    error = fmaxf(-MOST_ERROR, fminf(MOST_ERROR, error / UNIT));
    for (int j = 0; j < HIDDEN; j++) {
        up[j] = hidden[j] > 0 ? error * out[j] : 0;
        out[j] += hidden[j] > 0 ? rate * error * hidden[j] : 0;
        hidden_base[j] += rate * up[j];
    }
    for (int k = 0; k < SIGNALS; k++) {
        slope[k] = error * direct[k];
        direct[k] += rate * error * signal[k];
        for (int j = 0; j < HIDDEN && signal[k] > 0; j++) {
            float *weight = (float *)&head->hidden[k] + j;
            slope[k] += up[j] * *weight;
            *weight += rate * signal[k] * up[j];
        }
        base[k] += rate * slope[k];
        square += slope[k] * slope[k] / SIGNALS;
    }
    head->out_base += rate * error;
    for (int i = 0; i < found; i++) {
        met_rows[rows[i] - eye->net.rows] = 1;
        step_down(rows[i], &slopes, square);
    }
}

/* Play on from a layout, and learn on the way. */
typedef struct {
    Layout layout;
    Met met[2]; /* by turns */
    int deck[PACK], wild;
    double loud;
} Game;

/* Lay the next card where it seems best; where it is laid wildly, give or take noise. */
static Met *lay_next(Game *game) {
    Cell cells[SLOTS * SLOTS];
    float worth[SLOTS * SLOTS], seeming[SLOTS * SLOTS];
    Layout *layout = &game->layout;
    int laid = layout->laid, other = laid + below(PACK - laid), card = game->deck[other];
    game->deck[other] = game->deck[laid];
    turn_up(layout, card);
    int found = value_cells(eye, layout, card, cells, worth);
    for (int i = 0; i < found; i++)
        seeming[i] = worth[i] + (laid < game->wild ? (float)(game->loud * noise()) : 0);
    int best = best_of(seeming, found);
    lay(layout, card, cells[best]);
    Met *met = &game->met[layout->laid % 2];
    if (layout->laid < LAID) meet(layout, met);
    met->worth = worth[best];
    return met;
}

/* Play a game, and bring each layout's worth nearer to that of the layouts after it: in
 * the tables to that of the one that comes; in the net, which takes longer to work out
 * but needs fewer games, to the mean over every card that may come.
 * Returns what the game counts, or -1 if it was wild. */
static int play_and_learn(const Recipe *recipe, float rate) {
    const int at_sight[] = {0};
    Game game = {.wild = chance() < recipe->wild_games ? 1 + below(recipe->most_wild) : 0};
    game.loud = exp(recipe->most_noise * chance());
    clear(&game.layout, 0);
    for (int i = 0; i < PACK; i++) game.deck[i] = i;
    for (int laid = 1; laid <= LAID; laid++) {
        const Met *before = &game.met[(laid + 1) % 2], *met = lay_next(&game);
        /* A card that is laid wildly says nothing of the layout before it. */
        if (!eye->has_net && laid > 1 && laid > game.wild)
            correct_tables(before, laid - 1, rate * (met->worth - before->worth));
        if (eye->has_net && laid < LAID) {
            double goal = look_on(eye, &game.layout, at_sight);
            correct_net(met, laid, (float)goal - met->worth, rate);
        }
    }
    return game.wild ? -1 : total_points(&game.layout, eye->points);
}

/* How many cards each kind of ranks is, where no two are of a rank; else 0. */
static int singles[KINDS];

static void count_singles(int key, int from, int length) {
    singles[eye->kinds_by_key[key]] = length;
    for (int code = from; code <= 4 && length < LINE - 1; code++)
        count_singles(key * 11 + code, code, length + 1);
}

/* Lean columns towards flushes or straights, whichever counts more, so that the
 * axes take different roles: left to themselves, both do a little of everything
 * and learn to be content with it. A card leans by a share of what the hand counts. */
static void lean(float share) {
    int flush = eye->points[FLUSH] > eye->points[STRAIGHT];
    count_singles(0, 1, 0);
    for (int stage = 0; stage < LAID; stage++) {
        float *table = eye->tables + stage * STAGE;
        for (int size = 1; size <= 4 && flush; size++)
            for (int rest = 0; rest < 14 * 12; rest++)
                table[SUITED + (size - 1) * 14 * 12 + rest] =
                    share * (float)(size * eye->points[FLUSH]);
        for (int kinds = 1; kinds < KINDS && !flush; kinds++)
            for (int ways = 1; ways < WAYS; ways++) {
                float part = ways < 8 ? (float)ways / 8 : 1;
                float cards = (float)(singles[kinds] * eye->points[STRAIGHT]);
                table[MIXED + kinds * WAYS + ways] = share * part * cards;
                table[RUNNING + kinds * WAYS + ways] = share * part * cards;
            }
    }
}

/* Begin with a net that says nothing yet, but that can learn: with no two signals alike. */
static void begin_net(void) {
    Net *net = &eye->net;
    Head head;
    memset(&head, 0, sizeof head);
    for (int k = 0; k < SIGNALS; k++) {
        ((float *)&head.base)[k] = around(0.1f);
        for (int j = 0; j < HIDDEN; j++) ((float *)&head.hidden[k])[j] = around(0.3f);
    }
    for (int j = 0; j < HIDDEN; j++) ((float *)&head.out)[j] = around(0.1f);
    for (int stage = 0; stage < LAID; stage++) net->heads[stage] = head;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < SIGNALS; k++) ((float *)&net->rows[i])[k] = around(0.1f);
    eye->has_net = 1;
}

static void learn(const Recipe *recipe, long games) {
    double total = 0, fall = recipe->last_rate / recipe->first_rate;
    long step = games / 20 ? games / 20 : 1, tame = 0;
    for (long game = 1; game <= games; game++) {
        double done = (double)game / (double)games;
        int counted = play_and_learn(recipe, (float)(recipe->first_rate * pow(fall, done)));
        if (counted >= 0) {
            total += counted;
            tame++;
        }
        if (game % step == 0) {
            fprintf(stderr, "%ld %.2f\n", game, total / (double)tame);
            total = 0;
            tame = 0;
        }
    }
}

static void write_numbers(const float *numbers, int count, int parts) {
    for (int i = 0; i < count; i++) {
        int value = (int)lroundf(numbers[i] * (float)parts);
        value = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
        putchar(value & 255);
        putchar(value >> 8 & 255);
    }
}

/* Read a file of so many numbers; returns whether it has them. */
static int read_file(const char *path, int count, int parts, float *numbers) {
    uint8_t *bytes = malloc(2 * (size_t)count);
    FILE *file = fopen(path, "rb");
    int whole = file && bytes && fread(bytes, 2, (size_t)count, file) == (size_t)count;
    if (whole) read_numbers(bytes, count, parts, numbers);
    if (file) fclose(file);
    free(bytes);
    return whole;
}

/* What a card is worth, turned up where it was, less what cards are worth there on
 * average. Whatever is played, the mean of all luck is 0. */
static double luck_of(const Layout *before, Layout *layout, int card) {
    const int at_sight[] = {0};
    double worth;
    choose(eye, layout, card, at_sight, &worth);
    return worth - look_on(eye, before, at_sight);
}

/* Print what each game counts; if so asked, less what was luck in it. */
static void play(const int *replies, int touching, int without_luck) {
    int card;
    double most, luck = 0;
    Layout layout;
    clear(&layout, touching);
    while (scanf("%d", &card) == 1) {
        Layout before = layout;
        turn_up(&layout, card);
        if (without_luck) luck += luck_of(&before, &layout, card);
        lay(&layout, card, choose(eye, &layout, card, replies, &most));
        if (layout.laid < LAID) continue;
        printf("%.3f\n", total_points(&layout, eye->points) - luck);
        clear(&layout, touching);
        luck = 0;
    }
}

/* Read such as 3,2 into a list that ends with 0. */
static void read_replies(const char *word, int *replies) {
    int found = 0;
    for (; *word && found < LAID; word += *word == ',') {
        char *end;
        replies[found++] = (int)strtol(word, &end, 10);
        if (end == word) break;
        word = end;
    }
    replies[found] = 0;
}

int main(int count, char **words) {
    int replies[LAID + 1];
    eye = calloc(1, sizeof *eye);
    if (count < 14 || !eye) return 2;
    for (int hand = 0; hand < HANDS; hand++) eye->points[hand] = atoi(words[count - HANDS + hand]);
    prepare(eye);
    int without_luck = strcmp(words[1], "weigh") == 0;
    if (count == 15 && (without_luck || strcmp(words[1], "play") == 0)) {
        if (!read_file(words[2], TABLES, TABLE_PARTS, eye->tables)) return 1;
        eye->has_net = read_file(words[3], NET_NUMBERS, NET_PARTS, (float *)&eye->net);
        read_replies(words[5], replies);
        play(replies, atoi(words[4]), without_luck);
        return 0;
    }
    seed_dice((uint64_t)atoll(words[3]));
    if (strcmp(words[1], "tables") == 0) {
        lean((float)atoi(words[4]) / 100);
        learn(&for_tables, atol(words[2]));
        write_numbers(eye->tables, TABLES, TABLE_PARTS);
        return 0;
    }
    if (!read_file(words[4], TABLES, TABLE_PARTS, eye->tables)) return 1;
    begin_net();
    learn(&for_net, atol(words[2]));
    for (int i = 0; i < ROWS; i++)
        if (!met_rows[i]) memset(&eye->net.rows[i], 0, sizeof eye->net.rows[i]);
    write_numbers((float *)&eye->net, NET_NUMBERS, NET_PARTS);
    return 0;
}
