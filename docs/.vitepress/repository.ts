// Where this is: the folders, and the public address of the repository.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const docs = fileURLToPath(new URL('..', import.meta.url))
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** "https://github.com/owner/name", or "" while nobody has said: then files are named, not linked. */
export const repository = address()

function address(): string {
  const { TINY_LLM_REPOSITORY, GITHUB_REPOSITORY } = process.env
  const inPackage = JSON.parse(readFileSync(docs + 'package.json', 'utf8')).repository
  const told = TINY_LLM_REPOSITORY ?? GITHUB_REPOSITORY ?? inPackage
  if (!told) return ''
  return told.includes('://') ? told.replace(/\/$/, '') : `https://github.com/${told}`
}
