#include "rms_norm_nd.hpp"

#include "support/grade.hpp"
#include "tests/week1/02-rms-norm/rms_norm_nd_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("four values worked by hand in the chapter, as two by two") {
    grade("章节里手算的四个值，排成二乘二", "by-hand");
}

TEST_CASE("no weight") { grade("没有 weight", "no-weight"); }

TEST_CASE("one axis: the RMSNorm that you know") { grade("一维：熟悉的 RMSNorm", "one-axis"); }

TEST_CASE("two axes share one mean square") { grade("两维共用一个均方", "two-axes"); }

TEST_CASE("three axes share one mean square") { grade("三维共用一个均方", "three-axes"); }

TEST_CASE("two leading axes and no weight") { grade("前面有两维，没有 weight", "two-leading-axes"); }

TEST_CASE("as many rows as columns") { grade("行数等于列数", "square"); }

TEST_CASE("tiny samples: eps decides") { grade("很小的样本：eps 起决定作用", "tiny-samples"); }

TEST_CASE("a large eps counts too") { grade("很大的 eps 也要算进去", "large-eps"); }

TEST_CASE("samples far from zero: the mean stays in") { grade("远离零的样本：不减均值", "far-from-zero"); }

TEST_CASE("a sample of zeros gives zeros") { grade("全零的样本得到零", "zero-sample"); }

TEST_CASE("a sample of one") { grade("只有一个元素的样本", "one-by-one"); }

TEST_CASE("rank 1, no leading axis at all") { grade("一维，前面没有其他维", "rank-1"); }

TEST_CASE("zero samples give zero samples") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2, 2}, {3, 0, 2, 2}}) {
        for (const char* name : {"by-hand", "no-weight"}) {
            grade("零个样本得到零个样本", with(name, {{"x", zeros(shape)}}), {zeros(shape)});
        }
    }
}

TEST_CASE("last axes other than normalized_shape are refused") {
    // The first two have as many elements as two samples of (2, 3).
    for (const auto& shape :
         {std::vector<std::size_t>{2, 3, 2}, {2, 6}, {3}, {2, 2, 4}, {2, 3, 3}, {2, 2, 1}, {2, 1, 3}}) {
        refuses("末尾各维不等于 normalized_shape 时拒绝", with("two-axes", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("a weight other than normalized_shape is refused") {
    // (3), (1), (1, 3), (2, 1) and (1, 2, 3) would broadcast; (6) and (3, 2) have as many elements.
    for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {1, 3}, {2, 1}, {1, 2, 3}, {6}, {3, 2}, {2}}) {
        refuses("weight 的形状不是 normalized_shape 时拒绝", with("two-axes", {{"weight", zeros(shape)}}));
    }
}

TEST_CASE("Qwen2-0.5B's 896 as 14 heads of 64") { grade("把 Qwen2-0.5B 的 896 看成 14 个 64 维的头", "heads"); }
