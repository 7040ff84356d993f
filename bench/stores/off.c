/* A clock that can be set for one program alone: LD_PRELOAD has this, and CLOCK_OFF
   names a file of eight bytes, by how many seconds it is ahead. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *off;

__attribute__((constructor)) static void begin(void)
{
    const char *name = getenv("CLOCK_OFF");
    int file = name ? open(name, O_RDONLY) : -1;
    void *seen = file < 0 ? MAP_FAILED
                          : mmap(NULL, sizeof *off, PROT_READ, MAP_SHARED, file, 0);
    off = seen == MAP_FAILED ? NULL : seen;
}

int clock_gettime(clockid_t clock, struct timespec *at)
{
    int failed = (int)syscall(SYS_clock_gettime, clock, at);
    if (!failed && clock == CLOCK_REALTIME && off)
        at->tv_sec += *off;
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now))
        return -1;
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at)
        *at = now.tv_sec;
    return now.tv_sec;
}
