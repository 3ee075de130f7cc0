#pragma once
// What people get wrong in every fast form, and how one writes its output.
#include "grader/plain.hpp"

MISTAKE(added_where_it_fits,
    "Where an output has the right shape already, the result is added to what it held; only an output that is resized begins at zero. An output may hold anything, NaN too: write the result there, or set it to zero in every call.",
    "输出的形状已经对的时候，结果被加到了它原来的内容上，只有 resize 过的才从零开始。输出里可以是任何数，NaN 也可能：应当直接写入，或者每次调用都先清零。");
MISTAKE(resized_by_axes,
    "An output is resized only where its number of axes differs: an output with as many axes but other lengths keeps its shape. Compare shapes, or call resize always, which costs nothing where the shape is right.",
    "只有轴的个数不同时才 resize：轴数相同、长度不同的输出会保留原来的形状。应比较形状，或者每次都调用 resize，形状已经对时它没有代价。");
MISTAKE(resized_by_size,
    "An output is resized only where the number of elements differs: an output with as many elements in another shape keeps its shape. Compare shapes, or call resize always, which costs nothing where the shape is right.",
    "只有元素个数不同时才 resize：元素个数相同、形状不同的输出会保留原来的形状。应比较形状，或者每次都调用 resize，形状已经对时它没有代价。");
MISTAKE(shared_by_threads,
    "One thread alone is right; several give wrong numbers. Perhaps some rows are left to no thread, or threads write where others still read or write: declare what each thread needs for itself, a scratch row or a row's sum, inside the parallel loop; a sum of all threads needs reduction(+:sum); what the next loop reads needs a barrier before it, which nowait takes away; and each place of out is written by one thread only.",
    "只用一个线程时是对的，用几个线程时就错了。可能有的行没有分给任何线程，或者有的线程在写别的线程还要读、也在写的地方：每个线程自己要用的东西（临时的一行、一行的累加器）应当在并行循环里面声明；所有线程共同的和要用 reduction(+:sum)；下一个循环要读的，之前要有屏障，写了 nowait 就没有屏障；out 的每一处也只能由一个线程来写。");

namespace fast_form {

using grader::Floats, grader::Real, grader::Run, grader::Shape, grader::Values;

/// What output k holds before the call.
inline Floats before(const Run& run, std::size_t k = 0) {
    const char* const names[] = {"out before", "out 2 before"};
    return run.has(names[k]) ? run.floats(names[k]) : Floats({0}, 0.0f);
}

inline void resize(Floats& out, const Shape& shape, bool empty_is_kept = false) {
    const std::size_t size = Floats::count(shape);
    if ((empty_is_kept && size == 0) || (resized_by_axes && out.shape.size() == shape.size())) return;
    if (added_where_it_fits && out.shape != shape) out = Floats(shape, 0.0f);
    if (!resized_by_size || out.size() != size) grader::resize(out, shape);
}

/// The elements that are written: the first `width` of each row of D, in the first `rows` rows.
struct Written {
    std::size_t D, width, rows = std::numeric_limits<std::size_t>::max();
};

/// Of these y is written to out. The others keep what is there; a mistake that is made alone agrees with whatever that is.
inline void write(Floats& out, const Floats& y, const Written& written, bool added = false) {
    added = added || added_where_it_fits;
    const auto is_unwritten = [](float x) { return std::bit_cast<std::uint32_t>(x) == grader::unwritten_bits; };
    const bool alone = is_unwritten(grader::never_written());
    for (std::size_t i = 0, end = std::min(y.size(), out.size()); i < end; ++i) {
        const bool is_written = i % written.D < written.width && i / written.D < written.rows;
        if (is_written && !is_unwritten(y.values[i])) out.values[i] = added ? out.values[i] + y.values[i] : y.values[i];
        else if (alone) out.values[i] = grader::unwritten();
    }
}

/// What is returned. What threads that share memory leave nobody knows.
inline Values returned(const Run& run, grader::Fast& fast, Values outputs, bool shared = shared_by_threads) {
    if (!shared) return outputs;
    Values open;
    for (const grader::Value& one : outputs)
        open.emplace_back(Floats(std::get<Floats>(one.is).shape, grader::anything()));
    fast.by_threads = open;
    return run.has("threads") ? outputs : open;
}

}  // namespace fast_form
