// The start positions of Piranhas, as schwarm.games.piranhas.start draws them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "../../notation.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

// Two squares of the inner 6×6, both drawn again until they share no row, column or diagonal.
inline std::array<int, 2> draw_squids(SplitMix64& numbers) {
    constexpr int first = 2, inner = 6;
    for (;;) {
        std::array<int, 4> drawn;
        for (int& number : drawn) number = first + numbers.below(inner);
        const auto [x1, y1, x2, y2] = drawn;
        if (x1 != x2 && y1 != y2 && std::abs(x1 - x2) != std::abs(y1 - y2)) return {place_of(x1, y1), place_of(x2, y2)};
    }
}

constexpr std::size_t fish_of_a_side = 16;

// 0, 1 or 2 for a fish of weight 1, 2 or 3; all drawn again until the limits of document 001 hold.
inline std::array<std::size_t, fish_of_a_side> draw_kinds(SplitMix64& numbers) {
    constexpr std::array<std::size_t, 9> chances{0, 0, 0, 0, 1, 1, 1, 2, 2};
    constexpr std::array<std::array<int, 2>, 3> limits{{{6, 10}, {3, 7}, {1, 5}}};
    for (;;) {
        std::array<std::size_t, fish_of_a_side> kinds;
        std::array<int, 3> count{};
        for (auto& kind : kinds) ++count[kind = chances[static_cast<std::size_t>(numbers.below(chances.size()))]];
        bool within = true;
        for (std::size_t kind = 0; kind < limits.size(); ++kind)
            within = within && count[kind] >= limits[kind][0] && count[kind] <= limits[kind][1];
        if (within) return kinds;
    }
}

// Red on columns A and J, Blue on rows 0 and 9: A1 weighs what B0 weighs, A2 what C0 weighs, and so on.
template <Season S>
std::string Position<S>::start(std::uint64_t seed) {
    SplitMix64 numbers(seed);
    const auto squids = draw_squids(numbers);
    std::array<std::size_t, fish_of_a_side> kinds{};
    if constexpr (weighted) kinds = draw_kinds(numbers);
    constexpr int last = size - 1;
    const auto letter = [&](int x, int y) -> std::string_view {
        if (std::ranges::find(squids, place_of(x, y)) != squids.end()) return "x";
        const bool red = (x == 0 || x == last) && y > 0 && y < last, blue = (y == 0 || y == last) && x > 0 && x < last;
        if (!red && !blue) return {};
        const int along = red ? y - 1 : x - 1, across = red ? x : y;
        const auto kind = kinds[static_cast<std::size_t>(along + (across == 0 ? 0 : last - 1))];
        return S::letters.substr((red ? 0 : S::letters.size() / 2) + kind, 1);
    };
    return notation::written<size, size>(letter) + (weighted ? " 0 -" : " 0");
}

}  // namespace schwarm::piranhas
