#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "model/engine.hpp"
#include "model/response_format/constraint.hpp"
#include "tools/json/json.hpp"
#include "week2/06-tokenizer/stream_text.hpp"
#include "week3/06-serve/chat_chunk.hpp"
#include "week3/06-serve/chat_request.hpp"
#include "week3/06-serve/stop_text.hpp"

namespace tiny_llm {

/// What a client gets in place of an answer: OpenAI's error object, with a status of HTTP.
struct Refusal {
    int status = 400;
    std::string message;
    std::string type = "invalid_request_error";
    std::optional<std::string> param, code;

    tools::Json as_json() const;
};

/// One client's answer on its way from the engine's thread to the connection's. A client that reads slowly or has gone holds nobody
/// up: what it has not read stays here.
class Answer {
public:
    enum class Of { chat, completion };

    explicit Answer(Of of) : of_(of) {}

    // The engine's thread. Each of these may throw what a part throws, but for fail.
    void begin(const ChatRequest& request, const Tokenizer& tokenizer, const std::vector<TokenId>& prompt,
               std::string id, const std::shared_ptr<Constraint>& constraint);
    /// False where the text ends with it, because of a stop string.
    bool put(TokenId token);
    /// The engine's name of its text. False where the client has gone meanwhile.
    bool is_text(std::size_t id);
    void end(const Ending& ending);
    /// In place of an answer, or of its rest.
    void fail(const Refusal& refusal);

    // The connection's thread.
    /// Whether there is something to send, or nothing will come any more, within this time.
    bool waits_no_longer(std::chrono::milliseconds most);
    /// What has come since the last call: events, or the one object of an answer that is not streamed.
    std::string take();
    /// Nothing will come any more, and nobody waits for what has come.
    bool ended() const;
    /// Why there is no answer, where nothing was taken before.
    std::optional<Refusal> refusal() const;
    bool streams() const { return streams_; }
    /// The client has gone, or has to. Which text the engine is to end then, if it has one for it.
    std::optional<std::size_t> leave();
    /// The engine's name of its text, if it has one.
    std::optional<std::size_t> text() const;

private:
    std::string chunk(std::string_view text, const std::optional<std::string>& finish,
                      const std::optional<Usage>& usage);
    void say(const std::string& text);
    tools::Json whole(const std::string& finish, const Usage& usage) const;
    void send(const std::string& bytes, bool last);

    const Of of_;
    // The engine's thread.
    Reply reply_;
    std::optional<TextStreamer> bytes_;
    std::optional<StopText> stop_;
    TextStream characters_;
    std::shared_ptr<Constraint> constraint_;
    std::string text_;
    std::size_t prompt_tokens_ = 0;

    mutable std::mutex mutex_;
    std::condition_variable something_;
    std::string to_send_;
    std::optional<Refusal> refusal_;
    std::optional<std::size_t> text_id_;
    bool streams_ = false, sent_ = false, ended_ = false, gone_ = false;
};

}  // namespace tiny_llm
