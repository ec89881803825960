import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readProcessSettings, SettingsError } from '@corroborate/server-kit/settings'
import { type KnownTables, knownSources, type SourceTables } from '../../paper/known/index.ts'
import { createWeb, type SyncOutcome, syncSource } from '../../paper/sources/sync.ts'
import { siteDatabaseFile, siteMigrations } from '../migrations.ts'

const help = `Usage: npm run known:sync [-- SOURCE…]

Asks the sources of what is known about papers what is new, and takes it in: ${knownSources.join(', ')}; all of them without a name.
A running site does the same every night. It may be stopped and run again at any time, and the site may serve meanwhile.

Exit code: 0 done; 1 a source could not be asked; 2 wrong command line.
`

const run = async (names: readonly string[]): Promise<number> => {
  const settings = readProcessSettings()
  const now = Date.now
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  const db = await openDatabase<KnownTables & SourceTables>({
    url: settings.site.databaseUrl?.reveal(),
    file: join(settings.dataDir, siteDatabaseFile),
    migrations: siteMigrations,
    now,
  })
  let failed = false
  try {
    for (const source of knownSources.filter(one => names.length === 0 || names.includes(one))) {
      const outcome = await syncSource({ db, settings, web: createWeb(settings, now) }, source, stop.signal)
      failed ||= outcome.kind === 'failed'
      process.stdout.write(`${source}: ${inWords(outcome)}\n`)
      if (outcome.kind === 'stopped') return 130
    }
  } finally {
    await db.destroy()
  }
  return failed ? 1 : 0
}

const inWords = (outcome: SyncOutcome): string => {
  switch (outcome.kind) {
    case 'done':
      return outcome.did
    case 'off':
      return 'Switched off in the settings.'
    case 'busy':
      return 'Another run is asking it just now.'
    case 'stopped':
      return 'Stopped. What was read is kept; the next run goes on from there.'
    case 'failed':
      return `Could not be asked. ${outcome.sentence}`
  }
}

/** `npm run known:sync`. */
const names = process.argv.slice(2)
const unknown = names.find(name => !knownSources.some(source => source === name))
if (names.includes('--help')) process.stdout.write(help)
else if (unknown !== undefined) {
  process.stderr.write(`There is no source named ${unknown}.\n${help}`)
  process.exitCode = 2
} else {
  try {
    process.exitCode = await run(names)
  } catch (error) {
    const expected = error instanceof OperatorError || error instanceof SettingsError
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  }
}
