// What a learner sees of a Piranhas position, and a number for every move. See schwarm.learn.encoding.
#pragma once

#include "../../batch.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

// A set without the bit between two rows: square n, row by row, is bit n. Rows move together in pairs, pairs in fours.
constexpr u128 dense(u128 set) {
    constexpr auto rows = [](int first, int every, int width) {
        u128 all = 0;
        for (int row = first; row < 10; row += every) all |= ((static_cast<u128>(1) << width) - 1) << row * 11;
        return all;
    };
    constexpr u128 even = rows(0, 2, 10), odd = rows(1, 2, 10);
    set = (set & even) | (set & odd) >> 1;
    constexpr u128 first = rows(0, 4, 20), second = rows(2, 4, 20);
    set = (set & first) | (set & second) >> 2;
    constexpr u128 low = (static_cast<u128>(1) << 40) - 1, middle = low << 44, high = low << 88;
    return (set & low) | (set & middle) >> 4 | (set & high) >> 8;
}

inline Word* write(u128 set, Word* to) {
    to[0] = static_cast<Word>(set);
    to[1] = static_cast<Word>(set >> 64);
    return to + 2;
}

template <Season S>
struct Encoding {
    using P = Position<S>;
    static constexpr bool weighted = S::weighted;
    static constexpr EncodingShape shape{size * size, weighted ? 7 : 3, weighted ? 4 : 2, 2 * axes, last_turn};

    // Fish of the mover by weight, those of the opponent, squids; turn, side and both sides' credit.
    static void observe(const P& position, Word* planes, std::uint8_t* facts) {
        const Team mover = position.to_move();
        const std::array<u128, 2> sides{dense(position.fish(mover)), dense(position.fish(opponent(mover)))};
        if constexpr (weighted) {
            const u128 medium = dense(position.of_weight(1)), large = dense(position.of_weight(2));
            for (const u128 fish : sides) {
                planes = write(fish & ~(medium | large), planes);
                planes = write(fish & medium, planes);
                planes = write(fish & large, planes);
            }
            const auto credit = position.credit();
            facts[2] = credit == mover;
            facts[3] = credit == opponent(mover);
        } else {
            for (const u128 fish : sides) planes = write(fish, planes);
        }
        write(dense(position.squids()), planes);
        facts[0] = static_cast<std::uint8_t>(position.turn());
        facts[1] = static_cast<std::uint8_t>(index(mover));
    }

    // For each direction the fish that can swim there.
    static int mask(const P& position, Word* to) {
        std::array<u128, 2 * axes> starts{};
        const u128 own = position.own(), other = position.other(), landing = ~(own | position.squids());
        const auto along = [&]<int axis>() {
            auto visit = [&](u128 ahead, u128 behind, int stride) {
                if constexpr (piranhas::stride(axis) > 0) {
                    starts[axis] |= ahead >> stride;
                    starts[axis + axes] |= behind << stride;
                } else {
                    starts[axis] |= ahead << -stride;
                    starts[axis + axes] |= behind >> -stride;
                }
            };
            swim_on<axis, 1>(position.lines(), own, own, other | ~board, landing, visit);
        };
        along.template operator()<0>();
        along.template operator()<1>();
        along.template operator()<2>();
        along.template operator()<3>();
        int number = 0;
        for (const u128 way : starts) {
            number += popcount(way);
            to = write(dense(way), to);
        }
        return number;
    }

    static Move move(const P& position, int way, int square) {
        const int start = place_of(square % size, square / size), axis = way % axes;
        const int distance = position.lines().count(axis, start) * stride(axis);
        const int to = way < axes ? start + distance : start - distance;
        return {static_cast<std::uint8_t>(start), static_cast<std::uint8_t>(to)};
    }
};

}  // namespace schwarm::piranhas
