// The text of a Piranhas position: rows, turn and, in 2026, who is credited with the first swarm.
#pragma once

#include "../../notation.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

template <Season S>
std::optional<Position<S>> Position<S>::parse(std::string_view text, Rules rules) {
    if (notation::count(text, ' ') != (weighted ? 2 : 1)) return {};
    Position position;
    position.rules_ = rules;
    const auto place = [&position](char letter, bool tower, int x, int y) {
        const u128 here = bit(place_of(x, y));
        if (tower) return false;
        if (letter == 'x') {
            position.squids_ |= here;
            return true;
        }
        const auto found = S::letters.find(letter);
        if (found == std::string_view::npos) return false;
        constexpr auto weights = S::letters.size() / 2;
        position.fish_[found / weights] |= here;
        if (found % weights == 1) position.medium_ |= here;
        if (found % weights == 2) position.large_ |= here;
        for (int axis = 0; axis < axes; ++axis) position.lines_.enter(axis, place_of(x, y));
        return true;
    };
    if (!notation::read<size, size>(notation::cut(text, ' '), place)) return {};
    const auto turn = notation::turn(notation::cut(text, ' '), last_turn);
    if (!turn) return {};
    position.turn_ = *turn;
    if constexpr (weighted) {
        if (text == "r")
            position.credit_ = Team::One;
        else if (text == "b")
            position.credit_ = Team::Two;
        else if (text != "-")
            return {};
    }
    for (std::size_t side = 0; side < 2; ++side) {
        position.fish_hash_[side] = position.recomputed_fish_hash(side);
        position.united_[side] = piranhas::united(position.fish_[side]);
    }
    position.hash_ = position.recomputed_hash() ^ position.fish_hash_[0] ^ position.fish_hash_[1];
    return position;
}

template <Season S>
std::string Position<S>::text() const {
    const auto letter = [this](int x, int y) -> std::string_view {
        const int place = place_of(x, y);
        if (has(squids_, place)) return "x";
        for (std::size_t side = 0; side < 2; ++side)
            if (has(fish_[side], place)) return S::letters.substr(side * S::letters.size() / 2 + kind(place), 1);
        return {};
    };
    auto text = notation::written<size, size>(letter) + ' ' + std::to_string(turn_);
    if constexpr (weighted) {
        text += ' ';
        text += credit_ ? (*credit_ == Team::One ? 'r' : 'b') : '-';
    }
    return text;
}

}  // namespace schwarm::piranhas
