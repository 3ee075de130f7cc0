#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::refuses;
using grader::Value;
using grader::Values;
using grader::with;

constexpr float infinity = std::numeric_limits<float>::infinity(), nan_ = std::numeric_limits<float>::quiet_NaN();

/// Refused with these times of one request, the arrival first, among others that are fine.
static void refuses_times(const std::vector<float>& times) {
    Values traces;
    traces.emplace_back(Floats({3}, std::vector<float>{0, 1, 2}));
    traces.emplace_back(Floats({times.size()}, times));
    refuses(with("by-hand", {{"traces", Value(traces)}}));
}

QUESTION("four requests, as in the chapter", "章节里的四个请求") { grade("by-hand"); }

QUESTION("no requests, and none that was completed: all figures are 0", "没有请求，或者一个也没有完成：全是 0") {
    grade("nobody");
    grade("nobody-has-an-answer");
}

QUESTION("one request", "一个请求") { grade("one-request"); }

QUESTION("answers of one token have no TPOT and no inter-token latency",
    "只有一个 token 的回答，没有 TPOT，也没有 token 间延迟") {
    grade("one-token");
    grade("single-tokens");
    grade("single-tokens-among-others");
}

QUESTION("answers of two tokens", "两个 token 的回答") { grade("two-tokens"); }

QUESTION("percentiles lie between two times", "百分位数在两个时间之间") {
    grade("percentiles-of-two");
    grade("percentiles-of-three");
    grade("percentiles-of-four");
}

QUESTION("requests are not in the order of their times", "请求不按时间先后排列") {
    grade("another-order");
    grade("the-first-began-last");
}

QUESTION("a request without an answer is in no figure, its arrival included",
    "没有回答的请求不计入任何数字，它到达的时刻也不算") {
    grade("arrived-first-without-an-answer");
    grade("arrived-last-without-an-answer");
}

QUESTION("the duration is 0: rates are 0", "总时长是 0：每秒的数字也是 0") {
    grade("no-time-passed");
    grade("no-time-passed-with-several-tokens");
}

QUESTION("several tokens at the same time", "几个 token 同时到") {
    grade("tokens-at-once");
    grade("first-token-at-once");
}

QUESTION("goodput: a time just at its limit is within it", "有效吞吐：正好等于上限，算达标") {
    grade("just-at-the-limits");
    grade("just-beyond-a-limit");
}

QUESTION("goodput: beyond one of the limits is not within", "有效吞吐：超过任何一个上限，都不达标") {
    grade("beyond-one-limit");
}

QUESTION(
    "goodput: one long pause counts only in the mean of its answer", "有效吞吐：中间停顿一次，只看这个回答的平均") {
    grade("a-pause-in-the-middle");
}

QUESTION("limits of 0, and none", "上限是 0，以及没有上限") {
    grade("limits-of-0");
    grade("no-limit-on-the-first");
    grade("no-limit-on-the-others");
}

QUESTION("times before 0", "负的时刻") { grade("before-0"); }

QUESTION("times in seconds since 1970: a float has too few digits", "从 1970 年算起的秒数：float 的位数不够") {
    grade("since-1970");
}

QUESTION("1,592 pauses of hours: a sum in float has too few digits", "1592 个几小时的停顿：用 float 求和，位数不够") {
    grade("long-pauses");
}

QUESTION("all times within a second", "所有时刻都在一秒之内") { grade("within-a-second"); }

QUESTION("99, 100 and 101 requests", "99、100、101 个请求") {
    grade("99-requests");
    grade("100-requests");
    grade("101-requests");
}

QUESTION("400 requests", "400 个请求") { grade("400-requests"); }

QUESTION("times that run backwards are refused", "时间倒流：拒绝") {
    refuses_times({3, 2.5f});
    refuses_times({3, 4, 3.5f});
    refuses_times({3, 4, 5, 6, 5.5f});
}

QUESTION("times that are not finite are refused", "时间是 NaN 或无穷大：拒绝") {
    refuses_times({nan_, 4, 5});
    refuses_times({3, nan_, 5});
    refuses_times({3, 4, nan_});
    refuses_times({-infinity, 4});
    refuses_times({3, 4, infinity});
}

QUESTION("the arrival of a request without an answer is not looked at", "没有回答的请求，到达时刻是什么都不看") {
    grade("not-looked-at");
}
