// How the grader calls fast_linear. Included for the learner's answer and again for each wrong one: no include guard.
#include <memory>

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const std::optional<Tensor> bias = arguments.maybe("bias");
    Tensor out = arguments.maybe("out before").value_or(Tensor());
    auto weight = std::make_unique<Tensor>(arguments["weight"]);
    if (arguments.has("earlier weight")) {
        const Tensor& earlier = arguments["earlier weight"];
        std::copy(earlier.begin(), earlier.end(), weight->begin());
        Tensor other = out;
        fast_linear(arguments["x"], *weight, bias, other);
        std::copy(arguments["weight"].begin(), arguments["weight"].end(), weight->begin());
    }
    fast_linear(arguments["x"], *weight, bias, out);
    arguments["weight"] = *weight;
    if (bias) arguments["bias"] = *bias;
    // Kept until the next call has made its own, which so lies elsewhere: only where a question asks for it does an
    // answer find other weights where it found some before.
    static std::unique_ptr<Tensor> before;
    before = std::move(weight);
    return {out};
}

}  // namespace tiny_llm
