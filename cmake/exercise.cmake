# add_exercise(<chapter> <id> [NEEDS <id>...] [TWIN <id>] [TYPES <id>...] [JSON])
#
# One line is all that an exercise needs here. By the mirror rule it finds
#   <chapter>/<id>.{hpp,cpp}        the contract and the learner's file
#   solutions/<chapter>/<id>.cpp    the solution
#   tests/<chapter>/<id>/           what judges it
# and makes what CONTRIBUTING.md ("How the build is made") says. NEEDS names the exercises whose functions this one calls
# itself; what those need follows. TWIN names the plain exercise of which this one is the fast form: it writes into an
# output that the caller keeps, is compiled to be fast, is asked all that its twin is asked, finds its twin's fixtures besides
# its own, and its twin's mistakes are named besides its own. TYPES names those whose contract this one includes for its
# types alone: nobody waits for them. JSON: its answers use nlohmann/json.

# A list of CMake's as one of C++ and of JSON: "a", "b".
function(tiny_llm_quoted variable)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN ", " text)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# A library that is loaded and never linked: <folder>/<name>.so in the build folder. What it calls of others is looked for
# when it is loaded, but its own functions are found first: two answers may have helpers of one name.
function(tiny_llm_add_module target folder name)
  add_library(${target} MODULE EXCLUDE_FROM_ALL ${ARGN})
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX .so OUTPUT_NAME ${name}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
  if(APPLE)
    target_link_options(${target} PRIVATE -undefined dynamic_lookup)
  else()
    target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
  endif()
endfunction()

# The flags of code that works with an exercise's tensors; FAST where it is to be fast, JSON where it works with JSON instead.
function(tiny_llm_use_tensors target id)
  if("JSON" IN_LIST ARGN AND NOT "FAST" IN_LIST ARGN)
    target_link_libraries(${target} PRIVATE tiny_llm_base tiny_llm_json_once)
    target_precompile_headers(${target} REUSE_FROM tiny_llm_json_pch)
  else()
    tiny_llm_compile(${target} ${ARGN})
  endif()
  get_property(chapters GLOBAL PROPERTY TINY_LLM_${id}_CHAPTERS)
  foreach(chapter IN LISTS chapters)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${chapter})
  endforeach()
endfunction()

# The flags of an answer, FAST and JSON as above. That to an exercise with a twin is always compiled to be fast, and there a
# product and a sum may be one instruction, where the processor has one. In all others each is rounded by itself, or the bits of
# quantize_q4_0 would depend on compiler and processor: g++ and clang join the two wherever they may.
function(tiny_llm_compile_as_answer target id)
  # A stub uses no parameter yet. clang obeys what comes last, so -Wextra comes before, once.
  target_compile_options(${target} PRIVATE -Wextra -Wno-unused-parameter)
  get_property(twin GLOBAL PROPERTY TINY_LLM_${id}_TWIN)
  if(twin)
    tiny_llm_use_tensors(${target} ${id} FAST)
    target_compile_options(${target} PRIVATE -ffp-contract=fast)
  else()
    tiny_llm_use_tensors(${target} ${id} ${ARGN})
    target_compile_options(${target} PRIVATE -ffp-contract=off)
  endif()
endfunction()

# answers/<whose>/<id>.so of one file.
function(tiny_llm_add_answer id whose file)
  string(REPLACE "-" "_" target "${id}_${whose}")
  tiny_llm_add_module(${target} answers/${whose} ${id} ${file})
  get_property(json GLOBAL PROPERTY TINY_LLM_${id}_JSON)
  tiny_llm_compile_as_answer(${target} ${id} ${ARGN} ${json})
endfunction()

# The learner's answer, of the copy that the runner has taken of the file and of what it includes from beside itself
# (tools/learn/grading/own_copy.hpp): an editor may save while the compiler runs, and ninja compares times, not texts. An editor
# is told nothing of it.
function(tiny_llm_add_own_answer id whose)
  get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
  set(copy ${CMAKE_BINARY_DIR}/answers/text/${id}/${chapter}/${id}.cpp)
  set_source_files_properties(${copy} PROPERTIES GENERATED TRUE)
  tiny_llm_add_answer(${id} ${whose} ${copy} ${ARGN})
  string(REPLACE "-" "_" target "${id}_${whose}")
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
endfunction()

# The program of questions, and the library that calls the functions.
function(tiny_llm_add_questions chapter id)
  get_property(twin GLOBAL PROPERTY TINY_LLM_${id}_TWIN)
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  set(fixtures "")
  foreach(exercise IN ITEMS ${id} ${twin})
    get_property(its_chapter GLOBAL PROPERTY TINY_LLM_${exercise}_CHAPTER)
    string(APPEND fixtures "\"${CMAKE_SOURCE_DIR}/tests/${its_chapter}/${exercise}/fixtures/\", ")
  endforeach()
  set(catalogue ${TINY_LLM_GRADERS}/mistakes/${id}.so)
  tiny_llm_quoted(needs ${needs})
  set(is_fast false)
  if(twin)
    set(is_fast true)
  endif()
  configure_file(${CMAKE_SOURCE_DIR}/cmake/setup.hpp.in ${CMAKE_BINARY_DIR}/questions/${id}/setup.hpp @ONLY)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/call.cpp.in ${CMAKE_BINARY_DIR}/questions/${id}/call.cpp @ONLY)

  set(folder ${CMAKE_SOURCE_DIR}/tests/${chapter}/${id})
  add_executable(${id}_test EXCLUDE_FROM_ALL ${folder}/test.cpp)
  target_link_libraries(${id}_test PRIVATE tiny_llm_grader tiny_llm_comparing)
  target_compile_options(${id}_test PRIVATE -Og)  # some compute what is expected
  target_include_directories(${id}_test PRIVATE ${CMAKE_BINARY_DIR}/questions/${id})
  target_precompile_headers(${id}_test REUSE_FROM tiny_llm_questions_pch)

  tiny_llm_add_module(${id}_call calls ${id} ${CMAKE_BINARY_DIR}/questions/${id}/call.cpp)
  tiny_llm_use_tensors(${id}_call ${id})
  target_link_libraries(${id}_call PRIVATE tiny_llm_arguments)
  target_include_directories(${id}_call PRIVATE ${CMAKE_SOURCE_DIR})

  if(EXISTS ${folder}/plot.cpp)
    tiny_llm_add_module(${id}_plot plots ${id} ${folder}/plot.cpp)
    target_link_libraries(${id}_plot PRIVATE tiny_llm_plot)
  endif()
endfunction()

# mistakes/<id>.so: the function that can make each mistake (mistakes.hpp); and what grader/plant.cpp makes of the files
# of answers, wrong.cpp and right.cpp.
function(tiny_llm_add_mistakes chapter id)
  set(folder ${CMAKE_SOURCE_DIR}/tests/${chapter}/${id})
  set(out ${CMAKE_BINARY_DIR}/planted/${id})
  set(kind plain)
  get_property(twin GLOBAL PROPERTY TINY_LLM_${id}_TWIN)
  if(twin AND TINY_LLM_ALL_TESTS)
    set(kind fast)
  endif()
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  get_property(types GLOBAL PROPERTY TINY_LLM_${id}_TYPES)
  set(headers "")
  foreach(need IN LISTS needs twin types)
    get_property(need_chapter GLOBAL PROPERTY TINY_LLM_${need}_CHAPTER)
    list(APPEND headers ${need_chapter}/${need}.hpp)
  endforeach()
  add_custom_command(OUTPUT ${out}/planted.cpp ${out}/planted.json ${out}/tests.cmake
                     COMMAND plant ${CMAKE_SOURCE_DIR} ${chapter} ${id} ${out} ${kind} ${headers}
                     DEPENDS plant ${folder}/wrong.cpp ${folder}/right.cpp ${folder}/stub.cpp
                     COMMENT "Planting the answers of ${id}" VERBATIM)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/mistakes.cpp.in ${CMAKE_BINARY_DIR}/questions/${id}/mistakes.cpp @ONLY)
  tiny_llm_add_module(${id}_mistakes mistakes ${id} ${CMAKE_BINARY_DIR}/questions/${id}/mistakes.cpp)
  target_link_libraries(${id}_mistakes PRIVATE tiny_llm_mistakes)
  add_dependencies(${id}_mistakes tiny_llm_explaining)
  target_precompile_headers(${id}_mistakes REUSE_FROM tiny_llm_mistakes_pch)
  add_custom_command(OUTPUT ${out}/described.json
                     COMMAND plant described $<TARGET_FILE:${id}_mistakes> ${folder}/wrong.cpp ${out}/described.json
                     DEPENDS plant ${id}_mistakes ${folder}/wrong.cpp COMMENT "Listing the mistakes of ${id}" VERBATIM)
  add_custom_target(${id}_planted_files DEPENDS ${out}/planted.json ${out}/described.json)
endfunction()

function(add_exercise chapter id)
  cmake_parse_arguments(PARSE_ARGV 2 arg "JSON" "TWIN" "NEEDS;TYPES")
  set(needs "")
  set(twins_needs "")
  if(arg_TWIN)
    get_property(twins_needs GLOBAL PROPERTY TINY_LLM_${arg_TWIN}_NEEDS)  # its mistakes call them
  endif()
  get_property(earlier GLOBAL PROPERTY TINY_LLM_EXERCISES)
  foreach(need IN LISTS arg_NEEDS arg_TWIN arg_TYPES)
    if(NOT need IN_LIST earlier)
      message(FATAL_ERROR "add_exercise(${chapter} ${id}): it names ${need}, which comes later or not at all")
    endif()
  endforeach()
  set(wanted ${arg_NEEDS} ${twins_needs})
  foreach(need IN LISTS arg_NEEDS)
    get_property(its_needs GLOBAL PROPERTY TINY_LLM_${need}_NEEDS)
    list(APPEND wanted ${its_needs})
  endforeach()
  foreach(exercise IN LISTS earlier)  # in the course's order, in which they can be loaded
    if(exercise IN_LIST wanted)
      list(APPEND needs ${exercise})
    endif()
  endforeach()
  set(chapters ${chapter})
  foreach(other IN LISTS needs arg_TWIN arg_TYPES)
    get_property(other_chapter GLOBAL PROPERTY TINY_LLM_${other}_CHAPTER)
    list(APPEND chapters ${other_chapter})
  endforeach()
  list(REMOVE_DUPLICATES chapters)
  set_property(GLOBAL APPEND PROPERTY TINY_LLM_EXERCISES ${id})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER ${chapter})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_CHAPTERS ${chapters})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_NEEDS ${needs})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_TWIN ${arg_TWIN})
  set_property(GLOBAL PROPERTY TINY_LLM_${id}_TYPES ${arg_TYPES})
  if(arg_JSON)
    set_property(GLOBAL PROPERTY TINY_LLM_${id}_JSON JSON)
  endif()

  tiny_llm_add_own_answer(${id} yours)
  # Lines for the sanitizers, functions for gdb, which clang's -g1 leaves out. Those of JSON take a fifth of its compile time.
  if(NOT arg_JSON OR TINY_LLM_SANITIZE)
    target_compile_options(${id}_yours PRIVATE $<IF:$<CXX_COMPILER_ID:GNU>,-g1,-g>)
  endif()
  # Variables for the debugger, which take longer to compile. The code is that of `yours`, but for what is to be fast.
  tiny_llm_add_own_answer(${id} debug)
  target_compile_options(${id}_debug PRIVATE -Og -g)
  tiny_llm_add_answer(${id} given ${CMAKE_SOURCE_DIR}/solutions/${chapter}/${id}.cpp FAST)
  if(TINY_LLM_GRADERS STREQUAL CMAKE_BINARY_DIR)
    tiny_llm_add_questions(${chapter} ${id})
    tiny_llm_add_mistakes(${chapter} ${id})
  endif()
  if(TINY_LLM_TESTS)
    return()
  endif()
  # What an editor reads, and builds without the runner: the file itself, and the test that ctest knows. GENERATED: a learner who
  # deletes the file gets an error for that file, not a project that cannot be configured.
  set(file ${CMAKE_SOURCE_DIR}/${chapter}/${id}.cpp)
  set_source_files_properties(${file} PROPERTIES GENERATED TRUE)
  tiny_llm_add_answer(${id} own ${file})
  target_compile_options(${id}_own PRIVATE $<IF:$<CXX_COMPILER_ID:GNU>,-g1,-g>)
  foreach(target IN ITEMS ${id}_own ${id}_call ${id}_test)
    if(TARGET ${target})
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL FALSE)
    endif()
  endforeach()
  add_test(NAME ${id} COMMAND ${TINY_LLM_GRADERS}/bin/${id}_test --order decl)
  set_tests_properties(${id} PROPERTIES SKIP_REGULAR_EXPRESSION "UNSOLVED  not solved yet" TIMEOUT 70
                       ENVIRONMENT TINY_LLM_ANSWERS=${CMAKE_BINARY_DIR}/answers/own/)
endfunction()

# A part that the short way through the course needs, and what it calls.
function(tiny_llm_need id)
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  set_property(GLOBAL APPEND PROPERTY TINY_LLM_NEEDED ${needs} ${id})
endfunction()

# add_part(<id> [SIDE_ROAD]): the exercise is a part of the model, so that a learner's answer or a planted mistake can take its
# place there. All parts but those of a side road, with what they call, are what a story of Qwen2 needs: the short way through
# the course. A side road is for what another model, an option, or only week 1 asks for. What the runner plants is included by
# answers/mistake/<id>.cpp, which it writes.
function(add_part id)
  set_property(GLOBAL APPEND PROPERTY TINY_LLM_PARTS ${id})
  if(NOT "SIDE_ROAD" IN_LIST ARGN)
    tiny_llm_need(${id})
  endif()
  tiny_llm_add_own_answer(${id} yours-fast FAST)
  set(stand_in ${CMAKE_BINARY_DIR}/answers/mistake/${id}.cpp)
  if(NOT EXISTS ${stand_in})
    file(WRITE ${stand_in} "// The runner includes a planted wrong answer here.\n")
  endif()
  tiny_llm_add_answer(${id} mistake ${stand_in} FAST)
  target_link_libraries(${id}_mistake PRIVATE $<LINK_ONLY:tiny_llm_mistakes>)
  target_compile_options(${id}_mistake PRIVATE -w)
  target_include_directories(${id}_mistake PRIVATE ${CMAKE_SOURCE_DIR})
endfunction()

# Writes course.json, from which the runner and the checks know the exercises. There is no other list.
function(write_course)
  set(exercises "")
  get_property(ids GLOBAL PROPERTY TINY_LLM_EXERCISES)
  get_property(part_ids GLOBAL PROPERTY TINY_LLM_PARTS)
  foreach(id IN LISTS ids)
    get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
    get_property(need_ids GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
    get_property(twin_id GLOBAL PROPERTY TINY_LLM_${id}_TWIN)
    tiny_llm_quoted(needs ${need_ids})
    set(twin null)
    if(twin_id)
      set(twin "\"${twin_id}\"")
    endif()
    set(plot false)
    if(EXISTS ${CMAKE_SOURCE_DIR}/tests/${chapter}/${id}/plot.cpp)
      set(plot true)
    endif()
    string(APPEND exercises "${separator}
    {\"id\": \"${id}\", \"chapter\": \"${chapter}\", \"needs\": [${needs}], \"twin\": ${twin}, \"plot\": ${plot},
     \"file\": \"${chapter}/${id}.cpp\", \"contract\": \"${chapter}/${id}.hpp\",
     \"solution\": \"solutions/${chapter}/${id}.cpp\", \"tests\": \"tests/${chapter}/${id}\"}")
    set(separator ",")
  endforeach()
  tiny_llm_quoted(parts ${part_ids})
  get_property(needed_ids GLOBAL PROPERTY TINY_LLM_NEEDED)
  list(REMOVE_DUPLICATES needed_ids)
  tiny_llm_quoted(needed ${needed_ids})
  get_property(operations GLOBAL PROPERTY TINY_LLM_SPEED)
  tiny_llm_quoted(speed ${operations})
  tiny_llm_quoted(blas ${BLAS_LIBRARIES})
  get_property(httplib_version GLOBAL PROPERTY TINY_LLM_HTTPLIB_VERSION)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/course.json.in ${CMAKE_BINARY_DIR}/course.json @ONLY)
endfunction()
