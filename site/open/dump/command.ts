import { join } from 'node:path'
import type { Program } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import { groupedNumber } from '../../kit/amounts/index.ts'
import type { CommandParts, OpenSiteSnapshot } from '../../kit/feature/index.ts'
import { openAllWorks, worksIndexFile } from '../../paper/works-index/index.ts'
import { checkDump, restoreDump } from './restore-dump.ts'
import type { DumpTables } from './tables.ts'
import { writeDump } from './write-dump.ts'

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
