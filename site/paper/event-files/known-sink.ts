import type { KnownSource, ReplicationRow, ToldUpdate, UpdateRow, UpdateSource } from '../known/index.ts'

/** Store of event files. Each call uses one or a few short transactions and returns the number of new or changed rows. */
export type KnownSink = {
  saveUpdates(rows: readonly UpdateRow[], source: UpdateSource): Promise<number>
  /** Stores notices with their source. */
  saveTold(rows: readonly ToldUpdate[]): Promise<number>
  saveReplications(rows: readonly ReplicationRow[]): Promise<number>
  /** A whole file of a source is in; `reachesTo` is the newest date in it. */
  noteReach(source: KnownSource, reachesTo: string | null): Promise<void>
}
