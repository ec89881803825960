import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readProcessSettings, SettingsError } from '@corroborate/server-kit/settings'
import type { OpenSiteDatabase } from '../../kit/feature/index.ts'
import { type KnownTables, knownSources, type SourceTables } from '../known/index.ts'
import { createWeb, type SyncOutcome, syncSource } from './sync.ts'

const help = `Usage: npm run known:sync [-- SOURCE…]

Asks the sources of what is known about papers what is new, and takes it in: ${knownSources.join(', ')}; all of them without a name.
A running site does the same every night. It may be stopped and run again at any time, and the site may serve meanwhile.

Exit code: 0 done; 1 a source could not be asked; 2 wrong command line.
`

const run = async (names: readonly string[], open: OpenSiteDatabase): Promise<number> => {
  const settings = readProcessSettings()
  const now = Date.now
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  const db = await open<KnownTables & SourceTables>(settings)
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

/** `npm run known:sync`: asks the sources that are named, or all, and gives the exit code. `open` opens the site's database. */
export const syncCommand = async (names: readonly string[], open: OpenSiteDatabase): Promise<number> => {
  if (names.includes('--help')) {
    process.stdout.write(help)
    return 0
  }
  const unknown = names.find(name => !knownSources.some(source => source === name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no source named ${unknown}.\n${help}`)
    return 2
  }
  try {
    return await run(names, open)
  } catch (error) {
    const expected = error instanceof OperatorError || error instanceof SettingsError
    process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    return 1
  }
}
