# add_exercise(<chapter> <id> [NEEDS <id>...] [TWIN <id>] [WAS <id>...])
#
# One line is all that an exercise needs here. By the mirror rule it finds
#   <chapter>/<id>.{hpp,cpp}                    the contract and the learner's file
#   solutions/<chapter>/<id>.cpp                the solution
#   tests/<chapter>/<id>_{test.cpp,call.hpp}    what judges it
#   tests/mistakes/<chapter>/<id>/*.cpp         wrong answers, compiled in as the catalogue that diagnoses
#   tests/mistakes/<chapter>/<id>/of-twin/*.cpp some of its twin's wrong answers, as a fast answer would have them
#   tests/right/<chapter>/<id>/*.cpp            other right answers
#   tests/stubs/<chapter>/<id>.cpp              the untouched stub
#   tests/fixtures/<chapter>/<id>/              PyTorch's outputs
# and makes
#   <id>_answer   the learner's file, compiled       <id>_test   the program that grades it
# NEEDS names every earlier exercise whose functions this one may call, directly or not.
# WAS names what an earlier version of the course called this one: a learner's progress moves over.
# TWIN names the plain exercise of which this one is the fast form: it writes into an output that the caller keeps, is
# compiled to be fast, is asked all that its twin is asked (its test includes tests/<chapter of twin>/<twin>_cases.hpp),
# finds its twin's fixtures besides its own, and its twin's mistakes are named besides its own. They call what the
# twin's NEEDS names, so it needs that too.

# tiny_llm_common: what all code that works with tensors needs. tiny_llm_base: that, with the flags of everything that
# shares the precompiled header. -Og compiles xtensor a tenth faster than -O1, and faster than -O0. Debug information
# is for the learner's file alone: reading it all takes a linker a tenth of a second, and the project's own tests,
# some 600 programs, ten times the disk.
include(CheckLinkerFlag)
add_library(tiny_llm_common INTERFACE)
target_compile_features(tiny_llm_common INTERFACE cxx_std_20)
target_compile_options(tiny_llm_common INTERFACE -Wall -Wextra)
# By C++17's rule g++ takes xtensor 0.24's shape type, svector<T, 4>, for an array of 4: then xt::eval returns four
# axes, two of them of 2^64 - 1, and xt::variance and xt::stddev crash. By the older rule all three are right.
target_compile_options(tiny_llm_common INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-new-ttp-matching>)
target_include_directories(tiny_llm_common INTERFACE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR})
# xtensor-blas 0.23 defines this itself, but too late: without it dot() silently runs loops of its own, not BLAS.
target_compile_definitions(tiny_llm_common INTERFACE HAVE_CBLAS=1)
target_link_libraries(tiny_llm_common INTERFACE xtensor xtensor-blas ${BLAS_LIBRARIES} ${LAPACK_LIBRARIES}
                                              Threads::Threads)
if(TINY_LLM_TESTS AND NOT TINY_LLM_SANITIZE)
  target_link_options(tiny_llm_common INTERFACE -Wl,-s)
endif()
# Linking is a part of every edit that one waits for, and the old ld is the slowest. With clang's sanitizers gold warns of
# symbols by the hundred.
check_linker_flag(CXX -fuse-ld=gold TINY_LLM_HAVE_GOLD)
if(TINY_LLM_HAVE_GOLD AND NOT TINY_LLM_SANITIZE)
  target_link_options(tiny_llm_common INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TINY_LLM_SANITIZED>>>:-fuse-ld=gold>)
endif()
if(TINY_LLM_SANITIZE)
  target_compile_options(tiny_llm_common INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  # g++ defines a macro of its own for this, clang another.
  target_compile_definitions(tiny_llm_common INTERFACE TINY_LLM_SANITIZED)
  target_link_options(tiny_llm_common INTERFACE -fsanitize=address,undefined)
endif()
add_library(tiny_llm_base INTERFACE)
target_compile_options(tiny_llm_base INTERFACE -Og)
target_link_libraries(tiny_llm_base INTERFACE tiny_llm_common)

# Half of a stub's compile time is spent reading xtensor; this reads it once for all.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/pch.cpp CONTENT "// A precompiled header needs a source file.\n")
add_library(tiny_llm_pch OBJECT ${CMAKE_BINARY_DIR}/pch.cpp)
target_link_libraries(tiny_llm_pch PUBLIC tiny_llm_base)
target_compile_options(tiny_llm_pch PRIVATE -g1)
set(TINY_LLM_PRECOMPILED tensor.hpp shape.hpp todo.hpp)
list(TRANSFORM TINY_LLM_PRECOMPILED PREPEND ${CMAKE_SOURCE_DIR}/include/tiny_llm/)
target_precompile_headers(tiny_llm_pch PRIVATE ${TINY_LLM_PRECOMPILED})

# What runs is compiled to be fast: the exercises with a twin, and the parts of the model. Never for this machine's
# processor alone. One precompiled header serves both, and g++ takes it only where OpenMP is on or off alike.
find_package(OpenMP COMPONENTS CXX)
add_library(tiny_llm_fast_base INTERFACE)
# Nobody asks afterwards for errno or for the processor's floating-point flags: kept, they would forbid g++ to compute both
# sides of a selection, and so a loop with one could not be vectorized. No number changes by that.
target_compile_options(tiny_llm_fast_base INTERFACE -O3 -fPIC -fno-math-errno -fno-trapping-math)
target_link_libraries(tiny_llm_fast_base INTERFACE tiny_llm_common)
if(OpenMP_CXX_FOUND)
  target_link_libraries(tiny_llm_fast_base INTERFACE OpenMP::OpenMP_CXX)
else()
  target_compile_options(tiny_llm_fast_base INTERFACE -Wno-unknown-pragmas)
endif()
add_library(tiny_llm_fast_pch OBJECT ${CMAKE_BINARY_DIR}/pch.cpp)
target_link_libraries(tiny_llm_fast_pch PUBLIC tiny_llm_fast_base)
target_compile_options(tiny_llm_fast_pch PRIVATE -g1)
target_precompile_headers(tiny_llm_fast_pch PRIVATE ${TINY_LLM_PRECOMPILED})

# An object library of one file that gives an exercise's functions; FAST where the exercise has a twin.
function(tiny_llm_add_answer target file chapters)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${file})
  if("FAST" IN_LIST ARGN)
    target_link_libraries(${target} PUBLIC tiny_llm_fast_base)
    # A product and a sum may be one instruction, where the processor has one.
    target_compile_options(${target} PRIVATE -ffp-contract=fast)
    target_precompile_headers(${target} REUSE_FROM tiny_llm_fast_pch)
  else()
    target_link_libraries(${target} PUBLIC tiny_llm_base)
    target_precompile_headers(${target} REUSE_FROM tiny_llm_pch)
  endif()
  foreach(chapter IN LISTS chapters)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${chapter})
  endforeach()
endfunction()

# A program that grades the answer objects it is given.
function(tiny_llm_add_grader target id)
  get_property(grader GLOBAL PROPERTY TINY_LLM_${id}_GRADER)
  add_executable(${target} EXCLUDE_FROM_ALL ${grader})
  foreach(answer IN LISTS ARGN)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${answer}>)
  endforeach()
  target_link_libraries(${target} PRIVATE tiny_llm_base tiny_llm_support)
  get_property(twin GLOBAL PROPERTY TINY_LLM_${id}_TWIN)
  if(twin)
    target_link_libraries(${target} PRIVATE tiny_llm_fast_base)
  endif()
endfunction()

# Remembers an exercise, and says how both answers are compiled. Sets for the caller `needs`, `twin`, `chapters` (of the
# exercise, its twin and what it needs) and `flags` (for tiny_llm_add_answer).
function(tiny_llm_add_answers chapter id)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TWIN" "NEEDS;WAS")
  set(needs ${arg_NEEDS})
  set(flags "")
  if(arg_TWIN)
    get_property(twin_needs GLOBAL PROPERTY TINY_LLM_${arg_TWIN}_NEEDS)
    list(APPEND needs ${twin_needs})
    list(REMOVE_DUPLICATES needs)
    set(flags FAST)
  endif()
  set(chapters ${chapter})
  foreach(other IN LISTS needs arg_TWIN)
    get_property(other_chapter GLOBAL PROPERTY TINY_LLM_${other}_CHAPTER)
    if(NOT other_chapter)
      message(FATAL_ERROR "add_exercise(${chapter} ${id}): it names ${other}, which comes later or not at all")
    endif()
    list(APPEND chapters ${other_chapter})
  endforeach()
  list(REMOVE_DUPLICATES chapters)
  set_property(GLOBAL APPEND PROPERTY TINY_LLM_EXERCISES ${id})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER ${chapter})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_NEEDS ${needs})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_WAS ${arg_WAS})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_TWIN ${arg_TWIN})

  # GENERATED: a learner who deletes the file gets an error for that file, not a project that cannot be configured.
  set_source_files_properties(${CMAKE_SOURCE_DIR}/${chapter}/${id}.cpp PROPERTIES GENERATED TRUE)
  tiny_llm_add_answer(${id}_answer ${CMAKE_SOURCE_DIR}/${chapter}/${id}.cpp "${chapters}" ${flags})
  # Lines for the sanitizers, functions for gdb, which clang's -g1 leaves out.
  target_compile_options(${id}_answer PRIVATE $<IF:$<CXX_COMPILER_ID:GNU>,-g1,-g>)
  tiny_llm_add_answer(${id}_solution ${CMAKE_SOURCE_DIR}/solutions/${chapter}/${id}.cpp "${chapters}" ${flags})
  set(needs ${needs} PARENT_SCOPE)
  set(twin ${arg_TWIN} PARENT_SCOPE)
  set(chapters ${chapters} PARENT_SCOPE)
  set(flags ${flags} PARENT_SCOPE)
endfunction()

# The programs that grade the learner's file.
function(tiny_llm_add_graders id)
  list(TRANSFORM ARGN APPEND _answer OUTPUT_VARIABLE needed_answers)
  list(TRANSFORM ARGN APPEND _solution OUTPUT_VARIABLE needed_solutions)
  tiny_llm_add_grader(${id}_test ${id} ${id}_answer ${needed_answers})
  if(ARGN)
    # For the runner, when an exercise that this one needs does not compile.
    tiny_llm_add_grader(${id}_given_test ${id} ${id}_answer ${needed_solutions})
  endif()
endfunction()

# The test that ctest knows outside of the project's own tests.
function(tiny_llm_add_ctest id)
  set_target_properties(${id}_test PROPERTIES EXCLUDE_FROM_ALL FALSE)
  add_test(NAME ${id} COMMAND ${id}_test --order decl)
  set_tests_properties(${id} PROPERTIES SKIP_REGULAR_EXPRESSION "UNSOLVED  not solved yet" TIMEOUT 15)
endfunction()

function(add_exercise chapter id)
  tiny_llm_add_answers(${chapter} ${id} ${ARGN})
  tiny_llm_write_catalogue(${chapter} ${id} ${needs} ${twin})
  tiny_llm_write_setup(${id} ${twin})
  add_library(${id}_mistakes OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/catalogue/${id}.cpp)
  tiny_llm_add_answer(${id}_grader ${CMAKE_SOURCE_DIR}/tests/${chapter}/${id}_test.cpp "${chapters}")
  target_sources(${id}_grader PRIVATE ${CMAKE_BINARY_DIR}/setup/${id}.cpp)
  set(grader $<TARGET_OBJECTS:${id}_grader>)
  foreach(exercise IN ITEMS ${id} ${twin})
    list(APPEND grader $<TARGET_OBJECTS:${exercise}_mistakes>)
  endforeach()
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_GRADER ${grader})
  foreach(target IN ITEMS ${id}_mistakes ${id}_grader)
    target_link_libraries(${target} PUBLIC tiny_llm_base)
    target_precompile_headers(${target} REUSE_FROM tiny_llm_pch)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    foreach(folder IN LISTS chapters)
      target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${folder})
    endforeach()
  endforeach()

  tiny_llm_add_graders(${id} ${needs})
  if(TINY_LLM_TESTS)
    tiny_llm_grade_the_grader(${chapter} ${id} "${chapters}" "${needs}" ${flags})
  else()
    tiny_llm_add_ctest(${id})
  endif()
endfunction()

# What <id> is graded with: its own things first, then its twin's.
function(tiny_llm_write_setup id)
  set(declarations "")
  set(sources "")
  foreach(exercise IN ITEMS ${id} ${ARGN})
    get_property(chapter GLOBAL PROPERTY TINY_LLM_${exercise}_CHAPTER)
    string(APPEND declarations "const std::vector<Mistake>& mistakes_of_${exercise}();\n")
    set(tests ${CMAKE_SOURCE_DIR}/tests)
    string(APPEND sources "        {mistakes_of_${exercise}, \"${tests}/mistakes/${chapter}/${exercise}/\",
         \"${tests}/fixtures/${chapter}/${exercise}/\"},\n")
  endforeach()
  set(has_twin false)
  if(ARGN)
    set(has_twin true)
  endif()
  set(file ${CMAKE_BINARY_DIR}/setup/${id}.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/setup.cpp.in ${file} @ONLY)
  # It reads no tensor: without the precompiled header it compiles in half the time.
  set_source_files_properties(${file} PROPERTIES SKIP_PRECOMPILE_HEADERS TRUE)
  if(ARGN AND OpenMP_CXX_FOUND)
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${OpenMP_CXX_FLAGS}")
  endif()
endfunction()

# The wrong answers of an exercise, each in a namespace of its own, in one file: so that the first build stays short.
function(tiny_llm_write_catalogue chapter id)
  set(needed_headers "")
  foreach(other IN LISTS ARGN)
    get_property(other_chapter GLOBAL PROPERTY TINY_LLM_${other}_CHAPTER)
    string(APPEND needed_headers "#include \"${other_chapter}/${other}.hpp\"\n")
  endforeach()
  file(GLOB mistakes CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/mistakes/${chapter}/${id}/*.cpp)
  string(TOUPPER ${id} upper)
  set(definitions "")
  set(entries "")
  foreach(mistake IN LISTS mistakes)
    get_filename_component(name ${mistake} NAME_WE)
    string(MAKE_C_IDENTIFIER mistake_${name} namespace)
    string(APPEND definitions "
namespace ${namespace} {
using namespace tiny_llm;
}
#undef TINY_LLM_${upper}_HPP
#define tiny_llm ${namespace}
#include \"tests/mistakes/${chapter}/${id}/${name}.cpp\"
#include \"tests/${chapter}/${id}_call.hpp\"
#undef tiny_llm
")
    string(APPEND entries "        {\"${name}\", &${namespace}::call},\n")
  endforeach()
  configure_file(${CMAKE_SOURCE_DIR}/cmake/catalogue.cpp.in ${CMAKE_BINARY_DIR}/catalogue/${id}.cpp @ONLY)
  # Wrong answers may be as careless as learners are.
  set_source_files_properties(${CMAKE_BINARY_DIR}/catalogue/${id}.cpp PROPERTIES COMPILE_OPTIONS -w)
endfunction()

# Programs and tests for `./learn test`: the solution passes, the stub is unsolved, every wrong answer is refused and
# named by its own id, every other right answer passes.
function(tiny_llm_grade_the_grader chapter id chapters needs)
  list(TRANSFORM needs APPEND _solution OUTPUT_VARIABLE needed_solutions)
  set(answers "solution=${CMAKE_SOURCE_DIR}/solutions/${chapter}/${id}.cpp=passed"
              "stub=${CMAKE_SOURCE_DIR}/tests/stubs/${chapter}/${id}.cpp=unsolved")
  file(GLOB mistakes CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/mistakes/${chapter}/${id}/*.cpp)
  foreach(mistake IN LISTS mistakes)
    get_filename_component(name ${mistake} NAME_WE)
    list(APPEND answers "mistake.${name}=${mistake}=${name}")
  endforeach()
  # A few of the twin's, as a fast answer would make them: named all the same.
  file(GLOB mistakes CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/mistakes/${chapter}/${id}/of-twin/*.cpp)
  foreach(mistake IN LISTS mistakes)
    get_filename_component(name ${mistake} NAME_WE)
    list(APPEND answers "of-twin.${name}=${mistake}=${name}")
  endforeach()
  file(GLOB rights CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/right/${chapter}/${id}/*.cpp)
  foreach(right IN LISTS rights)
    get_filename_component(name ${right} NAME_WE)
    list(APPEND answers "right.${name}=${right}=passed")
  endforeach()
  foreach(answer IN LISTS answers)
    string(REPLACE "=" ";" parts "${answer}")
    list(GET parts 0 name)
    list(GET parts 1 file)
    list(GET parts 2 verdict)
    set(target ${id}.${name})
    tiny_llm_add_answer(${target}.answer ${file} "${chapters}" ${ARGN})
    tiny_llm_add_grader(${target} ${id} ${target}.answer ${needed_solutions})
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL FALSE
                          RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/answers)
    add_test(NAME grade/${id}/${name} COMMAND expect_verdict $<TARGET_FILE:${target}> ${file} ${verdict})
  endforeach()
endfunction()

# Writes course.json, from which the runner and the checks know the exercises. There is no other list.
function(write_course)
  set(exercises "")
  get_property(ids GLOBAL PROPERTY TINY_LLM_EXERCISES)
  foreach(id IN LISTS ids)
    get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
    get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
    set(given_target null)
    set(given null)
    if(needs)
      set(given_target "\"${id}_given_test\"")
      set(given "\"bin/${id}_given_test\"")
    endif()
    set(twin null)
    get_property(twin_id GLOBAL PROPERTY TINY_LLM_${id}_TWIN)
    if(twin_id)
      set(twin "\"${twin_id}\"")
    endif()
    list(TRANSFORM needs REPLACE "(.+)" "\"\\1\"")
    list(JOIN needs ", " needs)
    get_property(was GLOBAL PROPERTY TINY_LLM_${id}_WAS)
    list(TRANSFORM was REPLACE "(.+)" "\"\\1\"")
    list(JOIN was ", " was)
    string(APPEND exercises "${separator}
    {\"id\": \"${id}\", \"chapter\": \"${chapter}\", \"needs\": [${needs}], \"was\": [${was}], \"twin\": ${twin},
     \"file\": \"${chapter}/${id}.cpp\", \"contract\": \"${chapter}/${id}.hpp\",
     \"stub\": \"tests/stubs/${chapter}/${id}.cpp\", \"solution\": \"solutions/${chapter}/${id}.cpp\",
     \"answer_target\": \"${id}_answer\",
     \"test_target\": \"${id}_test\", \"test\": \"bin/${id}_test\",
     \"given_test_target\": ${given_target}, \"given_test\": ${given}}")
    set(separator ",")
  endforeach()
  get_property(parts GLOBAL PROPERTY TINY_LLM_PARTS)
  list(TRANSFORM parts REPLACE "(.+)" "\"\\1\"")
  list(JOIN parts ", " parts)
  get_property(operations GLOBAL PROPERTY TINY_LLM_SPEED)
  list(TRANSFORM operations REPLACE "(.+)" "\
    {\"op\": \"\\1\", \"id\": \"fast_\\1\", \"twin\": \"\\1\", \"given_target\": \"bench_\\1_given\",\
 \"yours_target\": \"bench_\\1_yours\", \"plain_target\": \"bench_\\1_plain\"}" OUTPUT_VARIABLE speed)
  list(JOIN speed ", " speed)
  list(TRANSFORM BLAS_LIBRARIES REPLACE "(.+)" "\"\\1\"" OUTPUT_VARIABLE blas)
  list(JOIN blas ", " blas)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/course.json.in ${CMAKE_BINARY_DIR}/course.json @ONLY)
endfunction()
