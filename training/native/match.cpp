// One network against another, or against the counted features: pairs of games from the same opening, colours swapped.
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <sstream>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"
#include "threads.hpp"

namespace training {
namespace {

// What both did in a pair of games: the first one's half points in each, and what thinking took.
struct Pair {
    int number = 0;
    std::array<int, 2> points{};
    std::array<std::int64_t, 2> nodes{}, microseconds{};

    std::string line() const {
        std::ostringstream out;
        out << number << ' ' << points[0] << ' ' << points[1];
        for (std::size_t who = 0; who < 2; ++who) out << ' ' << nodes[who] << ' ' << microseconds[who];
        return out.str();
    }
    static Pair read(const std::string& line) {
        Pair pair;
        std::istringstream in(line);
        in >> pair.number >> pair.points[0] >> pair.points[1];
        for (std::size_t who = 0; who < 2; ++who) in >> pair.nodes[who] >> pair.microseconds[who];
        return pair;
    }
};

// All pairs so far, and what they say.
class Standing {
  public:
    void add(const Pair& pair) {
        for (const int points : pair.points) ++results_[static_cast<std::size_t>(2 - points)];
        const double score = (pair.points[0] + pair.points[1]) / 4.0;
        ++pairs_;
        sum_ += score;
        squares_ += score * score;
        for (std::size_t who = 0; who < 2; ++who) {
            nodes_[who] += static_cast<double>(pair.nodes[who]);
            microseconds_[who] += static_cast<double>(pair.microseconds[who]);
        }
    }
    int pairs() const { return pairs_; }

    // The logarithm of how much likelier `high` Elo is than `low`.
    double likelihood(double low, double high) const {
        const double one = score(low), two = score(high);
        return pairs_ * (two - one) * (2 * mean() - one - two) / (2 * variance());
    }

    std::string text() const {
        const double error = 1.96 * std::sqrt(variance() / pairs_);
        char text[200];
        std::snprintf(text, sizeof text,
                      "%d games: %d won, %d drawn, %d lost; Elo %+.0f (%+.0f to %+.0f); million positions a second "
                      "%.2f and %.2f",
                      2 * pairs_, results_[0], results_[1], results_[2], elo(mean()), elo(mean() - error),
                      elo(mean() + error), nodes_[0] / microseconds_[0], nodes_[1] / microseconds_[1]);
        return text;
    }

  private:
    double mean() const { return sum_ / pairs_; }
    // Not nothing, even if all pairs ended alike so far.
    double variance() const { return std::max(squares_ / pairs_ - mean() * mean(), 0.25 / (pairs_ + 1)); }
    static double elo(double score) { return 400 * std::log10(std::max(score, 1e-3) / std::max(1 - score, 1e-3)); }
    static double score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

    int pairs_ = 0;
    double sum_ = 0, squares_ = 0;
    std::array<int, 3> results_{};
    std::array<double, 2> nodes_{}, microseconds_{};
};

Pair play_pair(const Game& game, const std::array<std::unique_ptr<AnyHecht>, 2>& players, const Limits& limits,
               int number, std::uint64_t seed) {
    Pair pair;
    pair.number = number;
    for (std::size_t swapped = 0; swapped < 2; ++swapped) {
        auto numbers = chance(seed, static_cast<std::uint64_t>(number));
        auto board = opening(game, 2, 5, numbers);
        for (const auto& player : players) player->forget();
        while (!board->outcome()) {
            const auto who = (static_cast<std::size_t>(board->turn()) + swapped) % 2;
            const auto began = Clock::now();
            players[who]->begin(*board, limits, 1, 1);
            while (players[who]->deepen()) {}
            pair.nodes[who] += players[who]->nodes();
            pair.microseconds[who] += static_cast<std::int64_t>(1e6 * since(began));
            board->push(players[who]->findings()[0].move);
        }
        const auto winner = board->outcome()->winner;
        pair.points[swapped] = !winner ? 1 : static_cast<std::size_t>(index(*winner)) == swapped ? 2 : 0;
    }
    return pair;
}

}  // namespace

int match(const std::vector<std::string>& words) {
    const Options options(words, {{"networks", {}},
                                  {"out", {}},
                                  {"minutes", {}},
                                  {"seconds", {"0.1"}},
                                  {"nodes", {"0"}},
                                  {"games", {"1000"}},
                                  {"test", {"0", "0"}},
                                  {"threads", {"0"}},
                                  {"seed", {"7"}}});
    const Game& game = game_named(options.words());
    const auto& networks = options.all("networks");
    if (networks.size() != 2) throw std::runtime_error("--networks takes two files; \"-\" is no network.");
    Limits limits;
    if (options.whole("nodes") > 0)
        limits.nodes = options.whole("nodes");
    else
        limits.seconds = options.number("seconds");
    const int pairs = static_cast<int>(options.whole("games") / 2);
    const double low = options.number("test", 0), high = options.number("test", 1);

    std::ostringstream head;
    head << "match " << game.id << " seed " << options.text("seed") << " nodes " << options.text("nodes") << " seconds "
         << options.text("seconds") << ' ' << mark(networks[0]) << ' ' << mark(networks[1]);
    Standing standing;
    std::vector<bool> there(static_cast<std::size_t>(pairs));
    auto out = go_on_with_lines(options.text("out"), head.str(), [&](const std::string& line) {
        const auto pair = Pair::read(line);
        if (pair.number >= pairs) return;
        there[static_cast<std::size_t>(pair.number)] = true;
        standing.add(pair);
    });
    // Wrong once in twenty times, either way.
    const auto settled = [&] { return high > low && std::abs(standing.likelihood(low, high)) > std::log(19.0); };
    const auto began = Clock::now();
    std::atomic<int> next{0};
    std::atomic<bool> over{standing.pairs() > 0 && settled()};
    std::mutex writing;
    on_threads(options.threads(), [&](int) {
        const std::array<std::unique_ptr<AnyHecht>, 2> players{make_hecht(game, networks[0], 16),
                                                               make_hecht(game, networks[1], 16)};
        for (int number; !over && since(began) < 60 * options.number("minutes") && (number = next++) < pairs;) {
            if (there[static_cast<std::size_t>(number)]) continue;
            const auto pair = play_pair(game, players, limits, number, options.seed());
            const std::lock_guard lock(writing);
            out << pair.line() << '\n' << std::flush;
            standing.add(pair);
            if (settled()) over = true;
        }
    });
    if (standing.pairs() == 0) throw std::runtime_error("No game was played.");
    std::printf("%s, %s: %s\n", words[0].c_str(),
                options.whole("nodes") > 0 ? (options.text("nodes") + " positions a move").c_str()
                                           : (options.text("seconds") + " s a move").c_str(),
                standing.text().c_str());
    if (high > low)
        std::printf("%+.0f Elo rather than %+.0f: %s\n", high, low,
                    !settled()                           ? "not settled"
                    : standing.likelihood(low, high) > 0 ? "yes"
                                                         : "no");
    return 0;
}

}  // namespace training
