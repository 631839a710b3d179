// A small network in whole numbers: the same value on every machine, with vectors or without.
//
// What it is given are the inputs that are on, seen by each side: pieces on squares, mostly. Their rows are added up,
// bounded and squared; the sums stay beside every position of a search, and a move changes them by a few rows only.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace schwarm {

// What training writes and this reads: four numbers of 32 bits (magic, inputs, width, buckets), all weights
// as numbers of 16 bits, then biases and shares as numbers of 32 bits; the lowest byte first.
struct Network {
    static constexpr int width = 128;                   // sums per side
    static constexpr int phases = 8;                    // how far the game is
    static constexpr int crowds = 4;                    // how many pieces are left, few first
    static constexpr int buckets = crowds * phases;     // an output for each
    static constexpr int one = 255;                     // what 1 is in the first layer
    static constexpr int weight_one = 1024;             // what 1 is in the weights of the second
    static constexpr int share_one = 256;               // what 1 is in the shares
    static constexpr std::uint32_t magic = 0x314E4E53;  // "SNN1"

    using Row = std::array<std::int16_t, width>;

    std::vector<Row> rows;  // by input
    alignas(64) Row bias{};
    alignas(64) std::array<std::array<Row, 2>, buckets> outer{};  // for one's own sums and the other side's
    std::array<std::int32_t, buckets> outer_bias{};
    std::array<std::int32_t, buckets> share{};  // how much of the counted evaluation goes in

    // None if the bytes are not a network for so many inputs.
    static std::shared_ptr<const Network> read(std::string_view bytes, int inputs) {
        const auto network = std::make_shared<Network>();
        network->rows.resize(static_cast<std::size_t>(inputs));
        const auto take = [&bytes](void* to, std::size_t size) {
            if (bytes.size() < size) return false;
            std::memcpy(to, bytes.data(), size);
            bytes.remove_prefix(size);
            return true;
        };
        const std::array<std::uint32_t, 4> wanted{magic, static_cast<std::uint32_t>(inputs), width, buckets};
        std::array<std::uint32_t, 4> found{};
        const bool whole = take(&found, sizeof found) && found == wanted &&
                           take(network->rows.data(), network->rows.size() * sizeof(Row)) &&
                           take(&network->bias, sizeof network->bias) && take(&network->outer, sizeof network->outer) &&
                           take(&network->outer_bias, sizeof network->outer_bias) &&
                           take(&network->share, sizeof network->share) && bytes.empty();
        return whole ? network : nullptr;
    }
};

// The sums of the first layer, as Red sees the position and as Blue does.
struct Sums {
    alignas(64) std::array<Network::Row, 2> side;
};

// The rows that a move takes away from the sums of one side, and those that it brings.
class Change {
  public:
    void take(const Network::Row& row) { gone_[taken_++] = &row; }
    void bring(const Network::Row& row) { come_[brought_++] = &row; }

    void apply(Network::Row& sums) const;

  private:
    static constexpr std::size_t most = 16;  // pieces, towers and ambers of both sides
    std::array<const Network::Row*, most> gone_, come_;
    std::size_t taken_ = 0, brought_ = 0;
};

// The value in hundredths of a logit for the side `us`, on top of a share of what was counted.
int network_value(const Network& network, const Sums& sums, std::size_t us, int bucket, int counted);

}  // namespace schwarm
