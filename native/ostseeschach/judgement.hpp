// What Hecht thinks of Ostseeschach: the evaluation, and which moves and moments deserve a longer look.
#pragma once

#include "../judgement.hpp"
#include "features.hpp"
#include "position.hpp"
#include "weights_2022.hpp"

namespace schwarm::ostseeschach {

class Judgement {
  public:
    using P = Position;
    static constexpr auto names = feature_names;

    const Weights<features>& weights() const { return weights_; }
    void set_weights(const Weights<features>& weights) {
        weights_ = weights;
        scale_ = weights;
    }

    int evaluate(const P& position) const {
        return scale_(count_features(position)).at(position.turn());
    }

    static void prefetch(const P&, Move) {}  // nothing is remembered

    static Counts count(const P& position) { return count_features(position); }

    // An amber is worth more than any piece, and the mightier piece more than the lighter.
    static int gain(const P& position, Move move) {
        const bool capture = has(position.owned(1 - position.us()), move.to);
        const int prey = capture ? 8 + 2 * static_cast<int>(position.kind(move.to)) : 0;
        return 40 * position.earns(move) + prey;
    }

    // How much a loud move can bring at most: ambers decide the game.
    static int most_gain(const P&) { return most_certain; }

    // Captures and whatever earns an amber.
    static void loud_moves(const P& position, MoveList& list) {
        const auto side = position.us();
        const auto prey = position.owned(1 - side);
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const auto wanted = light(kind) ? (prey | far_line[side]) & ~position.owned(side) : prey;
            each(position.of_kind(side, kind), [&](int start) {
                each(moves_of[side][kind][static_cast<std::size_t>(start)].set & wanted,
                     [&](int to) { list.add(start, to); });
            });
        }
    }

    // Red has its second amber: this is Blue's last move.
    static bool pressing(const P& position) {
        return !position.round_over() && std::max(position.ambers(0), position.ambers(1)) >= P::ambers_to_win;
    }

    // With few pieces left every move may be one too many.
    static bool may_pass(const P& position) { return popcount(position.owned(position.us())) > 2; }

  private:
    Weights<features> weights_ = weights_2022;
    Scale<features> scale_ = weights_;
};

}  // namespace schwarm::ostseeschach
