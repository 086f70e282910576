#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// What the kernel says of its clock, which the Glibc module leaves out.
#include <sys/timex.h>

// What the allocator is told, which it leaves out too.
#include <malloc.h>
