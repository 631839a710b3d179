// What a network is given of a position of Ostseeschach: pieces by side and kind, towers, ambers, who moves first.
#pragma once

#include "position.hpp"

namespace schwarm::ostseeschach {

struct Inputs {
    using P = Position;

    static constexpr int planes = static_cast<int>(kinds) + 1;  // of a side: its pieces by kind, and its towers
    static constexpr int max_ambers = 2;                        // more make no difference
    static constexpr int ambers_from = 2 * planes * places;     // before them: own planes, then the other side's
    static constexpr int first_from = ambers_from + 2 * (max_ambers + 1);
    static constexpr int inputs = first_from + 2;

    // Each side sees its own start line below.
    static constexpr int turned(int input) {
        if (input < ambers_from) return ((input / places + planes) % (2 * planes)) * places + ((input % places) ^ 56);
        if (input < first_from) return ambers_from + (input - ambers_from + max_ambers + 1) % (2 * (max_ambers + 1));
        return first_from + 1 - (input - first_from);
    }

    // Up to five pieces, up to eight, up to eleven, or more.
    static int crowd(const P& position) {
        return std::clamp((popcount(position.owned(0) | position.owned(1)) - 3) / 3, 0, 3);
    }

    template <class Visit>
    static void each(const P& position, Visit visit) {
        for (std::size_t side = 0; side < 2; ++side) {
            for (int plane = 0; plane < planes; ++plane)
                schwarm::each(set(position, side, plane), [&](int place) { visit(from(side, plane) + place); });
            visit(ambers(position, side));
        }
        visit(first_from);
    }

    template <class Gone, class Come>
    static void changes(const P& before, const P& after, Gone gone, Come come) {
        for (std::size_t side = 0; side < 2; ++side) {
            for (int plane = 0; plane < planes; ++plane) {
                const auto old = set(before, side, plane), now = set(after, side, plane);
                if (old == now) continue;
                schwarm::each(old & ~now, [&](int place) { gone(from(side, plane) + place); });
                schwarm::each(now & ~old, [&](int place) { come(from(side, plane) + place); });
            }
            if (const int old = ambers(before, side), now = ambers(after, side); old != now) {
                gone(old);
                come(now);
            }
        }
    }

  private:
    static constexpr int from(std::size_t side, int plane) {
        return (static_cast<int>(side) * planes + plane) * places;
    }
    static std::uint64_t set(const P& position, std::size_t side, int plane) {
        return plane < static_cast<int>(kinds) ? position.of_kind(side, static_cast<std::size_t>(plane))
                                               : position.owned(side) & position.towers();
    }
    static int ambers(const P& position, std::size_t side) {
        return ambers_from + static_cast<int>(side) * (max_ambers + 1) + std::min(position.ambers(side), max_ambers);
    }
};

}  // namespace schwarm::ostseeschach
