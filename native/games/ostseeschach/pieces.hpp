// The four pieces of Ostseeschach and where each may step, as 64-bit sets: a1 is bit 0, h1 bit 7, h8 bit 63.
#pragma once

#include <array>
#include <cstdint>

#include "../../bits.hpp"

namespace schwarm::ostseeschach {

constexpr int size = 8;
constexpr int places = 64;
constexpr int place_of(int file, int rank) { return rank * size + file; }
constexpr std::uint64_t bit(int place) { return std::uint64_t{1} << place; }

// In the order of the notation and of schwarm.games: Herzmuschel, Möwe, Seestern, Robbe.
enum class Kind : std::uint8_t { Cockle, Gull, Starfish, Seal };
constexpr std::size_t kinds = 4;
constexpr bool light(std::size_t kind) { return kind != static_cast<std::size_t>(Kind::Seal); }

struct Step {
    int sideways, ahead;
};
struct Steps {
    std::array<Step, 8> step{};
    std::size_t number = 0;
};
constexpr std::array<Steps, kinds> steps{{
    {{{{-1, 1}, {1, 1}}}, 2},
    {{{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}}, 4},
    {{{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, 1}}}, 5},
    {{{{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}}}, 8},
}};

struct Targets {
    std::array<std::uint8_t, 8> place{};
    std::uint8_t number = 0;
    std::uint64_t set = 0;
};
using Moves = std::array<std::array<std::array<Targets, places>, kinds>, 2>;

constexpr Moves make_moves() {
    Moves moves;
    for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            for (int place = 0; place < places; ++place) {
                auto& targets = moves[side][kind][static_cast<std::size_t>(place)];
                for (std::size_t number = 0; number < steps[kind].number; ++number) {
                    const auto step = steps[kind].step[number];
                    const int file = place % size + step.sideways;
                    const int rank = place / size + (side == 0 ? step.ahead : -step.ahead);
                    if (file < 0 || file >= size || rank < 0 || rank >= size) continue;
                    targets.place[targets.number++] = static_cast<std::uint8_t>(place_of(file, rank));
                    targets.set |= bit(place_of(file, rank));
                }
            }
        }
    }
    return moves;
}
// By side, kind and square: the moves of a piece on an empty board, in the order schwarm.games lists them.
inline constexpr Moves moves_of = make_moves();

// "bis zur gegnerischen Startlinie": Red starts on rank 1, Blue on rank 8.
constexpr std::array<std::uint64_t, 2> far_line{0xFF00000000000000ULL, 0x00000000000000FFULL};

// How far a rank is from a side's own start line.
constexpr int advance(std::size_t side, int place) { return side == 0 ? place / size : size - 1 - place / size; }

}  // namespace schwarm::ostseeschach
