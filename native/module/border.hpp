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

// A number as Python hands it over. It may be anything: what is no number, or too large for any machine, is to be
// refused with a sentence and not with a list of signatures.
struct Given {
    nb::handle object;
};

// What Python does when something is refused: it raises an error with a sentence.
// Never destroyed: Python is gone before the module is.
inline nb::object& refusal = *new nb::object();
inline nb::object& number_refusal = *new nb::object();

[[noreturn]] inline void refuse(nb::handle board, std::optional<int> code) {
    if (refusal.is_valid() && !refusal.is_none()) refusal(board, code);
    throw nb::value_error("not a legal move");
}

// The number itself; nothing if it is none of this machine.
inline std::optional<Whole> whole(Given given) {
    if (!PyIndex_Check(given.object.ptr())) return {};
    const auto number = nb::steal(PyNumber_Index(given.object.ptr()));
    if (!number.is_valid()) throw nb::python_error();
    int beyond = 0;
    const Whole found = PyLong_AsLongLongAndOverflow(number.ptr(), &beyond);
    return beyond == 0 ? std::optional(found) : std::nullopt;
}

// A number as the core wants it, if it lies within the bounds.
template <class Number = int>
Number checked(const char* name, Given given, Whole least, Whole most) {
    const auto number = whole(given);
    if (!number || *number < least || *number > most) {
        if (number_refusal.is_valid() && !number_refusal.is_none()) number_refusal(name, given.object, least, most);
        throw nb::value_error((std::string(name) + " is no number, too small or too large").c_str());
    }
    return static_cast<Number>(*number);
}

}  // namespace schwarm::python

namespace nanobind::detail {

template <>
struct type_caster<schwarm::python::Given> {
    NB_TYPE_CASTER(schwarm::python::Given, const_name("int"))

    bool from_python(handle given, std::uint32_t, cleanup_list*) noexcept {
        value = {given};
        return true;
    }
};

}  // namespace nanobind::detail
