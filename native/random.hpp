// SplitMix64, the generator of schwarm.games.splitmix: hash keys, playouts and starts depend on nothing else.
#pragma once

#include <cstdint>

#include "bits.hpp"

namespace schwarm {

constexpr std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9ULL;
    number = (number ^ number >> 27) * 0x94D049BB133111EBULL;
    return number ^ number >> 31;
}

class SplitMix64 {
  public:
    constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() { return mixed(state_ += 0x9E3779B97F4A7C15ULL); }

    // A number from 0 to limit - 1.
    constexpr int below(int limit) {
        const auto wide = static_cast<u128>(static_cast<unsigned>(limit));
        return static_cast<int>(next() * wide >> 64);
    }

  private:
    std::uint64_t state_;
};

}  // namespace schwarm
