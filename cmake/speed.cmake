# add_ladder(<operation>)
#
# What `./learn bench` times for an operation: every contender a shared library of its own, because a step, the solution
# and the learner's file define the same function. By the mirror rule it finds
#   bench/week1/05-speed/<operation>/fast.cpp             calls fast_<operation>, whoever's it is
#   bench/week1/05-speed/<operation>/plain.cpp            calls the learner's plain <operation>
#   bench/week1/05-speed/<operation>/{eigen,onednn,blas,xsimd}.cpp   peers, where they are installed
#   bench/week1/05-speed/<operation>/{packed,bfloat16}_weights.cpp       steps that keep the weights in another form
#   solutions/week1/05-speed/fast_<operation>/N-*.cpp     the steps; the last one is the solution itself
# and makes
#   bin/bench (target bench)     contenders/<operation>/*.so (targets bench_<operation>_given, _yours and _plain)

# The peers, where they are installed: the library of each is called peer_<name>.
add_library(peer_blas INTERFACE)  # whatever BLAS the course is linked with
find_package(Eigen3 QUIET)
if(TARGET Eigen3::Eigen)
  add_library(peer_eigen INTERFACE)
  target_link_libraries(peer_eigen INTERFACE Eigen3::Eigen)
endif()
# Not by find_package: Debian's dnnl-config.cmake stops the whole configuration where OpenCL is not installed.
find_path(TINY_LLM_ONEDNN_INCLUDE dnnl.hpp)
find_library(TINY_LLM_ONEDNN dnnl)
if(TINY_LLM_ONEDNN AND TINY_LLM_ONEDNN_INCLUDE)
  add_library(peer_onednn INTERFACE)
  target_link_libraries(peer_onednn INTERFACE ${TINY_LLM_ONEDNN})
  target_include_directories(peer_onednn INTERFACE ${TINY_LLM_ONEDNN_INCLUDE})
endif()
find_path(TINY_LLM_XSIMD_INCLUDE xsimd/xsimd.hpp)
if(TINY_LLM_XSIMD_INCLUDE)
  add_library(peer_xsimd INTERFACE)
  target_include_directories(peer_xsimd INTERFACE ${TINY_LLM_XSIMD_INCLUDE})
endif()

# Each is made of object files, of other libraries too: what two of them call by one name must not meet.
function(tiny_llm_add_contender op impl)
  string(REPLACE ":" "-" file "${impl}")
  set(target contender_${op}_${file})
  set(objects "")
  foreach(object IN LISTS ARGN)
    list(APPEND objects $<TARGET_OBJECTS:${object}>)
  endforeach()
  tiny_llm_add_module(${target} contenders/${op} ${file} ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PRIVATE tiny_llm_fast_base)
endfunction()

# One object file of the bench's.
function(tiny_llm_add_bench_object target id file)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${file})
  tiny_llm_use_tensors(${target} ${id} FAST)
  target_compile_options(${target} PRIVATE -ffp-contract=fast)
endfunction()

# A peer is measured at its best: Eigen and xsimd, which are all headers, have no other way to the wide registers than to be
# compiled for this processor alone.
function(tiny_llm_add_peer op impl)
  add_library(bench_${op}_${impl} OBJECT EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/bench/week1/05-speed/${op}/${impl}.cpp)
  target_link_libraries(bench_${op}_${impl} PRIVATE tiny_llm_fast_base peer_${impl})
  target_compile_options(bench_${op}_${impl} PRIVATE -w $<$<NOT:$<BOOL:${TINY_LLM_LEVEL}>>:-march=native>)
  tiny_llm_add_contender(${op} ${impl} bench_${op}_${impl})
  target_link_libraries(contender_${op}_${impl} PRIVATE peer_${impl})
endfunction()

function(add_ladder op)
  set(id fast_${op})
  get_property(chapter GLOBAL PROPERTY TINY_LLM_${id}_CHAPTER)
  get_property(needs GLOBAL PROPERTY TINY_LLM_${id}_NEEDS)
  get_property(plain_needs GLOBAL PROPERTY TINY_LLM_${op}_NEEDS)
  set(folder ${CMAKE_SOURCE_DIR}/bench/${chapter}/${op})
  set(given solution)
  set(packed_code bench_packed_weights)
  if(NOT TARGET bench_packed_weights)
    tiny_llm_add_bench_object(bench_packed_weights ${id} ${CMAKE_SOURCE_DIR}/bench/${chapter}/packed_weights.cpp)
  endif()

  # The learner's files as fast as the others are, with what they call.
  set(solutions ${id}_given)
  set(answers ${id}_yours)
  set(plain_answers "")
  foreach(need IN LISTS needs ITEMS ${op})
    get_property(twin GLOBAL PROPERTY TINY_LLM_${need}_TWIN)
    if(twin)
      list(APPEND solutions ${need}_given)
      list(APPEND answers ${need}_yours)
      continue()
    endif()
    if(NOT TARGET ${need}_yours_fast)
      tiny_llm_add_own_answer(${need} yours-fast FAST)
    endif()
    list(APPEND answers ${need}_yours_fast)
    if(need STREQUAL op OR need IN_LIST plain_needs)
      list(APPEND plain_answers ${need}_yours_fast)
    endif()
  endforeach()
  set(bfloat16_code ${solutions})
  tiny_llm_add_bench_object(bench_${op}_fast ${id} ${folder}/fast.cpp)
  tiny_llm_add_bench_object(bench_${op}_plain_call ${id} ${folder}/plain.cpp)
  tiny_llm_add_contender(${op} solution bench_${op}_fast ${solutions})
  tiny_llm_add_contender(${op} yours bench_${op}_fast ${answers})
  tiny_llm_add_contender(${op} plain bench_${op}_plain_call ${plain_answers})

  file(GLOB steps CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/solutions/${chapter}/${id}/*.cpp)
  list(SORT steps COMPARE NATURAL)
  foreach(step IN LISTS steps)
    get_filename_component(name ${step} NAME_WE)
    string(REGEX REPLACE "^[0-9]+-" "" name "${name}")
    tiny_llm_add_bench_object(bench_${op}_step_${name} ${id} ${step})
    tiny_llm_add_contender(${op} step:${name} bench_${op}_fast bench_${op}_step_${name})
    list(APPEND given step:${name})
  endforeach()
  foreach(form IN ITEMS packed bfloat16)
    if(EXISTS ${folder}/${form}_weights.cpp)
      tiny_llm_add_bench_object(bench_${op}_${form} ${id} ${folder}/${form}_weights.cpp)
      tiny_llm_add_contender(${op} step:${form}-weights bench_${op}_${form} ${${form}_code})
      list(APPEND given step:${form}-weights)
    endif()
  endforeach()

  foreach(impl IN ITEMS eigen onednn blas xsimd)
    if(TARGET peer_${impl} AND EXISTS ${folder}/${impl}.cpp)
      tiny_llm_add_peer(${op} ${impl})
      list(APPEND given ${impl})
    endif()
  endforeach()

  list(TRANSFORM given REPLACE ":" "-" OUTPUT_VARIABLE targets)
  list(TRANSFORM targets PREPEND contender_${op}_)
  add_custom_target(bench_${op}_given DEPENDS ${targets})
  add_custom_target(bench_${op}_yours DEPENDS contender_${op}_yours)
  add_custom_target(bench_${op}_plain DEPENDS contender_${op}_plain)

  tiny_llm_quoted(given ${given})
  set_property(GLOBAL APPEND_STRING PROPERTY TINY_LLM_LADDERS "  {\"op\": \"${op}\", \"impls\": [${given}]},\n")
  set_property(GLOBAL APPEND PROPERTY TINY_LLM_SPEED ${op})
endfunction()

# The program, and the list of contenders that it reads.
function(add_bench)
  get_property(ladders GLOBAL PROPERTY TINY_LLM_LADDERS)
  string(REGEX REPLACE ",\n$" "\n" ladders "${ladders}")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/contenders/list.json CONTENT "[\n${ladders}]\n")

  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/speed/*.cpp)
  # These two compute nothing, and compile in half the time.
  set(talking ${CMAKE_SOURCE_DIR}/bench/speed/main.cpp ${CMAKE_SOURCE_DIR}/bench/speed/pytorch.cpp)
  list(REMOVE_ITEM sources ${talking})
  add_library(bench_talking OBJECT EXCLUDE_FROM_ALL ${talking})
  tiny_llm_compile(bench_talking)
  target_link_libraries(bench_talking PRIVATE tiny_llm_guard nlohmann_json::nlohmann_json CLI11::CLI11)
  get_property(operations GLOBAL PROPERTY TINY_LLM_SPEED)
  foreach(op IN LISTS operations)
    list(APPEND sources ${CMAKE_SOURCE_DIR}/bench/week1/05-speed/${op}/operation.cpp)
  endforeach()
  add_executable(bench EXCLUDE_FROM_ALL ${sources} $<TARGET_OBJECTS:bench_talking>)
  tiny_llm_compile(bench FAST)
  target_link_libraries(bench PRIVATE tiny_llm_guard nlohmann_json::nlohmann_json CLI11::CLI11 ${CMAKE_DL_LIBS})
  target_compile_definitions(bench_talking PRIVATE
    TINY_LLM_PYTORCH_SCRIPT="${CMAKE_SOURCE_DIR}/bench/peers/pytorch.py"
    TINY_LLM_CONTENDERS="${CMAKE_BINARY_DIR}/contenders")
endfunction()
