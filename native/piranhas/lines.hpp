// How many fish are on each line, kept up to date, in a form that answers for all fish of a side at once.
#pragma once

#include <array>

#include "water.hpp"

namespace schwarm::piranhas {

// For each axis four planes: bit b of the number of fish on a square's line stands in plane b, at that square.
// A plane changes along whole lines, so shifting a fish along its line never leaves its number behind.
class Lines {
  public:
    void enter(int axis, int place) { change(axis, 0, line(axis, place)); }

    // A fish leaves one line and enters another; either may be no line at all.
    void change(int axis, u128 leave, u128 enter) {
        // As vectors the sets are changed by one instruction instead of two; numbers of this size are not.
        auto left = std::bit_cast<Vector>(leave), entered = std::bit_cast<Vector>(enter);
        for (auto& plane : planes_[static_cast<std::size_t>(axis)]) {
            auto digit = std::bit_cast<Vector>(plane);
            digit ^= left;  // minus one: borrow where the digit was 0
            left &= digit;
            const auto before = digit;
            digit ^= entered;  // plus one: carry where it was 1
            entered &= before;
            plane = std::bit_cast<u128>(digit);
        }
    }

    static u128 line(int axis, int place) {
        return water.line[static_cast<std::size_t>(axis)][static_cast<std::size_t>(place)];
    }

    int count(int axis, int place) const {
        const auto& plane = planes_[static_cast<std::size_t>(axis)];
        int number = 0;
        for (std::size_t digit = 0; digit < digits; ++digit)
            number |= has(plane[digit], place) << digit;
        return number;
    }

    // The squares whose lines hold exactly that many fish.
    template <int axis, int number>
    u128 exactly() const {
        const auto& plane = planes_[axis];
        return (number & 1 ? plane[0] : ~plane[0]) & (number & 2 ? plane[1] : ~plane[1]) &
               (number & 4 ? plane[2] : ~plane[2]) & (number & 8 ? plane[3] : ~plane[3]);
    }

    bool operator==(const Lines&) const = default;

  private:
    typedef std::uint64_t Vector __attribute__((vector_size(16)));
    static constexpr std::size_t digits = 4;
    std::array<std::array<u128, digits>, axes> planes_{};
};

// Swims all fish of a side at once, step by step along all axes, and calls `visit(ahead, behind, stride)` with the squares of
// `landing` where those whose line holds just that many fish arrive: `stride` led them ahead to there, or behind if taken off.
// 000: "genauso viele Felder in eine Richtung, wie insgesamt Fische (beider Farben) auf dieser Linie sind";
// never over an opponent, never onto a fish of the own side or a squid.
template <int axis, int distance, class Visit>
inline void swim_on(const Lines& lines, u128 ahead, u128 behind, u128 other, u128 landing, Visit& visit) {
    if constexpr (distance < size) {
        constexpr int step = stride(axis);
        ahead = shifted<step>(ahead) & board;
        behind = shifted<-step>(behind) & board;
        const u128 here = lines.template exactly<axis, distance>();
        visit(ahead & here & landing, behind & here & landing, distance * step);
        const u128 onwards = ~(here | other);
        ahead &= onwards;
        behind &= onwards;
        if ((ahead | behind) != 0) swim_on<axis, distance + 1>(lines, ahead, behind, other, landing, visit);
    }
}

template <class Visit>
inline void swim(const Lines& lines, u128 own, u128 other, u128 landing, Visit visit) {
    swim_on<0, 1>(lines, own, own, other, landing, visit);
    swim_on<1, 1>(lines, own, own, other, landing, visit);
    swim_on<2, 1>(lines, own, own, other, landing, visit);
    swim_on<3, 1>(lines, own, own, other, landing, visit);
}

}  // namespace schwarm::piranhas
