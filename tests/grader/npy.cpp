#include "grader/npy.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace grader {

std::size_t elements(const std::vector<std::size_t>& shape) {
    constexpr std::size_t most = std::size_t{1} << 26;
    std::size_t product = 1;
    for (const std::size_t extent : shape) {
        if (extent > most || (product *= extent) > most) throw std::runtime_error("a shape too large to be true");
    }
    return product;
}

Floats read_npy(const std::string& path) {
    using namespace std::string_view_literals;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(path + ": cannot be read");
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto require = [&](bool good) {
        if (!good) throw std::runtime_error(path + ": is no float32 array of NumPy's, or damaged");
    };

    constexpr auto version = "\x93NUMPY\x01\x00"sv, type = "{'descr': '<f4', 'fortran_order': False, 'shape': ("sv;
    constexpr std::size_t start = version.size() + 2;  // two bytes say how long the header is
    require(bytes.size() >= start && bytes.starts_with(version));
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
    const std::size_t length = byte(start - 2) + 256 * byte(start - 1);
    require(bytes.size() >= start + length);
    std::string_view header(bytes.data() + start, length);
    require(header.starts_with(type));
    header.remove_prefix(type.size());
    std::vector<std::size_t> shape;
    while (!header.starts_with(')')) {
        std::size_t extent = 0;
        const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), extent);
        require(error == std::errc());
        shape.push_back(extent);
        header.remove_prefix(static_cast<std::size_t>(end - header.data()));
        header.remove_prefix(std::min(header.find_first_not_of(", "), header.size()));
    }

    const std::size_t size = elements(shape) * sizeof(float);
    require(bytes.size() - start - length == size);
    Floats array(shape, 0.0f);
    std::copy_n(bytes.data() + start + length, size, reinterpret_cast<char*>(array.values.data()));
    return array;
}

}  // namespace grader
