// What the counted evaluation looks at in a position of Piranhas, for each side. The weights are fitted: see training/.
#pragma once

#include <array>
#include <string_view>

#include "position.hpp"

namespace schwarm::piranhas {

enum Feature : std::size_t {
    Heaviest,  // weight of the heaviest swarm
    Material,  // weight of all fish
    Fish,      // their number
    Parts,     // number of swarms
    Near,      // fish one empty square away from the heaviest swarm
    Apart,     // two empty squares away
    Far,       // further away
    Distant,   // squares to go for the fish furthest away
    Safe,      // fish of the heaviest swarm that are in no way its only link
    Inner,     // fish on the inner 4x4
    Middle,    // on the ring around it
    Outer,     // on the ring around that
    United,    // one swarm
    Divided,   // two swarms
    Tempo,     // to move
    Second,    // is Blue, who answers a union in the same round
    features
};
constexpr std::array<std::string_view, features> feature_names{
    "heaviest", "material", "fish",   "parts", "near",   "apart",   "far",   "distant",
    "safe",     "inner",    "middle", "outer", "united", "divided", "tempo", "second"};

using Counts = std::array<int, features>;

constexpr u128 ring(int from) {
    u128 squares = 0;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            if (std::min({x, y, size - 1 - x, size - 1 - y}) == from) squares |= bit(place_of(x, y));
    return squares;
}

// The fish of a swarm whose neighbours hang together without them: removing one splits nothing near it. All at once:
// going round a fish, a side without a neighbour and one behind it begins another part of the ring of its neighbours.
constexpr u128 safe(u128 swarm) {
    const u128 east = swarm >> 1, west = swarm << 1, north = swarm >> row_bits, south = swarm << row_bits;
    const u128 first = ~east & (north >> 1 | north), second = ~north & (north << 1 | west);
    const u128 third = ~west & (south << 1 | south), fourth = ~south & (south >> 1 | east);
    const u128 split = (first & second) | (third & fourth) | ((first | second) & (third | fourth));
    return swarm & ~split;
}

// Everything depends on a side's fish alone, which makes it worth remembering. Legal moves and captures were counted
// too once: they took a third of the search's time and predicted results no better (docs/decisions.md).
template <Season S>
void count_swarms(const Position<S>& position, Team team, Counts& counts) {
    const u128 fish = position.fish(team);
    counts[Fish] = popcount(fish);
    counts[Material] = position.weight(fish);
    u128 main = 0;
    const auto meet = [&](u128 swarm) {
        ++counts[Parts];
        const int weight = position.weight(swarm);
        if (weight > counts[Heaviest]) {
            counts[Heaviest] = weight;
            main = swarm;
        }
    };
    // Fish that touch no other need no search for their swarm, and hardly ever are the heaviest.
    const u128 alone = fish & ~neighbours(fish);
    for (u128 rest = fish ^ alone; rest != 0;) {
        const u128 swarm = swarm_of(rest & -rest, rest);
        meet(swarm);
        rest ^= swarm;
    }
    if (counts[Heaviest] < 3)
        each(alone, [&](int place) { meet(bit(place)); });
    else
        counts[Parts] += popcount(alone);
    counts[United] = counts[Parts] == 1;
    counts[Divided] = counts[Parts] == 2;

    u128 outside = fish & ~main;
    if (outside != 0) {
        u128 reach = grown(grown(main));
        counts[Near] = popcount(outside & reach);
        outside &= ~reach;
        int distance = 2;
        if (outside != 0) {
            reach = grown(reach);
            distance = 3;
            counts[Apart] = popcount(outside & reach);
            outside &= ~reach;
            counts[Far] = popcount(outside);
            for (; outside != 0; ++distance) {
                reach = grown(reach);
                outside &= ~reach;
            }
        }
        counts[Distant] = distance - 1;
    }

    counts[Safe] = popcount(safe(main));
    constexpr u128 inner = ring(3) | ring(4), middle = ring(2), outer = ring(1);
    counts[Inner] = popcount(fish & inner);
    counts[Middle] = popcount(fish & middle);
    counts[Outer] = popcount(fish & outer);
}

// The counts of the side to move minus those of its opponent.
template <Season S>
Counts count_features(const Position<S>& position) {
    Counts own{}, other{};
    count_swarms(position, position.to_move(), own);
    count_swarms(position, opponent(position.to_move()), other);
    for (std::size_t feature = 0; feature < features; ++feature) own[feature] -= other[feature];
    own[Tempo] = 1;
    own[Second] = position.to_move() == Team::Two ? 1 : -1;
    return own;
}

}  // namespace schwarm::piranhas
