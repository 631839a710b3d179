// Moves and lists of them, alike in all games.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace schwarm {

// From one square to another, as places of bits: a board has at most `max_places`.
struct Move {
    static constexpr int max_places = 128;

    std::uint8_t start, to;  // without values of their own: a list of moves is not worth clearing
    bool operator==(const Move&) const = default;

    // Fourteen bits; 0 is no move, for no piece stays where it is.
    constexpr std::uint16_t code() const { return static_cast<std::uint16_t>(start << 7 | to); }
    static constexpr Move from_code(int code) {
        return {static_cast<std::uint8_t>(code >> 7), static_cast<std::uint8_t>(code & 127)};
    }
    explicit constexpr operator bool() const { return start != to; }
};
constexpr int move_codes = Move::max_places * Move::max_places;

// The moves of one position. It lies on the stack and is never cleared, so its room is fixed; every game says how many
// moves its positions can have (`max_moves`), and the compiler refuses one that has more.
class MoveList {
  public:
    static constexpr int max_moves = 800;

    void add(int start, int to) {
        moves_[static_cast<std::size_t>(size_++)] = {static_cast<std::uint8_t>(start), static_cast<std::uint8_t>(to)};
    }
    // Room for that many more, which the caller fills.
    Move* more(int number) {
        Move* const room = moves_.data() + size_;
        size_ += number;
        return room;
    }
    template <class Test>
    void keep(Test test) {
        const Move* const end =
            std::remove_if(moves_.data(), moves_.data() + size_, [&test](Move move) { return !test(move); });
        size_ = static_cast<int>(end - moves_.data());
    }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    void clear() { size_ = 0; }
    Move& operator[](int place) { return moves_[static_cast<std::size_t>(place)]; }
    const Move& operator[](int place) const { return moves_[static_cast<std::size_t>(place)]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

  private:
    std::array<Move, max_moves> moves_;
    int size_ = 0;
};

}  // namespace schwarm
