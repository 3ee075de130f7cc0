// How fast so many threads read a file that is mapped, again and again: what a model's weights cost at least, each token.
// Prints the reads a second, the median of five; of CPU time where there is one thread.
//
//     read_bandwidth FILE THREADS

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <thread>
#include <vector>

using Words = std::uint64_t __attribute__((vector_size(64)));

void read(const Words* memory, std::size_t count) {
    Words sum[4] = {};
    constexpr std::size_t ahead = 128;  // 8 KB: asked for this early, as the model does, the file comes sooner
    for (std::size_t i = 0; i < count; i += 4) {
        for (std::size_t s = 0; s < 4; ++s) __builtin_prefetch(memory + i + ahead + s);
        for (std::size_t s = 0; s < 4; ++s) sum[s] ^= memory[i + s];
    }
    asm volatile("" : "+m"(sum));  // or nothing would be read
}

int main(int, char** argv) {
    const int file = open(argv[1], O_RDONLY);
    const std::size_t threads = std::strtoull(argv[2], nullptr, 10);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return 1;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (mapped == MAP_FAILED) return 1;
    const auto* memory = static_cast<const Words*>(mapped);

    const std::size_t count = size / sizeof(Words) / threads / 4 * 4;
    const std::size_t rounds = 1 + (std::size_t{1} << 28) / size;  // a quarter of a GB at least
    const auto all_rounds = [&](std::size_t thread) {
        for (std::size_t round = 0; round < rounds; ++round) read(memory + thread * count, count);
    };
    std::vector<double> reads;
    for (int turn = 0; turn < 5; ++turn) {
        const std::clock_t cpu = std::clock();
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::thread> others;
        for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(all_rounds, thread);
        all_rounds(0);
        for (std::thread& other : others) other.join();
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        reads.push_back(static_cast<double>(rounds) /
                        (threads > 1 ? seconds.count() : double(std::clock() - cpu) / CLOCKS_PER_SEC));
    }
    std::sort(reads.begin(), reads.end());
    std::cout << reads[2] << std::endl;
}
