/* The search best first, for who plays on in worlds without secrets. */

#ifndef SAMEDEAL_SEARCH_H
#define SAMEDEAL_SEARCH_H

#include "state.h"

int best_first(Search *search, int64_t kept, const State *root, const State *start,
               Line *line);

#endif
