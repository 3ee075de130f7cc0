#include "grading/compile_fixes.hpp"

#include <algorithm>
#include <optional>

#include "system/pattern.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// `error` is looked for in what the compiler says, shortened and with its notes; `code` in the line of the learner's file, where
/// » stands for the error's column and {0} for what `error` has captured first. {0} and {1} in the texts are what the two have
/// captured. The first row that fits speaks. Each text holds wherever its row fits: it states what C++ and xtensor want, and
/// says nothing of what was meant. Both compilers' words, where they differ, stand on either side of a |.
struct KnownError {
    const char* id;
    const char* error;
    const char* code;
    Message text;
};

constexpr Message to_number{
    "A tensor or an expression is not a number, even if it has only one element. For an element write x(i, j), for the sum of all "
    "elements xt::sum(x)().",
    "张量或表达式不是数，哪怕只有一个元素。取一个元素写 x(i, j)；对全部求和后取出那个数，写 xt::sum(x)()。"};
constexpr Message loop_variable{
    "A loop's variable is declared in it: for (std::size_t i = 0; i < n; ++i), or for (float v : x).",
    "循环变量要当场声明：for (std::size_t i = 0; i < n; ++i)，或者 for (float v : x)。"};
constexpr Message brace{"The file ends, and one { in it is not closed.", "文件到头了，还有一个 { 没有闭合。"};

const KnownError known_errors[] = {
    // Characters that are no C++.
    {"full-width",
     R"(\\U0000(ff|300|201)|extended character|stray '\\[23]|character <U\+|unicode)",
     "(；|，|（|）|｛|｝|：|“|”|‘|’|。|＝|＋|－|＊|　)",
     {"{1} is a Chinese punctuation mark: C++ only knows the half-width ones.",
      "{1} 是中文全角标点：C++ 只认半角的，请切到英文输入法再打。"}},
    {"matrix-product",
     R"(stray '@'|expected)",
     R"(»\s*@)",
     {"C++ has no operator @. A matrix product is xt::linalg::dot(a, b).",
      "C++ 没有 @ 运算符。矩阵乘法是 xt::linalg::dot(a, b)。"}},
    {"slice",
     R"(expected (primary-expression|expression|'[)\]]'))",
     R"(^(?!.*(\?|\bcase\b|\bfor\b)).*[\[(,]\s*\w*\s*»\s*:(?!:))",
     {"C++ has no slices with a colon. A view of a part: xt::view(x, xt::all(), xt::range(0, 2)).",
      "C++ 没有用冒号写的切片。取一部分：xt::view(x, xt::all(), xt::range(0, 2))。"}},
    {"semicolon",
     R"(expected (',' or )?';')",
     R"(»\s*(//.*)?$|^\s*»\s*[\w}])",
     {"The statement before this place has no ; at its end.", "这个位置之前的那条语句，末尾少了分号 ;。"}},
    {"parenthesis",
     R"(expected '\)')",
     R"(»\s*[;{])",
     {"A ( before this place is not closed.", "这个位置之前有一个 ( 没有闭合。"}},
    {"brace", R"(expected '\}' at end of input)", "", brace},
    {"brace", R"(expected '\}'(\n|$))", R"(»\s*$)", brace},
    {"quotes",
     R"(invalid conversion from '(?:int|char)' to 'const char|no matching conversion for functional-style cast from '(?:int|char)')",
     R"('[^'\\]{2,}')",
     {"Text goes in double quotes: \"x\".", "字符串用双引号：\"x\"。"}},
    {"function-inside",
     R"(a function-definition is not allowed here|function definition is not allowed here)",
     "",
     {"No function can be written inside another one: a } is missing above it, or it belongs above the other.",
      "函数里面不能再写函数：要么上面少了一个 }，要么应当把它挪到那个函数的前面。"}},

    // Where the function stands, and its signature.
    {"namespace",
     R"('(?:tiny_llm::)?Tensor' (?:does not name a type|was not declared)|unknown type name 'Tensor'; did you mean 'tiny_llm::)",
     "",
     {"Outside of namespace tiny_llm nothing is called Tensor. The function belongs between namespace tiny_llm { and its }.",
      "在 namespace tiny_llm 之外没有 Tensor 这个名字。函数应当写在 namespace tiny_llm { 和它的 } 之间。"}},
    {"signature",
     R"(undefined (?:symbol:|reference to) [`']?([^`'\n]*))",
     "",
     {"No code of this exercise defines {0}. If that is what you are to write, compare it with the .hpp beside your "
      "file: the name, each argument with its const and &, and that it is inside namespace tiny_llm. A function of "
      "another exercise is there only if the comment at the top of your file says that it is given.",
      "这道练习看得到的地方都没有定义 {0}。如果它就是你要写的，请和旁边的 .hpp 逐项对照：名字、每个参数连同 const 和 &，还有它是不是写在 namespace tiny_llm 里面。别的练习里，只有你文件开头的注释里写明给你的才能调用。"}},
    {"declaration",
     R"(no declaration matches|does not match any declaration|ambiguating new declaration|differ only in their return type)",
     "",
     {"The .hpp beside your file declares it differently. Compare what it returns, each argument with its const and &, and the "
      "const at the end.",
      "旁边的 .hpp 里声明的不是这样。请对照返回类型、每个参数连同 const 和 &，还有末尾的 const。"}},
    {"defined-twice",
     R"(redefinition of '(?:[^'(]* )?(?:tiny_llm::)?([\w:~]+))",
     "",
     {"{0} is defined twice. Leave out what the .hpp already has, such as a struct and its constructor.",
      "{0} 定义了两次。.hpp 里已经给出的（比如结构体和它的构造函数）不用再写。"}},
    {"default-twice",
     R"(default argument given for parameter|redefinition of default argument)",
     "",
     {"A default value belongs only in the .hpp: leave the = and what follows it out of the .cpp.",
      "默认值只写在 .hpp 里：.cpp 里去掉等号和后面的值。"}},
    {"return-value",
     R"(return-statement with no value|non-void function .*should return a value)",
     "",
     {"This function returns something: say what, such as return y;",
      "这个函数有返回值：要写明返回什么，比如 return y;"}},
    {"return-void",
     R"(return-statement with a value, in function returning 'void'|void function .*should not return a value)",
     "",
     {"This function returns nothing. It writes into the output that it was given.",
      "这个函数不返回任何东西，结果写进传进来的输出里。"}},
    {"include",
     R"(is defined in header '(<\w+>)')",
     "",
     {"Write #include {0} at the top of the file.", "在文件开头加上 #include {0}。"}},

    // Python's and PyTorch's words.
    {"named-argument",
     R"((?:'|identifier ')(axis|axes|dim|keepdims?|keep_dims)')",
     R"([(,]\s*{0}\s*=(?!=))",
     {"C++ has no named arguments. Axes go in braces: xt::mean(x, {-1}, xt::keep_dims).",
      "C++ 没有具名参数。轴写在花括号里：xt::mean(x, {-1}, xt::keep_dims)。"}},
    {"keep-dims",
     R"('(keep_?dims?|keep_dimensions?)'|decay_all<bool>)",
     "",
     {"It is called xt::keep_dims, without true: xt::mean(x, {-1}, xt::keep_dims).",
      "它叫 xt::keep_dims，单独写，不带 true：xt::mean(x, {-1}, xt::keep_dims)。"}},
    {"python-name",
     R"('(np|numpy|torch)'? (?:was not|has not been) declared|undeclared identifier '(?:np|numpy|torch)')",
     "",
     {"This is C++ with xtensor: what numpy calls np.exp(x) is xt::exp(x).",
      "这里是 C++ 和 xtensor：numpy 的 np.exp(x)，在这里是 xt::exp(x)。"}},
    {"none",
     R"('None' was not declared|undeclared identifier 'None')",
     "",
     {"An optional that holds nothing is std::nullopt.", "空的 optional 写作 std::nullopt。"}},
    {"len",
     R"('len' was not declared|undeclared identifier 'len')",
     "",
     {"The length of the first axis is x.shape(0), the number of all elements x.size().",
      "第一个轴的长度是 x.shape(0)，元素总数是 x.size()。"}},
    {"loop-variable",
     R"('(\w+)' (?:was not declared|has not been declared)|(?:undeclared identifier|unknown type name) '(\w+)')",
     R"(\bfor\s*\(\s*{0}\s*(=(?!=)|:(?!:)|in\b))", loop_variable},
    {"loop-variable", R"(range-based for loop requires type|found ':' in nested-name-specifier)",
     R"(\bfor\s*\(\s*\w+\s*:(?!:))", loop_variable},
    {"linalg",
     R"('(?:linalg|dot|matmul)'.*(?:declared|not a member of 'xt)|undeclared identifier '(?:linalg|dot|matmul)'|no member named '(?:dot|matmul)' in namespace 'xt)",
     "",
     {"A matrix product is xt::linalg::dot(a, b).", "矩阵乘法是 xt::linalg::dot(a, b)。"}},
    {"xsort",
     R"('(argmax|argmin|argsort|argpartition|partition|sort|unique|median)' is not a member of 'xt'|no member named '(argmax|argmin|argsort|argpartition|partition|sort|unique|median)' in namespace 'xt')",
     "",
     {"xt::{0} is in <xtensor/xsort.hpp> (since xtensor 0.26 <xtensor/misc/xsort.hpp>), which the course does not include. "
      "Include it, or use std::max_element, std::sort and the like from <algorithm>.",
      "xt::{0} 在 <xtensor/xsort.hpp> 里（xtensor 0.26 起是 <xtensor/misc/xsort.hpp>），课程没有包含它。可以自己包含，也可以用 "
      "<algorithm> 里的 std::max_element、std::sort 等。"}},
    {"no-such-layer",
     R"('(sigmoid|softmax|relu|gelu|silu|swish|layer_norm|rms_norm)' (?:is not a member of 'xt'|in namespace 'xt'))",
     "",
     {"xtensor has no {0}: write its formula.", "xtensor 没有 {0}：把公式写出来。"}},
    {"reshape",
     R"('reshape' (?:is not a member of 'xt'|in namespace 'xt'))",
     "",
     {"reshape belongs to a tensor and changes it in place: Tensor y = x; y.reshape({2, 3});",
      "reshape 是张量的成员函数，就地修改：Tensor y = x; y.reshape({2, 3});"}},
    {"tile",
     R"('tile' (?:is not a member of 'xt'|in namespace 'xt'))",
     "",
     {"xt::tile is in <xtensor/xpad.hpp> (since xtensor 0.26 <xtensor/misc/xpad.hpp>), which the course does not include. Include it. To repeat x along a new axis in front, xt::broadcast(x, {3, 2, 4}) is enough, if x is 2 × 4.",
      "xt::tile 在 <xtensor/xpad.hpp> 里（xtensor 0.26 起是 <xtensor/misc/xpad.hpp>），课程没有包含这个头文件，请自己包含。如果是在前面加一个轴、沿它重复，x 是 2 × 4 时写 xt::broadcast(x, {3, 2, 4}) 就够了。"}},
    {"largest",
     R"('(max|min)' (?:is not a member of 'xt'|in namespace 'xt')|has no member named '(?:max|min)'|no member named '(?:max|min)' in 'xt::)",
     "",
     {"Element by element, write xt::maximum(x, 0.0f) or xt::minimum. For the largest or the smallest element of an axis, write "
      "xt::amax(x, {-1}) or xt::amin.",
      "逐元素比较用 xt::maximum(x, 0.0f) 和 xt::minimum；某个轴上的最大、最小元素用 xt::amax(x, {-1}) 和 xt::amin。"}},
    {"variance",
     R"('(var|std)' (?:is not a member of 'xt'|in namespace 'xt')|has no member named '(?:var|std)'|no member named '(?:var|std)' in 'xt::)",
     "",
     {"They are called xt::variance(x, {-1}) and xt::stddev(x, {-1}).",
      "它们叫 xt::variance(x, {-1}) 和 xt::stddev(x, {-1})。"}},

    // Members that a tensor does not have.
    {"product-member",
     R"((?:Tensor|xarray_container<.*>)' has no member named '(dot|matmul|mm)'|no member named '(?:dot|matmul|mm)' in 'xt::)",
     "",
     {"A tensor has no such member. A matrix product is xt::linalg::dot(a, b).",
      "张量没有这个成员。矩阵乘法是 xt::linalg::dot(a, b)。"}},
    {"transposed",
     R"((?:Tensor|xarray_container<.*>)' has no member named '(T|t|transpose)'|no member named '(?:T|t|transpose)' in 'xt::)",
     "",
     {"A tensor has no such member. The transpose is xt::transpose(x).",
      "张量没有这个成员。转置是 xt::transpose(x)。"}},
    {"free-function",
     R"((?:Tensor|xarray_container<.*>)' has no member named '(mean|sum|prod|exp|log|sqrt|pow|square|tanh|erf|abs|squeeze|ravel|flatten)'|no member named '(mean|sum|prod|exp|log|sqrt|pow|square|tanh|erf|abs|squeeze|ravel|flatten)' in 'xt::xarray)",
     R"([.>]\s*(mean|sum|prod|exp|log|sqrt|pow|square|tanh|erf|abs|squeeze|ravel|flatten)\s*\()",
     {"A tensor has no member {1}. It is a free function: xt::{1}(x).",
      "张量没有成员 {1}，它是单独的函数：xt::{1}(x)。"}},
    {"expression-member",
     R"((?:xfunction|xreducer|xbroadcast)<.*>' has no member named '(\w+)'|no member named '(\w+)' in 'xt::(?:xfunction|xreducer|xbroadcast)<)",
     "",
     {"auto has kept an expression that is not computed yet, and not a tensor. Write Tensor instead of auto.",
      "auto 留下的是一个还没计算的表达式，不是张量。把 auto 换成 Tensor。"}},

    // Numbers where tensors stand, and tensors where numbers stand.
    {"std-function",
     R"(no matching function for call to '(exp|exp2|expm1|log|log2|log10|log1p|sqrt|cbrt|pow|sin|cos|tan|sinh|cosh|tanh|erf|erfc|abs|fabs|floor|ceil|round|isnan|isinf|isfinite)\b)",
     R"(\bstd::{0}\s*\()",
     {"std::{0} takes numbers. For a tensor or an expression write xt::{0}.",
      "std::{0} 只收一个数；对张量或表达式要写 xt::{0}。"}},
    {"pow-arguments",
     R"(no matching function for call to '(pow)\b)",
     R"(\bxt::pow\s*\(\s*\w+\s*\))",
     {"xt::pow takes a base and an exponent: xt::pow(x, 2.0f).", "xt::pow 要底数和指数两个参数：xt::pow(x, 2.0f)。"}},
    {"xt-function",
     R"(no matching function for call to '(exp|exp2|expm1|log|log2|log10|log1p|sqrt|cbrt|pow|sin|cos|tan|sinh|cosh|tanh|erf|erfc|abs|fabs|floor|ceil|round|isnan|isinf|isfinite)\b)",
     R"(\bxt::{0}\s*\()",
     {"xt::{0} takes a tensor or an expression. For a number write std::{0}.",
      "xt::{0} 只收张量或表达式；对一个数要写 std::{0}。"}},
    {"std-max",
     R"(no matching function for call to '(max|min)\b)",
     R"(\bstd::{0}\s*\()",
     {"std::{0} takes two numbers of one type. For a tensor write xt::{0}imum(x, 0.0f); for numbers of two types "
      "std::{0}<float>(a, b).",
      "std::{0} 收两个同类型的数。对张量要写 xt::{0}imum(x, 0.0f)；两个数类型不同时写 std::{0}<float>(a, b)。"}},
    {"power",
     R"(type argument of unary '\*'|no match for 'operator\*' \(operand type is|indirection requires pointer operand)",
     R"([\w)]\s*\*\s*\*\s*[\w(])",
     {"C++ has no operator **. Write x * x, xt::square(x) or xt::pow(x, 3.0f).",
      "C++ 没有 ** 运算符。写 x * x、xt::square(x) 或 xt::pow(x, 3.0f)。"}},
    {"power",
     R"(to binary 'operator\^'|invalid operands to binary expression \('(?:float|double)' and)",
     R"([\w)]\s*\^\s*[\w(])",
     {"In C++, ^ is not a power: it works on the bits of whole numbers. Write x * x, xt::square(x) or xt::pow(x, 3.0f).",
      "在 C++ 里 ^ 不是乘方，而是整数的按位异或。写 x * x、xt::square(x) 或 xt::pow(x, 3.0f)。"}},
    {"shape-call",
     R"(unresolved overloaded function type|unable to deduce 'auto'|invalid use of member function|non-static member function must be called)",
     R"([.>]shape\b(?!\s*\())",
     {"shape is a function: x.shape() is all axes, x.shape(0) the first.",
      "shape 是函数：x.shape() 是全部的轴，x.shape(0) 是第一个轴的长度。"}},
    {"member-call",
     R"(unresolved overloaded function type|unable to deduce 'auto'|invalid use of member function|non-static member function must be called)",
     R"([.>](size|dimension|begin|end|data)\b(?!\s*\())",
     {"{1} is a function and needs its parentheses: {1}().", "{1} 是函数，要带括号：{1}()。"}},
    {"index",
     R"(invalid types '.*(?:float|double|uvector<…>::value_type)\[.*\]' for array subscript|subscripted value is not an array)",
     R"(\]\s*\[)",
     {"With one [ ] it is a number already, and a number has no elements. An element of a matrix is x(i, j).",
      "用一个 [ ] 取出来的已经是数了，数不能再取元素。矩阵的元素写 x(i, j)。"}},
    {"condition",
     R"((?:could not convert|no viable conversion).*to 'bool')",
     R"((\bif|\bwhile|\?|&&|\|\||\band\b|\bor\b))",
     {"Comparing a tensor gives as many answers as it has elements, and this place wants one. Element by element: "
      "xt::where(x > 0.0f, a, b).",
      "拿张量作比较，有多少元素就有多少个结果，而这里只要一个。逐元素选择：xt::where(x > 0.0f, a, b)。"}},
    {"ellipsis",
     R"(xellipsis_tag)",
     "",
     {"xt::view knows no ellipsis. xt::strided_view does: xt::strided_view(x, {xt::ellipsis(), 0}).",
      "xt::view 不认省略号，xt::strided_view 认：xt::strided_view(x, {xt::ellipsis(), 0})。"}},
    {"to-number",
     R"((?:cannot convert|invalid cast from type|invalid 'static_cast' from type|no viable conversion from) '[^']*(?:Tensor|xarray_container|xtensor_container|xfunction\w*|xreducer|reducer_type|xview)\b[^']*' to (?:type )?'(?:float|double|int|bool|long|unsigned long|(?:std::)?size_t)')",
     "", to_number},
    {"to-number", R"((?:cannot convert|no viable conversion from) 'std::enable_if_t<…>' to '(?:float|double)')",
     R"(xt::eval\s*\()", to_number},
    {"equal",
     R"((?:no match for 'operator==' \(operand types are |invalid operands to binary expression \()'(?:const )?tiny_llm::Tensor)",
     R"(==)",
     {"== does not compare a tensor with a number. Element by element: xt::equal(x, 0.0f).",
      "== 不能拿张量和数比较。逐元素比较：xt::equal(x, 0.0f)。"}},
    {"optional",
     R"((?:no match for (?:'operator|call to '\(std::)|invalid operands to binary expression).*std::optional)",
     "",
     {"A std::optional may hold nothing. Check with if (bias), then take what it holds with *bias.",
      "std::optional 里可能什么都没有。先用 if (bias) 判断，再用 *bias 取出里面的值。"}},

    // Maps.
    {"const-map",
     R"((?:passing|no viable overloaded operator\[\] for type) 'const (?:tiny_llm::|std::)?(?:map\b|MergeRanks)(?:.*discards qualifiers|'|<))",
     R"(\[)",
     {"[] of a std::map inserts a key that is missing, so a const map has no []. Use find or at instead.",
      "std::map 的 [] 找不到时会插入，所以 const 的 map 没有 []：用 find 或 at 来查。"}},
    {"map-of-strings",
     R"(no matching function for call to 'std::map<.*>::(?:find|contains|count)\((?:const )?std::(?:basic_)?string_view|no matching member function for call to '(?:find|contains|count)'[\s\S]*string_view)",
     R"(\b(find|contains|count)\s*\()",
     {"A map of std::string finds a std::string_view only with std::less<>: std::map<std::string, V, std::less<>>. Or make "
      "a std::string of it.",
      "以 std::string 为键的 map 写成 std::map<std::string, V, std::less<>>，才能直接用 std::string_view 查找；也可以先用它构造一个 "
      "std::string。"}},

    // What may be changed.
    {"expression-assigned",
     R"(no match for 'operator[-+*/]?=' \(operand types are 'xt::(?:detail::)?(?:xfunction|xreducer))",
     "",
     {"auto has kept an expression, which is computed when it is read and cannot be changed. Write Tensor instead of auto.",
      "auto 留下的是一个表达式，读它的时候才计算，不能修改。把 auto 换成 Tensor。"}},
    {"const",
     R"(no match for 'operator[-+*/]?=' \(operand types are 'const tiny_llm::Tensor|assignment of read-only|discards qualifiers|returns a const value|read-only variable is not assignable|with const-qualified type|drops 'const' qualifier|'this' argument has type 'const tiny_llm::Tensor'|no known conversion from 'const tiny_llm::Tensor' to '[^']*' for object argument)",
     "",
     {"What is const cannot be changed. The inputs are const, so change a copy: Tensor y = x; If it is a variable of "
      "your own, remove its const.",
      "const 的东西不能修改。输入都是 const：先复制一份再改，Tensor y = x；如果是自己定义的变量，就去掉它的 const。"}},

    {"bfloat16",
     R"(no match for 'operator[-+*/]?=' \(operand types are 'tiny_llm::bfloat16')",
     "",
     {"A number does not become a bfloat16 by itself. Write y(0) = bfloat16(value);",
      "数不会自动变成 bfloat16，要写明：y(0) = bfloat16(value);"}},

    // Making and viewing tensors.
    {"expression-types",
     R"((?:operands to '\?:' have different types|conditional expression is ambiguous|inconsistent types|must match previous return type).*(?:xt::|xfunction|Tensor))",
     "",
     {"Every expression has a type of its own, and this place wants one type. Make each side a tensor: Tensor(a), or -> Tensor "
      "for a lambda.",
      "每个表达式都有自己的类型，而这里要求是同一种。把每一边都变成张量：Tensor(a)；lambda 就写上 -> Tensor。"}},
    {"element-type",
     R"(no matching function for call to '(zeros|ones|empty)\b)",
     R"(\b{0}\s*\()",
     {"xt::{0} must be told the type of the elements: xt::{0}<float>(x.shape()).",
      "xt::{0} 要说明元素类型：xt::{0}<float>(x.shape())。"}},
    {"shape-braces",
     R"(no matching function for call to '(zeros|ones|empty)\b)",
     R"(\b{0}\s*<[^>]*>\s*\(\s*\{)",
     {"The numbers of a shape in braces must be of one type, such as std::size_t: {x.shape(0), std::size_t{2}}.",
      "花括号里的形状，各个数必须是同一种类型，比如 std::size_t：{x.shape(0), std::size_t{2}}。"}},
    {"shape-list",
     R"(is not a class, struct, or union type|cannot be used prior to '::')",
     R"(\bxt::(zeros|ones|empty)\s*<[^>]*>\s*\(\s*[^{\s])",
     {"A shape is a list, even with a single axis: xt::{1}<float>({n}).",
      "形状是一个列表，只有一个轴也要写花括号：xt::{1}<float>({n})。"}},
    {"tensor-values",
     R"(cannot be narrowed from type .* to 'float')",
     R"(\bTensor\s+\w+\s*[({])",
     {"Braces hold a tensor's values and not its shape. By shape: Tensor y = xt::zeros<float>({n});",
      "花括号里是张量的值，不是形状。按形状创建：Tensor y = xt::zeros<float>({n});"}},
    {"tensor-made",
     R"(call to 'xt::xarray_container<.*xarray_container\(|no matching constructor for initialization of '(?:const )?tiny_llm::Tensor')",
     "",
     {"A tensor is made of a shape or of values, each a list: Tensor y = xt::zeros<float>({2, 3}); Tensor z{1.0f, 2.0f};",
      "张量由形状或者值创建，两者都是列表：Tensor y = xt::zeros<float>({2, 3}); Tensor z{1.0f, 2.0f};"}},
    {"tensor-template",
     R"(Tensor' is not a template|expected unqualified-id)",
     R"(\bTensor\s*<)",
     {"Tensor is of float already. For another type: BasicTensor<double>.",
      "Tensor 本身就是 float 的。别的类型写 BasicTensor<double>。"}},
    {"view-call",
     R"(no matching function for call to '(?:view|xt::xview))",
     R"(xt::view\s*\(.*\bxt::(all|newaxis)\s*[,)])",
     {"{1} is a function and needs its parentheses: xt::{1}().", "{1} 是函数，要带括号：xt::{1}()。"}},
    {"view-range",
     R"(no matching function for call to '(?:view|xt::xview))",
     R"(xt::view\s*\([^{]*,\s*\{)",
     {"A part of an axis is xt::range(0, 2) in a view, not {0, 2}.",
      "在 view 里取轴的一段写 xt::range(0, 2)，不是 {0, 2}。"}},
    {"const-range",
     R"(no matching (?:function for call to 'std::tuple<.*xt::xrange|constructor for initialization of .*slice_type))",
     R"(xt::view\s*\()",
     {"A range that has a name must not be const in xtensor 0.24: auto rows = xt::range(0, 2);",
      "在 xtensor 0.24 里，有名字的 range 不能是 const：auto rows = xt::range(0, 2);"}},
    {"concatenate",
     R"(no matching function for call to 'concatenate)",
     R"(concatenate\s*\(\s*\{)",
     {"Put the tensors to join into xt::xtuple: xt::concatenate(xt::xtuple(a, b), 0).",
      "要拼接的东西放在 xt::xtuple 里：xt::concatenate(xt::xtuple(a, b), 0)。"}},

    // Names without what they belong to.
    {"xt-name",
     R"((?:'(all|range|newaxis|ellipsis|zeros|ones|empty|arange|linspace|xarray|view|strided_view|maximum|where)' was not declared)|undeclared identifier '(all|range|newaxis|ellipsis|zeros|ones|empty|arange|linspace|xarray|view|strided_view|maximum|where)')",
     R"((?:^|[^:\w.])(all|range|newaxis|ellipsis|zeros|ones|empty|arange|linspace|xarray|view|strided_view|maximum|where)\b)",
     {"xtensor's {1} is called xt::{1}.", "xtensor 的 {1} 要写成 xt::{1}。"}},
    {"std-name",
     R"((?:'(invalid_argument|runtime_error|vector|string|optional|nullopt|array|function|accumulate|move|cout|numeric_limits)' was not declared|did you mean 'std::(invalid_argument|runtime_error|vector|string|optional|nullopt|array|function|accumulate|move|cout|numeric_limits)'))",
     R"((?:^|[^:\w.])(invalid_argument|runtime_error|vector|string|optional|nullopt|array|function|accumulate|move|cout|numeric_limits)\b)",
     {"The standard library's {1} is called std::{1}.", "标准库的 {1} 要写成 std::{1}。"}},
    // Called, or what a variable's type is: of anything else nobody knows what it should be.
    {
        "not-declared",
        R"(^(?![\s\S]*(?:did you mean '\w+::|suggested alternative))[\s\S]*?(?:'(\w+)' (?:was not declared in this scope|does not name a type|has not been declared)|(?:undeclared identifier|unknown type name) '(\w+)'))",
        R"(»{0}\b(?:\s*[({]|<\w|\s*&\s*\w|\s+(?!(?:and|or|in)\b)\w))",
        {"Nothing is called {0} here. If it is a function or a struct of your own, write it above the code that uses it. If it is one "
         "of include/tiny_llm, include its .hpp. If it belongs to another exercise, do the same, but only if the comment at the top of "
         "your file says that it is given.",
         "这里没有叫 {0} 的东西。是你自己的函数或结构体，就写在用到它的地方之前。是 include/tiny_llm 里的，先包含它的 .hpp。是别的练习里的也一样，但要你文件开头的注释写明给了你才行。"}},
};

/// The line of that number, and the same with » in front of that column.
std::pair<std::string, std::string> code_at(const std::string& file, int line, int column) {
    const auto all = lines(file);
    if (line < 1 || static_cast<std::size_t>(line) > all.size()) return {};
    const std::string& code = all[static_cast<std::size_t>(line) - 1];
    const std::size_t at = static_cast<std::size_t>(std::max(1, column)) - 1;
    if (column < 1 || at > code.size()) return {code, code};
    return {code, code.substr(0, at) + "»" + code.substr(at)};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// What the first group that took part has captured, empty where there is none; nothing where the pattern does not fit.
std::optional<std::string> found(const std::string& pattern, const std::string& text) {
    const auto match = Pattern(pattern).find(text);
    if (!match) return std::nullopt;
    const auto some =
        std::find_if(match->groups.begin(), match->groups.end(), [](const auto& group) { return !group.empty(); });
    return some != match->groups.end() ? *some : "";
}

}  // namespace

std::vector<CompileFix> compile_fixes(const SourceError& error, const std::string& file) {
    const auto [code, marked] = code_at(file, error.line, error.column);
    const std::string said = error.text + "\n" + error.notes;
    for (const KnownError& known : known_errors) {
        const auto in_error = found(known.error, said);
        if (!in_error) continue;
        const std::string pattern = replaced(known.code, "{0}", "\\Q" + *in_error + "\\E");
        const auto in_code = found(pattern, pattern.find("»") != pattern.npos ? marked : code);
        if (in_code) return {{known.id, known.text(*in_error, *in_code)}};
    }
    return {};
}

std::vector<std::string> compile_fix_ids() {
    std::vector<std::string> result;
    for (const KnownError& known : known_errors) {
        if (result.empty() || result.back() != known.id) result.push_back(known.id);
    }
    return result;
}

}  // namespace learn
