#include "grader/plot.hpp"

// The query of "in" and the keys of "One day, Lily got a drum. She played in", in layer 3, head 1 of the shipped model: their
// scores, divided by 4, so that scores and weights can be seen in one picture. The query 4 undoes that.
static const grader::Floats query({1, 1}, 4.0f);

GRADER_PANELS({"scaled_dot_product_attention", {"", {{"query", query}}},
    {0.48f, 0.13f, 0.15f, 0.6f, 0.59f, 0.78f, 0.48f, 0.79f, 0.71f, 1.24f, 1.47f, 1.17f, 0.8f}, true,
    "x: scores of the last token, divided by 4, over One | day | , | Lily | got | a | d | r | um | . | She | played | "
    "in, in one head of the course's model; y: its weights",
    "x：最后一个 token 对 One | day | , | Lily | got | a | d | r | um | . | She | played | in 的分数（除以 4），取自课程模型的"
    "一个头；y：它的权重"})
