// The last round of Piranhas is known without trying everything, and trying everything shows the same.
// g++ 12 takes the copy of an empty credit for one that was never written, where so much is inlined into one function.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <doctest/doctest.h>

#include "games/piranhas/last_round.hpp"
#include "solve.hpp"

using namespace schwarm;

namespace {

struct Weighted {
    static constexpr bool weighted = true;
    static constexpr std::string_view letters = "SMLsml";
};
struct Unweighted {
    static constexpr bool weighted = false;
    static constexpr std::string_view letters = "Ff";
};

// Of a few moves the one that brings most: swarms grow, and games come close.
template <class P>
Move choose(const P& position, SplitMix64& numbers) {
    MoveList list;
    position.legal_moves(list);
    const auto us = static_cast<std::size_t>(index(position.to_move()));
    Move best = list[0];
    int most = INT32_MIN;
    for (int choice = 0; choice < 4; ++choice) {
        const Move move = list[numbers.below(list.size())];
        P next = position;
        next.play(move);
        const auto points = next.points();
        if (points[us] - points[1 - us] <= most) continue;
        most = points[us] - points[1 - us];
        best = move;
    }
    return best;
}

template <class S>
void check_last_rounds(Rules rules) {
    using P = piranhas::Position<S>;
    SplitMix64 numbers(5);
    std::array<int, 3> seen{};
    Move help{};  // of any position before
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        auto position = *P::parse(P::start(seed), rules);
        while (!position.outcome()) {
            if (position.turn() >= P::last_turn - 2) {
                bool open = false;
                const int value = Solver(INT64_MAX).solve(position, 2, -1, 1, open);
                const piranhas::LastRound<S> last(position);
                CAPTURE(position.text());
                CHECK(last.reaches(1, help) == (value >= 1));
                CHECK(last.reaches(0, help) == (value >= 0));
                ++seen[static_cast<std::size_t>(value + 1)];
            }
            position.play(choose(position, numbers));
        }
    }
    for (const int number : seen) CHECK(number > 10);
}

}  // namespace

TEST_CASE("who wins in the last round is what trying everything shows") {
    for (const auto rules : {Rules::Documents, Rules::Official}) {
        check_last_rounds<Weighted>(rules);
        check_last_rounds<Unweighted>(rules);
    }
}
