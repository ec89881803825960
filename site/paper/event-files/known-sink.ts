import type { KnownSource, ReplicationRow, ToldUpdate, UpdateRow, UpdateSource } from '../known/index.ts'

/** Where the files of events go. Each call is one short transaction or a few, and answers how many rows were new or changed. */
export type KnownSink = {
  saveUpdates(rows: readonly UpdateRow[], source: UpdateSource): Promise<number>
  /** Notices with who told of each. */
  saveTold(rows: readonly ToldUpdate[]): Promise<number>
  saveReplications(rows: readonly ReplicationRow[]): Promise<number>
  /** A whole file of a source is in; `reachesTo` is the newest date in it. */
  noteReach(source: KnownSource, reachesTo: string | null): Promise<void>
}
