#include "model/culprit.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <typeinfo>

#include "model/error.hpp"

namespace tiny_llm {
namespace {

struct Watched {
    std::string id, library;
};
std::vector<Watched> watched;
std::string before_name;
thread_local const Watched* thrower = nullptr;

/// The innermost watched part of those that are at work: the stack's frames lie in their libraries.
const Watched* at_work() {
    void* frames[256];
    const int count = ::backtrace(frames, std::size(frames));
    for (int i = 0; i < count; ++i) {
        Dl_info info;
        if (::dladdr(frames[i], &info) == 0 || !info.dli_fname) continue;
        for (const Watched& part : watched) {
            if (part.library == info.dli_fname) return &part;
        }
    }
    return nullptr;
}

extern "C" void say_part_and_end(int signal) {
    if (const Watched* part = at_work()) {
        for (const char* text : {before_name.c_str(), part->id.c_str(), "\n"}) {
            if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
        }
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

void watch_parts(const std::vector<std::string>& libraries, const std::string& words) {
    before_name = words;
    for (const std::string& part : libraries) {
        const std::size_t sign = part.find('=');
        watched.push_back({part.substr(0, sign), part.substr(sign + 1)});
    }
    void* frame;
    ::backtrace(&frame, 1);      // what it loads at its first call cannot be loaded in a handler
    static char stack[1 << 16];  // a part may have used up its own by calling itself
    stack_t other{};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    ::sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_handler = say_part_and_end;
    action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT}) ::sigaction(signal, &action, nullptr);
}

std::string thrown_in() { return thrower ? thrower->id : ""; }

}  // namespace tiny_llm

/// In the place of the runtime's own, which it calls: only here is it known from where an exception comes.
extern "C" [[noreturn]] void __cxa_throw(void* exception, std::type_info* type, void (*destructor)(void*)) {
    tiny_llm::thrower = *type == typeid(tiny_llm::WrongResult) ? nullptr : tiny_llm::at_work();
    using Throw = void (*)(void*, std::type_info*, void (*)(void*));
    static const auto real = reinterpret_cast<Throw>(::dlsym(RTLD_NEXT, "__cxa_throw"));
    real(exception, type, destructor);
    std::abort();
}
