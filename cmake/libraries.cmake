# xtensor and BLAS, where a machine may have several of them.

# What tools/install-xtensor has installed comes before what lies elsewhere, in CMake and in what the compiler reads.
set(deps ${CMAKE_SOURCE_DIR}/build/deps)
if(EXISTS ${deps}/include/xtensor)
  list(PREPEND CMAKE_PREFIX_PATH ${deps})
  include_directories(BEFORE SYSTEM ${deps}/include)
  foreach(package IN ITEMS xtl xtensor xtensor-blas)  # what was found elsewhere before they were here is remembered
    cmake_path(IS_PREFIX deps "${${package}_DIR}" is_ours)
    if(NOT is_ours)
      unset(${package}_DIR CACHE)
    endif()
  endforeach()
endif()
find_package(xtensor REQUIRED)
find_package(xtensor-blas REQUIRED)

if(xtensor_VERSION VERSION_LESS 0.24)  # Ubuntu 22.04's
  message(FATAL_ERROR "xtensor ${xtensor_VERSION} is older than all that the course was tried with. This installs one that "
                      "was, for the course alone: tools/install-xtensor")
endif()

# Up to 0.25 all headers are in one folder, later they are in several. A second xtensor of the other form, which the compiler
# may find as well, must not be mixed in.
set(TINY_LLM_XTENSOR_IS_FLAT 0)
if(xtensor_VERSION VERSION_LESS 0.26)
  set(TINY_LLM_XTENSOR_IS_FLAT 1)
endif()
foreach(folder IN LISTS xtensor_INCLUDE_DIRS)
  if(EXISTS ${folder}/xtensor/xarray.hpp AND EXISTS ${folder}/xtensor/containers/xarray.hpp)
    message(FATAL_ERROR "${folder} holds two versions of xtensor, one over the other. Remove one of them, or take the "
                        "course's own: tools/install-xtensor")
  endif()
endforeach()
if(xtensor_VERSION VERSION_GREATER_EQUAL 0.26 AND xtensor-blas_VERSION VERSION_LESS 0.22 OR
   xtensor_VERSION VERSION_LESS 0.26 AND xtensor-blas_VERSION VERSION_GREATER_EQUAL 0.22)
  message(FATAL_ERROR "xtensor ${xtensor_VERSION} and xtensor-blas ${xtensor-blas_VERSION} do not fit each other. This installs "
                      "two that do, for the course alone: tools/install-xtensor")
endif()

# On a Mac Homebrew's OpenBLAS, which lies in a folder of its own; without it Accelerate, which every Mac has.
if(APPLE AND NOT BLA_VENDOR)
  list(APPEND CMAKE_PREFIX_PATH /opt/homebrew/opt/openblas /usr/local/opt/openblas)
  set(BLA_VENDOR OpenBLAS)
  find_package(BLAS QUIET)
  if(NOT BLAS_FOUND)
    set(BLA_VENDOR Apple)
  endif()
endif()
find_package(BLAS REQUIRED)
find_package(LAPACK REQUIRED)
