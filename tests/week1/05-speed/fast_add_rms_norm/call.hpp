// How the grader calls fast_add_rms_norm. Included for the learner's answer and again for each wrong one: no include
// guard.
namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const float eps = arguments.number("eps");
    const Tensor normalized = arguments.maybe("out before").value_or(Tensor());
    const Tensor sum = arguments.maybe("out 2 before").value_or(Tensor());
    if (arguments.function == "bfloat16") {
        const BasicTensor<bfloat16> x = xt::cast<bfloat16>(arguments["x"]);
        const BasicTensor<bfloat16> residual = xt::cast<bfloat16>(arguments["residual"]);
        const BasicTensor<bfloat16> weight = xt::cast<bfloat16>(arguments["weight"]);
        BasicAddRMSNormResult<bfloat16> out{xt::cast<bfloat16>(normalized), xt::cast<bfloat16>(sum)};
        fast_add_rms_norm(x, residual, weight, eps, out);
        arguments["x"] = xt::cast<float>(x);
        arguments["residual"] = xt::cast<float>(residual);
        arguments["weight"] = xt::cast<float>(weight);
        return {out.normalized, out.residual};
    }
    AddRMSNormResult out{normalized, sum};
    fast_add_rms_norm(arguments["x"], arguments["residual"], arguments["weight"], eps, out);
    return {out.normalized, out.residual};
}

}  // namespace tiny_llm
