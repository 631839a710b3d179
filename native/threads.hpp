// The one place where the core starts threads. Where there are none (WebAssembly) it does the same work alone.
#pragma once

#include <cstddef>

#if !defined(__wasm__)
#define SCHWARM_THREADS 1
#include <system_error>
#include <thread>
#include <vector>
#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif

namespace schwarm {

constexpr int max_threads = 256;

// Calls `work` with 0 to `number` - 1, each on a thread of its own and 0 on this one; comes back when all are done.
// Work is shared so that 0 finishes it alone if it has to: the system may have fewer threads to give.
template <class Work>
void on_threads(int number, Work work) {
#ifdef SCHWARM_THREADS
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(number));
    try {
        for (int other = 1; other < number; ++other) threads.emplace_back(work, other);
    } catch (const std::system_error&) {  // no more threads: those that are there do it all
    }
    work(0);
#else
    for (int each = 0; each < number; ++each) work(each);
#endif
}

// Calls `work` on a thread that the system lets run after others, and waits for it. This thread keeps its own priority:
// whoever takes a lock with a low one is not woken while others compute, and everybody waits for the lock.
template <class Work>
void on_giving_way(int niceness, Work work) {
#if defined(SCHWARM_THREADS) && defined(__linux__)
    if (niceness > 0) {
        try {
            std::jthread([niceness, &work] {
                // Only Linux knows the priority of a single thread. Where it is refused, the work is as urgent as all.
                const auto thread = static_cast<id_t>(syscall(SYS_gettid));
                setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + niceness);
                work();
            }).join();
            return;
        } catch (const std::system_error&) {  // no more threads
        }
    }
#else
    static_cast<void>(niceness);
#endif
    work();
}

}  // namespace schwarm
