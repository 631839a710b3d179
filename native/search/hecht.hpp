// Hecht at the root: deepens step by step, keeps the best lines, and lets further threads help through the table.
#pragma once

#include <algorithm>
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
        searcher_.begin();
        searcher_.fade();
        while (helpers_.size() + 1 < static_cast<std::size_t>(threads))
            helpers_.push_back(std::make_unique<Searcher<E, T>>(table_, watch_, false));
        helpers_.resize(static_cast<std::size_t>(threads) - 1);
        for (auto& helper : helpers_) {
            helper->begin();
            helper->evaluation() = evaluation();
        }
        MoveList list;
        position.legal_moves(list);
        root_.clear();
        for (const Move move : list) root_.push_back({move, 0, {}});
        lines_ = std::min(lines, list.size());
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

    bool reaches_end(int depth) const { return Searcher<E, T>::reaches_end(depth, P::last_turn - position_.turn()); }

    bool iterate() { return search_root(searcher_, root_, depth_ + 1, true); }

    bool iterate_together() {
        bool complete = false;
        const auto start = root_;  // which this thread goes on to change
        on_threads(static_cast<int>(helpers_.size()) + 1, [this, &complete, &start](int thread) {
            if (thread == 0) {
                complete = iterate();
                watch_.recall(true);
            } else {
                auto root = start;
                // Every second helper looks one ply further, so that not all do the same work.
                search_root(*helpers_[static_cast<std::size_t>(thread) - 1], root, depth_ + 2 - thread % 2, false);
            }
        });
        watch_.recall(false);
        return complete;
    }

    // All lines at one depth. If the time ends in between, a better first move that was found already still counts.
    bool search_root(Searcher<E, T>& searcher, std::vector<Finding>& root, int depth, bool first) {
        const auto lines = first ? static_cast<std::size_t>(lines_) : 1;
        for (std::size_t number = 0; number < lines; ++number) {
            const bool complete = search_line(searcher, root, number, depth);
            if (!complete) {
                if (first && number == 0 && root[0].line.length > 0 && depth > 1) put_first(root[0]);
                return false;
            }
        }
        if (first) keep(root, lines);
        return true;
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
    bool search_line(Searcher<E, T>& searcher, std::vector<Finding>& root, std::size_t number, int depth) {
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
    bool search_end(Searcher<E, T>& searcher, std::vector<Finding>& root, std::size_t number, int depth) {
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
                      int depth) {
        const Node<E> start(searcher.evaluation(), position_);
        int best = -infinite;
        Line line;
        for (std::size_t place = number; place < root.size(); ++place) {
            const Node<E> next(searcher.evaluation(), start, root[place].move);
            int score;
            if (place == number) {
                score = searcher.after(next, alpha, beta, depth - 1, line);
            } else {
                score = searcher.after_closed(next, alpha, depth - 1, line);
                if (score > alpha && score < beta) score = searcher.after(next, alpha, beta, depth - 1, line);
            }
            if (searcher.stopped()) {
                // Everything before it loses, so what was looked at last is no worse.
                if (best > -infinite && best <= -decided) bring_forward(root, number, place, root[number].score, {});
                return best;
            }
            if (score <= best) continue;
            best = score;
            if (score > alpha || (place == number && beta > alpha + 1)) bring_forward(root, number, place, score, line);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
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
    Searcher<E, T> searcher_;
    std::vector<std::unique_ptr<Searcher<E, T>>> helpers_;
    P position_{};
    std::vector<Finding> root_, findings_;
    int lines_ = 1;
    int depth_ = 0;
    std::int64_t nodes_ = 0;
};

}  // namespace schwarm
