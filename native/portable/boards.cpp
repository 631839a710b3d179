// Boards behind plain functions: see portable.cpp.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../registry.hpp"
#include "exchange.hpp"

using namespace schwarm;

namespace {

int put(const MoveList& moves) {
    Writer<std::int32_t> writer;
    for (const Move move : moves) writer.add(move.code());
    return writer.count();
}

bool is_code(int code) { return code >= 0 && code < move_codes; }

}  // namespace

// The buffer holds a game's id and, right after it, a position's text. 0: no position of a game the core knows.
EXPORT(board_new) SchwarmBoard* schwarm_board_new(int id_length, int text_length, int official, int beyond) {
    const auto* game = find_game(taken(0, id_length));
    if (game == nullptr) return nullptr;
    auto board = game->board(taken(id_length, text_length), official != 0 ? Rules::Official : Rules::Documents);
    return board ? new SchwarmBoard{std::move(board), beyond != 0} : nullptr;
}
EXPORT(board_copy) SchwarmBoard* schwarm_board_copy(const SchwarmBoard* board) {
    return new SchwarmBoard{board->any->copy(), board->beyond};
}
EXPORT(board_free) void schwarm_board_free(SchwarmBoard* board) { delete board; }

EXPORT(board_is_legal) int schwarm_board_is_legal(const SchwarmBoard* board, int code) {
    return board->goes_on() && is_code(code) && board->any->legal(Move::from_code(code));
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
    if (board->goes_on()) board->any->legal_moves(moves);
    return put(moves);
}
EXPORT(board_unordered_moves) int schwarm_board_unordered_moves(const SchwarmBoard* board) {
    MoveList moves;
    if (board->goes_on()) board->any->unordered_moves(moves);
    return put(moves);
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
EXPORT(board_count) int schwarm_board_count(const SchwarmBoard* board) {
    return board->goes_on() ? board->any->count() : 0;
}

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
