# add_part(<id>)
#
# Makes an exercise a part of the model. A part is a shared library, and all that can stand in for it have the same
# file name, so that the folder in which the loader looks first decides whose answer runs:
#   parts/given/libtiny_llm_<id>.so          part_<id>_given     the solution; what `story` is linked with
#   parts/yours/<id>/libtiny_llm_<id>.so     part_<id>_yours     the learner's file
#   parts/mistake/<id>/libtiny_llm_<id>.so   part_<id>_mistake   whatever parts/mistake/<id>.cpp includes; the runner
#                                                                writes that file
# The runner puts folders of `yours` or `mistake` before the others with LD_LIBRARY_PATH. A crash or an endless loop
# in a learner's part costs one run of `story` and nothing else.

# A part and the model are made to run, an answer in the grader to be compiled fast: so they have flags of their own,
# which are those of the fast exercises.

function(tiny_llm_add_part_library target id file folder)
  get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  add_library(${target} SHARED EXCLUDE_FROM_ALL ${file})
  target_link_libraries(${target} PUBLIC tiny_llm_fast_base)
  target_precompile_headers(${target} REUSE_FROM tiny_llm_fast_pch)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${chapter})
  foreach(need IN LISTS needs)
    get_property(need_chapter GLOBAL PROPERTY TINY_LLM_${need}_CHAPTER)
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${need_chapter})
    target_link_libraries(${target} PRIVATE part_${need}_given)
  endforeach()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME tiny_llm_${id}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/parts/${folder})
endfunction()

# What a part calls is a library too, even where nobody's answer can stand in for it.
function(tiny_llm_add_given id)
  if(TARGET part_${id}_given)
    return()
  endif()
  get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  foreach(need IN LISTS needs)
    tiny_llm_add_given(${need})
  endforeach()
  tiny_llm_add_part_library(part_${id}_given ${id} ${CMAKE_SOURCE_DIR}/solutions/${chapter}/${id}.cpp given)
endfunction()

function(add_part id)
  set_property(GLOBAL APPEND PROPERTY TINY_LLM_PARTS ${id})
  tiny_llm_add_given(${id})
  get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
  tiny_llm_add_part_library(part_${id}_yours ${id} ${CMAKE_SOURCE_DIR}/${chapter}/${id}.cpp yours/${id})
  set(stand_in ${CMAKE_BINARY_DIR}/parts/mistake/${id}.cpp)
  if(NOT EXISTS ${stand_in})
    file(WRITE ${stand_in} "// The runner includes a planted wrong answer here.\n")
  endif()
  tiny_llm_add_part_library(part_${id}_mistake ${id} ${stand_in} mistake/${id})
  target_compile_options(part_${id}_mistake PRIVATE -w)
  target_include_directories(part_${id}_mistake PRIVATE ${CMAKE_SOURCE_DIR})
endfunction()
