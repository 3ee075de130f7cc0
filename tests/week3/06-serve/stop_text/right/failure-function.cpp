#include "stop_text.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

namespace {

/// Knuth, Morris and Pratt: how many bytes of the stop have come after one more, if `matched` had before.
std::size_t after(const std::string& stop, std::size_t matched, char byte) {
    std::vector<std::size_t> border(stop.size() + 1, 0);
    for (std::size_t n = 2; n <= stop.size(); ++n) {
        std::size_t b = border[n - 1];
        while (b > 0 && stop[b] != stop[n - 1]) b = border[b];
        border[n] = stop[b] == stop[n - 1] ? b + 1 : 0;
    }
    while (matched > 0 && stop[matched] != byte) matched = border[matched];
    return stop[matched] == byte ? matched + 1 : 0;
}

}  // namespace

std::string StopText::push(std::string_view text) {
    std::string shown;
    if (stopped || text.empty()) return shown;
    std::vector<std::size_t> matched(stops.size(), 0);
    for (std::size_t k = 0; k < stops.size(); ++k) {
        for (const char byte : held) matched[k] = after(stops[k], matched[k], byte);
    }
    for (const char byte : text) {
        held += byte;
        for (std::size_t k = 0; k < stops.size(); ++k) {
            matched[k] = after(stops[k], matched[k], byte);
            if (matched[k] < stops[k].size()) continue;
            stopped = true;
            shown += held.substr(0, held.size() - matched[k]);
            held.clear();
            return shown;
        }
        const std::size_t keep = stops.empty() ? 0 : *std::max_element(matched.begin(), matched.end());
        shown += held.substr(0, held.size() - keep);
        held = held.substr(held.size() - keep);
    }
    return shown;
}

std::string StopText::end() { return std::exchange(held, {}); }

}  // namespace tiny_llm
