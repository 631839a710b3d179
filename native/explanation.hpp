// Why a move is allowed or not: the facts of schwarm.games' Explanation. The sentence is told there.
#pragma once

#include <vector>

namespace schwarm {

constexpr int nowhere = -1;

// Squares are places; what a rule does not look at is empty, 0 or nowhere.
struct Explanation {
    int rule;  // its place in the game's list of rules, which is in the order of the one in schwarm.games
    bool legal;
    int fish = 0;
    int at = nowhere, landing = nowhere;
    std::vector<int> line{};
};

}  // namespace schwarm
