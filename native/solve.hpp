// Exhaustive search without any evaluation: what is proven within so many plies, or to the end.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

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

// What a position is worth to the side to move, 1, 0 or -1, and the moves that keep that.
struct Solved {
    int value;
    std::vector<Move> keeping;
};

// Solves positions to the very end of the game, whatever comes; what is known of a position is kept in a table. Every
// question is one of yes or no, and points only say which moves are tried first.
template <Position P>
class EndSolver {
  public:
    explicit EndSolver(std::int64_t budget) : budget_(budget), table_(entries) {}

    bool exhausted() const { return budget_ <= 0; }

    // Of a position whose game goes on. Means nothing when the budget of positions is spent.
    Solved solve(const P& position) {
        Solved solved{reaches(position, 1) ? 1 : reaches(position, 0) ? 0 : -1, {}};
        MoveList list;
        position.legal_moves(list);
        for (const Move move : list) {
            P next = position;
            next.play(move);
            if (solved.value < 0 || !reaches(next, 1 - solved.value)) solved.keeping.push_back(move);
        }
        return solved;
    }

  private:
    static constexpr std::size_t entries = 1 << 20;
    static constexpr std::size_t slots = 2;  // that an entry may lie in: one that is worth keeping, and the last one

    struct Entry {
        std::uint64_t key = 0;
        std::int8_t least = -1, most = 1;
        std::uint8_t left = 0;
        Move move{};
    };

    // Whether the side to move gets that much: 1, a win; 0, at least a draw.
    bool reaches(const P& position, int wanted) {
        if (const auto end = position.ended()) return result_for(*end, position.to_move()) >= wanted;
        if (--budget_ <= 0) return false;
        const int left = P::last_turn - position.turn();
        Entry* const slot = left > 1 ? find(position.hash()) : nullptr;
        const bool hit = slot && slot->key == position.hash();
        if (hit && slot->least >= wanted) return true;
        if (hit && slot->most < wanted) return false;
        MoveList list;
        position.moves(list);
        if (list.empty()) {
            const auto end = position.blocked();
            return (end ? result_for(*end, position.to_move()) : -1) >= wanted;
        }
        if (left > 1) sort(position, list, hit ? slot->move : Move{});
        Move found{};
        for (const Move move : list) {
            P next = position;
            next.play(move);
            if (reaches(next, 1 - wanted)) continue;
            if (exhausted()) return false;
            found = move;
            break;
        }
        if (exhausted()) return false;
        if (left > 1) keep(position.hash(), left, wanted, found);
        return static_cast<bool>(found);
    }

    // The one that was best before comes first, then those that bring most.
    static void sort(const P& position, MoveList& list, Move first) {
        const auto us = static_cast<std::size_t>(index(position.to_move()));
        std::array<int, MoveList::max_moves> gains;
        for (int place = 0; place < list.size(); ++place) {
            const Move move = list[place];
            P next = position;
            next.play(move);
            const auto points = next.points();
            const int gain = move == first ? INT32_MAX : points[us] - points[1 - us];
            int to = place;
            for (; to > 0 && gains[static_cast<std::size_t>(to - 1)] < gain; --to) {
                gains[static_cast<std::size_t>(to)] = gains[static_cast<std::size_t>(to - 1)];
                list[to] = list[to - 1];
            }
            gains[static_cast<std::size_t>(to)] = gain;
            list[to] = move;
        }
    }

    Entry* find(std::uint64_t key) {
        Entry* const bucket = &table_[key % (entries / slots) * slots];
        return bucket[0].key == key ? &bucket[0] : &bucket[1];
    }

    void keep(std::uint64_t key, int left, int wanted, Move found) {
        Entry* slot = find(key);
        if (slot->key != key) {
            // The larger tree stays in the first place.
            Entry* const first = slot - 1;
            if (left >= first->left) {
                *slot = *first;
                slot = first;
            }
            *slot = {};
            slot->key = key;
        }
        slot->left = static_cast<std::uint8_t>(left);
        if (found) {
            slot->least = static_cast<std::int8_t>(std::max<int>(slot->least, wanted));
            slot->move = found;
        } else {
            slot->most = static_cast<std::int8_t>(std::min<int>(slot->most, wanted - 1));
        }
    }

    std::int64_t budget_;
    std::vector<Entry> table_;
};

}  // namespace schwarm
