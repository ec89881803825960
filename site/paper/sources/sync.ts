import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { groupedNumber } from '../../kit/amounts/index.ts'
import {
  type KnownSource,
  type KnownTables,
  knownSources,
  noteFailure,
  noteReach,
  type SourceTables,
} from '../known/index.ts'
import { CouldNotAsk, type Web, waitFor } from './ask.ts'
import { LostHold, lease, letGo, prolongHold, takeSource } from './hold.ts'
import { type SyncResult, type SyncRun, syncCrossref } from './sync-crossref.ts'
import { syncList } from './sync-list.ts'

/** Outcome of a run: `did` is a message. */
export type SyncOutcome =
  | { kind: 'done'; did: string }
  | { kind: 'off' }
  /** Another run has the source. */
  | { kind: 'busy' }
  | { kind: 'stopped' }
  /** `retryAfter`: the requested pause in ms. */
  | { kind: 'failed'; sentence: string; retryAfter: number | null }

export type SyncParts = {
  db: Kysely<KnownTables & SourceTables>
  settings: Pick<Settings, 'crossref' | 'retractionWatch' | 'forrt' | 'dataDir' | 'mail' | 'site'>
  web: Web
}

/** Network access that identifies this site, as Crossref requests. */
export const createWeb = (settings: Pick<Settings, 'site' | 'mail'>, now: () => number): Web => {
  const contact = settings.mail.contact === undefined ? '' : `; mailto:${settings.mail.contact}`
  return { userAgent: `Corroborate (${settings.site.origin}${contact})`, patience: 10 * 60_000, wait: waitFor, now }
}

/** The sources that are not switched off. */
export const sourcesOn = ({ crossref, retractionWatch, forrt }: SyncParts['settings']): KnownSource[] => {
  const urls = { crossref: crossref.url, 'retraction-watch': retractionWatch.url, forrt: forrt.url }
  return knownSources.filter(source => urls[source] !== null)
}

/**
 * Syncs one source. Only one run at a time holds a source, across machines; the next run resumes a stopped or crashed one. Errors are
 * recorded for `/status`, never thrown.
 */
export const syncSource = async (
  { db, settings, web }: SyncParts,
  source: KnownSource,
  signal: AbortSignal,
): Promise<SyncOutcome> => {
  if (!sourcesOn(settings).includes(source)) return { kind: 'off' }
  const sources = db.$pickTables<keyof SourceTables>()
  const hold = { source, holder: randomUUID(), now: web.now() }
  if (!(await takeSource(sources, hold))) return { kind: 'busy' }
  const lost = new AbortController()
  const heartbeat = setInterval(() => {
    prolongHold(sources, { ...hold, now: web.now() }).catch(error => lost.abort(error))
  }, lease / 3)
  try {
    const run = { db, holder: hold.holder, web, signal: AbortSignal.any([signal, lost.signal]) }
    const result = await syncs[source](run, settings)
    const did = inWords(result, source)
    await noteReach(sources, { source, reachesTo: result.reachesTo, askedAt: web.now() })
    await letGo(sources, hold, did)
    return { kind: 'done', did }
  } catch (error) {
    if (error instanceof LostHold || lost.signal.reason instanceof LostHold) return { kind: 'busy' }
    if (signal.aborted) {
      await letGo(sources, hold, null)
      return { kind: 'stopped' }
    }
    await letGo(sources, hold, null)
    if (!(error instanceof CouldNotAsk)) {
      await noteFailure(sources, { source, sentence: 'Internal error.', now: web.now() })
      throw error
    }
    await noteFailure(sources, { source, sentence: error.message, now: web.now() })
    return { kind: 'failed', sentence: error.message, retryAfter: error.retryAfter }
  } finally {
    clearInterval(heartbeat)
  }
}

type Sync = (run: SyncRun, settings: SyncParts['settings']) => Promise<SyncResult>

const syncs: Readonly<Record<KnownSource, Sync>> = {
  crossref: (run, { crossref, mail }) => syncCrossref(run, { url: crossref.url ?? '', mailto: mail.contact }),
  'retraction-watch': (run, { retractionWatch, dataDir }) =>
    syncList(run, {
      source: 'retraction-watch',
      format: 'retraction-watch',
      url: retractionWatch.url ?? '',
      folder: join(dataDir, 'known-sync'),
    }),
  forrt: (run, { forrt, dataDir }) =>
    syncList(run, { source: 'forrt', format: 'flora', url: forrt.url ?? '', folder: join(dataDir, 'known-sync') }),
}

const inWords = ({ changed, removed, unreadable, unchanged }: SyncResult, source: KnownSource): string => {
  if (unchanged) return 'No changes in the last sync.'
  const what = source === 'forrt' ? 'replications' : 'notices'
  const parts = [`${groupedNumber(changed)} ${what} added or updated`]
  if (removed > 0) parts.push(`${groupedNumber(removed)} withdrawn`)
  if (unreadable > 0) parts.push(`${groupedNumber(unreadable)} could not be read`)
  return `Last sync: ${parts.join(', ')}.`
}
