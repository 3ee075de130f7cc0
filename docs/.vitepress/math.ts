// Formulas, the three ways that GitHub knows: a fence "math", $…$ and $`…`$. A formula that does not parse stops
// the build.
import { tex } from '@mdit/plugin-tex'
import katex from 'katex'
import type MarkdownIt from 'markdown-it'
import { eachInline, sourceOf, type PageEnv } from './page'

function render(formula: string, display: boolean, env: PageEnv, line: number): string {
  if (env.forSearch) return ''
  try {
    // v-pre: braces of TeX are not Vue's.
    const html = katex.renderToString(formula, { displayMode: display, throwOnError: true, strict: 'error' })
    return display ? `<div v-pre class="math">${html}</div>\n` : `<span v-pre class="math">${html}</span>`
  } catch (error) {
    throw new Error(`${sourceOf(env.relativePath)}:${line}: ${(error as Error).message}`)
  }
}

export function math(md: MarkdownIt) {
  md.use(tex, { delimiters: 'dollars', mathFence: false, render: (formula) => formula })
  md.core.ruler.push('lines_of_math', (state) => {
    eachInline(state.tokens, state.src, (token, line) => {
      if (token.type === 'math_inline') token.meta = { line: line(token.content) }
    })
  })
  md.renderer.rules.math_inline = (tokens, i, _options, env) =>
    render(tokens[i].content.replace(/^`(.*)`$/s, '$1'), false, env, tokens[i].meta.line)
  md.renderer.rules.math_block = (tokens, i, _options, env) =>
    render(tokens[i].content, true, env, tokens[i].map![0] + 1)

  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, i, options, env, self) =>
    tokens[i].info.trim() === 'math'
      ? render(tokens[i].content, true, env, tokens[i].map![0] + 1)
      : fence(tokens, i, options, env, self)
}
