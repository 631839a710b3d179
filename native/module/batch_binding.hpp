// The class Batch of schwarm.core._native: many games at once, in arrays that belong to Python.
// What is told of each thing, _native.pyi tells, too. Arrays are checked here; what is in them, by the batch.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <string_view>
#include <tuple>

#include "../batch.hpp"

namespace schwarm::python {

namespace nb = nanobind;

template <class Item>
using Array = nb::ndarray<Item, nb::c_contig, nb::device::cpu>;

// An array's numbers, if there are as many as there should be.
template <class Item>
Item* data_of(const Array<Item>& array, std::size_t size) {
    if (array.size() != size) throw nb::value_error("an array has the wrong size");
    return array.data();
}

class Batch {
  public:
    Batch(std::string_view game, std::int64_t games, bool official, int threads) : threads_(threads) {
        const auto* maker = find_batch(game);
        if (maker == nullptr) throw nb::value_error("no game the core knows");
        if (games < 1 || games > max_games || threads < 1 || threads > max_threads)
            throw nb::value_error("too few or too many games or threads");
        any_ = maker->make(games, official ? Rules::Official : Rules::Documents);
    }

    // The rows of this batch, which from now on are written into these arrays.
    void use(Array<Word> planes, Array<Word> masks, Array<std::uint8_t> facts, Array<float> rewards,
             Array<std::uint8_t> ended, Array<std::int8_t> winners) {
        const auto& shape = any_->shape();
        to_ = {data_of(planes, rows() * shape.plane_words()),
               data_of(masks, rows() * shape.mask_words()),
               data_of(facts, rows() * static_cast<std::size_t>(shape.facts)),
               data_of(rewards, rows()),
               data_of(ended, rows()),
               data_of(winners, rows())};
        owners_ = {nb::cast(planes),  nb::cast(masks), nb::cast(facts),
                   nb::cast(rewards), nb::cast(ended), nb::cast(winners)};
        ready_ = false;
    }

    void reset(std::uint64_t seed) {
        if (to_.planes == nullptr) throw nb::value_error("use comes first");
        const nb::gil_scoped_release free;
        any_->reset(to_, seed, threads_);
        ready_ = true;
    }

    std::int64_t step(const Array<const std::int64_t>& actions) {
        check_ready();
        const auto* wanted = data_of(actions, rows());
        const nb::gil_scoped_release free;
        return any_->step(to_, wanted, threads_);
    }

    void sample(const Array<std::int64_t>& actions) {
        check_ready();
        auto* out = data_of(actions, rows());
        const nb::gil_scoped_release free;
        any_->sample(to_.masks, out, threads_);
    }

    void children(const Array<const std::int64_t>& first, std::int64_t total, const Array<Word>& planes,
                  const Array<std::uint8_t>& facts, const Array<float>& rewards, const Array<std::uint8_t>& ended) {
        check_ready();
        const auto& shape = any_->shape();
        const auto* rows_of = data_of(first, rows());
        std::int64_t counted = 0;
        for (std::size_t row = 0; row < rows(); ++row) {
            if (rows_of[row] != counted) throw nb::value_error("a game has more or fewer moves");
            for (std::size_t word = 0; word < shape.mask_words(); ++word)
                counted += popcount(to_.masks[row * shape.mask_words() + word]);
        }
        if (counted != total) throw nb::value_error("there are more or fewer moves");
        const auto many = static_cast<std::size_t>(total);
        const ChildArrays to{data_of(planes, many * shape.plane_words()),
                             data_of(facts, many * static_cast<std::size_t>(shape.facts)), data_of(rewards, many),
                             data_of(ended, many)};
        const nb::gil_scoped_release free;
        any_->children(to_.masks, rows_of, to, threads_);
    }

    void finals(const Array<const std::int64_t>& numbers, const Array<Word>& planes,
                const Array<std::uint8_t>& facts) const {
        check_ready();
        const auto& shape = any_->shape();
        const auto many = numbers.size();
        for (std::size_t row = 0; row < many; ++row) check_game(numbers.data()[row]);
        auto* words = data_of(planes, many * shape.plane_words());
        auto* told = data_of(facts, many * static_cast<std::size_t>(shape.facts));
        const nb::gil_scoped_release free;
        any_->finals(numbers.data(), static_cast<std::int64_t>(many), words, told, threads_);
    }

    void floats(const Array<const Word>& planes, const Array<const std::uint8_t>& facts, const Array<float>& to) const {
        const auto& shape = any_->shape();
        const auto many = facts.size() / static_cast<std::size_t>(shape.facts);
        const auto* words = data_of(planes, many * shape.plane_words());
        const auto* numbers = data_of(facts, many * static_cast<std::size_t>(shape.facts));
        auto* out = data_of(to, many * shape.floats());
        const nb::gil_scoped_release free;
        write_floats(shape, static_cast<std::int64_t>(many), words, numbers, out, threads_);
    }

    std::string text(std::int64_t game) const {
        check_ready();
        check_game(game);
        return any_->text(game);
    }

    // Squares, planes, facts and ways.
    std::tuple<int, int, int, int> shape() const {
        const auto& shape = any_->shape();
        return {shape.squares, shape.planes, shape.facts, shape.ways};
    }

  private:
    static constexpr std::int64_t max_games = 1 << 24;

    std::size_t rows() const { return static_cast<std::size_t>(any_->games()); }

    void check_ready() const {
        if (!ready_) throw nb::value_error("reset comes first");
    }

    void check_game(std::int64_t game) const {
        if (game < 0 || game >= any_->games()) throw nb::value_error("no game of this batch");
    }

    std::unique_ptr<AnyBatch> any_;
    std::array<nb::object, 6> owners_;
    BatchArrays to_{};
    int threads_;
    bool ready_ = false;
};

inline void bind_batch(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Batch>(
        module, "Batch",
        R"(Many games of one kind at once, in arrays that belong to whoever calls; `schwarm.learn` says what is in them.

The portable core has none. ValueError for arrays of the wrong size, TypeError for those of the wrong kind.)")
        .def(nb::init<std::string_view, std::int64_t, bool, int>(), "game"_a, "games"_a, "official"_a = false,
             "threads"_a = 1, "ValueError for a game the core does not know.")
        .def("use", &Batch::use, "planes"_a.noconvert(), "masks"_a.noconvert(), "facts"_a.noconvert(),
             "rewards"_a.noconvert(), "ended"_a.noconvert(), "winners"_a.noconvert(),
             R"(Where to write from now on, a row per game; `reset` has to follow. Nobody else may change the masks.)")
        .def("reset", &Batch::reset, "seed"_a,
             "Begin all games; the seed decides about every start and every random action.")
        .def(
            "step", &Batch::step, "actions"_a.noconvert(),
            R"(Play an action in every game; what ends begins anew. If one is illegal, nothing is played and its place given
back, otherwise −1.)")
        .def("sample", &Batch::sample, "actions"_a.noconvert(), "A random legal action for every game.")
        .def("children", &Batch::children, "first"_a.noconvert(), "total"_a, "planes"_a.noconvert(),
             "facts"_a.noconvert(), "rewards"_a.noconvert(), "ended"_a.noconvert(),
             R"(Write a row for every legal move of every game; `first` has each game's first row, in order.)")
        .def("finals", &Batch::finals, "games"_a.noconvert(), "planes"_a.noconvert(), "facts"_a.noconvert(),
             "Write for each of these games what it looked like when it last ended.")
        .def("floats", &Batch::floats, "planes"_a.noconvert(), "facts"_a.noconvert(), "to"_a.noconvert(),
             "Planes and facts as numbers, a plane per fact too.")
        .def("text", &Batch::text, "game"_a, "The position of one game in the notation.")
        .def_prop_ro("shape", &Batch::shape, "How many squares, planes, facts and ways the game has.");
}

}  // namespace schwarm::python
