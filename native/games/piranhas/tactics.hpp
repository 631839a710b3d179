// Which moves and moments of Piranhas deserve a longer look, whatever the evaluation thinks of them.
#pragma once

#include "../../search/tactics.hpp"
#include "last_round.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

// Captures, and moves that unite two swarms: uniting may decide the game.
template <Season S>
struct Tactics {
    using P = Position<S>;
    using LastRound = piranhas::LastRound<S>;

    static int gain(const P& position, Move move) {
        return has(position.other(), move.to) ? worth * position.weight(bit(move.to)) : 0;
    }

    static bool can_gain(const P& position, int wanted) {
        constexpr int heaviest_fish = 3;
        return wanted <= most_by_capture(worth * heaviest_fish) ||
               (wanted <= most_certain && parts(position.own()) == Parts::Two);
    }

    static void loud_moves(const P& position, MoveList& list) {
        const u128 own = position.own(), other = position.other();
        const bool divided = parts(own) == Parts::Two;
        const u128 landing = divided ? ~(own | position.squids()) : other;
        Landings(position.lines(), own, other, landing).list(list);
        if (divided)
            list.keep([own, other](Move move) {
                return has(other, move.to) || united((own ^ bit(move.start)) | bit(move.to));
            });
    }

    // Red or its move united a side: unless Blue answers at once, the game is over.
    static bool pressing(const P& position) {
        return !position.round_over() && (position.united(Team::One) || position.united(Team::Two));
    }

    // A side that is united, or nearly so, may be glad if it did not have to move.
    static bool may_pass(const P& position) {
        return popcount(position.own()) > 4 && parts(position.own()) == Parts::More;
    }

    // With five fish a quiet move may gather them all.
    static bool is_sparse(const P& position) { return popcount(position.own()) <= 5; }

  private:
    static constexpr int worth = 8;  // of a fish, by its weight
};

}  // namespace schwarm::piranhas
