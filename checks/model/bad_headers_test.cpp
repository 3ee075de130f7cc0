// Safetensors files whose header is not true.

#include "grader/catch.hpp"
#include "support/refused.hpp"

namespace {

/// The same, with another safetensors header and as many bytes of data as it speaks of.
void check_header_refused(const std::string& header, const Strings& named) {
    Strings all{"model.safetensors: "};
    all.insert(all.end(), named.begin(), named.end());
    check_refused(header, all, [&](const Path& folder) {
        model_files::write(folder / "model.safetensors", model_files::safetensors(header, std::string(64, '\0')));
    });
}

}  // namespace

TEST_CASE("safetensors headers that lie") {
    const std::string good = R"("a":{"dtype":"F32","shape":[8],"data_offsets":[0,32]})";
    const auto with = [&](const std::string& second) { return "{" + good + "," + second + "}"; };
    check_header_refused("{" + good + "}", {"32 bytes after the last tensor"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[28,60]})"), {"b: ", "inside"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[7],"data_offsets":[36,64]})"), {"b: ", "36", "32"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[0,32]})"), {"b: ", "inside"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[9],"data_offsets":[32,68]})"), {"truncated", "68", "64"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[9],"data_offsets":[32,64]})"), {"b: ", "[9]", "36", "32"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[64,32]})"), {"b: ", "ends before"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[-32,0]})"), {"b: ", "data_offsets"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[-8],"data_offsets":[32,64]})"), {"b: ", "shape"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[2.5],"data_offsets":[32,64]})"), {"b: ", "shape"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":8,"data_offsets":[32,64]})"), {"b: ", "shape"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[32]})"), {"b: ", "data_offsets"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[32,1e300]})"), {"b: ", "data_offsets"});
    check_header_refused(with(R"("b":{"dtype":"F33","shape":[8],"data_offsets":[32,64]})"), {"b: ", "F33"});
    check_header_refused(with(R"("b":{"dtype":4,"shape":[8],"data_offsets":[32,64]})"), {"b: ", "dtype"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8]})"), {"b: ", "data_offsets"});
    check_header_refused(with(R"("b":[1,2])"), {"b: "});
    check_header_refused(with(R"("b":null)"), {"b: "});
    // 2^64 elements: a product that overflows to 0, and one that overflows to 8.
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[32,32]})"),
                         {"b: ", "too large"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[9223372036854775809,2,4],"data_offsets":[32,64]})"),
                         {"b: ", "too large"});
    check_header_refused(with(good), {"\"a\"", "twice"});
    check_header_refused(with(R"("b":{"dtype":"F32","dtype":"F32","shape":[8],"data_offsets":[32,64]})"),
                         {"dtype", "twice"});
    check_header_refused("[]", {"header"});
    check_header_refused("{", {"header", "broken JSON"});
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[32,64]})") + "x",
                         {"header", "broken JSON"});
    check_header_refused("{\"a\xff\":1}", {"header", "broken JSON"});
    check_header_refused(std::string(100'000, '['), {"header"});
    check_header_refused("{\"a\":" + std::string(1'000'000, '['), {"header"});
    for (const std::uint64_t length : {std::uint64_t{100'000'001}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        check_refused("a huge header", {"model.safetensors: ", std::to_string(length)}, [&](const Path& folder) {
            model_files::write(folder / "model.safetensors",
                               std::string(reinterpret_cast<const char*>(&length), 8) + "{}");
        });
    }
}
