// The chapters' drawings: <picture>, with a light and a dark file out of docs/figures.
import type MarkdownIt from 'markdown-it'

/** Hands each drawing, as the Markdown has it, to the component Picture. */
export function pictures(md: MarkdownIt) {
  const html = md.renderer.rules.html_block!
  md.renderer.rules.html_block = (tokens, i, options, env, self) => {
    const block = html(tokens, i, options, env, self)
    const name = block.match(/^<picture>[\s\S]*figures\/([\w-]+)\.light\.svg/)?.[1]
    return name ? `<Picture name="${name}">\n${block.trim()}\n</Picture>\n` : block
  }
}
