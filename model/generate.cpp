#include "model/generate.hpp"

#include <algorithm>
#include <chrono>

namespace tiny_llm {

Generation generate(const LanguageModel& model, const std::vector<TokenId>& prompt, std::size_t max_new_tokens,
                    Sampler& sampler, const std::function<bool(TokenId)>& on_token) {
    using Clock = std::chrono::steady_clock;
    const std::vector<TokenId>& eos = model.config.eos_token_id;
    std::vector<KVCache> cache = model.new_cache();
    Generation result;
    std::vector<TokenId> next = prompt;
    Clock::time_point first;
    while (result.tokens.size() < max_new_tokens) {
        const TokenId token = sampler(returned("qwen2", model.qwen2(next, cache, 1), 1, model.config.vocab_size));
        result.tokens.push_back(token);
        if (result.tokens.size() == 1) {
            first = Clock::now();
        } else {
            const std::chrono::duration<double> seconds = Clock::now() - first;
            result.tokens_per_second = static_cast<double>(result.tokens.size() - 1) / seconds.count();
        }
        const bool wanted = on_token(token);
        if (std::find(eos.begin(), eos.end(), token) != eos.end()) {
            result.stop = Stop::eos;
            break;
        }
        if (!wanted) {
            result.stop = Stop::caller;
            break;
        }
        next = {token};
    }
    return result;
}

}  // namespace tiny_llm
