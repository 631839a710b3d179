// The geometry that both seasons of Piranhas share.
#include "games/piranhas/geometry.hpp"

#include <doctest/doctest.h>

#include "random.hpp"

using namespace schwarm;
using namespace schwarm::piranhas;

TEST_CASE("into how many swarms fish fall apart") {
    const u128 corner = bit(place_of(0, 0)), beside = bit(place_of(1, 1)), far = bit(place_of(9, 9));
    CHECK(parts(0) == Parts::None);
    CHECK(parts(corner) == Parts::One);
    CHECK(parts(corner | beside) == Parts::One);
    CHECK(parts(corner | far) == Parts::Two);
    CHECK(parts(corner | far | bit(place_of(9, 0))) == Parts::More);

    SplitMix64 numbers(5);
    for (int number = 0; number < 2'000; ++number) {
        u128 fish = 0;
        for (int count = numbers.below(30); count >= 0; --count)
            fish |= bit(place_of(numbers.below(size), numbers.below(size)));
        int swarms = 0;
        for (u128 rest = fish; rest != 0; ++swarms) rest ^= swarm_of(rest & -rest, rest);
        CHECK(static_cast<int>(parts(fish)) == std::min(swarms, 3));
        CHECK(united(fish) == (swarms == 1));
    }
}

TEST_CASE("rows do not run into each other") {
    CHECK((neighbours(bit(place_of(9, 3))) & bit(place_of(0, 4))) == 0);
    CHECK(popcount(neighbours(bit(place_of(0, 0)))) == 3);
    CHECK(popcount(neighbours(bit(place_of(5, 5)))) == 8);
}
