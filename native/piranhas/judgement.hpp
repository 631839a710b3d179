// What Hecht thinks of Piranhas: the evaluation, and which moves and moments deserve a longer look.
#pragma once

#include <vector>

#include "../judgement.hpp"
#include "features.hpp"
#include "position.hpp"
#include "weights_2019.hpp"
#include "weights_2026.hpp"

namespace schwarm::piranhas {

template <Season season>
class Judgement {
  public:
    using P = Position<season>;
    static constexpr auto names = feature_names;

    const Weights<features>& weights() const { return weights_; }

    void set_weights(const Weights<features>& weights) {
        weights_ = weights;
        scale_ = weights;
        for (auto& memory : memory_) memory = {};
    }

    int evaluate(const P& position) {
        const Team own = position.to_move(), other = opponent(own);
        // Copies: remembering one side may push out the other.
        const Sum ours = remembered(position, own).sum, theirs = remembered(position, other).sum;
        Sum sum = ours - theirs;
        sum.add(weights_[Tempo], 1);
        sum.add(weights_[Second], own == Team::Two ? 1 : -1);
        return sum.at(position.turn());
    }

    // What the next evaluation will ask for; the side that does not move was asked for just now.
    void prefetch(const P& position, Move move) const {
        __builtin_prefetch(&memory_[position.fish_hash_after(move) & (remembered_sides - 1)]);
    }

    static Counts count(const P& position) { return count_features(position); }

    static int gain(const P& position, Move move) {
        if (has(position.other(), move.to)) return 8 * position.weight(bit(move.to));
        return 0;
    }

    // How much a loud move can bring at most; uniting may decide the game.
    int most_gain(const P& position) {
        return remembered(position, position.to_move()).parts == 2 ? most_certain : 100 + 8 * 3 * 8;
    }

    // Captures, and the moves that unite two swarms.
    void loud_moves(const P& position, MoveList& list) {
        const u128 own = position.own(), other = position.other();
        const bool divided = remembered(position, position.to_move()).parts == 2;
        const u128 landing = divided ? ~(own | position.squids()) : other;
        Landings(position.lines(), own, other, landing).list(list);
        if (divided)
            list.keep([own, other](Move move) {
                return has(other, move.to) || piranhas::united((own ^ bit(move.start)) | bit(move.to));
            });
    }

    // Red or its move united a side: unless Blue answers at once, the game is over.
    static bool pressing(const P& position) {
        return !position.round_over() && (position.united(Team::One) || position.united(Team::Two));
    }

    // A side that is united, or nearly so, may be glad if it did not have to move.
    bool may_pass(const P& position) {
        return remembered(position, position.to_move()).parts > 2 && popcount(position.own()) > 4;
    }

  private:
    static constexpr std::size_t remembered_sides = 1 << 15;  // a megabyte: more of them would be further away

    struct Memory {
        std::uint64_t key = 0;
        Sum sum;
        int parts = 0;
    };

    // Most moves change one side's swarms only, and many lead to the same ones.
    const Memory& remembered(const P& position, Team team) {
        const auto key = position.fish_hash(team);
        auto& memory = memory_[key & (remembered_sides - 1)];
        if (memory.key != key) {
            Counts counts{};
            count_swarms(position, team, counts);
            memory = {key, scale_(counts), counts[Parts]};
        }
        return memory;
    }

    std::vector<Memory> memory_ = std::vector<Memory>(remembered_sides);
    Weights<features> weights_ = season == Season::Y2026 ? weights_2026 : weights_2019;
    Scale<features> scale_ = weights_;
};

}  // namespace schwarm::piranhas
