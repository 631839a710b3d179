// A node of the tree, and what the search wants of an evaluation, whatever kind it is.
#pragma once

#include <concepts>

#include "../position.hpp"

namespace schwarm {

constexpr int most_certain = 2000;  // as sure as an evaluation gets; proven wins are far above

// How good a position is for the side to move, in hundredths of a logit: 100 means that a side wins e times as often as
// it loses; at most `most_certain`. An evaluation may keep a `State` beside every position of the line that is being
// searched, as a network keeps the sums of its first layer: `begin` makes the state of the root, `follow` that of a
// position from the one before and the move between them (none: the side passed). The state before stays where it is as
// long as the one after is in use, so `follow` may just note what is to be done and leave it to `evaluate`.
// Each thread of a search has an evaluation of its own, which may remember things.
template <class E, class P = typename E::P, class State = typename E::State>
concept Evaluation =
    Position<P> && requires(E evaluation, const P& position, Move move, const State& before, State& state) {
        { evaluation.begin(position, state) };
        { evaluation.follow(before, position, move, position, state) };
        { evaluation.evaluate(position, before) } -> std::same_as<int>;
        { evaluation.prefetch(position, move) };  // a move is about to be tried and evaluated
    };

// The state of an evaluation that starts afresh at every position.
struct Stateless {};

// A weighted sum of counted features, whose weights training/ fits.
template <class E>
concept Tunable = Evaluation<E> && requires(E evaluation, const typename E::P& position) {
    { evaluation.set_weights(evaluation.weights()) };
    { E::count(position) };
    { E::names };
};

// A position in the tree together with what the evaluation keeps beside it.
template <Evaluation E>
class Node {
  public:
    using P = typename E::P;

    // The root.
    Node(E& evaluation, const P& position) : position_(position) { evaluation.begin(position_, state_); }

    Node(E& evaluation, const Node& before, Move move) : position_(before.position_), move_(move) {
        position_.try_out(move);
        evaluation.follow(before.state_, before.position_, move, position_, state_);
    }

    struct Pass {};
    Node(E& evaluation, const Node& before, Pass) : position_(before.position_) {
        position_.pass();
        evaluation.follow(before.state_, before.position_, Move{}, position_, state_);
    }

    Node(const Node&) = delete;  // a state may refer to the one before
    Node& operator=(const Node&) = delete;

    const P& position() const { return position_; }
    // What led here; none at the root and after a pass.
    Move move() const { return move_; }
    int evaluated_by(E& evaluation) const { return evaluation.evaluate(position_, state_); }

  private:
    P position_;
    const Move move_{};
    [[no_unique_address]] typename E::State state_;
};

}  // namespace schwarm
