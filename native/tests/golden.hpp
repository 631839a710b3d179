// What the tests know of each game; a file for each under games/ enters it here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// A position to start from, and the nodes of a search from there to depth 7: the same with every compiler on every
// processor.
struct Golden {
    std::string_view game;
    std::string text;
    std::int64_t nodes;
};

inline std::vector<Golden>& all_golden() {
    static std::vector<Golden> golden;
    return golden;
}

struct Enter {
    explicit Enter(const Golden& golden) { all_golden().push_back(golden); }
};
