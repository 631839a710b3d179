// Why a fish may swim somewhere or not, as schwarm.games.piranhas.explanations tells it.
#pragma once

#include "../../explanation.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

// In the order of the rules there.
enum class SwimRule { NoFish, OtherSide, NoLine, WrongDistance, Edge, OpponentInTheWay, Squid, OwnFish, Eats, Free };

inline Explanation decide(SwimRule rule) {
    return {static_cast<int>(rule), rule == SwimRule::Eats || rule == SwimRule::Free};
}

template <Season S>
Explanation Position<S>::explain(Move move) const {
    const int start = move.start, to = move.to;
    if (!has(own(), start)) return decide(has(other(), start) ? SwimRule::OtherSide : SwimRule::NoFish);
    int way = 0;
    const auto seen = [start, &way] {
        return geometry.ray[static_cast<std::size_t>(way)][static_cast<std::size_t>(start)];
    };
    while (way < 2 * axes && !has(seen(), to)) ++way;
    if (way == 2 * axes) return decide(SwimRule::NoLine);
    const int axis = way % axes, step = way < axes ? stride(axis) : -stride(axis);
    const int number = lines().count(axis, start), landing = start + number * step;
    const auto with_line = [=](SwimRule rule) {
        auto explanation = decide(rule);
        explanation.fish = number;
        each(Lines::line(axis, start), [&explanation](int place) { explanation.line.push_back(place); });
        return explanation;
    };
    if (landing < 0 || landing >= places || !has(seen(), landing)) return with_line(SwimRule::Edge);
    if (landing != to) {
        auto explanation = with_line(SwimRule::WrongDistance);
        explanation.landing = landing;
        return explanation;
    }
    int at = start + step;
    while (at != to && !has(other(), at)) at += step;
    auto explanation = with_line(at != to           ? SwimRule::OpponentInTheWay
                                 : has(squids_, to) ? SwimRule::Squid
                                 : has(own(), to)   ? SwimRule::OwnFish
                                 : has(other(), to) ? SwimRule::Eats
                                                    : SwimRule::Free);
    explanation.at = at;
    return explanation;
}

}  // namespace schwarm::piranhas
