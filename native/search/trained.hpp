// The counted evaluation with a trained network on top of it, where there is one.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "../network.hpp"
#include "node.hpp"

namespace schwarm {

// What a network is given of a position: `each` calls `visit` with every input that is on, as Red sees it, `changes`
// with what a move took away and what it brought; `turned` is an input as Blue sees it, and `crowd` is 0 with few
// pieces up to 3 with many.
template <class I, class P>
concept NetworkInputs = requires(const P& position) {
    { I::inputs } -> std::convertible_to<int>;
    { I::turned(0) } -> std::same_as<int>;
    { I::crowd(position) } -> std::same_as<int>;
    {
        I::each(position, [](int) {})
    };
    {
        I::changes(position, position, [](int) {}, [](int) {})
    };
};

template <class C, class I>
    requires Tunable<C> && NetworkInputs<I, typename C::P>
class Trained {
  public:
    using P = typename C::P;
    // The sums are added up only when somebody asks for them: many positions are known from the table.
    struct State {
        mutable Sums sums;
        mutable const State* before;  // none: the sums are there
        const P *from, *to;
    };
    static constexpr auto names = C::names;
    static constexpr int inputs = I::inputs;

    const auto& weights() const { return counted_.weights(); }
    template <class W>
    void set_weights(const W& weights) {
        counted_.set_weights(weights);
    }
    static auto count(const P& position) { return C::count(position); }

    void set_network(std::shared_ptr<const Network> network) {
        trained_ = std::move(network);
        network_ = trained_;
    }
    // Whether that changes anything: without a network the counted features always decide alone.
    bool use_network(bool use) {
        const bool changes = use != (network_ != nullptr) && trained_;
        network_ = use ? trained_ : nullptr;
        return changes;
    }
    static std::shared_ptr<const Network> read(std::string_view bytes) { return Network::read(bytes, I::inputs); }

    static std::vector<int> inputs_of(const P& position) {
        std::vector<int> on;
        I::each(position, [&on](int input) { on.push_back(input); });
        return on;
    }

    void begin(const P& position, State& state) const {
        state.before = nullptr;
        if (!network_) return;
        state.sums.side[0] = state.sums.side[1] = network_->bias;
        I::each(position, [&](int input) {
            for (std::size_t side = 0; side < 2; ++side) {
                Change change;
                change.bring(row(side, input));
                change.apply(state.sums.side[side]);
            }
        });
    }

    static void follow(const State& before, const P& from, Move, const P& to, State& state) {
        state.before = &before;
        state.from = &from;
        state.to = &to;
    }

    int evaluate(const P& position, const State& state) {
        const int counted = counted_.evaluate(position, {});
        if (!network_) return counted;
        const int phase = std::min(position.turn() * Network::phases / P::last_turn, Network::phases - 1);
        const int value = network_value(*network_, sums(state), static_cast<std::size_t>(index(position.to_move())),
                                        I::crowd(position) * Network::phases + phase, counted);
        return std::clamp(value, -most_certain, most_certain);
    }

    void prefetch(const P& position, Move move) const { counted_.prefetch(position, move); }

  private:
    const Sums& sums(const State& state) const {
        if (state.before != nullptr) {
            std::array<Change, 2> change;
            I::changes(
                *state.from, *state.to,
                [&](int input) {
                    for (std::size_t side = 0; side < 2; ++side) change[side].take(row(side, input));
                },
                [&](int input) {
                    for (std::size_t side = 0; side < 2; ++side) change[side].bring(row(side, input));
                });
            state.sums = sums(*state.before);
            for (std::size_t side = 0; side < 2; ++side) change[side].apply(state.sums.side[side]);
            state.before = nullptr;
        }
        return state.sums;
    }

    // The row of an input as a side sees it.
    const Network::Row& row(std::size_t side, int input) const {
        return network_->rows[static_cast<std::size_t>(side == 0 ? input : I::turned(input))];
    }

    C counted_;
    std::shared_ptr<const Network> trained_, network_;  // what there is, and what is used
};

}  // namespace schwarm
