# What `./learn plot ID` runs. An exercise can be drawn where tools/plot/<chapter>/<id>.cpp says what its functions are
# asked: that file is linked with two answers, so that no mistake in one can reach the other.
#   bin/plot_<id>_yours   the learner's file        bin/plot_<id>_given   the solution: the reference
add_library(tiny_llm_plot OBJECT EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tools/plot/main.cpp
                                                  ${CMAKE_SOURCE_DIR}/tools/plot/asked.cpp)
target_link_libraries(tiny_llm_plot PUBLIC tiny_llm_base PRIVATE nlohmann_json::nlohmann_json)
target_precompile_headers(tiny_llm_plot REUSE_FROM tiny_llm_pch)

get_property(ids GLOBAL PROPERTY TINY_LLM_EXERCISES)
foreach(id IN LISTS ids)
  get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  set(panels ${CMAKE_SOURCE_DIR}/tools/plot/${chapter}/${id}.cpp)
  if(NOT EXISTS ${panels})
    continue()
  endif()
  add_library(plot_${id}_panels OBJECT EXCLUDE_FROM_ALL ${panels})
  target_link_libraries(plot_${id}_panels PRIVATE tiny_llm_base)
  target_precompile_headers(plot_${id}_panels REUSE_FROM tiny_llm_pch)
  list(TRANSFORM needs REPLACE "(.+)" "$<TARGET_OBJECTS:\\1_solution>" OUTPUT_VARIABLE needed)
  foreach(answer IN ITEMS yours given)
    add_executable(plot_${id}_${answer} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:tiny_llm_plot>
                                                         $<TARGET_OBJECTS:plot_${id}_panels> ${needed})
    target_link_libraries(plot_${id}_${answer} PRIVATE tiny_llm_base)
  endforeach()
  target_sources(plot_${id}_yours PRIVATE $<TARGET_OBJECTS:${id}_answer>)
  target_sources(plot_${id}_given PRIVATE $<TARGET_OBJECTS:${id}_solution>)
endforeach()
