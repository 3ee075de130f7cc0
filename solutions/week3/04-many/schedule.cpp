#include "schedule.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

/// How many pages so many tokens take up. (tokens + page - 1) / page would wrap around for very large ones.
static std::size_t pages_for(std::size_t tokens, std::size_t page) { return tokens / page + (tokens % page != 0); }

/// How many pages no running request holds. Refuses what no server can be in.
static std::size_t free_pages(const Server& server, const Limits& limits) {
    if (limits.page == 0) throw std::invalid_argument("schedule: a page of 0 tokens");
    std::size_t free = limits.pages;
    for (const Request& request : server.running) {
        const std::size_t held = pages_for(request.computed, limits.page);
        if (request.computed > request.tokens) throw std::invalid_argument("schedule: more is computed than there is");
        if (held > free) throw std::invalid_argument("schedule: more pages are held than there are");
        free -= held;
    }
    for (const Request& request : server.waiting)
        if (request.computed >= request.tokens) throw std::invalid_argument("schedule: a request waits for nothing");
    return free;
}

Step schedule(Server& server, const Limits& limits) {
    auto& [running, waiting] = server;
    free_pages(server, limits);
    Step step;

    const auto can_never_fit = [&](const Request& request) {
        return pages_for(request.tokens, limits.page) > limits.pages;
    };
    for (const Request& request : running)
        if (can_never_fit(request)) step.refused.push_back(request.id);
    for (const Request& request : waiting)
        if (can_never_fit(request)) step.refused.push_back(request.id);
    std::erase_if(running, can_never_fit);
    std::erase_if(waiting, can_never_fit);

    std::size_t free = free_pages(server, limits), budget = limits.budget;
    for (std::size_t i = 0; i < running.size() && budget > 0; ++i) {
        const std::size_t tokens = std::min(running[i].tokens - running[i].computed, budget);
        if (tokens == 0) continue;
        const std::size_t held = pages_for(running[i].computed, limits.page);
        const std::size_t needed = pages_for(running[i].computed + tokens, limits.page) - held;
        while (needed > free && i < running.size()) {
            Request last = running.back();
            running.pop_back();
            free += pages_for(last.computed, limits.page);
            last.computed = 0;
            waiting.push_front(last);
            step.sent_back.push_back(last.id);
        }
        if (i == running.size()) break;  // it was sent back itself
        free -= needed;
        budget -= tokens;
        running[i].computed += tokens;
        step.computes.push_back({running[i].id, tokens});
    }

    while (!waiting.empty() && budget > 0 && running.size() < limits.running) {
        Request request = waiting.front();
        if (pages_for(request.tokens, limits.page) > free) break;
        waiting.pop_front();
        const std::size_t tokens = std::min(request.tokens - request.computed, budget);
        request.computed += tokens;
        free -= pages_for(request.computed, limits.page);
        budget -= tokens;
        running.push_back(request);
        step.computes.push_back({request.id, tokens});
    }
    return step;
}

}  // namespace tiny_llm
