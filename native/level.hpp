// The ten levels of Hecht, as schwarm.engine.level has them, and how one that errs chooses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine.hpp"

namespace schwarm {

// How far a level looks (0: as far as it may), and the spread of what it misjudges each move by. One that is limited in
// any way knows only what is counted: what the network has learned is for full strength.
struct Level {
    int depth = 0;
    std::int64_t nodes = 0;
    double error = 0;
};

inline constexpr std::array<Level, 10> levels{{
    {.depth = 1, .error = 220},
    {.depth = 1, .error = 130},
    {.depth = 1, .error = 70},
    {.depth = 1, .error = 30},
    {.depth = 2, .error = 20},
    {.depth = 3, .error = 10},
    {.nodes = 4'000},
    {.nodes = 12'000},
    {.nodes = 60'000},
    {},
}};

// Which of some scores looks best to a level with such an error. The same numbers give the same answer on every
// machine and in every language: see schwarm.engine.misjudgement.
std::size_t pick(const std::vector<int>& scores, double error, std::uint64_t seed);

// What a level plays; nothing if the game is over.
std::optional<Finding> choose(AnyHecht& hecht, const AnyBoard& board, const Level& level, Limits limits,
                              std::uint64_t seed);

}  // namespace schwarm
