// Whether winning chances are honest: of the moves that were said to win in 70 of 100 games, how many did?
#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"

namespace training {
namespace {

constexpr std::size_t groups = 10;

// All moves whose chance was said to lie within the same ten percent.
struct Group {
    double said = 0, points = 0, loss = 0;
    std::int64_t moves = 0;

    void add(double chance, double result) {
        said += chance;
        points += result;
        loss -= result * std::log(chance) + (1 - result) * std::log(1 - chance);
        ++moves;
    }
};

}  // namespace

int reliability(const std::vector<std::string>& words) {
    const Options options(words, {{"games", {}}, {"out", {}}});
    const Game& game = game_named(options.words());
    std::array<Group, groups> all{};
    std::int64_t games = 0, moves = 0;
    double loss = 0;
    for (const auto& name : options.all("games")) {
        std::ifstream in(name, std::ios::binary);
        std::string line;
        std::getline(in, line);
        if (!line.starts_with("games " + std::string(game.id) + " "))
            throw std::runtime_error(name + " has no games of " + std::string(game.id) + ".");
        for (PlayedGame played; read(in, played); ++games) {
            for (std::size_t turn = 0; turn < played.plies.size(); ++turn) {
                const int score = played.plies[turn].score;
                // What is proven needs no chance.
                if (score == no_score || std::abs(score) >= decided) continue;
                const double chance = 1 / (1 + std::exp(-score / 100.0));
                const double result = played.winner < 0                                     ? 0.5
                                      : static_cast<std::size_t>(played.winner) == turn % 2 ? 1
                                                                                            : 0;
                all[std::min(static_cast<std::size_t>(chance * groups), groups - 1)].add(chance, result);
            }
        }
    }
    std::ofstream out(options.text("out"));
    for (const auto& group : all) {
        moves += group.moves;
        loss += group.loss;
    }
    if (moves == 0) throw std::runtime_error("There is no move to judge.");
    out << "{\"game\": \"" << game.id << "\", \"games\": " << games << ", \"moves\": " << moves
        << ", \"loss\": " << loss / static_cast<double>(moves) << ", \"groups\": [";
    const char* between = "";
    for (const auto& group : all) {
        if (group.moves == 0) continue;
        const auto number = static_cast<double>(group.moves);
        out << between << "\n {\"said\": " << group.said / number << ", \"won\": " << group.points / number
            << ", \"moves\": " << group.moves << '}';
        between = ",";
    }
    out << "\n]}\n";
    if (!out) throw std::runtime_error(options.text("out") + " cannot be written.");
    std::printf("%s: %lld moves of %lld games, log loss %.4f\n", words[0].c_str(), static_cast<long long>(moves),
                static_cast<long long>(games), loss / static_cast<double>(moves));
    return 0;
}

}  // namespace training
