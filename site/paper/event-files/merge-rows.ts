import { hash } from 'node:crypto'
import type { ReplicationRow, UpdateRow } from '../known/index.ts'

/** Merges duplicate rows. */
export type Merging<Row> = { key: (row: Row) => string; merge: (earlier: Row, later: Row) => Row }

/** A file may repeat a notice with another date or with fewer facts. A retraction that one of them states is kept. */
export const updateMerging: Merging<UpdateRow> = {
  key: row => [row.doi, row.noticeDoi ?? '', row.type].join('\n'),
  merge: (earlier, later) => ({
    ...earlier,
    date: earlier.date ?? later.date,
    retracted: earlier.retracted || later.retracted,
    journal: earlier.journal ?? later.journal,
    publisher: earlier.publisher ?? later.publisher,
    title: earlier.title ?? later.title,
  }),
}

/** One attempt that the same source codes with two outcomes is a mixed one; both quotes are kept. */
export const replicationMerging: Merging<ReplicationRow> = {
  key: row =>
    [
      row.originalDoi,
      row.replicationDoi ?? row.replicationUrl ?? row.replicationTitle ?? '',
      row.type,
      row.origin,
    ].join('\n'),
  merge: (earlier, later) => ({
    ...earlier,
    outcome: earlier.outcome === later.outcome ? earlier.outcome : 'mixed',
    quote: [...new Set([earlier.quote, later.quote])].filter(quote => quote !== null).join(' || ') || null,
  }),
}

/**
 * Merges duplicates within a sliding window of rows; of more distant ones the first wins. The result is deterministic for a file, whatever
 * the batch size.
 */
export const mergeRows = <Row>({ key, merge }: Merging<Row>, window = 20_000) => {
  let held = new Map<string, Row>()
  const saved = new Set<number>()
  return {
    /** False when the row repeats one that is held or was handed out already. */
    add(row: Row): boolean {
      const name = key(row)
      const earlier = held.get(name)
      if (earlier !== undefined) held.set(name, merge(earlier, row))
      else if (saved.has(fingerprint(name))) return false
      else held.set(name, row)
      return earlier === undefined
    },
    full: () => held.size >= window,
    /** The merged rows, to be saved now. */
    take(): Row[] {
      const rows = [...held.values()]
      for (const name of held.keys()) saved.add(fingerprint(name))
      held = new Map()
      return rows
    },
  }
}

/** 48 bits: a million keys collide once in 500 files. */
const fingerprint = (name: string): number => hash('sha1', name, 'buffer').readUIntBE(0, 6)
