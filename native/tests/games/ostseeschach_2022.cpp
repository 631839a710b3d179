#include <doctest/doctest.h>

#include "../golden.hpp"
#include "games/ostseeschach/position.hpp"

using namespace schwarm;

static const Enter golden({"ostseeschach-2022", "rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0", 4'762});

TEST_CASE("an empty square has no kind of piece") {
    const auto position = ostseeschach::Position::parse("rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0", Rules::Documents);
    REQUIRE(position);
    CHECK(position->kind(0) == static_cast<std::size_t>(ostseeschach::Kind::Seal));
    CHECK(position->kind(ostseeschach::place_of(2, 0)) == static_cast<std::size_t>(ostseeschach::Kind::Cockle));
    for (int place = ostseeschach::size; place < 7 * ostseeschach::size; ++place)
        CHECK(position->kind(place) == ostseeschach::kinds);
}
