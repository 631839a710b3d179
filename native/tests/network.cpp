// Networks: the sums that are kept move by move are those of the position, and what is no network is refused.
#include "network.hpp"

#include <doctest/doctest.h>

#include <string>

#include "engine.hpp"
#include "games/ostseeschach/evaluation.hpp"
#include "games/ostseeschach/inputs.hpp"
#include "games/piranhas/evaluation.hpp"
#include "games/piranhas/inputs.hpp"
#include "games/piranhas/weights_2026.hpp"
#include "random.hpp"
#include "search/trained.hpp"

using namespace schwarm;

namespace {

struct Weighted {
    static constexpr bool weighted = true;
    static constexpr std::string_view letters = "SMLsml";
    static constexpr const auto& weights = piranhas::weights_2026;
};

// A network of any numbers, small enough for all sums.
std::string any_network(int inputs) {
    SplitMix64 numbers(7);
    std::string bytes;
    const auto add = [&bytes](auto number) { bytes.append(reinterpret_cast<const char*>(&number), sizeof number); };
    for (const std::uint32_t head : {Network::magic, static_cast<std::uint32_t>(inputs), std::uint32_t{Network::width},
                                     std::uint32_t{Network::buckets}})
        add(head);
    const int weights = (inputs + 1) * Network::width + Network::buckets * 2 * Network::width;
    for (int number = 0; number < weights; ++number) add(static_cast<std::int16_t>(numbers.below(101) - 50));
    for (int number = 0; number < 2 * Network::buckets; ++number) add(static_cast<std::int32_t>(numbers.below(256)));
    return bytes;
}

// Leads a random game along, one state from the one before, and compares each with one that begins there.
template <class E>
int differences(const std::string& start) {
    using P = typename E::P;
    E evaluation;
    evaluation.set_network(E::read(any_network(E::inputs)));
    int wrong = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SplitMix64 numbers(seed);
        auto position = *P::parse(start, Rules::Documents);
        auto node = std::make_unique<Node<E>>(evaluation, position);
        std::vector<std::unique_ptr<Node<E>>> line;
        while (!position.outcome()) {
            const Move move = position.random_move(numbers);
            auto next = std::make_unique<Node<E>>(evaluation, *node, move);
            position.play(move);
            line.push_back(std::move(node));
            node = std::move(next);
            // Not always: sums that nobody asked for are added up later.
            if (numbers.below(3) == 0) {
                const Node<E> fresh(evaluation, position);
                wrong += node->evaluated_by(evaluation) != fresh.evaluated_by(evaluation);
            }
        }
    }
    return wrong;
}

using Piranhas = Trained<piranhas::Evaluation<Weighted>, piranhas::Inputs<Weighted>>;
using Ostseeschach = Trained<ostseeschach::Evaluation, ostseeschach::Inputs>;

}  // namespace

TEST_CASE("sums that are kept move by move are those of the position") {
    CHECK(differences<Piranhas>("1mlmlssms1/S8S/S8M/M3x4S/M6x1S/M8L/S8M/L8L/S8M/1slsmmmss1 0 -") == 0);
    CHECK(differences<Ostseeschach>("rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0") == 0);
}

TEST_CASE("turning an input twice gives the same one, and no two become one") {
    const auto check = []<class I>(I) {
        std::vector<bool> seen(static_cast<std::size_t>(I::inputs));
        for (int input = 0; input < I::inputs; ++input) {
            CHECK(I::turned(I::turned(input)) == input);
            seen[static_cast<std::size_t>(I::turned(input))] = true;
        }
        CHECK(std::all_of(seen.begin(), seen.end(), [](bool is) { return is; }));
    };
    check(piranhas::Inputs<Weighted>{});
    check(ostseeschach::Inputs{});
}

TEST_CASE("few pieces have outputs of their own") {
    const auto fish = [](const std::string& board) {
        return piranhas::Inputs<Weighted>::crowd(*Piranhas::P::parse(board + " 0 -", Rules::Documents));
    };
    const std::string empty = "/10/10/10/10/10/10/10/10";
    CHECK(fish("SSSSSSSSSS/10" + empty) == 0);
    CHECK(fish("SSSSSSSSSS/Ss8" + empty) == 1);
    CHECK(fish("SSSSSSSSSS/ssssss4" + empty) == 1);
    CHECK(fish("SSSSSSSSSS/sssssss3" + empty) == 2);
    CHECK(fish("SSSSSSSSSS/ssssssssss/ss8/10/10/10/10/10/10/10") == 2);
    CHECK(fish("SSSSSSSSSS/ssssssssss/sss7/10/10/10/10/10/10/10") == 3);
    const auto pieces = [](const std::string& board) {
        return ostseeschach::Inputs::crowd(*ostseeschach::Position::parse(board + " 0 0:0", Rules::Documents));
    };
    CHECK(pieces("rhm5/8/8/8/8/8/8/RM6") == 0);
    CHECK(pieces("rhm5/8/8/8/8/8/8/RMH5") == 1);
    CHECK(pieces("rhms4/8/8/8/8/8/8/RMHS4") == 1);
    CHECK(pieces("rhms4/8/8/8/8/8/8/RMHSS3") == 2);
    CHECK(pieces("rhmss3/8/8/8/8/8/8/RMHSSM2") == 2);
    CHECK(pieces("rhmssh2/8/8/8/8/8/8/RMHSSM2") == 3);
}

TEST_CASE("only a network for the game is one") {
    const auto good = any_network(10);
    CHECK(Network::read(good, 10));
    CHECK_FALSE(Network::read(good, 11));
    CHECK_FALSE(Network::read(good + '\0', 10));
    CHECK_FALSE(Network::read(good.substr(0, good.size() - 1), 10));
    CHECK_FALSE(Network::read("", 10));
}

TEST_CASE("without its network an engine counts as before, and with it again it thinks as before") {
    for (const auto& game : all_games()) {
        const auto hecht = game.hecht(1);
        const auto board = game.board(game.start(1), Rules::Documents);
        const int counted = hecht->evaluate(*board);
        CHECK_FALSE(hecht->set_network("none"));
        CHECK(hecht->set_network(any_network(hecht->input_count())));
        const int with = hecht->evaluate(*board);
        CHECK(with != counted);
        hecht->use_network(false);
        CHECK(hecht->evaluate(*board) == counted);
        hecht->use_network(true);
        CHECK(hecht->evaluate(*board) == with);
    }
}
