/* The table of the positions that a search has met. */

#ifndef SAMEDEAL_KNOWN_H
#define SAMEDEAL_KNOWN_H

#include <stdlib.h>

#include "state.h"

typedef struct { Key *slots; uint64_t size, used, most; } Table;

static int open_table(Table *table, uint64_t size, uint64_t most)
{
    table->size = size < most ? size : most;
    table->most = most;
    table->used = 0;
    table->slots = calloc(table->size, sizeof(Key));
    return table->slots != NULL;
}

/* A key of zeros marks a free slot. */
static Key not_zero(Key key)
{
    key.a += key.a == 0;
    return key;
}

/* The upper half of the product of a key's first half and the size. */
static uint64_t slot_of(const Table *table, Key key)
{
    uint64_t high = key.a >> 32, low = key.a & 0xFFFFFFFFu;
    return (high * table->size + (low * table->size >> 32)) >> 32;
}

static int find_slot(const Table *table, Key key, uint64_t *slot)
{
    uint64_t at = slot_of(table, key);
    key = not_zero(key);
    while (table->slots[at].a) {
        if (table->slots[at].a == key.a && table->slots[at].b == key.b) {
            *slot = at;
            return 1;
        }
        if (++at == table->size)
            at = 0;
    }
    *slot = at;
    return 0;
}

/* Grow fourfold; the last time, to what the memory holds beside the old slots. */
static int grow(Table *table)
{
    Table larger;
    uint64_t i, slot, size = table->size * 4;
    if (size * 5 > table->most * 4)
        size = table->most - table->size;
    if (size < table->size * 2 || !open_table(&larger, size, table->most))
        return 0;
    for (i = 0; i < table->size; i++)
        if (table->slots[i].a) {
            find_slot(&larger, table->slots[i], &slot);
            larger.slots[slot] = table->slots[i];
        }
    larger.used = table->used;
    free(table->slots);
    *table = larger;
    return 1;
}

/* Return 1 for a new position, 0 for a known one, -1 when the table is full. */
static int add_key(Table *table, Key key)
{
    uint64_t slot;
    if (find_slot(table, key, &slot))
        return 0;
    if (table->used >= table->size / 5 * 4) {
        if (!grow(table))
            return -1;
        find_slot(table, key, &slot);
    }
    table->slots[slot] = not_zero(key);
    table->used++;
    return 1;
}

#endif
