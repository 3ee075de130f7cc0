#include "schedule.hpp"

#include <algorithm>
#include <stdexcept>

namespace tiny_llm {

// ---- computed-kept-when-sent-back

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
        while (needed > free && i < running.size()) {
            Request last = running.back();
            running.pop_back();
            free += pages_for(last.computed, limits.page);
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

// ---- nothing-to-do-ends-the-round

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
        if (tokens == 0) break;
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

// ---- one-sent-back-is-enough

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
        if (needed > free && i < running.size()) {
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

// ---- order-of-sent-back-turned

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
        while (needed > free && i < running.size()) {
            Request last = running.back();
            running.pop_back();
            free += pages_for(last.computed, limits.page);
            last.computed = 0;
            waiting.insert(waiting.begin() + static_cast<std::ptrdiff_t>(step.sent_back.size()), last);
            step.sent_back.push_back(last.id);
        }
        if (i == running.size()) break;  // it was sent back itself
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

// ---- others-sent-back-after-itself

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

// ---- overtaken+sent-back-to-the-end

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
        while (needed > free && i < running.size()) {
            Request last = running.back();
            running.pop_back();
            free += pages_for(last.computed, limits.page);
            last.computed = 0;
            waiting.push_back(last);
            step.sent_back.push_back(last.id);
        }
        if (i == running.size()) break;  // it was sent back itself
        free -= needed;
        budget -= tokens;
        running[i].computed += tokens;
        step.computes.push_back({running[i].id, tokens});
    }

    for (auto next = waiting.begin(); next != waiting.end() && budget > 0 && running.size() < limits.running;) {
        Request text = *next;
        if (pages_for(text.tokens, limits.page) > free) {
            ++next;
            continue;
        }
        next = waiting.erase(next);
        const std::size_t tokens = std::min(text.tokens - text.computed, budget);
        text.computed += tokens;
        free -= pages_for(text.computed, limits.page);
        budget -= tokens;
        running.push_back(text);
        step.computes.push_back({text.id, tokens});
    }
    return step;
}

// ---- pages-of-refused-not-free

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
    std::size_t free = free_pages(server, limits), budget = limits.budget;
    Step step;

    const auto can_never_fit = [&](const Request& text) { return pages_for(text.tokens, limits.page) > limits.pages; };
    for (const Request& text : running)
        if (can_never_fit(text)) step.refused.push_back(text.id);
    for (const Request& text : waiting)
        if (can_never_fit(text)) step.refused.push_back(text.id);
    std::erase_if(running, can_never_fit);
    std::erase_if(waiting, can_never_fit);

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

// ---- pages-wrap-around

/// How many pages so many tokens take up. (tokens + page - 1) / page would wrap around for very large ones.
static std::size_t pages_for(std::size_t tokens, std::size_t page) { return (tokens + page - 1) / page; }

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
