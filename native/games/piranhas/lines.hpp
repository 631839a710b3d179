// How many fish are on each line, kept up to date, in a form that answers for all fish of a side at once.
#pragma once

#include <array>

#include "geometry.hpp"

namespace schwarm::piranhas {

// For each axis four planes: bit b of the number of fish on a square's line stands in plane b, at that square.
// A plane changes along whole lines, so shifting a fish along its line never leaves its number behind.
class Lines {
  public:
    // Copied with every move that is tried; written out, it takes the sets one after the other instead of a loop over
    // bytes.
    Lines() = default;
    Lines(const Lines& other) : planes_(other.planes_) {}
    Lines& operator=(const Lines& other) {
        planes_ = other.planes_;
        return *this;
    }

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
        return geometry.line[static_cast<std::size_t>(axis)][static_cast<std::size_t>(place)];
    }

    int count(int axis, int place) const {
        const auto& plane = planes_[static_cast<std::size_t>(axis)];
        int number = 0;
        for (std::size_t digit = 0; digit < digits; ++digit) number |= has(plane[digit], place) << digit;
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

// The line that leads from one square to the other.
inline int axis_of(int start, int to) {
    const int dx = column_of(to) - column_of(start), dy = row_of(to) - row_of(start);
    return dx == 0 ? 0 : dy == dx ? 1 : 2 + (dy != 0);
}
inline u128 line_between(int start, int to) { return Lines::line(axis_of(start, to), start); }

}  // namespace schwarm::piranhas
