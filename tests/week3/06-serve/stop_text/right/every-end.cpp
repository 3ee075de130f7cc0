#include "stop_text.hpp"

#include <utility>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

std::string StopText::push(std::string_view text) {
    if (stopped) return "";
    std::string buffer = held + std::string(text), shown;
    for (std::size_t end = held.size() + 1; end <= buffer.size(); ++end) {
        for (const std::string& stop : stops) {
            if (stop.size() > end || buffer.compare(end - stop.size(), stop.size(), stop) != 0) continue;
            stopped = true;
            held = "";
            return buffer.substr(0, end - stop.size());
        }
    }
    for (std::size_t begin = 0;; ++begin) {
        const std::string rest = buffer.substr(begin);
        bool waits = rest.empty();
        for (const std::string& stop : stops) waits = waits || stop.rfind(rest, 0) == 0;
        if (!waits) continue;
        held = rest;
        return buffer.substr(0, begin);
    }
}

std::string StopText::end() {
    std::string rest;
    std::swap(rest, held);
    return rest;
}

}  // namespace tiny_llm
