// Breaks one page in one way, builds, and wants a refusal that names file and line. Only that page and its translation are
// built, because reading all others takes six times as long.
import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { check, finish } from './report.mjs'

// What, the text that is put at the end of the page, and in which line of it the fault is, if not in the first.
const breakages = [
  ['a fence of TeX that does not parse', '```math\n\\frac{1}{\n```'],
  ['inline TeX that does not parse', 'A formula $\\notacommand$ in a line.'],
  ['TeX that only some renderers take', 'A formula $均值$ in a line.'],
  ['a link to a page that is not there', 'See [this](no-such-page.md).'],
  ['a link to an anchor that is not there', 'See [this](week1/01-silu.md#no-such-heading).'],
  ['a link to a file that is not there', 'See [this](../../week1/01-silu/no-such-file.hpp).'],
  ['a picture that is not there', '![this](no-such-picture.svg)'],
  ['a picture in HTML that is not there', '<picture>\n  <img src="no-such-picture.svg" alt="">\n</picture>', 1],
]

const [config, whole] = ['.vitepress/config.ts', '.vitepress/whole.ts']
renameSync(config, whole)
writeFileSync(config, "import site from './whole'\nexport default { ...site, srcExclude: ['**/!(sample).md'] }\n")

for (const [index, [what, text, further = 0]] of breakages.entries()) {
  const page = index % 2 ? 'zh/sample.md' : 'en/sample.md'
  const before = readFileSync(page, 'utf8')
  const line = before.split('\n').length + 1 + further
  writeFileSync(page, `${before}\n${text}\n`)
  const build = spawnSync('npx', ['vitepress', 'build'], { encoding: 'utf8' })
  writeFileSync(page, before)
  const said = build.stdout + build.stderr
  const named = said.includes(`docs/${page}:${line}: `)
  check(`the build refuses ${what}, and says docs/${page}:${line}`, [
    ...(build.status === 0 ? ['it built'] : []),
    ...(named ? [] : ['the place was not named:', ...said.trim().split('\n').slice(-8)]),
  ])
}
renameSync(whole, config)
finish()
