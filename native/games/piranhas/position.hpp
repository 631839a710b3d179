// A position of Piranhas, both seasons: what moves, what hangs together, when it ends. See schwarm.games.piranhas.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../explanation.hpp"
#include "../../position.hpp"
#include "../../random.hpp"
#include "geometry.hpp"
#include "keys.hpp"
#include "landings.hpp"
#include "lines.hpp"

namespace schwarm::piranhas {

// What the seasons of Piranhas differ in; each season's file says it of itself.
template <class S>
concept Season = requires {
    { S::weighted } -> std::convertible_to<bool>;             // fish have weights; the first swarm is credited
    { S::letters } -> std::convertible_to<std::string_view>;  // Red's by weight, then Blue's
};

inline constexpr Reason heavier_swarm{"heavier"}, first_swarm{"first-swarm"}, only_swarm{"swarm"}, blocked{"blocked"},
    draw{"draw"};

// A position with everything that is kept up to date while moves are played: sets of fish, the lines, the hash.
template <Season S>
class Position {
  public:
    static constexpr bool weighted = S::weighted;
    static constexpr int last_turn = piranhas::last_turn;
    static constexpr int row_places = row_bits;
    static constexpr int places = piranhas::places;
    static constexpr int max_moves = (size * size - 1) * 2 * axes;  // all fish but one square, in all directions

    static bool is_square(int place) { return place >= 0 && place < places && has(board, place); }

    static std::optional<Position> parse(std::string_view text, Rules rules);
    static std::string start(std::uint64_t seed);
    std::string text() const;

    int turn() const { return turn_; }
    Team to_move() const { return turn_ % 2 == 0 ? Team::One : Team::Two; }
    bool round_over() const { return turn_ % 2 == 0; }
    Rules rules() const { return rules_; }
    std::uint64_t hash() const { return hash_ ^ fish_hash_[0] ^ fish_hash_[1]; }
    // Of a side's fish alone: what depends on nothing else is worth remembering.
    std::uint64_t fish_hash(Team team) const { return fish_hash_[static_cast<std::size_t>(index(team))]; }

    u128 fish(Team team) const { return fish_[static_cast<std::size_t>(index(team))]; }
    u128 own() const { return fish(to_move()); }
    u128 other() const { return fish(opponent(to_move())); }
    u128 squids() const { return squids_; }
    // Where fish of a weight may be, counted from 0.
    u128 of_weight(int weight) const { return weight == 0 ? ~(medium_ | large_) : weight == 1 ? medium_ : large_; }
    const Lines& lines() const {
        settle();
        return lines_;
    }
    std::optional<Team> credit() const { return credit_; }

    // -- moving --------------------------------------------------------------------------------------

    void moves(MoveList& list) const { landings().list(list); }

    Move random_move(SplitMix64& numbers) const { return landings().any(numbers); }

    int count() const { return mobility(to_move()); }

    int mobility(Team team) const {
        int number = 0;
        swim(lines(), fish(team), fish(opponent(team)), ~(fish(team) | squids_),
             [&number](u128 ahead, u128 behind, int) { number += popcount(ahead) + popcount(behind); });
        return number;
    }

    bool can_move() const { return count() != 0; }

    void legal_moves(MoveList& list) const {
        each(own(), [this, &list](int start) {
            for (const auto way : geometry.order[static_cast<std::size_t>(start)]) {
                if (way == 255) break;
                const int number = lines().count(way % axes, start);
                const int to = start + (way < axes ? number : -number) * stride(way % axes);
                if (reaches(start, to, way)) list.add(start, to);
            }
        });
    }

    bool legal(Move move) const {
        const int start = move.start, to = move.to;
        if (start >= places || to >= places || !has(own(), start)) return false;
        for (int way = 0; way < 2 * axes; ++way) {
            if (!has(geometry.ray[static_cast<std::size_t>(way)][static_cast<std::size_t>(start)], to)) continue;
            const int number = lines().count(way % axes, start);
            return to == start + (way < axes ? number : -number) * stride(way % axes) && reaches(start, to, way);
        }
        return false;
    }

    Explanation explain(Move move) const;

    void play(Move move) {
        try_out(move);
        settle();
    }

    // Like play, but the lines are brought up to date only when somebody asks for them: most positions of a search are
    // judged and left before anyone does.
    void try_out(Move move) {
        settle();
        const int start = move.start, to = move.to;
        const auto us = static_cast<std::size_t>(turn_ % 2);
        const bool capture = has(fish_[1 - us], to);
        late_ = move;
        late_captures_ = capture;
        if (capture) {
            fish_hash_[1 - us] ^= keys.fish[1 - us][kind(to)][static_cast<std::size_t>(to)];
            fish_[1 - us] ^= bit(to);
            if constexpr (weighted) {
                medium_ &= ~bit(to);
                large_ &= ~bit(to);
            }
        }
        const auto weight = kind(start);
        fish_hash_[us] ^= keys.fish[us][weight][static_cast<std::size_t>(start)] ^
                          keys.fish[us][weight][static_cast<std::size_t>(to)];
        const u128 both = bit(start) | bit(to);
        fish_[us] ^= both;
        if constexpr (weighted) {
            medium_ ^= both & -static_cast<u128>(weight == 1);
            large_ ^= both & -static_cast<u128>(weight == 2);
        }
        united_[us] = piranhas::united(fish_[us]);
        if (capture) united_[1 - us] = piranhas::united(fish_[1 - us]);
        advance();
        if constexpr (weighted) {
            if (!credit_) set_credit(credited_by(us == 0 ? Team::One : Team::Two));
        }
    }

    // The hash of the mover's fish after a move.
    std::uint64_t fish_hash_after(Move move) const {
        const auto us = static_cast<std::size_t>(turn_ % 2);
        const auto& own = keys.fish[us][kind(move.start)];
        return fish_hash_[us] ^ own[move.start] ^ own[move.to];
    }

    // The hash after a move, but for a first swarm: good enough to have memory fetched ahead.
    std::uint64_t hash_after(Move move) const {
        const auto us = static_cast<std::size_t>(turn_ % 2);
        std::uint64_t hash = hash_ ^ turn_change() ^ fish_hash_after(move) ^ fish_hash_[1 - us];
        if (has(fish_[1 - us], move.to)) hash ^= keys.fish[1 - us][kind(move.to)][move.to];
        return hash;
    }

    void pass() { advance(); }

    // -- swarms --------------------------------------------------------------------------------------

    int weight(u128 squares) const {
        if constexpr (weighted)
            return popcount(squares) + popcount(squares & medium_) + 2 * popcount(squares & large_);
        else
            return popcount(squares);
    }

    // Calls `visit` with each swarm of a side.
    template <class Visit>
    void swarms(Team team, Visit visit) const {
        for (u128 rest = fish(team); rest != 0;) {
            const u128 swarm = swarm_of(rest & -rest, rest);
            visit(swarm);
            rest ^= swarm;
        }
    }

    int heaviest(Team team) const {
        int most = 0;
        swarms(team, [this, &most](u128 swarm) { most = std::max(most, weight(swarm)); });
        return most;
    }

    bool united(Team team) const { return united_[static_cast<std::size_t>(index(team))]; }

    // -- the end -------------------------------------------------------------------------------------

    std::optional<Outcome> ended() const;    // as far as the fish's places say it
    std::optional<Outcome> outcome() const;  // also because the side to move cannot
    std::optional<Outcome> blocked() const;  // if that side cannot move
    bool union_ends() const;
    Outcome winner() const;
    std::array<int, 2> points() const;
    // Both sides' heaviest swarms and, where it counts, who is credited with the first complete one (-1: nobody).
    std::vector<int> standing() const;

    std::uint64_t recomputed_hash() const {
        std::uint64_t hash = keys.turn[static_cast<std::size_t>(turn_)] ^ credit_key();
        each(squids_, [&hash](int place) { hash ^= keys.squid[static_cast<std::size_t>(place)]; });
        return hash ^ recomputed_fish_hash(0) ^ recomputed_fish_hash(1);
    }

    // Two positions with the same hash and text may still differ in what is kept up to date: tests ask for all of it.
    bool operator==(const Position&) const = default;

  private:
    Landings landings() const { return {lines(), own(), other(), ~(own() | squids_)}; }

    bool reaches(int start, int to, int way) const {
        const auto& ray = geometry.ray[static_cast<std::size_t>(way)];
        if (to < 0 || to >= places || !has(ray[static_cast<std::size_t>(start)], to)) return false;
        if (has(own() | squids_, to)) return false;
        const u128 between = ray[static_cast<std::size_t>(start)] & ~(ray[static_cast<std::size_t>(to)] | bit(to));
        return (between & other()) == 0;
    }

    // What the last move changed on the lines. A position that several threads may see is always settled.
    void settle() const {
        if (!late_) return;
        const int start = late_.start, to = late_.to;
        const int axis = axis_of(start, to);
        for (int other = 0; other < axes; ++other) {
            // On the line it swims along a fish is counted before and after; one that is captured no more.
            const u128 left = other != axis || late_captures_ ? Lines::line(other, start) : 0;
            const u128 entered = other != axis && !late_captures_ ? Lines::line(other, to) : 0;
            lines_.change(other, left, entered);
        }
        late_ = {};
        late_captures_ = false;
    }

    // 0, 1 or 2 for a fish of weight 1, 2 or 3; 0 for an empty square too.
    std::size_t kind(int place) const {
        if constexpr (weighted)
            return static_cast<std::size_t>(has(medium_, place) + 2 * has(large_, place));
        else
            return 0;
    }

    std::uint64_t turn_change() const {
        return keys.turn[static_cast<std::size_t>(turn_)] ^ keys.turn[static_cast<std::size_t>(turn_ + 1)];
    }

    void advance() {
        hash_ ^= turn_change();
        ++turn_;
    }

    std::uint64_t recomputed_fish_hash(std::size_t side) const {
        std::uint64_t hash = 0;
        each(fish_[side], [&](int place) { hash ^= keys.fish[side][kind(place)][static_cast<std::size_t>(place)]; });
        return hash;
    }

    std::uint64_t credit_key() const { return credit_ ? keys.credit[static_cast<std::size_t>(index(*credit_))] : 0; }

    void set_credit(std::optional<Team> team) {
        credit_ = team;
        hash_ ^= credit_key();
    }

    // 000: who made a complete swarm, "unabhängig davon, ob es ein eigener oder der des Gegners ist".
    // The official server credits the side that is united instead, and looks at Red first.
    std::optional<Team> credited_by(Team mover) const {
        const bool red = united(Team::One);
        if (rules_ == Rules::Official) {
            if (red) return Team::One;
            return united(Team::Two) ? std::optional(Team::Two) : std::nullopt;
        }
        return red || united(Team::Two) ? std::optional(mover) : std::nullopt;
    }

    bool counts_as_united(Team team) const;

    std::array<u128, 2> fish_{};
    u128 medium_ = 0, large_ = 0, squids_ = 0;
    mutable Lines lines_;
    mutable Move late_{};
    mutable bool late_captures_ = false;
    std::array<std::uint64_t, 2> fish_hash_{};
    std::uint64_t hash_ = 0;  // of everything else
    std::array<bool, 2> united_{};
    int turn_ = 0;
    std::optional<Team> credit_;
    Rules rules_ = Rules::Documents;
};

}  // namespace schwarm::piranhas

#include "endings.hpp"
#include "explanations.hpp"
#include "start.hpp"
#include "text.hpp"
