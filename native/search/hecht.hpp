// Hecht at the root: deepens step by step, keeps the best lines, and shares the work with further threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "../threads.hpp"
#include "searcher.hpp"

namespace schwarm {

// A move from the root, what it is worth and what is expected to follow.
struct Finding {
    Move move{};
    int score = 0;
    Line line;
};

// The search as a whole: `begin` sets the question, each `deepen` looks one ply further, `findings` are the answer.
template <Evaluation E, Tactics T>
class Hecht {
  public:
    using P = typename E::P;

    explicit Hecht(Table table) : table_(std::move(table)), searcher_(table_, watch_, true) {}

    E& evaluation() { return searcher_.evaluation(); }
    const E& evaluation() const { return searcher_.evaluation(); }
    void stop() { watch_.stop(); }
    const void* stop_flag() const { return watch_.stop_flag(); }
    int depth() const { return depth_; }
    std::int64_t nodes() const { return nodes_; }
    double elapsed() const { return watch_.elapsed(); }
    const std::vector<Finding>& findings() const { return findings_; }

    // A new game: the same question then gets the same answer.
    void forget() {
        table_.clear();
        searcher_.forget();
        for (auto& helper : helpers_) helper->forget();
    }

    void begin(const P& position, const Limits& limits, int lines, int threads) {
        position_ = position;
        watch_.begin(limits);
        table_.new_search();
        if (threads > 1 && !occupied_) occupied_ = std::make_unique<Occupied>();
        searcher_.begin(threads > 1 ? occupied_.get() : nullptr);
        searcher_.fade();
        while (helpers_.size() + 1 < static_cast<std::size_t>(threads))
            helpers_.push_back(std::make_unique<Searcher<E, T>>(table_, watch_, false));
        helpers_.resize(static_cast<std::size_t>(threads) - 1);
        for (auto& helper : helpers_) {
            helper->begin(occupied_.get());
            helper->learn_with(searcher_);
            helper->evaluation() = evaluation();
        }
        MoveList list;
        position.legal_moves(list);
        root_.clear();
        for (const Move move : list) root_.push_back({move, 0, {}});
        lines_ = static_cast<std::size_t>(std::min(lines, list.size()));
        findings_.clear();
        depth_ = 0;
        nodes_ = 0;
    }

    // Searches one ply deeper. False when there is nothing more to find within the limits; findings stay what they
    // were.
    bool deepen() {
        if (root_.empty() || depth_ >= watch_.limits().depth || depth_ >= longest_line / 2) return false;
        if (depth_ > 0 && (watch_.stopped() || all_decided())) return false;
        const bool complete = depth_ + 1 == 1 || helpers_.empty() ? iterate() : iterate_together();
        watch_.arm();
        nodes_ = searcher_.nodes();
        for (const auto& helper : helpers_) nodes_ += helper->nodes();
        if (complete) ++depth_;
        return complete;
    }

  private:
    // A proven result is not looked at again once it lies within what was searched.
    bool all_decided() const {
        if (reaches_end(depth_)) return true;
        return std::all_of(findings_.begin(), findings_.end(), [this](const Finding& finding) {
            return std::abs(finding.score) >= decided && win - std::abs(finding.score) <= depth_;
        });
    }

    // Whether the depth before found that every move loses.
    bool is_lost() const { return !findings_.empty() && findings_.front().score <= -decided; }

    bool reaches_end(int depth) const { return Searcher<E, T>::reaches_end(depth, P::last_turn - position_.turn()); }

    bool iterate() { return settle(search_root(searcher_, root_)); }

    // All threads look at the same, each at moves that no other one looks at just now; who is through first is right.
    bool iterate_together() {
        const auto start = root_;
        std::vector<Finding> done;
        std::atomic_flag through = ATOMIC_FLAG_INIT;
        std::size_t found = 0;
        on_threads(static_cast<int>(helpers_.size()) + 1, [&](int thread) {
            const bool first = thread == 0;
            auto root = start;
            const auto lines =
                search_root(first ? searcher_ : *helpers_[static_cast<std::size_t>(thread) - 1], first ? root_ : root);
            if (first) found = lines;
            if (lines < lines_ || through.test_and_set()) return;
            watch_.recall(true);
            done = first ? root_ : root;
        });
        watch_.recall(false);
        if (!done.empty()) {
            root_ = std::move(done);
            found = lines_;
        }
        return settle(found);
    }

    // How many of the lines are there at the next depth; fewer if the time ends.
    std::size_t search_root(Searcher<E, T>& searcher, std::vector<Finding>& root) const {
        std::size_t number = 0;
        while (number < lines_ && search_line(searcher, root, number, depth_ + 1)) ++number;
        return number;
    }

    // If the time ended in between, a better first move that was found already still counts.
    bool settle(std::size_t found) {
        if (found == lines_)
            keep(root_, lines_);
        else if (found == 0 && root_[0].line.length > 0 && depth_ > 0)
            put_first(root_[0]);
        return found == lines_;
    }

    // A move found in a depth that was not finished goes before the others; it does not stand there twice.
    void put_first(const Finding& found) {
        auto old = std::find_if(findings_.begin(), findings_.end(),
                                [&found](const Finding& finding) { return finding.move == found.move; });
        if (old == findings_.end()) --old;
        std::move_backward(findings_.begin(), old, old + 1);
        findings_.front() = found;
    }

    void keep(const std::vector<Finding>& root, std::size_t lines) {
        if (findings_.size() < lines) findings_.resize(lines);
        std::copy_n(root.begin(), lines, findings_.begin());
    }

    // The best of the moves from place `number` on goes to that place.
    bool search_line(Searcher<E, T>& searcher, std::vector<Finding>& root, std::size_t number, int depth) const {
        if (reaches_end(depth)) return search_end(searcher, root, number, depth);
        const int guess = root[number].score;
        int width = 20;
        int alpha = depth >= 4 ? std::max(guess - width, -infinite) : -infinite;
        int beta = depth >= 4 ? std::min(guess + width, infinite) : infinite;
        for (;;) {
            const int score = search_window(searcher, root, number, alpha, beta, depth);
            if (searcher.stopped()) return false;
            if (score > alpha && score < beta) return true;
            width *= 3;
            if (score <= alpha) alpha = width > 1000 ? -infinite : std::max(score - width, -infinite);
            if (score >= beta) beta = width > 1000 ? infinite : std::min(score + width, infinite);
        }
    }

    // To the end there are only wins, draws and defeats: first who wins, which costs least to know, then how soon. What
    // is likely is asked first, and what looks drawn is made sure of before more is wanted.
    bool search_end(Searcher<E, T>& searcher, std::vector<Finding>& root, std::size_t number, int depth) const {
        const auto is_above = [&](int bound) {
            return search_window(searcher, root, number, bound, bound + 1, depth) > bound;
        };
        const bool hopeful = root[number].score > 0;
        const bool wins = hopeful && is_above(decided);
        if (searcher.stopped()) return false;
        const bool loses = !wins && !is_above(-1);
        if (searcher.stopped()) return false;
        if (wins || (!loses && !hopeful && is_above(decided)))
            search_window(searcher, root, number, decided, infinite, depth);
        else if (loses)
            search_window(searcher, root, number, -infinite, -decided, depth);
        return !searcher.stopped();
    }

    int search_window(Searcher<E, T>& searcher, std::vector<Finding>& root, std::size_t number, int alpha, int beta,
                      int depth) const {
        const Node<E> start(searcher.evaluation(), position_);
        int best = -infinite;
        Line line;
        std::vector<Move> later;  // what other threads look at comes last
        for (std::size_t step = number, place; step < root.size() + later.size(); ++step) {
            if (step < root.size()) {
                place = step;
                if (step > number && searcher.is_occupied(position_, root[step].move, depth)) {
                    later.push_back(root[step].move);
                    continue;
                }
            } else {
                place = place_of(root, later[step - root.size()]);
            }
            const auto guard = searcher.occupy(position_, root[place].move, depth);
            const Node<E> next(searcher.evaluation(), start, root[place].move);
            int score;
            if (step == number) {
                score = searcher.after(next, alpha, beta, depth - 1, line);
            } else {
                score = searcher.after_closed(next, alpha, depth - 1, line);
                if (score > alpha && score < beta) score = searcher.after(next, alpha, beta, depth - 1, line);
            }
            if (searcher.stopped()) {
                // Everything before it loses, so what was looked at last is no worse; a glance tells how good it is.
                if (best > -infinite && best <= -decided && !is_lost())
                    bring_forward(root, number, place, -next.evaluated_by(searcher.evaluation()), {});
                return best;
            }
            if (score <= best) continue;
            best = score;
            if (score > alpha || (step == number && beta > alpha + 1)) bring_forward(root, number, place, score, line);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }

    static std::size_t place_of(const std::vector<Finding>& root, Move move) {
        const auto found =
            std::find_if(root.begin(), root.end(), [move](const Finding& finding) { return finding.move == move; });
        return static_cast<std::size_t>(found - root.begin());
    }

    // A move goes to the front; the others keep their order.
    static void bring_forward(std::vector<Finding>& root, std::size_t number, std::size_t place, int score,
                              const Line& line) {
        Finding found{root[place].move, score, {}};
        found.line.begin_with(root[place].move, line);
        const auto begin = root.begin() + static_cast<std::ptrdiff_t>(number);
        const auto old = root.begin() + static_cast<std::ptrdiff_t>(place);
        std::move_backward(begin, old, old + 1);
        root[number] = found;
    }

    Table table_;
    Watch watch_;
    std::unique_ptr<Occupied> occupied_;  // with several threads
    Searcher<E, T> searcher_;
    std::vector<std::unique_ptr<Searcher<E, T>>> helpers_;
    P position_{};
    std::vector<Finding> root_, findings_;
    std::size_t lines_ = 1;
    int depth_ = 0;
    std::int64_t nodes_ = 0;
};

}  // namespace schwarm
