// What `story` says of files that are not what they should be: one line that names the file and the tensor or the
// key, never a crash, never silence.

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "grader/catch.hpp"
#include "support/refused.hpp"

namespace {

using model_files::Entry;
using model_files::Folder;
using model_files::Model;
using nlohmann::ordered_json;

std::string contents_cut(const Path& file, std::size_t size) {
    std::filesystem::resize_file(file, size);
    return file.filename();
}

}  // namespace

TEST_CASE("the small model that is damaged below runs as it is") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const StoryRun run = run_story({"--model", folder.path(), "--tokens", "4", "--temperature", "0", "--json", "Once"});
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    const ordered_json said = ordered_json::parse(run.out);
    CHECK(said["prompt_tokens"] == ordered_json{79, 110, 99, 101});
    CHECK(said["tokens"].size() == 4);
}

TEST_CASE("files that are missing, empty, folders or cut anywhere") {
    const Strings files{"config.json", "tokenizer.json", "model.safetensors"};
    for (const std::string& file : files) {
        check_refused("missing", {file}, [&](const Path& folder) { std::filesystem::remove(folder / file); });
        check_refused("empty", {file + ": "}, [&](const Path& folder) { contents_cut(folder / file, 0); });
        check_refused("a folder", {file + ": "}, [&](const Path& folder) {
            std::filesystem::remove(folder / file);
            std::filesystem::create_directory(folder / file);
        });
        check_refused("zeros", {file + ": "},
                      [&](const Path& folder) { model_files::write(folder / file, std::string(5000, '\0')); });
        check_refused("noise", {file + ": "}, [&](const Path& folder) {
            model_files::write(folder / file, "\xff\xfe\x80 not this one \x01\x02 at all");
        });
        for (const int size : {1, 7, 8, 9, 100, 1000, 2200, 2300}) {
            check_refused("cut at " + std::to_string(size), {file + ": "}, [&](const Path& folder) {
                const auto whole = static_cast<int>(std::filesystem::file_size(folder / file));
                contents_cut(folder / file, static_cast<std::size_t>(std::min(size, whole - 2)));
            });
        }
        check_refused("one byte short", {file + ": "}, [&](const Path& folder) {
            contents_cut(folder / file, std::filesystem::file_size(folder / file) - 1);
        });
    }
    for (const std::string folder : {"/nowhere", "/etc/passwd"}) {
        const StoryRun run = run_story({"--model", folder});
        CAPTURE(folder, run.err);
        CHECK(run.exit == 2);
        CHECK(run.err.starts_with("story: " + folder));
    }
}

TEST_CASE("a pipe, a socket or a device is no file of a model, and nobody waits for it") {
    const auto socket_at = [](const Path& path) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.string().copy(address.sun_path, sizeof address.sun_path - 1);
        const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
        REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        ::close(socket);
    };
    for (const std::string file : {"config.json", "generation_config.json", "tokenizer.json", "model.safetensors"}) {
        const auto replaced = [&](const char* what, const auto& by) {
            check_refused(what, {file + ": not a file"}, [&](const Path& folder) {
                std::filesystem::remove(folder / file);
                by(folder / file);
            });
        };
        replaced("a pipe", [](const Path& path) { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); });
        replaced("a link to a device", [](const Path& path) { std::filesystem::create_symlink("/dev/zero", path); });
        replaced("a folder", [](const Path& path) { std::filesystem::create_directory(path); });
        replaced("a socket", socket_at);
    }
}

TEST_CASE("files that may not be read") {
    if (::geteuid() == 0) {
        WARN("not tested: root reads everything");
        return;
    }
    for (const char* file : {"config.json", "tokenizer.json", "model.safetensors"}) {
        check_refused("no permission", {file, "ermission denied"}, [&](const Path& folder) {
            std::filesystem::permissions(folder / file, std::filesystem::perms::none);
        });
    }
}

TEST_CASE("tensors that are missing, or not what config.json says") {
    for (const Entry& e : model_files::small_qwen2().tensors) {
        check_model_refused("missing", {"model.safetensors: " + e.name + ": missing"}, [&](Model& model) {
            std::erase_if(model.tensors, [&](const Entry& other) { return other.name == e.name; });
        });
        check_model_refused("of another shape", {"model.safetensors: " + e.name + ": shape"}, [&](Model& model) {
            Entry& changed = model.tensor(e.name);
            changed.shape[0] += 1;
            changed.bytes.resize(changed.bytes.size() / e.shape[0] * changed.shape[0]);
        });
    }
    check_model_refused("turned", {"self_attn.q_proj.weight: shape is [16,24], config.json needs [24,16]"},
                        [](Model& model) {
                            model.tensor("model.layers.1.self_attn.q_proj.weight").shape = {16, 24};
                        });
    check_model_refused("with an axis more", {"model.norm.weight: shape is [1,16]"}, [](Model& model) {
        model.tensor("model.norm.weight").shape = {1, 16};
    });
    check_model_refused("integers", {"model.norm.weight: dtype is I32"},
                        [](Model& model) { model.tensor("model.norm.weight").dtype = "I32"; });
    check_model_refused("fewer layers in the file", {"model.layers.2.input_layernorm.weight: missing"},
                        [](Model& model) { model.config["num_hidden_layers"] = 3; });
}

TEST_CASE("sizes that no file backs are refused by the tensors' shapes, before anything is allocated") {
    for (const char* key : {"hidden_size", "intermediate_size", "num_hidden_layers", "vocab_size"}) {
        check_model_refused(key, {"model.safetensors: "}, [&](Model& model) { model.config[key] = 2147483646; });
    }
    check_model_refused("heads", {"q_proj.weight: shape"},
                        [](Model& model) { model.config["num_attention_heads"] = 2147483646; });
    check_model_refused("head_dim", {"q_proj.weight: shape"},
                        [](Model& model) { model.config["head_dim"] = 2147483646; });
    check_model_refused("all", {"model.safetensors: "}, [](Model& model) {
        for (const char* key : {"hidden_size", "intermediate_size", "vocab_size", "head_dim", "num_attention_heads",
                                "num_key_value_heads"}) {
            model.config[key] = 2147483646;
        }
    });
}

TEST_CASE("config.json") {
    const auto set = [](const char* key, const ordered_json& value) {
        check_model_refused(value.dump(), {"config.json: " + std::string(key) + ": "},
                            [&](Model& model) { model.config[key] = value; });
    };
    set("architectures", {"GPT2LMHeadModel"});
    set("hidden_size", -16);
    set("hidden_size", "16");
    set("num_hidden_layers", 1e30);
    set("num_key_value_heads", 3);
    set("hidden_act", "gelu");
    set("rms_norm_eps", 0);
    set("rope_scaling", {{"type", "linear"}});
    set("eos_token_id", {1, "two"});
    check_model_refused("a key less", {"config.json: intermediate_size: missing"},
                        [](Model& model) { model.config.erase("intermediate_size"); });
    const auto text = [](const std::string& json, const Strings& named) {
        check_refused(json, named, [&](const Path& folder) { model_files::write(folder / "config.json", json); });
    };
    text("{\"hidden_size\": 16, \"hidden_size\": 16}", {"config.json: ", "hidden_size", "twice"});
    text("[1, 2]", {"config.json: ", "not a JSON object"});
    text("{\"a\": 1,}", {"config.json: ", "broken JSON"});
    text(std::string(2'000'000, '['), {"config.json: "});
    text("{\"a\":" + std::string(2'000'000, '['), {"config.json: "});
    check_refused("generation_config.json", {"generation_config.json: ", "broken JSON"},
                  [](const Path& folder) { model_files::write(folder / "generation_config.json", "{"); });
}

TEST_CASE("shards") {
    const auto shards = [](const std::string& what, const Strings& named,
                           const std::function<void(const Path&, ordered_json&)>& damage) {
        check_refused(what, named, [&](const Path& folder) {
            std::filesystem::remove(folder / "model.safetensors");
            const Model model = model_files::small_qwen2();
            model.write_in_shards(folder, 2);
            const Path index = folder / "model.safetensors.index.json";
            ordered_json map;
            for (std::size_t i = 0; i < model.tensors.size(); ++i) {
                map[model.tensors[i].name] = "model-" + std::to_string(i % 2 + 1) + ".safetensors";
            }
            damage(folder, map);
            model_files::write(index, ordered_json{{"weight_map", map}}.dump());
        });
    };
    const std::string index = "model.safetensors.index.json: ";
    const std::string norm = "model.norm.weight";
    shards("missing", {"model-2.safetensors: "},
           [](const Path& folder, ordered_json&) { std::filesystem::remove(folder / "model-2.safetensors"); });
    shards("cut", {"model-2.safetensors: "},
           [](const Path& folder, ordered_json&) { contents_cut(folder / "model-2.safetensors", 3000); });
    shards("in the other", {index + norm}, [&](const Path&, ordered_json& map) { map[norm] = "model-1.safetensors"; });
    shards("left out", {index + norm + ": missing"}, [&](const Path&, ordered_json& map) { map.erase(norm); });
    for (const ordered_json& name :
         {ordered_json("../model-1.safetensors"), ordered_json("/etc/passwd"), ordered_json(""), ordered_json(7),
          ordered_json("a/../b"), ordered_json(nullptr)}) {
        shards(name.dump(), {index + norm}, [&](const Path&, ordered_json& map) { map[norm] = name; });
    }
    shards("a folder", {"..: not a file"}, [&](const Path&, ordered_json& map) { map[norm] = ".."; });
    shards("no map", {index + "weight_map"}, [](const Path&, ordered_json& map) { map = 4; });
}
