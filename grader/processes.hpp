#pragma once

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <stdexcept>

#include "grader/bytes.hpp"

namespace grader {

/// One of the processes of `in_processes`, and what has come from it.
struct Child {
    pid_t id = -1;
    int from = -1;  // -1 once it has ended
    std::string bytes;
};

[[noreturn]] inline void answer_parent(int to, const std::function<Values(int)>& one, int rank) {
    Writer writer;
    try {
        const Values values = one(rank);
        writer.put(std::string());
        writer.put(values);
    } catch (const std::exception& error) {
        writer.put("threw: " + std::string(error.what()));
    }
    for (std::size_t done = 0; done < writer.bytes.size();) {
        const ssize_t n = ::write(to, writer.bytes.data() + done, writer.bytes.size() - done);
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
    }
    ::_exit(0);
}

/// Runs `one(rank)` in `count` processes of its own at the same time, for functions that work across processes, and
/// returns what each of them gave, in their order. Where one crashes, exits or throws, the others are killed, and
/// std::runtime_error says which it was and how it ended.
inline Values in_processes(int count, const std::function<Values(int rank)>& one) {
    std::vector<Child> children(static_cast<std::size_t>(count));
    const auto end_all = [&] {
        for (Child& child : children) {
            if (child.from >= 0) ::close(child.from);
            if (child.id > 0) ::kill(child.id, SIGKILL), ::waitpid(child.id, nullptr, 0);
        }
    };
    const auto fail = [&](std::size_t rank, const std::string& how) {
        end_all();
        throw std::runtime_error("process " + std::to_string(rank) + " of " + std::to_string(count) + " " + how);
    };
    for (std::size_t rank = 0; rank < children.size(); ++rank) {
        int ends[2];
        if (::pipe(ends) != 0) fail(rank, "has no pipe");
        Child& child = children[rank];
        child.id = ::fork();
        if (child.id == 0) {
            ::close(ends[0]);
            answer_parent(ends[1], one, static_cast<int>(rank));
        }
        ::close(ends[1]);
        child.from = ends[0];
        if (child.id < 0) fail(rank, "could not be started");
    }
    Values results(children.size());
    for (std::size_t running = children.size(); running > 0;) {
        std::vector<pollfd> pipes;
        for (const Child& child : children) pipes.push_back({child.from, POLLIN, 0});
        ::poll(pipes.data(), pipes.size(), -1);
        for (std::size_t rank = 0; rank < children.size(); ++rank) {
            Child& child = children[rank];
            if (child.from < 0 || pipes[rank].revents == 0) continue;
            char part[1 << 16];
            const ssize_t n = ::read(child.from, part, sizeof part);
            if (n > 0) {
                child.bytes.append(part, static_cast<std::size_t>(n));
                continue;
            }
            ::close(std::exchange(child.from, -1));
            int status = 0;
            ::waitpid(std::exchange(child.id, -1), &status, 0);
            if (WIFSIGNALED(status)) fail(rank, std::string("was ended: ") + ::strsignal(WTERMSIG(status)));
            Reader reader(child.bytes);
            if (reader.at_end()) fail(rank, "exited with " + std::to_string(WEXITSTATUS(status)));
            const auto trouble = reader.get<std::string>();
            if (!trouble.empty()) fail(rank, trouble);
            results[rank] = reader.get<Values>();
            --running;
        }
    }
    return results;
}

}  // namespace grader
