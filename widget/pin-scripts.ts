import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** What a page needs to know to load one exact build of a script. */
export type PinnedScript = {
  /** A name under which the content never changes. */
  file: string
  /** For the attribute of the same name (Subresource Integrity). */
  integrity: string
  /** Bytes, plain and compressed. */
  size: number
  gzip: number
}

/** How many builds of a script stay: pages that have pinned one have until the build after the next to follow. */
const kept = 3

/**
 * Copies scripts under names with a hash of their content, beside those of the last builds, and lists the new ones by their
 * plain names in `sdk.json`.
 */
export const pinScripts = async (folder: string, files: readonly string[]): Promise<void> => {
  const pinned: Record<string, PinnedScript> = {}
  for (const file of files) {
    const content = await readFile(join(folder, file))
    const digest = createHash('sha384').update(content).digest()
    const extension = extname(file)
    const name = `${file.slice(0, -extension.length)}-${digest.toString('hex').slice(0, 12)}${extension}`
    await copyFile(join(folder, file), join(folder, name))
    await removeOld(folder, file)
    pinned[file] = {
      file: name,
      integrity: `sha384-${digest.toString('base64')}`,
      size: content.byteLength,
      gzip: (await promisify(gzip)(content, { level: 9 })).byteLength,
    }
  }
  await writeFile(join(folder, 'sdk.json'), `${JSON.stringify(pinned, null, 2)}\n`)
}

/** Removes all but the youngest copies of a script, with their compressed forms. */
const removeOld = async (folder: string, file: string): Promise<void> => {
  const extension = extname(file)
  const copy = new RegExp(`^${file.slice(0, -extension.length)}-[0-9a-f]{12}\\${extension}$`)
  const copies = await Promise.all(
    (await readdir(folder))
      .filter(name => copy.test(name))
      .map(async name => ({ name, madeAt: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = copies.toSorted((a, b) => b.madeAt - a.madeAt).slice(kept)
  await Promise.all(
    old.flatMap(({ name }) => ['', '.br', '.gz'].map(end => rm(join(folder, name + end), { force: true }))),
  )
}
