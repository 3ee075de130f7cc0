#pragma once
// What xtensor up to 0.25 must be told of svector<T, 4>, the type of its shapes, where a compiler takes it for an array of 4 by
// C++17's rule: clang since 19. g++ has an option against it (cmake/flags.cmake).

#include <xtensor/xexpression_traits.hpp>
#include <xtensor/xstorage.hpp>

namespace xt {

template <class X, class T, std::size_t N>
struct rebind_container<X, svector<T, N>> {
    using type = svector<X, N>;
};

template <class T, std::size_t N>
struct detail::xtype_for_shape<svector<T, N>> {
    template <class X, layout_type L>
    using type = xarray<X, L>;
};

}  // namespace xt
