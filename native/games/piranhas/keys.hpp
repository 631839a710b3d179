// The numbers that hashes of positions are made of.
#pragma once

#include <array>
#include <cstdint>

#include "../../random.hpp"
#include "geometry.hpp"

namespace schwarm::piranhas {

constexpr int last_turn = 60;

struct Keys {
    std::array<std::array<std::array<std::uint64_t, places>, 3>, 2> fish{};  // by side and weight
    std::array<std::uint64_t, places> squid{};
    std::array<std::uint64_t, last_turn + 2> turn{};
    std::array<std::uint64_t, 3> credit{};
};
constexpr Keys make_keys() {
    Keys keys;
    SplitMix64 numbers(2026);
    for (auto& side : keys.fish)
        for (auto& weight : side)
            for (auto& key : weight) key = numbers.next();
    for (auto& key : keys.squid) key = numbers.next();
    for (auto& key : keys.turn) key = numbers.next();
    for (auto& key : keys.credit) key = numbers.next();
    return keys;
}
inline constexpr Keys keys = make_keys();

}  // namespace schwarm::piranhas
