// The transposition table: what is known of positions that were searched, shared by all threads without locks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "../move.hpp"

namespace schwarm {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// What a table says of a position: how good it is at least, at most or exactly, how deep that was searched, and the
// move.
struct Known {
    Move move{};
    int score = 0;
    int depth = 0;
    Bound bound = Bound::None;
};

// An entry keeps its key combined with its data: an entry torn by two threads matches no position. Threads read and
// write plain numbers as atomic ones, in no particular order, which costs nothing on today's processors.
class Table {
  public:
    // Takes as many megabytes, at least one, as are a power of two; false if the system has no such memory.
    explicit Table(std::size_t megabytes)
        : buckets_(std::bit_floor(std::max<std::size_t>(1, megabytes)) * megabyte / sizeof(Bucket)),
          memory_(std::calloc(1, bytes() + page)) {
        if (!memory_) return;
        const auto address = (reinterpret_cast<std::uintptr_t>(memory_.get()) + page - 1) / page * page;
        bucket_ = std::launder(reinterpret_cast<Bucket*>(address));
#ifdef __linux__
        // Entries lie anywhere: with large pages the processor need not look up the page of each one first.
        madvise(bucket_, bytes(), MADV_HUGEPAGE);
#endif
    }

    explicit operator bool() const { return memory_ != nullptr; }

    void new_search() { age_ = (age_ + 1) & 63; }

    void clear() {
#ifdef __linux__
        // Fresh memory is empty and costs nothing before it is used: a short search with a large table starts at once.
        if (madvise(bucket_, bytes(), MADV_DONTNEED) != 0)
#endif
            std::memset(bucket_, 0, bytes());
        age_ = 0;
    }

    // Memory is slow: ask for the entry while there is something else to do.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_[key & (buckets_ - 1)]); }

    bool probe(std::uint64_t key, Known& known) const {
        for (const auto& entry : bucket_[key & (buckets_ - 1)].entry) {
            const auto data = load(entry.data);
            if (data == 0 || (load(entry.check) ^ data) != key) continue;
            known.move = Move::from_code(static_cast<int>(data & 0x3FFF));
            known.bound = static_cast<Bound>(data >> 14 & 3);
            known.score = static_cast<std::int16_t>(data >> 16 & 0xFFFF);
            known.depth = static_cast<int>(data >> 48 & 0xFF);
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, const Known& known) {
        auto& bucket = bucket_[key & (buckets_ - 1)];
        Entry* victim = &bucket.entry[0];
        int worth_least = 1 << 20;
        for (auto& entry : bucket.entry) {
            const auto data = load(entry.data);
            if (data == 0 || (load(entry.check) ^ data) == key) {
                victim = &entry;
                break;
            }
            // Deep results of this search are worth most; each search since then costs as much as four plies.
            const int searches_ago = (age_ - static_cast<int>(data >> 56)) & 63;
            const int worth = static_cast<int>(data >> 48 & 0xFF) - 4 * searches_ago;
            if (worth < worth_least) {
                worth_least = worth;
                victim = &entry;
            }
        }
        const auto data =
            static_cast<std::uint64_t>(known.move.code()) | static_cast<std::uint64_t>(known.bound) << 14 |
            static_cast<std::uint64_t>(static_cast<std::uint16_t>(known.score)) << 16 |
            static_cast<std::uint64_t>(std::clamp(known.depth, 0, 255)) << 48 | static_cast<std::uint64_t>(age_) << 56;
        save(victim->data, data);
        save(victim->check, key ^ data);
    }

  private:
    static constexpr std::size_t megabyte = 1024 * 1024;
    static constexpr std::size_t page = 2 * megabyte;

    // Empty memory is full of these without anybody making them, which atomic members would not allow.
    struct Entry {
        std::uint64_t check, data;
    };
    struct alignas(64) Bucket {
        Entry entry[4];
    };

    // Not std::atomic_ref: the library of older clang compilers has none.
    static std::uint64_t load(const std::uint64_t& number) { return __atomic_load_n(&number, __ATOMIC_RELAXED); }
    static void save(std::uint64_t& number, std::uint64_t value) { __atomic_store_n(&number, value, __ATOMIC_RELAXED); }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t buckets_;
    std::unique_ptr<void, Free> memory_;
    Bucket* bucket_ = nullptr;
    int age_ = 0;
};

}  // namespace schwarm
