// Your turn.  Check: ./learn check schedule
// Contract: schedule.hpp, beside this file.  Lesson: docs/en/week3/04-many.md (中文: docs/zh/week3/04-many.md)

#include "schedule.hpp"

#include <stdexcept>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

/// How many pages so many tokens take up. (tokens + page - 1) / page would wrap around for very large ones.
static std::size_t pages_for(std::size_t tokens, std::size_t page) {
    return tokens / page + (tokens % page != 0);
}

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
    [[maybe_unused]] std::size_t free = free_pages(server, limits);
    todo();
}

}  // namespace tiny_llm
