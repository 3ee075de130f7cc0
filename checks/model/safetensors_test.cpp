#include "model/safetensors.hpp"

#include <cstdint>

#include "grader/catch.hpp"
#include "model/error.hpp"
#include "support/difference.hpp"
#include "support/model_files.hpp"

using namespace tiny_llm;
using model_files::entry;
using model_files::Folder;

namespace {

std::vector<model_files::Entry> three() {
    return {entry("a", "F32", {2, 3}, {1, -2, 3.5f, 0, 1e-40f, 3e38f}), entry("b", "F16", {3}, {1, -65504, 6e-8f}),
            entry("c", "BF16", {2, 1, 1}, {-1.5f, 3e38f}), entry("nothing", "F32", {0, 4}, {}),
            entry("scalar", "F32", {}, {7})};
}

}  // namespace

TEST_CASE("numbers of each dtype are read as they were written, wherever they lie") {
    const Folder folder;
    // A header of any length: the data begin at any byte, so that no element is aligned.
    for (std::size_t spaces = 0; spaces < 4; ++spaces) {
        const std::string bytes = model_files::safetensors(three());
        std::uint64_t length = 0;
        std::memcpy(&length, bytes.data(), 8);
        const std::string header = bytes.substr(8, length) + std::string(spaces, ' ');
        model_files::write(folder.path() / "x", model_files::safetensors(header, bytes.substr(8 + length)));
        const SafeTensors file = SafeTensors::open(folder.path() / "x");
        CHECK(file.bytes() == bytes.size() + spaces);
        const Tensor a = to_tensor(file.get("a", {2, 3}));
        CHECK(std::vector(a.begin(), a.end()) == std::vector<float>{1, -2, 3.5f, 0, 1e-40f, 3e38f});
        const Tensor b = to_tensor(file.get("b", {3}));
        CHECK(std::vector(b.begin(), b.end()) == std::vector<float>{1, -65504, 0x1p-24f});
        const Tensor c = to_tensor(file.get("c", {2, 1, 1}));
        CHECK(std::vector(c.begin(), c.end()) == std::vector<float>{-1.5f, bfloat16(3e38f)});
        CHECK(to_tensor(file.get("nothing", {0, 4})).size() == 0);
        CHECK(to_tensor(file.get("scalar", {}))() == 7);
    }
}

TEST_CASE("a tensor outlives the object that opened its file") {
    const Folder folder;
    model_files::write(folder.path() / "x", model_files::safetensors(three()));
    const StoredTensor a = SafeTensors::open(folder.path() / "x").get("a", {2, 3});
    std::filesystem::remove(folder.path() / "x");
    CHECK(to_tensor(a)(0, 2) == 3.5f);
}

TEST_CASE("every truncation and every longer file is refused") {
    const Folder folder;
    const std::string whole = model_files::safetensors(three());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        model_files::write(folder.path() / "x", whole.substr(0, size));
        CAPTURE(size);
        CHECK_THROWS_AS(SafeTensors::open(folder.path() / "x"), ModelError);
    }
    model_files::write(folder.path() / "x", whole + "z");
    CHECK_THROWS_AS(SafeTensors::open(folder.path() / "x"), ModelError);
}

TEST_CASE("any byte of the header may be any other: the file opens or is refused in one line") {
    const Folder folder;
    const std::string whole = model_files::safetensors(three());
    for (std::size_t at = 0; at < whole.size() - 40; ++at) {
        for (const char byte : {'\0', '"', '9', '-', ']', '{', ',', '\n', '\x80', '\xff'}) {
            std::string damaged = whole;
            damaged[at] = byte;
            model_files::write(folder.path() / "x", damaged);
            try {
                SafeTensors::open(folder.path() / "x");
            } catch (const ModelError& error) {
                const std::string what = error.what();
                CAPTURE(at, byte, what);
                CHECK(what.starts_with(folder.path().string()));
                CHECK(what.find('\n') == what.npos);
                CHECK(what.size() < 1000);
            }
        }
    }
}

TEST_CASE("a dtype that is not read may be in a file, and only asking for it is an error") {
    const Folder folder;
    std::vector<model_files::Entry> entries = three();
    entries.push_back({"mask", "BOOL", {3}, "\1\0\1"});
    entries.back().bytes.resize(3);
    entries.push_back({"position_ids", "I64", {1}, std::string(8, '\0')});
    model_files::write(folder.path() / "x", model_files::safetensors(entries));
    const SafeTensors file = SafeTensors::open(folder.path() / "x");
    CHECK(file.contains("mask"));
    CHECK_THROWS_AS(file.get("mask", {3}), ModelError);
    CHECK_THROWS_AS(file.get("position_ids", {1}), ModelError);
    CHECK(to_tensor(file.get("scalar", {}))() == 7);
}
