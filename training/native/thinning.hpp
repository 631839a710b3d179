// Positions with only a few pieces, as in long endings, made from the texts of others.
#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

#include "random.hpp"

namespace training {

// In the text of a position, Red's pieces are capitals, and x belongs to nobody.
inline bool is_piece(char letter) { return std::isalpha(static_cast<unsigned char>(letter)) && letter != 'x'; }
inline bool is_red(char letter) { return std::isupper(static_cast<unsigned char>(letter)); }

// How many pieces each side has.
inline std::array<int, 2> pieces(const std::string& position) {
    std::array<int, 2> found{};
    for (const char letter : position.substr(0, position.find(' ')))
        if (is_piece(letter)) ++found[is_red(letter) ? 0 : 1];
    return found;
}

// The position with one piece less: numbers count empty squares.
inline std::string without(const std::string& position, std::size_t piece) {
    const auto is_digit = [&](std::size_t place) { return std::isdigit(static_cast<unsigned char>(position[place])); };
    auto begin = piece, end = piece + 1;
    while (begin > 0 && is_digit(begin - 1)) --begin;
    while (is_digit(end)) ++end;
    const auto empty = [&](std::size_t from, std::size_t to) {
        return from < to ? std::stoi(position.substr(from, to - from)) : 0;
    };
    return position.substr(0, begin) + std::to_string(empty(begin, piece) + 1 + empty(piece + 1, end)) +
           position.substr(end);
}

// The position with two to so many pieces a side: how many and which stay is left to chance.
inline std::string thinned(std::string position, int most, schwarm::SplitMix64& numbers) {
    for (const bool red : {true, false}) {
        for (const int wanted = 2 + numbers.below(most - 1);;) {
            std::vector<std::size_t> places;
            for (std::size_t place = 0; position[place] != ' '; ++place)
                if (is_piece(position[place]) && is_red(position[place]) == red) places.push_back(place);
            if (static_cast<int>(places.size()) <= wanted) break;
            position =
                without(position, places[static_cast<std::size_t>(numbers.below(static_cast<int>(places.size())))]);
        }
    }
    return position;
}

}  // namespace training
