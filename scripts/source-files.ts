import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** All source files as paths from the root, including tests, without build output or dependencies. */
export const sourceFiles: readonly string[] = globSync(
  ['*.{ts,mjs}', '{bench,cli,embed,examples,identity,scripts,server-kit,site,widget,wire}/**/*.{ts,tsx,mjs}'],
  { cwd: root, exclude: path => /(?:^|\/)(?:node_modules|dist|rivals)(?:\/|$)/.test(path) },
)

/** Every document of ours, as a path from the root. */
export const documents: readonly string[] = globSync(
  ['*.md', '{bench,cli,deploy,docs,embed,examples,identity,scripts,server-kit,site,widget,wire}/**/*.md'],
  { cwd: root, exclude: path => /(?:^|\/)(?:node_modules|dist|rivals)(?:\/|$)/.test(path) },
)

export const pathOf = (file: string): string => join(root, file)

export const readSource = (file: string): string => readFileSync(pathOf(file), 'utf8')
