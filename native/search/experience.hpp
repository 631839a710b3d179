// What a search has learned about moves, wherever they are played: those that refuted others come sooner next time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "../move.hpp"
#include "../outcome.hpp"

namespace schwarm {

constexpr int longest_line = 128;

// The threads of one search learn together: each alone would see too little to know which moves are good, and would
// look at more positions. They read and write the same numbers in no particular order; a lesson lost to another thread
// costs a little work, nothing else. Only killers belong to the line that a thread is in.
class Experience {
  public:
    void share(const Experience& other) {
        lessons_ = other.lessons_;
        killers_ = {};
    }

    void clear() {
        for (auto& side : lessons_->history)
            for (auto& value : side) set(value, std::int16_t{0});
        for (auto& side : lessons_->answers)
            for (auto& answer : side) set(answer, std::uint16_t{0});
        killers_ = {};
    }

    // Half of what older searches taught stays.
    void fade() {
        for (auto& side : lessons_->history)
            for (auto& value : side) set(value, static_cast<std::int16_t>(get(value) / 2));
        killers_ = {};
    }

    int history(Team team, Move move) const { return get(lessons_->history[at(team)][move.code()]); }

    // What the moves of one side at one distance from the root are worth, as answers to the last move.
    class Worth {
      public:
        Worth(const Experience& experience, Team team, int ply, Move last)
            : history_(experience.lessons_->history[at(team)]),
              killers_(experience.killers_[static_cast<std::size_t>(ply)]),
              answer_(last ? Move::from_code(get(experience.lessons_->answers[at(team)][last.code()])) : Move{}) {}

        int loud(Move move, int gain) const { return (1 << 19) + gain * 64 + get(history_[move.code()]) / 512; }
        int quiet(Move move) const {
            if (killers_[0] == move || killers_[1] == move) return 1 << 18;
            return move == answer_ ? (1 << 18) - 1 : get(history_[move.code()]);
        }

      private:
        const std::array<std::atomic<std::int16_t>, move_codes>& history_;
        const std::array<Move, 2> killers_;
        const Move answer_;
    };

    // A quiet move refuted the position after the last move; those tried before it did not.
    void refuted(Team team, int ply, Move last, int depth, Move move, const Move* tried, int number) {
        auto& pair = killers_[static_cast<std::size_t>(ply)];
        if (pair[0] != move) pair = {move, pair[0]};
        if (last) set(lessons_->answers[at(team)][last.code()], move.code());
        const int bonus = std::min(32 * depth * depth, 2048);
        learn(team, move, bonus);
        for (int place = 0; place < number; ++place) learn(team, tried[place], -bonus);
    }

  private:
    static constexpr int most = 16000;

    static std::size_t at(Team team) { return static_cast<std::size_t>(index(team)); }

    template <class Number>
    static Number get(const std::atomic<Number>& number) {
        return number.load(std::memory_order_relaxed);
    }
    template <class Number>
    static void set(std::atomic<Number>& number, Number value) {
        number.store(value, std::memory_order_relaxed);
    }

    // The nearer a value is to its bound, the less it moves: no overflow, and old lessons are forgotten.
    void learn(Team team, Move move, int bonus) {
        auto& value = lessons_->history[at(team)][move.code()];
        const int old = get(value);
        set(value, static_cast<std::int16_t>(old + bonus - old * std::abs(bonus) / most));
    }

    struct Lessons {
        std::array<std::array<std::atomic<std::int16_t>, move_codes>, 2> history{};
        std::array<std::array<std::atomic<std::uint16_t>, move_codes>, 2> answers{};  // codes of moves
    };
    std::shared_ptr<Lessons> lessons_ = std::make_shared<Lessons>();
    std::array<std::array<Move, 2>, longest_line> killers_{};
};

}  // namespace schwarm
