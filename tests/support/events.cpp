#include "support/events.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

namespace grader {
namespace {

std::string events_path;
std::string secret;
pid_t connected = 0;  // an answer that forks must not have its child tell the same story

}  // namespace

void connect_to_runner() {
    if (!std::getenv("TINY_LLM_RUNNER")) return;
    connected = ::getpid();
    std::string line;
    std::getline(std::cin, line);
    const auto settings = nlohmann::json::parse(line, nullptr, false);
    if (!settings.is_object()) return;
    events_path = settings.value("events", "");
    secret = settings.value("nonce", "");
}

void tell(const nlohmann::json& event) {
    if (events_path.empty() || ::getpid() != connected) return;
    // Without waiting: an answer may have put a pipe there that nobody reads.
    const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK;
    const int file = ::open(events_path.c_str(), flags, 0600);
    if (file < 0) return;
    const std::string line = event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    for (std::size_t done = 0; done < line.size();) {
        const ssize_t n = ::write(file, line.data() + done, line.size() - done);
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    ::close(file);
}

const std::string& nonce() { return secret; }

}  // namespace grader
