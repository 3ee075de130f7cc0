#ifndef TINY_LLM_SCHEDULE_HPP
#define TINY_LLM_SCHEDULE_HPP

#include <cstddef>
#include <deque>
#include <vector>

namespace tiny_llm {

/// What the schedule has to know of a request.
struct Request {
    std::size_t id = 0;        // a name, for the caller
    std::size_t tokens = 0;    // how long it is: the prompt, and what was generated so far
    std::size_t computed = 0;  // how many of these are in the cache: they take up ceil(computed / page) pages
};

/// What the server can do.
struct Limits {
    std::size_t budget = 0;   // tokens in one step, all requests together
    std::size_t running = 0;  // requests that run at the same time
    std::size_t pages = 0;    // in the whole cache
    std::size_t page = 0;     // tokens that a page has room for
};

/// The requests that run, in the order in which they began, and those that wait, in the order in which they are admitted.
struct Server {
    std::vector<Request> running;
    std::deque<Request> waiting;  // these hold no pages
};

/// How many of its tokens a request computes in a step: those from `computed` on.
struct Share {
    std::size_t id = 0;
    std::size_t tokens = 0;  // at least 1
};

/// What happens in a step: one pass of the model, and the decision before it.
struct Step {
    std::vector<Share> computes;         // in the order of Server::running
    std::vector<std::size_t> sent_back;  // ids, the first one first
    std::vector<std::size_t> refused;    // ids, the running ones first, in order
};

/// Decides about one step of the server: who computes how many tokens. `server` is then as it will be when they are computed:
/// each `computed` has grown by its share, and what was sent back, admitted or refused is where it belongs now.
///
/// 1. A request that needs more pages than there are, for all of its tokens, can never fit. It is refused at once, whether it
///    runs or waits, and wherever it is in the queue: it leaves its list, and its pages are free.
/// 2. The running requests come first, in order, as long as the budget is not used up. Each computes what it has not computed
///    yet, or as much of it as the budget still allows. One with nothing to compute is skipped.
/// 3. If the pages for that are not free, the last running request is sent back, and then the one before it, until they are.
///    A request that is sent back has nothing computed any more, keeps its tokens, and goes to the head of the queue. If it is
///    the very request that needs the pages, it computes nothing in this step.
/// 4. Then waiting requests are admitted, in order, as long as the budget is not used up and fewer than `limits.running` run.
///    The first one needs free pages for all of its tokens, though it computes only as many of them as the budget still allows.
///    If there are too few, nobody after it is admitted either. (So nobody is, in a step in which somebody was sent back.)
///
/// A request holds ceil(computed / page) pages while it runs, and none while it waits. A waiting request may have tokens
/// computed already, those that the caller has found in a prefix cache. They are not computed again, and their pages count as
/// its own. When the step is done, the requests with computed == tokens have logits: the caller adds a token to each of them,
/// and takes out those that have ended.
///
/// Any limit but `limits.page` may be 0, and as large as std::size_t allows, and so may `tokens`.
///
/// Throws std::invalid_argument when page is 0, when a running request has more computed than it has tokens, when a waiting one
/// has nothing to compute, or when the running requests hold more pages than there are. The server is then unchanged.
///
/// Source: vLLM v1's Scheduler.schedule.
Step schedule(Server& server, const Limits& limits);

}  // namespace tiny_llm

#endif
