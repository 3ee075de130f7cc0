#pragma once
// What people get wrong in serving_metrics, and the function that gets it wrong.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "grader/plain.hpp"

using grader::Floats, grader::Real, grader::Run, grader::Value, grader::Values;

MISTAKE(another_exception,
    "Times that run backwards, or aren't finite, are refused, but not with std::invalid_argument.",
    "时间倒流、不是有限值时拒绝了，但抛出的不是 std::invalid_argument。");
MISTAKE(begins_at_the_first_token,
    "The duration begins with the first token. It should begin with the first arrival: waiting is part of it.",
    "总时长从第一个 token 算起了。应当从最早的到达算起：等待也算在内。");
MISTAKE(begins_at_the_first_trace,
    "The duration begins with the arrival of the first trace in the list that has tokens. Traces are in any order: take the earliest arrival.",
    "总时长从列表里第一个有 token 的请求的到达算起了。请求的次序是任意的：应取最早的到达。");
MISTAKE(begins_at_0,
    "The duration begins at 0, or at the first arrival if that is before 0. It should begin with the first arrival, whenever that is.",
    "总时长从 0 算起了（到达时刻是负数时除外）。不管最早的到达是什么时候，都应从那里算起。");
MISTAKE(ends_at_0, "The duration ends at 0 when all tokens come before that: let the largest time begin at -infinity.",
    "所有 token 都在 0 之前时，总时长算到了 0：求最大值应从负无穷开始。");
MISTAKE(ends_with_the_last_trace,
    "The duration ends with the last token of the last trace in the list that has any. Traces are in any order: take the latest token of all.",
    "总时长算到了列表里最后一个有 token 的请求的最后一个 token。请求的次序是任意的：应取所有 token 里最晚的。");
MISTAKE(ends_with_the_last_arrival,
    "The duration ends with the last arrival. It should end with the last token of all.",
    "总时长算到了最后一个请求到达。应当算到所有 token 里最晚的一个。");
MISTAKE(failed_arrival_counts,
    "The arrival of a request without tokens counts in the duration. Such a request is in no figure at all.",
    "没有 token 的请求，到达时刻算进了总时长。这样的请求不应计入任何数字。");
MISTAKE(failed_requests_are_within,
    "A request without tokens counts as within the limits. It wasn't completed, and is in no figure at all.",
    "没有 token 的请求算成了达标。它没有完成，不应计入任何数字。");
MISTAKE(failed_requests_have_a_ttft_of_0,
    "A request without tokens has a TTFT of 0 in the list. It should be in no figure at all.",
    "没有 token 的请求在 TTFT 里记了一个 0。它不应计入任何数字。");
MISTAKE(goodput_by_the_longest_pause,
    "A request is within the TPOT limit only if each of its pauses is. TPOT is the mean of them, for goodput too.",
    "要每一次间隔都不超过，才算 TPOT 达标。TPOT 是间隔的平均，有效吞吐也用它。");
MISTAKE(goodput_by_the_tpot_before,
    "A request of one token is judged by the TPOT of a request before it: the last one in the list, or a variable that keeps it. It should have a TPOT of 0 here.",
    "只有一个 token 的请求，用前面某个请求的 TPOT 来判断：取了列表里的最后一个，或者变量里还留着它。这里它的 TPOT 算 0。");
MISTAKE(goodput_counts_tokens,
    "Goodput counts the tokens of the requests within the limits. It should count the requests.",
    "有效吞吐数的是达标请求的 token。应当数请求。");
MISTAKE(goodput_exclusive, "A time just at its limit isn't counted as within it. It should be.",
    "正好等于上限的没有算达标。应当算。");
MISTAKE(goodput_is_a_share,
    "Goodput is the share of the requests that are within the limits. It's how many of them there are in a second.",
    "有效吞吐写成了达标请求所占的比例。应当是每秒有几个达标。");
MISTAKE(goodput_is_a_share_where_time_passes,
    "Goodput is the share of the requests that are within the limits, or 0 where the duration is 0. It should be how many of them there are in a second.",
    "有效吞吐写成了达标请求所占的比例，只在总时长为 0 时给出 0。应当是每秒有几个达标。");
MISTAKE(goodput_one_limit_is_enough, "A request within one of the two limits counts. It should be within both.",
    "只满足两个上限之一就算达标了。应当两个都满足。");
MISTAKE(goodput_without_single_tokens, "A request of one token never counts in goodput. Its TPOT should be 0 there.",
    "只有一个 token 的请求从不计入有效吞吐。这里它的 TPOT 应当是 0。");
MISTAKE(goodput_without_tpot, "The TPOT limit is not looked at: goodput wants both.",
    "没有看 TPOT 的上限：有效吞吐两个都要满足。");
MISTAKE(goodput_without_ttft, "The TTFT limit is not looked at: goodput wants both.",
    "没有看 TTFT 的上限：有效吞吐两个都要满足。");
MISTAKE(itl_across_requests,
    "The time from the last token of a request to the first of the next one is among the inter-token latencies. A pause lies between two tokens of the same request.",
    "一个请求的最后一个 token 到下一个请求的第一个 token 的时间，也算进了 token 间延迟。延迟只在同一个请求的两个 token 之间。");
MISTAKE(itl_by_request,
    "Inter-token latencies are averaged for each request first. They should be pooled: all of all requests in one list.",
    "先对每个请求求了 token 间延迟的平均。应当合在一起：所有请求的所有间隔放进一个列表。");
MISTAKE(itl_mean_of_means,
    "The mean ITL is the mean of the means of the requests. Put all pauses into one list, in which a long answer counts more.",
    "ITL 的平均取的是各个请求平均值的平均。所有间隔都在一个列表里，长的回答占得多。");
MISTAKE(itl_with_ttft,
    "The time to the first token is among the inter-token latencies. They should begin between the first token and the second.",
    "token 间延迟里混进了等第一个 token 的时间。应当从第一个与第二个 token 之间算起。");
MISTAKE(latencies_in_float,
    "TTFT, TPOT and ITL are computed from times kept as float, which holds seconds since 1970 only in steps of 128 s. Use double, as for the duration.",
    "TTFT、TPOT 和 ITL 是用存成 float 的时间算的：从 1970 年算起的秒数，float 只能精确到 128 秒。应当像总时长那样用 double。");
MISTAKE(limits_turned, "The limits are the wrong way round: TTFT is compared with slo.tpot, TPOT with slo.ttft.",
    "两个上限用反了：TTFT 与 slo.tpot 比，TPOT 与 slo.ttft 比。");
MISTAKE(lower_median, "Of an even number of times, the lower middle one is the median. It's halfway between the two.",
    "偶数个时间的中位数取了中间靠下的那个。应取两个的正中间。");
MISTAKE(nan_for_nothing, "The mean of no times is NaN, as 0 / 0 is. It should be 0 then.",
    "没有时间可算时，平均成了 NaN，0 / 0 就是这样。应当是 0。");
MISTAKE(nearest_rank,
    "Median and p99 are nearest ranks, the time number ceil(n * p / 100). numpy takes position (n - 1) * p / 100 and goes between two times on a straight line.",
    "中位数和 p99 用的是最近秩，也就是第 ceil(n * p / 100) 个时间。numpy 取位置 (n - 1) * p / 100，落在两个时间之间时线性插值。");
MISTAKE(not_finite_accepted, "NaN and infinity are accepted. Check with std::isfinite.",
    "接受了 NaN 和无穷大。要用 std::isfinite 判断。");
MISTAKE(not_sorted, "Median and p99 are taken from times that are not sorted.", "求中位数和 p99 时没有先排序。");
MISTAKE(nothing_is_checked,
    "Times that run backwards, or aren't finite, are accepted. They should be refused: std::invalid_argument.",
    "倒流的、不是有限值的时间也接受了。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(only_the_first_token_checked, "Only the first token is compared with the time before it. Compare each token.",
    "只检查了第一个 token。每一个都要与前一个比较。");
MISTAKE(p90, "This is the 90th percentile. p99 is at position (n - 1) * 99 / 100.",
    "这是第 90 百分位数。p99 的位置是 (n - 1) * 99 / 100。");
MISTAKE(p99_above,
    "The p99 is always one of the times: the one above its position, or the nearest rank, number ceil(0.99 n). It should lie between two of them.",
    "p99 总是取其中的一个时间：位置上方的那个，或者最近秩，也就是第 ceil(0.99 n) 个。应当在两个时间之间按比例取。");
MISTAKE(only_one_of_two_times_in_place,
    "For a percentile only the time below its position is put in its place, as std::nth_element does it. What comes after that is any larger time, not always the next one: sort, or look for the smallest of the rest.",
    "求百分位数时，只把位置下方的那个时间放到了位，std::nth_element 就是这样。它后面放着的只是某个更大的时间，不一定是下一个：应排序，或在其余的里面找最小的。");
MISTAKE(positions_in_whole_numbers,
    "Each percentile is one of the times, the one below its position: perhaps (n - 1) * p / 100 is computed in whole numbers. It should go between two times on a straight line.",
    "每个百分位数都取了位置下方的那个时间：也许 (n - 1) * p / 100 是用整数算的。应当在两个时间之间按比例取。");
MISTAKE(p99_below, "The p99 is always one of the times, the one below its position. It should lie between two of them.",
    "p99 总是取位置下方的那个时间。应当在两个时间之间按比例取。");
MISTAKE(p99_is_the_largest, "The p99 is the largest time. It's at position (n - 1) * 99 / 100.",
    "p99 取成了最大的时间。它的位置是 (n - 1) * 99 / 100。");
MISTAKE(p99_nearest,
    "The p99 is always one of the times, the one nearest to its position. It should lie between two of them.",
    "p99 总是取离位置最近的那个时间。应当在两个时间之间按比例取。");
MISTAKE(p99_of_n_plus_1,
    "The p99 is at (n + 1) * 99 / 100 - 1 here, which is another definition of percentiles, as in Python's statistics.quantiles. Numpy's is (n - 1) * 99 / 100.",
    "这里 p99 的位置是 (n + 1) * 99 / 100 − 1，这是百分位数的另一种定义，Python 的 statistics.quantiles 就这样算。numpy 的是 (n - 1) * 99 / 100。");
MISTAKE(percentiles_of_n,
    "Percentiles are at n * p / 100 here. Counted from 0, the last time is at n - 1, so it's (n - 1) * p / 100.",
    "这里百分位数的位置是 n * p / 100。从 0 数起，最后一个时间在 n - 1，所以应是 (n - 1) * p / 100。");
MISTAKE(p99_of_n,
    "The p99 is at n * 99 / 100 here. Counted from 0, the last time is at n - 1, so it's (n - 1) * 99 / 100.",
    "这里 p99 的位置是 n * 99 / 100。从 0 数起，最后一个时间在 n - 1，所以应是 (n - 1) * 99 / 100。");
MISTAKE(rate_without_time_is_infinite, "Where no time passed, the rates are infinite, or NaN. They should be 0 then.",
    "总时长是 0 时，每秒的数字成了无穷大或 NaN。应当是 0。");
MISTAKE(rate_without_time_is_nan_for_nothing_too,
    "Where no time passed, and where there are no requests, the rates are infinite, or NaN. They should be 0 then.",
    "总时长是 0、或者没有请求时，每秒的数字成了无穷大或 NaN。应当是 0。");
MISTAKE(rates_of_requests_averaged,
    "Each request's tokens per second are computed, and their mean is taken. All tokens are divided by the duration of the whole.",
    "先算了每个请求每秒几个 token，再求平均。应当用全部 token 除以总时长。");
MISTAKE(same_time_refused, "A time that equals the one before it is refused. It's fine.",
    "与前一个相同的时间也拒绝了。这没有问题。");
MISTAKE(stops_at_a_failed_request,
    "Nothing after the first request without tokens is counted. Go on with the next one.",
    "遇到没有 token 的请求，后面的就都没有算。应当接着看下一个。");
MISTAKE(sums_of_whole_numbers,
    "The sums lose everything after the point, as with std::accumulate(begin, end, 0), which adds in int. Add in double: 0.0.",
    "求和时小数都丢了，好像用了 std::accumulate(begin, end, 0)，它按 int 相加。应当用 double 相加：0.0。");
MISTAKE(sums_in_float, "The sums are kept in float, as with std::accumulate(begin, end, 0.0f). Add in double: 0.0.",
    "求和用的是 float，好像用了 std::accumulate(begin, end, 0.0f)。应当用 double 相加：0.0。");
MISTAKE(times_in_float, "Times are kept as float, which holds seconds since 1970 only in steps of 128 s. Use double.",
    "时间存成了 float：从 1970 年算起的秒数，float 只能精确到 128 秒。应当用 double。");
MISTAKE(tokens_after_the_first, "The first token of each answer isn't counted in tokens per second. All tokens are.",
    "每秒的 token 数里没有算每个回答的第一个 token。应当全部都算。");
MISTAKE(tokens_per_second_counts_requests, "Requests are counted, not tokens.", "数的是请求，不是 token。");
MISTAKE(tpot_by_n, "TPOT is divided by n. Between n tokens there are n - 1 pauses.",
    "TPOT 除以了 n。n 个 token 之间有 n - 1 个间隔。");
MISTAKE(tpot_from_arrival,
    "TPOT is counted from the arrival, (last - arrival) / n. The wait for the first token is the TTFT: count from the first token.",
    "TPOT 从到达算起了：(last - arrival) / n。等第一个 token 的时间是 TTFT：应从第一个 token 算起。");
MISTAKE(tpot_from_arrival_by_n_minus_1,
    "TPOT is counted from the arrival, (last - arrival) / (n - 1). The wait for the first token is the TTFT: count from the first token.",
    "TPOT 从到达算起了：(last - arrival) / (n - 1)。等第一个 token 的时间是 TTFT：应从第一个 token 算起。");
MISTAKE(tpot_of_0_for_single_tokens,
    "Answers of one token have a TPOT of 0 in the list. They should have none; they count as 0 for goodput alone.",
    "只有一个 token 的回答，在 TPOT 里记了一个 0。它们没有 TPOT，只在有效吞吐里当作 0。");
MISTAKE(tpot_pooled,
    "TPOT is the summary of all pauses of all requests. Each request should have one TPOT, the mean of its own pauses.",
    "TPOT 用的是所有请求的所有间隔。每个请求有一个 TPOT，是它自己那些间隔的平均。");
MISTAKE(ttft_from_the_first_arrival,
    "TTFT is counted from the first arrival of all. Each request waits from its own arrival on.",
    "TTFT 都从最早的到达算起了。每个请求应从自己的到达算起。");
MISTAKE(ttft_without_single_tokens,
    "A request with a single token isn't in ttft. It has a first token like any other: only its TPOT is missing.",
    "只有一个 token 的请求没有算进 ttft。它也有第一个 token：没有的只是 TPOT。");
MISTAKE(upper_median, "Of an even number of times, the upper middle one is the median. It's halfway between the two.",
    "偶数个时间的中位数取了中间靠上的那个。应取两个的正中间。");

namespace {

struct Trace {
    Real arrival;
    std::vector<Real> tokens;
};

/// The requests, or an exception.
std::vector<Trace> traces_of(const Run& run) {
    const Real since = run.number("since");
    const auto kept = [](Real time) { return times_in_float ? static_cast<Real>(static_cast<float>(time)) : time; };
    std::vector<Trace> traces;
    for (const Value& value : std::get<Values>(run.call["traces"].is)) {
        const auto& times = std::get<Floats>(value.is).values;
        Trace& trace = traces.emplace_back();
        trace.arrival = kept(since + times.at(0));
        for (std::size_t i = 1; i < times.size(); ++i) trace.tokens.push_back(kept(since + times[i]));
        Real before = trace.arrival;
        for (const Real token : trace.tokens) {
            const bool backwards = same_time_refused ? token <= before : token < before;
            const bool strange = !not_finite_accepted && (!std::isfinite(before) || !std::isfinite(token));
            if (!nothing_is_checked && (backwards || strange)) {
                if (another_exception) throw std::runtime_error("");
                throw std::invalid_argument("");
            }
            if (only_the_first_token_checked) break;
            before = token;
        }
    }
    return traces;
}

Real percentile(const std::vector<Real>& times, Real p) {
    const auto last = static_cast<Real>(times.size() - 1);
    Real position = last * p / 100;
    if (percentiles_of_n) position = std::min(last, (last + 1) * p / 100);
    if (nearest_rank) position = std::ceil((last + 1) * p / 100) - 1;
    if (p == 50 && (lower_median || upper_median)) position = lower_median ? std::floor(position) : std::ceil(position);
    if (positions_in_whole_numbers) position = std::floor(position);
    if (p == 99) {
        if (p90) position = last * 0.9;
        if (p99_of_n) position = std::min(last, static_cast<Real>(times.size()) * 0.99);
        if (p99_of_n_plus_1) position = std::clamp((last + 2) * 0.99 - 1, Real(0), last);
        if (p99_above) position = std::ceil(position);
        if (p99_below) position = std::floor(position);
        if (p99_nearest) position = std::round(position);
        if (p99_is_the_largest) position = last;
    }
    const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
    return times[below] + (position - static_cast<Real>(below)) * (times[above] - times[below]);
}

void summarize(std::vector<Real> times, Values& figures) {
    if (times.empty()) {
        for (int k = 0; k < 3; ++k)
            figures.emplace_back(nan_for_nothing && k == 0 ? std::numeric_limits<Real>::quiet_NaN() : 0.0);
        return;
    }
    Real sum = 0;
    for (const Real time : times) {
        sum += time;
        if (sums_of_whole_numbers) sum = std::trunc(sum);
        if (sums_in_float) sum = static_cast<float>(sum);
    }
    if (!not_sorted && !only_one_of_two_times_in_place) std::sort(times.begin(), times.end());
    figures.emplace_back(sum / static_cast<Real>(times.size()));
    for (const Real p : {50.0, 99.0}) {
        const auto below = static_cast<std::ptrdiff_t>(static_cast<Real>(times.size() - 1) * p / 100);
        if (only_one_of_two_times_in_place) std::nth_element(times.begin(), times.begin() + below, times.end());
        figures.emplace_back(percentile(times, p));
    }
}

}  // namespace

/// As call.hpp asks it.
static Values serving_metrics(Run& run) {
    const std::vector<Trace> traces = traces_of(run);
    const Floats& slo = run.floats("slo");
    const Real limits[] = {
        limits_turned ? slo.values[1] : slo.values[0], limits_turned ? slo.values[0] : slo.values[1]};
    const Real infinity = std::numeric_limits<Real>::infinity();
    Real first_arrival = infinity;
    for (const Trace& trace : traces)
        if (!trace.tokens.empty()) first_arrival = std::min(first_arrival, trace.arrival);
    std::vector<Real> ttft, tpot, itl;
    Real tokens = 0, within = 0, begin = begins_at_0 ? 0 : infinity, end = ends_at_0 ? 0 : -infinity, rates = 0;
    bool is_first = true;
    Real before = 0;  // the TPOT of the last request that has one
    Real latest = 0;  // token of the request before
    std::vector<Real> means;
    for (const Trace& trace : traces) {
        if (failed_arrival_counts) begin = std::min(begin, trace.arrival);
        const std::size_t n = trace.tokens.size();
        if (n == 0) {
            if (stops_at_a_failed_request) break;
            if (failed_requests_are_within) ++within;
            if (failed_requests_have_a_ttft_of_0) ttft.push_back(0);
            continue;
        }
        const auto between = [](Real from, Real to) {
            return latencies_in_float ? Real(static_cast<float>(to) - static_cast<float>(from)) : to - from;
        };
        const Real first = trace.tokens.front(), last = trace.tokens.back(), count = static_cast<Real>(n);
        if (itl_across_requests && !is_first) itl.push_back(first - latest);
        latest = last;
        std::vector<Real> pauses;
        for (std::size_t i = 1; i < n; ++i) pauses.push_back(between(trace.tokens[i - 1], trace.tokens[i]));
        const Real own_ttft = between(trace.arrival, first);
        if (n > 1 || !ttft_without_single_tokens)
            ttft.push_back(ttft_from_the_first_arrival ? first - first_arrival : own_ttft);
        Real each = n == 1 ? 0 : between(first, last) / (count - 1);
        if (n > 1 && tpot_by_n) each = (last - first) / count;
        if (n > 1 && tpot_from_arrival) each = (last - trace.arrival) / count;
        if (n > 1 && tpot_from_arrival_by_n_minus_1) each = (last - trace.arrival) / (count - 1);
        if (n > 1 || tpot_of_0_for_single_tokens) tpot.push_back(each);
        if (n > 1) means.push_back((last - first) / (count - 1));
        if (itl_with_ttft) itl.push_back(own_ttft);
        if (itl_by_request && n > 1) itl.push_back((last - first) / (count - 1));
        if (!itl_by_request) itl.insert(itl.end(), pauses.begin(), pauses.end());
        if (goodput_by_the_longest_pause && n > 1) each = *std::max_element(pauses.begin(), pauses.end());
        if (n > 1) before = each;
        else if (goodput_by_the_tpot_before) each = before;
        const auto fits = [&](Real time, Real limit) { return goodput_exclusive ? time < limit : time <= limit; };
        const bool early = fits(ttft_from_the_first_arrival ? first - first_arrival : own_ttft, limits[0]);
        const bool quick = fits(each, limits[1]) && !(goodput_without_single_tokens && n == 1);
        const bool good = goodput_without_ttft          ? quick
                          : goodput_without_tpot        ? early
                          : goodput_one_limit_is_enough ? early || quick
                                                        : early && quick;
        within += good ? (goodput_counts_tokens ? count : 1) : 0;
        tokens += tokens_per_second_counts_requests ? 1 : tokens_after_the_first ? count - 1 : count;
        if (last > trace.arrival) rates += count / (last - trace.arrival);
        const Real from = begins_at_the_first_token ? first : trace.arrival;
        if (is_first || !begins_at_the_first_trace) begin = std::min(begin, from);
        const Real to = ends_with_the_last_arrival ? trace.arrival : last;
        end = ends_with_the_last_trace ? to : std::max(end, to);
        is_first = false;
    }
    const auto per_second = [&](Real count) {
        if (rate_without_time_is_nan_for_nothing_too) return is_first ? count / Real(0) : count / (end - begin);
        if (begin >= end && !(rate_without_time_is_infinite && !is_first)) return Real(0);
        return count / (end - begin);
    };
    Values figures;
    summarize(ttft, figures);
    summarize(tpot_pooled ? itl : tpot, figures);
    summarize(itl, figures);
    if (itl_mean_of_means && !means.empty())
        figures[6] = std::accumulate(means.begin(), means.end(), Real{0}) / static_cast<Real>(means.size());
    const auto completed = static_cast<Real>(ttft.size());
    figures.emplace_back(rates_of_requests_averaged ? (completed > 0 ? rates / completed : 0) : per_second(tokens));
    const bool is_share = goodput_is_a_share || (goodput_is_a_share_where_time_passes && begin < end);
    figures.emplace_back(is_share ? (completed > 0 ? within / completed : 0) : per_second(within));
    return figures;
}
