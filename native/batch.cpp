#include "batch.hpp"

namespace schwarm {

namespace {

std::vector<BatchMaker>& entered() {
    static std::vector<BatchMaker> makers;
    return makers;
}

using Eight = std::array<float, 8>;

// Eight squares at once: every byte as the numbers that it stands for.
constexpr std::array<Eight, 256> make_eights() {
    std::array<Eight, 256> eights{};
    for (std::size_t byte = 0; byte < eights.size(); ++byte)
        for (std::size_t bit = 0; bit < 8; ++bit) eights[byte][bit] = static_cast<float>(byte >> bit & 1);
    return eights;
}
alignas(64) constexpr auto eights = make_eights();

float* write_plane(const Word* words, std::size_t squares, float* to) {
    for (std::size_t square = 0; square < squares; square += 64) {
        Word word = words[square / 64];
        std::size_t left = std::min<std::size_t>(64, squares - square);
        for (; left >= 8; left -= 8, to += 8, word >>= 8) std::memcpy(to, eights[word & 255].data(), sizeof(Eight));
        for (; left > 0; --left, word >>= 1) *to++ = static_cast<float>(word & 1);
    }
    return to;
}

}  // namespace

const BatchMaker* find_batch(std::string_view id) {
    const auto& makers = entered();
    const auto found = std::find_if(makers.begin(), makers.end(), [id](const auto& maker) { return maker.id == id; });
    return found == makers.end() ? nullptr : &*found;
}

BatchRegistration::BatchRegistration(const BatchMaker& maker) { entered().push_back(maker); }

void write_floats(const EncodingShape& shape, std::int64_t rows, const Word* planes, const std::uint8_t* facts,
                  float* to, int threads) {
    const auto squares = static_cast<std::size_t>(shape.squares), many = static_cast<std::size_t>(shape.facts);
    share(rows, threads, [&](std::int64_t number) {
        const auto row = static_cast<std::size_t>(number);
        float* out = to + row * shape.floats();
        for (std::size_t plane = 0; plane < static_cast<std::size_t>(shape.planes); ++plane)
            out = write_plane(planes + row * shape.plane_words() + plane * shape.words(), squares, out);
        const std::uint8_t* fact = facts + row * many;
        for (std::size_t place = 0; place < many; ++place, out += squares) {
            // The turn as the part of the longest game that has been played.
            const float value = static_cast<float>(fact[place]) / static_cast<float>(place == 0 ? shape.last_turn : 1);
            std::fill_n(out, squares, value);
        }
    });
}

}  // namespace schwarm
