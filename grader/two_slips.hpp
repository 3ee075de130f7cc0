#pragma once

#include <ctime>
#include <vector>

#include "grader/diagnosis.hpp"

namespace grader {

/// Which two mistakes, made together, account for every failure and agree with every call that passed.
///
/// `mistakes` has both where one pair alone does. Where several do and all have one mistake in common, it has that one, and
/// `and_another` says that something else is wrong too. Else it is empty, as it is when the search, which began at `begin`, took too long.
struct TwoSlips {
    std::vector<const Mistake*> mistakes;
    bool and_another = false;
};

TwoSlips two_slips(const std::vector<Mistake>& mistakes, const std::vector<const Record*>& records,
                   std::clock_t begin = std::clock());

/// Whether a model gives what the learner's answer gave: right where that passed, and as wrong where it failed.
bool agrees(const Outcome& model, const Record& record);

/// From now on no search ends because of its time.
void search_with_patience();

/// Calls a described mistake, or none of them. One that crashes or never ends has ended the process as an answer would have,
/// but this process goes on.
Outcome made(const Catalogue& catalogue, const std::vector<const Mistake*>& mistakes, const Call& call);

}  // namespace grader
