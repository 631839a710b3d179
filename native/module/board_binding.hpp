// The class Board of schwarm.core._native: a board of any game. What each thing is for stands in _native.pyi.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "../engine.hpp"
#include "../registry.hpp"
#include "../threads.hpp"
#include "border.hpp"

namespace schwarm::python {

// A board of any game, as Python holds it.
class Board {
  public:
    Board(std::string_view game, std::string_view text, bool official) {
        if (const auto* known = find_game(game))
            any_ = known->board(text, official ? Rules::Official : Rules::Documents);
        if (!any_) throw nb::value_error("no position of a game the core knows");
    }
    Board(const Board& other) : any_(other.any_->copy()) {}
    Board& operator=(const Board&) = delete;
    AnyBoard& operator*() const { return *any_; }
    AnyBoard* operator->() const { return any_.get(); }

  private:
    std::unique_ptr<AnyBoard> any_;
};

inline void push(nb::handle self, int code) {
    auto& board = nb::cast<Board&>(self);
    if (code < 0 || code >= move_codes || !board->legal(Move::from_code(code))) refuse(self, code);
    board->push(Move::from_code(code));
}

// A move or its text; Python's class on top of this one knows the number, or says what is wrong.
inline void push_named(nb::handle self, nb::handle move) { push(self, nb::cast<int>(self.attr("number")(move))); }

inline void pop(nb::handle self) {
    auto& board = nb::cast<Board&>(self);
    if (board->moves_made() == 0) refuse(self, {});
    board->pop();
}

inline bool is_legal(const Board& board, int code) {
    return code >= 0 && code < move_codes && board->legal(Move::from_code(code));
}

// The numbers of moves are made once: a list of moves is then a list of old acquaintances.
inline PyObject* number_of(std::uint16_t code) {
    static std::array<PyObject*, move_codes> numbers{};
    auto& number = numbers[code];
    if (number == nullptr) number = PyLong_FromLong(code);
    Py_XINCREF(number);
    return number;
}

using Numbers = nb::typed<nb::list, int>;

inline Numbers listed(const MoveList& moves) {
    PyObject* list = PyList_New(moves.size());
    if (list == nullptr) throw nb::python_error();
    for (int place = 0; place < moves.size(); ++place) PyList_SetItem(list, place, number_of(moves[place].code()));
    return nb::steal<Numbers>(list);
}

inline Numbers legal_moves(const Board& board) {
    MoveList moves;
    board->legal_moves(moves);
    return listed(moves);
}

inline Numbers unordered_moves(const Board& board) {
    MoveList moves;
    board->unordered_moves(moves);
    return listed(moves);
}

inline Numbers playable_moves(const Board& board) {
    MoveList moves;
    if (board->playable()) board->legal_moves(moves);
    return listed(moves);
}

// Rule, legal, fish, at, landing and line.
inline std::tuple<int, bool, int, int, int, std::vector<int>> explained(const Board& board, int code) {
    const auto move = Move::from_code(code);
    if (code < 0 || code >= move_codes || !board->is_square(move.start) || !board->is_square(move.to))
        throw nb::value_error("not two squares of the board");
    auto facts = board->explain(move);
    return {facts.rule, facts.legal, facts.fish, facts.at, facts.landing, std::move(facts.line)};
}

// Winner (0, 1 or -1 for a draw), reason and points of an ended game.
using Result = std::tuple<int, std::string_view, int, int>;
inline std::optional<Result> result(const Board& board) {
    const auto outcome = board->outcome();
    if (!outcome) return {};
    return Result{outcome->winner ? index(*outcome->winner) : -1, outcome->reason.value(), outcome->points[0],
                  outcome->points[1]};
}

inline std::vector<std::pair<std::vector<int>, int>> swarms(const Board& board, Whole team) {
    std::vector<std::pair<std::vector<int>, int>> found;
    for (auto& swarm : board->swarms(checked("team", team, 0, 1) == 0 ? Team::One : Team::Two))
        found.emplace_back(std::move(swarm.places), swarm.weight);
    return found;
}

inline std::uint64_t count_sequences(const Board& board, Whole depth, bool bulk) {
    const int plies = checked("depth", depth, 0, max_int);
    const Free free;
    return board->perft(plies, bulk);
}

inline std::tuple<Whole, Whole, Whole, Whole> random_games(const Board& board, Whole games, std::uint64_t seed,
                                                           Whole threads) {
    checked<Whole>("games", games, 0, any_number / 2);
    const int number = checked("threads", threads, 1, max_threads);
    const Free free;
    const auto found = board->playouts(games, seed, number);
    return {found.results[0], found.results[1], found.results[2], found.turns};
}

inline std::pair<int, bool> solve(const Board& board, Whole plies, Whole budget, Whole worst, Whole best) {
    const int depth = checked("plies", plies, 0, max_int);
    checked<Whole>("budget", budget, 0, any_number);
    const int least = checked("worst", worst, -1, 1), most = checked("best", best, -1, 1);
    if (least >= most) throw nb::value_error("worst and best are -1, 0 or 1, in order");
    const Free free;
    return board->solve(depth, budget, least, most);
}

inline void bind_board(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Board>(module, "Board")
        .def(nb::init<std::string_view, std::string_view, bool>(), "game"_a, "text"_a, "official"_a = false)
        .def(nb::init<const Board&>(), "other"_a)
        .def("push", &push, "move"_a)
        .def("push", &push_named, "move"_a.none(), nb::sig("def push(self, move: Move | str) -> None"))
        .def("pop", &pop)
        .def("legal_moves", &legal_moves)
        .def("unordered_moves", &unordered_moves)
        .def("playable_moves", &playable_moves)
        .def("count_moves", [](const Board& board) { return board->count(); })
        .def("is_legal", &is_legal, "move"_a)
        .def("explained", &explained, "move"_a)
        .def("result", &result)
        .def("swarms_of", &swarms, "team"_a)
        .def("points", [](const Board& board) { return std::pair(board->points()[0], board->points()[1]); })
        .def("standing", [](const Board& board) { return board->standing(); })
        .def("text", [](const Board& board) { return board->text(); })
        .def("perft", &count_sequences, "depth"_a, "bulk"_a = true)
        .def("playouts", &random_games, "games"_a, "seed"_a = 0, "threads"_a = 1)
        .def("solve", &solve, "plies"_a, "budget"_a = Whole{100'000'000}, "worst"_a = -1, "best"_a = 1)
        .def(
            "same", [](const Board& board, const Board& other) { return board->same(*other); }, "other"_a)
        .def("recomputed_hash", [](const Board& board) { return board->recomputed_hash(); })
        .def_prop_ro("hash", [](const Board& board) { return board->hash(); })
        .def_prop_ro("turn", [](const Board& board) { return board->turn(); })
        .def_prop_ro("width", [](const Board& board) { return board->width(); })
        .def_prop_ro("moves_made", [](const Board& board) { return board->moves_made(); });
}

}  // namespace schwarm::python
