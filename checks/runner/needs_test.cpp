#include "grader/catch.hpp"
#include "scratch.hpp"

namespace {

nlohmann::json qwen2_mlp() { return learn_run("check qwen2_mlp --json").json(); }

}  // namespace

TEST_CASE("what needs an unsolved exercise is blocked and by which") {
    Scratch scratch;
    scratch.solve("qwen2_mlp");
    scratch.solve("silu");
    auto json = qwen2_mlp();
    CHECK(json["status"] == "blocked");
    CHECK(json["blocked_by"] == nlohmann::json{"linear"});
    CHECK(contains(learn_run("check qwen2_mlp").out, "linear"));
}

TEST_CASE("what needs a failing exercise is blocked") {
    Scratch scratch;
    scratch.solve("qwen2_mlp");
    scratch.solve("linear");
    scratch.put("silu", silu_with(""));
    CHECK(qwen2_mlp()["status"] == "blocked");
    CHECK(qwen2_mlp()["blocked_by"] == nlohmann::json{"silu"});
}

TEST_CASE("what needs an exercise that does not compile or link is blocked and unsolved stays unsolved") {
    Scratch scratch;
    for (const std::string broken : {"int broken(", "#include \"silu.hpp\"\n"}) {
        scratch.put("silu", broken);
        scratch.solve("linear");
        CHECK(qwen2_mlp()["status"] == "unsolved");
        scratch.solve("qwen2_mlp");
        auto json = qwen2_mlp();
        CHECK(json["status"] == "blocked");
        CHECK(json["blocked_by"] == nlohmann::json{"silu"});
        CHECK(learn_run("verify --json").json()["exercises"][2]["status"] == "blocked");
        CHECK(learn_run("reset qwen2_mlp").code == 0);
    }
}

TEST_CASE("what passes on its own is passed whatever it needs") {
    Scratch scratch;
    scratch.put(
        "qwen2_mlp",
        "#include \"qwen2_mlp.hpp\"\nnamespace tiny_llm {\nTensor Qwen2MLP::operator()(const Tensor& x) const { return x; }\n}\n");
    scratch.solve("silu");
    scratch.solve("linear");
    CHECK(qwen2_mlp()["status"] == "failed");
}
