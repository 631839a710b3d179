// How long a search may take, and who may end it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace schwarm {

// What ends a search; the first one that is reached does.
struct Limits {
    int depth = 99;
    std::int64_t nodes = INT64_MAX;
    double seconds = 1e9;
};

// Shared by the threads of one search. Nodes are counted by the first thread: with one thread they are exact.
class Watch {
  public:
    void begin(const Limits& limits) {
        limits_ = limits;
        started_ = Clock::now();
        armed_ = false;
        stopped_.store(false, std::memory_order_relaxed);
    }

    // The first look at every move is always finished: there is an answer however short the time.
    void arm() { armed_ = true; }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    const Limits& limits() const { return limits_; }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    const void* stop_flag() const { return &stopped_; }
    bool stopped() const { return armed_ && stopped_.load(std::memory_order_relaxed); }

    // Helpers come back when the first thread has finished a depth.
    void recall(bool back) { recalled_.store(back, std::memory_order_relaxed); }
    bool recalled() const { return recalled_.load(std::memory_order_relaxed); }

    // Asks the clock only now and then: it costs as much as a small position. Not so at first, when the table's memory
    // is new and a position may take milliseconds.
    bool over(std::int64_t nodes) {
        if (!armed_) return false;
        const bool look = (nodes & 255) == 0 || nodes < 512;
        if (nodes >= limits_.nodes || (look && elapsed() >= limits_.seconds)) stop();
        return stopped();
    }

  private:
    using Clock = std::chrono::steady_clock;
    Limits limits_;
    Clock::time_point started_ = Clock::now();
    std::atomic<bool> stopped_{false}, recalled_{false};
    bool armed_ = false;  // changed only while no other thread searches
};

}  // namespace schwarm
