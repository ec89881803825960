import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.ts'

const run = promisify(execFile)

/** The commit that a release was made of: the last that changed its kept databases. Null in a copy without its history. */
export const commitOf = async (release: string): Promise<string | null> => {
  const words = ['log', '--format=%H', '-1', '--', `scripts/release/kept/${release}`]
  const { stdout } = await run('git', words, { cwd: root }).catch(() => ({ stdout: '' }))
  return stdout.trim() || null
}

/** The rooms of the repository that import each other by their names. */
const rooms = ['server-kit', 'site', 'identity', 'widget', 'wire', 'cli', 'embed', 'examples']

/** Links all entries of a folder into another. */
const linkAll = (from: string, to: string, leaveOut: readonly string[] = []): void => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (!leaveOut.includes(name)) symlinkSync(join(from, name), join(to, name))
}

/** Checks out a commit into a folder and links the installed dependencies. */
export const unpackCommit = async (commit: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root })
  linkAll(join(root, 'node_modules'), join(folder, 'node_modules'), ['@corroborate', '.vite', '.cache'])
  mkdirSync(join(folder, 'node_modules/@corroborate'))
  for (const room of rooms.filter(name => readdirSync(folder).includes(name))) {
    symlinkSync(join(folder, room), join(folder, 'node_modules/@corroborate', room))
    const own = readdirSync(join(root, room)).includes('node_modules')
    if (own) linkAll(join(root, room, 'node_modules'), join(folder, room, 'node_modules'))
  }
}
