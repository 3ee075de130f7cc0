// What GitHub's Markdown has and VitePress has not, or has in one language only.
import type MarkdownIt from 'markdown-it'
import footnote from 'markdown-it-footnote'
import { links } from './links'
import { math } from './math'
import { wordsOf } from './page'

/** C++ is full of {{1, 2}}, which Vue would take for a template's expression. */
function braces(md: MarkdownIt) {
  for (const kind of ['text', 'code_inline']) {
    const rule = md.renderer.rules[kind]!
    md.renderer.rules[kind] = (...all) => rule(...all).replaceAll('{{', '&#123;&#123;')
  }
}

function mermaid(md: MarkdownIt) {
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    if (tokens[i].info.trim() !== 'mermaid') return fence(tokens, i, options, env, self)
    return env.forSearch ? '' : `<Mermaid code="${encodeURIComponent(tokens[i].content)}" />\n`
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

export function markdown(md: MarkdownIt) {
  md.use(footnote).use(inTheLanguageOfThePage).use(math).use(mermaid).use(braces).use(links)
}
