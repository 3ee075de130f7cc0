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
    if (stopped) return {};
    std::string shown;
    std::size_t longest = 0;
    for (const std::string& stop : stops) longest = std::max(longest, stop.size());
    for (const char byte : text) {
        held += byte;
        for (const std::string& stop : stops) {
            if (held.ends_with(stop)) {
                stopped = true;
                shown += held.substr(0, held.size() - stop.size());
                held.clear();
                return shown;
            }
        }
        while (held.size() >= std::max<std::size_t>(longest, 1)) {
            shown += held.front();
            held.erase(held.begin());
        }
    }
    return shown;
}

std::string StopText::end() { return std::exchange(held, std::string()); }

}  // namespace tiny_llm
