// How the grader calls PrefixCache. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week3/03-pages/prefix_cache/script.hpp"

namespace tiny_llm {

/// What `does` throws; nothing, if it does not.
template <class Does>
std::string thrown_by(const Does& does) {
    try {
        does();
    } catch (const NotImplemented&) {
        throw;
    } catch (const std::invalid_argument&) {
        return grader::the_refusal;
    } catch (const std::exception&) {
        return grader::another_exception;
    }
    return "";
}

inline grader::Values call(grader::Arguments& arguments) {
    struct Engine {
        BlockPool pool;
        std::unique_ptr<PrefixCache> cache;
    };
    // Never deleted: where nobody asks for it, no destructor shows what it does to a pool that is wrong by then.
    static auto& engines = *new std::vector<Engine*>;
    Engine& engine = *engines.emplace_back(new Engine{BlockPool(arguments.number<std::size_t>("blocks")), nullptr});
    const auto page = arguments.number<std::size_t>("page");
    engine.cache.reset(
        new PrefixCache(engine.pool, page, [kind = arguments.text("hash")](std::uint64_t parent, const Ids& ids) {
            return prefix_script::hashed(kind, parent, ids);
        }));
    std::vector<std::string> steps;
    for (const grader::Value& step : arguments.several("steps")) steps.push_back(std::get<std::string>(step.is));
    const auto thrown = [](const auto& does) { return thrown_by(does); };
    grader::Values events;
    for (std::string& event : prefix_script::play(engine.pool, engine.cache, page, steps, thrown)) {
        events.emplace_back(std::move(event));
    }
    return {grader::Value(std::move(events))};
}

}  // namespace tiny_llm
