// What the Markdown says should be on each page, counted without the site's own parser.
import { readdirSync, readFileSync } from 'node:fs'

const readmes = { 'en/index': '../README.md', 'zh/index': '../README.zh.md' }

function facts(page, file) {
  const text = readFileSync(file, 'utf8')
  const fences = [...text.matchAll(/^```(\S*)\n[\s\S]*?^```$/gm)].map((match) => match[1])
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  const withoutCode = prose.replace(/(\$`[^`]+`\$)|`[^`\n]+`/g, '$1')
  const formulas = withoutCode.match(/(?<!\\)\$`[^`]+`\$|(?<![\\$])\$[^\s$](?:[^$\n]*[^\s\\$])?\$/g) ?? []
  const count = (pattern) => (prose.match(pattern) ?? []).length
  return {
    page,
    file: file.replace(/^\.\.\//, '').replace(/^(?!README)/, 'docs/'),
    text,
    words: (prose.match(/\p{Script=Han}|[\p{Script=Latin}\p{N}_]+/gu) ?? []).length,
    formulas: formulas.length + fences.filter((language) => language === 'math').length,
    diagrams: fences.filter((language) => language === 'mermaid').length,
    codeBlocks: fences.filter((language) => !['math', 'mermaid'].includes(language)).length,
    headings: count(/^#{1,6} /gm),
    details: count(/^<details>/gm),
    tables: count(/^\|[-:| ]+\|$/gm),
    alerts: count(/^> \[!\w+\]$/gm),
    footnotes: count(/^\[\^\w+\]: /gm),
    pictures: count(/!\[[^\]]*\]\(|<img /g),
  }
}

/** Every page of a language, in the folder docs/. */
export function pagesOf(language) {
  const files = readdirSync(language, { recursive: true }).filter((name) => name.endsWith('.md')).sort()
  return files.map((name) => {
    const page = `${language}/${name.replace(/\.md$/, '')}`
    return facts(page, readmes[page] ?? `${page}.md`)
  })
}

/** "docs/en/x.md:12": where a text stands, as well as it can be found. */
export function place(page, text) {
  const first = text?.trim().split('\n')[0].slice(0, 24)
  const line = first ? page.text.split('\n').findIndex((each) => each.includes(first)) + 1 : 0
  return line ? `${page.file}:${line}` : page.file
}
