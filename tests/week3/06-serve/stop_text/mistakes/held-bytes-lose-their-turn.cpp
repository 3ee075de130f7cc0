#include "stop_text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

namespace {
std::map<const StopText*, std::vector<std::size_t>> counters;
}

// For each stop, how many of its bytes have come.
std::string StopText::push(std::string_view text) {
    if (stopped) return "";
    std::vector<std::size_t>& counts = counters[this];
    if (held.empty()) counts.assign(stops.size(), 0);
    std::string shown;
    for (const char c : text) {
        held.push_back(c);
        std::size_t keep = 0;
        for (std::size_t i = 0; i < stops.size(); ++i) {
            counts[i] = stops[i][counts[i]] == c ? counts[i] + 1 : stops[i][0] == c ? 1 : 0;
            if (counts[i] == stops[i].size()) {
                stopped = true;
                shown.append(held, 0, held.size() - stops[i].size());
                held.clear();
                return shown;
            }
            keep = std::max(keep, counts[i]);
        }
        shown.append(held, 0, held.size() - keep);
        held.erase(0, held.size() - keep);
    }
    return shown;
}

std::string StopText::end() {
    counters.erase(this);
    return std::exchange(held, "");
}

}  // namespace tiny_llm
