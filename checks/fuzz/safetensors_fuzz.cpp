// Any bytes as a safetensors file: it opens, and all its tensors can be read, or there is one line that says why not.

#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "model/safetensors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const fuzz::Folder folder;
    const std::filesystem::path file = folder.write("model.safetensors", data, size);
    fuzz::expect_one_line(folder, [&] {
        const tiny_llm::SafeTensors tensors = tiny_llm::SafeTensors::open(file);
        std::uint64_t length = 0;
        std::memcpy(&length, data, sizeof length);
        const nlohmann::json header = nlohmann::json::parse(data + 8, data + 8 + length);
        for (const auto& [name, entry] : header.items()) {
            if (name == "__metadata__") continue;
            const std::string dtype = entry["dtype"];
            if (dtype != "F32" && dtype != "F16" && dtype != "BF16") continue;
            const tiny_llm::StoredTensor& stored = tensors.get(name, entry["shape"]);
            if (stored.shape.size() > 16) continue;  // xtensor has no limit, but this has a time
            if (tiny_llm::to_tensor(stored).size() != stored.size()) std::abort();
        }
    });
    return 0;
}
