#include "schedule.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tiny_llm {

// The running texts from `end` on are sent back; they are moved when it's known how many these are.
Step schedule(Server& server, const Limits& limits) {
    if (limits.page == 0) throw std::invalid_argument("no page");
    const auto needs = [page = limits.page](
                           std::size_t tokens) { return tokens / page + std::min<std::size_t>(tokens % page, 1); };

    Server next;
    Step step;
    std::size_t free = limits.pages;
    for (const Request& text : server.running) {
        if (text.tokens < text.computed || needs(text.computed) > free) throw std::invalid_argument("no such text");
        free -= needs(text.computed);
    }
    for (const Request& text : server.running) {
        if (needs(text.tokens) <= limits.pages) next.running.push_back(text);
        else step.refused.push_back(text.id), free += needs(text.computed);
    }
    for (const Request& text : server.waiting) {
        if (text.tokens <= text.computed) throw std::invalid_argument("nothing to compute");
        if (needs(text.tokens) <= limits.pages) next.waiting.push_back(text);
        else step.refused.push_back(text.id);
    }

    std::size_t left = limits.budget, end = next.running.size();
    for (std::size_t i = 0; i < end; ++i) {
        Request& text = next.running[i];
        const std::size_t tokens = std::min(left, text.tokens - text.computed);
        const std::size_t missing = needs(text.computed + tokens) - needs(text.computed);
        for (; missing > free && end > i; --end) free += needs(next.running[end - 1].computed);
        if (end == i || tokens == 0) continue;
        free -= missing;
        left -= tokens;
        text.computed += tokens;
        step.computes.push_back(Share{text.id, tokens});
    }
    const bool all_stay = end == next.running.size();
    next.waiting.insert(
        next.waiting.begin(), next.running.begin() + static_cast<std::ptrdiff_t>(end), next.running.end());
    for (std::size_t k = next.running.size() - end; k-- > 0;) {
        next.waiting[k].computed = 0;
        step.sent_back.push_back(next.waiting[k].id);
    }
    next.running.resize(end);

    for (; all_stay && left > 0 && next.running.size() < limits.running && !next.waiting.empty();
         next.waiting.pop_front()) {
        Request text = next.waiting.front();
        if (free < needs(text.tokens)) break;
        const std::size_t tokens = std::min(left, text.tokens - text.computed);
        text.computed += tokens;
        left -= tokens;
        free -= needs(text.computed);
        next.running.push_back(text);
        step.computes.push_back(Share{text.id, tokens});
    }
    server = std::move(next);
    return step;
}

}  // namespace tiny_llm
