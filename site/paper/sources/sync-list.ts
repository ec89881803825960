import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runTransaction } from '@corroborate/server-kit/database'
import { CsvUnreadable, importRecords, type KnownSink, recordFormatOf } from '../event-files/index.ts'
import {
  type Dated,
  datedAttempt,
  type KnownTables,
  noteReach,
  removeListed,
  type SourceTables,
  saveReplications,
  saveUpdates,
  withNews,
} from '../known/index.ts'
import { ask, CouldNotAsk, type Web } from './ask.ts'
import { prolongHold, readProgress } from './hold.ts'
import type { SyncResult, SyncRun } from './sync-crossref.ts'

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
export const syncList = async ({ db, holder, web, signal }: SyncRun, list: List): Promise<SyncResult> => {
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
