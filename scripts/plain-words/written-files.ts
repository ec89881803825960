import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What people wrote in this repository for other people: code with its comments and texts, pages, styles, settings, scripts. */
const isWritten = /\.(?:tsx?|mjs|js|md|html|css)$|^\.env\.example$|^\.ci\/run$/

/** What is not held to the list, with the reason. */
const leftOut: readonly (readonly [RegExp, why: string])[] = [
  [/^scripts\/plain-words\//, 'is the list itself'],
  [/^docs\/decisions\/00[0-5]\d-|^docs\/decisions\/0060-/, 'was decided and written before there was a list'],
]

/** The files that the check reads, from the root: those that git has, and new ones that it does not ignore. */
export const writtenFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
    .split('\0')
    .filter(file => isWritten.test(file) && !leftOut.some(([pattern]) => pattern.test(file)))

/** @returns null for a file that git still lists and that was deleted */
export const readWritten = (file: string): string | null => {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
