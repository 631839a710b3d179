// Any text as a position: read or refused, and what was read is written and read again as the same. For libFuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "registry.hpp"

namespace {

void must(bool held) {
    if (!held) std::abort();
}

void play_on(schwarm::AnyBoard& board, const std::uint8_t* choices, std::size_t count) {
    for (std::size_t place = 0; place < count && !board.outcome(); ++place) {
        schwarm::MoveList moves;
        board.legal_moves(moves);
        if (moves.size() == 0) return;
        board.push(moves[choices[place] % moves.size()]);
        must(board.hash() == board.recomputed_hash());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const auto& games = schwarm::all_games();
    const schwarm::Game& game = games[data[0] % games.size()];
    const auto rules = data[0] & 0x80 ? schwarm::Rules::Official : schwarm::Rules::Documents;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto board = game.board(text, rules);
    if (!board) return 0;
    const auto again = game.board(board->text(), rules);
    must(again != nullptr && again->same(*board) && again->text() == board->text());
    must(board->hash() == board->recomputed_hash());
    play_on(*again, data, size);
    return 0;
}
