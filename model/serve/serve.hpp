#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "model/encoder.hpp"
#include "model/engine.hpp"
#include "model/on_disk.hpp"
#include "model/parts.hpp"
#include "model/serve/answer.hpp"

namespace httplib {
class Server;
struct Request;
struct Response;
}  // namespace httplib

namespace tiny_llm {

/// A server that speaks OpenAI's protocol: what `./learn serve` starts. Connections have threads of their own; all that the exercises
/// do, they do in one, which is run()'s, between two steps of the engine.
class Serve {
public:
    /// Throws ModelError for the model's files, std::invalid_argument for options that do not fit each other.
    explicit Serve(const StoryOptions& options);

    /// Serves until Ctrl-C. Throws ModelError for the weights, std::runtime_error where it cannot listen.
    int run();

private:
    // Connections' threads.
    void route(httplib::Server& server);
    bool let_in(const httplib::Request& request, httplib::Response& response) const;
    void complete(Answer::Of of, const std::string& body, const httplib::Request& request, httplib::Response& response);
    /// What the field `response_format` asks for, if it does. A body that is no JSON is for `chat_request` to refuse.
    std::shared_ptr<Constraint> constraint_of(const std::string& body) const;
    void leave(Answer& answer);
    tools::Json model() const;
    std::string prometheus();
    /// Has it done by run()'s thread, between two steps.
    void ask(std::function<void()> what);

    // run()'s thread.
    void begin(Answer::Of of, const std::shared_ptr<Answer>& answer, const std::string& body,
               const std::shared_ptr<Constraint>& constraint);
    void submit(Answer::Of of, const std::shared_ptr<Answer>& answer, const std::string& body,
                const std::shared_ptr<Constraint>& constraint);
    std::vector<TokenId> prompt_of(Answer::Of of, const ChatRequest& request) const;
    bool do_what_was_asked();
    void tell_status();

    const StoryOptions& options_;
    ModelOnDisk files_;
    Config config_;
    Tokenizer tokenizer_;
    Sampling sampling_;
    bool talks_;  // the model was taught to answer, in Qwen2's form; else it goes on with the messages' text
    std::string name_;
    std::optional<Encoder> encoder_;
    std::optional<PagedModel> model_;
    std::optional<Engine> engine_;
    std::vector<std::string> vocabulary_;
    std::size_t answers_ = 0;
    std::set<std::shared_ptr<Answer>> open_;

    std::mutex mutex_;
    std::condition_variable something_;
    std::deque<std::function<void()>> asked_;
    std::atomic<bool> stops_ = false;
    int listening_ = -1;
};

}  // namespace tiny_llm
