// How long a mask takes with a vocabulary of 150,000 tokens, in the states of some automata.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include "model/response_format/automaton.hpp"
#include "model/response_format/response_format.hpp"

using namespace tiny_llm;

int main() {
    // Words as a tokenizer has them: half begin with a space, lengths of 1 to 16 letters.
    std::mt19937 random(1);
    std::vector<std::string> vocabulary(150'000);
    for (std::string& token : vocabulary) {
        if (random() % 2 == 0) token = " ";
        for (std::size_t k = 1 + (random() % 4) * (random() % 6); k > 0; --k)
            token +=
                random() % 12 == 0 ? "0123456789{}[]\",:.\n"[random() % 19] : static_cast<char>('a' + random() % 26);
    }
    const Dfa object = *response_automaton({{"type", "json_object"}});
    const Dfa text = regex_dfa("\"(?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt])*\"");
    for (const auto& [name, dfa] : {std::pair("json_object", &object), std::pair("a string", &text)}) {
        std::vector<double> milliseconds;
        for (std::size_t state = 0; state < dfa->next.size(); state += 1 + dfa->next.size() / 200) {
            const auto begin = std::chrono::steady_clock::now();
            const std::vector<bool> mask = token_mask(*dfa, state, vocabulary, {});
            const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
            milliseconds.push_back(taken.count());
        }
        std::sort(milliseconds.begin(), milliseconds.end());
        std::printf("%-12s %5zu states: median %.2f ms, slowest %.2f ms\n", name, dfa->next.size(),
                    milliseconds[milliseconds.size() / 2], milliseconds.back());
    }
}
