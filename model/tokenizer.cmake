# Text to token ids and back. PCRE2 splits the text (10.40 brought \p{White_Space}), utf8proc normalizes it.

find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libpcre2 REQUIRED IMPORTED_TARGET GLOBAL libpcre2-8>=10.40)
pkg_check_modules(libutf8proc REQUIRED IMPORTED_TARGET GLOBAL libutf8proc)

add_library(tiny_llm_tokenizer STATIC mapped_file.cpp
  tokenizer/added_tokens.cpp tokenizer/byte_level.cpp tokenizer/byte_pair_encoding.cpp tokenizer/decoder.cpp tokenizer/field.cpp
  tokenizer/normalizer.cpp tokenizer/post_processor.cpp tokenizer/pre_tokenizer.cpp tokenizer/regex.cpp
  tokenizer/text_streamer.cpp tokenizer/tokenizer.cpp tokenizer/tokenizer_json.cpp tokenizer/utf8.cpp tokenizer/vocabulary.cpp)
target_compile_features(tiny_llm_tokenizer PUBLIC cxx_std_20)
target_compile_options(tiny_llm_tokenizer PRIVATE -Wall -Wextra -Og ${TINY_LLM_MUCH})
set_target_properties(tiny_llm_tokenizer PROPERTIES POSITION_INDEPENDENT_CODE ON
                      UNITY_BUILD ${TINY_LLM_UNITY} UNITY_BUILD_BATCH_SIZE 0)
target_include_directories(tiny_llm_tokenizer PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR})
target_link_libraries(tiny_llm_tokenizer PRIVATE nlohmann_json::nlohmann_json PkgConfig::libpcre2
                                                 PkgConfig::libutf8proc)
