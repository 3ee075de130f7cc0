#include "stop_text.hpp"

#include <utility>

namespace tiny_llm {

// The check looks at the parameter, which is empty by then.
StopText::StopText(std::vector<std::string> stops) : stops(std::move(stops)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

std::string StopText::push(std::string_view text) {
    std::string shown;
    for (const char byte : text) {
        if (stopped) return shown;
        held += byte;
        for (const std::string& stop : stops) {
            if (stop.empty() || stopped || !held.ends_with(stop)) continue;
            stopped = true;
            held.resize(held.size() - stop.size());
            shown += std::exchange(held, "");
        }
        const auto is_begun = [&] {
            for (const std::string& stop : stops) {
                if (stop.starts_with(held)) return true;
            }
            return false;
        };
        while (!held.empty() && !is_begun()) {
            shown += held[0];
            held.erase(0, 1);
        }
    }
    return shown;
}

std::string StopText::end() { return std::exchange(held, ""); }

}  // namespace tiny_llm
