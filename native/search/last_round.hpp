// The last move of any game: tries them all.
#pragma once

#include "../position.hpp"

namespace schwarm {

template <Position P>
class TriedLastMove {
  public:
    static constexpr int max_turns = 1;

    explicit TriedLastMove(const P& position) : position_(position) {}

    // Whether the side to move, whose move is the last one, gets at least that: 1, a win; 0, a draw.
    bool reaches(int wanted, Move&) const {
        MoveList list;
        position_.moves(list);
        for (const Move move : list) {
            P next = position_;
            next.try_out(move);
            if (is_enough(next.winner(), wanted)) return true;
        }
        if (!list.empty()) return false;
        const auto end = position_.blocked();
        return end && is_enough(*end, wanted);
    }

  private:
    bool is_enough(const Outcome& outcome, int wanted) const {
        return outcome.winner ? *outcome.winner == position_.to_move() : wanted == 0;
    }

    const P& position_;
};

}  // namespace schwarm
