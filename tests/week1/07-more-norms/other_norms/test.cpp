#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("batch_norm: eight values worked by hand in the chapter", "batch_norm：章节里手算的八个值") {
    grade("batch-by-hand");
}

QUESTION("group_norm: eight values worked by hand in the chapter", "group_norm：章节里手算的八个值") {
    grade("group-by-hand");
}

QUESTION("batch_norm: 3 x 5 x 7", "batch_norm：3 x 5 x 7") { grade("batch-odd"); }

QUESTION("batch_norm: as many samples as channels as places", "batch_norm：样本数、通道数、长度都相等") {
    grade("batch-cube");
}

QUESTION("batch_norm: tiny channels, eps decides", "batch_norm：很小的通道，eps 起决定作用") { grade("batch-tiny"); }

QUESTION("batch_norm: a large eps counts too", "batch_norm：很大的 eps 也要算进去") { grade("batch-large-eps"); }

QUESTION("batch_norm: channels shifted far away", "batch_norm：整体平移很远的通道") { grade("batch-shifted"); }

QUESTION("batch_norm: a constant channel gives zeros", "batch_norm：各元素相等的通道得到零") {
    grade("batch-constant-channel");
}

QUESTION("batch_norm: one sample", "batch_norm：只有一个样本") { grade("batch-one-sample"); }

QUESTION("batch_norm: length one", "batch_norm：长度为一") { grade("batch-length-one"); }

QUESTION("batch_norm: a channel of one element gives zero", "batch_norm：只有一个元素的通道得到零") {
    for (const std::size_t channels : {3, 1}) {
        grade(with("batch-by-hand", {{"x", grader::Floats({1, channels, 1}, 7.0f)}}), {zeros({1, channels, 1})});
    }
}

QUESTION("group_norm: three groups of two channels", "group_norm：三组，每组两个通道") { grade("group-odd"); }

QUESTION("group_norm: two groups of three channels", "group_norm：两组，每组三个通道") { grade("group-two-of-three"); }

QUESTION("group_norm: as many samples as channels as places", "group_norm：样本数、通道数、长度都相等") {
    grade("group-cube");
}

QUESTION("group_norm: one group", "group_norm：只有一组") { grade("group-one-group"); }

QUESTION("group_norm: as many groups as channels", "group_norm：组数等于通道数") { grade("group-channels-alone"); }

QUESTION("group_norm: tiny groups, eps decides", "group_norm：很小的组，eps 起决定作用") { grade("group-tiny"); }

QUESTION("group_norm: a large eps counts too", "group_norm：很大的 eps 也要算进去") { grade("group-large-eps"); }

QUESTION("group_norm: groups shifted far away", "group_norm：整体平移很远的组") { grade("group-shifted"); }

QUESTION("group_norm: a constant group gives zeros", "group_norm：各元素相等的组得到零") {
    grade("group-constant-group");
}

QUESTION("no samples, or length zero, give the same shape back", "零个样本或零长度，形状不变") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2, 2}, {2, 2, 0}}) {
        grade(with("batch-by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
        grade(with("group-by-hand", {{"x", zeros(shape)}}), {zeros(shape)});
    }
}

QUESTION("x without exactly three axes is refused", "x 不是三维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{4}, {2, 4}, {2, 4, 3, 5}}) {
        refuses(with("batch-by-hand", {{"x", zeros(shape)}}));
        refuses(with("group-by-hand", {{"x", zeros(shape)}}));
    }
}

QUESTION("groups that do not divide the channels are refused", "groups 不能整除通道数时拒绝") {
    for (const int groups : {0, 4, 5, 12}) {
        refuses(with("group-odd", {{"groups", groups}}));  // six channels
    }
}

QUESTION("512 places, and 512 groups", "长度 512；512 组") {
    // Half of them is 3, half is -1: no sum is rounded, the mean is 1 and the variance 4.
    const std::size_t L = 512;
    grader::Floats x({1, 1, L}, 3.0f), y({1, 1, L}, 1.0f);
    std::fill(x.begin() + L / 2, x.end(), -1.0f);
    std::fill(y.begin() + L / 2, y.end(), -1.0f);
    grade(with("batch-by-hand", {{"x", x}, {"eps", 1e-6f}}), {y});
    grade(with("group-by-hand", {{"x", x}, {"groups", 1}, {"eps", 1e-6f}}), {y});
    // In each group -1, 3.
    grader::Floats channels({150, 512, 2}, 3.0f), normalized({150, 512, 2}, 1.0f);
    for (std::size_t k = 0; k < channels.size(); k += 2) {
        channels.values[k] = -1;
        normalized.values[k] = -1;
    }
    grade(with("group-by-hand", {{"x", channels}, {"groups", 512}, {"eps", 1e-6f}}), {normalized});
}

QUESTION("an eps of 1e-14, which is smaller than most", "eps 为 1e-14，比常见的小得多") {
    // The mean is 1e-7, the variance 4e-14.
    const float y = static_cast<float>(2e-7 / std::sqrt(5e-14));
    const grader::Floats x({1, 1, 2}, std::vector<float>{3e-7f, -1e-7f}), out({1, 1, 2}, std::vector<float>{y, -y});
    grade(with("batch-by-hand", {{"x", x}, {"eps", 1e-14f}}), {out});
    grade(with("group-by-hand", {{"x", x}, {"groups", 1}, {"eps", 1e-14f}}), {out});
}
