#pragma once

#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm::bench {

/// One way of computing an operation, made for given inputs. Each is a shared library of its own, so that a step, the
/// solution and the learner's file can all define the same function.
class Contender {
public:
    virtual ~Contender() = default;

    /// What is timed.
    virtual void run() = 0;

    /// What the last run gave. Not timed.
    virtual std::vector<Tensor> outputs() const = 0;
};

/// What such a library exports as `make_contender`. `inputs` is the operation's struct of bench/week1/05-speed/inputs.hpp,
/// and outlives the contender.
using MakeContender = Contender* (*)(const void* inputs);

}  // namespace tiny_llm::bench

#define TINY_LLM_CONTENDER(Type, Inputs)                                        \
    extern "C" tiny_llm::bench::Contender* make_contender(const void* inputs) { \
        return new Type(*static_cast<const Inputs*>(inputs));                   \
    }
