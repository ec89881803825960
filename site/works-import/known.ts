import type { ReplicationRow, UpdateRow } from '../known/index.ts'

/** Where the two outcome files go. Each call is one short transaction or a few, and answers how many rows were new or changed. */
export type KnownSink = {
  saveUpdates(rows: readonly UpdateRow[]): Promise<number>
  saveReplications(rows: readonly ReplicationRow[]): Promise<number>
}
