// What the graders of this chapter look at in a cache. Included as call.hpp is: no include guard.
namespace tiny_llm {

/// What can be known of a cache: its rows below length, and the shapes of its tensors.
inline grader::Values state_of(const KVCache& cache) {
    const auto filled = [&](const Tensor& rows) -> Tensor {
        if (rows.dimension() == 0) return rows;
        return xt::view(rows, xt::range(std::size_t{0}, std::min(cache.length, rows.shape(0))));
    };
    grader::Integers shapes;
    for (const Tensor* rows : {&cache.keys, &cache.values}) {
        for (const std::size_t extent : rows->shape()) shapes.values.push_back(static_cast<std::int64_t>(extent));
    }
    shapes.shape = {shapes.values.size()};
    return {filled(cache.keys), filled(cache.values), shapes};
}

/// What `does` throws.
template <class Does>
std::string thrown_by(const Does& does) {
    try {
        does();
    } catch (const NotImplemented&) {
        throw;
    } catch (const std::invalid_argument&) {
        return "std::invalid_argument";
    } catch (...) {
        return "another exception";
    }
    return "nothing";
}

/// What is left of a cache after `does`, which should be refused.
template <class Does>
grader::Values after_a_refusal(const KVCache& cache, const Does& does) {
    grader::Values outputs{thrown_by(does), cache.length};
    for (grader::Value& value : state_of(cache)) outputs.push_back(std::move(value));
    return outputs;
}

}  // namespace tiny_llm
