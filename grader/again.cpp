// An answer may keep something from call to call, and as long as no call looks like an earlier one nobody notices. So each small
// call that was right is made again, after others of the same shapes. It is another process that does this, from a time
// when nothing was called yet: what is kept there is of these others, and the run itself stays as it would be without.

#include "grader/again.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if !defined(MSG_NOSIGNAL)
#define MSG_NOSIGNAL 0
#endif

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include "grader/bytes.hpp"
#include "grader/questions.hpp"
#include "tools/time_limit.hpp"
#include "tools/utf8/utf8.hpp"

namespace grader {
namespace {

constexpr std::size_t small = 1u << 14;  // elements of a call; a learner waits for it
constexpr double seconds_of_all = 2;     // of work; an answer that is so slow is not asked again

/// Numbers to which shapes of other arguments belong: another one would make the call one that is to be refused. Steps in
/// another order may be steps in which an answer ends its process, and that says nothing of what it keeps.
bool belongs_to_shapes(const std::string& name) {
    static const char* const names[] = {"normalized_shape",
                                        "groups",
                                        "num_heads",
                                        "num_key_value_heads",
                                        "head_dim",
                                        "rows",
                                        "capacity",
                                        "pieces",
                                        "lengths",
                                        "capacities",
                                        "page",
                                        "pages",
                                        "steps"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string from_behind(std::string_view text) {
    std::string turned;
    while (!text.empty()) {
        const std::size_t bytes = utf8::first(text).bytes;
        turned.insert(0, text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return turned;
}

/// In another order, and floats half as large: so they stay in every range that a contract asks for, ids name something,
/// and low precision holds them exactly.
Value other(const Value& value) {
    if (const auto* floats = std::get_if<Floats>(&value.is)) {
        Floats turned = *floats;
        std::reverse(turned.begin(), turned.end());
        for (float& element : turned) element *= 0.5f;
        return turned;
    }
    if (const auto* integers = std::get_if<Integers>(&value.is)) {
        Integers turned = *integers;
        std::reverse(turned.begin(), turned.end());
        return turned;
    }
    if (const auto* number = std::get_if<double>(&value.is)) return *number / 2;
    if (const auto* text = std::get_if<std::string>(&value.is)) return from_behind(*text);
    const auto* several = std::get_if<Values>(&value.is);
    if (!several) return value;
    Values turned = *several;
    const auto is_floats = [](const Value& one) { return std::holds_alternative<Floats>(one.is); };
    if (std::any_of(turned.begin(), turned.end(), is_floats)) {  // each of a shape of its own
        std::transform(turned.begin(), turned.end(), turned.begin(), other);
    } else {
        std::reverse(turned.begin(), turned.end());
    }
    return turned;
}

bool is_the_same(const Value& a, const Value& b) {
    Writer of_a, of_b;
    of_a.put(a);
    of_b.put(b);
    return of_a.bytes == of_b.bytes;
}

bool send(int to, const std::string& bytes) {
    const std::size_t size = bytes.size();
    const std::string all = std::string(reinterpret_cast<const char*>(&size), sizeof size) + bytes;
    for (std::size_t done = 0; done < all.size();) {
        const ssize_t n = ::send(to, all.data() + done, all.size() - done, MSG_NOSIGNAL);
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    return true;
}

bool receive(int from, char* to, std::size_t size) {
    while (size > 0) {
        const ssize_t n = ::read(from, to, size);
        if (n <= 0) return false;
        to += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}
std::optional<std::string> receive(int from) {
    std::size_t size = 0;
    if (!receive(from, reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
    std::string bytes(size, '\0');
    if (!receive(from, bytes.data(), size)) return std::nullopt;
    return bytes;
}

struct Process {
    pid_t id = -1, parent = -1;
    int end = -1;
    std::size_t* at = nullptr;  // which call is being made, seen by both
    std::size_t calls = 0;

    ~Process() {
        if (is_ours()) stop();
    }
    /// And not of the other process, where an answer has forked: two that ask would get each other's replies.
    bool is_ours() const { return id > 0 && parent == ::getpid(); }
    void stop() {
        if (end >= 0) ::close(std::exchange(end, -1));
        if (id > 0) ::kill(id, SIGKILL), ::waitpid(std::exchange(id, -1), nullptr, 0);
    }
};
Process process;  // makes all calls, one after the other
Process alone;    // forks for each call, which so is the first of its process

[[noreturn]] void make_calls(int end, std::size_t& at, const Module& module, Function function, bool each_alone) {
#if defined(__linux__)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    // With one thread: what several spoil by turns is not kept from call to call.
    if (const auto set_threads = reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "omp_set_num_threads")))
        set_threads(1);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
    while (const auto bytes = receive(end)) {
        if (const pid_t id = each_alone ? ::fork() : 0) {
            int how = 1;
            if (id > 0) ::waitpid(id, &how, 0);
            if (how != 0 && !send(end, "")) break;
            continue;
        }
#if defined(__linux__)
        if (each_alone) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        Reader reader(*bytes);
        const auto calls = reader.get<std::vector<Call>>();
        Writer writer;
        const pid_t own = ::getpid();
        writer.put(module.run(function, calls, at));
        if (::getpid() != own || !send(end, writer.bytes) || each_alone) break;  // an answer may have forked
    }
    ::_exit(0);
}

/// False where nothing comes, although the process works or sleeps on: then it says nothing of the answer.
bool something_comes(const Process& process) {
    TimeLimit limit(seconds_of_all);
    for (pollfd from{process.end, POLLIN, 0}; ::poll(&from, 1, static_cast<int>(1000 * limit.step())) <= 0;) {
        if (limit.is_over(seconds_of_work(process.id))) return false;
    }
    return true;
}

}  // namespace

std::vector<Call> others_like(const Call& call, std::size_t turn) {
    Call all = call;
    std::vector<Call> one_by_one;
    for (const auto& [name, value] : call.arguments) {
        if (is_output_before(name) || is_of_the_test(name) || belongs_to_shapes(name)) continue;
        Call one = call;
        if (const auto* whole = std::get_if<std::int64_t>(&value.is)) {
            if (*whole <= 1) continue;
            one.set(name, *whole - 1);
        } else {
            const Value changed = other(value);
            if (is_the_same(changed, value)) continue;
            one.set(name, changed);
            all.set(name, changed);
        }
        one_by_one.push_back(std::move(one));
    }
    if (one_by_one.empty()) return {};
    return {std::move(all), std::move(one_by_one[turn % one_by_one.size()])};
}

static void begin([[maybe_unused]] Process& process, [[maybe_unused]] const Module& module,
                  [[maybe_unused]] Function function, [[maybe_unused]] bool each_alone) {
#if !defined(__APPLE__)  // whose libraries may not be used after a fork
    process.stop();
    void* shared = ::mmap(nullptr, sizeof(std::size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2];
    if (shared == MAP_FAILED || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    // Out of the way of an answer that writes into whatever is open; Linux takes 10 ms to make room for a number above 63.
    for (int& end : ends) {
        const int low = std::exchange(end, ::fcntl(end, F_DUPFD_CLOEXEC, 60));
        ::close(low);
        if (end < 0) return;
    }
    process.at = static_cast<std::size_t*>(shared);
    process.calls = 0;
    const pid_t id = ::fork();
    if (id == 0) {
        ::close(ends[0]);
        make_calls(ends[1], *process.at, module, function, each_alone);
    }
    ::close(ends[1]);
    process.id = id;
    process.parent = ::getpid();
    process.end = ends[0];
    if (id < 0) process.stop();
#endif
}

void begin_again(const Module& module, Function function) {
    begin(alone, module, function, true);
    begin(process, module, function, false);
}

/// Where a test looks at a part of the result, all of it takes a learner's time.
static bool takes_long(const Call& call) {
    return call.elements() > small || call.find("threads") ||
           std::any_of(call.arguments.begin(), call.arguments.end(),
                       [](const auto& argument) { return is_of_the_test(argument.first); });
}

std::optional<Outcome> made_alone(const Call& call) {
    if (!alone.is_ours() || takes_long(call)) return std::nullopt;
    Writer writer;
    writer.put(std::vector<Call>{call});
    if (!send(alone.end, writer.bytes) || !something_comes(alone)) {
        alone.stop();
        return std::nullopt;
    }
    const auto bytes = receive(alone.end);
    if (!bytes || bytes->empty()) return std::nullopt;
    return Reader(*bytes).get<Outcome>();
}

std::optional<Again> made_again(const Call& call) {
    if (!process.is_ours() || takes_long(call)) return std::nullopt;
    std::vector<Call> calls = others_like(call, process.calls++);
    if (calls.empty()) return std::nullopt;
    calls.push_back(call);
    Writer writer;
    writer.put(calls);
    const bool sent = send(process.end, writer.bytes);
    if (sent && !something_comes(process)) {
        process.stop();
        return std::nullopt;
    }
    if (const auto bytes = sent ? receive(process.end) : std::nullopt) {
        const auto worked = seconds_of_work(process.id);
        if (worked && *worked > seconds_of_all) process.stop();
        return Again{Reader(*bytes).get<Outcome>(), "", call};
    }
    int how = 0;
    ::close(std::exchange(process.end, -1));
    ::waitpid(std::exchange(process.id, -1), &how, 0);
    // Any other end says nothing: an answer may close what is not its own, and a machine may lack memory.
    if (!WIFSIGNALED(how) || WTERMSIG(how) == SIGKILL) return std::nullopt;
    Again again{{}, ::strsignal(WTERMSIG(how)), calls.at(*process.at)};
    again.outcome.kind = Outcome::Kind::ended;
    return again;
}

}  // namespace grader
