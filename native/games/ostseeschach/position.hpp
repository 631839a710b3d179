// A position of Ostseeschach and what a move does to it: towers and ambers. See schwarm.games.ostseeschach.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../explanation.hpp"
#include "../../notation.hpp"
#include "../../position.hpp"
#include "../../random.hpp"
#include "keys.hpp"
#include "pieces.hpp"

namespace schwarm::ostseeschach {

inline constexpr Reason more_ambers{"ambers"}, advanced{"advanced"}, blocked{"blocked"}, draw{"draw"};

// A position as sets of pieces by side and by kind, with its hash.
class Position {
  public:
    static constexpr int ambers_to_win = 2;
    static constexpr int last_turn = ostseeschach::last_turn;
    static constexpr int row_places = size;
    static constexpr int places = ostseeschach::places;
    static constexpr int max_moves = (places - 1) * 8;  // seals everywhere, each with eight jumps

    static bool is_square(int place) { return place >= 0 && place < places; }

    static std::optional<Position> parse(std::string_view text, Rules rules);
    static std::string start(std::uint64_t seed);
    std::string text() const;

    int turn() const { return turn_; }
    Team to_move() const { return turn_ % 2 == 0 ? Team::One : Team::Two; }
    bool round_over() const { return turn_ % 2 == 0; }
    std::uint64_t hash() const { return hash_; }

    std::size_t us() const { return static_cast<std::size_t>(turn_ % 2); }
    std::uint64_t owned(std::size_t side) const { return owned_[side]; }
    std::uint64_t of_kind(std::size_t side, std::size_t kind) const { return owned_[side] & kinds_[kind]; }
    std::uint64_t light_pieces(std::size_t side) const {
        return owned_[side] & ~kinds_[static_cast<std::size_t>(Kind::Seal)];
    }
    std::uint64_t towers() const { return towers_; }
    int ambers(std::size_t side) const { return ambers_[side]; }

    // -- moving --------------------------------------------------------------------------------------

    void legal_moves(MoveList& list) const {
        const auto side = us();
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            each(of_kind(side, kind), [&](int start) {
                const auto& targets = moves_of[side][kind][static_cast<std::size_t>(start)];
                for (std::size_t number = 0; number < targets.number; ++number)
                    if (!has(owned_[side], targets.place[number])) list.add(start, targets.place[number]);
            });
        }
    }

    void moves(MoveList& list) const { legal_moves(list); }

    // Any legal move, or none if there is none.
    Move random_move(SplitMix64& numbers) const {
        MoveList list;
        moves(list);
        return list.empty() ? Move{} : list[numbers.below(list.size())];
    }

    int count() const { return mobility(us()); }

    int mobility(std::size_t side) const {
        int number = 0;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            each(of_kind(side, kind), [&](int start) {
                number += popcount(moves_of[side][kind][static_cast<std::size_t>(start)].set & ~owned_[side]);
            });
        }
        return number;
    }

    bool can_move() const { return count() != 0; }

    bool legal(Move move) const {
        const auto side = us();
        if (move.start >= places || move.to >= places || !has(owned_[side], move.start)) return false;
        return has(moves_of[side][kind(move.start)][move.start].set & ~owned_[side], move.to);
    }

    Explanation explain(Move move) const;

    // What a move earns: capturing with or into a tower (a tower of three), a light piece on the far line (004).
    int earns(Move move) const {
        const auto side = us();
        const bool captured = has(owned_[1 - side], move.to);
        const bool too_high = captured && ((bit(move.start) | bit(move.to)) & towers_) != 0;
        return too_high + arrives(side, move);
    }

    void play(Move move) {
        const auto side = us();
        const auto own_kind = kind(move.start);
        const int earned = earns(move);
        const bool tower = has(towers_, move.start) || has(owned_[1 - side], move.to);
        if (has(owned_[1 - side], move.to)) take(1 - side, kind(move.to), move.to);
        take(side, own_kind, move.start);
        if (earned == 0) put(side, own_kind, move.to, tower);
        if (earned != 0) {
            hash_ ^= ambers_key();
            ambers_[side] += earned;
            hash_ ^= ambers_key();
        }
        advance_turn();
    }

    // The hash after a move, but for what it wins: good enough to have memory fetched ahead.
    std::uint64_t hash_after(Move move) const {
        const auto& own = keys.piece[us()][kind(move.start)];
        return hash_ ^ own[move.start] ^ own[move.to] ^ keys.turn[static_cast<std::size_t>(turn_)] ^
               keys.turn[static_cast<std::size_t>(turn_ + 1)];
    }

    void try_out(Move move) { play(move); }
    void pass() { advance_turn(); }

    // -- the end -------------------------------------------------------------------------------------

    // "Das Spiel endet nach einer Runde, in der ein Spieler zwei Bernsteine erreicht, spätestens jedoch nach 30
    // Runden."
    std::optional<Outcome> ended() const {
        if (round_over() && (turn_ >= last_turn || std::max(ambers_[0], ambers_[1]) >= ambers_to_win)) return winner();
        return {};
    }

    std::optional<Outcome> outcome() const {
        if (auto end = ended()) return end;
        if (can_move()) return {};
        return blocked();
    }

    std::optional<Outcome> blocked() const {
        if (rules_ == Rules::Official) return {};
        return Outcome{opponent(to_move()), ostseeschach::blocked, points()};
    }

    // More ambers; then the light pieces' distances one by one, the furthest first; then a draw.
    Outcome winner() const {
        if (ambers_[0] != ambers_[1]) return {ambers_[0] > ambers_[1] ? Team::One : Team::Two, more_ambers, points()};
        std::array<int, 2> left{popcount(light_pieces(0)), popcount(light_pieces(1))};
        for (int distance = size - 1; distance >= 0 && left[0] > 0 && left[1] > 0; --distance) {
            const int red = popcount(light_pieces(0) & rank_at(0, distance));
            const int blue = popcount(light_pieces(1) & rank_at(1, distance));
            // The side with more pieces here has one at this distance where the other's next is less far, if it has
            // one.
            if (red != blue) {
                const std::size_t more = red > blue ? 0 : 1;
                if (left[1 - more] == std::min(red, blue)) break;
                return {more == 0 ? Team::One : Team::Two, advanced, points()};
            }
            left[0] -= red;
            left[1] -= blue;
        }
        return {std::nullopt, draw, points()};
    }

    std::array<int, 2> points() const { return ambers_; }

    // Both sides' ambers, and how far their foremost light pieces are from their own start lines.
    std::vector<int> standing() const {
        std::vector<int> facts{ambers_[0], ambers_[1]};
        for (std::size_t side = 0; side < 2; ++side) {
            int foremost = 0;
            each(light_pieces(side), [&](int place) { foremost = std::max(foremost, advance(side, place)); });
            facts.push_back(foremost);
        }
        return facts;
    }

    std::uint64_t recomputed_hash() const {
        std::uint64_t hash = keys.turn[static_cast<std::size_t>(turn_)] ^ ambers_key();
        for (std::size_t side = 0; side < 2; ++side)
            each(owned_[side],
                 [&](int place) { hash ^= keys.piece[side][kind(place)][static_cast<std::size_t>(place)]; });
        each(towers_, [&hash](int place) { hash ^= keys.tower[static_cast<std::size_t>(place)]; });
        return hash;
    }

    // Of the piece on a square; on an empty square `kinds`, which is none.
    std::size_t kind(int place) const {
        std::size_t found = 0;
        while (found < kinds && !has(kinds_[found], place)) ++found;
        return found;
    }

    static constexpr std::uint64_t rank_at(std::size_t side, int distance) {
        return std::uint64_t{0xFF} << size * (side == 0 ? distance : size - 1 - distance);
    }

    bool operator==(const Position&) const = default;

  private:
    bool arrives(std::size_t side, Move move) const { return has(far_line[side], move.to) && light(kind(move.start)); }

    void take(std::size_t side, std::size_t kind, int place) {
        owned_[side] ^= bit(place);
        kinds_[kind] ^= bit(place);
        hash_ ^= keys.piece[side][kind][static_cast<std::size_t>(place)];
        if (has(towers_, place)) {
            towers_ ^= bit(place);
            hash_ ^= keys.tower[static_cast<std::size_t>(place)];
        }
    }

    void put(std::size_t side, std::size_t kind, int place, bool tower) {
        owned_[side] |= bit(place);
        kinds_[kind] |= bit(place);
        hash_ ^= keys.piece[side][kind][static_cast<std::size_t>(place)];
        if (tower) {
            towers_ |= bit(place);
            hash_ ^= keys.tower[static_cast<std::size_t>(place)];
        }
    }

    void advance_turn() {
        hash_ ^= keys.turn[static_cast<std::size_t>(turn_)] ^ keys.turn[static_cast<std::size_t>(turn_ + 1)];
        ++turn_;
    }

    std::uint64_t ambers_key() const {
        const auto red = static_cast<std::uint64_t>(ambers_[0]), blue = static_cast<std::uint64_t>(ambers_[1]);
        return mixed(red << 32 | blue);
    }

    std::array<std::uint64_t, 2> owned_{};
    std::array<std::uint64_t, kinds> kinds_{};
    std::uint64_t towers_ = 0;
    std::uint64_t hash_ = 0;
    std::array<int, 2> ambers_{};
    int turn_ = 0;
    Rules rules_ = Rules::Documents;
};

constexpr std::string_view letters = "HMSRhmsr";

// Two of each piece at random on Red's line; Blue's are the same turned by 180 degrees.
inline std::string Position::start(std::uint64_t seed) {
    SplitMix64 numbers(seed);
    std::string red;
    for (std::size_t place = 0; place < size; ++place) red += letters[place / 2];
    for (int last = size - 1; last > 0; --last)
        std::swap(red[static_cast<std::size_t>(last)], red[static_cast<std::size_t>(numbers.below(last + 1))]);
    std::string blue(red.rbegin(), red.rend());
    for (char& letter : blue) letter = letters[kinds + letters.find(letter)];
    return blue + "/8/8/8/8/8/8/" + red + " 0 0:0";
}

inline std::optional<Position> Position::parse(std::string_view text, Rules rules) {
    if (notation::count(text, ' ') != 2) return {};
    Position position;
    position.rules_ = rules;
    const auto place = [&position](char letter, bool tower, int file, int rank) {
        const auto found = letters.find(letter);
        if (found == std::string_view::npos) return false;
        position.put(found / kinds, found % kinds, place_of(file, rank), tower);
        return true;
    };
    if (!notation::read<size, size>(notation::cut(text, ' '), place)) return {};
    const auto turn = notation::turn(notation::cut(text, ' '), last_turn);
    if (!turn || notation::count(text, ':') != 1) return {};
    const auto red = notation::number(notation::cut(text, ':'), 6);
    const auto blue = notation::number(text, 6);
    if (!red || !blue) return {};
    position.turn_ = *turn;
    position.ambers_ = {*red, *blue};
    position.hash_ = position.recomputed_hash();
    return position;
}

inline std::string Position::text() const {
    const auto letter = [this](int file, int rank) -> std::string_view {
        // Each letter with its tower's plus, so that a view of one or two characters is enough.
        constexpr std::string_view pieces = "H+M+S+R+h+m+s+r+";
        const int place = place_of(file, rank);
        for (std::size_t side = 0; side < 2; ++side)
            if (has(owned_[side], place))
                return pieces.substr(2 * (side * kinds + kind(place)), has(towers_, place) ? 2 : 1);
        return {};
    };
    return notation::written<size, size>(letter) + ' ' + std::to_string(turn_) + ' ' + std::to_string(ambers_[0]) +
           ':' + std::to_string(ambers_[1]);
}

}  // namespace schwarm::ostseeschach

#include "explanations.hpp"
