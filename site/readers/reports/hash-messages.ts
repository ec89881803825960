/** Messages between the page and the hashing worker. */
export type HashQuestion = { file: Blob }

export type HashAnswer =
  /** So many bytes are read. */
  | { kind: 'progress'; done: number }
  | { kind: 'hashed'; sha256: string }
  /** The file cannot be read: it was moved, or changed, since it was chosen. */
  | { kind: 'failed' }
