// The Python module schwarm.core._native. What is told of each thing, _native.pyi tells, too.
// This is the border: what Python hands over is checked here, and only here errors are raised.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../level.hpp"
#include "../registry.hpp"
#include "../search/score.hpp"
#include "batch_binding.hpp"
#include "board_binding.hpp"
#include "border.hpp"
#include "hecht_binding.hpp"

using namespace schwarm;
using namespace schwarm::python;
using namespace nb::literals;

namespace {

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

}  // namespace

NB_MODULE(_native, module) {
    module.def(
        "on_refusal", [](nb::object function) { refusal = std::move(function); }, "function"_a,
        R"(What to call when a board refuses a move (or None: to take back what was never played). It should raise.)");
    module.def(
        "on_wrong_number", [](nb::object function) { number_refusal = std::move(function); }, "function"_a,
        R"(What to call when an argument is out of bounds, with its name, its value and both bounds. It should raise.)");
    module.def(
        "give_way", &give_way, "niceness"_a,
        R"(From now on searches compute on threads of their own, 0 to 19 steps less urgent than whoever waits for them.)");
    module.def("games", &games, "The ids of the games that the core knows.");
    module.def("start", &start, "game"_a, "seed"_a,
               R"(The text of a game's start position with this seed. ValueError for a game the core does not know.)");
    module.def("pick", &pick_score, "scores"_a, "error"_a, "seed"_a,
               R"(The place of the score that looks best to a level with this error (`schwarm.engine.misjudgement`).)");
    module.attr("WIN") = win;
    module.attr("DECIDED") = decided;

    bind_board(module);
    bind_hecht(module);
    bind_batch(module);
}
