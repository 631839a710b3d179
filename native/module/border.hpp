// What Python hands over is checked with this, and what is refused becomes an error with a sentence.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace schwarm::python {

namespace nb = nanobind;

using Free = nb::gil_scoped_release;
using Whole = std::int64_t;
constexpr Whole any_number = std::numeric_limits<Whole>::max();
constexpr Whole max_int = std::numeric_limits<int>::max();
constexpr Whole max_megabytes = 1 << 20;

// What Python does when something is refused: it raises an error with a sentence.
// Never destroyed: Python is gone before the module is.
inline nb::object& refusal = *new nb::object();
inline nb::object& number_refusal = *new nb::object();

[[noreturn]] inline void refuse(nb::handle board, std::optional<int> code) {
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

}  // namespace schwarm::python
