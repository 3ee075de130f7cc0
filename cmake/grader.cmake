# The grader: what every exercise's questions are linked with. It knows no xtensor, so it need not wait for the precompiled
# header, and no JSON library either. In one piece, because reading the headers is most of the work; by itself only what computes.
# Not in a folder of its own, because ninja begins with what it was told first, and this takes longest. Objects and no
# library: nothing refers to a listener, so a linker would leave it out.
set(TINY_LLM_GRADER_SOURCES again.cpp events.cpp exam.cpp fixture.cpp listener.cpp log.cpp npy.cpp overlap.cpp poison.cpp
    report.cpp)
list(TRANSFORM TINY_LLM_GRADER_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/grader/)
add_library(tiny_llm_grader OBJECT EXCLUDE_FROM_ALL ${TINY_LLM_GRADER_SOURCES})
target_compile_features(tiny_llm_grader PUBLIC cxx_std_20)
# -Og compiles as fast as -O0, and runs twice as fast.
target_compile_options(tiny_llm_grader PUBLIC -Wall -Wextra PRIVATE -Og ${TINY_LLM_MUCH})
target_compile_definitions(tiny_llm_grader PRIVATE CATCH_CONFIG_EXTERNAL_INTERFACES)  # of Catch2 2, for the listener
target_include_directories(tiny_llm_grader PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_grader PUBLIC tiny_llm_linked tiny_llm_utf8 tiny_llm_answers tiny_llm_json
                                             Catch2::Catch2WithMain)
if(NOT APPLE)  # what libraries of answers find here
  foreach(symbol IN ITEMS grader_overlap grader_regions grader_shared grader_disturb
                          grader_begin_memory grader_most_memory GOMP_barrier GOMP_parallel
                          GOMP_parallel_loop_nonmonotonic_dynamic
                          GOMP_parallel_loop_nonmonotonic_guided)
    target_link_options(tiny_llm_grader PUBLIC -Wl,--export-dynamic-symbol=${symbol})
  endforeach()
  target_link_options(tiny_llm_grader PUBLIC -Wl,-s)  # in half the space; what is debugged is the answer
endif()
set_target_properties(tiny_llm_grader PROPERTIES UNITY_BUILD ${TINY_LLM_UNITY} UNITY_BUILD_BATCH_SIZE 0)

# What a function takes and gives; every half of the grader is linked with it.
add_library(tiny_llm_value STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/grader/value.cpp)
target_compile_features(tiny_llm_value PUBLIC cxx_std_20)
target_compile_options(tiny_llm_value PRIVATE -Wall -Wextra -O2 -fPIC)
target_include_directories(tiny_llm_value PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_value PRIVATE tiny_llm_linked)

# What compares and words results, for both halves of the grader.
set(TINY_LLM_COMPARING_SOURCES closeness.cpp judge.cpp language.cpp texts.cpp)
list(TRANSFORM TINY_LLM_COMPARING_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/grader/)
add_library(tiny_llm_comparing OBJECT EXCLUDE_FROM_ALL ${TINY_LLM_COMPARING_SOURCES})
target_compile_features(tiny_llm_comparing PUBLIC cxx_std_20)
target_compile_options(tiny_llm_comparing PUBLIC -Wall -Wextra PRIVATE -Og -fPIC)
target_include_directories(tiny_llm_comparing PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_comparing PUBLIC tiny_llm_linked tiny_llm_utf8 tiny_llm_value)
set_target_properties(tiny_llm_comparing PROPERTIES UNITY_BUILD ${TINY_LLM_UNITY} UNITY_BUILD_BATCH_SIZE 0)
set_source_files_properties(${CMAKE_SOURCE_DIR}/grader/closeness.cpp PROPERTIES
                            COMPILE_OPTIONS -O2 SKIP_UNITY_BUILD_INCLUSION ON)

# What explains failures: a library that only a run that explains loads. It is built with the first catalogue, in two pieces,
# because somebody waits for it. What checks catalogues is for the project's own tests.
set(TINY_LLM_EXPLAINING_SOURCES explaining.cpp diagnosis.cpp two_slips.cpp symptoms/symptoms.cpp symptoms/calls.cpp
    symptoms/inputs.cpp symptoms/outcomes.cpp symptoms/places.cpp symptoms/texts.cpp symptoms/tokens.cpp symptoms/values.cpp)
if(TINY_LLM_TESTS)
  list(APPEND TINY_LLM_EXPLAINING_SOURCES catalogue_check.cpp)
endif()
list(TRANSFORM TINY_LLM_EXPLAINING_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/grader/)
tiny_llm_add_module(tiny_llm_explaining grader explaining ${TINY_LLM_EXPLAINING_SOURCES})
target_compile_options(tiny_llm_explaining PRIVATE -Og -fPIC ${TINY_LLM_MUCH})
target_link_libraries(tiny_llm_explaining PRIVATE tiny_llm_comparing)
set_target_properties(tiny_llm_explaining PROPERTIES UNITY_BUILD ${TINY_LLM_UNITY} UNITY_BUILD_BATCH_SIZE 6)

# What draws for `./learn plot`.
add_library(tiny_llm_plot STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/grader/plot.cpp)
target_compile_features(tiny_llm_plot PUBLIC cxx_std_20)
target_compile_options(tiny_llm_plot PUBLIC -Wall -Wextra -fPIC)
target_include_directories(tiny_llm_plot PUBLIC ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_plot PUBLIC tiny_llm_linked tiny_llm_value PRIVATE tiny_llm_json)

# What every exercise's questions include.
add_library(tiny_llm_questions_pch OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/pch.cpp)
target_compile_features(tiny_llm_questions_pch PRIVATE cxx_std_20)
target_compile_options(tiny_llm_questions_pch PRIVATE -Wall -Wextra -Og)
target_include_directories(tiny_llm_questions_pch PRIVATE ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_questions_pch PRIVATE tiny_llm_linked)
target_precompile_headers(tiny_llm_questions_pch PRIVATE ${CMAKE_SOURCE_DIR}/grader/questions.hpp)

# What a library of calls or of planted answers is linked with.
add_library(tiny_llm_arguments STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/grader/arguments.cpp)
tiny_llm_compile(tiny_llm_arguments)
target_link_libraries(tiny_llm_arguments PUBLIC tiny_llm_value)

# What a function that makes mistakes is compiled with.
add_library(tiny_llm_mistakes_base INTERFACE)
target_compile_features(tiny_llm_mistakes_base INTERFACE cxx_std_20)
target_compile_options(tiny_llm_mistakes_base INTERFACE -Wall -Wextra -O1 -fPIC)
target_include_directories(tiny_llm_mistakes_base INTERFACE ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_mistakes_base INTERFACE nlohmann_json::nlohmann_json)
add_library(tiny_llm_mistakes STATIC EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/grader/mistakes.cpp)
target_link_libraries(tiny_llm_mistakes PUBLIC tiny_llm_mistakes_base tiny_llm_value)
add_library(tiny_llm_mistakes_pch OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/pch.cpp)
target_link_libraries(tiny_llm_mistakes_pch PRIVATE tiny_llm_mistakes_base)
target_precompile_headers(tiny_llm_mistakes_pch PRIVATE ${CMAKE_SOURCE_DIR}/grader/plain.hpp)
target_precompile_headers(tiny_llm_mistakes REUSE_FROM tiny_llm_mistakes_pch)

add_executable(plant EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/grader/plant.cpp)
target_compile_features(plant PRIVATE cxx_std_20)
target_compile_options(plant PRIVATE -Wall -Wextra)
target_include_directories(plant PRIVATE ${CMAKE_SOURCE_DIR})
target_link_libraries(plant PRIVATE tiny_llm_json tiny_llm_answers tiny_llm_value)
