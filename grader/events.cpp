#include "grader/events.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace grader {
namespace {

tools::Json told = tools::Json::object();
std::string events_path;
pid_t connected = 0;  // an answer that forks must not have its child tell the same story

}  // namespace

void connect_to_runner() {
    if (!std::getenv("TINY_LLM_RUNNER")) return;
    connected = ::getpid();
    std::string line;
    std::getline(std::cin, line);
    auto said = tools::parse_json(line);
    if (!said.is_object()) return;
    told = std::move(said);
    events_path = told.value("events", "");
}

const tools::Json& settings() { return told; }

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

void tell(const tools::Json& event) { append(events_path, tools::json_text(event)); }

std::string nonce() { return told.value("nonce", ""); }

}  // namespace grader
