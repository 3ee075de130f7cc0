#include "tools/answers/guard.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "tools/answers/descendants.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace answers {
namespace {

volatile sig_atomic_t watched = 0;

/// What a person has typed has no sender.
void pass_on(int number, siginfo_t* info, void*) {
    if (number != SIGCHLD && info && info->si_pid != 0 && watched > 0) ::kill(watched, number);
}

constexpr int heard[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};

}  // namespace

std::string guarded_by_me() { return std::to_string(::getpid()); }

int watch(pid_t child, pid_t parent) {
    watched = child;
    sigset_t blocked, before;
    ::sigemptyset(&blocked);
    struct sigaction action {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO;
    for (const int number : heard) {
        ::sigaddset(&blocked, number);
        ::sigaction(number, &action, nullptr);
    }
    ::sigprocmask(SIG_BLOCK, &blocked, &before);
    sigset_t waiting = before;
    for (const int number : heard) ::sigdelset(&waiting, number);
    while (true) {
        int status = 0;
        for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
            if (ended == child) return status;
        }
        if (parent != 0 && ::getppid() != parent) return -1;
        const timespec a_moment{0, 100'000'000};
        ::pselect(0, nullptr, nullptr, nullptr, &a_moment, &waiting);
    }
}

void end_like(int status) {
    if (WIFSIGNALED(status)) {
        const rlimit no_core{0, 0};  // one is enough
        ::setrlimit(RLIMIT_CORE, &no_core);
        const int number = WTERMSIG(status);
        ::signal(number, SIG_DFL);
        sigset_t open;
        ::sigemptyset(&open);
        ::sigaddset(&open, number);
        ::sigprocmask(SIG_UNBLOCK, &open, nullptr);
        ::kill(::getpid(), number);
        ::_exit(128 + number);
    }
    ::_exit(WEXITSTATUS(status));
}

void guard() {
    const char* told = std::getenv(guard_variable);
    if (!told) return;
    const pid_t runner = std::atoi(told);
    ::unsetenv(guard_variable);
    if (::getppid() != runner) {
        if (::kill(runner, 0) != 0 && errno == ESRCH) ::_exit(1);  // killed meanwhile
        return;
    }
    adopt_orphans();
    const pid_t me = ::getpid();
    // A signal that comes before all is set up waits.
    sigset_t blocked, before;
    ::sigemptyset(&blocked);
    for (const int number : heard) ::sigaddset(&blocked, number);
    ::sigprocmask(SIG_BLOCK, &blocked, &before);
    const pid_t program = ::fork();
    if (program <= 0) {
#ifdef __linux__
        if (program == 0) ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the guard itself can be killed, too
#endif
        if (program == 0 && ::getppid() != me) ::_exit(1);
        ::sigprocmask(SIG_SETMASK, &before, nullptr);
        return;
    }
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(file);
    const int status = watch(program, runner);
    if (status != -1) end_like(status);
    kill_descendants();
    ::kill(program, SIGKILL);
    if (::getpgrp() == me) ::kill(0, SIGKILL);  // where descendants cannot be found; and this process with them
    ::_exit(1);
}

}  // namespace answers
