// Sets of squares as bits, and what the processor can do with them at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace schwarm {

__extension__ typedef unsigned __int128 u128;  // `using` would warn: ISO C++ has no such type

constexpr int popcount(std::uint64_t set) { return std::popcount(set); }
constexpr int popcount(u128 set) {
    return std::popcount(static_cast<std::uint64_t>(set)) + std::popcount(static_cast<std::uint64_t>(set >> 64));
}

constexpr int lowest(std::uint64_t set) { return std::countr_zero(set); }
constexpr int lowest(u128 set) {
    const auto low = static_cast<std::uint64_t>(set);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
}

// Calls `visit` with the place of each bit, from the lowest.
template <class Visit>
constexpr void each(std::uint64_t set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(lowest(set));
}
template <class Visit>
constexpr void each(u128 set, Visit visit) {
    each(static_cast<std::uint64_t>(set), visit);
    each(static_cast<std::uint64_t>(set >> 64), [&visit](int place) { visit(place + 64); });
}

constexpr bool has(std::uint64_t set, int place) { return (set >> place & 1) != 0; }
constexpr bool has(u128 set, int place) {
    // Choosing the half is cheaper than shifting both; by its number, since nobody can foresee which one.
    const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(set);
    return has(halves[static_cast<std::size_t>(place >> 6)], place & 63);
}

}  // namespace schwarm
