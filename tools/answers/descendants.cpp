#include "tools/answers/descendants.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tools/answers/guard.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace answers {

#ifdef __linux__
namespace {

namespace fs = std::filesystem;

std::map<int, int> parents() {
    std::map<int, int> result;
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const int process = std::atoi(entry->path().filename().c_str());
        if (process <= 0) continue;
        std::string stat;
        std::getline(std::ifstream(entry->path() / "stat"), stat, '\0');
        // "pid (name) state parent": the name may hold anything, brackets too.
        const std::size_t end_of_name = stat.rfind(')');
        if (end_of_name == stat.npos || end_of_name + 4 >= stat.size()) continue;
        if (stat[end_of_name + 2] == 'Z') continue;
        result[process] = std::atoi(stat.c_str() + end_of_name + 4);
    }
    return result;
}

bool descends_from_us(const std::map<int, int>& parents, int process) {
    for (auto at = parents.find(process); at != parents.end(); at = parents.find(at->second)) {
        if (at->second == ::getpid()) return true;
    }
    return false;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void kill_descendants(int except) {
    // One that forks while we look is found in the next round.
    for (int round = 0; round < 100; ++round) {
        const auto family = parents();
        bool any = false;
        for (const auto& [process, parent] : family) {
            if (process == except || !descends_from_us(family, process)) continue;
            ::kill(process, SIGKILL);
            any = true;
        }
        while (except == 0 && ::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        if (!any) return;
        if (round > 0) ::usleep(1000);
    }
}

pid_t program_behind(pid_t guard) {
    for (const auto& [process, parent] : parents()) {
        if (parent == guard) return process;
    }
    return guard;
}
#else
void adopt_orphans() {}
void kill_descendants(int) {}
pid_t program_behind(pid_t guard) { return guard; }
#endif

}  // namespace answers
