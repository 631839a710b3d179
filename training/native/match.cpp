// One network against another, or against the counted features: pairs of games from the same opening, colours swapped.
// Only plays: training/report.py reads the pairs and says what they mean.
#include <array>
#include <atomic>
#include <iostream>
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

    std::ostringstream head;
    head << "match " << game.id << " seed " << options.text("seed") << " nodes " << options.text("nodes") << " seconds "
         << options.text("seconds") << ' ' << mark(networks[0]) << ' ' << mark(networks[1]);
    std::cout << head.str() << std::endl;
    std::vector<bool> there(static_cast<std::size_t>(pairs));
    auto out = go_on_with_lines(options.text("out"), head.str(), [&](const std::string& line) {
        const int number = std::stoi(line);
        if (number >= pairs) return;
        there[static_cast<std::size_t>(number)] = true;
        std::cout << line << std::endl;
    });
    const auto began = Clock::now();
    std::atomic<int> next{0};
    std::mutex writing;
    on_threads(options.threads(), [&](int) {
        const std::array<std::unique_ptr<AnyHecht>, 2> players{make_hecht(game, networks[0], 16),
                                                               make_hecht(game, networks[1], 16)};
        for (int number; since(began) < 60 * options.number("minutes") && (number = next++) < pairs;) {
            if (there[static_cast<std::size_t>(number)]) continue;
            const auto pair = play_pair(game, players, limits, number, options.seed());
            const std::lock_guard lock(writing);
            out << pair.line() << '\n' << std::flush;
            // A reader that has seen enough closes the pipe, and that ends the program.
            std::cout << pair.line() << std::endl;
        }
    });
    return 0;
}

}  // namespace training
