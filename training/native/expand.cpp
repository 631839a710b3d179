// Games as positions that network.py reads: quiet ones, each once.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unordered_set>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"

namespace training {
namespace {

constexpr int stormy = 200;  // where search and first glance differ by more, something is being settled right now

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

Row row_of(AnyHecht& hecht, const AnyBoard& board, Ply ply, const PlayedGame& played) {
    Row row{};
    row.inputs.fill(none);
    const auto on = hecht.inputs(board);
    if (on.size() > Row::most) throw std::runtime_error("Too many inputs.");
    for (std::size_t place = 0; place < on.size(); ++place) row.inputs[place] = static_cast<std::uint16_t>(on[place]);
    row.counted = static_cast<std::int16_t>(hecht.evaluate(board));
    row.score = ply.score;
    row.turn = static_cast<std::uint8_t>(board.turn());
    row.result = static_cast<std::int8_t>(played.winner < 0 ? 0 : played.winner == board.turn() % 2 ? 1 : -1);
    row.game = played.number;
    return row;
}

}  // namespace

int expand(const std::vector<std::string>& words) {
    const Options options(words, {{"games", {}}, {"out", {}}, {"network", {"-"}}});
    const Game& game = game_named(options.words());
    std::ofstream out(options.text("out"), std::ios::binary);
    if (!out) throw std::runtime_error(options.text("out") + " cannot be written.");
    // What is counted alone, and what is seen at first glance.
    const auto counting = make_hecht(game, "-", 1), glancing = make_hecht(game, options.text("network"), 1);
    std::unordered_set<std::uint64_t> seen;
    std::int64_t games = 0, rows = 0;
    for (const auto& name : options.all("games")) {
        std::ifstream in(name, std::ios::binary);
        std::string line, kind, id, word;
        std::uint64_t seed = 0;
        int thin = 0;
        std::getline(in, line);
        std::istringstream head(line);
        head >> kind >> id >> word >> seed >> word >> thin;
        if (kind != "games" || id != game.id)
            throw std::runtime_error(name + " has no games of " + std::string(game.id));
        for (PlayedGame played; read(in, played); ++games) {
            auto numbers = chance(seed, played.number);
            auto board = first_board(game, thin, numbers);
            for (const auto ply : played.plies) {
                if (ply.score != no_score && std::abs(ply.score) < decided &&
                    std::abs(ply.score - glancing->evaluate(*board)) < stormy && seen.insert(board->hash()).second) {
                    const Row row = row_of(*counting, *board, ply, played);
                    out.write(reinterpret_cast<const char*>(&row), sizeof row);
                    ++rows;
                }
                board->push(Move::from_code(ply.code));
            }
        }
    }
    std::printf("%s: %lld positions of %lld games\n", words[0].c_str(), static_cast<long long>(rows),
                static_cast<long long>(games));
    return 0;
}

}  // namespace training
