// How a game can end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace schwarm {

// Red (One) moves on even turns.
enum class Team : std::uint8_t { One, Two };
constexpr int index(Team team) { return static_cast<int>(team); }
constexpr Team opponent(Team team) { return team == Team::One ? Team::Two : Team::One; }

// Why a game ended, as the value that schwarm.games.outcome.Reason has for it. Each game declares its own beside its
// rules; Python looks them up by their text. One pointer wide, for searches ask every position whether it is an end.
class Reason {
  public:
    constexpr explicit Reason(const char* value) : value_(value) {}
    constexpr std::string_view value() const { return value_; }
    constexpr bool operator==(const Reason& other) const { return value() == other.value(); }

  private:
    const char* value_;
};

// The end of a game: who won (nobody: a draw), why, and each side's points, the season's secondary criterion.
struct Outcome {
    std::optional<Team> winner;
    Reason reason;
    std::array<int, 2> points;
    bool operator==(const Outcome&) const = default;
};

}  // namespace schwarm
