#include "stop_text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tiny_llm {

// ---- compared-at-the-end-of-a-push+stop-shown

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

// ---- empty-stop-accepted

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

// ---- held-bytes-lose-their-turn

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

// ---- longest-minus-one-held

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

// ---- shortest-beginning-held-after-each-byte

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops)
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
}

std::string StopText::push(std::string_view text) {
    std::string shown;
    if (stopped) return shown;
    for (const char byte : text) {
        held += byte;
        for (const std::string& stop : stops) {
            if (!held.ends_with(stop)) continue;
            stopped = true;
            shown += held.substr(0, held.size() - stop.size());
            held.clear();
            return shown;
        }
        std::size_t kept = 0;
        for (std::size_t n = 1; n <= held.size() && kept == 0; ++n)
            for (const std::string& stop : stops)
                if (stop.starts_with(held.substr(held.size() - n))) kept = n;
        shown += held.substr(0, held.size() - kept);
        held.erase(0, held.size() - kept);
    }
    return shown;
}

std::string StopText::end() { return std::exchange(held, ""); }

// ---- up-to-a-zero

StopText::StopText(std::vector<std::string> given) : stops(std::move(given)) {
    for (const std::string& stop : stops) {
        if (stop.empty()) throw std::invalid_argument("StopText: a stop is empty");
    }
}

std::string StopText::push(std::string_view text) {
    if (stopped) return "";
    held += text.data();
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
