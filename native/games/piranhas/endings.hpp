// When a game of Piranhas ends, and who has won.
#pragma once

#include "position.hpp"

namespace schwarm::piranhas {

// "Das Spiel endet, wenn am Ende einer Runde alle … Fische einer Farbe zu einem einzigen … Schwarm verbunden sind,
// spätestens jedoch nach 30 Runden."
template <Season S>
inline std::optional<Outcome> Position<S>::ended() const {
    if (round_over() && (turn_ >= last_turn || union_ends())) return winner();
    return {};
}

template <Season S>
inline std::optional<Outcome> Position<S>::outcome() const {
    if (auto end = ended()) return end;
    if (can_move()) return {};
    return blocked();
}

template <Season S>
inline std::optional<Outcome> Position<S>::blocked() const {
    if (rules_ == Rules::Official) {
        if constexpr (!weighted) return {};
        if (union_ends()) return winner();
    }
    return Outcome{opponent(to_move()), piranhas::blocked, points()};
}

template <Season S>
inline bool Position<S>::union_ends() const {
    if (!weighted && rules_ == Rules::Official) {
        const bool red = counts_as_united(Team::One), blue = counts_as_united(Team::Two);
        return red && blue ? heaviest(Team::One) != heaviest(Team::Two) : red || blue;
    }
    return united(Team::One) || united(Team::Two);
}

template <Season S>
inline Outcome Position<S>::winner() const {
    const auto points = this->points();
    if constexpr (!weighted) {
        const bool red = counts_as_united(Team::One), blue = counts_as_united(Team::Two);
        if (red != blue) return {red ? Team::One : Team::Two, only_swarm, points};
    }
    if (points[0] != points[1]) return {points[0] > points[1] ? Team::One : Team::Two, heavier_swarm, points};
    const bool credit_counts = weighted && (rules_ != Rules::Official || union_ends());
    if (credit_counts && credit_) return {credit_, piranhas::first_swarm, points};
    return {std::nullopt, draw, points};
}

template <Season S>
inline std::array<int, 2> Position<S>::points() const {
    std::array<int, 2> points{heaviest(Team::One), heaviest(Team::Two)};
    if (weighted && rules_ == Rules::Official)
        for (auto& side : points) side = side == 0 ? -1 : side;
    return points;
}

template <Season S>
inline std::vector<int> Position<S>::standing() const {
    std::vector<int> facts{heaviest(Team::One), heaviest(Team::Two)};
    if constexpr (weighted) facts.push_back(credit_ ? index(*credit_) : -1);
    return facts;
}

// For the official server of 2019 no fish at all are united too.
template <Season S>
inline bool Position<S>::counts_as_united(Team team) const {
    return united(team) || (rules_ == Rules::Official && fish(team) == 0);
}

}  // namespace schwarm::piranhas
