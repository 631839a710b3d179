// Which moves and moments of Ostseeschach deserve a longer look, whatever the evaluation thinks of them.
#pragma once

#include "../../search/last_round.hpp"
#include "../../search/tactics.hpp"
#include "position.hpp"

namespace schwarm::ostseeschach {

// Captures and whatever earns an amber: ambers decide the game.
struct Tactics {
    using P = Position;
    using LastRound = TriedLastMove<P>;

    // An amber is worth more than any piece, and the mightier piece more than the lighter.
    static int gain(const P& position, Move move) {
        const bool capture = has(position.owned(1 - position.us()), move.to);
        const int prey = capture ? 8 + 2 * static_cast<int>(position.kind(move.to)) : 0;
        return 40 * position.earns(move) + prey;
    }

    static bool can_gain(const P&, int wanted) { return wanted <= most_certain; }

    static void loud_moves(const P& position, MoveList& list) {
        const auto side = position.us();
        const auto prey = position.owned(1 - side);
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const auto wanted = light(kind) ? (prey | far_line[side]) & ~position.owned(side) : prey;
            each(position.of_kind(side, kind), [&](int start) {
                each(moves_of[side][kind][static_cast<std::size_t>(start)].set & wanted,
                     [&](int to) { list.add(start, to); });
            });
        }
    }

    // Red has its second amber: this is Blue's last move.
    static bool pressing(const P& position) {
        return !position.round_over() && std::max(position.ambers(0), position.ambers(1)) >= P::ambers_to_win;
    }

    // With few pieces left every move may be one too many.
    static bool may_pass(const P& position) { return popcount(position.owned(position.us())) > 2; }

    // Late quiet moves are left out here with few pieces, too.
    static bool is_sparse(const P&) { return false; }
};

}  // namespace schwarm::ostseeschach
