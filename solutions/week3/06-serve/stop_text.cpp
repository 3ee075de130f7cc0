#include "stop_text.hpp"

#include <algorithm>
#include <utility>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> stops) : stops(std::move(stops)) {
    for (const std::string& stop : this->stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

std::string StopText::push(std::string_view text) {
    std::string shown;
    if (stopped) return shown;
    const auto begins_a_stop = [&](std::string_view end) {
        return std::any_of(stops.begin(), stops.end(), [&](const std::string& stop) { return stop.starts_with(end); });
    };
    for (const char byte : text) {
        held += byte;
        for (const std::string& stop : stops) {
            if (!held.ends_with(stop)) continue;
            stopped = true;
            shown += held.substr(0, held.size() - stop.size());
            held.clear();
            return shown;
        }
        std::size_t free = 0;  // bytes at the front that belong to no stop
        while (free < held.size() && !begins_a_stop(std::string_view(held).substr(free))) ++free;
        shown += held.substr(0, free);
        held.erase(0, free);
    }
    return shown;
}

std::string StopText::end() { return std::exchange(held, ""); }

}  // namespace tiny_llm
