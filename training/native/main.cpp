// Makes games for training, plays networks against each other and judges them by the truth, on all cores and without
// Python.
//
//   training play   GAME --out GAMES --minutes M [--nodes 800] [--networks -] [--thin-every 0] [--games N]
//                        [--threads 0] [--seed 1]
//   training expand GAME --games GAMES… --out ROWS [--network -]
//   training match  GAME --networks ONE TWO --out PAIRS --minutes M [--seconds 0.1 | --nodes N] [--games 1000]
//                        [--threads 0] [--seed 7]
//   training speed  GAME --networks ONE… [--nodes 300000]
//   training threads GAME --network ONE [--threads 2 4 8] [--positions 20] [--nodes 2000000] [--megabytes 64]
//   training signature GAME --positions TEXTS --networks ONE… --depth D --memory MEGABYTES
//   training solve  GAME --out SOLVED --minutes M [--turns 6 8] [--pieces 0 99] [--budget 30000000] [--positions N]
//                        [--open 200] [--missed 0] [--thin-before 0] [--nodes 400] [--look 400] [--megabytes 64]
//                        [--networks -] [--threads 0] [--seed 1]
//   training reliability GAME --games GAMES… --out JSON
//   training truth  GAME --solved SOLVED --networks ONE… [--nodes N… | --seconds S…] [--out JSON]
//                        [--given-away SOLVED] [--threads 0]
//
// A network is a file, or "-" for the counted features alone. 0 threads are as many as there are cores. What --out
// names is gone on with if it is there: after so many minutes a command stops, and the same command goes on.
#include <iostream>
#include <map>

#include "commands.hpp"

int main(int count, char** words) {
    using namespace training;
    const std::map<std::string, int (*)(const std::vector<std::string>&)> commands{
        {"play", play},           {"expand", expand}, {"match", match}, {"reliability", reliability}, {"speed", speed},
        {"signature", signature}, {"solve", solve},   {"truth", truth}, {"threads", threads}};
    try {
        if (count > 1)
            if (const auto found = commands.find(words[1]); found != commands.end())
                return found->second({words + 2, words + count});
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    std::cerr << "Say play, expand, match, reliability, speed, threads, signature, solve or truth; see the head of "
                 "training/native/main.cpp.\n";
    return 2;
}
