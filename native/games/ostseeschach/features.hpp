// What the counted evaluation looks at in a position of Ostseeschach, for each side. The weights are fitted: see
// training/.
#pragma once

#include <array>
#include <string_view>

#include "position.hpp"

namespace schwarm::ostseeschach {

enum Feature : std::size_t {
    LightPieces,  // by kind and ranks gone, seven numbers for each kind
    Seals = LightPieces + 3 * 7,
    SealReach,    // squares a seal can jump to, on an empty board
    LightTowers,  // towers with a light piece on top
    SealTowers,   // towers with a seal on top
    Amber,        // has an amber
    Mobility,     // legal moves
    Prey,         // the other side's pieces that can be captured and are not guarded
    Guarded,      // those that can be captured but then taken back, which earns the other side an amber
    TowerPrey,    // the other side's towers that can be captured: an amber
    TowerHunt,    // its pieces that a tower can capture: an amber
    Arrivals,     // light pieces one step from the far line
    Threat,       // can earn an amber with its next move and is to move
    Foremost,     // ahead in what decides after the last round
    Tempo,        // to move
    Second,       // is Blue, who answers an amber in the same round
    features
};
constexpr std::array<std::string_view, features> feature_names{
    "cockle 0",    "cockle 1",   "cockle 2",   "cockle 3",   "cockle 4",   "cockle 5",   "cockle 6",   "gull 0",
    "gull 1",      "gull 2",     "gull 3",     "gull 4",     "gull 5",     "gull 6",     "starfish 0", "starfish 1",
    "starfish 2",  "starfish 3", "starfish 4", "starfish 5", "starfish 6", "seals",      "seal reach", "light towers",
    "seal towers", "amber",      "mobility",   "prey",       "guarded",    "tower prey", "tower hunt", "arrivals",
    "threat",      "foremost",   "tempo",      "second"};

using Counts = std::array<int, features>;

// Where a side's pieces can step to, and where its towers can.
struct Reach {
    std::uint64_t all = 0, by_towers = 0;
    int moves = 0, arrivals = 0;
};

inline Reach reach_of(const Position& position, std::size_t side) {
    Reach reach;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        each(position.of_kind(side, kind), [&](int place) {
            const auto targets = moves_of[side][kind][static_cast<std::size_t>(place)].set;
            reach.all |= targets;
            if (has(position.towers(), place)) reach.by_towers |= targets;
            reach.moves += popcount(targets & ~position.owned(side));
            if (light(kind)) reach.arrivals += (targets & far_line[side] & ~position.owned(side)) != 0;
        });
    }
    return reach;
}

inline void count_side(const Position& position, std::size_t side, const Reach& own, const Reach& other,
                       Counts& counts) {
    const auto seals = position.of_kind(side, static_cast<std::size_t>(Kind::Seal));
    each(position.light_pieces(side), [&](int place) {
        ++counts[LightPieces + 7 * position.kind(place) + static_cast<std::size_t>(std::min(advance(side, place), 6))];
    });
    counts[Seals] = popcount(seals);
    each(seals, [&](int place) { counts[SealReach] += moves_of[side][3][static_cast<std::size_t>(place)].number; });
    counts[SealTowers] = popcount(seals & position.towers());
    counts[LightTowers] = popcount(position.light_pieces(side) & position.towers());
    counts[Amber] = std::min(position.ambers(side), 1);
    counts[Mobility] = own.moves;
    const auto prey = position.owned(1 - side);
    const auto towers = prey & position.towers();
    counts[Prey] = popcount(prey & ~towers & own.all & ~other.all);
    counts[Guarded] = popcount(prey & ~towers & own.all & other.all);
    counts[TowerPrey] = popcount(towers & own.all);
    counts[TowerHunt] = popcount(prey & ~towers & own.by_towers);
    counts[Arrivals] = own.arrivals;
}

// The counts of the side to move minus those of its opponent.
inline Counts count_features(const Position& position) {
    const auto us = position.us();
    const Reach reach = reach_of(position, us), theirs = reach_of(position, 1 - us);
    Counts own{}, other{};
    count_side(position, us, reach, theirs, own);
    count_side(position, 1 - us, theirs, reach, other);
    for (std::size_t feature = 0; feature < features; ++feature) own[feature] -= other[feature];
    const auto prey = position.owned(1 - us);
    own[Threat] = (prey & position.towers() & reach.all) != 0 || (prey & reach.by_towers) != 0 || reach.arrivals > 0;
    // Only what decides with equal ambers; the sign is for the side to move.
    if (position.ambers(0) == position.ambers(1)) {
        if (const auto ahead = position.winner().winner)
            own[Foremost] = static_cast<std::size_t>(index(*ahead)) == us ? 1 : -1;
    }
    own[Tempo] = 1;
    own[Second] = us == 1 ? 1 : -1;
    return own;
}

}  // namespace schwarm::ostseeschach
