#pragma once
// What people get wrong where every element is computed by itself, and their loops are for a matrix.
#include <algorithm>
#include <functional>

#include "grader/plain.hpp"

MISTAKE(two_axes_looped,
    "With two axes all is right, with three or more only a part is written: perhaps your loops run over rows and columns. Every element is computed by itself, so loop over all x.size() of them with flat(i), or let xtensor do it.",
    "两个轴时都对，三个轴以上只写了一部分：也许循环只有行和列两层。各个元素互不相干：用 flat(i) 对全部 x.size() 个元素循环，或者直接交给 xtensor。");

/// Some write y(i, j), some y.data()[i * columns + j], some the first rows. What none of them reaches is as `unreached` says.
inline void only_two_axes(grader::Floats& y, const std::function<float(std::size_t)>& unreached) {
    if (!two_axes_looped || y.shape.size() < 3) return;
    const std::size_t rows = y.shape[0], columns = y.shape[1], width = y.width();
    for (std::size_t i = 0; i < y.size(); ++i) {
        const bool by_index = i - std::min(rows - 1, i / width) * width < columns, by_place = i < rows * columns,
                   by_row = i < rows * width;
        if (!by_index || !by_place || !by_row) y.values[i] = grader::anything();
        if (!by_index && !by_place && !by_row) y.values[i] = unreached(i);
    }
}
