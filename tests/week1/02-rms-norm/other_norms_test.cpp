#include "other_norms.hpp"

#include "support/grade.hpp"
#include "tests/week1/02-rms-norm/other_norms_call.hpp"

const grader::Answer grader::answer = &tiny_llm::call;

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

TEST_CASE("batch_norm: eight values worked by hand in the chapter") {
    grade("batch_norm：章节里手算的八个值", "batch-by-hand");
}

TEST_CASE("group_norm: eight values worked by hand in the chapter") {
    grade("group_norm：章节里手算的八个值", "group-by-hand");
}

TEST_CASE("batch_norm: 3 x 5 x 7") { grade("batch_norm：3 x 5 x 7", "batch-odd"); }

TEST_CASE("batch_norm: as many samples as channels as places") {
    grade("batch_norm：样本数、通道数、长度都相等", "batch-cube");
}

TEST_CASE("batch_norm: tiny channels, eps decides") { grade("batch_norm：很小的通道，eps 起决定作用", "batch-tiny"); }

TEST_CASE("batch_norm: a large eps counts too") { grade("batch_norm：很大的 eps 也要算进去", "batch-large-eps"); }

TEST_CASE("batch_norm: channels shifted far away") { grade("batch_norm：整体平移很远的通道", "batch-shifted"); }

TEST_CASE("batch_norm: a constant channel gives zeros") {
    grade("batch_norm：各元素相等的通道得到零", "batch-constant-channel");
}

TEST_CASE("batch_norm: one sample") { grade("batch_norm：只有一个样本", "batch-one-sample"); }

TEST_CASE("batch_norm: length one") { grade("batch_norm：长度为一", "batch-length-one"); }

TEST_CASE("batch_norm: a channel of one element gives zero") {
    for (const std::size_t channels : {3, 1}) {
        const grader::Tensor none = zeros({1, channels, 1});
        grade("batch_norm：只有一个元素的通道得到零", with("batch-by-hand", {{"x", none + 7.0f}}), {none});
    }
}

TEST_CASE("group_norm: three groups of two channels") { grade("group_norm：三组，每组两个通道", "group-odd"); }

TEST_CASE("group_norm: two groups of three channels") { grade("group_norm：两组，每组三个通道", "group-two-of-three"); }

TEST_CASE("group_norm: as many samples as channels as places") {
    grade("group_norm：样本数、通道数、长度都相等", "group-cube");
}

TEST_CASE("group_norm: one group") { grade("group_norm：只有一组", "group-one-group"); }

TEST_CASE("group_norm: as many groups as channels") { grade("group_norm：组数等于通道数", "group-channels-alone"); }

TEST_CASE("group_norm: tiny groups, eps decides") { grade("group_norm：很小的组，eps 起决定作用", "group-tiny"); }

TEST_CASE("group_norm: a large eps counts too") { grade("group_norm：很大的 eps 也要算进去", "group-large-eps"); }

TEST_CASE("group_norm: groups shifted far away") { grade("group_norm：整体平移很远的组", "group-shifted"); }

TEST_CASE("group_norm: a constant group gives zeros") {
    grade("group_norm：各元素相等的组得到零", "group-constant-group");
}

TEST_CASE("no samples, or length zero, give the same shape back") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2, 2}, {2, 2, 0}}) {
        grade("零个样本或零长度，形状不变", with("batch-by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
        grade("零个样本或零长度，形状不变", with("group-by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

TEST_CASE("x without exactly three axes is refused") {
    for (const auto& shape : {std::vector<std::size_t>{4}, {2, 4}, {2, 4, 3, 5}}) {
        refuses("x 不是三维时拒绝", with("batch-by-hand", {{"x", zeros(shape)}}));
        refuses("x 不是三维时拒绝", with("group-by-hand", {{"x", zeros(shape)}}));
    }
}

TEST_CASE("groups that do not divide the channels are refused") {
    for (const float groups : {0.0f, 4.0f, 5.0f, 12.0f}) {
        grader::Call call = with("group-odd", {});  // six channels
        call.numbers["groups"] = groups;
        refuses("groups 不能整除通道数时拒绝", call);
    }
}
