// How much sooner several threads reach a depth than one.
#include <cmath>
#include <cstdio>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"

namespace training {
namespace {

double seconds_to(AnyHecht& hecht, const AnyBoard& board, const Limits& limits, int threads) {
    hecht.forget();
    hecht.begin(board, limits, 1, threads);
    const auto began = Clock::now();
    while (hecht.deepen()) {}
    return since(began);
}

}  // namespace

int threads(const std::vector<std::string>& words) {
    const Options options(words, {{"network", {}},
                                  {"threads", {"2", "4", "8"}},
                                  {"positions", {"20"}},
                                  {"nodes", {"2000000"}},
                                  {"megabytes", {"64"}}});
    const Game& game = game_named(options.words());
    const auto hecht = make_hecht(game, options.text("network"), static_cast<std::size_t>(options.whole("megabytes")));
    std::vector<double> logarithms(options.all("threads").size());
    int positions = 0;
    for (std::int64_t number = 0; number < options.whole("positions"); ++number) {
        auto numbers = chance(5, static_cast<std::uint64_t>(number));
        const auto board = opening(game, 2, game.last_turn - 20, numbers);
        if (board->outcome()) continue;
        // One thread says how deep: the last depth that it finished.
        seconds_to(*hecht, *board, {.nodes = options.whole("nodes")}, 1);
        const Limits limits{.depth = hecht->depth()};
        const double alone = seconds_to(*hecht, *board, limits, 1);
        for (std::size_t place = 0; place < logarithms.size(); ++place)
            logarithms[place] +=
                std::log(seconds_to(*hecht, *board, limits, static_cast<int>(options.whole("threads", place))) / alone);
        ++positions;
    }
    for (std::size_t place = 0; place < logarithms.size(); ++place)
        std::printf("%s, %s threads: %.3f of the time of one (geometric mean of %d positions)\n", words[0].c_str(),
                    options.all("threads")[place].c_str(), std::exp(logarithms[place] / positions), positions);
    return 0;
}

}  // namespace training
