// Judges Hecht by the truth: positions near the end of games are solved to the last move, and Hecht is asked there.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <sstream>

#include "commands.hpp"
#include "games.hpp"
#include "options.hpp"
#include "thinning.hpp"
#include "threads.hpp"

namespace training {
namespace {

// A position where something is at stake: at least two moves keep the result, and at least one gives it away.
struct Question {
    std::string position;
    int value = 0;
    std::vector<std::uint16_t> keeping;

    std::string line() const {
        std::ostringstream out;
        out << position << '|' << value << '|';
        for (const auto code : keeping) out << code << ' ';
        return out.str();
    }
    static Question read(const std::string& line) {
        const auto first = line.find('|'), second = line.find('|', first + 1);
        if (second == std::string::npos) throw std::runtime_error("Not a solved position: " + line);
        Question question{line.substr(0, first), std::stoi(line.substr(first + 1)), {}};
        std::istringstream codes(line.substr(second + 1));
        for (std::uint16_t code; codes >> code;) question.keeping.push_back(code);
        return question;
    }
};

// What a game is drawn for: a turn, and between how many pieces each side has to have there.
struct Wanted {
    int turn;
    std::int64_t least, most;

    bool fits(const AnyBoard& board) const {
        const auto [red, blue] = pieces(board.text());
        return std::min(red, blue) >= least && std::max(red, blue) <= most;
    }
};

// Quick and wavering play up to a turn: positions as they come up, among them many that are still open.
void play_up_to(AnyBoard& board, AnyHecht& hecht, std::int64_t nodes, int turn, SplitMix64& numbers) {
    hecht.forget();
    while (!board.outcome() && board.turn() < turn) {
        hecht.begin(board, {.nodes = nodes / 2 + numbers.below(static_cast<int>(nodes))}, numbers.below(4) == 0 ? 2 : 1,
                    1);
        while (hecht.deepen()) {}
        board.push(hecht.findings().back().move);
    }
}

// Whether a quick look does not know who will win: nobody errs where all is settled.
bool is_open(AnyHecht& hecht, const AnyBoard& board, std::int64_t nodes, std::int64_t most) {
    hecht.begin(board, {.nodes = nodes}, 1, 1);
    while (hecht.deepen()) {}
    return std::abs(hecht.findings().front().score) <= most;
}

}  // namespace

int solve(const std::vector<std::string>& words) {
    const Options options(words, {{"out", {}},
                                  {"minutes", {}},
                                  {"turns", {"6", "8"}},
                                  {"pieces", {"0", "99"}},
                                  {"thin-before", {"0"}},
                                  {"budget", {"30000000"}},
                                  {"open", {"200"}},
                                  {"missed", {"0"}},
                                  {"positions", {"1000000"}},
                                  {"nodes", {"400"}},
                                  {"look", {"400"}},
                                  {"megabytes", {"64"}},
                                  {"networks", {"-"}},
                                  {"threads", {"0"}},
                                  {"seed", {"1"}}});
    const Game& game = game_named(options.words());
    const auto nearest = static_cast<int>(options.whole("turns", 0)),
               farthest = static_cast<int>(options.whole("turns", 1));
    std::ostringstream head;
    head << "solved " << game.id << " seed " << options.text("seed") << " turns " << nearest << ' ' << farthest
         << " pieces " << options.whole("pieces", 0) << ' ' << options.whole("pieces", 1) << " thin "
         << options.text("thin-before") << " budget " << options.text("budget") << " open " << options.text("open")
         << " missed " << options.text("missed") << " nodes " << options.text("nodes") << " look "
         << options.text("look");
    // Each line begins with the number of its game; what comes before the last one of them was looked at.
    std::atomic<std::int64_t> next{0};
    std::int64_t found = 0, asked = 0, unsolved = 0;
    auto out = go_on_with_lines(options.text("out"), head.str(), [&](const std::string& line) {
        next = std::max<std::int64_t>(next, std::stoll(line) + 1);
        ++found;
    });
    const auto began = Clock::now();
    std::mutex writing;
    on_threads(options.threads(), [&](int) {
        const auto hecht = make_hecht(game, options.text("networks"), 4);
        const auto solver = game.solver(static_cast<std::size_t>(options.whole("megabytes")));
        while (since(began) < 60 * options.number("minutes")) {
            {
                const std::lock_guard lock(writing);
                if (found >= options.whole("positions")) return;
            }
            const auto number = next++;
            auto numbers = chance(options.seed(), static_cast<std::uint64_t>(number));
            const Wanted wanted{game.last_turn - nearest - numbers.below(farthest - nearest + 1),
                                options.whole("pieces", 0), options.whole("pieces", 1)};
            auto board = opening(game, 2, 8, numbers);
            if (const auto thin = static_cast<int>(options.whole("thin-before"))) {
                // Some turns before, so that what is left has swum where it wants to be.
                play_up_to(*board, *hecht, options.whole("nodes"), wanted.turn - thin, numbers);
                board = make_board(game, thinned(board->text(), static_cast<int>(wanted.most), numbers));
            }
            play_up_to(*board, *hecht, options.whole("nodes"), wanted.turn, numbers);
            if (board->outcome() || !wanted.fits(*board)) continue;
            if (!is_open(*hecht, *board, options.whole("look"), options.whole("open"))) continue;
            const auto solved = solver->solve(*board, options.whole("budget"));
            const std::lock_guard lock(writing);
            ++asked;
            if (!solved) {
                ++unsolved;
                continue;
            }
            const auto& keeping = solved->keeping;
            if (keeping.size() < 2 || static_cast<int>(keeping.size()) == board->count()) continue;
            if (options.whole("missed") &&
                std::find(keeping.begin(), keeping.end(), hecht->findings().front().move) != keeping.end())
                continue;
            Question question{board->text(), solved->value, {}};
            for (const Move move : keeping) question.keeping.push_back(move.code());
            out << number << '|' << question.line() << '\n' << std::flush;
            ++found;
        }
    });
    std::printf("%s: %lld positions; %lld were tried in %.0f s, %lld were too hard\n", words[0].c_str(),
                static_cast<long long>(found), static_cast<long long>(asked), since(began),
                static_cast<long long>(unsolved));
    return 0;
}

int truth(const std::vector<std::string>& words) {
    const Options options(words, {{"solved", {}},
                                  {"networks", {}},
                                  {"nodes", {"0"}},
                                  {"seconds", {"0"}},
                                  {"out", {"-"}},
                                  {"given-away", {"-"}},
                                  {"search-threads", {"1"}},
                                  {"threads", {"0"}}});
    const Game& game = game_named(options.words());
    std::vector<Question> questions;
    std::string head;
    std::vector<std::string> lines;
    for (const auto& name : options.all("solved")) {
        std::ifstream in(name);
        std::getline(in, head);
        if (!head.starts_with("solved " + std::string(game.id)))
            throw std::runtime_error(name + " has no solved positions of " + std::string(game.id) + ".");
        for (std::string line; std::getline(in, line); lines.push_back(line))
            questions.push_back(Question::read(line.substr(line.find('|') + 1)));
    }
    if (questions.empty()) throw std::runtime_error("There is no position to ask.");
    const auto search_threads = static_cast<int>(options.whole("search-threads"));
    const bool by_nodes = options.whole("nodes") > 0;
    const std::string unit = by_nodes ? "nodes" : "seconds";
    std::vector<char> given_away(questions.size());
    std::ostringstream rates;
    for (std::size_t place = 0; place < options.all(unit).size(); ++place) {
        Limits limits;
        if (by_nodes)
            limits.nodes = options.whole("nodes", place);
        else
            limits.seconds = options.number("seconds", place);
        for (const auto& network : options.all("networks")) {
            std::atomic<std::size_t> next{0};
            std::atomic<std::int64_t> wrong{0};
            on_threads(options.threads(), [&](int) {
                const auto hecht = make_hecht(game, network, 16);
                for (std::size_t number; (number = next++) < questions.size();) {
                    const auto& question = questions[number];
                    const auto board = make_board(game, question.position);
                    hecht->forget();
                    hecht->begin(*board, limits, 1, search_threads);
                    while (hecht->deepen()) {}
                    const auto code = hecht->findings()[0].move.code();
                    if (std::find(question.keeping.begin(), question.keeping.end(), code) == question.keeping.end()) {
                        ++wrong;
                        given_away[number] = true;
                    }
                }
            });
            // Wilson's interval, which is right for rare things, too.
            const double all = static_cast<double>(questions.size()), rate = static_cast<double>(wrong) / all, z = 1.96;
            const double middle = (rate + z * z / (2 * all)) / (1 + z * z / all);
            const double error = z / (1 + z * z / all) * std::sqrt(rate * (1 - rate) / all + z * z / (4 * all * all));
            std::printf("%s, %s %s, %s: %lld of %zu results given away, %.2f %% (%.2f to %.2f)\n", words[0].c_str(),
                        options.all(unit)[place].c_str(), unit.c_str(), network == "-" ? "counted" : network.c_str(),
                        static_cast<long long>(wrong), questions.size(), 100 * rate, 100 * (middle - error),
                        100 * (middle + error));
            std::fflush(stdout);
            rates << (rates.str().empty() ? "\n" : ",\n") << " {\"" << unit << "\": " << options.all(unit)[place]
                  << ", \"network\": \"" << std::filesystem::path(network).stem().string() << "\", \"rate\": " << rate
                  << ", \"low\": " << middle - error << ", \"high\": " << middle + error << '}';
        }
    }
    if (options.text("out") != "-")
        std::ofstream(options.text("out")) << "{\"game\": \"" << game.id << "\", \"positions\": " << questions.size()
                                           << ", \"rates\": [" << rates.str() << "]}\n";
    if (options.text("given-away") != "-") {
        std::ofstream out(options.text("given-away"));
        out << head << '\n';
        for (std::size_t number = 0; number < lines.size(); ++number)
            if (given_away[number]) out << lines[number] << '\n';
    }
    return 0;
}

}  // namespace training
