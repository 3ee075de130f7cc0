#include "model/engine.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "model/error.hpp"

namespace tiny_llm {
namespace {

std::size_t pages_for(std::size_t positions, std::size_t rows) { return (positions + rows - 1) / rows; }

Request& request_of(Server& server, std::size_t id) {
    const auto is_it = [id](const Request& request) { return request.id == id; };
    const auto found = std::find_if(server.running.begin(), server.running.end(), is_it);
    return found != server.running.end() ? *found : *std::find_if(server.waiting.begin(), server.waiting.end(), is_it);
}

}  // namespace

Engine::Engine(PagedModel& model, const Settings& settings, std::function<std::string()> culprit)
    : model_(model), settings_(settings), culprit_(std::move(culprit)) {
    if (settings.prefix_cache) prefixes_.emplace(model.pool, model.rows_of_a_page(), page_hash);
    publish();
}

std::size_t Engine::submit(Wish wish) {
    const std::size_t length = wish.prompt.size(), rows = model_.config().vocab_size;
    if (length == 0) throw std::invalid_argument("Engine: the prompt is empty");
    for (const TokenId id : wish.prompt) {
        if (id < 0 || static_cast<std::size_t>(id) >= rows)
            throw std::invalid_argument("Engine: token " + std::to_string(id) + " is not one of " +
                                        std::to_string(rows));
    }
    if (length > model_.positions() || wish.max_new_tokens > model_.positions() - length)
        throw std::invalid_argument("Engine: " + std::to_string(length) + " tokens and " +
                                    std::to_string(wish.max_new_tokens) + " new ones, room for " +
                                    std::to_string(model_.positions()));
    Sampler{wish.sampling};
    const std::lock_guard lock(mutex_);
    submitted_.emplace(next_id_, Submitted{std::move(wish), now()});
    something_to_do_.notify_one();
    return next_id_++;
}

void Engine::cancel(std::size_t id) {
    const std::lock_guard lock(mutex_);
    cancelled_.push_back(id);
    something_to_do_.notify_one();
}

void Engine::wait(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    if (!texts_.empty()) return;
    something_to_do_.wait_for(lock, most, [this] { return !submitted_.empty() || !cancelled_.empty(); });
}

EngineState Engine::state() const {
    const std::lock_guard lock(mutex_);
    return published_;
}

Metrics Engine::metrics(const Slo& slo) const {
    std::vector<Trace> traces;
    {
        const std::lock_guard lock(mutex_);
        traces.assign(traces_.begin(), traces_.end());
    }
    return serving_metrics(traces, slo);
}

double Engine::now() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

bool Engine::step() {
    doing_.clear();
    take_in();
    const bool something = !texts_.empty();
    if (something) {
        find_prefixes();
        const Step step = planned();
        for (const std::size_t id : step.refused) end(id, Finish::refused);
        for (Request& request : server_.waiting) {  // who waits holds no pages
            texts_.at(request.id).cache.reset();
            request.computed = 0;
        }
        for (const auto& [id, text] : texts_) doing_[id] = Doing::waiting;
        for (const std::size_t id : step.sent_back) doing_[id] = Doing::sent_back;
        counted_.sent_back += step.sent_back.size();
        if (!step.computes.empty()) compute(step.computes);
        ++counted_.steps;
    }
    publish();
    return something;
}

/// What the other threads have asked for since the last step.
void Engine::take_in() {
    std::map<std::size_t, Submitted> submitted;
    std::vector<std::size_t> cancelled;
    {
        const std::lock_guard lock(mutex_);
        submitted.swap(submitted_);
        cancelled.swap(cancelled_);
    }
    for (const auto& [id, asked] : submitted) {
        const Wish& wish = asked.wish;
        server_.waiting.push_back({id, wish.prompt.size(), 0});
        texts_.emplace(id, Text{wish, Sampler(wish.sampling), wish.prompt, nullptr, {asked.arrival, {}}});
        if (wish.max_new_tokens == 0) end(id, Finish::length);
    }
    for (const std::size_t id : cancelled) {
        if (texts_.contains(id)) end(id, Finish::cancelled);
    }
}

/// What is known already of the texts that may begin now.
void Engine::find_prefixes() {
    const std::size_t running = server_.running.size(), waiting = server_.waiting.size();
    const std::size_t most = std::min(settings_.running - std::min(running, settings_.running), waiting);
    const std::deque<Request> first(server_.waiting.begin(), server_.waiting.begin() + most);
    for (const Request& request : first) {
        Text& text = texts_.at(request.id);
        try {
            text.cache = std::make_unique<PagedKVCache>(model_.store, model_.pool);
            if (prefixes_) text.cache->table = prefixes_->match(text.ids);
            text.cache->length = text.cache->table.size() * model_.rows_of_a_page();
            request_of(server_, request.id).computed = text.cache->length;
        } catch (const std::exception& error) {
            fail(request.id, error);
        }
    }
}

/// Nothing, and no text left, where `schedule` fails: without it, nobody knows what is next.
Step Engine::planned() {
    try {
        const Step step = schedule(
            server_, {settings_.budget, settings_.running, model_.pool.references.size(), model_.rows_of_a_page()});
        require_possible(step);
        return step;
    } catch (const std::exception& error) {
        while (!texts_.empty()) fail(texts_.begin()->first, error);
        server_ = {};
        return {};
    }
}

void Engine::require_possible(const Step& step) const {
    const auto require = [](bool right, const char* what) {
        if (!right) throw WrongResult("schedule", what);
    };
    std::map<std::size_t, std::size_t> computed;
    for (const Request& request : server_.running) computed[request.id] = request.computed;
    for (const Share& share : step.computes) {
        const auto found = texts_.find(share.id);
        require(computed.contains(share.id) && found != texts_.end() && found->second.cache,
                "schedule lets a text compute that cannot run");
        const Text& text = found->second;
        require(share.tokens > 0 && share.tokens <= text.ids.size() - text.cache->length,
                "schedule lets a text compute more than it has, or nothing");
        require(computed[share.id] == text.cache->length + share.tokens,
                "schedule lets a text compute twice, or miscounts");
    }
    for (const Request& request : server_.waiting) computed[request.id] = 0;
    for (const std::size_t id : step.refused) computed[id] = 0;
    const bool all = std::equal(computed.begin(), computed.end(), texts_.begin(), texts_.end(),
                                [](const auto& a, const auto& b) { return a.first == b.first; });
    require(all, "schedule has lost a text, or made one up");
}

/// All together. Where a part fails, nobody knows for which text it did, so each is tried alone: only those that fail are ended.
void Engine::compute(const std::vector<Share>& shares) {
    Tensor logits;
    try {
        logits = pass(shares);
    } catch (const std::exception& error) {
        if (shares.size() == 1) return fail(shares[0].id, error);
        for (const Share& share : shares) compute({share});
        return;
    }
    std::size_t row = 0;
    for (const Share& share : shares) {
        Text& text = texts_.at(share.id);
        if (!std::exchange(text.began, true)) {
            counted_.prompt_tokens += text.wish.prompt.size();
            counted_.cached_tokens += text.cache->length - share.tokens;
        }
        const bool caught_up = text.cache->length == text.ids.size();
        const bool writes = caught_up && share.tokens == 1 && text.ids.size() > text.wish.prompt.size();
        doing_[share.id] = writes ? Doing::writing : Doing::reading;
        go_on(share.id, caught_up ? Tensor(xt::view(logits, row++)) : Tensor());
    }
}

/// The logits of the texts that have caught up by it.
Tensor Engine::pass(const std::vector<Share>& shares) {
    std::vector<Portion> pieces;
    std::size_t missing = 0, asked = 0;
    for (const Share& share : shares) {
        Text& text = texts_.at(share.id);
        const std::size_t begin = text.cache->length, end = begin + share.tokens;
        const std::size_t last = end == text.ids.size();
        pieces.push_back({text.cache.get(), {text.ids.begin() + begin, text.ids.begin() + end}, last});
        const std::size_t pages = pages_for(end, model_.rows_of_a_page()), held = text.cache->table.size();
        missing += pages - std::min(pages, held);
        asked += last;
    }
    // What only the prefix cache holds counts as free, and is given up when it is needed.
    const auto& references = model_.pool.references;
    while (std::count(references.begin(), references.end(), std::size_t{0}) < static_cast<std::ptrdiff_t>(missing)) {
        if (!prefixes_ || !prefixes_->evict()) break;
    }
    return returned("qwen2", model_(pieces), asked, model_.config().vocab_size);
}

/// A text has computed its share. With logits it gets a token.
void Engine::go_on(std::size_t id, const Tensor& logits) {
    Text& text = texts_.at(id);
    std::optional<Finish> finish;
    try {
        if (prefixes_) remember(text);
        if (logits.dimension() == 0) return;
        require_choice(logits.data(), logits.size());
        const Wish& wish = text.wish;
        const std::size_t left = wish.prompt.size() + wish.max_new_tokens - text.ids.size();
        const TokenId token = text.sampler(wish.masked ? wish.masked(logits, left) : logits, text.ids);
        text.ids.push_back(token);
        ++request_of(server_, id).tokens;
        text.trace.tokens.push_back(now());
        ++counted_.new_tokens;
        const auto& stop = text.wish.stop;
        if (std::find(stop.begin(), stop.end(), token) != stop.end()) finish = Finish::stop;
        else if (!text.wish.on_token(token)) finish = Finish::stop;
        else if (text.ids.size() == text.wish.prompt.size() + text.wish.max_new_tokens) finish = Finish::length;
    } catch (const std::exception& error) {
        return fail(id, error);
    }
    if (finish) end(id, *finish);
}

/// Shows the prefix cache the pages that are full. What is known already under another page is left at that: a page must not
/// become known after one that this text does not hold, or that one could not be given up while this text runs.
void Engine::remember(Text& text) {
    const std::size_t rows = model_.rows_of_a_page(), pages = text.cache->length / rows;
    if (pages == text.remembered) return;
    text.remembered = pages;
    Ids ids(text.ids.begin(), text.ids.begin() + pages * rows);
    ids.push_back(0);  // match leaves one token
    const std::vector<std::size_t> known = prefixes_->match(ids);
    for (const std::size_t page : known) model_.pool.release(page);
    ids.pop_back();
    if (std::equal(known.begin(), known.end(), text.cache->table.begin())) prefixes_->insert(ids, text.cache->table);
}

void Engine::end(std::size_t id, Finish finish, const Failure& failure) {
    auto node = texts_.extract(id);
    const Text& text = node.mapped();
    const Ending ending{
        finish, {text.ids.begin() + text.wish.prompt.size(), text.ids.end()}, failure.error, failure.part};
    node.mapped().cache.reset();
    const auto is_it = [id](const Request& request) { return request.id == id; };
    std::erase_if(server_.running, is_it);
    std::erase_if(server_.waiting, is_it);
    ++counted_.finished[finish];
    {
        constexpr std::size_t most = 1000;
        const std::lock_guard lock(mutex_);
        traces_.push_back(text.trace);
        if (traces_.size() > most) traces_.pop_front();
    }
    if (text.wish.on_end) text.wish.on_end(ending);
}

void Engine::fail(std::size_t id, const std::exception& error) {
    const auto* wrong = dynamic_cast<const WrongResult*>(&error);
    end(id, Finish::failed, {error.what(), wrong ? wrong->part : culprit_ ? culprit_() : ""});
}

void Engine::publish() {
    counted_.running = server_.running.size();
    counted_.waiting = server_.waiting.size();
    counted_.pages = model_.pool.references.size();
    std::set<std::size_t> in_use;
    for (const auto& [id, text] : texts_) {
        if (text.cache) in_use.insert(text.cache->table.begin(), text.cache->table.end());
    }
    counted_.pages_in_use = in_use.size();
    const std::lock_guard lock(mutex_);
    published_ = counted_;
}

}  // namespace tiny_llm
