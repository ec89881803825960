import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { CsvUnreadable, importRecords, type KnownSink, recordFormatOf } from '../event-files/index.ts'
import {
  type Dated,
  datedAttempt,
  type KnownSource,
  type KnownTables,
  knownSources,
  noteFailure,
  noteReach,
  removeListed,
  type SourceTables,
  saveReplications,
  saveUpdates,
  withNews,
} from '../known/index.ts'
import { ask, CouldNotAsk, type Web, waitFor } from './ask.ts'
import {
  LostHold,
  lease,
  letGo,
  prolongHold,
  readProgress,
  type SyncResult,
  type SyncRun,
  syncCrossref,
  takeSource,
} from './sync-crossref.ts'

/** A source that publishes all its data as one CSV file. */
export type List = {
  source: 'retraction-watch' | 'forrt'
  format: 'retraction-watch' | 'flora'
  url: string
  /** Folder where the file is kept while it is read. */
  folder: string
}

/** Largest list that is read, in bytes; Retraction Watch's has 66 million. */
const largest = 1_000_000_000
/** A list that has lost more than a tenth is taken for one that was cut. */
const leastLeft = 0.9

/**
 * Fetches a list when it has changed (by its ETag), and takes it in: new and changed rows are written, and rows that it no longer has
 * are taken away, unless it has shrunk as no list does. A run that dies anywhere is simply done again: the ETag is written last, with
 * how far the list reaches.
 */
const syncList = async ({ db, holder, web, signal }: SyncRun, list: List): Promise<SyncResult> => {
  const { source, format } = list
  const sources = db.$pickTables<keyof SourceTables>()
  const events = db.$pickTables<keyof KnownTables>()
  const { etag: known } = await readProgress(sources, source)
  const fetched = await fetchList(web, list, typeof known === 'string' ? known : null, signal)
  const result: SyncResult = { changed: 0, removed: 0, unreadable: 0, reachesTo: null, unchanged: fetched === null }
  if (fetched === null) return result

  const hold = () => ({ source, holder, now: web.now() })
  const told = new Set<string>()
  /** Saves in a transaction that also holds the source. */
  const held = (about: readonly Dated[], save: (tx: typeof events) => Promise<number>): Promise<number> =>
    runTransaction(db, async tx => {
      await prolongHold(tx.$pickTables<keyof SourceTables>(), hold())
      const known = tx.$pickTables<keyof KnownTables>()
      return withNews(known, about, web.now(), () => save(known))
    })
  const sink: Pick<KnownSink, 'saveUpdates' | 'saveReplications'> = {
    async saveUpdates(rows, as) {
      for (const row of rows) told.add([row.doi, row.noticeDoi ?? '', row.type].join('\n'))
      return held(rows, tx => saveUpdates(tx, rows, as))
    },
    async saveReplications(rows) {
      for (const row of rows)
        told.add(
          [row.originalDoi, row.replicationDoi ?? row.replicationUrl ?? row.replicationTitle ?? '', row.type].join(
            '\n',
          ),
        )
      return held(rows.map(datedAttempt), tx => saveReplications(tx, rows))
    },
  }
  const { newest } = await importRecords({
    chunks: createReadStream(fetched.file),
    format,
    sink,
    onProblem: ({ kind }) => {
      if (kind === 'rejected') result.unreadable += 1
    },
    onSaved: changed => {
      result.changed += changed
    },
    signal,
    now: web.now,
  }).catch((error: unknown) => {
    throw error instanceof CsvUnreadable ? new CouldNotAsk(`Its file could not be parsed: ${error.message}.`) : error
  })
  signal.throwIfAborted()
  result.removed = await runTransaction(db, async tx => {
    const ofSources = tx.$pickTables<keyof SourceTables>()
    await prolongHold(ofSources, hold(), { etag: fetched.etag })
    await noteReach(ofSources, { source, reachesTo: newest, askedAt: web.now() })
    return removeListed(tx.$pickTables<keyof KnownTables>(), { source, told, leastLeft })
  })
  await rm(fetched.file, { force: true })
  return result
}

const fetchList = (
  web: Web,
  { source, format, url, folder }: List,
  etag: string | null,
  signal: AbortSignal,
): Promise<{ file: string; etag: string | null } | null> =>
  ask(web, {
    url: new URL(url),
    headers: { accept: 'text/csv, text/plain;q=0.9, */*;q=0.1', ...(etag !== null && { 'if-none-match': etag }) },
    signal,
    async read(response) {
      if (response.status === 304) return null
      if (response.status !== 200 || response.body === null) {
        await response.body?.cancel()
        throw new CouldNotAsk(`It returned error ${response.status}.`)
      }
      await mkdir(folder, { recursive: true })
      const file = join(folder, `${source}.csv`)
      let size = 0
      const limited = new Transform({
        transform(chunk: Buffer, _, done) {
          size += chunk.length
          if (size > largest) done(new CouldNotAsk('Its file exceeds the size limit.'))
          else done(null, chunk)
        },
      })
      await pipeline(Readable.from(response.body), limited, createWriteStream(`${file}.part`))
      const start = await beginning(`${file}.part`)
      if (recordFormatOf(start.replace(/^\ufeff/, '').split('\n')[0] ?? '') !== format) {
        await rm(`${file}.part`, { force: true })
        const page = /^\s*(?:<!doctype|<html)/i.test(start)
        throw new CouldNotAsk(
          page
            ? 'It returned a web page instead of its file.'
            : `Its file has unexpected columns: ${start.split('\n')[0]?.slice(0, 120) ?? ''}`,
        )
      }
      await rename(`${file}.part`, file)
      return { file, etag: response.headers.get('etag') }
    },
  })

const beginning = async (file: string): Promise<string> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

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
