#include "bench/speed/race.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>

namespace tiny_llm::bench {

double Racer::median() const {
    std::vector<double> sorted = samples;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

void race(std::vector<Racer>& racers, double budget_seconds,
          const std::function<void(std::size_t, std::size_t)>& progress) {
    constexpr double shortest_sample = 2e-3;
    constexpr std::size_t fewest = 5, most = 101;
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    std::vector<std::size_t> order(racers.size());
    std::iota(order.begin(), order.end(), 0u);
    std::minstd_rand random;
    std::size_t rounds = fewest;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t turn : order) {
            Racer& racer = racers[turn];
            double seconds = racer.seconds(racer.times, racer.threads);
            if (round == 0) {
                racer.times = static_cast<std::size_t>(std::clamp(shortest_sample / seconds, 1.0, 1000.0));
                if (racer.times > 1) seconds = racer.seconds(racer.times, racer.threads);
            }
            racer.samples.push_back(seconds / static_cast<double>(racer.times) * 1e3);
        }
        // An odd number of rounds, as many as there is time for.
        const double one = elapsed() / static_cast<double>(round + 1);
        rounds = std::clamp(static_cast<std::size_t>(budget_seconds / one), fewest, most) | 1;
        progress(std::min(round + 1, rounds), rounds);
    }
}

}  // namespace tiny_llm::bench
