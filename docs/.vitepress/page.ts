// Which file a page comes from, and which of its lines something stands on. VitePress tells neither to a plugin.
import type MarkdownIt from 'markdown-it'
import { words, type Language } from './words'

type Token = ReturnType<MarkdownIt['parse']>[number]

/** What VitePress hands to every rule of markdown-it, and what ours add. */
export interface PageEnv {
  path: string // absolute
  relativePath: string // from docs/
  forSearch?: boolean
}

const readmes: Record<string, string> = { 'en/index.md': 'README.md', 'zh/index.md': 'README.zh.md' }

/** The file whose lines a page shows, from the repository's root: the home pages include the README. */
export function sourceOf(relativePath: string): string {
  return readmes[relativePath] ?? `docs/${relativePath}`
}

/** The page that shows a file, from docs/; nothing for a file that is no page. */
export function pageOf(file: string): string | undefined {
  const home = Object.keys(readmes).find((page) => readmes[page] === file)
  return home ?? (file.startsWith('docs/') && file.endsWith('.md') ? file.slice('docs/'.length) : undefined)
}

export function languageOf(relativePath: string): Language {
  return relativePath.startsWith('zh/') ? 'zh' : 'en'
}

export const wordsOf = (env: PageEnv) => words[languageOf(env.relativePath)]

type Visit = (token: Token, line: (text: string) => number) => void

/** Calls `visit` with every inline token and block of HTML, and a function that finds the line of a text in it. */
export function eachInline(tokens: Token[], source: string, visit: Visit) {
  const lines = source.split('\n')
  let block: [number, number] = [0, 0]
  for (const token of tokens) {
    if (token.map) block = token.map // a table's cells have none of their own: their row's
    const line = (text: string) => {
      const at = lines.slice(...block).findIndex((each) => each.includes(text.split('\n')[0]))
      return block[0] + Math.max(at, 0) + 1
    }
    for (const child of token.children ?? [token]) visit(child, line)
  }
}
