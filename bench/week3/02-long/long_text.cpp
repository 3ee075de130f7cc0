// What chapter 2 of week 3 measures: a prompt through the attention of one layer as large as in Qwen2.5-0.5B, by the solution of
// grouped_query_attention and by that of flash_attention, in turns.
//
//   cmake --build --preset test -t long_text && OPENBLAS_NUM_THREADS=1 build/test/bin/long_text

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>

#include "week2/03-grouped-heads/grouped_query_attention.hpp"
#include "week3/02-long/flash_attention.hpp"

using tiny_llm::Tensor;

namespace {

constexpr std::size_t heads = 14, kv_heads = 2, dim = 64;

Tensor numbers(std::size_t rows, std::size_t heads) {
    Tensor x(xt::empty<float>({rows, heads, dim}));
    std::uint32_t state = 1;
    for (float& number : x) number = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1;
    return x;
}

double seconds(const std::function<void()>& call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> all) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    return all[all.size() / 2];
}

/// By how many bytes a process grows, at most, while it makes the call.
double most_memory(const std::function<void()>& call) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) {
        malloc_trim(0);  // what earlier calls have left
        long all = 0, resident = 0;
        std::ifstream("/proc/self/statm") >> all >> resident;
        call();
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        const double grown = 1024.0 * static_cast<double>(usage.ru_maxrss) -
                             static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
        _exit(write(ends[1], &grown, sizeof grown) == sizeof grown ? 0 : 1);
    }
    close(ends[1]);
    double grown = 0;
    if (read(ends[0], &grown, sizeof grown) != sizeof grown) grown = -1;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return grown;
}

}  // namespace

int main() {
    std::printf("tokens  plain ms  MB      tile  flash ms   MB     time   memory\n");
    for (const std::size_t tokens : {64, 512, 4096}) {
        const Tensor query = numbers(tokens, heads), key = numbers(tokens, kv_heads), value = numbers(tokens, kv_heads);
        const auto plain = [&] { tiny_llm::grouped_query_attention(query, key, value, 0); };
        for (const std::size_t tile : {64, 256}) {
            const auto flash = [&] { tiny_llm::flash_attention(query, key, value, 0, 0, tokens, tile); };
            plain(), flash();  // what is allocated once
            std::vector<double> of_plain, of_flash;
            for (int turn = 0; turn < (tokens > 1000 ? 5 : 21); ++turn) {
                of_plain.push_back(seconds(plain));
                of_flash.push_back(seconds(flash));
            }
            const double t = median(of_plain), f = median(of_flash), plain_bytes = most_memory(plain),
                         flash_bytes = most_memory(flash);
            std::printf("%6zu  %8.2f  %6.1f  %4zu  %8.2f  %5.1f  %5.2f  %5.3f\n", tokens, t * 1e3, plain_bytes / 1e6,
                        tile, f * 1e3, flash_bytes / 1e6, f / t, flash_bytes / plain_bytes);
        }
    }
}
