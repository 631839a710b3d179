// The counted evaluation: a weighted sum of features, the weights blended by the turn.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "search/node.hpp"

namespace schwarm {

// For the first turn, the middle one and the last, in 1600ths of a logit; four numbers, so that the processor takes
// them at once.
using Moments = std::array<std::int32_t, 4>;

// Beyond this (31 logits for one of a thing) sums could grow too large for their numbers.
constexpr std::int32_t max_weight = 50'000;

template <std::size_t features>
using Weights = std::array<Moments, features>;

// A sum for each of the three moments. Whole numbers all the way: the same on every machine.
struct Sum {
    Moments at_moment{};

    void add(const Moments& weights, int count) {
        for (std::size_t moment = 0; moment < 4; ++moment) at_moment[moment] += weights[moment] * count;
    }

    Sum operator-(const Sum& other) const {
        Sum difference;
        for (std::size_t moment = 0; moment < 4; ++moment)
            difference.at_moment[moment] = at_moment[moment] - other.at_moment[moment];
        return difference;
    }

    // In hundredths of a logit.
    template <int last_turn>
    int at(int turn) const {
        static_assert(last_turn % 2 == 0, "the middle turn is a whole number");
        constexpr int half = last_turn / 2;
        const auto [early, middle, late, none] = at_moment;
        const auto sum =
            turn < half ? early * (half - turn) + middle * turn : middle * (last_turn - turn) + late * (turn - half);
        return std::clamp(sum / (half * 16), -most_certain, most_certain);
    }
};

// Weights in one row per moment, in vectors that the processor multiplies and adds at once.
template <std::size_t features>
class Scale {
  public:
    Scale(const Weights<features>& weights) {
        for (std::size_t moment = 0; moment < rows_.size(); ++moment)
            for (std::size_t feature = 0; feature < features; ++feature)
                rows_[moment][feature / lanes][feature % lanes] = weights[feature][moment];
    }

    Sum operator()(const std::array<int, features>& counts) const {
        Row row{};
        std::memcpy(&row, &counts, sizeof counts);
        Sum sum;
        for (std::size_t moment = 0; moment < rows_.size(); ++moment) {
            Vector products{};
            for (std::size_t place = 0; place < row.size(); ++place) products += rows_[moment][place] * row[place];
            sum.at_moment[moment] = products[0] + products[1] + products[2] + products[3];
        }
        return sum;
    }

  private:
    static constexpr std::size_t lanes = 4;
    typedef std::int32_t Vector __attribute__((vector_size(4 * lanes)));
    using Row = std::array<Vector, (features + lanes - 1) / lanes>;
    std::array<Row, 3> rows_{};
};

}  // namespace schwarm
