// How good a position of Piranhas is, by what is counted in it.
#pragma once

#include <vector>

#include "../../counted.hpp"
#include "features.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

// The weighted sum of the features. It remembers what it counted: most moves change one side's swarms only, and many
// lead to the same ones. So it has no state of its own at a node of the search.
template <Season S>
class Evaluation {
  public:
    using P = Position<S>;
    using State = Stateless;
    static constexpr auto names = feature_names;

    const Weights<features>& weights() const { return weights_; }

    void set_weights(const Weights<features>& weights) {
        weights_ = weights;
        scale_ = weights;
        for (auto& memory : memory_) memory = {};
    }

    static Counts count(const P& position) { return count_features(position); }

    static void begin(const P&, State&) {}
    static void follow(const State&, const P&, Move, const P&, State&) {}

    int evaluate(const P& position, const State&) {
        const Team own = position.to_move(), other = opponent(own);
        // Copies: remembering one side may push out the other.
        const Sum ours = remembered(position, own), theirs = remembered(position, other);
        Sum sum = ours - theirs;
        sum.add(weights_[Tempo], 1);
        sum.add(weights_[Second], own == Team::Two ? 1 : -1);
        return sum.template at<P::last_turn>(position.turn());
    }

    // What the next evaluation will ask for; the side that does not move was asked for just now.
    void prefetch(const P& position, Move move) const {
        __builtin_prefetch(&memory_[position.fish_hash_after(move) & (remembered_sides - 1)]);
    }

  private:
    static constexpr std::size_t remembered_sides = 1 << 15;  // a megabyte: more of them would be further away

    struct alignas(32) Memory {  // never in two lines of the cache
        std::uint64_t key = 0;
        Sum sum;
    };

    const Sum& remembered(const P& position, Team team) {
        const auto key = position.fish_hash(team);
        auto& memory = memory_[key & (remembered_sides - 1)];
        if (memory.key != key) {
            Counts counts{};
            count_swarms(position, team, counts);
            memory = {key, scale_(counts)};
        }
        return memory.sum;
    }

    std::vector<Memory> memory_ = std::vector<Memory>(remembered_sides);
    Weights<features> weights_ = S::weights;
    Scale<features> scale_ = weights_;
};

}  // namespace schwarm::piranhas
