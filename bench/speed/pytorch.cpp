#include "bench/speed/pytorch.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

extern char** environ;

namespace tiny_llm::bench {
namespace {

using json = nlohmann::json;

json description(const Tensor& tensor, const std::filesystem::path& file) {
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(tensor.data()),
               static_cast<std::streamsize>(tensor.size() * sizeof(float)));
    return {{"file", file.string()}, {"shape", tensor.shape()}};
}

}  // namespace

PyTorch::PyTorch(const std::string& python, std::size_t threads) {
    // By its environment, because PyTorch may bring a BLAS that its own set_num_threads does not reach.
    for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"}) {
        ::setenv(name, std::to_string(threads).c_str(), 1);
    }
    ::signal(SIGPIPE, SIG_IGN);  // a Python that has ended is an answer that does not come
    std::string folder = (std::filesystem::temp_directory_path() / "tiny-llm-bench-XXXXXX").string();
    if (!::mkdtemp(folder.data())) throw std::runtime_error("no temporary folder: " + folder);
    folder_ = folder;

    int to[2], from[2];
    if (::pipe(to) != 0 || ::pipe(from) != 0) throw std::runtime_error("no pipe to Python");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    for (const int end : {to[0], to[1], from[0], from[1]}) ::posix_spawn_file_actions_addclose(&actions, end);
    const char* const arguments[] = {python.c_str(), TINY_LLM_PYTORCH_SCRIPT, nullptr};
    const int error =
        ::posix_spawnp(&process_, python.c_str(), &actions, nullptr, const_cast<char**>(arguments), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(to[0]);
    ::close(from[1]);
    to_ = ::fdopen(to[1], "w");
    from_ = ::fdopen(from[0], "r");
    if (error != 0) throw std::runtime_error(python + ": cannot be started");
    if (answer_to("{}") != "ready") throw std::runtime_error(python + ": has no PyTorch");
}

PyTorch::~PyTorch() {
    std::fclose(to_);
    std::fclose(from_);
    if (process_ > 0) ::waitpid(process_, nullptr, 0);
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
}

std::string PyTorch::answer_to(const std::string& line) {
    std::fputs((line + "\n").c_str(), to_);
    std::fflush(to_);
    char* text = nullptr;
    std::size_t size = 0;
    const ssize_t length = ::getline(&text, &size, from_);
    std::string answer = length > 0 ? std::string(text, static_cast<std::size_t>(length - 1)) : "";
    std::free(text);
    return answer;
}

std::vector<std::string> PyTorch::load(const std::string& operation, const Workload& work) {
    json tensors;
    for (const auto& [name, tensor] : work.tensors) tensors[name] = description(tensor, folder_ / name);
    const json answer = json::parse(answer_to(json{{"load", operation}, {"tensors", tensors}}.dump()), nullptr, false);
    if (!answer.is_array()) throw std::runtime_error("PyTorch does not answer");
    return answer.get<std::vector<std::string>>();
}

std::vector<Tensor> PyTorch::outputs(const std::string& name, const Workload& work) {
    std::vector<Tensor> result;
    const json files =
        json::parse(answer_to(json{{"outputs", name}, {"folder", folder_.string()}}.dump()), nullptr, false);
    if (!files.is_array() || files.size() != work.expected.size()) throw std::runtime_error("PyTorch does not answer");
    for (std::size_t i = 0; i < files.size(); ++i) {
        Tensor tensor = xt::empty<float>(work.expected[i].shape());
        std::ifstream(files[i].get<std::string>(), std::ios::binary)
            .read(reinterpret_cast<char*>(tensor.data()), static_cast<std::streamsize>(tensor.size() * sizeof(float)));
        result.push_back(std::move(tensor));
    }
    return result;
}

double PyTorch::seconds(const std::string& name, std::size_t times) {
    const std::string answer = answer_to(json{{"time", name}, {"times", times}}.dump());
    if (answer.empty()) throw std::runtime_error("PyTorch has ended");
    return std::stod(answer);
}

}  // namespace tiny_llm::bench
