// What the processor that runs this can do beyond what everything is compiled for.
#pragma once

#ifdef __x86_64__
#include <cpuid.h>

namespace schwarm {

// Vectors of 256 bits with whole numbers, which processors have since 2013, and a system that keeps them for a program
// while another one runs. Asked by hand: what compilers offer for it is not in every library.
inline bool has_avx2() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned system_saves = 1U << 27, avx2 = 1U << 5, both_halves = 6;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & system_saves) == 0) return false;
    unsigned saved = 0;
    __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
    if ((saved & both_halves) != both_halves) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & avx2) != 0;
}

}  // namespace schwarm
#endif
