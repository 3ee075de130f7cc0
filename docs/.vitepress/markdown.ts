// What GitHub's Markdown has and VitePress has not, or has in one language only.
import type MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { links } from './links'
import { math } from './math'
import { wordsOf } from './page'
import { repository } from './repository'
import { pictures } from './theme/explorers/pictures'

/** C++ is full of {{1, 2}}, which Vue would take for a template's expression. */
function braces(md: MarkdownIt) {
  for (const kind of ['text', 'code_inline']) {
    const rule = md.renderer.rules[kind]!
    md.renderer.rules[kind] = (...all) => rule(...all).replaceAll('{{', '&#123;&#123;')
  }
}

/** GitHub shows the address above its pages; here it stands in the command itself. */
function address(md: MarkdownIt) {
  if (!repository) return
  for (const kind of ['fence', 'code_inline']) {
    const rule = md.renderer.rules[kind]!
    md.renderer.rules[kind] = (tokens, i, ...rest) => {
      tokens[i].content = tokens[i].content.replace(/git clone (ADDRESS|地址)/, `git clone ${repository}`)
      return rule(tokens, i, ...rest)
    }
  }
}

function mermaid(md: MarkdownIt) {
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    if (tokens[i].info.trim() !== 'mermaid') return fence(tokens, i, options, env, self)
    const line = tokens[i].map![0] + 1
    return env.forSearch ? '' : `<Mermaid data-line="${line}" code="${encodeURIComponent(tokens[i].content)}" />\n`
  }
}

/** VitePress has one set of words for the whole site. */
function inTheLanguageOfThePage(md: MarkdownIt) {
  const alert = md.renderer.rules.github_alert_open!
  md.renderer.rules.github_alert_open = (tokens, i, options, env, self) => {
    const kind = tokens[i].meta.type as keyof ReturnType<typeof wordsOf>['alerts']
    tokens[i].meta.title = wordsOf(env).alerts[kind]
    return alert(tokens, i, options, env, self)
  }
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, i, options, env, self) =>
    fence(tokens, i, options, env, self).replace('title="Copy Code"', `title="${wordsOf(env).copy}"`)
}

/** A line that ends inside a Chinese sentence is not a space. */
function chineseLines(md: MarkdownIt) {
  const mark = /[\u3000-\u303f\uff00-\uffef]/
  const han = /\p{Script=Han}/u
  md.core.ruler.push('chinese_lines', (state) => {
    for (const { children } of state.tokens) {
      children?.forEach((token, i) => {
        if (token.type !== 'softbreak') return
        const before = children[i - 1]?.content.slice(-1) ?? ''
        const after = children[i + 1]?.content.slice(0, 1) ?? ''
        if (mark.test(before) || mark.test(after) || (han.test(before) && han.test(after))) token.type = 'text'
      })
    }
  })
}

export function markdown(md: MarkdownIt) {
  md.use(footnote).use(inTheLanguageOfThePage).use(math).use(mermaid).use(address).use(braces).use(chineseLines)
  md.use(links).use(pictures)
}
