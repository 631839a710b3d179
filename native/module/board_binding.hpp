// The class Board of schwarm.core._native: a board of any game. What is told of each thing, _native.pyi tells, too.
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
    Board(std::string_view game, std::string_view text, bool official, bool beyond) : beyond_(beyond) {
        if (const auto* known = find_game(game))
            any_ = known->board(text, official ? Rules::Official : Rules::Documents);
        if (!any_) throw nb::value_error("no position of a game the core knows");
    }
    Board(const Board& other) : any_(other.any_->copy()), beyond_(other.beyond_) {}
    Board& operator=(const Board&) = delete;
    AnyBoard& operator*() const { return *any_; }
    AnyBoard* operator->() const { return any_.get(); }
    bool beyond() const { return beyond_; }
    bool goes_on() const { return beyond_ || any_->playable(); }

  private:
    std::unique_ptr<AnyBoard> any_;
    bool beyond_;
};

inline bool is_legal(const Board& board, int code) {
    return code >= 0 && code < move_codes && board.goes_on() && board->legal(Move::from_code(code));
}

inline void push(nb::handle self, int code) {
    auto& board = nb::cast<Board&>(self);
    if (!is_legal(board, code)) refuse(self, code);
    board->push(Move::from_code(code));
}

// A move or its text; Python's class on top of this one knows the number, or says what is wrong.
inline void push_named(nb::handle self, nb::handle move) { push(self, nb::cast<int>(self.attr("number")(move))); }

inline void pop(nb::handle self) {
    auto& board = nb::cast<Board&>(self);
    if (board->moves_made() == 0) refuse(self, {});
    board->pop();
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
    if (board.goes_on()) board->legal_moves(moves);
    return listed(moves);
}

inline Numbers unordered_moves(const Board& board) {
    MoveList moves;
    if (board.goes_on()) board->unordered_moves(moves);
    return listed(moves);
}

// Rule, legal, fish, at, landing and line.
inline std::tuple<int, bool, int, int, int, std::vector<int>> explained(const Board& board, Given code) {
    const auto move = Move::from_code(checked("move", code, 0, move_codes - 1));
    if (!board->is_square(move.start) || !board->is_square(move.to))
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

inline std::vector<std::pair<std::vector<int>, int>> swarms(const Board& board, Given team) {
    std::vector<std::pair<std::vector<int>, int>> found;
    for (auto& swarm : board->swarms(checked("team", team, 0, 1) == 0 ? Team::One : Team::Two))
        found.emplace_back(std::move(swarm.places), swarm.weight);
    return found;
}

inline std::uint64_t count_sequences(const Board& board, Given depth, bool bulk) {
    const int plies = checked("depth", depth, 0, max_int);
    const Free free;
    return board->perft(plies, bulk);
}

inline std::tuple<Whole, Whole, Whole, Whole> random_games(const Board& board, Given games, std::uint64_t seed,
                                                           Given threads) {
    const auto many = checked<Whole>("games", games, 0, any_number / 2);
    const int number = checked("threads", threads, 1, max_threads);
    const Free free;
    const auto found = board->playouts(many, seed, number);
    return {found.results[0], found.results[1], found.results[2], found.turns};
}

inline std::pair<int, bool> solve(const Board& board, Given plies, Given budget, Given worst, Given best) {
    const int depth = checked("plies", plies, 0, max_int);
    const auto positions = checked<Whole>("budget", budget, 0, any_number);
    const int least = checked("worst", worst, -1, 0), most = checked("best", best, least + 1, 1);
    const Free free;
    return board->solve(depth, positions, least, most);
}

inline void bind_board(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Board>(
        module, "Board",
        R"(A position and the ones before it. Moves are small integers: the place of the start times 128 plus that of
the target.

ValueError for numbers that make no sense, such as a negative depth.)")
        .def(nb::init<std::string_view, std::string_view, bool, bool>(), "game"_a, "text"_a, "official"_a = false,
             "beyond"_a = false, "From a game's id and a position's text. ValueError for what is no position.")
        .def(nb::init<const Board&>(), "other"_a, "A copy.")
        .def("push", &push, "move"_a, R"(Play a move by its number, one of `legal_moves()`; `pop` takes it back.

    for number in board.legal_moves():
        board.push(number)
        worth = evaluate(board)
        board.pop()

Raises `IllegalMove` with the rules' own sentence if it is not legal, and nothing is played.)")
        .def(
            "push", &push_named, "move"_a.none(), nb::sig("def push(self, move: Move | str) -> None"),
            R"(The same for a move or its text, such as "A4-C4", which takes longer; `InvalidMove` for what is no move.)")
        .def(
            "pop", &pop,
            R"(Take back the last move that `push` played. Raises `NothingToTakeBack`, an IndexError, if there is none.)")
        .def("legal_moves", &legal_moves,
             R"(The numbers of all legal moves, in the order of `state.legal_moves()`; `board.move(number)` shows one.

None once the game is over, unless the board was made with `beyond=True`.)")
        .def("unordered_moves", &unordered_moves,
             R"(The same numbers as `legal_moves()` in the order in which the core finds them, which is faster.)")
        .def(
            "count_moves", [](const Board& board) { return board.goes_on() ? board->count() : 0; },
            "How many legal moves there are, without listing them.")
        .def("is_legal", &is_legal, "move"_a, "Whether a move could be played now.")
        .def("explained", &explained, "move"_a.none(),
             nb::sig("def explained(self, move: int) -> tuple[int, bool, int, int, int, list[int]]"),
             R"(Why a move is allowed or not, for any two squares; ValueError for others. `explain` says it in names.

The rule's place in the game's list, legal, fish, at (-1: nowhere), landing (-1: nowhere) and the line.)")
        .def("result", &result,
             R"(Winner (-1: nobody), reason (the value of `Reason`), Red's and Blue's points; None while it goes on.

`outcome()` says the same with names, and takes hardly longer.)")
        .def("swarms_of", &swarms, "team"_a.none(),
             nb::sig("def swarms_of(self, team: int) -> list[tuple[list[int], int]]"),
             R"(The places and the weight of each swarm of a side, the heaviest first; empty where a game has no swarms.

A side is 0 for Red and 1 for Blue; `swarms` says it in names.)")
        .def(
            "points", [](const Board& board) { return std::pair(board->points()[0], board->points()[1]); },
            R"(The contest's secondary criterion as it stands, Red's and Blue's: in Piranhas 2026 the heaviest swarms.)")
        .def(
            "standing", [](const Board& board) { return board->standing(); },
            "The numbers in `State.standing`, one after the other; a side is 0, 1 or -1 for nobody.")
        .def(
            "text", [](const Board& board) { return board->text(); },
            "The position in the notation, which `game.parse` reads; `str(board)` is the same.")
        .def("perft", &count_sequences, "depth"_a, "bulk"_a = true,
             R"(The number of move sequences of this length; in bulk the last moves are counted, not played.)")
        .def("playouts", &random_games, "games"_a, "seed"_a = 0, "threads"_a = 1,
             "Random games from here: Red's wins, Blue's wins, draws, and all their moves together.")
        .def("solve", &solve, "plies"_a, "budget"_a = Whole{100'000'000}, "worst"_a = -1, "best"_a = 1,
             R"(1, 0 or -1 for the side to move by exhaustive search, and whether that is proven (0 may be unknown).

Who asks only whether it is lost (best=0) or won (worst=0) is answered sooner: all else counts as 0.)")
        .def(
            "same", [](const Board& board, const Board& other) { return board->same(*other); }, "other"_a,
            R"(Whether another board has the same position in everything the core keeps, not only in its text.)")
        .def(
            "recomputed_hash", [](const Board& board) { return board->recomputed_hash(); },
            "The hash, computed anew: equals `hash`.")
        .def_prop_ro(
            "hash", [](const Board& board) { return board->hash(); },
            R"(64 bits that change with everything the rules look at, the turn included: the key for a table of
positions.)")
        .def_prop_ro("beyond", &Board::beyond, "Whether moves can be played after the end of the game.")
        .def_prop_ro(
            "turn", [](const Board& board) { return board->turn(); },
            "How many moves were made since the game began; Red moves on even turns.")
        .def_prop_ro(
            "width", [](const Board& board) { return board->width(); },
            "How many places a row takes: a square's place is its row times this plus its column.")
        .def_prop_ro(
            "moves_made", [](const Board& board) { return board->moves_made(); }, "How many moves can be taken back.");
}

}  // namespace schwarm::python
