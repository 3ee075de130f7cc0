// Any bytes as model.safetensors.index.json beside two good shards: they open, or one line says why not.

#include "fuzz.hpp"
#include "model/safetensors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const bool shards = [] {
        const std::string header = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
        const std::uint64_t length = header.size();
        const std::string bytes = std::string(reinterpret_cast<const char*>(&length), 8) + header + "\1\2\3\4";
        for (const char* name : {"1.safetensors", "2.safetensors"}) {
            folder.write(name, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
        }
        return true;
    }();
    folder.write("model.safetensors.index.json", data, size);
    fuzz::expect_one_line(folder, [&] {
        const tiny_llm::SafeTensors tensors = tiny_llm::SafeTensors::open_folder(folder.path());
        if (shards && tensors.contains("a")) tiny_llm::to_tensor(tensors.get("a", {1}));
    });
    return 0;
}
