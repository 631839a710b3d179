// What a search says of a position in a number: beyond `decided` a result is proven, and the sooner it comes the
// larger.
#pragma once

#include "../outcome.hpp"

namespace schwarm {

constexpr int win = 30000;
constexpr int decided = win - 1000;
constexpr int infinite = 32000;

// A result so many plies from the root.
inline int score_of(const Outcome& outcome, Team team, int ply) {
    if (!outcome.winner) return 0;
    return *outcome.winner == team ? win - ply : ply - win;
}

// Wins are counted from the root in the search and from the position in the table.
inline int to_table(int score, int ply) {
    return score >= decided ? score + ply : score <= -decided ? score - ply : score;
}
inline int from_table(int score, int ply) {
    return score >= decided ? score - ply : score <= -decided ? score + ply : score;
}

}  // namespace schwarm
