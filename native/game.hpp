// What every game of the core has in common. Perft, playouts and search are written once, over the concept Position.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "random.hpp"

namespace schwarm {

// Red (One) moves on even turns.
enum class Team : std::uint8_t { One, Two };
constexpr int index(Team team) { return static_cast<int>(team); }
constexpr Team opponent(Team team) { return team == Team::One ? Team::Two : Team::One; }

// The documents decide; the official server differs in few places (schwarm.game(id, rules="official")).
enum class Rules : std::uint8_t { Documents, Official };

// The regular reasons of schwarm.games.outcome.Reason.
enum class Reason : std::uint8_t { HeavierSwarm, FirstSwarm, OnlySwarm, Ambers, Advanced, Blocked, Draw };

struct Outcome {
    std::optional<Team> winner;
    Reason reason;
    std::array<int, 2> points;
    bool operator==(const Outcome&) const = default;
};

// From one square to another, as places of bits.
struct Move {
    std::uint8_t start, to;  // without values of their own: a list of moves is not worth clearing
    bool operator==(const Move&) const = default;

    // Fourteen bits; 0 is no move, for no piece stays where it is.
    constexpr std::uint16_t code() const { return static_cast<std::uint16_t>(start << 7 | to); }
    static constexpr Move from_code(int code) {
        return {static_cast<std::uint8_t>(code >> 7), static_cast<std::uint8_t>(code & 127)};
    }
    explicit constexpr operator bool() const { return start != to; }
};
constexpr int move_codes = 1 << 14;

// Room for every position the notation can write: 99 fish with 8 directions each.
class MoveList {
  public:
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
        const Move* const end = std::remove_if(moves_.data(), moves_.data() + size_, [&test](Move move) { return !test(move); });
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
    std::array<Move, 800> moves_;
    int size_ = 0;
};

constexpr int last_turn = 60;

// A position is a small value: playing a move changes it, undoing is going back to a copy.
template <class P>
concept Position = std::copyable<P> && requires(const P position, P changed, Move move, MoveList& list, Rules rules,
                                                 SplitMix64& numbers) {
    { P::parse(std::string_view{}, rules) } -> std::same_as<std::optional<P>>;
    { position.text() } -> std::same_as<std::string>;
    { position.turn() } -> std::same_as<int>;
    { position.to_move() } -> std::same_as<Team>;
    { position.legal_moves(list) };                           // in the order of schwarm.games
    { position.moves(list) };                                 // the same moves in any order: faster
    { position.count() } -> std::same_as<int>;                // how many they are
    { position.random_move(numbers) } -> std::same_as<Move>;  // none if there is none
    { position.legal(move) } -> std::same_as<bool>;
    { changed.play(move) };                                   // a legal move
    { changed.try_out(move) };                                // the same, for searches: may put off some of the work
    { changed.pass() };                                       // not a move of any game: for searches
    { position.ended() } -> std::same_as<std::optional<Outcome>>;    // by a round's end
    { position.outcome() } -> std::same_as<std::optional<Outcome>>;  // by a round's end or because nobody can move
    { position.points() } -> std::same_as<std::array<int, 2>>;
    { position.hash() } -> std::same_as<std::uint64_t>;
    { position.hash_after(move) } -> std::same_as<std::uint64_t>;  // nearly: for fetching memory ahead
    { position.recomputed_hash() } -> std::same_as<std::uint64_t>;
};

}  // namespace schwarm
