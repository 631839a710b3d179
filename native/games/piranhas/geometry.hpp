// The board of Piranhas: 100 squares, the lines through them, and swarms, as 128-bit sets.
// A row takes eleven bits, ten squares and one that is always empty, as in schwarm.games.piranhas.geometry:
// shifting a set sideways then never reaches into the next row.
#pragma once

#include <array>
#include <cstdint>

#include "../../bits.hpp"

namespace schwarm::piranhas {

constexpr int size = 10;
constexpr int row_bits = size + 1;
constexpr int places = size * row_bits;

constexpr int place_of(int x, int y) { return y * row_bits + x; }
constexpr int column_of(int place) { return place % row_bits; }
constexpr int row_of(int place) { return place / row_bits; }
constexpr u128 bit(int place) { return static_cast<u128>(1) << place; }
constexpr bool on_board(int x, int y) { return x >= 0 && x < size && y >= 0 && y < size; }

constexpr u128 make_board() {
    u128 all = 0;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) all |= bit(place_of(x, y));
    return all;
}
constexpr u128 board = make_board();

// Four axes; swimming forwards on one is UP, UP_RIGHT, RIGHT or DOWN_RIGHT of the protocol, backwards the opposite.
constexpr int axes = 4;
struct Step {
    int dx, dy;
};
constexpr std::array<Step, axes> forwards{{{0, 1}, {1, 1}, {1, 0}, {1, -1}}};
constexpr int stride(int axis) {
    const auto step = forwards[static_cast<std::size_t>(axis)];
    return step.dy * row_bits + step.dx;
}

template <int distance>
constexpr u128 shifted(u128 set) {
    if constexpr (distance >= 0)
        return set << distance;
    else
        return set >> -distance;
}

// What is known of every square before any fish is on it.
struct Geometry {
    std::array<std::array<u128, places>, axes> line{};     // the whole line through a square
    std::array<std::array<u128, places>, 2 * axes> ray{};  // what is seen from it, forwards and then backwards
    // The order in which schwarm.games lists a fish's moves: as numbers axis, or axis + 4 for backwards.
    std::array<std::array<std::uint8_t, 2 * axes>, places> order{};
};

constexpr Geometry make_geometry() {
    Geometry geometry;
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const auto here = static_cast<std::size_t>(place_of(x, y));
            for (std::size_t way = 0; way < 2 * axes; ++way) {
                const int sign = way < axes ? 1 : -1;
                const auto step = forwards[way % axes];
                int column = x + sign * step.dx, row = y + sign * step.dy;
                for (; on_board(column, row); column += sign * step.dx, row += sign * step.dy)
                    geometry.ray[way][here] |= bit(place_of(column, row));
            }
            for (std::size_t axis = 0; axis < axes; ++axis)
                geometry.line[axis][here] =
                    bit(place_of(x, y)) | geometry.ray[axis][here] | geometry.ray[axis + axes][here];
            // Lines come in the order in which the eight directions, clockwise from UP, first reach anything on them.
            std::array<bool, axes> listed{};
            std::size_t next = 0;
            for (std::size_t way = 0; way < 2 * axes; ++way) {
                const std::size_t axis = way % axes;
                if (geometry.ray[way][here] == 0 || listed[axis]) continue;
                listed[axis] = true;
                geometry.order[here][next++] = static_cast<std::uint8_t>(axis);
                geometry.order[here][next++] = static_cast<std::uint8_t>(axis + axes);
            }
            for (; next < 2 * axes; ++next) geometry.order[here][next] = 255;  // a corner has three lines
        }
    }
    return geometry;
}
inline constexpr Geometry geometry = make_geometry();

// A set and all neighbours of its squares, in all eight directions, beyond the board too.
constexpr u128 spread(u128 set) {
    const u128 wide = set | set << 1 | set >> 1;
    return wide | wide << row_bits | wide >> row_bits;
}

constexpr u128 grown(u128 set) { return spread(set) & board; }

// The neighbours of a set's squares; a square of the set is among them only if another one touches it.
constexpr u128 neighbours(u128 set) {
    const u128 beside = set << 1 | set >> 1;
    const u128 wide = beside | set;
    return (beside | wide << row_bits | wide >> row_bits) & board;
}

// The fish connected with the seed.
constexpr u128 swarm_of(u128 seed, u128 fish) {
    u128 swarm = seed;
    for (;;) {
        const u128 larger = spread(swarm) & fish;
        if (larger == swarm) return swarm;
        swarm = larger;
    }
}

constexpr bool united(u128 fish) {
    if (fish == 0) return false;
    const u128 first = fish & -fish;
    // Mostly a single fish that touches no other answers the question.
    if ((fish & ~neighbours(fish)) != 0) return fish == first;
    return swarm_of(first, fish) == fish;
}

// Into how many swarms fish fall apart, as far as anybody wants to know.
enum class Parts { None, One, Two, More };

constexpr Parts parts(u128 fish) {
    if (fish == 0) return Parts::None;
    // Mostly fish that touch no other answer the question.
    if (popcount(fish & ~neighbours(fish)) > 2) return Parts::More;
    const u128 first = swarm_of(fish & -fish, fish), rest = fish ^ first;
    if (rest == 0) return Parts::One;
    return swarm_of(rest & -rest, rest) == rest ? Parts::Two : Parts::More;
}

}  // namespace schwarm::piranhas
