#include "model/serve/answer.hpp"

#include <ctime>
#include <utility>

namespace tiny_llm {
namespace {

tools::Json or_null(const std::optional<std::string>& text) { return text ? tools::Json(*text) : tools::Json(); }

/// As chat_chunk ends a line.
std::string event(const tools::Json& value) { return "data: " + tools::json_text(value) + "\n"; }

tools::Json as_json(const Usage& usage) {
    return {{"prompt_tokens", usage.prompt_tokens},
            {"completion_tokens", usage.completion_tokens},
            {"total_tokens", usage.prompt_tokens + usage.completion_tokens}};
}

}  // namespace

tools::Json Refusal::as_json() const {
    return {{"error", {{"message", message}, {"type", type}, {"param", or_null(param)}, {"code", or_null(code)}}}};
}

void Answer::begin(const ChatRequest& request, const Tokenizer& tokenizer, const std::vector<TokenId>& prompt,
                   std::string id, const std::shared_ptr<Constraint>& constraint) {
    reply_ = {std::move(id), std::time(nullptr), request.model, request.include_usage, 0};
    bytes_.emplace(tokenizer, prompt);
    stop_.emplace(request.stop);
    constraint_ = constraint;
    prompt_tokens_ = prompt.size();
    const std::lock_guard lock(mutex_);
    streams_ = request.stream;
}

bool Answer::put(TokenId token) {
    if (constraint_) constraint_->take(token);
    say(characters_.push(stop_->push(bytes_->put(token))));
    return !stop_->stopped;
}

void Answer::end(const Ending& ending) {
    if (ending.finish == Finish::failed) {
        const std::string where = ending.part.empty() ? "" : ending.part + ": ";
        return fail({500, where + ending.error, "server_error", {}, {}});
    }
    if (ending.finish == Finish::refused)
        return fail({400, "the text needs more memory than there is", "invalid_request_error", "messages",
                     "context_length_exceeded"});
    if (ending.finish == Finish::cancelled)
        return fail({503, "the server has ended this answer", "server_error", {}, {}});
    say(characters_.push(stop_->end()) + characters_.end());
    const std::string finish = ending.finish == Finish::length ? "length" : "stop";
    const Usage usage{prompt_tokens_, ending.tokens.size()};
    if (!streams_) return send(tools::json_text(whole(finish, usage)), true);
    std::string last = chunk("", finish, {});
    if (reply_.include_usage) last += chunk("", {}, usage);
    send(last + std::string(done_event), true);
}

void Answer::fail(const Refusal& refusal) {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    if (streams_ && sent_) to_send_ += event(refusal.as_json());
    else refusal_ = refusal;
    ended_ = true;
    something_.notify_all();
}

void Answer::say(const std::string& text) {
    if (text.empty()) return;
    if (streams_) send(chunk(text, {}, {}), false);
    else text_ += text;
}

std::string Answer::chunk(std::string_view text, const std::optional<std::string>& finish,
                          const std::optional<Usage>& usage) {
    std::string made;
    if (of_ == Of::chat) {
        made = chat_chunk(reply_, text, finish, usage);
    } else {
        tools::Json choices = tools::Json::array();
        if (!usage)
            choices.push_back(
                {{"index", 0}, {"text", text}, {"logprobs", nullptr}, {"finish_reason", or_null(finish)}});
        tools::Json value{{"id", reply_.id},
                          {"object", "text_completion"},
                          {"created", reply_.created},
                          {"model", reply_.model},
                          {"choices", choices}};
        if (reply_.include_usage) value["usage"] = usage ? as_json(*usage) : tools::Json();
        made = event(value);
    }
    ++reply_.events;
    return made;
}

tools::Json Answer::whole(const std::string& finish, const Usage& usage) const {
    tools::Json choice{{"index", 0}};
    if (of_ == Of::chat) choice["message"] = {{"role", "assistant"}, {"content", text_}, {"refusal", nullptr}};
    else choice["text"] = text_;
    choice["logprobs"] = nullptr;
    choice["finish_reason"] = finish;
    return {{"id", reply_.id},           {"object", of_ == Of::chat ? "chat.completion" : "text_completion"},
            {"created", reply_.created}, {"model", reply_.model},
            {"choices", {choice}},       {"usage", as_json(usage)}};
}

void Answer::send(const std::string& bytes, bool last) {
    const std::lock_guard lock(mutex_);
    to_send_ += bytes;
    sent_ = true;
    ended_ = last;
    something_.notify_all();
}

bool Answer::waits_no_longer(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return something_.wait_for(lock, most, [this] { return ended_ || !to_send_.empty(); });
}

std::string Answer::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(to_send_, "");
}

bool Answer::ended() const {
    const std::lock_guard lock(mutex_);
    return ended_ && (gone_ || to_send_.empty());
}

std::optional<Refusal> Answer::refusal() const {
    const std::lock_guard lock(mutex_);
    return refusal_;
}

std::optional<std::size_t> Answer::leave() {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    return text_id_;
}

std::optional<std::size_t> Answer::text() const {
    const std::lock_guard lock(mutex_);
    return text_id_;
}

bool Answer::is_text(std::size_t id) {
    const std::lock_guard lock(mutex_);
    text_id_ = id;
    return !gone_;
}

}  // namespace tiny_llm
