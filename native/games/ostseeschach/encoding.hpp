// What a learner sees of an Ostseeschach position, and a number for every move. See schwarm.learn.encoding.
#pragma once

#include "../../batch.hpp"
#include "position.hpp"

namespace schwarm::ostseeschach {

// As schwarm.games.ostseeschach.pieces.DIRECTIONS has them.
constexpr std::array<Step, 16> directions{{{0, 1},
                                           {1, 1},
                                           {1, 0},
                                           {1, -1},
                                           {0, -1},
                                           {-1, -1},
                                           {-1, 0},
                                           {-1, 1},
                                           {1, 2},
                                           {2, 1},
                                           {2, -1},
                                           {1, -2},
                                           {-1, -2},
                                           {-2, -1},
                                           {-2, 1},
                                           {-1, 2}}};

// For each direction the kinds of pieces that step there, and the squares from which that stays on the board.
struct Direction {
    std::array<bool, kinds> goes{};
    std::uint64_t inside = 0;
    int distance = 0;
};
constexpr std::array<Direction, directions.size()> make_directions() {
    std::array<Direction, directions.size()> all{};
    for (std::size_t way = 0; way < directions.size(); ++way) {
        const auto step = directions[way];
        all[way].distance = place_of(step.sideways, step.ahead);
        for (int place = 0; place < places; ++place) {
            const int file = place % size + step.sideways, rank = place / size + step.ahead;
            if (file >= 0 && file < size && rank >= 0 && rank < size) all[way].inside |= bit(place);
        }
        for (std::size_t kind = 0; kind < kinds; ++kind)
            for (std::size_t number = 0; number < steps[kind].number; ++number) {
                const auto own = steps[kind].step[number];
                if (own.sideways == step.sideways && own.ahead == step.ahead) all[way].goes[kind] = true;
            }
    }
    return all;
}
inline constexpr auto ways = make_directions();

// The board turned by 180 degrees, as Blue sees it.
constexpr std::uint64_t half_turn(std::uint64_t set) {
    set = (set >> 1 & 0x5555555555555555ULL) | (set & 0x5555555555555555ULL) << 1;
    set = (set >> 2 & 0x3333333333333333ULL) | (set & 0x3333333333333333ULL) << 2;
    set = (set >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (set & 0x0F0F0F0F0F0F0F0FULL) << 4;
    return __builtin_bswap64(set);
}

struct Encoding {
    using P = Position;
    static constexpr EncodingShape shape{places, 2 * static_cast<int>(kinds) + 1, 8, static_cast<int>(ways.size()),
                                         last_turn};

    // Pieces of the mover by kind, those of the opponent, towers; turn, side and both sides' ambers.
    static void observe(const P& position, Word* planes, std::uint8_t* facts) {
        const auto us = position.us();
        for (const auto side : {us, 1 - us})
            for (std::size_t kind = 0; kind < kinds; ++kind) *planes++ = seen(position, position.of_kind(side, kind));
        *planes = seen(position, position.towers());
        *facts++ = static_cast<std::uint8_t>(position.turn());
        *facts++ = static_cast<std::uint8_t>(us);
        for (const auto side : {us, 1 - us})
            for (int number = 1; number <= 3; ++number) *facts++ = position.ambers(side) >= number;
    }

    // For each direction the pieces that can go there.
    static int mask(const P& position, Word* to) {
        const auto us = position.us();
        std::array<std::uint64_t, kinds> own;
        for (std::size_t kind = 0; kind < kinds; ++kind) own[kind] = seen(position, position.of_kind(us, kind));
        const std::uint64_t landing = ~(own[0] | own[1] | own[2] | own[3]);
        int number = 0;
        for (const auto& way : ways) {
            std::uint64_t movers = 0;
            for (std::size_t kind = 0; kind < kinds; ++kind)
                if (way.goes[kind]) movers |= own[kind];
            const std::uint64_t starts = way.distance > 0 ? landing >> way.distance : landing << -way.distance;
            *to = movers & way.inside & starts;
            number += popcount(*to++);
        }
        return number;
    }

    static Move move(const P& position, int way, int square) {
        const int to = square + ways[static_cast<std::size_t>(way)].distance;
        const bool turned = position.us() != 0;
        return {static_cast<std::uint8_t>(turned ? places - 1 - square : square),
                static_cast<std::uint8_t>(turned ? places - 1 - to : to)};
    }

  private:
    static std::uint64_t seen(const P& position, std::uint64_t set) {
        return position.us() == 0 ? set : half_turn(set);
    }
};

}  // namespace schwarm::ostseeschach
