/** A place that lines of the audit log go to. */
export type Sink = {
  /** Its name in the database: the address, so that another one begins anew. */
  place: string
  /** Writes lines in order. @throws when it may not have taken them all: they are sent again */
  send: (lines: readonly { seq: number; text: string }[], signal: AbortSignal) => Promise<void>
}
