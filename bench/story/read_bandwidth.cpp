// How fast one thread reads so many bytes again and again: what a model's weights cost at least, each token. Prints
// the reads a second, the median of five.
//
//     read_bandwidth BYTES

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <vector>

using Words = std::uint64_t __attribute__((vector_size(64)));

int main(int, char** argv) {
    const std::size_t count = std::strtoull(argv[1], nullptr, 10) / sizeof(Words) / 4 * 4;
    const std::vector<Words> memory(count, Words{1, 2, 3, 4, 5, 6, 7, 8});
    const std::size_t rounds = 1 + (std::size_t{1} << 28) / (count * sizeof(Words));  // a quarter of a GB at least
    std::vector<double> reads;
    Words sum[4] = {};
    for (int turn = 0; turn < 5; ++turn) {
        const std::clock_t start = std::clock();  // CPU time
        for (std::size_t round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < count; i += 4) {
                for (std::size_t s = 0; s < 4; ++s) sum[s] ^= memory[i + s];
            }
            asm volatile("" : "+m"(sum));  // or the second round would undo the first
        }
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        reads.push_back(static_cast<double>(rounds) / seconds);
    }
    std::sort(reads.begin(), reads.end());
    std::cout << reads[2] << std::endl;
}
