#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/results.hpp"

namespace learn {

/// How near the learner's fast file is, by ratios of one run alone.
enum class Medal { none, bronze, silver, gold };

/// "gold", as in JSON and in what is remembered; empty for none. And back: none for any other word.
std::string name(Medal medal);
Medal medal_from(const std::string& name);

/// The best that holds of `yours`, beside those with the same shape and number of threads:
///   gold    at most 1.05 times the solution's time, or ahead of every peer, where there is one
///   silver  at most 1.4 times the limit
///   bronze  at most 2 times the limit, or half of the plain step's time
Medal medal(const BenchResults& results, const BenchRow& yours);

/// How near it is in an operation.
struct Standing {
    Medal medal;                      // the lowest of its shapes'; none where one was not timed
    std::vector<std::string> lowest;  // the shapes that have it, where others have a better one
    std::string shape, beside;        // the shape with the most rows, and the rung that is nearest in time there
    std::string next;  // from that one on the first that is faster than the learner's by more than chance, 5 %, at the
                       // first shape of `lowest`, or else there; empty where there is none
};

/// Nothing where the learner's was not timed. `ladder`: the steps and the solution, from slow to fast.
std::optional<Standing> standing(const BenchResults& results, const BenchPlan& plan,
                                 const std::vector<std::string>& ladder);

}  // namespace learn
