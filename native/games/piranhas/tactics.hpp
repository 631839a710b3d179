// Which moves and moments of Piranhas deserve a longer look, whatever the evaluation thinks of them.
#pragma once

#include <algorithm>
#include <array>

#include "../../search/tactics.hpp"
#include "position.hpp"

namespace schwarm::piranhas {

// Captures, and moves that unite two swarms: uniting may decide the game.
template <Season S>
struct Tactics {
    using P = Position<S>;

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

    // A swarm that is heavy enough stays so if another fish moves.
    static bool sure_last(const P& position, int wanted) {
        const Team us = position.to_move();
        if (position.rules() != Rules::Documents || (!P::weighted && position.united(opponent(us)))) return false;
        const u128 own = position.own();
        const int needed = least_last(position, wanted);
        u128 heavy = 0;
        position.swarms(us, [&](u128 swarm) { heavy = position.weight(swarm) >= needed ? swarm : heavy; });
        if (heavy == 0 || heavy == own) return false;
        bool moves = false;
        const u128 landing = ~(own | position.other() | position.squids());
        swim(position.lines(), own ^ heavy, position.other(), landing,
             [&moves](u128 ahead, u128 behind, int) { moves |= (ahead | behind) != 0; });
        return moves;
    }

    // A move that captures nothing leaves the other side's swarm as it is, and joins no more than what touches the
    // square it goes to.
    static void last_moves(const P& position, int wanted, MoveList& list) {
        const u128 own = position.own(), other = position.other();
        const int needed = std::min(least_last(position, wanted), position.weight(own)) - heaviest_fish(position);
        bool any = needed <= 0;
        Sums touching;
        position.swarms(position.to_move(), [&](u128 swarm) {
            const int weight = position.weight(swarm);
            any |= weight >= needed + heaviest_fish(position);
            touching.add(spread(swarm), weight);
        });
        const u128 squares = any ? ~u128{0} : touching.at_least(needed);
        Landings(position.lines(), own, other, (other | squares) & ~(own | position.squids())).list(list);
    }

  private:
    // A number for each square, all added up at once.
    class Sums {
      public:
        void add(u128 squares, int number) {
            u128 carried = 0;
            for (std::size_t place = 0; place < digits.size(); ++place) {
                const u128 added = (number >> place & 1) != 0 ? squares : 0, digit = digits[place];
                digits[place] = digit ^ added ^ carried;
                carried = (digit & added) | (carried & (digit | added));
            }
        }
        u128 at_least(int number) const {
            u128 more = 0, equal = ~u128{0};
            for (std::size_t place = digits.size(); place-- > 0;) {
                if ((number >> place & 1) != 0) {
                    equal &= digits[place];
                } else {
                    more |= equal & digits[place];
                    equal &= ~digits[place];
                }
            }
            return more | equal;
        }

      private:
        std::array<u128, 8> digits{};  // of 100 squares with fish of three at most
    };

    static int heaviest_fish(const P& position) {
        const u128 own = position.own();
        return (own & position.of_weight(2)) != 0 ? 3 : (own & position.of_weight(1)) != 0 ? 2 : 1;
    }

    // How heavy a swarm has to be that is not all of a side, for a win or at least a draw in the last turn.
    static int least_last(const P& position, int wanted) {
        const Team us = position.to_move();
        const int theirs = position.heaviest(opponent(us));
        const auto credit = position.credit();
        // The official server knows cases in which an equal swarm is enough in spite of the credit.
        const bool equal = !P::weighted                           ? wanted < 1
                           : position.rules() != Rules::Documents ? true
                           : credit                               ? *credit == us
                                                                  : wanted < 1;
        return theirs + (equal ? 0 : 1);
    }

    static constexpr int worth = 8;  // of a fish, by its weight
};

}  // namespace schwarm::piranhas
