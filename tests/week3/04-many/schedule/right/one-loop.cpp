#include "schedule.hpp"

#include <algorithm>
#include <list>
#include <stdexcept>

namespace tiny_llm {

namespace {

struct Entry {
    Request text;
    bool runs;
};

std::size_t pages(std::size_t tokens, std::size_t page) {
    std::size_t whole = tokens / page;
    if (whole * page < tokens) ++whole;
    return whole;
}

void require(bool fine) {
    if (!fine) throw std::invalid_argument("schedule");
}

}  // namespace

// All texts in one list, the running ones first: one loop for both.
Step schedule(Server& server, const Limits& limits) {
    const std::size_t page = limits.page;
    require(page > 0);
    std::size_t free = limits.pages, budget = limits.budget, running = 0;
    std::list<Entry> all;
    Step step;
    for (const Request& text : server.running) {
        const std::size_t held = pages(text.computed, page);
        require(text.computed <= text.tokens && held <= free);
        free -= held;
        all.push_back({text, true});
    }
    for (const Request& text : server.waiting) {
        require(text.computed < text.tokens);
        all.push_back({text, false});
    }
    for (auto at = all.begin(); at != all.end();) {
        if (pages(at->text.tokens, page) > limits.pages) {
            step.refused.push_back(at->text.id);
            if (at->runs) free += pages(at->text.computed, page);
            at = all.erase(at);
        } else {
            running += at->runs;
            ++at;
        }
    }
    for (auto at = all.begin(); at != all.end() && budget > 0; ++at) {
        auto& [text, runs] = *at;
        const std::size_t tokens = std::min(budget, text.tokens - text.computed);
        if (!runs) {
            if (!step.sent_back.empty() || running >= limits.running || pages(text.tokens, page) > free) break;
            runs = true;
            ++running;
            free -= pages(text.computed, page);
        }
        if (tokens == 0) continue;
        const std::size_t needed = pages(text.computed + tokens, page) - pages(text.computed, page);
        while (needed > free && runs) {
            auto last = std::find_if(all.rbegin(), all.rend(), [](const Entry& one) { return one.runs; });
            free += pages(last->text.computed, page);
            last->text.computed = 0;
            last->runs = false;
            step.sent_back.push_back(last->text.id);
        }
        if (!runs) break;
        free -= needed;
        budget -= tokens;
        text.computed += tokens;
        step.computes.push_back({text.id, tokens});
    }
    server = {};
    for (const Entry& one : all) {
        if (one.runs) server.running.push_back(one.text);
        else server.waiting.push_back(one.text);
    }
    return step;
}

}  // namespace tiny_llm
