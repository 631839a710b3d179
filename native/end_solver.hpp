// The truth about positions near the end: exhaustive search to the last move, without any evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"
#include "solve.hpp"

namespace schwarm {

// What a position is worth to the side to move, 1, 0 or -1, and the moves that keep that.
struct Solved {
    int value;
    std::vector<Move> keeping;
};

// Boards of any game, solved behind one face.
class AnySolver {
  public:
    virtual ~AnySolver() = default;
    // Of a board whose game goes on; none if the budget of positions is spent.
    virtual std::optional<Solved> solve(const AnyBoard& board, std::int64_t budget) = 0;
};

// Solves positions to the very end of the game, whatever comes. What is known of a position is kept in a table, for
// other questions, too. Every question is one of yes or no, and points only say which moves are tried first. What the
// last turns bring says the game's LastRound, which is tested against trying everything.
template <Position P, class LastRound>
class EndSolver final : public AnySolver {
  public:
    explicit EndSolver(std::size_t megabytes)
        : buckets_(std::max<std::size_t>(1, megabytes) * 1024 * 1024 / sizeof(Bucket)), table_(buckets_) {}

    std::optional<Solved> solve(const AnyBoard& board, std::int64_t budget) override {
        budget_ = budget;
        auto solved = solve(static_cast<const BoardOf<P>&>(board).position());
        if (exhausted()) return {};
        return solved;
    }

  private:
    struct Entry {
        std::uint64_t key = 0;
        std::int8_t least = -1, most = 1;
        std::uint8_t left = 0;
        Move move{};
    };
    // One that is worth keeping, and the last one.
    using Bucket = std::array<Entry, 2>;

    bool exhausted() const { return budget_ <= 0; }

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

    // Whether the side to move gets that much: 1, a win; 0, at least a draw.
    bool reaches(const P& position, int wanted) {
        if (const auto end = position.ended()) return result_for(*end, position.to_move()) >= wanted;
        if (--budget_ <= 0) return false;
        const int left = P::last_turn - position.turn();
        if (left <= LastRound::max_turns) return LastRound(position).reaches(wanted, last_help_);
        const Entry* const slot = find(position.hash());
        const bool hit = slot->key == position.hash();
        if (hit && slot->least >= wanted) return true;
        if (hit && slot->most < wanted) return false;
        MoveList list;
        position.moves(list);
        if (list.empty()) {
            const auto end = position.blocked();
            return (end ? result_for(*end, position.to_move()) : -1) >= wanted;
        }
        sort(position, list, hit ? slot->move : Move{});
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
        keep(position.hash(), left, wanted, found);
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
        Bucket& bucket = table_[key % buckets_];
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

    std::int64_t budget_ = 0;
    Move last_help_{};
    std::size_t buckets_;
    std::vector<Bucket> table_;
};

}  // namespace schwarm
