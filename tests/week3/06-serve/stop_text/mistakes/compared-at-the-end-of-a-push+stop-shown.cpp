#include "stop_text.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

std::string StopText::push(std::string_view text) {
    if (stopped) return "";
    held += text;
    for (const std::string& stop : stops) {
        if (held.ends_with(stop)) {
            stopped = true;
            return std::exchange(held, "");
        }
    }
    std::size_t keep = 0;
    for (const std::string& stop : stops) {
        for (std::size_t n = 1; n < stop.size() && n <= held.size(); ++n) {
            if (held.compare(held.size() - n, n, stop, 0, n) == 0) keep = std::max(keep, n);
        }
    }
    std::string shown = held.substr(0, held.size() - keep);
    held = held.substr(held.size() - keep);
    return shown;
}

std::string StopText::end() { return std::exchange(held, ""); }

}  // namespace tiny_llm
