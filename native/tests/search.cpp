// The parts of the search that belong to no game.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "games/ostseeschach/position.hpp"
#include "games/ostseeschach/tactics.hpp"
#include "search/hecht.hpp"
#include "search/node.hpp"
#include "search/occupied.hpp"
#include "search/order.hpp"
#include "search/table.hpp"
#include "threads.hpp"

using namespace schwarm;

namespace {

// An evaluation that keeps something beside every position, as a network would: the hash, followed move by move from
// the root. Its opinion is a number made of the hash, so that a search with a wrong state would go other ways.
struct Follower {
    using P = ostseeschach::Position;
    struct State {
        std::uint64_t hash;
        const State* before;
        int plies;
    };

    void begin(const P& position, State& state) { state = {position.hash(), nullptr, 0}; }
    void follow(const State& before, const P& position, Move move, const P& after, State& state) {
        wrong += before.hash != position.hash() || (move && !position.legal(move));
        state = {after.hash(), &before, before.plies + 1};
    }
    int evaluate(const P& position, const State& state) {
        wrong += state.hash != position.hash();
        int plies = 0;
        for (const State* each = &state; each->before != nullptr; each = each->before) ++plies;
        wrong += plies != state.plies;
        ++asked;
        return static_cast<int>(state.hash % 401) - 200;
    }
    void prefetch(const P&, Move) {}

    int wrong = 0, asked = 0;
};
static_assert(Evaluation<Follower> && !Tunable<Follower>);

}  // namespace

TEST_CASE("an evaluation with a state is led along every line") {
    const auto start = ostseeschach::Position::parse("rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0", Rules::Documents);
    Hecht<Follower, ostseeschach::Tactics> hecht(Table(1));
    for (const int threads : {1, 2}) {
        hecht.begin(*start, {6, INT64_MAX, 100.0}, 2, threads);
        while (hecht.deepen()) {}
        CHECK(hecht.depth() == 6);
        CHECK(hecht.evaluation().wrong == 0);
        CHECK(hecht.evaluation().asked > 1000);
    }
}

TEST_CASE("the table gives back what was stored, and nothing once it is cleared") {
    Table table(1);
    REQUIRE(table);
    const Move move{3, 17};
    table.store(42, {move, -1234, 7, Bound::Lower});
    Known known;
    REQUIRE(table.probe(42, known));
    CHECK(known.move == move);
    CHECK(known.score == -1234);
    CHECK(known.depth == 7);
    CHECK(known.bound == Bound::Lower);
    CHECK(!table.probe(43, known));
    table.clear();
    CHECK(!table.probe(42, known));
}

TEST_CASE("threads may write the same entries") {
    Table table(1);
    std::atomic<int> wrong{0};
    on_threads(4, [&](int thread) {
        for (std::uint64_t round = 0; round < 20'000; ++round) {
            const std::uint64_t key = mixed(round % 64) & ~std::uint64_t{0xFFFF};  // all in one bucket
            table.store(key, {Move{1, 2}, static_cast<int>(key >> 50), thread, Bound::Exact});
            Known known;
            if (table.probe(key, known)) wrong += known.score != static_cast<int>(key >> 50);
        }
    });
    CHECK(wrong == 0);
}

TEST_CASE("a table that no machine has room for is refused") { CHECK(!Table(std::size_t{1} << 40)); }

TEST_CASE("moves leave the queue by their worth, and those of equal worth in their order") {
    MoveList list;
    for (int place = 0; place < 20; ++place) list.add(place, place + 1);
    Queue queue;
    queue.fill(list, [](Move move) { return move.start % 5; });
    int last = 5, before = -1;
    for (int number = 0; number < 20; ++number) {
        const int place = queue.take(), worth = list[place].start % 5;
        CHECK(worth <= last);
        if (worth == last) CHECK(place > before);
        last = worth;
        before = place;
    }
}

TEST_CASE("what answered the last move elsewhere comes first, after no other move") {
    const auto start = ostseeschach::Position::parse("rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0", Rules::Documents);
    using AllCandidates = Candidates<ostseeschach::Tactics>;
    Experience experience;
    std::vector<Move> moves;
    AllCandidates plain(*start, {}, {}, experience, 0);
    while (const Move move = plain.next()) moves.push_back(move);
    const Move last{50, 42}, another{51, 43}, answer = moves.back();
    // Far from here, so that it is no killer, and so near the leaves that history hardly counts.
    experience.refuted(Team::One, 9, last, 1, answer, nullptr, 0);
    experience.refuted(Team::One, 9, {}, 8, moves[3], nullptr, 0);
    CHECK(AllCandidates(*start, last, {}, experience, 0).next() == answer);
    CHECK(AllCandidates(*start, another, {}, experience, 0).next() == moves[3]);
    CHECK(AllCandidates(*start, {}, {}, experience, 0).next() == moves[3]);
    CHECK(AllCandidates(*start, last, moves[5], experience, 0).next() == moves[5]);
}

TEST_CASE("threads that share their experience learn from each other, but keep their own killers") {
    const Move good{9, 17}, poor{10, 18}, last{50, 42};
    Experience first, helper, stranger;
    helper.share(first);
    helper.refuted(Team::One, 4, last, 6, good, &poor, 1);
    CHECK(first.history(Team::One, good) > 0);
    CHECK(first.history(Team::One, poor) < 0);
    CHECK(first.history(Team::Two, good) == 0);
    CHECK(stranger.history(Team::One, good) == 0);
    const auto worth = [&](const Experience& experience, Move after) {
        return Experience::Worth(experience, Team::One, 4, after).quiet(good);
    };
    CHECK(worth(helper, {}) > worth(first, last));
    CHECK(worth(first, last) > worth(first, {}));
    first.fade();
    CHECK(helper.history(Team::One, good) > 0);
    first.clear();
    CHECK(helper.history(Team::One, good) == 0);
    CHECK(worth(first, last) == 0);
}

TEST_CASE("a move that was put off comes again, once and after all others") {
    const auto start = ostseeschach::Position::parse("rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0", Rules::Documents);
    const Experience experience;
    Candidates<ostseeschach::Tactics> plain(*start, {}, {}, experience, 0), shared(*start, {}, {}, experience, 0);
    std::vector<Move> expected, found;
    while (const Move move = plain.next()) expected.push_back(move);
    REQUIRE(expected.size() > 8);
    while (const Move move = shared.next()) {
        const auto place = static_cast<std::size_t>(shared.place());
        CHECK(move == expected[place]);
        if (place < 3 && shared.put_off(move)) continue;
        found.push_back(move);
    }
    std::rotate(expected.begin(), expected.begin() + 3, expected.end());
    CHECK(found == expected);

    Candidates<ostseeschach::Tactics> some(*start, {}, {}, experience, 0);
    const Move first = some.next();
    CHECK(some.put_off(first));
    some.next();
    some.skip_rest();
    CHECK(some.next() == first);
    CHECK_FALSE(some.put_off(first));
    CHECK_FALSE(some.next());
}

TEST_CASE("a move is occupied as long as somebody looks at it") {
    Occupied occupied;
    const auto key = Occupied::key(42, Move{1, 2}, 5), other = Occupied::key(42, Move{1, 2}, 6);
    {
        const Occupied::Guard guard(&occupied, key);
        CHECK(occupied.has(key));
        CHECK_FALSE(occupied.has(other));
    }
    CHECK_FALSE(occupied.has(key));
    // What finds no room is searched twice at worst, and leaves nothing behind.
    {
        std::vector<std::unique_ptr<Occupied::Guard>> many;
        for (int number = 1; number < 100'000; ++number)
            many.push_back(std::make_unique<Occupied::Guard>(&occupied, mixed(static_cast<std::uint64_t>(number))));
    }
    for (int number = 1; number < 100'000; ++number)
        REQUIRE_FALSE(occupied.has(mixed(static_cast<std::uint64_t>(number))));
}

TEST_CASE("work is done once by each thread") {
    for (const int number : {1, 2, 5}) {
        std::vector<int> done(static_cast<std::size_t>(number));
        on_threads(number, [&done](int thread) { ++done[static_cast<std::size_t>(thread)]; });
        CHECK(done == std::vector<int>(static_cast<std::size_t>(number), 1));
    }
}
