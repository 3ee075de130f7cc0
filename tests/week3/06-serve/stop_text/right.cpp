#include "stop_text.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace tiny_llm {

// ---- by-deque

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

// ---- every-end

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

// ---- failure-function

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

// ---- search

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
