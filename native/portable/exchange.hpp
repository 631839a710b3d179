// What portable functions share: the buffer that texts and lists come and go through, and what the outside holds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "../engine.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name), visibility("default")))

namespace schwarm {

// A board and an engine as the outside holds them: by their address.
struct SchwarmBoard {
    std::unique_ptr<AnyBoard> any;
    bool beyond = false;  // play on after the end of the game
    bool goes_on() const { return beyond || any->playable(); }
};
struct SchwarmHecht {
    std::unique_ptr<AnyHecht> any;
};

// One text or list at a time.
alignas(8) inline std::array<char, 1 << 16> exchange;

inline int put(std::string_view text) {
    const auto length = std::min(text.size(), exchange.size());
    std::memcpy(exchange.data(), text.data(), length);
    return static_cast<int>(length);
}

inline std::string_view taken(int from, int length) {
    const auto size = static_cast<int>(exchange.size());
    if (from < 0 || length < 0 || from > size || length > size - from) return {};
    return {exchange.data() + from, static_cast<std::size_t>(length)};
}

// Numbers one after the other, as many as fit; gives how many.
template <class Number>
class Writer {
  public:
    void add(Number number) {
        if (static_cast<std::size_t>(count_ + 1) * sizeof(Number) > exchange.size()) return;
        std::memcpy(exchange.data() + static_cast<std::size_t>(count_) * sizeof(Number), &number, sizeof(Number));
        ++count_;
    }
    int count() const { return count_; }

  private:
    int count_ = 0;
};

inline int put(const std::vector<int>& numbers) {
    Writer<std::int32_t> writer;
    for (const int number : numbers) writer.add(number);
    return writer.count();
}

}  // namespace schwarm
