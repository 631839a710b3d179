// Makes games for training and plays networks against each other, on all cores and without Python.
//
//   training play   GAME STARTS OUT NODES SECONDS THREADS SEED NETWORK [NETWORK…]
//   training expand GAME IN OUT
//   training speed  GAME STARTS NODES NETWORK
//   training match  GAME STARTS SECONDS_PER_MOVE GAMES THREADS SEED NETWORK NETWORK
//
// STARTS is a file with a position in each line. A network is a file, or "-" for the counted features alone.
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <mutex>

#include "../../native/threads.hpp"
#include "games.hpp"

namespace training {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr int stormy = 200;  // where search and first glance differ by more, something is being settled right now

// -- play -------------------------------------------------------------------------------------------------------------

// Two players at random out of those named; at times one of them takes the second-best move, if it is nearly as good.
PlayedGame play_game(const Game& game, const std::string& start, std::array<AnyHecht*, 2> players, std::int64_t nodes,
                     SplitMix64& numbers) {
    PlayedGame played;
    played.start = start;
    auto board = opening(game, start, 2 + numbers.below(8), numbers, &played.plies);
    const bool wavering = numbers.below(4) == 0;
    for (;;) {
        const auto outcome = board->outcome();
        if (outcome) {
            played.winner = outcome->winner ? static_cast<std::int8_t>(index(*outcome->winner)) : std::int8_t{-1};
            return played;
        }
        auto& hecht = *players[static_cast<std::size_t>(board->turn() % 2)];
        const int lines = wavering && numbers.below(4) == 0 ? 2 : 1;
        hecht.begin(*board, {99, nodes / 2 + numbers.below(static_cast<int>(nodes)), 60.0}, lines, 1);
        while (hecht.deepen()) {}
        const auto& found = hecht.findings();
        const auto& chosen = found.size() > 1 && found[1].score > found[0].score - 40 ? found[1] : found[0];
        played.plies.push_back({chosen.move.code(), static_cast<std::int16_t>(chosen.score)});
        board->push(chosen.move);
    }
}

int play(const std::vector<std::string>& words) {
    const Game& game = game_named(words[0]);
    const auto starts = read_lines(words[1]);
    std::ofstream out(words[2], std::ios::binary);
    const std::int64_t nodes = std::stoll(words[3]);
    const double seconds = std::stod(words[4]);
    const int threads = std::stoi(words[5]);
    const auto seed = static_cast<std::uint64_t>(std::stoull(words[6]));
    const std::vector<std::string> networks(words.begin() + 7, words.end());
    const auto began = Clock::now();
    std::atomic<std::uint64_t> next{0};
    std::atomic<std::int64_t> plies{0}, games{0};
    std::mutex writing;
    on_threads(threads, [&](int) {
        std::vector<std::array<std::unique_ptr<AnyHecht>, 2>> hechts;
        for (const auto& network : networks)
            hechts.push_back({make_hecht(game, network, 4), make_hecht(game, network, 4)});
        while (since(began) < seconds) {
            const auto number = next++;
            SplitMix64 numbers(mixed(seed * 1'000'000'007ULL + number));
            std::array<AnyHecht*, 2> players{};
            for (std::size_t side = 0; side < 2; ++side) {
                players[side] =
                    hechts[static_cast<std::size_t>(numbers.below(static_cast<int>(hechts.size())))][side].get();
                players[side]->forget();
            }
            const auto& start = starts[static_cast<std::size_t>(numbers.below(static_cast<int>(starts.size())))];
            const auto played = play_game(game, start, players, nodes, numbers);
            const std::lock_guard lock(writing);
            write(out, played);
            plies += static_cast<std::int64_t>(played.plies.size());
            ++games;
        }
    });
    std::printf("%s: %lld games, %lld moves in %.0f s\n", words[0].c_str(), static_cast<long long>(games),
                static_cast<long long>(plies), since(began));
    return 0;
}

// -- expand -----------------------------------------------------------------------------------------------------------

// A position as training reads it; everything for the side to move.
struct Row {
    static constexpr std::size_t most = 44;
    std::array<std::uint16_t, most> inputs;  // as Red sees it; the rest are `none`
    std::int16_t counted, score;
    std::uint8_t turn;
    std::int8_t result;  // 1, 0, -1
    std::uint32_t game;
};
static_assert(sizeof(Row) == 100);
constexpr std::uint16_t none = 0xFFFF;

int expand(const std::vector<std::string>& words) {
    const Game& game = game_named(words[0]);
    std::ifstream in(words[1], std::ios::binary);
    std::ofstream out(words[2], std::ios::binary);
    auto hecht = make_hecht(game, "-", 1);
    PlayedGame played;
    std::int64_t rows = 0;
    for (std::uint32_t number = 0; read(in, played); ++number) {
        auto board = make_board(game, played.start);
        for (const auto ply : played.plies) {
            const int counted = hecht->evaluate(*board);
            if (ply.score != no_score && std::abs(ply.score) < decided && std::abs(ply.score - counted) < stormy) {
                Row row{};
                row.inputs.fill(none);
                const auto on = hecht->inputs(*board);
                if (on.size() > Row::most) throw std::runtime_error("Too many inputs.");
                for (std::size_t place = 0; place < on.size(); ++place)
                    row.inputs[place] = static_cast<std::uint16_t>(on[place]);
                row.counted = static_cast<std::int16_t>(counted);
                row.score = ply.score;
                row.turn = static_cast<std::uint8_t>(board->turn());
                row.result = static_cast<std::int8_t>(played.winner < 0                    ? 0
                                                      : played.winner == board->turn() % 2 ? 1
                                                                                           : -1);
                row.game = number;
                out.write(reinterpret_cast<const char*>(&row), sizeof row);
                ++rows;
            }
            board->push(Move::from_code(ply.code));
        }
    }
    std::printf("%s: %lld positions\n", words[0].c_str(), static_cast<long long>(rows));
    return 0;
}

// -- match ------------------------------------------------------------------------------------------------------------

// Pairs of games from the same opening, colours swapped; the first network's points, and what they say in Elo.
int match(const std::vector<std::string>& words) {
    const Game& game = game_named(words[0]);
    const auto starts = read_lines(words[1]);
    const double seconds = std::stod(words[2]);
    const int pairs = std::stoi(words[3]) / 2, threads = std::stoi(words[4]);
    const auto seed = static_cast<std::uint64_t>(std::stoull(words[5]));
    std::atomic<int> next{0};
    std::array<std::atomic<int>, 5> by_points{};
    std::array<std::atomic<int>, 3> results{};
    std::array<std::atomic<std::int64_t>, 2> nodes{};
    std::array<std::atomic<std::int64_t>, 2> microseconds{};
    on_threads(threads, [&](int) {
        std::array<std::unique_ptr<AnyHecht>, 2> players{make_hecht(game, words[6], 16),
                                                         make_hecht(game, words[7], 16)};
        for (int pair; (pair = next++) < pairs;) {
            int points = 0;
            for (std::size_t swapped = 0; swapped < 2; ++swapped) {
                SplitMix64 numbers(mixed(seed * 1'000'000'007ULL + static_cast<std::uint64_t>(pair)));
                const auto& start = starts[static_cast<std::size_t>(numbers.below(static_cast<int>(starts.size())))];
                auto board = opening(game, start, 2 + numbers.below(5), numbers);
                for (auto& player : players) player->forget();
                while (!board->outcome()) {
                    const auto who = (static_cast<std::size_t>(board->turn()) + swapped) % 2;
                    const auto began = Clock::now();
                    players[who]->begin(*board, {99, INT64_MAX, seconds}, 1, 1);
                    while (players[who]->deepen()) {}
                    nodes[who] += players[who]->nodes();
                    microseconds[who] += static_cast<std::int64_t>(1e6 * since(began));
                    board->push(players[who]->findings()[0].move);
                }
                const auto winner = board->outcome()->winner;
                const int first = !winner ? 1 : static_cast<std::size_t>(index(*winner)) == swapped ? 2 : 0;
                ++results[static_cast<std::size_t>(2 - first)];
                points += first;
            }
            ++by_points[static_cast<std::size_t>(points)];
        }
    });
    double mean = 0, square = 0;
    for (std::size_t points = 0; points < 5; ++points) {
        mean += 0.25 * static_cast<double>(points) * by_points[points] / pairs;
        square += 0.0625 * static_cast<double>(points * points) * by_points[points] / pairs;
    }
    const double error = 1.96 * std::sqrt(std::max(square - mean * mean, 1e-9) / pairs);
    const auto elo = [](double score) { return 400 * std::log10(std::max(score, 1e-3) / std::max(1 - score, 1e-3)); };
    std::printf("%s %gs: %d won, %d drawn, %d lost; Elo %+.0f (%+.0f to %+.0f); positions/s %.2fM and %.2fM\n",
                words[0].c_str(), seconds, results[0].load(), results[1].load(), results[2].load(), elo(mean),
                elo(mean - error), elo(mean + error),
                static_cast<double>(nodes[0]) / static_cast<double>(microseconds[0]),
                static_cast<double>(nodes[1]) / static_cast<double>(microseconds[1]));
    return 0;
}

// -- speed ------------------------------------------------------------------------------------------------------------

// Positions a second of this thread's own time, whatever else the machine does.
int speed(const std::vector<std::string>& words) {
    const Game& game = game_named(words[0]);
    const auto starts = read_lines(words[1]);
    auto hecht = make_hecht(game, words[3], 16);
    std::int64_t nodes = 0;
    const auto began = std::clock();
    for (std::size_t number = 0; number < 10; ++number) {
        SplitMix64 numbers(number);
        auto board = opening(game, starts[number * starts.size() / 10], 2 + 3 * static_cast<int>(number), numbers);
        if (board->outcome()) continue;
        hecht->begin(*board, {99, std::stoll(words[2]), 600.0}, 1, 1);
        while (hecht->deepen()) {}
        nodes += hecht->nodes();
    }
    std::printf("%s: %.3f million positions a second\n", words[0].c_str(),
                static_cast<double>(nodes) / (static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC) / 1e6);
    return 0;
}

}  // namespace
}  // namespace training

int main(int count, char** words) {
    const std::vector<std::string> all(words + 1, words + count);
    try {
        if (all.size() >= 9 && all[0] == "play") return training::play({all.begin() + 1, all.end()});
        if (all.size() == 4 && all[0] == "expand") return training::expand({all.begin() + 1, all.end()});
        if (all.size() == 5 && all[0] == "speed") return training::speed({all.begin() + 1, all.end()});
        if (all.size() == 9 && all[0] == "match") return training::match({all.begin() + 1, all.end()});
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    std::cerr << "Say play, expand or match; see the head of training/native/main.cpp.\n";
    return 2;
}
