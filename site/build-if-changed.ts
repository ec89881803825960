import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteDist } from './dist.ts'

const site = import.meta.dirname
const stamp = join(siteDist, 'built-from')

const isSource = (path: string): boolean =>
  !/(?:^|\/)(?:dist|node_modules|testing|starter-corpus)\/|\.test\.tsx?$/.test(path) &&
  /\.(?:tsx?|css|svg|json|woff2)$/.test(path)

/** A fingerprint of everything the build reads: our sources by content, the libraries by the lockfile. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256')
  const sources = (await readdir(site, { recursive: true })).map(path => path.replaceAll('\\', '/')).filter(isSource)
  for (const path of sources.sort()) hash.update(`\0${path}\0`).update(await readFile(join(site, path)))
  return hash.update(await readFile(join(site, '..', 'package-lock.json'))).digest('hex')
}

/** Builds the site unless what was built last came from the same sources. Returns whether it had to. */
export const buildSiteIfChanged = async (): Promise<boolean> => {
  const wanted = await fingerprint()
  const built = await readFile(stamp, 'utf8').catch(() => null)
  if (built === wanted) return false
  // Loaded only when needed: the bundler is a development dependency and takes a moment to load.
  const { buildSite } = await import('./build.ts')
  await buildSite()
  await writeFile(stamp, wanted)
  return true
}
