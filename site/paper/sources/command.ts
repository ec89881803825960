import { type Program, UsageError } from '@corroborate/server-kit/command-line'
import type { CommandParts } from '../../kit/feature/index.ts'
import { type KnownTables, knownSources, type SourceTables } from '../known/index.ts'
import { createWeb, type SyncOutcome, syncSource } from './sync.ts'

const more = `
Without SOURCE, all sources are synced. A running site does the same every night. The command can be stopped and rerun at any time. Exit code: 0 done; 1 a source is unavailable; 2 invalid arguments.`

const run = async (names: readonly string[], { readSettings, open }: CommandParts): Promise<number> => {
  const unknown = names.find(name => !knownSources.some(source => source === name))
  if (unknown !== undefined) throw new UsageError(`Unknown source: ${unknown}.`)
  const settings = await readSettings()
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
      return 'Disabled in the settings.'
    case 'busy':
      return 'Another run is syncing it.'
    case 'stopped':
      return 'Stopped. Progress is saved; the next run continues from there.'
    case 'failed':
      return `Sync failed. ${outcome.sentence}`
  }
}

/** `npm run known:sync`. */
export const syncCommand = (parts: CommandParts): Program => ({
  name: 'npm run known:sync --',
  commands: [
    {
      usage: '[SOURCE...]',
      summary: `Sync retractions, corrections and replications from ${knownSources.join(', ')}`,
      more,
      run: ({ operands }) => run(operands, parts),
    },
  ],
})
