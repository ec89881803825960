import process from 'node:process'
import { styleText } from 'node:util'
import type { Program } from '../command-line/index.ts'
import { describeData } from '../database/index.ts'
import { backUp } from './back-up.ts'
import { noteBackup } from './last-backup.ts'
import { restore } from './restore.ts'
import type { ProductDatabase } from './schema-at.ts'

/** Evaluated lazily, so that help needs no settings. */
type FindDatabases = () => readonly ProductDatabase[]

const indexIsLeftOut =
  'The search index (works.sqlite) is not part of a backup: it is derived, and `npm run works:import` makes it again.'

/** `npm run backup`. */
export const backupProgram = (findDatabases: FindDatabases, now: () => number): Program => ({
  name: 'npm run backup --',
  commands: [
    {
      usage: '<FILE>',
      summary: 'Writes a consistent copy of every database to FILE, while the servers keep running',
      more: `
The databases are those of the settings (DATA_DIR, DATABASE_URL, IDENTITY_DATABASE_URL). FILE can be restored on SQLite and on
PostgreSQL. It holds private data of the people who use the site: keep it where only you can read it. {weekday} and {date} in FILE
become today's (UTC), such as monday and 2026-11-30.

FILE.secret is written beside it where IDENTITY_SECRET is not set. Sealed values of the backup open with that secret only: keep
it in another place than FILE.

${indexIsLeftOut}`,
      flags: { force: { argument: '', help: 'Replaces FILE if it exists' } },
      run: async ({ operands: [file = ''], flags }) => {
        const started = performance.now()
        const interrupted = new AbortController()
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupted.abort())
        const places = findDatabases()
        const path = withDate(file, now())
        process.stderr.write(describeData(places))
        const { databases, bytes, missing } = await backUp(places, path, {
          force: flags.force !== undefined,
          signal: interrupted.signal,
          now,
        })
        for (const folder of new Set(places.flatMap(({ dataDir = [] }) => dataDir))) noteBackup(folder, now())
        for (const { name, isWithoutSecret } of databases) {
          if (!isWithoutSecret) continue
          console.error(
            `WARNING: nothing here holds the secret that opens the sealed values of "${name}": set IDENTITY_SECRET as the server ` +
              'has it, or keep a copy of it beside your other secrets. Without it this backup cannot be used elsewhere.',
          )
        }
        for (const { strangers, name } of databases) {
          if (strangers.length === 0) continue
          console.error(`Left out of "${name}", because no migration made them: ${strangers.join(', ')}.`)
        }
        console.log(`Backed up ${summary(databases)} to ${path} (${size(bytes)}) in ${seconds(started)}.`)
        list(databases)
        for (const { name, opensWith } of databases) {
          if (opensWith === null) continue
          console.log(`What is sealed in "${name}" opens with ${opensWith} only: keep that too, apart from the backup.`)
        }
        if (missing.length > 0) console.error(`Not made by a server yet, so not in this backup: ${missing.join(', ')}.`)
        return 0
      },
    },
  ],
})

/** `npm run restore`. */
export const restoreProgram = (findDatabases: FindDatabases, now: () => number): Program => ({
  name: 'npm run restore --',
  commands: [
    {
      usage: '<FILE>',
      summary: 'Puts a backup made by `npm run backup` into the databases of the settings. Stop the servers first',
      more: `
The databases (DATA_DIR, DATABASE_URL, IDENTITY_DATABASE_URL) get the schema of this version. The whole FILE is checked before
anything is changed, and a restore that fails changes nothing. If FILE.secret is beside it, sealed values open with that.

${indexIsLeftOut}`,
      flags: { replace: { argument: '', help: 'Deletes what the databases hold. Without it, they must be empty' } },
      run: async ({ operands: [file = ''], flags }) => {
        const started = performance.now()
        const replace = flags.replace !== undefined
        const places = findDatabases()
        process.stderr.write(describeData(places))
        const { databases, bytes, takenAt, leftAlone } = await restore(places, file, { replace, now })
        console.log(
          `Restored ${summary(databases)} from ${file} (${size(bytes)}, of ${takenAt}) in ${seconds(started)}.`,
        )
        list(databases)
        for (const { name, migrated, secretsAddedTo, damagedKeptAt } of databases) {
          if (damagedKeptAt !== null) console.log(`The damaged file of "${name}" is kept at ${damagedKeptAt}.`)
          if (secretsAddedTo !== null) console.log(`What is sealed in "${name}" opens with ${secretsAddedTo}.`)
          if (migrated.length > 0) console.log(`Brought "${name}" up to this version: ${migrated.join(', ')}.`)
        }
        if (leftAlone.length > 0) console.log(`Not in this backup, and left as it was: ${leftAlone.join(', ')}.`)
        return 0
      },
    },
  ],
})

/** Puts the day into a file name, so that a nightly backup rotates without a shell. `at` in epoch milliseconds. */
export const withDate = (file: string, at: number): string => {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(at).toLowerCase()
  return file.replaceAll('{weekday}', weekday).replaceAll('{date}', new Date(at).toISOString().slice(0, 10))
}

type Counted = readonly { name: string; engine: string; tables: readonly { table: string; rows: number }[] }[]

const summary = (databases: Counted): string => {
  const tables = databases.flatMap(database => database.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${amount(databases.length, 'database')}, ${amount(tables.length, 'table')}, ${amount(rows, 'row')}`
}

const list = (databases: Counted): void => {
  for (const { name, engine, tables } of databases) {
    const counts = tables.map(({ table, rows }) => `${table} ${rows.toLocaleString('en')}`)
    console.log(styleText('dim', `  ${name} (${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}): ${counts.join(', ')}`))
  }
}

const amount = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

const size = (bytes: number): string => {
  if (bytes < 1_000) return amount(bytes, 'byte')
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const seconds = (started: number): string => `${((performance.now() - started) / 1_000).toFixed(1)} s`
