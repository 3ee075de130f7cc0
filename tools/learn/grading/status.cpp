#include "grading/status.hpp"

#include "messages.hpp"
#include "terminal/terminal.hpp"

namespace learn {
namespace {

struct Row {
    Status status;
    const char* name;
    const Message& title;
    const char* mark;
};

const Row rows[] = {
    {Status::passed, "passed", msg::passed, "✓"},
    {Status::failed, "failed", msg::failed, "✗"},
    {Status::crashed, "crashed", msg::crashed, "!"},
    {Status::timed_out, "timed_out", msg::timed_out, "!"},
    {Status::unsolved, "unsolved", msg::unsolved, "·"},
    {Status::blocked, "blocked", msg::blocked, "-"},
    {Status::compile_error, "compile_error", msg::compile_error, "✗"},
    {Status::not_run, "not_run", msg::not_run, "·"},
};

const Row& row(Status status) {
    for (const Row& r : rows) {
        if (r.status == status) return r;
    }
    return rows[0];
}

}  // namespace

const char* name(Status status) { return row(status).name; }

std::optional<Status> status_from(const std::string& name) {
    for (const Row& r : rows) {
        if (name == r.name) return r.status;
    }
    return std::nullopt;
}

std::string title(Status status) { return row(status).title(); }

const char* mark(Status status) { return row(status).mark; }

}  // namespace learn
