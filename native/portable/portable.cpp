// The core behind plain functions, for WebAssembly: numbers in, numbers out, and one buffer for everything longer.
// Python reaches it through wasmtime, a browser through a worker. As in module/, what comes from outside is checked
// here and only here; what cannot be done is answered with 0 or -1, and the caller has the sentence for it.
//
// All functions, with their arguments in order. `board` and `hecht` are addresses; i64, u64 and f64 are wide, all else
// is i32. "-> n numbers" means i32 in the buffer, "-> text" its length there. More stands where each one is defined.
//   buffer()  buffer_size()  win()  decided()  chance(score) -> f64  verdict(f64 before, f64 after, best)
//   games() -> text  start(id_length, u64 seed) -> text
//   board_new(id_length, text_length, official, beyond) -> board  board_copy(board) -> board
//   board_free(board)
//   board_is_legal(board, code)  board_push(board, code)  board_pop(board)
//   board_legal_moves(board) -> n numbers  board_unordered_moves(board) -> n numbers  board_count(board)
//   board_explain(board, code) -> n numbers
//   board_result(board) -> text  board_standing(board) -> n numbers  board_swarms(board, team) -> n numbers
//   board_points(board, team)  board_text(board) -> text  board_turn(board)  board_width(board)
//   board_moves_made(board)  board_hash(board) -> u64  board_recomputed_hash(board) -> u64  board_same(board, other)
//   board_perft(board, depth, bulk) -> u64  board_playouts(board, i64 games, u64 seed) -> 4 numbers of 8 bytes
//   board_solve(board, plies, i64 budget, worst, best)
//   level(number) -> 3 numbers f64  pick(count, f64 error, u64 seed)
//   hecht_new(id_length, megabytes) -> hecht  hecht_free(hecht)  hecht_forget(hecht)  hecht_stop_flag(hecht)
//   hecht_begin(hecht, board, depth, i64 nodes, f64 seconds, lines)  hecht_deepen(hecht)
//   hecht_depth(hecht)  hecht_nodes(hecht) -> i64  hecht_elapsed(hecht) -> f64  hecht_lines(hecht) -> n numbers
//   hecht_choose(hecht, board, level, i64 nodes, f64 seconds, u64 seed) -> n numbers
//   hecht_knows(hecht, board)  hecht_evaluate(hecht, board)  hecht_features(hecht, board) -> n numbers
//   hecht_feature_names(hecht) -> text  hecht_weights(hecht) -> n numbers  hecht_set_weights(hecht, count)
//   network_room(length) -> address  hecht_set_network(hecht)  hecht_use_network(hecht, use)
// A move's code is the start's place times 128 plus the target's; a place is the row times board_width plus the column,
// both from the lowest corner.
// Here is what belongs to no board and no engine; boards.cpp and hechts.cpp have theirs.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../level.hpp"
#include "../registry.hpp"
#include "../review.hpp"
#include "exchange.hpp"

using namespace schwarm;

EXPORT(buffer) char* schwarm_buffer() { return exchange.data(); }
EXPORT(buffer_size) int schwarm_buffer_size() { return static_cast<int>(exchange.size()); }
EXPORT(win) int schwarm_win() { return win; }
EXPORT(decided) int schwarm_decided() { return decided; }
// The winning chance behind a score; draws count half. A proven result is certain.
EXPORT(chance) double schwarm_chance(int score) {
    if (score >= decided || score <= -decided) return score > 0 ? 1.0 : 0.0;
    return 1.0 / (1.0 + std::exp(-score / 100.0));
}

// What a move is called, from 0 (best) to 4 (blunder), by its side's chances with the best move and with this one.
EXPORT(verdict) int schwarm_verdict(double before, double after, int best) {
    return static_cast<int>(verdict(before, after, best != 0));
}

// The ids of all games, a line each.
EXPORT(games) int schwarm_games() {
    std::string ids;
    for (const auto& game : all_games()) ids.append(game.id).append("\n");
    return put(ids);
}

// The buffer holds a game's id. How long the text of its start position with this seed is, or 0.
EXPORT(start) int schwarm_start(int id_length, std::uint64_t seed) {
    const auto* game = find_game(taken(0, id_length));
    return game == nullptr ? 0 : put(game->start(seed));
}

// Three numbers of eight bytes (float64) in the buffer: how deep a level looks, how many positions it searches (0: as
// many as it may), and the spread of its errors. 0: there is no such level.
EXPORT(level) int schwarm_level(int number) {
    if (number < 1 || static_cast<std::size_t>(number) > levels.size()) return 0;
    const auto& level = levels[static_cast<std::size_t>(number - 1)];
    Writer<double> writer;
    for (const double fact : {static_cast<double>(level.depth), static_cast<double>(level.nodes), level.error})
        writer.add(fact);
    return writer.count();
}

// The buffer holds so many scores. Which of them looks best to who misjudges with this spread, or -1.
EXPORT(pick) int schwarm_pick(int count, double error, std::uint64_t seed) {
    if (count < 1 || static_cast<std::size_t>(count) > exchange.size() / sizeof(int) || !(error >= 0)) return -1;
    std::vector<int> scores(static_cast<std::size_t>(count));
    std::memcpy(scores.data(), exchange.data(), scores.size() * sizeof(int));
    return static_cast<int>(pick(scores, error, seed));
}
