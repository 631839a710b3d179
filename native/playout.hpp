// Random games on several threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "position.hpp"
#include "random.hpp"
#include "threads.hpp"

namespace schwarm {

// What came of random games, all together.
struct Playouts {
    std::array<std::int64_t, 3> results{};  // Red's wins, Blue's wins, draws
    std::int64_t turns = 0;
};

// Plays moves at random until the game is over.
template <Position P>
Outcome play_out(P& position, SplitMix64& numbers) {
    for (;;) {
        if (const auto end = position.ended()) return *end;
        const Move move = position.random_move(numbers);
        if (!move) return position.blocked().value_or(position.winner());
        position.play(move);
    }
}

// Each game has its own numbers: the same seed gives the same results with any number of threads.
template <Position P>
Playouts playouts(const P& start, std::int64_t games, std::uint64_t seed, int threads) {
    std::vector<Playouts> shares(static_cast<std::size_t>(threads));
    std::atomic<std::int64_t> next{0};
    on_threads(threads, [&](int thread) {
        auto& share = shares[static_cast<std::size_t>(thread)];
        constexpr std::int64_t batch = 64;
        for (std::int64_t first; (first = next.fetch_add(batch)) < games;) {
            for (std::int64_t game = first; game < std::min(first + batch, games); ++game) {
                SplitMix64 numbers(mixed(seed + static_cast<std::uint64_t>(game)));
                P position = start;
                const auto outcome = play_out(position, numbers);
                ++share.results[outcome.winner ? static_cast<std::size_t>(index(*outcome.winner)) : 2];
                share.turns += position.turn() - start.turn();
            }
        }
    });
    Playouts total;
    for (const auto& share : shares) {
        for (std::size_t side = 0; side < 3; ++side) total.results[side] += share.results[side];
        total.turns += share.turns;
    }
    return total;
}

}  // namespace schwarm
