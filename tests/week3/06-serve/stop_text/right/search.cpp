#include "stop_text.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

// All at once: the text that waits and the new one are one buffer, in which `find` looks for each stop.
std::string StopText::push(std::string_view text) {
    if (stopped) return "";
    held += text;
    std::size_t from = held.npos, to = held.npos;
    for (const std::string& stop : stops) {
        const std::size_t place = held.find(stop);
        if (place == held.npos || place + stop.size() >= to) continue;
        from = place, to = place + stop.size();
    }
    stopped = to != held.npos;
    if (stopped) {
        std::string shown = held.substr(0, from);
        held.clear();
        return shown;
    }
    std::size_t keep = 0;
    for (const std::string& stop : stops) {
        for (std::size_t n = std::min(held.size(), stop.size() - 1); n > keep; --n) {
            if (held.ends_with(stop.substr(0, n))) keep = n;
        }
    }
    std::string shown = held.substr(0, held.size() - keep);
    held.erase(0, held.size() - keep);
    return shown;
}

std::string StopText::end() { return std::exchange(held, ""); }

}  // namespace tiny_llm
