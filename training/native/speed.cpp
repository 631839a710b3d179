// How fast Hecht is with a network and without, in this thread's own time, whatever else the machine does.
#include <cstdio>
#include <ctime>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"

namespace training {

int speed(const std::vector<std::string>& words) {
    const Options options(words, {{"networks", {}}, {"nodes", {"300000"}}});
    const Game& game = game_named(options.words());
    for (const auto& network : options.all("networks")) {
        auto hecht = make_hecht(game, network, 16);
        std::int64_t nodes = 0;
        const auto began = std::clock();
        for (int number = 0; number < 10; ++number) {
            auto numbers = chance(1, static_cast<std::uint64_t>(number));
            const auto board = opening(game, 2 + 3 * number, 1, numbers);
            if (board->outcome()) continue;
            hecht->begin(*board, {.nodes = options.whole("nodes")}, 1, 1);
            while (hecht->deepen()) {}
            nodes += hecht->nodes();
        }
        const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%s %s: %.3f million positions a second\n", words[0].c_str(), network.c_str(),
                    static_cast<double>(nodes) / seconds / 1e6);
    }
    return 0;
}

}  // namespace training
