// Links as GitHub understands them, checked: to pages, to their headings, and to any file of the repository.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import GithubSlugger, { slug } from 'github-slugger'
import MarkdownIt from 'markdown-it'
import { eachInline, pageOf, sourceOf, wordsOf, type PageEnv } from './page'
import { repository, root } from './repository'

type Token = ReturnType<MarkdownIt['parse']>[number]

const plain = new MarkdownIt({ html: true })

/** A heading's text as it is read, without the marks for code, links and emphasis. */
export function headingText(tokens: Token[]): string {
  return tokens.filter((token) => token.type !== 'html_inline').map((token) => token.content).join('')
}

export const slugify = (text: string) => slug(text)

function anchors(file: string): Set<string> {
  const source = readFileSync(root + file, 'utf8')
  const tokens = plain.parse(source, {})
  const slugger = new GithubSlugger()
  const headings = tokens.flatMap((token, i) =>
    token.type === 'heading_open' ? slugger.slug(headingText(tokens[i + 1].children ?? [])) : [])
  return new Set([...headings, ...[...source.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])])
}

interface Found {
  to?: string // what the page says
  file?: string // what it names, where there is no address to link to
  error?: string
}

/** Where a link of this page leads. */
function resolve(href: string, env: PageEnv): Found {
  const from = sourceOf(env.relativePath)
  const [path, anchor] = href.split('#')
  const file = path ? posix.join(posix.dirname(from), decodeURI(path)) : from
  // GitHub shows a file under blob/main, so this is the repository's page beside its files.
  if (file === '../../codespaces') return repository ? { to: `${repository}/codespaces` } : { file }
  if (file.startsWith('..') || !existsSync(root + file)) return { error: `there is no ${file}` }
  const page = pageOf(file)
  if (anchor && page && !anchors(file).has(decodeURI(anchor))) {
    return { error: `${file} has no heading with the anchor #${decodeURI(anchor)}` }
  }
  if (!path) return { to: href }
  const hash = anchor ? `#${anchor}` : ''
  if (page) return { to: `/${page}${hash}` }
  if (!repository) return { file }
  return { to: `${repository}/${statSync(root + file).isDirectory() ? 'tree' : 'blob'}/main/${file}${hash}` }
}

/** A picture's path, as seen from the page; the home pages show a README, which lies elsewhere. */
function picture(src: string, env: PageEnv): Found {
  const file = posix.join(posix.dirname(sourceOf(env.relativePath)), decodeURI(src))
  if (!existsSync(root + file)) return { error: `there is no ${file}` }
  return { to: './' + posix.relative(posix.dirname(`docs/${env.relativePath}`), file) }
}

const isElsewhere = (target: string) => /^([a-z]+:|\/\/)/i.test(target)

/** Checks one target of the page, and says where it leads on the site. */
function lead(kind: 'link' | 'picture', target: string, env: PageEnv, line: (text: string) => number) {
  const found = kind === 'picture' ? picture(target, env) : resolve(target, env)
  if (!found.error) return found
  const written = decodeURI(target)
  throw new Error(`${sourceOf(env.relativePath)}:${line(written)}: dead link to ${written}: ${found.error}`)
}

export function links(md: MarkdownIt) {
  md.core.ruler.push('repository_links', (state) => {
    const env = state.env as PageEnv
    let unlinked = false
    eachInline(state.tokens, state.src, (token, line) => {
      if (token.type.startsWith('html_')) {
        token.content = token.content.replace(/ (src|srcset)="([^"]+)"/g, (all, name, target) =>
          isElsewhere(target) ? all : ` ${name}="${lead('picture', target, env, line).to}"`)
        return
      }
      if (token.type === 'link_close' && unlinked) {
        unlinked = false
        token.type = 'span_close'
        token.tag = 'span'
      }
      const name = { link_open: 'href', image: 'src' }[token.type]
      const target = name && token.attrGet(name)
      if (!target || isElsewhere(target)) return
      const found = lead(token.type === 'image' ? 'picture' : 'link', target, env, line)
      if (found.to) {
        token.attrSet(name, found.to)
      } else {
        unlinked = true
        token.type = 'span_open'
        token.tag = 'span'
        token.attrs = [['class', 'file'], ['title', `${wordsOf(env).file}: ${found.file}`]]
      }
    })
  })
}
