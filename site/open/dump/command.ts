import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Program } from '@corroborate/server-kit/command-line'
import type { DatabaseSnapshot } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import type { CommandParts, OpenSiteSnapshot } from '../../kit/feature/index.ts'
import { type AllWorks, openAllWorks, worksIndexFile } from '../../paper/works-index/index.ts'
import { dataPackage, fileOf, packageFile, type WrittenFile, writeLines } from './data-package.ts'
import { type Described, licencesFile } from './pages.ts'
import { lineOfWork, resources, works } from './resources/index.ts'
import { checkDump, restoreDump } from './restore-dump.ts'
import type { DumpTables } from './tables.ts'

/** Human-readable file of the licenses of each data file. */
const licencesText = (resources: readonly Described[]): string => {
  const groups = Map.groupBy(resources, ({ licence }) => licence.name)
  return `# Licences

${[...groups.values()]
  .map(
    all =>
      `${all[0]?.licence.title}${all[0]?.licence.path.startsWith('http') ? ` (${all[0].licence.path})` : ''}:\n\n${all.map(each => `- \`${fileOf(each)}\`: ${each.title}\n`).join('')}`,
  )
  .join('\n')}`
}

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

type Opening = CommandParts & { openSnapshot: OpenSiteSnapshot }

/** @throws OperatorError where works are in OpenSearch: a dump reads and fills a file */
const refuseThere = ({ searchUrls }: Settings): void => {
  if (searchUrls !== null)
    throw new OperatorError(
      'Dumps do not support OpenSearch (SEARCH_URL). Take an OpenSearch snapshot and back up the database.',
    )
}

const dump = async (folder: string, { readSettings, open, openSnapshot }: Opening): Promise<number> => {
  const settings = await readSettings()
  refuseThere(settings)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort())
  // The tables are brought up to this version first: a snapshot changes nothing.
  await (await open(settings)).destroy()
  const snapshot = await openSnapshot<DumpTables>(settings)
  const works = openAllWorks(join(settings.dataDir, worksIndexFile))
  const started = performance.now()
  try {
    const sources = { snapshot, works, origin: settings.site.origin, at: Date.now() }
    await writeDump(folder, sources, {
      signal: stop.signal,
      onFile: (file, { lines, bytes }) =>
        process.stdout.write(`${file}: ${groupedNumber(lines)} lines, ${groupedNumber(bytes)} bytes\n`),
    })
  } finally {
    works.close()
    await snapshot.close()
  }
  process.stdout.write(`Written to ${folder} in ${secondsSince(started)} s.\n`)
  return 0
}

const restore = async (folder: string, { readSettings, open }: CommandParts): Promise<number> => {
  const settings = await readSettings()
  refuseThere(settings)
  if (settings.stripe !== null)
    throw new OperatorError(
      'A restored site shows money that it does not have: take STRIPE_SECRET_KEY out of its settings, for good.',
    )
  const started = performance.now()
  // Before the database: a wrong folder creates none.
  await checkDump(folder)
  const db = await open<DumpTables>(settings)
  try {
    const target = { db, indexFile: join(settings.dataDir, worksIndexFile), now: Date.now() }
    const { works } = await restoreDump(folder, target)
    process.stdout.write(
      `Restored from ${folder}, with ${groupedNumber(works)} papers, in ${secondsSince(started)} s.\n`,
    )
  } finally {
    await db.destroy()
  }
  return 0
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1)

/** `npm run dump`. */
export const dumpCommand = (opening: Opening): Program => ({
  name: 'npm run dump --',
  commands: [
    {
      usage: '<FOLDER>',
      summary: 'Export all public data to FOLDER while the site runs',
      more: `
JSON lines with a Data Package (datapackage.json) that names each file's columns, licence, size and SHA-256. It contains public data only: no accounts, no email addresses, nothing pending moderation. It is a consistent snapshot. FOLDER must not exist; it is renamed into place when complete.`,
      run: ({ operands: [folder = ''] }) => dump(folder, opening),
    },
  ],
})

/** `npm run dump:restore`. */
export const restoreCommand = (parts: CommandParts): Program => ({
  name: 'npm run dump:restore --',
  commands: [
    {
      usage: '<FOLDER>',
      summary: 'Restore a dump made by `npm run dump` into an empty site, before its first start',
      more: `
The place is that of the settings (DATA_DIR, DATABASE_URL). Every file is checked first, and a restore that fails changes nothing.
The site then shows the same pages. Nobody has an account there, and none of the money that its books show.`,
      run: ({ operands: [folder = ''] }) => restore(folder, parts),
    },
  ],
})
