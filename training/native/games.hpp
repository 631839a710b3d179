// Games of Hecht against itself, as training keeps them: small, and without Python.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../native/engine.hpp"
#include "../../native/random.hpp"
#include "../../native/registry.hpp"

namespace training {

using namespace schwarm;

// A move and what the search said of it, for the side that moved; random moves have no score.
struct Ply {
    std::uint16_t code;
    std::int16_t score;
};
constexpr std::int16_t no_score = INT16_MIN;

struct PlayedGame {
    std::string start;
    std::vector<Ply> plies;
    std::int8_t winner = -1;  // nobody
};

// One after the other: length of the start, start, winner, number of moves, moves. The lowest byte first.
inline void write(std::ostream& out, const PlayedGame& game) {
    const auto length = static_cast<std::uint8_t>(game.start.size()),
               plies = static_cast<std::uint8_t>(game.plies.size());
    out.put(static_cast<char>(length)).write(game.start.data(), length);
    out.put(static_cast<char>(game.winner)).put(static_cast<char>(plies));
    out.write(reinterpret_cast<const char*>(game.plies.data()), static_cast<std::streamsize>(plies * sizeof(Ply)));
}

inline bool read(std::istream& in, PlayedGame& game) {
    const int length = in.get();
    if (length == EOF) return false;
    game.start.resize(static_cast<std::size_t>(length));
    in.read(game.start.data(), length);
    game.winner = static_cast<std::int8_t>(in.get());
    game.plies.resize(static_cast<std::size_t>(in.get()));
    in.read(reinterpret_cast<char*>(game.plies.data()), static_cast<std::streamsize>(game.plies.size() * sizeof(Ply)));
    return static_cast<bool>(in);
}

inline std::string read_file(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    if (!in) throw std::runtime_error("There is no file " + name + ".");
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::string> read_lines(const std::string& name) {
    std::istringstream in(read_file(name));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

inline const Game& game_named(const std::string& id) {
    const auto* game = find_game(id);
    if (game == nullptr) throw std::runtime_error("There is no game " + id + ".");
    return *game;
}

// With the network of a file, or without one for "-".
inline std::unique_ptr<AnyHecht> make_hecht(const Game& game, const std::string& network, std::size_t megabytes) {
    auto hecht = game.hecht(megabytes);
    if (!hecht) throw std::runtime_error("There is not enough memory.");
    if (network != "-" && !hecht->set_network(read_file(network)))
        throw std::runtime_error(network + " is not a network for this game.");
    return hecht;
}

inline std::unique_ptr<AnyBoard> make_board(const Game& game, const std::string& text) {
    auto board = game.board(text, Rules::Documents);
    if (!board) throw std::runtime_error("Not a position: " + text);
    return board;
}

// The start of a game and a few moves at random, so that no two games are the same.
inline std::unique_ptr<AnyBoard> opening(const Game& game, const std::string& start, int moves, SplitMix64& numbers,
                                         std::vector<Ply>* plies = nullptr) {
    auto board = make_board(game, start);
    for (int made = 0; made < moves && !board->outcome(); ++made) {
        MoveList list;
        board->legal_moves(list);
        const Move move = list[numbers.below(list.size())];
        board->push(move);
        if (plies) plies->push_back({move.code(), no_score});
    }
    return board;
}

}  // namespace training
