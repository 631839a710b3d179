// The nodes that searches of given positions take together: the same on every processor, or something in the search is
// left to the compiler. tests/training says what the number has to be, and schwarm/engine/signature.py which positions.
#include <cinttypes>
#include <cstdio>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"

namespace training {

int signature(const std::vector<std::string>& words) {
    const Options options(words, {{"positions", {}}, {"networks", {}}, {"depth", {}}, {"memory", {}}});
    const Game& game = game_named(options.words());
    const int depth = static_cast<int>(options.whole("depth"));
    const auto megabytes = static_cast<std::size_t>(options.whole("memory"));
    for (const auto& network : options.all("networks")) {
        std::int64_t nodes = 0;
        std::ifstream positions(options.text("positions"));
        if (!positions) throw std::runtime_error("There is no file " + options.text("positions") + ".");
        for (std::string text; std::getline(positions, text);) {
            const auto board = make_board(game, text);
            if (board->outcome()) continue;
            // A new one for each: an emulator need not empty memory when `forget` asks for it (MADV_DONTNEED).
            auto hecht = make_hecht(game, network, megabytes);
            hecht->begin(*board, {.depth = depth}, 1, 1);
            while (hecht->deepen()) {}
            nodes += hecht->nodes();
        }
        std::printf("%s %s: %" PRId64 " nodes\n", words[0].c_str(), network.c_str(), nodes);
    }
    return 0;
}

}  // namespace training
