// What a network does for every position that is looked at.
#include "network.hpp"

#include <algorithm>

#include "processor.hpp"

namespace schwarm {

namespace {

// What sums say: bounded, squared, and weighted.
[[gnu::always_inline]] inline std::int32_t weigh(const Network::Row& sums, const Network::Row& weights) {
    std::int32_t total = 0;
    for (std::size_t place = 0; place < sums.size(); ++place) {
        const auto bounded = static_cast<std::uint16_t>(std::clamp<std::int16_t>(sums[place], 0, Network::one));
        const auto square = static_cast<std::int16_t>(static_cast<std::uint16_t>(bounded * bounded) >> 8);
        total += static_cast<std::int32_t>(square) * weights[place];
    }
    return total;
}

[[gnu::always_inline]] inline void exchange(Network::Row& sums, const Network::Row& gone, const Network::Row& come) {
    for (std::size_t place = 0; place < sums.size(); ++place)
        sums[place] = static_cast<std::int16_t>(sums[place] - gone[place] + come[place]);
}

constexpr Network::Row none{};

#ifdef __x86_64__
// The same once more for processors that take twice as many numbers in a step: a tenth more positions a second.
[[gnu::target("avx2")]] std::int32_t weigh_wide(const Network::Row& sums, const Network::Row& weights) {
    return weigh(sums, weights);
}
[[gnu::target("avx2")]] void exchange_wide(Network::Row& sums, const Network::Row& gone, const Network::Row& come) {
    exchange(sums, gone, come);
}
const bool wide = has_avx2();
#else
constexpr auto weigh_wide = weigh;
constexpr auto exchange_wide = exchange;
constexpr bool wide = false;
#endif

}  // namespace

// Mostly a piece leaves one square for another: both rows in one pass.
void Change::apply(Network::Row& sums) const {
    for (std::size_t place = 0; place < std::max(taken_, brought_); ++place) {
        const auto &gone = place < taken_ ? *gone_[place] : none, &come = place < brought_ ? *come_[place] : none;
        wide ? exchange_wide(sums, gone, come) : exchange(sums, gone, come);
    }
}

int network_value(const Network& network, const Sums& sums, std::size_t us, int bucket, int counted) {
    const auto place = static_cast<std::size_t>(bucket);
    const auto& [own, other] = network.outer[place];
    const auto weighed = [](const Network::Row& row, const Network::Row& weights) -> std::int64_t {
        return wide ? weigh_wide(row, weights) : weigh(row, weights);
    };
    const std::int64_t value =
        weighed(sums.side[us], own) + weighed(sums.side[1 - us], other) + network.outer_bias[place];
    constexpr std::int64_t one = std::int64_t{Network::one} * Network::one * Network::weight_one / 256;
    return static_cast<int>(value * 100 / one) + counted * network.share[place] / Network::share_one;
}

}  // namespace schwarm
