// What `story` says of files and options that are not what they should be: one line that names the file and the tensor
// or the key, exit 2, nothing on standard output; never a crash, never silence.

#include <functional>

#include "support/catch.hpp"
#include "support/run_story.hpp"
#include "support/small_qwen2.hpp"

namespace {

using model_files::Entry;
using model_files::Folder;
using model_files::Model;
using nlohmann::ordered_json;
using Path = std::filesystem::path;
using Strings = std::vector<std::string>;

/// Runs on a small model, of which `damage` has changed the files.
void check_refused(const std::string& what, const Strings& named, const std::function<void(const Path&)>& damage,
                   const Strings& options = {"--tokens", "1"}) {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    damage(folder.path());
    Strings arguments{"--model", folder.path(), "--temperature", "0"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const StoryRun run = run_story(arguments);
    CAPTURE(what, run.exit, run.out, run.err);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("story: "));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.size() < 500);
    for (const std::string& name : named) {
        CAPTURE(name);
        CHECK(run.err.find(name) != run.err.npos);
    }
}

/// The same, with the model changed before it is written.
void check_model_refused(const std::string& what, const Strings& named, const std::function<void(Model&)>& change,
                         const Strings& options = {"--tokens", "1"}) {
    const auto damage = [&](const Path& folder) {
        Model model = model_files::small_qwen2();
        change(model);
        model.write(folder);
    };
    check_refused(what, named, damage, options);
}

/// The same, with another safetensors header and as many bytes of data as it speaks of.
void check_header_refused(const std::string& header, const Strings& named) {
    Strings all{"model.safetensors: "};
    all.insert(all.end(), named.begin(), named.end());
    check_refused(header, all, [&](const Path& folder) {
        model_files::write(folder / "model.safetensors", model_files::safetensors(header, std::string(64, '\0')));
    });
}

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

TEST_CASE("files that may not be read") {
    if (::geteuid() == 0) return;  // root reads everything
    for (const char* file : {"config.json", "tokenizer.json", "model.safetensors"}) {
        check_refused("no permission", {file, "ermission denied"}, [&](const Path& folder) {
            std::filesystem::permissions(folder / file, std::filesystem::perms::none);
        });
    }
}

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
    check_header_refused(with(R"("b":{"dtype":"F32","shape":[8],"data_offsets":[32,64]})") + "x", {"header", "broken JSON"});
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
                        [](Model& model) { model.tensor("model.layers.1.self_attn.q_proj.weight").shape = {16, 24}; });
    check_model_refused("with an axis more", {"model.norm.weight: shape is [1,16]"},
                        [](Model& model) { model.tensor("model.norm.weight").shape = {1, 16}; });
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
    for (const ordered_json& name : {ordered_json("../model-1.safetensors"), ordered_json("/etc/passwd"),
                                     ordered_json(""), ordered_json(7), ordered_json("a/../b"), ordered_json(nullptr)}) {
        shards(name.dump(), {index + norm}, [&](const Path&, ordered_json& map) { map[norm] = name; });
    }
    shards("a folder", {"..: not a file"}, [&](const Path&, ordered_json& map) { map[norm] = ".."; });
    shards("no map", {index + "weight_map"}, [](const Path&, ordered_json& map) { map = 4; });
}

TEST_CASE("a tokenizer of another kind, or of another model") {
    const auto tokenizer = [](const std::string& what, const Strings& named,
                              const std::function<void(ordered_json&)>& change) {
        check_model_refused(what, named, [&](Model& model) {
            ordered_json json = ordered_json::parse(model.tokenizer);
            change(json);
            model.tokenizer = json.dump();
        });
    };
    tokenizer("WordPiece", {"tokenizer.json: model.type"}, [](ordered_json& json) { json["model"]["type"] = "WordPiece"; });
    tokenizer("no vocabulary", {"tokenizer.json: model: ", "vocab"}, [](ordered_json& json) { json["model"].erase("vocab"); });
    // Its tokens are not rows of the embedding: 79 of "Once" becomes 300, of 260.
    tokenizer("larger than the model", {"tokenizer.json: ", "300", "260"},
              [](ordered_json& json) { json["model"]["vocab"]["O"] = 300; });
}

TEST_CASE("prompts and options that cannot be met") {
    const auto nothing = [](const Path&) {};
    check_refused("an empty prompt", {"prompt is empty"}, nothing, {""});
    check_refused("a prompt longer than the context", {"100 tokens", "64"}, nothing, {std::string(100, 'a')});
    check_refused("a prompt as long as the context", {"64 tokens"}, nothing, {std::string(64, 'a')});
    check_refused("more tokens than fit", {"--tokens 61", "60", "64"}, nothing, {"--tokens", "61", "Once"});
}

TEST_CASE("options that mean nothing are a usage error") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    for (const Strings& options :
         {Strings{"--tokens", "0"}, {"--tokens", "-1"}, {"--tokens", "abc"}, {"--tokens", "1.5"}, {"--tokens", ""},
          {"--tokens", "99999999999999999999"}, {"--temperature", "-1"}, {"--temperature", "nan"},
          {"--temperature", "hot"}, {"--top-k", "-3"}, {"--top-p", "0"}, {"--top-p", "1.5"}, {"--top-p", "nan"},
          {"--seed", "-1"}, {"--lang", "xx"}, {"--unheard-of"}, {"prompts", "prompts"}}) {
        Strings arguments{"--model", folder.path()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const StoryRun run = run_story(arguments);
        CAPTURE(options, run.out, run.err);
        CHECK(run.exit == 2);
        CHECK(run.out.empty());
        std::string name = options[0];
        if (options.size() == 2 && options[1] == "nan") {  // the sampler says it
            name = name == "--top-p" ? "top_p" : "temperature";
        }
        CHECK(run.err.find(name) != run.err.npos);
    }
}

TEST_CASE("bytes that are not UTF-8 in a prompt are tokens like any other") {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    const StoryRun run = run_story({"--model", folder.path(), "--tokens", "2", "--json", "\xff\xc3 a\x80"});
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    CHECK(ordered_json::parse(run.out)["prompt_tokens"] == ordered_json{0xff, 0xc3, 32, 97, 0x80});
}
