// Hecht's search: principal variation search with everything that makes it deep, written once for all games.
//
// How good a position is says the Evaluation; which moves are loud (captures, ambers, unions), when passing tells
// nothing and when there is no time to lose says the game's Tactics. The end of a game is exact: a union counts only
// when its round is over, so one that can still be broken or equalled is searched on like any other position.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "limits.hpp"
#include "node.hpp"
#include "occupied.hpp"
#include "order.hpp"
#include "score.hpp"
#include "table.hpp"
#include "tactics.hpp"

namespace schwarm {

// The moves that both sides are expected to make.
struct Line {
    std::array<Move, longest_line> moves;
    int length = 0;

    void begin_with(Move move, const Line& rest) {
        moves[0] = move;
        length = std::min(rest.length + 1, longest_line);
        std::copy_n(rest.moves.begin(), length - 1, moves.begin() + 1);
    }
};

// One thread of a search, with an evaluation of its own; the table and experience are shared with the others.
template <Evaluation E, Tactics T>
class Searcher {
  public:
    using P = typename E::P;

    Searcher(Table& table, Watch& watch, bool first) : table_(table), watch_(watch), first_(first) {}

    E& evaluation() { return evaluation_; }
    const E& evaluation() const { return evaluation_; }

    std::int64_t nodes() const { return nodes_; }
    // Together with other threads, if there is a table to tell them what this one looks at.
    void begin(Occupied* occupied) {
        nodes_ = 0;
        occupied_ = occupied;
    }
    void forget() { experience_.clear(); }
    void fade() { experience_.fade(); }
    void learn_with(const Searcher& other) { experience_.share(other.experience_); }

    // Whether a search to that depth with so many turns left sees the whole game. It leaves nothing out, so what it
    // says is exact.
    static bool reaches_end(int depth, int left) { return depth >= left; }

    // The value of a position after a move from the root, for the side that made it.
    int after(const Node<E>& node, int alpha, int beta, int depth, Line& line) {
        return -search<true>(node, -beta, -alpha, depth, 1, line, true);
    }
    int after_closed(const Node<E>& node, int alpha, int depth, Line& line) {
        return -search<false>(node, -alpha - 1, -alpha, depth, 1, line, true);
    }

    bool stopped() const { return watch_.stopped() || (occupied_ && watch_.recalled()); }

    // Whether another thread looks at a move from a position just now. So close to the leaves that asking costs more
    // than it saves, nobody tells.
    bool is_occupied(const P& position, Move move, int depth) const {
        return occupied_ && depth >= least_shared && occupied_->has(Occupied::key(position.hash(), move, depth));
    }
    Occupied::Guard occupy(const P& position, Move move, int depth) const {
        return {depth >= least_shared ? occupied_ : nullptr, Occupied::key(position.hash(), move, depth)};
    }

  private:
    bool over() {
        ++nodes_;
        if (first_ && watch_.over(nodes_)) return true;
        return occupied_ && stopped();
    }

    template <bool open>
    int search(const Node<E>& node, int alpha, int beta, int depth, int ply, Line& line, bool may_pass) {
        const P& position = node.position();
        line.length = 0;
        const Team team = position.to_move();
        if (const auto end = position.ended()) return over() ? 0 : score_of(*end, team, ply);
        const int left = P::last_turn - position.turn();
        if (!open && left == 1) return over() ? 0 : after_last_round(position, alpha, beta, ply);
        const bool pressing = T::pressing(position);
        if (pressing && ply < 2 * depth + 24) ++depth;
        // The last round is known, however little there is left to look at.
        if (!open && left <= T::LastRound::max_turns) depth = std::max(depth, left);
        const bool complete = reaches_end(depth, left);
        if (complete) depth = left;
        if (depth <= 0 || ply >= longest_line - 1) return quiesce(node, alpha, beta, ply, 0);
        if (over()) return 0;

        // No line can be better than winning on the next move.
        alpha = std::max(alpha, ply - win);
        beta = std::min(beta, win - ply - 1);
        if (alpha >= beta) return alpha;

        Known known;
        const bool hit = table_.probe(position.hash(), known);
        if (hit && !open && known.depth >= depth) {
            const int score = from_table(known.score, ply);
            if (known.bound == Bound::Exact || (known.bound == Bound::Lower && score >= beta) ||
                (known.bound == Bound::Upper && score <= alpha))
                return score;
        }
        if (!open && left <= T::LastRound::max_turns) {
            const int score = after_last_round(position, alpha, beta, ply);
            const Bound bound = score >= beta ? Bound::Lower : score > alpha ? Bound::Exact : Bound::Upper;
            table_.store(position.hash(), {Move{}, to_table(score, ply), depth, bound});
            return score;
        }
        const int evaluation = complete ? 0 : node.evaluated_by(evaluation_);
        // A side whose prospects grew since its last move is believed more readily, and its late moves less often left
        // out.
        evaluations_[static_cast<std::size_t>(ply)] = evaluation;
        const bool improving = ply >= 3 && evaluation > evaluations_[static_cast<std::size_t>(ply - 2)];
        bool threatened = false;
        if (!open && !pressing && !complete && std::abs(beta) < decided) {
            if (depth <= 4 && evaluation - 45 * (depth - improving) >= beta) return evaluation;
            if (may_pass && depth >= 3 && evaluation >= beta && position.turn() < P::last_turn - 4 &&
                T::may_pass(position)) {
                const Node<E> passed(evaluation_, node, typename Node<E>::Pass{});
                Line rest;
                const int reduction = 2 + depth / 4 + std::min((evaluation - beta) / 100, 2);
                const int score = -search<false>(passed, -beta, -beta + 1, depth - 1 - reduction, ply + 1, rest, false);
                if (stopped()) return 0;
                if (score >= beta) return score >= decided ? beta : score;
                // If passing loses at once, something is threatened that a shallow look would miss.
                threatened = score <= -decided;
            }
        }

        if (!hit && depth >= 4 && !complete) --depth;
        if (threatened) ++depth;

        // Whatever a torn or foreign entry says, only legal moves are played.
        const Move remembered = hit && known.move && position.legal(known.move) ? known.move : Move{};
        Candidates<T> candidates(position, node.move(), remembered, experience_, ply);
        const int before = alpha;
        int best = -infinite;
        Move best_move{};
        std::array<Move, 64> tried;
        int quiet = 0;
        Line rest;
        for (Move move; (move = candidates.next());) {
            const int place = candidates.place();
            const bool loud = T::gain(position, move) > 0;

            if (!open && !pressing && !complete && !loud && best > -decided) {
                // Late quiet moves near the leaves hardly ever matter, nor do those of a hopeless position;
                // and what comes after a quiet move is quiet.
                const int most = (4 + 3 * depth * depth) / (improving ? 1 : 2);
                if ((depth <= 3 && place >= most && !T::is_sparse(position)) ||
                    (depth <= 2 && evaluation + 60 + 70 * depth <= alpha)) {
                    candidates.skip_rest();
                    continue;
                }
            }
            if (place > 0 && is_occupied(position, move, depth) && candidates.put_off(move)) continue;
            const auto guard = occupy(position, move, depth);

            if (depth > 1) table_.prefetch(position.hash_after(move));
            evaluation_.prefetch(position, move);
            const Node<E> next(evaluation_, node, move);
            int score;
            if (place == 0) {
                score = -search<open>(next, -beta, -alpha, depth - 1, ply + 1, rest, true);
            } else {
                int reduction = 0;
                if (depth >= 3 && place >= 3 && !loud && !pressing && !complete) {
                    reduction = reductions()[static_cast<std::size_t>(std::min(depth, 63))]
                                            [static_cast<std::size_t>(std::min(place, 63))];
                    reduction += !improving - open - experience_.history(team, move) / 6000;
                    reduction = std::clamp(reduction, 0, depth - 2);
                }
                score = -search<false>(next, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1, rest, true);
                if (score > alpha && reduction > 0)
                    score = -search<false>(next, -alpha - 1, -alpha, depth - 1, ply + 1, rest, true);
                if (open && score > alpha && score < beta)
                    score = -search<open>(next, -beta, -alpha, depth - 1, ply + 1, rest, true);
            }
            if (stopped()) return 0;

            if (score > best) {
                best = score;
                if (score > alpha) {
                    alpha = score;
                    best_move = move;
                    if constexpr (open) line.begin_with(move, rest);
                    if (alpha >= beta) {
                        if (!loud) experience_.refuted(team, ply, node.move(), depth, move, tried.data(), quiet);
                        break;
                    }
                }
            }
            if (!loud && quiet < static_cast<int>(tried.size())) tried[static_cast<std::size_t>(quiet++)] = move;
        }

        // Whoever cannot move loses, unless the game says otherwise.
        if (best == -infinite) {
            const auto end = position.blocked();
            return end ? score_of(*end, team, ply) : ply - win;
        }
        const Bound bound = best >= beta ? Bound::Lower : best > before ? Bound::Exact : Bound::Upper;
        if (!best_move && hit) best_move = known.move;
        table_.store(position.hash(), {best_move, to_table(best, ply), depth, bound});
        return best;
    }

    // What the last turns make of a position, as far as the window wants to know.
    int after_last_round(const P& position, int alpha, int beta, int ply) {
        const int won = win - ply - (P::last_turn - position.turn());
        if (alpha >= won) return won;
        if (beta <= -won) return -won;
        const typename T::LastRound last(position);
        if (alpha >= 0) return last.reaches(1, last_help_) ? won : 0;
        if (beta > 0 && last.reaches(1, last_help_)) return won;
        return last.reaches(0, last_help_) ? 0 : -won;
    }

    // Plays out what is loud until the position is quiet enough for the evaluation.
    int quiesce(const Node<E>& node, int alpha, int beta, int ply, int depth) {
        if (over()) return 0;
        const P& position = node.position();
        if (P::last_turn - position.turn() <= T::LastRound::max_turns)
            return after_last_round(position, alpha, beta, ply);
        int best = node.evaluated_by(evaluation_);
        if (best >= beta || depth >= 6 || ply >= longest_line - 1) return best;
        if (!T::can_gain(position, alpha - best)) return best;
        alpha = std::max(alpha, best);

        const int evaluation = best;
        MoveList list;
        T::loud_moves(position, list);
        Queue queue;
        queue.fill(list, [&position](Move move) { return T::gain(position, move); });
        const Team team = position.to_move();
        for (int place = 0; place < list.size(); ++place) {
            const Move move = list[queue.take()];
            // A capture that cannot make up for what is missing is not played out; a union (no gain) may decide the
            // game.
            const int gain = T::gain(position, move);
            if (gain > 0 && evaluation + most_by_capture(gain) <= alpha) continue;
            evaluation_.prefetch(position, move);
            const Node<E> next(evaluation_, node, move);
            int score;
            if (const auto end = next.position().ended()) {
                score = over() ? 0 : score_of(*end, team, ply + 1);
            } else {
                score = -quiesce(next, -beta, -alpha, ply + 1, depth + 1);
            }
            if (stopped()) return 0;
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    using Reductions = std::array<std::array<int, 64>, 64>;
    static const Reductions& reductions() {
        static const Reductions table = [] {
            Reductions reductions{};
            for (std::size_t depth = 1; depth < 64; ++depth)
                for (std::size_t place = 1; place < 64; ++place)
                    reductions[depth][place] = static_cast<int>(0.5 + std::log(static_cast<double>(depth)) *
                                                                          std::log(static_cast<double>(place)) / 2.2);
            return reductions;
        }();
        return table;
    }

    static constexpr int least_shared = 3;

    E evaluation_;
    Table& table_;
    Watch& watch_;
    const bool first_;
    Occupied* occupied_ = nullptr;
    std::int64_t nodes_ = 0;
    Experience experience_;
    Move last_help_{};                             // in the last round, elsewhere
    std::array<int, longest_line> evaluations_{};  // along the line that is being searched
};

}  // namespace schwarm
