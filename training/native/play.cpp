// Games of Hecht against itself, or against others of its kind.
#include "commands.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>

#include "games.hpp"
#include "options.hpp"
#include "threads.hpp"

namespace training {
namespace {

constexpr int nearly = 40;  // a second-best move that is at most so much worse is played at times

struct Players {
    std::vector<std::array<std::unique_ptr<AnyHecht>, 2>> all;  // each for Red and for Blue

    Players(const Game& game, const std::vector<std::string>& networks) {
        for (const auto& network : networks)
            all.push_back({make_hecht(game, network, 4), make_hecht(game, network, 4)});
    }
};

// Two players at random out of those named; at times one of them takes the second-best move, if it is nearly as good.
PlayedGame play_game(const Game& game, Players& players, std::int64_t nodes, int thin, std::uint32_t number,
                     SplitMix64 numbers) {
    PlayedGame played;
    played.number = number;
    auto board = opening(game, 2, 8, numbers, &played.plies, thin);
    std::array<AnyHecht*, 2> sides{};
    for (std::size_t side = 0; side < 2; ++side) {
        sides[side] =
            players.all[static_cast<std::size_t>(numbers.below(static_cast<int>(players.all.size())))][side].get();
        sides[side]->forget();
    }
    const bool wavering = numbers.below(4) == 0;
    for (;;) {
        if (const auto outcome = board->outcome()) {
            if (outcome->winner) played.winner = static_cast<std::int8_t>(index(*outcome->winner));
            return played;
        }
        auto& hecht = *sides[static_cast<std::size_t>(board->turn() % 2)];
        const int lines = wavering && numbers.below(4) == 0 ? 2 : 1;
        hecht.begin(*board, {.nodes = nodes / 2 + numbers.below(static_cast<int>(nodes))}, lines, 1);
        while (hecht.deepen()) {}
        const auto& found = hecht.findings();
        const auto& chosen = found.size() > 1 && found[1].score > found[0].score - nearly ? found[1] : found[0];
        played.plies.push_back({chosen.move.code(), static_cast<std::int16_t>(chosen.score)});
        board->push(chosen.move);
    }
}

}  // namespace

int play(const std::vector<std::string>& words) {
    const Options options(words, {{"out", {}},
                                  {"minutes", {}},
                                  {"nodes", {"800"}},
                                  {"networks", {"-"}},
                                  {"thin-every", {"0"}},
                                  {"games", {"4000000000"}},
                                  {"threads", {"0"}},
                                  {"seed", {"1"}}});
    const Game& game = game_named(options.words());
    const auto nodes = options.whole("nodes");
    const auto most = static_cast<std::uint64_t>(options.whole("games"));
    const auto thin = static_cast<int>(options.whole("thin-every"));
    std::string head = "games " + std::string(game.id) + " seed " + options.text("seed") + " thin " +
                       options.text("thin-every") + " nodes " + options.text("nodes");
    for (const auto& network : options.all("networks")) head += " " + mark(network);

    // Games that are there stay; which they are was decided when they began, so there may be gaps.
    std::vector<bool> there;
    std::int64_t plies = 0, games = 0;
    auto out = go_on(options.text("out"), head, [&](std::istream& in, std::streamoff end) {
        for (PlayedGame played; read(in, played); end = in.tellg()) {
            there.resize(std::max<std::size_t>(there.size(), played.number + 1));
            there[played.number] = true;
            ++games;
        }
        return end;
    });
    const auto before = games;
    const auto began = Clock::now();
    std::atomic<std::uint64_t> next{0};
    std::mutex writing;
    on_threads(options.threads(), [&](int) {
        Players players(game, options.all("networks"));
        while (since(began) < 60 * options.number("minutes")) {
            const auto number = next++;
            if (number >= most) return;
            if (number < there.size() && there[number]) continue;
            const auto played = play_game(game, players, nodes, thin, static_cast<std::uint32_t>(number),
                                          chance(options.seed(), number));
            const std::lock_guard lock(writing);
            write(out, played);
            out.flush();
            plies += static_cast<std::int64_t>(played.plies.size());
            ++games;
        }
    });
    std::printf("%s: %lld games, %lld of them in %.0f s with %lld moves\n", words[0].c_str(),
                static_cast<long long>(games), static_cast<long long>(games - before), since(began),
                static_cast<long long>(plies));
    return 0;
}

}  // namespace training
