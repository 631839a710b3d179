// Why a piece may step somewhere or not, as schwarm.games.ostseeschach.explanations tells it.
#pragma once

#include "../../explanation.hpp"
#include "position.hpp"

namespace schwarm::ostseeschach {

// In the order of the rules there.
enum class StepRule { NoPiece, OtherSide, NotItsStep, OwnPiece, TwoAmbers, HighTower, Arrives, BuildsTower, Free };

inline Explanation Position::explain(Move move) const {
    const auto side = us();
    const auto rule = [&] {
        if (!has(owned_[side], move.start))
            return has(owned_[1 - side], move.start) ? StepRule::OtherSide : StepRule::NoPiece;
        if (!has(moves_of[side][kind(move.start)][move.start].set, move.to)) return StepRule::NotItsStep;
        if (has(owned_[side], move.to)) return StepRule::OwnPiece;
        const int earned = earns(move);
        if (earned == 2) return StepRule::TwoAmbers;
        if (earned == 1) return arrives(side, move) ? StepRule::Arrives : StepRule::HighTower;
        return has(owned_[1 - side], move.to) ? StepRule::BuildsTower : StepRule::Free;
    }();
    return {.rule = static_cast<int>(rule), .legal = rule >= StepRule::TwoAmbers, .at = move.to};
}

}  // namespace schwarm::ostseeschach
