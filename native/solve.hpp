// Exhaustive search without any evaluation: what is proven within so many plies.
#pragma once

#include <algorithm>
#include <cstdint>

#include "position.hpp"

namespace schwarm {

constexpr int result_for(const Outcome& outcome, Team team) {
    return !outcome.winner ? 0 : *outcome.winner == team ? 1 : -1;
}

// 1: the side to move wins by force within `plies`, -1: it loses by force, 0: neither is proven.
// A game that ends in a draw counts as 0 too; `open` is set when a line was cut off before its end, so that 0 without
// it is a proven draw. Gives up (open, 0) when the budget of positions is spent.
class Solver {
  public:
    explicit Solver(std::int64_t budget) : budget_(budget) {}

    bool exhausted() const { return budget_ <= 0; }

    template <Position P>
    int solve(const P& position, int plies, int alpha, int beta, bool& open) {
        if (const auto end = position.ended()) return result_for(*end, position.to_move());
        if (--budget_ <= 0) {
            open = true;
            return 0;
        }
        MoveList list;
        position.moves(list);
        if (list.empty()) {
            const auto end = position.blocked();
            return end ? result_for(*end, position.to_move()) : -1;
        }
        if (plies <= 0) {
            open = true;
            return 0;
        }
        int best = -1;
        for (const Move move : list) {
            P next = position;
            next.play(move);
            best = std::max(best, -solve(next, plies - 1, -beta, -alpha, open));
            alpha = std::max(alpha, best);
            if (alpha >= beta) break;
        }
        return best;
    }

  private:
    std::int64_t budget_;
};

}  // namespace schwarm
