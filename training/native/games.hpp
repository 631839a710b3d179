// Games as training keeps them, small and without Python, and what every command needs of the core.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine.hpp"
#include "random.hpp"
#include "registry.hpp"
#include "thinning.hpp"

namespace training {

using namespace schwarm;

using Clock = std::chrono::steady_clock;
inline double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// A move and what the search said of it, for the side that moved; random moves have no score.
struct Ply {
    std::uint16_t code;
    std::int16_t score;
};
constexpr std::int16_t no_score = INT16_MIN;

struct PlayedGame {
    std::uint32_t number = 0;  // which, with a seed, says what start it has and what chance decides
    std::vector<Ply> plies;
    std::int8_t winner = -1;  // nobody
};

// One after the other: number, winner, how many moves, moves. The lowest byte first.
inline void write(std::ostream& out, const PlayedGame& game) {
    out.write(reinterpret_cast<const char*>(&game.number), sizeof game.number);
    out.put(static_cast<char>(game.winner)).put(static_cast<char>(game.plies.size()));
    out.write(reinterpret_cast<const char*>(game.plies.data()),
              static_cast<std::streamsize>(game.plies.size() * sizeof(Ply)));
}

inline bool read(std::istream& in, PlayedGame& game) {
    in.read(reinterpret_cast<char*>(&game.number), sizeof game.number);
    game.winner = static_cast<std::int8_t>(in.get());
    const int plies = in.get();
    if (plies == EOF) return false;
    game.plies.resize(static_cast<std::size_t>(plies));
    in.read(reinterpret_cast<char*>(game.plies.data()), static_cast<std::streamsize>(game.plies.size() * sizeof(Ply)));
    return static_cast<bool>(in);
}

// What chance decides in game `number` of a run, its start first.
inline SplitMix64 chance(std::uint64_t seed, std::uint64_t number) {
    return SplitMix64(mixed(seed * 1'000'000'007ULL + number));
}

inline std::string read_file(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    if (!in) throw std::runtime_error("There is no file " + name + ".");
    return {std::istreambuf_iterator<char>(in), {}};
}

inline const Game& game_named(const std::vector<std::string>& words) {
    if (words.size() != 1) throw std::runtime_error("Name one game.");
    const auto* game = find_game(words[0]);
    if (game == nullptr) throw std::runtime_error("There is no game " + words[0] + ".");
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

// Which network a file holds, wherever it lies.
inline std::string mark(const std::string& network) {
    if (network == "-") return network;
    std::uint64_t sum = 0;
    for (const char byte : read_file(network)) sum = mixed(sum ^ static_cast<unsigned char>(byte));
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum));
    return text;
}

inline std::unique_ptr<AnyBoard> make_board(const Game& game, const std::string& text) {
    auto board = game.board(text, Rules::Documents);
    if (!board) throw std::runtime_error("Not a position: " + text);
    return board;
}

inline void play_at_random(AnyBoard& board, SplitMix64& numbers, std::vector<Ply>* plies = nullptr) {
    MoveList list;
    board.legal_moves(list);
    const Move move = list[numbers.below(list.size())];
    board.push(move);
    if (plies) plies->push_back({move.code(), no_score});
}

// Where a game begins: at a start, or one time in `thin` late and with two to six pieces a side (0: never). Red moves
// first either way, so a move's place in its game says whose it is.
inline std::unique_ptr<AnyBoard> first_board(const Game& game, int thin, SplitMix64& numbers) {
    for (;;) {
        auto board = make_board(game, game.start(numbers.next()));
        if (thin == 0 || numbers.below(thin) != 0) return board;
        const int turn = 2 * (game.last_turn / 6 + numbers.below(game.last_turn / 4));
        while (!board->outcome() && board->turn() < turn) play_at_random(*board, numbers);
        board = make_board(game, thinned(board->text(), 6, numbers));
        if (!board->outcome()) return board;
    }
}

// A few moves at random, so that no two games are the same.
inline std::unique_ptr<AnyBoard> opening(const Game& game, int least, int choices, SplitMix64& numbers,
                                         std::vector<Ply>* plies = nullptr, int thin = 0) {
    auto board = first_board(game, thin, numbers);
    for (int moves = least + numbers.below(choices); moves > 0 && !board->outcome(); --moves)
        play_at_random(*board, numbers, plies);
    return board;
}

// Opens a file to go on with it. It begins with a line that says what it is about; a file about something else is
// refused. `keep` reads what is there and says where the last whole piece ends.
template <class Keep>
std::ofstream go_on(const std::string& name, const std::string& head, Keep keep) {
    if (!std::filesystem::exists(name) || std::filesystem::file_size(name) == 0) {
        if (const auto folder = std::filesystem::path(name).parent_path(); !folder.empty())
            std::filesystem::create_directories(folder);
        std::ofstream out(name, std::ios::binary);
        out << head << '\n' << std::flush;
        if (!out) throw std::runtime_error(name + " cannot be written.");
        return out;
    }
    std::ifstream in(name, std::ios::binary);
    std::string found;
    std::getline(in, found);
    if (found != head) throw std::runtime_error(name + " is about something else: " + found);
    std::filesystem::resize_file(name, static_cast<std::uintmax_t>(keep(in, in.tellg())));
    return std::ofstream(name, std::ios::binary | std::ios::app);
}

// The same for a file of lines.
template <class Read>
std::ofstream go_on_with_lines(const std::string& name, const std::string& head, Read read) {
    return go_on(name, head, [&read](std::istream& in, std::streamoff end) {
        for (std::string line; std::getline(in, line) && !in.eof(); end = in.tellg()) read(line);
        return end;
    });
}

}  // namespace training
