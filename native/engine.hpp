// Hecht for any game behind one face.
#pragma once

#include <cassert>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "board.hpp"
#include "end_solver.hpp"
#include "registry.hpp"
#include "search/hecht.hpp"

namespace schwarm {

// What can be asked of an engine without knowing its game. Boards are of that game, which `knows` tells. Features and
// weights are empty where the evaluation is not a sum of counted features.
class AnyHecht {
  public:
    virtual ~AnyHecht() = default;
    virtual bool knows(const AnyBoard& board) const = 0;
    virtual void begin(const AnyBoard& board, const Limits& limits, int lines, int threads) = 0;
    virtual bool deepen() = 0;
    virtual void stop() = 0;
    virtual const void* stop_flag() const = 0;  // where `stop` writes a 1
    virtual void forget() = 0;
    virtual int depth() const = 0;
    virtual std::int64_t nodes() const = 0;
    virtual double elapsed() const = 0;
    virtual const std::vector<Finding>& findings() const = 0;
    virtual int evaluate(const AnyBoard& board) = 0;
    virtual std::vector<int> features(const AnyBoard& board) const = 0;
    virtual std::vector<std::string> feature_names() const = 0;
    virtual std::vector<int> weights() const = 0;
    virtual void set_weights(const std::vector<int>& weights) = 0;  // as many as there are
    virtual bool set_network(std::string_view bytes) = 0;           // false if it is none for this game
    virtual void use_network(bool use) = 0;                         // or what is counted alone, as at first
    virtual int input_count() const = 0;                            // of a network for this game
    virtual std::vector<int> inputs(const AnyBoard& board) const = 0;
};

// Hecht for one game with one evaluation.
template <Evaluation E, Tactics T>
class HechtOf final : public AnyHecht {
  public:
    explicit HechtOf(Table table) : hecht_(std::move(table)) {}

    bool knows(const AnyBoard& board) const override { return dynamic_cast<const BoardOf<P>*>(&board) != nullptr; }
    void begin(const AnyBoard& board, const Limits& limits, int lines, int threads) override {
        hecht_.begin(position(board), limits, lines, threads);
    }
    bool deepen() override { return hecht_.deepen(); }
    void stop() override { hecht_.stop(); }
    const void* stop_flag() const override { return hecht_.stop_flag(); }
    void forget() override { hecht_.forget(); }
    int depth() const override { return hecht_.depth(); }
    std::int64_t nodes() const override { return hecht_.nodes(); }
    double elapsed() const override { return hecht_.elapsed(); }
    const std::vector<Finding>& findings() const override { return hecht_.findings(); }
    int evaluate(const AnyBoard& board) override {
        return Node<E>(hecht_.evaluation(), position(board)).evaluated_by(hecht_.evaluation());
    }
    std::vector<int> features([[maybe_unused]] const AnyBoard& board) const override {
        if constexpr (Tunable<E>) {
            const auto counts = E::count(position(board));
            return {counts.begin(), counts.end()};
        } else {
            return {};
        }
    }
    std::vector<std::string> feature_names() const override {
        if constexpr (Tunable<E>)
            return {E::names.begin(), E::names.end()};
        else
            return {};
    }

    // All weights of the first turn, then of the middle, then of the last.
    std::vector<int> weights() const override {
        std::vector<int> all;
        if constexpr (Tunable<E>)
            for (std::size_t moment = 0; moment < moments; ++moment)
                for (const auto& weight : hecht_.evaluation().weights()) all.push_back(weight[moment]);
        return all;
    }
    void set_weights([[maybe_unused]] const std::vector<int>& weights) override {
        if constexpr (Tunable<E>) {
            auto wanted = hecht_.evaluation().weights();
            assert(weights.size() == moments * wanted.size());
            for (std::size_t place = 0; place < weights.size(); ++place)
                wanted[place % wanted.size()][place / wanted.size()] = weights[place];
            hecht_.evaluation().set_weights(wanted);
            hecht_.forget();
        }
    }

    bool set_network(std::string_view bytes) override {
        auto network = E::read(bytes);
        if (!network) return false;
        hecht_.evaluation().set_network(std::move(network));
        hecht_.forget();
        return true;
    }
    void use_network(bool use) override {
        // What the memory holds is worth nothing to another evaluation.
        if (hecht_.evaluation().use_network(use)) hecht_.forget();
    }
    int input_count() const override { return E::inputs; }
    std::vector<int> inputs(const AnyBoard& board) const override { return E::inputs_of(position(board)); }

  private:
    using P = typename E::P;
    static constexpr std::size_t moments = 3;

    const P& position(const AnyBoard& board) const {
        assert(knows(board));
        return static_cast<const BoardOf<P>&>(board).position();
    }

    Hecht<E, T> hecht_;
};

// What a game enters into the registry.
template <Evaluation E, Tactics T>
Game game(std::string_view id) {
    using P = typename E::P;
    static_assert(std::same_as<P, typename T::P>);
    return {id,
            P::last_turn,
            P::row_places,
            &P::start,
            [](std::string_view text, Rules rules) -> std::unique_ptr<AnyBoard> {
                const auto position = P::parse(text, rules);
                return position ? std::make_unique<BoardOf<P>>(*position) : nullptr;
            },
            [](std::size_t megabytes) -> std::unique_ptr<AnyHecht> {
                Table table(megabytes);
                return table ? std::make_unique<HechtOf<E, T>>(std::move(table)) : nullptr;
            },
            [](std::size_t megabytes) -> std::unique_ptr<AnySolver> {
                return std::make_unique<EndSolver<P, typename T::LastRound>>(megabytes);
            }};
}

}  // namespace schwarm
