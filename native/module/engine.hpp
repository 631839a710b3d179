// Hecht for any game behind one face.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../ostseeschach/judgement.hpp"
#include "../piranhas/judgement.hpp"
#include "../search/hecht.hpp"
#include "board.hpp"

namespace schwarm {

class AnyHecht {
  public:
    virtual ~AnyHecht() = default;
    virtual void begin(const AnyBoard& board, const Limits& limits, int lines, int threads) = 0;
    virtual bool deepen() = 0;
    virtual void stop() = 0;
    virtual void forget() = 0;
    virtual int depth() const = 0;
    virtual std::int64_t nodes() const = 0;
    virtual double elapsed() const = 0;
    virtual const std::vector<Finding>& findings() const = 0;
    virtual int evaluate(const AnyBoard& board) = 0;
    virtual std::vector<int> features(const AnyBoard& board) const = 0;
    virtual std::vector<std::string> feature_names() const = 0;
    virtual std::vector<int> weights() const = 0;
    virtual void set_weights(const std::vector<int>& weights) = 0;
};

template <Judgement J>
class HechtOf final : public AnyHecht {
  public:
    explicit HechtOf(std::size_t megabytes) : hecht_(megabytes) {}

    void begin(const AnyBoard& board, const Limits& limits, int lines, int threads) override {
        hecht_.begin(position(board), limits, lines, threads);
    }
    bool deepen() override { return hecht_.deepen(); }
    void stop() override { hecht_.stop(); }
    void forget() override { hecht_.forget(); }
    int depth() const override { return hecht_.depth(); }
    std::int64_t nodes() const override { return hecht_.nodes(); }
    double elapsed() const override { return hecht_.elapsed(); }
    const std::vector<Finding>& findings() const override { return hecht_.findings(); }
    int evaluate(const AnyBoard& board) override {
        return hecht_.judge().evaluate(position(board));
    }
    std::vector<int> features(const AnyBoard& board) const override {
        const auto counts = J::count(position(board));
        return {counts.begin(), counts.end()};
    }
    std::vector<std::string> feature_names() const override { return {J::names.begin(), J::names.end()}; }

    // All weights of the first turn, then of the middle, then of the last.
    std::vector<int> weights() const override {
        const auto& now = hecht_.judge().weights();
        std::vector<int> all;
        for (std::size_t moment = 0; moment < 3; ++moment)
            for (const auto& weight : now) all.push_back(weight[moment]);
        return all;
    }
    void set_weights(const std::vector<int>& weights) override {
        auto wanted = hecht_.judge().weights();
        if (weights.size() != 3 * wanted.size()) throw std::invalid_argument("wrong number of weights");
        for (std::size_t place = 0; place < weights.size(); ++place)
            wanted[place % wanted.size()][place / wanted.size()] = weights[place];
        hecht_.judge().set_weights(wanted);
        hecht_.forget();
    }

  private:
    static const typename J::P& position(const AnyBoard& board) {
        const auto* known = dynamic_cast<const BoardOf<typename J::P>*>(&board);
        if (known == nullptr) throw std::invalid_argument("the board is of another game");
        return known->position();
    }

    Hecht<J> hecht_;
};

std::unique_ptr<AnyHecht> make_hecht(std::string_view game, std::size_t megabytes);

}  // namespace schwarm
