// Without shape.hpp, which reads xtensor: so this needs no precompiled header, and nobody waits for it.
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tiny_llm {

using Shape = std::vector<std::size_t>;

std::string shape_string(const Shape& shape) {
    std::string text = "(";
    for (std::size_t axis = 0; axis < shape.size(); ++axis) text += (axis ? ", " : "") + std::to_string(shape[axis]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

void refuse_shape(std::string_view function, std::string_view name, const Shape& shape, const Shape& expected) {
    throw std::invalid_argument(std::string(function) + ": " + std::string(name) + " is " + shape_string(shape) +
                                ", expected " + shape_string(expected));
}

void refuse_shapes(std::string_view function, std::string_view a_name, const Shape& a, std::string_view b_name,
                   const Shape& b) {
    throw std::invalid_argument(std::string(function) + ": " + std::string(a_name) + " " + shape_string(a) +
                                " does not fit " + std::string(b_name) + " " + shape_string(b));
}

}  // namespace tiny_llm
