// What a command was given: words, and options with their values.
#pragma once

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace training {

class Options {
  public:
    // `known` are the options of the command, each with what it is if nobody says so; none: it has to be given.
    Options(const std::vector<std::string>& all, std::map<std::string, std::vector<std::string>> known)
        : values_(std::move(known)) {
        std::vector<std::string>* values = nullptr;
        for (const auto& word : all) {
            if (word.starts_with("--")) {
                const auto found = values_.find(word.substr(2));
                if (found == values_.end()) throw std::runtime_error("There is no option " + word + ".");
                values = &found->second;
                values->clear();
            } else {
                (values ? *values : words_).push_back(word);
            }
        }
        for (const auto& [name, value] : values_)
            if (value.empty()) throw std::runtime_error("--" + name + " is missing.");
    }

    const std::vector<std::string>& words() const { return words_; }
    const std::vector<std::string>& all(const std::string& name) const { return values_.at(name); }
    const std::string& text(const std::string& name) const { return values_.at(name).front(); }

    double number(const std::string& name, std::size_t place = 0) const {
        const auto& values = values_.at(name);
        if (place < values.size()) {
            const auto& word = values[place];
            std::size_t used = 0;
            const double number = std::stod(word, &used);
            if (used == word.size() && number >= 0) return number;
        }
        throw std::runtime_error("--" + name + " is not a number.");
    }
    std::int64_t whole(const std::string& name, std::size_t place = 0) const {
        return static_cast<std::int64_t>(number(name, place));
    }
    std::uint64_t seed() const { return static_cast<std::uint64_t>(whole("seed")); }
    int threads() const {
        const auto wanted = static_cast<int>(whole("threads"));
        return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    }

  private:
    std::vector<std::string> words_;
    std::map<std::string, std::vector<std::string>> values_;
};

}  // namespace training
