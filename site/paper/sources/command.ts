import { type Program, UsageError } from '@corroborate/server-kit/command-line'
import type { CommandParts } from '../../kit/feature/index.ts'
import { type KnownTables, knownSources, type SourceTables } from '../known/index.ts'
import { createWeb, type SyncOutcome, syncSource } from './sync.ts'

const more = `
Without a SOURCE, all of them are asked. A running site does the same every night. You can stop the command and run it again at
any time. The site may be running.

Exit code: 0 done; 1 a source could not be asked; 2 wrong command line.`

const run = async (names: readonly string[], { readSettings, open }: CommandParts): Promise<number> => {
  const unknown = names.find(name => !knownSources.some(source => source === name))
  if (unknown !== undefined) throw new UsageError(`There is no source named ${unknown}.`)
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
      return 'Switched off in the settings.'
    case 'busy':
      return 'Another run is asking it right now.'
    case 'stopped':
      return 'Stopped. Everything read so far is kept. The next run continues from there.'
    case 'failed':
      return `Could not be asked. ${outcome.sentence}`
  }
}

/** `npm run known:sync`. */
export const syncCommand = (parts: CommandParts): Program => ({
  name: 'npm run known:sync --',
  commands: [
    {
      usage: '[SOURCE...]',
      summary: `Asks the sources of what is known about papers for news, and stores it: ${knownSources.join(', ')}`,
      more,
      run: ({ operands }) => run(operands, parts),
    },
  ],
})
