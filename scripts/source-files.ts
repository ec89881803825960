import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every file of ours that is code, as a path from the root: tests too, without what is built or installed. */
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
