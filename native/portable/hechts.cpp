// Engines behind plain functions: see portable.cpp.
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../counted.hpp"
#include "../level.hpp"
#include "../registry.hpp"
#include "exchange.hpp"

using namespace schwarm;

namespace {

constexpr int max_megabytes = 2048;  // half of what can be addressed here

std::vector<char> network;  // on its way from outside to an engine

void write(Writer<std::int32_t>& writer, const Finding& finding) {
    writer.add(finding.score);
    writer.add(finding.line.length);
    for (int place = 0; place < finding.line.length; ++place)
        writer.add(finding.line.moves[static_cast<std::size_t>(place)].code());
}

}  // namespace

// The buffer holds a game's id. 0: no game the core knows, or not so much memory.
EXPORT(hecht_new) SchwarmHecht* schwarm_hecht_new(int id_length, int megabytes) {
    const auto* game = find_game(taken(0, id_length));
    if (game == nullptr || megabytes < 1 || megabytes > max_megabytes) return nullptr;
    auto hecht = game->hecht(static_cast<std::size_t>(megabytes));
    return hecht ? new SchwarmHecht{std::move(hecht)} : nullptr;
}
EXPORT(hecht_free) void schwarm_hecht_free(SchwarmHecht* hecht) { delete hecht; }

// 0: the board is of another game, or a number makes no sense.
EXPORT(hecht_begin)
int schwarm_hecht_begin(SchwarmHecht* hecht, const SchwarmBoard* board, int depth, std::int64_t nodes, double seconds,
                        int lines) {
    if (!hecht->any->knows(*board->any) || depth < 0 || nodes < 0 || !(seconds >= 0) || lines < 1) return 0;
    hecht->any->begin(*board->any, {depth, nodes, seconds}, lines, 1);
    return 1;
}
EXPORT(hecht_deepen) int schwarm_hecht_deepen(SchwarmHecht* hecht) { return hecht->any->deepen(); }
EXPORT(hecht_forget) void schwarm_hecht_forget(SchwarmHecht* hecht) { hecht->any->forget(); }
// Where a 1 ends the search, for whoever can write into this memory while it runs.
EXPORT(hecht_stop_flag) const void* schwarm_hecht_stop_flag(const SchwarmHecht* hecht) {
    return hecht->any->stop_flag();
}
EXPORT(hecht_depth) int schwarm_hecht_depth(const SchwarmHecht* hecht) { return hecht->any->depth(); }
EXPORT(hecht_nodes) std::int64_t schwarm_hecht_nodes(const SchwarmHecht* hecht) { return hecht->any->nodes(); }
EXPORT(hecht_elapsed) double schwarm_hecht_elapsed(const SchwarmHecht* hecht) { return hecht->any->elapsed(); }

// How many numbers the buffer holds: for each line its score, how many moves it has, and their codes.
EXPORT(hecht_lines) int schwarm_hecht_lines(const SchwarmHecht* hecht) {
    Writer<std::int32_t> writer;
    for (const auto& finding : hecht->any->findings()) write(writer, finding);
    return writer.count();
}

// What a level from 1 to 10 plays. How many numbers the buffer holds: score, how many moves the line has, their codes.
// Only 10 thinks as long as it may. 0: the game is over, the board is of another game, or a number makes no sense.
EXPORT(hecht_choose)
int schwarm_hecht_choose(SchwarmHecht* hecht, const SchwarmBoard* board, int level, std::int64_t nodes, double seconds,
                         std::uint64_t seed) {
    if (!hecht->any->knows(*board->any) || nodes < 0 || !(seconds >= 0)) return 0;
    if (level < 1 || static_cast<std::size_t>(level) > levels.size()) return 0;
    Limits limits;
    limits.nodes = nodes;
    limits.seconds = seconds;
    const auto chosen = choose(*hecht->any, *board->any, levels[static_cast<std::size_t>(level - 1)], limits, seed);
    Writer<std::int32_t> writer;
    if (chosen) write(writer, *chosen);
    return writer.count();
}

// The score without any search. The board is of the engine's game.
EXPORT(hecht_knows) int schwarm_hecht_knows(const SchwarmHecht* hecht, const SchwarmBoard* board) {
    return hecht->any->knows(*board->any);
}
EXPORT(hecht_evaluate) int schwarm_hecht_evaluate(SchwarmHecht* hecht, const SchwarmBoard* board) {
    return hecht->any->evaluate(*board->any);
}
EXPORT(hecht_features) int schwarm_hecht_features(const SchwarmHecht* hecht, const SchwarmBoard* board) {
    return put(hecht->any->features(*board->any));
}
EXPORT(hecht_feature_names) int schwarm_hecht_feature_names(const SchwarmHecht* hecht) {
    std::string names;
    for (const auto& name : hecht->any->feature_names()) names.append(name).append("\n");
    return put(names);
}
EXPORT(hecht_weights) int schwarm_hecht_weights(const SchwarmHecht* hecht) { return put(hecht->any->weights()); }

// The buffer holds so many weights. 0: there are more or fewer, or one is beyond reason.
EXPORT(hecht_set_weights) int schwarm_hecht_set_weights(SchwarmHecht* hecht, int count) {
    if (count < 0 || static_cast<std::size_t>(count) != hecht->any->weights().size()) return 0;
    std::vector<int> weights(static_cast<std::size_t>(count));
    std::memcpy(weights.data(), exchange.data(), weights.size() * sizeof(int));
    for (const int weight : weights)
        if (weight < -max_weight || weight > max_weight) return 0;
    hecht->any->set_weights(weights);
    return 1;
}

// Room for a network's bytes, which are longer than the buffer: written there, then given to an engine. 0: too long.
EXPORT(network_room) char* schwarm_network_room(int length) {
    constexpr int max_network = 4 << 20;
    if (length < 0 || length > max_network) return nullptr;
    network.resize(static_cast<std::size_t>(length));
    return network.data();
}
// 0: not a network for the engine's game.
EXPORT(hecht_set_network) int schwarm_hecht_set_network(SchwarmHecht* hecht) {
    const bool known = hecht->any->set_network({network.data(), network.size()});
    network.clear();
    network.shrink_to_fit();
    return known;
}
EXPORT(hecht_use_network) void schwarm_hecht_use_network(SchwarmHecht* hecht, int use) {
    hecht->any->use_network(use != 0);
}
