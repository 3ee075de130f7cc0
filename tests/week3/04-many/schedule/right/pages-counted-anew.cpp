#include "schedule.hpp"

#include <stdexcept>

namespace tiny_llm {

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
