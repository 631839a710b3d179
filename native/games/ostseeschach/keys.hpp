// The numbers that hashes of positions are made of.
#pragma once

#include <array>
#include <cstdint>

#include "../../random.hpp"
#include "pieces.hpp"

namespace schwarm::ostseeschach {

constexpr int last_turn = 60;

struct Keys {
    std::array<std::array<std::array<std::uint64_t, places>, kinds>, 2> piece{};
    std::array<std::uint64_t, places> tower{};
    std::array<std::uint64_t, last_turn + 2> turn{};
};
constexpr Keys make_keys() {
    Keys keys;
    SplitMix64 numbers(2022);
    for (auto& side : keys.piece)
        for (auto& kind : side)
            for (auto& key : kind) key = numbers.next();
    for (auto& key : keys.tower) key = numbers.next();
    for (auto& key : keys.turn) key = numbers.next();
    return keys;
}
inline constexpr Keys keys = make_keys();

}  // namespace schwarm::ostseeschach
