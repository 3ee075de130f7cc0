#pragma once

#include "terminal/language.hpp"

/// Every sentence that a learner can read, in both languages.
namespace learn::msg {

// Statuses.
inline constexpr Message passed{"PASSED", "通过"};
inline constexpr Message failed{"FAILED", "未通过"};
inline constexpr Message crashed{"CRASHED", "崩溃"};
inline constexpr Message timed_out{"TIMED OUT", "超时"};
inline constexpr Message unsolved{"UNSOLVED", "未完成"};
inline constexpr Message blocked{"BLOCKED", "被卡住"};
inline constexpr Message compile_error{"COMPILE ERROR", "编译错误"};
inline constexpr Message not_run{"NOT RUN", "未运行"};
inline constexpr Message is_new{"NEW", "新增"};
inline constexpr Message passed_before{"PASSED BEFORE", "曾经通过"};

// Set-up.
inline constexpr Message error{"error: {0}", "错误：{0}"};
inline constexpr Message no_course{"{0} is missing; to make it, run this in the course's folder: ./learn",
                                   "找不到 {0}；要生成它，请在课程目录里运行 ./learn"};
inline constexpr Message bad_course{"{0} makes no sense; delete it, then run this again: ./learn",
                                    "{0} 的内容无法识别；删掉它，再运行一次 ./learn"};
inline constexpr Message build_folder_not_ours{
    "{0} is not empty and not a build folder of this course, so nothing was touched; set TINY_LLM_BUILD_DIR to an empty "
    "folder",
    "{0} 里有文件，又不是本课程的构建目录，所以什么都没动；请把 TINY_LLM_BUILD_DIR 设成一个空目录"};
inline constexpr Message cannot_start{"cannot start {0}; to see what is missing: ./learn doctor",
                                      "无法启动 {0}；看看缺什么：./learn doctor"};
inline constexpr Message cannot_write{"cannot write to {0}", "无法写入 {0}"};
inline constexpr Message not_replaced{"{0} already exists and is not {1}, so it was left alone; choose another name",
                                      "{0} 已经存在，而且不是{1}，没有覆盖；请换一个文件名"};
inline constexpr Message not_replaced_of_course{
    "{0} is in a folder of the course's own files, so it was not written; choose another name",
    "{0} 位于课程自带的目录里，没有写入；请换一个文件名"};
inline constexpr Message an_svg_picture{"an SVG picture", " SVG 图片"};
inline constexpr Message a_junit_report{"a JUnit report", " JUnit 报告"};
inline constexpr Message report_not_written{"cannot write the report \"{0}\"", "无法写入报告“{0}”"};
inline constexpr Message disk_is_full{"the disk is full; free some space and run this again ({0})",
                                      "磁盘满了；清理出空间后再运行一次（{0}）"};
inline constexpr Message configuring{"configuring ({0}) …", "正在配置（{0}）…"};
inline constexpr Message configure_failed{"CMake could not configure the course; ./learn doctor may know why:{0}",
                                          "CMake 配置失败，./learn doctor 也许能查出原因：{0}"};
inline constexpr Message cmake_too_old{
    "CMake {0} is too old: the course needs {1} or newer (https://cmake.org/download)",
    "CMake {0} 太旧了：课程需要 {1} 或更新的版本（https://cmake.org/download）"};
inline constexpr Message build_failed{"the build could not run:{0}", "构建没能运行：{0}"};
inline constexpr Message library_gone{
    "{0} is missing, and the course was built with it; to install what is missing: rm -r build/learn && ./learn --yes doctor",
    "找不到 {0}，而课程构建时用到了它；安装缺少的东西：rm -r build/learn && ./learn --yes doctor"};
inline constexpr Message damaged{"{0} is damaged; delete it, then run this again: ./learn",
                                 "{0} 已损坏；删掉它，再运行一次 ./learn"};
inline constexpr Message somebody_builds{"another ./learn is building here; waiting",
                                         "另一个 ./learn 正在这里构建，稍等"};
inline constexpr Message building_starts{"building …", "正在构建…"};
inline constexpr Message building{"[{0}/{1}] building …", "[{0}/{1}] 正在构建…"};
inline constexpr Message first_build{
    "building what grades your answer; the very first time, this can take half a minute",
    "正在构建用来批改的部分，第一次可能要半分钟"};
inline constexpr Message running{"running the tests of {0} …", "正在运行 {0} 的测试…"};
inline constexpr Message explaining{"looking for the reason …", "正在找原因…"};
inline constexpr Message output_not_written{"standard output could not be written: {0}", "标准输出写不进去：{0}"};
inline constexpr Message interrupted{"interrupted; your files are unchanged", "已中断，你的文件都没有动过"};

// Command line.
inline constexpr Message unknown_id{"there is no exercise \"{0}\"; to see them all: ./learn list",
                                    "没有名为“{0}”的练习；列出全部：./learn list"};
inline constexpr Message unknown_id_near{"there is no exercise \"{0}\"; did you mean {1}?",
                                         "没有名为“{0}”的练习；是不是想写 {1}？"};
inline constexpr Message unknown_command{"there is no command \"{0}\"; to see them all: ./learn --help",
                                         "没有“{0}”这个命令；列出全部：./learn --help"};
inline constexpr Message unknown_command_near{"there is no command \"{0}\"; did you mean {1}?",
                                              "没有“{0}”这个命令；是不是想写 {1}？"};
inline constexpr Message see_help{"{0}; see ./learn --help", "{0}；用法见 ./learn --help"};
inline constexpr Message option_unknown{"not expected here: {0}", "这里不该有：{0}"};
inline constexpr Message option_required{"{0} is missing", "缺少 {0}"};
inline constexpr Message option_needs{"{0} is only for {1}", "{0} 只能和 {1} 一起用"};
inline constexpr Message option_needs_value{"{0} needs a value", "{0} 后面要跟一个值"};
inline constexpr Message option_excludes{"{0} cannot be used with {1}", "{0} 和 {1} 不能一起用"};
inline constexpr Message option_twice{"{0} is given more than once", "{0} 写了不止一次"};
inline constexpr Message option_wrong{"{0}", "命令行写得不对（{0}）"};
inline constexpr Message option_value{"{0}: the value must be {1}", "{0}：值应当是{1}"};
inline constexpr Message option_language{"en or zh", " en 或 zh"};
inline constexpr Message option_cache{"q8_0; without --cache, keys and values are float32",
                                      " q8_0；不写 --cache，key 和 value 就是 float32"};
inline constexpr Message option_weights{"bfloat16, q8_0 or q4_0", " bfloat16、q8_0 或 q4_0"};
inline constexpr Message option_model{"a folder or a file that exists, and {0} doesn't",
                                      "存在的目录或文件，而 {0} 不存在"};
inline constexpr Message option_at_least{"a whole number, at least {0}", "不小于 {0} 的整数"};
inline constexpr Message option_whole{"a whole number from {0} to {1}", " {0} 到 {1} 之间的整数"};
inline constexpr Message option_number{"a number from {0} to {1}", " {0} 到 {1} 之间的数"};

// State.
inline constexpr Message state_damaged{
    "the record of your progress is damaged or not this course's; it was kept as {0}, and a new one was started. To fill it: "
    "./learn verify",
    "进度记录已损坏，或者不是本课程写的；原文件保留为 {0}，并新建了一份。要重新填好：./learn verify"};
inline constexpr Message state_not_written{"warning: cannot write {0}, so your progress will not be remembered",
                                           "警告：无法写入 {0}，进度不会被记住"};

// The learner's file.
inline constexpr Message file_missing{"{0} is missing; to put the stub back: ./learn reset {1}",
                                      "{0} 不见了；要恢复桩代码：./learn reset {1}"};
inline constexpr Message file_is_folder{"{0} is a folder, not a file; move it away, then run ./learn reset {1}",
                                        "{0} 是个目录，不是文件；请先把它移走，再运行 ./learn reset {1}"};
inline constexpr Message file_not_regular{
    "{0} is a pipe, a socket or a device, not a file; move it away, then run ./learn reset {1}",
    "{0} 是管道、套接字或设备，不是文件；请先把它移走，再运行 ./learn reset {1}"};
inline constexpr Message file_is_link{
    "{0} is a symbolic link that leads to no file; to put the stub back: ./learn reset {1}",
    "{0} 是一个没有指向文件的符号链接；要恢复桩代码：./learn reset {1}"};
inline constexpr Message file_links_on{"{0} is a symbolic link to {1}, and that file was graded",
                                       "{0} 是指向 {1} 的符号链接；批改的是它指向的文件"};
inline constexpr Message file_unreadable{"{0} cannot be read; check its permissions", "{0} 读不了，请检查文件权限"};
inline constexpr Message file_empty{"{0} is empty; to put the stub back: ./learn reset {1}",
                                    "{0} 是空文件；要恢复桩代码：./learn reset {1}"};
inline constexpr Message file_too_large{
    "{0} is larger than 1 MiB, and no answer is that long; to put the stub back: ./learn reset {1}",
    "{0} 超过 1 MiB，答案不会有这么长；要恢复桩代码：./learn reset {1}"};
inline constexpr Message file_changed{
    "{0} was saved while it was being checked, so this verdict is about the text before that; check it once more",
    "检查期间 {0} 又保存过，所以这个结论说的是保存前的内容；请再检查一次"};
inline constexpr Message file_not_utf8{"{0} is not UTF-8 text; save it as UTF-8 (your editor calls this the encoding)",
                                       "{0} 不是 UTF-8 编码；请在编辑器里另存为 UTF-8"};

// Verdicts.
inline constexpr Message exited_early{"the program exited with code {0} before the tests were done",
                                      "测试还没跑完，程序就以退出码 {0} 结束了"};
inline constexpr Message exited_late{"the program exited with code {0} after the tests were done",
                                     "测试跑完后，程序以退出码 {0} 结束"};
inline constexpr Message start_here{"not solved yet; start at {0}:{1}", "还没写；从 {0}:{1} 开始"};
inline constexpr Message start_in{"not solved yet; start in {0}", "还没写；从 {0} 开始"};
inline constexpr Message blocked_by{"this exercise needs {0} to pass first", "本练习要用到 {0}，请先通过"};
inline constexpr Message ended_by{"how it ended: {0}", "结束原因：{0}"};
inline constexpr Message all_tests{"all {0} tests; {1}", "{0} 项测试全部通过；{1}"};
inline constexpr Message called_with{"inputs: {0}", "输入：{0}"};
inline constexpr Message took_too_long{
    "still running after {0} s: probably an endless loop, or far more work than it takes",
    "运行了 {0} 秒还没结束，多半是死循环，或者做了太多不必要的计算"};
inline constexpr Message hung_in_damage{
    "still running after {0} s: something was written outside of its memory, and the program hangs in the damage",
    "运行了 {0} 秒还没结束：有数据写到了自己的内存之外，程序卡在被写坏的地方"};
inline constexpr Message given_up{
    "stopped after {0} s, because each crash needs another run; {1} more tests were not run",
    "每崩溃一次都要重新运行一次，已经用了 {0} 秒，检查到此为止；还有 {1} 项测试没有运行"};
inline constexpr Message segfault_means{
    ": memory that isn't the program's, as by an index out of range or through a tensor that was moved away; or a full stack, "
    "where functions call each other too deeply",
    "：访问了不属于程序的内存，例如下标越界，或者用了已经移走的张量；也可能是函数一层层调用得太深，栈满了"};
inline constexpr Message asan_may_help{
    "./learn check {0} --asan finds memory errors; --debug stops in gdb where the crash happens",
    "./learn check {0} --asan 可查内存错误，--debug 会用 gdb 停在崩溃的地方"};
inline constexpr Message dangling{
    "{0} returns auto, and what it returns is not computed yet: it is an expression that refers to {1}, and {1} is gone "
    "when {0} ends. Make {0} return Tensor, or return xt::eval(…).",
    "{0} 的返回类型是 auto，返回的是还没有计算的表达式，里面引用着 {1}；而 {0} 一结束，{1} 就不存在了。把 {0} "
    "的返回类型写成 Tensor，或者返回 xt::eval(…)。"};
inline constexpr Message static_scratch{
    "{0} is static, so it is made only once, with the size and the numbers of the first call that gets there. Later "
    "calls find what an earlier one left in it. Drop the static, or make {0} anew in every call.",
    "{0} 是 static 的，所以只创建一次，大小和里面的数都来自第一次执行到这里的那次调用；后面的调用拿到的，"
    "是前面的调用留在里面的东西。去掉 static，或者每次调用都重新创建 {0}。"};
inline constexpr Message dot_of_no_rows{
    "xt::linalg::dot reads memory that is not its own if {0} has three axes or more and no elements. When {0}.size() is "
    "0, return zeros of the result's shape before you get there: xt::zeros<float>(shape).",
    "{0} 有三个或更多的轴、却一个元素也没有时，xt::linalg::dot 会读到不属于自己的内存。所以在它之前先判断：{0}.size() 为 "
    "0，就直接返回结果形状的零张量：xt::zeros<float>(shape)。"};
inline constexpr Message lazy_reduction{
    "{0} is lazy: in an expression with a whole tensor xtensor computes it anew for each element, which takes far too long "
    "when there are many. {0}() is a number, computed once.",
    "{0} 还没有求值：它和整个张量一起运算时，xtensor 会为每个元素重新算一遍，元素一多就慢得跑不完。写成 {0}()，"
    "得到的就是一个数，只算一次。"};
inline constexpr Message full_log{"full log: {0}", "完整日志：{0}"};
inline constexpr Message fixes_page{"common compile errors: docs/en/stuck.md#it-does-not-compile",
                                    "常见的编译错误：docs/zh/stuck.md#编译不过"};
inline constexpr Message no_error_found{"the compiler named no line; see the full log",
                                        "编译器没有给出行号，请看完整日志"};
inline constexpr Message other_file{"(not in {0}: did you change another file?)",
                                    "（不在 {0} 里：是不是改了别的文件？）"};
inline constexpr Message how_a_test_ended{"  ({0})", "（{0}）"};
inline constexpr Message tests_heading{"tests: {0} of {1} passed", "测试：通过 {0} / {1}"};
inline constexpr Message more_missed{"… and {0} more; --all lists them", "……还有 {0} 项；--all 全部列出"};
inline constexpr Message no_known_mistake{"No known mistake explains all of this.",
                                          "没有哪种已知的错误能解释全部结果。"};
inline constexpr Message more_tests{"… and {0} more; --all shows every report", "……还有 {0} 个；--all 显示全部报告"};
inline constexpr Message printed{"your code printed:", "程序打印了："};
inline constexpr Message printed_more{"… cut here; {0} bytes in all", "……已截断，共 {0} 字节"};
inline constexpr Message warnings{"the compiler warns:", "编译器的警告："};
inline constexpr Message more_warnings{"… and {0} more", "……还有 {0} 条"};
inline constexpr Message sanitizer{"the sanitizers report:", "sanitizer 报告："};
inline constexpr Message took{"built in {0} s, ran in {1} s", "构建 {0} 秒，运行 {1} 秒"};
inline constexpr Message note{"note: {0}", "注意：{0}"};

// What to do next.
inline constexpr Message next_hint{"stuck? ./learn hint {0}", "没思路？./learn hint {0}"};
inline constexpr Message next_next{"go on: ./learn next     compare: ./learn solution {0}",
                                   "继续：./learn next     对照答案：./learn solution {0}"};
inline constexpr Message next_edit{"open {0}, edit, save, then\n./learn check {1}",
                                   "打开 {0}，写代码，保存，然后运行\n./learn check {1}"};
inline constexpr Message all_done{"All exercises pass.", "全部练习都已通过。"};
inline constexpr Message needed_done{"All exercises that Qwen2 needs pass; ./learn next leads to the side roads.",
                                     "Qwen2 要用的练习都已通过；./learn next 进入选做的练习。"};
inline constexpr Message verified{"{0} of {1} passed", "通过 {0} / {1}"};

// Board.
inline constexpr Message board_title{"tiny-llm: learn by building", "tiny-llm：边写边学"};
inline constexpr Message progress{"{0} of {1}", "{0} / {1}"};
inline constexpr Message side_road{"side road", "选做"};
inline constexpr Message now_at{"now:", "当前："};
inline constexpr Message board_week{"Week {0}: {1} chapters", "第 {0} 周，共 {1} 章"};
inline constexpr Message board_new{"new:", "新增："};
inline constexpr Message read_first{"read:", "先读："};
inline constexpr Message open_file{"open:", "打开："};
inline constexpr Message then_do{"then:", "然后："};
inline constexpr Message board_blas{"BLAS:", "BLAS："};
inline constexpr Message then_check{"./learn check", "./learn check"};
inline constexpr Message then_next{"./learn next", "./learn next"};

// BLAS.
inline constexpr Message blas_chosen{
    "OpenBLAS does not know this processor and would fall back to its old kernel {0}, so the course makes it use {1} "
    "(OPENBLAS_CORETYPE)",
    "OpenBLAS 不认识这个处理器，会退回老的 kernel {0}；已通过 OPENBLAS_CORETYPE 让它改用 {1}"};
inline constexpr Message blas_on{"OpenBLAS {0} on {1}", "OpenBLAS {0}，{1}"};
inline constexpr Message blas_reference{"the reference BLAS", "参考实现 BLAS"};
inline constexpr Message board_slow{"{0}, slow: ./learn doctor", "{0}，很慢：./learn doctor"};
inline constexpr Message blas_and{" ({0})", "（{0}）"};
inline constexpr Message blas_by_course{"set by the course; by itself it would pick {0}",
                                        "由课程设定；不设的话它会选 {0}"};
inline constexpr Message blas_by_user{"set by you (OPENBLAS_CORETYPE); by itself it would pick {0}",
                                      "由你的 OPENBLAS_CORETYPE 设定；不设的话它会选 {0}"};

// Commands.
inline constexpr Message now_current{"now at {0}: {1}", "现在做 {0}：{1}"};
inline constexpr Message left_behind{"{0} is still {1}; to come back to it: ./learn goto {0}",
                                     "{0} 仍是“{1}”；以后回来继续：./learn goto {0}"};
inline constexpr Message no_hints{"there are no hints for {0} in {1}", "{1} 里没有 {0} 的提示"};
inline constexpr Message hint_number{"hint {0} of {1}: {2}", "提示 {0} / {1}：{2}"};
inline constexpr Message hint_last{
    "that was the last hint; all of them are in {1}\nif they are not enough: ./learn solution {0} --spoil",
    "这是最后一条提示；全部提示都在 {1} 里\n还不够的话，看答案：./learn solution {0} --spoil"};
inline constexpr Message hint_more{"one more: ./learn hint {0}", "再来一条：./learn hint {0}"};
inline constexpr Message reset_ask{"Put the stub back in {0}? Your file is backed up first. [y/N] ",
                                   "要把 {0} 恢复成桩代码吗？会先备份你的文件。[y/N] "};
inline constexpr Message reset_not{"nothing changed", "什么都没改"};
inline constexpr Message reset_backup{"your file was saved as {0}", "你的文件已备份为 {0}"};
inline constexpr Message reset_done{"{0} is the stub again", "{0} 已恢复成桩代码"};
inline constexpr Message reset_no_backup{"cannot save your file as {0}, so nothing was changed",
                                         "无法把你的文件备份到 {0}，所以什么都没改"};
inline constexpr Message reset_no_stub{"the stub {0} cannot be read; is the course complete?",
                                       "读不到桩代码 {0}；课程目录是否完整？"};
inline constexpr Message solution_closed{
    "the solution of {0} opens once you pass; to see it now: ./learn solution {0} --spoil",
    "{0} 通过之后才能看答案；现在就想看：./learn solution {0} --spoil"};
inline constexpr Message solution_missing{"there is no {0}", "找不到 {0}"};

// The rules for AI assistants.
inline constexpr Message tutor_on{
    "AI assistants are now asked to teach you instead of solving for you, in files that git ignores: {0}\nstart your "
    "assistant again, so that it reads them; to remove them: ./learn tutor --off",
    "已经写好规则，请 AI 助手只教你、不代劳；规则在这些文件里，git 会忽略它们：{0}\n重新启动你的助手，它才会读到；要撤掉："
    "./learn tutor --off"};
inline constexpr Message tutor_off{"the rules for AI assistants are gone: {0}", "给 AI 助手的规则已经撤掉：{0}"};
inline constexpr Message tutor_was_off{"there are no rules for AI assistants here; to write some: ./learn tutor",
                                       "这里没有给 AI 助手的规则；要写一份：./learn tutor"};
inline constexpr Message tutor_not_ours{
    "{0} was not written by ./learn tutor, so it was left alone; what you may want to add to it is in {1}",
    "{0} 不是 ./learn tutor 写的，没有动它；想自己加进去的话，规则在 {1}"};
inline constexpr Message tutor_kept{"{0} was not written by ./learn tutor, so it was left alone",
                                    "{0} 不是 ./learn tutor 写的，没有动它"};
inline constexpr Message tutor_no_rules{"{0} cannot be read; is the course complete?",
                                        "读不到 {0}；课程目录是否完整？"};

// Watching.
inline constexpr Message keys{"watching {0}\n[h]int [l]ist [c]heck [n]ext [r]eset [s]olution s[t]ory [q]uit",
                              "正在监视 {0}\nh 提示  l 列表  c 检查  n 下一个  r 重置  s 答案  t 讲故事  q 退出"};
inline constexpr Message watch_failed{"saves go unnoticed in this folder ({0}); press c to check",
                                      "在这个目录里保存文件不会被察觉（{0}）；按 c 手动检查"};
inline constexpr Message watch_needs_terminal{"./learn watch needs a terminal", "./learn watch 需要在终端里运行"};

// Story. Columns count in the picture: it is at most 76 wide.
inline constexpr Message story_building{
    "building the model and its parts; the first time, this takes about half a minute",
    "正在构建模型和它的各个部件；第一次大约要半分钟"};
inline constexpr Message story_not_built{"the model could not be built:{0}", "模型构建失败：{0}"};
inline constexpr Message part_not_built{
    "your {0} does not build as a part of the model, so the course's own is used (full log: {1})",
    "你的 {0} 无法构建成模型的部件，改用课程给的（完整日志：{1}）"};
inline constexpr Message part_changed{
    "{0} has changed since it passed, so the course's own is used; to use yours: ./learn check {0}",
    "{0} 通过之后又改过，暂用课程给的；想用你的，先重新通过：./learn check {0}"};
inline constexpr Message parts_changed{
    "these have changed since they passed, so the course's own are used: {0}. To use yours: ./learn check each of them",
    "这些通过之后又改过，暂用课程给的：{0}。想用你的，先逐个重新通过 ./learn check"};
inline constexpr Message chat_needs_model{
    "--model is missing: the model that comes with the course only learned to continue a text, not to answer. For models "
    "that can, see docs/en/model.md",
    "缺少 --model：自带的模型只学过续写，没学过回答。能对话的模型见 docs/zh/model.md"};
inline constexpr Message serve_needs_httplib{"cpp-httplib 0.10 or newer is missing, which ./learn serve needs",
                                             "没有找到 ./learn serve 需要的 cpp-httplib（0.10 或更新版本）"};
inline constexpr Message install_missing{"{0}; to install it: {1}", "{0}；安装命令：{1}"};
inline constexpr Message story_offer{"Your {0} is now in the model: ./learn story",
                                     "你写的 {0} 已经装进模型：./learn story"};
inline constexpr Message story_signal{"the story was ended by a signal ({0})", "故事被信号打断（{0}）"};
inline constexpr Message story_silent{"nothing came for {0} s: probably an endless loop",
                                      "{0} 秒没有任何输出，多半是死循环"};
inline constexpr Message story_vanished{"the program ended with code {0} before the story did",
                                        "故事还没讲完，程序就以退出码 {0} 结束了"};
inline constexpr Message story_stubborn{"the story did not react to Ctrl-C, so it was ended",
                                        "故事没有响应 Ctrl-C，已强行结束"};
inline constexpr Message parts_in_it{"your parts in it: {0}", "其中你写的部件：{0}"};
inline constexpr Message and_then{"{0}; {1}", "{0}；{1}"};
inline constexpr Message happened_in{"it happened in your {0}", "出在你写的 {0} 里"};
inline constexpr Message no_parts_in_it{"no part of it was yours", "其中没有你写的部件"};
inline constexpr Message story_number{"  story {0}, seed {1}", "  故事 {0}，种子 {1}"};
inline constexpr Message heading_right{"without the mistake", "没有这个错误时"};
inline constexpr Message heading_mistake{"with the mistake {0}", "带上错误 {0}"};
inline constexpr Message mistake_ended{"With the mistake, the story did not reach its end: {0}",
                                       "带上这个错误，故事没讲完：{0}"};
inline constexpr Message one_token{"1 token", "1 个 token"};
inline constexpr Message tokens{"{0} tokens", "{0} 个 token"};
inline constexpr Message agree_until_then{"Up to there, the two agree for {0}.", "在那之前，前 {0} 两者相同。"};
inline constexpr Message agree_never{"The two differ from the very first token.", "两者从第一个 token 起就不同。"};
inline constexpr Message agree{"The two agree for {0}, then they part.", "前 {0} 两者相同，之后分道扬镳。"};
inline constexpr Message agree_always{"The two are the same to the end, so this story does not show the mistake.",
                                      "两者从头到尾一样，所以这个故事看不出这个错误。"};
inline constexpr Message mistake_not_in_it{"This story does not use {0}; docs/en/model.md says when it is used.",
                                           "这个故事没有用到 {0}；什么时候会用到，见 docs/zh/model.md。"};
inline constexpr Message no_part{"{0} is not a part of the model; its parts are: {1}",
                                 "{0} 不是模型的部件；部件有：{1}"};
inline constexpr Message mistakes_of{"The mistakes of {0}:\n{1}", "{0} 可以有这些错误：\n{1}"};
inline constexpr Message one_of_them{"one of them in a story: ./learn story --mistake {0}",
                                     "放一个到故事里：./learn story --mistake {0}"};
inline constexpr Message no_mistake{"{0} has no mistake \"{1}\"; it has these:{2}",
                                    "{0} 没有名为“{1}”的错误；有这些：{2}"};
inline constexpr Message no_mistake_near{"{0} has no mistake \"{1}\"; did you mean {0}/{2}?",
                                         "{0} 没有名为“{1}”的错误；是不是想写 {0}/{2}？"};
inline constexpr Message picture_embedding{"embed", "词嵌入"};
inline constexpr Message picture_norm{"norm", "归一化"};
inline constexpr Message picture_attention{"attention", "注意力"};
inline constexpr Message picture_mlp{"MLP", "MLP"};
inline constexpr Message picture_head{"head", "输出头"};
inline constexpr Message picture_sample{"sample", "采样"};
inline constexpr Message picture_all_yours{"every part of the model is yours: ./learn story and ./learn chat",
                                           "模型的每个部件都是你写的：./learn story、./learn chat"};
inline constexpr Message picture_one_yours{"1 of the model's {0} parts is yours", "模型的 {0} 个部件里有 1 个是你写的"};
inline constexpr Message picture_yours{"{0} of the model's {1} parts are yours",
                                       "模型的 {1} 个部件里有 {0} 个是你写的"};

// Plot. "{0} {1} {2}": "silu is NaN for x = 0".
inline constexpr Message plot_none{"{0} cannot be drawn; these can: {1}", "{0} 画不了图；能画的有：{1}"};
inline constexpr Message plot_asking{"calling {0} …", "正在调用 {0}…"};
inline constexpr Message plot_unreadable{"the reference gave no answers; ./learn doctor may know why",
                                         "参考没有给出结果；可运行 ./learn doctor 查原因"};
inline constexpr Message plot_not_written{"cannot write the picture \"{0}\"", "无法写入图片“{0}”"};
inline constexpr Message plot_svg{"as a picture: {0}", "图片：{0}"};
inline constexpr Message plot_offer{"see it: ./learn plot {0}", "画出来看：./learn plot {0}"};
inline constexpr Message plot_yours{"yours", "你的"};
inline constexpr Message plot_reference{"reference", "参考"};
inline constexpr Message plot_they_differ{"they differ", "两者不同"};
inline constexpr Message plot_no_number{"no number", "没有数值"};
inline constexpr Message plot_agrees{"all {1} {2} of {0} agree with the reference; ./learn check {3} checks more",
                                     "{0}：{1} {2}都与参考一致；./learn check {3} 查得更全"};
inline constexpr Message plot_differs{"{0} differs {1} ({2} of {3} {4}), most at {5}: by {6}",
                                      "{0}：{1}与参考不同（{3} {4}中的 {2} 个），{5} 处差得最多，差 {6}"};
inline constexpr Message plot_points{"points", "个点"};
inline constexpr Message plot_elements{"elements", "个元素"};
inline constexpr Message plot_trouble{"{0} {1} {2}", "{0}：{2}{1}"};
inline constexpr Message plot_more_trouble{"and there are other problems", "还有别的问题"};
inline constexpr Message plot_alone{"{0} {1}, so only the reference is drawn", "{0} {1}，所以只画参考"};
inline constexpr Message plot_unsolved{"{0} is not solved yet, so only the reference is drawn",
                                       "{0} 还没写，所以只画参考"};
inline constexpr Message plot_one_by_one{"given all {2} numbers at once, {0} {1}, so it got them one at a time",
                                         "{0}：一次传入全部 {2} 个数，{1}，于是改为逐个传入"};
inline constexpr Message plot_shape{"{0} returns the shape {1}, not {2}", "{0} 返回的形状是 {1}，应为 {2}"};
inline constexpr Message plot_everywhere{"everywhere", "处处"};
inline constexpr Message plot_between{"between {0} and {1}", "{0} 到 {1} 之间"};
inline constexpr Message plot_in{"in {0}", "{0} "};
inline constexpr Message plot_for{"for {0}", "{0} 时"};
inline constexpr Message plot_threw{"throws something that is not a std::exception", "抛出的不是 std::exception"};
inline constexpr Message plot_threw_text{"throws \"{0}\"", "抛出异常“{0}”"};
inline constexpr Message plot_crashed{"crashes ({0})", "崩溃（{0}）"};
inline constexpr Message plot_exited{"ends the program with code {0}", "让程序以退出码 {0} 结束"};
inline constexpr Message plot_endless{"does not return (an endless loop?)", "一直不返回（死循环？）"};
inline constexpr Message plot_size{"returns the shape {0} for {1}", "输入形状 {1}，返回的形状却是 {0}"};
inline constexpr Message plot_nan{"is NaN", "是 NaN"};
inline constexpr Message plot_infinite{"is infinite", "是无穷大"};

// Bench. A terminal shows the short ones in a column of 20.
inline constexpr Message bench_offer{"how fast is it: ./learn bench {0}", "看看有多快：./learn bench {0}"};
inline constexpr Message bench_no_operations{"this course has nothing to time", "这份课程里没有可计时的运算"};
inline constexpr Message bench_none{"{0} is not timed; these are: {1}", "{0} 不在计时之列；可以计时的有：{1}"};
inline constexpr Message bench_svg_name{"--svg {0}: the picture's name must end in .svg",
                                        "--svg {0}：图片文件名要以 .svg 结尾"};
inline constexpr Message bench_building{
    "building everything that is compared; the first time, this takes a minute or two",
    "正在构建参加比较的程序，第一次要一两分钟"};
inline constexpr Message bench_without{"{0}: timed without yours", "{0}：计时不含你的代码"};
inline constexpr Message bench_slow_blas{"{0}. Only the shapes with few rows are timed.",
                                         "{0}。只给行数少的形状计时。"};
inline constexpr Message bench_looks_for_torch{"looking for PyTorch …", "正在找 PyTorch…"};
inline constexpr Message bench_starts{"checking every answer before it is timed …", "计时之前先核对每一份答案…"};
inline constexpr Message bench_progress{"[{3}/{4}] {0}: {1} of {2} …", "[{3}/{4}] {0}：{1} / {2} …"};
inline constexpr Message bench_broken{"timing {0} did not finish: the program {1}", "{0} 没能计完时：程序{1}"};
inline constexpr Message bench_gave_up{"timing {0} did not finish: {1}", "{0} 没能计完时：{1}"};
inline constexpr Message bench_solution{"solution", "答案"};
inline constexpr Message bench_limit{"limit", "极限"};
inline constexpr Message bench_and{"{0}, {1}", "{0}，{1}"};
inline constexpr Message bench_limit_is{"limit: {0}", "极限：{0}"};
inline constexpr Message bench_limit_disturbed{
    "No code beats its limit: this limit was measured too slow, probably on a busy machine. Time it once more.",
    "再好的代码也超不过极限：这里的极限测得偏慢，机器多半正忙，请再测一次。"};
inline constexpr Message bench_two_arrays{"memcpy of two arrays", "两个数组的 memcpy"};
inline constexpr Message bench_result_and_half{"1.5 x memcpy of the result", "1.5 次结果的 memcpy"};
inline constexpr Message bench_reading{"reading the weights once", "把权重读一遍"};
inline constexpr Message bench_multiply_adds{"multiply-adds in registers", "寄存器里的乘加运算"};
inline constexpr Message bench_one_thread{"1 thread", "1 个线程"};
inline constexpr Message bench_line_of_one{" (line: with 1)", "（竖线：1 个）"};
inline constexpr Message bench_threads{"{0} threads", "{0} 个线程"};
inline constexpr Message bench_cores{", {0} cores", "，{0} 核"};
inline constexpr Message bench_legend{"bar: speed (line: limit); right: median time, and its multiple of the limit",
                                      "条形：速度，竖线处是极限；右边：时间的中位数，以及它是极限的几倍"};
inline constexpr Message bench_legend_svg{"bar: speed; line: limit; right: median time, and its multiple of the limit",
                                          "条形：速度；虚线：极限；右边：时间中位数、是极限的几倍"};
inline constexpr Message bench_growth{"{0}: median time for {1}", "{0}：{1} 的时间中位数"};
inline constexpr Message bench_not_timed{"not timed: {0}", "未计时：{0}"};
inline constexpr Message bench_is_wrong{"wrong numbers", "数值不对"};
inline constexpr Message bench_threw{"it throws", "抛出异常"};
inline constexpr Message bench_is_unsolved{"not solved yet", "还没写"};
inline constexpr Message bench_did_crash{"it crashes", "会崩溃"};
inline constexpr Message bench_did_hang{"it does not return", "不返回"};
inline constexpr Message bench_is_missing{"not built", "没有构建"};
inline constexpr Message bench_unsolved{"Yours is not solved yet: ./learn goto {0}", "你的还没写：./learn goto {0}"};
inline constexpr Message bench_wrong{"Yours is wrong for {0}: {1}. Only right answers are timed: ./learn check {2}",
                                     "{0} 上你的数值不对：{1}。只给正确的答案计时：./learn check {2}"};
inline constexpr Message bench_yours_threw{"Yours throws for {0}: {1}. Only right answers are timed: ./learn check {2}",
                                           "{0} 上你的代码抛出异常：{1}。只给正确的答案计时：./learn check {2}"};
inline constexpr Message bench_lost{"Yours {1}, so {0} is timed again without it. To see why: ./learn check {2}",
                                    "你的代码{1}，于是去掉它，{0} 重新计时。看原因：./learn check {2}"};
inline constexpr Message bench_refused{"{0} was left out for {1}: {2}", "{1} 没有给 {0} 计时：{2}"};
inline constexpr Message medal_gold{"gold", "金牌"};
inline constexpr Message medal_silver{"silver", "银牌"};
inline constexpr Message medal_bronze{"bronze", "铜牌"};
inline constexpr Message medal_none{"no medal yet", "还没有奖牌"};
inline constexpr Message bench_with_medal{"{0} ({1})", "{0}（{1}）"};
inline constexpr Message bench_held_back{"{0}, held back by {1}", "{0}，被 {1} 拉低"};
inline constexpr Message bench_standing{"{0}: {1}.", "{0}：{1}。"};
inline constexpr Message bench_nearest{" Nearest at {0}: {1}.", "{0} 时最接近的一步：{1}。"};
inline constexpr Message bench_next_step{" The next step: {0}", "下一步：{0}"};
inline constexpr Message bench_medal_known{"{0} in your last ./learn bench {1}", "上次 ./learn bench {1}：{0}"};
inline constexpr Message bench_peer_missing{"to compare with {0}, install the package {1}", "想和 {0} 比，请安装 {1}"};

// Debugging.
inline constexpr Message no_gdb{"gdb is missing: {0}", "没有安装 gdb：{0}"};
inline constexpr Message debug_test{"gdb stops in {0}; test: {1}", "gdb 会停在 {0}；测试：{1}"};
inline constexpr Message nothing_to_debug{"every test passes; there is nothing to debug",
                                          "测试全部通过，没什么可调试的"};

// Doctor.
inline constexpr Message doctor_ok{"no problems found", "没有发现问题"};
inline constexpr Message doctor_compiler{"compiler", "编译器"};
inline constexpr Message doctor_packages{"packages", "软件包"};
inline constexpr Message doctor_blas{"BLAS", "BLAS"};
inline constexpr Message doctor_kernel{"BLAS kernel", "BLAS kernel"};
inline constexpr Message doctor_cpu{"processor", "处理器"};
inline constexpr Message doctor_disk{"disk, free", "磁盘剩余"};
inline constexpr Message doctor_state{"progress", "进度记录"};
inline constexpr Message doctor_fix{"to fix it: {0}", "解决办法：{0}"};
inline constexpr Message missing{"missing", "未找到"};
inline constexpr Message program_missing{"{0} is missing", "没有找到 {0}"};
inline constexpr Message blas_missing{"the BLAS library {0} cannot be loaded", "BLAS 库 {0} 加载不了"};
inline constexpr Message blas_is_reference{
    "{0} is the reference BLAS: matrix products take at least ten times as long, which slows down the model and ./learn "
    "bench, too",
    "{0} 是参考实现 BLAS：矩阵乘法要慢十倍以上，模型和 ./learn bench 也跟着慢"};
inline constexpr Message blas_slow{
    "OpenBLAS uses its old fallback kernel {0} although the processor has AVX2: many times slower",
    "处理器支持 AVX2，OpenBLAS 却用了兜底的老 kernel {0}：慢很多倍"};
inline constexpr Message blas_slow_fix{"install a newer OpenBLAS: this one uses no better kernel even when told to",
                                       "换一个更新的 OpenBLAS：这一个即使指定了更好的 kernel 也不采用"};
inline constexpr Message disk_full{"less than 1 GiB is free here; a build needs about that much",
                                   "磁盘剩余不到 1 GiB，构建大约要这么多"};
inline constexpr Message disk_fix{"free some space, or delete build/", "清理磁盘，或者删掉 build/"};
inline constexpr Message state_bad{"{0} is damaged", "{0} 已损坏"};
inline constexpr Message state_fresh{"none yet", "还没有"};
inline constexpr Message folder_read_only{"{0} cannot be written", "{0} 不可写"};
inline constexpr Message course_bad{"the course is not configured: {0}", "课程还没配置好：{0}"};

// test
inline constexpr Message test_building{"building the project's own tests; this takes some minutes",
                                       "正在构建项目自身的测试，需要几分钟"};
inline constexpr Message test_build_failed{"did not build: {0}", "构建失败：{0}"};
inline constexpr Message test_no_results{"ctest left no results", "ctest 没有留下结果"};
inline constexpr Message test_skipped{"skipped: {0}: {1}", "跳过：{0}：{1}"};

// Help.
inline constexpr Message help_about{
    "tiny-llm: a C++ course that grades itself.\nWithout a command, you see the board, and on a terminal the current "
    "exercise is checked at every save.",
    "tiny-llm：会自己批改的 C++ 课程。\n不带命令：显示进度板；在终端里还会在每次保存时检查当前练习。"};
inline constexpr Message help_usage{"Usage", "用法"};
inline constexpr Message help_options{"Options", "选项"};
inline constexpr Message help_commands{"Commands", "命令"};
inline constexpr Message help_arguments{"Arguments", "参数"};
inline constexpr Message help_required{"(needed)", "（必填）"};
inline constexpr Message help_excludes{"not with", "不能同时用"};
inline constexpr Message help_requires{"needs", "需要"};
inline constexpr Message help_help{"Show this and exit", "显示帮助后退出"};
inline constexpr Message help_lang{"Language: en or zh (default: from LANG)", "语言：en 或 zh（默认取自 LANG）"};
inline constexpr Message help_json{"One JSON value on standard output, nothing else", "标准输出只给一个 JSON 值"};
inline constexpr Message help_id{"The exercise; the current one when left out", "练习名；省略时为当前练习"};
inline constexpr Message help_id_needed{"The exercise", "练习名"};
inline constexpr Message help_board{"Show where you are", "显示进度板"};
inline constexpr Message help_watch{"Check the current exercise at every save", "每次保存时检查当前练习"};
inline constexpr Message help_check{"Grade one exercise", "批改一道练习"};
inline constexpr Message help_asan{"Build with sanitizers, which find memory errors",
                                   "用 sanitizer 构建，可查出内存错误"};
inline constexpr Message help_debug{"Stop in gdb at the first failing test", "在第一个没通过的测试处进入 gdb"};
inline constexpr Message help_debug_in_editor{"Build for an editor's debugger, at the first failing test",
                                              "为编辑器的调试器做好准备，停在第一个没通过的测试处"};
inline constexpr Message help_all{"Show the report of every failing test", "显示每个未通过测试的报告"};
inline constexpr Message help_verify{"Grade all exercises", "批改全部练习"};
inline constexpr Message help_junit{"Also write a JUnit report", "同时写一份 JUnit 报告"};
inline constexpr Message help_list{"List the exercises and their status", "列出练习和状态"};
inline constexpr Message help_next{"Move to the next exercise", "进入下一道练习"};
inline constexpr Message help_needed{"Skip side roads, which Qwen2 does not need", "跳过选做的，只走 Qwen2 要用的练习"};
inline constexpr Message help_goto{"Move to an exercise", "跳到某道练习"};
inline constexpr Message help_hint{"One more hint at each call", "每次多给一条提示"};
inline constexpr Message help_reset{"Put the stub back, after a backup", "先备份，再恢复桩代码"};
inline constexpr Message help_yes{"Do not ask", "不再询问"};
inline constexpr Message help_solution{"Show the solution, after a pass", "通过后查看答案"};
inline constexpr Message help_spoil{"Show it before a pass, too", "没通过也要看"};
inline constexpr Message help_story{"A small model tells a story, with your parts in it",
                                    "让小模型讲个故事，用上你写的部件"};
inline constexpr Message help_chat{"Talk with a model that was taught to answer, with your parts in it",
                                   "和学过对话的模型聊天，用上你写的部件"};
inline constexpr Message help_serve{"Answer programs that speak OpenAI's protocol, with your parts in it",
                                    "开一个服务器，按 OpenAI 的协议回答别的程序，用上你写的部件"};
inline constexpr Message help_host{"The address to listen on (default: 127.0.0.1, this machine alone)",
                                   "在哪个地址监听（默认 127.0.0.1，只有本机能连）"};
inline constexpr Message help_port{"The port (default: 8000); 0 takes any that is free",
                                   "端口（默认 8000）；0 表示任选一个空着的"};
inline constexpr Message help_token{"The key that clients must send as their API key",
                                    "口令：客户端要把它当作 API key 发来"};
inline constexpr Message help_serve_pages{"Room for all conversations, in pages of 16 tokens",
                                          "所有对话一共有多少页，每页 16 个 token"};
inline constexpr Message help_serve_budget{"How many tokens one pass computes at most (default: 256)",
                                           "一遍最多算多少个 token（默认 256）"};
inline constexpr Message help_system{"The first message, which tells the model who it is",
                                     "第一条消息，告诉模型它是谁"};
inline constexpr Message help_prompt{"How the story begins", "故事的开头"};
inline constexpr Message help_model{"A folder with a model in Hugging Face's format, or a GGUF file",
                                    "模型：Hugging Face 格式的目录，或者 GGUF 文件"};
inline constexpr Message help_tokens{"At most this many tokens", "最多生成多少个 token"};
inline constexpr Message help_temperature{"0 always takes the most likely token", "0 表示总取概率最大的 token"};
inline constexpr Message help_top_k{"Choose among the K most likely tokens; 0: among all",
                                    "只在概率最大的 K 个里选；0 表示不限"};
inline constexpr Message help_top_p{"Choose among the most likely tokens that together have probability P",
                                    "只在概率最大、合计达到 P 的那些里选"};
inline constexpr Message help_min_p{"Choose among tokens with at least P times the largest probability; 0: among all",
                                    "只在概率不低于最大概率 P 倍的那些里选；0 表示不限"};
inline constexpr Message help_repetition_penalty{"Above 1, tokens that came up before become less likely",
                                                 "大于 1 时，出现过的 token 概率变小"};
inline constexpr Message help_seed{"The same seed makes the same choices", "种子相同，选出的 token 就相同"};
inline constexpr Message help_weights{"Keep the weights as bfloat16, q8_0 or q4_0",
                                      "权重以 bfloat16、q8_0 或 q4_0 的形式存放"};
inline constexpr Message help_cache{"Keep keys and values as q8_0, in about a quarter of the memory",
                                    "key 和 value 以 q8_0 的形式存放，约占四分之一的内存"};
inline constexpr Message help_no_cache{"Read the whole text again for each token, to see what the cache is worth",
                                       "每个 token 都把全文重读一遍，看看缓存省了多少"};
inline constexpr Message help_guess{"Guess the next tokens, and check several of them in one pass",
                                    "先猜后面的 token，一遍检查好几个"};
inline constexpr Message help_together{"This many stories at once (2 to 16), each with its own seed",
                                       "同时讲这么多个故事（2 到 16 个），各用各的种子"};
inline constexpr Message help_pages{"With --together: pages of 16 tokens for all of them",
                                    "和 --together 一起用：一共有多少页，每页 16 个 token"};
inline constexpr Message help_budget{"With --together: how many tokens one pass computes at most",
                                     "和 --together 一起用：一遍最多算多少个 token"};
inline constexpr Message help_mistake{"Tell it again with a planted mistake: silu/relu; silu alone lists them",
                                      "再讲一遍，故意带上一个错误：silu/relu；只写 silu 就列出它的错误"};
inline constexpr Message help_plot{"Draw your function beside the reference", "把你的函数和参考画在一起"};
inline constexpr Message help_svg{"Write the picture to this file", "图片写到这个文件"};
inline constexpr Message help_bench{"How fast: yours, each step of the solution, other libraries, the limit",
                                    "比速度：你的、答案的每一步、其他库、极限"};
inline constexpr Message help_bench_id{"silu, or fast_silu for your fast file; all when left out",
                                       "silu，或 fast_silu（用你的快速版）；省略时全部"};
inline constexpr Message help_bench_svg{"Also draw it, into FILE.svg", "同时画成图，写到 FILE.svg"};
inline constexpr Message help_large{"At the sizes of a 7B model", "改用 7B 模型的尺寸"};
inline constexpr Message help_threads{"Use this many threads", "用多少个线程"};
inline constexpr Message help_tutor{"Ask AI assistants here to teach instead of solve", "让 AI 助手在这里只教，不代劳"};
inline constexpr Message help_off{"Remove these rules again", "撤掉这些规则"};
inline constexpr Message help_doctor{"What is wrong with this machine, and how to fix it", "检查环境，并给出解决办法"};
inline constexpr Message help_test{"Run the project's own tests", "运行项目自身的测试"};
inline constexpr Message help_test_all{"Also those that take long; so does CI=true",
                                       "连同耗时较长的测试；CI=true 时也是如此"};

}  // namespace learn::msg
