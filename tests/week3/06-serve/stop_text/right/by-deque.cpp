#include "stop_text.hpp"

#include <algorithm>
#include <deque>

namespace tiny_llm {

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

std::string StopText::push(std::string_view text) {
    std::deque<char> waiting(held.begin(), held.end());
    std::string shown;
    const auto ends_in = [&](const std::string& stop) {
        return waiting.size() >= stop.size() && std::equal(stop.rbegin(), stop.rend(), waiting.rbegin());
    };
    const auto may_become = [&](const std::string& stop) {
        return waiting.size() <= stop.size() && std::equal(waiting.begin(), waiting.end(), stop.begin());
    };
    for (auto next = text.begin(); next != text.end() && !stopped; ++next) {
        waiting.push_back(*next);
        const auto complete = std::find_if(stops.begin(), stops.end(), ends_in);
        if (complete != stops.end()) {
            stopped = true;
            shown.append(waiting.begin(), waiting.end() - static_cast<std::ptrdiff_t>(complete->size()));
            waiting.clear();
        }
        while (!waiting.empty() && std::none_of(stops.begin(), stops.end(), may_become)) {
            shown += waiting.front();
            waiting.pop_front();
        }
    }
    held.assign(waiting.begin(), waiting.end());
    return shown;
}

std::string StopText::end() {
    const std::string rest = held;
    held.clear();
    return rest;
}

}  // namespace tiny_llm
