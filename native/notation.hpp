// The part of a position's text that all games share: fields, rows, runs of empty squares, the turn.
// Accepts exactly what schwarm.games accepts; which sentence explains a refusal is told there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schwarm::notation {

// Cuts off what is before the first separator, or everything.
inline std::string_view cut(std::string_view& text, char separator) {
    const auto end = text.find(separator);
    const auto part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    return part;
}

// A number without leading zeros and of at most `digits` digits.
inline std::optional<int> number(std::string_view text, std::size_t digits) {
    if (text.empty() || text.size() > digits || (text[0] == '0' && text.size() > 1)) return {};
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return {};
        value = value * 10 + (c - '0');
    }
    return value;
}

inline std::optional<int> turn(std::string_view text, int last_turn) {
    const auto turn = number(text, 4);
    return turn && *turn <= last_turn ? turn : std::nullopt;
}

inline int count(std::string_view text, char wanted) {
    int found = 0;
    for (const char c : text) found += c == wanted;
    return found;
}

// Reads rows from the highest down; `place(letter, tower, column, row)` says whether the game has such a piece.
template <int columns, int rows, class Place>
bool read(std::string_view text, Place place) {
    if (count(text, '/') != rows - 1) return false;
    for (int row = rows - 1; row >= 0; --row) {
        auto line = cut(text, '/');
        int column = 0;
        bool after_run = false;
        while (!line.empty()) {
            std::size_t taken = 0;
            while (taken < line.size() && line[taken] >= '0' && line[taken] <= '9') ++taken;
            if (taken > 0) {
                const auto run = number(line.substr(0, taken), 2);
                if (after_run || !run || *run == 0) return false;
                column += *run;
                after_run = true;
            } else {
                taken = line.size() > 1 && line[1] == '+' ? 2 : 1;
                if (column >= columns || !place(line[0], taken == 2, column, row)) return false;
                ++column;
                after_run = false;
            }
            line.remove_prefix(taken);
        }
        if (column != columns) return false;
    }
    return true;
}

// Writes rows from the highest down; `letter(column, row)` is empty for an empty square.
template <int columns, int rows, class Letter>
std::string written(Letter letter) {
    std::string text;
    for (int row = rows - 1; row >= 0; --row) {
        int run = 0;
        for (int column = 0; column < columns; ++column) {
            const std::string_view piece = letter(column, row);
            if (piece.empty()) {
                ++run;
                continue;
            }
            if (run > 0) text += std::to_string(run);
            text += piece;
            run = 0;
        }
        if (run > 0) text += std::to_string(run);
        if (row > 0) text += '/';
    }
    return text;
}

}  // namespace schwarm::notation
