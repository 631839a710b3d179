// The commands of the training program; main.cpp says what each takes.
#pragma once

#include <string>
#include <vector>

namespace training {

int play(const std::vector<std::string>& words);
int expand(const std::vector<std::string>& words);
int match(const std::vector<std::string>& words);
int speed(const std::vector<std::string>& words);
int signature(const std::vector<std::string>& words);
int solve(const std::vector<std::string>& words);
int reliability(const std::vector<std::string>& words);
int threads(const std::vector<std::string>& words);
int truth(const std::vector<std::string>& words);

}  // namespace training
