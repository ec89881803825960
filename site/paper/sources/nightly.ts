import { hash } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Handlers, Outbox, OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import type { KnownSource } from '../known/index.ts'
import type { StatusPageModel } from './count-events.ts'
import type { StatusPage } from './StatusPage.tsx'
import { type SyncOutcome, type SyncParts, sourcesOn, syncSource } from './sync.ts'

export const statusPage = definePage({
  name: 'status',
  component: markup<typeof StatusPage>('paper/sources/StatusPage.tsx'),
  head: (_: StatusPageModel, origin) => ({
    title: 'Data sources · Corroborate',
    description:
      'Where retractions, corrections and replications come from, when each source was last synced, and how many records it has.',
    canonical: `${origin}${paths.status}`,
  }),
  islands: null,
  scriptBudget: 5_100,
})

export type SourceJobs = { 'known.sync': { source: KnownSource } }

type Schedule = { db: Kysely<OutboxTables>; outbox: Pick<Outbox<SourceJobs>, 'enqueue'> }

/** Sync hours in UTC; each site has its own minute. */
const night = { from: 2, hours: 3 }
const hour = 3_600_000
const day = 24 * hour

/** Returns this site's next nightly sync in epoch ms; always the same time of day for an `origin`. */
export const nextNight = (now: number, origin: string): number => {
  const place = hash('sha1', origin, 'buffer').readUInt32BE(0) / 2 ** 32
  const timeOfDay = Math.floor((night.from + place * night.hours) * hour)
  const today = Math.floor(now / day) * day + timeOfDay
  return today > now ? today : today + day
}

/** Returns the next run: the next night, or soon after a failed or stopped run. */
export const nextRun = (outcome: SyncOutcome, now: number, origin: string): number => {
  if (outcome.kind === 'stopped') return now + 60_000
  if (outcome.kind === 'failed') return Math.min(now + Math.max(hour, outcome.retryAfter ?? 0), nextNight(now, origin))
  return nextNight(now, origin)
}

const plan = async ({ db, outbox }: Schedule, source: KnownSource, delay: number): Promise<void> => {
  await runTransaction(db, tx => outbox.enqueue(tx, { kind: 'known.sync', payload: { source }, key: source, delay }))
}

/** Writes the next night's runs down, unless they are already: the outbox lets one machine of several do each. */
export const planNight = async (
  schedule: Schedule,
  { settings, web }: Pick<SyncParts, 'settings' | 'web'>,
): Promise<void> => {
  for (const source of sourcesOn(settings))
    await plan(schedule, source, nextNight(web.now(), settings.site.origin) - web.now())
}

/** The nightly run of one source. It always plans the next one, however it ended. */
export const createSyncJobs = (
  schedule: Schedule,
  parts: SyncParts,
  onDone: (source: KnownSource, outcome: SyncOutcome) => void,
): Required<Handlers<SourceJobs>> => ({
  'known.sync': async ({ source }, { signal }) => {
    const { now } = parts.web
    const origin = parts.settings.site.origin
    let outcome: SyncOutcome = { kind: 'failed', sentence: 'Internal error.', retryAfter: null }
    try {
      outcome = await syncSource(parts, source, signal)
      onDone(source, outcome)
    } finally {
      if (outcome.kind !== 'off') await plan(schedule, source, nextRun(outcome, now(), origin) - now())
    }
  },
})
