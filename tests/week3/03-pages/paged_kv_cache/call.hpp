// How the grader calls PagedKVCache. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/03-pages/paged_kv_cache/steps.hpp"

namespace tiny_llm {

/// A store full of NaN, and its pool.
struct World {
    using Unsolved = NotImplemented;
    using OutOfPages = tiny_llm::OutOfPages;
    using Array = Tensor;
    using Text = PagedKVCache;

    explicit World(grader::Arguments& arguments)
        : arguments(arguments),
          layers(arguments["keys"].shape(0)),
          pages(arguments.number<std::size_t>("pages")),
          page(arguments.number<std::size_t>("page")),
          row(arguments["keys"].shape(2) * arguments["keys"].shape(3)),
          nothing(pages * page * row, std::numeric_limits<float>::quiet_NaN()),
          pool(pages) {
        const Tensor& keys = arguments["keys"];
        const Tensor empty =
            xt::ones<float>({pages, page, keys.shape(2), keys.shape(3)}) * std::numeric_limits<float>::quiet_NaN();
        pages_of.keys.assign(layers, empty);
        pages_of.values.assign(layers, empty);
    }

    std::unique_ptr<PagedKVCache> text() { return std::make_unique<PagedKVCache>(pages_of, pool); }
    const float* store(bool of_keys, std::size_t layer) const {
        const Tensor& all = (of_keys ? pages_of.keys : pages_of.values)[layer];
        return all.size() == nothing.size() ? all.data() : nothing.data();
    }
    Tensor rows(bool of_keys, std::size_t layer, std::size_t from, std::size_t count) {
        const Tensor& all = arguments[of_keys ? "keys" : "values"];
        Tensor some = xt::zeros<float>({count, all.shape(2), all.shape(3)});
        for (std::size_t i = 0; i < count; ++i)
            xt::view(some, i) = xt::view(all, std::min(layer, layers - 1), (from + i) % all.shape(1));
        return some;
    }
    static Tensor filled(const std::vector<std::size_t>& shape) { return xt::ones<float>(shape) * 9.0f; }

    grader::Arguments& arguments;
    std::size_t layers, pages, page, row;
    std::vector<float> nothing;  // in the place of a store that has lost its shape
    PageStore pages_of;
    BlockPool pool;
};

inline grader::Values call(grader::Arguments& arguments) {
    World world(arguments);
    return paged::Steps<World>(world).all(arguments.several("steps"));
}

}  // namespace tiny_llm
