// The class Hecht of schwarm.core._native: an engine of any game. What is told of each thing, _native.pyi tells, too.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "../counted.hpp"
#include "../engine.hpp"
#include "../registry.hpp"
#include "../threads.hpp"
#include "board_binding.hpp"
#include "border.hpp"

namespace schwarm::python {

// How far everything else goes before a search of this process: the system's scale.
inline std::atomic<int> niceness = 0;

inline void give_way(Given wanted) { niceness = checked("niceness", wanted, 0, 19); }

// An engine of any game, as Python holds it.
class Engine {
  public:
    Engine(std::string_view game, Given megabytes) {
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

inline void begin(Engine& hecht, const Board& board, Given depth, Given nodes, double seconds, Given lines,
                  Given threads) {
    const Limits limits{checked("depth", depth, 0, max_int), checked<Whole>("nodes", nodes, 0, any_number), seconds};
    if (!(seconds >= 0)) throw nb::value_error("seconds must be 0 or more");
    hecht->begin(hecht.own(board), limits, checked("lines", lines, 1, max_int),
                 checked("threads", threads, 1, max_threads));
}

using Found = std::vector<std::pair<int, std::vector<int>>>;
inline Found lines(const Engine& hecht) {
    Found found;
    for (const auto& finding : hecht->findings()) {
        std::vector<int> moves;
        for (int place = 0; place < finding.line.length; ++place)
            moves.push_back(finding.line.moves[static_cast<std::size_t>(place)].code());
        found.emplace_back(finding.score, std::move(moves));
    }
    return found;
}

inline void set_weights(Engine& hecht, const nb::typed<nb::sequence, int>& given) {
    std::vector<int> weights;
    for (const auto weight : given) weights.push_back(checked("weight", {weight}, -max_weight, max_weight));
    if (weights.size() != hecht->weights().size()) throw nb::value_error("wrong number of weights");
    hecht->set_weights(weights);
}

inline void set_network(Engine& hecht, const nb::bytes& network) {
    if (!hecht->set_network({network.c_str(), network.size()})) throw nb::value_error("not a network for this game");
}

inline void bind_hecht(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Engine>(module, "Hecht",
                       "The search. `begin`, then `deepen` as often as wanted; `lines` tells what was found.")
        .def(nb::init<std::string_view, Given>(), "game"_a, "megabytes"_a = 16,
             R"(For one game, with so much memory for positions. ValueError for a game the core does not know.)")
        .def("begin", &begin, "board"_a, "depth"_a, "nodes"_a, "seconds"_a, "lines"_a = 1, "threads"_a = 1,
             "Set the question and start the clock.")
        .def(
            "deepen",
            [](Engine& hecht) {
                bool deeper = false;
                on_giving_way(niceness.load(), [&] { deeper = hecht->deepen(); });
                return deeper;
            },
            nb::call_guard<Free>(), "Search one ply deeper; False when a limit is reached or nothing is left to find.")
        .def(
            "stop", [](Engine& hecht) { hecht->stop(); }, "End a search from another thread.")
        .def(
            "forget", [](Engine& hecht) { hecht->forget(); },
            "Empty the memory: the same question then gets the same answer.")
        .def("lines", &lines, "Score and moves of the best lines found so far.")
        .def(
            "evaluate", [](Engine& hecht, const Board& board) { return hecht->evaluate(hecht.own(board)); }, "board"_a,
            "The score without any search.")
        .def(
            "features", [](const Engine& hecht, const Board& board) { return hecht->features(hecht.own(board)); },
            "board"_a, "What the evaluation counts, for the side to move minus its opponent.")
        .def(
            "feature_names", [](const Engine& hecht) { return hecht->feature_names(); },
            "What each of the `features` counts.")
        .def(
            "weights", [](const Engine& hecht) { return hecht->weights(); },
            R"(The weights of the features, all of the first turn, then of the middle one, then of the last.)")
        .def(
            "set_weights", &set_weights, "weights"_a,
            R"(Play with other weights (training does). ValueError if there are more or fewer, or one is beyond reason.)")
        .def("set_network", &set_network, "network"_a,
             "Take a trained network for the evaluation. ValueError if it is not one for this game.")
        .def(
            "use_network", [](Engine& hecht, bool use) { hecht->use_network(use); }, "use"_a,
            "Evaluate with the network, or with the counted features alone.")
        .def_prop_ro(
            "depth", [](const Engine& hecht) { return hecht->depth(); }, "How many plies were searched to the end.")
        .def_prop_ro(
            "nodes", [](const Engine& hecht) { return hecht->nodes(); },
            "How many positions were looked at since `begin`.")
        .def_prop_ro("elapsed", [](const Engine& hecht) { return hecht->elapsed(); }, "Seconds since `begin`.");
}

}  // namespace schwarm::python
