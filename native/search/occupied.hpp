// Which moves the threads of one search are looking at just now, so that no two of them do the same work.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "../move.hpp"

namespace schwarm {

// A move from a position at one depth. Being forgotten or taken for another one costs a little work, nothing else.
class Occupied {
  public:
    static std::uint64_t key(std::uint64_t position, Move move, int depth) {
        return position ^ (static_cast<std::uint64_t>(move.code()) << 8 | static_cast<std::uint64_t>(depth & 0xFF)) *
                              0x9E3779B97F4A7C15ULL;
    }

    bool has(std::uint64_t key) const {
        for (const auto& place : bucket(key))
            if (place.load(std::memory_order_relaxed) == key) return true;
        return false;
    }

    // Says that somebody looks at a move for as long as it lives; nothing without a table.
    class Guard {
      public:
        Guard(Occupied* occupied, std::uint64_t key) : occupied_(occupied), key_(key) {
            if (occupied_) occupied_->exchange(0, key_);
        }
        ~Guard() {
            if (occupied_) occupied_->exchange(key_, 0);
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

      private:
        Occupied* const occupied_;
        const std::uint64_t key_;
    };

  private:
    using Bucket = std::array<std::atomic<std::uint64_t>, 4>;
    static constexpr std::size_t buckets = 4096;

    const Bucket& bucket(std::uint64_t key) const { return buckets_[key % buckets]; }

    void exchange(std::uint64_t old, std::uint64_t now) {
        for (auto& place : buckets_[(old | now) % buckets]) {
            auto found = old;
            if (place.compare_exchange_strong(found, now, std::memory_order_relaxed)) return;
        }
    }

    std::array<Bucket, buckets> buckets_{};
};

}  // namespace schwarm
