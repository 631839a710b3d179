// Counting move sequences: the signature of a rules implementation.
#pragma once

#include <cstdint>

#include "position.hpp"

namespace schwarm {

// Counts on when a game is over, but not past its last turn, as schwarm.games.perft does.
// In bulk the last ply is counted without playing its moves.
template <Position P>
std::uint64_t perft(const P& position, int depth, bool bulk) {
    if (depth == 0) return 1;
    if (depth == 1 && bulk) return static_cast<std::uint64_t>(position.count());
    if (depth > 1 && position.turn() >= P::last_turn) return 0;
    MoveList list;
    position.moves(list);
    std::uint64_t nodes = 0;
    for (const Move move : list) {
        P next = position;
        next.play(move);
        nodes += perft(next, depth - 1, bulk);
    }
    return nodes;
}

}  // namespace schwarm
