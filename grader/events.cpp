#include "grader/events.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "tools/json/line.hpp"
#include "tools/json/tree.hpp"

namespace grader {
namespace {

Settings told;
std::string events_path, secret;
pid_t connected = 0;  // an answer that forks must not have its child tell the same story

std::vector<std::string> texts(const tools::Tree& list) {
    std::vector<std::string> result;
    for (const tools::Tree& one : list.items) result.push_back(one.as_text());
    return result;
}

std::string text_of(const Event& event) {
    std::string text;
    for (const Member& member : event)
        text += (text.empty() ? "{" : ",") + tools::json_quoted(member.key) + ":" + member.json;
    return text + "}";
}

}  // namespace

Member::Member(std::string name, const std::string& text) : key(std::move(name)), json(tools::json_quoted(text)) {}

Member::Member(std::string name, const std::vector<Event>& several) : key(std::move(name)), json("[") {
    for (const Event& event : several) json += (json.size() == 1 ? "" : ",") + text_of(event);
    json += "]";
}

void connect_to_runner() {
    if (!std::getenv("TINY_LLM_RUNNER")) return;
    connected = ::getpid();
    std::string line;
    std::getline(std::cin, line);
    try {
        const tools::Tree said = tools::read_tree(line);
        events_path = said.text_of("events");
        secret = said.text_of("nonce");
        told.log = said.text_of("log");
        told.plot = said.text_of("plot");
        if (const auto* answer = said.find("answer"))
            told.library = answer->text_of("library"), told.id = answer->text_of("id");
        if (const auto* with = said.find("with")) told.with = texts(*with);
        if (const auto* asked = said.find("asked")) told.asked = texts(*asked);
        if (const auto* explain = said.find("explain")) told.explain = explain->truth;
    } catch (const std::runtime_error&) {
        // it was no runner
    }
}

const Settings& settings() { return told; }

void append(const std::string& path, const std::string& bytes) {
    if (path.empty() || ::getpid() != connected) return;
    // Without waiting: an answer may have put a pipe there that nobody reads.
    const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK;
    const int file = ::open(path.c_str(), flags, 0600);
    if (file < 0) return;
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = ::write(file, bytes.data() + done, bytes.size() - done);
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    ::close(file);
}

bool is_told() { return !events_path.empty(); }

void tell(const Event& event) { append(events_path, text_of(event) + "\n"); }

std::string nonce() { return secret; }

}  // namespace grader
