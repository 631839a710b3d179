// A board of any game behind one face: a position and the ones before it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "position.hpp"
#include "solve.hpp"

namespace schwarm {

// The squares and the weight of one swarm.
struct Swarm {
    std::vector<int> places;
    int weight;
};

// What can be asked of a board without knowing its game. Whoever calls sees to it that what is given makes sense:
// moves are legal, numbers not negative.
class AnyBoard {
  public:
    virtual ~AnyBoard() = default;
    virtual std::unique_ptr<AnyBoard> copy() const = 0;
    virtual std::string text() const = 0;
    virtual int turn() const = 0;
    virtual int width() const = 0;
    virtual int moves_made() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::uint64_t recomputed_hash() const = 0;
    virtual bool same(const AnyBoard& other) const = 0;
    virtual void legal_moves(MoveList& list) const = 0;
    virtual void unordered_moves(MoveList& list) const = 0;
    virtual int count() const = 0;
    virtual bool legal(Move move) const = 0;
    virtual bool playable() const = 0;  // the game goes on
    virtual bool is_square(int place) const = 0;
    virtual Explanation explain(Move move) const = 0;
    virtual void push(Move move) = 0;
    virtual void pop() = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::array<int, 2> points() const = 0;
    virtual std::vector<int> standing() const = 0;
    virtual std::vector<Swarm> swarms(Team team) const = 0;  // the heaviest first
    virtual std::uint64_t perft(int depth, bool bulk) const = 0;
    virtual Playouts playouts(std::int64_t games, std::uint64_t seed, int threads) const = 0;
    virtual std::pair<int, bool> solve(int plies, std::int64_t budget, int worst, int best) const = 0;
};

// The board of one game.
template <Position P>
class BoardOf final : public AnyBoard {
  public:
    explicit BoardOf(const P& position) : stack_{position} { stack_.reserve(P::last_turn + 1); }

    const P& position() const { return stack_.back(); }

    std::unique_ptr<AnyBoard> copy() const override { return std::make_unique<BoardOf>(*this); }
    std::string text() const override { return position().text(); }
    int turn() const override { return position().turn(); }
    int width() const override { return P::row_places; }
    int moves_made() const override { return static_cast<int>(stack_.size()) - 1; }
    std::uint64_t hash() const override { return position().hash(); }
    std::uint64_t recomputed_hash() const override { return position().recomputed_hash(); }
    bool same(const AnyBoard& other) const override {
        const auto* board = dynamic_cast<const BoardOf*>(&other);
        return board != nullptr && board->position() == position();
    }
    void legal_moves(MoveList& list) const override { position().legal_moves(list); }
    void unordered_moves(MoveList& list) const override { position().moves(list); }
    int count() const override { return position().count(); }
    bool legal(Move move) const override { return turn() < P::last_turn && position().legal(move); }
    bool playable() const override { return turn() < P::last_turn && !outcome(); }
    bool is_square(int place) const override { return P::is_square(place); }
    Explanation explain(Move move) const override { return position().explain(move); }
    void push(Move move) override {
        stack_.push_back(stack_.back());
        stack_.back().play(move);
    }
    void pop() override { stack_.pop_back(); }
    std::optional<Outcome> outcome() const override { return position().outcome(); }
    std::array<int, 2> points() const override { return position().points(); }
    std::vector<int> standing() const override { return position().standing(); }
    std::vector<Swarm> swarms(Team team) const override {
        std::vector<Swarm> found;
        if constexpr (requires { position().heaviest(team); }) {
            position().swarms(team, [&](u128 swarm) {
                found.push_back({{}, position().weight(swarm)});
                each(swarm, [&](int place) { found.back().places.push_back(place); });
            });
            std::ranges::stable_sort(found, std::ranges::greater{}, &Swarm::weight);
        }
        return found;
    }
    std::uint64_t perft(int depth, bool bulk) const override { return schwarm::perft(position(), depth, bulk); }
    Playouts playouts(std::int64_t games, std::uint64_t seed, int threads) const override {
        return schwarm::playouts(position(), games, seed, threads);
    }
    std::pair<int, bool> solve(int plies, std::int64_t budget, int worst, int best) const override {
        Solver solver(budget);
        bool open = false;
        const int value = std::clamp(solver.solve(position(), plies, worst, best, open), worst, best);
        return {value, value != 0 || !open};
    }

  private:
    std::vector<P> stack_;
};

}  // namespace schwarm
