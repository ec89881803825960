import { execFile } from 'node:child_process'
import { cp, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inNewFolder } from './in-new-folder.ts'
import { root } from './our-servers.ts'

const run = promisify(execFile)

/** Copies the packages installed by `npm ci`, without the caches that tools have stored among them since. */
const copyPackages = async (room: string, clone: string): Promise<void> =>
  cp(join(root, room, 'node_modules'), join(clone, room, 'node_modules'), {
    recursive: true,
    // Workspaces are links, to rooms of the clone then.
    verbatimSymlinks: true,
    filter: path => !(basename(dirname(path)) === 'node_modules' && /^\.(?!bin$|package-lock)/.test(basename(path))),
  })

/** Runs `work` in a clone of this checkout as `git clone` and `npm ci` leave it: nothing is downloaded, built or kept from before. */
export const inCleanClone = <R>(work: (clone: string) => Promise<R>): Promise<R> =>
  inNewFolder(async clone => {
    const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 2 ** 26,
    })
    const files = stdout.split('\0').filter(Boolean)
    for (const file of files) await cp(join(root, file), join(clone, file)).catch(ignoreMissing)
    const rooms = [
      '.',
      ...(await readdir(root, { withFileTypes: true })).flatMap(each => (each.isDirectory() ? [each.name] : [])),
    ]
    for (const room of rooms) await copyPackages(room, clone).catch(ignoreMissing)
    return work(clone)
  })

/** Ignores files that git lists but the work tree no longer has, and workspaces without packages of their own. */
const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}
