import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Data to load one exact build of a file. */
export type PinnedFile = {
  /** A name under which the content never changes. */
  file: string
  /** For the attribute of the same name (Subresource Integrity). */
  integrity: string
  /** Bytes, plain and compressed. */
  size: number
  gzip: number
}

/** Number of builds kept per file, so that pages pinned to an older hash still find it. */
const kept = 3

/** Copies a file under a name with a hash of its content, beside the copies of the last builds. */
export const pinFile = async (folder: string, file: string): Promise<PinnedFile> => {
  const content = await readFile(join(folder, file))
  const digest = createHash('sha256').update(content).digest()
  const extension = extname(file)
  const name = `${file.slice(0, -extension.length)}-${digest.toString('hex').slice(0, 12)}${extension}`
  await copyFile(join(folder, file), join(folder, name))
  await removeOld(folder, file)
  return {
    file: name,
    integrity: `sha256-${digest.toString('base64')}`,
    size: content.byteLength,
    gzip: (await promisify(gzip)(content, { level: 9 })).byteLength,
  }
}

/** Removes all but the youngest copies of a file, with their compressed forms. */
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
