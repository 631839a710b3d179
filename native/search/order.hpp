// Which moves to try first: what was best before, what wins something, what refuted other moves here, what answered the
// last move elsewhere, what often was good.
#pragma once

#include <algorithm>
#include <array>

#include "experience.hpp"
#include "tactics.hpp"

namespace schwarm {

// Moves that leave in the order of their worth. The best one is looked for when it is asked for, since a search rarely
// asks for all of them: one pass over numbers that hold worth and place together, which the processor compares several
// at a time.
class Queue {
  public:
    static constexpr int least_worth = -(1 << 19);

    template <class Worth>
    void fill(const MoveList& list, Worth worth) {
        int place = 0;
        for (const Move move : list) {
            keys_[static_cast<std::size_t>(place)] = worth(move) * places + (places - 1 - place);
            ++place;
        }
        size_ = static_cast<std::size_t>(place);
        std::fill_n(keys_.begin() + place, lanes, gone);
    }

    // The place, in the list, of the best one that is left.
    int take() {
        std::array<int, lanes> most;
        most.fill(gone);
        for (std::size_t begin = 0; begin < size_; begin += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) most[lane] = std::max(most[lane], keys_[begin + lane]);
        int best = gone;
        for (const int key : most) best = std::max(best, key);
        const int place = places - 1 - (best & (places - 1));
        keys_[static_cast<std::size_t>(place)] = gone;
        return place;
    }

  private:
    static constexpr int places = 1024;
    static constexpr int gone = -(1 << 30);
    static constexpr std::size_t lanes = 8;  // compared at once; the last ones are filled up with none
    static_assert(places >= MoveList::max_moves + static_cast<int>(lanes));
    std::array<int, places> keys_;
    std::size_t size_ = 0;
};

// The moves of a position, the most promising first. They are listed only when the remembered one was not enough, which
// it often is.
template <Tactics T>
class Candidates {
  public:
    using P = typename T::P;

    Candidates(const P& position, Move last, Move remembered, const Experience& experience, int ply)
        : position_(position), last_(last), remembered_(remembered), experience_(experience), ply_(ply) {}

    // The next one, or none.
    Move next() {
        ++place_;
        if (place_ == 0 && remembered_) return remembered_;
        if (!listed_) list();
        if (left_-- > 0) return list_[queue_.take()];
        if (taken_up_ == put_off_) return {};
        const Later later = later_[taken_up_++];
        place_ = later.place;
        return later.move;
    }
    // How many came before the one that came last.
    int place() const { return place_; }

    // The rest is not worth trying, but for what was put off.
    void skip_rest() {
        listed_ = true;
        left_ = 0;
    }

    // The move that came last comes again after all others, once; false if there is no room for it.
    bool put_off(Move move) {
        if (left_ < 0 || put_off_ == later_.size()) return false;
        later_[put_off_++] = {move, place_};
        return true;
    }

  private:
    struct Later {
        Move move;
        int place;
    };

    void list() {
        listed_ = true;
        position_.moves(list_);
        left_ = list_.size() - (remembered_ ? 1 : 0);
        const Experience::Worth worth(experience_, position_.to_move(), ply_, last_);
        queue_.fill(list_, [&](Move move) {
            const int gain = T::gain(position_, move);
            return move == remembered_ ? Queue::least_worth : gain > 0 ? worth.loud(move, gain) : worth.quiet(move);
        });
    }

    const P& position_;
    const Move last_, remembered_;
    const Experience& experience_;
    const int ply_;
    bool listed_ = false;
    int place_ = -1, left_ = 0;
    std::size_t put_off_ = 0, taken_up_ = 0;
    std::array<Later, 32> later_;
    MoveList list_;
    Queue queue_;
};

}  // namespace schwarm
