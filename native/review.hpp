// What a move is called in a review, as schwarm.engine.review has it.
#pragma once

#include <algorithm>

namespace schwarm {

enum class Verdict { Best, Good, Inaccuracy, Mistake, Blunder };

// By the winning chance that a move gave away: the chance with the best move, and with the one that was made. The
// position after the move was searched a ply deeper, so the best move is worth at least that much.
inline Verdict verdict(double before, double after, bool best) {
    if (best) return Verdict::Best;
    const double loss = std::max(0.0, std::max(before, after) - after);
    if (loss >= 0.20) return Verdict::Blunder;
    if (loss >= 0.10) return Verdict::Mistake;
    if (loss >= 0.05) return Verdict::Inaccuracy;
    return Verdict::Good;
}

}  // namespace schwarm
