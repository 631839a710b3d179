// Where the search is compiled for each game.
#include "engine.hpp"

namespace schwarm {

std::unique_ptr<AnyHecht> make_hecht(std::string_view game, std::size_t megabytes) {
    using piranhas::Season;
    if (game == "piranhas-2026") return std::make_unique<HechtOf<piranhas::Judgement<Season::Y2026>>>(megabytes);
    if (game == "piranhas-2019") return std::make_unique<HechtOf<piranhas::Judgement<Season::Y2019>>>(megabytes);
    if (game == "ostseeschach-2022") return std::make_unique<HechtOf<ostseeschach::Judgement>>(megabytes);
    return nullptr;
}

}  // namespace schwarm
