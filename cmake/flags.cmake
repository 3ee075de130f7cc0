# How things are compiled, and the precompiled headers.
#
#   tiny_llm_linked   what all programs are linked with, whether they know tensors or not
#   tiny_llm_common   what all code that works with tensors needs
#   tiny_llm_base     that, compiled to be compiled quickly: an answer, while somebody waits for its verdict, and what only talks
#   tiny_llm_fast_base  that, compiled to be fast: the exercises with a twin, and the parts of the model that compute

# ninja reads the lists of headers that compilers write, and ends a path at these characters: then it never finds the header, and
# compiles everything in every build. So in such a folder the lists name the course by a link to it in the build folder.
if("${CMAKE_SOURCE_DIR}${CMAKE_BINARY_DIR}" MATCHES "[\"&'*<>?^`]")
  file(CREATE_LINK "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/course" SYMBOLIC)
  list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_SOURCE_DIR}/cmake/plain-paths" "${CMAKE_BINARY_DIR}" .
       "${CMAKE_SOURCE_DIR}" course)
endif()

include(CheckLinkerFlag)
add_library(tiny_llm_linked INTERFACE)
if(TINY_LLM_TESTS AND NOT TINY_LLM_SANITIZE AND NOT APPLE)
  target_link_options(tiny_llm_linked INTERFACE -Wl,-s)
endif()
# Linking is a part of every edit that one waits for, and the old ld is the slowest. With clang's sanitizers gold warns of
# symbols by the hundred.
check_linker_flag(CXX -fuse-ld=gold TINY_LLM_HAVE_GOLD)
if(TINY_LLM_HAVE_GOLD AND NOT TINY_LLM_SANITIZE)
  target_link_options(tiny_llm_linked INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TINY_LLM_SANITIZED>>>:-fuse-ld=gold>)
endif()
if(TINY_LLM_SANITIZE)
  target_compile_options(tiny_llm_linked INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  # g++ defines a macro of its own for this, clang another.
  target_compile_definitions(tiny_llm_linked INTERFACE TINY_LLM_SANITIZED)
  target_link_options(tiny_llm_linked INTERFACE -fsanitize=address,undefined)
endif()

# Where a file includes much, g++ spends a tenth of its time collecting garbage, unless it may let more of it lie.
set(TINY_LLM_MUCH $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=250000>)

add_library(tiny_llm_common INTERFACE)
target_compile_features(tiny_llm_common INTERFACE cxx_std_20)
target_compile_options(tiny_llm_common INTERFACE -Wall -Wextra)
# By C++17's rule g++ takes xtensor 0.24's shape type, svector<T, 4>, for an array of 4: then xt::eval returns four
# axes, two of them of 2^64 - 1, and xt::variance and xt::stddev crash. By the older rule all three are right.
target_compile_options(tiny_llm_common INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-new-ttp-matching>)
# clang has the new rule since 19, and in 22 no option for the older one, so it is told what that type is.
if(TINY_LLM_XTENSOR_IS_FLAT AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(tiny_llm_common INTERFACE "SHELL:-include tiny_llm/svector.hpp")
endif()
target_include_directories(tiny_llm_common INTERFACE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR})
# xtensor-blas 0.23 defines this itself, but too late: without it dot() silently runs loops of its own, not BLAS.
target_compile_definitions(tiny_llm_common INTERFACE HAVE_CBLAS=1 TINY_LLM_XTENSOR_IS_FLAT=${TINY_LLM_XTENSOR_IS_FLAT})
target_link_libraries(tiny_llm_common INTERFACE tiny_llm_linked tiny_llm_shape xtensor xtensor-blas ${BLAS_LIBRARIES}
                                              ${LAPACK_LIBRARIES} nlohmann_json::nlohmann_json Threads::Threads)

# What is said where a shape is refused: compiled once, and not into each answer.
add_library(tiny_llm_shape STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/include/tiny_llm/shape.cpp)
target_compile_features(tiny_llm_shape PRIVATE cxx_std_20)
target_compile_options(tiny_llm_shape PRIVATE -Wall -Wextra -Og -fPIC)
target_link_libraries(tiny_llm_shape PRIVATE tiny_llm_linked)

# -Og compiles xtensor a tenth faster than -O1, and faster than -O0, which emits more functions; with -pipe the assembler
# works at the same time. Debug information is for the learner's file alone.
add_library(tiny_llm_base INTERFACE)
target_compile_options(tiny_llm_base INTERFACE -Og -fPIC -pipe)
target_link_libraries(tiny_llm_base INTERFACE tiny_llm_common)

# Never for this machine's processor alone. One precompiled header serves all that is fast, and g++ takes it only where
# OpenMP is on or off alike. Nobody asks afterwards for errno or for the processor's floating-point flags: kept, they would
# forbid g++ to compute both sides of a selection, and so a loop with one could not be vectorized. No number changes by that.
find_package(OpenMP COMPONENTS CXX)
add_library(tiny_llm_fast_base INTERFACE)
target_compile_options(tiny_llm_fast_base INTERFACE -O3 -fPIC -fno-math-errno -fno-trapping-math)
target_link_libraries(tiny_llm_fast_base INTERFACE tiny_llm_common)
# To see on this machine what an older one does: everything that is fast, for one level of processors alone.
set(TINY_LLM_LEVEL "" CACHE STRING "x86-64-v3, x86-64, or empty: versions for all")
set(TINY_LLM_OLDER_LEVELS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  include(CheckCXXSourceRuns)
  check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }"
                        TINY_LLM_HAVE_AVX2)
  set(TINY_LLM_OLDER_LEVELS x86-64)
  if(TINY_LLM_HAVE_AVX2)
    list(APPEND TINY_LLM_OLDER_LEVELS x86-64-v3)
  endif()
endif()
if(TINY_LLM_LEVEL)
  target_compile_options(tiny_llm_fast_base INTERFACE -march=${TINY_LLM_LEVEL})
  target_compile_definitions(tiny_llm_fast_base INTERFACE TINY_LLM_LEVEL="${TINY_LLM_LEVEL}")
endif()
if(OpenMP_CXX_FOUND)
  target_link_libraries(tiny_llm_fast_base INTERFACE OpenMP::OpenMP_CXX)
else()
  target_compile_options(tiny_llm_fast_base INTERFACE -Wno-unknown-pragmas)
endif()

# Half of a stub's compile time is spent reading xtensor; this reads it once for all. One for -Og and one for -O3: g++ takes one
# for the other, and then decides for each function by the level of the header, which can crash it.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch.cpp CONTENT "// A precompiled header needs a source file.\n")
set(TINY_LLM_PRECOMPILED tensor.hpp shape.hpp todo.hpp)
list(TRANSFORM TINY_LLM_PRECOMPILED PREPEND ${CMAKE_SOURCE_DIR}/include/tiny_llm/)
foreach(kind IN ITEMS "" fast_)
  add_library(tiny_llm_${kind}pch OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/pch.cpp)
  target_link_libraries(tiny_llm_${kind}pch PUBLIC tiny_llm_${kind}base)
  target_compile_options(tiny_llm_${kind}pch PRIVATE -g1)
  target_precompile_headers(tiny_llm_${kind}pch PRIVATE ${TINY_LLM_PRECOMPILED})
endforeach()

# A target compiled quickly, or FAST, with the precompiled header of its level.
function(tiny_llm_compile target)
  set(kind "")
  if("FAST" IN_LIST ARGN)
    set(kind fast_)
  endif()
  target_link_libraries(${target} PRIVATE tiny_llm_${kind}base)
  target_precompile_headers(${target} REUSE_FROM tiny_llm_${kind}pch)
endfunction()

# An answer that reads or writes JSON spends most of its compile time reading that library, and seldom asks for xtensor.
add_library(tiny_llm_json_pch OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/pch.cpp)
target_link_libraries(tiny_llm_json_pch PUBLIC tiny_llm_base)
target_compile_options(tiny_llm_json_pch PRIVATE -g1)
target_precompile_headers(tiny_llm_json_pch PRIVATE ${CMAKE_SOURCE_DIR}/tools/json/once.hpp <bit> <charconv> <cmath> <optional>
                                                    <set> <sstream> ${CMAKE_SOURCE_DIR}/include/tiny_llm/todo.hpp)
add_library(tiny_llm_json_once STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tools/json/once.cpp)
target_link_libraries(tiny_llm_json_once PRIVATE tiny_llm_base)
