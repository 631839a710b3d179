// What every game of the core has in common. Perft, playouts and search are written once, over the concept Position.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explanation.hpp"
#include "move.hpp"
#include "outcome.hpp"
#include "random.hpp"

namespace schwarm {

// The documents decide; the official server differs in few places (schwarm.game(id, rules="official")).
enum class Rules : std::uint8_t { Documents, Official };

// The facts of a game that the core needs to know: when it ends at the latest, how many places of bits the board and
// each of its rows take, and how many moves a position can have at most.
template <class P>
concept HasFacts = (P::last_turn > 0) && (P::row_places > 0) && (P::places <= Move::max_places) &&
                   (P::max_moves <= MoveList::max_moves) && std::copyable<P>;

// A position is a small value: playing a move changes it, undoing is going back to a copy.
template <class P>
concept Position =
    HasFacts<P> && requires(const P position, P changed, Move move, MoveList& list, SplitMix64& numbers) {
        { P::parse(std::string_view{}, Rules{}) } -> std::same_as<std::optional<P>>;
        { P::start(std::uint64_t{}) } -> std::same_as<std::string>;  // the text of the start with this seed
        { P::is_square(int{}) } -> std::same_as<bool>;               // whether there is a square at a place
        { position.text() } -> std::same_as<std::string>;
        { position.turn() } -> std::same_as<int>;
        { position.to_move() } -> std::same_as<Team>;
        { position.legal_moves(list) };                           // in the order of schwarm.games
        { position.moves(list) };                                 // the same moves in any order: faster
        { position.count() } -> std::same_as<int>;                // how many they are
        { position.random_move(numbers) } -> std::same_as<Move>;  // none if there is none
        { position.legal(move) } -> std::same_as<bool>;
        { position.explain(move) } -> std::same_as<Explanation>;  // any two squares
        { changed.play(move) };                                   // a legal move
        { changed.try_out(move) };  // the same, for searches: may put off some of the work
        { changed.pass() };         // not a move of any game: for searches
        { position.ended() } -> std::same_as<std::optional<Outcome>>;    // by a round's end
        { position.blocked() } -> std::same_as<std::optional<Outcome>>;  // if the side to move cannot
        { position.outcome() } -> std::same_as<std::optional<Outcome>>;  // by a round's end or because nobody can move
        { position.winner() } -> std::same_as<Outcome>;                  // if it ended here
        { position.points() } -> std::same_as<std::array<int, 2>>;
        { position.standing() } -> std::same_as<std::vector<int>>;  // the facts of schwarm.games' State.standing
        { position.hash() } -> std::same_as<std::uint64_t>;
        { position.hash_after(move) } -> std::same_as<std::uint64_t>;  // nearly: for fetching memory ahead
        { position.recomputed_hash() } -> std::same_as<std::uint64_t>;
    };

}  // namespace schwarm
