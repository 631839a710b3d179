// Looks for puzzles in games that levels of Hecht play against themselves: positions in which one move is much better
// than all others. `scripts/puzzles` compiles and starts it, and chooses among what it finds. Needs no Python.
//
//   puzzles GAME SEED FIRST MINUTES THREADS
//
// Games are numbered, and what a game and its finds are depends on the seed and its number alone. A line for each
// find: game, turn, scores of the best and of the second move, depth from which on the best is seen, how many moves
// look better at first glance, the position, the codes of the best line; tabs between them. A line with the number
// alone says that a game is done.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "../engine.hpp"
#include "../level.hpp"
#include "../registry.hpp"

using namespace schwarm;

namespace {

constexpr std::int64_t glance = 6'000, look = 60'000, proof = 500'000;  // nodes
constexpr std::int64_t move_nodes = 4'000;
constexpr double least_gap = 0.3;
constexpr int first_turn = 4, weakest = 2, strongest = 7;

// The winning chance behind a score, as schwarm.engine.analysis has it.
double chance(int score) {
    if (std::abs(score) >= decided) return score > 0 ? 1 : 0;
    return 1 / (1 + std::exp(-score / 100.0));
}

// Two lines within so many nodes, the better first; nothing if they are close to each other.
std::optional<std::pair<Finding, Finding>> one_good_move(AnyHecht& hecht, const AnyBoard& board, std::int64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    hecht.forget();
    hecht.begin(board, limits, 2, 1);
    while (hecht.deepen()) {}
    const auto& found = hecht.findings();
    if (found.size() < 2) return {};
    const bool swapped = found[1].score > found[0].score;
    const Finding &best = found[swapped], &second = found[!swapped];
    if (chance(best.score) - chance(second.score) < least_gap) return {};
    return std::pair{best, second};
}

// The depth from which on the search plays a move; 99 if it never does.
int seen_from(AnyHecht& hecht, const AnyBoard& board, Move move) {
    Limits limits;
    limits.nodes = look;
    hecht.forget();
    hecht.begin(board, limits, 1, 1);
    int seen = 99;
    for (bool deeper = true; deeper;) {
        deeper = hecht.deepen();
        if (hecht.findings().empty()) return 99;
        seen = hecht.findings().front().move == move ? std::min(seen, std::max(hecht.depth(), 1)) : 99;
    }
    return seen;
}

// How many moves look better than this one at first glance.
int better_at_first_glance(AnyHecht& hecht, const AnyBoard& board, Move move) {
    Limits limits;
    limits.depth = 1;
    hecht.forget();
    hecht.begin(board, limits, board.count(), 1);
    while (hecht.deepen()) {}
    const auto& found = hecht.findings();
    const auto own = std::ranges::find(found, move, &Finding::move);
    if (own == found.end()) return static_cast<int>(found.size());
    return static_cast<int>(
        std::ranges::count_if(found, [&](const Finding& other) { return other.score > own->score; }));
}

// One game and its finds, as text.
class Hunter {
  public:
    explicit Hunter(const Game& game) : game_(game), small_(game.hecht(1)), large_(game.hecht(16)) {}

    std::string hunt(std::uint64_t seed, std::int64_t number) {
        SplitMix64 numbers(mixed(seed) + static_cast<std::uint64_t>(number));
        const auto board = game_.board(game_.start(numbers.next() >> 1), Rules::Documents);
        const int levels_of[2] = {drawn(numbers), drawn(numbers)};
        std::string told;
        Limits limits;
        limits.nodes = move_nodes;
        while (!board->outcome()) {
            if (board->turn() >= first_turn) told += tell(*board, number);
            const auto& level = levels[static_cast<std::size_t>(levels_of[board->turn() % 2] - 1)];
            const auto chosen = choose(*small_, *board, level, limits, numbers.next());
            if (!chosen) break;
            board->push(chosen->move);
        }
        return told + std::to_string(number) + "\n";
    }

  private:
    static int drawn(SplitMix64& numbers) { return weakest + numbers.below(strongest - weakest + 1); }

    std::string tell(const AnyBoard& board, std::int64_t number) {
        std::optional<std::pair<Finding, Finding>> found;
        for (const std::int64_t nodes : {glance, look, proof}) {
            const auto deeper = one_good_move(nodes == glance ? *small_ : *large_, board, nodes);
            if (!deeper || (found && deeper->first.move != found->first.move)) return {};
            found = deeper;
        }
        const auto& [best, second] = *found;
        std::string told = std::to_string(number);
        for (const int fact : {board.turn(), best.score, second.score, seen_from(*large_, board, best.move),
                               better_at_first_glance(*small_, board, best.move)})
            told += "\t" + std::to_string(fact);
        told += "\t" + board.text() + "\t";
        for (int place = 0; place < best.line.length; ++place)
            told += (place ? " " : "") + std::to_string(best.line.moves[static_cast<std::size_t>(place)].code());
        return told + "\n";
    }

    const Game& game_;
    std::unique_ptr<AnyHecht> small_, large_;
};

}  // namespace

int main(int count, char** given) {
    const Game* const game = count == 6 ? find_game(given[1]) : nullptr;
    if (game == nullptr) {
        std::fputs("puzzles GAME SEED FIRST MINUTES THREADS\n", stderr);
        return 2;
    }
    const auto seed = std::strtoull(given[2], nullptr, 10);
    std::atomic<std::int64_t> next{std::strtoll(given[3], nullptr, 10)};
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(60 * std::atof(given[4]));
    std::mutex writing;
    on_threads(std::clamp(std::atoi(given[5]), 1, max_threads), [&](int) {
        Hunter hunter(*game);
        while (std::chrono::steady_clock::now() < end) {
            const auto told = hunter.hunt(seed, next.fetch_add(1));
            const std::scoped_lock lock(writing);
            std::fputs(told.c_str(), stdout);
            std::fflush(stdout);
        }
    });
}
