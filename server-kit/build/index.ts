import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { join, relative } from 'node:path'
import process from 'node:process'
import { OperatorError } from '../operator-error/index.ts'

export { precompress } from './precompress.ts'

/** @throws OperatorError when one of the packages is not installed, as after `npm ci --omit=dev`. */
const requireBuilders = (packages: readonly string[]): void => {
  const missing = packages.filter(name => !isInstalled(name))
  if (missing.length === 0) return
  throw new OperatorError(
    `This has to be built before it starts, and what builds it is not installed (${missing.join(', ')}): run "npm ci" ` +
      'without --omit=dev, or start a release, in which everything is built (docs/operations.md).',
  )
}

const isInstalled = (name: string): boolean => {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}

export type BuildIfChanged = {
  /** Everything of ours that the build reads. */
  folders: readonly string[]
  /** The lockfile, for the libraries. */
  lockfile: string
  /** Folder of the build output and its stamp. */
  dist: string
  /** The packages that do the work, which an installation without development packages lacks. */
  builders: readonly string[]
  build: () => Promise<void>
}

const isSource = (path: string): boolean =>
  !/(?:^|\/)(?:dist|node_modules|testing|starter-corpus)\/|\.test\.tsx?$/.test(path) &&
  /\.(?:tsx?|css|svg|json|woff2)$/.test(path)

const fingerprint = async ({ folders, lockfile }: BuildIfChanged): Promise<string> => {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const paths = (await readdir(folder, { recursive: true })).map(path => path.replaceAll('\\', '/'))
    for (const path of paths.filter(isSource).sort()) {
      hash.update(`\0${path}\0`).update(await readFile(join(folder, path)))
    }
  }
  return hash.update(await readFile(lockfile)).digest('hex')
}

/** Stamp file in the build output that records the sources. */
export const stampFile = 'built-from'

/** Content of the stamp file in a release, which has no sources to build from. */
export const stampOfRelease = 'a release\n'

/**
 * Builds unless the last build has the same sources by content, or came with a release. Returns true if it built.
 * @throws OperatorError if a build is needed but `builders` are not installed.
 */
export const buildIfChanged = async (options: BuildIfChanged): Promise<boolean> => {
  const stamp = join(options.dist, stampFile)
  const built = await readFile(stamp, 'utf8').catch(() => null)
  if (built === stampOfRelease) return false
  const wanted = await fingerprint(options)
  if (built === wanted) return false
  requireBuilders(options.builders)
  await options.build()
  await writeFile(stamp, wanted)
  return true
}

/**
 * Runs one of our programs in a child process. A bundler uses hundreds of megabytes, which a server would otherwise retain.
 * @throws OperatorError on failure, after the program has printed the reason.
 */
export const inOwnProcess = async (program: string): Promise<void> => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  const how = signal === null ? `with code ${String(code)}` : `by ${String(signal)}`
  throw new OperatorError(`${relative(process.cwd(), program)} ended ${how}: what it says above is why.`)
}
