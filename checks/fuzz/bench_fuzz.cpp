// Any bytes as what bin/bench prints, which a learner's own code can print into: the same whether they come at once or
// one by one, and pictures of what they say.

#include <cstdlib>

#include "bench/picture.hpp"
#include "terminal/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view output(reinterpret_cast<const char*>(data), size);
    learn::BenchResults once, by_one;
    once.read(output);
    for (std::size_t i = 0; i < size; ++i) by_one.read(output.substr(i, 1));
    if (once.rows.size() != by_one.rows.size() || once.plans.size() != by_one.plans.size()) std::abort();
    if (once.refusals.size() != by_one.refusals.size() || once.running() != by_one.running()) std::abort();
    learn::bench_machine(once);
    for (const learn::BenchPlan& plan : once.plans) {
        learn::standing(once, plan, plan.impls);
        for (const std::size_t columns : {40, 80}) {
            const std::string text = learn::bench_text(once, plan, {{columns, 24}, columns == 40});
            if (!learn::is_utf8(text)) std::abort();
        }
    }
    if (!learn::is_utf8(learn::bench_svg(once))) std::abort();
    return 0;
}
