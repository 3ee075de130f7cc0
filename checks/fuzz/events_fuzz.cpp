// Any bytes as a grader's events, into whose file an answer can write: without the secret they never make a pass.

#include "grading/events.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view events(reinterpret_cast<const char*>(data), size);
    const std::string nonce = "0123456789abcdef";  // any input that holds it may say what it likes
    for (const learn::Ended& ended : {learn::Ended{}, learn::Ended{.signal = 11}, learn::Ended{.out_of_time = true}}) {
        const learn::RunVerdict verdict = learn::judge(events, ended, nonce);
        const bool known = events.find(nonce.substr(0, 4)) != events.npos || events.find("\\u") != events.npos;
        if (verdict.status == learn::Status::passed && !known) std::abort();
        if (verdict.status == learn::Status::passed && (ended.signal != 0 || ended.out_of_time)) std::abort();
        learn::smallest_report(verdict);
        learn::title_of(verdict, verdict.ended_in);
    }
    return 0;
}
