// How much sooner several threads reach a depth than one, how many more positions they search for it, and how much of
// the difference is the machine's: as many searches that share nothing slow each other down, too.
#include "threads.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"

namespace training {
namespace {

struct Effort {
    double seconds, nodes;
};

Effort effort_to(AnyHecht& hecht, const AnyBoard& board, const Limits& limits, int threads) {
    hecht.forget();
    hecht.begin(board, limits, 1, threads);
    const auto began = Clock::now();
    while (hecht.deepen()) {}
    return {since(began), static_cast<double>(hecht.nodes())};
}

// What one search takes beside others that do the same, each for itself.
double seconds_beside(const std::vector<std::unique_ptr<AnyHecht>>& hechts, const AnyBoard& board, const Limits& limits,
                      int number) {
    std::vector<double> seconds(static_cast<std::size_t>(number));
    on_threads(number, [&](int each) {
        const auto place = static_cast<std::size_t>(each);
        seconds[place] = effort_to(*hechts[place], board, limits, 1).seconds;
    });
    return std::accumulate(seconds.begin(), seconds.end(), 0.0) / number;
}

// A geometric mean with its 95 % interval.
class Mean {
  public:
    void add(double factor) {
        const double logarithm = std::log(factor);
        ++number_;
        sum_ += logarithm;
        squares_ += logarithm * logarithm;
    }
    double middle() const { return std::exp(sum_ / number_); }
    // By what to multiply and divide it for its bounds.
    double spread() const {
        const double variance = std::max(0.0, squares_ / number_ - sum_ / number_ * sum_ / number_);
        return std::exp(1.96 * std::sqrt(variance / std::max(1, number_ - 1)));
    }

  private:
    int number_ = 0;
    double sum_ = 0, squares_ = 0;
};

struct Row {
    int threads;
    Mean time, nodes, beside;
};

}  // namespace

int threads(const std::vector<std::string>& words) {
    const Options options(words, {{"network", {}},
                                  {"threads", {"2", "4", "8"}},
                                  {"positions", {"20"}},
                                  {"nodes", {"2000000"}},
                                  {"megabytes", {"64"}}});
    const Game& game = game_named(options.words());
    std::vector<Row> rows;
    std::vector<std::unique_ptr<AnyHecht>> hechts;
    for (std::size_t place = 0; place < options.all("threads").size(); ++place) {
        const auto number = static_cast<int>(std::clamp<std::int64_t>(options.whole("threads", place), 1, max_threads));
        rows.push_back({number, {}, {}, {}});
        while (hechts.size() < static_cast<std::size_t>(number))
            hechts.push_back(
                make_hecht(game, options.text("network"), static_cast<std::size_t>(options.whole("megabytes"))));
    }
    auto& hecht = *hechts.front();
    int positions = 0;
    for (std::int64_t number = 0; number < options.whole("positions"); ++number) {
        auto numbers = chance(5, static_cast<std::uint64_t>(number));
        const auto board = opening(game, 2, game.last_turn - 20, numbers);
        if (board->outcome()) continue;
        // One thread says how deep: the last depth that it finished.
        effort_to(hecht, *board, {.nodes = options.whole("nodes")}, 1);
        const Limits limits{.depth = hecht.depth()};
        const auto alone = effort_to(hecht, *board, limits, 1);
        for (auto& row : rows) {
            const auto together = effort_to(hecht, *board, limits, row.threads);
            row.time.add(together.seconds / alone.seconds);
            row.nodes.add(together.nodes / alone.nodes);
            row.beside.add(seconds_beside(hechts, *board, limits, row.threads) / alone.seconds);
        }
        ++positions;
    }
    for (const auto& [number, time, nodes, beside] : rows)
        std::printf(
            "%s, %d threads: %.3f of the time of one (%.3f to %.3f, %d positions), %.2f times the nodes; "
            "as many searches beside each other: %.2f times as long as one\n",
            words[0].c_str(), number, time.middle(), time.middle() / time.spread(), time.middle() * time.spread(),
            positions, nodes.middle(), beside.middle());
    return 0;
}

}  // namespace training
