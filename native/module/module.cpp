// The Python module schwarm.core._native. What each thing is for stands in _native.pyi.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <thread>
#include <tuple>

#include "board.hpp"
#include "engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace schwarm;

namespace {

class Board {
  public:
    Board(std::string_view game, std::string_view text, bool official)
        : any_(make_board(game, text, official ? Rules::Official : Rules::Documents)) {
        if (!any_) throw nb::value_error("no position of a game the core knows");
    }
    Board(const Board& other) : any_(other.any_->copy()) {}
    Board& operator=(const Board&) = delete;
    AnyBoard& operator*() const { return *any_; }
    AnyBoard* operator->() const { return any_.get(); }

  private:
    std::unique_ptr<AnyBoard> any_;
};

// What Python does when a board refuses: it raises the error with the rules' own sentence.
// Never destroyed: Python is gone before the module is.
nb::object& refusal = *new nb::object();

[[noreturn]] void refuse(nb::handle board, std::optional<int> code) {
    if (refusal.is_valid() && !refusal.is_none()) refusal(board, code);
    throw nb::value_error("not a legal move");
}

void push(nb::handle self, int code) {
    auto& board = nb::cast<Board&>(self);
    if (code < 0 || code >= move_codes || !board->legal(Move::from_code(code))) refuse(self, code);
    board->push(Move::from_code(code));
}

void pop(nb::handle self) {
    auto& board = nb::cast<Board&>(self);
    if (board->moves_made() == 0) refuse(self, {});
    board->pop();
}

// The numbers of moves are made once: a list of moves is then a list of old acquaintances.
PyObject* number_of(std::uint16_t code) {
    static std::array<PyObject*, move_codes> numbers{};
    auto& number = numbers[code];
    if (number == nullptr) number = PyLong_FromLong(code);
    Py_XINCREF(number);
    return number;
}

using Numbers = nb::typed<nb::list, int>;

Numbers listed(const MoveList& moves) {
    PyObject* list = PyList_New(moves.size());
    if (list == nullptr) throw nb::python_error();
    for (int place = 0; place < moves.size(); ++place) PyList_SetItem(list, place, number_of(moves[place].code()));
    return nb::steal<Numbers>(list);
}

Numbers legal_moves(const Board& board) {
    MoveList moves;
    board->legal_moves(moves);
    return listed(moves);
}

Numbers unordered_moves(const Board& board) {
    MoveList moves;
    board->unordered_moves(moves);
    return listed(moves);
}

// Winner (0, 1 or -1 for a draw), reason and points of an ended game.
using Result = std::tuple<int, int, int, int>;
std::optional<Result> result(const Board& board) {
    const auto outcome = board->outcome();
    if (!outcome) return {};
    return Result{outcome->winner ? index(*outcome->winner) : -1, static_cast<int>(outcome->reason), outcome->points[0],
                  outcome->points[1]};
}

std::vector<std::pair<std::vector<int>, int>> swarms(const Board& board, int team) {
    std::vector<std::pair<std::vector<int>, int>> found;
    for (auto& swarm : board->swarms(team == 0 ? Team::One : Team::Two))
        found.emplace_back(std::move(swarm.places), swarm.weight);
    return found;
}

std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t> random_games(const Board& board, std::int64_t games,
                                                                                std::uint64_t seed, int threads) {
    const auto found = board->playouts(games, seed, threads < 1 ? 1 : threads);
    return {found.results[0], found.results[1], found.results[2], found.turns};
}

class Engine {
  public:
    Engine(std::string_view game, std::size_t megabytes) : any_(make_hecht(game, megabytes)) {
        if (!any_) throw nb::value_error("no game the core knows");
    }
    AnyHecht* operator->() const { return any_.get(); }

  private:
    std::unique_ptr<AnyHecht> any_;
};

using Found = std::vector<std::pair<int, std::vector<int>>>;
Found lines(const Engine& hecht) {
    Found found;
    for (const auto& finding : hecht->findings()) {
        std::vector<int> moves;
        for (int place = 0; place < finding.line.length; ++place)
            moves.push_back(finding.line.moves[static_cast<std::size_t>(place)].code());
        found.emplace_back(finding.score, std::move(moves));
    }
    return found;
}

}  // namespace

NB_MODULE(_native, module) {
    using Free = nb::call_guard<nb::gil_scoped_release>;

    module.def("on_refusal", [](nb::object function) { refusal = std::move(function); }, "function"_a);
    module.attr("WIN") = win;
    module.attr("DECIDED") = decided;

    nb::class_<Board>(module, "Board")
        .def(nb::init<std::string_view, std::string_view, bool>(), "game"_a, "text"_a, "official"_a = false)
        .def(nb::init<const Board&>(), "other"_a)
        .def("push", &push, "move"_a)
        .def("pop", &pop)
        .def("legal_moves", &legal_moves)
        .def("unordered_moves", &unordered_moves)
        .def("count_moves", [](const Board& board) { return board->count(); })
        .def("is_legal", [](const Board& board, int code) {
            return code >= 0 && code < move_codes && board->legal(Move::from_code(code)); }, "move"_a)
        .def("result", &result)
        .def("swarms_of", &swarms, "team"_a)
        .def("points", [](const Board& board) { return std::pair(board->points()[0], board->points()[1]); })
        .def("text", [](const Board& board) { return board->text(); })
        .def("perft", [](const Board& board, int depth, bool bulk) { return board->perft(depth, bulk); }, "depth"_a,
             "bulk"_a = true, Free())
        .def("playouts", &random_games, "games"_a, "seed"_a = 0, "threads"_a = 1, Free())
        .def("solve", [](const Board& board, int plies, std::int64_t budget) { return board->solve(plies, budget); },
             "plies"_a, "budget"_a = std::int64_t{100'000'000}, Free())
        .def("same", [](const Board& board, const Board& other) { return board->same(*other); }, "other"_a)
        .def("recomputed_hash", [](const Board& board) { return board->recomputed_hash(); })
        .def_prop_ro("hash", [](const Board& board) { return board->hash(); })
        .def_prop_ro("turn", [](const Board& board) { return board->turn(); })
        .def_prop_ro("width", [](const Board& board) { return board->width(); })
        .def_prop_ro("moves_made", [](const Board& board) { return board->moves_made(); });

    nb::class_<Engine>(module, "Hecht")
        .def(nb::init<std::string_view, std::size_t>(), "game"_a, "megabytes"_a = 16)
        .def("begin", [](Engine& hecht, const Board& board, int depth, std::int64_t nodes, double seconds, int lines,
                         int threads) {
            hecht->begin(*board, {depth, nodes, seconds}, lines < 1 ? 1 : lines, threads < 1 ? 1 : threads);
        }, "board"_a, "depth"_a, "nodes"_a, "seconds"_a, "lines"_a = 1, "threads"_a = 1)
        .def("deepen", [](Engine& hecht) { return hecht->deepen(); }, Free())
        .def("stop", [](Engine& hecht) { hecht->stop(); })
        .def("forget", [](Engine& hecht) { hecht->forget(); })
        .def("lines", &lines)
        .def("evaluate", [](Engine& hecht, const Board& board) { return hecht->evaluate(*board); }, "board"_a)
        .def("features", [](const Engine& hecht, const Board& board) { return hecht->features(*board); }, "board"_a)
        .def("feature_names", [](const Engine& hecht) { return hecht->feature_names(); })
        .def("weights", [](const Engine& hecht) { return hecht->weights(); })
        .def("set_weights", [](Engine& hecht, const std::vector<int>& weights) { hecht->set_weights(weights); },
             "weights"_a)
        .def_prop_ro("depth", [](const Engine& hecht) { return hecht->depth(); })
        .def_prop_ro("nodes", [](const Engine& hecht) { return hecht->nodes(); })
        .def_prop_ro("elapsed", [](const Engine& hecht) { return hecht->elapsed(); });
}
