// The core behind plain functions, for WebAssembly: numbers in, numbers out, and one buffer for everything longer.
// Python reaches it through wasmtime, a browser through a worker. As in module/, what comes from outside is checked
// here and only here; what cannot be done is answered with 0 or -1, and the caller has the sentence for it.
//
// All functions, with their arguments in order. `board` and `hecht` are addresses; i64, u64 and f64 are wide, all else
// is i32. "-> n numbers" means i32 in the buffer, "-> text" its length there. More stands where each one is defined.
//   buffer()  buffer_size()  win()  decided()  chance(score) -> f64  verdict(f64 before, f64 after, best)
//   games() -> text  start(id_length, u64 seed) -> text
//   board_new(id_length, text_length, official) -> board  board_copy(board) -> board  board_free(board)
//   board_is_legal(board, code)  board_push(board, code)  board_pop(board)
//   board_legal_moves(board) -> n numbers  board_unordered_moves(board) -> n numbers  board_count(board)
//   board_playable_moves(board) -> n numbers  board_explain(board, code) -> n numbers
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
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../counted.hpp"
#include "../engine.hpp"
#include "../level.hpp"
#include "../registry.hpp"
#include "../review.hpp"

using namespace schwarm;

namespace {

// Texts and lists come and go through here, one at a time.
alignas(8) std::array<char, 1 << 16> exchange;
std::vector<char> network;  // on its way from outside to an engine

int put(std::string_view text) {
    const auto length = std::min(text.size(), exchange.size());
    std::memcpy(exchange.data(), text.data(), length);
    return static_cast<int>(length);
}

std::string_view taken(int from, int length) {
    const auto size = static_cast<int>(exchange.size());
    if (from < 0 || length < 0 || from > size || length > size - from) return {};
    return {exchange.data() + from, static_cast<std::size_t>(length)};
}

// Numbers one after the other, as many as fit; gives how many.
template <class Number>
class Writer {
  public:
    void add(Number number) {
        if (static_cast<std::size_t>(count_ + 1) * sizeof(Number) > exchange.size()) return;
        std::memcpy(exchange.data() + static_cast<std::size_t>(count_) * sizeof(Number), &number, sizeof(Number));
        ++count_;
    }
    int count() const { return count_; }

  private:
    int count_ = 0;
};

int put(const MoveList& moves) {
    Writer<std::int32_t> writer;
    for (const Move move : moves) writer.add(move.code());
    return writer.count();
}

int put(const std::vector<int>& numbers) {
    Writer<std::int32_t> writer;
    for (const int number : numbers) writer.add(number);
    return writer.count();
}

void write(Writer<std::int32_t>& writer, const Finding& finding) {
    writer.add(finding.score);
    writer.add(finding.line.length);
    for (int place = 0; place < finding.line.length; ++place)
        writer.add(finding.line.moves[static_cast<std::size_t>(place)].code());
}

constexpr int max_megabytes = 2048;  // half of what can be addressed here

bool is_code(int code) { return code >= 0 && code < move_codes; }

}  // namespace

// A board and an engine as the outside holds them: by their address.
struct SchwarmBoard {
    std::unique_ptr<AnyBoard> any;
};
struct SchwarmHecht {
    std::unique_ptr<AnyHecht> any;
};

#define EXPORT(name) extern "C" __attribute__((export_name(#name), visibility("default")))

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

// -- boards -----------------------------------------------------------------------------------------------------------

// The buffer holds a game's id and, right after it, a position's text. 0: no position of a game the core knows.
EXPORT(board_new) SchwarmBoard* schwarm_board_new(int id_length, int text_length, int official) {
    const auto* game = find_game(taken(0, id_length));
    if (game == nullptr) return nullptr;
    auto board = game->board(taken(id_length, text_length), official != 0 ? Rules::Official : Rules::Documents);
    return board ? new SchwarmBoard{std::move(board)} : nullptr;
}
EXPORT(board_copy) SchwarmBoard* schwarm_board_copy(const SchwarmBoard* board) {
    return new SchwarmBoard{board->any->copy()};
}
EXPORT(board_free) void schwarm_board_free(SchwarmBoard* board) { delete board; }

EXPORT(board_is_legal) int schwarm_board_is_legal(const SchwarmBoard* board, int code) {
    return is_code(code) && board->any->legal(Move::from_code(code));
}
EXPORT(board_push) int schwarm_board_push(SchwarmBoard* board, int code) {
    if (schwarm_board_is_legal(board, code) == 0) return 0;
    board->any->push(Move::from_code(code));
    return 1;
}
EXPORT(board_pop) int schwarm_board_pop(SchwarmBoard* board) {
    if (board->any->moves_made() == 0) return 0;
    board->any->pop();
    return 1;
}

// How many moves there are; the buffer holds their codes.
EXPORT(board_legal_moves) int schwarm_board_legal_moves(const SchwarmBoard* board) {
    MoveList moves;
    board->any->legal_moves(moves);
    return put(moves);
}
EXPORT(board_unordered_moves) int schwarm_board_unordered_moves(const SchwarmBoard* board) {
    MoveList moves;
    board->any->unordered_moves(moves);
    return put(moves);
}
// The legal moves while the game goes on, as a page offers them; none once it is over.
EXPORT(board_playable_moves) int schwarm_board_playable_moves(const SchwarmBoard* board) {
    return board->any->playable() ? schwarm_board_legal_moves(board) : 0;
}

// Why a move is allowed or not, for any two squares. How many numbers the buffer holds: the rule's place in the game's
// list (schwarm/games/*/explanations.py), whether it is legal, the fish on the line, the place that decides or -1, the
// landing or -1, and then the places of the line. 0: these are no squares.
EXPORT(board_explain) int schwarm_board_explain(const SchwarmBoard* board, int code) {
    if (!is_code(code)) return 0;
    const auto move = Move::from_code(code);
    if (!board->any->is_square(move.start) || !board->any->is_square(move.to)) return 0;
    const auto facts = board->any->explain(move);
    std::vector<int> numbers{facts.rule, facts.legal, facts.fish, facts.at, facts.landing};
    numbers.insert(numbers.end(), facts.line.begin(), facts.line.end());
    return put(numbers);
}
EXPORT(board_count) int schwarm_board_count(const SchwarmBoard* board) { return board->any->count(); }

// 0 while the game goes on; else how long the buffer's text is: winner (-1: nobody), reason, both sides' points.
EXPORT(board_result) int schwarm_board_result(const SchwarmBoard* board) {
    const auto outcome = board->any->outcome();
    if (!outcome) return 0;
    std::string told = std::to_string(outcome->winner ? index(*outcome->winner) : -1);
    told.append("\n").append(outcome->reason.value());
    for (const int points : outcome->points) told.append("\n").append(std::to_string(points));
    return put(told);
}

// How many numbers the buffer holds: what the rules will count at the end, in the order in which State.standing tells
// it. Piranhas: Red's and Blue's heaviest swarm, and in 2026 who is credited with the first complete one (-1: nobody).
// Ostseeschach: Red's and Blue's ambers, and how far their foremost light pieces are.
EXPORT(board_standing) int schwarm_board_standing(const SchwarmBoard* board) { return put(board->any->standing()); }

// How many numbers the buffer holds, the heaviest swarm first: for each its weight, how many places it takes, and
// these.
EXPORT(board_swarms) int schwarm_board_swarms(const SchwarmBoard* board, int team) {
    if (team < 0 || team > 1) return -1;
    std::vector<int> numbers;
    for (const auto& swarm : board->any->swarms(team == 0 ? Team::One : Team::Two)) {
        numbers.push_back(swarm.weight);
        numbers.push_back(static_cast<int>(swarm.places.size()));
        numbers.insert(numbers.end(), swarm.places.begin(), swarm.places.end());
    }
    return put(numbers);
}
EXPORT(board_points) int schwarm_board_points(const SchwarmBoard* board, int team) {
    return team < 0 || team > 1 ? -1 : board->any->points()[static_cast<std::size_t>(team)];
}
EXPORT(board_text) int schwarm_board_text(const SchwarmBoard* board) { return put(board->any->text()); }
EXPORT(board_turn) int schwarm_board_turn(const SchwarmBoard* board) { return board->any->turn(); }
EXPORT(board_width) int schwarm_board_width(const SchwarmBoard* board) { return board->any->width(); }
EXPORT(board_moves_made) int schwarm_board_moves_made(const SchwarmBoard* board) { return board->any->moves_made(); }
EXPORT(board_hash) std::uint64_t schwarm_board_hash(const SchwarmBoard* board) { return board->any->hash(); }
EXPORT(board_recomputed_hash) std::uint64_t schwarm_board_recomputed_hash(const SchwarmBoard* board) {
    return board->any->recomputed_hash();
}
EXPORT(board_same) int schwarm_board_same(const SchwarmBoard* board, const SchwarmBoard* other) {
    return board->any->same(*other->any);
}
EXPORT(board_perft) std::uint64_t schwarm_board_perft(const SchwarmBoard* board, int depth, int bulk) {
    return depth < 0 ? 0 : board->any->perft(depth, bulk != 0);
}

// Four numbers in the buffer: Red's wins, Blue's wins, draws, and all their moves together.
EXPORT(board_playouts) int schwarm_board_playouts(const SchwarmBoard* board, std::int64_t games, std::uint64_t seed) {
    if (games < 0) return -1;
    const auto found = board->any->playouts(games, seed, 1);
    Writer<std::int64_t> writer;
    for (const auto number : found.results) writer.add(number);
    writer.add(found.turns);
    return writer.count();
}

// The value (-1, 0 or 1) plus 1, plus 4 if it is proven.
EXPORT(board_solve)
int schwarm_board_solve(const SchwarmBoard* board, int plies, std::int64_t budget, int worst, int best) {
    if (plies < 0 || budget < 0 || worst < -1 || best > 1 || worst >= best) return -1;
    const auto [value, proven] = board->any->solve(plies, budget, worst, best);
    return value + 1 + (proven ? 4 : 0);
}

// -- the engine -------------------------------------------------------------------------------------------------------

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

// -- networks ---------------------------------------------------------------------------------------------------------

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
