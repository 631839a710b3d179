#include "level.hpp"

#include <algorithm>
#include <cmath>

#include "random.hpp"

namespace schwarm {

namespace {

// The logarithm from nothing but the four operations, which are the same everywhere; std::log is not, in its last bit.
double logarithm(double number) {
    constexpr double ln2 = 0.6931471805599453, half_root = 0.7071067811865476;
    constexpr int terms = 12;
    int exponent = 0;
    double mantissa = std::frexp(number, &exponent);
    if (mantissa < half_root) {
        mantissa *= 2;
        --exponent;
    }
    const double ratio = (mantissa - 1) / (mantissa + 1), square = ratio * ratio;
    double sum = 0;
    for (int term = terms; term >= 0; --term) sum = sum * square + 1.0 / (2 * term + 1);
    return exponent * ln2 + 2 * ratio * sum;
}

// From -1 up to 1.
double uniform(SplitMix64& numbers) { return static_cast<double>(numbers.next() >> 11) * 0x1p-52 - 1; }

// A number of the normal distribution, by Marsaglia's polar method.
double normal(SplitMix64& numbers) {
    for (;;) {
        const double one = uniform(numbers), two = uniform(numbers), square = one * one + two * two;
        if (square > 0 && square < 1) return one * std::sqrt(-2 * logarithm(square) / square);
    }
}

}  // namespace

std::size_t pick(const std::vector<int>& scores, double error, std::uint64_t seed) {
    SplitMix64 numbers(seed);
    std::vector<double> judged;
    for (const int score : scores) judged.push_back(score + error * normal(numbers));
    return static_cast<std::size_t>(std::max_element(judged.begin(), judged.end()) - judged.begin());
}

std::optional<Finding> choose(AnyHecht& hecht, const AnyBoard& board, const Level& level, Limits limits,
                              std::uint64_t seed) {
    if (board.outcome()) return {};
    MoveList moves;
    board.legal_moves(moves);
    if (level.depth != 0) limits.depth = std::min(limits.depth, level.depth);
    if (level.nodes != 0) limits.nodes = std::min(limits.nodes, level.nodes);
    const bool errs = level.error > 0, at_full_strength = !errs && level.depth == 0 && level.nodes == 0;
    hecht.use_network(at_full_strength);
    // A level that errs looks at all moves, each with a fresh mind, and misjudges them a little.
    if (errs) hecht.forget();
    hecht.begin(board, limits, errs ? std::max(moves.size(), 1) : 1, 1);
    while (hecht.deepen()) {}
    const auto& findings = hecht.findings();
    if (findings.empty()) return {};
    if (!errs) return findings.front();
    // In the order of the rules, since searches may list them differently.
    std::vector<const Finding*> found;
    std::vector<int> scores;
    for (const Move move : moves) {
        const auto finding =
            std::find_if(findings.begin(), findings.end(), [move](const Finding& other) { return other.move == move; });
        if (finding == findings.end()) continue;
        found.push_back(&*finding);
        scores.push_back(finding->score);
    }
    return *found[pick(scores, level.error, seed)];
}

}  // namespace schwarm
