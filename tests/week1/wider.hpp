// Cases beyond those of the fixtures: one more axis, rows wider than any of Qwen2-0.5B's, gates far from zero, and a layer that is
// very wide inside.
#pragma once

#include "grader/questions.hpp"

/// The case with an axis of one after the first, in its outputs and in those of its arguments.
inline void grade_with_one_more_axis(
    const std::string& name, const std::vector<std::string>& arguments, grader::Tolerance tolerance = {}) {
    grader::Fixture more = grader::fixture(name);
    const auto with_it = [](grader::Floats array) {
        array.shape.insert(array.shape.begin() + 1, 1);
        return array;
    };
    for (const std::string& one : arguments) more.call.set(one, with_it(std::get<grader::Floats>(more.call[one].is)));
    for (grader::Value& output : more.outputs) output.is = with_it(std::get<grader::Floats>(output.is));
    grader::grade(more.call, more.outputs, tolerance);
}

/// Where an activation that is cut off shows that it is.
inline const std::vector<float> far_gates = {-15, -12, -10.5f, -9, -7, -6, 6, 8, 12, 16, 22, 30};

/// Two rows of +size and -size by turns: their mean is 0, and their squares have an exact sum.
inline grader::Floats by_turns(float size, std::vector<std::size_t> row = {8192}) {
    row.insert(row.begin(), 2);
    grader::Floats x(row, size);
    for (std::size_t i = 1; i < x.size(); i += 2) x.values[i] = -size;
    return x;
}

/// Where a layer has 70,000 hidden elements: a row that adds up 19 of them. All of them would be rounded differently by each of
/// BLAS's kernels, as soon as a mistake makes something else of them than a whole number, and then nobody could name it.
inline grader::Floats adds_few_of(std::size_t hidden) {
    grader::Floats row({1, hidden}, 0.0f);
    for (std::size_t i = 0; i < hidden; i += 4096) row.values[i] = 1;
    row.values.back() = 1;
    return row;
}
