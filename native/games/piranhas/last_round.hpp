// The last moves of a game of Piranhas: whether they still bring a result, known before most of them are looked at.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "position.hpp"

namespace schwarm::piranhas {

// How a side's fish hang together, and what a move can make of it at most.
template <Season S>
struct Swarms {
    static constexpr std::size_t most = size * size / 4;  // swarms that do not touch each other

    Swarms(const Position<S>& position, u128 fish) {
        for (u128 rest = fish; rest != 0; ++number) {
            const u128 swarm = swarm_of(rest & -rest, rest);
            rest ^= swarm;
            const int weight = position.weight(swarm);
            squares[number] = swarm;
            weights[number] = weight;
            total += weight;
            second = std::max(second, std::min(weight, heaviest));
            if (weight > heaviest) {
                heaviest = weight;
                main = swarm;
            }
        }
    }

    // Where a fish of that weight may land that makes a swarm of the weight that is needed.
    u128 squares_for(int needed, int fish) const {
        u128 found = 0, once = 0, twice = 0;
        for (std::size_t place = 0; place < number; ++place) {
            const u128 near = grown(squares[place]);
            twice |= once & near;
            once |= near;
            if (weights[place] + fish >= needed) found |= near;
        }
        each(twice & ~found, [&](int square) {
            if (joined(grown(bit(square))) + fish >= needed) found |= bit(square);
        });
        return found;
    }

    // The most that the heaviest swarm can weigh after a move of a fish of that weight.
    int bound(Move move, int fish) const {
        const u128 around = grown(bit(move.to));
        int sum = fish;
        for (std::size_t place = 0; place < number; ++place)
            if ((squares[place] & around) != 0) sum += weights[place] - (has(squares[place], move.start) ? fish : 0);
        return std::max(sum, has(main, move.start) ? std::max(second, heaviest - fish) : heaviest);
    }

    std::array<u128, most> squares;
    std::array<int, most> weights;
    std::size_t number = 0;
    int heaviest = 0, second = 0, total = 0;
    u128 main = 0;

  private:
    int joined(u128 around) const {
        int sum = 0;
        for (std::size_t place = 0; place < number; ++place) sum += (squares[place] & around) != 0 ? weights[place] : 0;
        return sum;
    }
};

// A move that needs nothing but its line as it is: whatever the opponent does elsewhere without capturing, it makes a
// swarm of that weight.
struct Resource {
    u128 line = 0;
    int weight = 0;

    bool survives(Move move) const { return !has(line, move.start) && !has(line, move.to); }
};

// Some of the opponent's, as far as they are known.
class Resources {
  public:
    void add(const Resource& resource) {
        if (resource.line != 0 && number_ < resources_.size()) resources_[number_++] = resource;
    }

    // Whether one of them makes a swarm of that weight, whatever a move changes.
    bool meet(Move move, int weight) const {
        return std::any_of(resources_.begin(), resources_.begin() + number_, [&](const Resource& resource) {
            return resource.weight >= weight && resource.survives(move);
        });
    }

  private:
    std::array<Resource, 6> resources_;
    std::size_t number_ = 0;
};

// The last move. Only the swarm that a fish joins can become heavier, and only a capture can make the opponent's
// lighter. So the squares where a fish could land to any use are found first, from the swarms as they are; usually
// there are few or none. What is left is tried.
template <Season S>
class LastMove {
  public:
    using P = Position<S>;

    LastMove(const P& position, const Swarms<S>& ours)
        : position_(position),
          own_(position.own()),
          other_(position.other()),
          free_(~(own_ | position.squids())),
          ours_(ours),
          theirs_(position, other_) {}

    // Whether the side to move gets at least that: 1, a win; 0, a draw. Says with what, if that may do elsewhere, too.
    bool reaches(int wanted, Resource& resource) const {
        const int needed = weight_for(wanted);
        const bool enough = ours_.heaviest >= needed;
        // Capturing here may make the opponent's heaviest swarm lighter, or complete.
        const u128 prey = theirs_.number <= 2 ? other_ : theirs_.second == theirs_.heaviest ? 0 : theirs_.main;
        const u128 landing = enough ? free_ : prey | (ours_.squares_for(needed, heaviest_fish()) & free_);
        if (landing == 0) return reaches_blocked(wanted);

        const int sure = sure_weight(wanted);
        if (ours_.heaviest >= sure) {
            resource.line = line_to_land(position_.lines(), own_ ^ ours_.main, other_, free_ & ~other_);
            resource.weight = ours_.heaviest;
            if (resource.line != 0) return true;
        }
        MoveList list;
        Landings(position_.lines(), own_, other_, landing).list(list);
        for (const Move move : list) {
            if (!has(prey, move.to)) {
                const u128 swarm = swarm_of(bit(move.to), (own_ ^ bit(move.start)) | bit(move.to));
                const int weight = position_.weight(swarm ^ bit(move.to)) + position_.weight(bit(move.start));
                if (weight >= sure) {
                    if (!has(other_, move.to)) resource = {line_between(move.start, move.to), weight};
                    return true;
                }
                if (weight < needed && !enough) continue;
            }
            P next = position_;
            next.try_out(move);
            if (is_enough(next.winner(), wanted)) return true;
        }
        return list.empty() && reaches_blocked(wanted);
    }

  private:
    // How heavy a swarm has to be at least, if the opponent's stay as they are.
    int weight_for(int wanted) const {
        if constexpr (P::weighted) {
            // Swarms of the same weight: it depends on who made the first complete one, which this move may still be.
            const auto credit = position_.credit();
            const bool tie_helps =
                credit ? *credit == position_.to_move() : wanted == 0 || ours_.total == theirs_.heaviest;
            return theirs_.heaviest + !tie_helps;
        } else {
            // A complete swarm is enough, and if the opponent has one, nothing less.
            return theirs_.number > 1 ? std::min(theirs_.heaviest + wanted, ours_.total) : ours_.total;
        }
    }

    // A swarm of that weight is enough without another look, if the opponent's stay as they are.
    int sure_weight(int wanted) const {
        // For the official server of 2019 no fish at all are a complete swarm, too.
        if (!P::weighted && theirs_.number == 0) return INT32_MAX;
        if (!P::weighted && theirs_.number == 1) return std::max(theirs_.heaviest + wanted, ours_.total);
        if (P::weighted && (position_.credit() || position_.rules() == Rules::Official)) return theirs_.heaviest + 1;
        return theirs_.heaviest + wanted;
    }

    int heaviest_fish() const {
        if constexpr (P::weighted)
            for (int weight = 2; weight > 0; --weight)
                if ((own_ & position_.of_weight(weight)) != 0) return weight + 1;
        return 1;
    }

    // The official server lets a complete swarm decide even if the side to move cannot.
    bool reaches_blocked(int wanted) const {
        if (position_.rules() == Rules::Documents || !position_.union_ends() || position_.can_move()) return false;
        const auto end = position_.blocked();
        return end && is_enough(*end, wanted);
    }

    bool is_enough(const Outcome& outcome, int wanted) const {
        return outcome.winner ? *outcome.winner == position_.to_move() : wanted == 0;
    }

    const P& position_;
    const u128 own_, other_, free_;
    const Swarms<S>& ours_;
    const Swarms<S> theirs_;
};

// The last one or two moves, of a side and of its opponent.
template <Season S>
class LastRound {
  public:
    using P = Position<S>;
    static constexpr int max_turns = 2;

    explicit LastRound(const P& position) : position_(position) {}

    // Whether the side to move gets at least that: 1, a win; 0, a draw. What helped elsewhere is tried first, and what
    // helps here is said.
    bool reaches(int wanted, Move& help) const {
        if (P::last_turn - position_.turn() == 2) return prevents_with(help, 1 - wanted) || prevents(1 - wanted, help);
        Resource any;
        return LastMove<S>(position_, {position_, position_.own()}).reaches(wanted, any);
    }

  private:
    bool prevents_with(Move move, int wanted) const {
        if (!move || !position_.legal(move)) return false;
        P next = position_;
        next.try_out(move);
        Resource any;
        return !LastMove<S>(next, {next, next.own()}).reaches(wanted, any);
    }

    // Whether there is a move after which the opponent does not get that much. What the opponent did against one move
    // mostly does against others, too, and is not looked for again.
    bool prevents(int wanted, Move& found) const {
        const u128 other = position_.other();
        const Swarms<S> ours(position_, position_.own()), theirs(position_, other);
        MoveList list;
        position_.moves(list);
        if (list.empty()) {
            const auto end = position_.blocked();
            return end && (end->winner ? *end->winner == position_.to_move() : wanted == 1);
        }
        Resources answers;
        const auto helps = [&](Move move, bool captures, int bound) {
            if (!captures && answers.meet(move, sure_weight(wanted, bound, ours.total, theirs.total))) return false;
            P next = position_;
            next.try_out(move);
            Resource answer;
            const bool reached = captures ? LastMove<S>(next, {next, next.own()}).reaches(wanted, answer)
                                          : LastMove<S>(next, theirs).reaches(wanted, answer);
            if (!reached)
                found = move;
            else if (!captures && answer.survives(move))
                answers.add(answer);
            return !reached;
        };
        // First what captures, unites or makes a swarm as heavy as the opponent's.
        struct Weak {
            Move move;
            int bound;
        };
        std::array<Weak, MoveList::max_moves> later;
        std::size_t number = 0;
        for (const Move move : list) {
            const bool captures = has(other, move.to);
            const int bound = ours.bound(move, position_.weight(bit(move.start)));
            if (!captures && bound < std::min(theirs.heaviest, ours.total))
                later[number++] = {move, bound};
            else if (helps(move, captures, bound))
                return true;
        }
        return std::any_of(later.begin(), later.begin() + number,
                           [&](const Weak& weak) { return helps(weak.move, false, weak.bound); });
    }

    // With a swarm of that weight the opponent gets what is wanted, if ours are not heavier than the bound.
    int sure_weight(int wanted, int bound, int ours, int theirs) const {
        // Our move may make the first complete swarm, or one that only another complete one makes up for (2019).
        if (bound >= ours) return P::weighted ? bound + 1 : std::max(bound + wanted, theirs);
        return bound + (P::weighted && position_.credit() ? 1 : wanted);
    }

    const P& position_;
};

}  // namespace schwarm::piranhas
