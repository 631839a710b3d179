// The games that the core knows. Each one enters itself from its own file under games/; nobody lists them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "board.hpp"

namespace schwarm {

class AnyHecht;
class AnySolver;

// A game as the outside sees it: its facts, and how to make a board, an engine and a solver of ends for it.
struct Game {
    std::string_view id;  // as in schwarm.game(id)
    int last_turn;
    int row_places;                                                          // how many places of bits a row takes
    std::string (*start)(std::uint64_t seed);                                // the text of a start position
    std::unique_ptr<AnyBoard> (*board)(std::string_view text, Rules rules);  // none if the text is no position
    std::unique_ptr<AnyHecht> (*hecht)(std::size_t megabytes);               // none if there is no such memory
    std::unique_ptr<AnySolver> (*solver)(std::size_t megabytes);
};

// All games, by their ids.
const std::vector<Game>& all_games();

// None for a game that the core does not know.
const Game* find_game(std::string_view id);

// Enters a game when the program starts: a constant of this type in the game's file is all it takes.
struct Registration {
    explicit Registration(const Game& game);
};

}  // namespace schwarm
