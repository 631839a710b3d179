#include "registry.hpp"

#include <algorithm>

namespace schwarm {

namespace {

// Made when the first game enters, since nobody knows which file's constants come first.
std::vector<Game>& entered() {
    static std::vector<Game> games;
    return games;
}

}  // namespace

const std::vector<Game>& all_games() { return entered(); }

const Game* find_game(std::string_view id) {
    const auto& games = entered();
    const auto found = std::find_if(games.begin(), games.end(), [id](const Game& game) { return game.id == id; });
    return found == games.end() ? nullptr : &*found;
}

Registration::Registration(const Game& game) {
    auto& games = entered();
    const auto after = [](std::string_view id, const Game& other) { return id < other.id; };
    games.insert(std::upper_bound(games.begin(), games.end(), game.id, after), game);
}

}  // namespace schwarm
