// A position's value as a weighted sum of what was counted in it, the weights blended by the turn.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "game.hpp"

namespace schwarm {

// In 1600ths of a logit; the sum is in hundredths: 100 means that a side wins e times as often as it loses.
template <std::size_t features>
struct Weights {
    std::array<int, features> early{}, middle{}, late{};  // for the first turn, turn 30 and the last
};

constexpr int most_certain = 2000;  // as sure as an evaluation gets; proven wins are far above

// A sum for each of the three moments. Whole numbers all the way: the same on every machine.
struct Sum {
    std::int32_t early = 0, middle = 0, late = 0;

    template <std::size_t features>
    void add(const Weights<features>& weights, std::size_t feature, int count) {
        early += weights.early[feature] * count;
        middle += weights.middle[feature] * count;
        late += weights.late[feature] * count;
    }

    Sum operator-(const Sum& other) const {
        return {early - other.early, middle - other.middle, late - other.late};
    }

    int at(int turn) const {
        constexpr int half = last_turn / 2;
        const auto sum = turn < half ? early * (half - turn) + middle * turn
                                     : middle * (last_turn - turn) + late * (turn - half);
        return std::clamp(sum / (half * 16), -most_certain, most_certain);
    }
};

}  // namespace schwarm
