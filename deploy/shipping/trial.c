/* Loads a library as ctypes does, has it solve a deal, and tells what came of it.
 *
 * usage: trial LIBRARY PROBLEM, a file that holds a `Problem` of state.h
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>
#define OPEN(path) (void *)LoadLibraryA(path)
#define FIND(library, name) (void *)GetProcAddress((HMODULE)(library), name)
#else
#include <dlfcn.h>
#define OPEN(path) dlopen(path, RTLD_NOW)
#define FIND(library, name) dlsym(library, name)
#endif

#define MOST 131072

typedef const char *Source(void);
typedef int64_t Size(void);
typedef int Stop(void);
typedef int Solve(const void *, Stop *, int32_t, int8_t *, int32_t *, int64_t *);

static int never(void)
{
    return 0;
}

int main(int argc, char **argv)
{
    static int8_t steps[3 * MOST];
    void *library = argc == 3 ? OPEN(argv[1]) : NULL;
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    int32_t count = 0, i;
    int64_t positions = 0;
    size_t size;
    void *problem;
    int outcome;
    if (library == NULL || file == NULL)
        return 1;
    size = (size_t)((Size *)FIND(library, "samedeal_problem_size"))();
    problem = malloc(size);
    if (problem == NULL || fread(problem, 1, size, file) != size)
        return 2;
    outcome = ((Solve *)FIND(library, "samedeal_solve"))(problem, never, MOST, steps,
                                                         &count, &positions);
    printf("%s %d %lld", ((Source *)FIND(library, "samedeal_source"))(), outcome,
           (long long)positions);
    for (i = 0; i < 3 * count; i++)
        printf(" %d", steps[i]);
    printf("\n");
    return 0;
}
