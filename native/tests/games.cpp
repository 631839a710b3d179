// Every game of the registry is walked through, and what must agree is compared.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "engine.hpp"
#include "golden.hpp"

using namespace schwarm;

namespace {

// Any two squares are explained, and as many moves are legal as there are.
void explain_all(const AnyBoard& board, int legal) {
    for (int code = 0; code < move_codes; ++code) {
        const auto move = Move::from_code(code);
        if (board.is_square(move.start) && board.is_square(move.to)) legal -= board.explain(move).legal;
    }
    REQUIRE(legal == 0);
}

// Random games to the last turn: lists, counts, text and hash agree, and undoing brings everything back.
void walk(const Game& game, const std::string& start, Rules rules, SplitMix64& numbers) {
    const auto board = game.board(start, rules);
    REQUIRE(board);
    while (board->turn() < game.last_turn) {
        MoveList ordered, unordered;
        board->legal_moves(ordered);
        board->unordered_moves(unordered);
        REQUIRE(ordered.size() == unordered.size());
        REQUIRE(ordered.size() == board->count());
        REQUIRE(board->hash() == board->recomputed_hash());
        const auto again = game.board(board->text(), rules);
        REQUIRE(again);
        REQUIRE(again->same(*board));
        board->outcome();
        board->swarms(Team::One);
        REQUIRE(!board->standing().empty());
        if (ordered.empty()) break;
        const auto before = board->copy();
        for (const Move move : ordered) {
            REQUIRE(board->legal(move));
            REQUIRE(board->explain(move).legal);
            board->push(move);
            board->pop();
            REQUIRE(board->same(*before));
        }
        board->push(ordered[numbers.below(ordered.size())]);
    }
}

// Characters changed, removed and added.
std::string spoilt(std::string text, SplitMix64& numbers) {
    for (int change = numbers.below(4); change >= 0 && !text.empty(); --change) {
        const auto place = static_cast<std::size_t>(numbers.below(static_cast<int>(text.size())));
        const char letter = static_cast<char>(numbers.below(256));
        switch (numbers.below(3)) {
            case 0: text[place] = letter; break;
            case 1: text.erase(place, 1); break;
            default: text.insert(place, 1, letter);
        }
    }
    return text;
}

std::int64_t search(AnyHecht& hecht, const AnyBoard& board, const Limits& limits, int lines, int threads) {
    hecht.begin(board, limits, lines, threads);
    while (hecht.deepen()) {}
    return hecht.nodes();
}

template <class Check>
void for_each_game(Check check) {
    for (const auto& golden : all_golden()) {
        CAPTURE(golden.game);
        const auto* game = find_game(golden.game);
        REQUIRE(game);
        check(*game, golden);
    }
}

}  // namespace

TEST_CASE("every game is known by its id, and has something to be tested with") {
    REQUIRE(!all_games().empty());
    for (const auto& game : all_games()) {
        CAPTURE(game.id);
        CHECK(find_game(game.id) == &game);
        int found = 0;
        for (const auto& golden : all_golden()) found += golden.game == game.id;
        CHECK(found == 1);
    }
    CHECK(find_game("chess") == nullptr);
}

TEST_CASE("random games: lists, counts, text and hash agree") {
    SplitMix64 numbers(11);
    for_each_game([&](const Game& game, const Golden& golden) {
        for (int number = 0; number < 30; ++number)
            walk(game, golden.text, number % 3 == 0 ? Rules::Official : Rules::Documents, numbers);
    });
}

TEST_CASE("starts can be read, and any two squares are explained") {
    for_each_game([](const Game& game, const Golden&) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto board = game.board(game.start(seed), Rules::Documents);
            REQUIRE(board);
            CHECK(board->text() == game.start(seed));
            CHECK(board->turn() == 0);
            explain_all(*board, board->count());
        }
    });
}

TEST_CASE("texts with mistakes are read or refused, never more") {
    SplitMix64 numbers(12);
    for_each_game([&](const Game& game, const Golden& golden) {
        CHECK(!game.board("", Rules::Documents));
        for (int number = 0; number < 20'000; ++number) {
            const auto text = spoilt(golden.text, numbers);
            if (const auto board = game.board(text, Rules::Documents)) {
                REQUIRE(board->text() == text);
                board->outcome();
                board->perft(1, true);
            }
        }
    });
}

TEST_CASE("counting in bulk, on threads and by proof") {
    for_each_game([](const Game& game, const Golden& golden) {
        const auto board = game.board(golden.text, Rules::Documents);
        CHECK(board->perft(0, true) == 1);
        CHECK(board->perft(3, true) == board->perft(3, false));
        const auto one = board->playouts(200, 7, 1), three = board->playouts(200, 7, 3);
        CHECK(one.results == three.results);
        CHECK(one.turns == three.turns);
        CHECK(board->playouts(0, 7, 1).turns == 0);
        CHECK(board->solve(2, 1000, -1, 1).first == 0);
    });
}

TEST_CASE("what is solved to the end is what trying everything shows") {
    SplitMix64 numbers(14);
    for_each_game([&](const Game& game, const Golden&) {
        const auto solver = game.solver(1);
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const auto board = game.board(game.start(seed), Rules::Documents);
            while (!board->outcome() && board->turn() < game.last_turn - 3) {
                MoveList list;
                board->legal_moves(list);
                board->push(list[numbers.below(list.size())]);
            }
            if (board->outcome()) continue;
            const auto solved = solver->solve(*board, 100'000'000);
            REQUIRE(solved);
            CHECK(solved->value == board->solve(3, 100'000'000, -1, 1).first);
            MoveList list;
            board->legal_moves(list);
            std::vector<Move> keeping;
            for (const Move move : list) {
                board->push(move);
                if (-board->solve(2, 100'000'000, -1, 1).first == solved->value) keeping.push_back(move);
                board->pop();
            }
            CHECK(solved->keeping == keeping);
            CHECK_FALSE(game.solver(1)->solve(*board, 2));
        }
    });
}

TEST_CASE("every outcome has a reason with a name") {
    SplitMix64 numbers(13);
    for_each_game([&](const Game& game, const Golden& golden) {
        for (int number = 0; number < 20; ++number) {
            const auto board = game.board(golden.text, Rules::Documents);
            while (!board->outcome()) {
                MoveList list;
                board->legal_moves(list);
                REQUIRE(!list.empty());
                board->push(list[numbers.below(list.size())]);
            }
            CHECK(!board->outcome()->reason.value().empty());
            CHECK(board->turn() <= game.last_turn);
        }
    });
}

TEST_CASE("the same question gets the same answer, with legal moves") {
    for_each_game([](const Game& game, const Golden& golden) {
        const auto board = game.board(golden.text, Rules::Documents);
        const auto hecht = game.hecht(1);
        REQUIRE(hecht);
        std::int64_t nodes = 0;
        for (int round = 0; round < 2; ++round) {
            hecht->forget();
            const auto now = search(*hecht, *board, {99, 20'000, 100.0}, 3, 1);
            CHECK(hecht->findings().size() == 3);
            for (const auto& finding : hecht->findings()) CHECK(board->legal(finding.move));
            CHECK((round == 0 || now == nodes));
            nodes = now;
        }
        search(*hecht, *board, {6, INT64_MAX, 100.0}, 1, 3);
        CHECK(hecht->depth() == 6);
        hecht->forget();
        CHECK(search(*hecht, *board, {7, INT64_MAX, 100.0}, 2, 1) == golden.nodes);
    });
}

TEST_CASE("an engine knows the boards of its own game, and its weights can be changed") {
    for_each_game([](const Game& game, const Golden& golden) {
        const auto board = game.board(golden.text, Rules::Documents);
        const auto hecht = game.hecht(1);
        for (const auto& other : all_golden())
            CHECK(hecht->knows(*find_game(other.game)->board(other.text, Rules::Documents)) ==
                  (other.game == golden.game));
        const auto weights = hecht->weights();
        CHECK(weights.size() == 3 * hecht->feature_names().size());
        CHECK(hecht->features(*board).size() == hecht->feature_names().size());
        const int before = hecht->evaluate(*board);
        hecht->set_weights(std::vector<int>(weights.size(), 0));
        CHECK(hecht->evaluate(*board) == 0);
        hecht->set_weights(weights);
        CHECK(hecht->evaluate(*board) == before);
    });
}
