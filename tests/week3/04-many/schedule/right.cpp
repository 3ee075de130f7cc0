#include "schedule.hpp"

#include <algorithm>
#include <list>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tiny_llm {

// ---- an-end-that-moves

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

// ---- one-loop

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

// ---- pages-counted-anew

Step schedule(Server& server, const Limits& limits) {
    if (!limits.page) throw std::invalid_argument("page");
    const auto pages = [&](std::size_t tokens) { return tokens == 0 ? 0 : (tokens - 1) / limits.page + 1; };
    // May count more than there are, and then all of them.
    const auto held = [&] {
        std::size_t sum = 0;
        for (const auto& text : server.running) sum += pages(text.computed);
        return sum;
    };
    for (const auto& text : server.running)
        if (text.computed > text.tokens || pages(text.computed) > limits.pages) throw std::invalid_argument("running");
    for (const auto& text : server.waiting)
        if (text.tokens <= text.computed) throw std::invalid_argument("waiting");
    if (held() > limits.pages) throw std::invalid_argument("pages");

    Step step;
    for (std::size_t i = 0; i < server.running.size();) {
        if (pages(server.running[i].tokens) <= limits.pages) {
            ++i;
            continue;
        }
        step.refused.push_back(server.running[i].id);
        server.running.erase(server.running.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (auto text = server.waiting.begin(); text != server.waiting.end();) {
        if (pages(text->tokens) > limits.pages) {
            step.refused.push_back(text->id);
            text = server.waiting.erase(text);
        } else {
            ++text;
        }
    }

    std::size_t used = 0;
    const auto share = [&](const Request& text) {
        const std::size_t rest = text.tokens - text.computed, left = limits.budget - used;
        return rest < left ? rest : left;
    };
    const auto computes = [&](Request& text, std::size_t tokens) {
        step.computes.push_back({text.id, tokens});
        text.computed += tokens;
        used += tokens;
    };
    for (std::size_t i = 0; i < server.running.size(); ++i) {
        const std::size_t tokens = share(server.running[i]);
        if (tokens == 0) continue;
        bool is_here = true;
        while (is_here &&
               pages(server.running[i].computed + tokens) - pages(server.running[i].computed) > limits.pages - held()) {
            server.waiting.push_front(server.running.back());
            server.waiting.front().computed = 0;
            server.running.pop_back();
            step.sent_back.push_back(server.waiting.front().id);
            is_here = i < server.running.size();
        }
        if (is_here) computes(server.running[i], tokens);
    }
    while (step.sent_back.empty() && !server.waiting.empty()) {
        const std::size_t tokens = share(server.waiting.front());
        if (tokens == 0 || server.running.size() >= limits.running) break;
        if (held() + pages(server.waiting.front().tokens) > limits.pages) break;
        server.running.push_back(server.waiting.front());
        server.waiting.pop_front();
        computes(server.running.back(), tokens);
    }
    return step;
}

}  // namespace tiny_llm
