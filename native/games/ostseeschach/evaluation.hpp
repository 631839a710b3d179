// How good a position of Ostseeschach is, by what is counted in it.
#pragma once

#include "../../counted.hpp"
#include "features.hpp"
#include "position.hpp"
#include "weights_2022.hpp"

namespace schwarm::ostseeschach {

// The weighted sum of the features. Almost every move changes what both sides can reach, so nothing is remembered.
class Evaluation {
  public:
    using P = Position;
    using State = Stateless;
    static constexpr auto names = feature_names;

    const Weights<features>& weights() const { return weights_; }
    void set_weights(const Weights<features>& weights) {
        weights_ = weights;
        scale_ = weights;
    }

    static Counts count(const P& position) { return count_features(position); }

    static void begin(const P&, State&) {}
    static void follow(const State&, const P&, Move, const P&, State&) {}

    int evaluate(const P& position, const State&) const {
        return scale_(count_features(position)).at<P::last_turn>(position.turn());
    }

    static void prefetch(const P&, Move) {}

  private:
    Weights<features> weights_ = weights_2022;
    Scale<features> scale_ = weights_;
};

}  // namespace schwarm::ostseeschach
