#include "schedule.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

/// How many pages so many tokens take up. (tokens + page - 1) / page would wrap around for very large ones.
static std::size_t pages_for(std::size_t tokens, std::size_t page) { return tokens / page + (tokens % page != 0); }

/// How many pages no running text holds. Refuses what no server can be in.
static std::size_t free_pages(const Server& server, const Limits& limits) {
    if (limits.page == 0) throw std::invalid_argument("schedule: a page of 0 tokens");
    std::size_t free = limits.pages;
    for (const Request& text : server.running) {
        const std::size_t held = pages_for(text.computed, limits.page);
        if (text.computed > text.tokens) throw std::invalid_argument("schedule: more is computed than there is");
        if (held > free) throw std::invalid_argument("schedule: more pages are held than there are");
        free -= held;
    }
    for (const Request& text : server.waiting)
        if (text.computed >= text.tokens) throw std::invalid_argument("schedule: a text waits for nothing");
    return free;
}

Step schedule(Server& server, const Limits& limits) {
    auto& [running, waiting] = server;
    free_pages(server, limits);
    Step step;

    const auto can_never_fit = [&](const Request& text) { return pages_for(text.tokens, limits.page) > limits.pages; };
    for (const Request& text : running)
        if (can_never_fit(text)) step.refused.push_back(text.id);
    for (const Request& text : waiting)
        if (can_never_fit(text)) step.refused.push_back(text.id);
    std::erase_if(running, can_never_fit);
    std::erase_if(waiting, can_never_fit);

    std::size_t free = free_pages(server, limits), budget = limits.budget;
    for (std::size_t i = 0; i < running.size() && budget > 0; ++i) {
        const std::size_t tokens = std::min(running[i].tokens - running[i].computed, budget);
        if (tokens == 0) continue;
        const std::size_t held = pages_for(running[i].computed, limits.page);
        const std::size_t needed = pages_for(running[i].computed + tokens, limits.page) - held;
        while (needed > free && !running.empty()) {
            Request last = running.back();
            running.pop_back();
            free += pages_for(last.computed, limits.page);
            last.computed = 0;
            waiting.push_front(last);
            step.sent_back.push_back(last.id);
        }
        if (i >= running.size()) break;  // it was sent back itself
        free -= needed;
        budget -= tokens;
        running[i].computed += tokens;
        step.computes.push_back({running[i].id, tokens});
    }

    while (!waiting.empty() && budget > 0 && running.size() < limits.running) {
        Request text = waiting.front();
        if (pages_for(text.tokens, limits.page) > free) break;
        waiting.pop_front();
        const std::size_t tokens = std::min(text.tokens - text.computed, budget);
        text.computed += tokens;
        free -= pages_for(text.computed, limits.page);
        budget -= tokens;
        running.push_back(text);
        step.computes.push_back({text.id, tokens});
    }
    return step;
}

}  // namespace tiny_llm
