// Many games of one kind at once, in arrays that a learner reads. See schwarm.learn.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "position.hpp"
#include "threads.hpp"

namespace schwarm {

using Word = std::uint64_t;

// How many of what an encoding has: schwarm.learn.encoding has the same numbers from the game's facts.
struct EncodingShape {
    int squares, planes, facts, ways, last_turn;

    std::size_t words() const { return static_cast<std::size_t>(squares + 63) / 64; }
    std::size_t plane_words() const { return static_cast<std::size_t>(planes) * words(); }
    std::size_t mask_words() const { return static_cast<std::size_t>(ways) * words(); }
    std::size_t floats() const { return static_cast<std::size_t>((planes + facts) * squares); }
    int actions() const { return ways * squares; }
};

// What a position looks like to whoever is to move, and which moves it has, for games that can be learnt.
template <class E>
concept Encoding = Position<typename E::P> && requires(const typename E::P position, Word* words, std::uint8_t* facts) {
    { E::shape } -> std::convertible_to<EncodingShape>;
    { E::observe(position, words, facts) };                     // all planes and facts
    { E::mask(position, words) } -> std::same_as<int>;          // and how many moves there are
    { E::move(position, int{}, int{}) } -> std::same_as<Move>;  // a legal one: way and square
};

// Where a batch writes: one row per game. `facts` begin with the turn.
struct BatchArrays {
    Word *planes, *masks;
    std::uint8_t* facts;
    float* rewards;        // for whoever moved last
    std::uint8_t* ended;   // whether that move ended the game; the row already shows the next one
    std::int8_t* winners;  // of the game that ended: 0, 1, -1 for a draw
};

// Where the positions after every legal move are written: one row per move, game by game.
struct ChildArrays {
    Word* planes;
    std::uint8_t* facts;
    float* rewards;
    std::uint8_t* ended;
};

class AnyBatch {
  public:
    virtual ~AnyBatch() = default;
    virtual const EncodingShape& shape() const = 0;
    virtual std::int64_t games() const = 0;
    virtual void reset(const BatchArrays& to, std::uint64_t seed, int threads) = 0;
    // The place of the first action that is illegal, with nothing played; -1 if all were played.
    virtual std::int64_t step(const BatchArrays& to, const std::int64_t* actions, int threads) = 0;
    virtual void sample(const Word* masks, std::int64_t* actions, int threads) = 0;
    // `first` has the row of each game's first child.
    virtual void children(const Word* masks, const std::int64_t* first, const ChildArrays& to, int threads) const = 0;
    // What the games with these numbers ended with when they last ended, a row for each.
    virtual void finals(const std::int64_t* numbers, std::int64_t count, Word* planes, std::uint8_t* facts,
                        int threads) const = 0;
    virtual std::string text(std::int64_t game) const = 0;
};

// Planes and facts as numbers: a plane per fact too.
void write_floats(const EncodingShape& shape, std::int64_t rows, const Word* planes, const std::uint8_t* facts,
                  float* to, int threads);

// Calls `work` with each number below `count`; who does which depends on nobody but the moment.
template <class Work>
void share(std::int64_t count, int threads, Work work) {
    constexpr std::int64_t portion = 64;
    std::atomic<std::int64_t> next{0};
    const auto wanted = std::min<std::int64_t>(threads, (count + portion - 1) / portion);
    on_threads(std::max(static_cast<int>(wanted), 1), [&](int) {
        for (std::int64_t first; (first = next.fetch_add(portion)) < count;)
            for (std::int64_t each = first; each < std::min(first + portion, count); ++each) work(each);
    });
}

// What the mover gets for an end.
inline float reward(const Outcome& outcome, Team mover) {
    if (!outcome.winner) return 0;
    return *outcome.winner == mover ? 1.0F : -1.0F;
}

// Every game has its own numbers, for its starts and for its random moves: threads change nothing.
template <Encoding E>
class BatchOf final : public AnyBatch {
  public:
    using P = typename E::P;

    BatchOf(std::int64_t games, Rules rules)
        : rules_(rules), games_(static_cast<std::size_t>(games)), last_(games_.size()) {}

    const EncodingShape& shape() const override { return shape_; }
    std::int64_t games() const override { return static_cast<std::int64_t>(games_.size()); }

    void reset(const BatchArrays& to, std::uint64_t seed, int threads) override {
        seed_ = mixed(seed);
        share(games(), threads, [&](std::int64_t number) {
            auto& game = at(number);
            game.numbers = SplitMix64(mixed(seed_ ^ static_cast<std::uint64_t>(number)));
            game.played = 0;
            begin(number);
            const auto row = static_cast<std::size_t>(number);
            to.rewards[row] = 0;
            to.ended[row] = 0;
            to.winners[row] = -1;
            show(number, to);
        });
    }

    std::int64_t step(const BatchArrays& to, const std::int64_t* actions, int threads) override {
        for (std::int64_t number = 0; number < games(); ++number)
            if (!allowed(to.masks, number, actions[number])) return number;
        share(games(), threads, [&](std::int64_t number) {
            auto& game = at(number);
            const auto row = static_cast<std::size_t>(number);
            const auto action = static_cast<int>(actions[row]);
            const Team mover = game.position.to_move();
            game.position.play(E::move(game.position, action / shape_.squares, action % shape_.squares));
            std::optional<Outcome> end = game.position.ended();
            if (!end && show(number, to) == 0) end = game.position.blocked().value_or(game.position.winner());
            to.ended[row] = end.has_value();
            to.rewards[row] = end ? reward(*end, mover) : 0;
            to.winners[row] = end && end->winner ? static_cast<std::int8_t>(index(*end->winner)) : std::int8_t{-1};
            if (end) {
                last_[row] = game.position;
                ++game.played;
                begin(number);
                show(number, to);
            }
        });
        return -1;
    }

    void sample(const Word* masks, std::int64_t* actions, int threads) override {
        share(games(), threads, [&](std::int64_t number) {
            const Word* mask = masks + static_cast<std::size_t>(number) * shape_.mask_words();
            int legal = 0;
            std::array<std::uint8_t, mask_words> counts;
            for (std::size_t word = 0; word < mask_words; ++word) {
                counts[word] = static_cast<std::uint8_t>(popcount(mask[word]));
                legal += counts[word];
            }
            int left = at(number).numbers.below(legal);
            std::size_t word = 0;
            while (left >= counts[word]) left -= counts[word++];
            Word set = mask[word];
            for (; left > 0; --left) set &= set - 1;
            const auto way = static_cast<int>(word / shape_.words()), part = static_cast<int>(word % shape_.words());
            actions[number] = way * shape_.squares + 64 * part + lowest(set);
        });
    }

    void children(const Word* masks, const std::int64_t* first, const ChildArrays& to, int threads) const override {
        share(games(), threads, [&](std::int64_t number) {
            const auto& position = games_[static_cast<std::size_t>(number)].position;
            const Word* mask = masks + static_cast<std::size_t>(number) * shape_.mask_words();
            auto row = static_cast<std::size_t>(first[number]);
            for (std::size_t word = 0; word < mask_words; ++word) {
                each(mask[word], [&](int bit) {
                    const auto way = static_cast<int>(word / shape_.words());
                    const int square = 64 * static_cast<int>(word % shape_.words()) + bit;
                    P child = position;
                    child.play(E::move(position, way, square));
                    E::observe(child, to.planes + row * shape_.plane_words(),
                               to.facts + row * static_cast<std::size_t>(shape_.facts));
                    const auto end = over(child);
                    to.ended[row] = end.has_value();
                    to.rewards[row] = end ? reward(*end, position.to_move()) : 0;
                    ++row;
                });
            }
        });
    }

    void finals(const std::int64_t* numbers, std::int64_t count, Word* planes, std::uint8_t* facts,
                int threads) const override {
        share(count, threads, [&](std::int64_t each) {
            const auto row = static_cast<std::size_t>(each);
            E::observe(last_[static_cast<std::size_t>(numbers[row])], planes + row * shape_.plane_words(),
                       facts + row * static_cast<std::size_t>(shape_.facts));
        });
    }

    std::string text(std::int64_t number) const override {
        return games_[static_cast<std::size_t>(number)].position.text();
    }

  private:
    static constexpr EncodingShape shape_ = E::shape;
    static constexpr std::size_t mask_words = static_cast<std::size_t>(E::shape.ways * ((E::shape.squares + 63) / 64));

    struct Game {
        P position{};
        SplitMix64 numbers{0};
        std::uint64_t played = 0;
    };

    Game& at(std::int64_t number) { return games_[static_cast<std::size_t>(number)]; }

    // Nobody can move, and the rules do not say who wins: it is judged as it stands.
    static std::optional<Outcome> over(const P& position) {
        if (auto end = position.outcome()) return end;
        return position.count() == 0 ? std::optional(position.winner()) : std::nullopt;
    }

    // The next game in this row; the numbers of all starts of a batch are told by its seed.
    void begin(std::int64_t number) {
        auto& game = at(number);
        const auto count = game.played * games_.size() + static_cast<std::uint64_t>(number);
        game.position = *P::parse(P::start(mixed(seed_ + count)), rules_);
    }

    // Writes a game's row; how many moves it has.
    int show(std::int64_t number, const BatchArrays& to) {
        const auto row = static_cast<std::size_t>(number);
        const auto& position = games_[row].position;
        E::observe(position, to.planes + row * shape_.plane_words(),
                   to.facts + row * static_cast<std::size_t>(shape_.facts));
        return E::mask(position, to.masks + row * shape_.mask_words());
    }

    bool allowed(const Word* masks, std::int64_t number, std::int64_t action) const {
        if (action < 0 || action >= shape_.actions()) return false;
        const auto way = static_cast<std::size_t>(action / shape_.squares);
        const auto square = static_cast<std::size_t>(action % shape_.squares);
        const auto row = static_cast<std::size_t>(number) * shape_.mask_words();
        return (masks[row + way * shape_.words() + square / 64] >> square % 64 & 1) != 0;
    }

    Rules rules_;
    std::uint64_t seed_ = 0;
    std::vector<Game> games_;
    std::vector<P> last_;  // what each game before ended with; apart, because it is seldom needed
};

// How to make a batch of a game.
struct BatchMaker {
    std::string_view id;
    EncodingShape shape;
    std::unique_ptr<AnyBatch> (*make)(std::int64_t games, Rules rules);
};

// None for a game that has no encoding in the core.
const BatchMaker* find_batch(std::string_view id);

// Enters a game's encoding when the program starts, as Registration enters the game.
struct BatchRegistration {
    explicit BatchRegistration(const BatchMaker& maker);
};

template <Encoding E>
BatchMaker batch(std::string_view id) {
#ifdef __wasm__  // where nobody learns, it would only have to be downloaded
    return {id, E::shape, nullptr};
#else
    return {id, E::shape, [](std::int64_t games, Rules rules) -> std::unique_ptr<AnyBatch> {
                return std::make_unique<BatchOf<E>>(games, rules);
            }};
#endif
}

}  // namespace schwarm
