import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { fileProblem } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { ownedAsFolder } from '../private-file/index.ts'

export type WriteOptions = {
  /** Replace a file that is there. */
  force: boolean
  /** Aborted: nothing is left behind. */
  signal?: AbortSignal | undefined
}

type AsideOptions = WriteOptions & {
  /** Called when the text is whole and on the disk, before it takes its name. Throws: nothing is left behind. */
  beforeNamed?: () => void
}

/**
 * Writes gzip'd text to `file`, readable by its owner only. It is written to `file.part` and takes its name when it is
 * whole and on the disk, so that a file of this name is never a part of one.
 * @returns its size in bytes.
 * @throws OperatorError when it is there already, or cannot be written.
 */
export const writeAside = async (file: string, text: AsyncIterable<string>, options: AsideOptions): Promise<number> => {
  await refuseExisting(file, options.force)
  const part = `${file}.part`
  const handle = await create(file, part)
  try {
    await pipeline(text, createGzip(), packed => handle.writeFile(packed), { signal: options.signal })
    await handle.sync()
    const { size } = await handle.stat()
    if (!(await isStill(part, handle))) {
      throw new OperatorError(`Another backup is being written to ${file}: wait for that one, or name another file.`)
    }
    await refuseExisting(file, options.force)
    options.beforeNamed?.()
    await rename(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    if (await isStill(part, handle)) await rm(part, { force: true })
    if (options.signal?.aborted) throw new OperatorError('The backup was interrupted; nothing was written.')
    throw fileProblem(file, 'written', error)
  } finally {
    await handle.close()
  }
}

const create = async (file: string, part: string): Promise<FileHandle> => {
  try {
    // Leftover of a killed run. A concurrent run notices that its file is gone.
    await rm(part, { force: true })
    const handle = await open(part, 'wx', 0o600)
    ownedAsFolder(part)
    return handle
  } catch (error) {
    throw fileProblem(file, 'written', error)
  }
}

const refuseExisting = async (file: string, force: boolean): Promise<void> => {
  const found = await stat(file).catch(() => null)
  if (found === null) return
  if (found.isDirectory()) throw new OperatorError(`${file} is a folder: name a file in it.`)
  if (!force) throw new OperatorError(`${file} is there already: name another file, or say --force to replace it.`)
}

const isStill = async (path: string, handle: FileHandle): Promise<boolean> => {
  const [there, ours] = await Promise.all([stat(path).catch(() => null), handle.stat()])
  return there !== null && there.ino === ours.ino && there.dev === ours.dev
}

/** Makes the new name durable, where folders can be synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
