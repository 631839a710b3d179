// What a network is given of a position of Piranhas: fish by side and weight, squids, the credit, who moves first.
#pragma once

#include "position.hpp"

namespace schwarm::piranhas {

template <Season S>
struct Inputs {
    using P = Position<S>;

    static constexpr int squares = size * size;
    static constexpr int weights = S::weighted ? 3 : 1;
    static constexpr int squids_from = 2 * weights * squares;  // before them: own fish by weight, then the other side's
    static constexpr int credit_from = squids_from + squares;  // own, the other side's
    static constexpr int first_from = credit_from + 2;         // whether one's own side moves first, or the other
    static constexpr int inputs = first_from + 2;

    static constexpr int square_of(int place) { return row_of(place) * size + column_of(place); }

    // Blue starts on the rows that are Red's columns.
    static constexpr int turned(int input) { return turn_around[static_cast<std::size_t>(input)]; }

    // Up to ten fish, up to sixteen, up to twenty-two, or more.
    static int crowd(const P& position) {
        return std::clamp((popcount(position.own() | position.other()) - 5) / 6, 0, 3);
    }

    template <class Visit>
    static void each(const P& position, Visit visit) {
        for (int side = 0; side < 2; ++side)
            for (int weight = 0; weight < weights; ++weight)
                schwarm::each(fish(position, side, weight),
                              [&](int place) { visit((side * weights + weight) * squares + square_of(place)); });
        schwarm::each(position.squids(), [&](int place) { visit(squids_from + square_of(place)); });
        if (position.credit()) visit(credit_from + index(*position.credit()));
        visit(first_from);
    }

    template <class Gone, class Come>
    static void changes(const P& before, const P& after, Gone gone, Come come) {
        for (int side = 0; side < 2; ++side) {
            for (int weight = 0; weight < weights; ++weight) {
                const u128 old = fish(before, side, weight), now = fish(after, side, weight);
                if (old == now) continue;
                const int from = (side * weights + weight) * squares;
                schwarm::each(old & ~now, [&](int place) { gone(from + square_of(place)); });
                schwarm::each(now & ~old, [&](int place) { come(from + square_of(place)); });
            }
        }
        if (before.credit() != after.credit()) {
            if (before.credit()) gone(credit_from + index(*before.credit()));
            if (after.credit()) come(credit_from + index(*after.credit()));
        }
    }

  private:
    static u128 fish(const P& position, int side, int weight) {
        const u128 all = position.fish(side == 0 ? Team::One : Team::Two);
        if constexpr (S::weighted)
            return all & position.of_weight(weight);
        else
            return all;
    }

    using Table = std::array<std::int16_t, static_cast<std::size_t>(inputs)>;

    static constexpr Table make_turned() {
        Table table{};
        for (int input = 0; input < inputs; ++input) {
            int other = input;
            if (input < credit_from) {
                const int plane = input / squares, square = input % squares;
                const int swapped = plane < 2 * weights ? (plane + weights) % (2 * weights) : plane;
                other = swapped * squares + square % size * size + square / size;
            } else {
                const int from = input < first_from ? credit_from : first_from;
                other = from + 1 - (input - from);
            }
            table[static_cast<std::size_t>(input)] = static_cast<std::int16_t>(other);
        }
        return table;
    }
    static constexpr Table turn_around = make_turned();
};

}  // namespace schwarm::piranhas
