// How the grader calls FastQwen2MLP. Included for the learner's answer and again for each wrong one: no include guard.
#include <memory>

namespace tiny_llm {

template <class Weight>
grader::Values call_mlp(grader::Arguments& arguments) {
    const auto weight = [&](const char* name) -> BasicTensor<Weight> { return xt::cast<Weight>(arguments[name]); };
    const Tensor& gate = arguments["w_gate"];
    auto mlp = std::make_unique<BasicFastQwen2MLP<Weight>>(
        gate.shape(1), gate.shape(0), weight("w_gate"), weight("w_up"), weight("w_down"));
    const auto& asked = *mlp;
    const Tensor out_before = arguments.maybe("out before").value_or(Tensor());
    const auto put = [&](const std::string& when) {
        const auto into = [&](const std::string& name, BasicTensor<Weight>& w) {
            const BasicTensor<Weight> from = xt::cast<Weight>(arguments[when + name]);
            std::copy(from.begin(), from.end(), w.begin());
        };
        into("w_gate", mlp->w_gate), into("w_up", mlp->w_up), into("w_down", mlp->w_down);
    };
    if (arguments.has("earlier w_gate")) {
        put("earlier ");
        Tensor other = out_before;
        asked(arguments["x"], other);
        put("");
    }
    Tensor out = out_before;
    asked(arguments["x"], out);
    arguments["w_gate"] = xt::cast<float>(mlp->w_gate);
    arguments["w_up"] = xt::cast<float>(mlp->w_up);
    arguments["w_down"] = xt::cast<float>(mlp->w_down);
    // Kept until the next call has made its own, which so lies elsewhere: only where a question asks for it does an
    // answer find other weights where it found some before.
    static std::unique_ptr<BasicFastQwen2MLP<Weight>> before;
    before = std::move(mlp);
    return {out};
}

inline grader::Values call(grader::Arguments& arguments) {
    return arguments.function == "bfloat16" ? call_mlp<bfloat16>(arguments) : call_mlp<float>(arguments);
}

}  // namespace tiny_llm
