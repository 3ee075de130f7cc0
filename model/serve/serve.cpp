#include "model/serve/serve.hpp"

#include <arpa/inet.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <thread>

#include "model/culprit.hpp"
#include "model/error.hpp"
#include "model/mapped_file.hpp"
#include "model/response_format/response_format.hpp"
#include "model/serve/threads.hpp"
#include "model/speaker.hpp"
#include "model/terminal.hpp"
#include "tools/utf8/utf8.hpp"
#include "week2/06-tokenizer/chat_prompt.hpp"

namespace tiny_llm {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_open = 64;             // answers, those that wait among them
constexpr std::size_t most_of_a_body = 4u << 20;  // bytes
constexpr std::size_t most_of_pages = 1u << 30;   // bytes of keys and values
constexpr std::size_t most_running = 16;

void refuse(httplib::Response& response, const Refusal& refusal) {
    response.status = refusal.status;
    if (refusal.status == 429 || refusal.status == 503) response.set_header("Retry-After", "1");
    response.set_content(tools::json_text(refusal.as_json()), "application/json");
}

Refusal refusal_of(const RequestError& error) {
    return {error.status, error.what(), error.type, error.param, error.code};
}

/// A completion's body as the one of a chat with one message, so that `chat_request` reads it, too.
std::string as_chat(const std::string& body) {
    tools::Json value = tools::parse_json(body);
    if (!value.is_object()) return body;  // which is refused
    const auto prompt = value.find("prompt");
    if (prompt == value.end()) throw RequestError("prompt", "prompt is missing");
    if (!prompt->is_string()) throw RequestError("prompt", "prompt must be a string: one text, no list and no ids");
    value["messages"] = {{{"role", "user"}, {"content", *prompt}}};
    if (!value.contains("max_tokens")) value["max_tokens"] = 16;
    for (const char* none : {"logprobs", "echo", "suffix"}) {
        const auto found = value.find(none);
        if (found == value.end() || found->is_null() || *found == false) continue;
        throw RequestError(none, std::string(none) + " is not known here");
    }
    value.erase("prompt");
    value.erase("logprobs");
    return value.dump();
}

bool is_loopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

/// Whether who asked is still there. httplib looks only when it writes, and an answer that is not streamed is written at its end.
bool is_there(const httplib::Request& request) {
    for (int fd = 3; fd < 4096; ++fd) {
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) continue;
        const in_port_t port = peer.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(peer).sin6_port
                                                          : reinterpret_cast<sockaddr_in&>(peer).sin_port;
        if ((peer.ss_family != AF_INET && peer.ss_family != AF_INET6) || ntohs(port) != request.remote_port) continue;
        char byte;
        return ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
    }
    return false;
}

}  // namespace

Serve::Serve(const StoryOptions& options)
    : options_(options),
      files_(options.model),
      config_(files_.config()),
      tokenizer_(files_.tokenizer()),
      sampling_(options.sampling(files_.sampling())),
      talks_(files_.chat_template().find("<|im_start|>") != std::string::npos && tokenizer_.token_to_id("<|im_end|>")),
      name_(options.shipped ? "tiny-llm" : std::filesystem::weakly_canonical(options.model).stem().string()) {
    if (!is_loopback(options.host) && options.token.empty()) {
        throw std::invalid_argument(
            "--host " + options.host +
            options.either(": whoever reaches this machine could use the model; give a --token that they must know",
                           "：能连到这台机器的人都能用这个模型；请用 --token 设一个口令"));
    }
}

int Serve::run() {
    const StoredTensors tensors = files_.tensors(config_);
    const Parts parts(options_, config_, sampling_, tokenizer_, tensors);
    encoder_.emplace(tokenizer_, parts.encodes());
    Pages pages;
    const std::size_t bytes =
        config_.num_hidden_layers * 2 * config_.num_key_value_heads * config_.head_dim * sizeof(float);
    const std::size_t fits = most_of_pages / bytes, positions = std::min(config_.max_position_embeddings, fits);
    pages.pages = options_.pages.value_or(std::min(most_running * positions, fits) / pages.rows + 2);
    model_.emplace(config_, tensors, parts.weights(), positions, pages, parts.by(), parts.kept_as());
    engine_.emplace(*model_, Engine::Settings{.budget = options_.budget, .running = most_running}, thrown_in);
    vocabulary_ = bytes_of_tokens(tokenizer_, config_.vocab_size);

    httplib::Server server;
    route(server);
    const char* host = options_.host.c_str();  // what 0.10 takes
    const int port = options_.port == 0                         ? server.bind_to_any_port(host)
                     : server.bind_to_port(host, options_.port) ? options_.port
                                                                : -1;
    if (port < 0) {
        throw std::runtime_error(options_.host + ":" + std::to_string(options_.port) +
                                 options_.either(": cannot listen there; is the port in use? Another one: --port",
                                                 "：无法在这里监听，端口可能已被占用；换一个：--port"));
    }
    // httplib lets five wait, and a sixth client that comes with them tries again after a second.
    ::listen(listening_, 1024);
    std::thread listens([&] { server.listen_after_bind(); });
    const std::string address = "http://" + options_.host + ":" + std::to_string(port);
    std::cerr << parts.summary() << "\n  " << address
              << options_.either("/    a page to talk on\n  ", "/    在网页上对话\n  ") << address
              << options_.either("/v1  for programs\n  Ctrl-C ends it.\n", "/v1  给程序用\n  Ctrl-C 结束。\n")
              << std::endl;
    while (!interrupted()) {
        const bool asked = do_what_was_asked();
        const bool stepped = engine_->step();
        tell_status();
        if (asked || stepped) continue;
        std::unique_lock lock(mutex_);
        something_.wait_for(lock, 100ms, [this] { return !asked_.empty(); });
    }
    stops_ = true;
    do_what_was_asked();
    for (const auto& answer : open_) {
        if (const auto text = answer->text()) engine_->cancel(*text);
    }
    engine_->step();  // ends them all
    // httplib, once it is stopped, writes nothing more.
    const auto on_its_way = [](const auto& answer) { return answer->ended(); };
    for (int turns = 0; turns < 40 && !std::all_of(open_.begin(), open_.end(), on_its_way); ++turns)
        std::this_thread::sleep_for(50ms);
    std::this_thread::sleep_for(50ms);
    server.stop();
    listens.join();
    std::cerr << std::endl;
    std::_Exit(0);  // a connection that is open, and says nothing, has a thread that works with this
}

void Serve::ask(std::function<void()> what) {
    const std::lock_guard lock(mutex_);
    asked_.push_back(std::move(what));
    something_.notify_all();
}

bool Serve::do_what_was_asked() {
    std::deque<std::function<void()>> all;
    {
        const std::lock_guard lock(mutex_);
        all.swap(asked_);
    }
    for (const auto& what : all) what();
    return !all.empty();
}

void Serve::begin(Answer::Of of, const std::shared_ptr<Answer>& answer, const std::string& body,
                  const std::shared_ptr<Constraint>& constraint) {
    std::erase_if(open_, [](const auto& each) { return each->ended() || each->refusal(); });
    try {
        if (stops_) return answer->fail({503, "the server is about to end", "server_error", {}, {}});
        if (open_.size() >= most_open) {
            return answer->fail(
                {429,
                 std::to_string(most_open) + " requests are being answered or wait already; try again later",
                 "requests",
                 {},
                 "rate_limit_exceeded"});
        }
        submit(of, answer, body, constraint);
    } catch (const RequestError& error) {
        answer->fail(refusal_of(error));
    } catch (const std::exception& error) {
        const auto* wrong = dynamic_cast<const WrongResult*>(&error);
        const std::string part = wrong ? wrong->part : thrown_in();
        answer->fail({500, (part.empty() ? "" : part + ": ") + error.what(), "server_error", {}, {}});
    }
}

void Serve::submit(Answer::Of of, const std::shared_ptr<Answer>& answer, const std::string& body,
                   const std::shared_ptr<Constraint>& constraint) {
    const ChatRequest request = chat_request(body);
    const std::vector<TokenId> prompt = prompt_of(of, request);
    const std::size_t positions = model_->positions();
    if (prompt.size() >= positions) {
        RequestError error("messages", "the text has " + std::to_string(prompt.size()) +
                                           " tokens, and the model has room for " + std::to_string(positions));
        error.code = "context_length_exceeded";
        throw error;
    }
    require_rows(prompt, config_, options_.model);
    Sampling sampling = sampling_;
    sampling.temperature = static_cast<float>(request.temperature);
    sampling.top_p = static_cast<float>(request.top_p);
    sampling.seed = request.seed ? static_cast<std::uint64_t>(*request.seed) : options_.seed + answers_;
    const char* kind = of == Answer::Of::chat ? "chatcmpl-" : "cmpl-";
    answer->begin(request, tokenizer_, prompt, kind + std::to_string(++answers_), constraint);
    Wish wish{.prompt = prompt,
              .max_new_tokens = std::min(request.max_tokens.value_or(positions), positions - prompt.size()),
              .sampling = sampling,
              .stop = config_.eos_token_id};
    wish.on_token = [answer](TokenId token) { return answer->put(token); };
    wish.on_end = [answer](const Ending& ending) {
        try {
            answer->end(ending);
        } catch (const std::exception& error) {
            answer->fail({500, thrown_in() + ": " + error.what(), "server_error", {}, {}});
        }
    };
    if (constraint)
        wish.masked = [constraint](const Tensor& logits, std::size_t left) { return constraint->masked(logits, left); };
    const std::size_t id = engine_->submit(std::move(wish));
    if (!answer->is_text(id)) engine_->cancel(id);
    open_.insert(answer);
}

std::vector<TokenId> Serve::prompt_of(Answer::Of of, const ChatRequest& request) const {
    std::string text;
    if (of == Answer::Of::chat && talks_) {
        text = chat_prompt(request.messages);
    } else {
        for (const Message& message : request.messages) text += (text.empty() ? "" : "\n") + message.content;
    }
    std::vector<TokenId> ids =
        text.empty() ? std::vector<TokenId>{} : (*encoder_)(text, !(of == Answer::Of::chat && talks_));
    if (ids.empty())
        throw RequestError(of == Answer::Of::chat ? "messages" : "prompt", "there is no text to go on with");
    return ids;
}

void Serve::tell_status() {
    static const bool terminal = ::isatty(STDERR_FILENO) == 1;
    static auto next = std::chrono::steady_clock::now();
    static std::size_t before = 0;
    if (!terminal || std::chrono::steady_clock::now() < next) return;
    next = std::chrono::steady_clock::now() + 500ms;
    const EngineState state = engine_->state();
    const std::size_t rate = 2 * (state.new_tokens - before);
    before = state.new_tokens;
    std::ostringstream line;
    line << "\r\x1b[K  " << state.running << options_.either(" writing, ", " 个在写，") << state.waiting
         << options_.either(" waiting; ", " 个在等；") << state.pages_in_use << options_.either(" of ", " / ")
         << state.pages << options_.either(" pages; ", " 页；每秒 ") << rate
         << options_.either(" tokens a second", " 个 token");
    std::cerr << line.str() << std::flush;
}

bool Serve::let_in(const httplib::Request& request, httplib::Response& response) const {
    const bool open = request.path == "/" || request.path == "/health";
    if (open || options_.token.empty() || request.get_header_value("Authorization") == "Bearer " + options_.token)
        return true;
    refuse(response, {401,
                      "Authorization: Bearer and the server's token are missing, or wrong",
                      "invalid_request_error",
                      {},
                      "invalid_api_key"});
    return false;
}

void Serve::route(httplib::Server& server) {
    server.new_task_queue = [] { return new Threads; };
    server.set_tcp_nodelay(true);
    server.set_keep_alive_max_count(1'000'000);
    server.set_payload_max_length(most_of_a_body);
    server.set_read_timeout(10s);
    server.set_write_timeout(30s);
    server.set_socket_options([this](socket_t socket) {  // not httplib's own, by which two servers share a port
        const int yes = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        listening_ = socket;
    });
    server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
        return let_in(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                         : httplib::Server::HandlerResponse::Handled;
    });
    server.set_error_handler([](const httplib::Request& request, httplib::Response& response) {
        if (!response.body.empty()) return;
        const std::string what = response.status == 404
                                     ? request.method + " " + request.path + ": there is nothing here"
                                 : response.status == 413 ? "the body is larger than 4 MiB"
                                                          : "this request cannot be understood";
        refuse(response, {response.status, what, "invalid_request_error", {}, {}});
    });
    // An exception_ptr, or in 0.10 a std::exception.
    server.set_exception_handler([](const httplib::Request&, httplib::Response& response, auto&&) {
        refuse(response, {500, "the server has failed", "server_error", {}, {}});
    });
    server.Get("/", [](const httplib::Request&, httplib::Response& response) {
        response.set_content(read_text(TINY_LLM_CHAT_PAGE), "text/html; charset=utf-8");
    });
    server.Get("/health", [](const httplib::Request&, httplib::Response& response) {
        response.set_content(tools::json_text({{"status", "ok"}}), "application/json");
    });
    server.Get("/metrics", [this](const httplib::Request&, httplib::Response& response) {
        response.set_content(prometheus(), "text/plain; version=0.0.4");
    });
    server.Get("/v1/models", [this](const httplib::Request&, httplib::Response& response) {
        response.set_content(tools::json_text({{"object", "list"}, {"data", tools::Json::array({model()})}}),
                             "application/json");
    });
    server.Get("/v1/models/(.+)", [this](const httplib::Request& request, httplib::Response& response) {
        if (request.matches[1] == name_) response.set_content(tools::json_text(model()), "application/json");
        else response.status = 404;
    });
    for (const auto& [path, of] :
         {std::pair("/v1/chat/completions", Answer::Of::chat), std::pair("/v1/completions", Answer::Of::completion)}) {
        // Read by this: httplib itself takes no more than 8 KiB of what curl -d sends, which it takes for a form.
        server.Post(path, [this, of = of](const httplib::Request& request, httplib::Response& response,
                                          const httplib::ContentReader& read) {
            std::string body;
            const auto add = [&body](const char* data, std::size_t size) { return body.append(data, size), true; };
            if (read(add)) complete(of, body, request, response);
        });
    }
}

std::shared_ptr<Constraint> Serve::constraint_of(const std::string& body) const {
    static std::mutex one_at_a_time;  // while it is made, an automaton takes a lot of memory
    const tools::Json value = tools::parse_json(body);
    const auto format = value.is_object() ? value.find("response_format") : value.end();
    if (format == value.end() || format->is_null()) return nullptr;
    try {
        const std::lock_guard lock(one_at_a_time);
        std::optional<Dfa> dfa = response_automaton(*format);
        return dfa ? std::make_shared<Constraint>(std::move(*dfa), vocabulary_, config_.eos_token_id) : nullptr;
    } catch (const std::invalid_argument& error) {
        throw RequestError("response_format", error.what());
    }
}

void Serve::leave(Answer& answer) {
    if (const auto text = answer.leave()) engine_->cancel(*text);
}

void Serve::complete(Answer::Of of, const std::string& body, const httplib::Request& request,
                     httplib::Response& response) {
    const auto answer = std::make_shared<Answer>(of);
    try {
        ask([this, of, answer, chat = of == Answer::Of::chat ? body : as_chat(body), constraint = constraint_of(body)] {
            begin(of, answer, chat, constraint);
        });
    } catch (const RequestError& error) {
        return refuse(response, refusal_of(error));
    }
    // Until the first event or the whole answer: what fails before has a status of its own.
    while (!answer->waits_no_longer(50ms)) {
        if (!is_there(request)) return leave(*answer);
    }
    if (const auto refusal = answer->refusal()) return refuse(response, *refusal);
    if (!answer->streams()) return response.set_content(answer->take(), "application/json");
    response.set_header("Cache-Control", "no-cache");
    const auto next = [this, answer](std::size_t, httplib::DataSink& sink) {
        if (!answer->waits_no_longer(50ms) && sink.is_writable()) return true;
        const std::string events = answer->take();
        if (!sink.is_writable() || (!events.empty() && !sink.write(events.data(), events.size()))) {
            leave(*answer);
            return false;
        }
        if (answer->ended()) sink.done();
        return true;
    };
    response.set_chunked_content_provider("text/event-stream", next, [this, answer](bool) { leave(*answer); });
}

tools::Json Serve::model() const { return {{"id", name_}, {"object", "model"}, {"created", 0}, {"owned_by", "you"}}; }

std::string Serve::prometheus() {
    const EngineState state = engine_->state();
    std::ostringstream text;
    const auto metric = [&](const std::string& name, const char* type, const char* help, const auto& value) {
        text << "# HELP tiny_llm_" << name << " " << help << "\n# TYPE tiny_llm_" << name << " " << type
             << "\ntiny_llm_" << name << " " << value << "\n";
    };
    metric("requests_running", "gauge", "Texts that the model works on.", state.running);
    metric("requests_waiting", "gauge", "Texts that wait for room.", state.waiting);
    metric("pages", "gauge", "Pages of keys and values.", state.pages);
    metric("pages_in_use", "gauge", "Pages that texts hold.", state.pages_in_use);
    metric("steps_total", "counter", "Passes of the model.", state.steps);
    metric("prompt_tokens_total", "counter", "Tokens of the prompts of texts that began.", state.prompt_tokens);
    metric("cached_prompt_tokens_total", "counter", "Prompt tokens that the prefix cache had already.",
           state.cached_tokens);
    metric("generation_tokens_total", "counter", "New tokens.", state.new_tokens);
    metric("preemptions_total", "counter", "Times that a text was sent back because no page was free.",
           state.sent_back);
    text << "# HELP tiny_llm_requests_total Texts that ended, by the reason.\n# TYPE tiny_llm_requests_total counter\n";
    for (const auto& [finish, name] : {std::pair(Finish::stop, "stop"), std::pair(Finish::length, "length"),
                                       std::pair(Finish::cancelled, "cancelled"), std::pair(Finish::refused, "refused"),
                                       std::pair(Finish::failed, "failed")}) {
        const auto found = state.finished.find(finish);
        text << "tiny_llm_requests_total{reason=\"" << name << "\"} "
             << (found == state.finished.end() ? 0 : found->second) << "\n";
    }
    return text.str();
}

}  // namespace tiny_llm

extern "C" int serve_model(const tiny_llm::StoryOptions& options) {
    const auto fail = [](const std::string& what, int code) {
        std::cerr << "serve: " << utf8::harmless_line(what) << std::endl;
        return code;
    };
    tiny_llm::hear_interrupt();
    try {
        return tiny_llm::Serve(options).run();
    } catch (const std::exception& error) {
        return fail(error.what(), 2);
    }
}
