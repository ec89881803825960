import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSnapshot } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { AllWorks } from '../../paper/works-index/index.ts'
import { dataPackage, fileOf, packageFile } from './data-package.ts'
import { licencesFile } from './licences.ts'
import { licencesText } from './licences-text.ts'
import type { Described } from './resource.ts'
import { lineOfWork, resources, works } from './resources/index.ts'
import type { DumpTables } from './tables.ts'
import { type WrittenFile, writeLines } from './write-lines.ts'

/** Sources of a dump: a snapshot of the database and of the works index. */
export type DumpSources = {
  snapshot: Pick<DatabaseSnapshot<DumpTables>, 'db'>
  works: Pick<AllWorks, 'works' | 'has'>
  origin: string
  /** The moment, in epoch ms. */
  at: number
}

export type WriteOptions = {
  onFile?: (file: string, written: WrittenFile) => void
  /** Aborted: nothing is left behind. */
  signal?: AbortSignal
}

/**
 * Writes all public data into a new folder, which is renamed once complete and synced to disk.
 * @throws OperatorError if the folder exists, or on abort
 */
export const writeDump = async (folder: string, sources: DumpSources, options: WriteOptions = {}): Promise<void> => {
  const { onFile = () => {}, signal = new AbortController().signal } = options
  await refuseExisting(folder)
  const part = `${folder}.part`
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(part).catch(() => {
    throw new OperatorError(`${part} already exists or can't be created. Unless another dump is running, delete it.`)
  })
  try {
    const files: { resource: Described; written: WrittenFile }[] = []
    for (const { resource, lines } of [
      { resource: works, lines: workLines(sources.works) },
      ...resources.map(resource => ({ resource, lines: resource.read(sources.snapshot.db, sources.works) })),
    ]) {
      signal.throwIfAborted()
      const written = await writeLines(join(part, fileOf(resource)), lines, signal)
      files.push({ resource, written })
      onFile(fileOf(resource), written)
    }
    const described = dataPackage({ origin: sources.origin, made: new Date(sources.at).toISOString(), files })
    await writeSynced(join(part, licencesFile), licencesText(files.map(({ resource }) => resource)))
    await writeSynced(join(part, packageFile), `${JSON.stringify(described, null, 2)}\n`)
    await refuseExisting(folder)
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (signal.aborted) throw new OperatorError('Dump interrupted. Nothing was written.')
    throw error
  }
}

function* workLines({ works }: Pick<AllWorks, 'works'>): Generator<object> {
  for (const work of works()) yield lineOfWork(work)
}

const refuseExisting = async (folder: string): Promise<void> => {
  if ((await stat(folder).catch(() => null)) !== null)
    throw new OperatorError(`${folder} already exists. Choose another folder.`)
}

const writeSynced = async (file: string, text: string): Promise<void> => {
  await writeFile(file, text, { flag: 'wx' })
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}
