#include "week2/03-grouped-heads/kv_cache.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/03-grouped-heads/kv_cache/mistakes.hpp"

void tiny_llm::KVCache::append(const Tensor& key, const Tensor& value) {
    const auto plain = [](const Tensor& tensor) { return std::get<grader::Floats>(grader::Value(tensor).is); };
    grader::questions = 0;
    Cache cache{plain(keys), plain(values), length};
    Floats new_key = plain(key), new_value = plain(value);
    const auto keep = [&] {
        keys = grader::tensor(cache.keys), values = grader::tensor(cache.values), length = cache.length;
        if (input_edited) const_cast<Tensor&>(key) = grader::tensor(new_key);
    };
    try {
        cache.append(new_key, new_value);
    } catch (...) {
        keep();
        throw;
    }
    keep();
}
