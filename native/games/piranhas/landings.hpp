// Where the fish of a side can go, all of them at once.
#pragma once

#include <array>

#include "../../move.hpp"
#include "../../random.hpp"
#include "lines.hpp"

namespace schwarm::piranhas {

// Swims all fish of a side at once, step by step along all axes, and calls `visit(ahead, behind, stride)` with the
// squares of `landing` where those whose line holds just that many fish arrive: `stride` led them ahead to there, or
// behind if taken off. 000: "genauso viele Felder in eine Richtung, wie insgesamt Fische (beider Farben) auf dieser
// Linie sind"; never over an opponent, never onto a fish of the own side or a squid, and never off the board, where
// lines hold no fish.
template <int axis, int distance, class Visit>
inline void swim_on(const Lines& lines, u128 ahead, u128 behind, u128 barred, u128 landing, Visit& visit) {
    if constexpr (distance < size) {
        constexpr int step = stride(axis);
        ahead = shifted<step>(ahead);
        behind = shifted<-step>(behind);
        const u128 here = lines.template exactly<axis, distance>(), end = here & landing;
        visit(ahead & end, behind & end, distance * step);
        const u128 onwards = ~(here | barred);
        ahead &= onwards;
        behind &= onwards;
        if ((ahead | behind) != 0) swim_on<axis, distance + 1>(lines, ahead, behind, barred, landing, visit);
    }
}

template <class Visit>
inline void swim(const Lines& lines, u128 own, u128 other, u128 landing, Visit visit) {
    const u128 barred = other | ~board;
    swim_on<0, 1>(lines, own, own, barred, landing, visit);
    swim_on<1, 1>(lines, own, own, barred, landing, visit);
    swim_on<2, 1>(lines, own, own, barred, landing, visit);
    swim_on<3, 1>(lines, own, own, barred, landing, visit);
}

// A line along which any of these fish can go to one of the squares of `landing`; none if there is none.
template <int axis = 0>
inline u128 line_to_land(const Lines& lines, u128 fish, u128 other, u128 landing) {
    if constexpr (axis < axes) {
        u128 found = 0;
        auto visit = [&found](u128 ahead, u128 behind, int) { found |= ahead | behind; };
        swim_on<axis, 1>(lines, fish, fish, other | ~board, landing, visit);
        if (found != 0) return Lines::line(axis, lowest(found));
        return line_to_land<axis + 1>(lines, fish, other, landing);
    }
    return 0;
}

// Sets of squares where fish arrive, collected first and taken apart afterwards: done at each of the many steps above,
// it makes a program too large for the processor's nearest memory, with branches that nobody can foresee.
class Landings {
  public:
    Landings(const Lines& lines, u128 own, u128 other, u128 landing) {
        swim(lines, own, other, landing, [this](u128 ahead, u128 behind, int stride) {
            landings_[number_] = {ahead, behind, stride};
            number_ += (ahead | behind) != 0;
        });
    }

    // All of them as moves. Which set ends when is as hard to foresee, hence no branch but that of the loop.
    void list(MoveList& list) const {
        std::array<Half, 4 * most + 1> halves;
        std::size_t number = 0;
        int moves = 0;
        const auto add = [&](u128 squares, int way) {
            const auto low = static_cast<std::uint64_t>(squares), high = static_cast<std::uint64_t>(squares >> 64);
            halves[number] = {low, 0, way};
            number += low != 0;
            halves[number] = {high, 64, way};
            number += high != 0;
            moves += popcount(low) + popcount(high);
        };
        for (std::size_t place = 0; place < number_; ++place) {
            add(landings_[place].ahead, landings_[place].stride);
            add(landings_[place].behind, -landings_[place].stride);
        }
        halves[number] = {};  // what the loop looks at behind the last one
        const Half* half = halves.data();
        auto squares = half->squares;
        Move* const begin = list.more(moves);
        for (Move* move = begin; move != begin + moves; ++move) {
            const int to = half->first + lowest(squares);
            *move = {static_cast<std::uint8_t>(to - half->way), static_cast<std::uint8_t>(to)};
            squares &= squares - 1;
            const std::uint64_t ended = squares == 0;
            half += ended;
            squares |= half->squares & -ended;
        }
    }

    // Any one of them, or none if there is none, without listing them.
    Move any(SplitMix64& numbers) const {
        int moves = 0;
        for (std::size_t place = 0; place < number_; ++place)
            moves += popcount(landings_[place].ahead) + popcount(landings_[place].behind);
        if (moves == 0) return {};
        int left = numbers.below(moves);
        for (std::size_t place = 0;; ++place) {
            const auto& landing = landings_[place];
            const int ahead = popcount(landing.ahead), behind = popcount(landing.behind);
            if (left < ahead) return move(landing.ahead, left, landing.stride);
            if (left < ahead + behind) return move(landing.behind, left - ahead, -landing.stride);
            left -= ahead + behind;
        }
    }

  private:
    static constexpr std::size_t most = axes * (size - 1);

    struct Landing {
        u128 ahead, behind;
        int stride;
    };
    struct Half {
        std::uint64_t squares;
        int first, way;
    };

    // The move to a set's square with that many before it.
    static Move move(u128 squares, int before, int way) {
        for (; before > 0; --before) squares &= squares - 1;
        const int to = lowest(squares);
        return {static_cast<std::uint8_t>(to - way), static_cast<std::uint8_t>(to)};
    }

    std::array<Landing, most + 1> landings_;
    std::size_t number_ = 0;
};

}  // namespace schwarm::piranhas
