// The core's own tests, for the sanitizers: everything is walked through once, and what must agree is compared.
// Whether the rules are right is checked from Python, against schwarm.games.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../module/engine.hpp"

using namespace schwarm;

namespace {

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                        \
        }                                                                        \
    } while (false)

struct Start {
    const char* game;
    const char* text;
};
constexpr std::array starts{
    Start{"piranhas-2026", "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"},
    Start{"piranhas-2019", "1ffffffff1/F8F/F8F/F8F/F3x4F/F5x2F/F8F/F8F/F8F/1ffffffff1 0"},
    Start{"ostseeschach-2022", "rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0"},
};

// Random games to the last turn: lists, counts, text and hash agree, and undoing brings everything back.
void walk(const Start& start, Rules rules, SplitMix64& numbers) {
    const auto board = make_board(start.game, start.text, rules);
    CHECK(board != nullptr);
    while (board->turn() < last_turn) {
        MoveList ordered, unordered;
        board->legal_moves(ordered);
        board->unordered_moves(unordered);
        CHECK(ordered.size() == unordered.size() && ordered.size() == board->count());
        CHECK(board->hash() == board->recomputed_hash());
        const auto again = make_board(start.game, board->text(), rules);
        CHECK(again != nullptr && again->same(*board));
        board->outcome();
        board->swarms(Team::One);
        if (ordered.empty()) break;
        const auto before = board->copy();
        for (const Move move : ordered) {
            CHECK(board->legal(move));
            board->push(move);
            board->pop();
            CHECK(board->same(*before));
        }
        board->push(ordered[numbers.below(ordered.size())]);
    }
}

// Texts with characters changed, removed and added are read or refused, never more.
void fuzz(const Start& start, SplitMix64& numbers) {
    for (int number = 0; number < 20'000; ++number) {
        std::string text = start.text;
        for (int change = numbers.below(4); change >= 0; --change) {
            const auto place = static_cast<std::size_t>(numbers.below(static_cast<int>(text.size())));
            const char letter = static_cast<char>(numbers.below(256));
            switch (numbers.below(3)) {
                case 0: text[place] = letter; break;
                case 1: text.erase(place, 1); break;
                default: text.insert(place, 1, letter);
            }
        }
        if (const auto board = make_board(start.game, text, Rules::Documents)) {
            CHECK(board->text() == text);
            board->outcome();
            board->perft(1, true);
        }
    }
}

// The nodes of a search to a fixed depth: the same with every compiler on every processor.
std::int64_t think(const Start& start) {
    const auto board = make_board(start.game, start.text, Rules::Documents);
    const auto hecht = make_hecht(start.game, 1);
    std::int64_t nodes = 0;
    for (int round = 0; round < 2; ++round) {
        hecht->forget();
        hecht->begin(*board, {99, 20'000, 100.0}, 3, 1);
        while (hecht->deepen()) {}
        CHECK(hecht->findings().size() == 3);
        for (const auto& finding : hecht->findings()) CHECK(board->legal(finding.move));
        CHECK(round == 0 || hecht->nodes() == nodes);
        nodes = hecht->nodes();
    }
    hecht->begin(*board, {6, INT64_MAX, 100.0}, 1, 3);
    while (hecht->deepen()) {}
    CHECK(hecht->depth() == 6);
    hecht->forget();
    hecht->begin(*board, {7, INT64_MAX, 100.0}, 2, 1);
    while (hecht->deepen()) {}
    return hecht->nodes();
}

void count(const Start& start) {
    const auto board = make_board(start.game, start.text, Rules::Documents);
    CHECK(board->perft(3, true) == board->perft(3, false));
    const auto one = board->playouts(200, 7, 1), three = board->playouts(200, 7, 3);
    CHECK(one.results == three.results && one.turns == three.turns);
    CHECK(board->solve(2, 1000, -1, 1).first == 0);
}

}  // namespace

int main() {
    SplitMix64 numbers(11);
    for (const auto& start : starts) {
        for (int game = 0; game < 30; ++game)
            walk(start, game % 3 == 0 ? Rules::Official : Rules::Documents, numbers);
        fuzz(start, numbers);
        count(start);
        const auto nodes = think(start);
        std::printf("%s: fine, %lld nodes\n", start.game, static_cast<long long>(nodes));
    }
    CHECK(make_board("chess", "", Rules::Documents) == nullptr && make_hecht("chess", 1) == nullptr);
}
