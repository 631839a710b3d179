// The Python module schwarm.core._native. What each thing is for stands in _native.pyi.
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
    module.def("on_refusal", [](nb::object function) { refusal = std::move(function); }, "function"_a);
    module.def("on_wrong_number", [](nb::object function) { number_refusal = std::move(function); }, "function"_a);
    module.def("give_way", &give_way, "niceness"_a);
    module.def("games", &games);
    module.def("start", &start, "game"_a, "seed"_a);
    module.def("pick", &pick_score, "scores"_a, "error"_a, "seed"_a);
    module.attr("WIN") = win;
    module.attr("DECIDED") = decided;

    bind_board(module);
    bind_hecht(module);
    bind_batch(module);
}
