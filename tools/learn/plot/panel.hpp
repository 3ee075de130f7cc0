#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "tools/json/json.hpp"

namespace learn {

/// One number, and what the learner's function and the reference make of it.
struct PlotPoint {
    double x = 0, reference = 0;
    std::optional<double> yours;  // finite; nothing where there is no such answer
    std::string trouble;          // then why: "is NaN", "crashes (Segmentation fault)"; empty where nothing was asked

    /// Farther from the reference than the grader allows.
    bool differs() const;
};

/// One function.
struct PlotPanel {
    std::string name;
    bool row = false;  // the points are the elements of one row, else those of a curve
    std::string note;  // what else the function is given
    bool unsolved = false;
    std::string whole;  // what went wrong when all numbers were asked at once
    std::string shape;  // that came back instead of (N), where as many numbers came
    std::vector<PlotPoint> points;

    bool has_yours() const;
};

/// What the plot shows, from the least to the greatest. Values outside are drawn at its edge.
struct PlotRange {
    double low, high;
};

PlotRange range_of(const PlotPanel& panel);

/// The multiples of 1, 2 or 5 times a power of ten that lie in the range, at most so many.
std::vector<double> ticks(PlotRange range, std::size_t most);

/// From what the two programs print. Throws SetupError where the reference is not complete.
std::vector<PlotPanel> read_panels(const tools::Json& reference, const tools::Json& yours);

/// In words: where the two differ and by how much, where there is no number and why.
std::vector<std::string> findings(const PlotPanel& panel, const std::string& id);

/// The point at which the two differ most; null where they do not.
const PlotPoint* largest_difference(const PlotPanel& panel);

std::size_t count_differing(const PlotPanel& panel);

}  // namespace learn
