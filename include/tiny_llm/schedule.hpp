#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace tiny_llm {

/// A text that the server continues, as far as who computes what depends on it.
struct Request {
    std::size_t id = 0;        // a name, for the caller
    std::size_t tokens = 0;    // how long it is: the prompt, and what was generated so far
    std::size_t computed = 0;  // how many of these are in the cache: they take up ceil(computed / page) pages
};

/// What the server can do.
struct Limits {
    std::size_t budget = 0;   // tokens in one step, all texts together
    std::size_t running = 0;  // texts that run at the same time
    std::size_t pages = 0;    // in the whole cache
    std::size_t page = 0;     // tokens that a page has room for
};

/// The texts that run, in the order in which they began, and those that wait, in the order in which they are admitted.
struct Server {
    std::vector<Request> running;
    std::deque<Request> waiting;  // these hold no pages
};

/// How many of its tokens a text computes in a step: those from `computed` on.
struct Share {
    std::size_t id = 0;
    std::size_t tokens = 0;  // at least 1
};

/// What happens in a step.
struct Step {
    std::vector<Share> computes;         // in the order of Server::running
    std::vector<std::size_t> sent_back;  // ids, the first one first
    std::vector<std::size_t> refused;    // ids, the running ones first, in order
};

}  // namespace tiny_llm
