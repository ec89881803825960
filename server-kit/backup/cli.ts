import process from 'node:process'
import { inspect, type ParseArgsConfig, parseArgs, styleText } from 'node:util'
import { OperatorError } from '../operator-error/index.ts'
import { backUp } from './back-up.ts'
import type { ProductDatabase } from './product-database.ts'
import { restore } from './restore.ts'

/** Asked for only when there is work, so that help needs no settings. */
type FindDatabases = () => readonly ProductDatabase[]

const backupHelp = `npm run backup -- FILE [--force]

Writes a consistent copy of every database to FILE, while the servers go on serving. FILE can be restored on SQLite and on
PostgreSQL. It holds what people entrusted to the site: keep it where only you can read it. What is
sealed in it opens with IDENTITY_SECRET or, without that setting, with FILE.secret, which is written beside it: keep that apart.

  --force   replace FILE when it is there already
  --help    show this

The databases are those of the settings (DATA_DIR, DATABASE_URL, IDENTITY_DATABASE_URL). The search index (works.sqlite) is not part of a backup:
it is derived, and \`npm run works:import\` makes it again.`

const restoreHelp = `npm run restore -- FILE [--replace]

Puts a backup made by \`npm run backup\` into the databases of the settings (DATA_DIR, DATABASE_URL, IDENTITY_DATABASE_URL), brought up to the
schema of this version. Stop the servers first. FILE is checked as a whole before anything is changed, and a restore that
fails changes nothing. When FILE.secret is beside it, what is sealed in it opens with that.

  --replace   throw away what the databases hold; without it, only empty ones are restored into
  --help      show this

The search index (works.sqlite) is not part of a backup: it stays as it is, and \`npm run works:import\` makes it again.`

/** `npm run backup`. @returns the exit code: 0 done, 1 failed, 2 not understood. */
export const runBackup = (args: readonly string[], findDatabases: FindDatabases, now: () => number): Promise<number> =>
  runCommand({ name: 'backup', help: backupHelp, flag: 'force', args }, async (file, force) => {
    const started = performance.now()
    const interrupted = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupted.abort())
    const { databases, bytes, missing } = await backUp(findDatabases(), file, {
      force,
      signal: interrupted.signal,
      now,
    })
    for (const { strangers, name } of databases) {
      if (strangers.length === 0) continue
      console.error(`Left out of "${name}", because no migration made them: ${strangers.join(', ')}.`)
    }
    console.log(`Backed up ${summary(databases)} to ${file} (${size(bytes)}) in ${seconds(started)}.`)
    list(databases)
    for (const { name, opensWith } of databases) {
      if (opensWith === null) continue
      console.log(`What is sealed in "${name}" opens with ${opensWith} only: keep that too, apart from the backup.`)
    }
    if (missing.length > 0) console.log(`Not made by a server yet, so not in this backup: ${missing.join(', ')}.`)
  })

/** `npm run restore`. @returns the exit code: 0 done, 1 failed, 2 not understood. */
export const runRestore = (args: readonly string[], findDatabases: FindDatabases, now: () => number): Promise<number> =>
  runCommand({ name: 'restore', help: restoreHelp, flag: 'replace', args }, async (file, replace) => {
    const started = performance.now()
    const { databases, bytes, takenAt, leftAlone } = await restore(findDatabases(), file, { replace, now })
    console.log(`Restored ${summary(databases)} from ${file} (${size(bytes)}, of ${takenAt}) in ${seconds(started)}.`)
    list(databases)
    for (const { name, migrated, secretsAddedTo } of databases) {
      if (secretsAddedTo !== null) console.log(`What is sealed in "${name}" opens with ${secretsAddedTo}.`)
      if (migrated.length > 0) console.log(`Brought "${name}" up to this version: ${migrated.join(', ')}.`)
    }
    if (leftAlone.length > 0) console.log(`Not in this backup, and left as it was: ${leftAlone.join(', ')}.`)
  })

type Command = { name: string; help: string; flag: string; args: readonly string[] }

const runCommand = async (command: Command, work: (file: string, flag: boolean) => Promise<void>): Promise<number> => {
  const { name, help, flag } = command
  try {
    const { values, positionals } = parse(command)
    if (values.help === true) {
      console.log(help)
      return 0
    }
    const [file, ...others] = positionals
    if (file === undefined || file === '' || others.length > 0) {
      const found = file === undefined || file === '' ? 'No file was named' : 'More than one file was named'
      console.error(`${found}: say npm run ${name} -- FILE, or --help for more.`)
      return 2
    }
    await work(file, values[flag] === true)
    return 0
  } catch (error) {
    if (isUsageError(error)) {
      console.error(
        `${error.message.replace(/\.? To specify.*$/s, '')}: say npm run ${name} -- --help for what there is.`,
      )
      return 2
    }
    console.error(error instanceof OperatorError ? error.message : inspect(error))
    return 1
  }
}

const parse = ({ args, flag }: Command) => {
  const options: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' }, [flag]: { type: 'boolean' } }
  return parseArgs({ args: [...args], allowPositionals: true, options })
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

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
