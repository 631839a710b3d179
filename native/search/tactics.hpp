// What a game says of its moves, for the search: which ones win something at once, and when there is no time to lose.
#pragma once

#include <concepts>

#include "../position.hpp"
#include "node.hpp"

namespace schwarm {

// Tactics knows moves and moments, not how good a position is: any evaluation of the game can stand beside it.
// `gain` is in units of its own, of which the search reckons eight hundredths of a logit each.
template <class T>
concept Tactics = Position<typename T::P> && requires(const typename T::P& position, Move move, MoveList& list) {
    { T::gain(position, move) } -> std::same_as<int>;        // what a move wins at once; 0: it is quiet
    { T::loud_moves(position, list) };                       // what quiescence looks at
    { T::can_gain(position, int{}) } -> std::same_as<bool>;  // whether they can change the evaluation by that much
    { T::pressing(position) } -> std::same_as<bool>;         // a union or amber is about to decide: look further
    { T::may_pass(position) } -> std::same_as<bool>;         // having to move is no disadvantage here
    { T::is_sparse(position) } -> std::same_as<bool>;        // so few pieces that any move may be the one
    // Whether so few turns before the end the side to move gets at least that: 1, a win; 0, a draw. The move is one
    // that helped elsewhere, and then the one that helps here.
    { T::LastRound::max_turns } -> std::convertible_to<int>;
    { typename T::LastRound(position).reaches(int{}, move) } -> std::same_as<bool>;
};

// By how much a capture with that gain changes the evaluation at most, in hundredths of a logit.
constexpr int most_by_capture(int gain) { return 100 + 8 * gain; }

}  // namespace schwarm
