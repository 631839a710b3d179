// The Python module schwarm.core._native. What each thing is for stands in _native.pyi.
// This is the border: what Python hands over is checked here, and only here errors are raised.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <limits>
#include <new>
#include <string>
#include <tuple>

#include "../counted.hpp"
#include "../engine.hpp"
#include "../level.hpp"
#include "../registry.hpp"
#include "../threads.hpp"
#include "batch_binding.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace schwarm;

namespace {

using Free = nb::gil_scoped_release;
using Whole = std::int64_t;
constexpr Whole any_number = std::numeric_limits<Whole>::max();
constexpr Whole max_int = std::numeric_limits<int>::max();
constexpr Whole max_megabytes = 1 << 20;

// What Python does when something is refused: it raises an error with a sentence.
// Never destroyed: Python is gone before the module is.
nb::object& refusal = *new nb::object();
nb::object& number_refusal = *new nb::object();

[[noreturn]] void refuse(nb::handle board, std::optional<int> code) {
    if (refusal.is_valid() && !refusal.is_none()) refusal(board, code);
    throw nb::value_error("not a legal move");
}

// A number as the core wants it, if it lies within the bounds.
template <class Number = int>
Number checked(const char* name, Whole number, Whole least, Whole most) {
    if (number < least || number > most) {
        if (number_refusal.is_valid() && !number_refusal.is_none()) number_refusal(name, number, least, most);
        throw nb::value_error((std::string(name) + " is too small or too large").c_str());
    }
    return static_cast<Number>(number);
}

// How far everything else goes before a search of this process: the system's scale.
std::atomic<int> niceness = 0;

void give_way(Whole wanted) { niceness = checked("niceness", wanted, 0, 19); }

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

std::vector<std::string_view> games() {
    std::vector<std::string_view> ids;
    for (const auto& game : all_games()) ids.push_back(game.id);
    return ids;
}

std::string start(std::string_view game, std::uint64_t seed) {
    const auto* known = find_game(game);
    if (known == nullptr) throw nb::value_error("no game the core knows");
    return known->start(seed);
}

std::size_t pick_score(const std::vector<int>& scores, double error, std::uint64_t seed) {
    if (scores.empty() || !(error >= 0)) throw nb::value_error("pick needs scores, and an error of 0 or more");
    return pick(scores, error, seed);
}

void push(nb::handle self, int code) {
    auto& board = nb::cast<Board&>(self);
    if (code < 0 || code >= move_codes || !board->legal(Move::from_code(code))) refuse(self, code);
    board->push(Move::from_code(code));
}

// A move or its text; Python's class on top of this one knows the number, or says what is wrong.
void push_named(nb::handle self, nb::handle move) { push(self, nb::cast<int>(self.attr("number")(move))); }

void pop(nb::handle self) {
    auto& board = nb::cast<Board&>(self);
    if (board->moves_made() == 0) refuse(self, {});
    board->pop();
}

bool is_legal(const Board& board, int code) {
    return code >= 0 && code < move_codes && board->legal(Move::from_code(code));
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

Numbers playable_moves(const Board& board) {
    MoveList moves;
    if (board->playable()) board->legal_moves(moves);
    return listed(moves);
}

// Rule, legal, fish, at, landing and line.
std::tuple<int, bool, int, int, int, std::vector<int>> explained(const Board& board, int code) {
    const auto move = Move::from_code(code);
    if (code < 0 || code >= move_codes || !board->is_square(move.start) || !board->is_square(move.to))
        throw nb::value_error("not two squares of the board");
    auto facts = board->explain(move);
    return {facts.rule, facts.legal, facts.fish, facts.at, facts.landing, std::move(facts.line)};
}

// Winner (0, 1 or -1 for a draw), reason and points of an ended game.
using Result = std::tuple<int, std::string_view, int, int>;
std::optional<Result> result(const Board& board) {
    const auto outcome = board->outcome();
    if (!outcome) return {};
    return Result{outcome->winner ? index(*outcome->winner) : -1, outcome->reason.value(), outcome->points[0],
                  outcome->points[1]};
}

std::vector<std::pair<std::vector<int>, int>> swarms(const Board& board, Whole team) {
    std::vector<std::pair<std::vector<int>, int>> found;
    for (auto& swarm : board->swarms(checked("team", team, 0, 1) == 0 ? Team::One : Team::Two))
        found.emplace_back(std::move(swarm.places), swarm.weight);
    return found;
}

std::uint64_t count_sequences(const Board& board, Whole depth, bool bulk) {
    const int plies = checked("depth", depth, 0, max_int);
    const Free free;
    return board->perft(plies, bulk);
}

std::tuple<Whole, Whole, Whole, Whole> random_games(const Board& board, Whole games, std::uint64_t seed,
                                                    Whole threads) {
    checked<Whole>("games", games, 0, any_number / 2);
    const int number = checked("threads", threads, 1, max_threads);
    const Free free;
    const auto found = board->playouts(games, seed, number);
    return {found.results[0], found.results[1], found.results[2], found.turns};
}

std::pair<int, bool> solve(const Board& board, Whole plies, Whole budget, Whole worst, Whole best) {
    const int depth = checked("plies", plies, 0, max_int);
    checked<Whole>("budget", budget, 0, any_number);
    const int least = checked("worst", worst, -1, 1), most = checked("best", best, -1, 1);
    if (least >= most) throw nb::value_error("worst and best are -1, 0 or 1, in order");
    const Free free;
    return board->solve(depth, budget, least, most);
}

// An engine of any game, as Python holds it.
class Engine {
  public:
    Engine(std::string_view game, Whole megabytes) {
        const auto* known = find_game(game);
        if (known == nullptr) throw nb::value_error("no game the core knows");
        any_ = known->hecht(checked<std::size_t>("megabytes", megabytes, 1, max_megabytes));
        if (!any_) throw std::bad_alloc();
    }
    AnyHecht* operator->() const { return any_.get(); }

    // A board of the engine's own game.
    const AnyBoard& own(const Board& board) const {
        if (!any_->knows(*board)) throw nb::value_error("the board is of another game");
        return *board;
    }

  private:
    std::unique_ptr<AnyHecht> any_;
};

void begin(Engine& hecht, const Board& board, Whole depth, Whole nodes, double seconds, Whole lines, Whole threads) {
    const Limits limits{checked("depth", depth, 0, max_int), checked<Whole>("nodes", nodes, 0, any_number), seconds};
    if (!(seconds >= 0)) throw nb::value_error("seconds must be 0 or more");
    hecht->begin(hecht.own(board), limits, checked("lines", lines, 1, max_int),
                 checked("threads", threads, 1, max_threads));
}

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

void set_weights(Engine& hecht, const std::vector<int>& weights) {
    if (weights.size() != hecht->weights().size()) throw nb::value_error("wrong number of weights");
    for (const int weight : weights) checked("weight", weight, -max_weight, max_weight);
    hecht->set_weights(weights);
}

void set_network(Engine& hecht, const nb::bytes& network) {
    if (!hecht->set_network({network.c_str(), network.size()})) throw nb::value_error("not a network for this game");
}

}  // namespace

NB_MODULE(_native, module) {
    module.def("on_refusal", [](nb::object function) { refusal = std::move(function); }, "function"_a);
    module.def("on_wrong_number", [](nb::object function) { number_refusal = std::move(function); }, "function"_a);
    module.def("give_way", &give_way, "niceness"_a);
    module.def("games", &games);
    module.def("start", &start, "game"_a, "seed"_a);
    module.def("pick", &pick_score, "scores"_a, "error"_a, "seed"_a);
    module.attr("WIN") = win;
    module.attr("DECIDED") = decided;

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

    nb::class_<Engine>(module, "Hecht")
        .def(nb::init<std::string_view, Whole>(), "game"_a, "megabytes"_a = 16)
        .def("begin", &begin, "board"_a, "depth"_a, "nodes"_a, "seconds"_a, "lines"_a = 1, "threads"_a = 1)
        .def(
            "deepen",
            [](Engine& hecht) {
                bool deeper = false;
                on_giving_way(niceness.load(), [&] { deeper = hecht->deepen(); });
                return deeper;
            },
            nb::call_guard<Free>())
        .def("stop", [](Engine& hecht) { hecht->stop(); })
        .def("forget", [](Engine& hecht) { hecht->forget(); })
        .def("lines", &lines)
        .def(
            "evaluate", [](Engine& hecht, const Board& board) { return hecht->evaluate(hecht.own(board)); }, "board"_a)
        .def(
            "features", [](const Engine& hecht, const Board& board) { return hecht->features(hecht.own(board)); },
            "board"_a)
        .def("feature_names", [](const Engine& hecht) { return hecht->feature_names(); })
        .def("weights", [](const Engine& hecht) { return hecht->weights(); })
        .def("set_weights", &set_weights, "weights"_a)
        .def("set_network", &set_network, "network"_a)
        .def(
            "use_network", [](Engine& hecht, bool use) { hecht->use_network(use); }, "use"_a)
        .def_prop_ro("depth", [](const Engine& hecht) { return hecht->depth(); })
        .def_prop_ro("nodes", [](const Engine& hecht) { return hecht->nodes(); })
        .def_prop_ro("elapsed", [](const Engine& hecht) { return hecht->elapsed(); });

    bind_batch(module);
}
