#pragma once
// What comes of guesses that are drawn from q, exactly: each guess counts as often as q says, and each u takes all values of a
// grid.

#include <functional>

#include "grader/value.hpp"

/// q0 has the probabilities of the first guess, q1 a row for each first guess; p0, p1 and p2 have the model's own, a row for
/// each text so far. Of the results: how probable each first token is, each two tokens, and, with two guesses, each three.
template <class Table, class Answer>
grader::Values on_a_grid(std::size_t k, std::size_t grid, const Table& table, const Answer& answer) {
    using Numbers = std::vector<float>;
    const Numbers q0 = table("q0"), p0 = table("p0"), p1 = table("p1");
    const Numbers q1 = k > 1 ? table("q1") : Numbers{}, p2 = k > 1 ? table("p2") : Numbers{};
    const std::size_t V = q0.size();
    const auto row = [V](const Numbers& rows, std::size_t r) {
        return Numbers(
            rows.begin() + static_cast<std::ptrdiff_t>(r * V), rows.begin() + static_cast<std::ptrdiff_t>((r + 1) * V));
    };
    std::vector<std::vector<double>> probability{std::vector<double>(V), std::vector<double>(V * V)};
    if (k > 1) probability.emplace_back(V * V * V);
    double others = 0;  // results that are too long, or of no tokens
    std::size_t points = 1;
    for (std::size_t i = 0; i <= k; ++i) points *= grid;

    const auto look_at = [&](const std::vector<std::int64_t>& draft, double weight, const Numbers& q,
                             const Numbers& p) {
        if (weight == 0) return;
        for (std::size_t point = 0; point < points; ++point) {
            std::size_t rest = point;
            const auto uniform = [&] {
                const std::size_t g = rest % grid;
                rest /= grid;
                return (static_cast<double>(g) + 0.5) / static_cast<double>(grid);
            };
            std::size_t text = 0, length = 0;
            bool good = true;
            for (const std::int64_t token : answer(draft, q, p, uniform)) {
                good = good && token >= 0 && static_cast<std::size_t>(token) < V && length < probability.size();
                if (!good) break;
                text = text * V + static_cast<std::size_t>(token);
                probability[length++][text] += weight / static_cast<double>(points);
            }
            if (!good || length == 0) others += weight / static_cast<double>(points);
        }
    };
    for (std::size_t a = 0; a < V; ++a) {
        Numbers p = p0;
        const Numbers after_a = row(p1, a);
        p.insert(p.end(), after_a.begin(), after_a.end());
        if (k == 1) look_at({static_cast<std::int64_t>(a)}, q0[a], q0, p);
        for (std::size_t b = 0; k > 1 && b < V; ++b) {
            Numbers q = q0, both = p;
            const Numbers q_after_a = row(q1, a), after_b = row(p2, a * V + b);
            q.insert(q.end(), q_after_a.begin(), q_after_a.end());
            both.insert(both.end(), after_b.begin(), after_b.end());
            look_at({static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)},
                static_cast<double>(q0[a]) * q_after_a[b], q, both);
        }
    }
    grader::Values outputs;
    for (const auto& one : probability) outputs.emplace_back(grader::Value(grader::Values(one.begin(), one.end())));
    outputs.emplace_back(others);
    return outputs;
}
